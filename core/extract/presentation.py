"""PowerPoint presentations: .pptx, .pptm, .ppsx, .ppsm, .potx, .potm, transitional and strict.

Slides come in the order of the presentation, each with its notes and comments behind it. The text of a hidden slide is
HIDDEN: two decks that differ only in what they show are not the same, yet their bodies are judged by what is shown.
Footer, date and number placeholders are FOOTER. Left out by policy: masters and layouts (prompts and furniture of the
template), document properties, descriptions of pictures.

The parts are read directly; python-pptx (MIT) stays the fallback for packages that the direct reader does not
understand. It opens neither strict packages nor show and template variants.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, BinaryIO, Final

from core.extract.archive import Archive
from core.extract.collecting import Collector
from core.extract.drawing import Drawings
from core.extract.markup import NotUnderstoodError, parse
from core.extract.package import Package
from core.extract.quick import ROOT, quick_story
from core.extract.reading import Limits, PartKind, Reading
from core.extract.story import Story
from core.extract.word import LIBRARY_ERRORS, read_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

NAME: Final = "presentation"
VERSION: Final = 2
FORMATS: Final[AbstractSet[str]] = frozenset({"pptx"})

MAIN: Final = r"ppt/presentation\d*\.xml"
_SLIDES: Final = re.compile(rb"<(?:[\w.-]+:)?sldId\s[^>]*?[\w.-]+:id\s*=\s*[\"']([^\"']+)")
_HIDDEN: Final = re.compile(rb"<(?:[\w.-]+:)?sld\s[^>]*\bshow\s*=\s*[\"'](?:0|false)[\"']")


def read(source: BinaryIO, form: str, limits: Limits) -> Reading:
    """Return the text of all slides, notes and comments, and the inventory.

    Raises:
        ReadingError: ENCRYPTED, TOO_LARGE or DAMAGED, when nothing can be read.
    """
    return read_by((read_directly, read_by_library), source, form, limits)


def read_directly(source: BinaryIO, form: str, limits: Limits) -> Reading:
    """Return what stands in the package's parts.

    Raises:
        NotUnderstoodError: there is no presentation that this reader knows.
        ReadingError: as `read`.
    """
    archive = Archive(source, limits)
    deck = _Deck(Package(archive), Collector(form, limits), limits)
    deck.gather()
    return deck.collector.reading(deck.damage or deck.drawings.damage or archive.damage)


class _Deck:
    """One presentation while it is read."""

    def __init__(self, package: Package, collector: Collector, limits: Limits) -> None:
        self.package = package
        self.collector = collector
        self.drawings = Drawings(package, collector, limits)
        self.damage = ""
        self._limits = limits
        self._footers: dict[str, None] = {}

    def gather(self) -> None:
        """Read all slides."""
        main = self.package.main_part(MAIN)
        slides = list(self._slides(main))
        if not main and not slides:
            raise NotUnderstoodError("no presentation")
        has_more = bool(self.package.named(r"ppt/(?:notesSlides|comments)/.*"))
        for slide in slides:
            content = self.package.archive.read(slide)
            self._part(slide, content, PartKind.HIDDEN if _is_hidden(content[:ROOT]) else PartKind.BODY)
            for kind, word in ((PartKind.NOTE, "notesSlide"), (PartKind.COMMENT, "comments")):
                for part in self.package.targets(slide, word) if has_more else ():
                    self._part(part, self.package.archive.read(part), kind)
        self.collector.add(PartKind.FOOTER, "\n".join(self._footers))
        for macros in self.package.targets(main, "vbaProject"):
            self.collector.item("macro", self.package.archive.stream(macros))
        for signature in self.package.signatures():
            self.collector.item("signature", self.package.archive.stream(signature))
        self.collector.modified = self.package.modified()

    def _slides(self, main: str) -> Iterable[str]:
        """The slides in their order; where the list is lost, as they are related or named."""
        relations = self.package.relations(main) if main else {}
        identifiers = (each.decode("ascii", "replace") for each in _SLIDES.findall(self.package.archive.get(main)))
        listed = [relations[each].target for each in identifiers if each in relations]
        targets = [target for target in listed if target in self.package.archive]
        return targets or self.package.targets(main, "slide") or self.package.named(r"ppt/slides/slide\d*\.xml")

    def _part(self, part: str, content: bytes, kind: PartKind) -> None:
        story = quick_story(content, kind)
        if story is None:
            story, damage = parse(content, lambda: Story(kind), self._limits)
            self.damage = self.damage or (f"{part}: {damage}" if damage else "")
        self.collector.add(kind, story.text(kind))
        footer = story.text(PartKind.FOOTER).strip()
        if footer:
            self._footers.update(dict.fromkeys(line for line in footer.split("\n") if line))
        self.drawings.gather(story, part, kind)


def _is_hidden(head: bytes) -> bool:
    return b"show" in head and _HIDDEN.search(head) is not None


def read_by_library(source: BinaryIO, form: str, limits: Limits) -> Reading:
    """Return what python-pptx finds: text frames and tables of the slides, and notes.

    Raises:
        NotUnderstoodError: python-pptx does not understand the package either.
    """
    import pptx  # noqa: PLC0415 - 0.1 s, and hardly any presentation needs it

    collector = Collector(form, limits)
    try:
        for slide in pptx.Presentation(source).slides:
            for text in _texts(slide.shapes):
                collector.add(PartKind.BODY, text)
            if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
                collector.add(PartKind.NOTE, slide.notes_slide.notes_text_frame.text)
    except LIBRARY_ERRORS as error:
        raise NotUnderstoodError(str(error)) from error
    return collector.reading(detail="read by python-pptx: only text frames, tables and notes")


def _texts(shapes: Iterable[object]) -> Iterator[str]:
    """The texts of shapes, of groups within groups and of tables, in order."""
    for shape in shapes:
        if hasattr(shape, "shapes"):
            yield from _texts(shape.shapes)
        elif getattr(shape, "has_text_frame", False):
            yield shape.text_frame.text  # type: ignore[attr-defined]  # asked one line above
        elif getattr(shape, "has_table", False):
            for row in shape.table.rows:  # type: ignore[attr-defined]  # as above
                yield from (cell.text_frame.text for cell in row.cells)
