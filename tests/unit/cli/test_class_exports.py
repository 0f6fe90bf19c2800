"""Test `irlearn check` on large class sheets as platforms export them."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from irlearn.byhand.generate import exercise
from irlearn.byhand.hand_calculation import Exercise
from irlearn.cli import main

STUDENTS, SEEDS = 120, (1, 2, 3, 4)
TOPICS = ("ap", "kappa", "ndcg", "f", "sign-test", "rr")
LEVEL = 2


class Given(NamedTuple):
    """What a student wrote to a question, and what it was made to be: right, another definition, wrong, or nothing."""

    exercise: Exercise
    text: str
    outcome: str
    mistake: str = ""


@cache
def of(topic: str, seed: int) -> Exercise:
    return exercise(topic, seed, level=LEVEL)


@cache
def mistaken(topic: str, seed: int, outcome: str) -> list[tuple[str, str]]:
    """Wrong answers with the first mistake that each is told."""
    asked = of(topic, seed)
    verdicts = [(answer, asked.check(answer)) for answer, _ in asked.wrong]
    return [(answer, verdict.diagnoses[0].id) for answer, verdict in verdicts if verdict.outcome == outcome]


def answered(random: Random, topic: str, seed: int) -> Given:
    """An answer: half of them right, and of the others a third by another definition where there is answer."""
    asked, chance = of(topic, seed), random.random()
    if chance < 0.08:
        return Given(asked, random.choice(("", "-")), "none")
    if chance < 0.12:
        return Given(asked, "no idea", "no number")
    other = mistaken(topic, seed, "other definition")
    if chance < 0.3 and other:
        text, mistake = random.choice(other)
        return Given(asked, text, "other", mistake)
    if chance < 0.5:
        text, mistake = random.choice(mistaken(topic, seed, "wrong rule"))
        return Given(asked, text, "wrong", mistake)
    wins, _, p = asked.answer.partition("; ")
    written = [asked.answer, f"{wins} wins; p={p}", f"{wins} / {p}"] if topic == "sign-test" else [asked.answer]
    return Given(asked, random.choice(written), "right")


@pytest.fixture(scope="module")
def students() -> list[tuple[int, list[Given]]]:
    """A seed of each student, and the answers to the six questions."""
    random = Random(41)
    seeds = [random.choice(SEEDS) for _ in range(STUDENTS)]
    return [(seed, [answered(random, topic, seed) for topic in TOPICS]) for seed in seeds]


def sheet(rows: Sequence[Sequence[object]], delimiter: str = ",") -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(rows)
    return text.getvalue()


Class = list[tuple[int, list[Given]]]


def google_forms(students: Class) -> tuple[str, str]:
    titles = [f"{number}. What is it? ({topic}:{LEVEL}:*)" for number, topic in enumerate(TOPICS, start=1)]
    questions = ["What is your seed? It stands on your sheet.", *titles]
    parts = [part for title in questions for part in (title, f"{title} [Score]", f"{title} [Feedback]")]
    rows = [
        [f"2026/11/{number % 28 + 1:02} 10:00:00 AM GMT+1", f"s{number}@example.org", "0.00 / 6", seed, "-- / 0", ""]
        + [cell for answer in answers for cell in (answer.text, "0.00 / 1", "")]
        for number, (seed, answers) in enumerate(students)
    ]
    return sheet([["Timestamp", "Username", "Total score", *parts], *rows]), ""


def moodle(students: Class) -> tuple[str, str]:
    """The report of responses, with each student's own question before the response."""
    header = [
        "Last name",
        "First name",
        "Email address",
        "State",
        "Started on",
        "Completed",
        "Time taken",
        "Grade/6.00",
    ]
    for number in range(1, len(TOPICS) + 1):
        header += [f"Question {number}", f"Response {number}", f"Right answer {number}"]
    rows = [
        [
            f"L{number}",
            f"F{number}",
            f"s{number}@example.org",
            "Finished",
            "1 June 2026",
            "1 June 2026",
            "10 mins",
            "3.00",
        ]
        + [
            cell
            for answer in answers
            for cell in (f"What is it,\nas asked? ({answer.exercise.id})", answer.text or "-", "1/3")
        ]
        for number, (_, answers) in enumerate(students)
    ]
    return sheet([header, *rows, ["Overall average", *[""] * 6, "3.00"]]), ""


