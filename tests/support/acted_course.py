"""An acted course: answers with planted mistakes, in the files that platforms export.

The mark of an answer and the mistake in it follow from how the answer was made, and not from its check.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import chain
from random import Random
from typing import Any

from irlearn.byhand.hand_calculation import Exercise
from irlearn.homework.variants import choose_variants, read_items
from irlearn.homework.wrong_turns import wrong_turns

TOPICS = ("ap", "kappa", "ndcg", "signed-rank", "f", "sign-test")


@dataclass
class Given:
    """The numbers of an answer to an exercise, its mark, and the planted mistake or other convention."""

    exercise: Exercise
    numbers: Sequence[str]
    mark: Fraction
    mistakes: Sequence[str] = field(default_factory=list)


@dataclass
class Actor:
    """A student with attempts, of which the last counts."""

    id: str
    name: str
    attempts: list[list[Given]]


def act(students: int, topics: Sequence[str] = TOPICS, seed: int = 47) -> tuple[str, list[Actor]]:
    """Return `seeds.csv`, and students of whom a quarter has two attempts."""
    random, actors = Random(seed), []
    for number, variants in enumerate(choose_variants(read_items(topics, 2), students), start=1):
        attempts = [[_answer(random, variant) for variant in variants] for _ in range(1 + (random.random() < 0.25))]
        actors.append(Actor(f"s{number:03}", f"Läst{number}, Ana", attempts))
    header = ["student", "name", *(str(number) for number in range(1, len(topics) + 1))]
    rows = [[actor.id, actor.name, *(given.exercise.id for given in actor.attempts[0])] for actor in actors]
    return text_of([header, *rows]), actors


def text_of(rows: Iterable[Sequence[object]], delimiter: str = ",") -> str:
    """Return rows as CSV."""
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(rows)
    return text.getvalue()


def _answer(random: Random, exercise: Exercise) -> Given:
    """Return an answer: a third of them with a planted mistake, and some empty, with too few digits, or cut off."""
    right, chance = exercise.answer.split("; "), random.random()
    place, possible = random.randrange(len(right)), Fraction(len(right))
    turns = wrong_turns(exercise)
    if chance < 1 / 3:
        # A spreadsheet shortens 0.720 to 0.72, to which the right value may round, too.
        turn = random.choice([turn for turn in turns if len(turn.ids) == 1 and turn.answer[-1] != "0"])
        return Given(exercise, _with(right, exercise.names.index(turn.number), turn.answer), possible - 1, turn.ids)
    if chance < 0.4:
        return Given(exercise, [""] * len(right), Fraction(0))
    value = Fraction(exercise.right_values[place])
    exact, unit = Decimal(value.numerator) / Decimal(value.denominator), Decimal(1).scaleb(-exercise.places)
    short, cut = exact.quantize(10 * unit, ROUND_HALF_UP), exact.quantize(unit, ROUND_DOWN)
    half = short if chance < 0.48 else cut if chance < 0.54 else Decimal(right[place])
    is_halfway = (2 * value * 10**exercise.places).denominator == 1  # Then both roundings are right.
    if not is_halfway and half != Decimal(right[place]) and str(half) not in [turn.answer for turn in turns]:
        return Given(exercise, _with(right, place, str(half)), possible - Fraction(1, 2))
    return Given(exercise, right, possible)


def _with(numbers: Sequence[str], place: int, text: str) -> list[str]:
    return [*numbers[:place], text, *numbers[place + 1 :]]


def _rows(actors: Sequence[Actor]) -> list[tuple[Actor, list[Given]]]:
    return [(actor, attempt) for actor in actors for attempt in actor.attempts]


def moodle(actors: Sequence[Actor]) -> bytes:
    """Return a German report of responses in UTF-16, with the text of each question, and Cloze answers in parts."""
    items = range(1, len(actors[0].attempts[0]) + 1)
    header = ["Nachname", "Vorname", "ID-Nummer", "Status", "Bewertung/10,00"]
    rows = []
    for actor, attempt in _rows(actors):
        cells = [
            (f"Was ist das Ergebnis?\n({given.exercise.id})", _cloze(given), given.exercise.answer) for given in attempt
        ]
        rows.append(["L", "F", actor.id.upper(), "Beendet", "3,00", *chain.from_iterable(cells)])
    titles = chain.from_iterable((f"Frage {item}", f"Antwort {item}", f"Richtige Antwort {item}") for item in items)
    return text_of([[*header, *titles], *rows, ["Gesamtdurchschnitt"]]).encode("utf-16")


def _cloze(given: Given) -> str:
    texts = [text.replace(".", ",") for text in given.numbers]
    if not any(texts):
        return "-"
    if len(texts) == 1:
        return texts[0]
    return "; ".join(f"Teil {part}: {text}" for part, text in enumerate(texts, start=1))


def slips(actors: Sequence[Actor], students: Sequence[dict[str, Any]]) -> list[str]:
    """Return the answers in the JSON of `irlearn check` with another mark, or with another mistake first."""
    found = []
    for actor, row in zip(actors, students, strict=True):
        for given, answer in zip(actor.attempts[-1], row["answers"], strict=True):
            has_mark = (Fraction(answer["mark"]), answer["of"]) == (given.mark, len(given.numbers))
            if not has_mark or answer["exercise"] != given.exercise.id:
                found.append(f"{actor.id}: {given.numbers} is worth {given.mark}, not {answer}")
            if given.mistakes and answer["mistakes"][:1] != [*given.mistakes]:
                found.append(f"{actor.id}: {given.numbers} is {given.mistakes}, not {answer}")
    return found


def _joined(given: Given) -> str:
    return "; ".join(given.numbers) if any(given.numbers) else ""


def canvas(actors: Sequence[Actor]) -> bytes:
    """Return a student analysis: a column with the id for each variant, and the points after it."""
    columns = [given.exercise.id for actor in actors for given in actor.attempts[0]]
    titles = [(f"{number}: What is it? ({name})", "1.0") for number, name in enumerate(columns, start=1101)]
    rows = []
    for number, (actor, attempt) in enumerate(_rows(actors)):
        own = {given.exercise.id: _joined(given) for given in attempt}
        cells = [(own.get(name, ""), "0.0" if name in own else "") for name in columns]
        rows.append([actor.name, 9000 + number, actor.id, "IR", "2026-11-29 10:00:00 UTC", *chain.from_iterable(cells)])
    return text_of([["name", "id", "sis_id", "section", "submitted", *chain.from_iterable(titles)], *rows]).encode()


def google_forms(actors: Sequence[Actor]) -> bytes:
    """Return the answers of a form in English, whose address begins with the id."""
    titles = [f"{number}. Your answer to exercise {number}" for number in range(1, len(actors[0].attempts[0]) + 1)]
    rows = [
        ["2026/11/29 10:00:00 AM GMT+1", f"{actor.id}@example.org", "", *map(_joined, attempt)]
        for actor, attempt in _rows(actors)
    ]
    return text_of([["Timestamp", "Username", "Total score", *titles], *rows]).encode()


def spreadsheet(actors: Sequence[Actor]) -> bytes:
    """Return a Spanish sheet with semicolons and decimal commas, from which zeros at the end are lost."""
    rows = []
    for actor, attempt in _rows(actors):
        answers = [["; ".join(map(_without_zeros, given.numbers)) if any(given.numbers) else ""] for given in attempt]
        rows.append([actor.id, "A", *chain.from_iterable(answers)])
    titles = [f"Pregunta {number}" for number in range(1, len(actors[0].attempts[0]) + 1)]
    return text_of([["Alumno", "Grupo", *titles], *rows, ["Promedio"]], delimiter=";").encode("utf-8-sig")


def _without_zeros(text: str) -> str:
    return (text.rstrip("0").rstrip(".") if "." in text else text).replace(".", ",")


EXPORTS: dict[str, Callable[[Sequence[Actor]], bytes]] = {
    "Moodle": moodle,
    "Canvas": canvas,
    "Google Forms": google_forms,
    "a spreadsheet": spreadsheet,
}
