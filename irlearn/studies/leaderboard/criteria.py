"""Criteria of "run B is better than run A", and the order or the cycle of runs that each of them gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.byhand.catalogue.criteria import standing
from irlearn.errors import InputError
from irlearn.formulas.page import Block, Note, Page, Table
from irlearn.statistics import ALPHA
from irlearn.studies.leaderboard.outcomes import Outcomes, outcomes

NEEDS = ("anything", "not significantly worse", "not worse", "better", "significantly better")
"""The requirements that a criterion may make of one aspect, from none to the strictest."""

_SIDES = ("answered", "ranking", "mrr")
_TESTS = {
    "ranking": ("wilcoxon-signed-rank", "paired-t"),
    "mrr": ("wilcoxon-rank-sum", "wilcoxon-signed-rank", "paired-t"),
}


@dataclass(frozen=True)
class Criterion:
    """A rule for "B is better than A": its requirements on the answered queries, the ranking and MRR.

    Parameters
    ----------
    name : str
        Name of the criterion.
    answered : str, optional
        Requirement on the number of queries answered (binomial test), one of `NEEDS`.
    ranking : str, optional
        Requirement on the ranking of the queries that both runs answer, by `on`; one of `NEEDS`.
    mrr : str, optional
        Requirement on MRR over all queries, one of `NEEDS`.
    harmless : bool, optional
        Whether B must also be significantly better in answered queries or in ranking, as in "do no harm".
    on : {"esl", "rr"}, optional
        The number that is compared for the ranking.
    test : str, optional
        Test for ranking and MRR: "wilcoxon-signed-rank", "paired-t" or, for a rule on MRR alone, "wilcoxon-rank-sum".

    Raises
    ------
    InputError
        If a value is not allowed, or the rule has no requirement.

    Examples
    --------
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
        """Return whether run B is better than run A by this rule.

        Parameters
        ----------
        found : Outcomes
            The outcomes of the two runs.

        Returns
        -------
        bool
        """
        answered = standing(found.b_only - found.a_only, found.significant("answered", "binomial"))
        ranking = mrr = 0
        if self.ranking != "anything" or self.harmless:
            ranking = standing(found.gain(self.on), found.significant(self.on, self.test))
        if self.mrr != "anything":
            mrr = standing(found.delta, found.significant("mrr", self.test))
        all_met = _is_met(self.answered, answered) and _is_met(self.ranking, ranking) and _is_met(self.mrr, mrr)
        return all_met and (not self.harmless or max(answered, ranking) == 2)


CRITERIA = {
    "higher MRR": Criterion("higher MRR", mrr="better"),
    "significantly higher MRR": Criterion("significantly higher MRR", mrr="significantly better"),
    "both improved": Criterion("both improved", answered="better", ranking="better"),
    "both significant": Criterion("both significant", answered="significantly better", ranking="significantly better"),
    "do no harm": Criterion(
        "do no harm", answered="not significantly worse", ranking="not significantly worse", harmless=True
    ),
}
"""The leaderboard's own rule, the same rule with a test, and the three criteria of Lin et al. (2021), section 5."""


