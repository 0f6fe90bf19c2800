"""What "better" is to mean between many runs, put together from tests and directions, and the order that it gives."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from irlearn.errors import InputError
from irlearn.studies import leaderboard
from irlearn.text.html import (
    Content,
    Element,
    b,
    button,
    caption,
    div,
    h3,
    kbd,
    line,
    p,
    path,
    span,
    table,
    tbody,
    td,
    text,
    th,
    thead,
    tr,
)
from irlearn.text.numbers import decimal, fixed, true_minus
from irlearn.widgets.charts.axes import drawing
from irlearn.widgets.charts.multiple_testing import drawn_p, level, tests_made
from irlearn.widgets.core.actions import action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import Field, choice, pressed
from irlearn.widgets.core.parts import RESET, require_type

_FEWEST, _MOST = 2, 12  # runs that a screen holds
_SHORT = 4  # letters of a name that fits above a column
_NAMED = 2  # undecided pairs that are named
_ANYTHING = leaderboard.NEEDS[0]
_WORDS = ("anything", "no significant loss", "no loss", "a gain", "a significant gain")  # of `NEEDS`, from B's side
_NEEDS = {str(index): need for index, need in enumerate(leaderboard.NEEDS)}
_KEYS = {need: key for key, need in _NEEDS.items()}
_SAID = dict(zip(_NEEDS, _WORDS, strict=True))
_FIRST = next(iter(leaderboard.CRITERIA.values()))
_PRESETS = {str(index): name for index, name in enumerate(leaderboard.CRITERIA)}
_BY = {"esl": "ESL", "rr": "RR"}
_TESTS = {"wilcoxon-signed-rank": "signed-rank", "paired-t": "paired t"}
_OWN = "your own"
_KEPT = "This criterion is your own, so what it is put together from stays in sight."

_Pairs = dict[tuple[str, str], leaderboard.Outcomes]


class _Criterion(Field):
    """What "better" means, under the name of the known criterion that asks the same, where there is one."""

    def check(self, value: Any) -> leaderboard.Criterion:
        """A criterion."""
        if not isinstance(value, leaderboard.Criterion):
            raise InputError(f"{self.what} must be an irlearn.studies.leaderboard.Criterion; given: {value!r}")
        return _named(value)


class Criteria(App):
    """A criterion for "better" that can be put together, and what it makes of each pair of runs and of their order.

    `runs` maps the name of each run, 2 to 12 of them, to the rank of each query's relevant document, 0 where it is not
    found; the queries of all runs stand in the same order. `note` says what the runs are, such as a reconstruction.
    The matrix shows which run is better than which; beside it stands the linear order that follows, or the cycle, or
    the pairs that stay undecided, and what one chosen pair differs in.

    The state is read and set with `criterion` and `multiplicity` (the number of tests that each p-value is corrected
    for), and a pair is chosen with `look`; `preferences` is what the study makes of it. Raises `InputError` for fewer
    than 2 or more than 12 runs, and for runs of unequal lengths. Source: Lin, Campos, Craswell, Mitra and Yilmaz
    (2021), section 5.

    >>> from irlearn import widgets
    >>> from irlearn.studies.leaderboard import CRITERIA
    >>> runs = {"R1": [1, 5, 0, 4, 3, 0], "R2": [1, 2, 9, 3, 3, 0], "R3": [1, 1, 8, 1, 2, 7]}
    >>> seen = widgets.Criteria(runs)
    >>> seen.preferences.order
    ('R3', 'R2', 'R1')
    >>> seen.criterion = CRITERIA["both significant"]
    >>> len(seen.preferences.undecided)
    3
    """

    styles = ("controls", "criteria")
    criterion = _Criterion(_FIRST, "criterion", do="preset")
    multiplicity = tests_made()

    def __init__(
        self,
        runs: Mapping[str, ArrayLike],
        *,
        cutoff: int = 100,
        criterion: leaderboard.Criterion | None = None,
        multiplicity: int = 1,
        note: str = "",
    ) -> None:
        require_type("this picture", Mapping, runs, "{'A': [1, 3, 0], 'B': [2, 1, 1]}")
        if not _FEWEST <= len(runs) <= _MOST:
            raise InputError(f"this picture holds {_FEWEST} to {_MOST} runs; given: {len(runs)}")
        self._names, self._note, self._cutoff = tuple(runs), note, cutoff
        self._ranks = {name: np.asarray(ranks) for name, ranks in runs.items()}
        self._pairs: _Pairs = {}  # which the next criterion needs as well
        self._study = lru_cache(maxsize=1)(self._prefer)
        self._at = len(self._names) - 1, 0
        self._building, self._more, self._message = not _is_known(criterion or _FIRST), False, ""
        super().__init__(criterion=criterion or _FIRST, multiplicity=multiplicity)

    # the state

    @property
    def preferences(self) -> leaderboard.Preferences:
        """Which run is better than which by the criterion, and the order or the cycle that it gives."""
        return self._study(self.criterion, self.multiplicity)[0]

    @property
    def pair(self) -> tuple[str, str]:
        """The names of the two runs that are compared, B first."""
        return self._names[self._at[0]], self._names[self._at[1]]

    def look(self, run: str, other: str) -> None:
        """Choose the pair of which the differences are shown."""
        for name in (run, other):
            if name not in self._names:
                raise InputError(f"no run is called {name!r}; the runs are {', '.join(self._names)}")
        if run == other:
            raise InputError(f"a pair is of two runs; given: {run} twice")
        self._choose(self._names.index(run), self._names.index(other))
        self._refused = ""
        self.refresh()

    # gestures

    @action
    def on_preset(self, value: str) -> None:
        """Take one of the known criteria; the scale, the test and the number of tests stay."""
        known = leaderboard.CRITERIA[_one_of(_PRESETS, value)]
        self._ask(replace(known, on=self.criterion.on, test=self.criterion.test))

    @action
    def on_build(self) -> None:
        """Show or hide what a criterion is put together from; one that is not a preset stays in sight."""
        known = _is_known(self.criterion)
        self._building = not (self._building and known)
        self._message = "" if known else _KEPT

    @action
    def on_answered(self, value: str) -> None:
        """Ask something else of the number of answered queries."""
        self._change(answered=_one_of(_NEEDS, value), mrr=_ANYTHING)

    @action
    def on_ranking(self, value: str) -> None:
        """Ask something else of the ranks."""
        self._change(ranking=_one_of(_NEEDS, value), mrr=_ANYTHING)

    @action
    def on_harmless(self) -> None:
        """Ask that one of the two be significantly better, or stop asking it."""
        self._change(harmless=not self.criterion.harmless, mrr=_ANYTHING)

    @action
    def on_by(self, value: Literal["esl", "rr"]) -> None:
        """Measure the ranks by ESL or by RR."""
        self._change(on=value)

    @action
    def on_test(self, value: Literal["wilcoxon-signed-rank", "paired-t"]) -> None:
        """Test in another way."""
        self._change(test=value)

    @action
    def on_row(self, run: int) -> None:
        """Look at another run's row."""
        row, (was, column) = run, self._at
        self._choose(row, was if row == column else column)

    @action
    def on_column(self, run: int) -> None:
        """Look at another run's column."""
        column, (row, was) = run, self._at
        self._choose(was if column == row else row, column)

    @action
    def on_pair(self, row: int, column: int) -> None:
        """Look at one cell."""
        self._choose(row, column)

    @action
    def on_more(self) -> None:
        """Show or hide how ranking is measured and tested."""
        self._more = not self._more

    # how the state changes

    def _choose(self, row: int, column: int) -> None:
        if row == column or not all(0 <= run < len(self._names) for run in (row, column)):
            raise InputError(f"a pair is of two of the {len(self._names)} runs; given: {row} and {column}")
        self._at = row, column
        self._message = f"B {self._names[row]} against A {self._names[column]}: {self._pair_verdict}."

    def _change(self, **asked: Any) -> None:
        self._ask(replace(self.criterion, **{"name": _OWN, **asked}))

    def _ask(self, criterion: leaderboard.Criterion) -> None:
        self.criterion = criterion
        self.field_changed("criterion", criterion)

    def field_changed(self, name: str, _: Any) -> None:
        """Say what a p-value is compared with now; keep in sight what a criterion of one's own is put together from."""
        self._message = f"A p-value is significant up to {level(self.multiplicity)}." if name == "multiplicity" else ""
        self._building = self._building or not _is_known(self.criterion)

    def _prefer(self, criterion: leaderboard.Criterion, tests: int) -> tuple[leaderboard.Preferences, _Pairs]:
        pairs = {pair: replace(found, multiplicity=tests) for pair, found in self._pairs.items()}
        made = leaderboard.preferences(self._ranks, criterion, self._cutoff, multiplicity=tests, known=pairs)
        self._pairs = pairs
        return made, pairs

    # the picture

    def draw(self) -> Element:
        """The criterion, the matrix, what follows for the order, and what one pair differs in."""
        said = f"{self._message} {self.status_text()}".strip()
        return div("builder")[
            h3["When is run B better than run A?"],
            p("small")[self._note] if self._note else None,
            p("hint")[
                ("Press what is asked of B, or a run to see its row or column. ", kbd["Tab"], " goes to the next "),
                ("button, ", kbd["Enter"], " presses it."),
            ],
            self.controls(),
            p(data_said=True, class_="problem" if self._refused else None)[self._refused or said],
            div("halves")[
                div("all")[
                    p("small")["✓ the row (B) is better than the column (A), · undecided"],
                    div("wide", role="group", aria_label="which run is better than which")[self._draw_matrix()],
                ],
                div[self._draw_order(), self._draw_pair()],
            ],
        ]

    def controls(self) -> list[Element]:
        """The known criteria, what a criterion is put together from, and how ranking is measured and tested."""
        now, row = self.criterion, div("row")
        known = next((key for key, name in _PRESETS.items() if name == now.name), "")
        build, more = _opens("build", on=self._building), _opens("more", on=self._more)
        rows = [
            row[choice("preset", "criterion", _PRESETS, known, hidden=True)],
            row[build["Build your own"], more[f"{'Fewer' if self._more else 'More'} choices"], self._more and RESET],
        ]
        if self._building:
            keys = ("", "") if now.mrr != _ANYTHING else (_KEYS[now.answered], _KEYS[now.ranking])
            harmless = pressed("harmless", "harmless", on=now.harmless)
            rows += [
                *(row[choice(do, do, _SAID, key)] for do, key in zip(("answered", "ranking"), keys, strict=True)),
                row[harmless["and a significant gain in one of the two"]],
            ]
        if self._more:
            tests = type(self).multiplicity.control(self.multiplicity)
            rows.append(row[choice("by", "rank by", _BY, now.on), choice("test", "test", _TESTS, now.test), tests])
        return rows

    def status_text(self) -> str:
        """What the criterion asks, and what it gives."""
        now = self.criterion
        sides = (now.mrr, "in MRR"), (now.answered, "in queries answered"), (now.ranking, f"in {_BY[now.on]} on both")
        asked = [f"{_SAID[_KEYS[need]]} {what}" for need, what in sides if need != _ANYTHING]
        asked += ["a significant gain in one of the two"] if now.harmless else []
        return f"Asked of B: {', '.join(asked)}. {_chances(now)}{self._verdict()}"

    @property
    def _in_all(self) -> int:
        """How many pairs there are."""
        return math.comb(len(self._names), 2)

    def _verdict(self) -> str:
        found = self.preferences
        if found.order:
            return "This gives a linear order."
        if found.cycle:
            return f"This gives a cycle of {len(found.cycle)} runs, so no order."
        return f"This decides {self._in_all - len(found.undecided)} of {self._in_all} pairs, so no linear order."

    def _draw_matrix(self) -> Element:
        row, column = self._at
        better, runs = self.preferences.better, range(len(self._names))

        def head(run: int, do: str, *, on: bool) -> Element:
            name = self._names[run]
            return th(scope=do[:3])[pressed(do, f"{do} {run}", on=on, run=run)(aria_label=f"{do} {name}")[name]]

        heads = [head(run, "column", on=run == column) for run in runs]
        return table("pairs long" if max(map(len, self._names)) > _SHORT else "pairs")[
            thead[tr[td, heads, th(scope="col", class_="beats")["beats"]]],
            tbody[
                (
                    tr[
                        head(run, "row", on=run == row),
                        (self._draw_cell(run, other) for other in runs),
                        td("beats")[int(better[run].sum())],
                    ]
                    for run in runs
                )
            ],
        ]

    def _draw_cell(self, row: int, column: int) -> Element:
        if row == column:
            return td("same")
        better = self.preferences.better
        look = "yes" if better[row, column] else "no" if better[column, row] else "open"
        mark, spoken = {"yes": ("✓", "better"), "no": ("", "worse"), "open": ("·", "undecided")}[look]
        cell = td(f"{look} chosen" if (row, column) == self._at else look)
        return cell(data_do="pair", data_row=row, data_column=column)[
            span(aria_hidden="true")[mark], span("visually-hidden")[spoken]
        ]

    def _draw_order(self) -> Element:
        found = self.preferences
        said: list[Content] = []
        if found.cycle:
            around = " → ".join([*found.cycle, found.cycle[0]])
            said.append([b["A cycle"], f", where → is “better than”: {around}.", _draw_cycle(found.cycle)])
        elif found.order:
            said.append([b["A linear order"], f": {' > '.join(found.order)}."])
        else:
            some = ", ".join(f"{one} and {other}" for one, other in found.undecided[:_NAMED])
            more = ", ..." if len(found.undecided) > _NAMED else ""
            count = f"{len(found.undecided)} of {self._in_all} pairs are undecided"
            said.append([b["No linear order"], f": {count} ({some}{more})."])
        if found.intransitive:
            one, two, three = found.intransitive[0]
            said.append([b["Not transitive"], f": {one} > {two} and {two} > {three}, but not {one} > {three}."])
        elif found.better.any():
            said.append([b["Transitive"], ": what beats a run beats all that this run beats."])
        return div("order")[(p[each] for each in said)]

    @property
    def _pair_verdict(self) -> str:
        row, column = self._at
        better = self.preferences.better
        return "B is better" if better[row, column] else "A is better" if better[column, row] else "undecided"

    def _draw_pair(self) -> list[Element]:
        row, column = (self._names[index] for index in self._at)
        found, test = self._study(self.criterion, self.multiplicity)[1][column, row], self.criterion.test
        esl = found.esl_b - found.esl_a
        tested = [
            ("answered", true_minus(f"{found.b_only - found.a_only:+,}"), ("answered", "binomial")),
            ("ESL on both", f"{'+' if esl > 0 else ''}{true_minus(decimal(esl, 3))}", ("esl", test)),
            ("RR on both", _signed(found.rr_b - found.rr_a), ("rr", test)),
            ("MRR", _signed(found.delta), ("mrr", test)),
        ]
        return [
            table("pair plain")[
                caption[f"B {row} against A {column}: ", b[self._pair_verdict]],
                thead[tr[td, th(scope="col")["B − A"], th(scope="col")["p"]]],
                tbody[
                    (
                        tr[
                            th(scope="row")[what],
                            td[value],
                            drawn_p(found.pvalue(*of), significant=found.significant(*of)),
                        ]
                        for what, value, of in tested
                    )
                ],
            ],
            p("small")[f"✓ significant: p is at most {level(self.multiplicity)}. Of ESL less is better."],
            p("small")[f"Pairs compared here: {self._in_all}. Tests that p is corrected for: {self.multiplicity}."],
        ]


