"""Power: a learner sees which differences of MRR are significant, depending on the correlation of two runs."""

from __future__ import annotations

from typing import Any

from irlearn.simulation.leaderboard import QUERIES, printed
from irlearn.studies import leaderboard
from irlearn.text.html import Element, div, i, span
from irlearn.text.numbers import decimal, fixed
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import OneOf, css_percent
from irlearn.widgets.core.traits import computed

_ROWS = {f"{new} against {old}": row["delta"].value for (old, new), row in printed().items()}
_SCALE = Scale(0, 0.06, [(hundredths / 100, decimal(hundredths / 100, 2)) for hundredths in range(7)])
_CORRELATIONS = {value: decimal(value, 2) for value in (0.0, 0.2, 0.4, 0.6, 0.76, 0.9)}


class Power(App):
    """The ten differences of MRR in table 1 of Lin et al. (2021), and the smallest one that a paired test finds.

    A learner changes the correlation of RR between the two runs. With a higher correlation the differences between the
    queries vary less, so a smaller difference of MRR is significant. The calculation assumes a standard deviation of RR
    of 0.38, 5,793 queries and ten tests.

    Attributes
    ----------
    correlation : float
        The correlation of RR between the two runs, 0 to 0.9; it can be set.
    smallest : float
        The smallest significant difference of MRR.
    found : int
        The number of the ten differences that are at least as large as `smallest`.

    Examples
    --------
    >>> from irlearn import widgets
    >>> power = widgets.Power()
    >>> power.correlation = 0.76
    >>> round(power.smallest, 4), power.found
    (0.0097, 9)
    """

    styles = ("controls", "alignment")
    css_class = "alignment"
    correlation = OneOf(0.4, _CORRELATIONS, "correlation of RR")

    @computed
    def smallest(self) -> float:
        """Smallest significant difference of MRR."""
        return leaderboard.power(self.correlation).smallest[0]

    @computed
    def found(self) -> int:
        """Number of the ten differences that are at least as large as `smallest`."""
        return leaderboard.power(self.correlation).found[0]

    @property
    def heading(self) -> str:
        return "How small a difference can be found?"

    def note(self) -> str:
        return (
            f"{QUERIES:,} queries, ten tests at 0.05 in all (Bonferroni), a standard deviation of RR of "
            f"{leaderboard.SPREAD}; the differences are those printed in table 1."
        )

    def hint(self) -> str:
        return (
            "Choose how strongly the scores of the two runs correlate. Differences left of the dashed line are not "
            "found."
        )

    def status_text(self) -> str:
        return (
            f"At a correlation of {_CORRELATIONS[self.correlation]}, an observed difference of "
            f"{fixed(self.smallest, 4)} is enough: {self.found} of {len(_ROWS)} rows are found. "
            "A true difference of this size is found with a power of 50%, because the observed difference is below "
            "it half the time."
        )

    def body(self) -> Any:
        """Draw a bar for each row, with the smallest difference as a line across the bars."""
        return div("plot")[
            (self._draw_row(name, gain) for name, gain in _ROWS.items()), _SCALE.axis("difference of MRR")
        ]

    def _draw_row(self, name: str, gain: float) -> Element:
        is_found = gain >= self.smallest
        width = css_percent(gain / _SCALE.high)
        return div("line")[
            span("name")[name],
            span("scale")[
                span("track")[
                    i("band real" if is_found else "band paper", style=f"left:0%;width:{width}"),
                    i("level", style=f"left:{_SCALE.left(self.smallest)}"),
                ]
            ],
            span("cell was")[fixed(gain, 4)],
            span("cell now")["✓ found" if is_found else "not found"],
        ]
