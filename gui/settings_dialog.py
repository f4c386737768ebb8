"""All settings on one page, in sections, with a search; nothing is taken over before "Save"."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from core.settings import Settings
from gui import tokens
from gui.library_section import LibraryFacts, LibrarySection
from gui.preferences import Preferences
from gui.setting_editors import Folders
from gui.setting_rows import DEFAULTS, SettingRow, looks_section, privacy_preferences, watching_preferences
from gui.setting_sentences import Section, core_sections
from gui.team_section import TeamSection

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent

    from gui.theme import Theme
    from gui.words import Words

ORDER = ("scan", "matching", "words", "watching", "looks", "privacy", "team", "library")


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the dialog holds."""

    settings: Settings
    preferences: Preferences


class SettingsDialog(QDialog):
    """Shows and changes settings.

    Attributes:
        saved: the user agreed: `Chosen`.
        import_wanted, export_wanted: read or write a settings file; `show_chosen` takes what was read.
        library_wanted: one of `library_section.ACTIONS` was asked for.
        library_told: what became of that; told to this dialog.
        team_wanted: set the team index up.
    """

    saved = Signal(object)
    import_wanted = Signal()
    export_wanted = Signal(object)
    library_wanted = Signal(str)
    library_told = Signal(str)
    team_wanted = Signal()

    def __init__(
        self,
        words: Words,
        theme: Theme,
        chosen: Chosen,
        *,
        facts: LibraryFacts,
        ask_folder: Callable[[], str],
        parent: QWidget | None = None,
    ) -> None:
        """Show `chosen`; `ask_folder` lets the user choose a folder and returns it, or "" for none."""
        super().__init__(parent)
        self._words, self._theme, self._facts, self._ask_folder = words, theme, facts, ask_folder
        self._rows: dict[str, SettingRow] = {}
        self._sections: dict[str, tuple[QWidget, list[SettingRow]]] = {}
        self._search = QLineEdit()
        self._search.setClearButtonEnabled(True)
        self._list = QListWidget()
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._nothing = QLabel()
        self._nothing.setProperty("tone", "mute")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._reset, self._import, self._export = QPushButton(), QPushButton(), QPushButton()
        self._cancel, self._save = QPushButton(), QPushButton()
        self._lay_out()
        self._connect()
        self.retranslate()
        self.show_chosen(chosen)
        words.changed.connect(self.retranslate)

    def chosen(self) -> Chosen:
        """Return what is shown now; pairs are kept at least down to the threshold."""
        values = {name: row.editor.value() for name, row in self._rows.items()}
        values["floor"] = min(values["floor"], values["similarity"])
        return Chosen(
            Settings(**{spec.name: values[spec.name] for spec in fields(Settings)}),
            Preferences(**{spec.name: values[spec.name] for spec in fields(Preferences)}),
        )

    def show_chosen(self, chosen: Chosen) -> None:
        """Show these values."""
        for value in (chosen.settings, chosen.preferences):
            for spec in fields(value):
                self._rows[spec.name].editor.set_value(getattr(value, spec.name))

    def show_section(self, name: str) -> None:
        """Scroll to a section of ORDER."""
        self._list.setCurrentRow(ORDER.index(name))
        self._scroll_to(ORDER.index(name))

    def retranslate(self) -> None:
        """Say everything in the current language; what is entered stays."""
        say = self._words.say
        kept = self.chosen() if self._rows else None
        self.setWindowTitle(say("Settings"))
        self._search.setPlaceholderText(say("Search the settings"))
        self._search.setToolTip(say("Search the settings"))
        self._search.setAccessibleName(say("Search the settings"))
        self._list.setAccessibleName(say("Sections"))
        self._nothing.setText(say("No setting has these words."))
        self._reset.setText(say("Reset all"))
        self._import.setText(say("Import…"))
        self._export.setText(say("Export…"))
        self._cancel.setText(say("Cancel"))
        self._save.setText(say("Save"))
        self._fill()
        if kept is not None:
            self.show_chosen(kept)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter in the search go on to the sections, rather than save."""
        if self._search.hasFocus() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._list.setFocus()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        px = self._theme.px
        self._list.setFixedWidth(px(150))
        self._list.setProperty("role", "sections")
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        left = QVBoxLayout()
        left.addWidget(self._search)
        left.addWidget(self._list, 1)
        self._search.setFixedWidth(px(150))
        body = QHBoxLayout()
        body.setSpacing(px(tokens.GAP_4))
        body.addLayout(left)
        right = QVBoxLayout()
        right.addWidget(self._area, 1)
        right.addWidget(self._nothing, 1)
        body.addLayout(right, 1)
        buttons = QHBoxLayout()
        for button in (self._reset, self._import, self._export):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self._cancel)
        buttons.addWidget(self._save)
        self._save.setProperty("role", "primary")
        self._save.setDefault(True)
        layout = QVBoxLayout(self)
        gap = px(tokens.GAP_4)
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.addLayout(body, 1)
        layout.addLayout(buttons)
        self.resize(px(820), px(600))

    def _connect(self) -> None:
        self._search.textChanged.connect(self._filter)
        self._list.currentRowChanged.connect(self._scroll_to)
        self._reset.clicked.connect(self._reset_all)
        self._import.clicked.connect(self.import_wanted)
        self._export.clicked.connect(lambda: self.export_wanted.emit(self.chosen()))
        self._cancel.clicked.connect(self.reject)
        self._save.clicked.connect(self._agree)

    def _named_sections(self) -> dict[str, Section]:
        sections = core_sections(self._words)
        watching = sections["watching"]
        sections["watching"] = Section(watching.title, watching.settings | watching_preferences(self._words))
        privacy = sections["privacy"]
        sections["privacy"] = Section(privacy.title, privacy.settings | privacy_preferences(self._words))
        sections["looks"] = looks_section(self._words)
        sections["team"] = Section(self._words.say("Team"), {})
        sections["library"] = Section(self._words.say("Library"), {})
        return {name: sections[name] for name in ORDER}

    def _fill(self) -> None:
        page = QWidget()
        page.setProperty("ground", "panel")
        column = QVBoxLayout(page)
        gap = self._theme.px(tokens.GAP_6)
        column.setContentsMargins(gap, gap // 2, gap, gap)
        row_before = max(self._list.currentRow(), 0)
        self._list.blockSignals(True)
        self._list.clear()
        for name, section in self._named_sections().items():
            self._list.addItem(section.title)
            column.addWidget(self._section(name, section))
        self._list.setCurrentRow(row_before)
        self._list.blockSignals(False)
        self._list.scheduleDelayedItemsLayout()
        column.addStretch(1)
        self._area.setWidget(page)
        self._filter(self._search.text())

    def _section(self, name: str, section: Section) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, self._theme.px(tokens.GAP_4))
        column.setSpacing(0)
        title = QLabel(section.title)
        title.setProperty("tone", "title")
        column.addWidget(title)
        rows = []
        for setting, sentence in section.settings.items():
            row = SettingRow(setting, sentence, self._words, self._theme)
            if isinstance(row.editor, Folders):
                row.editor.folder_wanted.connect(lambda editor=row.editor: editor.add(self._ask_folder()))
            self._rows[setting] = row
            rows.append(row)
            column.addWidget(row)
        if name == "library":
            library = LibrarySection(self._words, self._theme, self._facts)
            library.wanted.connect(self.library_wanted)
            library.wanted.connect(lambda _act: library.tell(""))
            self.library_told.connect(library.tell)
            column.addWidget(library)
        if name == "team":
            team = TeamSection(self._words, self._theme)
            team.wanted.connect(self.team_wanted)
            column.addWidget(team)
        self._sections[name] = (box, rows)
        return box

    def _filter(self, needle: str) -> None:
        is_any = False
        for box, rows in self._sections.values():
            shown = 0
            for row in rows:
                row.setVisible(row.matches(needle))
                shown += row.matches(needle)
            box.setVisible(shown > 0 or (not rows and not needle.strip()))
            is_any = is_any or not box.isHidden()
        self._area.setVisible(is_any)
        self._nothing.setVisible(not is_any)

    def _scroll_to(self, row: int) -> None:
        if 0 <= row < len(ORDER):
            box, _ = self._sections[ORDER[row]]
            QTimer.singleShot(0, box, lambda: self._area.verticalScrollBar().setValue(box.y()))

    def _reset_all(self) -> None:
        for name, row in self._rows.items():
            row.editor.set_value(DEFAULTS[name])

    def _agree(self) -> None:
        self.saved.emit(self.chosen())
        self.accept()
