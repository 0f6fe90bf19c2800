"""The paired scores: a learner moves the scores of two systems and sees how five significance tests react."""

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
    unbroken,
)
from irlearn.text.numbers import axis_label, compact, decimal, fixed, general, p_drawn, read_number, true_minus
from irlearn.widgets.charts.axes import drawing
from irlearn.widgets.charts.draggable_dots import Move, MovingDots, Point
from irlearn.widgets.charts.null_distribution import draw_null, rejection
from irlearn.widgets.core.base import Fields, Way, action
from irlearn.widgets.core.fields import (
    Share,
    check_count,
    choice_buttons,
    css_percent,
    sliding_dot,
    step_buttons,
    toggle_button,
    value_field,
)
from irlearn.widgets.core.parts import RESET, captioned_table
from irlearn.widgets.core.traits import computed

_LISTED = 16  # the most queries for which all 2^n sign changes can be enumerated during a drag, for scores on no grid
_GRID = 10_000  # steps per unit of the grid on which the distribution of sums of differences is counted
_WORK = 20_000_000  # the most additions that are fast enough for a drag
LONG = 10_000  # A fraction with a larger denominator is shown as a decimal.
_STEPS = Share(0, "score", step="1/100")
Score = float | Fraction | str
"""A score as a number, or as text such as `"0.35"` or `"1/3"`."""

_WIDTHS = (Fraction(1, 4), Fraction(1, 2))  # lengths of a partial axis with five round intervals
_ROOM = Fraction(1, 20)  # margin beside the outermost scores
_FEWEST, _MOST = 2, 10_000  # number of queries
# Up to MOST_ROWS queries are all shown as rows; of more queries, ROWS are shown at a time.
MOST_ROWS, ROWS = 50, 20
_CACHED = 32  # results whose formatted p-values are cached
MOST_TESTS = 1000
LOOKS = (("a", "●", "A"), ("b", "◆", "B"))
_CLOSE, _SPLIT = 14, 20  # With more rows, the rows are closer and in two columns.
_ALPHAS = (0.10, 0.05, 0.01)
_NARROW, _WIDEST = 8, 10  # the width of a letter in pixels, and the largest number of letters of a query's name
_LONGEST = 1_000_000  # the largest denominator below a picture
_NARROWEST = 11  # characters that fit in the last column
_LEFT, _PLOT_WIDTH, _PLOT_HEIGHT = 44, 500, 72  # pixels: left margin, width of all bars, height


@dataclass(frozen=True)
class _Test:
    """A test's title, the name of its statistic, the label of its column of queries, and its null hypothesis."""

    title: str
    axis: str
    query_label: str
    null: str


NAMES = {
    "sign": _Test(
        "Sign", "wins of A", "winner", "on each query without a tie, either system is ahead with probability 1/2"
    ),
    "wilcoxon-signed-rank": _Test("Wilcoxon signed-rank", "W+", "signed rank", "the differences are symmetric about 0"),
    "wilcoxon-rank-sum": _Test(
        "Wilcoxon rank-sum", "U of A", "ranks A, B", "all scores are independent and come from one population"
    ),
    "paired-t": _Test("Paired t", "t", "from mean", "the differences are normal, with mean 0"),
    "permutation": _Test("Permutation", "mean of A − B", "swaps", "on each query, the two names could be swapped"),
}


def _permutation_test(a: list[float], b: list[float]) -> Result:
    """Run the exact permutation test if it is fast enough for a drag, and the normal approximation otherwise."""
    on_grid = all(abs(score * _GRID - round(score * _GRID)) < 1e-9 for score in [*a, *b])
    steps = [round(abs(score_a - score_b) * _GRID) for score_a, score_b in zip(a, b, strict=True)]
    is_quick = on_grid and len(a) * sum(steps) <= _WORK * math.gcd(*steps)
    return permutation_test(a, b, method="exact" if is_quick or len(a) <= _LISTED else "approx")


TESTS: dict[str, Callable[[list[float], list[float]], Result]] = {
    "sign": sign_test,
    "wilcoxon-signed-rank": wilcoxon_signed_rank,
    "wilcoxon-rank-sum": wilcoxon_rank_sum,
    "paired-t": paired_t,
    "permutation": _permutation_test,
}


def read_pairs(a: Any, b: Any, queries: Sequence[str] | None) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """Return the scores of A and of B by query; raise InputError if the queries or their order differ.

    >>> read_pairs([0.1, "1/3"], [0.5, 1], None)[0]
    {'q1': Fraction(1, 10), 'q2': Fraction(1, 3)}
    """
    scores_a, scores_b = _scores_by_query(a, "A", queries), _scores_by_query(b, "B", queries)
    if list(scores_a) != list(scores_b):
        raise InputError(_pairing_problem(list(scores_a), list(scores_b)))
    return scores_a, scores_b


def _scores_by_query(scores: Any, letter: str, queries: Sequence[str] | None) -> dict[str, Fraction]:
    """Return a system's scores by query, given as a sequence or a mapping."""
    if isinstance(scores, Mapping):
        if queries is not None:
            raise InputError("the queries are named twice; leave `queries` out if the scores are a dict")
        return {str(query): read_score(str(query), score) for query, score in scores.items()}
    if isinstance(scores, str) or not hasattr(scores, "__iter__"):
        raise InputError(f"scores must be one number per query, such as [0.28, 0.3]; given for {letter}: {scores!r}")
    score_list = list(scores)
    names = [f"q{number}" for number in range(1, len(score_list) + 1)] if queries is None else list(map(str, queries))
    if len(names) != len(score_list):
        raise InputError(
            f"each query needs one score of {letter}; given: {len(score_list)} scores and {len(names)} queries"
        )
    if len(set(names)) != len(names):
        repeated = next(name for name in names if names.count(name) > 1)
        raise InputError(f"each query needs a name of its own; given twice: {repeated}")
    return {name: read_score(name, score) for name, score in zip(names, score_list, strict=True)}


