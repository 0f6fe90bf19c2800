"""Scores of a small run under conventions, with calculations by hand, and the choices by which conventions differ."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from typing import Any

import numpy as np

from irlearn.byhand.terms import write_out
from irlearn.collection import Qrels, Run
from irlearn.conventions.options import IRLEARN, OPTIONS, Convention
from irlearn.errors import InputError
from irlearn.formulas import Line, Log, Node, Number, Product, Ratio, Sentence, Sum, equation, prefixed
from irlearn.formulas.page import Block, Formulas, Page, Prose, Table
from irlearn.measures import Mean, Measure, as_measure
from irlearn.measures.average_precision import AveragePrecision
from irlearn.measures.base import Terms
from irlearn.measures.binary import FMeasure, Precision
from irlearn.measures.graded import DiscountedCumulatedGain, NormalizedDCG
from irlearn.measures.means import arithmetic, geometric
from irlearn.measures.registry import MEANS
from irlearn.measures.user_models import RankBiasedPrecision
from irlearn.ranking import Ranking, Rankings
from irlearn.text.numbers import Typed, readable


@dataclass(frozen=True)
class ConventionScore(Page):
    """The score of a run under a convention. A notebook displays its calculation.

    Parameters
    ----------
    value : float
        Mean over topics; NaN if the tool gives no number.
    fraction : Fraction, optional
        Exact value, or None if it contains a logarithm or a root.
    equations : tuple of Line
        The calculation, with the result last.
    problem : str
        Sentence that says why there is no number; else empty.
    queries : mapping of str to float
        Value of each topic that was counted.
    bounds : tuple of float, optional
        Lowest and highest possible value, where the tool's order of tied documents is not known.

    Examples
    --------
    >>> from irlearn.conventions import score
    >>> score("AP", {"q": {"m": 1}}, {"q": {"m": 1, "a": 1, "z": 1}}).lines
    ('order: z, m ✓, a', 'AP = (1/2) / 1 = 1/2 = 0.5')
    """

    value: float
    fraction: Fraction | None = None
    equations: tuple[Line, ...] = ()
    problem: str = ""
    queries: Mapping[str, float] = field(default_factory=dict)
    bounds: tuple[float, float] | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        """The calculation as plain text."""
        return tuple(map(str, self.equations))

    @property
    def equation(self) -> str:
        """Last line of the calculation, or the reason why there is no number.

        >>> from irlearn.conventions import score
        >>> score("RR", {"q": {"a": 1}}, {"q": {"x": 2, "a": 1}}).equation
        'RR = 1/2 = 0.5'
        """
        return self.lines[-1] if self.lines else self.problem

    @property
    def title(self) -> str:
        """Heading of the calculation."""
        return "A number by a convention"

    def blocks(self) -> list[Block]:
        """Return the calculation, or the reason why there is no number."""
        return [Formulas(self.equations) if self.equations else Prose(self.problem)]

    def same_as(self, other: ConventionScore) -> bool:
        """Return whether both scores are the same number, or neither is a number.

        >>> from irlearn.conventions import score
        >>> score("RR", {"q": {"a": 1}}, {"q": {"a": 1}}).same_as(ConventionScore(1.0))
        True
        """
        if math.isnan(self.value) or math.isnan(other.value):
            return math.isnan(self.value) and math.isnan(other.value)
        return math.isclose(self.value, other.value, rel_tol=1e-12, abs_tol=1e-15)


@dataclass(frozen=True)
class Difference:
    """A choice that makes the number of a convention differ: the option, and the rule as a sentence.

    Examples
    --------
    >>> from irlearn.conventions import SCIKIT_LEARN, differences
    >>> differences("AP", {"q": {"m": 1, "missed": 1}}, {"q": {"m": 1}}, SCIKIT_LEARN)[0].option
    'missed'
    """

    option: str
    rule: str


class Comparison(dict[str, tuple[ConventionScore, tuple[Difference, ...]]], Page):
    """The scores of one run under several conventions and their differences, by the name of the convention.

    It shows as a table in a notebook.

    Examples
    --------
    >>> from irlearn.conventions import IRLEARN, compare
    >>> print(compare("RR", {"q": {"m": 1}}, {"q": {"m": 2, "z": 1}}, [IRLEARN]))
    One run, by the choices of several tools
    by the choices of  calculation  what differs
    irlearn            RR = 1/1 = 1
    """

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        rows = [
            [name, outcome.equation, " ".join(difference.rule for difference in differences)]
            for name, (outcome, differences) in self.items()
        ]
        header = ["by the choices of", "calculation", "what differs"]
        return [Table("One run, by the choices of several tools", header, rows, left=3)]


Judgments = Mapping[str, Mapping[str, int]]
"""Grades as `{query: {document: grade}}`."""

Scored = Mapping[str, Mapping[str, float]]
"""A run as `{query: {document: score}}`, in the order of the input, by which some tools rank."""

_MEASURES_OF_OPTION: dict[str, type[Measure]] = {
    "ap_divisor": AveragePrecision,
    "gain": DiscountedCumulatedGain,
    "log_base": DiscountedCumulatedGain,
    "below_zero": NormalizedDCG,
    "short_lists": Precision,
    "f_parameter": FMeasure,
    "rbp_gain": RankBiasedPrecision,
    "fewest": DiscountedCumulatedGain,
}
"""The options that matter only to one class of measures."""

_OPTIONS_OF_TOOLS = {"rel", "beta", "p", "dcg"}
_LONGEST_STABLE_LIST = 15  # The answer "input order up to 15" keeps the order of ties up to this length.
_TIES_BY_GRADE = {"worst first": -1, "best first": 1}


class _NoNumberError(Exception):
    """Raised where a tool gives no number; the message says why."""


class _UnpredictableError(_NoNumberError):
    """Raised where a tool gives a number that depends on the order of ties."""


def score(
    measure: Measure | Mean | str, qrels: Judgments, run: Scored, convention: Convention = IRLEARN
) -> ConventionScore:
    """Score a run under a convention, averaged over topics, with the calculation.

    Parameters
    ----------
    measure : Measure, Mean or str
        The measure.
    qrels : mapping
        Judgments, ``{query: {document: grade}}``.
    run : mapping
        Run, ``{query: {document: score}}``, small enough to read. The order of the mappings is the order of the input.
    convention : Convention, default IRLEARN
        The convention.

    Returns
    -------
    ConventionScore
        The number with its calculation, or NaN with a reason if the tool gives no number.

    Raises
    ------
    InputError
        If the qrels, the run or the measure cannot be used.

    Examples
    --------
    >>> from irlearn.conventions import RANX, SCIKIT_LEARN
    >>> tied = {"q": {"m": 1}}, {"q": {"m": 1, "a": 1, "z": 1}}
    >>> score("AP", *tied).value, score("AP", *tied, RANX).value
    (0.5, 1.0)
    >>> print(score("AP", *tied, SCIKIT_LEARN).equation)
    AP = (1/3) / 1 = 1/3 = 0.3333
    """
    return _Scorer(measure, qrels, run)(convention)


def differences(
    measure: Measure | Mean | str, qrels: Judgments, run: Scored, convention: Convention, base: Convention = IRLEARN
) -> tuple[Difference, ...]:
    """Return the choices that make the score under one convention differ from the score under another.

    Parameters
    ----------
    measure, qrels, run
        As for `score`.
    convention : Convention
        The convention whose choices are examined.
    base : Convention, default IRLEARN
        The convention to compare with.

    Returns
    -------
    tuple of Difference
        The choices; empty if the scores agree. A choice is included if adopting it alone changes the score under
        `base`, or if giving it up alone changes the score under `convention`.

    Raises
    ------
    InputError
        If the qrels, the run or the measure cannot be used.

    Examples
    --------
    >>> from irlearn.conventions import TREC_EVAL
    >>> qrels, run = {"1": {"a": 1}, "2": {"b": 1}}, {"1": {"a": 1}}
    >>> [difference.rule for difference in differences("MAP", qrels, run, TREC_EVAL)]
    ['A query that is missing from the run is left out of the mean.']
    """
    return _differences(_Scorer(measure, qrels, run), convention, base)


def compare(
    measure: Measure | Mean | str,
    qrels: Qrels | Judgments,
    run: Run | Scored,
    conventions: Iterable[Convention],
    base: Convention = IRLEARN,
    *,
    exact: bool = True,
) -> Comparison:
    """Score a run under several conventions, with the choices that make each number differ from that of `base`.

    Parameters
    ----------
    measure : Measure, Mean or str
        The measure.
    qrels : Qrels or mapping
        Judgments.
    run : Run or mapping
        Run.
    conventions : iterable of Convention
        The conventions.
    base : Convention, default IRLEARN
        The convention to compare with.
    exact : bool, default True
        Whether to use fractions and write out the calculations; False uses floats, which take about a second for a run
        of 50,000 documents.

    Returns
    -------
    Comparison
        For the name of each convention its `ConventionScore` and its differences. `score` and `differences` return the
        same results, but take longer.

    Raises
    ------
    InputError
        If the qrels, the run or the measure cannot be used.

    Examples
    --------
    >>> from irlearn.conventions import RANX, TREC_EVAL
    >>> comparison = compare("AP", {"q": {"m": 1}}, {"q": {"m": 1, "z": 1}}, [TREC_EVAL, RANX])
    >>> {name: (outcome.value, len(differences)) for name, (outcome, differences) in comparison.items()}
    {'trec_eval': (0.5, 0), 'ranx': (1.0, 1)}
    """
    scorer = _Scorer(measure, qrels, run, exact=exact)
    return Comparison(
        {convention.name: (scorer(convention), _differences(scorer, convention, base)) for convention in conventions}
    )


class _Scorer:
    """Score one run by one measure under any convention. Scores are cached by the options that matter."""

    def __init__(
        self, measure: Measure | Mean | str, qrels: Qrels | Judgments, run: Run | Scored, *, exact: bool = True
    ) -> None:
        self.measure = as_measure(measure)
        self._qrels = qrels.to_dict() if isinstance(qrels, Qrels) else qrels
        self._run = _in_input_order(run) if isinstance(run, Run) else run
        for name, value, kind in (("the qrels", qrels, Qrels), ("the run", run, Run)):
            if not isinstance(value, kind):
                _check_mapping(name, value, kind)
        self._exact = exact
        inner = self.measure.per_query
        self.options = tuple(
            option for option in OPTIONS if isinstance(inner, _MEASURES_OF_OPTION.get(option, Measure))
        )
        self._scores: dict[tuple[Any, ...], ConventionScore] = {}

    def supports(self, convention: Convention) -> bool:
        return not self._problem(convention)

    def _problem(self, convention: Convention) -> str:
        """Return why the tool has no number for the measure, or an empty text."""
        name, inner = self.measure.name, self.measure.per_query
        if not convention.measures:
            return ""
        is_exponential = isinstance(inner, DiscountedCumulatedGain) and inner.dcg == "exp-log2"
        if {name, name + "@k" * bool(inner.cutoff), "exp-log2" * is_exponential} & {*convention.undescribed}:
            return f"{convention.name} computes {self.measure!r} by choices that are not described here."
        changed = {option.name for option in inner.option_fields if vars(inner)[option.name] != option.default}
        if name not in convention.measures:
            return f"{convention.name} has no {name}."
        has_it = changed <= _OPTIONS_OF_TOOLS and not (inner.cutoff and name in convention.uncut)
        return "" if has_it else f"{convention.name} has no {self.measure!r}."

    def __call__(self, convention: Convention) -> ConventionScore:
        if problem := self._problem(convention):
            return ConventionScore(math.nan, problem=problem)
        key = tuple(convention.choices[option] for option in self.options)
        if key not in self._scores:
            self._scores[key] = _score(self.measure, self._qrels, self._run, convention, self._exact)
        return self._scores[key]


def _differences(scorer: _Scorer, convention: Convention, base: Convention) -> tuple[Difference, ...]:
    base_score, score = scorer(base), scorer(convention)
    if base_score.same_as(score) or not scorer.supports(convention) or not scorer.supports(base):
        return ()
    differences = []
    for option in scorer.options:
        base_choice, choice = base.choices[option], convention.choices[option]
        if base_choice == choice:
            continue
        base_with_choice = scorer(replace(base, **{option: choice}))
        convention_without_choice = scorer(replace(convention, **{option: base_choice}))
        if not base_with_choice.same_as(base_score) or not convention_without_choice.same_as(score):
            differences.append(Difference(option, convention.rule(option)))
    return tuple(differences)


def _in_input_order(run: Run) -> dict[str, dict[str, float]]:
    """Return a run as a dict with the documents of each query in the order of the file."""
    table, ordered = run.table, {}
    for query in run.queries:
        rows = table.rows_of(query)
        positions = table.documents.starts[rows.start : rows.stop]
        documents = [*run.scores_of(query).items()]
        ordered[query] = dict(documents[index] for index in np.argsort(positions, kind="stable").tolist())
    return ordered


def _check_mapping(name: str, value: Any, kind: type[Qrels | Run]) -> None:
    """Raise `InputError` if `kind` cannot be made of a value."""
    if not isinstance(value, Mapping) or not all(isinstance(documents, Mapping) for documents in value.values()):
        raise InputError(f"{name} must be a dict of dicts, as {{'q1': {{'d1': 1}}}}; given: {value!r}")
    kind.from_dict(value)


@dataclass(frozen=True)
class _TopicScore:
    """The score of one topic, with the lines of its calculation and, if there is one, the exact fraction."""

    lines: tuple[Line, ...]
    value: float
    fraction: Fraction | None


def _score(
    measure: Measure | Mean, qrels: Judgments, run: Scored, convention: Convention, exact: bool = True
) -> ConventionScore:
    inner = measure.per_query
    try:
        topics = {
            query: _score_topic(inner, judged, documents, convention, exact)
            for query, judged, documents in _counted_topics(inner, qrels, run, convention)
        }
    except _UnpredictableError as error:
        bounds = [_score(measure, qrels, run, replace(convention, ties=ties), exact).value for ties in _TIES_BY_GRADE]
        return ConventionScore(math.nan, problem=str(error), bounds=(min(bounds), max(bounds)))
    except _NoNumberError as error:
        return ConventionScore(math.nan, problem=str(error))
    if not topics:
        return ConventionScore(math.nan, problem="There is no query left to average over.")
    values = {query: topic.value for query, topic in topics.items()}
    is_geometric = isinstance(measure, Mean) and measure.epsilon is not None
    if not exact:
        mean = geometric([*values.values()], convention.epsilon) if is_geometric else arithmetic([*values.values()])
        return ConventionScore(float(mean), None, (Sentence(f"{measure!r} = {readable(mean)}"),), queries=values)
    if len(topics) == 1 and len(qrels) == 1 and not is_geometric:
        (topic,) = topics.values()
        return ConventionScore(topic.value, topic.fraction, topic.lines, queries=values)
    lines = [prefixed(line, f"query {query}:") for query, topic in topics.items() for line in topic.lines]
    exact_values = [topic.value if topic.fraction is None else topic.fraction for topic in topics.values()]
    value, fraction, mean_line = _mean(measure, exact_values, convention)
    return ConventionScore(value, fraction, (*lines, mean_line), queries=values)


def _counted_topics(
    measure: Measure, qrels: Judgments, run: Scored, convention: Convention
) -> list[tuple[str, Mapping[str, int], Mapping[str, float]]]:
    """Return the topics that count, each with its judgments and the scores of the run."""
    if convention.matching == "by place":
        run = dict(zip(qrels, run.values(), strict=False))
    if convention.missing == "stops" and set(qrels) != set(run):
        raise _NoNumberError("The tool stops, because the run and the qrels have different queries.")
    topics: list[tuple[str, Mapping[str, int], Mapping[str, float]]] = []
    for query, judged in qrels.items():
        if convention.empty == "left out" and not any(grade >= measure.rel for grade in judged.values()):
            continue
        if query in run:
            topics.append((query, judged, _scores_in_tool(judged, run[query], convention)))
        elif convention.missing == "counts as 0":
            topics.append((query, judged, {}))
    return topics


def _scores_in_tool(
    judged: Mapping[str, int], documents: Mapping[str, float], convention: Convention
) -> dict[str, float]:
    """Return the scores as the tool handles them: rounded, replaced by labels, or with missed documents added."""
    scores = {document: float(score) for document, score in documents.items()}
    if convention.scores == "float32":
        scores = {document: float(np.float32(score)) for document, score in scores.items()}
    if convention.labels is not None:
        scores = {document: float(score >= convention.labels) for document, score in scores.items()}
    if convention.missed == "appended":
        lowest = min(scores.values(), default=0.0) - 1
        scores |= {document: lowest for document in judged if document not in scores}
    return scores


def _sorted_documents(judged: Mapping[str, int], scores: Mapping[str, float], ties: str) -> list[str]:
    if ties in _TIES_BY_GRADE:
        sign = _TIES_BY_GRADE[ties]
        return sorted(scores, key=lambda document: (scores[document], sign * judged.get(document, -1)), reverse=True)
    if ties == "doc_id descending":
        return sorted(scores, key=lambda document: (scores[document], document), reverse=True)
    if ties == "reversed input order":
        return sorted(scores, key=scores.__getitem__)[::-1]
    return sorted(scores, key=scores.__getitem__, reverse=True)  # Python's sort is stable: the order of the input.


def _check_ties(
    measure: Measure, judged: Mapping[str, int], scores: Mapping[str, float], judged_grades: list[int] | None
) -> None:
    """Raise `_NoNumberError` if the order of tied documents changes the value.

    It is enough to compare two orders: the best tied documents first, and the worst tied documents first. A measure
    does not fall when a better document moves up, so the value of any other order is between the values of these two.
    """
    values = []
    for ties in _TIES_BY_GRADE:
        ordered = _sorted_documents(judged, scores, ties)
        grades = [max(judged.get(document, -1), -1) for document in ordered]
        values.append(measure.of(Ranking(grades, judged_grades, documents=ordered)))
    if not math.isclose(*values, rel_tol=1e-12):
        raise _UnpredictableError(
            f"The result cannot be predicted: the sort of more than {_LONGEST_STABLE_LIST} documents puts ties in no "
            "fixed order, and their order changes the value here."
        )


def _score_topic(
    measure: Measure, judged: Mapping[str, int], scores: Mapping[str, float], convention: Convention, exact: bool
) -> _TopicScore:
    documents = _sorted_documents(judged, scores, convention.ties)
    is_dcg = isinstance(measure, DiscountedCumulatedGain)
    may_stop = convention.below_zero == "stops" and isinstance(measure, NormalizedDCG)
    if may_stop and any(judged.get(document, 0) < 0 for document in documents):
        raise _NoNumberError("The tool stops, because a grade is below 0.")
    if isinstance(measure, FMeasure) and convention.f_parameter == "1 only" and measure.beta != 1:
        raise _NoNumberError("The tool has only F with β = 1.")
    if is_dcg and 0 < len(documents) < convention.fewest:
        raise _NoNumberError(f"The tool stops, because a list has fewer than {convention.fewest} documents.")
    grades = [max(judged.get(document, -1), -1) for document in documents]
    judged_grades = [grade for grade in judged.values() if grade >= 0] if convention.missed != "left out" else None
    ranking = Ranking(grades, judged_grades, documents=documents)
    if convention.ties == "input order up to 15" and len(documents) > _LONGEST_STABLE_LIST:
        _check_ties(measure, judged, scores, judged_grades)
    group_sizes = [len(list(group)) for _, group in groupby(map(scores.__getitem__, documents))]
    with_gain = measure(dcg="exp-log2") if is_dcg and convention.gain == "exponential" else measure
    terms = _convention_terms(with_gain, ranking.exact if exact else ranking.arrays, group_sizes, convention)
    order = _order_line(documents, grades, group_sizes, convention, measure)
    name = repr(measure)
    if is_dcg and not isinstance(measure, NormalizedDCG) and convention.log_base != 2:
        total = _sum_with_base(terms, convention.log_base)
        return _TopicScore((*order, equation(name, total, worth=total.value)), total.value, None)
    if not exact:
        return _TopicScore((), terms.total(), None)
    above = f"DCG@{measure.cutoff}" if measure.cutoff else "DCG"
    written = write_out(terms, name, above=above, counts=measure.divisor_meaning)
    return _TopicScore((*order, *written.equations), written.value, written.fraction)


def _convention_terms(measure: Measure, ranking: Rankings, group_sizes: list[int], convention: Convention) -> Terms:
    """Return the measure's terms, changed where the convention differs from irlearn's."""
    has_ties = max(group_sizes, default=1) > 1
    if convention.ties == "averaged" and has_ties and (measure.needs_order or measure.cutoff):
        terms = _terms_averaged_over_ties(measure, ranking, group_sizes)
    else:
        terms = measure.terms(ranking)
    relevant = int(ranking.relevant(measure.rel))
    if isinstance(measure, AveragePrecision) and convention.ap_divisor != "relevant":
        if convention.ap_divisor == "retrieved relevant":
            divisor = int(ranking.top(measure.cutoff).hits(measure.rel).sum())
        else:
            divisor = relevant if measure.cutoff is None else min(relevant, measure.cutoff)
        return replace(terms, divisor=divisor)
    if isinstance(measure, Precision) and measure.cutoff and convention.short_lists == "retrieved":
        return replace(terms, divisor=min(measure.cutoff, int(ranking.retrieved)))
    if isinstance(measure, FMeasure) and convention.f_parameter == "beta squared":
        beta_squared = ranking.number(float(measure.beta))
        hits = ranking.top(measure.cutoff).hits(measure.rel)
        ranks_read = measure.cutoff or int(ranking.retrieved)
        return Terms(hits * (1 + beta_squared), divisor=beta_squared * relevant + ranks_read)
    if isinstance(measure, RankBiasedPrecision) and convention.rbp_gain == "grade":
        return replace(terms, numerators=terms.numerators * np.maximum(ranking.top(measure.cutoff).grades, 0))
    return terms


def _terms_averaged_over_ties(measure: Measure, ranking: Rankings, group_sizes: list[int]) -> Terms:
    """Return the terms if tied documents are a group that is read at once, as in scikit-learn."""
    ends = np.cumsum(group_sizes)
    if isinstance(measure, AveragePrecision):
        hits = ranking.integers(ranking.top(measure.cutoff).hits(measure.rel))
        ends_read = np.unique(np.minimum(ends, len(hits)))
        found = np.cumsum(hits)[ends_read - 1]
        numerators = np.zeros_like(hits)
        numerators[ends_read - 1] = np.diff(found, prepend=0) * found
        return replace(measure.terms(ranking), numerators=numerators)
    if isinstance(measure, DiscountedCumulatedGain):
        gains = replace(measure, cutoff=None).terms(ranking).numerators
        sums = np.add.reduceat(gains, [0, *ends[:-1]]) * ranking.number(1)
        numerators = np.repeat(sums / np.array(group_sizes), group_sizes)
        return replace(measure.terms(ranking), numerators=numerators[: measure.cutoff])
    raise InputError(f"ties are averaged for AP, DCG and nDCG, not for {measure!r}; choose another order for ties")


def _order_line(
    documents: list[str], grades: list[int], group_sizes: list[int], convention: Convention, measure: Measure
) -> tuple[Line, ...]:
    """Return a line with the order of the documents if some are tied or missed documents were appended."""
    if not documents or (max(group_sizes) == 1 and convention.missed != "appended") or not measure.needs_order:
        return ()
    labels = [
        f"{document} {'✓' if max(grades) < 2 else grade}" if grade > 0 else document
        for document, grade in zip(documents, grades, strict=True)
    ]
    if convention.ties == "averaged":
        remaining = iter(labels)
        groups = [[next(remaining) for _ in range(size)] for size in group_sizes]
        labels = [f"({' = '.join(group)})" if len(group) > 1 else group[0] for group in groups]
    return (Sentence(f"order: {', '.join(labels)}"),)


def _sum_with_base(terms: Terms, base: float) -> Node:
    """Return the sum of DCG's terms with logarithms to another base."""
    fractions = [
        Ratio(Fraction(numerator), Log(int(denominator), base))
        for numerator, denominator in zip(terms.numerators, terms.denominators, strict=True)
        if numerator
    ]
    return Sum(*fractions, whole=True)


def _mean(
    measure: Measure | Mean, values: list[float | Fraction], convention: Convention
) -> tuple[float, Fraction | None, Line]:
    """Return the mean over topics as a float, as a fraction if there is one, and as a line of the calculation."""
    count = len(values)
    if isinstance(measure, Mean) and measure.epsilon is not None:
        epsilon = convention.epsilon
        geometric_mean = geometric(values, epsilon)
        lowest = Number(Typed(repr(epsilon)))
        factors = Product(*(lowest if float(value) < epsilon else Number(value) for value in values))
        return geometric_mean, None, equation(repr(measure), factors ** Ratio(1, count), worth=geometric_mean)
    names = {mean.measure: mean.name for mean in MEANS.values() if mean.epsilon is None}
    name = repr(measure) if isinstance(measure, Mean) else names.get(measure, f"mean {measure!r}")
    mean = arithmetic(values)
    total = Sum(*values) if count > 1 else Number(values[0])
    return float(mean), mean if isinstance(mean, Fraction) else None, equation(name, total / count, worth=mean)
