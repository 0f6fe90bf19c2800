"""Criteria for "better": what wrong rules work on, and the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.derivation.criteria import ALPHA, MEETS, BetterBy, Challenger, Standing
from irlearn.derivation.significance import Pair
from irlearn.expression import Sum
from irlearn.kinds.rules import CONTEXTS, Context, Formula, often
from irlearn.numbers import general


@CONTEXTS(BetterBy)
@dataclass(frozen=True)
class CriteriaContext(Context):
    """The challengers under a question.

    >>> rows = [(12, 30, 0.008, 5.1, 4.2, 0.3), (9, 31, 0.001, 5.1, 6.2, 0.001), (20, 18, 0.8, 5.1, 4.9, 0.02)]
    >>> context = CriteriaContext(BetterBy(), BetterBy().read(rows))
    >>> context.standings, str(context.right)
    (((2, 1), (2, -2), (-1, 1)), '1')
    """

    asked: BetterBy
    given: Pair

    @cached_property
    def rows(self) -> list[Challenger]:
        return self.asked.rows(self.given)

    @property
    def level(self) -> Fraction:
        """What a p-value is compared with."""
        return ALPHA / len(self.rows)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """How each challenger stands."""
        return tuple(row.standing(self.level) for row in self.rows)

    @property
    def meets(self) -> Callable[[int, int], bool]:
        """What the criterion that is asked for asks of a standing."""
        return MEETS[self.asked.statistic]

    def counted(self, better: Callable[[int, int], bool], level: Fraction | None = None) -> Formula:
        """The number of challengers that are better by another rule, or at another level of significance."""
        standings = self.standings if level is None else [row.standing(level) for row in self.rows]
        each = [int(better(*standing)) for standing in standings]
        return Formula(Fraction(sum(each)), Sum(*each))

    @property
    def right(self) -> Fraction:
        return Fraction(self.counted(self.meets).value)

    def facts(self) -> dict[str, Any]:
        return {"rows": len(self.rows), "alpha": general(ALPHA), "level": general(self.level, 4)}


# criteria: which tests are asked, at what level, and which way a side points


def better(name: str, statistic: str, meets: Callable[[int, int], bool]) -> Callable[[str], None]:
    """Register a wrong rule that counts a challenger by how it stands, in answered queries and in ESL."""
    return often(name, "criteria", lambda c: c.counted(meets), statistic=statistic)


often("uncorrected", "criteria", lambda c: c.counted(c.meets, ALPHA), statistic="both-significant do-no-harm")(
    "You compared each p-value with {alpha}. With {rows} comparisons it is {alpha} / {rows}."
)
often("esl-turned", "criteria", lambda c: c.counted(lambda answered, esl: c.meets(answered, -esl)))(
    "You took a higher ESL for a gain. Of ESL less is better: fewer documents are read."
)
better("both-significant-given", "both-improved do-no-harm", MEETS["both-significant"])(
    "You asked for two significant gains. That is “both significant”."
)
better("both-improved-given", "both-significant", MEETS["both-improved"])(
    "You asked for two gains of any size. That is “both improved”."
)
better("either-improved", "both-improved", lambda answered, esl: max(answered, esl) > 0)(
    "You counted a gain on one side. “Both improved” asks for a gain on both."
)
better("harm-ignored", "do-no-harm", lambda answered, esl: max(answered, esl) > 1)(
    "You left the other side out. “Do no harm” forbids a significant loss there."
)
better("any-loss", "do-no-harm", lambda answered, esl: max(answered, esl) > 1 and min(answered, esl) >= 0)(
    "You took any loss for harm. Only a significant loss is: here p is at most {level}."
)
