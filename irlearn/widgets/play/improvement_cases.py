"""Pairs of runs, one at a time: is the new one better because it answers more, or because it ranks better?"""

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
from irlearn.widgets.charts.multiple_testing import drawn_p, level, tests_made
from irlearn.widgets.core.actions import action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import check_count, choice


class ImprovementCases(App):
    """What kind of better a run is: the queries that only one of two runs answers, and the ranks where both answer.

    `runs` maps the name of each run to the rank of each query's relevant document, 0 where it is not found, the queries
    of all runs in the same order; `pairs` are the names of A and B of each pair to choose from, B the new one. `note`
    says what the runs are, such as a reconstruction. The state is `pair`, the chosen two, and `multiplicity`, the
    number of tests that each p-value is corrected for. Raises `InputError` for a run that is not there.

    >>> from irlearn import widgets
    >>> runs = {"R1": [1, 5, 0, 4, 3, 0], "R2": [1, 2, 9, 3, 3, 0], "R3": [1, 1, 8, 1, 2, 7]}
    >>> seen = widgets.ImprovementCases(runs, [("R1", "R2"), ("R2", "R3")])
    >>> seen.gesture(do="pair", value="1")
    >>> seen.pair, seen.result.b_only
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
    ) -> None:
        for name in (name for pair in pairs for name in pair):
            if name not in runs:
                raise InputError(f"no run is called {name!r}; the runs are {', '.join(runs)}")
        if not pairs:
            raise InputError("give one pair of runs or more; given: none")
        self._pairs, self._note, self._at = tuple(pairs), note, 0

        def study(at: int, tests: int) -> leaderboard.Outcomes:
            one, other = self._pairs[at]
            return leaderboard.outcomes(runs[one], runs[other], cutoff, names=(one, other), multiplicity=tests)

        self._study = cache(study)
        super().__init__(multiplicity=multiplicity)

    @property
    def pair(self) -> tuple[str, str]:
        """The names of A and B of the pair that is shown."""
        return self._pairs[self._at]

    @property
    def result(self) -> leaderboard.Outcomes:
        """What the study found of the pair that is shown."""
        return self._study(self._at, self.multiplicity)

    @action
    def on_pair(self, value: int) -> None:
        """Show another pair."""
        self._at = check_count(value, "the pair", 0, len(self._pairs) - 1)

    @property
    def heading(self) -> str:
        """The two runs."""
        one, other = self.pair
        return f"{other} against {one}"

    def note(self) -> str:
        """What the runs are."""
        return self._note

    def hint(self) -> str:
        """What is compared."""
        return "Choose a pair. More answered is better; of ESL, where both answer, less is better."

    def status_text(self) -> str:
        """The two differences in a sentence."""
        found, (one, other) = self.result, self.pair
        return (
            f"Only {one} answers {found.a_only:,} queries, only {other} {found.b_only:,}; both answer {found.both:,}."
        )

    def controls(self) -> list[Element]:
        """The pairs, and how many tests were made."""
        names = {at: f"{other} against {one}" for at, (one, other) in enumerate(self._pairs)}
        return [choice("pair", "pair", names, self._at, hidden=True), *super().controls()]

    def body(self) -> list[Element]:
        """One row a side of the outcomes: the two runs, their difference and its p-value."""
        found, column = self.result, th(scope="col")
        rows: list[tuple[str, str, str, str, Any]] = [
            (
                "queries that only one answers",
                f"{found.a_only:,}",
                f"{found.b_only:,}",
                _apart(found.a_only, found.b_only, 0),
                ("answered", "binomial"),
            ),
            (
                "mean ESL where both answer",
                fixed(found.esl_a, 2),
                fixed(found.esl_b, 2),
                _apart(found.esl_a, found.esl_b, 2),
                ("esl", "wilcoxon-signed-rank"),
            ),
            (
                "MRR",
                fixed(found.mrr_a, 4),
                fixed(found.mrr_b, 4),
                _apart(found.mrr_a, found.mrr_b, 4),
                ("mrr", "wilcoxon-signed-rank"),
            ),
        ]
        return [
            table("means plain")[
                caption("visually-hidden")["what kind of better"],
                thead[tr[td, map(column.__getitem__, (*self.pair, "difference")), column["p"]]],
                tbody[
                    (
                        tr[
                            th(scope="row")[what],
                            map(td.__getitem__, (one, other, apart)),
                            drawn_p(found.pvalue(*of), significant=found.significant(*of)),
                        ]
                        for what, one, other, apart, of in rows
                    )
                ],
            ],
            p("small")[f"✓ significant: p is at most {level(self.multiplicity)}."],
        ]


def _apart(one: float, other: float, digits: int) -> str:
    """The difference of two numbers as they are shown, so that it is right for who subtracts them; "–" without one."""
    if math.isnan(one) or math.isnan(other):
        return "–"
    apart = Fraction(fixed(other, digits)) - Fraction(fixed(one, digits))
    return f"{'−' if apart < 0 else '+' if apart else ''}{fixed(abs(apart), digits)}"
