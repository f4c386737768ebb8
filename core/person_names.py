"""Names of persons and organisations where two texts differ: who signs, who pays, who was invited. Pure.

A name is believed by what stands around it (甲方：, 先生, Ms, Ltd) or by a surname between marks; a word alone is not.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_SURNAMES: Final = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟"
    "汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文樊兰殷施陶洪翟安颜倪严牛温"
    "芦季俞章鲁葛伍韦申尤毕聂丛焦向柳邢路岳齐梅莫庄辛管祝左涂谷祁时舒耿牟卜詹关苗凌费纪靳盛童欧甄项曲成游阳裴席卫查屈鲍"
    "位覃霍翁隋植甘景薄单包司柏宁柯阮桂闵解强柴华车冉房边張劉陳楊趙黃吳孫馬羅鄭謝韓馮蕭鄧許呂蘇盧蔣賈葉閻餘鍾範譚鄒陸"
    "顧龍錢湯賀賴龔蘭齊關紀項單衛"
)
_SURE: Final = (
    "王李张刘陈杨赵黄周吴徐孙胡朱林郭马罗梁宋郑谢韩唐冯董萧曹袁邓傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎潘杜戴钟汪姜谭廖邹熊陆郝崔邱秦侯邵孟"
    "龚黎贺倪严牛葛聂邢岳莫辛祁耿詹苗凌靳甄欧翟樊殷施洪颜張劉陳楊趙黃吳孫馬羅鄭謝韓馮蕭鄧呂蘇盧蔣賈葉閻鍾譚鄒陸龔賀"
)
"""Surnames that begin few other words: they make a name of two or three characters between marks."""

_COMPOUND: Final = "欧阳|司马|上官|诸葛|东方|皇甫|尉迟|公孙|慕容|令狐|司徒|歐陽|司馬|諸葛"
_HAN: Final = "\u4e00-\u9fff"
_PERSON: Final = rf"(?:(?:{_COMPOUND})[{_HAN}]{{1,2}}|[{_SURNAMES}][{_HAN}]{{1,2}})"
_SURE_PERSON: Final = rf"(?:(?:{_COMPOUND})[{_HAN}]{{1,2}}|[{_SURE}][{_HAN}]{{1,2}})"
_OF_A_BODY: Final = rf"(?![的在到从由与和及对为被是将于向自以经给跟或且就已但并等该本其此各])[{_HAN}]"
_ROLES: Final = (
    "甲方|乙方|丙方|丁方|姓名|签字|签名|签章|联系人|法定代表人|法人代表|代表人|负责人|经办人|收件人|寄件人|申请人|委托人|受托人|"
    "出租人|承租人|买方|卖方|供方|需方|发包人|承包人|借款人|贷款人|担保人|作者|编者|编辑|校对|审核|主讲|教师|班主任|学生|指导老师|"
    "簽名|簽字|聯絡人|聯繫人|負責人|經辦人|收件者|申請人|委託人|買方|賣方|審核|學生"
)
_LATIN: Final = r"[A-Z][a-zà-ž'’-]+(?:\s(?:[A-Z]\.|[A-Z][a-zà-ž'’-]+)){1,3}"
_PATTERNS: Final = (
    rf"(?:{_ROLES})(?:[（(][^）)\n]{{0,12}}[）)])?\s*[:：]\s*(?P<role>[{_HAN}·]{{2,20}}|[A-Z][^\n,;，；。]{{1,40}})",
    rf"(?P<title>{_PERSON})(?:先生|女士|小姐|老师|老師|同志|教授|律师|律師|医生|醫生|博士)",
    rf"(?P<body>(?:{_OF_A_BODY}){{2,14}}(?:有限公司|股份公司|集团|集團|大学|大學|学院|學院|医院|醫院|法院|研究院|研究所|事务所|事務所|委员会))",
    rf"(?<![{_HAN}])(?P<alone>{_SURE_PERSON})(?![{_HAN}])",
    r"\b(?:Mr|Mrs|Ms|Dr|Prof|Messrs)\.?\s(?P<styled>[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?)",
    r"(?P<firm>(?:[A-Z][\w&'’-]*\s){1,4}(?:Ltd|Inc|LLC|LLP|Corp|Company|GmbH|PLC|plc|University|Bank|Court)\b)",
    rf"(?<=[\w,]\s)(?P<full>{_LATIN})",
    r"\b(?:Party\s[A-Z]|Name|Signed(?:\sby)?|Attn|Author|Tenant|Landlord|Buyer|Seller|Customer)\s*[:：]\s*"
    r"(?P<signed>[A-Z][^\n,;.]{1,40})",
)
_ANY: Final = tuple(re.compile(pattern) for pattern in _PATTERNS)

REACH: Final = 40
"""Characters around a difference in which what makes a name of it may stand."""

LONGEST: Final = 400
"""Characters of a difference in which names are looked for: a longer one is no exchange of names."""


def names_in(text: str, start: int, end: int) -> Iterator[str]:
    """Yield the names that overlap the range of characters."""
    if not 0 < end - start <= LONGEST:
        return
    low, high = max(0, start - REACH), min(len(text), end + REACH)
    for pattern in _ANY:
        for found in pattern.finditer(text, low, high):
            group = found.lastgroup or ""
            if found.start(group) < end and found.end(group) > start:
                yield found.group(group).strip()
