"""How fast the package is, as ratios to its peers in one run: `python -m tests.bench`."""

import os

# Times are of the processor: threads that wait for small matrices would be counted as work.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
