"""The scores of two systems on the same queries, to be moved, and five significance tests which follow side by side."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from numbers import Real
from typing import Any

from irlearn import datasets
from irlearn.errors import InputError
from irlearn.measures.means import Averages
from irlearn.statistics import (
    TOLERANCE,
    PairedResult,
    PermutationResult,
    RankSumResult,
    Result,
    SignedRankResult,
    SignResult,
    TResult,
    bonferroni,
    cohens_dz,
    paired_t,
    permutation_test,
    sign_test,
    t_interval,
    wilcoxon_rank_sum,
    wilcoxon_signed_rank,
)
from irlearn.text.english import comma_list, count_noun, did_you_mean
from irlearn.text.html import (
    Content,
    Element,
    b,
    button,
    cached_drawing,
    div,
    figcaption,
    figure,
    h3,
    i,
    kbd,
    line,
    p,
    path,
    rect,
    span,
    strong,
    td,
    text,
    th,
    tr,
)
from irlearn.text.numbers import axis_label, compact, decimal, fixed, general, p_drawn, read_number, true_minus
from irlearn.widgets.charts.axes import drawing
from irlearn.widgets.charts.draggable_dots import Move, MovingDots, Point
from irlearn.widgets.charts.null_distribution import draw_null, rejection
from irlearn.widgets.core.base import Fields, Way, action
from irlearn.widgets.core.fields import Share, check_count, choices, css_percent, pressed, sliding_dot, steps, typed
from irlearn.widgets.core.parts import RESET, captioned

_LISTED = 16  # queries whose 2^n swaps are listed at the speed of a hand where they lie on no grid
_GRID = 10_000  # steps a unit: on such a grid sums of differences are counted
_WORK = 20_000_000  # additions that keep up with the hand


@dataclass(frozen=True)
class _Test:
    """A test as it is named in the picture, what its statistic is called, and what it supposes: its null hypothesis."""

    title: str
    axis: str
    sees: str
    null: str


NAMES = {
    "sign": _Test("Sign", "wins of A", "winner", "on a query either system is ahead with probability 1/2, ties apart"),
    "wilcoxon-signed-rank": _Test("Wilcoxon signed-rank", "W+", "signed rank", "the differences are symmetric about 0"),
    "wilcoxon-rank-sum": _Test(
        "Wilcoxon rank-sum", "U of A", "ranks A, B", "all scores are independent and from one population"
    ),
    "paired-t": _Test("Paired t", "t", "from mean", "the differences are normal, with mean 0"),
    "permutation": _Test("Permutation", "mean of A − B", "swaps", "on each query the two names could be swapped"),
}


def _permutation(a: list[float], b: list[float]) -> Result:
    """All swaps counted where that keeps up with the hand, else the normal approximation."""
    on_grid = all(abs(score * _GRID - round(score * _GRID)) < 1e-9 for score in [*a, *b])
    steps = [round(abs(one - other) * _GRID) for one, other in zip(a, b, strict=True)]
    quick = on_grid and len(a) * sum(steps) <= _WORK * math.gcd(*steps)
    return permutation_test(a, b, method="exact" if quick or len(a) <= _LISTED else "approx")


TESTS: dict[str, Callable[[list[float], list[float]], Result]] = {
    "sign": sign_test,
    "wilcoxon-signed-rank": wilcoxon_signed_rank,
    "wilcoxon-rank-sum": wilcoxon_rank_sum,
    "paired-t": paired_t,
    "permutation": _permutation,
}


LONG = 10_000  # a larger denominator is read more easily as a decimal
_STEPS = Share(0, "score", step="1/100")

Score = float | Fraction | str
"""What a score may be given as: a number, or text such as `"0.35"` or `"1/3"`."""


def read_pairs(a: Any, b: Any, queries: Sequence[str] | None) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """The scores of A and of B by query, the queries in the same order; refused with an `InputError` where they differ.

    >>> read_pairs([0.1, "1/3"], [0.5, 1], None)[0]
    {'q1': Fraction(1, 10), 'q2': Fraction(1, 3)}
    """
    first, second = _column(a, "A", queries), _column(b, "B", queries)
    if list(first) != list(second):
        raise InputError(_differ(list(first), list(second)))
    return first, second


def _column(scores: Any, letter: str, queries: Sequence[str] | None) -> dict[str, Fraction]:
    """One system's scores by query, whichever way they were given."""
    if isinstance(scores, Mapping):
        if queries is not None:
            raise InputError("queries are named twice: leave `queries` out where the scores are a dict")
        return {str(query): read_score(str(query), score) for query, score in scores.items()}
    if isinstance(scores, str) or not hasattr(scores, "__iter__"):
        raise InputError(f"scores are one number a query, such as [0.28, 0.3]; given for {letter}: {scores!r}")
    given = list(scores)
    names = [f"q{number}" for number in range(1, len(given) + 1)] if queries is None else list(map(str, queries))
    if len(names) != len(given):
        raise InputError(f"each query has one score of {letter}; given: {len(given)} scores and {len(names)} queries")
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"each query has a name of its own; given twice: {twice}")
    return {name: read_score(name, score) for name, score in zip(names, given, strict=True)}


