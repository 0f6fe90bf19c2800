"""Weighted kappa of two assessors who give grades: the further two grades lie apart, the more a disagreement weighs."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any, ClassVar

from irlearn.chance import draw
from irlearn.derivation.assessors import judged_of
from irlearn.derivation.significance import Pair
from irlearn.errors import InputError
from irlearn.expression import Node, Power, Product, Sum
from irlearn.kinds.engine import Step, changed, revised
from irlearn.kinds.kappa import Kappa, KappaCase, OfKappa
from irlearn.kinds.rules import Rule, often
from irlearn.kinds.told import WORDINGS, topic
from irlearn.words import in_a_row


class WeightedCase(KappaCase):
    """Grades by two assessors."""

    def weight(self, i: int, j: int) -> int:
        """How much two grades weigh: how far they lie apart, or the square of that; nothing where they are equal."""
        known = all(str(one).isdecimal() for one in self.names)
        return int(abs(int(self.names[i]) - int(self.names[j]) if known else i - j) ** self.asked.power)

    def weighed(self, cell: Callable[[int, int], Any]) -> Node:
        """The sum of all cells of a table by their weights, those of one weight together."""
        cells: dict[int, list[Any]] = {}
        for i, j in product(range(len(self.table)), repeat=2):
            cells.setdefault(self.weight(i, j), []).append(cell(i, j))
        return Sum(*(Product(weight, Sum(*cells[weight])) for weight in sorted(cells) if weight), whole=True)

    def seen(self) -> Node:
        """The mean weight of a document."""
        return self.weighed(lambda i, j: self.table[i][j]) / self.n

    def by_chance(self) -> Node:
        """The same where each assessor gives each grade as often as it does, without a look at the document."""
        return self.weighed(lambda i, j: Product(self.rows[i], self.sums[j])) / Power(self.n, 2)

    @property
    def notes(self) -> list[str]:
        """That grades which nobody gave count as a step all the same."""
        gap = any(self.weight(place - 1, place) > 1 for place in range(1, len(self.table)))
        return [f"The grades are {in_a_row(self.names)}: their numbers say how far they lie apart."] if gap else []


class LinearKappa(Kappa):
    """Cohen's kappa with linear weights; "observed", the mean weight of a document, or "expected", that by chance.

    kappa = 1 − observed / expected; a document weighs as much as its two grades lie apart. It is asked about what
    `Kappa` is asked about, but for shares. Source: Cohen (1968).

    >>> from irlearn import explain
    >>> explain(LinearKappa(), "20 5 2 | 3 10 4 | 1 2 30").equation
    'kappa = 1 - (20/77) / (5568/5929) = 1007/1392 = 0.7234'
    """

    name = "kappa-linear"
    also: ClassVar[tuple[str, ...]] = ("weighted-kappa", "linear-weighted-kappa", "linear-kappa")
    title = "kappa with linear weights"
    example = "20 5 2 | 3 10 4 | 1 2 30"
    first_step = "write beside each cell of the table how far its two grades lie apart."
    case = WeightedCase
    power: ClassVar[int] = 1
    told: ClassVar[str] = "as much as its two grades lie apart"
    _mean: ClassVar[dict[str, Any]] = {"why": "Equal grades weigh nothing.", "high": math.inf}
    steps: ClassVar[tuple[Step, ...]] = revised(
        Kappa.steps,
        kappa={"formula": lambda c: 1 - c["observed"] / c["expected"], "spoken": title},
        observed={"formula": WeightedCase.seen, "spoken": "the mean weight", "label": "observed weight", **_mean},
        expected={"formula": WeightedCase.by_chance, "spoken": "that by chance", "label": "expected weight", **_mean},
    )

    def counts(self, given: object) -> Pair:
        """The table of grades, which are numbers where there are more than two. Raises `InputError`."""
        found = judged_of(given, self.title, self.example, shares=False)
        if len(names := [*map(str, found[-1])]) > 2 and not all(map(str.isdecimal, names)):
            raise InputError(f"{self.title} is about grades in an order; write numbers for {in_a_row(names)}")
        return found


class QuadraticKappa(LinearKappa):
    """The same with quadratic weights: the square of how far two grades lie apart."""

    name = "kappa-quadratic"
    also = ("weighted-kappa", "quadratic-weighted-kappa", "quadratic-kappa", "qwk")
    title = "kappa with quadratic weights"
    power = 2
    told = "the square of how far its two grades lie apart"
    steps = revised(LinearKappa.steps, kappa={"spoken": title})


_BOTH, _MEANS = "kappa-linear kappa-quadratic", ("observed", "expected")


def _given(kind: type[Kappa]) -> Rule:
    case = lru_cache(maxsize=8)(kind().of)
    return changed(kappa=lambda c: case(c.given).at(c.digits).node("kappa") if len(c.table) > 2 else None)


often("unweighted", _BOTH, _given(Kappa))("This is kappa without weights, where each disagreement counts the same.")
for _one, _kind, _other in (("quadratic", QuadraticKappa, LinearKappa), ("linear", LinearKappa, QuadraticKappa)):
    often(f"{_one}-weights", f"kappa {_other.name}", _given(_kind))(
        f"This is {_kind.title}: each document weighs {_kind.told}."
    )
often("weights-turned", _BOTH, changed(**{one: lambda c, one=one: c.weight(0, -1) - c[one] for one in _MEANS}))(
    "You gave most weight to equal grades. In 1 − observed / expected they weigh nothing."
)
often("counts-for-shares", _BOTH, changed(kappa=lambda c: 1 - c["observed"] / (c["expected"] * c.n)))(
    "You did not divide both by {documents} alike: the table by chance must add up to as many documents as the other."
)
often("chance-left-out", _BOTH, changed(kappa=lambda c: 1 - c["observed"] / c.weight(0, -1)))(
    "This is the weighted share on which both agree. Kappa takes off what chance alone would give."
)


@topic("kappa-weighted", "Cohen's kappa of grades, with linear or quadratic weights", "01")
def _(random: Random, level: int) -> tuple[Kappa, Pair]:
    asked, grades = (LinearKappa, QuadraticKappa, QuadraticKappa)[level - 1](), range(3 if level < 3 else 4)
    return asked, asked.read([[draw(random, *((9, 30) if i == j else (1, 9))) for j in grades] for i in grades])


WORDINGS(LinearKappa)(OfKappa("kappa-linear"))
