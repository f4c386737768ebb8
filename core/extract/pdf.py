"""PDF: text of pages, form fields, annotations; pictures and signatures as inventory; scanned pages known as such.

Chosen by measuring. pypdfium2 5.15 (BSD and Apache; PDFium, kept by Google): 1.4 ms a page, Chinese and English alike,
opens all five files of the corpus that only forbid copying, tells those that need a password, and finds all 7 facts;
pypdf takes 21 ms a page and fails on 15 of the corpus' 25 files, pdfminer.six 28 ms, kreuzberg 3.3 ms; PyMuPDF (0.9 ms)
is AGPL and so out. Pages are loaded one by one from the open file: 1,000 of them hold 45 MB, an empty process 21 MB.
Fifteen documents that LibreOffice 7.4 printed are at least 0.98 similar to their .docx and .pptx, four equal.
What PDFium leaves to its user (heads and feet, hyphens, wrapped Chinese lines) is done in `pdf_lines`. Subtypes and
fields: ISO 32000-1, sections 12.5.6 and 12.7.4.
"""

from __future__ import annotations

import ctypes
import logging
import re
from functools import partial
from typing import TYPE_CHECKING, BinaryIO

import pypdfium2  # type: ignore[import-untyped]  # ships no types
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]  # ships no types

from core.extract.collecting import Collector, digest
from core.extract.pdf_lines import Page, find_furniture, is_bare_picture, lines_of, repeated, running_text
from core.extract.pdf_scripts import with_scripts
from core.extract.reading import PartKind, ReadingError, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from core.extract.reading import Limits, Reading

NAME = "pdf"
VERSION = 2
FORMATS = frozenset(("pdf",))

PICTURE_SHARE = 0.7
"""A page of which pictures cover so much is a picture (scans leave white edges; figures fill half a page)."""

FEW_WORDS = 15
"""What scanner programs write on a page is shorter: a name, a date, a page number."""

_MOST_OBJECTS = 20_000  # looked through on a page: drawings have more, and pictures stand early
_MOST_PICTURES = 5_000
_MOST_PICTURE_BYTES = 512 * 1024 * 1024
_DEEPEST_FORM = 4
_COMMENTED = frozenset((1, *range(3, 16), 17))  # not links (2), pop-ups (16), widgets (20)
_LINK, _WIDGET, _ATTACHED = 2, 20, 17
_CHECK_BOX, _RADIO, _COMBO, _LIST, _TEXT_FIELD = 2, 3, 4, 5, 6
_PASSWORD_ERRORS = (4, 5)  # FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY
_DATE = re.compile(r"D:(\d{4})(\d\d)(\d\d)(\d\d)?(\d\d)?(\d\d)?")


def read(source: BinaryIO, form: str, limits: Limits) -> Reading:
    """Return the text of a PDF, as `core.extract.reading.Extractor` says."""
    source.seek(0)
    try:
        document = pypdfium2.PdfDocument(source)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) in _PASSWORD_ERRORS:
            raise ReadingError(Status.ENCRYPTED, "the PDF is locked with a password") from error
        raise ReadingError(Status.DAMAGED, f"the PDF cannot be opened: {error}") from error
    try:
        return _Pages(document, Collector(form, limits)).reading()
    finally:
        document.close()


