"""How the window is asked for: what stands behind `neartwin`, and what a second start hands to the first.

    neartwin                              opens the window
    neartwin PATH...                      puts folders on the list, and checks files against the library
    neartwin --check-window PATH...       checks files, and all files in folders ("Check with Neartwin")
    neartwin --background                 opens no window where there is a tray (the start with the desktop)
    neartwin --library FOLDER ...         the window of that library

Everything else is a command. A command's name wins over a file of that name; "--" ends the options.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from typing import Any

CHECK, BACKGROUND, LIBRARY = "--check-window", "--background", "--library"


@dataclass(frozen=True, slots=True)
class Start:
    """What the window shall do when it opens, or comes forward.

    Attributes:
        folders: are put on the list.
        checked: files and folders to check; nothing of them is stored.
        is_background: show no window where there is a tray.
        library: folder of the library; None for the user's own.
    """

    folders: tuple[str, ...] = ()
    checked: tuple[str, ...] = ()
    is_background: bool = False
    library: str | None = None


def parsed(arguments: list[str]) -> Start | None:
    """Return what the window is asked for; None where the arguments are for the command line."""
    rest = list(arguments)
    start = Start()
    checks_all = False
    while rest and rest[0].startswith("--"):
        option = rest.pop(0)
        if option == "--":
            break
        if option == LIBRARY and rest:
            start = replace(start, library=os.path.abspath(rest.pop(0)))
        elif option == BACKGROUND:
            start = replace(start, is_background=True)
        elif option == CHECK:
            checks_all = True
        else:
            return None
    if not all(os.path.exists(path) for path in rest):
        return None
    paths = [os.path.abspath(path) for path in rest]
    folders = [] if checks_all else [path for path in paths if os.path.isdir(path)]
    return replace(start, folders=tuple(folders), checked=tuple(path for path in paths if path not in folders))


def to_message(start: Start) -> bytes:
    """Return one line that carries a start to the window that is open already; names of any bytes survive."""
    values = {
        "folders": list(start.folders),
        "checked": list(start.checked),
        "is_background": start.is_background,
    }
    return json.dumps(values).encode("ascii") + b"\n"


def from_message(line: bytes) -> Start | None:
    """Return what `to_message` wrote; None where the line is none of ours."""
    try:
        values: Any = json.loads(line)
    except ValueError:
        return None
    if not isinstance(values, dict):
        return None
    return Start(_paths(values.get("folders")), _paths(values.get("checked")), values.get("is_background") is True)


def _paths(values: object) -> tuple[str, ...]:
    return tuple(value for value in values if isinstance(value, str)) if isinstance(values, list) else ()
