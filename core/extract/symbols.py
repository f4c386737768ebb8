"""What the letters of symbol fonts mean in Unicode: ticks, boxes, arrows, Greek and mathematics.

Sources: the fonts' own code charts (Symbol: Adobe's symbol.txt of the Unicode consortium; Wingdings: the annotations of
Unicode's proposal L2/11-052). A letter that is not listed keeps its code in the private use area, so that two of them
still differ.
"""

from __future__ import annotations

from typing import Final

_SYMBOL_ROWS: Final = {
    0x20: " !∀#∃%&∋()∗+,−./0123456789:;<=>?",
    0x40: "≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_",
    0x60: "‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼",
    0xA0: "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵",
    0xC0: "ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓",
    0xE0: "◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪",
    0xF1: "〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭",
}

_WINGDINGS: Final = {
    0x22: "✂", 0x28: "☎", 0x2A: "✉", 0x41: "✌", 0x46: "☞", 0x45: "☜", 0x4A: "☺", 0x4C: "☹", 0x52: "☼", 0x6C: "●",
    0x6D: "❍", 0x6E: "■", 0x6F: "□", 0x70: "❐", 0x71: "❑", 0x72: "❒", 0x73: "⬧", 0x74: "⧫", 0x75: "◆", 0x76: "❖",
    0x77: "⬥", 0x78: "⌧", 0x80: "⓪", 0x81: "①", 0x82: "②", 0x83: "③", 0x84: "④", 0x85: "⑤", 0x86: "⑥", 0x87: "⑦",
    0x88: "⑧", 0x89: "⑨", 0x8A: "⑩", 0x8B: "⓿", 0x8C: "❶", 0x8D: "❷", 0x8E: "❸", 0x8F: "❹", 0x90: "❺", 0x91: "❻",
    0x92: "❼", 0x93: "❽", 0x94: "❾", 0x95: "❿", 0x9E: "·", 0x9F: "•", 0xA1: "○", 0xA4: "◉", 0xA7: "▪", 0xA8: "□",
    0xAB: "★", 0xD8: "➢", 0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE8: "➔", 0xEF: "⇦", 0xF0: "⇨", 0xF1: "⇧",
    0xF2: "⇩", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
}  # fmt: skip

_WINGDINGS_2: Final = {
    0x4F: "✗", 0x50: "✓", 0x51: "☒", 0x52: "☑", 0x53: "☒", 0x54: "☒", 0x55: "⊗", 0x56: "⮿", 0x97: "●", 0x98: "•",
    0xA2: "■", 0xA3: "□", 0xAE: "◆", 0xAF: "◇",
}  # fmt: skip

_WINGDINGS_3: Final = {0x66: "←", 0x67: "→", 0x68: "↑", 0x69: "↓", 0x70: "▲", 0x71: "▼", 0x74: "◀", 0x75: "▶"}

_FONTS: Final = {
    "symbol": {first + at: sign for first, row in _SYMBOL_ROWS.items() for at, sign in enumerate(row)},
    "wingdings": _WINGDINGS,
    "wingdings 2": _WINGDINGS_2,
    "wingdings 3": _WINGDINGS_3,
}


def symbol(font: str, code: int) -> str:
    """Return the character that `code` (0x20 to 0xFF, or the same above 0xF000) shows in `font`."""
    low = code - 0xF000 if 0xF000 <= code <= 0xF0FF else code
    known = _FONTS.get(font.lower(), {}).get(low)
    if known is not None:
        return known
    return chr(code) if 0x20 <= code < 0x110000 and not 0xD800 <= code < 0xE000 else ""
