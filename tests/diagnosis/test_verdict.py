"""What a verdict says: right, rounded too early, which mistake, or where to compare."""

from __future__ import annotations

import re

import pytest

from irlearn import AP, MAP, RR, Ranking, check, gMAP, nDCG
from irlearn.diagnosis import Question, read_answer
from irlearn.errors import InputError
from irlearn.measures import DCG, P

TUTORIAL = Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8)
GRADED = Ranking.parse("3 2 1 2 3")


@pytest.mark.parametrize("answer", ["323/480", "646/960", "0.673", "0.6729", "67.3%", "0,673", "5.383/8", "0.67"])
def test_a_right_answer_is_right_however_it_is_written(answer):
    assert check(AP, TUTORIAL, answer).correct


def test_a_wrong_number_is_traced_to_its_rule_with_the_calculation():
    verdict = check(AP, TUTORIAL, "0.897")
    assert repr(verdict) == "<wrong rule: ap-over-found>"
    assert verdict.headline == "Not yet. You divided by the 6 relevant documents that were retrieved, not by all 8."
    assert verdict.diagnoses[0].lines == ("AP = (1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 6 = 323/360 = 0.8972",)
    assert "python-recsys" in verdict.diagnoses[0].evidence


def test_two_mistakes_together_are_named_where_the_digits_are_telling():
    ranking = Ranking.parse("0 1 0 1 0 0 0 1", relevant=7)
    both = "(1/1 + 2/3 + 3/7) / 3"  # ranks from 0, and divided by the three that were found
    assert [one.id for one in check(AP, ranking, both).diagnoses] == ["ap-ranks-from-0+ap-over-found"]
    assert check(AP, ranking, "0.698").headline.startswith(
        "Not yet. Two mistakes together: You counted the ranks from 0"
    )
    assert check(AP, ranking, "0.70").diagnoses == ()


@pytest.mark.parametrize("answer", ["0.9", "0.6", "0.8", "0.5", "1.0"])
def test_the_digits_said_to_be_wanted_do_tell_the_mistakes_apart(answer):
    verdict = check(AP, TUTORIAL, answer)
    values = [one.value for one in verdict.diagnoses if one.value == one.value] + (
        [float(verdict.question.right)] if verdict.correct else []
    )
    different = {round(value, 9) for value in values}
    wanted = re.search(r"(One|Two|Three|Four) more digits? would tell (some of )?them apart", verdict.advice)
    assert bool(wanted) == (len(different) > 1)
    if wanted:
        assert bool(wanted[2]) == (len(different) < len(values))
        places = 1 + ["One", "Two", "Three", "Four"].index(wanted[1]) + 1
        typed = [read_answer(f"{value:.{places}f}") for value in different]
        assert all(sum(one.fits(value) for value in different) == 1 for one in typed)


@pytest.mark.parametrize(
    ("measure", "ranking", "answer", "identity"),
    [
        (AP, TUTORIAL, "0.672", "cut-off"),
        (AP, Ranking.parse("1 0 1 0 0 1 1", relevant=5), "0.560", "rounded-early"),
        (nDCG @ 5, GRADED, "0.949", "cut-off"),
        (DCG @ 5, GRADED, "7", "too-few-digits"),
        (nDCG @ 5, GRADED, "19/20", "too-few-digits"),
    ],
)
def test_the_right_rule_rounded_too_early_is_no_wrong_rule(measure, ranking, answer, identity):
    verdict = check(measure, ranking, answer)
    assert (verdict.outcome, [one.id for one in verdict.diagnoses]) == ("rounded early", [identity])
    assert verdict.headline.startswith("Almost.")


def test_the_digits_to_keep_on_the_way_are_enough():
    question = Question(AP, Ranking.parse("1 0 1 0 0 1 1", relevant=5))
    verdict = check(AP, question.given, "0.560")
    kept = int(re.search(r"keep at least (\d+)", verdict.headline)[1])
    assert all(round(value, 3) == round(float(question.right), 3) for value in question.rounded_on_the_way(kept))


def test_an_unexplained_number_is_told_the_first_step_to_compare():
    verdict = check(AP, TUTORIAL, "0.123")
    assert verdict.outcome == "unknown"
    assert verdict.headline == "Not yet. No mistake that is known here gives 0.123."
    assert verdict.advice == "Compare from the first step: rank 1 adds 1/1 = 1."


def test_a_number_that_cannot_be_is_told_so():
    assert check(AP, TUTORIAL, "3.21").headline == "Not yet. AP lies between 0 and 1, and 3.21 does not."
    assert check(DCG @ 5, GRADED, "-3.21").headline == "Not yet. DCG@5 is never below 0."


def test_a_right_answer_with_few_digits_is_told_what_it_does_not_exclude():
    verdict = check(AP, Ranking.parse("1 0 1 1", relevant=4), "0.6")
    assert verdict.correct
    assert verdict.diagnoses
    assert re.fullmatch(r"0.6 also fits .*(would tell (them|some of them) apart\.)", verdict.advice)


def test_two_mistakes_together_do_not_cast_doubt_on_a_right_answer():
    assert check(AP, TUTORIAL, "0.673").diagnoses == ()


def test_the_solution_is_worked_out_when_asked_for():
    assert check(AP, TUTORIAL, "0.1").solution.equation.endswith("323/480 = 0.6729")
    assert check(MAP, ["1", "1/2"], "0.1").solution.equation == "MAP = (1 + 1/2) / 2 = 3/4 = 0.75"


def test_the_page_escapes_what_was_typed():
    assert "<b>" not in check(AP, TUTORIAL, "<b> = 0.5")._repr_html_()


def test_the_mistake_of_a_query_is_shown_in_its_query():
    queries = [Ranking.parse("1 1"), Ranking.parse("1 0 1", relevant=3)]
    verdict = check(MAP, queries, "11/12")
    assert verdict.diagnoses[0].id == "map-ap-over-found"
    assert verdict.headline.startswith("Not yet. In each query, as in query 2: You divided by the 2 relevant documents")
    assert verdict.diagnoses[0].lines[-1] == "MAP = (1 + 5/6) / 2 = 11/12 = 0.9167"


def test_a_zero_in_the_geometric_mean_is_explained_with_epsilon():
    verdict = check(gMAP, ["1", "0.5", "0"], "0")
    assert verdict.headline.endswith("gMAP raises values below 0.00001 to 0.00001.")


@pytest.mark.parametrize(
    ("asked", "given", "reason"),
    [
        (AP, [TUTORIAL], "is checked on one Ranking"),
        (MAP, TUTORIAL, "is a mean over queries"),
        (MAP, [TUTORIAL], "is a mean over queries"),
        (MAP, [TUTORIAL, "0.5"], "not both"),
        (MAP, ["0.5", "1.5"], "must be from 0 to 1"),
        ("AP", TUTORIAL, "check takes a measure"),
    ],
)
def test_a_question_that_is_none_is_refused(asked, given, reason):
    with pytest.raises(InputError, match=reason):
        check(asked, given, "0.5")


def test_what_is_not_defined_cannot_be_checked():
    from irlearn import ESL

    with pytest.raises(InputError, match="not defined on this ranking"):
        check(ESL, Ranking.parse("0 0", relevant=1), "2")


def test_a_rule_speaks_only_where_it_applies():
    assert "p-unjudged-left-out" not in [one.id for one in Question(P @ 3, Ranking.parse("1 0 1")).known]
    assert "rr-cutoff-ignored" not in [one.id for one in Question(RR @ 2, Ranking.parse("1 0 1")).known]
