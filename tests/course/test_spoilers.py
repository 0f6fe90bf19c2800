"""Test that no page reveals the answer to a later question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
from lesson_pages import ANY, PAGES, asked, cells, says, told, value, words
from run_lessons import texts

from irlearn import P, Ranking, widgets
from irlearn.byhand.hand_calculation import Exercise
from irlearn.course.lesson_parts import Part, Prediction, Quiz, Task, WidgetTasks
from irlearn.simulation.leaderboard import aligned_pair

FEW = 3  # digits, or words of a whole option: what is shorter stands everywhere
RUN = 4  # words of a longer option: three in a row are often the name of a test
NAMES = {  # what options choose between: rules, tests, criteria, rows of a picture
    "1 mean rank",
    "by all relevant documents",
    "by the relevant documents",
    "by the smaller of",
    "dcg 5 only",
    "do no harm",
    "from all judged documents",
    "mean rr over all",
    "more answered worse ranked",
    "rr over all queries",
    "smaller of the two",
    "the sign test",
    "the smaller of the",
    "the unpaired t test",
}
ALLOWED = {  # by lesson and part: where the words or the number stand before it, and why that gives nothing away
    "02 precision-of-six": ("why-p, shown", "another result of the same precision; the next part asks for its recall"),
    "03 interpolated-at-half": (
        "one-above, shown; crossing-curves, shown",
        "a point of the list, as in the table of the walk, and a recall; the question is which point counts",
    ),
    "03 two-systems": ("crossing-asks", "the scene, told before the pictures are asked"),
    "07 five-tests/tie": ("why-signed-rank, shown", "what a third test does with a difference of 0"),
    "07 what-p-means": ("p-value", "the definition, a sitting before the sentence that applies it"),
    "09 ten-tests": (
        "07 four-wins; 07 larger; 07 equal-means; history, shown; play-outcomes, shown; outcomes/who, told",
        "scores, and MRR near 0.40",
    ),
}


@cache
def shown_texts(lesson: str) -> dict[str, str]:
    """Return the output of each cell before any answer, by cell id, without tasks."""
    found: dict[str, str] = {}
    for cell, _, alone in texts(PAGES[lesson]):
        found[cell] = f"{found.get(cell, '')} {alone}"
    return found


def reveals(number: str, answer: str) -> bool:
    """Return True if a number is the answer, or the answer with more digits."""
    return number == answer or (len(number) >= len(answer) and says(answer, value(number)[0]))


def quiz_of(it: Part | Task) -> Quiz | None:
    one = it.quiz if isinstance(it, Task) else it.wrapped if isinstance(it, Prediction) else it
    return one if isinstance(one, Quiz) else None


def word_sequences(text: str, length: int = RUN) -> set[str]:
    """Return each sequence of `length` words; numbers count as words."""
    each = words(text)
    return {" ".join(each[at : at + length]) for at in range(len(each) - length + 1)}


@cache
def long_numbers(text: str) -> set[str]:
    """Return the numbers in a text with three or more digits."""
    return {one for one in ANY.findall(text) if len(re.sub(r"\D", "", one)) >= FEW}


def answers(it: Part | Task) -> tuple[set[str], set[str]]:
    """Return phrases and numbers of the correct option that no other option has."""
    quiz = quiz_of(it)
    if quiz is None:
        exercise = it.wrapped if isinstance(it, Prediction) else it
        return set(), {exercise.reference_answer, exercise.answer} if isinstance(exercise, Exercise) else set()
    right, wrong = ([one.text for one in quiz.options if one.is_right is held] for held in (True, False))
    asks = f"{quiz.question} {it.instruction if isinstance(it, Task) else ''}"
    others = f"{' | '.join(wrong)} {asks}"
    whole = {" ".join(words(one)) for one in right if len(words(one)) >= FEW}
    phrases = {piece for one in right for piece in word_sequences(one)} - word_sequences(others) - NAMES
    whole = {one for one in whole if one not in " ".join(words(asks))} - NAMES
    return phrases | whole, long_numbers(" ".join(right)) - long_numbers(others)


def read_before(lesson: str) -> Iterator[tuple[str, Part | Task, list[tuple[str, str]]]]:
    """Yield each part and task of a lesson with the text before: earlier lessons, and its own lesson so far."""
    earlier = [
        (f"{one} {cell.id}", cell.source) for one in PAGES for cell in cells(one) if one < lesson and not cell.code
    ]
    for cell in cells(lesson):
        if not cell.code:
            earlier.append((cell.id, cell.source))
        elif not cell.parts or isinstance(cell.parts[0], WidgetTasks):
            earlier.append((f"{cell.id}, shown", shown_texts(lesson).get(cell.id, "")))
        for part in cell.parts:
            for name, it, _ in asked(part):
                yield name, it, list(earlier)
                earlier.append((f"{name}, told", " | ".join(told(it))))


@cache
def joined_words(text: str) -> str:
    """Return the words of a text, each between blanks."""
    return f" {' '.join(words(text))} "


@cache
def revealed_answers(lesson: str) -> list[tuple[str, str, str]]:
    """Return the parts and tasks whose answer appears earlier: name, place, and revealing text."""
    found = []
    for name, it, earlier in read_before(lesson):
        phrases, numbers = answers(it)
        for where, text in earlier:
            shorter = long_numbers(text)
            found += [(f"{lesson} {name}", where, one) for one in sorted(phrases) if f" {one} " in joined_words(text)]
            for one in sorted(numbers):
                if any(reveals(other, one) for other in shorter):
                    found.append((f"{lesson} {name}", where, one))
    return found


@pytest.mark.parametrize("lesson", PAGES)
def test_answers_are_not_revealed_before_their_question(lesson):
    found = [one for one in revealed_answers(lesson) if one[1] not in ALLOWED.get(one[0], ("", ""))[0].split("; ")]
    assert found == [], "ask first, or tell something else"


def test_allowed_spoilers_still_exist():
    found: dict[str, set[str]] = {}
    for lesson in {name[:2] for name in ALLOWED}:
        for name, where, _ in revealed_answers(lesson):
            found.setdefault(name, set()).add(where)
    assert {name: set(where.split("; ")) for name, (where, _) in ALLOWED.items()} == found


def test_board_shows_no_interpolated_curve_at_first():
    board = widgets.RankingBoard(Ranking.parse("0 1 0 1 1", relevant=4), measures=[P @ 5], focus=P @ 5, curve=True)
    assert "steps" not in board.picture
    assert "11 levels" not in board.picture
    assert "steps" in widgets.PrecisionRecall(board).picture


def test_alignment_shows_no_band_of_the_paper_at_first():
    first = widgets.Alignment(*aligned_pair()).picture
    assert "paper" not in re.sub(r"<button.*?</button>", "", first, flags=re.DOTALL).lower()
