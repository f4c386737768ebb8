"""What Windows shows under Properties, Details of the programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

TEMPLATE = """\
VSVersionInfo(
  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3f, flags=0x0, OS=0x40004, fileType=0x1),
  kids=[
    StringFileInfo([StringTable("040904B0", [
      StringStruct("CompanyName", "The Neartwin developers"),
      StringStruct("FileDescription", "Neartwin: finds copies and near copies among documents"),
      StringStruct("FileVersion", "{version}"),
      StringStruct("InternalName", "neartwin"),
      StringStruct("LegalCopyright", "MIT License"),
      StringStruct("ProductName", "Neartwin"),
      StringStruct("ProductVersion", "{version}")])]),
    VarFileInfo([VarStruct("Translation", [1033, 1200])])
  ]
)
"""


def write_version_info(path: Path, version: str) -> None:
    """Write the file that PyInstaller reads; Windows wants four numbers."""
    numbers = tuple(int(part) for part in (version.split(".") + ["0"] * 4)[:4] if part.isdecimal())
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(TEMPLATE.format(numbers=(*numbers, 0, 0, 0)[:4], version=version), encoding="utf-8")
