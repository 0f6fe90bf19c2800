"""Test `diff`: parts that add up exactly, unjudged documents by brute force, and the scores of pytrec_eval."""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
import pytrec_eval
from message_parts import parts

from irlearn import InputError, evaluate, nDCG, parse_measure
from irlearn.measures import MEASURES
from irlearn.report import QueryDifference, diff

RATIONAL = [
    "AP", "AP@3", "AP(rel=2)", "P@5", "P", "R@4", "RR", "Rprec", "F", "Success@3", "RBP", "RBP(p=0.5)@4", "ERR",
    "nERR@5", "Bpref", "IPrec", "IPrec@0.5", "Fallout@5", "MinAP", "Judged@5", "CG@5", "CooperESL", "ESL",
]  # fmt: skip
WITH_LOGARITHMS = ["DCG@3", "nDCG", "nDCG(dcg='exp-log2')@5", "nDCG(gains='binary', discount='log2-rank')@7"]
BEYOND_THE_RANKS = ["MaxAP", "Accuracy@3", "RBPres@4"]
DOCUMENTS = [f"d{number:02}" for number in range(14)]

Nested = dict[str, dict[str, Any]]


def random_collection(seed: int) -> tuple[Nested, Nested, Nested]:
    """Return graded judgments and two runs with ties, unjudged documents and missing queries."""
    random = Random(seed)
    qrels: Nested = {
        f"q{query}": {name: random.choice([0, 0, 1, 2, 3]) for name in DOCUMENTS[:9]} for query in range(6)
    }
    runs: list[Nested] = []
    for lacked in ("q4", "q5"):
        listed = {query: random.sample(DOCUMENTS, random.randint(3, 12)) for query in qrels if query != lacked}
        runs.append({q: {name: random.randint(0, 9) / 2 for name in names} for q, names in listed.items()})
    return qrels, runs[0], runs[1]


@pytest.mark.parametrize("name", [*RATIONAL, *WITH_LOGARITHMS, *BEYOND_THE_RANKS])
@pytest.mark.parametrize("seed", range(4))
def test_documents_add_up_to_the_difference_of_the_scores(name: str, seed: int) -> None:
    qrels, a, b = random_collection(seed)
    measure = parse_measure(name)
    scores = evaluate(qrels, [a, b], measure)
    for query, of_a, of_b in zip(scores.queries, *(scores.of(run, measure) for run in scores.runs), strict=True):
        if math.isnan(of_a + of_b):
            with pytest.raises(InputError, match="not defined"):
                diff(qrels, a, b, measure, query=query)
            continue
        difference = diff(qrels, a, b, measure, query=query)
        assert (difference.a.number, difference.b.number) == pytest.approx((of_a, of_b), abs=1e-12)
        assert difference.difference == pytest.approx(of_b - of_a, abs=1e-12)
        added = math.fsum(change.difference for change in difference.documents)
        assert added + difference.beyond[1] - difference.beyond[0] == pytest.approx(of_b - of_a, abs=1e-12)
        assert math.fsum(band.difference for band in difference.bands) == pytest.approx(added, abs=1e-12)
        if name in RATIONAL:
            assert difference.a.fraction is not None
            assert difference.b.fraction is not None
            for side, total in (("a", difference.a.fraction), ("b", difference.b.fraction)):
                assert sum(getattr(change, side).fraction for change in difference.documents) == total
            exact = sum((change.fraction or 0 for change in difference.documents), Fraction(0))
            assert exact == difference.b.fraction - difference.a.fraction
            assert float(exact) == pytest.approx(of_b - of_a, abs=1e-12)


def test_every_measure_has_a_difference_or_a_reason() -> None:
    qrels, a, b = random_collection(7)
    for name in MEASURES:
        if name == "IDCG":
            with pytest.raises(InputError, match="IDCG"):
                diff(qrels, a, b, name)
            continue
        assert str(diff(qrels, a, b, name)).isascii()
        assert "\n\n\n" not in str(diff(qrels, a, b, name))
        assert diff(qrels, a, b, name, query="q1").to_json()["query"] == "q1"


