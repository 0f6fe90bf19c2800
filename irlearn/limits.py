"""Limits of grades and of rankings, which every part of the package shares."""

from __future__ import annotations

UNJUDGED = -1  # the grade of a document that nobody judged
HIGHEST_GRADE = 2**31 - 1
MOST_RANKS = 100_000  # of a list that is typed or pasted
