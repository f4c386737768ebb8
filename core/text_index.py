"""index.db, second half: readings, texts, fingerprints, sketches, and the pairs between texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from core import merged_rows
from core.packing import unpacked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from core.merged_rows import Brought
    from core.schema import Connection

_MANY = 500
_TOP_BIT = 1 << 63


def signed(value: int) -> int:
    """Return 64 unsigned bits as the signed integer that SQLite stores."""
    return value - (1 << 64) if value & _TOP_BIT else value


def unsigned(value: int) -> int:
    """Undo `signed`."""
    return value & ((1 << 64) - 1)


def _segment_query(number: int) -> str:
    return f"SELECT text, simhash FROM fingerprint WHERE segment{number} = ?"


@dataclass(frozen=True, slots=True)
class TextRow:
    """What is stored of one canonical text.

    Attributes:
        digest: of the canonical text of all parts.
        whole: all parts as read, UTF-8, packed; None where the setting keeps no texts.
        tokens: uint32 token ids of the body, in order, packed.
        maker: versions of everything that made the row.
        simhash: None where the text has no words for one.
        slots, bag, samples: sketch (uint16[128]), token bag (uint16[256]), sampled shingles (uint64).
    """

    digest: bytes
    whole: bytes | None
    tokens: bytes
    token_count: int
    maker: str
    simhash: int | None
    segments: tuple[int, int, int, int] | None
    slots: bytes
    bag: bytes
    samples: bytes


class ReadingRow(NamedTuple):
    """How reading a content ended. A tuple, for a result is made of hundreds of thousands of them."""

    content: int
    extractor: str
    status: str
    detail: str
    form: str
    encoding: str | None
    modified: str | None
    inventory: str
    text: int | None


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two texts, a < b, and how alike they are.

    Attributes:
        kind: "similar" or "contained", at the time of comparing.
        share_a, share_b: of a's (b's) tokens that stand in the other.
        changed, added, removed: words from a to b; None where not counted.
    """

    a: int
    b: int
    kind: str
    similarity: float
    by: str
    share_a: float
    share_b: float
    changed: int | None = None
    added: int | None = None
    removed: int | None = None
    only_numbers: bool = False


