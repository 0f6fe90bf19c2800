"""Test the widget Pool."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from message_parts import parts

from irlearn import AP, MAP, InputError, P, R, datasets, nDCG, widgets
from irlearn.text.html import Element

OTHERS = ["System A", "System B", "System C"]


def make_pool(**options: object) -> widgets.Pool:
    return widgets.Pool(datasets.software(), datasets.software_runs(), new="New system", **options)  # type: ignore[arg-type]


def order_of(pool: widgets.Pool, which: str) -> list[str]:
    return sorted(pool.scores, key=lambda name: -pool.scores[name][which])


def test_picture_is_well_formed_in_every_state(well_formed: Callable[[str], list[str]]) -> None:
    widget = make_pool()
    well_formed(widget.picture)
    for depth in range(1, 6):
        for contributes in (False, True):
            widget.added, widget.depth, widget.contributes = True, depth, contributes
            well_formed(widget.picture)
            assert widget.picture in widget.static()


@pytest.mark.parametrize("measure", [P @ 3, AP])
@pytest.mark.parametrize("depth", [2, 3])
def test_shallow_pool_puts_the_best_system_last(measure: object, depth: int, text: Callable[[str], str]) -> None:
    widget = make_pool(depth=depth, measures=[measure])
    widget.added = True
    new = widget.scores["New system"]
    assert all(new["pooled"] < widget.scores[name]["pooled"] for name in OTHERS)
    assert all(new["complete"] > widget.scores[name]["complete"] for name in OTHERS)
    assert "it beats 0 of 3 systems with the pool's judgments and 3 of 3 with complete judgments" in text(
        widget.picture
    )


@pytest.mark.parametrize("measure", [P @ 3, AP])
def test_full_depth_gives_the_complete_scores(measure: object, text: Callable[[str], str]) -> None:
    widget = make_pool(depth=5, measures=[measure])
    widget.added = True
    assert len(widget.judgments) == 8
    assert all(both["pooled"] == both["complete"] for both in widget.scores.values())
    assert "give every system the same score as complete judgments do" in text(widget.picture)


def test_pool_at_depth_two_has_the_numbers_of_the_lesson(text: Callable[[str], str]) -> None:
    widget = make_pool()
    widget.added = True
    assert widget.documents == ("d2", "d5", "d10", "d9")
    assert widget.scores["New system"] == {"pooled": Fraction(1, 3), "complete": Fraction(1)}
    widget.measure = AP
    assert {name: tuple(map(str, both.values())) for name, both in widget.scores.items()} == {
        "System A": ("11/12", "71/100"),
        "System B": ("2/3", "11/20"),
        "System C": ("29/36", "193/300"),
        "New system": ("11/45", "19/25"),
    }
    shown = text(widget.picture)
    assert "4 judgments instead of 10; 3 of 5 relevant documents found." in shown
    assert "Unjudged among the new system's 5 documents: d8, d6; of these, relevant: d8, d6." in shown
    assert "4New system11/450.2443/5" in shown
    assert "1New system19/250.76" in shown


def test_pooled_systems_keep_their_order_and_only_the_new_one_falls() -> None:
    widget = make_pool(measures=[AP])
    widget.added = True
    assert order_of(widget, "pooled") == ["System A", "System C", "System B", "New system"]
    assert order_of(widget, "complete") == ["New system", "System A", "System C", "System B"]


def test_shallow_pool_favors_the_contributing_systems() -> None:
    widget = make_pool(depth=1, measures=[AP])
    assert widget.judgments == {"d2": 1, "d5": 1}
    assert widget.scores["System A"] == {"pooled": Fraction(1), "complete": Fraction(71, 100)}


def test_depth_four_finds_one_of_two_documents_and_depth_five_the_other(text: Callable[[str], str]) -> None:
    widget = make_pool(depth=3)
    widget.added = True
    seen = []
    for depth in (4, 5):
        widget.depth = depth
        seen.append((widget.documents[-1], widget.scores["New system"]["pooled"]))
        assert f"Depth {depth}. Into the pool:" in text(widget.picture)
    assert seen == [("d6", Fraction(2, 3)), ("d8", Fraction(1))]


def test_two_more_judgments_correct_the_score_of_the_new_system(text: Callable[[str], str]) -> None:
    widget = make_pool()
    widget.contributes = True
    assert widget.added, "a system that contributes is shown"
    assert set(widget.documents) == {"d2", "d5", "d8", "d10", "d9", "d6"}
    assert all(both["pooled"] == both["complete"] for both in widget.scores.values())
    assert "Into the pool: d8, d6." in text(widget.picture)


def test_showing_the_new_system_does_not_change_whether_it_contributes() -> None:
    widget = make_pool()
    widget.added = True
    assert widget.contributes is False
    widget.contributes = True
    widget.added = True
    assert widget.contributes is True


def test_gestures_equal_setting_the_properties(text: Callable[[str], str]) -> None:
    widget = make_pool()
    widget.gesture(do="deepen", by="1")
    assert (widget.depth, widget.documents[-1]) == (3, "d4")
    widget.gesture(do="deepen", by="-1")
    assert "Depth 2. Out of the pool: d4." in text(widget.picture)
    widget.gesture(do="add")
    assert widget.added
    assert "The new system is now scored. The pool has not changed." in text(widget.picture)
    widget.gesture(do="contribute")
    assert widget.contributes
    widget.gesture(do="measure", index="1")
    assert widget.measure == AP
    widget.gesture(do="add")
    assert not widget.added
    assert not widget.contributes, "a system that is taken away takes its documents out of the pool"
    assert "The new system is removed. Out of the pool: d8, d6." in text(widget.picture)
    widget.gesture(do="reset")
    assert (widget.depth, widget.measure, widget.added, widget.contributes) == (2, P @ 3, False, False)


def test_depth_stops_at_both_ends() -> None:
    widget = make_pool(depth=1)
    assert re.search(r'aria-label="shallower" disabled', widget.picture)
    widget.gesture(do="deepen", by="-1")
    assert widget.depth == 1
    widget.depth = 5
    assert re.search(r'aria-label="deeper" disabled', widget.picture)
    widget.gesture(do="deepen", by="1")
    assert widget.depth == 5


def test_disabled_stepper_button_passes_its_focus_to_the_other() -> None:
    widget = make_pool(depth=1)
    assert re.search(r'aria-label="deeper" data-focus-next>', widget.picture)
    widget.depth = 3
    assert "data-focus-next" not in widget.picture
    widget.depth = 5
    assert re.search(r'aria-label="shallower" data-focus-next>', widget.picture)


def test_unjudged_documents_are_marked_in_words_without_their_grades(text: Callable[[str], str]) -> None:
    widget = make_pool()
    widget.added = True
    assert re.search(r'class="unjudged" title="Static Analysis with ruff">.*?unjudged</span> d8</td>', widget.picture)
    assert "d8Static Analysis with ruffunjudged" in text(widget.picture)


def test_documents_that_entered_last_are_marked() -> None:
    widget = make_pool()
    assert "entered" not in widget.picture
    widget.depth = 3
    assert widget.picture.count("entered") == 2, "d4 in System B's list and in the list of documents"
    widget.measure = AP
    assert "entered" not in widget.picture


def test_lines_between_the_orders_are_described_in_words() -> None:
    widget = make_pool(measures=[AP])
    widget.added = True
    assert (
        'aria-label="System A: place 1 by pooled judgments, 2 by complete judgments; '
        "System C: place 2 by pooled judgments, 3 by complete judgments; "
        "System B: place 3 by pooled judgments, 4 by complete judgments; "
        'New system: place 4 by pooled judgments, 1 by complete judgments"'
    ) in widget.picture


def test_equal_scores_share_a_place(text: Callable[[str], str]) -> None:
    widget = make_pool()
    widget.added = True
    shown = text(widget.picture)
    assert "1System A2/30.6673/31System B2/30.6672/31System C2/30.6673/34New system1/30.3331/3" in shown


def test_verdict_is_about_the_other_systems_before_the_new_one_is_added(text: Callable[[str], str]) -> None:
    widget = make_pool(measures=[AP])
    assert "but the order of the systems is the same" in text(widget.picture)
    widget.depth = 4
    assert "and so does the order of the systems" in text(widget.picture)


def test_measure_with_logarithms_is_shown_as_a_decimal(text: Callable[[str], str]) -> None:
    widget = make_pool(measures=[nDCG @ 3])
    widget.added = True
    pooled = widget.scores["New system"]["pooled"]
    assert isinstance(pooled, float)
    assert pooled == pytest.approx(0.5 / (1 + 1 / 1.5849625007211562 + 0.5)), "1/log2(4) over the ideal of three"
    assert "0.235" in text(widget.picture)
    widget.depth = 5
    assert all(both["pooled"] == both["complete"] for both in widget.scores.values())


def test_ranking_can_be_used_for_a_derivation() -> None:
    widget = make_pool()
    assert widget.ranking("New system").grades == (-1, -1, 1, 0, 1)
    assert widget.ranking("New system", complete=True).grades == (1, 1, 1, 0, 1)
    assert widget.ranking("New system").documents == datasets.software_runs()["New system"]


def test_runs_may_be_text_and_of_different_lengths(text: Callable[[str], str]) -> None:
    widget = widgets.Pool(
        datasets.software(), {"BM25": "d2 d5 d9", "dense": "d8"}, new="dense", depth=3, measures=[R @ 3]
    )
    widget.added = True
    assert widget.documents == ("d2", "d5", "d9")
    assert "Remove the dense" in text(widget.picture)
    assert widget.scores["dense"] == {"pooled": Fraction(0), "complete": Fraction(1, 5)}


def test_names_are_escaped() -> None:
    widget = widgets.Pool(datasets.software(), {"<i>A": "d2", "<b>": "d5"}, new="<b>", depth=1)
    widget.added = True
    assert "<i>A" not in widget.picture
    assert "<b>&lt;" not in widget.picture
    assert "&lt;i&gt;A" in widget.picture


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (lambda: make_pool(depth=0), "the depth of this pool goes from 1 to 5; given: 0"),
        (lambda: make_pool(depth=6), "the depth of this pool goes from 1 to 5; given: 6"),
        (lambda: setattr(make_pool(), "depth", 9), "the depth of this pool goes from 1 to 5; given: 9"),
        (lambda: setattr(make_pool(), "measure", "RR"), "this pool offers P@3, AP; given: RR"),
        (lambda: setattr(make_pool(), "deep", 9), "'deep' … depth"),
        (lambda: make_pool(measures=[]), "a pool widget needs at least one measure"),
        (lambda: make_pool(measures=[MAP]), "MAP is a mean over topics; a pool widget shows one topic: use AP"),
        (lambda: make_pool().ranking("System D"), "'System D'"),
        (lambda: pool_of({"A": "d2", "B": "d2"}, new="C"), "'C'"),
        (lambda: pool_of({"A": "d2"}, new="A"), "a pool widget shows 2 to 5 systems, the new one among them; given: 1"),
        (lambda: pool_of({"A": "d2", "B": "d99"}, new="B"), "the run 'B' holds 'd99', which the topic does not have"),
        (lambda: pool_of({"A": "d2", "B": ""}, new="B"), "the run 'B' holds no document"),
        (lambda: pool_of({"A": "d2 d2", "B": "d2"}, new="B"), "the run 'A' holds d2 twice"),
        (
            lambda: widgets.Pool(
                widgets.Assessor(datasets.software()).topic, datasets.software_runs(), new="New system"
            ),
            "the topic has no judgment of d1, d2",
        ),
    ],
)
def test_pool_refuses_bad_input_in_one_sentence(bad: object, sentence: str) -> None:
    with pytest.raises(InputError, match=parts(sentence)):
        bad()  # type: ignore[operator]


def pool_of(runs: dict[str, str], new: str) -> widgets.Pool:
    return widgets.Pool(datasets.software(), runs, new=new)


@pytest.mark.parametrize("contributes", [False, True])
@pytest.mark.parametrize("depth", range(1, 6))
def test_cells_inside_the_pool_are_the_first_ranks_of_pooled_systems(depth: int, contributes: bool) -> None:
    widget = make_pool(depth=depth)
    widget.added, widget.contributes = True, contributes
    for rank, row in enumerate(rows_of(widget, "runs"), start=1):
        cells = list(row.find("td"))
        assert len(cells) == 4
        for cell, pooled in zip(cells, [True, True, True, contributes], strict=True):
            look = str(cell.attributes.get("class") or "").split()
            assert ("inside" in look) == (pooled and rank <= depth and bool(look))
            line = [element.attributes["style"] for element in cell.find("i", "depth")]
            assert line == ([f"--down:{depth - 1}"] if pooled and rank == 1 else [])


@pytest.mark.parametrize("depth", range(1, 6))
def test_pool_row_holds_each_document_once_below_its_first_system(depth: int) -> None:
    widget = make_pool(depth=depth)
    widget.contributes = True
    (runs,) = widget.draw().find("table", "runs")  # type: ignore[union-attr]
    cells = list(next(runs.find("tfoot")).find("td"))
    held = [cell.text.split(", ") if cell.text else [] for cell in cells]
    assert sorted(itertools.chain(*held)) == sorted(widget.documents)
    for name, docs, cell in zip(widget.scores, held, cells, strict=True):
        ranks = [datasets.software_runs()[name].index(doc) + 1 for doc in docs]
        assert max(ranks, default=0) <= depth
        marks = list(cell.find("i", "token"))
        assert [mark.attributes["style"] for mark in marks] == [f"--up:{6 - rank}" for rank in ranks]
        assert ["relevant" in str(mark.attributes["class"]) for mark in marks] == [
            widget.judgments[doc] >= 1 for doc in docs
        ]


def test_pooled_documents_keep_their_nodes_and_entering_ones_are_new() -> None:
    widget, seen = make_pool(depth=1), []
    for depth in range(1, 6):
        widget.depth = depth
        seen.append([str(mark.attributes["data-new"]) for mark in widget.draw().find("i", "token")])  # type: ignore[union-attr]
        assert len(list(widget.draw().find("i", "depth"))) == 3  # type: ignore[union-attr]
    for before, after in itertools.pairwise(seen):
        assert [mark for mark in after if mark in before] == before
        assert len(set(after)) == len(after)


def rows_of(widget: widgets.Pool, look: str) -> list[Element]:
    (found,) = widget.draw().find("table", look)  # type: ignore[union-attr]
    return [row for body in found.find("tbody") for row in body.find("tr")]


def test_document_marks_in_every_table_follow_the_pools_judgments() -> None:
    widget = make_pool()
    widget.added = True
    signs = {"unjudged": "?unjudged", "judged": "·not relevant", "relevant": "✓relevant"}
    seen = set()
    for row in rows_of(widget, "pooled"):
        grade = widget.judgments.get(next(row.find("td", "id")).text)
        look = "unjudged" if grade is None else "relevant" if grade else "judged"
        assert str(row.attributes["class"]).split()[0] == look
        assert next(row.find("td")).text == signs[look]
        seen.add(look)
    assert len(seen) > 1


def test_rankings_have_a_row_for_each_rank_of_the_longest_list() -> None:
    widget = make_pool()
    assert len(rows_of(widget, "runs")) == max(map(len, datasets.software_runs().values()))


def test_new_system_alone_is_marked_in_both_orders_and_between_them() -> None:
    widget = make_pool()
    widget.added = True
    lines = [line for drawn in widget.draw().find("svg") for line in drawn.find("line")]  # type: ignore[union-attr]
    assert [line.attributes.get("class") for line in lines].count("new") == 1
    assert len(lines) == len(widget.scores)
    rows = list(widget.draw().find("tr", "new"))  # type: ignore[union-attr]
    assert [next(row.find("th")).text for row in rows] == ["New system"] * 2
