"""The tasks of a play above its widget: one at a time, ticked off when it was done, answered after a try."""

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
from irlearn.widgets.core.fields import check_count, pressed
from irlearn.widgets.lesson.question_view import RecordedPart
from irlearn.widgets.play.scales import mean_rank, mean_reciprocal, written

What = Literal["show", "choose", "tell", "look"]
"""What a learner does: show a task, choose an option of its question, be told its answer, lift the veil."""
_AFRESH = "From the start: "  # so begins a task for which the widget is put back when it is shown
_DRAGS = frozenset(("grab", "place", "slide"))  # a task that is done on the way would move what is in the hand


@dataclass
class _Way:
    """How far a learner has come with one task since it was shown; nothing of this outlives the kernel."""

    first_picture: str = ""  # the picture when it was shown
    observations: list[Any] = field(default_factory=list)
    tried: bool = False
    task_done: bool = False  # what was to be done: the question may follow
    chosen: Option | None = None
    answer_shown: bool = False


class Tasks:
    """What a learner has done of a play, and its panel. `widget` is what is played with.

    The widget asks for what stands `above` it when it is drawn anew, and says which gesture it answers
    (`note_gesture`): the task that is shown is done once it holds, but not in the middle of a drag, and stays done. Its
    answer is told after a try: a change of the picture since the task was shown, or a wrong answer. What is done is
    kept in `progress` under the play's id, a detail for each task; once all are there, the play is done.

    A widget that would answer predictions is `veiled` as long as one of them is open, unless the learner looks first,
    which nothing keeps: then neither its picture nor the tasks are on the page.
    """

    def __init__(self, play: WidgetTasks, progress: Progress, widget: Any) -> None:
        self._play, self._widget = play, widget
        self._kept = RecordedPart(progress, play.id, self._changed)
        self._asked = {one: RecordedPart(progress, one, widget.refresh) for one in play.after}
        self._in_hand = self._looked = self._hid = False
        self._restore()

    @property
    def play(self) -> WidgetTasks:
        """The tasks as they were given."""
        return self._play

    @property
    def shown(self) -> Task:
        """The task that is shown."""
        return self._play.tasks[self._at]

    @property
    def done(self) -> tuple[str, ...]:
        """The ids of the tasks that are done."""
        whole = self._kept.state == "done"
        return tuple(task.id for task in self._play.tasks if whole or self._kept.detail(f"task {task.id}"))

    @property
    def can_show_answer(self) -> bool:
        """Whether the answer to the task that is shown can be told: after a try, and while it is not."""
        task, way = self.shown, self._way
        return way.tried and not way.answer_shown and task.id not in self.done and (task.quiz is None or self._asks)

    @property
    def waiting_for(self) -> str:
        """What waits for the learner in the panel, which may be out of sight from where the hand is."""
        if self.shown.id in self.done:
            return "next task"
        return "question" if self.can_show_answer and self.shown.quiz else ""

    @property
    def _awaited(self) -> list[str]:
        """The predictions that are to be committed before anything is seen."""
        seen = self._looked or self._kept.state == "done"
        return [] if seen else [one for one, kept in self._asked.items() if kept.state != "done"]

    @property
    def veiled(self) -> bool:
        """Whether the picture and the tasks are hidden, since they would answer an open prediction."""
        return bool(self._awaited)

    def press(self, what: What, index: int) -> None:
        """Do what the panel's buttons do, with the task or the option of that index."""
        if what == "look":
            self._looked = self._moved = True
        elif what == "show":
            self._at = check_count(index, "a task", 0, len(self._play.tasks) - 1)
            self._moved = True
            if (
                self.shown.instruction.startswith(_AFRESH)
                and self.shown.id not in self.done
                and not self._way.observations
            ):
                self._widget.on_reset()
        elif what == "choose" and self._asks and self.shown.quiz is not None:
            options = self.shown.quiz.options
            self._choose(options[check_count(index, "an option", 0, len(options) - 1)])
        elif what == "tell" and self.can_show_answer:
            self._way.answer_shown = self._moved = True
            self._message = f"The answer: {self._answer()}"

    def note_gesture(self, gesture: str) -> None:
        """Take account of what the hand does."""
        self._in_hand = gesture in _DRAGS

    def above(self, drawn: Element) -> Element:
        """The panel above the widget as it is drawn now, of which it takes account."""
        if self._hid:
            self._hid, self._message = False, "The veil is lifted."
        if not self._in_hand:
            self._look(drawn)
        return self._draw(drawn)

    def veil(self) -> Element:
        """What stands in the place of all that is hidden."""
        self._hid = True
        many = len(self._awaited) > 1
        jump = button("main", data_jump=self._awaited[0], data_focus="veil jump")
        look = button(data_do="task", data_what="look", data_index=0, data_focus="veil look")
        return div("veil", role="group", aria_label="Veiled")[
            p[f"Commit your prediction{'s' if many else ''} above first."],
            div("row")[jump["To the prediction ↑"], look["Look first"]],
        ]

    def still(self) -> Element:
        """All tasks in words, for a page without a kernel; what was done of them is not said."""
        return div("tasks", role="group", aria_label="Tasks")[
            strong["Tasks" if len(self._play.tasks) > 1 else "Your task"],
            ol[(li[shown(task.instruction)] for task in self._play.tasks)],
        ]

    def _look(self, drawn: Element) -> None:
        """Whether the task that is shown is done by now."""
        task, way = self.shown, self._way
        if not way.tried:
            picture = html_of(drawn)
            way.first_picture = way.first_picture or picture
            way.tried = picture != way.first_picture
        value = task.observe(self._widget) if task.observe else self._widget
        if not way.observations or (task.observe and value != way.observations[-1]):
            way.observations.append(value)
        if way.task_done or task.is_done is None or task.id in self.done or not (way.tried or self._moved):
            return
        way.task_done = task.is_satisfied(way.observations)
        if way.task_done and task.quiz is None:
            self._finish()
        elif way.task_done and task.quiz is not None:
            self._message = f"That is done. {task.quiz.question}"

    def _draw(self, drawn: Element) -> Element:
        """The task that is shown, with a button for each task; what is said of it goes with what the widget says."""
        task, way, count = self.shown, self._way, len(self._play.tasks)
        done = task.id in self.done
        said, moved, self._message, self._moved = self._message, self._moved, "", False
        own = next((one.text for one in drawn.find(data_said=True)), "")
        return div("tasks", role="group", aria_label="Tasks")[
            p(data_said=True, class_="visually-hidden")[" ".join(filter(None, (own, said)))] if said else None,
            div("head")[
                p(data_focus_next=moved and not way.answer_shown)[
                    strong[f"Task {self._at + 1} of {count}." if count > 1 else "Your task."],
                    " ",
                    shown(task.instruction),
                ],
                span("numbers", role="group", aria_label="All tasks")[map(self._draw_number, range(count))]
                if count > 1
                else None,
            ],
            self._draw_question() if self._asks else None,
            div("outcome")[div[self._draw_outcome(done=done, moved=moved)], self._draw_next(done=done)],
        ]

    def _draw_number(self, at: int) -> Element:
        done = self._play.tasks[at].id in self.done
        button_ = pressed("task", f"task {at}", on=at == self._at, what="show", index=at)
        return button_(aria_label=f"Task {at + 1}, {'done' if done else 'open'}")[at + 1, " ✓" if done else None]

    def _draw_question(self) -> Content:
        task = self.shown
        assert task.quiz is not None
        marked = [one.is_right if task.id in self.done else one == self._way.chosen for one in task.quiz.options]
        buttons = [
            pressed("task", f"task option {place}", on=marked[place], what="choose", index=place)[shown(option.text)]
            for place, option in enumerate(task.quiz.options)
        ]
        return [
            p[shown(task.quiz.question)] if task.is_done is not None else None,
            div("row", role="group", aria_label=task.quiz.question)[buttons],
        ]

    def _draw_outcome(self, *, done: bool, moved: bool) -> Content:
        """What came of it, which stays where it is done: what another option would have been is said below."""
        way = self._way
        wrong = way.chosen and not way.chosen.is_right and p("wrong")[b["✗ Not so"], shown(_why_not(way.chosen, done))]
        if done:
            return [p("done")[b["✓ Done. "], shown(self._answer())], wrong]
        return p("told", data_focus_next=moved)[b["The answer. "], shown(self._answer())] if way.answer_shown else wrong

    def _draw_next(self, *, done: bool) -> Element | None:
        """The button that leads on: to the answer, which is there after a try, or to the next task."""
        if not done:
            tell = button(data_do="task", data_what="tell", data_index=0, data_focus="task tell")
            return tell["Show me the answer"] if self.can_show_answer else None
        left = [at for at, task in enumerate(self._play.tasks) if task.id not in self.done]
        if not left:
            return None
        after = next((at for at in left if at > self._at), left[0])
        return button("main", data_do="task", data_what="show", data_index=after, data_focus="task next")["Next task"]

    @property
    def _way(self) -> _Way:
        return self._ways[self.shown.id]

    @property
    def _asks(self) -> bool:
        """Whether the question of the task that is shown is asked by now."""
        task = self.shown
        return task.quiz is not None and (task.is_done is None or self._way.task_done or task.id in self.done)

    def _answer(self) -> str:
        """What is told of the task: what was told when it was done; the right option, and what is said of it."""
        task = self.shown
        kept = self._kept.detail(f"task {task.id}")
        elsewhere = task.id in self.done and isinstance(
            task.feedback, FeedbackTemplate
        )  # what was there then, nobody knows
        told = kept if isinstance(kept, str) else task.answer(None if elsewhere else self._widget)
        options = task.quiz.options if task.quiz else ()
        right = [text for option in options if option.is_right for text in (_in_quotes(option.text), option.feedback)]
        return joined([*right, told])

    def _choose(self, option: Option) -> None:
        task, self._way.chosen = self.shown, option
        done = task.id in self.done
        self._message = option.feedback if option.is_right else joined(["Not so", _why_not(option, done)], "")
        if option.is_right and not done:
            self._finish()
        elif not done:
            self._way.tried = True
            self._kept.record("tried", **{f"chosen {task.id}": option.text})

    def _finish(self) -> None:
        task = self.shown
        told = task.answer(self._widget)  # a function's text is kept: the widget will not be as it is now again
        kept: dict[str, Any] = {f"task {task.id}": told if callable(task.feedback) and told else True}
        self._kept.record("tried", **kept)
        self._message = f"Task {self._at + 1} is done. {self._answer()}"
        if len(self.done) == len(self._play.tasks):
            self._kept.record("done")

    def _restore(self) -> None:
        tasks = self._play.tasks
        self._ways = {task.id: _Way() for task in tasks}
        for task in tasks:
            chosen = None if task.id in self.done else self._kept.detail(f"chosen {task.id}")
            for option in task.quiz.options if task.quiz else ():
                if option.text == chosen:
                    self._ways[task.id].chosen, self._ways[task.id].tried = option, True
        self._at = next((at for at, task in enumerate(tasks) if task.id not in self.done), 0)
        self._message, self._moved = "", False

    def _changed(self) -> None:
        self._restore()
        self._widget.refresh()


