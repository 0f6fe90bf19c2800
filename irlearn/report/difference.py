"""The difference of two runs: what each query adds to the difference of the means, and each document to a query's."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import compress, islice
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from irlearn.byhand.explain_quantity import explain
from irlearn.byhand.measure_derivation import grade_text
from irlearn.byhand.terms import digits
from irlearn.collection import Qrels, Run, join, read_qrels
from irlearn.collection.joining import JudgedRun
from irlearn.collection.reading import iter_runs
from irlearn.collection.table import first_names, shown
from irlearn.errors import InputError, quoted
from irlearn.evaluation import AnyMeasure, requested_measures
from irlearn.formulas import Division, Equation, Name, Node, Number, Sentence
from irlearn.formulas.page import Block, Cell, Formulas, Page, Prose, Table
from irlearn.formulas.short_numbers import LONGEST, equation, in_short, worked
from irlearn.measures import Mean, Measure
from irlearn.ranking import Ranking
from irlearn.text.english import count_noun, did_you_mean, first_few
from irlearn.text.numbers import fixed, percent

_SHOWN = 12
"""The most documents in a table, and the most queries of a table that leaves some out."""
_MOST_QUERIES = 60  # Queries up to which the table has all of them.
_SAME = 1e-12  # Relative difference that rounding alone can make.
_ZERO = 1e-15  # Rounding alone can make a number of this size.
_LONGEST_TERM = 14  # Characters of the longest term that is shown as a formula.
_ADDITIVE = ("P", "CG", "DCG", "RBP")  # Measures to which a document adds the same, whatever the others are.
_DIFFERENCE = Name("B") - Name("A")
_CHANGES = ("higher", "lower", "same", "only in B", "only in A")


def leaves_unjudged_out(measure: Measure) -> bool:
    """Return whether unjudged documents count otherwise than those judged not relevant, as for Bpref and Judged."""
    return measure.basis == "judgments" or measure.name == "Bpref"


class QueryShare(NamedTuple):
    """A query: its scores in A and B, their difference B - A, and what this adds to the difference of the means.

    `share` is the added number over the difference of the means; None if the means are equal.
    """

    query: str
    a: float
    b: float
    difference: float
    adds: float
    share: float | None


class Added(NamedTuple):
    """What a rank adds to a score: the term before the sum is divided, the number, and the number as a fraction.

    The term is None at a rank that the measure does not read, and the fraction if logarithms remain in it.
    """

    term: Node | None
    number: float
    fraction: Fraction | None


class Score(NamedTuple):
    """A score: the divisor of the sum of its terms, the number, and the number as a fraction, None as in `Added`."""

    divisor: Node
    number: float
    fraction: Fraction | None


class DocumentChange(NamedTuple):
    """A document in two runs: its grade, its ranks (None if not retrieved), and what it adds to either score.

    `change` is 'higher', 'lower' or 'same' for its rank in B compared with A, or 'only in B' or 'only in A'.
    `difference` is what it adds to B less what it adds to A, and `fraction` the same number exactly, None if logarithms
    remain in it.
    """

    document: str
    grade: int
    rank_a: int | None
    rank_b: int | None
    change: str
    a: Added
    b: Added
    difference: float
    fraction: Fraction | None


class Band(NamedTuple):
    """What some ranks add to A and to B, and the difference B - A."""

    ranks: str
    a: float
    b: float
    difference: float


class UnjudgedCase(NamedTuple):
    """The scores if some unjudged documents were relevant: which of them, their number, the scores, and B - A."""

    relevant: str
    documents: int
    a: float
    b: float
    difference: float


@dataclass(frozen=True, eq=False, repr=False)
class _Difference(Page):
    """The common part of the difference of two runs over all queries and on one query."""

    title: str
    measure: Measure
    run_a: str
    run_b: str
    difference: float
    unjudged: tuple[UnjudgedCase, ...]
    assumed_grade: int
    notes: Mapping[str, tuple[str, ...]]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.title}>"

    def _start(self, what: str, a: float, b: float, more: str = "") -> list[Block]:
        """Return the title and the sentence with the scores."""
        lower = " A lower score is better." if self.measure.better == "lower" else ""
        scores = _cells([a, b], _decimals([a, b]))
        summary = Sentence(f"The {what} is ", scores[0], " for A and ", scores[1], f" for B.{more}{lower}")
        return [Prose(self.title, strong=True), Prose(summary)]

    def _unjudged_blocks(self) -> Iterator[Block]:
        measure = self.measure
        down_to = f" at ranks 1 to {measure.cutoff}" if measure.cutoff else ""
        if not self.unjudged:
            yield Prose("" if measure.basis == "judgments" else f"Every document{down_to} is judged.")
            return
        first, of_a, of_b, *_ = self.unjudged
        which = ", the highest grade of the judgments" if measure.basis == "grades" else ""
        treated = "The measure leaves them out" if leaves_unjudged_out(measure) else "They count as not relevant"
        yield Prose(
            f"A retrieves {count_noun(of_a.documents, 'unjudged document')}{down_to}, and B {of_b.documents:,}. "
            f"{treated}. The next table scores both runs again as if some of them had been judged relevant (grade "
            f"{self.assumed_grade}{which})."
        )
        places = _decimals(number for case in self.unjudged for number in case[2:4])
        rows = [[relevant, f"{count:,}", *_cells(numbers, places)] for relevant, count, *numbers in self.unjudged]
        yield Table(
            "If unjudged documents had been judged relevant",
            ["relevant", "documents", "A", "B", _DIFFERENCE],
            rows,
            left=1,
        )
        winner = _winner(measure, first.a, first.b)
        others = sum(_winner(measure, case.a, case.b) != winner for case in self.unjudged)
        result = f"{winner} is better in every row." if winner else "As scored, the runs are equal."
        if winner and others:
            result = f"{winner} is better as scored, but not in {count_noun(others, 'other row')}."
        limits = "These are examples, not limits: another choice of relevant documents could change the result more."
        if measure.name in _ADDITIVE and (measure.cutoff or measure.name != "P") and "gains" not in repr(measure):
            limits = "Whichever of them are relevant, B - A stays between its values in the last two rows."
        yield Prose(f"{result} {limits}")

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain data, as the shell prints it."""
        return {field.name: _plain_data(getattr(self, field.name)) for field in fields(self) if field.name != "notes"}


