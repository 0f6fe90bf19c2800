"""What "better" is to mean between many runs, put together from tests and directions, and the order that it gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from html import escape
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from irlearn.errors import InputError
from irlearn.notation import decimal
from irlearn.numbers import short
from irlearn.studies import leaderboard
from irlearn.widgets.base import Fields, Way, Widget, action
from irlearn.widgets.controls import check_count, draw_choice, draw_stepper, p_text, read_count

_ALPHA = 0.05
_MOST_TESTS = 1000
_FEWEST, _MOST = 2, 12  # runs that a screen holds
_SHORT = 4  # letters of a name that fits above a column
_NAMED = 2  # undecided pairs that are named
_WORDS = ("anything", "no significant loss", "no loss", "a gain", "a significant gain")  # of `NEEDS`, from B's side
_NEEDS = {str(index): need for index, need in enumerate(leaderboard.NEEDS)}
_SAID = dict(zip(_NEEDS, _WORDS, strict=True))
_PRESETS = {str(index): name for index, name in enumerate(leaderboard.CRITERIA)}
_BY = {"esl": "ESL", "rr": "RR"}
_TESTS = {"wilcoxon-signed-rank": "signed-rank", "paired-t": "paired t"}
_OWN = "your own"
_KEPT = "This criterion is your own, so what it is put together from stays in sight."


class Criteria(Widget):
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

    def __init__(
        self,
        runs: Mapping[str, ArrayLike],
        *,
        cutoff: int = 100,
        criterion: leaderboard.Criterion | None = None,
        multiplicity: int = 1,
        note: str = "",
    ) -> None:
        if not _FEWEST <= len(runs) <= _MOST:
            raise InputError(f"this picture holds {_FEWEST} to {_MOST} runs; given: {len(runs)}")
        self._names, self._note, self._cutoff = tuple(runs), note, cutoff
        self._ranks = {name: np.asarray(ranks) for name, ranks in runs.items()}
        self._criterion = _named(criterion or next(iter(leaderboard.CRITERIA.values())))
        self._tests = check_count(multiplicity, "the number of tests", 1, _MOST_TESTS)
        self._started_with = self._criterion, self._tests
        self._pairs: dict[tuple[str, str], leaderboard.Outcomes] = {}
        self._found = self._prefer(self._criterion)
        self._at = len(self._names) - 1, 0
        self._building, self._more, self._problem, self._said = not self._is_known, False, "", ""
        super().__init__()

    # the state

    @property
    def criterion(self) -> leaderboard.Criterion:
        """What "better" means now."""
        return self._criterion

    @criterion.setter
    def criterion(self, criterion: leaderboard.Criterion) -> None:
        self._ask(criterion)
        self.refresh()

    @property
    def multiplicity(self) -> int:
        """The number of tests that each p-value is corrected for, from 1 to 1000."""
        return self._tests

    @multiplicity.setter
    def multiplicity(self, tests: int) -> None:
        self._correct(check_count(tests, "the number of tests", 1, _MOST_TESTS))
        self.refresh()

    @property
    def preferences(self) -> leaderboard.Preferences:
        """Which run is better than which by the criterion, and the order or the cycle that it gives."""
        return self._found

    def look(self, run: str, other: str) -> None:
        """Choose the pair of which the differences are shown."""
        for name in (run, other):
            if name not in self._names:
                raise InputError(f"no run is called {name!r}; the runs are {', '.join(self._names)}")
        if run == other:
            raise InputError(f"a pair is of two runs; given: {run} twice")
        self._choose(self._names.index(run), self._names.index(other))
        self.refresh()

    # gestures

    @action
    def on_preset(self, value: str) -> None:
        """Take one of the known criteria; the scale, the test and the number of tests stay."""
        known = leaderboard.CRITERIA[_one_of(_PRESETS, value)]
        self._ask(replace(known, on=self._criterion.on, test=self._criterion.test))

    @action
    def on_build(self) -> None:
        """Show or hide what a criterion is put together from; one that is not a preset stays in sight."""
        self._building, self._problem = not (self._building and self._is_known), ""
        self._said = "" if self._is_known else _KEPT

    @action
    def on_answered(self, value: str) -> None:
        """Ask something else of the number of answered queries."""
        self._change(answered=_one_of(_NEEDS, value), mrr=leaderboard.NEEDS[0])

    @action
    def on_ranking(self, value: str) -> None:
        """Ask something else of the ranks."""
        self._change(ranking=_one_of(_NEEDS, value), mrr=leaderboard.NEEDS[0])

    @action
    def on_harmless(self) -> None:
        """Ask that one of the two be significantly better, or stop asking it."""
        self._change(harmless=not self._criterion.harmless, mrr=leaderboard.NEEDS[0])

    @action
    def on_by(self, value: Literal["esl", "rr"]) -> None:
        """Measure the ranks by ESL or by RR."""
        self._change(on=value)

    @action
    def on_test(self, value: Literal["wilcoxon-signed-rank", "paired-t"]) -> None:
        """Test in another way."""
        self._change(test=value)

    @action
    def on_tests(self, by: Way) -> None:
        """Correct for one test less or more."""
        self._correct(min(max(self._tests + by, 1), _MOST_TESTS))

    @action
    def on_commit(self, fields: Fields, field: Literal["tests"] = "tests") -> None:
        """Take a number of tests that was typed."""
        try:
            self._correct(read_count(fields.get(field, ""), "the number of tests", 1, _MOST_TESTS))
        except InputError as error:
            self._refuse(error)

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

    @action
    def on_reset(self) -> None:
        """Put the criterion and the number of tests back."""
        self._criterion, tests = self._started_with
        self._building = self._building or not self._is_known
        self._correct(tests)

    # how the state changes

    def _choose(self, row: int, column: int) -> None:
        if row == column or not all(0 <= run < len(self._names) for run in (row, column)):
            raise InputError(f"a pair is of two of the {len(self._names)} runs; given: {row} and {column}")
        self._at, self._problem = (row, column), ""
        self._said = f"B {self._names[row]} against A {self._names[column]}: {self._pair_verdict}."

    def _change(self, **asked: Any) -> None:
        try:
            self._ask(replace(self._criterion, **{"name": _OWN, **asked}))
        except InputError as error:
            self._refuse(error)

    def _ask(self, criterion: leaderboard.Criterion) -> None:
        self._criterion, self._problem, self._said = _named(criterion), "", ""
        self._building = self._building or not self._is_known
        self._found = self._prefer(self._criterion)

    @property
    def _is_known(self) -> bool:
        return any(_same(known, self._criterion) for known in leaderboard.CRITERIA.values())

    def _correct(self, tests: int) -> None:
        self._tests, self._problem, self._said = tests, "", f"A p-value is significant up to {_level(tests)}."
        self._pairs = {pair: replace(found, multiplicity=tests) for pair, found in self._pairs.items()}
        self._found = self._prefer(self._criterion)

    def _prefer(self, criterion: leaderboard.Criterion) -> leaderboard.Preferences:
        return leaderboard.preferences(
            self._ranks, criterion, self._cutoff, multiplicity=self._tests, known=self._pairs
        )

    def _refuse(self, error: InputError) -> None:
        self._problem = f"{str(error)[0].upper()}{str(error)[1:]}."

    # the picture

    def draw(self) -> str:
        """The criterion, the matrix, what follows for the order, and what one pair differs in."""
        look = ' class="problem"' if self._problem else ""
        note = f'<p class="small">{escape(self._note)}</p>' if self._note else ""
        return (
            f'<div class="builder"><h3>When is run B better than run A?</h3>{note}'
            '<p class="hint">Press what is asked of B, or a run to see its row or column. <kbd>Tab</kbd> goes to the '
            f"next button, <kbd>Enter</kbd> presses it.</p>{self._draw_controls()}"
            f"<p data-said{look}>{escape(self._problem or f'{self._said} {self._sentence()}'.strip())}</p>"
            '<div class="halves"><div class="all"><p class="small">✓ the row (B) is better than the column (A), '
            '· undecided</p><div class="wide" role="region" aria-label="which run is better than which">'
            f"{self._draw_matrix()}</div></div>"
            f"<div>{self._draw_order()}{self._draw_pair()}</div></div></div>"
        )

    def _draw_controls(self) -> str:
        now = self._criterion
        chosen = {name: key for key, name in _PRESETS.items()}.get(now.name, "")
        needs = {
            name: {need: key for key, need in _NEEDS.items()}[getattr(now, name)] for name in ("answered", "ranking")
        }
        by_mrr = now.mrr != leaderboard.NEEDS[0]
        build = (
            f'<button data-do="build" data-focus="build" aria-expanded="{str(self._building).lower()}">'
            "Build your own</button>"
        )
        more = (
            f'<button data-do="more" data-focus="more" aria-expanded="{str(self._more).lower()}">'
            f"{'Fewer' if self._more else 'More'} choices</button>"
        )
        harmless = (
            f'<button data-do="harmless" data-focus="harmless" aria-pressed="{str(now.harmless).lower()}">'
            f"a significant gain in one of the two: {'yes' if now.harmless else 'no'}</button>"
        )
        hidden = ""
        if self._more:
            tests = draw_stepper(
                "tests", "tests made", str(self._tests), less=self._tests > 1, more=self._tests < _MOST_TESTS
            )
            hidden = (
                f'<div class="row">{draw_choice("by", "rank by", _BY, now.on)}'
                f"{draw_choice('test', 'test', _TESTS, now.test)}{tests}</div>"
            )
            more += '<button data-do="reset" data-focus="reset">Start again</button>'
        parts = ""
        if self._building:
            answered = draw_choice("answered", "answered", _SAID, "" if by_mrr else needs["answered"])
            ranking = draw_choice("ranking", "ranking", _SAID, "" if by_mrr else needs["ranking"])
            parts = "".join(f'<div class="row">{part}</div>' for part in (answered, ranking, harmless))
        return (
            f'<div class="row">{draw_choice("preset", "criterion", _PRESETS, chosen, hidden=True)}</div>'
            f'<div class="row">{build}{more}</div>{parts}{hidden}'
        )

    def _sentence(self) -> str:
        """What the criterion asks, and what it gives."""
        now = self._criterion
        sides = (("mrr", "in MRR"), ("answered", "in queries answered"), ("ranking", f"in {_BY[now.on]} on both"))
        asked = [
            f"{_WORDS[leaderboard.NEEDS.index(getattr(now, side))]} {what}"
            for side, what in sides
            if getattr(now, side) != leaderboard.NEEDS[0]
        ]
        asked += ["a significant gain in one of the two"] if now.harmless else []
        return f"Asked of B: {', '.join(asked)}. {self._verdict()}"

    def _verdict(self) -> str:
        found, pairs = self._found, len(self._names) * (len(self._names) - 1) // 2
        if found.order:
            return "This gives a linear order."
        if found.cycle:
            return f"This gives a cycle of {len(found.cycle)} runs, so no order."
        return f"This decides {pairs - len(found.undecided)} of {pairs} pairs, so no linear order."

    def _draw_matrix(self) -> str:
        row, column = self._at
        better, n = self._found.better, len(self._names)

        def head(index: int, do: str, *, pressed: bool) -> str:
            return (
                f'<th scope="{do[:3]}"><button data-do="{do}" data-run="{index}" data-focus="{do} {index}" '
                f'aria-pressed="{str(pressed).lower()}">{escape(self._names[index])}</button></th>'
            )

        rows = []
        for i in range(n):
            cells = []
            for j in range(n):
                if i == j:
                    cells.append('<td class="same"></td>')
                    continue
                look = "yes" if better[i, j] else "no" if better[j, i] else "open"
                mark, spoken = {"yes": ("✓", "better"), "no": ("", "worse"), "open": ("·", "undecided")}[look]
                chosen = " chosen" if (i, j) == self._at else ""
                cells.append(
                    f'<td class="{look}{chosen}" data-do="pair" data-row="{i}" data-column="{j}">'
                    f'<span aria-hidden="true">{mark}</span><span class="visually-hidden">{spoken}</span></td>'
                )
            beats = f'<td class="beats">{int(better[i].sum())}</td>'
            rows.append(f"<tr>{head(i, 'row', pressed=i == row)}{''.join(cells)}{beats}</tr>")
        heads = "".join(head(index, "column", pressed=index == column) for index in range(n))
        return (
            f'<table class="pairs{" long" if max(map(len, self._names)) > _SHORT else ""}">'
            f'<thead><tr><td></td>{heads}<th scope="col" class="beats">beats</th></tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table>"
        )

    def _draw_order(self) -> str:
        found, pairs = self._found, len(self._names) * (len(self._names) - 1) // 2
        parts = []
        if found.cycle:
            around = " → ".join([*found.cycle, found.cycle[0]])
            parts.append(f"<b>A cycle</b>, where → is “better than”: {escape(around)}.")
        elif found.order:
            parts.append(f"<b>A linear order</b>: {escape(' > '.join(found.order))}.")
        else:
            some = ", ".join(f"{a} and {b}" for a, b in found.undecided[:_NAMED])
            more = ", ..." if len(found.undecided) > _NAMED else ""
            count = f"{len(found.undecided)} of {pairs} pairs are undecided"
            parts.append(f"<b>No linear order</b>: {count} ({escape(some)}{more}).")
        if found.intransitive:
            one, two, three = map(escape, found.intransitive[0])
            parts.append(f"<b>Not transitive</b>: {one} > {two} and {two} > {three}, but not {one} > {three}.")
        elif found.better.any():
            parts.append("<b>Transitive</b>: what beats a run beats all that this run beats.")
        return f'<div class="order">{"".join(f"<p>{part}</p>" for part in parts)}</div>'

    @property
    def _pair_verdict(self) -> str:
        row, column = self._at
        better = self._found.better
        return "B is better" if better[row, column] else "A is better" if better[column, row] else "undecided"

    def _draw_pair(self) -> str:
        row, column = (self._names[index] for index in self._at)
        found, now = self._pairs[column, row], self._criterion
        esl = found.esl_b - found.esl_a
        tested: list[tuple[str, str, str]] = [
            ("answered", f"{found.b_only - found.a_only:+,}", "answered"),
            ("ESL on both", f"{'+' if esl > 0 else ''}{decimal(esl, 3)}", "esl"),
            ("RR on both", f"{found.rr_b - found.rr_a:+.4f}", "rr"),
            ("MRR", f"{found.delta:+.4f}", "mrr"),
        ]
        body = []
        for what, value, on in tested:
            test = "binomial" if on == "answered" else now.test
            mark = '<b class="yes" title="significant">✓</b>' if found.significant(on, test) else "<b></b>"
            pvalue = p_text(found.pvalue(on, test))
            body.append(f'<tr><th scope="row">{what}</th><td>{value}</td><td class="p">{pvalue} {mark}</td></tr>')
        return (
            f'<table class="pair"><caption>B {escape(row)} against A {escape(column)}: <b>{self._pair_verdict}</b>'
            "</caption>"
            f'<thead><tr><td></td><th scope="col">B - A</th><th scope="col">p</th></tr></thead>'
            f"<tbody>{''.join(body)}</tbody></table>"
            f'<p class="small">✓ significant: p is at most {_level(self._tests)}. Of ESL less is better.</p>'
        )


def _level(tests: int) -> str:
    return f"{_ALPHA:g}" if tests == 1 else f"{_ALPHA:g}/{tests} = {short(_ALPHA / tests)}"


def _one_of(known: Mapping[str, str], key: str) -> str:
    """What a button of a choice stands for."""
    if key not in known:
        raise InputError(f"the choices here are {', '.join(known)}; given: {key!r}")
    return known[key]


def _named(criterion: leaderboard.Criterion) -> leaderboard.Criterion:
    """A criterion under the name of the known one that asks the same, where there is one."""
    known = next((one for one in leaderboard.CRITERIA.values() if _same(one, criterion)), None)
    return replace(criterion, name=known.name) if known else criterion


def _same(known: leaderboard.Criterion, criterion: leaderboard.Criterion) -> bool:
    """Whether a criterion asks the same, apart from its name, its scale and its test."""
    return replace(known, name=criterion.name, on=criterion.on, test=criterion.test) == criterion
