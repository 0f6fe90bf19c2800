"""Kinds of numbers that can be asked for: every one is listed here, and those that are declared are a file each.

A file holds all that is known of a kind: what is asked, its formulas, its wrong rules, and its exercise.
"""

from irlearn.derivation import (
    AllInside,
    BanditPosterior,
    BestOrigin,
    BetterBy,
    Binomial,
    Discrimination,
    ExpectedMaximum,
    KendallsTau,
    LuckThresholds,
    NextJudgment,
    OneInside,
    PairedT,
    PairOutcome,
    Phi,
    RankSum,
    SignedRank,
    SignTest,
    TauA,
    TauOfTop,
    WhoAnswers,
)
from irlearn.derivation.significance import KINDS as KINDS, Significance
from irlearn.kinds.hedge import HedgeWeight as HedgeWeight
from irlearn.kinds.kappa import FleissKappa as FleissKappa, Kappa as Kappa, PooledKappa as PooledKappa
from irlearn.kinds.tukey import Tukey as Tukey, UnblockedTukey as UnblockedTukey

_LISTED: tuple[type[Significance], ...] = (
    *(SignTest, SignedRank, RankSum, PairedT, BanditPosterior),
    *(ExpectedMaximum, BestOrigin, LuckThresholds, AllInside, OneInside, Binomial),
    *(BetterBy, PairOutcome, Discrimination, Kappa, PooledKappa, FleissKappa, WhoAnswers, Phi),
    *(HedgeWeight, NextJudgment, Tukey, UnblockedTukey, KendallsTau, TauA, TauOfTop),
)
KINDS.update({one.name: one for one in _LISTED})
