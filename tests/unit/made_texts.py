"""Texts with known differences, made from a fixed list of sentences."""

from __future__ import annotations

import random

_SUBJECTS = [
    "甲方",
    "乙方",
    "委员会",
    "学校",
    "图书馆",
    "编辑部",
    "档案室",
    "项目组",
    "教研组",
    "办公室",
    "财务处",
    "供应商",
]
_VERBS = [
    "应当提交",
    "可以查阅",
    "负责保管",
    "不得转让",
    "需要审核",
    "已经归还",
    "定期整理",
    "按时支付",
    "共同签署",
    "随时更新",
]
_OBJECTS = [
    "年度报告",
    "租赁合同",
    "教学大纲",
    "会议纪要",
    "采购清单",
    "借阅记录",
    "实验数据",
    "考试试卷",
    "出版计划",
    "人员名册",
]
_TAILS = [
    "于月底之前",
    "在双方同意后",
    "并报上级备案",
    "以书面形式",
    "依照有关规定",
    "由专人办理",
    "经过三次校对",
    "自签字之日起",
]


def sentences(count: int, seed: int = 0) -> list[str]:
    """Return `count` Chinese sentences that are all different, the same for one seed."""
    draw = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        number = draw.randrange(10_000)
        sentence = (
            f"{draw.choice(_SUBJECTS)}{draw.choice(_VERBS)}{draw.choice(_OBJECTS)}{draw.choice(_TAILS)}第{number}号。"
        )
        found[sentence] = None
    return list(found)


def text(count: int = 40, seed: int = 0) -> str:
    """Return a text of `count` sentences, one a line."""
    return "\n".join(sentences(count, seed)) + "\n"


def edited(source: str, share: float, seed: int = 1) -> str:
    """Return `source` with a share of its lines replaced by other sentences."""
    draw = random.Random(seed)
    lines = source.splitlines()
    places = draw.sample(range(len(lines)), round(len(lines) * share))
    for place, sentence in zip(places, sentences(len(places), seed + 1000), strict=True):
        lines[place] = sentence
    return "\n".join(lines) + "\n"
