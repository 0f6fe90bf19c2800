"""The correlation of outcomes: a learner sees how far printed and real pairs of runs are from independence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from irlearn.studies import leaderboard
from irlearn.studies.leaderboard import Pair
from irlearn.text.html import Content, Element, b, div, i, p, span
from irlearn.text.numbers import axis_label, fixed, true_minus
from irlearn.text.tables import table_of
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import OneOf, css_percent

_HEADS = ("pair", "phi", "correlation of RR", "difference", "product")
_BASE = "R1"  # the run of all printed rows but the last
_SIDES = {"R2": "below", "R3": "left", "R6": "above", "R8": "left", "R9–R10": "left"}
"""The side of its dot on which the name of a printed row has space; it is the right side for the other rows."""


class _Plane(NamedTuple):
    """The ranges of both axes of a plane, and the numbers at their ticks."""

    phi: tuple[float, float]
    excess: tuple[float, float]
    phi_ticks: tuple[float, ...]
    excess_ticks: tuple[float, ...]

    def x(self, phi: float) -> str:
        """Return the distance of a phi from the left edge."""
        return css_percent((phi - self.phi[0]) / (self.phi[1] - self.phi[0]))

    def y(self, excess: float) -> str:
        """Return the distance of an excess from the lower edge."""
        return css_percent((excess - self.excess[0]) / (self.excess[1] - self.excess[0]))

    def box(self, phi: tuple[float, float], excess: tuple[float, float]) -> str:
        """Return the style of a box with these ranges."""
        width = css_percent((phi[1] - phi[0]) / (self.phi[1] - self.phi[0]))
        height = css_percent((excess[1] - excess[0]) / (self.excess[1] - self.excess[0]))
        return f"left:{self.x(phi[0])};bottom:{self.y(excess[0])};width:{width};height:{height}"

    def draw(self, label: str, *content: Content) -> Element:
        """Draw the lines at 0, the content and the ticks."""
        return div("plane", role="img", aria_label=label)[
            i("line up", style=f"left:{self.x(0)}"),
            i("line across", style=f"bottom:{self.y(0)}"),
            content,
            (span("x", style=f"left:{self.x(tick)}")[true_minus(axis_label(tick))] for tick in self.phi_ticks),
            (span("y", style=f"bottom:{self.y(tick)}")[true_minus(axis_label(tick))] for tick in self.excess_ticks),
        ]


_NEAR = _Plane((-0.06, 0.15), (-0.012, 0.013), (-0.05, 0.0, 0.05, 0.1), (-0.01, -0.005, 0.0, 0.005, 0.01))
"""The plane of the printed rows, which are too close to 0 for the plane of the real pairs."""
_ALL = _Plane((-0.1, 1.0), (-0.014, 0.036), (0.0, 0.2, 0.4, 0.6, 0.8, 1.0), (-0.01, 0.0, 0.01, 0.02, 0.03))


class OutcomeCorrelation(App):
    """Ten printed rows of Lin et al. (2021) and six pairs of real runs, by the correlation of their outcomes.

    A learner compares the printed rows, drawn as the areas that their rounding allows, with dots of real pairs. The
    horizontal axis is phi, the correlation of *answered* between the two runs. The vertical axis is the product minus
    the difference of MRR. Both values are 0 if the runs answer queries independently. The printed rows are so close to
    0 that they have a plane of their own, which the plane of the real pairs shows as a box.

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
    'For the 6 real pairs, phi is 0.24 to 0.95, and the product exceeds the difference by 0.0014 to 0.0278.'
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
        return " ".join(text for group, text in self._describe().items() if self.shown in (group, "both"))

    def _describe(self) -> dict[str, str]:
        """Describe how far the printed rows and the real pairs are from independence."""
        printed, real = leaderboard.independence(), leaderboard.real_pairs()
        fit_count = sum(pair.fits for pair in printed.pairs)
        phi, excesses = [pair.phi for pair in real], [_excess_range(pair)[0] for pair in real]
        return {
            "paper": f"The product fits in {fit_count} of the {len(printed.pairs)} rows of the paper, "
            f"and phi is between {' and '.join(map(_two, printed.phi_range))}, whatever the rounding.",
            "real": f"For the {len(real)} real pairs, phi is {_two(min(phi))} to {_two(max(phi))}, and the product "
            f"exceeds the difference by {fixed(min(excesses), 4)} to {fixed(max(excesses), 4)}.",
        }

    def body(self) -> list[Element]:
        real = leaderboard.real_pairs()
        return [
            div("planes both" if self.shown == "both" else "planes")[
                self._draw_rows() if self.shown != "real" else None,
                self._draw_pairs(real) if self.shown != "paper" else None,
            ],
            table_of(
                _HEADS,
                [
                    [
                        " and ".join(pair.runs),
                        _two(pair.phi),
                        _two(pair.correlation),
                        fixed(pair.gain[0], 4),
                        fixed(pair.product, 4),
                    ]
                    for pair in real
                ],
                caption="Four real runs on 513 MS MARCO document dev queries",
            ),
        ]

    def _draw_rows(self) -> Element:
        """Draw the plane of the printed rows."""
        return div[
            p[b["Near 0: the rows of the paper"]],
            _NEAR.draw(self._describe()["paper"], map(_draw_area, leaderboard.independence().pairs)),
            p("small")[
                span("area"),
                f" a row of the paper, {_BASE} and the named run, as far as rounding allows; ",
                span("area off"),
                " the product does not fit",
            ],
        ]

    def _draw_pairs(self, real: Sequence[Pair]) -> Element:
        """Draw the plane of the real pairs, in which a box shows the range of the other plane."""
        box = i("near", style=_ALL.box(_NEAR.phi, _NEAR.excess)) if self.shown == "both" else None
        dots = [i("dot", style=f"left:{_ALL.x(pair.phi)};bottom:{_ALL.y(_excess_range(pair)[0])}") for pair in real]
        return div[
            p[b["The real pairs"]],
            _ALL.draw(self._describe()["real"], box, dots),
            p("small")[
                span("dot"),
                " a real pair",
                ["; ", span("near"), " the rows of the paper, near 0"] if box else None,
            ],
        ]


def _draw_area(pair: Pair) -> Element:
    """Draw a printed row as the area that its rounding allows, with a dot in the middle and the name beside the dot."""
    first, second = pair.runs
    name = second if first == _BASE else f"{first}–{second}"
    area = i("area" if pair.fits else "area off", style=_NEAR.box(pair.phi_range, _excess_range(pair)))
    return area[span(f"at-{_SIDES.get(name, 'right')}")[name]]


def _excess_range(pair: Pair) -> tuple[float, float]:
    """Return the lowest and the highest amount by which the product exceeds the difference of MRR."""
    return pair.product_range[0] - pair.gain[1], pair.product_range[1] - pair.gain[0]


def _two(value: float) -> str:
    return true_minus(fixed(value, 2))
