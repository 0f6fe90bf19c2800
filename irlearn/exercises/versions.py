"""The versions of a lesson: each is a list of parts, so that what was done of an earlier one is never lost."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

_Entry = TypeVar("_Entry")


@dataclass(frozen=True)
class Version:
    """The parts that a lesson has, or had once, in their order; a resume code says which of them are done.

    `now` gives the ids under which the lesson that lists this version knows its parts today. A part that is not named
    has kept its id, where the version is one of the same lesson; else it is not there.

    >>> once = Version("09", ("same-mrr", "which-pair", "turn-1"), {"which-pair": "pairs"})
    >>> once.digest, once.number
    ('89a5effb', 550)
    >>> once.here(Version("09", ("same-mrr", "turn-1"))), once.here(Version("10", ("pairs", "turn-1")))
    ({'same-mrr': 'same-mrr', 'turn-1': 'turn-1'}, {'which-pair': 'pairs'})
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

    def here(self, version: Version) -> dict[str, str]:
        """The parts of this version that are in another one, by their ids here: their ids there."""
        same = self.lesson == version.lesson
        named = {one: self.now.get(one, one if same else "") for one in self.ids}
        return {then: now for then, now in named.items() if now in version.ids}

    def carried(self, parts: Mapping[str, _Entry], version: Version) -> dict[str, _Entry]:
        """What is known of parts of this version, by their ids in another one."""
        return {now: parts[then] for then, now in self.here(version).items() if then in parts}
