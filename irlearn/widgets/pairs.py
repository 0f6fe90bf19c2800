"""Ten printed rows and six real pairs on one plane: how alike two runs answer, and what the product leaves over."""

from __future__ import annotations

from irlearn.markup import Element, caption, div, h3, i, p, span, table, tbody, td, th, thead, tr
from irlearn.numbers import decimal, fixed, minus
from irlearn.studies import leaderboard
from irlearn.studies.leaderboard import Pair
from irlearn.widgets.base import Widget
from irlearn.widgets.fields import percent

_PHI, _LEFT = (-0.1, 1.0), (-0.01, 0.04)
_HEADS = ("pair", "phi", "correlation of RR", "difference", "product")
_ACROSS, _UP = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0), (0.0, 0.01, 0.02, 0.03)


class Pairs(Widget):
    """The ten rows of the tables of Lin et al. (2021) as areas that their rounding allows, and six real pairs as dots.

    Across stands phi, the correlation of *answered* between the two runs, and upwards the product less the difference
    of MRR. Both are 0 where answering is independent between the runs. Nothing can be changed.

    >>> from irlearn import widgets
    >>> "bm25base and neural_anon" in widgets.Pairs().picture
    True
    """

    styles = ("pairs",)

    def draw(self) -> Element:
        """The plane, and the six real pairs as a table."""
        printed, real = leaderboard.independence().pairs, leaderboard.real_pairs()
        fit = sum(pair.fits for pair in printed)
        phis = [pair.phi for pair in real]
        said = (
            f"The areas of {fit} of the {len(printed)} rows reach the line of the product. Of the {len(real)} real "
            f"pairs none lies on it: phi is {_two(min(phis))} to {_two(max(phis))}."
        )
        return div("pairs")[
            h3["Ten rows of a paper, and six pairs of real runs"],
            p["Up: product − difference of MRR. Across: phi. Independent runs lie where both are 0."],
            div("plane", role="img", aria_label=said)[
                i("line up", style=f"left:{_across(0)}"),
                i("line across", style=f"bottom:{_up(0)}"),
                map(_area, printed),
                (i("dot", style=f"left:{_across(pair.phi)};bottom:{_up(_over(pair)[0])}") for pair in real),
                (span("x", style=f"left:{_across(tick)}")[decimal(tick, 1)] for tick in _ACROSS),
                (span("y", style=f"bottom:{_up(tick)}")[decimal(tick, 2)] for tick in _UP),
            ],
            p("small")[span("area"), " a row of the paper, as far as rounding allows ", span("dot"), " a real pair"],
            p[said],
            table[
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
    return i("area", style=f"left:{_across(left)};bottom:{_up(low)};width:{percent(wide)};height:{percent(tall)}")


def _over(pair: Pair) -> tuple[float, float]:
    """The least and the most by which the product can be above the difference of MRR."""
    return pair.product_range[0] - pair.gain[1], pair.product_range[1] - pair.gain[0]


def _across(phi: float) -> str:
    return percent((phi - _PHI[0]) / (_PHI[1] - _PHI[0]))


def _up(left: float) -> str:
    return percent((left - _LEFT[0]) / (_LEFT[1] - _LEFT[0]))


def _two(value: float) -> str:
    return minus(fixed(value, 2))
