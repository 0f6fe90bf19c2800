"""Test the diagnosis of wrong numbers about the best of many systems, computed here with SciPy."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, strategies as st
from scipy import integrate, stats

from irlearn import check
from irlearn.byhand import TOPICS
from irlearn.byhand.catalogue import MISCONCEPTIONS, AllInside, BestOrigin, ExpectedMaximum, LuckThresholds, OneInside
from irlearn.byhand.checking import check_question
from irlearn.byhand.generate import exercise
from irlearn.byhand.hand_calculation import answer_text
from irlearn.byhand.parse_question import kinds_of
from irlearn.byhand.question import Question, misconceptions_about
from irlearn.byhand.verdict import ROUNDED

N, MEAN, BEST_VALUE, SE, SD, TOPICS_OF_SD, M, RHO = 31, 0.2, 0.4033, 0.0208, 0.0806, 50, 2.0565, 0.61
PLAIN = f"systems {N}, mean {MEAN}, se {SE}"
OVER = f"systems {N}, mean {MEAN}, sd {SD} over {TOPICS_OF_SD} topics"
VALUE = f"best {BEST_VALUE} of {N}, se {SE}"
VALUE_OVER = f"best {BEST_VALUE} of {N}, sd {SD} over {TOPICS_OF_SD} topics"
TOGETHER = f"{PLAIN}, m {M}, correlation {RHO}"
ppf, cdf = stats.norm.ppf, stats.norm.cdf
ROOT = SD / math.sqrt(TOPICS_OF_SD)


def root(share: float, n: int = N) -> float:
    """z: the quantile of the maximum."""
    return ppf(share ** (1 / n))


def expected(error: float = SE, m: float = M) -> float:
    return MEAN + error * m


def origin(z: float = root(0.8), error: float = SE, times: int = 1) -> float:
    return BEST_VALUE - times * z * error


def upper(z: float = root(0.95), error: float = SE) -> float:
    return MEAN + z * error


def highest(n: int) -> float:
    """m_N by integration."""
    return integrate.quad(lambda x: x * n * stats.norm.pdf(x) * cdf(x) ** (n - 1), -10, 10, points=(0, 2, 4))[0]


EACH = 2 * 0.8 ** (1 / N) - 1
WIDE = 2 * cdf(1.96) - 1
E, O, T = ExpectedMaximum(), BestOrigin(), LuckThresholds()  # noqa: E741
WITH_M, OVER_M = f"{PLAIN}, m {M}", f"{OVER}, m {M}"
ALL, ONE = f"{N} systems", f"{N} systems, probability 0.2"
BY_HAND = {
    "expected-maximum-sd-for-error": (E, OVER_M, expected(SD)),
    "expected-maximum-error-over-root-n": (E, WITH_M, expected(SE / math.sqrt(N))),
    "expected-maximum-n-forgotten": (E, WITH_M, MEAN + SE),
    "expected-maximum-interval-of-one": (E, WITH_M, expected(m=1.96)),
    "expected-maximum-one-in-n": (E, WITH_M, expected(m=ppf(1 - 1 / N))),
    "expected-maximum-correlation-left-out": (E, TOGETHER, expected()),
    "origin-sd-for-error": (O, VALUE_OVER, origin(error=SD)),
    "origin-error-over-root-n": (O, VALUE, origin(error=SE / math.sqrt(N))),
    "origin-quantile-of-one": (O, VALUE, origin(ppf(0.8))),
    "origin-share-over-n": (O, VALUE, origin(ppf(0.8 / N))),
    "origin-two-sided": (O, VALUE, origin(root(0.9))),
    "origin-interval-of-one": (O, VALUE, origin(1.96)),
    "origin-end-given": (O, VALUE, origin(times=2)),
    "origin-mean-given": (BestOrigin("end"), VALUE, origin()),
    "thresholds-sd-for-error": (T, OVER, upper(error=SD)),
    "thresholds-error-over-root-n": (T, PLAIN, upper(error=SE / math.sqrt(N))),
    "thresholds-quantile-of-one": (T, PLAIN, upper(ppf(0.95))),
    "thresholds-interval-of-one": (LuckThresholds("lower"), PLAIN, MEAN - SE * ppf(0.975)),
    "thresholds-other-threshold": (LuckThresholds("lower"), PLAIN, upper()),
    "thresholds-two-sided": (T, PLAIN, upper(root(0.975))),
    "thresholds-share-over-n": (T, PLAIN, upper(ppf(0.95 / N))),
    "all-inside-one-given": (AllInside(), ALL, EACH),
    "all-inside-one-sided": (AllInside(), f"{ALL}, z 1.96", cdf(1.96) ** N),
    "all-inside-both-taken-off": (AllInside(), ALL, 0.6),
    "all-inside-complement": (AllInside(), ALL, 1 - EACH**N),
    "one-inside-all-given": (OneInside(), ONE, EACH**N),
    "one-inside-one-sided": (OneInside(), f"{ALL}, z 1.96", cdf(1.96)),
    "one-inside-count-given": (OneInside(), "9 systems, z 1.96", 9 * WIDE),
    "one-inside-complement": (OneInside(), ONE, 1 - EACH),
    "one-inside-share-of-all": (OneInside(), ONE, 0.8),
    "one-inside-n-forgotten": (OneInside(), ONE, 0.6),
}


@pytest.mark.parametrize("identity", BY_HAND)
def test_the_number_of_a_wrong_rule_is_recognised(identity):
    asked, stated, wrong = BY_HAND[identity]
    verdict = check(asked, stated, f"{wrong:.6f}")
    assert not verdict.correct
    assert identity in [one.id for one in verdict.diagnoses]
    found = next(one for one in verdict.diagnoses if one.id == identity)
    assert float(found.value) == pytest.approx(wrong, rel=1e-9)
    assert all(line.is_correct for line in found.equations)
    assert "{" not in found.message


def test_each_wrong_rule_about_the_best_of_many_is_above():
    assert {one.id for one in MISCONCEPTIONS.values() if one.measure in kinds_of("best")} == set(BY_HAND)


@pytest.mark.parametrize(
    ("asked", "stated", "right"),
    [
        (E, WITH_M, expected()),
        (E, OVER_M, expected(ROOT)),
        (E, TOGETHER, expected(SE * math.sqrt(1 - RHO))),
        (O, VALUE, origin()),
        (BestOrigin("end"), VALUE_OVER, origin(error=ROOT, times=2)),
        (T, PLAIN, upper()),
        (LuckThresholds("lower"), OVER, MEAN - root(0.95) * ROOT),
        (AllInside(), ALL, EACH**N),
        (AllInside(), f"{ALL}, z 1.96", WIDE**N),
        (OneInside(), ONE, EACH),
        (OneInside(), f"{ALL}, z 1.96", WIDE),
    ],
)
def test_the_right_number_is_right(asked, stated, right):
    verdict = check(asked, stated, f"{right:.6f}")
    assert verdict.correct
    assert asked.label in verdict.advice
    assert not check(asked, stated, f"{right + 0.01:.6f}").correct


@pytest.mark.parametrize(
    ("asked", "stated", "rounded"),
    [
        (O, VALUE, BEST_VALUE - round(root(0.8), 1) * SE),
        (T, OVER, MEAN + root(0.95) * round(ROOT, 2)),
        (AllInside(), ALL, round(EACH, 3) ** N),
    ],
)
def test_what_was_rounded_on_the_way_is_told_from_a_wrong_rule(asked, stated, rounded):
    assert check(asked, stated, f"{rounded:.4f}").outcome == ROUNDED


@given(
    st.sampled_from([kind(one) for kind in kinds_of("best").values() for one in kind.statistics]),
    st.integers(1, 10**6),
    st.integers(1, 99),
    st.booleans(),
)
def test_whatever_the_numbers_each_wrong_line_holds_and_is_finite(asked, n, percent, over):
    stated = f"N {n}" + (
        f", {'best' if 'best' in asked.required_numbers else 'mean'} .3" if "error" in asked.required_numbers else ""
    )
    if "error" in asked.required_numbers:
        stated += ", sd .08 over 50 topics" if over else ", se .0114"
    if "chance" in asked.optional_numbers or "level" in asked.optional_numbers:
        stated += f", {'level' if 'level' in asked.optional_numbers else 'probability'} {percent}%"
    question = Question(asked, asked.read(stated))
    for one in question.wrong_answers:
        assert math.isfinite(one.value)
        assert all(line.is_correct for line in one.working().equations), one.id
        assert "{" not in one.message
    assert str(check_question(question, "0.123456"))


@pytest.mark.all
def test_the_rule_behind_a_wrong_number_of_the_new_exercises_is_always_named_and_first_nearly_always(much):
    """Hundreds of exercises with a wrong rule, in a sweep thousands; measure_diagnosis.py has all topics."""
    differ = found = first = 0
    for seed in range(1, 1 + much(15)):
        for topic in [one.name for one in TOPICS.values() if one.lesson == "12"]:
            for level in (1, 2, 3):
                made = exercise(topic, seed, level=level)
                assert made.accepts(made.answer)
                for one in made.mistakes:
                    differ += 1
                    ids = made.feedback_on(answer_text(one.value, made.places))
                    found += one.id in ids
                    first += ids[:1] == (one.id,)
    assert differ > much(1000)
    assert found == differ
    assert first >= 0.95 * differ


def test_the_seeds_of_a_topic_ask_in_really_different_ways():
    for topic, fewest in {
        "expected-maximum": 3,
        "origin": 4,
        "thresholds": 4,
        "all-inside": 2,
        "one-inside": 2,
    }.items():
        ways = set()
        for seed in range(1, 21):
            made = exercise(topic, seed)
            ways.add((made.quantity.statistic, tuple(made.quantity.make_case(made.data).given_numbers)))
        assert len(ways) >= fewest, topic


@pytest.mark.parametrize("kind", kinds_of("best").values())
def test_family_and_single_system_are_told_apart_by_name(kind):
    assert len(misconceptions_about(kind())) >= 4
