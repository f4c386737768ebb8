"""Which files and folders a scan looks at: kinds, patterns, sizes, hidden and temporary files."""

from __future__ import annotations

import fnmatch
import os
import re
from enum import StrEnum
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from core.settings import Settings


class SkipReason(StrEnum):
    """Why the scan passed over a file or folder on purpose; the words are those of the JSON."""

    LINK = "link"
    DANGLING_LINK = "dangling_link"
    SAME_FOLDER = "same_folder"
    SPECIAL = "special"
    CLOUD_ONLY = "cloud_only"
    OFFICE_LOCK = "office_lock"
    TEMPORARY = "temporary"
    SYSTEM_FILE = "system_file"
    SYSTEM_FOLDER = "system_folder"
    TRASH = "trash"
    PACKAGE = "package"
    HIDDEN = "hidden"
    EXCLUDED_FOLDER = "excluded_folder"
    PATTERN = "pattern"
    KIND = "kind"
    TOO_SMALL = "too_small"
    TOO_LARGE = "too_large"


EVERYTHING = "everything"


def names(words: str) -> frozenset[str]:
    """Return the words of `words` as a set: long lists of names read better so than quoted one by one."""
    return frozenset(words.split())


KINDS: Mapping[str, frozenset[str]] = {
    "documents": names(
        "doc docx docm dot dotx dotm ppt pptx pptm pps ppsx ppsm pot potx potm xls xlsx xlsm xlsb xlt xltx xltm"
        " csv tsv pdf rtf txt text md markdown rst org tex log json jsonl ndjson xml yaml yml html htm mht mhtml"
        " xhtml eml msg odt odp ods odg ott otp ots fodt fodp fods wps wpt dps dpt et ett ofd caj epub mobi azw3"
        " djvu xps oxps srt ass pages key numbers vsd vsdx pub one hwp hwpx wpd sxw sxc sxi"
    ),
    "pictures": names(
        "jpg jpeg jpe jfif png gif bmp tif tiff webp heic heif avif jxl svg ico psd psb ai eps raw dng cr2 cr3 nef arw"
        " orf rw2 raf pef srw xcf kra"
    ),
    "audio": names("mp3 m4a m4b aac flac wav wma ogg oga opus aif aiff ape alac amr mid midi wv dsf dff"),
    "video": names("mp4 m4v mkv mov avi wmv flv f4v webm mpg mpeg mpe ts m2ts mts vob 3gp 3g2 rm rmvb ogv"),
    "archives": names("zip rar 7z tar gz tgz bz2 tbz2 xz txz zst lz lzma z cab iso img dmg wim jar arj lzh"),
}
"""Kinds of file as people think of them, by the suffix of the name in lower case."""

_UNFINISHED = (".tmp", ".temp", ".crdownload", ".part", ".partial", ".download", ".swp", ".swo", ".asd", ".wbk")
"""Ends of names of files that a program is still writing, or left behind while it did."""

_SYSTEM_FILES = frozenset(("thumbs.db", "ehthumbs.db", "desktop.ini", ".ds_store", "icon\r", ".directory"))
"""Files that the desktop puts into folders by itself."""


def suffix(name: str) -> str:
    """Return what follows the last dot of a file name, in lower case; "" when nothing does."""
    stem, dot, end = name.rpartition(".")
    return end.lower() if dot and stem else ""


PASSING_HEADS = ".~"
PASSING_ENDS = frozenset(
    "".join(letters)
    for name in (*_UNFINISHED, *_SYSTEM_FILES)
    for letters in product(*((letter, letter.upper()) for letter in name[-2:]))
)
"""How names begin or end, in any letter case, that a rule for hidden, lock, temporary or desktop files can concern. A
walk asks this of every file before anything that costs more: nearly all names are told apart by it."""


def passing_reason(name: str) -> SkipReason | None:
    """Return why a file of this name only passes by (lock, temporary, desktop file); None for a lasting one."""
    lowered = name.lower()
    if lowered[:1] in "~." and (lowered.startswith("~$") or (lowered.startswith(".~lock.") and name.endswith("#"))):
        return SkipReason.OFFICE_LOCK
    if lowered.endswith(_UNFINISHED) or lowered.startswith((".~", ".neartwin-")):
        return SkipReason.TEMPORARY
    return SkipReason.SYSTEM_FILE if lowered in _SYSTEM_FILES else None


