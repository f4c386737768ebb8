"""The GROUP stage: from what the index knows of the files in scope to the groups that people see."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import TYPE_CHECKING

from core import selection
from core.documents import Digests, Document, DuplicateGroup, Member, Reason, Relation, gain_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from core.decisions import Settlement
    from core.index import ContentRow
    from core.settings import Settings
    from core.text_index import PairRow, ReadingRow


@dataclass(frozen=True, slots=True)
class Scope:
    """Everything the groups are made of.

    Attributes:
        documents: the files of this scan, by path.
        contents: the content of each path, where one is known.
        rows: digests of contents that can be in a group.
        readings: how reading each content ended.
        text_digests: canonical digest of each text that can be in a group, which orders the stars.
        token_counts, simhashes: of each of them.
        pairs: stored pairs of texts.
        is_protected: whether a path lies in a protected place.
        settled: what people said is no duplicate.
    """

    documents: Mapping[str, Document]
    contents: Mapping[str, int]
    settings: Settings
    is_protected: Callable[[str], bool]
    settled: Settlement
    rows: Mapping[int, ContentRow] = field(default_factory=dict)
    readings: Mapping[int, ReadingRow] = field(default_factory=dict)
    text_digests: Mapping[int, bytes] = field(default_factory=dict)
    token_counts: Mapping[int, int] = field(default_factory=dict)
    simhashes: Mapping[int, int] = field(default_factory=dict)
    pairs: Sequence[PairRow] = ()


@dataclass(frozen=True, slots=True)
class Fold:
    """Files that fold into one: the one that stands for them, why, and the others."""

    keeper: Document
    reason: Reason
    others: tuple[Document, ...]

    @property
    def paths(self) -> list[str]:
        """All paths, the standing one first."""
        return [self.keeper.path, *(other.path for other in self.others)]


def one_name_a_file(documents: Iterable[Document]) -> list[Document]:
    """Return the documents with all names of one file (hard links, bind mounts) folded into the shortest path."""
    found = list(documents)
    if 0 not in (numbers := {document.inode for document in found}) and len(numbers) == len(found):
        return sorted(found, key=attrgetter("path"))
    kept: dict[object, Document] = {}
    for document in sorted(found, key=lambda d: (len(d.path), d.path)):
        key = (document.device, document.inode) if document.inode else document.path
        kept.setdefault(key, document)
    return sorted(kept.values(), key=attrgetter("path"))


def fold_contents(scope: Scope) -> dict[int, Fold]:
    """Fold the files of each content, keeper first."""
    by_content: defaultdict[int, list[Document]] = defaultdict(list)
    for path, content in scope.contents.items():
        document = scope.documents[path]
        if document.size:
            by_content[content].append(document)
    return {
        content: _alone(files[0]) if len(files) == 1 else _fold(scope, one_name_a_file(files))
        for content, files in by_content.items()
    }


def _alone(file: Document) -> Fold:
    return Fold(file, Reason.FIRST_NAME, ())


def _fold(scope: Scope, files: Sequence[Document], richness: Mapping[str, int] | None = None) -> Fold:
    if len(files) == 1:
        return _alone(files[0])
    kind = Relation.IDENTICAL if richness is None else Relation.SAME_TEXT
    keeper, reason = selection.choose_keeper(
        files,
        kind=kind,
        is_protected=scope.is_protected,
        ranking=scope.settings.folder_ranking,
        richness=richness,
    )
    return Fold(keeper, reason, tuple(file for file in files if file is not keeper))


def identical_groups(scope: Scope, folds: Mapping[int, Fold]) -> list[DuplicateGroup]:
    """Return the groups of files whose every byte is the same, the largest gain first."""
    groups = []
    for content, fold in folds.items():
        files = [fold.keeper, *fold.others]
        if len(files) < 2 or not _is_wanted(scope.settings, files):
            continue
        row = scope.rows.get(content)
        key = f"i:{(row.blake3 if row else None) or content}"
        if scope.settled(Relation.IDENTICAL, key, key, len(files)):
            continue
        members = (
            member_of(scope, fold.keeper, fold.reason, is_keeper=True),
            *(member_of(scope, other, None, is_keeper=False) for other in fold.others),
        )
        groups.append(DuplicateGroup(Relation.IDENTICAL, members, 1.0, key, gain_of(members)))
    return sorted(groups, key=lambda g: (-(g.reclaimable_bytes or 0), g.keeper.path))


def _is_wanted(settings: Settings, files: Sequence[Document]) -> bool:
    roots = {file.root for file in files}
    if settings.across == "across":
        return len(roots) > 1
    return settings.across == "any" or len(roots) == 1


def member_of(
    scope: Scope, document: Document, reason: Reason | None, *, is_keeper: bool, copies: Iterable[str] = ()
) -> Member:
    """Return a group's member for `document` with all digests that are known."""
    content = scope.contents.get(document.path)
    row = scope.rows.get(content) if content is not None else None
    reading = scope.readings.get(content) if content is not None else None
    text = reading.text if reading else None
    return Member(
        document=document,
        is_keeper=is_keeper,
        reason=reason,
        digests=Digests(row.md5, row.blake3) if row else Digests(),
        simhash=scope.simhashes.get(text) if text is not None else None,
        hamming=0 if text in scope.simhashes else None,
        copies=tuple(copies),
        is_protected=scope.is_protected(document.path),
    )


