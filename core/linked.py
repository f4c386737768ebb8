"""Files that documents lead to: a presentation's video, the workbook behind a chart. No rule marks them.

Sources: ECMA-376 part 2, relationships with `TargetMode="External"`; OpenDocument 1.3, `xlink:href`.
"""

from __future__ import annotations

import os
import re
import zipfile
import zlib
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import unquote

from core.opening import open_to_read

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

_PACKAGES = frozenset((".pptx", ".pptm", ".ppsx", ".potx", ".docx", ".docm", ".dotx", ".xlsx", ".xlsm"))
_OPEN_DOCUMENTS = frozenset((".odp", ".odt", ".ods", ".otp"))

_MEMBER_BYTES = 4 * 1024 * 1024
_MEMBERS = 2000
"""Bounds on what one document may cost here: a member's bytes, members looked at."""

_RELATION = re.compile(r"<Relationship\b[^>]*>")
_TARGET = re.compile(r"""\bTarget\s*=\s*["']([^"']+)["']""")
_EXTERNAL = re.compile(r"""\bTargetMode\s*=\s*["']External["']""")
_HREF = re.compile(r"""\bxlink:href\s*=\s*["']([^"']+)["']""")


def linked_files(documents: Iterable[str]) -> dict[str, str]:
    """Return the files that are there and that `documents` lead to, each with the first document that does."""
    found: dict[str, str] = {}
    for document in documents:
        for target in _targets(document):
            path = _resolved(document, target)
            if path is not None and path != document and os.path.isfile(path):
                found.setdefault(path, document)
    return found


File = tuple[str, int, int]
"""A path, with the size and the date (ns) that tell whether the file is as it was."""


class LinkFinder:
    """Knows which documents lead to which files, and reads only those that it does not know as they are now.

    Reading one takes about a millisecond: a library is looked at in portions, in the background.
    """

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, int, tuple[str, ...]]] = {}
        self._documents: dict[str, list[str]] = {}

    def unknown(self, files: Iterable[File]) -> list[File]:
        """Return those of `files` that can lead to others and were not read yet as they are."""
        return [
            (path, size, date)
            for path, size, date in files
            if can_lead(path) and self._known.get(path, (-1, -1))[:2] != (size, date)
        ]

    def look_at(self, files: Iterable[File]) -> None:
        """Read where documents lead to."""
        for path, size, date in files:
            for old in self._known.pop(path, (0, 0, ()))[2]:
                self._documents[old].remove(path)
            targets = tuple(dict.fromkeys(filter(None, (_resolved(path, target) for target in _targets(path)))))
            self._known[path] = (size, date, targets)
            for target in targets:
                self._documents.setdefault(target, []).append(path)

    def document_for(self, path: str, gone: Collection[str] = ()) -> str | None:
        """Return a document that leads to `path`, is there and is not among those that go; None where none does."""
        return next((one for one in self._documents.get(path, ()) if one not in gone and os.path.isfile(one)), None)


def can_lead(path: str) -> bool:
    """Return whether a file is of a kind that can lead to others."""
    suffix = os.path.splitext(path)[1].lower()
    return suffix in _PACKAGES or suffix in _OPEN_DOCUMENTS


def _targets(document: str) -> Iterator[str]:
    if not can_lead(document):
        return
    suffix = os.path.splitext(document)[1].lower()
    try:
        with os.fdopen(open_to_read(document), "rb") as file, zipfile.ZipFile(file) as package:
            for name in package.namelist()[:_MEMBERS]:
                if suffix in _PACKAGES and name.endswith(".rels"):
                    yield from _external(_text(package, name))
                elif suffix in _OPEN_DOCUMENTS and name in ("content.xml", "styles.xml"):
                    yield from _HREF.findall(_text(package, name))
    except (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, ValueError, zlib.error):
        # Damaged, encrypted or of another kind: what it leads to cannot be known.
        return


def _external(relations: str) -> Iterator[str]:
    for relation in _RELATION.findall(relations):
        target = _TARGET.search(relation)
        if target and _EXTERNAL.search(relation):
            yield target[1]


def _text(package: zipfile.ZipFile, name: str) -> str:
    with package.open(name) as member:
        return member.read(_MEMBER_BYTES).decode("utf-8", "replace")


def _resolved(document: str, target: str) -> str | None:
    """Return the absolute path of a target, None for one that is no file."""
    plain = unquote(unescape(target).split("#", 1)[0])
    if plain.lower().startswith("file:"):
        plain = re.sub(r"^file:/*(?=/)|^file:/{0,3}", "", plain, flags=re.IGNORECASE)
    elif re.match(r"[a-z][a-z0-9+.-]+:", plain, re.IGNORECASE):
        return None
    if not plain:
        return None
    folder = os.path.dirname(document)
    places = [os.path.normpath(os.path.join(folder, plain.replace("\\", "/") if os.sep == "/" else plain))]
    if plain.startswith("../"):
        # OpenDocument counts the package itself as a folder.
        places.append(os.path.normpath(os.path.join(folder, plain[3:])))
    return next((place for place in places if os.path.isfile(place)), places[0])
