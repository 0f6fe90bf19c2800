"""Is the new state of the art better? The study of Lin et al. (2021), for any runs.

For queries with one relevant document each, two runs have four outcomes on a query: neither run finds the document,
only one of them does, or both do, in which case their ranks can be compared. `outcomes` counts and tests the outcomes.
`table` compares many runs with a baseline. `preferences` finds the order of the runs by a criterion. `align` and
`alignment_shuffle` show the effect of pairing the queries. `history`, `read_leaderboard` and `timeline` give the
leaderboard over time. `compare_with_paper` recomputes the paper's tables 1 and 2 from reconstructed runs and compares
them with the printed figures.
"""

from irlearn.studies.leaderboard.alignment import (
    Alignment,
    AlignmentShuffle,
    align,
    alignment_shuffle,
)
from irlearn.studies.leaderboard.criteria import (
    CRITERIA,
    NEEDS,
    Criterion,
    Preferences,
    preferences,
)
from irlearn.studies.leaderboard.history import (
    LAST_DAY,
    Submission,
    Timeline,
    fetched,
    history,
    read_leaderboard,
    timeline,
)
from irlearn.studies.leaderboard.independence import (
    Independence,
    Pair,
    independence,
    phi,
    real_pairs,
)
from irlearn.studies.leaderboard.outcomes import (
    Outcomes,
    Test,
    outcomes,
    outcomes_of,
)
from irlearn.studies.leaderboard.power import SPREAD, Power, power
from irlearn.studies.leaderboard.printed_bounds import (
    LargestCorrelations,
    correlation_bounds,
    largest_correlation,
    largest_correlations,
)
from irlearn.studies.leaderboard.ranks import first_relevant_ranks
from irlearn.studies.leaderboard.tables import (
    Cell,
    Comparison,
    Impossible,
    Table,
    compare_with_paper,
    impossible,
    table,
)

__all__ = [
    "CRITERIA",
    "LAST_DAY",
    "NEEDS",
    "SPREAD",
    "Alignment",
    "AlignmentShuffle",
    "Cell",
    "Comparison",
    "Criterion",
    "Impossible",
    "Independence",
    "LargestCorrelations",
    "Outcomes",
    "Pair",
    "Power",
    "Preferences",
    "Submission",
    "Table",
    "Test",
    "Timeline",
    "align",
    "alignment_shuffle",
    "compare_with_paper",
    "correlation_bounds",
    "fetched",
    "first_relevant_ranks",
    "history",
    "impossible",
    "independence",
    "largest_correlation",
    "largest_correlations",
    "outcomes",
    "outcomes_of",
    "phi",
    "power",
    "preferences",
    "read_leaderboard",
    "real_pairs",
    "table",
    "timeline",
]
