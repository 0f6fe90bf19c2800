"""The versions of a lesson: each is a list of parts, so that what was done of an earlier one is never lost."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Version:
    """The parts that a lesson has, or had once, in their order; a resume code says which of them are done.

    `now` gives the ids under which the lesson that lists this version knows its parts today. A part that is not named
    has kept its id, where the version is one of the same lesson; else it is not there.

    >>> once = Version("09", ("same-mrr", "which-pair", "turn-1"), {"which-pair": "pairs"})
    >>> once.digest, once.number
    ('89a5effb', 550)
    >>> once.here("09", ("same-mrr", "pairs")), once.here("10", ("pairs", "turn-1"))
    ({'same-mrr': 'same-mrr', 'which-pair': 'pairs'}, {'which-pair': 'pairs'})
    """

    lesson: str
    ids: tuple[str, ...]
    now: Mapping[str, str] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """Eight signs that are equal for equal lists, on every machine."""
        return hashlib.sha256("\n".join([self.lesson, *self.ids]).encode()).hexdigest()[:8]

    @property
    def number(self) -> int:
        """The digest as a resume code holds it, in ten bits."""
        return int(self.digest, 16) >> 22

    def here(self, lesson: str, ids: Iterable[str]) -> dict[str, str]:
        """The parts that a lesson with these ids has of this version, by their ids then: their ids now."""
        known, same = set(ids), self.lesson == lesson
        named = {one: self.now.get(one, one if same else "") for one in self.ids}
        return {then: now for then, now in named.items() if now in known}
