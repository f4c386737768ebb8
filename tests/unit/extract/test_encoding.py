"""Encodings: proofs before evidence, four characters are enough for Chinese, and garbage is never a text."""

from __future__ import annotations

import hashlib
import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.extract.encoding import decode, looks_like_text
from core.extract.reading import ReadingError, Status
from tests.unit.extract.making import corpus

CHINESE = "本合同自双方签字盖章之日起生效，一式两份，双方各执一份，具有同等法律效力。\r\n第二条 甲方应当按时付款。"
TRADITIONAL = "本合同自雙方簽字蓋章之日起生效，一式兩份，雙方各執一份，具有同等法律效力。\n第二條 甲方應當按時付款。"
JAPANESE = "お世話になっております。会議の議事録を添付しますので、ご確認ください。"
KOREAN = "안녕하세요. 회의록을 첨부하오니 확인 부탁드립니다. 감사합니다."

TEXTS = [
    *((CHINESE, codec) for codec in ("utf-8", "utf-8-sig", "gb18030", "gbk", "hz")),
    *((CHINESE, codec) for codec in ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le")),
    *((TRADITIONAL, codec) for codec in ("big5", "big5hkscs", "gb18030", "utf-16-le", "utf-8")),
    *((JAPANESE, codec) for codec in ("cp932", "euc_jp", "iso2022_jp", "utf-16-le", "utf-8")),
    *((KOREAN, codec) for codec in ("cp949", "euc_kr", "iso2022_kr", "utf-16-be", "utf-8")),
    *(("Договор поставки вступает в силу с момента подписания.", codec) for codec in ("cp1251", "koi8_r", "cp866")),
    ("Les élèves étaient très contents de l'été à la plage, naïveté comprise.", "cp1252"),
    ("Zażółć gęślą jaźń i inne znaki w języku polskim, które tu są.", "cp1250"),
    ("Η σύμβαση τίθεται σε ισχύ από την υπογραφή της.", "cp1253"),
    ("“Quoted” — it costs £100, or €120.", "cp1252"),
    ("plain English text, nothing else", "utf-16-le"),
    ("plain English text, nothing else", "utf-32-be"),
]


@pytest.mark.parametrize(("text", "codec"), TEXTS)
def test_one_text_is_the_same_in_whatever_encoding_it_comes(text: str, codec: str) -> None:
    assert decode(text.encode(codec)).text == text


PHRASES = ["劳动合同", "甲方乙方", "会议纪要", "财务报表", "你好世界", "中华人民", "数据处理", "租赁协议"]


@pytest.mark.parametrize("phrase", PHRASES)
@pytest.mark.parametrize("codec", ["gbk", "utf-8"])
def test_four_characters_are_enough(phrase: str, codec: str) -> None:
    assert decode(phrase.encode(codec)).text == phrase


def test_a_rare_character_of_four_bytes_is_decoded() -> None:
    text = "他姓𠀀，住在㐀村，是本村的村民。"

    assert decode(text.encode("gb18030")).text == text


def test_a_character_cut_at_the_end_does_no_harm() -> None:
    for codec in ("utf-8", "gb18030"):
        found = decode((CHINESE * 3).encode(codec)[:-1])
        assert found.encoding == codec
        assert found.text.startswith(CHINESE)


def test_one_wrong_byte_in_a_thousand_leaves_utf_8() -> None:
    data = bytearray((CHINESE * 40).encode("utf-8"))
    data[3000] = 0xFF
    found = decode(bytes(data))

    assert (found.encoding, found.wrong > 0) == ("utf-8", True)
    assert CHINESE in found.text


def test_chinese_far_down_in_an_english_text_is_found() -> None:
    text = "print('hello')\n" * 20_000 + "# 本函数计算两个文档的相似度\n" * 3

    assert decode(text.encode("gb18030")).text == text


def test_line_ends_stay_as_they_are() -> None:
    assert decode("甲\r\n乙\r丙\n".encode("gb18030")).text == "甲\r\n乙\r丙\n"


@given(st.binary(min_size=40, max_size=3000))
def test_any_bytes_are_decoded_or_told_unreadable(data: bytes) -> None:
    try:
        status = Status.OK if decode(data).text else Status.NO_TEXT
    except ReadingError as error:
        status = error.status
    assert status in (Status.OK, Status.UNREADABLE)


def test_noise_is_unreadable() -> None:
    draw = random.Random(4)
    noise = [draw.randbytes(2000) for _ in range(20)]
    noise += [bytes(range(4)) * 500, b"\1\0\2\0\3\0" * 300]
    noise += [bytes(draw.randrange(0x80, 0x100) for _ in range(2000)) for _ in range(20)]

    for data in noise:
        with pytest.raises(ReadingError):
            decode(data)


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Co", "Cn")), min_size=1))
def test_utf_8_is_believed_unless_it_is_short_and_likelier_chinese(text: str) -> None:
    found = decode(text.encode("utf-8"))

    assert found.text == text.removeprefix("\ufeff") or len(text) < 200


def test_nineteen_of_twenty_real_texts_come_out_right() -> None:
    folder = corpus()
    with (folder / "encodings.jsonl").open(encoding="utf-8") as lines:
        facts = [fact for line in lines if "text_sha256" in (fact := json.loads(line))]
    right = 0
    for fact in facts:
        text = decode((folder / fact["file"]).read_bytes()).text.replace("\r\n", "\n").replace("\r", "\n")
        right += hashlib.sha256(text.encode()).hexdigest() == fact["text_sha256"]

    assert right >= 0.95 * len(facts)


def test_a_picture_does_not_look_like_text_and_notes_do() -> None:
    assert not looks_like_text(bytes(range(256)) * 8)
    assert looks_like_text(CHINESE.encode("gbk"))
    assert looks_like_text(CHINESE.encode("utf-16-le"))
