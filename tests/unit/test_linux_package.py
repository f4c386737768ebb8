"""The files by which a Linux desktop and `man` know the program: true to it, and valid."""

from __future__ import annotations

import re
import shutil
import subprocess
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from core.command_line import app
from gui.__main__ import COMMANDS
from gui.start import BACKGROUND, CHECK, LIBRARY, parsed
from installer.linux.pack import HERE, filled, make_deb, place_desktop_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAGE = (HERE / "neartwin.1").read_text(encoding="utf-8").replace("\\-", "-")
OF_OTHERS = {"dispose": {"--csv"}}
"""Options of other commands that a section speaks of."""

ENTRIES = ("neartwin.desktop", "neartwin-check.desktop")


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


def options(command: str) -> Iterator[str]:
    """Yield the options of a command as its help has them."""
    arguments = app[command].assemble_argument_collection()
    for argument in arguments:
        names = [name for name in argument.names if name.startswith("--") and not name.startswith("--empty-")]
        if names:
            yield names[0]


def section(command: str) -> str:
    """Return what the man page says of a command."""
    found = re.search(rf'^\.SS "?{command}\b.*?(?=^\.S[SH])', PAGE, re.MULTILINE | re.DOTALL)
    return found[0] if found else ""


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_the_man_page_has_every_command(command: str) -> None:
    assert section(command)


@pytest.mark.parametrize("command", sorted(COMMANDS - {"library", "team"}))
def test_the_man_page_has_every_option_of_a_command(command: str) -> None:
    told = re.findall(r"^\.(?:B|BR|TP) (.*)", section(command), re.MULTILINE)
    named = {name.replace("--no-", "--") for line in told for name in re.findall(r"(?<!\w)--[a-z-]+", line)}

    assert named - {"--library"} - OF_OTHERS.get(command, set()) == set(options(command)) - {"--library"}


@pytest.mark.parametrize("command", ["library", "team"])
def test_the_man_page_has_every_part_of_a_command_with_parts(command: str) -> None:
    wanted = {name for name in app[command].resolved_commands() if not name.startswith("-")}
    named = {name.replace("\\", "") for name in re.findall(r"^\.BR (\S+) [,.]$", section(command), re.MULTILINE)}
    assert named == wanted


def test_the_man_page_has_the_options_of_the_window() -> None:
    assert all(option in PAGE.partition(".SH COMMANDS")[0] for option in (CHECK, BACKGROUND, LIBRARY))


@needs("groff")
def test_the_man_page_is_set_without_a_warning(tmp_path: Path) -> None:
    page = tmp_path / "neartwin.1"
    page.write_text(filled(HERE / "neartwin.1", "1.0"), encoding="utf-8")
    done = subprocess.run(
        ["groff", "-man", "-ww", "-b", "-z", "-Tutf8", page], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""


@needs("desktop-file-validate")
@pytest.mark.parametrize("entry", ENTRIES)
def test_a_desktop_entry_is_valid(entry: str) -> None:
    done = subprocess.run(["desktop-file-validate", HERE / entry], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@needs("appstreamcli")
def test_the_description_for_software_centres_is_valid(tmp_path: Path) -> None:
    place_desktop_files(tmp_path, "1.0")
    [page] = (tmp_path / "usr" / "share" / "metainfo").iterdir()
    done = subprocess.run(["appstreamcli", "validate", "--no-net", page], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_program_understands_how_a_desktop_starts_it(entry: str, tmp_path: Path) -> None:
    words = re.search(r"^Exec=neartwin (.*)$", (HERE / entry).read_text(encoding="utf-8"), re.MULTILINE)
    assert words is not None
    start = parsed([str(tmp_path) if word == "%F" else word for word in words[1].split()])

    assert start is not None
    assert (start.checked if "check" in entry else start.folders) == (str(tmp_path),)


def test_every_suppression_of_lintian_has_its_reason_above_it() -> None:
    lines = (HERE / "lintian-overrides").read_text(encoding="utf-8").splitlines()

    assert lines[0].startswith("# ")
    assert all(line.startswith(("# ", "neartwin: ")) for line in lines)
    assert not any(one.startswith("#") and other.startswith("#") for one, other in pairwise(lines))


@needs("dpkg-deb")
def test_only_the_program_may_be_run_and_every_file_has_its_check_sum(tmp_path: Path) -> None:
    frozen = tmp_path / "build" / "frozen" / "neartwin"
    (frozen / "_internal").mkdir(parents=True)
    for name in ("neartwin", "neartwin.cdx.json", "_internal/neartwin.so"):
        (frozen / name).write_text(name)
    package = make_deb(frozen, tmp_path, "1.0")

    listed = subprocess.run(["dpkg-deb", "--contents", package], capture_output=True, text=True, check=True).stdout
    modes = {line.split()[-1]: line.split()[0] for line in listed.splitlines() if line.startswith("-")}
    assert [name for name, mode in modes.items() if "x" in mode] == ["./usr/lib/neartwin/neartwin"]
    sums = subprocess.run(["dpkg-deb", "--info", package, "md5sums"], capture_output=True, text=True, check=True).stdout
    assert {f"./{line.split('  ')[1]}" for line in sums.splitlines()} == set(modes)
