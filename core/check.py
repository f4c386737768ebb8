"""Has the library this already? First by digests, then by SimHash and sketch, and the texts decide.

Nothing is stored of a checked file.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from core.analysis import Task, analyse, limits_of, word_choice
from core.check_table import Alike, CheckTable
from core.digest import equal_bytes, file_digests
from core.errors import ProblemKind, msgid
from core.extract import is_document
from core.extract.reading import Status
from core.progress import Phase
from core.reading_text import FAILURES
from core.root_places import MISSING
from core.submissions import Submission, among
from core.verdicts import CheckMatch, Verdict, checks_json, strongest_first
from core.walk import walk
from core.workers import WorkerFailure

__all__ = ["CheckMatch", "CheckTable", "Verdict", "check", "checks_json", "coverage"]

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.analysis import Analysis
    from core.documents import Digests
    from core.library import Library
    from core.progress import Reporter
    from core.settings import Settings
    from core.team_settings import TeamSettings
    from core.text_index import TextRow
    from core.workers import Runner

LEAST_PASSAGES = 0.05
"""Share of a text in passages of one document below which it is not worth a word."""

OFFLINE = msgid(
    "Part of your library is not connected, so nothing is certain. Connect it and check again, or let the library"
    " forget its folder if that is gone for good."
)
NOT_REACHED = msgid(
    "A folder of your library is not there any more, and what it held was left out. Let the library forget it if it is"
    " gone for good."
)
NO_LIBRARY = msgid("Your library has no documents yet, so there is nothing to compare with. Scan a folder first.")
EMPTY = msgid("The file is empty.")
TOO_SHORT = msgid("The text is too short to be compared for likeness.")
GONE = msgid("The file could not be read. Check that it is there and may be read.")
REASONS = {
    Status.NO_TEXT: msgid("The file has no text to compare, and no file with the same bytes is in your library."),
    Status.ENCRYPTED: msgid("The file is protected by a password, so only its bytes could be compared."),
    Status.DAMAGED: msgid("The file is damaged, so only its bytes could be compared."),
    Status.NOT_AS_NAMED: msgid("The file is not what its name says, so only its bytes could be compared."),
    Status.UNSUPPORTED: msgid("Texts of this kind of file are not read, so only its bytes could be compared."),
    Status.TOO_LARGE: msgid("The file is too large for its text to be read, so only its bytes could be compared."),
    Status.TIMEOUT: msgid("Reading the text took too long, so only its bytes could be compared."),
    Status.UNREADABLE: msgid("The text of the file could not be made out, so only its bytes could be compared."),
}
"""Why a file stays undecided; the catalogue's sentences."""


def check(
    paths: Sequence[str],
    settings: Settings,
    library: Library,
    workers: Runner,
    reporter: Reporter,
    *,
    table: CheckTable | None = None,
    team: TeamSettings | None = None,
    heard: dict[str, Submission] | None = None,
) -> list[Verdict]:
    """Return for each file (folders count as all their files) whether the library has it, and which others are like it.

    Args:
        table: of an earlier check of this library, to be used again; None to load one.
        team: whose index is asked afterwards; None for no team.
        heard: takes what was learnt of each file, for a team that is asked later (`team_answers.with_team`).
    """
    with library.index.snapshot():
        verdicts, submissions = _checked(paths, settings, library, workers, reporter, table=table)
    if heard is not None:
        heard.update(submissions)
    if team is None:
        return verdicts
    from core.team_answers import with_team  # noqa: PLC0415 - most libraries are in no team

    return with_team(verdicts, submissions, team, settings)


