"""What a scan says of all its files beside the groups: how many, how large, which names are one file, which folders
are much the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.extract import is_document
from core.folders import overlaps

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from core.documents import Document, FolderPair
    from core.results import Fold


@dataclass(frozen=True, slots=True)
class Tally:
    """What is told of all files together.

    Attributes:
        files: paths of the scan.
        size: bytes of all files; names of one file count once.
        documents: files of a kind whose text is read.
        names: the paths of each file that has more than one in the scan (hard links, bind mounts).
        folders: pairs of folders that are much the same.
    """

    files: int
    size: int
    documents: int
    names: tuple[tuple[str, ...], ...]
    folders: tuple[FolderPair, ...]


def tally_of(documents: Mapping[str, Document], contents: Mapping[str, int], folds: Mapping[int, Fold]) -> Tally:
    """Return what there is to say of these files.

    Args:
        folds: the files of each content; files alone with their bytes stand for themselves in a folder.
    """
    names = _names_of_one_file(documents.values())
    shared = {content for content, fold in folds.items() if fold.others}
    counted_twice = sum(documents[path].size for paths in names for path in paths[1:])
    return Tally(
        files=len(documents),
        size=sum(document.size for document in documents.values()) - counted_twice,
        documents=sum(map(is_document, documents)),
        names=names,
        folders=tuple(_folders(documents, contents, shared) if shared else ()),
    )


def _names_of_one_file(documents: Iterable[Document]) -> tuple[tuple[str, ...], ...]:
    """Return the sorted paths of each file that was met under more than one."""
    paths: dict[tuple[int, int], str | list[str]] = {}
    for document in documents:
        if document.inode:
            key = (document.device, document.inode)
            before = paths.setdefault(key, document.path)
            if before is not document.path:
                paths[key] = [*([before] if isinstance(before, str) else before), document.path]
    return tuple(sorted(tuple(sorted(found)) for found in paths.values() if not isinstance(found, str)))


def _folders(documents: Mapping[str, Document], contents: Mapping[str, int], shared: set[int]) -> Iterable[FolderPair]:
    told: dict[str, int | None] = {}
    alone: list[str] = []
    for path, document in documents.items():
        if document.size:
            content = contents.get(path)
            if content in shared:
                told[path] = content
            else:
                alone.append(path)
    return overlaps(told, alone)
