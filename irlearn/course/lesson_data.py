"""The data in a lesson's file: topics with judged documents, rankings of the documents, and scores of two systems."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from irlearn.byhand.hand_quantity import HandQuantity
from irlearn.byhand.parse_question import parse_input
from irlearn.datasets import Document, Topic
from irlearn.errors import InputError, quoted
from irlearn.measures import Mean
from irlearn.ranking import Ranking
from irlearn.text.english import comma_list, did_you_mean

Scores = Mapping[str, Mapping[str, Fraction]]
"""The scores of two systems: a mapping from the system to a mapping from the query to the score."""
_NAME = re.compile(r"\W*[^\W\d_][^|;]*")  # a text that is probably meant as the name of a ranking
_INPUT = re.compile(r"(?P<list>.*?)(?:, (?P<relevant>\d+) relevant)?(?:, missed (?P<missed>[\d ]+))?")


@dataclass(frozen=True)
class LessonData:
    """The topics of a lesson's file by id, the rankings of each topic by name, and the scores of two systems by id.

    A ranking has the name that it has in the file, such as `A`. If several topics have a ranking of that name, the full
    name is `jaguar/A`. For a mean over queries `A` stands for the rankings of all topics.

    >>> topic = Topic("jaguar speed", (Document("d1", "How fast it runs", 2), Document("d2", "Used cars", 0)))
    >>> lesson_data = LessonData({"jaguar": topic}, {"jaguar": {"A": "d2 d1"}})
    >>> lesson_data.ranking("A"), lesson_data.documents("A")[0].title
    (Ranking.parse('0 2'), 'Used cars')
    """

    topics: Mapping[str, Topic] = field(default_factory=dict)
    rankings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    scores: Mapping[str, Scores] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all rankings, with the topic's id in front if several topics have a ranking of that name."""
        topics_and_names = [(topic, name) for topic, rankings in self.rankings.items() for name in rankings]
        names = [name for _, name in topics_and_names]
        return tuple(name if names.count(name) == 1 else f"{topic}/{name}" for topic, name in topics_and_names)

    def documents(self, name: str) -> tuple[Document, ...]:
        """Return the documents of a ranking, in its order."""
        topic, ids = self._find_ranking(name)
        return self.topics[topic].ranked(ids)

    def ranking(self, name: str) -> Ranking:
        """Return the ranking of that name.

        Raises
        ------
        InputError
            If there is no such ranking, or more than one.
        """
        topic, ids = self._find_ranking(name)
        return self.topics[topic].ranking(ids)

    def given(self, asked: Any, text: str) -> Any:
        """Return the input of a calculation, from a name in the file or from a text such as '1 0 1, 5 relevant'.

        Parameters
        ----------
        asked
            The measure, mean or other quantity to compute.
        text
            The name of a ranking or of scores, or an input as a learner would type it.

        Raises
        ------
        InputError
            If the input does not fit the quantity, or cannot be read.
        """
        topics_with_ranking = [topic for topic, rankings in self.rankings.items() if text in rankings]
        if text in self.scores:
            if not isinstance(asked, HandQuantity):
                raise InputError(f"{asked!r} is not about {quoted(text)}, the scores of two systems")
            return asked.read([list(scores.values()) for scores in self.scores[text].values()])
        is_ranking = topics_with_ranking or text in self.names
        if is_ranking and (isinstance(asked, HandQuantity) or (isinstance(asked, Mean) and not topics_with_ranking)):
            raise InputError(f"{asked!r} is not about {quoted(text)}, one ranking")
        if isinstance(asked, Mean) and topics_with_ranking:
            lacking = [topic for topic in self.topics if topic not in topics_with_ranking]
            if lacking:
                hint = did_you_mean(text, self.rankings.get(lacking[0], ()), "it has")
                raise InputError(f"a mean is over all topics, and {lacking[0]} has no ranking {quoted(text)}; {hint}")
            return tuple(self.topics[topic].ranking(self.rankings[topic][text]) for topic in topics_with_ranking)
        if is_ranking:
            return self.ranking(text)
        match = _INPUT.fullmatch(text)
        assert match is not None
        relevant = int(match["relevant"]) if match["relevant"] else None
        try:
            if isinstance(asked, HandQuantity):
                return parse_input(asked, text)
            return parse_input(asked, match["list"], relevant=relevant, missed=match["missed"] or "")
        except InputError:
            known: Any = self.scores if isinstance(asked, HandQuantity) else self.names
            if not known or not _NAME.fullmatch(text):
                raise
            what = "scores are" if known is self.scores else "ranking is"
            raise InputError(f"no {what} called {quoted(text)}; {did_you_mean(text, known, 'there are')}") from None

    def _find_ranking(self, name: str) -> tuple[str, str]:
        """Return the topic of a ranking and the ids of its documents."""
        matches = [
            (topic, ids)
            for topic, rankings in self.rankings.items()
            for ranking_name, ids in rankings.items()
            if name in (ranking_name, f"{topic}/{ranking_name}")
        ]
        if len(matches) > 1:
            full_names = comma_list([f"{topic}/{name}" for topic, _ in matches], "or")
            raise InputError(f"{len(matches)} topics have a ranking {quoted(name)}; write {full_names}")
        if not matches:
            hint = did_you_mean(name, self.names, "there are") if self.names else "the file has none"
            raise InputError(f"no ranking is called {quoted(name)}; {hint}")
        return matches[0]


def parse_document_row(row: Sequence[str]) -> Document:
    """Return the document of a row with its id, its title, and its grade, a hyphen if it is unjudged."""
    doc_id, title, grade = row
    if re.search(r"[\s,]", doc_id):
        raise InputError(f"an id has no blanks or commas; given: {quoted(doc_id)}")
    if grade not in ("-", "–") and (not grade.isdecimal() or len(grade) > 3):
        raise InputError(
            f"a grade is 0, 1, 2, ..., or a hyphen where nobody judged the document; given: {quoted(grade)}"
        )
    return Document(doc_id, title, int(grade) if grade.isdecimal() else -1)


def parse_score_row(row: Sequence[str]) -> tuple[str, tuple[Fraction, Fraction]]:
    """Return the query of a row, and the scores of the two systems."""
    query, a, b = row
    return query, (_parse_score(a), _parse_score(b))


def _parse_score(text: str) -> Fraction:
    if not re.fullmatch(r"[-−]?\d+(\.\d+|/[1-9]\d*)?", text):
        raise InputError(f"a score is a number such as 0.25 or 1/4, with a point; given: {quoted(text)}")
    return Fraction(text.replace("−", "-"))
