"""The catalogue of quantities and misconceptions: one module per subject, and a TOML file with its sentences.

A module declares the quantities of its subject: their formulas, misconceptions and exercises. Measures and means are
defined in `irlearn.measures`; their misconceptions are in `binary`, `graded` and `means`.
"""

from irlearn.byhand.hand_quantity import KINDS as KINDS
from irlearn.byhand.misconceptions import MISCONCEPTIONS as MISCONCEPTIONS, Misconception as Misconception
from irlearn.byhand.question_words import topic

# Each module registers its quantities, exercises and misconceptions when it is imported. The order of these imports is
# the order in which quantities and exercises are listed, and in which verdicts name equally likely misconceptions.
# isort: off
from irlearn.byhand.catalogue.bandit import BanditPosterior as BanditPosterior
from irlearn.byhand.catalogue.best_of_many import (
    AllInside as AllInside,
    BestOfMany as BestOfMany,
    BestOrigin as BestOrigin,
    ExpectedMaximum as ExpectedMaximum,
    LuckThresholds as LuckThresholds,
    OneInside as OneInside,
)
from irlearn.byhand.catalogue.criteria import CriterionCount as CriterionCount
from irlearn.byhand.catalogue.contingency import Phi as Phi, OutcomeShare as OutcomeShare
from irlearn.byhand.catalogue.move_to_front import NextJudgment as NextJudgment
from irlearn.byhand.catalogue.hedge import HedgeWeight as HedgeWeight
from irlearn.byhand.catalogue.kappa import (
    FleissKappa as FleissKappa,
    Kappa as Kappa,
    LinearKappa as LinearKappa,
    PooledKappa as PooledKappa,
    QuadraticKappa as QuadraticKappa,
)
from irlearn.byhand.catalogue.rank_correlation import (
    KendallsTau as KendallsTau,
    TauA as TauA,
    KendallsTauAP as KendallsTauAP,
    Spearman as Spearman,
    draw_spearman_question,
)
from irlearn.byhand.catalogue.discriminative_power import Discrimination as Discrimination, PairOutcome as PairOutcome
from irlearn.byhand.catalogue.tukey import Tukey as Tukey, UnblockedTukey as UnblockedTukey
from irlearn.byhand.catalogue import graded as graded
from irlearn.byhand.catalogue import means as means
from irlearn.byhand.catalogue import binary as binary
from irlearn.byhand.catalogue import significance_tests as significance_tests

# Within a lesson, topics are listed in the order of registration. This topic follows the topics about discriminative
# power, so it is registered after all imports instead of in `rank_correlation`.
topic("spearman", "Spearman's ρ between the orders of systems by all and by fewer judgments", "14")(
    draw_spearman_question
)
