"""What the pictures of many tests share: how many were made, up to which p-value one is significant, and its tick."""

from __future__ import annotations

from irlearn.markup import Element, b
from irlearn.numbers import short
from irlearn.statistics import ALPHA as ALPHA
from irlearn.widgets.fields import Count

_MOST_TESTS = 1000


def tests_made() -> Count:
    """The field of the number of tests that each p-value is corrected for."""
    return Count(1, 1, _MOST_TESTS, "tests made", what="the number of tests", do="tests")


def level(tests: int) -> str:
    """Up to which p-value a test is significant, corrected for so many tests.

    >>> level(1), level(10)
    ('0.05', '0.05/10 = 0.005')
    """
    return f"{ALPHA:g}" if tests == 1 else f"{ALPHA:g}/{tests} = {short(ALPHA / tests)}"


def tick(*, significant: bool) -> Element:
    """The tick behind a p-value that is significant, or the room for one."""
    return b("yes", title="significant")["✓"] if significant else b


def yes_or_no(whether: bool) -> str:
    """A verdict in a word."""
    return "yes" if whether else "no"
