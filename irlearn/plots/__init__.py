"""Results as matplotlib figures, each with a text alternative.

Each function draws on the given axes, or on new axes of a figure that a notebook shows, and returns the axes. In a
notebook, `ax.figure` as the last line of a cell shows the figure. `ax.get_label()` describes it in words, with the same
numbers. The package does not need pyplot.
"""

try:
    import matplotlib as _matplotlib  # noqa: F401 - This import comes first, so that its error names what to install.
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "the figures need matplotlib, which is not installed; type: pip install 'irlearn[figures]'", name="matplotlib"
    ) from None

from irlearn.plots.adjudication import adjudication_by_budget
from irlearn.plots.canvas import Canvas
from irlearn.plots.extremes import draw_growth, draw_maximum, draw_origin, draw_quantiles, draw_records
from irlearn.plots.files import save, svg
from irlearn.plots.leaderboard import draw_leaderboard, draw_outcomes
from irlearn.plots.means import comparison_intervals, difference_intervals, mean_intervals
from irlearn.plots.queries import query_differences, query_scatter, query_scores, score_matrix
from irlearn.plots.ranking import draw_contributions, draw_precision_recall, mean_precision_recall, running_scores
from irlearn.plots.significance import draw_intervals, draw_null
from irlearn.plots.tukey import draw_tukey

__all__ = [
    "Canvas",
    "adjudication_by_budget",
    "comparison_intervals",
    "difference_intervals",
    "draw_contributions",
    "draw_growth",
    "draw_intervals",
    "draw_leaderboard",
    "draw_maximum",
    "draw_null",
    "draw_origin",
    "draw_outcomes",
    "draw_precision_recall",
    "draw_quantiles",
    "draw_records",
    "draw_tukey",
    "mean_intervals",
    "mean_precision_recall",
    "query_differences",
    "query_scatter",
    "query_scores",
    "running_scores",
    "save",
    "score_matrix",
    "svg",
]
