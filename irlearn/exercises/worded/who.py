"""How exercises about who answers which query, phi, and criteria for better are worded, and their hints."""

from __future__ import annotations

from random import Random

from irlearn.chance import choose
from irlearn.derivation.criteria import BetterBy, columns_of
from irlearn.derivation.fourfold import Phi, WhoAnswers
from irlearn.derivation.significance import Pair
from irlearn.diagnosis.misconceptions.who import CriteriaContext, FourfoldContext
from irlearn.exercises.worded.a_against_b import OfScores
from irlearn.kinds.told import WHOLE, WORDINGS, Worded, Wording
from irlearn.numbers import general
from irlearn.words import in_a_row


class OfOutcomes(OfScores):
    """The words of a share of queries, from ranks."""

    what = Wording.what
    rounding = Wording.rounding

    def worded(self, random: Random, asked: WhoAnswers, pair: Pair, question: str) -> Worded:  # type: ignore[override]
        """The ranks, when a query counts as answered, and the question."""
        told = choose(random, ("A system answers a query", "A query counts as answered"))
        before = (
            f"These are the ranks of the first relevant document on {len(pair[0])} queries, – where none was found."
        )
        return self.with_scores(asked, pair, before, f"{told} where that rank is {asked.cutoff} or less. {question}")

    def hints(self, asked: WhoAnswers, pair: Pair) -> tuple[str, ...]:
        """From the cutoff to the share."""
        context = FourfoldContext(asked, pair)
        _, a_only, b_only, both = context.counts
        return (
            f"A system answers a query where its rank is {context.cutoff} or less.",
            f"A answers {a_only + both} queries, and B {b_only + both}.",
            f"Count the queries of the outcome that is asked for, and divide by all {context.n}.",
        )


class OfPhi(Wording):
    """The words of phi, whose counts stand in its sentences."""

    fraction = False

    def stated(self, asked: Phi, pair: Pair) -> str:
        """The four counts."""
        neither, a_only, b_only, both = asked.counts(pair)
        return f"Both answer {both} queries, only A {a_only}, only B {b_only}, neither {neither}."

    def worded(self, random: Random, asked: Phi, pair: Pair, question: str) -> Worded:  # noqa: ARG002
        """The counts, what phi is, and the question."""
        defined = (
            "Phi is both · neither − only A · only B, divided by the root of a product of four: what A answers, what "
            "it does not, and the same of B."
        )
        return Worded(f"Two systems are run on the same queries. {self.stated(asked, pair)} {defined} {question}")

    def hints(self, asked: Phi, pair: Pair) -> tuple[str, ...]:
        """The sums, what stands above the line, and what below."""
        context = FourfoldContext(asked, pair)
        neither, a_only, b_only, both = context.counts
        a, not_a, b, not_b = context.margins
        return (
            f"A answers {both} + {a_only} = {a} queries and misses {not_a}; B answers {b} and misses {not_b}.",
            f"Above the line: both times neither, less only A times only B: {both} · {neither} − {a_only} · {b_only}.",
            f"Below it: the root of {a} · {not_a} · {b} · {not_b}.",
        )


WORDINGS(WhoAnswers)(OfOutcomes())
WORDINGS(Phi)(OfPhi())


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
        context = CriteriaContext(asked, pair)
        first = "Write + beside a side where B is better: only B is larger, or ESL of B is lower. Else write −."
        if context.asked.statistic == "both-improved":
            return first, "The p-values are not asked for.", "Count the challengers with two signs +."
        best = [
            in_a_row([str(place) for place, row in enumerate(context.standings, start=1) if row[side] > 1]) or "none"
            for side in (0, 1)
        ]
        return (
            first,
            f"A p-value is significant up to 0.05 / {len(context.rows)} = {general(context.level, 4)}.",
            f"Significantly more is answered by {best[0]}. Significantly lower is ESL of {best[1]}.",
            "Count those that stand in both lists."
            if context.asked.statistic == "both-significant"
            else "Count those that stand in a list or in both, without those whose other side is a significant loss.",
        )


WORDINGS(BetterBy)(OfCriteria())