@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("AP", "map"), ("AP@3", "map_cut.3"), ("P@5", "P.5"), ("RR", "recip_rank"), ("Rprec", "Rprec"),
        ("nDCG", "ndcg"), ("nDCG@5", "ndcg_cut.5"), ("R@4", "recall.4"), ("Success@3", "success.3"), ("Bpref", "bpref"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("seed", range(6))
def test_differences_of_queries_agree_with_pytrec_eval(name: str, theirs: str, seed: int) -> None:
    qrels, a, b = random_collection(seed)
    difference = diff(qrels, a, b, name)
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, {theirs})
    of_a, of_b = (
        {query: next(iter(values.values())) for query, values in evaluator.evaluate(run).items()} for run in (a, b)
    )
    assert {share.query for share in difference.queries} == {*qrels}
    for share in difference.queries:
        expected = of_a.get(share.query, 0.0), of_b.get(share.query, 0.0)
        assert (share.a, share.b) == pytest.approx(expected, abs=1e-9)
        assert share.difference == pytest.approx(expected[1] - expected[0], abs=1e-9)
        one = diff(qrels, a, b, name, query=share.query)
        assert (one.a.number, one.b.number) == pytest.approx(expected, abs=1e-9)
    differences = [share.difference for share in difference.queries]
    assert differences == sorted(differences, reverse=True)
    assert math.fsum(share.adds for share in difference.queries) == pytest.approx(difference.difference, abs=1e-12)
    shares = [share.share for share in difference.queries if share.share is not None]
    assert not shares or math.fsum(shares) == pytest.approx(1)
    assert difference.difference == pytest.approx(sum(differences) / len(qrels), abs=1e-12)
    assert difference.wins_b == sum(value > 1e-12 for value in differences)
    assert difference.wins_a + difference.wins_b + difference.ties == len(qrels)


def judged_too(qrels: Nested, names: set[tuple[str, str]], grade: int) -> Nested:
    """Return the judgments with more documents of a grade."""
    return {
        query: {**grades, **{name: grade for other, name in names if other == query}} for query, grades in qrels.items()
    }


def ranks_of(run: Nested, qrels: Nested, cutoff: int | None) -> dict[tuple[str, str], int]:
    """Return the rank of each document down to the cutoff."""
    ranks = {}
    for query, scores in run.items():
        ordered = sorted(scores, key=lambda name: (scores[name], name), reverse=True)[:cutoff]
        ranks |= {(query, name): rank for rank, name in enumerate(ordered, start=1) if query in qrels}
    return ranks


@pytest.mark.parametrize("name", ["AP", "nDCG@5", "P@5", "Rprec", "RBP", "RR", "Bpref"])
@pytest.mark.parametrize("seed", range(3))
def test_unjudged_cases_are_scores_with_more_judgments(name: str, seed: int) -> None:
    qrels, a, b = random_collection(seed)
    measure = parse_measure(name)
    ranks_a, ranks_b = (ranks_of(run, qrels, measure.cutoff) for run in (a, b))
    in_a, in_b = ({row for row in ranks if row[1] not in qrels[row[0]]} for ranks in (ranks_a, ranks_b))
    higher_a = {row for row in in_a if ranks_a[row] < ranks_b.get(row, math.inf)}
    higher_b = {row for row in in_b if ranks_b[row] < ranks_a.get(row, math.inf)}
    grade = 3 if name.startswith("nDCG") else 1
    unjudged = diff(qrels, a, b, name).unjudged
    assert diff(qrels, a, b, name).assumed_grade == grade
    for case, names in zip(unjudged, [set(), in_a, in_b, higher_a, higher_b], strict=True):
        scores = evaluate(judged_too(qrels, names, grade), {"a": a, "b": b}, measure)
        assert case.documents == len(names)
        assert (case.a, case.b) == pytest.approx((scores.mean("a", measure), scores.mean("b", measure)), abs=1e-12)
    for query in qrels:
        names = {row for row in higher_b if row[0] == query}
        scores = evaluate(judged_too(qrels, names, grade), {"a": a, "b": b}, measure)
        *_, case = diff(qrels, a, b, name, query=query).unjudged or (unjudged[0],)
        if names:
            place = scores.queries.index(query)
            assert (case.a, case.b) == pytest.approx([scores.of(run, measure)[place] for run in "ab"], abs=1e-12)


