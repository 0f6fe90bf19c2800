"""The precision-recall curve that follows a ranking, or of several systems at once."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from irlearn.errors import InputError
from irlearn.measures import PrecisionRecall as Curve, precision_recall
from irlearn.notation import decimal, fraction_and_decimal
from irlearn.ranking import Ranking
from irlearn.widgets.base import Widget, action
from irlearn.widgets.curves import draw_curves, in_words
from irlearn.widgets.ranking_board import RankingBoard


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

    @action
    def on_interpolate(self) -> None:
        """Show or hide the interpolated precision."""
        self._interpolate = not self._interpolate

    def draw(self) -> str:
        """The curves as a picture, and the same numbers as a table."""
        rankings = {"": self._board.ranking} if self._board is not None else self._rankings
        curves = {name: precision_recall(ranking, rel=self._rel) for name, ranking in rankings.items()}
        said = in_words(curves)
        shown = "shown" if self._interpolate else "hidden"
        return (
            f"<h3>{escape(self._title)}</h3>"
            f'<div class="curve"><div>{draw_curves(curves, alt=said, interpolate=self._interpolate)}</div>'
            f"<div>{_levels(curves)}"
            f'<div class="row" style="margin-top:8px"><button data-do="interpolate" data-focus="interpolate" '
            f'aria-pressed="{str(self._interpolate).lower()}">Interpolated: {shown}</button></div></div></div>'
            f"<p data-said>{escape(said)}</p>"
        )


def _levels(curves: Mapping[str, Curve]) -> str:
    names = list(curves)
    head = "".join(f'<th scope="col">{escape(name) or "interpolated precision"}</th>' for name in names)
    first = next(iter(curves.values()))
    rows = "".join(
        f'<tr><th scope="row">{decimal(level)}</th>'
        + "".join(f"<td>{fraction_and_decimal(curve.interpolated[i], 3)}</td>" for curve in curves.values())
        + "</tr>"
        for i, level in enumerate(first.levels)
    )
    means = "".join(f"<td><strong>{decimal(curve.mean_interpolated, 3)}</strong></td>" for curve in curves.values())
    return (
        '<table class="levels"><caption class="visually-hidden">interpolated precision at 11 recall levels</caption>'
        f'<thead><tr><th scope="col">recall</th>{head}</tr></thead><tbody>{rows}'
        f'<tr><th scope="row">mean</th>{means}</tr></tbody></table>'
    )
