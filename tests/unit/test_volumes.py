"""Volumes: on which one a path lies, and what became of a root whose volume was unplugged or moved."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from core import volumes
from core.errors import ProblemKind
from core.index import FileRow, Index
from core.root_places import settle_roots
from core.volumes import Mount, Mounts, Place, State, mounts_now, paths_of, place_of, state_of

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="mount points of POSIX")


def table(*mounts: tuple[Path | str, str], identities: dict[str, str] | None = None) -> Mounts:
    """Return mounts given as (point, source); each source is its own identity unless told."""
    made = [Mount(str(point), "/", "ext4", source) for point, source in mounts]
    return Mounts(made, lambda mount: (identities or {}).get(mount.source, mount.source))


def test_a_path_lies_on_the_innermost_mount_above_it() -> None:
    mounts = table(("/", "disk"), ("/home", "home"), ("/home/me/stick", "stick"))

    assert [mounts.of(path).source for path in ("/etc/x", "/home/me", "/home/me/stick/a/b", "/homes")] == [
        "disk",
        "home",
        "stick",
        "disk",
    ]


def test_where_nothing_is_known_of_mounts_the_root_of_the_path_stands_for_them() -> None:
    mount = Mounts(()).of("/a/b")
    assert (mount.point, Mounts(()).identity(mount)) == ("/", "")


@pytest.mark.parametrize(
    ("line", "mount"),
    [
        (
            "36 35 98:0 / /mnt1 rw,noatime master:1 - ext3 /dev/root rw,errors=continue\n",
            Mount("/mnt1", "/", "ext3", "/dev/root"),
        ),
        (
            "90 1 8:2 /data /mnt/my\\040stick rw shared:5 master:1 - fuse.sshfs me@host:/a\\134b rw\n",
            Mount("/mnt/my stick", "/data", "fuse.sshfs", "me@host:/a\\b"),
        ),
        ("5 1 0:9 / /mnt/长 rw - tmpfs none rw\n", Mount("/mnt/长", "/", "tmpfs", "none")),
    ],
)
def test_a_line_of_mountinfo_is_read(line: str, mount: Mount) -> None:
    assert volumes._mount(line) == mount


def test_the_mounts_of_this_machine_hold_its_root() -> None:
    assert mounts_now().of("/").point == "/"


@pytest.mark.parametrize(
    ("kind", "has_stable_inodes", "is_pseudo", "is_network"),
    [
        ("ext4", True, False, False),
        ("vfat", False, False, False),
        ("fuse.sshfs", False, False, True),
        ("fuseblk", True, False, False),
        ("nfs4", True, False, True),
        ("proc", True, True, False),
    ],
)
def test_what_kinds_of_file_system_are_good_for(
    kind: str, has_stable_inodes: bool, is_pseudo: bool, is_network: bool
) -> None:
    mount = Mount("/x", "/", kind, "source")
    assert (mount.has_stable_inodes, mount.is_pseudo, mount.is_network) == (has_stable_inodes, is_pseudo, is_network)


def test_a_device_name_alone_is_no_identity_for_the_next_stick_gets_it_too(tmp_path: Path) -> None:
    (tmp_path / "1234-ABCD").symlink_to(tmp_path / "sdb1")

    assert volumes._disk_identities(str(tmp_path)) == {str(tmp_path / "sdb1"): "uuid:1234-ABCD"}
    assert volumes._disk_identities(str(tmp_path / "none")) == {}


def test_a_place_on_a_share_is_named_by_the_share() -> None:
    mounts = Mounts([Mount("/mnt/team", "/docs", "cifs", "//server/share")])
    assert place_of("/mnt/team/a", mounts) == Place("cifs://server/share", "/docs/a")


def test_a_place_is_found_again_under_another_mount_point(tmp_path: Path) -> None:
    (tmp_path / "E" / "papers").mkdir(parents=True)
    before = place_of(str(tmp_path / "D" / "papers"), table((tmp_path / "D", "stick")))

    assert paths_of(before, table((tmp_path / "E", "stick"), ("/", "disk"))) == [str(tmp_path / "E" / "papers")]
    assert paths_of(before, table((tmp_path / "E", "another"))) == []


def test_a_bind_mount_is_another_way_to_the_same_place(tmp_path: Path) -> None:
    (tmp_path / "bind" / "a").mkdir(parents=True)
    mounts = Mounts([Mount(str(tmp_path / "bind"), "/data", "ext4", "disk")], lambda _: "disk")

    assert place_of(str(tmp_path / "bind" / "a"), mounts) == Place("disk", "/data/a")
    assert paths_of(Place("disk", "/data/a"), mounts) == [str(tmp_path / "bind" / "a")]
    assert paths_of(Place("disk", "/elsewhere"), mounts) == []


def state(folder: Path, known: str, now: str, *, has_files: bool = True) -> State:
    mounts = table((folder, "source"), identities={"source": now})
    return state_of(str(folder), Place(known, "/"), mounts, has_files=has_files)


def test_a_root_is_ready_missing_empty_or_another_volume(tmp_path: Path) -> None:
    full, empty = tmp_path / "full", tmp_path / "empty"
    full.mkdir()
    (full / "a.txt").touch()
    empty.mkdir()

    assert state(full, "stick", "stick") is State.READY
    assert state(full, "stick", "another") is State.OTHER_VOLUME
    assert state(empty, "stick", "disk") is State.EMPTY_MOUNT_POINT
    assert state(tmp_path / "gone", "stick", "stick") is State.MISSING


def test_an_empty_folder_is_believed_only_on_a_volume_that_can_be_recognised(tmp_path: Path) -> None:
    assert state(tmp_path, "stick", "stick") is State.READY
    assert state(tmp_path, "", "") is State.EMPTY_MOUNT_POINT
    assert state(tmp_path, "", "", has_files=False) is State.READY


# The library's roots


def stored(path: Path, volume: str, *names: str) -> Index:
    index = Index()
    root = index.root(str(path), volume, "/papers")
    index.add_contents([(1, 5)])
    index.store_files(root, [FileRow(str(path / name), 5, 1, 1, 1) for name in names])
    return index


def test_a_volume_under_another_mount_point_takes_its_files_along(tmp_path: Path) -> None:
    (tmp_path / "E" / "papers" / "in").mkdir(parents=True)
    index = stored(tmp_path / "D" / "papers", "stick", "a.txt", "in/b.txt")
    mounts = table((tmp_path / "E", "stick"), ("/", "disk"))

    assert settle_roots([str(tmp_path / "E" / "papers")], index, mounts) == []

    (row,) = index.roots()
    assert row.path == str(tmp_path / "E" / "papers")
    assert {file.path for file in index.files(row.id)} == {
        str(tmp_path / "E" / "papers" / "a.txt"),
        str(tmp_path / "E" / "papers" / "in" / "b.txt"),
    }


def test_a_folder_inside_the_moved_root_brings_the_whole_root_along(tmp_path: Path) -> None:
    (tmp_path / "E" / "papers" / "in").mkdir(parents=True)
    index = stored(tmp_path / "D" / "papers", "stick", "in/b.txt")

    settle_roots([str(tmp_path / "E" / "papers" / "in")], index, table((tmp_path / "E", "stick"), ("/", "disk")))

    assert [row.path for row in index.roots()] == [str(tmp_path / "E" / "papers")]


def test_a_root_that_is_mounted_at_both_places_stays_where_it_is(tmp_path: Path) -> None:
    for letter in "DE":
        (tmp_path / letter / "papers").mkdir(parents=True)
    index = stored(tmp_path / "D" / "papers", "stick", "a.txt")

    settle_roots([str(tmp_path / "E" / "papers")], index, table((tmp_path / "D", "stick"), (tmp_path / "E", "stick")))

    assert [row.path for row in index.roots()] == [str(tmp_path / "D" / "papers")]


@pytest.mark.parametrize("has_other_files", [True, False])
def test_another_volume_or_an_empty_mount_point_is_offline_and_no_row_is_lost(
    tmp_path: Path, has_other_files: bool
) -> None:
    papers = tmp_path / "D" / "papers"
    papers.mkdir(parents=True)
    if has_other_files:
        (papers / "other.txt").touch()
    index = stored(papers, "stick", "a.txt")

    (problem,) = settle_roots([str(papers)], index, table((tmp_path / "D", "another"), ("/", "disk")))

    assert (problem.path, problem.kind) == (str(papers), ProblemKind.OFFLINE)
    assert [file.path for file in index.files_under(str(papers))] == [os.path.join(str(papers), "a.txt")]


def test_a_new_root_is_no_trouble(tmp_path: Path) -> None:
    assert settle_roots([str(tmp_path)], Index(), table(("/", "disk"))) == []
