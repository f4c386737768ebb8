"""Figures and dates in the window read as on the command line, and by the rules of the language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.wording import LANGUAGES, Wording
from gui.qt_wording import QtWording

YEAR_NS = 366 * 86400 * 10**9


@given(
    st.sampled_from(LANGUAGES),
    st.integers(0, 10**15),
    st.floats(0, 5000),
    st.integers(-900 * YEAR_NS, 900 * YEAR_NS),
)
def test_the_window_and_the_command_line_write_figures_alike(language, whole, share, time_ns):
    window, line = QtWording(language), Wording(language)
    for how, value in (("number", whole), ("size", whole), ("percent", share), ("date", time_ns), ("time", time_ns)):
        assert getattr(window, how)(value) == getattr(line, how)(value)


@pytest.mark.parametrize(
    ("language", "size", "day"), [("en", "1,023 bytes", "30 Nov 2026"), ("zh_CN", "1,023 字节", "2026/11/30")]
)
def test_figures_are_written_as_the_language_does(language, size, day):
    wording = QtWording(language)
    assert wording.size(1023) == size
    assert wording.size(1536) == "1.5 KB"
    assert wording.number(1234567) == "1,234,567"
    assert wording.percent(0.99999) == "99%"
    assert wording.date(1_796_040_000_000_000_000) == day
