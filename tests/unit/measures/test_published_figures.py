"""Test measures against figures that were published or computed by hand."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from irlearn import (
    AP,
    DCG,
    ESL,
    IDCG,
    MAP,
    MRR,
    RR,
    IPrec,
    P,
    R,
    Ranking,
    explain,
    gMAP,
    interpolated_precision,
    nDCG,
)
from irlearn.byhand.terms import exact_value


def test_ap_of_the_tutorials_ranking_is_323_480ths():
    assert explain(AP, Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8)).fraction == Fraction(323, 480)


def test_map_gmap_and_mrr_of_the_tutorial():
    assert MAP.of([1, 0.5, 0.1]) == pytest.approx(0.5333, abs=5e-5)
    assert gMAP.of([1, 0.5, 0.1]) == pytest.approx(0.3684, abs=5e-5)
    assert MRR.of([RR.of(Ranking.parse(text)) for text in ("1", "001", "01")]) == pytest.approx(0.6111, abs=5e-5)


def test_dcg_idcg_and_ndcg_of_the_tutorial():
    ranking = Ranking.parse("3 2 1 2 3")
    assert (DCG @ 5).of(ranking) == pytest.approx(6.784, abs=5e-4)
    assert (DCG @ 5).of(Ranking.parse("3 3 2 2 1")) == pytest.approx(7.141, abs=5e-4)
    assert (IDCG @ 5).of(ranking) == pytest.approx(7.141, abs=5e-4)
    assert (nDCG @ 5).of(ranking) == pytest.approx(0.94998, abs=5e-6)


def test_precision_and_recall_of_the_tutorial():
    ranking = Ranking.parse("1 1 0 1", relevant=5)
    assert (P.of(ranking), R.of(ranking)) == (0.75, 0.6)


@pytest.mark.parametrize(
    ("ranking", "missed", "published"),
    [("1 2 2 3 3", "", 0.80), ("2 1 0 1 2", "", 0.915), ("3 2 1 2 3", "3 3 3", 0.767)],
    ids=["a gain of 1 for what is not relevant", "gains less 1", "an ideal of five threes"],
)
def test_ndcg_where_the_tutorial_stumbles(ranking, missed, published):
    assert (nDCG @ 5).of(Ranking.parse(ranking, missed=missed)) == pytest.approx(published, abs=0.005)


@pytest.mark.parametrize(("ranks", "mrr"), [((1, 9), 0.5556), ((4, 6), 0.2083)])
def test_mrr_differs_for_equal_mean_search_lengths(ranks, mrr):
    """Lin et al. (2021): both pairs take 5 documents on average."""
    rankings = [Ranking([0] * (rank - 1) + [1]) for rank in ranks]
    assert np.mean([ESL.of(ranking) for ranking in rankings]) == 5
    assert MRR.of([RR.of(ranking) for ranking in rankings]) == pytest.approx(mrr, abs=5e-5)


def test_ndcg_and_ap_of_a_published_homework():
    """Relevant at ranks 1, 3, 4, 6 and 9 of 10, 7 in all."""
    ranking = Ranking.parse("relevant at 1, 3, 4, 6, 9 of 10; 7 relevant in all")
    assert explain(P, ranking).fraction == Fraction(1, 2)
    assert explain(R, ranking).fraction == Fraction(5, 7)
    assert explain(AP, ranking).fraction == (1 + Fraction(2, 3) + Fraction(3, 4) + Fraction(4, 6) + Fraction(5, 9)) / 7
    expected = [1, 1, 3 / 4, 3 / 4, 3 / 4, 2 / 3, 5 / 9, 5 / 9, 0, 0, 0]
    assert interpolated_precision(ranking).tolist() == pytest.approx(expected)
    assert [(IPrec @ (level / 10)).of(ranking) for level in range(11)] == pytest.approx(expected)
    assert exact_value(IPrec, ranking) == Fraction(217, 396)


def test_idcg_of_the_tutorial_includes_documents_that_were_not_retrieved():
    assert (IDCG @ 5).of(Ranking.parse("3 2 1 2 3", missed="3 3 3")) == pytest.approx(
        (DCG @ 5).of(Ranking.parse("3 3 3 3 3"))
    )


def test_idcg_with_exponential_gain_by_hand():
    assert IDCG(dcg="exp-log2").of(Ranking.parse("0 2", missed="3")) == pytest.approx(7 + 3 / np.log2(3))
