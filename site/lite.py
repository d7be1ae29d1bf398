"""The lessons in JupyterLite: they run in the reader's browser, and nothing is installed.

Pyodide, the Python for browsers, comes from the folder that PYODIDE names, such as an unpacked
official release. Without one, pip fetches a wheel that has it inside. What the lessons need
besides, as wheels that any Python can run, is added to Pyodide's own list of packages, so that
`import ttt` works at once.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ttt.copies import lay

ROOT = Path(__file__).resolve().parent.parent
WORK, FETCHED = ROOT / "build" / "lite", ROOT / "build" / "fetched"
RUNTIME_WHEEL, RUNTIME_INSIDE = "open-webui==0.12.4", "open_webui/frontend/pyodide/"
CORE = ("pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.mjs", "python_stdlib.zip")
# What JupyterLite's kernel loads, and what the lessons import.
WANTED = ("micropip", "packaging", "ipykernel", "piplite", "pyodide-kernel", "ipython", "comm")
WANTED += ("numpy", "matplotlib", "networkx", "ipywidgets", "anywidget", "tqdm", "nine-squares")
NOT_IN_A_BROWSER = {"jupyterlab", "jupyterlab-slideshow", "pexpect", "ptyprocess", "psutil"}
BROWSER = {"sys_platform": "emscripten", "platform_system": "Emscripten", "os_name": "posix"}
BROWSER |= {"python_version": "3.14", "python_full_version": "3.14.0", "extra": ""}


def make(folder: Path) -> None:
    """Build the lessons for the browser into a folder."""
    shutil.rmtree(WORK, ignore_errors=True)
    runtime = WORK / "static" / "pyodide"
    runtime.mkdir(parents=True)
    Packages(runtime, pyodide()).write()
    contents = lay_contents(WORK / "contents")
    settings = {"@jupyterlite/pyodide-kernel-extension:kernel": {"disablePyPIFallback": True}}
    config = {"litePluginSettings": settings, "appName": "Nine Squares"}
    config["exposeAppInBrowser"] = True  # so that tests can drive it
    text = json.dumps({"jupyter-lite-schema-version": 0, "jupyter-config-data": config})
    (WORK / "jupyter-lite.json").write_text(text, encoding="utf-8")
    lite = [sys.executable, "-m", "jupyterlite_core", "build", f"--lite-dir={WORK}"]
    options = [f"--contents={contents}", f"--output-dir={folder}", "--apps=lab"]
    options += ["--no-sourcemaps", "--no-unused-shared-packages"]
    with open(WORK / "log", "w") as log:
        built = subprocess.run([*lite, *options], stdout=log, stderr=log, cwd=WORK).returncode
    if built:
        sys.exit(f"JupyterLite could not be built: {WORK / 'log'} says why.")
    shutil.copytree(contents / "figures", folder / "figures")  # where a lesson's <img> looks


def lay_contents(folder: Path) -> Path:
    """Lay clean copies of the lessons into a folder, and their pictures beside them."""
    shutil.copytree(ROOT / "notebooks", folder / "notebooks")
    lay(folder)
    shutil.rmtree(folder / "notebooks")
    shutil.copytree(ROOT / "figures", folder / "figures", ignore=shutil.ignore_patterns("*.py"))
    return folder


def pyodide() -> Path:
    """Return the folder with Pyodide: the one that PYODIDE names, or what a wheel has inside."""
    given = os.environ.get("PYODIDE")
    if given:
        return Path(given)
    folder = FETCHED / "pyodide"
    if not folder.exists():
        with zipfile.ZipFile(fetch(RUNTIME_WHEEL)) as files:
            for name in files.namelist():
                if name.startswith(RUNTIME_INSIDE) and not name.endswith("/"):
                    path = folder / name.removeprefix(RUNTIME_INSIDE)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(files.read(name))
    return folder


def fetch(requirement: str) -> Path:
    """Return a wheel that runs anywhere, which pip fetches the first time."""
    name = canonicalize_name(Requirement(requirement).name)
    folder = FETCHED / name
    if not any(folder.glob("*.whl")):
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "download"]
        anywhere = ["--python-version=3.14", "--implementation=py", "--platform=any", "--abi=none"]
        constraints = [f"--constraint={ROOT / 'constraints.txt'}"]
        # Versions are given, and of the wheel with Pyodide inside no Python is run.
        anywhere.append("--ignore-requires-python")
        options = ["--no-deps", "--only-binary=:all:", *anywhere, *constraints, "--dest", folder]
        if subprocess.run([*pip, *options, requirement]).returncode:
            sys.exit(f"pip could not fetch {requirement}, which the site needs.")
    return next(folder.glob("*.whl"))


class Packages:
    """Pyodide's files and list of packages, with only what the lessons need, and all of it."""

    def __init__(self, folder: Path, source: Path):
        self.folder, self.source, self.found = folder, source, {}
        self.lock = json.loads((source / "pyodide-lock.json").read_text(encoding="utf-8"))
        for name in CORE:
            shutil.copy(source / name, folder)

    def write(self) -> None:
        """Copy every package that is wanted, directly or not, and write the list."""
        waiting = [canonicalize_name(name) for name in WANTED]
        while waiting:
            name = waiting.pop()
            if name not in self.found and name not in NOT_IN_A_BROWSER:
                self.found[name] = self._add(name)
                waiting += map(canonicalize_name, self.found[name]["depends"])
        for entry in self.found.values():
            entry["depends"] = [n for n in entry["depends"] if canonicalize_name(n) in self.found]
        self.lock["packages"] = self.found
        text = json.dumps(self.lock)
        (self.folder / "pyodide-lock.json").write_text(text, encoding="utf-8")

    def _add(self, name: str) -> dict:
        """Copy the files of a package; return its entry in the list."""
        known = self.lock["packages"].get(name)
        if known and (self.source / known["file_name"]).exists():
            shutil.copy(self.source / known["file_name"], self.folder)
            return known
        wheel = build_own() if name == "nine-squares" else self._bundled(name) or fetch(name)
        shutil.copy(wheel, self.folder)
        return described(wheel)

    def _bundled(self, name: str) -> Path | None:
        """Return the wheel that JupyterLite's kernel brings for a package, if it does."""
        kernel = "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi"
        wheels = sorted((Path(sys.prefix) / kernel).glob("*.whl"))
        return next(
            (w for w in reversed(wheels) if canonicalize_name(w.name.split("-")[0]) == name), None
        )


def build_own() -> Path:
    """Return a wheel of the package as it is now, built apart so that nothing old gets into it."""
    source = WORK / "own"
    shutil.copytree(ROOT / "ttt", source / "ttt", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "wheel"]
    subprocess.run([*pip, "--no-deps", "--wheel-dir", source, source], check=True)
    return next(source.glob("*.whl"))


def described(wheel: Path) -> dict:
    """Return the entry of a wheel in Pyodide's list of packages."""
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
        (place,) = [n for n in names if n.endswith(".dist-info/METADATA")]
        about = Parser().parsestr(files.read(place).decode())
    tops = {name.split("/")[0].removesuffix(".py") for name in names}
    needs = [Requirement(line) for line in about.get_all("Requires-Dist") or ()]
    return {
        "name": canonicalize_name(about["Name"]),
        "version": about["Version"],
        "file_name": wheel.name,
        "install_dir": "site",
        "package_type": "package",
        "unvendored_tests": False,
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "imports": sorted(top for top in tops if "." not in top),
        "depends": [n.name for n in needs if not n.marker or n.marker.evaluate(BROWSER)],
    }
