"""What tables in office parts do to a `core.extract.story.Story`: the cells that are filled.

Source: ECMA-376 part 1, sections 17.4 and 21.1.3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.extract.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.extract.story import Story


def table(story: Story, _attributes: Mapping[str, str]) -> None:
    """A table begins."""
    story.grids.append(Grid())
    story.open_grids.append(story.grids[-1])


def table_end(story: Story) -> None:
    """A table ends."""
    story.open_grids.pop()


def row(story: Story, _attributes: Mapping[str, str]) -> None:
    """A row begins."""
    if story.open_grids:
        story.open_grids[-1].row()


def cell(story: Story, _attributes: Mapping[str, str]) -> None:
    """A cell begins: text from here on fills it."""
    story.cells.append((story.out, len(story.out)))


def cell_end(story: Story) -> None:
    """A cell ends."""
    pieces, start = story.cells.pop()
    if story.open_grids:
        story.open_grids[-1].cell(any(piece.strip() for piece in pieces[start:]))
