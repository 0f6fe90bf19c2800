"""Test `irlearn check` on single answers and on files of answers."""

from __future__ import annotations

import csv
import io
import json
import re
import time
from pathlib import Path

import pytest
from message_parts import parts

from irlearn.cli import main

TEN = "1 1 1 0 1 1 0 1 0 0"


def test_check_names_the_misconception_and_hides_the_right_value(capsys):
    assert main(["check", "AP", TEN, "0.897", "--relevant", "8"]) == 1
    shown = capsys.readouterr().out
    assert "You divided by the 6 relevant documents that were retrieved, not by all 8." in shown
    assert "323/480" not in shown
    assert "0.673" not in shown


def test_check_of_a_right_answer_exits_with_0(capsys):
    assert main(["check", "AP", TEN, "67.3%", "--relevant", "8"]) == 0
    assert "67.3% is right." in capsys.readouterr().out


def test_check_shows_the_solution_on_request(capsys):
    assert main(["check", "AP", TEN, "0.897", "--relevant", "8", "--solution"]) == 1
    assert "323/480 = 0.6729" in capsys.readouterr().out


def test_check_json_has_the_documented_keys(capsys):
    assert main(["check", "AP", TEN, "0.897", "--relevant", "8", "--format", "json"]) == 1
    verdict = json.loads(capsys.readouterr().out)
    assert verdict["correct"] is False
    assert verdict["value"] == pytest.approx(323 / 480)
    assert [diagnosis["id"] for diagnosis in verdict["diagnoses"]] == ["ap-over-found"]
    assert verdict["diagnoses"][0]["message"].startswith("You divided by the 6")


def test_check_of_means_takes_rankings_or_values(capsys):
    assert main(["check", "MAP", "1 0 1 | 0 1", "0.4028", "--relevant", "3,2"]) == 0
    assert main(["check", "gMAP", "values 1 0.5 0.1", "0.368"]) == 0
    assert main(["check", "MRR", "values 1 1/3 1/2", "0.500"]) == 1
    assert "the mean of the ranks" in capsys.readouterr().out
    assert main(["check", "MAP", "values 0,1 1,0", "0.55"]) == 0
    assert main(["check", "MAP", "values 0,5; 0,25", "0.375"]) == 0
    assert main(["check", "MAP", "values 1,0.5,0.1", "0.533"]) == 0
    assert main(["check", "MAP", "values 1, 0, 1/2", "0.5"]) == 0
    assert main(["check", "MAP", "1 0 1", "5/6"]) == 0
    assert main(["check", "MAP", "values 0.5", "0.5"]) == 0
    assert main(["check", "AP", "R NR NR R", "0.75"]) == 0


def test_check_reports_an_answer_by_another_definition(capsys):
    assert main(["check", "ERR", "0 1", "0.25"]) == 0, "right on another scale is no wrong answer"
    assert capsys.readouterr().out.startswith("This is ERR(max_grade=1), right on a scale of grades that ends at 1")
    assert main(["check", "ESL", "0 0 1", "2", "--format", "csv"]) == 0
    assert "yes,other definition,esl-read-in-vain,This is the expected" in capsys.readouterr().out.replace('"', "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["AP", "1 0 1", "nan"], "'nan'"),
        (["AP", "1 0 1", "about half"], "'about half'"),
        (["AP", "1 0 1", "1/0"], "divides by 0"),
        (["AP", "1 0 1", "143%"], "more than 100%"),
        (["AP", "1 0 1", "0.5", "--relevant", "1"], "the 1 relevant"),
        (["AP", "1 0 1", "0.5", "--relevant", "two"], "'two'"),
        (["AP", "1 0 1"], "MEASURE RANKING ANSWER"),
        (["ESL", "0 0", "1"], "not defined"),
        (["F(beta='2')", "1 0", "1"], "beta of F"),
        (["F(beta=1e155)", "1 0", "1"], "at most 1,000,000"),
        (["RBP(p='0.5')", "1 0", "1"], "p of RBP"),
        (["AP", "1 0 1", "0.5", "--relevant", "1000000000"], "from 0 to 1,000,000"),
        (["MAP", "values 1,0", "0.5"], "decimal points"),
        (["MRR", "1, 3, 2", "0.61"], "the grades of one ranking, or a rank for each query"),
        (["AP", "1, 3, 5", "1"], "may be 3 grades or the positions of the relevant documents"),
        (["AP", "[7, 17, 9, 42, 5]", "1"], "may be 5 grades or the ids of documents"),
        (["AP", "1,,0", "1"], "has nothing at rank 2"),
    ],
)
def test_check_of_bad_input_prints_one_sentence_and_exits_with_2(arguments, sentence, capsys):
    assert main(["check", *arguments]) == 2
    error = capsys.readouterr().err
    assert re.search(parts(sentence), error)
    assert error.count("\n") == 1