@dataclass(frozen=True, eq=False, repr=False)
class Preferences(Page):
    """The preferences between runs by a criterion.

    Attributes
    ----------
    criterion : Criterion
    runs : tuple of str
        Names of the runs.
    better : ndarray of bool, shape (runs, runs)
        `better[i, j]` says that run i is better than run j.

    Examples
    --------
    >>> by_mrr = preferences({"a": [1, 4, 0], "b": [1, 3, 0], "c": [1, 2, 5]}, CRITERIA["higher MRR"])
    >>> by_mrr.order, by_mrr.cycle
    (('c', 'b', 'a'), ())
    """

    criterion: Criterion
    runs: tuple[str, ...]
    better: NDArray[np.bool_]

    @cached_property
    def cycle(self) -> tuple[str, ...]:
        """The shortest cycle in which each run is better than the next, and the last run than the first; else ()."""
        best: tuple[int, ...] = ()
        for start in range(len(self.runs)):
            path = self._cycle_through(start)
            if path and (not best or len(path) < len(best)):
                best = path
        return tuple(self.runs[number] for number in best)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The runs from the best to the worst if the criterion orders all of them; else ()."""
        if self.cycle or self.undecided:
            return ()
        return tuple(self.runs[number] for number in np.argsort(-self.better.sum(axis=1), kind="stable"))

    @cached_property
    def undecided(self) -> tuple[tuple[str, str], ...]:
        """The pairs of runs of which neither is better."""
        return tuple(
            (self.runs[i], self.runs[j])
            for i in range(len(self.runs))
            for j in range(i + 1, len(self.runs))
            if not self.better[i, j] and not self.better[j, i]
        )

    @cached_property
    def intransitive(self) -> tuple[tuple[str, str, str], ...]:
        """Triples of runs (i, j, k) in which i is better than j, and j than k, but i is not better than k."""
        violated = self.better[:, :, np.newaxis] & self.better[np.newaxis] & ~self.better[:, np.newaxis, :]
        return tuple((self.runs[i], self.runs[j], self.runs[k]) for i, j, k in np.argwhere(violated).tolist())

    @property
    def transitive(self) -> bool:
        """Whether the preferences are transitive."""
        return not self.intransitive

    @property
    def sentence(self) -> str:
        """A sentence with the order, the cycle or the number of undecided pairs."""
        if self.order:
            return f"“{self.criterion.name}” sorts the runs: {' > '.join(self.order)}."
        if self.cycle:
            return f"“{self.criterion.name}” gives a cycle: {' > '.join((*self.cycle, self.cycle[0]))}."
        pairs = len(self.runs) * (len(self.runs) - 1) // 2
        beginning = f"“{self.criterion.name}” leaves {len(self.undecided)} of {pairs} pairs undecided"
        if self.transitive:
            return f"{beginning}; what it decides is transitive, a partial order."
        first, second, third = self.intransitive[0]
        violation = f"{first} > {second} and {second} > {third}, but not {first} > {third}"
        return f"{beginning} and is not transitive: {violation}."

    def _cycle_through(self, start: int) -> tuple[int, ...]:
        """Return the shortest cycle through a run, found by breadth-first search, or ()."""
        paths: list[tuple[int, ...]] = [(start,)]
        seen = {start}
        while paths:
            longer: list[tuple[int, ...]] = []
            for path in paths:
                for run in np.flatnonzero(self.better[path[-1]]).tolist():
                    if run == start:
                        return path
                    if run not in seen:
                        seen.add(run)
                        longer.append((*path, run))
            paths = longer
        return ()

    def __repr__(self) -> str:
        return f"Preferences over {len(self.runs)} runs: {self.sentence}"

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        rows = [
            [run, *("–" if i == j else "better" if self.better[i, j] else "" for j in range(len(self.runs)))]
            for i, run in enumerate(self.runs)
        ]
        return [Table("Row better than column", ["", *self.runs], rows, left=1), Note(self.sentence)]


def preferences(
    ranks: Mapping[str, ArrayLike],
    criterion: Criterion,
    cutoff: int = 100,
    *,
    multiplicity: int = 1,
    alpha: float = ALPHA,
    known: dict[tuple[str, str], Outcomes] | None = None,
) -> Preferences:
    """Find which runs are better than which by a criterion, comparing every pair in both directions.

    Parameters
    ----------
    ranks : dict
        Maps the name of each run to the ranks of the queries' relevant documents, as in `table`.
    criterion : Criterion
        The rule, such as `CRITERIA["do no harm"]`.
    cutoff : int, optional
        Ranks beyond the cutoff count as not found.
    multiplicity : int, optional
        Number of comparisons for which each p-value is corrected.
    alpha : float, optional
        Level of significance.
    known : dict, optional
        Keeps the outcomes of pairs between calls, so that another criterion on the same runs, cutoff, multiplicity and
        alpha needs no tests.

    Returns
    -------
    Preferences

    Raises
    ------
    InputError
        If there are fewer than two runs, or the criterion, ranks or options cannot be used.

    Examples
    --------
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
    for i, run_b in enumerate(names):
        for j, run_a in enumerate(names):
            if i == j:
                continue
            key = (run_a, run_b)
            if key not in memory:
                memory[key] = outcomes(
                    ranks[run_a], ranks[run_b], cutoff, names=key, multiplicity=multiplicity, alpha=alpha
                )
                memory[run_b, run_a] = memory[key].reversed()
            better[i, j] = criterion.holds(memory[key])
    return Preferences(criterion, names, better)


def _is_met(need: str, standing: int) -> bool:
    """Return whether a requirement is met; `standing` is -2 (significantly worse) to 2 (significantly better)."""
    return standing >= NEEDS.index(need) - 2
