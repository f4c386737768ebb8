"""Messages of Outlook (.msg): compound files of properties.

Source: [MS-OXMSG] sections 2.1 (properties), 2.2 (storages), 2.4 (property stream); names of properties after
[MS-OXPROPS]; [MS-OXRTFCP] section 2.2 (compressed RTF). extract-msg is kept, but GPL; olefile gives the streams.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, BinaryIO

from core.extract.collecting import Collector
from core.extract.compound import Compound, iso_of_ticks
from core.extract.encoding import decode
from core.extract.reading import PartKind, ReadingError, Status
from core.extract.rtf_words import codec_of_page
from core.extract.web import decode_page, page_links, page_text

if TYPE_CHECKING:
    from core.extract.reading import Limits, Reading

_CLASS, _SUBJECT, _SENDER, _SENDER_ADDRESS, _TO, _CC = 0x001A, 0x0037, 0x0C1A, 0x0C1F, 0x0E04, 0x0E03
_BODY, _HTML, _RTF = 0x1000, 0x1013, 0x1009
_CONTENT_ID, _MIME_TYPE, _ATTACHED = 0x3712, 0x370E, 0x3701
_CODE_PAGE, _INTERNET_PAGE, _SUBMITTED = 0x3FFD0003, 0x3FDE0003, 0x00390040
_PRELOADED = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor "
    b"MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20"
    b"\\b\\i\\u\\tab\\tx"
)
"""The dictionary that compressed RTF begins with ([MS-OXRTFCP] section 2.1.3.1.2)."""

_WINDOW = 4096


def read_message(source: BinaryIO, form: str, limits: Limits) -> Reading:
    """Return the text of an Outlook message."""
    compound = Compound(source, limits)
    message = _Message(compound)
    if not message.has_any:
        raise ReadingError(Status.DAMAGED, "the message has no properties")
    kind = message.text(_CLASS).lower()
    if kind.startswith("ipm.note.smime") and "multipartsigned" not in kind:
        raise ReadingError(Status.ENCRYPTED, "the message is encrypted for its receivers")
    collector = Collector(form, limits)
    sender, address = message.text(_SENDER), message.text(_SENDER_ADDRESS)
    collector.add(PartKind.HEADER, sender if "@" not in address or address == sender else f"{sender} <{address}>")
    for name in (_TO, _CC):
        collector.add(PartKind.HEADER, message.text(name))
    collector.add(PartKind.BODY, message.text(_SUBJECT))
    collector.add(PartKind.BODY, message.body(limits))
    for target in page_links(message.page()):
        collector.link(target)
    collector.modified = message.submitted
    for storage in compound.storages():
        if storage.lower().startswith("__attach"):
            _gather_attachment(_Message(compound, storage + "/"), collector)
    return collector.reading()


def _gather_attachment(attached: _Message, collector: Collector) -> None:
    """A picture that the body shows is a picture of the message; any other file is an attachment."""
    if attached.text(_CONTENT_ID) and attached.text(_MIME_TYPE).lower().startswith("image/"):
        collector.item("picture", attached.data(_ATTACHED))
    else:
        collector.leave_out("attachments")


class _Message:
    """The properties in the root of a message, or of one of its storages."""

    def __init__(self, compound: Compound, folder: str = "") -> None:
        self._compound = compound
        self._folder = folder
        self._numbers = self._fixed()
        page = self._numbers.get(_CODE_PAGE) or self._numbers.get(_INTERNET_PAGE) or 0
        self._codec = codec_of_page(page) if page else ""

    @property
    def has_any(self) -> bool:
        """Whether there is any property."""
        return bool(self._numbers) or any(name.lower().startswith("__substg1.0_") for name in self._compound.names)

    def _fixed(self) -> dict[int, int]:
        """Return the numbers of the property stream: 16 bytes each, after a head of 32 bytes (24 or 8 in storages)."""
        data = self._compound.stream(f"{self._folder}__properties_version1.0")
        start = 8 if self._folder else 32
        found = {}
        for at in range(start, len(data) - 15, 16):
            tag, _, value = struct.unpack_from("<IIQ", data, at)
            found[tag] = value & 0xFFFFFFFF if tag & 0xFFFF == 3 else value
        return found

    @property
    def submitted(self) -> str | None:
        """When the message was sent, ISO 8601."""
        return iso_of_ticks(self._numbers.get(_SUBMITTED, 0))

    def data(self, name: int) -> bytes:
        """Return a binary property."""
        return self._compound.stream(f"{self._folder}__substg1.0_{name:04X}0102")

    def text(self, name: int) -> str:
        """Return a text property, Unicode or of the message's code page."""
        wide = self._compound.stream(f"{self._folder}__substg1.0_{name:04X}001F")
        if wide:
            return wide[: len(wide) // 2 * 2].decode("utf-16-le", "replace").rstrip("\0")
        narrow = self._compound.stream(f"{self._folder}__substg1.0_{name:04X}001E").rstrip(b"\0")
        if narrow.isascii():
            return narrow.decode("ascii")
        if self._codec:
            try:
                return narrow.decode(self._codec)
            except UnicodeDecodeError:
                pass
        return decode(narrow).text

    def page(self) -> str:
        """Return the HTML of the message, "" where it has none."""
        page = self.data(_HTML)
        return decode_page(page)[0] if page else self.text(_HTML)

    def body(self, limits: Limits) -> str:
        """Return the text of the message: plain, else of its HTML, else of its RTF."""
        plain = self.text(_BODY)
        if plain.strip():
            return plain.replace("\r\n", "\n")
        if (page := self.page()).strip():
            return page_text(page)
        packed = self.data(_RTF)
        if not packed:
            return ""
        from core.extract.rtf import text_of  # noqa: PLC0415 - few messages have nothing but RTF

        return text_of(unpacked_rtf(packed, limits), limits)


def unpacked_rtf(data: bytes, limits: Limits) -> bytes:
    """Return the RTF of a compressed one ([MS-OXRTFCP] section 2.2): references into a ring of 4,096 bytes.

    Raises:
        ReadingError: DAMAGED for an unknown kind, TOO_LARGE beyond the limit.
    """
    if len(data) < 16:
        return b""
    _, size, kind, _ = struct.unpack_from("<IIII", data)
    if kind == 0x414C454D:  # "MELA": not compressed
        return data[16 : 16 + size]
    if kind != 0x75465A4C:  # "LZFu"
        raise ReadingError(Status.DAMAGED, "the message's RTF is compressed in an unknown way")
    if size > limits.maximum_text * 8:
        raise ReadingError(Status.TOO_LARGE, "the message's RTF is too long")
    ring = bytearray(_PRELOADED.ljust(_WINDOW, b"\0"))
    write = len(_PRELOADED)
    out = bytearray()
    at = 16
    while at < len(data) and len(out) < size:
        control = data[at]
        at += 1
        for bit in range(8):
            if control >> bit & 1:
                if at + 2 > len(data):
                    return bytes(out)
                offset, length = (data[at] << 4) | (data[at + 1] >> 4), (data[at + 1] & 15) + 2
                at += 2
                if offset == write:
                    return bytes(out[:size])
                chunk = bytearray()
                for step in range(length):
                    byte = ring[(offset + step) % _WINDOW]
                    ring[write] = byte
                    write = (write + 1) % _WINDOW
                    chunk.append(byte)
                out += chunk
            elif at < len(data):
                ring[write] = data[at]
                write = (write + 1) % _WINDOW
                out.append(data[at])
                at += 1
    return bytes(out[:size])
