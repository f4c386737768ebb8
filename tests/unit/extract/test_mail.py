"""Mail and web archives: letterhead apart, the fuller body, any declared or undeclared encoding, attachments named."""

from __future__ import annotations

import struct
from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.extract.outlook import unpacked_rtf
from core.extract.reading import Limits, PartKind, Status
from tests.unit.extract.made_compound import compound
from tests.unit.extract.making import PNG, reading, text_of

HEAD = (
    "From: Li Na <li@example.com>\nTo: wang@example.com\nSubject: Minutes\nMIME-Version: 1.0\n"
    "Date: Wed, 4 Oct 2023 09:27:45 +0800\n"
)


def mail(rest: str | bytes, head: str = HEAD) -> bytes:
    return head.encode() + (rest if isinstance(rest, bytes) else rest.encode())


def parts(kind: str, *inner: str) -> str:
    joined = "".join(f"--cut\n{part}\n" for part in inner)
    return f'Content-Type: multipart/{kind}; boundary="cut"\n\n{joined}--cut--\n'


def test_the_letterhead_stands_apart_and_the_subject_with_the_text() -> None:
    found = reading(mail("\nAll agreed.\n"), "a.eml")
    assert found.body == "Minutes\nAll agreed."
    assert text_of(found, PartKind.HEADER) == "Li Na <li@example.com>\nwang@example.com"
    assert found.modified == "2023-10-04T09:27:45+08:00"


def test_subjects_in_encoded_words_and_raw_bytes_are_read() -> None:
    coded = HEAD.replace("Minutes", "=?gb2312?B?" + b64encode("会议纪要".encode("gb2312")).decode() + "?=")
    raw = HEAD.encode().replace(b"Minutes", "关于召开会议的通知".encode("gb18030")) + "\n正文内容在这里。".encode(
        "gb18030"
    )
    assert reading(mail("\nx", coded), "a.eml").body.startswith("会议纪要")
    assert reading(raw, "a.eml").body == "关于召开会议的通知\n正文内容在这里。"


def test_of_two_forms_of_one_text_one_is_read_and_the_fuller_one_wins() -> None:
    plain, page = "Content-Type: text/plain\n\nThe whole text stands here.", "Content-Type: text/html\n\n<p>{}</p>"
    twins = reading(mail(parts("alternative", plain, page.format("The whole text stands here."))), "a.eml")
    assert twins.body == "Minutes\nThe whole text stands here."
    stub = "Content-Type: text/plain\n\nNo HTML."
    fuller = reading(mail(parts("alternative", stub, page.format("The whole text stands here."))), "a.eml")
    assert fuller.body == "Minutes\nThe whole text stands here."


def test_attachments_are_named_and_not_read() -> None:
    attached = 'Content-Type: text/plain\nContent-Disposition: attachment; filename="a.txt"\n\nnot read'
    found = reading(mail(parts("mixed", "Content-Type: text/plain\n\nread", attached)), "a.eml")
    assert found.body == "Minutes\nread"
    assert found.left_out == ("attachments",)


def test_a_web_archive_is_its_page_and_its_pictures() -> None:
    page = "Content-Type: text/html; charset=utf-8\n\n<html><title>T</title><body><p>网页 page</p></body></html>"
    picture = "Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n" + b64encode(PNG).decode()
    found = reading(mail(parts("related", page, picture), HEAD.replace("To: wang@example.com\n", "")), "a.mht")
    assert found.format == "mht"
    assert "网页 page" in found.body
    assert [item.kind for item in found.inventory] == ["picture"]


def test_flowed_lines_are_joined() -> None:
    assert (
        reading(mail("Content-Type: text/plain; format=flowed\n\none \ntwo\nthree"), "a.eml").body
        == "Minutes\none two\nthree"
    )


@pytest.mark.parametrize(
    "head",
    [
        'Content-Type: multipart/encrypted; boundary="cut"',
        "Content-Type: application/pkcs7-mime; smime-type=enveloped-data",
    ],
)
def test_a_mail_encrypted_for_its_receivers_is_told(head: str) -> None:
    assert reading(mail(f"{head}\n\n--cut--"), "a.eml").status is Status.ENCRYPTED


def test_parts_within_parts_end_somewhere() -> None:
    inner = "Content-Type: text/plain\n\ndeep"
    for number in range(90):
        inner = f'Content-Type: multipart/mixed; boundary="b{number}"\n\n--b{number}\n{inner}\n--b{number}--'
    assert reading(mail(inner), "a.eml").status in (Status.TOO_LARGE, Status.DAMAGED)


def message(**extra: bytes) -> bytes:
    page = struct.pack("<IIQ", 0x3FFD0003, 0, 936)
    streams = {
        "__properties_version1.0": bytes(32) + page,
        "__substg1.0_0037001F": "会议".encode("utf-16-le"),
        "__substg1.0_0C1A001E": "李娜".encode("gbk"),
        "__substg1.0_0E04001E": b"wang",
    }
    return compound(streams | {name.replace("__SLASH__", "/"): content for name, content in extra.items()})


def test_an_outlook_message_is_read_in_unicode_and_in_its_code_page() -> None:
    found = reading(message(**{"__substg1.0_1000001E": "同意。".encode("gbk")}), "a.msg")
    assert (found.body, text_of(found, PartKind.HEADER)) == ("会议\n同意。", "李娜\nwang")


def test_an_outlook_message_with_only_html_or_only_rtf_is_read() -> None:
    assert reading(message(**{"__substg1.0_10130102": b"<p>agreed</p>"}), "a.msg").body == "会议\nagreed"
    rtf = rb"{\rtf1\ansi\fromtext agreed\par}"
    stored = struct.pack("<IIII", len(rtf) + 12, len(rtf), 0x414C454D, 0) + rtf
    assert reading(message(**{"__substg1.0_10090102": stored}), "a.msg").body == "会议\nagreed"


def test_attachments_of_an_outlook_message_are_named() -> None:
    attached = {"__attach_version1.0_#00000000/__substg1.0_37010102": b"x"}
    assert reading(message(**attached), "a.msg").left_out == ("attachments",)


def test_compressed_rtf_of_the_specification_is_unpacked() -> None:
    # [MS-OXRTFCP] section 3.2.1
    packed = bytes.fromhex(
        "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0"
    )
    assert unpacked_rtf(packed, Limits()) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"


def test_a_run_that_repeats_itself_is_unpacked() -> None:
    # [MS-OXRTFCP] section 3.2.2
    packed = bytes.fromhex("1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0")
    assert unpacked_rtf(packed, Limits()) == b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"


@given(st.binary(max_size=200))
def test_no_bytes_make_the_unpacking_fail(data: bytes) -> None:
    head = struct.pack("<IIII", len(data) + 12, 5000, 0x75465A4C, 0)
    assert len(unpacked_rtf(head + data, Limits())) <= 5000
