"""`neartwin records`: what the command line hands to `core.records`."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, BinaryIO, Literal

from cyclopts import CycloptsError, Parameter
from cyclopts.validators import Number

from core.console import ConsoleReporter, line, stop_on_signal
from core.errors import KnownError
from core.output_file import is_same_file
from core.record_reading import Column, is_delimiter
from core.records import unique, unique_file
from core.wording import Wording, system_language

if TYPE_CHECKING:
    from core.records import RecordsResult


def records(
    *files: str,
    output: Annotated[str, Parameter(name=["--output", "-o"])] = "-",
    memory: Literal["exact", "bloom"] = "exact",
    error_rate: Annotated[float, Parameter(validator=Number(gt=0, lte=0.5))] = 0.001,
    column: str | None = None,
    delimiter: str | None = None,
    normalise_urls: Annotated[bool, Parameter(negative="")] = False,
    dropped: str | None = None,
) -> int:
    """Write the lines of FILES without repetitions: of each the first stays, in order.

    Args:
        files: files to read, one after the other; - is standard input, which is also the default.
        output: write there (it may be one of the files); - is standard output.
        memory: exact (quickest while the lines fit) or bloom (little memory, any size).
        error_rate: share of new lines that bloom has to look at twice, above 0 to 0.5; none is lost.
        column: compare only this column of a CSV table, given by its name in the first row or its number.
        delimiter: the character between the cells of a table, a comma unless you say otherwise; \\t for a tab.
        normalise_urls: take web addresses for the same that differ in writing only.
        dropped: write what was dropped there: file, line number and line, separated by tabs.
    """
    wording = Wording(system_language())
    sources: list[str | BinaryIO] = [sys.stdin.buffer if name == "-" else name for name in files or ("-",)]
    key = _column(column, delimiter)
    if dropped is not None and any(is_same_file(dropped, other) for other in (*files, output) if other != "-"):
        raise CycloptsError(msg="--dropped needs a file of its own: it is one of the files to read or write.")
    with ExitStack() as stack:
        reporter = stack.enter_context(ConsoleReporter(wording, sys.stderr))
        stack.enter_context(stop_on_signal(reporter))
        report = None if dropped is None else stack.enter_context(_report(dropped))
        if output == "-":
            result = unique(
                sources,
                sys.stdout.buffer,
                memory=memory,
                error_rate=error_rate,
                key=key,
                normalise_urls=normalise_urls,
                dropped=report,
                reporter=reporter,
            )
            sys.stdout.buffer.flush()
        else:
            result = unique_file(
                sources,
                output,
                memory=memory,
                error_rate=error_rate,
                key=key,
                normalise_urls=normalise_urls,
                dropped=report,
                reporter=reporter,
            )
    if output != "-" or sys.stderr.isatty():
        line(sys.stderr, summary(result, wording))
    return 0


def summary(result: RecordsResult, wording: Wording) -> str:
    """Say in one line what became of the records."""
    return wording.say(
        "{lines} lines: {kept} kept, {dropped} repetitions dropped.",
        lines=wording.number(result.lines),
        kept=wording.number(result.kept),
        dropped=wording.number(result.dropped),
    )


def _column(column: str | None, delimiter: str | None) -> Column | None:
    if column is None:
        if delimiter is not None:
            raise CycloptsError(
                msg="--delimiter is for tables: say with --column too which column makes rows the same."
            )
        return None
    sign = "," if delimiter is None else delimiter.replace("\\t", "\t")
    if not is_delimiter(sign):
        raise CycloptsError(msg=f"--delimiter takes one character such as , or ; or \\t, not {delimiter!r}.")
    if column.isdecimal() and int(column) < 1:
        raise CycloptsError(msg="--column counts from 1: that is the first one.")
    return Column(int(column) if column.isdecimal() else column, sign)


def _report(path: str) -> BinaryIO:
    try:
        return open(path, "wb")
    except OSError as error:
        raise KnownError(
            "{path} cannot be written: {reason}", path=path, reason=error.strerror or str(error)
        ) from error
