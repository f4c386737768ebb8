"""Real office packages: hardly a character is lost, and the quick way says what the slow way says."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections import Counter
from typing import TYPE_CHECKING

from lxml import etree

from core.extract import read
from core.extract.markup import parse
from core.extract.namespaces import names
from core.extract.quick import quick_story
from core.extract.reading import Limits, PartKind
from core.extract.story import Story
from tests.unit.extract.making import corpus

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SUFFIXES = (".docx", ".docm", ".dotx", ".dotm", ".pptx", ".pptm", ".ppsx", ".ppsm", ".potx")
PARTS = re.compile(
    r"(?:word/(?:document\d*|header\d*|footer\d*|footnotes|endnotes|comments|charts/chart\w*|diagrams/data\d*)"
    r"|ppt/(?:slides/slide\d+|notesSlides/notesSlide\d+|comments/\w+|charts/chart\w*|diagrams/data\d*))\.xml"
)
TEXT = {*names("w", 0, "t"), *names("m", 0, "t"), *names("a", 0, "t")}
NOT_COUNTED = {*names("mc", 0, "Fallback"), *names("w", 0, "del", "moveFrom")}


def packages() -> Iterator[Path]:
    return (path for path in sorted(corpus().rglob("*")) if path.suffix.lower() in SUFFIXES)


def parts(path: Path) -> list[bytes]:
    """The named parts of a package that is whole."""
    try:
        with zipfile.ZipFile(path) as archive:
            return [archive.read(name) for name in archive.namelist() if PARTS.fullmatch(name)]
    except (zipfile.BadZipFile, zlib.error, NotImplementedError):
        return []


def spaced(tag: object) -> str:
    return str(tag)[1:].replace("}", " ", 1)


def characters(content: bytes) -> Counter[str]:
    """Count the characters of text elements by an independent pass."""
    try:
        root = etree.fromstring(content)
    except etree.XMLSyntaxError:
        return Counter()
    counted: Counter[str] = Counter()
    for element in root.iter():
        outside = not any(spaced(above.tag) in NOT_COUNTED for above in element.iterancestors())
        if spaced(element.tag) in TEXT and outside:
            counted.update("".join((element.text or "").split()))
    return counted


def test_of_a_thousand_characters_at_least_995_arrive() -> None:
    wanted = arrived = 0
    for path in packages():
        counted = sum((characters(content) for content in parts(path)), Counter[str]())
        with path.open("rb") as source:
            text = Counter("".join(read(source, path.name).text.split()))
        wanted += counted.total()
        arrived += (counted & text).total()

    assert arrived >= 0.995 * wanted


def test_the_quick_way_says_what_the_slow_way_says() -> None:
    quick_parts = 0
    for path in packages():
        for content in parts(path):
            quick = quick_story(content, PartKind.BODY)
            if quick is None:
                continue
            slow, damage = parse(content, Story, Limits())
            quick_parts += 1
            assert not damage
            assert quick.references == slow.references, path.name
            for kind in slow.flows:
                assert quick.text(kind).split() == slow.text(kind).split(), path.name

    assert quick_parts > 100
