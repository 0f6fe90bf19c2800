"""The scores of two systems on the same queries, to be moved, and five significance tests which follow side by side."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from irlearn.errors import InputError
from irlearn.measures.averages import Averages
from irlearn.statistics import (
    PairedResult,
    PermutationResult,
    RankSumResult,
    Result,
    SignedRankResult,
    SignResult,
    TResult,
    cohens_dz,
    t_interval,
)
from irlearn.text.english import count_noun
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
    p,
    span,
    strong,
    td,
    th,
    tr,
)
from irlearn.text.numbers import compact, decimal, fixed, p_drawn, true_minus
from irlearn.widgets.charts.difference_bars import draw_gaps
from irlearn.widgets.charts.null_distribution import draw_null, rejection
from irlearn.widgets.core.fields import choices, percent, pressed, sliding_dot, steps, typed
from irlearn.widgets.core.parts import RESET, captioned
from irlearn.widgets.play.given_scores import LONG, ScoreScale, as_typed
from irlearn.widgets.play.paired_scores_state import LOOKS, MOST_TESTS, ROWS, PairedScoresState, alpha_text, p_of
from irlearn.widgets.play.paired_tests import NAMES

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
            span(f"mark {look}", style=f"left:{percent(self._scale.place(mean))}")[i]
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
        marks.append(i(look, style=f"left:{percent(low)};width:{percent(high - low)}"))
    if start is not None:
        marks.append(i(f"ghost {LOOKS[start[0]][0]}", style=f"left:{percent(scale.place(start[1]))}"))
    for system, (value, (look, _, letter)) in enumerate(zip(pair, LOOKS, strict=True)):
        words = as_typed(value)
        key, label, place = f"{system} {query}", f"{name}, {letter}", scale.place(value)
        if chosen:
            marks.append(sliding_dot(key, label, value, look=f"dot {look}", spoken=words, place=place))
        else:
            bare = span(f"dot {look}", style=f"left:{percent(place)}", aria_hidden="true")
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
