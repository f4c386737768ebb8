"""`python -m core`: the command line from a checkout. Light on purpose: worker processes import this module too."""

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    from core.command_line import run  # noqa: PLC0415 - workers must not load the command line

    return run(sys.argv[1:] if arguments is None else arguments)


if __name__ == "__main__":
    sys.exit(main())
