"""The best of many equally good systems: its expected score, the mean µ₀, thresholds of luck, and intervals.

The model is that of Carterette (2015): the mean scores of N systems are normally distributed with the same mean and the
same standard error.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any, ClassVar

from irlearn.byhand.declared_quantity import Case, DeclaredQuantity, Step, replacing
from irlearn.byhand.hand_quantity import BEST, QuantityInput
from irlearn.byhand.input_numbers import checked, quantities, read_named
from irlearn.byhand.misconceptions import Facts, Number, Rounded, common_mistake, mistake, register_mistakes
from irlearn.byhand.portable_random import choose, draw
from irlearn.byhand.question_words import topic
from irlearn.byhand.terms import typed
from irlearn.errors import InputError, quoted
from irlearn.formulas import Name, Node, Normal, NormalQuantile, Power, Product, Ratio, Root
from irlearn.text.english import comma_list
from irlearn.text.numbers import fixed

QUANTITIES = quantities("best")
"""Every number that a calculation about the best of many systems can take, by its key."""
_DEFAULTS = {"chance": Fraction(1, 5), "level": Fraction(19, 20)}
_DEFAULT_NOTES = {
    "chance": "The probability is 0.2, because no other probability is given.",
    "level": "The level is 0.95, because no other level is given.",
    "m": "m, the expected highest of N standard normal numbers, was looked up.",
}
_LARGEST_DENOMINATOR = 1000  # the largest denominator of a wrong result that is shown as a fraction


class BestCase(Case):
    """A question about the best of many systems: the stated numbers, and the formulas.

    `share` is the probability that the best of all systems stays below the bound at z, and `below` the probability that
    a single system lies below the upper end of an interval. `rho` is the correlation between systems, if one is stated.
    `symbol` is the symbol of the expected highest of N standard normal numbers, such as m₁₀₀.
    """

    wording = "best-of-many"
    declared_facts: ClassVar[Facts] = {
        **{key: partial(lambda c, key: c.typed(key), key=key) for key in ("best", "mean", "error", "m")},
        "share": lambda c: typed(c.share),
        "rest": lambda c: typed(1 - c.share),
        "width": lambda c: c.typed("z"),
        "less": lambda c: f"{Root(1 - c.rho).spoken} = {fixed(Root(1 - c.rho).value, 4)}",
        "far": lambda c: fixed(float(c.uncorrelated_error.value * c.number("m")), 5),
        "each": lambda c: c.rooted(c.share),
        "times": lambda c: "the standard error" if c.topics else str(c.typed("error")),
        "under": lambda c: f"{c.below} = {fixed(c.below.value, 5)}",
    }
    inlined_steps = ("se", "z", "m", "one")
    given_steps: Mapping[str, Fraction] = {}
    """The stated steps: m if it is stated, and the standard error unless a standard deviation is stated instead."""

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        optional = {key: number for key, number in zip(asked.optional_numbers, given[1], strict=True) if number}
        defaults = {key: number for key, number in _DEFAULTS.items() if key in asked.optional_numbers}
        self.given_numbers = dict(zip(asked.required_numbers, given[0], strict=True)) | optional
        self.numbers = defaults | self.given_numbers
        self.n, self.topics = int(self.number("systems")), int(self.number("topics"))
        self.unrounded_steps = () if self.topics else ("se",)
        steps = {"m": "m"} if self.topics else {"m": "m", "se": "error"}
        self.given_steps = {step: self.numbers[key] for step, key in steps.items() if key in self.numbers}
        self.share = self.number("level") if "level" in self.numbers else 1 - self.number("chance")
        self.rho = self.typed("correlation") if self.number("correlation") else None
        self.below: Node = Normal(self.typed("z")) if self.number("z") else self.rooted(self.share)
        self.symbol = "m" + str(self.n).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))

    def number(self, key: str) -> Fraction:
        """Return a stated number or its default; 0 if there is neither."""
        return self.numbers.get(key, Fraction(0))

    def typed(self, key: str) -> Node:
        """Return a stated number as a node of a formula."""
        return typed(self.number(key))

    def step_value(self, name: str) -> Any:
        """Return the value of a step as a float; only the final result of a misconception may be a short fraction."""
        value = super().step_value(name)
        is_wrong_result = self is not self.original and name == self.quantity.statistic
        if is_wrong_result and isinstance(value, Fraction) and value.denominator <= _LARGEST_DENOMINATOR:
            return value
        return float(value)

    def label(self, step: Step) -> str:
        return self.symbol if step.name == "m" else super().label(step)

    def rooted(self, share: Fraction) -> Node:
        """Return the N-th root of a probability: the probability for each of N systems if `share` is that for all."""
        return Power(typed(share), Ratio(1, self.n)) if self.n > 1 else typed(share)

    def single_quantile(self, share: Fraction) -> Node | None:
        """Return the quantile for a single system, a wrong z for several systems; None if there is only one."""
        return NormalQuantile(typed(share)) if self.n > 1 else None

    def m(self) -> Any:
        """Return the expected highest of N standard normal numbers."""
        from irlearn.statistics.distributions import expected_standard_maximum  # imports SciPy, which takes long

        maximum = expected_standard_maximum(self.n)
        return Name(self.symbol, maximum) if self.is_changed else self.write(maximum)

    @property
    def uncorrelated_error(self) -> Any:
        """The part of the standard error that systems do not share: the error times √(1 − ρ)."""
        return self["se"] * Root(1 - self.rho) if self.rho else self["se"]

    def end(self) -> Node:
        """Return the formula of the lower end: µ₀ − z · error, or for a misconception best − 2 · z · error."""
        if self.is_changed:
            return self.end_from_best()
        distance: Node = self["z"] * self["se"]
        return Name("µ₀", self.step_value("mean")) - distance

    def end_from_best(self) -> Node:
        """Return the formula best − 2 · z · error."""
        return self.typed("best") - Product(2, self["z"], self["se"])

    def results_with_rounding(self, rounded: Rounded) -> Iterator[Number]:
        """Yield the results with rounded steps, and the results with a rounded probability below the upper end."""
        if "error" in self.quantity.required_numbers or self.n > 1:
            yield from super().results_with_rounding(rounded)
        if "error" not in self.quantity.required_numbers:
            one_inside = 2 * float(rounded(self.below.value)) - 1
            yield one_inside**self.n if self.quantity.statistic == "all" else one_inside

    def named_numbers(self, *, as_typed: bool = False) -> list[tuple[str, Fraction]]:
        """Return the stated numbers with their phrases, or with the names under which they are typed."""
        keys = ["sd" if key == "error" and self.topics else key for key in self.given_numbers]
        names = [QUANTITIES[key].typed if as_typed else QUANTITIES[key].called for key in keys]
        return [*zip(names, self.given_numbers.values(), strict=True)]

    @property
    def input_text(self) -> str:
        return ", ".join(f"{name} {typed(number)}" for name, number in self.named_numbers(as_typed=True))

    @property
    def columns(self) -> Mapping[str, Sequence[Any]]:
        names, numbers = zip(*self.named_numbers(), strict=True)
        values = [int(number) if number.denominator == 1 else float(number) for number in numbers]
        return {"quantity": [name.removeprefix("the ") for name in names], "given": values}

    @property
    def notes(self) -> list[str]:
        """Notes on defaults, and on a best value below the mean."""
        notes = [
            _DEFAULT_NOTES[key]
            for key in self.quantity.optional_numbers
            if key in _DEFAULT_NOTES and not {key, "z"} & self.given_numbers.keys()
        ]
        if (
            isinstance(self.quantity, BestOrigin)
            and "mean" in self.given_numbers
            and self.given_numbers["best"] < self.given_numbers["mean"]
        ):
            notes.append("The best value is below the mean, so there is nothing for chance to explain.")
        return notes

    @property
    def sentence_tags(self) -> Iterable[str]:
        has_error, has_z = "error" in self.quantity.required_numbers, bool(self.number("z"))
        applies = {
            "topics": bool(self.topics),
            "error": has_error and not self.topics,
            "correlated": bool(self.rho),
            "z": has_z,
            "plain": isinstance(self.quantity, ExpectedMaximum) and not self.topics and not self.rho,
            "chance": not has_error and not has_z,
        }
        return [tag for tag, is_true in applies.items() if is_true]

    @property
    def data_sentences(self) -> str:
        numbers = ", ".join(f"{name.removeprefix('the ')} {typed(number)}" for name, number in self.named_numbers())
        return f"{numbers[:1].upper()}{numbers[1:]}."


class BestOfMany(DeclaredQuantity):
    """A number about the best of many equally good systems.

    The input consists of named numbers: `required_numbers` and `optional_numbers` have their keys.
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
        """Return the required numbers, and the optional ones, 0 for each that is not stated.

        Parameters
        ----------
        given
            A text such as "best .303 of 103, se .0114", a mapping from names to numbers, or an earlier result of this
            method. The standard deviation of a system's scores is stated together with the number of topics, as "sd .19
            over 50 topics".

        Raises
        ------
        InputError
            If a number is missing, superfluous or impossible.
        """
        if isinstance(given, str | Mapping):
            return self._from_named_numbers(read_named(given))
        sizes = len(self.required_numbers), len(self.optional_numbers)
        if (
            not isinstance(given, tuple)
            or tuple(len(part) if isinstance(part, tuple) else 0 for part in given) != sizes
        ):
            raise InputError(
                f"the {self.title} takes numbers with their names, as '{self.example}'; given: {quoted(given)}"
            )
        required, optional = (
            zip(self.required_numbers, given[0], strict=True),
            zip(self.optional_numbers, given[1], strict=True),
        )
        numbers = {key: checked(QUANTITIES[key], number) for key, number in required}
        numbers |= {key: checked(QUANTITIES[key], number) for key, number in optional if number}
        return self._as_input(numbers)

    def _from_named_numbers(self, numbers: dict[str, Fraction]) -> QuantityInput:
        keys = [*self.required_numbers, *self.optional_numbers, *(["sd"] if "topics" in self.optional_numbers else [])]
        if superfluous := [key for key in numbers if key not in keys]:
            names = comma_list([QUANTITIES[key].called for key in keys if key != "topics"])
            raise InputError(f"the {self.title} takes {names}; leave out {QUANTITIES[superfluous[0]].called}")
        if "topics" in self.optional_numbers and ("sd" in numbers) != ("topics" in numbers):
            raise InputError(_MISSING_PARTNER["sd" if "sd" in numbers else "topics"])
        if "sd" in numbers:
            if "error" in numbers:
                raise InputError(
                    "the standard error or the standard deviation is given, not both; leave out one of them"
                )
            numbers["error"] = numbers.pop("sd")
        if missing := [QUANTITIES[key].called for key in self.required_numbers if key not in numbers]:
            raise InputError(f"the {self.title} needs {comma_list(missing)}, too; write it as '{self.example}'")
        return self._as_input(numbers)

    def _as_input(self, numbers: dict[str, Fraction]) -> QuantityInput:
        if "chance" in numbers and "z" in numbers:
            raise InputError("an interval is given by its z or by a probability, not by both; leave out one of them")
        return (
            tuple(numbers[key] for key in self.required_numbers),
            tuple(numbers.get(key, Fraction(0)) for key in self.optional_numbers),
        )

    def __repr__(self) -> str:
        return self.name if len(self.statistics) == 1 else f"{self.statistic}({self.name})"


