"""What reading costs at most: over the corpus, a PDF of 1,000 pages, a presentation of 300 MB of pictures.

    python tests/benchmarks/extraction_cost.py [--corpus FOLDER] [--pages 1000] [--pictures 300]

Each of the three runs in a process of its own, which tells the most memory that it ever held and the slowest file. The
corpus is that of `fuzz_extractors.py`. Exits 1 when a file has no answer, takes 5 seconds or more, a process passes
400 MB, or one of the large documents costs half its own size in memory beyond what an empty process holds.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from core.extract import is_document, read
from tests.benchmarks.fuzz_extractors import ROOT, peak_memory
from tests.unit.extract.made_pdf import Sheet, pdf
from tests.unit.extract.making import pptx, shape

MEGABYTE = 1024 * 1024
MOST_MEMORY = 400 * MEGABYTE
MOST_SECONDS = 5.0
LARGE_SECONDS = 60.0


def measure(paths: list[str]) -> None:
    """Read `paths` in this process; print the peak of memory, files, characters, and the slowest file."""
    slowest, characters, answered = (0.0, ""), 0, 0
    things = 0
    for path in paths:
        start = time.perf_counter()
        with open(path, "rb") as source:
            found = read(source, path)
        slowest = max(slowest, (time.perf_counter() - start, Path(path).name))
        characters += len(found.text)
        things += len(found.inventory)
        answered += bool(found.status)
    print(f"{peak_memory()}\t{answered}\t{characters}\t{things}\t{slowest[0]:.2f}\t{slowest[1]}")


def in_process(paths: list[str]) -> tuple[int, int, int, int, float, str]:
    with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False, encoding="utf-8") as listed:
        listed.write("\n".join(paths))
    try:
        command = [sys.executable, __file__, "--measure", listed.name]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    finally:
        os.unlink(listed.name)
    memory, answered, characters, things, seconds, name = done.stdout.splitlines()[-1].split("\t")
    return int(memory), int(answered), int(characters), int(things), float(seconds), name


def long_pdf(path: Path, pages: int) -> None:
    draw = random.Random(1)
    words = [f"word{number}" for number in range(500)]
    sheets = [Sheet([" ".join(draw.choices(words, k=12)) for _ in range(45)], has_picture=False) for _ in range(pages)]
    path.write_bytes(pdf(sheets))


def heavy_pptx(path: Path, megabytes: int) -> None:
    numbers = range(megabytes // 10)
    related = {1: {f"rId{9 + n}": ("image", f"../media/image{n}.jpeg") for n in numbers}}
    shown = "".join(f'<p:pic><p:blipFill><a:blip r:embed="rId{9 + n}"/></p:blipFill></p:pic>' for n in numbers)
    path.write_bytes(pptx([shape("One slide among many pictures") + shown], related=related))
    with zipfile.ZipFile(path, "a", zipfile.ZIP_STORED) as package:
        for number in numbers:
            package.writestr(f"ppt/media/image{number}.jpeg", random.Random(number).randbytes(10 * MEGABYTE))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    beside = Path(os.environ.get("NEARTWIN_CORPUS", ROOT.parent / "shared" / "corpus"))
    parser.add_argument("--corpus", type=Path, default=beside / "robust")
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--pictures", type=int, default=300, help="megabytes")
    parser.add_argument("--measure", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure(Path(options.measure).read_text(encoding="utf-8").splitlines())
        return 0
    corpus = [str(path) for path in sorted(options.corpus.rglob("*")) if path.is_file() and is_document(str(path))]
    empty = in_process([])[0]
    fallen = not corpus
    with tempfile.TemporaryDirectory() as folder:
        document, presentation = Path(folder, "long.pdf"), Path(folder, "heavy.pptx")
        long_pdf(document, options.pages)
        heavy_pptx(presentation, options.pictures)
        for name, paths, seconds in (
            ("corpus", corpus, MOST_SECONDS),
            (f"PDF of {options.pages} pages", [str(document)], LARGE_SECONDS),
            (f"pptx of {options.pictures} MB", [str(presentation)], LARGE_SECONDS),
        ):
            memory, answered, characters, things, took, slowest = in_process(paths)
            held, idle = f"{memory / MEGABYTE:.0f} MB", f"{empty / MEGABYTE:.0f} MB"
            print(
                f"{name}: {answered} of {len(paths)} files answered, {characters} characters, {things} things,"
                f" most memory {held} (empty {idle}), slowest {slowest} {took:.2f} s"
            )
            fallen |= answered < len(paths) or memory > MOST_MEMORY or took >= seconds
        fallen |= memory - empty > os.path.getsize(presentation) / 2
    print("FALLS SHORT" if fallen else "reached")
    return int(fallen)


if __name__ == "__main__":
    sys.exit(main())
