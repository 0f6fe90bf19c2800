"""A hand calculation to do: question, hints one after another, verdicts, further variants, the solution on request."""

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
from irlearn.widgets.core.fields import labelled
from irlearn.widgets.lesson.question_view import RecordedPart, draw_question, draw_solution, draw_state, understood


class Exercise(Widget):
    """A hand calculation with a number as its answer, checked as often as wanted, with hints and a solution.

    `exercise` is an `irlearn.byhand.Exercise`, or a `GeneratedExercise`, which offers further variants. With a
    `progress`, what is done is kept there as `part` (by default the exercise's id), and is there again when the lesson
    is opened again. A wrong answer is told the rule that gives it, never the right value. The solution can
    be seen after one try; what is answered after it has been shown does not count as done. An answer with so
    few digits that a known mistake fits it, too, or with fewer than are asked for, is not called right, unless it is
    exact, and is told what would settle it. An exercise that asks for several numbers has a field for each.

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

    styles = ("asks",)
    _task: Task
    _verdict: Verdict | SeveralVerdicts | None
    _typed: str
    _problem: str
    _missing: list[int]
    _last: str
    _hints: int
    _done: bool
    _shown: bool
    _emptied: bool

    def __init__(
        self, exercise: Task | GeneratedExercise, part: str | None = None, progress: Progress | None = None
    ) -> None:
        if not isinstance(exercise, Task | GeneratedExercise):
            raise InputError(f"an exercise is an irlearn.byhand.Exercise or Variant; given: {exercise!r}")
        self._first = exercise
        self._kept = RecordedPart(progress, part or exercise.id, self._changed)
        self._restore()
        super().__init__()

    @property
    def exercise(self) -> Task:
        """The exercise that is asked now, of the variant that was reached."""
        return self._task

    @property
    def verdict(self) -> Verdict | SeveralVerdicts | None:
        """The verdict on the last answer; None before."""
        return self._verdict

    @property
    def state(self) -> str:
        """Of the exercise that is asked now: "open", "tried", "done", or "shown" where its solution was seen first."""
        if self._shown and not self._done:
            return "shown"
        return "done" if self._done else "tried" if self._verdict is not None else "open"

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints that were asked for so far."""
        return self._task.hints[: self._hints]

    def check(self, answer: str) -> Verdict | SeveralVerdicts:
        """Check an answer, and give the verdict; `InputError` where it is no number."""
        self._verdict, self._typed = self._task.check(answer), answer
        self._done = self._done or (not self._shown and self._verdict.conclusive)
        self._record(answer, answered=self._seed)
        self._show("verdict")
        return self._verdict

    def hint(self) -> bool:
        """Ask for the next hint; whether there was one."""
        there = self._hints < len(self._task.hints)
        self._hints += there
        if self._kept.state != "open":
            self._record()
        self._show("hint")
        return there

    def another(self) -> Task:
        """Go on to the next variant, and give it; `InputError` for an exercise that was not generated."""
        self._begin(self._task.another().with_id(self._task.id))
        if self._kept.state != "open":
            self._record()
        self._show("question")
        return self._task

    def show_solution(self) -> bool:
        """Show the solution, and give whether it is shown, which it is only after a try."""
        if self._verdict is None:
            return False
        self._shown = True
        self._record()
        self._show("solution")
        return True

    @action
    def on_check(self, fields: Fields) -> None:
        """Check what was typed; or say what is wrong with it."""
        self._emptied, self._last = False, ""
        typed = [fields.get(name, "").strip() for name, _ in self._fields()]
        self._missing = [place for place, one in enumerate(typed) if not one]
        if self._missing and any(typed) and not typed[0].count(BETWEEN.strip()):
            lacking = comma_list([self._task.names[place] for place in self._missing])
            self._problem = f"{count_noun(len(typed), 'number')} are asked for; {lacking} is still to be given."
            return
        try:
            self.check(BETWEEN.join(typed).strip("; "))
        except InputError as error:
            self._problem = as_sentence(error)
            self._missing = [at for at, name in enumerate(self._task.names) if str(error).startswith(f"{name}: ")]

    @action
    def on_hint(self) -> None:
        """Show the next hint."""
        self._emptied = False
        self.hint()

    @action
    def on_another(self) -> None:
        """Show the next variant, with an empty field."""
        if self._task.topic:
            self.another()

    @action
    def on_solution(self) -> None:
        """Show the solution."""
        self._emptied = False
        self.show_solution()

    def draw(self) -> Element:
        """The question with its ranking or scores, the field, its buttons, and the verdict, hints and solution."""
        task = self._task
        words, given = draw_question(task)
        return div("asks exercise")[
            div("head")[
                p("ask", data_said=self._last == "question")[shown(words)],
                p[draw_state(self.state), span("small variant")[f"variant {task.seed}"] if task.topic else None],
            ],
            given,
            self._draw_controls(),
            self._draw_answer(),
            self._draw_hints(),
            self._draw_solution(),
        ]

    def _draw_controls(self) -> Element:
        task, count = self._task, len(self._task.hints)
        left = self._hints < count
        hint = button(data_do="hint", data_focus="hint", disabled=not left)
        several = bool(task.further_quantities)
        typed = self._typed.split(";") if several else [self._typed]
        answered = several and self._verdict is not None
        return div("row")[
            (
                labelled(
                    f"Your {one.quantity.short_name}",
                    name,
                    "check",
                    typed[place].strip() if len(typed) == len(task.numbers) else "" if place else self._typed,
                    fixed=self._emptied or (answered and not self._problem and "unless-typed"),
                    invalid=bool(self._problem) and place in (self._missing or range(len(task.numbers))),
                    aria_label=f"Your {one.quantity.short_name if several else 'answer'}: {task.question}",
                )
                for place, (name, one) in enumerate(self._fields())
            ),
            button("main", data_do="check", data_focus="check", data_focus_next=True)["Check"],
            hint[f"Hint {self._hints + 1} of {count}" if left else "No more hints"] if count else None,
            button(data_do="another", data_focus="another")["Another one"] if task.topic else None,
            button(data_do="solution", data_focus="solution")["Show the solution"]
            if self._verdict is not None and not self._shown
            else None,
        ]

    def _fields(self) -> list[tuple[str, Task]]:
        """The name of the field of each number, and the exercise that asks for it alone."""
        return [(f"answer-{place}" if place else "answer", one) for place, one in enumerate(self._task.numbers)]

    def _draw_answer(self) -> Element:
        if self._problem:
            return p("problem", data_said=not self._last)[self._problem]
        if self._verdict is None:
            return p("small")[
                self._kept.state == "done" and "This part was done before. ",
                understood(*(one.quantity for one in self._task.numbers), places=self._task.places),
            ]
        return self._verdict.typeset(said=self._last == "verdict", more=self._but())

    def _but(self) -> str:
        """Why a right answer is not counted as done, or that another answer takes nothing back."""
        assert self._verdict is not None
        if self._done:
            return "" if self._verdict.conclusive else " The exercise is done all the same."
        if not self._verdict.correct:
            return ""
        if self._shown:
            other = " Another one does." if self._task.topic else ""
            return f" The solution was shown before, so this does not count as done.{other}"
        return " It does not count as done yet, because this exercise asks for the other definition."

    def _draw_hints(self) -> Element | None:
        if not self._hints:
            return None
        *before, last = self.hints
        return ol("hints", aria_label="Hints")[
            (li[shown(hint)] for hint in before), li(data_said=self._last == "hint")[shown(last)]
        ]

    def _draw_solution(self) -> Content:
        if not self._shown:
            return None
        solution = self._task.solution
        heard = p("visually-hidden", data_said=True)[solution.equations[-1].spoken]
        return [heard if self._last == "solution" else None, draw_solution(solution)]

    @property
    def _seed(self) -> int:
        return self._task.seed

    def _show(self, last: str) -> None:
        """Draw again, after what was done last: that is what is read out."""
        self._last, self._problem = last, self._problem if last in ("hint", "solution") else ""
        self._emptied = last == "question"
        self.refresh()

    def _begin(self, task: Task) -> None:
        """Ask an exercise afresh."""
        self._task, self._verdict = task, None
        self._typed = self._problem = self._last = ""
        self._missing, self._hints = [], 0
        self._done = self._shown = False
        self._emptied = True

    def _restore(self) -> None:
        """Begin where the progress says that the learner is."""
        first = self._first
        seed = self._kept.detail("seed")
        if isinstance(first, GeneratedExercise) and self._kept.state != "open" and type(seed) is int and seed >= 0:
            first = first.another(seed)
        self._begin(first.exercise if isinstance(first, GeneratedExercise) else first)
        if self._kept.state == "open":
            return
        hints = self._kept.detail("hints")
        self._hints = min(max(hints, 0), len(self._task.hints)) if isinstance(hints, int) else 0
        self._shown = self._kept.detail("shown") is True
        if self._kept.answer and self._kept.detail("answered") == self._seed:
            try:
                self._verdict, self._typed = self._task.check(self._kept.answer), self._kept.answer
            except InputError:  # of a file that was edited, or of an older version of the lesson
                return
            self._done = self._kept.detail("solved") == self._seed

    def _record(self, answer: str = "", **details: object) -> None:
        state = "done" if self._done else "tried"
        solved = {"solved": self._seed} if self._done else {}
        self._kept.record(state, answer, seed=self._seed, hints=self._hints, shown=self._shown, **solved, **details)

    def _changed(self) -> None:
        self._restore()
        self.refresh()
