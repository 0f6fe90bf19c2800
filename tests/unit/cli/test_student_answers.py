"""Test `irlearn check --students`: whose answers are found, what counts, and what is written."""

from __future__ import annotations

import csv
import io
import json
import re
import stat

import pytest
from message_parts import parts

from irlearn.byhand import exercise_by_id
from irlearn.cli import main

SEEDS = (
    "student,name,1,2\n"
    's001,"Meyer, Ana",ap:2:2,sign-test:2:1\n'
    "s002,Ben Ok,ap:2:3,sign-test:2:2\n"
    "007,Åsa Öl,ap:2:4,sign-test:2:4\n"
)
AP = {seed: exercise_by_id(f"ap:2:{seed}") for seed in (2, 3, 4)}
SIGN = {seed: exercise_by_id(f"sign-test:2:{seed}") for seed in (1, 2, 4)}


@pytest.fixture
def check(tmp_path, monkeypatch, capsys):
    """Check a file of answers; return the exit status, the students of the JSON, and the lines on standard error."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hw1").mkdir()
    (tmp_path / "hw1" / "seeds.csv").write_text(SEEDS, "utf-8")

    def run(text, *options):
        (tmp_path / "export.csv").write_text(text, "utf-8")
        files = ["--file", "export.csv", "--students", "hw1/seeds.csv"]
        status = main(["check", *files, *options, "--format", "json"])
        out, err = capsys.readouterr()
        return status, json.loads(out)["students"] if out else [], err.splitlines()

    return run


def marks(students):
    return [[answer["mark"] for answer in student["answers"]] for student in students]


@pytest.mark.parametrize(
    "header",
    ["student,1,2", "Matrikelnummer,Antwort 1,Antwort 2", "E-Mail-Adresse,Q1,Q2", "x,1. AP? (ap:2:*),sign-test:2:*"],
)
def test_students_and_items_are_found_in_any_export(header, check):
    rows = f"S001,{AP[2].answer},{SIGN[1].answer}\n7,{AP[4].answer},{SIGN[4].answer}\n"
    status, students, _ = check(f"{header}\n{rows}")
    assert (status, marks(students)) == (0, [[1, 2], [1, 2]])
    assert [answer["exercise"] for answer in students[1]["answers"]] == ["ap:2:4", "sign-test:2:4"]


def test_numbers_of_an_exercise_may_have_columns_of_their_own(check):
    wins, p = SIGN[1].answer.split("; ")
    text = f"id,ap:2:2,sign-test:2:1/1,sign-test:2:1/2\ns001,{AP[2].answer},{wins},{p}\n"
    assert marks(check(text)[1]) == [[1, 2]]


@pytest.mark.parametrize(("which", "mark"), [("first", 0), ("last", 1), ("best", 3), (None, 1)])
def test_attempt_that_counts(which, mark, check):
    attempts = [("9", ""), (AP[2].answer, SIGN[1].answer), (AP[2].answer, "-"), ("", "-")]
    text = "id,1,2\n" + "".join(f"s001,{ap},{sign}\n" for ap, sign in attempts)
    status, students, notes = check(text, *(["--attempt", which] if which else []))
    assert (status, [student["right"] for student in students]) == (mark < 3, [mark])
    assert f"the {which or 'last'} counts: 's001' (lines 2, 3, 4 and 5)" in notes[0]


def test_unknown_id_costs_only_itself(check):
    status, students, notes = check(f"id,1,2\ns0001,1,1\ns002,{AP[3].answer},{SIGN[2].answer}\n")
    assert (status, marks(students)) == (2, [[1, 2]])
    assert "line 2: no student of hw1/seeds.csv has the id 's0001'; did you mean s001?" in notes[0]
    assert "2 students handed in nothing: 's001' and '007'" in notes[1]


def test_answer_to_the_exercise_of_another_student_does_not_count(check):
    rows = f"s001,{AP[2].answer},,\ns002,,{AP[3].answer},\n007,,{AP[3].answer},\n"
    status, students, notes = check(f"id,ap:2:2,ap:2:3,sign-test:2:*\n{rows}")
    assert (status, marks(students)) == (1, [[1, 0], [1, 0], [0, 0]])
    assert students[2]["answers"][0]["verdict"] == "not counted"
    assert "line 4, '007', item 1: this is an answer to ap:2:3, but this student was given ap:2:4" in notes[0]


def test_exercises_that_a_platform_drew_are_marked_as_such(check):
    text = "id,Question 1,Response 1,2\n" + "".join(
        f"{student},AP? (ap:2:{seed}),{AP[seed].answer},\n" for student, seed in (("s001", 3), ("s002", 4), ("007", 4))
    )
    _, students, notes = check(text)
    assert marks(students) == [[1, 0]] * 3
    assert "item 1: marked as ap:2:3, which the file names" in notes[0]


def test_right_answer_of_another_student_is_named(check):
    _, students, notes = check(f"id,1,2\n007,{AP[3].answer},\ns002,{AP[3].answer},\n")
    assert marks(students) == [[0, 0], [1, 0]]
    assert f"line 2, '007', item 1: {AP[3].answer} is the right answer of 's002'" in notes[0]


def test_other_convention_counts_only_if_it_is_allowed(check, tmp_path):
    ndcg = exercise_by_id("ndcg:2:9")
    (tmp_path / "hw1" / "seeds.csv").write_text("student,name,1\ns001,A,ndcg:2:9\n", "utf-8")
    answer = dict(map(reversed, ndcg.wrong))["ndcg-log-of-rank"]
    assert marks(check(f"id,1\ns001,{answer}\n")[1]) == [[0]]
    assert marks(check(f"id,1\ns001,{answer}\n", "--conventions", "right")[1]) == [[1]]


def test_marks_are_written_to_a_new_folder_for_their_owner(check, tmp_path):
    text = f"id,E-mail,1,2\ns001,ana@x.org,{AP[2].answer},{SIGN[1].answer}\n007,=1,0.5,\n"
    assert check(text, "--marks", "marked")[0] == 1
    assert (tmp_path / "export.csv").read_text("utf-8") == text
    files = {path.name: path.read_bytes() for path in (tmp_path / "marked").iterdir()}
    assert sorted(files) == ["feedback.csv", "marks_canvas.csv", "marks_moodle.csv", "monday.md"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "marked").iterdir()} == {0o600}
    rows = {name: [*csv.reader(io.StringIO(files[name].decode("utf-8-sig")))] for name in files if name[-1] == "v"}
    assert rows["marks_moodle.csv"][0] == ["ID number", "Full name", "hw1", "Feedback"]
    assert [row[:3] for row in rows["marks_moodle.csv"][1:]] == [["s001", "Meyer, Ana", "3"], ["007", "Åsa Öl", "0"]]
    assert rows["marks_canvas.csv"][:3] == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "hw1"],
        ["    Points Possible", "", "", "", "", "3"],
        ["Meyer, Ana", "", "s001", "s001", "", "3"],
    ]
    first = dict(zip(*rows["feedback.csv"][:2], strict=True))
    assert (first["email"], first["item_2_mark"], first["item_2_of"]) == ("ana@x.org", "2", "2")
    assert first["item_1_feedback"] == f"{AP[2].answer} is right."


def test_folder_that_is_not_empty_is_left_alone(check, tmp_path):
    assert check("id,1,2\ns001,1,1\n", "--marks", "hw1")[0] == 2
    assert [path.name for path in (tmp_path / "hw1").iterdir()] == ["seeds.csv"]


@pytest.mark.parametrize(
    ("text", "seeds", "options", "sentence"),
    [
        ("id,1,2\nx,1,1\n", SEEDS, [], "no column has the id of a student of hw1/seeds.csv"),
        ("id,1\ns001,1\n", SEEDS, [], "no column of export.csv is called '2'"),
        ("id,1,2\n", SEEDS, [], "has a header but no answers"),
        ("id,1\ns001,1\n", "id,name,1\n", [], "its header must be student,name,1,2"),
        ("id,1\ns001,1\n", "student,name,1\ns001,A,ap:2:1\nS001,B,ap:2:2\n", [], "line 3: needs an id of its own"),
        ("id,1\ns001,1\n", "student,name,1\ns001,A,app:2:1\n", [], "no exercise topic is called 'app'"),
        ("id,1,2\ns001,1,1\n", SEEDS, ["--key", "hw1/seeds.csv"], "so leave out --key"),
        ("id,1,2\ns001,1,1\n", SEEDS, ["--solution"], "--solution needs a file with an exercise in each row"),
    ],
)
def test_unusable_file_is_refused_in_a_sentence(text, seeds, options, sentence, check, tmp_path):
    (tmp_path / "hw1" / "seeds.csv").write_text(seeds, "utf-8")
    status, _, notes = check(text, *options)
    assert (status, len(notes)) == (2, 1)
    assert re.search(parts(sentence), notes[0])


@pytest.mark.parametrize("option", ["--attempt=best", "--conventions=right", "--marks=new"])
def test_options_of_homework_need_the_students(option, check, tmp_path, capsys):
    (tmp_path / "a.csv").write_text("id,ap:2:2\nx,1\n", "utf-8")
    assert main(["check", "--file", "a.csv", option]) == 2
    assert "needs --students CSV" in capsys.readouterr().err
