"""Makes PDFs: pages of lines in an embedded-free font with a table to Unicode, pictures, form fields, annotations."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, field
from hashlib import md5

LINE, TOP = 14, 780
_PADDING = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")


@dataclass
class Sheet:
    """One page: its lines from the top, a picture over all of it, annotations as dictionaries."""

    lines: list[str] = field(default_factory=list)
    has_picture: bool = False
    annotations: list[str] = field(default_factory=list)


def pdf(sheets: list[Sheet], catalogue: str = "", extra: list[str] | None = None) -> bytes:
    """A PDF of these pages. `extra`: further objects, which `catalogue` may refer to as {extra0}, {extra1} ..."""
    objects: list[bytes] = []

    def add(content: bytes | str) -> int:
        objects.append(content if isinstance(content, bytes) else content.encode("latin-1"))
        return len(objects)

    root, pages = add(""), add("")
    signs = sorted({sign for sheet in sheets for line in sheet.lines for sign in line})
    codes = {sign: number for number, sign in enumerate(signs, 1)}
    font = _font(codes, add)
    picture = add(
        _stream("/Type/XObject/Subtype/Image/Width 8/Height 8/ColorSpace/DeviceGray/BitsPerComponent 8", bytes(64))
    )
    kids = []
    for sheet in sheets:
        content = add(_stream("", _content(sheet, codes)))
        listed = " ".join(f"{add(annotation)} 0 R" for annotation in sheet.annotations)
        kids.append(
            add(
                f"<</Type/Page/Parent {pages} 0 R/MediaBox[0 0 595 842]/Contents {content} 0 R/Annots[{listed}]"
                f"/Resources<</Font<</F {font} 0 R>>/XObject<</P {picture} 0 R>>>>>>"
            )
        )
    numbers = {f"extra{number}": f"{add(text)} 0 R" for number, text in enumerate(extra or [])}
    widgets = " ".join(f"{number + 1} 0 R" for number, content in enumerate(objects) if b"/Widget" in content)
    form = f"/AcroForm<</Fields[{widgets}]>>" if widgets else ""
    for name, reference in numbers.items():
        catalogue = catalogue.replace("{" + name + "}", reference)
    objects[root - 1] = f"<</Type/Catalog/Pages {pages} 0 R{form}{catalogue}>>".encode("latin-1")
    listed = " ".join(f"{kid} 0 R" for kid in kids)
    objects[pages - 1] = f"<</Type/Pages/Count {len(kids)}/Kids[{listed}]>>".encode("latin-1")
    return _file(objects)


def _font(codes: dict[str, int], add: object) -> int:
    rows = "\n".join(f"<{code:04X}> <{sign.encode('utf-16-be').hex()}>" for sign, code in codes.items())
    mapping = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /U def\n"
        "1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
        + "".join(
            f"{len(part)} beginbfchar\n" + "\n".join(part) + "\nendbfchar\n"
            for start in range(0, len(codes), 100)
            if (part := rows.split("\n")[start : start + 100])
        )
        + "endcmap end end"
    )
    assert callable(add)
    to_unicode = add(_stream("", mapping.encode("latin-1")))
    system = "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
    descriptor = add("<</Type/FontDescriptor/FontName/Made/Flags 4/ItalicAngle 0/Ascent 800/Descent -200/StemV 80>>")
    widths = " ".join(f"{code} [{1000 if ord(sign) > 0x2E7F else 500}]" for sign, code in codes.items())
    inner = add(
        f"<</Type/Font/Subtype/CIDFontType2/BaseFont/Made{system}/FontDescriptor {descriptor} 0 R/DW 500/W[{widths}]>>"
    )
    return int(
        add(
            f"<</Type/Font/Subtype/Type0/BaseFont/Made/Encoding/Identity-H/DescendantFonts[{inner} 0 R]"
            f"/ToUnicode {to_unicode} 0 R>>"
        )
    )


def _content(sheet: Sheet, codes: dict[str, int]) -> bytes:
    out = ["q 595 0 0 842 0 0 cm /P Do Q"] if sheet.has_picture else []
    for number, line in enumerate(sheet.lines):
        shown = "".join(f"{codes[sign]:04X}" for sign in line)
        out.append(f"BT /F 10 Tf 1 0 0 1 50 {TOP - LINE * number} Tm <{shown}> Tj ET")
    return "\n".join(out).encode("latin-1")


def _stream(words: str, content: bytes) -> bytes:
    packed = zlib.compress(content)
    head = f"<<{words}/Filter/FlateDecode/Length {len(packed)}>>\nstream\n".encode("latin-1")
    return head + packed + b"\nendstream"


def _file(objects: list[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.7\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + content + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


def locked_pdf(lines: list[str], user: bytes) -> bytes:
    """A one-page PDF of ASCII lines under the standard handler's 40-bit lock (ISO 32000-1, section 7.6.3)."""
    identity = b"0123456789abcdef"
    owner = _rc4(md5(_padded(b"owner")).digest()[:5], _padded(user))
    key = md5(_padded(user) + owner + struct.pack("<i", -60) + identity).digest()[:5]
    shown = "\n".join(f"BT /F 12 Tf 50 {TOP - LINE * n} Td ({line}) Tj ET" for n, line in enumerate(lines))
    stream_key = md5(key + (4).to_bytes(3, "little") + bytes(2)).digest()[:10]
    content = _rc4(stream_key, shown.encode("ascii"))
    lock = f"<</Filter/Standard/V 1/R 2/P -60/O<{owner.hex()}>/U<{_rc4(key, _PADDING).hex()}>>>"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        b"<</Length %d>>\nstream\n" % len(content) + content + b"\nendstream",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        lock.encode("ascii"),
    ]
    trailer = f"/Encrypt 6 0 R/ID[<{identity.hex()}><{identity.hex()}>]".encode("ascii")
    return _file(objects).replace(b"/Root 1 0 R", b"/Root 1 0 R" + trailer)


def _padded(password: bytes) -> bytes:
    return (password + _PADDING)[:32]


def _rc4(key: bytes, data: bytes) -> bytes:
    box, j = list(range(256)), 0
    for i in range(256):
        j = (j + box[i] + key[i % len(key)]) & 255
        box[i], box[j] = box[j], box[i]
    out, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) & 255
        j = (j + box[i]) & 255
        box[i], box[j] = box[j], box[i]
        out.append(byte ^ box[(box[i] + box[j]) & 255])
    return bytes(out)
