"""Test the agreement of two assessors."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from irlearn import InputError
from irlearn.collection.pooling import Agreement, agreement

COUNTS = st.integers(0, 30)


def test_kappa_of_a_textbook_table() -> None:
    """Manning, Raghavan and Schütze (2008), table 8.2: kappa 0.776 with pooled marginals, 0.777 with Cohen's own."""
    found = Agreement(both=300, first_only=20, second_only=10, neither=70)
    assert found.agreed == 370
    assert found.share == Fraction(37, 40)
    assert found.by_chance == Fraction(320 * 310 + 80 * 90, 400**2)
    assert found.kappa == Fraction(52, 67)


def test_only_what_both_judged_is_compared() -> None:
    found = agreement({"a": 1, "b": 0, "c": 1, "d": -1, "e": 1}, {"a": 1, "b": 1, "c": 0, "d": 1, "f": 0})
    assert found == Agreement(both=1, first_only=1, second_only=1, neither=0)
    assert found.relevant == (2, 2)


def test_rel_says_from_which_grade_a_document_is_relevant() -> None:
    mine, theirs = {"a": 2, "b": 1}, {"a": 2, "b": 2}
    assert agreement(mine, theirs).agreed == 2
    assert agreement(mine, theirs, rel=2).agreed == 1


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_kappa_is_symmetric_and_at_most_one_which_full_agreement_alone_reaches(a, b, c, d) -> None:
    found = Agreement(a, b, c, d)
    if not found.documents:
        return
    if found.kappa is None:
        assert max(a, d) == found.documents, "both say one and the same of everything"
        return
    assert found.kappa == Agreement(a, c, b, d).kappa == Agreement(d, b, c, a).kappa
    assert -1 <= found.kappa <= 1
    assert (found.kappa == 1) == (b == c == 0)


def test_nothing_in_common_is_refused() -> None:
    with pytest.raises(InputError, match="no document was judged by both assessors; agreement needs at least one"):
        agreement({"a": 1}, {"b": 1})
