"""Mail and saved pages: .eml, .mht and .mhtml by the standard library's parser, .msg by `outlook`.

Chosen by measuring. The `email` package (standard library, its lenient compat32 policy) parses every mail of the
corpus. Read: sender, receivers and copies (kept apart as a letterhead is), subject, the text or HTML body, pages of a
web archive. Left out, and named: attachments. Sources: RFC 5322, RFC 2045 to 2049, RFC 2557 (MHTML), RFC 8551 (locked
mail).
"""

from __future__ import annotations

import codecs
import re
from email import policy
from email.header import decode_header
from email.message import Message
from email.parser import BytesParser
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, BinaryIO

from core.extract.collecting import Collector
from core.extract.encoding import decode
from core.extract.outlook import read_message
from core.extract.reading import PartKind, ReadingError, Status
from core.extract.web import decode_page, page_links, page_text

if TYPE_CHECKING:
    from core.extract.reading import Limits, Reading

NAME = "mail"
VERSION = 1
FORMATS = frozenset(("eml", "mht", "msg"))

_MOST_BYTES = 256 * 1024 * 1024
_FULLER = 1.3
"""An HTML body so much longer than its plain twin is the real one: the twin only says that HTML is needed."""

_SUPERSETS = {"gb2312": "gb18030", "gbk": "gb18030", "big5": "big5hkscs", "iso8859-1": "cp1252", "ascii": "cp1252"}


def read(source: BinaryIO, form: str, limits: Limits) -> Reading:
    """Return the text of a mail or web archive, as `core.extract.reading.Extractor` says."""
    if form == "msg":
        return read_message(source, form, limits)
    source.seek(0)
    data = source.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise ReadingError(Status.TOO_LARGE, f"a mail of more than {_MOST_BYTES} bytes")
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        data = decode(data).text.encode("utf-8", "surrogatepass")
    message = BytesParser(policy=policy.compat32).parsebytes(data.lstrip(b"\r\n \t"))
    _refuse_locked(message)
    collector = Collector(form, limits)
    for name in ("From", "To", "Cc"):
        collector.add(PartKind.HEADER, _header(message, name))
    if form != "mht":  # the title of the page stands in it
        collector.add(PartKind.BODY, _header(message, "Subject"))
    _Body(collector).gather(message)
    collector.modified = _date(message)
    return collector.reading()


def _refuse_locked(message: Message) -> None:
    kind = message.get_content_type()
    if kind == "multipart/encrypted" or "enveloped-data" in str(message.get("Content-Type", "")).lower():
        raise ReadingError(Status.ENCRYPTED, "the mail is encrypted for its receivers")
    if kind in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
        raise ReadingError(Status.UNSUPPORTED, "the mail stands inside a signature, which is not opened")


def _header(message: Message, name: str) -> str:
    """Return a header's words, decoded however it was written."""
    value = message.get(name)
    if value is None:
        return ""
    try:
        pieces = decode_header(value)
    except (ValueError, TypeError, LookupError):
        pieces = [(str(value), None)]
    out = []
    for piece, charset in pieces:
        raw = piece if isinstance(piece, bytes) else piece.encode("utf-8", "surrogateescape")
        out.append(decoded(raw, charset if isinstance(charset, str) else ""))
    return re.sub(r"\s+", " ", "".join(out)).strip()


def decoded(data: bytes, charset: str) -> str:
    """Decode by the declared character set where the bytes agree with it, else by what they look like."""
    if not data:
        return ""
    try:
        name = codecs.lookup(charset).name if charset else ""
        if name and name != "unknown-8bit":
            return data.decode(_SUPERSETS.get(name, name))
    except (LookupError, UnicodeError, ValueError):
        pass
    return data.decode("ascii") if data.isascii() else decode(data).text


def _date(message: Message) -> str | None:
    try:
        return parsedate_to_datetime(str(message.get("Date", ""))).isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


class _Body:
    """Chooses and gathers the parts of a message."""

    def __init__(self, collector: Collector) -> None:
        self.collector = collector

    def gather(self, part: Message, depth: int = 0) -> None:
        """Gather `part` and what it contains.

        Raises:
            ReadingError: TOO_LARGE for parts within parts beyond the limit.
        """
        if depth > self.collector.limits.maximum_depth // 4:
            raise ReadingError(Status.TOO_LARGE, "parts of the mail are nested too deeply")
        kind = part.get_content_type()
        if part.get_content_disposition() == "attachment" or kind == "message/rfc822":
            self.collector.leave_out("attachments")
        elif kind == "multipart/alternative":
            self._gather_alternative(part, depth)
        elif part.is_multipart():
            for inner in _inner_parts(part):
                self.gather(inner, depth + 1)
        elif kind in ("text/plain", "text/html", "application/xhtml+xml"):
            self.collector.add(PartKind.BODY, self._text(part))
        elif kind.startswith("image/"):
            self.collector.item("picture", _bytes(part))
        elif kind not in ("text/css", "text/calendar", "application/javascript", "text/javascript"):
            self.collector.leave_out("attachments")

    def _gather_alternative(self, part: Message, depth: int) -> None:
        """Of the forms of one text take the plain one, unless the HTML says much more."""
        plain, page = "", ""
        others: list[Message] = []
        for inner in _inner_parts(part):
            kind = inner.get_content_type()
            if kind == "text/plain" and not plain:
                plain = self._text(inner)
            elif kind == "text/html" and not page:
                page = self._text(inner)
            else:
                others.append(inner)
        text = page if len(_packed(page)) > _FULLER * len(_packed(plain)) else plain
        self.collector.add(PartKind.BODY, text)
        for inner in others:
            if not (text and inner.get_content_type() == "multipart/related" and plain):
                self.gather(inner, depth + 1)
            else:
                self._gather_pictures(inner)

    def _text(self, part: Message) -> str:
        """Return what a part says; where the links of a page point goes to the inventory."""
        source = _source(part)
        if part.get_content_type() == "text/plain":
            return source
        for target in page_links(source):
            self.collector.link(target)
        return page_text(source)

    def _gather_pictures(self, part: Message) -> None:
        for inner in part.walk():
            if inner.get_content_maintype() == "image":
                self.collector.item("picture", _bytes(inner))


def _inner_parts(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [inner for inner in payload if isinstance(inner, Message)] if isinstance(payload, list) else []


def _packed(text: str) -> str:
    return "".join(text.split())


def _bytes(part: Message) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _source(part: Message) -> str:
    """Return the decoded text of a part, of a page its HTML."""
    data = _bytes(part)
    charset = part.get_content_charset() or ""
    if part.get_content_type() == "text/plain":
        text = decoded(data, charset).replace("\r\n", "\n")
        return _unflowed(text) if str(part.get_param("format")).lower() == "flowed" else text
    if charset and b"charset" not in data[:4096].lower():
        return decoded(data, charset)
    return decode_page(data)[0]


def _unflowed(text: str) -> str:
    """Join the soft line breaks of flowed text (RFC 3676): a line that ends with a space goes on."""
    return re.sub(r"(?<!-- ) \n(?!>)", " ", text)
