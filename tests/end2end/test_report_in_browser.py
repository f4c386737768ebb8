"""The report opens in a browser: marked differences, long names and Chinese are there, nothing sticks out."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest

from core.command_line import run as command_line
from core.documents import Changes, Counts, Document, DuplicateGroup, Match, MeasuredBy, Member, Relation, ScanResult
from core.html_report import write_html
from core.wording import Wording
from tests.unit import made_texts

pytestmark = [pytest.mark.end2end, pytest.mark.timeout(180)]

LONG = "关于房屋租赁合同及其附件一至附件十七的补充协议（第三次修订稿·经双方法务审阅）" * 4 + "Ünbroken_" * 12 + ".docx"
OLD = "第一条　租赁期限自2023年11月1日起，为期一年。\n第二条　每月租金为人民币3200元。\n第九条　乙方不得转租。<b>&"
NEW = "第一条　租赁期限自2024年11月1日起，为期一年。\n第二条　每月租金为人民币3500元。\n第九条　乙方可以转租。<b>&"

MEASURE = """<script>window.onload = () => {
  const sticksOut = one => one.getBoundingClientRect().right > innerWidth + 1;
  const wide = [...document.querySelectorAll("body *")].filter(sticksOut);
  const mark = document.querySelector("li.critical ins"), old = document.querySelector("li.critical del");
  document.title = JSON.stringify({wide: wide.length, scroll: document.documentElement.scrollWidth <= innerWidth,
    ins: getComputedStyle(mark).textDecorationLine, del: getComputedStyle(old).textDecorationLine,
    ground: getComputedStyle(mark).backgroundColor, height: mark.getBoundingClientRect().height}); }</script>"""


def browser() -> str:
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no Chromium here")
    return found


def report(language: str) -> str:
    """Return a page about one similar pair with a long name."""
    names = ("/文档/合同/房屋租赁合同.docx", f"/文档/{LONG}")
    members = tuple(
        Member(Document(path, "/文档", 40_000, 1_700_000_000 * 10**9, 0), place == 0, similarity=1.0 - place * 0.07,
               changes=Changes(3) if place else None)
        for place, path in enumerate(names)
    )  # fmt: skip
    group = DuplicateGroup(Relation.SIMILAR, members, 0.93, "s:1")
    match = Match(names[0], names[1], Relation.SIMILAR, 0.93, MeasuredBy.ORDER, 0.9, 0.9, 2)
    result = ScanResult(True, ("/文档",), Counts(files=2, documents=2, text_compared=2), (group,), (match,))
    file = io.StringIO()
    write_html(result, file, Wording(language), dict(zip(names, (OLD, NEW), strict=True)).get)
    return file.getvalue()


def run(page: Path, *arguments: str) -> str:
    command = [browser(), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={page.parent / 'profile'}"]
    environment = {**os.environ, "HOME": str(page.parent)}
    done = subprocess.run(
        [*command, *arguments, page.as_uri()], capture_output=True, text=True, timeout=120, check=True, env=environment
    )
    return done.stdout


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_a_browser_shows_the_differences_long_names_and_chinese(tmp_path: Path, language: str) -> None:
    page = tmp_path / "报告 page.html"
    page.write_text(report(language).replace("</head>", f"{MEASURE}</head>"), encoding="utf-8")

    shown = run(page, "--window-size=1000,800", "--dump-dom")

    title = unescape(re.search("<title>(.*?)</title>", shown, re.DOTALL)[1])
    facts = dict(re.findall(r'"(\w+)":("[^"]*"|[^,}]+)', title))
    assert facts["wide"] == "0", title
    assert facts["scroll"] == "true", title
    assert facts["ins"] == '"underline"'
    assert facts["del"] == '"line-through"'
    assert "0, 0, 0, 0" not in facts["ground"], "a weighty difference stands on a ground of its own"
    marks = [re.sub("<.*?>", "", mark) for mark in re.findall("<(?:del|ins)>(.*?)</(?:del|ins)>", shown)]
    assert set(marks) >= {"2023", "2024", "3200", "3500", "不得", "可以"}
    assert LONG in unescape(shown)
    assert "&lt;b&gt;&amp;" in shown or "&lt;b&gt;" in shown


def test_the_page_of_the_command_line_has_the_same_differences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEARTWIN_LIBRARY", os.fspath(tmp_path / "library"))
    folder, page = tmp_path / "合同", tmp_path / "page.html"
    folder.mkdir()
    common = "\n".join(made_texts.text(3, number) for number in range(6))
    for name, text in (("旧.txt", OLD), ("新.txt", NEW)):
        (folder / name).write_text(f"{text}\n{common}", encoding="utf-8")

    assert command_line(["scan", os.fspath(folder), "--html", os.fspath(page)]) == 0

    page.write_text(page.read_text(encoding="utf-8").replace("</head>", f"{MEASURE}</head>"), encoding="utf-8")
    shown = run(page, "--window-size=1000,800", "--dump-dom")
    assert '"wide":0' in unescape(shown)
    marks = [re.sub("<.*?>", "", mark) for mark in re.findall("<(?:del|ins)>(.*?)</(?:del|ins)>", shown)]
    assert set(marks) >= {"2023", "2024", "3200", "3500", "不得", "可以"}


def test_it_is_printed_with_its_letters(tmp_path: Path) -> None:
    if shutil.which("pdftotext") is None:
        pytest.skip("not installed: pdftotext")
    page = tmp_path / "page.html"
    page.write_text(report("zh_CN"), encoding="utf-8")

    run(page, f"--print-to-pdf={tmp_path / 'page.pdf'}")

    text = subprocess.run(
        ["pdftotext", tmp_path / "page.pdf", "-"], capture_output=True, text=True, check=True, timeout=60
    ).stdout  # fmt: skip
    assert "房屋租赁合同" in text
    assert "3500" in text
