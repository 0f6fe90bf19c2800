"""Two runs on queries with one relevant document each: who answers what, and what follows from it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn import statistics
from irlearn.errors import InputError
from irlearn.notation import counted, decimal
from irlearn.numbers import short
from irlearn.statistics.results import sign
from irlearn.studies import leaderboard
from irlearn.widgets.base import Fields, Way, Widget, action
from irlearn.widgets.controls import check_count, draw_stepper, p_text, read_count

_ALPHA = 0.05
_MOST_TESTS = 1000
_FURTHEST = 1_000_000  # the costliest miss that has a rank
_FACTORS = (2, 5, 10)  # a miss costs the rank after the cutoff, then these times the cutoff, then has no rank
_CUTOFFS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
_FIRST = "Change a number, and watch the means, the tests and the criteria."
_PAIRED = ("signed-rank p", "paired t p")
_CRITERIA = {
    "both_improved": "Both improved",
    "both_significant": "Both significant",
    "do_no_harm": "Do no harm",
}


@dataclass(frozen=True)
class Overall:
    """The means of two runs over all queries, each query without an answer counted as if found at a rank.

    `esl` and `rr` hold the means of A and of B, `pvalues` those of the signed-rank and the paired t test on each; nan
    where there is nothing to test.
    """

    esl: tuple[float, float]
    rr: tuple[float, float]
    pvalues: dict[str, tuple[float, float]] = field(default_factory=dict)


def overall(ranks_a: ArrayLike, ranks_b: ArrayLike, *, cutoff: int, miss: int | None) -> Overall:
    """The means over all queries when a miss counts as found at the rank `miss`; None: RR 0, and no ESL (nan).

    >>> overall([1, 4, 0], [2, 0, 1], cutoff=10, miss=11).esl
    (5.333333333333333, 4.666666666666667)
    >>> overall([1, 4, 0], [2, 0, 1], cutoff=10, miss=None).rr
    (0.4166666666666667, 0.5)
    """
    both = [
        np.where(_answered(ranks, cutoff), np.asarray(ranks, float), miss or np.inf) for ranks in (ranks_a, ranks_b)
    ]
    reciprocal = [1 / ranks for ranks in both]
    esl = [float("nan") if miss is None else float(ranks.mean()) for ranks in both]
    pvalues = {"rr": _tested(*reciprocal), "esl": (math.nan, math.nan) if miss is None else _tested(*both)}
    return Overall((esl[0], esl[1]), (float(reciprocal[0].mean()), float(reciprocal[1].mean())), pvalues)


def turning_point(ranks_a: ArrayLike, ranks_b: ArrayLike, *, cutoff: int) -> Fraction | None:
    """The rank at which a miss must count for both mean ESL over all queries to be the same; None where none does.

    >>> turning_point([1, 4, 0], [2, 0, 0], cutoff=10)
    Fraction(3, 1)
    """
    answered = [_answered(ranks, cutoff) for ranks in (ranks_a, ranks_b)]
    read = [int(np.asarray(ranks)[here].sum()) for ranks, here in zip((ranks_a, ranks_b), answered, strict=True)]
    more = int(answered[1].sum()) - int(answered[0].sum())
    return Fraction(read[1] - read[0], more) if more else None


def _answered(ranks: ArrayLike, cutoff: int) -> NDArray[np.bool_]:
    places = np.asarray(ranks)
    answered: NDArray[np.bool_] = (places > 0) & (places <= cutoff)
    return answered


def _tested(a: NDArray[np.float64], b: NDArray[np.float64]) -> tuple[float, float]:
    """The p-values of the signed-rank and the paired t test; nan where the scores leave nothing to test."""
    found = []
    for test in (statistics.wilcoxon_signed_rank, statistics.paired_t):
        try:
            found.append(test(a, b).pvalue)
        except InputError:
            found.append(math.nan)
    return found[0], found[1]


class Outcomes(Widget):
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
        self._names, self._note = names, note
        self._ranks = np.asarray(ranks_a), np.asarray(ranks_b)
        self._cutoff = check_count(cutoff, "the cutoff", 1, _CUTOFFS[-1])
        self._miss = self._allowed(miss)
        self._tests = check_count(multiplicity, "the number of tests", 1, _MOST_TESTS)
        self._started_with = self._cutoff, self._miss, self._tests
        self._known: dict[tuple[int, int], leaderboard.Outcomes] = {}
        self._said, self._problem = "", ""
        super().__init__()

    # the state

    @property
    def result(self) -> leaderboard.Outcomes:
        """What the study found at this cutoff, corrected for this number of tests."""
        key = self._cutoff, self._tests
        if key not in self._known:
            self._known[key] = leaderboard.outcomes(*self._ranks, cutoff=self._cutoff, multiplicity=self._tests)
        return self._known[key]

    @property
    def overall(self) -> Overall:
        """The means over all queries, a miss counted as `miss`."""
        return overall(*self._ranks, cutoff=self._cutoff, miss=self._miss)

    @property
    def cutoff(self) -> int:
        """The rank down to which a query counts as answered, from 1 to 1000."""
        return self._cutoff

    @cutoff.setter
    def cutoff(self, cutoff: int) -> None:
        self._cut(check_count(cutoff, "the cutoff", 1, _CUTOFFS[-1]))
        self.refresh()

    @property
    def miss(self) -> int | None:
        """The rank that a query without an answer counts as, over all queries; None where it has none, and RR is 0."""
        return self._miss

    @miss.setter
    def miss(self, miss: int | None) -> None:
        self._cost(self._allowed(miss))
        self.refresh()

    @property
    def multiplicity(self) -> int:
        """The number of tests that each p-value is corrected for, from 1 to 1000."""
        return self._tests

    @multiplicity.setter
    def multiplicity(self, tests: int) -> None:
        self._correct(check_count(tests, "the number of tests", 1, _MOST_TESTS))
        self.refresh()

    def _allowed(self, miss: int | None) -> int | None:
        if miss is None:
            return None
        return check_count(miss, "the rank that a miss counts as", self._cutoff + 1, _FURTHEST)

    # gestures

    @action
    def on_cutoff(self, by: Way) -> None:
        """Go to the next smaller or larger cutoff of a short list."""
        self._cut(_next(_CUTOFFS, self._cutoff, by))

    @action
    def on_miss(self, by: Way) -> None:
        """Let a miss cost less or more, in steps; the costliest has no rank at all."""
        costs = [*self._costs, math.inf]
        to = _next(costs, math.inf if self._miss is None else self._miss, by)
        self._cost(None if to == math.inf else int(to))

    @action
    def on_tests(self, by: Way) -> None:
        """Correct for one test less or more."""
        self._correct(min(max(self._tests + by, 1), _MOST_TESTS))

    @action
    def on_commit(self, field: Literal["cutoff", "miss", "tests"], fields: Fields) -> None:
        """Take a number that was typed."""
        typed = fields.get(field, "")
        try:
            if field == "cutoff":
                self._cut(read_count(typed, "the cutoff", 1, _CUTOFFS[-1]))
            elif field == "tests":
                self._correct(read_count(typed, "the number of tests", 1, _MOST_TESTS))
            elif typed.strip().lower() in ("none", ""):
                self._cost(None)
            else:
                self._cost(read_count(typed, "the rank that a miss counts as", self._cutoff + 1, _FURTHEST))
        except InputError as error:
            self._problem = f"{str(error)[0].upper()}{str(error)[1:]}."

    @action
    def on_reset(self) -> None:
        """Put the cutoff, the cost of a miss and the number of tests back."""
        self._cutoff, self._miss, self._tests = self._started_with
        self._said, self._problem = "Everything is back as it was.", ""

    # how the state changes

    @property
    def _costs(self) -> list[int]:
        cheapest = self._cutoff + 1
        return [cheapest, *(factor * self._cutoff for factor in _FACTORS if factor * self._cutoff > cheapest)]

    def _cut(self, cutoff: int) -> None:
        was = self.result
        self._cutoff, self._problem = cutoff, ""
        if self._miss is not None:
            self._miss = max(self._miss, cutoff + 1)
        now = self.result
        self._said = f"Cutoff {cutoff}: both answer {now.both:,} queries, before {was.both:,}. {_turned(was, now)}"

    def _cost(self, miss: int | None) -> None:
        self._miss, self._problem = miss, ""
        self._said = f"A miss counts as {self._miss_words}. {self._turning_point if miss is not None else ''}".strip()

    def _correct(self, tests: int) -> None:
        was = self.result
        self._tests, self._problem = tests, ""
        self._said = f"A p-value is significant up to {self._level}. {_turned(was, self.result)}"

    @property
    def _level(self) -> str:
        return f"{_ALPHA:g}" if self._tests == 1 else f"{_ALPHA:g}/{self._tests} = {short(_ALPHA / self._tests)}"

    @property
    def _miss_words(self) -> str:
        return "RR 0, no ESL" if self._miss is None else f"rank {self._miss:,}"

    @property
    def _turning_point(self) -> str:
        """At what cost of a miss the other run is ahead by mean ESL over all queries."""
        one, other = self._names
        point = turning_point(*self._ranks, cutoff=self._cutoff)
        if point is not None and point > self._cutoff:
            more = other if self.result.b_only > self.result.a_only else one
            return f"By mean ESL {more}, which answers more, is ahead once a miss counts as more than {decimal(point)}."
        esl_a, esl_b = overall(*self._ranks, cutoff=self._cutoff, miss=self._cutoff + 1).esl
        if esl_a == esl_b:
            return "By mean ESL neither is ahead."
        return f"By mean ESL {one if esl_a < esl_b else other} is ahead whatever a miss counts as."

    # the picture

    def draw(self) -> str:
        """The areas, the controls, the criteria and the table of means and tests."""
        found = self.result
        said = self._problem or self._said or _FIRST
        look = ' class="problem"' if self._problem else ""
        note = f'<p class="small">{escape(self._note)}</p>' if self._note else ""
        return (
            f'<div class="outcomes"><h3>{self._name(0)} and {self._name(1)} on {found.queries:,} queries</h3>{note}'
            f'<p class="hint">One relevant document a query: answered when it stands at rank {self._cutoff} or above. '
            "Press − and +, or type a number and <kbd>Enter</kbd>; <kbd>Tab</kbd> goes to the next control.</p>"
            f"{self._draw_controls()}<p data-said{look}>{escape(said)}</p>"
            f'<div class="parts">{self._draw_areas()}{self._draw_criteria()}'
            f'<div class="tested">{self._draw_table()}</div></div></div>'
        )

    def _name(self, index: int) -> str:
        look = "ab"[index]
        return f'<b class="{look}"><span aria-hidden="true">{"●◆"[index]}</span> {escape(self._names[index])}</b>'

    def _draw_controls(self) -> str:
        cutoff = draw_stepper(
            "cutoff", "cutoff", str(self._cutoff), less=self._cutoff > 1, more=self._cutoff < _CUTOFFS[-1]
        )
        cheap = self._miss is not None and self._miss <= self._costs[0]
        miss = draw_stepper(
            "miss",
            "a miss counts as rank",
            "none" if self._miss is None else str(self._miss),
            less=not cheap,
            more=self._miss is not None,
        )
        tests = draw_stepper(
            "tests", "tests made", str(self._tests), less=self._tests > 1, more=self._tests < _MOST_TESTS
        )
        reset = '<button data-do="reset" data-focus="reset">Start again</button>'
        return f'<div class="row">{cutoff}{tests}{miss}{reset}</div>'

    def _draw_areas(self) -> str:
        """The mosaic: as wide as the queries that A answers, then as high as those that B answers among them."""
        found, (one, other) = self.result, self._names
        columns = (
            ("left", (("a-only", f"only {one}", found.a_only), ("both", "both", found.both))),
            ("right", (("neither", "neither", found.neither), ("b-only", f"only {other}", found.b_only))),
        )
        drawn, labels = [], []
        for side, blocks in columns:
            total = sum(count for _, _, count in blocks)
            heights = [(look, f"{100 * count / total:.2f}%" if total else "50%", count) for look, _, count in blocks]
            drawn.append(
                f'<div class="column" style="flex-grow:{total}">'
                + "".join(f'<i class="{look}" style="height:{high}"></i>' for look, high, count in heights if count)
                + "</div>"
            )
            labels.append(
                f'<div class="labels {side}">'
                + "".join(
                    f'<span class="{look}" style="flex-grow:{count}"><b>{words}</b>{count:,} <em>{_share(count, found)}'
                    "</em></span>"
                    for look, words, count in ((look, escape(words), count) for look, words, count in blocks)
                )
                + "</div>"
            )
        alt = ", ".join(
            f"{words} {count:,} ({_share(count, found)})" for _, blocks in columns for _, words, count in blocks
        )
        return (
            f'<div class="mosaic">{labels[0]}<div class="areas" role="img" '
            f'aria-label="{escape(f"Queries answered by {alt}", quote=True)}">{"".join(drawn)}</div>{labels[1]}</div>'
        )

    def _draw_criteria(self) -> str:
        rows = "".join(
            f'<tr><th scope="row">{title}</th><td class="{"yes" if getattr(self.result, name) else "no"}">'
            f"{_yes(getattr(self.result, name))}</td><td>{escape(self._reason(name))}</td></tr>"
            for name, title in _CRITERIA.items()
        )
        return (
            f'<table class="verdicts"><caption>Is {escape(self._names[1])} better than {escape(self._names[0])}?'
            f"</caption><tbody>{rows}</tbody></table>"
        )

    def _reason(self, name: str) -> str:
        """What the criterion looks at, in numbers."""
        found = self.result
        if name == "both_improved":
            gained = found.b_only - found.a_only
            more = f"{abs(gained):,} {'fewer' if gained < 0 else 'more'} answered" if gained else "as many answered"
            return f"{more}, ESL {_change(found.esl_b - found.esl_a)}"
        standing = {"answered": found.answered(), "ESL": found.ranked()}
        if name == "both_significant":
            lacking = [side for side, stands in standing.items() if stands < 1]
            return f"{' and '.join(lacking)} not significantly better" if lacking else "answered and ESL"
        harmed = [side for side, stands in standing.items() if stands < 0]
        if harmed:
            return f"{' and '.join(harmed)} significantly worse"
        return "a significant gain, no significant loss" if max(standing.values()) > 0 else "no significant gain"

    def _draw_table(self) -> str:
        found, everything = self.result, self.overall
        p: dict[str, list[float]] = {}
        for test in found.tests:
            p.setdefault(test.on, []).append(test.pvalue)
        one_answers = found.a_only + found.b_only
        body = [
            _head(f"{counted(found.both, 'query', 'queries')} that both answer", *_PAIRED),
            self._row("mean ESL", found.esl_a, found.esl_b, p.get("esl", []), lower=True),
            self._row("mean RR", found.rr_a, found.rr_b, p.get("rr", [])),
            _head(f"{counted(one_answers, 'query', 'queries')} that one answers", "binomial p", ""),
            self._row("answered", found.a_only, found.b_only, p.get("answered", []), tests=("binomial p", "")),
            _head(f"all {found.queries:,}, a miss as {self._miss_words}", *_PAIRED),
            self._row("mean ESL", *everything.esl, everything.pvalues["esl"], lower=True),
            self._row("mean RR", *everything.rr, everything.pvalues["rr"]),
        ]
        return (
            '<table class="means"><caption class="visually-hidden">means and tests</caption>'
            f'<thead><tr><td></td><th scope="col">{self._name(0)}</th><th scope="col">{self._name(1)}</th>'
            f"<td></td><td></td></tr></thead>{''.join(body)}</table>"
            f'<p class="small">✓ significant: p is at most {self._level}. Bold: better; of ESL the lower.</p>'
        )

    def _row(
        self,
        what: str,
        a: float,
        b: float,
        pvalues: Sequence[float],
        *,
        tests: tuple[str, str] = _PAIRED,
        lower: bool = False,
    ) -> str:
        better = sign(float(a - b if lower else b - a))
        cells = []
        for value, wins in ((a, better < 0), (b, better > 0)):
            text = f"{value:,}" if isinstance(value, int) else _mean(value)
            cells.append(f"<td><b>{text}</b></td>" if wins else f"<td>{text}</td>")
        cells += [self._draw_p(pvalue, test) for pvalue, test in zip(pvalues, tests, strict=False)]
        cells += ["<td></td>"] * (2 - len(pvalues))
        return f'<tr><th scope="row">{what}</th>{"".join(cells)}</tr>'

    def _draw_p(self, pvalue: float, test: str) -> str:
        """A p-value, with the name of its test for where the table is too narrow for a heading."""
        name = f'<span class="label visually-hidden">{test}</span>'
        if not math.isfinite(pvalue):
            return f'<td class="p">{name} –</td>'
        mark = (
            ' <b class="yes" title="significant">✓</b>' if pvalue * self._tests <= _ALPHA else ' <b class="none"></b>'
        )
        return f'<td class="p">{name} {p_text(pvalue)}{mark}</td>'


def _head(title: str, first: str, second: str) -> str:
    return (
        f'<tr class="part"><th scope="rowgroup" colspan="3">{escape(title)}</th><td>{first}</td><td>{second}</td></tr>'
    )


def _next(steps: Sequence[float], at: float, by: int) -> Any:
    """The next step above or below; the last one where there is none."""
    beyond = [step for step in steps if (step > at if by > 0 else step < at)]
    return (beyond[0] if by > 0 else beyond[-1]) if beyond else at


def _turned(was: leaderboard.Outcomes, now: leaderboard.Outcomes) -> str:
    """Which criteria have another answer now."""
    turned = [
        f"“{title}” is now {_yes(getattr(now, name))}"
        for name, title in _CRITERIA.items()
        if getattr(was, name) != getattr(now, name)
    ]
    return f"{'; '.join(turned)}." if turned else "The criteria say the same as before."


def _yes(whether: bool) -> str:
    return "yes" if whether else "no"


def _share(count: int, found: leaderboard.Outcomes) -> str:
    return f"{100 * count / found.queries:.1f}%"


def _change(esl: float) -> str:
    if not math.isfinite(esl):
        return "not defined"
    return f"{decimal(abs(esl), 3)} {'higher' if esl > 0 else 'lower'}" if esl else "the same"


def _mean(value: float) -> str:
    if not math.isfinite(value):
        return "–"
    return f"{value:.4f}" if value < 1 else f"{value:,.2f}"
