"""The comparison: all differences on top, two documents side by side below, moved through by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QImage, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from core.documents import Relation
from gui import tokens
from gui.compare_words import headline, hints, no_text_sentence, subline
from gui.compared_view import ComparedView
from gui.difference_list import DifferenceList
from gui.document_head import DocumentHead
from gui.key_caps import KeyBar
from gui.page import EmptyNote
from gui.picture_pair import PicturePair

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from gui.comparison import Comparison, Side
    from gui.theme import Theme
    from gui.words import Words

WAIT_MS = 250
"""A comparison that is ready sooner replaces the one before without a word."""


class Computer(Protocol):
    """Compares two documents somewhere else than on the GUI thread."""

    def __call__(self, left: Side, right: Side, done: Callable[[Comparison], None]) -> None:
        """Return at once; call `done` on the GUI thread when the comparison is there."""


LINE = 20
"""A line of text is this high at least, however little room the pane has."""


READABLE = 64
"""The texts have this height at least; what can be had otherwise makes room for them."""

EASY = 100
"""The keys make room for so much, for F1 tells them too."""


class ComparePane(QFrame):
    """Shows a comparison.

    Attributes:
        open_wanted: open a file in its program: path.
        folder_wanted: show a file in its folder: path.
        back_wanted: back to the answer of the check, from where this pair was opened.
        back_key: asks for that from anywhere in the window, while it is offered.
    """

    open_wanted = Signal(object)
    folder_wanted = Signal(object)
    back_wanted = Signal()

    def __init__(self, words: Words, theme: Theme, compute: Computer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._theme, self._compute = words, theme, compute
        self._pair: tuple[Side, Side] | None = None
        self._shown: Comparison | None = None
        self._current = -1
        self.setProperty("ground", "base")
        self._back = QPushButton()
        self.back_key = QShortcut(QKeySequence("Esc"), self)
        self.back_key.setEnabled(False)
        self._headline, self._subline = QLabel(), QLabel()
        self._differences = DifferenceList(words, theme)
        self._heads = (DocumentHead(words, theme), DocumentHead(words, theme))
        self._once = QLabel()
        self._text = ComparedView(words, theme)
        self._pictures = PicturePair(words, theme)
        self._note = EmptyNote(theme)
        self._body = QStackedWidget()
        self._keys = KeyBar(theme)
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(WAIT_MS)
        self._wait.timeout.connect(self._say_waiting)
        self._narrowing = QTimer(self, singleShot=True, interval=0)
        self._narrowing.timeout.connect(self._share_height)
        self._lay_out()
        self._connect()
        words.changed.connect(self.retranslate)
        self.retranslate()

    @property
    def comparison(self) -> Comparison | None:
        """What is shown; None before there is one."""
        return self._shown

    def show_pair(self, left: Side | None, right: Side | None) -> None:
        """Compare two documents; None shows what the pane is for."""
        self.withdraw_back()
        if left is None or right is None:
            self._pair, self._shown = None, None
            self._wait.stop()
            self._fill()
            return
        pair = (left, right)
        if pair == self._pair:
            return
        self._pair = pair
        self._wait.start()
        self._compute(left, right, self.show_comparison)

    def offer_back(self) -> None:
        """Offer the way back to the answer of a check, until another pair is shown."""
        self._back.show()
        self.back_key.setEnabled(True)

    def withdraw_back(self) -> None:
        """Offer the way back no longer."""
        self._back.hide()
        self.back_key.setEnabled(False)

    def show_comparison(self, comparison: Comparison) -> None:
        """Show a comparison; one of another pair than the one asked for last is passed over."""
        if self._pair is not None and (comparison.left, comparison.right) != self._pair:
            return
        self._pair = (comparison.left, comparison.right)
        if comparison.is_broken:
            self.show_trouble(self._words.say("Neartwin met a fault of its own. Your files are not touched."))
            return
        self._wait.stop()
        self._shown = comparison
        self._current = -1
        self._differences.show_differences(comparison.objects, comparison.differences)
        self._text.show_rows(comparison.rows, is_single=comparison.relation is Relation.IDENTICAL)
        if comparison.pictures is not None:
            left, right = comparison.pictures
            empty = QImage()
            self._pictures.show_images(
                left if isinstance(left, QImage) else empty, right if isinstance(right, QImage) else empty
            )
        self._fill()

    def show_trouble(self, sentence: str) -> None:
        """Say why there is no comparison."""
        self._wait.stop()
        self._shown = None
        self._fill()
        self._note.set_texts(self._words.say("These two cannot be compared now"), sentence)

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) difference; after the last comes the first."""
        n = len(self._shown.differences) if self._shown is not None else 0
        if n:
            start = self._current if self._current >= 0 else (-1 if by > 0 else 0)
            self._differences.choose((start + by) % n)

    def open_side(self, side: int) -> None:
        """Ask for the left (0) or right (1) document to be opened."""
        self._heads[side].ask_open()

    def show_side_in_folder(self, side: int) -> None:
        """Ask for the left (0) or right (1) document to be shown in its folder."""
        self._heads[side].ask_folder()

    def unfold_all(self) -> None:
        """Show the equal lines too."""
        self._text.unfold_all()

    def retranslate(self) -> None:
        """Say everything in the current language."""
        self._differences.setAccessibleName(self._words.say("All differences"))
        self._differences.retranslate()
        self._back.setText(self._words.say("‹ Back to the check"))
        self._back.setToolTip(self._words.say("Show the answer of the check again (Esc)"))
        self._text.setAccessibleName(self._words.say("Both documents side by side"))
        self._text.retranslate()
        self._fill()

    def _lay_out(self) -> None:
        px = self._theme.px
        gap = px(tokens.GAP_4)
        top = QFrame()
        top.setProperty("ground", "panel")
        top.setProperty("edge", "bottom")
        self._top = top
        column = QVBoxLayout(top)
        column.setContentsMargins(gap, px(tokens.GAP_2) + 2, px(tokens.GAP_2), px(tokens.GAP_2))
        column.setSpacing(px(tokens.GAP_1) + 2)
        self._back.setProperty("role", "link")
        self._back.setProperty("flush", "true")
        self._back.hide()
        column.addWidget(self._back, 0, Qt.AlignmentFlag.AlignLeft)
        self._headline.setProperty("tone", "strong")
        self._subline.setProperty("tone", "mute")
        for label in (self._headline, self._subline):
            label.setWordWrap(True)
            label.setMinimumHeight(px(LINE))
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)
        column.addWidget(self._differences)
        heads = QFrame()
        heads.setProperty("ground", "base")
        heads.setProperty("edge", "bottom")
        self._head_row = heads
        row = QHBoxLayout(heads)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for head in self._heads:
            row.addWidget(head, 1)
        self._heads[1].setProperty("edge", "left")
        self._once.setProperty("tone", "mute")
        self._once.setContentsMargins(gap, px(tokens.GAP_2), gap, 0)
        for page in (self._note, self._text, self._pictures):
            self._body.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 0, 0, 0)
        layout.setSpacing(0)
        parts: tuple[QWidget, ...] = (top, heads, self._once, self._body, self._keys)
        for part in parts:
            layout.addWidget(part, 1 if part is self._body else 0)

    def _connect(self) -> None:
        self._differences.chosen.connect(self._go_to)
        self._back.clicked.connect(self.back_wanted)
        self.back_key.activated.connect(self.back_wanted)
        self._theme.changed.connect(self._narrowing.start)
        for head in self._heads:
            head.open_wanted.connect(self.open_wanted)
            head.folder_wanted.connect(self.folder_wanted)
        acts: tuple[tuple[str, Callable[[], None]], ...] = (
            ("N", lambda: self.step(1)),
            ("P", lambda: self.step(-1)),
            ("E", self.unfold_all),
            ("O", lambda: self.open_side(0)),
            ("Shift+O", lambda: self.open_side(1)),
            ("F", lambda: self.show_side_in_folder(0)),
            ("Shift+F", lambda: self.show_side_in_folder(1)),
            ("C", self._heads[0].copy_path),
        )
        for keys, act in acts:
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(act)

    def _go_to(self, number: int) -> None:
        self._current = number
        self._text.show_difference(number)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_height()

    def _share_height(self) -> None:
        """Leave out what can be had otherwise where the pane is low: keys, the list of differences, the lines above."""
        self._keys.show()
        self._top.setVisible(self._shown is not None)
        self._differences.setVisible(self._has_differences())
        self._subline.setVisible(bool(self._subline.text()))
        layout = self.layout()
        assert layout is not None
        for part in (self._keys, self._differences, self._once, self._subline, self._top):
            self._body.setMinimumHeight(self._theme.px(EASY if part is self._keys else READABLE))
            layout.activate()
            if layout.minimumHeightForWidth(self.width()) <= self.height():
                return
            part.hide()

    def _has_differences(self) -> bool:
        return self._shown is not None and bool(self._shown.differences or self._shown.objects)

    def _say_waiting(self) -> None:
        self._shown = None
        self._fill()
        self._note.set_texts(self._words.say("Comparing…"), "")

    def _fill(self) -> None:
        self._say()
        self._narrowing.start()

    def _say(self) -> None:
        shown, words = self._shown, self._words
        for part in (self._top, self._head_row):
            part.setVisible(shown is not None)
        is_once = shown is not None and shown.relation is Relation.IDENTICAL and bool(shown.rows)
        self._once.setVisible(is_once)
        self._once.setText(words.say("Content (both are the same, shown once)"))
        self._keys.set_hints(hints(words, shown))
        self._differences.setVisible(self._has_differences())
        if shown is None:
            self._body.setCurrentWidget(self._note)
            if self._pair is None:
                self._note.set_texts(
                    words.say("Nothing to compare yet"), words.say("Choose a file in a group to see what differs.")
                )
            return
        self._headline.setText(headline(words, shown))
        self._headline.setToolTip(subline(words, shown))
        self._subline.setText(subline(words, shown))
        self._subline.setToolTip(shown.left.md5 or "")
        self._subline.setVisible(bool(self._subline.text()))
        for head, side in zip(self._heads, (shown.left, shown.right), strict=True):
            head.show_side(side)
        if shown.pictures is not None:
            self._body.setCurrentWidget(self._pictures)
        elif shown.rows:
            self._body.setCurrentWidget(self._text)
        else:
            self._body.setCurrentWidget(self._note)
            self._note.set_texts(words.say("No text to show"), no_text_sentence(words, shown))
