"""What is the matter with files that could not be read, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import ProblemKind

if TYPE_CHECKING:
    from gui.words import Words


def problem_words(words: Words) -> dict[ProblemKind, tuple[str, str]]:
    """Return what each kind of problem is called, and one sentence on what to do."""
    return {
        ProblemKind.DENIED: (
            words.say("Not allowed to read"),
            words.say("Give yourself permission to read these files, or leave their folder out, then try again."),
        ),
        ProblemKind.ENCRYPTED: (
            words.say("Protected by a password"),
            words.say("Only their bytes were compared. Save them without a password to compare their text."),
        ),
        ProblemKind.DAMAGED: (
            words.say("Damaged"),
            words.say("Only their bytes were compared. Open them in the program that made them and save them again."),
        ),
        ProblemKind.NOT_AS_NAMED: (
            words.say("Not what the name says"),
            words.say("The content is of another kind than the name promises; rename them to what they are."),
        ),
        ProblemKind.TOO_LARGE: (
            words.say("Too large to read the text"),
            words.say("Only their bytes were compared. The limit is under Settings, Scan."),
        ),
        ProblemKind.TIMEOUT: (
            words.say("Took too long to read"),
            words.say("Only their bytes were compared. Try again, or allow more time under Settings, Scan."),
        ),
        ProblemKind.NO_TEXT: (
            words.say("Without text"),
            words.say("Only their bytes were compared: they hold no text, as scans and photographs do."),
        ),
        ProblemKind.UNSUPPORTED: (
            words.say("Kind of file whose text is not read"),
            words.say("Only their bytes were compared. Nothing needs to be done."),
        ),
        ProblemKind.UNREADABLE: (
            words.say("Could not be read"),
            words.say("The disk or the network did not give the file. Check that it opens, then try again."),
        ),
        ProblemKind.OFFLINE: (
            words.say("Not connected"),
            words.say("The disk or network folder is not there. Connect it, then try again; nothing was forgotten."),
        ),
        ProblemKind.CLOUD_ONLY: (
            words.say("Only in the cloud"),
            words.say("Nothing of them is on this computer. Make them available offline, then try again."),
        ),
        ProblemKind.CHANGED: (
            words.say("Changed during the scan"),
            words.say("Another program was writing to them. Try again when it has finished."),
        ),
    }
