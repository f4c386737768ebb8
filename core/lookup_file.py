"""Sorted fingerprints in a file beside the index, mapped into memory: a look-up reads the few pages that it needs.

The file is derived and named by chance; the index knows the name of the one that belongs to it. Layout: a line of JSON
(version, number of the state it was made at, digest of the rest, place of each array), then the arrays, little endian.
"""

from __future__ import annotations

import json
import mmap
import os
import secrets
from contextlib import suppress
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from core.lookup_place import PART, PREFIX, SUFFIX
from core.sorted_texts import SortedTexts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

_VERSION: Final = 1
_HEADER: Final = 4096
_ALIGNED: Final = 64
_KINDS: Final = {
    "ids": "<i8", "digests": "u1", "counts": "<i4", "simhashes": "<u8", "has_simhash": "?",
    "sketches": "<u2", "orders": "<u4", "shingles": "<u8", "holders": "<i4",
}  # fmt: skip


def write_lookup(folder: str, texts: SortedTexts, number: int) -> str:
    """Write sorted texts into a new file in `folder`, whole or not at all, for its owner only; return its name.

    Args:
        number: of the state of the index that they were made at (`TextIndex.state`).

    Raises:
        OSError: when it cannot be written.
    """
    name = f"{PREFIX}{secrets.token_hex(8)}{SUFFIX}"
    path = os.path.join(folder, name)
    arrays = {one.name: np.ascontiguousarray(getattr(texts, one.name), _KINDS[one.name]) for one in fields(texts)}
    places: dict[str, tuple[int, tuple[int, ...]]] = {}
    end = _HEADER
    for column, array in arrays.items():
        places[column] = end, array.shape
        end += -(-array.nbytes // _ALIGNED) * _ALIGNED
    header = {"version": _VERSION, "number": number, "size": end, "digest": _digest(arrays), "arrays": places}
    try:
        handle = os.open(path + PART, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), 0o600)
        with open(handle, "wb") as file:
            file.write(json.dumps(header).encode().ljust(_HEADER - 1) + b"\n")
            for column, array in arrays.items():
                file.seek(places[column][0])
                file.write(array.tobytes())
            file.truncate(end)
            file.flush()
            os.fsync(file.fileno())
        os.replace(path + PART, path)
    except OSError:
        with suppress(OSError):
            os.unlink(path + PART)
        raise
    return name


def map_lookup(folder: str, name: str) -> tuple[SortedTexts, int] | None:
    """Return the sorted texts in a file and the number they were made at; None when it is not there or not whole."""
    try:
        with open(os.path.join(folder, name), "rb") as file:
            header = json.loads(file.read(_HEADER))
            if header["version"] != _VERSION or os.fstat(file.fileno()).st_size != header["size"]:
                return None
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return SortedTexts(**_arrays(mapped, header)), int(header["number"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def is_intact(folder: str, name: str) -> bool:
    """Return whether a file holds, bit for bit, what was written into it; reads all of it."""
    found = map_lookup(folder, name)
    if found is None:
        return False
    with open(os.path.join(folder, name), "rb") as file:
        wanted = json.loads(file.read(_HEADER))["digest"]
    return bool(wanted == _digest({one.name: getattr(found[0], one.name) for one in fields(found[0])}))


def _arrays(mapped: mmap.mmap, header: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
    arrays = {}
    for column, kind in _KINDS.items():
        start, shape = header["arrays"][column]
        count = int(np.prod(shape, dtype=np.int64))
        arrays[column] = np.frombuffer(mapped, kind, count, start).reshape(shape)
    return arrays


def _digest(arrays: Mapping[str, NDArray[Any]]) -> str:
    from blake3 import blake3  # noqa: PLC0415 - reading needs none

    whole = blake3()
    for column in _KINDS:
        whole.update(arrays[column].tobytes())
    return whole.hexdigest()
