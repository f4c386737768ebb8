"""Whether this computer runs on its battery."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

SUPPLIES = Path("/sys/class/power_supply")

_ON_BATTERY = 0
"""SYSTEM_POWER_STATUS.ACLineStatus."""


def is_on_battery(supplies: Path = SUPPLIES) -> bool:
    """Return whether the computer runs on its battery; False where that cannot be found out.

    Args:
        supplies: where Linux lists power supplies.
    """
    if sys.platform == "win32":
        return _windows_says_battery()
    if sys.platform == "darwin":
        return _pmset_says_battery()
    return _linux_says_battery(supplies)


def _linux_says_battery(supplies: Path) -> bool:
    """Ask each supply: a mains adapter that is online wins; of batteries only those of the computer itself count."""
    is_discharging = False
    for place in sorted(supplies.iterdir()) if supplies.is_dir() else ():
        kind = _said(place / "type")
        if kind in ("Mains", "USB") and _said(place / "online") == "1":
            return False
        if kind == "Battery" and _said(place / "scope") != "Device":
            is_discharging = is_discharging or _said(place / "status") == "Discharging"
    return is_discharging


def _said(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""


def _pmset_says_battery() -> bool:
    try:
        done = subprocess.run(["pmset", "-g", "batt"], check=False, capture_output=True, text=True, timeout=5)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return "'Battery Power'" in done.stdout


class _PowerStatus(ctypes.Structure):
    """SYSTEM_POWER_STATUS."""

    _fields_ = (
        ("line", ctypes.c_ubyte),
        ("flag", ctypes.c_ubyte),
        ("percent", ctypes.c_ubyte),
        ("system", ctypes.c_ubyte),
        ("seconds", ctypes.c_uint32),
        ("full_seconds", ctypes.c_uint32),
    )


def _windows_says_battery() -> bool:
    if sys.platform != "win32":
        return False
    status = _PowerStatus()
    return bool(ctypes.windll.kernel32.GetSystemPowerStatus(ctypes.byref(status))) and status.line == _ON_BATTERY
