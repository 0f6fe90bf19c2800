"""Drawn wordings: none is misread, three quarters are read."""

from contextlib import suppress

import pytest
from generated import KINDS, LISTS, QUERIES, cases
from scoreboard import board, outcome
from typed_rankings import value

from irlearn import InputError, explain
from irlearn.byhand.parse_question import parse_input, parse_quantity

SEED = 24


def test_none_of_the_drawn_wordings_is_misread_and_three_quarters_are_read():
    counts, told = board(cases(SEED, 1500))
    assert [(case.text, case.means, said) for case, what, said in told if what == "MISREAD"] == []
    assert counts["read"] >= 0.75 * sum(counts.values())


def test_the_generator_draws_each_kind_of_name_and_each_template():
    drawn = [*cases(SEED, 1500)]
    assert {case.kind for case in drawn} == {*KINDS}
    assert {case.template for case in drawn} == {*LISTS, *QUERIES}
    assert [*cases(SEED, 20)] == [*cases(SEED, 20)]


def test_the_scoreboard_tells_a_misreading():
    case = next(case for case in cases(SEED, 500) if case.means.grades and outcome(case)[0] == "read")
    wrong = case._replace(means=case.means._replace(grades=(*case.means.grades, 1)))
    assert outcome(wrong)[0] == "MISREAD"


@pytest.mark.parametrize("measure", ["P", "AP", "nDCG", "R"])
def test_a_drawn_wording_has_the_value_of_its_meaning_or_is_asked_back(measure):
    asked, read = parse_quantity(measure), 0
    for case in cases(SEED + 1, 150):
        if case.several or case.means.counts or min(case.means.grades) < 0:
            continue
        plain = "grades [" + " ".join(map(str, case.means.grades)) + "]"
        missed = " ".join(map(str, case.means.missed))
        right = explain(asked, parse_input(asked, plain, relevant=case.means.relevant, missed=missed)).value
        with suppress(InputError):
            found = value(measure, case.text)
            read += 1
            assert found == pytest.approx(right), case.text
    assert read > 50
