"""The overview: figures on top, then pictures of where the copies lie; each part opens its rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from core.documents import Relation
from gui import tokens
from gui.charts import Bars, Histogram, Slice, Treemap
from gui.figure_cards import ChartCard, FigureCard
from gui.filter_bar import family_name
from gui.folder_pair_model import FolderPairModel
from gui.overview_figures import LOWEST, FolderShare, Overview, bin_bounds, bin_of
from gui.page import EmptyNote, FilledOrEmpty, PageHead
from gui.phrases import counts_note, display
from gui.row_model import VALUE_ROLE, file_cell
from gui.row_table import RowTable

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from gui.group_table import Family
    from gui.theme import Theme
    from gui.words import Words


_KINDS = (Relation.IDENTICAL, Relation.SAME_TEXT, Relation.SIMILAR)
"""What a click on each of the last three figures opens."""


class OverviewPage(QWidget):
    """What a scan found, at a glance.

    Attributes:
        kind_wanted: show the groups of this `Relation`.
        problems_wanted: show the files that could not be read.
        folder_wanted: show the groups with a file under this folder: path, and the `Relation` with most to gain there.
        family_wanted: show the groups with a file of this `Family`: it, and the `Relation` with most to gain.
        similarity_wanted: show the pairs between these two similarities.
        folders_wanted: show what two folders have in common: two paths.
    """

    kind_wanted = Signal(object)
    problems_wanted = Signal()
    folder_wanted = Signal(object, object)
    family_wanted = Signal(object, object)
    similarity_wanted = Signal(float, float)
    folders_wanted = Signal(object, object)

    def __init__(self, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._theme = words, theme
        self._overview: Overview | None = None
        self._threshold = 0.90
        self._head = PageHead(theme)
        self._unread = QPushButton()
        self._head.add_action(self._unread)
        self._figures = [FigureCard(theme, colour) for colour in ("text", "text", "identical", "same", "similar")]
        self._treemap, self._bars, self._histogram = Treemap(theme), Bars(theme), Histogram(theme)
        self._axis = [QLabel() for _ in range(3)]
        self._pairs = FolderPairModel(words, self)
        self._pair_table = RowTable(theme, self._pairs)
        self._pair_table.set_columns((0, 0, 200))
        self._cards = [ChartCard(theme, body) for body in (self._treemap, self._bars, self._chart(), self._pair_table)]
        self._empty = EmptyNote(theme)
        self._body = FilledOrEmpty(self._page(), self._empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addWidget(self._body, 1)
        self._connect()
        words.changed.connect(self.retranslate)
        self.retranslate()

    def show_overview(self, overview: Overview | None, threshold: float = 0.90) -> None:
        """Show these figures; None before the first scan."""
        self._overview, self._threshold = overview, threshold
        self._body.set_filled(is_filled=overview is not None)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the current language."""
        say = self._words.say
        self._empty.set_texts(say("Nothing scanned yet"), say("Add a folder and scan it; the figures appear here."))
        titles = (
            say("Space to gain by folder"),
            say("Space to gain by kind of file"),
            say("Similar pairs by similarity"),
            say("Folders that overlap"),
        )
        for card, title in zip(self._cards, titles, strict=True):
            card.set_title(title)
        self._pair_table.setAccessibleName(titles[3])
        self._pairs.retranslate()
        overview = self._overview
        self._head.set_texts(say("Overview"), "" if overview is None else self._first_line(overview))
        self._unread.setText(say("Show problem files"))
        self._unread.setVisible(overview is not None and overview.unread > 0)
        if overview is not None:
            self._fill(overview)

    def _first_line(self, overview: Overview) -> str:
        words = self._words
        line = words.say(
            "{found}.", found=counts_note(words, overview.text_compared, overview.bytes_only, overview.unread)
        )
        if overview.is_complete:
            return line
        return words.say("{line} The scan was stopped before its end.", line=line)

    def _fill(self, overview: Overview) -> None:
        words = self._words
        for figure, texts in zip(self._figures, self._figure_texts(overview), strict=True):
            figure.set_texts(*texts)
        for figure, kind in zip(self._figures[2:], _KINDS, strict=True):
            figure.set_open(is_open=overview.groups[kind] > 0)
        self._treemap.set_slices([self._folder_slice(share) for share in overview.by_folder])
        self._bars.set_slices([self._family_slice(*entry) for entry in overview.by_family])
        steps = [self._step(place, n) for place, n in enumerate(overview.pairs)]
        self._histogram.set_slices(steps, bin_of(self._threshold))
        threshold = words.say("in colour: {share} and more", share=words.percent(self._threshold))
        for label, text in zip(self._axis, (words.percent(LOWEST), threshold, words.percent(1)), strict=True):
            label.setText(text)
        self._pairs.set_rows(overview.folder_pairs)
        shown = (overview.by_folder, overview.by_family, any(overview.pairs), overview.folder_pairs)
        for card, is_there in zip(self._cards, shown, strict=True):
            card.setVisible(bool(is_there))

    def _figure_texts(self, overview: Overview) -> list[tuple[str, str, str]]:
        words = self._words
        files = words.count("in {n} file", "in {n} files", overview.files)
        texts = [
            (words.number(overview.documents), words.say("Documents"), files),
            (words.number(overview.folders), words.say("Folders"), words.say("scanned")),
        ]
        for kind, name in ((_KINDS[0], words.say("To gain, identical")), (_KINDS[1], words.say("To gain, same text"))):
            groups = words.count("in {n} group", "in {n} groups", overview.groups[kind])
            texts.append((words.size(overview.gains[kind]), name, groups))
        likes = overview.groups[Relation.SIMILAR] + overview.groups[Relation.CONTAINED]
        texts.append((words.number(likes), words.say("Similar or contained"), words.say("groups to look at")))
        return texts

    def _hint(self, name: str, size: int, files: int) -> str:
        return self._words.count(
            "{name}: {size} in {n} surplus file",
            "{name}: {size} in {n} surplus files",
            files,
            name=name,
            size=self._words.size(size),
        )

    def _folder_slice(self, share: FolderShare) -> Slice:
        whole = display(share.path) or self._words.say("All other folders")
        name = file_cell(share.path).text if share.path else whole
        hint = self._hint(whole, share.size, share.files)
        return Slice(share.path, name, share.size, self._words.size(share.size), hint)

    def _family_slice(self, family: Family, size: int, files: int) -> Slice:
        name = family_name(self._words, family)
        return Slice(family, name, size, self._words.size(size), self._hint(name, size, files))

    def _step(self, place: int, n: int) -> Slice:
        low, high = (self._words.percent(bound) for bound in bin_bounds(place))
        hint = self._words.count("{low} to {high}: {n} pair", "{low} to {high}: {n} pairs", n, low=low, high=high)
        return Slice(str(place), low, n, self._words.number(n), hint)

    def _chart(self) -> QWidget:
        box = QWidget()
        layout = QVBoxLayout(box)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(self._theme.px(tokens.GAP_1))
        layout.addWidget(self._histogram, 1)
        axis = QHBoxLayout()
        for label, align in zip(
            self._axis,
            (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignCenter, Qt.AlignmentFlag.AlignRight),
            strict=True,
        ):
            label.setProperty("tone", "caption")
            axis.addWidget(label, 1, align)
        layout.addLayout(axis)
        return box

    def _page(self) -> QWidget:
        page = QWidget()
        page.setProperty("ground", "base")
        gap = self._theme.px(tokens.GAP_4)
        grid = QGridLayout(page)
        grid.setContentsMargins(gap, gap, gap, gap)
        grid.setSpacing(self._theme.px(tokens.GAP_3))
        row = QHBoxLayout()
        row.setSpacing(self._theme.px(tokens.GAP_3))
        for figure in self._figures:
            row.addWidget(figure, 1)
        grid.addLayout(row, 0, 0, 1, 2)
        grid.addWidget(self._cards[0], 1, 0)
        grid.addWidget(self._cards[1], 1, 1)
        grid.addWidget(self._cards[2], 2, 0, 1, 2)
        grid.addWidget(self._cards[3], 3, 0, 1, 2)
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(1, 2)
        grid.setRowStretch(4, 1)
        self._pair_table.setMinimumHeight(self._theme.px(200))
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(page)
        return area

    def _connect(self) -> None:
        for figure, kind in zip(self._figures[2:], _KINDS, strict=True):
            figure.clicked.connect(lambda _=False, kind=kind: self.kind_wanted.emit(kind))
        self._unread.clicked.connect(self.problems_wanted)
        self._treemap.chosen.connect(lambda path: self._open_part(path, self.folder_wanted))
        self._bars.chosen.connect(lambda family: self._open_part(family, self.family_wanted))
        self._histogram.chosen.connect(lambda place: self.similarity_wanted.emit(*bin_bounds(int(place))))
        self._pair_table.activated.connect(self._open_pair)

    def _open_part(self, name: str, wanted: SignalInstance) -> None:
        if self._overview is not None and name in self._overview.largest_in:
            wanted.emit(name, self._overview.largest_in[name])

    def _open_pair(self) -> None:
        for pair in self._pair_table.chosen(VALUE_ROLE)[:1]:
            self.folders_wanted.emit(pair.a, pair.b)
