"""The items of a worksheet, and the choice of a variant of each item for each student."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from irlearn.byhand.generate import exercise, exercise_by_id, find_topic
from irlearn.byhand.hand_calculation import Exercise
from irlearn.byhand.mean_derivation import MeanDerivation
from irlearn.byhand.measure_derivation import Derivation
from irlearn.byhand.question_text import is_counted
from irlearn.course.lesson_file import read_lesson
from irlearn.course.lesson_parts import GeneratedExercise, LessonPlan, Prediction
from irlearn.errors import InputError
from irlearn.text.english import comma_list

_ITEM = re.compile(r"([^:]*)(?::([0-9]{1,3}))?")
_OWN = re.compile(r"(.+\.md)(?::([a-z0-9-]+))?")
_TRIES = 8
"""The most seeds to try for a student, on average."""


class Item(NamedTuple):
    """An item of a worksheet: the title, and the topic with its level or the exercise that all students get.

    `lesson` is the file of a lecturer's own question.
    """

    title: str
    topic: str = ""
    level: int = 2
    fixed: Exercise | None = None
    lesson: Path | None = None

    @property
    def name(self) -> str:
        """The name of the topic, or the id of the exercise that all students get."""
        return self.fixed.id if self.fixed else self.topic


def read_items(words: Iterable[str], level: int) -> list[Item]:
    """Return the items that words name.

    A word is a topic such as "ap", perhaps with its level as in "ap:3"; the id of an exercise, which all students get;
    a lesson file, whose questions for numbers are all used; or a question of a lesson file, as in "my_lesson.md:turn".
    Raise `InputError` if there is no such topic, exercise or question.
    """
    return [item for word in words for item in _items(word, level)]


def _items(word: str, level: int) -> Iterator[Item]:
    if own := _OWN.fullmatch(word):
        path, plan = Path(own[1]), read_lesson(own[1])
        for part_id in [own[2]] if own[2] else _questions_for_numbers(path, plan):
            part = plan.part(part_id)
            if isinstance(part, GeneratedExercise):
                yield Item(plan.names[part_id], part.topic, part.level)
            else:
                yield Item(plan.names[part_id], fixed=_own_exercise(path, plan, part_id), lesson=path)
    elif match := _ITEM.fullmatch(word.strip().lower()):
        topic = find_topic(match[1])
        chosen_level = int(match[2] or level)
        exercise(topic.name, level=chosen_level)  # Raises an error for an unknown level.
        yield Item(topic.title, topic.name, chosen_level)
    else:
        fixed = exercise_by_id(word.lower())
        yield Item(find_topic(fixed.topic).title, fixed=fixed)


def _questions_for_numbers(path: Path, plan: LessonPlan) -> list[str]:
    ids = [part.id for part in plan.parts if isinstance(_question(plan, part.id), Exercise)]
    if not ids:
        raise InputError(f"{path.name} has no question for a number; a worksheet takes 'Work out' and 'Predict' parts")
    return ids


def _question(plan: LessonPlan, part_id: str) -> object:
    part = plan.part(part_id)
    return part.wrapped if isinstance(part, GeneratedExercise | Prediction) else part


def _own_exercise(path: Path, plan: LessonPlan, part_id: str) -> Exercise:
    question = _question(plan, part_id)
    if not isinstance(question, Exercise):
        ids = comma_list(_questions_for_numbers(path, plan))
        raise InputError(f"{part_id!r} of {path.name} does not ask for a number; those that do are {ids}")
    return question.with_id(f"{path.name}:{part_id}")


def find_exercise(identity: str, folder: Path) -> Exercise:
    """Return the exercise with an id of `seeds.csv`: a generated one, or a question of a lesson file in the folder.

    Raise `InputError` if there is no such exercise.

    >>> find_exercise("ap:2:7", Path()).id
    'ap:2:7'
    """
    own = _OWN.fullmatch(identity)
    if own is None or not own[2]:
        return exercise_by_id(identity)
    path = folder / own[1]
    return _own_exercise(path, read_lesson(path), own[2])


def size_of(variant: Exercise) -> int:
    """Return the number of terms of a calculation, so that students do equal work.

    These are the nonzero terms of a measure, the queries of a mean, and the rows of the table of any other quantity. A
    question that states numbers of documents in place of a list has the same size for all numbers.

    >>> size_of(exercise("ap", 7)), size_of(exercise("map", 1)), size_of(exercise("precision", 1))
    (5, 3, 1)
    """
    return max(_terms(number) for number in variant.numbers)


def _terms(number: Exercise) -> int:
    solution = number.solution
    if isinstance(solution, MeanDerivation):
        return len(solution.steps)
    if not isinstance(solution, Derivation):
        return len(solution.table().rows)
    if is_counted(solution.measure, solution.ranking):
        return 1
    return sum(step.value != 0 for step in solution.steps)


def choose_variants(
    items: Sequence[Item], students: int, seed: int = 1, progress: Callable[[float], object] = float
) -> list[tuple[Exercise, ...]]:
    """Return the exercises of each student: variants with the same number of terms, all different if there are enough.

    Variants are tried from `seed` on. Two neighbors never get the same variant, nor, if it can be avoided, the same
    answer. If a topic is in several items, they have different variants. The choice is the same on every platform.

    Parameters
    ----------
    items : sequence of Item
        The items of the worksheet.
    students : int
        The number of students.
    seed : int
        The first seed, 0 or more.
    progress : callable
        A function that receives the share of the work that is done, from 0 to 1.

    Returns
    -------
    list of tuple of Exercise
        For each student an exercise for each item.

    Examples
    --------
    >>> chosen = choose_variants(read_items(["ap", "ndcg"], 2), 3)
    >>> [[variant.id for variant in variants] for variants in chosen]
    [['ap:2:2', 'ndcg:2:4'], ['ap:2:3', 'ndcg:2:5'], ['ap:2:4', 'ndcg:2:7']]
    """
    topics = [(item.topic, item.level) for item in items if not item.fixed]
    variants = {topic: iter(_variants(*topic, students, topics.count(topic), seed)) for topic in dict.fromkeys(topics)}
    columns = list[list[Exercise]]()
    for item in items:
        columns.append([item.fixed] * students if item.fixed else next(variants[item.topic, item.level]))
        progress(len(columns) / len(items))
    return list(zip(*columns, strict=True))


def _variants(topic: str, level: int, students: int, columns: int, seed: int) -> Iterator[list[Exercise]]:
    """Yield a column of variants for the students, for each item of the topic."""
    wanted = students * columns
    by_size: dict[int, dict[Hashable, Exercise]] = {}
    for number in range(seed, seed + _TRIES * wanted + 50):
        variant = exercise(topic, number, level=level)
        same_size = by_size.setdefault(size_of(variant), {})
        same_size.setdefault((variant.quantity, variant.further_quantities, variant.data), variant)
        if len(same_size) == wanted:
            break
    largest = [*max(by_size.values(), key=len).values()]
    for column in range(columns):
        different = largest[column::columns] or largest
        yield list(islice(cycle(_neighbors_apart(different)), students))


def _neighbors_apart(variants: Iterable[Exercise]) -> Iterator[Exercise]:
    """Yield all variants, as far as possible in an order in which neighbors have different answers."""
    waiting, last_answer = list(variants), ""
    counts = Counter(variant.answer for variant in waiting)
    while waiting:
        commonest, count = counts.most_common(1)[0]
        must_come = commonest != last_answer and 2 * count > len(waiting)
        suits = (
            index
            for index, variant in enumerate(waiting)
            if (variant.answer == commonest if must_come else variant.answer != last_answer)
        )
        variant = waiting.pop(next(suits, 0))
        last_answer = variant.answer
        counts[last_answer] -= 1
        yield variant
