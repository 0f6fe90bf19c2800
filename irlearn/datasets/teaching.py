"""The small examples of the lessons: examples of the tutorial, and others that suit calculations by hand."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from irlearn.collection.pooling import judged_ranking
from irlearn.errors import InputError
from irlearn.formulas.page import Block, Page, Table
from irlearn.ranking import Ranking


@dataclass(frozen=True)
class Document:
    """A document of a teaching topic.

    Attributes
    ----------
    doc_id : str
        The id.
    title : str
        The title.
    grade : int
        The grade for the topic; -1 if the document is not judged.

    Examples
    --------
    >>> software().documents[1]
    Document(doc_id='d2', title='Writing Unit Tests with pytest', grade=1)
    """

    doc_id: str
    title: str
    grade: int


@dataclass(frozen=True)
class Topic(Page):
    """A query with its documents; a notebook shows them as a table.

    Attributes
    ----------
    query : str
        The query.
    documents : tuple of Document
        The documents, in the order of their ids.

    Examples
    --------
    >>> topic = software()
    >>> [document.doc_id for document in topic.ranked("d2 d5 d9 d10")]
    ['d2', 'd5', 'd9', 'd10']
    """

    query: str
    documents: tuple[Document, ...]

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        rows = [
            [document.doc_id, document.title, str(document.grade) if document.grade >= 0 else "–"]
            for document in self.documents
        ]
        return [Table(f"Query: {self.query}", ["document", "title", "judgment"], rows, left=2)]

    @property
    def judgments(self) -> dict[str, int]:
        """The grade of each document by its id; -1 if the document is not judged."""
        return {document.doc_id: document.grade for document in self.documents}

    def document(self, doc_id: str) -> Document:
        """Return the document with an id.

        Parameters
        ----------
        doc_id : str
            The id.

        Returns
        -------
        Document

        Raises
        ------
        InputError
            If the topic has no document with this id.

        Examples
        --------
        >>> software().document("d2").title
        'Writing Unit Tests with pytest'
        """
        for document in self.documents:
            if document.doc_id == doc_id:
                return document
        raise InputError(f"the topic has no document {doc_id!r}; it has {', '.join(self.judgments)}")

    def ranked(self, doc_ids: str) -> tuple[Document, ...]:
        """Return the documents with some ids, in this order.

        Parameters
        ----------
        doc_ids : str
            The ids, separated by spaces.

        Returns
        -------
        documents : tuple of Document
            The documents.

        Raises
        ------
        InputError
            If the topic lacks a document.
        """
        return tuple(map(self.document, doc_ids.split()))

    def ranking(self, doc_ids: str) -> Ranking:
        """Return the ranking that retrieves the documents with some ids, in this order.

        Parameters
        ----------
        doc_ids : str
            The ids, separated by spaces.

        Returns
        -------
        Ranking

        Raises
        ------
        InputError
            If the topic lacks a document.

        Examples
        --------
        >>> software().ranking("d2 d5 d9 d10")
        Ranking.parse('1 1 0 1', missed='1 1 0 0 0 0')
        """
        return judged_ranking([document.doc_id for document in self.ranked(doc_ids)], self.judgments)


def first_topic() -> Topic:
    """Return six documents for the query "how to grow tomatoes" of the first lesson; three are relevant.

    Examples
    --------
    >>> print(first_topic())
    Query: how to grow tomatoes
    document  title                             judgment
    t1        A History of the Greenhouse              0
    t2        Sowing Tomatoes Indoors                  1
    t3        When to Water Tomato Plants              1
    t4        Recipes for Tomato Soup                  0
    t5        Pruning and Tying Tomato Vines           1
    t6        Choosing a Lawn Mower                    0
    """
    titles = {
        "A History of the Greenhouse": 0,
        "Sowing Tomatoes Indoors": 1,
        "When to Water Tomato Plants": 1,
        "Recipes for Tomato Soup": 0,
        "Pruning and Tying Tomato Vines": 1,
        "Choosing a Lawn Mower": 0,
    }
    documents = (Document(f"t{n}", title, grade) for n, (title, grade) in enumerate(titles.items(), start=1))
    return Topic("how to grow tomatoes", tuple(documents))


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
    """Return the ten documents of the tutorial for the query "software testing practices"; five are relevant.

    Parameters
    ----------
    graded : bool, default: False
        Whether the documents are graded: grade 2 for the three documents about testing, grade 1 for the two that touch
        on quality. By default all relevant documents have grade 1.

    Returns
    -------
    Topic

    Examples
    --------
    >>> sum(document.grade for document in software().documents)
    5
    """
    grades = _SOFTWARE if graded else {title: min(grade, 1) for title, grade in _SOFTWARE.items()}
    return Topic(
        "software testing practices",
        tuple(Document(f"d{number}", title, grade) for number, (title, grade) in enumerate(grades.items(), start=1)),
    )


def software_runs() -> dict[str, tuple[str, ...]]:
    """Return the first five documents of four systems; a shallow pool puts the new system at a disadvantage.

    The first documents of systems A, B and C are similar; those of A are as in the tutorial. The new system begins with
    two relevant documents, d8 and d6. The other systems retrieve them only at ranks 4 and 5. With complete judgments,
    the new system has the highest P@3 and AP of the four systems. With the judgments of a pool of depth 2 of the other
    systems, it has the lowest P@3 and AP.

    Examples
    --------
    >>> software_runs()["New system"]
    ('d8', 'd6', 'd2', 'd9', 'd10')
    """
    return {
        "System A": ("d2", "d5", "d9", "d10", "d6"),
        "System B": ("d2", "d10", "d4", "d6", "d1"),
        "System C": ("d5", "d9", "d10", "d2", "d8"),
        "New system": ("d8", "d6", "d2", "d9", "d10"),
    }


def ten_ranks() -> Ranking:
    """Return the tutorial's ranking for the precision-recall curve and AP: six of eight relevant documents.

    Examples
    --------
    >>> ten_ranks()
    Ranking.parse('1 1 1 0 1 1 0 1 0 0', missed='1 1')
    """
    return Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8)


def crossing() -> dict[str, Ranking]:
    """Return two systems whose precision-recall curves cross: A finds few relevant documents early, B more, but later.

    Examples
    --------
    >>> sorted(crossing())
    ['System A', 'System B']
    """
    return {
        "System A": Ranking.parse("1 1 1 0 0 0 1 0 0 0 0 0", relevant=6),
        "System B": Ranking.parse("0 1 1 0 1 1 0 1 0 1 0 0", relevant=6),
    }


def three_queries() -> dict[str, Fraction]:
    """Return the tutorial's AP of three queries, for MAP (8/15) and gMAP (0.3684).

    Examples
    --------
    >>> [str(ap) for ap in three_queries().values()]
    ['1', '1/2', '1/10']
    """
    return {"q1": Fraction(1), "q2": Fraction(1, 2), "q3": Fraction(1, 10)}


def three_ranks() -> dict[str, int]:
    """Return the tutorial's ranks of the first relevant document of three queries, for MRR (11/18).

    Examples
    --------
    >>> three_ranks()
    {'q1': 1, 'q2': 3, 'q3': 2}
    """
    return {"q1": 1, "q2": 3, "q3": 2}


_FIFTY = (
    5, 13, 21, 28, 36, 44, 51, 59, 66, 74, 82, 90, 98, 106, 114, 122, 131, 139, 148, 157, 166, 175, 185, 194, 204, 214,
    225, 235, 246, 258, 269, 281, 294, 307, 320, 334, 349, 364, 381, 398, 416, 436, 458, 481, 507, 537, 571, 613, 669,
    763,
)  # fmt: skip
"""Thousandths. The topics are numbered from the lowest value to the highest."""


def fifty_topics() -> dict[str, Fraction]:
    """Return the AP of a system on fifty topics, generated with the mean and the spread of a real run of TREC-7.

    The values are no data of TREC-7. They are the quantiles (i - 1/2)/50, for i from 1 to 50, of the beta distribution
    with mean 0.249 and standard deviation 0.186, in thousandths. These are the mean and the standard deviation of the
    real run tno7tw4, whose scores are a column of `extremes.load("trec/adhoc7_ap.csv")`.

    Returns
    -------
    dict of str to Fraction
        The AP by topic.

    Examples
    --------
    >>> ap = fifty_topics().values()
    >>> len(ap), round(float(sum(ap)) / 50, 3), sum(value <= 0.2 for value in ap)
    (50, 0.249, 24)
    """
    return {f"topic {number}": Fraction(value, 1000) for number, value in enumerate(_FIFTY, start=1)}


def hard_query() -> dict[str, dict[str, Fraction]]:
    """Return the AP of two systems on three queries: A has the higher MAP, B the higher gMAP.

    B fails less on the hard query q3. MAP is 31/60 for A and 7/15 for B. gMAP is exactly 3/10 for A and 2/5 for B,
    because the products of the AP are 0.027 and 0.064.

    Examples
    --------
    >>> from irlearn import MAP, gMAP
    >>> for system, ap in hard_query().items():
    ...     print(system, round(MAP.of(list(ap.values())), 4), round(gMAP.of(list(ap.values())), 4))
    System A 0.5167 0.3
    System B 0.4667 0.4
    """
    return {
        "System A": {"q1": Fraction(9, 10), "q2": Fraction(3, 5), "q3": Fraction(1, 20)},
        "System B": {"q1": Fraction(4, 5), "q2": Fraction(2, 5), "q3": Fraction(1, 5)},
    }


def five_grades() -> Ranking:
    """Return the tutorial's five graded documents for CG, DCG and nDCG; on its scale grade 1 means "not relevant".

    Examples
    --------
    >>> from irlearn import nDCG
    >>> round(nDCG.of(five_grades()), 5)
    0.94998
    """
    return Ranking([3, 2, 1, 2, 3], documents=["d1", "d2", "d3", "d4", "d5"])


def linear_or_exponential() -> dict[str, Ranking]:
    """Return two orders of five documents: nDCG prefers A with linear gains and B with exponential gains.

    With the grades as gains, nDCG is .930 for A and .881 for B. With gains of 2^grade - 1, it is .858 for A and .910
    for B, because the single highly relevant document has a larger share of the gains. The example was made for this
    package.

    Examples
    --------
    >>> from irlearn import nDCG
    >>> [round(nDCG.of(ranking), 3) for ranking in linear_or_exponential().values()]
    [0.93, 0.881]
    >>> [round(nDCG(dcg="exp-log2").of(ranking), 3) for ranking in linear_or_exponential().values()]
    [0.858, 0.91]
    """
    return {
        "System A": Ranking([2, 3, 2, 0, 0], documents=["d2", "d1", "d3", "d4", "d5"]),
        "System B": Ranking([3, 0, 0, 2, 2], documents=["d1", "d4", "d5", "d2", "d3"]),
    }


def nine_queries() -> dict[str, dict[str, Fraction]]:
    """Return the tutorial's scores of two systems on nine queries: B wins five of them, but A has the higher mean.

    Examples
    --------
    >>> scores = nine_queries()
    >>> sum(b > a for a, b in zip(*(system.values() for system in scores.values())))
    5
    >>> [round(float(sum(system.values()) / 9), 4) for system in scores.values()]
    [0.2922, 0.2556]
    """
    a = (28, 30, 38, 29, 23, 30, 21, 30, 34)
    b = (35, 20, 40, 33, 24, 18, 24, 18, 18)
    return {
        system: {f"q{number}": Fraction(score, 100) for number, score in enumerate(scores, start=1)}
        for system, scores in (("System A", a), ("System B", b))
    }


def five_queries() -> dict[str, dict[str, Fraction]]:
    """Return the first five of the tutorial's nine queries: B wins four of them, and the sign test gives p = 3/8.

    Examples
    --------
    >>> [list(map(str, system.values())) for system in five_queries().values()]
    [['7/25', '3/10', '19/50', '29/100', '23/100'], ['7/20', '1/5', '2/5', '33/100', '6/25']]
    """
    return {system: dict(list(scores.items())[:5]) for system, scores in nine_queries().items()}
