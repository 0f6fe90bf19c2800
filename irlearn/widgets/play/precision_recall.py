"""The widget of precision-recall curves, of a ranking board while documents are moved, or of fixed rankings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from irlearn.errors import InputError
from irlearn.measures import PrecisionRecall as Curve, precision_recall
from irlearn.palette import color_class
from irlearn.ranking import RankingLike, as_ranking
from irlearn.text.html import Element, div, h3, p, strong, td, th, tr
from irlearn.text.numbers import decimal, fraction_and_decimal
from irlearn.widgets.charts.precision_recall_curves import curves_in_words, draw_curves
from irlearn.widgets.core.base import action
from irlearn.widgets.core.fields import toggle_button
from irlearn.widgets.core.parts import captioned_table
from irlearn.widgets.core.play import PlayWidget
from irlearn.widgets.play.ranking_board import RankingBoard


class PrecisionRecall(PlayWidget):
    """The precision-recall curve of a board's ranking, live, or of one or two rankings.

    A learner compares the points (precision and recall after each relevant document) with the stepped line of
    interpolated precision, which a button hides, and reads the interpolated precision at the 11 recall levels in a
    table.

    Parameters
    ----------
    source : RankingBoard, RankingLike or mapping of str to RankingLike
        A board, whose present ranking the curve shows after each move; a ranking, its text or its grades; or a mapping
        from the names of one or two systems to their rankings.
    rel : int, optional
        The lowest grade that counts as relevant.
    title : str, optional
        The heading.
    levels : bool, optional
        Whether interpolated precision is shown: its line, with the button, and its table.
    state : mapping, optional
        A saved state, as `state` returns it.

    Raises
    ------
    InputError
        If a mapping holds no ranking or more than two.

    Examples
    --------
    >>> from irlearn import datasets, widgets
    >>> curve = widgets.PrecisionRecall(datasets.crossing())
    >>> "System A is ahead at recall 0, 0.1, 0.2, 0.3, 0.4 and 0.5" in curve.picture
    True
    """

    styles = ("precision_recall",)
    _followed: RankingBoard | None

    def __init__(
        self,
        source: RankingBoard | RankingLike | Mapping[str, RankingLike],
        *,
        rel: int = 1,
        title: str = "Precision and recall",
        levels: bool = True,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        self._rel, self._title, self._levels, self._interpolate = rel, title, levels, levels
        self._followed = source if isinstance(source, RankingBoard) else None
        rankings_by_name = {} if self._followed else source if isinstance(source, Mapping) else {"": source}
        self._rankings = {name: as_ranking(ranking) for name, ranking in rankings_by_name.items()}
        if not self._followed and not 1 <= len(self._rankings) <= 2:
            raise InputError(f"a precision-recall picture shows one or two systems; given: {len(self._rankings)}")
        super().__init__(state)
        if self._followed:
            self._followed.observe(lambda _: self.refresh(), "picture")

    @action
    def on_interpolate(self) -> None:
        """Show or hide the interpolated precision."""
        self._interpolate = not self._interpolate

    def draw(self) -> Element:
        rankings = {"": self._followed.ranking} if self._followed else self._rankings
        curves = {name: precision_recall(ranking, rel=self._rel) for name, ranking in rankings.items()}
        description = curves_in_words(curves, interpolate=self._levels)
        return div[
            h3[self._title],
            div("curve")[
                div[draw_curves(curves, alt=description, interpolate=self._interpolate)],
                div[
                    _draw_levels(curves),
                    div("row", style="margin-top:8px")[
                        toggle_button("interpolate", "interpolate", on=self._interpolate)["Interpolated line"]
                    ],
                ]
                if self._levels
                else None,
            ],
            p(data_said=True)[description] if self._levels else None,
        ]


def _draw_levels(curves: Mapping[str, Curve]) -> Element:
    """Draw the table of interpolated precision at the recall levels."""
    first_curve = next(iter(curves.values()))
    heads = [
        th(color_class(name), scope="col")[name]
        for name in ("recall", *(name or "interpolated precision" for name in curves))
    ]
    rows = [
        tr[
            th(scope="row")[decimal(level)],
            [td[fraction_and_decimal(curve.interpolated[index], 3)] for curve in curves.values()],
        ]
        for index, level in enumerate(first_curve.levels)
    ]
    means = [td[strong[decimal(curve.mean_interpolated, 3)]] for curve in curves.values()]
    mean_row = tr[th(scope="row")["mean"], means]
    return captioned_table("levels", "interpolated precision at 11 recall levels", heads, [rows, mean_row])
