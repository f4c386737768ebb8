"""Whether the computer runs on its battery, as Linux tells it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from core.power import is_on_battery

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the files are Linux's")


def supply(folder: Path, name: str, **values: str) -> None:
    (folder / name).mkdir(parents=True)
    for key, value in values.items():
        (folder / name / key).write_text(f"{value}\n")


def test_a_desktop_computer_has_no_battery(tmp_path: Path) -> None:
    assert not is_on_battery(tmp_path)
    assert not is_on_battery(tmp_path / "missing")


def test_a_battery_that_discharges_is_in_use(tmp_path: Path) -> None:
    supply(tmp_path, "AC", type="Mains", online="0")
    supply(tmp_path, "BAT0", type="Battery", status="Discharging")

    assert is_on_battery(tmp_path)


@pytest.mark.parametrize(("line", "battery"), [("1", "Discharging"), ("0", "Full"), ("1", "Charging")])
def test_on_the_mains_the_battery_is_not_in_use(tmp_path: Path, line: str, battery: str) -> None:
    supply(tmp_path, "AC", type="Mains", online=line)
    supply(tmp_path, "BAT0", type="Battery", status=battery)

    assert not is_on_battery(tmp_path)


def test_the_battery_of_a_mouse_is_none(tmp_path: Path) -> None:
    supply(tmp_path, "hidpp_battery_0", type="Battery", scope="Device", status="Discharging")

    assert not is_on_battery(tmp_path)
