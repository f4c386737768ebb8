"""numpy, loaded when something of it is used first: that takes a while, and the window is painted before."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """Return what numpy has under `name`; the module keeps it, so that this is asked once for each name."""
    import numpy  # noqa: PLC0415 - this is what the module is for

    found = globals()[name] = getattr(numpy, name)
    return found
