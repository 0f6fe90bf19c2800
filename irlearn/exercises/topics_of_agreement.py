"""What the topics about assessors and orders that agree ask: how a candidate is drawn."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from irlearn.derivation import Kappa, KendallsTau, TauOfTop
from irlearn.derivation.significance import Pair
from irlearn.exercises.chance import draw, shuffled
from irlearn.exercises.generate import Draft, redrawn, topic

_NAMES = "ABCDEFGH"

# 01 how do we know


@topic("kappa", "Cohen's kappa of two assessors, the share on which they agree, or that by chance", "01")
def _(random: Random, level: int) -> Draft:
    asked = Kappa(("expected", "kappa", "kappa")[level - 1])
    kinds = 3 if level == 3 else 2
    return asked, asked.read(
        [
            [draw(random, 9, 48) if row == column else draw(random, 1, 16) for column in range(kinds)]
            for row in range(kinds)
        ]
    )


# 14 which documents to judge


@topic("tau", "Kendall's tau between the orders of systems by all and by fewer judgments", "14")
def _(random: Random, level: int) -> Draft:
    return KendallsTau(), _scores_or_orders(random, level, (8, 7, 8)[level - 1])


@redrawn("tau")
def _(random: Random, level: int) -> Draft:
    given = _scores_or_orders(random, level, draw(random, *((6, 9), (6, 8), (8, 9))[level - 1]))
    return (KendallsTau(), TauOfTop()) if level == 1 else KendallsTau(), given


def _scores_or_orders(random: Random, level: int, systems: int) -> Pair:
    """Two orders of systems; from the second level on scores, among which there are ties."""
    first = sorted((draw(random, 20, 33) for _ in range(systems)), reverse=True)
    second = [score + draw(random, -8, 8) for score in first]
    if level == 1 or len({*first}) < 2 or len({*second}) < 2:
        return KendallsTau().read(_orders(random, systems))
    return KendallsTau().read([[Fraction(one, 100) for one in side] for side in (first, second)])


@topic("tau-ap", "tau_AP of the order by fewer judgments, in which swaps near the top cost most", "14")
def _(random: Random, level: int) -> Draft:
    return TauOfTop(), TauOfTop().read(_orders(random, (6, 7, 8)[level - 1]))


def _orders(random: Random, systems: int) -> list[list[str]]:
    """An order of systems, and another in which each is moved by some places."""
    first = shuffled(random, list(_NAMES[:systems]))
    far = draw(random, 1, 2 * systems)
    moved = {name: 10 * place + draw(random, 0, 10 * far) for place, name in enumerate(first)}
    return [first, sorted(first, key=lambda name: (moved[name], name))]
