"""Builds a Windows installer here, under Wine, as a rehearsal: python installer/windows/rehearsal.py

A release is built on a real Windows with the Python of python.org; the workflow in .github does that. This one shows
on any Debian that the spec, the frozen program, and the installer work at all. Its Python is put together from the
interpreter inside a wheel of panda3d, this machine's standard library, and the wheels for Windows of the pinned
versions. The result stands in dist/ and says in its name what it is.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from installer import bootstrap, build  # noqa: E402  # found only once the checkout is on the path
from installer.trial import TrialError  # noqa: E402  # the same
from installer.windows.pack import make_installer  # noqa: E402  # the same
from installer.windows.version_info import write_version_info  # noqa: E402  # the same
from installer.windows.wine import COMPILER, SHIMS, Wine, need  # noqa: E402  # the same

PLACE = ROOT / "build" / "wine"
PYTHON = PLACE / "python"
WHEELS = PLACE / "wheels"
PACKAGES = PYTHON / "Lib" / "site-packages"
FROZEN = PLACE / "frozen" / "neartwin"
INTERPRETER = "panda3d==1.10.16"
"""The only wheel known that holds python311.dll with all its modules; for rehearsals, never to be shipped."""

WINDOWS = ("--only-binary=:all:", "--platform=win_amd64", "--python-version=3.11", "--implementation=cp")
OLDER_NUMPY = "numpy==2.0.2"
"""Newer ones call crealf() when imported, which the C library of Wine 8 does not have; Windows does."""

WINDOWS_ONLY = ("colorama", "pefile", "pywin32-ctypes")
"""What the wheels ask for on Windows only: pip, which runs on another system, does not see it."""

SOURCE_ONLY = "jieba"
"""There is no wheel of it: it is pure Python, and copied."""

LEFT_OUT = ("lib-dynload", "site-packages", "test", "idlelib", "tkinter", "turtledemo", "ensurepip", "__pycache__")
BESIDE = ("python311.dll", "VCRUNTIME140.dll")


def pip(*arguments: str | Path) -> None:
    """Run .venv's pip.

    Raises:
        TrialError: when it fails.
    """
    if subprocess.run([sys.executable, "-m", "pip", "--quiet", *arguments], check=False).returncode != 0:
        raise TrialError(f"pip {arguments[0]} failed; it said above why")


def requirements() -> list[str]:
    """Return what the program and its packing need, but what has no wheel."""
    import tomllib  # noqa: PLC0415  # for one step only

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["package"], "pillow", *WINDOWS_ONLY]
    return [line for line in wanted if not line.startswith(SOURCE_ONLY)]


def fetch_wheels() -> None:
    """Download the pinned versions for Windows, and the interpreter."""
    WHEELS.mkdir(parents=True, exist_ok=True)
    pinned = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    constraints = PLACE / "constraints.txt"
    constraints.write_text("\n".join([*(line for line in pinned if not line.startswith("numpy=")), OLDER_NUMPY, ""]))
    pip("download", *WINDOWS, "--dest", WHEELS, "--constraint", constraints, *requirements())
    pip("download", *WINDOWS, "--no-deps", "--dest", PLACE, INTERPRETER)


def lay_interpreter() -> None:
    """Lay out python.exe, its libraries and the standard library as on Windows."""
    (PYTHON / "DLLs").mkdir(parents=True)
    with zipfile.ZipFile(next(PLACE.glob("panda3d-*.whl"))) as wheel:
        for name in wheel.namelist():
            short = name.removeprefix("deploy_libs/")
            if short == name or not short or short.startswith(("api-ms-", "tcl", "tk", "_tkinter")):
                continue
            (PYTHON / ("" if short in BESIDE else "DLLs") / short).write_bytes(wheel.read(name))
    shutil.copytree(sysconfig.get_path("stdlib"), PYTHON / "Lib", ignore=shutil.ignore_patterns(*LEFT_OUT))
    subprocess.run([COMPILER, "-municode", "-O2", "-o", PYTHON / "python.exe", SHIMS / "python.c"], check=True)
    forward_stable_names()


def forward_stable_names() -> None:
    """Make python3.dll, which wheels for the stable ABI ask for: each of its names stands in python311.dll."""
    tool = COMPILER.replace("gcc", "objdump")
    told = subprocess.run([tool, "-p", PYTHON / "python311.dll"], check=True, capture_output=True, text=True).stdout
    table = told.split("[Ordinal/Name Pointer] Table", 1)[1]
    names = [line.split()[-1] for line in table.splitlines() if line.strip().startswith("[")]
    lines = [f"{name}=python311.{name}" for name in names if name.lstrip("_").startswith("Py")]
    definition = PLACE / "python3.def"
    definition.write_text("\n".join(["LIBRARY python3.dll", "EXPORTS", *lines, ""]), encoding="ascii")
    plain = ["-shared", "-nostartfiles", "-nostdlib", "-e", "DllMain"]
    subprocess.run([COMPILER, *plain, "-o", PYTHON / "python3.dll", SHIMS / "empty.c", definition], check=True)


def install_packages() -> None:
    """Put the libraries beside the interpreter, with the metadata of this checkout."""
    wheels = sorted(WHEELS.glob("*.whl"))
    pip("install", *WINDOWS, "--no-deps", "--no-index", "--target", PACKAGES, *wheels)
    here = Path(sysconfig.get_path("purelib"))
    for found in (*here.glob(f"{SOURCE_ONLY}*"), *here.glob("neartwin-*.dist-info")):
        shutil.copytree(found, PACKAGES / found.name, ignore=shutil.ignore_patterns("__pycache__"))


def make_python() -> None:
    """Put Windows' Python together, once."""
    done = PLACE / ".ready"
    made_from = "\n".join([*requirements(), (ROOT / "constraints.txt").read_text(encoding="utf-8")])
    if done.exists() and done.read_text(encoding="utf-8") == made_from:
        return
    shutil.rmtree(PLACE, ignore_errors=True)
    fetch_wheels()
    lay_interpreter()
    install_packages()
    done.write_text(made_from, encoding="utf-8")


