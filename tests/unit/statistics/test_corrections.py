"""Test corrections for multiple testing against SciPy, R's documented values and their definitions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from irlearn import InputError
from irlearn.statistics import benjamini_hochberg, bonferroni, holm


def test_benjamini_hochberg_equals_scipy():
    rng = np.random.default_rng(1)
    for _ in range(500):
        p = rng.random(int(rng.integers(1, 40))).round(int(rng.integers(1, 5)))
        assert benjamini_hochberg(p).adjusted == pytest.approx(stats.false_discovery_control(p), abs=1e-12)


def test_holm_and_bonferroni_equal_their_definitions():
    rng = np.random.default_rng(2)
    for _ in range(500):
        p = rng.random(int(rng.integers(1, 30))).round(2)
        alpha, m = 0.05, len(p)
        rejected = np.zeros(m, dtype=bool)
        for step, index in enumerate(np.argsort(p, kind="stable")):
            if p[index] > alpha / (m - step) + 1e-15:
                break
            rejected[index] = True
        assert holm(p, alpha=alpha).significant.tolist() == rejected.tolist()
        assert bonferroni(p).adjusted == pytest.approx(np.minimum(p * m, 1))
        assert np.all(holm(p).adjusted <= bonferroni(p).adjusted + 1e-15)
        assert np.all(benjamini_hochberg(p).adjusted <= holm(p).adjusted + 1e-15)


def exactly_adjusted(p: list[Fraction], method: str) -> list[Fraction]:
    """The adjusted p-values by their definitions, in fractions."""
    m, order = len(p), sorted(range(len(p)), key=lambda index: p[index])
    if method == "bonferroni":
        return [min(m * pvalue, Fraction(1)) for pvalue in p]
    adjusted, most = list(p), Fraction(0 if method == "holm" else 1)
    for step, index in enumerate(order) if method == "holm" else reversed(list(enumerate(order))):
        most = max(most, (m - step) * p[index]) if method == "holm" else min(most, p[index] * m / (step + 1))
        adjusted[index] = min(most, Fraction(1))
    return adjusted


def test_significance_at_the_boundary_is_that_of_fractions(much):
    rng = np.random.default_rng(3)
    decimals = ["0.05", "0.025", "0.01", "0.005", "0.0125", "0.001", "0.1", "0.02", "0.03", "0.04", "0.2", "0.0167"]
    met = 0
    for _ in range(much(2000)):
        drawn = rng.choice(decimals, int(rng.integers(1, 11))).tolist()
        alpha = str(rng.choice(["0.05", "0.01", "0.1"]))
        for correct in (bonferroni, holm, benjamini_hochberg):
            expected = exactly_adjusted([Fraction(pvalue) for pvalue in drawn], correct.__name__)
            result = correct([float(pvalue) for pvalue in drawn], alpha=float(alpha))
            assert result.significant.tolist() == [pvalue <= Fraction(alpha) for pvalue in expected], drawn
            assert result.significant.tolist() == (result.adjusted <= float(alpha)).tolist()
            met += Fraction(alpha) in expected
    assert met > much(300)


def test_correction_lines_agree_with_the_decision_at_the_boundary():
    result = benjamini_hochberg([0.01, 0.05, 0.05])
    assert result.adjusted.tolist()[1:] == [0.05, 0.05]
    assert result.lines[-2:] == (
        "3: p = 0.0500, compared with 0.0500; adjusted 0.0500, significant",
        "3 of 3 tests significant",
    )
    assert bonferroni([0.05 / 7] * 7).significant.all()


def test_benjamini_hochberg_equals_the_example_of_the_paper():
    """Benjamini and Hochberg (1995), section 3.2: 15 p-values, of which Bonferroni rejects 3 and theirs 4."""
    p = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
        0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000,
    ]  # fmt: skip
    assert bonferroni(p).significant.sum() == 3
    assert benjamini_hochberg(p).significant.sum() == 4
    assert benjamini_hochberg(p).lines[-1] == "4 of 15 tests significant"


def test_bonferroni_corrects_for_more_tests_than_are_given():
    result = bonferroni([0.004, 0.006], tests=10)
    assert result.adjusted.tolist() == [0.04, 0.06]
    assert result.significant.tolist() == [True, False]
    assert result.title == "Bonferroni correction for 10 tests, alpha 0.05"


def test_correction_keeps_names_in_the_given_order():
    result = holm([0.04, 0.01], names=["R1", "R2"])
    assert result.lines[0] == "R2: p = 0.0100, compared with 0.0250; adjusted 0.0200, significant"
    assert result.to_frame()["test"].tolist() == ["R1", "R2"]


@pytest.mark.parametrize("correct", [bonferroni, holm, benjamini_hochberg])
@pytest.mark.parametrize(
    ("pvalues", "sentence"),
    [
        ([], "p-values.*0"),
        ([0.1, -0.1], "a p-value lies from 0 to 1; given: -0.1 at place 2"),
        ([1.1], "given: 1.1 at place 1"),
        ([float("nan")], "nan at place 1"),
        ([1.0000001], "given: 1.0000001 at place 1"),
        (["0.1"], "p-values"),
    ],
)
def test_corrections_reject_invalid_p_values(correct, pvalues, sentence):
    with pytest.raises(InputError, match=sentence):
        correct(pvalues)


def test_corrections_reject_invalid_options():
    with pytest.raises(InputError, match=r"tests.*1"):
        bonferroni([0.1, 0.2], tests=1)
    with pytest.raises(InputError, match="alpha"):
        holm([0.1], alpha=5)
    with pytest.raises(InputError, match=r"2 p-values.*1"):
        holm([0.1, 0.2], names=["x"])
    for names in (3, "ab"):
        with pytest.raises(InputError, match="names"):
            bonferroni([0.1, 0.2], names=names)