def canvas(students: Class, points: bool = True) -> tuple[str, str]:
    """The student analysis report: a column for each variant, with its points; both empty where it was not given."""
    header = ["name", "id", "sis_id", "section", "section_id", "section_sis_id", "submitted"]
    every = [(topic, seed) for topic in TOPICS for seed in SEEDS]
    for number, (topic, seed) in enumerate(every, start=1101):
        header += [f"{number}: What is it? ({topic}:{LEVEL}:{seed})", *(["1.0"] if points else [])]
    rows = []
    for at, (seed, given) in enumerate(students):
        cells: list[object] = []
        for topic, variant in every:
            text = given[TOPICS.index(topic)].text if variant == seed else ""
            cells += [text, *(["0.0" if variant == seed else ""] if points else [])]
        rows.append([f"Student {at}", 9000 + at, f"m{at}", "IR", 7, "", "2026-06-01 10:00:00 UTC", *cells, 3, 3, 3.0])
    return sheet([[*header, "n correct", "n incorrect", "score"], *rows]), ""


def spreadsheet(students: Class) -> tuple[str, str]:
    """A sheet with decimal commas and semicolons, whose columns a key names; each student has a seed."""
    rows = [
        [f"Student {number}", "A", seed, *(answer.text.replace(".", ",") for answer in answers)]
        for number, (seed, answers) in enumerate(students)
    ]
    key = [
        ["column", "exercise"],
        *([f"Q{number}", f"{topic}:{LEVEL}:*"] for number, topic in enumerate(TOPICS, start=1)),
    ]
    titles = [f"Q{number}" for number in range(1, len(TOPICS) + 1)]
    return sheet([["Name", "Group", "Seed", *titles], *rows, ["Mean", "", 2.5]], delimiter=";"), sheet(key)


EXPORTS: dict[str, Callable[[Class], tuple[str, str]]] = {
    "Google Forms": google_forms,
    "Moodle": moodle,
    "Canvas": canvas,
    "Canvas without points": lambda students: canvas(students, points=False),
    "a spreadsheet": spreadsheet,
}


@pytest.mark.parametrize("name", EXPORTS)
def test_counts_of_a_class_export_match_the_answers(name, students, tmp_path, capsys):
    text, key = EXPORTS[name](students)
    (file := tmp_path / "class.csv").write_text(text, encoding="utf-8")
    (tmp_path / "key.csv").write_text(key, encoding="utf-8")
    keyed = ["--key", str(tmp_path / "key.csv")] if key else []
    assert main(["check", "--file", str(file), *keyed, "--format", "json"]) == 1
    out, err = capsys.readouterr()
    report = json.loads(out)
    all_answers = [given for _, answers in students for given in answers]
    right = sum(answer.outcome == "right" for answer in all_answers)
    assert f"{STUDENTS} students, {right} of {STUDENTS * len(TOPICS)} answers right" in err
    assert [student["asked"] for student in report["students"]] == [len(TOPICS)] * STUDENTS
    assert [student["right"] for student in report["students"]] == [
        sum(given.outcome == "right" for given in answers) for _, answers in students
    ]
    expected_mistakes = Counter(
        mistake for _, answers in students for mistake in {answer.mistake for answer in answers if answer.mistake}
    )
    assert {mistake["id"]: mistake["students"] for mistake in report["mistakes"]} == expected_mistakes
    verdicts = Counter(answer["verdict"].partition(":")[0] for row in report["students"] for answer in row["answers"])
    outcomes = Counter(answer.outcome for answer in all_answers)
    names = {"none": "not answered", "other": "other definition"}
    absent = {"not given": STUDENTS * 3 * len(TOPICS)} if name.startswith("Canvas") else {}
    assert verdicts == {**{names.get(outcome, outcome): number for outcome, number in outcomes.items()}, **absent}
    assert outcomes["other"] >= 30
    common = expected_mistakes.most_common(1)[0]
    assert f"most common mistakes: {common[0]} ({common[1]})" in err
    for other in {answer.mistake for answer in all_answers if answer.outcome == "other"}:
        assert f"\n{other}: This is " in err


