"""The criteria: a learner composes a definition of "better" for many runs and sees the resulting order of the runs."""

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
from irlearn.widgets.charts.multiple_testing import corrected_level, p_value_cell, tests_made
from irlearn.widgets.core.actions import action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import Field, choice_control, toggle_button
from irlearn.widgets.core.parts import RESET, require_type
from irlearn.widgets.core.traits import computed

_FEWEST, _MOST = 2, 12  # the number of runs that fit on a screen
_SHORT = 4  # characters of a name that fits above a column
_NAMED = 2  # number of undecided pairs named in the text
_ANYTHING = leaderboard.NEEDS[0]
# the conditions `NEEDS` in words, as conditions on run B
_WORDS = ("anything", "no significant loss", "no loss", "a gain", "a significant gain")
_NEEDS = {str(index): need for index, need in enumerate(leaderboard.NEEDS)}
_KEYS = {need: key for key, need in _NEEDS.items()}
_NEED_WORDS = dict(zip(_NEEDS, _WORDS, strict=True))
_FIRST = next(iter(leaderboard.CRITERIA.values()))
_PRESETS = {str(index): name for index, name in enumerate(leaderboard.CRITERIA)}
_BY = {"esl": "ESL", "rr": "RR"}
_TESTS = {"wilcoxon-signed-rank": "signed-rank", "paired-t": "paired t"}
_OWN = "your own"
_KEPT = "This is your own criterion, so its building blocks stay visible."

_Pairs = dict[tuple[str, str], leaderboard.Outcomes]


class _Criterion(Field):
    """A criterion for "better"; one that equals a preset gets the preset's name."""

    def check(self, value: Any) -> leaderboard.Criterion:
        if not isinstance(value, leaderboard.Criterion):
            raise InputError(f"{self.what} must be an irlearn.studies.leaderboard.Criterion; given: {value!r}")
        return _with_preset_name(value)

    def from_plain(self, value: Any) -> Any:
        """Return the criterion with the attributes in a saved state."""
        return leaderboard.Criterion(**value) if isinstance(value, Mapping) else value


