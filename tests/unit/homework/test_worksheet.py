"""The files of a worksheet, and the choice of variants for its students."""

from __future__ import annotations

import csv
import io
import re
import stat
from fractions import Fraction
from html import unescape
from itertools import pairwise

import pytest
from message_parts import parts
from moodle_reader import boxes_in, grade, read_questions

from irlearn.byhand import exercise, exercise_by_id
from irlearn.byhand.marking import MarkedDecimal
from irlearn.errors import InputError
from irlearn.homework import moodle
from irlearn.homework.variants import choose_variants, find_exercise, read_items, size_of
from irlearn.homework.worksheet import Student, check_folder, worksheet_files, write_folder

NAMES = ("Meyer, Ana", "张伟", "محمد الأحمد", "O'Neill <b>& Co", "Ångström Øyvind", "=1+1")
STUDENTS = [Student(f"s{number:03}", name) for number, name in enumerate(NAMES, 1)]
TOPICS = ["ap", "ndcg", "sign-test"]
LESSON = """\
# Q1 Jaguar

## Work out: first-ap

What is AP of the *new* system?

number: AP
given: 1 0 1, 4 relevant

## Work out: told

A list of 4 has relevant documents at ranks 1 and 2; no others exist. What is P? Round to three decimals.

number: P
given: 1 1 0 0
drawn: no

## Work out: turn

topic: rr, level 1

## Choose: claim

Is it true?

- [x] yes
  > It is.
- [ ] no
  > It is.
"""


@pytest.fixture
def lesson(tmp_path):
    path = tmp_path / "jaguar.md"
    path.write_text(LESSON, "utf-8")
    return path


def test_variants_have_the_same_size_and_differ():
    chosen = choose_variants(read_items([*TOPICS, "ap"], 2), 40)
    for column in zip(*chosen, strict=True):
        assert len({size_of(variant) for variant in column}) == 1
        assert all(first.answer != second.answer for first, second in pairwise(column))
    ap = [variant.id for variants in chosen for variant in (variants[0], variants[3])]
    assert len(set(ap)) == 80
    assert len({variants[1].id for variants in chosen}) == 40


def test_topic_with_few_variants_still_separates_neighbors():
    column = [variants[0] for variants in choose_variants(read_items(["binomial"], 1), 60)]
    assert len({variant.id for variant in column}) < 60
    assert all(first.id != second.id for first, second in pairwise(column))


def test_another_seed_gives_other_variants():
    items = read_items(["ap"], 2)
    first, second = ({variants[0].id for variants in choose_variants(items, 5, seed)} for seed in (1, 500))
    assert first.isdisjoint(second)


def test_files_are_the_same_for_the_same_arguments():
    items = read_items(TOPICS, 1)
    assert worksheet_files(items, STUDENTS, seed=9) == worksheet_files(items, STUDENTS, seed=9)


def test_seeds_name_the_exercises_of_each_student():
    files = worksheet_files(read_items(TOPICS, 2), STUDENTS)
    header, *rows = csv.reader(io.StringIO(files["seeds.csv"].decode()))
    assert header == ["student", "name", "1", "2", "3"]
    assert [row[0] for row in rows] == [student.id for student in STUDENTS]
    assert rows[0][1] == "Meyer, Ana"
    assert rows[-1][1] == "'=1+1"
    sheets = files["sheets.txt"].decode().split("\f")
    for row, sheet in zip(rows, sheets, strict=True):
        assert re.findall(r"^\d\. (\S+)$", sheet, re.MULTILINE) == row[2:]
        assert all(exercise_by_id(identity).question.split()[-1] in sheet for identity in row[2:])


def test_names_are_escaped_and_kept_in_any_script():
    files = worksheet_files(read_items(["ap"], 2), STUDENTS, title="A/B <1>")
    for name in ("sheets.html", "key.html"):
        page = files[name].decode()
        assert "<bdi>O&#39;Neill &lt;b&gt;&amp; Co</bdi>" in page
        assert all(f"<bdi>{student.name}</bdi>" in page for student in STUDENTS[1:3])
        assert "A/B &lt;1&gt;" in page
    assert files["sheets.html"].count(b'class="sheet"') == len(STUDENTS)
    assert not any(student.name.encode() in files["moodle.xml"] for student in STUDENTS)


def test_control_characters_are_left_out():
    files = worksheet_files(read_items(["ap"], 2), [Student("s1", "\x1b[31mAna\u200f")], title="A\x00\udc80")
    pages = [content for name, content in files.items() if name != "seeds.csv"]
    assert not any(b"\x1b" in page or b"\0" in page for page in pages)
    assert "[31mAna\u200f" in files["sheets.txt"].decode()
    assert read_questions(files["moodle.xml"])[0].category == "$course$/top/A?/1 ap"


