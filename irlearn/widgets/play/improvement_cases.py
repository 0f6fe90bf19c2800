"""The cases of improvement: a learner sees whether a run is better because it answers more queries or ranks better."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from numpy.typing import ArrayLike

from irlearn.errors import InputError
from irlearn.studies import leaderboard
from irlearn.text.html import Element, caption, p, table, tbody, td, th, thead, tr
from irlearn.text.numbers import fixed
from irlearn.widgets.charts.multiple_testing import corrected_level, p_value_cell, tests_made
from irlearn.widgets.core.actions import action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import check_count, choice_control
from irlearn.widgets.core.traits import computed


class ImprovementCases(App):
    """Pairs of runs and the kind of improvement: more answered queries, or better ranks on queries that both answer.

    A learner chooses a pair and reads the number of queries that only one run answers, the mean ESL on the queries that
    both answer, and MRR, each with its difference and p-value.

    Parameters
    ----------
    runs : mapping of str to array_like of int
        The runs by name: the rank of each query's relevant document, 0 where the run does not retrieve it. All runs
        list the queries in the same order.
    pairs : sequence of (str, str)
        The pairs to choose from, as names of A and B; B is the new run.
    cutoff : int, optional
        The depth of the runs; a deeper rank counts as not retrieved.
    multiplicity : int, optional
        The initial number of tests.
    note : str, optional
        A description of the runs, such as "a reconstruction".
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    pair : tuple of str
        The chosen pair, A first.
    multiplicity : int
        The number of tests for which each p-value is corrected; it can be set.
    result : irlearn.studies.leaderboard.Outcomes
        The outcomes of the chosen pair.

    Raises
    ------
    InputError
        If there is no pair, or a pair names an unknown run.

    Examples
    --------
    >>> from irlearn import widgets
    >>> runs = {"R1": [1, 5, 0, 4, 3, 0], "R2": [1, 2, 9, 3, 3, 0], "R3": [1, 1, 8, 1, 2, 7]}
    >>> cases = widgets.ImprovementCases(runs, [("R1", "R2"), ("R2", "R3")])
    >>> cases.gesture(do="pair", value="1")
    >>> cases.pair, cases.result.b_only
    (('R2', 'R3'), 1)
    """

    styles = ("controls", "outcomes")
    css_class = "outcomes"
    multiplicity = tests_made()

    def __init__(
        self,
        runs: Mapping[str, ArrayLike],
        pairs: Sequence[tuple[str, str]],
        *,
        cutoff: int = 100,
        multiplicity: int = 1,
        note: str = "",
        state: Mapping[str, Any] | None = None,
    ) -> None:
        for name in (name for pair in pairs for name in pair):
            if name not in runs:
                raise InputError(f"no run is called {name!r}; the runs are {', '.join(runs)}")
        if not pairs:
            raise InputError("give one pair of runs or more; given: none")
        self._pairs, self._note, self._pair_index = tuple(pairs), note, 0

        def study(index: int, test_count: int) -> leaderboard.Outcomes:
            run_a, run_b = self._pairs[index]
            return leaderboard.outcomes(runs[run_a], runs[run_b], cutoff, names=(run_a, run_b), multiplicity=test_count)

        self._study = cache(study)
        super().__init__(state=state, multiplicity=multiplicity)

    @computed
    def pair(self) -> tuple[str, str]:
        """Names of the chosen pair, A first."""
        return self._pairs[self._pair_index]

    @pair.setter
    def _set_pair(self, pair: Sequence[str]) -> None:
        if tuple(pair) not in self._pairs:
            raise InputError(f"the pairs are {', '.join(map(repr, self._pairs))}; given: {pair!r}")
        self._pair_index = self._pairs.index(tuple(pair))

    @computed
    def result(self) -> leaderboard.Outcomes:
        """Outcomes of the chosen pair."""
        return self._study(self._pair_index, self.multiplicity)

    @action
    def on_pair(self, value: int) -> None:
        """Choose another pair."""
        self._pair_index = check_count(value, "the pair", 0, len(self._pairs) - 1)

    @property
    def heading(self) -> str:
        run_a, run_b = self.pair
        return f"{run_b} against {run_a}"

    def note(self) -> str:
        return self._note

    def hint(self) -> str:
        return "Choose a pair. More queries answered is better; where both answer, a lower ESL is better."

    def status_text(self) -> str:
        outcomes, (run_a, run_b) = self.result, self.pair
        return (
            f"Only {run_a} answers {outcomes.a_only:,} queries, and only {run_b} answers {outcomes.b_only:,}; "
            f"both answer {outcomes.both:,}."
        )

    def controls(self) -> list[Element]:
        names = {index: f"{run_b} against {run_a}" for index, (run_a, run_b) in enumerate(self._pairs)}
        return [choice_control("pair", "pair", names, self._pair_index, hidden=True), *super().controls()]

    def body(self) -> list[Element]:
        outcomes, head_cell = self.result, th(scope="col")
        rows: list[tuple[str, str, str, str, Any]] = [
            (
                "queries that only one answers",
                f"{outcomes.a_only:,}",
                f"{outcomes.b_only:,}",
                _shown_difference(outcomes.a_only, outcomes.b_only, 0),
                ("answered", "binomial"),
            ),
            (
                "mean ESL where both answer",
                fixed(outcomes.esl_a, 2),
                fixed(outcomes.esl_b, 2),
                _shown_difference(outcomes.esl_a, outcomes.esl_b, 2),
                ("esl", "wilcoxon-signed-rank"),
            ),
            (
                "MRR",
                fixed(outcomes.mrr_a, 4),
                fixed(outcomes.mrr_b, 4),
                _shown_difference(outcomes.mrr_a, outcomes.mrr_b, 4),
                ("mrr", "wilcoxon-signed-rank"),
            ),
        ]
        return [
            table("means plain")[
                caption("visually-hidden")["in which way the second run is better"],
                thead[tr[td, map(head_cell.__getitem__, (*self.pair, "difference")), head_cell["p"]]],
                tbody[
                    (
                        tr[
                            th(scope="row")[quantity],
                            map(td.__getitem__, (value_a, value_b, difference)),
                            p_value_cell(outcomes.pvalue(*test), significant=outcomes.significant(*test)),
                        ]
                        for quantity, value_a, value_b, difference, test in rows
                    )
                ],
            ],
            p("small")[f"✓ significant: p is at most {corrected_level(self.multiplicity)}."],
        ]


def _shown_difference(value_a: float, value_b: float, digits: int) -> str:
    """Return the difference of the rounded values, so that subtracting the shown numbers gives it; "–" for NaN."""
    if math.isnan(value_a) or math.isnan(value_b):
        return "–"
    difference = Fraction(fixed(value_b, digits)) - Fraction(fixed(value_a, digits))
    return f"{'−' if difference < 0 else '+' if difference else ''}{fixed(abs(difference), digits)}"
