"""Checks of a lesson's file before it is handed out: right and wrong options, names, and tasks that cannot be done.

The claim of an option, such as `if: RR of A > RR of B`, is computed. Without claims, two kinds of questions are
computed: which of the file's rankings has the higher or lower value of a measure, and a value such as `AP of B`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, count, cycle, islice, pairwise, product
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

from irlearn.byhand.checking import check_question, make_question
from irlearn.byhand.explain_quantity import explain
from irlearn.byhand.hand_quantity import HandQuantity
from irlearn.byhand.parse_question import parse_quantity
from irlearn.byhand.verdict import COARSE, OPEN, RIGHT
from irlearn.course.lesson_data import LessonData
from irlearn.course.lesson_file import LessonSource, OptionText, Section, error_location
from irlearn.course.task_conditions import BY, COMPARED, NUMBER, condition
from irlearn.errors import InputError, quoted
from irlearn.measures import Mean
from irlearn.measures.registry import MEANS, MEASURES, parse_measure
from irlearn.ranking import Ranking
from irlearn.text.english import comma_list
from irlearn.text.numbers import fraction_and_decimal, general

_NUMBER = re.compile(r"[-−]?\d+(\.\d+|/[1-9]\d*)?%?")
_HIGHER = re.compile(r"\b(?:higher|highest|larger|largest|greater|greatest|better|best|more)\b")
_LOWER = re.compile(r"\b(?:lower|lowest|smaller|smallest|worse|worst|less)\b")
_EQUALITY = re.compile(r"\b(?:both|alike|equal|same|neither|tied?)\b", re.IGNORECASE)
_EQUAL = ""  # used in place of the name of a ranking, if an option says that the values are equal


class OptionCheck(NamedTuple):
    """The check of an option: whether the file marks it as right, whether it is right, and the computed values."""

    where: str
    text: str
    marked: bool
    is_right: bool
    explanation: str

    @property
    def fault(self) -> str:
        """The sentence about a wrong mark; empty if the mark is right."""
        if self.marked == self.is_right:
            return ""
        problem = "is marked as right, and does not hold" if self.marked else "holds, and is not marked as right"
        return f"{self.where}: {quoted(self.text)} {problem}: {self.explanation}"


def check_options(section: Section, lesson_data: LessonData) -> list[OptionCheck]:
    """Return the checks of those options of a question that can be computed."""
    if claims := [option for option in section.options if option.claimed_value]:
        return [_check_claim(option, lesson_data) for option in claims if not option.is_about_data]
    question = " ".join(section.question_paragraphs or section.texts)
    return _check_comparison(question, section, lesson_data) or _check_numbers(question, section, lesson_data)


def _check_claim(option: OptionText, lesson_data: LessonData) -> OptionCheck:
    is_right, explanations = True, []
    with error_location(option.where):
        for claim in option.claimed_value.split(" and "):
            comparison = COMPARED.fullmatch(claim.strip())
            if not comparison:
                raise InputError(f"a claim is as 'if: RR of A > RR of B'; given: {quoted(claim.strip())}")
            left, operator, right = comparison.groups()
            values = {side: _value_of_side(side, lesson_data) for side in (left, right)}
            is_right &= BY[operator](round(values[left], 9), round(values[right], 9))
            explanations += [
                f"{side} is {_value_text(value)}" for side, value in values.items() if not _NUMBER.fullmatch(side)
            ]
    return OptionCheck(option.where, option.text, option.is_right, is_right, ", ".join(dict.fromkeys(explanations)))


def _value_of_side(text: str, lesson_data: LessonData) -> Fraction:
    """Return the value of a side of a comparison: a number, or a calculation such as 'RR of A'."""
    if _NUMBER.fullmatch(text):
        return Fraction(text.replace("−", "-").rstrip("%")) / (100 if text.endswith("%") else 1)
    measure, of, source = text.removeprefix("value of ").partition(" of ")
    if not of:
        raise InputError(f"a claim compares numbers such as 'RR of A' and '0.5', with a point; given: {quoted(text)}")
    quantity = parse_quantity(measure)
    return _value(quantity, lesson_data.given(quantity, source))


def _value(quantity: Any, data: Any) -> Fraction:
    derivation = explain(quantity, data)
    return Fraction(derivation.value if derivation.fraction is None else derivation.fraction)


def _value_text(value: Fraction) -> str:
    return fraction_and_decimal(value) if value.denominator < 10**6 else general(value, 4)


def _check_comparison(question: str, section: Section, lesson_data: LessonData) -> list[OptionCheck]:
    """Check the options of a question about which ranking has the higher or the lower value of a measure."""
    asks_higher, asks_lower = bool(_HIGHER.search(question)), bool(_LOWER.search(question))
    measures = _measures_in(question)
    answers = [_ranking_in_option(option.text, lesson_data) for option in section.options]
    names = sorted({answer for answer in answers if answer})
    is_negated = re.search(r"\bnot\b|n't\b", question)
    if asks_higher == asks_lower or len(measures) != 1 or None in answers or len(names) < 2 or is_negated:
        return []
    quantity = parse_quantity(measures.pop())
    sources = {name: _full_name(quantity, name, question, lesson_data) for name in names}
    if not all(sources.values()):
        return []
    values = {name: _value(quantity, lesson_data.given(quantity, source)) for name, source in sources.items()}
    extreme = (max if asks_higher else min)(values.values())
    names_with_extreme = [name for name, value in values.items() if value == extreme]
    right_answer = names_with_extreme[0] if len(names_with_extreme) == 1 else _EQUAL
    explanation = ", ".join(f"{quantity!r} of {name} is {_value_text(value)}" for name, value in sorted(values.items()))
    return [
        OptionCheck(option.where, option.text, option.is_right, answer == right_answer, explanation)
        for option, answer in zip(section.options, answers, strict=True)
    ]


def _measures_in(question: str) -> set[str]:
    known = {**MEASURES, **MEANS}
    words = re.findall(r"[A-Za-z]+(?:@\d+(?:\.\d+)?)?", question)
    return {word for word in words if word.partition("@")[0] in known}


def _full_name(quantity: Any, name: str, question: str, lesson_data: LessonData) -> str:
    """Return the full name of a ranking in a question, or an empty text if the name is ambiguous."""
    topics = [topic for topic, rankings in lesson_data.rankings.items() if name in rankings]
    if isinstance(quantity, Mean):
        return name if len(topics) == len(lesson_data.topics) else ""
    if len(topics) < 2:
        return name
    topics_in_question = [topic for topic in topics if re.search(rf"\b{re.escape(topic)}\b", question, re.IGNORECASE)]
    return f"{topics_in_question[0]}/{name}" if len(topics_in_question) == 1 else ""


def _ranking_names(lesson_data: LessonData) -> list[str]:
    """Return the short and the full names of all rankings, the longest first."""
    short_names = (name for rankings in lesson_data.rankings.values() for name in rankings)
    return sorted({*lesson_data.names, *short_names}, key=len)[::-1]


def _ranking_in_option(option: str, lesson_data: LessonData) -> str | None:
    """Return the ranking that an option names, `_EQUAL` if it says that they are equal, or None."""
    names = _ranking_names(lesson_data)
    in_option = [name for name in names if re.search(rf"(?<![\w/]){re.escape(name)}(?![\w/])", option)]
    return in_option[0] if len(in_option) == 1 else _EQUAL if _EQUALITY.search(option) else None


def _check_numbers(question: str, section: Section, lesson_data: LessonData) -> list[OptionCheck]:
    """Check the options of a question for the value of a ranking, if all of them are numbers."""
    names = "|".join(map(re.escape, _ranking_names(lesson_data)))
    source = rf"(?:system )?(?P<given>{names}|\d(?: \d)+)(?![\w/])" if names else r"(?P<given>\d(?: \d)+)"
    calculations = [
        match
        for match in re.finditer(rf"(?P<measure>[A-Za-z]+(?:@\d+)?) of {source}", question)
        if _measures_in(match[0])
    ]
    are_numbers = section.options and all(_NUMBER.fullmatch(option.text) for option in section.options)
    if len(calculations) != 1 or not are_numbers:
        return []
    calculation = calculations[0]
    quantity = parse_quantity(calculation["measure"])
    full_name = _full_name(quantity, calculation["given"], question, lesson_data)
    if not full_name:
        return []
    data = lesson_data.given(quantity, full_name)
    checked_question = make_question(quantity, data)
    explanation = f"{calculation[0]} is {_value_text(_value(quantity, data))}"
    checks = []
    for option in section.options:
        verdict = check_question(checked_question, option.text)
        is_right = verdict.correct or verdict.undecided
        checks.append(OptionCheck(option.where, option.text, option.is_right, is_right, explanation))
    return checks


class Statement(NamedTuple):
    """A statement about a value in a lesson's text, such as "AP of 1 0 1 is 0.83", and the derivation of the value."""

    where: str
    text: str
    is_right: bool
    explanation: str

    @property
    def fault(self) -> str:
        """The sentence about a wrong statement; empty if it is right."""
        return "" if self.is_right else f"{self.where}: {quoted(self.text)} is wrong: {self.explanation}"


