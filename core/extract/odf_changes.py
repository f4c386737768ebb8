"""What OpenDocument says of raised text and of tracked insertions (OpenDocument 1.3 part 3: 20.384, 5.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.extract.scripts import LEVEL, LOWERED, RAISED

if TYPE_CHECKING:
    from collections.abc import Mapping

CHANGE_MARKS = frozenset(("text:changed-region", "text:insertion", "text:change-start", "text:change-end"))


def mark_of_position(position: str) -> str:
    """Return the mark of the attribute text-position: "super 58%", "-33% 58%"; "" for the base line."""
    place = position.partition(" ")[0]
    if place in ("super", "sub"):
        return RAISED if place == "super" else LOWERED
    if not place.strip("-0.%"):
        return ""
    return LOWERED if place.startswith("-") else RAISED


class Spans:
    """Stretches of text whose style raises, lowers or strikes them out.

    Attributes:
        struck: the text that is struck out.
    """

    def __init__(self, above: Spans | None = None) -> None:
        """Begin with the styles of another part, which those of this one may replace."""
        self.struck: list[str] = []
        self._marks: dict[str, str] = dict(above._marks) if above else {}
        self._struck_styles: set[str] = set(above._struck_styles) if above else set()
        self._open: list[tuple[int, str, int]] = []

    def define(self, name: str, parent: str) -> None:
        """A style begins, with what its parent has."""
        self._marks[name] = self._marks.get(parent, "")
        (self._struck_styles.add if parent in self._struck_styles else self._struck_styles.discard)(name)

    def set_properties(self, name: str, position: str, line: str) -> None:
        """Take in the position and the line through the text of a style, "" where it says nothing of them."""
        if position:
            self._marks[name] = mark_of_position(position)
        if line:
            (self._struck_styles.discard if line == "none" else self._struck_styles.add)(name)

    def open(self, style: str, depth: int, out: list[str]) -> None:
        """A span of this style begins at `depth`."""
        mark = self._marks.get(style, "")
        is_struck = style in self._struck_styles
        if mark or is_struck:
            self._open.append((depth, mark, len(out) if is_struck else -1))
            if mark:
                out.append(mark)

    def close(self, depth: int, out: list[str]) -> None:
        """An element at `depth` ends."""
        if self._open and self._open[-1][0] == depth:
            _, mark, start = self._open.pop()
            if start >= 0:
                self.struck += out[start:]
            if mark:
                out.append(next((outer for _, outer, _ in reversed(self._open) if outer), LEVEL))


class Changes:
    """Gathers the text between the marks of insertions that nobody has accepted yet."""

    def __init__(self) -> None:
        self.inserted: list[str] = []
        self._region = ""
        self._insertions: set[str] = set()
        self._open: dict[str, tuple[list[str], int]] = {}

    def note(self, tag: str, attributes: Mapping[str, str], out: list[str]) -> None:
        """Take in one of `CHANGE_MARKS`; `out` is where text goes at this place."""
        identifiers = (value for key, value in attributes.items() if key.rpartition(" ")[2] in ("id", "change-id"))
        identifier = next(identifiers, "")
        if tag == "text:changed-region":
            self._region = identifier
        elif tag == "text:insertion":
            self._insertions.add(self._region)
        elif tag == "text:change-start":
            if identifier in self._insertions:
                self._open[identifier] = (out, len(out))
        else:
            pieces, start = self._open.pop(identifier, (out, len(out)))
            self.inserted.append("".join(pieces[start:]))
