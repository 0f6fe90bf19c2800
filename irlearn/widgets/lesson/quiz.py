"""The widget of a concept question: its options, and the feedback on the options that were chosen."""

from __future__ import annotations

from contextlib import suppress

from irlearn.course.lesson_parts import SEPARATOR, Option, Quiz as Question
from irlearn.course.progress import Progress
from irlearn.errors import InputError
from irlearn.text.english import as_sentence
from irlearn.text.html import Element, b, button, div, input as tick, label, li, p, span, strong, ul
from irlearn.text.markdown import joined, shown
from irlearn.widgets.core.base import Fields, Widget, action
from irlearn.widgets.core.fields import check_count
from irlearn.widgets.core.traits import computed
from irlearn.widgets.lesson.question_view import RecordedPart, draw_state


class Quiz(Widget):
    """A concept question with feedback on each option: buttons if one is right, checkboxes if several are.

    The feedback is shown only for options that were chosen.

    Parameters
    ----------
    quiz : irlearn.course.Quiz
        The question.
    progress : irlearn.course.Progress, optional
        Records the chosen options under the id of the question.

    Raises
    ------
    InputError
        If `quiz` is anything else.

    Examples
    --------
    >>> from irlearn import course, widgets
    >>> asked = widgets.Quiz(course.Quiz("first", "Does the order matter for P@5?", (
    ...     course.Option("yes", False, "P@5 counts; it does not ask where."),
    ...     course.Option("no", True, "Five ranks in any order hold the same number of relevant documents."),
    ... )))
    >>> asked.choose("yes"), asked.choose("no"), asked.state
    (False, True, 'done')

    """

    styles = ("questions",)
    _state: str
    _chosen: tuple[Option, ...]
    # whether the right option was chosen; it stays marked while the feedback on another option is shown
    _answered: bool
    _problem: str
    _emptied: bool  # whether the next picture unticks the checkboxes

    def __init__(self, quiz: Question, progress: Progress | None = None) -> None:
        if not isinstance(quiz, Question):
            raise InputError(f"a quiz is an irlearn.course.Quiz; given: {quiz!r}")
        self._quiz = quiz
        self._recorded = RecordedPart(progress, quiz.id, self._on_recorded_change)
        self._restore()
        super().__init__()

    @computed
    def quiz(self) -> Question:
        """The question with its options."""
        return self._quiz

    @computed
    def chosen(self) -> tuple[str, ...]:
        """The texts of the options that were chosen."""
        return tuple(option.text for option in self._chosen)

    @computed
    def right(self) -> bool | None:
        """Whether the last choice is right; None before the first choice."""
        return self._quiz.accepts(SEPARATOR.join(self.chosen)) if self._chosen else None

    @computed
    def state(self) -> str:
        """The state of the question: "open", "tried" or "done"."""
        return self._state

    def choose(self, *texts: str) -> bool:
        """Choose options.

        Parameters
        ----------
        *texts : str
            The texts of the options.

        Returns
        -------
        bool
            Whether exactly the right options were chosen.

        Raises
        ------
        InputError
            If there is no option with such a text, or the number of options does not fit the question.

        """
        if not texts or (len(texts) > 1 and not self._quiz.several):
            wanted = "one or more options" if self._quiz.several else "one option"
            raise InputError(f"the question {self._quiz.id!r} takes {wanted}; given: {len(texts)}")
        answer = SEPARATOR.join(texts)
        self._chosen, right = self._quiz.chosen(answer), self._quiz.accepts(answer)
        if right or self._state != "done":
            self._state = "done" if right else "tried"
            self._recorded.record(self._state, answer)
        self._answered, self._problem = self._answered or right, ""
        self.refresh()
        return right

    def again(self) -> None:
        """Ask again; a question that was done stays done."""
        self._chosen, self._answered, self._problem, self._emptied = (), False, "", True
        self.refresh()

    @action
    def on_choose(self, index: int) -> None:
        """Choose the option that was pressed."""
        option = self._quiz.options[check_count(index, "an option", 0, len(self._quiz.options) - 1)]
        self._emptied = False
        self.choose(option.text)

    @action
    def on_check(self, fields: Fields) -> None:
        """Check the ticked options. If no option is ticked, show a note."""
        self._emptied = False
        ticked = [option.text for index, option in enumerate(self._quiz.options) if fields.get(f"option{index}")]
        try:
            self.choose(*ticked)
        except InputError:
            self._chosen, self._problem = (), "You have not ticked an option yet. Tick one or more, then press Check."

    @action
    def on_again(self) -> None:
        """Ask again."""
        self.again()

    def draw(self) -> Element:
        again = button(data_do="again", data_focus="again")[f"{'Ask' if self._state == 'done' else 'Try'} again"]
        return div("asks quiz")[
            div("head")[
                p("ask", data_focus_next=not self._chosen and not self._problem)[shown(self._quiz.question)],
                p[draw_state(self._state)],
            ],
            ul("options")[map(self._draw_option, range(len(self._quiz.options)))],
            div("row")[
                self._quiz.several and button("main", data_do="check", data_focus="check")["Check"],
                self._chosen and again,
                self._draw_message(),
            ],
        ]

    def _draw_message(self) -> Element:
        if self._problem:
            return p("problem", data_said=True)[as_sentence(self._problem)]
        if self._chosen:
            visible_at_option = self.right or not self._quiz.several
            css_class = "visually-hidden" if visible_at_option else None
            done = self._state == "done" and not self.right and " The question still counts as done."
            return p(data_said=True, class_=css_class)[self._draw_choice(), strong[self._verdict()], done]
        before = "You have done this part before. " if self._state == "done" else ""
        right_options = "several options may be right" if self._quiz.several else "one option is right"
        return p("small")[f"{before}Choose: {right_options}."]

    def _draw_option(self, index: int) -> Element:
        option = self._quiz.options[index]
        chosen = option in self._chosen
        focus = f"option {index}"
        if self._quiz.several:
            box = tick(
                type="checkbox",
                name=f"option{index}",
                data_enter="check",
                data_focus=focus,
                checked=chosen,
                data_fixed=self._emptied,
            )
            control = label[box, " ", span[shown(option.text)]]
        else:
            control = button(data_do="choose", data_index=index, data_focus=focus, aria_pressed=str(chosen).lower())[
                shown(option.text)
            ]
        stays_marked = option.is_right and self._answered and not self._quiz.several
        if not chosen and not stays_marked:
            return li[control]
        css_class, verdict = ("right", "✓ Right.") if option.is_right else ("wrong", "✗ Not right.")
        return li(css_class)[control, p("feedback")[b[verdict], " ", shown(option.feedback)]]

    def _draw_choice(self) -> Element:
        """Name the chosen options for screen readers; on the screen they are ticked or pressed."""
        chosen = joined([joined(["“", text, "”"], "") for text in self.chosen], ", ")
        return span("visually-hidden")[shown(joined(["You chose ", chosen, ". "], ""))]

    def _verdict(self) -> str:
        """Return a sentence about the chosen options that does not reveal whether other options are right."""
        wrong = sum(not option.is_right for option in self._chosen)
        if self.right:
            return "That is right."
        if not self._quiz.several or len(self._chosen) == wrong == 1:
            reason = ": this option does not hold" if self._quiz.several else ""
            return f"Not {'right' if self._state == 'done' else 'yet'}{reason}."
        if wrong:
            return f"{wrong} of the {len(self._chosen)} options you chose {'does' if wrong == 1 else 'do'} not hold."
        return "That is right, but it is not the whole answer."

    def _restore(self) -> None:
        self._state = self._recorded.state
        self._chosen, self._problem, self._emptied = (), "", False
        with suppress(InputError):  # The recorded option belongs to another version of the lesson, so it is ignored.
            self._chosen = self._quiz.chosen(self._recorded.answer) if self._state != "open" else ()
        self._answered = bool(self.right)

    def _on_recorded_change(self) -> None:
        self._restore()
        self._emptied = True
        self.refresh()
