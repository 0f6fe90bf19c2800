"""A workbench for a printed table: its five rows recomputed, and one of them does not fit itself."""

from __future__ import annotations

from typing import Any, NamedTuple

from irlearn.studies import extremes
from irlearn.studies.extremes.origin import Origin
from irlearn.studies.extremes.paper import CLOSE, Collection, Figure
from irlearn.text.html import Element, div, i, p, span, strong, td, th, tr
from irlearn.text.numbers import fixed
from irlearn.widgets.charts.null_distribution import nice_ticks
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import Count, DecimalField, OneOf, pressed
from irlearn.widgets.core.parts import captioned

_ROWS = {row.name: row for row in extremes.collections()}
_CLOSE = 0.1  # of the axis: a shorter half has its length beside it
_HEADS = ("collection", "N", "s", "max", "µ₀ printed", "µ₀", "lower printed", "lower", "fits")


class _Given(NamedTuple):
    """What is given in a row: the number of systems, their standard error, and the maximum."""

    n: int
    sd: float
    best: float

    @property
    def recomputed(self) -> Origin:
        """µ₀ and its interval."""
        return extremes.origin(self.best, self.n, self.sd)

    @property
    def written(self) -> tuple[str, str, str]:
        """The three as the table writes them."""
        return str(self.n), _four(self.sd), _four(self.best)


