"""Gathers what an extractor reads, within the limits, and makes the Reading of it.

Every extractor of the older and foreign formats hands its stretches of text and its objects to a `Collector`;
so bounds on the text, the digests of the inventory and "is there any text" are decided in one place.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import TYPE_CHECKING

from core.extract.links import link_of
from core.extract.reading import Item, Part, PartKind, Reading, ReadingError, Status
from core.extract.scripts import has_marks, written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.extract.grid import Grid
    from core.extract.reading import Limits

_BESIDE_LETTERS = re.compile("[\\s\ufdd0-\ufdd4]+")
"""White space, which another program may divide otherwise, and the marks of `core.extract.scripts`."""

MAXIMUM_ITEMS = 20_000
"""More objects than any document of a person holds; past it only texts are gathered."""


def digest(data: bytes | Iterable[bytes]) -> str:
    """Return the inventory digest of an object's decoded bytes: BLAKE2b, 16 bytes, as hex."""
    state = blake2b(digest_size=16)
    for chunk in (data,) if isinstance(data, bytes) else data:
        state.update(chunk)
    return state.hexdigest()


class Collector:
    """Collects the parts and the inventory of one document."""

    def __init__(self, form: str, limits: Limits) -> None:
        self.form = form
        self.limits = limits
        self.modified: str | None = None
        self._parts: list[tuple[PartKind, list[str]]] = []
        self._items: list[Item] = []
        self._sequence: list[str] = []
        self._links: dict[str, None] = {}
        self._inserted: list[str] = []
        self._struck: list[str] = []
        self._grids: list[str] = []
        self._left_out: dict[str, None] = {}
        self._length = 0

    def add(self, kind: PartKind, text: str) -> None:
        """Add a stretch of text; stretches of one kind in a row become one part.

        Raises:
            ReadingError: TOO_LARGE when all parts together exceed the limit.
        """
        text = text.strip("\r\n\t ")
        if has_marks(text):
            text = written(text)
        if not text:
            return
        self._length += len(text) + 1
        if self._length > self.limits.maximum_text:
            raise ReadingError(Status.TOO_LARGE, f"more than {self.limits.maximum_text} characters of text")
        if self._parts and self._parts[-1][0] is kind:
            self._parts[-1][1].append(text)
        else:
            self._parts.append((kind, [text]))

    def item(self, kind: str, data: bytes | Iterable[bytes], *, is_placed: bool = False) -> None:
        """Add an object that is not text by the digest of its decoded bytes; see `add_item`."""
        self.add_item(kind, digest(data), is_placed=is_placed)

    def add_item(self, kind: str, known_digest: str, *, is_placed: bool = False) -> None:
        """Add an object whose digest is known already, as of a picture that is used again.

        Args:
            is_placed: objects come in the order in which the text refers to them, and that order is content.
        """
        if len(self._items) < MAXIMUM_ITEMS:
            self._items.append(Item(kind, known_digest))
            if is_placed:
                self._sequence.append(known_digest)

    def link(self, target: str) -> None:
        """Note where a link points; places within the document are layout."""
        found = link_of(target)
        if found and len(self._links) < MAXIMUM_ITEMS:
            self._links[found] = None

    def inserted(self, text: str) -> None:
        """Note text, part of another stretch, that is an insertion which nobody has accepted yet."""
        self._inserted.append(text)

    def struck(self, text: str) -> None:
        """Note text, part of another stretch, that is struck out."""
        self._struck.append(text)

    def grid(self, grid: Grid) -> None:
        """Note which cells of a table are filled."""
        shape = grid.shape()
        if shape:
            self._grids.append(shape)

    def leave_out(self, what: str) -> None:
        """Note a kind of content that was seen and by policy not read."""
        self._left_out[what] = None

    @property
    def has_text(self) -> bool:
        """Whether any letter, digit or sign was gathered."""
        return any(piece.strip() for _, pieces in self._parts for piece in pieces)

    def reading(self, damage: str = "", *, detail: str = "") -> Reading:
        """Return what was gathered: OK or, where there is no text, NO_TEXT.

        Args:
            damage: what was broken, so that a part of the content is lost or in doubt: the reading is DAMAGED, in
                every format alike, and keeps what could be had.
            detail: what else is to be told.
        """
        return Reading(
            status=Status.DAMAGED if damage else Status.OK if self.has_text else Status.NO_TEXT,
            format=self.form,
            parts=tuple(Part(kind, "\n".join(pieces)) for kind, pieces in self._parts),
            inventory=(*self._items, *self._signs()),
            detail=damage or detail,
            modified=self.modified,
            left_out=tuple(self._left_out),
        )

    def _signs(self) -> Iterator[Item]:
        """Yield what tells documents of one text apart beside their objects: order, links, open insertions."""
        if len(set(self._sequence)) > 1:
            yield Item("order", digest(" ".join(self._sequence).encode()))
        links = [digest(link.encode("utf-8", "surrogatepass")) for link in self._links]
        yield from (Item("link", found) for found in links)
        if len(links) > 1:
            yield Item("order", digest(" ".join(links).encode()))
        for kind, pieces in (("insertion", self._inserted), ("struck", self._struck), ("cells", self._grids)):
            told = _BESIDE_LETTERS.sub("", " ".join(pieces))
            if told:
                yield Item(kind, digest(told.encode("utf-8", "surrogatepass")))
