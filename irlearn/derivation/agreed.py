"""What assessors agree on, and what they would by chance, as calculations that are trees."""

from __future__ import annotations

from fractions import Fraction

from irlearn.derivation.stated import typed
from irlearn.expression import Name, Node, Power, Product, Ratio, Sum

Table = tuple[tuple[int, ...], ...]
"""Counts: a row for each judgment of the first assessor and a column for each of the second."""


def observed_share(table: Table) -> Node:
    """The share of the documents on which both say the same, written out.

    >>> print(observed_share(((300, 20), (10, 70))))
    (300 + 70) / 400
    """
    return Sum(*(row[place] for place, row in enumerate(table)), whole=True) / documents(table)


def expected_share(table: Table) -> Node:
    """The share on which two would agree by chance who use each judgment as often as these do, written out.

    >>> print(expected_share(((300, 20), (10, 70))))
    (320 · 310 + 80 · 90) / 400^2
    """
    return Sum(*map(Product, *margins(table)), whole=True) / Power(documents(table), 2)


def pooled_share(table: Table) -> Node:
    """The same from how often both together use each judgment, written out.

    >>> print(pooled_share(((300, 20), (10, 70))))
    ((320 + 310)^2 + (80 + 90)^2) / 800^2
    """
    squares = [Power(Sum(*both), 2) for both in zip(*margins(table), strict=True)]
    return Sum(*squares, whole=True) / Power(2 * documents(table), 2)


def beyond_chance(observed: Node, expected: Node) -> Node | None:
    """What is agreed beyond chance, over the most that it can be; None where chance alone agrees on all.

    >>> print(beyond_chance(typed(Fraction("0.925")), typed(Fraction("0.665"))))
    (0.925 - 0.665) / (1 - 0.665)
    """
    return None if expected.value == 1 else (observed - expected) / (1 - expected)


def documents(table: Table) -> int:
    """How many documents both judged."""
    return sum(map(sum, table))


def margins(table: Table) -> tuple[list[int], list[int]]:
    """How often the first uses each judgment, and the second: the sums of the rows and of the columns."""
    return [*map(sum, table)], [*map(sum, zip(*table, strict=True))]


def rated_share(counts: Table) -> Node:
    """The mean share of the pairs of assessors who agree about a document, written out; a row of counts a document.

    >>> print(rated_share(((3, 0), (1, 2))))
    (3/3 + 1/3) / 2
    """
    pairs = _pairs(sum(counts[0]))
    shares = [Ratio(sum(map(_pairs, row)), pairs) for row in counts]
    whole = sum((Fraction(one.exact or 0) for one in shares), Fraction(0))
    total = Sum(*shares, whole=True) if len(counts) <= SHOWN else Name("sum of the shares of pairs", whole)
    return total / len(counts)


def rated_by_chance(counts: Table) -> Node:
    """The share on which two would agree by chance who use each judgment as often as all together do, written out.

    >>> print(rated_by_chance(((3, 0), (1, 2))))
    (4^2 + 2^2) / 6^2
    """
    sums = [*map(sum, zip(*counts, strict=True))]
    return Sum(*(Power(one, 2) for one in sums), whole=True) / Power(sum(sums), 2)


def _pairs(n: int) -> int:
    return n * (n - 1) // 2


SHOWN = 30
"""Documents up to which their shares are written out."""


def in_digits(share: Node) -> Node:
    """A share as a number in the next step."""
    assert share.exact is not None
    return typed(share.exact)