def check_statements(path: Path, lesson_data: LessonData) -> tuple[list[Statement], list[str]]:
    """Return the checks of the statements in a lesson's file, and the statements that cannot be worked out.

    Claims, and options that are marked as wrong, are left out.
    """
    text = path.read_text(encoding="utf-8-sig")
    text = re.sub(r"(?mi)^(?:[-*+] \[ \]| *if:).*$|^ *>", lambda option: " " * len(option[0]), text)
    names = "|".join(map(re.escape, _ranking_names(lesson_data))) or "(?!)"
    pattern = rf"(?<![\w{{])(?P<measure>[A-Za-z][\w-]*(?:\([^()\n]*\))?(?:@[\d.]*\d)?)\s+of\s+{_GIVEN.format(names)}"
    statements, untried = list[Statement](), list[str]()
    for match in re.finditer(rf"{pattern}\s+(?:is|=)\s+(?P<number>{_NUMBER.pattern})", text):
        where = f"{path.name}, line {text.count(chr(10), 0, match.start()) + 1}"
        written, given = (" ".join(part.split()) for part in (match[0], match["given"]))
        try:
            quantity = parse_quantity(match["measure"])
        except InputError:
            continue  # A sentence about something else, such as "3 of 5 is 0.6".
        try:
            question = make_question(quantity, lesson_data.given(quantity, given))
        except InputError as error:
            untried.append(f"{where}: {quoted(written)}: {error}")
            continue
        verdict = check_question(question, match["number"])
        is_right = verdict.outcome in (RIGHT, OPEN, COARSE)
        statements.append(Statement(where, written, is_right, verdict.solution.equation))
    return statements, untried


