"""What a content really is, whatever the file is called.

A *form* is a lower-case name of a family: "docx" stands for docm, dotx and dotm too, "txt" for every plain text.
Signatures decide first, then the members of a container, then how a text begins; the suffix decides only between
forms that look alike (a .txt that holds HTML is a text about HTML) and for text without a sign of its own.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, BinaryIO, Final

from core.extract.reading import Limits, ReadingError, Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

TEXT_SUFFIXES: Final = frozenset(
    """
    .txt .text .md .markdown .mkd .rst .adoc .asciidoc .org .tex .bib .csv .tsv .tab .log .json .jsonl .ndjson
    .xml .xsd .xsl .xslt .yaml .yml .toml .ini .cfg .conf .properties .srt .vtt .ass .lrc .sub .po .diff .patch
    .py .pyi .js .mjs .ts .tsx .jsx .java .kt .c .h .cc .cpp .cxx .hpp .cs .go .rs .rb .php .pl .sh .bash .bat
    .cmd .ps1 .sql .r .m .swift .scala .lua .vb .vbs .pas .f90 .css .scss .less .asm .s .v .vhd .dart .groovy
    .gradle .cmake .mk .nfo .me
    """.split()  # noqa: SIM905 - a list of quoted words would be a page long
)

SUFFIXES: Final[Mapping[str, tuple[str, ...]]] = {
    "docx": (".docx", ".docm", ".dotx", ".dotm"),
    "pptx": (".pptx", ".pptm", ".ppsx", ".ppsm", ".potx", ".potm"),
    "xlsx": (".xlsx", ".xlsm", ".xltx", ".xltm"),
    "xlsb": (".xlsb",),
    "doc": (".doc", ".dot"),
    "xls": (".xls", ".xlt"),
    "ppt": (".ppt", ".pps", ".pot"),
    "wps": (".wps", ".wpt"),
    "et": (".et", ".ett"),
    "dps": (".dps", ".dpt"),
    "wri": (".wri",),
    "pdf": (".pdf",),
    "rtf": (".rtf",),
    "odt": (".odt", ".ott", ".fodt"),
    "ods": (".ods", ".ots", ".fods"),
    "odp": (".odp", ".otp", ".fodp"),
    "epub": (".epub",),
    "ofd": (".ofd",),
    "eml": (".eml",),
    "msg": (".msg",),
    "mht": (".mht", ".mhtml"),
    "html": (".html", ".htm", ".xhtml", ".xht", ".shtml"),
    "pages": (".pages",),
    "txt": tuple(sorted(TEXT_SUFFIXES)),
}
"""The suffixes of each form."""

FORM_OF_SUFFIX: Final[Mapping[str, str]] = {suffix: form for form, suffixes in SUFFIXES.items() for suffix in suffixes}

NO_DOCUMENT: Final[Mapping[str, str]] = {
    "empty": "an empty file",
    "picture": "a picture",
    "media": "sound or film",
    "archive": "a compressed archive",
    "program": "a program",
    "zip": "a zip archive",
    "ole": "an OLE container without a known document",
    "pages": "an Apple iWork document",
    "xps": "an XPS document",
    "visio": "a Visio drawing",
    "binary": "of no known kind",
}
"""Forms that no extractor reads, in words."""

SIGNATURES: Final[tuple[tuple[bytes, str], ...]] = (
    (b"\x89PNG\r\n\x1a\n", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF87a", "picture"),
    (b"GIF89a", "picture"),
    (b"II*\x00", "picture"),
    (b"MM\x00*", "picture"),
    (b"8BPS", "picture"),
    (b"\xd7\xcd\xc6\x9a", "picture"),
    (b"7z\xbc\xaf\x27\x1c", "archive"),
    (b"Rar!\x1a\x07", "archive"),
    (b"\x1f\x8b\x08", "archive"),
    (b"BZh", "archive"),
    (b"\xfd7zXZ\x00", "archive"),
    (b"\x28\xb5\x2f\xfd", "archive"),
    (b"MSCF\x00\x00\x00\x00", "archive"),
    (b"\x7fELF", "program"),
    (b"MZ\x90\x00", "program"),
    (b"\xca\xfe\xba\xbe", "program"),
    (b"\xcf\xfa\xed\xfe", "program"),
    (b"SQLite format 3\x00", "binary"),
    (b"OggS\x00", "media"),
    (b"ID3\x03", "media"),
    (b"ID3\x04", "media"),
    (b"fLaC\x00", "media"),
    (b"\x1aE\xdf\xa3", "media"),
    (b"\x31\xbe\x00\x00\x00\xab", "wri"),
    (b"\x32\xbe\x00\x00\x00\xab", "wri"),
    (b"\xdb\xa5", "doc"),
    (b"\xdc\xa5", "doc"),
    (b"\x09\x08\x10\x00\x00\x06", "xls"),
    (b"\x09\x08\x08\x00\x00\x05", "xls"),
    (b"\x09\x00\x04\x00", "xls"),
    (b"\x09\x02\x06\x00", "xls"),
    (b"\x09\x04\x06\x00", "xls"),
)
"""First bytes that settle it. Sources: the formats' own specifications; [MS-XLS] 2.4.21 BOF, [MS-DOC] 2.5.2 FibBase."""

OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
HEAD: Final = 8192
PDF_WITHIN: Final = 1024  # ISO 32000-1 annex H.3.4.1: readers accept the header within the first 1024 bytes

OLE_STREAMS: Final[tuple[tuple[str, str], ...]] = (
    ("EncryptedPackage", "encrypted"),
    ("\tDRMContent", "encrypted"),
    ("WordDocument", "doc"),
    ("PowerPoint Document", "ppt"),
    ("PP97_DUALSTORAGE", "ppt"),
    ("PP40", "ppt"),
    ("Workbook", "xls"),
    ("Book", "xls"),
    ("__properties_version1.0", "msg"),
    ("MatOST", "wps"),
    ("VisioDocument", "visio"),
)
"""Streams that name the kind of an OLE container, the deciding one first."""

KINGSOFT: Final = {("doc", ".wps"): "wps", ("doc", ".wpt"): "wps", ("xls", ".et"): "et", ("xls", ".ett"): "et",
                   ("ppt", ".dps"): "dps", ("ppt", ".dpt"): "dps"}  # fmt: skip
"""Kingsoft WPS writes Office's own OLE formats; only the suffix tells them apart."""

ZIP_MEMBERS: Final[tuple[tuple[bytes, str], ...]] = (
    (rb"word/document\d*\.xml", "docx"),
    (rb"ppt/presentation\d*\.xml", "pptx"),
    (rb"xl/workbook\d*\.xml", "xlsx"),
    (rb"xl/workbook\d*\.bin", "xlsb"),
    (rb"OFD\.xml", "ofd"),
    (rb"visio/document\.xml", "visio"),
    (rb"FixedDocumentSequence\.fdseq|FixedDocSeq\.fdseq", "xps"),
    (rb"Index/Document\.iwa|Index\.zip|index\.apxl", "pages"),
)
"""Members that name the kind of a zip package at once."""

MAIN_TYPES: Final[tuple[tuple[bytes, str], ...]] = (
    (rb"wordprocessingml\.(?:document|template)\.main|ms-word\.(?:document|template)\.macroEnabled[\w.]*main", "docx"),
    (rb"presentationml\.(?:presentation|slideshow|template)\.main|ms-powerpoint\.\w+\.macroEnabled[\w.]*main", "pptx"),
    (rb"spreadsheetml\.(?:sheet|template)\.main\+xml|ms-excel\.\w+\.macroEnabled[\w.]*main\+xml", "xlsx"),
    (rb"ms-excel\.sheet\.binary\.macroEnabled\.main", "xlsb"),
)
"""Content types of main parts. Source: ECMA-376 part 1, sections 11.3, 12.3, 13.3; [MS-OFFMACRO2] 2.2."""