def _draw_cycle(names: Sequence[str]) -> Element:
    """The runs of a cycle on a circle, with an arrow from each to the one that it beats."""
    wide, high, far, room = 240, 150, 52, 22
    turns = [2 * math.pi * place / len(names) - math.pi / 2 for place in range(len(names))]
    spots = [(wide / 2 + 1.4 * far * math.cos(turn), high / 2 + 6 + far * math.sin(turn)) for turn in turns]
    drawn: list[Content] = []
    for name, (x, y), (to_x, to_y) in zip(names, spots, [*spots[1:], spots[0]], strict=True):
        long = math.dist((x, y), (to_x, to_y))
        across, down = (to_x - x) / long, (to_y - y) / long
        end_x, end_y = to_x - room * across, to_y - room * down
        wings = [(end_x - 8 * across + side * down, end_y - 8 * down - side * across) for side in (4, -4)]
        head = " L".join(f"{round(one, 1)} {round(other, 1)}" for one, other in [(end_x, end_y), *wings])
        drawn += [
            line(
                "axis",
                x1=round(x + room * across, 1),
                y1=round(y + room * down, 1),
                x2=round(end_x, 1),
                y2=round(end_y, 1),
            ),
            path(d=f"M{head} Z", fill="currentColor"),
            text(x=round(x, 1), y=round(y + 4, 1), text_anchor="middle")[name],
        ]
    return drawing(wide, high, role="img", aria_label=f"a circle: {' beats '.join([*names, names[0]])}")[drawn]


