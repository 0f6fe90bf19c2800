"""The scores of two systems on the same queries, to be moved, and five significance tests which follow side by side."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from numbers import Real
from typing import Any

from irlearn import datasets
from irlearn.errors import InputError
from irlearn.notation import decimal, read_number
from irlearn.statistics import (
    PairedResult,
    PermutationResult,
    RankSumResult,
    Result,
    SignedRankResult,
    SignResult,
    TResult,
    bonferroni,
    paired_t,
    permutation_test,
    sign_test,
    wilcoxon_rank_sum,
    wilcoxon_signed_rank,
)
from irlearn.widgets.base import Fields, Way, Widget, action
from irlearn.widgets.controls import check_count
from irlearn.widgets.null_distribution import draw_null, rejection

Score = float | Fraction | str
"""What a score may be given as: a number, or text such as `"0.35"` or `"1/3"`."""

_FEWEST, _MOST = 2, 50  # queries
_CLOSE, _SPLIT = 14, 20  # queries above which rows stand closer, and in two columns
_LISTED = 16  # queries whose 2^n swaps are listed at the speed of a hand where they lie on no grid
_GRID = 10_000  # steps a unit on which sums of differences are counted whatever their number
_ALPHAS = (0.10, 0.05, 0.01)
_TESTS_MADE = 1000  # the largest multiplicity
_STEP = Fraction(1, 100)
_NARROW, _WIDEST = 8, 10  # pixels of a letter, and letters of a query's name that are shown
_TINY = 1e-4  # a smaller p-value is written with its exponent
_LONGEST = 1_000_000  # a denominator that is still read under a picture
_NARROWEST = 11  # characters that fit in the last column
_LONG = 10_000  # a larger denominator is read more easily as a decimal
_DISABLED = ' aria-disabled="true"'  # keeps the focus where a disabled button would lose it
_LOOKS = (("a", "●", "A"), ("b", "◆", "B"))


@dataclass(frozen=True)
class _Test:
    """A test as it is named in the picture, and what its statistic is called."""

    title: str
    axis: str
    sees: str


_NAMES = {
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


class PairedScores(Widget):
    """Two scores a query, of systems A and B on a scale from 0 to 1, to be moved, and five tests which follow.

    `a` and `b` hold one score a query: sequences, or dicts by the name of the query; `queries` names the queries of
    sequences (else q1, q2, ...). Without scores it shows the tutorial's nine queries. The tests are the sign test,
    Wilcoxon's signed-rank and rank-sum tests, the paired t test and the permutation test, all two-sided; `test` is the
    one whose null distribution and calculation are shown. A result is significant where p times `tests`, the number
    of tests made (Bonferroni), is at most `alpha`. `systems` says what A and B stand for.

    The state is read with `a`, `b`, `results` and `pvalues`, and changed with `move` and `choose`, as the gestures do.
    For 2 to 50 queries. Raises `InputError` for scores outside 0 to 1, unequal lengths and different queries.

    >>> paired = PairedScores()
    >>> {test: round(p, 3) for test, p in paired.pvalues.items()}
    ... # doctest: +NORMALIZE_WHITESPACE
    {'sign': 1.0, 'wilcoxon-signed-rank': 0.41, 'wilcoxon-rank-sum': 0.284, 'paired-t': 0.24, 'permutation': 0.258}
    >>> paired.move("q1", b="0.28")
    >>> "was 0.410" in paired.picture
    True
    """

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
        first, second = _column(a, "A", queries), _column(b, "B", queries)
        if list(first) != list(second):
            raise InputError(_differ(list(first), list(second)))
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
        read = {system: _score(query, score) for system, score in enumerate((a, b)) if score is not None}
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
        try:
            self._place(point, _score(self._queries[point[1]], fields.get(field, "")))
        except InputError as error:
            self._problem = f"{str(error)[0].upper()}{str(error)[1:]}."

    @action
    def on_pick(self, key: int) -> None:
        """Show the scores of another query in the fields."""
        self._at = check_count(key, "a query", 0, len(self._queries) - 1)
        self._problem, self._steps_on = "", None
        score_a, score_b = map(_typed, self._points[self._at])
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
        self._judge(self._alpha, min(max(self._made + by, 1), _TESTS_MADE))

    @action
    def on_count(self, fields: Fields) -> None:
        """Take a number of tests made that was typed."""
        typed = fields.get("made", "").strip()
        try:
            self._judge(self._alpha, _made(int(typed) if re.fullmatch("[0-9]{1,9}", typed) else typed))
        except InputError as error:
            self._problem = f"{str(error)[0].upper()}{str(error)[1:]}."

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
        who = f"{_LOOKS[system][2]} on {self._queries[index]}"
        if start == value:
            self._said = f"{who} stays at {_typed(value)}."
        else:
            self._said = f"You moved {who} from {_typed(start)} to {_typed(value)}. {self._change()}"

    def _change(self) -> str:
        """What a gesture did to the p-values, and to what is significant."""
        assert self._before is not None  # set just before
        moved, same = [], []
        for name, now in self._found.items():
            was, title = self._before[name], _NAMES[name].title
            if _pvalue(was) == _pvalue(now):
                same.append(title)
            else:
                moved.append(f"{title} p was {_pvalue(was)}, now {_pvalue(now)}")
        sentences = [f"{'; '.join(moved)}."] if moved else []
        if same:
            sentences.append(f"{'No p-value changes' if not moved else f'Unchanged: {_listed(same)}'}.")
        for name, now in self._found.items():
            past, present = (isinstance(one, Result) and self._corrected(one)[1] for one in (self._before[name], now))
            if past != present:
                sentences.append(f"{_NAMES[name].title} is {'now' if present else 'no longer'} significant.")
        return " ".join(sentences)

    def _show(self, test: str) -> None:
        self._test, self._problem = test, ""
        found = self._found[test]
        self._said = f"{_NAMES[test].title}: {found.lines[-1] if isinstance(found, Result) else found}."

    def _judge(self, alpha: float, made: int) -> None:
        self._alpha, self._made, self._problem = alpha, made, ""
        self._before, self._moved, self._steps_on = None, None, None
        names = [_NAMES[name].title for name, yes in self.significant.items() if yes]
        self._said = f"Significant at {self._level}: {_listed(names) if names else 'none of the tests'}."

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
        return f"α = {_alpha_text(self._alpha)}" + (f", corrected for {self._made} tests" if self._made > 1 else "")

    # the picture

    def draw(self) -> str:
        """The scores, the tests beside them, the null distribution of the chosen test, and how it is worked out."""
        move = (
            "Drag a mark, or focus it and press <kbd>←</kbd> <kbd>→</kbd>; <kbd>↑</kbd> <kbd>↓</kbd> go to the next. "
            "Press a query to type its scores, a test to see it worked out."
        )
        look, said = (' class="problem"', self._problem) if self._problem else ("", self._said)
        n = len(self._queries)
        wide = min(max(map(len, self._queries)), _WIDEST)
        rows = " split close" if n > _SPLIT else " close" if n > _CLOSE else ""
        return (
            f'<div class="paired{rows}" style="--name:{max(_NARROW * wide + 8, 38)}px"><h3>{escape(self._title)}</h3>'
            f'<p class="hint">{move}</p>'
            f'<div class="halves"><div class="left">{self._draw_plot()}{self._draw_fields()}'
            f"<p data-said{look}>{escape(said)}</p></div>"
            f'<div class="right">{self._draw_level()}{self._draw_tests()}{self._draw_null()}</div></div>'
            f"{self._draw_steps()}</div>"
        )

    def _draw_plot(self) -> str:
        n, split = len(self._queries), len(self._queries) > _SPLIT
        first = (n + 1) // 2 if split else n
        parts = [range(first), range(first, n)] if split else [range(n)]
        rows = "".join(self._draw_axis() + "".join(map(self._draw_query, part)) for part in parts)
        label = f"Scores of A and B on {n} queries, on a scale from 0 to 1"
        return (
            f'<div class="plot" role="group" aria-label="{label}">{self._draw_head()}'
            f'<div class="rows" style="--rows:{first + 1}">{rows}</div>{self._draw_means()}</div>'
        )

    def _draw_head(self) -> str:
        names = "".join(
            f'<span class="{look}"><b aria-hidden="true">{sign}</b> {escape(letter)}'
            f"{'' if name == letter else f' {escape(name)}'}</span>"
            for name, (look, sign, letter) in zip(self._systems, _LOOKS, strict=True)
        )
        return (
            f'<div class="legend">{names}<span class="small">score, 0 to 1</span>'
            '<button data-do="reset" data-focus="reset">Start again</button></div>'
        )

    def _draw_axis(self) -> str:
        labels = "".join(f'<span style="left:{20 * n}%">{decimal(Fraction(n, 5))}</span>' for n in range(6))
        return (
            f'<div class="query axis"><span class="name"></span><span class="scale"><span class="track">{labels}</span>'
            f'</span><span class="cell score">A</span><span class="cell score">B</span>'
            f'<span class="cell gap">A − B</span><span class="cell sees">{_NAMES[self._test].sees}</span></div>'
        )

    def _draw_query(self, index: int) -> str:
        query, pair = self._queries[index], self._points[index]
        low, high = min(pair), max(pair)
        ahead = "a" if pair[0] > pair[1] else "b"
        marks = [
            f'<i class="link {ahead}" style="left:{_percent(low)};width:{_percent(high - low)}"></i>'
            if high > low
            else ""
        ]
        if self._moved is not None and self._moved[0][1] == index:
            (system, _), was = self._moved
            marks.append(f'<i class="ghost {_LOOKS[system][0]}" style="left:{_percent(was)}"></i>')
        for system, (look, _, letter) in enumerate(_LOOKS):
            key, value = f"{system} {index}", pair[system]
            marks.append(
                f'<span class="dot {look}" style="left:{_percent(value)}" role="slider" tabindex="0" '
                f'data-slide="{key}" data-focus="dot {key}" '
                f'aria-label="{escape(query, quote=True)}, {letter}" aria-valuemin="0" aria-valuemax="1" '
                f'aria-valuenow="{float(value):.4g}" aria-valuetext="{_typed(value)}"><i></i></span>'
            )
        chosen = index == self._at
        return (
            f'<div class="query{" touched" if chosen else ""}"><span class="name"><button data-do="pick" '
            f'data-key="{index}" data-focus="pick {index}" aria-pressed="{str(chosen).lower()}">'
            f'{escape(query)}</button></span><span class="scale"><span class="track" data-track>{"".join(marks)}</span>'
            f'</span><span class="cell score">{_typed(pair[0])}</span><span class="cell score">{_typed(pair[1])}</span>'
            f'<span class="cell gap">{_signed(pair[0] - pair[1])}</span>'
            f'<span class="cell sees">{self._sees(index)}</span></div>'
        )

    def _sees(self, index: int) -> str:
        """What the chosen test makes of a query."""
        found, difference = self._found[self._test], self._points[index][0] - self._points[index][1]
        if isinstance(found, SignResult):
            return "A" if difference > 0 else "B" if difference < 0 else "tie"
        if isinstance(found, SignedRankResult):
            rank = float(found.signed_ranks[index])
            return _number(rank, signed=True) if rank else "none"
        if isinstance(found, RankSumResult):
            return f"{_number(found.ranks[index])}, {_number(found.ranks[len(self._queries) + index])}"
        if isinstance(found, TResult):
            return _minus(f"{float(difference) - found.mean:+.3f}")
        if isinstance(found, PermutationResult):
            return f"±{_typed(abs(difference))}" if difference else "0"
        return "–"

    def _draw_means(self) -> str:
        means = [sum((points[system] for points in self._points), Fraction(0)) / len(self._points) for system in (0, 1)]
        marks = "".join(
            f'<span class="mark {look}" style="left:{_percent(mean)}"><i></i></span>'
            for mean, (look, _, _) in zip(means, _LOOKS, strict=True)
        )
        return (
            f'<div class="query mean"><span class="name">mean</span><span class="scale"><span class="track">{marks}'
            f'</span></span><span class="cell score"><b>{decimal(float(means[0]), 3)}</b></span>'
            f'<span class="cell score"><b>{decimal(float(means[1]), 3)}</b></span>'
            f'<span class="cell gap"><b>{_signed(means[0] - means[1])}</b></span>'
            f'<span class="cell sees">{self._sum_seen()}</span></div>'
        )

    def _sum_seen(self) -> str:
        """What the chosen test adds up."""
        found = self._found[self._test]
        if isinstance(found, SignResult):
            return f"{found.wins_a} : {found.wins_b}"
        sums = ""
        if isinstance(found, SignedRankResult):
            sums = f"+{_number(found.w_plus)} −{_number(found.w_minus)}"
        if isinstance(found, RankSumResult):
            sums = f"{_number(found.w_a)}, {_number(found.w_b)}"
        return sums if len(sums) <= _NARROWEST else ""

    def _draw_fields(self) -> str:
        """The two scores of the chosen query, to be typed and stepped."""
        steppers = []
        for system, (look, sign, letter) in enumerate(_LOOKS):
            value, key = self._points[self._at][system], f"{system} {self._at}"
            name = f"{letter} on {self._queries[self._at]}"
            ends = (value == 0, value == 1)
            less, more = (
                f'<button data-do="step" data-key="{key}" data-by="{by}" data-focus="{mark} {system}" '
                f'aria-label="{escape(name, quote=True)}: {word}"{_DISABLED if end else ""}>{mark}</button>'
                for by, mark, word, end in ((-1, "−", "less", ends[0]), (1, "+", "more", ends[1]))
            )
            steppers.append(
                f'<span class="stepper"><b class="{look}"><span aria-hidden="true">{sign}</span> {letter}</b>{less}'
                f'<input type="text" name="score {system}" value="{_typed(value)}" data-fixed="unless-typed" '
                f'data-enter="commit" data-key="{key}" data-field="score {system}" data-focus="score {system}" '
                f'aria-label="{escape(name, quote=True)}">{more}</span>'
            )
        return f'<div class="row fields"><strong>{escape(self._queries[self._at])}</strong>{"".join(steppers)}</div>'

    def _draw_level(self) -> str:
        known = sorted({*_ALPHAS, self._alpha, self._started_with[0]}, reverse=True)
        choices = "".join(
            f'<button data-do="alpha" data-value="{alpha}" data-focus="alpha {alpha}" '
            f'aria-pressed="{str(alpha == self._alpha).lower()}">{_alpha_text(alpha)}</button>'
            for alpha in known
        )
        less, more = (
            f'<button data-do="made" data-by="{by}" data-focus="made {mark}" aria-label="{word}"'
            f"{_DISABLED if end else ''}>{mark}</button>"
            for by, mark, word, end in (
                (-1, "−", "one test fewer", self._made == 1),
                (1, "+", "one test more", self._made == _TESTS_MADE),
            )
        )
        return (
            f'<div class="row level"><span class="row choice" role="group" aria-label="alpha, the level of '
            f'significance"><span>α</span>{choices}</span><span class="stepper" role="group" '
            f'aria-label="number of tests made"><span>tests made</span>{less}<input type="text" name="made" '
            f'value="{self._made}" data-fixed="unless-typed" data-enter="count" data-focus="made" '
            f'aria-label="number of tests made">{more}</span></div>'
        )

    def _draw_tests(self) -> str:
        level, asked = _alpha_text(self._alpha), "p · m" if self._made > 1 else "p"
        corrected = '<th scope="col">p · m</th>' if self._made > 1 else ""
        rows = "".join(self._draw_test(name, found) for name, found in self._found.items())
        return (
            f'<table class="tests"><caption class="visually-hidden">Five tests, two-sided, at {self._level}</caption>'
            f'<thead><tr><th scope="col">test, two-sided</th><th scope="col">p</th>{corrected}'
            f'<th scope="col">{asked} ≤ {level}?</th></tr></thead><tbody>{rows}</tbody></table>'
        )

    def _draw_test(self, name: str, found: Result | InputError) -> str:
        chosen = name == self._test
        button = (
            f'<button data-do="test" data-name="{name}" data-focus="test {name}" '
            f'aria-pressed="{str(chosen).lower()}">{_NAMES[name].title}</button>'
        )
        row = '<tr class="focus">' if chosen else "<tr>"
        head = f'{row}<th scope="row">{button}<span class="small">{_statistic(found)}</span></th>'
        was = self._before[name] if self._before is not None else None
        past = ""
        if was is not None and _pvalue(was) != _pvalue(found):
            past = f"was {_pvalue(was)}"
            if self._made == 1:  # else the column of p · m needs the room
                past += f'<span class="now">, now {_pvalue(found)}</span>'
        columns = "<td></td>" if self._made > 1 else ""
        if not isinstance(found, Result):
            return f'{head}<td>not defined<span class="small past">{past}</span></td>{columns}<td>–</td></tr>'
        adjusted, significant = self._corrected(found)
        fraction = f"{found.exact} = " if found.exact is not None and 1 < found.exact.denominator <= _LONG else ""
        if self._made > 1:
            fraction, columns = "", f"<td>{_three(adjusted)}</td>"
        leans = {1: '<span class="a">● A</span>', -1: '<span class="b">◆ B</span>', 0: "neither"}[found.direction]
        mark = '<strong class="yes">yes</strong>' if significant else "no"
        return (
            f'{head}<td><span class="fraction">{fraction}</span><strong>{_pvalue(found)}</strong>'
            f'<span class="small past">{past}</span></td>{columns}<td>{mark}'
            f'<span class="small favours">favours {leans}</span></td></tr>'
        )

    def _draw_null(self) -> str:
        found, names = self._found[self._test], _NAMES[self._test]
        if not isinstance(found, Result):
            return f'<p class="problem none">{names.title} test: {escape(str(found))}.</p>'
        level = _alpha_text(self._alpha) + (f"/{self._made}" if self._made > 1 else "")
        worth = found.exact is not None and 1 < found.exact.denominator <= _LONGEST
        share = f"{found.exact} = " if worth else ""
        null = found.null
        solid = "the dark area is" if null.kind == "density" else "the solid bars add up to"
        region = rejection(null, self._alpha / self._made)
        last = ""
        if region.none and region.smallest is not None:
            smallest = f"{region.smallest} = " if region.smallest.denominator <= _LONGEST else ""
            last = (
                f" No outcome can reach {level}: the smallest p that these {len(self._queries)} queries can give is "
                f"{smallest}{_three(region.smallest)}."
            )
        words = f"{solid} p = {share}{_pvalue(found)}"
        alt = (
            f"{names.title} test, null distribution of {names.axis}: found {_number(null.observed, digits=4)}. "
            f"{words}, {found.method}.{last}"
        )
        picture = draw_null(null, alpha=self._alpha / self._made, name=names.axis, alt=alt, level=level)
        return (
            f'<figure class="null"><figcaption><strong>{names.title}</strong>, if A and B were alike: {words}.{last}'
            f"</figcaption>{picture}</figure>"
        )

    def _draw_steps(self) -> str:
        found = self._found[self._test]
        if not isinstance(found, Result):
            return ""
        lines = "".join(f'<p class="equation">{_raised(_minus(line))}</p>' for line in found.lines)
        notes = "".join(f'<p class="small">{escape(note)}</p>' for note in found.notes)
        title = f"<strong>{_NAMES[self._test].title}, step by step</strong>"
        return f'<div class="sum"><p>{title} <span class="small">{_raised(found.method)}</span></p>{lines}{notes}</div>'


def _column(scores: Any, letter: str, queries: Sequence[str] | None) -> dict[str, Fraction]:
    """One system's scores by query, whichever way they were given."""
    if isinstance(scores, Mapping):
        if queries is not None:
            raise InputError("queries are named twice: leave `queries` out where the scores are a dict")
        return {str(query): _score(str(query), score) for query, score in scores.items()}
    if isinstance(scores, str) or not hasattr(scores, "__iter__"):
        raise InputError(f"scores are one number a query, such as [0.28, 0.3]; given for {letter}: {scores!r}")
    given = list(scores)
    names = [f"q{number}" for number in range(1, len(given) + 1)] if queries is None else list(map(str, queries))
    if len(names) != len(given):
        raise InputError(f"each query has one score of {letter}; given: {len(given)} scores and {len(names)} queries")
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"each query has a name of its own; given twice: {twice}")
    return {name: _score(name, score) for name, score in zip(names, given, strict=True)}


