"""The generator of wordings and its scoreboard are told by files beside these tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
