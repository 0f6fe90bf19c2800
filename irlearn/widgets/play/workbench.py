"""The workbench: a learner recomputes the rows of a printed table and finds the row with contradictory values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from irlearn.studies import extremes
from irlearn.studies.extremes.origin import Origin
from irlearn.studies.extremes.paper import CLOSE, Collection, Figure
from irlearn.text.html import Element, div, i, p, span, strong, td, th, tr
from irlearn.text.numbers import fixed
from irlearn.widgets.charts.null_distribution import nice_ticks
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import Count, DecimalField, OneOf, toggle_button
from irlearn.widgets.core.parts import captioned_table
from irlearn.widgets.core.traits import computed

_ROWS = {row.name: row for row in extremes.collections()}
_CLOSE = 0.1  # share of the axis; if a half is shorter, its length is written next to it
_HEADS = ("collection", "N", "s", "max", "µ₀ printed", "µ₀", "lower printed", "lower", "fits")


class _RowInput(NamedTuple):
    """The input of a row: the number of systems, their standard error, and the maximum."""

    n: int
    sd: float
    best: float

    @property
    def recomputed(self) -> Origin:
        """µ₀ and its interval, computed from the row."""
        return extremes.origin(self.best, self.n, self.sd)

    @property
    def written(self) -> tuple[str, str, str]:
        """The three numbers in the table's notation."""
        return str(self.n), _four(self.sd), _four(self.best)


class Workbench(App):
    """Table 3 of Carterette (2015): µ₀ and the lower end of five collections, recomputed and compared.

    A learner chooses a collection, changes its N, s or maximum, and sees which printed values the formulas reproduce.
    Each row keeps its changes when another row is chosen.

    Parameters
    ----------
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    row : str
        The chosen collection.
    n, sd, best : int, float, float
        N, the standard error s and the maximum of the chosen row; they can be set.
    printed : Collection
        The chosen row as printed.
    recomputed : Origin
        µ₀ and its interval, recomputed from `n`, `sd` and `best`.
    origin, lower : float
        µ₀ = best − z·sd and the lower end µ₀ − z·sd, recomputed.
    consistent : bool
        Whether `origin` and `lower` are within .0005 of the printed values.

    References
    ----------
    B. Carterette, "The Best Published Result is Random", SIGIR 2015, tables 2 and 3.

    Examples
    --------
    >>> from irlearn import widgets
    >>> bench = widgets.Workbench()
    >>> bench.row, round(bench.origin, 4), round(bench.lower, 4), bench.consistent
    ('WSJ', 0.3769, 0.3504, True)
    >>> bench.gesture(do="row", value="AP")
    >>> bench.gesture(do="best", by="1")
    >>> bench.best, round(bench.origin, 4)
    (0.2983, 0.2748)
    """

    styles = ("controls", "winners_curse")
    css_class = "curse"
    heading = "Table 3 on the workbench"
    row = OneOf("WSJ", {name: name for name in _ROWS}, "collection")
    n = Count(_ROWS["WSJ"].n, 2, 1000, "N", what="N")
    sd = DecimalField(_ROWS["WSJ"].se, "0.0001", "0.1", "s", step="0.0001", what="the standard error s")
    best = DecimalField(_ROWS["WSJ"].best, "0", "1", "max", step="0.0001", what="the maximum")

    def __init__(self, *, state: Mapping[str, Any] | None = None) -> None:
        self._inputs = {name: _printed(collection) for name, collection in _ROWS.items()}
        self._loading_row = False  # Setting the fields of another row must not store them as changes.
        super().__init__(state=state)

    def field_changed(self, name: str, _: Any) -> None:
        """Store a changed value with its row; load the stored values when another row is chosen."""
        if self._loading_row:
            return
        if name != "row":
            self._inputs[self.row] = _RowInput(self.n, self.sd, self.best)
            return
        self._loading_row = True
        self.n, self.sd, self.best = self._inputs[self.row]
        self._loading_row = False

    @computed
    def printed(self) -> Collection:
        """The chosen row as printed."""
        return _ROWS[self.row]

    @computed
    def recomputed(self) -> Origin:
        """µ₀ and its interval, recomputed from N, s and the maximum of the chosen row."""
        return _RowInput(self.n, self.sd, self.best).recomputed

    @computed
    def origin(self) -> float:
        """µ₀, recomputed."""
        return self.recomputed.mean

    @computed
    def lower(self) -> float:
        """Lower end of the interval, recomputed."""
        return self.recomputed.interval.low

    @computed
    def consistent(self) -> bool:
        """Whether N, s and the maximum reproduce the printed µ₀ and lower end."""
        return _fits(self.printed, self.recomputed)

    def note(self) -> str:
        return "Carterette (2015), tables 2 and 3: N, s and the maximum give µ₀ = max − z·s and its lower end µ₀ − z·s."

    def hint(self) -> str:
        fits = f"A row fits if µ₀ and the lower end are within {CLOSE} of the printed ones."
        return f"Choose a row and change N, s or max. {fits}"

    def status_text(self) -> str:
        recomputed, printed = self.recomputed, self.printed
        lower_end = f"the lower end is {_four(self.lower)}, {_deviation_words(printed.low, self.lower)}"
        calculation = f"{_four(self.best)} − {fixed(recomputed.z, 3)} · {_four(self.sd)}"
        return (
            f"{self.row}: µ₀ = {calculation} = {_four(recomputed.mean)}, "
            f"{_deviation_words(printed.origin, recomputed.mean)}; {lower_end}."
        )

    def controls(self) -> list[Element]:
        """Draw the controls of the row's three numbers; the row is chosen in the table."""
        values = self._values()
        return [self._fields[name].control(values[name]) for name in _RowInput._fields]

    def body(self) -> list[Element]:
        heads = [th(scope="col")[head] for head in _HEADS]
        return [
            captioned_table("rows stacks", "Table 3, printed and recomputed", heads, map(self._draw_row, _ROWS)),
            self._draw_spans(),
        ]

    def _draw_row(self, name: str) -> Element:
        """Draw a collection, with its changed values marked."""
        printed, values = _ROWS[name], self._inputs[name]
        recomputed, is_chosen = values.recomputed, name == self.row
        deviation = max(
            abs(_deviation(printed.origin, recomputed.mean)), abs(_deviation(printed.low, recomputed.interval.low))
        )
        cells = [
            th(scope="row")[toggle_button("row", f"row {name}", on=is_chosen, value=name)[name]],
            *(
                td("touched" if text != printed_text else None)[text]
                for text, printed_text in zip(values.written, _printed(printed).written, strict=True)
            ),
            td("printed")[_four(printed.origin)],
            td[_four(recomputed.mean)],
            td("printed")[_four(printed.low)],
            td[_four(recomputed.interval.low)],
            td("yes")["✓ fits"] if _fits(printed, recomputed) else td("no")[f"off by {_four(deviation)}"],
        ]
        return tr("chosen" if is_chosen else None)[
            (cell(data_head=head) for head, cell in zip(_HEADS, cells, strict=True))
        ]

    def _draw_spans(self) -> Element:
        """Draw the lower end, µ₀ and the maximum on a scale; both distances between them should equal z·s."""
        printed, recomputed = self.printed, self.recomputed
        triples = {
            "printed": (printed.low, printed.origin, printed.best),
            "recomputed": (self.lower, recomputed.mean, self.best),
        }
        positions = [position for triple in triples.values() for position in triple]
        margin = (max(positions) - min(positions)) / 9
        low, high = min(positions) - margin, max(positions) + margin
        scale = Scale(low, high, [(tick, fixed(tick, _tick_digits(high - low))) for tick in nice_ticks(low, high, 4)])
        return div("spans")[
            p[strong[self.row], span("soft")[": lower end, µ₀ and maximum; each half is z·s long"]],
            (_draw_span(name, positions, scale) for name, positions in triples.items()),
            scale.axis(),
        ]


