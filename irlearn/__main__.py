"""`python -m irlearn` is the command `irlearn`."""

import sys

from irlearn.cli import main

if __name__ == "__main__":
    sys.exit(main())
