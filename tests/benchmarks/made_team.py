"""Made libraries and questions for the measures of the team index."""

from __future__ import annotations

import hashlib
import random

import numpy as np
from blake3 import blake3

from core.team_check import Print
from core.team_shares import Wanted, content_record, text_record, wanted

RADIUS = 3


class Made:
    """The documents of a made library: digests, SimHashes, sketches."""

    def __init__(self, seed: int, count: int) -> None:
        self.seed = seed
        self.sketches = np.random.default_rng(seed).integers(0, 1 << 16, (count, 128), dtype=np.uint16)
        self.simhashes = np.random.default_rng(seed + 1000).integers(0, 1 << 64, count, dtype=np.uint64)

    def digests(self, number: int) -> tuple[bytes, bytes]:
        """Return BLAKE3 and MD5 of a document."""
        data = f"{self.seed}:{number}".encode()
        return blake3(data).digest(), hashlib.md5(data).digest()

    def wanted(self) -> Wanted:
        """Return all of it as a library publishes it."""
        contents, texts = {}, {}
        for number, (simhash, slots) in enumerate(zip(self.simhashes.tolist(), self.sketches, strict=True)):
            digest, md5 = self.digests(number)
            contents[digest] = content_record(md5, number + 1, 1_700_000_000, 1)
            texts[number + 1] = text_record(
                simhash, slots.tobytes(), tokens=300, size=number + 1, modified=1_700_000_000, label=1
            )
        return wanted(contents, texts, "m")


def questions(libraries: list[Made], count: int) -> tuple[list[Print], list[tuple[str, int]]]:
    """Return prints of `count` files, and what is to be found: a third each identical, within the radius, neither."""
    choice = random.Random(5)
    strange = Made(99, count)
    prints, truth = [], []
    for number in range(count):
        library = libraries[number % len(libraries)]
        chosen = choice.randrange(len(library.simhashes))
        simhash, slots = int(library.simhashes[chosen]), library.sketches[chosen]
        other = strange.digests(number)
        if number % 3 == 0:
            prints.append(Print(*library.digests(chosen), simhash, slots.tobytes()))
            truth.append(("identical", chosen + 1))
        elif number % 3 == 1:
            for bit in choice.sample(range(64), choice.randrange(RADIUS + 1)):
                simhash ^= 1 << bit
            prints.append(Print(*other, simhash, strange.sketches[number].tobytes()))
            truth.append(("close", chosen + 1))
        else:
            prints.append(Print(*other, int(strange.simhashes[number]), strange.sketches[number].tobytes()))
            truth.append(("", 0))
    return prints, truth
