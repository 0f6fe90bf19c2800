"""The words are told by a small package of their own, beside these tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
