"""What the window remembers survives a restart, odd names and a spoiled file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.library_choice import usual_folder
from core.settings import Settings
from gui.preferences import Preferences
from gui.settings_store import SettingsStore, decode_path, encode_path


@pytest.fixture
def place(tmp_path: Path) -> str:
    return str(tmp_path / "neartwin.ini")


def test_settings_preferences_and_folders_survive_a_restart(place: str) -> None:
    first = SettingsStore(place)
    first.settings = replace(Settings(), similarity=0.8, exclude=("*.tmp", "目录"))
    first.preferences = Preferences(language="zh_TW", mode="dark", scale=1.5)
    first.folders = ["/home/anna/文档", "/odd/\udcff name"]
    first.sorting = (2, True)
    first.view = "similar"
    first.flush()

    again = SettingsStore(place)

    assert again.settings == first.settings
    assert again.preferences == Preferences(language="zh_TW", mode="dark", scale=1.5)
    assert again.folders == ["/home/anna/文档", "/odd/\udcff name"]
    assert again.sorting == (2, True)
    assert again.view == "similar"


def test_a_value_that_is_not_allowed_falls_back_alone(place: str) -> None:
    Path(place).write_text(
        '[scan]\nsettings="{\\"similarity\\": 7, \\"hamming\\": 5, \\"unknown\\": 1}"\n[window]\nsorting=x\n'
    )

    store = SettingsStore(place)

    assert store.settings == replace(Settings(), hamming=5)
    assert store.sorting == (-1, False)


def test_a_spoiled_file_gives_the_defaults(place: str) -> None:
    Path(place).write_bytes(b"[scan]\nsettings=\xff\xfe{{{\n[library]\nfolders=oops")

    store = SettingsStore(place)

    assert store.settings == Settings()
    assert store.folders == []
    assert store.preferences == Preferences()


@given(st.binary(min_size=1, max_size=40))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_path_of_any_bytes_is_stored_as_plain_letters(raw: bytes) -> None:
    path = raw.decode("utf-8", "surrogateescape")

    assert encode_path(path).isascii()
    assert decode_path(encode_path(path)) == path


def test_each_library_has_a_list_of_folders_of_its_own(tmp_path: Path) -> None:
    first, second = (SettingsStore(str(tmp_path / "neartwin.ini")) for _ in range(2))
    first.folders_of(str(tmp_path / "one"))
    second.folders_of(str(tmp_path / "two"))

    first.folders = ["/docs/of one"]
    second.folders = ["/docs/of two"]
    first.flush()
    second.flush()

    later = SettingsStore(str(tmp_path / "neartwin.ini"))
    assert later.folders_of(str(tmp_path / "one")) == ["/docs/of one"]
    assert later.folders_of(str(tmp_path / "two")) == ["/docs/of two"]
    assert later.folders_of(str(tmp_path / "three")) == []
    assert later.folders_of(usual_folder()) == []
