"""The line after a scan says how much was compared, and what was not."""

from __future__ import annotations

from core.documents import Counts, ScanResult, Shortfall, ShortfallKind
from gui.desk import result_note
from gui.words import Words


def test_what_was_not_compared_with_everything_is_said_in_the_language_of_the_window(words: Words) -> None:
    result = ScanResult(True, ("/7",), Counts(text_compared=9000), capped=(Shortfall(ShortfallKind.CROWD, 5000),))

    assert result_note(words, result) == (
        "9,000 files compared by their text · 5,000 texts of one template were compared with the references of their"
        " crowd only."
    )
    words.set_language("zh_CN")
    assert "5,000 篇出自同一模板的文档" in result_note(words, result)
