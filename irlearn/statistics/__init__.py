"""Significance tests, intervals, effect sizes, corrections, rank correlations and power, for arrays of scores.

Each function returns a frozen result with its calculation (`lines`), its assumptions and warnings (`notes`), and for
tests the distribution under the null hypothesis (`null`). Differences are A - B: `alternative="greater"` means that A
scores higher. Floats that differ only by rounding count as equal; scores given as `Fraction`s are compared exactly.
Functions that draw random numbers take `rng`, a generator or a seed.
"""

from irlearn.statistics.agreement import ContingencyTable, cohen_kappa, fleiss_kappa, phi
from irlearn.statistics.all_pairs import AllPairs, all_pairs
from irlearn.statistics.arrays import ALPHA
from irlearn.statistics.binomial import BinomialResult, binomial_test
from irlearn.statistics.corrections import (
    Correction,
    benjamini_hochberg,
    bonferroni,
    holm,
)
from irlearn.statistics.effects import (
    EffectSize,
    EffectSizes,
    cliffs_delta,
    cohens_d,
    cohens_dz,
    effect_sizes,
    hedges_g,
    rank_biserial,
    vargha_delaney,
)
from irlearn.statistics.intervals import (
    BootstrapInterval,
    Interval,
    TInterval,
    bootstrap_interval,
    t_interval,
)
from irlearn.statistics.letter_display import group_letters
from irlearn.statistics.null import NullDistribution
from irlearn.statistics.paired import (
    PairedResult,
    SignResult,
    TResult,
    paired_t,
    sign_test,
)
from irlearn.statistics.permutation import (
    PermutationResult,
    permutation_test,
)
from irlearn.statistics.power import (
    ErrorRates,
    TopicsForMany,
    TopicsNeeded,
    detectable_difference,
    error_rates,
    topics_needed,
    topics_needed_for_many,
)
from irlearn.statistics.randomized import (
    RandomizedTukey,
    randomized_tukey_hsd,
)
from irlearn.statistics.rank_correlation import (
    KendallTau,
    RankBiasedOverlap,
    TauAP,
    kendall_tau,
    rank_biased_overlap,
    tau_ap,
)
from irlearn.statistics.results import Result, WorkedResult
from irlearn.statistics.score_matrix import significant_pairs
from irlearn.statistics.signed_rank import (
    SignedRankResult,
    wilcoxon_signed_rank,
)
from irlearn.statistics.ties import TOLERANCE
from irlearn.statistics.tukey import (
    TukeyHSD,
    tukey_hsd,
    tukey_threshold,
)
from irlearn.statistics.unpaired import (
    RankSumResult,
    UnpairedTResult,
    unpaired_t,
    wilcoxon_rank_sum,
)

__all__ = [
    "ALPHA",
    "TOLERANCE",
    "AllPairs",
    "BinomialResult",
    "BootstrapInterval",
    "ContingencyTable",
    "Correction",
    "EffectSize",
    "EffectSizes",
    "ErrorRates",
    "Interval",
    "KendallTau",
    "NullDistribution",
    "PairedResult",
    "PermutationResult",
    "RandomizedTukey",
    "RankBiasedOverlap",
    "RankSumResult",
    "Result",
    "SignResult",
    "SignedRankResult",
    "TInterval",
    "TResult",
    "TauAP",
    "TopicsForMany",
    "TopicsNeeded",
    "TukeyHSD",
    "UnpairedTResult",
    "WorkedResult",
    "all_pairs",
    "benjamini_hochberg",
    "binomial_test",
    "bonferroni",
    "bootstrap_interval",
    "cliffs_delta",
    "cohen_kappa",
    "cohens_d",
    "cohens_dz",
    "detectable_difference",
    "effect_sizes",
    "error_rates",
    "fleiss_kappa",
    "group_letters",
    "hedges_g",
    "holm",
    "kendall_tau",
    "paired_t",
    "permutation_test",
    "phi",
    "randomized_tukey_hsd",
    "rank_biased_overlap",
    "rank_biserial",
    "sign_test",
    "significant_pairs",
    "t_interval",
    "tau_ap",
    "topics_needed",
    "topics_needed_for_many",
    "tukey_hsd",
    "tukey_threshold",
    "unpaired_t",
    "vargha_delaney",
    "wilcoxon_rank_sum",
    "wilcoxon_signed_rank",
]
