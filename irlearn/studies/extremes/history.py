"""The best published result over the years: 109 results on Robust 04 as records of a growing N."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from irlearn.errors import InputError
from irlearn.formulas.page import Block, Page, Prose, Table
from irlearn.statistics.arrays import FloatArray, numbers
from irlearn.studies.extremes.extreme_values import Maximum
from irlearn.text.english import count_noun
from irlearn.text.numbers import fixed

_FILE = Path(__file__).with_name("robust04_published.csv")


class PublishedResult(NamedTuple):
    """A published result on Robust 04: the paper, whether it is neural, AP of its baseline and of its best run."""

    paper: str
    neural: bool
    baseline: float
    best: float


def robust04_results() -> tuple[PublishedResult, ...]:
    """Return the 109 results on Robust 04 published from 2005 to 2019, in the order of their source.

    The results are embedded in the package.

    Returns
    -------
    tuple of PublishedResult

    References
    ----------
    Yang, Lu, Yang and Lin, "Critically Examining the Neural Hype", SIGIR 2019, who collected the results.

    Examples
    --------
    >>> results = robust04_results()
    >>> len(results), results[0].paper, max(result.best for result in results)
    (109, 'Diaz (CIKM 2005)', 0.3686)
    """
    rows = csv.DictReader(_FILE.read_text(encoding="utf-8").splitlines())
    return tuple(
        PublishedResult(row["paper"], row["is_neural"] == "yes", float(row["baseline_ap"]), float(row["best_ap"]))
        for row in rows
    )


@dataclass(frozen=True, repr=False, eq=False)
class Records(Page):
    """A sequence of results with its running maximum, and the expected maximum of the same number of equal systems.

    Attributes
    ----------
    values : ndarray, shape (results,)
        The results in their order.
    names : tuple of str
        Names of the results.
    mean, sd : float
        Mean and standard deviation of the equal systems.

    Examples
    --------
    >>> sequence = records([0.25, 0.24, 0.27, 0.26], 0.25, 0.01)
    >>> sequence.best.tolist(), sequence.broken, sequence.expected.round(4).tolist()
    ([0.25, 0.25, 0.27, 0.27], (0, 2), [0.25, 0.2556, 0.2585, 0.2603])
    """

    values: FloatArray
    names: tuple[str, ...]
    mean: float
    sd: float

    @property
    def best(self) -> FloatArray:
        """The highest value up to each position."""
        return np.maximum.accumulate(self.values)

    @property
    def broken(self) -> tuple[int, ...]:
        """The positions, from 0, at which the record was broken; the first value is a record."""
        before = np.concatenate([[-np.inf], self.best[:-1]])
        return tuple(np.flatnonzero(self.values > before).tolist())

    @property
    def expected(self) -> FloatArray:
        """The expected maximum of N = 1, 2, ... equal systems at each position."""
        return np.array([Maximum(n, self.mean, self.sd).expected for n in range(1, len(self.values) + 1)])

    @property
    def expected_records(self) -> float:
        """The expected number of records among N equal, independent systems: 1 + 1/2 + ... + 1/N."""
        return math.fsum(1 / n for n in range(1, len(self.values) + 1))

    @property
    def title(self) -> str:
        """Title with the number of results."""
        return f"Records among {count_noun(len(self.values), 'result')}"

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        rows = [
            [str(place + 1), self.names[place], fixed(self.values[place], 4), fixed(self.expected[place], 4)]
            for place in self.broken
        ]
        return [
            Prose(self.title, strong=True),
            Table("", ["N", "result", "record", "best of N equal systems"], rows),
            Prose(
                f"{count_noun(len(self.broken), 'record')}; equal systems would set {fixed(self.expected_records, 1)} "
                f"on average. They have the mean {fixed(self.mean, 4)} and the standard deviation "
                f"{fixed(self.sd, 4)}, which is luck only if it is the error of one result."
            ),
        ]

    def __repr__(self) -> str:
        return f"Records: {len(self.broken)} among {count_noun(len(self.values), 'result')}"


def records(
    values: Iterable[float], mean: float | None = None, sd: float | None = None, *, names: Iterable[str] | None = None
) -> Records:
    """Compare the records in a sequence of results with those of equal systems.

    Parameters
    ----------
    values : iterable of float
        Two or more results, in the order of their publication.
    mean, sd : float, optional
        Mean and standard deviation of the equal systems, by default those of the values (with n − 1).
    names : iterable of str, optional
        A name for each value, by default 1, 2, 3, ...

    Returns
    -------
    Records

    Raises
    ------
    InputError
        If there are fewer than two values, or another number of names than of values.

    Examples
    --------
    >>> results = robust04_results()
    >>> records([result.best for result in results], names=[result.paper for result in results])
    Records: 4 among 109 results
    """
    results = numbers(list(values), "the results", each="system")
    labels = tuple(names) if names is not None else tuple(str(number) for number in range(1, len(results) + 1))
    if len(labels) != len(results):
        raise InputError(f"there must be one name for each of the {len(results)} results; given: {len(labels)}")
    mean = float(results.mean()) if mean is None else mean
    sd = float(results.std(ddof=1)) if sd is None else sd
    checked = Maximum(1, mean, sd)
    return Records(results, labels, checked.mean, checked.sd)
