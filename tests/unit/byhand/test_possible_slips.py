"""Test hints: possible causes of an answer that no known misconception explains."""

from __future__ import annotations

import json
import pickle
from itertools import islice, product
from math import log2
from random import Random

import pytest

from irlearn import AP, MAP, Ranking, check, nDCG, widgets
from irlearn.byhand.checking import check_question, make_question
from irlearn.byhand.generate import exercise
from irlearn.byhand.possible_slips import GUESS_KINDS, Hint
from irlearn.byhand.question import Question, misconceptions_about
from irlearn.measures import DCG, IDCG, F, P, R

parse = Ranking.parse
HOMEWORK = parse("relevant at 1, 3, 4, 6, 9 of 10; 7 relevant in all")
GRADED = parse("3 2 1 2 3")
MISSED = parse("2 0 3 1", missed="3 2")
QUERIES = (parse("1 0 1", relevant=3), parse("0 1", relevant=2), parse("0 0 1"))


def dcg(*gains):
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, 1))


GIVEN = [
    ("term-left-out", AP, HOMEWORK, (1 + 3 / 4 + 4 / 6 + 5 / 9) / 7),
    ("term-of-next-rank", AP, HOMEWORK, (1 + 2 / 3 + 4 / 5 + 4 / 6 + 5 / 9) / 7),
    ("term-of-rank-above", DCG @ 5, GRADED, dcg(3, 2, 1, 2, 3) - 1 / 2 + 1 / log2(3)),
    ("term-of-next-rank", nDCG @ 4, MISSED, (dcg(2, 0, 3, 1) - 3 / 2 + 3 / log2(5)) / dcg(3, 3, 2, 2)),
    ("term-left-out", nDCG @ 4, MISSED, dcg(2, 0, 3, 1) / (dcg(3, 3, 2, 2) - 3 / log2(3))),
    ("one-relevant-more", AP, HOMEWORK, (1 + 2 / 3 + 3 / 4 + 4 / 6 + 5 / 9) / 6),
    ("one-judged-wrong", AP, HOMEWORK, (1 + 2 / 3 + 3 / 4 + 4 / 5 + 5 / 6 + 6 / 9) / 7),
    ("scale", AP, HOMEWORK, 100 * (1 + 2 / 3 + 3 / 4 + 4 / 6 + 5 / 9) / 7),
    ("scale", AP, HOMEWORK, 1 - (1 + 2 / 3 + 3 / 4 + 4 / 6 + 5 / 9) / 7),
    ("query-left-out", MAP, ("0.31", "0.47", "0.92"), (0.31 + 0.92) / 3),
    ("one-query-wrong", MAP, QUERIES, ((1 + 2 / 3) / 2 + 1 / 4 + 1 / 3) / 3),
]


@pytest.mark.parametrize(("identity", "asked", "given", "number"), GIVEN)
def test_hint_is_given_for_each_kind_of_slip(identity, asked, given, number):
    verdict = check(asked, given, f"{number:.4f}")
    assert verdict.outcome == "perhaps", verdict
    assert identity in [one.id for one in verdict.hints]
    assert not verdict.correct
    assert not verdict.diagnoses


def test_hint_about_inconsistent_rounding():
    ranking = parse("3 0 2 1 2 0 3 1")
    terms = (3, 0, 1, 0.431, 0.774, 0, 1, 0.32)  # 2 / log2(6) cut to three digits, 1 / log2(9) rounded to two
    exact = dcg(*ranking.grades)
    assert abs(sum(terms) - exact) > 0.0005
    assert check(DCG, ranking, f"{sum(terms) + 0.008:.4f}").hints[0].id in {"rounded", "rounded-finely"}


def test_hint_about_a_known_mistake_with_rounding():
    ranking = parse("0 1 0 0 1 0 1", relevant=9)
    over_found = (1 / 2 + 2 / 5 + 3 / 7) / 3  # 0.44286
    assert check(AP, ranking, f"{over_found:.4f}").diagnoses[0].id == "ap-over-found"
    verdict = check(AP, ranking, "0.4428")
    assert verdict.outcome == "perhaps"
    assert "You cut the digits off" in verdict.headline
    assert "You divided by the 3 relevant documents" in verdict.headline


