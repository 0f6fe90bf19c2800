"""A lesson's file before it is handed out: which of its marked answers hold, where that can be worked out.

An option's claim, `if: RR of A > RR of B`, is worked out. So is, without a claim, a question that asks which of the
file's rankings has the higher or lower value of a measure, and one that asks for a number, `AP of B`.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from irlearn.derivation import explain, parse_asked
from irlearn.diagnosis import ask, judge
from irlearn.errors import InputError, quoted
from irlearn.exercises.brought import Brought
from irlearn.exercises.lesson_file import Choice, LessonText, Section, located
from irlearn.measures.registry import MEASURES
from irlearn.numbers import fraction_and_decimal, general

_NUMBER = re.compile(r"[-−]?\d+(\.\d+|/[1-9]\d*)?%?")
_CLAIM = re.compile(r"([^<>=!]+?) *(>=|<=|!=|>|<|=) *([^<>=!]+)")
_BY: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: abs(a - b) < Fraction(1, 10**9), "!=": lambda a, b: abs(a - b) >= Fraction(1, 10**9),
    ">": operator.gt, "<": operator.lt, ">=": operator.ge, "<=": operator.le,
}  # fmt: skip
_MORE = re.compile(r"\b(?:higher|highest|larger|largest|greater|greatest|better|best|more)\b")
_LESS = re.compile(r"\b(?:lower|lowest|smaller|smallest|worse|worst|less)\b")
_ALIKE = re.compile(r"\b(?:both|alike|equal|same|neither|tied?)\b", re.IGNORECASE)
_EQUAL = ""  # the option that the values are equal


class Mark(NamedTuple):
    """An option, whether it is marked as right, whether it holds, and by which values."""

    where: str
    text: str
    marked: bool
    holds: bool
    because: str

    @property
    def fault(self) -> str:
        """What is wrong with the mark, in a sentence; empty where it is right."""
        if self.marked == self.holds:
            return ""
        says = "is marked as right, and does not hold" if self.marked else "holds, and is not marked as right"
        return f"{self.where}: {quoted(self.text)} {says}: {self.because}"


def marks_of(section: Section, brought: Brought) -> list[Mark]:
    """The options of a question that could be worked out."""
    claimed = [_claimed(one, brought) for one in section.options if one.claim]
    if claimed:
        return claimed
    question = " ".join(section.asks or section.texts)
    return _compared(question, section, brought) or _numbers(question, section, brought)


def _claimed(one: Choice, brought: Brought) -> Mark:
    """The truth of an option's claim."""
    holds, said = True, []
    with located(one.where):
        for claim in one.claim.split(" and "):
            found = _CLAIM.fullmatch(claim.strip())
            if not found:
                raise InputError(f"a claim is as 'if: RR of A > RR of B'; given: {quoted(claim.strip())}")
            left, by, right = found.groups()
            values = {side: _side(side, brought) for side in (left, right)}
            holds &= _BY[by](values[left], values[right])
            said += [f"{side} is {_written(value)}" for side, value in values.items() if not _NUMBER.fullmatch(side)]
    return Mark(one.where, one.text, one.right, holds, ", ".join(dict.fromkeys(said)))


def _side(text: str, brought: Brought) -> Fraction:
    """A number, or the value of a calculation."""
    if _NUMBER.fullmatch(text):
        return Fraction(text.replace("−", "-").rstrip("%")) / (100 if text.endswith("%") else 1)
    measure, of, given = text.removeprefix("value of ").partition(" of ")
    if not of:
        raise InputError(f"a claim compares numbers such as 'RR of A' and '0.5'; given: {quoted(text)}")
    asked = parse_asked(measure)
    return _value(asked, brought.given(asked, given))


def _value(asked: Any, given: Any) -> Fraction:
    derived = explain(asked, given)
    return Fraction(derived.value if derived.fraction is None else derived.fraction)


def _written(value: Fraction) -> str:
    return fraction_and_decimal(value) if value.denominator < 10**6 else general(value, 4)


def _compared(question: str, section: Section, brought: Brought) -> list[Mark]:
    """A question about which ranking has the higher or the lower value of a measure."""
    more, less = bool(_MORE.search(question)), bool(_LESS.search(question))
    named = _measures(question)
    meant = [_meant(one.text, brought) for one in section.options]
    about = {one for one in meant if one}
    if more == less or len(named) != 1 or None in meant or len(about) < 2 or re.search(r"\bnot\b|n't\b", question):
        return []
    asked = parse_asked(named.pop())
    values = {str(name): _value(asked, brought.ranking(str(name))) for name in about}
    end = (max if more else min)(values.values())
    first = [name for name, value in values.items() if value == end]
    right = first[0] if len(first) == 1 else _EQUAL
    said = ", ".join(f"{asked!r} of {name} is {_written(value)}" for name, value in sorted(values.items()))
    return [
        Mark(one.where, one.text, one.right, of == right, said) for one, of in zip(section.options, meant, strict=True)
    ]


def _measures(question: str) -> set[str]:
    return {one for one in re.findall(r"[A-Za-z]+(?:@\d+)?", question) if one.partition("@")[0] in MEASURES}


def _meant(option: str, brought: Brought) -> str | None:
    """The ranking that an option names, that they are equal, or None where it is neither."""
    named = [name for name in brought.names if re.search(rf"(?<![\w/]){re.escape(name)}(?![\w/])", option)]
    if len(named) == 1:
        return named[0]
    return _EQUAL if _ALIKE.search(option) else None


def _numbers(question: str, section: Section, brought: Brought) -> list[Mark]:
    """A question for a number of one ranking, all of whose options are numbers."""
    names = "|".join(map(re.escape, sorted(brought.names, key=len, reverse=True)))
    of = rf"(?:system )?(?P<given>{names}|\d(?: \d)+)(?![\w/])" if names else r"(?P<given>\d(?: \d)+)"
    found = [one for one in re.finditer(rf"(?P<measure>[A-Za-z]+(?:@\d+)?) of {of}", question) if _measures(one[0])]
    if len(found) != 1 or not all(_NUMBER.fullmatch(one.text) for one in section.options) or not section.options:
        return []
    asked = parse_asked(found[0]["measure"])
    given = brought.given(asked, found[0]["given"])
    question_, said = ask(asked, given), f"{found[0][0]} is {_written(_value(asked, given))}"
    verdicts = [judge(question_, one.text) for one in section.options]
    return [
        Mark(one.where, one.text, one.right, verdict.correct or verdict.unsettled, said)
        for one, verdict in zip(section.options, verdicts, strict=True)
    ]


def questions_of(text: LessonText) -> Iterator[tuple[str, Section]]:
    """Every section that has options, by part or part/task."""
    for one in text.parts:
        if one.options:
            yield one.id, one
        yield from ((f"{one.id}/{task.id}", task) for task in one.tasks if task.options)
