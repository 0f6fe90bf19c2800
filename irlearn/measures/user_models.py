"""The measures that model a reader who goes down the list and stops: ESL, CooperESL, RBP, RBPres, ERR, nERR."""

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

_NUMBER_WORDS = ("no", "one", "two", "three", "four")


@dataclass(frozen=True, repr=False)
class ExpectedSearchLength(BinaryMeasure):
    """Expected search length (ESL): the documents that a reader is expected to read to find the wanted relevant ones.

    For one wanted document and a list without ties, ESL is the rank of the first relevant document. Tied documents are
    read in random order. A lower value is better. The lowest possible value is the number of wanted documents.

    Parameters
    ----------
    rel : int, default 1
        Lowest grade that counts as relevant.
    wanted : int, default 1
        Number of relevant documents that the reader wants.
    cutoff : int, optional
        Number of ranks read, usually written ``ESL @ 10``. By default the whole list is read.

    Notes
    -----
    ESL is not defined (NaN) if the list holds fewer relevant documents than are wanted, or if the cutoff separates the
    tied documents among which the search ends.

    Cooper counted only the documents read in vain, as `irlearn.CooperESL` does.

    References
    ----------
    Cooper (1968); Lin, Campos, Craswell, Mitra and Yilmaz (2021).

    Examples
    --------
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

    _which_documents = "that a reader is expected to read"

    @property
    def phrase(self) -> str:
        number = _NUMBER_WORDS[self.wanted] if self.wanted < len(_NUMBER_WORDS) else f"{self.wanted:,}"
        wanted = "the first relevant document is" if self.wanted == 1 else f"{number} relevant documents are"
        return f"{self.short_name}, the number of documents {self._which_documents} until {wanted} found"

    @property
    def undefined(self) -> str:
        return f"the list contains fewer than the {self.wanted} relevant documents wanted"

    def check(self) -> None:
        super().check()
        whole = isinstance(self.wanted, int | np.integer)
        allowed = "a whole number, 1 or more"
        number_option(self, "wanted", self.wanted, allowed, ok=lambda wanted: whole and 1 <= wanted <= HIGHEST_GRADE)

    def terms(self, rankings: Rankings) -> Terms:
        if rankings.levels is not None:
            return self._weak_terms(rankings)
        hits = rankings.top(self.cutoff).hits(self.rel)
        hits_above = np.cumsum(hits, axis=-1) - hits
        return Terms(
            rankings.integers(hits_above < self.wanted),
            defined=np.count_nonzero(hits, axis=-1) >= self.wanted,
        )

    def _weak_terms(self, rankings: Rankings) -> Terms:
        """Return each rank's chance to be read in a ranking with tied documents.

        The level in which the search ends holds r relevant documents, of which i are still wanted. A relevant document
        is read if it is among the first i of the r, with chance i/r. In the random order, the r relevant
        documents leave r + 1 gaps. A document that is not relevant is equally likely to be in each gap. It is read if
        it is before the i-th relevant document, with chance i/(r + 1). Together the t documents of the level add
        i (t + 1) / (r + 1).
        """
        level = rankings.levels
        assert level is not None
        level_size = np.bincount(level)
        relevant = rankings.grades >= self.rel
        level_relevant = np.bincount(level, weights=relevant).astype(np.int64)
        relevant_above = np.cumsum(level_relevant) - level_relevant
        still_wanted = np.clip(self.wanted - relevant_above, 0, None)
        is_last_level = (still_wanted > 0) & (level_relevant >= still_wanted)

        certain_at_end = relevant & (level_relevant == still_wanted)[level]
        read_by_chance = is_last_level[level] & ~certain_at_end
        numerators = np.where(read_by_chance, still_wanted[level], (still_wanted > 0)[level])
        denominators = np.where(read_by_chance, level_relevant[level] + ~relevant, 1)
        ends_within_cutoff = self.cutoff is None or np.cumsum(level_size)[is_last_level].sum() <= self.cutoff
        top = slice(self.cutoff)
        return Terms(
            rankings.integers(numerators[top]),
            rankings.integers(denominators[top]),
            defined=bool(is_last_level.any() and ends_within_cutoff),
        )

    def facts(self, ranking: Ranking) -> dict[str, Any]:  # noqa: ARG002 - the facts are the same for all rankings
        variants = {"cooper": CooperSearchLength, "as_esl": ExpectedSearchLength}
        return {name: repr(variant(**self.options, cutoff=self.cutoff)) for name, variant in variants.items()}

    def steps(self, ranking: Ranking) -> tuple[str, ...]:
        wanted = count_noun(self.wanted, "relevant document is", "relevant documents are")
        search = f"Go down the list until {wanted} found."
        if not ranking.ties:
            return (
                search,
                "Every document that is read counts, including the relevant ones.",
                "Hits are at ranks {hit_ranks}.",
            )
        last = "that document" if self.wanted == 1 else "the last of them"
        return (
            f"{search} Which group of tied documents contains {last}?",
            (
                "Groups above it are read as a whole. In the group, r documents are relevant, and i of them are still "
                "wanted. So a relevant document is read with probability i/r, and any other with probability i/(r + 1)."
            ),
            "So a group of t documents adds i · (t + 1) / (r + 1) on average.",
        )


class CooperSearchLength(ExpectedSearchLength):
    """Cooper's expected search length (CooperESL): the documents read in vain to find the wanted relevant ones.

    CooperESL counts only documents that are not relevant, so it equals ESL minus the number of wanted documents. A
    lower value is better.

    Parameters
    ----------
    rel : int, default 1
        Lowest grade that counts as relevant.
    wanted : int, default 1
        Number of relevant documents that the reader wants.
    cutoff : int, optional
        Number of ranks read, usually written ``CooperESL @ 10``. By default the whole list is read.

    Notes
    -----
    CooperESL is not defined (NaN) where ESL is not.

    References
    ----------
    Cooper (1968).

    Examples
    --------
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

    _which_documents = "not relevant that a reader is expected to read"

    def terms(self, rankings: Rankings) -> Terms:
        documents_read = super().terms(rankings)
        not_relevant = rankings.top(self.cutoff).grades < self.rel
        return replace(documents_read, numerators=documents_read.numerators * not_relevant)

    def steps(self, ranking: Ranking) -> tuple[str, ...]:
        first, second, third = super().steps(ranking)
        if ranking.ties:
            return first, second, "So a group with s documents that are not relevant adds i · s / (r + 1) on average."
        return first, "Only the documents above the last wanted one that are not relevant count.", third


