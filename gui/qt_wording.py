"""The wording of the window: figures and dates by Qt's rules for the language, which are loaded already.

The command line and the workers have no Qt and use Babel, whose tables cost a tenth of a second and 6 MB.
"""

from __future__ import annotations

from functools import cached_property

from PySide6.QtCore import QDate, QLocale

from core.wording import SIZE_UNITS, Wording, local_time

_DAY = {"en": "d MMM yyyy", "zh_CN": "yyyy/M/d", "zh_TW": "yyyy/M/d"}


class QtWording(Wording):
    """Says the same as `Wording`, by Qt."""

    @cached_property
    def _rules(self) -> QLocale:
        return QLocale(self.language)

    def number(self, value: float) -> str:
        if isinstance(value, int):
            return self._rules.toString(value)
        return self._decimal(value, 3)

    def percent(self, share: float) -> str:
        return f"{self.number(int(share * 100 + 1e-9))}%"

    def size(self, size: int) -> str:
        if size < 1024:
            return self.count("{n} byte", "{n} bytes", size)
        value = float(size)
        for unit in SIZE_UNITS:
            value /= 1024
            if value < 1024 or unit == SIZE_UNITS[-1]:
                break
        return f"{self._decimal(value, 1 if value < 100 else 0)} {unit}"

    def date(self, time_ns: int) -> str:
        day = local_time(time_ns)
        return self._rules.toString(QDate(day.year, day.month, day.day), _DAY[self.language])

    def time(self, time_ns: int) -> str:
        return f"{self.date(time_ns)} {local_time(time_ns):%H:%M}"

    def _decimal(self, value: float, places: int) -> str:
        """Return a number with at most so many places behind the point."""
        rounded = round(value, places)
        while places and rounded == round(rounded, places - 1):
            places -= 1
        return self._rules.toString(float(rounded), "f", places)
