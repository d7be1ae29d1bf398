"""Is everything there that the lessons need?"""

from contextlib import suppress
from importlib.metadata import PackageNotFoundError, requires, version

from packaging.requirements import Requirement

TO_DO = (
    "close JupyterLab and start it with `make lab`, or run `pip install -e .` where README.md is"
)


def check() -> bool:
    """Print OK, or what is wrong and what to do; return whether all is well."""
    wanted, flaws = [], ["The course is not installed in this Python."]
    with suppress(PackageNotFoundError):
        needed = [Requirement(line) for line in requires("nine-squares") or ()]
        wanted = [package for package in needed if not package.marker]  # the rest are extras
        flaws = [flaw for flaw in map(_package_flaw, wanted) if flaw]
    well = f"OK: Python and the {len(wanted)} packages of the course are as they should be."
    print(*flaws, f"To mend this, {TO_DO}." if flaws else well, sep="\n")
    return not flaws


def _package_flaw(package: Requirement) -> str:
    """Return what is wrong with an installed package, or ""."""
    try:
        installed = version(package.name)
    except PackageNotFoundError:
        return f"{package.name} is not installed."
    if package.specifier.contains(installed, prereleases=True):
        return ""
    return f"{package.name} is version {installed}; the course needs {package.specifier}."
