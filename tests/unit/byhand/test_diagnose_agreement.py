"""Test the diagnosis of wrong kappa, tau, tau_AP and means against numbers computed here."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st
from scipy import stats
from sklearn.metrics import cohen_kappa_score

from irlearn import P, R, check, nDCG
from irlearn.byhand.catalogue import MISCONCEPTIONS, FleissKappa, Kappa, KendallsTau, KendallsTauAP, PooledKappa, TauA
from irlearn.byhand.checking import check_question
from irlearn.byhand.generate import exercise
from irlearn.byhand.hand_calculation import answer_text
from irlearn.byhand.parse_question import parse_input, parse_quantity
from irlearn.byhand.question import Question
from irlearn.measures import Mean

# 50 documents: both relevant 20, only A 8, only B 3, neither 19
TABLE = [[20, 8], [3, 19]]
FIRST, SECOND = [1] * 28 + [0] * 22, [1] * 20 + [0] * 8 + [1] * 3 + [0] * 19
SEEN, CHANCE, POOLED = Fraction(39, 50), Fraction(28 * 23 + 22 * 27, 2500), Fraction(51**2 + 49**2, 10000)
WIDE = [[20, 5, 2], [3, 10, 4], [1, 2, 30]]
WIDE_LISTS = [
    [place[side] for place in itertools.product(range(3), repeat=2) for _ in range(WIDE[place[0]][place[1]])]
    for side in (0, 1)
]


def kappa(seen, chance):
    return (seen - chance) / (1 - chance)


def alike(chance):
    """What both kinds of kappa make of their chance agreement."""
    return {
        "observed-given": SEEN,
        "chance-even": kappa(SEEN, Fraction(1, 2)),
        "first-alone": kappa(SEEN, Fraction(28**2 + 22**2, 2500)),
        "first-judgment-only": kappa(SEEN, Fraction(28 * 23, 2500)),
        "not-divided": SEEN - chance,
        "over-expected": (SEEN - chance) / chance,
        "jaccard": Fraction(20, 31),
    }


def of_kappa(kind, chance):
    name = kind.name
    found = {f"{name}-{one}": (kind(), TABLE, number) for one, number in alike(chance).items()}
    return found | {
        f"{name}-agreed-counted": (kind("observed"), TABLE, 39),
    }


DEFINITIONS = {
    "kappa-pooled": (Kappa(), TABLE, kappa(SEEN, POOLED)),
    "kappa-pooled-own-margins": (PooledKappa(), TABLE, cohen_kappa_score(FIRST, SECOND)),
    "tau-tau-a-given": (KendallsTau(), "scores 5 4 3 3 1 | 4 5 2 1 1", Fraction(7 - 1, 10)),
    "tau-a-tau-b-given": (TauA(), "scores 5 4 3 3 3 1 | 4 5 2 1 1 0", 10 / math.sqrt(12 * 14)),
    "tau-ap-symmetric": (KendallsTauAP(), "A B C D E | B A D E C", (Fraction(1, 4) + Fraction(5, 24)) / 2),
}
BY_HAND = of_kappa(Kappa, CHANCE) | of_kappa(PooledKappa, POOLED)
# five assessors, four documents
RATED, BY_FOUR, BY_TWELVE = "5 0 | 4 1 | 2 3 | 1 4", Fraction(10 + 6 + 4 + 6, 40), Fraction(12**2 + 8**2, 400)
BY_HAND |= {
    f"kappa-fleiss-{one}": (FleissKappa(), RATED, number)
    for one, number in {
        "observed-given": BY_FOUR,
        "not-divided": BY_FOUR - BY_TWELVE,
        "over-expected": (BY_FOUR - BY_TWELVE) / BY_TWELVE,
        "pairs-with-oneself": kappa(Fraction(25 + 17 + 13 + 17, 100), BY_TWELVE),
    }.items()
}
DEFINITIONS["kappa-fleiss-chance-even"] = (FleissKappa(), RATED, kappa(BY_FOUR, Fraction(1, 2)))
BY_HAND |= {
    "kappa-linear-weights": (Kappa(), WIDE, cohen_kappa_score(*WIDE_LISTS, weights="linear")),
    "kappa-quadratic-weights": (Kappa(), WIDE, cohen_kappa_score(*WIDE_LISTS, weights="quadratic")),
}

# A B C D E F against B A D E C F: A B, C D and C E are turned round, 12 pairs are not
ORDERS = "A B C D E F | B A D E C F"
TIED = "scores 6 5 4 4 2 1 | 4 6 3 2 2 1"  # tied: C D, D E; turned round: A B; 12 in the same order
ABOVE = (0, 2, 3, 2, 5)


def of_top(shares=None, over=5):
    shares = [Fraction(one, rank) for rank, one in enumerate(ABOVE, start=1)] if shares is None else shares
    return 2 * sum(shares) / over - 1


for _kind in (KendallsTau, TauA):
    _of = {
        "distance-given": (ORDERS, 3),
        "share-concordant": (ORDERS, Fraction(12, 15)),
        "pairs-twice": (ORDERS, Fraction(9, 30)),
        "not-divided": (ORDERS, 9),
        "sign-turned": (ORDERS, Fraction(-9, 15)),
        "ties-concordant": (TIED, Fraction(12 + 2 - 1, 15)),
        "gamma": (TIED, Fraction(12 - 1, 13)),
    }
    BY_HAND |= {f"{_kind.name}-{one}": (_kind(), *how) for one, how in _of.items()}
    _of = {
        "concordant-counted": (ORDERS, 12),
    }
    BY_HAND |= {f"{_kind.name}-{one}": (_kind("discordant"), *how) for one, how in _of.items()}

_RANKS = range(1, 6)
BY_HAND |= {
    f"tau-ap-{one}": (KendallsTauAP(), ORDERS, number)
    for one, number in {
        "orders-swapped": of_top([0, 1, Fraction(2, 3), Fraction(3, 4), 1]),
        "kendall-given": Fraction(9, 15),
        "not-scaled": (of_top() + 1) / 2,
        "over-all": of_top(over=6),
        "over-rank": of_top([Fraction(one, rank + 1) for rank, one in zip(_RANKS, ABOVE, strict=True)]),
    }.items()
}

# P@4: 1/2 and 1/4; R@2: 1/2 of 2, 1/4 of 4, nothing of 3, 2/5 of 5; a query without a relevant document
P4, R2 = Mean.over(P @ 4), Mean.over(R @ 2)
FOUR = "1 0 | 0 1 | 0 0 | 1 1", [2, 4, 3, 5]
VALUES = [Fraction(1, 2), Fraction(1, 4), Fraction(0), Fraction(2, 5)]
EMPTY = "1 1 0 1 | 0 0 1 0 | 0 0 0 0 | 0 0 0 0", [4, 2, 0, 1]
LOW = "values 0.4 0.9 0.2 0.5", None
BY_HAND |= {
    "mean-harmonic-mean": (R2, LOW, stats.hmean([0.4, 0.9, 0.2, 0.5])),
    "mean-not-divided": (R2, FOUR, sum(VALUES)),
    "mean-zeros-left-out": (R2, FOUR, sum(VALUES) / 3),
    "mean-nothing-relevant-left-out": (P4, EMPTY, Fraction(1, 3)),
    "mean-nothing-relevant-is-perfect": (P4, EMPTY, Fraction(1, 2)),
    "mean-pooled": (R2, FOUR, Fraction(4, 14)),
    "mean-median": (R2, FOUR, (Fraction(1, 4) + Fraction(2, 5)) / 2),
}


def question(asked, about):
    if isinstance(asked, Mean):
        return Question(asked, parse_input(asked, about[0], relevant=about[1]))
    return Question(asked, asked.read(about))


def answer(number):
    return str(number) if isinstance(number, int | Fraction) else f"{number:.6f}"


@pytest.mark.parametrize("identity", BY_HAND)
def test_diagnosis_recognizes_the_number_of_each_misconception(identity):
    asked, about, number = BY_HAND[identity]
    verdict = check_question(question(asked, about), answer(number))
    assert not verdict.correct
    assert identity in [one.id for one in verdict.diagnoses]


@pytest.mark.parametrize("identity", DEFINITIONS)
def test_diagnosis_names_another_definition_without_calling_it_wrong(identity):
    asked, about, number = DEFINITIONS[identity]
    verdict = check_question(question(asked, about), answer(number))
    assert verdict.outcome == "other definition"
    assert [one.id for one in verdict.diagnoses][:1] == [identity]


def test_all_misconceptions_about_agreement_are_tested():
    about = {"mean", "tau", "tau-a", "tau-ap", "kappa", "kappa-pooled", "kappa-fleiss"}
    assert {one.id for one in MISCONCEPTIONS.values() if one.measure in about} == {*BY_HAND, *DEFINITIONS}


@pytest.mark.parametrize(
    ("asked", "about", "right"),
    [
        ("kappa", "20 8 | 3 19", cohen_kappa_score(FIRST, SECOND)),
        ("expected(kappa)", "20 8 | 3 19", "619/1250"),
        ("tau", ORDERS, "3/5"),
        ("tau_ap", ORDERS, of_top()),
        ("mean P@2", "1 0 | 1 1", "3/4"),
        ("MAP", "1 0 1", "5/6"),
        ("mean nDCG@10", "1 0 | 0 1", (1 + 1 / math.log2(3)) / 2),
        ("MRR", "ranks 1, 4, None", "5/12"),
        ("mean hit rate@3", "first hits at ranks 1, 4, None, 2", "1/2"),
    ],
)
def test_right_number_is_accepted(asked, about, right):
    one = parse_quantity(asked)
    assert check(one, parse_input(one, about), right if isinstance(right, str) else answer(right)).correct


COUNTS = st.lists(st.lists(st.integers(0, 30), min_size=3, max_size=3), min_size=3, max_size=3)


@settings(max_examples=4, deadline=None)
@given(COUNTS, st.permutations("ABCDE"), st.lists(st.integers(0, 4), min_size=5, max_size=5))
def test_wrong_derivations_are_correct_equations_with_finite_values(table, order, scores):
    asked = [(kind(one), table) for kind in (Kappa, PooledKappa) for one in kind.statistics if sum(map(sum, table))]
    for kind in (KendallsTau, TauA, KendallsTauAP):
        asked += [(kind(one), [["A", "B", "C", "D", "E"], order]) for one in kind.statistics]
        asked += [(kind(one), [scores, [3, 2, 2, 1, 0]]) for one in kind.statistics if len(set(scores)) > 1]
    for one, about in asked:
        if one.statistic == "kappa" and len([row for row in table if any(row)]) < 2:
            continue
        for mistake in question(one, about).wrong_answers:
            assert math.isfinite(mistake.value)
            assert all(line.is_correct for line in mistake.working().equations), mistake.id
            assert "{" not in mistake.message


def test_diagnosis_names_an_ignored_cutoff_in_any_mean():
    for measure, text in ((P @ 2, "1 0 1 1 | 0 1 1 0"), (nDCG @ 2, "3 0 2 1 | 0 1 2 0"), (R @ 2, "1 0 1 1 | 0 1 1 0")):
        mean = Mean.over(measure)
        whole = Mean.over(type(measure)())
        given_ = parse_input(mean, text)
        right = whole.of([whole.measure.of(one) for one in given_])
        ids = [one.id for one in check_question(Question(mean, given_), f"{right:.5f}").diagnoses]
        assert any(one.endswith("cutoff-ignored") for one in ids), (measure, ids)


@pytest.mark.parametrize("topic", ["kappa", "tau", "tau-ap"])
def test_diagnosis_of_exercise_mistakes_names_the_misconception_mostly_first(topic):
    differ = found = first = 0
    for seed, level in itertools.product(range(1, 4), (1, 2, 3)):
        made = exercise(topic, seed, level=level)
        assert made.accepts(made.answer)
        number = made.numbers[0]
        for one in number.mistakes:
            differ += 1
            ids = number.feedback_on(answer_text(one.value, number.places))
            found += one.id in ids
            first += ids[:1] == (one.id,)
    assert found == differ > 40
    assert first >= 0.95 * differ
