"""Results as matplotlib figures, on a figure that a notebook shows or on axes that you give; each with a text twin.

Every view returns its axes: `ax.figure`, as the last line of a cell, shows the picture, and `ax.get_label()` says in
words what is drawn, from the same numbers. Nothing here needs pyplot.
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
