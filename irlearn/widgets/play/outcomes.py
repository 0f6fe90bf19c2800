"""The outcomes: a learner sees which queries two runs answer, and how means, tests and criteria depend on them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from irlearn.statistics.results import sign
from irlearn.studies import leaderboard
from irlearn.studies.leaderboard.ranks import Overall, overall, turning_point
from irlearn.text.english import count_noun
from irlearn.text.html import Content, Element, b, caption, div, kbd, p, table, tbody, td, th, thead, tr
from irlearn.text.numbers import decimal, fixed, grouped
from irlearn.widgets.charts.multiple_testing import ALPHA, corrected_level, p_value_cell, tests_made, yes_or_no
from irlearn.widgets.charts.rows import Area, mosaic, system_name
from irlearn.widgets.core.actions import Way, action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import Count, Stepped, check_count, read_whole, stepper
from irlearn.widgets.core.traits import computed

_FURTHEST = 1_000_000  # the largest rank of a miss
# The steps of the rank of a miss: the rank after the cutoff, these multiples of the cutoff, then no rank.
_FACTORS = (2, 5, 10)
_CUTOFFS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
_PAIRED_LABELS = ("signed-rank p", "paired t p")


class _Cutoff(Count):
    """A cutoff; the buttons − and + set the previous and the next value in a short list."""

    def step(self, value: int, by: int) -> int:
        """Return the next cutoff of the list."""
        return int(_next_step(_CUTOFFS, value, by))


class _Miss(Stepped):
    """The rank that counts for a query without an answer, beyond the cutoff; None for no rank."""

    def check_for(self, widget: Any, value: Any) -> int | None:
        """Return None or a rank beyond the widget's cutoff; raise InputError for another value."""
        return None if value is None else check_count(value, self.what, widget.cutoff + 1, _FURTHEST)

    def read(self, text: str) -> Any:
        """Parse a rank; return None for an empty text or "none"."""
        return None if text.strip().lower() in ("none", "") else read_whole(text)


