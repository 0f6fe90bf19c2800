"""A small run scored under a convention, worked out by hand, and which choice made the difference."""

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
from irlearn.formulas.page import Block, Formulas, Page, Prose
from irlearn.measures import Mean, Measure, as_measure
from irlearn.measures.average_precision import AveragePrecision
from irlearn.measures.base import Terms
from irlearn.measures.binary import FMeasure, Precision
from irlearn.measures.graded import DiscountedCumulatedGain, NormalizedDCG
from irlearn.measures.means import arithmetic, geometric
from irlearn.measures.registry import MEANS
from irlearn.measures.user_models import RankBiasedPrecision
from irlearn.ranking import Ranking
from irlearn.text.numbers import Typed
from irlearn.text.tables import Captioned, TableReport


@dataclass(frozen=True)
class ConventionScore(Page):
    """The number that a convention gives a run, and its calculation; in a notebook it shows the calculation.

    `value` is the mean over topics as a float, nan where there is no number; then `problem` says why, in a sentence.
    `fraction` is exact, or None where a logarithm or a root is left. `equations` is the calculation as trees, the
    result last.
    `queries` holds the value of each topic that was counted.

    >>> from irlearn.conventions import score
    >>> score("AP", {"q": {"m": 1}}, {"q": {"m": 1, "a": 1, "z": 1}}).lines
    ('order: z, m ✓, a', 'AP = (1/2) / 1 = 1/2 = 0.5')
    """

    value: float
    fraction: Fraction | None = None
    equations: tuple[Line, ...] = ()
    problem: str = ""
    queries: Mapping[str, float] = field(default_factory=dict)

    @property
    def lines(self) -> tuple[str, ...]:
        """The calculation as plain text."""
        return tuple(map(str, self.equations))

    @property
    def equation(self) -> str:
        """The last line of the calculation, or why there is none.

        >>> from irlearn.conventions import score
        >>> score("RR", {"q": {"a": 1}}, {"q": {"x": 2, "a": 1}}).equation
        'RR = 1/2 = 0.5'
        """
        return self.lines[-1] if self.lines else self.problem

    @property
    def title(self) -> str:
        """What is worked out."""
        return "A number by a convention"

    def blocks(self) -> list[Block]:
        """The calculation, or why there is none."""
        return [Formulas(self.equations) if self.equations else Prose(self.problem)]

    def same_as(self, other: ConventionScore) -> bool:
        """Whether both give the same number, or both give none.

        >>> from irlearn.conventions import score
        >>> score("RR", {"q": {"a": 1}}, {"q": {"a": 1}}).same_as(ConventionScore(1.0))
        True
        """
        if math.isnan(self.value) or math.isnan(other.value):
            return math.isnan(self.value) and math.isnan(other.value)
        return math.isclose(self.value, other.value, rel_tol=1e-12, abs_tol=1e-15)


@dataclass(frozen=True)
class Difference:
    """One choice that makes a convention's number differ from another's: the option, and the rule in a sentence.

    >>> from irlearn.conventions import SCIKIT_LEARN, differences
    >>> differences("AP", {"q": {"m": 1, "missed": 1}}, {"q": {"m": 1}}, SCIKIT_LEARN)[0].option
    'missed'
    """

    option: str
    rule: str


class Comparison(dict[str, tuple[ConventionScore, tuple[Difference, ...]]], TableReport):
    """What several conventions give for one run, by their names; in a notebook a table.

    >>> from irlearn.conventions import IRLEARN, compare
    >>> print(compare("RR", {"q": {"m": 1}}, {"q": {"m": 2, "z": 1}}, [IRLEARN]))
    by the choices of  calculation  what differs
    irlearn            RR = 1/1 = 1
    """

    _left = 3

    def _tables(self) -> list[Captioned]:
        rows = [[name, found.equation, " ".join(one.rule for one in made)] for name, (found, made) in self.items()]
        return [
            ("One run, by the choices of several tools", ["by the choices of", "calculation", "what differs"], rows)
        ]


Judgments = Mapping[str, Mapping[str, int]]
"""Grades as `{query: {document: grade}}`."""

Scored = Mapping[str, Mapping[str, float]]
"""A run as `{query: {document: score}}`, in the order in which it was read: some tools rank by that order."""


class _NoNumberError(Exception):
    """The tool gives no number here; the message says why."""


