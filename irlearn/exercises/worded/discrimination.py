"""How exercises about precision, recall and bias of significant differences are worded, and their hints."""

from __future__ import annotations

import math
from random import Random

from irlearn.chance import choose
from irlearn.derivation.discrimination import SIGNIFICANT, Discrimination
from irlearn.derivation.significance import Pair
from irlearn.kinds.told import WORDINGS, Worded, Wording
from irlearn.words import counted, in_a_row


class OfDiscrimination(Wording):
    """The words of a share of significant differences, whose counts stand in a sentence."""

    def stated(self, asked: Discrimination, pair: Pair) -> str:
        """The eight counts."""
        return f"{in_a_row([f'{name} {count}' for name, count in asked.counts(pair).items()])}."

    def worded(self, random: Random, asked: Discrimination, pair: Pair, question: str) -> Worded:
        """Where the counts come from, the counts, and the question."""
        pairs = sum(asked.counts(pair).values())
        who = choose(random, ("A track", "A laboratory"))
        told = (
            f"{who} compares {systems_of(pairs)}, {counted(pairs, 'pair')}, by all judgments (gold) and by those "
            "within a budget (low-cost). The pairs have these outcomes:"
        )
        return Worded(f"{told} {self.stated(asked, pair)} {question}")

    def hints(self, asked: Discrimination, pair: Pair) -> tuple[str, ...]:
        """Which outcomes belong below the line, what they add up to, and what stands above."""
        counts, names = asked.counts(pair), list(SIGNIFICANT[asked.by])
        added = " + ".join(str(counts[name]) for name in names)
        last = f"Above it stands AA alone, {counts['AA']}: significant by both, and the same system ahead."
        first = (
            f"Below the line stand the pairs that are significant by {asked.by} judgments.",
            f"These are {in_a_row(names)}, whoever is ahead: {added} = {asked.significant(pair)}.",
        )
        if asked.statistic != "bias":
            return *first, last
        return "The publication bias is 1 − precision.", *first, f"{last} Take the share off 1."


def systems_of(pairs: int) -> str:
    """How many systems have so many pairs, in words; where none do, "several systems".

    >>> systems_of(66), systems_of(67)
    ('12 systems', 'several systems')
    """
    systems = (1 + math.isqrt(1 + 8 * pairs)) // 2
    return f"{systems} systems" if systems * (systems - 1) // 2 == pairs else "several systems"


WORDINGS(Discrimination)(OfDiscrimination())
