"""From all marks at once to a plan: what goes, what stays for it, what is refused, what would be lost. Pure.

A content is a set of files that the scan found equal byte for byte, a text a set of contents with equal canonical
text and inventory. Every text keeps a file unless the user confirmed by name each content of it, and so does every
content of several files; no file that stays for another is itself in the plan. What a scan claimed is proved again by
`core.disposal`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from core.actions import Action, Caution, FolderSummary, Item, Loss, Plan, Refusal, Refused, Warned
from core.documents import Document, DuplicateGroup, Relation
from core.plan_contents import Contents, concerned
from core.selection import EDITABLE, choose_keeper, split_name, split_path

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

LARGE = 200
"""From more than so many files on, a clean-up is large: the summary is agreed to on its own."""

FOLDER_FLOOR = 10
"""Half of a folder is worth a question from so many files on; below that it would be asked at every pair."""


def _never(_: str) -> bool:
    return False


def _nothing(_: str) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a plan asks about paths, and the folders' sizes; everything answers "nothing special" by default.

    Attributes:
        is_delicate: the home folder itself, a desktop, a folder of programs: asked twice.
        is_on_share: on another machine's disk.
        trash_trouble: why a file cannot go to the trash of its volume (path, size), or None.
        holding_folder: the folder on the file's volume for what has no trash.
        sync_service: name of the service that keeps the file's folder in step, or None.
        linked_from: a document that links to the file, or None.
        folder_files: how many files each folder holds.
    """

    is_cloud_only: Callable[[str], bool] = _never
    is_delicate: Callable[[str], bool] = _never
    is_on_share: Callable[[str], bool] = _never
    trash_trouble: Callable[[str, int], Caution | None] = lambda _path, _size: None
    holding_folder: Callable[[str], str | None] = _nothing
    sync_service: Callable[[str], str | None] = _nothing
    linked_from: Callable[[str], str | None] = _nothing
    folder_files: Mapping[str, int] = field(default_factory=dict)


def plan_disposals(
    groups: Sequence[DuplicateGroup],
    marked: Collection[str],
    *,
    action: Action = Action.TRASH,
    is_protected: Callable[[str], bool],
    confirmed_losses: Collection[str] = (),
    destination: str | None = None,
    allow_editable_links: bool = False,
    surroundings: Surroundings | None = None,
) -> Plan:
    """Return what would be done to the `marked` files of `groups`.

    Args:
        confirmed_losses: paths whose content the user agreed, by this name, to lose.
        destination: MOVE: the folder chosen.
        allow_editable_links: let documents that people edit be replaced by links too.
    """
    wishes = _Wishes(action, is_protected, frozenset(confirmed_losses), destination, allow_editable_links)
    planner = _Planner(Contents(concerned(groups, marked)), sorted(marked), wishes, surroundings or Surroundings())
    planner.decide()
    return planner.plan()


@dataclass(frozen=True, slots=True)
class _Wishes:
    """What the user asked for."""

    action: Action
    is_protected: Callable[[str], bool]
    confirmed: frozenset[str]
    destination: str | None
    allow_editable_links: bool


