"""Trouble, in kinds that are never mixed: one file's trouble is a value, the environment's an exception."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


def msgid(sentence: str) -> str:
    """Return `sentence` as it is: marks it for the catalogue where it stands, to be translated when it is shown."""
    return sentence


class ProblemKind(StrEnum):
    """What is the matter with one file."""

    UNREADABLE = "unreadable"
    DENIED = "denied"
    ENCRYPTED = "encrypted"
    DAMAGED = "damaged"
    NOT_AS_NAMED = "not_as_named"
    TOO_LARGE = "too_large"
    TIMEOUT = "timeout"
    NO_TEXT = "no_text"
    UNSUPPORTED = "unsupported"
    OFFLINE = "offline"
    CLOUD_ONLY = "cloud_only"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Problem:
    """One file's trouble: a value that is listed, never an exception that ends a scan.

    Attributes:
        detail: what happened, in English, for the log and the tool tip; the sentence for the user
            comes from `core.wording` by `kind`.
    """

    path: str
    kind: ProblemKind
    detail: str = ""


class KnownError(Exception):
    """The environment's trouble (disk full, library too new), told as a sentence with a next step.

    Attributes:
        message: an msgid of the catalogue, with `{name}` fields.
        values: what fills the fields.
    """

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message.format(**values))
        self.message = message
        self.values = values


def not_written(path: str, error: Exception) -> KnownError:
    """Return what is told when a file that the user named could not be written."""
    return KnownError(
        "The file {path} could not be written: {reason}. Choose another place.",
        path=path,
        reason=getattr(error, "strerror", None) or str(error),
    )
