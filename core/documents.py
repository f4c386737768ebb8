"""The values that travel between the stages: documents, relations, matches, groups, the result of a scan."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from core.errors import Problem

SIMHASH_BITS = 64


class Relation(StrEnum):
    """How two files or texts are alike, from the strongest to the weakest."""

    IDENTICAL = "identical"
    SAME_TEXT = "same_text"
    SIMILAR = "similar"
    CONTAINED = "contained"


class MeasuredBy(StrEnum):
    """Which of the two measures of similarity gave the figure."""

    ORDER = "order"
    PASSAGES = "passages"


class Reason(StrEnum):
    """Why a member is proposed to stay (the keeper), or is the one the figures are relative to."""

    PROTECTED = "protected"
    FOLDER_RANK = "folder_rank"
    MORE_CONTENT = "more_content"
    EDITABLE = "editable"
    NO_COPY_SUFFIX = "no_copy_suffix"
    OLDER = "older"
    SHORTER_PATH = "shorter_path"
    FIRST_NAME = "first_name"
    REFERENCE = "reference"


class ShortfallKind(StrEnum):
    """Why some texts were not compared with all others that might be like them."""

    CROWD = "crowd"
    """So many texts of one template that each was compared with references only."""
    CUT = "cut"
    """Texts with so many candidates that only the best were compared."""
    TIMEOUT = "timeout"
    MEMORY = "memory"
    DIED = "died"
    ERROR = "error"
    """These four: pairs whose worker gave no answer."""


@dataclass(frozen=True, slots=True)
class Shortfall:
    """What a comparison left out; the sentence for people comes from `core.wording`.

    Attributes:
        count: texts of a crowd, texts that were cut short, or pairs.
    """

    kind: ShortfallKind
    count: int


@dataclass(frozen=True, slots=True)
class Document:
    """One file on disk as the walk saw it.

    Attributes:
        path: absolute, decoded with `os.fsdecode`, so that names of any bytes survive.
        root: the chosen folder under which it was found.
        size: bytes.
        mtime_ns: last change of the content, ns since the epoch.
        ctime_ns: last change of content or metadata, ns since the epoch.
        device: number of the volume; trusted within one scan only.
        inode: number of the file on its volume; 0 where the file system has none.
        links: how many names the file has.
    """

    path: str
    root: str
    size: int
    mtime_ns: int
    ctime_ns: int
    device: int = 0
    inode: int = 0
    links: int = 1

    def __post_init__(self) -> None:
        if self.size < 0:
            raise ValueError(f"size {self.size} is negative")

    @property
    def reclaimable_bytes(self) -> int:
        """The bytes that are free when this name of the file goes: none while it has another name."""
        return self.size if self.links <= 1 else 0


@dataclass(frozen=True, slots=True)
class Digests:
    """MD5 and BLAKE3 of a file as lower-case hex; None where they were not needed."""

    md5: str | None = None
    blake3: str | None = None


NO_DIGESTS = Digests()
"""What every member without digests shares: 300,000 empty ones of their own would take 14 MB."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Counts of words between two texts: `changed` stand for others, `added` and `removed` have no partner."""

    changed: int = 0
    added: int = 0
    removed: int = 0
    only_numbers: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """Two texts found alike, each named by one of its files.

    Attributes:
        a, b: paths.
        kind: SIMILAR or CONTAINED.
        similarity: in [0, 1]; 1 only for equal canonical texts.
        share_a, share_b: share of a's (b's) tokens that stand in the other, in [0, 1].
        hamming: differing SimHash bits, 0 to 64; None where a text is too short for one.
    """

    a: str
    b: str
    kind: Relation
    similarity: float
    by: MeasuredBy
    share_a: float
    share_b: float
    hamming: int | None

    def __post_init__(self) -> None:
        if not 0.0 <= self.similarity <= 1.0:
            raise ValueError(f"similarity {self.similarity} is outside [0, 1]")
        if self.a == self.b:
            raise ValueError("a document does not match itself")


