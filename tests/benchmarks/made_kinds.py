"""Made documents of several kinds, their later versions, and others that are only alike: what `kinds.py` measures.

A document is a list of units: paragraphs, clauses, slides, rows. What people write anew each time is drawn by Zipf's
law (made_library.Writer); what stands in every document of a kind (clauses, labels, frames) is written out here or
drawn once for a family.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from made_library import Writer

from core.text import token_ids

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Tokens = NDArray[np.uint32]
    Units = list[Tokens]

CONTRACTS = {
    "zh": (
        "房屋租赁合同 合同编号 {number}",
        "出租方(甲方) {name} 身份证号 {number} 联系电话 {number}",
        "承租方(乙方) {name} 身份证号 {number} 联系电话 {number}",
        "根据《中华人民共和国民法典》及有关规定,甲乙双方在平等自愿的基础上,就房屋租赁事宜协商一致,订立本合同。",
        "第一条 甲方将位于 {place} 的房屋租给乙方,建筑面积 {number} 平方米,用途为居住。",
        "第二条 租赁期限自 {date} 起至 {date} 止。期满后乙方应按时交还房屋,需续租的应提前三十日书面提出。",
        "第三条 月租金为人民币 {number} 元,押金为人民币 {number} 元,乙方应于每月 {number} 日前支付至账户 {number}。",
        "第四条 租赁期间水、电、燃气、网络及物业管理费用由乙方承担,并按时缴纳,逾期产生的滞纳金由乙方自行负责。",
        "第五条 甲方应保证房屋及附属设施处于适于居住的状态,非因乙方原因造成的损坏由甲方负责修缮并承担费用。",
        "第六条 乙方应合理使用房屋及设施,未经甲方书面同意不得改变房屋结构,不得转租、转借或者从事违法活动。",
        "第七条 有下列情形之一的,甲方可以解除合同:拖欠租金超过十五日;擅自转租;损坏房屋拒不修复;利用房屋违法经营。",
        "第八条 任何一方违反本合同约定的,应向对方支付相当于一个月租金的违约金,并赔偿由此造成的实际损失。",
        "第九条 因不可抗力导致合同无法履行的,双方互不承担责任,租金按照实际使用的天数计算,多退少补。",
        "第十条 本合同履行中发生争议的,双方应协商解决;协商不成的,可以向房屋所在地人民法院提起诉讼。",
        "第十一条 本合同一式两份,甲乙双方各执一份,自双方签字之日起生效。附件为房屋交割清单,与合同具有同等效力。",
        "附件 房屋交割清单 {words} 钥匙 {number} 把 水表 {number} 电表 {number}",
        "甲方签字 {name} 乙方签字 {name} 签订日期 {date}",
    ),
    "en": (
        "Service agreement number {number}",
        "This agreement is made on {date} between {name}, with its office at {place} (the client),",
        "and {name}, with its office at {place} (the contractor), together called the parties.",
        "1. The contractor provides the services described in annex A with the care that is usual in its trade.",
        "2. The services are: {words}. They begin on {date} and end on {date} unless this agreement is ended earlier.",
        "3. The client pays a fee of {number} a month and once a fee of {number} within thirty days of each invoice.",
        "4. Late payments bear interest at the statutory rate from the day after the due date until they are paid.",
        "5. Each party keeps confidential what it learns of the other in connection with this agreement and uses it"
        " only to carry it out. This duty lasts for three years after the end of the agreement.",
        "6. All rights in the results of the services pass to the client once the fees for them have been paid.",
        "7. The contractor is liable for damage caused by intent or gross negligence. Otherwise its liability is"
        " limited to the fees paid in the twelve months before the event that gave rise to the claim.",
        "8. Either party may end this agreement by giving two months notice in writing to the end of a calendar month,"
        " and at once for good cause, in particular where the other party fails to pay or becomes insolvent.",
        "9. Neither party is answerable for delays due to events beyond its reasonable control.",
        "10. Changes to this agreement are only valid in writing and when signed by both parties.",
        "11. If a provision of this agreement is invalid, the others stay in force and the parties replace it by one"
        " that comes as near as possible to what they wanted.",
        "12. This agreement is governed by the law of the place where the client has its office.",
        "Signed for the client {name} {date} Signed for the contractor {name} {date}",
    ),
}
FORMS = {
    "zh": (
        "员工报销申请表 编号 {number} 申请日期 {date}",
        "姓名 {name} 部门 {words} 职务 {words} 联系电话 {number}",
        "报销事由 {words} {words}",
        "出差地点 {place} 出发日期 {date} 返回日期 {date}",
        "交通费 {number} 元 住宿费 {number} 元 餐饮费 {number} 元 其他费用 {number} 元",
        "合计金额(小写) {number} 元 附件张数 {number}",
        "开户银行 {words} 银行账号 {number}",
        "本人承诺以上所填内容真实有效,所附票据合法合规,如有虚假愿意承担相应责任。申请人签字 {name}",
        "部门负责人意见 {words} 财务审核 {words} 总经理审批 {name}",
        "填表说明:请用黑色签字笔填写,金额保留两位小数;发票粘贴在背面;超过三个月的票据不予报销。",
    ),
    "en": (
        "Application for leave. Form number {number} Date of application {date}",
        "Full name {name} Employee number {number} Department {words} Telephone {number}",
        "Type of leave {words} First day {date} Last day {date} Number of working days {number}",
        "Reason {words} {words}",
        "Address during the leave {place} Telephone {number}",
        "Work handed over to {name} Tasks that are open {words}",
        "I declare that the statements above are true and that I know the rules for leave. Signature {name} {date}",
        "Decision of the supervisor {words} Signature {name} {date}",
        "Please hand in this form two weeks before the first day. Sick notes are attached within three days.",
    ),
}
SHORTEST, LONGEST = 2, 8
"""Tokens of a name, an address or a filled-in line."""

FIRST_NUMBER = 0x200000
"""Token ids from here on stand for numbers that occur once."""


@dataclass(frozen=True, slots=True)
class Editing:
    """How much a later version changes: counts of units, or shares of them where `is_share`."""

    changed: float
    added: float
    removed: float
    is_share: bool

    def count(self, mean: float, units: int, rng: np.random.Generator) -> int:
        """Return how many of so many units an edit touches."""
        return int(rng.poisson(mean * units if self.is_share else mean))


BY_SESSION = Editing(changed=3, added=1, removed=0.7, is_share=False)
"""A session at the desk: as many units whatever the length of the document."""

BY_SHARE = Editing(changed=0.12, added=0.04, removed=0.03, is_share=True)
"""A revision of a share of the document, whatever its length."""


class Maker:
    """Makes documents of one language by chance that can be repeated."""

    def __init__(self, language: str, seed: int) -> None:
        self.language, self.writer = language, Writer(seed)
        self.rng = self.writer.rng

    def number(self) -> Tokens:
        """Return a number that stands nowhere else."""
        return np.array([FIRST_NUMBER + self.rng.integers(1 << 20)], np.uint32)

    def words(self, shortest: int = SHORTEST, longest: int = LONGEST) -> Tokens:
        """Return so many words."""
        return self.writer.text(int(self.rng.integers(shortest, longest + 1)))

    def _value(self, slot: str) -> list[Tokens]:
        if slot == "number":
            return [self.number()]
        if slot == "date":
            year, month, day = (np.array([FIRST_NUMBER - self.rng.integers(1, top)], np.uint32) for top in (6, 13, 29))
            marks = token_ids("年月日")
            return [year, marks[:1], month, marks[1:2], day, marks[2:]] if self.language == "zh" else [day, month, year]
        return [self.words()]

    def filled(self, template: tuple[str, ...]) -> Units:
        """Return a form or contract with values of its own."""
        units = []
        for line in template:
            parts: list[Tokens] = []
            for piece in line.replace("}", "{").split("{"):
                is_slot = piece in ("number", "date", "name", "place", "words")
                parts += self._value(piece) if is_slot else [token_ids(piece)]
            units.append(np.concatenate(parts))
        return units

    def later(self, units: Units, editing: Editing) -> Units:
        """Return a later version: units changed in part, added, removed, and in three of ten one moved."""
        made, rng = list(units), self.rng
        for _ in range(editing.count(editing.changed, len(units), rng)):
            place = int(rng.integers(len(made)))
            made[place] = self._edited(made[place])
        for _ in range(min(editing.count(editing.removed, len(units), rng), len(made) - 2)):
            del made[int(rng.integers(len(made)))]
        for _ in range(editing.count(editing.added, len(units), rng)):
            like = units[int(rng.integers(len(units)))]
            made.insert(int(rng.integers(len(made) + 1)), self.writer.text(len(like)))
        if rng.random() < 0.3:
            made.insert(int(rng.integers(len(made))), made.pop(int(rng.integers(len(made)))))
        return made

    def _edited(self, unit: Tokens) -> Tokens:
        """Return the unit with a stretch of it, a fifth to all, written anew."""
        length = max(1, int(len(unit) * self.rng.uniform(0.2, 1)))
        start = int(self.rng.integers(len(unit) - length + 1))
        return np.concatenate((unit[:start], self.words(length, length), unit[start + length :]))


def contracts(maker: Maker) -> tuple[Units, Units]:
    """Return a contract, and one on the same template with other parties; templates are of one to ten pages."""
    clauses = [maker.words(30, 110) for _ in range(int(maker.rng.integers(0, 41)))]
    one, other = (maker.filled(CONTRACTS[maker.language]) for _ in range(2))
    return [*one[:-1], *clauses, one[-1]], [*other[:-1], *clauses, other[-1]]


def forms(maker: Maker) -> tuple[Units, Units]:
    """Return a filled form, and the same form of another person."""
    return maker.filled(FORMS[maker.language]), maker.filled(FORMS[maker.language])


def slides(maker: Maker) -> tuple[Units, Units]:
    """Return two decks of a series: titles, agenda, closing slide and the line at the foot are the same."""
    rng = maker.rng
    count = int(rng.integers(8, 26))
    foot, frame = maker.words(3, 10), [maker.words(8, 30), maker.words(4, 20)]
    titles = [maker.words(2, 8) for _ in range(count)]

    def deck() -> Units:
        bodies = [np.concatenate((title, maker.words(12, 60), foot)) for title in titles]
        return [frame[0], *bodies, frame[1]]

    return deck(), deck()


def sheets(maker: Maker) -> tuple[Units, Units]:
    """Return two tables of one layout: the names of rows and columns are the same, the figures are those of a month."""
    rng = maker.rng
    columns, rows = int(rng.integers(3, 9)), int(rng.integers(15, 120))
    names, head = [maker.words(1, 6) for _ in range(rows)], maker.words(columns, 3 * columns)
    same = float(rng.uniform(0, 0.6))
    constant = [[maker.number() for _ in range(columns)] for _ in names]

    def table() -> Units:
        cells = [[old if rng.random() < same else maker.number() for old in row] for row in constant]
        return [head, *(np.concatenate([name, *row]) for name, row in zip(names, cells, strict=True))]

    return table(), table()


def prose(maker: Maker) -> tuple[Units, Units]:
    """Return two texts by one author: a tenth to four tenths of the paragraphs stand in both."""
    count = int(np.clip(maker.rng.lognormal(3.3, 0.5), 8, 120))
    common = [maker.words(30, 110) for _ in range(round(count * maker.rng.uniform(0.1, 0.4)))]
    own = [[maker.words(30, 110) for _ in range(count - len(common))] for _ in range(2)]
    return [*common, *own[0]], [*common, *own[1]]


KINDS: dict[str, Callable[[Maker], tuple[Units, Units]]] = {
    "prose": prose,
    "contracts": contracts,
    "forms": forms,
    "slides": slides,
    "spreadsheets": sheets,
}
"""The kinds by name; each gives a document and one that is only alike."""
