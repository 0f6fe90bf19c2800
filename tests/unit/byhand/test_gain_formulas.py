"""Test the variants of DCG and nDCG against the measures and the papers."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st
from message_parts import parts
from ranking_strategies import rankings

from irlearn import CG, DCG, InputError, Ranking, datasets, explain, nDCG
from irlearn.byhand.dcg_variants import DISCOUNTS, GAINS, IDEALS, DCGVariant

TUTORIAL = Ranking.parse("3 2 1 2 3")
CUTOFFS = st.none() | st.integers(1, 14)


@st.composite
def schemes(draw: st.DrawFn) -> DCGVariant:
    names = [draw(st.sampled_from(list(allowed))) for allowed in (GAINS, DISCOUNTS, IDEALS)]
    return DCGVariant(names[0], names[1], draw(st.integers(2, 12)), names[2], draw(CUTOFFS))


def as_first_published(gains: list[int], base: int) -> float:
    """Järvelin and Kekäläinen (2002), by their recursion and with logarithms of its own."""
    total = 0.0
    for rank, gain in enumerate(gains, start=1):
        total = total + gain if rank < base else total + gain * math.log(base) / math.log(rank)
    return total


@given(rankings(), CUTOFFS)
@pytest.mark.parametrize(("gain", "dcg"), [("linear", "log2"), ("exponential", "exp-log2")])
def test_dcg_variant_equals_dcg_and_ndcg_with_their_options(gain, dcg, ranking, cutoff):
    table = DCGVariant(gain=gain, cutoff=cutoff).of(ranking)
    assert table.dcg == pytest.approx((DCG(dcg=dcg) @ cutoff).of(ranking), rel=1e-12)
    assert table.ndcg == pytest.approx((nDCG(dcg=dcg) @ cutoff).of(ranking), rel=1e-12)


@given(rankings(), CUTOFFS)
def test_dcg_variant_without_discount_is_cg(ranking, cutoff):
    table = DCGVariant(discount="none", cutoff=cutoff).of(ranking)
    assert table.dcg == sum(step.gain for step in table.steps) == (CG @ cutoff).of(ranking)


@given(rankings(), CUTOFFS)
def test_dcg_variant_has_the_lines_of_the_derivation(ranking, cutoff):
    lines = DCGVariant(cutoff=cutoff).of(ranking).lines
    expected = explain(nDCG @ cutoff, ranking).lines
    assert lines[:2] == expected[:2]
    assert lines[2].split(" = ")[-1] == expected[2].split(" = ")[-1]


@given(rankings(), st.integers(2, 12), CUTOFFS)
def test_original_discount_equals_the_recursion_of_2002(ranking, base, cutoff):
    scheme = DCGVariant(discount="original", base=base, cutoff=cutoff)
    gains, best = ([max(grade, 0) for grade in grades[:cutoff]] for grades in (ranking.grades, ranking.judged))
    above, below = as_first_published(gains, base), as_first_published(best, base)
    assert scheme.of(ranking).dcg == pytest.approx(above, rel=1e-12)
    assert scheme.of(ranking).ndcg == pytest.approx(above / below if below else 0, rel=1e-12)


def test_original_discount_gives_the_vector_printed_in_2002():
    """Järvelin and Kekäläinen (2002), section 2.2, G' down to rank 10 with b = 2."""
    printed = [3, 5, 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61]
    example = Ranking.parse("3 2 3 0 0 1 2 2 3 0")
    found = [DCGVariant(discount="original", cutoff=k).of(example).dcg for k in range(1, 11)]
    assert found == pytest.approx(printed, abs=0.005)


@given(rankings(), st.integers(3, 20), CUTOFFS)
def test_log_base_cancels_in_ndcg(ranking, base, cutoff):
    two, other = (DCGVariant(base=b, cutoff=cutoff).of(ranking) for b in (2, base))
    assert other.ndcg == pytest.approx(two.ndcg, rel=1e-12)
    assert other.dcg == pytest.approx(two.dcg * math.log2(base), rel=1e-12)


def test_log_base_does_not_cancel_with_the_original_discount():
    two, ten = (DCGVariant(discount="original", base=base).of(TUTORIAL).ndcg for base in (2, 10))
    assert two == pytest.approx(0.9115, abs=5e-5)
    assert ten == 1, "the first ten ranks are all worth the same"


