"""From the lines of PDF pages to running text: page heads and feet apart, broken words joined, wrapped lines too.

A PDF knows lines, not paragraphs. What repeats at the edge of pages is furniture; a hyphen at the end of a line belongs
to the word only when the document writes the word so elsewhere, or when what stands around it is no plain word; a full
line of Chinese goes on in the next without a space.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from unicodedata import east_asian_width

EDGE_LINES = 4
"""Heads and feet are looked for among so many lines at either edge."""

FEWEST_PAGES = 3
"""On so many pages a line must stand to be furniture: two letters may well begin alike."""

FEWEST_SHARE = 0.2
FULL_LINE = 0.85
"""A line at least so wide as the page's widest goes on in the next one."""

SHORTEST_FULL_LINE = 30
"""Columns of text are wider, half-width characters counted; the lines of a form are not, and stand alone."""

HYPHEN = "\ufffe"
"""PDFium's sign for a hyphen at the end of a line, whose line break it has taken out."""

_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
_CONTROLS = {**dict.fromkeys((*range(9), *range(11, 32), 0xFFFD, 0xFFFF, 0xFEFF)), 0x02: HYPHEN, 9: "\t", **_LIGATURES}
_PAGE_WORDS = re.compile(
    r"^[\s\-–—·.|/()]*(?:第|page|seite|p\.)?\s*\d{1,4}\s*(?:页|頁)?[\s,，]*"
    r"(?:(?:/|of|von|共)\s*\d{1,4}\s*(?:页|頁)?)?[\s\-–—·.|/()]*$",
    re.IGNORECASE,
)
_BARE_NUMBER = re.compile(r"\D*(\d{1,4})\D*")
_BULLET = re.compile(r"\s*[•▪◦‣⁃\uf0a7\uf0b2\uf0b7\uf0d8](?:\s+|(?=\w))")
"""Signs that a layout puts before the items of a list; the document itself knows only that it is a list. Circles and
boxes that may be ticked are no such signs."""

_BROKEN = re.compile(r"(\w*)(?:\ufffe\s*|\u00ad\n\s*|(?<=[^\W\d_])[\-‐]\n(?=[a-zß-ÿ]))(\w*)")
_WORD = re.compile(r"\w+(?:[-‐]\w+)+")
_EASTERN = re.compile(
    r"[\u2e80-\u30ff\u3105-\u312f\u31a0-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff]"
)


@dataclass(slots=True)
class Page:
    """The lines of one page, top to bottom as the file has them, and what of them is head or foot."""

    lines: list[str]
    is_picture: bool = False
    head: int = 0
    foot: int = 0
    running: list[str] = field(default_factory=list)

    @property
    def body(self) -> list[str]:
        """The lines between head and foot."""
        return self.lines[self.head : len(self.lines) - self.foot]


def lines_of(text: str) -> list[str]:
    """Return the lines of a page's text that show something, ligatures spelled out."""
    cleaned = text.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROLS)
    return [line for line in cleaned.split("\n") if line.strip()]


def find_furniture(pages: list[Page]) -> None:
    """Set `head` and `foot` of each page: lines that repeat at the edges of pages, and page numbers."""
    tops: Counter[str] = Counter()
    bottoms: Counter[str] = Counter()
    for page in pages:
        tops.update({_key(line) for line in page.lines[:EDGE_LINES]})
        bottoms.update({_key(line) for line in page.lines[-EDGE_LINES:]})
    needed = max(FEWEST_PAGES, int(FEWEST_SHARE * len(pages)) if len(pages) < 50 else 10)
    edge = EDGE_LINES
    if len(pages) == 2:  # only the outermost line, and only when it is the same on both
        needed, edge = 2, 1
        tops = Counter(_key(page.lines[0]) for page in pages if page.lines)
        bottoms = Counter(_key(page.lines[-1]) for page in pages if page.lines)
    numbered = _numbered(pages)
    for index, page in enumerate(pages):
        is_numbered = index in numbered
        page.head = _run_length(page.lines[:edge], tops, needed, is_numbered)
        rest = page.lines[page.head :][-edge:]
        page.foot = _run_length(rest[::-1], bottoms, needed, is_numbered)


def _run_length(lines: list[str], counts: Counter[str], needed: int, is_numbered: bool) -> int:
    """Return how many of `lines`, from the edge inwards, are furniture."""
    for index, line in enumerate(lines):
        if not _is_running(line, counts, needed, is_numbered):
            return index
    return len(lines)


def _is_running(line: str, counts: Counter[str], needed: int, is_numbered: bool) -> bool:
    if _PAGE_WORDS.match(line):
        return is_numbered or not line.strip().isdecimal()
    return counts[_key(line)] >= needed


def _numbered(pages: list[Page]) -> set[int]:
    """Return the pages whose first or last line is a number that grows with them."""
    offsets: dict[int, list[int]] = {}
    for index, page in enumerate(pages):
        for line in {*page.lines[:1], *page.lines[-1:]}:
            match = _BARE_NUMBER.fullmatch(line) if _PAGE_WORDS.match(line) else None
            if match:
                offsets.setdefault(int(match[1]) - index, []).append(index)
    return {index for found in offsets.values() if len(found) > 1 for index in found}


def _key(line: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"\d+", "#", line)).strip().casefold()


def repeated(pages: list[Page]) -> set[str]:
    """Return the keys of lines that stand on more than one page that is a picture: what a scanner program wrote."""
    counts = Counter(key for page in pages if page.is_picture for key in {_key(line) for line in page.lines})
    return {key for key, count in counts.items() if count > 1}


def is_bare_picture(page: Page, repeating: set[str], few: int) -> bool:
    """Whether a page is one picture with few or repeated words, so that its text is none."""
    if not page.is_picture:
        return False
    own = [line for line in page.lines if _key(line) not in repeating]
    return sum(_words(line) for line in own) <= few if own else True


def _words(line: str) -> int:
    return len(_EASTERN.findall(line)) + len(re.findall(r"\w+", _EASTERN.sub(" ", line)))


def running_text(pages: list[Page]) -> str:
    """Return the bodies of pages as text: words joined over line ends, Chinese lines without spaces."""
    text = "\n".join(_wrapped(page.body) for page in pages if page.body)
    kept = set(_WORD.findall(text)) if HYPHEN in text or "-\n" in text else set()
    return _BROKEN.sub(lambda match: _joined(match[1], match[2], kept), text)


def _joined(left: str, right: str, compounds: set[str]) -> str:
    is_word = left[-1:].isalpha() and right[:1].islower() and not _EASTERN.search(left[-1:] + right[:1])
    return left + right if is_word and f"{left}-{right}" not in compounds else f"{left}-{right}"


def _wrapped(lines: list[str]) -> str:
    """Join the lines of a page: a full line next to an East Asian character takes no space, others a line feed."""
    if not lines:
        return ""
    widths = [_width(line) for line in lines]
    full = max(FULL_LINE * max(widths), SHORTEST_FULL_LINE)
    out = [_BULLET.sub("", lines[0]).strip()]
    for before, width, line in zip(lines, widths, lines[1:], strict=False):
        edges = before.rstrip()[-1:] + line.lstrip()[:1]
        out.append("" if width >= full and _EASTERN.search(edges) and not _BULLET.match(line) else "\n")
        out.append(_BULLET.sub("", line).strip())
    return "".join(out)


def _width(line: str) -> int:
    line = line.strip()
    return len(line) if line.isascii() else sum(2 if east_asian_width(sign) in "WF" else 1 for sign in line)
