"""Comparison of the numbers that a learner's functions return with the values of irlearn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from numbers import Real
from typing import TypeGuard

from irlearn.byhand.checking import check
from irlearn.formulas.page import Block, Note, Page, Table
from irlearn.measures import Measure
from irlearn.ranking import Ranking
from irlearn.text.numbers import fixed

ComparedValue = tuple[Measure, Ranking, object]
"""A measure, a ranking, and the value that a learner's function returned for them."""


class OwnFunctions(Page):
    """A table of values from a learner's functions beside the values of irlearn, with the known mistakes below it.

    A value is "not written yet" if it is None, which a function without a body returns.

    Parameters
    ----------
    values : sequence of ComparedValue
        The values to compare.

    Examples
    --------
    >>> from irlearn import P, R
    >>> ranking = Ranking.parse("1 1 0 1", relevant=5)
    >>> OwnFunctions([(P, ranking, None), (R, ranking, 3 / 5)])
    Your functions and irlearn
    measure  ranking  yours            irlearn
    P        1 1 0 1  not written yet   0.7500
    R        1 1 0 1  0.6000 ✓          0.6000
    """

    def __init__(self, values: Sequence[ComparedValue]) -> None:
        self._values = tuple(values)

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        rows = [
            [
                repr(measure),
                " ".join(map(str, ranking.grades)),
                _shown(measure, ranking, value),
                fixed(measure.of(ranking), 4),
            ]
            for measure, ranking, value in self._values
        ]
        remarks = []
        for measure, ranking, value in self._values:
            if _is_number(value) and not _agrees(measure, ranking, value):
                verdict = check(measure, ranking, fixed(value, 12))  # Fewer digits would be read as rounded.
                if verdict.diagnoses:
                    remarks.append(Note(f"{measure!r}: {verdict.finding}"))
        header = ["measure", "ranking", "yours", "irlearn"]
        return [Table("Your functions and irlearn", header, rows, left=3), *remarks]

    __repr__ = Page.__str__


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, Real) and math.isfinite(value)


def _agrees(measure: Measure, ranking: Ranking, value: float) -> bool:
    return math.isclose(value, measure.of(ranking), rel_tol=1e-9, abs_tol=1e-12)


def _shown(measure: Measure, ranking: Ranking, value: object) -> str:
    if value is None:
        return "not written yet"
    if not _is_number(value):
        return f"{value!r}, not a number"
    return f"{fixed(value, 4)} {'✓' if _agrees(measure, ranking, value) else '✗'}"