class TextIndex:
    """Texts and what is known of them; shares the connection of `core.index.Index`."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    # Another library

    def beside(self, path: str) -> AbstractContextManager[None]:
        """Have the index of another library, at `path`, beside this one during a block."""
        return merged_rows.beside(self._db, path)

    def merge_beside(self) -> Brought:
        """Bring over what the index beside this one knows; inside a transaction of `core.index.Index`."""
        return merged_rows.merge_index(self._db)

    # Readings

    def readings(self, contents: Sequence[int]) -> Iterator[ReadingRow]:
        """Yield the readings of the named contents."""
        for start in range(0, len(contents), _MANY):
            chunk = contents[start : start + _MANY]
            marks = ",".join("?" * len(chunk))
            for row in self._db.execute(
                "SELECT content, extractor, status, detail, form, encoding, modified, inventory, text"
                f" FROM reading WHERE content IN ({marks})",
                chunk,
            ):
                yield ReadingRow._make(row)

    def store_reading(self, row: ReadingRow) -> None:
        """Store how reading a content ended, in place of an earlier reading."""
        self._db.execute(
            "INSERT OR REPLACE INTO reading"
            " (content, extractor, status, detail, form, encoding, modified, inventory, text)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(row.content, row.extractor, row.status, row.detail, row.form),
                *(row.encoding, row.modified, row.inventory, row.text),
            ),
        )

    # Texts

    def store_text(self, row: TextRow) -> int:
        """Store a text with its fingerprints unless it is there, made by the same makers; return its id."""
        known = self._db.execute("SELECT id, maker FROM text WHERE digest = ?", (row.digest,)).fetchone()
        if known is not None and known[1] == row.maker:
            return int(known[0])
        if known is not None:
            self._db.execute("DELETE FROM pair WHERE a = ?1 OR b = ?1", (known[0],))
            self._db.execute("DELETE FROM compared WHERE text = ?", (known[0],))
        number = int(
            self._db.execute(
                "INSERT INTO text (digest, whole, tokens, token_count, maker) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (digest) DO UPDATE SET whole = excluded.whole, tokens = excluded.tokens,"
                " token_count = excluded.token_count, maker = excluded.maker RETURNING id",
                (row.digest, row.whole, row.tokens, row.token_count, row.maker),
            ).fetchone()[0]
        )
        self._store_fingerprints(number, row)
        return number

    def _store_fingerprints(self, number: int, row: TextRow) -> None:
        self._db.execute("DELETE FROM fingerprint WHERE text = ?", (number,))
        if row.simhash is not None and row.segments is not None:
            self._db.execute(
                "INSERT INTO fingerprint (text, simhash, segment1, segment2, segment3, segment4)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (number, signed(row.simhash), *row.segments),
            )
        self._db.execute(
            "INSERT OR REPLACE INTO sketch (text, slots, bag, samples) VALUES (?, ?, ?, ?)",
            (number, row.slots, row.bag, row.samples),
        )

    def text_ids(self, digests: Iterable[bytes]) -> dict[bytes, int]:
        """Return the ids of the texts with these digests, where known."""
        found = {}
        for digest in digests:
            row = self._db.execute("SELECT id FROM text WHERE digest = ?", (digest,)).fetchone()
            if row is not None:
                found[digest] = int(row[0])
        return found

    def whole_text(self, text: int) -> str | None:
        """Return all parts of a text as read; None where texts are not kept."""
        row = self._db.execute("SELECT whole FROM text WHERE id = ?", (text,)).fetchone()
        if row is None or row[0] is None:
            return None
        return unpacked(row[0]).decode("utf-8", "surrogatepass")

    def forget_whole_texts(self) -> None:
        """Drop the stored texts; what was derived from them stays."""
        self._db.execute("UPDATE text SET whole = NULL")

    def text_of_path(self, path: bytes) -> int | None:
        """Return the text that the stored file at `path` has."""
        row = self._db.execute(
            "SELECT reading.text FROM file JOIN reading ON reading.content = file.content WHERE file.path = ?", (path,)
        ).fetchone()
        return None if row is None or row[0] is None else int(row[0])

    def tokens(self, text: int) -> bytes:
        """Return the token ids (uint32) of a text, packed."""
        row = self._db.execute("SELECT tokens FROM text WHERE id = ?", (text,)).fetchone()
        return bytes(row[0])

    def facts(self, texts: Sequence[int]) -> dict[int, tuple[bytes, int]]:
        """Return the canonical digest and the number of tokens of each named text."""
        found = {}
        for start in range(0, len(texts), _MANY):
            chunk = texts[start : start + _MANY]
            marks = ",".join("?" * len(chunk))
            for text, digest, count in self._db.execute(
                f"SELECT id, digest, token_count FROM text WHERE id IN ({marks})", chunk
            ):
                found[text] = (digest, count)
        return found

    def table_rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield (id, digest, token_count, simhash or None, slots, bag, samples, is_compared) of all texts, by id."""
        yield from self._db.execute(
            "SELECT text.id, digest, token_count, simhash, slots, bag, samples, compared.text IS NOT NULL"
            " FROM text JOIN sketch ON sketch.text = text.id LEFT JOIN fingerprint ON fingerprint.text = text.id"
            " LEFT JOIN compared ON compared.text = text.id ORDER BY text.id"
        )

    def lookup_rows(self, texts: Iterable[int]) -> Iterator[tuple[Any, ...]]:
        """Yield (id, digest, token_count, simhash or None, slots, samples) of those of the named texts that exist."""
        for text in texts:
            yield from self._db.execute(
                "SELECT text.id, digest, token_count, simhash, slots, samples"
                " FROM text JOIN sketch ON sketch.text = text.id LEFT JOIN fingerprint ON fingerprint.text = text.id"
                " WHERE text.id = ?",
                (text,),
            )

    def fingerprints(self, text: int) -> TextRow:
        """Return the digest and fingerprints of a text, without its words."""
        digest, count, maker, slots, bag, samples, simhash, *segments = self._db.execute(
            "SELECT digest, token_count, maker, slots, bag, samples, simhash, segment1, segment2, segment3, segment4"
            " FROM text JOIN sketch ON sketch.text = text.id LEFT JOIN fingerprint ON fingerprint.text = text.id"
            " WHERE text.id = ?",
            (text,),
        ).fetchone()
        has_simhash = simhash is not None
        return TextRow(
            digest=digest,
            whole=None,
            tokens=b"",
            token_count=count,
            maker=maker,
            simhash=unsigned(simhash) if has_simhash else None,
            segments=(segments[0], segments[1], segments[2], segments[3]) if has_simhash else None,
            slots=slots,
            bag=bag,
            samples=samples,
        )

    def samples(self, text: int) -> bytes:
        """Return the sampled shingles (uint64) of a text."""
        return bytes(self._db.execute("SELECT samples FROM sketch WHERE text = ?", (text,)).fetchone()[0])

    def text_count(self) -> int:
        """Return how many texts the library knows."""
        return int(self._db.execute("SELECT count(*) FROM text").fetchone()[0])

    def text_counts(self) -> tuple[int, int]:
        """Return how many texts the library knows, and how many of them are stored word by word."""
        row = self._db.execute("SELECT count(*), count(whole) FROM text").fetchone()
        return int(row[0]), int(row[1])

    def state(self) -> tuple[str, int]:
        """Return which index this is, and a number that rises when the fingerprints of a text come, change or go."""
        identity = self._db.execute("SELECT value FROM meta WHERE name = 'identity'").fetchone()
        number = self._db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'altered'").fetchone()
        return str(identity[0]), int(number[0]) if number else 0

    def altered(self, since: int) -> list[int] | None:
        """Return the texts whose fingerprints came, changed or went after `state` had this number, rising.

        None when that is not known any more: of the numbers since then, which have no gaps, some were forgotten.
        """
        rows = self._db.execute("SELECT text FROM altered WHERE number > ?", (since,)).fetchall()
        return sorted({int(row[0]) for row in rows}) if len(rows) == self.state()[1] - since else None

    def forget_alterations(self, until: int) -> None:
        """Forget which texts were altered up to this number of `state`."""
        self._db.execute("DELETE FROM altered WHERE number <= ?", (until,))

    def contents_of_text(self, text: int) -> list[int]:
        """Return the contents that have this text."""
        rows = self._db.execute("SELECT content FROM reading WHERE text = ? ORDER BY content", (text,)).fetchall()
        return [int(row[0]) for row in rows]

    # SimHash

    def within_three(self, simhash: int, segments: tuple[int, int, int, int]) -> list[tuple[int, int]]:
        """Return (text, distance) of all fingerprints at most 3 bits away, by the four segment indexes.

        Two values that differ in at most 3 of 64 bits agree in at least one of four 16-bit segments.
        Source: Manku, Jain, Das Sarma, Detecting near-duplicates for web crawling, WWW 2007.
        """
        found: dict[int, int] = {}
        for number, segment in enumerate(segments, 1):
            for text, other in self._db.execute(_segment_query(number), (segment,)):
                distance = (unsigned(other) ^ simhash).bit_count()
                if distance <= 3:
                    found[text] = distance
        return sorted(found.items(), key=lambda item: (item[1], item[0]))

    def explain_segment(self, number: int) -> str:
        """Return how SQLite answers the look-up by one segment (EXPLAIN QUERY PLAN)."""
        rows = self._db.execute(f"EXPLAIN QUERY PLAN {_segment_query(number)}", (0,)).fetchall()
        return "; ".join(str(row[3]) for row in rows)

    def simhashes(self, texts: Sequence[int]) -> dict[int, int]:
        """Return the SimHash of each named text that has one."""
        found = {}
        for start in range(0, len(texts), _MANY):
            chunk = texts[start : start + _MANY]
            marks = ",".join("?" * len(chunk))
            for text, value in self._db.execute(
                f"SELECT text, simhash FROM fingerprint WHERE text IN ({marks})", chunk
            ):
                found[text] = unsigned(value)
        return found

    # Pairs

    def store_pairs(self, rows: Iterable[PairRow]) -> None:
        """Store pairs, in place of earlier ones of the same texts."""
        self._db.executemany(
            "INSERT OR REPLACE INTO pair"
            " (a, b, kind, similarity, by, share_a, share_b, changed, added, removed, only_numbers)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    *(r.a, r.b, r.kind, r.similarity, r.by, r.share_a, r.share_b),
                    *(r.changed, r.added, r.removed, int(r.only_numbers)),
                )
                for r in rows
            ),
        )

    def pairs(self) -> Iterator[PairRow]:
        """Yield every stored pair."""
        for a, b, kind, similarity, by, share_a, share_b, changed, added, removed, only_numbers in self._db.execute(
            "SELECT a, b, kind, similarity, by, share_a, share_b, changed, added, removed, only_numbers FROM pair"
            " ORDER BY a, b"
        ):
            counts = (changed, added, removed)
            yield PairRow(a, b, kind, similarity, by, share_a, share_b, *counts, only_numbers=bool(only_numbers))

    def similarities(self, texts: Iterable[int]) -> Iterator[tuple[int, int, float]]:
        """Yield (a, b, similarity) of the stored pairs whose first text is one of these."""
        for text in texts:
            yield from self._db.execute("SELECT a, b, similarity FROM pair WHERE a = ?", (text,))

    def partners(self, text: int, similarity: float, contained: float) -> list[tuple[int, str, float]]:
        """Return (text, kind, similarity) of the texts that one is like at these thresholds, the most similar first."""
        likely = "(similarity >= ?2 OR (kind = 'contained' AND max(share_a, share_b) >= ?3))"
        return self._db.execute(
            f"SELECT b, kind, similarity FROM pair WHERE a = ?1 AND {likely}"
            f" UNION ALL SELECT a, kind, similarity FROM pair WHERE b = ?1 AND {likely} ORDER BY 3 DESC, 1",
            (text, similarity, contained),
        ).fetchall()

    def fresh(self) -> list[int]:
        """Return the texts that have not been compared with the others yet, rising."""
        rows = self._db.execute("SELECT id FROM text WHERE id NOT IN (SELECT text FROM compared)").fetchall()
        return sorted(int(row[0]) for row in rows)

    def set_compared(self, texts: Iterable[int]) -> None:
        """Say that these texts have been compared with every text said so before, and with each other."""
        self._db.executemany("INSERT OR IGNORE INTO compared (text) VALUES (?)", ((text,) for text in texts))

    def forget_comparisons(self) -> None:
        """Drop all pairs: the next scan compares everything anew."""
        self._db.execute("DELETE FROM pair")
        self._db.execute("DELETE FROM compared")
