"""What the tests of disposal share: files on a disk, the groups a scan would make of them, random scenarios."""

from __future__ import annotations

import os
import random
import stat
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from blake3 import blake3

from core.actions import Action, Failing, Outcome, Plan
from core.decisions import Decisions, Mark
from core.disk import Disk
from core.disposal import dispose
from core.documents import Digests, Document, DuplicateGroup, Member, Relation
from core.holding import HOLDING_NAME
from core.plan import Surroundings, plan_disposals
from core.trash import FreedesktopTrash

MTIME_NS = 1_600_000_000_123_456_700


def never(_: str) -> bool:
    return False


def write(path: Path, content: bytes | str, mtime_ns: int = MTIME_NS) -> str:
    """Write a file with the folders above it; return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    os.utime(path, ns=(mtime_ns, mtime_ns))
    return str(path)


def document(path: str, root: str) -> Document:
    """Return what a walk tells of a file."""
    status = os.lstat(path)
    return Document(
        path,
        root,
        status.st_size,
        status.st_mtime_ns,
        status.st_ctime_ns,
        status.st_dev,
        status.st_ino,
        status.st_nlink,
    )


def digest(path: str) -> str:
    return blake3(Path(path).read_bytes()).hexdigest()


def member(path: str, root: str, *, is_keeper: bool = False, **values: Any) -> Member:
    """Return a group's member for a file on the disk, its digest as a scan finds it."""
    return Member(document(path, root), is_keeper, digests=Digests(None, digest(path)), **values)


def group(kind: Relation, paths: Iterable[str], root: str, *, similarity: float = 1.0, **values: Any) -> DuplicateGroup:
    """Return a group of files on the disk, the first the keeper or reference."""
    first, *others = paths
    members = (
        member(first, root, is_keeper=True),
        *(member(path, root, similarity=similarity, **values) for path in others),
    )
    return DuplicateGroup(kind, members, similarity, f"{kind}:{first}")


def identical(root: Path, *paths: str) -> DuplicateGroup:
    return group(Relation.IDENTICAL, paths, str(root))


@dataclass(frozen=True)
class Content:
    """Bytes, and the class of equal canonical text and inventory they belong to."""

    data: bytes
    text: int


@dataclass
class Scenario:
    """A random library: which file holds which content, and what the user wants."""

    files: dict[str, int]
    contents: dict[int, Content]
    same_text: list[list[int]]
    similar: list[tuple[int, int]]
    marked: list[str]
    confirmed: list[str]
    action: Action
    protected: str | None


def random_scenario(seed: int, texts: int = 3) -> Scenario:
    """Return a library of a few texts in a few contents and files, with marks at random."""
    chance = random.Random(seed)
    contents: dict[int, Content] = {}
    files: dict[str, int] = {}
    same_text: list[list[int]] = []
    for text in range(texts):
        own = []
        for _ in range(chance.choice((1, 1, 2))):
            number = len(contents)
            own.append(number)
            contents[number] = Content(f"text {text} in form {number} ".encode() * chance.randint(1, 40), text)
            for copy in range(chance.choice((1, 2, 2, 3))):
                folder = chance.choice(("a", "b/c", "d"))
                suffix = chance.choice(("pdf", "jpg"))
                files[f"{folder}/文件 {number}-{copy}.{suffix}"] = number
        if len(own) > 1:
            same_text.append(own)
    marked = [path for path in files if chance.random() < 0.6]
    return Scenario(
        files,
        contents,
        same_text,
        [(0, other) for other in range(1, texts) if chance.random() < 0.5],
        marked,
        [path for path in marked if chance.random() < 0.3],
        chance.choice((Action.TRASH, Action.TRASH, *Action)),
        chance.choice((None, None, "d")),
    )


