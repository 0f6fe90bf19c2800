"""Elements that the widgets with questions share: data, states and solutions; and their recorded progress."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from irlearn.byhand.calculation import Calculation
from irlearn.byhand.hand_calculation import Exercise
from irlearn.byhand.hand_quantity import HandQuantity
from irlearn.byhand.measure_derivation import grade_text
from irlearn.byhand.question_text import is_counted, relevant_in_all, rounding
from irlearn.byhand.question_words import UNDERSTOOD, WHOLE, WORDINGS
from irlearn.course.progress import Progress
from irlearn.measures import Measure
from irlearn.measures.means import Mean
from irlearn.quantity import Quantity
from irlearn.ranking import Ranking
from irlearn.text.english import count_noun
from irlearn.text.html import Content, Element, div, p, span
from irlearn.text.markdown import shown
from irlearn.text.numbers import fixed, percent
from irlearn.widgets.core.input_fields import FIELDS

_CELLS = 40  # the largest number of ranks that are drawn; further ranks of a list are left out
_UNGROUPED, _FIVE = 20, 5  # The ranks of a list longer than 20 are drawn in groups of 5.
STATES = {
    "open": "○ open",
    "tried": "… tried",
    "done": "✓ done",
    "committed": "● committed",
    "shown": "◇ solution shown",
}
"""The label of each state of a part: a sign and a word."""


def draw_state(state: str) -> Element:
    """Draw the state of a part as a small label."""
    return span(f"state {state}")[STATES[state]]


def understood(*asked: Quantity, places: int = 3, usual: bool = True) -> str:
    """Return a sentence about how answers can be typed; empty for whole numbers, which the question itself asks for.

    Without `usual`, the sentence is returned only for answers that are typed in a way of their own.
    """
    not_whole = [quantity for quantity in asked if rounding(quantity, 0) != WHOLE]
    template = UNDERSTOOD[all(quantity.range[1] > 1 for quantity in not_whole)]
    sentence = template.format(fixed(13 / 30, places), percent(13 / 30, places - 2)) if usual else ""
    sentences = dict.fromkeys(WORDINGS.of(quantity).answer_format or sentence for quantity in not_whole)
    return " ".join(filter(None, sentences))


def draw_question(task: Exercise) -> tuple[str, Content]:
    """Return the text of a question, and a picture of its data if the text does not state them.

    Rankings are drawn, but not the order of a set that the text describes by counts. Other data are drawn if the
    exercise has a text without them; otherwise the picture is None.
    """
    if not task.question_without_data and isinstance(task.quantity, Measure) and isinstance(task.data, Ranking):
        states_counts = count_noun(len(task.data), "document") in task.question
        if states_counts and is_counted(task.quantity, task.data):
            return task.question, None
    data = (task.data,) if isinstance(task.data, Ranking) else task.data
    is_drawn = task.data_is_drawn and (task.question_without_data or all(isinstance(item, Ranking) for item in data))
    return task.question_without_data or task.question, draw_given(task.quantity, task.data) if is_drawn else None


def draw_given(asked: Quantity, given: object) -> Content:
    """Draw the data of a question: rankings and values as cells, scores as a table, counts as a sentence."""
    if isinstance(asked, HandQuantity):
        return FIELDS.of(asked).draw_data(asked, asked.read(given))
    assert isinstance(asked, Measure | Mean)
    measure = asked.per_query
    if isinstance(given, Ranking):
        return _draw_ranking(measure, given)
    assert isinstance(given, tuple)
    numbered = list(enumerate(given, start=1))
    if not all(isinstance(item, Ranking) for item in given):
        label = ", ".join(f"query {number}: {value}" for number, value in numbered)
        return [
            p("small")[f"{measure!r} of each of {len(given)} queries."],
            div("ranks values", role="img", aria_label=label)[
                (span[span("cell")[value], span("number")[number]] for number, value in numbered)
            ],
        ]
    return div("queries")[
        (div("query")[span("who")[f"Query {number}"], _draw_ranking(measure, ranking)] for number, ranking in numbered)
    ]


def _draw_ranking(measure: Measure, ranking: Ranking) -> list[Element]:
    shown_ranks = ranks_of(measure, ranking)
    label = "; ".join(f"rank {rank}: {shown_rank.words}" for rank, shown_rank in enumerate(shown_ranks, start=1))
    rest = len(ranking) - len(shown_ranks)
    return [
        *about(measure, ranking),
        div("ranks", role="img", aria_label=label + (f"; and {rest} more ranks" if rest > 0 else ""))[
            in_fives([span(rank.css_class)[rank.cell] for rank in shown_ranks]),
            rest > 0 and span("more")[f"and {rest} more"],
        ],
    ]


class ShownRank(NamedTuple):
    """A rank to draw: its CSS classes, its cell (mark or grade above the number), and its text for screen readers."""

    css_class: str
    cell: Content
    words: str


def ranks_of(measure: Measure, ranking: Ranking) -> list[ShownRank]:
    """Return the first 40 ranks of a list, with the marks or grades that a measure uses."""
    plain, rel = is_plain(measure, ranking), measure.rel
    tied = [size > 1 for size in ranking.ties for _ in range(size)] or [False] * len(ranking)
    shown_ranks = []
    for rank, grade in enumerate(ranking.grades[:_CELLS], start=1):
        css_class = "unjudged" if grade < 0 else "hit" if grade >= rel else "miss"
        sign = ("✓" if grade > 0 else "·" if grade == 0 else "?") if plain else grade_text(grade)
        relevance = {"unjudged": "unjudged", "hit": "relevant", "miss": "not relevant"}[css_class]
        words = relevance if plain or grade < 0 else f"grade {grade}"
        cell = [span("cell")[sign], span("number")[rank]]
        shown_ranks.append(ShownRank(f"{css_class} tied" if tied[rank - 1] else css_class, cell, words))
    return shown_ranks


def in_fives(cells: list[Element]) -> list[Element]:
    """Return the cells of ranks, in groups of five if the list is long."""
    if len(cells) <= _UNGROUPED:
        return cells
    return [span("five")[cells[start : start + _FIVE]] for start in range(0, len(cells), _FIVE)]


def is_plain(measure: Measure, ranking: Ranking) -> bool:
    """Return True if each rank is only relevant or not relevant, so that no grade has to be shown."""
    return measure.basis != "grades" and measure.rel == 1 and max(ranking.judged, default=0) <= 1


def about(measure: Measure, ranking: Ranking) -> list[Element]:
    """Draw a line on how a list was parsed, with the facts that its cells do not show."""
    binary, plain = measure.basis == "relevance", is_plain(measure, ranking)
    facts = _hidden_facts(ranking, binary=binary, plain=plain, rel=measure.rel)
    return [*([p("small")[ranking.echo]] if ranking.echo else []), p("small")[shown(facts)]]


def _hidden_facts(ranking: Ranking, *, binary: bool, plain: bool, rel: int) -> str:
    """Return sentences about all relevant documents, missed grades and ties, which cells do not show."""
    sentences = []
    if binary:
        from_grade = "" if plain else f" (grade {rel} or more)"
        sentences.append(f"{relevant_in_all(int(ranking.arrays.relevant(rel)))}{from_grade}.")
    if not plain:
        missed = " ".join(map(str, ranking.missed[:_CELLS]))
        sentences.append(f"Grades that the list misses: {missed}." if missed else "The list misses no judged document.")
    else:
        marks = {1: "✓ relevant", 0: "· not relevant", -1: "? unjudged"}
        legend = [text for grade, text in marks.items() if grade in ranking.grades]
        sentences.append(", ".join(legend) + "." if legend else "")
    start = 1
    for size in ranking.ties:
        sentences += [f"Ranks {start} to {start + size - 1} are tied."] if size > 1 else []
        start += size
    return " ".join(filter(None, sentences))


def draw_solution(solution: Calculation, caption: Callable[[str], str]) -> Element:
    """Draw the right calculation, with the sentences on its purpose as `caption` returns them."""
    return div("solution")[solution.typeset(caption)]


class RecordedPart:
    """The record of a part in a progress; without a progress nothing is recorded.

    `changed` is called when something else changes the record: a reset, a resume code or another widget.
    """

    def __init__(self, progress: Progress | None, part: str, changed: Callable[[], None]) -> None:
        self._progress, self._part, self._changed = progress, part, changed
        self._writing = False
        self._last_record = self._present_record()
        if progress is not None:
            progress.watch(self._follow)

    @property
    def kept(self) -> bool:
        """Whether there is a progress that records the part."""
        return self._progress is not None

    @property
    def state(self) -> str:
        """The state of the part: "open", "tried" or "done"."""
        return "open" if self._progress is None else self._progress.state(self._part)

    @property
    def answer(self) -> str:
        """The last answer as it was typed or chosen; empty before the first answer."""
        return "" if self._progress is None else self._progress.answer(self._part)

    def detail(self, name: str, default: object = None) -> object:
        """Return another recorded value by its name."""
        return default if self._progress is None else self._progress.detail(self._part).get(name, default)

    def record(self, state: str, answer: str = "", **details: object) -> None:
        """Record a state and an answer; the first answer and the number of tries are kept as details."""
        if self._progress is None:
            return
        if answer:
            tries = self.detail("tries", 0)
            details["tries"] = 1 + (tries if isinstance(tries, int) else 0)
            same_data = self.detail("about", "") == details.get("about", "")
            details["first"] = (same_data and self.detail("first")) or answer
        self._writing = True
        try:
            self._progress.record(self._part, state, answer, **details)
        finally:
            self._writing = False
            self._last_record = self._present_record()

    def _present_record(self) -> tuple[object, ...]:
        return self.state, self.answer, None if self._progress is None else self._progress.detail(self._part)

    def _follow(self) -> None:
        """Call `changed` if the record was changed elsewhere."""
        if not self._writing and self._present_record() != self._last_record:
            self._last_record = self._present_record()
            self._changed()
