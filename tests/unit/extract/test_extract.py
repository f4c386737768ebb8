"""The boundary: content decides, names are only compared with it, and no fault of a parser gets through."""

from __future__ import annotations

import io
import sys
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import extract
from core.extract.reading import Limits, Part, PartKind, Reading, Status
from core.extract.sniff import SUFFIXES, sniff
from tests.unit.extract.making import PNG, docx, paragraph, pptx, reading, shape, zipped

DOCX = docx(paragraph("正文"))
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def test_the_list_names_each_form_once_and_every_extractor_keeps_its_word() -> None:
    named = [form for _, forms in extract.EXTRACTORS for form in forms]

    assert len(named) == len(set(named))
    for module, forms in extract.EXTRACTORS:
        extractor = extract._load(module)
        assert forms == extractor.FORMATS
        assert extractor.NAME
        assert extractor.VERSION > 0
    assert set(SUFFIXES) - set(named) == {"pages"}


def test_the_version_of_a_form_is_that_of_its_extractor() -> None:
    assert extract.extractor_version("docx") != extract.extractor_version("txt")
    assert extract.extractor_version("docx").split(":", 1)[1] in extract.version()
    assert extract.extractor_version("picture")


def test_documents_are_told_by_their_suffix_in_any_case() -> None:
    assert all(extract.is_document("/a/b" + suffix) for suffix in (".docx", ".DOC", ".txt", ".py", ".ofd", ".wps"))
    assert not any(extract.is_document("/a/b" + suffix) for suffix in (".png", ".zip", ".exe", "", ".mp4"))


@pytest.mark.parametrize(
    ("content", "name", "form"),
    [
        (DOCX, "a.docx", "docx"),
        (DOCX, "a.txt", "docx"),
        (pptx([shape("x")]), "a", "pptx"),
        (zipped({"a.txt": b"x"}), "a.docx", "zip"),
        (zipped({"mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": b"<a/>"}), "a.odt", "odt"),
        (zipped({"mimetype": b"application/epub+zip"}), "a.epub", "epub"),
        (zipped({"OFD.xml": b"<a/>"}), "a.ofd", "ofd"),
        (zipped({"xl/workbook.xml": b"<a/>"}), "a.xlsx", "xlsx"),
        (PNG, "a.docx", "picture"),
        (b"%PDF-1.7\n", "a.pdf", "pdf"),
        (b"junk\n%PDF-1.7\n", "a.pdf", "pdf"),
        (b"{\\rtf1 text}", "a.doc", "rtf"),
        (b"<html><body>text</body></html>", "a.doc", "html"),
        (b"<html><body>text</body></html>", "a.txt", "txt"),
        (b"plain text", "a.html", "html"),
        (b"plain text", "a.doc", "txt"),
        (b"From: a@b.c\nTo: d@e.f\nSubject: x\n\ntext", "a.eml", "eml"),
        (b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x", "a.doc", "mht"),
        (b"Note: this is\nMore: text\n\n", "a", "txt"),
        (b"\x7fELF\2\1\1\0", "a.txt", "program"),
        (b"", "a.docx", "empty"),
        (b"\0\1\2\3" * 100, "a.doc", "binary"),
        (b"junk" + DOCX, "a.docx", "docx"),
    ],
)
def test_content_says_what_it_is(content: bytes, name: str, form: str) -> None:
    assert sniff(io.BytesIO(content), name, Limits()) == form


@pytest.mark.parametrize(
    ("content", "name", "status"),
    [
        (DOCX, "a.docx", Status.OK),
        (DOCX, "a.doc", Status.OK),
        (b"<html><body>text</body></html>", "a.doc", Status.OK),
        (DOCX, "a.pptx", Status.NOT_AS_NAMED),
        (DOCX, "a.txt", Status.NOT_AS_NAMED),
        (b"plain text", "a.docx", Status.NOT_AS_NAMED),
        (PNG, "a.docx", Status.NOT_AS_NAMED),
        (PNG, "a.doc", Status.NOT_AS_NAMED),
        (zipped({"a": b"b"}), "a.docx", Status.NOT_AS_NAMED),
        (b"MZ\x90\0" + bytes(100), "a.docx", Status.NOT_AS_NAMED),
        (bytes(range(256)) * 20, "a.docx", Status.NOT_AS_NAMED),
        (PNG, "a.png", Status.UNSUPPORTED),
        (bytes(range(256)) * 20, "a.txt", Status.UNREADABLE),
        (b"", "a.docx", Status.NO_TEXT),
        (b" \n ", "a.txt", Status.NO_TEXT),
    ],
)
def test_a_name_that_says_something_else_is_told_and_the_text_is_still_read(
    content: bytes, name: str, status: Status
) -> None:
    found = reading(content, name)

    assert found.status is status
    assert bool(found.text) == (b"text" in content or content is DOCX)
    assert found.detail or status is Status.OK


def test_an_encrypted_package_is_encrypted() -> None:
    name = "EncryptedPackage".encode("utf-16-le") + b"\0\0"
    content = OLE + bytes(1000) + name + bytes(3000)

    found = reading(content, "a.docx")

    assert (found.status, found.format) == (Status.ENCRYPTED, "docx")


class Faulty(ModuleType):
    """An extractor with a fault."""

    NAME, VERSION, FORMATS = "faulty", 1, frozenset({"txt"})

    def __init__(self, fault: BaseException) -> None:
        super().__init__("faulty")
        self.fault = fault

    def read(self, source: object, form: str, limits: object) -> Reading:
        raise self.fault


@pytest.mark.parametrize(
    ("fault", "status"),
    [(IndexError("x"), Status.DAMAGED), (RecursionError("x"), Status.DAMAGED), (MemoryError(), Status.TOO_LARGE)],
)
def test_whatever_an_extractor_raises_is_one_files_trouble(
    fault: BaseException, status: Status, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "core.extract.plain_text", Faulty(fault))

    assert reading(b"text", "a.txt").status is status


def test_a_stop_goes_through() -> None:
    class Stopped(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        extract.read(Stopped(b"text"), "a.txt")


def test_more_text_than_allowed_is_refused_whole() -> None:
    found = reading("字".encode() * 2000, "a.txt", Limits(maximum_text=1999))

    assert (found.status, found.parts) == (Status.TOO_LARGE, ())


def test_a_plain_text_is_exactly_what_was_decoded() -> None:
    text = "\n 甲\r\n\r\n乙\t \n"
    found = reading(b"\xef\xbb\xbf" + text.encode(), "a.md")

    assert found.parts == (Part(PartKind.BODY, text),)
    assert found.encoding == "utf-8-sig"


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=2000), st.sampled_from([".docx", ".pptx", ".txt", ".html", ".doc", ".pdf", ".eml", ""]))
def test_every_file_gets_an_answer(content: bytes, suffix: str) -> None:
    assert isinstance(reading(content, "a" + suffix).status, Status)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(DOCX) - 1), st.binary(min_size=1, max_size=6), st.sampled_from(["a.docx", "a.doc", "a"]))
def test_every_mutated_package_gets_an_answer(at: int, patch: bytes, name: str) -> None:
    assert isinstance(reading(DOCX[:at] + patch + DOCX[at + len(patch) :], name).status, Status)
