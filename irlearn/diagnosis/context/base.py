"""What every context offers besides its numbers, and which context a kind of number has."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from irlearn.derivation.by_kind import ByKind
from irlearn.diagnosis.formula import Formula, Number
from irlearn.expression import Node
from irlearn.words import counted

Rounded = Callable[[Number], Fraction]
"""How a number is rounded on the way."""


class Context:
    """What misconceptions work on: what is asked, what it is asked about, the right number, and facts for sentences."""

    @property
    def right(self) -> Number:
        """The right number, exact where it is a fraction."""
        raise NotImplementedError

    def facts(self) -> dict[str, Any]:
        """What sentences may mention."""
        raise NotImplementedError

    def ends(self, rounded: Rounded) -> Iterable[Number]:  # noqa: ARG002 - many kinds have nothing on the way
        """The results of the right calculation when what is on the way is rounded; none where nothing is rounded."""
        return ()

    def bounds(self, half: float) -> tuple[float, float]:  # noqa: ARG002 - most kinds have few ends, soon tried
        """Between which numbers the `ends` lie when each number on the way is moved by `half` at the most."""
        return -math.inf, math.inf


class TreeContext(Context):
    """A context whose wrong calculations are worth what they are written as."""

    def formula(self, node: Node) -> Formula:
        """A wrong calculation that is worth what is written."""
        return Formula(node.value if node.exact is None else node.exact, node)


CONTEXTS: ByKind[Callable[[Any, Any], Context]] = ByKind()
"""What makes the context of a kind of number, from what is asked and what it `read`."""


class Count(int):
    """A number of things, which agrees with the words that a sentence puts behind it.

    >>> "the {n:document|documents} and {n}".format(n=Count(1)), f"all {Count(3):rank}"
    ('the 1 document and 1', 'all 3 ranks')
    """

    def __format__(self, words: str) -> str:
        one, _, many = words.partition("|")
        return counted(int(self), one, many) if words else str(int(self))
