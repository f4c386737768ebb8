"""Groups and plans made of nothing but values."""

from __future__ import annotations

import os

from core.actions import Plan, Refusal
from core.documents import Digests, Document, DuplicateGroup, Member, Relation
from core.plan import plan_disposals

ROOT = "/home/me/docs"


def member(name: str, content: str, *, is_keeper: bool = False, inode: int = 0, **values: object) -> Member:
    path = name if name.startswith("/") else f"{ROOT}/{name}"
    document = Document(path, ROOT, len(content), 1, 1, 7, inode)
    return Member(document, is_keeper, digests=Digests(None, content), **values)


def group(kind: Relation, *members: Member) -> DuplicateGroup:
    return DuplicateGroup(kind, members, min(one.similarity for one in members), members[0].path)


def identical(content: str, *names: str) -> DuplicateGroup:
    return group(Relation.IDENTICAL, *(member(name, content, is_keeper=name == names[0]) for name in names))


def plan(groups: list[DuplicateGroup], *marked: str, **values: object) -> Plan:
    paths = [name if name.startswith("/") else f"{ROOT}/{name}" for name in marked]
    arguments: dict[str, object] = {"is_protected": lambda path: "/safe/" in path, **values}
    return plan_disposals(groups, paths, **arguments)


def going(of: Plan) -> dict[str, str | None]:
    short = lambda path: None if path is None else os.path.relpath(path, ROOT)  # noqa: E731 -- used twice, here
    return {str(short(item.path)): short(item.keeper) for item in of.items}


def refusals(of: Plan) -> dict[str, Refusal]:
    return {os.path.relpath(one.path, ROOT): one.refusal for one in of.refused}
