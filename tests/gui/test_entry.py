"""The entry point: light, without Qt for a subcommand, one sentence without a display."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh interpreter without a display."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    kept.pop("QT_QPA_PLATFORM", None)
    return subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=kept | {"LC_ALL": "C.UTF-8"} | environment,
        timeout=60,
    )


def test_a_subcommand_runs_without_qt() -> None:
    done = python(
        "import sys\nfrom gui.__main__ import main\n"
        "try:\n    main(['text', '--help'])\nexcept SystemExit:\n    pass\n"
        "assert not any(name.startswith('PySide6') for name in sys.modules)\nprint('light')"
    )

    assert done.stdout.endswith("light\n"), done.stderr


def test_importing_the_entry_point_loads_nothing_heavy() -> None:
    done = python(
        "import sys\nimport gui.__main__\n"
        "print([name for name in ('PySide6', 'numpy', 'jieba', 'core.wording', 'babel') if name in sys.modules])"
    )

    assert done.stdout == "[]\n", done.stderr


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a display")
def test_without_a_display_one_sentence_names_the_command() -> None:
    done = python("import sys\nfrom gui.__main__ import main\nsys.exit(main([]))")

    assert done.returncode == 3
    assert done.stderr.count("\n") == 1
    assert "neartwin scan FOLDER" in done.stderr
