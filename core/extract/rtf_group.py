"""The state that a brace of RTF opens and closes (Rich Text Format Specification 1.9.1, "Basic Entities")."""

from __future__ import annotations

from dataclasses import dataclass

from core.extract.reading import PartKind
from core.extract.rtf_words import SCRIPTS, script_of


@dataclass(slots=True)
class Group:
    """Where text goes, how its bytes are decoded, and how it is formatted.

    Attributes:
        script: a mark of `core.extract.scripts`, "" on the base line.
    """

    out: list[str]
    kind: PartKind | None = PartKind.BODY
    destination: str = ""
    font: int = -1
    unicode_skip: int = 1
    is_deleted: bool = False
    is_hidden: bool = False
    is_inserted: bool = False
    is_struck: bool = False
    script: str = ""
    is_starred: bool = False
    is_fresh: bool = True

    def apply(self, word: str, number: int | None) -> bool:
        """Let a word of formatting act; say whether it is one that concerns a reader."""
        if word == "uc":
            self.unicode_skip = max(0, number if number is not None else 1)
        elif word == "deleted":
            self.is_deleted = number != 0
        elif word == "v":
            self.is_hidden = number != 0
        elif word in SCRIPTS:
            self.script = script_of(word, number)
        elif word == "revised":
            self.is_inserted = number != 0
        elif word in ("strike", "striked"):
            self.is_struck = number != 0
        else:
            return False
        return True

    def reset(self) -> None:
        """Take back all formatting that concerns a reader."""
        self.is_deleted = self.is_hidden = self.is_inserted = self.is_struck = False
        self.script = ""