MIMETYPES: Final[tuple[tuple[bytes, str], ...]] = (
    (b"application/vnd.oasis.opendocument.text", "odt"),
    (b"application/vnd.oasis.opendocument.spreadsheet", "ods"),
    (b"application/vnd.oasis.opendocument.presentation", "odp"),
    (b"application/epub+zip", "epub"),
)

_SPACE = rb"(?:\s|\xef\xbb\xbf|<\?xml[^>]*\?>|<!--.*?-->)*"
_HTML = re.compile(
    _SPACE + rb"<(?:!doctype\s+html|html|head|body|table|meta|div|style|script)\b", re.IGNORECASE | re.DOTALL
)
_RTF = re.compile(rb"\s*(?:\xef\xbb\xbf)?\s*\{\s*\\rtf")
_HEADERS = re.compile(
    rb"^(?:From|To|Cc|Subject|Date|Message-ID|Received|Return-Path|MIME-Version|Content-Type|X-[\w-]+|Delivered-To|"
    rb"Content-Transfer-Encoding|Content-Location|Reply-To|DKIM-Signature|Snapshot-Content-Location):",
    re.IGNORECASE | re.MULTILINE,
)
_FLAT_ODF = re.compile(rb"mimetype\s*=\s*[\"']application/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)")


def sniff(source: BinaryIO, name: str, limits: Limits) -> str:
    """Return the form of `source`, one of `SUFFIXES` or `NO_DOCUMENT`.

    Raises:
        ReadingError: ENCRYPTED, for a package that is locked as a whole.
    """
    suffix = os.path.splitext(name)[1].lower()
    source.seek(0)
    head = source.read(HEAD)
    if not head:
        return "empty"
    if head.startswith(OLE):
        return _ole_form(source, suffix)
    if head.startswith(b"PK") and head[2:4] in (b"\x03\x04", b"\x05\x06", b"\x07\x08", b"00"):
        return _zip_form(source, suffix, limits)
    return _signed(head) or _text_form(head, suffix) or _late_zip(source, suffix, limits) or _unsigned(head, suffix)


def _signed(head: bytes) -> str:
    for signature, form in SIGNATURES:
        if head.startswith(signature):
            return form
    if head[4:8] == b"ftyp":
        return "media"
    if head.startswith(b"RIFF") and head[8:12] in (b"WAVE", b"AVI ", b"WEBP"):
        return "picture" if head[8:12] == b"WEBP" else "media"
    if head.startswith(b"BM") and head[6:10] == b"\0\0\0\0":
        return "picture"
    return "pdf" if b"%PDF-" in head[:PDF_WITHIN] else ""


def _text_form(head: bytes, suffix: str) -> str:
    """Return the form of something that begins as text does, or "" when it has no sign of its own."""
    named = FORM_OF_SUFFIX.get(suffix, "")
    if _RTF.match(head):
        return "rtf"
    flat = _FLAT_ODF.search(head)
    if flat:
        return {b"text": "odt", b"spreadsheet": "ods", b"presentation": "odp"}[flat[1]]
    if named in ("html", "txt"):
        return named
    plain = head.replace(b"\0", b"") if head.startswith((b"\xff\xfe", b"\xfe\xff")) else head
    if named != "eml" and _HTML.match(plain):
        return "html"
    if is_mail(head):
        related = b"multipart/related" in head.lower() or b"Snapshot-Content-Location" in head
        return "mht" if named == "mht" or (related and named != "eml") else "eml"
    return ""


def is_mail(head: bytes) -> bool:
    """Say whether `head` begins with a block of mail headers (RFC 5322), at least two of them well known."""
    block = re.split(rb"\r?\n\r?\n|\r\r", head.lstrip(), maxsplit=1)[0]
    if not re.match(rb"(?:From [^\r\n]*\r?\n)?[!-9;-~]+:", block):
        return False
    return len(_HEADERS.findall(block.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))) >= 2


def _unsigned(head: bytes, suffix: str) -> str:
    """Bytes without any sign: a plain text when they look like one, else nothing known."""
    from core.extract.encoding import looks_like_text  # noqa: PLC0415 - only unsigned bytes need the evidence

    named = FORM_OF_SUFFIX.get(suffix, "")
    if looks_like_text(head):
        return named if named in ("eml", "mht") else "txt"
    return "binary"


