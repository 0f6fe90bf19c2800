"""The best of many equal systems, worked out as by hand: what it is expected to be, where it may come from, thresholds.

The model is that of Carterette (2015): the mean scores of N systems are normal with one mean and one standard error.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from irlearn.derivation.significance import Pair, Significance, SignificanceDerivation
from irlearn.derivation.stated import Stated, typed
from irlearn.errors import InputError, quoted
from irlearn.expression import Node, Power, Product
from irlearn.reading.typed import QUANTITIES, checked, of_mapping, read_named
from irlearn.words import in_a_row

BEST = "best"
"""The family of the numbers about the best of many systems."""
_USUAL = {"chance": Fraction(1, 5), "level": Fraction(19, 20)}
"""What is taken where it is not given."""


@dataclass(frozen=True, repr=False)
class BestOfMany(Significance):
    """A number about the best of many equal systems, from numbers that are typed with their names.

    `wanted` are the numbers that it takes, `may` those that it can take besides.
    """

    wanted: ClassVar[tuple[str, ...]] = ("systems", "best", "error")
    may: ClassVar[tuple[str, ...]] = ()
    family = BEST
    about = "numbers of its own"
    short = False
    example = "best .303 of 103, se .0114"
    _quantities: ClassVar[dict[str, str]] = {}

    @property
    def quantity(self) -> str:
        """The number asked for, as its equation begins."""
        return self._quantities[self.statistic]

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest value that there is: any for a score, 0 to 1 for a probability."""
        return (-math.inf, math.inf) if "error" in self.wanted else (0.0, 1.0)

    def read(self, given: object) -> Pair:
        """The numbers that it takes, and those that it can take besides, 0 where they are not given.

        `given` is a text such as "best .303 of 103, se .0114", or numbers by name. A standard deviation between
        systems is given with the topics that it is over, as "sd .0806 over 50 topics". Raises `InputError` where a
        number is missing, is not taken here, or is none that there can be.

        >>> BestOrigin().read({"best": 0.303, "systems": 103, "se": 0.0114})[0]
        (Fraction(103, 1), Fraction(303, 1000), Fraction(57, 5000))
        """
        if isinstance(given, str):
            return self._pair(read_named(given))
        if isinstance(given, Mapping):
            return self._pair(of_mapping(given))
        sizes = len(self.wanted), len(self.may)
        if not isinstance(given, tuple) or tuple(len(one) if isinstance(one, tuple) else 0 for one in given) != sizes:
            raise InputError(
                f"the {self.title} takes numbers with their names, as '{self.example}'; given: {quoted(given)}"
            )
        wanted = {key: checked(key, one) for key, one in zip(self.wanted, given[0], strict=True)}
        besides = {key: checked(key, one) for key, one in zip(self.may, given[1], strict=True) if one}
        return self._told(wanted | besides)

    def _pair(self, found: dict[str, Fraction]) -> Pair:
        taken = [*self.wanted, *self.may, *(["sd"] if "topics" in self.may else [])]
        if over := [key for key in found if key not in taken]:
            names = in_a_row([QUANTITIES[key].called for key in taken if key != "topics"])
            raise InputError(f"the {self.title} takes {names}; leave out {QUANTITIES[over[0]].called}")
        if "topics" in self.may and ("sd" in found) != ("topics" in found):
            raise InputError(_LONE["sd" if "sd" in found else "topics"])
        if "sd" in found:
            if "error" in found:
                raise InputError(
                    "the standard error or the standard deviation is given, not both; leave out one of them"
                )
            found["error"] = found.pop("sd")
        if missing := [QUANTITIES[key].called for key in self.wanted if key not in found]:
            raise InputError(f"the {self.title} needs {in_a_row(missing)}, too; write it as '{self.example}'")
        return self._told(found)

    def _told(self, found: dict[str, Fraction]) -> Pair:
        if "chance" in found and "z" in found:
            raise InputError("an interval is told by its z or by a probability, not by both; leave out one of them")
        return (
            tuple(found[key] for key in self.wanted),
            tuple(found.get(key, Fraction(0)) for key in self.may),
        )

    def given_numbers(self, pair: Pair) -> dict[str, Fraction]:
        """What `read` gave, by name, without what was not given."""
        besides = {key: one for key, one in zip(self.may, pair[1], strict=True) if one}
        return dict(zip(self.wanted, pair[0], strict=True)) | besides

    def stated(self, pair: Pair) -> Stated:
        """The numbers of a question, with what is taken where one is not given."""
        return Stated({key: one for key, one in _USUAL.items() if key in self.may} | self.given_numbers(pair))

    def typed(self, text: str) -> Pair:
        """What `read` gives, of a text."""
        return self.read(text)

    def text(self, pair: Pair) -> str:
        """The numbers as they are typed.

        >>> BestOrigin().text(BestOrigin().read("max .3 of 9 systems, sd 0.08 over 50 topics"))
        'systems 9, best 0.3, sd 0.08, topics 50'
        """
        numbers = self.given_numbers(pair)
        names = {key: QUANTITIES[key].typed for key in numbers}
        if "topics" in numbers:
            names["error"] = QUANTITIES["sd"].typed
        return ", ".join(f"{names[key]} {typed(number)}" for key, number in numbers.items())

    def made(self, stated: Stated, **other: Node) -> Node:
        """The calculation, with other parts where they are given: `error`, `z`, `m`, `below`."""
        raise NotImplementedError

    def distance(self, stated: Stated, **other: Node) -> Node:
        """How far it lies from the number that it starts from: so many standard errors."""
        return other.get("z", stated.z) * other.get("error", stated.error)

    def explained(self, pair: Pair) -> SignificanceDerivation:
        """The number worked out on what `read` gave."""
        from irlearn.derivation.best_worked import BestDerivation

        return BestDerivation.of(self, pair)

    def __repr__(self) -> str:
        return self.name if len(self.statistics) == 1 else f"{self.statistic}({self.name})"


