"""Files to batches of records: lines as they stand, or rows of a CSV table, with the key that makes each of them one.

A line is what stands between line feeds; a carriage return belongs to it. Nothing is decoded: any bytes will do.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from core.errors import KnownError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

BLOCK = 1 << 18
"""Bytes read at a time: the lines of one block stay in the processor's cache while they are looked at."""

KEY_OVERHEAD = 100
"""Bytes that a key costs in a set beside its own: object header, slot, allocator."""

_ROWS = 2_000
"""Rows of a table handed on at a time."""

_HEADER_ENCODINGS = ("utf-8", "gb18030", "big5")
"""In which a table's head may write the name of a column that the user typed."""


def is_delimiter(sign: str) -> bool:
    """Return whether a sign can stand between the cells of a table: one byte, no quotation mark, no end of a line."""
    return len(sign) == 1 and ord(sign) <= 255 and sign not in '\r\n"'


@dataclass(frozen=True, slots=True)
class Column:
    """The column of a CSV table that makes a row a repetition of another.

    Attributes:
        name: its name in the first row, or its number from 1 on.
        delimiter: the one character between two cells.
    """

    name: str | int
    delimiter: str = ","

    def __post_init__(self) -> None:
        if isinstance(self.name, int) and self.name < 1:
            raise ValueError(f"column {self.name}: the first column is 1")
        if not is_delimiter(self.delimiter):
            raise ValueError(f"{self.delimiter!r} is no delimiter")


class Batch(NamedTuple):
    """Some consecutive records without their line feed, and their keys: the same list where no key is asked for."""

    records: list[bytes]
    keys: list[bytes]


def batches(source: BinaryIO, name: str, column: Column | None, *, normalise_urls: bool) -> Iterator[Batch]:
    """Return the records of `source`, called `name` in errors.

    Raises:
        KnownError: when it is no CSV table, or has no such column.
    """
    normal = normal_url if normalise_urls else None
    if column is not None:
        yield from _table(source, name, column, normal)
        return
    for records in _lines(source):
        yield Batch(records, records if normal is None else [normal(record) for record in records])


def _lines(source: BinaryIO) -> Iterator[list[bytes]]:
    begun: list[bytes] = []
    while block := source.read(BLOCK):
        if b"\n" not in block:
            begun.append(block)
            continue
        lines = b"".join([*begun, block]).split(b"\n") if begun else block.split(b"\n")
        rest = lines.pop()
        begun = [rest] if rest else []
        yield lines
    if begun:
        yield [b"".join(begun)]


def _table(source: BinaryIO, name: str, column: Column, normal: Callable[[bytes], bytes] | None) -> Iterator[Batch]:
    records: list[bytes] = []
    keys: list[bytes] = []
    place: int | None = None
    for raw, row in _rows(source, name, column.delimiter):
        if place is None:
            place = _place(column, row, name)
        records.append(raw)
        keys.append(_key(raw, row, place, normal))
        if len(records) == _ROWS:
            yield Batch(records, keys)
            records, keys = [], []
    if records:
        yield Batch(records, keys)


def _rows(source: BinaryIO, name: str, delimiter: str) -> Iterator[tuple[bytes, list[bytes]]]:
    """Return each row as it stands and its cells; a quoted cell may go over several lines."""
    taken: list[bytes] = []

    def feed(lines: Iterable[bytes]) -> Iterator[str]:
        for line in lines:
            taken.append(line)
            yield line.decode("latin-1")  # a letter a byte: comes back unchanged, whatever the encoding is

    reader = csv.reader(feed(source), delimiter=delimiter)
    try:
        for row in reader:
            raw = b"".join(taken)
            taken.clear()
            yield raw.removesuffix(b"\n"), [cell.encode("latin-1") for cell in row]
    except csv.Error as error:
        raise KnownError(
            "Line {line} of {path} cannot be read as a table ({reason}). Leave out the column to compare whole lines.",
            line=reader.line_num,
            path=name,
            reason=str(error),
        ) from error


def _place(column: Column, head: list[bytes], path: str) -> int:
    if isinstance(column.name, int):
        return column.name - 1
    names = [cell.strip(b'" ') for cell in head]
    for encoding in _HEADER_ENCODINGS:
        wanted = column.name.encode(encoding, "replace")
        if wanted in names:
            return names.index(wanted)
    raise KnownError(
        "{path} has no column {column} in its first line. Give the column's name as it stands there, or its number.",
        path=path,
        column=column.name,
    )


def _key(raw: bytes, row: list[bytes], place: int, normal: Callable[[bytes], bytes] | None) -> bytes:
    """Return the cell with line feeds escaped; a row without that cell is a key of its own kind, as a whole."""
    if place >= len(row):
        return b"\\m" + _escaped(raw)
    return _escaped(row[place] if normal is None else normal(row[place]))


def _escaped(key: bytes) -> bytes:
    return key.replace(b"\\", b"\\\\").replace(b"\n", b"\\n") if b"\\" in key or b"\n" in key else key


_URL = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]*://")
_NORMAL = re.compile(
    rb"(?:https?|ftp)://[a-z0-9][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)*\.[a-z]+/"
    rb"(?:[\w~-][\w.~-]*(?:/[\w~-][\w.~-]*)*/?)?(?:\?[\w.~-]+=[\w.~-]+(?:&[\w.~-]+=[\w.~-]+)*)?",
    re.ASCII,
)
"""Addresses that already are in normal form, most of a list: the library needs not look at them."""


def normal_url(line: bytes) -> bytes:
    """Return the address in the normal form of RFC 3986, section 6.2, without its fragment.

    White space around it goes; what is no address with a scheme, or no valid one, stays as it is otherwise.
    """
    from url_normalize import url_normalize  # noqa: PLC0415  # most calls of the program need it never

    line = line.strip()
    if not _URL.match(line):
        return line
    address = line.partition(b"#")[0]
    if _NORMAL.fullmatch(address):
        return address
    try:
        normal = url_normalize(address.decode("utf-8"))
    except ValueError:
        return line
    return line if normal is None else normal.encode("utf-8")
