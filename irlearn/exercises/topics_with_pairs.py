"""What the topics about pairs by gold and by low-cost judgments ask: how a candidate of each level is drawn."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from irlearn.derivation import Discrimination, PairOutcome
from irlearn.derivation.pair_outcome import OUTCOMES, Standing
from irlearn.exercises.chance import choose, draw, likely, shuffled
from irlearn.exercises.generate import Draft, topic

# 14 which documents to judge


@topic("pair-outcome", "which pairs of systems have an outcome, such as MAL, by gold and by low-cost judgments", "14")
def _(random: Random, level: int) -> Draft:
    asked = PairOutcome(choose(random, (_FIRST, (*_FIRST, "PA"), tuple(OUTCOMES))[level - 1]))
    less, more = draw(random, 40, 50), draw(random, 56, 66)
    thresholds = choose(random, ((less, more), (more, less)))
    rows = [
        _differences(random, *thresholds, standing) for standing in _standings(random, asked.wanted, 8 + level // 3)
    ]
    table = [thresholds, *(rows if level == 1 else [_means(random, *row) for row in rows])]
    return asked, asked.read([[Fraction(one, 1000) for one in row] for row in table])


_FIRST = ("AA", "MAG", "MAL")


def _standings(random: Random, wanted: Standing, pairs: int) -> list[Standing]:
    """How the pairs stand: two or more as it is wanted, one with the other sign, and others."""
    turned = wanted._replace(same=not wanted.same)
    others = shuffled(random, [one for one in OUTCOMES.values() if one not in (wanted, turned)])
    wanted_too = [wanted] * draw(random, 1, 3)
    return shuffled(random, [wanted, turned, *wanted_too, *others][:pairs])


def _differences(random: Random, gold: int, low: int, standing: Standing) -> tuple[int, int]:
    """Two differences in thousandths of a pair that stands so."""
    by_gold, by_low = _size(random, gold, low, standing.gold), _size(random, low, gold, standing.low)
    sign = choose(random, (1, -1))
    return sign * by_gold, (sign if standing.same else -sign) * by_low


def _size(random: Random, threshold: int, other: int, significant: bool) -> int:
    """A size above a threshold, or below; often one that another threshold would judge otherwise; never at either."""
    less, more = sorted((threshold, other))
    if (threshold < other) == significant and likely(random, _BETWEEN):
        return draw(random, less + 1, more - 1)
    return draw(random, more + 3, more + 60) if significant else draw(random, 4, less - 3)


_BETWEEN = 0.5


def _means(random: Random, by_gold: int, by_low: int) -> tuple[int, ...]:
    """Means of A and of B, by gold and by low-cost judgments, that differ so much."""
    return tuple(mean for one in (by_gold, by_low) for mean in _two_means(random, one))


def _two_means(random: Random, difference: int) -> tuple[int, int]:
    b = draw(random, 150, 380)
    return b + difference, b


@topic("discrimination", "precision, recall and publication bias of the significant differences", "14")
def _(random: Random, level: int) -> Draft:
    systems = draw(random, *((10, 14), (18, 30), (40, 63))[level - 1])
    pairs = systems * (systems - 1) // 2
    asked = Discrimination(choose(random, ("precision", "recall", "bias")))
    shares = dict(zip(OUTCOMES, (_share(random, *one) for one in _SHARES), strict=True))
    counts = {name: max(1, pairs * share // sum(shares.values())) for name, share in shares.items()}
    counts["PA"] += pairs - sum(counts.values())
    return asked, asked.read(counts)


def _share(random: Random, low: int, high: int) -> int:
    return draw(random, low, high)


_SHARES = ((150, 400), (8, 40), (40, 180), (30, 150), (8, 50), (8, 50), (250, 450), (60, 160))
"""Of 1000 pairs or so, how many have each outcome at least and at most."""
