"""The one style sheet of the window, made from the tokens.

Widgets choose their looks by dynamic properties, set before they are shown:

    QPushButton, QToolButton   role = primary | danger | quiet (no edge) | link | chip; none for the plain button
    QPushButton                flush = true (a link that begins where texts begin)
    QPushButton                role = filter (a chip that takes a filter off)
    QListView                  role = sections (the sections of a dialog, to choose from) | paths
    QLabel                     tone = title | strong | mute | faint | caption | danger | keep
    any QWidget (QFrame)       ground = panel | base | card (rounded, with an edge) | bar (a bottom or top bar)
                               edge = top | bottom | left | right  (a hair line on that side of a panel or base ground)
"""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING

from gui import tokens
from resources import resource_path

if TYPE_CHECKING:
    from collections.abc import Callable

    from gui.tokens import Palette

_GROUNDS = """
QWidget { color: $text; selection-background-color: $accent; selection-color: $on_accent; }
QMainWindow, QDialog, QMessageBox, *[ground="base"] { background: $bg; }
*[ground="panel"], *[ground="bar"] { background: $panel; }
*[ground="card"] { background: $panel; border: 1px solid $line; border-radius: ${radius_card}px; }
*[edge="top"] { border: none; border-top: 1px solid $line; }
*[edge="bottom"] { border: none; border-bottom: 1px solid $line; }
*[edge="left"] { border: none; border-left: 1px solid $line; }
*[edge="right"] { border: none; border-right: 1px solid $line; }
QAbstractScrollArea { background: $panel; border: none; }
QLabel { background: transparent; border: none; }
QLabel[tone="title"] { font-size: ${title}px; font-weight: $strong; }
QLabel[tone="strong"] { font-weight: $strong; }
QLabel[tone="mute"] { color: $mute; }
QLabel[tone="faint"] { color: $faint; }
QLabel[tone="caption"] { color: $faint; font-size: ${caption}px; }
QLabel[tone="danger"] { color: $danger; }
QLabel[tone="keep"] { color: $keep; font-weight: $strong; }
QToolTip { background: $panel; color: $text; border: 1px solid $edge; padding: ${gap_1}px ${gap_2}px; }
"""

_BUTTONS = """
QPushButton, QToolButton {
    background: $panel; color: $text; border: 1px solid $edge; border-radius: ${radius_button}px;
    padding: 0 ${gap_3}px; min-height: ${inner_height}px; }
QToolButton { padding: 0 6px; }
QPushButton:hover, QToolButton:hover { background: $hover; }
QPushButton:pressed, QToolButton:pressed, QPushButton:checked, QToolButton:checked { background: $accent_soft; }
QPushButton:disabled, QToolButton:disabled { color: $faint; border-color: $line; }
QPushButton::menu-indicator, QToolButton::menu-indicator { image: none; width: 0; }
QPushButton[role="primary"] { background: $accent; border-color: $accent; color: $on_accent; }
QPushButton[role="primary"]:hover, QPushButton[role="primary"]:pressed { background: $accent_strong; }
QPushButton[role="danger"] { background: $danger; border-color: $danger; color: $on_danger; }
QPushButton[role="danger"]:hover, QPushButton[role="danger"]:pressed { background: $danger_strong; }
QPushButton[role="primary"]:disabled, QPushButton[role="danger"]:disabled {
    background: $panel; border-color: $line; color: $faint; }
QPushButton[role="quiet"], QToolButton[role="quiet"] { border-color: transparent; background: transparent; }
QPushButton[role="quiet"]:hover, QToolButton[role="quiet"]:hover { background: $hover; }
QPushButton[role="quiet"]:checked, QToolButton[role="quiet"]:checked { background: $accent_soft; color: $accent; }
QPushButton[role="link"], QToolButton[role="link"] {
    border-color: transparent; background: transparent; color: $accent; padding: 0 ${gap_2}px; text-align: left; }
QPushButton[role="link"][flush="true"] { padding-left: 0; }
QPushButton[role="link"][folded="true"] { text-align: center; padding: 0; }
QPushButton[role="link"]:hover, QToolButton[role="link"]:hover { background: $accent_soft; }
QPushButton[role="caption"] { border-color: transparent; background: transparent; color: $mute; text-align: left;
  font-size: ${caption}px; padding: 2px 4px; }
QPushButton[role="caption"]:hover { color: $text; background: $hover; }
QPushButton[role="chip"], QToolButton[role="chip"] {
    background: $bg; border-color: $line; min-height: ${chip_height}px; padding: 0 ${gap_2}px; }
QPushButton[role="chip"]:hover, QToolButton[role="chip"]:hover { background: $hover; border-color: $edge; }
QPushButton[role="filter"] { background: $accent_soft; border-color: $accent_soft; color: $accent; }
QPushButton[role="filter"]:hover { border-color: $accent; }
"""

