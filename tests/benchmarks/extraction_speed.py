"""How fast texts are read from .docx and .pptx, against the plain use of python-docx and python-pptx.

    python tests/benchmarks/extraction_speed.py [FOLDER] [--rounds N]

Without FOLDER it makes its own documents: many runs a paragraph as Word writes them, tables, headers, notes. Both sides
run in this process over the same bytes in memory, file by file in turn, by CPU seconds, best of N rounds, so another
program's load falls on both. Prints files a second and the ratio; exits 1 where docx is below 5 times or pptx below 4
times, or where a text of the library's does not arrive.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
import time
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import docx
import pptx

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from core.extract import read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GOALS = {".docx": 5.0, ".pptx": 4.0}
WORDS = "合同双方应当按照约定全面履行自己的义务任何一方不得擅自变更或者解除本协议另有规定的除外数据处理系统".strip()


def sentence(draw: random.Random) -> str:
    return "".join(draw.choice(WORDS) for _ in range(draw.randint(20, 120))) + "。"


def word_paragraph(text: str, draw: random.Random) -> str:
    runs = []
    while text:
        step = draw.randint(6, 40)
        runs.append(
            '<w:r><w:rPr><w:rFonts w:ascii="Times New Roman" w:eastAsia="宋体"/><w:sz w:val="24"/></w:rPr>'
            f'<w:t xml:space="preserve">{text[:step]}</w:t></w:r>'
        )
        text = text[step:]
    return f'<w:p w:rsidR="00AB12CD"><w:pPr><w:ind w:firstLine="480"/></w:pPr>{"".join(runs)}</w:p>'


def word_document(draw: random.Random) -> bytes:
    shell = docx.Document()
    shell.sections[0].header.paragraphs[0].text = "内部资料"
    buffer = io.BytesIO()
    shell.save(buffer)
    with zipfile.ZipFile(buffer) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    body = [word_paragraph(sentence(draw), draw) for _ in range(draw.choice((20, 80, 320)))]
    cells = "".join(f"<w:tc>{word_paragraph(sentence(draw)[:8], draw)}</w:tc>" for _ in range(4))
    body.append(f"<w:tbl><w:tblPr/><w:tblGrid/>{f'<w:tr>{cells}</w:tr>' * 5}</w:tbl>")
    start = b"<w:body>"
    parts["word/document.xml"] = parts["word/document.xml"].replace(start, start + "".join(body).encode(), 1)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return made.getvalue()


def presentation(draw: random.Random) -> bytes:
    deck = pptx.Presentation()
    for _ in range(draw.choice((4, 12, 25))):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = sentence(draw)[:30]
        for _ in range(5):
            line = slide.placeholders[1].text_frame.add_paragraph()
            text = sentence(draw)
            for at in range(0, len(text), 15):
                line.add_run().text = text[at : at + 15]
        if draw.random() < 0.3:
            slide.notes_slide.notes_text_frame.text = sentence(draw)
    made = io.BytesIO()
    deck.save(made)
    return made.getvalue()


def by_python_docx(content: bytes) -> str:
    document = docx.Document(io.BytesIO(content))
    lines = [paragraph.text for paragraph in document.paragraphs]
    for table in document.tables:
        lines += [cell.text for row in table.rows for cell in row.cells]
    return "\n".join(lines)


def by_python_pptx(content: bytes) -> str:
    lines = []
    for slide in pptx.Presentation(io.BytesIO(content)).slides:
        lines += [shape.text_frame.text for shape in slide.shapes if shape.has_text_frame]
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            lines.append(slide.notes_slide.notes_text_frame.text)
    return "\n".join(lines)


def seconds(act: Callable[[], str]) -> tuple[float, str]:
    start = time.process_time()
    text = act()
    return time.process_time() - start, text


def files(options: argparse.Namespace, suffix: str) -> Iterator[bytes]:
    if options.folder:
        yield from (path.read_bytes() for path in sorted(options.folder.rglob(f"*{suffix}"))[:60])
        return
    draw = random.Random(5)
    for _ in range(20):
        yield word_document(draw) if suffix == ".docx" else presentation(draw)


def measure(suffix: str, contents: list[bytes], rounds: int) -> bool:
    library = by_python_docx if suffix == ".docx" else by_python_pptx
    ours = theirs = 0.0
    lost = 0
    for content in contents:
        best_ours = best_theirs = float("inf")
        for _ in range(rounds):
            took, text = seconds(lambda: read(io.BytesIO(content), "x" + suffix).text)  # noqa: B023 - called at once
            best_ours = min(best_ours, took)
            took, expected = seconds(lambda: library(content))  # noqa: B023 - called at once
            best_theirs = min(best_theirs, took)
        lost += sum(line.strip() not in text for line in expected.split("\n"))
        ours, theirs = ours + best_ours, theirs + best_theirs
    ratio = theirs / ours
    is_enough = ratio >= GOALS[suffix] and not lost
    print(
        f"{suffix} {len(contents)} files: {len(contents) / ours:.0f} a second, library {len(contents) / theirs:.0f}, "
        f"{ratio:.1f} times (goal {GOALS[suffix]:.0f}), lines lost {lost}" + ("" if is_enough else "  FALLS SHORT")
    )
    return is_enough


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    passed = [measure(suffix, list(files(options, suffix)), options.rounds) for suffix in GOALS]
    return int(not all(passed))


if __name__ == "__main__":
    sys.exit(main())
