"""Worker processes: each item has a time-out, a memory cap, and a process that may die without hurting others.

A plain `ProcessPoolExecutor` loses the whole pool with one dead worker (measured: 36 of 40 tasks); pebble kills
and replaces single workers.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future

    from pebble import ProcessPool

T = TypeVar("T")
R = TypeVar("R")

POLL_SECONDS = 0.1
"""How often a waiting caller is asked whether to go on: a stop is noticed well within a second."""

MEMORY_EXIT = 77
"""Exit code of a worker that ended itself because it grew over its cap."""

MOST_WORKERS = 4
"""More processes than this gain little on office machines and take memory from the user."""

_NICENESS = 10


@dataclass(frozen=True, slots=True)
class WorkerFailure:
    """What became of an item whose worker gave no answer.

    Attributes:
        kind: "timeout", "memory", "died" or "error" (an exception that left the function).
    """

    kind: str
    detail: str


class Runner(Protocol):
    """Runs a function over items, here or elsewhere."""

    def start(self) -> None:
        """Get ready, so that the first item need not wait; without it, that happens when the first item comes."""

    def map(
        self,
        function: Callable[[T], R],
        items: Iterable[T],
        *,
        seconds: float | None = None,
        poll: Callable[[], None] | None = None,
    ) -> Iterator[tuple[T, R | WorkerFailure]]:
        """Yield each item with its result or failure, in order of completion.

        Args:
            function: a function of a module, and picklable items, so that another process can run it.
            seconds: wall time an item may take; None for the runner's own bound.
            poll: called every 0.1 s or oftener while waiting; what it raises ends the run at once.
        """

    def close(self) -> None:
        """End all processes."""


class InProcess:
    """Runs everything in the calling thread: for tests, single files and machines that allow no processes."""

    def start(self) -> None:
        """Nothing to get ready."""

    def map(
        self,
        function: Callable[[T], R],
        items: Iterable[T],
        *,
        seconds: float | None = None,  # noqa: ARG002 - nothing can interrupt a function in its own thread
        poll: Callable[[], None] | None = None,
    ) -> Iterator[tuple[T, R | WorkerFailure]]:
        """See Runner.map."""
        for item in items:
            if poll is not None:
                poll()
            try:
                result = function(item)
            except MemoryError:
                yield item, WorkerFailure("memory", "out of memory")
            else:
                yield item, result

    def close(self) -> None:
        """Nothing to end."""


class Workers:
    """A pool of processes at low priority, started when first used."""

    def __init__(self, count: int = 0, seconds: float = 60.0, memory: int = 1 << 30) -> None:
        self._count = count or min(os.cpu_count() or 1, MOST_WORKERS)
        self._seconds = seconds
        self._memory = memory
        self._pool: ProcessPool | None = None
        self._lock = threading.Lock()

    @property
    def count(self) -> int:
        """How many processes work at the same time."""
        return self._count

    def start(self) -> None:
        """See Runner.start."""
        pool = self._started()
        for _ in range(self._count):
            pool.schedule(os.getpid)

    def map(
        self,
        function: Callable[[T], R],
        items: Iterable[T],
        *,
        seconds: float | None = None,
        poll: Callable[[], None] | None = None,
    ) -> Iterator[tuple[T, R | WorkerFailure]]:
        """See Runner.map. An item's time runs from the moment a worker takes it."""
        pool = self._started()
        limit = self._seconds if seconds is None else seconds
        waiting: dict[Future[Any], T] = {}
        done: SimpleQueue[Future[Any]] = SimpleQueue()
        source = iter(items)
        try:
            while True:
                while len(waiting) < self._count * 4:
                    try:
                        item = next(source)
                    except StopIteration:
                        break
                    future = pool.schedule(function, args=(item,), timeout=limit)
                    waiting[future] = item
                    future.add_done_callback(done.put)
                if not waiting:
                    return
                ended = _next(done, POLL_SECONDS)
                if poll is not None:
                    poll()
                if ended is not None:
                    yield waiting.pop(ended), _outcome(ended, limit)
        finally:
            for left in waiting:
                left.cancel()

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.stop()  # type: ignore[no-untyped-call] # pebble has no hints here
            pool.join()

    def _started(self) -> ProcessPool:
        # A search for identical files needs no pool and must not wait for its modules.
        import multiprocessing  # noqa: PLC0415 - with the pool

        from pebble import ProcessPool  # noqa: PLC0415 - with the pool

        with self._lock:
            if self._pool is None:
                self._pool = ProcessPool(
                    max_workers=self._count,
                    initializer=settle_in,
                    initargs=(self._memory,),
                    context=multiprocessing.get_context("spawn"),
                )
            return self._pool


def _next(queue: SimpleQueue[Future[Any]], seconds: float) -> Future[Any] | None:
    """Return what comes next; None when nothing comes for so long."""
    try:
        return queue.get(timeout=seconds)
    except Empty:
        return None


def _outcome(future: Future[Any], limit: float) -> Any:
    from pebble import ProcessExpired  # noqa: PLC0415 - loaded with the pool

    try:
        return future.result()
    except TimeoutError:
        return WorkerFailure("timeout", f"took longer than {limit:g} seconds")
    except ProcessExpired as error:
        if error.exitcode == MEMORY_EXIT:
            return WorkerFailure("memory", "needed more memory than a worker may use")
        return WorkerFailure("died", f"the worker ended with code {error.exitcode}")
    except MemoryError:
        return WorkerFailure("memory", "needed more memory than a worker may use")
    except Exception as error:  # noqa: BLE001 - the job boundary: a fault costs its own item only
        return WorkerFailure("error", f"{type(error).__name__}: {error}")


def settle_in(memory: int) -> None:
    """Prepare a worker process: low priority, one thread for array libraries, a bound on its memory."""
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")
    _be_nice()
    threading.Thread(target=_watch_memory, args=(memory,), daemon=True, name="memory watch").start()
    _limit_address_space(memory)


def _be_nice() -> None:
    # Without the right to be nice the work is the same, only less polite.
    if sys.platform == "win32":
        import psutil  # noqa: PLC0415 - in worker processes only

        with suppress(psutil.Error, OSError):
            psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        with suppress(OSError):
            os.nice(_NICENESS)


def _limit_address_space(memory: int) -> None:
    """Bound what the kernel hands out (Linux): allocations above it fail at once instead of swapping."""
    if sys.platform != "linux":
        return
    import resource  # noqa: PLC0415 - POSIX only

    bound = _own_memory().address_space + memory
    resource.setrlimit(resource.RLIMIT_AS, (bound, bound))


def _watch_memory(memory: int) -> None:
    """End the process when its resident memory passes the bound: the only cap that every system has."""
    base = _own_memory().resident
    while True:
        time.sleep(0.2)
        if _own_memory().resident > base + memory:
            os._exit(MEMORY_EXIT)


class _Memory(NamedTuple):
    """What a process uses, in bytes."""

    address_space: int
    resident: int


def _own_memory() -> _Memory:
    if sys.platform == "linux":
        with open("/proc/self/statm", encoding="ascii") as file:
            size, resident, *_ = file.read().split()
        page = os.sysconf("SC_PAGE_SIZE")
        return _Memory(int(size) * page, int(resident) * page)
    import psutil  # noqa: PLC0415 - not needed on Linux, where it would cost each worker 20 ms

    used = psutil.Process().memory_info()
    return _Memory(used.vms, used.rss)