_LONE = {
    "sd": "a standard deviation between systems needs the topics that it is over, as 'sd .0806 over 50 topics'; what "
    "is a standard error already is 'se .0114'",
    "topics": "a standard error already has the topics in it; leave out the topics, or give the standard deviation "
    "between systems, as 'sd .0806 over 50 topics'",
}


@dataclass(frozen=True, repr=False)
class ExpectedMaximum(BestOfMany):
    """The expected highest of N equal systems: the mean plus m standard errors, m as given or looked up exactly.

    With a correlation between systems, which share their topics, the error shrinks by √(1 − ρ).

    >>> from irlearn import explain
    >>> print(*explain(ExpectedMaximum(), "systems 100, mean .2, se .027").lines, sep=chr(10))
    m₁₀₀ = 2.508
    E[max] = 0.2 + 0.027 · 2.508 = 0.2677
    """

    statistic: str = "expected"

    name = "expected-maximum"
    title = "maximum of equal systems"
    first_step = "write down the standard error, then m for this number of systems."
    statistics = ("expected",)
    wanted = ("systems", "mean", "error")
    may = ("topics", "correlation", "m")
    example = "systems 100, mean .2, se .027"
    _quantities: ClassVar[dict[str, str]] = {"expected": "E[max]"}
    _spoken: ClassVar[dict[str, str]] = {"expected": "the expected maximum"}
    _why: ClassVar[dict[str, str]] = {
        "expected": "The more equal systems there are, the higher the best of them comes by luck: m standard errors "
        "above the mean on average."
    }

    def made(self, stated: Stated, **other: Node) -> Node:
        """The calculation, with other parts where they are given: `error`, `apart`, `m`."""
        return stated.mean + self.distance(stated, **other)

    def distance(self, stated: Stated, **other: Node) -> Node:
        """How far the expected maximum lies above the mean."""
        error, apart = other.get("error", stated.error), other.get("apart", stated.apart)
        return (error if apart is None else error * apart) * other.get("m", stated.m)


@dataclass(frozen=True, repr=False)
class BestOrigin(BestOfMany):
    """The mean µ₀ from which the best of N equal systems reaches a best value, or "end", the lower end of its interval.

    It does so with a probability of 0.2, where no other is given: µ₀ lies z standard errors below the best value, and
    the lower end as many below µ₀.

    >>> from irlearn import explain
    >>> print(*explain(BestOrigin("end"), "N=31 s=.0108 max=.4033").lines, sep=chr(10))
    z = Φ⁻¹(0.8^(1/31)) = 2.449
    µ₀ = 0.4033 - 2.449 · 0.0108 = 0.3769
    lower end = µ₀ - 2.449 · 0.0108 = 0.3504
    """

    statistic: str = "mean"

    name = "origin"
    title = "mean that a best value comes from"
    first_step = "take the N-th root of the probability with which all stay below, then its quantile z."
    statistics = ("mean", "end")
    may = ("topics", "chance", "mean")
    _quantities: ClassVar[dict[str, str]] = {"mean": "µ₀", "end": "lower end"}
    _spoken: ClassVar[dict[str, str]] = {"mean": "the mean µ₀", "end": "the lower end of the interval of µ₀"}
    _why: ClassVar[dict[str, str]] = {
        "mean": "All N systems stay below a bound when each does, so each must with the N-th root of that probability; "
        "its quantile is z.",
        "end": "µ₀ lies in the middle: z standard errors below the best value, and as many above the lower end.",
    }

    def made(self, stated: Stated, **other: Node) -> Node:
        """The calculation, with other parts where they are given: `error`, `z`."""
        return stated.best - self.distance(stated, **other)

    def distance(self, stated: Stated, **other: Node) -> Node:
        """How far it lies below the best value: the lower end twice as far as µ₀."""
        once = super().distance(stated, **other)
        return once if self.statistic == "mean" else Product(2, *once.parts)


