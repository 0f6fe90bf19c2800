"""Random choices that are the same on every platform, because they use only `random.Random.random()`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


def draw(random: Random, low: int, high: int) -> int:
    """Return a random whole number from low to high, both included.

    >>> {draw(Random("dice"), 1, 6) <= 6, draw(Random("one"), 3, 3) == 3}
    {True}
    """
    return low + int(random.random() * (high - low + 1))


def choose(random: Random, options: Sequence[Item]) -> Item:
    """Return a random option."""
    return options[draw(random, 0, len(options) - 1)]


def shuffled(random: Random, items: Sequence[Item]) -> list[Item]:
    """Return the items in random order, by the algorithm of Fisher and Yates."""
    order = list(items)
    for index in range(len(order) - 1, 0, -1):
        other = draw(random, 0, index)
        order[index], order[other] = order[other], order[index]
    return order


def likely(random: Random, chance: float) -> bool:
    """Return True with this probability."""
    return random.random() < chance
