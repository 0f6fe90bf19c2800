"""Precision-recall curves as a picture, and the same in words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from irlearn.measures import PrecisionRecall as Curve
from irlearn.text.english import comma_list
from irlearn.text.html import Element, text, title
from irlearn.text.numbers import decimal
from irlearn.widgets.charts.axes import Plot


def draw_curves(
    curves: Mapping[str, Curve], *, alt: str, interpolate: bool = True, side: int = 380, high: int = 270
) -> Element:
    """The curves as an SVG of `side` x `high` pixels and its axes, the interpolated precision dotted."""
    plot = Plot("recall", "precision", side, high)
    looks = zip("ab", curves.items(), strict=False)
    return plot.draw(
        alt, [_one_curve(plot, curve, look, name, interpolate=interpolate) for look, (name, curve) in looks]
    )


def _one_curve(plot: Plot, curve: Curve, look: str, name: str, *, interpolate: bool) -> list[Element]:
    points = [(curve.recall[rank - 1], curve.precision[rank - 1], rank) for rank in curve.relevant_ranks]
    if not points:
        return [text(x=plot.x(0.5), y=plot.y(0.5), text_anchor="middle")["no relevant document in the list"]]
    pieces = [plot.path(look, [(recall, precision) for recall, precision, _ in points])]
    if interpolate:
        corners, reached = [], Fraction(0)
        for place, (recall, _, _) in enumerate(points):
            best = max(precision for _, precision, _ in points[place:])
            corners += [(reached, best), (recall, best)]
            reached = recall
        pieces.append(plot.path(f"{look} steps", corners))
    for recall, precision, rank in points:
        dot = plot.dot(look, (recall, precision))
        pieces.append(dot[title[f"rank {rank}: precision {precision}, recall {recall}"]])
        if not name:
            pieces.append(text("soft", x=plot.x(recall), y=plot.y(precision) + 17, text_anchor="middle")[rank])
    if name:
        recall, precision, _ = points[-1]
        x, y = plot.x(recall), plot.y(precision)
        at = {"x": x, "y": y - 26, "text_anchor": "end"} if recall > Fraction(3, 4) else {"x": x + 9, "y": y + 4}
        pieces.append(text(look, **at)[name])
    return pieces


def in_words(curves: Mapping[str, Curve], *, interpolate: bool = True) -> str:
    """The text twin of the picture."""
    if len(curves) == 1:
        (curve,) = curves.values()
        points = [
            f"{decimal(curve.precision[r - 1], 3)} at recall {decimal(curve.recall[r - 1], 3)}"
            for r in curve.relevant_ranks
        ]
        if not points:
            return "The list holds no relevant document, so there is no curve."
        mean = f"; the mean over the 11 levels is {decimal(curve.mean_interpolated, 3)}" if interpolate else ""
        return f"Precision is {', '.join(points)}{mean}."
    (name, one), (other_name, other) = curves.items()
    sentences = []
    for ahead, left, right in ((name, one, other), (other_name, other, one)):
        pairs = zip(left.levels, left.interpolated, right.interpolated, strict=True)
        levels = [decimal(level) for level, mine, theirs in pairs if mine > theirs]
        if levels:
            sentences.append(f"{ahead} is ahead at recall {comma_list(levels)}")
    return "; ".join(sentences) + "." if sentences else "The two curves are the same at all 11 levels."
