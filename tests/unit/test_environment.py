"""The three lists of packages agree: pyproject.toml, environment.yml, constraints.txt."""

import tomllib
from pathlib import Path

import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CONDA = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
EXTRAS = [line for extra in PROJECT["optional-dependencies"].values() for line in extra]


def parse(lines):
    """Return {name: allowed versions} of a list of requirements."""
    requirements = [Requirement(line) for line in lines]
    return {canonicalize_name(r.name): r.specifier for r in requirements}


def test_conda_and_pip_install_the_same_packages_and_conda_what_runs_the_notebooks_tests():
    ours = ("python=", "pip")
    packages = [line for line in CONDA if isinstance(line, str) and not line.startswith(ours)]
    tests = parse(PROJECT["optional-dependencies"]["test"])
    for_notebooks = {name: tests[name] for name in ("pytest", "nbval")}
    assert parse(packages) == parse(PROJECT["dependencies"]) | for_notebooks


def test_every_package_we_name_is_pinned_to_a_version_we_allow():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = parse(line for line in lines if line and not line.startswith("#"))
    for name, allowed in parse(PROJECT["dependencies"] + EXTRAS).items():
        assert name in pinned, f"constraints.txt does not pin {name}"
        (pin,) = pinned[name]
        assert allowed.contains(pin.version), f"constraints.txt: {name} {pin.version}"
