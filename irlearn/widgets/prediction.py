"""A question whose answer is shown only after the learner has committed to one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from html import escape

from irlearn.derivation import Significance
from irlearn.derivation.calculation import Calculation
from irlearn.derivation.explanation import Asked as Given
from irlearn.derivation.given import as_asked, parse_given
from irlearn.diagnosis import Verdict, ask
from irlearn.errors import InputError
from irlearn.exercises import Exercise, Option, Prediction as Asked, Progress, Quiz
from irlearn.exercises.wording import stated_scores
from irlearn.measures import Mean, Measure
from irlearn.notation import decimal, fraction_and_decimal, sentence
from irlearn.widgets.asking import UNDERSTOOD, Kept, draw_question, draw_state, draw_wrong, spoken_of
from irlearn.widgets.base import Fields, Widget, action
from irlearn.widgets.controls import check_count


class Prediction(Widget):
    """A question that reveals its answer, and why, once a prediction is committed.

    `question` is an `irlearn.exercises.Prediction`; or a text, with what is asked beside it. With a `measure` and a
    `ranking` (for a mean, one ranking or value a query; for a test, the scores of A and of B, which are shown; each
    also as the text that `explain` takes) the answer is a number, worked out when it is revealed and shown with its
    derivation; a wrong prediction that a known mistake gives is told which. With `choices` it is one of
    them: `answer` names it (or is a function that works it out), and `because` says why (text, a `Derivation`, or a
    function that gives either). With a `progress`, a part of the prediction's id is done once it is committed, right
    or wrong.

    >>> from irlearn import AP, Ranking, widgets
    >>> asked = widgets.Prediction("What is AP?", AP, Ranking.parse("1 0 1"))
    >>> asked.commit("5/6")
    >>> asked.right, "AP = (1/1 + 2/3) / 2 = 5/6" in asked.picture
    (True, True)
    """

    _committed: str | None

    def __init__(
        self,
        question: str | Asked,
        measure: Measure | Mean | Significance | str | None = None,
        ranking: Given | str | None = None,
        *,
        choices: Sequence[str] = (),
        answer: str | Callable[[], str] = "",
        because: str | Calculation | Callable[[], str | Calculation] = "",
        progress: Progress | None = None,
    ) -> None:
        if isinstance(question, Asked):
            asked = question
        elif measure is not None and ranking is not None and not choices:
            asked = Asked(_number(question, measure, ranking), because)
        elif choices and measure is None and ranking is None:
            asked = Asked(_choice(question, choices, answer), because)
        else:
            raise InputError("a prediction asks for a number (a measure and a ranking) or for one of its choices")
        if isinstance(asked.of, Quiz) and asked.of.several:
            raise InputError(f"a prediction is one option, and the question {asked.id!r} wants several; make it a quiz")
        self._asked = asked
        self._kept = Kept(progress, asked.id, self._changed)
        self._problem = ""
        self._restore()
        super().__init__()

    @property
    def committed(self) -> str | None:
        """What the learner committed to; None before."""
        return self._committed

    @property
    def right(self) -> bool | None:
        """Whether the committed prediction is the answer, to the digits that were given; None before."""
        return None if self._committed is None else self._asked.accepts(self._committed)

    @property
    def state(self) -> str:
        """Whether the prediction was committed, "done", or not, "open"."""
        return "open" if self._committed is None and self._kept.state == "open" else "done"

    def commit(self, prediction: str) -> None:
        """Commit to a prediction: a number as `check` takes it, or one of the choices."""
        if isinstance(self._asked.of, Quiz):
            texts = [option.text for option in self._asked.of.options]
            if prediction not in texts:
                raise InputError(f"{prediction!r} is not among the choices: {', '.join(texts)}")
        else:
            self._asked.of.check(prediction)
        self._committed, self._problem = prediction, ""
        self._kept.record("done", prediction)
        self.refresh()

    @action
    def on_commit(self, fields: Fields | None = None, index: int | None = None) -> None:
        """Commit what was typed or pressed; say what is wrong with it where it is no answer."""
        of = self._asked.of
        if isinstance(of, Quiz) and index is None:
            self._problem = "Nothing is chosen. Press one of the options."
            return
        try:
            if isinstance(of, Quiz):
                self.commit(of.options[check_count(index, "an option", 0, len(of.options) - 1)].text)
            else:
                self.commit((fields or {}).get("prediction", ""))
        except InputError as error:
            self._problem = sentence(error)

    @action
    def on_reset(self) -> None:
        """Ask again; what was committed stays recorded until something else is."""
        self._committed, self._problem = None, ""

    def draw(self) -> str:
        """The question; after the commitment, the prediction beside the truth."""
        body = self._draw_field() if self._committed is None else self._draw_truth(self._committed)
        state = draw_state(self.state) if self._kept.kept else ""
        of = self._asked.of
        words, shown = of.question, ""  # which states rankings; scores are drawn
        if isinstance(of, Exercise) and isinstance(of.asked, Significance):
            words, shown = draw_question(of)
        chooses = " data-focus-next" if isinstance(of, Quiz) and self._committed is None else ""  # and on no option
        return (
            f'<div class="question asks"><div class="head"><p class="ask"{chooses}>{escape(words)}</p>'
            f"{state}</div>{shown}{body}</div>"
        )

    def _draw_field(self) -> str:
        of = self._asked.of
        before = "You committed to an answer before. " if self.state == "done" else ""
        problem = f'<p class="problem" data-said>{escape(self._problem)}</p>' if self._problem else ""
        if isinstance(of, Quiz):
            buttons = "".join(
                f'<button data-do="commit" data-index="{place}" data-focus="choice {place}">'
                f"{escape(option.text)}</button>"
                for place, option in enumerate(of.options)
            )
            return (
                f'<div class="row">{buttons}</div>{problem}'
                f'<p class="small">{before}Your choice is shown beside the answer.</p>'
            )
        invalid = ' aria-invalid="true"' if self._problem else ""
        return (
            f'<div class="row"><label>Your prediction <input type="text" name="prediction" data-enter="commit" '
            f'autocomplete="off" spellcheck="false" data-focus="field" data-focus-next{invalid} '
            f'aria-label="{escape(self._asked.question, quote=True)}"></label>'
            '<button class="main" data-do="commit" data-focus="commit">Commit</button></div>'
            f'{problem}<p class="small">{before}{UNDERSTOOD}</p>'
        )

    def _draw_truth(self, committed: str) -> str:
        again = '<button data-do="reset" data-focus="again">Ask again</button>'
        of, why = self._asked.of, self._asked.why
        headline, more = self._of_choice(of, committed) if isinstance(of, Quiz) else self._of_number(of, committed)
        reason = why._repr_html_() if isinstance(why, Calculation) else f"<p>{escape(why)}</p>" if why else ""
        return (
            f'<div class="verdict {"right" if self.right else "other"}"><p data-said>'
            f"<strong>{escape(headline)}</strong></p>{more}{reason}</div>{again}"
        )

    def _of_choice(self, of: Quiz, committed: str) -> tuple[str, str]:
        right = of.reference
        told = [*of.told(committed), *(of.told(right) if right != committed else ())]
        headline = (
            f"You predicted “{committed}”, and so it is."
            if right == committed
            else f"You predicted “{committed}”. The answer is “{right}”."
        )
        return headline, "".join(f"<p>{escape(text)}</p>" for text in dict.fromkeys(told))

    def _of_number(self, of: Exercise, committed: str) -> tuple[str, str]:
        verdict, solution = of.check(committed), of.solution
        exact = solution.fraction
        shown = decimal(solution.value, 3) if exact is None else fraction_and_decimal(exact, 3)
        headline = f"You predicted {verdict.answer.text}; {spoken_of(of.asked)} is {shown}."
        if verdict.as_asked:
            close = f"<p>{escape(verdict.advice)}</p>" if verdict.advice else ""
            return f"{headline} They agree to the digits you gave.", close
        if not verdict.diagnoses:
            return f"{headline} {_how_far(verdict)}", ""
        first, *others = verdict.diagnoses
        more = draw_wrong(first, solution)
        more += '<p class="small">Underlined: where it differs.</p>' if "<mark>" in more else ""
        more += "".join(f"<p>Or: {escape(one.message)}</p>" for one in others[:2])
        return f"{headline} {first.message}", more

    def _restore(self) -> None:
        self._committed = None
        kept = self._kept.answer if self._kept.state != "open" else ""
        if kept:
            try:
                self._asked.told(kept)
            except InputError:  # of another version of the lesson
                return
            self._committed = kept

    def _changed(self) -> None:
        self._restore()
        self.refresh()


def _number(question: str, measure: Measure | Mean | Significance | str, given: Given | str) -> Exercise:
    """What a prediction of a number asks, refused now and not after the learner has worked it out."""
    wanted = as_asked(measure)
    asked = ask(wanted, parse_given(wanted, given) if isinstance(given, str) else given)
    if isinstance(wanted, Significance):
        stated = stated_scores(wanted, wanted.read(asked.given))
        question = question if stated in question else f"{question} {stated}"
    return Exercise("prediction", asked.asked, asked.given, question)


def _choice(question: str, choices: Sequence[str], answer: str | Callable[[], str]) -> Quiz:
    if isinstance(answer, str) and answer not in choices:
        raise InputError(f"the answer {answer!r} is not among the choices: {', '.join(choices)}")

    def is_answer(text: str) -> Callable[[], bool]:
        return lambda: text == (answer() if callable(answer) else answer)

    return Quiz("prediction", question, tuple(Option(text, is_answer(text)) for text in choices))


def _how_far(verdict: Verdict) -> str:
    off = float(verdict.answer.value - Fraction(verdict.question.right))
    return f"Your prediction is {decimal(abs(off), 2)} too {'high' if off > 0 else 'low'}."
