"""What the groups of texts are made of, loaded from the index for the files of one scan."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from core.index import Index
    from core.results import Scope
    from core.text_index import PairRow, ReadingRow


def with_texts(scope: Scope, index: Index) -> Scope:
    """Return the scope with the readings and pairs of its contents; with texts, fingerprints and digests of those that
    can be in a group of texts."""
    contents = list(dict.fromkeys(scope.contents.values()))
    readings = {row.content: row for row in index.texts.readings(contents)}
    pairs = list(index.texts.pairs())
    by_simhash = scope.settings.method == "simhash"
    texts = list(dict.fromkeys(_texts(readings) if by_simhash else _texts_of_groups(scope, readings, pairs)))
    facts = index.texts.facts(texts)
    grouped = [row.content for row in readings.values() if row.text in facts and row.content not in scope.rows]
    simhashes = index.texts.simhashes(texts)
    if by_simhash:
        from core.classic import classic_pairs  # noqa: PLC0415 - the verified verdict needs no search by radius

        floor = scope.settings.minimum_tokens
        long_enough = {text: value for text, value in simhashes.items() if facts[text][1] >= floor}
        pairs = classic_pairs(long_enough, scope.settings.hamming, pairs, index)
    elif scope.settings.template_folders:
        from core.own_words import own_pairs  # noqa: PLC0415 - most people name no templates

        wanted = [pair for pair in pairs if pair.a in facts and pair.b in facts]
        pairs = list(own_pairs(wanted, scope.settings.template_folders, index, scope.settings.similarity))
    return replace(
        scope,
        rows={**scope.rows, **index.contents(grouped)},
        readings=readings,
        text_digests={text: digest for text, (digest, _) in facts.items()},
        token_counts={text: count for text, (_, count) in facts.items()},
        simhashes=simhashes,
        pairs=pairs,
    )


def _texts(readings: Mapping[int, ReadingRow]) -> Iterator[int]:
    return (row.text for row in readings.values() if row.text is not None)


def _texts_of_groups(scope: Scope, readings: Mapping[int, ReadingRow], pairs: Iterable[PairRow]) -> Iterator[int]:
    """Yield the texts that have a pair, several contents, or a content with several files: often few of very many."""
    known = Counter(_texts(readings))
    yield from (text for text, contents in known.items() if contents > 1)
    for content, files in Counter(scope.contents.values()).items():
        reading = readings.get(content)
        if files > 1 and reading is not None and reading.text is not None:
            yield reading.text
    for pair in pairs:
        if pair.a in known and pair.b in known:
            yield pair.a
            yield pair.b
