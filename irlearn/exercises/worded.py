"""How exercises word kinds of numbers that no one file declares: the facts of the sentences in `kinds/words.toml`."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import ClassVar

from irlearn.derivation.a_against_b import ENDS, Binomial, PairedT, RankSum, SignedRank, SignTest
from irlearn.derivation.judged_runs import name_of
from irlearn.derivation.significance import Pair, Significance
from irlearn.derivation.stated import typed
from irlearn.diagnosis.misconceptions.tests import SamplesContext
from irlearn.kinds.bandit import BanditCase, BanditPosterior
from irlearn.kinds.criteria import ALPHA, BetterBy, CriteriaCase, columns_of
from irlearn.kinds.front import FrontCase, NextJudgment
from irlearn.kinds.hedge import OfSeveralRuns
from irlearn.kinds.told import UNDERSTOOD as UNDERSTOOD, WORDINGS as WORDINGS, Facts, OfTwoLists, Wording
from irlearn.numbers import degrees, fixed, half, minus, power
from irlearn.words import counted, in_a_row

# tests of the scores of A and of B, or of counts


def _ranks(ranks: Iterable[Fraction]) -> str:
    return in_a_row([half(rank) for rank in ranks]) or "none"


def _of_sign(context: SamplesContext, *, above: bool) -> str:
    """The ranks of the differences above 0, or of those below."""
    pairs = zip(context.differences, context.ranks, strict=True)
    return _ranks(rank for one, rank in pairs if (one > 0) == above)


def _quantile(context: SamplesContext) -> str:
    """What a 95% interval takes."""
    from irlearn.statistics.null import t_quantile  # SciPy waits until it is needed

    return fixed(t_quantile(0.025, context.n - 1), 4)


class OfScores(OfTwoLists):
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
        "quantile": _quantile,
    }

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


# criteria for "better"


def _significant(case: CriteriaCase, side: int) -> str:
    """The challengers with a significant gain on one side."""
    standings = enumerate(case.standings(ALPHA / len(case.rows)), start=1)
    places = [str(place) for place, row in standings if row[side] > 1]
    return in_a_row(places) or "none"


class OfCriteria(Wording):
    """The words of a number of challengers."""

    facts: ClassVar[Facts] = {
        "criterion": lambda of: WORDINGS.of(of.asked).definition(of.asked),
        "more": lambda of: _significant(of, 0),
        "lower": lambda of: _significant(of, 1),
    }

    def stated(self, asked: BetterBy, pair: Pair) -> str:
        """A sentence for each challenger."""
        rows = zip(*columns_of(asked.rows(pair)).values(), strict=True)
        return " ".join(f"Challenger {row[0]}: {', '.join(row[1:4])}; {', '.join(row[4:])}." for row in rows)


WORDINGS(BetterBy)(OfCriteria("criteria"))


# which documents to judge

_SHOWN = 3  # judgments in a hint


def _row(documents: Iterable[int]) -> str:
    return in_a_row([f"d{one}" for one in documents])


def _priorities(case: FrontCase) -> str:
    """The priorities after the first judgments."""
    now = enumerate(case.order[:_SHOWN][-1].priorities)
    return in_a_row([f"{name_of(run)} {minus(str(one))}" for run, one in now])


class OfMoveToFront(OfSeveralRuns):
    """The words of a number of move-to-front pooling."""

    facts = OfSeveralRuns.facts | {
        "first": lambda of: _row(of.documents(of.order)[:1]),
        "some": lambda of: len(of.order[:_SHOWN]),
        "begun": lambda of: _row(of.documents(of.order)[:_SHOWN]),
        "priorities": _priorities,
        "run": lambda of: name_of(of.found.run),
        "order": lambda of: _row(of.documents(of.order)),
        "relevant": lambda of: _row(sorted(of.found.relevant)),
        "many": lambda of: len(of.found.relevant),
    }


def _good(case: BanditCase) -> str:
    """Which documents of the run are relevant."""
    had = [one for one in case.found.runs[case.found.run] if one in case.found.relevant]
    good = [one for one, _ in case.found.judgments if one in had]
    return f"{_row(good) or 'none'} {'is' if len(good) == 1 else 'are'}"


class OfBandit(OfSeveralRuns):
    """The words of a bandit's posterior."""

    facts = OfSeveralRuns.facts | {
        "fades": lambda of: f"both are multiplied by γ = {typed(of.gamma)}; then " if of.gamma < 1 else "",
        "has": lambda of: (
            _row(one for one, _ in of.found.judgments if of.found.rank(of.found.run, one)) or "none of them"
        ),
        "good": _good,
        "jrel": lambda of: of["jrel"],
        "jret": lambda of: of["jret"],
    }


WORDINGS(NextJudgment)(OfMoveToFront("next-judgment"))
WORDINGS(BanditPosterior)(OfBandit("bandit-posterior"))
