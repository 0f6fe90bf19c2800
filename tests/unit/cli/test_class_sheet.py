"""Test `irlearn check --file` on sheets with a row for each student and a column for each exercise."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from message_parts import parts

from irlearn.byhand.generate import exercise, exercise_by_id
from irlearn.cli import main

AP, F = "ap:1:279", "f:2:328"  # 3/10 and 6/13
FORM = (
    "Timestamp,Username,Total score,1. What is AP? (ap:1:279),1. What is AP? (ap:1:279) [Score],2. And F? f:2:328\n"
    "2026/01/02 10:20:11,ada@example.org,2.00 / 2,0.300,1.00 / 1,6/13\n"
    "2026/01/02 10:21:52,ben@example.org,0.00 / 2,0.7,0.00 / 1,\n"
)
QUIZ = (
    "Last name,First name,Email address,Grade/10.00,Q. 1 /5.00,Q. 2 /5.00,Response 1,Response 2\n"
    'Ad,Ada,ada@example.org,10.00,5.00,5.00,"0,3",0.462\n'
    "Be,Ben,ben@example.org,0.00,0.00,-,0.7,-\n"
    "Overall average,,,5.00,2.50,2.50,,\n"
)
SURVEY = (
    "name,id,section,1101: AP of it?,5.0,1102: F?,5.0,n correct\n,,,ap:1:279,,f:2:328,,\nAda,1,x,3/10,5.0,6/13,5.0,2\n"
)
GERMAN = "sep=;\nName;Gruppe;Aufgabe 1;Aufgabe 2;Summe\n;;ap:1:279;f:2:328;\nAda;A;0,300;0,462;2\nBen;B;0,7;;0\n"

MOODLE = (
    "Surname,First name,Email address,Status,Question 1,Response 1,Right answer 1,Question 2,Response 2\n"
    'A,Ada,ada@x,Finished,"What is AP? (ap:1:279)",0.300,0.300,F? f:2:328,6/13\n'
    'B,Ben,ben@x,Finished,"What is AP? (ap:1:2)",0.300,,F? f:2:328,-\n'
    "Overall average,,,,,,,,\n"
)
FORMS = (
    "ID,Email,Name,Total points,AP? (ap:1:279),Points - AP? (ap:1:279),Feedback - AP? (ap:1:279),"
    "F? f:2:328,Points - F? f:2:328\n"
    "1,ada@x,Ada,2,0.3,1,,6/13,1\n2,ben@x,Ben,0,0.7,0,,,0\n"
)
LONG_TITLE = (
    'Name,"1. A system returns 6 documents: 1 0 0 1 1 0.\nWhat is ""AP"", in short (ap:1:279)?",F f:2:328\n'
    "Ada,0.3,6/13\nBen,0.7,\nClass average,0.5,0.2\nTotal,1,1\n"
)
CALC = "Course: IR, 2026;;\nName;ap:1:279;f:2:328\nAda;0,3;0,462\nBen;0,7;\nMittelwert;0,5;0,462\n"

BOTH = [["right", "right"], ["wrong: ap-over-found", "not answered"]]


def written(folder: Path, text: str, name: str = "class.csv", encoding: str = "utf-8") -> str:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return str(path)


def verdicts(out: str) -> list[list[str]]:
    return [[cell["verdict"] for cell in student["answers"]] for student in json.loads(out)["students"]]


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        (FORM, "", BOTH),
        (QUIZ, "column,exercise\n1,ap:1:279\nresponse  2,f:2:328\n", BOTH),
        (SURVEY, "", [["right", "right"]]),
        (GERMAN, "", BOTH),
        (FORMS, "", BOTH),
        (LONG_TITLE, "", BOTH),
        (CALC, "", BOTH),
        ("Name,Q1,Q2\n,3 points,\n,ap:1:279,f:2:328\nAda,0.3,6/13\n", "", [["right", "right"]]),
        ("id,1234567: AP?,1.0\n1,0.3,1\n", "column,exercise\n1234567,ap:1:279\n", [["right"]]),
        ('Name,ap:1:279\nAda,"=""0.300"""\n', "", [["right"]]),
        ("Name\tAP:1:279\tf:2:328\nAda\t0,3\t6/13\n", "", [["right", "right"]]),
        ("Name,What, in short, is it (ap:1:279)\n".replace(",", ";", 1) + "Ada;0,3\n", "", [["right"]]),
        ("Name,ap:1:279\nAda,0.5 or so\n", "", [["no number"]]),
        ("Name,ap:1:279\nAda,0.1357\n", "", [["wrong"]]),
        ("Name,f:2:328\nAda,0.46\n", "", [["too few digits"]]),
        ("Name,ap:1:279,mail\nAda,'=3/10,x\n", "", [["right"]]),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_class_sheet_is_read_as_exported(text, key, expected, encoding, tmp_path, capsys):
    command = ["check", "--file", written(tmp_path, text, encoding=encoding), "--format", "json"]
    if key:
        command += ["--key", written(tmp_path, key, "key.csv")]
    main(command)
    assert verdicts(capsys.readouterr().out) == expected


