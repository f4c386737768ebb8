"""Passages side by side: on the left the checked text, on the right the document in which they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QPlainTextEdit, QPushButton, QTextEdit, QVBoxLayout

from gui import tokens
from gui.elided_label import ElidedLabel
from gui.page import PageHead
from gui.phrases import display

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from core.side_by_side import SideBySide
    from gui.theme import Theme
    from gui.words import Words

MOST_SHOWN = 2_000_000
"""Characters of a text that are shown."""


class PassageDialog(QDialog):
    """Shows both texts with their passages marked; N and P go from one to the next."""

    def __init__(self, words: Words, theme: Theme, paths: tuple[str, str], found: SideBySide, parent: object) -> None:
        super().__init__(parent)  # type: ignore[arg-type]  # a widget
        self._words, self._theme, self._found, self._paths = words, theme, found, paths
        self._current = 0
        self._head = PageHead(theme)
        self._previous, self._next, self._close = QPushButton(), QPushButton(), QPushButton()
        for button in (self._previous, self._next, self._close):
            self._head.add_action(button)
        self._sides = [QPlainTextEdit(), QPlainTextEdit()]
        self._names = [ElidedLabel(display(path)) for path in paths]
        self._lay_out()
        self._next.clicked.connect(lambda: self._step(1))
        self._previous.clicked.connect(lambda: self._step(-1))
        self._close.clicked.connect(self.accept)
        for key, by in ((Qt.Key.Key_N, 1), (Qt.Key.Key_P, -1)):
            QShortcut(QKeySequence(key), self, lambda by=by: self._step(by))
        words.changed.connect(self.retranslate)
        theme.changed.connect(self._mark)
        self.retranslate()
        self._step(0)

    def retranslate(self) -> None:
        """Say everything in the current language."""
        say = self._words.say
        n = len(self._found.stretches)
        self.setWindowTitle(say("Passages side by side"))
        self._head.set_texts(say("Passages side by side"), self._place_text(n))
        self._previous.setText(say("Previous passage"))
        self._next.setText(say("Next passage"))
        self._close.setText(say("Close"))
        for side, name in zip(self._sides, (say("Checked text"), say("Document of the library")), strict=True):
            side.setAccessibleName(name)
            side.setPlaceholderText(say("The text cannot be read now, and the library keeps none."))
        for button in (self._previous, self._next):
            button.setEnabled(n > 1)

    def _place_text(self, n: int) -> str:
        if not n:
            return self._words.say("No passage of both texts can be shown.")
        return self._words.say(
            "Passage {place} of {n}", place=self._words.number(self._current + 1), n=self._words.number(n)
        )

    def _lay_out(self) -> None:
        px = self._theme.px
        grid = QGridLayout()
        grid.setContentsMargins(px(tokens.GAP_4), px(tokens.GAP_2), px(tokens.GAP_4), px(tokens.GAP_4))
        grid.setSpacing(px(tokens.GAP_2))
        texts = (self._found.text, self._found.there)
        for column, (name, side, text) in enumerate(zip(self._names, self._sides, texts, strict=True)):
            name.setProperty("tone", "strong")
            side.setReadOnly(True)
            side.setFont(self._theme.font())
            side.setPlainText(_one_to_one(text[:MOST_SHOWN]))
            grid.addWidget(name, 0, column)
            grid.addWidget(side, 1, column)
            grid.setColumnStretch(column, 1)
        body = QHBoxLayout()
        body.addLayout(grid)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addLayout(body, 1)
        self.resize(px(980), px(620))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._step(0)  # only now there is a middle to bring the passage to

    def _step(self, by: int) -> None:
        """Go to another passage, round and round."""
        n = len(self._found.stretches)
        self._current = (self._current + by) % n if n else 0
        self._mark()
        self._head.set_texts(self._words.say("Passages side by side"), self._place_text(n))
        if n:
            one = self._found.stretches[self._current]
            for side, start, text in zip(
                self._sides, (one.start, one.there_start), (self._found.text, self._found.there), strict=True
            ):
                cursor = side.textCursor()
                cursor.setPosition(min(_place(text, start), side.document().characterCount() - 1))
                side.setTextCursor(cursor)
                side.centerCursor()

    def _mark(self) -> None:
        """Mark all passages softly, and the current one strongly."""
        for number, (side, text) in enumerate(zip(self._sides, (self._found.text, self._found.there), strict=True)):
            marks = []
            for place, one in enumerate(self._found.stretches):
                start, end = (one.start, one.end) if number == 0 else (one.there_start, one.there_end)
                if end <= MOST_SHOWN:
                    marks.append(self._selection(side, _place(text, start), _place(text, end), place == self._current))
            # the current one last, over others at the same place
            side.setExtraSelections(sorted(marks, key=lambda mark: mark.format.foreground().style().value))

    def _selection(self, side: QPlainTextEdit, start: int, end: int, is_current: bool) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        form = QTextCharFormat()
        form.setBackground(self._theme.colour("accent_soft" if is_current else "hover"))
        if is_current:
            form.setForeground(self._theme.colour("accent"))
        cursor = side.textCursor()
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        selection.cursor, selection.format = cursor, form
        return selection


def _one_to_one(text: str) -> str:
    """Return a text whose characters Qt keeps one by one: it would fold CR LF, and drop NUL."""
    return text.replace("\r", " ").replace("\0", " ")


def _place(text: str, place: int) -> int:
    """Return where Qt, which counts in UTF-16, has the character at `place`."""
    return place + sum(char > "\uffff" for char in text[:place])
