"""Real files for the tests of the search for identical files, and what was told of them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from core.digest import Digested, identical
from core.documents import Document
from core.progress import NullReporter

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path


def document(path: Path, *, inode: int | None = None) -> Document:
    status = path.stat()
    number = status.st_ino if inode is None else inode
    return Document(
        str(path), str(path.parent), status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_dev, number
    )


def write(folder: Path, contents: Mapping[str, bytes]) -> list[Document]:
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return [document(folder / name) for name in contents]


def told(documents: Iterable[Document], **more: Any) -> Digested:
    return identical(documents, NullReporter(), **more)


def names(found: Digested) -> list[list[str]]:
    return sorted([os.path.basename(path) for path in one.paths] for one in found.classes)
