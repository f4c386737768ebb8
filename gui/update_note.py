"""What is known of newer versions, as the window remembers it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class UpdateNote:
    """The last question.

    Attributes:
        asked: when, in seconds since 1970; 0 for never.
        newest: the newest version that was ever answered; "" for none.
        trouble: why the last question had no answer, as a sentence; "" where it had.
    """

    asked: float = 0.0
    newest: str = ""
    trouble: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.asked, (int, float)):
            raise TypeError(f"asked = {self.asked!r} is no time")
        if not (isinstance(self.newest, str) and isinstance(self.trouble, str)):
            raise TypeError(f"{self.newest!r}, {self.trouble!r} are no texts")
