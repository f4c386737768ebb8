"""Makes compound files ([MS-CFB]) out of named streams."""

from __future__ import annotations

import struct
from dataclasses import dataclass

SECTOR, MINI, CUTOFF = 512, 64, 4096
END, FREE, FAT = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD
NOTHING = 0xFFFFFFFF


@dataclass
class Entry:
    """One of the directory: a stream (2), a storage (1) or the root (5)."""

    name: str
    kind: int
    content: bytes = b""
    following: int = NOTHING
    child: int = NOTHING


def compound(streams: dict[str, bytes]) -> bytes:
    """A compound file with these streams; "folder/name" puts one into a storage."""
    entries = [Entry("Root Entry", 5)]
    last_child: dict[int, int] = {}
    folders = {"": 0}

    def add(parent: int, name: str, kind: int, content: bytes) -> int:
        number = len(entries)
        entries.append(Entry(name, kind, content))
        if parent in last_child:
            entries[last_child[parent]].following = number
        else:
            entries[parent].child = number
        last_child[parent] = number
        return number

    for path, content in streams.items():
        *above, name = path.split("/")
        parent, whole = 0, ""
        for folder in above:
            whole += folder + "/"
            if whole not in folders:
                folders[whole] = add(parent, folder, 1, b"")
            parent = folders[whole]
        add(parent, name, 2, content)
    return _laid_out(entries)


def _laid_out(entries: list[Entry]) -> bytes:
    body: list[bytes] = []
    table: list[int] = []
    mini: list[bytes] = []
    mini_table: list[int] = []

    def store(content: bytes, size: int, sectors: list[bytes], chain: list[int]) -> int:
        start = len(sectors)
        pieces = [content[at : at + size].ljust(size, b"\0") for at in range(0, len(content), size)]
        sectors.extend(pieces)
        chain.extend([*range(start + 1, start + len(pieces)), END] if pieces else [])
        return start if pieces else END

    starts = []
    for entry in entries:
        if len(entry.content) < CUTOFF:
            starts.append(store(entry.content, MINI, mini, mini_table))
        else:
            starts.append(store(entry.content, SECTOR, body, table))
    mini_stream = b"".join(mini)
    starts[0] = store(mini_stream, SECTOR, body, table)
    mini_start = store(b"".join(struct.pack("<I", number) for number in mini_table), SECTOR, body, table)
    directory = b"".join(
        _packed(entry, start, len(mini_stream) if entry.kind == 5 else len(entry.content))
        for entry, start in zip(entries, starts, strict=True)
    )
    directory_start = store(directory, SECTOR, body, table)
    count = 1
    while (len(table) + count) * 4 > count * SECTOR:
        count += 1
    fat_start = len(table)
    table += [FAT] * count
    packed = b"".join(struct.pack("<I", number) for number in table).ljust(count * SECTOR, b"\xff")
    header = struct.pack(
        "<8s16sHHHHH6xIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"", 0x3E, 3, 0xFFFE, 9, 6, 0, count,
        directory_start, 0, CUTOFF, mini_start, -(-len(mini_table) * 4 // SECTOR), END, 0,
    )  # fmt: skip
    difat = [fat_start + index for index in range(count)] + [FREE] * (109 - count)
    return header + struct.pack("<109I", *difat) + b"".join(body) + packed


def _packed(entry: Entry, start: int, size: int) -> bytes:
    raw = entry.name.encode("utf-16-le") + b"\0\0"
    return struct.pack(
        "<64sHBBIII16sIQQIQ",
        raw,
        len(raw),
        entry.kind,
        1,
        NOTHING,
        entry.following,
        entry.child,
        b"",
        0,
        0,
        0,
        start,
        size,
    )
