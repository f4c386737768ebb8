"""Pairs of documents that people keep both of, told by words in their names or at the head of their texts. Pure.

Two exam papers A and B, a paper and its key, an original and its duplicate are alike and both wanted: the hint says so
beside the figure, so that nobody takes the second for a copy.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from core.errors import msgid
from core.selection import split_name, split_path

HEAD = 300
"""Characters at the head of a text among which its title is looked for."""


class PairKind(StrEnum):
    """Why both are usually kept."""

    PAPERS = "papers"
    ANSWERS = "answers"
    AUDIENCES = "audiences"
    COUNTERPARTS = "counterparts"
    SIGNED = "signed"
    VOLUMES = "volumes"
    LANGUAGES = "languages"
    CONFLICT = "conflict"


SENTENCES = {
    PairKind.PAPERS: msgid("Two papers of one exam ({a}, {b}): usually both are kept."),
    PairKind.ANSWERS: msgid("A paper and its version with answers: usually both are kept."),
    PairKind.AUDIENCES: msgid("Made for different readers ({a}, {b}): usually both are kept."),
    PairKind.COUNTERPARTS: msgid("Original and duplicate of one document: usually both are kept."),
    PairKind.SIGNED: msgid("A draft and its signed or final version: usually both are kept."),
    PairKind.VOLUMES: msgid("Two volumes of one work ({a}, {b}): usually both are kept."),
    PairKind.LANGUAGES: msgid("Two languages of one document ({a}, {b}): usually both are kept."),
    PairKind.CONFLICT: msgid("Edited on two machines at once: a version, not a copy. Compare before you drop one."),
}
"""What a hint says to people; `{a}` and `{b}` are the words that tell the two apart."""


@dataclass(frozen=True, slots=True)
class PairHint:
    """Why two documents are usually kept both; "" where only one of them bears a word."""

    kind: PairKind
    a: str
    b: str

    @property
    def message(self) -> str:
        """The msgid of the sentence for people."""
        return SENTENCES[self.kind]


_PAPER = re.compile(r"[(（]?([A-D甲乙丙丁])[)）]?\s*卷|\b(?:paper|version|form)\s*([A-D])\b", re.IGNORECASE)
_VOLUME = re.compile(
    r"[(（]?(上|中|下|第?[一二三四五六七八九十\d]{1,3})\s*[)）]?(?:册|卷|部|篇|辑)|\b(?:vol(?:ume)?|part)\.?\s*(\d{1,3}|[ivx]{1,5})\b"
    r"|[(（]([上中下])[)）]",
    re.IGNORECASE,
)

_WORDS: dict[PairKind, tuple[tuple[str, ...], ...]] = {
    PairKind.ANSWERS: (
        ("原卷版", "原卷", "空白卷", "试题版", "无答案", "questions only", "without answers"),
        (
            "解析版",
            "解析卷",
            "答案版",
            "含答案",
            "有答案",
            "参考答案",
            "详解",
            "解析",
            "answer key",
            "with answers",
            "solutions",
        ),
    ),
    PairKind.AUDIENCES: (
        ("学生版", "学生用", "学生用书", "student"),
        ("教师版", "教师用", "教师用书", "teacher", "instructor"),
        ("家长版", "parent"),
    ),
    PairKind.COUNTERPARTS: (("正本", "正件", "原件"), ("副本", "副件", "复印件"), ("抄本", "存根")),
    PairKind.SIGNED: (
        ("草稿", "草案", "初稿", "征求意见稿", "送审稿", "未签", "draft", "unsigned"),
        (
            "签署版",
            "已签署",
            "已签",
            "签字版",
            "盖章版",
            "已盖章",
            "定稿",
            "正式稿",
            "发布稿",
            "signed",
            "executed",
            "final",
        ),
    ),
    PairKind.LANGUAGES: (
        ("中文版", "中文", "汉语版", "chinese"),
        ("英文版", "英文", "英语版", "english"),
        ("中英对照", "双语版", "bilingual"),
    ),
}

_TELLING = re.compile(
    "|".join(
        ["[册卷部篇辑冲]|[(（][上中下]|vol|part|paper|version|form|-desktop-|-laptop-|macbook|imac|conflict"]
        + [re.escape(word) for families in _WORDS.values() for family in families for word in family]
    )
)
"""What a name that can tell anything holds, folded: a list of files asks about many that tell nothing."""

_ONE_SIDED = frozenset((PairKind.ANSWERS, PairKind.SIGNED))
"""Kinds where one of the two often bears no word: "期末试卷" and "期末试卷（解析版）"."""


def hint(a: str, b: str, a_text: str = "", b_text: str = "") -> PairHint | None:
    """Return why two alike documents are usually kept both, or None.

    Args:
        a, b: paths; the names are looked at first.
        a_text, b_text: their texts; the heads are looked at when the names say nothing.
    """
    names = [_folded(split_name(split_path(path)[1])[0]) for path in (a, b)]
    found = _between(*names, is_name=True) or _conflict(*names) if any(map(_TELLING.search, names)) else None
    return found or _between(_folded(a_text[:HEAD]), _folded(b_text[:HEAD]), is_name=False)


def _between(a: str, b: str, *, is_name: bool) -> PairHint | None:
    if not a or not b:
        return None
    for kind, pattern in ((PairKind.PAPERS, _PAPER), (PairKind.VOLUMES, _VOLUME)):
        one, other = _captured(pattern, a), _captured(pattern, b)
        if one and other and one != other:
            return PairHint(kind, one, other)
    for kind, families in _WORDS.items():
        (one, own), (other, others) = _word(families, a), _word(families, b)
        if one and other and own != others:
            return PairHint(kind, one, other)
        if is_name and kind in _ONE_SIDED and bool(one) != bool(other) and _is_bare(a, b, one or other):
            return PairHint(kind, one, other)
    return None


def _captured(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return next((found for found in match.groups() if found), "").upper() if match else ""


def _word(families: tuple[tuple[str, ...], ...], text: str) -> tuple[str, int]:
    """Return the longest word of the families that stands in `text`, and its family's number."""
    found = [(word, number) for number, family in enumerate(families) for word in family if _stands_in(word, text)]
    return max(found, key=lambda pair: len(pair[0]), default=("", -1))


def _stands_in(word: str, text: str) -> bool:
    if not word.isascii():
        return word in text
    return re.search(rf"(?<![a-z]){re.escape(word)}(?![a-z])", text) is not None


def _is_bare(a: str, b: str, word: str) -> bool:
    """Whether the two names differ in nothing but the word and what surrounds it."""
    plain = [re.sub(r"[\s()\[\]【】_\-–—.·]+", "", name.replace(word, "")) for name in (a, b)]
    return plain[0] == plain[1] != ""


_CONFLICT = re.compile(
    r"-(?:desktop|laptop)-[a-z0-9]{4,10}|-[\w.]*(?:macbook|imac)[\w.-]*|\.sync-conflict-\d{8}|conflicted copy"
    r"|冲突(?:副本|版本|文件)"
)
"""What sync services put into the name of the other version of an edit on two machines."""


def _conflict(a: str, b: str) -> PairHint | None:
    marked = [_CONFLICT.search(name) is not None for name in (a, b)]
    return PairHint(PairKind.CONFLICT, "", "") if marked[0] != marked[1] else None


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
