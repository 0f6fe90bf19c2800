"""One value a query for one or two systems, as dots that can be moved, and each mean that follows them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from numbers import Real
from typing import Any

from irlearn.errors import InputError
from irlearn.measures import MAP, Mean, gMAP, parse_measure
from irlearn.measures.averages import Averages
from irlearn.measures.binary import AveragePrecision, ReciprocalRank
from irlearn.measures.means import EPSILON
from irlearn.notation import counted, decimal, in_a_row, read_number, sentence
from irlearn.widgets.base import Fields, Way, Widget, action

Number = float | Fraction | str
"""What a value may be given as: a number, or text such as `"1/3"`."""

_SYSTEMS = 2  # colours and marks
_QUERIES = 20  # rows that a screen holds
_DEEPEST = 10  # rank, where MRR has no cutoff
_EPSILONS = (Fraction(repr(EPSILON)), Fraction(1, 1000), Fraction(1, 100))
_LONG = 10_000  # a fraction with a larger denominator is read more easily as a decimal
_SHOWN = 6  # characters of a fraction that fit beside its decimal; the equation below has it in any case
_LOOKS = (("a", "●"), ("b", "◆"))


@dataclass(frozen=True)
class _Line:
    """One mean, as it is named and written: `value` is None where it is not defined, and `exact` where it is a root."""

    name: str
    says: str
    value: float | None
    exact: Fraction | None
    steps: str


class Means(Widget):
    """One dot a query on a scale from 0 to 1, to be moved, and the means over the queries which follow.

    `values` is one AP a query: a sequence (the queries are then q1, q2, ...) or a dict by the name of the query. For
    two systems it is a dict of those by the name of the system. `epsilon` is the least value that gMAP counts a query
    with, None for the plain product. `step` is how far a button or a key moves a dot.

    With `mean=MRR` the values are ranks of the first relevant document instead, 0 where none was found, and MRR
    stands beside 1 / mean rank. Ranks go to the cutoff, as in `MRR @ 5`, or to 10.

    The state is read with `values`, `ranks`, `mean` and `geometric` (or with `of(system)`) and changed with `move`,
    as the gestures do. Up to 20 queries and 2 systems.

    >>> from irlearn import MRR, datasets, widgets
    >>> means = widgets.Means(datasets.three_queries())
    >>> means.mean, round(means.geometric, 4)
    (Fraction(8, 15), 0.3684)
    >>> means.move("q3", 0.2)
    >>> "MAP was 0.533, now 0.567 (+6.3%). gMAP was 0.368, now 0.464 (+26%)." in means.picture
    True
    >>> widgets.Means([1, 3, 2], mean=MRR).mean
    Fraction(11, 18)
    """

    def __init__(
        self,
        values: Sequence[Number] | Mapping[str, Any],
        *,
        mean: Mean | str = MAP,
        epsilon: float | Fraction | None = _EPSILONS[0],
        step: float | Fraction = Fraction(1, 20),
        title: str = "",
    ) -> None:
        self._mean = _mean(mean)
        self._of = self._mean.measure
        self._ranked = isinstance(self._of, ReciprocalRank)
        self._deepest = getattr(self._of, "cutoff", None) or _DEEPEST
        self._epsilon = None if epsilon is None else _between(epsilon, "epsilon must be above 0 and below 1, or None")
        self._step = _between(step, "a step must be above 0 and below 1")
        systems = _systems(values)
        self._systems, self._queries = tuple(systems), tuple(next(iter(systems.values())))
        self._points = self._start = {
            (system, query): self._read(query, value)
            for system, column in systems.items()
            for query, value in column.items()
        }
        self._started_with = self._epsilon
        self._title = title or ("Ranks of the first relevant document" if self._ranked else f"{self._of!r} by query")
        self._before: dict[str, list[_Line]] = {}
        self._held: tuple[tuple[str, str], Fraction, dict[str, list[_Line]]] | None = None
        self._moved: tuple[tuple[str, str], Fraction] | None = None
        self._steps_on: tuple[str, str] | None = None
        self._more, self._problem, self._said = False, "", "Move one dot, and watch which mean reacts."
        super().__init__()

    # the state

    @property
    def values(self) -> dict[str, Fraction]:
        """The value of each query, of the only system; with two systems ask `of(system)`."""
        return self._column(self._only())

    @property
    def ranks(self) -> dict[str, int]:
        """The rank of each query's first relevant document, 0 where none was found, of the only system; for MRR."""
        if not self._ranked:
            raise InputError(f"this picture shows values of {self._of!r}, not ranks; make it with mean=MRR")
        return {query: _rank(value) for query, value in self.values.items()}

    @property
    def mean(self) -> Fraction:
        """The arithmetic mean of the only system; with two systems ask `of(system)`."""
        return self.of(self._only()).mean

    @property
    def geometric(self) -> float:
        """The geometric mean of the only system, with epsilon; with two systems ask `of(system)`."""
        return self.of(self._only()).geometric

    @property
    def epsilon(self) -> Fraction | None:
        """The least value that the geometric mean counts a query with, or None."""
        return self._epsilon

    def of(self, system: str) -> Averages:
        """All means of one system.

        >>> from irlearn import datasets
        >>> Means(datasets.hard_query()).of("System A").geometric
        0.3
        """
        if system not in self._systems:
            raise InputError(f"no system is called {system!r}; there is {' and '.join(self._systems)}")
        return Averages(tuple(self._column(system).values()), self._epsilon)

    def move(self, query: str, to: Number, *, system: str | None = None) -> None:
        """Give a query another value (for MRR: another rank, 0 for not found)."""
        if query not in self._queries:
            raise InputError(f"no query is called {query!r}; there are {', '.join(self._queries)}")
        named = self._only() if system is None else system
        self.of(named)
        self._place((named, query), self._read(query, to))
        self.refresh()

    def choose(self, *, epsilon: float | Fraction | None) -> None:
        """Let the geometric mean count with another epsilon, or with none."""
        asked = "epsilon must be above 0 and below 1, or None"
        self._count_from(None if epsilon is None else _between(epsilon, asked))
        self.refresh()

    # gestures

    @action
    def on_step(self, key: str, by: Way) -> None:
        """Move a dot by one step: `by` 1 is to the right, towards 1."""
        point = self._point(key)
        value, again = self._points[point], self._steps_on == point and self._moved is not None
        start, before = (self._moved[1], self._before) if again and self._moved else (value, self._lines())
        self._place(point, self._next(value, by), start=start, before=before)
        self._steps_on = point

    @action
    def on_grab(self, key: str) -> None:
        """Remember the means before a drag, so that the change is counted from there."""
        point = self._point(key)
        self._held = point, self._points[point], self._lines()

    @action
    def on_slide(self, key: str, at: float) -> None:
        """Let a dot follow the hand along the scale: `at` is its place from 0 to 1."""
        point, place = self._point(key), min(max(Fraction(at), Fraction(0)), Fraction(1))
        held = self._held
        start, before = (held[1], held[2]) if held and held[0] == point else (self._points[point], self._lines())
        self._place(point, self._nearest(place), start=start, before=before)

    @action
    def on_drop(self, key: str) -> None:
        """End a drag."""
        self._point(key)
        self._held = None

    @action
    def on_commit(self, key: str, field: str, fields: Fields) -> None:
        """Take a value that was typed."""
        point = self._point(key)
        try:
            self._place(point, self._read(point[1], fields.get(field, "")))
        except InputError as error:
            self._problem = sentence(error)

    @action
    def on_epsilon(self, value: str) -> None:
        """Let the geometric mean count with another epsilon."""
        known = {"" if choice is None else str(choice): choice for choice in self._choices}
        if value not in known:
            raise InputError(f"epsilon here is one of {', '.join(name or 'none' for name in known)}; given: {value!r}")
        self._count_from(known[value])

    @action
    def on_more(self) -> None:
        """Show or hide the median and the harmonic mean."""
        self._more, self._before, self._steps_on = not self._more, {}, None
        self._said = f"The median and the harmonic mean are {'shown' if self._more else 'hidden'}."

    @action
    def on_reset(self) -> None:
        """Put every dot and epsilon back."""
        self._points, self._epsilon = self._start, self._started_with
        self._before, self._moved, self._steps_on, self._problem = {}, None, None, ""
        self._said = "Everything is back where it was."

    # how the state changes

    def _place(
        self,
        point: tuple[str, str],
        value: Fraction,
        *,
        start: Fraction | None = None,
        before: dict[str, list[_Line]] | None = None,
    ) -> None:
        self._before = self._lines() if before is None else before
        start = self._points[point] if start is None else start
        self._points = {**self._points, point: value}
        self._moved, self._steps_on, self._problem = (point, start), None, ""
        name = self._named(point)
        if start == value:
            self._said = f"{name} stays at {self._spoken(value)}."
        else:
            self._said = (
                f"You moved {name} from {self._spoken(start)} to {self._spoken(value)}. {self._change(point[0])}"
            )

    def _count_from(self, epsilon: Fraction | None) -> None:
        self._before, self._moved, self._steps_on = self._lines(), None, None
        self._epsilon = epsilon
        counts = "as it is" if epsilon is None else f"as at least {decimal(epsilon)}"
        changes = " ".join(self._change(name) for name in self._systems)
        self._said = f"{self._names[1]} now counts each query {counts}. {changes}"

    def _change(self, system: str) -> str:
        """What a gesture did to the means of a system, those that changed first."""
        changed, same = [], []
        of = f" of {system}" if len(self._systems) > 1 else ""
        for was, now in zip(self._before[system], self._lines()[system], strict=True):
            name = f"The {now.name}" if now.name in ("median", "harmonic mean") else now.name
            if was.value == now.value:
                same.append(f"{name}{of} stays at {_three(now)}.")
            else:
                share = _share(was.value, now.value)
                much = f" ({share})" if share else ""
                changed.append(f"{name}{of} was {_three(was)}, now {_three(now)}{much}.")
        return " ".join(changed + same)

    def _next(self, value: Fraction, by: int) -> Fraction:
        if self._ranked:
            places = self._places
            return places[min(max(places.index(value) + by, 0), len(places) - 1)]
        steps = value / self._step
        to = math.floor(steps) + 1 if by > 0 else math.ceil(steps) - 1
        return min(max(to * self._step, Fraction(0)), Fraction(1))

    def _nearest(self, at: Fraction) -> Fraction:
        if self._ranked:
            return min(self._places, key=lambda place: abs(place - at))
        return min(round(at / self._step) * self._step, Fraction(1))

    @property
    def _places(self) -> list[Fraction]:
        """Where a dot of MRR can be: not found, the deepest rank, ..., rank 1."""
        return [Fraction(0), *(Fraction(1, rank) for rank in range(self._deepest, 0, -1))]

    def _read(self, query: str, value: Number) -> Fraction:
        number = _number(query, value)
        if self._ranked:
            if number.denominator != 1 or not 0 <= number <= self._deepest:
                raise InputError(
                    f"ranks of {self._mean!r} are whole numbers from 1 to {self._deepest}, or 0 for not found; "
                    f"given for {query}: {value}"
                )
            return 1 / number if number else Fraction(0)
        if not 0 <= number <= 1:
            raise InputError(f"values of {self._of!r} lie between 0 and 1; given for {query}: {value}")
        return number

    def _only(self) -> str:
        if len(self._systems) > 1:
            raise InputError(f"this picture shows {' and '.join(self._systems)}; say which system is meant")
        return self._systems[0]

    def _column(self, system: str) -> dict[str, Fraction]:
        return {query: self._points[system, query] for query in self._queries}

    def _point(self, key: str) -> tuple[str, str]:
        for system, query in self._points:
            if key == f"{self._systems.index(system)} {self._queries.index(query)}":
                return system, query
        raise InputError(f"no dot is called {key!r}")

    # the means as they are written

    @property
    def _names(self) -> tuple[str, str]:
        """What the two means are called."""
        return repr(self._mean), "1 / mean rank" if self._ranked else repr(replace(gMAP, measure=self._of))

    def _lines(self) -> dict[str, list[_Line]]:
        """The means that are shown, of each system."""
        work = self._rank_lines if self._ranked else self._value_lines
        return {system: work(self.of(system)) for system in self._systems}

    def _value_lines(self, of: Averages) -> list[_Line]:
        n, product = len(of.values), Fraction(math.prod(of.factors))
        lines = [
            _Line(self._names[0], "arithmetic mean", float(of.mean), of.mean, f"({_joined(of.values, ' + ')}) / {n}"),
            _Line(
                self._names[1],
                "geometric mean",
                of.geometric,
                of.root,
                f"({_joined(of.factors, ' × ')})^(1/{n}) = ({_short(product)})^(1/{n})",
            ),
        ]
        if self._more:
            middle = _joined(of.middle, " + ")
            inverse = f"{n} / ({_joined([1 / value for value in of.values], ' + ')})" if all(of.values) else "0"
            lines += [
                _Line(
                    "median",
                    "middle value",
                    float(of.median),
                    of.median,
                    f"({middle}) / 2" if of.middle[1:] else middle,
                ),
                _Line("harmonic mean", f"{n} / sum of 1/{self._of!r}", float(of.harmonic), of.harmonic, inverse),
            ]
        return lines

    def _rank_lines(self, of: Averages) -> list[_Line]:
        n, ranks = len(of.values), [_rank(value) for value in of.values]
        terms = " + ".join(f"1/{rank}" if rank else "0" for rank in ranks)
        lost = sum(not rank for rank in ranks)
        mean = _Line(self._names[0], "mean of 1/rank", float(of.mean), of.mean, f"({terms}) / {n}")
        name, says = self._names[1], "harmonic mean of 1/rank"
        if lost:
            whose = "1 query has" if lost == 1 else f"{lost} queries have"
            return [mean, _Line(name, says, None, None, f"not defined: {whose} no rank")]
        added = " + ".join(map(str, ranks))
        return [mean, _Line(name, says, float(of.harmonic), of.harmonic, f"1 / (({added}) / {n})")]

    def _spoken(self, value: Fraction) -> str:
        if self._ranked:
            return f"rank {_rank(value)}" if value else "not found"
        return _typed(value)

    # the picture

    def draw(self) -> str:
        """The dots, the means on the same scale, what they were before, and how each is worked out."""
        lines = self._lines()
        move = "Drag a dot, press − or +, type a number and <kbd>Enter</kbd>, or focus a dot and press <kbd>←</kbd> "
        move += "<kbd>→</kbd>; <kbd>↑</kbd> <kbd>↓</kbd> go to the next dot."
        count = counted(len(self._queries), "query", "queries")
        label = f"{self._title}: {count} on a scale from 0 to 1"
        look, said = (' class="problem"', self._problem) if self._problem else ("", self._said)
        kind = f"means{' two' if len(self._systems) > 1 else ''}{' ranks' if self._ranked else ''}"
        return (
            f'<div class="{kind}"><h3>{escape(self._title)}</h3>'
            f'<p class="hint">{move}</p>'
            f'<div class="plot" role="group" aria-label="{escape(label, quote=True)}">{self._draw_head()}'
            f"{self._draw_axis()}{''.join(self._draw_query(index, lines) for index in range(len(self._queries)))}"
            f"{''.join(self._draw_mean(index, lines) for index in range(len(lines[self._systems[0]])))}</div>"
            f"<p data-said{look}>{escape(said)}</p>{self._draw_lead(lines)}"
            f"{self._draw_controls()}{self._draw_sums(lines)}</div>"
        )

    def _draw_head(self) -> str:
        if len(self._systems) == 1:
            return ""
        names = "".join(
            f'<span class="cell {look}"><b aria-hidden="true">{sign}</b> {escape(system)}</span>'
            for system, (look, sign) in zip(self._systems, _LOOKS, strict=False)
        )
        return f'<div class="query head"><span class="name"></span><span class="scale"></span>{names}</div>'

    def _draw_query(self, index: int, lines: dict[str, list[_Line]]) -> str:
        query = self._queries[index]
        dots, cells = [], []
        touched = self._moved is not None and self._moved[0][1] == query
        for number, (system, (look, _)) in enumerate(zip(self._systems, _LOOKS, strict=False)):
            value, key = self._points[system, query], f"{number} {index}"
            spoken = self._spoken(value)
            name = query if len(self._systems) == 1 else f"{query}, {system}"
            if self._moved is not None and self._moved[0] == (system, query):
                dots.append(_trail(look, self._moved[1], value))
            dots.append(
                f'<span class="dot {look}" style="left:{_percent(value)}" role="slider" tabindex="0" '
                f'data-slide="{key}" data-focus="dot {key}" aria-label="{escape(name, quote=True)}" '
                f'aria-valuemin="0" aria-valuemax="1" aria-valuenow="{float(value):.4g}" '
                f'aria-valuetext="{spoken}"><i></i></span>'
            )
            cells.append(self._draw_stepper(key, name, value, look))
        return (
            f'<div class="query{" touched" if touched else ""}"><span class="name">{escape(query)}</span>'
            f'<span class="scale"><span class="track" data-track>{self._draw_ticks()}{self._draw_mean_lines(lines)}'
            f"{''.join(dots)}</span></span>{''.join(cells)}</div>"
        )

    def _draw_stepper(self, key: str, name: str, value: Fraction, look: str) -> str:
        field, shown = f"value {key}", str(_rank(value)) if self._ranked else _typed(value)
        less, more = (1, -1) if self._ranked else (-1, 1)
        ends = (value == 1, value == 0) if self._ranked else (value == 0, value == 1)
        words = ("one rank earlier", "one rank later") if self._ranked else ("less", "more")
        quoted = escape(name, quote=True)

        def button(sign: str, by: int, word: str, *, disabled: bool) -> str:
            return (
                f'<button data-do="step" data-key="{key}" data-by="{by}" data-focus="{sign} {key}" '
                f'aria-label="{quoted}: {word}"{" disabled" if disabled else ""}>{sign}</button>'
            )

        what = "rank, 0 for not found" if self._ranked else f"{self._of!r}"
        after = ""
        if self._ranked:
            after = f'<span class="after">{f"adds {_short(value)}" if value else "not found"}</span>'
        return (
            f'<span class="cell stepper {look}">{button("−", less, words[0], disabled=ends[0])}'
            f'<input type="text" name="{field}" value="{shown}" data-fixed="unless-typed" data-enter="commit" '
            f'data-key="{key}" data-field="{field}" data-focus="{field}" '
            f'aria-label="{quoted}: {escape(what, quote=True)}">'
            f"{button('+', more, words[1], disabled=ends[1])}{after}</span>"
        )

    @property
    def _ticks(self) -> list[tuple[Fraction, str]]:
        if self._ranked:
            ranks = [rank for rank in (1, 2, 3, 5, 10)[: 6 - len(self._systems)] if rank <= self._deepest]
            return [(Fraction(0), "0"), *((Fraction(1, rank), "1" if rank == 1 else f"1/{rank}") for rank in ranks)]
        return [(Fraction(n, 5), decimal(Fraction(n, 5))) for n in range(6)]

    def _draw_ticks(self) -> str:
        return "".join(f'<i class="tick" style="left:{_percent(place)}"></i>' for place, _ in self._ticks)

    def _draw_axis(self) -> str:
        labels = "".join(f'<span style="left:{_percent(place)}">{label}</span>' for place, label in self._ticks)
        name = "1/rank" if self._ranked else repr(self._of)
        return (
            f'<div class="query axis"><span class="name">{escape(name)}, 0 to 1</span>'
            f'<span class="scale"><span class="track">{labels}</span></span></div>'
        )

    def _draw_mean_lines(self, lines: dict[str, list[_Line]], only: int | None = None) -> str:
        """The lines that carry each mean up through the dots: in its own row and those above it."""
        return "".join(
            f'<i class="line {look} mean{index}" style="left:{_percent(line.value)}"></i>'
            for system, (look, _) in zip(self._systems, _LOOKS, strict=False)
            for index, line in enumerate(lines[system])
            if line.value is not None and (only is None or index >= only)
        )

    def _draw_mean(self, index: int, lines: dict[str, list[_Line]]) -> str:
        marks, cells = [], []
        for system, (look, _) in zip(self._systems, _LOOKS, strict=False):
            now = lines[system][index]
            was = self._before[system][index] if self._before else None
            moved = was is not None and was.value != now.value
            if now.value is not None:
                if moved and was is not None and was.value is not None:
                    marks.append(_trail(look, was.value, now.value))
                side = "before" if now.value > 0.75 else "after"
                tag = f'<span class="tag {side}">{escape(now.name)}</span>' if len(self._systems) == 1 else ""
                marks.append(f'<span class="mark {look}" style="left:{_percent(now.value)}"><i></i>{tag}</span>')
            exact = f"{now.exact} = " if _worth_writing(now.exact) and len(str(now.exact)) <= _SHOWN else ""
            rose = moved and (was is None or (was.value or 0) < (now.value or 0))
            share = _share(was.value, now.value) if moved and was is not None else ""
            much = f' <span class="{"up" if rose else "down"}">{share}</span>' if share else ""
            past = f"was {_three(was)}, now {_three(now)}" if moved and was is not None else ""
            cells.append(
                f'<span class="cell value {look}"><span class="now"><span class="fraction">{exact}</span>'
                f"<strong>{_three(now)}</strong>{much}</span>"
                f'<span class="was">{past}</span></span>'
            )
        first = lines[self._systems[0]][index]
        return (
            f'<div class="query mean mean{index}"><span class="name"><strong>{escape(first.name)}</strong>'
            f'<span class="small">{escape(first.says)}</span></span><span class="scale"><span class="track">'
            f"{self._draw_ticks()}{self._draw_mean_lines(lines, index)}{''.join(marks)}</span></span>"
            f"{''.join(cells)}</div>"
        )

    def _draw_lead(self, lines: dict[str, list[_Line]]) -> str:
        """Which of two systems each mean puts first."""
        if len(self._systems) == 1:
            return ""
        one, two = (lines[system] for system in self._systems)
        sentences = []
        for left, right in zip(one, two, strict=True):
            if left.value is None or right.value is None:
                pairs = zip(self._systems, (left, right), strict=True)
                lost = in_a_row([system for system, line in pairs if line.value is None])
                sentences.append(f"{left.name} is not defined for {escape(lost)}")
            elif left.value == right.value:
                sentences.append(f"{left.name} puts both level")
            else:
                first = self._systems[0] if left.value > right.value else self._systems[1]
                sentences.append(f"{left.name} puts <strong>{escape(first)}</strong> first")
        return f'<p class="lead">{"; ".join(sentences)}.</p>'

    @property
    def _choices(self) -> list[Fraction | None]:
        """The values of epsilon that have a button."""
        return [None, *sorted({*_EPSILONS, *filter(None, (self._epsilon, self._started_with))})]

    def _draw_controls(self) -> str:
        reset = '<button data-do="reset" data-focus="reset">Start again</button>'
        if self._ranked:
            return f'<div class="row controls">{reset}</div>'
        choices = "".join(
            f'<button data-do="epsilon" data-value="{"" if choice is None else choice}" '
            f'data-focus="epsilon {choice}" aria-pressed="{str(choice == self._epsilon).lower()}">'
            f"{'none' if choice is None else decimal(choice)}</button>"
            for choice in self._choices
        )
        state = "no epsilon" if self._epsilon is None else f"ε = {decimal(self._epsilon)}"
        return (
            f'<div class="row controls"><span class="row choice" role="group" aria-label="epsilon of the geometric '
            f'mean"><span>{escape(self._names[1])} with {state}</span>{choices}</span>'
            f'<button data-do="more" data-focus="more" aria-pressed="{str(self._more).lower()}">'
            f"{'Fewer means' if self._more else 'More means'}</button>{reset}</div>"
        )

    def _draw_sums(self, lines: dict[str, list[_Line]]) -> str:
        pieces = []
        for index in range(len(lines[self._systems[0]])):
            for system, (look, sign) in zip(self._systems, _LOOKS, strict=False):
                line = lines[system][index]
                who = f'<span class="{look} who"><span aria-hidden="true">{sign}</span> {escape(system)}: </span>'
                pieces.append(
                    f'<p class="equation">{who if len(self._systems) > 1 else ""}<strong>{escape(line.name)}</strong> '
                    f"{'is' if line.value is None else '='} {_powers(line.steps)}{_result(line)}</p>"
                )
        raised = [self._named(point) for point, value in self._points.items() if value < (self._epsilon or 0)]
        if raised and not self._ranked:
            verb = "counts" if len(raised) == 1 else "count"
            pieces.append(
                f'<p class="small">{escape(in_a_row(raised))} {verb} as ε = {decimal(self._epsilon or 0)} in '
                f"{escape(self._names[1])}.</p>"
            )
        return f'<div class="sum">{"".join(pieces)}</div>'

    def _named(self, point: tuple[str, str]) -> str:
        """A query by its name, and by its system where there are two."""
        return point[1] if len(self._systems) == 1 else f"{point[1]} of {point[0]}"


