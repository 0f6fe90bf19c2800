"""What exercises state, read as rankings or values."""

from __future__ import annotations

from fractions import Fraction

import pytest

from irlearn import AP, MAP, MRR, InputError, Ranking, gMAP
from irlearn.derivation import parse_given


def test_a_measure_takes_one_ranking_however_it_is_stated():
    words = "relevant documents are at ranks 1 and 3 of 4, 5 are relevant in all"
    assert parse_given(AP, words) == parse_given(AP, "1 0 1 0", relevant=5) == Ranking.parse("1010", relevant=5)
    assert parse_given(AP, "1 0", relevant=[3], missed="2") == Ranking.parse("1 0", relevant=3, missed="2")


def test_a_mean_takes_rankings_each_with_its_own_judgments():
    assert parse_given(MAP, "1 0 1 | 0 1", relevant=[2, 3], missed="|0") == (
        Ranking.parse("1 0 1", relevant=2),
        Ranking.parse("0 1", relevant=3, missed="0"),
    )
    assert parse_given(MRR, "relevant at 1 of 2; 3 relevant in all|RN") == (
        Ranking.parse("1 0", relevant=3),
        Ranking.parse("1 0"),
    )


@pytest.mark.parametrize(
    "text",
    ["values 1 0.5 1/10", "Values: 1, 1 / 2, 10%", "value 1; .5; .1", "the scores 1, 0.5 and 0.1", "values 1|.5|.1"],
)
def test_a_mean_takes_values_however_they_are_typed(text):
    assert parse_given(gMAP, text) == (1, Fraction(1, 2), Fraction(1, 10))


@pytest.mark.parametrize(
    ("asked", "text", "options", "part"),
    [
        (AP, "1 0 | 1", {}, "AP is worked out on one ranking; 2 rankings make a mean, such as MAP"),
        (AP, "values 1 0.5", {}, "AP is worked out on one ranking; values of several queries make a mean"),
        (AP, "1 0", {"relevant": [1, 2]}, "takes one number of relevant documents; given: 2"),
        (MAP, "1 0", {}, "one ranking is one topic; explain AP instead"),
        (MAP, "1 0 | 1", {"relevant": 3}, "2 rankings take 2 numbers of relevant documents; given: 1"),
        (MAP, "1 0 | 1", {"missed": "1"}, "2 rankings take 2 lists of missed grades; given: 1"),
        (MAP, "1 0 | x", {}, "query 2: the ranking 'x' has 'x' at rank 1"),
        (MAP, "1 0 |", {}, "query 2: the ranking is empty"),
        (MAP, "values", {}, "give the values of two or more, given: 0"),
        (MAP, "values 1 x", {}, "the value of query 2: 'x' is not a number"),
        (MAP, "values 1 2", {}, "the value of query 2 must be from 0 to 1"),
        (MAP, "values 1 0", {"relevant": 2}, "belong to rankings, and values have none"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_sentence(asked, text, options, part):
    with pytest.raises(InputError) as refusal:
        parse_given(asked, text, **options)
    assert part in str(refusal.value)
    assert "\n" not in str(refusal.value)
