"""The namespaces of office packages by their usual prefix: transitional, then strict (ISO/IEC 29500, annex A)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

_OPEN: Final = "http://schemas.openxmlformats.org/"
_STRICT: Final = "http://purl.oclc.org/ooxml/"
_MICROSOFT: Final = "http://schemas.microsoft.com/office/"

NAMESPACES: Final[Mapping[str, tuple[str, ...]]] = {
    "w": (_OPEN + "wordprocessingml/2006/main", _STRICT + "wordprocessingml/main"),
    "a": (_OPEN + "drawingml/2006/main", _STRICT + "drawingml/main"),
    "p": (_OPEN + "presentationml/2006/main", _STRICT + "presentationml/main"),
    "c": (_OPEN + "drawingml/2006/chart", _STRICT + "drawingml/chart"),
    "dgm": (_OPEN + "drawingml/2006/diagram", _STRICT + "drawingml/diagram"),
    "m": (_OPEN + "officeDocument/2006/math", _STRICT + "officeDocument/math"),
    "r": (_OPEN + "officeDocument/2006/relationships", _STRICT + "officeDocument/relationships"),
    "mc": (_OPEN + "markup-compatibility/2006",),
    "cx": (_MICROSOFT + "drawing/2014/chartex",),
    "p14": (_MICROSOFT + "powerpoint/2010/main",),
    "v": ("urn:schemas-microsoft-com:vml",),
    "o": ("urn:schemas-microsoft-com:office:office",),
}

Action = TypeVar("Action")


def names(prefix: str, action: Action, *locals_: str) -> dict[str, Action]:
    """Return `action` under the qualified names, as expat tells them, of elements in all namespaces of `prefix`."""
    return {f"{space} {local}": action for space in NAMESPACES[prefix] for local in locals_}
