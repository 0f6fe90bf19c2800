"""When is one run better than another? Criteria as values, and the order, or the cycle, that each of them gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.byhand.catalogue.criteria import standing
from irlearn.errors import InputError
from irlearn.statistics import ALPHA
from irlearn.studies.leaderboard.outcomes import Outcomes, outcomes
from irlearn.text.tables import Captioned, TableReport

NEEDS = ("anything", "not significantly worse", "not worse", "better", "significantly better")
"""What a criterion may ask of one side, from nothing to the most."""

_SIDES = ("answered", "ranking", "mrr")
_TESTS = {
    "ranking": ("wilcoxon-signed-rank", "paired-t"),
    "mrr": ("wilcoxon-rank-sum", "wilcoxon-signed-rank", "paired-t"),
}


@dataclass(frozen=True)
class Criterion:
    """A rule for "B is better than A": what it asks of the answered queries, of the ranking, and of MRR.

    `answered` is about the number of queries answered (binomial test), `ranking` about `on` ("esl" or "rr") on the
    queries that both answer, `mrr` about MRR over all queries; each is one of `NEEDS`. Where `harmless` is set, at
    least one of answered and ranking must also be significantly better, which makes "do no harm". `test` is the test
    for ranking and MRR: "wilcoxon-signed-rank", "paired-t", or, for a rule on MRR alone, "wilcoxon-rank-sum".

    >>> rule = Criterion("mine", answered="better", ranking="not significantly worse")
    >>> rule.holds(outcomes([1, 3, 0, 2, 9], [1, 2, 4, 2, 8]))
    True
    """

    name: str
    answered: str = "anything"
    ranking: str = "anything"
    mrr: str = "anything"
    harmless: bool = False
    on: str = "esl"
    test: str = "wilcoxon-signed-rank"

    def __post_init__(self) -> None:
        needs = {"answered": self.answered, "ranking": self.ranking, "mrr": self.mrr}
        for side, need in needs.items():
            if need not in NEEDS:
                raise InputError(f"{side} must be one of {', '.join(map(repr, NEEDS))}; given: {need!r}")
        if self.on not in ("esl", "rr"):
            raise InputError(f"on must be 'esl' or 'rr'; given: {self.on!r}")
        uses_ranking = self.ranking != "anything" or self.harmless
        allowed = _TESTS["ranking" if uses_ranking else "mrr"]
        if self.test not in allowed:
            raise InputError(f"test must be one of {', '.join(map(repr, allowed))} here; given: {self.test!r}")
        if set(needs.values()) == {"anything"} and not self.harmless:
            raise InputError("a criterion must ask for something: set answered, ranking or mrr, or harmless=True")

    def holds(self, found: Outcomes) -> bool:
        """Whether B is better than A by this rule."""
        answered = standing(found.b_only - found.a_only, found.significant("answered", "binomial"))
        ranking = mrr = 0
        if self.ranking != "anything" or self.harmless:
            ranking = standing(found.gain(self.on), found.significant(self.on, self.test))
        if self.mrr != "anything":
            mrr = standing(found.delta, found.significant("mrr", self.test))
        met = _met(self.answered, answered) and _met(self.ranking, ranking) and _met(self.mrr, mrr)
        return met and (not self.harmless or max(answered, ranking) == 2)


CRITERIA = {
    "higher MRR": Criterion("higher MRR", mrr="better"),
    "significantly higher MRR": Criterion("significantly higher MRR", mrr="significantly better"),
    "both improved": Criterion("both improved", answered="better", ranking="better"),
    "both significant": Criterion("both significant", answered="significantly better", ranking="significantly better"),
    "do no harm": Criterion(
        "do no harm", answered="not significantly worse", ranking="not significantly worse", harmless=True
    ),
}
"""The leaderboard's own rule, the same with a test, and the three of Lin et al. (2021), section 5."""


