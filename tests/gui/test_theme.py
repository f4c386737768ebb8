"""The tokens keep their contrast, and the style sheet follows theme, scale and language."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from core.documents import Relation
from gui import tokens
from gui.icons import application_icon, icon
from gui.style_sheet import mix, style_sheet
from gui.theme import Theme, families
from resources import resource_path

PALETTES = [pytest.param(tokens.LIGHT, id="light"), pytest.param(tokens.DARK, id="dark")]


def test_black_on_white_is_the_highest_contrast() -> None:
    assert tokens.contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert tokens.contrast("#777777", "#777777") == pytest.approx(1.0)


@pytest.mark.parametrize("palette", PALETTES)
def test_text_is_readable_on_every_ground_it_stands_on(palette: tokens.Palette) -> None:
    grounds = (palette.bg, palette.panel, palette.sel, palette.hover)
    for text in (palette.text, palette.mute, palette.accent, palette.keep, palette.danger):
        for ground in grounds:
            assert tokens.contrast(text, ground) >= 4.5, (text, ground)
    for ground in (palette.bg, palette.panel):
        assert tokens.contrast(palette.faint, ground) >= 4.5
    for ground in (palette.ins, palette.deleted, palette.num):
        assert tokens.contrast(palette.text, ground) >= 4.5


@pytest.mark.parametrize("palette", PALETTES)
def test_each_kind_is_readable_on_its_own_ground(palette: tokens.Palette) -> None:
    for relation in Relation:
        strong, soft = palette.kind(relation)
        assert tokens.contrast(strong, soft) >= 4.5
    assert tokens.contrast(palette.on_accent, palette.accent) >= 4.5
    assert tokens.contrast(palette.on_danger, palette.danger) >= 4.5
    assert tokens.contrast(palette.on_accent, mix(palette.accent, palette.text, 0.14)) >= 4.5
    assert tokens.contrast(palette.on_danger, mix(palette.danger, palette.text, 0.14)) >= 4.5


@pytest.mark.parametrize("palette", PALETTES)
def test_edges_of_controls_are_visible(palette: tokens.Palette) -> None:
    for ground in (palette.bg, palette.panel):
        assert tokens.contrast(palette.edge, ground) >= 3.0
        assert tokens.contrast(palette.accent, ground) >= 3.0


@pytest.mark.parametrize("palette", PALETTES)
def test_the_style_sheet_has_no_field_left_open(palette: tokens.Palette) -> None:
    sheet = style_sheet(palette, round)

    assert "$" not in sheet
    assert palette.accent in sheet


def test_a_language_gets_a_font_with_its_own_glyph_forms() -> None:
    installed = frozenset({"Noto Sans CJK SC", "Noto Sans CJK TC", "Noto Sans"})

    assert families("zh_CN", "Cantarell", installed) == ["Cantarell", "Noto Sans CJK SC"]
    assert families("zh_TW", "Cantarell", installed) == ["Cantarell", "Noto Sans CJK TC"]
    assert families("en", "Sans Serif", installed)[0] == "Noto Sans"


def test_a_system_font_of_another_place_does_not_hide_the_right_glyph_forms() -> None:
    installed = frozenset({"Microsoft YaHei UI", "Microsoft JhengHei UI", "Noto Sans CJK SC", "Noto Sans CJK JP"})

    assert families("zh_TW", "Microsoft YaHei UI", installed) == ["Microsoft JhengHei UI", "Microsoft YaHei UI"]
    assert families("zh_CN", "Microsoft YaHei UI", installed)[0] == "Microsoft YaHei UI"
    assert families("zh_CN", "Noto Sans CJK JP", installed)[0] == "Microsoft YaHei UI"
    assert families("en", "Segoe UI", installed)[0] == "Segoe UI"


def test_the_theme_follows_a_choice_and_tells(theme: Theme, qapp: QApplication, qtbot: QtBot) -> None:
    with qtbot.waitSignal(theme.changed, timeout=1000):
        theme.set_mode("dark")

    assert theme.palette is tokens.DARK
    assert theme.colour("bg").name() == tokens.DARK.bg
    assert tokens.DARK.bg in qapp.styleSheet()
    with pytest.raises(ValueError, match="none of"):
        theme.set_mode("sepia")


def test_widgets_take_the_font_of_another_language(theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui.theme.families", lambda language, _system, _installed: [f"Sans {language}"])
    label = QLabel("骨")
    label.setProperty("tone", "caption")
    qtbot.addWidget(label)
    label.show()

    for language in ("zh_TW", "zh_CN"):
        theme.set_language(language)
        assert label.font().families() == [f"Sans {language}"]


def test_letters_and_what_holds_them_grow_together(theme: Theme) -> None:
    theme.set_scale(1.5)

    assert theme.font(tokens.BODY).pixelSize() == round(tokens.BODY * 1.5)
    assert theme.px(tokens.ROW_HEIGHT) == round(tokens.ROW_HEIGHT * 1.5)
    theme.set_scale(9.0)
    assert theme.scale == 2.0


def test_every_icon_draws_something_in_the_asked_colour(theme: Theme) -> None:
    names = [path.stem for path in resource_path("icons").iterdir() if path.suffix == ".svg"]
    assert len(names) > 20
    for name in names:
        image = QImage(32, 32, QImage.Format.Format_ARGB32)
        image.fill(0)
        painter = QPainter(image)
        icon(name, theme.colour("danger")).paint(painter, image.rect())
        painter.end()
        drawn = {image.pixelColor(x, y).name() for x in range(32) for y in range(32) if image.pixelColor(x, y).alpha()}
        assert drawn, name
        if not name.startswith(("check-", "chevron-light", "chevron-dark")):
            assert tokens.LIGHT.danger in drawn, name


def test_the_application_icon_has_all_its_sizes(qapp: QApplication) -> None:
    assert {size.width() for size in application_icon().availableSizes()} == {16, 24, 32, 48, 64, 128, 256}
