"""The connection to a team's server, and what is said when it does not do what is wanted.

The library `redis` is loaded when a team index is used, never at the start of the program. Valkey answers the same
commands; nothing here needs more than Redis 6.2.
"""

from __future__ import annotations

import socket
import ssl
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.errors import KnownError, msgid
from core.team_layout import FORMAT, Keys

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from redis import Redis

    from core.team_settings import Place
    from core.wording import Wording

    Command = tuple[str | bytes | int, ...]

CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 10.0
"""How long a check waits for a server before it says that the server is away or slow; a batch of ours takes 0.1 s."""

MISSING = msgid(
    "The team index needs the library redis, which is not installed. Install it with: pip install 'neartwin[team]'"
)
AWAY = msgid(
    "The team index at {place} cannot be reached. Check the address, the network and that the server runs; everything"
    " else works without it."
)
SLOW = msgid("The team index at {place} does not answer in time. Try again later; everything else works without it.")
WRONG_PASSWORD = msgid("The team index at {place} refuses this user or password. Correct them in its settings.")
NEEDS_PASSWORD = msgid("The team index at {place} asks for a password. Enter it in its settings.")
NO_RIGHT = msgid(
    "The user of the team index at {place} may not do this. Its administrator must allow commands on neartwin:* keys."
)
WANTS_TLS = msgid(
    "The team index at {place} speaks encrypted only. Choose the encrypted connection (rediss://) in its settings."
)
NO_TLS = msgid(
    "The team index at {place} does not speak encrypted. Choose the plain connection (redis://) in its settings, or"
    " let its administrator switch TLS on."
)
UNTRUSTED = msgid(
    "The certificate of the team index at {place} is not trusted: {reason}. Name the certificate of the authority that"
    " signed it in the settings of the team index."
)
NO_CERTIFICATE = msgid(
    "The certificate file {path} cannot be read. Choose another one in the settings of the team index."
)
READ_ONLY = msgid(
    "The team index at {place} is a read-only copy: checking works, publishing does not. Name the main server to"
    " publish."
)
FULL = msgid(
    "The team index at {place} has reached its memory limit, so nothing more can be published. Its administrator must"
    " raise maxmemory; what is published already stays."
)
DISK_FULL = msgid(
    "The team index at {place} takes nothing because it cannot save to its disk. Its administrator must make room"
    " there."
)
LOADING = msgid("The team index at {place} is starting and still loads its data. Try again in a minute.")
TOO_NEW = msgid("The team index at {place} was made by a newer version of Neartwin. Install the newer version.")
OTHER = msgid("The team index at {place} answered: {reason}. Ask its administrator.")


class TeamError(KnownError):
    """The server of a team's index does not do what is wanted; everything local goes on."""


@dataclass(frozen=True, slots=True)
class Health:
    """What a test of a server found.

    Attributes:
        software: "Redis 7.0.15", "Valkey 8.1.1"; "" where the server does not tell.
        answer_ms: of one question, the best of five.
        can_publish: it takes what is written.
        desks: libraries that share with this team.
        used_bytes, limit_bytes: memory; limit 0 for none.
        may_evict: it throws data away when its memory is full, instead of refusing more.
    """

    software: str
    answer_ms: float
    can_publish: bool
    desks: int
    used_bytes: int
    limit_bytes: int
    may_evict: bool


