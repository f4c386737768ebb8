"""The entry point `neartwin`: the window (see `gui.start`), or a subcommand of the core without Qt.

Nothing heavy is imported here: worker processes import this module too.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys

from gui.start import parsed

WINDOWLESS = ("offscreen", "minimal", "linuxfb", "eglfs", "vnc", "minimalegl")

COMMANDS = frozenset(("scan", "check", "text", "watch", "records", "plan", "dispose", "undo", "library", "team"))


def has_display() -> bool:
    """Return whether a window can be opened."""
    if sys.platform in ("win32", "darwin"):
        return True
    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    return platform in WINDOWLESS or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def main(arguments: list[str] | None = None) -> int:
    """Open the window, or run the command line where the arguments are for it. Return the exit status."""
    multiprocessing.freeze_support()
    given = sys.argv[1:] if arguments is None else arguments
    start = None if given and given[0] in COMMANDS else parsed(given)
    if start is None:
        from core.__main__ import main as command_line  # noqa: PLC0415 - the window does not need it

        return command_line(given)
    if not has_display():
        from core.wording import Wording, system_language  # noqa: PLC0415 - a subcommand does not need it

        sentence = Wording(system_language()).say(
            "There is no display to open a window on. On the command line the same is: neartwin scan FOLDER"
        )
        sys.stderr.write(sentence + "\n")
        return 3
    gc.disable()  # what is loaded now stays, and makes nothing to collect
    from gui.application import run  # noqa: PLC0415 - a subcommand must not load Qt

    gc.freeze()
    gc.enable()
    return run(start)


if __name__ == "__main__":
    sys.exit(main())
