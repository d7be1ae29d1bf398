"""`python -m ttt` is the command `ttt`."""

import sys

from ttt.cli import main

if __name__ == "__main__":
    sys.exit(main())
