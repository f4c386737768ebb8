"""Word documents: .docx, .docm, .dotx, .dotm, transitional and strict.

The parts are read directly. Measured on the corpus's 78 files: plain python-docx (paragraphs and tables) opens neither
strict nor macro packages and misses headers, notes, comments, text boxes, content controls, SmartArt and formulas;
python-docx (MIT) stays the fallback for packages that the direct reader does not understand.

Left out by policy: field instructions, building blocks, numbers that Word makes for lists, document properties,
descriptions of pictures.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from functools import partial
from typing import TYPE_CHECKING, BinaryIO, Final

from core.extract.archive import Archive
from core.extract.collecting import Collector
from core.extract.drawing import Drawings
from core.extract.markup import NotUnderstoodError, parse
from core.extract.package import Package
from core.extract.quick import quick_story
from core.extract.reading import Limits, PartKind, Reading, ReadingError, Status
from core.extract.run_actions import VERTICAL, by_points
from core.extract.story import Story

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

NAME: Final = "word"
VERSION: Final = 2
FORMATS: Final[AbstractSet[str]] = frozenset({"docx"})

MAIN: Final = r"word/document\d*\.xml"
BESIDE: Final = (
    (PartKind.NOTE, ("footnotes", "endnotes"), r"word/(?:footnotes|endnotes)\.xml"),
    (PartKind.COMMENT, ("comments",), r"word/comments\.xml"),
    (PartKind.HEADER, ("header",), r"word/header\d*\.xml"),
    (PartKind.FOOTER, ("footer",), r"word/footer\d*\.xml"),
)
"""The parts beside the main one: their kind, relationship types, and names where relationships are lost."""

LIBRARY_ERRORS: Final = (
    ValueError,
    TypeError,
    AttributeError,
    LookupError,
    SyntaxError,
    OSError,
    NotImplementedError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What python-docx and python-pptx let through from packages that they do not understand."""

_CHARACTER_STYLE: Final = re.compile(
    rb"<w:style\s(?=[^>]*w:type=\"character\")[^>]*w:styleId=\"([^\"]*)\"[^>]*>(?!.*<w:style\s)", re.DOTALL
)
_RAISING: Final = re.compile(rb"<w:vertAlign\s[^>]*w:val=\"([^\"]*)\"")
_MOVING: Final = re.compile(rb"<w:position\s[^>]*w:val=\"([^\"]*)\"")
_BASE: Final = re.compile(rb"<w:basedOn\s[^>]*w:val=\"([^\"]*)\"")

CHUNK_SUFFIXES: Final = (".html", ".htm", ".xhtml", ".mht", ".rtf", ".txt", ".docx", ".docm", ".dotx", ".xml")


def read(source: BinaryIO, form: str, limits: Limits) -> Reading:
    """Return the text of all parts, and the inventory.

    Raises:
        ReadingError: ENCRYPTED, TOO_LARGE or DAMAGED, when nothing can be read.
    """
    return read_by((read_directly, read_by_library), source, form, limits)


def read_by(
    readers: tuple[Callable[[BinaryIO, str, Limits], Reading], ...], source: BinaryIO, form: str, limits: Limits
) -> Reading:
    """Return the reading of the first of `readers` that understands the package."""
    for reader in readers:
        try:
            source.seek(0)
            return reader(source, form, limits)
        except NotUnderstoodError:
            continue
    raise ReadingError(Status.DAMAGED, "no reader understands the package")


def read_directly(source: BinaryIO, form: str, limits: Limits) -> Reading:
    """Return what stands in the package's parts.

    Raises:
        NotUnderstoodError: the main part is missing or is none that this reader knows.
        ReadingError: as `read`.
    """
    archive = Archive(source, limits)
    document = _Document(Package(archive), Collector(form, limits), limits)
    document.gather()
    return document.collector.reading(document.damage or archive.damage)


