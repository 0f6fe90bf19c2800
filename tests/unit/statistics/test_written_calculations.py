"""Test that the digits of a written calculation give the result shown."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, strategies as st

from irlearn import InputError, check, statistics
from irlearn.byhand.paired_tests import PairedT
from irlearn.byhand.question import Question

WORKED = {
    "paired t": statistics.paired_t,
    "Welch": statistics.unpaired_t,
    "pooled": lambda a, b: statistics.unpaired_t(a, b, pooled=True),
    "signed ranks": lambda a, b: statistics.wilcoxon_signed_rank(a, b, method="approx"),
    "signed ranks, 0.5": lambda a, b: statistics.wilcoxon_signed_rank(a, b, method="approx", continuity=True),
    "rank sums": lambda a, b: statistics.wilcoxon_rank_sum(a, b, method="approx"),
    "rank sums, 0.5": lambda a, b: statistics.wilcoxon_rank_sum(a, b, method="approx", continuity=True),
    "t interval": statistics.t_interval,
    "permutations": statistics.permutation_test,
    "d_z": statistics.cohens_dz,
    "d": statistics.cohens_d,
    "g": statistics.hedges_g,
}

GRID = st.integers(0, 100).map(lambda hundredths: hundredths / 100)
FLOATS = st.floats(0, 1).map(lambda score: round(score, 15))
SAMPLES = st.sampled_from([GRID, FLOATS]).flatmap(
    lambda scores: st.lists(st.tuples(scores, scores), min_size=2, max_size=14)
)


def calculated(written: str) -> float | None:
    """Calculate a formula from the digits that it shows; return None for words and symbols."""
    formula = re.sub(r"√(\d+)", r"√(\1)", written.replace("·", "*"))
    if not re.fullmatch(r"[-+*/() .\d√e]+", formula):
        return None
    return float(eval(formula.replace("√", "sqrt"), {"sqrt": math.sqrt}))


def rounds_to(number, result):
    """Return whether a number rounds to the shown result; a half may be rounded up or down."""
    shown = Decimal(result)
    unit = 10.0 ** shown.as_tuple().exponent if shown else 1e-5
    return abs(number - float(shown)) <= unit / 2 + 1e-11 * abs(number)


def wrong_calculations(lines):
    """Return the calculations that do not give the shown result."""
    wrong = []
    for line in lines:
        name, *parts = line.split(", 95% interval")[0].split(" = ")
        for written, result in pairwise(parts):
            number = calculated(written)
            if number is not None and name != "p" and not rounds_to(number, parts[-1]):
                wrong.append((name, written, result, number))
    return wrong


@pytest.mark.parametrize("name", WORKED)
@given(pairs=SAMPLES)
def test_written_calculation_gives_the_shown_result(name, pairs):
    a, b = (list(side) for side in zip(*pairs, strict=True))
    try:
        lines = WORKED[name](a, b).lines
    except InputError:
        return
    assert not wrong_calculations(lines), lines


@given(pairs=SAMPLES)
def test_written_calculation_of_a_wrong_t_gives_the_shown_result(pairs):
    scores = tuple(zip(*pairs, strict=True))
    try:
        question = Question(PairedT("t"), PairedT("t").read(scores))
    except InputError:
        return
    for answer in question.iter_wrong_answers():
        lines = answer.working().lines
        assert not wrong_calculations(lines), (answer.id, lines)


ALTERNATIVES = ("two-sided", "greater", "less")
RESULTS = {
    **{f"{name}, {side}": partial(test, alternative=side) for side in ALTERNATIVES for name, test in {
        "sign": statistics.sign_test,
        "t": statistics.paired_t,
        "Welch": statistics.unpaired_t,
        "pooled": partial(statistics.unpaired_t, pooled=True),
        "signed ranks": partial(statistics.wilcoxon_signed_rank, zeros="pratt"),
        "signed ranks, 0.5": partial(statistics.wilcoxon_signed_rank, method="approx", continuity=True),
        "rank sums": statistics.wilcoxon_rank_sum,
        "rank sums, 0.5": partial(statistics.wilcoxon_rank_sum, method="approx", continuity=True),
        "permutations": statistics.permutation_test,
        "random swaps": partial(statistics.permutation_test, method="sampled", permutations=99, rng=1),
        "normal swaps": partial(statistics.permutation_test, method="approx"),
    }.items()},
    **{name: WORKED[name] for name in ("t interval", "d_z", "d", "g")},
    "r": statistics.rank_biserial,
    "delta": statistics.cliffs_delta,
    "A12": statistics.vargha_delaney,
    "tau a": partial(statistics.kendall_tau, variant="a"),
    "tau b": statistics.kendall_tau,
    "tau AP": statistics.tau_ap,
}  # fmt: skip


@pytest.mark.grid
@pytest.mark.parametrize("name", RESULTS)
@given(pairs=st.one_of(SAMPLES, SAMPLES.map(lambda few: [*few, *((b, a) for a, b in few)] * 3)))
def test_written_lines_have_equal_sides(name, pairs):
    a, b = (list(side) for side in zip(*pairs, strict=True))
    try:
        lines = RESULTS[name](a, b).equations
    except InputError:
        return
    assert [str(line) for line in lines if not line.is_correct] == []


@pytest.mark.parametrize("probability", ["1/2", "1/3"])
@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_written_lines_of_binomial_test_and_topics_needed_have_equal_sides(probability, alternative):
    for trials in (1, 5, 12, 40):
        for successes in range(trials + 1):
            result = statistics.binomial_test(successes, trials, probability, alternative=alternative)
            assert all(line.is_correct for line in result.equations), result.lines
    assert all(line.is_correct for line in statistics.topics_needed(0.03, 0.1).equations)


def test_written_operands_have_no_more_digits_than_needed():
    """The first assertion checks the helper: -0.0111 / (0.0462 / √9) is -0.7208, not -0.7212."""
    assert wrong_calculations(["t = -0.0111 / (0.0462 / √9) = -0.7212"])
    lines = statistics.paired_t([0.3, 0.5, 0.9], [0.1, 0.4, 0.2]).lines
    assert lines == (
        "mean = (0.2 + 0.1 + 0.7) / 3 = 0.3333",
        "s = √(0.2067 / (3 - 1)) = 0.3215",
        "t = 0.3333 / (0.3215 / √3) = 1.796",
        "p = 2 · P(T at least |t|) with 2 degrees of freedom = 0.2143",
    )


def test_written_operands_have_more_than_four_digits_if_needed():
    a = [0.28, 0.30, 0.38, 0.29, 0.23, 0.30, 0.21, 0.30, 0.34]
    b = [0.35, 0.20, 0.40, 0.33, 0.24, 0.18, 0.24, 0.18, 0.18]
    assert wrong_calculations(["t = 0.0367 / (0.0867 / √9) = 1.268"])
    assert statistics.paired_t(a, b).lines[2] == "t = 0.03667 / (0.08675 / √9) = 1.268"
    line = "  t = 0.03667 / 0.08675 = 0.4227"
    assert line in str(check(PairedT("t"), (a, b), "0.4227")).splitlines()


def test_result_table_writes_scores_with_equally_many_decimals():
    for test in (statistics.sign_test, statistics.paired_t, statistics.permutation_test):
        assert {row[1] for row in test([0.3, 0.25, 1], [0.1, 0.3, 0.5]).table()[1]} == {"0.30", "0.25", "1.00"}
    assert [row[3] for row in statistics.paired_t([0.3, 0.25], [0.1, 0.25]).table()[1]] == ["0.20", "0.00"]
    assert [row[1] for row in statistics.wilcoxon_rank_sum([0.3, 2], [0.25]).table()[1]] == ["0.30", "2.00", "0.25"]
    assert [row[1] for row in statistics.t_interval([0.3, 0.25]).table()[1]] == ["0.30", "0.25"]
    assert [row[1] for row in statistics.sign_test([1e-9, 0.5], [0, 0.25]).table()[1]] == ["1e-09", "0.5"]
    assert [row[1] for row in statistics.sign_test([3, 4], [2, 5]).table()[1]] == ["3", "4"]


@pytest.mark.parametrize("zeros", ["wilcox", "pratt"])
def test_difference_of_zero_has_no_rank_in_table_and_line(zeros):
    result = statistics.wilcoxon_signed_rank([0.5, 0.3, 0.9], [0.4, 0.3, 0.2], zeros=zeros)
    header, rows = result.table()
    assert header[-2:] == ["rank", "signed rank"]
    assert rows[1][-2:] == ["–", "–"]
    assert all(cell not in ("0", "–") for row in (rows[0], rows[2]) for cell in row[-2:])
    assert re.search("<td[^>]*>–</td><td[^>]*>–</td></tr>", result._repr_html_())
    assert np.isnan(result.to_frame()["rank"][1])
    assert result.ranks[1] == 0
