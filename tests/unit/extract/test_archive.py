"""Zip packages: bounded before they cost anything, salvaged where they are broken."""

from __future__ import annotations

import io
import struct
import zipfile

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.extract.archive import Archive, has_member
from core.extract.reading import Limits, ReadingError, Status
from tests.unit.extract.making import docx, paragraph, pptx, reading, shape, zipped


def archive(content: bytes, limits: Limits | None = None) -> Archive:
    return Archive(io.BytesIO(content), limits or Limits())


def status_of(content: bytes, limits: Limits | None = None, name: str = "a") -> Status:
    with pytest.raises(ReadingError) as raised:
        archive(content, limits).read(name)
    return raised.value.status


NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\\/\0", exclude_categories=("Cs", "Cc")), min_size=1)


@settings(max_examples=60, deadline=None)
@example({"0": b"PK\x06\x06"}, 0)
@example({"0": b"PK\x05\x06" + bytes(18)}, 0)
@example({"0": b"PK\x03\x04" + bytes(26)}, 0)
@given(st.dictionaries(NAMES, st.binary(max_size=300), min_size=1, max_size=6), st.sampled_from([0, 8]))
def test_every_member_comes_back_as_it_went_in(members: dict[str, bytes], compression: int) -> None:
    content = zipped(members, compression)
    opened = archive(content)

    assert {name: opened.read(name) for name in members} == members
    assert {name: b"".join(opened.stream(name)) for name in members} == members
    assert opened.damage == ""


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=400), st.integers(0, 3000), st.binary(max_size=8))
def test_surgery_never_raises_anything_but_a_reading_error(payload: bytes, at: int, patch: bytes) -> None:
    content = zipped({"a": payload, "b": b"x" * 900})
    at %= len(content)
    broken = content[:at] + patch + content[at + len(patch) :]
    try:
        opened = archive(broken)
        for name in opened.names:
            opened.read(name)
    except ReadingError:
        pass


def test_names_are_found_whatever_their_slashes_and_case() -> None:
    opened = archive(zipped({"Word\\Document.XML": b"text"}))

    assert opened.get("word/document.xml") == b"text"
    assert opened.get("word/other.xml") == b""


def test_without_its_directory_a_package_is_read_by_its_local_headers() -> None:
    content = zipped({"a": b"first" * 100, "b": b"second"})
    opened = archive(content[: content.index(b"PK\x01\x02")])

    assert (opened.read("a"), opened.read("b")) == (b"first" * 100, b"second")
    assert opened.damage


def test_members_whose_sizes_come_after_them_are_salvaged_too() -> None:
    class Pipe(io.RawIOBase):
        def __init__(self) -> None:
            self.got = bytearray()

        def writable(self) -> bool:
            return True

        def write(self, data: object) -> int:
            self.got += bytes(data)  # type: ignore[call-overload]  # zipfile hands over bytes
            return len(bytes(data))  # type: ignore[call-overload]  # as above

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as made:  # type: ignore[call-overload]  # a stream will do
        made.writestr("a", b"first" * 100)
        made.writestr("b", b"second")
    content = bytes(pipe.got)
    opened = archive(content[: content.index(b"PK\x01\x02")])

    assert (opened.read("a"), opened.read("b")) == (b"first" * 100, b"second")


def test_of_a_member_that_breaks_off_the_beginning_is_kept() -> None:
    import random

    payload = random.Random(1).randbytes(50_000)
    content = zipped({"a": payload})
    opened = archive(content[:30_000])
    got = opened.read("a")

    assert payload.startswith(got)
    assert len(got) > 20_000
    assert opened.damage


def test_a_wrong_check_sum_is_damage() -> None:
    content = bytearray(zipped({"a": b"some text that is stored"}, zipfile.ZIP_STORED))
    content[content.index(b"text")] ^= 1
    opened = archive(bytes(content))

    assert opened.read("a") == b"some uext that is stored"
    assert "check sum" in opened.damage


def test_bytes_before_the_package_do_no_harm() -> None:
    assert archive(b"junk" * 10 + zipped({"a": b"text"})).read("a") == b"text"


def test_of_two_members_of_one_name_the_one_that_can_be_read_is_taken() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        made.writestr("a", b"older")
        with pytest.warns(UserWarning, match="Duplicate"):
            made.writestr("a", b"newer")
    content = buffer.getvalue()

    assert archive(content).read("a") == b"newer"
    second = content.index(b"PK\x03\x04", 4)
    assert archive(content[:second] + b"XXXX" + content[second + 4 :]).read("a") == b"older"


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = zipped({"a": b"\0" * 8_000_000})

    assert len(bomb) < 20_000
    assert status_of(bomb) is Status.TOO_LARGE


def test_many_small_bombs_are_refused_together() -> None:
    opened = archive(zipped({str(n): bytes(900_000) for n in range(10)}), Limits(maximum_expansion=5_000_000))

    with pytest.raises(ReadingError) as raised:
        [opened.read(name) for name in opened.names]
    assert raised.value.status is Status.TOO_LARGE


def test_a_member_that_lies_about_its_size_gives_no_more_than_it_claims() -> None:
    content = bytearray(zipped({"a": bytes(500_000)}))
    entry = content.index(b"PK\x01\x02")
    struct.pack_into("<L", content, entry + 24, 1000)

    assert len(archive(bytes(content)).read("a")) <= 1000


def test_a_flood_of_members_is_refused_by_its_number_alone() -> None:
    local = struct.pack("<4s5H3L2H", b"PK\x03\x04", 20, 0, 0, 0, 0, 0, 0, 0, 1, 0) + b"a"
    entry = struct.pack("<4s6H3L5H2L", b"PK\x01\x02", 20, 20, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"a"
    count = 200_000
    wide = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, count, count, len(entry) * count, len(local))
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)

    with pytest.raises(ReadingError) as raised:
        archive(local + entry * count + wide + end)
    assert raised.value.status is Status.TOO_LARGE


def test_a_flood_without_a_directory_is_refused_too() -> None:
    local = struct.pack("<4s5H3L2H", b"PK\x03\x04", 20, 0, 0, 0, 0, 0, 0, 0, 1, 0) + b"a"

    with pytest.raises(ReadingError) as raised:
        archive(local * 5000, Limits(maximum_members=4000))
    assert raised.value.status is Status.TOO_LARGE


def test_members_with_a_password_are_encrypted() -> None:
    content = bytearray(zipped({"a": b"text"}))
    content[content.index(b"PK\x01\x02") + 8] |= 1

    assert status_of(bytes(content)) is Status.ENCRYPTED


def test_nothing_readable_is_damaged() -> None:
    with pytest.raises(ReadingError) as raised:
        archive(b"PK\x03\x04 and nothing more")
    assert raised.value.status is Status.DAMAGED


def test_only_whole_names_count_when_the_end_is_looked_at() -> None:
    content = zipped({"copy/word/document.xml": b"x"})

    assert not has_member(io.BytesIO(content), rb"word/document\.xml")
    assert has_member(io.BytesIO(content), rb"copy/word/document\.xml")


@pytest.mark.parametrize("name", ["a.docx", "a.pptx"])
def test_a_bomb_among_the_parts_of_a_document_is_too_large(name: str) -> None:
    huge = "&#32;" * 4_000_000
    content = docx(paragraph(huge)) if name == "a.docx" else pptx([shape(huge)])

    assert reading(content, name).status is Status.TOO_LARGE
