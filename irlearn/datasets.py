"""The small data that the lessons use, embedded: the tutorial's examples, made to be worked through by hand."""

from __future__ import annotations

from dataclasses import dataclass

from irlearn.ranking import Ranking


@dataclass(frozen=True)
class Document:
    """A document of an embedded topic: its id, its title, and its grade for the topic (-1 where nobody judged it).

    >>> software().documents[1]
    Document(doc_id='d2', title='Writing Unit Tests with pytest', grade=1)
    """

    doc_id: str
    title: str
    grade: int


@dataclass(frozen=True)
class Topic:
    """A query with all its judged documents, in the order of their ids.

    >>> topic = software()
    >>> [document.doc_id for document in topic.ranked("d2 d5 d9 d10")]
    ['d2', 'd5', 'd9', 'd10']
    """

    query: str
    documents: tuple[Document, ...]

    def ranked(self, doc_ids: str) -> tuple[Document, ...]:
        """The documents with these ids, separated by spaces, in this order."""
        by_id = {document.doc_id: document for document in self.documents}
        return tuple(by_id[doc_id] for doc_id in doc_ids.split())

    def ranking(self, doc_ids: str) -> Ranking:
        """The ranking that retrieves the documents with these ids, in this order.

        >>> software().ranking("d2 d5 d9 d10")
        Ranking.parse('1 1 0 1', missed='1 1 0 0 0 0')
        """
        retrieved = self.ranked(doc_ids)
        return Ranking(
            [document.grade for document in retrieved],
            [document.grade for document in self.documents],
            documents=[document.doc_id for document in retrieved],
        )


_SOFTWARE = {
    "Mastering Design Patterns in Python": 0,
    "Writing Unit Tests with pytest": 2,
    "Introduction to TypeScript": 0,
    "Refactoring Legacy Codebases": 0,
    "The Practical Test Pyramid": 2,
    "Code Review Best Practices": 1,
    "SQL Optimization Techniques": 0,
    "Static Analysis with ruff": 1,
    "Principles of Agile Development": 0,
    "Test-Driven Development Explained": 2,
}


def software(*, graded: bool = False) -> Topic:
    """The tutorial's ten documents about software for the query "software testing practices"; five are relevant.

    With `graded=True` the three that are about testing itself have grade 2, the two that touch on quality grade 1.

    >>> sum(document.grade for document in software().documents)
    5
    """
    grades = _SOFTWARE if graded else {title: min(grade, 1) for title, grade in _SOFTWARE.items()}
    return Topic(
        "software testing practices",
        tuple(Document(f"d{number}", title, grade) for number, (title, grade) in enumerate(grades.items(), start=1)),
    )


def ten_ranks() -> Ranking:
    """The tutorial's ranking for the precision-recall curve and AP: six of eight relevant documents in ten ranks.

    >>> ten_ranks()
    Ranking.parse('1 1 1 0 1 1 0 1 0 0', missed='1 1')
    """
    return Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8)


def crossing() -> dict[str, Ranking]:
    """Two systems whose precision-recall curves cross: A finds its few early, B finds more but later.

    >>> sorted(crossing())
    ['System A', 'System B']
    """
    return {
        "System A": Ranking.parse("1 1 1 0 0 0 1 0 0 0 0 0", relevant=6),
        "System B": Ranking.parse("0 1 1 0 1 1 0 1 0 1 0 0", relevant=6),
    }
