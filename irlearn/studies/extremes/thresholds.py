"""Which of many systems luck does not explain: the paper's two thresholds on a set of mean scores."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from irlearn.errors import InputError, quoted
from irlearn.formulas.page import Block, Page, Prose, Table
from irlearn.statistics.arrays import FloatArray, check_count, check_share, names_of, numbers
from irlearn.studies.extremes.extreme_values import Maximum, Minimum, finite
from irlearn.text.english import count_noun
from irlearn.text.numbers import fixed, percent

_SHOWN = 12  # names of a group in a table


def standard_error(means: ArrayLike, topics: int) -> float:
    """The standard deviation between the systems' means over the root of the number of topics, as the paper takes it.

    That is no error of one system's mean: it spreads the systems themselves (Carterette, 2015, section 3). With n − 1.

    >>> round(standard_error([0.1, 0.2, 0.3], 50), 4)
    0.0141
    """
    return float(numbers(means, "the means", each="system").std(ddof=1)) / math.sqrt(
        check_count(topics, "the number of topics")
    )


class ThresholdGroups(Page):
    """Systems by two thresholds: those above the upper one, below the lower one, and between, each by name."""

    names: tuple[str, ...]
    means: FloatArray

    @property
    def upper(self) -> float:
        """What the best of equal systems exceeds only with the probability 1 − level."""
        raise NotImplementedError

    @property
    def lower(self) -> float:
        """What the worst of equal systems is below only with the probability 1 − level."""
        raise NotImplementedError

    @property
    def expected_maximum(self) -> float:
        """The mean of the highest value where all systems are equal."""
        raise NotImplementedError

    @property
    def above(self) -> tuple[str, ...]:
        """The systems above the upper threshold, the best first."""
        return self._where(self.means > self.upper)

    @property
    def below(self) -> tuple[str, ...]:
        """The systems below the lower threshold, the best first."""
        return self._where(self.means < self.lower)

    @property
    def between(self) -> tuple[str, ...]:
        """The systems from the lower to the upper threshold, both included, the best first."""
        return self._where((self.lower <= self.means) & (self.means <= self.upper))

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many lie above, below and between."""
        return len(self.above), len(self.below), len(self.between)

    @property
    def best(self) -> str:
        """The name of the system with the highest mean."""
        return self.names[int(np.argmax(self.means))]

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be known about these numbers, a sentence each."""
        return ()

    @property
    def title(self) -> str:
        """What is worked out, and from what."""
        raise NotImplementedError

    def blocks(self) -> list[Block]:
        """The result as blocks of a document."""
        groups = {
            f"above {fixed(self.upper, 4)}": self.above,
            f"{fixed(self.lower, 4)} to {fixed(self.upper, 4)}": self.between,
            f"below {fixed(self.lower, 4)}": self.below,
        }
        rows = [[where, str(len(runs))] for where, runs in groups.items()]
        return [
            Prose(self.title, strong=True),
            Table("", ["mean", "systems"], rows),
            *(Prose(f"{where}: {_some(runs)}") for where, runs in groups.items() if runs),
            *map(Prose, self.notes),
        ]

    def _where(self, chosen: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> tuple[str, ...]:
        order = np.argsort(-self.means, kind="stable")
        return tuple(self.names[place] for place in order if chosen[place])


def _some(runs: Sequence[str]) -> str:
    return ", ".join(runs[:_SHOWN]) + (", ..." if len(runs) > _SHOWN else "")


@dataclass(frozen=True, repr=False, eq=False)
class Thresholds(ThresholdGroups):
    """The means of systems against the extremes of as many equal ones (Carterette, 2015, section 3.1).

    `upper` is the `level` quantile of the maximum and `lower` the 1 − `level` quantile of the minimum.

    >>> found = thresholds([0.19, 0.2, 0.21, 0.25], 0.0114, names=["a", "b", "c", "d"])
    >>> found
    Thresholds of 4 systems: 1 above 0.2380, 0 below 0.1870, 3 between
    >>> found.above, found.between
    (('d',), ('c', 'b', 'a'))
    """

    names: tuple[str, ...]
    means: FloatArray
    mean: float
    se: float
    n: int
    correlation: float = 0.0
    level: float = 0.95

    @property
    def maximum(self) -> Maximum:
        """The distribution of the highest value where all systems are equal."""
        return Maximum(self.n, self.mean, self.se, self.correlation)

    @property
    def minimum(self) -> Minimum:
        """The distribution of the lowest value where all systems are equal."""
        return Minimum(self.n, self.mean, self.se, self.correlation)

    @property
    def upper(self) -> float:
        """The `level` quantile of the maximum."""
        return self.maximum.quantile(self.level)

    @property
    def lower(self) -> float:
        """The 1 − `level` quantile of the minimum."""
        return self.minimum.quantile(1 - self.level)

    @property
    def expected_maximum(self) -> float:
        """The mean of the highest value where all systems are equal."""
        return self.maximum.expected

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be known about these numbers, a sentence each."""
        error = percent(1 - self.level)
        said = (
            f"If all were equal, one system or more would lie above with the probability {error}. That is no share: it "
            f"does not say that {percent(self.level)} of those above are truly better."
        )
        return (said,)

    @property
    def title(self) -> str:
        """What is worked out, and from what."""
        together = f", correlation {fixed(self.correlation, 2)}" if self.correlation else ""
        moments = f"mean {fixed(self.mean, 4)}, standard error {fixed(self.se, 4)}"
        return f"{count_noun(self.n, 'equal system')}, {moments}{together}"

    def __repr__(self) -> str:
        above, below, between = self.counts
        return (
            f"Thresholds of {count_noun(len(self.names), 'system')}: {above} above {fixed(self.upper, 4)}, "
            f"{below} below {fixed(self.lower, 4)}, {between} between"
        )


def thresholds(
    means: ArrayLike,
    se: float,
    *,
    mean: float | None = None,
    n: int | None = None,
    names: Sequence[str] | None = None,
    correlation: float = 0.0,
    level: float = 0.95,
) -> Thresholds:
    """The paper's two thresholds on a set of means: who lies above, below and between what equal systems reach by luck.

    `means` has one mean score a system, two or more; `se` is above 0 (`standard_error` is the paper's). `mean` is that
    of the equal systems, by default the mean of the means; `n` their number, by default as many as there are means;
    `names` are different, by default 1, 2, 3... Raises `InputError` for what cannot be used.

    >>> thresholds([0.1, 0.3], 0.01).counts
    (1, 1, 0)
    """
    values = numbers(means, "the means", each="system")
    called = names_of(names, len(values), "systems")
    for name in called:
        if called.count(name) > 1:
            raise InputError(f"two systems are called {quoted(name)}; give each its own name")
    centre = float(values.mean()) if mean is None else finite(mean, "the mean")
    checked = Maximum(len(values) if n is None else n, centre, se, correlation)
    return Thresholds(
        called, values, centre, checked.sd, checked.n, checked.correlation, check_share(level, "the level")
    )


def flagged_too_often(found: ThresholdGroups, truly: Sequence[str]) -> float:
    """The share of the systems above the upper threshold that are not among those `truly` above: the false discoveries.

    A family-wise level bounds the chance of any such system, not this share. nan where none lies above.

    >>> flagged_too_often(thresholds([0.19, 0.2, 0.25], 0.0114, names=["a", "b", "c"]), ["c"])
    0.0
    """
    above = found.above
    return sum(name not in truly for name in above) / len(above) if above else math.nan
