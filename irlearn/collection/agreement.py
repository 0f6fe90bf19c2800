"""How far two assessors agree about the same documents, beyond what chance would give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from irlearn.errors import InputError


@dataclass(frozen=True)
class Agreement:
    """The four counts of two assessors' judgments of the same documents, and what follows from them, exactly.

    `both` and `neither` count the documents on which they agree (relevant, not relevant), `first_only` and
    `second_only` those that one of them alone calls relevant. Kappa is from Cohen (1960).

    >>> found = Agreement(both=4, first_only=1, second_only=1, neither=4)
    >>> found.agreed, found.documents, found.kappa
    (8, 10, Fraction(3, 5))
    """

    both: int
    first_only: int
    second_only: int
    neither: int

    @property
    def documents(self) -> int:
        """How many documents both assessors judged."""
        return self.both + self.first_only + self.second_only + self.neither

    @property
    def agreed(self) -> int:
        """On how many of them they agree."""
        return self.both + self.neither

    @property
    def share(self) -> Fraction:
        """The share of the documents on which they agree; 0..1."""
        return Fraction(self.agreed, self.documents)

    @property
    def relevant(self) -> tuple[int, int]:
        """How many documents the first and the second assessor call relevant."""
        return self.both + self.first_only, self.both + self.second_only

    @property
    def by_chance(self) -> Fraction:
        """The share on which two assessors would agree who call as many relevant, but at random; 0..1."""
        first, second = (Fraction(count, self.documents) for count in self.relevant)
        return first * second + (1 - first) * (1 - second)

    @property
    def kappa(self) -> Fraction | None:
        """Cohen's kappa: the agreement beyond chance over the most that could be beyond it; -1..1.

        1 is full agreement, 0 what chance gives. None where both give every document the same one judgment: then
        chance alone agrees on all of them, and kappa would divide by 0.
        """
        chance = self.by_chance
        return None if chance == 1 else (self.share - chance) / (1 - chance)


def agreement(first: Mapping[str, int], second: Mapping[str, int], *, rel: int = 1) -> Agreement:
    """The agreement of two assessors on the documents that both judged; relevant from grade `rel` up.

    `first` and `second` give a grade for each document; below 0 counts as not judged. Raises `InputError` where no
    document was judged by both.

    >>> agreement({"a": 1, "b": 0, "c": -1}, {"a": 1, "b": 1, "c": 1})
    Agreement(both=1, first_only=0, second_only=1, neither=0)
    """
    shared = [doc_id for doc_id, grade in first.items() if grade >= 0 and second.get(doc_id, -1) >= 0]
    if not shared:
        raise InputError("no document was judged by both assessors; agreement needs at least one")
    pairs = [(first[doc_id] >= rel, second[doc_id] >= rel) for doc_id in shared]
    return Agreement(
        both=pairs.count((True, True)),
        first_only=pairs.count((True, False)),
        second_only=pairs.count((False, True)),
        neither=pairs.count((False, False)),
    )