def test_class_sheet_csv_keeps_rows_and_adds_verdicts_and_a_score(tmp_path, capsys):
    assert main(["check", "--file", written(tmp_path, GERMAN), "--format", "csv"]) == 1
    out, err = capsys.readouterr()
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [list(row.values())[:5] for row in rows] == [
        ["Ada", "A", "0,300", "0,462", "2"],
        ["Ben", "B", "0,7", "", "0"],
    ]
    assert [(row["ap:1:279 verdict"], row["right"], row["asked"]) for row in rows] == [
        ("right", "2", "2"),
        ("wrong: ap-over-found", "0", "2"),
    ]
    assert err == "2 students, 2 of 4 answers right; most common mistakes: ap-over-found (1)\n"


def test_class_sheet_table_lists_the_most_common_mistakes(tmp_path, capsys):
    seen = exercise_by_id(AP)
    by_rule = {mistake.id: f"{mistake.value:.3f}" for mistake in seen.mistakes}
    lines = [f"S{number},{by_rule['ap-over-found']},0.462" for number in range(3)]
    lines += [f"T{number},{by_rule['ap-over-list']},0.462" for number in range(2)]
    assert main(["check", "--file", written(tmp_path, "\n".join(["student,ap:1:279,f:2:328", *lines]))]) == 1
    table, made = capsys.readouterr().out.split("\n\n")
    assert table.splitlines()[1].split() == ["S0", "wrong:", "ap-over-found", "right", "1", "of", "2"]
    assert [line.split() for line in made.splitlines()[1:]] == [
        ["ap-over-found", "3", "ap:1:279"],
        ["ap-over-list", "2", "ap:1:279"],
    ]


def test_columns_with_the_same_title_are_all_kept(tmp_path, capsys):
    assert main(["check", "--file", written(tmp_path, SURVEY), "--format", "json"]) == 0
    row = json.loads(capsys.readouterr().out)["students"][0]["row"]
    assert (row["5.0"], row["5.0 (2)"], row["section"]) == ("5.0", "5.0", "x")


def test_seeds_may_be_written_as_decimals(tmp_path, capsys):
    answer = exercise_by_id("ap:2:7").answer
    text = f"name;seed;ap:2:*\nAda;7.0;{answer}\nBen;7,0;{answer}\nEve;70;{answer}\n"
    main(["check", "--file", written(tmp_path, text), "--format", "json"])
    students = json.loads(capsys.readouterr().out)["students"]
    assert [student["answers"][0]["verdict"] == "right" for student in students] == [True, True, False]


