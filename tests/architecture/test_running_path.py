"""The libraries that the product names are reached when it runs, not only installed beside it.

jieba's dictionary cuts the words of a default scan; python-docx and python-pptx read what the direct readers do not
understand, and are the oracle of their tests; watchdog feeds the window.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any, NoReturn

import docx
import jieba
import pptx
import pytest

from core.extract import presentation, word
from core.extract.markup import NotUnderstoodError
from core.fingerprint import simhash
from core.library import memory_library
from core.progress import NullReporter
from core.scan import scan
from core.segmentation import Engine, Segmenter
from core.settings import Settings
from core.watch import Changed, Watch
from core.workers import InProcess
from tests.architecture.sources import ROOT, sources

if TYPE_CHECKING:
    from pathlib import Path

    from core.documents import ScanResult

TEXT = (
    "本合同由甲乙双方在平等自愿的基础上订立，双方应当遵守下列各项条款。乙方应在收到货物之日起三十日内支付全部货款。"
    "任何一方违反本合同的约定，应当赔偿对方因此遭受的损失。本合同未尽事宜，由双方协商解决，协商不成的提交仲裁。"
)

LOADED = """
import sys
from core.library import memory_library
from core.progress import NullReporter
from core.scan import scan
from core.settings import Settings
from core.workers import InProcess
scan([sys.argv[1]], Settings(), memory_library(), InProcess(), NullReporter())
print(*sorted({name.partition(".")[0] for name in sys.modules} & {"jieba", "rjieba"}))
"""


def scanned(folder: Path) -> ScanResult:
    """Scan a folder with the settings that a newcomer has."""
    with memory_library() as library:
        return scan([str(folder)], Settings(), library, InProcess(), NullReporter())


def two_texts(folder: Path) -> None:
    """Write a text and a near copy of it."""
    (folder / "a.txt").write_text(TEXT, encoding="utf-8")
    (folder / "b.txt").write_text(TEXT.replace("三十日", "六十日"), encoding="utf-8")


def test_the_words_of_a_default_scan_are_those_of_jiebas_dictionary(tmp_path: Path) -> None:
    two_texts(tmp_path)
    members = {
        member.path.rpartition("/")[2].rpartition("\\")[2]: member.simhash
        for group in scanned(tmp_path).groups
        for member in group.members
    }
    words = [word for word in jieba.lcut(TEXT, HMM=False) if len(word) > 1]
    by_jieba = Segmenter(engine=Engine.JIEBA)

    assert set(by_jieba.words(TEXT)) <= set(words)
    assert len(by_jieba.words(TEXT)) > 15
    assert members["a.txt"] == simhash(by_jieba.weights(TEXT))


def test_a_default_scan_loads_what_cuts_with_jiebas_dictionary(tmp_path: Path) -> None:
    two_texts(tmp_path)

    done = subprocess.run(
        [sys.executable, "-c", LOADED, tmp_path], cwd=ROOT, check=True, capture_output=True, text=True
    )

    assert done.stdout.split()


def test_the_rarity_of_words_comes_from_jiebas_table() -> None:
    rare, usual = (Segmenter().weights(word_, "tfidf")[word_] for word_ in ("违约金", "中国"))

    assert rare > usual


def does_not_understand(*_: object) -> NoReturn:
    """Stand for a package that the direct readers do not understand."""
    raise NotUnderstoodError("for the test")


def word_document(path: Path) -> None:
    """Write TEXT as a Word document."""
    document = docx.Document()
    document.add_paragraph(TEXT)
    document.save(str(path))


def presentation_document(path: Path) -> None:
    """Write TEXT as a presentation."""
    slides = pptx.Presentation()
    slides.slides.add_slide(slides.slide_layouts[5]).shapes.title.text = TEXT
    slides.save(str(path))


@pytest.mark.parametrize(
    ("module", "name", "write"),
    [(word, "a.docx", word_document), (presentation, "a.pptx", presentation_document)],
    ids=["python-docx", "python-pptx"],
)
def test_what_the_direct_reader_does_not_understand_is_read_by_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, write: Any
) -> None:
    write(tmp_path / name)
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    monkeypatch.setattr(module, "read_directly", does_not_understand)

    result = scanned(tmp_path)

    assert result.problems == ()
    assert [group.kind for group in result.groups] == ["same_text"]


@pytest.mark.parametrize("library", ["docx", "pptx"])
def test_the_direct_readers_are_tested_against_the_library(library: str) -> None:
    oracles = [source.path for source in sources("tests") if source.path.startswith("tests/unit/")]
    using = [
        source.path
        for source in sources("tests")
        if source.path in oracles and any(name.partition(".")[0] == library for _, name in source.imports())
    ]

    assert using


def test_the_window_is_fed_by_the_watch() -> None:
    users = [source.path for source in sources("gui") if any(name == "core.watch" for _, name in source.imports())]

    assert users


def test_the_watch_is_watchdogs() -> None:
    names = {name for source in sources("core") if source.path == "core/watch.py" for _, name in source.imports()}

    assert {"watchdog.events", "watchdog.observers"} <= names


def test_a_file_that_appears_is_heard_of(tmp_path: Path) -> None:
    heard = threading.Event()
    seen: list[Changed] = []

    def hear(changed: Changed) -> None:
        seen.append(changed)
        heard.set()

    watch = Watch(hear, settle_seconds=0.2)
    watch.start()
    try:
        watch.set_folders([str(tmp_path)])
        (tmp_path / "查重.txt").write_text(TEXT, encoding="utf-8")
        assert heard.wait(15)
    finally:
        watch.close()

    assert any("查重.txt" in path for changed in seen for path in changed.paths)


def test_no_word_of_a_scan_is_cut_in_the_windows_process() -> None:
    """jieba's dictionary takes most of a second: only workers load it, through functions that import when called."""
    assert [
        f"{source.path}:{node.lineno}"
        for source in sources("gui")
        for node in source.nodes(ast.Import, ast.ImportFrom)
        if {"jieba", "rjieba", "docx", "pptx"} & {name.partition(".")[0] for name in imported(node)}
    ] == []


def imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Return the names of the modules in one import."""
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
