"""The outcomes of two runs on queries with one relevant document each, their tests, and the three criteria."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.collection import Qrels, Run, read_qrels
from irlearn.errors import InputError, check_whole
from irlearn.formulas.page import Block, Note, Page, Table
from irlearn.measures.means import arithmetic
from irlearn.statistics import ALPHA
from irlearn.statistics.arrays import check_share
from irlearn.statistics.results import sign
from irlearn.studies.leaderboard import significance_tests as significance
from irlearn.text.english import count_noun
from irlearn.text.numbers import decimal, p_value
from irlearn.text.tables import to_pandas

if TYPE_CHECKING:
    import pandas
from irlearn.studies.leaderboard.ranks import (
    first_relevant_ranks,
    mean_reciprocal,
    read_pair,
    reciprocal,
    relevant_counts,
)


@dataclass(frozen=True)
class Test:
    """A significance test on one part of the outcomes.

    Attributes
    ----------
    on : str
        `answered` (queries that one run answers), `esl` or `rr` (on the queries that both answer), or `mrr` (RR on all
        queries).
    test : str
        Name of the test, such as `paired-t`.
    pvalue : float
        Raw two-sided p-value; NaN if there is nothing to test.

    Examples
    --------
    >>> outcomes([1, 2, 0, 4], [2, 1, 3, 0]).tests[0]
    Test(on='answered', test='binomial', pvalue=1.0)
    """

    __test__ = False  # pytest would otherwise collect the class.

    on: str
    test: str
    pvalue: float


@dataclass(frozen=True, repr=False)
class Outcomes(Page):
    """The outcomes of two runs after Lin et al. (2021): neither, only A, only B or both find a query's document.

    ESL is the rank of the relevant document (1 to `cutoff`, less is better), RR its reciprocal. A p-value is
    significant if, multiplied by `multiplicity` (Bonferroni), it is at most `alpha`. The criteria ask whether B is
    better than A.

    Attributes
    ----------
    run_a, run_b : str
        Names of the runs.
    cutoff : int
        Ranks beyond the cutoff count as not found.
    neither, a_only, b_only, both : int
        Numbers of queries.
    esl_a, esl_b, rr_a, rr_b : float
        Means over the queries that both runs answer; NaN if there are no such queries.
    mrr_a, mrr_b : float
        Mean RR over all queries, where a miss has RR 0.
    tests : tuple of Test
        Tests on the queries that one or both runs answer.
    tests_on_all : tuple of Test
        Tests on RR over all queries.
    multiplicity : int
        Number of comparisons for which each p-value is corrected (Bonferroni).
    alpha : float
        Level of significance.
    note : str
        A remark on the data, or an empty text.

    Examples
    --------
    >>> result = outcomes([1, 2, 9, 0, 4, 30], [2, 1, 3, 5, 0, 8], cutoff=20, names=("BM25", "neural"))
    >>> print(result)
    BM25 (A) and neural (B) on 6 queries, cutoff 20
                                A       B
    only this run answers       1       2
    both answer                 3       3
    ESL where both do        4.00    2.00
    RR where both do       0.5370  0.6111
    MRR@20                 0.3102  0.3597
    <BLANKLINE>
    Tests
    on                     test                      p  significant at 0.05 with 1 comparison
    answered by one        binomial                  1                                     no
    ESL where both answer  wilcoxon-signed-rank  0.750                                     no
    ESL where both answer  paired-t              0.438                                     no
    RR where both answer   wilcoxon-signed-rank      1                                     no
    RR where both answer   paired-t              0.827                                     no
    RR on all              wilcoxon-rank-sum     0.631                                     no
    RR on all              wilcoxon-signed-rank  0.906                                     no
    RR on all              paired-t              0.751                                     no
    RR on all              unpaired-t            0.822                                     no
    <BLANKLINE>
    Neither answers 0 queries. Is B better than A? Both improved: yes. Both significant: no. Do no harm: no.
    >>> result.both_improved, result.pvalue("answered", "binomial")
    (True, 1.0)
    """

    run_a: str
    run_b: str
    cutoff: int
    neither: int
    a_only: int
    b_only: int
    both: int
    esl_a: float
    esl_b: float
    rr_a: float
    rr_b: float
    mrr_a: float
    mrr_b: float
    tests: tuple[Test, ...]
    tests_on_all: tuple[Test, ...]
    multiplicity: int = 1
    alpha: float = ALPHA
    note: str = ""

    @property
    def queries(self) -> int:
        """Number of queries."""
        return sum(self.counts.values())

    @property
    def delta(self) -> float:
        """B's MRR minus A's MRR."""
        return self.mrr_b - self.mrr_a

    def pvalue(self, on: str, test: str) -> float:
        """Return the raw p-value of a test.

        Parameters
        ----------
        on : str
            `answered`, `esl`, `rr` or `mrr`.
        test : str
            Name of the test, such as `paired-t`.

        Returns
        -------
        float
            NaN if there was nothing to test.

        Raises
        ------
        InputError
            If there is no such test.
        """
        for result in self.tests + self.tests_on_all:
            if (result.on, result.test) == (on, test):
                return result.pvalue
        available = ", ".join(f"{result.on} {result.test}" for result in self.tests + self.tests_on_all)
        raise InputError(f"there is no test {test!r} on {on!r} here; there is {available}")

    def significant(self, on: str, test: str) -> bool:
        """Return whether the p-value of a test, times the multiplicity, is at most alpha; False if it is NaN.

        Parameters
        ----------
        on, test : str
            The test, as in `pvalue`.

        Returns
        -------
        bool
        """
        return self.pvalue(on, test) * self.multiplicity <= self.alpha

    def answered(self) -> int:
        """Return 1 if B answers significantly more queries, -1 if significantly fewer, else 0."""
        return sign(self.b_only - self.a_only) * self.significant("answered", "binomial")

    def ranked(self, on: str = "esl", test: str = "wilcoxon-signed-rank") -> int:
        """Return 1 if B ranks significantly better by a test on `on` (`esl` or `rr`), -1 if worse, else 0.

        The means decide which run is better.
        """
        return sign(self.gain(on)) * self.significant(on, test)

    def means(self, on: str = "esl") -> tuple[float, float]:
        """Return the means of A and of B, by `on` (`esl` or `rr`), over the queries that both answer."""
        return (self.esl_a, self.esl_b) if on == "esl" else (self.rr_a, self.rr_b)

    def gain(self, on: str = "esl") -> float:
        """Return how much better B's mean is where both answer: A's ESL less B's, or B's RR less A's."""
        return self.esl_a - self.esl_b if on == "esl" else self.rr_b - self.rr_a

    @property
    def both_improved(self) -> bool:
        """Whether B answers more queries and has the lower ESL, significant or not."""
        return self.b_only > self.a_only and self.gain() > 0

    @property
    def both_significant(self) -> bool:
        """Whether B answers significantly more queries (binomial) and has significantly lower ESL (signed-rank)."""
        return self.answered() > 0 and self.ranked() > 0

    @property
    def do_no_harm(self) -> bool:
        """Whether B is significantly better in answered queries or in ESL, and significantly worse in neither."""
        return max(self.answered(), self.ranked()) > 0 and min(self.answered(), self.ranked()) >= 0

    @property
    def counts(self) -> dict[str, int]:
        """Numbers of queries that neither run answers, only A, only B, and both."""
        return {"neither": self.neither, "a_only": self.a_only, "b_only": self.b_only, "both": self.both}

    @property
    def verdicts(self) -> dict[str, bool]:
        """Whether B is better than A, by each of the three criteria of Lin et al. (2021)."""
        return {
            "both_improved": self.both_improved,
            "both_significant": self.both_significant,
            "do_no_harm": self.do_no_harm,
        }

    def reversed(self) -> Outcomes:
        """Return the outcomes with A and B exchanged; two-sided p-values do not change.

        >>> outcomes([1, 9, 0, 0], [4, 6, 7, 0]).reversed()
        Outcomes('B', 'A': neither 1, only A 1, only B 0, both 2)
        """
        return replace(
            self,
            run_a=self.run_b, run_b=self.run_a, a_only=self.b_only, b_only=self.a_only, esl_a=self.esl_b,
            esl_b=self.esl_a, rr_a=self.rr_b, rr_b=self.rr_a, mrr_a=self.mrr_b, mrr_b=self.mrr_a,
        )  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """Return the outcomes as plain numbers, nested as in the shell's JSON; None for undefined numbers."""
        means = {"esl_a": self.esl_a, "esl_b": self.esl_b, "rr_a": self.rr_a, "rr_b": self.rr_b}
        return {
            "queries": self.queries,
            **self.counts,
            **{name: _plain(mean) for name, mean in means.items()},
            "tests": [{"on": t.on, "test": t.test, "pvalue": _plain(t.pvalue)} for t in self.tests],
            "verdicts": self.verdicts,
        }

    def to_frame(self) -> pandas.DataFrame:
        """Return a pandas `DataFrame` with a row for each test.

        The columns are on, test, pvalue, adjusted (the p-value times the multiplicity) and significant.
        """
        return to_pandas(
            [
                {
                    "on": result.on,
                    "test": result.test,
                    "pvalue": result.pvalue,
                    "adjusted": math.nan if math.isnan(result.pvalue) else min(result.pvalue * self.multiplicity, 1.0),
                    "significant": self.significant(result.on, result.test),
                }
                for result in self.tests + self.tests_on_all
            ]
        )

    def __repr__(self) -> str:
        return (
            f"Outcomes({self.run_a!r}, {self.run_b!r}: neither {self.neither}, only A {self.a_only}, "
            f"only B {self.b_only}, both {self.both})"
        )

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        names = {"answered": "answered by one", "esl": "ESL where both answer", "rr": "RR where both answer"}
        test_rows = [
            [
                names.get(result.on, "RR on all"),
                result.test,
                p_value(result.pvalue),
                "yes" if self.significant(result.on, result.test) else "no",
            ]
            for result in self.tests + self.tests_on_all
        ]
        header = [
            "on",
            "test",
            "p",
            f"significant at {self.alpha:g} with {count_noun(self.multiplicity, 'comparison')}",
        ]
        rows = [
            ["only this run answers", str(self.a_only), str(self.b_only)],
            ["both answer", str(self.both), str(self.both)],
            ["ESL where both do", decimal(self.esl_a, 3), decimal(self.esl_b, 3)],
            ["RR where both do", decimal(self.rr_a), decimal(self.rr_b)],
            [f"MRR@{self.cutoff}", decimal(self.mrr_a), decimal(self.mrr_b)],
        ]
        caption = f"{self.run_a} (A) and {self.run_b} (B) on {self.queries} queries, cutoff {self.cutoff}"
        criteria = {
            "Both improved": self.both_improved,
            "Both significant": self.both_significant,
            "Do no harm": self.do_no_harm,
        }
        answers = " ".join(f"{name}: {'yes' if holds else 'no'}." for name, holds in criteria.items())
        neither = f"Neither answers {count_noun(self.neither, 'query')}."
        return [
            Table(caption, ["", "A", "B"], rows, left=1),
            Table("Tests", header, test_rows, left=2),
            Note(f"{neither} Is B better than A? {answers}"),
            Note(self.note),
        ]