def test_seed_column_gives_each_student_an_exercise(tmp_path, capsys):
    answers = [exercise_by_id(f"ap:2:{seed}").answer for seed in (1, 2)]
    text = f"name,seed,ap:2:*\nAda,1,{answers[0]}\nBen,2,{answers[1]}\nEve,2,{answers[0]}\nIda,,0.5\n"
    assert main(["check", "--file", written(tmp_path, text), "--format", "json"]) == 2
    out, err = capsys.readouterr()
    first_verdicts = [row[0] for row in verdicts(out)]
    assert first_verdicts[:2] == ["right", "right"]
    assert first_verdicts[2].startswith("wrong")
    assert first_verdicts[3] == "not checked"
    assert re.search(parts("line 5 … ''"), err)


def test_key_may_contain_typed_questions(tmp_path, capsys):
    key = "column,measure,ranking,relevant\nQ1,AP,1 0 1,4\nQ2,P@5,RRNNR,\n"
    command = ["check", "--file", written(tmp_path, "Name,Q1,Q2\nAda,5/12,3/5\nBen,5/6,0.6\n")]
    assert main([*command, "--key", written(tmp_path, key, "key.csv"), "--format", "json"]) == 1
    assert verdicts(capsys.readouterr().out) == [["right", "right"], ["wrong: ap-over-found", "right"]]


@pytest.mark.parametrize(
    ("text", "key", "sentence"),
    [
        ("Name,app:1:1\nAda,1\n", "", "'app'"),
        (
            "Name,ap:1:279,ap:1:279\nAda,1,1\n",
            "",
            "line 1: ap:1:279 is in two columns; name the one with the answers in a file for --key",
        ),
        ("Name,A (ap:1:279),B (ap:1:279)\nAda,1,1\n", "", "is in two columns"),
        ("Name,ap:1:*\nAda,1\n", "", "takes each student's seed from a column called seed or variant"),
        ("Name,ap:1:279\n", "", "has a header but no answers"),
        (
            "Name,Q1\nAda,1\n",
            "",
            "no column names an exercise; put its id, such as ap:2:7, into the heading",
        ),
        ("Name,Q1\nAda,1\n", "column,exercise\nQ7,ap:1:279\n", "no column of"),
        ("Name,Q1,Q 1\nAda,1,1\n", "column,exercise\n1,ap:1:279\n", "2 columns of"),
        ("Name,Q1\nAda,1\n", "column,exercise\nQ1,ap\n", "topic:level:seed"),
        ("Name,Q1\nAda,1\n", "column,exercise\nQ1,ap:1:279\nq1,f:2:328\n", "has its exercise from line 2"),
        ("Name,Q1\nAda,1\n", "column,what\nQ1,ap:1:279\n", "the header of a key must name column and exercise"),
        ("Name,Q1\nAda,1\n", "column,exercise\nQ1,\n", "names neither an exercise nor a measure and a ranking"),
        ("exercise,answer\nap:1:279,1\n", "column,exercise\nanswer,ap:1:279\n", "so leave out --key"),
    ],
)
def test_class_sheet_without_questions_is_rejected(text, key, sentence, tmp_path, capsys):
    command = ["check", "--file", written(tmp_path, text)]
    if key:
        command += ["--key", written(tmp_path, key, "key.csv")]
    assert main(command) == 2
    err = capsys.readouterr().err
    assert re.search(parts(sentence), err)
    assert err.count("\n") == 1


def test_broken_row_affects_only_itself(tmp_path, capsys):
    assert main(["check", "--file", written(tmp_path, 'Name,ap:1:279\nAda,"0.3\nBen,0.3\n'), "--format", "json"]) == 2
    assert verdicts(capsys.readouterr().out) == [["not checked"], ["right"]]


def test_key_without_a_file_is_rejected(capsys):
    assert main(["check", "AP", "1 0", "1", "--key", "key.csv"]) == 2
    assert "--key says what the columns of a file ask" in capsys.readouterr().err


