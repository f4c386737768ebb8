"""Web pages: the visible text.

lxml's HTML parser (libxml2, recovering) reads the corpus's pages without a fault. The encoding comes from a byte order
mark, from the page's own declaration where the bytes agree with it, else from the evidence of `core.extract.encoding`.

Raised and lowered text (sup, sub) is written as such, and where links point is inventory.

Read: title (kept apart, as a header is), body, tables (a cell a line), list items, alternative texts of pictures, the
values, choices and placeholders of form fields. Left out: scripts, styles, templates, comments, properties in the head.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import replace
from html import unescape
from typing import TYPE_CHECKING, BinaryIO, Final

from lxml import etree

from core.extract.collecting import Collector
from core.extract.encoding import MARKS, decode
from core.extract.reading import Limits, PartKind, Reading, ReadingError, Status
from core.extract.scripts import LEVEL, LOWERED, RAISED
from core.extract.web_things import gather_things

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

NAME: Final = "web"
VERSION: Final = 2
FORMATS: Final[AbstractSet[str]] = frozenset({"html"})

SILENT: Final = frozenset(
    ("title", "script", "style", "template", "noscript", "meta", "link", "object", "applet", "svg")
)
INLINE: Final = frozenset(
    """
    a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q rb ruby s samp small
    span strike strong sub sup time tt u var wbr rp rt o:p st1:place
    math mrow mi mn mo mtext mspace mstyle msup msub msubsup mfrac msqrt mroot munder mover munderover semantics
    """.split()  # noqa: SIM905 - a list of quoted words would be longer than the page
)
"""Elements within a line; every other one begins a line of its own."""

DECLARED_WITHIN: Final = 4096
_DECLARED: Final = re.compile(rb"(?:charset\s*=\s*[\"']?\s*|encoding\s*=\s*[\"'])([A-Za-z0-9_:.-]+)", re.IGNORECASE)
_SUPERSETS: Final = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "iso8859-9": "cp1254",
    "tis-620": "cp874",
}
"""What browsers read under these names (WHATWG, Encoding Standard, section 4.2)."""

_TAGS: Final = re.compile(
    r"(<!--.*?(?:-->|$)|<(?:script|style)\b.*?(?:</(?:script|style)|$))|<(/?)([A-Za-z][^\s/>]*)[^>]*>?|([^<]+|<)",
    re.DOTALL | re.IGNORECASE,
)
_RAISING: Final = {"sup": RAISED, "sub": LOWERED}
_OPERANDS: Final = {"msup": RAISED, "msub": LOWERED}
_VERTICAL: Final = re.compile(r"vertical-align\s*:\s*(super|sub)\b", re.IGNORECASE)
_LINKS: Final = re.compile(r"<a\s(?:[^<>]*?\s)?href\s*=\s*(?:\"([^\"<>]*)\"|'([^'<>]*)'|([^\s<>\"']+))", re.IGNORECASE)
_BLANK_LINES: Final = re.compile(r"[ \t]*\n\s*")
_BLANK: Final = re.compile(r"[ \t\r\n\f]+")


def read(source: BinaryIO, form: str, limits: Limits) -> Reading:
    """Return the title and the visible text.

    Raises:
        ReadingError: TOO_LARGE, or UNREADABLE when the bytes are no text.
    """
    most = limits.maximum_text * 8
    data = source.read(most + 1)
    if len(data) > most:
        raise ReadingError(Status.TOO_LARGE, f"more than {most} bytes of HTML")
    text, encoding = decode_page(data)
    collector = Collector(form, limits)
    root, is_deep = _parsed(text)
    title, body = _parts(text, root, is_deep)
    collector.add(PartKind.HEADER, title)
    collector.add(PartKind.BODY, body)
    if root is not None and not is_deep:
        gather_things(root, collector)
    for target in page_links(text):
        collector.link(target)
    reading = collector.reading()
    return replace(reading, encoding=encoding)


def decode_page(data: bytes) -> tuple[str, str]:
    """Return the text of a page's bytes and the codec that decoded it."""
    if not any(data.startswith(mark) for mark, _ in MARKS):
        declared = declared_encoding(data)
        if declared:
            text = _agreeing(data, declared)
            if text is not None:
                return text, declared
    found = decode(data)
    return found.text, found.encoding


def declared_encoding(data: bytes) -> str:
    """Return the Python codec that a page declares, "" when none that is known."""
    match = _DECLARED.search(data[:DECLARED_WITHIN])
    if match is None:
        return ""
    try:
        name = codecs.lookup(match[1].decode("ascii")).name
    except (LookupError, ValueError):
        return ""
    return "" if name.startswith(("utf-16", "utf-32")) else _SUPERSETS.get(name, name)


