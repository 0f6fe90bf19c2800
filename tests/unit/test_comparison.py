"""Test `Scores.compare` and `Scores.wide`, and that `irlearn compare` shows the same."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from irlearn import AP, ESL, RR, InputError, Scores, evaluate
from irlearn.cli import main
from irlearn.comparison import apply_holm

RUNS = ("a", "b", "c")


@pytest.fixture
def scores() -> Scores:
    """Three runs on 40 topics by two measures."""
    rng = np.random.default_rng(14)
    values = rng.random((3, 40, 2))
    values[2] += 0.2
    return Scores(values, RUNS, tuple(f"q{n}" for n in range(40)), (AP, RR))


def test_comparison_equals_the_output_of_the_shell(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [str(root / "tests" / "data" / name) for name in ("qrels.txt", "bm25.run", "neural.run")]
    assert main(["compare", *paths, "-m", "AP", "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    comparison = apply_holm([evaluate(paths[0], paths[1:], AP).compare("bm25", "neural")])[0]
    assert printed == {**comparison.to_json(), "notes": printed["notes"], "version": printed["version"]}
    assert "AP on 3 queries" in comparison._repr_html_()


def test_comparison_agrees_with_scipy(scores: Scores) -> None:
    comparison = scores.compare("a", "c", "RR")
    a, c = scores.of("a", RR), scores.of("c", RR)
    assert comparison.test("paired-t").pvalue == pytest.approx(stats.ttest_rel(c, a).pvalue)
    assert comparison.effects[0].value == pytest.approx((c - a).mean() / (c - a).std(ddof=1))
    ranks = stats.rankdata(abs(c - a))
    assert comparison.effects[1].value == pytest.approx((ranks * np.sign(c - a)).sum() / ranks.sum())
    assert (comparison.wins_b, comparison.queries) == (int((c > a).sum()), 40)


def test_apply_holm_corrects_for_all_comparisons(scores: Scores) -> None:
    comparisons = apply_holm([scores.compare("a", run, measure) for measure in (AP, RR) for run in ("b", "c")])
    for index, name in enumerate(one.test for one in comparisons[0].tests):
        raw = [one.tests[index].pvalue for one in comparisons]
        order, running, plain = np.argsort(raw), 0.0, [0.0] * 4
        for rank, which in enumerate(order.tolist()):
            running = max(running, min((4 - rank) * raw[which], 1.0))
            plain[which] = running
        assert [one.test(name).holm for one in comparisons] == pytest.approx(plain)


def test_comparison_drops_or_zeroes_a_query_that_a_run_lacks() -> None:
    qrels = {f"q{n}": {"d": 1} for n in range(6)}
    runs = {
        "a": {f"q{n}": {"x": 3, "d": 2} for n in range(6)},
        "b": {f"q{n}": {"d": 2} if n % 2 else {"x": 5, "y": 4, "d": 1} for n in range(4)},
    }
    zero, drop = (evaluate(qrels, runs, ["RR", ESL], missing=treatment) for treatment in ("zero", "drop"))
    assert [scores.compare("a", "b").queries for scores in (zero, drop)] == [6, 4]
    assert zero.compare("a", "b", missing="drop").difference == drop.compare("a", "b").difference
    assert zero.compare("a", "b", ESL).notes[0] == "ESL is not defined for a or b on 2 queries (q4, q5): left out"
    with pytest.raises(InputError, match="was not scored here"):
        zero.compare("a", "b", AP)
    with pytest.raises(InputError, match="there is no run 'z' here"):
        zero.compare("a", "z")


def test_comparison_uses_seed_1_by_default(scores: Scores) -> None:
    def permutation_pvalue(**seed: int) -> float:
        return scores.compare("a", "b", permutations=500, **seed).test("permutation").pvalue

    assert permutation_pvalue() == permutation_pvalue(rng=1) != permutation_pvalue(rng=2)


@pytest.mark.parametrize("permutations", [0, 100_000_001, 500_000_000])
def test_comparison_permutation_limit_is_that_of_the_shell(scores, permutations, root, capsys) -> None:
    with pytest.raises(InputError, match="permutations must be"):
        scores.compare("a", "b", permutations=permutations)
    paths = [str(root / "tests" / "data" / name) for name in ("qrels.txt", "bm25.run", "neural.run")]
    for more in ([], ["--all-pairs"], ["--quiet"]):
        assert main(["compare", *paths, "--permutations", str(permutations), *more]) == 2
        output = capsys.readouterr()
        assert output.out == ""
        assert output.err == f"irlearn: --permutations must be between 1 and 100,000,000; given: {permutations:,}\n"
