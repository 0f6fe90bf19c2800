"""Elements for many significance tests: the number of tests, the corrected level, and cells with p-values."""

from __future__ import annotations

import math

from irlearn.statistics import ALPHA as ALPHA
from irlearn.text.html import Element, b, span, td
from irlearn.text.numbers import general, p_drawn, readable
from irlearn.widgets.core.fields import Count

_MOST_TESTS = 1000


def tests_made() -> Count:
    """Return the field for the number of tests by which the level is divided."""
    return Count(1, 1, _MOST_TESTS, "tests made", what="the number of tests", do="tests")


def corrected_level(tests: int) -> str:
    """Return the Bonferroni-corrected significance level for a number of tests as text.

    >>> corrected_level(1), corrected_level(10)
    ('0.05', '0.05/10 = 0.005')
    """
    return general(ALPHA) if tests == 1 else f"{general(ALPHA)}/{tests} = {readable(ALPHA / tests)}"


def p_value_cell(pvalue: float, *, significant: bool, test: str = "") -> Element:
    """Return a table cell with a p-value and a tick, or the space of a tick.

    Parameters
    ----------
    pvalue : float
        The p-value; NaN is drawn as a dash.
    significant : bool
        Whether there is a tick.
    test : str, optional
        The name of the test. It is hidden unless the table is too narrow for headings.

    Examples
    --------
    >>> p_value_cell(0.0294, significant=True, test="signed-rank p").text
    'signed-rank p 0.0294 ✓'

    """
    name = [span("label visually-hidden")[test], " "] if test else None
    mark = b("yes", title="significant")["✓"] if significant else b
    return td("p")[name, p_drawn(pvalue), [" ", mark] if math.isfinite(pvalue) else None]


def yes_or_no(whether: bool) -> str:
    """Return "yes" or "no"."""
    return "yes" if whether else "no"
