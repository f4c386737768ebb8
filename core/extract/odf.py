"""OpenDocument: texts, sheets, presentations and their templates (.odt .ods .odp .ott .ots .otp), flat XML too.

odfpy has not been kept since 2020 and builds whole trees. The parts are few and plain, so they are read as events
(`markup`, `odf_text`) after OpenDocument 1.3 (OASIS, ISO/IEC 26300): part 2 sections 3 (packages), 4.8 (locks), part 3
sections 5 (text), 5.5 (tracked changes), 6.3 (notes), 9 (tables), 16.10 and 16.11 (headers and footers). On the corpus:
all 23 facts of .odt and its kin, both encrypted files told, 300 .odt a second; ten .docx and five .pptx that
LibreOffice 7.4 saved as OpenDocument give the same text in every part.
"""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, BinaryIO

from core.extract.archive import Archive
from core.extract.collecting import Collector
from core.extract.markup import parse
from core.extract.odf_text import OdfText
from core.extract.reading import PartKind, ReadingError, Status

if TYPE_CHECKING:
    from core.extract.reading import Limits, Reading

NAME = "odf"
VERSION = 2
FORMATS = frozenset(("odt", "ods", "odp"))

_ENCRYPTED = re.compile(
    rb"<(?:\w+:)?file-entry\b[^>]*full-path\s*=\s*[\"'](?:content\.xml|encrypted-package)[\"'][^>]*>\s*"
    rb"<(?:\w+:)?encryption-data",
    re.DOTALL,
)
_OBJECT = re.compile(r"([^/]+)/content\.xml$")
_DATE = re.compile(rb"<dc:date>([^<]{10,40})</dc:date>")
_ITEMS = (
    ("picture", re.compile(r"(?:^|/)Pictures/.")),
    ("media", re.compile(r"(?:^|/)(?:Media|Sounds|Videos)/.", re.IGNORECASE)),
    ("macro", re.compile(r"^(?:Basic|Scripts)/.+/(?!script-l[bc]\.xml$)[^/]+$")),
    ("signature", re.compile(r"^META-INF/\w*signatures\.xml$")),
    ("object", re.compile(r"^(?:Object|OLE)[^/]*$|^Object \d+/(?:oleobj|ole)")),
)


def read(source: BinaryIO, form: str, limits: Limits) -> Reading:
    """Return the text of an OpenDocument file, as `core.extract.reading.Extractor` says."""
    source.seek(0)
    collector = Collector(form, limits)
    if source.read(2) != b"PK":
        source.seek(0)
        damage = _gather_flat(source, collector)
        return _finished(collector, damage)
    archive = Archive(source, limits)
    _refuse_encrypted(archive)
    if "content.xml" not in archive:
        raise ReadingError(Status.DAMAGED, archive.damage or "the package has no content.xml")
    styles, fault = parse(archive.get("styles.xml") or b"<x/>", lambda: OdfText(form, is_styles=True), limits)
    handler, damage = parse(archive.read("content.xml"), lambda: OdfText(form, spans=styles.spans), limits)
    handler.hand_over(collector)
    if form != "ods" or collector.has_text:  # every sheet has "Page 1" below it, an empty one too
        styles.hand_over(collector)
    placed = [name for name in handler.placed if name in archive and _kind(name) == "picture"]
    for name in placed:
        collector.item("picture", archive.stream(name), is_placed=True)
    for name in archive.names:
        match = _OBJECT.search(name)
        if match:
            _gather_object(archive, name, collector)
        kind = _kind(name)
        if kind is not None and not name.endswith("/") and name not in handler.placed:
            collector.item(kind, archive.stream(name))
    date = _DATE.search(archive.get("meta.xml"))
    collector.modified = date[1].decode("ascii", "replace") if date else None
    return _finished(collector, damage or fault or archive.damage)


def _kind(name: str) -> str | None:
    return next((kind for kind, pattern in _ITEMS if pattern.search(name)), None)


def _finished(collector: Collector, damage: str) -> Reading:
    if damage and not collector.has_text:
        raise ReadingError(Status.DAMAGED, damage)
    return collector.reading(damage)


def _refuse_encrypted(archive: Archive) -> None:
    manifest = archive.get("META-INF/manifest.xml")
    if _ENCRYPTED.search(manifest) or "encrypted-package" in archive:
        raise ReadingError(Status.ENCRYPTED, "the document is locked with a password")


def _gather_flat(source: BinaryIO, collector: Collector) -> str:
    """A document in one XML file (part 3, section 3.1.2): its pictures stand in it as base64."""
    content = source.read(collector.limits.maximum_expansion)
    handler, damage = parse(content, lambda: OdfText(collector.form, is_flat=True), collector.limits)
    handler.hand_over(collector)
    for data in handler.binaries:
        collector.item("picture", data, is_placed=True)
    return damage


def _gather_object(archive: Archive, name: str, collector: Collector) -> None:
    """Add a document inside the document: a formula, a chart, a sheet (part 3, section 10.4.6)."""
    data = archive.read(name)
    inner, _ = parse(data, lambda: OdfText("object"), collector.limits)
    if inner.is_formula:
        collector.item("formula", inner.formula.encode("utf-8", "surrogatepass"))
        collector.add(PartKind.FORMULA, inner.formula)
    else:
        inner.hand_over(collector)


def text_of(content: bytes, form: str, limits: Limits) -> str:
    """Return the whole text of an OpenDocument file that is held in memory."""
    return read(io.BytesIO(content), form, limits).text
