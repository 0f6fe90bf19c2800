"""Kinds of numbers that can be asked for: those that are declared are a file each, and listed here.

A file holds all that is known of a kind: what is asked, its formulas, its wrong rules, and its exercise. How its
questions and hints are worded stands in the `.toml` of the same name; of kinds that are declared elsewhere, in
`words.toml`.
"""

from irlearn.derivation.quantity import KINDS as KINDS

# Each module registers its quantities, exercises and misconceptions when it is imported. Lists of them keep the order
# of these imports, so the order is written here and not left to the alphabet.
# isort: off
from irlearn.kinds.bandit import BanditPosterior as BanditPosterior
from irlearn.kinds.best_of_many import (
    AllInside as AllInside,
    BestOfMany as BestOfMany,
    BestOrigin as BestOrigin,
    ExpectedMaximum as ExpectedMaximum,
    LuckThresholds as LuckThresholds,
    OneInside as OneInside,
)
from irlearn.kinds.criteria import CriterionCount as CriterionCount
from irlearn.kinds.contingency import Phi as Phi, OutcomeShare as OutcomeShare
from irlearn.kinds.move_to_front import NextJudgment as NextJudgment
from irlearn.kinds.hedge import HedgeWeight as HedgeWeight
from irlearn.kinds.kappa import (
    FleissKappa as FleissKappa,
    Kappa as Kappa,
    LinearKappa as LinearKappa,
    PooledKappa as PooledKappa,
    QuadraticKappa as QuadraticKappa,
)
from irlearn.kinds.rank_correlation import KendallsTau as KendallsTau, TauA as TauA, KendallsTauAP as KendallsTauAP
from irlearn.kinds.discriminative_power import Discrimination as Discrimination, PairOutcome as PairOutcome
from irlearn.kinds.spearman import Spearman as Spearman
from irlearn.kinds.tukey import Tukey as Tukey, UnblockedTukey as UnblockedTukey
