"""Keeps the catalogues true to the code: .venv/bin/python installer/translations.py [--check] [--template FILE]

Collects every sentence of the program, brings each resources/translations/LANGUAGE/neartwin.po up to date, and lists
what is left to do. A new sentence comes in empty and is never guessed from one like it; a translation whose sentence
is gone is kept at the end of the file, marked obsolete, until `--forget`. The template is not kept in the checkout:
who starts another language writes one with `--template`.

Exits 1 where a sentence is untranslated, marked fuzzy, or has other fields than its source; with `--check` also where
a file was not up to date, and nothing is written.
"""

from __future__ import annotations

import argparse
import ast
import io
import string
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
TRANSLATIONS = ROOT / "resources" / "translations"
PRODUCT = ("core", "gui")

KEYWORDS: dict[str, Any] = {
    "say": None,
    "mark": None,
    "msgid": None,
    "KnownError": None,
    "count": (1, 2),
    "name": ((1, "c"), 2),
}
"""What is called with sentences, as babel writes it: `count` with two forms, `name` with a context."""

HEADER = """\
# Neartwin's words in {language}, for the window, the command line and the reports.
# Under the licence of Neartwin. Brought up to date by installer/translations.py."""


def calls(file: Any, keywords: Any, _tags: Any, options: Any) -> Iterator[Any]:  # noqa: ARG001 - babel names it
    """Yield line, name, literal arguments and comments of the calls, as babel asks of an extractor.

    Babel's own reads tokens and so, before Python 3.12, overlooks calls inside f-strings.
    """
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in keywords:
                yield node.lineno, name, tuple(_literal(argument) for argument in node.args), []


def _literal(argument: ast.expr) -> str | None:
    is_text = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    return str(argument.value) if is_text and isinstance(argument, ast.Constant) else None


def extracted() -> Catalog:
    """Return all sentences of the program with the files in which they stand."""
    template = Catalog(project="Neartwin")
    for path in [path for top in PRODUCT for path in sorted((ROOT / top).rglob("*.py"))]:
        with path.open("rb") as file:
            for line, message, _comments, context in extract(calls, file, keywords=KEYWORDS):
                template.add(message, locations=[(path.relative_to(ROOT).as_posix(), line)], context=context)
    return template


def fields(text: str) -> set[str]:
    """Return the names of the fields in a sentence."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def forms(text: Any) -> list[str]:
    """Return the forms of a msgid or a translation, one or one a plural form."""
    return [text] if isinstance(text, str) else list(text)


def fault(message: Message) -> str:
    """Return what is unfinished about an entry; "" for nothing."""
    if not message.string or not all(forms(message.string)):
        return "not translated"
    if message.fuzzy:
        return "fuzzy"
    wanted = set().union(*(fields(form) for form in forms(message.id)))
    if any(fields(form) != wanted for form in forms(message.string)):
        return "other fields"
    return ""


def read(path: Path) -> Catalog:
    """Return the catalogue of a language; an empty one where the file is new."""
    if not path.exists():
        return Catalog(locale=path.parent.name, project="Neartwin")
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.name)


def written(catalogue: Catalog) -> bytes:
    """Return the text of a catalogue: without dates and line numbers, which would change at every edit."""
    catalogue.header_comment = HEADER.format(language=catalogue.locale_identifier or "(template)")
    catalogue.fuzzy = False
    memory = io.BytesIO()
    write_po(memory, catalogue, width=110, include_lineno=False, sort_by_file=True)
    kept = (b'"Language:', b'"Plural-Forms:', b'"MIME-Version:', b'"Content-')
    head, _, body = memory.getvalue().partition(b"\n\n")
    lines = [line for line in head.splitlines() if not line.startswith(b'"') or line.startswith(kept)]
    return b"\n".join(lines) + b"\n\n" + body


def update(path: Path, template: Catalog, *, forget: bool, check: bool) -> bool:
    """Bring one catalogue up to date and print what is left to do; return whether it is finished."""
    catalogue = read(path)
    catalogue.update(template, no_fuzzy_matching=True)
    if forget:
        catalogue.obsolete.clear()
    text = written(catalogue)
    is_current = path.exists() and path.read_bytes() == text
    if not is_current and not check:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    faults = [(message, what) for message in catalogue if message.id and (what := fault(message))]
    for message, what in faults:
        print(f"{path.parent.name}: {what}: {forms(message.id)[0]!r} ({', '.join(_files(message))})")
    for message in catalogue.obsolete.values():
        print(f"{path.parent.name}: obsolete: {forms(message.id)[0]!r}")
    state = "up to date" if is_current else "out of date" if check else "written"
    print(f"{path.parent.name}: {len(catalogue)} sentences, {len(faults)} unfinished, {state}")
    return not faults and (is_current or not check)


def _files(message: Message) -> list[str]:
    return sorted({name for name, _ in message.locations})


def main() -> int:
    """Do what the command line says; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where a file is out of date")
    parser.add_argument("--forget", action="store_true", help="drop the obsolete translations")
    parser.add_argument("--template", type=Path, metavar="FILE", help="also write the sentences alone")
    arguments = parser.parse_args()
    template = extracted()
    if arguments.template:
        arguments.template.write_bytes(written(template))
    paths = sorted(TRANSLATIONS.glob("*/neartwin.po"))
    done = [update(path, template, forget=arguments.forget, check=arguments.check) for path in paths]
    return 0 if done and all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
