"""Results as matplotlib figures, each with a text alternative.

Each function draws on the given axes, or on new axes of a figure that a notebook shows, and returns the axes. In a
notebook, `ax.figure` as the last line of a cell shows the figure. `ax.get_label()` describes it in words, with the same
numbers. The package does not need pyplot.
"""

from irlearn.plots.canvas import Canvas
from irlearn.plots.extremes import draw_growth, draw_maximum, draw_origin, draw_quantiles, draw_records
from irlearn.plots.leaderboard import draw_leaderboard, draw_outcomes
from irlearn.plots.ranking import draw_contributions, draw_precision_recall
from irlearn.plots.significance import draw_intervals, draw_null
from irlearn.plots.tukey import draw_tukey

__all__ = [
    "Canvas",
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
]