@dataclass(frozen=True, eq=False, repr=False)
class Preferences(TableReport):
    """Which runs are better than which by a criterion, and whether that makes an order.

    `better[i, j]` says that run i is better than run j; shape (runs, runs).

    >>> found = preferences({"a": [1, 4, 0], "b": [1, 3, 0], "c": [1, 2, 5]}, CRITERIA["higher MRR"])
    >>> found.order, found.cycle
    (('c', 'b', 'a'), ())
    """

    criterion: Criterion
    runs: tuple[str, ...]
    better: NDArray[np.bool_]
    _between: ClassVar[str] = "\n"

    @cached_property
    def cycle(self) -> tuple[str, ...]:
        """Runs each better than the next, and the last better than the first; the shortest such, () without one."""
        best: tuple[int, ...] = ()
        for start in range(len(self.runs)):
            path = self._way_back(start)
            if path and (not best or len(path) < len(best)):
                best = path
        return tuple(self.runs[number] for number in best)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The runs from the best, if the criterion sorts them into one order; else ()."""
        if self.cycle or self.undecided:
            return ()
        return tuple(self.runs[number] for number in np.argsort(-self.better.sum(axis=1), kind="stable"))

    @cached_property
    def undecided(self) -> tuple[tuple[str, str], ...]:
        """The pairs of which neither run is better."""
        return tuple(
            (self.runs[i], self.runs[j])
            for i in range(len(self.runs))
            for j in range(i + 1, len(self.runs))
            if not self.better[i, j] and not self.better[j, i]
        )

    @cached_property
    def intransitive(self) -> tuple[tuple[str, str, str], ...]:
        """The triples in which the first run is better than the second, the second than the third, yet not the first
        than the third.
        """
        found = self.better[:, :, np.newaxis] & self.better[np.newaxis] & ~self.better[:, np.newaxis, :]
        return tuple((self.runs[i], self.runs[j], self.runs[k]) for i, j, k in np.argwhere(found).tolist())

    @property
    def transitive(self) -> bool:
        """Whether "better than better" is always "better"."""
        return not self.intransitive

    @property
    def sentence(self) -> str:
        """What the criterion gives, in one sentence."""
        if self.order:
            return f"“{self.criterion.name}” sorts the runs: {' > '.join(self.order)}."
        if self.cycle:
            return f"“{self.criterion.name}” runs in a circle: {' > '.join((*self.cycle, self.cycle[0]))}."
        pairs = len(self.runs) * (len(self.runs) - 1) // 2
        said = f"“{self.criterion.name}” leaves {len(self.undecided)} of {pairs} pairs undecided"
        if self.transitive:
            return f"{said}; what it decides is transitive, a partial order."
        first, second, third = self.intransitive[0]
        return f"{said} and is not transitive: {first} > {second} and {second} > {third}, but not {first} > {third}."

    def _way_back(self, start: int) -> tuple[int, ...]:
        """The shortest way from a run over better-than back to it, by breadth."""
        paths: list[tuple[int, ...]] = [(start,)]
        seen = {start}
        while paths:
            longer: list[tuple[int, ...]] = []
            for path in paths:
                for step in np.flatnonzero(self.better[path[-1]]).tolist():
                    if step == start:
                        return path
                    if step not in seen:
                        seen.add(step)
                        longer.append((*path, step))
            paths = longer
        return ()

    def __repr__(self) -> str:
        return f"Preferences over {len(self.runs)} runs: {self.sentence}"

    def _remarks(self) -> list[str]:
        return [self.sentence]

    def _tables(self) -> list[Captioned]:
        rows = [
            [run, *("–" if i == j else "better" if self.better[i, j] else "" for j in range(len(self.runs)))]
            for i, run in enumerate(self.runs)
        ]
        return [("Row better than column", ["", *self.runs], rows)]


def preferences(
    ranks: Mapping[str, ArrayLike],
    criterion: Criterion,
    cutoff: int = 100,
    *,
    multiplicity: int = 1,
    alpha: float = ALPHA,
    known: dict[tuple[str, str], Outcomes] | None = None,
) -> Preferences:
    """Which runs are better than which by a criterion, every pair of them tried in both directions.

    `ranks` maps names to ranks as `table` takes them. `known` is a dict that keeps the outcomes of pairs from one call
    to the next, so that another criterion on the same runs, cutoff, multiplicity and alpha costs nothing.

    >>> preferences({"a": [1, 4, 0], "b": [1, 3, 0]}, CRITERIA["both improved"]).undecided
    (('a', 'b'),)
    """
    if not isinstance(criterion, Criterion):
        raise InputError(f"a criterion is a Criterion, such as CRITERIA['do no harm']; given: {criterion!r}")
    names = tuple(ranks)
    if len(names) < 2:
        raise InputError("an order needs two runs or more")
    memory = {} if known is None else known
    better = np.zeros((len(names), len(names)), dtype=bool)
    for i, one in enumerate(names):
        for j, other in enumerate(names):
            if i == j:
                continue
            key = (other, one)
            if key not in memory:
                memory[key] = outcomes(
                    ranks[other], ranks[one], cutoff, names=key, multiplicity=multiplicity, alpha=alpha
                )
                memory[one, other] = memory[key].reversed()
            better[i, j] = criterion.holds(memory[key])
    return Preferences(criterion, names, better)


def _met(need: str, standing: int) -> bool:
    return standing >= NEEDS.index(need) - 2
