"""The three lists of packages agree: pyproject.toml, environment.yml, constraints.txt."""

import tomllib
from pathlib import Path

import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import ttt

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CONDA = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
EXTRAS = [line for extra in PROJECT["optional-dependencies"].values() for line in extra]


def parse(lines):
    """Return {name: allowed versions} of a list of requirements."""
    requirements = [Requirement(line) for line in lines]
    return {canonicalize_name(r.name): r.specifier for r in requirements}


def pins():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return parse(line for line in lines if line and not line.startswith("#"))


def test_conda_and_pip_install_the_same_packages_and_conda_what_runs_the_notebooks_tests():
    ours = ("python=", "pip")
    packages = [line for line in CONDA if isinstance(line, str) and not line.startswith(ours)]
    tests = parse(PROJECT["optional-dependencies"]["test"])
    for_notebooks = {name: tests[name] for name in ("pytest", "nbval")}
    assert parse(packages) == parse(PROJECT["dependencies"]) | for_notebooks


def test_conda_installs_the_course_itself_on_a_python_we_support():
    assert "pip" in CONDA and {"pip": ["-e ."]} in CONDA
    (python,) = (line for line in CONDA if isinstance(line, str) and line.startswith("python="))
    version = python.removeprefix("python=")
    assert Requirement(f"python{PROJECT['requires-python']}").specifier.contains(version)


def test_every_package_we_name_is_pinned_to_a_version_we_allow():
    pinned = pins()
    for name, allowed in parse(PROJECT["dependencies"] + EXTRAS).items():
        assert name in pinned, f"constraints.txt does not pin {name}"
        (pin,) = pinned[name]
        assert allowed.contains(pin.version), f"constraints.txt: {name} {pin.version}"
    for name, specifier in pinned.items():  # exact versions, and no addresses
        assert [pin.operator for pin in specifier] == ["=="], name


def test_version_is_well_formed():
    assert Version(ttt.__version__)
    assert PROJECT["dynamic"] == ["version"]
