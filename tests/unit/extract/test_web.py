"""Web pages: what a reader sees, in the encoding that the bytes are in."""

from __future__ import annotations

import pytest

from core.extract.reading import Limits, PartKind, Status
from tests.unit.extract.making import reading, text_of


def seen(page: str | bytes) -> str:
    return reading(page.encode() if isinstance(page, str) else page, "a.html").body


def test_blocks_are_lines_and_inline_elements_are_not() -> None:
    page = "<html><head><title>标题</title></head><body><p>一<b>二</b>三<p>四<br>五<ul><li>六<li>七</ul></body></html>"

    assert seen(page).split("\n") == ["一二三", "四", "五", "六", "七"]


def test_the_title_is_kept_apart_from_what_stands_in_the_page() -> None:
    found = reading("<title>公司 主页</title><p>内容".encode(), "a.html")

    assert (text_of(found, PartKind.HEADER), found.body) == ("公司 主页", "内容")


def test_cells_are_apart() -> None:
    assert seen("<table><tr><td>甲<td>乙<tr><td>丙</table>").split() == ["甲", "乙", "丙"]


@pytest.mark.parametrize("tag", ["script", "style", "template", "noscript"])
def test_what_nobody_sees_is_left_out(tag: str) -> None:
    assert seen(f"<p>前<{tag}>var hidden = 1;</{tag}>后</p><!-- hidden -->") == "前后"


def test_forms_and_pictures_tell_what_they_show() -> None:
    page = (
        '<p>姓名<input type="text" value="张三"><input type="hidden" value="secret"><input type="checkbox" checked>'
        '<img src="a.png" alt="公司标志"><textarea>备注</textarea><select><option>甲</option></select></p>'
    )
    text = seen(page)

    assert all(word in text for word in ("姓名", "张三", "☑", "公司标志", "备注", "甲"))
    assert "secret" not in text


def test_white_space_is_folded_except_line_ends_that_are_kept() -> None:
    assert seen("<p>one\n   two&nbsp;three</p><pre>a\n  b</pre>") == "one two three\na\nb"


PAGE = '<html><head><meta charset="{}"></head><body><p>第一条 本合同自双方签字之日起生效。</p></body></html>'


@pytest.mark.parametrize(
    ("declared", "codec"),
    [
        ("gb2312", "gb18030"),
        ("utf-8", "utf-8"),
        ("utf-8", "gb18030"),
        ("gb2312", "utf-8"),
        ("iso-8859-1", "utf-8"),
        ("no-such", "gb18030"),
        ("utf-16", "utf-8"),
        ("utf-8", "utf-16"),
        ("hex", "utf-8"),
    ],
)
def test_the_declared_encoding_is_believed_only_as_far_as_the_bytes_agree(declared: str, codec: str) -> None:
    assert seen(PAGE.format(declared).encode(codec)) == "第一条 本合同自双方签字之日起生效。"


def test_a_declaration_that_fits_decides_what_evidence_could_not() -> None:
    assert seen('<meta charset="euc-kr"><p>가</p>'.encode("euc_kr")) == "가"


BROKEN = ["<p>", "<" * 5000, "<html><body><p>text", "<div>" * 3000 + "text", "&#0;&#xFFFFFFFF;text"]


@pytest.mark.parametrize("page", BROKEN, ids=range(len(BROKEN)))
def test_broken_pages_are_read_as_browsers_do(page: str) -> None:
    assert reading(page.encode(), "a.html").status in (Status.OK, Status.NO_TEXT)


def test_pages_of_any_suffix_for_html_are_read() -> None:
    for name in ("a.htm", "a.xhtml", "a.HTML"):
        assert reading(b'<?xml version="1.0" encoding="UTF-8"?><html><body>text</body></html>', name).body == "text"


def test_a_page_beyond_the_limit_is_refused() -> None:
    assert reading(b"<p>" + b"a" * 5000, "a.html", Limits(maximum_text=500)).status is Status.TOO_LARGE
