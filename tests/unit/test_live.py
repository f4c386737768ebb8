"""A watched folder on a real file system: whatever happens on the disk ends as one indexed state per final file."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.decisions import Mark
from core.documents import Relation
from core.errors import ProblemKind
from core.live import Fate, refresh
from core.live_result import repeats, result_now
from core.progress import NullReporter, Phase
from core.scan import scan
from core.settings import Settings
from core.watch import Cause, Changed, WatchState
from core.workers import InProcess
from tests.unit import made_texts
from tests.unit.following import Followed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.library import Library


QUEUED = "/proc/sys/fs/inotify/max_queued_events"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with three documents in two folders."""
    made = tmp_path / "documents"
    (made / "sub").mkdir(parents=True)
    for number, place in enumerate((made, made, made / "sub")):
        (place / f"{number}.txt").write_text(made_texts.text(20, seed=number))
    return made


@pytest.fixture
def followed(folder: Path, library: Library) -> Iterator[Followed]:
    """The folder, watched and reconciled."""
    made = Followed(folder, library)
    yield made
    made.watch.close()


def groups(result: object) -> list[tuple[str, list[str]]]:
    found = result.groups  # type: ignore[attr-defined]  # a ScanResult
    return sorted((one.kind.value, sorted(member.path for member in one.members)) for one in found)


def test_a_reconciling_scan_at_the_start_takes_everything_in(followed: Followed) -> None:
    assert followed.rows() == followed.on_disk()
    assert sorted(followed.told(Fate.INDEXED)) == ["0.txt", "1.txt", "2.txt"]


