"""Which library is used when none is named: the one beside a portable program, the chosen one, the user's own."""

from __future__ import annotations

import os
import sys

PORTABLE_NAME = "Neartwin-Data"
"""The folder beside the program whose presence makes it portable: library, settings and log lie in it."""

LIST_NAME = "libraries.json"
"""The file in the user's configuration that names the chosen libraries, the last chosen one first."""


def program_folder() -> str:
    """Return the folder in which the program lies: of the frozen program, of its AppImage, or of the checkout."""
    if os.environ.get("APPIMAGE"):
        return os.path.dirname(os.environ["APPIMAGE"])
    if getattr(sys, "frozen", False):
        return os.path.dirname(sys.executable)
    return os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def portable_folder(beside: str | None = None) -> str | None:
    """Return the data folder beside the program when it runs portably; None otherwise.

    Args:
        beside: by default `program_folder()`.
    """
    folder = os.path.join(beside or program_folder(), PORTABLE_NAME)
    return folder if os.path.isdir(folder) else None


def library_in(data_folder: str) -> str:
    """Return where the library lies in a data folder."""
    return os.path.join(data_folder, "library")


def usual_folder() -> str:
    """Return where the user's own library lies when nothing else was chosen."""
    import platformdirs  # noqa: PLC0415 - a library that is named need not wait for it

    return library_in(platformdirs.user_data_dir("neartwin", False))


def list_file() -> str:
    """Return the file that names the chosen libraries."""
    import platformdirs  # noqa: PLC0415 - as above

    return os.path.join(platformdirs.user_config_dir("neartwin", False), LIST_NAME)


def chosen_folders() -> list[str]:
    """Return the chosen libraries, the last chosen one first; none where the file cannot be read."""
    path = list_file()
    if not os.path.exists(path):
        return []
    import json  # noqa: PLC0415 - seldom needed

    try:
        with open(path, encoding="utf-8") as file:
            named = json.load(file)
    except (OSError, ValueError):
        return []
    return [one for one in named if isinstance(one, str)] if isinstance(named, list) else []


def current_folder() -> str:
    """Return the folder of the library that is used when none is named.

    NEARTWIN_LIBRARY, else the portable one beside the program, else the one chosen last, else the user's own.
    """
    named = os.environ.get("NEARTWIN_LIBRARY")
    if named:
        return named
    portable = portable_folder()
    if portable is not None:
        return library_in(portable)
    return next(iter(chosen_folders()), None) or usual_folder()
