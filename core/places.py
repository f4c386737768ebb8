"""Places on a disk that need care: system folders, stores of chat programs, folders that a service keeps in step,
packages that look like one file. All are recognised by their names, in any letter case."""

from __future__ import annotations

import os
import re
import sys
from enum import StrEnum
from typing import TYPE_CHECKING

from core.filters import SkipReason, names, suffix

if TYPE_CHECKING:
    from collections.abc import Mapping

_PACKAGES = names(
    "app rtfd pages numbers key bundle framework plugin kext photoslibrary photolibrary aplibrary migratedphotolibrary"
    " fcpbundle imovielibrary logicx band musiclibrary tvlibrary sparsebundle scriv xcodeproj xcworkspace playground"
    " graffle oo3 dtbase2 textbundle wdgt prefpane qlgenerator mdimporter saver component pkg mpkg"
)
"""Suffixes of folders that macOS shows as one file; taking a piece out breaks the whole."""

_TRASH = frozenset((".trash", ".trashes", "$recycle.bin", "recycler", "system volume information", "neartwin-holding"))
"""Names of folders, in small letters, that hold what was thrown away; the last is `core.holding.HOLDING_NAME`."""

_XDG_TRASH = os.path.join(".local", "share", "Trash")

CHAT_STORES: Mapping[str, tuple[str, ...]] = {
    "WeChat": ("wechat files", "xwechat_files", ".xwechat", "com.tencent.xinwechat", "微信文件"),
    "WeCom": ("wxwork", "wxwork files", "com.tencent.weworkmac"),
    "QQ": ("tencent files", "com.tencent.qq", ".config/qq", "nt_qq"),
    "DingTalk": ("dingtalk", "dingtalkmac", "dingtalkappdata", "com.alibaba.dingtalkmac", "钉钉"),
    "Feishu": ("larkshell", "feishu", "com.bytedance.macos.feishu", "com.electron.lark", "飞书"),
}
"""Folders in which chat programs keep what was sent and received. Their "(1)" files are often hard links of one
file, and their databases refer to them by path."""

SYNC_FOLDERS: Mapping[str, tuple[str, ...]] = {
    "OneDrive": ("onedrive", "onedrive - *", "skydrive", "onedrive-*"),
    "iCloud": ("icloud drive", "iclouddrive", "icloud~*", "mobile documents", "com~apple~clouddocs"),
    "Dropbox": ("dropbox", "dropbox (*)", "dropbox-*"),
    "Google Drive": ("google drive", "googledrive-*", "google 云端硬盘", "my drive", "我的云端硬盘"),
    "Jianguoyun": ("nutstore", "nutstore files", "我的坚果云", "坚果云"),
    "Baidu Netdisk": ("baidusyncdisk", "baidunetdiskworkspace", "百度网盘同步空间", "百度云同步盘", "baiduyun"),
    "WPS Cloud": ("wps cloud files", "wpsdrive", "wps云盘", "wps网盘", "wps云文档", "wps 云文档"),
    "Aliyun Drive": ("阿里云盘", "adrive"),
    "Tencent Weiyun": ("微云同步助手", "weiyun", "微云"),
    "Nextcloud": ("nextcloud", "owncloud"),
    "Box": ("box sync", "box-box"),
    "pCloud": ("pcloud drive", "pclouddrive", "pcloud sync"),
    "Synology Drive": ("synologydrive", "cloudstation"),
    "Seafile": ("seafile", "seadrive"),
    "MEGA": ("megasync", "megasync downloads"),
}
"""Folders that a service keeps equal to a copy elsewhere: what is deleted here is deleted there too."""

_SYNC_MARKERS: Mapping[str, tuple[str, ...]] = {
    "Dropbox": (".dropbox", ".dropbox.cache"),
    "Syncthing": (".stfolder",),
    "Resilio Sync": (".sync",),
    "Jianguoyun": (".nutstore", ".nutstoreinf"),
    "Nextcloud": (".sync_journal.db", ".nextcloudsync.log", ".owncloudsync.log"),
    "Seafile": (".seafile-data",),
}
"""Files and folders by which a service marks its folder, whatever its name."""


