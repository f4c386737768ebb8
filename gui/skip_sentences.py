"""What a scan passed over on purpose, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.filters import SkipReason

if TYPE_CHECKING:
    from gui.words import Words


def skip_words(words: Words) -> dict[SkipReason, tuple[str, str]]:
    """Return what each reason is called, and one sentence that says what it means."""
    say = words.say
    links = say("Links lead to files elsewhere: those are compared where they are.")
    passing = say("Programs put such files there for a while, or for themselves.")
    chosen = say("You chose so under Settings, Scan.")
    system = say("These places belong to the system or to a program.")
    return {
        SkipReason.LINK: (say("Links"), links),
        SkipReason.DANGLING_LINK: (say("Links to nothing"), say("What they lead to is not there.")),
        SkipReason.SAME_FOLDER: (say("Folders reached twice"), say("The same folder is looked at under another path.")),
        SkipReason.SPECIAL: (say("No ordinary files"), say("Pipes, sockets and devices hold no documents.")),
        SkipReason.CLOUD_ONLY: (
            say("Only in the cloud, passed over"),
            say("Opening them would fetch them; make them available on this computer to compare them."),
        ),
        SkipReason.OFFICE_LOCK: (say("Lock files of office programs"), passing),
        SkipReason.TEMPORARY: (say("Temporary files"), passing),
        SkipReason.SYSTEM_FILE: (say("Files of the desktop"), passing),
        SkipReason.SYSTEM_FOLDER: (say("Folders of the system"), system),
        SkipReason.TRASH: (say("Trash folders"), say("What was thrown away is no copy.")),
        SkipReason.PACKAGE: (say("Packages"), say("Folders that are shown as one file must stay whole.")),
        SkipReason.HIDDEN: (say("Hidden files and folders"), chosen),
        SkipReason.EXCLUDED_FOLDER: (say("Excluded folders"), chosen),
        SkipReason.PATTERN: (say("Names left out by a pattern"), chosen),
        SkipReason.KIND: (say("Kinds of file that are not wanted"), chosen),
        SkipReason.TOO_SMALL: (say("Smaller than the least size"), chosen),
        SkipReason.TOO_LARGE: (say("Larger than the largest size"), chosen),
    }
