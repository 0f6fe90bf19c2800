"""The widget of a prediction: a question whose answer is shown only after the learner has committed to one."""

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
from irlearn.course.lesson_parts import Option, Prediction as PredictionPart, Quiz
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
from irlearn.widgets.core.fields import check_count, labeled_field
from irlearn.widgets.core.traits import computed
from irlearn.widgets.lesson.question_view import RecordedPart, draw_question, draw_state, understood


class Prediction(Widget):
    """A question that shows its answer, with an explanation, after the learner has committed to a prediction.

    A number is shown with its derivation. If the prediction is the result of a known mistake, the message about that
    mistake is shown, too.

    Parameters
    ----------
    question : str or irlearn.course.Prediction
        The question. A text needs either `measure` and `ranking`, or `choices` and `answer`.
    measure : Quantity or str, optional
        The quantity whose value is asked for.
    ranking : str, Ranking or sequence, optional
        The data, in the form that `explain` accepts: for a mean, a ranking or value for each query; for a test, the
        scores of A and of B, which are shown.
    choices : sequence of str, optional
        The options of a question that does not ask for a number.
    answer : str, optional
        The right option.
    because : str or Derivation, optional
        The explanation; by default the derivation of a number.
    progress : irlearn.course.Progress, optional
        Records the prediction. The part is done once a prediction is committed, right or wrong.

    Raises
    ------
    InputError
        If the question has no answer, or `answer` is not among the choices.

    Examples
    --------
    >>> from irlearn import AP, Ranking, widgets
    >>> asked = widgets.Prediction("What is AP?", AP, Ranking.parse("1 0 1"))
    >>> asked.commit("5/6")
    >>> asked.right, "AP = (1/1 + 2/3) / 2 = 5/6" in asked.picture
    (True, True)

    """

    styles = ("questions",)
    states_format = True
    """Whether the widget says how an answer can be typed; a lesson says so once."""
    _committed: str | None

    def __init__(
        self,
        question: str | PredictionPart,
        measure: Quantity | str | None = None,
        ranking: Given | str | None = None,
        *,
        choices: Sequence[str] = (),
        answer: str = "",
        because: str | Calculation = "",
        progress: Progress | None = None,
    ) -> None:
        if isinstance(question, PredictionPart):
            prediction = question
        elif measure is not None and ranking is not None and not choices:
            prediction = PredictionPart(_number(question, measure, ranking), because)
        elif choices and measure is None and ranking is None:
            prediction = PredictionPart(_choice(question, choices, answer), because)
        else:
            raise InputError("a prediction asks for a number (a measure and a ranking) or for one of its choices")
        if isinstance(prediction.wrapped, Quiz) and prediction.wrapped.several:
            raise InputError(
                f"a prediction takes one option, but the question {prediction.id!r} has several; make it a quiz"
            )
        self._prediction = prediction
        self._recorded = RecordedPart(progress, prediction.id, self._on_recorded_change)
        self._problem = ""
        self._restore()
        super().__init__()

    @computed
    def committed(self) -> str | None:
        """The committed prediction; None before the learner commits to one."""
        return self._committed

    @computed
    def right(self) -> bool | None:
        """Whether the committed prediction is right, with enough digits to exclude known mistakes; None before one."""
        return None if self._committed is None else self._prediction.accepts(self._committed)

    @computed
    def state(self) -> str:
        """The state of the prediction: "open" or "committed"."""
        return "open" if self._committed is None and self._recorded.state == "open" else "committed"

    def commit(self, prediction: str) -> None:
        """Commit to a prediction.

        Parameters
        ----------
        prediction : str
            A number in the notation that `check` accepts, or an option.

        Raises
        ------
        InputError
            If the number cannot be parsed, or there is no such option.

        """
        if isinstance(self._prediction.wrapped, Quiz):
            texts = [option.text for option in self._prediction.wrapped.options]
            if prediction not in texts:
                raise InputError(f"{prediction!r} is not among the choices: {', '.join(texts)}")
        else:
            self._prediction.wrapped.check(prediction)
        self._committed, self._problem = prediction, ""
        about = {"about": self._prediction.about} if self._prediction.template else {}
        self._recorded.record("done", prediction, **about)
        self.refresh()

    @action
    def on_commit(self, fields: Fields | None = None, index: int | None = None) -> None:
        """Commit the typed number or the pressed option, or show why it is refused."""
        task = self._prediction.wrapped
        if isinstance(task, Quiz) and index is None:
            self._problem = "You have not chosen an option yet. Press one of them."
            return
        try:
            if isinstance(task, Quiz):
                self.commit(task.options[check_count(index, "an option", 0, len(task.options) - 1)].text)
            else:
                self.commit((fields or {}).get("prediction", ""))
        except InputError as error:
            self._problem = as_sentence(error)

    @action
    def on_reset(self) -> None:
        """Ask again; the last prediction stays recorded until another is committed."""
        self._committed, self._problem = None, ""

    def draw(self) -> Element:
        task = self._prediction.wrapped
        text, data = task.question, None
        if isinstance(task, Exercise) and task.question_without_data:
            text, data = draw_question(task)
        # An open question receives the focus itself, because a focused option would look like a choice.
        focus_question = isinstance(task, Quiz) and self._committed is None
        return div("question asks")[
            div("head")[
                p("ask", data_focus_next=focus_question)[shown(text)], self._recorded.kept and draw_state(self.state)
            ],
            data,
            self._draw_field() if self._committed is None else self._draw_truth(self._committed),
        ]

    def _draw_field(self) -> Content:
        task = self._prediction.wrapped
        before = "You have already committed to an answer. " if self.state == "committed" else ""
        problem = p("problem", data_said=True)[self._problem] if self._problem else None
        if isinstance(task, Quiz):
            options = [
                button(data_do="commit", data_index=index, data_focus=f"choice {index}")[shown(option.text)]
                for index, option in enumerate(task.options)
            ]
            return [div("row")[options], problem, p("small")[f"{before}Your choice will be shown beside the answer."]]
        field = labeled_field(
            "Your prediction",
            "prediction",
            "commit",
            focus="field",
            invalid=bool(self._problem),
            data_focus_next=True,
            aria_label=self._prediction.question,
        )
        commit = button("main", data_do="commit", data_focus="commit")["Commit"]
        how = understood(task.quantity, places=task.places, usual=self.states_format)
        return [div("row")[field, commit], problem, p("small")[before, how]]

    def _draw_truth(self, committed: str) -> list[Element]:
        task, why = self._prediction.wrapped, self._prediction.why
        if isinstance(task, Quiz):
            headline, feedback = self._explain_choice(task, committed)
        else:
            headline, feedback = self._explain_number(task, committed)
        because = why.typeset(self.first_shown) if isinstance(why, Calculation) else p[shown(why)] if why else None
        more = self._prediction.details
        folded = details("ways")[summary["More about this"], p[shown(more)]] if more else None
        return [
            note("right" if self.right else "other", shown(headline), feedback, because, folded, announced=True),
            button(data_do="reset", data_focus="again")["Ask again"],
        ]

    def _explain_choice(self, task: Quiz, committed: str) -> tuple[str, list[Content]]:
        """Return the headline about a chosen option, and the feedback on it and on the right option."""
        right = task.reference_answer
        feedback = [*task.feedback_on(committed), *(task.feedback_on(right) if right != committed else ())]
        headline = (
            f"You predicted “{committed}”, and you were right."
            if right == committed
            else f"You predicted “{committed}”. The answer is “{right}”."
        )
        return headline, [p[shown(text)] for text in dict.fromkeys(feedback)]

    def _explain_number(self, task: Exercise, committed: str) -> tuple[str, list[Content]]:
        """Return the headline about a predicted number, and the calculations of the mistakes that lead to it."""
        verdict, solution = check_question(task.checker, committed), explain(task.quantity, task.data)
        exact = solution.fraction
        shown = decimal(solution.value, 3) if exact is None else fraction_and_decimal(exact, 3)
        predicted, truth = f"You predicted {verdict.answer.text}", f"{task.quantity.subject} is {shown}."
        if self.right:
            states_value = isinstance(self._prediction.why, Calculation)
            is_exact = verdict.answer.is_exactly(task.checker.right_value)
            return f"{predicted}, and you were right.{'' if states_value or is_exact else f' {truth}'}", []
        headline = f"{predicted}; {truth}"
        if not verdict.explained_diagnoses:
            if verdict.undecided:
                mistakes = number_word(len(verdict.folded_diagnoses))
                remark = f"The two agree to the digits you gave, but {mistakes} known mistakes give the same digits."
            else:
                error = float(verdict.answer.value - Fraction(verdict.question.right_value))
                remark = f"Your prediction is {decimal(abs(error), 2)} too {'high' if error > 0 else 'low'}."
            return f"{headline} {remark}", [drawn(_fold_other_mistakes(verdict))]
        wrong = Formulas(compared(verdict.explained_diagnoses[0].equations, solution.equations))
        same_digits = "The two agree to the digits you gave, but a known mistake gives the same digits: "
        undecided = same_digits if verdict.undecided else ""
        blocks: list[Block] = [wrong, SmallPrint(legend=legend_of([wrong])), _fold_other_mistakes(verdict)]
        return f"{headline} {undecided}{verdict.explained_diagnoses[0].message}", [*map(drawn, blocks)]

    def _restore(self) -> None:
        self._committed = None
        recorded = self._recorded.answer if self._recorded.state != "open" else ""
        if recorded and self._recorded.detail("about", "") == self._prediction.about:
            try:
                self._prediction.feedback_on(recorded)
            except InputError:  # The recorded answer belongs to another version of the lesson, so it is ignored.
                return
            self._committed = recorded

    def _on_recorded_change(self) -> None:
        self._restore()
        self.refresh()


def _number(question: str, measure: Quantity | str, given: Given | str) -> Exercise:
    """Return the exercise of a prediction; raise `InputError` if it has no answer, before a learner commits to one."""
    quantity = as_quantity(measure)
    checker = make_question(quantity, given)
    text, text_without_data = WORDINGS.of(quantity).with_scores(quantity, checker.data, question)
    return Exercise("prediction", checker.quantity, checker.data, text, question_without_data=text_without_data)


def _choice(question: str, choices: Sequence[str], answer: str) -> Quiz:
    if answer not in choices:
        raise InputError(f"the answer {answer!r} is not among the choices: {', '.join(choices)}")
    return Quiz("prediction", question, tuple(Option(text, text == answer) for text in choices))


def _fold_other_mistakes(verdict: Verdict) -> FoldedMistakes:
    """Return the messages, without calculations, about the other mistakes that lead to the prediction."""
    return FoldedMistakes(
        len(verdict.folded_diagnoses),
        tuple(Prose(diagnosis.message) for diagnosis in verdict.folded_diagnoses),
        is_first=verdict.ambiguous,
    )
