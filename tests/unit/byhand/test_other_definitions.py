"""Test that a number which is right by another definition is attributed to that definition."""

from __future__ import annotations

import pytest

from irlearn import AP, MAP, MRR, Ranking, check, gMAP, nDCG
from irlearn.byhand.catalogue import MISCONCEPTIONS
from irlearn.measures import ERR, ESL

SEARCHES = [
    (ESL, "0 0 1", "2"),
    (ESL, "1 0", "0"),
    (ESL, "(0 0 1)", "1"),
    (ESL(wanted=2), "0 1 0 0 1", "3"),
    (ESL(wanted=6), "1 1 1 1 1 0 0 0 (1 1 0 0 0)", "4"),  # j + i · s / (r + 1), with 3, 3, 1 and 2
]


@pytest.mark.parametrize(("measure", "text", "answer"), SEARCHES)
def test_coopers_search_length_is_told_as_coopers(measure, text, answer):
    verdict = check(measure, Ranking.parse(text), answer)
    assert verdict.outcome == "other definition"
    assert verdict.correct
    assert not verdict.conclusive, "it is not what was asked for"
    assert verdict.diagnoses[0].id == "esl-read-in-vain"
    assert verdict.headline.startswith("This is ")
    assert "Cooper (1968)" in verdict.headline
    assert f"Here {measure!r} counts every document read" in verdict.headline
    assert "Not yet" not in str(verdict)
    assert verdict.diagnoses[0].lines[0].startswith("Cooper's search length = ")
    assert verdict.to_json()["outcome"] == "other definition"
    assert 'class="irlearn-verdict other-definition"' in verdict._repr_html_()


@pytest.mark.parametrize(
    ("measure", "text", "answer", "other"),
    [
        (ERR, "0 1", "0.25", "ERR(max_grade=1)"),
        (ERR, "0 1", "1/4", "ERR(max_grade=1)"),
        (ERR, "1 0 1", "0.583", "ERR(max_grade=1)"),
        (ERR, "2 1 0 0", "0.781", "ERR(max_grade=2)"),
        (ERR @ 2, "3 0 1", "0.875", "ERR(max_grade=3)@2"),
    ],
)
def test_err_on_the_scale_of_the_list_is_told_as_that_scales(measure, text, answer, other):
    verdict = check(measure, Ranking.parse(text), answer)
    assert verdict.outcome == "other definition"
    assert verdict.diagnoses[0].id == "err-scale-of-the-list"
    assert verdict.headline.startswith(f"This is {other}, right on a scale of grades that ends at")
    assert f"{measure!r} in the question uses a scale that ends at grade 4" in verdict.headline
    assert check(measure(max_grade=int(other[14])), Ranking.parse(text), answer).correct
    assert verdict.correct
    assert not verdict.conclusive
    assert "Not yet" not in str(verdict)


def test_the_measure_as_it_was_asked_for_is_right():
    assert check(ERR, Ranking.parse("0 1"), "1/32").correct
    assert check(ERR(max_grade=1), Ranking.parse("0 1"), "0.25").correct
    assert check(ESL, Ranking.parse("0 0 1"), "3").correct
    assert "Not yet" in check(ESL, Ranking.parse("0 0 1"), "1/3").headline


def test_every_other_definition_says_whose_it_is():
    others = [one for one in MISCONCEPTIONS.values() if one.is_definition]
    assert {one.id for one in others} >= {"esl-read-in-vain", "err-scale-of-the-list"}
    assert all(one.message.startswith("This is ") and one.evidence for one in others)


@pytest.mark.parametrize("mean", [MAP, gMAP, MRR])
@pytest.mark.parametrize("text", ["1 0 1", "0 1 0", "0 0", "1"])
def test_a_mean_over_one_query_is_checked_like_its_measure(mean, text):
    ranking = Ranking.parse(text, relevant=2)
    right = f"{max(mean.measure.of(ranking), mean.epsilon or 0):.5f}"
    assert check(mean, ranking, right).correct
    assert check(mean, [ranking], right).correct
    for answer in ("0.123", "0.9", "0.5", "1", "0"):
        verdict = check(mean, ranking, answer)
        assert verdict.correct or verdict.headline
        assert "arithmetic mean, which gives" not in str(verdict)


@pytest.mark.parametrize(
    ("measure", "text", "answer", "rule"),
    [
        (AP @ 3, "1 0 1 0 1", "5/9", "ap-over-smaller"),
        (nDCG @ 3, "2 3 1", "0.843", "ndcg-exponential-gain"),
        (nDCG(dcg="exp-log2") @ 3, "2 3 1", "0.922", "ndcg-linear-gain"),
    ],
)
def test_a_convention_of_other_tools_is_named_and_is_no_mistake(measure, text, answer, rule):
    verdict = check(measure, Ranking.parse(text, relevant=8 if measure == AP @ 3 else None), answer)
    assert verdict.outcome == "other definition"
    assert verdict.diagnoses[0].id == rule
    assert "by another convention: " in verdict.headline
    assert "Not yet" not in str(verdict)
    assert not verdict.conclusive, "it is not what was asked for"
