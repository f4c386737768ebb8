"""Numbers of spreadsheets as their cells show them.

A subset of the number formats of ECMA-376 part 1, section 18.8.30 (numFmt) and 18.8.31 (numFmts), which .xls, .xlsb
and .xlsx share: sections by sign, digits, thousands, per cent, exponents, literals, dates and times. Fractions and
widths are shown as General; General with up to 15 digits, all that a cell keeps.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00",
    14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm",
    21: "h:mm:ss", 22: "yyyy-mm-dd h:mm", 27: "yyyy年m月", 28: "m月d日", 29: "m月d日", 30: "m-d-yy", 31: "yyyy年m月d日",
    32: "h时mm分", 33: "h时mm分ss秒", 36: "yyyy年m月", 37: "#,##0;-#,##0", 38: "#,##0;-#,##0", 39: "#,##0.00;-#,##0.00",
    40: "#,##0.00;-#,##0.00", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 50: "yyyy年m月",
    51: "m月d日", 52: "yyyy年m月", 53: "m月d日", 54: "m月d日", 57: "yyyy年m月", 58: "m月d日",
}  # fmt: skip
"""Formats by number, section 18.8.30; those that follow the system's region have one fixed form here."""

_TOKEN = re.compile(
    r'"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]\-]*)(?:-[^\]]*)?\]|\[(h+|m+|s+)\]|\[[^\]]*\]|(AM/PM|A/P|上午/下午)'
    r"|(General|G/通用格式)|(y+|m+|d+|h+|s+)|([0#?]+(?:,[0#?]+)*,*(?:\.[0#?]*)?|\.[0#?]+)|(E[+-])|(.)",
    re.IGNORECASE | re.DOTALL,
)
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_LAST_DAY = 2_958_466
"""1 January 10000: from there on a number is no date."""


@dataclass(frozen=True, slots=True)
class _Section:
    """One of the up to four sections of a format, as (kind, text) tokens."""

    tokens: tuple[tuple[str, str], ...]

    @property
    def is_date(self) -> bool:
        return any(kind in ("date", "elapsed") for kind, _ in self.tokens)

    @property
    def is_general(self) -> bool:
        digits = sum(kind == "digits" for kind, _ in self.tokens)
        is_fraction = digits > 1 and any(text == "/" for kind, text in self.tokens if kind == "literal")
        return is_fraction or any(kind == "general" for kind, _ in self.tokens)


def general(value: float) -> str:
    """Return a number without a format."""
    if not math.isfinite(value):
        return ""
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.15g}"


def shown(value: float, code: str, *, is_1904: bool = False) -> str:
    """Return `value` as a cell with the format `code` shows it.

    Args:
        is_1904: days are counted from 1904 and not from 1900.
    """
    if not code or code == "General" or not math.isfinite(value):
        return general(value)
    sections = _sections(code)
    section, value = _choose(sections, value)
    if section.is_date:
        return _date(value, section, is_1904)
    if section.is_general:
        kept = [(kind, text) for kind, text in section.tokens if kind in ("general", "literal")]
        literals = ["\0" if kind == "general" else text for kind, text in kept]
        return "".join(literals).replace("\0", general(value)) if "\0" in literals else general(value)
    return _number(value, section)


def is_date(code: str) -> bool:
    """Whether `code` shows a number as a date or time."""
    return bool(code) and _sections(code)[0].is_date


def _choose(sections: tuple[_Section, ...], value: float) -> tuple[_Section, float]:
    if value < 0 and len(sections) > 1:
        return sections[1], -value
    if value == 0 and len(sections) > 2:
        return sections[2], value
    return sections[0], value


