"""Test the exact means against those of the measures and of Python's statistics."""

from __future__ import annotations

import statistics
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from irlearn import MAP, F, InputError, gMAP
from irlearn.formulas import Name
from irlearn.measures.means import Averages

VALUES = st.lists(st.fractions(0, 1, max_denominator=200), min_size=1, max_size=12).map(tuple)


@given(VALUES)
def test_averages_equal_map_and_gmap(values: tuple[Fraction, ...]) -> None:
    numbers = [float(value) for value in values]
    averages = Averages(values, Fraction(1, 100_000))
    assert float(averages.mean) == pytest.approx(MAP.of(numbers), abs=1e-14)
    assert averages.geometric == pytest.approx(gMAP.of(numbers), rel=1e-12)
    assert Averages(values, Fraction(1, 100)).geometric == pytest.approx(gMAP(epsilon=0.01).of(numbers), rel=1e-12)


@given(VALUES)
def test_averages_median_and_harmonic_mean_equal_those_of_python(values: tuple[Fraction, ...]) -> None:
    averages = Averages(values)
    assert averages.median == statistics.median(values)
    assert averages.harmonic == statistics.harmonic_mean(values)


@given(VALUES)
def test_averages_harmonic_geometric_and_arithmetic_mean_are_ordered(values: tuple[Fraction, ...]) -> None:
    averages = Averages(values)
    assert averages.harmonic <= averages.geometric + 1e-12
    assert averages.geometric <= averages.mean + Fraction(1, 10**12)


@given(st.fractions(0, 1, max_denominator=100), st.integers(1, 5))
def test_averages_root_of_equal_values_is_that_value(value: Fraction, n: int) -> None:
    assert Averages((value,) * n).root == value


def test_averages_geometric_mean_of_a_zero_is_zero_without_epsilon() -> None:
    values = (Fraction(1), Fraction(1, 2), Fraction(0))
    assert Averages(values).geometric == 0
    assert Averages(values, Fraction(1, 1000)).geometric == pytest.approx((1 * 0.5 * 0.001) ** (1 / 3))
    assert Averages(values, Fraction(1, 1000)).mean == Fraction(1, 2), "epsilon touches no other mean"


def test_averages_of_the_tutorials_values() -> None:
    averages = Averages((Fraction(1), Fraction(1, 2), Fraction(1, 10)))
    assert averages.mean == Fraction(8, 15)
    assert averages.root is None
    assert averages.geometric == pytest.approx(0.3684, abs=5e-5)
    assert averages.harmonic == Fraction(3, 13)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ((), "a mean needs the value of at least one query"),
        ((Fraction(3, 2),), "between 0 and 1; given: 3/2"),
        ((Fraction(-1),), "between 0 and 1; given: -1"),
    ],
)
def test_averages_reject_values_outside_0_to_1(values: tuple[Fraction, ...], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        Averages(values)


@given(VALUES, st.sampled_from([0.5, 1, 1.01, 2, 3]))
def test_f_combines_precision_and_recall_alike_as_numbers_and_as_a_formula(values, beta):
    p, r = values[0], values[-1]
    number, written = F(beta=beta).combine(p, r), F(beta=beta).combine(Name("P", p), Name("R", r))
    assert written.exact == number or p == r == 0
