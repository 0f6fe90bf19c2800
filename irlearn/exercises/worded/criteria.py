"""How exercises about criteria for "better" are worded, and their hints."""

from __future__ import annotations

from random import Random

from irlearn.chance import choose
from irlearn.derivation.significance import Pair
from irlearn.kinds.criteria import ALPHA, BetterBy, columns_of
from irlearn.kinds.told import WHOLE, WORDINGS, Worded, Wording
from irlearn.numbers import general
from irlearn.words import in_a_row

_CORRECTED = "Correct each p-value for the {} comparisons by Bonferroni, at 0.05."
_CRITERIA = {
    "both-improved": "By “both improved” B answers more, and its ESL is lower.",
    "both-significant": "By “both significant” B gains on both sides, and each gain is significant.",
    "do-no-harm": "By “do no harm” one side is a significant gain, and no side is a significant loss.",
}


class OfCriteria(Wording):
    """The words of a number of challengers."""

    def rounding(self, asked: BetterBy, places: int) -> str:  # noqa: ARG002
        """A number of challengers is whole."""
        return WHOLE

    def definition(self, asked: BetterBy) -> str:
        """The criterion."""
        return _CRITERIA[asked.statistic]

    def stated(self, asked: BetterBy, pair: Pair) -> str:
        """A sentence for each challenger."""
        rows = zip(*columns_of(asked.rows(pair)).values(), strict=True)
        return " ".join(f"Challenger {row[0]}: {', '.join(row[1:4])}; {', '.join(row[4:])}." for row in rows)

    def worded(self, random: Random, asked: BetterBy, pair: Pair, question: str) -> Worded:
        """The challengers, the criterion, and the question."""
        told = choose(random, ("A leaderboard's first run A has", "A run A, the best so far, has"))
        before = (
            f"{told} {len(pair)} challengers, each called B here. The numbers of each are the queries that only A "
            "answers, those that only B answers, p; ESL of A and of B where both answer, p."
        )
        corrected = "" if asked.statistic == "both-improved" else f"{_CORRECTED.format(len(pair))} "
        return self.with_scores(asked, pair, before, f"{_CRITERIA[asked.statistic]} {corrected}{question}")

    def hints(self, asked: BetterBy, pair: Pair) -> tuple[str, ...]:
        """From the sides to the count."""
        rows = asked.rows(pair)
        level = ALPHA / len(rows)
        first = "Write + beside a side where B is better: only B is larger, or ESL of B is lower. Else write −."
        if asked.statistic == "both-improved":
            return first, "The p-values are not asked for.", "Count the challengers with two signs +."
        best = [
            in_a_row([str(place) for place, row in enumerate(rows, start=1) if row.standing(level)[side] > 1]) or "none"
            for side in (0, 1)
        ]
        return (
            first,
            f"A p-value is significant up to 0.05 / {len(rows)} = {general(level, 4)}.",
            f"Significantly more is answered by {best[0]}. Significantly lower is ESL of {best[1]}.",
            "Count those that stand in both lists."
            if asked.statistic == "both-significant"
            else "Count those that stand in a list or in both, without those whose other side is a significant loss.",
        )


WORDINGS(BetterBy)(OfCriteria())
