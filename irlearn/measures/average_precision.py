"""Average precision, and its largest and smallest possible value for a list of which only the top is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError
from irlearn.measures.base import BinaryMeasure, Needs, Terms, canonical_spelling, option, per_ranking
from irlearn.measures.contingency import NeedsCollectionSize
from irlearn.ranking import Ranking, Rankings
from irlearn.text.english import count_noun

_DIVISOR_SPELLINGS = {
    **dict.fromkeys(["r", "relevant"], "R"),
    **dict.fromkeys(["k", "cutoff"], "k"),
    **dict.fromkeys(["min", "min(r,k)", "min(k,r)", "min(relevant,k)", "smaller"], "min"),
}
_TIES_SPELLINGS = {"listed": "listed", "expected": "expected"}
_DIVISOR_WORDS = {
    "R": "all relevant documents",
    "k": "the ranks read",
    "min": "the smaller of ranks read and relevant documents",
}


@dataclass(frozen=True, repr=False)
class AveragePrecision(BinaryMeasure):
    """Average precision (AP): the precision at the rank of each relevant document, added up and divided by R.

    ::

        AP = sum over relevant retrieved documents of (relevant documents down to its rank / its rank) / R

    where R is the number of all relevant documents, retrieved or not. The mean of AP over topics is `irlearn.MAP`.

    Parameters
    ----------
    rel : int, default 1
        Lowest grade that counts as relevant.
    divisor : {'R', 'k', 'min'}, default 'R'
        What divides the sum: all relevant documents, the ranks read, or the smaller of both.
    ties : {'listed', 'expected'}, default 'listed'
        Whether tied documents count in the order of the list, or the value is the mean over all possible orders.
    cutoff : int, optional
        Number of ranks read, usually written ``AP @ 100``. By default the whole list is read.

    Notes
    -----
    AP@k, too, divides by all relevant documents, as in trec_eval, ir_measures and ranx. Some tools divide by k or by
    min(R, k).

    With ``ties='expected'``, consider a group of n tied documents, r of them relevant, with c relevant documents above
    it. Rank m, the i-th of the group, then contributes r/n · (c + (i - 1)(r - 1)/(n - 1) + 1) / m to the sum; the
    middle summand is 0 if n is 1.

    References
    ----------
    Harman (1993); Buckley and Voorhees (2000); for the expected AP, McSherry and Najork (2008).

    Examples
    --------
    >>> from irlearn import AP, Ranking
    >>> round(AP.of(Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8)), 4)
    0.6729
    >>> [(AP(divisor=divisor) @ 2).of(Ranking.parse("1 0 1", relevant=4)) for divisor in ("R", "k", "min")]
    [0.25, 0.5, 0.5]
    >>> AP(ties="expected").of(Ranking.parse("(1 0)"))  # 1/1 or 1/2
    0.75
    """

    divisor: str = option(
        "R", "what divides the sum, 'R' (all relevant documents), 'k' (the ranks read) or 'min' of both"
    )
    ties: str = option(
        "listed", "tied documents, 'listed' (in the order of the list) or 'expected' (mean of all orders)"
    )

    name = "AP"
    title = "average precision"
    source = "Harman (1993); Buckley and Voorhees (2000); McSherry and Najork (2008)"
    reference_tool = "trec_eval"

    def check(self) -> None:
        super().check()
        object.__setattr__(self, "divisor", canonical_spelling(self, "divisor", self.divisor, _DIVISOR_SPELLINGS))
        object.__setattr__(self, "ties", canonical_spelling(self, "ties", self.ties, _TIES_SPELLINGS))

    @property
    def averages_over_ties(self) -> bool:  # type: ignore[override]  # It depends on `ties`.
        return self.ties == "expected"

    @property
    def formula(self) -> str:  # type: ignore[override]  # It depends on the divisor.
        return f"AP = sum of the precision at the rank of each relevant document / {_DIVISOR_WORDS[self.divisor]}"

    @property
    def divisor_meaning(self) -> str:  # type: ignore[override]
        return "relevant documents" if self.divisor == "R" else _DIVISOR_WORDS[self.divisor]

    @property
    def needs(self) -> Needs:  # type: ignore[override]
        return "nothing" if self.divisor == "k" else "relevant"

    @property
    def why(self) -> str:  # type: ignore[override]
        if self.divisor == "R":
            return "AP divides by all relevant documents, found or not, so that no system gains by stopping early."
        effect = (
            "a list cannot reach 1 if there are fewer relevant documents than ranks"
            if self.divisor == "k"
            else "a perfect list always reaches 1"
        )
        return f"AP divides by {_DIVISOR_WORDS[self.divisor]} here, so {effect}."

    @property
    def question_notes(self) -> tuple[str, ...]:
        notes = []
        if self.divisor != "R":
            notes.append(f"The sum is divided by {_DIVISOR_WORDS[self.divisor]}.")
        if self.ties != "listed":
            notes.append("AP is the mean over all orders of the tied documents here.")
        return tuple(notes)

    def _divisor_value(self, relevant: Any, ranks_read: Any) -> Any:
        return {"R": relevant, "k": ranks_read, "min": np.minimum(relevant, ranks_read)}[self.divisor]

    def facts(self, ranking: Ranking) -> dict[str, Any]:
        relevant, ranks_read = int(ranking.arrays.relevant(self.rel)), self.cutoff or len(ranking)
        variants = {
            "by_smaller": repr(self(divisor="min")),
            "by_cutoff": repr(self(divisor="k")),
            "expected": repr(self(ties="expected")),
        }
        if self.divisor == "R":
            return {
                **variants,
                "by": f"{relevant}, the number of relevant documents in all",
                "those": f"the {count_noun(relevant, 'relevant document')}",
                "all_that_divide": f"all {relevant}",
                "ours": f"{self!r} of irlearn, trec_eval, ir_measures and ranx divides by all {relevant}",
            }
        divisor = f"{self._divisor_value(relevant, ranks_read)}, {_DIVISOR_WORDS[self.divisor]}"
        return {
            **variants,
            "by": divisor,
            "those": divisor,
            "all_that_divide": divisor,
            "ours": f"{self!r} in the question divides by {divisor}",
            "divides": divisor,
        }

    def steps(self, ranking: Ranking) -> tuple[str, ...]:
        if self.ties == "expected" and ranking.ties:
            return (
                "In a group of n tied documents, r of them relevant, a rank is relevant with probability r/n.",
                (
                    "If the document at the i-th rank of the group is relevant, (i − 1)(r − 1)/(n − 1) other relevant "
                    "documents of the group are above it on average. Add 1 for the document itself and those above the "
                    "group, and divide by the rank: this is the precision there."
                ),
                "Each rank adds probability · precision: {terms}.",
                "Divide the sum by {divides}.",
            )
        found_or_not = ", found or not" if self.divisor == "R" else ""
        return (
            (
                "{unjudged}Write down the ranks of the relevant documents: {hit_ranks}. "
                "{measure} adds one term for each of these ranks."
            ),
            "Each term is the precision at that rank: the number of relevant documents so far, divided by the rank.",
            f"Divide the sum by {{divides}}{found_or_not}.",
            "The sum is {terms}. Only the division is left.",
        )

    def terms(self, rankings: Rankings) -> Terms:
        top = rankings.top(self.cutoff)
        hits, relevant = top.hits(self.rel), rankings.relevant(self.rel)
        if self.divisor == "R":
            divisor = relevant
        else:
            divisor = self._divisor_value(relevant, self.cutoff or rankings.integers(top.retrieved))
        if self.ties == "expected":
            return Terms(*self._expected_terms(rankings), divisor)
        return Terms(hits * np.cumsum(hits, axis=-1), top.ranks, divisor)

    def _expected_terms(self, rankings: Rankings) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return numerators and denominators of the terms averaged over all orders of the tied documents.

        The formula is in the notes of the class. The groups of all lists are numbered in one sequence, so that one
        `bincount` counts them all.
        """
        groups = rankings.tied if rankings.levels is None else rankings.levels
        if groups is None and rankings.grades.ndim > 1:
            raise InputError(
                f"{self!r} needs the groups of tied documents, which are not known here; take AP, or score the runs "
                "with evaluate"
            )
        shape, length = rankings.grades.shape, rankings.grades.shape[-1]
        hits, rank = (rankings.grades >= self.rel).astype(np.int64), np.arange(1, length + 1)
        starts_group = np.ones(shape, dtype=bool)
        if groups is not None:
            starts_group[..., 1:] = groups[..., 1:] != groups[..., :-1]
        group = np.cumsum(starts_group.ravel()) - 1
        starts = np.flatnonzero(starts_group.ravel())

        # First one value for each group, then at each rank the value of its group.
        group_size = np.bincount(group).astype(np.int64)  # The products below exceed 32 bits.
        group_relevant = np.bincount(group, weights=hits.ravel()).astype(np.int64)
        group_relevant_above = (np.cumsum(hits, axis=-1) - hits).ravel()[starts]
        n = group_size[group].reshape(shape)
        r = group_relevant[group].reshape(shape)
        relevant_above = group_relevant_above[group].reshape(shape)
        first_indices = starts % max(length, 1)  # within the list of each group
        ranks_above_in_group = rank - 1 - first_indices[group].reshape(shape)

        others = np.maximum(n - 1, 1)
        numerators = r * ((relevant_above + 1) * others + ranks_above_in_group * (r - 1))
        denominators = n * others * rank
        divisors = np.where(n > 1, np.gcd(numerators, denominators), 1)  # A term without ties stays unreduced.
        return (
            rankings.integers(numerators // divisors)[..., : self.cutoff],
            rankings.integers(denominators // divisors)[..., : self.cutoff],
        )

    def tools_differ(self, ranking: Ranking) -> bool:
        cutoff_below_relevant = self.cutoff is not None and self.cutoff < int(ranking.arrays.relevant(self.rel))
        return (cutoff_below_relevant and self.divisor == "R") or super().tools_differ(ranking)


class LargestAP(BinaryMeasure):
    """Largest average precision (MaxAP): the AP if the missed relevant documents take the best ranks that are open.

    Missed relevant documents fill the unjudged ranks of the list from the top, and then the ranks right below the list.

    Parameters
    ----------
    rel : int, default 1
        Lowest grade that counts as relevant.

    References
    ----------
    Manning, Raghavan and Schütze (2008), exercise 8.8.

    Examples
    --------
    >>> from irlearn.measures import MaxAP
    >>> MaxAP.of(Ranking.parse("1 0", relevant=2)) == (1 + 2 / 3) / 2
    True
    """

    name = "MaxAP"
    title = "largest average precision"
    formula = "MaxAP = AP with the missed relevant documents at the next ranks"
    why = "Nothing that is still unknown can give a higher AP, because each missed document is as high as possible."
    source = "Manning, Raghavan and Schütze (2008)"
    divisor_meaning = "relevant documents"
    needs = "relevant"
    takes_cutoff = False
    max_exact_ranks = 5000
    hint_templates = (
        "Compute the terms of AP for the relevant documents in the list.",
        (
            "Then put the other relevant documents at the best free ranks: those of unjudged documents, and those "
            "after the end of the list."
        ),
        "Each of them adds the number of relevant documents so far, divided by its rank. Divide the sum by {divides}.",
    )

    def worked_rank_count(self, ranking: Ranking) -> int:
        return super().worked_rank_count(ranking) + self._missed_count(ranking)

    def _missed_count(self, ranking: Ranking) -> int:
        """Return the number of relevant documents to be placed below the list."""
        return int(ranking.arrays.relevant(self.rel) - np.count_nonzero(ranking.arrays.grades >= self.rel))

    def _relevant_in_list(self, rankings: Rankings) -> NDArray[np.bool_]:
        """Return True at each rank that is taken to hold a relevant document: the hits, then unjudged ranks."""
        hits = rankings.grades >= self.rel
        missed = rankings.relevant(self.rel).astype(np.int64) - np.count_nonzero(hits, axis=-1)
        ranks = np.arange(1, hits.shape[-1] + 1)
        unjudged = (rankings.grades < 0) & (ranks <= per_ranking(rankings.retrieved))
        return hits | (unjudged & (np.cumsum(unjudged, axis=-1) <= per_ranking(missed)))

    def _missed_ranks(
        self,
        rankings: Rankings,
        missed: NDArray[Any],  # noqa: ARG002 - SmallestAP uses the number
        index: NDArray[Any],
    ) -> NDArray[Any]:
        """Return the rank of each missed document numbered in `index`, counted from 1; shape (..., len(index))."""
        ranks: NDArray[Any] = per_ranking(rankings.retrieved) + index
        return ranks

    def terms(self, rankings: Rankings) -> Terms:
        in_list, relevant = self._relevant_in_list(rankings), rankings.relevant(self.rel).astype(np.int64)
        numerators = rankings.integers(in_list * np.cumsum(in_list, axis=-1))
        missed_terms = self._missed_terms(rankings, np.count_nonzero(in_list, axis=-1), relevant)
        return Terms(numerators, rankings.ranks, rankings.integers(relevant), extra_terms=missed_terms)

    def _missed_terms(self, rankings: Rankings, in_list: NDArray[Any], relevant: NDArray[Any]) -> Terms | None:
        """Return the terms of relevant documents below the list; `in_list` of `relevant` documents are in the list."""
        missed = relevant - in_list
        index = np.arange(1, int(missed.max(initial=0)) + 1)
        exists = index <= per_ranking(missed)
        denominators = np.where(exists, self._missed_ranks(rankings, missed, index), 1)
        numerators = exists * (per_ranking(in_list) + index)
        return Terms(rankings.integers(numerators), rankings.integers(denominators))


class SmallestAP(NeedsCollectionSize, LargestAP):
    """Smallest average precision (MinAP): the AP of a list whose missed relevant documents come last.

    Parameters
    ----------
    rel : int, default 1
        Lowest grade that counts as relevant.
    collection : int, optional
        Number of documents in the collection. The missed relevant documents are put at the last ranks of a list of
        the whole collection. By default they are never retrieved and add nothing.

    References
    ----------
    Manning, Raghavan and Schütze (2008), exercise 8.8.

    Examples
    --------
    >>> from irlearn.measures import MinAP
    >>> ranking = Ranking.parse("1 0", relevant=2)
    >>> MinAP.of(ranking), MinAP(collection=10).of(ranking)
    (0.5, 0.6)
    """

    name = "MinAP"
    title = "smallest average precision"
    formula = "MinAP = AP with the missed relevant documents at the last ranks of the collection"
    why = "Nothing that is still unknown can give a lower AP, because each missed document is as low as possible."
    hint_templates = (
        "Compute the terms of AP for the relevant documents in the list.",
        (
            "Then put the other relevant documents at the last ranks of the collection; if its size is unknown, they "
            "add nothing."
        ),
        "Each of them adds the number of relevant documents so far, divided by its rank. Divide the sum by {divides}.",
    )

    @property
    def needs(self) -> Needs:  # type: ignore[override]  # The size of the collection changes nothing here.
        return "relevant"

    def assumption(self, ranking: Ranking) -> str:  # noqa: ARG002 - the sentence is the same for all rankings
        if self.collection:
            return ""
        return (
            "Relevant documents that the list misses are never retrieved; "
            f"{self.name}(collection=1000) puts them at the last ranks of 1000."
        )

    def _missed_count(self, ranking: Ranking) -> int:
        return super()._missed_count(ranking) if self.collection else 0

    def _relevant_in_list(self, rankings: Rankings) -> NDArray[np.bool_]:
        return rankings.grades >= self.rel

    def _missed_ranks(self, rankings: Rankings, missed: NDArray[Any], index: NDArray[Any]) -> NDArray[Any]:
        ranks: NDArray[Any] = per_ranking(self.size(rankings) - missed) + index
        return ranks

    def _missed_terms(self, rankings: Rankings, in_list: NDArray[Any], relevant: NDArray[Any]) -> Terms | None:
        return super()._missed_terms(rankings, in_list, relevant) if self.collection else None