@lru_cache(maxsize=1024)
def _sections(code: str) -> tuple[_Section, ...]:
    parts: list[list[tuple[str, str]]] = [[]]
    for match in _TOKEN.finditer(code[:255]):
        quoted, escaped, currency, elapsed, half, wide, dated, digits, exponent, other = match.groups()
        if other == ";":
            parts.append([])
            continue
        found = (
            ("elapsed", elapsed), ("half", half), ("general", wide), ("date", dated), ("digits", digits),
            ("exponent", exponent), ("literal", quoted), ("literal", escaped), ("literal", currency),
            ("literal", other),
        )  # fmt: skip
        parts[-1].extend([(kind, text) for kind, text in found if text][:1])
    return tuple(_Section(tuple(part)) for part in parts)


def _number(value: float, section: _Section) -> str:
    digits = [text for kind, text in section.tokens if kind == "digits"]
    if not digits:
        return "".join(text for kind, text in section.tokens if kind == "literal" and text != "@")
    percents = sum(text.count("%") for kind, text in section.tokens if kind == "literal")
    whole, _, decimals = digits[0].partition(".")
    scale = len(whole) - len(whole.rstrip(","))
    value = value * 100.0**percents / 1000.0**scale
    if any(kind == "exponent" for kind, _ in section.tokens):
        text = f"{value:.{len(decimals)}E}"
    else:
        comma = "," if "," in whole.rstrip(",") else ""
        text = f"{abs(value):{comma}.{len(decimals)}f}"
        optional = len(decimals) - len(decimals.rstrip("#?"))
        while optional and "." in text and text.endswith("0"):
            text, optional = text[:-1], optional - 1
        text = text.rstrip(".").zfill(whole.count("0"))
        text = "" if text == "0" and "0" not in whole else text
    sign = "-" if value < 0 and not text.startswith("-") and text.strip("0.,") else ""
    out, is_placed = [], False
    for kind, token in section.tokens:
        if kind == "digits" and not is_placed:
            out.append(sign + text)
            is_placed = True
        elif kind == "literal" and token != "@":
            out.append(token)
    return "".join(out).strip()


def _date(value: float, section: _Section, is_1904: bool) -> str:
    if not 0 <= value < _LAST_DAY:
        return general(value)
    seconds = round(value * 86400, 3)
    start = datetime(1904, 1, 1) if is_1904 else datetime(1899, 12, 30) if value >= 60 else datetime(1899, 12, 31)  # noqa: DTZ001 - a cell has no zone
    try:
        moment = start + timedelta(seconds=seconds if section.tokens[-1][0] == "digits" else round(seconds))
    except OverflowError:
        return general(value)
    is_half = any(kind == "half" for kind, _ in section.tokens)
    out: list[str] = []
    last = ""
    for index, (kind, text) in enumerate(section.tokens):
        if kind == "elapsed":
            out.append(str(int(seconds // {"h": 3600, "m": 60, "s": 1}[text[0].lower()])))
            last = text[0].lower()
        elif kind == "date":
            ahead = next((t[0].lower() for k, t in section.tokens[index + 1 :] if k == "date"), "")
            is_minute = text[0] in "mM" and len(text) < 3 and (last == "h" or ahead == "s")
            out.append(_field(moment, text.lower(), is_minute, is_half))
            last = text[0].lower()
        elif kind == "half":
            out.append("AM" if moment.hour < 12 else "PM")
        elif kind == "literal" and text != "@":
            out.append(text)
    return "".join(out).strip()


def _field(moment: datetime, code: str, is_minute: bool, is_half: bool) -> str:
    sign, width = code[0], len(code)
    if sign == "y":
        return f"{moment.year:04}" if width > 2 else f"{moment.year % 100:02}"
    if sign == "m" and not is_minute and width > 2:
        return _MONTHS[moment.month - 1][: 3 if width == 3 else 1 if width == 5 else None]
    if sign == "d" and width > 2:
        return _DAYS[moment.weekday()][: 3 if width == 3 else None]
    hour = (moment.hour % 12 or 12) if is_half else moment.hour
    number = {"m": moment.minute if is_minute else moment.month, "d": moment.day, "h": hour, "s": moment.second}[sign]
    return f"{number:0{min(width, 2)}}"
