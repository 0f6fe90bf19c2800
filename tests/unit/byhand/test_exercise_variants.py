"""Test that variants of an exercise differ between learners."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from irlearn import RR, P, Ranking, course, widgets
from irlearn.byhand import TOPICS
from irlearn.byhand.answers import read_answer
from irlearn.byhand.generate import LEVELS, exercise, exercise_by_id
from irlearn.byhand.hand_calculation import Exercise, split_answers
from irlearn.byhand.question_text import hints_for
from irlearn.cli import main
from irlearn.course.lesson_parts import GeneratedExercise
from irlearn.course.progress import Progress
from irlearn.errors import InputError

SEEDS = 6
TWO = Exercise("two", RR, Ranking.parse("0 1 1 0 1"), "RR and P@4?", further_quantities=(P @ 4,))


@pytest.mark.grid
@pytest.mark.parametrize("topic", TOPICS)
def test_the_variants_of_a_class_have_different_answers(topic: str) -> None:
    """A sample; `python tests/tools/count_exercise_variants.py` looks at a whole class of 120 on each level."""
    level = LEVELS[list(TOPICS).index(topic) % len(LEVELS)]
    answers = Counter(exercise(topic, seed, level=level).answer for seed in range(1, SEEDS + 1))
    assert len(answers) >= SEEDS - 2
    assert max(answers.values()) <= 3


@pytest.mark.grid
@pytest.mark.parametrize("topic", TOPICS)
def test_the_id_of_an_exercise_makes_it_again(topic: str) -> None:
    made = exercise(topic, 3, level=1)
    assert made.id == f"{topic}:1:3"
    assert exercise_by_id(made.id) == made
    for place, one in enumerate(made.numbers, start=1):
        assert exercise_by_id(f"{made.id}/{place}").checker.right_value == one.checker.right_value


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("0.333; 0.600", ("0.333", "0.600")),
        ("1/3;3/5;", None),
        ("0,333; 0,6", ("0,333", "0,6")),
        ("0,333, 0,6", ("0,333", "0,6")),
        ("0.333,0.6", ("0.333", "0.6")),
        ("1/3 3/5", ("1/3", "3/5")),
        ("1/3 and 3/5", ("1/3", "3/5")),
        ("1/3 | 3/5", ("1/3", "3/5")),
        ("1/3\n3/5", ("1/3", "3/5")),
        ("P@5 = 3/5, RR = 1/3", ("1/3", "3/5")),
        ("rr: 1/3; p@5: 3/5", ("1/3", "3/5")),
        ("P@5 = 3/5 RR = 1/3", ("1/3", "3/5")),
        ("RR=1/3 P@5=3/5", ("1/3", "3/5")),
        ("RR = 1/3 Q = 3/5", None),
        ("1:3; 3:5", ("1:3", "3:5")),
        ("0,333", None),
        ("3,0", None),
        ("0.333", None),
        ("", None),
        ("0.3; 0.6; 0.9", None),
        ("P = 3/5, R = 1/3", None),
        ("RR = 1/3, RR = 3/5", None),
        ("RR = 1/3; 3/5", None),
    ],
)
def test_several_numbers_are_read_as_they_are_typed_or_not_at_all(typed: str, found: tuple[str, ...] | None) -> None:
    if found is None:
        with pytest.raises(InputError, match="RR and P@5"):
            split_answers(typed, ("RR", "P@5"))
    else:
        assert split_answers(typed, ("RR", "P@5")) == found


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("12 wins; p=0.013", ("12", "0.013")),
        ("12 wins, p = 0.013", ("12", "0.013")),
        ("12 wins p=0.013", ("12", "0.013")),
        ("wins 12, p .013", ("12", ".013")),
        ("p = 0.013; 12 wins", ("12", "0.013")),
        ("1 win; p = 1/2", ("1", "1/2")),
        ("12 / 0.013", ("12", "0.013")),
        ("12 wins / p = 0.013", ("12", "0.013")),
        ("12/0.013", ("12", "0.013")),
        ("12 / 13/1024", ("12", "13/1024")),
        ("12; p = 0.013", ("12", "0.013")),
        ("5/8", None),
        ("5.383/8", None),
        ("W = 12; p = 0.013", None),
        ("p = 1/8; 0.125", None),
        ("12 wins; 12 wins", None),
    ],
)
def test_several_numbers_may_have_names_beside_them_or_a_slash_between(
    typed: str, found: tuple[str, ...] | None
) -> None:
    if found is None:
        with pytest.raises(InputError, match="wins and p"):
            split_answers(typed, ("wins", "p"))
    else:
        assert split_answers(typed, ("wins", "p")) == found


def test_a_fraction_stays_one_number_where_one_is_asked_for() -> None:
    assert read_answer("5/8").value == read_answer("5 / 8").value == Fraction(5, 8)


def test_each_of_several_numbers_is_judged_and_one_verdict_tells_of_both() -> None:
    assert (TWO.answer, TWO.reference_answer, TWO.names) == ("0.500; 0.500", "1/2; 1/2", ("RR", "P@4"))
    assert TWO.accepts("1/2; 0.500")
    half = TWO.check("1/2; 2/5")
    assert (half.correct, half.outcome, half.diagnoses[0].id) == (False, "wrong rule", "p-over-list")
    assert "RR: 1/2 is right. P@4: Not yet." in str(half)
    both = half.to_json()
    assert [one["correct"] for one in both["numbers"]] == [True, False]
    assert [one["id"] for one in both["diagnoses"]] == [one.id for one in half.diagnoses]
    with pytest.raises(InputError, match="'half'"):
        TWO.check("1/2; half")


def test_the_right_numbers_in_another_order_are_told_so() -> None:
    asked = Exercise("two", RR, Ranking.parse("0 0 1 1 1"), "RR and P@4?", further_quantities=(P @ 4,))
    verdict = asked.check("1/2; 1/3")
    assert not verdict.correct
    assert verdict.answers_are_swapped
    assert "RR and P@4" in str(verdict)
    assert asked.accepts("P@4 = 1/2; RR = 1/3")


def test_the_solution_of_several_numbers_works_each_out() -> None:
    told = str(TWO.solution)
    assert "RR = 1/2" in told
    assert "P@4 = " in told
    assert "P@4" in TWO.solution.to_markdown()


def test_hints_say_which_number_they_are_about_and_numbers_differ() -> None:
    made = exercise("rank-sum", 1, level=1)
    assert {hint.partition(":")[0] for hint in made.hints} == {"U", "wins"}
    assert not exercise("sign-test", 1).hints[0].startswith(("wins:", "p:")), "which both begin with"
    for name in ("rr", "pooled-precision", "judged"):
        for seed in range(1, 13):
            assert len(set(exercise(name, seed, level=3).right_values)) == 2


def test_each_number_has_its_line_and_what_is_said_of_both_is_said_once() -> None:
    told = TWO.check("9999; 9999")
    assert str(told.typeset()).count("<strong>Not yet.</strong>") == str(told.typeset()).count('class="told"') == 2
    assert str(told).count("9999 is a whole number and is taken as exact.") == 1


def test_ties_are_told_what_becomes_of_them_and_unjudged_documents_are_in_no_collection() -> None:
    tied = exercise("tau", 30, level=2)
    assert "tau-b" in tied.question
    assert tied.question.endswith("Give three digits after the point.")
    assert "divide by √" in tied.hints[-1]
    judged = exercise("judged", 3, level=1).question
    assert "were judged in all" in judged
    assert "collection" not in judged
    three = exercise("criteria", 4)
    assert (len(three.numbers), "{" in three.question, three.question.count("Bonferroni")) == (3, False, 1)


def test_a_prediction_is_one_number() -> None:
    with pytest.raises(InputError, match="a prediction is one number or one option; two asks for 2"):
        course.Prediction(TWO)


def test_the_widget_has_a_field_for_each_number_and_keeps_them(tmp_path: Path) -> None:
    kept = Progress("03", ["turn-1"], folder=tmp_path)
    it = widgets.Exercise(GeneratedExercise("turn-1", "rr", seed=5), progress=kept)
    right = it.exercise.reference_answer.split("; ")
    it.gesture(do="check", fields={"answer": right[0], "answer-1": ""})
    assert it.state == "open"
    lacking = f"This exercise asks for 2 numbers; {it.exercise.names[1]} is still missing."
    assert lacking in it.static()
    assert it.static().count('aria-invalid="true"') == 1, "of the field that is empty"
    it.gesture(do="check", fields={"answer": it.exercise.reference_answer, "answer-1": ""})
    assert it.state == "done", "both typed into one field"
    it.another()
    right = it.exercise.reference_answer.split("; ")
    it.gesture(do="check", fields={"answer": right[0], "answer-1": right[1]})
    assert it.state == "done"
    again = widgets.Exercise(GeneratedExercise("turn-1", "rr", seed=5), progress=kept)
    assert (again.state, again.exercise) == ("done", it.exercise)
    assert [f'value="{one}"' in again.static() for one in right] == [True, True]


def test_several_numbers_are_checked_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = exercise("rr", 2)
    path = tmp_path / "answers.csv"
    first, second = made.numbers
    path.write_text(
        "student;exercise;answer\n"
        f'Ada;{made.id};"{made.reference_answer}"\nBen;{made.id};0.5\nEve;{made.id}/2;{second.answer}\n'
        f'Ida;{made.id};"P@{second.quantity.cutoff} = {second.reference_answer}, RR = {first.reference_answer}"\n'
    )
    assert main(["check", "--file", str(path), "--format", "json", "--solution"]) == 1
    rows = json.loads(capsys.readouterr().out)
    assert [row["outcome"] for row in rows] == ["right", "no number", "right", "right"]
    assert rows[0]["value"].count(";") == 1
    assert rows[1]["message"].startswith("2 numbers are asked for, RR and P@")


BESIDE_P = [(topic, level) for topic in ("sign-test", "signed-rank", "rank-sum") for level in (2, 3)]


@pytest.mark.grid
@pytest.mark.parametrize(("topic", "level"), BESIDE_P)
def test_hints_of_p_hold_no_number_that_is_always_the_statistic(topic: str, level: int) -> None:
    """Of a hint the numbers at one place, over many seeds: now and then one is W by chance, but not in a third."""
    met: dict[tuple[str, int], list[bool]] = {}
    for seed in range(1, 13):
        made = exercise(topic, seed, level=level)
        statistic, queries = made.right_values[0], len(made.data[0])
        assert "p" in made.names[1:]
        others = {statistic, queries - statistic, queries**2 - statistic}
        for hint in made.hints:
            name, sign, told = hint.partition(": ")
            if not sign or name != "p":
                continue
            template = re.sub(r"[\d.⁰¹²³⁴⁵⁶⁷⁸⁹]+", "#", told)
            for place, number in enumerate(re.findall(r"\d+(?:\.\d+)?", told)):
                met.setdefault((template, place), []).append(Fraction(number) in others)
    assert met, "p has hints of its own"
    for (template, place), leaks in met.items():
        assert len(leaks) > 6, f"one template, filled in by each seed: {template}"
        assert sum(leaks) <= len(leaks) / 3, (template, place)


def test_hints_name_a_precision_that_is_asked_for_beside_interpolation() -> None:
    made = exercise_by_id("interpolated:2:3")
    assert made.names == ("IPrec@0.2", "P@7")
    there = next(hint for hint in made.hints if "Recall and precision" in hint)
    assert "1/11 and 1/1; 2/11 and 2/2; 3/11 and P@7; 4/11 and 4/10" in there
    assert "3/11 and 3/7" in hints_for(made.quantity, made.data)[1], "asked alone"


@pytest.mark.parametrize(("topic", "level"), BESIDE_P)
def test_the_json_of_a_verdict_keeps_back_what_is_still_asked_for(topic: str, level: int) -> None:
    made = exercise(topic, 3, level=level)
    first, p = made.numbers
    told = made.check(f"9999; {next(iter(p.wrong))[0]}").to_json()
    assert told["value"] == [None, None]
    assert told["numbers"][1]["message"] == f"Not yet. First get {made.names[0]} right, then try again."
    assert not told["numbers"][1]["diagnoses"]
    assert not told["numbers"][1]["hints"]
    assert {one["id"] for one in told["diagnoses"]} == {one["id"] for one in told["numbers"][0]["diagnoses"]}
    after = made.check(f"{first.answer}; {next(iter(p.wrong))[0]}").to_json()
    assert after["value"] == [float(first.checker.right_value), None]
    assert after["numbers"][1]["diagnoses"]
    assert made.check(made.reference_answer).to_json()["value"] == [float(right) for right in made.right_values]


def test_a_class_file_with_p_alone_does_not_tell_the_statistic(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = exercise_by_id("sign-test:2:8")
    wrong = next(answer for answer, rule in made.numbers[1].wrong if rule == "sign-point")
    long, wide = tmp_path / "long.csv", tmp_path / "wide.csv"
    long.write_text(f"exercise,answer\n{made.id}/2,{wrong}\n")
    wide.write_text(f"name,{made.id}/1,{made.id}/2\nAda,9999,{wrong}\n")
    assert main(["check", "--file", str(long), "--format", "json"]) == 1
    row = json.loads(capsys.readouterr().out)[0]
    assert (row["message"], row["mistakes"]) == ("Not yet. First get wins right, then try again.", "sign-point")
    assert main(["check", "--file", str(wide), "--format", "json"]) == 1
    answers = json.loads(capsys.readouterr().out)["students"][0]["answers"]
    assert answers[1]["message"] == "Not yet. First get wins right, then try again."
    assert "exactly 2 of 13" in str(made.numbers[1].check(wrong)), "which would tell the wins"
