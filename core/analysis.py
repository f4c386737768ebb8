"""One file in, everything known of it out: the function that worker processes run.

The file is read once: the same bytes give the digests and the text.
"""

from __future__ import annotations

import hashlib
import io
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from blake3 import blake3

from core import extract
from core.documents import Digests
from core.errors import ProblemKind
from core.extract.reading import Limits, Reading, Status
from core.opening import open_to_read
from core.packing import packed
from core.text_index import TextRow

if TYPE_CHECKING:
    from core.settings import Settings

IN_MEMORY = 64 * 1024 * 1024
"""Files up to this size are held in memory whole (one read); larger ones are streamed twice."""

_BLOCK = 1024 * 1024

ANALYSIS_VERSION = 1
"""Raised when canonical text, tokens or fingerprints change: every text is then made again."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a worker is asked: which file, as the walk saw it, under which bounds.

    Attributes:
        wants_references: find out where the list of references begins.
    """

    content: int
    path: str
    size: int
    mtime_ns: int
    limits: Limits
    words: WordChoice
    keep_text: bool
    wants_references: bool = False


@dataclass(frozen=True, slots=True)
class WordChoice:
    """The settings that change a fingerprint; part of its maker's name."""

    user_words: tuple[str, ...] = ()
    stop_words: tuple[str, ...] = ()
    weighting: str = "frequency"
    fold_variants: bool = False

    def maker(self) -> str:
        """Return the name of everything that makes a text row: two rows of one maker can be compared."""
        choice = repr((self.user_words, self.stop_words, self.weighting, self.fold_variants))
        named = hashlib.blake2b(choice.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
        return f"{ANALYSIS_VERSION}:{named}"


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a worker answers.

    Attributes:
        trouble: why the bytes could not be read (denied, changed, ...); then nothing else is set.
        reading: the reading without its texts (they are in `text`), with an empty `parts`.
        text: None where there is no text to compare.
        extractor: what read it, by `extract.extractor_version`.
        references: tokens of the body before its list of references; None where it has none, or nobody asked.
    """

    digests: Digests
    reading: Reading | None
    text: TextRow | None
    trouble: ProblemKind | None = None
    detail: str = ""
    extractor: str = ""
    references: int | None = None


def word_choice(settings: Settings) -> WordChoice:
    """Return the part of the settings that changes fingerprints."""
    return WordChoice(settings.user_words, settings.stop_words, settings.weighting, settings.fold_variants)


def limits_of(settings: Settings) -> Limits:
    """Return the bounds on what one file may cost."""
    return Limits(maximum_text=settings.maximum_text)


def analyse(task: Task) -> Analysis:
    """Read the file of `task` and return its digests, its reading and its text with fingerprints."""
    try:
        with os.fdopen(open_to_read(task.path), "rb") as file:
            return _analyse_open(task, file)
    except OSError as error:
        return Analysis(Digests(), None, None, *trouble_of(error))


def _analyse_open(task: Task, file: BinaryIO) -> Analysis:
    if task.size <= IN_MEMORY:
        data = file.read(IN_MEMORY + 1)
        digests = Digests(hashlib.md5(data, usedforsecurity=False).hexdigest(), blake3(data).hexdigest())
        source: BinaryIO = io.BytesIO(data)
    else:
        digests = _stream_digests(file)
        file.seek(0)
        source = file
    after = os.fstat(file.fileno())
    if (after.st_size, after.st_mtime_ns) != (task.size, task.mtime_ns):
        return Analysis(Digests(), None, None, ProblemKind.CHANGED, "the file changed while it was read")
    reading = extract.read(source, os.path.basename(task.path), task.limits)
    text = text_row(reading, task.words, keep_text=task.keep_text)
    bare = Reading(
        status=reading.status if text or reading.status is not Status.OK else Status.NO_TEXT,
        format=reading.format,
        inventory=reading.inventory,
        encoding=reading.encoding,
        detail=reading.detail,
        modified=reading.modified,
        left_out=reading.left_out,
    )
    references = _references(reading, task.words) if task.wants_references and text else None
    extractor = extract.extractor_version(reading.format)
    return Analysis(digests, bare, text, extractor=extractor, references=references)


def _references(reading: Reading, choice: WordChoice) -> int | None:
    from core import passages, text  # noqa: PLC0415 - for checks only

    return passages.references_start(text.fold_variants(reading.body) if choice.fold_variants else reading.body)


def _stream_digests(file: BinaryIO) -> Digests:
    md5, other = hashlib.md5(usedforsecurity=False), blake3()
    while block := file.read(_BLOCK):
        md5.update(block)
        other.update(block)
    return Digests(md5.hexdigest(), other.hexdigest())


def text_row(reading: Reading, choice: WordChoice, *, keep_text: bool) -> TextRow | None:
    """Return the canonical text of a reading with everything derived from it; None where there is no text."""
    from core import fingerprint, segmentation, text  # noqa: PLC0415 - dictionaries are loaded in workers only

    if not any(part.text and not part.text.isspace() for part in reading.parts):
        return None
    body = text.folded(text.fold_variants(reading.body) if choice.fold_variants else reading.body)
    ids = text.folded_ids(body)
    segmenter = segmentation.segmenter(None, choice.user_words, choice.stop_words)
    simhash = segmenter.folded_simhash(body, choice.weighting)
    return TextRow(
        digest=text.canonical_digest((part.kind.value, part.text) for part in reading.parts),
        whole=packed(reading.text.encode("utf-8", "surrogatepass")) if keep_text else None,
        tokens=packed(ids.tobytes()),
        token_count=len(ids),
        maker=choice.maker(),
        simhash=simhash,
        segments=None if simhash is None else fingerprint.segments(simhash),
        slots=fingerprint.sketch(ids).tobytes(),
        bag=fingerprint.bag(ids).tobytes(),
        samples=fingerprint.samples(ids).tobytes(),
    )


def trouble_of(error: OSError) -> tuple[ProblemKind, str]:
    """Return the kind of trouble that an error of the system means for one file, and what the system said."""
    detail = error.strerror or str(error)
    if isinstance(error, PermissionError):
        return ProblemKind.DENIED, detail
    if isinstance(error, FileNotFoundError):
        return ProblemKind.CHANGED, "the file is no longer there"
    return ProblemKind.UNREADABLE, detail
