"""How exercises about the best of many systems are worded, and their hints."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from irlearn.chance import choose
from irlearn.derivation.best_of_many import AllInside, BestOfMany, BestOrigin, ExpectedMaximum
from irlearn.derivation.significance import Pair
from irlearn.derivation.stated import Stated, typed
from irlearn.kinds.told import WORDINGS, Worded, Wording
from irlearn.numbers import fixed
from irlearn.reading.typed import QUANTITIES

_QUANTILE = "Φ⁻¹(p) is the normal quantile, NormalDist().inv_cdf(p) in Python's statistics."


class OfTheBest(Wording):
    """The words of a number about the best of many systems, whose numbers stand in its sentences."""

    fraction = False

    def stated(self, asked: BestOfMany, pair: Pair) -> str:
        """What is stated, in a sentence, for a page that shows it beside other words.

        >>> OfTheBest().stated(BestOrigin(), BestOrigin().read("best .303 of 103, se .0114"))
        'Number of systems 103, best value 0.303, standard error 0.0114.'
        """
        numbers = asked.given_numbers(pair)
        names = {key: QUANTITIES[key].called.removeprefix("the ") for key in numbers}
        if "topics" in numbers:
            names["error"] = QUANTITIES["sd"].called.removeprefix("the ")
        told = ", ".join(f"{names[key]} {typed(number)}" for key, number in numbers.items())
        return f"{told[:1].upper()}{told[1:]}."

    def worded(self, random: Random, asked: BestOfMany, pair: Pair, question: str) -> Worded:
        """The sentences that state the numbers, and the question.

        >>> pair = BestOrigin().read("best .303 of 103, se .0114")
        >>> print(OfTheBest().worded(Random("c"), BestOrigin(), pair, "What is µ₀?").text)
        A track receives 103 runs, and the best scores 0.303. The standard error of a run's mean score is 0.0114. µ₀ is
        the mean from which the best of so many equal systems reaches that value or more with probability 0.2. Φ⁻¹(p)
        is the normal quantile, NormalDist().inv_cdf(p) in Python's statistics. What is µ₀?
        """
        return Worded(" ".join([*_sentences(random, asked, asked.stated(pair)), question]))

    def hints(self, asked: BestOfMany, pair: Pair) -> tuple[str, ...]:
        """Three or four hints, each nearer to the answer than the one before.

        >>> for hint in OfTheBest().hints(BestOrigin(), BestOrigin().read("best .303 of 103, se .0114")):
        ...     print(hint)
        All 103 systems stay below a bound with probability 0.8 when each does with 0.8^(1/103).
        z = Φ⁻¹(0.8^(1/103)) is 2.8532.
        µ₀ lies z standard errors below the best value: 0.303 − z · 0.0114.
        """
        return tuple(_hints(asked, asked.stated(pair)))


WORDINGS(BestOfMany)(OfTheBest())


def _sentences(random: Random, asked: BestOfMany, stated: Stated) -> Iterator[str]:
    many, noun = stated.systems, choose(random, ("runs", "systems"))
    where = choose(random, ("A track receives {} {}", "A leaderboard lists {} {}", "A laboratory tries {} {}"))
    told = where.format(many, noun)
    if isinstance(asked, BestOrigin):
        yield f"{told}, and the best scores {stated.best}."
    elif "error" in asked.wanted:
        yield f"{told}, all equally good, with the mean {stated.mean}."
    else:
        yield f"{told}, all equally good; their mean scores are normal and independent."
    if "error" in asked.wanted and stated.topics:
        yield (
            f"The standard deviation between the {noun} is {stated.spread} over {stated.topics} topics; its standard "
            "error is that over the root of the topics."
        )
    elif "error" in asked.wanted:
        yield f"The standard error of a {noun[:-1]}'s mean score is {stated.spread}."
    yield from _of_bound(asked, stated)


def _of_bound(asked: BestOfMany, stated: Stated) -> Iterator[str]:
    rest = typed(1 - stated.share)
    if isinstance(asked, ExpectedMaximum):
        if stated.number("correlation"):
            yield f"As they share the topics, they are correlated with ρ = {typed(stated.number('correlation'))}."
        yield f"The expected highest of {stated.systems} standard normal numbers is {stated.symbol} = {stated.m}."
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
    elif stated.number("z"):
        yield f"An interval reaches {typed(stated.number('z'))} standard errors below and above their mean."
    else:
        yield "An interval reaches as far below their mean as above it."
        yield f"The best lies above the interval with probability {rest}."


def _hints(asked: BestOfMany, stated: Stated) -> Iterator[str]:
    n, share = stated.systems, typed(stated.share)
    if "error" not in asked.wanted:
        yield from _of_chances(asked, stated)
        return
    if stated.topics:
        yield f"The standard error is {stated.spread} / √{stated.topics} = {fixed(stated.error.value, 5)}."
    error = "the standard error" if stated.topics else str(stated.error)
    if isinstance(asked, ExpectedMaximum):
        yield f"The best of {n} lies {stated.symbol} = {stated.m} standard errors above the mean on average."
        if stated.apart is not None:
            left = f"{stated.apart} = {fixed(stated.apart.value, 4)}"
            yield f"What the systems share does not set them apart: the error is multiplied by {left}."
        yield f"That is {fixed(asked.distance(stated).value, 5)} in all, above the mean {stated.mean}."
        if stated.apart is None and not stated.topics:
            yield "Add both."
        return
    stay = "above" if asked.statistic == "lower" else "below"
    each = stated.rooted(stated.share)
    yield f"All {n} systems stay {stay} a bound with probability {share} when each does with {each}."
    yield f"z = {stated.z} is {fixed(stated.z.value, 4)}."
    if isinstance(asked, BestOrigin):
        below = "µ₀ lies z standard errors" if asked.statistic == "mean" else "The lower end lies 2 z standard errors"
        times = "z" if asked.statistic == "mean" else "2 · z"
        yield f"{below} below the best value: {stated.best} − {times} · {error}."
    else:
        side = "+" if asked.statistic == "upper" else "−"
        yield f"The threshold lies z standard errors from the mean: {stated.mean} {side} z · {error}."


def _of_chances(asked: BestOfMany, stated: Stated) -> Iterator[str]:
    each = 2 * stated.below - 1
    if stated.number("z"):
        yield f"One system lies below the upper end with probability {stated.below} = {fixed(stated.below.value, 5)}."
    else:
        yield (
            f"All {stated.systems} lie below the upper end with probability {typed(stated.share)}, and so one does "
            f"with {stated.below} = {fixed(stated.below.value, 5)}."
        )
    yield "Below the lower end a system lies as often as above the upper one."
    if isinstance(asked, AllInside):
        yield f"One system lies inside with probability {fixed(each.value, 6)}. All {stated.systems} must."
    else:
        yield "Take off 1 what lies above, and as much again."
