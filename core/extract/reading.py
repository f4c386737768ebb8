"""What an extractor gives back, and what it must satisfy."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import BinaryIO, Protocol


class Status(StrEnum):
    """How reading a file's text ended; the words are those of `text --json`."""

    OK = "ok"
    NO_TEXT = "no_text"
    ENCRYPTED = "encrypted"
    DAMAGED = "damaged"
    NOT_AS_NAMED = "not_as_named"
    UNSUPPORTED = "unsupported"
    TOO_LARGE = "too_large"
    TIMEOUT = "timeout"
    UNREADABLE = "unreadable"


class PartKind(StrEnum):
    """Where in a document a text stands.

    Only BODY counts for the similarity (so that a shared letterhead cannot make two letters alike); all parts
    count for "same text".
    """

    BODY = "body"
    HEADER = "header"
    FOOTER = "footer"
    NOTE = "note"
    COMMENT = "comment"
    FIELD = "field"
    DELETED = "deleted"
    FORMULA = "formula"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of text with its place. Paragraphs, cells and shapes are separated by line feeds."""

    kind: PartKind
    text: str


@dataclass(frozen=True, slots=True)
class Item:
    """One thing of a document that is not text.

    Attributes:
        kind: "picture", "formula", "object", "media", "signature", "chart", "macro"; "link" (where one points),
            "order" (in which pictures, objects or links follow one another), "insertion" (tracked, not accepted),
            "struck" (struck-out text), "cells" (which cells of tables are filled).
        digest: hex of its decoded bytes, so that the same picture has the same digest in every container.
    """

    kind: str
    digest: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The outcome of reading one file.

    Attributes:
        status: OK and NO_TEXT are answers; NOT_AS_NAMED may carry text (a .doc that is RTF is read as RTF).
        format: what the content is, as a lower-case name ("docx", "rtf", "txt"), whatever the file is called.
        parts: in reading order.
        inventory: compared as a multiset; where the order of objects counts, an item "order" stands for it.
        encoding: of plain texts, the Python codec that decoded them.
        detail: what happened, one English sentence for log and tool tip; "" when all is well.
        modified: the document's own modification date (ISO 8601) where it keeps one.
        left_out: kinds of content that were seen and by policy not read ("attachments", "archive members").
    """

    status: Status
    format: str
    parts: tuple[Part, ...] = ()
    inventory: tuple[Item, ...] = ()
    encoding: str | None = None
    detail: str = ""
    modified: str | None = None
    left_out: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All parts in reading order, separated by line feeds."""
        return "\n".join(part.text for part in self.parts)

    @property
    def body(self) -> str:
        """The parts that count for the similarity."""
        return "\n".join(part.text for part in self.parts if part.kind is PartKind.BODY)


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what one file may cost; all are hard.

    Attributes:
        maximum_text: characters over all parts.
        maximum_expansion: bytes that all members of a container may decompress to.
        maximum_ratio: decompressed bytes a compressed byte, for members above 1 MiB.
        maximum_members: entries in a container.
        maximum_depth: nesting of elements and of containers.
    """

    maximum_text: int = 20_000_000
    maximum_expansion: int = 2 * 1024**3
    maximum_ratio: int = 200
    maximum_members: int = 100_000
    maximum_depth: int = 200


class ReadingError(Exception):
    """Raised inside an extractor when the file as a whole cannot be read; becomes a Reading of that status."""

    def __init__(self, status: Status, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail


class Extractor(Protocol):
    """A module or object that reads one family of formats."""

    NAME: str
    VERSION: int
    FORMATS: frozenset[str]

    def read(self, source: BinaryIO, form: str, limits: Limits) -> Reading:
        """Return the text of `source`, a seekable binary file, taken to be of format `form` (of FORMATS).

        Raises:
            ReadingError: when nothing can be read. Any other exception is a fault of the extractor and becomes
                DAMAGED at the boundary in `core.extract`.
        """

