"""Test verdicts: right, rounded too early, explained by a misconception, or not explained."""

from __future__ import annotations

import math
import pickle
import re
import time
from fractions import Fraction

import numpy as np
import pytest

from irlearn import AP, MAP, RR, Ranking, check, gMAP, nDCG
from irlearn.byhand.answers import read_answer
from irlearn.byhand.checking import check_question, digits_needed
from irlearn.byhand.generate import exercise
from irlearn.byhand.hand_calculation import Exercise
from irlearn.byhand.question import Question, halves_up
from irlearn.course.lessons import LESSONS
from irlearn.errors import InputError
from irlearn.measures import DCG, ERR, ESL, RBP, Bpref, F, P
from irlearn.text.english import number_word

TUTORIAL = Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8)
GRADED = Ranking.parse("3 2 1 2 3")
LATE = Ranking.parse("0 0 0 0 0 0 0 0 1 0 0 1", relevant=3)


@pytest.mark.parametrize("answer", ["323/480", "646/960", "0.673", "0.6729", "67.3%", "0,673", "5.383/8"])
def test_verdict_is_right_for_each_notation_of_the_right_value(answer):
    assert check(AP, TUTORIAL, answer).correct


def test_verdict_on_a_wrong_number_has_the_rule_and_its_calculation():
    verdict = check(AP, TUTORIAL, "0.897")
    assert repr(verdict) == "<wrong rule: ap-over-found>"
    assert verdict.headline == "Not yet. You divided by the 6 relevant documents that were retrieved, not by all 8."
    assert verdict.diagnoses[0].lines == ("AP = (1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 6 = 323/360 = 0.8972",)
    assert "python-recsys" in verdict.diagnoses[0].evidence


def test_verdict_has_a_hint_but_no_rule_for_two_mistakes_together():
    ranking = Ranking.parse("0 1 0 1 0 0 0 1", relevant=7)
    both = check(AP, ranking, "(1/1 + 2/3 + 3/7) / 3")  # ranks from 0, and divided by the three that were found
    assert both.diagnoses == ()
    assert [one.id for one in both.hints] == ["two-mistakes"]
    assert "two mistakes: You counted the ranks from 0" in both.headline


def test_verdict_on_a_known_mistake_does_not_also_say_near():
    """ESL is 4/3: in their best order the documents would give 1, which is near, too."""
    tied = Ranking([1, 1, 0], [1, 1, 0], ties=[3])
    assert check(ESL, tied, "4/3").correct
    assert [one.id for one in check(ESL, tied, "1").diagnoses] == ["esl-rr-given", "esl-ties-at-best"]
    assert "near" not in str(check(ESL, tied, "1"))


@pytest.mark.parametrize("answer", ["0.9", "0.6", "0.5", "0.60", "68%", "0.06"])
def test_verdict_on_few_digits_asks_for_more_before_it_names_a_mistake(answer):
    verdict = check(AP, LATE if answer == "0.06" else TUTORIAL, answer)
    many = len(verdict.diagnoses)
    assert many > 1
    zeros = " after the zeros" if answer == "0.06" else ""
    mistakes = [one for one in verdict.diagnoses if one.id not in ("cut-off", "rounded-early")]
    any_of = {1: "A known mistake", 2: "Either of two known mistakes"}[len(mistakes)]
    early = ", and so does rounding too early" * ("rounded-early" in [one.id for one in verdict.diagnoses])
    asks = f"Not yet. {any_of} gives {answer}{early}. Type your answer with three digits{zeros}, or as a fraction."
    assert str(verdict).splitlines() == list(filter(None, [asks, verdict.advice, verdict.rounding]))
    assert ("how the right answer begins" in verdict.advice) == ("cut-off" in [one.id for one in verdict.diagnoses])
    shown = verdict.typeset()
    (folded,) = shown.find("details")
    assert [one.text for one in folded.find("p")] == [one.message for one in verdict.diagnoses]
    assert next(folded.find("summary")).text == f"{many} ways to get this number"
    assert not list(shown.find("math")), "no formula before the digits are there"
    for one in verdict.diagnoses:
        if one.value == one.value:
            told = check(AP, verdict.question.data, f"{one.value:.{2 - math.floor(math.log10(one.value))}f}")
            assert told.correct or told.undecided or (told.explained_diagnoses and not told.ambiguous), (
                "three digits are enough"
            )