class Outcomes(App):
    """The outcomes of two runs as areas (neither, only A, only B or both answer a query), with tests and criteria.

    A learner changes the cutoff, the rank that counts for a miss, and the number of tests, and sees which means, tests
    and criteria change. A run answers a query if the relevant document is within the cutoff. Mean ESL and RR with their
    tests are shown for the queries that both answer and for all queries, and the binomial test for the queries that
    only one run answers.

    Parameters
    ----------
    ranks_a, ranks_b : array_like of int, shape (n_queries,)
        The rank of each query's relevant document, 0 where the run does not retrieve it. Both runs list the queries in
        the same order; there are at least 2.
    names : tuple of str, optional
        The names of the two runs.
    cutoff : int, optional
        The initial cutoff.
    miss : int or None, optional
        The initial rank of a miss, beyond the cutoff; None counts RR 0, and ESL then has no mean over all queries.
    multiplicity : int, optional
        The initial number of tests.
    note : str, optional
        A description of the runs, such as "a reconstruction".
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    cutoff, miss, multiplicity
        The present values; they can be set. Each p-value is corrected for `multiplicity` tests (Bonferroni).
    result : irlearn.studies.leaderboard.Outcomes
        The outcomes at this cutoff.
    overall : Overall
        The means over all queries.

    Raises
    ------
    InputError
        If the lengths differ, a number is not a rank, or there are fewer than 2 queries.

    References
    ----------
    J. Lin, D. Campos, N. Craswell, B. Mitra and E. Yilmaz (2021).

    Examples
    --------
    >>> from irlearn import widgets
    >>> outcomes = widgets.Outcomes([1, 2, 9, 0, 4, 30], [2, 1, 3, 5, 0, 8], cutoff=20)
    >>> outcomes.result.neither, outcomes.result.a_only, outcomes.result.b_only, outcomes.result.both
    (0, 1, 2, 3)
    >>> outcomes.cutoff = 40
    >>> outcomes.result.both
    4
    """

    styles = ("controls", "outcomes")
    css_class = "outcomes"
    cutoff = _Cutoff(100, 1, _CUTOFFS[-1], "cutoff")
    multiplicity = tests_made()
    miss = _Miss(None, "a miss counts as rank", what="the rank that a miss counts as")

    def __init__(
        self,
        ranks_a: ArrayLike,
        ranks_b: ArrayLike,
        *,
        names: tuple[str, str] = ("A", "B"),
        cutoff: int = 100,
        miss: int | None = None,
        multiplicity: int = 1,
        note: str = "",
        state: Mapping[str, Any] | None = None,
    ) -> None:
        ranks = self._ranks = np.asarray(ranks_a), np.asarray(ranks_b)
        self._names, self._note = names, note
        self._study = cache(
            lambda cutoff, tests: leaderboard.outcomes(*ranks, cutoff=cutoff, multiplicity=tests),
        )
        self._message = "Change a number, and watch the means, the tests and the criteria."
        super().__init__(state=state, cutoff=cutoff, miss=miss, multiplicity=multiplicity)

    # State

    @computed
    def result(self) -> leaderboard.Outcomes:
        """Outcomes at this cutoff, corrected for this number of tests."""
        return self._study(self.cutoff, self.multiplicity)

    @computed
    def overall(self) -> Overall:
        """Means over all queries, with each miss counted as `miss`."""
        return overall(*self._ranks, cutoff=self.cutoff, miss=self.miss)

    @action
    def on_miss(self, by: Way) -> None:
        """Make the rank of a miss lower or higher by one step; after the largest rank, a miss has no rank."""
        next_cost = _next_step([*self._costs, math.inf], math.inf if self.miss is None else self.miss, by)
        self.miss = None if next_cost == math.inf else int(next_cost)

    def field_changed(self, name: str, was: Any) -> None:
        """Keep the rank of a miss beyond the cutoff, and describe the effect of the change."""
        result = self.result
        if name == "miss":
            self._message = f"A miss counts as {self._miss_words}. {self._turning_point if self.miss else ''}".strip()
        elif name == "multiplicity":
            changed_criteria = _changed_criteria(self._study(self.cutoff, was), result)
            self._message = (
                f"A p-value of at most {corrected_level(self.multiplicity)} is significant. {changed_criteria}"
            )
        else:
            if self.miss is not None:
                self.miss = max(self.miss, self.cutoff + 1)
            previous_result = self._study(was, self.multiplicity)
            self._message = (
                f"At cutoff {self.cutoff}, both answer {result.both:,} queries (before: {previous_result.both:,}). "
                f"{_changed_criteria(previous_result, result)}"
            )

    @property
    def _costs(self) -> list[int]:
        cheapest = self.cutoff + 1
        return [cheapest, *(factor * self.cutoff for factor in _FACTORS if factor * self.cutoff > cheapest)]

    @property
    def _miss_words(self) -> str:
        return "RR 0, no ESL" if self.miss is None else f"rank {self.miss:,}"

    @property
    def _turning_point(self) -> str:
        """Describe the rank of a miss beyond which the other run is ahead by mean ESL over all queries."""
        name_a, name_b = self._names
        point = turning_point(*self._ranks, cutoff=self.cutoff)
        if point is not None and point > self.cutoff:
            leader = name_b if self.result.b_only > self.result.a_only else name_a
            return f"By mean ESL, {leader} answers more and is ahead once a miss counts as more than {decimal(point)}."
        esl_a, esl_b = overall(*self._ranks, cutoff=self.cutoff, miss=self.cutoff + 1).esl
        if esl_a == esl_b:
            return "By mean ESL, neither is ahead."
        return f"By mean ESL, {name_a if esl_a < esl_b else name_b} is ahead, whatever a miss counts as."

    # Drawing

    @property
    def heading(self) -> Content:
        name_a, name_b = map(system_name, (0, 1), self._names)
        return [name_a, " and ", name_b, f" on {self.result.queries:,} queries"]

    def note(self) -> str:
        return self._note

    def hint(self) -> Content:
        return [
            f"One relevant document per query; a run answers the query if the document is in its top {self.cutoff}. ",
            ("Press − and +, or type a number and ", kbd["Enter"], "; ", kbd["Tab"], " moves to the next control."),
        ]

    def status_text(self) -> str:
        return self._message

    def controls(self) -> list[Element]:
        """Draw the three controls; the lowest rank of a miss depends on the cutoff."""
        is_cheapest = self.miss is not None and self.miss <= self._costs[0]
        miss_text, label = "none" if self.miss is None else str(self.miss), type(self).miss.label
        return [
            type(self).cutoff.control(self.cutoff),
            type(self).multiplicity.control(self.multiplicity),
            stepper("miss", label, miss_text, less=not is_cheapest, more=self.miss is not None),
        ]

    def body(self) -> Element:
        return div("parts")[self._draw_areas(), self._draw_criteria(), div("tested")[self._draw_table()]]

    def _draw_areas(self) -> Element:
        """Draw the mosaic plot: a column for the queries that A answers, and a column for those that A does not answer.

        Each column is as wide as its share of the queries and is split at the share of its queries that B answers.
        """
        result, (name_a, name_b) = self.result, self._names
        left_areas = Area("a-only", f"only {name_a}", result.a_only), Area("both", "both", result.both)
        right_areas = Area("neither", "neither", result.neither), Area("b-only", f"only {name_b}", result.b_only)
        return mosaic({"left": left_areas, "right": right_areas}, "Queries answered by")

    def _draw_criteria(self) -> Element:
        name_a, name_b = self._names
        reasons = dict(self._reasons())
        return table("verdicts plain")[
            caption[f"Is {name_b} better than {name_a}?"],
            tbody[
                (
                    tr[th(scope="row")[title], td(yes_or_no(is_met))[yes_or_no(is_met)], td[reasons[title]]]
                    for title, is_met in _criteria(self.result)
                )
            ],
        ]

    def _reasons(self) -> Iterator[tuple[str, str]]:
        """Return the reason for the verdict of each criterion."""
        result = self.result
        gained_queries = result.b_only - result.a_only
        answered_words = (
            f"{abs(gained_queries):,} {'fewer' if gained_queries < 0 else 'more'} answered"
            if gained_queries
            else "as many answered"
        )
        yield "Both improved", f"{answered_words}, ESL {_change(result.esl_b - result.esl_a)}"
        standings = {"answered": result.answered(), "ESL": result.ranked()}
        lacking_sides = [side for side, standing in standings.items() if standing < 1]
        significance_words = (
            f"{' and '.join(lacking_sides)} not significantly better" if lacking_sides else "answered and ESL"
        )
        yield "Both significant", significance_words
        harmed_sides = [side for side, standing in standings.items() if standing < 0]
        gain_words = "a significant gain, no significant loss" if max(standings.values()) > 0 else "no significant gain"
        yield "Do no harm", f"{' and '.join(harmed_sides)} significantly worse" if harmed_sides else gain_words

    def _draw_table(self) -> list[Element]:
        result, overall_means = self.result, self.overall
        pvalues: dict[str, list[float]] = {}
        for test in result.tests:
            pvalues.setdefault(test.on, []).append(test.pvalue)
        answered_by_one = result.a_only + result.b_only
        head_cell = th(scope="col")
        return [
            table("means plain")[
                caption("visually-hidden")["means and tests"],
                thead[tr[td, (head_cell[system_name(index, name)] for index, name in enumerate(self._names)), td, td]],
                _draw_head(f"{count_noun(result.both, 'query', 'queries')} that both answer", *_PAIRED_LABELS),
                self._draw_row("mean ESL", result.esl_a, result.esl_b, pvalues.get("esl", []), is_lower_better=True),
                self._draw_row("mean RR", result.rr_a, result.rr_b, pvalues.get("rr", [])),
                _draw_head(f"{count_noun(answered_by_one, 'query', 'queries')} that one answers", "binomial p", ""),
                self._draw_row(
                    "answered", result.a_only, result.b_only, pvalues.get("answered", []), tests=("binomial p", "")
                ),
                _draw_head(f"all {result.queries:,}, a miss as {self._miss_words}", *_PAIRED_LABELS),
                self._draw_row("mean ESL", *overall_means.esl, overall_means.pvalues["esl"], is_lower_better=True),
                self._draw_row("mean RR", *overall_means.rr, overall_means.pvalues["rr"]),
            ],
            p("small")[
                f"✓ significant: p is at most {corrected_level(self.multiplicity)}. "
                "Bold: better (for ESL, lower is better)."
            ],
        ]

    def _draw_row(
        self,
        quantity: str,
        value_a: float,
        value_b: float,
        pvalues: Sequence[float],
        *,
        tests: tuple[str, str] = _PAIRED_LABELS,
        is_lower_better: bool = False,
    ) -> Element:
        direction = sign(float(value_a - value_b if is_lower_better else value_b - value_a))
        return tr[
            th(scope="row")[quantity],
            (
                td[b[_mean(value)] if is_better else _mean(value)]
                for value, is_better in ((value_a, direction < 0), (value_b, direction > 0))
            ),
            (
                p_value_cell(pvalue, significant=pvalue * self.multiplicity <= ALPHA, test=test)
                for pvalue, test in zip(pvalues, tests, strict=False)
            ),
            [td] * (2 - len(pvalues)),
        ]


