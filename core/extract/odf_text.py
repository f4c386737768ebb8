"""The events of an OpenDocument part, gathered as text by its place in the document.

Source: OpenDocument 1.3 part 3, sections 5 (paragraphs, lists, changes), 6 (fields, notes), 9 (tables), 10 (drawings),
13 (forms), 16 (headers and footers in master pages). OpenOffice 1 used the same elements in older namespaces.
"""

from __future__ import annotations

import binascii
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.extract.grid import Grid
from core.extract.odf_changes import CHANGE_MARKS, Changes, Spans
from core.extract.odf_words import (
    BEFORE,
    BETWEEN,
    ENDS_LINE,
    HIDING,
    LAYOUT_FIELDS,
    PLACES,
    RUNNING,
    SKIPPED,
    STYLED,
    VALUES,
)
from core.extract.reading import PartKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.extract.collecting import Collector

MOST_REPEATS = 1000
"""A filled cell or row that says it repeats more often than this is taken for a mistake."""

_PREFIX = re.compile(r"(?:xmlns:|openoffice\.org/2000/)([\w-]+)")
_OTHERS = (("MathML", "math"), ("purl.org/dc", "dc"))
_RENAMED = {"svg-compatible": "svg", "drawing": "draw"}


@dataclass(slots=True)
class _Place:
    kind: PartKind
    depth: int
    out: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Math:
    tag: str
    seen: int = 0


@dataclass(slots=True)
class _Cell:
    start: int
    repeats: int
    value: str = ""
    gap: int = 1
    is_covered: bool = False