def written(folder: Path, text: str, name: str = "answers.csv") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


SHEET = f"""student,measure,ranking,relevant,answer
Ada,AP,{TEN},8,0.673
Ben,AP,{TEN},8,"0,897"
Cem,nDCG@5,3 2 1 2 3,,.9
Dia,AP,{TEN},8,about half
"""


def test_check_holds_exercise_answers_to_the_stated_rounding(tmp_path, capsys):
    sheet = "exercise,answer\nf:2:328,0.46\nf:2:328,0.462\nf:2:328,6/13\nrecall-at-k:2:34,0.2\n"
    assert main(["check", "--file", written(tmp_path, sheet), "--format", "csv"]) == 1
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["correct"] for row in rows] == ["open", "yes", "yes", "yes"]
    assert [row["outcome"] for row in rows] == ["too few digits", "right", "right", "right"]
    assert rows[0]["message"].endswith("Give three digits after the point.")


def test_check_file_gives_a_verdict_for_each_row(tmp_path, capsys):
    assert main(["check", "--file", written(tmp_path, SHEET), "--format", "csv", "--solution"]) == 1
    captured = capsys.readouterr()
    rows = list(csv.DictReader(io.StringIO(captured.out)))
    assert [row["student"] for row in rows] == ["Ada", "Ben", "Cem", "Dia"]
    assert [row["correct"] for row in rows] == ["yes", "no", "open", "no"]
    assert [row["outcome"] for row in rows] == ["right", "wrong rule", "cannot tell", "no number"]
    assert rows[1]["mistakes"] == "ap-over-found"
    assert rows[0]["value"] == "323/480"
    assert captured.err == "1 of 4 right; most common mistakes: ap-over-found (1)\n"


def test_check_file_without_solution_hides_right_values(tmp_path, capsys):
    main(["check", "--file", written(tmp_path, SHEET), "--format", "csv"])
    header = capsys.readouterr().out.splitlines()[0]
    assert header == "student,measure,ranking,relevant,answer,correct,outcome,mistakes,message"


def test_check_file_accepts_semicolons_and_decimal_commas(tmp_path, capsys):
    sheet = "measure;ranking;relevant;answer\nAP;1 0 1;4;0,417\n"
    assert main(["check", "--file", written(tmp_path, "\ufeff" + sheet)]) == 0
    assert "yes" in capsys.readouterr().out


def test_check_file_accepts_the_separator_line_of_excel_and_any_header_case(tmp_path, capsys):
    sheet = "sep=;\nStudent;Measure;Ranking;Relevant;Answer\nAda;AP;1 0 1;4;0,417\n"
    assert main(["check", "--file", written(tmp_path, sheet), "--format", "csv"]) == 0
    assert capsys.readouterr().out.splitlines()[0].startswith("Student,measure,ranking,relevant,answer,correct")


def test_negative_answer_is_not_parsed_as_an_option(capsys):
    for answer in ("-1/2", "-50%", "-.5"):
        assert main(["check", "AP", "1 0 1", answer]) == 1
        assert "between 0 and 1" in capsys.readouterr().out


def test_check_file_accepts_ids_of_generated_exercises(tmp_path, capsys):
    from irlearn.byhand.generate import exercise_by_id

    exercise = exercise_by_id("ap:2:7")
    wrong = next(mistake for mistake in exercise.mistakes if mistake.id == "ap-over-found")
    sheet = f"student,exercise,answer\nAda,ap:2:7,{exercise.answer}\nBen,ap:2:7,{wrong.value:.3f}\n"
    assert main(["check", "--file", written(tmp_path, sheet), "--format", "json"]) == 1
    rows = json.loads(capsys.readouterr().out)
    assert [row["correct"] for row in rows] == ["yes", "no"]
    assert rows[1]["mistakes"].split("; ")[0] == "ap-over-found"