def _draw_head(title: str, first_test: str, second_test: str) -> Element:
    return tr("part")[th(scope="rowgroup", colspan=3)[title], td[first_test], td[second_test]]


def _next_step(steps: Sequence[float], value: float, by: int) -> Any:
    """Return the next step above or below a value; the value itself if there is none."""
    candidates = [step for step in steps if (step > value if by > 0 else step < value)]
    return (candidates[0] if by > 0 else candidates[-1]) if candidates else value


def _criteria(result: leaderboard.Outcomes) -> list[tuple[str, bool]]:
    return [
        ("Both improved", result.both_improved),
        ("Both significant", result.both_significant),
        ("Do no harm", result.do_no_harm),
    ]


def _changed_criteria(previous: leaderboard.Outcomes, current: leaderboard.Outcomes) -> str:
    """Describe which criteria have changed."""
    changes = [
        f"“{title}” is now {yes_or_no(is_met)}"
        for (title, was_met), (_, is_met) in zip(_criteria(previous), _criteria(current), strict=True)
        if was_met != is_met
    ]
    return f"{'; '.join(changes)}." if changes else "The criteria give the same verdicts as before."


def _change(esl: float) -> str:
    if not math.isfinite(esl):
        return "not defined"
    return f"{decimal(abs(esl), 3)} {'higher' if esl > 0 else 'lower'}" if esl else "the same"


def _mean(value: float) -> str:
    """Format a mean or a number of queries."""
    if not math.isfinite(value):
        return "–"
    return grouped(value) if isinstance(value, int) else f"{Decimal(fixed(value, 4 if value < 1 else 2)):,}"