@dataclass(frozen=True, repr=False)
class RankBiasedPrecision(BinaryMeasure):
    """Rank-biased precision (RBP): the rate at which a reader who may stop after each document meets relevant ones.

    ::

        RBP = (1 - p) · sum of p^(rank - 1) over the ranks of relevant documents

    Parameters
    ----------
    rel : int, default 1
        Lowest grade that counts as relevant.
    p : float, default 0.8
        Probability that the reader goes on to the next rank; above 0 and below 1.
    cutoff : int, optional
        Number of ranks read, usually written ``RBP @ 10``. By default the whole list is read.

    Notes
    -----
    ranx and ir_measures (without ``rel``) weight a document by its grade; here a document is relevant or not.

    References
    ----------
    Moffat and Zobel (2008).

    Examples
    --------
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
        hit_ranks = [rank for rank, grade in enumerate(ranking.grades[: self.cutoff], start=1) if grade >= self.rel]
        p = f"{self.p:g}"
        powers = " + ".join(f"{p}^{rank - 1}" for rank in hit_ranks) or "0"
        return (
            f"{{unjudged}}Each relevant document adds a power of p = {p}. The first rank is certain to be read.",
            "So rank 1 adds p^0 = 1, rank 2 adds p^1, and rank 3 adds p^2.",
            f"The sum is {powers}. Multiply it by 1 − {p}.",
        )

    def assumption(self, ranking: Ranking) -> str:
        measure = RBPResidual(p=self.p, cutoff=self.cutoff)
        residual = decimal(measure.of(ranking))
        return f"Documents that are unjudged or not read could add up to {residual}, the residual: {measure!r}."


class RBPResidual(RankBiasedPrecision):
    """Residual of RBP (RBPres): how much RBP could grow if everything unjudged or not read were relevant.

    ::

        RBPres = p^(ranks read) + (1 - p) · sum of p^(rank - 1) over the unjudged ranks

    Parameters
    ----------
    rel : int, default 1
        Not used; it is an option because RBP has it.
    p : float, default 0.8
        Probability that the reader goes on to the next rank; above 0 and below 1.
    cutoff : int, optional
        Number of ranks read, usually written ``RBPres @ 10``. By default the whole list is read.

    References
    ----------
    Moffat and Zobel (2008).

    Examples
    --------
    >>> from irlearn.measures import RBPres
    >>> round(RBPres(p=0.5).of(Ranking.parse("1 0 1")), 4), round(RBPres(p=0.5).of(Ranking.parse("1 U 1")), 4)
    (0.125, 0.375)
    """

    name = "RBPres"
    title = "residual of rank-biased precision"
    formula = "RBPres = p^(ranks read) + (1 − p) · sum of p^(rank − 1) over the unjudged ranks"
    why = "RBP would increase by the residual if every document not known to be irrelevant turned out relevant."
    better = "neither"
    basis = "judgments"
    divisor_meaning = ""

    def terms(self, rankings: Rankings) -> Terms:
        top, p = rankings.top(self.cutoff), rankings.number(self.p)
        read = per_ranking(rankings.integers(top.retrieved))
        unjudged = (top.grades < 0) & (top.ranks <= read)
        weights = (1 - p) * np.power(p, top.ranks - 1)
        return Terms(unjudged * weights, extra_terms=Terms(np.power(p, read)))

    def steps(self, ranking: Ranking) -> tuple[str, ...]:  # noqa: ARG002 - the steps depend on p alone
        return (
            "The residual is the weight of everything unknown: the documents not judged and those not read.",
            f"The ranks after the {{read}} ranks read have the weight p^{{read}} together, with p = {self.p:g}.",
            f"Each unjudged rank above them has the weight (1 − p) · p^(rank − 1). Add it to {self.p:g}^{{read}}.",
        )

    def assumption(self, ranking: Ranking) -> str:  # noqa: ARG002 - no assumption is made
        return ""


@dataclass(frozen=True, repr=False)
class ExpectedReciprocalRank(Measure):
    """Expected reciprocal rank (ERR): the mean of 1 / rank for a reader who stops at relevant documents by chance.

    ::

        ERR = sum over ranks of (chance to stop at this rank, and not before) / rank

    A reader who reaches a document of grade g stops there with probability (2^g - 1) / 2^max_grade.

    Parameters
    ----------
    max_grade : int, default 4
        Highest grade of the scale. A document with a higher grade raises `InputError`.
    cutoff : int, optional
        Number of ranks read, usually written ``ERR @ 20``. By default the whole list is read.

    Notes
    -----
    The default scale is that of the TREC Web tracks and gdeval. For grades 0 and 1 use ``ERR(max_grade=1)``.

    References
    ----------
    Chapelle, Metzler, Zhang and Grinspan (2009).

    Examples
    --------
    >>> from irlearn import ERR, Ranking
    >>> ERR(max_grade=1).of(Ranking.parse("1 0 1"))  # 1/2 + 1/4 · 1/3
    0.5833333333333334
    """

    max_grade: int = option(4, "the highest grade of the scale")

    name = "ERR"
    title = "expected reciprocal rank"
    formula = "ERR = sum of (chance to stop at this rank, and not before) / rank"
    why = "A very relevant document makes the reader stop, so the documents below it count less."
    source = "Chapelle, Metzler, Zhang and Grinspan (2009)"
    max_exact_ranks = 1000

    @property
    def question_notes(self) -> tuple[str, ...]:
        return (f"The highest grade of the scale is {self.max_grade}.",)

    def check(self) -> None:
        whole = isinstance(self.max_grade, int | np.integer)
        allowed = f"a whole grade from 1 to {HIGHEST_EXPONENT}"
        number_option(
            self, "max_grade", self.max_grade, allowed, ok=lambda grade: whole and 1 <= grade <= HIGHEST_EXPONENT
        )

    def assumption(self, ranking: Ranking) -> str:
        is_default = self.max_grade == ExpectedReciprocalRank.max_grade
        as_gdeval = ", as in gdeval" if is_default else ""
        scale = (
            f"The scale ends at grade {self.max_grade}{as_gdeval}: a document of grade g stops the reader with "
            f"probability (2^g − 1) / {2**self.max_grade}."
        )
        highest = max(ranking.judged, default=0)
        if is_default and 0 < highest < self.max_grade:
            return f"{scale} If your scale ends at {highest}, ask for {replace(self, max_grade=highest)!r}."
        return scale

    def terms(self, rankings: Rankings) -> Terms:
        check_grades(repr(self), rankings.judged, self.max_grade)  # The scale covers missed documents, too.
        check_grades(repr(self), rankings.grades, self.max_grade)
        return self.stop_terms(rankings, rankings.top(self.cutoff).grades)

    def stop_terms(self, rankings: Rankings, grades: NDArray[np.int64]) -> Terms:
        """Return the terms for `grades` from rank 1 down: the chance that the reader stops at a rank, over the rank."""
        gains: Any = rankings.integers(worth("exponential", grades))
        stop_chances = gains * rankings.number(2.0**-self.max_grade)
        reach_chances = np.ones_like(stop_chances)
        reach_chances[..., 1:] = np.cumprod(1 - stop_chances, axis=-1)[..., :-1]
        return Terms(stop_chances * reach_chances, rankings.integers(np.arange(1, grades.shape[-1] + 1)))

    def steps(self, ranking: Ranking) -> tuple[str, ...]:
        gains = worth("exponential", np.array(ranking.grades[: self.cutoff], dtype=np.int64)).tolist()
        stop_chances = comma_list([f"{gain}/{2**self.max_grade}" for gain in gains])
        return (
            "At each rank write down the probability that the reader stops there: (2^grade − 1) / 2^highest grade.",
            f"The probabilities are {stop_chances}.",
            "Only readers who did not stop before reach a rank, so multiply the probabilities of going on.",
            "Each rank adds P(reach the rank) · P(stop there) / rank. Add these terms.",
        )


class NormalizedERR(ExpectedReciprocalRank):
    """Normalized expected reciprocal rank (nERR): ERR divided by the ERR of the ideal ranking.

    ::

        nERR@k = ERR@k / ERR@k of all judged documents in their best order

    Parameters
    ----------
    max_grade : int, default 4
        Highest grade of the scale. A document with a higher grade raises `InputError`.
    cutoff : int, optional
        Number of ranks read, usually written ``nERR @ 20``. By default the whole list is read.

    References
    ----------
    Chapelle, Metzler, Zhang and Grinspan (2009).

    Examples
    --------
    >>> from irlearn.measures import nERR
    >>> nERR(max_grade=1).of(Ranking.parse("0 1"))
    0.5
    """

    name = "nERR"
    title = "normalized expected reciprocal rank"
    formula = "nERR@k = ERR@k / ERR@k of all judged documents in their best order"
    why = "No list reaches an ERR of 1, but after division by the ERR of the best order, that order has the value 1."
    needs = "grades"
    divisor_meaning = "ideal ERR"
    is_normalized = True
    max_exact_ranks = 2000  # The ideal ranking counts here, and is often longer than the list.

    def terms(self, rankings: Rankings) -> Terms:
        return replace(super().terms(rankings), divisor=self.stop_terms(rankings, rankings.judged[..., : self.cutoff]))

    def parts(self) -> tuple[Measure, ...]:
        return (ExpectedReciprocalRank(max_grade=self.max_grade, cutoff=self.cutoff),)

    def steps(self, ranking: Ranking) -> tuple[str, ...]:
        *steps, _ = super().steps(ranking)
        ideal = " ".join(map(str, ranking.judged[: self.cutoff]))
        return *steps, f"Do the same for the best order of all judged documents, {ideal}, and divide by its ERR."
