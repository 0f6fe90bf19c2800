"""The best of many equal systems: what it is expected to be, where it may come from, thresholds, and who lies inside.

The model is that of Carterette (2015): the mean scores of N systems are normal with one mean and one standard error.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from random import Random
from typing import Any, ClassVar

from irlearn.chance import choose, draw
from irlearn.derivation.significance import BEST, Pair
from irlearn.derivation.stated import typed
from irlearn.errors import InputError, quoted
from irlearn.expression import Line, Name, Node, Normal, NormalQuantile, Number as Shown, Power, Product, Ratio, Root
from irlearn.expression.shortly import calculation, equation, in_short
from irlearn.kinds.engine import Case, Declared, Step
from irlearn.kinds.rules import Formula, Number, Rounded, Wrong, often, wrong
from irlearn.kinds.told import WORDINGS, Worded, Wording, topic
from irlearn.numbers import fixed
from irlearn.reading.typed import checked, quantities, read_named
from irlearn.words import in_a_row

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
    """The numbers that a question states, the parts of a calculation that are made of them, and it with other parts.

    >>> case = BestOrigin().of(BestOrigin().read("best .303 of 103, se .0114"))
    >>> case.n, str(case.z), round(case.z.value, 3), round(case.right, 4)
    (103, 'Φ⁻¹(0.8^(1/103))', 2.853, 0.2705)
    >>> str(case.again(z=case.quantile(case.share)).written[0])
    '0.303 - Φ⁻¹(0.8) · 0.0114'
    """

    def __init__(self, asked: Any, given: Pair) -> None:
        super().__init__(asked, given)
        besides = {key: one for key, one in zip(asked.may, given[1], strict=True) if one}
        self.told = dict(zip(asked.wanted, given[0], strict=True)) | besides
        self.numbers = {key: one for key, one in _USUAL.items() if key in asked.may} | self.told
        self.n, self.topics = int(self.number("systems")), int(self.number("topics"))

    def number(self, key: str) -> Fraction:
        """A number that is stated; 0 where it is not."""
        return self.numbers.get(key, Fraction(0))

    def typed(self, key: str) -> Node:
        """The same in a calculation: the mean, the best value, the standard error or deviation."""
        return typed(self.number(key))

    @property
    def share(self) -> Fraction:
        """The probability with which the best of all systems stays below the bound that z marks."""
        return self.number("level") if "level" in self.numbers else 1 - self.number("chance")

    @property
    def error(self) -> Node:
        """The standard error of a system's mean."""
        return self.typed("error") / Root(self.topics) if self.topics else self.typed("error")

    @property
    def z(self) -> Node:
        """How many standard errors from the mean the bound lies: the quantile of the maximum."""
        return NormalQuantile(self.rooted(self.share))

    def rooted(self, share: Fraction) -> Node:
        """The probability for each system that makes this one for all of them: its N-th root."""
        return Power(typed(share), Ratio(1, self.n)) if self.n > 1 else typed(share)

    @property
    def symbol(self) -> str:
        """How the expected highest of N standard normal numbers is written, such as m₁₀₀."""
        return "m" + str(self.n).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))

    @cached_property
    def m(self) -> Node:
        """The expected highest of N standard normal numbers: as stated, or else worked out."""
        if self.number("m"):
            return self.typed("m")
        from irlearn.statistics.maximum import expected_standard_maximum  # SciPy waits until it is needed

        return Name(self.symbol, expected_standard_maximum(self.n))

    @property
    def rho(self) -> Node | None:
        """The correlation between systems; none where it is not stated."""
        return self.typed("correlation") if self.number("correlation") else None

    @property
    def apart(self) -> Node | None:
        """What correlation leaves of the error: √(1 − ρ); None where there is none."""
        return Root(1 - self.rho) if self.rho else None

    @property
    def below(self) -> Node:
        """The probability that one system lies below the upper end of the interval."""
        return Normal(self.typed("z")) if self.number("z") else self.rooted(self.share)

    @property
    def each(self) -> Node:
        """The probability that one system lies inside the interval."""
        return 2 * self.below - 1

    def quantile(self, share: Fraction | Node) -> Node:
        """The quantile of one system."""
        return NormalQuantile(share if isinstance(share, Node) else typed(share))

    def again(self, **other: Node) -> Formula | None:
        """The calculation with other parts; None where that is no number."""
        return self.formula(self.asked.made(self, **other))

    def asking(self, statistic: str) -> Formula | None:
        """The other number of the same kind."""
        return self.formula(type(self.asked)(statistic).made(self))

    def formula(self, node: Node) -> Formula | None:
        """A wrong calculation that is worth what is written; None where that is no number."""
        value = node.value if node.exact is None or node.exact.denominator > _LONGEST else node.exact
        return Formula(value, node) if math.isfinite(value) else None

    @cached_property
    def right(self) -> float:
        """The number asked for."""
        return float(self.asked.made(self).value)

    @property
    def part(self) -> tuple[str, Node]:
        """What the error is multiplied by, with its name: m or z."""
        return ("m", self.m) if isinstance(self.asked, ExpectedMaximum) else ("z", self.z)

    def ends(self, rounded: Rounded) -> Iterator[Number]:
        """The results with a rounded standard error, a rounded z or m, a rounded mean, or a rounded probability."""
        asked = self.asked
        if "error" not in asked.wanted:
            power = self.n if isinstance(asked, AllInside) else 1
            yield (2 * float(rounded(self.below.value)) - 1) ** power
            if power > 1:
                yield float(rounded(self.each.value)) ** power
            return
        key, part = self.part
        errors = [self.error, Shown(rounded(self.error.value))] if self.topics else [self.error]
        for error in errors:
            for one in (part, Shown(rounded(part.value))):
                yield asked.made(self, **{"error": error, key: one}).value
                if asked.statistic == "end":
                    mean = rounded(BestOrigin("mean").made(self, error=error, z=one).value)
                    yield float(mean) - one.value * error.value

    def lines(self) -> Iterator[Line]:
        """The calculation from the numbers that are stated."""
        if "error" not in self.asked.wanted:
            yield equation("one inside", self.each, value=self.each.value)
            if isinstance(self.asked, AllInside):
                power = calculation(lambda digits: in_short(self.each.value, digits) ** self.n, self.right)
                yield equation("all inside", power, value=self.right)
            return
        parts: dict[str, Node] = {}
        if self.topics:
            parts["error"] = self.error
            yield equation("se", self.error, value=self.error.value)
        key, part = self.part
        if key == "z" or isinstance(part, Name):
            parts[key] = part
            name, way = (part.name, in_short(part.value)) if isinstance(part, Name) else (key, part)
            yield equation(name, way, value=part.value)
        if self.asked.statistic == "end":
            yield self.worked(BestOrigin("mean"), parts)
        yield self.worked(self.asked, parts)

    def worked(self, asked: BestOfMany, parts: Mapping[str, Node]) -> Line:
        """A line in which what was worked out before stands as a number with as many digits as it takes."""

        def build(digits: int) -> Node:
            short = {name: in_short(part.value, digits) for name, part in parts.items()}
            if asked.statistic != "end":
                return asked.made(self, **short)
            return Name("µ₀", BestOrigin("mean").made(self).value) - short["z"] * short.get("error", self.error)

        value = asked.made(self).value
        return equation(asked.quantity, calculation(build, value), value=value)

    def named(self, what: str) -> list[tuple[str, Fraction]]:
        """The numbers that are given with what they are called, or as which they are typed."""
        keys = ["sd" if key == "error" and self.topics else key for key in self.told]
        names = [QUANTITIES[key].typed if what == "typed" else QUANTITIES[key].called for key in keys]
        return [*zip(names, self.told.values(), strict=True)]

    @property
    def text(self) -> str:
        """The numbers as they are typed."""
        return ", ".join(f"{name} {typed(number)}" for name, number in self.named("typed"))

    @property
    def columns(self) -> Mapping[str, Sequence[Any]]:
        """What is given."""
        names, numbers = zip(*self.named("called"), strict=True)
        plain = [int(one) if one.denominator == 1 else float(one) for one in numbers]
        return {"quantity": [name.removeprefix("the ") for name in names], "given": plain}

    @property
    def notes(self) -> list[str]:
        """What is taken where it is not given, and a best value that is none."""
        notes = [_SAID[key] for key in self.asked.may if key in _SAID and not {key, "z"} & self.told.keys()]
        if isinstance(self.asked, BestOrigin) and "mean" in self.told and self.told["best"] < self.told["mean"]:
            notes.append("The best value lies below the mean: there is nothing that luck would have to explain.")
        return notes

    def facts(self) -> dict[str, Any]:
        """What sentences may mention."""
        share, rest = (str(typed(one)) for one in (self.share, 1 - self.share))
        return {"systems": self.n, "m": self.symbol, "topics": self.topics, "share": share, "rest": rest}


