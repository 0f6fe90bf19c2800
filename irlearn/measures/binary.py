"""The measures that ask only whether a document is relevant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from irlearn.measures.base import BinaryMeasure, Measure, Terms, canonical_spelling, number_option, option, per_ranking
from irlearn.ranking import Ranking, Rankings

_HIGHEST_BETA = 1_000_000  # its square still counts exactly beside the number of documents


COUNT = "count what stands above the line, and what divides it."
"""Where the calculation of a share begins."""
_BPREF = {
    **dict.fromkeys(["min", "min(n,r)", "min(r,n)", "trec_eval"], "min"),
    **dict.fromkeys(["r", "2004"], "R"),
    **dict.fromkeys(["r+10", "10+r", "bpref-10"], "R+10"),
}
FIRST_HIT = "go down the list to the first relevant document and write down its rank."
"""Where the calculation begins of what ends at a relevant document."""


def _first(hits: Any) -> Any:
    """1 at the first hit of each list, else 0."""
    length = hits.shape[-1]
    return hits * (np.arange(length) == per_ranking(np.argmax(hits != 0, axis=-1))) if length else hits


class Precision(BinaryMeasure):
    """P@k is the share of the first k ranks that hold a relevant document; P, of all retrieved documents. In 0..1.

    P@k divides by k even where fewer were retrieved. Source: Cleverdon and Mills (1963).

    >>> from irlearn import P, Ranking
    >>> (P @ 5).of(Ranking.parse("1 1 0 1"))
    0.6
    """

    name = "P"
    title = "precision"
    formula = "P@k = relevant documents in the first k ranks / k"
    why = "It divides by what was read: k ranks for P@k, all retrieved documents for P."
    source = "Cleverdon and Mills (1963)"
    divisor_meaning = "ranks read"
    reference_tool = "trec_eval"
    first_step = f"{COUNT} {formula}."
    needs_order = False

    def terms(self, rankings: Rankings) -> Terms:
        top = rankings.top(self.cutoff)
        return Terms(top.hits(self.rel), divisor=self.cutoff or top.retrieved)

    def _short(self, ranking: Ranking) -> bool:
        """Whether the list ends before the cutoff."""
        return self.cutoff is not None and self.cutoff > len(ranking)

    def tools_differ(self, ranking: Ranking) -> bool:
        return self._short(ranking) or super().tools_differ(ranking)

    def steps(self, ranking: Ranking) -> tuple[str, ...]:
        filled = "all {k} ranks, though only {retrieved:is|are} filled"
        return (
            "{unjudged}Count the relevant documents among those read.",
            "Precision divides by what is read, whatever the number of relevant documents: "
            + (f"{filled}." if self._short(ranking) else "the {k:rank} read."),
            "{found:relevant document} read; {k} divides.",
        )


class Recall(BinaryMeasure):
    """R@k is the share of all relevant documents that the first k ranks hold. In 0..1.

    Source: Cleverdon and Mills (1963).

    >>> from irlearn import R, Ranking
    >>> (R @ 5).of(Ranking.parse("1 1 0 1", relevant=5))
    0.6
    """

    name = "R"
    title = "recall"
    formula = "R@k = relevant documents in the first k ranks / all relevant documents"
    why = "It divides by all relevant documents, found or not."
    source = "Cleverdon and Mills (1963)"
    divisor_meaning = "relevant documents"
    needs = "relevant"
    reference_tool = "trec_eval"
    first_step = f"{COUNT} {formula}."
    needs_order = False
    hint_templates = (
        "{unjudged}Count the relevant documents among those read.",
        "Recall divides by the documents that could have been found, whatever the length of the list.",
        "{found:relevant document} found; {divides}.",
    )

    def terms(self, rankings: Rankings) -> Terms:
        return Terms(rankings.top(self.cutoff).hits(self.rel), divisor=rankings.relevant(self.rel))


@dataclass(frozen=True, repr=False)
class FMeasure(BinaryMeasure):
    """F is the weighted harmonic mean of precision and recall; recall counts `beta` times as much. In 0..1.

    F = (1 + beta²) P R / (beta² P + R), which is (1 + beta²) hits / (beta² relevant + read).
    Source: van Rijsbergen (1979).

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
    first_step = f"{COUNT} {formula}."
    needs_order = False

    @property
    def why(self) -> str:  # type: ignore[override]  # it depends on beta
        if self.beta == 1:
            return (
                "A harmonic mean is never above the arithmetic mean, and at most twice the smaller of precision and "
                "recall."
            )
        side = "recall" if self.beta > 1 else "precision"
        return f"F lies between precision and recall, and β = {self.beta:g} moves it towards {side}."

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
        below = (precision if square == 1 else given(square) * precision) + recall
        return given(1 + square) * precision * recall / below if below else Fraction(0)

    def steps(self, ranking: Ranking) -> tuple[str, ...]:  # noqa: ARG002 - they depend on beta
        precision, recall = "{found}/{k}", "{found}/{relevant}"
        square = Fraction(repr(float(self.beta))) ** 2
        formula, put = "2 · P · R, divided by P + R", f"2 · {precision} · {recall}, divided by {precision} + {recall}"
        if square != 1:
            formula = f"(1 + β²) · P · R, divided by β² · P + R, with β² = {square}"
            put = f"{1 + square} · {precision} · {recall}, divided by {square} · {precision} + {recall}"
        return (
            "{unjudged}Work out precision P and recall R first; they have the same count above the line.",
            f"P is {precision}, and R is {recall}.",
            f"F is {formula}.",
            f"Put in, this is {put}.",
        )


