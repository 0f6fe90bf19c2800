"""Tukey's threshold for all pairs of systems by hand: blocked by topics, and unblocked, from a small table of scores.

Blocked is the closed form of the randomised test (Carterette 2012; Otero, Parapar and Ferro 2023): the scores of a
topic vary around the topic's mean, and the standard error is √(sum of s² over topics) / T. Unblocked is the one-way
test: the scores of a system vary around the system's mean, and the standard error is √(MSE / T).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from random import Random
from statistics import mean, pvariance, variance
from string import ascii_uppercase
from typing import Any, ClassVar

from irlearn.byhand.declared_quantity import Case, DeclaredQuantity, Step, replacing, steps_with
from irlearn.byhand.misconceptions import Facts, common_mistake, register_mistakes
from irlearn.byhand.portable_random import choose, draw, shuffled
from irlearn.byhand.quantity import ALL_PAIRS, NUMBER, QuantityInput, Scores
from irlearn.byhand.question_words import topic
from irlearn.byhand.terms import typed
from irlearn.errors import InputError, quoted
from irlearn.formulas import Node, Product, Root, Sum
from irlearn.parsing.typed_numbers import checked, quantities, scores_of_systems
from irlearn.text.english import comma_list
from irlearn.text.numbers import aligned, exact_number, fixed

_COLUMNS, _ROWS = (2, 8), (2, 20)  # the fewest and the most that are worked out by hand
_EXAMPLE = "q 3.31 | A: .2 .5 .4 | B: .4 .3 .6 | C: .3 .1 .2"

# how a table of scores is typed


def _given(systems: object, q: object = 0) -> QuantityInput:
    """Q, and rows of numbers, one a system, also as they were typed. Raises `InputError` for what is no such table."""
    if isinstance(systems, str):
        systems, q = scores_of_systems(systems, _EXAMPLE)
    if isinstance(systems, Mapping):
        systems = list(systems.values())
    if not isinstance(systems, Sequence):
        raise InputError(f"the systems' scores are a list of lists; given: {quoted(systems)}")
    rows = tuple(_row(one, place) for place, one in enumerate(systems))
    if not _COLUMNS[0] <= len(rows) <= _COLUMNS[1]:
        raise InputError(
            f"it takes {_COLUMNS[0]} to {_COLUMNS[1]} systems, as 'A: .2 .5 | B: .4 .3'; given: {len(rows)}"
        )
    sizes = {len(one) for one in rows}
    if len(sizes) > 1:
        raise InputError(f"each system has a score on each topic; given: {', '.join(str(len(one)) for one in rows)}")
    if not _ROWS[0] <= min(sizes) <= _ROWS[1]:
        raise InputError(f"it takes {_ROWS[0]} to {_ROWS[1]} topics; given: {min(sizes)}")
    return (checked(quantities("systems")["q"], q) if q else Fraction(0),), *rows


def _row(given: object, place: int) -> Scores:
    name = ascii_uppercase[place] if place < len(ascii_uppercase) else str(place + 1)
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise InputError(f"the scores of {name} must be a list of numbers, one a topic; given: {quoted(given)}")
    numbers = enumerate(given, start=1)
    return tuple(exact_number(one, f"the score of {name} on topic {number}", NUMBER) for number, one in numbers)


# what is asked, and its formulas

_LEVEL, _PLACES = 0.95, 3  # of q where it is looked up


@cache
def looked_up(systems: int, freedom: float) -> Fraction:
    """The quantile 0.95 of the studentised range as tables print it, to three digits.

    >>> looked_up(3, math.inf)
    Fraction(1657, 500)
    """
    from scipy.stats import studentized_range  # SciPy waits until it is needed

    return Fraction(fixed(float(studentized_range.ppf(_LEVEL, systems, freedom)), _PLACES))


class TukeyCase(Case):
    """The scores of several systems on the same topics, and q where it is stated, else 0.

    `rows` are those whose variances are taken.
    """

    wording = "tukey"
    declared_facts: ClassVar[Facts] = {
        "scores": lambda c: len(c.rows[0]),
        "fewer": lambda c: len(c.rows[0]) - 1,
        "listed": lambda c: comma_list(list(c.names)),
        "mean": lambda c: fixed(mean(c.rows[0]), 4),
        "first": lambda c: fixed(c.step_value("variance")[0], 5),
        "apart": lambda c: fixed(c.spans.value, 5),
    }
    inlined_steps = ("error",)
    row = "topic"

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        (self.known_q,), *systems = given
        self.systems, self.by_topic = tuple(systems), tuple(zip(*systems, strict=True))
        self.many, self.topics = len(systems), len(systems[0])
        self.names = ascii_uppercase[: self.many]
        self.rows, self.row_names = self.by_topic, [f"topic {place}" for place in range(1, self.topics + 1)]
        self.freedom = math.inf  # of q

    @property
    def quantile(self) -> Node:
        """Q as it is stated, or else looked up."""
        return typed(self.known_q or looked_up(self.many, self.freedom))

    def means(self) -> list[Node]:
        """The mean of each system."""
        return [Sum(*map(typed, scores), whole=True) / self.topics for scores in self.systems]

    def variances(self) -> list[Node]:
        """The variance of each row, written out around its mean."""
        means = [self.write(mean(row)) for row in self.rows]
        return [
            Sum(*((typed(one) - middle) ** 2 for one in row), whole=True) / (len(row) - 1)
            for row, middle in zip(self.rows, means, strict=True)
        ]

    def spreads(self, rows: Sequence[Scores], of: Callable[[Scores], Fraction] = variance) -> list[Node]:
        """The variance of each row, as a number."""
        return [self.write(of(row)) for row in rows]

    def root_of_sum(self, variances: Sequence[Node]) -> Node:
        """The standard error of a mean where the scores of a topic vary."""
        return Root(Sum(*variances, whole=True)) / self.topics

    def root_of_mean(self, variances: Sequence[Node]) -> Node:
        """The same where those of a system vary: the root of the mean variance over T."""
        return Root(Sum(*variances, whole=True) / len(variances) / self.topics)

    error_of = root_of_sum

    def root(self, over: int) -> Node:
        """The root of the sum of the variances, divided by something under the root."""
        return Root(Sum(*self["variance"], whole=True) / over)

    @property
    def spans(self) -> Any:
        means = self.step_value("mean")
        return self.write(max(means)) - self.write(min(means))

    @property
    def input_text(self) -> str:
        pieces = [f"q {typed(self.known_q)}"] if self.known_q else []
        rows = zip(self.names, self.systems, strict=True)
        return " | ".join([*pieces, *(f"{name}: {' '.join(str(typed(one)) for one in row)}" for name, row in rows)])

    @property
    def columns(self) -> dict[str, list[str]]:
        written = aligned([float(one) for row in self.systems for one in row])
        columns = {name: written[at * self.topics :][: self.topics] for at, name in enumerate(self.names)}
        return {"topic": [str(one + 1) for one in range(self.topics)], **columns}

    @property
    def notes(self) -> list[str]:
        """What q was looked up for."""
        if self.quantity.statistic != "threshold" or self.known_q:
            return []
        freedom = "infinitely many" if math.isinf(self.freedom) else str(int(self.freedom))
        systems = len(self.systems)
        return [f"q was looked up: the quantile 0.95 for {systems} systems and {freedom} degrees of freedom."]

    @property
    def sentence_tags(self) -> Sequence[str]:
        return [self.row, f"{self.quantity.statistic}-{self.row}"]

    @property
    def data_sentences(self) -> str:
        """A sentence for each system.

        >>> Tukey().make_case(Tukey().read("q 3.3 | A: .2 .55 | B: .4 .3")).data_sentences
        'A: 0.20, 0.55. B: 0.40, 0.30.'
        """
        _, *columns = self.columns.items()
        return " ".join(f"{name}: {', '.join(column)}." for name, column in columns)


class UnblockedCase(TukeyCase):
    """The same, where the scores of a system vary around its mean."""

    row = "system"
    error_of = TukeyCase.root_of_mean

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        self.rows, self.row_names = self.systems, list(self.names)
        self.freedom = len(self.systems) * (self.topics - 1)


_asked = partial(Step, rounded_steps=(("variance",), ("error",), ("variance", "error")))


class Tukey(DeclaredQuantity):
    """The threshold of the randomised Tukey test (blocked by topics) in its closed form, its standard error, or q.

    `statistic` is "threshold", which a difference of two means must exceed to be significant, q · √(sum of s²) / T with
    s² the variance of a topic's scores over its systems; "error", the standard error √(sum of s²) / T; or "q", the
    difference of the highest and the lowest mean in standard errors. q, the quantile 0.95 of the studentised range, may
    be stated, else it is looked up: for infinitely many degrees of freedom. Source: Otero, Parapar and Ferro (2023).

    >>> from irlearn import explain
    >>> print(*explain(Tukey(), "q 3.31 | A: .2 .5 .4 | B: .4 .3 .6 | C: .3 .1 .2").lines, sep=chr(10))
    s² of topic 1 = ((0.2 - 0.3)^2 + (0.4 - 0.3)^2 + (0.3 - 0.3)^2) / 2 = 1/100 = 0.01
    s² of topic 2 = ((0.5 - 0.3)^2 + (0.3 - 0.3)^2 + (0.1 - 0.3)^2) / 2 = 1/25 = 0.04
    s² of topic 3 = ((0.4 - 0.4)^2 + (0.6 - 0.4)^2 + (0.2 - 0.4)^2) / 2 = 1/25 = 0.04
    standard error = √(0.01 + 0.04 + 0.04) / 3 = 1/10 = 0.1
    threshold = 3.31 · 0.1 = 331/1000 = 0.331
    """

    name = "tukey"
    title = "blocked Tukey test"
    family = ALL_PAIRS
    input_kind = "a table of scores"
    example = _EXAMPLE
    accepts_fraction = False
    case_type = TukeyCase
    steps: ClassVar[tuple[Step, ...]] = (
        _asked("threshold", lambda c: c.quantile * c["error"], depends_on=("error",)),
        _asked("error", lambda c: c.error_of(c["variance"]), label="standard error", depends_on=("variance",)),
        _asked("q", lambda c: c.spans / c["error"], depends_on=("error", "mean")),
        Step("variance", TukeyCase.variances, row_labels=lambda c: [f"s² of {name}" for name in c.row_names]),
        Step("mean", TukeyCase.means, row_labels=lambda c: [f"mean of {name}" for name in c.names]),
    )

    def read(self, given: object) -> QuantityInput:
        """q, 0 where it is not stated, and the scores of each system. Raises `InputError` for what is no such table."""
        if isinstance(given, Mapping):
            pair = _given({name: one for name, one in given.items() if name != "q"}, given.get("q", 0))
        elif isinstance(given, tuple) and given and isinstance(given[0], tuple) and len(given[0]) == 1:
            pair = _given(given[1:], given[0][0])
        elif isinstance(given, Sequence):
            pair = _given(given)
        else:
            raise InputError(f"the {self.title} takes a table of scores, as '{self.example}'; given: {quoted(given)}")
        case = self.make_case(pair)
        if not any(map(variance, case.rows)):
            raise InputError(f"the {self.title} divides by 0: the scores of each {case.row} are all the same")
        return pair


class UnblockedTukey(Tukey):
    """The threshold of the one-way Tukey test (not blocked by topics), its standard error, or q.

    As `Tukey`, but with the standard error √(MSE / T), MSE the mean of the variances of each system's scores over the
    topics; q is for S · (T - 1) degrees of freedom. On the same topics it is the wrong test: what topics differ in then
    counts as noise.

    >>> from irlearn import explain
    >>> print(*explain(UnblockedTukey("error"), "A: .2 .5 .4 | B: .4 .3 .6 | C: .3 .1 .2").lines[-2:], sep=chr(10))
    MSE = (0.0233 + 0.0233 + 0.01) / 3 = 17/900 = 0.0189
    standard error = √(0.018889 / 3) = 0.0793
    """

    name = "tukey-unblocked"
    title = "unblocked Tukey test"
    case_type = UnblockedCase
    steps = (
        *steps_with(
            Tukey.steps,
            error={
                "formula": lambda c: Root(c["MSE"] / c.topics),
                "depends_on": ("MSE",),
            },
        ),
        Step("MSE", lambda c: Sum(*c["variance"], whole=True) / len(c.rows), depends_on=("variance",)),
    )


# wrong rules

_BOTH = "tukey tukey-unblocked"

register_mistakes(
    __file__,
    common_mistake("unblocked-given", "tukey", replacing(error=lambda c: c.root_of_mean(c.spreads(c.systems)))),
    common_mistake("blocked-given", "tukey-unblocked", replacing(error=lambda c: c.root_of_sum(c.spreads(c.by_topic)))),
    common_mistake("one-too-many", _BOTH, replacing(error=lambda c: c.error_of(c.spreads(c.rows, pvariance)))),
    common_mistake("no-root", "tukey", replacing(error=lambda c: Sum(*c["variance"], whole=True) / c.topics)),
    common_mistake("no-root", "tukey-unblocked", replacing(error=lambda c: c.node("MSE") / c.topics)),
    common_mistake("one-topic", "tukey", replacing(error=lambda c: c.root(c.topics))),
    common_mistake("root-of-mse", "tukey-unblocked", replacing(error=lambda c: c.root(len(c.rows)))),
    common_mistake("sum-for-mean", "tukey-unblocked", replacing(error=lambda c: c.root(c.topics))),
    common_mistake("q-left-out", _BOTH, replacing(threshold=lambda c: c["error"])),
    common_mistake("of-a-difference", _BOTH, replacing(threshold=lambda c: Product(c.quantile, Root(2), c["error"]))),
    common_mistake(
        "one-pair", _BOTH, replacing(threshold=lambda c: Product(typed(Fraction("1.96")), Root(2), c["error"]))
    ),
    common_mistake("error-left-out", _BOTH, replacing(q=lambda c: c.spans)),
    common_mistake("t-given", _BOTH, replacing(q=lambda c: c.node("q") / Root(2))),
)


# the exercises


def _drawn(random: Random, level: int, kind: type[Tukey], topics: int) -> tuple[Tukey, QuantityInput]:
    """Scores with two digits: topics differ more than systems do, and one system is better than the others."""
    asked = kind(choose(random, (("error",), ("threshold",), ("threshold", "q"))[level - 1]))
    hard = [draw(random, 10, 60) for _ in range(topics)]
    better = shuffled(random, [draw(random, 0, 15), 0, 0])
    rows = tuple(tuple(Fraction(one + more + draw(random, 0, 24), 100) for one in hard) for more in better)
    return asked, asked.read(((asked.make_case(((Fraction(0),), *rows)).quantile.exact,), *rows))


topic("tukey", "the threshold of the blocked Tukey test for all pairs, its standard error, or q", "13", places=4)(
    lambda random, level: _drawn(random, level, Tukey, 3 if level == 1 else 4)
)
topic("tukey-unblocked", "the same of the unblocked test, which takes easy and hard topics for noise", "13", places=4)(
    lambda random, level: _drawn(random, level, UnblockedTukey, 4 if level < 3 else 5)
)
