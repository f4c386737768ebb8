"""Files that the command line writes: whole or not at all, and nothing else is harmed."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from core.command_line import run
from core.output_file import output_file

if TYPE_CHECKING:
    from pathlib import Path

needs_pipes = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no named pipes among files")


@needs_pipes
def test_a_pipe_or_device_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[bytes] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    reader.start()

    with output_file(os.fspath(pipe)) as file:
        file.write(b"text")
    reader.join(10)

    assert heard == [b"text"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert os.listdir(tmp_path) == ["pipe"]


def test_a_folder_cannot_be_written_and_nothing_is_left_in_it(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=str(tmp_path.name)), output_file(os.fspath(tmp_path)):
        pass

    assert os.listdir(tmp_path) == []


def test_a_failure_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    (tmp_path / "out").write_bytes(b"old")
    (tmp_path / "out.part").write_bytes(b"the user's own")

    with pytest.raises(ZeroDivisionError):
        fail_half_way(tmp_path / "out")

    assert {entry.name: entry.read_bytes() for entry in tmp_path.iterdir()} == {
        "out": b"old",
        "out.part": b"the user's own",
    }


def fail_half_way(path: Path) -> None:
    with output_file(os.fspath(path)) as file:
        file.write(b"half")
        raise ZeroDivisionError


def test_a_link_stays_a_link_and_the_mode_stays(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "real").chmod(0o640)
    (tmp_path / "link").symlink_to("real")

    with output_file(os.fspath(tmp_path / "link")) as file:
        file.write(b"new")

    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "real").stat().st_mode) == 0o640


def test_a_new_file_has_the_mode_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "other").touch()

    with output_file(os.fspath(tmp_path / "out")):
        pass

    assert (tmp_path / "out").stat().st_mode == (tmp_path / "other").stat().st_mode


@pytest.mark.parametrize("same", ["list", "out", "link"])
def test_dropped_lines_never_overwrite_a_file_that_is_read_or_written(
    same: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = tmp_path / "list"
    lines.write_bytes(b"a\nb\na\n")
    (tmp_path / "link").symlink_to("list")

    status = run(["records", str(lines), "-o", str(tmp_path / "out"), "--dropped", str(tmp_path / same)])

    assert status == 2
    assert "--dropped needs a file of its own" in capsys.readouterr().err
    assert lines.read_bytes() == b"a\nb\na\n"


def test_records_into_a_folder_are_refused_with_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "list").write_bytes(b"a\n")
    (tmp_path / "folder").mkdir()

    status = run(["records", str(tmp_path / "list"), "-o", str(tmp_path / "folder")])

    assert status == 3
    assert "folder cannot be written" in capsys.readouterr().err
    assert sorted(os.listdir(tmp_path)) == ["folder", "list"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("command", ["records", "text"])
def test_a_full_disk_behind_the_output_is_told_in_one_line(command: str, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_bytes(b"a\nb\na\n")

    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "core", command, str(tmp_path / "list.txt")],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )

    assert done.returncode == 3
    assert done.stderr == "neartwin: The disk is full. Free some space and run this again.\n"
