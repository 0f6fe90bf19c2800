"""How many challengers are better than one system by a criterion, from a table of tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from irlearn.byhand.declared_quantity import Case, DeclaredQuantity, Step, replacing
from irlearn.byhand.misconceptions import Facts, WrongFormula, common_mistake, register_mistakes
from irlearn.byhand.quantity import COMPARISON, QuantityInput, as_list
from irlearn.byhand.question_words import WORDINGS
from irlearn.byhand.terms import typed
from irlearn.errors import InputError, quoted
from irlearn.formulas import Node, Sum
from irlearn.parsing.typed_numbers import numbers_listed
from irlearn.text.english import comma_list
from irlearn.text.numbers import aligned, exact_number, general

ALPHA = Fraction(1, 20)
"""What a p-value is compared with, before it is corrected for the number of challengers."""
_FEWEST, _MOST = 2, 30  # challengers
_NUMBER = "a number such as 12 or 0.004"
_STANDS = {2: "gain, significant", 1: "gain", 0: "no change", -1: "loss", -2: "loss, significant"}

Standing = tuple[int, int]
"""How B stands against A by the queries answered, and by ESL: 2 significantly better, 1 better, 0, -1, -2 worse."""
Meets = Callable[[int, int], bool]
"""What a criterion asks of the two sides of a standing."""

MEETS: dict[str, Meets] = {
    "both-improved": lambda answered, esl: min(answered, esl) > 0,
    "both-significant": lambda answered, esl: min(answered, esl) > 1,
    "do-no-harm": lambda answered, esl: max(answered, esl) > 1 and min(answered, esl) > -2,
}
"""The three criteria of Lin et al. (2021), section 5."""


class Challenger(NamedTuple):
    """A run B against A: who alone answers how many queries, ESL where both answer, and a p-value of each side."""

    a_only: Fraction
    b_only: Fraction
    p_answered: Fraction
    esl_a: Fraction
    esl_b: Fraction
    p_esl: Fraction


def standing(gain: float | Fraction, significant: bool) -> int:
    """How B stands on one side: 2 significantly better, 1 better, 0 neither (or not known), -1, -2 worse.

    >>> standing(0.5, True), standing(-3, False), standing(float("nan"), False)
    (2, -1, 0)
    """
    return ((gain > 0) - (gain < 0)) * (2 if significant else 1)


class CriteriaCase(Case):
    """The challengers under a question, and how each stands."""

    wording = "criteria"
    declared_facts: ClassVar[Facts] = {
        "level": lambda c: general(ALPHA / c.many, 4),
        "criterion": lambda c: WORDINGS.of(c.quantity).definition(c.quantity),
    }

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        self.rows = [Challenger(*row) for row in given]
        self.many, self.meets = len(self.rows), MEETS[asked.statistic]

    def standings(self, level: Fraction) -> list[Standing]:
        """How each challenger stands, a p-value being significant up to a level."""
        return [
            (
                standing(one.b_only - one.a_only, one.p_answered <= level),
                standing(one.esl_a - one.esl_b, one.p_esl <= level),
            )
            for one in self.rows
        ]

    def counted(self, meets: Meets, level: Fraction | None = None) -> Node:
        """The number of challengers whose standing meets what is asked, at the corrected level or another one."""
        return Sum(*(int(meets(*each)) for each in self.standings(level or ALPHA / self.many)))

    def by(self, meets: Meets) -> WrongFormula:
        made = self.counted(meets)
        return WrongFormula(Fraction(made.value), made)

    @property
    def input_text(self) -> str:
        _, *columns = columns_of(self.rows).values()
        return " | ".join(map(" ".join, zip(*columns, strict=True)))

    @property
    def columns(self) -> dict[str, list[str]]:
        standings = self.standings(ALPHA / self.many)
        sides = ([_STANDS[one] for one in side] for side in zip(*standings, strict=True))
        better = ["yes" if self.meets(*one) else "no" for one in standings]
        return {**columns_of(self.rows), **dict(zip(("answered", "ESL"), sides, strict=True)), "better": better}

    @property
    def data_sentences(self) -> str:
        rows = zip(*columns_of(self.rows).values(), strict=True)
        return " ".join(f"Challenger {row[0]}: {', '.join(row[1:4])}; {', '.join(row[4:])}." for row in rows)

    @property
    def gains(self) -> list[str]:
        """The challengers with a significant gain on each side."""
        sides = zip(*self.standings(ALPHA / self.many), strict=True)
        return [comma_list([str(place) for place, one in enumerate(side, 1) if one > 1]) or "none" for side in sides]


def _at_level(case: CriteriaCase) -> Node:
    return case.counted(case.meets, case.step_value("level"))


@dataclass(frozen=True, repr=False)
class CriterionCount(DeclaredQuantity):
    """The number of challengers that are better than A by a criterion: both improved, both significant, do no harm.

    What it is asked about is a row of six numbers for each challenger B: the queries that only A answers, those that
    only B answers, the p-value of that; ESL of A, ESL of B where both answer, the p-value of that. Each p-value is
    significant up to 0.05 divided by the number of challengers (Bonferroni).

    >>> from irlearn import explain
    >>> rows = [(12, 30, 0.008, 5.1, 4.2, 0.3), (9, 31, 0.001, 5.1, 6.2, 0.001), (20, 18, 0.8, 5.1, 4.9, 0.02)]
    >>> CriterionCount(), explain(CriterionCount(), rows).lines
    (do-no-harm(criteria), ('level = 0.05 / 3 = 1/60 = 0.0167', 'better = 1 + 0 + 0 = 1'))
    """

    statistic: str = "do-no-harm"

    name = "criteria"
    title = "number of better challengers"
    answer_labels: ClassVar[dict[str, str]] = {name: f"“{name.replace('-', ' ')}”" for name in MEETS}
    family = COMPARISON
    example = "12 30 0.008 5.1 4.2 0.3 | 9 31 0.001 5.1 6.2 0.001 | 20 18 0.8 5.1 4.9 0.02"
    has_own_statistic_names = True
    is_exact = True
    case_type = CriteriaCase
    steps = (
        Step("both-improved", lambda c: c.counted(c.meets), label="better"),
        Step("both-significant", _at_level, label="better", depends_on=("level",)),
        Step("do-no-harm", _at_level, label="better", depends_on=("level",)),
        Step("level", lambda c: typed(ALPHA) / c.many),
    )

    def read(self, given: object) -> QuantityInput:
        """A row for each challenger, of a text with `|` between them. Raises `InputError` for what are no such rows."""
        if isinstance(given, str):
            given = [numbers_listed(row, given) for row in given.split("|")]
        rows = as_list(given)
        if not _FEWEST <= len(rows) <= _MOST:
            raise InputError(
                f"a criterion takes {_FEWEST} to {_MOST} challengers, six numbers each; "
                f"given: {len(rows) or quoted(given)}"
            )
        return tuple(_challenger(row, place) for place, row in enumerate(rows, start=1))

    @property
    def phrase(self) -> str:
        return f"the number of challengers that are better than A by {self.answer_labels[self.statistic]}"


def _challenger(given: object, place: int) -> Challenger:
    if len(numbers := as_list(given)) != len(Challenger._fields):
        raise InputError(
            f"challenger {place} takes six numbers: only A, only B and p, ESL of A, ESL of B and p; "
            f"given: {quoted(given)}"
        )
    row = Challenger(*(exact_number(one, f"a number of challenger {place}", _NUMBER) for one in numbers))
    if min(row) < 0 or max(row.p_answered, row.p_esl) > 1 or max(row.a_only.denominator, row.b_only.denominator) > 1:
        raise InputError(
            f"challenger {place} has whole numbers of queries, ESL from 0 and p-values from 0 to 1; "
            f"given: {quoted(list(map(str, row)))}"
        )
    return row


def columns_of(rows: Sequence[Challenger]) -> dict[str, list[str]]:
    """The table that a question states, by column: the challengers numbered, each column with equally many decimals.

    >>> columns_of([Challenger(*map(Fraction, ("12", "30", "0.008", "5.1", "4.25", "0.3")))])["ESL of B"]
    ['4.25']
    """
    names = ("only A", "only B", "p of answered", "ESL of A", "ESL of B", "p of ESL")
    columns = zip(names, zip(*rows, strict=True), strict=True)
    numbered = [str(place) for place in range(1, len(rows) + 1)]
    return {"challenger": numbered, **{name: aligned(list(map(float, column))) for name, column in columns}}


# its wrong rules: which tests are asked, at what level, and which way a side points

_NAME = CriterionCount.name

register_mistakes(
    __file__,
    common_mistake("uncorrected", _NAME, replacing(level=lambda _: typed(ALPHA))),
    common_mistake("esl-turned", _NAME, lambda c: c.by(lambda answered, esl: c.meets(answered, -esl))),
    common_mistake(
        "both-significant-given", _NAME, lambda c: c.by(MEETS["both-significant"]), statistic="both-improved do-no-harm"
    ),
    common_mistake("both-improved-given", _NAME, lambda c: c.by(MEETS["both-improved"]), statistic="both-significant"),
    common_mistake("either-improved", _NAME, lambda c: c.by(lambda *sides: max(sides) > 0), statistic="both-improved"),
    common_mistake("harm-ignored", _NAME, lambda c: c.by(lambda *sides: max(sides) > 1), statistic="do-no-harm"),
    common_mistake(
        "any-loss", _NAME, lambda c: c.by(lambda *sides: max(sides) > 1 and min(sides) >= 0), statistic="do-no-harm"
    ),
)