class Filter:
    """The user's choice of files, made ready to be asked about each name quickly.

    Attributes:
        takes_all_plain: no file is passed over for its name but for PASSING_HEADS and PASSING_ENDS.
        takes_all_sizes: no file is passed over for its size.
    """

    def __init__(self, settings: Settings) -> None:
        unknown = set(settings.kinds) - KINDS.keys() - {EVERYTHING}
        if unknown:
            raise ValueError(f"{', '.join(sorted(unknown))}: none of {', '.join([EVERYTHING, *KINDS])}")
        self._suffixes = _suffixes(settings.kinds)
        self._include = _pattern(settings.include)
        self._exclude = _pattern(settings.exclude)
        self._is_hidden_wanted = settings.hidden
        self._excluded = frozenset(map(comparable, settings.excluded_folders))
        self._minimum = settings.minimum_size
        self._maximum = settings.maximum_size or None
        self.takes_all_plain = self._suffixes is None and self._include is None and self._exclude is None
        self.takes_all_sizes = not settings.minimum_size and not settings.maximum_size

    def of_file(self, name: str, path: str, root: str) -> SkipReason | None:
        """Return why the file is passed over, judged by its name; None when it is looked at."""
        if name[0] in PASSING_HEADS or name[-2:] in PASSING_ENDS:
            reason = passing_reason(name)
            if reason is not None:
                return reason
            if name[0] == "." and not self._is_hidden_wanted:
                return SkipReason.HIDDEN
        if self._suffixes is not None and suffix(name) not in self._suffixes:
            return SkipReason.KIND
        if self._include is None and self._exclude is None:
            return None
        within = _within(path, root)
        is_in = self._include is None or _matches(self._include, name, within)
        is_out = self._exclude is not None and _matches(self._exclude, name, within)
        return None if is_in and not is_out else SkipReason.PATTERN

    def of_folder(self, name: str, path: str, root: str) -> SkipReason | None:
        """Return why the folder is passed over with all that is in it; None when it is entered."""
        if self._excluded and comparable(path) in self._excluded:
            return SkipReason.EXCLUDED_FOLDER
        if name[0] == "." and not self._is_hidden_wanted:
            return SkipReason.HIDDEN
        if self._exclude is not None and _matches(self._exclude, name, _within(path, root)):
            return SkipReason.PATTERN
        return None

    def of_size(self, size: int) -> SkipReason | None:
        """Return why a file of `size` bytes is passed over; None when it is looked at."""
        if size < self._minimum:
            return SkipReason.TOO_SMALL
        if self._maximum is not None and size > self._maximum:
            return SkipReason.TOO_LARGE
        return None

    @property
    def is_hidden_wanted(self) -> bool:
        """Whether hidden files and folders are looked at."""
        return self._is_hidden_wanted


def comparable(path: str) -> str:
    """Return `path` in the form in which two spellings of one path are equal on this system."""
    return os.path.normcase(os.path.abspath(path))


def _suffixes(kinds: Iterable[str]) -> frozenset[str] | None:
    chosen = set(kinds)
    if not chosen or EVERYTHING in chosen:
        return None
    return frozenset().union(*(KINDS[kind] for kind in chosen))


def _pattern(patterns: Iterable[str]) -> re.Pattern[str] | None:
    """Return one expression for all `patterns`; letter case does not matter, "/" separates folders everywhere."""
    expressions = [fnmatch.translate(pattern.replace(os.sep, "/").rstrip("/")) for pattern in patterns if pattern]
    return re.compile("|".join(expressions), re.IGNORECASE) if expressions else None


def _within(path: str, root: str) -> str:
    return path[len(root) :].lstrip(os.sep).replace(os.sep, "/")


def _matches(pattern: re.Pattern[str], name: str, within: str) -> bool:
    return pattern.match(name) is not None or pattern.match(within) is not None
