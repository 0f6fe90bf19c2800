"""A mean over queries as it is named, worked out and compared with what it was."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from irlearn.formulas import Equation, Node, Number
from irlearn.text.english import comma_list
from irlearn.text.html import Content, Element, p, span, strong
from irlearn.text.numbers import decimal, fixed

_LONG = 10_000  # a fraction with a larger denominator is read more easily as a decimal
_SHOWN = 6  # characters of a fraction that fit beside its decimal; the equation below has it in any case


@dataclass(frozen=True)
class Line:
    """One mean, as it is named and worked out: `exact` is None where it is a root, `value` where `problem` says why."""

    name: str
    says: str
    value: float | None
    exact: Fraction | None
    ways: tuple[Node, ...] = ()
    problem: str = ""

    @property
    def shown(self) -> str:
        """The mean to three significant digits."""
        return "not defined" if self.value is None else decimal(self.value if self.exact is None else self.exact, 3)

    @property
    def _fraction(self) -> str:
        """The mean as a fraction, where that says more than its decimal."""
        return str(self.exact) if self.exact is not None and 1 < self.exact.denominator <= _LONG else ""

    def draw_equation(self, before: Content) -> Element:
        """How the mean is worked out: the fraction first, then the decimal, and nothing twice."""
        if self.value is None:
            return p("equation")[before, strong[self.name], " is ", self.problem]
        worth = self.value if self.exact is None else self.exact
        sides = [*self.ways, *([Number(worth)] if self._fraction else []), Number.rounded(worth)]
        different = {str(side): side for side in sides}
        return p("equation")[before, Equation(self.name, tuple(different.values())).typeset()]

    def draw_value(self, look: str, was: Line | None) -> Element:
        """The mean in numbers, and what it was where it has changed."""
        exact = f"{self._fraction} = " if 0 < len(self._fraction) <= _SHOWN else ""
        share = _share(was.value, self.value) if was else ""
        rose = was is not None and (was.value or 0) < (self.value or 0)
        return span(f"cell value {look}")[
            span("now")[
                span("fraction")[exact],
                strong[self.shown],
                [" ", span("up" if rose else "down")[share]] if share else None,
            ],
            span("was")[was and f"was {was.shown}, now {self.shown}"],
        ]


def change(before: Sequence[Line], after: Sequence[Line], of: str) -> str:
    """What has become of means in sentences, those that changed first; `of` says whose they are, where it must."""
    changed, same = [], []
    for was, now in zip(before, after, strict=True):
        name = f"The {now.name}" if now.name in ("median", "harmonic mean") else now.name
        if was.value == now.value:
            same.append(f"{name}{of} stays at {now.shown}.")
        else:
            share = _share(was.value, now.value)
            much = f" ({share})" if share else ""
            changed.append(f"{name}{of} was {was.shown}, now {now.shown}{much}.")
    return " ".join(changed + same)


def draw_lead(lines: Mapping[str, Sequence[Line]]) -> Element:
    """Which of two systems each mean puts first."""
    one, other = lines
    said: list[Content] = []
    for left, right in zip(*lines.values(), strict=True):
        lost = [system for system, line in ((one, left), (other, right)) if line.value is None]
        if left.value is None or right.value is None:
            said.append(f"{left.name} is not defined for {comma_list(lost)}")
        elif left.value == right.value:
            said.append(f"{left.name} puts both level")
        else:
            said.append([f"{left.name} puts ", strong[one if left.value > right.value else other], " first"])
    return p("lead")[([place > 0 and "; ", each] for place, each in enumerate(said)), "."]


def _share(was: float | None, now: float | None) -> str:
    """How much a mean changed in proportion: a percentage, or a factor where it more than doubled."""
    if not was or not now or was == now:
        return ""
    if now / was <= 2:
        change = 100 * (now / was - 1)
        places = 0 if abs(change) >= 10 else 1
        half_up = math.floor(abs(change) * 10**places + 0.5 + 1e-9) / 10**places
        return f"{'+' if change > 0 else '−'}{fixed(half_up, places)}%" if half_up else ""
    return f"×\u00a0{decimal(now / was, 3)}"  # kept on one line


def short(value: Fraction) -> Number:
    """A value as it would be typed, in the picture and in its equations: a decimal where it ends soon, or is long."""
    ends = (value * _LONG).denominator == 1
    return Number.rounded(value) if ends or value.denominator > _LONG else Number(value)
