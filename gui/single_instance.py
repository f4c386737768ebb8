"""One window a library: a second start hands its files to the first, is told which library that is, and ends."""

from __future__ import annotations

import getpass
import os
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QCryptographicHash, QDir, QLockFile, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from gui.start import from_message, to_message

if TYPE_CHECKING:
    from gui.start import Start

WAIT_MS = 1000

PATIENCE_SECONDS = 10.0
"""How long a start waits for one that was a moment earlier to answer."""


def server_name(library: str) -> str:
    """Return the name under which the window of a library listens: one for each user and library."""
    place = os.path.realpath(library).encode("utf-8", "surrogateescape")
    whose = getpass.getuser().encode() + b"/" + place
    digest = QCryptographicHash.hash(whose, QCryptographicHash.Algorithm.Sha256).data().hex()
    return f"neartwin-{digest[:16]}"


def hand_over(name: str, start: Start) -> str | None:
    """Give a start to the window that listens under `name`; return the folder of its library, None without a window."""
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(WAIT_MS):
        return None
    socket.write(to_message(start))
    socket.waitForBytesWritten(WAIT_MS)
    while not socket.canReadLine() and socket.waitForReadyRead(WAIT_MS):
        pass
    library = bytes(socket.readLine().data()).rstrip(b"\n")
    socket.disconnectFromServer()
    return os.fsdecode(library)


def first_or_told(name: str, start: Start) -> tuple[QLockFile, str | None]:
    """Return a lock that makes this process the first of its library, or the library of the one that is first.

    Of two that start at the same moment one gets the lock, and the other waits until that one listens. The lock of a
    process that died is none.
    """
    lock = QLockFile(QDir.temp().filePath(f"{name}.lock"))
    lock.setStaleLockTime(0)
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        library = hand_over(name, start)
        if library is not None or lock.tryLock(100) or time.monotonic() > end:
            return lock, library


class Listener(QObject):
    """Hears of later starts.

    Attributes:
        called: the program was started again: a `Start`.
    """

    called = Signal(object)

    def __init__(self, name: str, library: str, parent: QObject | None = None) -> None:
        """Listen under `name`; later starts are told that `library` is open here."""
        super().__init__(parent)
        self._library = library
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
        start = from_message(bytes(socket.readLine().data()))
        if start is not None:
            socket.write(os.fsencode(self._library) + b"\n")
            socket.flush()
            self.called.emit(start)
