"""Test the ids and the order of the catalog of misconceptions."""

from __future__ import annotations

import inspect
import pickle
import re
import tomllib
from pathlib import Path

import pytest

from irlearn.byhand import catalogue as misconceptions
from irlearn.byhand.catalogue import KINDS, MISCONCEPTIONS
from irlearn.byhand.misconceptions import Misconception, register
from irlearn.byhand.question import misconceptions_about
from irlearn.measures import Mean, P
from irlearn.measures.registry import MEANS, MEASURES

MOST_LINES = 12
SUBJECTS = ("binary", "graded", "means", "significance_tests")
"""The modules of the catalogue whose misconceptions are about measures, means and significance tests."""
IDS = {
    measure: [f"{measure.lower()}-{name}" for name in names.split()]
    for measure, names in (
        line.split(": ") for line in (Path(__file__).parent / "misconception_ids.txt").read_text("utf-8").splitlines()
    )
}
"""The ids of all that was ever shipped, of each measure, mean and test likeliest first: what others store and count."""


def test_ids_and_the_order_in_which_they_are_named_stay():
    asked = {**MEASURES, **MEANS, "mean": Mean.over(P), **{name: test() for name, test in KINDS.items()}}
    assert {name: [one.id for one in misconceptions_about(asked[name])] for name in IDS} == IDS
    assert set(MISCONCEPTIONS) == {one for ids in IDS.values() for one in ids}


@pytest.mark.parametrize("one", MISCONCEPTIONS.values(), ids=MISCONCEPTIONS)
def test_a_misconception_is_a_small_function_and_is_looked_up_by_its_id(one):
    assert MISCONCEPTIONS[one.id] is one
    assert one.id.startswith(f"{one.measure.lower()}-")
    assert len(inspect.getsource(one.rule).splitlines()) <= MOST_LINES, one.rule.__name__
    assert pickle.loads(pickle.dumps(one)) is one


def test_an_id_is_given_once():
    def over_found(context):
        return None

    with pytest.raises(ValueError, match="two misconceptions are called ap-over-found"):
        register(Misconception("over-found", "AP", "You divided by those found.", over_found))
    assert MISCONCEPTIONS["ap-over-found"].rule is not over_found


def test_every_sentence_and_all_evidence_in_the_table_of_words_belong_to_a_rule():
    files = [Path(misconceptions.__file__).with_name(f"{subject}.toml") for subject in SUBJECTS]
    told = {
        (f"{measure.lower()}-{name}", kind, said)
        for file in files
        for kind, tables in tomllib.loads(file.read_text("utf-8")).items()
        for measures, rows in tables.items()
        for measure in measures.split()
        for name, said in rows.items()
    }
    assert {kind for _, kind, _ in told} == {"message", "evidence"}
    assert {(identity, vars(MISCONCEPTIONS[identity])[kind]) for identity, kind, _ in told} == {
        (identity, said) for identity, _, said in told
    }
    assert all(len(line) <= 120 for file in files for line in file.read_text("utf-8").splitlines())


CITED = """
HashNet 25; ml_metrics 54; ml_metrics 57; OpenNIR 14; python-recsys 29; pytrec_eval 57; quepid 518; RankGPT 18;
RankGPT 19; scikit-learn 32061; spark 24458; trectools 18; trectools 24; al 2021; Cohen 1960; Cooper 1968;
Goldstein 1954; Kekäläinen 2002; Kendall 1938; Kendall 1945; Mood 1946; Najork 2008; others 2009; Pratt 1959;
Randolph 2005; Robertson 2006; Robertson 2008; Sakai 2007; Schütze 2008; Strohman 2009; Voorhees 2004
"""
"""Issues of tools, by their numbers, and papers, by their last author: those in which the wrong rules were met."""


def test_evidence_names_issues_and_papers_that_were_read():
    cited = re.compile(r"([\w-]+)\.? \(?(\d{2,})(?: and (\d+))?")
    found = [each for one in MISCONCEPTIONS.values() for each in cited.findall(one.evidence)]
    named = {f"{who} {number}" for who, *numbers in found for number in numbers if number}
    assert named == set(" ".join(CITED.split()).split("; "))
