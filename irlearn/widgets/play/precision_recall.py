"""The precision-recall curve that follows a ranking, or of several systems at once."""

from __future__ import annotations

from collections.abc import Mapping

from irlearn.errors import InputError
from irlearn.measures import PrecisionRecall as Curve, precision_recall
from irlearn.palette import color_class
from irlearn.ranking import RankingLike, as_ranking
from irlearn.text.html import Element, div, h3, p, strong, td, th, tr
from irlearn.text.numbers import decimal, fraction_and_decimal
from irlearn.widgets.charts.precision_recall_curves import draw_curves, in_words
from irlearn.widgets.core.base import Widget, action
from irlearn.widgets.core.fields import pressed
from irlearn.widgets.core.parts import captioned
from irlearn.widgets.play.ranking_board import RankingBoard


class PrecisionRecall(Widget):
    """The precision-recall curve of a board's ranking, live, or of one or two rankings by name.

    `source` is a `RankingBoard` (the curve then follows each move), a ranking, its text or its grades, or a dict of at
    most two of these by the name of their system. Points are precision and recall after each relevant document; the
    stepped line is the interpolated precision, and the table gives it at the 11 recall levels.

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
    ) -> None:
        self._rel, self._title, self._interpolate = rel, title, True
        self._followed = source if isinstance(source, RankingBoard) else None
        named = {} if self._followed else source if isinstance(source, Mapping) else {"": source}
        self._rankings = {name: as_ranking(one) for name, one in named.items()}
        if not self._followed and not 1 <= len(self._rankings) <= 2:
            raise InputError(f"a precision-recall picture shows one or two systems; given: {len(self._rankings)}")
        super().__init__()
        if self._followed:
            self._followed.observe(lambda _: self.refresh(), "picture")

    @action
    def on_interpolate(self) -> None:
        """Show or hide the interpolated precision."""
        self._interpolate = not self._interpolate

    def draw(self) -> Element:
        """The curves as a picture, and the same numbers as a table."""
        rankings = {"": self._followed.ranking} if self._followed else self._rankings
        curves = {name: precision_recall(ranking, rel=self._rel) for name, ranking in rankings.items()}
        said = in_words(curves)
        return div[
            h3[self._title],
            div("curve")[
                div[draw_curves(curves, alt=said, interpolate=self._interpolate)],
                div[
                    _levels(curves),
                    div("row", style="margin-top:8px")[
                        pressed("interpolate", "interpolate", on=self._interpolate)["Interpolated line"]
                    ],
                ],
            ],
            p(data_said=True)[said],
        ]


def _levels(curves: Mapping[str, Curve]) -> Element:
    first = next(iter(curves.values()))
    heads = [
        th(color_class(name), scope="col")[name]
        for name in ("recall", *(name or "interpolated precision" for name in curves))
    ]
    rows = [
        tr[
            th(scope="row")[decimal(level)],
            [td[fraction_and_decimal(curve.interpolated[place], 3)] for curve in curves.values()],
        ]
        for place, level in enumerate(first.levels)
    ]
    means = [td[strong[decimal(curve.mean_interpolated, 3)]] for curve in curves.values()]
    last = tr[th(scope="row")["mean"], means]
    return captioned("levels", "interpolated precision at 11 recall levels", heads, [rows, last])
