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
    result = Agreement(both=300, first_only=20, second_only=10, neither=70)
    assert result.agreed == 370
    assert result.share == Fraction(37, 40)
    assert result.by_chance == Fraction(320 * 310 + 80 * 90, 400**2)
    assert result.kappa == Fraction(52, 67)


def test_agreement_compares_only_documents_judged_by_both() -> None:
    result = agreement({"a": 1, "b": 0, "c": 1, "d": -1, "e": 1}, {"a": 1, "b": 1, "c": 0, "d": 1, "f": 0})
    assert result == Agreement(both=1, first_only=1, second_only=1, neither=0)
    assert result.relevant == (2, 2)


def test_agreement_counts_grades_from_rel_as_relevant() -> None:
    mine, theirs = {"a": 2, "b": 1}, {"a": 2, "b": 2}
    assert agreement(mine, theirs).agreed == 2
    assert agreement(mine, theirs, rel=2).agreed == 1


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_kappa_is_symmetric_and_at_most_one_which_full_agreement_alone_reaches(a, b, c, d) -> None:
    result = Agreement(a, b, c, d)
    if not result.documents:
        return
    if result.kappa is None:
        assert max(a, d) == result.documents, "both say one and the same of everything"
        return
    assert result.kappa == Agreement(a, c, b, d).kappa == Agreement(d, b, c, a).kappa
    assert -1 <= result.kappa <= 1
    assert (result.kappa == 1) == (b == c == 0)


def test_agreement_rejects_assessors_without_a_common_document() -> None:
    with pytest.raises(InputError, match="no document was judged by both assessors; agreement needs at least one"):
        agreement({"a": 1}, {"b": 1})
