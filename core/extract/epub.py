"""Electronic books: the pages of an EPUB in the order of its spine.

ebooklib is AGPL and so out; what is needed is a package (EPUB 3.3, sections 4.2 open container, 5 package document) of
XHTML, which `web` reads. Books under rights management (META-INF/encryption.xml over pages, not only over fonts,
section 4.2.6.3.2) are told as encrypted. All six books of the corpus are read.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import unquote

from core.extract.archive import Archive
from core.extract.collecting import Collector
from core.extract.reading import PartKind, ReadingError, Status
from core.extract.streamed_xml import elements, local
from core.extract.web import decode_page, page_links, page_text

if TYPE_CHECKING:
    from core.extract.reading import Limits, Reading

NAME = "epub"
VERSION = 1
FORMATS = frozenset(("epub",))

_TITLE = re.compile(r"<title\b.*?</title\s*>|<title\s*/>", re.IGNORECASE | re.DOTALL)
_PAGE_NAMES = re.compile(r"(?!__MACOSX/).*\.x?html?$", re.IGNORECASE)
_KINDS = {"image": "picture", "audio": "media", "video": "media"}


def read(source: BinaryIO, form: str, limits: Limits) -> Reading:
    """Return the text of a book, as `core.extract.reading.Extractor` says."""
    archive = Archive(source, limits)
    collector = Collector(form, limits)
    package = _package(archive)
    pages, things, modified = _contents(archive, package)
    if not pages:
        pages = sorted(name for name in archive.names if _PAGE_NAMES.match(name))
    locked = _locked(archive)
    if locked.intersection(pages):
        raise ReadingError(Status.ENCRYPTED, "the book is locked by rights management")
    for page in pages:
        text = decode_page(archive.get(page))[0] if page in archive else ""
        collector.add(PartKind.BODY, page_text(_TITLE.sub("", text)))
        for target in page_links(text):
            collector.link(target)
    for kind, name in things:
        collector.item(kind, archive.stream(name))
    collector.modified = modified
    if not pages:
        raise ReadingError(Status.DAMAGED, archive.damage or "the book has no pages")
    return collector.reading(archive.damage)


def _package(archive: Archive) -> str:
    """Return the name of the package document."""
    for element in elements(archive.stream("META-INF/container.xml"), "rootfile"):
        name = element.get("full-path") or ""
        if name in archive:
            return name
    return next((name for name in archive.names if name.endswith(".opf") and "__MACOSX" not in name), "")


def _contents(archive: Archive, package: str) -> tuple[list[str], list[tuple[str, str]], str | None]:
    """Return pages in reading order, other things with their kinds, and when the book was last changed."""
    folder = posixpath.dirname(package)
    items: dict[str, str] = {}
    spine: list[str] = []
    things: list[tuple[str, str]] = []
    modified = None
    for element in elements(archive.stream(package), "item", "itemref", "meta"):
        if local(element) == "item":
            name = posixpath.normpath(posixpath.join(folder, unquote(element.get("href") or "")))
            items[element.get("id") or ""] = name
            kind = _KINDS.get((element.get("media-type") or "").partition("/")[0])
            if kind is not None and name in archive:
                things.append((kind, name))
        elif local(element) == "itemref":
            spine.append(element.get("idref") or "")
        elif element.get("property") == "dcterms:modified":
            modified = element.text
    return [items[key] for key in spine if key in items], things, modified


def _locked(archive: Archive) -> set[str]:
    found = elements(archive.stream("META-INF/encryption.xml"), "CipherReference")
    return {posixpath.normpath(unquote(element.get("URI") or "")) for element in found}
