"""The numbers that a question states, as a table; SciPy waits until it is worked out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from irlearn.statistics.results import Shown


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class StatedNumbers(Shown):
    """The numbers that a question states, in rows."""

    rows: dict[str, Sequence[Any]]

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """What each number is, and the number."""
        return self.rows