def _checked(
    paths: Sequence[str],
    settings: Settings,
    library: Library,
    workers: Runner,
    reporter: Reporter,
    *,
    table: CheckTable | None,
) -> tuple[list[Verdict], Mapping[str, Submission]]:
    files = [file for path in paths for file in _files(path, settings, reporter)]
    table = (table or CheckTable()).brought_up_to_date(library.index)
    table.take_templates(settings.template_folders, library.index)
    tasks = [_task(path, settings) for path in files]
    asked = _Asked(settings, library, table, total=len(tasks), reporter=reporter)
    found: dict[str, Verdict] = {}
    readable = [task for task in tasks if task is not None and is_document(task.path)]
    for task, outcome in workers.map(analyse, readable, poll=lambda: asked.report(len(found))):
        found[task.path] = asked.verdict(task, outcome)
    for path, wanted in zip(files, tasks, strict=True):
        asked.report(len(found))
        if path not in found:
            found[path] = asked.lost(path) if wanted is None else asked.bytes_verdict(wanted)
    others = among([asked.submissions[path] for path in dict.fromkeys(files)], settings, LEAST_PASSAGES)
    return [replace(found[path], among=others.get(path, ())) for path in files], asked.submissions


def _files(path: str, settings: Settings, reporter: Reporter) -> list[str]:
    if not os.path.isdir(path):
        return [path]
    everything = replace(settings, kinds=("everything",))
    return sorted(document.path for document in walk([path], everything, reporter).documents)


def _task(path: str, settings: Settings) -> Task | None:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return Task(
        content=0,
        path=path,
        size=status.st_size,
        mtime_ns=status.st_mtime_ns,
        limits=limits_of(settings),
        words=word_choice(settings),
        keep_text=False,
        wants_references=True,
    )


def coverage(library: Library) -> tuple[int, int, str]:
    """Return how many documents of the library can be compared, how many there are, and why some cannot: "", or
    OFFLINE or NOT_REACHED. (The latter: a scan of other folders found that the folder is no longer on its disk.)"""
    index = library.index
    away = [root for root in index.roots() if not os.path.isdir(root.path)]
    compared, of = index.document_counts([root.id for root in away])
    missed = [root for root in away if next(index.files(root.id), None) is not None]
    if any(root.state != MISSING for root in missed):
        return compared, of, OFFLINE
    return compared, of, NOT_REACHED if missed else ""