_FIELDS = """
QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDoubleSpinBox, QComboBox, QDateEdit {
    background: $bg; color: $text; border: 1px solid $edge; border-radius: ${radius_button}px;
    padding: 0 ${gap_2}px; min-height: ${inner_height}px; placeholder-text-color: $mute; }
QPlainTextEdit, QTextEdit { padding: ${gap_1}px; }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit { background: transparent; border: none; min-height: 0;
    padding: 0 ${gap_1}px; }
QLineEdit QToolButton { background: transparent; border: none; min-height: 0; padding: 0; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; border: none; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus, QComboBox:focus { border-color: $accent; }
QLineEdit:disabled, QSpinBox:disabled, QComboBox:disabled { color: $faint; border-color: $line; }
QComboBox::drop-down { border: none; width: ${gap_6}px; }
QComboBox::down-arrow { image: url($chevron); width: ${gap_3}px; height: ${gap_3}px; }
QComboBox QAbstractItemView { background: $panel; border: 1px solid $edge; outline: 0; }
QCheckBox, QRadioButton { spacing: ${gap_2}px; background: transparent; }
QCheckBox::indicator { width: ${box}px; height: ${box}px; border: 1px solid $edge; border-radius: ${radius_control}px;
    background: $panel; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url($check); }
QRadioButton::indicator { width: ${box}px; height: ${box}px; border: 1px solid $edge; border-radius: ${round}px;
    background: $panel; }
QRadioButton::indicator:checked { background: $accent; border: ${gap_1}px solid $panel; outline: 1px solid $accent; }
QProgressBar { background: $line; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: $line; }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: $accent; }
QSlider::handle:horizontal { width: 14px; height: 14px; margin: -6px 0; border-radius: 7px; background: $accent;
    border: 1px solid $panel; }
"""

_VIEWS = """
QTreeView, QTableView, QListView, QTreeWidget, QTableWidget, QListWidget {
    background: $panel; alternate-background-color: $bg; border: none; outline: 0; gridline-color: $line;
    selection-background-color: $sel; selection-color: $text; }
QListView[role="sections"]::item { padding: 6px ${gap_2}px; border-radius: ${radius_button}px; }
QListView[role="sections"]::item:selected { background: $accent_soft; color: $accent; }
QTreeView::item:selected, QTableView::item:selected, QListView::item:selected { background: $sel; color: $text; }
QListView[role="paths"]::item { padding: 0 ${gap_2}px; }
QTreeView::item { padding: 3px 0; }
QTableView[role="values"]::item { padding: 0 5px; }
QTreeView::indicator { width: ${box}px; height: ${box}px; border: 1px solid $edge; border-radius: ${radius_control}px;
    background: $panel; }
QTreeView::indicator:checked { background: $accent; border-color: $accent; image: url($check); }
QTreeView::item:hover, QTableView::item:hover, QListView::item:hover { background: $hover; }
QHeaderView { background: $panel; border: none; border-bottom: 1px solid $line; }
QHeaderView::section { background: $panel; color: $mute; border: none; border-bottom: 1px solid $line;
    padding: 0 ${gap_2}px; min-height: ${header_height}px; font-size: ${secondary}px; }
QTableView QHeaderView::section:first { padding-left: ${gap_4}px; }
QTableView[role="values"] QHeaderView::section:first { padding-left: ${gap_2}px; }
QHeaderView::section:hover { color: $text; }
QHeaderView::up-arrow, QHeaderView::down-arrow { width: 0; height: 0; image: none; }
QTabBar::tab { background: transparent; color: $mute; padding: ${gap_2}px ${gap_3}px; border: none;
    border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QTabWidget::pane { border: none; border-top: 1px solid $line; }
QSplitter::handle { background: $line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: $edge; border-radius: 3px; margin: 2px; min-height: ${gap_8}px;
    min-width: ${gap_8}px; }
QScrollBar::handle:hover { background: $mute; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QMenuBar { background: $panel; border-bottom: 1px solid $line; }
QMenuBar::item { background: transparent; padding: ${gap_1}px ${gap_2}px; border-radius: ${radius_control}px; }
QMenuBar::item:selected { background: $hover; }
QMenu { background: $panel; border: 1px solid $edge; padding: ${gap_1}px; }
QMenu::item { padding: 6px ${gap_6}px 6px ${gap_6}px; border-radius: ${radius_control}px; }
QMenu::item:selected { background: $accent_soft; color: $text; }
QMenu::item:disabled { color: $faint; }
QMenu::separator { height: 1px; background: $line; margin: ${gap_1}px ${gap_2}px; }
QMenu::icon { padding-left: ${gap_1}px; }
"""


def style_sheet(palette: Palette, px: Callable[[int], int], strong: int = 600) -> str:
    """Return the style sheet for `palette`, its lengths scaled by `px`; `strong` is the weight of emphasis."""
    colours = {name: getattr(palette, name) for name in palette.__slots__}
    flavour = "dark" if palette.is_dark else "light"
    lengths = {
        "gap_1": tokens.GAP_1,
        "gap_2": tokens.GAP_2,
        "gap_3": tokens.GAP_3,
        "gap_4": tokens.GAP_4,
        "gap_6": tokens.GAP_6,
        "gap_8": tokens.GAP_8,
        "caption": tokens.CAPTION,
        "secondary": tokens.SECONDARY,
        "title": tokens.TITLE,
        "radius_control": tokens.RADIUS_CONTROL,
        "radius_button": tokens.RADIUS_BUTTON,
        "radius_card": tokens.RADIUS_CARD,
        "inner_height": tokens.CONTROL_HEIGHT - 2,
        "chip_height": 20,
        "header_height": tokens.COLUMNS_HEIGHT - 1,
        "box": tokens.GAP_4 - 2,
        "round": tokens.GAP_2 - 1,
    }
    return Template(_GROUNDS + _BUTTONS + _FIELDS + _VIEWS).substitute(
        colours,
        **{name: px(length) for name, length in lengths.items()},
        accent_strong=mix(palette.accent, palette.text, 0.14),
        danger_strong=mix(palette.danger, palette.text, 0.14),
        strong=strong,
        check=_address(f"check-{flavour}.svg"),
        chevron=_address(f"chevron-{flavour}.svg"),
    )


def mix(one: str, other: str, share: float) -> str:
    """Return `one` with `share` of `other` mixed in, as #rrggbb."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _address(name: str) -> str:
    return resource_path("icons", name).as_posix()
