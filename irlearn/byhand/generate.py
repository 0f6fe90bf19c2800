"""Exercises made from a seed: instances on which the right rule and every wrong rule give different numbers."""

from __future__ import annotations

import re
from bisect import bisect
from functools import lru_cache
from random import Random

from irlearn.byhand.hand_calculation import Exercise
from irlearn.byhand.question import Given, Question
from irlearn.byhand.question_text import hints_for, question_for
from irlearn.byhand.question_words import ExerciseTopic
from irlearn.errors import InputError, check_whole, quoted
from irlearn.quantity import Quantity
from irlearn.text.english import count_noun, did_you_mean

LEVELS = (1, 2, 3)
"""Difficulty: 1 short lists and small numbers, 2 as in homework, 3 longer, with cutoffs and options."""
_TRIES, _MOST_TRIES = 600, 6000  # for the best one, and for any

Draft = tuple[Quantity | tuple[Quantity, ...], Given]
"""A candidate: what is asked, perhaps several numbers, and what is given."""


def exercise(name: str, seed: int = 1, *, level: int = 2) -> Exercise:
    """An exercise of a topic, the same for the same seed and level on every platform.

    The instance is searched for: the right rule and all wrong rules that apply give numbers that differ at the stated
    rounding. Where no candidate does it all, the best is taken; but never one on which a wrong rule gives the right
    number.
    In a class that is given the seeds from 1 on, nobody can do with a neighbour's answers.
    Raises `InputError` for an unknown topic or level.

    >>> exercise("ap", 7) == exercise("ap", 7), exercise("ap", 7).id
    (True, 'ap:2:7')
    """
    chosen = find_topic(name)
    if isinstance(level, bool) or level not in LEVELS:
        raise InputError(f"the level of an exercise is {LEVELS[0]}, {LEVELS[1]} or {LEVELS[2]}; given: {quoted(level)}")
    check_whole("the seed of an exercise", seed, least=0)
    return _made(chosen, seed, level)


@lru_cache(maxsize=512)  # a class is asked the same
def _made(chosen: ExerciseTopic, seed: int, level: int) -> Exercise:
    seeded = f"{chosen.name} {level} {seed}"
    questions = _search(chosen, level, Random(f"irlearn {seeded}"))
    asked, given = tuple(one.quantity for one in questions), questions[0].data
    told = question_for(Random(f"irlearn words {seeded}"), asked, given, chosen.places)
    return Exercise(
        id=f"{chosen.name}:{level}:{seed}",
        quantity=asked[0],
        data=given,
        question=told.text,
        question_without_data=told.text_without_data,
        hints=hints_for(asked, given),
        places=chosen.places,
        topic=chosen.name,
        level=level,
        seed=seed,
        further_quantities=asked[1:],
    )


def _search(chosen: ExerciseTopic, level: int, random: Random) -> list[Question]:
    """The first candidate on which all numbers differ, or of many the one with the fewest that do not.

    One on which a wrong rule gives the right number is none.
    """
    best: list[Question] = []
    least = _NEVER
    for tried in range(_MOST_TRIES):
        if not least or (best and tried >= _TRIES):
            break
        asked, given = chosen.draw(random, level)
        questions = [Question(one, given) for one in (asked if isinstance(asked, tuple) else (asked,))]
        if len({0.0, 1.0, *(float(one.right_value) for one in questions)}) < len(questions) + 2:
            continue  # nothing is to be worked out of 0 or 1, nor twice of one number
        enough = least if len(questions) == 1 else _NEVER  # of several numbers one tells the rules apart
        clashes = [_clashes(question, chosen, enough) for question in questions]
        found = min(clashes) if _NEVER not in clashes else _NEVER
        if found < least:
            best, least = questions, found
    assert best, f"no candidate of {chosen.name} is worth asking"
    return best


def _clashes(question: Question, chosen: ExerciseTopic, enough: int) -> int:
    """How many wrong numbers are one with another at the topic's rounding, counted up to `enough`.

    One that is the right number cannot be made up for. A far-fetched rule may give the number of another one, which is
    named before it.
    """
    right = float(question.right_value)
    step = last_digit_unit(chosen.places)
    numbers, clashes = [(right, "right")], 0
    for one in question.iter_wrong_answers():
        if abs(one.value - right) <= step:
            return _NEVER
        if one.is_rare or one.id in UNSEPARABLE.get(chosen.name, {}) or one.misconception.id in REFINED:
            continue
        here = one.value, one.id  # which several ways of one rule share
        place = bisect(numbers, here)
        near = numbers[max(place - 1, 0) : place + 1]
        if any(abs(one.value - other) <= step and one.id != name for other, name in near):
            clashes += 1
        if clashes >= enough:
            break
        numbers.insert(place, here)
    return clashes


def last_digit_unit(places: int) -> float:
    """One unit of the last digit: numbers that lie further apart differ at the rounding, whichever way halves go."""
    return 10.0**-places * (1 + 1e-9)


_NEVER = 1000  # a wrong rule that gives the right number cannot be seen at all

UNSEPARABLE: dict[str, dict[str, str]] = {
    "recall": {"r-success-given": "what was found over what was found is 1, as success is: r-over-found"},
    "gmap-epsilon": {
        "gmap-no-root": "the product has the factor 0.00001, so at four digits it is 0, as with gmap-zero-kills",
        "gmap-product-over-queries": "the product over the queries is smaller still, so at four digits it is 0, too",
    },
}
"""Rules that no instance of a topic can tell from another rule at its rounding, and why; never from the right rule."""

REFINED = {
    "signed-rank-normal-ties-uncorrected", "rank-sum-normal-ties-uncorrected", "ap-over-cutoff",
    "ap-reciprocal-ranks-averaged", "rr-all-hits-over-ranks", "rr-mean-rank-turned-over",
}  # fmt: skip
"""Rules that are another rule with a finer point besides: it shows in the fourth digit, or on few instances.

An instance is refused for them only where they give the right number; where the digits fit both, `check` names both.
"""


def exercise_by_id(identity: str) -> Exercise:
    """The exercise with this id, `topic:level:seed`. Raises `InputError` where there is none.

    `/2` behind it asks for the second of several numbers alone.

    >>> exercise_by_id("ap:2:7") == exercise("ap", 7), exercise_by_id("rr:2:7/2") == exercise("rr", 7).numbers[1]
    (True, True)
    """
    match = _ID.fullmatch(identity)
    if match is None:
        raise InputError(f"an exercise is named topic:level:seed, such as ap:2:7; given: {quoted(identity)}")
    name, level, seed, place = match.groups()
    made = exercise(name, int(seed), level=int(level))
    if place and int(place) > len(made.numbers):
        raise InputError(f"{made.id} asks for {count_noun(len(made.numbers), 'number')}; given: {quoted(identity)}")
    return made.numbers[int(place) - 1] if place else made


_ID = re.compile(r"\s*([a-z0-9-]{1,40}):([0-9]{1,18}):([0-9]{1,18})(?:/([1-9]))?\s*")


def find_topic(name: str) -> ExerciseTopic:
    """The topic of that name; an `InputError` with the nearest names where there is none.

    >>> find_topic("map").lesson
    '04'
    """
    from irlearn.byhand.topic_generators import TOPICS  # which registers the topics with the functions of this module

    if name not in TOPICS:
        hint = did_you_mean(name[:_LONGEST_NAME], TOPICS, "the topics are", most=2)
        raise InputError(f"no exercise topic is called {quoted(name)}; {hint}")
    return TOPICS[name]


_LONGEST_NAME = 80  # signs of a name that are compared with the topics