class _Asked:
    """One check: what is asked, and of which library.

    Attributes:
        submissions: what was learnt of the checked files, by their paths.
    """

    def __init__(
        self,
        settings: Settings,
        library: Library,
        table: CheckTable,
        *,
        total: int,
        reporter: Reporter,
    ) -> None:
        self._settings = settings
        self._index = library.index
        self._table = table
        self._compared, self._of, self._away = coverage(library)
        self._total = total
        self._reporter = reporter
        self.submissions: dict[str, Submission] = {}

    def report(self, done: int) -> None:
        self._reporter.advance(Phase.COMPARE, done, self._total)

    def lost(self, path: str) -> Verdict:
        self.submissions[path] = Submission(path)
        return Verdict(path, "undecided", GONE, False, 0, self._of, doubt=GONE)

    def bytes_verdict(self, task: Task) -> Verdict:
        """Return the verdict on a file whose text is not read."""
        try:
            digests = file_digests(task.path, self._reporter)
        except OSError:
            return self.lost(task.path)
        self._note(task, digests)
        matches = list(self._identical(task, digests.blake3 or "", digests.md5 or ""))
        return self._verdict(task, matches, REASONS[Status.UNSUPPORTED] if task.size else EMPTY)

    def _note(self, task: Task, digests: Digests, text: TextRow | None = None, references: int | None = None) -> None:
        blake3, md5 = (digests.blake3 or "", digests.md5 or "") if task.size else ("", "")
        self.submissions[task.path] = Submission(task.path, blake3, text, references, md5)

    def verdict(self, task: Task, outcome: Analysis | WorkerFailure) -> Verdict:
        """Return the verdict on a document."""
        if isinstance(outcome, WorkerFailure):
            verdict = self.bytes_verdict(task)
            reason = REASONS[FAILURES[outcome.kind]]
            return replace(verdict, reason=reason, doubt=reason) if verdict.kind == "undecided" else verdict
        if outcome.trouble in (ProblemKind.DENIED, ProblemKind.UNREADABLE, ProblemKind.CHANGED):
            return self.lost(task.path)
        assert outcome.reading is not None
        self._note(task, outcome.digests, outcome.text, outcome.references)
        matches = list(self._identical(task, outcome.digests.blake3 or "", outcome.digests.md5 or ""))
        if outcome.text is None:
            doubt = REASONS.get(outcome.reading.status, REASONS[Status.NO_TEXT]) if task.size else EMPTY
            return self._verdict(task, matches, doubt)
        known = {match.path for match in matches}
        if outcome.text.token_count < self._settings.minimum_tokens:
            matches += [match for match in self._same_text(outcome.text) if match.path not in known]
            return self._verdict(task, matches, TOO_SHORT)
        likes = self._table.alike(outcome.text, self._settings, self._index, LEAST_PASSAGES, outcome.references)
        near = (*self._same_text(outcome.text), *self._near(outcome.text, likes.found))
        matches += [match for match in near if match.path not in known]
        return replace(self._verdict(task, matches, ""), repeated=likes.repeated)

    def _verdict(self, task: Task, matches: list[CheckMatch], doubt: str) -> Verdict:
        own = os.path.realpath(task.path)
        in_library = self._index.file(task.path) is not None or self._index.file(own) is not None
        others = [match for match in matches if match.path not in (task.path, own)]
        others.sort(key=strongest_first)
        doubt = doubt or (self._away if self._away == OFFLINE else "" if self._of else NO_LIBRARY)
        kind = others[0].relation if others else "undecided" if doubt else "unique"
        reason = doubt or self._away
        return Verdict(
            path=task.path,
            kind=kind,
            reason="" if others else reason,
            in_library=in_library,
            compared=self._compared,
            of=self._of,
            matches=tuple(others),
            doubt=doubt,
            blake3=self.submissions[task.path].blake3,
        )

    def _identical(self, task: Task, blake3: str, md5: str) -> Iterator[CheckMatch]:
        """Yield the files with the same bytes: by MD5 confirmed by BLAKE3, or by a look where neither is known."""
        if not task.size:
            return
        known = self._index.contents(self._index.contents_by_md5(md5))
        for content in known.values():
            if content.blake3 == blake3:
                for path in self._index.paths_of_content(content.id):
                    yield self._match(path, "identical", 1.0, 1.0, 0)
        for path in self._index.undigested_paths(task.size):
            if self._is_equal(task.path, path):
                yield self._match(path, "identical", 1.0, 1.0, None)

    @staticmethod
    def _is_equal(path: str, other: str) -> bool:
        try:
            return equal_bytes(path, other)
        except OSError:
            return False

    def _same_text(self, text: TextRow) -> Iterator[CheckMatch]:
        """Yield the places of the same text."""
        same = self._index.texts.text_ids([text.digest]).get(text.digest)
        if same is not None:
            yield from self._places(same, Alike(same, "same_text", 1.0, 1.0, 0))

    def _near(self, text: TextRow, found: Sequence[Alike]) -> Iterator[CheckMatch]:
        """Yield the places of texts that are similar, or hold this one or passages of it."""
        same = self._index.texts.text_ids([text.digest]).get(text.digest)
        for like in found:
            if like.text != same:
                yield from self._places(like.text, like)

    def _places(self, text: int, like: Alike) -> Iterator[CheckMatch]:
        for content in self._index.texts.contents_of_text(text):
            for path in self._index.paths_of_content(content):
                match = self._match(path, like.relation, like.similarity, like.share, like.hamming)
                yield replace(match, shares=like.shares)

    def _match(self, path: str, relation: str, similarity: float, share: float, hamming: int | None) -> CheckMatch:
        row = self._index.file(path)
        try:
            status = os.stat(path)
            is_verified = row is not None and (status.st_size, status.st_mtime_ns) == (row.size, row.mtime_ns)
        except (OSError, ValueError):
            is_verified = False
        return CheckMatch(path, relation, similarity, share, hamming, is_verified)