def _steps(*whys: str, **asked: tuple[str, str]) -> tuple[Step, ...]:
    """What can be asked for, with label and name, and why each is made so, or all."""
    scores = not any(label.endswith("inside") for label, _ in asked.values())
    ends = (-math.inf, math.inf) if scores else (0.0, 1.0)
    told = zip(asked.items(), whys * len(asked), strict=False)
    return tuple(
        Step(name, lambda c: c.asked.made(c), spoken, why, label, *ends) for (name, (label, spoken)), why in told
    )


class BestOfMany(Declared):
    """A number about the best of many equal systems, from numbers that are typed with their names.

    `wanted` are the numbers that it takes, `may` those that it can take besides.
    """

    wanted: ClassVar[tuple[str, ...]] = ("systems", "best", "error")
    may: ClassVar[tuple[str, ...]] = ()
    family = BEST
    about = "numbers of its own"
    example = "best .303 of 103, se .0114"
    case = BestCase

    def read(self, given: object) -> Pair:
        """The numbers that it takes, and those that it can take besides, 0 where they are not given.

        `given` is a text such as "best .303 of 103, se .0114", or numbers by name. A standard deviation between
        systems is given with the topics that it is over, as "sd .0806 over 50 topics". Raises `InputError` where a
        number is missing, is not taken here, or is none that there can be.

        >>> BestOrigin().read({"best": 0.303, "systems": 103, "se": 0.0114})[0]
        (Fraction(103, 1), Fraction(303, 1000), Fraction(57, 5000))
        """
        if isinstance(given, str | Mapping):
            return self._pair(read_named(given))
        sizes = len(self.wanted), len(self.may)
        if not isinstance(given, tuple) or tuple(len(one) if isinstance(one, tuple) else 0 for one in given) != sizes:
            raise InputError(
                f"the {self.title} takes numbers with their names, as '{self.example}'; given: {quoted(given)}"
            )
        wanted = {key: checked(QUANTITIES[key], one) for key, one in zip(self.wanted, given[0], strict=True)}
        besides = {key: checked(QUANTITIES[key], one) for key, one in zip(self.may, given[1], strict=True) if one}
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

    def made(self, case: BestCase, **other: Node) -> Node:
        """The calculation, with other parts where they are given: `error`, `z`, `m`, `below`."""
        raise NotImplementedError

    def distance(self, case: BestCase, **other: Node) -> Node:
        """How far it lies from the number that it starts from: so many standard errors."""
        return other.get("z", case.z) * other.get("error", case.error)

    def __repr__(self) -> str:
        return self.name if len(self.statistics) == 1 else f"{self.statistic}({self.name})"


