"""Crowds: thousands of texts of one template, compared with references only, so that the work grows with their number.

In the order of their digests, texts that resemble no reference closely become references. Each other text is compared
with the reference its sketch resembles most; one that does not reach the threshold gets a second try with more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from core.candidates import agreeing_slots, usual_slots

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from core.candidates import Crowd

    Indices = NDArray[np.intp]

REFERENCES: Final = 1024
"""References a crowd may have; further texts that resemble none closely are compared with the nearest of them."""

TRIED: Final = 8
"""References a text is compared with at most: those whose sketches agree with its own most."""


class References:
    """The references of a crowd, chosen by sketches alone.

    Attributes:
        texts: indices of the references, rising.
    """

    def __init__(
        self, crowd: Crowd, sketches: NDArray[np.uint16], similarity: float, pause: Callable[[], None]
    ) -> None:
        """Choose them: `pause` is called for each text and may raise to stop."""
        self._sketches = sketches
        self._pause = pause
        self._rows = np.zeros((REFERENCES, sketches.shape[1]), np.uint16)
        close = usual_slots(similarity)
        chosen: list[int] = []
        for text in crowd.members.tolist():
            pause()
            if len(chosen) < REFERENCES and self._agreeing(text, len(chosen)).max(initial=0) < close:
                self._rows[len(chosen)] = sketches[text]
                chosen.append(text)
        self.texts = np.array(chosen, np.intp)

    def nearest(self, texts: Indices, first: int, last: int) -> tuple[Indices, Indices]:
        """Return the pairs of each text with its references from the `first` to before the `last` nearest."""
        a, b = [], []
        for text in texts.tolist():
            self._pause()
            agreeing = self._agreeing(text, len(self.texts))
            agreeing[self.texts == text] = -1
            best = self.texts[np.argsort(-agreeing, kind="stable")[first:last]]
            best = best[best != text]
            a.append(np.full(len(best), text))
            b.append(best)
        none = np.zeros(0, np.intp)
        one, other = np.concatenate([none, *a]), np.concatenate([none, *b])
        return np.minimum(one, other), np.maximum(one, other)

    def _agreeing(self, text: int, count: int) -> NDArray[np.int16]:
        return agreeing_slots(self._rows[:count] == self._sketches[text]).astype(np.int16)


def first_tries(crowd: Crowd, references: References) -> tuple[Indices, Indices]:
    """Return the pairs (smaller index first) of each member with its nearest reference, of each guest with several."""
    members = references.nearest(np.setdiff1d(crowd.members, references.texts), 0, 1)
    guests = references.nearest(crowd.guests, 0, TRIED)
    return np.concatenate((members[0], guests[0])), np.concatenate((members[1], guests[1]))


def second_tries(crowd: Crowd, references: References, served: NDArray[np.bool_]) -> tuple[Indices, Indices]:
    """Return the pairs of the members that reach the threshold with none yet with further references."""
    left = crowd.members[~served[crowd.members]]
    alone = np.isin(left, references.texts)
    members, lone = references.nearest(left[~alone], 1, TRIED), references.nearest(left[alone], 0, TRIED)
    codes = np.unique(np.stack((np.concatenate((members[0], lone[0])), np.concatenate((members[1], lone[1])))), axis=1)
    return codes[0], codes[1]