class _Planner:
    """One plan in the making."""

    def __init__(self, contents: Contents, marked: Sequence[str], wishes: _Wishes, around: Surroundings) -> None:
        self._contents = contents
        self._wishes = wishes
        self._around = around
        self._refused: dict[str, Refusal] = {}
        self._items: list[Item] = []
        self._losses: list[Loss] = []
        self._victims = dict.fromkeys(marked)

    def decide(self) -> None:
        """Refuse what cannot go, let each text keep a file, and find who stays for whom."""
        for path in tuple(self._victims):
            refusal = self._refusal(path)
            if refusal is not None:
                self._refuse(path, refusal)
        for text in self._contents.texts_of(self._victims):
            self._keep_one(text)
            for content in text:
                self._keep_one_of_copies(content)
        for path in tuple(self._victims):
            item = self._item(path)
            refusal = self._item_refusal(item)
            if refusal is not None:
                self._refuse(path, refusal)
            else:
                self._items.append(item)

    def plan(self) -> Plan:
        """Return the plan with its warnings and summaries."""
        items = tuple(self._items)
        return Plan(
            action=self._wishes.action,
            items=items,
            refused=tuple(Refused(path, refusal) for path, refusal in self._refused.items()),
            warnings=tuple(warnings(items, self._around)),
            folders=tuple(summaries(items, self._around.folder_files)),
            losses=tuple(self._losses),
            freed_bytes=freed(items),
        )

    def _refuse(self, path: str, refusal: Refusal) -> None:
        self._refused[path] = refusal
        self._victims.pop(path, None)

    def _refusal(self, path: str) -> Refusal | None:
        if self._contents.document(path) is None:
            return Refusal.NOT_LISTED
        if self._wishes.is_protected(path):
            return Refusal.PROTECTED
        if self._around.is_cloud_only(path):
            return Refusal.CLOUD_ONLY
        return (
            Refusal.NO_DESTINATION if self._wishes.action is Action.MOVE and self._wishes.destination is None else None
        )

    def _stays(self, path: str) -> bool:
        """Whether a file is there after the plan, and can be opened to prove it."""
        return path not in self._victims and not self._around.is_cloud_only(path)

    def _keep_one(self, text: Sequence[int]) -> None:
        """Refuse one file of a text that would go as a whole, unless each of its contents is a confirmed loss."""
        files = [path for content in text for path in self._contents.files(content)]
        if any(self._stays(path) for path in files):
            return
        going = [content for content in text if any(path in self._victims for path in self._contents.files(content))]
        open_ones = [
            content for content in going if not self._wishes.confirmed.intersection(self._contents.files(content))
        ]
        self._losses += [self._loss(content, is_confirmed=not open_ones) for content in open_ones or going]
        if open_ones:
            last = self._preferred(path for content in open_ones for path in self._contents.files(content))
            has_company = sum(path in self._victims for path in files) > 1
            self._refuse(last, Refusal.LAST_COPY if has_company else Refusal.UNCONFIRMED)

    def _keep_one_of_copies(self, content: int) -> None:
        """Refuse one of several equal files that would all go, though their text stays, unless that was confirmed.

        A single file with the text of one that stays goes by its mark. But that all copies of a content are marked
        happens by accident: one mark as a copy of the next, and that one as a copy of another text's file.
        """
        files = self._contents.files(content)
        going = [path for path in files if path in self._victims]
        if len(files) < 2 or not going or any(self._stays(path) for path in files):
            return
        if any(loss.path in files for loss in self._losses):
            return
        is_confirmed = not self._wishes.confirmed.isdisjoint(files)
        relation, keeper = self._stand_in(going[0])
        loss = self._loss(content, is_confirmed=is_confirmed)
        self._losses.append(replace(loss, relation=relation, keeper=keeper, similarity=None, changes=None))
        if not is_confirmed:
            self._refuse(self._preferred(files), Refusal.LAST_COPY)

    def _loss(self, content: int, *, is_confirmed: bool) -> Loss:
        going = [path for path in self._contents.files(content) if path in self._victims]
        first = next((path for path in going if path in self._wishes.confirmed), going[0])
        kin = self._contents.kin(content, self._stays)
        return Loss(
            path=first,
            relation=kin.relation if kin else None,
            keeper=kin.path if kin else None,
            similarity=kin.similarity if kin else None,
            changes=kin.changes if kin else None,
            copies=tuple(path for path in going if path != first),
            is_confirmed=is_confirmed,
        )

    def _preferred(self, paths: Iterable[str]) -> str:
        """Return the file to stay: what the scan proposed, else as the choice of the keeper goes."""
        going = [path for path in paths if path in self._victims]
        keepers = [path for path in going if self._contents.is_keeper(path)]
        documents = [self._known(path) for path in keepers or going]
        return choose_keeper(documents, kind=Relation.IDENTICAL, is_protected=self._wishes.is_protected)[0].path

    def _known(self, path: str) -> Document:
        document = self._contents.document(path)
        if document is None:
            raise KeyError(path)
        return document

    def _item(self, path: str) -> Item:
        relation, keeper = self._stand_in(path)
        is_loss = relation not in (Relation.IDENTICAL, Relation.SAME_TEXT) or self._differs(path, keeper, relation)
        document = self._known(path)
        action, destination = self._wishes.action, self._wishes.destination
        if action is Action.TRASH and self._around.trash_trouble(path, document.size) is not None:
            action = Action.HOLD
        if action is Action.HOLD:
            destination = self._around.holding_folder(path)
        return Item(
            document=document,
            action=action,
            relation=relation,
            keeper=keeper,
            blake3=self._contents.blake3(path),
            keeper_blake3=None if keeper is None else self._contents.blake3(keeper),
            is_loss=is_loss,
            destination=destination,
        )

    def _differs(self, path: str, keeper: str | None, relation: Relation | None) -> bool:
        """Whether "same text" has the difference beside the text that makes its going a loss."""
        if relation is not Relation.SAME_TEXT or keeper is None:
            return False
        return not self._contents.is_one_text(path, keeper)

    def _stand_in(self, path: str) -> tuple[Relation | None, str | None]:
        """Return who stays for a file that goes: an equal file, one with the same text, or its nearest kin."""
        content = self._contents.of(path)
        equal = [other for other in self._contents.files(content) if self._stays(other)]
        if equal:
            return Relation.IDENTICAL, self._best(path, equal)
        same = [
            other
            for one in self._contents.text_of(content)
            for other in self._contents.files(one)
            if self._stays(other)
        ]
        if same:
            return Relation.SAME_TEXT, self._best(path, same)
        kin = self._contents.kin(content, self._stays)
        return (kin.relation, kin.path) if kin else (None, None)

    def _best(self, path: str, others: Sequence[str]) -> str:
        """Return the keeper to prove: not another name of the file itself, the scan's proposal first."""
        own = self._known(path)
        return min(
            others,
            key=lambda other: (
                is_one_file(own, self._contents.document(other)),
                self._contents.document(other) is None,
                not self._contents.is_keeper(other),
                other,
            ),
        )

    def _item_refusal(self, item: Item) -> Refusal | None:
        if item.keeper is not None and is_one_file(item.document, self._contents.document(item.keeper)):
            return Refusal.SAME_FILE
        if item.relation is not Relation.IDENTICAL and (
            item.blake3 is None or (item.keeper is not None and item.keeper_blake3 is None)
        ):
            return Refusal.UNKNOWN_CONTENT
        if item.action is Action.HOLD and item.destination is None:
            return Refusal.NO_DESTINATION
        if item.action is Action.MOVE and item.destination == split_path(item.document.root)[0]:
            return Refusal.ALREADY_THERE
        if item.action in (Action.HARD_LINK, Action.SYMLINK):
            return self._link_refusal(item)
        return None

    def _link_refusal(self, item: Item) -> Refusal | None:
        if item.relation is not Relation.IDENTICAL or item.keeper is None:
            return Refusal.NOT_IDENTICAL
        if self._around.is_on_share(item.path) or self._around.is_on_share(item.keeper):
            return Refusal.ON_SHARE
        suffixes = {split_name(split_path(path)[1])[1] for path in (item.path, item.keeper)}
        if suffixes & EDITABLE and not self._wishes.allow_editable_links:
            return Refusal.EDITABLE
        keeper = self._contents.document(item.keeper)
        is_apart = keeper is not None and keeper.device != item.document.device
        return Refusal.OTHER_VOLUME if item.action is Action.HARD_LINK and is_apart else None