def _chances(asked: leaderboard.Criterion) -> str:
    """What it means for chance that two tests are asked for, where two are."""
    if asked.harmless:
        return "Either gain is enough. "
    both = asked.answered == asked.ranking == leaderboard.NEEDS[-1]
    return "Both gains at once, an intersection: no further correction. " if both else ""


def _opens(do: str, *, on: bool) -> Element:
    """A button that shows and hides what it names."""
    return button(data_do=do, data_focus=do, aria_expanded=str(on).lower())


def _signed(value: float) -> str:
    """A difference with its sign, to four decimals."""
    return f"{'' if value < 0 else '+'}{true_minus(fixed(value, 4))}"


def _one_of(known: Mapping[str, str], key: str) -> str:
    """What a button of a choice stands for."""
    if key not in known:
        raise InputError(f"the choices here are {', '.join(known)}; given: {key!r}")
    return known[key]


def _named(criterion: leaderboard.Criterion) -> leaderboard.Criterion:
    """A criterion under the name of the known one that asks the same, where there is one."""
    known = next((one for one in leaderboard.CRITERIA.values() if _same(one, criterion)), None)
    return replace(criterion, name=known.name) if known else criterion


def _is_known(criterion: leaderboard.Criterion) -> bool:
    return any(_same(known, criterion) for known in leaderboard.CRITERIA.values())


def _same(known: leaderboard.Criterion, criterion: leaderboard.Criterion) -> bool:
    """Whether a criterion asks the same, apart from its name, its scale and its test."""
    return replace(known, name=criterion.name, on=criterion.on, test=criterion.test) == criterion
