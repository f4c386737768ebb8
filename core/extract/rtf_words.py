"""The words of RTF that concern a reader of its text. Source: Rich Text Format Specification 1.9.1, Appendix B."""

from __future__ import annotations

from core.extract.reading import PartKind
from core.extract.scripts import LOWERED, LOWERED_BY_POINTS, RAISED, RAISED_BY_POINTS

DESTINATIONS = {
    "header": PartKind.HEADER,
    "headerl": PartKind.HEADER,
    "headerr": PartKind.HEADER,
    "headerf": PartKind.HEADER,
    "footer": PartKind.FOOTER,
    "footerl": PartKind.FOOTER,
    "footerr": PartKind.FOOTER,
    "footerf": PartKind.FOOTER,
    "footnote": PartKind.NOTE,
    "annotation": PartKind.COMMENT,
    "momath": PartKind.FORMULA,
    "mmath": PartKind.FORMULA,
}
"""Destinations whose text is a part of its own."""

TRANSPARENT = frozenset(
    ("shppict", "shpinst", "shptxt", "do", "dptxbxtext", "ud", "momathpara", "moMathPara", "moMath", "txbxstory")
)
"""Destinations that begin with \\* and yet hold what a reader shows."""

SKIPPED = frozenset(
    (
        *("colortbl", "stylesheet", "info", "listtable", "listoverridetable", "rsidtbl", "generator", "themedata"),
        *("colorschememapping", "datastore", "latentstyles", "xmlnstbl", "filetbl", "revtbl", "listtext", "pntext"),
        *("pn", "bkmkstart", "bkmkend", "nonshppict", "shprslt", "nesttableprops", "nonesttables", "xe", "tc", "rxe"),
        *("atnid", "atnauthor", "atntime", "atnref", "atnparent", "atnicn", "atndate", "atrfstart", "atrfend"),
        *("ftnsep", "ftnsepc", "ftncn", "aftnsep", "aftnsepc", "aftncn", "template", "private1", "fontemb", "picprop"),
        *("objclass", "objname", "objalias", "objsect", "blipuid", "mmathPict", "mmathpict", "mmathPr", "mmathpr"),
        *("falt", "panose", "htmltag", "mhtmltag", "background", "pgptbl", "userprops", "docvar", "formfield", "upr"),
        *("title", "author", "operator", "keywords", "subject", "company", "doccomm", "category", "manager"),
    )
)
"""Destinations without text of the document: tables, properties, numbering that the layout makes, copies."""

BREAKS = {
    "par": "\n",
    "sect": "\n",
    "page": "\n",
    "column": "\n",
    "line": "\n",
    "row": "\n",
    "nestrow": "\n",
    "cell": "\t",
    "nestcell": "\t",
    "tab": "\t",
    "softline": "\n",
}

CHARACTERS = {
    "emdash": "—",
    "endash": "–",
    "emspace": "\u2003",
    "enspace": "\u2002",
    "qmspace": "\u2005",
    "bullet": "•",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
    "zwj": "\u200d",
    "zwnj": "\u200c",
}

SYMBOLS = {
    "~": "\u00a0",
    "_": "-",
    "-": "\u00ad",
    "\n": "\n",
    "\r": "\n",
    "|": "",
    ":": "",
}
"""What a backslash before a sign stands for; \\- is the optional hyphen, \\_ one that does not break."""

SCRIPTS = frozenset(("super", "sub", "nosupersub", "up", "dn"))


def script_of(word: str, number: int | None) -> str:
    """Return the mark that one of `SCRIPTS` sets; \\up and \\dn move text by half-points, 6 where none are said."""
    if word in ("super", "sub"):
        return "" if number == 0 else RAISED if word == "super" else LOWERED
    if word == "nosupersub" or number == 0:
        return ""
    return RAISED_BY_POINTS if word == "up" else LOWERED_BY_POINTS


SYMBOL_CHARSET = "symbol"

CHARSETS = {
    2: SYMBOL_CHARSET,
    77: "mac_roman",
    78: "shift_jis",
    79: "euc_kr",
    80: "gb18030",
    81: "big5hkscs",
    128: "cp932",
    129: "cp949",
    130: "johab",
    134: "gb18030",
    136: "big5hkscs",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
    254: "cp437",
    255: "cp850",
}
"""\\fcharset to codec; 0 and 1 follow the document's code page. GB18030 reads all of GBK, Big5-HKSCS all of Big5."""

DOUBLE_BYTE = frozenset(("cp932", "cp949", "gb18030", "big5hkscs", "shift_jis", "johab", "euc_kr"))


_PAGES = {
    936: "gb18030",
    54936: "gb18030",
    950: "big5hkscs",
    10000: "mac_roman",
    10001: "shift_jis",
    10002: "big5hkscs",
    10003: "euc_kr",
    10007: "mac_cyrillic",
    10008: "gb18030",
    10029: "mac_latin2",
    65001: "utf-8",
}


def codec_of_page(page: int) -> str:
    """Return the codec of a Windows, Macintosh or DOS code page, "cp1252" for one that is not known."""
    name = _PAGES.get(page, f"cp{page}")
    try:
        b"".decode(name)
    except LookupError:
        return "cp1252"
    return name
