"""The current looks: a palette that follows the system or the user's choice, fonts for the language, style sheet.

A widget takes a `Theme` beside its `Words`: `Widget(words, theme, …)`. It asks for colours and lengths when it
paints and connects `Theme.changed` to what must be made anew (`self.update`, most often); the style sheet reaches
it by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QStyle

from gui import tokens
from gui.growing import grow
from gui.style_sheet import style_sheet

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from core.documents import Relation
    from gui.tokens import Palette

MODES = ("system", "light", "dark")

LATIN_FAMILIES = ("Inter", "Noto Sans", "Open Sans", "Liberation Sans")
"""Tried where the system names no interface font of its own (a bare X server)."""

CJK_FAMILIES = {
    "zh_CN": ("PingFang SC", "Microsoft YaHei UI", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC",
              "Source Han Sans SC", "Source Han Sans CN", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "SimSun"),
    "zh_TW": ("PingFang TC", "Microsoft JhengHei UI", "Microsoft JhengHei", "Noto Sans CJK TC", "Noto Sans TC",
              "Source Han Sans TC", "Source Han Sans TW", "AR PL UMing TW", "WenQuanYi Micro Hei", "PMingLiU"),
}  # fmt: skip
"""Fonts with the glyph forms of each language (门 骨 直 differ between them), the best first."""

GENERIC_FAMILIES = frozenset({"", "Sans Serif", "Sans", "DejaVu Sans", "Bitstream Vera Sans", "Helvetica"})


def families(language: str, system: str, installed: frozenset[str]) -> list[str]:
    """Return the font families for `language`: the system's own first, then a CJK font with the right glyph forms."""
    latin = [system]
    if system in GENERIC_FAMILIES:
        latin = [name for name in LATIN_FAMILIES if name in installed][:1] + latin
    chosen = language if language in CJK_FAMILIES else "zh_CN"
    chinese = [name for name in CJK_FAMILIES[chosen] if name in installed]
    if _is_of_another_script(system, chosen):
        return list(dict.fromkeys(chinese + latin))
    return list(dict.fromkeys([name for name in latin if name] + chinese))


def _is_of_another_script(system: str, language: str) -> bool:
    """Has the system's own font Chinese glyphs in the forms of another place? It would hide the right ones."""
    others = {name for known, names in CJK_FAMILIES.items() if known != language for name in names}
    is_marked = any(mark in system for mark in (" JP", " KR", " HK", " SC", " TC", "Yu Gothic", "Meiryo", "Malgun"))
    return system not in CJK_FAMILIES[language] and (system in others or is_marked)


