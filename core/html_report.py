"""A scan's result as one HTML page that can be printed or sent: no script, nothing loaded from elsewhere."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING, TextIO

from core.documents import Relation
from core.packed_groups import of_kinds
from core.page_differences import PageDifferences
from core.page_style import PAGE_STYLE
from core.report import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from core.documents import DuplicateGroup, Member, ScanResult
    from core.wording import Wording


def write_html(
    result: ScanResult, file: TextIO, wording: Wording, text_of: Callable[[str], str | None] | None = None
) -> None:
    """Write the page: counts first, then the groups by kind, then what could not be compared.

    Args:
        text_of: the text of a file, for the differences under similar and contained groups, within the bounds of
            `core.page_differences`; without it the page is about the groups only.
    """
    told = PageDifferences(text_of, wording) if text_of is not None else None
    file.writelines(f"{piece}\n" for piece in _page(result, wording, told))


def _page(result: ScanResult, wording: Wording, told: PageDifferences | None) -> Iterator[str]:
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
    numbers = Counter(group.kind for group in result.groups)
    for kind in Relation:
        if numbers[kind]:
            yield f"<h2>{_heading(kind, numbers[kind], wording)}</h2>"
            yield from _groups(of_kinds(result.groups, kind), wording, told)
    if told is not None:
        yield from told.ending()
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


def _heading(kind: Relation, groups: int, wording: Wording) -> str:
    number = escape(wording.count("{n} group", "{n} groups", groups))
    return f'<span class="tag {kind.value}">{escape(wording.relation(kind))}</span> · {number}'


def _groups(groups: Iterable[DuplicateGroup], wording: Wording, told: PageDifferences | None) -> Iterator[str]:
    for group in groups:
        yield from _group(group, wording)
        if told is not None and group.kind in (Relation.SIMILAR, Relation.CONTAINED):
            yield from told.below(group)


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
    share = member.share if group.kind is Relation.CONTAINED and member.share is not None else member.similarity
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
        if changes.changed:
            yield wording.count("{n} changed", "{n} changed", changes.changed)
        if changes.added:
            yield wording.count("{n} added", "{n} added", changes.added)
        if changes.removed:
            yield wording.count("{n} removed", "{n} removed", changes.removed)


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