def _mean(mean: Mean | str) -> Mean:
    parsed = parse_measure(mean) if isinstance(mean, str) else mean
    known = isinstance(parsed, Mean) and isinstance(parsed.measure, AveragePrecision | ReciprocalRank)
    if not known or not isinstance(parsed, Mean) or parsed.epsilon is not None:
        raise InputError(f"dots are shown for MAP (with gMAP beside it) or for MRR; given: {parsed!r}")
    return parsed


def _systems(values: Sequence[Number] | Mapping[str, Any]) -> dict[str, dict[str, Number]]:
    """The values by system and query, whichever way they were given."""
    several = isinstance(values, Mapping) and any(not isinstance(value, Real | str) for value in values.values())
    given: Mapping[str, Any] = values if isinstance(values, Mapping) and several else {"": values}
    if len(given) > _SYSTEMS:
        raise InputError(f"dots are shown for one or two systems; given: {len(given)}")
    columns = {str(name): _queries(column) for name, column in given.items()}
    first, *others = columns.values()
    if any(list(column) != list(first) for column in others):
        raise InputError(
            f"two systems need values for the same queries in the same order; given: {', '.join(first)} and "
            f"{', '.join(others[0])}"
        )
    if not 1 <= len(first) <= _QUERIES:
        raise InputError(f"dots are shown for 1 to {_QUERIES} queries; given: {len(first)}")
    return columns


