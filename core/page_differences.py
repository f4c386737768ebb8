"""What a page says below its groups: the differences of their members, as far as the page's bounds go.

Nothing is left out in silence: where differences are not shown, a line below the group says of how many documents, and
why. Whatever the number of groups, the page stays one that can be made in minutes and opened in a browser.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import Enum, auto
from html import escape
from typing import TYPE_CHECKING, Final

from core.pair_hints import hint
from core.report import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from core.documents import DuplicateGroup, Member
    from core.wording import Wording

SECONDS: Final = 120.0
"""How long the differences may take in all; only files that have to be read again come near it."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much a page compares and shows.

    Attributes:
        texts: texts that are asked for.
        characters: of all texts compared, the reference's anew for each member: a million take 0.4 to 2.5 s.
        pair: characters of two texts that are compared at all.
        written: characters of the differences on the page.
    """

    texts: int = 2_000
    characters: int = 20_000_000
    pair: int = 2_000_000
    written: int = 20_000_000
    seconds: float = SECONDS


class LeftOut(Enum):
    """Why the differences of a document are not shown."""

    FULL = auto()
    SLOW = auto()
    LONG = auto()
    UNREAD = auto()


class PageDifferences:
    """Tells the differences below one group after the other, and keeps count of what that took.

    Args:
        text_of: the text of a file; None where it cannot be had.
        clock: seconds that only rise.
    """

    def __init__(
        self,
        text_of: Callable[[str], str | None],
        wording: Wording,
        bounds: Bounds | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._text_of, self._wording, self._clock = text_of, wording, clock
        self._bounds = bounds or Bounds()
        self._texts = self._characters = self._written = self._shown = self._all = 0
        self._end: float | None = None

    def below(self, group: DuplicateGroup) -> Iterator[str]:
        """Yield what differs between the reference and each other member, and what is left out and why."""
        others = group.members[1:]
        self._all += len(others)
        left_out: dict[LeftOut, int] = {}
        reference: str | None = None
        for member in others:
            pair = hint(member.path, group.keeper.path)
            if pair is not None:
                yield f"<p>{escape(self._wording.say(pair.message, a=pair.a, b=pair.b))}</p>"
            why = self._why_full()
            if why is None and reference is None:
                reference = self._text(group.keeper.path)
            told = why or self._told(member, reference or "")
            if isinstance(told, LeftOut):
                left_out[told] = left_out.get(told, 0) + 1
            else:
                self._shown += 1
                yield from told
        yield from (f'<p class="left">{escape(self._reason(why, number))}</p>' for why, number in left_out.items())

    def ending(self) -> Iterator[str]:
        """Yield how much of all is shown, where that is not everything."""
        if self._shown < self._all:
            number = self._wording.number
            told = self._wording.say(
                "Differences are shown for {shown} of {all} similar or contained documents; below the groups of the"
                " others stands why not.",
                shown=number(self._shown),
                all=number(self._all),
            )
            yield f"<p>{escape(told)}</p>"

    def _why_full(self) -> LeftOut | None:
        """Return why nothing more can be compared; None while there is room."""
        now = self._clock()
        if self._end is None:
            self._end = now + self._bounds.seconds
        if now > self._end:
            return LeftOut.SLOW
        bounds = self._bounds
        is_room = self._texts < bounds.texts and self._characters < bounds.characters and self._written < bounds.written
        return None if is_room else LeftOut.FULL

    def _text(self, path: str) -> str:
        self._texts += 1
        return self._text_of(path) or ""

    def _told(self, member: Member, reference: str) -> list[str] | LeftOut:
        from core.html_differences import differences_html  # noqa: PLC0415 - loads what compares texts

        text = self._text(member.path) if reference else ""
        if not text:
            return LeftOut.UNREAD
        if len(reference) + len(text) > self._bounds.pair:
            return LeftOut.LONG
        self._characters += len(reference) + len(text)
        name = printable(member.path).replace("\\", "/").rpartition("/")[2]
        told = list(differences_html(name, (reference, text), self._wording))
        self._written += sum(map(len, told))
        none = self._wording.say("{name}: no difference in the text", name=name)
        return told or [f"<p>{escape(none)}</p>"]

    def _reason(self, why: LeftOut, number: int) -> str:
        count = self._wording.count
        if why is LeftOut.FULL:
            return count(
                "The differences of {n} document are left out here: the page would be too long.",
                "The differences of {n} documents are left out here: the page would be too long.",
                number,
            )
        if why is LeftOut.SLOW:
            return count(
                "The differences of {n} document are left out here: reading and comparing took too long.",
                "The differences of {n} documents are left out here: reading and comparing took too long.",
                number,
            )
        if why is LeftOut.LONG:
            return count(
                "The differences of {n} document are left out here: the texts are too long for a page. Compare them in"
                " the window.",
                "The differences of {n} documents are left out here: the texts are too long for a page. Compare them in"
                " the window.",
                number,
            )
        return count(
            "The differences of {n} document are left out here: a text could not be read.",
            "The differences of {n} documents are left out here: a text could not be read.",
            number,
        )