_LONE = {
    "sd": "a standard deviation between systems needs the topics that it is over, as 'sd .0806 over 50 topics'; what "
    "is a standard error already is 'se .0114'",
    "topics": "a standard error already has the topics in it; leave out the topics, or give the standard deviation "
    "between systems, as 'sd .0806 over 50 topics'",
}


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
    first_step = "write down the standard error, then m for this number of systems."
    wanted = ("systems", "mean", "error")
    may = ("topics", "correlation", "m")
    example = "systems 100, mean .2, se .027"
    steps = _steps(
        "The more equal systems there are, the higher the best of them comes by luck: m standard errors above the "
        "mean on average.",
        expected=("E[max]", "the expected maximum"),
    )

    def made(self, case: BestCase, **other: Node) -> Node:
        """The calculation, with other parts where they are given: `error`, `apart`, `m`."""
        return case.typed("mean") + self.distance(case, **other)

    def distance(self, case: BestCase, **other: Node) -> Node:
        """How far the expected maximum lies above the mean."""
        error, apart = other.get("error", case.error), other.get("apart", case.apart)
        return (error if apart is None else error * apart) * other.get("m", case.m)


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
    first_step = "take the N-th root of the probability with which all stay below, then its quantile z."
    may = ("topics", "chance", "mean")
    steps = _steps(
        "All N systems stay below a bound when each does, so each must with the N-th root of that probability; "
        "its quantile is z.",
        "µ₀ lies in the middle: z standard errors below the best value, and as many above the lower end.",
        mean=("µ₀", "the mean µ₀"),
        end=("lower end", "the lower end of the interval of µ₀"),
    )

    def made(self, case: BestCase, **other: Node) -> Node:
        """The calculation, with other parts where they are given: `error`, `z`."""
        return case.typed("best") - self.distance(case, **other)

    def distance(self, case: BestCase, **other: Node) -> Node:
        """How far it lies below the best value: the lower end twice as far as µ₀."""
        once = super().distance(case, **other)
        return once if self.statistic == "mean" else Product(2, *once.parts)


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
    first_step = "take the N-th root of the level, then its quantile z."
    wanted = ("systems", "mean", "error")
    may = ("topics", "level")
    example = "103 systems, mean .2, se .0114"
    steps = _steps(
        "The level is the chance that all N equal systems stay on this side; each must stay there with its N-th root.",
        upper=("upper threshold", "the upper threshold"),
        lower=("lower threshold", "the lower threshold"),
    )

    def made(self, case: BestCase, **other: Node) -> Node:
        """The calculation, with other parts where they are given: `error`, `z`."""
        far = self.distance(case, **other)
        return case.typed("mean") + far if self.statistic == "upper" else case.typed("mean") - far


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
    first_step = "write down the probability that one system lies below the upper end."
    wanted = ("systems",)
    may = ("chance", "z")
    example = "103 systems"
    steps = _steps(
        "Each system must lie inside, and they are independent: the probability for one, to the power of N.",
        all=("all inside", "the probability that all lie inside"),
    )

    def made(self, case: BestCase, **other: Node) -> Node:
        """The calculation, with another `below` where it is given."""
        return Power(2 * other.get("below", case.below) - 1, case.n)


