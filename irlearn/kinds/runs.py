"""What numbers about runs and judgments of their documents share: what is stated, and how it is told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from irlearn.derivation.judged_runs import JudgedRuns, name_of
from irlearn.derivation.significance import Pair
from irlearn.kinds.engine import Case
from irlearn.kinds.rules import Facts
from irlearn.words import in_a_row, in_words


class RunsCase(Case):
    """Runs, judgments, and the other numbers of a question."""

    tells: ClassVar[Facts] = {
        "Many": lambda c: in_words(len(c.found.runs)).capitalize(),
        "run_name": lambda c: name_of(c.found.run),
    }

    def __init__(self, asked: Any, given: Pair) -> None:
        super().__init__(asked, given)
        self.found: JudgedRuns = asked.stated(given)

    @property
    def text(self) -> str:
        return self.found.text

    @property
    def sentences(self) -> str:
        """The runs, a sentence each, and the judgments."""
        runs = enumerate(self.found.runs)
        return " ".join(
            [*(f"{name_of(place)}: {', '.join(map(_called, run))}." for place, run in runs), self.judgments]
        )

    @property
    def judgments(self) -> str:
        """What is relevant, or what was judged so far, in a sentence.

        >>> from irlearn.kinds import NextJudgment
        >>> asked = NextJudgment("mean")
        >>> asked.of(asked.read("A: d1 d4 | B: d3 d1 | relevant d3 d4")).judgments
        'Relevant: d3 and d4; the others are not.'
        """
        if self.asked.truth:
            return f"Relevant: {listed(sorted(self.found.judged))}; the others are not."
        played = [f" from {name_of(place)}" for place in self.found.played] or [""] * len(self.found.judged)
        each = zip(self.found.judgments, played, strict=True)
        told = [f"{_called(one)}{by} is {'relevant' if good else 'not'}" for (one, good), by in each]
        return f"Judged: {'; '.join(told)}."


def _called(document: int) -> str:
    return f"d{document}"


def listed(documents: Iterable[int]) -> str:
    """Documents in a sentence."""
    return in_a_row([*map(_called, documents)])
