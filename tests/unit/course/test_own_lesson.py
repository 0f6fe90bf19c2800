"""Test the commands for writing and checking a lesson of one's own."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from message_parts import parts
from paths import LESSONS_FOLDER

from irlearn import explain, widgets
from irlearn.cli import main
from irlearn.course.lesson_data import LessonData
from irlearn.course.lesson_file import KINDS, read_lesson
from irlearn.course.task_conditions import compile_feedback, condition, require_attribute
from irlearn.widgets.lesson.lesson import widget_named

FOLDER = LESSONS_FOLDER / "instructor"
PAGE = (FOLDER / "your_own_lesson.md").read_text(encoding="utf-8")


@pytest.fixture
def here(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> int:
    return main(["lessons", *arguments])


def cells(notebook: Path) -> list[str]:
    found = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in found if cell["cell_type"] == "code"]


def test_new_lesson_is_written_and_passes_the_check(here, capsys):
    assert run("--new", "fish") == 0
    assert sorted(path.name for path in here.iterdir()) == ["fish.ipynb", "fish.md"]
    assert "fish.md has the questions, and fish.ipynb shows them." in capsys.readouterr().out
    assert run("--check", "fish.md") == 0
    said = capsys.readouterr().out
    assert "Marks that were worked out: first-look and who-gains." in said
    assert "solution: AP = (1/2 + 2/3 + 3/4) / 3 = 23/36 = 0.6389" in said
    assert said.endswith("Nothing is wrong.\n")


def test_notebook_of_a_new_lesson_runs_from_top_to_bottom(here):
    run("--new", "fish")
    code = "\n".join(cells(here / "fish.ipynb"))
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_new_lesson_never_overwrites_a_file(here, capsys):
    (here / "fish.ipynb").write_text("mine", encoding="utf-8")
    assert run("--new", "fish") == 2
    assert "fish.ipynb exists already; name another lesson" in capsys.readouterr().err
    assert [path.name for path in here.iterdir()] == ["fish.ipynb"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--new", "a b"], "the name of a lesson's file has letters, digits, hyphens and '_'"),
        (["--new", "none/fish"], "there is no folder none"),
        (["--check", "none.md"], "there is no file 'none.md'; a lesson's questions are a Markdown file"),
        (["--new", "fish", "--check", "fish.md"], "give one of them"),
        (["--check", "fish.md", "birds.md"], "give one of them"),
        (["--new", "fish", "birds"], "give one of them"),
    ],
)
def test_lessons_command_rejects_bad_arguments_in_one_sentence(here, capsys, arguments, said):
    assert run(*arguments) == 2
    err = capsys.readouterr().err
    assert re.search(parts(said), err)
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("fisch.md", "'fisch.md' … fish.md"),
        ("fish", "'fish' … fish.md"),
        ("fish.ipynb", "'fish.ipynb' is a notebook; a lesson's questions are the Markdown file beside it"),
    ],
)
def test_check_rejects_files_that_are_no_lesson(here, capsys, name, said):
    run("--new", "fish")
    assert run("--check", name) == 2
    assert re.search(parts(said), capsys.readouterr().err)


def test_check_prints_follow_up_questions_and_omits_empty_explanations(here, capsys):
    run("--new", "fish")
    text = (here / "fish.md").read_text(encoding="utf-8")
    (here / "fish.md").write_text(text.replace("> A: {RR of A}. B: {RR of B}.\n", ""), encoding="utf-8")
    capsys.readouterr()
    assert run("--check", "fish.md") == 0
    said = capsys.readouterr().out
    assert "  whole: Now reach the highest AP with these five documents. What does nDCG say of your list?\n" in said
    assert "first-look: Which system has the higher RR?\n  System A" in said
    assert "told: \n" not in said


def test_check_quotes_a_call_without_its_widget_as_written(here, capsys):
    run("--new", "fish")
    notebook = (here / "fish.ipynb").read_text(encoding="utf-8")
    (here / "fish.ipynb").write_text(notebook.replace('(\\"board\\", board)', '(\\"board\\")'), encoding="utf-8")
    assert run("--check", "fish.md") == 1
    assert (
        "cell 7: TypeError: Lesson.play() missing 1 required positional argument: 'widget'" in capsys.readouterr().out
    )


def test_predicted_number_is_shown_with_the_digits_of_its_question(here):
    run("--new", "fish")
    text = (here / "fish.md").read_text(encoding="utf-8")
    text += "\n## Predict: gain\nWhat is nDCG of B?\n\nnumber: nDCG\ngiven: B\n"
    (here / "fish.md").write_text(text, encoding="utf-8")
    lesson = widgets.Lesson("fish.md", folder=None)
    lesson.part("gain").commit("0.5")
    assert [right for *_, right, _ in lesson.predictions()] == [lesson.plan.part("gain").wrapped.answer] == ["0.658"]


def test_check_reports_wrong_marks_and_parts_missing_in_the_notebook(here, capsys):
    run("--new", "fish")
    text, notebook = (here / "fish.md").read_text(encoding="utf-8"), (here / "fish.ipynb").read_text(encoding="utf-8")
    (here / "fish.md").write_text(text.replace("[x] system A", "[ ] system A").replace("[ ] system B", "[x] system B"))
    shown = notebook.replace('lesson.part(\\"turn\\")', 'lesson.part(\\"turm\\")').replace("RankingBoard", "Means")
    (here / "fish.ipynb").write_text(shown, encoding="utf-8")
    capsys.readouterr()
    assert run("--check", "fish.md") == 1
    faults = capsys.readouterr().out.partition("version 1: ")[2].splitlines()[2:]
    assert [re.sub(r"line \d+|cell \d+", "…", fault) for fault in faults] == [
        "fish.md, …: 'system A' holds, and is not marked as right: RR of A is 1, RR of B is 1/2 = 0.5",
        "fish.md, …: 'system B' is marked as right, and does not hold: RR of A is 1, RR of B is 1/2 = 0.5",
        "fish.ipynb, …: TypeError: Means.__init__() got an unexpected keyword argument 'missed'",
        "fish.ipynb, …: lesson Q1 has no part 'turm'; did you mean turn?",
        "fish.md, …: no cell of fish.ipynb shows 'board'; it is shown by lesson.play('board', …)",
        "fish.md, …: no cell of fish.ipynb shows 'turn'; it is shown by lesson.part('turn')",
    ]


def test_check_expects_further_parts_below_all_other_parts(here, capsys):
    run("--new", "fish")
    text = (here / "fish.md").read_text(encoding="utf-8")
    capsys.readouterr()
    assert run("--check", "fish.md") == 0
    (here / "fish.md").write_text(text.replace("further: turn", "further: ap-of-b"), encoding="utf-8")
    assert run("--check", "fish.md") == 1
    assert "the parts are first-look, board, who-gains, turn, ap-of-b" in capsys.readouterr().out


def test_check_reserves_the_characters_of_irlearns_lessons(here, capsys):
    run("--new", "fish")
    (here / "fish.md").write_text((here / "fish.md").read_text().replace("# Q1", "# 03"), encoding="utf-8")
    assert run("--check", "fish.md") == 2
    assert "03 is a lesson of irlearn; begin the title with another code, such as Q1" in capsys.readouterr().err


def test_check_tries_conditions_on_the_widget(here, capsys):
    run("--new", "fish")
    text = (here / "fish.md").read_text(encoding="utf-8")
    for before, after, said in [
        ("done: RR = 1", "done: ranking.grads = 1", "in 'ranking.grads' there is no 'grads'; did you mean grades"),
        ("{AP of it}", "{it.ranking.grads}", "in 'ranking.grads' there is no 'grads'"),
        ("{AP of it}", "{it.ranking.grades}", "'it.ranking.grades' gives no number or word; what it holds is named"),
        ("{AP of it}", "{it.ranking:2}", "'it.ranking:2' gives no number or word"),
    ]:
        (here / "fish.md").write_text(text.replace(before, after), encoding="utf-8")
        capsys.readouterr()
        assert run("--check", "fish.md") == 1
        out = capsys.readouterr().out
        assert re.search(rf"fish\.ipynb, cell 7: fish\.md, line \d+: {re.escape(said)}", out), out


@pytest.mark.parametrize(
    ("done", "said"),
    [
        ("RR = 2", "this can never hold of RR: 'RR = 2'"),
        ("RR < 0", "this can never hold of RR"),
        ("AP > 0.9 and AP < 0.5", "this can never hold of AP: 'AP > 0.9 and AP < 0.5'"),
        ("RR = 1/2 then RR = 1 and RR = 1/2", "this can never hold of RR: 'RR = 1 and RR = 1/2'"),
        ("DCG > 9", "'DCG > 9' can never hold: no order and no marks of the board's documents give it"),
        ("DCG > 6.5", ""),
        ("P@5 = 1 then RR = 0.7", "'RR = 0.7' can never hold: no order and no marks of the board's documents give it"),
        ("RR = 1 and ranking.grades.count = 9", "'RR = 1 and ranking.grades.count = 9' can never hold"),
        ("ranking.grades = 3 0 0 1 0", "can never hold: no order and no marks"),
        ("ranking.grades = 2 0 0 1 0 0", ""),
        ("ranking.documents = d1 d9 d3 d4 d2", "can never hold: the board holds d2, d3, d1, d5, d4"),
        ("ranking.documents = d1 d2", "can never hold: the board holds d2, d3, d1, d5, d4"),
        ("ranking.documents = d1 d2 d3 d4 d5", ""),
        ("ranking.grades.count < 0", "this can never hold of ranking.grades.count"),
        ("RR > 0.5 and RR < 1.1", ""),
    ],
)
def test_check_reports_conditions_that_can_never_hold(here, capsys, done, said):
    run("--new", "fish")
    text = (here / "fish.md").read_text(encoding="utf-8")
    (here / "fish.md").write_text(text.replace("done: RR = 1", f"done: {done}"), encoding="utf-8")
    assert run("--check", "fish.md") == (1 if said else 0)
    out = capsys.readouterr().out
    assert (said in out) if said else "can never hold" not in out


def test_check_does_not_report_names_that_a_rejected_cell_would_define(here, capsys):
    run("--new", "fish")
    code = "topic = lesson.topic\nsize = 3"
    notebook = (here / "fish.ipynb").read_text(encoding="utf-8")
    (here / "fish.ipynb").write_text(notebook.replace('lesson.topic"', json.dumps(code)[1:]), encoding="utf-8")
    text = (here / "fish.md").read_text(encoding="utf-8")
    another = "## Topic: sea\nquery: q\n\n| document | title | grade |\n|---|---|---|\n| e1 | E | 1 |\n\n## Predict"
    (here / "fish.md").write_text(text.replace("## Predict", another, 1), encoding="utf-8")
    add = {"cell_type": "code", "source": "print(topic, nothing)\n"}, {"cell_type": "code", "source": "print(nothing)"}
    cells = json.loads((here / "fish.ipynb").read_text(encoding="utf-8"))
    (here / "fish.ipynb").write_text(json.dumps({**cells, "cells": [*cells["cells"], *add]}), encoding="utf-8")
    capsys.readouterr()
    assert run("--check", "fish.md") == 1
    out = capsys.readouterr().out
    assert (
        "`topic` works only if the lesson's file has exactly one '## Topic: …' with documents; it has jaguar, sea"
        in out
    )
    assert "'topic' is not defined" not in out
    assert out.count("NameError: name 'nothing' is not defined") == 1


@pytest.mark.parametrize(
    ("cell", "said"),
    [("q1 | 0.5 | |", "a cell is empty\n"), ("q1 | 0.5 | 1,00 |", "such as 0.25 or 1/4, with a point")],
)
def test_check_reports_a_score_that_is_not_a_number(here, capsys, cell, said):
    (here / "fish.md").write_text(f"# Q1 Fish\n\n## Topic: s\n\n| query | A | B |\n|---|---|---|\n| {cell}\n", "utf-8")
    assert run("--check", "fish.md") == 2
    err = capsys.readouterr().err
    assert "fish.md, line 7: " in err
    assert re.search(parts(said), err)


def lesson_of(play: str, widget: str) -> None:
    """A lesson of one play, and its notebook."""
    Path("fish.md").write_text(f"# Q1 Fish\n\n## Play: it\n{play}", encoding="utf-8")
    code = f"from irlearn import widgets\nwidgets.Lesson('fish.md').play('it', widgets.{widget})"
    cells = [{"cell_type": "code", "source": code}]
    Path("fish.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")


@pytest.mark.parametrize(
    ("conditions", "wrong"),
    [
        (
            ["RR = 1/2"],
            "line 9: the task 'task-0' of 'it' is done before the learner does anything; say what must happen first",
        ),
        (["RR = 1", "RR >= 1/2"], "line 16: the task 'task-1' of 'it' is done before the learner does anything"),
        (["RR = 1", "RR = 1/2"], ""),
        (["RR < 1/2", "RR = 1", "P@1 = 0 then P@1 = 1"], ""),
        (["RR < 1/2", "P@1 = 0 also P@1 = 1"], ""),
        (["ranking.documents = d1 d2 d3", "ranking.documents = d2 d1 d3"], ""),
        (
            ["RR = 1", "ranking.documents = d2 d1 d3"],
            "line 16: the task 'task-1' of 'it' is done before the learner does anything",
        ),
    ],
)
def test_check_reports_a_task_that_is_done_at_the_start(here, capsys, conditions, wrong):
    tasks = "".join(f"\n### task-{at}\nDo it.\n\ndone: {one}\n\n> So.\n" for at, one in enumerate(conditions))
    documents = ", ".join(
        f"datasets.Document('{one}', 't', {grade})" for one, grade in (("d2", 0), ("d1", 1), ("d3", 0))
    )
    lesson_of(f"widget: RankingBoard\n{tasks}", f"RankingBoard([{documents}])")
    notebook = Path("fish.ipynb").read_text(encoding="utf-8").replace("import widgets", "import datasets, widgets")
    Path("fish.ipynb").write_text(notebook, encoding="utf-8")
    assert run("--check", "fish.md") == (1 if wrong else 0)
    assert (f"fish.md, {wrong}" if wrong else "Nothing is wrong.") in capsys.readouterr().out


@pytest.mark.parametrize(
    ("grades", "done", "said"),
    [
        ("3 0 0 1 0 0 2 0", "AP < 0.2 and RR = 1", "was not reached in 20,000 lists, and the board has more"),
        ("5 0 0 0 0 0", "P@5 = 1 and RR = 1/3", "was not reached in 20,000 lists, and the board has more"),
        ("0 " * 30 + "1", "RR = 0.7", "was not reached in 6,451 lists, and the board has more"),
        ("0 0 1 3 0 0", "P@5 = 1 and RR = 1/3", "can never hold: no order and no marks"),
        ("0 0 3 1 0 0 2 0", "nDCG = 1", ""),
        ("0 0 3 1 0 0 2 0", "nDCG@5 > 0.9 and AP < 0.6", ""),
        ("0 0 5 1 0 0", "RR = 1/6", ""),
        ("0 " * 9 + "2", "AP = 1 and DCG > 9", ""),
        ("0 " * 29 + "1", "AP = 5/6", ""),
    ],
)
def test_check_samples_the_rankings_of_a_large_board(here, capsys, grades, done, said):
    lesson_of(f"widget: RankingBoard\n\n### far\nDo it.\n\ndone: {done}\n\n> So.\n", f"RankingBoard('{grades}')")
    assert run("--check", "fish.md") == (1 if said else 0)
    assert (said or "Nothing is wrong.") in capsys.readouterr().out


def test_check_samples_a_board_with_many_missed_documents(here, capsys):
    documents = "[datasets.Document(f'd{n}', 't', n % 3) for n in range(40)]"
    task = "widget: RankingBoard\n\n### far\nDo it.\n\ndone: R = 1 and P@30 = 1\n\n> So.\n"
    lesson_of(task, f"RankingBoard({documents}, missed={documents.replace('d{', 'm{')})")
    notebook = Path("fish.ipynb").read_text(encoding="utf-8").replace("import widgets", "import datasets, widgets")
    Path("fish.ipynb").write_text(notebook, encoding="utf-8")
    assert run("--check", "fish.md") == 0
    assert "Nothing is wrong." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("done", "why"),
    [
        ("systems = 0", "N … 0"),
        ("systems = 2.5", "N … 2.5"),
        ("systems = 200 then correlation = 2", "correlation … 2"),
        ("systems = 200 and correlation = 1/2", ""),
        ("thrown and not thrown", "line 9: this can never hold of thrown"),
    ],
)
def test_check_reports_a_value_that_the_widget_rejects(here, capsys, done, why):
    lesson_of(f"widget: LuckMachine\n\n### throw\nThrow.\n\ndone: {done}\n\n> So.\n", "LuckMachine()")
    assert run("--check", "fish.md") == (1 if why else 0)
    assert re.search(parts(why or "Nothing is wrong."), capsys.readouterr().out)


@pytest.mark.parametrize(
    ("done", "said"),
    [
        ("ranking.grades > 1", "a list is compared with = or !=; given: '1'"),
        ("ranking.grades = a b", "a number is compared with a number such as 10 or 0.5; given: 'a'"),
        (
            "all-from-none",
            "the task 'ahead' of 'board' does not work with a RankingBoard: 'RankingBoard' object has",
        ),
    ],
)
def test_check_tries_the_first_condition_on_the_widget(here, capsys, done, said):
    run("--new", "fish")
    text = (here / "fish.md").read_text(encoding="utf-8")
    (here / "fish.md").write_text(text.replace("done: RR = 1", f"done: {done}"), encoding="utf-8")
    capsys.readouterr()
    assert run("--check", "fish.md") == 1
    assert re.search(rf"fish\.ipynb, cell 7: (fish\.md, line \d+: )?{re.escape(said)}", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("import sys; sys.exit(3)", "fish.ipynb, cell 12: SystemExit: 3"),
        ('display(lesson.part(\\"turn\\"))\\nlesson?\\n?lesson', "Nothing is wrong."),
    ],
)
def test_check_survives_cells_that_exit_or_ask_for_help(here, capsys, cell, said):
    run("--new", "fish")
    notebook = (here / "fish.ipynb").read_text(encoding="utf-8")
    (here / "fish.ipynb").write_text(notebook.replace('lesson.part(\\"turn\\")', cell), encoding="utf-8")
    run("--check", "fish.md")
    assert re.search(parts(said), capsys.readouterr().out)


def test_check_reports_cells_in_another_order_than_the_parts(here, capsys):
    run("--new", "fish")
    notebook = (here / "fish.ipynb").read_text(encoding="utf-8")
    turned = notebook.replace("first-look", "turn-").replace('\\"turn\\"', '\\"first-look\\"').replace("turn-", "turn")
    (here / "fish.ipynb").write_text(turned, encoding="utf-8")
    assert run("--check", "fish.md") == 1
    assert "fish.ipynb shows 'turn' out of turn; in fish.md the parts are first-look, board," in capsys.readouterr().out


def test_check_leaves_questions_with_uncomputed_options_to_the_lecturer(here, capsys):
    run("--new", "fish")
    text = (here / "fish.md").read_text(encoding="utf-8")
    (here / "fish.md").write_text(text.replace("  if: R of A > R of B\n", ""), encoding="utf-8")
    assert run("--check", "fish.md") == 0
    assert "Marks that only you can judge: board/whole and who-gains." in capsys.readouterr().out


def test_check_reports_two_lessons_with_the_same_characters(here, capsys):
    for name in ("one", "two"):
        run("--new", name)
    assert [(here / f"{name}.md").read_text(encoding="utf-8")[:4] for name in ("one", "two")] == ["# Q1", "# Q2"]
    (here / "two.md").write_text(
        (here / "two.md").read_text(encoding="utf-8").replace("# Q2", "# Q1"), encoding="utf-8"
    )
    assert run("--check", "two.md") == 1
    assert "two.md, line 1: one.md is lesson Q1, too; choose another code, such as Q2" in capsys.readouterr().out


def test_check_reports_a_lesson_that_no_notebook_opens(here, capsys):
    run("--new", "fish")
    (here / "fish.ipynb").unlink()
    assert run("--check", "fish.md") == 1
    assert "no notebook beside it opens it with widgets.Lesson('fish.md')" in capsys.readouterr().out


def test_check_reports_all_slips_of_a_file_in_order(here, capsys):
    run("--new", "fish")
    text = (here / "fish.md").read_text(encoding="utf-8")
    for before, after in [
        ("| d3 | Big", "| d3 | Big | cats"),
        ("[x] system A", "[y] system A"),
        ("widget: RankingBoard", "widget: RankinBoard"),
        ("given: B", "givn: B"),
        ("topic: ap, level 1", "topic: app, level 1"),
    ]:
        assert before in text
        text = text.replace(before, after)
    (here / "fish.md").write_text(text, encoding="utf-8")
    capsys.readouterr()
    assert run("--check", "fish.md") == 2
    *slips, untried = capsys.readouterr().err.splitlines()
    lines = [int(line) for slip in slips for line in re.findall(r"^irlearn: fish\.md, line (\d+): ", slip)]
    assert lines == sorted(lines)
    assert len(lines) == len(slips) == 5
    for slip, word in zip(slips, ("4 cells", "[x]", "RankingBoard?", "'givn'", "'app'"), strict=True):
        assert word in slip
    assert "Not tried: the other lines of jaguar, first-look, board, who-gains, ap-of-b and turn" in untried


@pytest.mark.parametrize(
    ("before", "after", "slips"),
    [
        ("# Q1 Jaguar", "Jaguar", ["the first line is the title"]),
        ("# Q1 Jaguar", "# Q Jaguar", ["two characters"]),
        ("## Play: board", "## Ply: board", ["no part is a 'Ply'"]),
        ("### ahead", "### Ahead!", ["an id is small letters"]),
        ("A: d1 d2 d4", "A: d1 d1 d4", ["d1 stands in it more than once"]),
        ("A: d1 d2 d4", "A: d1 d9 d4", ["d9"]),
        ("| d3 | Big", "| d1 | Big", ["'d1' is given twice"]),
    ],
)
def test_check_reports_a_slip_once_and_nothing_that_follows_from_it(here, capsys, before, after, slips):
    run("--new", "fish")
    text = (here / "fish.md").read_text(encoding="utf-8")
    assert before in text
    (here / "fish.md").write_text(text.replace(before, after, 1), encoding="utf-8")
    capsys.readouterr()
    assert run("--check", "fish.md") == 2
    *said, _ = capsys.readouterr().err.splitlines()
    assert len(said) == len(slips), said
    assert all(slip in line for slip, line in zip(slips, said, strict=True))


def test_check_works_out_statements_in_the_text(here, capsys):
    run("--new", "fish")
    text = (here / "fish.md").read_text(encoding="utf-8")
    said = (
        "> AP of B is 0.64, and AP of 1 0 1 is 0.84. nDCG of\n> 3 2 0, missed 1 is 0.7. kappa of 300 20 | 10 70 is "
        "0.776. MAP of Z is 1. P@2 of system A = 1/2. One of 3 documents is 1 page long."
    )
    (here / "fish.md").write_text(text.replace("> A: {RR of A}. B: {RR of B}.", said), encoding="utf-8")
    capsys.readouterr()
    assert run("--check", "fish.md") == 1
    out = capsys.readouterr().out
    assert "AP of B is 0.64, right: AP = (1/2 + 2/3 + 3/4) / 3 = 23/36 = 0.6389\n" in out
    assert "kappa of 300 20 | 10 70 is 0.776, right: kappa = " in out
    assert "P@2 of system A = 1/2, right: P@2 = 1/2" in out
    assert "line 33: 'MAP of Z is 1': " in out.partition("Not tried:")[2]
    faults = out.rpartition("\n\n")[2].splitlines()
    assert faults == [
        "fish.md, line 32: 'AP of 1 0 1 is 0.84' is wrong: AP = (1/1 + 2/3) / 2 = 5/6 = 0.8333",
        f"fish.md, line 32: 'nDCG of 3 2 0, missed 1 is 0.7' is wrong: {explain('nDCG', '3 2 0', missed='1').equation}",
    ]


def test_check_prints_what_is_drawn_and_what_cannot_be_tried(here, capsys):
    run("--new", "fish")
    text = (here / "fish.md").read_text(encoding="utf-8")
    text += "\n## Play: luck\nwidget: LuckMachine\n\n### throw\nThrow.\n\ndone: thrown >= 10\n\n> So.\n"
    text += "\n## Work out: agree\nWhat is kappa?\n\nnumber: kappa\ngiven: R R N | R N N\ndrawn: no\n"
    (here / "fish.md").write_text(text, encoding="utf-8")
    assert run("--notebook", "fish.md") == 0
    capsys.readouterr()
    assert run("--check", "fish.md") == 0
    out = capsys.readouterr().out
    assert "\n  drawn: 0 1 2 1 0\n" in out
    assert "\n  given: counts 1 1 | 0 1\n" in out
    assert "Not tried:\n  whether LuckMachine can satisfy throw of 'luck'\n" in out


def test_notebook_gets_the_cells_that_it_lacks_and_keeps_all_others(here, capsys):
    run("--new", "fish")
    before = json.loads((here / "fish.ipynb").read_text(encoding="utf-8"))
    kept = [cell for cell in before["cells"] if cell.get("id") not in ("first-look", "board", "turn")]
    (here / "fish.ipynb").write_text(json.dumps({**before, "cells": kept}), encoding="utf-8")
    capsys.readouterr()
    assert run("--notebook", "fish.md") == 0
    assert "fish.ipynb has new cells for first-look, board and turn." in capsys.readouterr().out
    after = json.loads((here / "fish.ipynb").read_text(encoding="utf-8"))["cells"]
    assert [cell for cell in after if cell.get("id") not in ("first-look", "board", "turn")] == kept
    assert len({cell["id"] for cell in after}) == len(after) == len(before["cells"])
    written = (here / "fish.ipynb").read_bytes()
    assert run("--check", "fish.md") == 0
    assert run("--notebook", "fish.md") == 0
    assert "a cell for every part; nothing was written" in capsys.readouterr().out
    assert (here / "fish.ipynb").read_bytes() == written


def test_notebook_is_written_if_there_is_none_and_never_replaces_a_file(here, capsys):
    run("--new", "fish")
    example = cells(here / "fish.ipynb")
    (here / "fish.ipynb").unlink()
    assert run("--notebook", "fish.md") == 0
    assert example[0] == cells(here / "fish.ipynb")[0]
    assert run("--check", "fish.md") == 0
    assert nbformat.validate(nbformat.read(here / "fish.ipynb", 4)) is None
    (here / "fish.ipynb").write_text("mine", encoding="utf-8")
    assert run("--notebook", "fish.md") == 2
    assert (here / "fish.ipynb").read_text("utf-8") == "mine"
    assert run("--notebook", "fish.md", "--new", "bird") == 2


# the page


def rows(heading: str) -> list[list[str]]:
    """The rows of the table below a heading."""
    below = PAGE[PAGE.index(heading) :].splitlines()
    end = next((n for n, line in enumerate(below) if n and line.startswith("##")), None)
    lines = [line for line in below[:end] if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines][1:]


def test_instructor_page_describes_each_kind_of_part_with_a_valid_example(tmp_path):
    assert [kind.strip("`") for kind, *_ in rows("The title begins")] == list(KINDS)
    blocks = re.findall(r"```markdown\n(.*?)```", PAGE, re.DOTALL)
    parts_of_another_lesson = "version 1: first-look board ap-of-b turn\n\nfurther: turn\n\n"
    text = blocks[0].replace(parts_of_another_lesson, "") + "\n" + "\n".join(blocks[1:])
    (file := tmp_path / "my_lesson.md").write_text(text, encoding="utf-8")
    plan = read_lesson(file, widget_named)
    board = widgets.RankingBoard("2 0", measures=["RR"])
    assert widgets.Lesson(plan, None).play("board", board) is board
    assert plan.names["first-look"] == "Which system has the higher RR?"
    assert plan.part("first-look").why == "A: RR = 1/1 = 1. B: RR = 1/3 = 0.3333."
    assert plan.data.topics["jaguar"].judgments == {"d1": 2, "d2": 0, "d3": -1}
    assert float(plan.data.scores["two-systems"]["Dense"]["q2"]) == 0.75


def test_instructor_page_names_existing_widgets():
    for kinds, names in rows("| widget | names |"):
        each = [re.findall(r"`([^`]+)`", some) for some in names.split("; ")]
        for kind, some in zip(kinds.split(", "), each, strict=True):
            for name in some:
                require_attribute(widget_named(kind), name.partition(".")[0])


def test_instructor_page_shows_valid_numbers_and_conditions():
    for cell, *_ in rows("| in the text | is told as |"):
        for number in re.findall(r"`([^`]+)`", cell):
            if "of B" not in number:
                assert compile_feedback([number], LessonData()) != number
    for cell, *_ in rows("| `done:` | is done when |"):
        for one in re.findall(r"`([^`]+)`", cell):
            assert callable(condition(one).is_done)
