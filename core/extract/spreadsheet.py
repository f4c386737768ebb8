"""Excel workbooks since 2007: .xlsx, .xlsm, .xltx, their strict variant, and .xlsb.

Chosen by measuring on the corpus. Of the 37 facts of .xlsx openpyxl 3.1.5 (MIT) finds 35 and refuses the strict
variant; python-calamine 0.9 (MIT) finds 37 and is fast, but reads neither comments nor text boxes, headers and chart
titles (both facts of .xlsb), refuses a workbook with a macro sheet, and reserves memory for the rectangle around all
cells: one cell in the last row and column, a file of 1 KB, makes it ask for 512 GB and abort the process. So the parts
are read as streams: cells by `sheet_xml` and `sheet_binary`, drawings here (ECMA-376 part 1, sections 20.5 and 21.2;
part 2, section 9.3 for relationships). All 39 facts, 80 files a second.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, BinaryIO

from core.extract import sheet_binary
from core.extract.archive import Archive
from core.extract.collecting import Collector
from core.extract.package import Package
from core.extract.reading import PartKind, ReadingError, Status
from core.extract.scripts import LEVEL, LOWERED, RAISED
from core.extract.sheet_binary import BinaryCells
from core.extract.sheet_xml import XmlCells, string_of
from core.extract.streamed_xml import drop, elements, local

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml import etree

    from core.extract.reading import Limits, Reading

NAME = "spreadsheet"
VERSION = 2
FORMATS = frozenset(("xlsx", "xlsb"))

_THREADED = "[Threaded comment]"
_ITEMS = (
    ("picture", re.compile(r"(?:^|/)media/.+\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|wdp)$", re.IGNORECASE)),
    ("media", re.compile(r"(?:^|/)media/", re.IGNORECASE)),
    ("object", re.compile(r"(?:^|/)embeddings/", re.IGNORECASE)),
    ("macro", re.compile(r"(?:^|/)vbaProject\.bin$", re.IGNORECASE)),
    ("signature", re.compile(r"^_xmlsignatures/sig", re.IGNORECASE)),
)
_LOOSE = re.compile(r"xl/(?:drawings/drawing|charts/chart|diagrams/data|charts/chartex)[^/]*\.xml$", re.IGNORECASE)
_LOOSE_COMMENTS = re.compile(r"xl/(?:comments[^/]*|threadedComments/[^/]*)\.(?:xml|bin)$", re.IGNORECASE)


def read(source: BinaryIO, form: str, limits: Limits) -> Reading:
    """Return the text of a workbook, as `core.extract.reading.Extractor` says."""
    archive = Archive(source, limits)
    collector = Collector(form, limits)
    workbook = _Workbook(archive, collector, form)
    workbook.gather()
    _gather_items(archive, collector)
    damage = archive.damage or workbook.damage
    if damage and not collector.has_text:
        raise ReadingError(Status.DAMAGED, damage)
    return collector.reading(damage)


def _gather_items(archive: Archive, collector: Collector) -> None:
    for name in archive.names:
        kind = next((kind for kind, pattern in _ITEMS if pattern.search(name)), None)
        if kind is not None:
            collector.item(kind, archive.stream(name))
    collector.modified = Package(archive).modified()


class _Workbook:
    """Walks from the workbook over its sheets to their comments, drawings and charts."""

    def __init__(self, archive: Archive, collector: Collector, form: str) -> None:
        self.archive = archive
        self.package = Package(archive)
        self.collector = collector
        self.used: set[str] = set()
        self.faults: list[str] = []
        self.cells: XmlCells | BinaryCells = (BinaryCells if form == "xlsb" else XmlCells)(collector.limits)

    @property
    def damage(self) -> str:
        """What was broken in the parts read so far, "" when nothing was."""
        faults = self.faults or (self.cells.faults if isinstance(self.cells, XmlCells) else [])
        return f"broken XML: {faults[0]}" if faults else ""

    def gather(self) -> None:
        """Hand every sheet to the collector.

        Raises:
            ReadingError: DAMAGED when there is no workbook.
        """
        workbook = self.package.main_part(r"(?:.*/)?workbook\d*\.(?:xml|bin)")
        if not workbook:
            raise ReadingError(Status.DAMAGED, "the package has no workbook")
        related = self.package.relations(workbook)
        targets_of = {relation.kind: relation.target for relation in related.values()}
        if "styles" in targets_of:  # before the strings, which name fonts by their number
            self.cells.read_styles(self.archive.stream(targets_of["styles"]))
        if "sharedStrings" in targets_of:
            self.cells.read_strings(self.archive.stream(targets_of["sharedStrings"]))
        if not self.cells.strings:
            folder = posixpath.dirname(workbook)
            self.cells.read_strings(self.archive.stream(f"{folder}/sharedStrings{posixpath.splitext(workbook)[1]}"))
        sheets = self.cells.sheets(self.archive.stream(workbook))
        targets = [(name, is_hidden, related[key].target) for name, is_hidden, key in sheets if key in related]
        if not targets:
            targets = [("", False, name) for name in self.package.named(r"(?:.*/)?worksheets/[^/]+\.(?:xml|bin)")]
        for name, is_hidden, target in targets:
            self._gather_sheet(name, is_hidden, target)
        self._gather_loose()

    def _gather_sheet(self, name: str, is_hidden: bool, target: str) -> None:
        body = PartKind.HIDDEN if is_hidden else PartKind.BODY
        running: list[tuple[PartKind, str]] = []
        is_named = False
        self.used.add(target)
        for row in self.cells.rows(self.archive.stream(target), running):
            if not is_named:
                self.collector.add(PartKind.HEADER, name)
                is_named = True
            self.collector.add(body, row)
        self.collector.grid(self.cells.grid)
        for line in running:
            self.collector.add(*line)
        has_threads = bool(self.package.targets(target, "threadedComment"))
        for part in self.package.targets(target, "comments", "threadedComment"):
            self._gather_comments(part, has_threads)
        related = self.package.relations(target).values()
        for outside in sorted(relation.outside for relation in related if relation.kind == "hyperlink"):
            self.collector.link(outside)
        for part in self.package.targets(target, "drawing"):
            self._gather_drawing(part, body)

    def _gather_comments(self, part: str, has_threads: bool) -> None:
        if part in self.used:
            return
        self.used.add(part)
        for text in self._comments(part):
            if not (has_threads and text.startswith(_THREADED)):
                self.collector.add(PartKind.COMMENT, text)

    def _comments(self, part: str) -> Iterator[str]:
        if part.lower().endswith(".bin"):
            yield from sheet_binary.comments(self.archive.stream(part))
            return
        for element in elements(self.archive.stream(part), "comment", "threadedComment", faults=self.faults):
            words = element.find("{*}text")
            if words is not None:
                yield words.text or "" if local(element) == "threadedComment" else string_of(words)
            drop(element)

    def _gather_drawing(self, part: str, body: PartKind) -> None:
        """Add the text of shapes, then of the charts and diagrams that the drawing shows."""
        if part in self.used:
            return
        self.used.add(part)
        for paragraph in elements(self.archive.stream(part), "p", faults=self.faults):
            if not any(local(above) == "Fallback" for above in paragraph.iterancestors()):
                self.collector.add(body, _paragraph(paragraph))
        for target in self.package.targets(part, "chart", "chartEx", "diagramData", "chartUserShapes"):
            self._gather_drawing(target, body)

    def _gather_loose(self) -> None:
        """Parts that no readable relationship leads to: a broken package still shows its words."""
        for name in self.archive.names:
            if name not in self.used and _LOOSE.match(name):
                self._gather_drawing(name, PartKind.BODY)
            elif name not in self.used and _LOOSE_COMMENTS.match(name):
                self._gather_comments(name, has_threads="xl/threadedComments" in "\n".join(self.archive.names))


def _run_text(element: etree._Element) -> str:
    properties = element.getprevious()
    distance = (properties.get("baseline") or "").rstrip("%") if properties is not None else ""
    if not distance.strip("-0."):
        return element.text or ""
    return f"{LOWERED if distance.startswith('-') else RAISED}{element.text or ''}{LEVEL}"


def _paragraph(paragraph: etree._Element) -> str:
    """Return the words of a DrawingML paragraph (section 21.1.2.2.6)."""
    out = []
    for element in paragraph.iter("{*}t", "{*}br"):
        out.append("\n" if local(element) == "br" else _run_text(element))
    return "".join(out)
