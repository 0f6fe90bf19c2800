"""Test `irlearn explain` and `irlearn check` on significance tests."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest
from message_parts import parts

from irlearn.cli import main

FIVE = "0.28 0.30 0.38 0.29 0.23 | 0.35 0.20 0.40 0.33 0.24"


def test_check_accepts_the_p_value_of_a_sign_test(capsys):
    assert main(["check", "sign", FIVE, "0.375"]) == 0
    assert capsys.readouterr().out.startswith("0.375 is right.")


def test_check_traces_a_wrong_p_value_to_one_tail(capsys):
    assert main(["check", "sign", FIVE, "3/16", "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["value"] == 0.375
    assert [one["id"] for one in found["diagnoses"]] == ["sign-one-sided"]


def test_check_accepts_a_negative_t(capsys):
    # differences -0.07 0.10 -0.02 -0.04 -0.01: mean -0.008, s 0.06458
    assert main(["check", "t(paired-t)", FIVE, "-0.277"]) == 0
    assert main(["check", "t(paired-t)", FIVE, "0.277", "--solution"]) == 1
    assert "You took B − A" in capsys.readouterr().out


@pytest.mark.parametrize("how", ["table", "text", "markdown", "latex", "html", "json", "csv"])
def test_explain_writes_a_test_in_each_format(capsys, how):
    assert main(["explain", "W(signed-rank)", FIVE, "--format", how]) == 0
    text = capsys.readouterr().out
    if how == "csv":
        rows = list(csv.DictReader(io.StringIO(text)))
        assert [row["signed rank"] for row in rows] == ["-4.0", "5.0", "-2.0", "-3.0", "-1.0"]
    elif how == "json":
        assert json.loads(text)["fraction"] == "5"
    else:
        latex = r"\min\left(5, 10\right)"
        drawn = {"markdown": latex, "latex": latex, "html": "<mn>5</mn><mo>,</mo> <mn>10</mn>"}
        assert drawn.get(how, "min(5, 10)") in text


def test_binomial_test_takes_counts(capsys):
    assert main(["explain", "binomial", "4 of 5"]) == 0
    assert "12/32 = 3/8 = 0.375" in capsys.readouterr().out


def test_check_file_may_contain_tests_and_measures(tmp_path, capsys):
    path = tmp_path / "answers.csv"
    path.write_text(f"measure,ranking,answer\nsign,{FIVE},0.1875\nAP,1 0 1,0.833\n", encoding="utf-8")
    assert main(["check", "--file", str(path), "--format", "csv"]) == 1
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["correct"], row["mistakes"]) for row in rows] == [("no", "sign-one-sided"), ("yes", "")]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["explain", "sign", "0.1 0.2"], "| … B"),
        (["explain", "signs", "0.1 | 0.2"], " sign?"),
        (["check", "p(sing)", "0.1 | 0.2", "1"], " sign?"),
        (["check", "sign", FIVE, "0.3", "--relevant", "3"], "belong to rankings"),
    ],
)
def test_bad_input_of_a_test_is_rejected_in_one_sentence(capsys, words, reason):
    assert main(words) == 2
    said = capsys.readouterr().err
    assert re.search(parts(reason), said)
    assert said.count("\n") == 1
