"""Precision-recall curves as SVG and as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from irlearn.measures import PrecisionRecall as Curve
from irlearn.text.english import comma_list
from irlearn.text.html import Element, text, title
from irlearn.text.numbers import decimal
from irlearn.widgets.charts.axes import Plot


def draw_curves(
    curves: Mapping[str, Curve], *, alt: str, interpolate: bool = True, side: int = 380, high: int = 270
) -> Element:
    """Draw one or two precision-recall curves.

    Parameters
    ----------
    curves : mapping of str to PrecisionRecall
        The curves by name; an empty name labels the points by rank instead.
    alt : str
        The description for screen readers.
    interpolate : bool, default True
        Whether the interpolated precision is drawn as a dotted line.
    side, high : int
        The width and the height between the axes, in pixels.

    """
    plot = Plot("recall", "precision", side, high)
    drawn = []
    for look, (name, curve) in zip("ab", curves.items(), strict=False):
        others = [other for other_name, other in curves.items() if other_name != name]
        drawn.append(_draw_curve(plot, curve, look, name, others, interpolate=interpolate))
    return plot.draw(alt, drawn)


def _draw_curve(
    plot: Plot, curve: Curve, look: str, name: str, others: Sequence[Curve], *, interpolate: bool
) -> list[Element]:
    points = [(curve.recall[rank - 1], curve.precision[rank - 1], rank) for rank in curve.relevant_ranks]
    if not points:
        return [text(x=plot.x(0.5), y=plot.y(0.5), text_anchor="middle")["no relevant document in the list"]]
    elements = [plot.path(look, [(recall, precision) for recall, precision, _ in points])]
    if interpolate:
        corners, previous_recall = [], Fraction(0)
        for index, (recall, _, _) in enumerate(points):
            highest = max(precision for _, precision, _ in points[index:])
            corners += [(previous_recall, highest), (recall, highest)]
            previous_recall = recall
        elements.append(plot.path(f"{look} steps", corners))
    for recall, precision, rank in points:
        dot = plot.dot(look, (recall, precision))
        elements.append(dot[title[f"rank {rank}: precision {precision}, recall {recall}"]])
        if not name:
            elements.append(text("soft", x=plot.x(recall), y=plot.y(precision) + 17, text_anchor="middle")[rank])
    if name:
        recall, precision, _ = points[-1]
        x, y = plot.x(recall), plot.y(precision)
        near_edge = recall > Fraction(3, 4)
        # Another curve that goes on above the last point would run through a label beside the point.
        is_under = any(
            other.recall[at - 1] >= recall and other.precision[at - 1] >= precision
            for other in others
            for at in other.relevant_ranks
        )
        if near_edge:
            position = {"x": x, "y": y - 26, "text_anchor": "end"}
        elif recall > Fraction(2, 3):  # A label beside the point would be cut off at 400 pixels.
            position = {"x": x, "y": y + 22, "text_anchor": "middle"}
        else:
            position = {"x": x + 9, "y": y + (22 if is_under else 4)}
        elements.append(text(look, **position)[name])
    return elements


def curves_in_words(curves: Mapping[str, Curve], *, interpolate: bool = True) -> str:
    """Return sentences with the same information as the chart."""
    if len(curves) == 1:
        (curve,) = curves.values()
        mean = f"; the mean over the 11 levels is {decimal(curve.mean_interpolated, 3)}" if interpolate else ""
        points = _points_in_words(curve)
        return (
            f"Precision is {points}{mean}." if points else "The list holds no relevant document, so there is no curve."
        )
    if not interpolate:
        return " ".join(
            f"Precision of {name} is {_points_in_words(curve) or 'not drawn: no relevant document is in the list'}."
            for name, curve in curves.items()
        )
    (first_name, first), (second_name, second) = curves.items()
    sentences = []
    for name, curve, other in ((first_name, first, second), (second_name, second, first)):
        pairs = zip(curve.levels, curve.interpolated, other.interpolated, strict=True)
        levels = [decimal(level) for level, precision, other_precision in pairs if precision > other_precision]
        if levels:
            sentences.append(f"{name} is ahead at recall {comma_list(levels)}")
    return "; ".join(sentences) + "." if sentences else "The two curves are equal at all 11 recall levels."


def _points_in_words(curve: Curve) -> str:
    return ", ".join(
        f"{decimal(curve.precision[rank - 1], 3)} at recall {decimal(curve.recall[rank - 1], 3)}"
        for rank in curve.relevant_ranks
    )