@dataclass
class World:
    """A scenario on a disk."""

    base: Path
    scenario: Scenario
    elsewhere: Path
    originals: dict[str, tuple[bytes, int, int]] = field(default_factory=dict)
    groups: list[DuplicateGroup] = field(default_factory=list)

    @property
    def root(self) -> Path:
        return self.base / "docs"

    def path(self, name: str) -> str:
        return str(self.root / name)

    def is_protected(self, path: str) -> bool:
        folder = self.scenario.protected
        return folder is not None and path.startswith(self.path(folder) + "/")

    def decisions(self) -> Decisions:
        return Decisions(str(self.base / "decisions.db"))

    def plan(self) -> Plan:
        return plan_disposals(
            self.groups,
            [self.path(name) for name in self.scenario.marked],
            action=self.scenario.action,
            is_protected=self.is_protected,
            confirmed_losses=[self.path(name) for name in self.scenario.confirmed],
            destination=str(self.elsewhere),
            surroundings=Surroundings(holding_folder=lambda _: str(self.base / "holding" / HOLDING_NAME)),
        )


def build(scenario: Scenario, base: Path, elsewhere: Path) -> World:
    """Write a scenario to the disk; `XDG_DATA_HOME` must be `base`/data."""
    world = World(base, scenario, elsewhere)
    for name, content in scenario.files.items():
        path = write(world.root / name, scenario.contents[content].data, MTIME_NS + content)
        os.chmod(path, 0o640)
        status = os.lstat(path)
        world.originals[path] = (scenario.contents[content].data, status.st_mtime_ns, stat.S_IMODE(status.st_mode))
    world.groups = list(_groups(world))
    with closing(world.decisions()) as decisions:
        decisions.mark(Mark(world.path(name)) for name in scenario.marked)
    return world


def _groups(world: World) -> Iterator[DuplicateGroup]:
    scenario, root = world.scenario, str(world.root)
    by_content: dict[int, list[str]] = {}
    for name, content in scenario.files.items():
        by_content.setdefault(content, []).append(world.path(name))
    for paths in by_content.values():
        if len(paths) > 1:
            yield group(Relation.IDENTICAL, paths, root)
    for contents in scenario.same_text:
        yield group(Relation.SAME_TEXT, [by_content[content][0] for content in contents], root)
    firsts: dict[int, str] = {}
    for content, paths in by_content.items():
        firsts.setdefault(scenario.contents[content].text, paths[0])
    for a, b in scenario.similar:
        yield group(Relation.SIMILAR, [firsts[a], firsts[b]], root, similarity=0.93)


# Plans and acts


def mounted(*arguments: str) -> bool:
    """Mount something; return whether this machine does."""
    return subprocess.run(["mount", *arguments], check=False, capture_output=True).returncode == 0


def plan_for(*groups: DuplicateGroup, marked: set[str], action: Action = Action.TRASH, **values: object) -> Plan:
    return plan_disposals(groups, marked, action=action, is_protected=never, **values)


def carry_out(
    plan: Plan,
    decisions: Decisions | None = None,
    trash: Callable[[str], str | None] | None = None,
    is_protected: Callable[[str], bool] = never,
    disk: Disk | None = None,
) -> Outcome:
    return dispose(plan, trash or FreedesktopTrash(), decisions or Decisions(), is_protected=is_protected, disk=disk)


def failings(outcome: Outcome) -> list[Failing]:
    return [problem.failing for problem in outcome.problems]


def pair(tmp_path: Path, content: str = "same") -> tuple[str, str]:
    return write(tmp_path / "docs" / "a.txt", content), write(tmp_path / "docs" / "b.txt", content)


def plan_without_inodes(root: Path, keeper: str, copy: str) -> Plan:
    """Return the plan of a scan that could not see that two paths are one file."""
    plain = identical(root, keeper, copy)
    members = tuple(replace(one, document=replace(one.document, device=0, inode=0)) for one in plain.members)
    return plan_for(replace(plain, members=members), marked={copy})


def many(tmp_path: Path, number: int) -> tuple[list[DuplicateGroup], list[str]]:
    groups, copies = [], []
    for index in range(number):
        keeper = write(tmp_path / "docs" / f"{index:03}.txt", f"text {index}")
        copy = write(tmp_path / "old" / f"{index:03}.txt", f"text {index}")
        groups.append(identical(tmp_path, keeper, copy))
        copies.append(copy)
    return groups, copies