def outcomes(
    ranks_a: ArrayLike,
    ranks_b: ArrayLike,
    cutoff: int = 100,
    *,
    names: tuple[str, str] = ("A", "B"),
    multiplicity: int = 1,
    alpha: float = ALPHA,
    note: str = "",
) -> Outcomes:
    """Count and test the outcomes of two runs from the rank of each query's relevant document.

    Parameters
    ----------
    ranks_a, ranks_b : array_like of int, shape (queries,)
        Rank of the relevant document of each query, from 1; 0 if the run does not find it. Both arrays have the queries
        in the same order.
    cutoff : int, optional
        Ranks beyond the cutoff count as not found.
    names : tuple of str, optional
        Names of the runs.
    multiplicity : int, optional
        Number of comparisons for which each p-value is corrected (Bonferroni).
    alpha : float, optional
        Level of significance.
    note : str, optional
        A remark on the data, shown with the result.

    Returns
    -------
    Outcomes

    Raises
    ------
    InputError
        If ranks are not whole numbers from 0, if the runs have different numbers of queries or fewer than 2, or if the
        cutoff or the multiplicity is below 1.

    References
    ----------
    Lin et al. (2021), sections 4 and 5.

    Examples
    --------
    >>> outcomes([1, 9, 0, 0], [4, 6, 7, 0])
    Outcomes('A', 'B': neither 1, only A 0, only B 1, both 2)
    """
    check_whole("the cutoff", cutoff)
    check_whole("the multiplicity", multiplicity)
    alpha = check_share(alpha, "alpha")
    a, b = read_pair(ranks_a, ranks_b, cutoff, names)
    found_a, found_b = a > 0, b > 0
    both = found_a & found_b
    a_only, b_only = int((found_a & ~found_b).sum()), int((found_b & ~found_a).sum())
    esl_a, esl_b = a[both].astype(np.float64), b[both].astype(np.float64)
    rr_a, rr_b = reciprocal(a), reciprocal(b)
    tests = [Test("answered", "binomial", significance.binomial(a_only, b_only))]
    for on, left, right in (("esl", esl_a, esl_b), ("rr", rr_a[both], rr_b[both])):
        tests.append(Test(on, "wilcoxon-signed-rank", significance.signed_rank(left, right)))
        tests.append(Test(on, "paired-t", significance.paired_t(left, right)))
    on_all = (
        Test("mrr", "wilcoxon-rank-sum", significance.rank_sum(rr_a, rr_b)),
        Test("mrr", "wilcoxon-signed-rank", significance.signed_rank(rr_a, rr_b)),
        Test("mrr", "paired-t", significance.paired_t(rr_a, rr_b)),
        Test("mrr", "unpaired-t", significance.unpaired_t(rr_a, rr_b)),
    )
    return Outcomes(
        *names,
        cutoff=cutoff,
        neither=int((~found_a & ~found_b).sum()),
        a_only=a_only,
        b_only=b_only,
        both=int(both.sum()),
        esl_a=_mean(esl_a),
        esl_b=_mean(esl_b),
        rr_a=mean_reciprocal(a[both]),
        rr_b=mean_reciprocal(b[both]),
        mrr_a=mean_reciprocal(a),
        mrr_b=mean_reciprocal(b),
        tests=tuple(tests),
        tests_on_all=on_all,
        multiplicity=multiplicity,
        alpha=alpha,
        note=note,
    )


