"""Chance that falls the same on every platform: only `random.Random.random()`, seeded with text, is used."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


def draw(random: Random, low: int, high: int) -> int:
    """A whole number from low to high, both included.

    >>> {draw(Random("dice"), 1, 6) <= 6, draw(Random("one"), 3, 3) == 3}
    {True}
    """
    return low + int(random.random() * (high - low + 1))


def choose(random: Random, options: Sequence[Item]) -> Item:
    """One of the options."""
    return options[draw(random, 0, len(options) - 1)]


def shuffled(random: Random, items: Sequence[Item]) -> list[Item]:
    """The items in a random order (Fisher and Yates)."""
    order = list(items)
    for place in range(len(order) - 1, 0, -1):
        other = draw(random, 0, place)
        order[place], order[other] = order[other], order[place]
    return order


def likely(random: Random, chance: float) -> bool:
    """True with this probability."""
    return random.random() < chance
