"""The looks as named values: colours of the two themes, spacings, type sizes, radii, heights. Widgets know no literal.

Lengths are device-independent pixels at a font scale of 1; `Theme.px` scales them.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.documents import Relation

GAP_1, GAP_2, GAP_3, GAP_4, GAP_6, GAP_8 = 4, 8, 12, 16, 24, 32
"""The spacing scale."""

CAPTION, SECONDARY, BODY, TITLE = 11, 12, 13, 15
"""The type scale."""

RADIUS_CONTROL, RADIUS_BUTTON, RADIUS_CARD = 4, 6, 8

ROW_HEIGHT = 48
"""One height for rows and group headers, so that the view never measures."""

COLUMNS_HEIGHT, BAR_HEIGHT, CONTROL_HEIGHT = 32, 56, 32
SIDE_WIDTH, SIDE_WIDTH_FOLDED, PANE_WIDTH = 236, 56, 480
FOLD_PANE_BELOW, FOLD_SIDE_BELOW = 1200, 1000
"""Widths of the window under which the comparison goes below the list, and the side bar shows icons only."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme as #rrggbb.

    Text (text, mute, faint, and each kind on its soft ground) reaches 4.5:1, edges of controls 3:1; tests compute it.
    """

    is_dark: bool
    bg: str
    panel: str
    line: str
    edge: str
    text: str
    mute: str
    faint: str
    accent: str
    accent_soft: str
    on_accent: str
    identical: str
    identical_soft: str
    same: str
    same_soft: str
    similar: str
    similar_soft: str
    contained: str
    contained_soft: str
    danger: str
    danger_soft: str
    on_danger: str
    ins: str
    deleted: str
    num: str
    sel: str
    hover: str
    keep: str

    def kind(self, relation: Relation) -> tuple[str, str]:
        """Return the strong and the soft colour of a kind of likeness."""
        return {
            Relation.IDENTICAL: (self.identical, self.identical_soft),
            Relation.SAME_TEXT: (self.same, self.same_soft),
            Relation.SIMILAR: (self.similar, self.similar_soft),
            Relation.CONTAINED: (self.contained, self.contained_soft),
        }[relation]


LIGHT = Palette(
    is_dark=False,
    bg="#f6f7f9",
    panel="#ffffff",
    line="#e3e6eb",
    edge="#858e9d",
    text="#1c2330",
    mute="#566174",
    faint="#636d7f",
    accent="#1d57cc",
    accent_soft="#e8f0fe",
    on_accent="#ffffff",
    identical="#0b6b4a",
    identical_soft="#e2f5ed",
    same="#1d57cc",
    same_soft="#e8f0fe",
    similar="#8a5a0c",
    similar_soft="#fdf3e1",
    contained="#6a3cc4",
    contained_soft="#f0eafc",
    danger="#b8252f",
    danger_soft="#fbdde0",
    on_danger="#ffffff",
    ins="#d5f2e0",
    deleted="#fbdde0",
    num="#ffe9a8",
    sel="#eef4ff",
    hover="#f0f2f6",
    keep="#0b6b4a",
)

DARK = Palette(
    is_dark=True,
    bg="#14171c",
    panel="#1b1f26",
    line="#2b313b",
    edge="#727d8f",
    text="#e7eaf0",
    mute="#a3adbc",
    faint="#939eae",
    accent="#7aa7ff",
    accent_soft="#22304d",
    on_accent="#0c1424",
    identical="#4cc894",
    identical_soft="#173328",
    same="#7aa7ff",
    same_soft="#22304d",
    similar="#e5b25d",
    similar_soft="#3a2f1a",
    contained="#b79bff",
    contained_soft="#2e2645",
    danger="#ff7b83",
    danger_soft="#552a30",
    on_danger="#22090b",
    ins="#1d4a34",
    deleted="#552a30",
    num="#5a4a14",
    sel="#212b3d",
    hover="#232831",
    keep="#4cc894",
)


def luminance(colour: str) -> float:
    """Return the relative luminance of #rrggbb, 0 to 1.

    Source: WCAG 2.1, definition of relative luminance.
    """

    def linear(channel: int) -> float:
        value = channel / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(colour[at : at + 2], 16)) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.1)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
