"""Is the new state of the art better? The study of Lin et al. (2021), on anybody's runs.

For queries with one relevant document each, two runs have four outcomes on a query: neither finds the document, only
one of them does, or both do, and then its ranks can be compared. `outcomes` counts and tests them; `table` sets many
runs against a baseline; `preferences` asks which order of the runs a criterion gives; `align` and `alignment_shuffle`
show what pairing the queries is worth; `history`, `read_leaderboard` and `timeline` are the leaderboard over time;
`compare_with_paper` computes the paper's tables 1 and 2 from reconstructed runs, beside the printed figures.
"""

from irlearn.studies.leaderboard.alignment import (
    Alignment as Alignment,
    AlignmentShuffle as AlignmentShuffle,
    align as align,
    alignment_shuffle as alignment_shuffle,
)
from irlearn.studies.leaderboard.criteria import (
    CRITERIA as CRITERIA,
    NEEDS as NEEDS,
    Criterion as Criterion,
    Preferences as Preferences,
    preferences as preferences,
)
from irlearn.studies.leaderboard.history import (
    LAST_DAY as LAST_DAY,
    Submission as Submission,
    Timeline as Timeline,
    fetched as fetched,
    history as history,
    read_leaderboard as read_leaderboard,
    timeline as timeline,
)
from irlearn.studies.leaderboard.independence import (
    Independence as Independence,
    Pair as Pair,
    independence as independence,
    phi as phi,
    real_pairs as real_pairs,
)
from irlearn.studies.leaderboard.outcomes import (
    Outcomes as Outcomes,
    Test as Test,
    outcomes as outcomes,
    outcomes_of as outcomes_of,
)
from irlearn.studies.leaderboard.paper import (
    Cell as Cell,
    Comparison as Comparison,
    Impossible as Impossible,
    compare_with_paper as compare_with_paper,
    impossible as impossible,
)
from irlearn.studies.leaderboard.power import SPREAD as SPREAD, Power as Power, power as power
from irlearn.studies.leaderboard.printed_bounds import (
    LargestCorrelations as LargestCorrelations,
    correlation_bounds as correlation_bounds,
    largest_correlation as largest_correlation,
    largest_correlations as largest_correlations,
)
from irlearn.studies.leaderboard.ranks import first_relevant_ranks as first_relevant_ranks
from irlearn.studies.leaderboard.tables import Table as Table, table as table
