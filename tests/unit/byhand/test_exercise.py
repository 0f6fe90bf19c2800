"""Test an exercise: its answer, hints, verdicts, solution, and the next variant."""

from __future__ import annotations

import dataclasses
import pickle
import re
from fractions import Fraction
from random import Random

import pytest

from irlearn import AP, RR, Ranking
from irlearn.byhand import TOPICS
from irlearn.byhand.generate import exercise
from irlearn.byhand.hand_calculation import Exercise, answer_text
from irlearn.byhand.hand_quantity import HandQuantity
from irlearn.byhand.question_text import hints_for, question_for, rounding, rounding_of_all
from irlearn.errors import InputError
from irlearn.measures import Bpref, P, R, Rprec
from irlearn.measures.binary import BinaryMeasure
from irlearn.measures.means import Mean
from irlearn.ranking import UNJUDGED

LEVELS = (1, 2, 3)
BY_HAND = Exercise("turn-1", AP, Ranking.parse("1 0 1", relevant=5), "AP of 1 0 1, 5 relevant in all?")


@pytest.fixture(scope="module")
def several(much):
    """Exercises of each topic; of each level, too, where all tests run."""
    asked = [(topic, seed, level) for seed in (1, 2) for level in LEVELS for topic in TOPICS]
    step = len(asked) // much(len(asked))
    return [exercise(topic, seed, level=level) for topic, seed, level in asked[::step]]


def test_exercise_answer_has_the_stated_rounding_and_completes_it(several):
    for one in several:
        verdict = one.check(one.answer)
        assert verdict.conclusive, one.id
        for number in one.numbers:
            assert number.answer.isdigit() or len(number.answer.partition(".")[2]) == one.places


def test_exercise_names_each_of_its_mistakes(several):
    for one in (number for made in several for number in made.numbers):
        for mistake in one.mistakes:
            assert mistake.id in [found.id for found in one.check(answer_text(mistake.value, one.places)).diagnoses]


def test_exercise_is_not_completed_by_an_answer_that_fits_a_mistake():
    ranking = Ranking.parse("1 0 1 1", relevant=4)
    one = Exercise("x", AP, ranking, "")
    verdict = one.check("0.6")
    assert verdict.undecided
    assert not verdict.conclusive


def test_exercise_requires_the_stated_rounding_unless_the_answer_is_exact():
    one = exercise("f", 328)  # 6/13 = 0.4615...
    assert {text: one.accepts(text) for text in ("0.46", "46%", "0.462", "46.2%", "0.4615", "6/13", "12/26")} == {
        "0.46": False,
        "46%": False,
        "0.462": True,
        "46.2%": True,
        "0.4615": True,
        "6/13": True,
        "12/26": True,
    }
    assert one.check("0.46").outcome == "too few digits"


@pytest.mark.parametrize("text", ["0.75", ".75", "75%", "3/4", "6/8", "0.750", "0,75", "0.7500000000000001", 0.75])
def test_exercise_accepts_an_exact_answer_in_any_notation(text):
    assert exercise("f", 192).accepts(text)


def test_exercise_can_be_pickled_after_an_answer():
    one = exercise("ndcg", 1)
    one.check("0.5")
    assert pickle.loads(pickle.dumps(one)) == one


def test_exercise_hints_never_give_the_answer(several):
    for one in several:
        assert 3 <= len(one.hints) <= 5 + 4 * len(one.further_quantities), one.id
        if one.further_quantities:
            continue  # the way to p leads by W
        numbers = re.findall(r"\d+\.\d+|\d+/\d+", " ".join(one.hints))
        right = one.check(one.answer).question.right_value
        if isinstance(one.quantity, Mean | HandQuantity) or one.quantity.name in ("F", "AP", "IPrec", "ERR", "RBP"):
            continue  # a term on the way may be the answer by chance
        assert one.answer not in numbers, one.id
        assert not isinstance(right, Fraction) or str(right) not in numbers, one.id


