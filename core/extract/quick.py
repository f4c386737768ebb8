"""The quick way through an ordinary part: regular expressions over its bytes, several times as fast as events.

Only for parts where nothing stands that `core.extract.vocabulary` acts on beyond paragraphs, runs, tabs, breaks and
pictures, in UTF-8, with the usual prefixes, without comments, CDATA or DTD, and closed as they should be. Which
elements those are follows from the table of the slow way, so the two cannot drift apart; a test compares them on every
fixture.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from typing import TYPE_CHECKING, Final

from core.extract.grid import Grid
from core.extract.namespaces import NAMESPACES
from core.extract.reading import PartKind
from core.extract.run_actions import VERTICAL, by_points
from core.extract.scripts import LEVEL, LOWERED, RAISED
from core.extract.story import Story
from core.extract.vocabulary import FURNITURE, STARTS

if TYPE_CHECKING:
    from collections.abc import Mapping

_FREQUENT: Final = (
    b"w:r w:rPr w:rFonts w:t w:p w:pPr w:sz w:szCs w:kern w:ind w:tc w:tcPr w:tcW w:tr w:b w:color w:lang w:spacing "
    b"w:jc w:pStyle w:rStyle w:bookmarkStart w:bookmarkEnd w:proofErr w:gridCol "
    b"a:r a:rPr a:t a:p a:pPr a:endParaRPr a:latin a:ea a:solidFill a:srgbClr a:off a:ext a:bodyPr a:spLocks "
    b"a:xfrm a:prstGeom a:avLst p:sp p:spPr p:txBody p:nvSpPr p:cNvPr p:cNvSpPr p:nvPr".split()
)
"""Elements that make up most of a part and mean nothing here: they are passed over before their names are gathered."""


def _either(words: list[str]) -> str:
    """Return a pattern of these words that branches letter by letter: several times as fast as a list of them."""
    branches: dict[str, list[str]] = {}
    for word in words:
        branches.setdefault(word[:1], []).append(word[1:])
    is_end = branches.pop("", None) is not None
    found = "|".join(first + _either(rest) for first, rest in branches.items())
    if not found:
        return ""
    return f"(?:{found})" + ("?" if is_end else "") if is_end or len(branches) > 1 else found


_NAMES: Final = re.compile(rf"<(?!/|{_either([word.decode() for word in _FREQUENT])}[ />])([^\s/>]+)".encode())
_DECLARED: Final = re.compile(rb"xmlns(?::([\w.-]+))?=[\"']([^\"']*)[\"']")
_ENCODING: Final = re.compile(rb"<\?xml[^>]*encoding\s*=\s*[\"']([^\"']*)")
_PICTURE: Final = re.compile(rb"<a:blip\s([^>]*)>")
_REFERENCE: Final = re.compile(rb"\sr:(?:embed|link)=\"([^\"]*)\"")
_LINK: Final = re.compile(rb"<(?:w:hyperlink|a:hlinkClick)\s([^>]*)>")
_IDENTIFIER: Final = re.compile(rb"\sr:id=\"([^\"]+)\"")
_INSTRUCTION: Final = re.compile(rb"<w:(?:instrText(?: [^>]*)?>([^<]+)|fldSimple\s(?:[^>]*?\s)?w:instr=\"([^\"]*)\")")
_VERTICAL: Final = re.compile(rb"<w:(rStyle|vertAlign|position)\s(?:[^>]*?\s)?w:val=[\"']([^\"']*)[\"']")
_STRUCK: Final = re.compile(rb" strike=\"(?!noStrike)")
_ANY_RUN: Final = re.compile(rb"<w:r[ >]")
_RUN_TEXT: Final = re.compile(rb"(<w:t(?:| [^>]*[^>/])>)([^<]+)")
_BASELINE: Final = re.compile(
    rb"(<a:rPr\s(?:[^>]*?\s)?baseline=\"(-?)[1-9][^>]*>(?:(?!</a:r>|</a:fld>|<a:t[ >]).)*<a:t(?: [^>]*[^>/])?>)([^<]+)",
    re.DOTALL,
)
_FURNITURE: Final = re.compile(rb"<p:ph\s[^>]*type=\"(?:%s)\"" % b"|".join(word.encode() for word in sorted(FURNITURE)))
_TEXTS: Final = {prefix: re.compile(rb"<%s:t(?:| [^>]*[^>/])>([^<]+)" % prefix) for prefix in (b"w", b"a")}
_WORD_BREAK: Final = re.compile(rb"<w:(?:br|cr)(?: [^>]*)?/>")

ROOT: Final = 8192
"""Bytes in which the root's tag ends: a part declares its namespaces there."""

