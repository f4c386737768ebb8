"""What matters most where two texts differ: numbers, dates, money, negations, obligations, ticks, signs, names."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator


class Critical(StrEnum):
    """Why a difference stands first; in the order in which one is named where several apply."""

    DATE = "date"
    MONEY = "money"
    PERCENT = "percent"
    NUMBER = "number"
    NEGATION = "negation"
    OBLIGATION = "obligation"
    TICK = "tick"
    SIGN = "sign"
    UNIT = "unit"
    NAME = "name"


_NUMERAL = "〇零一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟萬億貳參陸两兩"
_HARMLESS: Final = (
    "一般|一样|一樣|一致|一直|一定|一些|一旦|一切|一起|一边|一方面|一并|统一|統一|唯一|万一|之一|同一|任一|"
    "十分|千万|非常|三角|四川|四周|五官|六神|七夕|八卦|九州|百姓|百货|万物|万岁|一行|一同|一律|一时|一向|一概|一经|一面|一共|"
    "统一|一贯|一线|一流|一体|万能|百科|百分比|未来|未來|不过|不過|不仅|不僅|不但|不断|不斷|不同|无论|無論|无线|無線|除非|莫非|莫名"
)
"""Words in which a numeral or a negation means neither."""

_NUMBER = (
    rf"\d[\d.．,:]*|[{_NUMERAL}]+|[\u00bd-\u00be\u2150-\u218b\u2460-\u249b\u2776-\u2793\u3220-\u3229\u3280-\u3289]"
)
_MONTH = "(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_AMOUNT = rf"(?:\d[\d.．,]*|[{_NUMERAL}]+)"
_LATIN_UNIT = "[kMGTmcdµμn]?(?:m|g|s|L|l|W|Wh|V|A|Hz|Pa|B|b|mol)|°[CF]|in|ft|lb|oz|min|h"
_WEIGHTS = "公斤|千克|毫克|克|吨|噸|毫升|升"
_LENGTHS = "公里|千米|厘米|毫米|平方米|立方米|米|公顷|亩"
_COUNTED = "个月|小时|分钟|秒|天|周|股|人|份|台|套|件|个|名|次"
_HAN_UNIT = f"{_WEIGHTS}|{_LENGTHS}|{_COUNTED}"
_PATTERNS: Final = {
    Critical.DATE: rf"\d{{4}}[-/.]\d{{1,2}}(?:[-/.]\d{{1,2}})?|{_AMOUNT}\s*[年月日号號时時岁歲]"
    rf"|{_MONTH}\.?\s*\d{{1,4}}|\d{{1,2}}\s*{_MONTH}",
    Critical.MONEY: rf"[$＄€£￡¥￥₩￦₽₹฿¢]|{_AMOUNT}\s*[万萬亿億千百]?\s*(?:人民币|港币|美元|欧元|日元|[元圆圓角分])"
    r"|\b(?i:usd|eur|gbp|cny|rmb|hkd|jpy)\b",
    Critical.PERCENT: r"[%％‰‱﹪]|百分之|百分点|千分之|\b(?i:percent|per cent)\b",
    Critical.NUMBER: _NUMBER,
    Critical.NEGATION: r"[不未无無非没沒勿莫否毋]|(?i:n't|n’t)"
    r"|\b(?i:not|no|never|none|without|neither|nor|cannot|non)\b",
    Critical.OBLIGATION: r"[应應][当當该該]|必[须須]|可以|可|不得|禁止|允[许許]|有[权權]|[应應须須]"
    r"|\b(?i:shall|must|may|should|can|required|prohibited|allowed|forbidden)\b",
    Critical.TICK: r"[☐☑☒✓✔✗✘√×■□●○◉◯✅❌]",
    Critical.SIGN: r"[-+±∓−–<>=－＋＜＞＝≤≥≦≧≠≈≡∪∩∈∉⊂⊃⊆⊇∧∨¬∞÷^²³]",
    Critical.UNIT: rf"(?:(?<=\d)|(?<=\d ))(?:{_LATIN_UNIT})(?:[²³]|\b)|(?<=[\d{_NUMERAL}])(?:{_HAN_UNIT})"
    "|[℃℉°㎡㎥㎏㎜㎝㎞㎎]",
}
_ANY = re.compile(
    "|".join((f"(?P<harmless>{_HARMLESS})", *(f"(?P<{kind}>{pattern})" for kind, pattern in _PATTERNS.items())))
)

_MAY_BE = re.compile(
    rf"[^\u2e80-\U000323af]|[{_NUMERAL}年月日号號时時岁歲元圆圓角分币不未无無非没沒勿莫否毋应應当當该該必须須可以得禁止允许許有权權％]"
    "|[公斤千克毫里米厘方立吨噸升顷亩个月小时分钟秒天周股人份台套件名次\u3220-\u3229\u3280-\u3289]"
    "|[０-９Ａ-Ｚａ-ｚ＄￡￥￦％＋－＜＝＞]"
)
"""Every character of a critical word: a quick look before the search."""

LONGEST: Final = 10_000
"""Characters of a difference that are searched: beyond, everything is different."""

REACH: Final = 6
"""Characters around a difference in which a critical word that it cuts through may begin or end."""


def critical_words(text: str, start: int, end: int) -> Iterator[tuple[Critical, str]]:
    """Yield the critical words of `text` that overlap the range of characters, each with its kind."""
    end = min(end, start + LONGEST)
    if not _MAY_BE.search(text, start, end):
        return
    low, high = max(0, start - REACH), min(len(text), end + REACH)
    for found in _ANY.finditer(text, low, high):
        if found.start() < end and found.end() > start and found.lastgroup != "harmless":
            yield Critical(found.lastgroup or ""), found.group()


def is_number(text: str) -> bool:
    """Return whether a stretch of text is nothing but numbers and the marks inside them."""
    return _ONLY_NUMBERS.fullmatch(text) is not None and _HAS_NUMBER.search(text) is not None


_NUMBER_CHARACTERS = rf"\d{_NUMERAL}\u00bd-\u00be\u2150-\u218b\u2460-\u249b\u2776-\u2793\u3220-\u3229\u3280-\u3289"
_ONLY_NUMBERS = re.compile(rf"[\s.．,，:：/／\-－+＋%％年月日号{_NUMBER_CHARACTERS}]+")
"""One class of characters and no choice to go back on: time grows with the length of the text."""

_HAS_NUMBER = re.compile(rf"[{_NUMBER_CHARACTERS}]")