_MISSING_PARTNER = {
    "sd": "the standard deviation of a system's scores needs the number of topics, as 'sd .19 over 50 topics'; write "
    "a standard error as 'se .027'",
    "topics": "a standard error already has the topics in it; leave out the topics, or give the standard deviation "
    "of a system's scores, as 'sd .19 over 50 topics'",
}
_SE = Step("se", lambda c: c.typed("error") / Root(c.topics))
_Z = Step("z", lambda c: NormalQuantile(c.rooted(c.share)))
_step = partial(Step, low=-math.inf, depends_on=("se", "z"), rounded_steps=(("z",), ("se",), ("z", "se")))


class ExpectedMaximum(BestOfMany):
    """The expected highest score of N equally good systems: the mean plus m standard errors.

    m, the expected highest of N standard normal numbers, may be stated; otherwise it is computed. If systems are
    correlated because they share their topics, the standard error is multiplied by √(1 − ρ).

    Examples
    --------
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
        _step(
            "expected",
            lambda c: c.typed("mean") + c.uncorrelated_error * c["m"],
            label="E[max]",
            depends_on=("se", "m"),
            rounded_steps=(("m",), ("se",), ("m", "se")),
        ),
        _SE,
        Step("m", BestCase.m),
    )


class BestOrigin(BestOfMany):
    """The mean µ₀ from which the best of N equal systems reaches a best value, or "end", the lower end of its interval.

    The best system reaches the value with probability 0.2 unless another probability is stated. µ₀ is z standard errors
    below the best value, and the lower end another z standard errors below µ₀.

    Examples
    --------
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
        _step("mean", lambda c: c.typed("best") - c["z"] * c["se"], label="µ₀"),
        _step(
            "end",
            BestCase.end,
            label="lower end",
            depends_on=("mean",),
            rounded_steps=tuple(
                (*steps, *mean) for steps in ((), ("z",), ("se",), ("z", "se")) for mean in ((), ("mean",))
            ),
        ),
        _SE,
        _Z,
    )