@dataclass(frozen=True, eq=False, repr=False)
class RunDifference(_Difference):
    """The difference of two runs over all queries, from `diff` without a query.

    Attributes
    ----------
    title : str
        The measure, the runs and the queries.
    measure : Measure
        The measure of each query.
    run_a, run_b : str
        Names of the runs.
    difference : float
        The mean of B less that of A.
    queries : tuple of QueryShare
        The queries, from the largest to the smallest difference B - A.
    left_out : tuple of str
        Queries on which the measure is not defined for A or for B.
    mean_a, mean_b : float
        Means over `queries`.
    wins_a, wins_b, ties : int
        Numbers of queries on which A is better, B is better, and both are equal. For a measure of which neither high
        nor low values are better, the higher score wins.
    unjudged : tuple of UnjudgedCase
        The means if no unjudged document were relevant, all that A or that B retrieves, and those that A or B ranks
        higher or alone retrieves; empty if there are none or the measure counts them.
    assumed_grade : int
        The grade of unjudged documents in these cases.
    notes : mapping of str to tuple of str
        For each run, facts about its data that are unusual but usable.

    Examples
    --------
    >>> a, b = {"q1": {"d1": 2, "d2": 1}, "q2": {"d1": 1, "d2": 2}}, {"q1": {"d1": 1, "d2": 2}, "q2": {"d1": 1}}
    >>> difference = diff({"q1": {"d1": 1}, "q2": {"d1": 1}}, a, b, "RR")
    >>> [(query.query, query.adds) for query in difference.queries], difference.difference
    ([('q2', 0.25), ('q1', -0.25)], 0.0)
    """

    queries: tuple[QueryShare, ...]
    left_out: tuple[str, ...]
    mean_a: float
    mean_b: float
    wins_a: int
    wins_b: int
    ties: int

    def blocks(self) -> list[Block]:
        """Return the content of the page."""
        better = "higher" if self.measure.better == "neither" else "better"
        wins_b = count_noun(self.wins_b, "query")
        wins = f" B is {better} on {wins_b}, A on {self.wins_a:,}, and they tie on {self.ties:,}."
        if self.left_out:
            wins += f" Left out, because the score is not defined: {first_few(self.left_out, 'query')}."
        kept, others = self.queries, len(self.queries) - _SHOWN if len(self.queries) > _MOST_QUERIES else 0
        if others:
            largest = {*sorted(kept, key=lambda query: -abs(query.difference))[:_SHOWN]}
            kept = tuple(query for query in kept if query in largest)
        places = _decimals(score for query in self.queries for score in query[1:3])
        adds_places = _decimals(query.adds for query in self.queries)
        whole = None if self.queries[0].share is None else 1.0
        rest = self.difference - math.fsum(query.adds for query in kept)
        sums = [("mean", self.mean_a, self.mean_b, self.difference, self.difference, whole)]
        if others:
            sums.insert(0, (f"{others:,} others", math.nan, math.nan, math.nan, rest, whole and rest / self.difference))
        rows: list[list[Cell]] = []
        for name, *scores, adds, share in (*kept, *sums):
            numbers = [*_cells(scores, places), *_cells([adds], adds_places)]
            rows.append([shown(name), *numbers, "" if share is None else percent(share, 1)])
        caption = f"What each query adds to the difference of the means{_of_largest(kept) if others else ''}"
        header: list[Cell] = ["query", "A", "B", _DIFFERENCE, Division(_DIFFERENCE, len(self.queries)), "share"]
        start = self._start("mean", self.mean_a, self.mean_b, wins)
        return [*start, Table(caption, header, rows, left=1), *self._unjudged_blocks()]


