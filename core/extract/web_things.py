"""What tells web pages of one text apart: pictures, struck words, which cells of a table are filled."""

from __future__ import annotations

import binascii
import re
from typing import TYPE_CHECKING, Final

from core.extract.grid import Grid
from core.extract.links import link_of

if TYPE_CHECKING:
    from lxml import etree

    from core.extract.collecting import Collector

_STRUCK: Final = ("del", "s", "strike")
_DATA: Final = re.compile(r"data:[^,]*;base64,(.*)", re.DOTALL | re.IGNORECASE)


def gather_things(root: etree._Element, collector: Collector) -> None:
    """Hand what stands beside the text of a page to the collector."""
    for picture in root.iter("img"):
        source = picture.get("src") or ""
        content = _content(source)
        if content:
            collector.item("picture", content, is_placed=True)
    for element in root.iter(*_STRUCK):
        if not any(above.tag in _STRUCK for above in element.iterancestors()):
            collector.struck(_words(element))
    for table in root.iter("table"):
        if table.find(".//table") is None:  # one around others is the layout of the page
            _gather_table(table, collector)


def _content(source: str) -> bytes:
    """Return the bytes of a picture that stands in the page; of another its name, which is all that the page knows."""
    match = _DATA.match(source)
    if match is None:
        return link_of(source.partition("?")[0]).rpartition("/")[2].encode("utf-8", "surrogatepass")
    try:
        return binascii.a2b_base64(match[1])
    except (binascii.Error, ValueError):
        return source.encode("utf-8", "surrogatepass")


def _gather_table(table: etree._Element, collector: Collector) -> None:
    grid = Grid()
    for row in table.iter("tr"):
        grid.row()
        for cell in row.iterchildren("td", "th"):
            grid.cell(bool(_words(cell).strip()))
    collector.grid(grid)


def _words(element: etree._Element) -> str:
    return "".join(str(piece) for piece in element.itertext())
