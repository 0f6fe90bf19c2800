"""The limits of grades and rankings that the whole package shares."""

from __future__ import annotations

UNJUDGED = -1
"""Grade of a document that nobody judged."""

HIGHEST_GRADE = 2**31 - 1
"""Highest grade that is accepted."""

MOST_RANKS = 100_000
"""Greatest length of a list that is typed or pasted."""