def _differ(first: list[str], second: list[str]) -> str:
    """Why two systems' queries cannot be paired."""
    if len(first) != len(second):
        return f"a pair is one score of each system a query; given: {len(first)} scores of A and {len(second)} of B"
    only = [name for name in first if name not in second]
    if only:
        return f"both systems need scores for the same queries; only A has {comma_list(only[:5])}"
    return "both systems need their scores in the same order of queries"


def read_score(query: str, value: Any) -> Fraction:
    """The exact score that was meant: 0.1 is 1/10."""
    if isinstance(value, str):
        number = read_number(value)
    elif isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        raise InputError(f"a score is one number a query, such as 0.35 or '1/3'; given for {query}: {value!r}")
    else:
        number = value if isinstance(value, Fraction) else Fraction(repr(float(value)))
    if not 0 <= number <= 1:
        raise InputError(f"scores lie between 0 and 1; given for {query}: {value}")
    return number


def as_typed(value: Fraction) -> str:
    """A score as it would be typed: a decimal with two places where those are enough, else with up to four.

    >>> as_typed(Fraction(1, 2)), as_typed(Fraction(1, 8)), as_typed(Fraction(1, 3))
    ('0.50', '0.125', '0.333')
    """
    if not 100 % value.denominator:
        return fixed(float(value), 2)
    return decimal(value, 3 if LONG % value.denominator else 4)


_WIDTHS = (Fraction(1, 4), Fraction(1, 2))  # of an axis that shows a part: its five intervals are round
_ROOM = Fraction(1, 20)  # beside the outermost scores


class ScoreScale:
    """Scores from 0 to 1, in steps of 0.01, on an axis from `low` to `high`.

    >>> scale = ScoreScale()
    >>> scale.next(Fraction(1, 8), 1), scale.nearest(0.334), scale.read("q1", "1/3")
    (Fraction(13, 100), Fraction(33, 100), Fraction(1, 3))
    """

    def __init__(self, low: Fraction = Fraction(0), high: Fraction = Fraction(1)) -> None:
        self.low, self.high = low, high

    @classmethod
    def around(cls, scores: Collection[Fraction]) -> ScoreScale:
        """The shortest axis with five round intervals that holds the scores, with a little room beside them.

        >>> scale = ScoreScale.around([Fraction(18, 100), Fraction(40, 100)])
        >>> scale.low, scale.high, scale.place(Fraction(35, 100))
        (Fraction(1, 10), Fraction(3, 5), Fraction(1, 2))
        """
        least, most = max(min(scores) - _ROOM, Fraction(0)), min(max(scores) + _ROOM, Fraction(1))
        for width in _WIDTHS:
            low = min(math.floor(least * 5 / width) * width / 5, 1 - width)
            if most <= low + width:
                return cls(low, low + width)
        return cls()

    @property
    def ends(self) -> str:
        """From where to where the axis goes, in words."""
        return f"{decimal(self.low)} to {decimal(self.high)}"

    def place(self, score: Fraction) -> Fraction:
        """Where a score lies on the axis, from 0 to 1."""
        return (score - self.low) / (self.high - self.low)

    def next(self, place: Fraction, by: int) -> Fraction:
        """The next hundredth."""
        return _STEPS.step(place, by)

    def nearest(self, at: float) -> Fraction:
        """The hundredth that is nearest to the hand."""
        return _STEPS.slide(float(self.low) + at * float(self.high - self.low))

    def read(self, query: str, value: Any) -> Fraction:
        """The score that was typed."""
        return read_score(query, value)

    def spoken(self, place: Fraction) -> str:
        """The score as it would be typed."""
        return as_typed(place)


_LEFT, _WIDE, _HIGH = 44, 500, 72  # pixels: before the bars, over all of them, and up and down


def draw_gaps(gaps: Sequence[float], part: int, shown: int, alt: str) -> Element:
    """A bar a query, up where A is ahead and down where B is, and the part of so many queries that is `shown`.

    Each part can be pressed, and then reports the gesture `turn` with its place as `to`.

    >>> drawn = draw_gaps([0.5, 0.1, -0.25], 2, 1, "three differences")
    >>> [one.attributes["d"] for one in drawn.find("path", "b")], len(list(drawn.find("rect")))
    (['M460.7 36V54.0'], 2)
    """
    reach, each = max(map(abs, gaps)) or 1.0, _WIDE / len(gaps)
    middle = _HIGH / 2

    def y(gap: float) -> float:
        return round(middle * (1 - gap / reach), 1)

    def bars(look: str, ahead: int) -> Element:
        strokes = [
            f"M{round(_LEFT + (place + 0.5) * each, 1)} {middle:g}V{y(gap)}"
            for place, gap in enumerate(gaps)
            if gap * ahead > 0
        ]
        return path(look, d="".join(strokes), stroke_width=round(each * 0.8, 1))

    parts = range(0, len(gaps), part)
    return drawing(_LEFT + _WIDE, _HIGH, "gaps", role="img", aria_label=alt)[
        [
            rect(
                "shown" if place == shown else None,
                x=round(_LEFT + start * each, 1),
                y=0,
                width=round(min(part, len(gaps) - start) * each, 1),
                height=_HIGH,
                data_do="turn",
                data_to=place,
            )
            for place, start in enumerate(parts)
        ],
        bars("a", 1),
        bars("b", -1),
        line("axis", x1=_LEFT, x2=_LEFT + _WIDE, y1=middle, y2=middle),
        [
            text("soft", x=_LEFT - 6, y=height, text_anchor="end")[axis_label(gap)]
            for gap, height in ((reach, 11), (0, middle + 4), (-reach, _HIGH - 2))
        ],
    ]


