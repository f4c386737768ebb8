"""What the user chose for the window itself, beside the settings of the core: looks, tray, notifications."""

from __future__ import annotations

from dataclasses import dataclass

from core.wording import LANGUAGES

MODES = ("system", "light", "dark")


@dataclass(frozen=True, slots=True)
class Preferences:
    """Choices about the window.

    Attributes:
        language: one of `LANGUAGES`; "" follows the system.
        mode: one of MODES.
        scale: size of letters and controls, 0.8 to 2; 1 is usual.
        is_calm: nothing moves: sheets appear at once.
        is_tray_shown: show an icon in the tray where the desktop has one.
        is_kept_in_tray: closing the window leaves the program at work in the tray, where the desktop has one.
        is_notifying: tell about new files with a notification.
        is_resting_on_battery: pause watching while the computer runs on its battery.
        is_started_with_desktop: start with the desktop.
        is_asking_for_versions: ask once a day whether there is a newer version; else nothing is ever asked.
    """

    language: str = ""
    mode: str = "system"
    scale: float = 1.0
    is_calm: bool = False
    is_tray_shown: bool = True
    is_kept_in_tray: bool = False
    is_notifying: bool = True
    is_resting_on_battery: bool = False
    is_started_with_desktop: bool = False
    is_asking_for_versions: bool = False

    def __post_init__(self) -> None:
        if self.language not in ("", *LANGUAGES):
            raise ValueError(f"language = {self.language!r} is none of {', '.join(LANGUAGES)}")
        if self.mode not in MODES:
            raise ValueError(f"mode = {self.mode!r} is none of {', '.join(MODES)}")
        if not 0.8 <= self.scale <= 2.0:
            raise ValueError(f"scale = {self.scale} is outside 0.8 to 2")
