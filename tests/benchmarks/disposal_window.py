"""How responsive the window stays while 5,000 files go to the trash of the desktop, and how soon a Stop is obeyed.

The whole way through the window, without a display: scan, marks, plan, dialog, act, and the first half of the files
back. A gap is the time between two turns of the event loop less the waits for a processor, as in
`tests/gui/test_heartbeat.py`; at most 100 ms is wanted, and at most a second from Stop to the end.

    python tests/benchmarks/disposal_window.py [FILES]
"""

from __future__ import annotations

import itertools
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from core.settings import Settings
from gui.application import Application
from gui.plan_dialog import PlanDialog
from gui.preferences import Preferences
from gui.settings_store import SettingsStore
from gui.side_bar import View
from tests.gui.test_heartbeat import own_clock

LONGEST_GAP, LONGEST_STOP, PATIENCE = 0.100, 1.0, 500.0


class Bench:
    """An application, and the turns of its event loop."""

    def __init__(self, qt: QApplication, base: Path) -> None:
        store = SettingsStore(str(base / "neartwin.ini"))
        store.preferences = Preferences(language="en", mode="light", is_calm=True)
        store.settings = Settings(worker_count=1, exact_only=True)
        self.qt = qt
        self.application = Application(qt, store, str(base / "library"))
        self.beats: list[float] = []
        self.timer = QTimer()
        self.timer.setInterval(5)
        self.timer.timeout.connect(lambda: self.beats.append(own_clock()))
        self.timer.start()

    def wait(self, what: Callable[[], bool]) -> None:
        """Let the window live until something is so."""
        end = time.monotonic() + PATIENCE
        while not what():
            self.qt.processEvents()
            time.sleep(0.001)
            if time.monotonic() > end:
                raise SystemExit("it did not come to an end")

    def gap(self, begin: Callable[[], object], end: Callable[[], bool]) -> float:
        """Return the longest gap from the one to the other."""
        self.beats[:] = [own_clock()]
        begin()
        self.wait(end)
        return max(later - sooner for sooner, later in itertools.pairwise(self.beats))

    def is_quiet(self) -> bool:
        """Whether nothing runs."""
        session = self.application.session
        return session.last is not None and not session.is_scanning and not session.jobs.is_busy

    def dialog(self) -> PlanDialog | None:
        """Return the dialog that is open."""
        return self.application.window.findChild(PlanDialog)


def make_files(folder: Path, number: int) -> list[Path]:
    """Write pairs of equal files; return the copies."""
    copies = []
    for index in range(number):
        for kind in ("kept", "copies"):
            path = folder / kind / str(index % 50) / f"{index}.bin"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(f"{index} ".encode() * 300)
        copies.append(path)
    return copies


def measure(base: Path, number: int) -> bool:
    """Print the figures; return whether they suffice."""
    copies = make_files(base / "docs", number)
    bench = Bench(QApplication([]), base)
    application, session = bench.application, bench.application.session
    application.start([str(base / "docs")])
    bench.wait(bench.is_quiet)
    session.marking.by_hand([str(copy) for copy in copies], is_marked=True)

    def agree() -> None:
        dialog = bench.dialog()
        assert dialog is not None
        dialog._consent.setChecked(True)
        dialog._do.click()

    planning = bench.gap(application.window.bar.trash_asked.emit, lambda: bench.dialog() is not None)
    begun = time.monotonic()
    acting = bench.gap(agree, bench.is_quiet)
    seconds = time.monotonic() - begun
    left = sum(copy.exists() for copy in copies)

    journal = application.window._pages[View.JOURNAL]
    application.window.show_view(View.JOURNAL)
    bench.wait(lambda: len(journal._model.rows()) == number)
    act = journal._model.rows()[0].act
    undoing = bench.gap(
        lambda: journal.undo_act_wanted.emit(act), lambda: sum(copy.exists() for copy in copies) > number // 2
    )
    stopped = time.monotonic()
    session.stop()
    bench.wait(lambda: not session.jobs.is_busy or session.is_scanning)
    stop = time.monotonic() - stopped
    bench.wait(bench.is_quiet)
    back = sum(copy.exists() for copy in copies)
    application.window.close()
    print(f"{number - left} of {number} files went in {seconds:.1f} s, the scan after them among it")
    gaps = f"planning {planning * 1000:.0f}, going {acting * 1000:.0f}, coming back {undoing * 1000:.0f}"
    print(f"longest gaps in ms while {gaps} (at most 100)")
    print(f"Stop of an undo: {stop:.2f} s (at most 1); {back} are back, {number - back} are in the trash")
    return max(planning, acting, undoing) <= LONGEST_GAP and stop <= LONGEST_STOP and not left and back < number


def main() -> int:
    """Measure in a folder of its own."""
    base = Path(tempfile.mkdtemp(prefix="neartwin-"))
    os.environ["XDG_DATA_HOME"] = str(base / "data")
    try:
        return 0 if measure(base, int(sys.argv[1]) if len(sys.argv) > 1 else 5000) else 1
    finally:
        shutil.rmtree(base)


if __name__ == "__main__":
    sys.exit(main())
