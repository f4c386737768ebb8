"""Zip packages read safely: bounded, streamed, and salvaged where they are broken.

What a package costs is bounded before it is paid: members, bytes after decompression, ratio. A member's bytes are never
more than its directory entry says, so a lying entry costs what it claims and no more. Where the central directory is
missing, cut or contradicts the members, the local headers are read instead (APPNOTE.TXT 6.3.10, sections 4.3.7 and
4.3.16); of a member that breaks off, what came before is kept and `damage` says so.
"""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from core.extract.reading import Limits, ReadingError, Status

if TYPE_CHECKING:
    from collections.abc import Iterator

CHUNK: Final = 256 * 1024
LOCAL: Final = struct.Struct("<4s5H3L2H")
END_OF_DIRECTORY: Final = struct.Struct("<4s4H2LH")
END_OF_DIRECTORY_64: Final = struct.Struct("<4sQ2H2L4Q")
ROOM: Final = 64  # bytes for the extra fields of a local header
DIRECTORY_ENTRY: Final = 46
ENTRY: Final = struct.Struct("<2H4x3L3H8xL")  # from the flags on
TAIL: Final = 66_000  # an end record and the longest comment
ENTRY_BYTES: Final = 300  # a directory of more bytes an entry than this is taken for a flood of entries
BYTES_A_CHARACTER: Final = 8  # markup and all: a part with more for each character that is allowed is refused
SMALL: Final = 1024 * 1024  # ratios of smaller members mean nothing
UNICODE_NAME: Final = 0x800
LOCKED: Final = 0x1
LATER_SIZES: Final = 0x8


class Member(NamedTuple):
    """One entry.

    Attributes:
        offset: of its local header.
        packed: bytes in the container; -1 when only decompressing tells.
        size: bytes after decompression; -1 when only decompressing tells.
        check: CRC-32 of the decompressed bytes; -1 when unknown.
    """

    name: str
    offset: int
    method: int
    flags: int
    packed: int
    size: int
    check: int


