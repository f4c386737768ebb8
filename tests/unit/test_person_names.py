"""Names that stand for other names are critical; words that only look like one are not."""

from __future__ import annotations

import pytest

from core.critical import Critical
from core.differences import Difference, differences


def only(a: str, b: str) -> Difference:
    [found] = differences(a, b)
    return found


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("甲方（出租人）：李晓明\n乙方不变。", "甲方（出租人）：王建国\n乙方不变。"),
        ("经办人：梁红，日期同上。", "经办人：吴倩，日期同上。"),
        ("会议由欧阳修平先生主持。", "会议由诸葛明亮先生主持。"),
        ("本合同由北京清河科技有限公司起草。", "本合同由上海浦江贸易有限公司起草。"),
        ("出席：\n李晓明\n记录如下", "出席：\n王建国\n记录如下"),
        ("The report was signed by Alice Johnson before noon.", "The report was signed by Robert Miller before noon."),
        ("Please pay Mr. Smith at once.", "Please pay Mr. Jones at once."),
        ("Party A: Acme Ltd\nParty B as below", "Party A: Zenith Ltd\nParty B as below"),
    ],
)
def test_a_name_for_another_stands_first(a: str, b: str) -> None:
    assert {one.critical for one in differences(a, b)} == {Critical.NAME}


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("我们认为这种方法较好。", "我们认为这种办法较好。"),
        ("高血压患者请注意饮食。", "心脏病患者请注意饮食。"),
        ("The result was good in every case.", "The result was fine in every case."),
        ("Weather was bad. Nothing happened then.", "Weather was bad. Everything happened then."),
        ("求三角形的面积。", "求四边形的面积。".replace("四边形", "平行图形")),
    ],
)
def test_other_words_are_not_taken_for_names(a: str, b: str) -> None:
    assert only(a, b).critical is None
