"""Lists behind a byte order mark: UTF-8 and UTF-16, mixed, from pipes, and cut off."""

from __future__ import annotations

import codecs
import io
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import KnownError
from core.records import unique
from tests.unit.test_records import WAYS, made_unique, run

BIG_ENDIAN = codecs.BOM_UTF16_BE
MARKED = {"utf-8-sig": codecs.BOM_UTF8, "utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": BIG_ENDIAN}


def encoded(text: str, encoding: str) -> bytes:
    """Return a text behind its byte order mark."""
    return text.encode(encoding) if encoding == "utf-8-sig" else MARKED[encoding] + text.encode(encoding)


@pytest.mark.parametrize("memory", WAYS)
@pytest.mark.parametrize("encoding", MARKED)
def test_a_byte_order_mark_is_no_part_of_the_first_line(memory: str, encoding: str) -> None:
    text = "查重\n另一行\r\n查重\n\u0a0a\u0d0a\n另一行\r\n\u0a0a\u0d0a\n😀\n查重"

    output, result = run(encoded(text, encoding), memory=memory)

    assert output == encoded("查重\n另一行\r\n\u0a0a\u0d0a\n😀\n", encoding)
    assert (result.lines, result.dropped) == (8, 4)


@pytest.mark.parametrize("memory", WAYS)
@given(halves=st.lists(st.sampled_from([0x0A, 0x0D0A, 0x0A0A, 0x61, 0x4E00, 0xD83D, 0xDE00, 0xFEFF, 0]), max_size=40))
def test_lists_in_utf_16_keep_every_character(memory: str, halves: list[int]) -> None:
    lines = b"".join(half.to_bytes(2, "big") for half in halves).decode("utf-16-be", "surrogatepass").split("\n")
    kept = dict.fromkeys(lines if lines[-1] else lines[:-1])

    source = BIG_ENDIAN + "\n".join(lines).encode("utf-16-be", "surrogatepass")
    assert made_unique(source, memory=memory) == BIG_ENDIAN + "".join(f"{line}\n" for line in kept).encode(
        "utf-16-be", "surrogatepass"
    )


@pytest.mark.parametrize(
    ("encodings", "output"),
    [
        (("utf-16-le", "utf-16-be"), "utf-16-le"),
        (("utf-16-le", "utf-8-sig"), "utf-8-sig"),
        (("utf-8-sig", "utf-16-le"), "utf-8-sig"),
        (("utf-8-sig", ""), "utf-8-sig"),
        (("", "utf-16-be"), ""),
    ],
)
def test_equal_lines_in_other_encodings_are_equal_and_the_first_list_says_how_they_are_written(
    encodings: tuple[str, str], output: str
) -> None:
    lists = [
        encoded(text, name) if name else text.encode()
        for text, name in zip(("甲\n乙\n", "乙\n丙\n"), encodings, strict=True)
    ]

    written = made_unique(*lists)

    assert written == (encoded("甲\n乙\n丙\n", output) if output else "甲\n乙\n丙\n".encode())


def test_a_pipe_in_utf_16_is_read_as_such() -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb") as file:
        file.write(encoded("甲\n甲\n", "utf-16-le"))
    with os.fdopen(reading, "rb") as source:
        out = io.BytesIO()
        unique([source], out)

    assert out.getvalue() == encoded("甲\n", "utf-16-le")


def test_half_a_character_at_the_end_is_told_in_a_sentence() -> None:
    with pytest.raises(KnownError, match="in the middle of a character"):
        made_unique(encoded("甲\n", "utf-16-le") + b"a")
