"""One text against a library gives what a comparison of everything gives."""

from __future__ import annotations

import time

import numpy as np

from core.fingerprint import sketch
from core.nearest import SketchIndex, nearest
from core.settings import Settings
from core.similarity import likeness
from tests.unit.near_texts import drawn, edited


def found_in(library: list[np.ndarray], text: np.ndarray, **options: float) -> dict[int, float]:
    counts = np.array(list(map(len, library)), np.int32)
    index = SketchIndex(np.array([sketch(one) for one in library], np.uint16).reshape(-1, 128))
    near = nearest(
        sketch(text),
        text,
        index,
        counts,
        load_tokens=lambda places: [library[place] for place in places.tolist()],
        settings=Settings(**options),  # type: ignore[arg-type] # options by name
    )
    assert near == sorted(near, key=lambda one: -one.like.similarity)
    return {one.index: one.like.similarity for one in near}


def test_every_similar_text_of_the_library_is_found() -> None:
    text = drawn(400, 1)
    shares = [0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.6]
    library = [edited(text, share, place) for place, share in enumerate(shares)]
    library += [drawn(400, seed + 100) for seed in range(50)]
    for threshold in (0.5, 0.7, 0.9):
        figures = {place: likeness(text, other) for place, other in enumerate(library)}
        expected = {place: like.similarity for place, like in figures.items() if like and like.similarity >= threshold}

        assert found_in(library, text, similarity=threshold) == expected


def test_a_short_text_and_an_empty_library_have_nothing_near() -> None:
    assert found_in([], drawn(100, 1)) == {}
    assert found_in([drawn(20, 1)], drawn(20, 1)) == {}


def test_a_look_up_is_quick_in_a_large_library() -> None:
    rng = np.random.default_rng(1)
    text = drawn(800, 1)
    sketches = rng.integers(0, 1 << 16, (100_000, 128), dtype=np.uint16)
    sketches[4711] = sketch(edited(text, 0.05, 1))
    index = SketchIndex(sketches)
    start = time.process_time()
    for _ in range(20):
        assert index.meeting(sketch(text), 56).tolist() == [4711]

    assert (time.process_time() - start) / 20 < 0.015
