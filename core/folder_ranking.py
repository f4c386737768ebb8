"""Orders of trust for folders, as starting points for a person's own ranking. Pure: only names and counts are seen."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Preset(StrEnum):
    """An order of folders, the most trusted first.

    PASSING_LAST: downloads, desktop, chat programs and temporary folders go last. BACKUPS_LAST: backups, archives
    and old versions go last. FULLEST_FIRST: the folder with most of the files first. HIGHEST_FIRST: the
    shortest path first.
    """

    PASSING_LAST = "passing_last"
    BACKUPS_LAST = "backups_last"
    FULLEST_FIRST = "fullest_first"
    HIGHEST_FIRST = "highest_first"


_PASSING = re.compile(
    r"download|下载|下載|desktop|桌面|\bte?mp\b|临时|暫存|wechat|微信|tencent|\bqq|dingtalk|钉钉|釘釘|feishu|飞书|飛書|inbox"
)
_BACKUP = re.compile(r"back.?up|\bbak\b|备份|備份|archiv|归档|歸檔|存档|旧|舊|\bold\b|\bcop(?:y|ies)\b|副本|历史|歷史")


def arranged(folders: Sequence[str], preset: Preset, files: Mapping[str, int] | None = None) -> list[str]:
    """Return the folders in the order of a preset; those that it does not tell apart keep their order.

    Args:
        files: how many files each folder holds, for FULLEST_FIRST.
    """
    counts = files or {}
    badness = {
        Preset.PASSING_LAST: lambda folder: _PASSING.search(folder.casefold()) is not None,
        Preset.BACKUPS_LAST: lambda folder: _BACKUP.search(folder.casefold()) is not None,
        Preset.FULLEST_FIRST: lambda folder: -counts.get(folder, 0),
        Preset.HIGHEST_FIRST: lambda folder: folder.count("/") + folder.count("\\"),
    }[preset]
    return sorted(dict.fromkeys(folders), key=badness)