_PREFIX_OF: Final = {space: prefix for prefix, spaces in NAMESPACES.items() for space in spaces}
_WORD_ENDS: Final = (b"</w:document>", b"</w:hdr>", b"</w:ftr>", b"</w:footnotes>", b"</w:endnotes>")
_SLIDE_ENDS: Final = (b"</p:sld>", b"</p:notes>")
_SIMPLE: Final = frozenset(
    b"w:tbl w:tr w:tc a:tbl a:tr a:tc "
    b"w:t w:p w:r w:tab w:br w:cr w:pPr w:tblPr w:tblGrid w:trPr w:tcPr w:sectPr w:rubyPr "
    b"w:rStyle w:vertAlign w:position w:hyperlink w:instrText w:fldSimple "
    b"a:t a:br a:pPr a:rPr a:hlinkClick a:lstStyle a:extLst a:blip p:ph".split()
)
_ACTING: Final = (
    frozenset(f"{_PREFIX_OF[space]}:{local}".encode() for space, _, local in (name.partition(" ") for name in STARTS))
    - _SIMPLE
)


def quick_story(data: bytes, kind: PartKind, styles: Mapping[str, str] | None = None) -> Story | None:
    """Return the story of a part, or None when it has to be read the slow way; `styles` as in `Story`."""
    end = data[-40:].rstrip()
    prefix = b"w" if end.endswith(_WORD_ENDS) else b"a"
    if (prefix == b"a" and not end.endswith(_SLIDE_ENDS)) or not _is_plain(data):
        return None
    tags = set(_NAMES.findall(data))
    if not tags.isdisjoint(_ACTING):
        return None
    story = Story(kind)
    if b"<%s:tc" % prefix in data and not _read_grids(data, prefix, story):
        return None
    if b' strike="' in data and prefix == b"a" and _STRUCK.search(data):
        return None
    _refer(data, tags, story)
    data = _with_scripts(data, prefix, tags, styles or {})
    furniture = b""
    if b"p:ph" in tags and _FURNITURE.search(data):
        shapes = data.split(b"</p:sp>")
        furniture = b"".join(shape for shape in shapes if _FURNITURE.search(shape))
        data = b"".join(shape for shape in shapes if not _FURNITURE.search(shape))
    try:
        story.flows[kind].append(_text(data, prefix, tags))
        if furniture:
            story.flows[PartKind.FOOTER].append(_text(furniture, prefix, tags))
    except UnicodeDecodeError:
        return None
    return story


def _refer(data: bytes, tags: set[bytes], story: Story) -> None:
    """Take in what the part refers to: pictures, links, the instructions of fields."""
    if b"a:blip" in tags:
        for attributes in _PICTURE.findall(data):
            story.references += [reference.decode() for reference in _REFERENCE.findall(b" " + attributes)]
    if b"w:hyperlink" in tags or b"a:hlinkClick" in tags:
        found = (_IDENTIFIER.search(b" " + attributes) for attributes in _LINK.findall(data))
        story.links += [match[1].decode() for match in found if match]
    if b"HYPERLINK" in data:
        texts = (simple + b" " if simple else text for text, simple in _INSTRUCTION.findall(data))
        story.instructions += [unescape(text.decode("utf-8", "replace")) for text in texts]


def _read_grids(data: bytes, prefix: bytes, story: Story) -> bool:
    """Take in which cells are filled; say whether no table stands within another."""
    table, (row, row_with), (cell, cell_with) = b"<%s:tbl>" % prefix, _openings(prefix, b"tr"), _openings(prefix, b"tc")
    texts = _TEXTS[prefix].findall
    for chunk in data.split(b"</%s:tc>" % prefix)[:-1]:
        start = max(chunk.rfind(cell), chunk.rfind(cell_with))
        before = chunk[: max(start, 0)]
        if start < 0 or cell in before or cell_with in before or table in chunk[start:]:
            return False
        if table in before:
            story.grids.append(Grid())
        if not story.grids:
            return False
        if row in before or row_with in before:
            story.grids[-1].row()
        is_filled = b"".join(texts(chunk, start)).decode("utf-8", "replace").strip() != ""
        story.grids[-1].cell(is_filled)
    return True