class _Document:
    """One document while it is read."""

    def __init__(self, package: Package, collector: Collector, limits: Limits) -> None:
        self.package = package
        self.collector = collector
        self.drawings = Drawings(package, collector, limits)
        self._limits = limits
        self._damage = ""
        self._asides: dict[PartKind, list[str]] = {}
        self._styles: Mapping[str, str] | None = None

    @property
    def damage(self) -> str:
        return self._damage or self.drawings.damage

    def gather(self) -> None:
        """Read all parts."""
        main = self.package.main_part(MAIN)
        if not main or not self._part(main, PartKind.BODY):
            raise NotUnderstoodError("no main part")
        for kind, kinds, pattern in BESIDE:
            known: set[str] = set()
            for part in self.package.targets(main, *kinds) or self._lost(main, pattern):
                self._part(part, kind, known)
        for kind, texts in self._asides.items():
            self.collector.add(kind, "\n".join(texts))
        self._properties(main)

    def _lost(self, main: str, pattern: str) -> list[str]:
        return [] if self.package.relations(main) else self.package.named(pattern)

    def _part(self, part: str, kind: PartKind, known: set[str] | None = None) -> bool:
        """Add a part's texts; a header or footer that says what another said already is left away."""
        content = self.package.archive.read(part)
        styles = self._raising_styles() if b"rStyle" in content else {}
        story = quick_story(content, kind, styles)
        if story is None:
            make = partial(Story, kind, partial(self._chunk, part), styles)
            story, damage = parse(content, make, self._limits)
            self._damage = self._damage or (f"{part}: {damage}" if damage else "")
        if kind is PartKind.BODY and b"<w:numPr" in content:
            self.collector.leave_out("list numbers")
        text = story.text(kind)
        if known is None or text.strip() not in known:
            self.collector.add(kind, text)
        if known is not None:
            known.add(text.strip())
        for aside in story.flows:
            if aside is not kind and story.text(aside).strip():
                self._asides.setdefault(aside, []).append(story.text(aside))
        self.drawings.gather(story, part, kind)
        return bool(content)

    def _raising_styles(self) -> Mapping[str, str]:
        """Return the mark of each character style that raises or lowers its text."""
        if self._styles is None:
            names = self.package.targets(self.package.main_part(MAIN), "styles")
            self._styles = raising_styles(self.package.archive.courtesy(names[0])) if names else {}
        return self._styles

    def _chunk(self, part: str, identifier: str) -> str:
        """The text of an imported document (w:altChunk), which Word shows in its place."""
        from core.extract import read as read_any  # noqa: PLC0415 - the package imports this module

        relation = self.package.relations(part).get(identifier)
        if relation is None or relation.target not in self.package.archive:
            return ""
        if not relation.target.lower().endswith(CHUNK_SUFFIXES) or self._limits.maximum_depth < 20:
            self.collector.leave_out("imported documents")
            return ""
        inner = Limits(
            maximum_text=self._limits.maximum_text,
            maximum_expansion=self._limits.maximum_expansion // 4,
            maximum_depth=self._limits.maximum_depth // 4,
        )
        return read_any(io.BytesIO(self.package.archive.read(relation.target)), relation.target, inner).text

    def _properties(self, main: str) -> None:
        """What is neither text nor drawing: macros, signatures, the date."""
        for macros in self.package.targets(main, "vbaProject"):
            self.collector.item("macro", self.package.archive.stream(macros))
        for signature in self.package.signatures():
            self.collector.item("signature", self.package.archive.stream(signature))
        if self.package.targets(main, "glossaryDocument"):
            self.collector.leave_out("building blocks")
        self.collector.modified = self.package.modified()


def raising_styles(content: bytes) -> Mapping[str, str]:
    """Return the character styles of a styles part that raise or lower text, those based on them too."""
    found: dict[str, str] = {}
    if b"vertAlign" not in content and b":position" not in content:
        return found
    based: dict[str, str] = {}
    for style in content.split(b"</w:style>"):
        named = _CHARACTER_STYLE.search(style)
        name = named[1].decode("utf-8", "replace") if named else ""
        if not name:
            continue
        raised, moved, base = _RAISING.search(style), _MOVING.search(style), _BASE.search(style)
        if raised or moved:
            said = raised or moved
            value = said[1].decode("ascii", "replace") if said else ""
            found[name] = VERTICAL.get(value, "") if raised else by_points(value)
        elif base:
            based[name] = base[1].decode("utf-8", "replace")
    for name, base_name in based.items():
        above, steps = base_name, 0
        while above in based and steps < len(based):
            above, steps = based[above], steps + 1
        found[name] = found.get(above, "")
    return {name: mark for name, mark in found.items() if mark}


def read_by_library(source: BinaryIO, form: str, limits: Limits) -> Reading:
    """Return what python-docx finds: paragraphs, tables, headers and footers.

    Raises:
        NotUnderstoodError: python-docx does not understand the package either.
    """
    import docx  # noqa: PLC0415 - 0.1 s, and hardly any document needs it

    collector = Collector(form, limits)
    try:
        document = docx.Document(source)
        for paragraph in _paragraphs(document):
            collector.add(PartKind.BODY, paragraph)
        for section in document.sections:
            for kind, story in ((PartKind.HEADER, section.header), (PartKind.FOOTER, section.footer)):
                collector.add(kind, "" if story.is_linked_to_previous else "\n".join(_paragraphs(story)))
    except LIBRARY_ERRORS as error:
        raise NotUnderstoodError(str(error)) from error
    return collector.reading(detail="read by python-docx: only paragraphs, tables, headers and footers")


def _paragraphs(story: object) -> Iterator[str]:
    """The texts of paragraphs and, cell by cell, of tables, in order."""
    for block in story.iter_inner_content():  # type: ignore[attr-defined]  # python-docx's mixin has no public name
        if hasattr(block, "rows"):
            for row in block.rows:
                for cell in row.cells:
                    yield from _paragraphs(cell)
        else:
            yield block.text
