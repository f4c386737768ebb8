"""A desktop of its own for the end-to-end tests: a screen, a window manager, a bus, a mouse and a keyboard."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("Xvfb", "openbox", "xdotool", "import", "dbus-daemon")
PATIENCE_SECONDS = 90.0
SYSTEM_PYTHON = "/usr/bin/python3"
BUS_LAUNCHER = "/usr/libexec/at-spi-bus-launcher"


def missing() -> list[str]:
    """Return the programs that a real desktop needs and that are not here."""
    gone = [command for command in NEEDED if shutil.which(command) is None]
    has_tree = subprocess.run([SYSTEM_PYTHON, "-c", "import pyatspi"], check=False, capture_output=True)
    return gone + (["pyatspi"] if has_tree.returncode else []) + ([] if Path(BUS_LAUNCHER).exists() else ["at-spi"])


def wait_until(condition: Callable[[], Any], what: str, seconds: float = PATIENCE_SECONDS) -> Any:
    """Return the first true value of `condition`; fail with `what` when it does not come."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < end, f"did not come in {seconds:g} seconds: {what}"
        time.sleep(0.2)


@dataclass(frozen=True)
class Element:
    """An element of a window, as a screen reader knows it."""

    name: str
    role: str
    x: int
    y: int
    width: int
    height: int
    states: tuple[str, ...]

    @property
    def middle(self) -> tuple[int, int]:
        """Where to click."""
        return self.x + self.width // 2, self.y + self.height // 2


class Desktop:
    """A screen with everything that a program expects; `close` ends all of it."""

    def __init__(self, scratch: Path, size: str = "1360x900") -> None:
        self.scratch = scratch
        self._running: list[subprocess.Popen[Any]] = []
        self.home = scratch / "home"
        (self.home / ".local" / "share").mkdir(parents=True)
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "DBUS_", "QT_"))},
            "HOME": os.fspath(self.home),
            "XDG_DATA_HOME": os.fspath(self.home / ".local" / "share"),
            "XDG_CONFIG_HOME": os.fspath(self.home / ".config"),
            "XDG_CACHE_HOME": os.fspath(self.home / ".cache"),
            "XDG_RUNTIME_DIR": os.fspath(scratch),
            "NEARTWIN_LIBRARY": os.fspath(self.home / "library"),
            "QT_QPA_PLATFORM": "xcb",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            "LANG": "en_US.UTF-8",
            "LC_ALL": "C.UTF-8",
            "LANGUAGE": "en",
        }
        self.environment["DISPLAY"] = self._start_screen(size)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self._start_bus()
        self.start([BUS_LAUNCHER, "--launch-immediately"])
        self.start(["openbox"])
        self._tree: subprocess.Popen[str] | None = None

    def _start_screen(self, size: str) -> str:
        reader, writer = os.pipe()
        command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{size}x24", "-nolisten", "tcp"]
        self._running.append(subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL))
        os.close(writer)
        with os.fdopen(reader) as number:
            return f":{number.readline().strip()}"

    def _start_bus(self) -> str:
        command = ["dbus-daemon", "--session", "--print-address=1", "--nofork"]
        bus = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL, env=self.environment
        )
        self._running.append(bus)
        assert bus.stdout is not None
        return bus.stdout.readline().strip()

    def start(self, command: list[str], log: Path | None = None) -> subprocess.Popen[Any]:
        """Start a program on this desktop."""
        with open(log or os.devnull, "wb") as output:
            started = subprocess.Popen(command, env=self.environment, cwd=ROOT, stdout=output, stderr=output)
        self._running.append(started)
        return started

    def run(self, *command: str) -> str:
        """Run a program on this desktop to its end, and return what it says."""
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=60, check=False)
        return done.stdout

    def close(self) -> None:
        """End everything, the youngest first."""
        for one in reversed(self._running):
            one.terminate()
        for one in reversed(self._running):
            try:
                one.wait(10)
            except subprocess.TimeoutExpired:
                one.kill()
                one.wait(10)
            for pipe in (one.stdin, one.stdout):
                if pipe is not None:
                    pipe.close()

    # looking

    def find(self, **question: Any) -> list[Element]:
        """Return the elements of the program that fit: `role`, `name`, `contains`, `showing`."""
        if self._tree is None:
            command = [SYSTEM_PYTHON, os.fspath(Path(__file__).with_name("accessible_tree.py")), "neartwin"]
            self._tree = subprocess.Popen(
                command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
            self._running.append(self._tree)
        assert self._tree.stdin is not None
        assert self._tree.stdout is not None
        self._tree.stdin.write(json.dumps(question) + "\n")
        self._tree.stdin.flush()
        rows = json.loads(self._tree.stdout.readline())
        return [
            Element(row["name"], row["role"], row["x"], row["y"], row["width"], row["height"], tuple(row["states"]))
            for row in rows
        ]

    def see(self, **question: Any) -> Element:
        """Wait until an element is on the screen, and return it."""
        try:
            what = f"an element like {question}"
            found: list[Element] = wait_until(lambda: self.find(showing=True, **question), what)
        except AssertionError:
            self.picture("when-it-did-not-come")
            raise
        return found[0]

    def picture(self, name: str) -> Path:
        """Keep a picture of the screen."""
        folder = Path(os.environ.get("NEARTWIN_PICTURES") or self.scratch)
        folder.mkdir(parents=True, exist_ok=True)
        self.run("import", "-window", "root", os.fspath(folder / f"{name}.png"))
        return folder / f"{name}.png"

    # doing

    def click(self, element: Element, times: int = 1) -> None:
        """Click in the middle of an element with the real mouse."""
        x, y = element.middle
        self.run("xdotool", "mousemove", str(x), str(y), "click", "--repeat", str(times), "--delay", "80", "1")
        time.sleep(0.3)

    def do(self, action: str, **question: Any) -> None:
        """Do an action of an element as a screen reader does it: without mouse, keys or a place on the screen."""
        self.see(**question)
        assert self.find(do=action, showing=True, **question)
        time.sleep(0.2)

    def write(self, text: str, **question: Any) -> None:
        """Put a text into an element as a screen reader does it."""
        self.see(**question)
        assert self.find(write=text, showing=True, **question)

    def key(self, *keys: str) -> None:
        """Press keys."""
        self.run("xdotool", "key", "--delay", "60", *keys)
        time.sleep(0.3)

    def type(self, text: str) -> None:
        """Type a text."""
        self.run("xdotool", "type", "--delay", "20", text)

    def drag(self, start: tuple[int, int], end: tuple[int, int], before_drop: Callable[[], Any] | None = None) -> None:
        """Drag with the real mouse, slowly enough for both programs to follow; look before the button is let go."""
        self.run("xdotool", "mousemove", *map(str, start), "mousedown", "1")
        for step in range(1, 9):
            x = start[0] + (end[0] - start[0]) * step // 8
            y = start[1] + (end[1] - start[1]) * step // 8
            time.sleep(0.15)
            self.run("xdotool", "mousemove", str(x), str(y))
        time.sleep(0.3)
        if before_drop is not None:
            before_drop()
        self.run("xdotool", "mouseup", "1")
        time.sleep(0.3)


def program() -> list[str]:
    """Return the command that opens the window: the checkout's, or NEARTWIN_PROGRAM (the frozen one)."""
    given = os.environ.get("NEARTWIN_PROGRAM")
    return [given] if given else [sys.executable, "-m", "gui"]
