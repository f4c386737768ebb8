"""What the tries of frozen and installed programs share: documents with Chinese names, and what must be found in them.

Standard library only: packages are tried where nothing of ours is installed.
"""

from __future__ import annotations

import json
import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SENTENCES = (
    "本合同由甲乙双方在平等自愿的基础上订立，双方应当遵守下列各项条款。",
    "乙方应在收到货物之日起三十日内向甲方支付全部货款。",
    "任何一方违反本合同的约定，应当赔偿对方因此遭受的损失。",
    "本合同未尽事宜，由双方协商解决；协商不成的，提交仲裁委员会仲裁。",
)

DOCX = {
    "[Content_Types].xml": (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/word/document.xml" ContentType='
        '"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
    ),
    "_rels/.rels": (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1"'
        ' Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"'
        ' Target="word/document.xml"/></Relationships>'
    ),
    "word/document.xml": (
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{}</w:body>'
        "</w:document>"
    ),
}
"""The least that is a Word document (ECMA-376, part 1, section 11)."""


class TrialError(Exception):
    """The program does not do what it must."""


def expect(what: str, is_so: bool) -> None:
    """Print what holds.

    Raises:
        TrialError: when it does not.
    """
    if not is_so:
        raise TrialError(what)
    print(f"   ok: {what}", flush=True)


def write_documents(folder: Path) -> None:
    """Write two identical texts, one in another encoding, a near copy of them as .docx, and a stranger."""
    folder.mkdir(parents=True)
    text = "\n".join(SENTENCES * 3)
    (folder / "合同.txt").write_text(text, encoding="utf-8")
    (folder / "合同 备份.txt").write_text(text, encoding="utf-8")
    (folder / "合同 副本.txt").write_text(text, encoding="gb18030")
    (folder / "菜谱.md").write_text("西红柿炒鸡蛋：先炒鸡蛋，后炒西红柿，加盐出锅。" * 3, encoding="utf-8")
    paragraphs = text.replace("三十日", "六十日", 1).splitlines()
    body = "".join(f"<w:p><w:r><w:t>{paragraph}</w:t></w:r></w:p>" for paragraph in paragraphs)
    with zipfile.ZipFile(folder / "合同 修改.docx", "w") as package:
        for name, content in DOCX.items():
            package.writestr(name, content.replace("{}", body))


def try_commands(run: Callable[[list[str]], str], documents: str, library: str, version: str) -> None:
    """Try version, scan, text, check and records on the documents of `write_documents`.

    Args:
        run: runs the program with arguments and returns what it printed.
        documents, library: folders as the program sees them.

    Raises:
        TrialError: naming what does not work.
    """
    slash = "\\" if "\\" in documents else "/"
    expect("it tells its version", run(["--version"]).strip() == version)
    result = json.loads(run(["scan", documents, "--library", library, "--json", "-"]))
    kinds = sorted(group["kind"] for group in result["groups"])
    expect("it finds identical, same-text and similar documents", kinds == ["identical", "same_text", "similar"])
    expect("it has no trouble with any file", result["problems"] == [] and result["complete"])
    row = json.loads(run(["text", f"{documents}{slash}合同 修改.docx", "--json"]))
    expect("it reads a .docx", row["status"] == "ok" and "六十日" in row["text"])
    verdicts = json.loads(run(["check", f"{documents}{slash}合同.txt", "--library", library, "--json", "-"]))
    expect("it checks a file against its library", verdicts[0]["in_library"])
    unique = run(["records", f"{documents}{slash}合同.txt"])
    expect("it makes lines unique", unique.splitlines() == list(SENTENCES))


def try_disposal(run: Callable[[list[str]], str], documents: str, library: str, outside: Path, to: str) -> None:
    """Move the surplus copy of `write_documents` away and bring it back, by the command line.

    Args:
        run: runs the program with arguments and returns what it printed.
        documents, library: folders as the program sees them.
        outside: the same folder of documents as this process sees it.
        to: "trash" or "holding".

    Raises:
        TrialError: naming what does not work.
    """
    slash = "\\" if "\\" in documents else "/"
    listed = f"{library}{slash}plan.csv"
    before = {path.name: path.read_bytes() for path in outside.iterdir()}
    run(["plan", documents, "--library", library, "--csv", listed, "--to", to])
    run(["dispose", listed, documents, "--library", library, "--to", to, "--yes", "--summary-agreed"])
    left = {path.name for path in outside.iterdir() if path.is_file()}
    expect(f"it moves the surplus copy away ({to})", len(set(before) - left) == 1)
    run(["undo", "--library", library])
    after = {path.name: path.read_bytes() for path in outside.iterdir() if path.is_file()}
    expect("it brings the copy back, byte for byte", after == before)
