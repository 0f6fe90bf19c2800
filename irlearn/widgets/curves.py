"""Precision-recall curves as a picture, and the same in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from irlearn.markup import Element, circle, line, polyline, rect, svg, text, title
from irlearn.measures import PrecisionRecall as Curve
from irlearn.notation import decimal, in_a_row


@dataclass(frozen=True)
class _Plot:
    """The plotting area, in pixels: recall goes right, precision goes up."""

    side: int
    high: int
    left: int = 46
    top: int = 14

    def x(self, recall: Fraction | float) -> float:
        return round(self.left + float(recall) * self.side, 1)

    def y(self, precision: Fraction | float) -> float:
        return round(self.top + (1 - float(precision)) * self.high, 1)


def draw_curves(
    curves: Mapping[str, Curve], *, alt: str, interpolate: bool = True, side: int = 380, high: int = 270
) -> Element:
    """The curves as an SVG of `side` x `high` pixels and its axes, the interpolated precision dotted."""
    plot = _Plot(side, high)
    width, height = plot.left + plot.side + 14, plot.top + plot.high + 44
    return svg(viewBox=f"0 0 {width} {height}", width=width, height=height, role="img", aria_label=alt)[
        (_tick(plot, Fraction(n, 5)) for n in range(6)),
        line("axis", x1=plot.x(0), x2=plot.x(1), y1=plot.y(0), y2=plot.y(0)),
        text(x=plot.x(0.5), y=plot.y(0) + 36, text_anchor="middle")["recall (0 to 1)"],
        text(transform=f"translate(12 {plot.y(0.5)}) rotate(-90)", text_anchor="middle")["precision (0 to 1)"],
        [
            _one_curve(plot, curve, look, name, interpolate=interpolate)
            for look, (name, curve) in zip("ab", curves.items(), strict=False)
        ],
    ]


def _tick(plot: _Plot, level: Fraction) -> list[Element]:
    """A level on both axes."""
    x, y = plot.x(level), plot.y(level)
    return [
        line("grid", x1=plot.x(0), x2=plot.x(1), y1=y, y2=y),
        text("soft", x=plot.left - 8, y=y + 4, text_anchor="end")[decimal(level)],
        text("soft", x=x, y=plot.y(0) + 18, text_anchor="middle")[decimal(level)],
    ]


def _one_curve(plot: _Plot, curve: Curve, look: str, name: str, *, interpolate: bool) -> list[Element]:
    points = [(curve.recall[rank - 1], curve.precision[rank - 1], rank) for rank in curve.relevant_ranks]
    if not points:
        return [text(x=plot.x(0.5), y=plot.y(0.5), text_anchor="middle")["no relevant document in the list"]]
    pieces = [polyline(look, points=" ".join(f"{plot.x(r)},{plot.y(p)}" for r, p, _ in points))]
    if interpolate:
        corners, reached = [], Fraction(0)
        for place, (recall, _, _) in enumerate(points):
            best = max(precision for _, precision, _ in points[place:])
            corners += [f"{plot.x(reached)},{plot.y(best)}", f"{plot.x(recall)},{plot.y(best)}"]
            reached = recall
        pieces.append(polyline(f"{look} steps", points=" ".join(corners)))
    for recall, precision, rank in points:
        x, y = plot.x(recall), plot.y(precision)
        dot = circle(look, cx=x, cy=y, r=4.5) if look == "a" else rect(look, x=x - 4, y=y - 4, width=8, height=8)
        pieces.append(dot[title[f"rank {rank}: precision {precision}, recall {recall}"]])
        if not name:
            pieces.append(text("soft", x=x, y=y + 17, text_anchor="middle")[rank])
    if name:
        recall, precision, _ = points[-1]
        x, y = plot.x(recall), plot.y(precision)
        at = {"x": x, "y": y - 26, "text_anchor": "end"} if recall > Fraction(3, 4) else {"x": x + 9, "y": y + 4}
        pieces.append(text(look, **at)[name])
    return pieces


def in_words(curves: Mapping[str, Curve]) -> str:
    """The text twin of the picture."""
    if len(curves) == 1:
        (curve,) = curves.values()
        points = [
            f"{decimal(curve.precision[r - 1], 3)} at recall {decimal(curve.recall[r - 1], 3)}"
            for r in curve.relevant_ranks
        ]
        if not points:
            return "The list holds no relevant document, so there is no curve."
        return (
            f"Precision is {', '.join(points)}; the mean over the 11 levels is {decimal(curve.mean_interpolated, 3)}."
        )
    (name, one), (other_name, other) = curves.items()
    sentences = []
    for ahead, left, right in ((name, one, other), (other_name, other, one)):
        pairs = zip(left.levels, left.interpolated, right.interpolated, strict=True)
        levels = [decimal(level) for level, mine, theirs in pairs if mine > theirs]
        if levels:
            sentences.append(f"{ahead} is ahead at recall {in_a_row(levels)}")
    return "; ".join(sentences) + "." if sentences else "The two curves are the same at all 11 levels."
