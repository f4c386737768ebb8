"""What the dialogs before a disposal say: one title, one sentence on what can be undone, one line a warning."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from core.actions import Action
from gui.phrases import changes_text, display

if TYPE_CHECKING:
    from core.actions import Loss, Plan, Warned
    from gui.words import Words


def title(words: Words, plan: Plan) -> str:
    """Return the question that the dialog asks."""
    n = len(plan.items)
    return {
        Action.TRASH: words.count("Move {n} file to the trash?", "Move {n} files to the trash?", n),
        Action.HOLD: words.count("Move {n} file to the holding folder?", "Move {n} files to the holding folder?", n),
        Action.MOVE: words.count("Move {n} file to another folder?", "Move {n} files to another folder?", n),
        Action.HARD_LINK: words.count("Replace {n} file by a hard link?", "Replace {n} files by hard links?", n),
        Action.SYMLINK: words.count("Replace {n} file by a link?", "Replace {n} files by links?", n),
        Action.DELETE: words.count("Erase {n} file for good?", "Erase {n} files for good?", n),
    }[way_of(plan)]


def way_of(plan: Plan) -> Action:
    """Return what happens to all files of a plan: of volumes without trash, none goes to one."""
    is_all_held = bool(plan.items) and all(item.action is Action.HOLD for item in plan.items)
    return Action.HOLD if plan.action is Action.TRASH and is_all_held else plan.action


def consequence(words: Words, plan: Plan) -> str:
    """Return what is gained and how it can be taken back."""
    size = words.size(plan.freed_bytes)
    if way_of(plan) is Action.DELETE:
        return words.say("They do not go to the trash. Nobody can bring them back, and {size} become free.", size=size)
    if way_of(plan) is Action.TRASH:
        return words.say(
            "{size} become free once you empty the trash. Until then the journal brings every file back.", size=size
        )
    return words.say("The journal brings every file back. {size} are involved.", size=size)


def button(words: Words, plan: Plan) -> str:
    """Return what the button that does it says."""
    n = len(plan.items)
    return {
        Action.TRASH: words.count("Move {n} file to the trash", "Move {n} files to the trash", n),
        Action.DELETE: words.count("Erase {n} file for good", "Erase {n} files for good", n),
        Action.HARD_LINK: words.count("Replace {n} file", "Replace {n} files", n),
        Action.SYMLINK: words.count("Replace {n} file", "Replace {n} files", n),
    }.get(way_of(plan), words.count("Move {n} file", "Move {n} files", n))


def warning(words: Words, warned: Warned) -> str:
    """Return the sentence of a warning, numbers and sizes as people read them."""
    values = dict(warned.values)
    for name, value in values.items():
        if isinstance(value, int):
            values[name] = words.size(value) if name == "size" else words.number(value)
        elif isinstance(value, str):
            values[name] = display(value)
    return words.say(warned.message, **values) if values else words.say(warned.message)


def loss_sentence(words: Words, loss: Loss) -> str:
    """Return what would be lost with a file, and what like it stays."""
    if loss.keeper is None:
        return words.say("Nothing like it stays.")
    keeper = display(os.path.basename(loss.keeper))
    if loss.similarity is None:
        return words.say(
            "Only its text stays, in {keeper}: formatting, pictures, links or changes may differ.", keeper=keeper
        )
    sentence = words.say("{share} like {keeper}, which stays.", share=words.percent(loss.similarity), keeper=keeper)
    changes = "" if loss.changes is None else changes_text(words, loss.changes)
    return words.say("{sentence} Words: {changes}.", sentence=sentence, changes=changes) if changes else sentence
