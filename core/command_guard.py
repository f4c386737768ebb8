"""What every command ends with: an exit status, and a sentence for whoever waits at the terminal.

Exit status: 0 done, 1 done but some files had problems or stayed undecided, 2 wrong call, 3 not done.
"""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING

from core.console import line
from core.errors import KnownError
from core.progress import Cancelled
from core.wording import Wording, system_language

if TYPE_CHECKING:
    from collections.abc import Callable

DONE, WITH_PROBLEMS, WRONG_CALL, NOT_DONE = 0, 1, 2, 3


class WrongCallError(Exception):
    """The command was not called as it can be; the message says how."""


def guarded(command: Callable[[], object]) -> int:
    """Run a command and return its exit status; what went wrong is told in one sentence."""
    wording = Wording(system_language())
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        outcome = command()
        sys.stdout.flush()
    except WrongCallError as error:
        print_error(wording.say("{error} Try neartwin --help.", error=error))
        return WRONG_CALL
    except KnownError as error:
        print_error(wording.error(error))
        return NOT_DONE
    except (Cancelled, KeyboardInterrupt):
        print_error(wording.say("Stopped."))
        return NOT_DONE
    except OSError as error:
        if error.errno not in (errno.EPIPE, errno.ENOSPC, errno.EDQUOT):
            raise
        if error.errno != errno.EPIPE:  # else the reader of our output went away: nobody is left to tell
            print_error(wording.say("The disk is full. Free some space and run this again."))
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - stays open until the process ends
        return NOT_DONE
    return outcome if isinstance(outcome, int) else DONE


def print_error(sentence: str) -> None:
    """Tell the person at the terminal."""
    line(sys.stderr, f"neartwin: {sentence}")