def _ole_form(source: BinaryIO, suffix: str) -> str:
    names = _ole_names(source)
    form = next((form for stream, form in OLE_STREAMS if stream in names), "")
    if form == "encrypted":
        raise ReadingError(Status.ENCRYPTED, "the document is locked with a password")
    if not form:
        named = FORM_OF_SUFFIX.get(suffix, "")
        return named if not names and named in ("doc", "xls", "ppt", "msg", "wps", "et", "dps") else "ole"
    return KINGSOFT.get((form, suffix), form)


def _ole_names(source: BinaryIO) -> frozenset[str]:
    """The names in the root of an OLE container; where its directory is broken, those that stand in its bytes."""
    import olefile  # noqa: PLC0415 - only OLE containers need it

    from core.extract.compound import OLE_ERRORS  # noqa: PLC0415 - as above

    source.seek(0)
    try:
        with olefile.OleFileIO(source, raise_defects=olefile.DEFECT_FATAL) as container:
            names = frozenset(entry[0] for entry in container.listdir(streams=True, storages=True) if len(entry) == 1)
    except OLE_ERRORS:
        names = frozenset()
    if names:
        return names
    source.seek(0)
    content = source.read()
    return frozenset(stream for stream, _ in OLE_STREAMS if stream.encode("utf-16-le") + b"\0\0" in content)


def _zip_form(source: BinaryIO, suffix: str, limits: Limits) -> str:
    from core.extract.archive import has_member  # noqa: PLC0415 - only zip packages need it

    named = FORM_OF_SUFFIX.get(suffix)
    for pattern, form in ZIP_MEMBERS:
        if form == named and has_member(source, pattern):
            return form
    names = b"\n".join(name.encode("utf-8", "replace") for name in _zip_names(source, limits))
    form = _first(ZIP_MEMBERS, names, rb"(?:^|\n)(?:%s)(?:\n|$)")
    if form:
        return form
    return _packaged_form(source, names, suffix, limits)


def _packaged_form(source: BinaryIO, names: bytes, suffix: str, limits: Limits) -> str:
    """Look into the members that say what a package is."""
    from core.extract.archive import Archive  # noqa: PLC0415 - only unusual packages need it

    archive = Archive(source, limits)
    form = _first(MAIN_TYPES, archive.get("[Content_Types].xml"))
    if form:
        return form
    mimetype = archive.get("mimetype").strip() + archive.get("META-INF/manifest.xml")[:4000]
    form = next((form for kind, form in MIMETYPES if kind in mimetype), "")
    if form:
        return form
    lowered = names.lower()
    for member, form in ((b"word/document", "docx"), (b"ppt/slides/", "pptx"), (b"xl/worksheets/", "xlsx")):
        if member in lowered:
            return form
    if b"META-INF/container.xml" in names:
        return "epub"
    named = FORM_OF_SUFFIX.get(suffix, "")
    return "odt" if b"content.xml" in names and named == "odt" else "zip"


def _late_zip(source: BinaryIO, suffix: str, limits: Limits) -> str:
    """A package with something before its first member, or whose first bytes are broken."""
    if FORM_OF_SUFFIX.get(suffix) not in ("docx", "pptx", "xlsx", "xlsb", "odt", "ods", "odp", "epub", "ofd"):
        return ""
    source.seek(0)
    at = source.read(64 * 1024).find(b"PK\x03\x04")
    if at < 0:
        return ""
    form = _zip_form(source, suffix, limits)
    return "" if form == "zip" else form


def _zip_names(source: BinaryIO, limits: Limits) -> Iterable[str]:
    from core.extract.archive import Archive  # noqa: PLC0415 - only zip packages need it

    return Archive(source, limits).names


def _first(patterns: Iterable[tuple[bytes, str]], where: bytes, around: bytes = rb"%s") -> str:
    return next((form for pattern, form in patterns if re.search(around % pattern, where)), "")
