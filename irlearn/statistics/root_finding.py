"""Where a function that falls is 0."""

from __future__ import annotations

from collections.abc import Callable

_TRIES = 200
_CLOSE = 1e-14  # relative


def falling_root(off: Callable[[float], float], low: float, high: float) -> float:
    """Where `off`, which falls from above 0 at `low` to below 0 at `high`, is 0; by secants and halves.

    >>> round(falling_root(lambda x: 2 - x * x, 0.0, 2.0), 12)
    1.414213562373
    """
    left, right = off(low), off(high)
    for turn in range(_TRIES):
        step = right / (right - left) * (high - low) if turn % 3 < 2 else (high - low) / 2
        middle = high - step
        if not low < middle < high:
            middle = (low + high) / 2
        if high - low <= _CLOSE * max(abs(low), abs(high), 1.0):
            break
        found = off(middle)
        if found == 0:
            return middle
        if found > 0:
            low, left = middle, found
        else:
            high, right = middle, found
    return (low + high) / 2
