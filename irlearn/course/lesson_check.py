"""A lesson's file before it is handed out: which marked answers hold, what has a wrong name, which tasks are none.

An option's claim, `if: RR of A > RR of B`, is worked out. So is, without a claim, a question that asks which of the
file's rankings has the higher or lower value of a measure, and one that asks for a number, `AP of B`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, count, cycle, islice, pairwise, product
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

from irlearn.byhand.checking import check_question, make_question
from irlearn.byhand.explain_quantity import explain
from irlearn.byhand.parse_question import parse_quantity
from irlearn.byhand.quantity import HandQuantity
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
_MORE = re.compile(r"\b(?:higher|highest|larger|largest|greater|greatest|better|best|more)\b")
_LESS = re.compile(r"\b(?:lower|lowest|smaller|smallest|worse|worst|less)\b")
_ALIKE = re.compile(r"\b(?:both|alike|equal|same|neither|tied?)\b", re.IGNORECASE)
_EQUAL = ""  # the option that the values are equal


class OptionCheck(NamedTuple):
    """An option, whether it is marked as right, whether it holds, and by which values."""

    where: str
    text: str
    marked: bool
    is_right: bool
    explanation: str

    @property
    def fault(self) -> str:
        """What is wrong with the mark, in a sentence; empty where it is right."""
        says = "is marked as right, and does not hold" if self.marked else "holds, and is not marked as right"
        return "" if self.marked == self.is_right else f"{self.where}: {quoted(self.text)} {says}: {self.explanation}"


def check_options(section: Section, lesson_data: LessonData) -> list[OptionCheck]:
    """The options of a question that could be worked out."""
    claimed = [_claimed(one, lesson_data) for one in section.options if one.claimed_value]
    if claimed:
        return claimed
    question = " ".join(section.question_paragraphs or section.texts)
    return _compared(question, section, lesson_data) or _numbers(question, section, lesson_data)


def _claimed(one: OptionText, lesson_data: LessonData) -> OptionCheck:
    """The truth of an option's claim."""
    holds, said = True, []
    with error_location(one.where):
        for claim in one.claimed_value.split(" and "):
            found = COMPARED.fullmatch(claim.strip())
            if not found:
                raise InputError(f"a claim is as 'if: RR of A > RR of B'; given: {quoted(claim.strip())}")
            left, by, right = found.groups()
            values = {side: _side(side, lesson_data) for side in (left, right)}
            holds &= BY[by](*(round(values[side], 9) for side in (left, right)))
            said += [f"{side} is {_written(value)}" for side, value in values.items() if not _NUMBER.fullmatch(side)]
    return OptionCheck(one.where, one.text, one.is_right, holds, ", ".join(dict.fromkeys(said)))


def _side(text: str, lesson_data: LessonData) -> Fraction:
    """A number, or the value of a calculation."""
    if _NUMBER.fullmatch(text):
        return Fraction(text.replace("−", "-").rstrip("%")) / (100 if text.endswith("%") else 1)
    measure, of, given = text.removeprefix("value of ").partition(" of ")
    if not of:
        raise InputError(f"a claim compares numbers such as 'RR of A' and '0.5', with a point; given: {quoted(text)}")
    asked = parse_quantity(measure)
    return _value(asked, lesson_data.given(asked, given))


def _value(asked: Any, given: Any) -> Fraction:
    derived = explain(asked, given)
    return Fraction(derived.value if derived.fraction is None else derived.fraction)


def _written(value: Fraction) -> str:
    return fraction_and_decimal(value) if value.denominator < 10**6 else general(value, 4)


def _compared(question: str, section: Section, lesson_data: LessonData) -> list[OptionCheck]:
    """A question about which ranking has the higher or the lower value of a measure."""
    more, less = bool(_MORE.search(question)), bool(_LESS.search(question))
    named = _measures(question)
    meant = [_meant(one.text, lesson_data) for one in section.options]
    about = sorted({one for one in meant if one})
    if more == less or len(named) != 1 or None in meant or len(about) < 2 or re.search(r"\bnot\b|n't\b", question):
        return []
    asked = parse_quantity(named.pop())
    of = {name: _ranked(asked, name, question, lesson_data) for name in about}
    if not all(of.values()):
        return []
    values = {name: _value(asked, lesson_data.given(asked, one)) for name, one in of.items()}
    end = (max if more else min)(values.values())
    first = [name for name, value in values.items() if value == end]
    right = first[0] if len(first) == 1 else _EQUAL
    said = ", ".join(f"{asked!r} of {name} is {_written(value)}" for name, value in sorted(values.items()))
    return [
        OptionCheck(one.where, one.text, one.is_right, of == right, said)
        for one, of in zip(section.options, meant, strict=True)
    ]


