"""What a `core.extract.story.Story` does where an element begins and where it ends: the two tables and their actions.

Every name that is not in the tables is passed through, so whatever stands around a text, the text is found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from core.extract.cell_actions import cell, cell_end, row, table, table_end
from core.extract.namespaces import names
from core.extract.reading import PartKind
from core.extract.run_actions import (
    OFF,
    baseline,
    hyperlink,
    insertion,
    insertion_end,
    instruction,
    moved_vertically,
    run,
    run_style,
    run_text,
    run_text_end,
    shape_text_end,
    simple_field,
    strike,
    value_of,
    vanish,
    vertical,
)
from core.extract.symbols import symbol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from core.extract.story import Story

FURNITURE: Final = frozenset({"ftr", "dt", "sldNum", "hdr"})


def _skip(story: Story, _attributes: Mapping[str, str]) -> None:
    story.skip()


def _text(story: Story, _attributes: Mapping[str, str]) -> None:
    story.sink = story.target().append


def _deleted_text(story: Story, _attributes: Mapping[str, str]) -> None:
    story.sink = story.flows[PartKind.DELETED].append


def _text_end(story: Story) -> None:
    story.sink = None


def _line_end(story: Story) -> None:
    """Text that is a line of its own, without a paragraph around it."""
    story.sink = None
    story.target().append("\n")


def _paragraph_end(story: Story) -> None:
    story.is_vanished = False
    story.out.append("\n")
    for kind in (PartKind.DELETED, PartKind.HIDDEN):
        aside = story.flows[kind]
        if aside and aside[-1] != "\n":
            aside.append("\n")
    if story.floats:
        for box in story.floats:
            story.out.extend(box)
        story.floats = []


def _tab(story: Story, _attributes: Mapping[str, str]) -> None:
    story.target().append("\t")


def _line_break(story: Story, _attributes: Mapping[str, str]) -> None:
    story.target().append("\n")


def _hyphen(story: Story, _attributes: Mapping[str, str]) -> None:
    story.target().append("-")


def _symbol(story: Story, attributes: Mapping[str, str]) -> None:
    try:
        code = int(value_of(attributes, "char"), 16)
    except ValueError:
        return
    story.target().append(symbol(value_of(attributes, "font"), code))


def _deletion(story: Story, _attributes: Mapping[str, str]) -> None:
    story.deleting += 1


def _deletion_end(story: Story) -> None:
    story.deleting -= 1


def _box(story: Story, _attributes: Mapping[str, str]) -> None:
    story.outer.append((story.out, story.floats))
    story.out, story.floats = [], []


def _box_end(story: Story) -> None:
    box = story.out + [piece for inner in story.floats for piece in inner]
    story.out, story.floats = story.outer.pop()
    if any(piece.strip() for piece in box):
        story.floats.append(box)


def _alternate(story: Story, _attributes: Mapping[str, str]) -> None:
    story.choices.append(story.amount())


def _alternative(story: Story, _attributes: Mapping[str, str]) -> None:
    """Skip a further choice, or the fallback, once one has given something."""
    if story.choices and story.amount() != story.choices[-1]:
        story.skip()


def _alternate_end(story: Story) -> None:
    if story.choices:
        story.choices.pop()


def _reference(story: Story, attributes: Mapping[str, str]) -> None:
    for name, value in attributes.items():
        if name.endswith(("/relationships embed", "/relationships id", "/relationships link", "/relationships dm")):
            story.references.append(value)


def _picture(story: Story, attributes: Mapping[str, str]) -> None:
    """A picture, unless it only shows what an embedded object looks like: every program draws that anew."""
    if not story.is_in_object:
        _reference(story, attributes)


def _object(story: Story, attributes: Mapping[str, str]) -> None:
    story.is_in_object = True
    _reference(story, attributes)


def _object_end(story: Story) -> None:
    story.is_in_object = False


def _word_art(story: Story, attributes: Mapping[str, str]) -> None:
    text = attributes.get("string", "")
    if text:
        story.floats.append([text, "\n"])


def _alternative_content(story: Story, attributes: Mapping[str, str]) -> None:
    if story.embedded is not None:
        story.out.append(story.embedded(value_of(attributes, "id")))
        story.out.append("\n")


def _formula(story: Story, _attributes: Mapping[str, str]) -> None:
    if story.formula is None:
        story.formula, story.formula_from = [], len(story.out)


def _formula_end(story: Story) -> None:
    if story.formula is not None:
        story.formulas.append("".join(story.formula) + "|" + "".join(story.out[story.formula_from :]))
        story.formula = None


def _operator(sign: str) -> Callable[[Story, Mapping[str, str]], None]:
    def act(story: Story, _attributes: Mapping[str, str]) -> None:
        story.target().append(sign)

    return act


def _operand_end(story: Story) -> None:
    pieces = story.target()
    if pieces and pieces[-1] in ("^", "_", "/"):  # an operand without text
        pieces.pop()


def _ruby(story: Story, _attributes: Mapping[str, str]) -> None:
    story.outer.append((story.out, story.floats))
    story.out = []


def _ruby_text_end(story: Story) -> None:
    if story.outer:
        story.reading = story.out
        story.out, story.floats = story.outer.pop()


def _ruby_end(story: Story) -> None:
    if story.reading:
        story.out.extend(("(", *story.reading, ")"))
        story.reading = []


def _form_field(story: Story, _attributes: Mapping[str, str]) -> None:
    story.field, story.is_checkbox = {}, False


def _field_word(key: str) -> Callable[[Story, Mapping[str, str]], None]:
    def act(story: Story, attributes: Mapping[str, str]) -> None:
        if story.field is not None:
            story.field.setdefault(key, []).append(value_of(attributes, "val"))

    return act


def _checkbox(story: Story, _attributes: Mapping[str, str]) -> None:
    story.is_checkbox = True


def _form_field_end(story: Story) -> None:
    field, story.field = story.field or {}, None
    chosen = (field.get("checked") or field.get("default") or ["0"])[-1]
    if story.is_checkbox:
        story.flows[PartKind.FIELD].extend(("☐" if chosen.lower() in OFF else "☑", "\n"))
    elif "entry" in field:
        at = int(number) if (number := (field.get("result") or field.get("default") or ["0"])[-1]).isdigit() else 0
        story.flows[PartKind.FIELD].extend((field["entry"][min(at, len(field["entry"]) - 1)], "\n"))


def _placeholder(story: Story, attributes: Mapping[str, str]) -> None:
    if attributes.get("type") in FURNITURE and story.out is story.flows[story.kind]:
        story.out = story.flows[PartKind.FOOTER]


def _shape_end(story: Story) -> None:
    if story.out is story.flows[PartKind.FOOTER]:
        story.out = story.flows[story.kind]


STARTS: Final[Mapping[str, Callable[[Story, Mapping[str, str]], None]]] = {
    **names("w", run_text, "t"),
    **names("m", _text, "t"),
    **names("a", run_text, "t"),
    **names("a", baseline, "rPr"),
    **names("a", hyperlink, "hlinkClick"),
    **names("w", run_style, "rStyle"),
    **names("w", vertical, "vertAlign"),
    **names("w", moved_vertically, "position"),
    **names("w", strike, "strike", "dstrike"),
    **names("w", table, "tbl"),
    **names("w", row, "tr"),
    **names("w", cell, "tc"),
    **names("a", table, "tbl"),
    **names("a", row, "tr"),
    **names("a", cell, "tc"),
    **names("w", insertion, "ins", "moveTo"),
    **names("w", hyperlink, "hyperlink"),
    **names("w", instruction, "instrText"),
    **names("w", simple_field, "fldSimple"),
    **names("p", _text, "text"),
    **names("c", _text, "v"),
    **names("c", _skip, "numCache", "numLit"),
    **names("cx", _text, "pt"),
    **names("cx", _skip, "numDim"),
    **names("w", _deleted_text, "delText"),
    **names("w", _skip, "pPr", "tblPr", "tblGrid", "trPr", "tcPr", "sectPr", "sdtPr", "rubyPr"),
    **names("w", _skip, "delInstrText", "rPrChange"),
    **names("m", _skip, "ctrlPr", "rPr"),
    **names("a", _skip, "pPr", "lstStyle", "extLst"),
    **names("w", run, "r"),
    **names("w", vanish, "vanish"),
    **names("w", _tab, "tab", "ptab"),
    **names("w", _line_break, "br", "cr"),
    **names("a", _line_break, "br"),
    **names("w", _hyphen, "noBreakHyphen"),
    **names("w", _symbol, "sym"),
    **names("w", _deletion, "del", "moveFrom"),
    **names("w", _box, "txbxContent"),
    **names("mc", _alternate, "AlternateContent"),
    **names("mc", _alternative, "Choice", "Fallback"),
    **names("a", _picture, "blip"),
    **names("a", _reference, "videoFile", "audioFile", "quickTimeFile"),
    **names("p14", _reference, "media"),
    **names("v", _picture, "imagedata", "fill"),
    **names("w", _object, "object"),
    **names("o", _reference, "OLEObject"),
    **names("w", _reference, "control"),
    **names("p", _object, "oleObj"),
    **names("p", _reference, "control", "snd", "contentPart"),
    **names("c", _reference, "chart"),
    **names("cx", _reference, "chart"),
    **names("dgm", _reference, "relIds"),
    **names("v", _word_art, "textpath"),
    **names("w", _alternative_content, "altChunk"),
    **names("m", _formula, "oMath"),
    **names("m", _operator("/"), "den"),
    **names("m", _operator("^"), "sup"),
    **names("m", _operator("_"), "sub"),
    **names("w", _ruby, "rt"),
    **names("w", _form_field, "ffData"),
    **names("w", _checkbox, "checkBox"),
    **names("w", _field_word("checked"), "checked"),
    **names("w", _field_word("default"), "default"),
    **names("w", _field_word("result"), "result"),
    **names("w", _field_word("entry"), "listEntry"),
    **names("p", _placeholder, "ph"),
}
"""What to do where an element begins."""

ENDS: Final[Mapping[str, Callable[[Story], None]]] = {
    **names("w", _text_end, "delText", "instrText"),
    **names("w", run_text_end, "t"),
    **names("m", _text_end, "t"),
    **names("a", shape_text_end, "t"),
    **names("w", table_end, "tbl"),
    **names("w", cell_end, "tc"),
    **names("a", table_end, "tbl"),
    **names("a", cell_end, "tc"),
    **names("w", insertion_end, "ins", "moveTo"),
    **names("p", _line_end, "text"),
    **names("c", _line_end, "v"),
    **names("cx", _line_end, "pt"),
    **names("w", _paragraph_end, "p"),
    **names("a", _paragraph_end, "p"),
    **names("w", _deletion_end, "del", "moveFrom"),
    **names("w", _box_end, "txbxContent"),
    **names("mc", _alternate_end, "AlternateContent"),
    **names("m", _formula_end, "oMath"),
    **names("m", _operand_end, "den", "sup", "sub"),
    **names("w", _ruby_text_end, "rt"),
    **names("w", _ruby_end, "ruby"),
    **names("w", _form_field_end, "ffData"),
    **names("p", _shape_end, "sp"),
    **names("w", _object_end, "object"),
    **names("p", _object_end, "oleObj"),
}
"""What to do where an element ends."""
