"""How exercises about the eight outcomes of pairs of systems are worded, and their hints."""

from __future__ import annotations

from random import Random

from irlearn.chance import choose
from irlearn.derivation.pair_outcome import (
    IN_WORDS,
    PairOutcome,
    asks,
    columns_of_pairs,
    has_means,
    pairs_in_words,
)
from irlearn.derivation.significance import Pair
from irlearn.kinds.told import WORDINGS, Worded, Wording
from irlearn.words import in_words


class OfPairs(Wording):
    """The words of a list of pairs, of which a table is stated."""

    understood = "257, “2 5 7” and “2, 5 and 7” are all understood."

    def rounding(self, asked: PairOutcome, places: int) -> str:  # noqa: ARG002
        """How the pairs are written as one number."""
        return "Write their numbers in a row, the smallest first: 257 for the pairs 2, 5 and 7."

    def stated(self, asked: PairOutcome, pair: Pair) -> str:
        """A sentence for each pair, and the thresholds."""
        told = []
        for place, *numbers in zip(*columns_of_pairs(pair).values(), strict=True):
            halves = [" and ".join(numbers[at : at + 2]) for at in range(0, len(numbers), 2)]
            told.append(f"Pair {place}: {'; '.join(halves)}.")
        return " ".join([*told, asked.significant(pair)])

    def worded(self, random: Random, asked: PairOutcome, pair: Pair, question: str) -> Worded:
        """What the numbers are, the thresholds, and the question."""
        told = choose(random, ("A track judges its pool twice", "A pool is judged in two ways"))
        numbers = "the difference of the mean AP of systems A and B, A − B, by gold and by low-cost judgments"
        if has_means(pair):
            numbers = "the mean AP of systems A and B by gold judgments; then by low-cost judgments"
        before = (
            f"{told}: in full (gold), and within a budget (low-cost). Of {in_words(len(pair) - 1)} pairs of systems "
            f"these are {numbers}."
        )
        return self.with_scores(asked, pair, before, f"Of a negative difference the size counts. {question}")

    def hints(self, asked: PairOutcome, pair: Pair) -> tuple[str, ...]:
        """What the letters say, which differences are significant, and which signs agree."""
        standings = list(enumerate(asked.standings(pair), start=1))
        gold, low = ([place for place, one in standings if one[by]] for by in (1, 2))
        same = [place for place, one in standings if one.same]
        code, are = asked.statistic, "is" if len(gold) < 2 else "are"
        first = f"{code} are the {IN_WORDS[code]}: {asks(asked.wanted)}."
        subtract = ("Write A − B beside each pair, once by gold and once by low-cost judgments.",)
        return (
            first,
            *(subtract if has_means(pair) else ()),
            f"By gold {pairs_in_words(gold)} {are} significant, by low-cost judgments {pairs_in_words(low)}.",
            f"Both differences of {pairs_in_words(same)} have the same sign.",
        )


WORDINGS(PairOutcome)(OfPairs())
