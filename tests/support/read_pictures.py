"""Read numbers from pictures: the position of a mark on its axis, by the ticks of the axis."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

_VOID = frozenset(("br", "hr", "img", "input", "meta"))
_PLACES = frozenset(("left", "right", "bottom", "top", "width", "height", "flex-grow", "--at", "--long"))
_SHAPES = frozenset(("path", "line", "rect", "circle", "polyline"))
_NUMBER = r"[+-]?(?:\d[\d,]*\.?\d*|\.\d+)(?:e-?\d+)?"
NEAR = 3e-4  # of an axis: two digits of a percentage, or a tenth of a pixel of a small drawing

Point = tuple[float, float]


class Mark:
    """A node of a picture with position and text; it records which of its positions were read."""

    def __init__(self, tag: str, attributes: dict[str, str], above: Mark | None) -> None:
        self.tag, self.attributes, self.above = tag, attributes, above
        self.inside: list[Mark | str] = []
        self.looks = attributes.get("class", "").split()
        self.unread = set(self._style) & _PLACES | ({"shape"} if tag in _SHAPES else set())

    def __repr__(self) -> str:
        return f"<{'.'.join([self.tag, *self.looks])} {self.attributes.get('style', '')}>"

    @property
    def _style(self) -> dict[str, str]:
        pairs = (one.split(":") for one in self.attributes.get("style", "").split(";") if one)
        return {name.strip(): value.strip() for name, value in pairs}

    @property
    def text(self) -> str:
        """Return the text of the mark."""
        return re.sub(r"\s+", " ", "".join(one if isinstance(one, str) else one.text for one in self.inside)).strip()

    @property
    def number(self) -> float:
        """Return the last number in the text of the mark."""
        return number(self.text)

    def below(self) -> Iterator[Mark]:
        """Yield all marks inside, in order."""
        for one in self.inside:
            if isinstance(one, Mark):
                yield one
                yield from one.below()

    def all(self, look: str) -> list[Mark]:
        """Return marks by tag and classes, such as "i.bar.gain"; "i.=" has no class, "i.bar=" only this class."""
        tag, *looks = look.removesuffix("=").split(".")
        looks = [one for one in looks if one]
        return [
            one
            for one in self.below()
            if tag in ("", one.tag)
            and set(looks) <= set(one.looks)
            and (not look.endswith("=") or len(one.looks) == len(looks))
        ]

    def one(self, look: str) -> Mark:
        """Return the only mark with this look."""
        (found,) = self.all(look)
        return found

    def at(self, side: str) -> float:
        """Return a position or size in percent, from the left and from below; `calc(100% - x)` reads as x.

        What the styles move or stretch a mark by, as "--at", is a share, and counted from where they begin.
        """
        self.unread.discard(side)
        value = self._style[side]
        inner = re.fullmatch(r"calc\(100% - (.*)\)", value)
        share = float((inner[1] if inner else value).removesuffix("%"))
        share *= 100 if side.startswith("--") else 1
        place = share if inner or side not in ("right", "top") else 100 - share
        assert side == "flex-grow" or -1e-9 <= place <= 100 + 1e-9, f"{self} lies outside"
        return place

    def points(self) -> list[list[Point]]:
        """Return the corners of a shape, a list per subpath; for a stretched drawing in percent."""
        self.unread.discard("shape")
        parts = _SHAPED[self.tag](self.attributes)
        for one in (self, *self.ancestors()):
            moved = re.match(r"translate\((.*?)px,(.*?)px\)(?: scale\((.*),(.*)\))?", one._style.get("transform", ""))
            if moved:
                left, top, wide, high = (float(number or 1) for number in moved.groups())
                parts = [[(left + wide * x, top + high * y) for x, y in part] for part in parts]
        drawing = next(one for one in self.ancestors() if one.tag == "svg")
        if drawing.attributes.get("preserveAspectRatio", drawing.attributes.get("preserveaspectratio")) != "none":
            return parts
        _, _, wide, high = map(float, drawing.attributes["viewbox"].split())
        return [[(100 * x / wide, 100 * (1 - y / high)) for x, y in part] for part in parts]

    def ancestors(self) -> Iterator[Mark]:
        """Yield the ancestors of the mark, nearest first."""
        above = self.above
        while above is not None:
            yield above
            above = above.above

    def row(self, name: str) -> Mark:
        """Return the row below this mark with the given heading."""
        rows = [one for one in self.below() if one.inside and isinstance(one.inside[0], Mark)]
        return next(one for one in rows if one.inside[0].text == name)


def page(html: str) -> Mark:
    """Return a picture as its marks."""
    root = here = Mark("page", {}, None)

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            nonlocal here
            mark = Mark(tag, {name: value or "" for name, value in attrs}, here)
            here.inside.append(mark)
            if tag not in _VOID:
                here = mark

        def handle_endtag(self, tag: str) -> None:
            nonlocal here
            assert here.tag == tag
            here = here.above or root

        def handle_data(self, data: str) -> None:
            here.inside.append(data)

    Reader().feed(re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL))
    return root


def unread(of: Mark) -> list[tuple[Mark, set[str]]]:
    """Return the marks with a position that no check has read."""
    return [(one, one.unread) for one in of.below() if one.unread]


def number(text: str) -> float:
    """Return the last number in a text of a picture: 1,234, −0.5, 1/3, 1e−8, 12.5% as .125."""
    found = re.findall(rf"{_NUMBER}/\d+|{_NUMBER}%?", text.replace("−", "-"))
    last = found[-1].replace(",", "")
    if "/" in last:
        return float(Fraction(last))
    return float(last[:-1]) / 100 if last.endswith("%") else float(last)


class Axis:
    """The axis on a side of a picture, from its ticks: pairs of a position and the number written there.

    Calling it turns a place into its number. `bent` is the scale on which the ticks are evenly spaced, as `math.log10`,
    and `back` its inverse.
    """

    def __init__(
        self,
        ticks: Iterable[tuple[float, float]],
        bent: Callable[[float], float] = float,
        back: Callable[[float], float] = float,
    ) -> None:
        places, numbers = np.array([(place, bent(value)) for place, value in ticks]).T
        assert len(places) > 1, "an axis needs two ticks"
        self.ticks = places.tolist()
        self._slope, self._first = np.polyfit(places, numbers, 1)
        self.reach = float(np.ptp(numbers))
        self._back = back
        assert self(places[0]) != self(places[-1])
        off = np.abs(self._first + self._slope * places - numbers)
        assert off.max() <= NEAR * self.reach, f"the ticks do not lie on a line: {places} {numbers}"

    def __call__(self, place: float) -> float:
        return self._back(float(self._first + self._slope * place))

    def size(self, width: float) -> float:
        """Return the length of a width in numbers of the axis."""
        return float(self._slope) * width

    def near(self, numbers: object, by: float = 2 * NEAR) -> object:
        """Return expected numbers within the rounding of positions; `by` is a share of the axis."""
        return pytest.approx(numbers, abs=by * self.reach)


def axis(of: Mark, look: str, side: str, **bend: Callable[[float], float]) -> Axis:
    """Return the axis with ticks of a look along a side."""
    return Axis([(tick.at(side), tick.number) for tick in of.all(look) if side in tick.unread], **bend)


def drawn_axes(of: Mark) -> tuple[Axis, Axis]:
    """Return both axes of a drawing with grid lines: numbers on the left and below."""
    lines = sorted({one.points()[0][0][1] for one in of.all("line.grid")})
    labels = [one for one in of.all("text.soft") if "x" in one.attributes]
    left = [one for one in labels if one.attributes["text-anchor"] == "end"]
    floor = max(lines)
    below = [one for one in labels if float(one.attributes["y"]) > floor + 12 and re.fullmatch(r"[\d.]+", one.text)]
    up = sorted(left, key=lambda one: float(one.attributes["y"]))
    assert [float(one.attributes["y"]) - line for one, line in zip(up, lines, strict=True)] == pytest.approx(
        [4] * len(lines)
    ), "each line has its number"
    across = Axis((float(one.attributes["x"]), one.number) for one in below)
    return across, Axis(zip(lines, (one.number for one in up), strict=True))


def _of_path(attributes: dict[str, str]) -> list[list[Point]]:
    """Return the points of a path made of lines only."""
    parts: list[list[Point]] = []
    x = y = 0.0
    for name, told in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", re.sub(r"(\d)e-(\d)", r"\1e-\2", attributes["d"])):
        values = [float(one) for one in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", told)]
        own = name.islower()
        for first, second in _steps(name.lower(), values):
            x = x if first is None else first + x * own
            y = y if second is None else second + y * own
            if name in "mM":
                parts.append([])
            parts[-1].append((x, y))
    return parts


def _steps(name: str, values: Sequence[float]) -> Iterator[tuple[float | None, float | None]]:
    if name == "a":
        yield from zip(values[5::7], values[6::7], strict=True)
    elif name in "ml":
        yield from zip(values[::2], values[1::2], strict=True)
    elif name in "hv":
        yield from ((one, None) if name == "h" else (None, one) for one in values)


def _numbers(attributes: dict[str, str], names: str) -> list[float]:
    return [float(attributes.get(name, 0)) for name in names.split()]


def _of_rect(attributes: dict[str, str]) -> list[list[Point]]:
    x, y, wide, high = _numbers(attributes, "x y width height")
    return [[(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]]


def _of_line(attributes: dict[str, str]) -> list[list[Point]]:
    x1, y1, x2, y2 = _numbers(attributes, "x1 y1 x2 y2")
    return [[(x1, y1), (x2, y2)]]


def _of_polyline(attributes: dict[str, str]) -> list[list[Point]]:
    x, y = np.array([pair.split(",") for pair in attributes["points"].split()], dtype=float).T.tolist()
    return [list(zip(x, y, strict=True))]


_SHAPED: dict[str, Callable[[dict[str, str]], list[list[Point]]]] = {
    "path": _of_path,
    "line": _of_line,
    "rect": _of_rect,
    "polyline": _of_polyline,
    "circle": lambda attributes: [[(float(attributes.get("cx", 0)), float(attributes.get("cy", 0)))]],
}


def middle(shape: Mark) -> Point:
    """Return the center of a shape."""
    corners = [one for part in shape.points() for one in part]
    x, y = ([one[at] for one in corners] for at in (0, 1))
    return (min(x) + max(x)) / 2, (min(y) + max(y)) / 2


def rounded(text: str, value: float) -> bool:
    """Return True if the last number of a text equals `number` at the written digits."""
    digits = re.findall(r"[\d.,e−-]+", text)[-1].rstrip(".,")
    places = len(digits.partition(".")[2].partition("e")[0])
    if "e" in digits:
        return math.isclose(number(digits), value, rel_tol=0.6 * 10**-places)
    return abs(number(digits) - value) <= 0.5000001 * 10**-places


Checks = Iterator[tuple[object, object, object]]
"""A description, the value in the picture, and the expected value."""
Reads = Callable[..., Checks]

PICTURES: dict[str, tuple[Callable[[], Any], Reads]] = {}
"""Functions that draw and read the picture of each widget in some states."""


def picture(name: str, make: Callable[[], Any]) -> Callable[[Reads], Reads]:
    """Register the reader of a widget's picture; a comma separates the widget and its state."""

    def register(reads: Reads) -> Reads:
        PICTURES[name] = make, reads
        return reads

    return register


def after(it: Any, *gestures: dict[str, Any]) -> Any:
    """Return a widget after some gestures."""
    for gesture in gestures:
        it.gesture(**gesture)
    return it
