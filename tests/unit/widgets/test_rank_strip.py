"""Test the strip on which a learner corrects how a ranking was read."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from irlearn import AP, ESL, MAP, Ranking, nDCG, widgets
from irlearn.measures import Measure
from irlearn.widgets.lesson import rank_strip


def do(it: widgets.HandCheck, what: str, answer: str = "", **details: str) -> None:
    """Do something with what stands in the fields of the page."""
    stands = dict(re.findall(r'<input [^>]*?name="(\w+)"[^>]*?value="([^"]*)"', it.picture))
    it.gesture(do=what, fields={**stands, "answer": answer}, **details)


def type_over(it: widgets.HandCheck, what: str, **typed: str) -> None:
    """Do something with a text that was typed into a field, of which alone the page tells."""
    it.gesture(do=what, fields={"answer": "", **typed})


def field(it: widgets.HandCheck, name: str) -> str:
    found = re.search(rf'<input [^>]*?name="{name}"[^>]*?value="([^"]*)"', it.picture)
    assert found is not None
    return found[1]


def said(it: widgets.HandCheck) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", one) for one in re.findall(r"<p[^>]*data-said[^>]*>(.*?)</p>", it.picture))


def test_a_press_changes_the_mark_of_a_rank_and_the_field_says_so() -> None:
    it = widgets.HandCheck(AP, "d1 yes, d2 no, d3 yes", relevant=4)
    do(it, "mark", query="0", index="2")
    assert it.data == Ranking.parse("1 1 1", relevant=4)
    assert (field(it, "ranking"), field(it, "relevant"), said(it)) == ("1 1 1", "4", "Rank 2 is relevant now.")
    do(it, "check", answer="3/4")
    assert "is right" in it.picture


def test_a_total_that_the_wording_said_stays_and_grows_only_where_more_are_found() -> None:
    it = widgets.HandCheck(AP, "relevant at 1, 3 of 4; 3 relevant in all")
    do(it, "mark", query="0", index="2")
    assert (field(it, "relevant"), it.data) == ("3", Ranking.parse("1 1 1 0", relevant=3))
    do(it, "mark", query="0", index="4")
    assert (field(it, "relevant"), it.data) == ("4", Ranking.parse("1 1 1 1", relevant=4))
    none_missed = widgets.HandCheck(AP, "1 0 1")
    do(none_missed, "mark", query="0", index="2")
    assert field(none_missed, "relevant") == ""


def test_an_empty_list_has_no_titles_and_undo_brings_them_back() -> None:
    it = widgets.HandCheck(AP, "1. War and Peace ✓\n2. Emma\n3. Dune ✓")
    assert "rank 2, Emma, not relevant" in it.picture
    do(it, "empty")
    assert (field(it, "ranking"), "Emma" in it.picture) == ("0 0 0 0 0", False)
    do(it, "mark", query="0", index="2")
    assert "Emma" not in it.picture
    for _ in range(2):
        do(it, "undo")
    assert "rank 2, Emma, not relevant" in it.picture


def test_undo_takes_back_one_change_and_what_was_typed_comes_back_whole() -> None:
    it = widgets.HandCheck(AP, "relevant at 1, 3 of 4; 3 relevant in all")
    before = it.data
    assert "Undo" not in it.picture
    for index in ("1", "2"):
        do(it, "mark", query="0", index=index)
    do(it, "resize", query="0", by="1")
    do(it, "undo")
    assert it.data == Ranking.parse("0 1 1 0", relevant=3)
    do(it, "typed")
    assert (it.data, field(it, "ranking")) == (before, "relevant at 1, 3 of 4; 3 relevant in all")
    assert "Undo all" not in it.picture
    do(it, "undo")
    assert it.data == Ranking.parse("0 1 1 0", relevant=3), "who went back by mistake has lost nothing"
    for _ in range(3):
        do(it, "undo")
    assert it.data == before
    assert "Undo" not in it.picture


def test_one_begins_with_an_empty_list_and_types_nothing() -> None:
    it = widgets.HandCheck(ESL, "1 (0 1) 0")
    do(it, "empty")
    assert (it.data, said(it)) == (Ranking([0] * 5), "Nothing is relevant yet: press the ranks that are.")
    do(it, "check", answer="2")
    assert "ESL is not defined on this ranking" in it.picture
    do(it, "mark", query="0", index="2")
    do(it, "check", answer="2")
    assert "2 is right." in it.picture
    several = widgets.HandCheck(MAP, "values 1 0.5")
    do(several, "empty")
    do(several, "mark", query="1", index="1")
    assert several.data == (Ranking([0] * 5), Ranking([1, 0, 0, 0, 0]))


def test_each_query_of_a_mean_has_its_strip() -> None:
    it = widgets.HandCheck(MAP, "1 0 1 | 0 1 1", relevant="3 2")
    do(it, "mark", query="1", index="1")
    do(it, "resize", query="0", by="-1")
    assert it.data == (Ranking.parse("1 0", relevant=3), Ranking.parse("1 1 1", relevant=3))
    assert (field(it, "ranking"), field(it, "relevant")) == ("1 0 | 1 1 1", "3 3")


def test_a_grade_goes_up_by_a_press_and_is_read_out_as_one() -> None:
    it = widgets.HandCheck(nDCG, "3 2 0 U", missed="3 1")
    for index in ("1", "2", "4"):
        do(it, "mark", query="0", index=index)
    assert (it.data, field(it, "missed")) == (Ranking.parse("0 3 0 0", missed="3 1"), "3 1")
    assert 'aria-label="rank 2, grade 3"' in it.picture
    assert said(it) == "Rank 4 is of grade 0 now."


def test_titles_stand_beside_their_ranks_and_stay_when_a_mark_is_changed() -> None:
    it = widgets.HandCheck(AP, [("How to sow", 1), ("Lawns <i>", 0)])
    do(it, "mark", query="0", index="2")
    do(it, "resize", query="0", by="1")
    assert 'aria-label="rank 2, Lawns &lt;i&gt;, relevant"' in it.picture
    assert 'aria-label="rank 3, not relevant"' in it.picture
    for what, more in (("check", {"answer": "1"}), ("set", {"relevant": "4"}), ("set", {"measure": "P@2"})):
        type_over(it, what, **more)
        assert 'aria-label="rank 2, Lawns &lt;i&gt;, relevant"' in it.picture, (what, more)
    type_over(it, "set", ranking="1 0")
    assert "Lawns" not in it.picture
    hits = widgets.HandCheck("MRR", "ranks 1, 3, 2")
    type_over(hits, "set", measure="AP")
    assert hits.picture.count('class="ranks strip"') == 1, "the same words are one list for AP"


def test_a_wording_that_is_refused_leaves_the_strip_to_be_pressed_and_comes_back_whole() -> None:
    it = widgets.HandCheck(AP, "1 0 1")
    refused = {"ranking": "a hit at the top and one later", "answer": ""}
    it.gesture(do="set", fields=refused)
    assert "is not understood at" in said(it)
    it.gesture(do="mark", query="0", index="2", fields=refused)
    assert (it.data, field(it, "ranking"), said(it)) == (Ranking([1, 1, 1]), "1 1 1", "Rank 2 is relevant now.")
    do(it, "typed")
    assert field(it, "ranking") == refused["ranking"]
    assert "What you typed is back." in said(it)
    assert "is not understood at" in said(it)
    it.gesture(do="check", fields={"answer": "1"})
    assert (it.verdict, "is right" in it.picture) == (None, False), "nothing is checked on what is not read"
    do(it, "undo")
    assert (it.data, field(it, "ranking")) == (Ranking([1, 1, 1]), "1 1 1")


def test_a_press_on_ranks_beside_a_refused_wording_may_come_twice() -> None:
    it = widgets.HandCheck(AP, "1 0 1")
    for grades in ((1, 0, 1), (0, 0, 1)):  # it says what is wrong, and then does what is asked for
        stands = {"measure": "AP", "ranking": "R N x9q", "relevant": "", "answer": ""}
        it.gesture(do="mark", query="0", index="1", fields=stands)
        assert it.data == Ranking(grades)


def test_a_total_that_is_typed_beside_presses_is_one_more_change_to_undo() -> None:
    it = widgets.HandCheck(AP, "relevant at 1, 3 of 4; 3 relevant in all")
    do(it, "mark", query="0", index="2")
    type_over(it, "set", relevant="7")
    assert it.data == Ranking.parse("1 1 1 0", relevant=7)
    do(it, "undo")
    assert it.data == Ranking.parse("1 1 1 0", relevant=3)
    do(it, "typed")
    assert field(it, "ranking") == "relevant at 1, 3 of 4; 3 relevant in all"


def test_a_list_keeps_its_last_rank_and_an_empty_mean_as_many_queries_as_there_were() -> None:
    it = widgets.HandCheck("MAP", "1 0 | 0 1 | 1")
    for _ in range(3):
        do(it, "resize", query="0", by="-1")
    assert (it.data[0], said(it)) == (Ranking([1]), "Query 1: The list has 1 rank now.")  # type: ignore[index]
    assert "1 rank<" in it.picture
    do(it, "empty")
    assert it.data == (Ranking([0] * 5),) * 3
    do(it, "mark", query="2", index="1")
    assert said(it) == "Query 3: Rank 1 is relevant now."
    assert 'role="group" aria-label="Query 3"' in it.picture


def test_what_was_typed_and_not_entered_yet_is_read_before_a_press() -> None:
    it = widgets.HandCheck(AP, "1 0 1")
    fields = {"measure": "AP", "ranking": "0 0", "relevant": "", "missed": "", "answer": ""}
    it.gesture(do="mark", query="0", index="1", fields=fields)
    assert it.data == Ranking([1, 0])
    it.gesture(do="mark", query="0", index="1", fields={**fields, "ranking": "0 x"})
    assert it.data == Ranking([1, 0])
    assert "at rank 2" in it.picture
    for query, index in (("5", "1"), ("0", "9"), ("0", "0")):
        it.gesture(do="mark", query=query, index=index, fields={**fields, "ranking": "1 0"})
        assert it.data == Ranking([1, 0])


def test_only_what_a_hand_changed_goes_over_what_stands_in_the_fields() -> None:
    it = widgets.HandCheck(AP, "1 0 1")
    assert "data-fixed" not in it.picture
    do(it, "mark", query="0", index="2")
    assert it.picture.count("data-fixed") == 3
    do(it, "check", answer="1")
    assert "data-fixed" not in it.picture


@pytest.mark.parametrize("measure", [AP, nDCG, ESL], ids=repr)
@given(data=st.data())
def test_any_press_changes_one_rank_and_what_is_typed_then_says_the_list(measure: Measure, data: st.DataObject) -> None:
    grades = data.draw(st.lists(st.integers(-1, 4), min_size=1, max_size=12))
    missed = data.draw(st.lists(st.integers(0, 4), max_size=3))
    list_ = Ranking(grades, [*(one for one in grades if one >= 0), *missed])
    rank = data.draw(st.integers(1, len(grades)))
    now = rank_strip.pressed(measure, list_, rank)
    assert [one for one in range(len(grades)) if now.grades[one] != grades[one]] == [rank - 1]
    graded = measure is nDCG or max(list_.judged, default=0) > 1
    seen, one = set(), now
    while one.grades not in seen and len(seen) < 9:
        seen.add(one.grades)
        one = rank_strip.pressed(measure, one, rank)
    assert {found[rank - 1] for found in seen} >= set(range(4) if graded and measure is nDCG else range(2))
    texts = rank_strip.typed(measure, [now], rank_strip.Texts("", "", ""), [list_])
    it = widgets.HandCheck("P@3" if measure.takes_relevant else measure, "1")
    it.gesture(do="set", fields={"measure": it.measure.__repr__(), **texts._asdict(), "answer": ""})
    assert it.data.grades == now.grades  # type: ignore[union-attr]


def test_titles_stay_with_their_lists_where_a_query_is_taken_away_and_undo_brings_them_back() -> None:
    it = widgets.HandCheck(
        "MAP", "q1: ranking [Emma, Ulysses]; relevant [Ulysses]\nq2: ranking [Dune, Iris]; relevant [Dune]"
    )
    every = [name in it.picture for name in ("Emma", "Dune")]
    do(it, "queries", query="0", by="-1")
    left = [name in re.sub(r"value=\"[^\"]*", "", it.picture) for name in ("Emma", "rank 1, Dune, relevant")]
    do(it, "undo")
    assert (every, left) == ([True, True], [False, True])
    assert "rank 1, Emma, not relevant" in it.picture
    assert "rank 1, Dune, relevant" in it.picture


def test_a_query_is_added_and_taken_away_with_what_is_said_of_it() -> None:
    it = widgets.HandCheck("MAP", "1 0 1 | 0 1 1", "2, 3")
    do(it, "queries", query="2", by="1")
    assert it.data == (*(Ranking.parse(one, relevant=n) for one, n in (("1 0 1", 2), ("0 1 1", 3))), Ranking([0] * 5))
    do(it, "mark", query="2", index="1")
    assert it.data[2] == Ranking.parse("1 0 0 0 0")
    do(it, "undo")
    do(it, "queries", query="0", by="-1")
    assert it.data == (Ranking.parse("0 1 1", relevant=3), Ranking([0] * 5))
    assert ("Remove query" in it.picture, "Query 1: taken away." in it.picture) == (True, True)
    do(it, "undo")
    for left in (2, 1, 1):  # one query stays
        do(it, "queries", query=str(len(it.data) - 1), by="-1")
        assert len(it.data) == left
    assert it.data == (Ranking.parse("1 0 1", relevant=2),)
    assert "Remove query" not in it.picture
    it = widgets.HandCheck("mean nDCG", "3 0 1 | 0 2", missed="2 | 1")
    do(it, "queries", query="2", by="1")
    assert [one.missed for one in it.data] == [(2,), (1,), ()]
