"""Ten printed rows and six real pairs on one plane: how alike two runs answer, and what the product leaves over."""

from __future__ import annotations

from irlearn.studies import leaderboard
from irlearn.studies.leaderboard import Pair
from irlearn.text.html import Element, caption, div, i, p, span, table, tbody, td, th, thead, tr
from irlearn.text.numbers import decimal, fixed, true_minus
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import OneOf, css_percent

_PHI, _LEFT = (-0.1, 1.0), (-0.012, 0.036)
_HEADS = ("pair", "phi", "correlation of RR", "difference", "product")
_ACROSS, _UP = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0), (0.0, 0.01, 0.02, 0.03)


class OutcomeCorrelation(App):
    """The ten rows of the tables of Lin et al. (2021) as areas that their rounding allows, and six real pairs as dots.

    Across stands phi, the correlation of *answered* between the two runs, and upwards the product less the difference
    of MRR. Both are 0 where answering is independent between the runs. The state is `shown`: "both", "paper" or "real".

    >>> from irlearn import widgets
    >>> seen = widgets.OutcomeCorrelation()
    >>> seen.shown = "real"
    >>> seen.status_text()
    'phi of the 6 real pairs is 0.24 to 0.95. The product is above the difference by 0.0014 to 0.0278.'
    """

    styles = ("controls", "outcome_correlation")
    css_class = "pairs"
    heading = "Ten rows of a paper, and six pairs of real runs"
    shown = OneOf("both", {"both": "both", "paper": "the paper's rows", "real": "the real pairs"}, "show")

    def hint(self) -> str:
        """What the picture shows."""
        return "Up: the product less the difference of MRR. Across: phi. Independent runs lie where both are 0."

    def status_text(self) -> str:
        """How far from independence they are."""
        printed, real = leaderboard.independence(), leaderboard.real_pairs()
        fit = sum(pair.fits for pair in printed.pairs)
        phi, over = [pair.phi for pair in real], [_over(pair)[0] for pair in real]
        said = {
            "paper": f"The product fits in {fit} of the {len(printed.pairs)} rows, "
            f"and phi is {' to '.join(map(_two, printed.phi_range))} with all rounding.",
            "real": f"phi of the {len(real)} real pairs is {_two(min(phi))} to {_two(max(phi))}. The product is above "
            f"the difference by {fixed(min(over), 4)} to {fixed(max(over), 4)}.",
        }
        return " ".join(text for which, text in said.items() if self.shown in (which, "both"))

    def body(self) -> list[Element]:
        """The plane, its key, and the six real pairs as a table."""
        real = leaderboard.real_pairs()
        dots = [i("dot", style=f"left:{_across(pair.phi)};bottom:{_up(_over(pair)[0])}") for pair in real]
        return [
            div("plane", role="img", aria_label=f"{self.heading}. {self.status_text()}")[
                i("line up", style=f"left:{_across(0)}"),
                i("line across", style=f"bottom:{_up(0)}"),
                map(_area, leaderboard.independence().pairs) if self.shown != "real" else None,
                dots if self.shown != "paper" else None,
                (span("x", style=f"left:{_across(tick)}")[decimal(tick, 1)] for tick in _ACROSS),
                (span("y", style=f"bottom:{_up(tick)}")[decimal(tick, 2)] for tick in _UP),
            ],
            p("small")[span("area"), " a row of the paper, as far as rounding allows ", span("dot"), " a real pair"],
            table("plain")[
                caption["Four real runs on 513 MS MARCO document dev queries"],
                thead[tr[(th(scope="col")[one] for one in _HEADS)]],
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


def _area(pair: Pair) -> Element:
    (left, right), (low, high) = pair.phi_range, _over(pair)
    wide, tall = (right - left) / (_PHI[1] - _PHI[0]), (high - low) / (_LEFT[1] - _LEFT[0])
    return i(
        "area", style=f"left:{_across(left)};bottom:{_up(low)};width:{css_percent(wide)};height:{css_percent(tall)}"
    )


def _over(pair: Pair) -> tuple[float, float]:
    """The least and the most by which the product can be above the difference of MRR."""
    return pair.product_range[0] - pair.gain[1], pair.product_range[1] - pair.gain[0]


def _across(phi: float) -> str:
    return css_percent((phi - _PHI[0]) / (_PHI[1] - _PHI[0]))


def _up(left: float) -> str:
    return css_percent((left - _LEFT[0]) / (_LEFT[1] - _LEFT[0]))


def _two(value: float) -> str:
    return true_minus(fixed(value, 2))
