"""Results as matplotlib figures, on a bare `Figure` or on axes that you give; each with a text twin."""

from irlearn.views.ranking import (
    draw_contributions as draw_contributions,
    draw_precision_recall as draw_precision_recall,
)