def _in_quotes(text: str) -> str:
    """An option as a sentence: in quotation marks, but not in two pairs of them."""
    return joined([text, "."] if "“" in text else ["“", text, "”."], "")


def _why_not(option: Option, done: bool) -> str:
    """What is said of a wrong option behind "Not so"; it is named once the right one is marked."""
    return joined([": ", _in_quotes(option.text), " ", option.feedback] if done else [". ", option.feedback], "")


def _says(name: str) -> Callable[[Callable[[Any], str | None]], Callable[[Any], str | None]]:
    """Register the decorated function as a sentence about a widget."""

    def register(said: Callable[[Any], str | None]) -> Callable[[Any], str | None]:
        NAMED_MESSAGES[name] = said
        return said

    return register


# 01


def _agreed_on(assessor: Any) -> int | None:
    """On how many documents both assessors agree; None while one of them is not judged."""
    found = assessor.agreement
    return found.agreed if found and found.documents == len(assessor.topic.documents) else None


def _fell(agreed: Sequence[int | None]) -> bool:
    """Whether both came to agree on fewer documents, counted where all of them were judged."""
    return any(after < before for before, after in pairwise(one for one in agreed if one is not None))


NAMED_CONDITIONS["agreed-on-fewer"] = Condition(_agreed_on, _fell)


