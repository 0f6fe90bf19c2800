"""How exercises about the binomial test are worded, and their hints."""

from __future__ import annotations

from random import Random

from irlearn.chance import choose
from irlearn.derivation.binomial import Binomial
from irlearn.derivation.significance import Pair
from irlearn.diagnosis.misconceptions.tests import SamplesContext
from irlearn.exercises.worded.a_against_b import OfScores, flips
from irlearn.kinds.told import WORDINGS, Worded
from irlearn.words import counted


class OfCounts(OfScores):
    """The words of the binomial test, whose numbers stand in its sentences."""

    def stated(self, asked: Binomial, pair: Pair) -> str:  # type: ignore[override]  # noqa: ARG002
        """The trials and the successes."""
        (successes,), (trials,) = pair
        are = "is a success" if successes == 1 else "are successes"
        return f"Of {counted(int(trials), 'trial')} {successes} {are}."

    def worded(self, random: Random, asked: Binomial, pair: Pair, question: str) -> Worded:  # type: ignore[override]  # noqa: ARG002
        """The counts in one of two stories, and the question."""
        successes, trials = int(pair[0][0]), int(pair[1][0])
        told = choose(
            random,
            (
                f"Of {trials} queries that only one of two systems answers, A answers {successes}.",
                f"Two systems differ on {trials} queries: {successes} are better with A, the others with B.",
            ),
        )
        return Worded(f"{told} Without a difference each is as likely as the other. {question}")

    def hints(self, asked: Binomial, pair: Pair) -> tuple[str, ...]:
        """From the counts to the tail."""
        context = SamplesContext(asked, pair)
        return flips(context, f"Of {context.counted} trials {context.fewer} fell on the rarer side. ")


WORDINGS(Binomial)(OfCounts())
