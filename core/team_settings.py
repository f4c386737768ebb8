"""Where a library's team index is, and what the library shares there: `team.json` in the library's folder.

The file is readable by its owner only. The password stands in the keyring of the desktop where there is one (the
library `keyring`), in the environment variable NEARTWIN_TEAM_PASSWORD, or else in that file, and the program says so.
"""

from __future__ import annotations

import importlib
import json
import os
import uuid
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from core.errors import KnownError, not_written
from core.team_layout import Keys

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE_NAME = "team.json"
PASSWORD_VARIABLE = "NEARTWIN_TEAM_PASSWORD"
DEFAULT_PORT = 6379
_SERVICE = "neartwin team index"


@dataclass(frozen=True, slots=True)
class Place:
    """A server with a team's index.

    Attributes:
        ca_file: the certificate of the authority that signed the server's; "" for those that the system trusts.
        user: "" for the server's default user.
    """

    host: str
    port: int = DEFAULT_PORT
    is_tls: bool = False
    ca_file: str = ""
    user: str = ""
    password: str = field(default="", repr=False)

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def address(self) -> str:
        """The place as people write it, without user and password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'rediss' if self.is_tls else 'redis'}://{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Share:
    """A folder whose fingerprints are shared.

    Attributes:
        label: what colleagues read beside its files; "" for nothing.
    """

    folder: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class TeamSettings:
    """A library's part in a team.

    Attributes:
        desk: identity of this library among the team's, made by chance.
        desk_name: what colleagues read as its name; "" for nothing.
        is_sharing: False: what was shared is to be withdrawn.
    """

    place: Place
    team: str
    desk: str
    desk_name: str = ""
    shares: tuple[Share, ...] = ()
    is_sharing: bool = True

    def __post_init__(self) -> None:
        Keys(self.team)


def place_of(address: str) -> Place:
    """Return the place that an address names: redis://HOST:PORT, rediss://USER:PASSWORD@HOST (TLS), or HOST:PORT.

    Raises:
        KnownError: when it names none.
    """
    try:
        parts = urlsplit(address if "://" in address else f"redis://{address}")
        port = parts.port or DEFAULT_PORT
    except ValueError:
        parts, port = urlsplit("none://"), 0
    if parts.scheme not in ("redis", "rediss", "valkey", "valkeys") or not parts.hostname:
        raise KnownError(
            "{address} names no server. Write it like redis://office-server:6379, or rediss:// for an encrypted"
            " connection.",
            address=_without_password(address),
        )
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Place(parts.hostname, port, parts.scheme in ("rediss", "valkeys"), user=user, password=password)


def _without_password(address: str) -> str:
    return address.rpartition("@")[2]


def team_settings(place: Place, team: str, **more: Any) -> TeamSettings:
    """Return settings for a library that was in no team yet.

    Raises:
        KnownError: when the name of the team cannot be one.
    """
    return changed(TeamSettings(place, "team", uuid.uuid4().hex), team=team, **more)


def changed(settings: TeamSettings, **values: Any) -> TeamSettings:
    """Return the settings with other values.

    Raises:
        KnownError: when the name of the team cannot be one.
    """
    try:
        return replace(settings, **values)
    except ValueError as error:
        raise KnownError(
            "The name of a team has 1 to 64 letters or signs, none of them a bracket or a star. Choose another name."
        ) from error


def load(library_folder: str | None) -> TeamSettings | None:
    """Return the settings of the library in this folder; None where it is in no team, or in memory.

    Raises:
        KnownError: when the file cannot be read.
    """
    if library_folder is None:
        return None
    path = os.path.join(library_folder, FILE_NAME)
    try:
        with open(path, encoding="utf-8") as file:
            stored = json.load(file)
        settings = _from_json(stored)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise KnownError(
            "The file {path} with the settings of the team index cannot be read. Remove it and set the team index up"
            " again.",
            path=path,
        ) from error
    return replace(settings, place=replace(settings.place, password=_password(settings)))


def _from_json(stored: Mapping[str, Any]) -> TeamSettings:
    shares = tuple(Share(**share) for share in stored["shares"])
    return TeamSettings(**{**stored, "place": Place(**stored["place"]), "shares": shares})


def save(library_folder: str, settings: TeamSettings) -> bool:
    """Store the settings; return whether the password is kept in the desktop's keyring, or there is none to keep.

    Raises:
        KnownError: when the file cannot be written.
    """
    is_safe = _put_into_keyring(settings)
    place = replace(settings.place, password="") if is_safe else settings.place
    path = os.path.join(library_folder, FILE_NAME)
    try:
        handle = os.open(f"{path}.new", os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
        with open(handle, "w", encoding="ascii") as file:
            json.dump(asdict(replace(settings, place=place)), file, indent=1)
        os.replace(f"{path}.new", path)
    except OSError as error:
        raise not_written(path, error) from error
    return is_safe


def forget(library_folder: str, settings: TeamSettings) -> None:
    """Remove the settings and the password."""
    _put_into_keyring(replace(settings, place=replace(settings.place, password="")))
    try:
        os.unlink(os.path.join(library_folder, FILE_NAME))
    except FileNotFoundError:
        return


def _password(settings: TeamSettings) -> str:
    named = os.environ.get(PASSWORD_VARIABLE)
    if named is not None:
        return named
    if settings.place.password:
        return settings.place.password
    ring = _keyring()
    if ring is None:
        return ""
    try:
        return ring.get_password(_SERVICE, settings.desk) or ""
    except ring.errors.KeyringError:
        return ""


def _put_into_keyring(settings: TeamSettings) -> bool:
    """Store the password, or remove it where it is empty; return whether the file need not hold it."""
    ring = _keyring()
    password = settings.place.password
    if ring is None:
        return not password
    try:
        if password:
            ring.set_password(_SERVICE, settings.desk, password)
        elif ring.get_password(_SERVICE, settings.desk) is not None:
            ring.delete_password(_SERVICE, settings.desk)
    except ring.errors.KeyringError:
        return not password
    return True


def _keyring() -> Any:
    """Return the library that speaks to the desktop's keyring, where it is installed and has one to speak to."""
    try:
        ring = importlib.import_module("keyring")
        usable = ring.get_keyring().priority >= 1
    except (ImportError, RuntimeError, AttributeError):
        return None
    return ring if usable else None