def test_verdict_on_few_digits_asks_for_more_even_if_a_single_mistake_fits():
    asked = next(part for part in LESSONS["05"].parts if part.id == "whose-ideal")
    for answer in ("0.3", "0.32"):
        verdict = asked.check(answer)
        assert [one.id for one in verdict.diagnoses] == ["ndcg-ideal-not-discounted"]
        assert str(verdict).splitlines() == [
            f"Not yet. A known mistake gives {answer}. Type your answer with three digits after the point.",
            verdict.rounding,
        ]
        assert next(verdict.typeset().find("summary")).text == "1 way to get this number"
        assert not list(verdict.typeset().find("math")), "no formula before the digits are there"
    assert asked.check("0.323").explained_diagnoses


def test_verdict_on_few_digits_names_the_likeliest_mistake_if_more_digits_do_not_help():
    verdict = check(AP, TUTORIAL, "0.75")
    assert {one.value for one in verdict.diagnoses} == {0.75}
    assert verdict.explained_diagnoses == verdict.diagnoses[:1]
    assert verdict.headline == f"Not yet. {verdict.diagnoses[0].message}"
    assert "1 other way to get this number." in str(verdict).splitlines()


@pytest.mark.parametrize(
    ("asked", "given", "answer"),
    [
        (nDCG @ 5, Ranking.parse("3 3 1 2", missed="1 2"), "0.890"),
        (nDCG, Ranking.parse("2 0 0", missed="1 2"), "0.469"),
        (nDCG @ 5, Ranking.parse("1 0 0 0 1 1 1", missed="1 2"), "0.507"),
        (AP, TUTORIAL, "0.750"),
        (AP, TUTORIAL, "0.897"),
    ],
)
def test_verdict_asks_for_digits_that_tell_the_mistakes_apart(asked, given, answer):
    verdict = check(asked, given, answer)
    values = [one.value for one in verdict.diagnoses if one.value == one.value] + (
        [float(verdict.question.right_value)] if verdict.correct else []
    )
    different = {round(value, 9) for value in values}
    wanted = re.search(r"(One|Two|Three|Four) more digits? would tell (some of )?these ways apart", verdict.advice)
    assert bool(wanted) == (len(different) > 1)
    if wanted:
        assert bool(wanted[2]) == (len(different) < len(values))
        places = verdict.answer.places + ["One", "Two", "Three", "Four"].index(wanted[1]) + 1
        typed = [read_answer(f"{value:.{places}f}") for value in different]
        assert all(sum(one.fits(value) for value in different) == 1 for one in typed)


@pytest.mark.parametrize(
    ("measure", "ranking", "answer", "identity"),
    [
        (AP, TUTORIAL, "0.672", "cut-off"),
        (AP, Ranking.parse("1 0 1 0 0 1 1", relevant=5), "0.560", "rounded-early"),
        (nDCG @ 5, GRADED, "0.949", "cut-off"),
        (nDCG @ 5, GRADED, "19/20", "too-few-digits"),
    ],
)
def test_verdict_on_early_rounding_is_not_a_wrong_rule(measure, ranking, answer, identity):
    verdict = check(measure, ranking, answer)
    assert (verdict.outcome, [one.id for one in verdict.diagnoses]) == ("rounded early", [identity])
    assert ("after three digits" if identity == "cut-off" else "Almost.") in verdict.headline


@pytest.mark.parametrize(
    ("given", "answer"),
    [("1 0 1 0 0 1 1 | 5", "0.560"), ("1 0 1 1 0 1 1 | 8", "0.48"), ("1 1 0 0 0 1 0 0 1 0 0 | 5", "0.588")],
)
def test_digits_needed_suffice_and_fewer_do_not(given, answer):
    grades, relevant = given.split("|")
    verdict = check(AP, Ranking.parse(grades, relevant=int(relevant)), answer)
    question, places = verdict.question, verdict.answer.places
    kept = int(re.search(r"keep at least (\d+) digits", verdict.headline)[1])

    def right(digits):
        return all(
            halves_up(one, places) == halves_up(question.right_value, places)
            for one in question.rounded_results(digits)
        )

    assert all(right(digits) for digits in range(kept, 20))
    assert not right(kept - 1)


def test_digits_needed_is_minimal_for_random_lists():
    for number in range(2, 2**7):
        grades = [int(digit) for digit in f"{number:b}"]
        question = Question(AP, Ranking.parse(" ".join(map(str, grades)), relevant=sum(grades) + 2))
        for places in (2, 3):
            wanted, kept = halves_up(question.right_value, places), digits_needed(question, places)
            good = [all(halves_up(one, places) == wanted for one in question.rounded_results(n)) for n in range(16)]
            assert kept is None or (all(good[kept:]) and not (kept and good[kept - 1]))


