"""Looking texts up in the sorted file gives what loading all texts gives, whatever came, changed and went since."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from core import lookups
from core.care import examine, forget_folder, holdings
from core.check import Verdict, check
from core.check_table import CheckTable
from core.containment import contained_candidates, contained_with
from core.fingerprint import segments
from core.library import open_library
from core.live import refresh
from core.live_result import result_now
from core.lookup_file import map_lookup
from core.lookup_place import forget_lookup, lookup_files, lookup_of
from core.near import compare_texts, load_table
from core.progress import NullReporter
from core.scan import scan
from core.settings import Settings
from core.sorted_texts import TextLookup
from core.watch import Changed
from core.workers import InProcess
from tests.unit import made_texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.documents import ScanResult
    from core.library import Library
    from core.text_index import PairRow

BASES = 12


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is worth it for a few texts, and stays while some come and go."""
    monkeypatch.setattr(lookups, "WORTH", 5)
    monkeypatch.setattr(lookups, "ALTERED", 15)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Documents of which some are similar to others, stand inside others, have the same text, or the same footer."""
    place = tmp_path / "documents"
    place.mkdir()
    footer = made_texts.text(12, seed=999)
    for number in range(BASES):
        base = made_texts.text(40, seed=number)
        (place / f"base {number}.txt").write_text(base + footer)
        (place / f"edited {number}.txt").write_text(made_texts.edited(base, 0.05, number) + footer)
    (place / "part.txt").write_text(made_texts.text(40, seed=3)[:300])
    (place / "short.txt").write_text("短文")
    return place


@pytest.fixture
def stored(tmp_path: Path, folder: Path) -> Iterator[Library]:
    """A library on the disk that knows the folder, with its sorted file."""
    with open_library(str(tmp_path / "library")) as opened:
        scan([str(folder)], Settings(), opened, InProcess(), NullReporter())
        assert lookups.kept_base(opened.index) is not None
        yield opened


def changed(folder: Path, *paths: Path) -> Changed:
    return Changed(frozenset([str(folder)]), frozenset(map(str, paths)))


def follow(library: Library, folder: Path, *paths: Path) -> None:
    refresh(changed(folder, *paths), Settings(), library, InProcess(), NullReporter())


def new_files(folder: Path) -> list[Path]:
    """Write one file of each kind: similar, contained, containing, the same text, unlike all others."""
    base = made_texts.text(40, seed=5)
    made = {
        "similar": made_texts.edited(base, 0.02, 77),
        "inner": "\n".join(base.splitlines()[5:25]),
        "outer": made_texts.text(40, seed=6) + made_texts.text(50, seed=500),
        "same": (folder / "base 7.txt").read_text().replace("\n", "\n\n"),
        "other": made_texts.text(30, seed=4711),
        "mixed": "".join(made_texts.text(40, seed=seed)[:200] for seed in range(1, 9)) + made_texts.text(12, seed=999),
    }
    for name, text in made.items():
        (folder / f"{name}.txt").write_text(text)
    return [folder / f"{name}.txt" for name in made]


def pairs_by_digest(library: Library) -> set[tuple[object, ...]]:
    """Return all stored pairs by what the texts are, without the numbers of this library."""
    pairs = list(library.index.texts.pairs())
    facts = library.index.texts.facts([end for pair in pairs for end in (pair.a, pair.b)])
    return {turned(pair, facts[pair.a][0], facts[pair.b][0]) for pair in pairs}


def turned(pair: PairRow, a: bytes, b: bytes) -> tuple[object, ...]:
    shares = (pair.share_a, pair.share_b) if a < b else (pair.share_b, pair.share_a)
    return (min(a, b), max(a, b), pair.kind, pair.similarity, *shares)


def shown(result: ScanResult) -> list[tuple[object, ...]]:
    return [
        (group.key, [(one.path, one.is_keeper, one.reason, one.similarity, one.copies) for one in group.members])
        for group in result.groups
    ]


def test_following_new_files_finds_what_a_scan_of_everything_finds(
    tmp_path: Path, folder: Path, stored: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = new_files(folder)
    with monkeypatch.context() as without:
        without.setattr("core.near.load_table", lambda _: pytest.fail("all texts were loaded"))
        for path in fresh:
            follow(stored, folder, path)
        (folder / "base 1.txt").write_text(made_texts.text(40, seed=2) + "改")
        (folder / "base 9.txt").unlink()
        follow(stored, folder, folder / "base 1.txt", folder / "base 9.txt")

    with open_library(str(tmp_path / "fresh")) as other:
        wanted = scan([str(folder)], Settings(), other, InProcess(), NullReporter())
        stored.index.prune()

        assert pairs_by_digest(stored) == pairs_by_digest(other)
        kinds = {pair.kind for pair in other.index.texts.pairs()}
        by_simhash = Settings(method="simhash", hamming=3)
        classic = scan([str(folder)], by_simhash, other, InProcess(), NullReporter())
    assert kinds == {"similar", "contained"}
    assert shown(result_now([str(folder)], Settings(), stored)) == shown(wanted)
    assert shown(result_now([str(folder)], by_simhash, stored)) == shown(classic) != shown(wanted)


def test_checks_answer_the_same_from_the_file_and_from_all_texts_in_memory(
    tmp_path: Path, folder: Path, stored: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files that came, changed and went since the file was written are among them, and the classic radius 3."""
    for path in new_files(folder):
        follow(stored, folder, path)
    (folder / "base 9.txt").unlink()
    follow(stored, folder, folder / "base 9.txt")
    stored.index.prune()
    asked = tmp_path / "asked"
    asked.mkdir()
    draw = random.Random(3)
    for number, path in enumerate(sorted(folder.glob("*.txt"))):
        text = path.read_text()
        (asked / f"copy {number}.txt").write_text(text + "尾。")
        (asked / f"same {number}.txt").write_text(text.replace("\n", "\n\n\n"))
        lines = text.splitlines(keepends=True)
        draw.shuffle(lines)
        (asked / f"moved {number}.txt").write_text("".join(lines))
        (asked / f"half {number}.txt").write_text("".join(lines[: len(lines) // 2]))
    known = list(stored.index.texts.table_rows())
    hashed = [(row[0], simhash_of(stored, row[0])) for row in known if row[3] is not None]

    def answers(table: CheckTable) -> list[Verdict]:
        return check([str(asked)], Settings(), stored, InProcess(), NullReporter(), table=table)

    with monkeypatch.context() as without:
        without.setattr("core.check_table.load_table", lambda _: pytest.fail("all texts were loaded"))
        by_file = answers(CheckTable())
    near = [stored.index.texts.within_three(value, segments) for _, (value, segments) in hashed]
    forget_lookup(stored.index)

    assert answers(CheckTable()) == by_file
    relations = {match.relation for verdict in by_file for match in verdict.matches}
    assert relations == {"similar", "contained", "passages", "same_text", "identical"}
    assert all(number in dict(found) for (number, _), found in zip(hashed, near, strict=True))


def simhash_of(library: Library, text: int) -> tuple[int, tuple[int, int, int, int]]:
    value = library.index.texts.simhashes([text])[text]
    return value, segments(value)


@pytest.mark.parametrize("seed", range(5))
def test_a_lookup_in_parts_is_one_table(stored: Library, folder: Path, seed: int) -> None:
    """Texts that went, came and changed in any order: every column and every look-up is that of one table."""
    draw = random.Random(seed)
    base = lookups.kept_base(stored.index)
    assert base is not None
    with stored.index.transaction():
        ids = [row[0] for row in stored.index.texts.table_rows()]
        for text in draw.sample(ids, 5):
            stored.index._db.execute("UPDATE sketch SET slots = slots WHERE text = ?", (text,))
        for text in draw.sample(ids, 4):
            stored.index._db.execute("UPDATE reading SET text = NULL WHERE text = ?", (text,))
            stored.index._db.execute("DELETE FROM text WHERE id = ?", (text,))
    found = lookups.joined(stored.index, base)
    table, _ = load_table(stored.index)
    whole = TextLookup(lookups.base_of_table(table, stored.index).texts)
    assert found is not None

    assert found.ids.tolist() == table.ids.tolist()
    assert found.digests() == list(table.digests)
    assert (found.sketches() == table.sketches).all()
    assert table.samples is not None
    for sketch, sample in zip(table.sketches, table.samples, strict=True):
        assert found.meeting(sketch, 12).tolist() == whole.meeting(sketch, 12).tolist()
        assert found.times(sample).tolist() == whole.times(sample).tolist()
        assert found.hits(sample).tolist() == whole.hits(sample).tolist()
    for text in range(len(table.ids)):
        fresh = np.zeros(len(table.ids), np.bool_)
        fresh[[text, (text * 7) % len(table.ids)]] = True
        some = contained_with(np.flatnonzero(fresh), lookups.Samples(found, stored.index), table.counts)
        every = contained_candidates(table.samples, table.counts, fresh)
        assert sorted(zip(*map(list, some), strict=True)) == sorted(zip(*map(list, every), strict=True))


def test_an_id_that_is_used_again_is_another_text(stored: Library, folder: Path, tmp_path: Path) -> None:
    """SQLite gives the id of the last text to the next one: count, largest id and sum stay the same."""
    table = CheckTable().brought_up_to_date(stored.index)
    last = folder / "last.txt"
    last.write_text(made_texts.text(30, seed=801))
    follow(stored, folder, last)
    table.brought_up_to_date(stored.index)
    before = stored.index.texts.text_of_path(os.fsencode(last))
    last.unlink()
    follow(stored, folder, last)
    stored.index.prune()
    other = made_texts.text(30, seed=802)
    last.write_text(other)
    follow(stored, folder, last)
    assert stored.index.texts.text_of_path(os.fsencode(last)) == before
    asked = tmp_path / "asked.txt"
    asked.write_text(made_texts.edited(other, 0.04))

    [verdict] = check([str(asked)], Settings(), stored, InProcess(), NullReporter(), table=table)

    assert verdict.kind == "similar"


@pytest.mark.parametrize("harm", ["gone", "cut", "older", "other"])
def test_a_file_that_does_not_match_the_index_is_not_used(
    stored: Library, folder: Path, tmp_path: Path, harm: str
) -> None:
    place = lookup_of(stored.index)
    assert place is not None
    path = os.path.join(*place)
    if harm == "gone":
        os.unlink(path)
    elif harm == "cut":
        os.truncate(path, os.path.getsize(path) - 64)
    elif harm == "older":
        with open(path, "r+b") as file:
            file.write(b'{"version": 0')
    else:
        stored.index.set_meta("lookup", "lookup-0000000000000000.sorted")
    asked = tmp_path / "asked.txt"
    asked.write_text(made_texts.edited((folder / "base 4.txt").read_text(), 0.04))

    assert lookups.kept_base(stored.index) is None
    [verdict] = check([str(asked)], Settings(), stored, InProcess(), NullReporter())
    assert verdict.kind == "similar"
    compare_texts(Settings(), stored.index, InProcess(), NullReporter())
    base = lookups.kept_base(stored.index)
    assert base is not None
    assert [os.path.basename(one) for one in lookup_files(place[0])] == [base.name]


def test_an_index_made_anew_or_put_back_takes_no_older_file(stored: Library, folder: Path, tmp_path: Path) -> None:
    """A backup of the index that is put back names a file that is gone; one made anew names none."""
    copy = str(tmp_path / "copy.db")
    stored.index.copy_to(copy)
    for number in range(25):
        (folder / f"more {number}.txt").write_text(made_texts.text(20, seed=900 + number))
    before = lookup_of(stored.index)
    scan([str(folder)], Settings(), stored, InProcess(), NullReporter())
    place = lookup_of(stored.index)
    assert place is not None
    assert place != before
    stored.index.close()
    path = stored.index.path
    for name in (path, f"{path}-wal", f"{path}-shm"):
        if os.path.exists(name):
            os.unlink(name)
    os.replace(copy, path)

    with open_library(place[0]) as opened:
        assert lookups.kept_base(opened.index) is None


def test_a_bit_that_changed_in_the_file_is_found_by_the_check_of_the_library(stored: Library) -> None:
    place = lookup_of(stored.index)
    assert place is not None
    examine(stored, NullReporter())
    assert map_lookup(*place) is not None
    with open(os.path.join(*place), "r+b") as file:
        file.seek(-200, os.SEEK_END)
        byte = file.read(1)
        file.seek(-200, os.SEEK_END)
        file.write(bytes([byte[0] ^ 1]))

    assert examine(stored, NullReporter()).is_whole
    assert lookups.kept_base(stored.index) is None
    assert lookup_files(place[0]) == []


def test_forgetting_a_folder_removes_the_file_and_its_size_is_told(stored: Library, folder: Path) -> None:
    place = lookup_of(stored.index)
    assert place is not None
    size = os.path.getsize(os.path.join(*place))
    assert holdings(stored).index_bytes > size
    if os.name == "posix":
        assert os.stat(os.path.join(*place)).st_mode & 0o777 == 0o600

    forget_folder(stored, str(folder), NullReporter())

    assert lookup_files(place[0]) == []


def test_a_table_in_memory_follows_too_until_the_notes_of_what_changed_are_gone(
    stored: Library, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget_lookup(stored.index)
    monkeypatch.setattr(lookups, "WORTH", 10**9)
    table = CheckTable().brought_up_to_date(stored.index)
    text = made_texts.text(30, seed=850)
    (folder / "late.txt").write_text(text)
    follow(stored, folder, folder / "late.txt")
    asked = tmp_path / "asked.txt"
    asked.write_text(made_texts.edited(text, 0.04))
    for is_forgotten in (False, True):
        if is_forgotten:
            stored.index.texts.forget_alterations(stored.index.texts.state()[1])
            (folder / "later.txt").write_text(made_texts.text(30, seed=851))
            follow(stored, folder, folder / "later.txt")
        [verdict] = check([str(asked)], Settings(), stored, InProcess(), NullReporter(), table=table)
        assert verdict.kind == "similar"
