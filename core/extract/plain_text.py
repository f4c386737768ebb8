"""Plain texts of any encoding: notes, tables of values, logs, source text.

The one part is exactly the decoded text, line ends and all; markup in it (Markdown, XML, JSON) is text as it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, Final

from core.extract.encoding import decode
from core.extract.reading import Limits, Part, PartKind, Reading, ReadingError, Status

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

NAME: Final = "plain_text"
VERSION: Final = 1
FORMATS: Final[AbstractSet[str]] = frozenset({"txt"})

BYTES_A_CHARACTER: Final = 4  # the most that any encoding here spends


def read(source: BinaryIO, form: str, limits: Limits) -> Reading:
    """Return the decoded text as one body part.

    Raises:
        ReadingError: TOO_LARGE before the file is read whole, UNREADABLE when it is no text.
    """
    most = limits.maximum_text * BYTES_A_CHARACTER
    data = source.read(most + 1)
    if len(data) > most:
        raise ReadingError(Status.TOO_LARGE, f"more than {limits.maximum_text} characters of text")
    found = decode(data)
    if not found.text.strip():
        return Reading(Status.NO_TEXT, form, encoding=found.encoding, detail="white space only")
    detail = f"{found.wrong} wrong bytes were replaced" if found.wrong else ""
    return Reading(Status.OK, form, (Part(PartKind.BODY, found.text),), encoding=found.encoding, detail=detail)