class OdfText:
    """Handles the events of one part (a `markup.Handler`)."""

    def __init__(
        self, form: str, *, is_styles: bool = False, is_flat: bool = False, spans: Spans | None = None
    ) -> None:
        """Read a part of a document of this form; `spans` knows the styles of another part."""
        self.form = form
        self.spans = Spans(spans)
        self.placed: dict[str, None] = {}
        self._links: list[str] = []
        self._grids: list[Grid] = []
        self._open_grids = [Grid()]  # cells outside of any table go nowhere
        self._changes = Changes()
        self.is_formula = False
        self.binaries: list[bytes] = []
        self._is_flat = is_flat
        self._is_content = not is_styles and not is_flat
        self._places = [_Place(PartKind.BODY, 0)]
        self._done: list[_Place] = []
        self._prefixes: dict[str, str] = {}
        self._depth = 0
        self._skip_at = 0
        self._binary: list[str] | None = None
        self._cells: list[_Cell] = []
        self._rows: list[_Cell] = []
        self._hidden_styles: set[str] = set()
        self._style = ""
        self._formula: list[str] = []
        self._math: list[_Math] = []
        self._is_chart = False
        self._master_at = 0
        self._table = ""

    @property
    def formula(self) -> str:
        """The signs of a formula in reading order."""
        return " ".join(piece for piece in self._formula if piece)

    def hand_over(self, collector: Collector) -> None:
        """Give everything that was gathered to `collector`, in the order in which its places began."""
        for place in [*self._done, *self._places]:
            collector.add(place.kind, "".join(place.out))
        for target in self._links:
            collector.link(target)
        for text in self._changes.inserted:
            collector.inserted(text)
        collector.struck("".join(self.spans.struck))
        for grid in self._grids:
            collector.grid(grid)

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""
        self._depth += 1
        if self._skip_at:
            return
        tag = self._short(name)
        is_layout = tag in LAYOUT_FIELDS and (self.form == "odp" or self._places[-1].kind in RUNNING)
        if tag in SKIPPED or is_layout:
            self._skip_at = self._depth
        elif tag.endswith(("-source", "-entry-template")) and tag.startswith("text:"):
            self._skip_at = self._depth  # how an index is made, not what it says
        elif tag in PLACES:
            self._open_place(tag, attributes)
        elif tag.startswith("table:"):
            self._start_table(tag, attributes)
        elif tag.startswith("text:"):
            self._start_text(tag, attributes)
        elif tag.startswith("math:"):
            self._start_math(tag)
        elif tag.startswith("form:"):
            self._start_form(tag, attributes)
        else:
            self._start_other(tag, attributes)

    def _open_place(self, tag: str, attributes: Mapping[str, str]) -> None:
        is_running = tag.startswith("style:")
        if is_running and self._value(attributes, "display") == "false":
            self._skip_at = self._depth
            return
        kind = PLACES[tag] or self._places[-1].kind
        if not self._is_content and kind not in RUNNING:  # a master's own drawings
            self._skip_at = self._depth
            return
        self._places.append(_Place(kind, self._depth))
        if tag == "text:hidden-text":
            self._emit(self._value(attributes, "string-value"))

    def _start_text(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "text:s":
            count = self._value(attributes, "c")
            self._emit(" " * (min(int(count), 200) if count.isdecimal() else 1))
        elif tag == "text:tab":
            self._emit("\t")
        elif tag == "text:line-break":
            self._emit("\n")
        elif tag == "text:ruby-text":
            self._emit("(")
        elif tag in STYLED:
            self._hide(attributes)
            if tag == "text:span":
                self.spans.open(self._value(attributes, "style-name"), self._depth, self._places[-1].out)
        elif tag == "text:a":
            self._links.append(self._value(attributes, "href"))
        elif tag in CHANGE_MARKS:
            self._changes.note(tag, attributes, self._places[-1].out)

    def _hide(self, attributes: Mapping[str, str]) -> None:
        """Give an element whose style hides it a place of its own."""
        if self._value(attributes, "style-name") in self._hidden_styles:
            self._places.append(_Place(PartKind.HIDDEN, self._depth))

    def _start_table(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "table:table":
            if self._is_chart:
                self._skip_at = self._depth
            self._table = self._value(attributes, "name") if self.form == "ods" else ""
            self._hide(attributes)
            self._grids.append(Grid(is_sheet=self.form == "ods"))
            self._open_grids.append(self._grids[-1])
        elif tag in ("table:table-cell", "table:covered-table-cell"):
            value = self._value(attributes, "string-value") or self._value(attributes, "value")
            gap = self._repeats(attributes, "columns", 20_000)
            start, is_covered = len(self._places[-1].out), tag != "table:table-cell"
            self._cells.append(_Cell(start, gap if gap <= MOST_REPEATS else 1, value, gap, is_covered))
        elif tag == "table:table-row":
            self._rows.append(_Cell(len(self._places[-1].out), self._repeats(attributes, "rows")))
            self._open_grids[-1].row()

    def _repeats(self, attributes: Mapping[str, str], what: str, most: int = MOST_REPEATS) -> int:
        count = self._value(attributes, f"number-{what}-repeated")
        return int(count) if count.isdecimal() and int(count) <= most else 1

    def _start_math(self, tag: str) -> None:
        if tag == "math:math":
            self.is_formula = True
        elif tag == "math:annotation":
            self._skip_at = self._depth
            return
        if self._math and self._math[-1].seen in (1, 2):
            self._formula.append(BETWEEN.get(self._math[-1].tag, ("", ""))[self._math[-1].seen - 1])
        if self._math:
            self._math[-1].seen += 1
        self._formula.append(BEFORE.get(tag, ""))
        self._math.append(_Math(tag))

    def _start_form(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "form:checkbox":
            state = self._value(attributes, "current-state") or self._value(attributes, "state")
            shown = ["☑" if state == "checked" else "☐", self._value(attributes, "label")]
            self._done.append(_Place(PartKind.FIELD, 0, shown))
        elif tag in ("form:text", "form:textarea", "form:combobox", "form:formatted-text", "form:number", "form:date"):
            value = next((value for key in VALUES if (value := self._value(attributes, key))), "")
            self._done.append(_Place(PartKind.FIELD, 0, [value]))

    def _start_other(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "style:style":
            self._style = self._value(attributes, "name")
            self.spans.define(self._style, self._value(attributes, "parent-style-name"))
        elif tag == "draw:image":
            self.placed[self._value(attributes, "href").removeprefix("./")] = None
        elif tag == "style:text-properties":
            self.spans.set_properties(
                self._style, *(self._value(attributes, f"text-{each}") for each in ("position", "line-through-style"))
            )
            if self._value(attributes, "display") == "none":
                self._hidden_styles.add(self._style)
        elif HIDING.get(tag) in (self._value(attributes, "display"), self._value(attributes, "visibility")):
            self._hidden_styles.add(self._style)
        elif tag == "draw:page":
            self._hide(attributes)
        elif tag == "office:master-styles":
            self._master_at = self._depth
        elif tag == "style:master-page" and self.form == "odp":
            self._skip_at = self._depth  # what stands on the master is no words of any slide
        elif tag == "office:chart":
            self._is_chart = True
        elif tag == "office:binary-data":
            self._binary = []
        elif tag == "office:body":
            self._is_content = True

    def end(self, name: str) -> None:
        """An element ends."""
        depth = self._depth
        self._depth -= 1
        if self._skip_at:
            if depth == self._skip_at:
                self._skip_at = 0
            return
        tag = self._short(name)
        if tag.startswith("math:"):
            if self._math:
                self._math.pop()
        elif tag in ("table:table-cell", "table:covered-table-cell"):
            self._end_cell()
        elif tag == "table:table-row":
            self._end_row()
        elif tag in ENDS_LINE:
            self._emit("\n")
        elif tag == "text:ruby-text":
            self._emit(")")
        elif tag == "office:binary-data":
            self._end_binary()
        elif tag == "table:table" and len(self._open_grids) > 1:
            self._open_grids.pop()
        self.spans.close(depth, self._places[-1].out)
        if len(self._places) > 1 and self._places[-1].depth == depth:
            self._done.append(self._places.pop())
            self._done[-1].out.append("\n")
        elif tag in ("table:table", "draw:page") and len(self._places) == 1:
            self._settle()

    def _settle(self) -> None:
        """Close the body so far, so that what follows a sheet or slide stands after it."""
        body = self._places[0]
        if self._table and "".join(body.out).strip():
            self._done.append(_Place(PartKind.HEADER, 0, [self._table]))
        self._done.append(body)
        self._places[0] = _Place(PartKind.BODY, 0)

    def _end_cell(self) -> None:
        if not self._cells:
            return
        cell, out = self._cells.pop(), self._places[-1].out
        text = "".join(out[cell.start :]).strip("\n") or cell.value
        del out[cell.start :]
        if text:
            out.extend([text + "\t"] * cell.repeats)
        grid = self._open_grids[-1]
        if text.strip():
            grid.fill(grid.column, cell.repeats)
        elif not cell.is_covered or self.form == "ods":
            grid.skip(cell.gap)

    def _end_row(self) -> None:
        if not self._rows:
            return
        row, out = self._rows.pop(), self._places[-1].out
        text = "".join(out[row.start :]).rstrip("\t\n")
        del out[row.start :]
        if text:
            out.extend([text + "\n"] * row.repeats)
            self._open_grids[-1].repeat(row.repeats)

    def _end_binary(self) -> None:
        try:
            self.binaries.append(binascii.a2b_base64("".join(self._binary or ())))
        except binascii.Error:
            self.binaries.append("".join(self._binary or ()).encode())
        self._binary = None

    def data(self, text: str) -> None:
        """Text stands between two tags."""
        if self._skip_at:
            return
        if self._binary is not None:
            self._binary.append(text)
        elif self.is_formula:
            if text.strip():
                self._formula.append(text.strip())
        elif self._is_content or len(self._places) > 1:
            self._emit(re.sub(r"[ \t\r\n]+", " ", text))

    def _emit(self, text: str) -> None:
        self._places[-1].out.append(text)

    def _short(self, name: str) -> str:
        """Return "prefix:local" with the usual prefix of the element's namespace."""
        short = self._prefixes.get(name)
        if short is None:
            namespace, _, local = name.rpartition(" ")
            match = _PREFIX.search(namespace)
            prefix = match[1] if match else next((short for part, short in _OTHERS if part in namespace), "")
            prefix = _RENAMED.get(prefix, prefix)
            short = self._prefixes.setdefault(name, f"{prefix}:{local}")
        return short

    def _value(self, attributes: Mapping[str, str], local: str) -> str:
        return next((value for key, value in attributes.items() if key.rpartition(" ")[2] == local), "")
