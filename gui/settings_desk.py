"""Settings, language, looks, keys, about: the dialogs, and what follows from them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, qVersion
from PySide6.QtWidgets import QFileDialog

from core.errors import KnownError
from core.wording import system_language
from gui import file_acts, settings_file
from gui.library_desk import LibraryDesk, facts_of
from gui.saving import choose_to_open, choose_to_save
from gui.updating import about_sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QDialog, QWidget

    from gui.library_section import LibraryFacts
    from gui.main_window import MainWindow
    from gui.preferences import Preferences
    from gui.session import Session
    from gui.settings_dialog import Chosen, SettingsDialog
    from gui.settings_store import SettingsStore
    from gui.theme import Theme
    from gui.words import Words

COMPONENTS = ("PySide6-Essentials", "jieba", "rjieba", "rapidfuzz", "numpy", "blake3", "watchdog", "lxml", "pypdfium2")


class SettingsDesk(QObject):
    """Opens the dialogs of the program and carries out what they say.

    Attributes:
        preferred: other choices about the window hold: `Preferences`.
        team_wanted: set the team index up.
        library: what cares for the library.
    """

    preferred = Signal(object)
    team_wanted = Signal()

    def __init__(self, words: Words, theme: Theme, store: SettingsStore, window: MainWindow, session: Session) -> None:
        super().__init__(window)
        self._words = words
        self._theme = theme
        self._store = store
        self._window = window
        self._session = session
        self.library = LibraryDesk(words, window, session)
        window.side.library.clicked.connect(lambda: self.open_settings("library"))
        window.language_chosen.connect(lambda language: self._prefer(language=language))
        window.mode_chosen.connect(lambda mode: self._prefer(mode=mode))
        window.actions_["settings"].triggered.connect(self.open_settings)
        window.actions_["keys"].triggered.connect(lambda: self.open_keys(window))
        window.actions_["help"].triggered.connect(lambda _checked=False: self.open_help())
        window.actions_["about"].triggered.connect(self.open_about)

    def take_preferences(self, preferences: Preferences) -> None:
        """Keep and show other choices about the window."""
        self._store.preferences = preferences
        self._theme.set_mode(preferences.mode)
        self._theme.set_scale(preferences.scale)
        self._theme.set_calm(is_calm=preferences.is_calm)
        self._words.set_language(preferences.language or system_language())
        self._window.retranslate()
        self.preferred.emit(preferences)

    def open_settings(self, section: str = "") -> None:
        """Open the settings, at a section."""
        self._with_facts(lambda facts: self._open_settings(facts, section))

    def open_help(self, section: str = "start") -> None:
        """Show the help beside the window, at a page."""
        from gui.help_window import HelpWindow  # noqa: PLC0415 - the first painting needs none

        page = HelpWindow(self._words, self._theme, section, self._window)
        page.privacy_wanted.connect(lambda: self._with_facts(self._open_privacy))
        page.keys_wanted.connect(lambda: self.open_keys(page))
        page.finished.connect(page.deleteLater)
        page.show()

    def open_keys(self, parent: QWidget) -> None:
        """Show the sheet of keys."""
        from gui.keys_sheet import KeysSheet  # noqa: PLC0415 - the first painting needs none

        self._open(KeysSheet(self._words, self._theme, parent))

    def open_about(self) -> None:
        """Say what the program is."""

        from gui.about import AboutDialog, Facts  # noqa: PLC0415 - the first painting needs none

        def show(facts: LibraryFacts) -> None:
            is_asking = self._store.preferences.is_asking_for_versions
            newer = about_sentence(self._words, self._store.update_note, is_asking=is_asking)
            about = Facts(_version("neartwin"), facts.folder, newer, _components())
            dialog = AboutDialog(self._words, self._theme, about, self._window)
            dialog.privacy_wanted.connect(lambda: self._open_privacy(facts))
            self._open(dialog)

        self._with_facts(show)

    def _prefer(self, **changed: str) -> None:
        self.take_preferences(replace(self._store.preferences, **changed))  # type: ignore[arg-type]  # field names

    def _with_facts(self, then: Callable[[LibraryFacts], None]) -> None:
        keeps_texts = self._store.settings.keep_texts
        self._session.ask(lambda library: facts_of(library, keeps_texts=keeps_texts), then)

    def _open_settings(self, facts: LibraryFacts, section: str) -> None:
        from gui.settings_dialog import Chosen, SettingsDialog  # noqa: PLC0415 - the first painting needs none

        chosen = Chosen(self._store.settings, self._store.preferences)
        dialog = SettingsDialog(
            self._words, self._theme, chosen, facts=facts, ask_folder=self._ask_folder, parent=self._window
        )
        dialog.saved.connect(self._save)
        dialog.import_wanted.connect(lambda: self._import(dialog))
        dialog.export_wanted.connect(self._export)
        dialog.team_wanted.connect(self.team_wanted)
        dialog.library_wanted.connect(lambda act: self.library.tend(act, facts))
        self.library.told.connect(dialog.library_told)
        self._open(dialog)
        if section:
            dialog.show_section(section)  # once it is shown: before, its list does not know how high its rows are

    def _open(self, dialog: QDialog) -> None:
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _ask_folder(self) -> str:
        return QFileDialog.getExistingDirectory(self._window, self._words.say("Choose a folder"))

    def _save(self, chosen: Chosen) -> None:
        old = self._store.settings
        is_changed = chosen.settings != old
        self._store.settings = chosen.settings
        self.take_preferences(chosen.preferences)
        self._window.review.bar.set_threshold(chosen.settings.similarity)
        if old.keep_texts and not chosen.settings.keep_texts:
            self.library.forget_texts()
        if is_changed:
            self._session.scan()

    def _import(self, dialog: SettingsDialog) -> None:
        path = choose_to_open(self._window, self._store, self._words.say("Import settings"), "JSON (*.json)")
        if not path:
            return
        try:
            with open(path, encoding="utf-8") as file:
                settings, preferences = settings_file.from_text(file.read())
        except (OSError, UnicodeDecodeError):
            self._session.refused.emit(KnownError("This file cannot be read."))
        except KnownError as error:
            self._session.refused.emit(error)
        else:
            dialog.show_chosen(replace(dialog.chosen(), settings=settings, preferences=preferences))

    def _export(self, chosen: Chosen) -> None:
        title = self._words.say("Export settings")
        path, _ = choose_to_save(self._window, self._store, title, "neartwin-settings.json", "JSON (*.json)")
        if not path:
            return
        try:
            with open(path, "w", encoding="utf-8") as file:
                file.write(settings_file.to_text(chosen.settings, chosen.preferences))
        except OSError as error:
            self._session.refused.emit(
                KnownError("{path} cannot be written: {reason}", path=path, reason=error.strerror or "")
            )

    def _open_privacy(self, facts: LibraryFacts) -> None:
        from gui.privacy_page import PrivacyPage  # noqa: PLC0415 - the first painting needs none

        page = PrivacyPage(self._words, self._theme, facts, self._window)
        page.folder_wanted.connect(file_acts.open_file)
        page.settings_wanted.connect(page.accept)
        page.settings_wanted.connect(lambda: self.open_settings("privacy"))
        self._open(page)


def _version(name: str) -> str:
    from importlib import metadata  # noqa: PLC0415 - slow to load, and the first painting needs none

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _components() -> tuple[tuple[str, str], ...]:
    named = tuple((name, _version(name)) for name in COMPONENTS)
    return (("Qt", qVersion()), *(one for one in named if one[1]))