def _queries(column: Any) -> dict[str, Number]:
    if isinstance(column, Mapping):
        return {str(query): value for query, value in column.items()}
    if isinstance(column, str) or not hasattr(column, "__iter__"):
        raise InputError(f"values are one number a query, such as [1, 0.5, 0.1]; given: {column!r}")
    return {f"q{number}": value for number, value in enumerate(column, start=1)}


def _number(query: str, value: Any) -> Fraction:
    """The exact number that was meant: 0.1 is 1/10, and a float next to a short fraction is that fraction."""
    if isinstance(value, str):
        return read_number(value)
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        raise InputError(f"a value is one number a query, such as 0.5 or '1/3'; given for {query}: {value!r}")
    if isinstance(value, int | Fraction):
        return Fraction(value)
    near = Fraction(float(value)).limit_denominator(_LONG)
    return near if abs(float(near) - float(value)) < 1e-12 else Fraction(repr(float(value)))


def _between(value: Any, asked: str) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, Real) or not 0 < float(value) < 1:
        raise InputError(f"{asked}; given: {value!r}")
    return value if isinstance(value, Fraction) else Fraction(repr(float(value)))


def _rank(value: Fraction) -> int:
    return value.denominator if value else 0


def _three(line: _Line) -> str:
    """A mean to three significant digits."""
    if line.value is None:
        return "not defined"
    return decimal(line.value if line.exact is None else line.exact, 3)


