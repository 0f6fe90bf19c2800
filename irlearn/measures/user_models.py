"""The measures that follow a reader down the list, who goes on or stops."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.measures.base import BinaryMeasure, Measure, Terms, number_option, option, per_ranking
from irlearn.measures.graded import HIGHEST_EXPONENT, check_grades, worth
from irlearn.ranking import HIGHEST_GRADE, Ranking, Rankings
from irlearn.text.english import comma_list, count_noun
from irlearn.text.numbers import decimal

_NUMBERS = ("no", "one", "two", "three", "four")


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

    wanted: int = option(1, "how many relevant documents the reader wants")

    name = "ESL"
    title = "expected search length"
    formula = "ESL = documents read until the wanted number of relevant ones is found"
    why = "Every rank down to the wanted document costs one document's reading time."
    source = "Cooper (1968); Lin, Campos, Craswell, Mitra and Yilmaz (2021)"
    range = (1.0, math.inf)
    better = "lower"
    first_step = "go down the list until the wanted number of relevant documents is found."
    stops_at_hit = True

    _counted = "that a reader is expected to read"

    @property
    def phrase(self) -> str:
        number = _NUMBERS[self.wanted] if self.wanted < len(_NUMBERS) else f"{self.wanted:,}"
        found = "the first relevant document is" if self.wanted == 1 else f"{number} relevant documents are"
        return f"{self.short_name}, the number of documents {self._counted} until {found} found"

    @property
    def undefined(self) -> str:
        return f"the list holds fewer than the {self.wanted} relevant wanted"

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

        The level in which the search ends holds r relevant documents, of which i are still wanted. A relevant one is
        read if it is among the first i of the r, with chance i/r. Another one is read if it comes before the i-th of
        them, with chance i/(r + 1): it falls into each of the r + 1 gaps around them alike. Together the t documents
        of the level add i (t + 1) / (r + 1).
        """
        level = rankings.levels
        assert level is not None
        tied = np.bincount(level)
        relevant = rankings.grades >= self.rel
        found = np.bincount(level, weights=relevant).astype(np.int64)
        before = np.cumsum(found) - found
        lacking = np.clip(self.wanted - before, 0, None)
        last = (lacking > 0) & (found >= lacking)
        partly = last[level] & ~(relevant & (found == lacking)[level])
        numerators = np.where(partly, lacking[level], (lacking > 0)[level])
        denominators = np.where(partly, found[level] + ~relevant, 1)
        within = self.cutoff is None or np.cumsum(tied)[last].sum() <= self.cutoff
        top = slice(self.cutoff)
        return Terms(
            rankings.integers(numerators[top]),
            rankings.integers(denominators[top]),
            defined=bool(last.any() and within),
        )

    def facts(self, ranking: Ranking) -> dict[str, Any]:  # noqa: ARG002 - it is the same for all
        both = {"cooper": CooperSearchLength, "as_esl": ExpectedSearchLength}
        return {name: repr(kind(**self.options, cutoff=self.cutoff)) for name, kind in both.items()}

    def steps(self, ranking: Ranking) -> tuple[str, ...]:
        found = count_noun(self.wanted, "relevant document is", "relevant documents are")
        search = f"Go down the list until {found} found."
        if not ranking.ties:
            return search, "Every document that is read counts, the relevant ones too.", "Hits are at {hit_ranks}."
        return (
            f"{search} In which group of tied documents does the last of them stand?",
            (
                "Groups above it are read as a whole. In it, r documents are relevant and i of them still wanted: each "
                "relevant one is read with chance i/r, each other one with chance i/(r + 1)."
            ),
            "So a group of t documents adds i · (t + 1) / (r + 1) on average.",
        )


class CooperSearchLength(ExpectedSearchLength):
    """CooperESL is the number of documents that a reader is expected to read in vain to find `wanted` relevant ones.

    0 or more. It counts the documents that are not relevant, as Cooper (1968) did, and is ESL less `wanted`; tied
    documents are met in random order. Where the list holds too few relevant documents it is not defined: nan.

    >>> from irlearn.measures import CooperESL
    >>> CooperESL.of(Ranking.parse("0 0 1")), CooperESL(wanted=2).of(Ranking.parse("1 (0 1 0)"))
    (2.0, 1.0)
    """

    name = "CooperESL"
    title = "expected search length of Cooper"
    formula = "CooperESL = documents read in vain until the wanted number of relevant ones is found"
    why = "Only a document that is not relevant wastes the reader's time."
    source = "Cooper (1968)"
    range = (0.0, math.inf)

    _counted = "not relevant that a reader is expected to read"

    def terms(self, rankings: Rankings) -> Terms:
        every = super().terms(rankings)
        return replace(every, numerators=every.numerators * (rankings.top(self.cutoff).grades < self.rel))

    def steps(self, ranking: Ranking) -> tuple[str, ...]:
        first, second, third = super().steps(ranking)
        if ranking.ties:
            return first, second, "So a group with s documents that are not relevant adds i · s / (r + 1) on average."
        return first, "Only the documents that are not relevant count, above the last one wanted.", third


