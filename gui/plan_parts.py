"""Parts of the dialogs before a disposal: the list of warnings, and the files with words that exist nowhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gui import tokens
from gui.elided_label import ElidedLabel
from gui.phrases import display
from gui.plan_words import loss_sentence, warning

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.actions import Loss, Warned
    from gui.theme import Theme
    from gui.words import Words

SHOWN_SUBJECTS = 3
"""So many folders or files are named under a warning; the rest is counted."""

SHOWN_PASSAGES = 3
"""So many of the sentences that exist nowhere else are shown; the rest is counted."""


class WarningList(QWidget):
    """One card a warning: what it is, and which folders or files it is about."""

    def __init__(self, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._theme = words, theme
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(theme.px(tokens.GAP_2))

    def show_warnings(self, warnings: Sequence[Warned]) -> None:
        """Show these warnings, those that ask for a second look first."""
        _clear(self._layout)
        by_sentence: dict[str, list[str]] = {}
        for warned in sorted(warnings, key=lambda one: not one.needs_second_consent):
            by_sentence.setdefault(warning(self._words, warned), []).append(warned.subject)
        for sentence, subjects in by_sentence.items():
            self._layout.addWidget(self._card(sentence, [subject for subject in subjects if subject]))
        self.setVisible(bool(by_sentence))

    def _card(self, sentence: str, subjects: Sequence[str]) -> QWidget:
        card = QFrame()
        card.setProperty("ground", "card")
        lines = QVBoxLayout(card)
        gap = self._theme.px(tokens.GAP_3)
        lines.setContentsMargins(gap, self._theme.px(tokens.GAP_2), gap, self._theme.px(tokens.GAP_2))
        lines.setSpacing(self._theme.px(2))
        text = QLabel(self._words.say("Note: {sentence}", sentence=sentence))
        text.setProperty("tone", "strong")
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        lines.addWidget(text)
        for subject in subjects[:SHOWN_SUBJECTS]:
            name = ElidedLabel(subject)
            name.setProperty("tone", "mute")
            lines.addWidget(name)
        rest = len(subjects) - SHOWN_SUBJECTS
        if rest > 0:
            more = QLabel(self._words.count("and {n} more", "and {n} more", rest))
            more.setProperty("tone", "mute")
            more.setToolTip(display(" · ".join(subjects[SHOWN_SUBJECTS:][:40])))
            lines.addWidget(more)
        card.setAccessibleName(sentence)
        return card


class LossList(QFrame):
    """Files whose words or pictures would exist nowhere else: each goes only if it is ticked by name.

    Attributes:
        confirmed: the ticks are others: list of paths.
        compare_wanted: compare a file with the one that stays: two paths.
    """

    confirmed = Signal(object)
    compare_wanted = Signal(object, object)

    def __init__(self, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._theme = words, theme
        self._boxes: dict[str, QCheckBox] = {}
        self._only: dict[str, QLabel] = {}
        self._losses: list[Loss] = []
        self._unique: dict[str, list[str]] = {}
        self.setProperty("ground", "card")
        self._layout = QVBoxLayout(self)
        gap = theme.px(tokens.GAP_3)
        self._layout.setContentsMargins(gap, gap, gap, gap)
        self._layout.setSpacing(theme.px(tokens.GAP_2))
        words.changed.connect(self.retranslate)

    def show_losses(self, losses: Sequence[Loss]) -> None:
        """List these files; ticks show what is confirmed."""
        self._losses = list(losses)
        if set(self._boxes) != {loss.path for loss in losses}:
            self._build(losses)
        for loss in losses:
            box = self._boxes[loss.path]
            box.blockSignals(True)
            box.setChecked(loss.is_confirmed)
            box.blockSignals(False)
        self.setVisible(bool(losses))

    def show_unique_passages(self, found: Mapping[str, Sequence[str]]) -> None:
        """Say which sentences of each file would exist nowhere else; of a file without text nothing is known."""
        self._unique = {path: list(passages) for path, passages in found.items()}
        for path in self._only:
            self._say_unique(path)

    def retranslate(self) -> None:
        """Say everything in the current language; the ticks stay."""
        self._build(self._losses)
        self.show_losses(self._losses)

    def _say_unique(self, path: str) -> None:
        label, passages = self._only[path], self._unique.get(path)
        if passages is not None:
            label.setText("\n".join(self._unique_lines(passages)))
        label.setVisible(passages is not None)

    def _unique_lines(self, passages: Sequence[str]) -> list[str]:
        words = self._words
        if not passages:
            return [words.say("Every sentence of it stands in a file that stays.")]
        lines = [words.say("Only here: {text}", text=display(passage)) for passage in passages[:SHOWN_PASSAGES]]
        rest = len(passages) - SHOWN_PASSAGES
        if rest > 0:
            lines.append(words.count("and {n} more sentence", "and {n} more sentences", rest))
        return lines

    def _build(self, losses: Sequence[Loss]) -> None:
        _clear(self._layout)
        self._boxes.clear()
        self._only.clear()
        title = QLabel(
            self._words.count(
                "{n} file holds something that exists nowhere else. Tick it if it may go all the same.",
                "{n} files hold something that exists nowhere else. Tick those that may go all the same.",
                len(losses),
            )
        )
        title.setProperty("tone", "danger")
        title.setWordWrap(True)
        self._layout.addWidget(title)
        for loss in losses:
            self._layout.addWidget(self._row(loss))
            self._say_unique(loss.path)

    def _row(self, loss: Loss) -> QWidget:
        row = QWidget()
        box = QCheckBox()
        box.setAccessibleName(self._words.say("Let {file} go", file=display(loss.path)))
        box.toggled.connect(self._tell)
        self._boxes[loss.path] = box
        name, sentence, only = ElidedLabel(loss.path), QLabel(loss_sentence(self._words, loss)), QLabel()
        sentence.setWordWrap(True)
        only.setWordWrap(True)
        only.hide()
        self._only[loss.path] = only
        for label in (sentence, only):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setProperty("tone", "mute")
        lines = QVBoxLayout()
        lines.setSpacing(self._theme.px(2))
        for label in (name, sentence, only):
            lines.addWidget(label)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(self._theme.px(tokens.GAP_2))
        layout.addWidget(box, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(lines, 1)
        if loss.keeper is not None:
            compare = QPushButton(self._words.say("Compare"))
            compare.setAutoDefault(False)
            compare.setAccessibleName(self._words.say("Compare {file}", file=display(loss.path)))
            compare.clicked.connect(lambda: self.compare_wanted.emit(loss.path, loss.keeper))
            layout.addWidget(compare, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _tell(self) -> None:
        self.confirmed.emit([path for path, box in self._boxes.items() if box.isChecked()])


def _clear(layout: QVBoxLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
