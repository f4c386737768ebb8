"""The values of disposal: what may be done to a marked file, what was planned, what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from core.errors import Problem, ProblemKind, msgid

if TYPE_CHECKING:
    from core.documents import Changes, Document, Relation


class Action(StrEnum):
    """What is done to a marked file. Only DELETE cannot be undone from the journal."""

    TRASH = "trash"
    HOLD = "hold"
    MOVE = "move"
    HARD_LINK = "hard_link"
    SYMLINK = "symlink"
    DELETE = "delete"


class Refusal(StrEnum):
    """Why a marked file is not in the plan."""

    PROTECTED = "protected"
    NOT_LISTED = "not_listed"
    LAST_COPY = "last_copy"
    UNCONFIRMED = "unconfirmed"
    UNKNOWN_CONTENT = "unknown_content"
    NOT_IDENTICAL = "not_identical"
    EDITABLE = "editable"
    ON_SHARE = "on_share"
    OTHER_VOLUME = "other_volume"
    SAME_FILE = "same_file"
    CLOUD_ONLY = "cloud_only"
    NO_DESTINATION = "no_destination"
    ALREADY_THERE = "already_there"


class Caution(StrEnum):
    """What people must know before they agree."""

    NO_TRASH = "no_trash"
    TRASH_OFF = "trash_off"
    TOO_LARGE_FOR_TRASH = "too_large_for_trash"
    CLOUD = "cloud"
    FOR_GOOD = "for_good"
    LARGE = "large"
    HALF_OF_FOLDER = "half_of_folder"
    DELICATE_FOLDER = "delicate_folder"
    LINKED = "linked"
    FREES_NOTHING = "frees_nothing"


class Failing(StrEnum):
    """Why a planned file was left alone, or could not be brought back."""

    GONE = "gone"
    CHANGED = "changed"
    KEEPER_GONE = "keeper_gone"
    KEEPER_CHANGED = "keeper_changed"
    SAME_FILE = "same_file"
    PROTECTED = "protected"
    DENIED = "denied"
    READ_ONLY = "read_only"
    IN_USE = "in_use"
    UNREADABLE = "unreadable"
    OFFLINE = "offline"
    NO_TRASH = "no_trash"
    TRASH_FAILED = "trash_failed"
    STILL_THERE = "still_there"
    NO_SPACE = "no_space"
    NO_LINKS = "no_links"
    OTHER_FILE_IN_PLACE = "other_file_in_place"
    NOT_IN_TRASH = "not_in_trash"
    FOR_GOOD = "for_good"
    INTERRUPTED = "interrupted"
    IN_HIDING = "in_hiding"


SENTENCES = {
    Refusal.PROTECTED: msgid("It lies in a protected folder."),
    Refusal.NOT_LISTED: msgid("It is in no group of the last scan. Scan again, then mark it."),
    Refusal.LAST_COPY: msgid("Every file with this content is marked; this one stays."),
    Refusal.UNCONFIRMED: msgid("Its content exists nowhere else. Confirm its loss by name to include it."),
    Refusal.UNKNOWN_CONTENT: msgid("Its content has not been read in full yet. Scan again."),
    Refusal.NOT_IDENTICAL: msgid("Only identical files can be replaced by a link."),
    Refusal.EDITABLE: msgid(
        "A document that people edit is not replaced by a link: a change to one would change both."
    ),
    Refusal.ON_SHARE: msgid("Files on a network share are not replaced by links."),
    Refusal.OTHER_VOLUME: msgid("A hard link needs both files on one volume."),
    Refusal.SAME_FILE: msgid("It is another name of the kept file; removing it frees nothing."),
    Refusal.CLOUD_ONLY: msgid("It is only in the cloud; nothing of it is on this computer."),
    Refusal.NO_DESTINATION: msgid("No folder was chosen to move it to."),
    Refusal.ALREADY_THERE: msgid("It lies in this folder already."),
    Caution.NO_TRASH: msgid("This volume has no trash. The files go to a dated holding folder on it instead."),
    Caution.TRASH_OFF: msgid(
        "The trash of this volume is switched off. The files go to a dated holding folder instead."
    ),
    Caution.TOO_LARGE_FOR_TRASH: msgid(
        "Too large for the trash of this volume: goes to a dated holding folder instead."
    ),
    Caution.CLOUD: msgid("This folder is synchronised by {service}: what goes here also goes in the cloud."),
    Caution.FOR_GOOD: msgid("These files are erased for good. Nothing can bring them back."),
    Caution.LARGE: msgid("This is a large clean-up: {files} files, {size}."),
    Caution.HALF_OF_FOLDER: msgid("{files} of the {of} files in this folder go."),
    Caution.DELICATE_FOLDER: msgid("This folder holds more than documents. Look at the summary twice."),
    Caution.LINKED: msgid("The document {document}, which stays, links to this file."),
    Caution.FREES_NOTHING: msgid("This file has other names on the volume; removing one of them frees nothing."),
    Failing.GONE: msgid("It was no longer there."),
    Failing.CHANGED: msgid("It changed since the scan, so it was left alone."),
    Failing.KEEPER_GONE: msgid("The kept copy {keeper} is gone, so this one stays."),
    Failing.KEEPER_CHANGED: msgid("The kept copy {keeper} changed since the scan, so this one stays."),
    Failing.SAME_FILE: msgid("It is the same file as {keeper}, reached by another path."),
    Failing.PROTECTED: msgid("It lies in a protected folder."),
    Failing.DENIED: msgid("The system did not allow it."),
    Failing.READ_ONLY: msgid("It is write-protected, so it is not erased for good."),
    Failing.IN_USE: msgid("It is open in another program. Close it there and try again."),
    Failing.UNREADABLE: msgid("It could not be read."),
    Failing.OFFLINE: msgid("Its volume is not there."),
    Failing.NO_TRASH: msgid("This volume has no trash. Choose the holding folder."),
    Failing.TRASH_FAILED: msgid("The trash of the system did not take it."),
    Failing.STILL_THERE: msgid("The system reported that it went, but it is still there."),
    Failing.NO_SPACE: msgid("There is no space left."),
    Failing.NO_LINKS: msgid("This volume has no such links."),
    Failing.OTHER_FILE_IN_PLACE: msgid("Another file took its place meanwhile; it now stands beside it as {place}."),
    Failing.NOT_IN_TRASH: msgid("It is no longer in the trash."),
    Failing.FOR_GOOD: msgid("It was erased for good."),
    Failing.INTERRUPTED: msgid("The program was ended before its turn."),
    Failing.IN_HIDING: msgid("It could not be put back and stands beside its place as {place}."),
}
"""What each code says to people: msgids of the catalogue with `{name}` fields."""

_KINDS = {
    Failing.GONE: ProblemKind.OFFLINE,
    Failing.CHANGED: ProblemKind.CHANGED,
    Failing.KEEPER_GONE: ProblemKind.CHANGED,
    Failing.KEEPER_CHANGED: ProblemKind.CHANGED,
    Failing.SAME_FILE: ProblemKind.CHANGED,
    Failing.OFFLINE: ProblemKind.OFFLINE,
    Failing.NOT_IN_TRASH: ProblemKind.OFFLINE,
    Failing.UNREADABLE: ProblemKind.UNREADABLE,
}


@dataclass(frozen=True, slots=True)
class Failure:
    """One file that was left alone, and why; it stays listed and marked.

    Attributes:
        keeper: the copy that was to stay.
        place: where the file now stands, if not at its path.
        cause: what the system said, in English, for the log only.
    """

    path: str
    failing: Failing
    keeper: str | None = None
    place: str | None = None
    cause: str = ""

    @property
    def message(self) -> str:
        """The msgid of the sentence for people; `values` fills its fields."""
        return SENTENCES[self.failing]

    @property
    def values(self) -> dict[str, str]:
        """What fills the fields of `message`."""
        return {"keeper": self.keeper or "", "place": self.place or ""}

    @property
    def kind(self) -> ProblemKind:
        """The kind among the problems of files."""
        return _KINDS.get(self.failing, ProblemKind.DENIED)

    @property
    def problem(self) -> Problem:
        """The same as a `Problem`, for the list of problems."""
        return Problem(self.path, self.kind, self.message.format(**self.values))


@dataclass(frozen=True, slots=True)
class Item:
    """One file to be disposed of.

    Attributes:
        relation: how it is related to `keeper`; None when nothing like it stays.
        keeper: the file that stays and is checked at the moment of the act; None only for a confirmed loss.
        blake3, keeper_blake3: hex as scanned; None only between identical files, which are compared byte for byte.
        is_loss: content goes that exists nowhere else; the user confirmed it by name.
        destination: MOVE and HOLD: the folder below which the structure is kept.
    """

    document: Document
    action: Action
    relation: Relation | None
    keeper: str | None
    blake3: str | None = None
    keeper_blake3: str | None = None
    is_loss: bool = False
    destination: str | None = None

    def __post_init__(self) -> None:
        if self.keeper is None and not self.is_loss:
            raise ValueError(f"{self.path} has no kept copy and is no confirmed loss")
        if self.keeper == self.path:
            raise ValueError(f"{self.path} cannot be its own kept copy")

    @property
    def path(self) -> str:
        """The path of the file."""
        return self.document.path


@dataclass(frozen=True, slots=True)
class Refused:
    """A marked file that is not in the plan, and why."""

    path: str
    refusal: Refusal

    @property
    def message(self) -> str:
        """The msgid of the sentence for people."""
        return SENTENCES[self.refusal]


@dataclass(frozen=True, slots=True)
class Warned:
    """Something to know before agreeing; `subject` is a file or folder, `values` fill the sentence.

    Attributes:
        needs_second_consent: ask once more, with the summary per folder in view.
    """

    caution: Caution
    subject: str
    values: tuple[tuple[str, object], ...] = ()
    needs_second_consent: bool = False

    @property
    def message(self) -> str:
        """The msgid of the sentence for people."""
        return SENTENCES[self.caution]


@dataclass(frozen=True, slots=True)
class FolderSummary:
    """What goes out of one folder: files and bytes, of how many files (None where not counted)."""

    folder: str
    files: int
    size: int
    of: int | None = None


@dataclass(frozen=True, slots=True)
class Loss:
    """A marked file whose content would exist nowhere else: shown in a part of its own, confirmed by name.

    Attributes:
        relation: SIMILAR or CONTAINED to `keeper`; SAME_TEXT where pictures differ, or all copies of a content go; None
            where nothing alike stays.
        copies: the other marked files with the same content, which go with it.
    """

    path: str
    relation: Relation | None
    keeper: str | None
    similarity: float | None = None
    changes: Changes | None = None
    copies: tuple[str, ...] = ()
    is_confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What would be done, as a whole: nothing is done before it is agreed to.

    Attributes:
        items: in the order of the act; no kept copy is itself an item.
        losses: all marked files whose content would exist nowhere else, confirmed or not.
    """

    action: Action
    items: tuple[Item, ...] = ()
    refused: tuple[Refused, ...] = ()
    warnings: tuple[Warned, ...] = ()
    folders: tuple[FolderSummary, ...] = ()
    losses: tuple[Loss, ...] = ()
    freed_bytes: int = 0

    @property
    def needs_second_consent(self) -> bool:
        """Whether the summary must be agreed to on its own."""
        return any(warning.needs_second_consent for warning in self.warnings)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a plan.

    Attributes:
        act: number of the act in the journal, for "undo the last clean-up".
        done: paths that went.
        is_complete: False when the user stopped it: the rest stays marked.
    """

    act: int
    done: tuple[str, ...] = ()
    problems: tuple[Failure, ...] = ()
    is_complete: bool = True


@dataclass(frozen=True, slots=True)
class Restored:
    """What came of an undo: pairs of journal row and the path where the file is now."""

    done: tuple[tuple[int, str], ...] = ()
    problems: tuple[Failure, ...] = field(default_factory=tuple)
    is_complete: bool = True