@dataclass(frozen=True, repr=False)
class RankBiasedPrecision(BinaryMeasure):
    """RBP is the rate at which a reader who goes on to the next rank with probability `p` meets relevance. In 0..1.

    Source: Moffat and Zobel (2008).

    >>> from irlearn import RBP, Ranking
    >>> round(RBP(p=0.5).of(Ranking.parse("1 0 1")), 4)
    0.625
    """

    p: float = option(0.8, "the probability that the reader goes on to the next rank")

    name = "RBP"
    title = "rank-biased precision"
    formula = "RBP = (1 − p) · sum of p^(rank − 1) over the ranks of relevant documents"
    why = "A reader who goes on with probability p reads 1 / (1 − p) documents on average, and RBP divides by that."
    source = "Moffat and Zobel (2008)"
    divisor_meaning = "documents read on average, 1 / (1 − p)"
    max_exact_ranks = 1000

    @property
    def question_notes(self) -> tuple[str, ...]:
        return (f"The reader goes on to the next document with probability p = {self.p:g}.",)

    def check(self) -> None:
        super().check()
        number_option(self, "p", self.p, "a probability above 0 and below 1", ok=lambda p: 0 < p < 1)

    def terms(self, rankings: Rankings) -> Terms:
        top = rankings.top(self.cutoff)
        p = rankings.number(self.p)
        return Terms(top.hits(self.rel) * np.power(p, top.ranks - 1), divisor=1 / (1 - p))

    def steps(self, ranking: Ranking) -> tuple[str, ...]:
        hits = [rank for rank, grade in enumerate(ranking.grades[: self.cutoff], start=1) if grade >= self.rel]
        p, powers = f"{self.p:g}", " + ".join(f"{self.p:g}^{rank - 1}" for rank in hits) or "0"
        return (
            f"{{unjudged}}Each relevant document adds a power of p = {p}. The first rank is read for certain.",
            "So rank 1 adds p^0 = 1, rank 2 adds p^1, and rank 3 adds p^2.",
            f"The sum is {powers}. It is multiplied by 1 − {p}.",
        )

    def assumption(self, ranking: Ranking) -> str:
        residual = RBPResidual(p=self.p, cutoff=self.cutoff)
        most = decimal(residual.of(ranking))
        return (
            f"Documents that nobody judged, or that are not read, could add up to {most}, the residual: {residual!r}."
        )


class RBPResidual(RankBiasedPrecision):
    """RBPres is how much RBP could still grow: the weight of all ranks that are unjudged or not read. In 0..1.

    After d judged ranks it is p^d; each unjudged rank adds its weight (1 − p) · p^(rank − 1). Source: Moffat and
    Zobel (2008).

    >>> from irlearn.measures import RBPres
    >>> round(RBPres(p=0.5).of(Ranking.parse("1 0 1")), 4), round(RBPres(p=0.5).of(Ranking.parse("1 U 1")), 4)
    (0.125, 0.375)
    """

    name = "RBPres"
    title = "residual of rank-biased precision"
    formula = "RBPres = p^(ranks read) + (1 − p) · sum of p^(rank − 1) over the unjudged ranks"
    why = "Every document not known to be irrelevant may turn out relevant, and RBP could be higher by so much."
    better = "neither"
    basis = "judgments"
    divisor_meaning = ""

    def terms(self, rankings: Rankings) -> Terms:
        top, p = rankings.top(self.cutoff), rankings.number(self.p)
        read = per_ranking(rankings.integers(top.retrieved))
        open_ones = (top.grades < 0) & (top.ranks <= read)
        weights = (1 - p) * np.power(p, top.ranks - 1)
        return Terms(open_ones * weights, extra_terms=Terms(np.power(p, read)))

    def steps(self, ranking: Ranking) -> tuple[str, ...]:  # noqa: ARG002 - they depend on p
        return (
            "The residual is the weight of all that is not known: what was not judged, and what was not read.",
            f"The ranks below the {{read}} read weigh p^{{read}} together, with p = {self.p:g}.",
            f"Each unjudged rank above them weighs (1 − p) · p^(rank − 1). Add its weight to {self.p:g}^{{read}}.",
        )

    def assumption(self, ranking: Ranking) -> str:  # noqa: ARG002 - nothing is taken for granted
        return ""