@pytest.mark.parametrize(
    ("sheet", "sentence"),
    [
        ("measure,ranking\nAP,1 0\n", "line 1: the column 'answer' is missing"),
        ("measure,ranking,answer,correct\nAP,1 0,1,\n", "'correct' has a name that check adds"),
        ("measure,ranking,answer,answer\nAP,1 0,1,1\n", "'answer' appears twice"),
        ("measure,ranking,answer\n", "has a header but no answers"),
        ("sep=;\n", "has a header but no answers"),
        ('measure,"ranking,answer\nAP,1 0,1\n', "line 1: is not CSV"),
        ("", "is empty"),
    ],
)
def test_check_file_errors_name_the_line(sheet, sentence, tmp_path, capsys):
    assert main(["check", "--file", written(tmp_path, sheet)]) == 2
    captured = capsys.readouterr()
    assert re.search(parts(sentence), captured.err)
    assert captured.out == ""
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        ("AQ,1 0,1,", "line 3 … 'AQ'"),
        ("AP,1 x,1,", "line 3: the ranking '1 x' has 'x' at rank 2"),
        ("AP,1 0", "line 3: 2 cells, but the header names 4"),
        ("AP,1 0,0.5,,,more", "line 3: 6 cells, but the header names 4"),
        ('AP,"1 0,0.5,', "line 3: "),
        ("AP,1 0,0.5,two", "'two'"),
        ("AP,1 0,0.5," + "9" * 5000, "'9999"),
        ("AP," + "1 " * 100_000 + ",0.5,", "line 3: "),
        ("AP," + "[" * 50_000 + ",0.5,", "line 3: "),
        ("," * 3 + "3", "line 3: "),
    ],
)
def test_check_file_with_a_bad_row_checks_the_others(bad, sentence, tmp_path, capsys):
    sheet = f"measure,ranking,answer,relevant\nAP,1 0 1,5/6,\n{bad}\nAP,1 0 1,0.1357,\nAP,1 0 1,5/12,4\n"
    assert main(["check", "--file", written(tmp_path, sheet), "--format", "json"]) == 2
    out, err = capsys.readouterr()
    rows = json.loads(out)
    assert [row["outcome"] for row in rows] == ["right", "not checked", "unknown", "right"]
    assert [row["correct"] for row in rows] == ["yes", "", "no", "yes"]
    assert rows[1]["message"]
    assert "2 of 4 right; 1 row not checked; " in err
    assert re.search(parts(sentence), err)
    assert err.count("\n") == 1
    assert len(err) < 1000
    assert "mistake in irlearn" not in err


@pytest.mark.parametrize("name", ["none:2:7", "ap:9:7", "ap:2:-7", "ap:2:" + "9" * 5000, "ap", ":::", "ap:2:7:1"])
def test_unknown_exercise_affects_only_its_row(name, tmp_path, capsys):
    sheet = f"exercise,answer\n{name},0.5\nap:2:7,0.123\n"
    assert main(["check", "--file", written(tmp_path, sheet), "--format", "csv"]) == 2
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert rows[0]["outcome"] == "not checked"
    assert rows[1]["correct"] == "no"