def outcomes_of(
    qrels: Qrels | Any,
    run_a: Run,
    run_b: Run,
    cutoff: int = 100,
    *,
    first_relevant: bool = False,
    multiplicity: int = 1,
    alpha: float = ALPHA,
) -> Outcomes:
    """Count and test the outcomes of two runs by the qrels.

    Every query of the qrels counts; a run that lacks a query does not find its document.

    Parameters
    ----------
    qrels : Qrels or any source that `read_qrels` accepts
        The judgments.
    run_a, run_b : Run
        The runs; their names are those of the result.
    cutoff : int, optional
        Ranks beyond the cutoff count as not found.
    first_relevant : bool, optional
        Whether to take the rank of the first relevant document if a query has several. The note of the result then says
        so.
    multiplicity : int, optional
        Number of comparisons for which each p-value is corrected (Bonferroni).
    alpha : float, optional
        Level of significance.

    Returns
    -------
    Outcomes

    Raises
    ------
    InputError
        If a query has several relevant documents and `first_relevant` is False, or the input cannot be used.

    Examples
    --------
    >>> from irlearn import Run
    >>> qrels = {"q1": {"d1": 1}, "q2": {"d7": 1}}
    >>> a = Run.from_dict({"q1": {"d1": 2, "d2": 1}, "q2": {"d3": 1}}, name="bm25")
    >>> b = Run.from_dict({"q1": {"d1": 1, "d2": 2}, "q2": {"d7": 1}}, name="neural")
    >>> outcomes_of(qrels, a, b)
    Outcomes('bm25', 'neural': neither 0, only A 0, only B 1, both 1)
    """
    check_whole("the cutoff", cutoff)
    judged = qrels if isinstance(qrels, Qrels) else read_qrels(qrels)
    ranks_a = first_relevant_ranks(judged, run_a, first_relevant=first_relevant)
    ranks_b = first_relevant_ranks(judged, run_b, first_relevant=first_relevant)
    several = relevant_counts(judged) > 1
    note = ""
    if several.any():
        note = (
            f"{count_noun(int(several.sum()), 'query')} of {len(several)} have several relevant documents; the rank "
            "is that of the first relevant document, a generalization that Lin et al. (2021) leave open."
        )
    return outcomes(
        ranks_a, ranks_b, cutoff, names=(run_a.name, run_b.name), multiplicity=multiplicity, alpha=alpha, note=note
    )


def _mean(values: NDArray[np.float64]) -> float:
    return float(arithmetic(values.tolist())) if len(values) else math.nan


def _plain(value: float) -> float | None:
    return value if math.isfinite(value) else None
