"""Test weighted kappa and Spearman's ρ against scikit-learn, SciPy and plain formulas."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st
from scipy import stats
from sklearn.metrics import cohen_kappa_score

from irlearn import InputError, check, explain, widgets
from irlearn.byhand.catalogue import LinearKappa, QuadraticKappa, Spearman
from irlearn.byhand.generate import exercise
from irlearn.byhand.hand_calculation import answer_text
from irlearn.byhand.hand_quantity import AGREEMENT
from irlearn.byhand.parse_question import kinds_of, parse_quantity
from irlearn.byhand.question import Question

WEIGHTED = {"linear": LinearKappa(), "quadratic": QuadraticKappa()}
TABLE = "20 5 2 | 3 10 4 | 1 2 30"
MARKDOWN = "|  | B1 | B2 | B3 |\n|--|--|--|--|\n| A1 | 20 | 5 | 2 |\n| A2 | 3 | 10 | 4 |\n| A3 | 1 | 2 | 30 |"
TIED = "scores 6 5 4 4 2 1 | 4 6 3 3 2 0"


def by_formula(table, power: int) -> float:
    """1 less the weighted counts over those of the margins, as scikit-learn defines it."""
    table = np.array(table, dtype=float)
    k = len(table)
    weights = np.abs(np.subtract.outer(range(k), range(k))) ** power
    chance = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    return 1 - float((weights * table).sum() / (weights * chance).sum())


def judgments(table) -> tuple[list[int], list[int]]:
    cells = [(i, j) for i, row in enumerate(table) for j, count in enumerate(row) for _ in range(count)]
    return [i for i, _ in cells], [j for _, j in cells]


TABLES = st.integers(2, 5).flatmap(
    lambda k: st.lists(st.lists(st.integers(0, 9), min_size=k, max_size=k), min_size=k, max_size=k)
)


@settings(max_examples=60, deadline=None)
@given(TABLES, st.sampled_from(["linear", "quadratic"]))
def test_weighted_kappa_of_any_table(table, weights):
    first, second = judgments(table)
    assume(first)
    assume(len({*first, *second}) > 1)
    found = explain(WEIGHTED[weights], "counts without sums " + " | ".join(" ".join(map(str, row)) for row in table))
    again = explain(WEIGHTED[weights], found.measure.input_text(found.data))
    assume(len(found.data) - 1 == len(table))  # else its last row and column were sums
    assert found.value == again.value == pytest.approx(by_formula(table, WEIGHTED[weights].power))
    with_all = cohen_kappa_score(first, second, weights=weights, labels=[*range(len(table))])
    assert found.value == pytest.approx(with_all)
    assert isinstance(found.fraction, Fraction)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=3, max_size=12))
def test_weighted_kappa_of_lists_counts_grades_that_nobody_gave(pairs):
    first, second = zip(*pairs, strict=True)
    assume(len({*first, *second}) > 1)
    for weights, asked in WEIGHTED.items():
        found = explain(asked, f"lists {' '.join(map(str, first))} | {' '.join(map(str, second))}")
        right = cohen_kappa_score(first, second, weights=weights, labels=[*range(5)])
        assert found.value == pytest.approx(right)
        used = sorted({*first, *second})
        gap = len(used) > 2 and used != [*range(used[0], used[-1] + 1)]
        assert gap is any("how far apart they are" in note for note in found.notes) or len(used) == 2


@settings(max_examples=80, deadline=None)
@given(st.integers(2, 12).flatmap(lambda n: st.tuples(*[st.lists(st.integers(0, 6), min_size=n, max_size=n)] * 2)))
def test_rho_with_and_without_ties(both):
    first, second = both
    assume(len({*first}) > 1)
    assume(len({*second}) > 1)
    found = explain(Spearman(), f"scores {' '.join(map(str, first))} | {' '.join(map(str, second))}")
    assert found.value == pytest.approx(float(stats.spearmanr(first, second).statistic))
    assert all(line.is_correct for line in found.equations)
    assert explain(Spearman(), found.measure.input_text(found.data)).value == found.value


@given(st.permutations("ABCDEF"))
def test_rho_of_two_orders_is_a_fraction(order):
    places = [order.index(name) for name in "ABCDEF"]
    found = explain("spearman", f"A B C D E F | {' '.join(order)}")
    assert found.fraction == 1 - Fraction(6 * sum((i - j) ** 2 for i, j in enumerate(places)), 6 * 35)


@pytest.mark.parametrize(
    ("asked", "text", "value"),
    [
        ("kappa-quadratic", TABLE.replace(" | ", "\n"), Fraction(3547, 4548)),
        ("qwk", "[[20, 5, 2], [3, 10, 4], [1, 2, 30]]", Fraction(3547, 4548)),
        ("qwk", "20 5 2 27 | 3 10 4 17 | 1 2 30 33 | 24 17 36 77", Fraction(3547, 4548)),
        ("qwk", MARKDOWN, Fraction(3547, 4548)),
        ("linear weighted kappa", "20, 5, 2; 3, 10, 4; 1, 2, 30", Fraction(1007, 1392)),
        ("Quadratic weighted kappa", "y_true = [0, 1, 2, 2], y_pred = [0, 2, 2, 1]", Fraction(7, 11)),
        ("qwk", "lists 7 8 6 9 | 7 7 6 9", Fraction(9, 10)),
        ("kappa linear", "300 20 | 10 70", Fraction(52, 67)),
        ("Spearman's rho", "A B C D | B A C D", Fraction(4, 5)),
        ("spearmanr", "x = [1, 2, 3, 4, 5], y = [5, 6, 7, 8, 7]", 8 / math.sqrt(95)),
        ("Spearman", "ranks 1 2 3 | 1.5 1.5 3", 1.5 / math.sqrt(3)),
        ("rho", "A > B = C > D vs B > A > C > D", 3 / math.sqrt(22.5)),
        ("spearman", "106 86 100 101 99 103 97 113 112 110 | 7 2 27 50 28 29 20 12 6 17", Fraction(-29, 165)),
    ],
)
def test_what_a_stranger_types_is_read(asked, text, value):
    assert explain(asked, text).value == pytest.approx(float(value))


@pytest.mark.parametrize(
    ("asked", "text", "said"),
    [
        ("weighted kappa", TABLE, "'weighted kappa' may be kappa-linear or kappa-quadratic; ask for one of them"),
        ("cohen_kappa_score(weights='quadratic')", TABLE, " kappa or kappa-quadratic?"),
        ("qwk", "good bad fair good | good fair fair bad", "write numbers for bad, fair and good"),
        ("qwk", "P(A) = 0.9, P(E) = 0.5", "or two lists of judgments, 'lists 1 3 2 | 1 2 2'"),
        ("qwk", "7 8 6 | 7 7 6", "or two lists of judgments, 'lists 1 3 2 | 1 2 2'"),
        ("qwk", "5 0 | 0 0", "kappa divides by 0 where both assessors give every document the same one judgment"),
        ("qwk", "lists 1 2 3 | 4 5", "3 judgments of A and 2 of B"),
        ("spearman", "1 1 1 | 1 2 3", "in x"),
        ("spearman", "0.1 0.2 0.3 | 0.1 0.2", "given: 3 and 2 scores"),
        ("spearman", "3 1 2 4 | 2 4 1 3", "may be scores, ranks or orders"),
        ("spearman", "", "takes two orders of the same items"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_a_sentence(asked, text, said):
    with pytest.raises(InputError, match=r"^[^\n]*$") as refused:
        explain(asked, text)
    assert said in str(refused.value)


def test_more_things_than_letters_are_ordered_and_too_many_are_refused():
    scores = [*range(30)]
    for asked in ("spearman", "tau"):
        assert explain(asked, [scores, scores]).value == 1
        with pytest.raises(InputError, match="of 2 to 30 items; given: 31"):
            explain(asked, [[*scores, 30]] * 2)


def test_a_number_is_checked_by_the_name_of_its_kind_in_a_notebook():
    for asked, text, right, wrong in (
        ("qwk", TABLE, "0.780", "0.723"),
        ("Spearman's rho", TIED, "16/17", "0.943"),
    ):
        sheet = widgets.HandCheck(asked, text)
        assert sheet.check(right).correct
        assert sheet.check(wrong).outcome == "wrong rule"


SEEN = {1: Fraction(20, 77), 2: Fraction(26, 77)}
CHANCE = {1: Fraction(5568, 5929), 2: Fraction(9096, 5929)}
RANKS = [1, 2, 3.5, 3.5, 5, 6], [2, 1, 3.5, 3.5, 5, 6]
SCORES = [6, 5, 4, 4, 2, 1], [4, 6, 3, 3, 2, 0]
SHORT = Fraction(6 * 2, 6 * 35)
BY_HAND = {
    **{
        f"{asked.name}-{rule}": (asked, TABLE, number)
        for asked, most in ((LinearKappa(), 2), (QuadraticKappa(), 4))
        for rule, number in {
            "unweighted": Fraction(2495, 3804),
            "weights-turned": 1 - (most - SEEN[asked.power]) / (most - CHANCE[asked.power]),
            "counts-for-shares": 1 - SEEN[asked.power] / (77 * CHANCE[asked.power]),
            "chance-left-out": 1 - SEEN[asked.power] / most,
        }.items()
    },
    "kappa-linear-quadratic-weights": (LinearKappa(), TABLE, Fraction(3547, 4548)),
    "kappa-quadratic-linear-weights": (QuadraticKappa(), TABLE, Fraction(1007, 1392)),
    "spearman-shortcut-with-ties": (Spearman(), TIED, 1 - SHORT),
    "spearman-scores-correlated": (Spearman(), TIED, np.corrcoef(*SCORES)[0, 1]),
    "spearman-ties-in-turn": (Spearman(), "scores 6 5 4 4 2 1 | 4 6 3 2 2 0", 1 - SHORT),
    "spearman-ties-at-best": (Spearman(), TIED, np.corrcoef([1, 2, 3, 3, 5, 6], [2, 1, 3, 3, 5, 6])[0, 1]),
    "spearman-kendall-given": (Spearman(), TIED, stats.kendalltau(*SCORES).statistic),
    "spearman-sign-turned": (Spearman(), TIED, -stats.spearmanr(*SCORES).statistic),
    "spearman-share-given": (Spearman(), TIED, SHORT),
}


@pytest.mark.parametrize("identity", BY_HAND)
def test_a_wrong_number_that_people_get_is_traced(identity):
    asked, text, number = BY_HAND[identity]
    verdict = check(asked, text, f"{float(number):.7f}")
    assert not verdict.correct
    assert identity in [one.id for one in verdict.diagnoses]


def test_every_wrong_rule_of_theirs_is_above():
    names = (LinearKappa.name, QuadraticKappa.name, Spearman.name)
    known = {
        one.id
        for name in names
        for one in Question(parse_quantity(name), kinds_of(AGREEMENT)[name].example).wrong_answers
    }
    assert known <= {*BY_HAND}
    assert len(known) >= 4 * len(names)


@pytest.mark.parametrize("topic", ["kappa-weighted", "spearman"])
def test_an_exercise_names_the_rule_behind_a_wrong_number(topic):
    differ = 0
    for level in (1, 2, 3):
        made = exercise(topic, 1, level=level)
        assert made.accepts(made.answer)
        for number in made.numbers:
            for one in number.mistakes:
                differ += 1
                assert one.id in number.feedback_on(answer_text(one.value, number.places))
    assert differ >= 9
