"""A quick try of a frozen program: does it find its parts, cut Chinese, start its workers, open its window?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import docx

SENTENCES = (
    "本合同由甲乙双方在平等自愿的基础上订立，双方应当遵守下列各项条款。",
    "乙方应在收到货物之日起三十日内向甲方支付全部货款。",
    "任何一方违反本合同的约定，应当赔偿对方因此遭受的损失。",
    "本合同未尽事宜，由双方协商解决；协商不成的，提交仲裁委员会仲裁。",
)


class TrialError(Exception):
    """The program does not do what it must."""


def command_of(folder: Path) -> str:
    """Return the program of the command line inside a frozen folder."""
    return str(folder / ("neartwin-cli.exe" if sys.platform == "win32" else "neartwin"))


def write_documents(folder: Path) -> None:
    """Write two identical texts, a near copy of them as .docx, and a stranger, all with Chinese names."""
    text = "\n".join(SENTENCES * 3)
    (folder / "合同.txt").write_text(text, encoding="utf-8")
    (folder / "合同 副本.txt").write_text(text, encoding="gb18030")
    (folder / "合同 备份.txt").write_text(text, encoding="utf-8")
    document = docx.Document()
    for paragraph in text.replace("三十日", "六十日", 1).splitlines():
        document.add_paragraph(paragraph)
    document.save(str(folder / "合同 修改.docx"))
    (folder / "菜谱.md").write_text("西红柿炒鸡蛋：先炒鸡蛋，后炒西红柿，加盐出锅。" * 3, encoding="utf-8")


def run(command: list[str], environment: dict[str, str]) -> str:
    """Run the program; return what it printed.

    Raises:
        TrialError: when it fails or takes more than two minutes.
    """
    try:
        done = subprocess.run(command, check=False, capture_output=True, env=environment, timeout=120)
    except subprocess.TimeoutExpired as error:
        raise TrialError(f"{command} did not end") from error
    if done.returncode != 0:
        raise TrialError(f"{command} ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
    return done.stdout.decode("utf-8")


def expect(what: str, is_so: bool) -> None:
    """Print what holds.

    Raises:
        TrialError: when it does not.
    """
    if not is_so:
        raise TrialError(what)
    print(f"   ok: {what}", flush=True)


def try_command_line(command: str, documents: Path, version: str, environment: dict[str, str]) -> None:
    """Version, scan, text, check, records."""
    write_documents(documents)
    expect("it tells its version", run([command, "--version"], environment).strip() == version)
    library = str(documents.parent / "library")
    result = json.loads(run([command, "scan", str(documents), "--library", library, "--json", "-"], environment))
    kinds = sorted(group["kind"] for group in result["groups"])
    expect("it finds identical, same-text and similar documents", kinds == ["identical", "same_text", "similar"])
    expect("it has no trouble with any file", result["problems"] == [] and result["complete"])
    row = json.loads(run([command, "text", str(documents / "合同 修改.docx"), "--json"], environment))
    expect("it reads a .docx", row["status"] == "ok" and "六十日" in row["text"])
    checked = [command, "check", str(documents / "合同.txt"), "--library", library, "--json", "-"]
    expect("it checks a file", json.loads(run(checked, environment))[0]["in_library"])
    expect("it makes lines unique", "菜谱" not in run([command, "records", str(documents / "合同.txt")], environment))


def try_window(command: str, environment: dict[str, str], seconds: float = 4.0) -> None:
    """The window opens and stays open."""
    with subprocess.Popen([command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as window:
        deadline = time.monotonic() + seconds
        while window.poll() is None and time.monotonic() < deadline:
            time.sleep(0.1)
        code = window.poll()
        if code is None:
            window.terminate()
        said = window.communicate()[0].decode(errors="replace")
    expect(f"its window opens and stays open {said if code is not None else ''}".strip(), code is None)


def try_program(folder: Path, version: str) -> None:
    """Try the frozen program in `folder` with a home of its own.

    Raises:
        TrialError: naming what does not work.
    """
    with tempfile.TemporaryDirectory() as home:
        documents = Path(home) / "文档"
        documents.mkdir()
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        environment |= {"HOME": home, "XDG_DATA_HOME": str(Path(home) / "data"), "XDG_CONFIG_HOME": home}
        if sys.platform.startswith("linux"):
            environment["QT_QPA_PLATFORM"] = "offscreen"
        try_command_line(command_of(folder), documents, version, environment)
        window = folder / ("neartwin.exe" if sys.platform == "win32" else "neartwin")
        try_window(str(window), environment)
