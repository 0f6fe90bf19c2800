"""Test the detection of answers whose digits were cut off instead of rounded."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from dataclasses import replace
from decimal import ROUND_DOWN, Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st

from irlearn import AP, DCG, IDCG, P, Ranking, check, gMAP, nDCG, widgets
from irlearn.byhand.answers import read_answer
from irlearn.byhand.checking import check_question, is_cut_off
from irlearn.byhand.generate import exercise_by_id
from irlearn.byhand.hand_calculation import Exercise
from irlearn.byhand.paired_tests import PairedT
from irlearn.byhand.question import Question
from irlearn.cli import main
from irlearn.text.english import number_word

SHARES = st.fractions(min_value=Fraction(-3), max_value=Fraction(3), max_denominator=400)


def written(units: int, places: int) -> str:
    return f"{Decimal(units).scaleb(-places):f}"


@given(right=SHARES, places=st.integers(1, 6), off=st.integers(-2, 2), as_float=st.booleans())
def test_cut_off_answer_is_the_beginning_of_the_right_number(
    right: Fraction, places: int, off: int, as_float: bool
) -> None:
    scaled = right * 10**places
    first = math.trunc(scaled)
    typed = read_answer(written(first + off, places))
    goes_on = (
        scaled.denominator > 1 and not typed.is_program_output
    )  # seven digits, as of 1.058823, are what programs print
    assert is_cut_off(float(right) if as_float else right, typed) == (goes_on and off == 0)


@pytest.mark.parametrize("noise", [-1, 0, 1])
@pytest.mark.parametrize("text", ["0.36", "0.5", "0.125", "2.75"])
def test_cut_off_is_not_reported_for_an_exact_number(text: str, noise: int) -> None:
    """A unit too low is a unit off: 0.35 is no beginning of 0.36, nor of the float next to it."""
    exact = float(text)
    right = exact + noise * math.ulp(exact)
    places = len(text.partition(".")[2])
    below = written(int(Fraction(text) * 10**places) - 1, places)
    assert not is_cut_off(right, read_answer(below))
    assert not is_cut_off(Fraction(text), read_answer(below))


@pytest.mark.parametrize("value", ["0.36", "0.3", "0.07", "0.6"])
def test_cut_off_is_not_reported_one_unit_below_an_exact_root(value: str) -> None:
    verdict = check(gMAP, [value] * 3, str(Decimal(value) - Decimal("0.01")))
    assert "cut-off" not in [one.id for one in verdict.diagnoses]


def test_cut_off_of_a_narrow_float_uses_its_digits() -> None:
    ranking = Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8)  # 0.6729
    assert "cut-off" not in [one.id for one in check(AP, ranking, np.float16(0.671)).diagnoses]
    assert "cut-off" in [one.id for one in check(AP, ranking, "0.672").diagnoses]


@given(ranks=st.lists(st.booleans(), min_size=1, max_size=12), missed=st.integers(0, 3), places=st.integers(1, 4))
def test_cut_off_message_is_true(ranks: list[bool], missed: int, places: int) -> None:
    relevant = sum(ranks) + missed
    if not relevant:
        return
    question = Question(AP, Ranking([int(hit) for hit in ranks], [1] * relevant + [0] * (len(ranks) - sum(ranks))))
    right = Fraction(question.right_value)
    for units in range(max(math.floor(right * 10**places) - 2, 0), math.floor(right * 10**places) + 3):
        verdict = check_question(question, written(units, places))
        if "cut-off" in [one.id for one in verdict.diagnoses]:
            digits = (Decimal(right.numerator) / right.denominator).quantize(Decimal(1).scaleb(-places), ROUND_DOWN)
            assert f"{digits:f}" == written(units, places)
            assert not verdict.correct
            assert right != units * Fraction(1, 10**places)
            assert (right * 10 ** (places + 1)) % 10 >= 5, "the next digit rounds the last one up"


@pytest.mark.parametrize(
    ("asked", "text", "right", "places"),
    [(AP, "1 0 1 0 1", "0.755555555", range(2, 7)), (nDCG, "1 0 1", "0.919720789", (2, 6))],
)
def test_cut_off_message_holds_at_any_number_of_places(asked, text, right, places):
    for digits in places:
        for cut in (right[: 2 + digits], f"{right[2:4]}.{right[4 : 2 + digits]}%" if digits > 2 else right[:4]):
            verdict = check(asked, Ranking.parse(text), cut)
            assert [one.id for one in verdict.diagnoses] == ["cut-off"]
            percent = "%" * cut.endswith("%")
            after = number_word(digits - 2 * bool(percent))
            rounded = f"{Decimal(right).scaleb(2 * bool(percent)):.{digits - 2 * bool(percent)}f}{percent}"
            assert f"after {after} digit{'s' * (after != 'one')} " in verdict.headline
            assert verdict.headline.endswith(f" {rounded}.")
            assert (verdict.outcome, verdict.correct, verdict.explained_diagnoses) == ("rounded early", False, ())


def test_cut_off_and_rounded_logarithms_are_both_named():
    verdict = check(nDCG, Ranking.parse("1 0 1"), "0.919")  # 0.91972, and 1.5 / (1 + 1/1.58) = 0.91860
    assert [one.id for one in verdict.diagnoses] == ["cut-off", "rounded-early"]


@pytest.mark.parametrize(
    ("asked", "text", "answer", "digits"),
    [
        (DCG, "2 3 1 1", f"{2 + 3 / 1.58 + 1 / 2 + 1 / 2.32:.2f}", "2 digits"),
        (nDCG, "0 2 0 3", f"{(2 / 1.58 + 3 / 2.32) / (3 + 2 / 1.58):.3f}", "2 digits"),
        (IDCG, "3 3 3 3", f"{3 + 3 / 1.585 + 3 / 2 + 3 / 2.322:.4f}", "3 digits"),
    ],
    ids=repr,
)
def test_rounded_logarithms_count_as_early_rounding(asked, text, answer, digits):
    verdict = check(asked, Ranking.parse(text), answer)
    assert [one.id for one in verdict.diagnoses] == ["rounded-early"], verdict
    assert f" to {digits}." in verdict.headline


def test_cut_off_of_a_negative_number_is_towards_0() -> None:
    scores = ([0.30, 0.20, 0.55, 0.10], [0.35, 0.31, 0.56, 0.30])
    right = Fraction(check(PairedT("t"), scores, "1").question.right_value)
    assert right < 0
    cut = written(math.trunc(right * 1000), 3)
    assert is_cut_off(float(right), read_answer(cut))
    assert not is_cut_off(float(right), read_answer(cut.removeprefix("-")))


@pytest.mark.parametrize(
    ("ranking", "answer", "headline"),
    [
        ("1 1 1 1 1 1 1 0", "0.87", "after two digits instead of rounding it. Rounded, it is 0.88."),
        ("1 1 1 1 1 1 1 0", ".87", "after two digits instead of rounding it. Rounded, it is 0.88."),
        ("1 1 1 1 1 1 1 0", "87%", "at the decimal point instead of rounding it. Rounded, it is 88%."),
        ("1 1 1 0", "0.7", "after one digit instead of rounding it. Rounded, it is 0.8."),
        ("1 1 1 0", "0,7", "after one digit instead of rounding it. Rounded, it is 0,8."),
        ("1 1 0", "0.6", "after one digit instead of rounding it. Rounded, it is 0.7."),
        ("1 1 0", "66.6%", "after one digit instead of rounding it. Rounded, it is 66.7%."),
        ("1 1 0", "66,6 %", "after one digit instead of rounding it. Rounded, it is 66,7%."),
        ("1 0 0 0 1 1 1 0", "0.5", "0.5 is right."),
        ("1 0 0 0 0 0 0 0", "0.12", "0.12 is right."),  # the half to the even digit
        ("1 0 0 0 0 0 0 0", "0.13", "0.13 is right."),
        ("1 1 1 1 1 0 0 0", "62%", "62% is right."),
        ("1 1 1 1 1 0 0 0", "63%", "63% is right."),
        ("1 1 1 1 1 1 1 0", "0.875", "0.875 is right."),
    ],
)
def test_cut_off_half_gets_advice_on_rounding(ranking, answer, headline):
    verdict = check(P, ranking, answer)
    assert verdict.headline.endswith(headline)
    assert verdict.correct == verdict.conclusive == headline.endswith("is right.")
    assert verdict.correct or (verdict.outcome, verdict.diagnoses[0].id) == ("rounded early", "cut-off")
    assert "stands for any value" not in str(verdict) or verdict.correct, "a range that holds the right value"


def test_cut_off_and_a_mistake_are_both_named_with_an_exact_mistake_first():
    both = check(AP, Ranking.parse("0 0 1 0 0 0", relevant=2), "0.16")  # 1/6, and a mistake rounds to 0.16
    assert (both.outcome, both.correct) == ("rounded early", False)
    for part in ("after two digits", "0.17", "a known mistake also gives 0.16", "three digits, or as a fraction"):
        assert part in both.headline
    exact = check(AP, Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8), "0.6")  # 0.6729, and precision 6/10
    assert (exact.outcome, exact.correct) == ("wrong rule", False)
    assert "0.6 is also how the right answer begins." in str(exact)


def test_cut_off_answer_does_not_complete_an_exercise_and_asks_for_digits():
    asked = Exercise("x", P, Ranking.parse("1 1 1 1 1 1 1 0"), "P?")
    verdict = asked.check("0.87")
    assert verdict.headline.endswith("Rounded, it is 0.88. Give three digits after the point.")
    assert not asked.accepts("0.87")
    task, sheet = widgets.Exercise(asked), widgets.HandCheck(P, asked.data)
    for widget in (task, sheet):
        widget.check("0.87")
        assert "after two digits instead of rounding it. Rounded, it is 0.88." in re.sub("<[^>]+>", "", widget.picture)
    assert task.state == "tried"


@pytest.mark.parametrize("form", ["csv", "json"])
def test_class_sheet_marks_cut_off_answers_as_rounded(form, tmp_path, capsys):
    sheet, key = tmp_path / "answers.csv", tmp_path / "key.csv"
    sheet.write_text("Name,Q1,Q2\nAda,0.87,0.776\nBen,0.88,0.77\n", encoding="utf-8")
    key.write_text("column,measure,ranking\nQ1,P,1 1 1 1 1 1 1 0\nQ2,kappa,300 20 | 10 70\n", encoding="utf-8")
    assert main(["check", "--file", str(sheet), "--key", str(key), "--format", form]) == 1
    out, err = capsys.readouterr()
    if form == "json":
        found = [[cell["verdict"] for cell in student["answers"]] for student in json.loads(out)["students"]]
    else:
        found = [[row["Q1 verdict"], row["Q2 verdict"]] for row in csv.DictReader(io.StringIO(out))]
    assert found == [["rounded", "right"], ["right", "rounded"]]
    assert "2 of 4 answers right" in err


def test_kappa_to_three_digits_is_right_if_the_pooled_kappa_rounds_alike(capsys):
    assert main(["check", "kappa", "300 20 | 10 70", "0.776"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("0.776 is right.\n")
    assert "Another convention also gives 0.776: This is kappa with the chance agreement" in out
    assert main(["check", "kappa", "300 20 | 10 70", "0.7759"]) == 0  # pooled alone, named as the other definition
    assert main(["check", "kappa", "300 20 | 10 70", "0.7761"]) == 0


@pytest.mark.parametrize("answer", ["-1", "7"])
def test_whole_number_near_the_value_has_too_few_digits(answer):
    weight = exercise_by_id("hedge-weight:1:1")
    asked, given = (weight.quantity, weight.data) if answer == "-1" else (DCG @ 5, Ranking.parse("3 2 1 2 3"))
    right = float(check(asked, given, answer).question.right_value)
    verdict = check(asked, given, str(round(right)))
    assert (verdict.outcome, verdict.correct, verdict.undecided) == ("too few digits", False, True)
    assert "whole number" in verdict.headline
    assert "Give three digits" in verdict.headline
    assert "Almost" not in str(verdict)
    made = replace(Question(asked, given), places=4)
    assert "Give four digits after the point." in check_question(made, str(round(right))).headline