@dataclass(frozen=True, eq=False, repr=False)
class QueryDifference(_Difference):
    """The difference of two runs on one query, document by document, from `diff` with a query.

    The differences of the documents add up to the difference of the scores, together with that of `beyond` if a part
    of the score belongs to no rank. Their fractions add up to it exactly.

    Attributes
    ----------
    title : str
        The measure, the runs and the queries.
    measure : Measure
        The measure.
    run_a, run_b, query : str
        Names of the runs and id of the query.
    difference : float
        The score of B less that of A.
    a, b : Score
        The scores.
    documents : tuple of DocumentChange
        Every document at a rank of A or B that the measure reads, from the largest difference to the smallest.
    bands : tuple of Band
        What the ranks 1-10, 11-100, 101-1000 and so on add.
    beyond : tuple of float
        What belongs to no rank of A, and of B, such as the residual of RBP below the end of the list.
    remarks : tuple of str
        A sentence for each run that retrieves nothing.
    unjudged, assumed_grade, notes
        As in `RunDifference`.

    Examples
    --------
    >>> a, b = {"q1": {"d1": 2, "d2": 1}}, {"q1": {"d1": 1, "d2": 2}}
    >>> difference = diff({"q1": {"d1": 1, "d2": 0}}, a, b, "AP", query="q1")
    >>> [(document.document, document.fraction) for document in difference.documents]
    [('d1', Fraction(-1, 2)), ('d2', Fraction(0, 1))]
    >>> print(str(difference).splitlines()[-1])
    sum of the differences = 1/2 - 1 = -1/2 = -0.5
    """

    query: str
    a: Score
    b: Score
    documents: tuple[DocumentChange, ...]
    bands: tuple[Band, ...]
    beyond: tuple[float, float]
    remarks: tuple[str, ...]

    def blocks(self) -> list[Block]:
        """Return the content of the page."""
        changes: list[list[Cell]] = []
        for change in _CHANGES:
            those = [document for document in self.documents if document.change == change]
            relevant = sum(document.grade >= self.measure.rel for document in those)
            total = math.fsum(document.difference for document in those)
            changes.append([change, f"{len(those):,}", f"{relevant:,}", *_cells([total], 4)])
        bands = [[ranks, *_cells(numbers, 4)] for ranks, *numbers in self.bands]
        where = f"at ranks 1 to {self.measure.cutoff}" if self.measure.cutoff else "in the lists"
        return [
            *self._start("score", self.a.number, self.b.number),
            *map(Prose, self.remarks),
            Table(
                f"What became of the documents {where}",
                ["rank in B", "documents", "relevant", _DIFFERENCE],
                changes,
                left=1,
            ),
            *([Table("What the ranks add", ["ranks", "A", "B", _DIFFERENCE], bands, left=1)] if len(bands) > 1 else []),
            *self._unjudged_blocks(),
            *self._document_blocks(),
            Formulas((self._equation(),)),
        ]

    def _document_blocks(self) -> Iterator[Block]:
        divisor = self.a.divisor if self.a.divisor == self.b.divisor else None
        if divisor is not None and divisor.exact not in (0, 1):
            meaning = f" ({self.measure.divisor_meaning})" if self.measure.divisor_meaning else ""
            below = Number.rounded(divisor) if divisor.exact is None else divisor
            yield Prose(Sentence("Either score is the sum of the terms below, divided by ", below, f"{meaning}."))
        few = len(self.documents) <= _SHOWN
        kept = [change for change in self.documents[:_SHOWN] if few or change.a.number or change.b.number]
        others = self.documents[len(kept) :]
        places = _decimals([*(change.difference for change in self.documents), self.difference])
        rows: list[list[Cell]] = []
        for change in kept:
            ranks = ["-" if rank is None else str(rank) for rank in change[2:4]]
            adds = (_term(side, divisor, places) for side in (change.a, change.b))
            name, grade = shown(change.document, 2 * _LONGEST_TERM), grade_text(change.grade)
            rows.append([name, grade, *ranks, *adds, *_cells([change.difference], places)])
        sums = {"sum": self.difference}
        if any(self.beyond):
            sums = {"no rank": self.beyond[1] - self.beyond[0], **sums}
        if others:
            sums = {f"{len(others):,} others": math.fsum(change.difference for change in others), **sums}
        rows += [[name, *[""] * 5, *_cells([total], places)] for name, total in sums.items()]
        hits = frozenset(row for row, change in enumerate(kept) if change.grade >= self.measure.rel)
        caption = f"What each document adds{_of_largest(kept) if others else ''}"
        yield Table(caption, ["document", "grade", "A rank", "B rank", "A adds", "B adds", _DIFFERENCE], rows, hits, 1)

    def _equation(self) -> Equation:
        name, (_, a, exact_a), (_, b, exact_b) = "sum of the differences", self.a, self.b
        if exact_a is not None and exact_b is not None and (exact_a * exact_b).denominator.bit_length() <= LONGEST:
            return equation(name, Number(exact_b) - Number(exact_a), value=exact_b - exact_a)
        return worked(name, lambda places: in_short(b, places) - in_short(a, places), b - a)


