"""A hand calculation of one's own, checked: any measure, any ranking, and the mistake that gives the number."""

from __future__ import annotations

import re
from fractions import Fraction
from html import escape
from typing import Any

from irlearn.derivation import parse_given
from irlearn.diagnosis import Verdict, ask, check
from irlearn.errors import InputError
from irlearn.measures import Mean, Measure, as_measure, parse_measure
from irlearn.measures.base import BinaryMeasure
from irlearn.notation import sentence
from irlearn.ranking import Ranking
from irlearn.widgets.asking import UNDERSTOOD, draw_given, draw_solution, draw_verdict
from irlearn.widgets.base import Widget

_Given = Ranking | tuple[Ranking, ...] | tuple[Fraction, ...]


class HandCheck(Widget):
    """A check of a hand calculation: a measure, a ranking, a number in; right, or the mistake that gives it, out.

    `measure` is a measure or a mean, as a value or as its name; `ranking` is typed as homework states it (for a mean,
    rankings with `|` between them, or `values 1 0.5 0.1`), or is a `Ranking`. `relevant` is how many documents are
    relevant in all, for a mean one number a query; `missed` are the grades that the list misses, for measures of
    grades. All can be changed in the widget. The right value is shown only when the steps are asked for.
    Raises `InputError` for a measure or ranking that is not understood.

    >>> from irlearn import AP, widgets
    >>> sheet = widgets.HandCheck(AP, "1 1 1 0 1 1 0 1 0 0", relevant=8)
    >>> sheet.check("0.897")
    <wrong rule: ap-over-found>
    >>> sheet.set("P@5", "RRNNR")
    >>> sheet.check("3/5")
    <right>
    """

    _verdict: Verdict | None
    _asked: Measure | Mean
    _given: _Given
    _typed: str
    _steps: bool

    def __init__(
        self,
        measure: Measure | Mean | str = "AP",
        ranking: str | Ranking = "1 1 1 0 1 1 0 1 0 0",
        relevant: int | str | None = None,
        missed: str = "",
    ) -> None:
        if isinstance(ranking, Ranking):
            if relevant is not None or missed:
                raise InputError("a Ranking says itself what is relevant; give its text to say it apart")
            relevant, missed = _apart(as_measure(measure), ranking)
            ranking = repr(ranking).split("'")[1]
        self._problem = ""
        self._bare()
        self._read(str(measure), ranking, "" if relevant is None else str(relevant), missed)
        super().__init__()

    @property
    def measure(self) -> Measure | Mean:
        """What is worked out."""
        return self._asked

    @property
    def given(self) -> _Given:
        """What it is worked out on: a ranking, or one ranking or value a query."""
        return self._given

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on the last answer; None before."""
        return self._verdict

    def set(
        self, measure: Measure | Mean | str, ranking: str, relevant: int | str | None = None, missed: str = ""
    ) -> None:
        """Ask for another measure or ranking; `InputError` where it is not understood, and then nothing changes."""
        self._read(str(measure), ranking, "" if relevant is None else str(relevant), missed)
        self._bare()
        self.refresh()

    def check(self, answer: str) -> Verdict:
        """Check an answer, and give the verdict; `InputError` where it is no number."""
        verdict = check(self._asked, self._given, answer)
        self._verdict, self._typed, self._problem = verdict, answer, ""
        self.refresh()
        return verdict

    def steps(self, *, show: bool = True) -> None:
        """Show the right calculation, or hide it."""
        self._steps = show
        self.refresh()

    def on_set(self, said: dict[str, Any]) -> None:
        """Read the measure and the ranking that were typed; or say what is wrong with them."""
        self._understood(said)

    def on_check(self, said: dict[str, Any]) -> None:
        """Read what was typed, and check the answer; or say what is wrong."""
        if not self._understood(said):
            return
        answer = str(said["fields"].get("answer", ""))
        if not answer.strip():
            self._verdict, self._problem = None, f"Type your {self._asked!r} first. {UNDERSTOOD}"
            return
        try:
            self.check(answer)
        except InputError as error:
            self._verdict, self._problem = None, sentence(error)

    def on_steps(self, _: dict[str, Any]) -> None:
        """Show the right calculation, or hide it."""
        self._steps = not self._steps

    def draw(self) -> str:
        """The fields, the ranking as cells, the answer with its button, and the verdict."""
        return (
            f'<div class="asks hand-check"><h3>Check a hand calculation: {escape(repr(self._asked))}</h3>'
            f"{self._draw_fields()}{draw_given(self._asked, self._given)}"
            f'<div class="row"><label>Your {escape(repr(self._asked))} <input type="text" name="answer" '
            f'data-enter="check" value="{escape(self._typed, quote=True)}" autocomplete="off" spellcheck="false" '
            'data-focus="answer"></label>'
            '<button class="main" data-do="check" data-focus="check">Check</button></div>'
            f"{self._draw_answer()}</div>"
        )

    def _draw_fields(self) -> str:
        mean = isinstance(self._asked, Mean)
        fields = [("measure", "Measure", self._typed_measure, 9), ("ranking", "Ranking", self._typed_ranking, 24)]
        if _takes_relevant(self._asked):
            fields.append(("relevant", "Relevant in all", self._typed_relevant, 6 if mean else 3))
        else:
            fields.append(("missed", "Missed grades", self._typed_missed, 6))
        row = "".join(
            f'<label class="{name}">{label} <input type="text" name="{name}" data-enter="set" size="{size}" '
            f'value="{escape(value, quote=True)}" autocomplete="off" spellcheck="false" data-focus="{name}"></label>'
            for name, label, value, size in fields
        )
        return f'<div class="row given">{row}</div>'

    def _draw_answer(self) -> str:
        if self._problem:
            return f'<p class="problem" data-said>{escape(self._problem)}</p>'
        if self._verdict is None:
            return f'<p class="small">{UNDERSTOOD} Enter in a field above takes over what you typed there.</p>'
        label = "Hide the steps" if self._steps else "Show the steps"
        button = (
            f'<div class="row"><button data-do="steps" data-focus="steps" '
            f'aria-expanded="{"true" if self._steps else "false"}">{label}</button></div>'
        )
        steps = draw_solution(self._verdict.solution) if self._steps else ""
        return f"{draw_verdict(self._verdict)}{button}{steps}"

    def _understood(self, said: dict[str, Any]) -> bool:
        fields = said["fields"]
        typed = [
            str(fields.get(name, before))
            for name, before in (
                ("measure", self._typed_measure),
                ("ranking", self._typed_ranking),
                ("relevant", self._typed_relevant),
                ("missed", self._typed_missed),
            )
        ]
        before = self._asked, self._given
        try:
            self._read(*typed)
        except InputError as error:
            self._verdict, self._problem = None, sentence(error)
            return False
        if (self._asked, self._given) != before:
            self._bare()
        self._problem = ""
        return True

    def _read(self, measure: str, ranking: str, relevant: str, missed: str) -> None:
        """Understand what was typed; nothing is taken over where a part of it is not understood."""
        asked = parse_measure(measure)
        wanted = relevant if _takes_relevant(asked) else ""
        lost = "" if _takes_relevant(asked) else missed
        given = parse_given(asked, ranking, relevant=_numbers(wanted), missed=lost)
        ask(asked, given)  # refused now where the measure is not defined
        self._asked, self._given = asked, given
        self._typed_measure, self._typed_ranking = measure.strip(), ranking.strip()
        self._typed_relevant, self._typed_missed = relevant.strip(), missed.strip()

    def _bare(self) -> None:
        """Forget the answer, which was to another question."""
        self._verdict = None
        self._typed, self._problem, self._steps = "", "", False


def _takes_relevant(asked: Measure | Mean) -> bool:
    """Whether the number of relevant documents says enough; else the grades that the list misses are asked for."""
    measure = asked.measure if isinstance(asked, Mean) else asked
    return isinstance(measure, BinaryMeasure) and measure.rel == 1 and measure.name != "Bpref"


def _numbers(text: str) -> int | list[int] | None:
    words = re.findall(r"[^\s,;|]+", text)
    for word in words:
        if not word.isascii() or not word.isdigit():
            raise InputError(f"relevant in all is a whole number of documents, 0 or more; given: {word!r}")
    numbers = [int(word) for word in words]
    return None if not numbers else numbers[0] if len(numbers) == 1 else numbers


def _apart(asked: Measure | Mean, ranking: Ranking) -> tuple[int | str | None, str]:
    """What is typed beside a ranking: how many are relevant in all, or the grades that the list misses."""
    if _takes_relevant(asked):
        return sum(grade >= 1 for grade in ranking.judged), ""
    return None, " ".join(map(str, ranking.missed))