@dataclass(frozen=True, repr=False)
class ExpectedReciprocalRank(Measure):
    """ERR@k is the mean of 1/rank for a reader who stops at a document with probability (2^grade - 1) / 2^max_grade.

    In 0..1. `max_grade` is the highest grade of the scale: 4, as in the TREC Web tracks (gdeval), unless you say
    otherwise: `ERR(max_grade=1)` for grades 0 and 1. A grade above it is refused.
    Source: Chapelle, Metzler, Zhang and Grinspan (2009).

    >>> from irlearn import ERR, Ranking
    >>> ERR(max_grade=1).of(Ranking.parse("1 0 1"))  # 1/2 + 1/4 · 1/3
    0.5833333333333334
    """

    max_grade: int = option(4, "the highest grade of the scale")

    name = "ERR"
    title = "expected reciprocal rank"
    formula = "ERR = sum of (chance to stop at this rank, and not before) / rank"
    why = "A very relevant document makes the reader stop, so what follows it counts less."
    source = "Chapelle, Metzler, Zhang and Grinspan (2009)"
    max_exact_ranks = 1000

    @property
    def question_notes(self) -> tuple[str, ...]:
        return (f"The highest grade of the scale is {self.max_grade}.",)

    def check(self) -> None:
        whole, allowed = isinstance(self.max_grade, int | np.integer), f"a whole grade from 1 to {HIGHEST_EXPONENT}"
        number_option(self, "max_grade", self.max_grade, allowed, ok=lambda top: whole and 1 <= top <= HIGHEST_EXPONENT)

    def assumption(self, ranking: Ranking) -> str:
        usual = self.max_grade == ExpectedReciprocalRank.max_grade
        where = ", as in gdeval" if usual else ""
        said = f"The scale ends at grade {self.max_grade}{where}: a document of grade g stops the reader with "
        said += f"probability (2^g − 1) / {2**self.max_grade}."
        highest = max(ranking.judged, default=0)
        other = f" If your scale ends at {highest}, ask for {replace(self, max_grade=highest)!r}." if highest else ""
        return said + (other if usual and highest < self.max_grade else "")

    def terms(self, rankings: Rankings) -> Terms:
        check_grades(repr(self), rankings.judged, self.max_grade)  # of the documents that were missed, too
        check_grades(repr(self), rankings.grades, self.max_grade)
        return self.stopped(rankings, rankings.top(self.cutoff).grades)

    def stopped(self, rankings: Rankings, grades: NDArray[np.int64]) -> Terms:
        """The chance to stop at each of `grades`, and not before, over the rank, from rank 1 down."""
        gains: Any = rankings.integers(worth("exponential", grades))
        stops = gains * rankings.number(2.0**-self.max_grade)
        reached = np.ones_like(stops)
        reached[..., 1:] = np.cumprod(1 - stops, axis=-1)[..., :-1]
        return Terms(stops * reached, rankings.integers(np.arange(1, grades.shape[-1] + 1)))

    def steps(self, ranking: Ranking) -> tuple[str, ...]:
        gains = worth("exponential", np.array(ranking.grades[: self.cutoff], dtype=np.int64)).tolist()
        stops = comma_list([f"{gain}/{2**self.max_grade}" for gain in gains])
        return (
            "At each rank write down the chance that the reader stops there: (2^grade − 1) / 2^highest grade.",
            f"The chances are {stops}.",
            "A rank is reached only by readers who did not stop before: multiply the chances to go on.",
            "Each rank adds chance to reach it · chance to stop there / rank. Add them up.",
        )


class NormalizedERR(ExpectedReciprocalRank):
    """nERR@k is ERR@k divided by the ERR@k of the best order of all judged documents. In 0..1.

    `max_grade` is as for ERR. Source: Chapelle, Metzler, Zhang and Grinspan (2009).

    >>> from irlearn.measures import nERR
    >>> nERR(max_grade=1).of(Ranking.parse("0 1"))
    0.5
    """

    name = "nERR"
    title = "normalized expected reciprocal rank"
    formula = "nERR@k = ERR@k / ERR@k of all judged documents in their best order"
    why = "No list reaches an ERR of 1; divided by the best order's, a list in that order has 1."
    needs = "grades"
    divisor_meaning = "ideal ERR"
    is_normalized = True
    max_exact_ranks = 2000  # of the ideal, which is longer than the list

    def terms(self, rankings: Rankings) -> Terms:
        return replace(super().terms(rankings), divisor=self.stopped(rankings, rankings.judged[..., : self.cutoff]))

    def parts(self) -> tuple[Measure, ...]:
        return (ExpectedReciprocalRank(max_grade=self.max_grade, cutoff=self.cutoff),)

    def steps(self, ranking: Ranking) -> tuple[str, ...]:
        *steps, _ = super().steps(ranking)
        best = " ".join(map(str, ranking.judged[: self.cutoff]))
        return *steps, f"Do the same for the best order of all judged documents, {best}, and divide by its ERR."