def _measures(question: str) -> set[str]:
    known = {**MEASURES, **MEANS}
    return {one for one in re.findall(r"[A-Za-z]+(?:@\d+(?:\.\d+)?)?", question) if one.partition("@")[0] in known}


def _ranked(asked: Any, name: str, question: str, lesson_data: LessonData) -> str:
    """What is given for a name: for a mean that of each topic, else of several topics that which the question names."""
    topics = [topic for topic, named in lesson_data.rankings.items() if name in named]
    if isinstance(asked, Mean):
        return name if len(topics) == len(lesson_data.topics) else ""
    spoken = [one for one in topics if re.search(rf"\b{re.escape(one)}\b", question, re.IGNORECASE)]
    return name if len(topics) < 2 else f"{spoken[0]}/{name}" if len(spoken) == 1 else ""


def _names(lesson_data: LessonData) -> list[str]:
    """What rankings may be called, the longest first."""
    return sorted({*lesson_data.names, *(name for named in lesson_data.rankings.values() for name in named)}, key=len)[
        ::-1
    ]


def _meant(option: str, lesson_data: LessonData) -> str | None:
    """The ranking that an option names, that they are equal, or None where it is neither."""
    named = [name for name in _names(lesson_data) if re.search(rf"(?<![\w/]){re.escape(name)}(?![\w/])", option)]
    return named[0] if len(named) == 1 else _EQUAL if _ALIKE.search(option) else None


def _numbers(question: str, section: Section, lesson_data: LessonData) -> list[OptionCheck]:
    """A question for a number of one ranking, all of whose options are numbers."""
    names = "|".join(map(re.escape, _names(lesson_data)))
    ranked = rf"(?:system )?(?P<given>{names}|\d(?: \d)+)(?![\w/])" if names else r"(?P<given>\d(?: \d)+)"
    found = [one for one in re.finditer(rf"(?P<measure>[A-Za-z]+(?:@\d+)?) of {ranked}", question) if _measures(one[0])]
    numbers = section.options and all(_NUMBER.fullmatch(one.text) for one in section.options)
    asked = parse_quantity(found[0]["measure"]) if len(found) == 1 and numbers else None
    if asked is None or not (of := _ranked(asked, found[0]["given"], question, lesson_data)):
        return []
    given = lesson_data.given(asked, of)
    question_, said = make_question(asked, given), f"{found[0][0]} is {_written(_value(asked, given))}"
    verdicts = [check_question(question_, one.text) for one in section.options]
    return [
        OptionCheck(one.where, one.text, one.is_right, verdict.correct or verdict.undecided, said)
        for one, verdict in zip(section.options, verdicts, strict=True)
    ]


def questions_of(text: LessonSource) -> Iterator[tuple[str, Section]]:
    """Every section that has options, by part or part/task."""
    for one in text.parts:
        if one.options:
            yield one.id, one
        yield from ((f"{one.id}/{task.id}", task) for task in one.tasks if task.options)


def misnamed(section: Section, lesson_data: LessonData) -> Iterator[str]:
    """Where a question for a number names one measure, or rankings, and what is worked out is of none of these."""
    number, given = section.setting("number"), section.setting("given")
    asked, question, name = (
        parse_quantity(number.text),
        " ".join(section.texts),
        "|".join(map(re.escape, _names(lesson_data))),
    )
    measure = getattr(asked, "measure", asked)
    known = {asked.short_name, asked.short_name.partition("@")[0], measure.short_name.partition("@")[0]}
    named = _measures(question)
    if len(named) == 1 and not named & known and not isinstance(asked, HandQuantity):  # which may be about AP
        yield f"{number.where}: the question names {named.pop()}, and what is worked out is {number.text}"
    told = re.findall(rf"\b(?:of|for|system|ranking|run|list) ({name})(?![\w/])", question) if name else []
    worked = repr(lesson_data.given(asked, given.text))  # whatever its documents are called
    with suppress(InputError):  # a name of several topics, one of which is meant
        if told and all(repr(lesson_data.given(asked, one)) != worked for one in told):
            yield f"{given.where}: the question names {comma_list(told)}, and what is worked out is of {given.text}"


# the tasks

MOMENTS = re.compile(" then | also ")
_MOST_LISTS = 20_000  # that are tried out


def check_tasks(text: LessonSource, lesson_data: LessonData) -> Iterator[str]:
    """Wrong names, and tasks that ask at one moment for what excludes itself, or lies beyond what a measure can be."""
    for one in text.parts:
        yield from misnamed(one, lesson_data) if "number" in one.settings else ()
    for done, where in (task.settings["done"] for one in text.parts for task in one.tasks if "done" in task.settings):
        for moment in MOMENTS.split(done):
            yield from (f"{where}: this can never hold of {name}: {moment.strip()!r}" for name in excluded(moment))


