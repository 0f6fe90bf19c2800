"""Test the strip on which a learner corrects how a ranking was read."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from irlearn import AP, ESL, MAP, Ranking, nDCG, widgets
from irlearn.measures import Measure
from irlearn.widgets.lesson import rank_strip


def do(widget: widgets.HandCheck, what: str, answer: str = "", **details: str) -> None:
    """Do something with what stands in the fields of the page."""
    stands = dict(re.findall(r'<input [^>]*?name="(\w+)"[^>]*?value="([^"]*)"', widget.picture))
    widget.gesture(do=what, fields={**stands, "answer": answer}, **details)


def type_over(widget: widgets.HandCheck, what: str, **typed: str) -> None:
    """Do something with a text that was typed into a field, of which alone the page tells."""
    widget.gesture(do=what, fields={"answer": "", **typed})


def field(widget: widgets.HandCheck, name: str) -> str:
    found = re.search(rf'<input [^>]*?name="{name}"[^>]*?value="([^"]*)"', widget.picture)
    assert found is not None
    return found[1]


def said(widget: widgets.HandCheck) -> str:
    return " ".join(
        re.sub(r"<[^>]+>", " ", one) for one in re.findall(r"<p[^>]*data-said[^>]*>(.*?)</p>", widget.picture)
    )


def test_press_changes_the_mark_of_a_rank_and_the_text_of_the_field() -> None:
    widget = widgets.HandCheck(AP, "d1 yes, d2 no, d3 yes", relevant=4)
    do(widget, "mark", query="0", index="2")
    assert widget.data == Ranking.parse("1 1 1", relevant=4)
    assert (field(widget, "ranking"), field(widget, "relevant"), said(widget)) == (
        "1 1 1",
        "4",
        "Rank 2 is now relevant.",
    )
    do(widget, "check", answer="3/4")
    assert "is right" in widget.picture


def test_typed_total_grows_only_if_more_are_retrieved() -> None:
    widget = widgets.HandCheck(AP, "relevant at 1, 3 of 4; 3 relevant in all")
    do(widget, "mark", query="0", index="2")
    assert (field(widget, "relevant"), widget.data) == ("3", Ranking.parse("1 1 1 0", relevant=3))
    do(widget, "mark", query="0", index="4")
    assert (field(widget, "relevant"), widget.data) == ("4", Ranking.parse("1 1 1 1", relevant=4))
    none_missed = widgets.HandCheck(AP, "1 0 1")
    do(none_missed, "mark", query="0", index="2")
    assert field(none_missed, "relevant") == ""


def test_empty_list_has_no_titles_and_undo_restores_them() -> None:
    widget = widgets.HandCheck(AP, "Ivanhoe ✓, Emma ✗, Dune ✓")
    assert "rank 2, Emma, not relevant" in widget.picture
    do(widget, "empty")
    assert (field(widget, "ranking"), "Emma" in widget.picture) == ("0 0 0 0 0", False)
    do(widget, "mark", query="0", index="2")
    assert "Emma" not in widget.picture
    for _ in range(2):
        do(widget, "undo")
    assert "rank 2, Emma, not relevant" in widget.picture


def test_undo_reverts_one_change_and_undo_all_restores_the_typed_text() -> None:
    widget = widgets.HandCheck(AP, "relevant at 1, 3 of 4; 3 relevant in all")
    before = widget.data
    assert "Undo" not in widget.picture
    for index in ("1", "2"):
        do(widget, "mark", query="0", index=index)
    do(widget, "resize", query="0", by="1")
    do(widget, "undo")
    assert widget.data == Ranking.parse("0 1 1 0", relevant=3)
    do(widget, "typed")
    assert (widget.data, field(widget, "ranking")) == (before, "relevant at 1, 3 of 4; 3 relevant in all")
    assert "Undo all" not in widget.picture
    do(widget, "undo")
    assert widget.data == Ranking.parse("0 1 1 0", relevant=3), "who went back by mistake has lost nothing"
    for _ in range(3):
        do(widget, "undo")
    assert widget.data == before
    assert "Undo" not in widget.picture


def test_ranking_is_entered_by_presses_on_an_empty_list() -> None:
    widget = widgets.HandCheck(ESL, "1 (0 1) 0")
    do(widget, "empty")
    assert (widget.data, said(widget)) == (Ranking([0] * 5), "No document is relevant yet. Press the relevant ranks.")
    do(widget, "check", answer="2")
    assert "ESL is not defined on this ranking" in widget.picture
    do(widget, "mark", query="0", index="2")
    do(widget, "check", answer="2")
    assert "2 is right." in widget.picture
    several = widgets.HandCheck(MAP, "values 1 0.5")
    do(several, "empty")
    do(several, "mark", query="1", index="1")
    assert several.data == (Ranking([0] * 5), Ranking([1, 0, 0, 0, 0]))


def test_mean_has_a_strip_for_each_query() -> None:
    widget = widgets.HandCheck(MAP, "1 0 1 | 0 1 1", relevant="3 2")
    do(widget, "mark", query="1", index="1")
    do(widget, "resize", query="0", by="-1")
    assert widget.data == (Ranking.parse("1 0", relevant=3), Ranking.parse("1 1 1", relevant=3))
    assert (field(widget, "ranking"), field(widget, "relevant")) == ("1 0 | 1 1 1", "3 3")


def test_press_raises_a_grade_and_announces_it() -> None:
    widget = widgets.HandCheck(nDCG, "3 2 0 U", missed="3 1")
    for index in ("1", "2", "4"):
        do(widget, "mark", query="0", index=index)
    assert (widget.data, field(widget, "missed")) == (Ranking.parse("0 3 0 0", missed="3 1"), "3 1")
    assert 'aria-label="rank 2, grade 3"' in widget.picture
    assert said(widget) == "Rank 4 now has grade 0."


def test_titles_stay_at_their_ranks_when_a_mark_changes() -> None:
    widget = widgets.HandCheck(AP, [("How to sow", 1), ("Lawns <i>", 0)])
    do(widget, "mark", query="0", index="2")
    do(widget, "resize", query="0", by="1")
    assert 'aria-label="rank 2, Lawns &lt;i&gt;, relevant"' in widget.picture
    assert 'aria-label="rank 3, not relevant"' in widget.picture
    for what, more in (("check", {"answer": "1"}), ("set", {"relevant": "4"}), ("set", {"measure": "P@2"})):
        type_over(widget, what, **more)
        assert 'aria-label="rank 2, Lawns &lt;i&gt;, relevant"' in widget.picture, (what, more)
    type_over(widget, "set", ranking="1 0")
    assert "Lawns" not in widget.picture
    hits = widgets.HandCheck("MRR", "ranks 1, 3, 2")
    type_over(hits, "set", measure="AP")
    assert hits.picture.count('class="ranks strip"') == 1, "the same words are one list for AP"


def test_refused_text_keeps_the_strip_and_undo_restores_the_text() -> None:
    widget = widgets.HandCheck(AP, "1 0 1")
    refused = {"ranking": "a hit at the top and one later", "answer": ""}
    widget.gesture(do="set", fields=refused)
    assert "is not understood at" in said(widget)
    widget.gesture(do="mark", query="0", index="2", fields=refused)
    assert (widget.data, field(widget, "ranking"), said(widget)) == (
        Ranking([1, 1, 1]),
        "1 1 1",
        "Rank 2 is now relevant.",
    )
    do(widget, "typed")
    assert field(widget, "ranking") == refused["ranking"]
    assert "What you typed has been restored." in said(widget)
    assert "is not understood at" in said(widget)
    widget.gesture(do="check", fields={"answer": "1"})
    assert (widget.verdict, "is right" in widget.picture) == (None, False), "nothing is checked on what is not read"
    do(widget, "undo")
    assert (widget.data, field(widget, "ranking")) == (Ranking([1, 1, 1]), "1 1 1")


def test_presses_beside_a_refused_text_can_be_repeated() -> None:
    widget = widgets.HandCheck(AP, "1 0 1")
    for grades in ((1, 0, 1), (0, 0, 1)):  # it says what is wrong, and then does what is asked for
        stands = {"measure": "AP", "ranking": "R N x9q", "relevant": "", "answer": ""}
        widget.gesture(do="mark", query="0", index="1", fields=stands)
        assert widget.data == Ranking(grades)


def test_total_typed_between_presses_can_be_undone() -> None:
    widget = widgets.HandCheck(AP, "relevant at 1, 3 of 4; 3 relevant in all")
    do(widget, "mark", query="0", index="2")
    type_over(widget, "set", relevant="7")
    assert widget.data == Ranking.parse("1 1 1 0", relevant=7)
    do(widget, "undo")
    assert widget.data == Ranking.parse("1 1 1 0", relevant=3)
    do(widget, "typed")
    assert field(widget, "ranking") == "relevant at 1, 3 of 4; 3 relevant in all"


def test_last_rank_cannot_be_removed_and_an_empty_mean_keeps_its_queries() -> None:
    widget = widgets.HandCheck("MAP", "1 0 | 0 1 | 1")
    for _ in range(3):
        do(widget, "resize", query="0", by="-1")
    assert (widget.data[0], said(widget)) == (Ranking([1]), "Query 1: The list now has 1 rank.")  # type: ignore[index]
    assert "1 rank<" in widget.picture
    do(widget, "empty")
    assert widget.data == (Ranking([0] * 5),) * 3
    do(widget, "mark", query="2", index="1")
    assert said(widget) == "Query 3: Rank 1 is now relevant."
    assert 'role="group" aria-label="Query 3"' in widget.picture


def test_typed_text_is_parsed_before_a_press() -> None:
    widget = widgets.HandCheck(AP, "1 0 1")
    fields = {"measure": "AP", "ranking": "0 0", "relevant": "", "missed": "", "answer": ""}
    widget.gesture(do="mark", query="0", index="1", fields=fields)
    assert widget.data == Ranking([1, 0])
    widget.gesture(do="mark", query="0", index="1", fields={**fields, "ranking": "0 x"})
    assert widget.data == Ranking([1, 0])
    assert "at rank 2" in widget.picture
    for query, index in (("5", "1"), ("0", "9"), ("0", "0")):
        widget.gesture(do="mark", query=query, index=index, fields={**fields, "ranking": "1 0"})
        assert widget.data == Ranking([1, 0])


def test_presses_replace_only_the_texts_that_they_change() -> None:
    widget = widgets.HandCheck(AP, "1 0 1")
    assert "data-fixed" not in widget.picture
    do(widget, "mark", query="0", index="2")
    assert widget.picture.count("data-fixed") == 3
    do(widget, "check", answer="1")
    assert "data-fixed" not in widget.picture


@pytest.mark.parametrize("measure", [AP, nDCG, ESL], ids=repr)
@given(data=st.data())
def test_press_changes_one_rank_and_its_text_parses_to_the_ranking(measure: Measure, data: st.DataObject) -> None:
    grades = data.draw(st.lists(st.integers(-1, 4), min_size=1, max_size=12))
    missed = data.draw(st.lists(st.integers(0, 4), max_size=3))
    list_ = Ranking(grades, [*(grade for grade in grades if grade >= 0), *missed])
    rank = data.draw(st.integers(1, len(grades)))
    now = rank_strip.pressed(measure, list_, rank)
    assert [index for index in range(len(grades)) if now.grades[index] != grades[index]] == [rank - 1]
    graded = measure is nDCG or max(list_.judged, default=0) > 1
    seen, one = set(), now
    while one.grades not in seen and len(seen) < 9:
        seen.add(one.grades)
        one = rank_strip.pressed(measure, one, rank)
    assert {found[rank - 1] for found in seen} >= set(range(4) if graded and measure is nDCG else range(2))
    texts = rank_strip.typed(measure, [now], rank_strip.Texts("", "", ""), [list_])
    widget = widgets.HandCheck("P@3" if measure.takes_relevant else measure, "1")
    widget.gesture(do="set", fields={"measure": widget.measure.__repr__(), **texts._asdict(), "answer": ""})
    assert widget.data.grades == now.grades  # type: ignore[union-attr]


def test_titles_stay_with_their_lists_when_a_query_is_removed() -> None:
    widget = widgets.HandCheck(
        "MAP", "q1: ranking [Emma, Ulysses]; relevant [Ulysses]\nq2: ranking [Dune, Iris]; relevant [Dune]"
    )
    every = [name in widget.picture for name in ("Emma", "Dune")]
    do(widget, "queries", query="0", by="-1")
    left = [name in re.sub(r"value=\"[^\"]*", "", widget.picture) for name in ("Emma", "rank 1, Dune, relevant")]
    do(widget, "undo")
    assert (every, left) == ([True, True], [False, True])
    assert "rank 1, Emma, not relevant" in widget.picture
    assert "rank 1, Dune, relevant" in widget.picture


def test_adding_and_removing_a_query_keeps_the_relevant_documents_of_the_others() -> None:
    widget = widgets.HandCheck("MAP", "1 0 1 | 0 1 1", "2, 3")
    do(widget, "queries", query="2", by="1")
    assert widget.data == (
        *(Ranking.parse(one, relevant=n) for one, n in (("1 0 1", 2), ("0 1 1", 3))),
        Ranking([0] * 5),
    )
    do(widget, "mark", query="2", index="1")
    assert widget.data[2] == Ranking.parse("1 0 0 0 0")
    do(widget, "undo")
    do(widget, "queries", query="0", by="-1")
    assert widget.data == (Ranking.parse("0 1 1", relevant=3), Ranking([0] * 5))
    assert ("Remove query" in widget.picture, "Query 1: removed." in widget.picture) == (True, True)
    do(widget, "undo")
    for left in (2, 1, 1):  # one query stays
        do(widget, "queries", query=str(len(widget.data) - 1), by="-1")
        assert len(widget.data) == left
    assert widget.data == (Ranking.parse("1 0 1", relevant=2),)
    assert "Remove query" not in widget.picture
    widget = widgets.HandCheck("mean nDCG", "3 0 1 | 0 2", missed="2 | 1")
    do(widget, "queries", query="2", by="1")
    assert [ranking.missed for ranking in widget.data] == [(2,), (1,), ()]
