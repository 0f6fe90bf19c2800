"""The versions of a lesson: each is a list of parts, so that what was done of an earlier one is never lost."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass


@dataclass(frozen=True)
class Version:
    """The parts that a lesson has, or had once, in their order; a resume code says which of them are done.

    >>> once = Version("09", ("same-mrr", "which-pair", "turn-1"))
    >>> once.digest, once.number
    ('89a5effb', 550)
    """

    lesson: str
    ids: tuple[str, ...]

    @property
    def digest(self) -> str:
        """Eight signs that are equal for equal lists, on every machine."""
        return hashlib.sha256("\n".join([self.lesson, *self.ids]).encode()).hexdigest()[:8]

    @property
    def number(self) -> int:
        """The digest as a resume code holds it, in ten bits."""
        return int(self.digest, 16) >> 22
