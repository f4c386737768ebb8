"""Words for people: one gettext catalogue for the window, the command line, notifications and reports.

Sources are English sentences with `{name}` fields. They are looked up when shown, so the language can change
while the program runs: hand a `Wording` on, keep no translated string.
"""

from __future__ import annotations

import gettext
import io
import locale
import os
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING

from core.documents import Reason, Relation, ShortfallKind
from core.errors import ProblemKind
from resources import resource_path

if TYPE_CHECKING:
    from babel import Locale

    from core.documents import Shortfall
    from core.errors import KnownError


def mark(sentence: str) -> str:
    """Mark a sentence for the catalogue where it stands; it is translated when it is shown."""
    return sentence


LANGUAGES = ("en", "zh_CN", "zh_TW")
"""The languages the program speaks, the source language first."""

SIZE_UNITS = ("KB", "MB", "GB", "TB")

_DAYS = {"en": "d MMM y", "zh_CN": "y/M/d", "zh_TW": "y/M/d"}
"""How a day is written (Unicode TR 35). English names the month: 3/9 is read as March here and as September there."""


def system_language(name: str | None = None) -> str:
    """Return which of LANGUAGES suits the locale `name`, by default that of the environment."""
    if name is None:
        name = next((os.environ[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(key)), "")
        name = name or locale.getlocale()[0] or ""
    language, *rest = name.replace("-", "_").replace(".", "_").replace("@", "_").lower().split("_")
    if language != "zh":
        return "en"
    if "hans" in rest:
        return "zh_CN"
    return "zh_TW" if not {"hant", "tw", "hk", "mo"}.isdisjoint(rest) else "zh_CN"


def catalogue(language: str) -> gettext.NullTranslations:
    """Return the translations of `language`: the compiled file, or one compiled in memory from its source."""
    if language == "en":
        return gettext.NullTranslations()
    compiled = resource_path("translations", language, "neartwin.mo")
    source = resource_path("translations", language, "neartwin.po")
    try:
        if not source.exists() or (compiled.exists() and compiled.stat().st_mtime_ns >= source.stat().st_mtime_ns):
            with compiled.open("rb") as file:
                return gettext.GNUTranslations(file)
        from babel.messages.mofile import write_mo  # noqa: PLC0415 - only from a checkout that was not built
        from babel.messages.pofile import read_po  # noqa: PLC0415 - as above

        with source.open("rb") as file:
            messages = read_po(file, locale=language)
    except FileNotFoundError:
        return gettext.NullTranslations()
    memory = io.BytesIO()
    write_mo(memory, messages)
    memory.seek(0)
    return gettext.GNUTranslations(memory)


_RELATIONS = {
    Relation.IDENTICAL: mark("Identical"),
    Relation.SAME_TEXT: mark("Same text"),
    Relation.SIMILAR: mark("Similar"),
    Relation.CONTAINED: mark("Contained"),
}

_REASONS = {
    Reason.PROTECTED: mark("lies in a protected folder"),
    Reason.FOLDER_RANK: mark("lies in the folder you trust most"),
    Reason.MORE_CONTENT: mark("has more in it than text"),
    Reason.EDITABLE: mark("can be edited"),
    Reason.NO_COPY_SUFFIX: mark("its name does not look like a copy's"),
    Reason.OLDER: mark("is older"),
    Reason.SHORTER_PATH: mark("has the shorter path"),
    Reason.FIRST_NAME: mark("comes first by name"),
    Reason.REFERENCE: mark("the figures are relative to this one"),
}

_PROBLEMS = {
    ProblemKind.UNREADABLE: mark("Could not be read. Check the disk or the connection, then scan again."),
    ProblemKind.DENIED: mark("You may not read it. Change its permissions or leave its folder out."),
    ProblemKind.ENCRYPTED: mark("Protected by a password. It is compared by its bytes only."),
    ProblemKind.DAMAGED: mark("Damaged. It is compared by its bytes only; try to open and save it again."),
    ProblemKind.NOT_AS_NAMED: mark("Is not what its name says. It is compared by its bytes only."),
    ProblemKind.TOO_LARGE: mark("Too large for its text to be read. It is compared by its bytes only."),
    ProblemKind.TIMEOUT: mark("Took too long to read. It is compared by its bytes only and tried again next time."),
    ProblemKind.NO_TEXT: mark("Has no text, only pictures or nothing. It is compared by its bytes only."),
    ProblemKind.UNSUPPORTED: mark("Of a kind whose text is not read. It is compared by its bytes only."),
    ProblemKind.OFFLINE: mark("Not there now. Connect the disk; what is known of it is kept."),
    ProblemKind.CLOUD_ONLY: mark("Only in the cloud. It was not downloaded and not compared."),
    ProblemKind.CHANGED: mark("Changed or went away while it was read. Scan again."),
}


class Wording:
    """Says things in one language."""

    def __init__(self, language: str = "en") -> None:
        if language not in LANGUAGES:
            raise ValueError(f"{language!r} is none of {', '.join(LANGUAGES)}")
        self.language = language
        self._catalogue = catalogue(language)

    @cached_property
    def locale(self) -> Locale:
        """The language's rules for numbers and dates; loaded when the first is shown."""
        from babel import Locale  # noqa: PLC0415 - the module is slow to load

        return Locale.parse(self.language)

    def say(self, sentence: str, /, **values: object) -> str:
        """Return `sentence` in this language with its `{name}` fields filled."""
        translated = self._catalogue.gettext(sentence)
        return translated.format(**values) if values else translated

    def count(self, one: str, many: str, n: int, /, **values: object) -> str:
        """Return the form for `n`, which fills the field `{n}` with the digits of this language."""
        return self._catalogue.ngettext(one, many, n).format(n=self.number(n), **values)

    def name(self, context: str, word: str, /) -> str:
        """Return a word that needs its context to be translated (`pgettext`)."""
        return self._catalogue.pgettext(context, word)

    def error(self, error: KnownError) -> str:
        """Return the sentence of an error of the environment."""
        return self.say(error.message, **error.values)

    def relation(self, kind: Relation) -> str:
        """Return the name of a kind of likeness."""
        return self.say(_RELATIONS[kind])

    def reason(self, reason: Reason) -> str:
        """Return why a member is the keeper or the reference."""
        return self.say(_REASONS[reason])

    def problem(self, kind: ProblemKind) -> str:
        """Return what is the matter with a file and what to do next, in one sentence."""
        return self.say(_PROBLEMS[kind])

    def shortfall(self, shortfall: Shortfall) -> str:
        """Return what a comparison left out."""
        kind, n = shortfall.kind, shortfall.count
        if kind is ShortfallKind.CROWD:
            return self.count(
                "{n} text of one template was compared with the references of its crowd only.",
                "{n} texts of one template were compared with the references of their crowd only.",
                n,
            )
        if kind is ShortfallKind.CUT:
            return self.count(
                "{n} text resembles so many others that only the best candidates were compared.",
                "{n} texts resemble so many others that only the best candidates were compared.",
                n,
            )
        if kind is ShortfallKind.TIMEOUT:
            return self.count(
                "{n} pair was not compared: it took too long.", "{n} pairs were not compared: they took too long.", n
            )
        if kind is ShortfallKind.MEMORY:
            return self.count(
                "{n} pair was not compared: it needed too much memory.",
                "{n} pairs were not compared: they needed too much memory.",
                n,
            )
        return self.count(
            "{n} pair was not compared: the comparison broke off.",
            "{n} pairs were not compared: the comparison broke off.",
            n,
        )

    def number(self, value: float) -> str:
        """Return a number with the separators of this language."""
        if isinstance(value, int) and 0 <= value < 1000:
            return str(value)  # has none, and the first painting need not wait for the rules
        from babel.numbers import format_decimal  # noqa: PLC0415 - the module is slow to load

        return format_decimal(value, locale=self.locale)

    def percent(self, share: float) -> str:
        """Return a share in [0, 1] as whole per cent, rounded down: 100 % is only for equality."""
        whole = int(share * 100 + 1e-9)
        if 0 <= whole < 1000:
            return f"{whole}%"  # so in each of our languages, and the first painting need not wait for the rules
        from babel.numbers import format_percent  # noqa: PLC0415 - the module is slow to load

        return format_percent(whole / 100, locale=self.locale)

    def size(self, size: int) -> str:
        """Return bytes as people read them: 1 KB is 1,024 bytes."""
        if size < 1024:
            return self.count("{n} byte", "{n} bytes", size)
        from babel.numbers import format_decimal  # noqa: PLC0415 - the module is slow to load

        value = float(size)
        for unit in SIZE_UNITS:
            value /= 1024
            if value < 1024 or unit == SIZE_UNITS[-1]:
                break
        return f"{format_decimal(value, format='#,##0.#' if value < 100 else '#,##0', locale=self.locale)} {unit}"

    def date(self, time_ns: int) -> str:
        """Return the day of a time stamp in local time, as this language writes it: 30 Nov 2026, 2026/11/30."""
        from babel.dates import format_date  # noqa: PLC0415 - the module is slow to load

        return format_date(local_time(time_ns), _DAYS[self.language], locale=self.locale)

    def time(self, time_ns: int) -> str:
        """Return day and time of a time stamp in local time."""
        from babel.dates import format_datetime  # noqa: PLC0415 - the module is slow to load

        return format_datetime(local_time(time_ns), f"{_DAYS[self.language]} HH:mm", locale=self.locale)


def local_time(time_ns: int) -> datetime:
    """Return a moment in local time; the year 1 or 9999 where a file's clock is absurd."""
    try:
        return datetime.fromtimestamp(time_ns / 1e9).astimezone()
    except (OverflowError, ValueError, OSError):
        return datetime(1, 1, 1, tzinfo=UTC) if time_ns < 0 else datetime(9999, 12, 31, tzinfo=UTC)
