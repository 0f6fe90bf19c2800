"""Test verdicts on numbers that both the right rule and a misconception give."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from irlearn import AP, P, R, Ranking, check, widgets
from irlearn.byhand import TOPICS
from irlearn.byhand.answers import read_answer
from irlearn.byhand.checking import EARLY
from irlearn.byhand.generate import exercise
from irlearn.byhand.hand_calculation import Exercise, SeveralVerdicts, answer_text
from irlearn.byhand.question import WrongAnswer
from irlearn.byhand.verdict import Verdict
from irlearn.cli import main
from irlearn.course.lesson_parts import GeneratedExercise, Prediction
from irlearn.course.lessons import LESSONS
from irlearn.text.english import number_word

PLACES = (1, 2, 3)


@cache
def asked_in(number: str) -> tuple[Exercise, ...]:
    """The numbers that the parts of a lesson ask for, by an exercise or a prediction, one each."""
    parts = [part.wrapped if isinstance(part, Prediction) else part for part in LESSONS[number].parts]
    whole = [part.exercise if isinstance(part, GeneratedExercise) else part for part in parts]
    return tuple(one for part in whole if isinstance(part, Exercise) for one in part.numbers)


def part_of(number: str, identity: str) -> Exercise:
    return next(one for one in asked_in(number) if one.id == identity)


def coinciding(one: Exercise) -> Iterator[tuple[str, WrongAnswer]]:
    """The roundings of the right value that are those of a mistake, too, each with the mistake."""
    for mistake in one.mistakes:
        for places in PLACES:
            typed = answer_text(one.checker.right_value, places)
            if typed == answer_text(mistake.value, places) and "." in typed:
                yield typed, mistake


def several(verdict: Verdict) -> str:
    """How many rules an answer fits besides the right one, of which it has too few digits to name any."""
    assert verdict.answer.has_few_digits
    assert len(verdict.diagnoses) > 1
    assert verdict.explained_diagnoses == ()
    kind = re.search(r" \w+ (known mistake|other rule|other definition)s all ", verdict.headline)
    assert kind, verdict.headline
    return f"{number_word(len(verdict.diagnoses))} {kind[1]}s"


@pytest.mark.grid
@pytest.mark.parametrize("number", LESSONS)
def test_undecided_verdict_is_right_only_if_it_completes_the_exercise(number):
    for one in asked_in(number):
        for typed, mistake in coinciding(one):
            for verdict in (one.check(typed), check(one.quantity, one.data, typed)):
                done = verdict.conclusive
                assert done == verdict.correct == verdict.conclusive == (verdict.headline == f"{typed} is right.")
                if done:
                    assert verdict.diagnoses == ()
                    assert (
                        read_answer(typed).is_exactly(one.checker.right_value)
                        or mistake.is_rare
                        or mistake.is_definition
                    )
                elif verdict.outcome == "cannot tell":
                    first = "" if verdict.ambiguous else verdict.diagnoses[0].message
                    assert verdict.headline.endswith(first) if first else several(verdict) in verdict.headline
                    assert mistake.id in [found.id for found in verdict.diagnoses] or mistake.is_rare


@pytest.mark.parametrize("number", LESSONS)
def test_undecided_verdict_names_digits_that_decide(number):
    for one in asked_in(number):
        for typed in {typed for typed, _ in coinciding(one)}:
            verdict = one.check(typed)
            said = re.match(
                rf"{re.escape(typed)} is too coarse: .* Give (?:(\w+) more digits?)?(, or )?(a fraction)?\.",
                verdict.headline,
            )
            if verdict.outcome != "cannot tell":
                continue
            assert said, verdict.headline
            assert bool(said[3]) == isinstance(one.checker.right_value, Fraction)
            places = len(typed.partition(".")[2]) + list(map(number_word, range(20))).index(said[1])
            assert places >= one.places
            assert one.check(answer_text(one.checker.right_value, places)).conclusive
            close = [found for found in one.mistakes if found.id in {each.id for each in verdict.diagnoses}]
            told = {found.id: one.check(answer_text(found.value, places)) for found in close}
            assert not [each for each in told.values() if each.conclusive or each.undecided]


@pytest.mark.parametrize(
    ("number", "part", "typed", "first"),
    [
        ("02", "turn-2", "0.5", "f-arithmetic-mean"),
        ("03", "interpolated-at-half", "0.8", "iprec-at-the-level"),
        ("06", "divisor", "0.3", "ap-interpolated"),
        ("06", "gain", "0.4", "ndcg-log-of-rank"),
    ],
)
def test_undecided_headline_names_the_mistake_of_the_lesson(number, part, typed, first):
    verdict = part_of(number, part).check(typed)
    assert (verdict.outcome, verdict.diagnoses[0].id) == ("cannot tell", first)
    assert verdict.headline.startswith(f"{typed} is too coarse: ")
    assert "Give two more digits" in verdict.headline
    assert "is right" not in str(verdict)


def test_undecided_verdict_has_the_same_text_in_every_output():
    one = part_of("03", "interpolated-at-half")
    task, sheet = widgets.Exercise(one), widgets.HandCheck(one.quantity, one.data)
    for it, more in ((task, "two more digits"), (sheet, "one more digit")):  # three are asked for, or none
        it.check("0.8")
        said = str(it.verdict.headline)
        assert f"Give {more}, or a fraction." in said
        assert said in re.sub("<[^>]+>", "", it.picture)
        assert said in str(it.verdict)
        assert said in re.sub("<[^>]+>", "", it.verdict._repr_html_())
        assert "is right" not in it.picture
    assert task.state == "tried"
    asked = widgets.Prediction(Prediction(one))
    asked.commit("0.8")
    assert asked.right is False
    assert "The two agree to the digits you gave, but a known mistake gives the same digits" in asked.picture
    assert "but a known mistake gives the same digits: You took the precision where" in asked.picture


@pytest.mark.parametrize("form", ["table", "csv", "json"])
def test_class_sheet_counts_an_undecided_cell_neither_as_right_nor_as_wrong(form, tmp_path, capsys):
    sheet, key = tmp_path / "answers.csv", tmp_path / "key.csv"
    sheet.write_text("Name,Q1\nAda,0.4\nBen,4/9\nCem,0.9\n", encoding="utf-8")
    key.write_text("column,measure,ranking,relevant\nQ1,P,1 1 0 1 0 0 1 0 0,10\n", encoding="utf-8")
    assert main(["check", "--file", str(sheet), "--key", str(key), "--format", form]) == 1
    out, err = capsys.readouterr()
    if form == "json":
        told = json.loads(out)
        cells = [student["answers"][0] for student in told["students"]]
        found = [(cell["verdict"], student["right"]) for cell, student in zip(cells, told["students"], strict=True)]
        assert [cell["correct"] for cell in cells] == ["open", "yes", "no"]
        assert cells[0]["message"].startswith("0.4 is too coarse: ")
        assert "p-recall-given" not in [one["id"] for one in told["mistakes"]]
    elif form == "csv":
        found = [(row["Q1 verdict"], int(row["right"])) for row in csv.DictReader(io.StringIO(out))]
    else:
        found = [(line[1], int(line[2][0])) for line in (re.split(r"  +", row) for row in out.split("\n")[1:4])]
    assert [(verdict.partition(":")[0], right) for verdict, right in found] == [
        ("cannot tell", 0),
        ("right", 1),
        ("wrong", 0),
    ]
    assert "1 of 3 answers right" in err


def test_several_verdicts_are_independent_of_an_undecided_number():
    made = Exercise("x", P, Ranking.parse("1 1 0 1 0 0 1 0 0", relevant=10), "P and R?", further_quantities=(R,))
    for typed, outcome, correct in (
        ("0.4; 2/5", "cannot tell", False),
        ("4/9; 0.4", "right", True),
        ("0.4; 4/9", "wrong rule", False),
    ):
        verdict = made.check(typed)
        assert isinstance(verdict, SeveralVerdicts)
        assert (verdict.outcome, verdict.correct, verdict.conclusive) == (outcome, correct, correct), typed
    assert not made.check("0.4; 4/9").undecided
    assert "p-recall-given" not in [one.id for one in made.check("0.4; 4/9").diagnoses]


# in which order mistakes are named


def rounded_wrong(topic: str) -> Iterator[tuple[Exercise, str]]:
    for one in exercise(topic, 1, level=1).numbers:
        for typed in dict.fromkeys(answer_text(mistake.value, places) for mistake in one.mistakes for places in (1, 2)):
            yield one, typed


@pytest.mark.grid
@pytest.mark.parametrize("topic", TOPICS)
def test_diagnoses_are_ordered_exact_rounded_rare(topic):
    for one, typed in rounded_wrong(topic):
        verdict = one.check(typed)
        if verdict.outcome == "rounded early":
            continue
        known = {mistake.id: mistake for mistake in one.mistakes}
        answer = read_answer(typed)
        places = [
            (found.is_rare, not (known[found.id].misconception.is_posted or answer.is_exactly(found.value)))
            for found in verdict.diagnoses
            if found.id in known
        ]
        assert places == sorted(places), (one.id, typed)
        assert verdict.explained_diagnoses == (() if verdict.ambiguous else verdict.diagnoses[:1])
        assert not verdict.ambiguous or answer.has_few_digits
        if answer.has_few_digits and not verdict.ambiguous and verdict.diagnoses:
            whole = answer.is_exactly(verdict.diagnoses[0].value) or (answer.places or 0) >= one.places
            assert whole or verdict.undecided or verdict.outcome == "other definition", (one.id, typed)
        assert len(verdict.explained_diagnoses) + len(verdict.folded_diagnoses) == len(verdict.diagnoses)


def test_diagnoses_begin_with_the_rule_that_gives_the_exact_number():
    verdict = check(AP, Ranking.parse("1 0 0 1 0", relevant=2), "0.5")
    assert [round(one.value, 4) for one in verdict.diagnoses] == [0.5, 0.5467, 0.45, 0.5]
    assert [one.is_rare for one in verdict.diagnoses] == [False, False, False, True]
    assert verdict.folded_diagnoses == verdict.diagnoses
    assert "0.5467" not in str(verdict)
    assert verdict.headline.startswith("Not yet. Any of four known mistakes gives 0.5.")
    finer = check(AP, Ranking.parse("1 0 0 1 0", relevant=2), "0.500")
    assert [one.value for one in finer.explained_diagnoses] == [0.5]
    assert finer.explained_diagnoses[0] == verdict.diagnoses[0]


@pytest.mark.parametrize(
    ("number", "part", "typed", "first", "never"),
    [
        ("01", "leaving-out", "1/2", "p-unjudged-left-out", ""),
        ("01", "leaving-out", "0.75", "p-unjudged-relevant", ""),
        ("02", "recall-of-six", "2/3", "r-precision-given", "in the judgments twice"),
        ("02", "recall-of-six", "0.67", "r-precision-given", "in the judgments twice"),
    ],
)
def test_diagnoses_name_lesson_mistakes_and_count_rare_ones(number, part, typed, first, never):
    verdict = part_of(number, part).check(typed)
    assert verdict.diagnoses[0].id == first
    assert not never or (
        never not in str(verdict) and never in " ".join(one.message for one in verdict.folded_diagnoses)
    )


@pytest.mark.parametrize("seed", range(1, 7))
def test_mean_diagnosis_names_the_queries_of_the_mistake(seed):
    """The lines say which queries are right."""
    one = exercise("map", seed, level=2)
    for mistake in one.mistakes:
        head = re.match(r"In (each query|query (\d+)|(\d+) of (\d+) queries)(, as in query \d+)?: ", mistake.message)
        if head is None:
            continue
        lines = [str(line) for line in mistake.working().equations]
        right = {int(found[1]) for line in lines if (found := re.search(r"of query (\d+) is right", line))}
        made = sorted(set(range(1, len(one.data) + 1)) - right)
        wanted = len(one.data) if head[1] == "each query" else 1 if head[2] else int(head[3])
        assert len(made) == wanted, (one.id, mistake.message, lines)
        assert not head[2] or made == [int(head[2])]


def test_mean_diagnosis_names_the_query_of_a_single_mistake():
    headline = exercise("map", 29, level=1).check("1.250").headline
    assert headline.startswith("Not yet. In query 2: You divided by the 1 relevant document that was not")


# digits to keep in each step


def advised(one: Exercise) -> Iterator[tuple[str, int]]:
    """What comes of rounding steps to one digit or two, and how many the verdict says to keep."""
    for digits in (1, 2):
        for end in one.checker.rounded_results(digits):
            for places in PLACES:
                typed = answer_text(end, places)
                early = [found.message for found in one.check(typed).diagnoses if found.id == EARLY]
                for found in map(re.compile(r"keep at least (\d+)").search, early):
                    if found:
                        yield typed, int(found[1])


@pytest.mark.grid
@pytest.mark.parametrize("number", LESSONS)
def test_digits_needed_give_a_result_that_counts(number):
    for one in asked_in(number):
        for kept in {kept for _, kept in advised(one)}:
            ends = {answer_text(end, one.places) for end in one.checker.rounded_results(kept)}
            assert ends == {answer_text(one.checker.right_value, one.places)} or all(
                one.accepts(end) for end in ends
            ), (
                one.id,
                kept,
            )
