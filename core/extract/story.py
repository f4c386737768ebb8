"""Reads one part of an office package: WordprocessingML, PresentationML, DrawingML and Office Math alike.

The vocabularies nest in each other (a text box in a group in a Word paragraph, a chart title in a slide), so one reader
knows them all. It is fed with events (`core.extract.markup`), keeps a few words of state and no tree. The names that it
acts on stand in `core.extract.vocabulary`; every other element is passed through. Source: ECMA-376, 5th edition, part
1, sections 17 (WordprocessingML), 19 (PresentationML), 21 (DrawingML), 22.1 (Math); part 3, section 7 (alternatives).

Policy
    a text box     after the paragraph that holds it, once: the fallback copy only where the choice has nothing
    raised         and lowered runs (w:vertAlign, w:position, baseline) carry the marks of `core.extract.scripts`
    tracked        insertions are text and told in `insertions`; deletions, and text at the place that it was moved
                   from, go to DELETED
    hidden text    (w:vanish on the run) goes to HIDDEN
    fields         results are text, instructions are not; legacy form fields go to FIELD
    formulas       m:t is text in its line, with ^ _ / for raised, lowered and divided; the structure goes to `formulas`
    ruby           the base, then the reading in parentheses
    furniture      footer, date and number placeholders of slides go to FOOTER
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from core.extract.reading import PartKind
from core.extract.run_actions import value_of
from core.extract.vocabulary import ENDS, STARTS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from core.extract.grid import Grid

Pieces = list[str]

_ASIDE: Final = (PartKind.DELETED, PartKind.HIDDEN, PartKind.FIELD, PartKind.FOOTER)


class Story:
    """The state while a part is read, and what was gathered.

    Attributes:
        flows: pieces of text by kind, in reading order; `kind` is where ordinary text goes.
        references: relationship identifiers of pictures, charts, objects, in order.
        formulas: one string a formula that tells its structure and text.
        links, instructions: relationship identifiers of hyperlinks; the instructions of fields, some of them links.
        struck: text that is struck out, part of the flows.
        grids: which cells of the tables are filled.
        insertions: stretches of text, part of the flows, that are tracked insertions.
    """

    def __init__(
        self,
        kind: PartKind = PartKind.BODY,
        embedded: Callable[[str], str] | None = None,
        styles: Mapping[str, str] | None = None,
    ) -> None:
        self.flows: dict[PartKind, Pieces] = {each: [] for each in (kind, *_ASIDE)}
        self.kind = kind
        self.references: list[str] = []
        self.formulas: list[str] = []
        self.links: list[str] = []
        self.instructions: Pieces = []
        self.insertions: list[str] = []
        self.inserting: list[tuple[Pieces, int]] = []
        self.struck: Pieces = []
        self.is_struck = False
        self.text_from = 0
        self.grids: list[Grid] = []
        self.open_grids: list[Grid] = []
        self.cells: list[tuple[Pieces, int]] = []
        self.script = ""
        self.styles = styles or {}
        self.embedded = embedded
        self.out = self.flows[kind]
        self.floats: list[Pieces] = []
        self.outer: list[tuple[Pieces, list[Pieces]]] = []
        self.sink: Callable[[str], None] | None = None
        self.depth = 0
        self.skipped_from = 0
        self.deleting = 0
        self.is_vanished = False
        self.choices: list[int] = []
        self.formula: list[str] | None = None
        self.formula_from = 0
        self.field: dict[str, list[str]] | None = None
        self.is_checkbox = False
        self.reading: Pieces = []
        self.is_in_object = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """See `markup.Handler`."""
        self.depth += 1
        if self.skipped_from:
            return
        act = STARTS.get(name)
        if act is not None:
            act(self, attributes)
        if self.formula is not None and not self.skipped_from:
            self._note_structure(name, attributes)

    def end(self, name: str) -> None:
        """See `markup.Handler`."""
        if self.skipped_from:
            if self.depth == self.skipped_from:
                self.skipped_from = 0
        else:
            act = ENDS.get(name)
            if act is not None:
                act(self)
        self.depth -= 1

    def data(self, text: str) -> None:
        """See `markup.Handler`."""
        if self.sink is not None:
            self.sink(text)

    def text(self, kind: PartKind) -> str:
        """Return what was gathered for `kind`."""
        floats = self.floats if kind is self.kind else []
        return "".join(self.flows.get(kind, [])) + "".join("\n" + "".join(box) for box in floats)

    def target(self) -> Pieces:
        """Return where ordinary text goes at this place."""
        if self.deleting:
            return self.flows[PartKind.DELETED]
        return self.flows[PartKind.HIDDEN] if self.is_vanished else self.out

    def amount(self) -> int:
        """Return a number that grows whenever something was gathered."""
        asides = sum(len(self.flows[kind]) for kind in _ASIDE)
        return len(self.out) + len(self.floats) + len(self.references) + len(self.formulas) + asides

    def skip(self) -> None:
        """Pass over everything until the present element ends."""
        self.skipped_from = self.depth

    def _note_structure(self, name: str, attributes: Mapping[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        if space.endswith("/math") and self.formula is not None:
            self.formula.append(f"<{local}{value_of(attributes, 'val')}")