def test_exercise_question_states_all_that_is_needed(several):
    for one in several:
        told = (
            rounding_of_all((one.quantity, *one.further_quantities), one.places)
            if one.further_quantities
            else rounding(one.quantity, one.places)
        )
        assert one.question.endswith(told), one.id
        if isinstance(one.quantity, Mean | HandQuantity):
            continue
        cutoff = one.quantity.cutoff
        assert cutoff is None or f"@{cutoff}" in one.question
        relevant = sum(grade > 0 for grade in one.data.judged)
        if isinstance(one.quantity, BinaryMeasure) and max(one.data.judged) == 1:
            assert re.search(rf"\b{relevant}\b", one.question), one.id
        if UNJUDGED in one.data.grades:
            assert "not judged" in one.question


def test_exercise_ranking_can_be_parsed_from_the_question(several):
    read = 0
    for one in several:
        stated = re.search(r"rank 1 first: ([01? ]+|[RNU]+) \(", one.question)
        listed = re.search(r"Relevant documents are at ranks ([\d, and]+) of (\d+)", one.question)
        if isinstance(one.data, tuple) or not (stated or listed):
            continue
        text = stated[1].replace("?", "U") if stated else f"relevant at {listed[1]} of {listed[2]}"
        assert Ranking.parse(text).grades == one.data.grades, one.question
        read += 1
    assert read > len(several) // 8


def test_exercise_another_has_the_same_topic_and_level():
    first = exercise("ap", 1, level=3)
    following = first.another()
    assert (following.topic, following.level, following.seed) == ("ap", 3, 2)
    assert following.data != first.data


def test_exercise_without_a_topic_has_no_other():
    with pytest.raises(InputError, match="was written by hand"):
        BY_HAND.another()


def test_exercise_is_immutable():
    with pytest.raises(dataclasses.FrozenInstanceError):
        BY_HAND.places = 2  # type: ignore[misc]
    assert BY_HAND.with_id("again").id == "again"
    assert BY_HAND.id == "turn-1"


def test_exercise_solution_ends_in_the_answer(several):
    assert BY_HAND.solution.equation == "AP = (1/1 + 2/3) / 5 = 1/3 = 0.3333"
    for one in (number for made in several for number in made.numbers):
        assert abs(one.solution.value - float(one.answer)) <= 0.5 * 10**-one.places + 1e-9


def test_answer_text_rounds_halves_up():
    assert answer_text(Fraction(5, 16), 3) == "0.313"
    assert answer_text(-0.0004, 3) == "0.000"
    assert answer_text(-1.2346, 3) == "-1.235"


def test_hints_for_accepts_any_calculation():
    assert hints_for(AP, Ranking.parse("0 0", relevant=3))[-1].startswith("The sum is 0. ")


def test_hints_agree_with_their_counts():
    assert "1, the one relevant document" in hints_for(R, Ranking.parse("1 0", relevant=1))[2]
    assert "1, the one relevant document" in hints_for(AP, Ranking.parse("0 1", relevant=1))[2]
    assert "Read the first 1 rank and nothing" in hints_for(Rprec, Ranking.parse("0 1", relevant=1))[1]
    assert hints_for(P, Ranking.parse("1"))[1].endswith(" 1 rank here.")


def test_question_agrees_with_its_counts():
    asked = question_for(Random("one"), P, Ranking.parse("1", missed="0 0")).text
    assert "returns 1 document" in asked
    assert "The collection contains 3 documents, and 1 of them is relevant." in asked
    assert "1 was judged relevant and 1 not relevant" in question_for(Random("one"), Bpref, Ranking.parse("1 0")).text


def test_several_numbers_have_the_diagnoses_of_the_wrong_ones():
    asked = Exercise("turn-1", RR, Ranking.parse("0 1 1 0 1"), "RR and P@4?", further_quantities=(P @ 4,))
    found = asked.check("1/2; 2/5")
    right, wrong = found.verdicts
    assert (right.correct, wrong.correct) == (True, False)
    assert [one.id for one in found.diagnoses] == [one.id for one in wrong.diagnoses] != []


def test_several_numbers_have_names_that_can_be_typed(several):
    assert not [name for one in several for name in one.names if "-" in name or name in ("tau_ap", "better")]
    made = exercise("criteria", 27, level=1)
    assert made.names == ("“both improved”", "“do no harm”")
    one, other = made.answer.split("; ")
    for typed in (f"do-no-harm = {other}; both-improved = {one}", f"“Do no harm”: {other} and Both improved: {one}"):
        assert made.check(typed).correct, typed
    assert made.check(f"{other}; {other}").headline.startswith("“both improved”: Not yet.")
