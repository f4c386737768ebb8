"""One command from a checkout to a running program: nothing done twice, every refusal a sentence with a next step."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from installer import bootstrap


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of our own with an environment that is up to date for `run`."""
    for name in ("pyproject.toml", "constraints.txt", "setup.py"):
        (tmp_path / name).write_text(name)
    programs = tmp_path / ".venv" / bootstrap.BIN.name
    programs.mkdir(parents=True)
    (programs / f"python{bootstrap.SUFFIX}").touch()
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "BIN", programs)
    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / ".venv" / "neartwin.stamp")
    bootstrap.STAMP.write_text(bootstrap.fingerprint())
    return tmp_path


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """Every module that would have been run in .venv, with success."""
    ran: list[tuple[object, ...]] = []
    monkeypatch.setattr(bootstrap, "has_working_pip", lambda: True)
    monkeypatch.setattr(bootstrap, "run_module", lambda *arguments, **_: ran.append(arguments) or 0)
    return ran


def test_it_needs_the_standard_library_only() -> None:
    tree = ast.parse(Path(bootstrap.__file__).read_text(encoding="utf-8"))
    names = {
        name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""])
    }

    assert names <= sys.stdlib_module_names


def test_an_environment_is_used_as_long_as_nothing_it_was_made_from_changed(
    checkout: Path, calls: list[tuple[object, ...]]
) -> None:
    bootstrap.make_environment()
    assert calls == []

    (checkout / "constraints.txt").write_text("numpy==2.4.7")
    bootstrap.make_environment()

    assert calls[-1][-2:] == ("--editable", ".")
    bootstrap.make_environment()
    assert len(calls) == 1


def test_an_environment_made_for_the_tests_stays_so_when_more_is_asked_of_it(
    checkout: Path, calls: list[tuple[object, ...]]
) -> None:
    bootstrap.make_environment("dev")
    bootstrap.make_environment("package")

    assert [call[-1] for call in calls] == [".[dev]", ".[dev,package]"]
    bootstrap.make_environment()
    bootstrap.make_environment("dev")
    assert len(calls) == 2


def test_an_environment_that_could_not_be_finished_is_not_taken_for_one(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "has_working_pip", lambda: True)
    monkeypatch.setattr(bootstrap, "run_module", lambda *_, **__: 1)

    with pytest.raises(bootstrap.SetupError, match="could not be installed"):
        bootstrap.make_environment("dev")
    assert bootstrap.installed_extras() is None


def test_an_environment_whose_python_went_away_is_made_again(checkout: Path) -> None:
    bootstrap.program("python").unlink()

    assert bootstrap.installed_extras() is None


def test_a_checkout_that_moved_is_installed_again(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moved = checkout.parent / "moved"
    checkout.rename(moved)
    monkeypatch.setattr(bootstrap, "ROOT", moved)
    monkeypatch.setattr(bootstrap, "BIN", moved / ".venv" / bootstrap.BIN.name)
    monkeypatch.setattr(bootstrap, "STAMP", moved / ".venv" / "neartwin.stamp")

    assert bootstrap.installed_extras() is None


def test_without_a_display_the_window_is_told_in_a_sentence_with_the_command_line(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "has_display", lambda: False)

    assert bootstrap.main(["run"]) == 0
    said = capsys.readouterr()
    assert "no display" in said.err
    assert "run scan FOLDER" in said.err
    assert said.out == ""


@pytest.mark.parametrize(
    ("arguments", "is_wanted"),
    [([], True), (["scan", "x"], False), (["--version"], False), ([__file__], True)],
)
def test_the_window_is_wanted_without_a_command(arguments: list[str], is_wanted: bool) -> None:
    assert bootstrap.wants_window(arguments) is is_wanted


def test_a_library_that_is_not_there_is_named_by_its_package() -> None:
    assert bootstrap.missing_libraries({"libcannotbe.so.9": "libcannotbe9"}) == ["libcannotbe9"]


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Every command that would have been run."""
    ran: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        ran.append(command)
        return subprocess.CompletedProcess(command, 1 if command[:2] == ["sudo", "-n"] else 0, b"", b"")

    monkeypatch.setattr(bootstrap.subprocess, "run", run)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: f"/usr/bin/{name}")
    return ran


def test_without_rights_the_one_exact_command_is_told(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 1000, raising=False)

    with pytest.raises(bootstrap.SetupError, match=r"sudo apt-get install -y --no-install-recommends libegl1 libgl1$"):
        bootstrap.install_packages(["libegl1", "libgl1"], "for the window")
    assert commands == [["sudo", "-n", "true"]]


def test_root_installs_without_a_question(commands: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 0, raising=False)

    bootstrap.install_packages(["libegl1"], "for the window")

    assert commands[-1] == ["apt-get", "install", "-y", "--no-install-recommends", "libegl1"]


def test_nothing_missing_runs_nothing(commands: list[list[str]]) -> None:
    bootstrap.install_packages([], "for the window")

    assert commands == []


def test_a_wrong_call_shows_how(capsys: pytest.CaptureFixture[str]) -> None:
    assert bootstrap.main(["fly"]) == 2
    assert "bootstrap.py run" in capsys.readouterr().err
