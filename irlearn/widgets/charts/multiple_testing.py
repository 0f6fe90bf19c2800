"""What the pictures of many tests share: how many were made, up to which p-value one is significant, and its tick."""

from __future__ import annotations

import math

from irlearn.statistics import ALPHA as ALPHA
from irlearn.text.html import Element, b, span, td
from irlearn.text.numbers import general, p_drawn, readable
from irlearn.widgets.core.fields import Count

_MOST_TESTS = 1000


def tests_made() -> Count:
    """The field of the number of tests that each p-value is corrected for."""
    return Count(1, 1, _MOST_TESTS, "tests made", what="the number of tests", do="tests")


def level(tests: int) -> str:
    """Up to which p-value a test is significant, corrected for so many tests.

    >>> level(1), level(10)
    ('0.05', '0.05/10 = 0.005')
    """
    return general(ALPHA) if tests == 1 else f"{general(ALPHA)}/{tests} = {readable(ALPHA / tests)}"


def drawn_p(pvalue: float, *, significant: bool, test: str = "") -> Element:
    """A cell with a p-value and behind it a tick where it is significant, or the room for one.

    `test` names the test, unseen, for where the table is too narrow for a heading.

    >>> drawn_p(0.0294, significant=True, test="signed-rank p").text
    'signed-rank p 0.0294 ✓'
    """
    name = [span("label visually-hidden")[test], " "] if test else None
    mark = b("yes", title="significant")["✓"] if significant else b
    return td("p")[name, p_drawn(pvalue), [" ", mark] if math.isfinite(pvalue) else None]


def yes_or_no(whether: bool) -> str:
    """A verdict in a word."""
    return "yes" if whether else "no"