def is_one_file(a: Document, b: Document | None) -> bool:
    """Return whether two documents are names of one file, as the walk saw them."""
    return b is not None and a.inode != 0 and (a.device, a.inode) == (b.device, b.inode)


def freed(items: Iterable[Item]) -> int:
    """Return the bytes that become free, once trash or holding folder are emptied; files with other names free 0."""
    return sum(item.document.size for item in items if item.document.links == 1 and item.action is not Action.MOVE)


def summaries(items: Iterable[Item], folder_files: Mapping[str, int]) -> list[FolderSummary]:
    """Return files and bytes per folder, the largest first."""
    files: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    for item in items:
        folder = split_path(item.path)[0]
        files[folder] += 1
        sizes[folder] += item.document.size
    rows = [FolderSummary(folder, files[folder], sizes[folder], folder_files.get(folder)) for folder in files]
    return sorted(rows, key=lambda row: (-row.size, row.folder))


def warnings(items: Sequence[Item], around: Surroundings) -> list[Warned]:
    """Return what people must know before they agree to `items`, the weightiest first."""
    found: dict[Warned, None] = {}
    if any(item.action is Action.DELETE for item in items):
        found[Warned(Caution.FOR_GOOD, "", needs_second_consent=True)] = None
    if len(items) > LARGE:
        values = (("files", len(items)), ("size", sum(item.document.size for item in items)))
        found[Warned(Caution.LARGE, "", values, needs_second_consent=True)] = None
    rows = summaries(items, around.folder_files)
    for folder in dict.fromkeys([*(item.document.root for item in items), *(row.folder for row in rows)]):
        if around.is_delicate(folder):
            found[Warned(Caution.DELICATE_FOLDER, folder, needs_second_consent=True)] = None
    for row in rows:
        if row.of and row.files >= FOLDER_FLOOR and 2 * row.files >= row.of:
            values = (("files", row.files), ("of", row.of))
            found[Warned(Caution.HALF_OF_FOLDER, row.folder, values, needs_second_consent=True)] = None
    for item in items:
        found |= dict.fromkeys(_file_warnings(item, around))
    return list(found)


def _file_warnings(item: Item, around: Surroundings) -> list[Warned]:
    found = []
    root = item.document.root
    trouble = around.trash_trouble(item.path, item.document.size) if item.action is Action.HOLD else None
    if trouble is not None:
        found.append(Warned(trouble, item.path if trouble is Caution.TOO_LARGE_FOR_TRASH else root))
    service = around.sync_service(item.path)
    if service is not None:
        found.append(Warned(Caution.CLOUD, root, (("service", service),)))
    document = around.linked_from(item.path)
    if document is not None:
        found.append(Warned(Caution.LINKED, item.path, (("document", document),)))
    if item.document.links > 1:
        found.append(Warned(Caution.FREES_NOTHING, item.path))
    return found
