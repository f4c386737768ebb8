"""The elements of OpenDocument that concern a reader of its text (OpenDocument 1.3 part 3; MathML 3, chapter 3)."""

from __future__ import annotations

from core.extract.reading import PartKind

PLACES = {
    "text:note": PartKind.NOTE,
    "text:footnote": PartKind.NOTE,
    "text:endnote": PartKind.NOTE,
    "office:annotation": PartKind.COMMENT,
    "text:deletion": PartKind.DELETED,
    "table:tracked-changes": PartKind.DELETED,
    "presentation:notes": PartKind.NOTE,
    "presentation:header-decl": PartKind.HEADER,
    "presentation:footer-decl": PartKind.FOOTER,
    "style:header": PartKind.HEADER,
    "style:header-left": PartKind.HEADER,
    "style:header-first": PartKind.HEADER,
    "style:footer": PartKind.FOOTER,
    "style:footer-left": PartKind.FOOTER,
    "style:footer-first": PartKind.FOOTER,
    "svg:title": PartKind.HIDDEN,
    "svg:desc": PartKind.HIDDEN,
    "text:hidden-text": PartKind.HIDDEN,
    "draw:text-box": None,  # a place of its own, in the part around it
    "draw:custom-shape": None,
    "draw:rect": None,
    "draw:ellipse": None,
    "draw:circle": None,
    "draw:line": None,
    "draw:connector": None,
    "draw:path": None,
    "draw:polygon": None,
    "draw:polyline": None,
    "draw:caption": None,
    "draw:regular-polygon": None,
}
"""Elements whose text is gathered apart from the paragraph in which they are anchored."""

SKIPPED = frozenset(
    (
        *("text:note-citation", "office:change-info", "dc:creator", "dc:date", "meta:date-string"),
        *("meta:creator-initials", "loext:sender-initials"),
        *("text:index-title-template", "text:number", "office:scripts", "office:meta", "office:settings"),
        *("presentation:date-time-decl", "text:footnote-citation", "text:endnote-citation"),
        *("number:text", "office:font-face-decls", "text:notes-configuration", "text:linenumbering-separator"),
    )
)
RUNNING = (PartKind.HEADER, PartKind.FOOTER)
LAYOUT_FIELDS = frozenset(
    (
        *("text:page-number", "text:page-count", "text:sheet-name", "text:file-name", "text:title", "text:date"),
        *("text:time", "text:author-name", "text:creator", "text:chapter"),
    )
)
"""Fields that are no words of a header, a footer or a slide (nor are their like in the other formats)."""

ENDS_LINE = frozenset(("text:p", "text:h", "table:table-row", "draw:page", "text:list-item"))
HIDING = {
    "style:table-properties": "false",
    "style:drawing-page-properties": "hidden",
}
"""What the attribute display or visibility of a style says when it hides words, sheets or slides."""

STYLED = frozenset(("text:span", "text:p", "text:h"))
BETWEEN = {
    "math:msup": ("^", ""),
    "math:msub": ("_", ""),
    "math:msubsup": ("_", "^"),
    "math:munder": ("_", ""),
    "math:mover": ("^", ""),
    "math:munderover": ("_", "^"),
    "math:mfrac": ("/", ""),
    "math:mroot": ("√", ""),
}
"""What tells the second and third part of a formula's element from the first (MathML 3, chapter 3)."""

BEFORE = {"math:msqrt": "√", "math:mtr": ";"}
VALUES = ("current-value", "value", "label", "title")