class ReciprocalRank(BinaryMeasure):
    """RR is 1 over the rank of the first relevant document, 0 where none was found. In 0..1.

    Source: Kantor and Voorhees (2000).

    >>> from irlearn import RR, Ranking
    >>> RR.of(Ranking.parse("0 1 1"))
    0.5
    """

    name = "RR"
    title = "reciprocal rank"
    formula = "RR = 1 / rank of the first relevant document"
    why = "Only the first relevant document counts; the steps between ranks shrink as the list goes on."
    source = "Kantor and Voorhees (2000)"
    value_type = "reciprocal"
    reference_tool = "trec_eval"
    first_step = FIRST_HIT
    stops_at_hit = True

    def terms(self, rankings: Rankings) -> Terms:
        top = rankings.top(self.cutoff)
        return Terms(_first(top.hits(self.rel)), top.ranks)

    def steps(self, ranking: Ranking) -> tuple[str, ...]:
        return (
            "{unjudged}Go down the list to the first relevant document, and stop.",
            "Its rank is what counts; the first document of the list has rank 1.",
            "The rank is {first}. RR is the reciprocal of this number."
            if self.of(ranking)
            else "No relevant document was read. Without one, no document earns anything.",
        )


class RPrecision(BinaryMeasure):
    """Rprec is the precision at rank R, where R is the number of relevant documents. In 0..1.

    Source: Harman (1993), Buckley and Voorhees (2005).

    >>> from irlearn import Rprec, Ranking
    >>> Rprec.of(Ranking.parse("1 0 1 1", relevant=4))
    0.75
    """

    name = "Rprec"
    title = "R-precision"
    formula = "Rprec = relevant documents in the first R ranks / R, for R relevant documents in all"
    why = "At rank R precision and recall are equal, and a list with all relevant documents first has 1."
    source = "Harman (1993); Buckley and Voorhees (2005)"
    divisor_meaning = "relevant documents"
    needs = "relevant"
    reference_tool = "trec_eval"
    first_step = f"{COUNT} {formula}."
    takes_cutoff = False
    hint_templates = (
        "{unjudged}R is the number of all relevant documents, found or not. What is it here?",
        "R is {relevant}. Read the first {relevant:rank} and nothing below them.",
        "Relevant documents stand at ranks {hit_ranks} of the list. How many of these are read? {relevant} divides.",
    )

    def terms(self, rankings: Rankings) -> Terms:
        relevant = rankings.relevant(self.rel)
        return Terms(rankings.hits(self.rel) * (rankings.ranks <= per_ranking(relevant)), divisor=relevant)


class Success(BinaryMeasure):
    """Success@k is 1 where the first k ranks hold a relevant document, else 0.

    >>> from irlearn import Success, Ranking
    >>> (Success @ 1).of(Ranking.parse("0 1")), (Success @ 2).of(Ranking.parse("0 1"))
    (0.0, 1.0)
    """

    name = "Success"
    title = "success"
    formula = "Success@k = 1 if the first k ranks hold a relevant document, else 0"
    why = "Its mean over topics is the share of topics that were answered."
    source = "Craswell and Hawking (2004)"
    value_type = "whole"
    reference_tool = "trec_eval"
    first_step = FIRST_HIT
    stops_at_hit = True

    def terms(self, rankings: Rankings) -> Terms:
        return Terms(_first(rankings.top(self.cutoff).hits(self.rel)))

    def steps(self, ranking: Ranking) -> tuple[str, ...]:
        return (
            "{unjudged}Go down the list to the first relevant document, and stop.",
            "How far down it stands does not matter, as long as it is among the ranks read.",
            "The first relevant document stands at rank {first}. Is it read?"
            if self.of(ranking)
            else "No relevant document was read. Without one, no document earns anything.",
        )


