"""What holds for all tests: properties are searched without a clock, and the same way each time on a build machine."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile(
    "neartwin",
    deadline=None,  # a busy machine is no fault of the code; pytest-timeout ends what hangs
    derandomize=bool(os.environ.get("CI")),
    print_blob=True,
)
settings.load_profile("neartwin")
