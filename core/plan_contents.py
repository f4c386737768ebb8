"""What the groups of a scan say about files as wholes: contents, texts, and the nearest kin of each. Pure."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from core.documents import Changes, Document, DuplicateGroup, Member, Relation
from core.packed_groups import PackedGroups

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

T = TypeVar("T", str, int)


@dataclass(frozen=True, slots=True)
class Kin:
    """A file that stays and is alike, but not the same.

    Attributes:
        similarity: None where both are members of one group and were not measured against each other.
    """

    path: str
    relation: Relation
    similarity: float | None
    changes: Changes | None


def concerned(groups: Sequence[DuplicateGroup], paths: Collection[str]) -> list[DuplicateGroup]:
    """Return the groups that tell something about the contents and texts of `paths`, of which a library has many."""
    names, digests = set(paths), set[str]()
    found: dict[int, DuplicateGroup] = {}
    new = set(names)
    while new:
        before = names | digests
        for number in groups.places_of(new) if isinstance(groups, PackedGroups) else range(len(groups)):
            group = groups[number]
            if number not in found and _touches(group, names, digests):
                found[number] = group
                if group.kind in (Relation.IDENTICAL, Relation.SAME_TEXT):
                    for member in group.members:
                        names.update((member.path, *member.copies))
                        digests.update(filter(None, (member.digests.blake3,)))
        new = (names | digests) - before
    return [found[number] for number in sorted(found)]


def _touches(group: DuplicateGroup, names: set[str], digests: set[str]) -> bool:
    return any(member.document.path in names or member.digests.blake3 in digests for member in group.members) or (
        group.kind is Relation.SAME_TEXT and any(not names.isdisjoint(member.copies) for member in group.members)
    )


class Contents:
    """Files folded into contents (equal bytes), contents into texts (equal canonical text and inventory).

    Two files are of one content where an identical group, a same-text row's "+2 copies" or equal BLAKE3 says so.
    The copies of a similar row have its text only, so they prove nothing here.
    """

    def __init__(self, groups: Sequence[DuplicateGroup]) -> None:
        self._documents: dict[str, Document] = {}
        self._blake3: dict[str, str] = {}
        self._keepers: set[str] = set()
        self._groups: defaultdict[str, list[DuplicateGroup]] = defaultdict(list)
        self._content: dict[str, int] = {}
        self._text: dict[int, int] = {}
        for group in groups:
            self._learn(group)
        self._fold_contents(groups)
        self._files = _inverted(self._content)
        self._fold_texts(groups)
        self._contents = _inverted(self._text)

    def document(self, path: str) -> Document | None:
        """Return what the walk saw of `path`; None for a path in no group."""
        return self._documents.get(path)

    def blake3(self, path: str) -> str | None:
        """Return the digest of the file, as scanned: its own, or that of an equal file."""
        own = self._blake3.get(path)
        if own is not None or path not in self._content:
            return own
        return next((self._blake3[other] for other in self.files(self._content[path]) if other in self._blake3), None)

    def is_keeper(self, path: str) -> bool:
        """Whether an identical or same-text group proposes this file to stay."""
        return path in self._keepers

    def of(self, path: str) -> int:
        """Return the content of a listed file."""
        return self._content[path]

    def files(self, content: int) -> Sequence[str]:
        """Return the files of a content, sorted."""
        return self._files[content]

    def text_of(self, content: int) -> Sequence[int]:
        """Return the contents with the same text and inventory, this one among them."""
        return self._contents[self._text[content]]

    def texts_of(self, paths: Collection[str]) -> list[Sequence[int]]:
        """Return the texts that `paths` belong to, each once, in a stable order."""
        texts = {self._text[self._content[path]] for path in paths if path in self._content}
        return [self._contents[text] for text in sorted(texts)]

    def is_one_text(self, a: str, b: str) -> bool:
        """Whether two listed files have equal canonical text and inventory."""
        return self._text[self._content[a]] == self._text[self._content[b]]

    def kin(self, content: int, stays: Callable[[str], bool]) -> Kin | None:
        """Return the most similar file outside the text of `content` that `stays`, or None."""
        text = self._text[content]
        best: Kin | None = None
        for path in self.files(content):
            for group in self._groups.get(path, ()):
                for other in group.members:
                    if self._text[self._content[other.path]] == text or not stays(other.path):
                        continue
                    kin = _kin(group, path, other)
                    if best is None or _nearness(kin) < _nearness(best):
                        best = kin
        return best

    def _learn(self, group: DuplicateGroup) -> None:
        is_proposed = group.kind in (Relation.IDENTICAL, Relation.SAME_TEXT)
        for member in group.members:
            self._documents.setdefault(member.path, member.document)
            self._groups[member.path].append(group)
            if member.digests.blake3:
                self._blake3[member.path] = member.digests.blake3
        if is_proposed:
            self._keepers.add(group.keeper.path)

    def _fold_contents(self, groups: Sequence[DuplicateGroup]) -> None:
        sets = _Sets[str]()
        by_digest: dict[str, str] = {}
        for group in groups:
            for member in group.members:
                sets.add(member.path)
                if member.digests.blake3:
                    sets.join(member.path, by_digest.setdefault(member.digests.blake3, member.path))
                if group.kind is Relation.IDENTICAL:
                    sets.join(member.path, group.keeper.path)
                if group.kind is Relation.SAME_TEXT:
                    for copy in member.copies:
                        sets.join(member.path, copy)
        self._content = sets.numbers()

    def _fold_texts(self, groups: Sequence[DuplicateGroup]) -> None:
        sets = _Sets[int]()
        for content in self._files:
            sets.add(content)
        for group in groups:
            if group.kind is Relation.SAME_TEXT:
                for member in group.members:
                    if not member.content_differs:
                        sets.join(self._content[member.path], self._content[group.keeper.path])
        self._text = sets.numbers()


def _kin(group: DuplicateGroup, path: str, other: Member) -> Kin:
    """Return how `other` is alike to `path` by their group, whose figures are relative to its first member."""
    own = next(member for member in group.members if member.path == path)
    if other is group.keeper:
        return Kin(other.path, group.kind, own.similarity, own.changes)
    if own is group.keeper:
        return Kin(other.path, group.kind, other.similarity, other.changes)
    return Kin(other.path, group.kind, None, None)


def _nearness(kin: Kin) -> tuple[float, str]:
    return -(kin.similarity or 0.0), kin.path


def _inverted(numbers: Mapping[T, int]) -> dict[int, list[T]]:
    sets: defaultdict[int, list[T]] = defaultdict(list)
    for element, number in numbers.items():
        sets[number].append(element)
    return dict(sets)


class _Sets(Generic[T]):
    """Disjoint sets that only grow together."""

    def __init__(self) -> None:
        self._above: dict[T, T] = {}

    def add(self, element: T) -> None:
        """Put an element into a set of its own unless it is known."""
        self._above.setdefault(element, element)

    def join(self, a: T, b: T) -> None:
        """Make the sets of two elements one."""
        self.add(a)
        self.add(b)
        self._above[self._head(a)] = self._head(b)

    def numbers(self) -> dict[T, int]:
        """Return the number of each element's set; elements and numbers in sorted order."""
        heads: dict[T, int] = {}
        return {element: heads.setdefault(self._head(element), len(heads)) for element in sorted(self._above)}

    def _head(self, element: T) -> T:
        while (above := self._above[element]) != element:
            self._above[element] = element = self._above[above]
        return element
