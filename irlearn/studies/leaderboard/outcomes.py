"""The outcomes of two runs on queries with one relevant document each, the tests on them, and the three criteria."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.collection import Qrels, Run, read_qrels
from irlearn.errors import InputError, check_whole
from irlearn.measures.means import arithmetic
from irlearn.statistics import ALPHA
from irlearn.statistics.arrays import check_share
from irlearn.statistics.results import sign
from irlearn.studies.leaderboard import significance_tests as significance
from irlearn.text.english import count_noun
from irlearn.text.numbers import decimal, p_value
from irlearn.text.tables import Captioned, TableReport, text_table, to_pandas

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
    """A significance test on one part of the outcomes, its two-sided p-value raw (nan where there is nothing to test).

    `on` is `answered` (queries that one run answers), `esl` or `rr` (on the queries that both answer), or `mrr` (RR on
    all queries).

    >>> outcomes([1, 2, 0, 4], [2, 1, 3, 0]).tests[0]
    Test(on='answered', test='binomial', pvalue=1.0)
    """

    __test__ = False  # for pytest: no test of this project

    on: str
    test: str
    pvalue: float


@dataclass(frozen=True, repr=False)
class Outcomes(TableReport):
    """What two runs do with each query, after Lin et al. (2021): neither, only A, only B or both find the document.

    The counts are queries. ESL (the rank of the relevant document, 1 to `cutoff`, less is better) and RR (one divided
    by it) are means over the queries that both answer, nan where there are none; MRR, the mean RR with 0 for a miss, is
    over all queries. `tests` are on what one or both answer, `tests_on_all` on RR over all queries. A p-value is
    significant where, times `multiplicity` (Bonferroni), it is at most `alpha`. The criteria are those of B over A.

    >>> found = outcomes([1, 2, 9, 0, 4, 30], [2, 1, 3, 5, 0, 8], cutoff=20, names=("BM25", "neural"))
    >>> print(found)
    BM25 (A) and neural (B) on 6 queries, cutoff 20
                                A       B
    only this run answers       1       2
    both answer                 3       3
    ESL where both do        4.00    2.00
    RR where both do       0.5370  0.6111
    MRR@20                 0.3102  0.3597
    Neither answers 0 queries. Is B better than A? Both improved: yes. Both significant: no. Do no harm: no.
    >>> found.both_improved, found.pvalue("answered", "binomial")
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
        """The number of queries."""
        return sum(self.counts.values())

    @property
    def delta(self) -> float:
        """How much higher B's MRR is than A's."""
        return self.mrr_b - self.mrr_a

    def pvalue(self, on: str, test: str) -> float:
        """The raw p-value of a test, such as `pvalue("esl", "paired-t")`."""
        for found in self.tests + self.tests_on_all:
            if (found.on, found.test) == (on, test):
                return found.pvalue
        there = ", ".join(f"{found.on} {found.test}" for found in self.tests + self.tests_on_all)
        raise InputError(f"there is no test {test!r} on {on!r} here; there is {there}")

    def significant(self, on: str, test: str) -> bool:
        """Whether the p-value of a test, times the multiplicity, is at most alpha; False where it is nan."""
        return self.pvalue(on, test) * self.multiplicity <= self.alpha

    def answered(self) -> int:
        """1 where B answers significantly more queries, -1 where significantly fewer, else 0."""
        return sign(self.b_only - self.a_only) * self.significant("answered", "binomial")

    def ranked(self, on: str = "esl", test: str = "wilcoxon-signed-rank") -> int:
        """1 where B ranks significantly better by `on` (`esl` or `rr`), -1 where worse, else 0; the means say which."""
        return sign(self.gain(on)) * self.significant(on, test)

    def means(self, on: str = "esl") -> tuple[float, float]:
        """The means of A and of B where both answer, by `on` (`esl` or `rr`)."""
        return (self.esl_a, self.esl_b) if on == "esl" else (self.rr_a, self.rr_b)

    def gain(self, on: str = "esl") -> float:
        """How much better B's mean is where both answer: A's ESL less B's, or B's RR less A's."""
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
        """Whether B is significantly better in one of the two and significantly worse in neither."""
        return max(self.answered(), self.ranked()) > 0 and min(self.answered(), self.ranked()) >= 0

    @property
    def counts(self) -> dict[str, int]:
        """How many queries neither run answers, only A, only B, and both."""
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
        """The same two runs with A and B exchanged; two-sided p-values stay.

        >>> outcomes([1, 9, 0, 0], [4, 6, 7, 0]).reversed()
        Outcomes('B', 'A': neither 1, only A 1, only B 0, both 2)
        """
        return replace(
            self,
            run_a=self.run_b, run_b=self.run_a, a_only=self.b_only, b_only=self.a_only, esl_a=self.esl_b,
            esl_b=self.esl_a, rr_a=self.rr_b, rr_b=self.rr_a, mrr_a=self.mrr_b, mrr_b=self.mrr_a,
        )  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """The outcomes as plain numbers, nested as the shell's JSON has them; None for what is not defined."""
        means = {"esl_a": self.esl_a, "esl_b": self.esl_b, "rr_a": self.rr_a, "rr_b": self.rr_b}
        return {
            "queries": self.queries,
            **self.counts,
            **{name: _plain(mean) for name, mean in means.items()},
            "tests": [{"on": t.on, "test": t.test, "pvalue": _plain(t.pvalue)} for t in self.tests],
            "verdicts": self.verdicts,
        }

    def to_frame(self) -> pandas.DataFrame:
        """One row a test, as a pandas `DataFrame`: on, test, p-value, p-value times multiplicity, significant."""
        return to_pandas(
            [
                {
                    "on": found.on,
                    "test": found.test,
                    "pvalue": found.pvalue,
                    "adjusted": min(found.pvalue * self.multiplicity, 1.0)
                    if found.pvalue == found.pvalue
                    else math.nan,
                    "significant": self.significant(found.on, found.test),
                }
                for found in self.tests + self.tests_on_all
            ]
        )

    def __repr__(self) -> str:
        return (
            f"Outcomes({self.run_a!r}, {self.run_b!r}: neither {self.neither}, only A {self.a_only}, "
            f"only B {self.b_only}, both {self.both})"
        )

    def __str__(self) -> str:
        return "\n".join([self._caption(), text_table(["", "A", "B"], self._rows()), *self._remarks()])

    def _tables(self) -> list[Captioned]:
        names = {"answered": "answered by one", "esl": "ESL where both answer", "rr": "RR where both answer"}
        tested = [
            [
                names.get(t.on, "RR on all"),
                t.test,
                p_value(t.pvalue),
                "yes" if self.significant(t.on, t.test) else "no",
            ]
            for t in self.tests + self.tests_on_all
        ]
        header = ["on", "test", "p", f"significant at {self.alpha:g} with {self.multiplicity} comparisons"]
        return [(self._caption(), ["", "A", "B"], self._rows()), ("Tests", header, tested)]

    def _caption(self) -> str:
        return f"{self.run_a} (A) and {self.run_b} (B) on {self.queries} queries, cutoff {self.cutoff}"

    def _rows(self) -> list[list[str]]:
        return [
            ["only this run answers", str(self.a_only), str(self.b_only)],
            ["both answer", str(self.both), str(self.both)],
            ["ESL where both do", decimal(self.esl_a, 3), decimal(self.esl_b, 3)],
            ["RR where both do", decimal(self.rr_a), decimal(self.rr_b)],
            [f"MRR@{self.cutoff}", decimal(self.mrr_a), decimal(self.mrr_b)],
        ]

    def _remarks(self) -> list[str]:
        said = {"Both improved": self.both_improved, "Both significant": self.both_significant}
        said["Do no harm"] = self.do_no_harm
        answers = " ".join(f"{name}: {'yes' if holds else 'no'}." for name, holds in said.items())
        neither = f"Neither answers {count_noun(self.neither, 'query')}."
        return [f"{neither} Is B better than A? {answers}", *([self.note] if self.note else [])]


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
    """The outcomes of two runs from the rank of each query's relevant document, queries in the same order.

    A rank is 1 or more; 0 stands for a document that was not found. A rank beyond the cutoff counts as not found.
    `multiplicity` is the number of comparisons that each p-value is corrected for. Raises `InputError` where ranks are
    not whole numbers from 0, where the runs have different numbers of queries or fewer than 2, and for a cutoff or a
    multiplicity below 1. Source: Lin et al. (2021), sections 4 and 5.

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
    """The outcomes of two runs by the qrels: every query of the qrels counts, and a run that lacks it does not find it.

    The outcomes are defined for one relevant document a query. Where a query has several, an `InputError` says so;
    `first_relevant=True` takes the rank of the first relevant document instead, and the result's note says that.

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
            "is that of the first relevant document, a generalisation that Lin et al. (2021) leave open."
        )
    return outcomes(
        ranks_a, ranks_b, cutoff, names=(run_a.name, run_b.name), multiplicity=multiplicity, alpha=alpha, note=note
    )


def _mean(values: NDArray[np.float64]) -> float:
    return float(arithmetic(values.tolist())) if len(values) else math.nan


def _plain(value: float) -> float | None:
    return value if math.isfinite(value) else None
