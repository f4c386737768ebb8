"""The sample documents: copied to a place of the user's own, so that they can be tried out and thrown away."""

from __future__ import annotations

import os
import shutil

import platformdirs

from core.errors import KnownError
from resources import resource_path


def place_samples(place: str | None = None) -> str:
    """Copy the samples and return the folder they are in now; what is there already stays as it is.

    Raises:
        KnownError: when they cannot be written.
    """
    target = place or os.path.join(platformdirs.user_data_dir("neartwin", False), "samples")
    try:
        if not os.path.isdir(target) or not os.listdir(target):
            shutil.copytree(resource_path("samples"), target, dirs_exist_ok=True)
    except OSError as error:
        raise KnownError(
            "The samples cannot be written to {folder}: {reason}", folder=target, reason=error.strerror or str(error)
        ) from error
    return target
