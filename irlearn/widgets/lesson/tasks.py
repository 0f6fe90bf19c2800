"""The panel of tasks above a widget, and the conditions and messages that lessons use by name.

The panel shows one task at a time. A task is ticked off when it is done, and its answer can be shown after a try.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal

from irlearn.course.lesson_parts import Option, Task, WidgetTasks
from irlearn.course.progress import Progress
from irlearn.course.task_conditions import NAMED_CONDITIONS, NAMED_MESSAGES, Condition, FeedbackTemplate
from irlearn.datasets import hard_query
from irlearn.measures.means import EPSILON
from irlearn.text.english import count_noun
from irlearn.text.html import Content, Element, b, button, div, html_of, li, ol, p, span, strong
from irlearn.text.markdown import joined, shown
from irlearn.text.numbers import decimal, fixed
from irlearn.widgets.core.fields import check_count, toggle_button
from irlearn.widgets.lesson.question_view import RecordedPart
from irlearn.widgets.play.scales import mean_rank, mean_reciprocal, written

What = Literal["show", "choose", "tell", "look", "how"]
"""A button of the panel: show a task, choose an option, show the answer, show the widget before predicting, or show
how to use the widget."""

_HOW_LABEL = "How to use the widget"
_AFRESH = "From the start: "  # An instruction that begins like this resets the widget when its task is shown.
# During these gestures the panel is not drawn again, because a new panel would move the dragged element.
_DRAGS = frozenset(("grab", "place", "slide"))


@dataclass
class _Attempt:
    """The progress with one task since it was shown; only the running kernel keeps it."""

    first_picture: str = ""  # the picture when the task was shown
    observations: list[Any] = field(default_factory=list)
    tried: bool = False
    task_done: bool = False  # whether the condition of the task is satisfied, so that its question may be asked
    chosen: Option | None = None
    answer_shown: bool = False


class Tasks:
    """The tasks of a widget: which tasks the learner has done, and the panel that shows the tasks.

    The widget reports each gesture (`note_gesture`) and draws the panel with each new picture (`above`). The task that
    is shown is done as soon as its condition is satisfied, but not in the middle of a drag, and it stays done. Its
    answer can be shown after a try: a change of the picture since the task was shown, or a wrong option. The recorded
    progress has a detail for each task that is done; the part is done once all tasks are.

    A widget that would reveal the answer to an open prediction is veiled: neither its picture nor its tasks are shown.
    A button removes the veil, and a press on this button is not recorded.

    Parameters
    ----------
    play : WidgetTasks
        The tasks, and the predictions that must come before them.
    progress : Progress
        Records the tasks that are done, under the id of `play`.
    widget : Widget
        The widget with which the tasks are done.
    unveiled : bool, optional
        Whether the widget is never veiled, as in a lesson that is presented.

    """

    def __init__(self, play: WidgetTasks, progress: Progress, widget: Any, *, unveiled: bool = False) -> None:
        self._play, self._widget = play, widget
        self._recorded = RecordedPart(progress, play.id, self._on_recorded_change)
        self._predictions = {part: RecordedPart(progress, part, widget.refresh) for part in play.after}
        self._dragging = self._was_veiled = self._shows_hint = False
        self._looked = unveiled
        self._restore()

    @property
    def play(self) -> WidgetTasks:
        """The tasks and the predictions before them."""
        return self._play

    @property
    def shown(self) -> Task:
        """The task that is shown."""
        return self._play.tasks[self._index]

    @property
    def done(self) -> tuple[str, ...]:
        """The ids of the tasks that are done."""
        all_done = self._recorded.state == "done"
        return tuple(task.id for task in self._play.tasks if all_done or self._recorded.detail(f"task {task.id}"))

    @property
    def can_show_answer(self) -> bool:
        """Whether the panel offers the answer to the task that is shown."""
        task, attempt = self.shown, self._attempt
        open_after_try = attempt.tried and not attempt.answer_shown and task.id not in self.done
        return open_after_try and (task.quiz is None or self._asks)

    @property
    def waiting_for(self) -> str:
        """The button that the panel waits for: "next task", "question", or empty; the panel may be out of view."""
        if self.shown.id in self.done:
            return "next task"
        return "question" if self.can_show_answer and self.shown.quiz else ""

    @property
    def _open_predictions(self) -> list[str]:
        """The ids of the predictions that must be committed before the widget is shown."""
        if self._looked or self._recorded.state == "done":
            return []
        return [part for part, recorded in self._predictions.items() if recorded.state != "done"]

    @property
    def veiled(self) -> bool:
        """Whether the picture and the tasks are hidden because they would answer an open prediction."""
        return bool(self._open_predictions)

    def press(self, what: What, index: int) -> None:
        """Press a button of the panel.

        Parameters
        ----------
        what : {"show", "choose", "tell", "look", "how"}
            The kind of button.
        index : int
            The index of the task to show, or of the option to choose; other buttons ignore it.

        """
        if what == "look":
            self._looked = self._moved = True
        elif what == "show":
            self._index = check_count(index, "a task", 0, len(self._play.tasks) - 1)
            self._moved = True
            starts_afresh = self.shown.instruction.startswith(_AFRESH)
            if starts_afresh and self.shown.id not in self.done and not self._attempt.observations:
                self._widget.on_reset()
        elif what == "choose" and self._asks and self.shown.quiz is not None:
            options = self.shown.quiz.options
            self._choose(options[check_count(index, "an option", 0, len(options) - 1)])
        elif what == "how":
            self._shows_hint = not self._shows_hint
        elif what == "tell" and self.can_show_answer:
            self._attempt.answer_shown = self._moved = True
            self._message = f"The answer: {self._answer()}"

    def note_gesture(self, gesture: str) -> None:
        """Note whether the gesture that follows is part of a drag."""
        self._dragging = gesture in _DRAGS

    def above(self, drawn: Element) -> Element:
        """Check the task against the widget, whose present picture is `drawn`, and draw the panel."""
        if self._was_veiled:
            self._was_veiled, self._message = False, "The widget is no longer hidden."
        if not self._dragging:
            self._check_task(drawn)
        return self._draw_panel(drawn)

    def veil(self) -> Element:
        """Draw the buttons that replace a veiled widget: to the prediction, or look first."""
        self._was_veiled = True
        return draw_veil(self._open_predictions)

    def still(self) -> Element:
        """Draw the instructions of all tasks for a page without a kernel, regardless of the progress."""
        return div("tasks", role="group", aria_label="Tasks")[
            strong["Tasks" if len(self._play.tasks) > 1 else "Your task"],
            ol[(li[shown(task.instruction)] for task in self._play.tasks)],
        ]

    def _check_task(self, drawn: Element) -> None:
        """Observe the widget, and note whether the task that is shown is done."""
        task, attempt = self.shown, self._attempt
        if not attempt.tried:
            picture = html_of(drawn)
            attempt.first_picture = attempt.first_picture or picture
            attempt.tried = picture != attempt.first_picture
        observation = task.observe(self._widget) if task.observe else self._widget
        if not attempt.observations or (task.observe and observation != attempt.observations[-1]):
            attempt.observations.append(observation)
        if attempt.task_done or task.is_done is None or task.id in self.done or not (attempt.tried or self._moved):
            return
        attempt.task_done = task.is_satisfied(attempt.observations)
        if attempt.task_done and task.quiz is None:
            self._finish()
        elif attempt.task_done and task.quiz is not None:
            self._message = f"Done. {task.quiz.question}"

    def _draw_panel(self, drawn: Element) -> Element:
        """Draw the task that is shown and a button for each task.

        A screen reader reads out only one message of a picture, so the message of the panel includes the message of the
        widget.
        """
        task, attempt, count = self.shown, self._attempt, len(self._play.tasks)
        done, hint = task.id in self.done, self._widget.hint()
        message, moved, self._message, self._moved = self._message, self._moved, "", False
        widget_message = next((element.text for element in drawn.find(data_said=True)), "")
        read_out = " ".join(filter(None, (widget_message, message))) if message else ""
        return div("tasks", role="group", aria_label="Tasks")[
            p(data_said=True, class_="visually-hidden")[read_out] if message else None,
            div("head")[
                p(data_focus_next=moved and not attempt.answer_shown)[
                    strong[f"Task {self._index + 1} of {count}." if count > 1 else "Your task."],
                    " ",
                    shown(task.instruction),
                ],
                span("numbers", role="group", aria_label="All tasks")[map(self._draw_number, range(count))]
                if count > 1
                else None,
                self._draw_how() if hint else None,
            ],
            p("hint")[hint] if self._shows_hint else None,
            self._draw_question() if self._asks else None,
            div("outcome")[div[self._draw_outcome(done=done, moved=moved)], self._draw_next(done=done)],
        ]

    def _draw_how(self) -> Element:
        """Draw the button that shows or hides how to use the widget."""
        how = button(data_do="task", data_what="how", data_index=0, data_focus="task how", aria_label=_HOW_LABEL)
        return how(aria_expanded=str(self._shows_hint).lower())["How"]

    def _draw_number(self, index: int) -> Element:
        """Draw the button of a task: its number, and a tick if it is done."""
        done = self._play.tasks[index].id in self.done
        number = toggle_button("task", f"task {index}", on=index == self._index, what="show", index=index)
        return number(aria_label=f"Task {index + 1}, {'done' if done else 'open'}")[index + 1, " ✓" if done else None]

    def _draw_question(self) -> Content:
        task = self.shown
        assert task.quiz is not None
        done = task.id in self.done
        buttons = []
        for index, option in enumerate(task.quiz.options):
            marked = option.is_right if done else option == self._attempt.chosen
            toggle = toggle_button("task", f"task option {index}", on=marked, what="choose", index=index)
            buttons.append(toggle[shown(option.text)])
        return [
            p[shown(task.quiz.question)] if task.is_done is not None else None,
            div("row", role="group", aria_label=task.quiz.question)[buttons],
        ]

    def _draw_outcome(self, *, done: bool, moved: bool) -> Content:
        """Draw the answer if the task is done or the learner asked for it, and the feedback for a wrong option."""
        attempt = self._attempt
        wrong: Content = None
        if attempt.chosen and not attempt.chosen.is_right:
            wrong = p("wrong")[b["✗ Not right"], shown(_why_not(attempt.chosen, done))]
        if done:
            return [p("done")[b["✓ Done. "], shown(self._answer())], wrong]
        if attempt.answer_shown:
            return p("told", data_focus_next=moved)[b["The answer. "], shown(self._answer())]
        return wrong

    def _draw_next(self, *, done: bool) -> Element | None:
        """Draw the button that shows the answer, after a try, or the next open task, once this task is done."""
        if not done:
            tell = button(data_do="task", data_what="tell", data_index=0, data_focus="task tell")
            return tell["Show me the answer"] if self.can_show_answer else None
        open_tasks = [index for index, task in enumerate(self._play.tasks) if task.id not in self.done]
        if not open_tasks:
            return None
        following = next((index for index in open_tasks if index > self._index), open_tasks[0])
        next_task = button("main", data_do="task", data_what="show", data_index=following, data_focus="task next")
        return next_task["Next task"]

    @property
    def _attempt(self) -> _Attempt:
        return self._attempts[self.shown.id]

    @property
    def _asks(self) -> bool:
        """Whether the task that is shown has a question and the question can be asked now."""
        task = self.shown
        return task.quiz is not None and (task.is_done is None or self._attempt.task_done or task.id in self.done)

    def _answer(self) -> str:
        """Return the answer to the task: the right option with its feedback, and the feedback of the task.

        A recorded feedback is shown as it was when the task was done. A template that was not recorded is filled
        without the widget, because its present state is not the state in which the task was done.
        """
        task = self.shown
        feedback = self._recorded.detail(f"task {task.id}")
        if not isinstance(feedback, str):
            state_is_lost = task.id in self.done and isinstance(task.feedback, FeedbackTemplate)
            feedback = task.answer(None if state_is_lost else self._widget)
        options = task.quiz.options if task.quiz else ()
        right = [text for option in options if option.is_right for text in (_in_quotes(option.text), option.feedback)]
        return joined([*right, feedback])

    def _choose(self, option: Option) -> None:
        """Choose an option of the task's question."""
        task, self._attempt.chosen = self.shown, option
        done = task.id in self.done
        self._message = option.feedback if option.is_right else joined(["Not right", _why_not(option, done)], "")
        if option.is_right and not done:
            self._finish()
        elif not done:
            self._attempt.tried = True
            self._recorded.record("tried", **{f"chosen {task.id}": option.text})

    def _finish(self) -> None:
        """Record that the task that is shown is done, with its feedback if that depends on the widget's state."""
        task = self.shown
        feedback = task.answer(self._widget)
        detail: dict[str, Any] = {f"task {task.id}": feedback if callable(task.feedback) and feedback else True}
        self._recorded.record("tried", **detail)
        self._message = f"Task {self._index + 1} is done. {self._answer()}"
        if len(self.done) == len(self._play.tasks):
            self._recorded.record("done")

    def _restore(self) -> None:
        """Take over the recorded progress, and show the first open task."""
        tasks = self._play.tasks
        self._attempts = {task.id: _Attempt() for task in tasks}
        for task in tasks:
            chosen = None if task.id in self.done else self._recorded.detail(f"chosen {task.id}")
            for option in task.quiz.options if task.quiz else ():
                if option.text == chosen:
                    self._attempts[task.id].chosen, self._attempts[task.id].tried = option, True
        self._index = next((index for index, task in enumerate(tasks) if task.id not in self.done), 0)
        self._message, self._moved = "", False

    def _on_recorded_change(self) -> None:
        self._restore()
        self._widget.refresh()


