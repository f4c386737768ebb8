"""The differences of two texts as HTML: each with a few words around it, old struck out, new underlined."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from core.differences import Kind, differences, only_numbers
from core.moved_lines import new_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.differences import Difference
    from core.wording import Wording

AROUND = 24
"""Characters of context on each side of a difference."""

LONGEST = 600
"""Characters of one side that are shown."""

MOST = 300
"""So many differences of a pair are listed, the weighty ones first; the others are counted."""


def differences_html(name: str, texts: tuple[str, str], wording: Wording) -> Iterator[str]:
    """Yield the pieces of a list of what differs between the reference and the document `name`.

    Args:
        texts: of the reference and of the document.
    """
    found = differences(*texts)
    if not found:
        return
    title = wording.count(
        "{name}: {n} difference from the reference", "{name}: {n} differences from the reference", len(found), name=name
    )
    yield f"<p>{escape(title)}</p>"
    if only_numbers(found):
        form = wording.say("Only numbers differ: usually two documents made from one form, not copies.")
        yield f"<p>{escape(form)}</p>"
    yield '<ol class="differences">'
    yield from (_item(one, texts, wording) for one in found[:MOST])
    yield "</ol>"
    if len(found) > MOST:
        yield f"<p>{escape(wording.count('and {n} more', 'and {n} more', len(found) - MOST))}</p>"


def _item(one: Difference, texts: tuple[str, str], wording: Wording) -> str:
    a, b = texts
    before, after = (
        _around(a, one.a_start, one.a_end) if one.a_end > one.a_start else _around(b, one.b_start, one.b_end)
    )
    old, new = a[one.a_start : one.a_end], b[one.b_start : one.b_end]
    tag = ' class="critical"' if one.critical is not None else ""
    if one.kind is Kind.MOVED:
        return f"<li{tag}>{escape(_moved(old, new, wording))}</li>"
    marked = f"<del>{escape(_flat(old))}</del>" if old else ""
    marked += " " if old and new else ""
    marked += f"<ins>{escape(_flat(new))}</ins>" if new else ""
    return f"<li{tag}>{escape(before)}{marked}{escape(after)}</li>"


def _moved(old: str, new: str, wording: Wording) -> str:
    if (numbers := new_number(old, new)) is None:
        return wording.say("Moved: {text}", text=_flat(old))
    return wording.say("Moved ({old} → {new}): {text}", old=numbers[0] or "—", new=numbers[1] or "—", text=_flat(old))


def _around(text: str, start: int, end: int) -> tuple[str, str]:
    """Return the words of the same line before and after a stretch."""
    _, break_before, before = text[max(0, start - AROUND) : start].rpartition("\n")
    after, break_after, _ = text[end : end + AROUND].partition("\n")
    is_cut_before = not break_before and start > AROUND
    is_cut_after = not break_after and end + AROUND < len(text)
    return ("…" if is_cut_before else "") + before, after + ("…" if is_cut_after else "")


def _flat(text: str) -> str:
    """Return a stretch in one line, cut where it is long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= LONGEST else flat[:LONGEST] + "…"
