"""Two runs on queries with one relevant document each: who answers what, and what follows from it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
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
from irlearn.widgets.charts.multiple_testing import ALPHA, drawn_p, level, tests_made, yes_or_no
from irlearn.widgets.charts.rows import Area, mosaic, system
from irlearn.widgets.core.actions import Way, action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import Count, Stepped, check_count, read_whole, stepper

_FURTHEST = 1_000_000  # the costliest miss that has a rank
_FACTORS = (2, 5, 10)  # a miss costs the rank after the cutoff, then these times the cutoff, then has no rank
_CUTOFFS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
_PAIRED = ("signed-rank p", "paired t p")


class _Cutoff(Count):
    """A cutoff, which − and + take along a short list."""

    def step(self, value: int, by: int) -> int:
        """The next cutoff of the list."""
        return int(_next(_CUTOFFS, value, by))


class _Miss(Stepped):
    """The rank that a query without an answer counts as, behind the cutoff; None where it has none."""

    def validate(self, widget: Any, value: Any) -> int | None:
        """None, or a rank behind the cutoff of the widget."""
        return None if value is None else check_count(value, self.what, widget.cutoff + 1, _FURTHEST)

    def read(self, text: str) -> Any:
        """The rank that was typed; nothing, or "none", is none."""
        return None if text.strip().lower() in ("none", "") else read_whole(text)


class Outcomes(App):
    """The outcomes of two runs as areas (neither, only A, only B or both answer a query), with tests and criteria.

    `ranks_a` and `ranks_b` hold the rank of each query's relevant document, 0 where the run does not find it, the
    queries in the same order. A run answers a query when that rank is within `cutoff`. On the queries that both answer
    stand the mean ESL and RR, each with its tests; on those that only one answers, the binomial test; on all queries,
    what the means become when a miss counts as if found at the rank `miss` (None: never found, as MRR has it; ESL then
    has no mean). `multiplicity` is the number of tests that each p-value is corrected for (Bonferroni). `note` says
    what the runs are, such as a reconstruction.

    The state is read and set with `cutoff`, `miss` and `multiplicity`, as the buttons do; `result` is what the study
    found, `overall` the means over all queries. Raises `InputError` for unequal lengths, ranks that are no ranks, and
    fewer than 2 queries. Source: Lin, Campos, Craswell, Mitra and Yilmaz (2021).

    >>> from irlearn import widgets
    >>> seen = widgets.Outcomes([1, 2, 9, 0, 4, 30], [2, 1, 3, 5, 0, 8], cutoff=20)
    >>> seen.result.neither, seen.result.a_only, seen.result.b_only, seen.result.both
    (0, 1, 2, 3)
    >>> seen.cutoff = 40
    >>> seen.result.both
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
    ) -> None:
        ranks = self._ranks = np.asarray(ranks_a), np.asarray(ranks_b)
        self._names, self._note = names, note
        self._study = cache(
            lambda cutoff, tests: leaderboard.outcomes(*ranks, cutoff=cutoff, multiplicity=tests),
        )
        self._message = "Change a number, and watch the means, the tests and the criteria."
        super().__init__(cutoff=cutoff, miss=miss, multiplicity=multiplicity)

    # the state

    @property
    def result(self) -> leaderboard.Outcomes:
        """What the study found at this cutoff, corrected for this number of tests."""
        return self._study(self.cutoff, self.multiplicity)

    @property
    def overall(self) -> Overall:
        """The means over all queries, a miss counted as `miss`."""
        return overall(*self._ranks, cutoff=self.cutoff, miss=self.miss)

    @action
    def on_miss(self, by: Way) -> None:
        """Let a miss cost less or more, in steps; the costliest has no rank at all."""
        to = _next([*self._costs, math.inf], math.inf if self.miss is None else self.miss, by)
        self.miss = None if to == math.inf else int(to)

    def field_changed(self, name: str, was: Any) -> None:
        """Keep a miss behind the cutoff, and say what a number has changed."""
        now = self.result
        if name == "miss":
            self._message = f"A miss counts as {self._miss_words}. {self._turning_point if self.miss else ''}".strip()
        elif name == "multiplicity":
            turned = _turned(self._study(self.cutoff, was), now)
            self._message = f"A p-value is significant up to {level(self.multiplicity)}. {turned}"
        else:
            if self.miss is not None:
                self.miss = max(self.miss, self.cutoff + 1)
            before = self._study(was, self.multiplicity)
            self._message = (
                f"Cutoff {self.cutoff}: both answer {now.both:,} queries, before {before.both:,}. "
                f"{_turned(before, now)}"
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
        """At what cost of a miss the other run is ahead by mean ESL over all queries."""
        one, other = self._names
        point = turning_point(*self._ranks, cutoff=self.cutoff)
        if point is not None and point > self.cutoff:
            more = other if self.result.b_only > self.result.a_only else one
            return f"By mean ESL {more}, which answers more, is ahead once a miss counts as more than {decimal(point)}."
        esl_a, esl_b = overall(*self._ranks, cutoff=self.cutoff, miss=self.cutoff + 1).esl
        if esl_a == esl_b:
            return "By mean ESL neither is ahead."
        return f"By mean ESL {one if esl_a < esl_b else other} is ahead whatever a miss counts as."

    # the picture

    @property
    def heading(self) -> Content:
        """The two runs."""
        one, other = map(system, (0, 1), self._names)
        return [one, " and ", other, f" on {self.result.queries:,} queries"]

    def note(self) -> str:
        """What the runs are."""
        return self._note

    def hint(self) -> Content:
        """What answered means, and how the numbers are changed."""
        return [
            f"One relevant document a query: answered when it stands at rank {self.cutoff} or above. ",
            ("Press − and +, or type a number and ", kbd["Enter"], "; ", kbd["Tab"], " goes to the next control."),
        ]

    def status_text(self) -> str:
        """What the last number has changed."""
        return self._message

    def controls(self) -> list[Element]:
        """The three numbers; what a miss can cost depends on the cutoff."""
        cheap = self.miss is not None and self.miss <= self._costs[0]
        shown, label = "none" if self.miss is None else str(self.miss), type(self).miss.label
        return [
            type(self).cutoff.control(self.cutoff),
            type(self).multiplicity.control(self.multiplicity),
            stepper("miss", label, shown, less=not cheap, more=self.miss is not None),
        ]

    def body(self) -> Element:
        """The areas, the criteria and the table of means and tests."""
        return div("parts")[self._draw_areas(), self._draw_criteria(), div("tested")[self._draw_table()]]

    def _draw_areas(self) -> Element:
        """The mosaic: as wide as the queries that A answers, then as high as those that B answers among them."""
        found, (one, other) = self.result, self._names
        left = Area("a-only", f"only {one}", found.a_only), Area("both", "both", found.both)
        right = Area("neither", "neither", found.neither), Area("b-only", f"only {other}", found.b_only)
        return mosaic({"left": left, "right": right}, "Queries answered by")

    def _draw_criteria(self) -> Element:
        one, other = self._names
        reasons = dict(self._reasons())
        return table("verdicts plain")[
            caption[f"Is {other} better than {one}?"],
            tbody[
                (
                    tr[th(scope="row")[title], td(yes_or_no(holds))[yes_or_no(holds)], td[reasons[title]]]
                    for title, holds in _criteria(self.result)
                )
            ],
        ]

    def _reasons(self) -> Iterator[tuple[str, str]]:
        """What each criterion looks at, in numbers."""
        found = self.result
        gained = found.b_only - found.a_only
        more = f"{abs(gained):,} {'fewer' if gained < 0 else 'more'} answered" if gained else "as many answered"
        yield "Both improved", f"{more}, ESL {_change(found.esl_b - found.esl_a)}"
        standing = {"answered": found.answered(), "ESL": found.ranked()}
        lacking = [side for side, stands in standing.items() if stands < 1]
        significant = f"{' and '.join(lacking)} not significantly better" if lacking else "answered and ESL"
        yield "Both significant", significant
        harmed = [side for side, stands in standing.items() if stands < 0]
        gain = "a significant gain, no significant loss" if max(standing.values()) > 0 else "no significant gain"
        yield "Do no harm", f"{' and '.join(harmed)} significantly worse" if harmed else gain

    def _draw_table(self) -> list[Element]:
        found, everything = self.result, self.overall
        pvalues: dict[str, list[float]] = {}
        for test in found.tests:
            pvalues.setdefault(test.on, []).append(test.pvalue)
        one_answers = found.a_only + found.b_only
        column = th(scope="col")
        return [
            table("means plain")[
                caption("visually-hidden")["means and tests"],
                thead[tr[td, (column[system(place, name)] for place, name in enumerate(self._names)), td, td]],
                _head(f"{count_noun(found.both, 'query', 'queries')} that both answer", *_PAIRED),
                self._row("mean ESL", found.esl_a, found.esl_b, pvalues.get("esl", []), lower=True),
                self._row("mean RR", found.rr_a, found.rr_b, pvalues.get("rr", [])),
                _head(f"{count_noun(one_answers, 'query', 'queries')} that one answers", "binomial p", ""),
                self._row(
                    "answered", found.a_only, found.b_only, pvalues.get("answered", []), tests=("binomial p", "")
                ),
                _head(f"all {found.queries:,}, a miss as {self._miss_words}", *_PAIRED),
                self._row("mean ESL", *everything.esl, everything.pvalues["esl"], lower=True),
                self._row("mean RR", *everything.rr, everything.pvalues["rr"]),
            ],
            p("small")[f"✓ significant: p is at most {level(self.multiplicity)}. Bold: better; of ESL the lower."],
        ]

    def _row(
        self,
        what: str,
        one: float,
        other: float,
        pvalues: Sequence[float],
        *,
        tests: tuple[str, str] = _PAIRED,
        lower: bool = False,
    ) -> Element:
        better = sign(float(one - other if lower else other - one))
        return tr[
            th(scope="row")[what],
            (td[b[_mean(value)] if wins else _mean(value)] for value, wins in ((one, better < 0), (other, better > 0))),
            (
                drawn_p(pvalue, significant=pvalue * self.multiplicity <= ALPHA, test=test)
                for pvalue, test in zip(pvalues, tests, strict=False)
            ),
            [td] * (2 - len(pvalues)),
        ]


def _head(title: str, first: str, second: str) -> Element:
    return tr("part")[th(scope="rowgroup", colspan=3)[title], td[first], td[second]]


def _next(steps: Sequence[float], at: float, by: int) -> Any:
    """The next step above or below; the last one where there is none."""
    beyond = [step for step in steps if (step > at if by > 0 else step < at)]
    return (beyond[0] if by > 0 else beyond[-1]) if beyond else at


def _criteria(found: leaderboard.Outcomes) -> list[tuple[str, bool]]:
    return [
        ("Both improved", found.both_improved),
        ("Both significant", found.both_significant),
        ("Do no harm", found.do_no_harm),
    ]


def _turned(was: leaderboard.Outcomes, now: leaderboard.Outcomes) -> str:
    """Which criteria have another answer now."""
    turned = [
        f"“{title}” is now {yes_or_no(holds)}"
        for (title, before), (_, holds) in zip(_criteria(was), _criteria(now), strict=True)
        if before != holds
    ]
    return f"{'; '.join(turned)}." if turned else "The criteria say the same as before."


def _change(esl: float) -> str:
    if not math.isfinite(esl):
        return "not defined"
    return f"{decimal(abs(esl), 3)} {'higher' if esl > 0 else 'lower'}" if esl else "the same"


def _mean(value: float) -> str:
    """A mean, or a number of queries."""
    if not math.isfinite(value):
        return "–"
    return grouped(value) if isinstance(value, int) else f"{Decimal(fixed(value, 4 if value < 1 else 2)):,}"
