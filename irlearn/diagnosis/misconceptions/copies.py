"""What goes wrong where a document stands in a list, or in the judgments, twice."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

TWICE = "A document counted more than once, as if it were in the list again. Each counts once, at its first rank."
EVIDENCE = "retrieval of passages, where several of one document each counted as a find"


def with_copies(worth: NDArray[Any], *, all_ranks: bool = False) -> NDArray[Any]:
    """What ranks are worth when the first one without worth behind the first that has some, or each, holds it again.

    >>> with_copies(np.array([0, 2, 0, 0])).tolist(), with_copies(np.array([0, 2, 0, 0]), all_ranks=True).tolist()
    ([0, 2, 2, 0], [0, 2, 2, 2])
    """
    copied = worth.copy()
    for first in np.flatnonzero(worth)[:1]:
        free = [place for place in np.flatnonzero(worth == 0) if place > first]
        copied[free if all_ranks else free[:1]] = worth[first]
    return copied