class OneInside(BestOfMany):
    """The probability that one given system of N equal ones lies inside an interval around their mean.

    The interval is told as for `AllInside`. Given is a system that was not picked for its value.

    >>> from irlearn import explain
    >>> explain(OneInside(), "103 systems").equation
    'one inside = 2 · 0.8^(1/103) - 1 = 0.9957'
    """

    name = "one-inside"
    title = "probability that one given system lies inside"
    first_step = "write down the probability that one system lies below the upper end."
    wanted = ("systems",)
    may = ("chance", "z")
    example = "103 systems"
    steps = _steps(
        "One given system may lie above the interval or below it, each with the same probability; N counts only "
        "in the bound.",
        one=("one inside", "the probability that one given system lies inside"),
    )

    def made(self, case: BestCase, **other: Node) -> Node:
        """The calculation, with another `below` where it is given."""
        return 2 * other.get("below", case.below) - 1


# wrong rules: the error, of the sums that have one

SUMS = "expected-maximum origin thresholds"
_TWO_SIDED = Fraction("1.96")  # of a normal distribution, 95% lie nearer

often("sd-for-error", SUMS, lambda c: c.again(error=c.typed("error")) if c.topics else None)(
    "You took the standard deviation between systems. The standard error is that over √{topics}."
)
often("systems-for-topics", SUMS, lambda c: c.again(error=c.typed("error") / Root(c.n)) if c.topics else None)(
    "You divided by √{systems}, the number of systems. The error is one system's; √{topics}, of the topics, is right."
)
often(
    "error-over-root-n",
    SUMS,
    lambda c: None if c.topics or c.n == 1 else c.again(error=c.typed("error") / Root(c.n)),
)("You divided the standard error by √{systems}. It is that of one system already; no mean over systems is taken.")


