"""Fields of Word documents that show something without a result: SYMBOL and EQ.

Source: [MS-DOC] section 2.9.90 (flt) for the kinds; the switches are those of the field's help text in Word.
"""

from __future__ import annotations

import re

from core.extract.symbols import symbol

_SYMBOL = re.compile(r"\s*SYMBOL\s+(0x[0-9a-f]{1,4}|\d{1,5})", re.IGNORECASE)
_FONT = re.compile(r'\\f\s*(?:"([^"]*)"|(\S+))', re.IGNORECASE)
_UNICODE = re.compile(r"\\u\b", re.IGNORECASE)
_EQUATION = re.compile(r"\s*EQ\s+(.*)", re.IGNORECASE | re.DOTALL)
_READING = re.compile(r"\\s\s*\\up\s*\d*\s*\(([^()]*)\)\s*[,;]\s*([^()]*)\)")
_SWITCH = re.compile(r'\\\*\s*(?:"[^"]*"|\w+)(?:\s*"[^"]*")?|\\[a-z]{1,2}\d*(?:\s+\d+)?|[(),;]', re.IGNORECASE)


def shown_by_code(code: str) -> str:
    """Return what a field without a result shows: a sign, or the words of EQ with the reading after its base."""
    match = _SYMBOL.match(code)
    if match:
        font = _FONT.search(code)
        name = (font[1] or font[2] or "") if font else "Symbol"
        number = int(match[1], 16 if match[1][:2].lower() == "0x" else 10)
        return symbol("" if _UNICODE.search(code) else name, min(number, 0xFFFF))
    match = _EQUATION.match(code)
    if not match:
        return ""
    ruby = _READING.search(match[1])
    return f"{ruby[2]}({ruby[1]})" if ruby else " ".join(_SWITCH.sub(" ", match[1]).split())
