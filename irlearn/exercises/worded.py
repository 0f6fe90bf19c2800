"""How exercises word kinds of numbers that no one file declares: the facts of the sentences in `kinds/words.toml`."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from irlearn.derivation.a_against_b import ENDS, Binomial, PairedT, RankSum, SignedRank, SignTest
from irlearn.derivation.significance import Pair, Significance
from irlearn.kinds.rules import Facts
from irlearn.kinds.told import UNDERSTOOD as UNDERSTOOD, WORDINGS as WORDINGS, Wording
from irlearn.numbers import degrees, fixed, half, power
from irlearn.words import counted, in_a_row

if TYPE_CHECKING:  # SciPy waits until a test is asked about
    from irlearn.diagnosis.samples import Samples

# tests of the scores of A and of B, or of counts


def _ranks(ranks: Iterable[Fraction]) -> str:
    return in_a_row([half(rank) for rank in ranks]) or "none"


def _of_sign(context: Samples, *, above: bool) -> str:
    """The ranks of the differences above 0, or of those below."""
    pairs = zip(context.differences, context.ranks, strict=True)
    return _ranks(rank for one, rank in pairs if (one > 0) == above)


class OfScores(Wording):
    """The words of a test of two lists of scores, two-sided."""

    facts: ClassVar[Facts] = {
        "all": lambda of: f"{power(2, of.counted)} = {2**of.counted}",
        "ways": lambda of: in_a_row([str(math.comb(of.counted, count)) for count in range(of.fewer + 1)]),
        "plus": lambda of: _of_sign(of, above=True),
        "minus": lambda of: _of_sign(of, above=False),
        "smaller": lambda of: half(min(of.sums)),
        "twice": lambda of: 2 * of.n,
        "ranks": lambda of: _ranks(of.together[: of.n]),
        "least": lambda of: f"{of.n} · {of.n + 1} / 2 = {of.n * (of.n + 1) // 2}",
        "low": lambda of: half(min(of.u, of.n**2 - of.u)),
        "choices": lambda of: math.comb(2 * of.n, of.n),
        "mean": lambda of: fixed(of.moments[0], 5),
        "deviation": lambda of: fixed(of.moments[1], 5),
        "fewer": lambda of: of.n - 1,
        "freedom": lambda of: degrees(of.n - 1),
        "quantile": lambda of: fixed(of.quantile(), 4),
    }

    def stated(self, asked: Any, pair: Pair) -> str:
        """What A has, then what B has."""
        a, b = map(", ".join, asked.texts(pair))
        return f"A: {a}. B: {b}."

    def what(self, asked: Significance) -> str:
        """The p-value as two-sided, a statistic with its test; an end of an interval is named in full."""
        p = asked.spoken.removeprefix("the ")
        if asked.statistic == "p":
            return f"the {'' if p.startswith('one-sided') else 'two-sided '}{p}"
        return asked.spoken if asked.statistic in ENDS else f"{asked.spoken} in the {asked.title}"


class OfT(OfScores):
    """The words of the paired t test, no number of which is exact."""

    fraction = False


class OfCounts(OfScores):
    """The words of the binomial test, whose numbers stand in its sentences."""

    apart = False

    def stated(self, asked: Binomial, pair: Pair) -> str:  # noqa: ARG002
        """The trials and the successes."""
        (successes,), (trials,) = pair
        are = "is a success" if successes == 1 else "are successes"
        return f"Of {counted(int(trials), 'trial')} {successes} {are}."


for _kind, _wording in ((SignTest, OfScores), (SignedRank, OfScores), (RankSum, OfScores), (PairedT, OfT)):
    WORDINGS(_kind)(_wording(_kind.name))
WORDINGS(Binomial)(OfCounts("binomial"))
