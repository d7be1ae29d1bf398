"""Is everything there that the lessons need?"""

from importlib.metadata import PackageNotFoundError, requires, version

from packaging.requirements import Requirement

TO_DO = (
    "close JupyterLab and start it with `make lab`, or run `pip install -e .` where README.md is"
)


def check() -> bool:
    """Print OK, or what is wrong and what to do; return whether all is well."""
    try:
        needed = [Requirement(line) for line in requires("nine-squares") or ()]
    except PackageNotFoundError:
        print(f"The course is not installed in this Python: {TO_DO}.")
        return False
    wanted = [package for package in needed if not package.marker]  # the rest are extras
    flaws = [flaw for flaw in map(_package_flaw, wanted) if flaw]
    for flaw in flaws:
        print(flaw)
    if flaws:
        print(f"To mend this, {TO_DO}.")
    else:
        print(f"OK: Python and the {len(wanted)} packages of the course are as they should be.")
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
