"""Precision and recall as two sliders, and F beside the arithmetic mean: how little a new widget takes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from irlearn.text.html import div, kbd, p, strong
from irlearn.text.numbers import decimal, fraction_and_decimal
from irlearn.widgets.charts.axes import Plot
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import Share

PLOT = Plot("recall", "precision")


class Harmonic(App):
    """Two sliders, precision and recall, and what F and the arithmetic mean make of them.

    >>> Harmonic(precision=0.9, recall=0.1).f
    Fraction(9, 50)
    """

    styles = ("sliders", "precision_recall")
    heading = "F is the harmonic mean"
    precision = Share("0.9", "precision")
    recall = Share("0.1", "recall")

    def hint(self) -> Any:
        return ["Drag a dot, or focus it and press ", kbd["←"], " ", kbd["→"], ", or type a number and ", kbd["Enter"]]

    @property
    def mean(self) -> Fraction:
        return (self.precision + self.recall) / 2

    @property
    def f(self) -> Fraction:
        return self.precision * self.recall / self.mean if self.mean else Fraction(0)

    def status_text(self) -> str:
        return f"F is {decimal(self.f, 3)}, the arithmetic mean {decimal(self.mean, 3)}."

    def body(self) -> Any:
        f, here = float(self.f), (self.recall, self.precision)
        same = [(r / 50, f * r / (2 * r - 50 * f)) for r in range(1, 51) if 2 * r - 50 * f >= f * r > 0]
        alt = f"precision {decimal(self.precision)}, recall {decimal(self.recall)}; the line joins all pairs of that F"
        above, below = f"2 · {self.precision} · {self.recall}", f"({self.precision} + {self.recall})"
        return [
            PLOT.draw(alt, PLOT.path("b", same), PLOT.dot("a", here)),
            div("sum")[
                p("equation")[strong["F"], f" = {above} / {below} = ", fraction_and_decimal(self.f)],
                p("equation")[strong["mean"], f" = {below} / 2 = ", fraction_and_decimal(self.mean)],
            ],
        ]
