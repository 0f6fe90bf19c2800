"""The scores of two systems on the same queries, to be moved, and five significance tests which follow side by side."""

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
from irlearn.markup import Content, Element, b, div, figcaption, figure, h3, i, kbd, p, span, strong, sup, td, th, tr
from irlearn.notation import compact, decimal, in_a_row, minus, probability, read_number, sentence
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
from irlearn.widgets.fields import check_count, percent, pressed, sliding_dot, steps, typed
from irlearn.widgets.null_distribution import draw_null, rejection
from irlearn.widgets.pieces import RESET, captioned

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
_LONGEST = 1_000_000  # a denominator that is still read under a picture
_NARROWEST = 11  # characters that fit in the last column
_LONG = 10_000  # a larger denominator is read more easily as a decimal
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

    styles = ("paired_scores",)

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
        self._place(point, _score(self._queries[point[1]], fields.get(field, "")))

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
            sentences.append(f"{'No p-value changes' if not moved else f'Unchanged: {in_a_row(same)}'}.")
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
        return f"α = {_alpha_text(self._alpha)}" + (f", corrected for {self._made} tests" if self._made > 1 else "")

    # the picture

    def draw(self) -> Element:
        """The scores, the tests beside them, the null distribution of the chosen test, and how it is worked out."""
        n = len(self._queries)
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
                    p(data_said=True, class_="problem" if self._problem else None)[self._problem or self._said],
                ],
                div("right")[self._draw_level(), self._draw_tests(), self._draw_null()],
            ],
            self._draw_steps(),
        ]

    def _draw_plot(self) -> Element:
        n, split = len(self._queries), len(self._queries) > _SPLIT
        first = (n + 1) // 2 if split else n
        parts = [range(first), range(first, n)] if split else [range(n)]
        return div("plot", role="group", aria_label=f"Scores of A and B on {n} queries, on a scale from 0 to 1")[
            self._draw_head(),
            div("rows", style=f"--rows:{first + 1}")[
                [[self._draw_axis(), [self._draw_query(index) for index in part]] for part in parts]
            ],
            self._draw_means(),
        ]

    def _draw_head(self) -> Element:
        names = [
            span(look)[b(aria_hidden="true")[sign], f" {letter}", f" {name}" if name != letter else None]
            for name, (look, sign, letter) in zip(self._systems, _LOOKS, strict=True)
        ]
        return div("legend")[names, span("small")["score, 0 to 1"], RESET]

    def _draw_axis(self) -> Element:
        labels = [span(style=f"left:{20 * n}%")[decimal(Fraction(n, 5))] for n in range(6)]
        return _row("query axis", None, span("track")[labels], ["A", "B", "A − B", _NAMES[self._test].sees])

    def _draw_query(self, index: int) -> Element:
        query, pair, chosen = self._queries[index], self._points[index], index == self._at
        low, high = min(pair), max(pair)
        marks = []
        if high > low:
            ahead = "a" if pair[0] > pair[1] else "b"
            marks.append(i(f"link {ahead}", style=f"left:{percent(low)};width:{percent(high - low)}"))
        if self._moved is not None and self._moved[0][1] == index:
            (system, _), was = self._moved
            marks.append(i(f"ghost {_LOOKS[system][0]}", style=f"left:{percent(was)}"))
        for system, (look, _, letter) in enumerate(_LOOKS):
            value, label = pair[system], f"{query}, {letter}"
            marks.append(sliding_dot(f"{system} {index}", label, value, look=f"dot {look}", spoken=_typed(value)))
        return _row(
            "query touched" if chosen else "query",
            pressed("pick", f"pick {index}", on=chosen, key=index)[query],
            span("track", data_track=True)[marks],
            [_typed(pair[0]), _typed(pair[1]), _signed(pair[0] - pair[1]), self._sees(index)],
        )

    def _sees(self, index: int) -> str:
        """What the chosen test makes of a query."""
        found, difference = self._found[self._test], self._points[index][0] - self._points[index][1]
        if isinstance(found, SignResult):
            return "A" if difference > 0 else "B" if difference < 0 else "tie"
        if isinstance(found, SignedRankResult):
            rank = float(found.signed_ranks[index])
            return compact(rank, sign=True) if rank else "none"
        if isinstance(found, RankSumResult):
            return f"{compact(found.ranks[index])}, {compact(found.ranks[len(self._queries) + index])}"
        if isinstance(found, TResult):
            return minus(f"{float(difference) - found.mean:+.3f}")
        if isinstance(found, PermutationResult):
            return f"±{_typed(abs(difference))}" if difference else "0"
        return "–"

    def _draw_means(self) -> Element:
        means = [sum((points[system] for points in self._points), Fraction(0)) / len(self._points) for system in (0, 1)]
        marks = [
            span(f"mark {look}", style=f"left:{percent(mean)}")[i]
            for mean, (look, _, _) in zip(means, _LOOKS, strict=True)
        ]
        values = [decimal(float(means[0]), 3), decimal(float(means[1]), 3), _signed(means[0] - means[1])]
        return _row("query mean", "mean", span("track")[marks], [*(b[one] for one in values), self._sum_seen()])

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
        for system, (look, sign, letter) in enumerate(_LOOKS):
            value, key, name = self._points[self._at][system], f"{system} {self._at}", f"{letter} on {query}"
            labels, keys = (f"{name}: less", f"{name}: more"), (f"− {system}", f"+ {system}")
            less, more = steps("step", labels, keys, less=value > 0, more=value < 1, stays=True, key=key)
            field = typed(f"score {system}", name, _typed(value), key=key)
            head = b(look)[span(aria_hidden="true")[sign], f" {letter}"]
            steppers.append(span("stepper")[head, less, field, more])
        return div("row fields")[strong[query], steppers]

    def _draw_level(self) -> Element:
        known = sorted({*_ALPHAS, self._alpha, self._started_with[0]}, reverse=True)
        choices = [
            pressed("alpha", f"alpha {alpha}", on=alpha == self._alpha, value=alpha)[_alpha_text(alpha)]
            for alpha in known
        ]
        name, labels, keys = "number of tests made", ("one test fewer", "one test more"), ("made −", "made +")
        less, more = steps("made", labels, keys, less=self._made > 1, more=self._made < _TESTS_MADE, stays=True)
        field = typed("made", name, str(self._made))(data_enter="count", data_field=None)
        return div("row level")[
            span("row choice", role="group", aria_label="alpha, the level of significance")[span["α"], choices],
            span("stepper", role="group", aria_label=name)[span["tests made"], less, field, more],
        ]

    def _draw_tests(self) -> Element:
        columns = ["p", "p · m"] if self._made > 1 else ["p"]
        heads = ["test, two-sided", *columns, f"{columns[-1]} ≤ {_alpha_text(self._alpha)}?"]
        return captioned(
            "tests",
            f"Five tests, two-sided, at {self._level}",
            [th(scope="col")[head] for head in heads],
            [self._draw_test(name, found) for name, found in self._found.items()],
        )

    def _draw_test(self, name: str, found: Result | InputError) -> Element:
        chosen, several = name == self._test, self._made > 1
        press = pressed("test", f"test {name}", on=chosen, name=name)[_NAMES[name].title]
        row, head = tr("focus" if chosen else None), th(scope="row")[press, span("small")[_statistic(found)]]
        was = self._before[name] if self._before is not None else None
        past: list[Content] = []
        if was is not None and _pvalue(was) != _pvalue(found):
            past = [f"was {_pvalue(was)}", None if several else span("now")[f", now {_pvalue(found)}"]]
        changed = span("small past")[past]
        if not isinstance(found, Result):
            return row[head, td["not defined", changed], td if several else None, td["–"]]
        adjusted, significant = self._corrected(found)
        worth = found.exact is not None and 1 < found.exact.denominator <= _LONG and not several
        leans = {1: span("a")["● A"], -1: span("b")["◆ B"], 0: "neither"}[found.direction]
        return row[
            head,
            td[span("fraction")[f"{found.exact} = " if worth else ""], strong[_pvalue(found)], changed],
            td[probability(adjusted)] if several else None,
            td[strong("yes")["yes"] if significant else "no", span("small favours")["favours ", leans]],
        ]

    def _draw_null(self) -> Element:
        found, names = self._found[self._test], _NAMES[self._test]
        if not isinstance(found, Result):
            return p("problem none")[f"{names.title} test: {found}."]
        level = _alpha_text(self._alpha) + (f"/{self._made}" if self._made > 1 else "")
        share = f"{found.exact} = " if found.exact is not None and 1 < found.exact.denominator <= _LONGEST else ""
        null = found.null
        solid = "the dark area is" if null.kind == "density" else "the solid bars add up to"
        region = rejection(null, self._alpha / self._made)
        last = ""
        if region.none and region.smallest is not None:
            smallest = f"{region.smallest} = " if region.smallest.denominator <= _LONGEST else ""
            last = (
                f" No outcome can reach {level}: the smallest p that these {len(self._queries)} queries can give is "
                f"{smallest}{probability(region.smallest)}."
            )
        words = f"{solid} p = {share}{_pvalue(found)}"
        alt = (
            f"{names.title} test, null distribution of {names.axis}: found {compact(null.observed, 4)}. "
            f"{words}, {found.method}.{last}"
        )
        return figure("null")[
            figcaption[strong[names.title], f", if A and B were alike: {words}.{last}"],
            draw_null(null, alpha=self._alpha / self._made, name=names.axis, alt=alt, level=level),
        ]

    def _draw_steps(self) -> Element | None:
        found = self._found[self._test]
        if not isinstance(found, Result):
            return None
        return div("sum")[
            p[strong[f"{_NAMES[self._test].title}, step by step"], " ", span("small")[_raised(found.method)]],
            [p("equation")[_raised(_minus(line))] for line in found.lines],
            [p("small")[note] for note in found.notes],
        ]


