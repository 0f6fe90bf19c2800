"""The precision-recall curve that follows a ranking, or of several systems at once."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape
from typing import Any

from irlearn.errors import InputError
from irlearn.measures import PrecisionRecall as Curve, precision_recall
from irlearn.notation import decimal
from irlearn.ranking import Ranking
from irlearn.widgets.base import Widget
from irlearn.widgets.ranking_board import RankingBoard

_LEFT, _TOP, _SIDE, _HIGH = 46, 14, 380, 270  # the plotting area, in pixels of the picture


class PrecisionRecall(Widget):
    """The precision-recall curve of a board's ranking, live, or of one or two rankings by name.

    `source` is a `RankingBoard` (the curve then follows each move), a `Ranking`, or a dict of at most two rankings by
    the name of their system. Points are precision and recall after each relevant document; the stepped line is the
    interpolated precision, and the table gives it at the 11 recall levels.

    >>> from irlearn import datasets, widgets
    >>> curve = widgets.PrecisionRecall(datasets.crossing())
    >>> "System A is ahead at recall 0, 0.1, 0.2, 0.3, 0.4 and 0.5" in curve.picture
    True
    """

    def __init__(
        self,
        source: RankingBoard | Ranking | Mapping[str, Ranking],
        *,
        rel: int = 1,
        title: str = "Precision and recall",
    ) -> None:
        self._rel, self._title, self._interpolate = rel, title, True
        self._board = source if isinstance(source, RankingBoard) else None
        rankings = (
            {"": source} if isinstance(source, Ranking) else {} if isinstance(source, RankingBoard) else dict(source)
        )
        if self._board is None and not 1 <= len(rankings) <= 2:
            raise InputError(f"a precision-recall picture shows one or two systems; given: {len(rankings)}")
        self._rankings = rankings
        self._before: Curve | None = None
        super().__init__()
        if self._board is not None:
            self._board.observe(lambda _: self.refresh(), "picture")

    def on_interpolate(self, _: dict[str, Any]) -> None:
        """Show or hide the interpolated precision."""
        self._interpolate = not self._interpolate

    def draw(self) -> str:
        """The curves as a picture, and the same numbers as a table."""
        rankings = {"": self._board.ranking} if self._board is not None else self._rankings
        curves = {name: precision_recall(ranking, rel=self._rel) for name, ranking in rankings.items()}
        said = _in_words(curves)
        shown = "shown" if self._interpolate else "hidden"
        return (
            f"<h3>{escape(self._title)}</h3>"
            f'<div class="curve"><div>{_picture(curves, interpolate=self._interpolate, alt=said)}</div>'
            f"<div>{_levels(curves)}"
            f'<div class="row" style="margin-top:8px"><button data-do="interpolate" data-focus="interpolate" '
            f'aria-pressed="{str(self._interpolate).lower()}">Interpolated: {shown}</button></div></div></div>'
            f"<p data-said>{escape(said)}</p>"
        )


def _x(recall: Fraction | float) -> float:
    return round(_LEFT + float(recall) * _SIDE, 1)


def _y(precision: Fraction | float) -> float:
    return round(_TOP + (1 - float(precision)) * _HIGH, 1)


def _picture(curves: Mapping[str, Curve], *, interpolate: bool, alt: str) -> str:
    ticks = [Fraction(n, 5) for n in range(6)]
    pieces = [
        f'<line class="grid" x1="{_x(0)}" x2="{_x(1)}" y1="{_y(t)}" y2="{_y(t)}"/>'
        f'<text class="soft" x="{_LEFT - 8}" y="{_y(t) + 4}" text-anchor="end">{decimal(t)}</text>'
        f'<text class="soft" x="{_x(t)}" y="{_y(0) + 18}" text-anchor="middle">{decimal(t)}</text>'
        for t in ticks
    ]
    pieces.append(
        f'<line class="axis" x1="{_x(0)}" x2="{_x(1)}" y1="{_y(0)}" y2="{_y(0)}"/>'
        f'<text x="{_x(0.5)}" y="{_y(0) + 36}" text-anchor="middle">recall (0 to 1)</text>'
        f'<text transform="translate(12 {_y(0.5)}) rotate(-90)" text-anchor="middle">precision (0 to 1)</text>'
    )
    for look, (name, curve) in zip("ab", curves.items(), strict=False):
        pieces.append(_one_curve(curve, look, name, interpolate=interpolate))
    width, height = _LEFT + _SIDE + 40, _TOP + _HIGH + 44
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="{escape(alt, quote=True)}">{"".join(pieces)}</svg>'
    )


def _one_curve(curve: Curve, look: str, name: str, *, interpolate: bool) -> str:
    points = [(curve.recall[rank - 1], curve.precision[rank - 1], rank) for rank in curve.relevant_ranks]
    if not points:
        return f'<text x="{_x(0.5)}" y="{_y(0.5)}" text-anchor="middle">no relevant document in the list</text>'
    pieces = [f'<polyline class="{look}" points="{" ".join(f"{_x(r)},{_y(p)}" for r, p, _ in points)}"/>']
    if interpolate:
        corners, reached = [], Fraction(0)
        for place, (recall, _, _) in enumerate(points):
            best = max(precision for _, precision, _ in points[place:])
            corners += [f"{_x(reached)},{_y(best)}", f"{_x(recall)},{_y(best)}"]
            reached = recall
        pieces.append(f'<polyline class="{look} steps" points="{" ".join(corners)}"/>')
    for recall, precision, rank in points:
        x, y = _x(recall), _y(precision)
        shape = (
            f'<circle class="{look}" cx="{x}" cy="{y}" r="4.5">'
            if look == "a"
            else f'<rect class="{look}" x="{x - 4}" y="{y - 4}" width="8" height="8">'
        )
        close = "</circle>" if look == "a" else "</rect>"
        tip = f"rank {rank}: precision {precision}, recall {recall}"
        pieces.append(f"{shape}<title>{escape(tip)}</title>{close}")
        if not name:
            pieces.append(f'<text class="soft" x="{x}" y="{y + 17}" text-anchor="middle">{rank}</text>')
    if name:
        recall, precision, _ = points[-1]
        beside = f'x="{_x(recall) + 9}" y="{_y(precision) + 4}"'
        above = f'x="{_x(recall)}" y="{_y(precision) - 12}" text-anchor="end"'
        pieces.append(f'<text class="{look}" {above if recall > Fraction(3, 4) else beside}>{escape(name)}</text>')
    return "".join(pieces)


def _levels(curves: Mapping[str, Curve]) -> str:
    names = list(curves)
    head = "".join(f'<th scope="col">{escape(name) or "interpolated precision"}</th>' for name in names)
    first = next(iter(curves.values()))
    rows = "".join(
        f'<tr><th scope="row">{decimal(level)}</th>'
        + "".join(f"<td>{_twice(curve.interpolated[i])}</td>" for curve in curves.values())
        + "</tr>"
        for i, level in enumerate(first.levels)
    )
    means = "".join(f"<td><strong>{decimal(curve.mean_interpolated, 3)}</strong></td>" for curve in curves.values())
    return (
        '<table class="levels"><caption class="visually-hidden">interpolated precision at 11 recall levels</caption>'
        f'<thead><tr><th scope="col">recall</th>{head}</tr></thead><tbody>{rows}'
        f'<tr><th scope="row">mean</th>{means}</tr></tbody></table>'
    )


def _twice(value: Fraction) -> str:
    """A fraction and its decimal, once where they are the same."""
    return str(value) if value.denominator == 1 else f"{value} = {decimal(value, 3)}"


def _in_words(curves: Mapping[str, Curve]) -> str:
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
            listed = " and ".join([", ".join(levels[:-1]), levels[-1]] if levels[1:] else levels)
            sentences.append(f"{ahead} is ahead at recall {listed}")
    return "; ".join(sentences) + "." if sentences else "The two curves are the same at all 11 levels."