def draw_veil(predictions: Sequence[str]) -> Element:
    """Draw the buttons in the place of what would answer open predictions, whose ids are given."""
    jump = button("main", data_jump=predictions[0], data_focus="veil jump")
    look = button(data_do="task", data_what="look", data_index=0, data_focus="veil look")
    return div("veil", role="group", aria_label="Hidden until you predict")[
        p[f"Commit your prediction{'s' if len(predictions) > 1 else ''} above first."],
        div("row")[jump["To the prediction ↑"], look["Look first"]],
    ]


def _in_quotes(text: str) -> str:
    """Return an option as a sentence in quotation marks; without them if it contains quotation marks itself."""
    return joined([text, "."] if "“" in text else ["“", text, "”."], "")


def _why_not(option: Option, done: bool) -> str:
    """Return the text after "Not so" about a wrong option.

    The option is named only if the task is done, because then the right option is the one that is marked.
    """
    return joined([": ", _in_quotes(option.text), " ", option.feedback] if done else [". ", option.feedback], "")


def _named_message(name: str) -> Callable[[Callable[[Any], str | None]], Callable[[Any], str | None]]:
    """Register the decorated function as the message about a widget that lessons call `name`."""

    def register(message: Callable[[Any], str | None]) -> Callable[[Any], str | None]:
        NAMED_MESSAGES[name] = message
        return message

    return register


