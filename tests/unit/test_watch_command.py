"""`neartwin watch` as a process: what it leaves in the index is what `neartwin scan` leaves."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from core.library import open_library
from core.settings import Settings
from tests.unit import made_texts

ROOT = Path(__file__).resolve().parents[2]


def test_pairs_that_are_told_nowhere_are_not_looked_for_as_by_a_scan(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    for seed in (1, 2):
        base = made_texts.text(40, seed=seed)
        (folder / f"{seed}.txt").write_text(base)
        (folder / f"{seed} near.txt").write_text(made_texts.edited(base, 0.03))
        (folder / f"{seed} far.txt").write_text(made_texts.edited(base, 0.3))
    watched, scanned = tmp_path / "watched", tmp_path / "scanned"
    command = [sys.executable, "-m", "core"]
    process = subprocess.Popen(
        [*command, "watch", folder, "--json", "--library", watched], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        while '"reconciled"' not in (line := process.stdout.readline()):
            assert line
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()
    subprocess.run(
        [*command, "scan", folder, "--json", os.devnull, "--library", scanned], cwd=ROOT, check=True, timeout=60
    )

    found = [pairs(watched), pairs(scanned)]

    assert found[0] == found[1]
    assert len(found[0]) == 2
    assert min(found[0]) >= Settings().similarity


def pairs(library: Path) -> list[float]:
    """Return the similarities of the stored pairs."""
    with open_library(os.fspath(library)) as opened:
        return sorted(pair.similarity for pair in opened.index.texts.pairs())
