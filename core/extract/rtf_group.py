"""The state that a brace of RTF opens and closes (Rich Text Format Specification 1.9.1, "Basic Entities")."""

from __future__ import annotations

from dataclasses import dataclass

from core.extract.reading import PartKind


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
    script: str = ""
    is_starred: bool = False
    is_fresh: bool = True

    def reset(self) -> None:
        """Take back all formatting that concerns a reader."""
        self.is_deleted = self.is_hidden = self.is_inserted = False
        self.script = ""
