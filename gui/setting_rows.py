"""One setting as a row: its name, one sentence, its control, and the way back to the default."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from core.filters import KINDS
from core.settings import CHOICES, MEBIBYTE, Settings
from core.wording import LANGUAGES
from gui import tokens
from gui.preferences import MODES, Preferences
from gui.setting_editors import Choice, Editor, Folders, Lines, Number, Several, Tick
from gui.setting_sentences import Section, Sentence, choice_words

if TYPE_CHECKING:
    from gui.theme import Theme
    from gui.words import Words

FACTORS = {
    "similarity": 0.01,
    "floor": 0.01,
    "contained": 0.01,
    "minimum_size": 1024,
    "maximum_size": MEBIBYTE,
    "maximum_file": MEBIBYTE,
    "worker_memory": MEBIBYTE,
    "scale": 0.01,
}
"""How much of the setting one unit of its control stands for."""

FOLDERS = {"excluded_folders": False, "reference_folders": False, "folder_ranking": True, "template_folders": False}
"""The settings that are lists of folders, and whether their order means something."""

DEFAULTS: dict[str, Any] = {spec.name: spec.default for kind in (Settings, Preferences) for spec in fields(kind)}
_BOUNDS = {spec.name: (spec.metadata.get("low"), spec.metadata.get("high")) for spec in fields(Settings)}
_BOUNDS["scale"] = (0.8, 2.0)


def looks_section(words: Words) -> Section:
    """Return the section of the preferences of the window."""
    say = words.say
    return Section(
        say("Looks"),
        {
            "language": Sentence(say("Language"), say("The language of the window, the reports and the help.")),
            "mode": Sentence(say("Light or dark"), say("Follows the desktop, or stays as you choose.")),
            "scale": Sentence(say("Size of letters"), say("Makes letters and controls larger or smaller."), say("%")),
            "is_calm": Sentence(say("Calm"), say("Nothing slides or fades; sheets appear at once.")),
            "is_tray_shown": Sentence(
                say("Icon in the tray"),
                say("Shows an icon in the tray, where the desktop has one, with a menu to check files and to pause."),
            ),
            "is_kept_in_tray": Sentence(
                say("Stay in the tray"),
                say("Closing the window leaves Neartwin watching in the tray, where the desktop has one."),
            ),
        },
    )


def watching_preferences(words: Words) -> dict[str, Sentence]:
    """Return the preferences that belong into the section Watching."""
    say = words.say
    return {
        "is_notifying": Sentence(
            say("Tell about new files"), say("Shows one notification with the counts when new files were checked.")
        ),
        "is_resting_on_battery": Sentence(
            say("Rest on battery"), say("Stops watching while the computer runs on its battery, and catches up later.")
        ),
        "is_started_with_desktop": Sentence(
            say("Start with the desktop"), say("Starts Neartwin in the background when you log in.")
        ),
    }


def privacy_preferences(words: Words) -> dict[str, Sentence]:
    """Return the preferences that belong into the section Privacy."""
    return {
        "is_asking_for_versions": Sentence(
            words.say("Tell of newer versions"),
            words.say(
                "Asks the project's page once a day whether there is a newer version, and sends nothing about you or"
                " your files. While this is off, nothing is ever asked."
            ),
        ),
    }


def make_editor(name: str, unit: str, words: Words, theme: Theme) -> Editor:
    """Return the control for the setting or preference called `name`."""
    default = DEFAULTS[name]
    if name == "kinds":
        return Several(theme, kind_words(words))
    if name in FOLDERS:
        return Folders(words, theme, is_ordered=FOLDERS[name])
    if isinstance(default, bool):
        return Tick()
    if isinstance(default, tuple):
        return Lines(theme)
    if isinstance(default, str):
        return Choice(theme, _choices(name, words))
    low, high = _BOUNDS[name]
    return Number(theme, low, high, FACTORS.get(name, 1), unit, is_whole=isinstance(default, int))


def kind_words(words: Words) -> list[tuple[str, str]]:
    """Return the kinds of file a scan can look at, and what they are called."""
    named = {
        "documents": words.say("Documents"),
        "pictures": words.say("Pictures"),
        "audio": words.say("Audio"),
        "video": words.say("Video"),
        "archives": words.say("Archives"),
    }
    return [(kind, named.get(kind, kind)) for kind in KINDS]


def _choices(name: str, words: Words) -> list[tuple[str, str]]:
    if name == "language":
        own_names = {"en": "English", "zh_CN": "简体中文", "zh_TW": "繁體中文"}
        return [("", words.say("As the desktop")), *((code, own_names.get(code, code)) for code in LANGUAGES)]
    if name == "mode":
        named = {"system": words.say("As the desktop"), "light": words.say("Light"), "dark": words.say("Dark")}
        return [(mode, named[mode]) for mode in MODES]
    named_choices = choice_words(words)
    return [(choice, named_choices[name, choice]) for choice in CHOICES[name]]


class SettingRow(QWidget):
    """Title and sentence, the control beside or below.

    Attributes:
        changed: the value is another.
    """

    changed = Signal()

    def __init__(self, name: str, sentence: Sentence, words: Words, theme: Theme) -> None:
        super().__init__()
        self.setting = name
        self.editor = make_editor(name, sentence.unit, words, theme)
        self.editor.describe(sentence.title, sentence.text)
        self._searched = f"{sentence.title}\n{sentence.text}\n{name}".casefold()
        title = QLabel(sentence.title)
        title.setBuddy(self.editor.focusProxy() or self.editor)
        text = QLabel(sentence.text)
        text.setProperty("tone", "mute")
        text.setWordWrap(True)
        self._reset = QPushButton(words.say("Default"))
        self._reset.setProperty("role", "chip")
        self._reset.setAccessibleName(words.say("Back to the default: {setting}", setting=sentence.title))
        self._reset.clicked.connect(lambda: self.editor.set_value(DEFAULTS[self.setting]))
        self._lay_out(theme, title, text)
        self.editor.changed.connect(self._follow)
        self._follow()

    def matches(self, needle: str) -> bool:
        """Return whether all words of `needle` stand in the title, the sentence or the name."""
        return all(word in self._searched for word in needle.casefold().split())

    def _lay_out(self, theme: Theme, title: QLabel, text: QLabel) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.px(tokens.GAP_2))
        head.addWidget(title)
        head.addWidget(self._reset)
        head.addStretch(1)
        lines = QVBoxLayout()
        lines.setSpacing(theme.px(2))
        lines.addLayout(head)
        lines.addWidget(text)
        layout = QVBoxLayout(self) if self.editor.IS_WIDE else QHBoxLayout(self)
        layout.setContentsMargins(0, theme.px(tokens.GAP_2), 0, theme.px(tokens.GAP_2))
        layout.setSpacing(theme.px(tokens.GAP_2 if self.editor.IS_WIDE else tokens.GAP_4))
        layout.addLayout(lines, 1)
        if self.editor.IS_WIDE:
            layout.addWidget(self.editor)
        else:
            layout.addWidget(self.editor, 0, Qt.AlignmentFlag.AlignTop)

    def _follow(self) -> None:
        policy = self._reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._reset.setSizePolicy(policy)
        self._reset.setVisible(self.editor.value() != DEFAULTS[self.setting])
        self.changed.emit()
