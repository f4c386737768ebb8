"""Places that need care: chat programs' stores, sync folders, system folders, conflict copies."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from core.decisions import Decisions
from core.places import Care, care_of, chat_program, is_chat_store, sync_service
from core.protection import Protection
from core.selection import has_copy_mark

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("path", "program"),
    [
        (r"C:\Users\li\Documents\WeChat Files\wxid_1\FileStorage\File\2024-01\a(1).docx", "WeChat"),
        (r"D:\xwechat_files\wxid_1\msg\file\2025-02\a.docx", "WeChat"),
        ("/Users/li/Library/Containers/com.tencent.xinWeChat/Data/Documents/a.docx", "WeChat"),
        ("/home/li/Documents/xwechat_files/wxid_1/msg/file/a.docx", "WeChat"),
        (r"C:\Users\li\Documents\WXWork\1688\Cache\File\2024-01\a.docx", "WeCom"),
        (r"C:\Users\li\Documents\Tencent Files\10000\FileRecv\a.docx", "QQ"),
        (r"C:\Users\li\Documents\Tencent Files\10000\nt_qq\nt_data\File\Ori\a.docx", "QQ"),
        (r"C:\Users\li\AppData\Roaming\DingTalk\1_v2\resource_cache\a.docx", "DingTalk"),
        ("/Users/li/Library/Application Support/DingTalkMac/a.docx", "DingTalk"),
        (r"C:\Users\li\AppData\Roaming\LarkShell\sdk_storage\a.docx", "Feishu"),
        ("/Users/li/Library/Containers/com.bytedance.macos.feishu/Data/a.docx", "Feishu"),
        ("/home/li/Documents/about WeChat Files.docx", None),
        ("/home/li/Documents/report.docx", None),
    ],
)
def test_stores_of_chat_programs_are_known(path: str, program: str | None) -> None:
    assert chat_program(path) == program
    assert is_chat_store(path) == (program is not None)


def test_a_chat_store_is_protected_by_default_and_released_by_the_user(tmp_path: Path) -> None:
    store = tmp_path / "WeChat Files" / "wxid_1" / "FileStorage" / "File"
    store.mkdir(parents=True)
    released = Protection((), (str(tmp_path / "WeChat Files"),), Decisions().settlement())

    assert Protection((), (), Decisions().settlement()).covers(str(store / "a(1).docx"))
    assert not released.covers(str(store / "a(1).docx"))
    assert not Protection((), (), Decisions().settlement()).covers(str(tmp_path / "a.docx"))


@pytest.mark.parametrize(
    ("path", "service"),
    [
        (r"C:\Users\li\OneDrive\a.docx", "OneDrive"),
        (r"C:\Users\li\OneDrive - Contoso\a.docx", "OneDrive"),
        ("/Users/li/Library/CloudStorage/OneDrive-Personal/a.docx", "OneDrive"),
        ("/Users/li/Library/Mobile Documents/com~apple~CloudDocs/a.docx", "iCloud"),
        (r"C:\Users\li\iCloudDrive\a.docx", "iCloud"),
        ("/home/li/Dropbox/a.docx", "Dropbox"),
        ("/Users/li/Library/CloudStorage/GoogleDrive-li@example.org/My Drive/a.docx", "Google Drive"),
        (r"D:\我的坚果云\a.docx", "Jianguoyun"),
        ("/home/li/Nutstore Files/a.docx", "Jianguoyun"),
        (r"D:\BaiduSyncdisk\a.docx", "Baidu Netdisk"),
        (r"D:\百度网盘同步空间\a.docx", "Baidu Netdisk"),
        (r"C:\Users\li\WPS Cloud Files\1\a.docx", "WPS Cloud"),
        (r"D:\WPS云盘\a.docx", "WPS Cloud"),
        ("/home/li/Documents/OneDrive notes/a.docx", None),
        ("/home/li/Documents/a.docx", None),
    ],
)
def test_folders_of_sync_services_are_known_by_name(path: str, service: str | None) -> None:
    assert sync_service(path) == service


@pytest.mark.parametrize(
    ("marker", "service"), [(".stfolder", "Syncthing"), (".dropbox", "Dropbox"), (".nutstore", "Jianguoyun")]
)
def test_folders_of_sync_services_are_known_by_the_marks_in_them(tmp_path: Path, marker: str, service: str) -> None:
    (tmp_path / "mine" / "in").mkdir(parents=True)
    (tmp_path / "mine" / marker).mkdir()

    assert sync_service(str(tmp_path / "mine" / "in" / "a.docx")) == service
    assert sync_service(str(tmp_path / "yours" / "a.docx")) is None


@pytest.mark.parametrize(
    "name",
    [
        "report-DESKTOP-AB12.docx",
        "report-DESKTOP-4F7K2QL-2.docx",
        "报告-LAPTOP-9QX1.docx",
        "report.sync-conflict-20240102-101112-ABCDEFG.docx",
        "report (li's conflicted copy 2024-01-02).docx",
        "报告 (冲突副本 2024-01-02).docx",
        "report_冲突文件_li_20240102.docx",
        "notes-Lis-MacBook-Pro.txt",
    ],
)
def test_a_conflict_copy_is_a_version_and_does_not_count_as_a_copy(name: str) -> None:
    assert not has_copy_mark(f"/folder/{name}")


@pytest.mark.skipif(sys.platform == "win32", reason="folders of POSIX")
def test_a_choice_that_needs_a_second_question_is_known(tmp_path: Path) -> None:
    home = tmp_path / "home" / "li"
    for folder in ("Documents", "Dropbox/in", "xwechat_files"):
        (home / folder).mkdir(parents=True)

    def care(path: object) -> Care | None:
        return care_of(str(path), str(home))

    assert care("/") is Care.DRIVE
    assert care("/usr/share") is Care.SYSTEM
    assert care(home) is Care.HOME
    assert care(home.parent) is Care.HOME
    assert care(home / "Dropbox" / "in") is Care.SYNC
    assert care(home / "xwechat_files") is Care.CHAT
    assert care("/run/media/li/stick") is None
    assert care(home / "Documents") is None or os.path.realpath(tmp_path).startswith("/private")