# Lesson 01: an assessor


def _agreed_on(assessor: Any) -> int | None:
    """Return the number of documents on which both assessors agree; None until the learner has judged all."""
    agreement = assessor.agreement
    return agreement.agreed if agreement and agreement.documents == len(assessor.topic.documents) else None


def _agreement_fell(agreed: Sequence[int | None]) -> bool:
    """Return whether the agreement fell between two moments at which all documents were judged."""
    return any(after < before for before, after in pairwise(count for count in agreed if count is not None))


NAMED_CONDITIONS["agreed-on-fewer"] = Condition(_agreed_on, _agreement_fell)


@_named_message("agreed-of-all")
def _agreed_of_all(assessor: Any) -> str | None:
    """Return the agreement as a sentence, once all documents are judged and compared."""
    if not assessor.compared or _agreed_on(assessor) is None:
        return None
    agreement = assessor.agreement
    by_chance = f"Judging at random, the two of you would agree on {agreement.by_chance} of them."
    return f"You agree on {agreement.agreed} of {agreement.documents}. {by_chance}"


# Lesson 02: the confusion matrix

NAMED_CONDITIONS["all-from-none"] = Condition(
    lambda matrix: (len(matrix.ranking), sum(matrix.counts.values())),
    lambda sizes: any(retrieved == 0 for retrieved, _ in sizes) and sizes[-1][0] == sizes[-1][1],
)
NAMED_CONDITIONS["three-weights"] = Condition(
    lambda matrix: matrix.beta,
    # The first weight is left out, because the learner did not choose it.
    lambda betas: {0.5, 1.0, 2.0} <= {*betas[1:]},
)


