"""`python -m core`: the command line from a checkout. Light on purpose: worker processes import this module too."""

import sys

INTERRUPTED = 130
"""The exit status of a command that was stopped by Ctrl+C before it could answer (as shells have it)."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        # Pressed while the program was loading: there is nothing to stop, and nothing to tell.
        return INTERRUPTED


def _run(given: list[str]) -> int:
    from core.plain_call import plain_scan  # noqa: PLC0415 - workers must not load the command line

    plain = plain_scan(given)
    if plain is None:
        from core.command_line import run  # noqa: PLC0415 - as above

        return run(given)
    from core.command_guard import guarded  # noqa: PLC0415 - as above
    from core.scan_command import scan_and_report  # noqa: PLC0415 - as above

    return guarded(lambda: scan_and_report(plain[0], **plain[1]))


if __name__ == "__main__":
    sys.exit(main())
