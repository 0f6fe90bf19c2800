"""The best published result over the years as records of a growing N: 109 published results on Robust 04."""

from __future__ import annotations

import csv
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
    """The 109 results on Robust 04 published from 2005 to 2019, in the order of the source, embedded.

    Source: Yang, Lu, Yang and Lin, "Critically Examining the Neural Hype", SIGIR 2019, who collected them.

    >>> results = robust04_results()
    >>> len(results), results[0].paper, max(one.best for one in results)
    (109, 'Diaz (CIKM 2005)', 0.3686)
    """
    rows = csv.DictReader(_FILE.read_text(encoding="utf-8").splitlines())
    return tuple(
        PublishedResult(row["paper"], row["is_neural"] == "yes", float(row["baseline_ap"]), float(row["best_ap"]))
        for row in rows
    )


@dataclass(frozen=True, repr=False, eq=False)
class Records(Page):
    """A sequence of results, the highest so far, and what the highest of as many equal systems would be.

    `values` are in their order; `best` is the highest so far, `expected` the expected maximum of N = 1, 2, ... equal
    systems with this `mean` and `sd`.

    >>> found = records([0.25, 0.24, 0.27, 0.26], 0.25, 0.01)
    >>> found.best.tolist(), found.broken, found.expected.round(4).tolist()
    ([0.25, 0.25, 0.27, 0.27], (0, 2), [0.25, 0.2556, 0.2585, 0.2603])
    """

    values: FloatArray
    names: tuple[str, ...]
    mean: float
    sd: float

    @property
    def best(self) -> FloatArray:
        """The highest value so far, at each place."""
        return np.maximum.accumulate(self.values)

    @property
    def broken(self) -> tuple[int, ...]:
        """The places, from 0, at which the record was broken; the first value is a record."""
        before = np.concatenate([[-np.inf], self.best[:-1]])
        return tuple(np.flatnonzero(self.values > before).tolist())

    @property
    def expected(self) -> FloatArray:
        """The expected maximum of the equal systems that there were until each place."""
        return np.array([Maximum(n, self.mean, self.sd).expected for n in range(1, len(self.values) + 1)])

    @property
    def expected_records(self) -> float:
        """How many records as many equal, independent systems would set on average: 1 + 1/2 + ... + 1/N."""
        return float(np.sum(1 / np.arange(1, len(self.values) + 1)))

    @property
    def title(self) -> str:
        """What is worked out, and from what."""
        return f"Records among {count_noun(len(self.values), 'result')}"

    def blocks(self) -> list[Block]:
        """The result as blocks of a document."""
        rows = [
            [str(place + 1), self.names[place], fixed(self.values[place], 4), fixed(self.expected[place], 4)]
            for place in self.broken
        ]
        return [
            Prose(self.title, strong=True),
            Table("", ["N", "result", "record", "best of N equal systems"], rows),
            Prose(
                f"{count_noun(len(self.broken), 'record')}; equal systems would set {fixed(self.expected_records, 1)} "
                f"on average. They have the mean {fixed(self.mean, 4)} and the standard deviation {fixed(self.sd, 4)}; "
                "that is luck only where it is the error of one result."
            ),
        ]

    def __repr__(self) -> str:
        return f"Records: {len(self.broken)} among {count_noun(len(self.values), 'result')}"


def records(
    values: Iterable[float], mean: float | None = None, sd: float | None = None, *, names: Iterable[str] | None = None
) -> Records:
    """Results in the order in which they came, as records of a growing N beside those of equal systems.

    `mean` and `sd` of the equal systems are by default those of the values (n − 1). Raises `InputError` for fewer than
    two values, and where there are more or fewer names than values.

    >>> results = robust04_results()
    >>> records([one.best for one in results], names=[one.paper for one in results])
    Records: 4 among 109 results
    """
    found = numbers(list(values), "the results", each="system")
    called = tuple(names) if names is not None else tuple(str(place) for place in range(1, len(found) + 1))
    if len(called) != len(found):
        raise InputError(f"there must be one name for each of the {len(found)} results; given: {len(called)}")
    equal = Maximum(1, float(found.mean()) if mean is None else mean, float(found.std(ddof=1)) if sd is None else sd)
    return Records(found, called, equal.mean, equal.sd)
