"""Test the diagnosis of wrong numbers about adjudication and Tukey's threshold, computed here."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy import stats

from irlearn import check
from irlearn.byhand import TOPICS
from irlearn.byhand.catalogue import MISCONCEPTIONS, BanditPosterior, HedgeWeight, NextJudgment, Tukey, UnblockedTukey
from irlearn.byhand.checking import check_question
from irlearn.byhand.generate import exercise
from irlearn.byhand.hand_calculation import answer_text
from irlearn.byhand.question import Question, misconceptions_about
from irlearn.byhand.verdict import ROUNDED

ASKED = (NextJudgment, HedgeWeight, BanditPosterior, Tukey, UnblockedTukey)

# move to front: A gives 1; B 3 and 5; C 7; A 4 and 2; B 9, and 4 is judged; C 6 and 10; A 8
FRONT = "A: d1 d4 d2 d6 d8 | B: d3 d1 d5 d9 d4 | C: d7 d3 d6 d10 d2 | relevant d3 d4 d6 d9"
RELEVANT = (3, 4, 6, 9)
ORDER = (1, 3, 5, 7, 4, 2, 9, 6, 10, 8)
ORDERS = {
    "goes-on": (1, 4, 2, 6, 8, 3, 5, 9, 7, 10),
    "round-robin": (1, 3, 7, 4, 5, 6, 2, 9, 10, 8),
    "judged-again": (1, 3, 1, 7, 4, 2, 5, 3, 6, 10, 6, 8, 9, 4, 2),
    "lowered-for-known": (1, 3, 7, 4, 2, 5, 6, 10, 8, 9),
    "left-after-relevant": (1, 3, 7, 5, 6, 4, 9, 10, 2, 8),
}
"""The orders of wrong rules, each written down with the runs on paper."""


def mean_turn(order):
    return sum(order.index(one) + 1 for one in RELEVANT) / len(RELEVANT)


MEAN, TURN, DOCUMENT, FOUND, PRIORITY = (NextJudgment(one) for one in ("mean", "turn", "document", "found", "priority"))
OF_D9, SIXTH, FOURTH_OF_B = f"{FRONT} | document d9", f"{FRONT} | after 6", f"{FRONT} | run B | after 4"
BY_HAND = {f"next-judgment-{name}": (MEAN, FRONT, mean_turn(order)) for name, order in ORDERS.items()}
BY_HAND["next-judgment-counted-from-0"] = (MEAN, FRONT, 4.5)
BY_HAND["next-judgment-sign-left-out"] = (PRIORITY, FOURTH_OF_B, 1)

# Hedge: |P| = 7; d1 relevant at 1, 2 and nowhere; d3 not relevant nowhere, at 1 and 4
HEDGE = "A: d1 d2 d4 d5 | B: d3 d1 d5 d6 | C: d7 d2 d6 d3 | judged d1+ d3- | run A"
WEIGHT, LOSS = HedgeWeight(), HedgeWeight("loss")
RANKS = {"A": (1, 0), "B": (2, 1), "C": (0, 4)}
JUDGED = (-1, 1)  # what d1 and d3 do to the loss


def behind(log=math.log):
    return log(7) - (log(5) + log(6) + log(7)) / 3


def losses(g=None, half=0.5, signs=JUDGED, missing=None, log=math.log):
    g = g or (lambda rank: log(7 / rank))
    missing = behind(log) if missing is None else missing
    return [half * sum(sign * (g(r) if r else missing) for sign, r in zip(signs, RANKS[s], strict=True)) for s in "ABC"]


def weight(values, beta=0.1, run=0):
    powers = [beta**one for one in values]
    return powers[run] / sum(powers)


RIGHT = losses()
BY_HAND |= {
    "hedge-weight-sign-turned": (WEIGHT, HEDGE, weight([-one for one in RIGHT])),
    "hedge-weight-beta-not-raised": (WEIGHT, HEDGE, RIGHT[0] / sum(RIGHT)),
    "hedge-weight-not-normalised": (WEIGHT, HEDGE, 0.1 ** RIGHT[0]),
    "hedge-weight-half-left-out": (WEIGHT, HEDGE, weight(losses(half=1))),
    "hedge-weight-base-10": (LOSS, HEDGE, losses(log=math.log10)[0]),
    "hedge-weight-missing-left-out": (WEIGHT, HEDGE, weight(losses(missing=0))),
    "hedge-weight-relevant-only": (WEIGHT, HEDGE, weight(losses(signs=(-1, 0)))),
}

# a bandit: B has d1 relevant, d3 not, d4 not, d2 relevant, but not d7, which comes before d2; it brought d3 and d2
BANDIT = "A: d1 d4 d7 d5 | B: d3 d1 d2 d4 | judged d1+ d3- d4- d7+ d2+ | played A B A A B | run B"
FADED = f"{BANDIT} | gamma 0.8"
POSTERIOR, A, B = BanditPosterior(), BanditPosterior("a"), BanditPosterior("b")
G = Fraction(4, 5)


def mean(good, bad):
    return (1 + good) / (2 + good + bad)


GOOD, BAD = 1 + G**3, G + G**2
BY_HAND |= {
    "bandit-posterior-prior-forgotten": (POSTERIOR, FADED, GOOD / (GOOD + BAD)),
    "bandit-posterior-one-below": (POSTERIOR, FADED, (1 + GOOD) / (1 + GOOD + BAD)),
    "bandit-posterior-turned": (POSTERIOR, FADED, mean(BAD, GOOD)),
    "bandit-posterior-judged-for-b": (POSTERIOR, FADED, mean(GOOD, GOOD + BAD)),
    "bandit-posterior-jrel-given": (A, FADED, GOOD),
    "bandit-posterior-one-left-out": (B, FADED, BAD),
    "bandit-posterior-played-only": (POSTERIOR, FADED, mean(1, G)),
    "bandit-posterior-all-counted": (POSTERIOR, FADED, mean(1 + G + G**4, G**2 + G**3)),
    "bandit-posterior-gamma-left-out": (POSTERIOR, FADED, Fraction(3, 6)),
    "bandit-posterior-new-one-faded": (POSTERIOR, FADED, mean(G * GOOD, G * BAD)),
}

# Tukey
SCORES = np.array([[0.21, 0.50, 0.43, 0.80], [0.44, 0.30, 0.67, 0.85], [0.30, 0.10, 0.20, 0.36]])
TABLE = "A: .21 .5 .43 .8 | B: .44 .3 .67 .85 | C: .3 .1 .2 .36"
ROOT_2, Q = math.sqrt(2), 3.31
S, T = SCORES.shape
MEANS = SCORES.mean(axis=1)
TOPICS_S2, SYSTEMS_S2 = SCORES.var(axis=0, ddof=1), SCORES.var(axis=1, ddof=1)
BLOCKED, MSE = math.sqrt(TOPICS_S2.sum()) / T, SYSTEMS_S2.mean()
UNBLOCKED = math.sqrt(MSE / T)
SPAN = MEANS.max() - MEANS.min()
ERRORS = {
    Tukey: {
        "unblocked-given": UNBLOCKED,
        "one-too-many": math.sqrt(SCORES.var(axis=0).sum()) / T,
        "no-root": TOPICS_S2.sum() / T,
        "one-topic": math.sqrt(TOPICS_S2.mean()),
    },
    UnblockedTukey: {
        "blocked-given": BLOCKED,
        "one-too-many": math.sqrt(SCORES.var(axis=1).mean() / T),
        "no-root": MSE / T,
        "root-of-mse": math.sqrt(MSE),
        "sum-for-mean": math.sqrt(SYSTEMS_S2.sum() / T),
    },
}
for kind, right in ((Tukey, BLOCKED), (UnblockedTukey, UNBLOCKED)):
    of_errors = {name: (kind("error"), TABLE, error) for name, error in ERRORS[kind].items()}
    of_others = {
        "q-left-out": (kind(), f"q {Q} | {TABLE}", right),
        "of-a-difference": (kind(), f"q {Q} | {TABLE}", Q * ROOT_2 * right),
        "one-pair": (kind(), f"q {Q} | {TABLE}", 1.96 * ROOT_2 * right),
        "error-left-out": (kind("q"), TABLE, SPAN),
        "t-given": (kind("q"), TABLE, SPAN / right / ROOT_2),
    }
    BY_HAND |= {f"{kind.name}-{name}": one for name, one in {**of_errors, **of_others}.items()}


@pytest.mark.parametrize("identity", BY_HAND)
def test_the_number_of_a_wrong_rule_is_recognised(identity):
    asked, stated, wrong = BY_HAND[identity]
    verdict = check(asked, stated, f"{float(wrong):.6f}")
    assert not verdict.correct
    found = next(one for one in verdict.diagnoses if one.id == identity)
    assert float(found.value) == pytest.approx(float(wrong), rel=1e-9)
    assert all(line.is_correct for line in found.equations)
    assert "{" not in found.message
    assert str(verdict)


def test_each_wrong_rule_is_above():
    names = {kind.name for kind in ASKED}
    assert {one.id for one in MISCONCEPTIONS.values() if one.measure in names} == set(BY_HAND)
    assert all(len(misconceptions_about(kind())) >= 7 for kind in ASKED)


@pytest.mark.parametrize(
    ("asked", "stated", "right"),
    [
        (MEAN, FRONT, mean_turn(ORDER)),
        (TURN, OF_D9, 7),
        (DOCUMENT, SIXTH, 2),
        (FOUND, SIXTH, 2),
        (PRIORITY, FOURTH_OF_B, -1),
        (PRIORITY, f"{FRONT} | run A | after 10", -3),
        (WEIGHT, HEDGE, weight(RIGHT)),
        (WEIGHT, f"{HEDGE} | beta 0.5", weight(RIGHT, 0.5)),
        (LOSS, HEDGE, RIGHT[0]),
        (POSTERIOR, FADED, mean(GOOD, BAD)),
        (POSTERIOR, BANDIT, Fraction(1, 2)),
        (POSTERIOR, f"{BANDIT} | gamma 0", Fraction(2, 3)),
        (A, FADED, 1 + GOOD),
        (B, FADED, 1 + BAD),
        (Tukey(), f"q {Q} | {TABLE}", Q * BLOCKED),
        (UnblockedTukey(), f"q {Q} | {TABLE}", Q * UNBLOCKED),
        (Tukey(), TABLE, round(stats.studentized_range.ppf(0.95, S, np.inf), 3) * BLOCKED),
        (UnblockedTukey(), TABLE, round(stats.studentized_range.ppf(0.95, S, S * (T - 1)), 3) * UNBLOCKED),
        (Tukey("error"), TABLE, BLOCKED),
        (UnblockedTukey("error"), TABLE, UNBLOCKED),
        (Tukey("q"), TABLE, SPAN / BLOCKED),
        (UnblockedTukey("q"), TABLE, SPAN / UNBLOCKED),
    ],
)
def test_the_right_number_is_right(asked, stated, right):
    verdict = check(asked, stated, f"{float(right):.6f}")
    assert verdict.correct, verdict
    assert float(verdict.question.right_value) == pytest.approx(float(right), rel=1e-9)
    assert asked.label in verdict.advice
    assert not check(asked, stated, f"{float(right) + 0.01:.6f}").correct


@pytest.mark.parametrize(
    ("asked", "stated", "rounded"),
    [
        (WEIGHT, HEDGE, weight([round(one, 2) for one in RIGHT])),
        (Tukey(), f"q {Q} | {TABLE}", Q * round(BLOCKED, 2)),
        (UnblockedTukey(), f"q {Q} | {TABLE}", Q * round(UNBLOCKED, 2)),
        (POSTERIOR, FADED, mean(Fraction("1.51"), Fraction("2.95") - Fraction("1.51"))),
    ],
)
def test_what_was_rounded_on_the_way_is_told_from_a_wrong_rule(asked, stated, rounded):
    assert check(asked, stated, f"{float(rounded):.4f}").outcome == ROUNDED


RUNS = st.lists(st.permutations(range(1, 9)).map(lambda one: one[:5]), min_size=2, max_size=4)


@given(RUNS, st.data())
def test_whatever_the_runs_each_wrong_line_holds_and_is_finite(runs, data):
    pool = list(dict.fromkeys(itertools.chain(*runs)))
    some = data.draw(st.lists(st.sampled_from(pool), min_size=1, max_size=6, unique=True))
    signs = data.draw(st.lists(st.booleans(), min_size=len(some), max_size=len(some)))
    stated = {"runs": runs, "run": data.draw(st.sampled_from("AB"))}
    front = {"relevant": some, "document": some[0], "after": data.draw(st.integers(1, len(pool)))}
    judged = {"judged": dict(zip(some, signs, strict=True))}
    gamma = {"gamma": data.draw(st.sampled_from(["0", "1/2", ".8", "1"]))}
    asked = [(NextJudgment(one), stated | front) for one in NextJudgment.statistics]
    asked += [(HedgeWeight(one), stated | judged) for one in HedgeWeight.statistics]
    asked += [(BanditPosterior(one), stated | judged | gamma) for one in BanditPosterior.statistics]
    for one, about in asked:
        question = Question(one, one.read(about))
        for mistake in question.wrong_answers:
            assert math.isfinite(mistake.value)
            assert all(line.is_correct for line in mistake.working().equations), mistake.id
            assert "{" not in mistake.message
        assert str(check_question(question, "0.123456"))


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 5), st.integers(2, 6), st.data())
def test_whatever_the_table_each_wrong_line_holds_and_is_finite(systems, topics, data):
    scores = st.lists(st.integers(0, 100).map(lambda one: one / 100), min_size=topics, max_size=topics)
    rows = data.draw(st.lists(scores, min_size=systems, max_size=systems))
    table = np.array(rows)
    for kind, axis in ((Tukey, 0), (UnblockedTukey, 1)):
        if not table.var(axis=axis).any():
            continue
        for statistic in kind.statistics:
            question = Question(kind(statistic), kind(statistic).read(((3.5,), *map(tuple, rows))))
            for mistake in question.wrong_answers:
                assert math.isfinite(mistake.value)
                assert all(line.is_correct for line in mistake.working().equations), mistake.id


@pytest.mark.all
@pytest.mark.parametrize("topic", [one.name for kind in ASKED for one in TOPICS.values() if one.name == kind.name])
def test_the_rule_behind_a_wrong_number_of_an_exercise_is_always_named_and_first_nearly_always(topic):
    differ = found = first = 0
    answers = set()
    for seed, level in itertools.product(range(1, 4), (1, 2, 3)):
        made = exercise(topic, seed, level=level).numbers[-1]
        assert made.accepts(made.answer)
        answers.add(made.answer)
        for one in made.mistakes:
            differ += 1
            ids = made.feedback_on(answer_text(one.value, made.places))
            found += one.id in ids
            first += ids[:1] == (one.id,)
    assert differ > 40
    assert found == differ
    assert first >= 0.95 * differ
    assert len(answers) >= 6
