"""What stands behind `neartwin`, and what a second start hands to the first."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gui.application import Application
from gui.single_instance import Listener, first_or_told, hand_over, server_name
from gui.start import Start, from_message, parsed, to_message
from tests.gui.running import WAIT_MS, scanned

ROOT = Path(__file__).parents[2]


@pytest.fixture
def places(tmp_path: Path) -> tuple[str, str]:
    folder, file = tmp_path / "文件夹", tmp_path / "合同.docx"
    folder.mkdir()
    file.write_bytes(b"x")
    return str(folder), str(file)


def test_nothing_opens_the_window() -> None:
    assert parsed([]) == Start()


def test_folders_are_added_and_files_are_checked(places: tuple[str, str]) -> None:
    folder, file = places

    assert parsed([folder, file]) == Start(folders=(folder,), checked=(file,))


def test_check_with_neartwin_checks_folders_too(places: tuple[str, str]) -> None:
    assert parsed(["--check-window", *places]) == Start(checked=places)


def test_the_library_and_the_start_with_the_desktop_are_options(places: tuple[str, str]) -> None:
    start = parsed(["--background", "--library", "other"])

    assert start == Start(is_background=True, library=os.path.abspath("other"))


def test_what_is_no_path_is_for_the_command_line(places: tuple[str, str]) -> None:
    for arguments in (["--help"], ["no such file.docx"], [places[1], "nor this"], ["--library"]):
        assert parsed(arguments) is None


def test_a_name_that_looks_like_an_option_stands_behind_two_dashes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "--background").write_bytes(b"x")

    assert parsed(["--", "--background"]) == Start(checked=(str(tmp_path / "--background"),))


@pytest.mark.parametrize("name", ["a\nb", "合同 ①.docx", "\udcff.doc"])
def test_names_of_any_bytes_are_handed_over(name: str) -> None:
    start = Start(("/文件夹",), (f"/{name}",), is_background=True)

    assert to_message(start).count(b"\n") == 1
    assert from_message(to_message(start)) == start


@pytest.mark.parametrize("line", [b"", b"[1]", b"{", b'"x"', b"\xff"])
def test_what_is_no_message_is_passed_over(line: bytes) -> None:
    assert from_message(line) is None


def test_a_second_start_hands_its_files_over_and_learns_of_the_library(
    qapp: object, qtbot: QtBot, tmp_path: Path
) -> None:
    name = server_name(str(tmp_path))
    assert hand_over(name, Start()) is None
    listener = Listener(name, str(tmp_path / "库"))
    code = (
        "from gui.single_instance import hand_over; from gui.start import Start;"
        f"assert hand_over({name!r}, Start(('/a',), ('/合同.docx',))) == {str(tmp_path / '库')!r}"
    )
    with qtbot.waitSignal(listener.called, timeout=WAIT_MS) as told:
        second = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT)
    qtbot.waitUntil(lambda: second.poll() is not None, timeout=WAIT_MS)

    assert told.args == [Start(("/a",), ("/合同.docx",))]
    assert second.returncode == 0
    listener.close()
    listener.deleteLater()


def test_of_two_starts_at_one_moment_one_is_first(qapp: object, qtbot: QtBot, tmp_path: Path) -> None:
    name = server_name(str(tmp_path))
    lock, told = first_or_told(name, Start())
    assert told is None
    code = (
        "from gui.single_instance import first_or_told; from gui.start import Start;"
        f"print(first_or_told({name!r}, Start())[1])"
    )
    second = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    qtbot.wait(700)
    assert second.poll() is None
    listener = Listener(name, "the first")
    qtbot.waitUntil(lambda: second.poll() is not None, timeout=WAIT_MS)

    assert second.communicate()[0] == "the first\n"
    lock.unlock()
    listener.close()
    listener.deleteLater()


def test_the_first_window_says_which_library_it_has_and_checks_what_it_is_handed(
    start: Callable[..., Application], qtbot: QtBot, docs: Path, tmp_path: Path
) -> None:
    application = start(docs)
    scanned(application, qtbot)
    stranger = tmp_path / "别处.txt"
    stranger.write_text("与文档库里的任何文档都没有关系的一页纸。" * 5, encoding="utf-8")

    application.come_forward(Start(checked=(str(stranger),)))

    sheet = application._checking.sheet
    assert str(tmp_path / "library") in application.window.bar._note
    qtbot.waitUntil(lambda: [one.path for one in sheet._files.rows()] == [str(stranger)], timeout=WAIT_MS)
    assert sheet._files.rows()[0].kind == "unique"
