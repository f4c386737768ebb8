"""Opening files and showing them in their folder, by the means of each desktop."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

if TYPE_CHECKING:
    from collections.abc import Sequence


def file_url(path: str) -> QUrl:
    """Return the address of a file, names of any bytes kept."""
    if sys.platform == "win32":
        return QUrl.fromLocalFile(path)
    from urllib.parse import quote_from_bytes  # noqa: PLC0415 - not on Windows

    return QUrl.fromEncoded(b"file://" + quote_from_bytes(os.fsencode(path)).encode())


def open_file(path: str) -> bool:
    """Open a file in its own program; return whether the desktop took it."""
    return QDesktopServices.openUrl(file_url(path))


def show_in_folder(path: str) -> bool:
    """Open the folder of a file, with the file selected where the desktop can do that."""
    if sys.platform == "win32":
        return _start(["explorer", "/select,", os.path.normpath(path)])
    if sys.platform == "darwin":
        return _start(["open", "-R", path])
    sender = shutil.which("dbus-send")
    if sender and os.environ.get("DBUS_SESSION_BUS_ADDRESS") and os.path.exists(path):
        address = bytes(file_url(path).toEncoded().data()).decode()
        wanted = ("--session", "--print-reply", "--reply-timeout=2000", "--dest=org.freedesktop.FileManager1",
                  "/org/freedesktop/FileManager1", "org.freedesktop.FileManager1.ShowItems",
                  f"array:string:{address.replace(',', '%2C')}", "string:")  # fmt: skip
        done = subprocess.run([sender, *wanted], check=False, capture_output=True, timeout=5)
        if done.returncode == 0:
            return True
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    return QDesktopServices.openUrl(file_url(folder))


def copy_paths(paths: Sequence[str]) -> None:
    """Put paths on the clipboard, one a line."""
    QGuiApplication.clipboard().setText("\n".join(path.encode("utf-8", "replace").decode() for path in paths))


def _start(command: Sequence[str]) -> bool:
    try:
        subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        return False
    return True
