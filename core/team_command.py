"""`neartwin team ...`: join a team, share folders, publish, take back, and see how it stands."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from core.command_guard import DONE, WrongCallError
from core.command_line_output import write_json
from core.console import line
from core.errors import KnownError
from core.library import default_folder, open_library
from core.settings import Settings
from core.team_settings import (
    PASSWORD_VARIABLE,
    Place,
    Share,
    TeamSettings,
    changed,
    forget,
    load,
    place_of,
    save,
    team_settings,
)
from core.wording import Wording, system_language

if TYPE_CHECKING:
    from core.team import Published

LibraryFolder = Annotated[str | None, Parameter(help="The library's folder; by default your own library.")]

team_app = App(
    name="team",
    help="Share fingerprints of folders with a team on a Redis or Valkey server, and ask it. Texts never leave.",
)


def _wording() -> Wording:
    return Wording(system_language())


def _print(sentence: str) -> None:
    line(sys.stdout, sentence)


def _folder(library: str | None) -> str:
    return os.path.abspath(library or default_folder())


def _joined(library: str | None) -> TeamSettings:
    settings = load(_folder(library))
    if settings is None:
        raise KnownError(
            "This library is in no team yet. Join one first: neartwin team join redis://HOST:PORT --team NAME"
        )
    return settings


@team_app.command
def join(
    address: str,
    *,
    team: str,
    name: str = "",
    ca_file: str = "",
    user: str = "",
    library: LibraryFolder = None,
) -> int:
    """Join a team's index at ADDRESS: redis://HOST:PORT, or rediss://HOST:PORT for an encrypted connection.

    The password is read from the environment variable NEARTWIN_TEAM_PASSWORD. One command starts a server for a try:
    redis-server --bind 0.0.0.0 --requirepass PASSWORD

    Args:
        address: of the server.
        team: the team's name on the server; each team has an index of its own.
        name: what colleagues read as the name of this library; by default nothing.
        ca_file: certificate of the authority that signed the server's, where the system does not know it.
        user: the server's user, where it is not the default one.
    """
    from core.team_server import examine  # noqa: PLC0415 - the other commands need no server

    named = place_of(address)
    place: Place = replace(
        named,
        ca_file=os.path.abspath(ca_file) if ca_file else "",
        user=user or named.user,
        password=os.environ.get(PASSWORD_VARIABLE) or named.password,
    )
    folder = _folder(library)
    with open_library(folder):
        known = load(folder)
    settings = (
        team_settings(place, team, desk_name=name)
        if known is None
        else changed(known, place=place, team=team, desk_name=name)
    )
    health = examine(place, team)
    is_safe = save(folder, settings)
    _print(
        _wording().say(
            "Joined {team} at {place} ({software}). Share a folder next: neartwin team share FOLDER",
            team=team,
            place=place,
            software=health.software or "Redis",
        )
    )
    if not is_safe:
        _print(
            _wording().say(
                "There is no keyring here, so the password stands in {path}, readable only by you.",
                path=os.path.join(folder, "team.json"),
            )
        )
    return DONE


@team_app.command
def share(*folders: str, label: str = "", library: LibraryFolder = None) -> int:
    """Share the fingerprints of scanned FOLDERS with the team, and publish them.

    Args:
        folders: folders of the library.
        label: what colleagues read beside these files; by default nothing.
    """
    if not folders:
        raise WrongCallError("Name at least one folder to share.")
    settings = _joined(library)
    places = [os.path.abspath(folder) for folder in folders]
    kept = [one for one in settings.shares if one.folder not in places]
    shares = (*kept, *(Share(place, label) for place in places))
    save(_folder(library), replace(settings, shares=shares, is_sharing=True))
    return publish(library=library)


@team_app.command
def unshare(*folders: str, library: LibraryFolder = None) -> int:
    """Take FOLDERS back from the team; without a name, all of them.

    Args:
        folders: folders that were shared.
    """
    settings = _joined(library)
    places = {os.path.abspath(folder) for folder in folders}
    shares = tuple(one for one in settings.shares if places and one.folder not in places)
    save(_folder(library), replace(settings, shares=shares))
    return publish(library=library)


@team_app.command
def publish(*, library: LibraryFolder = None) -> int:
    """Bring the team's index to what the library has in the shared folders; catches up after any interruption."""
    settings = _joined(library)
    _tell(_publish(settings, library))
    return DONE


@team_app.command
def leave(*, library: LibraryFolder = None) -> int:
    """Take everything back from the team and forget its server."""
    settings = replace(_joined(library), is_sharing=False)
    save(_folder(library), settings)
    _publish(settings, library)
    forget(_folder(library), settings)
    _print(_wording().say("Everything this library shared was taken back, and the team's server is forgotten."))
    return DONE


@team_app.command
def status(*, library: LibraryFolder = None, json: bool = False) -> int:
    """Say which team the library is in, what it shares, and how the server is.

    Args:
        json: as one JSON object.
    """
    from core.team_server import examine, health_sentences  # noqa: PLC0415 - the other commands need no server

    settings = _joined(library)
    health = examine(settings.place, settings.team)
    if json:
        facts = {
            "place": settings.place.address,
            "team": settings.team,
            "shares": [{"folder": one.folder, "label": one.label} for one in settings.shares],
            "software": health.software,
            "answer_ms": round(health.answer_ms, 3),
            "libraries": health.desks,
            "memory": health.used_bytes,
            "memory_limit": health.limit_bytes,
            "can_publish": health.can_publish,
            "may_evict": health.may_evict,
        }
        write_json(sys.stdout, facts)
        return DONE
    wording = _wording()
    for sentence in health_sentences(health, settings.place, wording):
        line(sys.stdout, sentence)
    for one in settings.shares:
        line(sys.stdout, f"  {one.folder}  {one.label}".rstrip())
    return DONE


def _publish(settings: TeamSettings, library: str | None) -> Published:
    from core.team import publish as publish_library  # noqa: PLC0415 - the other commands need no server

    with open_library(_folder(library)) as opened:
        return publish_library(opened, settings, Settings())


def _tell(published: Published) -> None:
    wording = Wording(system_language())
    _print(
        _wording().say(
            "Your team can find {contents} files and {texts} texts of this library by their fingerprints.",
            contents=wording.number(published.contents),
            texts=wording.number(published.texts),
        )
    )
    if published.undigested:
        _print(
            _wording().say(
                "Not shared: {n} files in these folders that are no documents and have no equal in size, so that no"
                " digest of them is known.",
                n=wording.number(published.undigested),
            )
        )
