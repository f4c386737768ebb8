"""Makes compound files ([MS-CFB]) out of named streams."""

from __future__ import annotations

import struct

SECTOR, MINI, CUTOFF = 512, 64, 4096
END, FREE, FAT = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD
NOTHING = 0xFFFFFFFF


def compound(streams: dict[str, bytes]) -> bytes:
    """A compound file with these streams; "folder/name" puts one into a storage."""
    entries: list[list[object]] = [["Root Entry", 5, NOTHING, NOTHING, b""]]  # name, type, next, child, content
    last_child: dict[int, int] = {}
    folders = {"": 0}

    def add(parent: int, name: str, kind: int, content: bytes) -> int:
        number = len(entries)
        entries.append([name, kind, NOTHING, NOTHING, content])
        if parent in last_child:
            entries[last_child[parent]][2] = number
        else:
            entries[parent][3] = number
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


def _laid_out(entries: list[list[object]]) -> bytes:
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
    for _name, _kind, _next, _child, content in entries:
        assert isinstance(content, bytes)
        is_small = len(content) < CUTOFF
        starts.append(store(content, MINI, mini, mini_table) if is_small else store(content, SECTOR, body, table))
    mini_stream = b"".join(mini)
    starts[0] = store(mini_stream, SECTOR, body, table)
    mini_start = store(b"".join(struct.pack("<I", entry) for entry in mini_table), SECTOR, body, table)
    directory = b"".join(
        _entry(entry, start, len(mini_stream) if number == 0 else len(entry[4]))  # type: ignore[arg-type]
        for number, (entry, start) in enumerate(zip(entries, starts, strict=True))
    )
    directory_start = store(directory, SECTOR, body, table)
    count = 1
    while (len(table) + count) * 4 > count * SECTOR:
        count += 1
    fat_start = len(table)
    table += [FAT] * count
    packed = b"".join(struct.pack("<I", entry) for entry in table).ljust(count * SECTOR, b"\xff")
    header = struct.pack(
        "<8s16sHHHHH6xIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"", 0x3E, 3, 0xFFFE, 9, 6, 0, count,
        directory_start, 0, CUTOFF, mini_start, -(-len(mini_table) * 4 // SECTOR), END, 0,
    )  # fmt: skip
    difat = [fat_start + index for index in range(count)] + [FREE] * (109 - count)
    return header + struct.pack("<109I", *difat) + b"".join(body) + packed


def _entry(entry: list[object], start: int, size: int) -> bytes:
    name, kind, following, child, _ = entry
    raw = str(name).encode("utf-16-le") + b"\0\0"
    return struct.pack(
        "<64sHBBIII16sIQQIQ", raw, len(raw), kind, 1, NOTHING, following, child, b"", 0, 0, 0, start, size
    )
