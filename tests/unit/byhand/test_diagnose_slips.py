"""Test the diagnosis of slips: repeated documents, truncated terms, and terms of neighboring ranks."""

from __future__ import annotations

from math import floor, log2
from random import Random

import pytest

from irlearn import AP, Ranking, check, nDCG
from irlearn.measures import DCG, ERR, IDCG, F, P, R


def named(verdict):
    return [one.id for one in verdict.diagnoses]


def dcg(gains):
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, 1))


@pytest.mark.parametrize("missed", [0, 1, 3])
@pytest.mark.parametrize("length", [3, 4, 5])
def test_a_document_that_counts_at_every_rank_is_named(length, missed):
    ranking = Ranking([1] + [0] * (length - 1), [1] * (1 + missed) + [0] * (length - 1))
    relevant = 1 + missed
    ideal = dcg([1] * min(relevant, length))
    again = {
        R: length / relevant,
        P @ length: 1.0,
        AP: length / relevant,
        nDCG @ length: dcg([1] * length) / ideal,
        DCG @ length: dcg([1] * length),
    }
    for measure, value in again.items():
        verdict = check(measure, ranking, f"{value:.4f}")
        assert verdict.correct or f"{measure.name.lower()}-document-twice" in named(verdict), (measure, verdict)


def test_f_of_a_document_that_counts_at_every_rank():
    ranking = Ranking.parse("0 1 0 0 0", relevant=9)
    found = 4  # at ranks 2 to 5
    precision, recall = found / 5, found / 9
    assert "f-document-twice" in named(check(F, ranking, f"{2 * precision * recall / (precision + recall):.4f}"))


@pytest.mark.parametrize("digits", [2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_terms_that_were_cut_before_they_were_added_are_rounded_early_or_the_number_is_right(seed, digits):
    random = Random(f"cut {seed}")
    grades = [random.randint(0, 3) for _ in range(5)] + [3]
    ranking = Ranking(grades)
    for measure, gains in ((DCG, grades), (IDCG, sorted(grades, reverse=True))):
        total = sum(floor(gain / log2(rank + 1) * 10**digits) / 10**digits for rank, gain in enumerate(gains, 1))
        verdict = check(measure, ranking, f"{total:.{digits}f}")
        assert verdict.outcome in {"right", "rounded early"}, (measure, verdict)
    reached, total = 1.0, 0.0
    for rank, grade in enumerate(grades, 1):
        stop = (2**grade - 1) / 8
        total += floor(reached * stop / rank * 10**digits) / 10**digits
        reached *= 1 - stop
    assert check(ERR(max_grade=3), ranking, f"{total:.{digits}f}").outcome in {"right", "rounded early"}


@pytest.mark.parametrize("grades", ["3 2 3 1 0", "1 2 0 3 2", "2 0 2 2 1", "0 1 3 3"])
def test_the_chance_to_go_on_taken_from_the_whole_chance_to_stop(grades):
    ranking = Ranking.parse(grades)
    reached, total = 1.0, 0.0
    for rank, grade in enumerate(ranking.grades, 1):
        stop = reached * (2**grade - 1) / 8
        total += stop / rank
        reached *= 1 - stop
    assert named(check(ERR(max_grade=3), ranking, f"{total:.4f}"))[0] == "err-goes-on-by-whole-chance"


@pytest.mark.parametrize("by", [(0, -1), (1, 1)])
def test_one_precision_of_a_neighboring_rank_is_a_hint(by):
    ranking = Ranking.parse("0 1 0 1 0 0 1 0 1 0", relevant=6)
    terms = [[1, 2], [2, 4], [3, 7], [4, 9]]
    terms[2] = [terms[2][0] + by[0], terms[2][1] + by[1]]
    verdict = check(AP, ranking, f"{sum(above / below for above, below in terms) / 6:.4f}")
    assert verdict.outcome in {"perhaps", "wrong rule"}
    assert verdict.diagnoses or f"{terms[2][0]}/{terms[2][1]}" in str(verdict)
