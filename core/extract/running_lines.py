"""Headers and footers of spreadsheets: one string with codes for what stands left, in the middle and right.

Source: ECMA-376 part 1, section 18.3.1.46 (oddHeader); [MS-XLS] section 2.4.136 (Header) has the same codes.
"""

from __future__ import annotations

import re

_CODE = re.compile(r'&(?:"[^"]*"|K[0-9A-Fa-f]{6}|K\d\d[+-]\d{3}|\d+|[LCR]|[A-Za-z&+-])')


def running_line(coded: str) -> str:
    """Return the words of a header or footer; page numbers, dates and names of files are no words of it."""
    return _CODE.sub(_shown, coded).strip()


def _shown(match: re.Match[str]) -> str:
    return {"&L": "\t", "&C": "\t", "&R": "\t", "&&": "&"}.get(match[0], "")
