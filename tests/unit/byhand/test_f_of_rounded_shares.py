"""Test F computed from a rounded precision and recall."""

from __future__ import annotations

from fractions import Fraction

import pytest

from irlearn import F, explain
from irlearn.byhand.checking import check_question, make_question
from irlearn.byhand.parse_question import parse_input, parse_quantity
from irlearn.errors import InputError

COUNTS = [(4, 6, 7), (2, 9, 11), (5, 7, 12), (19, 31, 39), (3, 7, 3), (1, 3, 7)]
WORDINGS = {
    "2 digits": "P = {p:.2f} and R = {r:.2f}",
    "3 digits": "P = {p:.3f}, R = {r:.3f}",
    "4 digits": "precision {p:.4f}, recall {r:.4f}",
    "percent": "P = {p:.1%}, R = {r:.1%}",
}


def f(precision, recall, beta=1):
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


@pytest.mark.grid
@pytest.mark.parametrize("beta", [1, 2])
@pytest.mark.parametrize("wording", WORDINGS.values(), ids=WORDINGS)
@pytest.mark.parametrize(("hits", "length", "total"), COUNTS)
def test_f_of_the_counts_and_of_the_rounded_shares_is_right(hits, length, total, wording, beta):
    precision, recall = hits / length, hits / total
    text = wording.format(p=precision, r=recall)
    shares = text.replace("%", "").replace(",", " ").split()
    given = [float(word) / (100 if "%" in text else 1) for word in shares if word[0].isdigit()]
    question = make_question(F(beta=beta), parse_input(F(beta=beta), text))
    for value in (f(precision, recall, beta), f(*given, beta)):
        for digits in (2, 3, 4):
            verdict = check_question(question, f"{value:.{digits}f}")
            assert verdict.correct or verdict.diagnoses, (text, value)
            if "3" in wording or "4" in wording:
                assert verdict.conclusive or (verdict.undecided and digits == 2), (text, value, digits)
    mean = (precision + recall) / 2
    if abs(mean - f(precision, recall, beta)) > 0.02:
        assert not check_question(question, f"{mean:.4f}").correct


def test_the_fewest_documents_that_round_to_the_shares_are_worked_out_and_named():
    ranking = parse_input(F, "P = 0.667, R = 0.571")
    assert explain(F, ranking).fraction == Fraction(8, 13)
    assert ranking.echo.endswith("the fewest documents with the stated shares, which may be rounded.")
    assert check_question(make_question(F, ranking), "0.6153").conclusive  # of the shares as given
    assert check_question(make_question(F, ranking), "0.6154").conclusive  # of 4/6 and 4/7
    assert not check_question(make_question(F, ranking), "0.6165").correct


@pytest.mark.parametrize(("cutoff", "value"), [(5, 2 / 3), (10, 2 / 3), (20, 2 / 3)])
def test_shares_without_a_cutoff_are_those_at_the_cutoff_that_is_asked_for(cutoff, value):
    ranking = parse_input(F @ cutoff, "P = 0.600, R = 0.750")
    assert (F @ cutoff).of(ranking) == pytest.approx(value)
    assert check_question(make_question(F @ cutoff, ranking), "0.667").correct


def test_an_exact_share_leaves_no_room():
    question = make_question(F @ 10, parse_input(F @ 10, "P@10 = 0.3, R@10 = 0.429"))
    assert check_question(question, "0.353").correct
    assert check_question(question, "0.3531").correct
    assert not check_question(question, "0.3645").correct


@pytest.mark.grid
@pytest.mark.parametrize("beta", [1, 2, 0.5])
@pytest.mark.parametrize("cutoff", [2, 5, 10])
@pytest.mark.parametrize(
    ("text", "precision", "recall"),
    [
        ("P = {p}, R = {r}", "0.667", "0.571"),
        ("precision {p} and recall {r}", "0.123", "0.9"),
        ("P@{k} = {p}, R@{k} = {r}", "0.71", "0.33"),
        ("R: {r}; P: {p}", "2/7", "1/3"),
        ("precision {p}, recall {r}", "43%", "72%"),
    ],
)
def test_f_at_a_cutoff_is_that_of_the_shares_where_no_list_of_that_length_has_them(
    text, precision, recall, cutoff, beta
):
    measure = F(beta=beta) @ cutoff
    given = parse_input(measure, text.format(p=precision, r=recall, k=cutoff))
    right = f(*(float(Fraction(one.rstrip("%")) / (100 if "%" in one else 1)) for one in (precision, recall)), beta)
    assert f"no list of {cutoff} ranks" in given.echo
    assert ("which may be rounded" in given.echo) == ("/" not in precision)
    assert float(explain(measure, given).value) == pytest.approx(right, abs=0.0006)
    verdict = check_question(make_question(measure, given), f"{right:.3f}")
    assert verdict.correct or verdict.undecided
    assert not check_question(make_question(measure, given), f"{right + 0.02:.3f}").correct


@pytest.mark.parametrize("measure", ["P@5", "R@5", "AP@5", "nDCG@5", "AP"])
def test_shares_that_no_list_of_that_length_has_are_refused_where_more_than_f_is_asked_for(measure):
    with pytest.raises(InputError, match=r"at 5 ranks; ask for|not at which ranks; write"):
        parse_input(parse_quantity(measure), "P = 0.667, R = 0.571")
    with pytest.raises(InputError, match="at 5 ranks; ask for the measure without a cutoff, or write the counts"):
        parse_input(parse_quantity(measure), "P@5 = 0.667, R@5 = 0.571")


@pytest.mark.parametrize(
    "text", ["P = 1.2, R = 0.5", "precision 120%, recall 50%", "P = 0, R = 0.5", "precision 0.5, recall 0.0"]
)
@pytest.mark.parametrize("measure", [F, F @ 5])
def test_a_precision_and_a_recall_that_cannot_be_are_refused(text, measure):
    with pytest.raises(InputError, match="each lies from 0 to 1, and F is worked out of two above 0"):
        parse_input(measure, text)
