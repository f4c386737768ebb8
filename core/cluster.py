"""Workers on other machines: a Dask cluster behind the same interface as `core.workers`.

The machines read the files themselves, from a mount that they share with this one; where it is mounted elsewhere there,
a mapping says so. Dask gives the items of a worker that died to another; one that kills three workers is lost alone.
The library `distributed` is loaded when a cluster is named, never at the start of the program.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from core.errors import KnownError
from core.workers import POLL_SECONDS, WorkerFailure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from distributed import Future

T = TypeVar("T")
R = TypeVar("R")

CONNECT_SECONDS = 10
ALONE_SECONDS = 60.0
"""How long a run waits for a worker to come back when none is left."""

AHEAD = 4
"""Items a thread of the cluster has waiting: enough to hide the way there, few enough that a stop costs little."""

_LEAVE_SECONDS = 2.0
_TICK_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class PathMap:
    """Where a folder of this machine is on the machines of the cluster."""

    local: str
    remote: str

    def __call__(self, path: str) -> str | None:
        """Return where the workers find the file at `path`; None for one that is not below the folder."""
        folder = self.local.rstrip("/\\")
        if path != folder and not path.startswith((folder + os.sep, folder + "/")):
            return None
        rest = path[len(folder) :]
        return self.remote.rstrip("/\\") + (rest.replace("\\", "/") if "/" in self.remote else rest)


def path_map(text: str) -> PathMap:
    """Return the mapping that LOCAL=REMOTE names.

    Raises:
        KnownError: when it names none.
    """
    local, sign, remote = text.partition("=")
    if not sign or not local or not remote:
        raise KnownError(
            "{text} is no mapping. Write LOCAL=REMOTE: a folder here, and the same folder on the cluster's machines.",
            text=text,
        )
    return PathMap(os.path.abspath(local), remote)


class ItemTimeoutError(Exception):
    """An item took too long on a worker."""


class Cluster:
    """The workers of a Dask cluster: see `core.workers.Runner`."""

    def __init__(self, address: str, maps: Sequence[PathMap] = (), seconds: float = 60.0) -> None:
        """Prepare; the cluster is not spoken to before `start`.

        Args:
            address: of the scheduler, like tcp://office-server:8786.
        """
        self._address = address
        self._maps = sorted(maps, key=lambda one: -len(one.local))
        self._seconds = seconds
        self._client: Any = None

    def start(self) -> None:
        """Connect, and see that every worker has this very program.

        Raises:
            KnownError: when the library is missing, the cluster is away, has no workers, or has another version.
        """
        self._connected()

    def require_folders(self, folders: Sequence[str]) -> None:
        """See that every worker has the folders.

        Raises:
            KnownError: when one does not.
        """
        client = self._connected()
        for folder in folders:
            there = self.remote(folder)
            found = client.run(os.path.isdir, there)
            lost = [worker for worker, is_there in found.items() if not is_there]
            if lost:
                raise KnownError(
                    "The worker {worker} of the cluster does not have the folder {folder}. Mount it there, or say where"
                    " it is with --dask-map LOCAL=REMOTE.",
                    worker=lost[0],
                    folder=there,
                )

    def remote(self, path: str) -> str:
        """Return where the workers find the file at `path`."""
        return next((there for one in self._maps if (there := one(path)) is not None), path)

    def map(
        self,
        function: Callable[[T], R],
        items: Iterable[T],
        *,
        seconds: float | None = None,
        poll: Callable[[], None] | None = None,
    ) -> Iterator[tuple[T, R | WorkerFailure]]:
        """See Runner.map. Items with a `path` are handed over with the path that the workers know.

        Raises:
            KnownError: when the cluster goes away, or has no workers for a minute.
        """
        from distributed import as_completed  # noqa: PLC0415 - with the client

        client = self._connected()
        limit = self._seconds if seconds is None else seconds
        done: Any = as_completed(loop=client.loop, with_results=True, raise_errors=False)  # type: ignore[no-untyped-call] # distributed has no hints here
        waiting: dict[Future[Any], T] = {}
        source = iter(items)
        most = AHEAD * max(2, sum(client.nthreads().values()))
        alive = time.monotonic()
        try:
            while True:
                while len(waiting) < most:
                    try:
                        item = next(source)
                    except StopIteration:
                        break
                    future = client.submit(work_on, function, self._there(item), limit, pure=False)
                    waiting[future] = item
                    done.add(future)
                if not waiting:
                    return
                batch = _next(done)
                if poll is not None:
                    poll()
                alive = self._still_alive(client, alive, is_busy=bool(batch))
                for ended, result in batch:
                    yield waiting.pop(ended), self._outcome(ended, result)
        finally:
            client.cancel(list(waiting), force=True)

    def close(self) -> None:
        """Leave the cluster; its workers go on for others."""
        client, self._client = self._client, None
        if client is not None:
            client.close(timeout=CONNECT_SECONDS)

    def _connected(self) -> Any:
        if self._client is None:
            self._client = _client(self._address)
        return self._client

    def _there(self, item: T) -> T:
        path = getattr(item, "path", None)
        if not self._maps or path is None:
            return item
        return replace(item, path=self.remote(path))  # type: ignore[type-var] # what has a path is a task

    def _outcome(self, future: Future[Any], result: Any) -> Any:
        """Return the answer of a future, or what became of it."""
        if future.status == "finished":
            return result
        if future.status != "error":
            raise self._lost()
        error = result[1]
        kinds = {"ItemTimeoutError": "timeout", "KilledWorker": "died", "MemoryError": "memory"}
        kind = kinds.get(type(error).__name__, "error")
        detail = str(error) if kind == "timeout" else f"{type(error).__name__}: {error}"
        return WorkerFailure(kind, "the workers that took it died" if kind == "died" else detail)

    def _still_alive(self, client: Any, since: float, *, is_busy: bool) -> float:
        """Return when the cluster was last seen with workers."""
        now = time.monotonic()
        if is_busy or client.scheduler_info()["workers"]:
            return now
        if client.status not in ("running", "connecting") or now - since > ALONE_SECONDS:
            raise self._lost()
        return since

    def _lost(self) -> KnownError:
        return KnownError(
            "The cluster at {address} went away or has no workers left. Start it and scan again: what was read until"
            " then is kept.",
            address=self._address,
        )


def _next(done: Any) -> list[tuple[Any, Any]]:
    """Return what is done, after a little while nothing."""
    deadline = time.monotonic() + POLL_SECONDS
    while True:
        batch: list[tuple[Any, Any]] = done.next_batch(block=False)
        if batch or time.monotonic() > deadline:
            return batch
        time.sleep(_TICK_SECONDS)


def _client(address: str) -> Any:
    try:
        from distributed import Client  # noqa: PLC0415 - the program starts without it
    except ImportError as error:
        raise KnownError(
            "Scans over machines need the library distributed, which is not installed. Install it with: pip install"
            " 'neartwin[team]'"
        ) from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client: Any = Client(  # type: ignore[no-untyped-call] # as above
            address, timeout=CONNECT_SECONDS, set_as_default=False, name="neartwin"
        )
    except (OSError, TimeoutError, ValueError) as error:
        raise KnownError(
            "The cluster at {address} cannot be reached. Check the address, like tcp://office-server:8786, and that"
            " dask scheduler runs there.",
            address=address,
        ) from error
    try:
        _require_workers(client, address)
    except BaseException:
        client.close(timeout=CONNECT_SECONDS)
        raise
    return client


def _require_workers(client: Any, address: str) -> None:
    with suppress(TimeoutError):
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    found: dict[str, Any] = client.run(program, on_error="return")
    if not found:
        raise KnownError(
            "The cluster at {address} has no workers. Start one on each machine: dask worker {address} --nthreads 1",
            address=address,
        )
    for worker, version in found.items():
        if version != program():
            raise KnownError(
                "The worker {worker} of the cluster has no Neartwin, or another version. Install the same there: pip"
                " install 'neartwin[team]'",
                worker=worker,
            )


def program() -> str:
    """Return what makes two machines read the same from a file: the versions of texts, fingerprints and extractors."""
    from core import analysis, fingerprint  # noqa: PLC0415 - on the machines of the cluster
    from core.extract import extractor_version  # noqa: PLC0415

    forms = ("", "docx", "pptx", "pdf", "txt", "xlsx", "doc", "ppt", "rtf", "odt", "html")
    versions = " ".join(extractor_version(form) for form in forms)
    return f"{analysis.ANALYSIS_VERSION} {fingerprint.FINGERPRINT_VERSION} {versions}"


def work_on(function: Callable[[T], R], item: T, seconds: float) -> R:
    """Run a function on an item, on a worker: one at a time, for not every reader bears company.

    Raises:
        ItemTimeoutError: when it took too long; the process then ends soon and its nanny starts another.
    """
    with _turn():
        thread = ThreadPoolExecutor(1, "item")
        answer = thread.submit(function, item)
        try:
            return answer.result(seconds)
        except TimeoutError:
            if answer.done():
                raise
            _end_soon()
            raise ItemTimeoutError(f"took longer than {seconds:g} seconds") from None
        finally:
            thread.shutdown(wait=False)


@cache
def _turn() -> threading.Lock:
    return threading.Lock()


def _end_soon() -> None:
    """End this process once its news is out, if something starts another: the thread that hangs cannot be ended."""
    from distributed import get_worker  # noqa: PLC0415 - on the machines of the cluster

    if get_worker().nanny is not None:
        ending = threading.Timer(_LEAVE_SECONDS, os._exit, (1,))
        ending.daemon = True
        ending.start()
