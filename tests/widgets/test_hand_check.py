"""The hand check without a browser: any measure, any ranking, any number."""

from __future__ import annotations

import re

import pytest

from irlearn import AP, MAP, InputError, Ranking, nDCG, widgets


def read(widget: widgets.Widget) -> str:
    """What a reader reads, without tags."""
    return re.sub(r"\s+", " ", re.sub(r"<style>.*?</style>|<[^>]+>", " ", widget.picture))


def fields(**typed: str) -> dict[str, str]:
    given = {"measure": "AP", "ranking": "1 1 1 0 1 1 0 1 0 0", "relevant": "8", "missed": "", "answer": ""}
    return {**given, **typed}


def sheet() -> widgets.HandCheck:
    return widgets.HandCheck(AP, "1 1 1 0 1 1 0 1 0 0", relevant=8)


def test_the_sketch_the_answer_is_traced_to_its_mistake_and_the_right_value_is_not_told() -> None:
    it = sheet()
    assert "Check a hand calculation: AP" in read(it)
    assert "8 documents are relevant in all." in read(it)
    it.gesture(do="check", fields=fields(answer="0.897"))
    assert "Not yet. You divided by the 6 relevant documents that were retrieved, not by all 8." in read(it)
    assert "/ <mark>6</mark> = 323/360 = 0.8972" in it.picture
    assert "Underlined: where it differs. 0.897 stands for any value from 0.8965 to 0.8975." in read(it)
    assert "323/480" not in it.picture
    it.gesture(do="steps")
    assert "AP = (1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 8 = 323/480 = 0.6729" in read(it)
    it.gesture(do="steps")
    assert "323/480" not in it.picture
    it.gesture(do="check", fields=fields(answer="323/480"))
    assert "323/480 is right." in read(it)


def test_another_measure_and_ranking_are_taken_over_and_clear_the_verdict() -> None:
    it = sheet()
    it.check("0.897")
    it.gesture(do="set", fields=fields(measure="P@5", ranking="RRNNR", relevant="", answer="0.897"))
    assert (repr(it.measure), it.given, it.verdict) == ("P@5", Ranking.parse("1 1 0 0 1"), None)
    it.gesture(do="check", fields=fields(measure="RR", ranking="relevant at 3, 4 of 6", relevant="", answer="1/3"))
    assert "Your RR" in read(it)
    assert "1/3 is right." in read(it)


def test_a_measure_of_grades_asks_for_the_grades_that_the_list_misses() -> None:
    it = widgets.HandCheck(nDCG, "3 2 0 1", missed="3")
    assert "Missed grades" in read(it)
    assert "Relevant in all" not in read(it)
    assert "Missed by the list: grades 3." in read(it)
    it.gesture(do="check", fields={"measure": "nDCG", "ranking": "3 2 0 1", "missed": "3", "answer": "0.985"})
    assert "You built the ideal from the retrieved documents only." in read(it)
    assert "<mark>" in it.picture
    it.gesture(do="set", fields={"measure": "AP", "ranking": "3 2 0 1", "missed": "3"})
    assert "Relevant in all" in read(it), "the field follows the measure"


@pytest.mark.parametrize(
    ("ranking", "relevant", "answer", "told"),
    [
        ("1 0 1 | 0 1 1", "3 2", "41/72", "is right"),
        ("1 0 1 | 0 1 1", "3, 2", "0.7083", "In each query, as in query 1: You divided by the 2 relevant documents"),
        ("values 1 0.5 0.1", "", "0.368", "geometric"),
    ],
)
def test_means_over_queries_are_checked_too(ranking: str, relevant: str, answer: str, told: str) -> None:
    it = widgets.HandCheck("MAP", ranking, relevant=relevant)
    it.gesture(do="check", fields=fields(measure="MAP", ranking=ranking, relevant=relevant, answer=answer))
    assert told in read(it)


def test_a_ranking_is_given_as_a_value_too() -> None:
    it = widgets.HandCheck(AP, Ranking.parse("1 (0 1) 0", relevant=4))
    assert it.given == Ranking.parse("1 (0 1) 0", relevant=4)
    assert "Ranks 2 to 3 are tied." in read(it)
    graded = Ranking.parse("3 0 U", missed="2 1")
    assert widgets.HandCheck(nDCG, graded).given == graded
    assert widgets.HandCheck(AP(rel=2), graded).given == graded


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"measure": "APP"}, "No measure is called 'APP'; did you mean AP or MAP?"),
        ({"ranking": "1 x 1"}, "The ranking '1 x 1' has 'x' at rank 2; write a grade (0, 1, 2, ...), R, N or U"),
        ({"ranking": ""}, "The ranking is empty;"),
        ({"relevant": "2"}, "holds 6 relevant documents, more than the 2 relevant in all."),
        ({"relevant": "some"}, "Relevant in all is a whole number of documents, 0 or more; given: 'some'."),
        ({"relevant": "8 7"}, "AP has one ranking and takes one number of relevant documents; given: 2."),
        ({"measure": "MAP", "relevant": ""}, "MAP is a mean over topics, and one ranking is one topic"),
        ({"measure": "ESL", "ranking": "0 0", "relevant": "0"}, "ESL is not defined on this ranking"),
        ({"answer": "half"}, "'half' is not a number; write it as 13/30, 0.433 or 43.3%."),
        ({"answer": " "}, "Type your AP first."),
        ({"answer": "1/0"}, "'1/0' divides by 0"),
    ],
)
def test_bad_input_is_one_sentence_and_takes_nothing_over(typed: dict[str, str], sentence: str) -> None:
    it = sheet()
    before = it.measure, it.given
    it.gesture(do="check", fields=fields(**{"answer": "0.5", **typed}))
    assert sentence in read(it).replace("&#x27;", "'")
    assert (it.measure, it.given) == before
    assert it.verdict is None
    assert it.picture.count("data-said") == 1


def test_bad_input_to_the_constructor_is_refused() -> None:
    with pytest.raises(InputError, match="a Ranking says itself what is relevant"):
        widgets.HandCheck(AP, Ranking.parse("1 0"), relevant=3)
    it = widgets.HandCheck(MAP, "values 1 0.5")
    with pytest.raises(InputError, match="no measure is called"):
        it.set("MAPP", "values 1 0.5")
    assert it.measure == MAP


def test_a_long_list_is_drawn_to_its_fortieth_rank_and_the_rest_is_counted() -> None:
    it = widgets.HandCheck("P@10", "10" * 40)
    assert it.picture.count('<li class="hit">') + it.picture.count('<li class="miss">') == 40
    assert "and 40 more" in read(it)


def test_what_is_typed_is_shown_as_text() -> None:
    it = sheet()
    it.gesture(do="check", fields=fields(measure='<b onclick="x">', answer="<i>"))
    assert "<b onclick" not in it.picture
    assert "<i>" not in it.picture
