"""Run every check of the course, one after the other, and sum up: `make test` calls this.

A step that fails does not stop the ones after it. The exit code is 0 only if all passed.
With `--quick` only the steps that take seconds, and each unit test with its first case only.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

# Several processes share the cores: where each of them also had threads for small matrices, they
# would wait for one another most of the time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
ROOT = Path(__file__).resolve().parent.parent
PYTEST = [sys.executable, "-m", "pytest", "-q"]
WORKERS = ["-n", str(min(os.cpu_count() or 1, 8))]
# Importing nbval costs seconds, so only the step that needs it loads it.
UNIT = [*PYTEST, "-p", "no:nbval", *WORKERS, "--dist", "worksteal", "tests/unit"]
# All cells of a notebook go to one worker, and nbval says what each printed that is not stored.
NBVAL = ["--nbval", "--nbval-cell-timeout=120", "-p", "tests.notebooks.strict"]
NOTEBOOKS = [*PYTEST, *NBVAL, *WORKERS, "--dist", "loadfile", "tests/notebooks", "notebooks"]

PAGE = "tests/site/test_play_page.py"  # the rest of the site is built, and tested, on its own

# What the step is called; the command; the files without which there is nothing to do.
CODE = [
    ("code style", [sys.executable, "-m", "ruff", "check", "."], "*.toml"),
    ("formatting", [sys.executable, "-m", "ruff", "format", "--check", "."], "*.toml"),
    ("rooms of ttt", [Path(sys.executable).with_name("lint-imports"), "--no-logo"], "*.toml"),
]
EVERYTHING = [
    *CODE,
    ("unit tests", UNIT, "tests/unit/**/test_*.py"),
    ("notebooks", NOTEBOOKS, "notebooks/*.ipynb"),
    ("browser", [*PYTEST, "-p", "no:nbval", "tests/browser"], "tests/browser/**/test_*.py"),
    ("page to play on", [*PYTEST, "-p", "no:nbval", PAGE], PAGE),
]
QUICK = [*CODE, ("quick unit tests", [*UNIT, "-m", "not slow"], "tests/unit/**/test_*.py")]


def main():
    results = []
    for name, command, needs in QUICK if "--quick" in sys.argv else EVERYTHING:
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
    print(f"{'all of it':<32}{sum(seconds for _, _, seconds in results):6.1f} s")
    failed = sum(result == "failed" for _, result, _ in results)
    passed = sum(result == "ok" for _, result, _ in results)
    print(f"\n{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("\nstopped")
