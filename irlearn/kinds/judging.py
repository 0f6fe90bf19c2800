"""How exercises word numbers from runs and judgments of their documents."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from irlearn.chance import choose
from irlearn.derivation.judged_runs import JudgedRuns, OfRuns, name_of
from irlearn.derivation.significance import Pair
from irlearn.kinds.told import Worded, Wording
from irlearn.words import in_a_row, in_words


class OfSeveralRuns(Wording):
    """The words of a number from runs and judgments."""

    def stated(self, asked: OfRuns, pair: Pair) -> str:
        """The runs, a sentence each, and the judgments.

        >>> from irlearn.derivation import BanditPosterior
        >>> asked = BanditPosterior()
        >>> OfSeveralRuns().stated(asked, asked.read("A: d1 d4 | B: d3 d1 | judged d1+ d3- | played A B | run B"))
        'A: d1, d4. B: d3, d1. Judged: d1 from A is relevant; d3 from B is not.'
        """
        stated = asked.stated(pair)
        runs = [f"{name_of(place)}: {', '.join(f'd{one}' for one in run)}." for place, run in enumerate(stated.runs)]
        return " ".join([*runs, judgments_text(asked, stated)])

    def worded(self, random: Random, asked: OfRuns, pair: Pair, question: str) -> Worded:
        """The runs, what the method does, and the question."""
        stated = asked.stated(pair)
        many = in_words(len(stated.runs)).capitalize()
        told = choose(random, ("runs retrieve these documents", "systems return these documents"))
        before = f"{many} {told} for a topic, the first one first."
        return self.with_scores(asked, pair, before, " ".join([*self.rule(asked, stated), question]))

    def rule(self, asked: OfRuns, stated: JudgedRuns) -> Iterator[str]:
        """What the method does, in sentences."""
        raise NotImplementedError


def judgments_text(asked: OfRuns, stated: JudgedRuns) -> str:
    """What is relevant, or what was judged so far, in a sentence.

    >>> from irlearn.derivation import NextJudgment
    >>> asked = NextJudgment("mean")
    >>> judgments_text(asked, asked.stated(asked.read("A: d1 d4 | B: d3 d1 | relevant d3 d4")))
    'Relevant: d3 and d4; the others are not.'
    """
    if asked.truth:
        return f"Relevant: {in_a_row([f'd{one}' for one in sorted(stated.judged)])}; the others are not."
    played = [f" from {name_of(place)}" for place in stated.played] or [""] * len(stated.judged)
    each = [
        f"d{one}{by} is {'relevant' if good else 'not'}"
        for (one, good), by in zip(stated.judgments, played, strict=True)
    ]
    return f"Judged: {'; '.join(each)}."