# Lesson 03: the ranking board


def _moved_up_by_one(before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """Return whether one relevant document went up by one rank, past one that is not, and nothing else moved."""
    changed = [index for index, grades in enumerate(zip(before, after, strict=False)) if grades[0] != grades[1]]
    return len(before) == len(after) and len(changed) == 2 and changed[1] == changed[0] + 1 and bool(after[changed[0]])


def _relevant_swapped(before: tuple[Any, ...], after: tuple[Any, ...]) -> bool:
    """Return whether relevant documents changed places and no other did, given documents and grades by rank."""
    (documents_before, grades_before), (documents, grades) = before, after
    if grades_before != grades or documents_before == documents:
        return False
    ranks = zip(documents_before, documents, grades, strict=True)
    return all(grade for old_document, document, grade in ranks if old_document != document)


NAMED_CONDITIONS["up-by-one"] = Condition(
    lambda board: tuple(board.ranking.grades),
    lambda rankings: any(_moved_up_by_one(before, after) for before, after in pairwise(rankings)),
)
NAMED_CONDITIONS["swap-of-relevant"] = Condition(
    lambda board: (board.ranking.documents, tuple(board.ranking.grades)),
    lambda rankings: any(_relevant_swapped(before, rankings[-1]) for before in rankings[:-1]),
)


# Lesson 04: means


def _values_of_both(means: Any) -> tuple[tuple[Fraction, ...], ...]:
    """Return the present values of both systems."""
    return tuple(means.of(name).values for name in hard_query())


def _ahead_by_one_dot(means: Any) -> bool:
    """Return whether one dot was moved and System A is ahead by both means."""
    moved = 0
    for values, initial_values in zip(_values_of_both(means), hard_query().values(), strict=True):
        moved += sum(value != initial for value, initial in zip(values, initial_values.values(), strict=True))
    a, b = (means.of(name) for name in hard_query())
    return bool(moved == 1 and a.mean > b.mean and a.geometric > b.geometric)


def _last_query_at_zero(means: Any) -> bool:
    """Return whether the last query of System A is at 0 and all other values are the initial ones."""
    a, b = (tuple(initial_values.values()) for initial_values in hard_query().values())
    return _values_of_both(means) == ((*a[:-1], 0), b)


def _moved_from_3_to_10(observed: Sequence[tuple[int, ...]]) -> bool:
    """Return whether the second query went to rank 3 and then to rank 10, with the others at ranks 1 and 2."""
    expected = [(1, 3, 2), (1, 10, 2)]
    return [ranks for ranks in observed if ranks in expected][-2:] == expected


NAMED_CONDITIONS["a-ahead-by-one-dot"] = Condition(_ahead_by_one_dot, lambda held: held[-1])
NAMED_CONDITIONS["a-at-zero"] = Condition(_last_query_at_zero, lambda held: held[-1])
NAMED_CONDITIONS["a-at-zero-with-another-epsilon"] = Condition(
    lambda means: _last_query_at_zero(means) and means.epsilon != Fraction(repr(EPSILON)), lambda held: held[-1]
)
NAMED_CONDITIONS["from-third-to-tenth"] = Condition(lambda means: tuple(means.ranks.values()), _moved_from_3_to_10)


# Lesson 05: the graded ranking

FIVE = (3, 2, 1, 2, 3)
"""The initial grades of the widget of lesson 05."""

NAMED_CONDITIONS["cutoff-down-to-one"] = Condition(
    lambda gains: (gains.ranking.grades, gains.ranking.missed, gains.scheme.cutoff),
    lambda observed: list(observed[-5:]) == [(FIVE, (), cutoff) for cutoff in (5, 4, 3, 2, 1)],
)
NAMED_CONDITIONS["two-changes-by-original"] = Condition(
    lambda gains: (gains.ranking.grades, gains.scheme.discount, gains.scheme.base),
    lambda observed: len({grades for grades, *discount in observed if discount == ["original", 10]}) > 2,
)


# Lesson 08: two ranks on two scales


@_named_message("two-disagreements")
def _two_disagreements(scales: Any) -> str | None:
    """Return the first two of the learner's cases in which the means disagree."""
    cases = [f"A {_with_means(a)} and B {_with_means(b)}" for a, b in scales.found]
    return "; ".join(cases[:2]) if len(cases) > 1 else None


def _with_means(ranks: tuple[int, int]) -> str:
    return f"{written(ranks)} (mean ESL {decimal(mean_rank(ranks))}, mean RR {decimal(mean_reciprocal(ranks))})"


def _moved_from_10_and_from_2(observed: Sequence[tuple[int, ...]]) -> bool:
    """Return whether a rank went from 10 to 9 and a rank, at any time, from 2 to 1."""
    moves = {move for before, after in pairwise(observed) for move in zip(before, after, strict=True)}
    return {(10, 9), (2, 1)} <= moves


NAMED_CONDITIONS["from-ten-and-from-two"] = Condition(lambda scales: (*scales.a, *scales.b), _moved_from_10_and_from_2)


# Lesson 11: criteria

NAMED_CONDITIONS["no-harm-by-ten-then-by-one"] = Condition(
    lambda it: (it.criterion.name, it.criterion.on, it.pair, it.multiplicity),
    lambda observed: (
        {("do no harm", "esl", ("R10", "R9"), tests) for tests in (1, 10)} <= {*observed} and observed[-1][-1] == 1
    ),
)


# Lesson 13: permutations


@_named_message("beyond-the-point")
def _beyond_threshold(permutations: Any) -> str | None:
    """Return how the scores were shuffled, the 95% point of the ranges, and how many pairs are above it."""
    if math.isnan(permutations.threshold):
        return None
    shuffled = "within topics" if permutations.within else "over the whole table"
    return (
        f"With scores shuffled {shuffled}, the threshold is {fixed(permutations.threshold, 3)}, and "
        f"{permutations.pairs or 'none'} of the {len(permutations.apart)} pairs "
        f"{'is' if permutations.pairs < 2 else 'are'} above it."
    )


# Lesson 14: adjudication


@_named_message("found-by-yourself")
def _found_by_learner(adjudicate: Any) -> str | None:
    """Return how many relevant documents the learner and the leading method found."""
    from irlearn.studies.adjudication import METHODS

    if not adjudicate.own:
        return None
    best = max(adjudicate.race, key=adjudicate.race.get)
    relevant = count_noun(adjudicate.own_relevant, "relevant document")
    return (
        f"You found {relevant} with {count_noun(adjudicate.own, 'judgment')}; no method found more than "
        f"{METHODS[best].title}, which found {adjudicate.race[best]} with {max(adjudicate.own, adjudicate.steps)}."
    )
