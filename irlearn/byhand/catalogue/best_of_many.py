"""The best of many equal systems: what it is expected to be, where it may come from, thresholds, and who lies inside.

The model is that of Carterette (2015): the mean scores of N systems are normal with one mean and one standard error.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any, ClassVar

from irlearn.byhand.declared_quantity import Case, DeclaredQuantity, Step, replacing
from irlearn.byhand.misconceptions import Facts, Number, Rounded, common_mistake, mistake, register_mistakes
from irlearn.byhand.portable_random import choose, draw
from irlearn.byhand.quantity import BEST, QuantityInput
from irlearn.byhand.question_words import topic
from irlearn.byhand.terms import typed
from irlearn.errors import InputError, quoted
from irlearn.formulas import Name, Node, Normal, NormalQuantile, Power, Product, Ratio, Root
from irlearn.parsing.typed_numbers import checked, quantities, read_named
from irlearn.text.english import comma_list
from irlearn.text.numbers import fixed

QUANTITIES = quantities("best")
"""Every number that a calculation about the best of many systems can take, by its key."""
_USUAL = {"chance": Fraction(1, 5), "level": Fraction(19, 20)}  # what is taken where it is not given
_SAID = {
    "chance": "The probability is 0.2, as no other is given.",
    "level": "The level is 0.95, as no other is given.",
    "m": "m, the expected highest of N standard normal numbers, was looked up.",
}
_LONGEST = 1000  # below the line of a fraction that is still read as one


class BestCase(Case):
    """The numbers that a question states, and the parts of a calculation that are made of them.

    `share` is the probability with which the best of all systems stays below the bound that z marks, `below` that with
    which one system lies below the upper end of an interval; `rho` is the correlation between systems, where there is
    one, and `symbol` how the expected highest of N standard normal numbers is written, such as m₁₀₀.
    """

    wording = "best-of-many"
    declared_facts: ClassVar[Facts] = {
        **{key: partial(lambda c, key: c.typed(key), key=key) for key in ("best", "mean", "error", "m")},
        "share": lambda c: typed(c.share),
        "rest": lambda c: typed(1 - c.share),
        "width": lambda c: c.typed("z"),
        "less": lambda c: f"{Root(1 - c.rho).spoken} = {fixed(Root(1 - c.rho).value, 4)}",
        "far": lambda c: fixed(float(c.spread.value * c.number("m")), 5),
        "each": lambda c: c.rooted(c.share),
        "times": lambda c: "the standard error" if c.topics else str(c.typed("error")),
        "under": lambda c: f"{c.below} = {fixed(c.below.value, 5)}",
    }
    inlined_steps = ("se", "z", "m", "one")
    given_steps: Mapping[str, Fraction] = {}
    """The standard error, where it is no deviation over topics, and m where it is given."""

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        besides = {key: one for key, one in zip(asked.optional_numbers, given[1], strict=True) if one}
        self.given_numbers = dict(zip(asked.required_numbers, given[0], strict=True)) | besides
        self.numbers = {key: one for key, one in _USUAL.items() if key in asked.optional_numbers} | self.given_numbers
        self.n, self.topics = int(self.number("systems")), int(self.number("topics"))
        self.unrounded_steps = () if self.topics else ("se",)
        steps = {"m": "m"} if self.topics else {"m": "m", "se": "error"}
        self.given_steps = {step: self.numbers[key] for step, key in steps.items() if key in self.numbers}
        self.share = self.number("level") if "level" in self.numbers else 1 - self.number("chance")
        self.rho = self.typed("correlation") if self.number("correlation") else None
        self.below: Node = Normal(self.typed("z")) if self.number("z") else self.rooted(self.share)
        self.symbol = "m" + str(self.n).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))

    def number(self, key: str) -> Fraction:
        """A number that is stated; 0 where it is not."""
        return self.numbers.get(key, Fraction(0))

    def typed(self, key: str) -> Node:
        """The same in a calculation: the mean, the best value, the standard error or deviation."""
        return typed(self.number(key))

    def step_value(self, name: str) -> Any:
        """What a step is worth: a float, but for a short fraction that a wrong rule gives in the end."""
        found, ends = super().step_value(name), self is not self.original and name == self.quantity.statistic
        return found if ends and isinstance(found, Fraction) and found.denominator <= _LONGEST else float(found)

    def label(self, step: Step) -> str:
        return self.symbol if step.name == "m" else super().label(step)

    def rooted(self, share: Fraction) -> Node:
        """The probability for each system that makes this one for all of them: its N-th root."""
        return Power(typed(share), Ratio(1, self.n)) if self.n > 1 else typed(share)

    def quantile(self, share: Fraction) -> Node | None:
        """The quantile of one system, in place of that of the best or the worst of several."""
        return NormalQuantile(typed(share)) if self.n > 1 else None

    def m(self) -> Any:
        """The expected highest of N standard normal numbers, worked out."""
        from irlearn.statistics.distributions import expected_standard_maximum  # SciPy waits until it is needed

        found = expected_standard_maximum(self.n)
        return Name(self.symbol, found) if self.is_changed else self.write(found)

    @property
    def spread(self) -> Any:
        """What correlation leaves of the error: √(1 − ρ) of it."""
        return self["se"] * Root(1 - self.rho) if self.rho else self["se"]

    def end(self) -> Node:
        """The lower end: as far below µ₀ as that lies below the best value, or in one line where something is wrong."""
        once = self["z"] * self["se"]
        return self.twice_below() if self.is_changed else Name("µ₀", self.step_value("mean")) - once

    def twice_below(self) -> Node:
        return self.typed("best") - Product(2, self["z"], self["se"])

    def results_with_rounding(self, rounded: Rounded) -> Iterator[Number]:
        """The results where steps on the way are rounded; a probability also below one end alone."""
        if "error" in self.quantity.required_numbers or self.n > 1:
            yield from super().results_with_rounding(rounded)
        if "error" not in self.quantity.required_numbers:
            each = 2 * float(rounded(self.below.value)) - 1
            yield each**self.n if self.quantity.statistic == "all" else each

    def named(self, what: str) -> list[tuple[str, Fraction]]:
        """The numbers that are given with what they are called, or as which they are typed."""
        keys = ["sd" if key == "error" and self.topics else key for key in self.given_numbers]
        names = [QUANTITIES[key].typed if what == "typed" else QUANTITIES[key].called for key in keys]
        return [*zip(names, self.given_numbers.values(), strict=True)]

    @property
    def input_text(self) -> str:
        return ", ".join(f"{name} {typed(number)}" for name, number in self.named("typed"))

    @property
    def columns(self) -> Mapping[str, Sequence[Any]]:
        names, numbers = zip(*self.named("called"), strict=True)
        plain = [int(one) if one.denominator == 1 else float(one) for one in numbers]
        return {"quantity": [name.removeprefix("the ") for name in names], "given": plain}

    @property
    def notes(self) -> list[str]:
        """What is taken where it is not given, and a best value that is none."""
        notes = [
            _SAID[key]
            for key in self.quantity.optional_numbers
            if key in _SAID and not {key, "z"} & self.given_numbers.keys()
        ]
        if (
            isinstance(self.quantity, BestOrigin)
            and "mean" in self.given_numbers
            and self.given_numbers["best"] < self.given_numbers["mean"]
        ):
            notes.append("The best value lies below the mean: there is nothing that luck would have to explain.")
        return notes

    @property
    def sentence_tags(self) -> Iterable[str]:
        sums, z = "error" in self.quantity.required_numbers, bool(self.number("z"))
        more = {"topics": bool(self.topics), "error": sums and not self.topics, "correlated": bool(self.rho), "z": z}
        more["plain"] = isinstance(self.quantity, ExpectedMaximum) and not self.topics and not self.rho
        return [name for name, holds in {**more, "chance": not sums and not z}.items() if holds]

    @property
    def data_sentences(self) -> str:
        told = ", ".join(f"{name.removeprefix('the ')} {typed(number)}" for name, number in self.named("called"))
        return f"{told[:1].upper()}{told[1:]}."


class BestOfMany(DeclaredQuantity):
    """A number about the best of many equal systems, from numbers that are typed with their names.

    `required_numbers` are the numbers that it takes, `optional_numbers` those that it can take besides.
    """

    required_numbers: ClassVar[tuple[str, ...]] = ("systems", "best", "error")
    optional_numbers: ClassVar[tuple[str, ...]] = ()
    family = BEST
    input_kind = "numbers of its own"
    example = "best .303 of 103, se .0114"
    accepts_fraction = False
    states_values_apart = False
    case_type = BestCase

    def read(self, given: object) -> QuantityInput:
        """The numbers that it takes, and those that it can take besides, 0 where they are not given.

        `given` is a text such as "best .303 of 103, se .0114", or numbers by name. A standard deviation between
        systems is given with the topics that it is over, as "sd .0806 over 50 topics". Raises `InputError` where a
        number is missing, is not taken here, or is none that there can be.
        """
        if isinstance(given, str | Mapping):
            return self._pair(read_named(given))
        sizes = len(self.required_numbers), len(self.optional_numbers)
        if not isinstance(given, tuple) or tuple(len(one) if isinstance(one, tuple) else 0 for one in given) != sizes:
            raise InputError(
                f"the {self.title} takes numbers with their names, as '{self.example}'; given: {quoted(given)}"
            )
        wanted = {key: checked(QUANTITIES[key], one) for key, one in zip(self.required_numbers, given[0], strict=True)}
        besides = {
            key: checked(QUANTITIES[key], one) for key, one in zip(self.optional_numbers, given[1], strict=True) if one
        }
        return self._checked_input(wanted | besides)

    def _pair(self, found: dict[str, Fraction]) -> QuantityInput:
        taken = [*self.required_numbers, *self.optional_numbers, *(["sd"] if "topics" in self.optional_numbers else [])]
        if over := [key for key in found if key not in taken]:
            names = comma_list([QUANTITIES[key].called for key in taken if key != "topics"])
            raise InputError(f"the {self.title} takes {names}; leave out {QUANTITIES[over[0]].called}")
        if "topics" in self.optional_numbers and ("sd" in found) != ("topics" in found):
            raise InputError(_LONE["sd" if "sd" in found else "topics"])
        if "sd" in found:
            if "error" in found:
                raise InputError(
                    "the standard error or the standard deviation is given, not both; leave out one of them"
                )
            found["error"] = found.pop("sd")
        if missing := [QUANTITIES[key].called for key in self.required_numbers if key not in found]:
            raise InputError(f"the {self.title} needs {comma_list(missing)}, too; write it as '{self.example}'")
        return self._checked_input(found)

    def _checked_input(self, found: dict[str, Fraction]) -> QuantityInput:
        if "chance" in found and "z" in found:
            raise InputError("an interval is told by its z or by a probability, not by both; leave out one of them")
        return (
            tuple(found[key] for key in self.required_numbers),
            tuple(found.get(key, Fraction(0)) for key in self.optional_numbers),
        )

    def __repr__(self) -> str:
        return self.name if len(self.statistics) == 1 else f"{self.statistic}({self.name})"


_LONE = {
    "sd": "a standard deviation between systems needs the topics that it is over, as 'sd .0806 over 50 topics'; what "
    "is a standard error already is 'se .0114'",
    "topics": "a standard error already has the topics in it; leave out the topics, or give the standard deviation "
    "between systems, as 'sd .0806 over 50 topics'",
}
_SE = Step("se", lambda c: c.typed("error") / Root(c.topics))
_Z = Step("z", lambda c: NormalQuantile(c.rooted(c.share)))
_asked = partial(Step, low=-math.inf, depends_on=("se", "z"), rounded_steps=(("z",), ("se",), ("z", "se")))


class ExpectedMaximum(BestOfMany):
    """The expected highest of N equal systems: the mean plus m standard errors, m as given or looked up exactly.

    With a correlation between systems, which share their topics, the error shrinks by √(1 − ρ).

    >>> from irlearn import explain
    >>> print(*explain(ExpectedMaximum(), "systems 100, mean .2, se .027").lines, sep=chr(10))
    m₁₀₀ = 2.508
    E[max] = 0.2 + 0.027 · 2.508 = 0.2677
    """

    name = "expected-maximum"
    title = "maximum of equal systems"
    required_numbers = ("systems", "mean", "error")
    optional_numbers = ("topics", "correlation", "m")
    example = "systems 100, mean .2, se .027"
    steps = (
        _asked(
            "expected",
            lambda c: c.typed("mean") + c.spread * c["m"],
            label="E[max]",
            depends_on=("se", "m"),
            rounded_steps=(("m",), ("se",), ("m", "se")),
        ),
        _SE,
        Step("m", BestCase.m),
    )


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

    name = "origin"
    title = "mean that a best value comes from"
    optional_numbers = ("topics", "chance", "mean")
    steps = (
        _asked("mean", lambda c: c.typed("best") - c["z"] * c["se"], label="µ₀"),
        _asked(
            "end",
            BestCase.end,
            label="lower end",
            depends_on=("mean",),
            rounded_steps=tuple((*one, *two) for one in ((), ("z",), ("se",), ("z", "se")) for two in ((), ("mean",))),
        ),
        _SE,
        _Z,
    )


class LuckThresholds(BestOfMany):
    """What the best of N equal systems exceeds only with probability 0.05, "upper", or the worst is below, "lower".

    The level is 0.95, where no other is given.

    >>> from irlearn import explain
    >>> print(*explain(LuckThresholds(), "103 systems, mean .2, se .0114").lines, sep=chr(10))
    z = Φ⁻¹(0.95^(1/103)) = 3.292
    upper threshold = 0.2 + 3.292 · 0.0114 = 0.2375
    """

    name = "thresholds"
    title = "threshold of luck"
    required_numbers = ("systems", "mean", "error")
    optional_numbers = ("topics", "level")
    example = "103 systems, mean .2, se .0114"
    steps = (
        _asked("upper", lambda c: c.typed("mean") + c["z"] * c["se"], label="upper threshold"),
        _asked("lower", lambda c: c.typed("mean") - c["z"] * c["se"], label="lower threshold"),
        _SE,
        _Z,
    )


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

    name = "all-inside"
    title = "probability that all lie inside"
    required_numbers = ("systems",)
    optional_numbers = ("chance", "z")
    example = "103 systems"
    steps: ClassVar[tuple[Step, ...]] = (
        Step(
            "all",
            lambda c: c["one"] ** c.n,
            label="all inside",
            high=1.0,
            depends_on=("one",),
            rounded_steps=(("one",),),
        ),
        Step("one", lambda c: 2 * c.below - 1, label="one inside", high=1.0),
    )


class OneInside(AllInside):
    """The probability that one given system of N equal ones lies inside an interval around their mean.

    The interval is told as for `AllInside`. Given is a system that was not picked for its value.

    >>> from irlearn import explain
    >>> explain(OneInside(), "103 systems").equation
    'one inside = 2 · 0.8^(1/103) - 1 = 0.9957'
    """

    name = "one-inside"
    title = "probability that one given system lies inside"
    steps = AllInside.steps[1:]


# wrong rules: the error, of the sums that have one

SUMS, _BOUND = "expected-maximum origin thresholds", "origin thresholds"
_TWO_SIDED = Fraction("1.96")  # of a normal distribution, 95% lie nearer

register_mistakes(
    __file__,
    common_mistake("sd-for-error", SUMS, replacing(se=lambda c: c.typed("error") if c.topics else None)),
    common_mistake(
        "error-over-root-n",
        SUMS,
        replacing(se=lambda c: None if c.topics or c.n == 1 else c.typed("error") / Root(c.n)),
    ),
    # the expected maximum: N forgotten, quantiles in place of a mean, the correlation
    common_mistake("n-forgotten", "expected-maximum", replacing(expected=lambda c: c.typed("mean") + c.spread)),
    common_mistake("interval-of-one", "expected-maximum", replacing(m=lambda _: typed(_TWO_SIDED))),
    common_mistake(
        "one-in-n", "expected-maximum", replacing(m=lambda c: NormalQuantile(1 - Ratio(1, c.n)) if c.n > 1 else None)
    ),
    common_mistake(
        "correlation-left-out",
        "expected-maximum",
        replacing(expected=lambda c: c.typed("mean") + c["se"] * c["m"] if c.rho else None),
    ),
    # the quantile that makes a threshold of luck, or the mean that a best value comes from
    common_mistake("quantile-of-one", _BOUND, replacing(z=lambda c: c.quantile(c.share))),
    common_mistake("interval-of-one", "thresholds", replacing(z=lambda c: c.quantile((1 + c.share) / 2))),
    common_mistake(
        "other-threshold", "thresholds", replacing(upper=lambda c: c.node("lower"), lower=lambda c: c.node("upper"))
    ),
    common_mistake(
        "share-over-n", _BOUND, replacing(z=lambda c: NormalQuantile(Ratio(typed(c.share), c.n)) if c.n > 1 else None)
    ),
    common_mistake("two-sided", _BOUND, replacing(z=lambda c: NormalQuantile(c.rooted((1 + c.share) / 2)))),
    common_mistake("interval-of-one", "origin", replacing(z=lambda _: typed(_TWO_SIDED))),
    common_mistake("end-given", "origin", replacing(mean=BestCase.twice_below), statistic="mean"),
    common_mistake("mean-given", "origin", replacing(end=lambda c: c.node("mean"))),
)


# the probability that all systems lie inside, or one given system: one for all, one side, sums for powers


def _both_taken_off(case: BestCase) -> Node:
    above = 1 - Power(case.below, case.n) if case.number("z") else typed(1 - case.share)
    return 1 - 2 * above


def _is_told(case: BestCase) -> bool:
    """Whether a probability makes the interval, and not z, and of several systems."""
    return not case.number("z") and case.n > 1


register_mistakes(
    __file__,
    common_mistake("one-given", "all-inside", replacing(all=lambda c: c.node("one"))),
    common_mistake("all-given", "one-inside", replacing(one=lambda c: Power(c.node("one"), c.n) if c.n > 1 else None)),
    common_mistake(
        "one-sided", "all-inside", replacing(all=lambda c: Power(c.below, c.n) if c.number("z") else typed(c.share))
    ),
    common_mistake("one-sided", "one-inside", replacing(one=lambda c: c.below)),
    common_mistake("both-taken-off", "all-inside", replacing(all=_both_taken_off)),
    common_mistake(
        "complement",
        "all-inside one-inside",
        replacing(all=lambda c: 1 - c.node("all"), one=lambda c: 1 - c.node("one")),
    ),
    common_mistake("share-of-all", "one-inside", replacing(one=lambda c: typed(c.share) if _is_told(c) else None)),
    common_mistake(
        "n-forgotten", "one-inside", replacing(one=lambda c: 2 * typed(c.share) - 1 if _is_told(c) else None)
    ),
    mistake("count-given", "one-inside", replacing(one=lambda c: c.n * c.node("one") if c.n > 1 else None)),
)


# the exercises

_SYSTEMS = ((5, 20), (15, 60), (50, 150))  # the fewest and the most of each level


def _drawn(asked: BestOfMany, **numbers: Fraction | int) -> tuple[BestOfMany, QuantityInput]:
    return asked, asked.read({name: number for name, number in numbers.items() if number})


def _error(random: Random, level: int) -> dict[str, Fraction | int]:
    """The standard error; from the second level on it may be a standard deviation over so many topics."""
    if level == 1 or choose(random, (True, False)):
        return {"error": Fraction(draw(random, 90, 300), 10_000)}
    return {"sd": Fraction(draw(random, 80, 240), 1000), "topics": choose(random, (25, 40, 50, 75, 100, 150))}


@topic("expected-maximum", "the expected maximum of many equal systems", "12", places=4)
def _(random: Random, level: int) -> tuple[BestOfMany, QuantityInput]:
    from irlearn.statistics.distributions import expected_standard_maximum  # SciPy waits until it is needed

    systems = draw(random, *_SYSTEMS[level - 1])
    m = Fraction(fixed(expected_standard_maximum(systems), 4))
    together = level == 3 or (level == 2 and choose(random, (True, False)))
    rho = Fraction(draw(random, 20, 80), 100) if together else 0
    numbers = _error(random, level)
    mean = Fraction(draw(random, 150, 350), 1000)
    return _drawn(ExpectedMaximum(), systems=systems, mean=mean, **numbers, correlation=rho, m=m)


@topic("origin", "the mean that a best value may come from, and the lower end of its interval", "12", places=4)
def _(random: Random, level: int) -> tuple[BestOfMany, QuantityInput]:
    systems, best = draw(random, *_SYSTEMS[level - 1]), Fraction(draw(random, 250, 450), 1000)
    chance = Fraction(20 if level == 1 else choose(random, (5, 10, 20, 30)), 100)
    asked = BestOrigin("mean" if level == 1 else choose(random, ("mean", "end")))
    return _drawn(asked, systems=systems, best=best, **_error(random, level), chance=chance)


@topic(
    "thresholds",
    "the two thresholds of luck: what the best and the worst of equal systems hardly exceed",
    "12",
    places=4,
)
def _(random: Random, level: int) -> tuple[BestOfMany, QuantityInput]:
    asked = LuckThresholds(choose(random, ("upper", "lower")))
    share = Fraction(95 if level == 1 else choose(random, (90, 95, 99)), 100)
    systems, mean = draw(random, *_SYSTEMS[level - 1]), Fraction(draw(random, 150, 350), 1000)
    return _drawn(asked, systems=systems, mean=mean, **_error(random, level), level=share)


def _inside(asked: AllInside, random: Random, level: int) -> tuple[BestOfMany, QuantityInput]:
    """Systems, and how their interval is told: by the chance that the best lies above it, or by standard errors."""
    systems = draw(random, *((3, 12), (5, 20), (10, 40))[level - 1])
    if choose(random, (True, False)):
        return _drawn(asked, systems=systems, chance=Fraction(choose(random, (5, 10, 20, 30)), 100))
    return _drawn(asked, systems=systems, z=Fraction(draw(random, 150, 325), 100))


topic("all-inside", "the probability that all systems lie inside an interval", "12", places=4)(
    partial(_inside, AllInside())
)
topic("one-inside", "the probability that one given system lies inside an interval", "12", places=4)(
    partial(_inside, OneInside())
)
