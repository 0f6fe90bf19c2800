"""What the package says, frozen: the lines of every family, worked out by the checkout that this folder stands in."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
ROOT = HERE.parents[1]

if str(ROOT) not in sys.path:  # `python tests/words/freeze.py` must freeze this checkout, not an installed package
    sys.path.insert(0, str(ROOT))