@overload
def diff(qrels: Any, run_a: Any, run_b: Any, measure: AnyMeasure = ..., *, query: str) -> QueryDifference: ...
@overload
def diff(qrels: Any, run_a: Any, run_b: Any, measure: AnyMeasure = ..., *, query: None = ...) -> RunDifference: ...
def diff(
    qrels: Qrels | Any, run_a: Run | Any, run_b: Run | Any, measure: AnyMeasure = "AP", *, query: str | None = None
) -> RunDifference | QueryDifference:
    """Show where the difference of two runs comes from: query by query, or document by document on one query.

    A run retrieves nothing for a query that it lacks.

    Parameters
    ----------
    qrels : Qrels, path, file, dict, data frame or records
        The judgments, as a `Qrels` or as input of `read_qrels`.
    run_a, run_b : Run, or input of `read_run`
        The runs. Differences are B - A.
    measure : Measure, Mean, str or measure of ir_measures, default "AP"
        The measure; a mean such as MAP stands for its measure.
    query : str, optional
        Id of the query to show document by document. By default the queries are shown.

    Returns
    -------
    RunDifference or QueryDifference
        The difference over all queries, or on one query.

    Raises
    ------
    InputError
        If the input cannot be read, the runs have no query in common or no judged document, the qrels lack the query,
        the measure has no value for a query, or the lists of the query are too long for exact numbers.

    Examples
    --------
    >>> a, b = {"q1": {"d1": 3, "d2": 2, "d3": 1}}, {"q1": {"d2": 3, "d3": 2, "d1": 1}}
    >>> difference = diff({"q1": {"d1": 1, "d2": 0, "d3": 1}}, a, b, "AP", query="q1")
    >>> [(document.document, str(document.fraction)) for document in difference.documents]
    [('d1', '-1/6'), ('d3', '-1/12'), ('d2', '0')]
    """
    single = measure_of_queries(measure)
    judgments, runs = read_qrels(qrels), [*iter_runs([run_a, run_b])]
    a, b = (shown(run.name) for run in runs)
    if a == b:
        raise InputError(f"both runs are called {quoted(a)}; give two runs with different names")
    if query is not None and query not in judgments.queries:
        hint = did_you_mean(query, judgments.queries, "")
        few = f"its queries are {first_names(judgments.queries)}"
        raise InputError(f"the qrels have no query {quoted(query)}; {hint if hint.endswith('?') else few}")
    joined = [join(judgments, run) for run in runs]
    for name, side in zip((a, b), joined, strict=True):
        if (side.grades < 0).all():
            raise InputError(f"{name} retrieves no judged document; are the ids written as in the qrels?")
    if {*runs[0].queries}.isdisjoint(runs[1].queries):
        raise InputError(f"{a} and {b} have no query in common; give two runs of the same queries")
    highest = max(1, int(judgments.grades.max()))
    notes = {run.name: side.notes for run, side in zip(runs, joined, strict=True)}
    if query is not None:
        joined = [_one_topic(side, query) for side in joined]
    scores = [_scores(single, side) for side in joined]
    defined: NDArray[np.bool_] = np.logical_and(*map(np.isfinite, scores))
    if not defined.any():
        where = "any query" if query is None else f"query {shown(query)}"
        raise InputError(f"{single!r} is not defined for {a} or {b} on {where}: {single.undefined}")
    grade = highest if single.basis == "grades" else single.rel
    of_a, of_b = (side[defined] for side in scores)
    mean_a, mean_b = float(of_a.mean()), float(of_b.mean())
    cases = tuple(_unjudged_cases(single, joined, grade, defined))
    where = count_noun(len(of_a), "query") if query is None else f"query {shown(query)}"
    title = f"{single!r} of A {a} and B {b} on {where}"
    common = title, single, runs[0].name, runs[1].name, mean_b - mean_a, cases, grade, notes
    if query is not None:
        return QueryDifference(*common, query, *_by_document(single, query, joined))
    adds = (of_b - of_a) / len(of_a)
    is_zero = math.isclose(mean_a, mean_b, rel_tol=_SAME)
    shares = [None] * len(adds) if is_zero else (adds / (mean_b - mean_a) + 0.0).tolist()
    columns = of_a.tolist(), of_b.tolist(), (of_b - of_a).tolist(), adds.tolist(), shares
    ordered = sorted(map(QueryShare, compress(judgments.queries, defined), *columns), key=lambda row: -row.difference)
    wins = Counter(_winner(single, row.a, row.b) for row in ordered)
    left_out = tuple(compress(judgments.queries, ~defined))
    return RunDifference(*common, tuple(ordered), left_out, mean_a, mean_b, wins["A"], wins["B"], wins[""])


