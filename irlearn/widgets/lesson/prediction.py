"""A question whose answer is shown only after the learner has committed to one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from irlearn.byhand.calculation import Calculation
from irlearn.byhand.checking import check_question, make_question
from irlearn.byhand.explain_quantity import Asked as Given, explain
from irlearn.byhand.hand_calculation import Exercise
from irlearn.byhand.parse_question import as_quantity
from irlearn.byhand.question_words import WORDINGS
from irlearn.byhand.verdict import Block, FoldedMistakes, SmallPrint, Verdict, drawn, legend_of, note
from irlearn.course.lesson_parts import Option, Prediction as Asked, Quiz
from irlearn.course.progress import Progress
from irlearn.errors import InputError
from irlearn.formulas import compared
from irlearn.formulas.page import Formulas, Prose
from irlearn.quantity import Quantity
from irlearn.text.english import as_sentence, number_word
from irlearn.text.html import Content, Element, button, details, div, p, summary
from irlearn.text.markdown import shown
from irlearn.text.numbers import decimal, fraction_and_decimal
from irlearn.widgets.core.base import Fields, Widget, action
from irlearn.widgets.core.fields import check_count, labelled
from irlearn.widgets.lesson.question_view import RecordedPart, draw_question, draw_state, understood


class Prediction(Widget):
    """A question that reveals its answer, and why, once a prediction is committed.

    `question` is an `irlearn.course.Prediction`; or a text, with what is asked beside it. With a `measure` and a
    `ranking` (for a mean, one ranking or value a query; for a test, the scores of A and of B, which are shown; each
    also as the text that `explain` takes) the answer is a number, worked out when it is revealed and shown with its
    derivation; a wrong prediction that a known mistake gives is told which. With `choices` it is one of
    them: `answer` names it, and `because` says why (text, or a `Derivation`). With a `progress`, a part of the
    prediction's id is done once it is committed, right or wrong.

    >>> from irlearn import AP, Ranking, widgets
    >>> asked = widgets.Prediction("What is AP?", AP, Ranking.parse("1 0 1"))
    >>> asked.commit("5/6")
    >>> asked.right, "AP = (1/1 + 2/3) / 2 = 5/6" in asked.picture
    (True, True)
    """

    styles = ("questions",)
    _committed: str | None

    def __init__(
        self,
        question: str | Asked,
        measure: Quantity | str | None = None,
        ranking: Given | str | None = None,
        *,
        choices: Sequence[str] = (),
        answer: str = "",
        because: str | Calculation = "",
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
        if isinstance(asked.wrapped, Quiz) and asked.wrapped.several:
            raise InputError(f"a prediction is one option, and the question {asked.id!r} wants several; make it a quiz")
        self._asked = asked
        self._kept = RecordedPart(progress, asked.id, self._changed)
        self._problem = ""
        self._restore()
        super().__init__()

    @property
    def committed(self) -> str | None:
        """What the learner committed to; None before."""
        return self._committed

    @property
    def right(self) -> bool | None:
        """Whether the committed prediction is the answer, to digits that no known mistake gives; None before."""
        return None if self._committed is None else self._asked.accepts(self._committed)

    @property
    def state(self) -> str:
        """Whether the prediction was "committed", which its progress counts as done, or is "open"."""
        return "open" if self._committed is None and self._kept.state == "open" else "committed"

    def commit(self, prediction: str) -> None:
        """Commit to a prediction: a number as `check` takes it, or one of the choices."""
        if isinstance(self._asked.wrapped, Quiz):
            texts = [option.text for option in self._asked.wrapped.options]
            if prediction not in texts:
                raise InputError(f"{prediction!r} is not among the choices: {', '.join(texts)}")
        else:
            self._asked.wrapped.check(prediction)
        self._committed, self._problem = prediction, ""
        self._kept.record("done", prediction)
        self.refresh()

    @action
    def on_commit(self, fields: Fields | None = None, index: int | None = None) -> None:
        """Commit what was typed or pressed; say what is wrong with it where it is no answer."""
        of = self._asked.wrapped
        if isinstance(of, Quiz) and index is None:
            self._problem = "Nothing is chosen. Press one of the options."
            return
        try:
            if isinstance(of, Quiz):
                self.commit(of.options[check_count(index, "an option", 0, len(of.options) - 1)].text)
            else:
                self.commit((fields or {}).get("prediction", ""))
        except InputError as error:
            self._problem = as_sentence(error)

    @action
    def on_reset(self) -> None:
        """Ask again; what was committed stays recorded until something else is."""
        self._committed, self._problem = None, ""

    def draw(self) -> Element:
        """The question; after the commitment, the prediction beside the truth."""
        of = self._asked.wrapped
        words, given = of.question, None  # which states rankings; scores are drawn
        if isinstance(of, Exercise) and of.question_without_data:
            words, given = draw_question(of)
        chooses = isinstance(of, Quiz) and self._committed is None  # then the focus goes here, and to no option
        return div("question asks")[
            div("head")[p("ask", data_focus_next=chooses)[shown(words)], self._kept.kept and draw_state(self.state)],
            given,
            self._draw_field() if self._committed is None else self._draw_truth(self._committed),
        ]

    def _draw_field(self) -> Content:
        of = self._asked.wrapped
        before = "You committed to an answer before. " if self.state == "committed" else ""
        problem = p("problem", data_said=True)[self._problem] if self._problem else None
        if isinstance(of, Quiz):
            options = [
                button(data_do="commit", data_index=place, data_focus=f"choice {place}")[shown(option.text)]
                for place, option in enumerate(of.options)
            ]
            return [div("row")[options], problem, p("small")[f"{before}Your choice is shown beside the answer."]]
        field = labelled(
            "Your prediction",
            "prediction",
            "commit",
            focus="field",
            invalid=bool(self._problem),
            data_focus_next=True,
            aria_label=self._asked.question,
        )
        commit = button("main", data_do="commit", data_focus="commit")["Commit"]
        return [div("row")[field, commit], problem, p("small")[before, understood(of.quantity, places=of.places)]]

    def _draw_truth(self, committed: str) -> list[Element]:
        of, why = self._asked.wrapped, self._asked.why
        headline, more = self._of_choice(of, committed) if isinstance(of, Quiz) else self._of_number(of, committed)
        because = why.typeset() if isinstance(why, Calculation) else p[shown(why)] if why else None
        below = details("ways")[summary["More of it"], p[shown(self._asked.details)]] if self._asked.details else None
        return [
            note("right" if self.right else "other", shown(headline), more, because, below, said=True),
            button(data_do="reset", data_focus="again")["Ask again"],
        ]

    def _of_choice(self, of: Quiz, committed: str) -> tuple[str, list[Element]]:
        right = of.reference_answer
        told = [*of.feedback_on(committed), *(of.feedback_on(right) if right != committed else ())]
        headline = (
            f"You predicted “{committed}”, and so it is."
            if right == committed
            else f"You predicted “{committed}”. The answer is “{right}”."
        )
        return headline, [p[shown(text)] for text in dict.fromkeys(told)]

    def _of_number(self, of: Exercise, committed: str) -> tuple[str, list[Content]]:
        verdict, solution = check_question(of.checker, committed), explain(of.quantity, of.data)
        exact = solution.fraction
        shown = decimal(solution.value, 3) if exact is None else fraction_and_decimal(exact, 3)
        predicted, truth = f"You predicted {verdict.answer.text}", f"{of.quantity.subject} is {shown}."
        if self.right:
            once = isinstance(self._asked.why, Calculation) or verdict.answer.is_exactly(of.checker.right_value)
            return f"{predicted}, and so it is.{'' if once else f' {truth}'}", []
        headline = f"{predicted}; {truth}"
        if not verdict.explained_diagnoses:
            agree = (
                f"To the digits you gave they agree, and so do {number_word(len(verdict.folded_diagnoses))} mistakes."
            )
            off = float(verdict.answer.value - Fraction(verdict.question.right_value))
            far = f"Your prediction is {decimal(abs(off), 2)} too {'high' if off > 0 else 'low'}."
            return f"{headline} {agree if verdict.undecided else far}", [drawn(_others(verdict))]
        wrong = Formulas(compared(verdict.explained_diagnoses[0].equations, solution.equations))
        both = "To the digits you gave they agree, and so does this mistake: " if verdict.undecided else ""
        more: list[Block] = [wrong, SmallPrint(legend=legend_of([wrong])), _others(verdict)]
        return f"{headline} {both}{verdict.explained_diagnoses[0].message}", [*map(drawn, more)]

    def _restore(self) -> None:
        self._committed = None
        kept = self._kept.answer if self._kept.state != "open" else ""
        if kept:
            try:
                self._asked.feedback_on(kept)
            except InputError:  # of another version of the lesson
                return
            self._committed = kept

    def _changed(self) -> None:
        self._restore()
        self.refresh()


def _number(question: str, measure: Quantity | str, given: Given | str) -> Exercise:
    """What a prediction of a number asks, refused now and not after the learner has worked it out."""
    wanted = as_quantity(measure)
    asked = make_question(wanted, given)
    text, text_without_data = WORDINGS.of(wanted).with_scores(wanted, asked.data, question)
    return Exercise("prediction", asked.quantity, asked.data, text, question_without_data=text_without_data)


def _choice(question: str, choices: Sequence[str], answer: str) -> Quiz:
    if answer not in choices:
        raise InputError(f"the answer {answer!r} is not among the choices: {', '.join(choices)}")
    return Quiz("prediction", question, tuple(Option(text, text == answer) for text in choices))


def _others(verdict: Verdict) -> FoldedMistakes:
    """The other mistakes that give what was predicted, folded; their calculations would stand beside the right one."""
    return FoldedMistakes(
        len(verdict.folded_diagnoses),
        tuple(Prose(one.message) for one in verdict.folded_diagnoses),
        is_first=verdict.ambiguous,
    )
