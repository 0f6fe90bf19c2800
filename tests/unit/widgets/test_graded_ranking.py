"""Test the widget GradedRanking."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from message_parts import parts

from irlearn import InputError, Ranking, datasets, nDCG, widgets
from irlearn.byhand.dcg_variants import GAIN_FORMULAS
from irlearn.measures.graded import GAINS
from irlearn.widgets.core.base import Widget


def make_widget(**options: object) -> widgets.GradedRanking:
    return widgets.GradedRanking(datasets.five_grades(), **{"min_grade": 1, **options})  # type: ignore[arg-type]


def pressed_choices(widget: widgets.GradedRanking) -> list[str]:
    return re.findall(r'data-focus="([^"]+)" aria-pressed="true"', widget.picture)


def put_in_order(widget: widgets.GradedRanking, order: str) -> None:
    for rank, name in enumerate(order.split(), start=1):
        widget.move(name, rank)


def test_graded_ranking_starts_with_the_tutorials_calculation(text: Callable[[str], str]) -> None:
    widget = make_widget()
    shown = text(widget.picture)
    assert "DCG@5 = 3/log2(2) + 2/log2(3) + 1/log2(4) + 2/log2(5) + 3/log2(6)" in shown
    assert "2/log2(4) + 2/log2(5) + 1/log2(6) = 7.141" in shown
    assert 'aria-label="6.784 over 7.141"' in widget.picture
    assert (round(widget.dcg, 3), round(widget.idcg, 3), round(widget.ndcg, 5)) == (6.784, 7.141, 0.94998)
    assert widget.ndcg == pytest.approx((nDCG @ 5).of(widget.ranking))
    assert sum(step.gain for step in widget.table.steps) == 11
    assert pressed_choices(widget) == ["gain linear", "discount 0", "ideal judged"]


def test_cards_show_gain_discount_and_contribution() -> None:
    widget = make_widget(discount="original")
    assert "rank 5, d5, grade 3, gain 3 divided by 2.322 adds 1.29" in widget.picture
    assert "rank 2, d2, grade 2, gain 2 divided by 1 adds 2" in widget.picture


def test_worst_order_of_the_tutorials_documents_scores_point_8(
    text: Callable[[str], str], said: Callable[[Widget], str]
) -> None:
    widget = make_widget()
    assert "Worst order 0.800, best 1." in text(widget.picture)
    put_in_order(widget, "d3 d2 d4 d1 d5")
    assert widget.ranking.grades == (1, 2, 2, 3, 3)
    assert round(widget.ndcg, 3) == 0.8
    widget.gesture(do="gain", value="shifted")
    assert "nDCG@5 was 0.800, now 0.660." in said(widget)


def test_shifted_gain_changes_950_into_915(text: Callable[[str], str], said: Callable[[Widget], str]) -> None:
    widget = make_widget()
    widget.gesture(do="gain", value="shifted")
    assert said(widget).endswith("nDCG@5 was 0.950, now 0.915.")
    assert "was 0.950" in text(widget.picture)
    assert pressed_choices(widget)[0] == "gain shifted"


def test_three_missed_documents_change_950_into_767(said: Callable[[Widget], str]) -> None:
    widget = make_widget()
    widget.gesture(do="missed", fields={"missed": "3 3 3"})
    assert said(widget) == "Judged, not retrieved: 3 3 3. nDCG@5 was 0.950, now 0.767."
    assert widget.ranking.missed == (3, 3, 3)
    assert widget.picture.count("missed by the list") == 3
    widget.gesture(do="ideal", value="retrieved")
    assert said(widget) == "The ideal list now contains the retrieved documents only. nDCG@5 was 0.767, now 0.950."
    assert "missed by the list" not in widget.picture
    widget.gesture(do="missed", fields={"missed": "none"})
    assert widget.ranking.missed == ()


def test_base_changes_dcg_and_keeps_ndcg(said: Callable[[Widget], str]) -> None:
    widget = make_widget()
    widget.gesture(do="discount", index="1")
    assert "nDCG@5 stays at 0.950: DCG@5 was 6.784, now 22.54; IDCG@5 was 7.141, now 23.72." in said(widget)
    assert widget.scheme.base == 10


def test_base_matters_under_the_original_discount(said: Callable[[Widget], str]) -> None:
    widget = make_widget(discount="original")
    assert round(widget.ndcg, 4) == 0.9115
    widget.gesture(do="discount", index="3")
    assert "from rank 10 on" in said(widget)
    assert "was 0.911, now 1." in said(widget)


def test_cg_has_no_discount_and_ignores_the_order(text: Callable[[str], str], said: Callable[[Widget], str]) -> None:
    widget = make_widget()
    widget.gesture(do="discount", index="4")
    assert said(widget) == "Each rank adds its grade, regardless of the rank. nDCG@5 was 0.950, nCG@5 is 1."
    widget.gesture(do="step", key="d3", by="-1")
    assert said(widget) == "You moved d3 from rank 3 to rank 2. nCG@5 stays at 1."
    assert "Worst order 1, best 1." in text(widget.picture)


def test_linear_and_exponential_gain_disagree_on_two_orders() -> None:
    better = {}
    for gain in ("linear", "exponential"):
        scores = {
            name: widgets.GradedRanking(ranking, gain=gain).ndcg
            for name, ranking in datasets.linear_or_exponential().items()
        }
        better[gain] = max(scores, key=scores.__getitem__)
    assert better == {"linear": "System A", "exponential": "System B"}


def test_cutoff_is_stepped_and_cards_below_it_are_not_read(said: Callable[[Widget], str]) -> None:
    widget = make_widget()
    assert re.search(r'data-focus="more"[^>]* disabled', widget.picture), "no document stands behind rank 5"
    widget.gesture(do="cutoff", by="-1")
    assert widget.scheme.cutoff == 4
    assert said(widget) == "nDCG@5 was 0.950, nDCG@4 is 0.833."
    assert "d5, grade 3, below the cutoff, not read" in widget.picture
    for _ in range(6):
        widget.gesture(do="cutoff", by="-1")
    assert widget.scheme.cutoff == 1
    assert (nDCG @ 1).of(widget.ranking) == widget.ndcg


def test_cutoff_beyond_all_documents_shrinks_with_the_missed_documents(
    said: Callable[[Widget], str],
) -> None:
    widget = make_widget(missed="3 3", cutoff=7)
    assert len(widget.table.ideal) == 7
    widget.gesture(do="missed", fields={"missed": ""})
    assert widget.scheme.cutoff == 5
    assert "The cutoff is now 5, the last rank of the ideal list." in said(widget)


def test_drag_reports_the_change_since_its_start(said: Callable[[Widget], str]) -> None:
    widget = make_widget()
    widget.gesture(do="grab", key="d5")
    for place in (3, 2, 1):
        widget.gesture(do="place", key="d5", to=place)
    widget.gesture(do="drop", key="d5")
    assert widget.ranking.documents == ("d1", "d5", "d2", "d3", "d4")
    assert said(widget) == "You moved d5 from rank 5 to rank 2. nDCG@5 was 0.950, now 0.994."
    widget.gesture(do="step", key="d5", by="1")
    assert "from rank 2 to rank 3. nDCG@5 was 0.994" in said(widget)


def test_click_on_a_grade_gives_the_next_grade_of_the_scale() -> None:
    widget = make_widget()
    seen = []
    for _ in range(3):
        widget.gesture(do="toggle", key="d3")
        seen.append(widget.ranking.grades[2])
    assert seen == [2, 3, 1]
    widget.judge("d3", -1)
    assert widget.ranking.judged == (3, 3, 2, 2)
    widget.gesture(do="toggle", key="d3")
    assert widget.ranking.grades[2] == 1, "an unjudged document gets the lowest grade first"


def test_zero_ideal_dcg_is_reported_as_divisor_0(text: Callable[[str], str]) -> None:
    widget = widgets.GradedRanking(Ranking.parse("0 0"))
    assert "nDCG@2 = 0, because its divisor is 0 (ideal DCG)" in text(widget.picture)
    assert widget.ndcg == 0


def test_unjudged_documents_have_an_empty_ideal_list(text: Callable[[str], str]) -> None:
    assert "no judged document" in text(widgets.GradedRanking(Ranking.parse("U U")).picture)


def test_missed_documents_of_the_ranking_are_shown_at_first() -> None:
    widget = widgets.GradedRanking(datasets.software(graded=True).ranking("d2 d9 d6"), missed="2")
    assert widget.ranking.missed == (2, 2, 2, 1, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("3 x", "Missed '3 x' has 'x' at rank 2"),
        ("4", "Grades here go from 1 to 3; given: 4."),
        ("3 " * 21, "At most 20 missed documents can be shown; given: 21."),
        ("U", "The judgments hold −1"),
    ],
)
def test_invalid_missed_grades_are_refused_and_kept_in_the_field(
    typed: str, sentence: str, said: Callable[[Widget], str]
) -> None:
    widget = make_widget()
    before = widget.ranking
    widget.gesture(do="missed", fields={"missed": typed})
    assert re.search(parts(sentence), said(widget))
    assert widget.ranking == before
    assert f'value="{typed}"' in widget.picture


def test_typed_missed_grades_survive_another_gesture() -> None:
    widget = make_widget()
    widget.gesture(do="gain", value="exponential", fields={"missed": "3 3"})
    assert 'value="3 3"' in widget.picture
    assert widget.ranking.missed == ()
    widget.gesture(do="reset", fields={"missed": "3 3"})
    assert 'value=""' in widget.picture


def test_grade_too_high_for_the_exponential_gain_is_refused_and_changes_nothing(said: Callable[[Widget], str]) -> None:
    widget = widgets.GradedRanking(Ranking.parse("60 2"))
    widget.gesture(do="gain", value="exponential")
    assert "takes grades up to 52; given: 60." in said(widget)
    assert widget.scheme.gain == "linear"


def test_reset_restores_the_initial_state() -> None:
    widget = make_widget()
    first = widget.ranking
    widget.choose(gain="exponential", discount="original", base=10, ideal="retrieved", cutoff=3, missed=[3])
    widget.move("d5", 1)
    widget.gesture(do="reset")
    assert (widget.ranking, round(widget.ndcg, 3)) == (first, 0.95)
    assert pressed_choices(widget) == ["gain linear", "discount 0", "ideal judged"]


def test_range_of_other_orders_can_be_hidden() -> None:
    assert "Worst order" not in make_widget(orders=False).picture


def test_scale_describes_its_numbers_in_words() -> None:
    assert 'aria-label="nDCG@5 is 0.950 on a scale from 0 to 1. Worst order 0.800, best 1."' in make_widget().picture


def test_focus_moves_to_the_other_button_when_a_press_disables_one() -> None:
    widget = make_widget()
    widget.gesture(do="step", key="d2", by="-1")
    assert widget.picture.count("data-focus-next") == 1
    assert re.search(r'data-card="d2"[^>]*data-focus-next', widget.picture)
    widget.choose(cutoff=1)
    assert widget.picture.count("data-focus-next") == 1
    assert re.search(r'data-focus="more"[^>]*data-focus-next', widget.picture)


def test_names_are_escaped() -> None:
    widget = widgets.GradedRanking(Ranking([1, 0], documents=["<script>", 'a"b']))
    widget.gesture(do="toggle", key="<script>")
    widget.gesture(do="step", key='a"b', by="-1")
    assert "<script>" not in widget.picture
    assert widget.ranking.documents == ('a"b', "<script>")


def test_picture_is_well_formed(well_formed: Callable[[str], list[str]]) -> None:
    widget = make_widget(missed="3 3 3", cutoff=3)
    widget.move("d5", 1)
    well_formed(widget.picture)
    assert widget.picture in widget.static()


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
        (lambda: make_widget(cutoff=6), "the cutoff goes from 1 to 5, all documents; given: 6"),
        (lambda: make_widget(cutoff=0), "cutoff … 0"),
        (lambda: make_widget(gain="cubic"), "gain must be one of linear, exponential, shifted; given: 'cubic'"),
        (lambda: make_widget().choose(missed="9"), "grades here go from 1 to 3; given: 9"),
        (lambda: make_widget().choose(base=0), "base of the logarithm"),
        (lambda: make_widget().move("d9", 1), "the list holds no document 'd9'; it holds d1, d2, d3, d4, d5"),
        (lambda: make_widget().move("d1", 6), "ranks go from 1 to 5; given: 6"),
        (lambda: make_widget().judge("d1", 4), "grades here go from 1 to 3; given: 4"),
    ],
)
def test_graded_ranking_refuses_bad_input_in_one_sentence(make: object, sentence: str) -> None:
    with pytest.raises(InputError, match=parts(sentence)):
        make()  # type: ignore[operator]


def test_repr_shows_the_score() -> None:
    assert repr(make_widget()) == "<irlearn GradedRanking: nDCG@5 = 0.950>"


@pytest.mark.parametrize("cutoff", range(1, 6))
def test_cutoff_can_be_stepped_over_its_whole_range(cutoff: int) -> None:
    drawn = make_widget(cutoff=cutoff).draw()
    able = {
        str(button.attributes["data-focus"]): not button.attributes.get("disabled")
        for button in drawn.find("button", data_do="cutoff")  # type: ignore[union-attr]
    }
    assert able == {"less": cutoff > 1, "more": cutoff < 5}


def test_card_numbers_are_below_their_column_labels() -> None:
    labels, *_ = make_widget().draw().find("div", "labels", aria_hidden="true")  # type: ignore[union-attr]
    for label in labels.find("span"):
        assert label.attributes["class"] == f"at-{'mark' if label.text == 'grade' else label.text}"


def test_gain_formulas_equal_the_gains_of_the_measures() -> None:
    assert {name: formula.spoken for name, formula in GAIN_FORMULAS.items()} == GAINS
