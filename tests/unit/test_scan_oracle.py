"""Scans of random trees with links, refusals and files that come and go, against a naive comparison."""

from __future__ import annotations

import errno
import os
import sys
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import comparison, scan, walk
from core.documents import Relation
from core.library import memory_library
from core.opening import open_with_status
from core.progress import NullReporter
from core.settings import Settings
from core.workers import InProcess

if TYPE_CHECKING:
    from core.documents import ScanResult
    from core.library import Library

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX")

FOLDERS = ("", "a", "a/b", "c")
CONTENTS = (b"", b"x", b"y", b"xx", b"xy", b"z" * 9000, b"z" * 8999 + b"!", b"z" * 300_000, b"z" * 299_999 + b"!")

file_names = st.tuples(st.sampled_from(FOLDERS), st.integers(0, 3)).map(lambda pair: f"{pair[0]}/{pair[1]}".lstrip("/"))
writes = st.tuples(st.just("write"), file_names, st.sampled_from(range(len(CONTENTS))))
acts = st.one_of(
    writes,
    writes,
    st.tuples(st.just("hard link"), file_names, file_names),
    st.tuples(st.just("symbolic link"), file_names, st.one_of(file_names, st.sampled_from(FOLDERS))),
    st.tuples(st.just("move"), file_names, file_names),
    st.tuples(st.just("remove"), file_names, st.none()),
)


class World:
    """A folder in which acts happen; each leaves its own time, as acts of people do."""

    def __init__(self, root: str) -> None:
        self.root = root
        self._clock = 10**18
        for folder in FOLDERS:
            os.makedirs(os.path.join(root, folder), exist_ok=True)

    def act(self, kind: str, name: str, more: Any) -> None:
        path = os.path.join(self.root, name)
        if kind == "write" and not os.path.islink(path):
            with open(path, "wb") as file:
                file.write(CONTENTS[more])
            self.touch(path)
        elif kind == "remove" and os.path.lexists(path):
            os.unlink(path)
        elif kind == "move" and os.path.lexists(path):
            os.replace(path, os.path.join(self.root, more))
        elif kind == "hard link" and os.path.isfile(path) and not os.path.lexists(os.path.join(self.root, more)):
            os.link(path, os.path.join(self.root, more), follow_symlinks=False)
        elif kind == "symbolic link" and not os.path.lexists(path):
            os.symlink(os.path.join(self.root, more), path)

    def touch(self, path: str) -> None:
        """Give a file another time, so that what was known of it holds no longer."""
        self._clock += 10**9
        os.utime(path, ns=(self._clock, self._clock))

    def files(self) -> dict[str, tuple[int, bytes]]:
        """Return inode and content of each regular file, as a naive program finds them."""
        found = {}
        for folder, _, file_names in os.walk(self.root):
            for name in file_names:
                path = os.path.join(folder, name)
                if not os.path.islink(path):
                    with open(path, "rb") as file:
                        found[path] = (os.stat(path).st_ino, file.read())
        return found


def expected(files: dict[str, tuple[int, bytes]], unreadable: set[str]) -> set[frozenset[int]]:
    inodes: defaultdict[bytes, set[int]] = defaultdict(set)
    for path, (inode, content) in files.items():
        if content and path not in unreadable:
            inodes[content].add(inode)
    return {frozenset(group) for group in inodes.values() if len(group) > 1}


def told(result: ScanResult, files: dict[str, tuple[int, bytes]]) -> set[frozenset[int]]:
    names = Counter(inode for inode, _ in files.values())
    for group in result.groups:
        assert group.kind is Relation.IDENTICAL
        assert len({files[member.path][0] for member in group.members}) == len(group.members), "one file twice"
        alone = [member for member in group.members[1:] if names[files[member.path][0]] == 1]
        assert group.reclaimable_bytes == sum(member.document.size for member in alone)
    return {frozenset(files[member.path][0] for member in group.members) for group in result.groups}


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    first=st.lists(writes, min_size=8, max_size=20),
    rounds=st.lists(
        st.tuples(
            st.lists(acts, min_size=2, max_size=14),
            st.sets(file_names, max_size=2),
            st.sets(file_names, max_size=2),
            st.sampled_from((None, None, *FOLDERS[1:])),
        ),
        min_size=1,
        max_size=4,
    ),
)
def test_scans_of_a_changing_tree_tell_what_a_naive_comparison_tells(
    tmp_path_factory: pytest.TempPathFactory,
    first: list[tuple[str, str, int]],
    rounds: list[tuple[list[tuple[str, str, Any]], set[str], set[str], str | None]],
) -> None:
    world = World(str(tmp_path_factory.mktemp("world")))
    real_open, real_listed = open_with_status, walk.listed
    with memory_library() as library, pytest.MonkeyPatch.context() as patch:
        for acts_now, denied_names, vanishing_names, locked in ((first, set(), set(), None), *rounds):
            for act in acts_now:
                world.act(*act)
            closed = None if locked is None else os.path.join(world.root, locked)
            whole = world.files()
            files = {path: one for path, one in whole.items() if not closed or not is_below(path, closed)}
            denied, vanishing = (
                {path for name in names if (path := os.path.join(world.root, name)) in files}
                for names in (denied_names, vanishing_names)
            )
            for path in denied | vanishing:
                world.touch(path)

            def open_or_refuse(
                path: str, denied: set[str] = denied, vanishing: set[str] = vanishing
            ) -> tuple[int, os.stat_result]:
                if path in vanishing and os.path.lexists(path):
                    os.unlink(path)
                if path in denied:
                    raise PermissionError(errno.EACCES, "Permission denied")
                return real_open(path)

            def listed_unless_closed(folder: str, closed: str | None = closed) -> Any:
                if folder == closed:
                    raise PermissionError(errno.EACCES, "Permission denied")
                return real_listed(folder)

            patch.setattr(comparison, "open_with_status", open_or_refuse)
            patch.setattr(walk, "listed", listed_unless_closed)

            result = run(library, world.root)

            assert (closed in {problem.path for problem in result.problems}) == (closed is not None)
            refused = {problem.path for problem in result.problems} - {closed}
            assert refused <= denied | vanishing
            assert len(refused) + (closed is not None) == len(result.problems), "each path once"
            lost = {path for path in refused if not is_read_by_another_name(path, refused, files)}
            assert told(result, whole) == expected(files, lost)
            assert result.counts.files == len(files)
        patch.setattr(comparison, "open_with_status", real_open)
        patch.setattr(walk, "listed", real_listed)
        # A file that was moved out of a closed folder is told apart from what it was only when its old name is gone.
        run(library, world.root)
        run(library, world.root)
        again = run(library, world.root)
        assert again.counts.opened == 0
        assert told(again, world.files()) == expected(world.files(), set())


def is_below(path: str, folder: str) -> bool:
    return path.startswith(folder + os.sep)


def is_read_by_another_name(path: str, refused: set[str], files: dict[str, tuple[int, bytes]]) -> bool:
    inode = files[path][0]
    return any(other not in refused and number == inode for other, (number, _) in files.items())


def run(library: Library, *roots: str, **options: Any) -> ScanResult:
    return scan.scan(roots, Settings(exact_only=True, **options), library, InProcess(), NullReporter())