class LuckThresholds(BestOfMany):
    """The upper threshold, which the best of N equal systems exceeds with probability 0.05, or "lower" for the worst.

    The worst system is below the lower threshold with probability 0.05. The level, 1 less the probability, is 0.95
    unless another level is stated.

    Examples
    --------
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
        _step("upper", lambda c: c.typed("mean") + c["z"] * c["se"], label="upper threshold"),
        _step("lower", lambda c: c.typed("mean") - c["z"] * c["se"], label="lower threshold"),
        _SE,
        _Z,
    )


class AllInside(BestOfMany):
    """The probability that all N equal systems lie inside an interval around their mean.

    The interval reaches z standard errors below and above the mean if z is stated. Otherwise it is chosen so that the
    best system lies above it with a stated probability, 0.2 by default.

    Examples
    --------
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

    The interval is stated as for `AllInside`. The system must not have been chosen because of its score.

    Examples
    --------
    >>> from irlearn import explain
    >>> explain(OneInside(), "103 systems").equation
    'one inside = 2 · 0.8^(1/103) - 1 = 0.9957'
    """

    name = "one-inside"
    title = "probability that one given system lies inside"
    steps = AllInside.steps[1:]


# Misconceptions about the quantities that have a standard error.

_WITH_ERROR, _WITH_Z = "expected-maximum origin thresholds", "origin thresholds"
_QUANTILE_OF_95_PERCENT = Fraction("1.96")  # 95% of a normal distribution is within 1.96 standard deviations

register_mistakes(
    __file__,
    # Misconceptions about the standard error.
    common_mistake("sd-for-error", _WITH_ERROR, replacing(se=lambda c: c.typed("error") if c.topics else None)),
    common_mistake(
        "error-over-root-n",
        _WITH_ERROR,
        replacing(se=lambda c: None if c.topics or c.n == 1 else c.typed("error") / Root(c.n)),
    ),
    # Misconceptions about the expected maximum: N ignored, a quantile in place of m, the correlation ignored.
    common_mistake(
        "n-forgotten", "expected-maximum", replacing(expected=lambda c: c.typed("mean") + c.uncorrelated_error)
    ),
    common_mistake("interval-of-one", "expected-maximum", replacing(m=lambda _: typed(_QUANTILE_OF_95_PERCENT))),
    common_mistake(
        "one-in-n", "expected-maximum", replacing(m=lambda c: NormalQuantile(1 - Ratio(1, c.n)) if c.n > 1 else None)
    ),
    common_mistake(
        "correlation-left-out",
        "expected-maximum",
        replacing(expected=lambda c: c.typed("mean") + c["se"] * c["m"] if c.rho else None),
    ),
    # Misconceptions about the quantile z of thresholds and origins.
    common_mistake("quantile-of-one", _WITH_Z, replacing(z=lambda c: c.single_quantile(c.share))),
    common_mistake("interval-of-one", "thresholds", replacing(z=lambda c: c.single_quantile((1 + c.share) / 2))),
    common_mistake(
        "other-threshold", "thresholds", replacing(upper=lambda c: c.node("lower"), lower=lambda c: c.node("upper"))
    ),
    common_mistake(
        "share-over-n", _WITH_Z, replacing(z=lambda c: NormalQuantile(Ratio(typed(c.share), c.n)) if c.n > 1 else None)
    ),
    common_mistake("two-sided", _WITH_Z, replacing(z=lambda c: NormalQuantile(c.rooted((1 + c.share) / 2)))),
    common_mistake("interval-of-one", "origin", replacing(z=lambda _: typed(_QUANTILE_OF_95_PERCENT))),
    common_mistake("end-given", "origin", replacing(mean=BestCase.end_from_best), statistic="mean"),
    common_mistake("mean-given", "origin", replacing(end=lambda c: c.node("mean"))),
)


# Misconceptions about intervals: one system in place of all, one side in place of both, sums in place of powers.


def _both_tails_subtracted(case: BestCase) -> Node:
    best_above = 1 - Power(case.below, case.n) if case.number("z") else typed(1 - case.share)
    return 1 - 2 * best_above


def _has_chance_of_several(case: BestCase) -> bool:
    """Return whether the interval of several systems is stated by a probability rather than by z."""
    return not case.number("z") and case.n > 1


register_mistakes(
    __file__,
    common_mistake("one-given", "all-inside", replacing(all=lambda c: c.node("one"))),
    common_mistake("all-given", "one-inside", replacing(one=lambda c: Power(c.node("one"), c.n) if c.n > 1 else None)),
    common_mistake(
        "one-sided", "all-inside", replacing(all=lambda c: Power(c.below, c.n) if c.number("z") else typed(c.share))
    ),
    common_mistake("one-sided", "one-inside", replacing(one=lambda c: c.below)),
    common_mistake("both-taken-off", "all-inside", replacing(all=_both_tails_subtracted)),
    common_mistake(
        "complement",
        "all-inside one-inside",
        replacing(all=lambda c: 1 - c.node("all"), one=lambda c: 1 - c.node("one")),
    ),
    common_mistake(
        "share-of-all", "one-inside", replacing(one=lambda c: typed(c.share) if _has_chance_of_several(c) else None)
    ),
    common_mistake(
        "n-forgotten",
        "one-inside",
        replacing(one=lambda c: 2 * typed(c.share) - 1 if _has_chance_of_several(c) else None),
    ),
    mistake("count-given", "one-inside", replacing(one=lambda c: c.n * c.node("one") if c.n > 1 else None)),
)


# Exercises.

_SYSTEMS = ((5, 20), (15, 60), (50, 150))  # the smallest and the largest number at each level


def _question(quantity: BestOfMany, **numbers: Fraction | int) -> tuple[BestOfMany, QuantityInput]:
    return quantity, quantity.read({name: number for name, number in numbers.items() if number})


def _draw_error(random: Random, level: int) -> dict[str, Fraction | int]:
    """Draw a standard error or, from the second level on, sometimes a standard deviation and the number of topics."""
    if level == 1 or choose(random, (True, False)):
        return {"error": Fraction(draw(random, 90, 300), 10_000)}
    return {"sd": Fraction(draw(random, 80, 240), 1000), "topics": choose(random, (25, 40, 50, 75, 100, 150))}


@topic("expected-maximum", "the expected maximum of many equally good systems", "12", places=4)
def _(random: Random, level: int) -> tuple[BestOfMany, QuantityInput]:
    from irlearn.statistics.distributions import expected_standard_maximum  # imports SciPy, which takes long

    systems = draw(random, *_SYSTEMS[level - 1])
    m = Fraction(fixed(expected_standard_maximum(systems), 4))
    are_correlated = level == 3 or (level == 2 and choose(random, (True, False)))
    rho = Fraction(draw(random, 20, 80), 100) if are_correlated else 0
    error = _draw_error(random, level)
    mean = Fraction(draw(random, 150, 350), 1000)
    return _question(ExpectedMaximum(), systems=systems, mean=mean, **error, correlation=rho, m=m)


@topic("origin", "the mean that a best value may come from, and the lower end of its interval", "12", places=4)
def _(random: Random, level: int) -> tuple[BestOfMany, QuantityInput]:
    systems, best = draw(random, *_SYSTEMS[level - 1]), Fraction(draw(random, 250, 450), 1000)
    chance = Fraction(20 if level == 1 else choose(random, (5, 10, 20, 30)), 100)
    quantity = BestOrigin("mean" if level == 1 else choose(random, ("mean", "end")))
    return _question(quantity, systems=systems, best=best, **_draw_error(random, level), chance=chance)


@topic(
    "thresholds",
    "the two thresholds of chance for the best and the worst of many equally good systems",
    "12",
    places=4,
)
def _(random: Random, level: int) -> tuple[BestOfMany, QuantityInput]:
    quantity = LuckThresholds(choose(random, ("upper", "lower")))
    share = Fraction(95 if level == 1 else choose(random, (90, 95, 99)), 100)
    systems, mean = draw(random, *_SYSTEMS[level - 1]), Fraction(draw(random, 150, 350), 1000)
    return _question(quantity, systems=systems, mean=mean, **_draw_error(random, level), level=share)


def _draw_interval(quantity: AllInside, random: Random, level: int) -> tuple[BestOfMany, QuantityInput]:
    """Draw a number of systems, and an interval, stated by the probability that the best is above it or by its z."""
    systems = draw(random, *((3, 12), (5, 20), (10, 40))[level - 1])
    if choose(random, (True, False)):
        return _question(quantity, systems=systems, chance=Fraction(choose(random, (5, 10, 20, 30)), 100))
    return _question(quantity, systems=systems, z=Fraction(draw(random, 150, 325), 100))


@topic("all-inside", "the probability that all systems are inside an interval", "12", places=4)
def _(random: Random, level: int) -> tuple[BestOfMany, QuantityInput]:
    return _draw_interval(AllInside(), random, level)


@topic("one-inside", "the probability that one given system is inside an interval", "12", places=4)
def _(random: Random, level: int) -> tuple[BestOfMany, QuantityInput]:
    return _draw_interval(OneInside(), random, level)