class Server:
    """An open connection to a team's server; for one thread at a time."""

    def __init__(self, place: Place, team: str) -> None:
        """Prepare; nothing is sent before the first question.

        Raises:
            TeamError: when the library is missing or the certificate file cannot be read.
        """
        self.place = place
        self.keys = Keys(team)
        self.client = _client(place)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the connection."""
        self.client.close()

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Turn what goes wrong with the server inside the block into a `TeamError` with a sentence."""
        from redis.exceptions import RedisError  # noqa: PLC0415 - loaded with the client

        try:
            yield
        except (RedisError, OSError) as error:
            raise trouble(error, self.place) from error

    def answers(self, commands: Sequence[Command]) -> list[Any]:
        """Send commands together and return their answers in this order, as the server gives them.

        The pipeline of the library does the same in twice the time: it turns each answer into a value of its kind.

        Raises:
            RedisError: of the first command that failed; the others may have been carried out.
        """
        pool = self.client.connection_pool
        connection: Any = pool.get_connection()
        try:
            connection.send_packed_command(connection.pack_commands(commands))
            return [connection.read_response() for _ in commands]
        except BaseException:
            connection.disconnect()  # answers may still be on their way, to nobody
            raise
        finally:
            pool.release(connection)

    def require_format(self, *, is_writer: bool) -> None:
        """See that the team's keys are of a format that this program knows; a writer claims it where there is none.

        Raises:
            TeamError: when a newer version made them, or the server cannot be asked.
        """
        key = self.keys.named("format")
        with self.asking():
            found: Any = self.client.get(key)
            if found is None and is_writer:
                self.client.set(key, FORMAT, nx=True)
        if found is not None and int(found) > FORMAT:
            raise TeamError(TOO_NEW, place=self.place)


def _client(place: Place) -> Redis:
    try:
        from redis import Redis  # noqa: PLC0415 - the program starts without it
        from redis.backoff import NoBackoff  # noqa: PLC0415
        from redis.retry import Retry  # noqa: PLC0415
    except ImportError as error:
        raise TeamError(MISSING) from error
    if place.is_tls and place.ca_file:
        try:
            ssl.create_default_context(cafile=place.ca_file)
        except OSError as error:  # also what is no certificate: ssl.SSLError
            raise TeamError(NO_CERTIFICATE, path=place.ca_file) from error
    return Redis(
        host=place.host,
        port=place.port,
        username=place.user or None,
        password=place.password or None,
        ssl=place.is_tls,
        ssl_ca_certs=place.ca_file or None,
        socket_connect_timeout=CONNECT_SECONDS,
        socket_timeout=ANSWER_SECONDS,
        retry=Retry(NoBackoff(), 0),
        protocol=2,
    )


def trouble(error: Exception, place: Place) -> TeamError:
    """Return the sentence for an error of the library `redis` or of the system."""
    from redis import exceptions  # noqa: PLC0415 - loaded with the client

    said = str(error)
    if place.is_tls and isinstance(error, TimeoutError | exceptions.TimeoutError) and _speaks_plain(place):
        return TeamError(NO_TLS, place=place)
    by_kind: tuple[tuple[type[Exception], str], ...] = (
        (exceptions.AuthenticationWrongNumberOfArgsError, WRONG_PASSWORD),
        (exceptions.AuthenticationError, NEEDS_PASSWORD if "required" in said else WRONG_PASSWORD),
        (exceptions.NoPermissionError, NO_RIGHT),
        (exceptions.ReadOnlyError, READ_ONLY),
        (exceptions.OutOfMemoryError, FULL),
        (exceptions.BusyLoadingError, LOADING),
        (exceptions.TimeoutError, SLOW),
        (TimeoutError, SLOW),
    )
    for kind, sentence in by_kind:
        if isinstance(error, kind):
            return TeamError(sentence, place=place)
    if said.startswith("MISCONF"):
        return TeamError(DISK_FULL, place=place)
    if isinstance(error, exceptions.ResponseError):
        return TeamError(OTHER, place=place, reason=said)
    return _lost(error, place)


