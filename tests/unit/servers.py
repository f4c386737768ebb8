"""Real servers for tests of the team index: Redis on a free loopback port, with or without TLS."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from core.team_settings import Place

if TYPE_CHECKING:
    from pathlib import Path

SECONDS = 20.0

needs_redis = pytest.mark.skipif(shutil.which("redis-server") is None, reason="redis-server is not installed")
needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")


def free_port() -> int:
    """Return a port of the loopback that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


class RedisServer:
    """A redis-server that keeps its data in `folder`."""

    def __init__(self, folder: Path, *options: str, port: int | None = None, is_tls: bool = False) -> None:
        self.folder, self.options, self.is_tls = folder, options, is_tls
        self.port = port or free_port()
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)
        self.start()

    @property
    def place(self) -> Place:
        """Where it is."""
        return Place("127.0.0.1", self.port, is_tls=self.is_tls)

    def start(self) -> None:
        """Start it, or start it again, and wait until it listens."""
        listening = ["--port", "0", "--tls-port", str(self.port)] if self.is_tls else ["--port", str(self.port)]
        self._process = subprocess.Popen(
            ["redis-server", "--bind", "127.0.0.1", *listening, "--dir", self.folder, *self.options],
            stdout=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            if self._is_up():
                return
            time.sleep(0.02)
        raise TimeoutError("redis-server does not listen")

    def _is_up(self) -> bool:
        """Whether it listens, and has loaded its data."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as asking:
                if self.is_tls:
                    return True
                asking.sendall(b"PING\r\n")
                return not asking.recv(100).startswith(b"-LOADING")
        except OSError:
            return False

    def kill(self) -> None:
        """End it without a chance to save anything."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


def certificate(folder: Path) -> tuple[Path, Path]:
    """Return a certificate for 127.0.0.1, signed by itself, and its key."""
    folder.mkdir(parents=True, exist_ok=True)
    made, key = folder / "own.crt", folder / "own.key"
    request = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"]
    subprocess.run([*request, "-keyout", key, "-out", made, *names], check=True, capture_output=True)
    return made, key
