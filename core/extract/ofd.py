"""OFD, the Chinese fixed-layout format of invoices, official documents and archives: a zip of XML.

Source: GB/T 33190-2016, sections 7.3 (OFD.xml), 7.5 (document root), 7.7 (pages), 7.8 (templates), 11.3 (text), 15
(annotations), 18 (signatures). No kept library was found that reads its text. Text objects are put into lines by where
they stand, and the lines into text as those of a PDF. What stands on a template page (the form of an invoice) is kept
apart as a letterhead is.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from core.extract.archive import Archive
from core.extract.collecting import Collector
from core.extract.pdf_lines import Page, find_furniture, lines_of, running_text
from core.extract.reading import PartKind, ReadingError, Status
from core.extract.streamed_xml import drop, elements, local

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.extract.reading import Limits, Reading

NAME = "ofd"
VERSION = 1
FORMATS = frozenset(("ofd",))

_SAME_LINE = 0.4
"""Share of a text's height by which the next one may stand higher or lower and still be on its line."""

_GAP = 0.6
"""A gap of more than this share of the height is a space."""

_PICTURE = re.compile(r"\.(?:png|jpe?g|bmp|gif|tiff?|jb2|jp2)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Text:
    """A text object: its box in millimetres and its characters."""

    left: float
    top: float
    width: float
    height: float
    text: str


def read(source: BinaryIO, form: str, limits: Limits) -> Reading:
    """Return the text of an OFD, as `core.extract.reading.Extractor` says."""
    archive = Archive(source, limits)
    collector = Collector(form, limits)
    roots = [(element.text or "").strip().lstrip("/") for element in elements(archive.stream("OFD.xml"), "DocRoot")]
    roots = [root for root in roots if root in archive]
    roots = roots or [name for name in archive.names if name.endswith("/Document.xml")]
    if not roots:
        if any("encryp" in name.lower() for name in archive.names):
            raise ReadingError(Status.ENCRYPTED, "the OFD is locked")
        raise ReadingError(Status.DAMAGED, archive.damage or "the OFD has no document")
    faults: list[str] = []
    for root in roots:
        _gather_document(archive, root, collector, faults)
    for name in archive.names:
        if _PICTURE.search(name) and "/Res/" in name:
            collector.item("picture", archive.stream(name))
        elif name.endswith("SignedValue.dat"):
            collector.item("signature", archive.stream(name))
    for element in elements(archive.stream("OFD.xml"), "ModDate"):
        collector.modified = element.text
    damage = archive.damage or (f"broken XML: {faults[0]}" if faults else "")
    if damage and not collector.has_text:
        raise ReadingError(Status.DAMAGED, damage)
    return collector.reading(damage)


def _gather_document(archive: Archive, root: str, collector: Collector, faults: list[str]) -> None:
    folder = posixpath.dirname(root)
    templates: list[str] = []
    names: list[str] = []
    annotations = ""
    for element in elements(archive.stream(root), "TemplatePage", "Page", "Annotations", "Attachments", faults=faults):
        kind = local(element)
        target = _target(folder, element.get("BaseLoc") or element.text or "")
        if kind == "TemplatePage":
            templates.append(target)
        elif kind == "Page":
            names.append(target)
        elif kind == "Annotations":
            annotations = target
        else:
            collector.leave_out("attachments")
    for name in templates:
        collector.add(PartKind.HEADER, "\n".join(_lines(_texts(archive.stream(name), faults))))
    pages = [Page(lines_of("\n".join(_lines(_texts(archive.stream(name), faults))))) for name in names]
    find_furniture(pages)
    for line in dict.fromkeys(line.strip() for page in pages for line in page.lines[: page.head]):
        collector.add(PartKind.HEADER, line)
    collector.add(PartKind.BODY, running_text(pages))
    for line in dict.fromkeys(line.strip() for page in pages for line in page.lines[len(page.lines) - page.foot :]):
        collector.add(PartKind.FOOTER, line)
    _gather_annotations(archive, annotations, collector)


def _gather_annotations(archive: Archive, name: str, collector: Collector) -> None:
    """Add the remarks of the pages (section 15): a list of files, each with the annotations of a page."""
    folder = posixpath.dirname(name)
    for listed in elements(archive.stream(name), "FileLoc"):
        target = _target(folder, listed.text or "")
        for remark in elements(archive.stream(target), "Remark"):
            collector.add(PartKind.COMMENT, remark.text or "")
        collector.add(PartKind.COMMENT, "\n".join(_lines(_texts(archive.stream(target), []))))


def _target(folder: str, location: str) -> str:
    location = location.strip()
    return location.lstrip("/") if location.startswith("/") else posixpath.normpath(posixpath.join(folder, location))


def _texts(chunks: Iterable[bytes], faults: list[str]) -> Iterator[_Text]:
    for element in elements(chunks, "TextObject", faults=faults):
        codes = [code.text or "" for code in element.iter("{*}TextCode")]
        box = _numbers(element.get("Boundary") or "")
        if len(box) == 4 and any(code.strip() for code in codes):
            yield _Text(box[0], box[1], box[2], box[3], "".join(codes))
        drop(element)


def _numbers(text: str) -> list[float]:
    try:
        return [float(number) for number in text.split()]
    except ValueError:
        return []


def _lines(texts: Iterable[_Text]) -> list[str]:
    """Join text objects that follow one another on one line."""
    out: list[str] = []
    last: _Text | None = None
    for text in texts:
        if last is None or not _is_same_line(last, text):
            out.append(text.text)
        else:
            gap = text.left - last.left - last.width
            out[-1] += (" " if gap > _GAP * max(text.height, 0.1) else "") + text.text
        last = text
    return out


def _is_same_line(last: _Text, text: _Text) -> bool:
    distance = abs(text.top + text.height / 2 - last.top - last.height / 2)
    return distance <= _SAME_LINE * max(text.height, last.height) and text.left >= last.left