# the expected maximum: N forgotten, quantiles in place of a mean, the correlation


def _n_forgotten(case: BestCase) -> Wrong:
    return case.formula(case.typed("mean") + (case.error if case.apart is None else case.error * case.apart))


often("n-forgotten", "expected-maximum", _n_forgotten)(
    "You left out {m} and went one standard error up. How high the best of {systems} comes depends on N."
)
often("interval-of-one", "expected-maximum", lambda c: c.again(m=typed(_TWO_SIDED)))(
    "You took 1.96, with which an interval of 95% goes both ways from one system's mean. {m} is for the best of "
    "{systems}."
)
often("quantile-of-one", "expected-maximum", lambda c: c.again(m=c.quantile(Fraction(19, 20))))(
    "You took the quantile 0.95 of one system. {m} is the mean of the highest of {systems}."
)
often("one-in-n", "expected-maximum", lambda c: c.again(m=c.quantile(1 - Ratio(1, c.n))) if c.n > 1 else None)(
    "You took Φ⁻¹(1 − 1/N), which one in {systems} exceeds. The expected highest of {systems} is {m}."
)
often(
    "correlation-left-out",
    "expected-maximum",
    lambda c: c.formula(c.typed("mean") + c.error * c.m) if c.rho else None,
)(
    "You left out the correlation. Systems that share their topics' luck differ less: the error is multiplied by "
    "√(1 − ρ)."
)


# the quantile that makes a threshold of luck, or the mean that a best value comes from


def _of_one(case: BestCase, share: Fraction) -> Wrong:
    """The quantile of one system in place of that of the best or the worst."""
    return case.again(z=case.quantile(share)) if case.n > 1 else None


often("quantile-of-one", "thresholds", lambda c: _of_one(c, c.share))(
    "You took the quantile {share} of one system: then {rest} is the share of equal systems beyond the threshold, as "
    "in a false discovery rate. Here it is the chance that any of {systems} lies there."
)
often("quantile-of-one", "origin", lambda c: _of_one(c, c.share))(
    "You took Φ⁻¹({share}), the quantile of one system. That all {systems} stay below takes the N-th root of {share}."
)
often("interval-of-one", "thresholds", lambda c: _of_one(c, (1 + c.share) / 2))(
    "You took an interval of {share} for one system, which leaves half of {rest} on each side. N is missing."
)
often("other-threshold", "thresholds", lambda c: c.asking("lower" if c.asked.statistic == "upper" else "upper"))(
    "You gave the other threshold."
)
often(
    "share-over-n",
    "origin thresholds",
    lambda c: c.again(z=c.quantile(Ratio(typed(c.share), c.n))) if c.n > 1 else None,
)("You took {share}/{systems}. It is the N-th root of {share}, {share}^(1/{systems}).")
often("two-sided", "origin thresholds", lambda c: c.again(z=c.quantile(c.rooted((1 + c.share) / 2))))(
    "You halved {rest}, as for two sides. One side alone is asked about, and it has all of {rest}."
)
often("interval-of-one", "origin", lambda c: c.again(z=typed(_TWO_SIDED)))(
    "You took 1.96, of an interval of 95% for one system. Here the best of {systems} counts."
)
often("end-given", "origin", lambda c: c.asking("end"), statistic="mean")(
    "You gave the lower end of the interval. µ₀ lies in its middle."
)
often("mean-given", "origin", lambda c: c.asking("mean"), statistic="end")(
    "You gave µ₀. The lower end lies as far below µ₀ as the best value lies above it."
)


