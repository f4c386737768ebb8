"""What a part only refers to: pictures, charts, SmartArt, embedded objects, media.

Charts and SmartArt give their text (titles, names of series and categories; the points of the diagram) and charts their
values to the inventory; everything else is told by the digest of its bytes, streamed, so that a presentation full of
films costs no memory.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from core.extract.collecting import Collector, digest
from core.extract.links import links_of_fields
from core.extract.markup import parse
from core.extract.reading import PartKind, ReadingError
from core.extract.story import Story

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.extract.package import Package, Relation
    from core.extract.reading import Limits

_VALUES: Final = re.compile(rb"<(?:[\w.-]+:)?v>([^<]*)<")
_ORDERED: Final = (PartKind.BODY, PartKind.HIDDEN)  # programs renumber the parts of headers and footers
MOST_OBJECT: Final = 16 * 1024 * 1024  # bytes: larger OLE objects are digested as they stand


def _plain_number(value: bytes) -> bytes:
    """Return a number of a chart as every program would write it: 2.0 is 2."""
    try:
        return b"%.12g" % float(value)
    except ValueError:
        return value


class Drawings:
    """Gathers what the stories of one package refer to.

    Attributes:
        damage: what was broken, "" when nothing was.
    """

    def __init__(self, package: Package, collector: Collector, limits: Limits) -> None:
        self._package = package
        self._collector = collector
        self._limits = limits
        self._digests: dict[str, str] = {}
        self.damage = ""

    def gather(self, story: Story, part: str, kind: PartKind = PartKind.BODY) -> None:
        """Add everything that `story`, read from `part`, refers to; texts go to `kind`."""
        relations = self._package.relations(part) if story.references or story.links else {}
        seen: set[str] = set()
        for identifier in story.references:
            relation = relations.get(identifier)
            if relation is None or relation.target not in self._package.archive:
                continue
            if relation.kind in ("media", "video", "audio") and relation.target in seen:
                continue  # one film is referred to in an old way and in a new one
            seen.add(relation.target)
            self._add(relation, part, kind)
        for formula in story.formulas:
            self._collector.item("formula", formula.encode("utf-8", "surrogatepass"))
        for identifier in story.links:
            if identifier in relations:
                self._collector.link(relations[identifier].outside)
        for target in links_of_fields("".join(story.instructions)):
            self._collector.link(target)
        for text in story.insertions:
            self._collector.inserted(text)
        self._collector.struck("".join(story.struck))
        for grid in story.grids if kind in _ORDERED else ():
            self._collector.grid(grid)

    def _add(self, relation: Relation, part: str, kind: PartKind) -> None:
        if relation.kind in ("image", "hdphoto"):
            self._item("picture", relation.target, kind)
        elif relation.kind in ("chart", "chartEx"):
            self._chart(relation.target, kind)
        elif relation.kind == "diagramData":
            self._collector.add(kind, self._diagram(relation.target, part))
        elif relation.kind in ("media", "video", "audio"):
            self._item("media", relation.target, kind)
        elif relation.kind in ("oleObject", "package", "control", "activeXControlBinary"):
            self._object(relation.target, kind)

    def _item(self, kind: str, target: str, place: PartKind | None = None) -> None:
        if target not in self._digests:
            self._digests[target] = digest(self._package.archive.stream(target))
        self._collector.add_item(kind, self._digests[target], is_placed=place in _ORDERED)

    def _object(self, target: str, place: PartKind) -> None:
        """An OLE object by its own streams, so that a drawing of it does not count; any other by its bytes."""
        from core.extract.compound import MAGIC, compound_from_bytes, gather_objects  # noqa: PLC0415 - seldom needed

        archive = self._package.archive
        if archive.size(target) <= MOST_OBJECT:
            content = archive.read(target)
            if content.startswith(MAGIC):
                try:
                    compound = compound_from_bytes(content, self._limits)
                except ReadingError:
                    self._item("object", target, place)
                    return
                gather_objects(compound, self._collector, [compound.names], is_placed=place in _ORDERED)
                return
        self._item("object", target, place)

    def _chart(self, target: str, kind: PartKind) -> None:
        content = self._package.archive.read(target)
        lines = self._text(content).split("\n")
        self._collector.add(kind, "\n".join(dict.fromkeys(lines)))  # every series repeats the categories
        for shapes in self._package.targets(target, "chartUserShapes"):
            self._collector.add(kind, self._text(self._package.archive.read(shapes)))
        values = b"\n".join(_plain_number(value) for value in _VALUES.findall(content))
        self._collector.item("chart", values, is_placed=kind in _ORDERED)

    def _diagram(self, target: str, part: str) -> str:
        """The text of a SmartArt's points; where there is none, that of its drawing, which repeats it."""
        text = self._text(self._package.archive.read(target))
        drawings: Iterator[str] = iter(self._package.targets(part, "diagramDrawing"))
        while not text.strip() and (drawing := next(drawings, "")):
            text = self._text(self._package.archive.read(drawing))
        return text

    def _text(self, content: bytes) -> str:
        story, damage = parse(content, Story, self._limits)
        self.damage = self.damage or damage
        return story.text(PartKind.BODY)