def test_cell_may_contain_several_numbers(tmp_path, capsys):
    made = exercise_by_id("rr:2:3")
    right = made.reference_answer.replace("; ", " ; ")
    text = f'Name;{made.id}\nAda;"{right}"\nBen;"{made.numbers[0].answer}"\n'
    assert main(["check", "--file", written(tmp_path, text), "--format", "json"]) == 1
    assert verdicts(capsys.readouterr().out) == [["right"], ["no number"]]


def test_question_column_gives_each_student_an_exercise(tmp_path, capsys):
    assert main(["check", "--file", written(tmp_path, MOODLE), "--format", "json"]) == 1
    out, err = capsys.readouterr()
    (ada, ben) = verdicts(out)
    assert ada == ["right", "right"]
    assert ben[0].startswith("wrong")
    assert ben[1] == "not answered"
    assert "line 4 begins with 'Overall average', which is not a student's name, and was left out" in err


def test_student_in_two_rows_is_counted_once_and_named(tmp_path, capsys):
    text = "Last name,Email,ap:1:279\nAd,ada@x,0.7\nBe,ben@x,0.7\nAd,ADA@x ,0.7\n"
    assert main(["check", "--file", written(tmp_path, text)]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines()[-1].split() == ["ap-over-found", "2", "ap:1:279"]
    assert "'ada@x' is in lines 2 and 4; each row is checked" in err
    assert "2 students in 3 rows, 0 of 3 answers right" in err


def test_cells_beyond_the_header_are_reported(tmp_path, capsys):
    text = "Name,ap:1:279,f:2:328\nAda,0,300,0,462\nBen,0.3,6/13\n"
    assert main(["check", "--file", written(tmp_path, text), "--format", "json"]) == 2
    out, err = capsys.readouterr()
    assert verdicts(out) == [["not checked"] * 2, ["right"] * 2]
    assert "line 2: 5 cells, but the header names 3 columns; put a cell with a comma in quotation marks" in err


@pytest.mark.parametrize(("sign", "what"), [(b"PK\x03\x04", "xlsx"), (b"\xd0\xcf\x11\xe0", "xls"), (b"%PDF", "PDF")])
def test_workbook_is_rejected_with_advice_to_export_csv(sign, what, tmp_path, capsys):
    path = tmp_path / "class.xlsx"
    path.write_bytes(sign + b"\0" * 40)
    assert main(["check", "--file", str(path)]) == 2
    err = capsys.readouterr().err
    assert re.search(parts(what), err)
    assert "save it as CSV UTF-8 and give that" in err


def test_exercise_answer_by_another_definition_is_neither_right_nor_a_mistake(tmp_path, capsys):
    asked = exercise("kappa", 1)
    answers = [answer for answer, _ in asked.wrong if asked.check(answer).outcome == "other definition"]
    sheet = "\n".join([f"name,{asked.id}", f"Ana,{asked.answer}", *(f"Ben,{answer}" for answer in answers[:1])])
    (file := tmp_path / "class.csv").write_text(sheet, encoding="utf-8")
    assert answers
    assert main(["check", "--file", str(file), "--format", "json"]) == 1
    students = json.loads(capsys.readouterr().out)["students"]
    assert [student["answers"][0]["correct"] for student in students] == ["yes", "open"]
    identity = asked.check(answers[0]).diagnoses[0].id
    assert students[1]["answers"][0]["verdict"] == f"other definition: {identity}"


@pytest.mark.parametrize("who", ["name", "Full name", "Matrikelnummer", "E-Mail-Adresse", "Student ID", "SIS id"])
def test_student_column_is_recognized_by_its_heading(tmp_path, capsys, who):
    file = written(tmp_path, f"group,{who},{AP}\nA,Ada,0.3\nB,Ada,0.7\n")
    main(["check", "--file", file])
    assert "'ada' is in lines 2 and 3" in capsys.readouterr().err
