"""Crowds: thousands of texts of one template, compared with references only, so that the work grows with their number.

In the order of their digests each member meets the references that its sketch resembles most. It joins the first that
reaches the threshold, else it becomes a reference itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from core.alphabet import Alphabet
from core.candidates import agreeing_slots, needed_slots
from core.similarity import Compared
from core.verification import similar_pair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from core.candidates import Crowd
    from core.verification import Pair

    Tokens = NDArray[np.uint32]
    Indices = NDArray[np.intp]

REFERENCES: Final = 1024
"""References a crowd may have; further texts that resemble none are compared with these and get no followers."""

TRIED: Final = 8
"""References a text is compared with: those whose sketches agree with its own most."""

_LOADED: Final = 128


@dataclass(slots=True)
class _References:
    """The references so far: their sketches in the first `count` rows."""

    sketches: NDArray[np.uint16]
    texts: list[tuple[int, Compared]]

    def nearest(self, sketch: NDArray[np.uint16], at_least: int) -> list[tuple[int, Compared]]:
        """Return the references that agree with `sketch` in `at_least` slots, at most TRIED, the best first."""
        count = len(self.texts)
        if not count:
            return []
        agreeing = agreeing_slots(self.sketches[:count] == sketch).astype(np.int16)
        best = np.argsort(-agreeing, kind="stable")[:TRIED]
        return [self.texts[place] for place in best.tolist() if agreeing[place] >= at_least]

    def add(self, text: int, sketch: NDArray[np.uint16], ready: Compared) -> None:
        """Make a text a reference while there is room."""
        if len(self.texts) < REFERENCES:
            self.sketches[len(self.texts)] = sketch
            self.texts.append((text, ready))


def through_references(
    crowd: Crowd,
    sketches: NDArray[np.uint16],
    load_tokens: Callable[[Indices], Sequence[Tokens]],
    *,
    threshold: float,
    at_least: float,
    pause: Callable[[int], None] = lambda _: None,
) -> Iterator[Pair]:
    """Yield the pairs of members, and of guests, with references.

    Args:
        crowd: indices of texts; the rising order is that of their digests.
        threshold: similarity at which a member joins a reference and looks no further.
        at_least: lower similarities are not pairs.
        pause: called with the number of texts done; may raise to stop.
    """
    references = _References(np.zeros((REFERENCES, sketches.shape[1]), np.uint16), [])
    alphabet = Alphabet()
    limit = needed_slots(at_least)
    done = 0
    for texts, is_guest in ((crowd.members, False), (crowd.guests, True)):
        for start in range(0, len(texts), _LOADED):
            chunk = texts[start : start + _LOADED]
            for text, ids in zip(chunk.tolist(), load_tokens(chunk), strict=True):
                pause(done)
                done += 1
                ready = Compared(ids, alphabet.text)
                joined = False
                for reference, other in references.nearest(sketches[text], limit):
                    pair = _pair(text, ready, reference, other, at_least)
                    if pair is not None:
                        yield pair
                        joined = pair.similarity >= threshold
                    if joined:
                        break
                if not joined and not is_guest:
                    references.add(text, sketches[text], ready)


def _pair(text: int, ready: Compared, reference: int, other: Compared, at_least: float) -> Pair | None:
    if reference < text:
        return similar_pair(reference, text, other, ready, at_least)
    return similar_pair(text, reference, ready, other, at_least)
