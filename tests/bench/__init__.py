"""How fast the package is, as ratios to its peers in one run: `python -m tests.bench`."""
