"""What the widgets that ask have in common: the ranking as cells, the scores as a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from irlearn.byhand.calculation import Calculation
from irlearn.byhand.hand_calculation import Exercise
from irlearn.byhand.measure_derivation import grade_text
from irlearn.byhand.quantity import HandQuantity
from irlearn.byhand.question_text import relevant_in_all, rounding
from irlearn.byhand.question_words import UNDERSTOOD, WHOLE, WORDINGS
from irlearn.course.progress import Progress
from irlearn.measures import Measure
from irlearn.measures.means import Mean
from irlearn.quantity import Quantity
from irlearn.ranking import Ranking
from irlearn.text.html import Content, Element, div, p, span
from irlearn.text.markdown import shown
from irlearn.text.numbers import fixed, percent
from irlearn.widgets.core.input_fields import FIELDS

_CELLS = 40  # ranks; the rest of a longer list is counted
_UNGROUPED, _FIVE = 20, 5  # ranks; those of a longer list stand in groups
STATES = {
    "open": "○ open",
    "tried": "… tried",
    "done": "✓ done",
    "committed": "● committed",
    "shown": "◇ solution shown",
}
"""The states of a part as they are shown, each a sign and a word."""


def draw_state(state: str) -> Element:
    """The state of a part as a small label."""
    return span(f"state {state}")[STATES[state]]


def understood(*asked: Quantity, places: int = 3) -> str:
    """How answers may be typed, in a sentence; nothing where whole numbers are asked for, which the question says."""
    others = [one for one in asked if rounding(one, 0) != WHOLE]
    ways = UNDERSTOOD[all(one.range[1] > 1 for one in others)]
    usual = ways.format(fixed(13 / 30, places), percent(13 / 30, places - 2))
    return " ".join(dict.fromkeys(WORDINGS.of(one).answer_format or usual for one in others))


def draw_question(task: Exercise) -> tuple[str, Content]:
    """The words of a question, and what they are about as a picture, or nothing.

    Rankings are drawn beside the words, and so is all else where the exercise has words without it; other scores and
    the values of a mean stand in the question.
    """
    given = (task.data,) if isinstance(task.data, Ranking) else task.data
    drawn = task.data_is_drawn and (task.question_without_data or all(isinstance(one, Ranking) for one in given))
    return task.question_without_data or task.question, draw_given(task.quantity, task.data) if drawn else None


def draw_given(asked: Quantity, given: object) -> Content:
    """What is asked about: a cell for each rank or for the value of each query, the scores of A and of B as a table.

    A mean has a row for each ranking; the counts of a binomial test are a sentence.
    """
    if isinstance(asked, HandQuantity):
        return FIELDS.of(asked).draw_data(asked, asked.read(given))
    assert isinstance(asked, Measure | Mean)
    measure = asked.per_query
    if isinstance(given, Ranking):
        return _draw_ranking(measure, given)
    assert isinstance(given, tuple)
    numbered = list(enumerate(given, start=1))
    if not all(isinstance(one, Ranking) for one in given):
        words = ", ".join(f"query {number}: {one}" for number, one in numbered)
        return [
            p("small")[f"{measure!r} of each of {len(given)} queries."],
            div("ranks values", role="img", aria_label=words)[
                (span[span("cell")[one], span("number")[number]] for number, one in numbered)
            ],
        ]
    return div("queries")[
        (div("query")[span("who")[f"Query {number}"], _draw_ranking(measure, one)] for number, one in numbered)
    ]


def _draw_ranking(measure: Measure, ranking: Ranking) -> list[Element]:
    shown = ranks_of(measure, ranking)
    label = "; ".join(f"rank {rank}: {one.words}" for rank, one in enumerate(shown, start=1))
    rest = len(ranking) - len(shown)
    return [
        *about(measure, ranking),
        div("ranks", role="img", aria_label=label + (f"; and {rest} more ranks" if rest > 0 else ""))[
            in_fives([span(one.css_class)[one.cell] for one in shown]), rest > 0 and span("more")[f"and {rest} more"]
        ],
    ]


class ShownRank(NamedTuple):
    """A rank as it is shown: its classes, its mark or grade above its number, and what a screen reader says."""

    css_class: str
    cell: Content
    words: str


def ranks_of(measure: Measure, ranking: Ranking) -> list[ShownRank]:
    """The ranks of a list as a measure sees them; of a longer list the first forty."""
    plain, rel = is_plain(measure, ranking), measure.rel
    tied = [size > 1 for size in ranking.ties for _ in range(size)] or [False] * len(ranking)
    found = []
    for rank, grade in enumerate(ranking.grades[:_CELLS], start=1):
        kind = "unjudged" if grade < 0 else "hit" if grade >= rel else "miss"
        sign = ("✓" if grade > 0 else "·" if grade == 0 else "?") if plain else grade_text(grade)
        named = {"unjudged": "unjudged", "hit": "relevant", "miss": "not relevant"}[kind]
        words = named if plain or grade < 0 else f"grade {grade}"
        cell = [span("cell")[sign], span("number")[rank]]
        found.append(ShownRank(f"{kind} tied" if tied[rank - 1] else kind, cell, words))
    return found


def in_fives(cells: list[Element]) -> list[Element]:
    """The cells of ranks, those of a long list in groups of five."""
    if len(cells) <= _UNGROUPED:
        return cells
    return [span("five")[cells[start : start + _FIVE]] for start in range(0, len(cells), _FIVE)]


def is_plain(measure: Measure, ranking: Ranking) -> bool:
    """Whether a rank is relevant or not, and no grade needs to be told."""
    return measure.basis != "grades" and measure.rel == 1 and max(ranking.judged, default=0) <= 1


def about(measure: Measure, ranking: Ranking) -> list[Element]:
    """How the list was read, and what its cells do not show."""
    said = _about(ranking, binary=measure.basis == "relevance", plain=is_plain(measure, ranking), rel=measure.rel)
    return [*([p("small")[ranking.echo]] if ranking.echo else []), p("small")[shown(said)]]


def _about(ranking: Ranking, *, binary: bool, plain: bool, rel: int) -> str:
    """What the cells do not show: how many are relevant in all, which grades are missed, what is tied."""
    said = []
    if binary:
        from_grade = "" if plain else f" (grade {rel} or more)"
        said.append(f"{relevant_in_all(int(ranking.arrays.relevant(rel)))}{from_grade}.")
    if not plain:
        missed = " ".join(map(str, ranking.missed[:_CELLS]))
        said.append(f"Grades that the list misses: {missed}." if missed else "The list misses no judged document.")
    else:
        marks = {1: "✓ relevant", 0: "· not relevant", -1: "? unjudged"}
        there = [text for grade, text in marks.items() if grade in ranking.grades]
        said.append(", ".join(there) + "." if there else "")
    start = 1
    for size in ranking.ties:
        said += [f"Ranks {start} to {start + size - 1} are tied."] if size > 1 else []
        start += size
    return " ".join(filter(None, said))


def draw_solution(solution: Calculation) -> Element:
    """The right calculation, each step a fraction."""
    return div("solution")[solution.typeset()]


class RecordedPart:
    """A part's place in a progress, or nowhere: what was recorded of it, and what to do when it changes elsewhere."""

    def __init__(self, progress: Progress | None, part: str, changed: Callable[[], None]) -> None:
        self._progress, self._part, self._changed = progress, part, changed
        self._writing = False
        self._seen = self._now()
        if progress is not None:
            progress.watch(self._follow)

    @property
    def kept(self) -> bool:
        """Whether there is a progress to keep it in."""
        return self._progress is not None

    @property
    def state(self) -> str:
        """How far the part is: open, tried or done."""
        return "open" if self._progress is None else self._progress.state(self._part)

    @property
    def answer(self) -> str:
        """The last answer as it was typed or chosen."""
        return "" if self._progress is None else self._progress.answer(self._part)

    def detail(self, name: str, default: object = None) -> object:
        """Another thing that was recorded."""
        return default if self._progress is None else self._progress.detail(self._part).get(name, default)

    def record(self, state: str, answer: str = "", **details: object) -> None:
        """Record what was done; the first answer and the number of tries are kept beside the last one."""
        if self._progress is None:
            return
        if answer:
            tries = self.detail("tries", 0)
            details["tries"] = 1 + (tries if isinstance(tries, int) else 0)
            details["first"] = self.detail("first") or answer
        self._writing = True
        try:
            self._progress.record(self._part, state, answer, **details)
        finally:
            self._writing = False
            self._seen = self._now()

    def _now(self) -> tuple[object, ...]:
        return self.state, self.answer, None if self._progress is None else self._progress.detail(self._part)

    def _follow(self) -> None:
        """Tell the widget when a reset, a resume code or another widget changed this part."""
        if not self._writing and self._now() != self._seen:
            self._seen = self._now()
            self._changed()
