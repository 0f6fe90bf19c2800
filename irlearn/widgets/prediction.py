"""A question whose answer is shown only after the learner has committed to one."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from html import escape
from typing import Any

from irlearn.derivation import Derivation, exact_value, explain
from irlearn.errors import InputError
from irlearn.measures import Measure, parse_measure
from irlearn.measures.means import Mean
from irlearn.notation import decimal, read_number
from irlearn.ranking import Ranking
from irlearn.widgets.base import Widget


class Prediction(Widget):
    """A question that reveals its answer, and why, once a prediction is committed.

    With a `measure` and a `ranking` the answer is a number, worked out when it is revealed and shown with its
    derivation. With `choices` it is one of them: `answer` names it (or is a function that works it out), and `because`
    says why (text, a `Derivation`, or a function that gives either).

    >>> from irlearn import AP, Ranking, widgets
    >>> asked = widgets.Prediction("What is AP?", AP, Ranking.parse("1 0 1"))
    >>> asked.commit("5/6")
    >>> asked.right, "AP = (1/1 + 2/3) / 2 = 5/6" in asked.picture
    (True, True)
    """

    def __init__(
        self,
        question: str,
        measure: Measure | str | None = None,
        ranking: Ranking | None = None,
        *,
        choices: Sequence[str] = (),
        answer: str | Callable[[], str] = "",
        because: str | Derivation | Callable[[], str | Derivation] = "",
    ) -> None:
        numeric = measure is not None and ranking is not None
        if numeric == bool(choices):
            raise InputError("a prediction asks for a number (a measure and a ranking) or for one of its choices")
        if isinstance(answer, str) and choices and answer not in choices:
            raise InputError(f"the answer {answer!r} is not among the choices: {', '.join(choices)}")
        self._question, self._ranking = question, ranking
        parsed = parse_measure(measure) if isinstance(measure, str) else measure
        if isinstance(parsed, Mean):
            raise InputError(f"a prediction asks for one ranking, and {parsed!r} is a mean over topics")
        self._measure: Measure | None = parsed
        self._choices, self._answer, self._because = tuple(choices), answer, because
        self._committed: str | None = None
        self._problem = ""
        if numeric:
            _ = self._value  # refused now, not after the learner has worked it out
        super().__init__()

    @property
    def committed(self) -> str | None:
        """What the learner committed to; None before."""
        return self._committed

    @property
    def right(self) -> bool | None:
        """Whether the committed prediction is the answer, to the digits that were given; None before."""
        if self._committed is None:
            return None
        if self._measure is None:
            return self._committed == self._truth
        typed, half = read_number(self._committed), _half_digit(self._committed)
        return typed - half <= self._value < typed + half

    @property
    def _value(self) -> Fraction:
        """The answer, exact where it is a fraction."""
        assert self._measure is not None
        assert self._ranking is not None
        exact = exact_value(self._measure, self._ranking)
        value = self._measure.of(self._ranking)
        if exact is None and not math.isfinite(value):
            raise InputError(f"{self._measure!r} is not defined on this ranking, so it cannot be asked for")
        return Fraction(value) if exact is None else exact

    @property
    def _truth(self) -> str:
        return self._answer() if callable(self._answer) else self._answer

    def commit(self, prediction: str) -> None:
        """Commit to a prediction: a number as `read_number` takes it, or one of the choices."""
        if self._choices and prediction not in self._choices:
            raise InputError(f"{prediction!r} is not among the choices: {', '.join(self._choices)}")
        if not self._choices:
            read_number(prediction)
        self._committed = prediction
        self.refresh()

    def on_commit(self, said: dict[str, Any]) -> None:
        """Commit what was typed or pressed; say what is wrong with it where it is no answer."""
        try:
            self.commit(self._choices[int(said["index"])] if self._choices else said["fields"]["prediction"])
            self._problem = ""
        except InputError as error:
            self._problem = str(error)

    def on_reset(self, _: dict[str, Any]) -> None:
        """Ask again."""
        self._committed, self._problem = None, ""

    def draw(self) -> str:
        """The question; after the commitment, the prediction beside the truth."""
        body = self._draw_field() if self._committed is None else self._draw_verdict()
        return f'<div class="question"><p class="ask">{escape(self._question)}</p>{body}</div>'

    def _draw_field(self) -> str:
        if self._choices:
            buttons = "".join(
                f'<button data-do="commit" data-index="{index}" data-focus="choice {index}">{escape(choice)}</button>'
                for index, choice in enumerate(self._choices)
            )
            return f'<div class="row">{buttons}</div><p class="small">Your choice is shown beside the answer.</p>'
        problem = f'<p class="problem" data-said>{escape(self._problem)}</p>' if self._problem else ""
        return (
            f'<div class="row"><label>Your prediction <input type="text" name="prediction" data-enter="commit" '
            f'autocomplete="off" data-focus="field" aria-label="{escape(self._question, quote=True)}"></label>'
            '<button class="main" data-do="commit" data-focus="commit">Commit</button></div>'
            f'{problem}<p class="small">13/30, 0.433 and 43.3% are all understood.</p>'
        )

    def _draw_verdict(self) -> str:
        assert self._committed is not None
        again = '<button data-do="reset" data-focus="again" data-focus-next>Ask again</button>'
        why = self._because() if callable(self._because) else self._because
        if self._measure is None:
            verdict = (
                f"You predicted “{self._committed}”, and so it is."
                if self.right
                else f"You predicted “{self._committed}”. The answer is “{self._truth}”."
            )
        else:
            assert self._ranking is not None
            value, exact = self._value, exact_value(self._measure, self._ranking)
            shown = decimal(float(value), 3) if exact is None else f"{exact} = {decimal(exact, 3)}"
            verdict = f"You predicted {self._committed}; {self._measure!r} is {shown}."
            verdict += " They agree to the digits you gave." if self.right else f" {self._how_far(value)}"
            why = why or explain(self._measure, self._ranking)
        reason = why._repr_html_() if isinstance(why, Derivation) else f"<p>{escape(why)}</p>" if why else ""
        return f'<div class="verdict"><p data-said><strong>{escape(verdict)}</strong></p>{reason}</div>{again}'

    def _how_far(self, value: Fraction) -> str:
        assert self._committed is not None
        off = read_number(self._committed) - value
        return f"Your prediction is {decimal(abs(float(off)), 2)} too {'high' if off > 0 else 'low'}."


def _half_digit(text: str) -> Fraction:
    """Half a unit of the last digit that was typed; next to nothing for a fraction, which is exact.

    A whole number says no more than one digit after the point would, or 1 would be right for 0.6.
    """
    typed = text.strip()
    if "/" in typed:
        return Fraction(1, 10**9)
    digits = typed.rstrip("% ")
    places = len(digits.partition(".")[2]) + (2 if typed.endswith("%") else 0)
    return Fraction(1, 2 * 10 ** max(places, 1))
