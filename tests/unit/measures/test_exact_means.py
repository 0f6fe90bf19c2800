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
def test_the_exact_means_are_those_of_map_and_gmap(values: tuple[Fraction, ...]) -> None:
    numbers = [float(value) for value in values]
    averages = Averages(values, Fraction(1, 100_000))
    assert float(averages.mean) == pytest.approx(MAP.of(numbers), abs=1e-14)
    assert averages.geometric == pytest.approx(gMAP.of(numbers), rel=1e-12)
    assert Averages(values, Fraction(1, 100)).geometric == pytest.approx(gMAP(epsilon=0.01).of(numbers), rel=1e-12)


@given(VALUES)
def test_the_median_and_the_harmonic_mean_are_those_of_python(values: tuple[Fraction, ...]) -> None:
    averages = Averages(values)
    assert averages.median == statistics.median(values)
    assert averages.harmonic == statistics.harmonic_mean(values)


@given(VALUES)
def test_harmonic_is_at_most_geometric_is_at_most_arithmetic(values: tuple[Fraction, ...]) -> None:
    averages = Averages(values)
    assert averages.harmonic <= averages.geometric + 1e-12
    assert averages.geometric <= averages.mean + Fraction(1, 10**12)


@given(st.fractions(0, 1, max_denominator=100), st.integers(1, 5))
def test_the_root_of_equal_values_is_that_value(value: Fraction, n: int) -> None:
    assert Averages((value,) * n).root == value


def test_one_zero_makes_the_plain_product_zero_and_epsilon_keeps_it_from_that() -> None:
    values = (Fraction(1), Fraction(1, 2), Fraction(0))
    assert Averages(values).geometric == 0
    assert Averages(values, Fraction(1, 1000)).geometric == pytest.approx((1 * 0.5 * 0.001) ** (1 / 3))
    assert Averages(values, Fraction(1, 1000)).mean == Fraction(1, 2), "epsilon touches no other mean"


def test_the_tutorials_values() -> None:
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
def test_bad_values_are_refused_in_one_sentence(values: tuple[Fraction, ...], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        Averages(values)


@given(VALUES, st.sampled_from([0.5, 1, 1.01, 2, 3]))
def test_f_from_precision_and_recall_is_one_formula_for_numbers_and_for_what_is_written(values, beta):
    p, r = values[0], values[-1]
    number, written = F(beta=beta).combine(p, r), F(beta=beta).combine(Name("P", p), Name("R", r))
    assert written.exact == number or p == r == 0
