"""Lines made unique: the same output as the classic awk line, whatever the bytes, the mode and the memory."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from url_normalize import url_normalize

from core import bloom, command_line
from core.errors import KnownError
from core.progress import Cancelled, NullReporter, Phase
from core.record_reading import Column, normal_url
from core.records import RecordsResult, unique, unique_file

if TYPE_CHECKING:
    from collections.abc import Sequence

WAYS = ("exact", "bloom")

texts = st.lists(
    st.sampled_from([b"a", b"b", b"\n", b"\r\n", b"\0", b"\xff", b"\\n", "查重".encode(), b""]), max_size=60
).map(b"".join)


def expected(contents: Sequence[bytes]) -> bytes:
    lines = [line for content in contents for line in content.removesuffix(b"\n").split(b"\n") if content]
    return b"".join(line + b"\n" for line in dict.fromkeys(lines))


def made_unique(*contents: bytes, **options: object) -> bytes:
    return run(*contents, **options)[0]


def run(*contents: bytes, **options: object) -> tuple[bytes, RecordsResult]:
    out = io.BytesIO()
    result = unique([io.BytesIO(content) for content in contents], out, **options)  # type: ignore[arg-type]  # options are mixed
    return out.getvalue(), result


@pytest.mark.parametrize("memory", WAYS)
@given(contents=st.lists(texts, max_size=4))
@example(contents=[b"no end", b"no end"])
@example(contents=[b"", b"\n\n"])
def test_the_first_of_equal_lines_stays_in_order_whatever_the_bytes(memory: str, contents: list[bytes]) -> None:
    output, result = run(*contents, memory=memory)

    assert output == expected(contents)
    assert result.kept == output.count(b"\n")
    assert result.lines == result.kept + result.dropped


@given(contents=st.lists(texts, max_size=3), limit=st.integers(0, 1000))
def test_where_memory_runs_out_exact_goes_on_bounded_and_writes_nothing_twice(
    contents: list[bytes], limit: int
) -> None:
    assert made_unique(*contents, limit=limit) == expected(contents)


@given(contents=st.lists(texts, min_size=1, max_size=3), limit=st.integers(0, 1000))
def test_what_was_dropped_is_reported_with_file_and_line_in_every_way(contents: list[bytes], limit: int) -> None:
    reports = []
    for options in ({"memory": "exact", "limit": 1 << 30}, {"memory": "exact", "limit": limit}, {"memory": "bloom"}):
        report = io.BytesIO()
        made_unique(*contents, dropped=report, **options)
        reports.append(report.getvalue())

    assert reports[0] == reports[1] == reports[2]
    rows = [row.split(b"\t", 2) for row in reports[0].splitlines() if row.startswith(b"-\t")]
    assert all(int(number) >= 1 for _, number, *_ in rows)


def test_the_report_names_the_place_of_each_repetition(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_bytes(b"a\nb\na\n")
    second.write_bytes(b"c\nb\n")
    report = io.BytesIO()

    unique([str(first), str(second)], io.BytesIO(), dropped=report)

    assert report.getvalue().decode() == f"{first}\t3\ta\n{second}\t2\tb\n"


@pytest.mark.parametrize("memory", WAYS)
def test_the_output_is_that_of_awk(tmp_path: Path, memory: str) -> None:
    awk = shutil.which("mawk") or shutil.which("gawk") or shutil.which("awk")
    if awk is None:
        pytest.skip("no awk here")
    source = tmp_path / "lines"
    lines = [bytes([number % 251 + 1, number % 7 + 60]) * (number % 5) for number in range(4000)]
    source.write_bytes(b"\n".join(line.replace(b"\n", b"\r") for line in lines))
    awks = subprocess.run([awk, "!seen[$0]++", source], env={"LC_ALL": "C"}, capture_output=True, check=True).stdout

    with (tmp_path / "out").open("wb") as out:
        unique([str(source)], out, memory=memory)

    assert (tmp_path / "out").read_bytes() == awks


@pytest.mark.parametrize("memory", WAYS)
def test_a_line_longer_than_any_block_is_one_line(memory: str) -> None:
    long = b"x" * 1_000_000
    assert made_unique(long + b"\ny\n" + long + b"\ny", memory=memory) == long + b"\ny\n"


def test_a_filter_that_errs_every_second_time_loses_no_line() -> None:
    lines = [b"%d" % number for number in range(3000)]

    output, result = run(b"\n".join(lines), memory="bloom", error_rate=0.5)

    assert output.split() == lines
    assert result.false_hits > 100
    assert result.dropped == 0


def test_the_rate_of_false_hits_is_the_one_asked_for() -> None:
    _, result = run(b"\n".join(b"%d" % number for number in range(60_000)), memory="bloom", error_rate=0.01)

    assert 0.0005 < result.false_rate <= 0.013


def test_keys_that_outgrow_their_memory_are_spread_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bloom, "KEY_BUDGET", 2000)
    lines = [b"line %d" % (number % 3000) for number in range(9000)]

    assert made_unique(b"\n".join(lines), memory="bloom").splitlines() == lines[:3000]


@pytest.mark.parametrize("memory", WAYS)
def test_a_pipe_is_read_like_a_file(memory: str) -> None:
    reading, writing = os.pipe()

    def feed() -> None:
        with os.fdopen(writing, "wb") as file:
            file.write(b"a\nb\na\n" * 50_000)

    thread = threading.Thread(target=feed)
    thread.start()
    out = io.BytesIO()
    with os.fdopen(reading, "rb") as source:
        result = unique([source], out, memory=memory)
    thread.join()

    assert out.getvalue() == b"a\nb\n"
    assert result.lines == 150_000


class StopsAfter(NullReporter):
    """Says stop at the nth question."""

    def __init__(self, questions: int) -> None:
        self.left = questions

    def advance(self, phase: Phase, done: int, total: int | None = None) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


@pytest.mark.parametrize("memory", WAYS)
@pytest.mark.parametrize("questions", [0, 3, 6])
def test_a_stopped_run_leaves_the_file_as_it_was(tmp_path: Path, memory: str, questions: int) -> None:
    source = tmp_path / "lines"
    source.write_bytes(b"".join(b"line %d\n" % (number % 70_000) for number in range(200_000)))
    before = source.read_bytes()

    with pytest.raises(Cancelled):
        unique_file([str(source)], str(source), memory=memory, reporter=StopsAfter(questions))

    assert source.read_bytes() == before
    assert os.listdir(tmp_path) == ["lines"]


@pytest.mark.parametrize("memory", WAYS)
def test_the_output_may_replace_its_source(tmp_path: Path, memory: str) -> None:
    source = tmp_path / "lines"
    source.write_bytes(b"a\na\nb")
    source.chmod(0o640)

    unique_file([str(source)], str(source), memory=memory)

    assert source.read_bytes() == b"a\nb\n"
    assert os.listdir(tmp_path) == ["lines"]
    if os.name == "posix":
        assert source.stat().st_mode & 0o777 == 0o640


class Appends(NullReporter):
    """Writes to the source while it is read."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def advance(self, phase: Phase, done: int, total: int | None = None) -> None:
        with self.path.open("ab") as file:
            file.write(b"x")


