"""Installs a package as a user would, tries the installed program, and takes it away again.

    python installer/try_package.py deb [PACKAGE]       in a bare Debian 12 (debootstrap, as root; Xvfb outside)
    python installer/try_package.py windows [PACKAGE]   under Wine; what Wine cannot show is listed at the end

PACKAGE is by default the newest in dist/. Exits 1 with a sentence where something does not work.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from installer.linux.trial import try_deb  # noqa: E402  # found only once the checkout is on the path
from installer.trial import TrialError  # noqa: E402  # the same
from installer.windows.trial import try_installer  # noqa: E402  # the same

PATTERNS = {"deb": "neartwin_*.deb", "windows": "neartwin-*-windows-*.exe"}


def newest(kind: str) -> Path:
    """Return the package made last.

    Raises:
        TrialError: when there is none.
    """
    found = sorted((ROOT / "dist").glob(PATTERNS[kind]), key=lambda path: path.stat().st_mtime)
    if not found:
        raise TrialError(f"There is no {PATTERNS[kind]} in dist/. Run python installer/build.py first.")
    return found[-1]


def main() -> int:
    """Try one kind of package; return 0 when all of it works."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=sorted(PATTERNS))
    parser.add_argument("package", nargs="?", type=Path)
    arguments = parser.parse_args()
    try:
        package = arguments.package or newest(arguments.kind)
        print(f"== {package.name}, {package.stat().st_size / 1e6:.1f} MB")
        {"deb": try_deb, "windows": try_installer}[arguments.kind](package)
    except TrialError as error:
        print(f"FAIL {error}", file=sys.stderr)
        return 1
    print("== all of it works")
    return 0


if __name__ == "__main__":
    sys.exit(main())
