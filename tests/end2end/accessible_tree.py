"""Answers questions about the accessibility tree of a running program, one JSON object a line.

Run by the system's Python (pyatspi comes with it, not with the project's environment):

    {"role": "push button", "name": "Scan"}  ->  [{"name", "role", "x", "y", "width", "height", "states"}, ...]

`name` and `role` may be left out; `contains` looks for a part of the name. `{"do": "Press", ...}` does the action of
that name of the first element found, `{"write": "text", ...}` puts a text into it. Positions are those of the screen.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any

import pyatspi


def elements(node: Any, depth: int = 0) -> Iterator[Any]:
    """Yield a node and everything below it; what goes away meanwhile is passed over."""
    yield node
    if depth > 40:
        return
    try:
        node.clearCache()  # what was asked before may have changed since
        children = [node.getChildAtIndex(number) for number in range(min(node.childCount, 400))]
    except Exception:  # noqa: BLE001 - the tree changes while it is read, and D-Bus has errors of many kinds
        return
    for child in children:
        if child is not None:
            yield from elements(child, depth + 1)


def facts(node: Any) -> dict[str, Any]:
    """Return what can be asked of an element."""
    row: dict[str, Any] = {"name": node.name, "role": node.getRoleName(), "x": 0, "y": 0, "width": 0, "height": 0}
    row["states"] = [pyatspi.stateToString(state) for state in node.getState().getStates()]
    row["description"] = node.description
    try:
        box = node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
        row.update(x=box.x, y=box.y, width=box.width, height=box.height)
    except NotImplementedError:
        pass
    return row


def fits(row: dict[str, Any], question: dict[str, Any]) -> bool:
    """Return whether an element is what was asked for."""
    return (
        question.get("role") in (None, row["role"])
        and question.get("name") in (None, row["name"])
        and (question.get("contains") or "") in row["name"]
        and (not question.get("showing") or "showing" in row["states"])
    )


def answer(question: dict[str, Any], program: str) -> list[dict[str, Any]]:
    """Return the elements of the program that fit a question."""
    found = []
    for application in pyatspi.Registry.getDesktop(0):
        if application is None or program not in (application.name or ""):
            continue
        for node in elements(application):
            try:
                row = facts(node)
            except Exception:  # noqa: BLE001 - see elements
                continue
            if fits(row, question):
                found.append(row)
                if "do" in question or "write" in question:
                    act(node, question)
                    return found
    return found


def act(node: Any, question: dict[str, Any]) -> None:
    """Do to an element what its assistive interfaces offer."""
    if "write" in question:
        node.queryEditableText().setTextContents(question["write"])
        return
    actions = node.queryAction()
    names = [actions.getName(number) for number in range(actions.nActions)]
    actions.doAction(names.index(question["do"]))


def main() -> None:
    """Answer until the questions end."""
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(json.loads(line), sys.argv[1])) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
