"""Bytes of RTF as characters: code pages, symbol fonts, data in hexadecimal digits.

Source: Rich Text Format Specification 1.9.1, sections "Character Set" and "Font Table".
"""

from __future__ import annotations

import binascii
import re
from hashlib import blake2b

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


class HexDigest:
    """Takes the digest of data in hexadecimal digits as it comes: a picture of 100 MB is never held whole."""

    def __init__(self) -> None:
        self._state = blake2b(digest_size=16)
        self._waiting = ""
        self.size = 0

    def add(self, text: str) -> None:
        """Take in digits; everything else between them is passed over."""
        digits = self._waiting + re.sub(r"[^0-9A-Fa-f]", "", text)
        even = len(digits) // 2 * 2
        self._waiting = digits[even:]
        self.add_bytes(binascii.unhexlify(digits[:even]))

    def add_bytes(self, data: bytes) -> None:
        """Take in raw bytes (\\bin)."""
        self._state.update(data)
        self.size += len(data)

    def digest(self) -> str:
        """Return the digest so far, as `collecting.digest` gives it."""
        return self._state.hexdigest()
