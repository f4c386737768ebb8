"""From the bytes of a file to its text: the explicit list of extractors, and the one function that uses them.

    source, name -> sniff (what is it really?) -> extractor -> Reading

Content decides, the name only breaks ties. Where the two differ the reading says so in `detail`, and the status is

    OK            the suffix is one of the old office suffixes (.doc, .xls, .ppt, .wps ...): every office program
                  opens RTF, HTML, MIME or zip packages under these names, and other programs write them
    NOT_AS_NAMED  otherwise; the reading still carries the text when the content is a document of another kind

An extractor may raise whatever it likes: at this boundary it becomes a Reading, never an empty text.
Modules are imported when the first file of their kind comes, so a worker holds only what it needs.
"""

from __future__ import annotations

import importlib
import os
from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO, Final, TypeVar, cast

from core.extract.reading import Extractor, Limits, Reading, ReadingError, Status
from core.extract.sniff import FORM_OF_SUFFIX, NO_DOCUMENT, sniff

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

EXTRACTORS: Final[tuple[tuple[str, frozenset[str]], ...]] = (
    ("core.extract.word", frozenset({"docx"})),
    ("core.extract.presentation", frozenset({"pptx"})),
    ("core.extract.plain_text", frozenset({"txt"})),
    ("core.extract.web", frozenset({"html"})),
    ("core.extract.pdf", frozenset({"pdf"})),
    ("core.extract.rtf", frozenset({"rtf"})),
    ("core.extract.odf", frozenset({"odt", "ods", "odp"})),
    ("core.extract.spreadsheet", frozenset({"xlsx", "xlsb"})),
    ("core.extract.legacy_word", frozenset({"doc", "wps", "wri"})),
    ("core.extract.legacy_powerpoint", frozenset({"ppt", "dps"})),
    ("core.extract.legacy_excel", frozenset({"xls", "et"})),
    ("core.extract.mail", frozenset({"eml", "msg", "mht"})),
    ("core.extract.epub", frozenset({"epub"})),
    ("core.extract.ofd", frozenset({"ofd"})),
)
"""Every extractor: its module and the forms (see `sniff`) that it reads. One form has one extractor."""

DOCUMENT_SUFFIXES: Final[frozenset[str]] = frozenset(FORM_OF_SUFFIX)
"""The lower-case suffixes, with their dot, of the files whose text is read."""

LENIENT_SUFFIXES: Final[frozenset[str]] = frozenset(
    {".doc", ".dot", ".xls", ".xlt", ".ppt", ".pps", ".pot", ".wps", ".wpt", ".et", ".ett", ".dps", ".dpt"}
)
"""Suffixes under which office programs write and open several kinds of content."""

FRAMEWORK_VERSION: Final = 2
"""Rises when sniffing or the policy of this module changes what comes out."""

Answer = TypeVar("Answer")


def is_document(path: str) -> bool:
    """Say whether the text of the file at `path` is read, by its suffix alone."""
    # Asked of every file of a scan: `os.path.splitext` takes three times as long.
    dot = path.rfind(".")
    return path[dot:].lower() in DOCUMENT_SUFFIXES and path[dot - 1] not in "/\\"


def extractor_version(form: str) -> str:
    """Return what the index keeps beside a reading of `form`: another answer means that it must be read again."""
    module = _module_of(form)
    if module is None:
        return f"{FRAMEWORK_VERSION}:none"
    extractor = _load(module)
    return f"{FRAMEWORK_VERSION}:{extractor.NAME}:{extractor.VERSION}"


def version() -> str:
    """Return one string over all extractors; it changes whenever one of them does."""
    loaded = (_load(module) for module, _ in EXTRACTORS)
    return f"{FRAMEWORK_VERSION};" + ";".join(f"{extractor.NAME}:{extractor.VERSION}" for extractor in loaded)


def read(source: BinaryIO, name: str, limits: Limits = Limits()) -> Reading:  # noqa: B008 - a frozen value
    """Return what can be read from `source`, a seekable binary file called `name`.

    The text of a reading that has parts may be used whatever its status is.

    Raises:
        OSError: the file cannot be read; nothing that stands in it raises.
    """
    form, answer = _form_of(source, name, limits)
    module = _module_of(form)
    if answer is None and module is not None:
        extractor = _load(module)
        answer = _guarded(lambda: extractor.read(source, form, limits), source, form)
    if answer is None:
        answer = Reading(Status.UNSUPPORTED, form, detail=f"{NO_DOCUMENT.get(form, form)} is not read")
    return _as_named(_within(answer, limits), _suffix(name))


def _form_of(source: BinaryIO, name: str, limits: Limits) -> tuple[str, Reading | None]:
    """Return what `source` is, with the answer where that alone decides it."""
    found = _guarded(lambda: sniff(source, name, limits), source, FORM_OF_SUFFIX.get(_suffix(name), ""))
    if isinstance(found, Reading):
        return found.format, found
    return found, Reading(Status.NO_TEXT, found, detail="the file is empty") if found == "empty" else None


def _guarded(act: Callable[[], Answer], source: BinaryIO, form: str) -> Answer | Reading:
    """Return what `act` does with `source`; whatever it raises for the content becomes an answer."""
    try:
        source.seek(0)
        return act()
    except ReadingError as error:
        return Reading(error.status, form, detail=error.detail)
    except MemoryError:
        return Reading(Status.TOO_LARGE, form, detail="more memory is needed than a file may use")
    except Exception as error:  # the extractor boundary: a parser's fault is one file's trouble
        if isinstance(error, OSError) and error.errno is not None:
            raise  # the disk's trouble, not the content's
        return Reading(Status.DAMAGED, form, detail=f"{type(error).__name__}: {error}"[:300])


def _within(reading: Reading, limits: Limits) -> Reading:
    """Refuse more text than is allowed: half a text would be compared as if it were whole."""
    if sum(len(part.text) for part in reading.parts) <= limits.maximum_text:
        return reading
    detail = f"more than {limits.maximum_text} characters of text"
    return replace(reading, status=Status.TOO_LARGE, parts=(), inventory=(), detail=detail)


def _as_named(reading: Reading, suffix: str) -> Reading:
    """Compare what was found with what the name says."""
    expected = FORM_OF_SUFFIX.get(suffix)
    if expected is None or reading.format in ("", "empty", expected):
        return reading
    said = f"the name says {suffix}, the content is {NO_DOCUMENT.get(reading.format, reading.format)}"
    detail = _joined((said, reading.detail))
    if reading.format in NO_DOCUMENT and reading.status in (Status.UNSUPPORTED, Status.UNREADABLE):
        return replace(reading, status=Status.NOT_AS_NAMED, detail=said)
    if reading.status in (Status.OK, Status.NO_TEXT) and suffix not in LENIENT_SUFFIXES:
        return replace(reading, status=Status.NOT_AS_NAMED, detail=detail)
    return replace(reading, detail=detail)


def _joined(sentences: Iterable[str]) -> str:
    return "; ".join(sentence for sentence in sentences if sentence)


def _module_of(form: str) -> str | None:
    return next((module for module, forms in EXTRACTORS if form in forms), None)


def _load(module: str) -> Extractor:
    return cast("Extractor", importlib.import_module(module))


def _suffix(path: str) -> str:
    return os.path.splitext(path)[1].lower()