@given(rankings(), schemes())
def test_ndcg_lies_between_0_and_1_and_is_1_in_the_ideal_order(ranking, scheme):
    table = scheme.of(ranking)
    assert 0 <= table.ndcg <= 1 + 1e-12
    if table.fraction is not None:
        assert float(table.fraction) == pytest.approx(table.ndcg, rel=1e-12)
    best = scheme.of(Ranking(ranking.judged))
    assert best.ndcg == (1 if best.idcg else 0)


@given(rankings(), schemes())
def test_dcg_variant_is_the_sum_of_its_steps(ranking, scheme):
    table = scheme.of(ranking)
    for steps, total in ((table.steps, table.dcg), (table.ideal, table.idcg)):
        assert total == pytest.approx(sum(step.gain / step.discount for step in steps), rel=1e-12)
        assert all(step.gain == scheme.gain_of(step.grade) for step in steps)


@pytest.mark.parametrize(
    ("scheme", "ranking", "dcg", "ndcg"),
    [
        (DCGVariant(cutoff=5), "3 2 1 2 3", 6.784, 0.94998),
        (DCGVariant(cutoff=5), "1 2 2 3 3", 5.714, 0.80023),  # the worst order of these documents
        (DCGVariant(gain="shifted", cutoff=5), "3 2 1 2 3", 3.835, 0.91480),
        (DCGVariant(gain="shifted", cutoff=5), "1 2 2 3 3", 2.766, 0.65974),
        (DCGVariant(discount="none", cutoff=5), "1 2 2 3 3", 11, 1),
    ],
)
def test_dcg_variant_gives_the_numbers_of_the_tutorial(scheme, ranking, dcg, ndcg):
    table = scheme.of(Ranking.parse(ranking))
    assert table.dcg == pytest.approx(dcg, abs=5e-4)
    assert table.ndcg == pytest.approx(ndcg, abs=5e-6)


def test_ndcg_of_the_tutorial_with_three_more_highly_relevant_documents():
    missing = Ranking.parse("3 2 1 2 3", missed="3 3 3")
    assert [step.grade for step in DCGVariant(cutoff=5).of(missing).ideal] == [3] * 5
    assert DCGVariant(cutoff=5).of(missing).ndcg == pytest.approx(0.767, abs=5e-4)
    assert DCGVariant(cutoff=5, ideal="retrieved").of(missing).ndcg == pytest.approx(0.950, abs=5e-4)
    assert DCGVariant(cutoff=5, discount="none").of(missing).fraction == Fraction(11, 15)


def test_linear_and_exponential_gain_put_two_lists_in_opposite_order():
    a, b = datasets.linear_or_exponential().values()
    assert a.judged == b.judged, "the same documents"
    for gain, first in (("linear", a), ("exponential", b)):
        scores = {ranking: DCGVariant(gain=gain).of(ranking).ndcg for ranking in (a, b)}
        assert max(scores, key=scores.__getitem__) is first
        assert max(scores.values()) - min(scores.values()) > 0.045


def test_unjudged_document_has_no_gain():
    for gain in GAINS:
        assert DCGVariant(gain=gain).gain_of(-1) == 0


@pytest.mark.parametrize(("number", "base"), [(1000, 10), (8, 2), (125, 5), (2**20, 2)])
def test_whole_logarithm_is_exact(number, base):
    step = DCGVariant(discount="original", base=base).step(number, 3)
    assert base**step.discount == number
    assert isinstance(step.value, Fraction)


def test_long_sum_is_shortened_in_its_line():
    lines = DCGVariant(discount="none").of(Ranking([1] * 30)).lines
    assert lines[0] == "CG = 1 + 1 + 1 + 1 + ... + 1 + 1 = 30"


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: DCGVariant(gain="square"), "gain must be one of linear, exponential, shifted; given: 'square'"),
        (lambda: DCGVariant(discount="ln"), "discount must be one of log, original, none; given: 'ln'"),
        (lambda: DCGVariant(ideal="top"), "ideal must be one of judged, retrieved; given: 'top'"),
        (lambda: DCGVariant(base=1), "base of the logarithm … 1"),
        (lambda: DCGVariant(base=2.5), "base of the logarithm … 2.5"),
        (lambda: DCGVariant(cutoff=0), "cutoff … 0"),
        (lambda: DCGVariant(gain="exponential").gain_of(53), "takes grades up to 52; given: 53"),
    ],
)
def test_dcg_variant_rejects_bad_options(make, sentence):
    with pytest.raises(InputError, match=parts(sentence)):
        make()