def score(
    measure: Measure | Mean | str, qrels: Judgments, run: Scored, convention: Convention = IRLEARN
) -> ConventionScore:
    """The number that `convention` gives `run`, averaged over topics, with the calculation.

    `qrels` is `{query: {document: grade}}` and `run` is `{query: {document: score}}`; the order of the dicts is the
    order of the input. Made for runs small enough to be read. Raises `InputError` where they cannot be used.

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
    """Which choices make the number of `convention` differ from that of `base`; none where they agree.

    A choice is named where it changes the number of `base` when it alone is taken over, or the number of `convention`
    when it alone is given up.

    >>> from irlearn.conventions import TREC_EVAL
    >>> qrels, run = {"1": {"a": 1}, "2": {"b": 1}}, {"1": {"a": 1}}
    >>> [found.rule for found in differences("MAP", qrels, run, TREC_EVAL)]
    ['A query that the run lacks is left out of the mean.']
    """
    return _differences(_Scorer(measure, qrels, run), convention, base)


def compare(
    measure: Measure | Mean | str,
    qrels: Judgments,
    run: Scored,
    conventions: Iterable[Convention],
    base: Convention = IRLEARN,
) -> Comparison:
    """For each convention, by its name: its outcome, and the choices that make it differ from that of `base`.

    In a notebook it is a table. The same as `score` and `differences` for each, in a fraction of the time.

    >>> from irlearn.conventions import RANX, TREC_EVAL
    >>> found = compare("AP", {"q": {"m": 1}}, {"q": {"m": 1, "z": 1}}, [TREC_EVAL, RANX])
    >>> {name: (outcome.value, len(differences)) for name, (outcome, differences) in found.items()}
    {'trec_eval': (0.5, 0), 'ranx': (1.0, 1)}
    """
    scorer = _Scorer(measure, qrels, run)
    return Comparison({one.name: (scorer(one), _differences(scorer, one, base)) for one in conventions})


class _Scorer:
    """One measure on one run, under any convention; what was worked out once is kept."""

    def __init__(self, measure: Measure | Mean | str, qrels: Judgments, run: Scored) -> None:
        self.wanted = as_measure(measure)
        _check(qrels, run)
        self._qrels, self._run = qrels, run
        single = self.wanted.per_query
        self.options = tuple(option for option in OPTIONS if isinstance(single, _ONLY.get(option, Measure)))
        self._known: dict[tuple[Any, ...], ConventionScore] = {}

    def has(self, convention: Convention) -> bool:
        return not convention.measures or self.wanted.name in convention.measures

    def __call__(self, convention: Convention) -> ConventionScore:
        if not self.has(convention):
            return ConventionScore(math.nan, problem=f"{convention.name} has no {self.wanted.name}.")
        key = tuple(convention.choices[option] for option in self.options)
        if key not in self._known:
            self._known[key] = _score(self.wanted, self._qrels, self._run, convention)
        return self._known[key]


_ONLY: dict[str, type[Measure]] = {
    "ap_divisor": AveragePrecision,
    "gain": DiscountedCumulatedGain,
    "log_base": DiscountedCumulatedGain,
    "below_zero": NormalizedDCG,
    "short_lists": Precision,
    "f_parameter": FMeasure,
    "rbp_gain": RankBiasedPrecision,
    "fewest": DiscountedCumulatedGain,
}
"""The options that matter to one kind of measure only."""


def _differences(scorer: _Scorer, convention: Convention, base: Convention) -> tuple[Difference, ...]:
    ours, theirs = scorer(base), scorer(convention)
    if ours.same_as(theirs) or not scorer.has(convention) or not scorer.has(base):
        return ()
    found = []
    mine, other = base.choices, convention.choices
    for option in scorer.options:
        if mine[option] != other[option]:
            taken = scorer(replace(base, **{option: other[option]}))
            given_up = scorer(replace(convention, **{option: mine[option]}))
            if not taken.same_as(ours) or not given_up.same_as(theirs):
                found.append(Difference(option, convention.rule(option)))
    return tuple(found)


def _check(qrels: Judgments, run: Scored) -> None:
    for what, given in (("the qrels", qrels), ("the run", run)):
        if not isinstance(given, Mapping) or not all(isinstance(documents, Mapping) for documents in given.values()):
            raise InputError(f"{what} must be a dict of dicts, as {{'q1': {{'d1': 1}}}}; given: {given!r}")
    Qrels.from_dict(qrels)
    Run.from_dict(run)


def _score(wanted: Measure | Mean, qrels: Judgments, run: Scored, convention: Convention) -> ConventionScore:
    measure = wanted.per_query
    try:
        workings = {
            query: _work(measure, judged, documents, convention)
            for query, judged, documents in _topics(measure, qrels, run, convention)
        }
    except _NoNumberError as stopped:
        return ConventionScore(math.nan, problem=str(stopped))
    if not workings:
        return ConventionScore(math.nan, problem="No query is left to average over.")
    values = {query: value for query, (_, value, _) in workings.items()}
    if len(workings) == 1 and (not isinstance(wanted, Mean) or wanted.epsilon is None) and len(qrels) == 1:
        ((lines, value, fraction),) = workings.values()
        return ConventionScore(value, fraction, lines, queries=values)
    per_topic = (prefixed(line, f"query {query}:") for query, (lines, _, _) in workings.items() for line in lines)
    parts = [value if fraction is None else fraction for _, value, fraction in workings.values()]
    value, fraction, line = _mean(wanted, parts, convention)
    return ConventionScore(value, fraction, (*per_topic, line), queries=values)


def _topics(
    measure: Measure, qrels: Judgments, run: Scored, convention: Convention
) -> list[tuple[str, Mapping[str, int], Mapping[str, float]]]:
    """The topics that count, each with its judgments and what the run retrieves for it."""
    if convention.matching == "by place":
        run = dict(zip(qrels, run.values(), strict=False))
    if convention.missing == "stops" and set(qrels) != set(run):
        raise _NoNumberError("It stops: the queries of the run are not those of the qrels.")
    topics: list[tuple[str, Mapping[str, int], Mapping[str, float]]] = []
    for query, judged in qrels.items():
        if convention.empty == "left out" and not any(grade >= measure.rel for grade in judged.values()):
            continue
        if query in run:
            topics.append((query, judged, _prepared(judged, run[query], convention)))
        elif convention.missing == "counts as 0":
            topics.append((query, judged, {}))
    return topics


def _prepared(judged: Mapping[str, int], documents: Mapping[str, float], convention: Convention) -> dict[str, float]:
    """The scores as the tool sees them."""
    scores = {document: float(value) for document, value in documents.items()}
    if convention.scores == "float32":
        scores = {document: float(np.float32(value)) for document, value in scores.items()}
    if convention.labels is not None:
        scores = {document: float(value >= convention.labels) for document, value in scores.items()}
    if convention.missed == "appended":
        below = min(scores.values(), default=0.0) - 1
        scores |= {document: below for document in judged if document not in scores}
    return scores


def _ordered(scores: Mapping[str, float], ties: str) -> list[str]:
    if ties == "doc_id descending":
        return sorted(scores, key=lambda document: (scores[document], document), reverse=True)
    if ties == "reversed input order":
        return sorted(scores, key=scores.__getitem__)[::-1]
    return sorted(scores, key=scores.__getitem__, reverse=True)  # stable: the order of the input


_KEPT = 15  # documents up to which "input order up to 15" keeps the order of ties


def _check_ties(measure: Measure, judged: Mapping[str, int], scores: Mapping[str, float], known: Any) -> None:
    """Raise where a measure has another value with the best of tied documents first than with the worst first.

    Every measure grows, or stays, when a better document moves up; so all other orders are between the two.
    """
    values = []
    for side in (1, -1):
        ordered = sorted(scores, key=lambda name: (scores[name], side * judged.get(name, -1)), reverse=True)
        grades = [max(judged.get(document, -1), -1) for document in ordered]
        values.append(measure.of(Ranking(grades, known, documents=ordered)))
    if not math.isclose(*values, rel_tol=1e-12):
        raise _NoNumberError(
            f"No number can be predicted: of more than {_KEPT} documents the sort keeps no order of ties, and their "
            "order changes the value here."
        )


def _work(
    measure: Measure, judged: Mapping[str, int], scores: Mapping[str, float], convention: Convention
) -> tuple[tuple[Line, ...], float, Fraction | None]:
    """One topic: the lines of its calculation, its value, and the fraction where it is one."""
    documents = _ordered(scores, convention.ties)
    graded = isinstance(measure, DiscountedCumulatedGain)
    negative = any(judged.get(document, 0) < 0 for document in documents)
    if negative and convention.below_zero == "stops" and isinstance(measure, NormalizedDCG):
        raise _NoNumberError("It stops: a grade is below 0.")
    if graded and len(documents) < convention.fewest:
        raise _NoNumberError(f"It stops: a list has fewer than {convention.fewest} documents.")
    grades = [max(judged.get(document, -1), -1) for document in documents]
    known = [grade for grade in judged.values() if grade >= 0] if convention.missed != "left out" else None
    ranking = Ranking(grades, known, documents=documents)
    if convention.ties == "input order up to 15" and len(documents) > _KEPT:
        _check_ties(measure, judged, scores, known)
    groups = [len(list(group)) for _, group in groupby(scores[document] for document in documents)]
    chosen = measure(dcg="exp-log2") if graded and convention.gain == "exponential" else measure
    terms = _terms(chosen, ranking, groups, convention)
    order = _order(documents, grades, groups, convention, measure)
    name = repr(measure)
    if graded and not isinstance(measure, NormalizedDCG) and convention.log_base != 2:
        total = _other_base(terms, convention.log_base)
        return (*order, equation(name, total, worth=total.value)), total.value, None
    above = f"DCG@{measure.cutoff}" if measure.cutoff else "DCG"
    done = write_out(terms, name, above=above, counts=measure.divisor_meaning)
    return (*order, *done.equations), done.value, done.fraction


def _terms(measure: Measure, ranking: Ranking, groups: list[int], convention: Convention) -> Terms:
    """The measure's own terms, changed where the convention departs from them."""
    if convention.ties == "averaged" and max(groups, default=1) > 1 and (measure.needs_order or measure.cutoff):
        terms = _shared(measure, ranking, groups)
    else:
        terms = measure.terms(ranking.exact)
    relevant = int(ranking.exact.relevant(measure.rel))
    if isinstance(measure, AveragePrecision) and convention.ap_divisor != "relevant":
        found = int(ranking.exact.top(measure.cutoff).hits(measure.rel).sum())
        smaller = relevant if measure.cutoff is None else min(relevant, measure.cutoff)
        return replace(terms, divisor=found if convention.ap_divisor == "retrieved relevant" else smaller)
    if isinstance(measure, Precision) and measure.cutoff and convention.short_lists == "retrieved":
        return replace(terms, divisor=min(measure.cutoff, len(ranking)))
    if isinstance(measure, FMeasure) and convention.f_parameter == "beta squared":
        square = Fraction(repr(float(measure.beta)))
        top = ranking.exact.top(measure.cutoff)
        read = measure.cutoff or len(ranking)
        return Terms(top.hits(measure.rel) * (1 + square), divisor=square * relevant + read)
    if isinstance(measure, RankBiasedPrecision) and convention.rbp_gain == "grade":
        return replace(terms, numerators=terms.numerators * np.maximum(ranking.exact.top(measure.cutoff).grades, 0))
    return terms


