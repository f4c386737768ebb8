"""Matching: recall and precision, edits, containment, SimHash at a radius, scale, long texts, speed.

    python tests/benchmarks/fingerprints.py [--quick] [SECTION...]

Prints each figure beside its bound and exits 1 where one falls short. Each section runs in a process of its own, so
that its memory is its own. Sections that need the corpus of near duplicates (`../shared/corpus` beside the checkout, or
NEARTWIN_CORPUS) are left out, and named, where it is not at hand. Times are
judged by wall time or CPU seconds, whichever is less: on a machine with other work only the latter says something. The
whole takes about half an hour on two cores, `--quick` a few minutes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).resolve().parent)]

import matching_quality  # noqa: E402 - found beside this file, once the path says so
import matching_speed  # noqa: E402 - as above

SECTIONS: dict[str, Callable[[bool], Iterator[tuple[str, bool]]]] = {
    "quality": matching_quality.quality,
    "planted": matching_quality.planted,
    "sweep": matching_quality.sweep,
    "contained": matching_quality.contained,
    "prose": matching_quality.prose,
    "radius": matching_speed.radius,
    "check": matching_speed.check,
    "scale": matching_speed.scale,
    "long": matching_speed.long_texts,
    "words": matching_speed.words,
}


def run(section: str, is_quick: bool) -> int:
    """Print the lines of one section; return how many fell short."""
    start = time.perf_counter()
    short = 0
    for line, is_met in SECTIONS[section](is_quick):
        short += not is_met
        print(f"{section:10} {line}{'' if is_met else '   FALLS SHORT'}", flush=True)
    spent = f"{time.perf_counter() - start:.0f} s, {time.process_time():.0f} s of CPU"
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown"
    print(f"{section:10} took {spent}; load {load}", flush=True)
    return short


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("sections", nargs="*", choices=[*SECTIONS, []], metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--quick", action="store_true", help="small numbers of texts: shows that all works")
    options = parser.parse_args()
    if len(options.sections) == 1:
        return int(run(options.sections[0], options.quick) > 0)
    short = 0
    for section in options.sections or SECTIONS:
        command = [sys.executable, __file__, section, *(["--quick"] if options.quick else [])]
        short += subprocess.run(command, check=False).returncode != 0
    print("all reached" if not short else f"{short} sections fall short")
    return int(short > 0)


if __name__ == "__main__":
    sys.exit(main())