def test_hint_says_perhaps_in_every_output():
    verdict = check(DCG @ 5, GRADED, f"{dcg(3, 2, 1, 2, 3) - 1 / 2 + 1 / log2(3):.4f}")
    assert verdict.headline == "Not yet. Perhaps you took 1 / log2(3) as your third term."
    assert "first step" in verdict.advice
    assert verdict.headline in str(verdict)
    it = widgets.HandCheck(DCG @ 5, GRADED)
    it.check(verdict.answer.text)
    assert str(verdict.typeset(announced=True)) in it.picture
    assert all(one.message.startswith("Perhaps ") for one in verdict.hints)
    assert all(f"Or perhaps {one.sentence_end}." in str(verdict) for one in verdict.hints[1:])
    assert len(verdict.hints) <= 3


def test_hint_only_adds_keys_to_json():
    verdict = check(AP, HOMEWORK, "67.3" if AP.of(HOMEWORK) > 1 else f"{100 * AP.of(HOMEWORK):.2f}")
    told = json.loads(json.dumps(verdict.to_json()))
    assert told["hints"] == [{"id": "scale", "message": "Perhaps a percent sign is missing."}]
    assert told["diagnoses"] == []
    assert told["correct"] is False
    assert check(AP, HOMEWORK, "0.5202").to_json()["hints"] == [] or check(AP, HOMEWORK, "0.5202").hints
    assert pickle.loads(pickle.dumps(verdict)) == verdict
    assert verdict.hints[0] == Hint("scale", "a percent sign is missing", verdict.hints[0].value)


@pytest.mark.parametrize("answer", ["0.52", "0.520", "0.7278", "0.728", "0.51"])
def test_hint_is_absent_if_a_rule_fits_or_the_answer_is_right(answer):
    verdict = check(AP, HOMEWORK, answer)
    assert verdict.hints == () or not verdict.diagnoses


@pytest.mark.all
def test_hints_are_fewer_for_few_digits():
    ranking = parse("0 1 1 0 1 0 0 1 0 1", relevant=9)
    for digits, most in ((1, 0.2), (2, 0.12), (3, 0.1)):
        numbers = [f"{number / 10**digits:.{digits}f}" for number in range(1, 10**digits, 1 if digits < 3 else 7)]
        hinted = [number for number in numbers if check(AP, ranking, number).hints]
        assert len(hinted) <= most * len(numbers), digits


def test_hints_rarely_explain_random_numbers(root):
    random = Random("hints")
    asked = [(AP, HOMEWORK), (nDCG @ 4, MISSED), (P @ 5, HOMEWORK), (R @ 5, HOMEWORK), (F, HOMEWORK), (IDCG, MISSED)]
    blamed = tried = 0
    for measure, ranking in asked:
        question = make_question(measure, ranking)
        for _ in range(60):
            verdict = check_question(question, f"{random.uniform(0, max(1, 2 * float(question.right_value) - 1)):.3f}")
            tried += 1
            blamed += bool(verdict.diagnoses or verdict.hints) and not verdict.correct
    assert blamed <= 0.05 * tried  # 2.5% on the exercises, as the benchmark says


def test_hint_about_a_number_above_1_is_a_duplicate_document():
    assert check(R, parse("1 0 0"), "2").diagnoses[0].id == "r-document-twice"
    assert check(AP, parse("1 0 0"), "2.0").diagnoses[0].id == "ap-document-twice"
    assert check(AP, parse("1 0 0 0"), "4.0").diagnoses[0].id == "ap-document-twice"
    assert check(nDCG @ 2, parse("1 0"), "1.63").diagnoses[0].id == "ndcg-document-twice"


def test_hint_does_not_reveal_the_right_number():
    for measure, ranking in ((AP, HOMEWORK), (nDCG @ 4, MISSED), (DCG @ 5, GRADED)):
        question = make_question(measure, ranking)
        right = f"{float(question.right_value):.3f}"
        for one in GUESS_KINDS:
            for guess in one.guesses_for(question, check_question(question, "1.2345").answer):
                assert right not in guess.sentence_end, (one.id, guess.sentence_end)