def _openings(prefix: bytes, name: bytes) -> tuple[bytes, bytes]:
    return b"<%s:%s>" % (prefix, name), b"<%s:%s " % (prefix, name)


def _with_scripts(data: bytes, prefix: bytes, tags: set[bytes], styles: Mapping[str, str]) -> bytes:
    """Return the part with the marks of `core.extract.scripts` around raised and lowered text."""
    if prefix == b"a":
        return _BASELINE.sub(_marked_shape_text, data) if b' baseline="' in data else data
    is_styled = bool(styles) and b"<w:rStyle" in data
    if not is_styled and b"w:vertAlign" not in tags and b"w:position" not in tags:
        return data
    pieces: list[bytes] = []
    done = 0
    for match in _VERTICAL.finditer(data):
        if match.start() < done:
            continue
        start, end = data.rfind(b"<w:rPr", done, match.start()), data.find(b"</w:rPr>", match.end())
        run_end = data.find(b"</w:r>", end)
        if min(start, end, run_end) < 0:
            continue
        mark = _mark_of(data[start:end], styles)
        if mark and not _ANY_RUN.search(data, end, run_end):  # properties of a paragraph's mark: runs come behind
            pieces += data[done:end], _RUN_TEXT.sub(_around(mark), data[end:run_end])
            done = run_end
        else:
            pieces.append(data[done:end])
            done = end
    return b"".join((*pieces, data[done:]))


def _mark_of(properties: bytes, styles: Mapping[str, str]) -> str:
    """Return the mark that the properties of a run ask for, as `core.extract.vocabulary` finds it."""
    mark = ""
    for name, value in _VERTICAL.findall(properties):
        said = value.decode("utf-8", "replace")
        if name == b"rStyle":
            mark = styles.get(unescape(said), "")
        elif name == b"vertAlign":
            mark = VERTICAL.get(said, "")
        elif mark not in VERTICAL.values():
            mark = by_points(said)
    return mark


def _around(mark: str) -> bytes:
    return rb"\1" + mark.encode() + rb"\2" + LEVEL.encode()


def _marked_shape_text(match: re.Match[bytes]) -> bytes:
    mark = LOWERED if match[2] else RAISED
    return match[1] + mark.encode() + match[3] + LEVEL.encode()


def _is_plain(data: bytes) -> bool:
    """Say whether these bytes are UTF-8 XML of the plainest kind, with the prefixes that everybody uses."""
    declared = _ENCODING.match(data)
    if declared and declared[1].lower() != b"utf-8":
        return False
    if b"!" in data and b"<!" in data:
        return False
    declared_end = data.find(b"?>") + 2 if data.startswith(b"<?") else 0
    if data.find(b"?", declared_end) >= 0 and data.find(b"<?", 2) >= 0:
        return False
    number = data.count(b"xmlns")
    declarations = _DECLARED.findall(data, 0, ROOT)
    if len(declarations) < number:
        declarations = _DECLARED.findall(data)
    if len(declarations) != number:
        return False
    return all(_is_usual(prefix, space) for prefix, space in set(declarations))


@lru_cache(maxsize=256)
def _is_usual(prefix: bytes, space: bytes) -> bool:
    used = prefix.decode("ascii", "replace")
    expected = _PREFIX_OF.get(space.decode("ascii", "replace"))
    return used == expected if expected else used not in NAMESPACES


def _text(data: bytes, prefix: bytes, tags: set[bytes]) -> str:
    """Return the text: breaks and tabs are first made text elements, then those of each paragraph are joined."""
    if prefix == b"w":
        if b"w:tab" in tags:
            data = data.replace(b"<w:tab/>", b"<w:t>\t</w:t>").replace(b"<w:tab />", b"<w:t>\t</w:t>")
        if b"w:br" in tags or b"w:cr" in tags:
            data = _WORD_BREAK.sub(b"<w:t>\n</w:t>", data)
    elif b"a:br" in tags:
        data = data.replace(b"<a:br", b"<a:t>\n</a:t><a:br")
    texts = _TEXTS[prefix].findall
    text = b"\n".join([b"".join(texts(paragraph)) for paragraph in data.split(b"</%s:p>" % prefix)]).decode("utf-8")
    return unescape(text) if "&" in text else text