class _Pages:
    """Reads a document page by page."""

    def __init__(self, document: pypdfium2.PdfDocument, collector: Collector) -> None:
        self.document = document
        self.collector = collector
        self.pages: list[Page] = []
        self.fields: list[str] = []
        self.comments: list[str] = []
        self.digests: dict[str, None] = {}
        self.picture_bytes = 0
        self.broken = 0
        self.length = 0

    def reading(self) -> Reading:
        """Read all pages and return the outcome."""
        if self.document.get_formtype() != pdfium.FORMTYPE_NONE:
            logging.getLogger("pypdfium2").setLevel(logging.ERROR)  # it warns of XFA, whose values the fields repeat
            self.document.init_forms()
        count = len(self.document)
        for index in range(count):
            try:
                page = self.document[index]
            except pypdfium2.PdfiumError:
                self.broken += 1
                continue
            try:
                self._read_page(page)
            finally:
                page.close()
        if count and self.broken == count:
            raise ReadingError(Status.DAMAGED, "no page of the PDF can be read")
        self._gather()
        return self.collector.reading(f"{self.broken} of {count} pages cannot be read" if self.broken else "")

    def _read_page(self, page: pypdfium2.PdfPage) -> None:
        text_page = page.get_textpage()
        try:
            text = with_scripts(text_page, page_text(text_page))
        finally:
            text_page.close()
        self.length += len(text)
        if self.length > self.collector.limits.maximum_text:
            raise ReadingError(Status.TOO_LARGE, f"more than {self.collector.limits.maximum_text} characters of text")
        area = max(1.0, abs(page.get_width() * page.get_height()))
        covered = sum(self._picture(thing) for thing in _pictures(page))
        self.pages.append(Page(lines_of(text), is_picture=covered >= PICTURE_SHARE * area))
        self._read_annotations(page)

    def _gather(self) -> None:
        """Sort what was read into parts."""
        repeating = repeated(self.pages)
        told: list[Page] = []
        bare: list[Page] = []
        for page in self.pages:
            (bare if is_bare_picture(page, repeating, FEW_WORDS) else told).append(page)
        find_furniture(told)
        add = self.collector.add
        for line in dict.fromkeys(line.strip() for page in told for line in page.lines[: page.head]):
            add(PartKind.HEADER, line)
        add(PartKind.BODY, running_text(told))
        for line in dict.fromkeys(line.strip() for page in told for line in page.lines[len(page.lines) - page.foot :]):
            add(PartKind.FOOTER, line)
        if self.collector.has_text:  # what a scanner wrote is no text, but tells two mixed documents apart
            for line in dict.fromkeys(line.strip() for page in bare for line in page.lines):
                add(PartKind.FOOTER, line)
        for text in self.fields:
            add(PartKind.FIELD, text)
        for text in self.comments:
            add(PartKind.COMMENT, text)
        self._gather_things()

    def _gather_things(self) -> None:
        for found in self.digests:
            self.collector.add_item("picture", found)
        for index in range(max(0, pdfium.FPDF_GetSignatureCount(self.document))):
            signature = pdfium.FPDF_GetSignatureObject(self.document, index)
            self.collector.item("signature", _bytes(partial(pdfium.FPDFSignatureObj_GetContents, signature)))
        if self.document.count_attachments() > 0:
            self.collector.leave_out("attachments")
        match = _DATE.match(self.document.get_metadata_value("ModDate") or "")
        if match:
            year, month, day, *clock = match.groups()
            self.collector.modified = f"{year}-{month}-{day}T" + ":".join(part or "00" for part in clock)

    def _picture(self, thing: object) -> float:
        """Take in one picture; return the area that it covers, in square points."""
        left, bottom, right, top = (ctypes.c_float() for _ in range(4))
        if not pdfium.FPDFPageObj_GetBounds(thing, left, bottom, right, top):
            return 0.0
        if len(self.digests) < _MOST_PICTURES and self.picture_bytes < _MOST_PICTURE_BYTES:
            data = _picture_bytes(thing)
            self.picture_bytes += len(data)
            if data:
                self.digests[digest(data)] = None
        return float(abs((right.value - left.value) * (top.value - bottom.value)))

    def _read_annotations(self, page: pypdfium2.PdfPage) -> None:
        for index in range(min(pdfium.FPDFPage_GetAnnotCount(page), _MOST_OBJECTS)):
            annotation = pdfium.FPDFPage_GetAnnot(page, index)
            if not annotation:
                continue
            subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
            if subtype == _LINK:
                self.collector.link(self._link(annotation))
            elif subtype == _WIDGET:
                self.fields.append(self._field(annotation))
            elif subtype in _COMMENTED:
                if subtype == _ATTACHED:
                    self.collector.leave_out("attachments")
                self.comments.append(_string(partial(pdfium.FPDFAnnot_GetStringValue, annotation, b"Contents")))
            pdfium.FPDFPage_CloseAnnot(annotation)

    def _link(self, annotation: object) -> str:
        """Return the address of a link, "" where it leads elsewhere (ISO 32000-1, section 12.6.4.7)."""
        action = pdfium.FPDFLink_GetAction(pdfium.FPDFAnnot_GetLink(annotation))
        if not action or pdfium.FPDFAction_GetType(action) != pdfium.PDFACTION_URI:
            return ""
        address = _bytes(partial(pdfium.FPDFAction_GetURIPath, self.document, action))
        return address.rstrip(b"\0").decode("utf-8", "replace")

    def _field(self, annotation: object) -> str:
        """Return what a form field shows."""
        forms = self.document.formenv
        if forms is None:
            return _string(partial(pdfium.FPDFAnnot_GetStringValue, annotation, b"V"))
        kind = pdfium.FPDFAnnot_GetFormFieldType(forms, annotation)
        if kind in (_CHECK_BOX, _RADIO):
            return "☑" if pdfium.FPDFAnnot_IsChecked(forms, annotation) else "☐"
        if kind in (_COMBO, _LIST, _TEXT_FIELD):
            return _string(partial(pdfium.FPDFAnnot_GetFormFieldValue, forms, annotation))
        return ""


