"""What OpenDocument says of raised text and of tracked insertions (OpenDocument 1.3 part 3: 20.384, 5.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.extract.scripts import LOWERED, RAISED

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