@pytest.mark.parametrize("name", ["P@3", "RBP(p=0.8)", "RBP@3", "DCG", "DCG@4", "CG@3", "CG"])
def test_difference_of_an_additive_measure_stays_between_the_last_two_cases(name: str) -> None:
    random, measure = Random(name), parse_measure(name)
    for _ in range(15):
        documents = [f"d{number}" for number in range(8)]
        a, b = ({"q": dict(zip(random.sample(documents, 6), range(6), strict=True))} for _ in "ab")
        qrels = {"q": {"d0": 2, "d1": 0, "d2": 1}}
        result = diff(qrels, a, b, name)
        assert "between its values in the last two rows" in " ".join(str(result).split())
        differences = []
        for grades in product((0, result.assumed_grade), repeat=5):
            changed = {"q": {**qrels["q"], **dict(zip(documents[3:], grades, strict=True))}}
            scores = evaluate(changed, {"a": a, "b": b}, measure)
            differences.append(scores.mean("b", measure) - scores.mean("a", measure))
        low, high = result.unjudged[-2].difference, result.unjudged[-1].difference
        assert (min(differences), max(differences)) == pytest.approx((low, high), abs=1e-12)


def test_change_of_a_document_follows_from_its_ranks() -> None:
    a = {"q": {"stays": 9, "falls": 8, "gone": 7, "rises": 6, "below": 5}}
    b = {"q": {"stays": 9, "rises": 8, "below": 7, "falls": 6, "new": 5}}
    changes = {change.document: change for change in diff({"q": {"stays": 1}}, a, b, "AP", query="q").documents}
    assert {name: change.change for name, change in changes.items()} == {
        "stays": "same", "falls": "lower", "rises": "higher", "below": "higher",
        "gone": "only in A", "new": "only in B",
    }  # fmt: skip
    assert (changes["gone"].rank_a, changes["gone"].rank_b, changes["gone"].grade) == (3, None, -1)
    of_three = {change.document: change for change in diff({"q": {"stays": 1}}, a, b, "P@3", query="q").documents}
    assert (of_three["below"].change, of_three["below"].rank_a) == ("only in B", 5)
    assert of_three["falls"].change == "only in A"
    assert "new" not in of_three


def test_tables_show_the_largest_differences_and_the_sum_of_the_others() -> None:
    names = [f"d{number:03}" for number in range(300)]
    a, b = ({"q": dict(zip(order, range(300), strict=True))} for order in (names, names[::-1]))
    difference = diff({"q": dict.fromkeys(names[::2], 1)}, a, b, "AP", query="q")
    text = str(difference)
    assert "288 others" in text
    assert "(the 12 largest differences)" in text
    assert max(len(line) for line in text.splitlines() if "  " in line) <= 80  # The lines of tables.
    assert [band.ranks for band in difference.bands] == ["1-10", "11-100", "101-1000"]
    many = [f"q{number}" for number in range(70)]
    qrels = {query: {"d0": 1, "d1": 0} for query in many}
    first = {query: {"d0": 2.0, "d1": 1.0} for query in many}
    second = {query: {"d0": 1.0 + number % 3, "d1": 1.5} for number, query in enumerate(many)}
    assert "58 others" in str(diff(qrels, first, second, "RR"))


def test_list_that_is_too_long_for_exact_numbers_needs_a_cutoff() -> None:
    names = [f"d{number:04}" for number in range(1100)]
    a, b = ({"q": dict(zip(order, range(1100), strict=True))} for order in (names, names[::-1]))
    qrels = {"q": dict.fromkeys(names[::3], 1)}
    with pytest.raises(InputError, match=re.compile(r"1,000 .*1,100; .*cutoff")):
        diff(qrels, a, b, "ERR", query="q")
    assert diff(qrels, a, b, "ERR@1000", query="q").a.fraction is not None
    assert diff(qrels, a, b, "ERR").queries[0].query == "q"


