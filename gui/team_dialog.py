"""The team index: which server, which team, which folders are shared; a test, and how to start a server."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from core.errors import KnownError
from core.team_settings import Share, TeamSettings, changed, place_of, team_settings
from gui import tokens
from gui.elided_label import ElidedLabel
from gui.verdict_line import VerdictLine

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.team_settings import Place
    from gui.theme import Theme
    from gui.words import Words

START = "redis-server --bind 0.0.0.0 --requirepass PASSWORD"
START_IN_CONTAINER = "docker run -p 6379:6379 valkey/valkey valkey-server --requirepass PASSWORD"
"""One command that starts a server; programs say it so in every language."""

FIELDS = ("address", "team", "name", "user", "password", "certificate")


class TeamDialog(QDialog):
    """Shows and changes a library's part in a team.

    Attributes:
        test_wanted: see how a server is: `TeamSettings`.
        saved: the user agreed: `TeamSettings`.
        leave_wanted: take everything back.
    """

    test_wanted = Signal(object)
    saved = Signal(object)
    leave_wanted = Signal()

    def __init__(
        self,
        words: Words,
        theme: Theme,
        settings: TeamSettings | None,
        *,
        folders: Sequence[str],
        ask_file: Callable[[], str],
        parent: QWidget | None = None,
    ) -> None:
        """Show `settings`; `folders` are those of the library; `ask_file` lets the user choose a certificate."""
        super().__init__(parent)
        self._words, self._theme, self._settings = words, theme, settings
        self._ask_file = ask_file
        self._title, self._intro, self._folders_title = QLabel(), QLabel(), QLabel()
        self._fields = {name: QLineEdit() for name in FIELDS}
        self._names = {name: QLabel() for name in FIELDS}
        self._browse = QPushButton()
        shared = {share.folder: share.label for share in settings.shares} if settings else {}
        known = [*folders, *(folder for folder in shared if folder not in folders)]
        self._shares = {folder: (QCheckBox(), ElidedLabel(folder), QLineEdit()) for folder in known}
        self._no_folders = QLabel()
        self._state = VerdictLine(theme)
        self._help, self._command, self._secret = QLabel(), QLabel(), QLabel()
        self._test, self._leave, self._cancel, self._save = (QPushButton() for _ in range(4))
        self._fill(shared)
        self._lay_out()
        self._connect()
        words.changed.connect(self.retranslate)
        self.retranslate()

    def chosen(self) -> TeamSettings:
        """Return what is entered.

        Raises:
            KnownError: when the address or the name of the team cannot be one.
        """
        entered = {name: field.text().strip() for name, field in self._fields.items()}
        named = place_of(entered["address"])
        place: Place = replace(
            named,
            user=entered["user"] or named.user,
            password=self._fields["password"].text() or named.password,
            ca_file=entered["certificate"],
        )
        shares = tuple(
            Share(folder, label.text().strip()) for folder, (tick, _, label) in self._shares.items() if tick.isChecked()
        )
        kept = {"desk_name": entered["name"], "shares": shares, "is_sharing": True}
        if self._settings is None:
            return team_settings(place, entered["team"], **kept)
        return changed(self._settings, place=place, team=entered["team"], **kept)

    def show_state(self, sentences: Sequence[str], *, is_well: bool) -> None:
        """Say how the server is."""
        words = self._words
        word = words.say("In order") if is_well else words.say("Not in order")
        self._state.set_verdict("identical" if is_well else "danger", word, " ".join(sentences))
        self._state.show()
        self._test.setEnabled(True)

    def retranslate(self) -> None:
        """Say everything in the current language; what is entered stays."""
        say = self._words.say
        self.setWindowTitle(say("Team index"))
        self._title.setText(say("Does anyone in your team have this already?"))
        self._intro.setText(
            say(
                "Libraries of a team can ask one another through a server of your own. Only fingerprints, sizes, dates"
                " and the labels that you write here leave this computer, never a text, a name or a path."
            )
        )
        named = {
            "address": say("Server"),
            "team": say("Team"),
            "name": say("Your name there"),
            "user": say("User"),
            "password": say("Password"),
            "certificate": say("Certificate"),
        }
        hints = {
            "address": "redis://office-server:6379, rediss://office-server:6380",
            "team": say("Each team on a server has an index of its own"),
            "name": say("What colleagues read as the owner; may stay empty"),
            "user": say("Empty for the server's default user"),
            "password": "",
            "certificate": say("Of your own authority, where the system does not know it"),
        }
        for name, field in self._fields.items():
            self._names[name].setText(named[name])
            field.setAccessibleName(named[name])
            field.setPlaceholderText(hints[name])
            field.setToolTip(hints[name])
        self._browse.setText(say("Choose…"))
        self._folders_title.setText(say("Folders whose fingerprints are shared"))
        self._no_folders.setText(say("Your library has no folders yet. Add one to share it."))
        for folder, (tick, _, label) in self._shares.items():
            tick.setAccessibleName(say("Share {folder}", folder=folder))
            label.setAccessibleName(say("Label of {folder}", folder=folder))
            label.setPlaceholderText(say("Label for colleagues"))
            label.setToolTip(say("Label for colleagues"))
        self._help.setText(say("No server yet? One of these commands starts one, with a password of your choice:"))
        self._command.setText(f"{START}\n{START_IN_CONTAINER}")
        self._command.setAccessibleName(say("Commands that start a server"))
        self._secret.setText(
            say("The password goes into the keyring of the desktop, or else into a file that only you can read.")
        )
        self._test.setText(say("Test"))
        self._leave.setText(say("Take everything back"))
        self._cancel.setText(say("Cancel"))
        self._save.setText(say("Save and share"))

    def _fill(self, shared: dict[str, str]) -> None:
        self._fields["password"].setEchoMode(QLineEdit.EchoMode.Password)
        self._state.hide()
        self._leave.setVisible(self._settings is not None)
        for folder, (tick, place_name, label) in self._shares.items():
            tick.setChecked(folder in shared)
            label.setText(shared.get(folder, ""))
            label.setEnabled(folder in shared)
            tick.toggled.connect(label.setEnabled)
            place_name.setToolTip(folder)
        if self._settings is not None:
            place = self._settings.place
            entered = (place.address, self._settings.team, self._settings.desk_name)
            for name, text in zip(FIELDS, (*entered, place.user, place.password, place.ca_file), strict=True):
                self._fields[name].setText(text)
                self._fields[name].setCursorPosition(0)

    def _lay_out(self) -> None:
        px = self._theme.px
        gap = px(tokens.GAP_4)
        for label, tone in (
            (self._title, "title"),
            (self._intro, "mute"),
            (self._folders_title, "strong"),
            (self._no_folders, "mute"),
            (self._help, "mute"),
            (self._secret, "mute"),
        ):
            label.setProperty("tone", tone)
            label.setWordWrap(True)
        self._command.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._command.setWordWrap(True)
        page = QWidget()
        page.setProperty("ground", "panel")
        column = QVBoxLayout(page)
        column.setContentsMargins(px(tokens.GAP_6), gap, px(tokens.GAP_6), gap)
        column.setSpacing(px(tokens.GAP_2))
        column.addWidget(self._title)
        column.addWidget(self._intro)
        column.addLayout(self._form())
        column.addSpacing(px(tokens.GAP_2))
        column.addWidget(self._folders_title)
        column.addLayout(self._grid())
        column.addSpacing(px(tokens.GAP_2))
        for widget in (self._secret, self._help, self._command):
            column.addWidget(widget)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(page)
        buttons = QHBoxLayout()
        buttons.addWidget(self._test)
        buttons.addWidget(self._leave)
        buttons.addStretch(1)
        buttons.addWidget(self._cancel)
        buttons.addWidget(self._save)
        for button in (self._test, self._leave, self._browse, self._cancel):
            button.setAutoDefault(False)
        self._save.setProperty("role", "primary")
        self._save.setDefault(True)
        foot = QVBoxLayout()
        foot.setContentsMargins(px(tokens.GAP_6), 0, px(tokens.GAP_6), 0)
        foot.setSpacing(px(tokens.GAP_3))
        foot.addWidget(self._state)
        foot.addLayout(buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, gap)
        layout.addWidget(area, 1)
        layout.addLayout(foot)
        self.resize(px(640), px(580))

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.setHorizontalSpacing(self._theme.px(tokens.GAP_4))
        form.setVerticalSpacing(self._theme.px(tokens.GAP_2))
        for name, field in self._fields.items():
            self._names[name].setBuddy(field)
            if name == "certificate":
                line = QHBoxLayout()
                line.setSpacing(self._theme.px(tokens.GAP_2))
                line.addWidget(field, 1)
                line.addWidget(self._browse)
                form.addRow(self._names[name], line)
            else:
                form.addRow(self._names[name], field)
        return form

    def _grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(self._theme.px(tokens.GAP_2))
        grid.setColumnStretch(1, 3)
        grid.setColumnStretch(2, 2)
        for row, widgets in enumerate(self._shares.values()):
            for column, widget in enumerate(widgets):
                grid.addWidget(widget, row, column)
        self._no_folders.setVisible(not self._shares)
        grid.addWidget(self._no_folders, len(self._shares), 0, 1, 3)
        return grid

    def _connect(self) -> None:
        self._browse.clicked.connect(lambda: self._fields["certificate"].setText(self._ask_file()))
        self._test.clicked.connect(self._ask_test)
        self._leave.clicked.connect(self.leave_wanted)
        self._cancel.clicked.connect(self.reject)
        self._save.clicked.connect(self._agree)

    def _ask_test(self) -> None:
        settings = self._entered()
        if settings is not None:
            self._test.setEnabled(False)
            self._state.set_verdict("mute", self._words.say("Asking"), self._words.say("Waiting for the server…"))
            self._state.show()
            self.test_wanted.emit(settings)

    def _agree(self) -> None:
        settings = self._entered()
        if settings is not None:
            self.saved.emit(settings)
            self.accept()

    def _entered(self) -> TeamSettings | None:
        """Return what is entered, or say what is wrong with it."""
        try:
            return self.chosen()
        except KnownError as error:
            self.show_state([self._words.error(error)], is_well=False)
            return None
