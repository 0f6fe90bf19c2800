"""What a lesson's file brings along: topics with judged documents, rankings of these, and scores of two systems."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from irlearn.byhand.parse_question import parse_input
from irlearn.byhand.quantity import HandQuantity
from irlearn.datasets import Document, Topic
from irlearn.errors import InputError, quoted
from irlearn.measures import Mean
from irlearn.ranking import Ranking
from irlearn.text.english import comma_list, did_you_mean

Scores = Mapping[str, Mapping[str, Fraction]]
"""By system, and then by query."""
_NAME = re.compile(r"\W*[^\W\d_][^|;]*")  # what is meant as one
_GIVEN = re.compile(r"(?P<list>.*?)(?:, (?P<relevant>\d+) relevant)?(?:, missed (?P<missed>[\d ]+))?")


@dataclass(frozen=True)
class LessonData:
    """Topics by their ids, by topic the rankings of its documents, and scores of two systems.

    A ranking is named as it is in the file, `A`; where several topics have one of that name, `jaguar/A`. For a mean
    over queries `A` is the ranking of each topic.

    >>> topic = Topic("jaguar speed", (Document("d1", "How fast it runs", 2), Document("d2", "Used cars", 0)))
    >>> brought = LessonData({"jaguar": topic}, {"jaguar": {"A": "d2 d1"}})
    >>> brought.ranking("A"), brought.documents("A")[0].title
    (Ranking.parse('0 2'), 'Used cars')
    """

    topics: Mapping[str, Topic] = field(default_factory=dict)
    rankings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    scores: Mapping[str, Scores] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The rankings by name, those of several topics behind their topic's id."""
        of = [(topic, name) for topic, named in self.rankings.items() for name in named]
        once = [name for _, name in of]
        return tuple(name if once.count(name) == 1 else f"{topic}/{name}" for topic, name in of)

    def documents(self, name: str) -> tuple[Document, ...]:
        """The documents of a ranking, in its order."""
        topic, ids = self._found(name)
        return self.topics[topic].ranked(ids)

    def ranking(self, name: str) -> Ranking:
        """The ranking of that name; an `InputError` where there is none, or more than one."""
        topic, ids = self._found(name)
        return self.topics[topic].ranking(ids)

    def given(self, asked: Any, text: str) -> Any:
        """What a calculation is about: a name of the file's, or what stands there: '1 0 1, 5 relevant'."""
        everywhere = [topic for topic, named in self.rankings.items() if text in named]
        if text in self.scores:
            if not isinstance(asked, HandQuantity):
                raise InputError(f"{asked!r} is not about {quoted(text)}, the scores of two systems")
            return asked.read([list(scores.values()) for scores in self.scores[text].values()])
        ranked = everywhere or text in self.names
        if ranked and (isinstance(asked, HandQuantity) or (isinstance(asked, Mean) and not everywhere)):
            raise InputError(f"{asked!r} is not about {quoted(text)}, one ranking")
        if isinstance(asked, Mean) and everywhere:
            lack = [topic for topic in self.topics if topic not in everywhere]
            if lack:
                near = did_you_mean(text, self.rankings.get(lack[0], ()), "it has")
                raise InputError(f"a mean is over all topics, and {lack[0]} has no ranking {quoted(text)}; {near}")
            return tuple(self.topics[topic].ranking(self.rankings[topic][text]) for topic in everywhere)
        if ranked:
            return self.ranking(text)
        match = _GIVEN.fullmatch(text)
        assert match is not None
        more: Any = {"relevant": int(match["relevant"]) if match["relevant"] else None, "missed": match["missed"] or ""}
        try:
            return parse_input(asked, text) if isinstance(asked, HandQuantity) else parse_input(asked, match[1], **more)
        except InputError:
            known: Any = self.scores if isinstance(asked, HandQuantity) else self.names
            if not known or not _NAME.fullmatch(text):
                raise
            what = "scores are" if known is self.scores else "ranking is"
            raise InputError(f"no {what} called {quoted(text)}; {did_you_mean(text, known, 'there are')}") from None

    def _found(self, name: str) -> tuple[str, str]:
        """The topic and the documents of a ranking."""
        there = [
            (topic, ids)
            for topic, named in self.rankings.items()
            for one, ids in named.items()
            if name in (one, f"{topic}/{one}")
        ]
        if len(there) > 1:
            ways = comma_list([f"{topic}/{name}" for topic, _ in there], "or")
            raise InputError(f"{len(there)} topics have a ranking {quoted(name)}; write {ways}")
        if not there:
            known = did_you_mean(name, self.names, "there are") if self.names else "the file has none"
            raise InputError(f"no ranking is called {quoted(name)}; {known}")
        return there[0]


def parse_document_row(row: Sequence[str]) -> Document:
    """The document of a row: its id, its title, and its grade, a hyphen where nobody judged it."""
    doc_id, title, grade = row
    if re.search(r"[\s,]", doc_id):
        raise InputError(f"an id has no blanks or commas; given: {quoted(doc_id)}")
    if grade not in ("-", "–") and (not grade.isdecimal() or len(grade) > 3):
        raise InputError(
            f"a grade is 0, 1, 2, ..., or a hyphen where nobody judged the document; given: {quoted(grade)}"
        )
    return Document(doc_id, title, int(grade) if grade.isdecimal() else -1)


def parse_score_row(row: Sequence[str]) -> tuple[str, tuple[Fraction, Fraction]]:
    """The query of a row, and the score of each of two systems."""
    query, a, b = row
    return query, (_score(a), _score(b))


def _score(text: str) -> Fraction:
    if not re.fullmatch(r"[-−]?\d+(\.\d+|/[1-9]\d*)?", text):
        raise InputError(f"a score is a number such as 0.25 or 1/4, with a point; given: {quoted(text)}")
    return Fraction(text.replace("−", "-"))