# the probability that all systems lie inside, or one given system: one for all, one side, sums for powers


def _one_sided(case: BestCase) -> Wrong:
    return case.formula(Power(case.below, case.n) if case.number("z") else typed(case.share))


def _both_taken_off(case: BestCase) -> Wrong:
    if case.number("z"):
        return case.formula(1 - 2 * (1 - Power(case.below, case.n)))
    return case.formula(1 - 2 * typed(1 - case.share))


def _stated(case: BestCase, node: Node) -> Wrong:
    """A rule about the probability that makes the interval, where one is stated and not z."""
    return None if case.number("z") or case.n == 1 else case.formula(node)


often("one-given", "all-inside", lambda c: c.formula(c.each))(
    "You gave the probability for one given system, which is the share of systems inside. That none of {systems} lies "
    "outside is far less likely."
)
often("all-given", "one-inside", lambda c: c.formula(Power(c.each, c.n)) if c.n > 1 else None)(
    "You gave the probability that all {systems} lie inside, which is about the whole family. One given system "
    "does far more often."
)
often("one-sided", "all-inside", _one_sided)(
    "You left out the lower end: this is the probability that all {systems} lie below the upper one."
)
often("one-sided", "one-inside", lambda c: c.formula(c.below))(
    "You left out the lower end: this is the probability to lie below the upper one."
)
often("both-taken-off", "all-inside", _both_taken_off)(
    "You took off what lies above and what lies below. Both can happen at once, and that was taken off twice."
)
often("complement", "all-inside one-inside", lambda c: c.formula(1 - c.asked.made(c)))(
    "You gave the probability of the opposite. Take it off 1."
)
often("share-of-all", "one-inside", lambda c: _stated(c, typed(c.share)))(
    "You took {share} for one system. It is the probability that all {systems} lie below the upper end."
)
often("n-forgotten", "one-inside", lambda c: _stated(c, 2 * typed(c.share) - 1))(
    "You left out N: with 2 · {share} − 1 each system alone would lie above with {rest}. Only the best of "
    "{systems} does."
)
wrong("count-given", "one-inside", lambda c: c.formula(c.n * c.each) if c.n > 1 else None)(
    "You gave how many of the {systems} lie inside on average. Divide by {systems}."
)


# the exercises

_SYSTEMS = ((5, 20), (15, 60), (50, 150))  # the fewest and the most of each level


def _asked(asked: BestOfMany, **numbers: Fraction | int) -> tuple[BestOfMany, Pair]:
    return asked, asked.read({name: number for name, number in numbers.items() if number})


def _error(random: Random, level: int) -> dict[str, Fraction | int]:
    """The standard error; from the second level on it may be a standard deviation over so many topics."""
    if level == 1 or choose(random, (True, False)):
        return {"error": Fraction(draw(random, 90, 300), 10_000)}
    return {"sd": Fraction(draw(random, 80, 240), 1000), "topics": choose(random, (25, 40, 50, 75, 100, 150))}


@topic("expected-maximum", "the expected maximum of many equal systems", "12", places=4)
def _(random: Random, level: int) -> tuple[BestOfMany, Pair]:
    from irlearn.statistics.maximum import expected_standard_maximum  # SciPy waits until it is needed

    systems = draw(random, *_SYSTEMS[level - 1])
    m = Fraction(fixed(expected_standard_maximum(systems), 4))
    together = level == 3 or (level == 2 and choose(random, (True, False)))
    rho = Fraction(draw(random, 20, 80), 100) if together else 0
    numbers = _error(random, level)
    return _asked(
        ExpectedMaximum(), systems=systems, mean=Fraction(draw(random, 150, 350), 1000), **numbers, correlation=rho, m=m
    )