def _worth_writing(exact: Fraction | None) -> bool:
    """Whether a mean is a fraction that says more than its decimal."""
    return exact is not None and 1 < exact.denominator <= _LONG


def _result(line: _Line) -> str:
    """How an equation ends: the fraction first, then the decimal, and nothing twice."""
    if line.value is None:
        return ""
    ends = [str(line.exact)] if _worth_writing(line.exact) else []
    ends.append(decimal(line.value if line.exact is None else line.exact))
    return "".join(f" = {end}" for end in ends if end != line.steps)


def _share(was: float | None, now: float | None) -> str:
    """How much a mean changed in proportion: a percentage, or a factor where it more than doubled or halved."""
    if not was or not now or was == now:
        return ""
    if 0.5 <= now / was <= 2:
        change = 100 * (now / was - 1)
        places = 0 if abs(change) >= 10 else 1
        half_up = math.floor(abs(change) * 10**places + 0.5 + 1e-9) / 10**places
        return f"{'+' if change > 0 else '−'}{half_up:.{places}f}%" if half_up else ""
    return f"×\u00a0{decimal(now / was, 3)}"  # kept on one line


def _short(value: Fraction) -> str:
    """A fraction as it is written in an equation; a long one as a decimal."""
    return str(value) if value.denominator <= _LONG else decimal(value)


def _typed(value: Fraction) -> str:
    """A value as it would be typed: a decimal where it ends soon, else a fraction."""
    ends = (value * _LONG).denominator == 1
    return decimal(value) if ends or value.denominator > _LONG else str(value)


def _joined(values: Sequence[Fraction], sign: str) -> str:
    return sign.join(map(_short, values))


def _powers(steps: str) -> str:
    """An equation as HTML, its exponents raised, and still read as exponents by a screen reader."""
    head, *rest = escape(steps).split("^(")
    raised = '<sup><span class="visually-hidden"> to the power </span>'
    return head + "".join(f"{raised}{piece.replace(')', '</sup>', 1)}" for piece in rest)


def _percent(value: float | Fraction | None) -> str:
    return f"{100 * float(value or 0):.2f}%".replace(".00%", "%")


def _trail(look: str, was: float | Fraction, now: float | Fraction) -> str:
    """The way from where a dot or a mean was to where it is."""
    left, width = min(was, now), abs(float(now) - float(was))
    return (
        f'<i class="ghost {look}" style="left:{_percent(was)}"></i>'
        f'<i class="trail {look}" style="left:{_percent(left)};width:{_percent(width)}"></i>'
    )
