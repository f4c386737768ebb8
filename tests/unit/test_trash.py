"""The trash: where files go on each volume, what its records say, and finding files there again."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from core.actions import Caution
from core.documents import Document
from core.holding import HOLDING_NAME, HoldingFolders, place_below
from core.trash import FreedesktopTrash, FreedesktopVolumes, trash_folder
from core.trash_listing import list_by_name, list_freedesktop, list_recycle_bins, list_trash, record_of
from core.volumes import Mount, Mounts
from core.windows_bin import FIXED, REMOTE, Bin
from tests.unit.disposal_world import write

if sys.platform == "win32":
    pytest.skip("these tests fork and mount", allow_module_level=True)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    (tmp_path / "me").mkdir()
    return tmp_path / "data" / "Trash"


@pytest.fixture
def volume(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "volume"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "none", str(place)]
    if os.geteuid() != 0 or subprocess.run(command, check=False, capture_output=True).returncode != 0:
        pytest.skip("mounting needs root")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


def test_files_of_one_name_get_names_of_their_own(tmp_path: Path, home: Path) -> None:
    trash = FreedesktopTrash()
    places = {trash(write(tmp_path / folder / "报告.tar.gz", folder)) for folder in "abc"}
    assert len(places) == 3
    assert len(list((home / "info").iterdir())) == 3
    another = FreedesktopTrash()(write(tmp_path / "d" / "报告.tar.gz", "d"))
    assert another not in places
    assert Path(another).read_text() == "d"


def test_a_name_too_long_for_its_record_is_cut_and_keeps_its_suffix(tmp_path: Path) -> None:
    path = write(tmp_path / ("长" * 83 + ".docx"), "x")
    place = FreedesktopTrash()(path)
    assert place.endswith(".docx")
    assert list_trash([path]).places(path) == [place]


def test_a_failed_move_leaves_no_record(tmp_path: Path, home: Path) -> None:
    with pytest.raises(FileNotFoundError):
        FreedesktopTrash()(str(tmp_path / "missing.txt"))
    assert list((home / "info").iterdir()) == []


def test_another_volume_has_its_own_trash_with_relative_records(volume: Path) -> None:
    path = write(volume / "docs" / "a b.txt", "x")
    place = FreedesktopTrash()(path)
    user = os.getuid()
    assert place == str(volume / f".Trash-{user}" / "files" / "a b.txt")
    record = record_of(place)
    assert record is not None
    assert "Path=docs/a%20b.txt\n" in Path(record).read_text()
    assert list_trash([path]).places(path) == [place]


def test_an_administrators_trash_is_used_only_with_the_sticky_bit(volume: Path) -> None:
    path = write(volume / "a.txt", "x")
    (volume / ".Trash").mkdir(mode=0o777)
    assert trash_folder(path)[0].endswith(f".Trash-{os.getuid()}")
    (volume / ".Trash").chmod(0o1777)
    assert trash_folder(path)[0] == str(volume / ".Trash" / str(os.getuid()))
    place = FreedesktopTrash()(path)
    assert list_trash([path]).places(path) == [place]


def test_a_linked_shared_trash_is_not_followed(volume: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere").chmod(0o1777)
    os.symlink(tmp_path / "elsewhere", volume / ".Trash")
    assert trash_folder(write(volume / "a.txt", "x"))[0] == str(volume / f".Trash-{os.getuid()}")


def test_which_volumes_have_a_trash_is_known_beforehand(tmp_path: Path, volume: Path) -> None:
    local = FreedesktopVolumes(Mounts([Mount("/", "/", "ext4", "/dev/x")], {}))
    assert local(str(tmp_path / "a.txt"), 1) is None
    assert local(str(volume / "a.txt"), 1) is None
    share = FreedesktopVolumes(Mounts([Mount(str(tmp_path), "/", "cifs", "//server/share")], {}))
    assert share(str(tmp_path / "a.txt"), 1) is Caution.NO_TRASH
    assert local(str(tmp_path / "missing" / "a.txt"), 1) is Caution.NO_TRASH


def test_a_volume_that_cannot_be_written_has_no_trash(volume: Path) -> None:
    write(volume / "docs/a.txt", "x")
    subprocess.run(["mount", "-o", "remount,ro", volume], check=True)
    local = FreedesktopVolumes(Mounts([Mount("/", "/", "ext4", "/dev/x")], {}))
    assert local(str(volume / "docs/a.txt"), 1) is Caution.NO_TRASH
    assert HoldingFolders("2026-12-01")(str(volume / "docs/a.txt")) is None


def test_windows_bins_that_are_missing_off_or_too_small_are_known() -> None:
    assert Bin(FIXED).trouble(10**12) is None
    assert Bin(REMOTE).trouble(1) is Caution.NO_TRASH
    assert Bin(FIXED, is_off=True).trouble(1) is Caution.TRASH_OFF
    assert Bin(FIXED, capacity=100).trouble(101) is Caution.TOO_LARGE_FOR_TRASH
    assert Bin(FIXED, capacity=100).trouble(100) is None


# Finding


def test_records_without_a_file_and_damaged_ones_are_told_apart(tmp_path: Path) -> None:
    folder = tmp_path / "Trash"
    for name, text in (("a", "[Trash Info]\nPath=/x/a\n"), ("b", "nonsense"), ("c", "[Trash Info]\nPath=/x/%ff\n")):
        write(folder / "info" / f"{name}.trashinfo", text)
    write(folder / "files" / "b", "x")
    write(folder / "files" / "c", "x")
    listing = list_freedesktop([(str(folder), "")])
    assert listing.places("/x/a") == []
    assert listing.orphans("/x/a") == [str(folder / "info" / "a.trashinfo")]
    assert listing.places(os.fsdecode(b"/x/\xff")) == [str(folder / "files" / "c")]


def test_the_latest_of_several_files_from_one_path_comes_first(tmp_path: Path) -> None:
    trash = FreedesktopTrash()
    places = []
    for number in range(3):
        path = write(tmp_path / "a.txt", str(number))
        places.append(trash(path))
        record = record_of(places[-1])
        assert record is not None
        os.utime(record, ns=(number * 10**9, number * 10**9))
    assert list_trash([path]).places(path) == places[::-1]


@pytest.mark.parametrize("version", [1, 2])
def test_the_recycle_bin_of_windows_is_read(tmp_path: Path, version: int) -> None:
    user = tmp_path / "$Recycle.Bin" / "S-1-5-21"
    original = "D:\\文档\\报告.docx"
    path = (original + "\0").encode("utf-16-le")
    head = struct.pack("<qqq", version, 7, 0)
    data = head + (path.ljust(520, b"\0") if version == 1 else struct.pack("<I", len(original) + 1) + path)
    write(user / "$IABC123.docx", data)
    write(user / "$RABC123.docx", "x")
    write(user / "$IDEF456.docx", data[:20])
    write(user / "desktop.ini", "")
    listing = list_recycle_bins([str(tmp_path / "$Recycle.Bin"), str(tmp_path / "missing")])
    place = str(user / "$RABC123.docx")
    assert listing.places(original) == [place]
    assert record_of(place) == str(user / "$IABC123.docx")


def test_a_trash_without_records_is_searched_by_name(tmp_path: Path) -> None:
    write(tmp_path / ".Trash" / "报告.docx", "x")
    write(tmp_path / ".Trash" / "报告 12.30.15.docx", "y")
    write(tmp_path / ".Trash" / "other.docx", "z")
    listing = list_by_name([str(tmp_path / ".Trash")], ["/me/报告.docx"])
    assert {os.path.basename(place) for place in listing.places("/me/报告.docx")} == {"报告.docx", "报告 12.30.15.docx"}
    assert record_of(listing.places("/me/报告.docx")[0]) is None


# Holding folders


def test_the_holding_folder_is_on_the_volume_of_the_file_and_dated(tmp_path: Path, volume: Path) -> None:
    find = HoldingFolders("2026-12-01", home=str(tmp_path / "me"))
    assert find(str(volume / "a.txt")) == str(volume / HOLDING_NAME / "2026-12-01")
    assert find(str(tmp_path / "docs.txt")) == str(tmp_path / "me" / HOLDING_NAME / "2026-12-01")
    assert find(str(tmp_path / "missing" / "a.txt")) is None


@pytest.mark.parametrize(
    ("path", "root", "below"),
    [
        ("/data/docs/deep/a.txt", "/data/docs", "/to/docs/deep/a.txt"),
        ("/data/docs/a.txt", "/data/docs/", "/to/docs/a.txt"),
        ("/data/a.txt", "/", "/to/data/a.txt"),
        ("/elsewhere/a.txt", "/data/docs", "/to/elsewhere/a.txt"),
        ("/data/docs2/a.txt", "/data/docs", "/to/data/docs2/a.txt"),
    ],
)
def test_the_structure_of_folders_is_kept(path: str, root: str, below: str) -> None:
    assert os.path.normpath(place_below("/to", Document(path, root, 0, 0, 0))) == below


def test_the_desktops_own_tool_reads_the_same_record(tmp_path: Path, home: Path) -> None:
    """`gio trash` and this trash write the same path for the same name."""
    name = "报 告 #1 50% 'x' \"y\".txt"
    try:
        subprocess.run(["gio", "trash", write(tmp_path / "a" / name, "x")], check=True, capture_output=True)
    except (FileNotFoundError, subprocess.CalledProcessError):
        pytest.skip("this machine has no `gio`")
    FreedesktopTrash()(write(tmp_path / "b" / name, "x"))
    written = [
        unquote(line.removeprefix("Path="))
        for record in (home / "info").iterdir()
        for line in record.read_text().splitlines()
        if line.startswith("Path=")
    ]
    assert sorted(written) == [str(tmp_path / "a" / name), str(tmp_path / "b" / name)]
