"""A writer of decisions for `library_life.py` to kill: marks and journal rows, each said when it is stored.

python tests/benchmarks/life_writer.py DECISIONS NUMBER
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from core.actions import Action
from core.decisions import Decisions, Mark
from core.journal_table import JournalRow, State


def journal_row(number: int) -> JournalRow:
    """Return a row of the journal about a file that never was."""
    place = f"/nowhere/{number}.txt"
    none = (None, None, None)
    return JournalRow(
        number, Action.TRASH, State.DONE, place, place, *none, False, 1, 1, 0, *none, None, "", number, number
    )


def write_decisions(path: str, number: int) -> None:
    """Write a mark and a journal row again and again; say each one that is stored."""
    decisions = Decisions(path)
    for count in range(10**6):
        decisions.mark([Mark(f"/nowhere/{number}/{count}")])
        decisions.journal.open([journal_row(count + 1)])
        sys.stdout.write(f"{count}\n")
        sys.stdout.flush()
        time.sleep(0.005)


if __name__ == "__main__":
    write_decisions(sys.argv[1], int(sys.argv[2]))
