"""Spans of time that the list can be narrowed to, by when a file was changed."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gui.words import Words


class Span(StrEnum):
    """When a file of a group was changed."""

    WEEK = "week"
    MONTH = "month"
    YEAR = "year"
    BEFORE_YEAR = "before_year"
    OLD = "old"


def span_name(words: Words, span: Span | None) -> str:
    """Return what a span is called."""
    return {
        None: words.say("Changed at any time"),
        Span.WEEK: words.say("Changed in the last 7 days"),
        Span.MONTH: words.say("Changed in the last 30 days"),
        Span.YEAR: words.say("Changed this year"),
        Span.BEFORE_YEAR: words.say("Changed before this year"),
        Span.OLD: words.say("Changed more than 3 years ago"),
    }[span]


def span_short(words: Words, span: Span) -> str:
    """Return the same in a few words, for a button."""
    return {
        Span.WEEK: words.say("7 days"),
        Span.MONTH: words.say("30 days"),
        Span.YEAR: words.say("this year"),
        Span.BEFORE_YEAR: words.say("before this year"),
        Span.OLD: words.say("over 3 years old"),
    }[span]


def bounds(span: Span | None, now: datetime) -> tuple[int, int]:
    """Return from when on and until when (ns since the epoch, 0 for no bound), in the local time of `now`."""
    year = now.replace(month=1, day=1, hour=0, minute=0, second=0, microsecond=0)
    since, before = {
        None: (None, None),
        Span.WEEK: (now - timedelta(days=7), None),
        Span.MONTH: (now - timedelta(days=30), None),
        Span.YEAR: (year, None),
        Span.BEFORE_YEAR: (None, year),
        Span.OLD: (None, now - timedelta(days=3 * 365)),
    }[span]
    return _ns(since), _ns(before)


def _ns(moment: datetime | None) -> int:
    return 0 if moment is None else int(moment.timestamp()) * 10**9
