"""Makes the .dmg for macOS; signs and notarises where an identity is given by the environment.

CODESIGN_IDENTITY    the name of a Developer ID certificate in the keychain; without it the signature is ad hoc
NOTARY_PROFILE       a profile stored by `xcrun notarytool store-credentials`; without it nothing is notarised
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent


def sign(app: Path) -> None:
    """Sign the application with the hardened runtime and our entitlements."""
    identity = os.environ.get("CODESIGN_IDENTITY", "-")
    options = ["--force", "--deep", "--options", "runtime", "--entitlements", str(HERE / "entitlements.plist")]
    stamp = ["--timestamp"] if identity != "-" else []
    subprocess.run(["codesign", *options, *stamp, "--sign", identity, app], check=True)
    subprocess.run(["codesign", "--verify", "--deep", "--strict", app], check=True)


def notarise(image: Path) -> None:
    """Let Apple look at the image, and staple the ticket to it, where a profile is given."""
    profile = os.environ.get("NOTARY_PROFILE")
    if profile:
        subprocess.run(["xcrun", "notarytool", "submit", image, "--keychain-profile", profile, "--wait"], check=True)
        subprocess.run(["xcrun", "stapler", "staple", image], check=True)


def make_image(app: Path, target: Path, version: str) -> Path:
    """Return the disk image with the application and a link to the folder it is dragged into."""
    sign(app)
    content = app.parent / "image"
    shutil.rmtree(content, ignore_errors=True)
    content.mkdir()
    shutil.copytree(app, content / app.name, symlinks=True)
    (content / "Applications").symlink_to("/Applications")
    image = target / f"neartwin-{version}-macos-{platform.machine()}.dmg"
    options = ["-volname", "Neartwin", "-srcfolder", str(content), "-ov", "-format", "UDZO"]
    subprocess.run(["hdiutil", "create", *options, image], check=True)
    notarise(image)
    return image
