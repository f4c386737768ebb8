"""What runs of text do to a `core.extract.story.Story`: their formatting, tracked insertions, links and fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from core.extract.scripts import LEVEL, LOWERED, LOWERED_BY_POINTS, RAISED, RAISED_BY_POINTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.extract.story import Story

VERTICAL: Final = {"superscript": RAISED, "subscript": LOWERED}
OFF: Final = frozenset({"0", "false", "off", "none"})


def value_of(attributes: Mapping[str, str], local: str) -> str:
    """Return the attribute called `local` in any namespace, "" when there is none."""
    found = attributes.get(local)
    if found is not None:
        return found
    ending = " " + local
    return next((value for name, value in attributes.items() if name.endswith(ending)), "")


def run_text(story: Story, _attributes: Mapping[str, str]) -> None:
    """The text of a run begins."""
    pieces = story.target()
    story.sink = pieces.append
    story.text_from = len(pieces)
    if story.script:
        pieces.append(story.script)


def run_text_end(story: Story) -> None:
    """The text of a run ends."""
    story.sink = None
    if story.is_struck:
        story.struck += story.target()[story.text_from :]
    if story.script:
        story.target().append(LEVEL)


def shape_text_end(story: Story) -> None:
    """The text of a run in a shape ends, and with it the reach of the run's properties."""
    run_text_end(story)
    story.script = ""
    story.is_struck = False


def run_style(story: Story, attributes: Mapping[str, str]) -> None:
    story.script = story.styles.get(value_of(attributes, "val"), "")


def vertical(story: Story, attributes: Mapping[str, str]) -> None:
    story.script = VERTICAL.get(value_of(attributes, "val"), "")


def moved_vertically(story: Story, attributes: Mapping[str, str]) -> None:
    """A run that stands some half-points higher or lower (section 17.3.2.24)."""
    if story.script not in (RAISED, LOWERED):
        story.script = by_points(value_of(attributes, "val"))


def by_points(distance: str) -> str:
    """Return the mark of text moved up or, where `distance` is negative, down."""
    if not distance.strip("-0."):
        return ""
    return LOWERED_BY_POINTS if distance.startswith("-") else RAISED_BY_POINTS


def baseline(story: Story, attributes: Mapping[str, str]) -> None:
    """Run properties of DrawingML: raised by a share of the size, lowered by a negative one (section 21.1.2.3.9)."""
    distance = attributes.get("baseline", "").rstrip("%")
    story.script = (LOWERED if distance.startswith("-") else RAISED) if distance.strip("-0.") else ""
    story.is_struck = attributes.get("strike", "noStrike") != "noStrike"


def strike(story: Story, attributes: Mapping[str, str]) -> None:
    """A run is struck out, by one line or two."""
    story.is_struck = value_of(attributes, "val").lower() not in OFF


def insertion(story: Story, _attributes: Mapping[str, str]) -> None:
    story.inserting.append((story.target(), len(story.target())))


def insertion_end(story: Story) -> None:
    pieces, start = story.inserting.pop()
    story.insertions.append("".join(pieces[start:]))


def hyperlink(story: Story, attributes: Mapping[str, str]) -> None:
    identifier = value_of(attributes, "id")
    if identifier:
        story.links.append(identifier)


def instruction(story: Story, _attributes: Mapping[str, str]) -> None:
    story.sink = story.instructions.append


def simple_field(story: Story, attributes: Mapping[str, str]) -> None:
    story.instructions.append(value_of(attributes, "instr") + " ")


def run(story: Story, _attributes: Mapping[str, str]) -> None:
    """A run begins, without any formatting."""
    story.is_vanished = story.is_struck = False
    story.script = ""


def vanish(story: Story, attributes: Mapping[str, str]) -> None:
    story.is_vanished = value_of(attributes, "val").lower() not in OFF
