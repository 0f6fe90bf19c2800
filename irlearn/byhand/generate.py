"""Exercises generated from a seed, on which the right rule and every wrong rule give different numbers."""

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
"""Difficulty: 1 for short lists and small numbers, 2 as in homework, 3 for longer lists with cutoffs and options."""
_TRIES = 600
"""The number of candidates from which the best is chosen."""
_MOST_TRIES = 6000
"""The largest number of candidates to try if none of the first `_TRIES` is usable."""

Draft = tuple[Quantity | tuple[Quantity, ...], Given]
"""A candidate: one or more quantities, and their input."""


def exercise(name: str, seed: int = 1, *, level: int = 2) -> Exercise:
    """Generate an exercise of a topic, which is the same for the same seed and level on every platform.

    On a generated input, the right rule and all wrong rules give different numbers at the rounding that the question
    asks for. If no candidate has this property, the best one is used, but never one on which a wrong rule gives the
    right number.

    Parameters
    ----------
    name : str
        The name of the topic, such as "ap"; `TOPICS` has all of them.
    seed : int
        The seed, 0 or more. Give each member of a class a different seed, such as 1, 2, 3, and so on.
    level : {1, 2, 3}
        The difficulty: short lists with small numbers, as in homework, or longer lists with cutoffs and options.

    Returns
    -------
    Exercise
        The exercise, with the id `topic:level:seed`.

    Raises
    ------
    InputError
        If there is no such topic, level or seed.

    Examples
    --------
    >>> exercise("ap", 7) == exercise("ap", 7), exercise("ap", 7).id
    (True, 'ap:2:7')
    """
    chosen = find_topic(name)
    if isinstance(level, bool) or level not in LEVELS:
        raise InputError(f"the level of an exercise is {LEVELS[0]}, {LEVELS[1]} or {LEVELS[2]}; given: {quoted(level)}")
    check_whole("the seed of an exercise", seed, least=0)
    return _generate(chosen, seed, level)


@lru_cache(maxsize=512)  # All learners of a class may ask for the same exercises.
def _generate(chosen: ExerciseTopic, seed: int, level: int) -> Exercise:
    key = f"{chosen.name} {level} {seed}"
    questions = _search(chosen, level, Random(f"irlearn {key}"))
    quantities, data = tuple(question.quantity for question in questions), questions[0].data
    text, text_without_data = question_for(Random(f"irlearn words {key}"), quantities, data, chosen.places)
    return Exercise(
        id=f"{chosen.name}:{level}:{seed}",
        quantity=quantities[0],
        data=data,
        question=text,
        question_without_data=text_without_data,
        hints=hints_for(quantities, data),
        places=chosen.places,
        topic=chosen.name,
        level=level,
        seed=seed,
        further_quantities=quantities[1:],
    )


def _search(chosen: ExerciseTopic, level: int, random: Random) -> list[Question]:
    """Return the first candidate on which all numbers differ, or else the candidate with the fewest equal numbers."""
    best: list[Question] = []
    fewest_clashes = _RIGHT_BY_WRONG_RULE
    for tried in range(_MOST_TRIES):
        if not fewest_clashes or (best and tried >= _TRIES):
            break
        asked, data = chosen.draw(random, level)
        questions = [Question(quantity, data) for quantity in (asked if isinstance(asked, tuple) else (asked,))]
        right_values = {float(question.right_value) for question in questions}
        if len({0.0, 1.0, *right_values}) < len(questions) + 2:
            continue  # A right value of 0 or 1 is too easy to guess, and so are two equal values.
        # With several quantities the smallest count decides, so all clashes of each quantity are counted.
        limit = fewest_clashes if len(questions) == 1 else _RIGHT_BY_WRONG_RULE
        clashes = [_clashes(question, chosen, limit) for question in questions]
        count = _RIGHT_BY_WRONG_RULE if _RIGHT_BY_WRONG_RULE in clashes else min(clashes)
        if count < fewest_clashes:
            best, fewest_clashes = questions, count
    assert best, f"no candidate of {chosen.name} is worth asking"
    return best


