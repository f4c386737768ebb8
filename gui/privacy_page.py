"""What Neartwin does with your files, in plain words, with where things are stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from gui import tokens
from gui.library_section import LibraryFacts, stored_sentence
from gui.phrases import display
from gui.reading_page import reading_page

if TYPE_CHECKING:
    from gui.theme import Theme
    from gui.words import Words


def privacy_texts(words: Words, facts: LibraryFacts) -> list[tuple[str, str]]:
    """Return the headings of the page and what stands under each."""
    say = words.say
    where = say("The library lies in {folder} and takes {size}.", folder=facts.folder, size=words.size(facts.size))
    return [
        (
            say("It reads"),
            say(
                "A scan only reads your files. It changes no file, no date and no attribute, and puts nothing beside"
                " them. Files that are only in the cloud are not downloaded."
            ),
        ),
        (
            say("It sends nothing by itself"),
            say(
                "No file, no name and no figure leaves this computer. Neartwin needs no account and no internet; it"
                " reports nothing to anybody, not even that it is used. Only if you set up a team index, fingerprints,"
                " sizes, dates and your labels go to the server that you named; never a text."
            )
            + f" {say('Only if you turn that on, it asks once a day whether there is a newer version.')}",
        ),
        (
            say("It deletes nothing without asking"),
            say(
                "Files go only when you mark them and agree to a list of what goes and what stays. Just before, each"
                " is compared once more with the copy that stays. They go to the trash, and the journal brings them"
                " back."
            ),
        ),
        (say("It remembers"), f"{where} {stored_sentence(words, keeps_texts=facts.keeps_texts)}"),
        (
            say("It keeps what you decided"),
            say(
                "Your marks, the pairs that are no duplicates, the protected folders and the journal are stored"
                " beside the library, until you erase them."
            ),
        ),
        (
            say("It forgets when you say so"),
            say(
                "Taking a folder off the list and forgetting it erases its texts from the library. Under Settings,"
                " Library, all that Neartwin stored can be erased at once; your files stay."
            ),
        ),
    ]


class PrivacyPage(QDialog):
    """The page as a window.

    Attributes:
        folder_wanted: open the library's folder: path.
        settings_wanted: show the settings about it.
    """

    folder_wanted = Signal(object)
    settings_wanted = Signal()

    def __init__(self, words: Words, theme: Theme, facts: LibraryFacts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._theme, self._facts = words, theme, facts
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._folder, self._settings, self._close = QPushButton(), QPushButton(), QPushButton()
        buttons = QHBoxLayout()
        buttons.addWidget(self._folder)
        buttons.addWidget(self._settings)
        buttons.addStretch(1)
        buttons.addWidget(self._close)
        self._close.setDefault(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, theme.px(tokens.GAP_4))
        layout.addWidget(self._area, 1)
        margins = QHBoxLayout()
        margins.setContentsMargins(theme.px(tokens.GAP_6), 0, theme.px(tokens.GAP_6), 0)
        margins.addLayout(buttons)
        layout.addLayout(margins)
        self.resize(theme.px(600), theme.px(560))
        self._folder.clicked.connect(lambda: self.folder_wanted.emit(self._facts.folder))
        self._settings.clicked.connect(self.settings_wanted)
        self._close.clicked.connect(self.accept)
        words.changed.connect(self.retranslate)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the current language."""
        say = self._words.say
        title = say("What Neartwin does with your files")
        self.setWindowTitle(title)
        self._area.setAccessibleName(title)
        self._folder.setText(say("Open the library's folder"))
        self._settings.setText(say("Settings…"))
        self._close.setText(say("Close"))
        told = ((heading, display(text)) for heading, text in privacy_texts(self._words, self._facts))
        page, column = reading_page(self._theme, title, told)
        column.addStretch(1)
        self._area.setWidget(page)