def test_digits_needed_is_none_if_no_number_of_digits_is_certain():
    ranking = Ranking.parse("0 0 1 0 0 1 0 0 1", relevant=8)  # three times 1/3, over 8: 0.125, a half at two digits
    assert digits_needed(Question(AP, ranking), 2) is None
    (early,) = (one for one in check(AP, ranking, "0.11").diagnoses if one.id == "rounded-early")
    assert "2 digits" in early.message
    assert "fractions" in early.message


def test_digits_needed_is_none_if_the_value_is_too_near_a_half():
    question = Question(nDCG, Ranking.parse("0 1 1 1 0 1 1 1 0 1 1", relevant=11))
    assert float(question.right_value) == pytest.approx(0.6499985, abs=1e-7)
    assert digits_needed(question, 1) is None


def test_rounding_with_two_possible_causes_names_both():
    verdict = check(AP, Ranking.parse("1 1 0 0 0 1 0 0 1 0 0", relevant=5), "0.588")
    assert [one.id for one in verdict.diagnoses] == ["cut-off", "rounded-early"]
    for part in ("two ways", "after three digits", "0.589", "to 2 digits"):
        assert part in verdict.headline


def test_rounding_of_halves_to_even_is_recognized():
    ranking = Ranking.parse("0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 1", relevant=2)  # 1/8 and 2/16
    assert check(AP, ranking, "0.120").diagnoses[0].id == "rounded-early"
    assert check(AP, ranking, "0.130").diagnoses[0].id == "rounded-early"


@pytest.mark.parametrize(
    ("asked", "given", "answer"),
    [
        (F, Ranking.parse("1 1 1 0 0", relevant=4), "(0.6+0.75)/2"),
        (F, Ranking.parse("1 1 1 0 0", relevant=4), "1.35/2"),
        (MAP, ["0.3", "0.2", "0.1", "0"], "(0.3+0.2+0.1)/3"),
        (AP, TUTORIAL, "0.5/0.1"),
        (AP, TUTORIAL, "0.4+0.2"),
        (AP, TUTORIAL, ".5+.0+.0+.0+.0+.0+.0+.0+.0+.0"),
        (AP, TUTORIAL, "5.4/8"),
    ],
)
def test_calculation_that_is_wrong_is_not_accepted_as_rounded(asked, given, answer):
    assert not check(asked, given, answer).correct


def test_calculation_by_a_wrong_rule_is_named_even_near_the_right_number():
    verdict = check(MAP, ["0.5", "0.5", "0.5004"], "1.0/2")  # the middle value, 0.0001 from the mean
    assert verdict.diagnoses[0].id == "map-median"
    assert not verdict.correct


@pytest.mark.parametrize(
    ("asked", "given", "answer"),
    [
        (AP, Ranking.parse("0 0 1 1", relevant=2), "(0.333+0.5)/2"),
        (AP, TUTORIAL, "5.383/8"),
        (DCG @ 5, GRADED, "3 + 1.262 + 0.5 + 0.8614 + 1.161"),
        (MAP, ["0.5", "0.25"], "(0.5+0.25)/2"),
    ],
)
def test_calculation_may_have_intermediate_results_of_three_digits(asked, given, answer):
    assert check(asked, given, answer).correct


def test_conclusive_answer_excludes_each_known_mistake():
    ranking = Ranking.parse("1 0 1 1", relevant=4)
    assert [check(AP, ranking, answer).conclusive for answer in ("0.6", "0.604", "29/48", "0.1")] == [
        False,
        True,
        True,
        False,
    ]
    assert check(AP, ranking, "0.6").to_json()["telling"] is False


@pytest.mark.parametrize("answer", ["0.2", ".2", "0.20", "0.2000000", "20%", "20.0%", "1/5", "2/10", 0.2, "0.1+0.1"])
def test_conclusive_exact_answer_may_be_close_to_a_mistake(answer):
    ranking = Ranking.parse("0 1 0 0 0 1 0 0 0 0", relevant=9)  # of ten 2, of nine 2/9
    assert check(P, ranking, answer).conclusive
    assert not check(P, Ranking.parse("0 1 0 0 0 1 0 0 0 0 0", relevant=9), "0.2").conclusive  # 2/11


def test_cannot_tell_verdict_on_few_digits_that_equal_a_mistake():
    verdict = check(RR, Ranking.parse("0 0 0 0 0 1"), "0.2")  # 1/6 and, with ranks from 0, 1/5
    assert (verdict.outcome, verdict.correct, verdict.conclusive) == ("cannot tell", False, False)
    assert "rr-ranks-from-0" in [one.id for one in verdict.diagnoses]


