"""Significance tests, intervals, effect sizes, corrections, rank correlations and power: arrays in, results out.

Each function takes arrays of scores and gives a frozen result, which carries the calculation (`lines`), what was taken
for granted (`notes`) and what a picture needs (`null`). Differences are A - B: `alternative="greater"` means that A
scores higher. Floats equal but for rounding count as equal; scores given as `Fraction`s are compared exactly. Nothing
is random unless `rng` is given.
"""

from irlearn.statistics.agreement import cohen_kappa as cohen_kappa, fleiss_kappa as fleiss_kappa
from irlearn.statistics.all_pairs import AllPairs as AllPairs, all_pairs as all_pairs
from irlearn.statistics.anova_power import (
    TopicsForMany as TopicsForMany,
    topics_needed_for_many as topics_needed_for_many,
)
from irlearn.statistics.arrays import ALPHA as ALPHA
from irlearn.statistics.binomial import BinomialResult as BinomialResult, binomial_test as binomial_test
from irlearn.statistics.contingency import ContingencyTable as ContingencyTable, phi as phi
from irlearn.statistics.corrections import (
    Correction as Correction,
    benjamini_hochberg as benjamini_hochberg,
    bonferroni as bonferroni,
    holm as holm,
)
from irlearn.statistics.effects import (
    EffectSize as EffectSize,
    EffectSizes as EffectSizes,
    cliffs_delta as cliffs_delta,
    cohens_d as cohens_d,
    cohens_dz as cohens_dz,
    effect_sizes as effect_sizes,
    hedges_g as hedges_g,
    rank_biserial as rank_biserial,
    vargha_delaney as vargha_delaney,
)
from irlearn.statistics.intervals import (
    BootstrapInterval as BootstrapInterval,
    Interval as Interval,
    TInterval as TInterval,
    bootstrap_interval as bootstrap_interval,
    t_interval as t_interval,
)
from irlearn.statistics.letter_display import group_letters as group_letters
from irlearn.statistics.null import NullDistribution as NullDistribution
from irlearn.statistics.paired import (
    PairedResult as PairedResult,
    SignResult as SignResult,
    TResult as TResult,
    paired_t as paired_t,
    sign_test as sign_test,
)
from irlearn.statistics.permutation import (
    PermutationResult as PermutationResult,
    permutation_test as permutation_test,
)
from irlearn.statistics.power import (
    ErrorRates as ErrorRates,
    TopicsNeeded as TopicsNeeded,
    error_rates as error_rates,
    topics_needed as topics_needed,
)
from irlearn.statistics.randomized import (
    RandomizedTukey as RandomizedTukey,
    randomized_tukey_hsd as randomized_tukey_hsd,
)
from irlearn.statistics.rank_correlation import (
    KendallTau as KendallTau,
    RankBiasedOverlap as RankBiasedOverlap,
    TauAP as TauAP,
    kendall_tau as kendall_tau,
    rank_biased_overlap as rank_biased_overlap,
    tau_ap as tau_ap,
)
from irlearn.statistics.results import Result as Result, WorkedResult as WorkedResult
from irlearn.statistics.score_matrix import significant_pairs as significant_pairs
from irlearn.statistics.signed_rank import (
    SignedRankResult as SignedRankResult,
    wilcoxon_signed_rank as wilcoxon_signed_rank,
)
from irlearn.statistics.ties import TOLERANCE as TOLERANCE
from irlearn.statistics.tukey import (
    TukeyHSD as TukeyHSD,
    tukey_hsd as tukey_hsd,
    tukey_threshold as tukey_threshold,
)
from irlearn.statistics.unpaired import (
    RankSumResult as RankSumResult,
    UnpairedTResult as UnpairedTResult,
    unpaired_t as unpaired_t,
    wilcoxon_rank_sum as wilcoxon_rank_sum,
)