def excluded(moment: str) -> Iterator[str]:
    """The names of which a moment asks for what cannot be, or not at once."""
    clauses = [clause.strip() for clause in moment.split(" and ")]
    yield from (one for one in clauses if f"not {one}" in clauses)
    found = [one for one in map(COMPARED.fullmatch, clauses) if one]
    for name in dict.fromkeys(one["name"] for one in found):
        mine = [(one["by"], one["value"]) for one in found if one["name"] == name]
        wanted = [(BY[by], Fraction(value)) for by, value in mine if NUMBER.fullmatch(value)]
        words = {value for by, value in mine if by == "=" and not NUMBER.fullmatch(value)}
        least = 0 if name.endswith(".count") else -math.inf
        low, high = parse_measure(name).range if name[0].isupper() else (least, math.inf)
        values = sorted(value for _, value in wanted) or [Fraction(0)]
        ends: list[Any] = [max(values[0] - 1, low), *values, min(values[-1] + 1, high)]
        tried = [one for one in (*ends, *((a + b) / 2 for a, b in pairwise(ends))) if low <= one <= high]
        if len(words) > 1 or not any(all(by(one, value) for by, value in wanted) for one in tried):
            yield name


def hindered(moment: str, widget: Any, lists: Sequence[Ranking], *, is_all: bool) -> Iterator[str]:
    """Why a widget never comes to what a moment asks for: by its field, documents or lists, if these are all."""
    clauses = [clause.strip() for clause in moment.split(" and ")]
    for name, by, value in (one.groups() for one in map(COMPARED.fullmatch, clauses) if one):
        if by == "=" and name == "ranking.documents" and lists:
            ids, wanted = widget.ranking.documents, re.split(r",\s*|\s+", value)
            if not {*ids} <= {*wanted} or len({*wanted}) < len(wanted) or len(wanted) > max(map(len, lists)):
                yield f"can never hold: the board holds {', '.join(ids)}"
        elif by == "=" and hasattr(field := widget.traits().get(name), "control"):
            yield from (f"can never hold: {why}" for why in _refused(field, widget, value))
    of_list = " and ".join(one for one in clauses if one[:1].isupper() or one.startswith(("ranking.g", "ranking.m")))
    done, known = condition(of_list or "it").is_done, any(excluded(moment))
    if lists and of_list and not known and not any(done(SimpleNamespace(ranking=one)) for one in lists):
        some = f"was not reached in {len(lists):,} lists, and the board has more; do the task before you hand it out"
        yield "can never hold: no order and no marks of the board's documents give it" if is_all else some


def _refused(field: Any, widget: Any, text: str) -> Iterator[str]:
    """Why a field of a widget never has the value that is written so, or nothing."""
    why = ""
    for form in (field.read, Fraction, lambda one: float(Fraction(one)), int, {"True": True, "False": False}.get):
        try:
            field.validate(widget, form(text))
        except InputError as error:
            why = why or str(error)
        except ValueError:
            continue  # it is no number
        else:
            return
    yield why


def lists_of(widget: Any) -> tuple[list[Ranking], bool]:
    """Return the lists that a board may come to show, a sample where they are too many, and whether these are all."""
    if not hasattr(widget, "retrieve"):
        return [], True
    start = widget.ranking
    grades = [-1] if -1 in start.grades else []
    with suppress(InputError):  # which the first grade beyond the board's is
        for grade in count():
            widget.judge(start.documents[0], grade)
            grades.append(grade)
    most = len(start) + len(start.missed)
    if is_all := len(grades) ** most <= _MOST_LISTS:
        rests = {rest for size in range(len(start.missed) + 1) for rest in combinations(start.missed, size)}
        lists: Any = ((listed, rest) for rest in rests for listed in product(grades, repeat=most - len(rest)))
    else:
        lists = islice(_sample(grades, len(start), start.missed), min(_MOST_LISTS, 10 * _MOST_LISTS // most))
    return [Ranking(listed, [grade for grade in (*listed, *rest) if grade >= 0]) for listed, rest in lists], is_all


def _sample(grades: Sequence[int], size: int, missed: Sequence[int]) -> Iterator[tuple[list[int], Sequence[int]]]:
    """Yield grades of a list and of what it misses, without end: in any order, sorted, and with a few that count."""
    random = Random(1)
    for found in cycle(range(len(missed) + 1)):
        rest, length = random.sample(missed, len(missed) - found), size + found
        drawn = random.choices(grades, [random.random() ** 3 for _ in grades], k=length)
        few = [0] * length
        for _ in range(random.randint(1, 3)):
            few[int(length * random.random() ** 3)] = random.choice(grades)
        yield from ((listed, rest) for listed in (drawn, sorted(drawn), sorted(drawn)[::-1], few))