def _row(look: str, name: Content, track: Element, cells: Sequence[Content]) -> Element:
    """A row of the plot: a name, what lies on the scale, and the cells behind it."""
    looks = "score", "score", "gap", "sees"
    return div(look)[
        span("name")[name],
        span("scale")[track],
        [span(f"cell {kind}")[cell] for kind, cell in zip(looks, cells, strict=True)],
    ]


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
        return f"both systems need scores for the same queries; only A has {in_a_row(only[:5])}"
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
        raise InputError(f"no test is called {test!r}; there are {in_a_row(list(_NAMES))}")
    return test


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


def _pvalue(found: Result | InputError) -> str:
    """A p-value to three significant digits, or that there is none."""
    if not isinstance(found, Result):
        return "not defined"
    return found.p_text if found.below else probability(found.pvalue if found.exact is None else found.exact)


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


def _minus(line: str) -> str:
    """Hyphens that are minus signs as such."""
    return re.sub(r"(?<![a-z])-", "−", line)


def _raised(line: str) -> Content:
    """A line of a calculation with its exponents raised."""
    first, *others = re.split(r"\^(\d+)", line)
    pairs = zip(others[::2], others[1::2], strict=True)
    return [first, [[sup[span("visually-hidden")[" to the power "], power], after] for power, after in pairs]]
