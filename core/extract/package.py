"""Open Packaging Conventions: the parts of an office package and how they refer to each other (ISO/IEC 29500-2)."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from core.extract.archive import Archive

_RELATION: Final = re.compile(rb"<(?:\w+:)?Relationship\s([^>]*)>")
_ATTRIBUTE: Final = re.compile(rb"(?:\w+:)?(\w+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_MODIFIED: Final = re.compile(rb"<(?:\w+:)?modified[^>]*>\s*(\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?)\s*<")


@dataclass(frozen=True, slots=True)
class Relation:
    """A part's reference to another.

    Attributes:
        kind: the last word of the relationship type; equal in transitional and strict packages.
        target: a member's name; "" when it is outside the package.
        outside: what a reference out of the package says.
    """

    identifier: str
    kind: str
    target: str
    outside: str = ""


class Package:
    """An office package."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self._known: dict[str, Mapping[str, Relation]] = {}

    def relations(self, part: str) -> Mapping[str, Relation]:
        """Return what `part` ("" for the package itself) refers to, by identifier, in order."""
        if part not in self._known:
            folder, name = posixpath.split(part)
            found = self.archive.get(posixpath.join(folder, "_rels", name + ".rels"))
            self._known[part] = {relation.identifier: relation for relation in self._relations(found, folder)}
        return self._known[part]

    def _relations(self, content: bytes, folder: str) -> Iterable[Relation]:
        if content.startswith((b"\xff\xfe", b"\xfe\xff")):
            content = content.decode("utf-16", "replace").encode()
        for match in _RELATION.findall(content):
            values = {name: a or b for name, a, b in _ATTRIBUTE.findall(match)}
            kind = values.get(b"Type", b"").rstrip(b"/").rpartition(b"/")[2].decode("utf-8", "replace")
            said = values.get(b"Target", b"").decode("utf-8", "replace")
            is_outside = values.get(b"TargetMode", b"").lower() == b"external"
            identifier = values.get(b"Id", b"").decode("utf-8", "replace")
            yield Relation(identifier, kind, "" if is_outside else self._member(folder, said), said * is_outside)

    def _member(self, folder: str, target: str) -> str:
        """Return the name of the member that `target` means; where there is none, what it says."""
        said = f"{folder}/{target}" if folder else target
        if said in self.archive:
            return said
        if target.startswith("../"):
            said = f"{posixpath.dirname(folder)}/{target[3:]}".lstrip("/")
            if said in self.archive:
                return said
        target = unescape(target).partition("#")[0].replace("\\", "/")
        said = posixpath.normpath(target.lstrip("/") if target.startswith("/") else posixpath.join(folder, target))
        return next((name for name in (said, unquote(said), target.lstrip("./")) if name in self.archive), said)

    def targets(self, part: str, *kinds: str) -> list[str]:
        """Return the members of the given kinds that `part` refers to, each once."""
        wanted = (relation.target for relation in self.relations(part).values() if relation.kind in kinds)
        return list(dict.fromkeys(target for target in wanted if target in self.archive))

    def main_part(self, pattern: str) -> str:
        """Return the part that the package is about: by its relationship, else by a name that matches `pattern`."""
        related = self.targets("", "officeDocument")
        return related[0] if related else next(iter(self.named(pattern)), "")

    def named(self, pattern: str) -> list[str]:
        """Return the members whose whole name matches `pattern`, numbers in their order."""
        found = [name for name in self.archive.names if re.fullmatch(pattern, name, re.IGNORECASE)]
        return sorted(found, key=lambda name: [int(n) if n.isdigit() else 0 for n in re.findall(r"\d+|\D+", name)])

    def signatures(self) -> list[str]:
        """Return the digital signatures (ISO/IEC 29500-2, section 13)."""
        return [name for name in self.archive.names if name.startswith("_xmlsignatures/sig")]

    def modified(self) -> str | None:
        """Return when the document says it was last saved, ISO 8601."""
        match = _MODIFIED.search(self.archive.courtesy("docProps/core.xml"))
        return match[1].decode("ascii") if match else None
