"""Names, docstrings, state, handlers: what a reader may rely on in every file."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from tests.architecture.sources import ALL, PRODUCT, Source, sources

EMPTY_WORDS = re.compile(r"(?:^|_)(?:utils?|helpers?|common|managers?|misc|tools?|stuff)(?:_|$)", re.IGNORECASE)
EMPTY_CLASS = re.compile(r"(?:Util|Utils|Helper|Helpers|Manager|Common|Misc)$")
UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b")
SILENCED = re.compile(r"#\s*(?:noqa|type:\s*ignore)(?P<rest>.*)$")
CODES = re.compile(r"^(?::\s*[A-Z]+[0-9]+(?:\s*,\s*[A-Z]+[0-9]+)*|\[[a-z-]+(?:,\s*[a-z-]+)*\])")

BOUNDARIES = ("core/extract/__init__.py", "core/workers.py", "gui/jobs.py")
"""Where any exception is caught and stays: the extractor boundary, and the job boundary on both sides of a process."""


def test_no_file_or_class_has_a_name_that_says_nothing() -> None:
    files = [source.path for source in sources(*ALL) if EMPTY_WORDS.search(source.path.rsplit("/", 1)[-1][:-3])]
    classes = [
        f"{source.path}: {node.name}"
        for source in sources(*ALL)
        for node in source.nodes(ast.ClassDef)
        if EMPTY_CLASS.search(node.name)
    ]
    assert files + classes == []


def test_every_file_says_what_it_is_about() -> None:
    assert [source.path for source in sources(*ALL) if not ast.get_docstring(source.tree)] == []


def test_nothing_is_left_for_later() -> None:
    here = "tests/architecture/test_names.py"
    assert [
        f"{source.path}:{number}"
        for source in sources(*ALL)
        if source.path != here
        for number, line in enumerate(source.text.splitlines(), 1)
        if UNFINISHED.search(line)
    ] == []


def test_no_function_is_a_stub() -> None:
    assert [
        f"{source.path}:{node.lineno} {node.name}"
        for source in sources(*PRODUCT, "installer")
        for node in source.nodes(ast.FunctionDef, ast.AsyncFunctionDef)
        if is_stub(node)
    ] == []


def is_stub(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Is there neither a docstring that says why nothing happens nor anything that does?"""
    body = node.body
    raised = [found.exc for found in ast.walk(node) if isinstance(found, ast.Raise)]
    if any(
        isinstance(name, ast.Name) and name.id == "NotImplementedError"
        for one in raised
        if one
        for name in ast.walk(one)
    ):
        return True
    return len(body) == 1 and isinstance(body[0], ast.Pass)


def test_no_function_changes_a_variable_of_its_module() -> None:
    assert [
        f"{source.path}:{node.lineno} global {', '.join(node.names)}"
        for source in sources(*PRODUCT, "installer")
        for node in source.nodes(ast.Global)
    ] == []


def test_module_level_containers_are_constants() -> None:
    assert [
        f"{source.path}:{line} {name}"
        for source in sources(*PRODUCT, "installer")
        for line, name in containers(source)
        if not re.fullmatch(r"_?[A-Z][A-Z0-9_]*|__all__", name)
    ] == []


def containers(source: Source) -> list[tuple[int, str]]:
    """Return the names that a module binds to lists, dicts and sets."""
    found = []
    for node in source.tree.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        value = getattr(node, "value", None)
        if isinstance(value, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp):
            found += [(node.lineno, target.id) for target in targets if isinstance(target, ast.Name)]
    return found


def test_any_exception_is_caught_and_kept_at_the_boundaries_only() -> None:
    assert [
        f"{source.path}:{handler.lineno}"
        for source in sources(*PRODUCT, "installer")
        if source.path not in BOUNDARIES
        for handler in source.nodes(ast.ExceptHandler)
        if is_broad(handler) and not raises(handler)
    ] == []


def test_each_boundary_catches_any_exception() -> None:
    boundaries = [source for source in sources(*PRODUCT) if source.path in BOUNDARIES]
    assert len(boundaries) == len(BOUNDARIES)
    assert [
        source.path
        for source in boundaries
        if not any(is_broad(handler) for handler in source.nodes(ast.ExceptHandler))
    ] == []


def raises(handler: ast.ExceptHandler) -> bool:
    """Does it hand on what it caught, at least what it does not know?"""
    return any(isinstance(node, ast.Raise) for node in ast.walk(handler))


def is_broad(handler: ast.ExceptHandler) -> bool:
    """Does it catch every exception?"""
    names = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(
        name is None or (isinstance(name, ast.Name) and name.id in {"Exception", "BaseException"}) for name in names
    )


def test_every_silenced_check_has_its_reason_beside_it() -> None:
    assert [place for source in sources(*ALL) for place in unexplained(source)] == []


def unexplained(source: Source) -> list[str]:
    """Return the places of ignores without a code and a reason; one reason serves a code in all of a file."""
    places = []
    explained: set[str] = set()
    for number, line in enumerate(source.text.splitlines(), 1):
        found = SILENCED.search(line)
        if found is None or source.path == "tests/architecture/test_names.py":
            continue
        code = CODES.match(found["rest"])
        reason = found["rest"][code.end() :].strip(" -#") if code else ""
        name = code[0] if code else ""
        if name and len(reason) >= 8:
            explained.add(name)
        elif name not in explained:
            places.append(f"{source.path}:{number}")
    return places


@pytest.mark.parametrize(
    ("line", "is_fine"),
    [
        ("x = 1  # noqa: E501 - the formula is read in one piece", True),
        ("x = 1  # noqa: E501", False),
        ("x = 1  # noqa", False),
        ("x = 1  # type: ignore[arg-type]  # the stub is wrong here", True),
        ("x = 1  # type: ignore", False),
    ],
)
def test_the_check_of_silenced_checks_itself(line: str, is_fine: bool) -> None:
    assert (unexplained(Source("x.py", line, ast.parse(line))) == []) is is_fine


def test_every_test_asserts_something() -> None:
    assert [
        f"{source.path}:{node.lineno} {node.name}"
        for source in sources("tests")
        for node in source.nodes(ast.FunctionDef)
        if node.name.startswith("test_") and not asserts(node, source)
    ] == []


def asserts(node: ast.FunctionDef, source: Source) -> bool:
    """Is there an assertion in it, or in a function of the tests that it calls?"""
    text = ast.get_source_segment(source.text, node) or ""
    if re.search(r"\bassert\b|raises|wait_?[sS]ignal|wait_?[uU]ntil|qtmodeltester|warns|fail\(|ModelTester", text):
        return True
    functions = [call.func for call in ast.walk(node) if isinstance(call, ast.Call)]
    called = {getattr(function, "id", getattr(function, "attr", "")) for function in functions}
    return bool(called & asserting_functions())


@cache
def asserting_functions() -> frozenset[str]:
    """Return the names of the functions below tests/ that assert or raise."""
    return frozenset(
        function.name
        for source in sources("tests")
        for function in source.nodes(ast.FunctionDef)
        if any(isinstance(node, ast.Assert | ast.Raise) for node in ast.walk(function))
    )