def test_conclusive_answer_has_the_digits_that_the_question_asks_for():
    question = Question(AP, TUTORIAL, places=3)
    assert [check_question(question, answer).conclusive for answer in ("0.67", "67%", "0.673", "67.3%", "323/480")] == [
        False,
        False,
        True,
        True,
        True,
    ]
    known = check(AP, TUTORIAL, "0.67")
    assert [one.id for one in known.diagnoses] == ["ap-trapezoids"], "nobody asked for more, but this is a mistake's"
    f = exercise("f", 328)
    assert f.check("0.46").headline.endswith("Give three digits after the point.")
    assert f.check("46%").headline.endswith("Give one digit after the point.")
    assert check(f.quantity, f.data, "0.46").conclusive, "nobody asked for more"


def test_check_question_caches_the_verdict_on_equal_answers():
    question = Question(AP, Ranking.parse("1 0 1 1 0 0 1 0 0 0 1 0 1 0 0 0 0 1 0 0", relevant=9))
    start = time.process_time()
    for answer in ("0.1234", "(1/1+2/3+3/4+4/7)/9", 0.5):
        assert len({id(check_question(question, answer)) for _ in range(10_000)}) == 1
    assert time.process_time() - start < 10  # 0.1 on a machine with nothing else
    assert check_question(question, "0.500").answer.places == 3
    assert check_question(question, Fraction(1, 2)).answer.places is None


def test_check_question_limits_its_cache():
    question = Question(P, Ranking.parse("1 0"))
    for number in range(2500):
        check_question(question, f"{number}/5000")
    assert len(question.verdicts) <= 1000


def test_verdict_can_be_pickled():
    for asked, about in ((AP, TUTORIAL), (MAP, ["1", "1/2"]), (nDCG @ 5, GRADED)):
        verdict = check(asked, about, "0.3")
        again = pickle.loads(pickle.dumps(verdict))
        assert again == verdict
        assert str(again) == str(verdict)


@pytest.mark.all
@pytest.mark.parametrize("measure", [AP, ERR(max_grade=3), RBP(p=0.8), nDCG, P, RR, Bpref])
def test_check_is_fast_on_thousands_of_ranks(measure):
    ranking = Ranking([int(rank % 3 == 0) for rank in range(20_000)])
    start = time.process_time()
    for answer in ("0.1234", "0.5", str(round(measure.of(ranking) / 2, 4)), f"{measure.of(ranking):.6f}"):
        verdict = check(measure, ranking, answer)
        assert str(verdict)
    assert verdict.correct
    assert time.process_time() - start < 15  # 100 s and more in exact fractions


def test_check_handles_thousands_of_queries_with_an_underflowing_product():
    verdict = check(gMAP, [Fraction(1, 1000)] * 2000, "0")
    assert str(verdict)
    assert verdict.diagnoses == ()
    assert check(gMAP, [Fraction(1, 1000)] * 2000, "0.001").correct
    assert check(MAP, [Fraction(1, number) for number in range(1, 2001)], "0.1").outcome == "unknown"
    assert check(gMAP, ["1", "0", "0"], "0").diagnoses[0].id == "gmap-zero-kills"
    assert "gmap-no-root" not in [one.id for one in check(gMAP, ["0.5", "0", "0"], "0").diagnoses]


def test_unknown_verdict_advises_the_first_step():
    verdict = check(AP, TUTORIAL, "0.123")
    assert verdict.outcome == "unknown"
    assert verdict.headline.endswith(" 0.123.")
    assert verdict.advice.endswith(": rank 1 adds 1/1 = 1.")


def test_unknown_verdict_on_a_number_out_of_range_says_so():
    for answer in ("3.21", "-3.2"):
        headline = check(AP, TUTORIAL, answer).headline
        assert all(part in headline for part in ("between 0 and 1", answer))
        assert headline.endswith("?") == (answer == "3.21"), "a document may have been counted twice"
    assert check(DCG @ 5, GRADED, "-3.21").headline == "Not yet. DCG@5 is never below 0."


def test_cannot_tell_verdict_names_a_mistake_that_is_not_excluded():
    verdict = check(AP, Ranking.parse("1 0 1 1", relevant=4), "0.6")
    assert verdict.undecided
    assert verdict.headline.startswith("0.6 is too coarse")
    assert f" {number_word(len(verdict.diagnoses))} known mistakes " in verdict.headline
    assert verdict.headline.endswith("Give one more digit, or a fraction."), "no mistake is named yet"
    finer = check(AP, Ranking.parse("1 0 0 1", relevant=2), "0.75")
    assert finer.correct or finer.headline.endswith(finer.diagnoses[0].message)


