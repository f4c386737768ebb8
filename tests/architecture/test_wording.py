"""Every sentence that people see is a literal, and stands in both Chinese catalogues with its fields."""

from __future__ import annotations

import ast
import re
import string
from functools import cache
from typing import TYPE_CHECKING

import pytest
from babel.messages.pofile import read_po

from core.wording import LANGUAGES
from resources import resource_path
from tests.architecture.sources import Source, sources

if TYPE_CHECKING:
    from collections.abc import Iterator

    from babel.messages.catalog import Catalog, Message

CHINESE = [language for language in LANGUAGES if language != "en"]
HAN = re.compile("[\u3400-\u9fff]")

SIMPLIFIED = "这个们来对时会说开过实现数据关认选择"
TRADITIONAL = "這個們來對時會說開過實現數據關認選擇"

Key = tuple[str | None, str]
"""Context and msgid, the singular of two forms."""


def sentences(source: Source) -> Iterator[tuple[int, list[ast.expr]]]:
    """Return line and word arguments of every call that shows words or marks them for the catalogue."""
    for call in source.nodes(ast.Call):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        is_method = isinstance(call.func, ast.Attribute)
        if name == "say" and call.args:
            yield call.lineno, call.args[:1]
        elif name == "count" and is_method and len(call.args) >= 3:
            yield call.lineno, call.args[:2]
        elif name == "name" and is_method and len(call.args) == 2:
            yield call.lineno, call.args
        elif ((name in ("mark", "msgid") and not is_method) or name == "KnownError") and call.args:
            yield call.lineno, call.args[:1]


def literal(argument: ast.expr) -> str | None:
    """Return the words of a literal."""
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None


@cache
def used() -> dict[Key, str]:
    """Return every msgid of the product with the place where it stands."""
    found: dict[Key, str] = {}
    for source in sources("core", "gui"):
        for line, arguments in sentences(source):
            words = [literal(argument) for argument in arguments]
            if words[0] is None or (len(words) == 2 and words[1] is None):
                continue
            is_name = len(words) == 2 and "{n}" not in f"{words[0]}{words[1]}"
            key = (words[0], words[1]) if is_name and words[1] is not None else (None, words[0])
            found.setdefault(key, f"{source.path}:{line}")
    return found


@cache
def catalogue(language: str) -> Catalog:
    """Return the catalogue of a language."""
    with resource_path("translations", language, "neartwin.po").open("rb") as file:
        return read_po(file, locale=language)


def message(language: str, key: Key) -> Message | None:
    """Return the entry of a msgid."""
    return catalogue(language).get(key[1], key[0])


def forms(entry: Message) -> list[str]:
    """Return its translations, one a plural form."""
    return [entry.string] if isinstance(entry.string, str) else list(entry.string)


def fields(text: str) -> set[str]:
    """Return the names of the fields in a sentence."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_no_sentence_is_put_together_from_pieces() -> None:
    pieces = (ast.JoinedStr, ast.BinOp, ast.Call, ast.IfExp)
    assert [
        f"{source.path}:{line}"
        for source in sources("core", "gui")
        for line, arguments in sentences(source)
        for argument in arguments
        if isinstance(argument, pieces)
    ] == []


def test_an_error_of_the_environment_carries_its_sentence_literally() -> None:
    assert [
        f"{source.path}:{call.lineno}"
        for source in sources("core", "gui")
        for call in source.nodes(ast.Call)
        if isinstance(call.func, ast.Name) and call.func.id == "KnownError" and call.args
        if literal(call.args[0]) is None
    ] == []


def test_the_collector_finds_sentences() -> None:
    assert len(used()) > 100


@pytest.mark.parametrize("language", CHINESE)
def test_every_sentence_is_translated(language: str) -> None:
    entries = [(place, key, message(language, key)) for key, place in used().items()]
    assert [
        f"{place} {key[1]!r}" for place, key, entry in entries if entry is None or entry.fuzzy or not all(forms(entry))
    ] == []


@pytest.mark.parametrize("language", CHINESE)
def test_every_translation_fills_the_same_fields(language: str) -> None:
    wrong = []
    for entry in catalogue(language):
        if entry.id:
            msgids = [entry.id] if isinstance(entry.id, str) else list(entry.id)
            wanted = set().union(*(fields(msgid) for msgid in msgids))
            wrong += [entry.id for form in forms(entry) if form and fields(form) != wanted]
    assert wrong == []


def test_sentences_in_the_code_are_english() -> None:
    assert [f"{place} {key[1]!r}" for key, place in used().items() if HAN.search(key[1])] == []


@pytest.mark.parametrize(("language", "strangers"), [("zh_CN", TRADITIONAL), ("zh_TW", SIMPLIFIED)], ids=CHINESE)
def test_the_two_ways_of_writing_chinese_do_not_mix(language: str, strangers: str) -> None:
    assert [
        entry.id
        for entry in catalogue(language)
        if entry.id and any(set(strangers) & set(form) for form in forms(entry))
    ] == []
