"""One window a library: a second start hands its folders to the first and ends."""

from __future__ import annotations

import getpass
import hashlib
import json
import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

if TYPE_CHECKING:
    from collections.abc import Sequence

WAIT_MS = 1000


def server_name(library: str) -> str:
    """Return the name under which the window of a library listens: one for each user and library."""
    place = os.path.realpath(library).encode("utf-8", "surrogateescape")
    return f"neartwin-{hashlib.sha256(getpass.getuser().encode() + b'/' + place).hexdigest()[:16]}"


def hand_over(name: str, folders: Sequence[str]) -> bool:
    """Give folders to the window that listens under `name`; return whether there is one."""
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(WAIT_MS):
        return False
    socket.write(json.dumps([os.path.abspath(folder) for folder in folders]).encode() + b"\n")
    socket.waitForBytesWritten(WAIT_MS)
    socket.disconnectFromServer()
    return True


class Listener(QObject):
    """Hears of later starts.

    Attributes:
        called: the program was started again, with these folders (list of paths, often empty).
    """

    called = Signal(object)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        QLocalServer.removeServer(name)
        self._server.listen(name)
        self._server.newConnection.connect(self._hear)

    def close(self) -> None:
        """Hear no more."""
        self._server.close()

    def _hear(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.readyRead.connect(lambda heard=socket: self._read(heard))
            socket.disconnected.connect(socket.deleteLater)
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            return
        try:
            folders = json.loads(bytes(socket.readLine().data()))
        except ValueError:
            return
        if isinstance(folders, list):
            self.called.emit([folder for folder in folders if isinstance(folder, str)])
