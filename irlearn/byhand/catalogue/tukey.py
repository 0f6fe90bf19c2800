"""Tukey's test of all pairs of systems on a small table of scores: its threshold, standard error and q.

The blocked test is the closed form of the randomized test (Carterette 2012; Otero, Parapar and Ferro 2023): the scores
of a topic vary around the topic's mean, and the standard error is √(sum of s² over topics) / T. The unblocked test is
the one-way test: the scores of a system vary around the system's mean, and the standard error is √(MSE / T).
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
from irlearn.byhand.hand_quantity import ALL_PAIRS, NUMBER, QuantityInput, Scores
from irlearn.byhand.input_numbers import checked, quantities, scores_of_systems
from irlearn.byhand.misconceptions import Facts, common_mistake, register_mistakes
from irlearn.byhand.portable_random import choose, draw, shuffled
from irlearn.byhand.question_words import topic
from irlearn.byhand.terms import typed
from irlearn.errors import InputError, quoted
from irlearn.formulas import Node, Product, Root, Sum
from irlearn.text.english import comma_list
from irlearn.text.numbers import aligned, exact_number, fixed

_FEWEST_SYSTEMS, _MOST_SYSTEMS = 2, 8
_FEWEST_TOPICS, _MOST_TOPICS = 2, 20
_EXAMPLE = "q 3.31 | A: .2 .5 .4 | B: .4 .3 .6 | C: .3 .1 .2"


def _parse_table(systems: object, q: object = 0) -> QuantityInput:
    """Return q, 0 if it is not stated, and the scores of each system, given as a text, a mapping or a list of lists."""
    if isinstance(systems, str):
        systems, q = scores_of_systems(systems, _EXAMPLE)
    if isinstance(systems, Mapping):
        systems = list(systems.values())
    if not isinstance(systems, Sequence):
        raise InputError(f"the systems' scores are a list of lists; given: {quoted(systems)}")
    rows = tuple(_parse_scores(scores, index) for index, scores in enumerate(systems))
    if not _FEWEST_SYSTEMS <= len(rows) <= _MOST_SYSTEMS:
        raise InputError(
            f"it takes {_FEWEST_SYSTEMS} to {_MOST_SYSTEMS} systems, as 'A: .2 .5 | B: .4 .3'; given: {len(rows)}"
        )
    sizes = {len(row) for row in rows}
    if len(sizes) > 1:
        raise InputError(f"each system has a score on each topic; given: {', '.join(str(len(row)) for row in rows)}")
    if not _FEWEST_TOPICS <= min(sizes) <= _MOST_TOPICS:
        raise InputError(f"it takes {_FEWEST_TOPICS} to {_MOST_TOPICS} topics; given: {min(sizes)}")
    return (checked(quantities("systems")["q"], q) if q else Fraction(0),), *rows


def _parse_scores(scores: object, index: int) -> Scores:
    name = ascii_uppercase[index] if index < len(ascii_uppercase) else str(index + 1)
    if isinstance(scores, str) or not isinstance(scores, Sequence):
        raise InputError(f"the scores of {name} must be a list of numbers, one for each topic; given: {quoted(scores)}")
    return tuple(
        exact_number(score, f"the score of {name} on topic {number}", NUMBER)
        for number, score in enumerate(scores, start=1)
    )


_LEVEL = 0.95
_TABLE_DIGITS = 3


@cache
def table_quantile(systems: int, freedom: float) -> Fraction:
    """Return the quantile 0.95 of the studentized range with the three digits that printed tables have.

    >>> table_quantile(3, math.inf)
    Fraction(1657, 500)
    """
    from scipy.stats import studentized_range  # Importing SciPy takes long, so it waits until it is needed.

    return Fraction(fixed(float(studentized_range.ppf(_LEVEL, systems, freedom)), _TABLE_DIGITS))


class TukeyCase(Case):
    """A question about the blocked test: scores of several systems on the same topics, and q, 0 if it is not stated.

    `rows` has the lists of scores whose variances are computed.
    """

    wording = "tukey"
    declared_facts: ClassVar[Facts] = {
        "scores": lambda c: len(c.rows[0]),
        "fewer": lambda c: len(c.rows[0]) - 1,
        "listed": lambda c: comma_list(list(c.names)),
        "mean": lambda c: fixed(mean(c.rows[0]), 4),
        "first": lambda c: fixed(c.step_value("variance")[0], 5),
        "apart": lambda c: fixed(c.range_of_means.value, 5),
    }
    inlined_steps = ("error",)
    row = "topic"

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        (self.known_q,), *systems = given
        self.systems, self.by_topic = tuple(systems), tuple(zip(*systems, strict=True))
        self.many, self.topics = len(systems), len(systems[0])
        self.names = ascii_uppercase[: self.many]
        self.rows, self.row_names = self.by_topic, [f"topic {number}" for number in range(1, self.topics + 1)]
        self.freedom = math.inf

    @property
    def quantile(self) -> Node:
        """The stated q, or else the quantile from a table."""
        return typed(self.known_q or table_quantile(self.many, self.freedom))

    def means(self) -> list[Node]:
        """Return the formula of each system's mean."""
        return [Sum(*map(typed, scores), whole=True) / self.topics for scores in self.systems]

    def variances(self) -> list[Node]:
        """Return the formula of each row's variance."""
        means = [self.write(mean(row)) for row in self.rows]
        return [
            Sum(*((typed(score) - row_mean) ** 2 for score in row), whole=True) / (len(row) - 1)
            for row, row_mean in zip(self.rows, means, strict=True)
        ]

    def variances_of(self, rows: Sequence[Scores], variance: Callable[[Scores], Fraction] = variance) -> list[Node]:
        """Return the variance of each row as a number."""
        return [self.write(variance(row)) for row in rows]

    def blocked_error(self, variances: Sequence[Node]) -> Node:
        """Return the standard error √(sum of the variances) / T, from the variance of each topic."""
        return Root(Sum(*variances, whole=True)) / self.topics

    def unblocked_error(self, variances: Sequence[Node]) -> Node:
        """Return the standard error √(mean variance / T), from the variance of each system."""
        return Root(Sum(*variances, whole=True) / len(variances) / self.topics)

    error_of = blocked_error

    def root_of_sum(self, divisor: int) -> Node:
        """Return √(sum of the variances / divisor)."""
        return Root(Sum(*self["variance"], whole=True) / divisor)

    @property
    def range_of_means(self) -> Any:
        """The difference between the highest and the lowest mean."""
        means = self.step_value("mean")
        return self.write(max(means)) - self.write(min(means))

    @property
    def input_text(self) -> str:
        pieces = [f"q {typed(self.known_q)}"] if self.known_q else []
        for name, scores in zip(self.names, self.systems, strict=True):
            pieces.append(f"{name}: {' '.join(str(typed(score)) for score in scores)}")
        return " | ".join(pieces)

    @property
    def columns(self) -> dict[str, list[str]]:
        texts = aligned([float(score) for scores in self.systems for score in scores])
        columns = {name: texts[index * self.topics :][: self.topics] for index, name in enumerate(self.names)}
        return {"topic": [str(number) for number in range(1, self.topics + 1)], **columns}

    @property
    def notes(self) -> list[str]:
        """A note on the q that was taken from a table, if q was not stated."""
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


