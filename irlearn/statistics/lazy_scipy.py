"""The parts of SciPy, imported when the first of their functions is used.

Importing SciPy takes longer than the rest of the package, and a browser downloads it first; most lessons need none of
it.

>>> round(float(special.ndtri(0.975)), 4)
1.96
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class _Later:
    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, function: str) -> Any:
        return getattr(import_module(self._name), function)


special: Any = _Later("scipy.special")
optimize: Any = _Later("scipy.optimize")