@_says("agreed-of-all")
def _agreed_of_all(assessor: Any) -> str | None:
    """The agreement in words, once all documents are judged and compared."""
    if not assessor.compared or _agreed_on(assessor) is None:
        return None
    found = assessor.agreement
    return f"You agree on {found.agreed} of {found.documents}. Chance would agree on {found.by_chance} of them."


# 02

NAMED_CONDITIONS["all-from-none"] = Condition(
    lambda matrix: (len(matrix.ranking), sum(matrix.counts.values())),
    lambda sizes: any(size == 0 for size, _ in sizes) and sizes[-1][0] == sizes[-1][1],
)
NAMED_CONDITIONS["three-weights"] = Condition(
    lambda matrix: matrix.beta,
    lambda betas: {0.5, 1.0, 2.0} <= {*betas[1:]},  # the first is the one that was there
)


# 03


def _up_by_one(before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """Whether one relevant document went up by one rank, past one that is not, and nothing else moved."""
    places = [place for place, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]]
    return len(before) == len(after) and len(places) == 2 and places[1] == places[0] + 1 and bool(after[places[0]])


def _swapped(before: tuple[Any, ...], after: tuple[Any, ...]) -> bool:
    """Whether relevant documents changed places, and no other did."""
    ranks = zip(before[0], after[0], after[1], strict=True)
    return before[1] == after[1] and before[0] != after[0] and all(grade for one, other, grade in ranks if one != other)


NAMED_CONDITIONS["up-by-one"] = Condition(
    lambda board: tuple(board.ranking.grades),
    lambda lists: any(_up_by_one(before, after) for before, after in pairwise(lists)),
)
NAMED_CONDITIONS["swap-of-relevant"] = Condition(
    lambda board: (board.ranking.documents, tuple(board.ranking.grades)),
    lambda lists: any(_swapped(before, lists[-1]) for before in lists[:-1]),
)