def test_sheets_have_no_answers_and_the_key_has_derivations():
    files = worksheet_files(read_items(["ap", "rr"], 2), STUDENTS)
    sheets, key = files["sheets.html"].decode(), files["key.html"].decode()
    _, *rows = csv.reader(io.StringIO(files["seeds.csv"].decode()))
    for identity in rows[0][2:]:
        asked = exercise_by_id(identity)
        assert not any(number.answer in sheets for number in asked.numbers)
        assert f"Answer: <b>{asked.answer}</b>" in key
        assert all(mistake.id in key for mistake in asked.mistakes)
    assert key.count("<style>") == 2
    assert "irlearn-derivation" in key


def test_moodle_has_a_category_for_each_item_and_a_box_for_each_number():
    files = worksheet_files(read_items(["f", "sign-test"], 2), STUDENTS[:2], title="A/B")
    questions = read_questions(files["moodle.xml"])
    categories = [f"$course$/top/A//B/{name}" for name in ("1 f", "1 f", "2 sign-test", "2 sign-test")]
    assert [question.category for question in questions] == categories
    for question in questions:
        asked = exercise_by_id(question.name)
        assert question.name in question.text
        assert len(question.numbers) == len(asked.numbers)
        for number, answers in zip(asked.numbers, question.numbers, strict=True):
            assert grade(answers, number.answer)[0] == 100
            mistake = number.mistakes[0]
            percentage, feedback = grade(answers, f"{mistake.value:.3f}")
            assert (percentage, bool(feedback)) == (0, True)


def test_feedback_with_signs_of_cloze_and_html_is_read_back(monkeypatch):
    message = "a < b & {1:NM:=2} ~ #3 \\ 100%"
    zero = Fraction(0)
    decimals = MarkedDecimal("0.5", zero, Fraction(1), "yes"), MarkedDecimal("0.4", zero, zero, message)
    monkeypatch.setattr(moodle, "marked_decimals", lambda _: decimals)
    text = moodle.moodle_question(exercise("rr", 1), "").text
    numbers = boxes_in(text)
    assert [[answer.percentage for answer in answers] for answers in numbers] == [[100, 0], [100, 0]]
    assert unescape(numbers[0][1].feedback) == message


def test_lecturers_questions_state_their_input_and_rounding(lesson):
    items = read_items([str(lesson)], 2)
    assert [item.name for item in items] == ["jaguar.md:first-ap", "jaguar.md:told", "rr"]
    files = worksheet_files(items, STUDENTS)
    assert files["jaguar.md"] == lesson.read_bytes()
    sheet = " ".join(files["sheets.txt"].decode().split("\f")[0].split())
    assert "What is AP of the new system?" in sheet
    assert "In all, 4 documents are relevant." in sheet
    assert sheet.count("digits after the point") == 2
    assert "<em>new</em>" in files["sheets.html"].decode()
    assert "3. rr:1:" in sheet


def test_exercise_of_a_lecturer_is_found_beside_the_seeds(lesson):
    asked = find_exercise("jaguar.md:first-ap", lesson.parent)
    assert (asked.id, asked.answer) == ("jaguar.md:first-ap", "0.417")
    assert find_exercise("ap:2:7", lesson.parent) == exercise("ap", 7)
    with pytest.raises(InputError, match=parts("first-apx … first-ap")):
        find_exercise("jaguar.md:first-apx", lesson.parent)


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("app", "'app' … ap"),
        ("ap:4", "1, 2 or 3 … 4"),
        ("apx:2:7", "'apx' … ap"),
        ("ap:2:7:1", "topic:level:seed"),
        ("{lesson}:claim", "'claim' … not ask for a number … first-ap, told and turn"),
        ("{lesson}:nothing", "'nothing'"),
        ("nowhere.md", "no file"),
    ],
)
def test_unknown_item_is_refused(word, sentence, lesson):
    with pytest.raises(InputError, match=parts(sentence)):
        read_items([word.format(lesson=lesson)], 2)


def test_folder_gets_all_files_or_none_and_only_its_owner_reads_them(tmp_path, monkeypatch):
    empty = tmp_path / "empty"
    empty.mkdir()
    for folder in (empty, tmp_path / "new"):
        write_folder(folder, {"a.txt": b"a", "b.txt": b"b"})
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
        assert modes == {"a.txt": 0o600, "b.txt": 0o600}
    with pytest.raises(OSError, match="name"):
        write_folder(tmp_path / "half", {"a.txt": b"a", "x" * 300: b"b"})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "new"]


@pytest.mark.parametrize(
    ("name", "sentence"), [("full", "not empty"), ("file", "not a folder"), ("none/new", "no folder")]
)
def test_folder_that_cannot_be_used_is_refused(name, sentence, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a.txt").touch()
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match=parts(sentence)):
        check_folder(tmp_path / name)
