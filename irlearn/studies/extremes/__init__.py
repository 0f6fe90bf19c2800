"""Is the best of many lucky? The study of Carterette (2015), on anybody's runs.

`Maximum` and `Minimum` are the exact distributions of the best and the worst of N equal systems. `origin` is the mean
that could have produced the best value seen; `thresholds` says which systems luck does not explain; `topic_bootstrap`
says it for a real topics x runs matrix, and keeps how alike runs are; `split_half` takes the win away; `records` is
the best result over the years; `gumbel_errors` and `compare_with_paper` set approximations and printed figures beside
the exact ones; `winner` says which score to report instead.
"""

from irlearn.statistics.maximum import expected_standard_maximum as expected_standard_maximum
from irlearn.studies.extremes.bootstrap import (
    SplitHalf as SplitHalf,
    TopicBootstrap as TopicBootstrap,
    split_half as split_half,
    topic_bootstrap as topic_bootstrap,
)
from irlearn.studies.extremes.extreme_values import (
    Maximum as Maximum,
    Minimum as Minimum,
)
from irlearn.studies.extremes.gumbel import (
    CONSTANTS as CONSTANTS,
    Gumbel as Gumbel,
    GumbelErrors as GumbelErrors,
    gumbel_errors as gumbel_errors,
)
from irlearn.studies.extremes.history import (
    Records as Records,
    records as records,
    robust04_results as robust04_results,
)
from irlearn.studies.extremes.matrix import (
    Matrix as Matrix,
    at_hand as at_hand,
    load as load,
    made_trec7 as made_trec7,
    matrix as matrix,
    trec7_runs as trec7_runs,
)
from irlearn.studies.extremes.origin import (
    Origin as Origin,
    chance_inside as chance_inside,
    origin as origin,
    systems_until as systems_until,
)
from irlearn.studies.extremes.paper import (
    Paper as Paper,
    collections as collections,
    compare_with_paper as compare_with_paper,
    figure_2 as figure_2,
)
from irlearn.studies.extremes.read_scores import (
    read_table as read_table,
)
from irlearn.studies.extremes.thresholds import (
    Thresholds as Thresholds,
    flagged_too_often as flagged_too_often,
    standard_error as standard_error,
    thresholds as thresholds,
)
from irlearn.studies.extremes.winner import (
    ESTIMATES as ESTIMATES,
    EstimateErrors as EstimateErrors,
    Winner as Winner,
    judge_on_halves as judge_on_halves,
    judge_on_truth as judge_on_truth,
    winner as winner,
)