# 04


def _of_both(means: Any) -> tuple[tuple[Fraction, ...], ...]:
    """The values of both systems as they are."""
    return tuple(means.of(name).values for name in hard_query())


def _ahead_by_one_dot(means: Any) -> bool:
    """Whether one dot was moved, so that System A is first by both means."""
    pairs = zip(_of_both(means), hard_query().values(), strict=True)
    moved = sum(one != other for now, start in pairs for one, other in zip(now, start.values(), strict=True))
    a, b = (means.of(name) for name in hard_query())
    return bool(moved == 1 and a.mean > b.mean and a.geometric > b.geometric)


def _at_zero(means: Any) -> bool:
    """Whether the last query of System A is at 0, and all else as at the start."""
    a, b = (tuple(start.values()) for start in hard_query().values())
    return _of_both(means) == ((*a[:-1], 0), b)


def _from_3_to_10(ranks: Sequence[tuple[int, ...]]) -> bool:
    """Whether the second query went to rank 3 and then to rank 10, the others at ranks 1 and 2."""
    deep = [(1, 3, 2), (1, 10, 2)]
    return [one for one in ranks if one in deep][-2:] == deep


NAMED_CONDITIONS["a-ahead-by-one-dot"] = Condition(_ahead_by_one_dot, lambda seen: seen[-1])
NAMED_CONDITIONS["a-at-zero"] = Condition(_at_zero, lambda seen: seen[-1])
NAMED_CONDITIONS["a-at-zero-with-another-epsilon"] = Condition(
    lambda means: _at_zero(means) and means.epsilon != Fraction(repr(EPSILON)), lambda seen: seen[-1]
)
NAMED_CONDITIONS["from-third-to-tenth"] = Condition(lambda means: tuple(means.ranks.values()), _from_3_to_10)


# 05

FIVE = (3, 2, 1, 2, 3)  # the grades as the lesson's widget begins

NAMED_CONDITIONS["cutoff-down-to-one"] = Condition(
    lambda gains: (gains.ranking.grades, gains.ranking.missed, gains.scheme.cutoff),
    lambda seen: list(seen[-5:]) == [(FIVE, (), cutoff) for cutoff in (5, 4, 3, 2, 1)],
)
NAMED_CONDITIONS["two-changes-by-original"] = Condition(
    lambda gains: (gains.ranking.grades, gains.scheme.discount, gains.scheme.base),
    lambda seen: len({grades for grades, *discount in seen if discount == ["original", 10]}) > 2,
)


# 08


@_says("two-disagreements")
def _two_disagreements(scales: Any) -> str | None:
    """The first two cases that were found in which the means disagree."""
    cases = [f"A {_with_means(a)} and B {_with_means(b)}" for a, b in scales.found]
    return "; ".join(cases[:2]) if len(cases) > 1 else None


def _with_means(ranks: tuple[int, int]) -> str:
    return f"{written(ranks)} (mean ESL {decimal(mean_rank(ranks))}, mean RR {decimal(mean_reciprocal(ranks))})"


NAMED_CONDITIONS["from-ten-and-from-two"] = Condition(
    lambda scales: (*scales.a, *scales.b),
    lambda seen: {(10, 9), (2, 1)} <= {step for was, now in pairwise(seen) for step in zip(was, now, strict=True)},
)


# 11


NAMED_CONDITIONS["no-harm-by-ten-then-by-one"] = Condition(
    lambda it: (it.criterion.name, it.criterion.on, it.pair, it.multiplicity),
    lambda seen: {("do no harm", "esl", ("R10", "R9"), tests) for tests in (1, 10)} <= {*seen} and seen[-1][-1] == 1,
)


# 13


@_says("beyond-the-point")
def _beyond(dealer: Any) -> str | None:
    """How the scores were shuffled, the 95% point of the ranges, and how many observed differences lie beyond."""
    if math.isnan(dealer.threshold):
        return None
    shuffled = "within topics" if dealer.within else "over the whole table"
    return (
        f"Shuffled {shuffled}, the threshold is {fixed(dealer.threshold, 3)}, and {dealer.pairs or 'none'} of the "
        f"{len(dealer.apart)} pairs lie beyond."
    )


# 14


@_says("found-by-yourself")
def _found(it: Any) -> str | None:
    """What the learner found of a topic, and what the method that is ahead did."""
    from irlearn.studies.adjudication import METHODS

    if not it.own:
        return None
    best = max(it.race, key=it.race.get)
    found = count_noun(it.own_relevant, "relevant document")
    return (
        f"You found {found} with {count_noun(it.own, 'judgment')}; no method has more "
        f"than {METHODS[best].title}: {it.race[best]} with {max(it.own, it.steps)}."
    )
