"""The criteria of Lin et al. (2021): how many challengers are better than a system, from a table of tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from irlearn.byhand.declared_quantity import Case, DeclaredQuantity, Step, replacing
from irlearn.byhand.hand_quantity import COMPARISON, QuantityInput, as_list
from irlearn.byhand.input_numbers import numbers_listed
from irlearn.byhand.misconceptions import Facts, WrongFormula, common_mistake, register_mistakes
from irlearn.byhand.question_words import WORDINGS
from irlearn.byhand.terms import typed
from irlearn.errors import InputError, quoted
from irlearn.formulas import Node, Sum
from irlearn.text.english import comma_list
from irlearn.text.numbers import aligned, exact_number, general

ALPHA = Fraction(1, 20)
"""The significance level, before it is divided by the number of challengers."""
_FEWEST_CHALLENGERS, _MOST_CHALLENGERS = 2, 30
_NUMBER = "a number such as 12 or 0.004"
_STANDING_TEXTS = {2: "gain, significant", 1: "gain", 0: "no change", -1: "loss", -2: "loss, significant"}

Standings = tuple[int, int]
"""The standings of B against A by the queries answered, and by ESL, each as `standing` returns it."""
Criterion = Callable[[int, int], bool]
"""A function of both standings that returns whether B is better."""

CRITERIA: dict[str, Criterion] = {
    "both-improved": lambda answered, esl: min(answered, esl) > 0,
    "both-significant": lambda answered, esl: min(answered, esl) > 1,
    "do-no-harm": lambda answered, esl: max(answered, esl) > 1 and min(answered, esl) > -2,
}
"""The three criteria of Lin et al. (2021), section 5."""


class Challenger(NamedTuple):
    """A comparison of a run B with A: the queries that only one answers, mean ESL where both answer, and two p-values.

    `p_answered` is the p-value of the queries answered, `p_esl` that of ESL.
    """

    a_only: Fraction
    b_only: Fraction
    p_answered: Fraction
    esl_a: Fraction
    esl_b: Fraction
    p_esl: Fraction


def standing(gain: float | Fraction, significant: bool) -> int:
    """Return 2 if B is significantly better, 1 if it is better, 0 if it is equal or unknown, -1 or -2 if it is worse.

    >>> standing(0.5, True), standing(-3, False), standing(float("nan"), False)
    (2, -1, 0)
    """
    return ((gain > 0) - (gain < 0)) * (2 if significant else 1)


class CriteriaCase(Case):
    """A question about a criterion: the challengers and their standings."""

    wording = "criteria"
    declared_facts: ClassVar[Facts] = {
        "level": lambda c: general(ALPHA / c.many, 4),
        "criterion": lambda c: WORDINGS.of(c.quantity).definition(c.quantity),
    }

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        self.rows = [Challenger(*row) for row in given]
        self.many, self.criterion = len(self.rows), CRITERIA[asked.statistic]

    def standings(self, level: Fraction) -> list[Standings]:
        """Return the standings of each challenger, at a significance level."""
        return [
            (
                standing(challenger.b_only - challenger.a_only, challenger.p_answered <= level),
                standing(challenger.esl_a - challenger.esl_b, challenger.p_esl <= level),
            )
            for challenger in self.rows
        ]

    def count(self, criterion: Criterion, level: Fraction | None = None) -> Node:
        """Return the number of challengers that meet a criterion, by default at the corrected level."""
        return Sum(*(int(criterion(*standings)) for standings in self.standings(level or ALPHA / self.many)))

    def wrong_count(self, criterion: Criterion) -> WrongFormula:
        """Return the number of challengers that meet a criterion, as a wrong calculation."""
        count = self.count(criterion)
        return WrongFormula(Fraction(count.value), count)

    @property
    def input_text(self) -> str:
        _, *columns = columns_of(self.rows).values()
        return " | ".join(map(" ".join, zip(*columns, strict=True)))

    @property
    def columns(self) -> dict[str, list[str]]:
        standings = self.standings(ALPHA / self.many)
        answered, esl = ([_STANDING_TEXTS[value] for value in side] for side in zip(*standings, strict=True))
        better = ["yes" if self.criterion(*both) else "no" for both in standings]
        return {**columns_of(self.rows), "answered": answered, "ESL": esl, "better": better}

    @property
    def data_sentences(self) -> str:
        rows = zip(*columns_of(self.rows).values(), strict=True)
        return " ".join(f"Challenger {row[0]}: {', '.join(row[1:4])}; {', '.join(row[4:])}." for row in rows)

    @property
    def gains(self) -> list[str]:
        """The numbers of the challengers with a significant gain: first in the queries answered, then in ESL."""
        answered_and_esl = zip(*self.standings(ALPHA / self.many), strict=True)
        return [
            comma_list([str(number) for number, value in enumerate(side, start=1) if value > 1]) or "none"
            for side in answered_and_esl
        ]


def _count_at_level(case: CriteriaCase) -> Node:
    return case.count(case.criterion, case.step_value("level"))


@dataclass(frozen=True, repr=False)
class CriterionCount(DeclaredQuantity):
    """The number of challengers that are better than A by a criterion: both improved, both significant, do no harm.

    The input has a row of six numbers for each challenger B: the number of queries that only A answers, the number that
    only B answers, and the p-value of their difference; then the mean ESL of A and of B on the queries that both
    answer, and the p-value of their difference. A p-value is significant up to 0.05 divided by the number of
    challengers (Bonferroni).

    References
    ----------
    Lin, J., Campos, D., Craswell, N., Mitra, B. and Yilmaz, E. (2021). Significant improvements over the state of the
    art? A case study of the MS MARCO document ranking leaderboard.

    Examples
    --------
    >>> from irlearn import explain
    >>> rows = [(12, 30, 0.008, 5.1, 4.2, 0.3), (9, 31, 0.001, 5.1, 6.2, 0.001), (20, 18, 0.8, 5.1, 4.9, 0.02)]
    >>> CriterionCount(), explain(CriterionCount(), rows).lines
    (do-no-harm(criteria), ('level = 0.05 / 3 = 1/60 = 0.0167', 'better = 1 + 0 + 0 = 1'))
    """

    statistic: str = "do-no-harm"

    name = "criteria"
    title = "number of better challengers"
    answer_labels: ClassVar[dict[str, str]] = {name: f"“{name.replace('-', ' ')}”" for name in CRITERIA}
    family = COMPARISON
    example = "12 30 0.008 5.1 4.2 0.3 | 9 31 0.001 5.1 6.2 0.001 | 20 18 0.8 5.1 4.9 0.02"
    has_own_statistic_names = True
    is_exact = True
    case_type = CriteriaCase
    steps = (
        Step("both-improved", lambda c: c.count(c.criterion), label="better"),
        Step("both-significant", _count_at_level, label="better", depends_on=("level",)),
        Step("do-no-harm", _count_at_level, label="better", depends_on=("level",)),
        Step("level", lambda c: typed(ALPHA) / c.many),
    )

    def read(self, given: object) -> QuantityInput:
        """Return a row for each challenger, given as a list of rows or as a text with `|` between rows.

        Raises
        ------
        InputError
            If the input is no list of such rows.
        """
        if isinstance(given, str):
            given = [numbers_listed(row, given) for row in given.split("|")]
        rows = as_list(given)
        if not _FEWEST_CHALLENGERS <= len(rows) <= _MOST_CHALLENGERS:
            raise InputError(
                f"a criterion takes {_FEWEST_CHALLENGERS} to {_MOST_CHALLENGERS} challengers, six numbers each; "
                f"given: {len(rows) or quoted(given)}"
            )
        return tuple(_parse_challenger(row, number) for number, row in enumerate(rows, start=1))

    @property
    def phrase(self) -> str:
        return f"the number of challengers that are better than A by {self.answer_labels[self.statistic]}"


def _parse_challenger(row: object, number: int) -> Challenger:
    values = as_list(row)
    if len(values) != len(Challenger._fields):
        raise InputError(
            f"challenger {number} takes six numbers: only A, only B and p, ESL of A, ESL of B and p; "
            f"given: {quoted(row)}"
        )
    challenger = Challenger(*(exact_number(value, f"a number of challenger {number}", _NUMBER) for value in values))
    has_whole_counts = challenger.a_only.denominator == challenger.b_only.denominator == 1
    if min(challenger) < 0 or max(challenger.p_answered, challenger.p_esl) > 1 or not has_whole_counts:
        raise InputError(
            f"challenger {number} has whole numbers of queries, ESL from 0 and p-values from 0 to 1; "
            f"given: {quoted(list(map(str, challenger)))}"
        )
    return challenger


def columns_of(rows: Sequence[Challenger]) -> dict[str, list[str]]:
    """Return the table of a question by column: numbered challengers, and equally many decimals in a column.

    >>> columns_of([Challenger(*map(Fraction, ("12", "30", "0.008", "5.1", "4.25", "0.3")))])["ESL of B"]
    ['4.25']
    """
    names = ("only A", "only B", "p of answered", "ESL of A", "ESL of B", "p of ESL")
    columns = zip(names, zip(*rows, strict=True), strict=True)
    numbers = [str(number) for number in range(1, len(rows) + 1)]
    return {"challenger": numbers, **{name: aligned(list(map(float, column))) for name, column in columns}}


# Misconceptions: which tests count, at which level they are significant, and whether a higher or a lower ESL is better.

_NAME = CriterionCount.name

register_mistakes(
    __file__,
    common_mistake("uncorrected", _NAME, replacing(level=lambda _: typed(ALPHA))),
    common_mistake("esl-turned", _NAME, lambda c: c.wrong_count(lambda answered, esl: c.criterion(answered, -esl))),
    common_mistake(
        "both-significant-given",
        _NAME,
        lambda c: c.wrong_count(CRITERIA["both-significant"]),
        statistic="both-improved do-no-harm",
    ),
    common_mistake(
        "both-improved-given", _NAME, lambda c: c.wrong_count(CRITERIA["both-improved"]), statistic="both-significant"
    ),
    common_mistake(
        "either-improved", _NAME, lambda c: c.wrong_count(lambda *sides: max(sides) > 0), statistic="both-improved"
    ),
    common_mistake(
        "harm-ignored", _NAME, lambda c: c.wrong_count(lambda *sides: max(sides) > 1), statistic="do-no-harm"
    ),
    common_mistake(
        "any-loss",
        _NAME,
        lambda c: c.wrong_count(lambda *sides: max(sides) > 1 and min(sides) >= 0),
        statistic="do-no-harm",
    ),
)
