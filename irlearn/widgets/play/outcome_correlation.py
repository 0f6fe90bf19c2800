"""The correlation of outcomes: a learner sees how far printed and real pairs of runs are from independence."""

from __future__ import annotations

from irlearn.studies import leaderboard
from irlearn.studies.leaderboard import Pair
from irlearn.text.html import Element, caption, div, i, p, span, table, tbody, td, th, thead, tr
from irlearn.text.numbers import decimal, fixed, true_minus
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import OneOf, css_percent

_PHI, _EXCESS = (-0.1, 1.0), (-0.012, 0.036)  # ranges of the axes
_HEADS = ("pair", "phi", "correlation of RR", "difference", "product")
_PHI_TICKS, _EXCESS_TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0), (0.0, 0.01, 0.02, 0.03)


class OutcomeCorrelation(App):
    """Ten printed rows of Lin et al. (2021) and six pairs of real runs, by the correlation of their outcomes.

    A learner compares the printed rows, drawn as the areas that their rounding allows, with dots of real pairs. The
    horizontal axis is phi, the correlation of *answered* between the two runs. The vertical axis is the product minus
    the difference of MRR. Both values are 0 if the runs answer queries independently.

    Attributes
    ----------
    shown : {"both", "paper", "real"}
        The pairs that are drawn; it can be set.

    Examples
    --------
    >>> from irlearn import widgets
    >>> correlation = widgets.OutcomeCorrelation()
    >>> correlation.shown = "real"
    >>> correlation.status_text()
    'phi of the 6 real pairs is 0.24 to 0.95. The product is above the difference by 0.0014 to 0.0278.'
    """

    styles = ("controls", "outcome_correlation")
    css_class = "pairs"
    heading = "Ten rows of a paper, and six pairs of real runs"
    shown = OneOf("both", {"both": "both", "paper": "the paper's rows", "real": "the real pairs"}, "show")

    def hint(self) -> str:
        return (
            "Vertical axis: the product minus the difference of MRR. Horizontal axis: phi. For independent runs, "
            "both are 0."
        )

    def status_text(self) -> str:
        """Describe how far the pairs are from independence."""
        printed, real = leaderboard.independence(), leaderboard.real_pairs()
        fit_count = sum(pair.fits for pair in printed.pairs)
        phi, excesses = [pair.phi for pair in real], [_excess_range(pair)[0] for pair in real]
        sentences = {
            "paper": f"The product fits in {fit_count} of the {len(printed.pairs)} rows of the paper, "
            f"and phi is between {' and '.join(map(_two, printed.phi_range))}, whatever the rounding.",
            "real": f"For the {len(real)} real pairs, phi is {_two(min(phi))} to {_two(max(phi))}, and the product "
            f"exceeds the difference by {fixed(min(excesses), 4)} to {fixed(max(excesses), 4)}.",
        }
        return " ".join(text for group, text in sentences.items() if self.shown in (group, "both"))

    def body(self) -> list[Element]:
        real = leaderboard.real_pairs()
        dots = [i("dot", style=f"left:{_x(pair.phi)};bottom:{_y(_excess_range(pair)[0])}") for pair in real]
        return [
            div("plane", role="img", aria_label=f"{self.heading}. {self.status_text()}")[
                i("line up", style=f"left:{_x(0)}"),
                i("line across", style=f"bottom:{_y(0)}"),
                map(_draw_area, leaderboard.independence().pairs) if self.shown != "real" else None,
                dots if self.shown != "paper" else None,
                (span("x", style=f"left:{_x(tick)}")[decimal(tick, 1)] for tick in _PHI_TICKS),
                (span("y", style=f"bottom:{_y(tick)}")[decimal(tick, 2)] for tick in _EXCESS_TICKS),
            ],
            p("small")[span("area"), " a row of the paper, as far as rounding allows ", span("dot"), " a real pair"],
            table("plain")[
                caption["Four real runs on 513 MS MARCO document dev queries"],
                thead[tr[(th(scope="col")[head] for head in _HEADS)]],
                tbody[
                    (
                        tr[
                            th(scope="row")[" and ".join(pair.runs)],
                            td[_two(pair.phi)],
                            td[_two(pair.correlation)],
                            td[fixed(pair.gain[0], 4)],
                            td[fixed(pair.product, 4)],
                        ]
                        for pair in real
                    )
                ],
            ],
        ]


def _draw_area(pair: Pair) -> Element:
    """Draw a printed row as the area that its rounding allows."""
    (left, right), (lowest, highest) = pair.phi_range, _excess_range(pair)
    width, height = (right - left) / (_PHI[1] - _PHI[0]), (highest - lowest) / (_EXCESS[1] - _EXCESS[0])
    return i(
        "area", style=f"left:{_x(left)};bottom:{_y(lowest)};width:{css_percent(width)};height:{css_percent(height)}"
    )


def _excess_range(pair: Pair) -> tuple[float, float]:
    """Return the lowest and the highest amount by which the product exceeds the difference of MRR."""
    return pair.product_range[0] - pair.gain[1], pair.product_range[1] - pair.gain[0]


def _x(phi: float) -> str:
    return css_percent((phi - _PHI[0]) / (_PHI[1] - _PHI[0]))


def _y(excess: float) -> str:
    return css_percent((excess - _EXCESS[0]) / (_EXCESS[1] - _EXCESS[0]))


def _two(value: float) -> str:
    return true_minus(fixed(value, 2))
