"""What the widget of paired scores holds: the scores, the five tests on them, and the gestures that change them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Real
from typing import Any

from irlearn import datasets
from irlearn.errors import InputError
from irlearn.numbers import decimal, p_drawn
from irlearn.statistics import (
    Result,
    bonferroni,
    paired_t,
    permutation_test,
    sign_test,
    wilcoxon_rank_sum,
    wilcoxon_signed_rank,
)
from irlearn.widgets.base import Fields, Way, Widget, action
from irlearn.widgets.fields import check_count
from irlearn.widgets.given_scores import Score, read_pairs, read_score
from irlearn.words import in_a_row, sentence

_FEWEST, _MOST = 2, 50  # queries
_LISTED = 16  # queries whose 2^n swaps are listed at the speed of a hand where they lie on no grid
_GRID = 10_000  # steps a unit on which sums of differences are counted whatever their number
MOST_TESTS = 1000  # the largest multiplicity
_STEP = Fraction(1, 100)
LONG = 10_000  # a larger denominator is read more easily as a decimal
LOOKS = (("a", "●", "A"), ("b", "◆", "B"))


@dataclass(frozen=True)
class _Test:
    """A test as it is named in the picture, and what its statistic is called."""

    title: str
    axis: str
    sees: str


NAMES = {
    "sign": _Test("Sign", "wins of A", "winner"),
    "wilcoxon-signed-rank": _Test("Wilcoxon signed-rank", "W+", "signed rank"),
    "wilcoxon-rank-sum": _Test("Wilcoxon rank-sum", "U of A", "ranks A, B"),
    "paired-t": _Test("Paired t", "t", "from mean"),
    "permutation": _Test("Permutation", "mean of A − B", "swaps"),
}


def _permutation(a: list[float], b: list[float]) -> Result:
    """All swaps counted where that keeps up with the hand, else the normal approximation."""
    grid = all(abs(score * _GRID - round(score * _GRID)) < 1e-9 for score in [*a, *b])
    return permutation_test(a, b, method="exact" if grid or len(a) <= _LISTED else "approx")


_TESTS: dict[str, Callable[[list[float], list[float]], Result]] = {
    "sign": sign_test,
    "wilcoxon-signed-rank": wilcoxon_signed_rank,
    "wilcoxon-rank-sum": wilcoxon_rank_sum,
    "paired-t": paired_t,
    "permutation": _permutation,
}


class PairedScoresState(Widget):
    """Two scores a query and five tests on them: the state of the widget, and the gestures that change it."""

    def __init__(
        self,
        a: Sequence[Score] | Mapping[str, Score] | None = None,
        b: Sequence[Score] | Mapping[str, Score] | None = None,
        queries: Sequence[str] | None = None,
        *,
        alpha: float = 0.05,
        tests: int = 1,
        test: str = "wilcoxon-signed-rank",
        systems: tuple[str, str] = ("A", "B"),
        title: str = "",
    ) -> None:
        if (a is None) != (b is None):
            raise InputError("scores of two systems are needed; given: those of one")
        if a is None or b is None:
            a, b = datasets.nine_queries().values()
        first, second = read_pairs(a, b, queries)
        if not _FEWEST <= len(first) <= _MOST:
            raise InputError(f"paired scores are shown for {_FEWEST} to {_MOST} queries; given: {len(first)}")
        self._queries = tuple(first)
        self._points = self._start = tuple(zip(first.values(), second.values(), strict=True))
        self._alpha, self._made, self._test = _alpha(alpha), _made(tests), _known(test)
        self._started_with = self._alpha, self._made, self._test
        self._systems = tuple(map(str, systems))
        if len(self._systems) != 2:
            raise InputError(f"two systems have two names; given: {len(self._systems)}")
        self._title = title or f"Two systems on the same {len(self._queries)} queries"
        self._at = 0
        self._found = self._tried()
        self._before: dict[str, Result | InputError] | None = None
        self._held: tuple[tuple[int, int], Fraction, dict[str, Result | InputError]] | None = None
        self._moved: tuple[tuple[int, int], Fraction] | None = None
        self._steps_on: tuple[int, int] | None = None
        self._problem, self._said = "", "Move one score, and watch which tests react."
        super().__init__()

    # the state

    @property
    def a(self) -> dict[str, Fraction]:
        """The scores of system A by query."""
        return {query: points[0] for query, points in zip(self._queries, self._points, strict=True)}

    @property
    def b(self) -> dict[str, Fraction]:
        """The scores of system B by query."""
        return {query: points[1] for query, points in zip(self._queries, self._points, strict=True)}

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
    def test(self) -> str:
        """The id of the test whose null distribution and calculation are shown."""
        return self._test

    def move(self, query: str, *, a: Score | None = None, b: Score | None = None) -> None:
        """Give a query another score of A, of B, or of both, from 0 to 1."""
        if query not in self._queries:
            raise InputError(f"no query is called {query!r}; there are {', '.join(self._queries)}")
        if a is None and b is None:
            raise InputError("say which score moves: a=0.4, b=0.4, or both")
        index = self._queries.index(query)
        read = {system: read_score(query, score) for system, score in enumerate((a, b)) if score is not None}
        before = self._found
        for system, score in read.items():
            self._place((system, index), score, before=before)
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

    def _refuse(self, error: InputError) -> None:
        self._problem = sentence(error)

    @action
    def on_step(self, key: str, by: Way) -> None:
        """Move a score by 0.01: `by` 1 is to the right, towards 1."""
        point = self._point(key)
        value, again = self._of(point), self._steps_on == point and self._moved is not None
        start = self._moved[1] if again and self._moved else value
        before = self._before if again and self._before else self._found
        steps = value / _STEP
        to = (math.floor(steps) + 1 if by > 0 else math.ceil(steps) - 1) * _STEP
        self._place(point, min(max(to, Fraction(0)), Fraction(1)), start=start, before=before)
        self._steps_on = point

    @action
    def on_grab(self, key: str) -> None:
        """Remember the tests before a drag, so that the change is counted from there."""
        point = self._point(key)
        self._held = point, self._of(point), self._found

    @action
    def on_slide(self, key: str, at: float) -> None:
        """Let a score follow the hand along the scale: `at` is its place from 0 to 1."""
        point, place = self._point(key), min(max(at, 0.0), 1.0)
        held = self._held
        start, before = (held[1], held[2]) if held and held[0] == point else (self._of(point), self._found)
        self._place(point, round(place / float(_STEP)) * _STEP, start=start, before=before)

    @action
    def on_drop(self, key: str) -> None:
        """End a drag."""
        self._point(key)
        self._held = None

    @action
    def on_commit(self, key: str, field: str, fields: Fields) -> None:
        """Take a score that was typed."""
        point = self._point(key)
        self._place(point, read_score(self._queries[point[1]], fields.get(field, "")))

    @action
    def on_pick(self, key: int) -> None:
        """Show the scores of another query in the fields."""
        self._at = check_count(key, "a query", 0, len(self._queries) - 1)
        self._problem, self._steps_on = "", None
        score_a, score_b = map(as_typed, self._points[self._at])
        self._said = f"{self._queries[self._at]}: A {score_a}, B {score_b}."

    @action
    def on_test(self, name: str) -> None:
        """Show the null distribution and the calculation of another test."""
        self._show(_known(name))

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

    @action
    def on_reset(self) -> None:
        """Put every score, alpha, the number of tests and the test shown back."""
        self._points, (self._alpha, self._made, self._test) = self._start, self._started_with
        self._found, self._before, self._moved, self._steps_on = self._tried(), None, None, None
        self._at, self._problem, self._said = 0, "", "Everything is back where it was."

    # how the state changes

    def _place(
        self,
        point: tuple[int, int],
        value: Fraction,
        *,
        start: Fraction | None = None,
        before: dict[str, Result | InputError] | None = None,
    ) -> None:
        system, index = point
        start = self._of(point) if start is None else start
        self._before = self._found if before is None else before
        pair = (value, self._points[index][1]) if system == 0 else (self._points[index][0], value)
        self._points = (*self._points[:index], pair, *self._points[index + 1 :])
        self._found = self._tried()
        self._moved, self._at, self._steps_on, self._problem = (point, start), index, None, ""
        who = f"{LOOKS[system][2]} on {self._queries[index]}"
        if start == value:
            self._said = f"{who} stays at {as_typed(value)}."
        else:
            self._said = f"You moved {who} from {as_typed(start)} to {as_typed(value)}. {self._change()}"

    def _change(self) -> str:
        """What a gesture did to the p-values, and to what is significant."""
        assert self._before is not None  # set just before
        moved, same = [], []
        for name, now in self._found.items():
            was, title = self._before[name], NAMES[name].title
            if p_of(was) == p_of(now):
                same.append(title)
            else:
                moved.append(f"{title} p was {p_of(was)}, now {p_of(now)}")
        sentences = [f"{'; '.join(moved)}."] if moved else []
        if same:
            sentences.append(f"{'No p-value changes' if not moved else f'Unchanged: {in_a_row(same)}'}.")
        for name, now in self._found.items():
            past, present = (isinstance(one, Result) and self._corrected(one)[1] for one in (self._before[name], now))
            if past != present:
                sentences.append(f"{NAMES[name].title} is {'now' if present else 'no longer'} significant.")
        return " ".join(sentences)

    def _show(self, test: str) -> None:
        self._test, self._problem = test, ""
        found = self._found[test]
        self._said = f"{NAMES[test].title}: {found.lines[-1] if isinstance(found, Result) else found}."

    def _judge(self, alpha: float, made: int) -> None:
        self._alpha, self._made, self._problem = alpha, made, ""
        self._before, self._moved, self._steps_on = None, None, None
        names = [NAMES[name].title for name, yes in self.significant.items() if yes]
        self._said = f"Significant at {self._level}: {in_a_row(names) if names else 'none of the tests'}."

    def _tried(self) -> dict[str, Result | InputError]:
        """Each test's result, or the sentence which says why it has none."""
        a, b = ([float(points[system]) for points in self._points] for system in (0, 1))
        found: dict[str, Result | InputError] = {}
        for name, test in _TESTS.items():
            try:
                found[name] = test(a, b)
            except InputError as error:
                found[name] = error
        return found

    def _corrected(self, result: Result) -> tuple[float, bool]:
        """The p-value after Bonferroni's correction, and whether it is significant."""
        corrected = bonferroni([result.pvalue], alpha=self._alpha, tests=self._made)
        return float(corrected.adjusted[0]), bool(corrected.significant[0])

    def _point(self, key: str) -> tuple[int, int]:
        for system in (0, 1):
            for query in range(len(self._queries)):
                if key == f"{system} {query}":
                    return system, query
        raise InputError(f"no score is called {key!r}")

    def _of(self, point: tuple[int, int]) -> Fraction:
        return self._points[point[1]][point[0]]

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
        raise InputError(f"no test is called {test!r}; there are {in_a_row(list(NAMES))}")
    return test


def p_of(found: Result | InputError) -> str:
    """A p-value to three significant digits, or that there is none."""
    if not isinstance(found, Result):
        return "not defined"
    return found.p_text if found.below else p_drawn(found.pvalue if found.exact is None else found.exact)


def as_typed(value: Fraction) -> str:
    """A score as it would be typed: a decimal with two places where those are enough, else with up to four."""
    if (100 * value).denominator == 1:
        return f"{float(value):.2f}"
    return decimal(value) if (value * LONG).denominator == 1 else decimal(value, 3)


def alpha_text(alpha: float) -> str:
    """A level of significance as it is written."""
    return f"{alpha:.2f}" if round(alpha, 2) == alpha else f"{alpha:g}"
