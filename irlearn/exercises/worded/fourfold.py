"""How exercises about who answers which query are worded, and their hints."""

from __future__ import annotations

from random import Random

from irlearn.chance import choose
from irlearn.derivation.fourfold import Phi, WhoAnswers
from irlearn.derivation.significance import Pair
from irlearn.diagnosis.misconceptions.who import FourfoldContext
from irlearn.exercises.worded.a_against_b import OfScores
from irlearn.kinds.told import WORDINGS, Worded, Wording


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
