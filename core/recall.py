"""A scan of folders in which nothing changed: the index knows the answer already.

After a scan that knew all it wanted, the index keeps a digest of what the walk saw (every path with size, times and
identity), which of these files share their bytes, and what there is to say of all of them. When the next walk sees the
same, no row need be compared: only the files of groups are looked at again.
"""

from __future__ import annotations

import json
import marshal
from collections import Counter
from dataclasses import asdict
from hashlib import sha256
from typing import TYPE_CHECKING

from core.documents import Document, FolderPair
from core.tally import Tally

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
    return sha256(marshal.dumps((*roots, None, *seen.files), _FORMAT)).hexdigest()


def recall(stock: Stock, index: Index, seen: Walk, walked: str) -> bool:
    """Fill `stock` from the index when it remembers this very walk; return whether it does.

    The stock then holds the files that share their bytes with others, and the tally of all.
    """
    before, _, told = index.walk().partition("\n")
    if not walked or before != walked:
        return False
    memory = json.loads(told)
    for place, content in memory["shared"]:
        facts = seen.files[place]
        stock.documents[facts[0]] = Document(*facts)
        stock.contents[facts[0]] = content
    tally = memory["tally"]
    names = tuple(map(tuple, tally["names"]))
    folders = tuple(FolderPair(**pair) for pair in tally["folders"])
    stock.tally = Tally(tally["files"], tally["size"], tally["documents"], names, folders)
    return True


def remember(stock: Stock, index: Index, tally: Tally) -> None:
    """Keep in the index what `recall` needs of a scan that knows all it wanted."""
    if not stock.walked or index.walk().startswith(stock.walked):
        return
    shared = Counter(stock.contents.values())
    contents = (stock.contents.get(path) for path in stock.documents)
    told = {
        "shared": [(place, one) for place, one in enumerate(contents) if one is not None and shared[one] > 1],
        "tally": asdict(tally),
    }
    index.set_walk(f"{stock.walked}\n{json.dumps(told)}")
