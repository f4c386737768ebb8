"""What is in the repository: nothing of one machine, no registry, only text that can be read."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from tests.architecture.sources import ROOT, tracked_files

REGISTRIES = re.compile(
    r"\b(?:py" r"pi\.org|python" r"hosted\.org|np" r"mjs\.(?:org|com)|conda\.(?:org|io)|crates\.io)\b"
)
"""Hosts that packages come from: which one is used is a matter of the machine, not of the project."""

PLACES = re.compile(r"(?<![\w.])/(?:work/(?:main|shared)|opt/wheels|opt/pypi)\b|/tmp/\w+\.\w{6,}")
"""Absolute places of a machine where the project happened to be made."""

URL_OF_A_PACKAGE = re.compile(r"(?:https?|file|git\+\w+)://", re.IGNORECASE)


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Return name and content of every tracked text file but this one."""
    found = []
    for path in tracked_files():
        data = path.read_bytes()
        if b"\0" not in data and path != Path(__file__).resolve():
            found.append((path.relative_to(ROOT).as_posix(), data.decode("utf-8", "replace")))
    return tuple(found)


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    """Return the places where the pattern stands."""
    return [
        f"{name}:{number}"
        for name, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_registry_is_named() -> None:
    assert lines_with(REGISTRIES) == []


def test_no_place_of_a_machine_is_named() -> None:
    here = "|".join(re.escape(str(place)) for place in {ROOT, Path.home()} if len(place.parts) > 2)
    assert lines_with(PLACES) == []
    assert not here or lines_with(re.compile(here)) == []


def test_versions_are_pinned_exactly_and_without_addresses() -> None:
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [pin for pin in pins if URL_OF_A_PACKAGE.search(pin) or not re.fullmatch(r"[\w.-]+==[\w.]+", pin)] == []


def test_every_dependency_is_pinned() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    wanted = set(re.findall(r'^    "([A-Za-z][\w.-]*)[><=]', project, re.MULTILINE))
    pinned = {pin.partition("==")[0] for pin in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()}

    assert {plain(name) for name in wanted} - {plain(name) for name in pinned} == set()


def plain(name: str) -> str:
    """Return a package's name in the one spelling that all its spellings mean."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_nothing_that_tools_make_is_tracked() -> None:
    made = re.compile(r"(?:^|/)(?:__pycache__|\.venv|build|dist|out)/|\.(?:mo|pyc|db|log)$")
    assert [name for name, _ in texts() if made.search(name)] == []


def test_no_file_is_so_large_that_a_clone_hurts() -> None:
    assert [path.name for path in tracked_files() if path.stat().st_size > 3_000_000] == []
