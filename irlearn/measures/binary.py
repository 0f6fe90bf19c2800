"""The measures that ask only whether a document is relevant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from irlearn.measures.base import BinaryMeasure, Measure, Terms, number_option, per_ranking
from irlearn.ranking import HIGHEST_GRADE, Rankings

_HIGHEST_BETA = 1_000_000  # its square still counts exactly beside the number of documents


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
    why = "It divides by what was read: all k ranks for P@k, filled or not, and all retrieved documents for P."
    source = "Cleverdon and Mills (1963)"
    counts = "ranks read"
    needs_order = False

    def terms(self, rankings: Rankings) -> Terms:
        top = rankings.top(self.cutoff)
        return Terms(top.hits(self.rel), divisor=self.cutoff or top.retrieved)


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
    counts = "relevant documents"
    needs_order = False

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

    beta: float = 1.0

    name = "F"
    title = "F-measure"
    formula = "F = (1 + β²) · P · R / (β² · P + R) = (1 + β²) · hits / (β² · relevant + read)"
    why = "A harmonic mean stays near the smaller of precision and recall, so neither can be bought with the other."
    source = "van Rijsbergen (1979)"
    counts = "β² · relevant documents + ranks read"
    needs_order = False

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


class AveragePrecision(BinaryMeasure):
    """AP is the precision at each relevant document's rank, added up and divided by all relevant documents. In 0..1.

    AP@k also divides by all relevant documents, as trec_eval does; some tools divide by min(relevant, k).
    Source: Harman (1993), Buckley and Voorhees (2000).

    >>> from irlearn import AP, Ranking
    >>> round(AP.of(Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8)), 4)
    0.6729
    """

    name = "AP"
    title = "average precision"
    formula = "AP = sum of the precision at the rank of each relevant document / all relevant documents"
    why = "AP divides by all relevant documents, found or not: a system that stops early must not gain by it."
    source = "Harman (1993); Buckley and Voorhees (2000)"
    counts = "relevant documents"

    def terms(self, rankings: Rankings) -> Terms:
        top = rankings.top(self.cutoff)
        hits = top.hits(self.rel)
        return Terms(hits * np.cumsum(hits, axis=-1), top.ranks, rankings.relevant(self.rel))


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

    def terms(self, rankings: Rankings) -> Terms:
        top = rankings.top(self.cutoff)
        return Terms(_first(top.hits(self.rel)), top.ranks)


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
    counts = "relevant documents"
    takes_cutoff = False

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

    def terms(self, rankings: Rankings) -> Terms:
        return Terms(_first(rankings.top(self.cutoff).hits(self.rel)))


@dataclass(frozen=True, repr=False)
class RankBiasedPrecision(BinaryMeasure):
    """RBP is the rate at which a reader who goes on to the next rank with probability `p` meets relevance. In 0..1.

    Source: Moffat and Zobel (2008).

    >>> from irlearn import RBP, Ranking
    >>> round(RBP(p=0.5).of(Ranking.parse("1 0 1")), 4)
    0.625
    """

    p: float = 0.8

    name = "RBP"
    title = "rank-biased precision"
    formula = "RBP = (1 − p) · sum of p^(rank − 1) over the ranks of relevant documents"
    why = "A reader who goes on with probability p reads 1 / (1 − p) documents on average, and RBP divides by that."
    source = "Moffat and Zobel (2008)"
    counts = "documents read on average, 1 / (1 − p)"
    by_hand = 1000

    def check(self) -> None:
        super().check()
        number_option(self, "p", self.p, "a probability above 0 and below 1", ok=lambda p: 0 < p < 1)

    def terms(self, rankings: Rankings) -> Terms:
        top = rankings.top(self.cutoff)
        p = rankings.number(self.p)
        return Terms(top.hits(self.rel) * np.power(p, top.ranks - 1), divisor=1 / (1 - p))


class BinaryPreference(BinaryMeasure):
    """Bpref is how seldom documents judged not relevant stand above relevant ones; unjudged ones do not count. In 0..1.

    Source: Buckley and Voorhees (2004), as trec_eval computes it.

    >>> from irlearn import Bpref, Ranking
    >>> Bpref.of(Ranking.parse("1 0 U 1", missed="0"))
    0.75
    """

    name = "Bpref"
    title = "binary preference"
    formula = "Bpref = sum over relevant retrieved of (1 − min(judged not relevant above, R) / min(N, R)) / R"
    why = "Only judged documents are compared, so a document that nobody judged neither helps nor harms."
    source = "Buckley and Voorhees (2004)"
    counts = "relevant documents"
    takes_cutoff = False

    def terms(self, rankings: Rankings) -> Terms:
        hits, relevant = rankings.hits(self.rel), rankings.relevant(self.rel)
        wrong = rankings.integers((rankings.grades >= 0) & (rankings.grades < self.rel))
        above = np.minimum(np.cumsum(wrong, axis=-1), per_ranking(relevant))
        most = per_ranking(np.maximum(np.minimum(rankings.not_relevant(self.rel), relevant), 1))
        return Terms(hits * (most - above), most, relevant)


@dataclass(frozen=True, repr=False)
class ExpectedSearchLength(BinaryMeasure):
    """ESL is the number of documents that a reader is expected to read to find `wanted` relevant ones. 1 or more.

    For one wanted document and a strict order it is the rank of the first relevant document (Lin et al., 2021). In a
    weak ordering, tied documents are met in random order (Cooper, 1968; Cooper counted only the documents read in
    vain, which is `wanted` less). Where the list holds too few relevant documents, or a cutoff parts the tied ones in
    which the search ends, ESL is not defined: nan.

    >>> from irlearn import ESL, Ranking
    >>> ESL.of(Ranking.parse("0 0 1")), ESL.of(Ranking.parse("(0 0 1)")), ESL(wanted=2).of(Ranking.parse("0 0 1"))
    (3.0, 2.0, nan)
    """

    wanted: int = 1

    name = "ESL"
    title = "expected search length"
    formula = "ESL = documents read until the wanted number of relevant ones is found"
    why = "Every rank down to the wanted document costs one document's reading time."
    source = "Cooper (1968); Lin, Campos, Craswell, Mitra and Yilmaz (2021)"

    def check(self) -> None:
        super().check()
        whole = isinstance(self.wanted, int | np.integer)
        allowed = "a whole number, 1 or more"
        number_option(self, "wanted", self.wanted, allowed, ok=lambda wanted: whole and 1 <= wanted <= HIGHEST_GRADE)

    def terms(self, rankings: Rankings) -> Terms:
        if rankings.levels is not None:
            return self._weak_terms(rankings)
        hits = rankings.top(self.cutoff).hits(self.rel)
        seen = np.cumsum(hits, axis=-1)
        return Terms(
            rankings.integers(seen - hits < self.wanted),
            defined=np.count_nonzero(hits, axis=-1) >= self.wanted,
        )

    def _weak_terms(self, rankings: Rankings) -> Terms:
        """Each rank's chance to be read.

        Drawing from t tied documents, r of them relevant, until s are found takes s (t + 1) / (r + 1) draws on
        average, which the t ranks share.
        """
        level = rankings.levels
        assert level is not None
        tied = np.bincount(level)
        found = np.bincount(level, weights=rankings.grades >= self.rel).astype(np.int64)
        before = np.cumsum(found) - found
        lacking = np.clip(self.wanted - before, 0, None)
        last = (lacking > 0) & (found >= lacking)
        numerators = np.where(last, lacking * (tied + 1), lacking > 0)[level]
        denominators = np.where(last, (found + 1) * tied, 1)[level]
        within = self.cutoff is None or np.cumsum(tied)[last].sum() <= self.cutoff
        top = slice(self.cutoff)
        return Terms(
            rankings.integers(numerators[top]),
            rankings.integers(denominators[top]),
            defined=bool(last.any() and within),
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
    counts = "documents retrieved"
    needs_order = False

    def terms(self, rankings: Rankings) -> Terms:
        top = rankings.top(self.cutoff)
        return Terms(top.hits(0), divisor=top.retrieved)