def test_counts_of_rows_with_exercises_match_the_answers(students, tmp_path, capsys):
    rows = [[at, answer.exercise.id, answer.text] for at, (_, answers) in enumerate(students) for answer in answers]
    (file := tmp_path / "rows.csv").write_text(sheet([["student", "exercise", "answer"], *rows]), encoding="utf-8")
    assert main(["check", "--file", str(file), "--format", "csv"]) == 1
    out, err = capsys.readouterr()
    all_answers = [given for _, answers in students for given in answers]
    right = sum(answer.outcome == "right" for answer in all_answers)
    assert err.startswith(f"{right} of {STUDENTS * len(TOPICS)} right; most common mistakes: ")
    name, number = Counter(answer.mistake for answer in all_answers if answer.mistake).most_common(1)[0]
    assert f"{name} ({number})" in err
    for other in {answer.mistake for answer in all_answers if answer.outcome == "other"}:
        assert f"\n{other}: This is " in err
    added = list(csv.DictReader(io.StringIO(out)))
    assert Counter(row["outcome"] for row in added)["other definition"] == sum(
        answer.outcome == "other" for answer in all_answers
    )


@pytest.mark.parametrize(
    ("header", "place"),
    [
        ("Your seed", 0),
        ("Which seed do you have?", 0),
        ("your_seed", 0),
        ("SEED (on your sheet)", 0),
        ("The variant that you were given", 0),
        ("Seed,My seed of last year", 0),
        ("Points - Your seed,Feedback - Your seed,Your seed", 2),
    ],
)
def test_heading_with_the_word_seed_is_the_seed_column(header, place, tmp_path, capsys):
    cells = ["", "", ""][: header.count(",") + 1]
    cells[place] = "3"
    text = f"name,{header},ap:2:*\nAda,{','.join(cells)},{of('ap', 3).answer}\n"
    (file := tmp_path / "class.csv").write_text(text, encoding="utf-8")
    assert main(["check", "--file", str(file)]) == 0, capsys.readouterr()


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        (
            "Seed of sheet 1,Seed of sheet 2",
            "but 'Seed of sheet 1' and 'Seed of sheet 2' may all be that column; call one of them seed",
        ),
        ("seedling", "from a column called seed or variant, which is missing"),
    ],
)
def test_ambiguous_seed_column_is_rejected(header, sentence, tmp_path, capsys):
    cells = ",".join("1" for _ in header.split(","))
    (file := tmp_path / "class.csv").write_text(f"name,{header},ap:2:*\nAda,{cells},1\n", encoding="utf-8")
    assert main(["check", "--file", str(file)]) == 2
    err = capsys.readouterr().err
    assert sentence in err
    assert err.count("\n") == 1


def test_questions_of_a_topic_answered_by_the_same_student_are_no_variants(tmp_path, capsys):
    (file := tmp_path / "class.csv").write_text("name,ap:1:1,ap:1:2\nAda,1,1\nBen,,1\nEve,1,\n", encoding="utf-8")
    main(["check", "--file", str(file)])
    assert "of 6 answers right" in capsys.readouterr().err


def test_empty_variant_that_was_given_counts_as_not_answered(tmp_path, capsys):
    text = "name,1: A (ap:1:1),1.0,2: A (ap:1:2),1.0,3: F (f:1:1),1.0\nAda,,0.0,,,1,0\nBen,,,1,0,,0.0\nEve,,,,,1,0\n"
    (file := tmp_path / "class.csv").write_text(text, encoding="utf-8")
    main(["check", "--file", str(file), "--format", "json"])
    out, err = capsys.readouterr()
    found = [[cell["verdict"].split(":")[0] for cell in row["answers"]] for row in json.loads(out)["students"]]
    assert [row.count("not answered") for row in found] == [1, 1, 0]
    assert [row["asked"] for row in json.loads(out)["students"]] == [2, 2, 1]
    assert "4 cells belong to variants that a student was not given, and are not counted" in err
