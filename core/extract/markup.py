"""XML as a stream of events, without entities, network or recursion; broken XML is recovered as far as it goes.

expat (the standard library's) is as quick as building lxml's tree and walking it, and holds one element at a time, so a
part of 100 MB costs its bytes and no more. What expat refuses is read again by lxml's recovering parser.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Protocol, TypeVar
from xml.parsers import expat

from core.extract.reading import Limits, ReadingError, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

CHUNK: Final = 64 * 1024  # bytes between two looks at the depth: 20,000 levels more at worst, which expat bears
MOST_RECOVERED: Final = 32 * 1024 * 1024  # bytes: a tree of more would cost the worker's memory
_UNKNOWN_ENCODINGS: Final = frozenset(
    expat.errors.codes[message]
    for message in (expat.errors.XML_ERROR_UNKNOWN_ENCODING, expat.errors.XML_ERROR_INCORRECT_ENCODING)
)
_STRAY: Final = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9A-Fa-f]+);)")
"""Ampersands that begin no known reference: with what follows an unknown one, the recovering parser would lose text."""


class Handler(Protocol):
    """What wants to know of a document's elements. Names are "namespace local", or "local" without a namespace.

    One that keeps `depth`, how many elements are open, is spared a second call for each element.
    """

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """An element ends."""

    def data(self, text: str) -> None:
        """Text stands between two tags; one stretch may come in pieces."""


class NotUnderstoodError(Exception):
    """The package is none that the direct readers know; another reader may."""


AnyHandler = TypeVar("AnyHandler", bound=Handler)


def parse(data: bytes, make: Callable[[], AnyHandler], limits: Limits) -> tuple[AnyHandler, str]:
    """Send the events of `data` to a handler from `make`; return it with what was wrong ("" when nothing was).

    Raises:
        ReadingError: for declared entities (an entity bomb's only use) and for nesting beyond the limit.
        NotUnderstoodError: for a character encoding that expat does not know.
    """
    handler = make()
    try:
        _feed(data, handler, limits)
    except expat.ExpatError as error:
        if error.code in _UNKNOWN_ENCODINGS:
            raise NotUnderstoodError(str(error)) from error
        recovered = make()
        if _recover(data, recovered, limits):
            handler = recovered
        return handler, f"broken XML: {error}"
    return handler, ""


def _feed(data: bytes, handler: Handler, limits: Limits) -> None:
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.buffer_size = 65536
    watched = handler if hasattr(handler, "depth") else _Counted(handler)
    parser.StartElementHandler = watched.start
    parser.EndElementHandler = watched.end
    parser.CharacterDataHandler = handler.data
    parser.EntityDeclHandler = _refuse_entity
    try:
        for at in range(0, len(data), CHUNK):
            parser.Parse(data[at : at + CHUNK], False)
            if watched.depth > limits.maximum_depth:
                raise ReadingError(Status.TOO_LARGE, f"elements nested more than {limits.maximum_depth} deep")
        parser.Parse(b"", True)
    except (ValueError, LookupError) as error:  # of an encoding with several bytes a character, of an unknown one
        raise NotUnderstoodError(str(error)) from error


class _Counted:
    """Counts the depth for a handler that does not."""

    def __init__(self, handler: Handler) -> None:
        self.depth = 0
        self._start, self._end = handler.start, handler.end

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        self._start(name, attributes)

    def end(self, name: str) -> None:
        self.depth -= 1
        self._end(name)


def _refuse_entity(*_declaration: object) -> None:
    raise ReadingError(Status.DAMAGED, "the XML declares entities, which no office program writes")


def _recover(data: bytes, handler: Handler, limits: Limits) -> bool:
    """Send what lxml can recover of `data`; say whether there was anything."""
    if len(data) > MOST_RECOVERED:
        return False
    from lxml import etree  # noqa: PLC0415 - only broken parts need it

    parser = etree.XMLParser(
        recover=True, resolve_entities=False, no_network=True, huge_tree=True, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(_STRAY.sub(b"&amp;", data), parser)
    except (etree.XMLSyntaxError, ValueError):
        return False
    if root is None:
        return False
    depth = 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if not isinstance(element.tag, str):
            continue
        if event == "start":
            depth += 1
            if depth > limits.maximum_depth:
                raise ReadingError(Status.TOO_LARGE, f"elements nested more than {limits.maximum_depth} deep")
            attributes = {_spaced(str(key)): str(value) for key, value in element.attrib.items()}
            handler.start(_spaced(element.tag), attributes)
            handler.data(element.text or "")
        else:
            depth -= 1
            handler.end(_spaced(element.tag))
            handler.data(element.tail or "")
    return True


def _spaced(tag: str) -> str:
    return tag[1:].replace("}", " ", 1) if tag.startswith("{") else tag
