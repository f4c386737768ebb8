"""Compound files ([MS-CFB]) by olefile, with bounds: streams by name, embedded objects, macro projects.

olefile 0.47 (BSD, kept, pure Python) opened all 64 compound files of the corpus and found the main stream of each that
has one whole; a fuzzed directory made it list a name with a broken character, no more.
"""

from __future__ import annotations

import io
import struct
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, BinaryIO

import olefile

from core.extract.reading import ReadingError, Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.extract.collecting import Collector
    from core.extract.reading import Limits

MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

OLE_ERRORS = (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, struct.error)
"""What olefile lets through from a damaged directory, sector table or property set."""

_LAST_SAVED, _FILETIME = 0x0D, 0x40
_MACRO_STORAGES = ("macros", "_vba_project_cur", "_vba_project")
_PRESENTATION = (
    *("\x02olepres", "\x01compobj", "\x03objinfo", "\x01ole", "\x03ole", "\x03print", "\x03epsprint", "\x03pic"),
)
"""Streams that describe or draw an embedded object; they change when it is only opened, so they are no content."""


class Compound:
    """An open compound file."""

    def __init__(self, source: BinaryIO, limits: Limits) -> None:
        """Open `source`.

        Raises:
            ReadingError: DAMAGED when its directory cannot be read.
        """
        self.limits = limits
        self._budget = limits.maximum_expansion
        try:
            self._size = source.seek(0, 2)
            source.seek(0)
            self._ole = olefile.OleFileIO(source)
            self._streams = ["/".join(path) for path in self._ole.listdir(streams=True, storages=False)]
        except OLE_ERRORS as error:
            raise ReadingError(Status.DAMAGED, f"the compound file cannot be opened: {error}") from error
        if len(self._streams) > limits.maximum_members:
            raise ReadingError(Status.TOO_LARGE, f"more than {limits.maximum_members} streams")
        self._by_name = {name.lower(): name for name in self._streams}

    @property
    def names(self) -> list[str]:
        """All streams, as "storage/stream"."""
        return list(self._streams)

    def has(self, name: str) -> bool:
        """Whether there is a stream of this name in any case."""
        return name.lower() in self._by_name

    def stream(self, name: str) -> bytes:
        """Return a stream's bytes; "" where it is missing or its sectors are lost.

        Raises:
            ReadingError: TOO_LARGE when all streams read so far exceed the limit.
        """
        found = self._by_name.get(name.lower())
        if found is None:
            return b""
        try:
            self._budget -= min(self._ole.get_size(found.split("/")), self._size)  # a damaged entry claims any size
            if self._budget < 0:
                raise ReadingError(Status.TOO_LARGE, f"streams of more than {self.limits.maximum_expansion} bytes")
            return bytes(self._ole.openstream(found.split("/")).read())
        except ReadingError:
            raise
        except OLE_ERRORS:  # a stream with lost sectors is empty, the others are still read
            return b""

    def storages(self, prefix: str = "") -> dict[str, list[str]]:
        """Return the storages directly below `prefix`, each with all its streams."""
        found: dict[str, list[str]] = {}
        start = prefix.lower() + "/" if prefix else ""
        for name in self._streams:
            if name.lower().startswith(start) and "/" in name[len(start) :]:
                found.setdefault(name[: name.index("/", len(start))], []).append(name)
        return found

    def modified(self) -> str | None:
        """Return when the document was last saved, ISO 8601, where its summary says so."""
        return saved_at(self.stream("\x05SummaryInformation"))


def saved_at(summary: bytes) -> str | None:
    """Return PIDSI_LASTSAVE_DTM of a property set ([MS-OLEPS] sections 2.21 and 2.20, [MS-OSHARED] section 2.3.3.2.1).

    olefile's own reader counts as far as a damaged set says, up to 2^32 properties.
    """
    if len(summary) < 48:
        return None
    (start,) = struct.unpack_from("<I", summary, 44)
    if start + 8 > len(summary):
        return None
    (count,) = struct.unpack_from("<I", summary, start + 4)
    for index in range(min(count, (len(summary) - start - 8) // 8)):
        name, offset = struct.unpack_from("<II", summary, start + 8 + 8 * index)
        at = start + offset
        if name == _LAST_SAVED and at + 12 <= len(summary):
            kind, ticks = struct.unpack_from("<IQ", summary, at)
            return iso_of_ticks(ticks) if kind == _FILETIME else None
    return None


def iso_of_ticks(ticks: int) -> str | None:
    """Return a FILETIME (100 ns since 1601, UTC) as ISO 8601; None where it is not set or no date."""
    try:
        moment = datetime(1601, 1, 1) + timedelta(microseconds=ticks // 10)  # noqa: DTZ001 - the zone is said by the type
    except OverflowError:
        return None
    return moment.isoformat() if moment.year > 1979 else None


def compound_from_bytes(data: bytes, limits: Limits) -> Compound:
    """Open a compound file that stands inside another file."""
    return Compound(io.BytesIO(data), limits)


def gather_objects(
    compound: Compound, collector: Collector, storages: Iterable[list[str]], *, is_placed: bool = False
) -> None:
    """Add each embedded object of `storages` to the inventory: by its own streams, drawings left aside.

    Args:
        is_placed: see `Collector.add_item`.
    """
    for names in storages:
        kept = [name for name in names if not name.rsplit("/", 1)[-1].lower().startswith(_PRESENTATION)]
        if not kept:
            continue
        is_formula = any(name.lower().endswith("/equation native") for name in kept)
        collector.item("formula" if is_formula else "object", _contents(compound, kept), is_placed=is_placed)


def gather_macros(compound: Compound, collector: Collector) -> None:
    """Add the macro project, which is never run, to the inventory."""
    for storage, names in compound.storages().items():
        if storage.lower() in _MACRO_STORAGES:
            collector.item("macro", _contents(compound, [name for name in names if "/vba/" in name.lower()] or names))


def _contents(compound: Compound, names: list[str]) -> Iterator[bytes]:
    for name in sorted(names):
        yield name.rsplit("/", 1)[-1].encode("utf-8", "surrogatepass") + b"\0"
        yield compound.stream(name)


def is_encrypted_package(compound: Compound) -> bool:
    """Whether this is an OOXML file under a password ([MS-OFFCRYPTO] section 2.3.4.4) or rights management."""
    return compound.has("EncryptedPackage") or any("\tdrm" in name.lower() for name in compound.names)
