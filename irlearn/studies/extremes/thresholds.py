"""The paper's two thresholds on a set of mean scores, which find the systems that luck does not explain."""

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

_SHOWN = 12  # The largest number of names of a group that are shown.


def standard_error(means: ArrayLike, topics: int) -> float:
    """Return the standard deviation between the systems' means over √topics, the paper's standard error.

    This number is not the error of a system's mean, because it measures the spread of the systems (Carterette, 2015,
    section 3).

    Parameters
    ----------
    means : array_like, shape (systems,)
        Mean score of each system, two or more.
    topics : int
        Number of topics.

    Returns
    -------
    float
        With n − 1 in the standard deviation.

    Examples
    --------
    >>> round(standard_error([0.1, 0.2, 0.3], 50), 4)
    0.0141
    """
    return float(numbers(means, "the means", each="system").std(ddof=1)) / math.sqrt(
        check_count(topics, "the number of topics")
    )


class ThresholdGroups(Page):
    """Base class of results that group systems by an upper and a lower threshold."""

    names: tuple[str, ...]
    means: FloatArray

    @property
    def upper(self) -> float:
        """The value that the best of equal systems exceeds only with the probability 1 − level."""
        raise NotImplementedError

    @property
    def lower(self) -> float:
        """The value below which the worst of equal systems falls only with the probability 1 − level."""
        raise NotImplementedError

    @property
    def expected_maximum(self) -> float:
        """Mean of the highest value if all systems are equal."""
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
        """The systems from the lower to the upper threshold, including both, the best first."""
        return self._where((self.lower <= self.means) & (self.means <= self.upper))

    @property
    def counts(self) -> tuple[int, int, int]:
        """The numbers of systems above, below and between the thresholds."""
        return len(self.above), len(self.below), len(self.between)

    @property
    def best(self) -> str:
        """Name of the system with the highest mean."""
        return self.names[int(np.argmax(self.means))]

    @property
    def notes(self) -> tuple[str, ...]:
        """Explanations of the numbers, one sentence each."""
        return ()

    @property
    def title(self) -> str:
        """Title with the number of systems and their mean."""
        raise NotImplementedError

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        groups = {
            f"above {fixed(self.upper, 4)}": self.above,
            f"{fixed(self.lower, 4)} to {fixed(self.upper, 4)}": self.between,
            f"below {fixed(self.lower, 4)}": self.below,
        }
        rows = [[where, str(len(runs))] for where, runs in groups.items()]
        return [
            Prose(self.title, strong=True),
            Table("", ["mean", "systems"], rows),
            *(Prose(f"{where}: {_first_names(runs)}") for where, runs in groups.items() if runs),
            *map(Prose, self.notes),
        ]

    def _where(self, chosen: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> tuple[str, ...]:
        """Return the names of the chosen systems, the best first."""
        order = np.argsort(-self.means, kind="stable")
        return tuple(self.names[system] for system in order if chosen[system])


def _first_names(runs: Sequence[str]) -> str:
    return ", ".join(runs[:_SHOWN]) + (", ..." if len(runs) > _SHOWN else "")


@dataclass(frozen=True, repr=False, eq=False)
class Thresholds(ThresholdGroups):
    """The means of systems compared with the extremes of `n` equal systems (Carterette, 2015, section 3.1).

    Attributes
    ----------
    names : tuple of str
        Names of the systems.
    means : ndarray, shape (systems,)
        Mean score of each system.
    mean, se : float
        Mean and standard error of the equal systems.
    n : int
        Number of the equal systems.
    correlation : float
        Correlation between the equal systems.
    level : float
        Level of the thresholds.

    Examples
    --------
    >>> groups = thresholds([0.19, 0.2, 0.21, 0.25], 0.0114, names=["a", "b", "c", "d"])
    >>> groups
    Thresholds of 4 systems: 1 above 0.2380, 0 below 0.1870, 3 between
    >>> groups.above, groups.between
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
        """The distribution of the highest value if all systems are equal."""
        return Maximum(self.n, self.mean, self.se, self.correlation)

    @property
    def minimum(self) -> Minimum:
        """The distribution of the lowest value if all systems are equal."""
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
        """Mean of the highest value if all systems are equal."""
        return self.maximum.expected

    @property
    def notes(self) -> tuple[str, ...]:
        """Explanations of the numbers, one sentence each."""
        error = percent(1 - self.level)
        note = (
            f"If all were equal, at least one system would be above with probability {error}. This is not a share: "
            f"it does not mean that {percent(self.level)} of those above are truly better."
        )
        return (note,)

    @property
    def title(self) -> str:
        """Title with the number of systems, their mean and standard error."""
        correlation = f", correlation {fixed(self.correlation, 2)}" if self.correlation else ""
        moments = f"mean {fixed(self.mean, 4)}, standard error {fixed(self.se, 4)}"
        return f"{count_noun(self.n, 'equal system')}, {moments}{correlation}"

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
    """Group systems by the paper's two thresholds: above, below and within the range of equal systems.

    Parameters
    ----------
    means : array_like, shape (systems,)
        Mean score of each system, two or more.
    se : float
        Standard error of a system's mean, above 0; `standard_error` is the paper's.
    mean : float, optional
        Mean of the equal systems, by default the mean of the means.
    n : int, optional
        Number of the equal systems, by default the number of means.
    names : sequence of str, optional
        Different names of the systems, by default 1, 2, 3, ...
    correlation : float, optional
        Correlation between the equal systems.
    level : float, optional
        Level of the thresholds, between 0 and 1.

    Returns
    -------
    Thresholds

    Raises
    ------
    InputError
        If a parameter is outside its range, or two systems have the same name.

    Examples
    --------
    >>> thresholds([0.1, 0.3], 0.01).counts
    (1, 1, 0)
    """
    values = numbers(means, "the means", each="system")
    labels = names_of(names, len(values), "systems")
    for name in labels:
        if labels.count(name) > 1:
            raise InputError(f"two systems are called {quoted(name)}; give each its own name")
    center = float(values.mean()) if mean is None else finite(mean, "the mean")
    checked = Maximum(len(values) if n is None else n, center, se, correlation)
    return Thresholds(
        labels, values, center, checked.sd, checked.n, checked.correlation, check_share(level, "the level")
    )


def flagged_too_often(found: ThresholdGroups, truly: Sequence[str]) -> float:
    """Return the share of false discoveries among the systems above the upper threshold.

    A family-wise level bounds the probability of any false discovery, not their share.

    Parameters
    ----------
    found : ThresholdGroups
        The groups of systems.
    truly : sequence of str
        Names of the systems that are truly above.

    Returns
    -------
    float
        0..1; NaN if no system is above the threshold.

    Examples
    --------
    >>> flagged_too_often(thresholds([0.19, 0.2, 0.25], 0.0114, names=["a", "b", "c"]), ["c"])
    0.0
    """
    above = found.above
    return sum(name not in truly for name in above) / len(above) if above else math.nan
