"""What a sweep found: a row a method, budget and measure, with means over repetitions and their spread."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError
from irlearn.formulas.page import Block, Page, Prose, Table
from irlearn.text.english import count_noun, did_you_mean
from irlearn.text.numbers import fixed, grouped
from irlearn.text.tables import to_pandas

if TYPE_CHECKING:
    import pandas

COUNTED = ("judged", "relevant")
OUTCOMES = ("AA", "AD", "MAG", "MAL", "MDG", "MDL", "PA", "PD")
SHARES = ("precision", "recall", "bias")
NUMBERS = (*COUNTED, "tau", *OUTCOMES, *SHARES, "tau_ap")
"""What a row holds, by name, in the order of the shell's JSON."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """One method at one budget by one measure: `mean` and `spread` hold a number for each of `NUMBERS`, by name.

    `spread` is the standard deviation over `repetitions` (n - 1), nan for a single one of what is random. A number
    that is not defined in some repetitions (the precision where nothing was significant) is taken over the others, and
    is nan where it never is.
    """

    method: str
    budget: int
    measure: str
    depth: int
    repetitions: int
    mean: Mapping[str, float]
    spread: Mapping[str, float]

    @classmethod
    def of(
        cls, named: tuple[str, int, str, int], found: Sequence[Sequence[float | None]], *, settled: bool = False
    ) -> Row:
        """The row of a method, budget, measure and depth, from the numbers of each repetition, None for undefined.

        `settled` says that another repetition would find the same.
        """
        values = np.array([[math.nan if one is None else one for one in numbers] for numbers in found])
        mean, spread = {}, {}
        for name, column in zip(NUMBERS, values.T, strict=True):
            defined = column[~np.isnan(column)]
            mean[name] = math.fsum(defined.tolist()) / len(defined) if len(defined) else math.nan
            spread[name] = 0.0 if settled and len(defined) else _deviation(defined)
        method, budget, measure, depth = named
        return cls(
            method=method, budget=budget, measure=measure, depth=depth, repetitions=len(found), mean=mean, spread=spread
        )

    def to_json(self) -> dict[str, Any]:
        """The row as plain data: counts of a single repetition as whole numbers, None for what is not defined."""
        whole = self.repetitions == 1
        numbers = {
            name: int(value) if whole and name in (*COUNTED, *OUTCOMES) else _plain(value)
            for name, value in self.mean.items()
        }
        tau_ap = numbers.pop("tau_ap")
        return {
            "method": self.method,
            "budget": self.budget,
            **numbers,
            "measure": self.measure,
            "depth": self.depth,
            "repetitions": self.repetitions,
            "tau_ap": tau_ap,
            "spread": {name: _plain(value) for name, value in self.spread.items()},
        }

    def flat(self) -> dict[str, Any]:
        """The row with one value a column: the spread of each number stands as its name with _sd."""
        data = self.to_json()
        spread = data.pop("spread")
        return data | {f"{name}_sd": value for name, value in spread.items()}

    def cells(self) -> list[str]:
        """The numbers as a table shows them, with their spread where there is one."""
        counts = [self._cell(name, 0 if self.repetitions == 1 else 1) for name in (*COUNTED, *OUTCOMES)]
        return [
            self.method,
            grouped(self.budget),
            *counts[:2],
            self._cell("tau", 3),
            self._cell("tau_ap", 3),
            *counts[2:],
            *(self._cell(name, 3) for name in SHARES),
        ]

    def _cell(self, name: str, places: int) -> str:
        mean, spread = self.mean[name], self.spread[name]
        around = fixed(spread, places)
        shown = name in _SPREAD and spread > 0 and around != fixed(0, places)
        return f"{fixed(mean, places)} ± {around}" if shown else fixed(mean, places)


_SPREAD = frozenset(("tau", "AA", "bias"))
"""The numbers whose spread a table shows; JSON, CSV and a data frame have all of them."""
HEADER = ("method", "budget", "judged", "relevant", "tau", "tau_AP", *OUTCOMES, *SHARES)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Sweep(Page):
    """What a sweep found, in `rows`: methods, then budgets, then measures, in the order in which they were given.

    `runs` and `topics` are counted, `pairs` is the number of pairs of runs, `seed` what the random numbers came from;
    `notes` say what was repaired in the file that it went on from.
    """

    rows: tuple[Row, ...]
    runs: int
    topics: int
    seed: int
    notes: tuple[str, ...] = ()

    @property
    def pairs(self) -> int:
        """How many pairs of runs there are: what the eight outcomes add up to."""
        return self.runs * (self.runs - 1) // 2

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods, each once."""
        return tuple(dict.fromkeys(row.method for row in self.rows))

    @property
    def budgets(self) -> tuple[int, ...]:
        """The budgets, each once."""
        return tuple(dict.fromkeys(row.budget for row in self.rows))

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures, each once."""
        return tuple(dict.fromkeys(row.measure for row in self.rows))

    def of(self, method: str, budget: int, measure: str | None = None) -> Row:
        """One row; the first measure's where none is named. Raises `InputError` for one that was not swept."""
        wanted = measure or self.measures[0]
        for row in self.rows:
            if (row.method, row.budget, row.measure) == (method, budget, wanted):
                return row
        given = f"{method} at {budget} by {wanted}"
        known = [f"{row.method} at {row.budget} by {row.measure}" for row in self.rows]
        raise InputError(f"there is no row of {given}; {did_you_mean(given, known, 'there are')}")

    def to_json(self) -> list[dict[str, Any]]:
        """The rows as plain data, as the shell's `irlearn adjudicate --format json` writes them."""
        return [row.to_json() for row in self.rows]

    def to_frame(self) -> pandas.DataFrame:
        """One row a method, budget and measure, as a pandas `DataFrame`; the spread as columns with _sd."""
        return to_pandas([row.flat() for row in self.rows])

    @property
    def repetitions(self) -> int:
        """How often each method ran that draws."""
        return max(row.repetitions for row in self.rows)

    @property
    def title(self) -> str:
        """What was swept."""
        times = f"; means over {self.repetitions:,} repetitions ± standard deviation" if self.repetitions > 1 else ""
        return (
            f"{count_noun(len(self.methods), 'method')} of adjudication on {count_noun(self.runs, 'run')} and "
            f"{count_noun(self.topics, 'topic')}: {self.pairs:,} pairs of runs{times}"
        )

    def tables(self) -> Iterable[tuple[str, list[list[str]]]]:
        """For each measure its rows, as cells under `HEADER`."""
        for measure in self.measures:
            yield measure, [row.cells() for row in self.rows if row.measure == measure]

    def blocks(self) -> list[Block]:
        """The result as blocks of a document."""
        tables = [Table(measure, list(HEADER), list(rows)) for measure, rows in self.tables()]
        return [Prose(self.title, strong=True), *tables, *map(Prose, self.notes)]

    def __repr__(self) -> str:
        return f"Sweep of {count_noun(len(self.methods), 'method')}, {count_noun(len(self.rows), 'row')}"


def _deviation(values: NDArray[np.float64]) -> float:
    """The standard deviation (n - 1), nan for fewer than two values; of equal ones exactly 0."""
    if len(values) < 2:
        return math.nan
    return float(values.std(ddof=1)) if np.ptp(values) else 0.0


def _plain(value: float) -> float | None:
    return None if math.isnan(value) else value