def _lost(error: Exception, place: Place) -> TeamError:
    """Return why there is no connection: not trusted, not encrypted, encrypted only, or not there."""
    chain = [error]
    while (cause := chain[-1].__cause__ or chain[-1].__context__) is not None and len(chain) < 8:
        chain.append(cause)  # type: ignore[arg-type] # causes of errors are errors
    for one in chain:
        if isinstance(one, ssl.SSLCertVerificationError):
            return TeamError(UNTRUSTED, place=place, reason=one.verify_message)
    if place.is_tls and any(isinstance(one, ssl.SSLError | ConnectionResetError) for one in chain):
        return TeamError(NO_TLS, place=place)
    if not place.is_tls and _speaks_tls(place):
        return TeamError(WANTS_TLS, place=place)
    return TeamError(AWAY, place=place)


def _speaks_plain(place: Place) -> bool:
    """Return whether the server answers what is not encrypted; it waits for more of what it cannot read otherwise."""
    try:
        with socket.create_connection((place.host, place.port), timeout=CONNECT_SECONDS) as plain:
            plain.sendall(b"PING\r\n")
            return plain.recv(1) in (b"+", b"-")
    except OSError:
        return False


def _speaks_tls(place: Place) -> bool:
    """Return whether a TLS handshake with the server begins well; nothing is sent that it should not see."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    try:
        with (
            socket.create_connection((place.host, place.port), timeout=CONNECT_SECONDS) as plain,
            context.wrap_socket(plain),
        ):
            return True
    except OSError:
        return False


def examine(place: Place, team: str) -> Health:
    """Ask a server whether it can serve this team; a key of a second's life is written to see whether it takes any.

    Raises:
        TeamError: when it cannot.
    """
    with Server(place, team) as server:
        server.require_format(is_writer=False)
        with server.asking():
            client: Any = server.client
            answer_ms = min(_timed(client.ping) for _ in range(5)) * 1000
            desks = client.hlen(server.keys.named("desks"))
            facts = _facts(client)
            can_publish = _takes_writes(server)
        return Health(
            software=_software(facts),
            answer_ms=answer_ms,
            can_publish=can_publish,
            desks=desks,
            used_bytes=int(facts.get("used_memory", 0)),
            limit_bytes=int(facts.get("maxmemory", 0)),
            may_evict=facts.get("maxmemory_policy", "").startswith("allkeys") and int(facts.get("maxmemory", 0)) > 0,
        )


def _timed(act: Any) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def _facts(client: Any) -> dict[str, Any]:
    """Return what the server tells of itself; nothing where this user may not ask."""
    from redis.exceptions import ResponseError  # noqa: PLC0415 - loaded with the client

    try:
        return {**client.info("server"), **client.info("memory")}
    except ResponseError:
        return {}


def _software(facts: dict[str, Any]) -> str:
    if "valkey_version" in facts:
        return f"Valkey {facts['valkey_version']}"
    return f"Redis {facts['redis_version']}" if "redis_version" in facts else ""


def _takes_writes(server: Server) -> bool:
    """Return whether the server takes data; False for a read-only copy, which can still be asked."""
    from redis.exceptions import ReadOnlyError  # noqa: PLC0415 - loaded with the client

    try:
        server.client.set(server.keys.named("probe"), 1, ex=1)
    except ReadOnlyError:
        return False
    return True


def health_sentences(health: Health, place: Place, wording: Wording) -> list[str]:
    """Return what a test found, a sentence each, warnings last."""
    told = [
        wording.say(
            "The server answers in {ms} ms ({software}).",
            ms=wording.number(round(health.answer_ms, 2)),
            software=health.software or "Redis",
        ),
        wording.count("{n} library shares with this team.", "{n} libraries share with this team.", health.desks),
    ]
    if health.limit_bytes:
        used, limit = wording.size(health.used_bytes), wording.size(health.limit_bytes)
        told.append(wording.say("It uses {used} of the {limit} of memory that it may use.", used=used, limit=limit))
    if not health.can_publish:
        told.append(wording.say(READ_ONLY, place=place))
    if health.may_evict:
        told.append(
            wording.say(
                "It is set to throw data away when its memory is full, so entries of the team may get lost. Ask its"
                " administrator for the policy noeviction."
            )
        )
    return told
