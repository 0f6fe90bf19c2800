"""Parts of a message: what a test expects of a refusal whose sentence a snapshot holds."""

from __future__ import annotations

import re


def parts(expected: str) -> str:
    """Return a pattern for parts of a message in this order; " … " stands for any text between them.

    >>> bool(re.search(parts("cutoff … 0"), "the cutoff must be a whole number, 1 or more; given: 0"))
    True
    >>> bool(re.search(parts("cutoff … 7"), "the cutoff must be a whole number, 1 or more; given: 0"))
    False
    """
    return "(?s)" + ".*".join(map(re.escape, expected.split(" … ")))