def _shared(measure: Measure, ranking: Ranking, groups: list[int]) -> Terms:
    """The terms where tied documents form a group that is read as one."""
    ends = np.cumsum(groups)
    if isinstance(measure, AveragePrecision):
        hits = ranking.exact.top(measure.cutoff).hits(measure.rel)
        numerators = np.zeros(len(hits), dtype=object)
        for start, end in zip([0, *ends[:-1]], np.minimum(ends, len(hits)), strict=True):
            if start < len(hits):
                numerators[end - 1] = int(hits[start:end].sum()) * int(hits[:end].sum())
        return replace(measure.terms(ranking.exact), numerators=numerators)
    if isinstance(measure, DiscountedCumulatedGain):
        gains = replace(measure, cutoff=None).terms(ranking.exact).numerators
        means = [Fraction(gains[end - size : end].sum()) / size for end, size in zip(ends, groups, strict=True)]
        spread = np.array([mean for mean, size in zip(means, groups, strict=True) for _ in range(size)], dtype=object)
        return replace(measure.terms(ranking.exact), numerators=spread[: measure.cutoff])
    raise InputError(f"ties are averaged for AP, DCG and nDCG, not for {measure!r}; choose another order for ties")


def _order(
    documents: list[str], grades: list[int], groups: list[int], convention: Convention, measure: Measure
) -> tuple[Line, ...]:
    """The order that the tool sees, told where documents are tied or the list is not the run's own."""
    if not documents or (max(groups) == 1 and convention.missed != "appended") or not measure.needs_order:
        return ()
    named = [
        f"{document} {'✓' if max(grades) < 2 else grade}" if grade > 0 else document
        for document, grade in zip(documents, grades, strict=True)
    ]
    if convention.ties == "averaged":
        places = iter(named)
        together = [[next(places) for _ in range(size)] for size in groups]
        named = [f"({' = '.join(tied)})" if len(tied) > 1 else tied[0] for tied in together]
    return (Sentence(f"order: {', '.join(named)}"),)


