"""The bill of materials: which libraries, in which versions and under which licences, are inside a package."""

from __future__ import annotations

from importlib.metadata import Distribution, distribution
from typing import TYPE_CHECKING

from cyclonedx.factory.license import LicenseFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot5
from packageurl import PackageURL
from packaging.requirements import Requirement

if TYPE_CHECKING:
    from pathlib import Path


def needed(name: str, found: dict[str, Distribution]) -> dict[str, Distribution]:
    """Return the distributions that `name` needs on this system, itself included, by name.

    Raises:
        PackageNotFoundError: when one of them is not installed.
    """
    package = distribution(name)
    if package.name in found:
        return found
    found[package.name] = package
    for text in package.requires or ():
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            needed(requirement.name, found)
    return found


def licence_of(package: Distribution) -> str:
    """Return the licence as the package states it: an SPDX expression, a line, or the classifier's last words."""
    for field in ("License-Expression", "License"):
        for stated in package.metadata.get_all(field) or []:
            if len(stated) < 80 and "\n" not in stated:
                return str(stated)
    classifiers = package.metadata.get_all("Classifier") or []
    named = [line.rpartition(" :: ")[2] for line in classifiers if line.startswith("License ::")]
    return " AND ".join(named) or "see the package"


def write_bill(folder: Path, target: Path, version: str) -> Path:
    """Write the bill of the program frozen in `folder`, into it and to `target`."""
    licences = LicenseFactory()
    bom = Bom()
    program = Component(name="neartwin", version=version, type=ComponentType.APPLICATION)
    bom.metadata.component = program
    for name, package in sorted(needed("neartwin", {}).items()):
        if name != "neartwin":
            bom.components.add(
                Component(
                    name=name,
                    version=package.version,
                    type=ComponentType.LIBRARY,
                    purl=PackageURL("pypi", name=name.lower(), version=package.version),
                    licenses=[licences.make_from_string(licence_of(package))],
                )
            )
    bom.register_dependency(program, bom.components)
    text = JsonV1Dot5(bom).output_as_string(indent=1)
    for path in (target, folder / "neartwin.cdx.json"):
        path.write_text(text, encoding="utf-8")
    return target
