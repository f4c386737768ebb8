"""No network: a whole session opens no connection, and where there is no network at all, everything works."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from installer.trial import try_commands, try_disposal, write_documents
from tests.end2end.desktop import ROOT, Desktop, program, wait_until

pytestmark = [pytest.mark.end2end, pytest.mark.timeout(600)]

WITHOUT_NETWORK = ["unshare", "--user", "--map-root-user", "--net"]
TRACE = ["strace", "--follow-forks", "--seccomp-bpf", "-qq", "-e", "trace=connect,sendto,sendmsg,bind"]
INTERNET = re.compile(r"AF_INET6?\b")


def works(*command: str) -> bool:
    """Does this machine allow a command?"""
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run([*command, "true"], check=False, capture_output=True).returncode == 0


@pytest.fixture
def alone() -> list[str]:
    """The words that start a command in a network of its own, without interfaces."""
    if not works(*WITHOUT_NETWORK):
        pytest.skip("this machine gives no network namespace")
    return WITHOUT_NETWORK


@pytest.fixture
def traced(tmp_path: Path) -> tuple[list[str], Path]:
    """The words that start a command whose connections are written down, and where."""
    log = tmp_path / "connections.txt"
    if not works(*TRACE, "-o", os.fspath(log)):
        pytest.skip("this machine lets no program be traced")
    return [*TRACE, "-o", os.fspath(log)], log


def wrapped(folder: Path, before: list[str]) -> str:
    """Return a program that starts Neartwin's window behind other words."""
    script = folder / "wrapped"
    script.write_text(f'#!/bin/sh\nexec {shlex.join([*before, *program()])} "$@"\n', encoding="utf-8")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return os.fspath(script)


def to_the_internet(log: Path) -> list[str]:
    """Return the calls that name an address of a network."""
    return [line for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if INTERNET.search(line)]


def test_the_tracing_sees_a_connection(traced: tuple[list[str], Path]) -> None:
    before, log = traced
    code = "import socket; socket.socket().connect_ex(('127.0.0.1', 9))"
    subprocess.run([*before, sys.executable, "-c", code], check=True)
    assert to_the_internet(log)


def test_a_session_in_the_window_without_a_network_opens_no_connection(
    desktop: Desktop, tmp_path: Path, alone: list[str], traced: tuple[list[str], Path], documents: Path
) -> None:
    before, log = traced
    [copy] = documents.rglob("房屋租赁合同（定稿）(1).docx")
    desktop.start([wrapped(tmp_path, [*alone, *before]), os.fspath(documents)], log=tmp_path / "program.log")

    desktop.see(role="radio button", name="Identical files, 2")
    desktop.see(role="push button", contains="watched")
    desktop.click(desktop.see(role="table cell", contains=copy.name))
    desktop.see(contains="Every byte is the same")
    desktop.key("space")
    desktop.see(contains="1 file marked")
    desktop.click(desktop.see(role="push button", contains="Move to trash"))
    desktop.click(desktop.see(role="push button", name="Move 1 file to the trash"))
    wait_until(lambda: not copy.exists(), "the copy leaves its folder")
    desktop.click(desktop.see(role="radio button", name="Journal"))
    desktop.click(desktop.see(role="push button", name="Undo the last clean-up"))
    wait_until(copy.exists, "the copy comes back")
    desktop.key("ctrl+q")

    assert log.stat().st_size > 0, "the session was traced: it connects to the screen at least"
    assert to_the_internet(log) == []


def test_the_command_line_works_without_a_network_and_opens_no_connection(
    tmp_path: Path, alone: list[str], traced: tuple[list[str], Path]
) -> None:
    before, log = traced
    documents = tmp_path / "文档"
    write_documents(documents)
    home = tmp_path / "home"
    environment = {**os.environ, "HOME": os.fspath(home), "XDG_DATA_HOME": os.fspath(home / "data")}
    calls: list[str] = []

    def run(arguments: list[str]) -> str:
        command = [*alone, *before, *program(), *arguments]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True, timeout=200)
        calls.extend(to_the_internet(log))
        return done.stdout.decode()

    version = run(["--version"]).strip()
    try_commands(run, os.fspath(documents), os.fspath(tmp_path / "library"), version)
    try_disposal(run, os.fspath(documents), os.fspath(tmp_path / "library"), documents, "trash")
    assert calls == []
