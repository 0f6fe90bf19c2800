"""The means of a measure over topics: MAP, gMAP, MRR."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from irlearn.errors import InputError, quoted
from irlearn.measures.average_precision import AveragePrecision
from irlearn.measures.base import Better, Measure
from irlearn.measures.binary import ReciprocalRank
from irlearn.ranking import Ranking, as_ranking


@dataclass(frozen=True, repr=False)
class Mean:
    """The mean of a measure's values over topics, as a value: `MAP`, `MRR @ 10`, `gMAP(epsilon=1e-5)`.

    `epsilon` None is the arithmetic mean; a number is the geometric mean, with values below `epsilon` raised to it,
    as trec_eval does, so that one topic of 0 does not make the mean 0. Topics where the measure is not defined (nan)
    are left out. Source of gMAP: Robertson (2006).

    >>> from irlearn import MAP, gMAP
    >>> round(MAP.of([1, 0.5, 0.1]), 4), round(gMAP.of([1, 0.5, 0.1]), 4)
    (0.5333, 0.3684)
    """

    name: str
    measure: Measure
    epsilon: float | None = None

    @property
    def title(self) -> str:
        """The name in words.

        >>> from irlearn import MAP, gMAP
        >>> MAP.title, gMAP.title
        ('mean average precision', 'geometric mean of AP')
        """
        geometric = self.epsilon is not None
        return f"geometric mean of {self.measure.name}" if geometric else f"mean {self.measure.title}"

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest value that there is: those of the measure."""
        return self.measure.range

    @property
    def better(self) -> Better:
        """Which of two values is the better one: as for the measure."""
        return self.measure.better

    def of(self, values: ArrayLike | Ranking) -> float:
        """The mean of one value a topic, or of a ranking each; nan where there is none. One ranking is one topic."""
        given: Any = [values] if isinstance(values, Ranking) else values
        if isinstance(values, str):
            given = [as_ranking(one) for one in ([values] if "\n" in values else values.split("|"))]
        if getattr(given, "ndim", 0) > 1 or (isinstance(given, list | tuple) and any(map(_is_ranking, given))):
            given = [self.measure.of(one) for one in given]
        try:
            defined = np.atleast_1d(np.asarray(given, dtype=float))
        except (TypeError, ValueError, OverflowError):
            raise InputError(f"{self.name} is the mean of one number a topic; given: {quoted(values)}") from None
        defined = defined[~np.isnan(defined)]
        if not defined.size:
            return float("nan")
        from irlearn.measures.averages import arithmetic, geometric  # not at every start

        numbers = defined.tolist()
        return float(arithmetic(numbers) if self.epsilon is None else geometric(numbers, self.epsilon))

    @classmethod
    def over(cls, measure: Measure) -> Mean:
        """The mean of any measure over topics; those of AP and RR have names of their own.

        >>> from irlearn import AP, nDCG
        >>> Mean.over(nDCG @ 10), Mean.over(AP)
        (mean nDCG@10, MAP)
        """
        named = {mean.measure.name: mean for mean in (MAP, MRR)}.get(measure.name)
        return replace(named, measure=measure) if named else cls(f"mean {measure.name}", measure)

    def __matmul__(self, cutoff: int) -> Self:
        return replace(self, measure=self.measure @ cutoff)

    def __call__(self, values: Any = None, /, **options: Any) -> Any:
        """Return the same mean with other options, such as `MAP(rel=2)`; or its value, as `of` gives it."""
        if values is not None:
            return self(**options).of(values)
        epsilon = options.pop("epsilon", self.epsilon)
        if (epsilon is None) != (self.epsilon is None):
            raise InputError(
                f"{self.name} takes an epsilon only as a geometric mean (gMAP); given: epsilon={quoted(epsilon)}"
            )
        if epsilon is not None and (not isinstance(epsilon, int | float) or not 0 < epsilon < 1):
            raise InputError(f"epsilon of {self.name} must be above 0 and below 1; given: {quoted(epsilon)}")
        return replace(self, measure=self.measure(**options), epsilon=epsilon)

    def __repr__(self) -> str:
        """What to type to get this mean."""
        options = repr(self.measure).removeprefix(self.measure.name)
        inner, _, cutoff = options.strip("(").partition("@")
        chosen = [inner.rstrip(")")] if inner else []
        if self.epsilon not in (None, EPSILON):
            chosen.insert(0, f"epsilon={self.epsilon!r}")
        return self.name + (f"({', '.join(chosen)})" if chosen else "") + (f"@{cutoff}" if cutoff else "")


EPSILON = 0.00001
"""The least value that a topic counts with in gMAP, as in trec_eval."""

MAP = Mean("MAP", AveragePrecision())
gMAP = Mean("gMAP", AveragePrecision(), EPSILON)  # noqa: N816 - the field's name
MRR = Mean("MRR", ReciprocalRank())


def _is_ranking(given: object) -> bool:
    """Whether one of several things is a ranking, and no number, which a text without blanks may be."""
    return isinstance(given, Ranking | list | tuple | np.ndarray) or (isinstance(given, str) and " " in given)