def test_internal_error_affects_only_its_row(tmp_path, capsys, monkeypatch):
    def stumble(*_: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr("irlearn.cli.check._exercise", stumble)
    sheet = "exercise,measure,ranking,answer\nap:2:7,,,1\n,AP,1 0 1,5/6\n"
    assert main(["check", "--file", written(tmp_path, sheet)]) == 2
    err = capsys.readouterr().err
    assert "1 of 2 right; 1 row not checked" in err
    assert "a mistake in irlearn itself (RecursionError: too deep)" in err


def test_check_file_reads_rows_as_spreadsheets_save_them(tmp_path, capsys):
    """Empty columns at the end, cells cut off there, blank rows, and signs inside cells at which no row ends."""
    sheet = (
        "\r\nstudent,measure,ranking,answer,relevant,,\r\nAda,AP,1 0 1,5/6\r\n,,,,,,\r\nBen,AP,1 0 1,5/12,4,,\r\n\r\n"
        'C\u2028e\x0bm\x0c\x85,AP,1 0 1,5/6,,\r\n"D\nE",AP,1 0 1,5/6,,\r\n'
    )
    path = tmp_path / "answers.csv"
    path.write_bytes(sheet.encode())
    assert main(["check", "--file", str(path), "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out, newline="")))
    assert [row["student"] for row in rows] == ["Ada", "Ben", "C\u2028e\x0bm\x0c\x85", "D\nE"]


def test_empty_answer_is_reported_as_missing(tmp_path, capsys):
    sheet = "measure,ranking,answer\nAP,1 0 1,\nAP,1 0 1,5/6\n"
    assert main(["check", "--file", written(tmp_path, sheet), "--format", "json"]) == 1
    row = json.loads(capsys.readouterr().out)[0]
    assert (row["correct"], row["outcome"]) == ("no", "no number")
    assert row["message"].startswith("There is no answer")


def test_equal_answers_are_checked_once(tmp_path, capsys, monkeypatch):
    from irlearn.cli import check

    checked = []
    check_answer = check._check_answer
    monkeypatch.setattr(check, "_check_answer", lambda *row: checked.append(row) or check_answer(*row))
    sheet = "measure,ranking,answer\n" + "AP,1 0 1 1 0 1,0.4\nAQ,1,1\n" * 5000
    assert main(["check", "--file", written(tmp_path, sheet)]) == 2
    assert len(checked) == 1
    assert "5,000 rows not checked" in capsys.readouterr().err


def test_control_characters_in_cells_are_escaped_on_a_terminal_and_kept_in_data(tmp_path, capsys):
    name = "A\x1b[2Jd\u202ea\x9b"
    sheet = f"student,measure,ranking,answer\n{name},AP,1 0 1,\x1b]0;x\x07\n"
    path = written(tmp_path, sheet)
    main(["check", "--file", path])
    out, err = capsys.readouterr()
    assert all(sign.isprintable() or sign == "\n" for sign in out + err)
    assert "A\\x1b[2Jd\\u202ea\\x9b" in out
    main(["check", "--file", path, "--format", "json"])
    out = capsys.readouterr().out
    assert all(sign.isprintable() or sign == "\n" for sign in out)
    assert json.loads(out)[0]["student"] == name
    main(["check", "--file", path, "--format", "csv"])
    assert name in capsys.readouterr().out


def test_check_output_never_replaces_the_file_of_answers(tmp_path, capsys):
    path = written(tmp_path, SHEET)
    (tmp_path / "link.csv").symlink_to(path)
    for output in (path, str(tmp_path / "link.csv")):
        assert main(["check", "--file", path, "--output", output, "--force"]) == 2
        assert "one of the input files" in capsys.readouterr().err
    assert Path(path).read_text() == SHEET


def test_output_file_is_replaced_only_with_force(tmp_path, capsys):
    out = tmp_path / "checked.csv"
    out.write_text("my own\n")
    arguments = ["check", "--file", written(tmp_path, SHEET), "--format", "csv", "--output", str(out)]
    assert main(arguments) == 2
    assert out.read_text() == "my own\n"
    assert main([*arguments, "--force"]) == 1
    assert out.read_text().startswith("student,")


@pytest.mark.all
@pytest.mark.parametrize("measure", ["MaxAP", "MinAP(collection=2000000)"])
def test_check_does_not_list_a_million_missed_documents(measure, capsys):
    began = time.process_time()
    assert main(["explain", measure, "3 0 1", "--relevant", "1000000"]) == 2
    assert "up to 5,000 documents; here are 1,000,0" in capsys.readouterr().err
    assert main(["check", measure, "3 0 1", "0.123", "--relevant", "1000000"]) == 1
    assert time.process_time() - began < 10, "seconds of the processor; 1 on a quiet machine"


@pytest.mark.all
@pytest.mark.parametrize(
    "measure", ["nDCG", *(pytest.param(name, marks=pytest.mark.sweep) for name in ("AP", "IDCG", "nERR", "DCG", "R"))]
)
def test_check_with_a_million_relevant_documents_is_fast(measure, capsys):
    began = time.process_time()
    assert main(["check", measure, "3 0 1", "0.123", "--relevant", "1000000", "--format", "json"]) == 1
    assert main(["explain", "all", "3 0 1", "--relevant", "1000000", "--format", "json"]) == 0
    assert time.process_time() - began < 10, "seconds of the processor; 1.5 on a quiet machine"
    assert "IDCG is left out" in capsys.readouterr().out