@topic("origin", "the mean that a best value may come from, and the lower end of its interval", "12", places=4)
def _(random: Random, level: int) -> tuple[BestOfMany, Pair]:
    systems, best = draw(random, *_SYSTEMS[level - 1]), Fraction(draw(random, 250, 450), 1000)
    chance = Fraction(20 if level == 1 else choose(random, (5, 10, 20, 30)), 100)
    asked = BestOrigin("mean" if level == 1 else choose(random, ("mean", "end")))
    return _asked(asked, systems=systems, best=best, **_error(random, level), chance=chance)


@topic(
    "thresholds",
    "the two thresholds of luck: what the best and the worst of equal systems hardly exceed",
    "12",
    places=4,
)
def _(random: Random, level: int) -> tuple[BestOfMany, Pair]:
    asked = LuckThresholds(choose(random, ("upper", "lower")))
    share = Fraction(95 if level == 1 else choose(random, (90, 95, 99)), 100)
    return _asked(
        asked,
        systems=draw(random, *_SYSTEMS[level - 1]),
        mean=Fraction(draw(random, 150, 350), 1000),
        **_error(random, level),
        level=share,
    )


def _inside(asked: AllInside | OneInside, random: Random, level: int) -> tuple[BestOfMany, Pair]:
    """Systems, and how their interval is told: by the chance that the best lies above it, or by standard errors."""
    numbers: dict[str, Fraction | int] = {"systems": draw(random, *((3, 12), (5, 20), (10, 40))[level - 1])}
    if choose(random, (True, False)):
        numbers["chance"] = Fraction(choose(random, (5, 10, 20, 30)), 100)
    else:
        numbers["z"] = Fraction(draw(random, 150, 325), 100)
    return asked, asked.read(numbers)


topic("all-inside", "the probability that all systems lie inside an interval", "12", places=4)(
    partial(_inside, AllInside())
)
topic("one-inside", "the probability that one given system lies inside an interval", "12", places=4)(
    partial(_inside, OneInside())
)


_QUANTILE = "Φ⁻¹(p) is the normal quantile, NormalDist().inv_cdf(p) in Python's statistics."


class OfTheBest(Wording):
    """The words of a number about the best of many systems, whose numbers stand in its sentences."""

    fraction = False

    def stated(self, asked: BestOfMany, pair: Pair) -> str:
        """What is stated, in a sentence, for a page that shows it beside other words."""
        numbers = asked.of(pair).named("called")
        told = ", ".join(f"{name.removeprefix('the ')} {typed(number)}" for name, number in numbers)
        return f"{told[:1].upper()}{told[1:]}."

    def worded(self, random: Random, asked: BestOfMany, pair: Pair, question: str) -> Worded:
        """The sentences that state the numbers, and the question."""
        return Worded(" ".join([*_sentences(random, asked, asked.of(pair)), question]))

    def hints(self, asked: BestOfMany, pair: Pair) -> tuple[str, ...]:
        """Three or four hints, each nearer to the answer than the one before."""
        return tuple(_hints(asked, asked.of(pair)))


WORDINGS(BestOfMany)(OfTheBest())


def _sentences(random: Random, asked: BestOfMany, case: BestCase) -> Iterator[str]:
    many, noun = case.n, choose(random, ("runs", "systems"))
    where = choose(random, ("A track receives {} {}", "A leaderboard lists {} {}", "A laboratory tries {} {}"))
    told = where.format(many, noun)
    if isinstance(asked, BestOrigin):
        yield f"{told}, and the best scores {case.typed('best')}."
    elif "error" in asked.wanted:
        yield f"{told}, all equally good, with the mean {case.typed('mean')}."
    else:
        yield f"{told}, all equally good; their mean scores are normal and independent."
    if "error" in asked.wanted and case.topics:
        yield (
            f"The standard deviation between the {noun} is {case.typed('error')} over {case.topics} topics; its "
            "standard error is that over the root of the topics."
        )
    elif "error" in asked.wanted:
        yield f"The standard error of a {noun[:-1]}'s mean score is {case.typed('error')}."
    yield from _of_bound(asked, case)