def _agreeing(data: bytes, codec: str) -> str | None:
    """Decode by declaration: None when more than one byte in two hundred contradicts it."""
    try:
        text = data.decode(codec, "replace")
    except (LookupError, UnicodeError):  # a codec from bytes to bytes
        return None
    wrong = text.count("\ufffd")
    return text if wrong * 200 <= sum(1 for _ in re.finditer(rb"[\x80-\xff]+", data)) or not wrong else None


def page_text(text: str) -> str:
    """Return what a reader of the page sees, its title first, one line a block."""
    return "\n".join(part for part in page_parts(text) if part)


def page_links(text: str) -> list[str]:
    """Return where the links of a page point, in order."""
    return ["".join(found) for found in _LINKS.findall(text)]


def page_parts(text: str) -> tuple[str, str]:
    """Return the title of a page and what stands in it, one line a block."""
    return _parts(text, *_parsed(text))


def _parsed(text: str) -> tuple[etree._Element | None, bool]:
    """Return the tree of a page, None where there is none, and whether it is nested too deep for one."""
    parser = etree.HTMLParser(
        encoding="utf-8", recover=True, no_network=True, remove_comments=True, remove_pis=True, huge_tree=True
    )
    text = re.sub(r"^\s*<\?xml[^>]*\?>", "", text).replace("\0", "")
    try:
        root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        root = None
    return root, any(error.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT for error in parser.error_log)


def _parts(text: str, root: etree._Element | None, is_deep: bool) -> tuple[str, str]:
    pieces = flat_pieces(text) if is_deep else iter(()) if root is None else _pieces(root)
    title = "" if root is None else root.findtext("head/title") or ""
    lines = _BLANK_LINES.sub("\n", "".join(pieces))
    return _BLANK.sub(" ", title.replace("\xa0", " ")).strip(), lines.replace("\xa0", " ").strip()


def _pieces(root: etree._Element) -> Iterator[str]:
    """Yield the text in document order, with line feeds around blocks."""
    silent: etree._Element | None = None
    preserved = 0
    levels: list[tuple[etree._Element | None, str]] = [(None, LEVEL)]
    for event, element in etree.iterwalk(root, events=("start", "end")):
        tag = element.tag if isinstance(element.tag, str) else ""
        if event == "start":
            if silent is None and tag in SILENT:
                silent = element
            if silent is None:
                preserved += tag in ("pre", "textarea")
                yield from _opening(element, tag)
                mark = _mark(element, tag)
                if mark:
                    levels.append((element, mark))
                    yield mark
                yield _shown(element.text, preserved)
            continue
        if silent is None:
            preserved -= tag in ("pre", "textarea")
            if levels[-1][0] is element:
                levels.pop()
                yield levels[-1][1]
            yield "" if tag in INLINE else "\n"
        elif silent is element:
            silent = None
        if silent is None:
            yield _shown(element.tail, preserved)


def _mark(element: etree._Element, tag: str) -> str:
    """Return the mark of an element that raises or lowers its text, MathML's operands among them; else ""."""
    if tag in _RAISING:
        return _RAISING[tag]
    parent = element.getparent()
    if parent is not None and parent.tag in _OPERANDS and element.getprevious() is not None:
        return _OPERANDS[str(parent.tag)]
    style = element.get("style") if tag in INLINE else None
    match = _VERTICAL.search(style) if style and "vertical-align" in style else None
    return _RAISING["sup" if match[1].lower() == "super" else "sub"] if match else ""


def flat_pieces(text: str) -> Iterator[str]:
    """Yield the text of a page that is nested too deep for a tree: tags are only told from text."""
    for silent, is_end, tag, shown in _TAGS.findall(text):
        if silent:
            continue
        if shown:
            yield _BLANK.sub(" ", unescape(shown))
        elif tag.lower() in _RAISING:
            yield LEVEL if is_end else _RAISING[tag.lower()]
        elif tag.lower() not in INLINE:
            yield "\n"


def _shown(text: str | None, preserved: int) -> str:
    if not text:
        return ""
    return text if preserved else _BLANK.sub(" ", text)


def _opening(element: etree._Element, tag: str) -> Iterator[str]:
    """What an element shows before its own text."""
    if tag not in INLINE:
        yield "\n"
    shown = ""
    if tag in ("img", "area") or (tag == "input" and element.get("type", "").lower() == "image"):
        shown = element.get("alt", "")
    elif tag == "input" and element.get("type", "").lower() not in ("hidden", "password"):
        shown = _field(element)
    elif tag == "option" and element.get("selected") is not None and element.getprevious() is not None:
        shown = "☑ "  # the first one is chosen where nothing else says so
    elif tag == "textarea":
        shown = element.get("placeholder", "")
    if shown:
        yield str(shown)


def _field(element: etree._Element) -> str:
    kind = element.get("type", "").lower()
    if kind in ("checkbox", "radio"):
        return "☑" if element.get("checked") is not None else "☐"
    return element.get("value") or element.get("placeholder") or ""
