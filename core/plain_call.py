"""Plain calls of `scan`, read without the command line's library, which takes longer to load than many scans.

A call is plain when each of its words is a folder or one of a few options. Whatever else it is, help and mistakes
too, the command line reads; a test proves that both read the same from what is plain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

_FLAGS = frozenset(("--exact-only", "--hidden"))

_VALUES = frozenset(("--library", "--json", "--csv", "--html"))


def plain_scan(arguments: Sequence[str]) -> tuple[list[str], dict[str, Any]] | None:
    """Return the folders and the options of a plain call of `scan`, by the names of its parameters.

    Returns:
        None for any other call.
    """
    if not arguments or arguments[0] != "scan":
        return None
    folders: list[str] = []
    options: dict[str, Any] = {}
    words = iter(arguments[1:])
    for word in words:
        name = word[2:].replace("-", "_")
        if not word.startswith("-"):
            folders.append(word)
        elif word in _FLAGS and name not in options:
            options[name] = True
        elif word in _VALUES and name not in options:
            value = next(words, "")
            if not value or (value.startswith("-") and (value != "-" or name == "library")):
                return None
            options[name] = value
        else:
            return None
    return (folders, options) if folders and all(folders) else None