def test_a_source_that_changes_under_the_bounded_way_is_an_error(tmp_path: Path) -> None:
    source = tmp_path / "lines"
    source.write_bytes(b"a\nb\na\n")

    with pytest.raises(KnownError, match="changed while it was read"):
        unique([str(source)], io.BytesIO(), memory="bloom", reporter=Appends(source))


def test_progress_counts_every_byte_read() -> None:
    class Listens(NullReporter):
        def advance(self, phase: Phase, done: int, total: int | None = None) -> None:
            said.append((done, total))

    said: list[tuple[int, int | None]] = []
    made_unique(b"a\nb\na\n", memory="bloom", reporter=Listens())

    assert said[-1] == (24, 24)
    assert [done for done, _ in said] == sorted(done for done, _ in said)


def test_a_missing_file_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(KnownError, match="cannot be read"):
        unique([str(tmp_path / "not there")], io.BytesIO())
    with pytest.raises(KnownError, match="cannot be written"):
        unique_file([], str(tmp_path / "no folder" / "out"))


@pytest.mark.parametrize("options", [{"memory": "magic"}, {"error_rate": 0.0}, {"error_rate": 0.6}])
def test_an_option_out_of_bounds_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        made_unique(b"", **options)


TABLE = b'name,url\nA,http://x/\n"B, ""b""\nc",http://y/\nD,http://x/\nonly\nother\nonly\n'


@pytest.mark.parametrize("memory", WAYS)
@pytest.mark.parametrize("name", ["url", 2])
def test_a_column_of_a_table_decides_and_rows_without_it_are_compared_whole(memory: str, name: str | int) -> None:
    assert made_unique(TABLE, memory=memory, key=Column(name)) == (
        b'name,url\nA,http://x/\n"B, ""b""\nc",http://y/\nonly\nother\n'
    )