def test_right_verdict_ignores_two_mistakes_together():
    assert check(AP, TUTORIAL, "0.673").diagnoses == ()


def test_verdict_computes_the_solution_lazily():
    assert check(AP, TUTORIAL, "0.1").solution.equation.endswith("323/480 = 0.6729")
    assert check(MAP, ["1", "1/2"], "0.1").solution.equation == "MAP = (1 + 1/2) / 2 = 3/4 = 0.75"


def test_verdict_html_escapes_the_typed_answer():
    assert "<b>" not in check(AP, TUTORIAL, "<b> = 0.5")._repr_html_()


def test_verdict_on_a_mean_shows_the_mistake_in_its_query():
    queries = [Ranking.parse("1 1"), Ranking.parse("1 0 1", relevant=3)]
    verdict = check(MAP, queries, "11/12")
    assert verdict.diagnoses[0].id == "map-ap-over-found"
    assert verdict.headline.startswith("Not yet. In each query, as in query 2: You divided by the 2 relevant documents")
    assert verdict.diagnoses[0].lines[-1] == "MAP = (1 + 5/6) / 2 = 11/12 = 0.9167"


def test_verdict_on_gmap_explains_a_zero_with_epsilon():
    verdict = check(gMAP, ["1", "0.5", "0"], "0")
    assert verdict.outcome == "other definition"
    assert verdict.headline.endswith("values below 0.00001 are raised to 0.00001.")


@pytest.mark.parametrize(
    ("asked", "given", "reason"),
    [
        (AP, [TUTORIAL], "grade"),
        (MAP, [], "is a mean over topics"),
        (MAP, [TUTORIAL, "0.5"], "not both"),
        (MAP, ["0.5", "1.5"], "0 to 1"),
        (3, TUTORIAL, "a measure is a value such as AP"),
    ],
)
def test_check_rejects_input_that_is_not_a_question(asked, given, reason):
    with pytest.raises(InputError, match=reason):
        check(asked, given, "0.5")


def test_check_rejects_an_undefined_measure():
    from irlearn import ESL

    with pytest.raises(InputError, match="not defined"):
        check(ESL, Ranking.parse("0 0", relevant=1), "2")


def test_misconceptions_are_listed_only_if_they_apply():
    assert "p-unjudged-left-out" not in [one.id for one in Question(P @ 3, Ranking.parse("1 0 1")).wrong_answers]
    assert "rr-cutoff-ignored" not in [one.id for one in Question(RR @ 2, Ranking.parse("1 0 1")).wrong_answers]


def test_check_of_a_mean_accepts_the_inputs_of_explain():
    values = [1.0, 0.5, 0.1]
    for row in (values, tuple(values), np.array(values), iter(values)):
        assert check(MAP, row, "8/15").correct
    assert check(MAP, np.array([0.5, 0.25], dtype=np.float32), "3/8").correct


def test_verdict_legend_appears_only_with_marked_formulas() -> None:
    verdict = LESSONS["10"].part("paired-test").check("0.008")
    drawn = str(verdict.typeset())
    seen, folded = drawn.split("<details")[0], drawn.split("<details")[1].partition("</details>")[0]
    for shown in (seen, folded, drawn.partition("</details>")[2]):
        assert ('class="differs"' in shown) == ("Underlined: where it differs." in shown)
    assert 'class="differs"' in folded


@pytest.mark.parametrize(
    ("measure", "ranking", "answer", "right"),
    [
        (AP, TUTORIAL, "0.673", True),
        (AP, TUTORIAL, "0.897", False),
        ("AP", "1 0 1", "0.5", False),
        (AP, Ranking.parse("1 0 1 1", relevant=4), "0.6", False),  # too few digits to tell
        (MAP, [1, 0.5, 0.1], "0.533", True),
        ("p(sign)", "0.5 0.4 0.3 | 0.1 0.2 0.2", "0.25", True),
        ("p(sign)", "0.5 0.4 0.3 | 0.1 0.2 0.2", "0.125", False),
        ("nDCG@2", "1 0", "1", True),
    ],
)
def test_verdict_is_true_where_the_answer_is_correct_and_false_elsewhere(measure, ranking, answer, right):
    verdict = check(measure, ranking, answer)
    assert bool(verdict) is verdict.correct is right


def test_verdict_on_several_numbers_is_true_where_each_is_correct():
    asked = Exercise("turn-1", RR, Ranking.parse("0 1 1 0 1"), "RR and P@4?", further_quantities=(P @ 4,))
    assert [bool(asked.check(answer)) for answer in ("1/2; 2/4", "1/2; 2/5", "2/4; 1/3")] == [True, False, False]
