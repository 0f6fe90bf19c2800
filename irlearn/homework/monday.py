"""A note for the next class: what a class got right, and what to say, show and set about each mistake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from irlearn.byhand.generate import exercise, find_topic
from irlearn.byhand.hand_calculation import Exercise
from irlearn.byhand.topic_generators import TOPICS
from irlearn.homework.marks import CONVENTION, EMPTY, HALF, MISTAKE, RIGHT, UNKNOWN, MarkedNumber, MarkedStudent
from irlearn.homework.worksheet import render
from irlearn.homework.wrong_turns import WrongTurn, lines_beside, wrong_turns
from irlearn.text.numbers import decimal, percent

_KINDS = (RIGHT, MISTAKE, CONVENTION, HALF, UNKNOWN, EMPTY)
_COMPARED = 5
"""The answers among which the shortest calculation is chosen, because a calculation takes time."""
_TRIES = 40
"""The seeds that are tried for an exercise on which a mistake gives a number of its own."""


class _Given(NamedTuple):
    """A number that a student gave: its place in the worksheet, the exercise, and the part that asks for the number."""

    student: str
    label: str
    asked: Exercise
    number_asked: Exercise
    number: MarkedNumber

    @property
    def lines(self) -> list[tuple[str, str]]:
        """The lines of the student's calculation that differ, with the right lines beside them."""
        wrong = () if self.number.verdict is None else self.number.verdict.diagnoses[0].lines
        right = [str(line) for line in self.number_asked.solution.equations]
        return lines_beside(wrong, right) if wrong else [(self.number.text, right[-1])]


def monday(
    title: str,
    items: Sequence[str],
    students: Sequence[MarkedStudent],
    notes: Sequence[str],
    lesson_of: Callable[[str], str],
) -> bytes:
    """Return a note as Markdown; the parameters are those of `irlearn.homework.marks_files.marks_files`."""
    given = [
        _Given(student.id, f"{item} ({number.name})" if asked.further_quantities else item, asked, number_asked, number)
        for student in students
        for item, (asked, _, numbers, not_counted) in zip(items, student.answers, strict=False)
        for number, number_asked in zip(numbers, asked.numbers, strict=True)
        if not not_counted
    ]
    used = [student_given.asked for student_given in given]
    possible = max((sum(len(answer.numbers) for answer in student.answers) for student in students), default=0)
    handed_in = [student for student in students if student.answers]
    average = sum((student.mark for student in students), Fraction(0)) / (len(handed_in) or 1)
    by_kind = {kind: _grouped([each for each in given if each.number.kind == kind], "mistake") for kind in _KINDS}
    return render(
        "monday.md",
        title=title,
        students=students,
        handed_in=handed_in,
        average=decimal(Fraction(round(10 * average), 10)),
        possible=possible,
        rows=[_row(label, of_label) for label, of_label in _grouped(given, "label").items()],
        mistakes=[_section(*row, used, lesson_of) for row in by_kind[MISTAKE].items()],
        conventions=by_kind[CONVENTION],
        half=by_kind[HALF],
        unknown=_grouped([each for each in given if each.number.kind == UNKNOWN], "label"),
        notes=notes,
    )


def _grouped(given: Sequence[_Given], name: str) -> dict[str, list[_Given]]:
    """Return numbers by their label in the order of the worksheet, or by their mistake with the most frequent first."""
    groups: dict[str, list[_Given]] = {}
    for each in given:
        groups.setdefault(each.label if name == "label" else each.number.mistake, []).append(each)
    if name == "label":
        return groups
    return dict(sorted(groups.items(), key=lambda row: (-len(row[1]), row[0])))


def _row(label: str, given: Sequence[_Given]) -> dict[str, Any]:
    """Return a row of the table with the shares of the kinds."""
    counts, topic = Counter(each.number.kind for each in given), given[0].asked.topic
    shares = [percent(Fraction(counts[kind], len(given)), 0) for kind in _KINDS]
    title = find_topic(topic).title if topic else given[0].asked.id
    return {"label": label, "asks": title, "right": counts[RIGHT] / len(given), "shares": shares}


def _section(
    identity: str, given: Sequence[_Given], used: Sequence[Exercise], lesson_of: Callable[[str], str]
) -> dict[str, Any]:
    """Return the entry of a mistake, with the calculation that fits best on a blackboard."""
    shortest = min(given[:_COMPARED], key=lambda each: len(str(each.lines)))
    topic = shortest.asked.topic
    variant, turn = _next_exercise(identity, shortest.asked, used)
    lesson = lesson_of(identity) or (f"lesson {find_topic(topic).lesson}" if topic else "")
    return {"id": identity, "given": given, "shown": shortest, "lesson": lesson, "next": variant, "turn": turn}


def _next_exercise(
    identity: str, asked: Exercise, used: Sequence[Exercise]
) -> tuple[Exercise | None, WrongTurn | None]:
    """Return an exercise that nobody handed in, on which the mistake gives a number of its own, with that number.

    A lecturer's own question is followed by a topic that asks for the same quantity, if there is one.
    """
    topics = [asked.topic] if asked.topic else [name for name in TOPICS if exercise(name).quantity == asked.quantity]
    if not topics:
        return None, None
    next_of = partial(exercise, topics[0], level=asked.level or 2)
    first = 1 + max((other.seed for other in used if other.topic == topics[0]), default=0)
    variants = map(next_of, range(first, first + _TRIES))
    turns = ((variant, turn) for variant in variants for turn in wrong_turns(variant) if turn.ids == [identity])
    return next(turns, (next_of(first), None))
