"""Test that ties in scores and differences are treated alike throughout the package."""

from __future__ import annotations

import json

import numpy as np
import pytest

from irlearn import AP, check, explain, statistics, widgets
from irlearn.cli import main
from irlearn.evaluation import Scores

NOISY = [0.30000000000000004, 0.7, 0.9, 0.6], [0.3, 0.4, 0.5, 0.1]
PAIRS = [
    NOISY,
    ([0.1 + 0.2, 0.7, 0.2], [0.3, 0.1, 0.5]),
    ([0.7999999999999999, 0.5, 0.4, 0.9], [0.8, 0.1, 0.3, 0.2]),
    ([0.30000000000000004, 0.2, 0.9, 0.4], [0.2, 0.1, 0.5, 0.45]),  # two differences of about 0.1
    ([1.1 * 1.1, 2.2, 0.5], [1.21, 2.0, 0.9]),
    ([1 / 3, 0.5, 0.9, 0.2], [0.3333333333333333, 0.25, 0.1, 0.3]),
    ([0.3000000001, 0.7, 0.9], [0.3, 0.4, 0.5]),  # no tie, because a measure may have such a difference
]
TESTS = {
    "p(sign)": statistics.sign_test,
    "p(signed-rank)": statistics.wilcoxon_signed_rank,
    "p(paired-t)": statistics.paired_t,
    "p(rank-sum)": lambda a, b: statistics.wilcoxon_rank_sum(a, b, method="exact"),
}


def typed_text(pair):
    return " | ".join(" ".join(map(repr, side)) for side in pair)


@pytest.mark.parametrize("quantity", TESTS)
@pytest.mark.parametrize("pair", PAIRS, ids=typed_text)
def test_ties_are_the_same_in_the_shell_and_in_statistics(quantity, pair, capsys):
    right = TESTS[quantity](*pair).pvalue
    assert main(["explain", quantity, typed_text(pair), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == pytest.approx(right, rel=1e-9)
    assert check(quantity, typed_text(pair), str(right)).correct


def test_sum_of_floats_ties_with_the_decimal_it_represents():
    assert explain("p(sign)", typed_text(NOISY)).value == statistics.sign_test(*NOISY).pvalue == 0.25
    assert explain("W(signed-rank)", typed_text(NOISY)).table()[2][0][-1] == "–"
    comparison = Scores(np.array(NOISY)[:, :, np.newaxis], ("a", "b"), tuple("1234"), (AP,)).compare("a", "b")
    assert (comparison.ties, comparison.test("sign").pvalue) == (1, 0.25)
    board = widgets.PairedScores(*NOISY)
    assert board.pvalues["sign"] == 0.25
    board.choose(test="sign")
    assert board.picture.count(">tie<") == 1


def test_tie_misconception_is_diagnosed_despite_rounding():
    wins = check("wins(sign)", typed_text(NOISY), "4")
    assert [diagnosis.id for diagnosis in wins.diagnoses] == ["sign-ties-as-wins"]
    p_value = check("p(sign)", typed_text(NOISY), "0.125")
    assert "sign-ties-in-n" in [diagnosis.id for diagnosis in p_value.diagnoses]


@pytest.mark.parametrize("quantity", ["tau", "spearman"])
def test_equal_scores_in_an_order_tie_despite_their_last_digit(quantity):
    noisy, plain = (f"scores {score} 0.3 0.9 0.6 | 0.3 0.4 0.5 0.1" for score in ("0.30000000000000004", "0.3"))
    assert explain(quantity, noisy).lines == explain(quantity, plain).lines