_GIVEN = (
    r"(?:system\s+|ranking\s+)?(?P<given>(?:{})(?![\w/])|\d[\d\s.|U/]*(?:,\s+\d+\s+relevant)?"
    r"(?:,\s+missed\s+[\d ]+)?|[^\s.:;!?][^.:;!?\n]{{0,30}}?)"
)
"""The input in a statement: the name of a ranking, a list of numbers, or other words, which are then not tried."""


def questions_of(text: LessonSource) -> Iterator[tuple[str, Section]]:
    """Yield each section with options and its name: the part's id, or part/task."""
    for part in text.parts:
        if part.options:
            yield part.id, part
        yield from ((f"{part.id}/{task.id}", task) for task in part.tasks if task.options)


def misnamed(section: Section, lesson_data: LessonData) -> Iterator[str]:
    """Yield messages about a question if it names a measure or ranking that differs from the computed one."""
    number, given = section.setting("number"), section.setting("given")
    quantity = parse_quantity(number.text)
    question = " ".join(section.texts)
    names = "|".join(map(re.escape, _ranking_names(lesson_data)))
    inner_measure = getattr(quantity, "measure", quantity)
    right_measures = {
        quantity.short_name,
        *(measure.short_name.partition("@")[0] for measure in (quantity, inner_measure)),
    }
    measures = _measures_in(question)
    # The question about another quantity may be about scores of a measure, so it may name that measure.
    if len(measures) == 1 and not measures & right_measures and not isinstance(quantity, HandQuantity):
        yield f"{number.where}: the question names {measures.pop()}, and what is worked out is {number.text}"
    pattern = rf"\b(?:of|for|system|ranking|run|list) ({names})(?![\w/])"
    rankings = re.findall(pattern, question) if names else []
    data = repr(lesson_data.given(quantity, given.text))  # The repr does not depend on the names of documents.
    with suppress(InputError):  # The name may be ambiguous, because several topics may have a ranking of this name.
        if rankings and all(repr(lesson_data.given(quantity, ranking)) != data for ranking in rankings):
            yield f"{given.where}: the question names {comma_list(rankings)}, and what is worked out is of {given.text}"