def _of_bound(asked: BestOfMany, case: BestCase) -> Iterator[str]:
    rest = typed(1 - case.share)
    if isinstance(asked, ExpectedMaximum):
        if case.number("correlation"):
            yield f"As they share the topics, they are correlated with ρ = {case.rho}."
        yield f"The expected highest of {case.n} standard normal numbers is {case.symbol} = {case.m}."
    elif isinstance(asked, BestOrigin):
        yield (
            "µ₀ is the mean from which the best of so many equal systems reaches that value or more with probability "
            f"{rest}."
        )
        if asked.statistic == "end":
            yield "The interval reaches from the best value as far below µ₀ as above it."
        yield _QUANTILE
    elif "error" in asked.wanted:
        beyond = "the best exceeds" if asked.statistic == "upper" else "the worst is below"
        yield f"The {asked.statistic} threshold is what {beyond} with probability {rest} only."
        yield _QUANTILE
    elif case.number("z"):
        yield f"An interval reaches {case.typed('z')} standard errors below and above their mean."
    else:
        yield "An interval reaches as far below their mean as above it."
        yield f"The best lies above the interval with probability {rest}."


def _hints(asked: BestOfMany, case: BestCase) -> Iterator[str]:
    n, share = case.n, typed(case.share)
    if "error" not in asked.wanted:
        yield from _of_chances(asked, case)
        return
    if case.topics:
        yield f"The standard error is {case.typed('error')} / √{case.topics} = {fixed(case.error.value, 5)}."
    error = "the standard error" if case.topics else str(case.error)
    if isinstance(asked, ExpectedMaximum):
        yield f"The best of {n} lies {case.symbol} = {case.m} standard errors above the mean on average."
        if case.apart is not None:
            left = f"{case.apart} = {fixed(case.apart.value, 4)}"
            yield f"What the systems share does not set them apart: the error is multiplied by {left}."
        yield f"That is {fixed(asked.distance(case).value, 5)} in all, above the mean {case.typed('mean')}."
        if case.apart is None and not case.topics:
            yield "Add both."
        return
    stay = "above" if asked.statistic == "lower" else "below"
    each = case.rooted(case.share)
    yield f"All {n} systems stay {stay} a bound with probability {share} when each does with {each}."
    yield f"z = {case.z} is {fixed(case.z.value, 4)}."
    if isinstance(asked, BestOrigin):
        below = "µ₀ lies z standard errors" if asked.statistic == "mean" else "The lower end lies 2 z standard errors"
        times = "z" if asked.statistic == "mean" else "2 · z"
        yield f"{below} below the best value: {case.typed('best')} − {times} · {error}."
    else:
        side = "+" if asked.statistic == "upper" else "−"
        yield f"The threshold lies z standard errors from the mean: {case.typed('mean')} {side} z · {error}."


def _of_chances(asked: BestOfMany, case: BestCase) -> Iterator[str]:
    each = 2 * case.below - 1
    if case.number("z"):
        yield f"One system lies below the upper end with probability {case.below} = {fixed(case.below.value, 5)}."
    else:
        yield (
            f"All {case.n} lie below the upper end with probability {typed(case.share)}, and so one does "
            f"with {case.below} = {fixed(case.below.value, 5)}."
        )
    yield "Below the lower end a system lies as often as above the upper one."
    if isinstance(asked, AllInside):
        yield f"One system lies inside with probability {fixed(each.value, 6)}. All {case.n} must."
    else:
        yield "Take off 1 what lies above, and as much again."