def _pairing_problem(first: list[str], second: list[str]) -> str:
    """Return the reason why the queries of two systems cannot be paired."""
    if len(first) != len(second):
        return f"each query needs one score of each system; given: {len(first)} scores of A and {len(second)} of B"
    only_a = [name for name in first if name not in second]
    if only_a:
        return f"both systems need scores for the same queries; only A has {comma_list(only_a[:5])}"
    return "both systems need their scores in the same order of queries"


def read_score(query: str, value: Any) -> Fraction:
    """Return the intended exact score: 0.1 is 1/10."""
    if isinstance(value, str):
        number = read_number(value)
    elif isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        raise InputError(f"a score must be one number per query, such as 0.35 or '1/3'; given for {query}: {value!r}")
    else:
        number = value if isinstance(value, Fraction) else Fraction(repr(float(value)))
    if not 0 <= number <= 1:
        raise InputError(f"scores must be between 0 and 1; given for {query}: {value}")
    return number


def as_typed(value: Fraction) -> str:
    """Format a score as it would be typed: with two decimals if these are exact, and otherwise with up to four.

    >>> as_typed(Fraction(1, 2)), as_typed(Fraction(1, 8)), as_typed(Fraction(1, 3))
    ('0.50', '0.125', '0.333')
    """
    if not 100 % value.denominator:
        return fixed(float(value), 2)
    return decimal(value, 3 if LONG % value.denominator else 4)