def _clashes(question: Question, chosen: ExerciseTopic, limit: int) -> int:
    """Count the wrong numbers that are equal to another wrong number at the rounding of the topic, up to `limit`.

    Return `_RIGHT_BY_WRONG_RULE` if a wrong rule gives the right number. Rare rules are not counted, because verdicts
    show them after other rules.
    """
    right = float(question.right_value)
    unit = last_digit_unit(chosen.places)
    sorted_numbers, clashes = [(right, "right")], 0
    for wrong in question.iter_wrong_answers():
        if wrong.id in ADDED_LATER:
            continue
        if abs(wrong.value - right) <= unit:
            return _RIGHT_BY_WRONG_RULE
        if wrong.is_rare or wrong.id in UNSEPARABLE.get(chosen.name, {}) or wrong.misconception.id in REFINED:
            continue
        number = wrong.value, wrong.id
        index = bisect(sorted_numbers, number)
        neighbors = sorted_numbers[max(index - 1, 0) : index + 1]
        # Variants of a misconception have the same id, and may give the same number.
        if any(abs(wrong.value - value) <= unit and wrong.id != identity for value, identity in neighbors):
            clashes += 1
        if clashes >= limit:
            break
        sorted_numbers.insert(index, number)
    return clashes


def last_digit_unit(places: int) -> float:
    """Return the distance above which two numbers differ at this rounding, whichever way halves are rounded."""
    return 10.0**-places * (1 + 1e-9)


_RIGHT_BY_WRONG_RULE = 1000
"""The count for a candidate on which a wrong rule gives the right number; such a candidate is never used."""

UNSEPARABLE: dict[str, dict[str, str]] = {
    "recall": {"r-success-given": "what was found over what was found is 1, as success is: r-over-found"},
    "gmap-epsilon": {
        "gmap-no-root": "the product has the factor 0.00001, so at four digits it is 0, as with gmap-zero-kills",
        "gmap-product-over-queries": "the product over the queries is smaller still, so at four digits it is 0, too",
    },
}
"""By topic, the rules that always give the same number as another wrong rule at the rounding, and why."""

REFINED = {
    "signed-rank-normal-ties-uncorrected", "rank-sum-normal-ties-uncorrected", "ap-over-cutoff",
    "ap-reciprocal-ranks-averaged", "rr-all-hits-over-ranks", "rr-mean-rank-turned-over",
}  # fmt: skip
"""Rules whose number differs from that of another wrong rule only in the fourth digit, or on few inputs.

They may give the same number as that rule, and `check` then names both. They must not give the right number.
"""

ADDED_LATER = {"kappa-jaccard"}
"""Rare rules that are not counted, because they are newer than the topic and a seed must keep its numbers."""


def exercise_by_id(identity: str) -> Exercise:
    """Return the exercise with an id.

    Parameters
    ----------
    identity : str
        The id, `topic:level:seed`. An id that ends in `/2` is for the exercise that asks only for the second number.

    Returns
    -------
    Exercise
        The exercise.

    Raises
    ------
    InputError
        If there is no such exercise.

    Examples
    --------
    >>> exercise_by_id("ap:2:7") == exercise("ap", 7), exercise_by_id("rr:2:7/2") == exercise("rr", 7).numbers[1]
    (True, True)
    """
    match = _ID.fullmatch(identity)
    if match is None:
        raise InputError(f"an exercise is named topic:level:seed, such as ap:2:7; given: {quoted(identity)}")
    name, level, seed, number = match.groups()
    whole = exercise(name, int(seed), level=int(level))
    if number and int(number) > len(whole.numbers):
        raise InputError(f"{whole.id} asks for {count_noun(len(whole.numbers), 'number')}; given: {quoted(identity)}")
    return whole.numbers[int(number) - 1] if number else whole


_ID = re.compile(r"\s*([a-z0-9-]{1,40}):([0-9]{1,18}):([0-9]{1,18})(?:/([1-9]))?\s*")


def find_topic(name: str) -> ExerciseTopic:
    """Return a topic by its name. Raise `InputError`, with the nearest names, if there is none.

    >>> find_topic("map").lesson
    '04'
    """
    from irlearn.byhand.topic_generators import TOPICS  # It imports this module and registers the topics.

    if name not in TOPICS:
        hint = did_you_mean(name[:_LONGEST_NAME], TOPICS, "the topics are", most=2)
        raise InputError(f"no exercise topic is called {quoted(name)}; {hint}")
    return TOPICS[name]


_LONGEST_NAME = 80
"""The characters of a name that are compared with the topics."""