class Workbench(App):
    """Table 3 of Carterette (2015): µ₀ and the lower end of five collections, recomputed beside what is printed.

    `row` is the chosen collection; `n`, `sd` (the standard error) and `best` are its N, s and maximum, which can be
    changed. `origin` is µ₀ = best − z sd and `lower` is µ₀ − z sd, recomputed from them; `consistent` says whether both
    are within .0005 of the printed ones. Each row keeps what was changed in it.

    Source: Carterette, "The Best Published Result is Random", SIGIR 2015, tables 2 and 3.

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

    def __init__(self) -> None:
        self._given = {name: _printed(row) for name, row in _ROWS.items()}
        self._turning = False
        super().__init__()

    def field_changed(self, name: str, _: Any) -> None:
        """Keep what was changed in a row; of another row take what was kept."""
        if self._turning:
            return
        if name != "row":
            self._given[self.row] = _Given(self.n, self.sd, self.best)
            return
        self._turning = True
        self.n, self.sd, self.best = self._given[self.row]
        self._turning = False

    @property
    def printed(self) -> Collection:
        """The chosen row as it is printed."""
        return _ROWS[self.row]

    @property
    def recomputed(self) -> Origin:
        """µ₀ and its interval from N, s and the maximum of the chosen row."""
        return _Given(self.n, self.sd, self.best).recomputed

    @property
    def origin(self) -> float:
        """µ₀, recomputed."""
        return self.recomputed.mean

    @property
    def lower(self) -> float:
        """The lower end, recomputed."""
        return self.recomputed.interval.low

    @property
    def consistent(self) -> bool:
        """Whether N, s and the maximum give the printed µ₀ and lower end."""
        return _fits(self.printed, self.recomputed)

    def note(self) -> str:
        """What is printed."""
        return "Carterette (2015), tables 2 and 3: N, s and the maximum give µ₀ = max − z·s and its lower end µ₀ − z·s."

    def hint(self) -> str:
        """What is done."""
        return f"Choose a row and change N, s or max. It fits where both ends are within {CLOSE} of the printed ones."

    def status_text(self) -> str:
        """How µ₀ and the lower end of the row come about, and how far they are from the printed ones."""
        found, printed = self.recomputed, self.printed
        end = f"the lower end is {_four(self.lower)}, {_off(printed.low, self.lower)}"
        return (
            f"{self.row}: µ₀ = {_four(self.best)} − {fixed(found.z, 3)} · {_four(self.sd)} = {_four(found.mean)}, "
            f"{_off(printed.origin, found.mean)}; {end}."
        )

    def controls(self) -> list[Element]:
        """The three numbers of the row."""
        values = self._values()
        return [self._fields[name].control(values[name]) for name in _Given._fields]

    def body(self) -> list[Element]:
        """The table, and the two halves of the chosen row, printed and recomputed."""
        heads = [th(scope="col")[one] for one in _HEADS]
        return [
            captioned("rows stacks", "Table 3, printed and recomputed", heads, map(self._draw_row, _ROWS)),
            self._draw_spans(),
        ]

    def _draw_row(self, name: str) -> Element:
        """One collection, with what was changed in it marked."""
        printed, given = _ROWS[name], self._given[name]
        found, chosen = given.recomputed, name == self.row
        off = max(abs(_apart(printed.origin, found.mean)), abs(_apart(printed.low, found.interval.low)))
        cells = [
            th(scope="row")[pressed("row", f"row {name}", on=chosen, value=name)[name]],
            *(
                td("touched" if now != was else None)[now]
                for now, was in zip(given.written, _printed(printed).written, strict=True)
            ),
            td("printed")[_four(printed.origin)],
            td[_four(found.mean)],
            td("printed")[_four(printed.low)],
            td[_four(found.interval.low)],
            td("yes")["✓ fits"] if _fits(printed, found) else td("no")[f"off by {_four(off)}"],
        ]
        return tr("chosen" if chosen else None)[(cell(data_head=one) for one, cell in zip(_HEADS, cells, strict=True))]

    def _draw_spans(self) -> Element:
        """From the lower end over µ₀ to the maximum: two halves that must be equally long, z·s each."""
        printed, found = self.printed, self.recomputed
        spans = {
            "printed": (printed.low, printed.origin, printed.best),
            "recomputed": (self.lower, found.mean, self.best),
        }
        ends = [end for span in spans.values() for end in span]
        room = (max(ends) - min(ends)) / 9
        low, high = min(ends) - room, max(ends) + room
        scale = Scale(low, high, [(at, fixed(at, _places(high - low))) for at in nice_ticks(low, high, 4)])
        return div("spans")[
            p[strong[self.row], span("soft")[": lower end, µ₀ and maximum; each half is z·s long"]],
            (_draw_span(name, ends, scale) for name, ends in spans.items()),
            scale.axis(),
        ]


def _draw_span(name: str, ends: tuple[float, float, float], scale: Scale) -> Element:
    """A lower end, µ₀ and a maximum as two halves with their lengths."""
    halves = list(zip(("half lower", "half upper"), ends, ends[1:], strict=False))
    told = f"{name}: lower half {_four(ends[1] - ends[0])}, upper half {_four(ends[2] - ends[1])}"
    return div(f"line {name}", role="img", aria_label=told)[
        span("name")[name],
        span("scale")[
            span("track")[
                (
                    span(
                        look + " close" * (end - start < _CLOSE * (scale.high - scale.low)),
                        style=f"left:{scale.left(start)};right:calc(100% - {scale.left(end)})",
                    )[span[_four(end - start)]]
                    for look, start, end in halves
                ),
                i("origin", style=f"left:{scale.left(ends[1])}"),
            ]
        ],
    ]


def _printed(row: Collection) -> _Given:
    return _Given(row.n, row.se, row.best)


def _fits(printed: Collection, found: Origin) -> bool:
    pairs = ((printed.origin, found.mean), (printed.low, found.interval.low))
    return all(Figure("", "", shown, value).reproduces for shown, value in pairs)


def _apart(printed: float, value: float) -> float:
    """How far a recomputed figure, rounded as the printed one is, lies from it."""
    return round(value, 4) - printed


def _off(printed: float, value: float) -> str:
    apart = _apart(printed, value)
    return f"printed {_four(printed)}, off by {_four(abs(apart))}" if round(apart, 9) else "as printed"


def _four(value: float) -> str:
    return fixed(value, 4)


def _places(wide: float) -> int:
    return 3 if wide < 0.05 else 2
