"""From a checkout to a running program in one command, with nothing but Python 3.11 or newer.

    python3 installer/bootstrap.py run [ARGS]     make .venv, install, start `neartwin ARGS`
    python3 installer/bootstrap.py test [ARGS]    the same, then ruff, mypy and pytest (with ARGS for pytest)

Standard library only, for Linux, Windows and macOS. An environment that is up to date is used as it is: a stamp
beside it says from which pyproject.toml, constraints.txt and Python it was made. On Debian-like systems missing
system libraries are installed where that needs no question (root, or sudo without a password); elsewhere the one
command that does it is printed. Progress goes to standard error, so that `run scan F --json -` stays clean.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "neartwin.stamp"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
SUFFIX = ".exe" if os.name == "nt" else ""
OLDEST_PYTHON = (3, 11)

QT_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
}
"""What Qt needs before it draws anything: library to Debian package (found out on a bare Debian 12)."""

X11_LIBRARIES = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
"""What Qt needs for a window on X11."""

TEST_COMMANDS = {
    "Xvfb": "xvfb",
    "openbox": "openbox",
    "xdotool": "xdotool",
    "import": "imagemagick",
    "dbus-daemon": "dbus-daemon",
    "fc-list": "fontconfig",
    "redis-server": "redis-server",
    "openssl": "openssl",
    "strace": "strace",
}
"""Programs that the tests start: command to Debian package."""

TEST_FILES = {
    "/usr/libexec/at-spi-bus-launcher": "at-spi2-core",
    "/usr/lib/python3/dist-packages/pyatspi": "python3-pyatspi",
}
"""What those tests need to walk through the window by the names that a screen reader says: place to package."""

CHINESE_FONT_PACKAGE = "fonts-wqy-microhei"
"""The smallest font in Debian that covers what the tests show."""


class SetupError(Exception):
    """Nothing more can be done here; the message is a sentence with the next step."""


def say(sentence: str) -> None:
    """Tell the user what is going on, on standard error."""
    print(sentence, file=sys.stderr, flush=True)


def fingerprint() -> str:
    """Return what the environment must have been made from: place, project files and Python."""
    digest = hashlib.sha256(f"{ROOT} {sys.version_info[:2]} {sys.platform}".encode("utf-8", "replace"))
    for name in ("pyproject.toml", "constraints.txt", "setup.py"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def installed_extras() -> set[str] | None:
    """Return with which extras .venv was made from the present project files; None if it was not."""
    if not program("python").exists() or not STAMP.exists():
        return None
    made_from, *extras = STAMP.read_text(encoding="ascii").split()
    return set(extras) if made_from == fingerprint() else None


def program(name: str) -> Path:
    """Return the path of a program inside .venv."""
    return BIN / f"{name}{SUFFIX}"


def make_environment(extra: str = "") -> None:
    """Make or update .venv with the pinned versions; the stamp is written last, so a broken run is repeated."""
    extras = installed_extras()
    if extras is not None and (not extra or extra in extras):
        return
    if not has_working_pip():
        create_venv()
    STAMP.unlink(missing_ok=True)
    say("Installing Neartwin's libraries into .venv (once; about 500 MB on disk) ...")
    extras = (extras or set()) | ({extra} if extra else set())
    target = f".[{','.join(sorted(extras))}]" if extras else "."
    pip = ["pip", "--disable-pip-version-check", "--no-input", "install", "--quiet"]
    environment = {**os.environ, "PIP_USE_PEP517": "1"}  # older pip builds jieba without complaint
    done = run_module(*pip, "--constraint", "constraints.txt", "--editable", target, environment=environment)
    if done != 0:
        raise SetupError("The libraries could not be installed (see above). Check the network and call again.")
    STAMP.write_text(" ".join([fingerprint(), *sorted(extras)]), encoding="ascii")


def has_working_pip() -> bool:
    """Does .venv hold a Python of this version with pip?"""
    if not program("python").exists():
        return False
    probe = f"import pip, sys; sys.exit(sys.version_info[:2] != {tuple(sys.version_info[:2])})"
    return subprocess.run([program("python"), "-c", probe], check=False, capture_output=True).returncode == 0


def create_venv() -> None:
    """Make an empty .venv; Debian keeps what that needs in a package of its own."""
    if importlib.util.find_spec("ensurepip") is None:
        install_packages([f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"], "to make an environment")
    done = subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], check=False)
    if done.returncode != 0:
        raise SetupError(f"No environment could be made in {VENV}. Is the folder writable?")


def missing_libraries(libraries: dict[str, str]) -> list[str]:
    """Return the Debian packages of those shared libraries that this Linux cannot load."""
    packages = []
    for library, package in libraries.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            packages.append(package)
    return packages


def missing_for_tests() -> list[str]:
    """Return the Debian packages that the test command needs and that are not there."""
    packages = missing_libraries({**QT_LIBRARIES, **X11_LIBRARIES})
    packages += [package for command, package in TEST_COMMANDS.items() if not shutil.which(command)]
    packages += [package for place, package in TEST_FILES.items() if not Path(place).exists()]
    return packages if has_chinese_font() else [*packages, CHINESE_FONT_PACKAGE]


def has_chinese_font() -> bool:
    """Does fontconfig know a font with Chinese characters?"""
    if not shutil.which("fc-list"):
        return False
    listing = subprocess.run(["fc-list", ":lang=zh-cn", "family"], check=False, capture_output=True)
    return bool(listing.stdout.strip())


def install_packages(packages: list[str], purpose: str) -> None:
    """Install Debian packages without a question, or say the one command that does it.

    Raises:
        SetupError: when this is no Debian-like system, when rights are missing, or when apt fails.
    """
    if not packages:
        return
    if not shutil.which("apt-get"):
        raise SetupError(f"System libraries are missing {purpose}; their Debian names are: {' '.join(packages)}.")
    elevated = elevation()
    command = f"apt-get install -y --no-install-recommends {' '.join(packages)}"
    if elevated is None:
        raise SetupError(f"System packages are missing {purpose}. Run this, then call again:\n  sudo {command}")
    say(f"Installing system packages {purpose}: {' '.join(packages)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["apt-get", "update"], command.split()):
        done = subprocess.run(
            [*elevated, *arguments], check=False, env=environment, stdin=subprocess.DEVNULL, capture_output=True
        )
        if done.returncode != 0 and arguments[1] == "install":
            say(done.stderr.decode(errors="replace"))
            raise SetupError(f"apt-get failed (see above). Run this, then call again:\n  sudo {command}")


def elevation() -> list[str] | None:
    """Return what to put before a command that needs root's rights; None where that would need a question."""
    if os.name == "posix" and os.geteuid() == 0:
        return []
    if not shutil.which("sudo"):
        return None
    is_granted = subprocess.run(["sudo", "-n", "true"], check=False, capture_output=True).returncode == 0
    return ["sudo", "-n"] if is_granted else None