def _differ(first: list[str], second: list[str]) -> str:
    """Why two systems' queries cannot be paired."""
    if len(first) != len(second):
        return f"a pair is one score of each system a query; given: {len(first)} scores of A and {len(second)} of B"
    only = [name for name in first if name not in second]
    if only:
        return f"both systems need scores for the same queries; only A has {_listed(only[:5])}"
    return "both systems need their scores in the same order of queries"


def _score(query: str, value: Any) -> Fraction:
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


def _alpha(alpha: Any) -> float:
    if isinstance(alpha, bool) or not isinstance(alpha, Real) or not 0 < float(alpha) < 1:
        raise InputError(f"alpha lies between 0 and 1, as 0.05 does; given: {alpha!r}")
    return float(alpha)


def _made(tests: Any) -> int:
    if isinstance(tests, bool) or not isinstance(tests, int) or not 1 <= tests <= _TESTS_MADE:
        raise InputError(f"the number of tests made is a whole number from 1 to {_TESTS_MADE}; given: {tests!r}")
    return tests


def _known(test: str) -> str:
    if test not in _NAMES:
        raise InputError(f"no test is called {test!r}; there are {_listed(list(_NAMES))}")
    return test


def _statistic(found: Result | InputError) -> str:
    """A test's statistic as it is read beside its name."""
    if isinstance(found, SignResult):
        ties = f", {found.ties} tied" if found.ties else ""
        return f"A wins {found.wins_a}, B wins {found.wins_b}{ties}"
    if isinstance(found, SignedRankResult):
        return f"W+ = {_number(found.w_plus)}, W− = {_number(found.w_minus)}"
    if isinstance(found, RankSumResult):
        return f"U of A = {_number(found.u_a)}, of B = {_number(found.u_b)}"
    if isinstance(found, TResult):
        return f"t = {_number(found.statistic, digits=3)}"
    if isinstance(found, PairedResult):
        return f"mean A − B {_number(found.statistic, digits=3)}"
    return "see the sentence below"