@dataclass(frozen=True, slots=True)
class Member:
    """One file of a group.

    Attributes:
        is_keeper: identical and same text: proposed to stay; similar and contained: the reference.
        reason: why it is the keeper; None for the others.
        simhash: 64 bits; None without text enough.
        hamming: SimHash bits that differ from the keeper's.
        similarity: with the keeper; 1.0 for the keeper itself and for identical files.
        share: contained groups: the share of this text that stands in the reference.
        copies: other paths with the same content or text (never listed as members of this group).
        changes: words that differ from the reference; None where not counted.
        content_differs: same text, but pictures, formulas, links, tracked insertions or their order differ from the
            keeper's.
        is_protected: lies in a protected folder, or is protected by its kind of place.
    """

    document: Document
    is_keeper: bool
    reason: Reason | None = None
    digests: Digests = NO_DIGESTS
    simhash: int | None = None
    hamming: int | None = None
    similarity: float = 1.0
    share: float | None = None
    copies: tuple[str, ...] = ()
    changes: Changes | None = None
    content_differs: bool = False
    is_protected: bool = False

    @property
    def path(self) -> str:
        """The path of the file."""
        return self.document.path


def gain_of(members: Sequence[Member]) -> int:
    """Return the bytes freed if all went that may go for the first: no protected file, none with other content."""
    may_go = (member for member in members[1:] if not member.is_protected and not member.content_differs)
    return sum(member.document.reclaimable_bytes for member in may_go)


@dataclass(frozen=True, slots=True)
class DuplicateGroup:
    """Files that are alike; the keeper (or reference) stands first.

    Attributes:
        key: stable name of the group, made from the digest of its keeper's content or text.
        similarity: lowest similarity of any member with the keeper, in [0, 1].
        reclaimable_bytes: bytes freed if all went that may go for the keeper; None for similar and contained.
    """

    kind: Relation
    members: tuple[Member, ...]
    similarity: float
    key: str
    reclaimable_bytes: int | None = None

    def __post_init__(self) -> None:
        if len(self.members) < 2:
            raise ValueError("a group needs at least two members")
        if len({member.path for member in self.members}) != len(self.members):
            raise ValueError("a document may appear only once in a group")
        if not self.members[0].is_keeper or any(member.is_keeper for member in self.members[1:]):
            raise ValueError("the keeper is the first member, and the only one")
        if not 0.0 <= self.similarity <= 1.0:
            raise ValueError(f"similarity {self.similarity} is outside [0, 1]")

    @property
    def keeper(self) -> Member:
        """The member proposed to stay, or the reference."""
        return self.members[0]

    def without(self, gone: Collection[str]) -> DuplicateGroup | None:
        """Return the group less the paths in `gone`; None if the keeper went or no duplicate is left."""
        left = tuple(member for member in self.members if member.path not in gone)
        if len(left) < 2 or not left[0].is_keeper:
            return None
        return replace(self, members=left)


@dataclass(frozen=True, slots=True)
class FolderPair:
    """Two folders of which much is the same: shares of a's (b's) files whose content stands in the other."""

    a: str
    b: str
    share_a: float
    share_b: float
    files: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or folder that the scan passed over on purpose, and why (a `SkipReason` of core.walk)."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Counts:
    """What a scan saw.

    Attributes:
        files: paths walked and not skipped.
        size: bytes of all files; names of one file count once.
        documents: files of a kind whose text is read.
        text_compared: documents whose text took part in the comparison.
        bytes_only: files compared by their bytes alone.
        opened: files that this scan opened.
    """

    files: int = 0
    size: int = 0
    documents: int = 0
    text_compared: int = 0
    bytes_only: int = 0
    opened: int = 0
    skipped: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScanResult:
    """All that a scan found.

    Attributes:
        is_complete: False when the user stopped it or a root went away.
        groups: as values, or packed where a window keeps them for hours.
        names: the paths of each file that has more than one in the scan.
        capped: what was not compared with everything, empty when nothing was cut short.
        similarities: of all stored pairs of these files, also those below the threshold: what a lower one would list.
    """

    is_complete: bool
    roots: tuple[str, ...]
    counts: Counts
    groups: Sequence[DuplicateGroup] = ()
    matches: tuple[Match, ...] = ()
    folders: tuple[FolderPair, ...] = ()
    names: tuple[tuple[str, ...], ...] = ()
    skipped: tuple[Skipped, ...] = ()
    problems: tuple[Problem, ...] = ()
    capped: tuple[Shortfall, ...] = ()
    similarities: Sequence[float] = ()
