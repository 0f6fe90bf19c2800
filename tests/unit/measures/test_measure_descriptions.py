"""Test that each registered measure describes its range, direction, question, options and hints."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st
from paths import LESSONS_FOLDER

from irlearn import ERR, ESL, IDCG, MAP, MRR, RBP, P, Ranking, explain, gMAP
from irlearn.byhand.question_text import hints_for, question_for
from irlearn.measures import MEASURES
from irlearn.measures.counts import COUNTS

ALL = list(MEASURES.values())
for_each_measure = pytest.mark.parametrize("measure", ALL, ids=repr)
GRADES = st.lists(st.integers(-1, 4), max_size=9)
PAGE = (LESSONS_FOLDER / "reference" / "measures.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `([A-Za-z]+)[^|]*\|[^|]*\| ([^|]*) \|", PAGE, re.MULTILINE))


def ranking_of(grades: list[int], missed: list[int]) -> Ranking:
    return Ranking(grades, [grade for grade in grades if grade >= 0] + missed)


@for_each_measure
def test_measure_reference_page_has_a_row_with_the_range(measure):
    low, high = measure.range
    range_words = {(0, math.inf): ("0 and up",), (1, math.inf): ("1 and up",), (0, 1): ("0 to 1", "0 or 1")}
    assert ROWS[measure.name] in range_words[low, high]


@for_each_measure
@given(grades=GRADES, missed=st.lists(st.integers(0, 4), max_size=4))
def test_measure_values_are_within_the_range(measure, grades, missed):
    value = measure.of(ranking_of(grades, missed))
    empty = 0 if value == 0 and not any(grade > 0 for grade in grades) else measure.range[0]
    assert math.isnan(value) or empty <= value <= measure.range[1] + 1e-12


@pytest.mark.grid
@for_each_measure
@given(grades=GRADES, missed=st.lists(st.integers(0, 4), max_size=4), other=st.lists(st.integers(0, 4), max_size=4))
def test_measure_needs_say_enough_about_missed_documents(measure, grades, missed, other):
    """Two lists that differ only in what is not asked for have one value."""
    if measure.needs == "grades":
        return
    if measure.needs == "relevant":
        other = [4] * sum(grade >= measure.rel for grade in missed) + [0] * len(other)
    value, other_value = (measure.of(ranking_of(grades, missed_grades)) for missed_grades in (missed, other))
    assert value == other_value or (math.isnan(value) and math.isnan(other_value))


@for_each_measure
@given(grades=GRADES, missed=st.lists(st.integers(0, 4), max_size=4))
def test_measure_depends_on_no_more_than_its_basis(measure, grades, missed):
    """What looks at relevance alone takes every relevant grade for the same; what looks at judgments, every judged."""
    seen = {
        "grades": lambda grade: grade,
        "relevance": lambda grade: min(grade, measure.rel) if grade >= measure.rel else min(grade, 0),
        "judgments": lambda grade: min(grade, 0),
    }[measure.basis]
    value = measure.of(ranking_of(grades, missed))
    other_value = measure.of(ranking_of([seen(grade) for grade in grades], [seen(grade) for grade in missed]))
    assert value == other_value or (math.isnan(value) and math.isnan(other_value))


@pytest.mark.parametrize("measure", [one for one in ALL if one.better != "neither"], ids=repr)
def test_measure_is_no_worse_with_a_relevant_document_at_the_top(measure):
    top, end = (measure.of(Ranking.parse(text)) for text in ("1 0 0 0", "0 0 0 1"))
    assert top <= end if measure.better == "lower" else top >= end


def test_measures_where_lower_is_better_or_neither():
    directions = {name: measure.better for name, measure in MEASURES.items() if measure.better != "higher"}
    lower, neither = ("ESL", "CooperESL", "Fallout"), ("IDCG", "Judged", "RBPres")
    assert directions == {**dict.fromkeys(lower, "lower"), **dict.fromkeys(neither, "neither")}
    assert (MAP.better, gMAP.range, MRR.title) == ("higher", (0, 1), "mean reciprocal rank")


@for_each_measure
def test_measure_about_describes_each_option(measure):
    for option in measure.option_fields:
        assert option.metadata["description"], option.name
        assert f"{measure.name}({option.name}={option.default!r}): {option.metadata['description']}" in measure.about
    assert measure.about.startswith(f"{measure.name}, {measure.title}: ")
    assert "lower is better" in ESL.about
    assert "neither high nor low is better" in IDCG.about


AUTHOR = r"(?:van )?[A-Z]\w*[a-z]\w*"
SOURCE = rf"{AUTHOR}(?:, {AUTHOR})*(?: and {AUTHOR}| et al\.)? \(\d{{4}}\)"


@for_each_measure
def test_measure_source_names_authors_and_a_year(measure):
    assert re.fullmatch(rf"{SOURCE}(?:; {SOURCE})*", measure.source)
    assert f"Source: {measure.source}" in measure.about
    assert measure.formula in measure.about


@for_each_measure
@pytest.mark.parametrize("text", ["1 0 1 1", "0 0 0 1", "0 1 0 1 0 1 0"])
@pytest.mark.parametrize("cutoff", [None, 3])
def test_measure_hints_never_state_the_answer(measure, text, cutoff):
    ranking = Ranking.parse(text, relevant=5)
    variant = measure @ cutoff if cutoff and measure.takes_cutoff else measure
    hints = hints_for(variant, ranking)
    assert len(hints) >= 3
    assert not any("{" in hint for hint in hints)
    value = explain(variant, ranking).fraction
    given_away = "there is nothing to hint at" if value is None or value.denominator == 1 else str(value)
    assert not any(re.search(rf"(?<![0-9/]){given_away}(?![0-9/])", hint) for hint in hints[:-1])


@for_each_measure
def test_measure_is_named_in_a_question(measure):
    from random import Random

    variant = measure @ Fraction(3, 10) if measure.name == "IPrec" else measure
    question = question_for(Random(1), variant, Ranking.parse("1 0 1 1", relevant=5)).text
    assert variant.short_name.partition("@")[0] in question
    assert (P @ 5).phrase == "P@5, the precision at cutoff 5"
    assert ERR.question_notes == ("The highest grade of the scale is 4.",)


def test_rbp_hints_write_out_the_powers_or_0():
    with_hit, without_hit = ("\n".join(RBP(p=0.5).steps(Ranking.parse(text, relevant=1))) for text in ("0 1", "0 0"))
    assert "The sum is 0.5^1. Multiply it by 1 − 0.5." in with_hit
    assert "The sum is 0. Multiply it by 1 − 0.5." in without_hit


def test_count_range_starts_at_0():
    assert {total.measure.range for total in COUNTS.values()} == {(0, math.inf)}
    assert COUNTS["num_ret"].measure.of(Ranking([])) == 0