def _other_base(terms: Terms, base: float) -> Node:
    """DCG with its discount to another base."""
    parts = [(n, int(d)) for n, d in zip(terms.numerators, terms.denominators, strict=True) if n]
    return Sum(*(Ratio(Fraction(n), Log(d, base)) for n, d in parts), whole=True)


def _mean(
    wanted: Measure | Mean, values: list[float | Fraction], convention: Convention
) -> tuple[float, Fraction | None, Line]:
    """The mean over topics, as a float, as a fraction where it is one, and written out."""
    count = len(values)
    if isinstance(wanted, Mean) and wanted.epsilon is not None:
        epsilon = convention.epsilon
        value = geometric(values, epsilon)
        least = Number(Typed(repr(epsilon)))
        factors = Product(*(least if float(one) < epsilon else Number(one) for one in values))
        return value, None, equation(repr(wanted), factors ** Ratio(1, count), worth=value)
    named = {mean.measure: mean.name for mean in MEANS.values() if mean.epsilon is None}
    name = repr(wanted) if isinstance(wanted, Mean) else named.get(wanted, f"mean {wanted!r}")
    mean = arithmetic(values)
    total = Sum(*values) if count > 1 else Number(values[0])
    return float(mean), mean if isinstance(mean, Fraction) else None, equation(name, total / count, worth=mean)