def compile_catalogue() -> None:
    """Compile translations that are newer than their compiled file; the program does without, but starts slower."""
    for source in (ROOT / "resources" / "translations").glob("*/*.po"):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime_ns < source.stat().st_mtime_ns:
            files: list[str | Path] = ["--input-file", source, "--output-file", compiled]
            run_module("babel.messages.frontend", "--quiet", "compile", "--locale", source.parent.name, *files)


def run_module(*arguments: str | Path, environment: dict[str, str] | None = None) -> int:
    """Run `python -m ...` of .venv in the checkout with our own input and output; return its exit code."""
    return subprocess.run([program("python"), "-m", *arguments], cwd=ROOT, env=environment, check=False).returncode


def wants_window(arguments: list[str]) -> bool:
    """Will `neartwin ARGS` open the window? It does with nothing, and with files or folders to look at."""
    return not arguments or Path(arguments[0]).exists()


def has_display() -> bool:
    """Is there a screen to open a window on? Windows and macOS always have one."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def run(arguments: list[str]) -> int:
    """Start the program; return its exit code."""
    make_environment()
    compile_catalogue()
    if wants_window(arguments):
        if not has_display():
            say(
                "Neartwin is installed, but there is no display here to open its window on; the same from the command"
                " line is:\n  python3 installer/bootstrap.py run scan FOLDER"
            )
            return 0
        if sys.platform.startswith("linux"):
            install_packages(missing_libraries({**QT_LIBRARIES, **X11_LIBRARIES}), "for the window")
    command = [str(program("neartwin")), *arguments]
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.run(command, check=False).returncode


def test(arguments: list[str]) -> int:
    """Run the whole test command, every part of it even when one fails; pytest's closing line comes last."""
    if sys.platform.startswith("linux"):
        install_packages(missing_for_tests(), "for the tests")
    make_environment("dev")
    compile_catalogue()
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    if sys.platform.startswith("linux"):
        environment["QT_QPA_PLATFORM"] = "offscreen"
    say("ruff check ...")
    ruff = run_module("ruff", "check", "--quiet", ".")
    say("mypy --strict ...")
    mypy = run_module("mypy")
    say("pytest ...")
    pytest = run_module("pytest", *arguments, environment=environment)
    for name, code in (("ruff", ruff), ("mypy", mypy)):
        if code != 0:
            say(f"{name} found faults (see above).")
    return ruff or mypy or pytest


def main(arguments: list[str]) -> int:
    """Do what the command line says; return the exit code: 0 done, 2 wrong call, 3 stopped, else the program's."""
    if sys.version_info < OLDEST_PYTHON:  # this file is what people start with any Python they have
        say(f"Neartwin needs Python {OLDEST_PYTHON[0]}.{OLDEST_PYTHON[1]} or newer; this is {sys.version.split()[0]}.")
        return 3
    actions = {"run": run, "test": test}
    if not arguments or arguments[0] not in actions:
        say((__doc__ or "").strip())
        return 2
    try:
        return actions[arguments[0]](arguments[1:])
    except SetupError as error:
        say(str(error))
        return 3
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
