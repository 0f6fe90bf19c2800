"""Patterns for parts of error messages, whose full text is in snapshots."""

from __future__ import annotations

import re


def parts(expected: str) -> str:
    """Return a pattern for parts of a message in order; " … " stands for any text between.

    >>> bool(re.search(parts("cutoff … 0"), "the cutoff must be a whole number, 1 or more; given: 0"))
    True
    >>> bool(re.search(parts("cutoff … 7"), "the cutoff must be a whole number, 1 or more; given: 0"))
    False
    """
    return "(?s)" + ".*".join(map(re.escape, expected.split(" … ")))
