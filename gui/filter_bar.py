"""The bar above the list: what to show, by which rule to mark, from which similarity on, and Scan."""

from __future__ import annotations

import os
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QPushButton, QWidget

from core.documents import Relation
from gui import tokens
from gui.date_spans import Span, bounds, span_name, span_short
from gui.filter_chip import FilterChip
from gui.flow_layout import FlowLayout
from gui.group_table import Family
from gui.phrases import display
from gui.search_field import SearchField
from gui.similarity_ranges import RANGES, WHOLE, Range, range_name, range_short
from gui.threshold import LOWEST, ThresholdSlider

if TYPE_CHECKING:
    from gui.theme import Theme
    from gui.words import Words

SEARCH_WIDTH = 240

PAUSE_MS = 200
"""How long the typing must pause before the list follows."""


def family_name(words: Words, family: Family) -> str:
    """Return the name of a kind of file."""
    return {
        Family.WORD: words.say("Text documents"),
        Family.SLIDES: words.say("Presentations"),
        Family.SHEETS: words.say("Spreadsheets"),
        Family.PDF: words.say("PDF and fixed pages"),
        Family.TEXT: words.say("Plain text and web pages"),
        Family.PICTURES: words.say("Pictures"),
        Family.OTHER: words.say("Other files"),
    }[family]