def measure_of_queries(measure: AnyMeasure) -> Measure:
    """Return the measure of each query; raise `InputError` for several, for a geometric mean and for a count."""
    asked, *others = requested_measures(measure)
    single = asked.per_query
    if others:
        names = first_names([*map(repr, (asked, *others))])
        raise InputError(f"a difference is shown by one measure at a time; given: {names}")
    if isinstance(asked, Mean) and asked.epsilon is not None:
        raise InputError(f"{asked!r} is no sum over queries, so no query adds a share to it; give {single!r}")
    if single.better == "neither" and single.basis != "judgments":
        raise InputError(f"{single!r} does not measure the order of a run; give a measure such as AP")
    return single


def _scores(measure: Measure, joined: JudgedRun) -> NDArray[np.float64]:
    """Return the score of each topic."""
    values = np.empty(len(joined))
    for topics, rankings in joined.batches(ties=measure.averages_over_ties and len(joined.grades) > 0):
        values[topics] = measure.scores(rankings)
    return values


def _winner(measure: Measure, a: float, b: float) -> str:
    """Return which run is better; empty if the scores are equal but for rounding."""
    if math.isclose(a, b, rel_tol=_SAME):
        return ""
    return "B" if (b < a) == (measure.better == "lower") else "A"


def _one_topic(joined: JudgedRun, query: str) -> JudgedRun:
    """Return the ranking of one topic."""
    topic = joined.queries.index(query)
    ranks, judged = (slice(*bounds[topic : topic + 2]) for bounds in (joined.offsets, joined.judged_offsets))
    grades, best = joined.grades[ranks], joined.judged[judged]
    offsets, judged_offsets = np.array([0, len(grades)]), np.array([0, len(best)])
    return replace(joined, queries=(query,), grades=grades, judged=best, offsets=offsets, judged_offsets=judged_offsets)


