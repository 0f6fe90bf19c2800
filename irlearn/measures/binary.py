"""The measures that ask only whether a document is relevant: P, R, F, RR, Rprec, Success, Bpref; and Judged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from irlearn.measures.base import BinaryMeasure, Measure, Terms, canonical_spelling, number_option, option, per_ranking
from irlearn.ranking import Ranking, Rankings

RATIO_FIRST_STEP = "find the numerator, then the denominator."
"""First step of the hand calculation of a ratio of two counts."""

_FIRST_HIT_STEP = "go down the list to the first relevant document and write down its rank."
_HIGHEST_BETA = 1_000_000  # The square of a larger beta would cause rounding errors larger than a document.
_BPREF_DIVISORS = {
    **dict.fromkeys(["min", "min(n,r)", "min(r,n)", "trec_eval"], "min"),
    **dict.fromkeys(["r", "2004"], "R"),
    **dict.fromkeys(["r+10", "10+r", "bpref-10"], "R+10"),
}


class Precision(BinaryMeasure):
    """Precision (P): the share of relevant documents among those read.

    ::

        P@k = relevant documents in the first k ranks / k
        P   = relevant documents retrieved / documents retrieved

    Parameters
    ----------
    rel : int, default 1
        Lowest grade that counts as relevant.
    cutoff : int, optional
        Number of ranks read, usually written ``P @ 5``. By default all retrieved documents are read.

    Notes
    -----
    P@k divides by k even if fewer documents were retrieved, as in trec_eval and ir_measures. trec_eval's set_P and
    ranx's ``precision`` divide by the number of retrieved documents.

    References
    ----------
    Cleverdon and Mills (1963).

    Examples
    --------
    >>> from irlearn import P, Ranking
    >>> (P @ 5).of(Ranking.parse("1 1 0 1"))
    0.6
    """

    name = "P"
    title = "precision"
    formula = "P@k = relevant documents in the first k ranks / k"
    why = "Precision divides by what was read: k ranks for P@k, all retrieved documents for P."
    source = "Cleverdon and Mills (1963)"
    divisor_meaning = "ranks read"
    reference_tool = "trec_eval"
    first_step = f"{RATIO_FIRST_STEP} {formula}."
    needs_order = False

    def terms(self, rankings: Rankings) -> Terms:
        top = rankings.top(self.cutoff)
        return Terms(top.hits(self.rel), divisor=self.cutoff or top.retrieved)

    def _ends_before_cutoff(self, ranking: Ranking) -> bool:
        return self.cutoff is not None and self.cutoff > len(ranking)

    def tools_differ(self, ranking: Ranking) -> bool:
        return self._ends_before_cutoff(ranking) or super().tools_differ(ranking)

    def steps(self, ranking: Ranking) -> tuple[str, ...]:
        if self._ends_before_cutoff(ranking):
            ranks_read = "all {k} ranks here, although the list fills only {retrieved}"
        else:
            ranks_read = "{k:rank} here"
        return (
            "{unjudged}Count the relevant documents among those read.",
            f"Precision divides by what is read, no matter how many documents are relevant: {ranks_read}.",
            "{found:relevant document is|relevant documents are} read. Divide by {k}.",
        )


class Recall(BinaryMeasure):
    """Recall (R): the share of all relevant documents that are read.

    ::

        R@k = relevant documents in the first k ranks / all relevant documents

    Parameters
    ----------
    rel : int, default 1
        Lowest grade that counts as relevant.
    cutoff : int, optional
        Number of ranks read, usually written ``R @ 5``. By default all retrieved documents are read.

    References
    ----------
    Cleverdon and Mills (1963).

    Examples
    --------
    >>> from irlearn import R, Ranking
    >>> (R @ 5).of(Ranking.parse("1 1 0 1", relevant=5))
    0.6
    """

    name = "R"
    title = "recall"
    formula = "R@k = relevant documents in the first k ranks / all relevant documents"
    why = "Recall divides by all relevant documents, found or not."
    source = "Cleverdon and Mills (1963)"
    divisor_meaning = "relevant documents"
    needs = "relevant"
    reference_tool = "trec_eval"
    first_step = f"{RATIO_FIRST_STEP} {formula}."
    needs_order = False
    hint_templates = (
        "{unjudged}Count the relevant documents among those read.",
        "Recall divides by the documents that could have been found, no matter how long the list is.",
        "{found:relevant document is|relevant documents are} read. Divide by {divides}.",
    )

    def terms(self, rankings: Rankings) -> Terms:
        return Terms(rankings.top(self.cutoff).hits(self.rel), divisor=rankings.relevant(self.rel))


@dataclass(frozen=True, repr=False)
class FMeasure(BinaryMeasure):
    """F-measure (F): the weighted harmonic mean of precision P and recall R.

    ::

        F = (1 + β²) · P · R / (β² · P + R)
          = (1 + β²) · relevant documents read / (β² · all relevant documents + documents read)

    Parameters
    ----------
    rel : int, default 1
        Lowest grade that counts as relevant.
    beta : float, default 1.0
        How many times as much recall counts as precision; above 0 and at most 1,000,000.
    cutoff : int, optional
        Number of ranks read, usually written ``F @ 5``. By default all retrieved documents are read.

    Notes
    -----
    trec_eval and ir_measures take the parameter of their F for β², not for β.

    References
    ----------
    van Rijsbergen (1979).

    Examples
    --------
    >>> from irlearn import F, Ranking
    >>> round(F(beta=2).of(Ranking.parse("1 1 0 1", relevant=5)), 4)
    0.625
    """

    beta: float = option(1.0, "how many times as much recall counts as precision")

    name = "F"
    title = "F-measure"
    formula = "F = (1 + β²) · P · R / (β² · P + R) = (1 + β²) · hits / (β² · relevant + read)"
    source = "van Rijsbergen (1979)"
    divisor_meaning = "β² · relevant documents + ranks read"
    needs = "relevant"
    reference_tool = "trec_eval"
    first_step = f"{RATIO_FIRST_STEP} {formula}."
    needs_order = False

    @property
    def why(self) -> str:  # type: ignore[override]  # The sentence depends on beta.
        if self.beta == 1:
            return "F is at most the arithmetic mean of precision and recall, and at most twice the smaller of them."
        side = "recall" if self.beta > 1 else "precision"
        return f"F is between precision and recall, and β = {self.beta:g} moves it toward {side}."

    @property
    def phrase(self) -> str:
        return super().phrase if self.beta == 1 else f"{self.short_name} with β = {self.beta:g}"

    def check(self) -> None:
        super().check()
        allowed = f"a number above 0, at most {_HIGHEST_BETA:,}"
        number_option(self, "beta", self.beta, allowed, ok=lambda beta: 0 < beta <= _HIGHEST_BETA)

    def terms(self, rankings: Rankings) -> Terms:
        top = rankings.top(self.cutoff)
        square = rankings.number(self.beta) ** 2
        read = self.cutoff or rankings.integers(top.retrieved)
        return Terms(top.hits(self.rel) * (1 + square), divisor=square * rankings.relevant(self.rel) + read)

    def parts(self) -> tuple[Measure, ...]:
        return Precision(rel=self.rel, cutoff=self.cutoff), Recall(rel=self.rel, cutoff=self.cutoff)

    def combine(self, *parts: Any, given: Callable[[Fraction], Any] = Fraction) -> Any:
        precision, recall = parts
        square = Fraction(repr(float(self.beta))) ** 2
        denominator = (precision if square == 1 else given(square) * precision) + recall
        return given(1 + square) * precision * recall / denominator if denominator else Fraction(0)

    def steps(self, ranking: Ranking) -> tuple[str, ...]:  # noqa: ARG002 - the steps depend on beta alone
        precision, recall = "{found}/{k}", "{found}/{relevant}"
        square = Fraction(repr(float(self.beta))) ** 2
        if square == 1:
            formula = "2 · P · R, divided by P + R"
            substituted = f"2 · {precision} · {recall}, divided by {precision} + {recall}"
        else:
            formula = f"(1 + β²) · P · R, divided by β² · P + R, with β² = {square}"
            substituted = f"{1 + square} · {precision} · {recall}, divided by {square} · {precision} + {recall}"
        return (
            "{unjudged}First compute precision P and recall R; they have the same numerator.",
            f"P is {precision}, and R is {recall}.",
            f"F is {formula}.",
            f"With these values, F is {substituted}.",
        )


class ReciprocalRank(BinaryMeasure):
    """Reciprocal rank (RR): 1 / the rank of the first relevant document, or 0 if no relevant document is read.

    The mean of RR over topics is `irlearn.MRR`.

    Parameters
    ----------
    rel : int, default 1
        Lowest grade that counts as relevant.
    cutoff : int, optional
        Number of ranks read, usually written ``RR @ 10``. By default the whole list is read.

    References
    ----------
    Kantor and Voorhees (2000).

    Examples
    --------
    >>> from irlearn import RR, Ranking
    >>> RR.of(Ranking.parse("0 1 1"))
    0.5
    """

    name = "RR"
    title = "reciprocal rank"
    formula = "RR = 1 / rank of the first relevant document"
    why = "Only the first relevant document counts, and moving it by one rank matters less further down the list."
    source = "Kantor and Voorhees (2000)"
    value_type = "reciprocal"
    reference_tool = "trec_eval"
    first_step = _FIRST_HIT_STEP
    stops_at_hit = True

    def terms(self, rankings: Rankings) -> Terms:
        top = rankings.top(self.cutoff)
        return Terms(_first_hit(top.hits(self.rel)), top.ranks)

    def steps(self, ranking: Ranking) -> tuple[str, ...]:
        return (
            "{unjudged}Go down the list to the first relevant document, and stop.",
            "Only its rank counts; the first document of the list has rank 1.",
            "The rank is {first}. RR is the reciprocal of this number."
            if self.of(ranking)
            else "No relevant document was read, so there is nothing to count.",
        )


class RPrecision(BinaryMeasure):
    """R-precision (Rprec): precision at rank R, where R is the number of all relevant documents.

    ::

        Rprec = relevant documents in the first R ranks / R

    Parameters
    ----------
    rel : int, default 1
        Lowest grade that counts as relevant.

    Notes
    -----
    Rprec takes no cutoff, because R is the cutoff. At rank R precision and recall are equal.

    References
    ----------
    Harman (1993); Buckley and Voorhees (2005).

    Examples
    --------
    >>> from irlearn import Rprec, Ranking
    >>> Rprec.of(Ranking.parse("1 0 1 1", relevant=4))
    0.75
    """

    name = "Rprec"
    title = "R-precision"
    formula = "Rprec = relevant documents in the first R ranks / R, for R relevant documents in all"
    why = "At rank R precision and recall are equal, and a list with all relevant documents first has the value 1."
    source = "Harman (1993); Buckley and Voorhees (2005)"
    divisor_meaning = "relevant documents"
    needs = "relevant"
    reference_tool = "trec_eval"
    first_step = f"{RATIO_FIRST_STEP} {formula}."
    takes_cutoff = False
    hint_templates = (
        "{unjudged}R is the number of all relevant documents, found or not. What is R here?",
        "R is {relevant}. Read the first {relevant:rank} and nothing below them.",
        "The list has relevant documents at ranks {hit_ranks}. Count those down to rank {relevant}, and divide by it.",
    )

    def terms(self, rankings: Rankings) -> Terms:
        relevant = rankings.relevant(self.rel)
        return Terms(rankings.hits(self.rel) * (rankings.ranks <= per_ranking(relevant)), divisor=relevant)


class Success(BinaryMeasure):
    """Success: 1 if the first k ranks hold a relevant document, else 0.

    Its mean over topics is the share of topics that were answered. Other programs call it hit rate.

    Parameters
    ----------
    rel : int, default 1
        Lowest grade that counts as relevant.
    cutoff : int, optional
        Number of ranks read, usually written ``Success @ 1``. By default the whole list is read.

    References
    ----------
    Craswell and Hawking (2004).

    Examples
    --------
    >>> from irlearn import Success, Ranking
    >>> (Success @ 1).of(Ranking.parse("0 1")), (Success @ 2).of(Ranking.parse("0 1"))
    (0.0, 1.0)
    """

    name = "Success"
    title = "success"
    formula = "Success@k = 1 if the first k ranks hold a relevant document, else 0"
    why = "The mean of success over topics is the share of topics that were answered."
    source = "Craswell and Hawking (2004)"
    value_type = "whole"
    reference_tool = "trec_eval"
    first_step = _FIRST_HIT_STEP
    stops_at_hit = True

    def terms(self, rankings: Rankings) -> Terms:
        return Terms(_first_hit(rankings.top(self.cutoff).hits(self.rel)))

    def steps(self, ranking: Ranking) -> tuple[str, ...]:
        return (
            "{unjudged}Go down the list to the first relevant document, and stop.",
            "Its rank does not matter, as long as it is among the ranks read.",
            "The first relevant document is at rank {first}. Is this rank read?"
            if self.of(ranking)
            else "No relevant document was read, so there is nothing to count.",
        )


@dataclass(frozen=True, repr=False)
class BinaryPreference(BinaryMeasure):
    """Binary preference (Bpref): how seldom documents judged not relevant are ranked above relevant ones.

    ::

        Bpref = sum over relevant retrieved documents of (1 - min(n, R) / min(N, R)) / R

    Here n is the number of documents judged not relevant above the relevant one, R the number of relevant documents and
    N the number of documents judged not relevant. Unjudged documents are ignored.

    Parameters
    ----------
    rel : int, default 1
        Lowest grade that counts as relevant.
    divisor : {'min', 'R', 'R+10'}, default 'min'
        What n is divided by: min(N, R) as in trec_eval, R as published, or R + 10 (bpref-10 of the same paper). With
        the last two, n is capped at the divisor.

    Notes
    -----
    Bpref takes no cutoff.

    References
    ----------
    Buckley and Voorhees (2004).

    Examples
    --------
    >>> from irlearn import Bpref, Ranking
    >>> ranking = Ranking.parse("1 0 U 1", missed="1")
    >>> Bpref.of(ranking) == 1 / 3, Bpref(divisor="R").of(ranking) == (1 + 2 / 3) / 3
    (True, True)
    """

    divisor: str = option("min", "what the documents above are divided by, 'min' (min(N, R)), 'R' (2004) or 'R+10'")

    name = "Bpref"
    title = "binary preference"
    formula = "Bpref = sum over relevant retrieved of (1 − min(judged not relevant above, R) / min(N, R)) / R"
    why = "Only judged documents are compared, so an unjudged document neither helps nor harms."
    source = "Buckley and Voorhees (2004)"
    divisor_meaning = "relevant documents"
    needs = "grades"
    takes_cutoff = False

    def check(self) -> None:
        super().check()
        object.__setattr__(self, "divisor", canonical_spelling(self, "divisor", self.divisor, _BPREF_DIVISORS))

    def steps(self, ranking: Ranking) -> tuple[str, ...]:  # noqa: ARG002 - the steps depend on the divisor alone
        divisor = {"min": "{least}", "R": "{relevant}", "R+10": "{relevant} + 10"}[self.divisor]
        most = "{relevant} + 10" if self.divisor == "R+10" else "{relevant}"
        return (
            "Delete the unjudged documents, because they neither help nor harm.",
            "For each relevant document of the list, count the documents judged not relevant above it.",
            (
                "In all, {relevant} are relevant and {not_relevant} judged not relevant. Divide each count, "
                f"at most {most}, by {divisor}, and subtract the result from 1."
            ),
            "Add these terms for the relevant documents at ranks {hit_ranks}, and divide the sum by {relevant}.",
        )

    def facts(self, ranking: Ranking) -> dict[str, Any]:
        relevant = int(ranking.arrays.relevant(self.rel))
        not_relevant = int(ranking.arrays.not_relevant(self.rel))
        smaller = min(relevant, not_relevant)
        divisors = {
            "min": f"{smaller}, the smaller of {relevant} relevant and {not_relevant} judged not relevant",
            "R": f"{relevant}, the number of relevant documents",
            "R+10": f"{relevant} + 10",
        }
        return {
            "most": divisors[self.divisor],
            "as_printed": repr(self(divisor="R")),
            "as_ten_more": repr(self(divisor="R+10")),
        }

    def terms(self, rankings: Rankings) -> Terms:
        hits, relevant = rankings.hits(self.rel), rankings.relevant(self.rel)
        not_relevant = rankings.integers((rankings.grades >= 0) & (rankings.grades < self.rel))
        most_counted = relevant + (10 if self.divisor == "R+10" else 0)
        above = np.minimum(np.cumsum(not_relevant, axis=-1), per_ranking(most_counted))
        divisor = np.minimum(rankings.not_relevant(self.rel), relevant) if self.divisor == "min" else most_counted
        denominator = per_ranking(np.maximum(divisor, 1))
        return Terms(hits * (denominator - above), denominator, relevant)

    @property
    def question_notes(self) -> tuple[str, ...]:
        divisors = {
            "min": "the number of all relevant documents or of all documents judged not relevant, whichever is smaller",
            "R": "the number of all relevant documents",
            "R+10": "the number of all relevant documents plus 10",
        }
        most = "the number of all relevant documents" + " plus 10" * (self.divisor == "R+10")
        return (
            (
                "Each relevant document of the list earns 1 − n / m, where n counts the documents judged not relevant "
                f"above it, up to {most}, and m is {divisors[self.divisor]}. The sum is divided by the number of all "
                "relevant documents."
            ),
        )


class Judged(Measure):
    """Judged: the share of judged documents among the retrieved documents down to rank k.

    ::

        Judged@k = judged documents in the first k ranks / documents retrieved in the first k ranks

    Parameters
    ----------
    cutoff : int, optional
        Number of ranks read, usually written ``Judged @ 10``. By default all retrieved documents are read.

    Notes
    -----
    If fewer than k documents were retrieved, the divisor is the number of retrieved documents, as in ir_measures.

    References
    ----------
    MacAvaney, Macdonald and Ounis (2022).

    Examples
    --------
    >>> from irlearn import Judged, Ranking
    >>> (Judged @ 4).of(Ranking.parse("1 U 0 U 1"))
    0.5
    """

    name = "Judged"
    title = "judged share"
    formula = "Judged@k = judged documents in the first k ranks / documents retrieved there"
    why = "A low share is a warning: the other measures only assume that the rest of the list is not relevant."
    source = "MacAvaney, Macdonald and Ounis (2022)"
    divisor_meaning = "documents retrieved"
    better = "neither"
    basis = "judgments"
    first_step = f"{RATIO_FIRST_STEP} {formula}."
    needs_order = False
    hint_templates = (
        "A document judged not relevant is judged, too. Count the judged documents.",
        "Divide by the number of documents retrieved there.",
        "Judged documents: {judged_there}. Documents retrieved there: {read}.",
    )

    def terms(self, rankings: Rankings) -> Terms:
        top = rankings.top(self.cutoff)
        return Terms(top.hits(0), divisor=top.retrieved)


def _first_hit(hits: Any) -> Any:
    """Return 1 at the first hit of each list and 0 elsewhere."""
    if not hits.shape[-1]:
        return hits
    return hits * (np.arange(hits.shape[-1]) == per_ranking(np.argmax(hits != 0, axis=-1)))