_FEWEST, _MOST = 2, 10_000  # queries
MOST_ROWS, ROWS = 50, 20  # queries up to which each has a row, and else how many are shown at a time
_KEPT = 32  # results whose p-values are known as they are written
MOST_TESTS = 1000  # the largest multiplicity
LOOKS = (("a", "●", "A"), ("b", "◆", "B"))


class PairedScoresState(MovingDots):
    """Two scores a query and five tests on them: the state of the widget, and the gestures that change it."""

    _scale: ScoreScale

    def __init__(
        self,
        a: Sequence[Score] | Mapping[str, Score] | None = None,
        b: Sequence[Score] | Mapping[str, Score] | None = None,
        queries: Sequence[str] | None = None,
        *,
        alpha: float = 0.05,
        tests: int = 1,
        test: str = "wilcoxon-signed-rank",
        systems: Iterable[str] = ("A", "B"),
        title: str = "",
        one_by_one: bool = False,
        zoom: bool = False,
    ) -> None:
        if (a is None) != (b is None):
            raise InputError("scores of two systems are needed; given: those of one")
        if a is None or b is None:
            a, b = datasets.nine_queries().values()
        first, second = read_pairs(a, b, queries)
        if not _FEWEST <= len(first) <= _MOST:
            raise InputError(f"paired scores are shown for {_FEWEST} to {_MOST:,} queries; given: {len(first)}")
        self._queries = tuple(first)
        self._points = {
            (system, query): score
            for system, column in enumerate((first, second))
            for query, score in enumerate(column.values())
        }
        self._alpha, self._made, self._test = _alpha(alpha), _made(tests), _known(test)
        self._first_alpha = self._alpha
        self._systems = tuple(map(str, systems))
        if len(self._systems) != 2:
            raise InputError(f"two systems have two names; given: {len(self._systems)}")
        self._title = title or f"Two systems on the same {len(self._queries)} queries"
        self._order, self._top = self._sorted(), 0
        self._at = self._order[0]
        self._found = self._tried()
        self._revealed = list(NAMES).index(self._test) + 1 if one_by_one else len(NAMES)
        self._zoom = zoom
        super().__init__(self._axis(), self._points, "Move one score, and watch which tests react.")

    # the state

    @property
    def a(self) -> dict[str, Fraction]:
        """The scores of system A by query."""
        return self._column(0)

    @property
    def b(self) -> dict[str, Fraction]:
        """The scores of system B by query."""
        return self._column(1)

    @property
    def results(self) -> dict[str, Result]:
        """The result of each test by its id; a test that cannot be done on these scores is left out."""
        return {name: found for name, found in self._found.items() if isinstance(found, Result)}

    @property
    def pvalues(self) -> dict[str, float]:
        """The p-value of each test by its id, not corrected."""
        return {name: result.pvalue for name, result in self.results.items()}

    @property
    def significant(self) -> dict[str, bool]:
        """Whether each test is significant at alpha, corrected for the number of tests made."""
        return {name: self._corrected(result)[1] for name, result in self.results.items()}

    @property
    def alpha(self) -> float:
        """The level of significance."""
        return self._alpha

    @property
    def tests(self) -> int:
        """The number of tests made, for which Bonferroni's correction is applied."""
        return self._made

    @property
    def shown(self) -> tuple[str, ...]:
        """The ids of the tests that are shown by now."""
        return tuple(NAMES)[: self._revealed]

    @property
    def test(self) -> str:
        """The id of the test whose null distribution and calculation are shown."""
        return self._test

    def move(self, query: str, *, a: Score | None = None, b: Score | None = None) -> None:
        """Give a query another score of A, of B, or of both, from 0 to 1."""
        index = self._place_of(query)
        if a is None and b is None:
            raise InputError("say which score moves: a=0.4, b=0.4, or both")
        read = {system: read_score(query, score) for system, score in enumerate((a, b)) if score is not None}
        before = self._found
        for system, score in read.items():
            point = system, index
            self._place(point, score, Move(point, self._points[point], before))
        self.refresh()

    def choose(self, *, test: str | None = None, alpha: float | None = None, tests: int | None = None) -> None:
        """Show another test, or compare with another alpha or another number of tests made."""
        new = (
            self._test if test is None else _known(test),
            self._alpha if alpha is None else _alpha(alpha),
            self._made if tests is None else _made(tests),
        )
        if test is not None:
            self._show(new[0])
        if (new[1], new[2]) != (self._alpha, self._made):
            self._judge(new[1], new[2])
        self.refresh()

    # gestures

    @action
    def on_pick(self, key: int) -> None:
        """Show the scores of another query in the fields."""
        self._show_row(check_count(key, "a query", 0, len(self._queries) - 1))
        self._tell_row()

    @action
    def on_drop(self, key: str) -> None:
        """End a drag, and choose the query whose dot was moved: not before, or its row would grow under the hand."""
        super().on_drop(key)
        self._show_row(self._point(key)[1])

    @action
    def on_rows(self, by: Way) -> None:
        """Go to the queries before or after those shown."""
        self._turn(min(max(self._top // ROWS + by, 0), (len(self._queries) - 1) // ROWS))

    @action
    def on_turn(self, to: int) -> None:
        """Go to the queries that were pressed in the picture of all."""
        self._turn(check_count(to, "a part of the queries", 0, (len(self._queries) - 1) // ROWS))

    @action
    def on_find(self, fields: Fields) -> None:
        """Go to a query by its name."""
        query = self._place_of(fields.get("find", "").strip())
        self._turn(self._sorted().index(query) // ROWS)
        self._at = query
        self._tell_row()

    @action
    def on_test(self, name: str) -> None:
        """Show the null distribution and the calculation of another test."""
        self._show(_known(name))

    @action
    def on_reveal(self) -> None:
        """Show one test more."""
        self._revealed = min(self._revealed + 1, len(NAMES))
        self._before = None
        self._show(self.shown[-1])

    @action
    def on_alpha(self, value: float) -> None:
        """Compare with another alpha."""
        self._judge(_alpha(value), self._made)

    @action
    def on_made(self, by: Way) -> None:
        """Count one test made more or fewer."""
        self._judge(self._alpha, min(max(self._made + by, 1), MOST_TESTS))

    @action
    def on_count(self, fields: Fields) -> None:
        """Take a number of tests made that was typed."""
        text = fields.get("made", "").strip()
        self._judge(self._alpha, _made(int(text) if re.fullmatch("[0-9]{1,9}", text) else text))

    # how the state changes

    def _state(self) -> dict[str, Result | InputError]:
        return self._found

    def _named(self, point: Point) -> str:
        return f"{LOOKS[point[0]][2]} on {self._queries[point[1]]}"

    def _follow(self, point: Point) -> None:
        self._found = self._tried()
        if not self._scale.low <= self._points[point] <= self._scale.high:
            self._scale = self._axis()
        self._show_row(point[1])

    def _sorted(self) -> list[int]:
        """The queries from top to bottom: of many, those first on which A is furthest ahead."""
        queries = range(len(self._queries))
        return sorted(queries, key=lambda query: -self._gap(query)) if self._many else list(queries)

    def _show_row(self, query: int) -> None:
        """Choose a query, and show it among its neighbours where not all have room; but not in the middle of a drag."""
        if self._held is not None:
            return
        self._at = query
        if query not in self._shown:
            self._top = self._order.index(query) // ROWS * ROWS

    def _change(self, _: int) -> str:
        """What a gesture did to the p-values, and to what is significant."""
        assert self._before is not None  # set just before
        moved, same = [], []
        found = {name: self._found[name] for name in self.shown}
        for name, now in found.items():
            was, title = self._before[name], NAMES[name].title
            if p_of(was) == p_of(now):
                same.append(title)
            else:
                moved.append(f"{title} p was {p_of(was)}, now {p_of(now)}")
        sentences = [f"{'; '.join(moved)}."] if moved else []
        if same:
            sentences.append(f"{'No p-value changes' if not moved else f'Unchanged: {comma_list(same)}'}.")
        for name, now in found.items():
            past, present = (isinstance(one, Result) and self._corrected(one)[1] for one in (self._before[name], now))
            if past != present:
                sentences.append(f"{NAMES[name].title} is {'now' if present else 'no longer'} significant.")
        return " ".join(sentences)

    def _place_of(self, query: str) -> int:
        if query not in self._queries:
            raise InputError(f"no query is called {query!r}; {did_you_mean(query, self._queries, 'there are')}")
        return self._queries.index(query)

    def _turn(self, part: int) -> None:
        """Show a part of the queries, each sorted to where it belongs by now."""
        self._top, self._order = part * ROWS, self._sorted()
        self._at = self._shown[0]
        self._tell_row()

    def _tell_row(self) -> None:
        self._problem, self._steps_on = "", None
        score_a, score_b = (as_typed(self._points[system, self._at]) for system in (0, 1))
        self._message = f"{self._queries[self._at]}: A {score_a}, B {score_b}."

    def _show(self, test: str) -> None:
        self._test, self._problem = test, ""
        found = self._found[test]
        self._message = f"{NAMES[test].title}: {found.lines[-1] if isinstance(found, Result) else found}."

    def _judge(self, alpha: float, made: int) -> None:
        self._alpha, self._made, self._problem = alpha, made, ""
        self._before, self._moved, self._steps_on = None, None, None
        names = [NAMES[name].title for name, yes in self.significant.items() if yes and name in self.shown]
        self._message = f"Significant at {self._level}: {comma_list(names) if names else 'none of the tests'}."

    def _axis(self) -> ScoreScale:
        """The axis, from 0 to 1 or zoomed to the scores."""
        return ScoreScale.around(self._points.values()) if self._zoom else ScoreScale()

    def _tried(self) -> dict[str, Result | InputError]:
        """Each test's result, or the sentence which says why it has none."""
        a, b = (list(map(float, self._column(system).values())) for system in (0, 1))
        found: dict[str, Result | InputError] = {}
        for name, test in TESTS.items():
            try:
                found[name] = test(a, b)
            except InputError as error:
                found[name] = error
        return found

    def _corrected(self, result: Result) -> tuple[float, bool]:
        """The p-value after Bonferroni's correction, and whether it is significant."""
        return _judged(result, self._alpha, self._made)

    def _column(self, system: int) -> dict[str, Fraction]:
        return {query: self._points[system, place] for place, query in enumerate(self._queries)}

    def _gap(self, query: int) -> Fraction:
        """By how much A is ahead on a query; 0 where the tests see a tie."""
        a, b = self._points[0, query], self._points[1, query]
        return Fraction(0) if math.isclose(a, b, rel_tol=TOLERANCE) else a - b

    @property
    def _many(self) -> bool:
        """Whether there are more queries than rows on a screen, so that they are sorted and shown in turns."""
        return len(self._queries) > MOST_ROWS

    @property
    def _shown(self) -> list[int]:
        """The queries that have a row now, from top to bottom."""
        return self._order[self._top : self._top + ROWS] if self._many else self._order

    @property
    def _level(self) -> str:
        return f"α = {alpha_text(self._alpha)}" + (f", corrected for {self._made} tests" if self._made > 1 else "")


def _alpha(alpha: Any) -> float:
    if isinstance(alpha, bool) or not isinstance(alpha, Real) or not 0 < float(alpha) < 1:
        raise InputError(f"alpha lies between 0 and 1, as 0.05 does; given: {alpha!r}")
    return float(alpha)


def _made(tests: Any) -> int:
    if isinstance(tests, bool) or not isinstance(tests, int) or not 1 <= tests <= MOST_TESTS:
        raise InputError(f"the number of tests made is a whole number from 1 to {MOST_TESTS}; given: {tests!r}")
    return tests


def _known(test: str) -> str:
    if test not in NAMES:
        raise InputError(f"no test is called {test!r}; there are {comma_list(list(NAMES))}")
    return test


@lru_cache(maxsize=_KEPT)
def _judged(result: Result, alpha: float, tests: int) -> tuple[float, bool]:
    corrected = bonferroni([result.pvalue], alpha=alpha, tests=tests)
    return float(corrected.adjusted[0]), bool(corrected.significant[0])


@lru_cache(maxsize=_KEPT)
def p_of(found: Result | InputError) -> str:
    """A p-value to three significant digits, or that there is none."""
    if not isinstance(found, Result):
        return "not defined"
    return found.p_text if found.below else p_drawn(found.pvalue if found.exact is None else found.exact)


def alpha_text(alpha: float) -> str:
    """A level of significance as it is written."""
    return fixed(alpha, 2) if round(alpha, 2) == alpha else general(alpha)


_CLOSE, _SPLIT = 14, 20  # queries above which rows stand closer, and in two columns
_ALPHAS = (0.10, 0.05, 0.01)
_NARROW, _WIDEST = 8, 10  # pixels of a letter, and letters of a query's name that are shown
_LONGEST = 1_000_000  # a denominator that is still read under a picture
_NARROWEST = 11  # characters that fit in the last column


class PairedScores(PairedScoresState):
    """Two scores a query, of systems A and B on a scale from 0 to 1, to be moved, and five tests which follow.

    `a` and `b` hold one score a query: sequences, or dicts by the name of the query; `queries` names the queries of
    sequences (else q1, q2, ...). Without scores it shows the tutorial's nine queries. The tests are the sign test,
    Wilcoxon's signed-rank and rank-sum tests, the paired t test and the permutation test, all two-sided; `test` is the
    one whose null distribution and calculation are shown. A result is significant where p times `tests`, the number
    of tests made (Bonferroni), is at most `alpha`. `systems` says what A and B stand for. With `one_by_one` the tests
    after `test` come one at a time, by a button. With `zoom` the scale goes from a little below the lowest score to a
    little above the highest.

    The state is read with `a`, `b`, `results` and `pvalues`, and changed with `move` and `choose`, as the gestures do.
    For 2 to 10,000 queries; of more than 50 the differences are drawn, sorted, and 20 rows below them at a
    time. Raises `InputError` for scores outside 0 to 1, unequal lengths and different queries.

    >>> paired = PairedScores()
    >>> {test: round(p, 3) for test, p in paired.pvalues.items()}
    ... # doctest: +NORMALIZE_WHITESPACE
    {'sign': 1.0, 'wilcoxon-signed-rank': 0.41, 'wilcoxon-rank-sum': 0.284, 'paired-t': 0.24, 'permutation': 0.258}
    >>> paired.move("q1", b="0.28")
    >>> "was 0.410" in paired.picture
    True
    """

    styles = ("controls", "paired_scores")

    def draw(self) -> Element:
        """The scores, the tests beside them, the null distribution of the chosen test, and how it is worked out."""
        n = len(self._shown)
        rows = " split close" if n > _SPLIT else " close" if n > _CLOSE else ""
        wide = _NARROW * min(max(map(len, self._queries)), _WIDEST) + 8
        return div(f"paired{rows}", style=f"--name:{max(wide, 38)}px")[
            h3[self._title],
            p("hint")[
                *("Drag a mark, or focus it and press ", kbd["←"], " ", kbd["→"], "; ", kbd["↑"], " ", kbd["↓"]),
                " go to the next. Press a query to type its scores, a test to see it worked out.",
            ],
            div("halves")[
                div("left")[
                    self._draw_plot(),
                    self._draw_fields(),
                    p(data_said=True, class_="problem" if self._problem else None)[self._problem or self._message],
                ],
                div("right")[
                    self._draw_level(), self._draw_tests(), self._draw_next(), self._draw_size(), self._draw_null()
                ],
            ],
            self._draw_steps(),
        ]

    def _draw_plot(self) -> Element:
        shown, n = self._shown, len(self._queries)
        first = (len(shown) + 1) // 2 if len(shown) > _SPLIT else len(shown)
        parts = [part for part in (shown[:first], shown[first:]) if part]
        return div("plot", role="group", aria_label=f"Scores of A and B on {n} queries, from {self._scale.ends}")[
            self._draw_head(),
            self._draw_all() if self._many else None,
            div("rows", style=f"--rows:{first + 1}")[
                [[self._draw_axis(), [self._draw_query(query) for query in part]] for part in parts]
            ],
            self._draw_means(),
        ]

    def _draw_all(self) -> Element:
        """Many queries at a glance, by how far A is ahead on each, and which of them have a row."""
        gaps = [float(self._gap(query)) for query in self._order]
        wins, losses = sum(gap > 0 for gap in gaps), sum(gap < 0 for gap in gaps)
        first, last = self._top + 1, self._top + len(self._shown)
        labels, keys = (f"the {ROWS} queries before", f"the {ROWS} queries after"), ("rows −", "rows +")
        less, more = steps("rows", labels, keys, less=first > 1, more=last < len(gaps), stays=True)
        find = typed("find", "name of a query", self._queries[self._at])(data_enter="find", data_field=None)
        alt = (
            f"A − B of all {len(gaps)} queries, the largest first: A is ahead on {wins}, B on {losses}; "
            f"below are {first} to {last}"
        )
        return div("all")[
            draw_gaps(gaps, ROWS, self._top // ROWS, alt),
            div("row")[
                span("stepper", role="group", aria_label="queries below")[less, f"{first} to {last}", more],
                span("small")["sorted by A − B"],
                span("stepper")[span["find"], find],
            ],
        ]

    def _draw_head(self) -> Element:
        names = [
            span(look)[b(aria_hidden="true")[sign], f" {letter}", f" {name}" if name != letter else None]
            for name, (look, sign, letter) in zip(self._systems, LOOKS, strict=True)
        ]
        return div("legend")[names, span("small")["score, ", self._scale.ends], RESET]

    def _draw_axis(self) -> Element:
        low, wide = self._scale.low, self._scale.high - self._scale.low
        labels = [span(style=f"left:{20 * n}%")[decimal(low + n * wide / 5)] for n in range(6)]
        return _row("query axis", "", span("track")[labels], ["A", "B", "A − B", NAMES[self._test].sees])

    def _draw_query(self, query: int) -> Element:
        name, chosen, moved = self._queries[query], query == self._at, self._moved
        a, b = pair = self._points[0, query], self._points[1, query]
        start = (moved.point[0], moved.start) if moved is not None and moved.point[1] == query else None
        numbers = _cell("score", as_typed(a)), _cell("score", as_typed(b)), _cell("gap", _signed(a - b))
        return div("query touched" if chosen else "query")[
            _draw_name(query, name, chosen),
            _draw_scale(query, name, pair, start, (self._scale.low, self._scale.high), chosen),
            numbers,
            _cell("sees", self._sees(query)),
        ]

    def _sees(self, index: int) -> str:
        """What the chosen test makes of a query."""
        found, difference = self._found[self._test], self._gap(index)
        if isinstance(found, SignResult):
            return "A" if difference > 0 else "B" if difference < 0 else "tie"
        if isinstance(found, SignedRankResult):
            rank = float(found.signed_ranks[index])
            return compact(rank, sign=True) if rank else "none"
        if isinstance(found, RankSumResult):
            return f"{compact(found.ranks[index])}, {compact(found.ranks[len(self._queries) + index])}"
        if isinstance(found, TResult):
            apart = float(difference) - found.mean
            return f"{'+' if apart >= 0 else ''}{true_minus(fixed(apart, 3))}"
        if isinstance(found, PermutationResult):
            return f"±{as_typed(abs(difference))}" if difference else "0"
        return "–"

    def _draw_means(self) -> Element:
        means = [Averages(tuple(self._column(system).values())).mean for system in (0, 1)]
        marks = [
            span(f"mark {look}", style=f"left:{css_percent(self._scale.place(mean))}")[i]
            for mean, (look, _, _) in zip(means, LOOKS, strict=True)
        ]
        values = [fixed(means[0], 3), fixed(means[1], 3), _signed(means[0] - means[1])]
        return _row("query mean", "mean", span("track")[marks], [*values, self._sum_seen()])

    def _sum_seen(self) -> str:
        """What the chosen test adds up."""
        found = self._found[self._test]
        if isinstance(found, SignResult):
            return f"{found.wins_a} : {found.wins_b}"
        sums = ""
        if isinstance(found, SignedRankResult):
            sums = f"+{compact(found.w_plus)} −{compact(found.w_minus)}"
        if isinstance(found, RankSumResult):
            sums = f"{compact(found.w_a)}, {compact(found.w_b)}"
        return sums if len(sums) <= _NARROWEST else ""

    def _draw_fields(self) -> Element:
        """The two scores of the chosen query, to be typed and stepped."""
        query, steppers = self._queries[self._at], []
        for system, (look, sign, letter) in enumerate(LOOKS):
            value, key, name = self._points[system, self._at], f"{system} {self._at}", f"{letter} on {query}"
            labels, keys = (f"{name}: less", f"{name}: more"), (f"− {system}", f"+ {system}")
            less, more = steps("step", labels, keys, less=value > 0, more=value < 1, stays=True, key=key)
            field = typed(f"score {system}", name, as_typed(value), key=key)
            head = b(look)[span(aria_hidden="true")[sign], f" {letter}"]
            steppers.append(span("stepper")[head, less, field, more])
        return div("row fields")[strong[query], steppers]

    def _draw_level(self) -> Element:
        known = sorted({*_ALPHAS, self._alpha, self._first_alpha}, reverse=True)
        name, labels, keys = "number of tests made", ("one test fewer", "one test more"), ("made −", "made +")
        less, more = steps("made", labels, keys, less=self._made > 1, more=self._made < MOST_TESTS, stays=True)
        field = typed("made", name, str(self._made))(data_enter="count", data_field=None)
        return div("row level")[
            span("row choice", role="group", aria_label="alpha, the level of significance")[
                span["α"], choices("alpha", {alpha: alpha_text(alpha) for alpha in known}, self._alpha)
            ],
            span("stepper", role="group", aria_label=name)[span["tests made"], less, field, more],
        ]

    def _draw_tests(self) -> Element:
        columns = ["p", "p · m"] if self._made > 1 else ["p"]
        heads = ["test, two-sided", *columns, f"{columns[-1]} ≤ {alpha_text(self._alpha)}?"]
        return captioned(
            "tests",
            f"{count_noun(len(self.shown), 'test')}, two-sided, at {self._level}",
            [th(scope="col")[head] for head in heads],
            [self._draw_test(name, self._found[name]) for name in self.shown],
        )

    def _draw_next(self) -> Element | None:
        """The button for the next test, where they come one at a time."""
        left = [NAMES[name].title for name in list(NAMES)[len(self.shown) :]]
        return div("row")[button(data_do="reveal", data_focus="reveal")["Next test: ", left[0]]] if left else None

    def _draw_size(self) -> Element | None:
        """How large the difference is: its mean with an interval, and an effect size, once all tests are shown."""
        if len(self.shown) < len(NAMES):
            return None
        try:
            a, b = (list(map(float, self._column(system).values())) for system in (0, 1))
            interval, size = t_interval(a, b), cohens_dz(a, b)
        except InputError as error:
            return p("small")["No interval: ", str(error), "."]
        low, high, mean = (true_minus(fixed(one, 3)) for one in (interval.low, interval.high, interval.estimate))
        d = true_minus(fixed(size.value, 2))
        return p("small")[f"mean A − B: {mean}, 95% interval {low} to {high} · effect size d_z: {d}"]

    def _draw_test(self, name: str, found: Result | InputError) -> Element:
        chosen, several = name == self._test, self._made > 1
        press = pressed("test", f"test {name}", on=chosen, name=name)[NAMES[name].title]
        row, head = tr("focus" if chosen else None), th(scope="row")[press, span("small")[_statistic(found)]]
        was = self._before[name] if self._before is not None else None
        past: list[Content] = []
        if was is not None and p_of(was) != p_of(found):
            past = [f"was {p_of(was)}", None if several else span("now")[f", now {p_of(found)}"]]
        changed = span("small past")[past]
        if not isinstance(found, Result):
            return row[head, td["not defined", changed], td if several else None, td["–"]]
        adjusted, significant = self._corrected(found)
        worth = found.exact is not None and 1 < found.exact.denominator <= LONG and not several
        leans = {1: span("a")["● A"], -1: span("b")["◆ B"], 0: "neither"}[found.direction]
        return row[
            head,
            td[span("fraction")[f"{found.exact} = " if worth else ""], strong[p_of(found)], changed],
            td[p_drawn(adjusted)] if several else None,
            td[strong("yes")["yes"] if significant else "no", span("small favours")["favours ", leans]],
        ]

    def _draw_null(self) -> Element:
        found, names = self._found[self._test], NAMES[self._test]
        if not isinstance(found, Result):
            return p("problem none")[f"{names.title} test: {found}."]
        level = alpha_text(self._alpha) + (f"/{self._made}" if self._made > 1 else "")
        share = f"{found.exact} = " if found.exact is not None and 1 < found.exact.denominator <= _LONGEST else ""
        null = found.null
        solid = "the solid area is" if null.kind == "density" else "the solid bars add up to"
        region = rejection(null, self._alpha / self._made)
        last = ""
        if region.none and region.smallest is not None:
            smallest = f"{region.smallest} = " if region.smallest.denominator <= _LONGEST else ""
            last = (
                f" No outcome can reach {level}: the smallest p that these {len(self._queries)} queries can give is "
                f"{smallest}{p_drawn(region.smallest)}."
            )
        words = f"{solid} p = {share}{p_of(found)}"
        alt = (
            f"{names.title} test, null distribution of {names.axis}, if {names.null}: found "
            f"{compact(null.observed, 4)}. {words}, {found.method}.{last}"
        )
        return figure("null")[
            figcaption[strong[names.title], f" supposes: {names.null}. Then {words}.{last}"],
            draw_null(null, alpha=self._alpha / self._made, name=names.axis, alt=alt, level=level),
        ]

    def _draw_steps(self) -> Element | None:
        found = self._found[self._test]
        if not isinstance(found, Result):
            return None
        return div("sum")[
            p[strong[f"{NAMES[self._test].title}, step by step"], " ", span("small")[found.how.typeset()]],
            div("long", role="group", tabindex="0", data_focus="steps", aria_label="the calculation")[
                (p("equation")[line.typeset()] for line in found.equations)
            ],
            [p("small")[note] for note in found.notes],
        ]


def _row(look: str, name: Content, track: Element, cells: Sequence[str]) -> Element:
    """A row of the plot that is no query's: a name, what lies on the scale, and the cells behind it."""
    looks = "score", "score", "gap", "sees"
    return div(look)[span("name")[name], span("scale")[track], map(_cell, looks, cells)]


@cached_drawing
def _cell(look: str, words: str) -> Element:
    """A number behind the scale."""
    return span(f"cell {look}")[words]


@cached_drawing
def _draw_name(query: int, name: str, chosen: bool) -> Element:
    return span("name")[pressed("pick", f"pick {query}", on=chosen, key=query)[name]]


@cached_drawing
def _draw_scale(
    query: int,
    name: str,
    pair: tuple[Fraction, Fraction],
    start: tuple[int, Fraction] | None,
    ends: tuple[Fraction, Fraction],
    chosen: bool,
) -> Element:
    """The two dots of a query, what lies between them, and where one was.

    Those of the chosen query are sliders, each large enough for a finger; those of the others are for the mouse alone,
    which chooses their query with them.
    """
    scale, marks = ScoreScale(*ends), []
    low, high = sorted(map(scale.place, pair))
    if high > low:
        look = "link a" if pair[0] > pair[1] else "link b"
        marks.append(i(look, style=f"left:{css_percent(low)};width:{css_percent(high - low)}"))
    if start is not None:
        marks.append(i(f"ghost {LOOKS[start[0]][0]}", style=f"left:{css_percent(scale.place(start[1]))}"))
    for system, (value, (look, _, letter)) in enumerate(zip(pair, LOOKS, strict=True)):
        words = as_typed(value)
        key, label, place = f"{system} {query}", f"{name}, {letter}", scale.place(value)
        if chosen:
            marks.append(sliding_dot(key, label, value, look=f"dot {look}", spoken=words, place=place))
        else:
            bare = span(f"dot {look}", style=f"left:{css_percent(place)}", aria_hidden="true")
            marks.append(bare(data_slide=key, data_pick=query)[i])
    return span("scale")[span("track", data_track=True)[marks]]


def _statistic(found: Result | InputError) -> str:
    """A test's statistic as it is read beside its name."""
    if isinstance(found, SignResult):
        ties = f", {found.ties} tied" if found.ties else ""
        return f"A wins {found.wins_a}, B wins {found.wins_b}{ties}"
    if isinstance(found, SignedRankResult):
        return f"W+ = {compact(found.w_plus)}, W− = {compact(found.w_minus)}"
    if isinstance(found, RankSumResult):
        return f"U of A = {compact(found.u_a)}, of B = {compact(found.u_b)}"
    if isinstance(found, TResult):
        return f"t = {compact(found.statistic, 3)}"
    if isinstance(found, PairedResult):
        return f"mean A − B {compact(found.statistic, 3)}"
    return "see the sentence below"


def _signed(value: Fraction) -> str:
    """A difference with its sign."""
    return f"{'+' if value > 0 else '−'}{as_typed(abs(value))}" if value else "0"
