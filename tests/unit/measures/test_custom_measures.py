"""Test `define`: custom measures throughout the package, and refused definitions."""

from __future__ import annotations

import copy
import json
import math
import pickle
import re
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from irlearn import (
    P,
    Ranking,
    check,
    cli,
    define,
    evaluate,
    explain,
    parse_measure,
    solve,
)
from irlearn.byhand.catalogue import KINDS
from irlearn.byhand.parse_question import _names_by_alias, parse_quantity, parse_significance
from irlearn.byhand.question import misconceptions_about
from irlearn.byhand.question_text import hints_for, question_for
from irlearn.conventions import score
from irlearn.errors import InputError
from irlearn.measures import MEASURES, Terms
from irlearn.measures.binary import BinaryMeasure
from irlearn.measures.custom import TESTS
from irlearn.widgets import HandCheck, RankingBoard

DESCRIPTION = {
    "title": "persistent precision",
    "formula": "Persist = (1 − p) · sum of p^(rank − 1) over relevant ranks",
    "why": "A reader goes on with probability p.",
    "options": {"rel": "the lowest grade that counts as relevant", "p": "the chance to go on"},
}
RANKING = Ranking.parse("1 0 1", relevant=4)


def persistent(top, rel=1, p=0.5):
    return top.hits(rel) * p ** (top.ranks - 1), 1, 1 / (1 - p)


@pytest.fixture
def measure():
    return define("Persist", persistent, **DESCRIPTION)


def test_custom_measure_is_a_value_with_options_and_a_cutoff(measure):
    assert repr(measure(p=0.8) @ 3) == "Persist(p=0.8)@3"
    assert parse_measure("Persist(p=0.8)@3") == measure(p=0.8) @ 3 != measure @ 3
    assert (measure(p=0.8) @ 3).of(RANKING) == pytest.approx(0.328)
    assert (measure.basis, measure.needs) == ("relevance", "relevant")
    assert isinstance(measure, BinaryMeasure)
    assert "Persist(p=0.5): the chance to go on" in measure.about


def test_custom_measure_is_explained_in_fractions(measure):
    assert explain(measure(p=0.8), RANKING).fraction == Fraction(41, 125)
    assert explain(measure(p=0.8), RANKING).lines == ("Persist(p=0.8) = (1 + 16/25) / 5 = 41/125 = 0.328",)


def test_custom_measure_is_checked_without_misconceptions(measure):
    assert misconceptions_about(measure) == ()
    assert check(measure, RANKING, "5/8").conclusive
    assert check(measure, RANKING, "0.63").correct
    assert check(measure, RANKING, "0.5").outcome == "unknown"
    assert "is always between 0 and 1" in check(measure, RANKING, "1.5").headline


def test_custom_measure_is_scored_by_evaluate_and_by_the_shell(measure, tmp_path, capsys):
    (tmp_path / "q.txt").write_text("q1 0 a 1\nq2 0 b 1\n")
    (tmp_path / "r.txt").write_text("q1 Q0 a 1 2 t\nq2 Q0 x 1 2 t\nq2 Q0 b 2 1 t\n")
    assert evaluate(tmp_path / "q.txt", tmp_path / "r.txt", [P @ 1, measure]).mean("r", "Persist") == 0.375
    arguments = ["score", str(tmp_path / "q.txt"), str(tmp_path / "r.txt"), "-m", "Persist@1", "--format", "json"]
    assert cli.main(arguments) == 0
    assert json.loads(capsys.readouterr().out)[0]["value"] == 0.25
    assert cli.main(["explain", "Persist", "1 0 1"]) == 0
    assert "5/8" in capsys.readouterr().out


def test_custom_measure_appears_in_conventions_sheets_hints_and_questions(measure):
    assert score(measure, {"q": {"a": 1}}, {"q": {"x": 2, "a": 1}}).fraction == Fraction(1, 4)
    assert repr(measure) in [repr(derivation.measure) for derivation in solve("all", RANKING).derivations]
    assert hints_for(measure @ 2, RANKING)[-1] == "The terms are 1."
    assert "Take p = 0.8." in question_for(Random(1), measure(p=0.8), RANKING).text


def test_custom_measure_appears_on_a_board_and_in_a_hand_check(measure):
    board = RankingBoard(RANKING, measures=["Persist@2"], focus=measure)
    board.move("document 3", 1)
    assert measure.of(board.ranking) == 0.75
    assert "Persist" in HandCheck("Persist").draw().text


def test_custom_measure_is_pickled_and_copied(measure):
    variant = measure(p=0.8) @ 3
    pickled = pickle.dumps(variant)
    assert pickle.loads(pickled) == copy.deepcopy(variant) == variant
    del MEASURES["Persist"]
    with pytest.raises(InputError, match="define it here, too"):
        pickle.loads(pickled)


def test_custom_terms_keep_logarithms_as_symbols_and_write_roots_as_decimals():
    log = define(
        "Log", lambda top: Terms(np.maximum(top.grades, 0), top.ranks + 1, log2=True),
        title="t", formula="f", why="w", range=(0, math.inf),
    )  # fmt: skip
    assert log.value_type == "logarithm"
    assert explain(log, Ranking.parse("3 2")).exact == "3 + 2/log2(3)"
    root = define("Root", lambda top: top.hits(1) / np.sqrt(top.ranks), title="t", formula="f", why="w", range=(0, 9))
    assert explain(root, Ranking.parse("1 1")).equation == "Root = 1 + 0.7071 = 1.707"


