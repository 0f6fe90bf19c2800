"""Reads `moodle.xml` as Moodle does, and gives an answer its percentage and its feedback."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from decimal import Decimal
from html import unescape
from typing import NamedTuple

# The patterns of qtype_multianswer in Moodle 4.
_FRACTION = r"=|%(-?[0-9]+(?:[.,][0-9]*)?)%"
_ANSWER = r".+?(?<!\\|&)(?<!&amp;)(?=[~#}]|$)"
_FEEDBACK = r".*?(?<!\\)(?=[~}]|$)"
_ALTERNATIVE = rf"({_FRACTION})?({_ANSWER})(#({_FEEDBACK}))?"
_BOX = re.compile(rf"\{{([0-9]*):(NUMERICAL):({_ALTERNATIVE}(?:~{_ALTERNATIVE})*)\}}", re.DOTALL)
_NUMBER = r"-?(?:(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][-+]?[0-9]+)?)"
_NUMERICAL = re.compile(rf"({_NUMBER})(?::({_NUMBER}))?")


class Answer(NamedTuple):
    percentage: float
    number: Decimal
    tolerance: Decimal
    feedback: str


class Question(NamedTuple):
    category: str
    name: str
    text: str
    numbers: list[list[Answer]]


def read_questions(xml: bytes) -> list[Question]:
    questions, category = [], ""
    for question in ET.fromstring(xml):
        kind = question.attrib["type"]
        if kind == "category":
            category = question.findtext("category/text")
            continue
        text = question.findtext("questiontext/text")
        numbers = [[_of_element(one) for one in question.findall("answer")]]
        if kind == "cloze":
            numbers = boxes_in(text)
        questions.append(Question(category, question.findtext("name/text"), text, numbers))
    return questions


def boxes_in(text: str) -> list[list[Answer]]:
    """The answers of each box in a Cloze text."""
    return [_of_box(box[3]) for box in _BOX.finditer(text)]


def _of_element(element: ET.Element) -> Answer:
    return Answer(
        float(element.attrib["fraction"]),
        Decimal(element.findtext("text")),
        Decimal(element.findtext("tolerance")),
        element.findtext("feedback/text"),
    )


def _of_box(alternatives: str) -> list[Answer]:
    answers = []
    for match in re.finditer(rf"{_ALTERNATIVE}(?:~|$)", alternatives, re.DOTALL):
        fraction, percentage, answer, _, feedback = match.groups()
        number, tolerance = _NUMERICAL.fullmatch(answer).groups()
        share = 100.0 if fraction == "=" else float(percentage or 0)
        answers.append(Answer(share, Decimal(number), Decimal(tolerance), unescape(feedback or "")))
    return answers


def grade(answers: list[Answer], typed: str) -> tuple[float, str]:
    """The percentage and the feedback of the first answer within its tolerance, as `qtype_numerical` chooses it."""
    for answer in answers:
        if abs(Decimal(typed) - answer.number) <= answer.tolerance:
            return answer.percentage, answer.feedback
    return 0.0, ""
