"""Where a link points, in a form that stays when another program saves the document. Pure."""

from __future__ import annotations

import re
import struct
from html import unescape
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterator

_ADDRESS: Final = re.compile(r"([a-z][a-z0-9+.-]*):(//)?([^/?#]*)(.*)", re.IGNORECASE | re.DOTALL)
_FIELD: Final = re.compile(r'\bHYPERLINK\s+(?:\\[a-km-z]\s+)*(?:"([^"]*)"|([^\s\\"]+))')
_URL_MONIKER: Final = bytes.fromhex("e0c9ea79f9bace118c8200aa004ba90b")
_FILE_MONIKER: Final = bytes.fromhex("0303000000000000c000000000000046")
_LOCAL: Final = frozenset({"", "file", "javascript", "vbscript", "data", "cid", "about"})


def link_of(target: str) -> str:
    """Return what identifies where `target` points: an address outside, or the bare name of a file; "" for neither.

    Programs write the same address with and without a slash behind its host, escaped and not; a file's folder they
    rewrite whenever the document moves. Places within the document are its own layout.
    """
    target = unquote(unescape(target)).strip()
    match = _ADDRESS.fullmatch(target)
    scheme = match[1].lower() if match and len(match[1]) > 1 else ""
    if scheme not in _LOCAL and match:
        return f"{scheme}:{match[3].lower()}{'' if match[4] == '/' else match[4]}"
    if scheme not in ("", "file"):
        return ""
    return re.split(r"[/\\]", target.partition("#")[0])[-1]


def hyperlink_target(data: bytes) -> str:
    """Return where a Hyperlink Object of a binary workbook points ([MS-OSHARED] section 2.3.7.1), "" inside of it."""
    if len(data) < 8:
        return ""
    (flags,) = struct.unpack_from("<I", data, 4)
    at = 8
    for has_string in (flags & 0x10, flags & 0x80):  # the name that is shown, the name of a frame
        if has_string:
            at += 4 + 2 * struct.unpack_from("<I", data, at)[0]
    if not flags & 1:
        return ""
    if flags & 0x100:
        return _wide(data[at + 4 : at + 4 + 2 * struct.unpack_from("<I", data, at)[0]])
    moniker, at = data[at : at + 16], at + 16
    if moniker == _URL_MONIKER:
        return _wide(data[at + 4 : at + 4 + struct.unpack_from("<I", data, at)[0]])
    if moniker == _FILE_MONIKER:
        (size,) = struct.unpack_from("<I", data, at + 2)
        return data[at + 6 : at + 6 + size].split(b"\0")[0].decode("latin-1")
    return ""


def _wide(data: bytes) -> str:
    return data[: len(data) // 2 * 2].decode("utf-16-le", "replace").split("\0", 1)[0]


def links_of_fields(instructions: str) -> Iterator[str]:
    """Yield the targets of the fields HYPERLINK in Word's field instructions; places in the document are none."""
    if "HYPERLINK" in instructions:
        for quoted, bare in _FIELD.findall(instructions):
            yield (quoted or bare).replace("\\\\", "\\")