def _by_document(measure: Measure, query: str, joined: Sequence[JudgedRun]) -> tuple[Any, ...]:
    """Return the fields of a `QueryDifference` that its documents determine."""
    rankings = [side.ranking(query, ties=measure.averages_over_ties) for side in joined]
    (a, adds_a, beyond_a), (b, adds_b, beyond_b) = (_added(measure, ranking) for ranking in rankings)
    ranks_a, ranks_b = ({name: rank for rank, name in enumerate(side.documents, 1)} for side in rankings)
    grades = {name: grade for side in rankings for name, grade in zip(side.documents, side.grades, strict=True)}
    nothing = Added(None, 0.0, Fraction(0))
    changes = []
    for document in dict.fromkeys((*adds_a, *adds_b)):
        rank_a, rank_b = ranks_a.get(document), ranks_b.get(document)
        moved = "same" if rank_a == rank_b else "higher" if (rank_b or 0) < (rank_a or 0) else "lower"
        change = "only in B" if document not in adds_a else "only in A" if document not in adds_b else moved
        in_a, in_b = adds_a.get(document, nothing), adds_b.get(document, nothing)
        fraction = None if in_a.fraction is None or in_b.fraction is None else in_b.fraction - in_a.fraction
        difference = in_b.number - in_a.number if fraction is None else float(fraction)
        row = (document, grades[document], rank_a, rank_b, change, in_a, in_b, difference, fraction)
        changes.append(DocumentChange(*row))
    changes.sort(key=lambda change: (-abs(change.difference), min(filter(None, change[2:4]))))
    bands, first, last = [], 1, 10
    while first <= max(len(adds_a), len(adds_b)):
        in_band = [islice(adds.values(), first - 1, last) for adds in (adds_a, adds_b)]
        sum_a, sum_b = (math.fsum(added.number for added in band) for band in in_band)
        bands.append(Band(f"{first}-{last}", sum_a, sum_b, sum_b - sum_a))
        first, last = last + 1, last * 10
    remarks = [
        f"{name} retrieves nothing for this query."
        for name, adds in zip("AB", (adds_a, adds_b), strict=True)
        if not adds
    ]
    return a, b, tuple(changes), tuple(bands), (beyond_a, beyond_b), tuple(remarks)


def _added(measure: Measure, ranking: Ranking) -> tuple[Score, dict[str, Added], float]:
    """Return the score of a ranking, what each document adds, in rank order, and what belongs to no rank."""
    derivation, numbers = explain(measure, ranking), measure.contributions(ranking).tolist()
    divisor, fractions = derivation.quotient.divisor, [step.fraction for step in derivation.steps]
    below = None if divisor.exact is None else divisor.exact or Fraction(1)
    parts = [None if below is None or fraction is None else fraction / below for fraction in fractions]
    adds = map(Added, (step.node for step in derivation.steps), numbers, parts)
    has_more = measure.terms(ranking.arrays).extra_terms is not None
    beyond = derivation.value - math.fsum(numbers) if has_more else 0.0
    score = Score(divisor, derivation.value, derivation.fraction)
    return score, dict(zip(ranking.documents[: len(numbers)], adds, strict=True)), beyond


class _Rows(NamedTuple):
    """For each row of a run its ranks in A and B (infinite if not read), its topic, and whether it is read unjudged."""

    a: NDArray[np.float64]
    b: NDArray[np.float64]
    topics: NDArray[np.intp]
    unjudged: NDArray[np.bool_]


_CASES: dict[str, Callable[[_Rows], NDArray[np.bool_]]] = {
    "none, as scored": lambda rows: np.zeros(len(rows.a), dtype=bool),
    "all that A retrieves": lambda rows: np.isfinite(rows.a),
    "all that B retrieves": lambda rows: np.isfinite(rows.b),
    "those that A ranks higher or alone": lambda rows: rows.a < rows.b,
    "those that B ranks higher or alone": lambda rows: rows.b < rows.a,
}
"""The cases of an `UnjudgedCase`: which documents are relevant. One of the runs has all documents of a case."""


def _unjudged_cases(
    measure: Measure, joined: Sequence[JudgedRun], grade: int, counted: NDArray[np.bool_]
) -> Iterator[UnjudgedCase]:
    """Yield the scores of both runs with some of their unjudged documents as relevant.

    These documents are relevant in both runs, and belong to the judged documents of their topic. Documents below the
    cutoff of the measure stay unjudged.
    """
    sides = _rows_of(measure, joined)
    if measure.basis == "judgments" or not any(rows.unjudged.any() for rows in sides):
        return
    for name, choose in _CASES.items():
        chosen = [rows.unjudged & choose(rows) for rows in sides]
        added = np.maximum(
            *(np.bincount(rows.topics[mask], minlength=len(counted)) for rows, mask in zip(sides, chosen, strict=True))
        )
        changed = (_with_relevant(side, mask, added, grade) for side, mask in zip(joined, chosen, strict=True))
        a, b = (float(_scores(measure, side)[counted].mean()) for side in changed)
        yield UnjudgedCase(name, int(added[counted].sum()), a, b, b - a)


