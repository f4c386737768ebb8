"""What the comparison says above, below and in place of the texts."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from core.documents import Relation
from core.errors import ProblemKind
from gui import phrases
from gui.comparison import Mark
from gui.phrases import display

if TYPE_CHECKING:
    from gui.comparison import Comparison
    from gui.key_caps import Hint
    from gui.words import Words


def headline(words: Words, shown: Comparison) -> str:
    """Return the first line: how the two are alike, or how many differences there are."""
    if shown.relation is Relation.IDENTICAL:
        return words.say("Every byte is the same")
    total = len(shown.differences) + len(shown.objects)
    if not total:
        if shown.rows:
            is_certain = not any(shown.stored)  # a stored text says nothing of the layout
            same = words.say("The texts are the same; only the layout differs")
            return same if is_certain else words.say("The texts are the same")
        return words.say("The pictures") if shown.pictures is not None else words.say("No texts to compare")
    critical = sum(one.mark is Mark.CRITICAL for one in shown.differences)
    title = words.count("{n} difference", "All {n} differences", total)
    if not critical:
        return title
    if critical == total > 1:
        return words.say("{title}, all in numbers or other weighty words", title=title)
    return words.count(
        "{title}, {n} of them in numbers or other weighty words",
        "{title}, {n} of them in numbers or other weighty words",
        critical,
        title=title,
    )


def subline(words: Words, shown: Comparison) -> str:
    """Return the second line: the proof of identical files, or what kind of pair this usually is; "" for none."""
    if shown.relation is Relation.IDENTICAL:
        size = words.count("{n} byte", "{n} bytes", shown.left.size)
        proof = words.say("checked just now, byte by byte") if shown.is_proved else words.say("as the last scan found")
        md5 = shown.left.md5 or shown.right.md5
        digest = words.say("MD5 {digest}", digest=f"{md5[:4]}…{md5[-4:]}") if md5 else ""
        return " · ".join(part for part in (proof, size, digest) if part)
    said = [
        words.say(
            "{name} cannot be read now; the text that the library keeps is shown.",
            name=display(os.path.basename(side.path)),
        )
        for side, is_stored in zip((shown.left, shown.right), shown.stored, strict=True)
        if is_stored
    ]
    if shown.pair is not None:
        said.append(phrases.pair_sentence(words, shown.pair))
    if shown.only_numbers:
        said.append(words.say("Only numbers differ: usually two documents made from one form, not copies."))
    elif shown.order_differs:
        has_only_moved = not shown.objects and all(one.mark is Mark.MOVED for one in shown.differences)
        said.append(
            words.say("The same parts stand in another order.")
            if has_only_moved
            else words.say("Some parts stand in another place.")
        )
    return " ".join(said)


def no_text_sentence(words: Words, shown: Comparison) -> str:
    """Return why there is no text side by side."""
    names = [display(os.path.basename(side.path)) for side in (shown.left, shown.right)]
    sentences = [
        _reason(words, kind, name) for kind, name in zip(shown.no_text, names, strict=True) if kind is not None
    ]
    if not sentences:
        return words.say("Nothing in these files is text. Open them to look at them.")
    return " ".join(sentences)


def hints(words: Words, shown: Comparison | None) -> list[Hint]:
    """Return the keys that work with what is shown."""
    say, space = words.say, words.name("key", "Space")
    rows: Hint = (("J", "K"), say("down, up"))
    mark: Hint = ((space,), say("mark"))
    if shown is None:
        return [rows, mark]
    files: list[Hint] = [(("O",), say("open")), (("F",), say("folder"))]
    if shown.relation is Relation.IDENTICAL:
        return [mark, *files, rows]
    steps: list[Hint] = [(("N",), say("next")), (("P",), say("previous"))] if shown.differences else []
    return [*steps, rows, mark, (("X",), say("not duplicates")), *files]


def _reason(words: Words, kind: ProblemKind, name: str) -> str:
    return {
        ProblemKind.NO_TEXT: words.say("{name} holds no text, only pictures or nothing.", name=name),
        ProblemKind.ENCRYPTED: words.say("{name} is protected by a password.", name=name),
        ProblemKind.DAMAGED: words.say("{name} is damaged.", name=name),
        ProblemKind.NOT_AS_NAMED: words.say("{name} is not what its name says.", name=name),
        ProblemKind.TOO_LARGE: words.say("{name} is too large for its text to be read.", name=name),
        ProblemKind.TIMEOUT: words.say("Reading {name} took too long.", name=name),
        ProblemKind.UNSUPPORTED: words.say("{name} is of a kind whose text is not read.", name=name),
        ProblemKind.OFFLINE: words.say("{name} is not there now; connect its disk.", name=name),
        ProblemKind.CLOUD_ONLY: words.say("{name} is only in the cloud.", name=name),
        ProblemKind.CHANGED: words.say("{name} changed since the scan; scan again.", name=name),
        ProblemKind.DENIED: words.say("{name} may not be read by you.", name=name),
        ProblemKind.UNREADABLE: words.say("{name} could not be read.", name=name),
    }[kind]
