"""Sums written out, which tell their grades and formula, and lists that go on behind what they show."""

import pytest
from worded import refusal_of, value

EXP = "DCG(dcg='exp-log2')"


@pytest.mark.parametrize(
    ("measure", "text", "grades", "missed"),
    [
        ("DCG", "DCG = 2/log2(2) + 0/log2(3) + 3/log2(4)", "2 0 3", ""),
        ("DCG@3", "DCG@3 = 2/log2(1+1) + 0/log2(2+1) + 3/log2(3+1) = 2 + 0 + 1.5 = 3.5", "2 0 3", ""),
        ("DCG", "DCG = 2/1 + 1/1.585 + 3/2", "2 1 3", ""),
        ("DCG", "DCG = 2 + 1/1.58 + 3/2 ≈ 4.13", "2 1 3", ""),
        ("DCG", "DCG = 2×1 + 1×0.631 + 3×0.5", "2 1 3", ""),
        ("DCG", "2/log2(2) + 3/log2(4)", "2 0 3", ""),
        ("DCG", "Rank 1: 2/log2(2) = 2\nRank 2: 1/log2(3) = 0.63", "2 1", ""),
        (EXP, "DCG = (2^2-1)/log2(2) + (2^0-1)/log2(3) + (2**3-1)/log2(4)", "2 0 3", ""),
        ("DCG(discount='log2-rank')", "DCG = 2 + 1/1 + 3/1.585 + 1/2", "2 1 3 1", ""),
        ("nDCG", "DCG = 2/log2(2) + 3/log2(4); IDCG = 3/log2(2) + 2/log2(3) + 1/log2(4)", "2 0 3", "1"),
        ("IDCG@3", "IDCG@3 = 3/log2(2) + 2/log2(3) + 2/log2(4)", "3 2 2", ""),
        (EXP, "DCG = 1/log2(2) + 0/log2(3) + 1/log2(4)", "1 0 1", ""),
        ("P@2", "[1, 0, 1, ...]", "1 0", ""),
        ("RR", "N, R, N, …", "0 1", ""),
        ("DCG@2", "Gains: [2, 0, ...]\nRanks: 1 2 ...", "2 0", ""),
        ("AP", "grades: [2, 0, 1]\nposition: 1 2 3", "1 0 1", ""),
        ("RR", "[Tidak, Relevan, ...]", "0 1", ""),
    ],
)
def test_a_sum_and_a_list_that_goes_on_say_their_grades(measure, text, grades, missed):
    assert value(measure, text) == value(measure, grades, missed=missed)


@pytest.mark.parametrize(
    ("measure", "text"),
    [
        (EXP, "DCG = 2/log2(2) + 3/log2(3)"),  # another gain than the one asked for
        ("DCG", "DCG = (2^2-1)/log2(2) + (2^3-1)/log2(3)"),
        ("DCG", "DCG = 2 + 1/1 + 3/1.585"),  # another discount
        ("DCG", "DCG = 2/log(2) + 3/log(3)"),  # of which base, is not said
        ("DCG", "DCG = 2/ln(2) + 3/ln(3)"),
        ("DCG", "DCG = 2/1 + 3/1.4"),
        ("DCG", "DCG = 2/log2(3) + 3/log2(2)"),
        ("DCG", "DCG = 2/log2(2) + (2^3-1)/log2(3)"),
        ("DCG", "DCG = 2/log2(2) - 3/log2(3)"),
        ("DCG", "nDCG = 2/log2(2) + 3/log2(3)"),
        ("DCG", "1/1 + 1/1"),
        ("AP", "AP = 1/1 + 2/3"),
        ("DCG", "IDCG = 3/log2(2) + 2/log2(3)"),  # not the order of the list
        ("nDCG", "DCG = 3/log2(2) + 2/log2(3)"),  # what else is relevant is not said
        ("P", "DCG = 3/log2(2) + 2/log2(4)"),
        ("DCG@5", "DCG@2 = 3/log2(2) + 2/log2(3) + 1/log2(4)"),
        ("AP", "[1, 0, 1, ...]"),
        ("P@5", "[1, 0, 1, ...]"),
        ("nDCG@2", "[1, 2, ...]"),
        ("RR", "[0, 0, ...]"),
        ("P@2", "retrieved = [a, b]; relevant = {a, ...}"),
        ("AP", "grades: [2, 0, 1]\nposition: 1 3 2"),
        ("AP", "grades: [2, 0, 1]\nposition: 1 2 3 4"),
    ],
)
def test_what_the_sum_or_the_list_leaves_open_is_asked_back(measure, text):
    assert refusal_of(measure, text)
