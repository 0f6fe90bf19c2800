"""Is the best of many lucky? The study of Carterette (2015), for any runs.

`Maximum` and `Minimum` are the exact distributions of the best and the worst of N equal systems. `origin` finds the
mean that could have produced the best observed value. `thresholds` finds the systems that luck does not explain;
`topic_bootstrap` does the same for a real topics x runs matrix and keeps the correlation of the runs. `split_half`
judges the winner on other topics. `records` compares the best results over the years with the records of equal systems.
`gumbel_errors` and `compare_with_paper` compare approximations and printed figures with the exact numbers. `winner`
estimates the true mean of the winner, which should be reported instead of the observed mean.
"""

from irlearn.statistics.distributions import expected_standard_maximum
from irlearn.studies.extremes.bootstrap import (
    SplitHalf,
    TopicBootstrap,
    split_half,
    topic_bootstrap,
)
from irlearn.studies.extremes.extreme_values import (
    Maximum,
    Minimum,
)
from irlearn.studies.extremes.gumbel import (
    CONSTANTS,
    Gumbel,
    GumbelErrors,
    gumbel_errors,
)
from irlearn.studies.extremes.history import (
    Records,
    records,
    robust04_results,
)
from irlearn.studies.extremes.matrix import (
    Matrix,
    at_hand,
    load,
    made_trec7,
    matrix,
    read_table,
    trec7_runs,
)
from irlearn.studies.extremes.origin import (
    Origin,
    chance_inside,
    origin,
    systems_until,
)
from irlearn.studies.extremes.paper import (
    Paper,
    collections,
    compare_with_paper,
    figure_2,
)
from irlearn.studies.extremes.thresholds import (
    Thresholds,
    flagged_too_often,
    standard_error,
    thresholds,
)
from irlearn.studies.extremes.winner import (
    ESTIMATES,
    EstimateErrors,
    Winner,
    judge_on_halves,
    judge_on_truth,
    winner,
)

__all__ = [
    "CONSTANTS",
    "ESTIMATES",
    "EstimateErrors",
    "Gumbel",
    "GumbelErrors",
    "Matrix",
    "Maximum",
    "Minimum",
    "Origin",
    "Paper",
    "Records",
    "SplitHalf",
    "Thresholds",
    "TopicBootstrap",
    "Winner",
    "at_hand",
    "chance_inside",
    "collections",
    "compare_with_paper",
    "expected_standard_maximum",
    "figure_2",
    "flagged_too_often",
    "gumbel_errors",
    "judge_on_halves",
    "judge_on_truth",
    "load",
    "made_trec7",
    "matrix",
    "origin",
    "read_table",
    "records",
    "robust04_results",
    "split_half",
    "standard_error",
    "systems_until",
    "thresholds",
    "topic_bootstrap",
    "trec7_runs",
    "winner",
]