class Archive:
    """A zip package, open for reading.

    Attributes:
        names: of the members, in order, with `/` between folders and none in front.
        damage: what was found broken so far, "" when nothing was.
    """

    def __init__(self, source: BinaryIO, limits: Limits) -> None:
        """Read the directory of `source`.

        Raises:
            ReadingError: TOO_LARGE for too many members, DAMAGED when there is none.
        """
        self._source = source
        self._limits = limits
        self._spent = 0
        self.damage = ""
        members = self._listed()
        if members is None:
            self.damage = "the directory of the package is broken"
            members = list(_scanned(source, limits))
        if not members:
            raise ReadingError(Status.DAMAGED, "the package has no readable member")
        self._members = {member.name: member for member in members}
        self._folded = {name.lower(): name for name in self._members}
        self._twins = members if len(members) > len(self._members) else []

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all members."""
        return tuple(self._members)

    def __contains__(self, name: str) -> bool:
        return name in self._members or name.lower() in self._folded

    def size(self, name: str) -> int:
        """Return the bytes of a member after decompression; 0 when unknown or absent."""
        member = self._find(name)
        return max(member.size, 0) if member else 0

    def get(self, name: str) -> bytes:
        """Return a member's bytes, b"" when it is not there."""
        return self.read(name) if name in self else b""

    def courtesy(self, name: str) -> bytes:
        """Return the bytes of a member that is no content of the document: its damage does not count."""
        damage = self.damage
        content = self.get(name)
        self.damage = damage
        return content

    def read(self, name: str) -> bytes:
        """Return a member's bytes; of a broken one what can be had.

        Raises:
            KeyError: no member has this name.
            ReadingError: ENCRYPTED, TOO_LARGE, or UNSUPPORTED for an unknown way of compression.
        """
        member = self._find(name)
        if member is None:
            raise KeyError(name)
        content = self._whole(member)
        if content or member.size == 0:
            return content
        older = [twin for twin in self._twins if twin.name == member.name and twin is not member]
        return self._whole(older[-1]) if older else content

    def _whole(self, member: Member) -> bytes:
        content = self._at_once(member)
        if content is not None:
            return content
        most = self._limits.maximum_text * BYTES_A_CHARACTER
        pieces: list[bytes] = []
        had = 0
        for piece in self._chunks(member):
            had += len(piece)
            if had > most or member.size > most:
                raise ReadingError(Status.TOO_LARGE, f"{member.name} has more than {most} bytes")
            pieces.append(piece)
        return b"".join(pieces)

    def _at_once(self, member: Member) -> bytes | None:
        """Return a small sound member, the usual case; None when it has to be read with more care."""
        if member.method != zipfile.ZIP_DEFLATED or not 0 <= member.size <= SMALL or not 0 <= member.packed <= SMALL:
            return None
        self._allow(member)
        self._source.seek(member.offset)
        read = self._source.read(LOCAL.size + len(member.name) + ROOM + member.packed)
        if len(read) < LOCAL.size or not read.startswith(b"PK\x03\x04"):
            return None
        at = LOCAL.size + read[26] + 256 * read[27] + read[28] + 256 * read[29]
        try:
            content = zlib.decompressobj(-zlib.MAX_WBITS).decompress(read[at : at + member.packed], member.size + 1)
        except zlib.error:
            return None
        if len(content) != member.size or zlib.crc32(content) != member.check:
            return None
        self._spend(len(content))
        return content

    def stream(self, name: str) -> Iterator[bytes]:
        """Yield a member's bytes in pieces, for what is only digested; nothing when it is not there."""
        member = self._find(name)
        return self._chunks(member) if member else iter(())

    def _find(self, name: str) -> Member | None:
        member = self._members.get(name)
        return member or self._members.get(self._folded.get(name.lower(), ""))

    def _listed(self) -> list[Member] | None:
        """The members by the central directory, None when it cannot be used."""
        if _claimed(self._source) > self._limits.maximum_members:
            raise ReadingError(Status.TOO_LARGE, f"more than {self._limits.maximum_members} members in the package")
        members = _directory(self._source)
        if members is not None:
            return members
        self._source.seek(0)
        try:
            with zipfile.ZipFile(self._source) as opened:
                infos = opened.infolist()
        except (zipfile.BadZipFile, OSError, ValueError, struct.error, NotImplementedError, UnicodeError, EOFError):
            return None
        return [_member(info) for info in infos]

    def _chunks(self, member: Member) -> Iterator[bytes]:
        self._allow(member)
        self._source.seek(member.offset)
        header = self._source.read(LOCAL.size)
        if len(header) < LOCAL.size or not header.startswith(b"PK\x03\x04"):
            self.damage = f"{member.name} is not where the directory says"
            return
        *_, name_length, extra_length = LOCAL.unpack(header)
        at = member.offset + LOCAL.size + name_length + extra_length
        pieces = self._inflated(at, member) if member.method == zipfile.ZIP_DEFLATED else self._copied(at, member)
        check = 0
        had = 0
        for piece in pieces:
            check = zlib.crc32(piece, check)
            had += len(piece)
            self._spend(len(piece))
            yield piece
        if member.size >= 0 and had < member.size:
            self.damage = f"{member.name} breaks off"
        elif member.check not in (-1, check):
            self.damage = f"{member.name} does not have the check sum that the package says"

    def _allow(self, member: Member) -> None:
        """Refuse what would cost too much before it is read."""
        if member.flags & LOCKED:
            raise ReadingError(Status.ENCRYPTED, "the package's members are locked with a password")
        if member.method not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ReadingError(Status.UNSUPPORTED, f"compression method {member.method} is not read")
        if member.size > SMALL and 0 <= member.packed * self._limits.maximum_ratio < member.size:
            raise ReadingError(Status.TOO_LARGE, f"{member.name} expands more than {self._limits.maximum_ratio} times")
        if self._spent + max(member.size, 0) > self._limits.maximum_expansion:
            raise ReadingError(Status.TOO_LARGE, f"more than {self._limits.maximum_expansion} bytes unpacked")

    def _spend(self, count: int) -> None:
        self._spent += count
        if self._spent > self._limits.maximum_expansion:
            raise ReadingError(Status.TOO_LARGE, f"more than {self._limits.maximum_expansion} bytes unpacked")

    def _copied(self, at: int, member: Member) -> Iterator[bytes]:
        self._source.seek(at)
        left = member.size if member.size >= 0 else member.packed
        while left > 0:
            piece = self._source.read(min(CHUNK, left))
            if not piece:
                return
            left -= len(piece)
            yield piece
            self._source.seek(at := at + len(piece))

    def _inflated(self, at: int, member: Member) -> Iterator[bytes]:
        """Yield decompressed pieces of at most CHUNK bytes until the member's size, its end or its first fault."""
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        left = member.size if member.size >= 0 else self._limits.maximum_expansion
        packed = b""
        while left > 0 and not inflate.eof:
            if not packed:
                self._source.seek(at)
                packed = self._source.read(CHUNK)
                at += len(packed)
            try:
                piece = inflate.decompress(packed, min(CHUNK, left)) if packed else inflate.flush()
            except zlib.error:
                self.damage = f"{member.name} is broken inside"
                return
            if not piece and not packed:
                return
            packed = inflate.unconsumed_tail
            left -= len(piece)
            if piece:
                yield piece


