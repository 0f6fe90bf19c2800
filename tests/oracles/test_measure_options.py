"""Test each option of a measure on whole runs, with grades, gaps and ties, against its definition in loops."""

from __future__ import annotations

import runpy
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from irlearn import Qrels, Run, evaluate, explain
from irlearn.byhand.paired_tests import PairedT, RankSum, SignedRank, SignTest
from irlearn.collection import join
from irlearn.measures import MEASURES, parse_measure

ORACLES = runpy.run_path(str(Path(__file__).with_name("test_measure_definitions.py")))["ORACLES"]
MEASURED = [
    "DCG(discount='log2-rank')",
    "nDCG(discount='log2-rank')@4",
    "IDCG(discount='log2-rank')@3",
    "DCG(gains='binary')@5",
    "nDCG(gains={0:0,1:1,2:10,3:11})",
    "nDCG(gains='shifted')@5",
    "nDCG(dcg='exp-log2')",
    "DCG(dcg='exp-log2')@3",
    "IDCG(gains='binary')",
    "IDCG(dcg='exp-log2')",
    "AP",
    "AP(divisor='k')",
    "AP(divisor='k')@3",
    "AP(divisor='min')",
    "AP(divisor='min',rel=2)@3",
    "AP(ties='expected')",
    "AP(ties='expected')@3",
    "AP(ties='expected',divisor='k')",
    "AP(ties='expected',divisor='min',rel=2)@4",
    "IPrec(levels=[0.2,0.5,0.8])",
    "IPrec(levels=[0.25,0.5,0.75],interpolate=False)",
    "IPrec(interpolate=False)@0.5",
    "IPrec@0.3",
    "Bpref",
    "Bpref(divisor='R')",
    "Bpref(divisor='R+10')",
    "Bpref(rel=2,divisor='R')",
    "MaxAP",
    "MaxAP(rel=2)",
    "MinAP",
    "MinAP(collection=40)",
    "RBPres",
    "RBPres(p=0.5)@3",
    "nERR@4",
    "nERR(max_grade=5)",
    "CooperESL",
    "CooperESL(wanted=2)@4",
    "Fallout@3",
    "Fallout(collection=50)",
    "Accuracy",
    "Accuracy(rel=2,collection=50)@4",
]


def drawn(seed: int) -> tuple[Qrels, Run]:
    """Return random qrels and a run of ten queries: grades from -1 to 3, unjudged documents, and many tied scores."""
    rng = np.random.default_rng(seed)
    qrels, run = {}, {}
    for query in range(10):
        names = np.array([f"d{number}" for number in range(14)])
        judged = rng.permutation(names)[: rng.integers(4, 13)]
        qrels[f"q{query}"] = {name: int(rng.integers(-1, 4)) for name in judged} | {"other": 1}
        found = rng.permutation(names)[: rng.integers(1, 12)]
        run[f"q{query}"] = {name: int(rng.integers(0, 5)) / 4 for name in found}
    return Qrels.from_dict(qrels), Run.from_dict(run, name="a")


@pytest.mark.parametrize("name", MEASURED)
def test_measure_options_score_runs_by_their_definition(name):
    measure = parse_measure(name)
    for seed in (1, 2, 3):
        qrels, run = drawn(seed)
        values = evaluate(qrels, run, [measure, "AP"]).of("a", measure)
        joined = join(qrels, run)
        for query, value in zip(qrels.queries, values, strict=True):
            ranking = joined.ranking(query, ties=measure.averages_over_ties)
            right = float(ORACLES[measure.name](measure, ranking, measure.cutoff))
            assert value == pytest.approx(right, rel=1e-12, abs=1e-12, nan_ok=True), (query, ranking)


def test_measure_options_are_all_tested():
    asked = [*map(parse_measure, MEASURED)]
    for name in {one.name for one in asked}:
        for option in MEASURES[name].option_fields:
            chosen = {repr(one.options[option.name]) for one in asked if one.name == name}
            assert option.name == "rel" or len(chosen) > 1, (name, option.name)


def test_one_sided_p_equals_scipy_and_enumeration_of_signs():
    for seed in range(6):
        rng = np.random.default_rng(seed)
        a, b = rng.permutation(40)[:16].reshape(2, 8) / 40  # B - A is tested, and greater says that B is higher
        runs = {
            name: {
                f"q{n}": {"x": 1.0, **{f"{n}{i}": 2.0 for i in range(round(40 * one))}} for n, one in enumerate(side)
            }
            for name, side in (("a", a), ("b", b))
        }
        scores = evaluate({f"q{n}": {"x": 1} for n in range(8)}, runs, "RR")
        a, b = scores.of("a", "RR"), scores.of("b", "RR")
        for side in ("greater", "less"):
            found = {one.test: one.pvalue for one in scores.compare("a", "b", alternative=side).tests}
            signs = [np.dot(one, b - a) for one in product((1, -1), repeat=8)]
            sign = 1 if side == "greater" else -1
            assert found == pytest.approx(
                {
                    "sign": stats.binomtest(int((b > a).sum()), int((a != b).sum()), alternative=side).pvalue,
                    "wilcoxon-signed-rank": stats.wilcoxon(b, a, alternative=side, method="exact").pvalue,
                    "wilcoxon-rank-sum": stats.mannwhitneyu(b, a, alternative=side, method="exact").pvalue,
                    "paired-t": stats.ttest_rel(b, a, alternative=side).pvalue,
                    "permutation": np.mean([sign * one >= sign * (b - a).sum() - 1e-12 for one in signs]),
                }
            )
            for test, name in ((SignTest, "sign"), (SignedRank, "wilcoxon-signed-rank"), (PairedT, "paired-t")):
                assert explain(test(alternative=side), (b, a)).value == pytest.approx(found[name])
            assert explain(RankSum(alternative=side), (b, a)).value == pytest.approx(found["wilcoxon-rank-sum"])
