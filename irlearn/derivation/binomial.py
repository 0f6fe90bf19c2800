"""The binomial test as it is asked for, and worked out as by hand from two counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from irlearn.derivation.significance import NUMBER, Pair, SidedTest
from irlearn.errors import InputError, quoted
from irlearn.numbers import exact_number
from irlearn.reading.typed import successes_of_trials

if TYPE_CHECKING:  # SciPy waits until it is worked out
    from irlearn.statistics import Result

MOST_TRIALS = 200
"""Trials up to which a binomial test is worked out by hand."""


class Binomial(SidedTest):
    """The binomial test of a count of successes among trials that a fair coin decides: its p-value.

    What it is asked about is (successes, trials).

    >>> from irlearn import explain
    >>> explain(Binomial(), (1, 5)).equation
    'p = P(a count no likelier than 1 of 5) = 12/32 = 3/8 = 0.375'
    """

    name = "binomial"
    title = "binomial test"
    higher: ClassVar[dict[str, str]] = {"greater": "more successes", "less": "fewer successes"}
    example = "4 of 5"
    first_step = "write down in how many ways each count can come about."
    _why: ClassVar[dict[str, str]] = {
        "p": "Each count has its probability; p adds up those of all counts that are no likelier than the one found."
    }

    def read(self, given: object) -> Pair:
        """The successes and the trials, each as a list of one. Raises `InputError` for what are no such counts.

        >>> Binomial().read((4, 5))
        ((Fraction(4, 1),), (Fraction(5, 1),))
        """
        counts = list(given) if isinstance(given, Sequence | np.ndarray) and not isinstance(given, str) else []
        if len(counts) != 2:
            raise InputError(f"the {self.title} takes two numbers, successes and trials; given: {quoted(given)}")
        numbers = [one[0] if isinstance(one, tuple) and len(one) == 1 else one for one in counts]
        successes, trials = (exact_number(one, what, NUMBER) for one, what in zip(numbers, _COUNTS, strict=True))
        if successes.denominator > 1 or trials.denominator > 1 or not 0 <= successes <= trials:
            raise InputError(
                f"successes and trials are whole numbers, 0 to all of the trials; given: {successes} of {trials}"
            )
        if not 1 <= trials <= MOST_TRIALS:
            raise InputError(
                f"a binomial test is worked out by hand on 1 to {MOST_TRIALS} trials; given: {trials}; "
                "for more use irlearn.statistics.binomial_test"
            )
        return (successes,), (trials,)

    def typed(self, text: str) -> Pair:
        """What `read` gives, of a text such as `4 of 5`."""
        return self.read(successes_of_trials(text, self.title))

    def text(self, pair: Pair) -> str:
        """The counts as they are typed."""
        return f"{pair[0][0]} of {pair[1][0]}"

    def run(self, pair: Pair) -> Result:
        """The binomial test of the two counts."""
        from irlearn.statistics import binomial_test

        successes, trials = (int(side[0]) for side in pair)
        return binomial_test(successes, trials, alternative=self.alternative)  # type: ignore[arg-type]  # checked


_COUNTS = ("the number of successes", "the number of trials")