# Tasks.

MOMENTS = re.compile(" then | also ")
_MOST_RANKINGS = 20_000  # the largest number of rankings to try


def check_tasks(text: LessonSource, lesson_data: LessonData) -> Iterator[str]:
    """Yield messages about wrong names, and about conditions of tasks that can never hold."""
    for part in text.parts:
        yield from misnamed(part, lesson_data) if "number" in part.settings else ()
    for task in (task for part in text.parts for task in part.tasks if "done" in task.settings):
        condition_text, where = task.settings["done"]
        for moment in MOMENTS.split(condition_text):
            yield from (f"{where}: this can never hold of {name}: {moment.strip()!r}" for name in excluded(moment))


def excluded(moment: str) -> Iterator[str]:
    """Yield the attributes and measures about which the clauses of a moment contradict each other."""
    clauses = [clause.strip() for clause in moment.split(" and ")]
    yield from (clause for clause in clauses if f"not {clause}" in clauses)
    comparisons = [comparison for comparison in map(COMPARED.fullmatch, clauses) if comparison]
    for name in dict.fromkeys(comparison["name"] for comparison in comparisons):
        about_name = [(match["by"], match["value"]) for match in comparisons if match["name"] == name]
        limits = [(BY[operator], Fraction(value)) for operator, value in about_name if NUMBER.fullmatch(value)]
        words = {value for operator, value in about_name if operator == "=" and not NUMBER.fullmatch(value)}
        least = 0 if name.endswith(".count") else -math.inf
        low, high = parse_measure(name).range if name[0].isupper() else (least, math.inf)
        # Whether all comparisons hold can change only at a limit, so values at and between the limits suffice.
        values = sorted(value for _, value in limits) or [Fraction(0)]
        points: list[Any] = [max(values[0] - 1, low), *values, min(values[-1] + 1, high)]
        candidates = [
            candidate
            for candidate in (*points, *((a + b) / 2 for a, b in pairwise(points)))
            if low <= candidate <= high
        ]
        can_hold = any(all(compare(candidate, limit) for compare, limit in limits) for candidate in candidates)
        if len(words) > 1 or not can_hold:
            yield name