class ScoreScale:
    """Scores from 0 to 1 in steps of 0.01, on an axis from `low` to `high`.

    >>> scale = ScoreScale()
    >>> scale.next(Fraction(1, 8), 1), scale.nearest(0.334), scale.read("q1", "1/3")
    (Fraction(13, 100), Fraction(33, 100), Fraction(1, 3))
    """

    def __init__(self, low: Fraction = Fraction(0), high: Fraction = Fraction(1)) -> None:
        self.low, self.high = low, high

    @classmethod
    def around(cls, scores: Collection[Fraction]) -> ScoreScale:
        """Return the shortest axis with five round intervals that holds the scores with a margin.

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
        """Range of the axis in words."""
        return f"{decimal(self.low)} to {decimal(self.high)}"

    def place(self, score: Fraction) -> Fraction:
        """Return the position of a score on the axis, from 0 to 1."""
        return (score - self.low) / (self.high - self.low)

    def next(self, score: Fraction, by: int) -> Fraction:
        """Return the next hundredth in the direction `by`."""
        return _STEPS.step(score, by)

    def nearest(self, at: float) -> Fraction:
        """Return the hundredth that is nearest to the pointer."""
        return _STEPS.slide(float(self.low) + at * float(self.high - self.low))

    def read(self, query: str, value: Any) -> Fraction:
        """Parse a typed score."""
        return read_score(query, value)

    def spoken(self, score: Fraction) -> str:
        """Format a score as it would be typed."""
        return as_typed(score)


class PairedScores(MovingDots):
    """Two scores for each query, of systems A and B, with five significance tests that follow each move.

    A learner moves the scores on a scale from 0 to 1 and sees which p-values change. The tests are the sign test,
    Wilcoxon's signed-rank and rank-sum tests, the paired t test and the permutation test, all two-sided. The null
    distribution and the calculation of one chosen test are shown below. With more than 50 queries, an overview shows
    the sorted differences, and 20 rows are shown at a time.

    Parameters
    ----------
    a, b : sequence or mapping, optional
        The scores of A and of B for 2 to 10,000 queries: sequences, or mappings by the name of the query. By default
        the nine queries of the tutorial.
    queries : sequence of str, optional
        The names of the queries of sequences; by default q1, q2, ...
    alpha : float, optional
        The significance level.
    tests : int, optional
        The number of tests made. A result is significant if p times this number (Bonferroni) is at most `alpha`.
    test : str, optional
        The ID of the chosen test.
    systems : iterable of str, optional
        The names of A and B.
    title : str, optional
        The heading.
    one_by_one : bool, optional
        Whether the tests after `test` appear one at a time, by a button.
    zoom : bool, optional
        Whether the scale ends near the lowest and the highest score.
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    a, b : dict of str to Fraction
        The scores by query. They can be set.
    results, pvalues, significant : dict
        The results, the uncorrected p-values and the verdicts by the ID of the test.
    alpha, tests, test
        The significance level, the number of tests made, and the ID of the chosen test. They can be set.
    shown : tuple of str
        The IDs of the tests that are shown.

    Methods
    -------
    move(query, *, a=None, b=None)
        Change the scores of a query.
    choose(*, test=None, alpha=None, tests=None)
        Choose the test, the significance level or the number of tests made.

    Raises
    ------
    InputError
        If a score is not from 0 to 1, or the two systems have different queries.

    Examples
    --------
    >>> paired = PairedScores()
    >>> {test: round(p, 3) for test, p in paired.pvalues.items()}
    ... # doctest: +NORMALIZE_WHITESPACE
    {'sign': 1.0, 'wilcoxon-signed-rank': 0.41, 'wilcoxon-rank-sum': 0.284, 'paired-t': 0.24, 'permutation': 0.258}
    >>> paired.move("q1", b="0.28")
    >>> "was 0.410" in paired.picture
    True
    """

    styles = ("controls", "paired_scores")
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
        state: Mapping[str, Any] | None = None,
    ) -> None:
        if a is None and b is None and isinstance(state, Mapping):
            a, b = state.get("a"), state.get("b")
        if (a is None) != (b is None):
            raise InputError("scores of two systems are needed; given: those of one")
        if a is None or b is None:
            a, b = datasets.nine_queries().values()
        scores_a, scores_b = read_pairs(a, b, queries)
        if not _FEWEST <= len(scores_a) <= _MOST:
            raise InputError(f"paired scores are shown for {_FEWEST} to {_MOST:,} queries; given: {len(scores_a)}")
        self._queries = tuple(scores_a)
        self._points = {
            (system, query): score
            for system, column in enumerate((scores_a, scores_b))
            for query, score in enumerate(column.values())
        }
        self._alpha, self._test_count, self._test = _check_alpha(alpha), _check_tests(tests), _check_test(test)
        self._first_alpha = self._alpha
        self._systems = tuple(map(str, systems))
        if len(self._systems) != 2:
            raise InputError(f"two systems need two names; given: {len(self._systems)}")
        self._title = title or f"Two systems on the same {len(self._queries)} queries"
        self._order, self._first_row = self._sort_queries(), 0
        self._chosen_query = self._order[0]
        self._results = self._run_tests()
        self._shown_count = list(NAMES).index(self._test) + 1 if one_by_one else len(NAMES)
        self._zooms = zoom
        super().__init__(self._make_axis(), self._points, "Move one score, and watch which tests react.", state)

    # State

    @computed
    def a(self) -> dict[str, Fraction]:
        """Scores of system A by query."""
        return self._column(0)

    @a.setter
    def _set_a(self, scores: Sequence[Score] | Mapping[str, Score]) -> None:
        self._set_scores(0, scores)

    @computed
    def b(self) -> dict[str, Fraction]:
        """Scores of system B by query."""
        return self._column(1)

    @b.setter
    def _set_b(self, scores: Sequence[Score] | Mapping[str, Score]) -> None:
        self._set_scores(1, scores)

    def _set_scores(self, system: int, scores: Sequence[Score] | Mapping[str, Score]) -> None:
        """Give a system other scores of the same queries."""
        by_query = scores if isinstance(scores, Mapping) else _scores_by_query(scores, LOOKS[system][2], self._queries)
        columns: list[Any] = [self._column(0), self._column(1)]
        columns[system] = by_query
        column = read_pairs(columns[0], columns[1], None)[system]
        self._before, self._moved, self._steps_on, self._held = self._results, None, None, None
        self._points = {**self._points, **{(system, query): score for query, score in enumerate(column.values())}}
        self._results, self._scale, self._problem = self._run_tests(), self._make_axis(), ""
        self._order = self._sort_queries()
        self._message = f"The scores of {self._systems[system]} changed. {self._change(system)}"

    @computed
    def results(self) -> dict[str, Result]:
        """Result of each test by its ID, without tests that are undefined for these scores."""
        return {name: result for name, result in self._results.items() if isinstance(result, Result)}

    @computed
    def pvalues(self) -> dict[str, float]:
        """Uncorrected p-value of each test by its ID."""
        return {name: result.pvalue for name, result in self.results.items()}

    @computed
    def significant(self) -> dict[str, bool]:
        """Whether each test is significant at alpha, corrected for the number of tests made."""
        return {name: self._corrected(result)[1] for name, result in self.results.items()}

    @computed
    def alpha(self) -> float:
        """Significance level."""
        return self._alpha

    @alpha.setter
    def _set_alpha(self, alpha: float) -> None:
        self._set_level(_check_alpha(alpha), self._test_count)

    @computed
    def tests(self) -> int:
        """Number of tests made, for Bonferroni's correction."""
        return self._test_count

    @tests.setter
    def _set_tests(self, tests: int) -> None:
        self._set_level(self._alpha, _check_tests(tests))

    @computed
    def shown(self) -> tuple[str, ...]:
        """IDs of the tests that are shown."""
        return tuple(NAMES)[: self._shown_count]

    @computed
    def test(self) -> str:
        """ID of the test whose null distribution and calculation are shown."""
        return self._test

    @test.setter
    def _set_test(self, test: str) -> None:
        self._show_test(_check_test(test))

    def move(self, query: str, *, a: Score | None = None, b: Score | None = None) -> None:
        """Change the score of a query under A, under B, or under both.

        Parameters
        ----------
        query : str
            The name of the query.
        a, b : float, Fraction or str, optional
            The new scores, from 0 to 1.

        Raises
        ------
        InputError
            If there is no such query, no score is given, or a score is out of range.
        """
        index = self._query_index(query)
        if a is None and b is None:
            raise InputError("say which score moves: a=0.4, b=0.4, or both")
        scores = {system: read_score(query, score) for system, score in enumerate((a, b)) if score is not None}
        before = self._results
        for system, score in scores.items():
            point = system, index
            self._place(point, score, Move(point, self._points[point], before))
        self.refresh()

    def choose(self, *, test: str | None = None, alpha: float | None = None, tests: int | None = None) -> None:
        """Choose the test that is shown, the significance level, or the number of tests made.

        Parameters
        ----------
        test : str, optional
            The ID of a test.
        alpha : float, optional
            A level above 0 and below 1.
        tests : int, optional
            The number of tests made, 1 to 1,000.

        Raises
        ------
        InputError
            If a value is unknown or out of range.
        """
        new_test = self._test if test is None else _check_test(test)
        new_alpha = self._alpha if alpha is None else _check_alpha(alpha)
        new_tests = self._test_count if tests is None else _check_tests(tests)
        if test is not None:
            self._show_test(new_test)
        if (new_alpha, new_tests) != (self._alpha, self._test_count):
            self._set_level(new_alpha, new_tests)
        self.refresh()

    # Gestures

    @action
    def on_pick(self, key: int) -> None:
        """Choose another query, whose scores the fields then show."""
        self._show_row(check_count(key, "a query", 0, len(self._queries) - 1))
        self._describe_row()

    @action
    def on_drop(self, key: str) -> None:
        """End a drag and choose its query, which is not chosen earlier because its row would grow under the pointer."""
        super().on_drop(key)
        self._show_row(self._point(key)[1])

    @action
    def on_rows(self, by: Way) -> None:
        """Go to the previous or the next queries."""
        self._show_part(min(max(self._first_row // ROWS + by, 0), (len(self._queries) - 1) // ROWS))

    @action
    def on_turn(self, to: int) -> None:
        """Go to the queries whose part of the overview was pressed."""
        self._show_part(check_count(to, "a part of the queries", 0, (len(self._queries) - 1) // ROWS))

    @action
    def on_find(self, fields: Fields) -> None:
        """Go to a query by its name."""
        query = self._query_index(fields.get("find", "").strip())
        self._show_part(self._sort_queries().index(query) // ROWS)
        self._chosen_query = query
        self._describe_row()

    @action
    def on_test(self, name: str) -> None:
        """Show the null distribution and the calculation of another test."""
        self._show_test(_check_test(name))

    @action
    def on_reveal(self) -> None:
        """Show one more test."""
        self._shown_count = min(self._shown_count + 1, len(NAMES))
        self._before = None
        self._show_test(self.shown[-1])

    @action
    def on_alpha(self, value: float) -> None:
        """Change the significance level."""
        self._set_level(_check_alpha(value), self._test_count)

    @action
    def on_made(self, by: Way) -> None:
        """Increase or decrease the number of tests made by one."""
        self._set_level(self._alpha, min(max(self._test_count + by, 1), MOST_TESTS))

    @action
    def on_count(self, fields: Fields) -> None:
        """Set the number of tests made to the typed number."""
        text = fields.get("made", "").strip()
        self._set_level(self._alpha, _check_tests(int(text) if re.fullmatch("[0-9]{1,9}", text) else text))

    # State changes

    def _state(self) -> dict[str, Result | InputError]:
        return self._results

    def _named(self, point: Point) -> str:
        return f"{LOOKS[point[0]][2]} on {self._queries[point[1]]}"

    def _follow(self, point: Point) -> None:
        self._results = self._run_tests()
        if not self._scale.low <= self._points[point] <= self._scale.high:
            self._scale = self._make_axis()
        self._show_row(point[1])

    def _sort_queries(self) -> list[int]:
        """Return the queries from top to bottom; many queries are sorted by A − B, the largest first."""
        queries = range(len(self._queries))
        return sorted(queries, key=lambda query: -self._difference(query)) if self._is_paged else list(queries)

    def _show_row(self, query: int) -> None:
        """Choose a query and go to its row, except during a drag."""
        if self._held is not None:
            return
        self._chosen_query = query
        if query not in self._shown:
            self._first_row = self._order.index(query) // ROWS * ROWS

    def _change(self, _: int) -> str:
        """Describe how a gesture changed the p-values and their significance."""
        assert self._before is not None  # `_place` sets the move before this method is called.
        changed, unchanged = [], []
        results = {name: self._results[name] for name in self.shown}
        for name, current in results.items():
            previous, title = self._before[name], NAMES[name].title
            if p_of(previous) == p_of(current):
                unchanged.append(title)
            else:
                changed.append(f"{title} p was {p_of(previous)}, now {p_of(current)}")
        sentences = [f"{'; '.join(changed)}."] if changed else []
        if unchanged:
            sentences.append(f"{'No p-value changes' if not changed else f'Unchanged: {comma_list(unchanged)}'}.")
        for name, current in results.items():
            was_significant, is_significant = (
                isinstance(result, Result) and self._corrected(result)[1] for result in (self._before[name], current)
            )
            if was_significant != is_significant:
                sentences.append(f"{NAMES[name].title} is {'now' if is_significant else 'no longer'} significant.")
        return " ".join(sentences)

    def _query_index(self, query: str) -> int:
        if query not in self._queries:
            raise InputError(f"no query is called {query!r}; {did_you_mean(query, self._queries, 'there are')}")
        return self._queries.index(query)

    def _show_part(self, part: int) -> None:
        """Show a part of the queries, sorted by their present differences."""
        self._first_row, self._order = part * ROWS, self._sort_queries()
        self._chosen_query = self._shown[0]
        self._describe_row()

    def _describe_row(self) -> None:
        self._problem, self._steps_on = "", None
        score_a, score_b = (as_typed(self._points[system, self._chosen_query]) for system in (0, 1))
        self._message = f"{self._queries[self._chosen_query]}: A {score_a}, B {score_b}."

    def _show_test(self, test: str) -> None:
        self._test, self._problem = test, ""
        result = self._results[test]
        self._message = f"{NAMES[test].title}: {result.lines[-1] if isinstance(result, Result) else result}."

    def _set_level(self, alpha: float, test_count: int) -> None:
        self._alpha, self._test_count, self._problem = alpha, test_count, ""
        self._before, self._moved, self._steps_on = None, None, None
        names = [
            NAMES[name].title
            for name, is_significant in self.significant.items()
            if is_significant and name in self.shown
        ]
        self._message = f"Significant at {self._level_text}: {comma_list(names) if names else 'none of the tests'}."

    def _make_axis(self) -> ScoreScale:
        """Return the axis, from 0 to 1 or zoomed to the scores."""
        return ScoreScale.around(self._points.values()) if self._zooms else ScoreScale()

    def _run_tests(self) -> dict[str, Result | InputError]:
        """Return the result of each test, or the error that says why it is undefined."""
        a, b = (list(map(float, self._column(system).values())) for system in (0, 1))
        results: dict[str, Result | InputError] = {}
        for name, test in TESTS.items():
            try:
                results[name] = test(a, b)
            except InputError as error:
                results[name] = error
        return results

    def _corrected(self, result: Result) -> tuple[float, bool]:
        """Return the p-value after Bonferroni's correction, and whether it is significant."""
        return _correct(result, self._alpha, self._test_count)

    def _column(self, system: int) -> dict[str, Fraction]:
        return {query: self._points[system, index] for index, query in enumerate(self._queries)}

    def _difference(self, query: int) -> Fraction:
        """Return the score of A minus the score of B on a query; 0 if the tests count the query as a tie."""
        a, b = self._points[0, query], self._points[1, query]
        return Fraction(0) if math.isclose(a, b, rel_tol=TOLERANCE) else a - b

    @property
    def _is_paged(self) -> bool:
        """Whether the queries do not fit on a screen, so that they are sorted and shown in parts."""
        return len(self._queries) > MOST_ROWS

    @property
    def _shown(self) -> list[int]:
        """Queries that have a row, from top to bottom."""
        return self._order[self._first_row : self._first_row + ROWS] if self._is_paged else self._order

    @property
    def _level_text(self) -> str:
        return f"α = {alpha_text(self._alpha)}" + (
            f", corrected for {self._test_count} tests" if self._test_count > 1 else ""
        )

    # Drawing

    def draw(self) -> Element:
        row_count = len(self._shown)
        density = " split close" if row_count > _SPLIT else " close" if row_count > _CLOSE else ""
        name_width = _NARROW * min(max(map(len, self._queries)), _WIDEST) + 8
        return div(f"paired{density}", style=f"--name:{max(name_width, 38)}px")[
            h3[self._title],
            p("hint")[
                *("Drag a mark, or focus it and press ", kbd["←"], " ", kbd["→"], "; ", kbd["↑"], " ", kbd["↓"]),
                " move to the next one. Press a query to type its scores, or a test to see it worked out.",
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
        queries, query_count = self._shown, len(self._queries)
        first_count = (len(queries) + 1) // 2 if len(queries) > _SPLIT else len(queries)
        parts = [part for part in (queries[:first_count], queries[first_count:]) if part]
        return div(
            "plot", role="group", aria_label=f"Scores of A and B on {query_count} queries, from {self._scale.ends}"
        )[
            self._draw_head(),
            self._draw_all() if self._is_paged else None,
            div("rows", style=f"--rows:{first_count + 1}")[
                [[self._draw_axis(), [self._draw_query(query) for query in part]] for part in parts]
            ],
            self._draw_means(),
        ]

    def _draw_all(self) -> Element:
        """Draw the overview of many queries, with the part that has rows highlighted."""
        differences = [float(self._difference(query)) for query in self._order]
        wins = sum(difference > 0 for difference in differences)
        losses = sum(difference < 0 for difference in differences)
        first, last = self._first_row + 1, self._first_row + len(self._shown)
        labels, keys = (f"the previous {ROWS} queries", f"the next {ROWS} queries"), ("rows −", "rows +")
        less, more = step_buttons("rows", labels, keys, less=first > 1, more=last < len(differences), stays=True)
        find = value_field("find", "name of a query", self._queries[self._chosen_query])(
            data_enter="find", data_field=None
        )
        alt = (
            f"A − B of all {len(differences)} queries, the largest first: A is ahead on {wins}, B on {losses}; "
            f"below are {first} to {last}"
        )
        return div("all")[
            draw_gaps(differences, ROWS, self._first_row // ROWS, alt),
            div("row")[
                span("stepper", role="group", aria_label="queries below")[less, f"{first} to {last}", more],
                span("small")["sorted by A − B"],
                span("stepper")[span["find"], find],
            ],
        ]

    def _draw_head(self) -> Element:
        names = [
            span(css_class)[b(aria_hidden="true")[symbol], f" {letter}", f" {name}" if name != letter else None]
            for name, (css_class, symbol, letter) in zip(self._systems, LOOKS, strict=True)
        ]
        return div("legend")[names, span("small")["score, ", self._scale.ends], RESET]

    def _draw_axis(self) -> Element:
        low, width = self._scale.low, self._scale.high - self._scale.low
        labels = [span(style=f"left:{20 * n}%")[decimal(low + n * width / 5)] for n in range(6)]
        return _draw_row("query axis", "", span("track")[labels], ["A", "B", "A − B", NAMES[self._test].query_label])

    def _draw_query(self, query: int) -> Element:
        name, chosen, moved = self._queries[query], query == self._chosen_query, self._moved
        a, b = pair = self._points[0, query], self._points[1, query]
        start = (moved.point[0], moved.start) if moved is not None and moved.point[1] == query else None
        numbers = _draw_cell("score", as_typed(a)), _draw_cell("score", as_typed(b)), _draw_cell("gap", _signed(a - b))
        return div("query touched" if chosen else "query")[
            _draw_name(query, name, chosen),
            _draw_scale(query, name, pair, start, (self._scale.low, self._scale.high), chosen),
            numbers,
            _draw_cell("sees", self._query_value(query)),
        ]

    def _query_value(self, index: int) -> str:
        """Return the contribution of a query to the chosen test, such as its sign or its rank."""
        result, difference = self._results[self._test], self._difference(index)
        if isinstance(result, SignResult):
            return "A" if difference > 0 else "B" if difference < 0 else "tie"
        if isinstance(result, SignedRankResult):
            rank = float(result.signed_ranks[index])
            return compact(rank, sign=True) if rank else "none"
        if isinstance(result, RankSumResult):
            return f"{compact(result.ranks[index])}, {compact(result.ranks[len(self._queries) + index])}"
        if isinstance(result, TResult):
            deviation = float(difference) - result.mean
            return f"{'+' if deviation >= 0 else ''}{true_minus(fixed(deviation, 3))}"
        if isinstance(result, PermutationResult):
            return f"±{as_typed(abs(difference))}" if difference else "0"
        return "–"

    def _draw_means(self) -> Element:
        means = [Averages(tuple(self._column(system).values())).mean for system in (0, 1)]
        marks = [
            span(f"mark {css_class}", style=f"left:{css_percent(self._scale.place(mean))}")[i]
            for mean, (css_class, _, _) in zip(means, LOOKS, strict=True)
        ]
        values = [fixed(means[0], 3), fixed(means[1], 3), _signed(means[0] - means[1])]
        return _draw_row("query mean", "mean", span("track")[marks], [*values, self._query_total()])

    def _query_total(self) -> str:
        """Return the wins or the rank sums of the chosen test; empty if there are none or the text is too long."""
        result = self._results[self._test]
        if isinstance(result, SignResult):
            return f"{result.wins_a} : {result.wins_b}"
        sums = ""
        if isinstance(result, SignedRankResult):
            sums = f"+{compact(result.w_plus)} −{compact(result.w_minus)}"
        if isinstance(result, RankSumResult):
            sums = f"{compact(result.w_a)}, {compact(result.w_b)}"
        return sums if len(sums) <= _NARROWEST else ""

    def _draw_fields(self) -> Element:
        """Draw the two scores of the chosen query in fields between − and +."""
        query, steppers = self._queries[self._chosen_query], []
        for system, (css_class, symbol, letter) in enumerate(LOOKS):
            value = self._points[system, self._chosen_query]
            key, name = f"{system} {self._chosen_query}", f"{letter} on {query}"
            labels, keys = (f"{name}: less", f"{name}: more"), (f"− {system}", f"+ {system}")
            less, more = step_buttons("step", labels, keys, less=value > 0, more=value < 1, stays=True, key=key)
            field = value_field(f"score {system}", name, as_typed(value), key=key)
            head = b(css_class)[span(aria_hidden="true")[symbol], f" {letter}"]
            steppers.append(span("stepper")[head, less, field, more])
        return div("row fields")[strong[query], steppers]

    def _draw_level(self) -> Element:
        alphas = sorted({*_ALPHAS, self._alpha, self._first_alpha}, reverse=True)
        name, labels, keys = "number of tests made", ("one test fewer", "one test more"), ("made −", "made +")
        less, more = step_buttons(
            "made", labels, keys, less=self._test_count > 1, more=self._test_count < MOST_TESTS, stays=True
        )
        field = value_field("made", name, str(self._test_count))(data_enter="count", data_field=None)
        return div("row level")[
            span("row choice", role="group", aria_label="alpha, the level of significance")[
                span["α"], choice_buttons("alpha", {alpha: alpha_text(alpha) for alpha in alphas}, self._alpha)
            ],
            span("stepper", role="group", aria_label=name)[span["tests made"], less, field, more],
        ]

    def _draw_tests(self) -> Element:
        columns = ["p", "p · m"] if self._test_count > 1 else ["p"]
        heads = ["test, two-sided", *columns, f"{columns[-1]} ≤ {alpha_text(self._alpha)}?"]
        return captioned_table(
            "tests",
            f"{count_noun(len(self.shown), 'test')}, two-sided, at {self._level_text}",
            [th(scope="col")[head] for head in heads],
            [self._draw_test(name, self._results[name]) for name in self.shown],
        )

    def _draw_next(self) -> Element | None:
        """Draw the button for the next test, if tests appear one at a time."""
        hidden_titles = [NAMES[name].title for name in list(NAMES)[len(self.shown) :]]
        return (
            div("row")[button(data_do="reveal", data_focus="reveal")["Next test: ", hidden_titles[0]]]
            if hidden_titles
            else None
        )

    def _draw_size(self) -> Element | None:
        """Draw the mean difference with an interval and an effect size, once all tests are shown."""
        if len(self.shown) < len(NAMES):
            return None
        try:
            a, b = (list(map(float, self._column(system).values())) for system in (0, 1))
            interval, size = t_interval(a, b), cohens_dz(a, b)
        except InputError as error:
            return p("small")["No interval: ", str(error), "."]
        lower, upper, mean = (true_minus(fixed(value, 3)) for value in (interval.low, interval.high, interval.estimate))
        effect = true_minus(fixed(size.value, 2))
        return p("small")[f"mean A − B: {mean}, 95% interval {lower} to {upper} · effect size d_z: {effect}"]

    def _draw_test(self, name: str, result: Result | InputError) -> Element:
        is_chosen, is_corrected = name == self._test, self._test_count > 1
        name_button = toggle_button("test", f"test {name}", on=is_chosen, name=name)[NAMES[name].title]
        row, head = tr("focus" if is_chosen else None), th(scope="row")[name_button, span("small")[_statistic(result)]]
        previous = self._before[name] if self._before is not None else None
        previous_text: list[Content] = []
        if previous is not None and p_of(previous) != p_of(result):
            previous_text = [f"was {p_of(previous)}", None if is_corrected else span("now")[f", now {p_of(result)}"]]
        change_note = span("small past")[previous_text]
        if not isinstance(result, Result):
            return row[head, td["not defined", change_note], td if is_corrected else None, td["–"]]
        adjusted, significant = self._corrected(result)
        shows_fraction = result.exact is not None and 1 < result.exact.denominator <= LONG and not is_corrected
        favored = {1: span("a")["● A"], -1: span("b")["◆ B"], 0: "neither"}[result.direction]
        return row[
            head,
            td[span("fraction")[f"{result.exact} = " if shows_fraction else ""], strong[p_of(result)], change_note],
            td[p_drawn(adjusted)] if is_corrected else None,
            td[strong("yes")["yes"] if significant else "no", span("small favors")["favors ", favored]],
        ]

    def _draw_null(self) -> Element:
        result, names = self._results[self._test], NAMES[self._test]
        if not isinstance(result, Result):
            return p("problem none")[f"{names.title} test: {result}."]
        level = alpha_text(self._alpha) + (f"/{self._test_count}" if self._test_count > 1 else "")
        fraction_text = (
            f"{result.exact} = " if result.exact is not None and 1 < result.exact.denominator <= _LONGEST else ""
        )
        null = result.null
        area_words = "the solid area is" if null.kind == "density" else "the solid bars add up to"
        region = rejection(null, self._alpha / self._test_count)
        limit_note = ""
        if region.none and region.smallest is not None:
            smallest = f"{region.smallest} = " if region.smallest.denominator <= _LONGEST else ""
            limit_note = (
                f" No outcome can reach {level}: the smallest p that these {len(self._queries)} queries can give is "
                f"{smallest}{p_drawn(region.smallest)}."
            )
        p_equation = f"p = {fraction_text}{p_of(result)}"
        alt = (
            f"{names.title} test, null distribution of {names.axis}, if {names.null}: observed "
            f"{compact(null.observed, 4)}. {area_words[:1].upper()}{area_words[1:]} {p_equation}, {result.method}."
            f"{limit_note}"
        )
        return figure("null")[
            figcaption[
                strong[names.title], f" assumes: {names.null}. Then {area_words} {unbroken(p_equation)}.{limit_note}"
            ],
            draw_null(null, alpha=self._alpha / self._test_count, name=names.axis, alt=alt, level=level),
        ]

    def _draw_steps(self) -> Element | None:
        result = self._results[self._test]
        if not isinstance(result, Result):
            return None
        return div("sum")[
            p[strong[f"{NAMES[self._test].title}, step by step"], " ", span("small")[result.how.typeset()]],
            div("long", role="group", tabindex="0", data_focus="steps", aria_label="the calculation")[
                (p("equation")[line.typeset()] for line in result.equations)
            ],
            [p("small")[note] for note in result.notes],
        ]


def _check_alpha(alpha: Any) -> float:
    if isinstance(alpha, bool) or not isinstance(alpha, Real) or not 0 < float(alpha) < 1:
        raise InputError(f"alpha must be between 0 and 1, such as 0.05; given: {alpha!r}")
    return float(alpha)


def _check_tests(tests: Any) -> int:
    if isinstance(tests, bool) or not isinstance(tests, int) or not 1 <= tests <= MOST_TESTS:
        raise InputError(f"the number of tests made must be a whole number from 1 to {MOST_TESTS}; given: {tests!r}")
    return tests


def _check_test(test: str) -> str:
    if test not in NAMES:
        raise InputError(f"no test is called {test!r}; there are {comma_list(list(NAMES))}")
    return test


@lru_cache(maxsize=_CACHED)
def _correct(result: Result, alpha: float, tests: int) -> tuple[float, bool]:
    corrected = bonferroni([result.pvalue], alpha=alpha, tests=tests)
    return float(corrected.adjusted[0]), bool(corrected.significant[0])


def draw_gaps(differences: Sequence[float], part_size: int, shown_part: int, alt: str) -> Element:
    """Draw the difference of each query as a bar, up if A is ahead and down if B is, and highlight the shown part.

    The queries are divided into parts of `part_size`. Pressing a part reports the gesture `turn` with its index as
    `to`.

    >>> drawn = draw_gaps([0.5, 0.1, -0.25], 2, 1, "three differences")
    >>> [bars.attributes["d"] for bars in drawn.find("path", "b")], len(list(drawn.find("rect")))
    (['M460.7 36V54.0'], 2)
    """
    largest_gap, bar_width = max(map(abs, differences)) or 1.0, _PLOT_WIDTH / len(differences)
    middle = _PLOT_HEIGHT / 2

    def y(difference: float) -> float:
        return round(middle * (1 - difference / largest_gap), 1)

    def bars(css_class: str, ahead: int) -> Element:
        strokes = [
            f"M{round(_LEFT + (index + 0.5) * bar_width, 1)} {middle:g}V{y(difference)}"
            for index, difference in enumerate(differences)
            if difference * ahead > 0
        ]
        return path(css_class, d="".join(strokes), stroke_width=round(bar_width * 0.8, 1))

    parts = range(0, len(differences), part_size)
    return drawing(_LEFT + _PLOT_WIDTH, _PLOT_HEIGHT, "gaps", role="img", aria_label=alt)[
        [
            rect(
                "shown" if index == shown_part else None,
                x=round(_LEFT + start * bar_width, 1),
                y=0,
                width=round(min(part_size, len(differences) - start) * bar_width, 1),
                height=_PLOT_HEIGHT,
                data_do="turn",
                data_to=index,
            )
            for index, start in enumerate(parts)
        ],
        bars("a", 1),
        bars("b", -1),
        line("axis", x1=_LEFT, x2=_LEFT + _PLOT_WIDTH, y1=middle, y2=middle),
        [
            text("soft", x=_LEFT - 6, y=height, text_anchor="end")[axis_label(difference)]
            for difference, height in ((largest_gap, 11), (0, middle + 4), (-largest_gap, _PLOT_HEIGHT - 2))
        ],
    ]


def _draw_row(css_class: str, name: Content, track: Element, cells: Sequence[str]) -> Element:
    """Draw a row of the plot that belongs to no query: a name, a track, and the cells after it."""
    cell_classes = "score", "score", "gap", "sees"
    return div(css_class)[span("name")[name], span("scale")[track], map(_draw_cell, cell_classes, cells)]


@cached_drawing
def _draw_cell(css_class: str, text: str) -> Element:
    """Draw a number after the scale."""
    return span(f"cell {css_class}")[text]


@cached_drawing
def _draw_name(query: int, name: str, chosen: bool) -> Element:
    return span("name")[toggle_button("pick", f"pick {query}", on=chosen, key=query)[name]]


@cached_drawing
def _draw_scale(
    query: int,
    name: str,
    pair: tuple[Fraction, Fraction],
    start: tuple[int, Fraction] | None,
    limits: tuple[Fraction, Fraction],
    is_chosen: bool,
) -> Element:
    """Draw the two dots of a query, the line between them, and the previous position of a moved dot.

    The dots of the chosen query are sliders, each large enough for a finger. The dots of other queries react only to
    the mouse: a press chooses the query.
    """
    scale, marks = ScoreScale(*limits), []
    low, high = sorted(map(scale.place, pair))
    if high > low:
        css_class = "link a" if pair[0] > pair[1] else "link b"
        marks.append(i(css_class, style=f"left:{css_percent(low)};width:{css_percent(high - low)}"))
    if start is not None:
        marks.append(i(f"ghost {LOOKS[start[0]][0]}", style=f"left:{css_percent(scale.place(start[1]))}"))
    for system, (value, (css_class, _, letter)) in enumerate(zip(pair, LOOKS, strict=True)):
        score_text = as_typed(value)
        key, label, position = f"{system} {query}", f"{name}, {letter}", scale.place(value)
        if is_chosen:
            marks.append(sliding_dot(key, label, value, look=f"dot {css_class}", spoken=score_text, place=position))
        else:
            static_dot = span(f"dot {css_class}", style=f"left:{css_percent(position)}", aria_hidden="true")
            marks.append(static_dot(data_slide=key, data_pick=query)[i])
    return span("scale")[span("track", data_track=True)[marks]]


def _statistic(result: Result | InputError) -> str:
    """Format a test's statistic so that it fits next to the name of the test."""
    if isinstance(result, SignResult):
        ties = f", {result.ties} tied" if result.ties else ""
        return f"A wins {result.wins_a}, B wins {result.wins_b}{ties}"
    if isinstance(result, SignedRankResult):
        return f"W+ = {compact(result.w_plus)}, W− = {compact(result.w_minus)}"
    if isinstance(result, RankSumResult):
        return f"U of A = {compact(result.u_a)}, of B = {compact(result.u_b)}"
    if isinstance(result, TResult):
        return f"t = {compact(result.statistic, 3)}"
    if isinstance(result, PairedResult):
        return f"mean A − B {compact(result.statistic, 3)}"
    return "see the sentence below"


def _signed(value: Fraction) -> str:
    """Format a difference with its sign."""
    return f"{'+' if value > 0 else '−'}{as_typed(abs(value))}" if value else "0"


@lru_cache(maxsize=_CACHED)
def p_of(result: Result | InputError) -> str:
    """Format a p-value with three significant digits, or return "not defined"."""
    if not isinstance(result, Result):
        return "not defined"
    return result.p_text if result.below else p_drawn(result.pvalue if result.exact is None else result.exact)


def alpha_text(alpha: float) -> str:
    """Format a significance level."""
    return fixed(alpha, 2) if round(alpha, 2) == alpha else general(alpha)