@pytest.mark.parametrize("memory", WAYS)
def test_a_cell_with_a_line_feed_is_one_key(memory: str) -> None:
    table = b'"a\nb",1\n"a\\nb",2\n"a\nb",3\n"\\ma\nb",4\n'

    assert made_unique(table, memory=memory, key=Column(1)) == b'"a\nb",1\n"a\\nb",2\n"\\ma\nb",4\n'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "big5", "utf-16"])
def test_a_column_is_found_by_its_name_in_the_encoding_of_the_table(encoding: str) -> None:
    table = "網址;名\n甲;1\n甲;2\n乙;3\n".encode(encoding)

    assert made_unique(table, key=Column("網址", ";")) == "網址;名\n甲;1\n乙;3\n".encode(encoding)


def test_the_head_of_a_second_table_goes_with_the_repetitions() -> None:
    assert made_unique(b"k,v\n1,a\n", b"k,v\n2,b\n1,c\n", key=Column("k")) == b"k,v\n1,a\n2,b\n"


def test_a_column_that_is_not_there_is_told_in_a_sentence() -> None:
    with pytest.raises(KnownError, match="no column link in its first line"):
        made_unique(b"name,url\n", key=Column("link"))


def test_a_table_that_is_none_is_told_with_its_line() -> None:
    with pytest.raises(KnownError, match="Line 2 of"):
        made_unique(b'a,b\n"' + b"x" * 200_000 + b"\n", key=Column(1))


@pytest.mark.parametrize(("name", "delimiter"), [(0, ","), (1, ";;"), (1, '"'), (1, "\n"), (1, "、")])
def test_a_column_that_cannot_be_is_refused(name: int, delimiter: str) -> None:
    with pytest.raises(ValueError, match=r"column|delimiter"):
        Column(name, delimiter)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://example.com", "HTTP://EXAMPLE.com:80/"),
        ("http://example.com/a/../b#part", "http://example.com/b"),
        ("http://example.com/%7euser", "http://example.com/~user\r"),
        ("https://例子.测试/路", "https://xn--fsqu00a.xn--0zwm56d/%E8%B7%AF"),
    ],
)
def test_addresses_that_differ_in_writing_only_are_one(one: str, other: str) -> None:
    output = made_unique(f"{one}\n{other}\n".encode(), normalise_urls=True)

    assert output == f"{one}\n".encode()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://example.com/A", "http://example.com/a"),
        ("http://example.com/?a=1&b=2", "http://example.com/?b=2&a=1"),
        ("http://example.com/a", "http://example.com/a/"),
        ("no address", "No address"),
        ("http://[broken", "http://[broken/"),
    ],
)
def test_addresses_that_may_lead_elsewhere_are_two(one: str, other: str) -> None:
    content = f"{one}\n{other}\n".encode()

    assert made_unique(content, normalise_urls=True) == content


@given(
    st.text("aZ09.-_~/?&=%:@[]#查", max_size=12),
    st.sampled_from(["http://", "https://", "ftp://", "HTTP://", "x://"]),
    st.sampled_from(["a.com/", "a.com", "xn--fsqu00a.com/", "a-b.c.org/", "a.b-/", "1.2.3.4/"]),
)
def test_the_short_cut_for_normal_addresses_agrees_with_the_library(rest: str, scheme: str, host: str) -> None:
    address = f"{scheme}{host}{rest}"
    without_fragment = address.partition("#")[0]
    try:
        normal = url_normalize(without_fragment)
    except ValueError:
        normal = address

    assert normal_url(address.encode()) == (normal or address).encode()


@given(st.binary(max_size=40))
def test_any_bytes_have_a_normal_form_and_it_is_its_own(line: bytes) -> None:
    once = normal_url(b"http://" + line)
    assert normal_url(once) == once


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--delimiter", ";"], "--delimiter is for tables"),
        (["--column", "1", "--delimiter", ";;"], "takes one character"),
        (["--column", "0"], "counts from 1"),
    ],
)
def test_a_wrong_call_is_refused_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], sentence: str
) -> None:
    source, out = tmp_path / "list", tmp_path / "out"
    source.write_bytes(b"a;b\n")

    assert command_line.run(["records", os.fspath(source), "-o", os.fspath(out), *options]) == 2
    assert sentence in capsys.readouterr().err
    assert not out.exists()