@dataclass(frozen=True, repr=False)
class LuckThresholds(BestOfMany):
    """What the best of N equal systems exceeds only with probability 0.05, "upper", or the worst is below, "lower".

    The level is 0.95, where no other is given.

    >>> from irlearn import explain
    >>> print(*explain(LuckThresholds(), "103 systems, mean .2, se .0114").lines, sep=chr(10))
    z = Φ⁻¹(0.95^(1/103)) = 3.292
    upper threshold = 0.2 + 3.292 · 0.0114 = 0.2375
    """

    statistic: str = "upper"

    name = "thresholds"
    title = "threshold of luck"
    first_step = "take the N-th root of the level, then its quantile z."
    statistics = ("upper", "lower")
    wanted = ("systems", "mean", "error")
    may = ("topics", "level")
    example = "103 systems, mean .2, se .0114"
    _quantities: ClassVar[dict[str, str]] = {"upper": "upper threshold", "lower": "lower threshold"}
    _spoken: ClassVar[dict[str, str]] = {"upper": "the upper threshold", "lower": "the lower threshold"}
    _why: ClassVar[dict[str, str]] = dict.fromkeys(
        ("upper", "lower"),
        "The level is the chance that all N equal systems stay on this side; each must stay there with its N-th root.",
    )

    def made(self, stated: Stated, **other: Node) -> Node:
        """The calculation, with other parts where they are given: `error`, `z`."""
        far = self.distance(stated, **other)
        return stated.mean + far if self.statistic == "upper" else stated.mean - far


@dataclass(frozen=True, repr=False)
class AllInside(BestOfMany):
    """The probability that all N equal systems lie inside an interval around their mean.

    The interval goes `z` standard errors each way; without z it is that of µ₀, above which the best lies with a
    probability, of 0.2 where no other is given.

    >>> from irlearn import explain
    >>> print(*explain(AllInside(), "31 systems").lines, sep=chr(10))
    one inside = 2 · 0.8^(1/31) - 1 = 0.9857
    all inside = 0.985655^31 = 0.6390
    >>> explain(AllInside(), "100 systems, z 1.96").equation
    'all inside = 0.950004^100 = 0.005923'
    """

    statistic: str = "all"

    name = "all-inside"
    title = "probability that all lie inside"
    first_step = "write down the probability that one system lies below the upper end."
    statistics = ("all",)
    wanted = ("systems",)
    may = ("chance", "z")
    example = "103 systems"
    _quantities: ClassVar[dict[str, str]] = {"all": "all inside"}
    _spoken: ClassVar[dict[str, str]] = {"all": "the probability that all lie inside"}
    _why: ClassVar[dict[str, str]] = {
        "all": "Each system must lie inside, and they are independent: the probability for one, to the power of N."
    }

    def made(self, stated: Stated, **other: Node) -> Node:
        """The calculation, with another `below` where it is given."""
        return Power(2 * other.get("below", stated.below) - 1, stated.systems)


@dataclass(frozen=True, repr=False)
class OneInside(BestOfMany):
    """The probability that one given system of N equal ones lies inside an interval around their mean.

    The interval is told as for `AllInside`. Given is a system that was not picked for its value.

    >>> from irlearn import explain
    >>> explain(OneInside(), "103 systems").equation
    'one inside = 2 · 0.8^(1/103) - 1 = 0.9957'
    """

    statistic: str = "one"

    name = "one-inside"
    title = "probability that one given system lies inside"
    first_step = "write down the probability that one system lies below the upper end."
    statistics = ("one",)
    wanted = ("systems",)
    may = ("chance", "z")
    example = "103 systems"
    _quantities: ClassVar[dict[str, str]] = {"one": "one inside"}
    _spoken: ClassVar[dict[str, str]] = {"one": "the probability that one given system lies inside"}
    _why: ClassVar[dict[str, str]] = {
        "one": "One given system may lie above the interval or below it, each with the same probability; N counts only "
        "in the bound."
    }

    def made(self, stated: Stated, **other: Node) -> Node:
        """The calculation, with another `below` where it is given."""
        return 2 * other.get("below", stated.below) - 1
