"""What the widget of paired scores holds: the scores, the five tests on them, and the gestures that change them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from numbers import Real
from typing import Any

from irlearn import datasets
from irlearn.errors import InputError
from irlearn.statistics import TOLERANCE, Result, bonferroni
from irlearn.text.english import comma_list, did_you_mean
from irlearn.text.numbers import fixed, general, p_drawn
from irlearn.widgets.charts.draggable_dots import Move, MovingDots, Point
from irlearn.widgets.core.base import Fields, Way, action
from irlearn.widgets.core.fields import check_count
from irlearn.widgets.play.given_scores import Score, ScoreScale, as_typed, read_pairs, read_score
from irlearn.widgets.play.paired_tests import NAMES, TESTS

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
