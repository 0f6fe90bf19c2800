"""The race: how many relevant documents each method, and the learner, found with as many judgments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from irlearn.text.english import comma_list, count_noun
from irlearn.text.html import Content, Element, b, caption, div, i, path, span, table, tbody, td, th, thead, tr
from irlearn.text.numbers import general
from irlearn.widgets.charts.axes import drawing
from irlearn.widgets.core.fields import percent

_HIGH = 10  # units of a lane
_DOT, _WIDE = 7.0, 190.0  # pixels of a dot, and of a lane that is narrow
_LEFT = 0.62  # of the axis, from where on words stand left of their line's end
_APART = 0.12  # of the height, below which two words would cover each other
_TICKS = 5


@dataclass(frozen=True)
class RaceLane:
    """One who judges: a name, whether each judgment found a relevant document, and `css_class`: "picked", "you" or
    "".
    """

    name: str
    hits: Sequence[bool]
    css_class: str = ""

    @property
    def found(self) -> int:
        """The relevant documents that it found."""
        return sum(self.hits)

    @property
    def places(self) -> list[int]:
        """The numbers of the judgments that found them, from 1."""
        return [place for place, hit in enumerate(self.hits, start=1) if hit]


def draw_race(lanes: Sequence[RaceLane], size: int, relevant: int) -> Element:
    """Lines of relevant documents found against judgments, and below them a lane for each, those ahead first.

    Of those who found as many, the one who found them earlier is ahead.

    `size` is the number of pooled documents, `relevant` that of the relevant ones among them.

    >>> drawn = draw_race([RaceLane("MTF", [True, False]), RaceLane("you", [True, True], "you")], 4, 2)
    >>> [[cell.text for cell in row.find("td", "found")] for row in next(drawn.find("tbody")).find("tr")]
    [['2'], ['1']]
    """
    order = sorted(lanes, key=lambda lane: (-lane.found, sum(lane.places)))
    bold_last = sorted(order, key=lambda lane: ["you", "picked", ""].index(lane.css_class), reverse=True)
    judged = max(len(lane.hits) for lane in lanes)
    told = comma_list([f"{lane.name} {lane.found}" for lane in order])
    ticks = range(0, size + 1, _TICKS if size <= 40 else 2 * _TICKS)
    return div("race")[
        div("title", aria_hidden="true")["relevant documents found"],
        div("lines", role="img", aria_label=f"Relevant documents found with {count_noun(judged, 'judgment')}: {told}.")[
            span("y top")[relevant],
            span("y")[0],
            span("chance")["by chance"],
            drawing(size, max(relevant, 1), preserveAspectRatio="none", aria_hidden="true")[
                path("chance", d=f"M0 {relevant}L{size} 0"),
                (path(lane.css_class or None, d=_line(lane.hits, size, relevant)) for lane in bold_last),
            ],
            _heads([lane for lane in lanes if lane.css_class and lane.hits], size, relevant),
        ],
        table("lanes")[
            caption("visually-hidden")[f"Relevant documents found with {count_noun(judged, 'judgment')}"],
            thead[
                tr[
                    th(scope="col")["after"],
                    td("axis", aria_hidden="true")[(span(style=f"left:{percent(at / size)}")[at] for at in ticks),],
                    th("found", scope="col")["found"],
                ]
            ],
            tbody[(_lane(lane, size, judged) for lane in order)],
        ],
    ]


def _line(hits: Sequence[bool], size: int, relevant: int) -> str:
    """A step to the right for each judgment, and one up with it where it found a relevant document.

    What is not judged yet lies on the last point: lines of as many points glide from one to the other.

    >>> _line([True], 2, 3)
    'M0 3L1 2L1 2'
    """
    at, points = 0, [f"M0 {relevant}"]
    for place, hit in enumerate(hits, start=1):
        at += hit
        points.append(f"L{place} {relevant - at}")
    return "".join(points) + f"L{len(hits)} {relevant - at}" * (size - len(hits))


def _heads(lanes: Sequence[RaceLane], size: int, relevant: int) -> Content:
    """The ends of the lines that stand out, with their names, one above the other where they come near."""
    drawn: list[Content] = []
    high = max(relevant, 1)
    for lane in lanes:
        along, up = len(lane.hits) / size, lane.found / high
        near = [one for one in lanes if one is not lane and abs(one.found - lane.found) < _APART * high]
        upper = near and (lane.found, lane.css_class) > max((one.found, one.css_class) for one in near)
        shift = " upper" if upper else " lower" if near else ""
        look = f"{lane.css_class}{shift}{' left' if along > _LEFT else ''}"
        where = f"left:{percent(along)};bottom:{percent(up)}"
        drawn += [
            i(f"head {lane.css_class}", style=where),
            span(f"head {look}", style=where)[f"{lane.name} {lane.found}"],
        ]
    return drawn


def _lane(lane: RaceLane, size: int, judged: int) -> Element:
    """A row: the judgments that found a relevant document as dots, the others as dashes, and how many were found."""
    told = f"relevant at {comma_list([str(place) for place in lane.places])}" if lane.found else "nothing found"
    return tr(lane.css_class or None, data_card=f"lane {lane.name}")[
        th(scope="row")[lane.name],
        td[
            drawing(size, _HIGH, preserveAspectRatio="none", aria_hidden="true")[
                path("miss", d=_dots(place for place, hit in enumerate(lane.hits, start=1) if not hit)),
                path(d=_dots(lane.places), stroke_width=general(min(_DOT, _WIDE / size), 3)),
            ],
            span("visually-hidden")[told],
        ],
        td("found")[b[lane.found], span("soft")[f" of {len(lane.hits)}"] if len(lane.hits) < judged else None],
    ]


def _dots(places: Any) -> str:
    return "".join(f"M{general(place - 0.01)} {_HIGH / 2}h.01" for place in places)
