"""Reads `moodle.xml` as Moodle does, and gives an answer its percentage and its feedback."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from decimal import Decimal
from html import unescape
from typing import NamedTuple

_BOX = re.compile(r"\{1:NUMERICAL:([^{}]+)\}")
_ALTERNATIVE = re.compile(
    r"(=|%(?P<percentage>\d+)%)(?P<number>-?[\d.]+):(?P<tolerance>[\d.]+)#(?P<feedback>.*)", re.DOTALL
)


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
    return [_of_box(box[1]) for box in _BOX.finditer(text)]


def _of_element(element: ET.Element) -> Answer:
    return Answer(
        float(element.attrib["fraction"]),
        Decimal(element.findtext("text")),
        Decimal(element.findtext("tolerance")),
        element.findtext("feedback/text"),
    )


def _of_box(alternatives: str) -> list[Answer]:
    """The answers of a box; Moodle splits them at each tilde, and decodes the entities of feedback once."""
    answers = []
    for alternative in alternatives.split("~"):
        match = _ALTERNATIVE.fullmatch(alternative)
        assert match, alternative
        percentage = float(match["percentage"] or 100)
        number, tolerance = Decimal(match["number"]), Decimal(match["tolerance"])
        answers.append(Answer(percentage, number, tolerance, unescape(match["feedback"])))
    return answers


def grade(answers: list[Answer], typed: str) -> tuple[float, str]:
    """The percentage and the feedback of the first answer within its tolerance, as `qtype_numerical` chooses it."""
    for answer in answers:
        if abs(Decimal(typed) - answer.number) <= answer.tolerance:
            return answer.percentage, answer.feedback
    return 0.0, ""