class UnblockedTukeyCase(TukeyCase):
    """A question about the unblocked test, in which the scores of a system vary around its mean."""

    row = "system"
    error_of = TukeyCase.unblocked_error

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        self.rows, self.row_names = self.systems, list(self.names)
        self.freedom = len(self.systems) * (self.topics - 1)


_step = partial(Step, rounded_steps=(("variance",), ("error",), ("variance", "error")))


class Tukey(DeclaredQuantity):
    """The threshold of the randomized Tukey test (blocked by topics) in its closed form, its standard error, or q.

    `statistic` is "threshold", q · √(sum of s²) / T, above which a difference of two means is significant; "error", the
    standard error √(sum of s²) / T; or "q", the difference between the highest and the lowest mean in standard errors.
    Here s² is the variance of a topic's scores over the systems. The quantile 0.95 of the studentized range, also
    called q, may be stated; otherwise it is taken from a table, for infinitely many degrees of freedom.

    References
    ----------
    Otero, D., Parapar, J. and Ferro, N. (2023). How discriminative are your qrels? How to study the statistical
    significance of document adjudication methods.

    Examples
    --------
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
        _step("threshold", lambda c: c.quantile * c["error"], depends_on=("error",)),
        _step("error", lambda c: c.error_of(c["variance"]), label="standard error", depends_on=("variance",)),
        _step("q", lambda c: c.range_of_means / c["error"], depends_on=("error", "mean")),
        Step("variance", TukeyCase.variances, row_labels=lambda c: [f"s² of {name}" for name in c.row_names]),
        Step("mean", TukeyCase.means, row_labels=lambda c: [f"mean of {name}" for name in c.names]),
    )

    def read(self, given: object) -> QuantityInput:
        """Return q, 0 if it is not stated, and the scores of each system.

        Raises
        ------
        InputError
            If the input is no table of scores, or if the standard error is 0.
        """
        if isinstance(given, Mapping):
            parsed = _parse_table({name: scores for name, scores in given.items() if name != "q"}, given.get("q", 0))
        elif isinstance(given, tuple) and given and isinstance(given[0], tuple) and len(given[0]) == 1:
            parsed = _parse_table(given[1:], given[0][0])
        elif isinstance(given, Sequence):
            parsed = _parse_table(given)
        else:
            raise InputError(f"the {self.title} takes a table of scores, as '{self.example}'; given: {quoted(given)}")
        case = self.make_case(parsed)
        if not any(map(variance, case.rows)):
            raise InputError(f"the {self.title} divides by 0: the scores of each {case.row} are all the same")
        return parsed


class UnblockedTukey(Tukey):
    """The threshold of the one-way Tukey test (not blocked by topics), its standard error, or q.

    The standard error is √(MSE / T), where MSE is the mean of the variances of each system's scores over the topics,
    and q is for S · (T - 1) degrees of freedom. For systems on the same topics this is the wrong test, because the
    differences between topics count as noise.

    Examples
    --------
    >>> from irlearn import explain
    >>> print(*explain(UnblockedTukey("error"), "A: .2 .5 .4 | B: .4 .3 .6 | C: .3 .1 .2").lines[-2:], sep=chr(10))
    MSE = (0.0233 + 0.0233 + 0.01) / 3 = 17/900 = 0.0189
    standard error = √(0.018889 / 3) = 0.0793
    """

    name = "tukey-unblocked"
    title = "unblocked Tukey test"
    case_type = UnblockedTukeyCase
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


# Misconceptions.

_BOTH = "tukey tukey-unblocked"

register_mistakes(
    __file__,
    common_mistake("unblocked-given", "tukey", replacing(error=lambda c: c.unblocked_error(c.variances_of(c.systems)))),
    common_mistake(
        "blocked-given", "tukey-unblocked", replacing(error=lambda c: c.blocked_error(c.variances_of(c.by_topic)))
    ),
    common_mistake("one-too-many", _BOTH, replacing(error=lambda c: c.error_of(c.variances_of(c.rows, pvariance)))),
    common_mistake("no-root", "tukey", replacing(error=lambda c: Sum(*c["variance"], whole=True) / c.topics)),
    common_mistake("no-root", "tukey-unblocked", replacing(error=lambda c: c.node("MSE") / c.topics)),
    common_mistake("one-topic", "tukey", replacing(error=lambda c: c.root_of_sum(c.topics))),
    common_mistake("root-of-mse", "tukey-unblocked", replacing(error=lambda c: c.root_of_sum(len(c.rows)))),
    common_mistake("sum-for-mean", "tukey-unblocked", replacing(error=lambda c: c.root_of_sum(c.topics))),
    common_mistake("q-left-out", _BOTH, replacing(threshold=lambda c: c["error"])),
    common_mistake("of-a-difference", _BOTH, replacing(threshold=lambda c: Product(c.quantile, Root(2), c["error"]))),
    common_mistake(
        "one-pair", _BOTH, replacing(threshold=lambda c: Product(typed(Fraction("1.96")), Root(2), c["error"]))
    ),
    common_mistake("error-left-out", _BOTH, replacing(q=lambda c: c.range_of_means)),
    common_mistake("t-given", _BOTH, replacing(q=lambda c: c.node("q") / Root(2))),
)


# Exercises.


def _draw_question(random: Random, level: int, kind: type[Tukey], topics: int) -> tuple[Tukey, QuantityInput]:
    """Draw scores with two decimals, where topics differ more than systems and one system is better than the others."""
    quantity = kind(choose(random, (("error",), ("threshold",), ("threshold", "q"))[level - 1]))
    easiness = [draw(random, 10, 60) for _ in range(topics)]
    system_effects = shuffled(random, [draw(random, 0, 15), 0, 0])
    systems = tuple(
        tuple(Fraction(easy + effect + draw(random, 0, 24), 100) for easy in easiness) for effect in system_effects
    )
    q = quantity.make_case(((Fraction(0),), *systems)).quantile.exact
    return quantity, quantity.read(((q,), *systems))


@topic("tukey", "the threshold of the blocked Tukey test for all pairs, its standard error, or q", "13", places=4)
def _(random: Random, level: int) -> tuple[Tukey, QuantityInput]:
    return _draw_question(random, level, Tukey, topics=3 if level == 1 else 4)


@topic(
    "tukey-unblocked", "the threshold of the unblocked Tukey test for all pairs, or its standard error", "13", places=4
)
def _(random: Random, level: int) -> tuple[Tukey, QuantityInput]:
    return _draw_question(random, level, UnblockedTukey, topics=4 if level < 3 else 5)