def test_guess_sentences_end_well():
    ids = [one.id for one in GUESS_KINDS]
    assert len(set(ids)) == len(ids)
    for asked, given in ((AP, HOMEWORK), (nDCG @ 4, MISSED), (MAP, QUERIES), (F, HOMEWORK)):
        question = Question(asked, given)
        for one in GUESS_KINDS:
            for guess in islice(one.guesses_for(question, check_question(question, "1.2345").answer), 50):
                assert guess.sentence_end
                assert not guess.sentence_end.endswith(".")
                assert "{" not in guess.sentence_end


def test_posted_misconceptions_are_named_first():
    queries = (parse("0 0 0 0 1 1 1 1 1 0", relevant=6), parse("0 1 1 0 1 0 0 0 0 0", relevant=6))
    assert check(MAP, queries, "0.5").diagnoses[0].id == "map-ap-over-found"
    named = [one.id for one in check(nDCG @ 3, parse("0 1 0"), "1.000").diagnoses]
    assert named[0] == "ndcg-log-of-rank"
    assert "ndcg-not-discounted" in named
    queries = (parse("0 0 0 0 1 1 1 1 1 0", relevant=6), parse("0 1 1 0 1 0 0 0 0 0", relevant=6))
    assert check(MAP, queries, "0.463").diagnoses == () or misconceptions_about(MAP)


CHANGED = {"2^grade − 1": {"dcg": "exp-log2"}, "log2(rank)": {"discount": "log2-rank"}}


@pytest.mark.parametrize("convention", CHANGED)
def test_ndcg_by_another_convention_with_an_ideal_of_the_retrieved_names_both(convention, much):
    tried = named = 0
    for seed, level in product(range(1, much(30) + 1), (1, 2, 3)):
        asked = exercise("ndcg", seed, level=level)
        other = asked.quantity(**CHANGED[convention])
        if other == asked.quantity:
            continue  # The exercise asks for this convention.
        number = other.of(Ranking(asked.data.grades))
        verdict = asked.check(f"{number:.{asked.places}f}")
        if verdict.outcome in ("right", "wrong rule", "other definition", "cannot tell"):
            continue  # A single misconception rounds to the same number, or no relevant document was missed.
        tried += 1
        named += convention in str(verdict) and "from the retrieved documents only" in str(verdict)
        assert "Almost" not in verdict.headline
    assert tried > 0.5 * much(30)
    assert named == tried


def test_ndcg_with_two_mistakes_names_both_and_rounding_comes_last():
    over_rank = (2 + 3 / 3 + 1 / 4) / (3 + 2 / 2 + 1 / 3)
    assert "only" in check(nDCG @ 4, MISSED, f"{over_rank:.4f}").headline
    assert "You divided by the rank in both sums" in check(nDCG @ 4, MISSED, f"{over_rank:.4f}").headline
    rounded = exercise("ndcg", 12).check("0.639")  # by the exponential gain, with an ideal of the retrieved documents
    assert [hint.id for hint in rounded.hints] == ["two-changes", "rounded-early"]
    assert "Or perhaps you rounded intermediate results to" in str(rounded)
    cut_off = exercise("ndcg", 58, level=3).check("0.454")
    assert cut_off.headline.startswith("You cut the number off after three digits")
    assert "Or perhaps you did two things differently: You took the discount log2(rank)" in cut_off.headline


def test_jaccard_given_for_kappa_is_named_on_random_tables():
    random = Random(47)
    for _ in range(100):
        both, first, second, neither = (random.randint(1, 60) for _ in range(4))
        question = make_question("kappa", [[both, first], [second, neither]])
        verdict = check_question(question, f"{both}/{both + first + second}")
        assert verdict.correct or "kappa-jaccard" in [one.id for one in verdict.diagnoses]
    assert check("kappa", [[20, 8], [3, 19]], "0.645").diagnoses[0].id == "kappa-jaccard"
