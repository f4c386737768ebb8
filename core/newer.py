"""Is there a newer version? One question to one address, and only where the user turned that on.

What is asked is the list of the project's releases (an Atom feed), as any browser reads it. No version, no name and no
figure of this computer is sent; nothing is downloaded or installed.
"""

from __future__ import annotations

import re
import urllib.request
from typing import TYPE_CHECKING

from core.errors import KnownError

if TYPE_CHECKING:
    from email.message import Message
    from typing import IO

PROJECT = "https://github.com/neartwin/neartwin"
FEED = f"{PROJECT}/releases.atom"
PAGE = f"{PROJECT}/releases"

SECONDS = 10.0
"""How long the answer may take."""

MOST_BYTES = 1 << 20
"""More is not read of an answer."""

_RELEASE = re.compile(r'/releases/tag/v?(\d+(?:\.\d+){1,3})"')
"""The address of a release in the feed; trial versions have letters in their names and do not count."""


class _NoOtherPlace(urllib.request.HTTPRedirectHandler):
    """Asks nobody else than the one address."""

    def redirect_request(  # noqa: PLR0917 - the signature of the base class
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> None:
        """Follow no redirection; the answer then counts as an error."""


def newest_version(feed: str = FEED) -> str:
    """Return the newest version that the feed names.

    Raises:
        KnownError: when it cannot be asked, or names none.
    """
    request = urllib.request.Request(feed, headers={"User-Agent": "Neartwin", "Accept": "application/atom+xml"})
    try:
        with urllib.request.build_opener(_NoOtherPlace).open(request, timeout=SECONDS) as answer:
            text = answer.read(MOST_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", "") or error
        raise KnownError("The list of versions could not be read: {reason}.", reason=reason) from error
    versions: list[str] = _RELEASE.findall(text)
    if not versions:
        raise KnownError("The list of versions could not be read: {reason}.", reason="no version")
    return max(versions, key=_numbers)


def is_newer(version: str, than: str) -> bool:
    """Return whether a version is newer than another; what is no version is never newer, nor older than one."""
    return bool(_numbers(version)) and bool(_numbers(than)) and _numbers(version) > _numbers(than)


def _numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a version without zeros at its end: 1.2 and 1.2.0 are one."""
    if not re.fullmatch(r"\d+(\.\d+)*", version):
        return ()
    return tuple(int(part) for part in re.sub(r"(\.0+)+$", "", version).split("."))
