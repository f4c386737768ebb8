"""What pyproject.toml cannot say: the catalogue is compiled whenever the package is built."""

from __future__ import annotations

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithCatalogue(build_py):
    """Copies the packages after compiling every translation beside its source."""

    def run(self) -> None:
        """Compile, then build as usual."""
        for source in Path("resources", "translations").glob("*/*.po"):
            with source.open("rb") as words, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(words, locale=source.parent.name))
        super().run()


setup(cmdclass={"build_py": BuildWithCatalogue})
