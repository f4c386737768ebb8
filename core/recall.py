"""A scan of folders in which nothing changed: the index knows the answer already.

After a scan that knew all it wanted, the index keeps a digest of what the walk saw: every path with size, times and
identity. When the next walk sees the same, no row need be compared, and only the files of groups are looked up.
"""

from __future__ import annotations

import marshal
from hashlib import blake2b
from typing import TYPE_CHECKING

from core.documents import Document

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.index import Index
    from core.stock import Stock
    from core.walk import Walk

_FORMAT = 2
"""The form of `marshal` in which equal values are equal bytes (later ones tell how often a value is referred to)."""


def signature(roots: Sequence[str], seen: Walk) -> str:
    """Return a digest of all that a walk saw; "" when something could not be looked at."""
    if seen.problems or seen.offline or seen.unlisted:
        return ""
    whole = marshal.dumps((*roots, None, *seen.files), _FORMAT)
    return blake2b(whole, digest_size=16).hexdigest()


def recall(stock: Stock, index: Index, seen: Walk) -> None:
    """Fill `stock` from the index, which remembers this very walk."""
    shared = dict(index.shared_files())
    for facts in [facts for facts in seen.files if facts[0] in shared]:
        stock.documents[facts[0]] = Document(*facts)
        stock.contents[facts[0]] = shared[facts[0]]
    stock.others += [facts for facts in seen.files if facts[0] not in shared]
