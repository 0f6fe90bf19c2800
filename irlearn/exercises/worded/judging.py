"""How exercises about which documents to judge are worded, and their hints."""

from __future__ import annotations

from collections.abc import Iterator

from irlearn.derivation.judged_runs import JudgedRuns, name_of
from irlearn.derivation.significance import Pair
from irlearn.derivation.stated import typed
from irlearn.kinds.bandit import BanditPosterior
from irlearn.kinds.front import NextJudgment
from irlearn.kinds.judging import OfSeveralRuns
from irlearn.kinds.told import WHOLE, WORDINGS
from irlearn.numbers import minus
from irlearn.words import in_a_row


class OfMoveToFront(OfSeveralRuns):
    """The words of a number of move-to-front pooling."""

    def rounding(self, asked: NextJudgment, places: int) -> str:
        """All numbers but the mean are whole."""
        return WHOLE if asked.whole else super().rounding(asked, places)

    def rule(self, asked: NextJudgment, stated: JudgedRuns) -> Iterator[str]:  # type: ignore[override]
        """What a run's priority does, and which document or run is asked about."""
        yield (
            "Move-to-front (MTF) gives each run the priority 0 and judges one document after the other: the next one "
            "that is not yet judged from the run with the highest priority, of equals from the first of them. A run "
            "whose document is not relevant is lowered by 1."
        )
        numbers = stated.numbers
        about = {
            "turn": "The first judgment has the number 1. The question is about d{document}.",
            "document": "The question is about judgment number {after}.",
            "mean": "The first judgment has the number 1.",
            "found": "The question is about the first {after} judgments.",
            "priority": "The question is about run {name} after {after} judgments.",
        }
        name = name_of(stated.run) if "run" in numbers else ""
        yield about[asked.statistic].format(name=name, **numbers)

    def hints(self, asked: NextJudgment, pair: Pair) -> tuple[str, ...]:
        """The first judgments, then how the number is read off.

        >>> asked = NextJudgment("mean")
        >>> for hint in OfMoveToFront().hints(asked, asked.read("A: d1 d4 d2 | B: d3 d1 d5 | relevant d3 d4")):
        ...     print(hint)
        Write down the priorities, all 0, and judge d1 from A first.
        After 3 judgments, d1, d3 and d5, the priorities are A −1 and B −1.
        All in all, the order is d1, d3, d5, d4 and d2.
        Add the numbers of the judgments of d3 and d4, and divide by 2.
        """
        case = asked.of(pair)
        order, relevant = case.documents(case.order), sorted(case.found.relevant)
        some = min(_SHOWN, len(order))
        now = [f"{name_of(run)} {minus(str(one))}" for run, one in enumerate(case.order[some - 1].priorities)]
        return (
            f"Write down the priorities, all 0, and judge d{order[0]} from {name_of(0)} first.",
            f"After {some} judgments, {_row(order[:some])}, the priorities are {in_a_row(now)}.",
            f"All in all, the order is {_row(order)}.",
            _LAST[asked.statistic].format(relevant=_row(relevant), many=len(relevant)),
        )


_SHOWN = 3  # judgments in a hint
_LAST = {
    "turn": "Count the judgments up to the document, itself included.",
    "document": "Count the judgments from 1.",
    "mean": "Add the numbers of the judgments of {relevant}, and divide by {many}.",
    "found": "Count the relevant documents among the first ones.",
    "priority": "Take off 1 for each document of the run that was judged from it and is not relevant.",
}


def _row(documents: tuple[int, ...] | list[int]) -> str:
    return in_a_row([f"d{one}" for one in documents])


class OfBandit(OfSeveralRuns):
    """The words of a bandit's posterior."""

    def rule(self, asked: BanditPosterior, stated: JudgedRuns) -> Iterator[str]:  # type: ignore[override]  # noqa: ARG002
        """What jrel and jret count, what a and b are, and gamma."""
        gamma = stated.numbers["gamma"]
        fades = f"both are multiplied by γ = {typed(gamma)}; then " if gamma < 1 else ""
        yield (
            "In a bandit, jrel and jret of a run begin with 0. At each judged document that the run has, "
            f"{fades}jret goes up by 1, and jrel by 1 if it is relevant."
        )
        yield f"a = 1 + jrel and b = 1 + jret − jrel. The question is about run {name_of(stated.run)}."

    def hints(self, asked: BanditPosterior, pair: Pair) -> tuple[str, ...]:
        """What the run has seen, jrel and jret, and a and b."""
        case = asked.of(pair)
        found, name = case.found, name_of(case.found.run)
        has = [one for one, _ in found.judgments if found.rank(found.run, one)]
        good = [one for one in has if one in found.relevant]
        return (
            f"It does not matter who brought a document. Run {name} has {_row(has) or 'none of them'}.",
            f"Of these {_row(good) or 'none'} {'is' if len(good) == 1 else 'are'} relevant.",
            f"jrel is {case['jrel']}, and jret is {case['jret']}.",
            "The mean is a / (a + b)." if asked.statistic == "mean" else "a and b both begin with 1.",
        )


WORDINGS(NextJudgment)(OfMoveToFront())
WORDINGS(BanditPosterior)(OfBandit())
