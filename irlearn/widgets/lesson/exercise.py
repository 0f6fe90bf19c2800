"""The widget of an exercise: its question, hints, verdicts, further variants, and the solution."""

from __future__ import annotations

from irlearn.byhand.hand_calculation import BETWEEN, Exercise as Task, SeveralVerdicts
from irlearn.byhand.verdict import Verdict
from irlearn.course.lesson_parts import GeneratedExercise
from irlearn.course.progress import Progress
from irlearn.errors import InputError
from irlearn.text.english import as_sentence, comma_list, count_noun
from irlearn.text.html import Content, Element, button, div, li, ol, p, span
from irlearn.text.markdown import shown
from irlearn.widgets.core.base import Fields, Widget, action
from irlearn.widgets.core.fields import labeled_field
from irlearn.widgets.core.traits import computed
from irlearn.widgets.lesson.question_view import RecordedPart, draw_question, draw_solution, draw_state, understood


class Exercise(Widget):
    """A hand calculation that is checked as often as the learner wants, with hints and a solution.

    Feedback on a wrong answer names the misconception that leads to the answer, never the right value. The solution can
    be seen after a try, but a right answer does not complete the exercise once the solution was seen. An inexact answer
    is not accepted as right if it has fewer digits than the exercise asks for, or if its digits also fit a known
    mistake. The feedback then says how the answer can be made unambiguous. An exercise that asks for
    several numbers has a field for each.

    Parameters
    ----------
    exercise : irlearn.byhand.Exercise or irlearn.course.GeneratedExercise
        The exercise; a generated one offers further variants.
    part : str, optional
        The id under which `progress` records the exercise; by default the id of the exercise.
    progress : irlearn.course.Progress, optional
        Records the state of the exercise, and restores it when the lesson is opened again.

    Raises
    ------
    InputError
        If `exercise` is anything else.

    Examples
    --------
    >>> from irlearn import byhand, course, widgets
    >>> asked = widgets.Exercise(course.GeneratedExercise("turn-1", "ap", seed=4))
    >>> asked.check("half")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: 'half' is not a number; write it as 13/30, 0.433 or 43.3%
    >>> asked.check(asked.exercise.reference_answer)
    <right>
    >>> asked.state, asked.hint(), asked.another().seed, asked.state
    ('done', True, 5, 'open')

    """

    styles = ("questions",)
    states_format = True
    """Whether the widget says how an answer can be typed; a lesson says so once."""
    _task: Task
    _verdict: Verdict | SeveralVerdicts | None
    _typed: str
    _problem: str
    _invalid_fields: list[int]
    # the element that changed last, which screen readers read out: "question", "verdict", "hint" or "solution"
    _last: str
    _hint_count: int
    _done: bool
    _solution_shown: bool
    _emptied: bool  # whether the next picture empties the fields

    def __init__(
        self, exercise: Task | GeneratedExercise, part: str | None = None, progress: Progress | None = None
    ) -> None:
        if not isinstance(exercise, Task | GeneratedExercise):
            raise InputError(f"an exercise is an irlearn.byhand.Exercise or Variant; given: {exercise!r}")
        self._initial = exercise
        self._recorded = RecordedPart(progress, part or exercise.id, self._on_recorded_change)
        self._restore()
        super().__init__()

    @computed
    def exercise(self) -> Task:
        """The present exercise; after `another`, the new variant."""
        return self._task

    @computed
    def verdict(self) -> Verdict | SeveralVerdicts | None:
        """The verdict on the last answer; None before the first."""
        return self._verdict

    @computed
    def state(self) -> str:
        """The state of the present variant: "open", "tried", "done", or "shown" if the solution was seen first."""
        if self._solution_shown and not self._done:
            return "shown"
        return "done" if self._done else "tried" if self._verdict is not None else "open"

    @computed
    def hints(self) -> tuple[str, ...]:
        """The hints that are shown so far."""
        return self._task.hints[: self._hint_count]

    def check(self, answer: str) -> Verdict | SeveralVerdicts:
        """Check an answer.

        Parameters
        ----------
        answer : str
            The answer as it is typed; several numbers are separated by ";".

        Returns
        -------
        Verdict or SeveralVerdicts
            Whether the answer is right, and otherwise the misconceptions that lead to it.

        Raises
        ------
        InputError
            If the answer cannot be parsed.

        """
        self._verdict, self._typed = self._task.check(answer), answer
        self._done = self._done or (not self._solution_shown and self._verdict.conclusive)
        self._record(answer, answered=self._seed)
        self._show("verdict")
        return self._verdict

    def hint(self) -> bool:
        """Show the next hint. Return False if all hints were shown already."""
        has_next = self._hint_count < len(self._task.hints)
        self._hint_count += has_next
        if self._recorded.state != "open":
            self._record()
        self._show("hint")
        return has_next

    def another(self) -> Task:
        """Ask the next variant and return it; raise `InputError` for an exercise that was not generated."""
        self._begin(self._task.another().with_id(self._task.id))
        if self._recorded.state != "open":
            self._record()
        self._show("question")
        return self._task

    def show_solution(self) -> bool:
        """Show the solution. Return False before the first try, because then it is not shown."""
        if self._verdict is None:
            return False
        self._solution_shown = True
        self._record()
        self._show("solution")
        return True

    @action
    def on_check(self, fields: Fields) -> None:
        """Check the typed numbers, or show why they cannot be checked."""
        self._emptied, self._last = False, ""
        texts = [fields.get(name, "").strip() for name, _ in self._fields()]
        self._invalid_fields = [index for index, text in enumerate(texts) if not text]
        all_in_first_field = texts[0].count(BETWEEN.strip())
        if self._invalid_fields and any(texts) and not all_in_first_field:
            missing = comma_list([self._task.names[index] for index in self._invalid_fields])
            self._problem = f"This exercise asks for {count_noun(len(texts), 'number')}; {missing} is still missing."
            return
        try:
            self.check(BETWEEN.join(texts).strip("; "))
        except InputError as error:
            self._problem = as_sentence(error)
            names = enumerate(self._task.names)
            self._invalid_fields = [index for index, name in names if str(error).startswith(f"{name}: ")]

    @action
    def on_hint(self) -> None:
        """Show the next hint."""
        self._emptied = False
        self.hint()

    @action
    def on_another(self) -> None:
        """Show the next variant with empty fields."""
        if self._task.topic:
            self.another()

    @action
    def on_solution(self) -> None:
        """Show the solution."""
        self._emptied = False
        self.show_solution()

    def draw(self) -> Element:
        task = self._task
        question, data = draw_question(task)
        return div("asks exercise")[
            div("head")[
                p("ask", data_said=self._last == "question")[shown(question)],
                p[draw_state(self.state), span("small variant")[f"variant {task.seed}"] if task.topic else None],
            ],
            data,
            self._draw_controls(),
            self._draw_answer(),
            self._draw_hints(),
            self._draw_solution(),
        ]

    def _draw_controls(self) -> Element:
        task, hint_count = self._task, len(self._task.hints)
        has_next_hint = self._hint_count < hint_count
        hint = button(data_do="hint", data_focus="hint", disabled=not has_next_hint)
        hint_label = f"Hint {self._hint_count + 1} of {hint_count}" if has_next_hint else "No more hints"
        can_show_solution = self._verdict is not None and not self._solution_shown
        return div("row")[
            self._draw_fields(),
            button("main", data_do="check", data_focus="check", data_focus_next=True)["Check"],
            hint[hint_label] if hint_count else None,
            button(data_do="another", data_focus="another")["Another one"] if task.topic else None,
            button(data_do="solution", data_focus="solution")["Show the solution"] if can_show_solution else None,
        ]

    def _draw_fields(self) -> list[Element]:
        """Draw a field for each number that is asked for."""
        task, several = self._task, bool(self._task.further_quantities)
        typed = self._typed.split(";") if several else [self._typed]
        if len(typed) == len(task.numbers):
            texts = [text.strip() for text in typed]
        else:  # An answer with too few or too many numbers fits no fields, so the first field shows the whole answer.
            texts = [self._typed, *[""] * (len(task.numbers) - 1)]
        answered = several and self._verdict is not None
        invalid_fields = (self._invalid_fields or range(len(task.numbers))) if self._problem else ()
        return [
            labeled_field(
                f"Your {number.quantity.short_name}",
                name,
                "check",
                texts[index],
                fixed=self._emptied or (answered and not self._problem and "unless-typed"),
                invalid=index in invalid_fields,
                aria_label=f"Your {number.quantity.short_name if several else 'answer'}: {task.question}",
            )
            for index, (name, number) in enumerate(self._fields())
        ]

    def _fields(self) -> list[tuple[str, Task]]:
        """Return the names of the fields, each with an exercise that asks only for the number of that field."""
        numbers = enumerate(self._task.numbers)
        return [(f"answer-{index}" if index else "answer", number) for index, number in numbers]

    def _draw_answer(self) -> Element | None:
        if self._problem:
            return p("problem", data_said=not self._last)[self._problem]
        if self._verdict is None:
            return p("small")[
                self._recorded.state == "done" and "You have done this part before. ",
                understood(
                    *(number.quantity for number in self._task.numbers),
                    places=self._task.places,
                    usual=self.states_format,
                ),
            ]
        return self._verdict.typeset(announced=self._last == "verdict", more=self._completion_remark())

    def _completion_remark(self) -> str:
        """Return why a right answer does not complete the exercise, or that the exercise stays completed."""
        assert self._verdict is not None
        if self._done:
            return "" if self._verdict.conclusive else " The exercise still counts as done."
        if not self._verdict.correct:
            return ""
        if self._solution_shown:
            another = " Another variant will." if self._task.topic else ""
            return f" You had seen the solution, so this does not count as done.{another}"
        return " It does not count as done yet, because this exercise asks for the other definition."

    def _draw_hints(self) -> Element | None:
        if not self._hint_count:
            return None
        *earlier, last = self.hints
        return ol("hints", aria_label="Hints")[
            (li[shown(hint)] for hint in earlier), li(data_said=self._last == "hint")[shown(last)]
        ]

    def _draw_solution(self) -> Content:
        if not self._solution_shown:
            return None
        solution = self._task.solution
        read_out = p("visually-hidden", data_said=True)[solution.equations[-1].spoken]
        return [read_out if self._last == "solution" else None, draw_solution(solution, self.first_shown)]

    @property
    def _seed(self) -> int:
        return self._task.seed

    def _show(self, last: str) -> None:
        """Draw the picture again, so that screen readers read out the element that changed last."""
        self._last, self._problem = last, self._problem if last in ("hint", "solution") else ""
        self._emptied = last == "question"
        self.refresh()

    def _begin(self, task: Task) -> None:
        """Begin an exercise without answers or hints."""
        self._task, self._verdict = task, None
        self._typed = self._problem = self._last = ""
        self._invalid_fields, self._hint_count = [], 0
        self._done = self._solution_shown = False
        self._emptied = True

    def _restore(self) -> None:
        """Restore the recorded variant, its hints and its last answer."""
        exercise = self._initial
        seed = self._recorded.detail("seed")
        if (
            isinstance(exercise, GeneratedExercise)
            and self._recorded.state != "open"
            and type(seed) is int
            and seed >= 0
        ):
            exercise = exercise.another(seed)
        self._begin(exercise.exercise if isinstance(exercise, GeneratedExercise) else exercise)
        if self._recorded.state == "open":
            return
        hints = self._recorded.detail("hints")
        self._hint_count = min(max(hints, 0), len(self._task.hints)) if isinstance(hints, int) else 0
        self._solution_shown = self._recorded.detail("shown") is True
        if self._recorded.answer and self._recorded.detail("answered") == self._seed:
            try:
                self._verdict, self._typed = self._task.check(self._recorded.answer), self._recorded.answer
            except InputError:
                # The record fits no variant, because the file was edited or belongs to an older version of the lesson.
                return
            self._done = self._recorded.detail("solved") == self._seed

    def _record(self, answer: str = "", **details: object) -> None:
        state = "done" if self._done else "tried"
        solved = {"solved": self._seed} if self._done else {}
        self._recorded.record(
            state, answer, seed=self._seed, hints=self._hint_count, shown=self._solution_shown, **solved, **details
        )

    def _on_recorded_change(self) -> None:
        self._restore()
        self.refresh()