def test_custom_terms_may_divide_by_a_sum_of_fractions():
    def of_best(top):
        return Terms(top.hits(1), top.ranks, divisor=Terms(top.hits(0), top.ranks))

    measure = define("OfBest", of_best, title="t", formula="f", why="w")
    assert explain(measure, Ranking.parse("1 0 1")).fraction == Fraction(8, 11)
    assert measure.of(Ranking.parse("1 0 1")) == pytest.approx(8 / 11)


def test_custom_terms_receive_the_cutoff_as_an_argument():
    def filled(top, cutoff=None):
        return top.hits(0), 1, cutoff or top.retrieved

    measure = define("Filled", filled, title="t", formula="f", why="w", sees="judgments", better="neither")
    assert (measure @ 4).of(Ranking.parse("1 0")) == 0.5
    assert "cutoff" not in measure.options


def test_custom_measure_has_the_basis_needs_and_divisor_meaning_of_its_definition():
    def judged(top):
        return top.hits(0), 1, top.retrieved

    words = {"title": "t", "formula": "f", "why": "w", "sees": "judgments", "asks": "nothing"}
    measure = define("Known", judged, **words, counts="documents retrieved")
    assert (measure.basis, measure.needs, measure.divisor_meaning) == ("judgments", "nothing", "documents retrieved")


def test_define_again_returns_the_same_measure_and_needs_replace_for_another_definition(measure):
    assert define("Persist", persistent, **DESCRIPTION) is measure
    again = [define("Twice", lambda top: top.hits(1) / 9, title="t", formula="f", why="w") for _ in range(2)]
    assert again[0] is again[1]
    with pytest.raises(InputError, match="give replace=True to define it again"):
        define("Persist", persistent, **DESCRIPTION | {"why": "Another reason."})
    assert (
        define("Persist", persistent, **DESCRIPTION | {"why": "Another reason."}, replace=True).why == "Another reason."
    )


REFUSED = {
    "a measure of irlearn": ({"name": "AP"}, "AP is a measure of irlearn; choose another name for yours"),
    "but for capitals": ({"name": "ap"}, "ap is what a measure is called already (AP)"),
    "a mean": ({"name": "MAP"}, "MAP is what a measure is called already (MAP)"),
    "elsewhere": ({"name": "recip_rank"}, "recip_rank is what a measure is called already (RR)"),
    "a test": ({"name": "Sign"}, "Sign is taken for a test or its statistic"),
    "digits": ({"name": "P5"}, "the name of a measure is letters, up to 40 of them"),
    "no name": ({"name": 5}, "the name of a measure is letters, up to 40 of them"),
    "no function": ({"terms": 3}, "the terms of Bad must be a function of Rankings; given: 3"),
    "no argument": ({"terms": lambda: 1}, "the terms of Bad must be a function of Rankings, such as"),
    "a sum": ({"terms": lambda top: top.hits(1).sum()}, "must be one number for each of 5 ranks; their shape is ()"),
    "out of range": ({"terms": lambda top: top.hits(1) * 7}, "come to 21, which is not in its range from 0 to 1"),
    "an error": ({"terms": lambda top: top.foo}, "fail: AttributeError, 'Rankings' object has no attribute 'foo'"),
    "another axis": ({"terms": lambda top: np.cumsum(top.hits(1), axis=0) / 9}, "with NumPy on the last axis"),
    "a logarithm of no rank": (
        {"terms": lambda top: Terms(top.hits(1) / 9, top.ranks + 0.5, log2=True)},
        "divide by the logarithms of whole numbers",
    ),
    "no default": ({"terms": lambda top, p: top.hits(1) / p}, "the option p of Bad needs a default"),
    "no line": ({"terms": lambda top, p=9: top.hits(1) / p}, "the option p of Bad needs a line in options"),
    "a part": ({"terms": lambda top, of=9: top.hits(1) / of}, "an option of Bad cannot be called of"),
    "a line too many": ({"options": {"q": "x"}}, "Bad has no option 'q'; its terms take none"),
    "no title": ({"title": " "}, "the title of Bad must be a text that is told to learners"),
    "a direction": ({"better": "up"}, "better of Bad must be one of higher, lower, neither; given: 'up'"),
    "a range": ({"range": (1, 0)}, "the range of Bad must be its lowest and highest value"),
}


@pytest.mark.parametrize(("changed", "sentence"), REFUSED.values(), ids=REFUSED)
def test_define_rejects_arguments_that_do_not_fit(changed, sentence):
    arguments = {
        "name": "Bad",
        "terms": lambda top: top.hits(1) / 9,
        "title": "t",
        "formula": "f",
        "why": "w",
    } | changed
    with pytest.raises(InputError, match=re.escape(sentence)) as error:
        define(**arguments)
    assert "\n" not in str(error.value)
    assert MEASURES.get("Bad") is None


@pytest.mark.parametrize(("option", "value"), [("p", "x"), ("p", math.nan), ("rel", 0), ("q", 1)])
def test_custom_measure_rejects_invalid_options(measure, option, value):
    with pytest.raises(InputError):
        measure(**{option: value})


def test_custom_measure_name_may_not_be_that_of_a_test_but_may_resemble_it():
    statistics = {statistic for test in KINDS.values() if test.has_own_statistic_names for statistic in test.statistics}
    test_names = {name.lower() for name in {*KINDS, *_names_by_alias(), *statistics} if name.isalpha()}
    assert test_names <= TESTS
    signs = define("Signs", lambda top: top.hits(1) / 9, title="t", formula="f", why="w")
    assert parse_significance("Signs") is None
    assert parse_quantity("Signs") == signs