def page_text(text_page: pypdfium2.PdfTextPage) -> str:
    """Return the text of a page in full Unicode; PDFium hands it over as UTF-16."""
    count = pdfium.FPDFText_CountChars(text_page)
    if count <= 0:
        return ""
    buffer = (ctypes.c_ushort * (2 * count + 2))()
    written = pdfium.FPDFText_GetText(text_page, 0, count, buffer)
    return bytes(memoryview(buffer)[: max(0, written - 1)]).decode("utf-16-le", "replace")


def _pictures(page: pypdfium2.PdfPage) -> Iterator[object]:
    """Yield the picture objects of a page, those within form objects too."""
    waiting: list[tuple[object, int]] = []
    for index in range(min(pdfium.FPDFPage_CountObjects(page), _MOST_OBJECTS)):
        waiting.append((pdfium.FPDFPage_GetObject(page, index), 0))
    seen = 0
    while waiting and seen < 2 * _MOST_OBJECTS:
        seen += 1
        thing, depth = waiting.pop()
        kind = pdfium.FPDFPageObj_GetType(thing) if thing else -1
        if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            yield thing
        elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _DEEPEST_FORM:
            for index in range(min(max(0, pdfium.FPDFFormObj_CountObjects(thing)), _MOST_OBJECTS)):
                waiting.append((pdfium.FPDFFormObj_GetObject(thing, index), depth + 1))


def _picture_bytes(thing: object) -> bytes:
    """Return a picture's bytes: the file itself for JPEG and JPEG 2000, else its decoded samples."""
    count = pdfium.FPDFImageObj_GetImageFilterCount(thing)
    name = _bytes(partial(pdfium.FPDFImageObj_GetImageFilter, thing, 0)) if count == 1 else b""
    if name.startswith((b"DCTDecode", b"JPXDecode")):
        return _bytes(partial(pdfium.FPDFImageObj_GetImageDataRaw, thing))
    return _bytes(partial(pdfium.FPDFImageObj_GetImageDataDecoded, thing))


def _bytes(call: Callable[[object, int], int]) -> bytes:
    """Call PDFium twice: for the size, then for the bytes."""
    size = call(None, 0)
    if not 0 < size <= _MOST_PICTURE_BYTES:
        return b""
    buffer = ctypes.create_string_buffer(size)
    return buffer.raw[: call(buffer, size)]


def _string(call: Callable[[object, int], int]) -> str:
    """Call PDFium twice: for the size, then for UTF-16 text with an end mark."""
    size = call(None, 0)
    if not 2 < size <= 8 * 1024 * 1024:
        return ""
    buffer = (ctypes.c_ushort * (size // 2 + 1))()
    call(buffer, size)
    return bytes(buffer)[: size - 2].decode("utf-16-le", "replace").replace("\r\n", "\n").replace("\r", "\n")
