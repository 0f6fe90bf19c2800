"""How discriminative are your qrels? The study of Otero, Parapar and Ferro (2023), for any runs.

`pool_runs` and `pool_arrays` make pools of runs. `METHODS` are the methods that choose documents for a budget of
judgments; `register` adds a method. `Adjudication` steps through one topic judgment by judgment, and `adjudicate`
judges all topics to a budget, which gives low-cost qrels. `discriminate` compares the low-cost qrels with the `gold`
qrels: Kendall's tau, and the significant differences that are kept, missed and invented. `sweep` repeats this
comparison for methods x budgets x measures x repetitions, on a cluster if needed, and resumes after an interruption.
`leave_one_out`, `leave_group_out` and `non_pooled` measure the effect on systems that did not contribute to the pool.
`inferred_ap` estimates AP from a random sample of judgments.

Two implementations of this study give different numbers unless they share the following conventions. For conventions
that are options, the default is named first:

- the depth of the pool: `pool_runs(depth=100)`; the cutoff of AP: `rank=None`, the length of the runs, or `AP @ 100`
- relevance: `pool_runs(rel=1)`; the documents that a run retrieved: `retrieved="depth"`, of the pool, or "list"
- R, and nDCG's ideal list: `discriminate(r_from="low")` or "gold"; Kendall's tau: `tau="b"` or "a"
- a topic without a known relevant document: `empty="zero"` or "drop"
- ties of runs or documents: `ties="random"`, drawn with `rng`, or "id", the first run or the lowest id
- a run without unjudged documents: `mtf(exhausted="dropped")`, or "redrawn", which drops it only when it is taken
- Borda: `borda(missing="shared")` or "none"; CombMNZ: `combmnz(scores="ranks")` or "run", min-max normalized
- Condorcet's cycles: `condorcet(cycles="copeland")` or "sort"
- a budget larger than a pool: `adjudicate(beyond="refuse")` or "whole", which judges the whole pool
- a pooled document that the qrels lack counts as not relevant when judged, and is left out of written qrels
- a difference of means of 0 agrees with either sign; a difference equal to Tukey's threshold is not significant
"""

from irlearn.studies.adjudication.discrimination import (
    OUTCOMES,
    Discrimination,
    classify,
    discriminate,
)
from irlearn.studies.adjudication.inferred import (
    InferredAP,
    inferred_ap,
    inferred_scores,
)
from irlearn.studies.adjudication.low_cost import (
    LowCost,
    adjudicate,
    everything,
    gold,
    scores_of,
    write_qrels,
)
from irlearn.studies.adjudication.methods import (
    METHODS,
    Choice,
    Method,
    Option,
    State,
    Strategy,
    find_method,
    register,
)
from irlearn.studies.adjudication.pools import (
    PooledRuns,
    PooledTopic,
    pool_arrays,
    pool_runs,
)
from irlearn.studies.adjudication.recorded import deep_learning_2021
from irlearn.studies.adjudication.reusability import (
    Outsider,
    Reusability,
    leave_group_out,
    leave_one_out,
    non_pooled,
)
from irlearn.studies.adjudication.session import (
    Adjudication,
    Judgment,
)
from irlearn.studies.adjudication.sweep import BUDGETS, Row, Sweep, sweep

__all__ = [
    "BUDGETS",
    "METHODS",
    "OUTCOMES",
    "Adjudication",
    "Choice",
    "Discrimination",
    "InferredAP",
    "Judgment",
    "LowCost",
    "Method",
    "Option",
    "Outsider",
    "PooledRuns",
    "PooledTopic",
    "Reusability",
    "Row",
    "State",
    "Strategy",
    "Sweep",
    "adjudicate",
    "classify",
    "deep_learning_2021",
    "discriminate",
    "everything",
    "find_method",
    "gold",
    "inferred_ap",
    "inferred_scores",
    "leave_group_out",
    "leave_one_out",
    "non_pooled",
    "pool_arrays",
    "pool_runs",
    "register",
    "scores_of",
    "sweep",
    "write_qrels",
]