def _pvalue(found: Result | InputError) -> str:
    """A p-value to three significant digits, or that there is none."""
    if not isinstance(found, Result):
        return "not defined"
    return found.p_text if found.below else _three(found.pvalue if found.exact is None else found.exact)


def _three(value: float | Fraction) -> str:
    """A probability to three significant digits; four where it ends there, as 0.0625 does."""
    if 0 < value < _TINY:
        return f"{float(value):.2e}".replace("-", "−")
    if isinstance(value, Fraction) and (value * 10_000).denominator == 1:
        return decimal(value)
    if value == 1 or value >= 0.1 or not value:
        return decimal(Fraction(value) if value == 1 else value, 3)
    return f"{float(value):.{2 - math.floor(math.log10(value))}f}"


def _number(value: float, *, signed: bool = False, digits: int = 6) -> str:
    text = f"{float(value):{'+' if signed else ''}.{digits}g}"
    return _minus(text)


def _typed(value: Fraction) -> str:
    """A score as it would be typed: a decimal with two places where those are enough, else with up to four."""
    if (100 * value).denominator == 1:
        return f"{float(value):.2f}"
    return decimal(value) if (value * _LONG).denominator == 1 else decimal(value, 3)


def _signed(value: Fraction) -> str:
    """A difference with its sign."""
    return f"{'+' if value > 0 else '−'}{_typed(abs(value))}" if value else "0"


def _alpha_text(alpha: float) -> str:
    return f"{alpha:.2f}" if round(alpha, 2) == alpha else f"{alpha:g}"


def _minus(text: str) -> str:
    """Hyphens that are minus signs as such."""
    return re.sub(r"(?<![a-z])-", "−", text)


def _raised(text: str) -> str:
    """Text as HTML, with its exponents raised."""
    return re.sub(r"\^(\d+)", r'<sup><span class="visually-hidden"> to the power </span>\1</sup>', escape(text))


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)


def _percent(value: Fraction) -> str:
    return f"{100 * float(value):.2f}%".replace(".00%", "%")