class Criteria(App):
    """A criterion for "better" that the learner composes, with the verdicts on all pairs of runs and their order.

    A learner chooses a preset or composes a criterion of their own from tests and directions. The matrix shows which
    run is better than which. Next to the matrix are the resulting linear order, cycle or undecided pairs, and the
    differences of a chosen pair.

    Parameters
    ----------
    runs : mapping of str to array_like of int
        2 to 12 runs by name: the rank of each query's relevant document, 0 where the run does not retrieve it. All runs
        list the queries in the same order.
    cutoff : int, optional
        The depth of the runs; a deeper rank counts as not retrieved.
    criterion : irlearn.studies.leaderboard.Criterion, optional
        The initial criterion.
    multiplicity : int, optional
        The initial number of tests.
    note : str, optional
        A description of the runs, such as "a reconstruction".
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    criterion : irlearn.studies.leaderboard.Criterion
        The present criterion; it can be set.
    multiplicity : int
        The number of tests for which each p-value is corrected; it can be set.
    preferences : irlearn.studies.leaderboard.Preferences
        Which run is better than which, and the order or the cycle.
    pair : tuple of str
        The names of the compared runs, B first.

    Methods
    -------
    look(run, other)
        Choose the pair whose differences are shown.

    Raises
    ------
    InputError
        If there are fewer than 2 runs or more than 12, or if their lengths differ.

    References
    ----------
    J. Lin, D. Campos, N. Craswell, B. Mitra and E. Yilmaz (2021), section 5.

    Examples
    --------
    >>> from irlearn import widgets
    >>> from irlearn.studies.leaderboard import CRITERIA
    >>> runs = {"R1": [1, 5, 0, 4, 3, 0], "R2": [1, 2, 9, 3, 3, 0], "R3": [1, 1, 8, 1, 2, 7]}
    >>> criteria = widgets.Criteria(runs)
    >>> criteria.preferences.order
    ('R3', 'R2', 'R1')
    >>> criteria.criterion = CRITERIA["both significant"]
    >>> len(criteria.preferences.undecided)
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
        state: Mapping[str, Any] | None = None,
    ) -> None:
        require_type("this picture", Mapping, runs, "{'A': [1, 3, 0], 'B': [2, 1, 1]}")
        if not _FEWEST <= len(runs) <= _MOST:
            raise InputError(f"this picture shows {_FEWEST} to {_MOST} runs; given: {len(runs)}")
        self._names, self._note, self._cutoff = tuple(runs), note, cutoff
        self._ranks = {name: np.asarray(ranks) for name, ranks in runs.items()}
        # The outcomes do not depend on the criterion, so they are kept for the next criterion.
        self._pairs: _Pairs = {}
        self._study = lru_cache(maxsize=1)(self._study_preferences)
        self._chosen_cell = len(self._names) - 1, 0
        self._shows_parts, self._shows_more, self._message = not _is_known(criterion or _FIRST), False, ""
        super().__init__(state=state, criterion=criterion or _FIRST, multiplicity=multiplicity)

    # State

    @computed
    def preferences(self) -> leaderboard.Preferences:
        """Which run is better than which by the criterion, and the order or the cycle that follows."""
        return self._study(self.criterion, self.multiplicity)[0]

    @computed
    def pair(self) -> tuple[str, str]:
        """Names of the two compared runs, B first."""
        return self._names[self._chosen_cell[0]], self._names[self._chosen_cell[1]]

    @pair.setter
    def _set_pair(self, pair: Sequence[str]) -> None:
        run, other = pair
        for name in (run, other):
            if name not in self._names:
                raise InputError(f"no run is called {name!r}; the runs are {', '.join(self._names)}")
        if run == other:
            raise InputError(f"a pair needs two different runs; given: {run} twice")
        self._choose(self._names.index(run), self._names.index(other))

    def look(self, run: str, other: str) -> None:
        """Choose the pair whose differences are shown.

        Parameters
        ----------
        run, other : str
            The names of B and of A.

        Raises
        ------
        InputError
            If there is no such run, or both are the same.
        """
        self.pair = run, other

    # Gestures

    @action
    def on_preset(self, value: str) -> None:
        """Choose a preset; the scale, the test and the number of tests stay."""
        preset = leaderboard.CRITERIA[_option(_PRESETS, value)]
        self._set_criterion(replace(preset, on=self.criterion.on, test=self.criterion.test))

    @action
    def on_build(self) -> None:
        """Show or hide the parts of the criterion; the parts of a criterion without a preset stay visible."""
        is_known = _is_known(self.criterion)
        self._shows_parts = not (self._shows_parts and is_known)
        self._message = "" if is_known else _KEPT

    @action
    def on_answered(self, value: str) -> None:
        """Change the condition on the number of answered queries."""
        self._change(answered=_option(_NEEDS, value), mrr=_ANYTHING)

    @action
    def on_ranking(self, value: str) -> None:
        """Change the condition on the ranks."""
        self._change(ranking=_option(_NEEDS, value), mrr=_ANYTHING)

    @action
    def on_harmless(self) -> None:
        """Add or remove the condition that at least one of the two gains is significant."""
        self._change(harmless=not self.criterion.harmless, mrr=_ANYTHING)

    @action
    def on_by(self, value: Literal["esl", "rr"]) -> None:
        """Measure the ranks by ESL or by RR."""
        self._change(on=value)

    @action
    def on_test(self, value: Literal["wilcoxon-signed-rank", "paired-t"]) -> None:
        """Change the significance test."""
        self._change(test=value)

    @action
    def on_row(self, run: int) -> None:
        """Choose the row of another run."""
        row, (previous_row, column) = run, self._chosen_cell
        self._choose(row, previous_row if row == column else column)

    @action
    def on_column(self, run: int) -> None:
        """Choose the column of another run."""
        column, (row, previous_column) = run, self._chosen_cell
        self._choose(previous_column if column == row else row, column)

    @action
    def on_pair(self, row: int, column: int) -> None:
        """Choose a cell of the matrix."""
        self._choose(row, column)

    @action
    def on_more(self) -> None:
        """Show or hide the choice of scale, test and number of tests."""
        self._shows_more = not self._shows_more

    # State changes

    def _choose(self, row: int, column: int) -> None:
        if row == column or not all(0 <= run < len(self._names) for run in (row, column)):
            raise InputError(f"a pair needs two of the {len(self._names)} runs; given: {row} and {column}")
        self._chosen_cell = row, column
        self._message = f"B {self._names[row]} against A {self._names[column]}: {self._pair_verdict}."

    def _change(self, **changes: Any) -> None:
        self._set_criterion(replace(self.criterion, **{"name": _OWN, **changes}))

    def _set_criterion(self, criterion: leaderboard.Criterion) -> None:
        self.criterion = criterion
        self.field_changed("criterion", criterion)

    def field_changed(self, name: str, _: Any) -> None:
        """Report the new significance level, and keep the parts of a criterion without a preset visible."""
        self._message = (
            f"A p-value of at most {corrected_level(self.multiplicity)} is significant."
            if name == "multiplicity"
            else ""
        )
        self._shows_parts = self._shows_parts or not _is_known(self.criterion)

    def _study_preferences(
        self, criterion: leaderboard.Criterion, test_count: int
    ) -> tuple[leaderboard.Preferences, _Pairs]:
        pairs = {pair: replace(outcomes, multiplicity=test_count) for pair, outcomes in self._pairs.items()}
        preferences = leaderboard.preferences(
            self._ranks, criterion, self._cutoff, multiplicity=test_count, known=pairs
        )
        self._pairs = pairs
        return preferences, pairs

    # Drawing

    def hint(self) -> Content:
        return [
            ("Press a criterion, or press a run to see its row or column. ", kbd["Tab"], " moves to the next "),
            ("button, ", kbd["Enter"], " presses it."),
        ]

    def draw(self) -> Element:
        message = f"{self._message} {self.status_text()}".strip()
        return div("builder")[
            self.draw_head("When is run B better than run A?"),
            self.controls(),
            p(data_said=True, class_="problem" if self._refused else None)[self._refused or message],
            div("halves")[
                div("all")[
                    p("small")["✓ the row (B) is better than the column (A), · undecided"],
                    div("wide", role="group", aria_label="which run is better than which")[self._draw_matrix()],
                ],
                div[self._draw_order(), self._draw_pair()],
            ],
            p("small")[self._note] if self._note else None,
        ]

    def controls(self) -> list[Element]:
        criterion, row = self.criterion, div("row")
        preset_key = next((key for key, name in _PRESETS.items() if name == criterion.name), "")
        build_button = _disclosure_button("build", is_open=self._shows_parts)
        more_button = _disclosure_button("more", is_open=self._shows_more)
        rows = [
            row[
                choice_control("preset", "criterion", _PRESETS, preset_key, hidden=True),
                build_button["Build your own"],
                more_button[f"{'Fewer' if self._shows_more else 'More'} choices"],
                self._shows_more and RESET,
            ],
        ]
        if self._shows_parts:
            keys = ("", "") if criterion.mrr != _ANYTHING else (_KEYS[criterion.answered], _KEYS[criterion.ranking])
            harmless_button = toggle_button("harmless", "harmless", on=criterion.harmless)
            rows += [
                *(
                    row[choice_control(part, part, _NEED_WORDS, key)]
                    for part, key in zip(("answered", "ranking"), keys, strict=True)
                ),
                row[harmless_button["and a significant gain in one of the two"]],
            ]
        if self._shows_more:
            tests = type(self).multiplicity.control(self.multiplicity)
            rows.append(
                row[
                    choice_control("by", "rank by", _BY, criterion.on),
                    choice_control("test", "test", _TESTS, criterion.test),
                    tests,
                ]
            )
        return rows

    def status_text(self) -> str:
        criterion = self.criterion
        needs = (
            (criterion.mrr, "in MRR"),
            (criterion.answered, "in queries answered"),
            (criterion.ranking, f"in {_BY[criterion.on]} on both"),
        )
        conditions = [f"{_NEED_WORDS[_KEYS[need]]} {quantity}" for need, quantity in needs if need != _ANYTHING]
        conditions += ["a significant gain in one of the two"] if criterion.harmless else []
        return f"B must show: {', '.join(conditions)}. {_combination_note(criterion)}{self._verdict()}"

    @property
    def _pair_count(self) -> int:
        """Number of pairs of runs."""
        return math.comb(len(self._names), 2)

    def _verdict(self) -> str:
        preferences = self.preferences
        if preferences.order:
            return "This gives a linear order."
        if preferences.cycle:
            return f"This gives a cycle of {len(preferences.cycle)} runs, so there is no order."
        decided = self._pair_count - len(preferences.undecided)
        return f"This decides {decided} of {self._pair_count} pairs, so there is no linear order."

    def _draw_matrix(self) -> Element:
        row, column = self._chosen_cell
        better, runs = self.preferences.better, range(len(self._names))

        def head(run: int, gesture: str, *, is_pressed: bool) -> Element:
            name = self._names[run]
            return th(scope=gesture[:3])[
                toggle_button(gesture, f"{gesture} {run}", on=is_pressed, run=run)(aria_label=f"{gesture} {name}")[name]
            ]

        heads = [head(run, "column", is_pressed=run == column) for run in runs]
        return table("pairs long" if max(map(len, self._names)) > _SHORT else "pairs")[
            thead[tr[td, heads, th(scope="col", class_="beats")["beats"]]],
            tbody[
                (
                    tr[
                        head(run, "row", is_pressed=run == row),
                        (self._draw_cell(run, other_run) for other_run in runs),
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
        css_class = "yes" if better[row, column] else "no" if better[column, row] else "open"
        mark, description = {"yes": ("✓", "better"), "no": ("", "worse"), "open": ("·", "undecided")}[css_class]
        cell = td(f"{css_class} chosen" if (row, column) == self._chosen_cell else css_class)
        return cell(data_do="pair", data_row=row, data_column=column)[
            span(aria_hidden="true")[mark], span("visually-hidden")[description]
        ]

    def _draw_order(self) -> Element:
        preferences = self.preferences
        paragraphs: list[Content] = []
        if preferences.cycle:
            cycle_text = " → ".join([*preferences.cycle, preferences.cycle[0]])
            paragraphs.append(
                [b["A cycle"], f", where → is “better than”: {cycle_text}.", _draw_cycle(preferences.cycle)]
            )
        elif preferences.order:
            paragraphs.append([b["A linear order"], f": {' > '.join(preferences.order)}."])
        else:
            named_pairs = ", ".join(f"{first} and {second}" for first, second in preferences.undecided[:_NAMED])
            ellipsis = ", ..." if len(preferences.undecided) > _NAMED else ""
            count = f"{len(preferences.undecided)} of {self._pair_count} pairs are undecided"
            paragraphs.append([b["No linear order"], f": {count} ({named_pairs}{ellipsis})."])
        if preferences.intransitive:
            first_run, second_run, third_run = preferences.intransitive[0]
            paragraphs.append(
                [
                    b["Not transitive"],
                    f": {first_run} > {second_run} and {second_run} > {third_run}, but not {first_run} > {third_run}.",
                ]
            )
        elif preferences.better.any():
            paragraphs.append(
                [b["Transitive"], ": a run that beats another also beats every run that the other beats."]
            )
        return div("order")[(p[paragraph] for paragraph in paragraphs)]

    @property
    def _pair_verdict(self) -> str:
        row, column = self._chosen_cell
        better = self.preferences.better
        return "B is better" if better[row, column] else "A is better" if better[column, row] else "undecided"

    def _draw_pair(self) -> list[Element]:
        row, column = (self._names[index] for index in self._chosen_cell)
        outcomes, test = self._study(self.criterion, self.multiplicity)[1][column, row], self.criterion.test
        esl_difference = outcomes.esl_b - outcomes.esl_a
        differences = [
            ("answered", true_minus(f"{outcomes.b_only - outcomes.a_only:+,}"), ("answered", "binomial")),
            (
                "ESL on both",
                f"{'+' if esl_difference > 0 else ''}{true_minus(decimal(esl_difference, 3))}",
                ("esl", test),
            ),
            ("RR on both", _signed(outcomes.rr_b - outcomes.rr_a), ("rr", test)),
            ("MRR", _signed(outcomes.delta), ("mrr", test)),
        ]
        return [
            table("pair plain")[
                caption[f"B {row} against A {column}: ", b[self._pair_verdict]],
                thead[tr[td, th(scope="col")["B − A"], th(scope="col")["p"]]],
                tbody[
                    (
                        tr[
                            th(scope="row")[quantity],
                            td[value],
                            p_value_cell(outcomes.pvalue(*test_key), significant=outcomes.significant(*test_key)),
                        ]
                        for quantity, value, test_key in differences
                    )
                ],
            ],
            p("small")[f"✓ significant: p is at most {corrected_level(self.multiplicity)}. For ESL, lower is better."],
            p("small")[
                f"Pairs compared here: {self._pair_count}. Number of tests in the correction of p: {self.multiplicity}."
            ],
        ]


def _draw_cycle(names: Sequence[str]) -> Element:
    """Draw the runs of a cycle on a circle, with an arrow from each run to the run that it beats."""
    width, height, radius, gap = 240, 150, 52, 22
    angles = [2 * math.pi * index / len(names) - math.pi / 2 for index in range(len(names))]
    centers = [
        (width / 2 + 1.4 * radius * math.cos(angle), height / 2 + 6 + radius * math.sin(angle)) for angle in angles
    ]
    elements: list[Content] = []
    for name, (x, y), (to_x, to_y) in zip(names, centers, [*centers[1:], centers[0]], strict=True):
        length = math.dist((x, y), (to_x, to_y))
        unit_x, unit_y = (to_x - x) / length, (to_y - y) / length
        end_x, end_y = to_x - gap * unit_x, to_y - gap * unit_y
        arrow_corners = [(end_x - 8 * unit_x + side * unit_y, end_y - 8 * unit_y - side * unit_x) for side in (4, -4)]
        arrow_path = " L".join(
            f"{round(x_end, 1)} {round(y_end, 1)}" for x_end, y_end in [(end_x, end_y), *arrow_corners]
        )
        elements += [
            line(
                "axis",
                x1=round(x + gap * unit_x, 1),
                y1=round(y + gap * unit_y, 1),
                x2=round(end_x, 1),
                y2=round(end_y, 1),
            ),
            path(d=f"M{arrow_path} Z", fill="currentColor"),
            text(x=round(x, 1), y=round(y + 4, 1), text_anchor="middle")[name],
        ]
    return drawing(width, height, role="img", aria_label=f"a cycle: {' beats '.join([*names, names[0]])}")[elements]


def _combination_note(criterion: leaderboard.Criterion) -> str:
    """Describe how the combination of two tests changes the error rate."""
    if criterion.harmless:
        return "Either gain is enough. "
    needs_both = criterion.answered == criterion.ranking == leaderboard.NEEDS[-1]
    return "Both gains are needed at once, so p needs no further correction. " if needs_both else ""


def _disclosure_button(gesture: str, *, is_open: bool) -> Element:
    """Draw a button that shows and hides a part of the page."""
    return button(data_do=gesture, data_focus=gesture, aria_expanded=str(is_open).lower())


def _signed(value: float) -> str:
    """Format a difference with its sign, to four decimals."""
    return f"{'' if value < 0 else '+'}{true_minus(fixed(value, 4))}"


def _option(options: Mapping[str, str], key: str) -> str:
    """Return the option of a key; raise InputError for an unknown key."""
    if key not in options:
        raise InputError(f"the choices here are {', '.join(options)}; given: {key!r}")
    return options[key]


def _with_preset_name(criterion: leaderboard.Criterion) -> leaderboard.Criterion:
    """Return the criterion under the name of the preset with the same conditions, if there is one."""
    preset = next(
        (candidate for candidate in leaderboard.CRITERIA.values() if _has_same_conditions(candidate, criterion)), None
    )
    return replace(criterion, name=preset.name) if preset else criterion


def _is_known(criterion: leaderboard.Criterion) -> bool:
    return any(_has_same_conditions(preset, criterion) for preset in leaderboard.CRITERIA.values())


def _has_same_conditions(preset: leaderboard.Criterion, criterion: leaderboard.Criterion) -> bool:
    """Return True if two criteria have the same conditions, whatever their names, scales and tests."""
    return replace(preset, name=criterion.name, on=criterion.on, test=criterion.test) == criterion
