"""Run every check of the course, one after the other, and sum up: `make test` calls this.

A step that fails does not stop the ones after it. The exit code is 0 only if all passed.
"""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTEST = [sys.executable, "-m", "pytest", "-q"]

# What the step is called; the command; the files without which there is nothing to do.
STEPS = [
    ("code style", [sys.executable, "-m", "ruff", "check", "."], "*.toml"),
    ("formatting", [sys.executable, "-m", "ruff", "format", "--check", "."], "*.toml"),
    ("rooms of ttt", [Path(sys.executable).with_name("lint-imports"), "--no-logo"], "*.toml"),
    # Importing nbval costs seconds, so only the step that needs it loads it.
    ("unit tests", [*PYTEST, "-p", "no:nbval", "tests/unit"], "tests/unit/**/test_*.py"),
    ("notebooks run", [*PYTEST, "-p", "no:nbval", "tests/notebooks"], "notebooks/*.ipynb"),
    ("notebook outputs", [*PYTEST, "--nbval", "notebooks"], "notebooks/*.ipynb"),
    ("browser", [*PYTEST, "-p", "no:nbval", "tests/browser"], "tests/browser/**/test_*.py"),
]


def main():
    results = []
    for name, command, needs in STEPS:
        if not any(ROOT.glob(needs)):
            results.append((name, "nothing to do", 0.0))
            continue
        print(f"\n──── {name} " + "─" * (60 - len(name)), flush=True)
        start = time.perf_counter()
        code = subprocess.run(command, cwd=ROOT).returncode
        results.append((name, "failed" if code else "ok", time.perf_counter() - start))

    print("\n──── summary " + "─" * 53)
    for name, result, seconds in results:
        print(f"{name:<18}{result:<14}{seconds:6.1f} s")
    failed = sum(result == "failed" for _, result, _ in results)
    passed = sum(result == "ok" for _, result, _ in results)
    print(f"\n{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("\nstopped")