def test_a_large_file_that_is_copied_slowly_is_read_once_when_it_is_whole(followed: Followed) -> None:
    """S5."""
    size = 200 * 1024 * 1024
    with open(followed.folder / "film.bin", "wb") as file:
        for part in range(1, 7):
            file.seek(part * size // 6 - 4096)
            file.write(os.urandom(4096))
            file.flush()
            time.sleep(0.45)
    followed.until_same()

    assert followed.told(Fate.INDEXED).count("film.bin") == 1
    assert followed.library.index.file(os.fspath(followed.folder / "film.bin")).size == size  # type: ignore[union-attr]  # it is there


def test_saving_as_word_does_leaves_one_row_of_the_final_text(followed: Followed) -> None:
    """S5."""
    target = followed.folder / "0.txt"
    (followed.folder / "~$0.txt").write_bytes(b"owner")
    (followed.folder / "~WRD0001.tmp").write_text(made_texts.text(20, seed=8))
    os.rename(target, followed.folder / "~WRL0002.tmp")
    os.rename(followed.folder / "~WRD0001.tmp", target)
    (followed.folder / "~WRL0002.tmp").unlink()
    (followed.folder / "~$0.txt").unlink()
    followed.until(lambda: followed.told(Fate.INDEXED).count("0.txt") == 2)

    assert followed.rows() == followed.on_disk()
    assert followed.told(Fate.REMOVED) == []


def test_saving_as_libreoffice_does_leaves_no_row_of_its_lock(followed: Followed) -> None:
    """S5."""
    lock = followed.folder / ".~lock.1.txt#"
    lock.write_text(",me,host,;")
    part = followed.folder / "lu123abc.tmp"
    part.write_text(made_texts.text(20, seed=9))
    os.replace(part, followed.folder / "1.txt")
    lock.unlink()
    followed.until(lambda: followed.told(Fate.INDEXED).count("1.txt") == 2)

    assert followed.rows() == followed.on_disk()
    assert set(followed.told(Fate.INDEXED)) == {"0.txt", "1.txt", "2.txt"}


def test_saving_by_a_backup_copy_as_editors_do_is_one_change(followed: Followed) -> None:
    target, backup = followed.folder / "1.txt", followed.folder / "1.txt~"
    os.rename(target, backup)
    target.write_text(made_texts.text(20, seed=10))
    backup.unlink()
    followed.until(lambda: followed.told(Fate.INDEXED).count("1.txt") == 2)

    assert followed.rows() == followed.on_disk()
    assert followed.told(Fate.MOVED) == []


def test_a_renamed_file_keeps_its_reading_and_its_mark(followed: Followed) -> None:
    old, new = followed.folder / "0.txt", followed.folder / "sub" / "renamed.txt"
    followed.library.decisions.mark([Mark(os.fspath(old))])
    before = followed.library.index.file(os.fspath(old))
    followed.runner.read.clear()

    os.rename(old, new)
    followed.until_same()

    after = followed.library.index.file(os.fspath(new))
    assert before is not None
    assert after is not None
    assert after.content == before.content
    assert followed.runner.read == []
    assert list(followed.library.decisions.marks()) == [os.fspath(new)]
    assert [(event.before, event.path) for event in followed.events if event.fate is Fate.MOVED] == [
        (os.fspath(old), os.fspath(new))
    ]


def test_a_renamed_folder_takes_all_its_rows_along_and_nothing_is_opened(
    followed: Followed, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(10, 40):
        (followed.folder / "sub" / f"{number}.txt").write_text(made_texts.text(5, seed=number))
    followed.until_same()
    followed.runner.read.clear()
    monkeypatch.setattr("core.stock._recognised", lambda *_: pytest.fail("a moved file was opened"))
    monkeypatch.setattr("core.digest.split", lambda *_: pytest.fail("a moved file was compared"))

    os.rename(followed.folder / "sub", followed.folder / "other")
    followed.until_same()

    assert followed.runner.read == []
    assert len(followed.told(Fate.MOVED)) == 31


def test_a_file_that_was_moved_while_nobody_watched_keeps_reading_and_mark(followed: Followed) -> None:
    old, new = os.fspath(followed.folder / "0.txt"), os.fspath(followed.folder / "sub" / "later.txt")
    followed.library.decisions.mark([Mark(old)])
    followed.watch.set_folders([])
    followed.runner.read.clear()

    os.rename(old, new)
    followed.take(Changed(frozenset([os.fspath(followed.folder)]), cause=Cause.RESUMED))

    assert followed.rows() == followed.on_disk()
    assert followed.runner.read == []
    assert list(followed.library.decisions.marks()) == [new]


def test_the_copy_of_a_whole_tree_is_taken_in_and_read_from_what_is_known(followed: Followed) -> None:
    followed.runner.read.clear()

    shutil.copytree(followed.folder / "sub", followed.folder / "copy" / "deep")
    shutil.copytree(followed.folder / "copy", followed.folder / "twice")
    followed.until_same()

    assert followed.runner.read == []
    assert sorted(followed.told(Fate.INDEXED)) == ["0.txt", "1.txt", "2.txt", "2.txt", "2.txt"]


def test_the_switch_of_a_branch_ends_as_the_files_of_that_branch(followed: Followed) -> None:
    one = {f"src/{number % 20}/{number}.py": f"x = {number}\n" for number in range(600)}
    other = {name.replace("src", "src2" if int(name[4]) % 3 == 0 else "src"): text * 2 for name, text in one.items()}
    for branch in (one, other, one):
        for path in [*followed.folder.rglob("*.py")]:
            if os.path.relpath(path, followed.folder) not in branch:
                path.unlink()
        for name, text in branch.items():
            path = followed.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    followed.until_same()

    assert len(followed.rows()) == 603


def test_a_deleted_folder_takes_its_rows_along(followed: Followed) -> None:
    shutil.rmtree(followed.folder / "sub")
    followed.until_same()

    assert followed.told(Fate.REMOVED) == ["2.txt"]


def test_a_file_moved_out_of_the_folder_and_back_is_not_read_again(followed: Followed, tmp_path: Path) -> None:
    followed.runner.read.clear()
    os.rename(followed.folder / "0.txt", tmp_path / "outside.txt")
    followed.until_same()
    os.rename(tmp_path / "outside.txt", followed.folder / "back.txt")
    followed.until_same()

    assert followed.runner.read == []


def test_the_watched_folder_itself_may_be_renamed_and_is_followed(followed: Followed, tmp_path: Path) -> None:
    """S5."""
    followed.library.decisions.mark([Mark(os.fspath(followed.folder / "0.txt"))])
    new = tmp_path / "renamed"
    followed.runner.read.clear()
    os.rename(followed.folder, new)
    followed.until(lambda: followed.states == {os.fspath(new): WatchState.WATCHING})
    moved = followed.moved_roots == [(os.fspath(followed.folder), os.fspath(new))]
    followed.folder = new
    (new / "more.txt").write_text(made_texts.text(20, seed=5))
    followed.until_same()

    assert moved
    assert followed.runner.read == ["more.txt"]
    assert list(followed.library.decisions.marks()) == [os.fspath(new / "0.txt")]


def test_a_watched_folder_that_goes_away_keeps_its_rows_and_is_looked_at_when_it_is_back(
    followed: Followed, tmp_path: Path
) -> None:
    before = followed.rows()
    (tmp_path / "drawer").mkdir()
    os.rename(followed.folder, tmp_path / "drawer" / "stick")
    followed.until(lambda: followed.states == {os.fspath(followed.folder): WatchState.MISSING})
    kept = followed.rows()

    (tmp_path / "drawer" / "stick" / "new.txt").write_text(made_texts.text(20, seed=6))
    os.rename(tmp_path / "drawer" / "stick", followed.folder)
    followed.until(lambda: followed.states == {os.fspath(followed.folder): WatchState.WATCHING})
    followed.until_same()

    assert kept == before
    assert followed.changes[-1].cause is Cause.CAME_BACK
    assert followed.told(Fate.REMOVED) == []


@pytest.mark.skipif(not os.path.exists(QUEUED), reason="only Linux tells how many events it keeps")
def test_an_overflow_of_events_is_told_and_ends_as_the_disk_is(followed: Followed) -> None:
    """S5."""
    one, other = followed.folder / "1.txt", followed.folder / "sub" / "2.txt"
    with followed.watch._observer._inotify_fd._lock:  # type: ignore[attr-defined]  # so that nobody reads the events
        for _ in range(int(Path(QUEUED).read_text()) * 3 // 4):
            os.utime(one)
            os.utime(other)
        (followed.folder / "unheard.txt").write_text(made_texts.text(20, seed=7))
        (followed.folder / "0.txt").unlink()
    followed.until_same()

    first, *others = [change.cause for change in followed.changes if change.is_reconciling]
    assert first is Cause.START
    assert set(others) == {Cause.LOST}, "once, or once more where reading went on while the queue was full"
    assert followed.told(Fate.REMOVED) == ["0.txt"]
    assert followed.told(Fate.INDEXED).count("unheard.txt") == 1


def test_a_file_of_a_hidden_or_left_out_folder_is_not_taken_in(followed: Followed) -> None:
    (followed.folder / ".git" / "objects").mkdir(parents=True)
    (followed.folder / ".git" / "objects" / "pack.txt").write_text("x")
    (followed.folder / "link.txt").symlink_to(followed.folder / "0.txt")
    (followed.folder / "3.txt").write_text(made_texts.text(20, seed=3))
    followed.until(lambda: "3.txt" in followed.rows())

    assert sorted(followed.rows()) == ["0.txt", "1.txt", "3.txt", "sub/2.txt"]


def test_what_the_index_shows_is_what_a_scan_would_find(followed: Followed) -> None:
    base = made_texts.text(40, seed=30)
    (followed.folder / "a.txt").write_text(base)
    (followed.folder / "sub" / "a copy.txt").write_text(base)
    os.link(followed.folder / "a.txt", followed.folder / "linked.txt")
    (followed.folder / "near.txt").write_text(made_texts.edited(base, 0.05))
    (followed.folder / "picture.png").write_bytes(b"\x89PNG" + bytes(300))
    (followed.folder / "same.png").write_bytes(b"\x89PNG" + bytes(300))
    followed.until_same()

    roots = [os.fspath(followed.folder)]
    live = result_now(roots, Settings(), followed.library)
    scanned = scan(roots, Settings(), followed.library, InProcess(), NullReporter())

    assert groups(live) == groups(scanned)
    assert {kind for kind, _ in groups(live)} == {"identical", "similar"}
    assert live.counts.files == scanned.counts.files
    assert [group.reclaimable_bytes for group in live.groups] == [group.reclaimable_bytes for group in scanned.groups]


def test_a_new_file_is_told_with_what_it_repeats(followed: Followed) -> None:
    new = followed.folder / "again.txt"
    new.write_text(made_texts.text(20, seed=1))
    followed.until_same()

    assert repeats(followed.library, os.fspath(new), Settings()) == [
        (Relation.IDENTICAL, os.fspath(followed.folder / "1.txt"), 1.0)
    ]


@pytest.mark.parametrize("is_scan", [True, False])
def test_a_folder_that_goes_away_between_two_comparisons_keeps_its_rows(
    folder: Path, library: Library, *, is_scan: bool
) -> None:
    class Unplugging(NullReporter):
        """Takes the folder away after the files of the first size were compared."""

        def advance(self, phase: Phase, done: int, total: int | None = None) -> None:
            if phase is Phase.DIGEST and total and done and folder.exists():
                folder.rename(folder.with_name("away"))

    root, runner = os.fspath(folder), InProcess()
    refresh(Changed(frozenset([root]), cause=Cause.START), Settings(), library, runner, NullReporter())
    for name, seed, length in (("a", 5, 100), ("b", 5, 100), ("c", 6, 100), ("d", 7, 200), ("e", 8, 200)):
        (folder / f"{name}.txt").write_text(f"word{seed} " * length)
    before = list(library.index.files_under(root))

    if is_scan:
        result = scan([root], Settings(), library, runner, Unplugging())
        assert not result.is_complete
        assert not result.groups
        problems = result.problems
    else:
        paths = frozenset(os.fspath(path) for path in folder.iterdir())
        problems = refresh(Changed(frozenset([root]), paths), Settings(), library, runner, Unplugging()).problems

    assert not folder.exists(), "the folder went away where it should"
    assert [problem.path for problem in problems if problem.kind is ProblemKind.OFFLINE] == [root]
    assert list(library.index.files_under(root)) == before


def test_a_file_that_is_still_written_to_is_left_as_it_was(folder: Path, library: Library) -> None:
    root = os.fspath(folder)
    refresh(Changed(frozenset([root]), cause=Cause.START), Settings(), library, InProcess(), NullReporter())
    before = library.index.file(os.fspath(folder / "0.txt"))
    (folder / "0.txt").write_text("half")

    changed = Changed(frozenset([root]), frozenset([root]), unsettled=frozenset([os.fspath(folder / "0.txt")]))
    done = refresh(changed, Settings(), library, InProcess(), NullReporter())

    assert done.is_nothing
    assert library.index.file(os.fspath(folder / "0.txt")) == before


def test_the_index_of_a_folder_that_changes_for_long_stays_as_large_as_the_folder(
    folder: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.live.ORPHANS", 4)
    root, target = os.fspath(folder), folder / "0.txt"
    refresh(Changed(frozenset([root]), cause=Cause.START), Settings(), library, InProcess(), NullReporter())

    for number in range(20):
        target.write_text(made_texts.text(20, seed=100 + number))
        changed = Changed(frozenset([root]), frozenset([os.fspath(target)]))
        refresh(changed, Settings(), library, InProcess(), NullReporter())

    assert library.index.texts.text_count() <= 3 + 5


def test_the_files_below_a_folder_are_counted_without_those_of_its_neighbours(followed: Followed) -> None:
    for name in ("sub ", "sub-2", "sub0", "su"):
        (followed.folder / name).mkdir()
        (followed.folder / name / "other.txt").write_text("other")
    (followed.folder / "sub" / "deeper").mkdir()
    (followed.folder / "sub" / "deeper" / "3.txt").write_text("three")
    followed.until_same()
    index, folders = followed.library.index, [followed.folder, followed.folder / "sub", followed.folder / "none"]

    assert [index.file_count(os.fspath(folder)) for folder in folders] == [8, 2, 0]
    assert [sum(1 for _ in index.files_under(os.fspath(folder))) for folder in folders] == [8, 2, 0]
