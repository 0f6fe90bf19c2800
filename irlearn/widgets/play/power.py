"""How small a difference of MRR can be found, by how alike two runs score their queries, beside a paper's table."""

from __future__ import annotations

from typing import Any

from irlearn.simulation.leaderboard import QUERIES, printed
from irlearn.studies import leaderboard
from irlearn.text.html import Element, div, i, span
from irlearn.text.numbers import decimal, fixed
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import OneOf, css_percent

_ROWS = {f"{new} against {old}": row["delta"].value for (old, new), row in printed().items()}
_SCALE = Scale(0, 0.06, [(hundredths / 100, decimal(hundredths / 100, 2)) for hundredths in range(7)])
_ALIKE = {one: decimal(one, 2) for one in (0.0, 0.2, 0.4, 0.6, 0.76, 0.9)}


class Power(App):
    """The ten differences of MRR of table 1 of Lin et al. (2021), and the smallest one that a paired test would find.

    The state is `correlation`, that of RR between the two runs, 0 to 0.9: the more alike the runs score their queries,
    the less their differences spread, and the smaller a difference is significant. Supposed are a spread of RR of 0.38,
    5,793 queries and ten tests; `smallest` is the difference, `found` how many of the ten are as large.

    >>> from irlearn import widgets
    >>> seen = widgets.Power()
    >>> seen.correlation = 0.76
    >>> round(seen.smallest, 4), seen.found
    (0.0097, 9)
    """

    styles = ("controls", "alignment")
    css_class = "alignment"
    correlation = OneOf(0.4, _ALIKE, "correlation of RR")

    @property
    def smallest(self) -> float:
        """The smallest difference of MRR that is significant."""
        return leaderboard.power(self.correlation).smallest[0]

    @property
    def found(self) -> int:
        """How many of the ten differences are as large."""
        return leaderboard.power(self.correlation).found[0]

    @property
    def heading(self) -> str:
        """What is asked."""
        return "How small a difference can be found?"

    def note(self) -> str:
        """What is supposed."""
        return (
            f"{QUERIES:,} queries, ten tests at 0.05 in all (Bonferroni), a standard deviation of RR of "
            f"{leaderboard.SPREAD}; the differences are those that table 1 prints."
        )

    def hint(self) -> str:
        """What is changed."""
        return "Choose how much the scores of the two runs correlate. What is left of the dashed line is not found."

    def status_text(self) -> str:
        """The smallest difference, and what it finds."""
        return (
            f"At a correlation of {_ALIKE[self.correlation]} an observed difference of {fixed(self.smallest, 4)} is "
            f"enough: {self.found} of {len(_ROWS)} rows are found. A true difference of this size is found with power "
            "50%: chance puts the observed one below it every other time."
        )

    def body(self) -> Any:
        """A bar for each row, and the smallest difference as a line across them."""
        return div("plot")[(self._draw(name, gain) for name, gain in _ROWS.items()), _SCALE.axis("difference of MRR")]

    def _draw(self, name: str, gain: float) -> Element:
        found = gain >= self.smallest
        wide = css_percent(gain / _SCALE.high)
        return div("line")[
            span("name")[name],
            span("scale")[
                span("track")[
                    i("band real" if found else "band paper", style=f"left:0%;width:{wide}"),
                    i("level", style=f"left:{_SCALE.left(self.smallest)}"),
                ]
            ],
            span("cell was")[fixed(gain, 4)],
            span("cell now")["✓ found" if found else "not found"],
        ]
