"""Results as matplotlib figures, on a figure that a notebook shows or on axes that you give; each with a text twin.

Every view returns its axes: `ax.figure`, as the last line of a cell, shows the picture, and `ax.get_label()` says in
words what is drawn, from the same numbers. Nothing here needs pyplot.
"""

from irlearn.views.canvas import Canvas as Canvas
from irlearn.views.extremes import (
    draw_growth as draw_growth,
    draw_maximum as draw_maximum,
    draw_origin as draw_origin,
    draw_quantiles as draw_quantiles,
    draw_records as draw_records,
)
from irlearn.views.leaderboard import draw_leaderboard as draw_leaderboard, draw_outcomes as draw_outcomes
from irlearn.views.ranking import (
    draw_contributions as draw_contributions,
    draw_precision_recall as draw_precision_recall,
)
from irlearn.views.significance import draw_intervals as draw_intervals, draw_null as draw_null
from irlearn.views.tukey import draw_tukey as draw_tukey
