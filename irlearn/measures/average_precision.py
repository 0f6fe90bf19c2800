"""Average precision, and the largest and the smallest that a list can have of which no more than the top is seen."""

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

_DIVISORS = {
    **dict.fromkeys(["r", "relevant"], "R"),
    **dict.fromkeys(["k", "cutoff"], "k"),
    **dict.fromkeys(["min", "min(r,k)", "min(k,r)", "min(relevant,k)", "smaller"], "min"),
}
_TIES = {"listed": "listed", "expected": "expected"}
_OVER = {
    "R": "all relevant documents",
    "k": "the ranks read",
    "min": "the smaller of ranks read and relevant documents",
}


@dataclass(frozen=True, repr=False)
class AveragePrecision(BinaryMeasure):
    """AP is the precision at each relevant document's rank, added up and divided by all relevant documents. In 0..1.

    AP@k also divides by all relevant documents, as trec_eval does; some tools divide by k (`divisor='k'`) or by
    min(relevant, k) (`divisor='min'`). With `ties='expected'` it is the mean over all orders of tied documents, each
    group of which adds at its i-th of n ranks r/n · (relevant above the group + (i − 1)(r − 1)/(n − 1) + 1) / rank.
    Source: Harman (1993), Buckley and Voorhees (2000); the expected AP, McSherry and Najork (2008).

    >>> from irlearn import AP, Ranking
    >>> round(AP.of(Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8)), 4)
    0.6729
    >>> [(AP(divisor=one) @ 2).of(Ranking.parse("1 0 1", relevant=4)) for one in ("R", "k", "min")]
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
        object.__setattr__(self, "divisor", canonical_spelling(self, "divisor", self.divisor, _DIVISORS))
        object.__setattr__(self, "ties", canonical_spelling(self, "ties", self.ties, _TIES))

    @property
    def averages_over_ties(self) -> bool:  # type: ignore[override]  # it depends on the option
        return self.ties == "expected"

    @property
    def formula(self) -> str:  # type: ignore[override]  # it depends on the divisor
        return f"AP = sum of the precision at the rank of each relevant document / {_OVER[self.divisor]}"

    @property
    def divisor_meaning(self) -> str:  # type: ignore[override]
        return "relevant documents" if self.divisor == "R" else _OVER[self.divisor]

    @property
    def needs(self) -> Needs:  # type: ignore[override]
        return "nothing" if self.divisor == "k" else "relevant"

    @property
    def why(self) -> str:  # type: ignore[override]
        if self.divisor == "R":
            return "AP divides by all relevant documents, found or not: a system that stops early must not gain by it."
        most = "no list with fewer relevant documents than ranks reaches 1" if self.divisor == "k" else "1 is in reach"
        return f"It divides by {_OVER[self.divisor]}, so that {most}."

    @property
    def question_notes(self) -> tuple[str, ...]:
        over = () if self.divisor == "R" else (f"The sum is divided by {_OVER[self.divisor]}.",)
        return over if self.ties == "listed" else (*over, "It is the mean over all orders of the tied documents.")

    def _divides(self, relevant: Any, read: Any) -> Any:
        return {"R": relevant, "k": read, "min": np.minimum(relevant, read)}[self.divisor]

    def facts(self, ranking: Ranking) -> dict[str, Any]:
        relevant, k = int(ranking.arrays.relevant(self.rel)), self.cutoff or len(ranking)
        names = {"by_smaller": self(divisor="min"), "by_cutoff": self(divisor="k"), "expected": self(ties="expected")}
        said = {name: repr(measure) for name, measure in names.items()}
        if self.divisor == "R":
            by, those = f"{relevant}, the relevant documents in all", f"the {count_noun(relevant, 'relevant document')}"
            ours = f"{self!r} of irlearn, trec_eval, ir_measures and ranx divides by all {relevant}"
            return {**said, "by": by, "those": those, "all_that_divide": f"all {relevant}", "ours": ours}
        by = f"{self._divides(relevant, k)}, {_OVER[self.divisor]}"
        ours = f"{self!r} as it was asked for divides by {by}"
        return {
            **said,
            "by": by,
            "those": by,
            "all_that_divide": by,
            "ours": ours,
            "Divides": f"The number {by}, divides",
        }

    def steps(self, ranking: Ranking) -> tuple[str, ...]:
        if self.ties == "expected" and ranking.ties:
            return (
                "Each rank of a group of n tied documents, r of them relevant, holds a relevant one with chance r/n.",
                (
                    "Where the i-th rank of the group does, (i − 1)(r − 1)/(n − 1) relevant ones of the group stand "
                    "above it on average; with those above the group and itself, divided by the rank, that is the "
                    "precision there."
                ),
                "Each rank adds chance · precision: {terms}.",
                "{Divides} the sum.",
            )
        found = ", found or not" if self.divisor == "R" else ""
        return (
            (
                "{unjudged}Write down the ranks of the relevant documents: {hit_ranks}. "
                "{measure} adds one term for each of them."
            ),
            "The term is the precision at that rank: the relevant documents so far, divided by the rank.",
            f"{{Divides}} the sum{found}.",
            "The sum is {terms}. One division is left.",
        )

    def terms(self, rankings: Rankings) -> Terms:
        top = rankings.top(self.cutoff)
        hits, relevant = top.hits(self.rel), rankings.relevant(self.rel)
        divisor = (
            relevant
            if self.divisor == "R"
            else self._divides(relevant, self.cutoff or rankings.integers(top.retrieved))
        )
        if self.ties == "expected":
            return Terms(*self._expected(rankings), divisor)
        return Terms(hits * np.cumsum(hits, axis=-1), top.ranks, divisor)

    def _expected(self, rankings: Rankings) -> tuple[NDArray[Any], NDArray[Any]]:
        """What each rank adds on average over all orders of the tied documents: above and below the line."""
        groups = rankings.tied if rankings.levels is None else rankings.levels
        if groups is None and rankings.grades.ndim > 1:
            raise InputError(
                f"{self!r} needs the groups of tied documents, which are not known here; take AP, or score the runs "
                "with evaluate"
            )
        shape, length = rankings.grades.shape, rankings.grades.shape[-1]
        hits, rank = (rankings.grades >= self.rel).astype(np.int64), np.arange(1, length + 1)
        begins = np.ones(shape, dtype=bool)
        if groups is not None:
            begins[..., 1:] = groups[..., 1:] != groups[..., :-1]
        level = np.cumsum(begins.ravel()) - 1  # the groups of all lists, one after another
        first = np.flatnonzero(begins.ravel())
        size, found = np.bincount(level), np.bincount(level, weights=hits.ravel()).astype(np.int64)
        before = (np.cumsum(hits, axis=-1) - hits).ravel()[first]
        n, r, above_it = (part[level].reshape(shape) for part in (size, found, before))
        inside = rank - 1 - (first % max(length, 1))[level].reshape(shape)  # ranks of the group above this one
        gaps = np.maximum(n - 1, 1)
        above, below = r * ((above_it + 1) * gaps + inside * (r - 1)), n * gaps * rank
        common = np.where(n > 1, np.gcd(above, below), 1)
        return tuple(rankings.integers(part // common)[..., : self.cutoff] for part in (above, below))  # type: ignore[return-value]

    def tools_differ(self, ranking: Ranking) -> bool:
        capped = self.cutoff is not None and self.cutoff < int(ranking.arrays.relevant(self.rel))
        return (capped and self.divisor == "R") or super().tools_differ(ranking)


class LargestAP(BinaryMeasure):
    """MaxAP is the AP of a list seen in part, if the relevant documents that it lacks follow at once. In 0..1.

    Ranks that nobody judged are filled with them first, from the top. Source: Manning, Raghavan and Schütze (2008),
    exercise 8.8.

    >>> from irlearn.measures import MaxAP
    >>> MaxAP.of(Ranking.parse("1 0", relevant=2)) == (1 + 2 / 3) / 2
    True
    """

    name = "MaxAP"
    title = "largest average precision"
    formula = "MaxAP = AP with the missed relevant documents at the next ranks"
    why = "No order of what is not seen can do better: each missed document stands as high as it can."
    source = "Manning, Raghavan and Schütze (2008)"
    divisor_meaning = "relevant documents"
    needs = "relevant"
    takes_cutoff = False
    max_exact_ranks = 5000
    hint_templates = (
        "Work out the terms of AP for the relevant documents that the list holds.",
        "Then put the others at the best ranks that are left: where nobody judged, and right below the list.",
        "Each of them adds its number among the relevant ones, divided by its rank. {Divides} the sum.",
    )

    def worked_rank_count(self, ranking: Ranking) -> int:
        return super().worked_rank_count(ranking) + self._lacking(ranking)

    def _lacking(self, ranking: Ranking) -> int:
        """How many relevant documents come behind the list."""
        return int(ranking.arrays.relevant(self.rel) - np.count_nonzero(ranking.arrays.grades >= self.rel))

    def _seen(self, rankings: Rankings) -> NDArray[np.bool_]:
        """Where a relevant document stands, of what is seen of the list."""
        hits = rankings.grades >= self.rel
        lacking = rankings.relevant(self.rel).astype(np.int64) - np.count_nonzero(hits, axis=-1)
        ranks = np.arange(1, hits.shape[-1] + 1)
        free = (rankings.grades < 0) & (ranks <= per_ranking(rankings.retrieved))
        return hits | (free & (np.cumsum(free, axis=-1) <= per_ranking(lacking)))

    def _ranks(self, rankings: Rankings, lacking: NDArray[Any], number: NDArray[Any]) -> NDArray[Any]:  # noqa: ARG002
        """The ranks of those that are not seen; `number` counts them, shape (..., lacking)."""
        ranks: NDArray[Any] = per_ranking(rankings.retrieved) + number
        return ranks

    def terms(self, rankings: Rankings) -> Terms:
        seen, relevant = self._seen(rankings), rankings.relevant(self.rel).astype(np.int64)
        above = rankings.integers(seen * np.cumsum(seen, axis=-1))
        rest = self._rest(rankings, np.count_nonzero(seen, axis=-1), relevant)
        return Terms(above, rankings.ranks, rankings.integers(relevant), extra_terms=rest)

    def _rest(self, rankings: Rankings, found: NDArray[Any], relevant: NDArray[Any]) -> Terms | None:
        """What those add that are not seen."""
        lacking = relevant - found
        number = np.arange(1, int(lacking.max(initial=0)) + 1)
        there = number <= per_ranking(lacking)
        below = np.where(there, self._ranks(rankings, lacking, number), 1)
        return Terms(rankings.integers(there * (per_ranking(found) + number)), rankings.integers(below))


class SmallestAP(NeedsCollectionSize, LargestAP):
    """MinAP is the AP of a list seen in part, if the relevant documents that it lacks come last. In 0..1.

    They stand at the last ranks of the `collection`; where its size is not known they are never retrieved and add
    nothing. Source: Manning, Raghavan and Schütze (2008), exercise 8.8.

    >>> from irlearn.measures import MinAP
    >>> ranking = Ranking.parse("1 0", relevant=2)
    >>> MinAP.of(ranking), MinAP(collection=10).of(ranking)
    (0.5, 0.6)
    """

    name = "MinAP"
    title = "smallest average precision"
    formula = "MinAP = AP with the missed relevant documents at the last ranks of the collection"
    why = "No order of what is not seen can do worse: each missed document stands as low as it can."
    hint_templates = (
        "Work out the terms of AP for the relevant documents that the list holds.",
        "Then put the others at the last ranks of the whole collection; without its size they add nothing.",
        "Each of them adds its number among the relevant ones, divided by its rank. {Divides} the sum.",
    )

    @property
    def needs(self) -> Needs:  # type: ignore[override]  # with its size or without
        return "relevant"

    def assumption(self, ranking: Ranking) -> str:  # noqa: ARG002 - it is the same for all
        last = f"{self.name}(collection=1000) puts them at the last ranks of 1000"
        return "" if self.collection else f"Relevant documents that the list misses are never retrieved; {last}."

    def _lacking(self, ranking: Ranking) -> int:
        return super()._lacking(ranking) if self.collection else 0

    def _seen(self, rankings: Rankings) -> NDArray[np.bool_]:
        return rankings.grades >= self.rel

    def _ranks(self, rankings: Rankings, lacking: NDArray[Any], number: NDArray[Any]) -> NDArray[Any]:
        ranks: NDArray[Any] = per_ranking(self.size(rankings) - lacking) + number
        return ranks

    def _rest(self, rankings: Rankings, found: NDArray[Any], relevant: NDArray[Any]) -> Terms | None:
        return super()._rest(rankings, found, relevant) if self.collection else None
