"""The project's own files, parsed once for all checks of the architecture."""

from __future__ import annotations

import ast
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("core", "gui", "resources")
ALL = (*PRODUCT, "installer", "tests")

Node = TypeVar("Node", bound=ast.AST)


@dataclass(frozen=True, slots=True)
class Source:
    """One Python file: its path from the root with slashes, its text and its syntax tree."""

    path: str
    text: str
    tree: ast.Module

    @property
    def module(self) -> str:
        """The dotted name under which it is imported."""
        return self.path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")

    @property
    def line_count(self) -> int:
        """Lines, blank ones and comments too."""
        return len(self.text.splitlines())

    def nodes(self, *kinds: type[Node]) -> Iterator[Node]:
        """Return all nodes of these kinds."""
        return (node for node in walked(self.tree) if isinstance(node, kinds))

    def imports(self) -> Iterator[tuple[int, str]]:
        """Return line and dotted name of every import, those for the type checker included."""
        for node in self.nodes(ast.Import, ast.ImportFrom):
            if isinstance(node, ast.Import):
                yield from ((node.lineno, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield node.lineno, node.module or ""
                yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


@cache
def walked(tree: ast.Module) -> tuple[ast.AST, ...]:
    """Return all nodes of a tree, walked once for all checks."""
    return tuple(ast.walk(tree))


@cache
def sources(*tops: str) -> tuple[Source, ...]:
    """Return the Python files below these folders of the project, and setup.py with "installer"."""
    paths = [path for top in tops for path in sorted((ROOT / top).rglob("*.py"))]
    if "installer" in tops:
        paths.append(ROOT / "setup.py")
    texts = [(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in paths]
    return tuple(Source(path, text, ast.parse(text, path)) for path, text in texts)


@cache
def tracked_files() -> tuple[Path, ...]:
    """Return the files under version control; in a plain copy of the project everything that is not made by tools."""
    listing = (
        subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=False, capture_output=True) if _is_clone() else None
    )
    if listing is not None and listing.returncode == 0:
        names = [name for name in listing.stdout.decode("utf-8", "surrogateescape").split("\0") if name]
        return tuple(path for path in (ROOT / name for name in names) if path.is_file())
    made = {".venv", "build", "dist", "out", "__pycache__", ".git", ".hypothesis"}
    return tuple(
        path
        for path in sorted(ROOT.rglob("*"))
        if path.is_file()
        and not any(part in made or part.endswith(("_cache", ".egg-info")) for part in path.relative_to(ROOT).parts)
        and path.suffix not in {".mo", ".pyc"}
    )


def _is_clone() -> bool:
    return (ROOT / ".git").exists()