def hindered(moment: str, widget: Any, lists: Sequence[Ranking], *, is_all: bool) -> Iterator[str]:
    """Yield messages about clauses that cannot hold in a widget.

    Parameters
    ----------
    moment
        Clauses that must hold at the same time.
    widget
        The widget of the task.
    lists
        The rankings that a board may show, or none for another widget.
    is_all
        Whether `lists` has all rankings that the board may show.
    """
    clauses = [clause.strip() for clause in moment.split(" and ")]
    comparisons = [comparison for comparison in map(COMPARED.fullmatch, clauses) if comparison]
    for name, by, value in (comparison.groups() for comparison in comparisons):
        if by == "=" and name == "ranking.documents" and lists:
            ids, wanted = widget.ranking.documents, re.split(r",\s*|\s+", value)
            if not {*ids} <= {*wanted} or len({*wanted}) < len(wanted) or len(wanted) > max(map(len, lists)):
                yield f"can never hold: the board holds {', '.join(ids)}"
        elif by == "=" and hasattr(field := widget.traits().get(name), "control"):
            yield from (f"can never hold: {problem}" for problem in _validation_errors(field, widget, value))
    about_ranking = " and ".join(
        clause for clause in clauses if clause[:1].isupper() or clause.startswith(("ranking.g", "ranking.m"))
    )
    if not lists or not about_ranking or any(excluded(moment)):
        return
    is_done = condition(about_ranking).is_done
    if not any(is_done(SimpleNamespace(ranking=ranking)) for ranking in lists):
        if is_all:
            yield "can never hold: no order and no marks of the board's documents give it"
        else:
            yield f"was not reached in {len(lists):,} lists, and the board has more; do the task before you hand it out"


def _validation_errors(field: Any, widget: Any, text: str) -> Iterator[str]:
    """Yield the error if a field of a widget does not accept the text, whether read as a number or as a word."""
    message = ""
    booleans = {"True": True, "False": False}
    for convert in (field.read, Fraction, lambda number: float(Fraction(number)), int, booleans.get):
        try:
            field.validate(widget, convert(text))
        except InputError as error:
            message = message or str(error)
        except ValueError:
            continue  # The text is not a number of this type.
        else:
            return
    yield message


def lists_of(widget: Any) -> tuple[list[Ranking], bool]:
    """Return the rankings that a board may show, or a sample if they are too many, and whether these are all."""
    if not hasattr(widget, "retrieve"):
        return [], True
    start = widget.ranking
    grades = [-1] if -1 in start.grades else []
    with suppress(InputError):  # The loop ends when the board rejects a grade beyond its scale.
        for grade in count():
            widget.judge(start.documents[0], grade)
            grades.append(grade)
    most = len(start) + len(start.missed)
    if is_all := len(grades) ** most <= _MOST_RANKINGS:
        rests = {rest for size in range(len(start.missed) + 1) for rest in combinations(start.missed, size)}
        lists: Any = ((listed, rest) for rest in rests for listed in product(grades, repeat=most - len(rest)))
    else:
        lists = islice(_sample(grades, len(start), start.missed), min(_MOST_RANKINGS, 10 * _MOST_RANKINGS // most))
    return [Ranking(listed, [grade for grade in (*listed, *rest) if grade >= 0]) for listed, rest in lists], is_all


def _sample(grades: Sequence[int], size: int, missed: Sequence[int]) -> Iterator[tuple[list[int], Sequence[int]]]:
    """Yield, without end, the grades of random lists and the grades of the documents that each list misses.

    The grades are in random order, in ascending order, in descending order, and with few above 0, in turn.
    """
    random = Random(1)
    for retrieved in cycle(range(len(missed) + 1)):
        rest, length = random.sample(missed, len(missed) - retrieved), size + retrieved
        drawn = random.choices(grades, [random.random() ** 3 for _ in grades], k=length)
        few_relevant = [0] * length
        for _ in range(random.randint(1, 3)):
            few_relevant[int(length * random.random() ** 3)] = random.choice(grades)
        yield from ((listed, rest) for listed in (drawn, sorted(drawn), sorted(drawn)[::-1], few_relevant))