@dataclass(frozen=True, repr=False)
class BinaryPreference(BinaryMeasure):
    """Bpref is how seldom documents judged not relevant stand above relevant ones; unjudged ones do not count. In 0..1.

    With R relevant and N judged not relevant it divides by min(N, R), as trec_eval does; as it was published, by R
    (`divisor='R'`), and bpref-10 of the same paper by R + 10 (`divisor='R+10'`), each counting no more of those above.
    Source: Buckley and Voorhees (2004), as trec_eval computes it.

    >>> from irlearn import Bpref, Ranking
    >>> ranking = Ranking.parse("1 0 U 1", missed="1")
    >>> Bpref.of(ranking) == 1 / 3, Bpref(divisor="R").of(ranking) == (1 + 2 / 3) / 3
    (True, True)
    """

    divisor: str = option("min", "what the documents above are divided by, 'min' (min(N, R)), 'R' (2004) or 'R+10'")

    name = "Bpref"
    title = "binary preference"
    formula = "Bpref = sum over relevant retrieved of (1 − min(judged not relevant above, R) / min(N, R)) / R"
    why = "Only judged documents are compared, so a document that nobody judged neither helps nor harms."
    source = "Buckley and Voorhees (2004)"
    divisor_meaning = "relevant documents"
    needs = "grades"
    takes_cutoff = False

    def check(self) -> None:
        super().check()
        object.__setattr__(self, "divisor", canonical_spelling(self, "divisor", self.divisor, _BPREF))

    def steps(self, ranking: Ranking) -> tuple[str, ...]:  # noqa: ARG002 - they depend on the divisor
        least = {"min": "{least}", "R": "{relevant}", "R+10": "{relevant} + 10"}[self.divisor]
        most = "{relevant} + 10" if self.divisor == "R+10" else "{relevant}"
        return (
            "Strike out the documents that nobody judged; they neither help nor harm.",
            "For each relevant document of the list, count the documents judged not relevant above it.",
            (
                "{relevant} are relevant and {not_relevant} judged not relevant, so each count, "
                f"at most {most}, is divided by {least} and taken from 1."
            ),
            "Add these up over the relevant documents at ranks {hit_ranks}, and divide by {relevant}.",
        )

    def facts(self, ranking: Ranking) -> dict[str, Any]:
        relevant, others = (int(count(self.rel)) for count in (ranking.arrays.relevant, ranking.arrays.not_relevant))
        most = f"{min(relevant, others)}, the smaller of {relevant} relevant and {others} judged not relevant"
        divided = {"min": most, "R": f"all {relevant} relevant ones", "R+10": f"{relevant} + 10"}[self.divisor]
        named = {"as_printed": self(divisor="R"), "as_ten_more": self(divisor="R+10")}
        return {"most": divided, **{name: repr(measure) for name, measure in named.items()}}

    def terms(self, rankings: Rankings) -> Terms:
        hits, relevant = rankings.hits(self.rel), rankings.relevant(self.rel)
        wrong = rankings.integers((rankings.grades >= 0) & (rankings.grades < self.rel))
        counted = relevant + (10 if self.divisor == "R+10" else 0)
        above = np.minimum(np.cumsum(wrong, axis=-1), per_ranking(counted))
        least = np.minimum(rankings.not_relevant(self.rel), relevant) if self.divisor == "min" else counted
        most = per_ranking(np.maximum(least, 1))
        return Terms(hits * (most - above), most, relevant)

    @property
    def question_notes(self) -> tuple[str, ...]:
        least = "the number of all relevant ones or of all judged not relevant, whichever is smaller"
        least = {"min": least, "R": "the number of all relevant ones", "R+10": "all relevant ones and 10 more"}[
            self.divisor
        ]
        most = "all relevant ones and 10" if self.divisor == "R+10" else "all relevant ones"
        return (
            (
                "Each relevant document of the list earns 1 − n / m, where n counts the documents judged not relevant "
                f"above it, {most} at most, and m is {least}; the sum is divided by all relevant ones."
            ),
        )


class Judged(Measure):
    """Judged@k is the share of the retrieved documents down to rank k that somebody judged. In 0..1.

    Where fewer than k were retrieved it divides by those, as ir_measures does.

    >>> from irlearn import Judged, Ranking
    >>> (Judged @ 4).of(Ranking.parse("1 U 0 U 1"))
    0.5
    """

    name = "Judged"
    title = "judged share"
    formula = "Judged@k = judged documents in the first k ranks / documents retrieved there"
    why = "A low share warns that the other measures take much of this list on trust."
    source = "MacAvaney, Macdonald and Ounis (2022)"
    divisor_meaning = "documents retrieved"
    better = "neither"
    basis = "judgments"
    first_step = f"{COUNT} {formula}."
    needs_order = False
    hint_templates = (
        "A document judged not relevant is judged, too. Count the judged documents.",
        "Divide by the documents that are there to be read.",
        "Judged: {judged_there}. Retrieved there: {read}.",
    )

    def terms(self, rankings: Rankings) -> Terms:
        top = rankings.top(self.cutoff)
        return Terms(top.hits(0), divisor=top.retrieved)