class Care(StrEnum):
    """Why choosing a folder needs a second question."""

    SYSTEM = "system"
    DRIVE = "drive"
    HOME = "home"
    CHAT = "chat"
    SYNC = "sync"


def passed_over(name: str, path: str) -> SkipReason | None:
    """Return why a scan does not enter the folder `name` at `path`, whatever the user's settings; None if it does."""
    lowered = name.lower()
    if lowered in _TRASH or lowered.startswith(".trash-"):
        return SkipReason.TRASH
    if suffix(lowered) in _PACKAGES:
        return SkipReason.PACKAGE
    if lowered == "trash" and path.endswith(_XDG_TRASH):
        return SkipReason.TRASH
    return SkipReason.SYSTEM_FOLDER if is_system_folder(path) else None


def is_system_folder(path: str) -> bool:
    """Return whether `path` itself is a folder of the operating system or of installed programs."""
    return os.path.normcase(path) in _SYSTEM_FOLDERS


def care_of(folder: str, home: str | None = None) -> Care | None:
    """Return why the choice of `folder` for a scan should be confirmed; None when it is an ordinary one.

    Args:
        home: the user's home folder; by default the one of this process.
    """
    place = os.path.realpath(folder)
    if os.path.dirname(place) == place:
        return Care.DRIVE
    if any(is_system_folder(part) for part in _above(place)) and not place.startswith(_PLUGGED_IN):
        return Care.SYSTEM
    if place in _above(os.path.realpath(home or os.path.expanduser("~"))):
        return Care.HOME
    if is_chat_store(place):
        return Care.CHAT
    return Care.SYNC if sync_service(place) else None


def is_chat_store(folder: str) -> bool:
    """Return whether `folder` is, or lies in, a folder in which a chat program keeps its files."""
    return chat_program(folder) is not None


def chat_program(path: str) -> str | None:
    """Return the chat program in whose store `path` lies, by its English name; None outside all of them."""
    return _owner(path, CHAT_STORES)


def sync_service(path: str) -> str | None:
    """Return the service that keeps the folder of `path` in step with a cloud or another machine; None for none.

    Folders are known by their names and by the marks that services leave in them.
    """
    owner = _owner(path, SYNC_FOLDERS)
    if owner is not None:
        return owner
    for folder in _above(path):
        for service, markers in _SYNC_MARKERS.items():
            if any(os.path.lexists(os.path.join(folder, marker)) for marker in markers):
                return service
    return None


def _owner(path: str, owners: Mapping[str, tuple[str, ...]]) -> str | None:
    place = "/" + path.replace("\\", "/").strip("/").lower() + "/"
    for owner, folders in owners.items():
        for folder in folders:  # asked of every folder of a scan: `any` of a generator takes twice as long
            if _holds(place, folder):
                return owner
    return None


def _holds(place: str, folder: str) -> bool:
    if "*" not in folder:
        return f"/{folder}/" in place
    head, _, tail = folder.partition("*")
    return re.search(f"/{re.escape(head)}[^/]*{re.escape(tail)}/", place) is not None


def _above(path: str) -> list[str]:
    """Return `path` and all folders above it."""
    found = [path]
    while (above := os.path.dirname(found[-1])) != found[-1]:
        found.append(above)
    return found


def _system_folders() -> frozenset[str]:
    if sys.platform == "win32":
        drive = os.environ.get("SYSTEMDRIVE", "C:") + "\\"
        folders = ["Windows", "Program Files", "Program Files (x86)", "ProgramData", "Recovery", "$WinREAgent"]
        return frozenset(os.path.normcase(drive + name) for name in folders)
    if sys.platform == "darwin":
        return names("/System /Library /Applications /private /bin /sbin /usr /etc /var /dev /cores /opt/homebrew")
    return names(
        "/bin /boot /dev /etc /lib /lib32 /lib64 /libx32 /proc /run /sbin /snap /sys /usr /var /root/snap /lost+found"
    )


_SYSTEM_FOLDERS = _system_folders()

_PLUGGED_IN = ("/run/media/",)
"""Where Linux desktops mount what a person plugs in, below a system folder."""
