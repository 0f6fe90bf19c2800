"""Test the widget Gains."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from message_parts import parts

from irlearn import InputError, Ranking, datasets, nDCG, widgets
from irlearn.byhand.dcg_variants import GAIN_FORMULAS
from irlearn.measures.graded import GAINS
from irlearn.widgets.core.base import Widget


def gains(**options: object) -> widgets.GradedRanking:
    return widgets.GradedRanking(datasets.five_grades(), **{"min_grade": 1, **options})  # type: ignore[arg-type]


def pressed(widget: widgets.GradedRanking) -> list[str]:
    return re.findall(r'data-focus="([^"]+)" aria-pressed="true"', widget.picture)


def put(widget: widgets.GradedRanking, order: str) -> None:
    for rank, name in enumerate(order.split(), start=1):
        widget.move(name, rank)


def test_it_starts_with_the_tutorials_calculation(text: Callable[[str], str]) -> None:
    it = gains()
    shown = text(it.picture)
    assert "DCG@5 = 3/log2(2) + 2/log2(3) + 1/log2(4) + 2/log2(5) + 3/log2(6)" in shown
    assert "2/log2(4) + 2/log2(5) + 1/log2(6) = 7.141" in shown
    assert 'aria-label="6.784 over 7.141"' in it.picture
    assert (round(it.dcg, 3), round(it.idcg, 3), round(it.ndcg, 5)) == (6.784, 7.141, 0.94998)
    assert it.ndcg == pytest.approx((nDCG @ 5).of(it.ranking))
    assert sum(step.gain for step in it.table.steps) == 11
    assert pressed(it) == ["gain linear", "discount 0", "ideal judged"]


def test_each_card_shows_its_gain_its_discount_and_what_it_adds() -> None:
    it = gains(discount="original")
    assert "rank 5, d5, grade 3, gain 3 divided by 2.322 adds 1.29" in it.picture
    assert "rank 2, d2, grade 2, gain 2 divided by 1 adds 2" in it.picture


def test_the_worst_order_of_the_tutorials_documents_still_scores_point_8(
    text: Callable[[str], str], said: Callable[[Widget], str]
) -> None:
    it = gains()
    assert "Worst order 0.800, best 1." in text(it.picture)
    put(it, "d3 d2 d4 d1 d5")
    assert it.ranking.grades == (1, 2, 2, 3, 3)
    assert round(it.ndcg, 3) == 0.8
    it.gesture(do="gain", value="shifted")
    assert "nDCG@5 was 0.800, now 0.660." in said(it)


def test_gains_shifted_by_one_turn_950_into_915(text: Callable[[str], str], said: Callable[[Widget], str]) -> None:
    it = gains()
    it.gesture(do="gain", value="shifted")
    assert said(it).endswith("nDCG@5 was 0.950, now 0.915.")
    assert "was 0.950" in text(it.picture)
    assert pressed(it)[0] == "gain shifted"


def test_three_missed_documents_turn_950_into_767(said: Callable[[Widget], str]) -> None:
    it = gains()
    it.gesture(do="missed", fields={"missed": "3 3 3"})
    assert said(it) == "Judged, not retrieved: 3 3 3. nDCG@5 was 0.950, now 0.767."
    assert it.ranking.missed == (3, 3, 3)
    assert it.picture.count("missed by the list") == 3
    it.gesture(do="ideal", value="retrieved")
    assert said(it) == "The ideal list is made of the retrieved documents only. nDCG@5 was 0.767, now 0.950."
    assert "missed by the list" not in it.picture
    it.gesture(do="missed", fields={"missed": "none"})
    assert it.ranking.missed == ()


def test_the_base_changes_dcg_and_leaves_ndcg_where_it_was(said: Callable[[Widget], str]) -> None:
    it = gains()
    it.gesture(do="discount", index="1")
    assert "nDCG@5 stays at 0.950: DCG@5 was 6.784, now 22.54; IDCG@5 was 7.141, now 23.72." in said(it)
    assert it.scheme.base == 10


def test_under_the_original_discount_the_base_matters(said: Callable[[Widget], str]) -> None:
    it = gains(discount="original")
    assert round(it.ndcg, 4) == 0.9115
    it.gesture(do="discount", index="3")
    assert "from rank 10 on" in said(it)
    assert "was 0.911, now 1." in said(it)


def test_without_a_discount_it_is_called_cg_and_ignores_the_order(
    text: Callable[[str], str], said: Callable[[Widget], str]
) -> None:
    it = gains()
    it.gesture(do="discount", index="4")
    assert said(it) == "Each rank adds its grade, whatever the rank. nDCG@5 was 0.950, nCG@5 is 1."
    it.gesture(do="step", key="d3", by="-1")
    assert said(it) == "You moved d3 from rank 3 to rank 2. nCG@5 stays at 1."
    assert "Worst order 1, best 1." in text(it.picture)


def test_linear_and_exponential_gain_disagree_on_two_orders() -> None:
    better = {}
    for gain in ("linear", "exponential"):
        scores = {
            name: widgets.GradedRanking(ranking, gain=gain).ndcg
            for name, ranking in datasets.linear_or_exponential().items()
        }
        better[gain] = max(scores, key=scores.__getitem__)
    assert better == {"linear": "System A", "exponential": "System B"}


def test_the_cutoff_steps_and_the_cards_below_it_are_not_read(said: Callable[[Widget], str]) -> None:
    it = gains()
    assert re.search(r'data-focus="more"[^>]* disabled', it.picture), "no document stands behind rank 5"
    it.gesture(do="cutoff", by="-1")
    assert it.scheme.cutoff == 4
    assert said(it) == "nDCG@5 was 0.950, nDCG@4 is 0.833."
    assert "d5, grade 3, below the cutoff, not read" in it.picture
    for _ in range(6):
        it.gesture(do="cutoff", by="-1")
    assert it.scheme.cutoff == 1
    assert (nDCG @ 1).of(it.ranking) == it.ndcg


def test_a_cutoff_beyond_all_documents_follows_when_the_missed_ones_are_taken_away(
    said: Callable[[Widget], str],
) -> None:
    it = gains(missed="3 3", cutoff=7)
    assert len(it.table.ideal) == 7
    it.gesture(do="missed", fields={"missed": ""})
    assert it.scheme.cutoff == 5
    assert "The cutoff is now 5, the last rank of the ideal list." in said(it)


def test_a_drag_counts_its_change_from_where_it_began(said: Callable[[Widget], str]) -> None:
    it = gains()
    it.gesture(do="grab", key="d5")
    for place in (3, 2, 1):
        it.gesture(do="place", key="d5", to=place)
    it.gesture(do="drop", key="d5")
    assert it.ranking.documents == ("d1", "d5", "d2", "d3", "d4")
    assert said(it) == "You moved d5 from rank 5 to rank 2. nDCG@5 was 0.950, now 0.994."
    it.gesture(do="step", key="d5", by="1")
    assert "from rank 2 to rank 3. nDCG@5 was 0.994" in said(it)


def test_a_click_on_the_grade_gives_the_next_one_of_the_scale() -> None:
    it = gains()
    seen = []
    for _ in range(3):
        it.gesture(do="toggle", key="d3")
        seen.append(it.ranking.grades[2])
    assert seen == [2, 3, 1]
    it.judge("d3", -1)
    assert it.ranking.judged == (3, 3, 2, 2)
    it.gesture(do="toggle", key="d3")
    assert it.ranking.grades[2] == 1, "an unjudged document gets the lowest grade first"


def test_where_nothing_is_gained_the_divisor_is_said_to_be_0(text: Callable[[str], str]) -> None:
    it = widgets.GradedRanking(Ranking.parse("0 0"))
    assert "nDCG@2 = 0, because its divisor is 0 (ideal DCG)" in text(it.picture)
    assert it.ndcg == 0


def test_a_list_of_unjudged_documents_has_an_empty_ideal(text: Callable[[str], str]) -> None:
    assert "no judged document" in text(widgets.GradedRanking(Ranking.parse("U U")).picture)


def test_the_missed_documents_of_the_ranking_are_shown_from_the_start() -> None:
    it = widgets.GradedRanking(datasets.software(graded=True).ranking("d2 d9 d6"), missed="2")
    assert it.ranking.missed == (2, 2, 2, 1, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("3 x", "Missed '3 x' has 'x' at rank 2"),
        ("4", "Grades here go from 1 to 3; given: 4."),
        ("3 " * 21, "At most 20 missed documents can be shown; given: 21."),
        ("U", "The judgments hold −1"),
    ],
)
def test_what_is_no_list_of_grades_is_said_and_kept_in_the_field(
    typed: str, sentence: str, said: Callable[[Widget], str]
) -> None:
    it = gains()
    before = it.ranking
    it.gesture(do="missed", fields={"missed": typed})
    assert re.search(parts(sentence), said(it))
    assert it.ranking == before
    assert f'value="{typed}"' in it.picture


def test_what_is_typed_and_not_yet_set_survives_another_gesture() -> None:
    it = gains()
    it.gesture(do="gain", value="exponential", fields={"missed": "3 3"})
    assert 'value="3 3"' in it.picture
    assert it.ranking.missed == ()
    it.gesture(do="reset", fields={"missed": "3 3"})
    assert 'value=""' in it.picture


def test_a_grade_too_high_for_the_exponential_gain_is_said_and_changes_nothing(said: Callable[[Widget], str]) -> None:
    it = widgets.GradedRanking(Ranking.parse("60 2"))
    it.gesture(do="gain", value="exponential")
    assert "takes grades up to 52; given: 60." in said(it)
    assert it.scheme.gain == "linear"


def test_start_again_puts_everything_back() -> None:
    it = gains()
    first = it.ranking
    it.choose(gain="exponential", discount="original", base=10, ideal="retrieved", cutoff=3, missed=[3])
    it.move("d5", 1)
    it.gesture(do="reset")
    assert (it.ranking, round(it.ndcg, 3)) == (first, 0.95)
    assert pressed(it) == ["gain linear", "discount 0", "ideal judged"]


def test_the_other_orders_can_be_hidden() -> None:
    assert "Worst order" not in gains(orders=False).picture


def test_the_scale_says_its_numbers_in_words() -> None:
    assert 'aria-label="nDCG@5 is 0.950 on a scale from 0 to 1. Worst order 0.800, best 1."' in gains().picture


def test_where_a_button_is_disabled_by_its_own_press_another_takes_the_focus() -> None:
    it = gains()
    it.gesture(do="step", key="d2", by="-1")
    assert it.picture.count("data-focus-next") == 1
    assert re.search(r'data-card="d2"[^>]*data-focus-next', it.picture)
    it.choose(cutoff=1)
    assert it.picture.count("data-focus-next") == 1
    assert re.search(r'data-focus="more"[^>]*data-focus-next', it.picture)


def test_names_are_never_taken_for_html() -> None:
    it = widgets.GradedRanking(Ranking([1, 0], documents=["<script>", 'a"b']))
    it.gesture(do="toggle", key="<script>")
    it.gesture(do="step", key='a"b', by="-1")
    assert "<script>" not in it.picture
    assert it.ranking.documents == ('a"b', "<script>")


def test_the_picture_is_well_formed(well_formed: Callable[[str], list[str]]) -> None:
    it = gains(missed="3 3 3", cutoff=3)
    it.move("d5", 1)
    well_formed(it.picture)
    assert it.picture in it.static()


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: widgets.GradedRanking(Ranking([])), "this widget needs a ranking with at least one document"),
        (lambda: widgets.GradedRanking("about half"), "has 'about' at rank 1"),
        (
            lambda: widgets.GradedRanking(Ranking.parse("0 1"), min_grade=1, max_grade=2),
            "grades here go from 1 to 2; given: 0",
        ),
        (
            lambda: widgets.GradedRanking(Ranking.parse("0 1"), max_grade=0),
            "min_grade must be 0 or more and below max_grade",
        ),
        (lambda: gains(cutoff=6), "the cutoff goes from 1 to 5, all documents; given: 6"),
        (lambda: gains(cutoff=0), "cutoff … 0"),
        (lambda: gains(gain="cubic"), "gain must be one of linear, exponential, shifted; given: 'cubic'"),
        (lambda: gains().choose(missed="9"), "grades here go from 1 to 3; given: 9"),
        (lambda: gains().choose(base=0), "base of the logarithm"),
        (lambda: gains().move("d9", 1), "the list holds no document 'd9'; it holds d1, d2, d3, d4, d5"),
        (lambda: gains().move("d1", 6), "ranks go from 1 to 5; given: 6"),
        (lambda: gains().judge("d1", 4), "grades here go from 1 to 3; given: 4"),
    ],
)
def test_bad_input_is_one_sentence(make: object, sentence: str) -> None:
    with pytest.raises(InputError, match=parts(sentence)):
        make()  # type: ignore[operator]


def test_its_repr_says_what_it_shows() -> None:
    assert repr(gains()) == "<irlearn GradedRanking: nDCG@5 = 0.950>"


@pytest.mark.parametrize("cutoff", range(1, 6))
def test_the_cutoff_can_be_stepped_as_long_as_there_is_a_next_one(cutoff: int) -> None:
    drawn = gains(cutoff=cutoff).draw()
    able = {
        str(button.attributes["data-focus"]): not button.attributes.get("disabled")
        for button in drawn.find("button", data_do="cutoff")  # type: ignore[union-attr]
    }
    assert able == {"less": cutoff > 1, "more": cutoff < 5}


def test_each_number_of_a_card_stands_under_its_own_name() -> None:
    labels, *_ = gains().draw().find("div", "labels", aria_hidden="true")  # type: ignore[union-attr]
    for label in labels.find("span"):
        assert label.attributes["class"] == f"at-{'mark' if label.text == 'grade' else label.text}"


def test_the_formulas_of_the_gains_say_what_the_measures_say() -> None:
    assert {name: formula.spoken for name, formula in GAIN_FORMULAS.items()} == GAINS
