"""Tries the .deb in a bare Debian 12: apt resolves it, the program works, nothing but the library is left of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from installer.trial import TrialError, expect, try_commands, try_disposal, write_documents

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SUITE = "bookworm"
BASE = Path.home() / ".cache" / "neartwin-trial" / SUITE
SHOT = "neartwin-window.png"
CORPUS = Path(os.environ.get("NEARTWIN_CORPUS", Path(__file__).resolve().parents[3] / "shared" / "corpus")) / "robust"
"""Real documents to read with the installed program, where there are some."""


WITH_PROBLEMS = 1
"""Exit code of a scan that is done, with files that could not be read."""


def must(command: Sequence[str | Path], what: str, accepted: tuple[int, ...] = (0,)) -> str:
    """Run a command; return what it printed.

    Raises:
        TrialError: when it fails.
    """
    done = subprocess.run(command, check=False, capture_output=True, stdin=subprocess.DEVNULL)
    if done.returncode not in accepted:
        raise TrialError(f"{what} failed ({done.returncode}): {done.stderr.decode(errors='replace')[-2000:]}")
    return done.stdout.decode("utf-8", errors="replace")


def make_base() -> None:
    """Make the bare system once: nothing but what Debian calls essential, apt, and this machine's certificates."""
    if (BASE / ".ready").exists():
        return
    shutil.rmtree(BASE, ignore_errors=True)
    BASE.mkdir(parents=True)
    must(["debootstrap", "--variant=minbase", "--include=ca-certificates", SUITE, BASE], "debootstrap")
    for certificate in Path("/usr/local/share/ca-certificates").glob("*.crt"):
        shutil.copy(certificate, BASE / "usr/local/share/ca-certificates")
    must(["chroot", BASE, "update-ca-certificates"], "update-ca-certificates")
    (BASE / ".ready").touch()


class Chroot:
    """A copy of the bare system in which commands can be run."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def run(self, command: list[str], what: str, accepted: tuple[int, ...] = (0,)) -> str:
        """Run a command as its root; see `must`."""
        base = ["HOME=/root", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive"]
        return must(["env", "-i", *base, "chroot", self.root, *command], what, accepted)

    def files(self) -> set[str]:
        """Return all paths but those that apt and the kernel keep for themselves."""
        skipped = ("proc", "dev", "sys", "tmp", "run", "var/lib", "var/cache", "var/log", "root")
        found = set()
        for folder, folders, names in os.walk(self.root):
            place = os.path.relpath(folder, self.root)
            folders[:] = [name for name in folders if os.path.normpath(os.path.join(place, name)) not in skipped]
            found |= {os.path.normpath(os.path.join(place, name)) for name in (*folders, *names)}
        return found


@contextmanager
def bare_debian() -> Iterator[Chroot]:
    """Give a fresh copy of the bare system, with /proc and /dev, and take it away afterwards."""
    make_base()
    root = Path(tempfile.mkdtemp(prefix="bare-", dir=BASE.parent))
    with ExitStack() as stack:
        # another file system, /dev of this machine above all, is never entered, should it still be mounted
        stack.callback(must, ["rm", "-rf", "--one-file-system", root], "removing the copy")
        must(["cp", "-a", f"{BASE}/.", root], "copying the bare system")
        for options, place in ((["-t", "proc", "proc"], "proc"), (["--bind", "/dev"], "dev")):
            must(["mount", *options, root / place], "mount")
            stack.callback(must, ["umount", "-l", root / place], "umount")
        for name in ("resolv.conf", "hosts"):
            shutil.copyfile(f"/etc/{name}", root / "etc" / name)
        yield Chroot(root)


@contextmanager
def display() -> Iterator[str]:
    """Give the name of a display on an Xvfb of our own outside the bare system."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        try:
            yield f":{number}"
        finally:
            server.terminate()


def try_deb(package: Path) -> None:
    """Install, try, look at the window, purge.

    Raises:
        TrialError: naming what does not work.
    """
    if os.geteuid() != 0:
        raise TrialError("A bare Debian can be made by root only: sudo python installer/try_package.py deb")
    version = package.name.split("_")[1]
    with bare_debian() as debian:
        debian.run(["apt-get", "update"], "apt-get update")
        before = debian.files()
        shutil.copy(package, debian.root / "tmp")
        install = ["apt-get", "install", "-y", "--no-install-recommends", f"/tmp/{package.name}"]
        debian.run([*install, "fonts-wqy-microhei"], "apt-get install")  # one of the fonts that it recommends
        expect("apt resolves all that it needs", (debian.root / "usr/bin/neartwin").is_symlink())
        write_documents(debian.root / "root" / "文档")

        def run(arguments: list[str]) -> str:
            return debian.run(["/usr/bin/neartwin", *arguments], f"neartwin {arguments[0]}")

        try_commands(run, "/root/文档", "/root/library", version)
        try_disposal(run, "/root/文档", "/root/library", debian.root / "root" / "文档", "trash")
        try_samples(debian)
        look_at_window(debian, package.parent / SHOT)
        debian.run(["apt-get", "purge", "-y", "neartwin"], "apt-get purge")
        debian.run(["apt-get", "autoremove", "--purge", "-y"], "apt-get autoremove")
        left = sorted(path for path in debian.files() - before if "neartwin" in path)
        expect(f"purge leaves nothing of it in the system {left or ''}".strip(), not left)
        expect("purge leaves the user's library", (debian.root / "root/library/index.db").exists())


def try_samples(debian: Chroot) -> None:
    """Scan the samples that came with the program and, where there is one, a folder of real documents.

    Raises:
        TrialError: when nothing is found or a file stays without an answer.
    """
    samples = next((debian.root / "usr/lib/neartwin").rglob("samples"))
    command = ["/usr/bin/neartwin", "scan", "--library", "/root/second", "--json", "-"]
    found = json.loads(debian.run([*command, f"/{samples.relative_to(debian.root)}"], "scanning the samples"))
    expect(f"it finds {len(found['groups'])} groups among its samples", found["groups"] and not found["problems"])
    if not CORPUS.is_dir():
        print("   no folder of real documents: NEARTWIN_CORPUS names none")
        return
    shutil.copytree(CORPUS, debian.root / "root" / "corpus")
    found = json.loads(debian.run([*command, "/root/corpus"], "scanning real documents", (0, WITH_PROBLEMS)))
    read = found["counts"]["text_compared"]
    expect(f"it reads {read} of {found['counts']['files']} real documents", found["complete"] and read > 0)


def look_at_window(debian: Chroot, shot: Path) -> None:
    """Open the window on a display outside, and take its picture."""
    with display() as name:
        command = ["chroot", str(debian.root), "/usr/bin/neartwin", "/root/文档"]
        values = {"HOME": "/root", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "DISPLAY": name}
        with subprocess.Popen(command, env=values, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as window:
            time.sleep(10)
            code = window.poll()
            if code is None:
                must(["import", "-display", name, "-window", "root", str(shot)], "taking the picture")
                window.terminate()
            said = window.communicate()[0].decode(errors="replace")
        expect(f"its window opens on X11 {said if code is not None else ''}".strip(), code is None)
        print(f"   picture: {shot}")