def freeze(wine: Wine) -> None:
    """Run PyInstaller under Wine.

    Raises:
        TrialError: when it does not make both programs.
    """
    write_version_info(ROOT / "build" / "version_info.txt", build.version())
    places = [f"--distpath=Z:{FROZEN.parent}", f"--workpath=Z:{PLACE / 'work'}"]
    wine.environment["PYINSTALLER_CONFIG_DIR"] = f"Z:{PLACE / 'pyinstaller'}"
    command = [str(PYTHON / "python.exe"), "-m", "PyInstaller", "--noconfirm", "--log-level=WARN", *places]
    code, said = wine.run([*command, "installer/app.spec"], seconds=1200, folder=ROOT)
    if code != 0 or not (FROZEN / "neartwin-cli.exe").exists():
        raise TrialError(f"PyInstaller ended with {code}: {said[-3000:]}")


def rehearse() -> Path:
    """Do all steps; return the installer."""
    need("wine", "makensis", COMPILER)
    build.step("putting a Python for Windows together")
    make_python()
    build.step("making a Windows")
    wine = Wine(PLACE / "prefix")
    wine.make()
    try:
        build.step("freezing")
        bootstrap.compile_catalogue()
        freeze(wine)
    finally:
        wine.stop()
    print(f"   installed size {build.size_of(FROZEN) / 1e6:.0f} MB")
    build.step("packing")
    build.DIST.mkdir(exist_ok=True)
    made = make_installer(FROZEN, build.DIST, build.version())
    return made.rename(made.with_stem(f"{made.stem}-rehearsal"))


def main() -> int:
    """Make .venv, then build with its Python."""
    bootstrap.make_environment("package")
    if Path(sys.prefix).resolve() != bootstrap.VENV.resolve():
        return subprocess.run([bootstrap.program("python"), __file__, *sys.argv[1:]], check=False).returncode
    try:
        package = rehearse()
    except TrialError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"   {package.relative_to(ROOT)} {package.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