def _member(info: zipfile.ZipInfo) -> Member:
    offset = max(0, info.header_offset)  # a wrong directory can point to before the file
    sizes = (info.compress_size, info.file_size, info.CRC)
    return Member(_clean(info.filename), offset, info.compress_type, info.flag_bits, *sizes)


def _clean(name: str) -> str:
    return name.replace("\\", "/").lstrip("/")


def _directory(source: BinaryIO) -> list[Member] | None:
    """The members by a directory of the usual kind, five times as fast as zipfile; None when anything is unusual."""
    size = source.seek(0, 2)
    source.seek(max(0, size - TAIL))
    tail = source.read()
    end = tail.rfind(b"PK\x05\x06")
    if end < 0 or len(tail) - end < END_OF_DIRECTORY.size:
        return None
    _, _, _, _, count, length, offset, _ = END_OF_DIRECTORY.unpack_from(tail, end)
    if count == 0xFFFF or offset + length != size - len(tail) + end:
        return None
    source.seek(offset)
    listing = source.read(length)
    members = []
    at = 0
    for _ in range(count):
        if listing[at : at + 4] != b"PK\x01\x02" or at + DIRECTORY_ENTRY > length:
            return None
        flags, method, check, packed, whole, name_length, extra, comment, local = ENTRY.unpack_from(listing, at + 8)
        if 0xFFFFFFFF in (packed, whole, local):
            return None
        at += DIRECTORY_ENTRY
        name = listing[at : at + name_length].decode("utf-8" if flags & UNICODE_NAME else "cp437", "replace")
        members.append(Member(_clean(name), local, method, flags, packed, whole, check))
        at += name_length + extra + comment
    return members


def has_member(source: BinaryIO, pattern: bytes) -> bool:
    """Say, without reading the directory, whether its end lists a member whose whole name matches `pattern`.

    False is no proof: only the last TAIL bytes are looked at.
    """
    size = source.seek(0, 2)
    source.seek(max(0, size - TAIL))
    tail = source.read()
    for match in re.finditer(pattern, tail):
        entry = match.start() - DIRECTORY_ENTRY
        if entry >= 0 and tail.startswith(b"PK\x01\x02", entry) and tail[entry + 28] == match.end() - match.start():
            return True
    return False


def _claimed(source: BinaryIO) -> int:
    """How many entries the end of the directory claims, or its length is good for; 0 when there is no end."""
    size = source.seek(0, 2)
    source.seek(max(0, size - TAIL))
    tail = source.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) - at < END_OF_DIRECTORY.size:
        return 0
    count: int
    length: int
    *_, count, length, _, _ = END_OF_DIRECTORY.unpack_from(tail, at)
    wide = tail.rfind(b"PK\x06\x06", 0, at) if count == 0xFFFF or length == 0xFFFFFFFF else -1
    if wide >= 0 and len(tail) - wide >= END_OF_DIRECTORY_64.size:
        *_, count, length, _ = END_OF_DIRECTORY_64.unpack_from(tail, wide)
    return max(count, length // ENTRY_BYTES)


def _scanned(source: BinaryIO, limits: Limits) -> Iterator[Member]:
    """Yield the members whose local headers stand in `source`."""
    found = 0
    for offset in _positions(source):
        source.seek(offset)
        header = source.read(LOCAL.size)
        if len(header) < LOCAL.size:
            return
        _, _, flags, method, _, _, check, packed, size, name_length, _ = LOCAL.unpack(header)
        name = source.read(name_length)
        if not name or len(name) < name_length or b"\0" in name:
            continue
        found += 1
        if found > limits.maximum_members:
            raise ReadingError(Status.TOO_LARGE, f"more than {limits.maximum_members} members in the package")
        text = name.decode("utf-8" if flags & UNICODE_NAME else "cp437", "replace")
        unknown = bool(flags & LATER_SIZES) or size == 0xFFFFFFFF
        known = (-1, -1, -1) if unknown else (packed, size, check)
        yield Member(_clean(text), offset, method, flags, *known)


def _positions(source: BinaryIO) -> Iterator[int]:
    """Yield where local headers seem to begin."""
    base = 0
    kept = b""
    while True:
        source.seek(base + len(kept))
        piece = source.read(4 * CHUNK)
        if not piece:
            return
        window = kept + piece
        at = window.find(b"PK\x03\x04")
        while at >= 0:
            yield base + at
            at = window.find(b"PK\x03\x04", at + 4)
        kept = window[-3:]
        base += len(window) - len(kept)