def _rows_of(measure: Measure, joined: Sequence[JudgedRun]) -> list[_Rows]:
    """Return the ranks of the documents of both runs in both runs, down to the cutoff of the measure."""
    ranks = [[np.full(len(side.grades), np.inf) for _ in joined] for side in joined]
    for topic, query in enumerate(joined[0].queries):
        ids = [
            side.run.documents.texts(side.run.rows_of(query)[: measure.cutoff]) if query in side.run.index else ()
            for side in joined
        ]
        rank_of = [{document: rank for rank, document in enumerate(documents, start=1)} for documents in ids]
        for side, documents, columns in zip(joined, ids, ranks, strict=True):
            read = slice(int(side.offsets[topic]), int(side.offsets[topic]) + len(documents))
            for column, places in zip(columns, rank_of, strict=True):
                column[read] = [places.get(document, math.inf) for document in documents]
    topics = [np.repeat(np.arange(len(side)), np.diff(side.offsets)) for side in joined]
    unjudged = [(side.grades < 0) & np.isfinite(ranks[own][own]) for own, side in enumerate(joined)]
    return [_Rows(ranks[own][0], ranks[own][1], topics[own], unjudged[own]) for own in (0, 1)]


def _with_relevant(joined: JudgedRun, rows: NDArray[np.bool_], added: NDArray[np.intp], grade: int) -> JudgedRun:
    """Return the rankings with a grade at some rows, and with `added` documents of this grade judged for each topic."""
    sizes = np.diff(joined.judged_offsets)
    topics = np.repeat(np.tile(np.arange(len(joined)), 2), np.concatenate([sizes, added]))
    judged = np.concatenate([joined.judged, np.full(added.sum(), grade, dtype=np.int32)])
    judged = judged[np.lexsort((-judged, topics))]
    offsets = np.concatenate([[0], np.cumsum(sizes + added)])
    return replace(joined, grades=np.where(rows, np.int32(grade), joined.grades), judged=judged, judged_offsets=offsets)


def _cells(values: Sequence[float], places: int) -> list[Cell]:
    """Return numbers with equally many decimals; NaN is empty, and a small number has an exponent instead of zeros."""
    texts = [fixed(abs(value), places) for value in values]
    numbers = [
        Number(value, text) if text.strip("0.") else in_short(value) if abs(value) > _ZERO else Number(0.0, text)
        for value, text in zip(values, texts, strict=True)
    ]
    return ["" if math.isnan(value) else number for value, number in zip(values, numbers, strict=True)]


def _decimals(values: Iterable[float]) -> int:
    """Return the number of decimals for a column: 4, or up to 6 if all numbers are small, or 2 if some are large."""
    largest = max(map(abs, values), default=0.0) or 1.0
    return 2 if largest >= 10 else min(6, max(4, 2 - math.floor(math.log10(largest))))


def _term(added: Added, divisor: Node | None, places: int) -> Cell:
    """Return what a rank adds: the term above a common `divisor`, a fraction, or else a decimal number."""
    term, number, fraction = added
    if not number:
        return "" if term is None else "0"
    if divisor is not None and term is not None:
        return term if len(str(term)) <= _LONGEST_TERM else Number.rounded(term)
    is_short = fraction is not None and fraction.denominator.bit_length() <= LONGEST
    return Number(fraction) if is_short and fraction is not None else _cells([number], places)[0]


def _of_largest(kept: Sequence[Any]) -> str:
    return f" (the {len(kept)} largest differences)" if len(kept) > 1 else " (the largest difference)"


def _plain_data(value: Any) -> Any:
    """Return a value as JSON holds it: formulas and fractions as text, and named tuples as objects."""
    if isinstance(value, Fraction):
        return digits(value)
    if hasattr(value, "_asdict"):
        return {name: _plain_data(part) for name, part in value._asdict().items()}
    if isinstance(value, tuple):
        return [*map(_plain_data, value)]
    return str(value) if isinstance(value, Node | Measure) else value
