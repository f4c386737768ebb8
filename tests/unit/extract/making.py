"""Makes office packages out of the XML of their parts, so that a test says exactly what stands in a file."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.extract import read
from core.extract.namespaces import NAMESPACES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.extract.reading import Limits, PartKind, Reading

DOCUMENT = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
PRESENTATION = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
EXTRA = (
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" '
    'xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" '
)

PNG = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0\x1f\x15\xc4\x89\0\0\0\nIDATx\x9cc\0\1\0\0\5\0\1\r\n-\xb4"
    b"\0\0\0\0IEND\xaeB`\x82"
)


def spaces(strict: bool = False) -> str:
    """The declarations of all namespaces."""
    return EXTRA + " ".join(f'xmlns:{prefix}="{uris[-1 if strict else 0]}"' for prefix, uris in NAMESPACES.items())


def zipped(members: Mapping[str, bytes | str], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of these members."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def relationships(targets: Mapping[str, tuple[str, str]], strict: bool = False) -> str:
    """A relationships part: identifier to (kind, target)."""
    base = NAMESPACES["r"][-1 if strict else 0]
    rows = "".join(
        f'<Relationship Id="{identifier}" Type="{base}/{kind}" Target="{target}"/>'
        for identifier, (kind, target) in targets.items()
    )
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="{space}">{rows}</Relationships>'


def content_types(main: str, part: str) -> str:
    """A content types part that names the main part."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>'
        '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>'
        f'<Override PartName="/{part}" ContentType="{main}"/></Types>'
    )


def word_part(element: str, inner: str, strict: bool = False) -> str:
    """A part of a Word document with this root element."""
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:{element} {spaces(strict)}>{inner}</w:{element}>'


def docx(
    body: str,
    parts: Mapping[str, tuple[str, bytes | str]] | None = None,
    strict: bool = False,
    main: str = DOCUMENT,
) -> bytes:
    """A Word package: the XML within w:body, and other parts by name as (relationship kind, content)."""
    others = dict(parts or {})
    related = {f"rId{number}": (kind, name) for number, (name, (kind, _)) in enumerate(others.items(), 1)}
    return zipped(
        {
            "[Content_Types].xml": content_types(main, "word/document.xml"),
            "_rels/.rels": relationships({"rId1": ("officeDocument", "word/document.xml")}, strict),
            "word/document.xml": word_part("document", f"<w:body>{body}</w:body>", strict),
            "word/_rels/document.xml.rels": relationships(related, strict),
            **{f"word/{name}": content for name, (_, content) in others.items()},
        }
    )


def paragraph(text: str) -> str:
    """A Word paragraph."""
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def pptx(
    slides: list[str],
    parts: Mapping[str, bytes | str] | None = None,
    *,
    related: Mapping[int, Mapping[str, tuple[str, str]]] | None = None,
    strict: bool = False,
    main: str = PRESENTATION,
    attributes: Mapping[int, str] | None = None,
) -> bytes:
    """A presentation: the XML within each slide's p:spTree, other parts by full name, relationships by slide number."""
    numbers = range(1, len(slides) + 1)
    listed = "".join(f'<p:sldId id="{255 + n}" r:id="rId{n}"/>' for n in numbers)
    members: dict[str, bytes | str] = {
        "[Content_Types].xml": content_types(main, "ppt/presentation.xml"),
        "_rels/.rels": relationships({"rId1": ("officeDocument", "ppt/presentation.xml")}, strict),
        "ppt/presentation.xml": f"<p:presentation {spaces(strict)}><p:sldIdLst>{listed}</p:sldIdLst></p:presentation>",
        "ppt/_rels/presentation.xml.rels": relationships(
            {f"rId{n}": ("slide", f"slides/slide{n}.xml") for n in numbers}, strict
        ),
    }
    for n, inner in zip(numbers, slides, strict=True):
        extra = (attributes or {}).get(n, "")
        tree = f"<p:cSld><p:spTree>{inner}</p:spTree></p:cSld>"
        members[f"ppt/slides/slide{n}.xml"] = f"<p:sld {spaces(strict)} {extra}>{tree}</p:sld>"
        if related and n in related:
            members[f"ppt/slides/_rels/slide{n}.xml.rels"] = relationships(related[n], strict)
    return zipped(members | dict(parts or {}))


def shape(text: str, placeholder: str = "") -> str:
    """A shape with one paragraph."""
    role = f'<p:nvPr><p:ph type="{placeholder}"/></p:nvPr>' if placeholder else "<p:nvPr/>"
    run = f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>"
    return f"<p:sp><p:nvSpPr>{role}</p:nvSpPr><p:txBody>{run}</p:txBody></p:sp>"


def reading(content: bytes, name: str, limits: Limits | None = None) -> Reading:
    """What is read from these bytes under this name."""
    source = io.BytesIO(content)
    return read(source, name, limits) if limits else read(source, name)


def text_of(found: Reading, kind: PartKind) -> str:
    """All text of one kind."""
    return "\n".join(part.text for part in found.parts if part.kind is kind)


def form(inner: str) -> str:
    """A paragraph with a form field of the old kind."""
    return f'<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData>{inner}</w:ffData></w:fldChar></w:r></w:p>'


def corpus() -> Path:
    """The folder of real files beside this checkout, or where NEARTWIN_CORPUS says; without it the test is skipped."""
    places = (os.environ.get("NEARTWIN_CORPUS", ""), Path(__file__).parents[3].parent / "shared" / "corpus")
    for place in places:
        if place and (Path(place) / "robust" / "index.jsonl").exists():
            return Path(place) / "robust"
    pytest.skip("the corpus is not beside this checkout")