def test_query_that_a_run_lacks_retrieves_nothing() -> None:
    qrels, a, b = random_collection(1)
    difference = diff(qrels, a, b, "AP", query="q4")
    assert difference.a.number == 0
    assert {change.change for change in difference.documents} == {"only in B"}
    assert "A retrieves nothing for this query." in difference.remarks


def test_lower_score_wins_where_lower_is_better() -> None:
    qrels = {"q": {"d1": 1}, "r": {"d1": 1}}
    a, b = {"q": {"d1": 2, "d2": 1}, "r": {"d1": 1}}, {"q": {"d1": 1, "d2": 2}, "r": {"d2": 1}}
    difference = diff(qrels, a, b, "ESL")
    assert (difference.wins_a, difference.wins_b, difference.left_out) == (1, 0, ("r",))
    assert "A lower score is better." in " ".join(str(difference).split())


def test_equal_means_have_no_shares() -> None:
    qrels, a, _ = random_collection(2)
    difference = diff(qrels, a, {**a}, "AP")
    assert {share.share for share in difference.queries} == {None}
    assert (difference.difference, difference.ties) == (0, 6)
    assert "As scored, the runs are equal." in str(difference)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"query": "q22"}, "no query 'q22' … did you mean"),
        ({"query": "ζ"}, "no query 'ζ' … q0, q1, q2, ..."),
        ({"query": ["q1"]}, "no query"),
        ({"measure": "gMAP"}, "gMAP … give AP"),
        ({"measure": "IDCG@3"}, "IDCG@3 … AP"),
        ({"measure": "XP"}, "'XP'"),
        ({"run_b": {"q1": {"d12": 1.0, "d13": 0.5}}}, "run 2 retrieves no judged document"),
        ({"run_b": {"q1": {"D01": 1.0, "D02": 0.5}}}, "no document in common"),
        ({"run_b": {"z1": {"d01": 1.0}}}, "no query in common"),
        ({"run_a": {"q1": {"d01": 1.0}}, "run_b": {"q2": {"d01": 1.0}}}, "no query in common … same queries"),
        ({"qrels": {"q1": dict.fromkeys(DOCUMENTS, 0)}, "measure": "ESL", "query": "q1"}, "ESL is not defined … q1"),
        ({"qrels": {"q1": dict.fromkeys(DOCUMENTS, 0)}, "measure": "ESL"}, "ESL is not defined … any query"),
    ],
)
def test_unusable_input_is_refused_in_one_sentence(change: dict[str, Any], sentence: str) -> None:
    qrels, a, b = random_collection(3)
    given = {"qrels": qrels, "run_a": a, "run_b": b, **change}
    with pytest.raises(InputError) as refused:
        diff(**given)
    import re

    assert re.search(parts(sentence), str(refused.value))
    assert "\n" not in str(refused.value)


def test_result_writes_every_format_with_names_escaped() -> None:
    qrels = {"<q>": {"d_1": 1, "d&2": 0, "$3": 1}}
    a, b = {"<q>": {"d_1": 3, "d&2": 2}}, {"<q>": {"d&2": 3, "$3": 2, "<b>": 1}}
    for query in (None, "<q>"):
        difference = diff(qrels, {"<q>": a["<q>"]}, b, nDCG, query=query)
        assert "<q>" not in difference.to_html()
        assert "&lt;q&gt;" in difference.to_html()
        assert "d\\_1" in difference.to_latex() or query is None
        assert "d\\_1" in difference.to_markdown() or query is None
        assert json.loads(json.dumps(difference.to_json()))["measure"] == "nDCG"
        assert "&lt;q&gt;" in difference._repr_html_()
        assert isinstance(difference, QueryDifference) == (query is not None)
        assert repr(difference).startswith(f"<{type(difference).__name__}: nDCG of A run 1 and B run 2 on ")
