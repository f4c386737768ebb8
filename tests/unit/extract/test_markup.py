"""XML events: nothing from outside, no entities, no recursion, and broken XML as far as it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.extract.markup import NotUnderstoodError, parse
from core.extract.reading import Limits, ReadingError, Status
from tests.unit.extract.making import docx, reading, word_part, zipped

if TYPE_CHECKING:
    from collections.abc import Mapping


class Recorder:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        self.told.append(f"<{name} {' '.join(attributes.values())}".rstrip())

    def end(self, name: str) -> None:
        self.told.append(f">{name}")

    def data(self, text: str) -> None:
        if text:
            self.told.append(text)


def told(data: bytes) -> list[str]:
    return parse(data, Recorder, Limits())[0].told


def test_names_come_with_their_namespaces() -> None:
    assert told(b'<x:a xmlns:x="urn:x" b="c">text<d/></x:a>') == ["<urn:x a c", "text", "<d", ">d", ">urn:x a"]


def test_recovered_events_are_those_of_the_quick_parser() -> None:
    sound = b'<x:a xmlns:x="urn:x" b="c">text<d>more</d>tail</x:a>'
    broken, damage = parse(sound + b"<", Recorder, Limits())

    assert damage
    assert broken.told == told(sound)


@pytest.mark.parametrize(
    "declaration",
    [
        '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">',
        '<!ENTITY a SYSTEM "file:///etc/passwd">',
        '<!ENTITY % a SYSTEM "http://localhost:9/x.dtd"> %a;',
    ],
    ids=["bomb", "file", "network"],
)
def test_a_part_that_declares_entities_is_refused(declaration: str) -> None:
    xml = word_part("document", "<w:body><w:p><w:r><w:t>&b;&a;</w:t></w:r></w:p></w:body>")
    xml = xml.replace("<w:document", f"<!DOCTYPE x [{declaration}]><w:document", 1)

    with pytest.raises(ReadingError) as raised:
        parse(xml.encode(), Recorder, Limits())
    assert raised.value.status is Status.DAMAGED
    assert reading(zipped({"word/document.xml": xml}), "a.docx").status is Status.DAMAGED


def test_an_entity_that_nobody_declared_stays_unresolved() -> None:
    recorder, damage = parse(b"<a>one &secret; two</a>", Recorder, Limits())

    assert damage
    assert "two" in "".join(recorder.told)


def test_nesting_is_bounded() -> None:
    deep = "<w:tbl><w:tr><w:tc>" * 4000 + "<m:oMath/>" + "</w:tc></w:tr></w:tbl>" * 4000

    assert reading(docx(deep), "a.docx").status is Status.TOO_LARGE


@pytest.mark.parametrize("encoding", ["gbk", "big5", "no-such-encoding"])
def test_an_encoding_that_the_parser_does_not_know_is_left_to_others(encoding: str) -> None:
    with pytest.raises(NotUnderstoodError):
        parse(f'<?xml version="1.0" encoding="{encoding}"?><a/>'.encode("ascii"), Recorder, Limits())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_encodings_of_office_packages_are_known(encoding: str) -> None:
    xml = word_part("document", "<w:body><w:p><w:r><w:t>中文</w:t></w:r></w:p></w:body>")
    xml = xml.replace("UTF-8", "UTF-16") if encoding == "utf-16" else xml

    assert reading(zipped({"word/document.xml": xml.encode(encoding)}), "a.docx").body == "中文"