def _draw_span(name: str, ends: tuple[float, float, float], scale: Scale) -> Element:
    """Draw a lower end, µ₀ and a maximum as a line in two halves, each with its length."""
    halves = list(zip(("half lower", "half upper"), ends, ends[1:], strict=False))
    description = f"{name}: lower half {_four(ends[1] - ends[0])}, upper half {_four(ends[2] - ends[1])}"
    return div(f"line {name}", role="img", aria_label=description)[
        span("name")[name],
        span("scale")[
            span("track")[
                (
                    span(
                        css_class + " close" * (end - start < _CLOSE * (scale.high - scale.low)),
                        style=f"left:{scale.left(start)};right:calc(100% - {scale.left(end)})",
                    )[span[_four(end - start)]]
                    for css_class, start, end in halves
                ),
                i("origin", style=f"left:{scale.left(ends[1])}"),
            ]
        ],
    ]


def _printed(row: Collection) -> _RowInput:
    return _RowInput(row.n, row.se, row.best)


def _fits(printed: Collection, recomputed: Origin) -> bool:
    pairs = ((printed.origin, recomputed.mean), (printed.low, recomputed.interval.low))
    return all(Figure("", "", printed_value, recomputed_value).reproduces for printed_value, recomputed_value in pairs)


def _deviation(printed: float, recomputed: float) -> float:
    """Return the recomputed value, rounded to four digits, minus the printed one."""
    return round(recomputed, 4) - printed


def _deviation_words(printed: float, recomputed: float) -> str:
    deviation = _deviation(printed, recomputed)
    return f"printed {_four(printed)}, off by {_four(abs(deviation))}" if round(deviation, 9) else "as printed"


def _four(value: float) -> str:
    return fixed(value, 4)


def _tick_digits(width: float) -> int:
    return 3 if width < 0.05 else 2