class FilterBar(QFrame):
    """Search box, menus, threshold, Scan.

    Attributes:
        needle_changed: the words to look for, after a pause in typing.
        families_changed: the kinds of file to show (a frozenset of `Family`, empty for all).
        span_changed: (since, before) ns between which a file of a group was changed, 0 for no bound.
        folder_changed: the folder under which a file of a group lies; "" for all.
        range_changed: (least, most) similarity of which a group has a pair; of similar groups only.
        cleared: show everything.
        list_wanted: the keys shall work on the list.
        threshold_changed: the similarity, in [0.5, 1].
        mark_copies_asked: mark the surplus copies of identical files.
        scan_asked: scan all folders.
    """

    needle_changed = Signal(str)
    families_changed = Signal(object)
    span_changed = Signal(object, object)
    folder_changed = Signal(str)
    range_changed = Signal(float, float)
    cleared = Signal()
    list_wanted = Signal()
    threshold_changed = Signal(float)
    mark_copies_asked = Signal()
    scan_asked = Signal()

    def __init__(self, words: Words, theme: Theme, rules: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._theme = theme
        self._families: frozenset[Family] = frozenset()
        self._family_actions: dict[Family | None, QAction] = {}
        self._span: Span | None = None
        self._span_actions: dict[Span | None, QAction] = {}
        self._range = WHOLE
        self._range_actions: dict[Range, QAction] = {}
        self._folder, self._has_ranges = "", False
        self._own_threshold: int | None = None
        self.search = SearchField()
        self._kinds, self._rules, self._mark, self._scan = (QPushButton() for _ in range(4))
        self._chips = [FilterChip(theme) for _ in range(4)]
        self._kind_menu = QMenu(self._kinds)
        self.threshold = ThresholdSlider(words, theme)
        self._likeness, self._threshold_label = QWidget(), QLabel()
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self.setProperty("ground", "bar")
        self.setProperty("edge", "bottom")
        self._rules.setMenu(rules)
        self._fill_kind_menu()
        self._lay_out()
        self._connect()
        self._take_lengths()
        self.retranslate()

    def _fill_kind_menu(self) -> None:
        for family in (None, *Family):
            action = QAction(self._kind_menu)
            action.setCheckable(True)
            action.triggered.connect(lambda _=False, chosen=family: self.choose_family(chosen))
            self._family_actions[family] = action
            self._kind_menu.addAction(action)
            if family is None:
                self._kind_menu.addSeparator()
        self._kind_menu.addSeparator()
        for span in (None, *Span):
            action = QAction(self._kind_menu)
            action.setCheckable(True)
            action.triggered.connect(lambda _=False, chosen=span: self.choose_span(chosen))
            self._span_actions[span] = action
            self._kind_menu.addAction(action)
        self._range_edge = self._kind_menu.addSeparator()
        for wanted in (WHOLE, *RANGES):
            action = QAction(self._kind_menu)
            action.setCheckable(True)
            action.triggered.connect(lambda _=False, chosen=wanted: self.choose_range(*chosen))
            self._range_actions[wanted] = action
            self._kind_menu.addAction(action)
        self._kinds.setMenu(self._kind_menu)

    def _lay_out(self) -> None:
        self._flow = layout = FlowLayout(self)
        self._threshold_label.setTextFormat(Qt.TextFormat.RichText)
        self._threshold_label.setProperty("tone", "mute")
        self._scan.setProperty("role", "primary")
        for begin in (self.search, self._kinds, *self._chips, self._rules):
            layout.addWidget(begin)
        for button in (self._kinds, self._rules, self._mark, self._scan):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys with the list
        layout.end_begins()
        self._slider = slider = QHBoxLayout(self._likeness)
        slider.setContentsMargins(0, 0, 0, 0)
        slider.addWidget(self.threshold)
        slider.addWidget(self._threshold_label)
        for end in (self._likeness, self._mark, self._scan):
            layout.addWidget(end)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._pause.start)
        self._pause.timeout.connect(self._look)
        self.search.left.connect(self._go_to_list)
        self.search.escaped.connect(self._take_off_or_leave)
        self.threshold.valueChanged.connect(self._forget_own_threshold)
        self.threshold.valueChanged.connect(self._say_threshold)
        self.threshold.valueChanged.connect(lambda value: self.threshold_changed.emit(value / 100))
        for chip, take_off in zip(
            self._chips,
            (
                lambda: self.choose_family(None),
                lambda: self.choose_span(None),
                lambda: self.choose_folder(""),
                lambda: self.choose_range(*WHOLE),
            ),
            strict=True,
        ):
            chip.clicked.connect(take_off)
        self._mark.clicked.connect(self.mark_copies_asked)
        self._scan.clicked.connect(self.scan_asked)
        self._words.changed.connect(self.retranslate)
        self._theme.changed.connect(self._take_lengths)

    def retranslate(self) -> None:
        """Say everything in the current language."""
        words = self._words
        self.search.setPlaceholderText(words.say("Filter by name, folder, text"))
        self.search.setAccessibleName(words.say("Filter by name, folder, text"))
        self.search.setToolTip(words.say("Filter by name, folder, text"))
        self._rules.setText(words.say("Mark by rule ▾"))
        self._rules.setAccessibleName(words.say("Mark by rule"))
        self._mark.setText(words.say("Mark surplus copies"))
        self._mark.setToolTip(words.say("Marks all identical files but one of each, never a protected one"))
        self._scan.setText(words.say("Scan"))
        self._scan.setToolTip(words.say("Look for changes in all folders on the list"))
        for family, action in self._family_actions.items():
            action.setText(words.say("All kinds") if family is None else family_name(words, family))
        for span, action in self._span_actions.items():
            action.setText(span_name(words, span))
        for wanted, action in self._range_actions.items():
            action.setText(range_name(words, wanted))
        self._say_kinds()
        self._say_threshold()

    def show_for(self, relation: Relation | None) -> None:
        """Show the controls that mean something for a kind of likeness."""
        is_near = relation in (Relation.SIMILAR, Relation.CONTAINED)
        self._likeness.setVisible(is_near)
        self._mark.setVisible(relation is Relation.IDENTICAL)
        self._has_ranges = relation is Relation.SIMILAR
        for action in (self._range_edge, *self._range_actions.values()):
            action.setVisible(self._has_ranges)
        self._say_chips()

    def set_scanning(self, *, is_scanning: bool, can_scan: bool) -> None:
        """Let Scan be pressed only where it would do something."""
        self._scan.setEnabled(can_scan and not is_scanning)

    def set_threshold(self, similarity: float) -> None:
        """Show a similarity without telling anyone."""
        self._own_threshold = None
        with QSignalBlocker(self.threshold):
            self.threshold.setValue(max(LOWEST, round(similarity * 100)))
        self.threshold.update()
        self._say_threshold()

    def choose_family(self, family: Family | None) -> None:
        """Show one more or one less kind of file; None shows all."""
        self._families = frozenset() if family is None else self._families ^ {family}
        self._say_kinds()
        self.families_changed.emit(self._families)

    def choose_span(self, span: Span | None) -> None:
        """Show the groups with a file that was changed in a span of time; None shows all."""
        self._span = span
        self._say_kinds()
        self.span_changed.emit(*bounds(span, datetime.now().astimezone()))

    def choose_folder(self, folder: str) -> None:
        """Show the groups with a file under a folder; "" shows all."""
        self._folder = folder
        self._say_kinds()
        self.folder_changed.emit(folder)

    @property
    def range(self) -> Range:
        """The range of similarity to show, from the first on and below the second."""
        return self._range if self._has_ranges else WHOLE

    def choose_range(self, least: float, most: float) -> None:
        """Show the similar groups of a range; the threshold goes down where it hides some of them, until none is."""
        self._take_range((least, most))
        self.range_changed.emit(*self.range)

    def _take_range(self, wanted_range: Range) -> None:
        self._range = wanted_range
        own = self._own_threshold or self.threshold.value()
        wanted = min(own, round(self.range[0] * 100)) if self.range != WHOLE else own
        self.threshold.setValue(wanted)
        self._own_threshold = own if wanted < own else None
        self._say_kinds()

    def clear(self) -> None:
        """Show everything."""
        self.search.clear()
        self._families, self._span, self._folder = frozenset(), None, ""
        self._take_range(WHOLE)
        self.cleared.emit()

    def _look(self) -> None:
        self._pause.stop()
        self.needle_changed.emit(self.search.text().strip())

    def _go_to_list(self) -> None:
        if self._pause.isActive():
            self._look()
        self.list_wanted.emit()

    def _take_off_or_leave(self) -> None:
        if self._families or self._span or self._folder or self.range != WHOLE:
            self.clear()
        else:
            self.list_wanted.emit()

    def _forget_own_threshold(self) -> None:
        self._own_threshold = None

    def _say_kinds(self) -> None:
        for family, action in self._family_actions.items():
            action.setChecked(family in self._families if family is not None else not self._families)
        for span, action in self._span_actions.items():
            action.setChecked(span is self._span)
        for wanted, action in self._range_actions.items():
            action.setChecked(wanted == self._range)
        say = self._words.say
        self._kinds.setText(say("Kinds ▾") if self._families else say("Kinds: all ▾"))
        self._kinds.setAccessibleName(say("Kinds of file, dates and similarities to show"))
        self._say_chips()

    def _say_chips(self) -> None:
        words, (least, most) = self._words, self.range
        names = [family_name(words, family) for family in Family if family in self._families]
        kinds = words.count("{n} kind", "{n} kinds", len(names)) if len(names) > 1 else "".join(names)
        span = span_short(words, self._span) if self._span else ""
        folder = display(os.path.basename(self._folder.rstrip(os.sep)) or self._folder)
        likeness = range_short(words, self.range) if self.range != WHOLE else ""
        path, when, low, high = display(self._folder), span_name(words, self._span), *map(words.percent, (least, most))
        said = (
            (
                kinds,
                words.say(
                    "Only groups with a file of these kinds: {kinds}. Click to show all.",
                    kinds=words.name("between the parts of a list", ", ").join(names),
                ),
            ),
            (span, words.say("Only groups with a file of this time: {span}. Click to show all.", span=when)),
            (folder, words.say("Only groups with a file in {folder}. Click to show all.", folder=path)),
            (
                likeness,
                words.say(
                    "Only groups with a pair of a similarity from {low} to {high}. Click to show all.",
                    low=low,
                    high=high,
                ),
            ),
        )
        for chip, texts in zip(self._chips, said, strict=True):
            chip.show_filter(*texts)

    def _say_threshold(self) -> None:
        figure = f"<b>{self._words.percent(self.threshold.value() / 100)}</b>"
        self._threshold_label.setText(self._words.say("similarity ≥ {figure}", figure=figure))

    def _take_lengths(self) -> None:
        px = self._theme.px
        above = px(tokens.BAR_HEIGHT - tokens.CONTROL_HEIGHT) // 2
        self._flow.setContentsMargins(px(tokens.GAP_4), above, px(tokens.GAP_4), above)
        self._flow.setSpacing(px(tokens.GAP_3))
        self._slider.setSpacing(px(tokens.GAP_3))
        self.search.setFixedWidth(px(SEARCH_WIDTH))