class Theme(QObject):
    """Colours, lengths and fonts as they are now.

    Attributes:
        changed: the palette, the scale or the fonts are others.
    """

    changed = Signal()

    def __init__(
        self, application: QApplication, language: str = "en", mode: str = "system", scale: float = 1.0
    ) -> None:
        super().__init__(application)
        self._application = application
        self._system_font = application.font().family()
        self._language = language
        self._mode = mode
        self._scale = scale
        self._is_calm = False
        self._colours: dict[str, QColor] = {}
        self._fonts: dict[tuple[int, bool], QFont] = {}
        application.setStyle("Fusion")
        application.styleHints().colorSchemeChanged.connect(self._follow_system)
        self._apply()

    @property
    def mode(self) -> str:
        """What the user chose: one of MODES."""
        return self._mode

    @property
    def scale(self) -> float:
        """How much larger than usual the user wants letters: 1.0 is usual."""
        return self._scale

    @property
    def palette(self) -> Palette:
        """The colours of the current theme."""
        return self._palette

    def set_mode(self, mode: str) -> None:
        """Follow the system, or be light or dark whatever the system is."""
        if mode not in MODES:
            raise ValueError(f"{mode!r} is none of {', '.join(MODES)}")
        self._mode = mode
        self._apply()

    def set_scale(self, scale: float) -> None:
        """Make letters and what holds them `scale` times as large as usual, 0.8 to 2."""
        before, self._scale = self._scale, min(max(scale, 0.8), 2.0)
        if self._scale != before:
            grow(self._application.topLevelWidgets(), self._scale / before)
        self._apply()

    @property
    def is_calm(self) -> bool:
        """Whether nothing shall slide or fade: by the user's choice, or because the system asks for it."""
        animates = self._application.style().styleHint(QStyle.StyleHint.SH_Widget_Animate)
        return self._is_calm or not animates

    def set_calm(self, *, is_calm: bool) -> None:
        """Let nothing slide or fade, or follow the system."""
        self._is_calm = is_calm

    def set_language(self, language: str) -> None:
        """Take the fonts that suit `language`."""
        self._language = language
        self._apply()

    def px(self, length: int) -> int:
        """Return a length of `gui.tokens` at the current scale."""
        return round(length * self._scale)

    def colour(self, name: str) -> QColor:
        """Return a colour by the name of its field in `Palette`."""
        found = self._colours.get(name)
        if found is None:
            found = self._colours[name] = QColor(getattr(self._palette, name))
        return found

    def kind_colours(self, relation: Relation) -> tuple[QColor, QColor]:
        """Return the strong and the soft colour of a kind of likeness."""
        strong, soft = self._palette.kind(relation)
        return QColor(strong), QColor(soft)

    def font(self, size: int = tokens.BODY, *, is_strong: bool = False) -> QFont:
        """Return the font at a size of the type scale, with figures of one width; do not change it."""
        font = self._fonts.get((size, is_strong))
        if font is None:
            font = self._fonts[size, is_strong] = QFont(self._application.font())
            font.setPixelSize(self.px(size))
            font.setWeight(self._strong if is_strong else QFont.Weight.Normal)
        return font

    def _strong_weight(self) -> QFont.Weight:
        """Return semibold where the fonts have it, else bold: Qt makes up a bold face, but no semibold one."""
        for family in self._application.font().families()[:2]:
            weights = {QFontDatabase.weight(family, style) for style in QFontDatabase.styles(family)}
            if not weights & {QFont.Weight.DemiBold.value, QFont.Weight.Medium.value}:
                return QFont.Weight.Bold
        return QFont.Weight.DemiBold

    def _follow_system(self) -> None:
        if self._mode == "system":
            self._apply()

    def _apply(self) -> None:
        hints = self._application.styleHints()
        is_dark = self._mode == "dark" or (self._mode == "system" and hints.colorScheme() is Qt.ColorScheme.Dark)
        self._palette = tokens.DARK if is_dark else tokens.LIGHT
        self._colours.clear()
        self._fonts.clear()
        font = self._base_font()
        is_other_font = font != self._application.font()
        self._application.setFont(font)
        self._strong = self._strong_weight()
        sheet = style_sheet(self._palette, self.px, self._strong.value)
        if is_other_font or sheet != self._application.styleSheet():  # it takes half a second in a full window
            self._application.setPalette(_qt_palette(self._palette))
            self._application.setStyleSheet(sheet)
        self.changed.emit()

    def _base_font(self) -> QFont:
        font = QFont()
        font.setFamilies(families(self._language, self._system_font, frozenset(QFontDatabase.families())))
        font.setPixelSize(self.px(tokens.BODY))
        font.setFeature(QFont.Tag("tnum"), 1)
        return font


def _qt_palette(palette: Palette) -> QPalette:
    roles = {
        QPalette.ColorRole.Window: palette.bg,
        QPalette.ColorRole.WindowText: palette.text,
        QPalette.ColorRole.Base: palette.panel,
        QPalette.ColorRole.AlternateBase: palette.bg,
        QPalette.ColorRole.Text: palette.text,
        QPalette.ColorRole.PlaceholderText: palette.mute,
        QPalette.ColorRole.Button: palette.panel,
        QPalette.ColorRole.ButtonText: palette.text,
        QPalette.ColorRole.ToolTipBase: palette.panel,
        QPalette.ColorRole.ToolTipText: palette.text,
        QPalette.ColorRole.Highlight: palette.accent,
        QPalette.ColorRole.HighlightedText: palette.on_accent,
        QPalette.ColorRole.Link: palette.accent,
        QPalette.ColorRole.Light: palette.panel,
        QPalette.ColorRole.Mid: palette.line,
        QPalette.ColorRole.Dark: palette.edge,
    }
    made = QPalette()
    for role, colour in roles.items():
        made.setColor(role, QColor(colour))
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(palette.faint))
    return made
