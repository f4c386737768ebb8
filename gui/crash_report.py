"""The text that people may copy after a bug: what went wrong, without the names of their files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_QUOTED = re.compile(r"""(?P<quote>["'])(?P<path>(?:[A-Za-z]:)?[^"'\n]*[/\\][^"'\n]*)(?P=quote)""")
_BARE = re.compile(r"""(?<![\w.…<"'/\\])(?:[A-Za-z]:[/\\]|\\\\|/|~/)[^\s"'<>|]+""")
_OWN = re.compile(
    r"(?:^|[/\\])(?P<tail>(?:core|gui|resources|site-packages|python3?\.\d+|lib)[/\\][^\n]*\.pyc?)$", re.I
)

HIDDEN = "<path>"


def without_paths(story: str, folders: Iterable[str] = ()) -> str:
    """Return `story` with every path replaced by "<path>", except the parts that name the program's own modules.

    Args:
        folders: folders known to be personal (the home folder, the scanned ones); what follows one on its line goes.
    """
    text = _QUOTED.sub(lambda found: found["quote"] + _module_or_hidden(found["path"]) + found["quote"], story)
    for folder in sorted({folder for folder in folders if len(folder) > 1}, key=len, reverse=True):
        text = re.sub(re.escape(folder) + r"[^\n\"']*", HIDDEN, text)
    return _BARE.sub(lambda found: _module_or_hidden(found[0]), text)


def _module_or_hidden(path: str) -> str:
    own = _OWN.search(path)
    return "…/" + own["tail"].replace("\\", "/") if own else HIDDEN
