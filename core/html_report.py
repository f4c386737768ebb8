"""A scan's result as one HTML page that can be printed or sent: no script, nothing loaded from elsewhere."""

from __future__ import annotations

from collections import Counter
from html import escape
from itertools import count
from typing import TYPE_CHECKING, TextIO

from core.documents import Relation
from core.page_style import PAGE_STYLE
from core.pair_hints import hint
from core.report import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from core.documents import DuplicateGroup, Member, ScanResult
    from core.wording import Wording

MOST_COMPARED = 2000
"""So many texts are compared on a page: more would take minutes, and no browser would show them well."""


def write_html(
    result: ScanResult, file: TextIO, wording: Wording, text_of: Callable[[str], str | None] | None = None
) -> None:
    """Write the page: counts first, then the groups by kind, then what could not be compared.

    Args:
        text_of: the text of a file, for the differences under similar and contained groups; None leaves them out.
    """
    file.writelines(f"{piece}\n" for piece in _page(result, wording, text_of or (lambda _: None)))


def _page(result: ScanResult, wording: Wording, text_of: Callable[[str], str | None]) -> Iterator[str]:
    language = wording.language.replace("_", "-")
    title = escape(wording.say("Duplicate documents"))
    yield f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width">'
    yield f"<title>{title}</title><style>{PAGE_STYLE}</style></head><body>"
    yield f"<h1>{title}</h1>"
    yield from (f"<p>{_path(root)}</p>" for root in result.roots)
    yield f"<p>{escape(_counts(result, wording))}</p>"
    if not result.is_complete:
        yield f"<p>{escape(wording.say('Stopped before the end: what follows is what was found until then.'))}</p>"
    left = count(MOST_COMPARED, -1)
    for kind in Relation:
        groups = [group for group in result.groups if group.kind is kind]
        yield from _kind(kind, groups, wording, lambda path: text_of(path) if next(left) > 0 else None)
    if next(left) <= 0:
        cut = wording.say("The differences of the other pairs are left out: the page would be too long.")
        yield f"<p>{escape(cut)}</p>"
    if not result.groups:
        yield f"<p>{escape(wording.say('No duplicates found.'))}</p>"
    yield from _troubles(result, wording)
    yield "</body></html>"


def _counts(result: ScanResult, wording: Wording) -> str:
    counts = result.counts
    return wording.say(
        "{files} files ({size}) looked at: {texts} compared by their text, {bytes_only} by their bytes only.",
        files=wording.number(counts.files),
        size=wording.size(counts.size),
        texts=wording.number(counts.text_compared),
        bytes_only=wording.number(counts.bytes_only),
    )


def _path(path: str) -> str:
    return escape(printable(path))


def _kind(
    kind: Relation, groups: list[DuplicateGroup], wording: Wording, text_of: Callable[[str], str | None]
) -> Iterator[str]:
    if not groups:
        return
    number = escape(wording.count("{n} group", "{n} groups", len(groups)))
    yield f'<h2><span class="tag {kind.value}">{escape(wording.relation(kind))}</span> · {number}</h2>'
    for group in groups:
        yield from _group(group, wording)
        if kind in (Relation.SIMILAR, Relation.CONTAINED):
            yield from _differences(group, wording, text_of)


def _differences(group: DuplicateGroup, wording: Wording, text_of: Callable[[str], str | None]) -> Iterator[str]:
    """Yield what differs between the reference and each other member whose text is known."""
    from core.html_differences import differences_html  # noqa: PLC0415 - loads what compares texts

    reference = text_of(group.keeper.path)
    for member in group.members[1:] if reference else ():
        pair = hint(member.path, group.keeper.path)
        if pair is not None:
            yield f"<p>{escape(wording.say(pair.message, a=pair.a, b=pair.b))}</p>"
        text = text_of(member.path)
        if text and reference:
            name = printable(member.path).replace("\\", "/").rpartition("/")[2]
            yield from differences_html(name, (reference, text), wording)


def _group(group: DuplicateGroup, wording: Wording) -> Iterator[str]:
    titles = [wording.say("File"), wording.say("Note"), wording.say("Size"), wording.say("Modified")]
    titles.append(wording.say("Similarity"))
    yield '<table><colgroup><col><col class="note"><col class="figure"><col class="figure"><col class="figure">'
    yield "</colgroup><thead><tr>"
    for place, title in enumerate(titles):
        yield f'<th scope="col"{_figure(place)}>{escape(title)}</th>'
    yield "</tr></thead><tbody>"
    for member in group.members:
        yield "<tr>"
        for place, cell in enumerate(_cells(group, member, wording)):
            yield f"<td{_figure(place)}>{cell}</td>"
        yield "</tr>"
    yield "</tbody></table>"


def _figure(place: int) -> str:
    return ' class="figure"' if place >= 2 else ""


def _cells(group: DuplicateGroup, member: Member, wording: Wording) -> list[str]:
    path = printable(member.path)
    folder, _, name = path.replace("\\", "/").rpartition("/")
    share = member.share if member.share is not None else member.similarity
    is_reference = member.is_keeper or group.kind is Relation.IDENTICAL
    comma = wording.name("between the parts of a list", ", ")
    return [
        f'<span class="name">{escape(name)}</span><br><span class="folder">{escape(folder)}</span>',
        f'<span class="note">{escape(comma.join(_notes(group, member, wording)))}</span>',
        escape(wording.size(member.document.size)),
        escape(wording.date(member.document.mtime_ns)),
        "—" if is_reference else escape(wording.percent(share)),
    ]


def _notes(group: DuplicateGroup, member: Member, wording: Wording) -> Iterator[str]:
    if member.is_keeper:
        yield wording.say("stays") if group.reclaimable_bytes is not None else wording.say("reference")
    if member.reason is not None and group.reclaimable_bytes is not None:
        yield wording.reason(member.reason)
    if member.is_protected:
        yield wording.say("protected")
    if member.copies:
        yield wording.count("+{n} copy", "+{n} copies", len(member.copies))
    if member.content_differs:
        yield wording.say("pictures, links or changes differ")
    if member.changes is not None:
        changes = member.changes
        if changes.only_numbers:
            yield wording.say("only numbers differ")
        yield wording.say(
            "{changed} changed, {added} added, {removed} removed",
            changed=wording.number(changes.changed),
            added=wording.number(changes.added),
            removed=wording.number(changes.removed),
        )


def _troubles(result: ScanResult, wording: Wording) -> Iterator[str]:
    kinds = Counter(problem.kind for problem in result.problems)
    if not kinds:
        return
    yield f"<h2>{escape(wording.say('Files that need a look'))}</h2><table><tbody>"
    for kind, number in kinds.most_common():
        title = wording.say("{name} ({n})", name=wording.problem(kind), n=wording.number(number))
        yield f'<tr><th scope="row" colspan="2">{escape(title)}</th></tr>'
        for problem in result.problems:
            if problem.kind is kind:
                yield f"<tr><td>{_path(problem.path)}</td><td>{escape(problem.detail)}</td></tr>"
    yield "</tbody></table>"
