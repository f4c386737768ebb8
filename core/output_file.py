"""A file that the command line was told to write: it appears whole or not at all, and nothing else is touched."""

from __future__ import annotations

import errno
import io
import os
import shutil
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, TextIO

from core.errors import not_written

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def output_file(path: str, *, is_private: bool = False) -> Iterator[BinaryIO]:
    """Give a file to write, which takes the place of `path` when all is done.

    A link stays a link, and the file keeps its mode. What is no file, such as a pipe or `/dev/null`, is written to as
    it is: it must never be replaced.

    Args:
        is_private: a new file can be read by its owner only.

    Raises:
        OSError: when it cannot be written, for instance because it is a folder.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as file:
            yield file
        return
    import tempfile  # noqa: PLC0415 - standard output needs none

    target = os.path.realpath(path)
    handle, partial = tempfile.mkstemp(prefix=".neartwin-", dir=os.path.dirname(target))
    try:
        with open(handle, "wb") as file:
            yield file
        if os.path.exists(target):
            shutil.copymode(target, partial)
        elif not is_private:
            os.chmod(partial, 0o666 & ~_umask())
        os.replace(partial, target)
    except BaseException:
        os.unlink(partial)
        raise


@contextmanager
def text_output(path: str, encoding: str = "utf-8", *, errors: str = "strict") -> Iterator[TextIO]:
    """Give a text to write in `output_file`; its lines end as they are written.

    Raises:
        KnownError: when it cannot be written.
    """
    try:
        with output_file(path) as raw, io.TextIOWrapper(raw, encoding, errors=errors, newline="") as file:
            yield file
    except OSError as error:
        raise not_written(path, error) from error


def try_to_write(path: str) -> None:
    """Find out whether `output_file` will be able to write `path`, without touching it.

    Raises:
        OSError: when it will not.
    """
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if os.path.exists(path) and not os.path.isfile(path):
        return
    probe = os.path.join(os.path.dirname(os.path.realpath(path)), f".neartwin-{os.getpid()}-{time.time_ns()}")
    os.close(os.open(probe, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    os.unlink(probe)


def is_same_file(a: str, b: str) -> bool:
    """Return whether two paths name one file, be it there yet or not."""
    try:
        return os.path.samefile(a, b)
    except OSError:
        return os.path.realpath(a) == os.path.realpath(b)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
