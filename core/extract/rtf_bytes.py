"""Bytes of RTF as characters: code pages, symbol fonts, data in hexadecimal digits. Pure.

Source: Rich Text Format Specification 1.9.1, sections "Character Set" and "Font Table".
"""

from __future__ import annotations

import binascii
import re

from core.extract.rtf_words import DOUBLE_BYTE, SYMBOL_CHARSET
from core.extract.symbols import symbol


def decoded(raw: bytes, codec: str, font: str) -> str:
    """Decode `raw` by `codec`; a codec that says "symbol" asks what the letters of `font` show."""
    if codec == SYMBOL_CHARSET:
        return shown_symbols("".join(chr(0xF000 + byte) if byte > 32 else " " for byte in raw), font)
    if raw.isascii():
        return raw.decode("ascii")
    if codec in DOUBLE_BYTE:
        try:
            return raw.decode(codec)
        except UnicodeDecodeError:
            codec = "cp1252" if _is_western(raw) else codec
    return raw.decode(codec, "replace")


def shown_symbols(text: str, font: str) -> str:
    """Return `text` with the private signs of a symbol font as what they show."""
    name = font.strip(" ;")
    return "".join(symbol(name, ord(sign)) if "\uf000" <= sign <= "\uf0ff" else sign for sign in text)


def _is_western(raw: bytes) -> bool:
    """Whether bytes that a double-byte code page refuses are single accented letters between plain ones."""
    return re.search(rb"[\x80-\xff]{2}", raw) is None


def unhexed(text: str) -> bytes:
    """Return the bytes that hexadecimal digits stand for; everything else between them is passed over."""
    digits = re.sub(r"[^0-9A-Fa-f]", "", text)
    return binascii.unhexlify(digits[: len(digits) // 2 * 2])
