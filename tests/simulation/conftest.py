"""The program that made the runs is no part of the package: it stands among the benchmarks."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "programs"))