@dataclass(frozen=True, slots=True)
class TextFold:
    """The contents of one text, each as a fold; the first stands for the text."""

    text: int
    contents: tuple[int, ...]
    folds: tuple[Fold, ...]
    reason: Reason

    @property
    def first(self) -> Document:
        """The file that stands for the text."""
        return self.folds[0].keeper

    @property
    def copies(self) -> tuple[str, ...]:
        """The other paths with this text."""
        return tuple(path for fold in self.folds for path in fold.paths if path != self.first.path)


def fold_texts(scope: Scope, folds: Mapping[int, Fold]) -> dict[int, TextFold]:
    """Fold the contents of each text that can be in a group; the one with the richest inventory is proposed to stay."""
    by_text: defaultdict[int, list[int]] = defaultdict(list)
    for content in folds:
        reading = scope.readings.get(content)
        if reading is not None and reading.text is not None and reading.text in scope.text_digests:
            by_text[reading.text].append(content)
    return {text: _fold_text(scope, text, contents, folds) for text, contents in by_text.items()}


def _fold_text(scope: Scope, text: int, contents: Sequence[int], folds: Mapping[int, Fold]) -> TextFold:
    if len(contents) == 1:
        return TextFold(text, tuple(contents), (folds[contents[0]],), folds[contents[0]].reason)
    by_path = {folds[content].keeper.path: content for content in contents}
    richness = {path: _inventory_size(scope.readings[content].inventory) for path, content in by_path.items()}
    whole = _fold(scope, [folds[content].keeper for content in contents], richness)
    order = [by_path[path] for path in whole.paths]
    return TextFold(text, tuple(order), tuple(folds[content] for content in order), whole.reason)


def _inventory_size(inventory: str) -> int:
    return len(inventory.split()) if inventory else 0


def same_text_groups(scope: Scope, texts: Mapping[int, TextFold]) -> list[DuplicateGroup]:
    """Return the groups of different bytes with equal canonical text."""
    groups = []
    for fold in texts.values():
        if len(fold.contents) < 2 or not _is_wanted(scope.settings, [f.keeper for f in fold.folds]):
            continue
        key = f"t:{scope.text_digests[fold.text].hex()}"
        if scope.settled(Relation.SAME_TEXT, key, key, len(fold.contents)):
            continue
        wanted = Counter(scope.readings[fold.contents[0]].inventory.split())
        members = []
        for content, one in zip(fold.contents, fold.folds, strict=True):
            is_keeper = content == fold.contents[0]
            member = member_of(
                scope,
                one.keeper,
                fold.reason if is_keeper else None,
                is_keeper=is_keeper,
                copies=[other.path for other in one.others],
            )
            differs = Counter(scope.readings[content].inventory.split()) != wanted
            members.append(replace(member, content_differs=differs))
        groups.append(
            DuplicateGroup(
                kind=Relation.SAME_TEXT,
                members=tuple(members),
                similarity=1.0,
                key=key,
                reclaimable_bytes=gain_of(members),
            )
        )
    return sorted(groups, key=lambda g: (-(g.reclaimable_bytes or 0), g.keeper.path))
