"""How discriminative are your qrels? The study of Otero, Parapar and Ferro (2023), on anybody's runs.

`pool_runs` and `pool_arrays` make pools of runs; `METHODS` are the ways to spend a budget of judgments on them, which
`register` adds to. `Adjudication` steps one topic judgment by judgment, `adjudicate` judges all topics to a budget:
low-cost qrels, which `discriminate` sets beside the `gold` ones: what tau says, and which significant differences are
kept, missed and invented.
"""

from irlearn.studies.adjudication.discrimination import (
    OUTCOMES as OUTCOMES,
    Discrimination as Discrimination,
    classify as classify,
    discriminate as discriminate,
)
from irlearn.studies.adjudication.low_cost import (
    LowCost as LowCost,
    adjudicate as adjudicate,
    everything as everything,
    gold as gold,
    write_qrels as write_qrels,
)
from irlearn.studies.adjudication.methods import (
    METHODS as METHODS,
    Choice as Choice,
    Method as Method,
    Option as Option,
    State as State,
    Strategy as Strategy,
    find_method as find_method,
    register as register,
)
from irlearn.studies.adjudication.pooled import (
    PooledRuns as PooledRuns,
    PooledTopic as PooledTopic,
    pool_arrays as pool_arrays,
    pool_runs as pool_runs,
)
from irlearn.studies.adjudication.scoring import scores_of as scores_of
from irlearn.studies.adjudication.session import (
    Adjudication as Adjudication,
    Judgment as Judgment,
)
