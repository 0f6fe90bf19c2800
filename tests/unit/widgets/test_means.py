"""Test the widget Means."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from message_parts import parts

from irlearn import MAP, MRR, RR, InputError, datasets, explain, gMAP, widgets
from irlearn.text.numbers import decimal
from irlearn.widgets.core.base import Widget


def tutorial_widget(**options: object) -> widgets.Means:
    return widgets.Means(datasets.three_queries(), **options)  # type: ignore[arg-type]


def two_systems() -> widgets.Means:
    return widgets.Means(datasets.hard_query())


def rank_widget(**options: object) -> widgets.Means:
    return widgets.Means(datasets.three_ranks(), mean=MRR, **options)  # type: ignore[arg-type]


ALL = {
    "tutorial": tutorial_widget,
    "two": two_systems,
    "ranked": rank_widget,
    "two ranked": lambda: widgets.Means({"A": [1, 0], "B": [2, 3]}, mean=MRR),
    "twenty": lambda: widgets.Means(np.linspace(0, 1, 20)),
    "fifty": lambda: widgets.Means(datasets.fifty_topics()),
}


@pytest.mark.parametrize("name", ALL)
def test_picture_is_well_formed_with_unique_focus_keys(name: str, well_formed: Callable[[str], list[str]]) -> None:
    widget = ALL[name]()
    widget.gesture(do="more")
    widget.gesture(do="step", key="0 0", by="-1")
    assert well_formed(widget.picture)
    assert widget.picture in widget.static()


def test_tutorial_numbers_are_equations_with_fractions_first(text: Callable[[str], str]) -> None:
    shown = text(tutorial_widget().picture)
    assert "MAP = (1 + 0.5 + 0.1) / 3 = 8/15 = 0.5333" in shown
    assert "gMAP = (1 · 0.5 · 0.1)^(1/3) = 0.05^(1/3) = 0.3684" in shown
    assert tutorial_widget().mean == Fraction(8, 15)
    assert tutorial_widget().geometric == pytest.approx(gMAP.of([1, 0.5, 0.1]))


def test_gmap_changes_more_than_map_for_one_hard_query(
    text: Callable[[str], str], said: Callable[[Widget], str]
) -> None:
    widget = tutorial_widget()
    widget.move("q3", 0.2)
    assert widget.values == {"q1": 1, "q2": Fraction(1, 2), "q3": Fraction(1, 5)}
    assert said(widget) == (
        "You moved q3 from 0.1 to 0.2. MAP was 0.533, now 0.567 (+6.3%). gMAP was 0.368, now 0.464 (+26%)."
    )
    assert "17/30 = 0.567 +6.3%was 0.533, now 0.567" in text(widget.picture), "it stays beside the mean, too"


def test_easy_query_gains_as_much_in_map_and_less_in_gmap(said: Callable[[Widget], str]) -> None:
    widget = tutorial_widget()
    widget.move("q2", 0.6)
    assert said(widget) == (
        "You moved q2 from 0.5 to 0.6. MAP was 0.533, now 0.567 (+6.3%). gMAP was 0.368, now 0.391 (+6.3%)."
    )


def test_steps_of_the_same_dot_are_one_move(said: Callable[[Widget], str]) -> None:
    widget = tutorial_widget()
    widget.gesture(do="step", key="0 2", by="1")
    widget.gesture(do="step", key="0 2", by=1)
    assert said(widget).startswith("You moved q3 from 0.1 to 0.2. MAP was 0.533, now 0.567")
    widget.gesture(do="step", key="0 1", by="1")
    assert said(widget).startswith("You moved q2 from 0.5 to 0.55. MAP was 0.567, now 0.583")


def test_step_goes_to_the_next_multiple_and_stops_at_the_ends() -> None:
    widget = tutorial_widget(step=0.1)
    widget.move("q3", "0.13")
    widget.gesture(do="step", key="0 2", by="1")
    assert widget.values["q3"] == Fraction(1, 5)
    widget.move("q3", "0.13")
    for expected in (Fraction(1, 10), 0, 0):
        widget.gesture(do="step", key="0 2", by="-1")
        assert widget.values["q3"] == expected
    widget.gesture(do="step", key="0 0", by="1")
    assert widget.values["q1"] == 1


def test_drag_is_counted_from_its_start(said: Callable[[Widget], str]) -> None:
    widget = tutorial_widget()
    widget.gesture(do="grab", key="0 2")
    for at in (0.3, 0.617, 1.4):
        widget.gesture(do="slide", key="0 2", at=at)
    assert widget.values["q3"] == 1
    widget.gesture(do="slide", key="0 2", at=0.617)
    widget.gesture(do="drop", key="0 2")
    assert widget.values["q3"] == Fraction(3, 5)
    assert said(widget).startswith("You moved q3 from 0.1 to 0.6. MAP was 0.533, now 0.7 (+31%).")
    widget.gesture(do="grab", key="0 2")
    widget.gesture(do="slide", key="0 2", at=0.1)
    assert said(widget).startswith("You moved q3 from 0.6 to 0.1. MAP was 0.7, now 0.533")


@pytest.mark.parametrize(
    ("typed", "value"), [("1/3", Fraction(1, 3)), (".25", Fraction(1, 4)), ("40%", Fraction(2, 5))]
)
def test_typed_value_may_be_a_fraction_a_decimal_or_a_percentage(typed: str, value: Fraction) -> None:
    widget = tutorial_widget()
    widget.gesture(do="commit", key="0 1", field="value 0 1", fields={"value 0 1": typed, "value 0 0": "0.9"})
    assert widget.values == {"q1": 1, "q2": value, "q3": Fraction(1, 10)}


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("0,5", "'0,5'"),
        ("1.3", "Values of AP must be between 0 and 1; given for q2: 1.3."),
        ("", "A number is missing; write it as 13/30"),
        ("1/0", "'1/0' divides by 0"),
    ],
)
def test_invalid_value_is_refused_and_nothing_moves(typed: str, sentence: str, said: Callable[[Widget], str]) -> None:
    widget = tutorial_widget()
    widget.gesture(do="commit", key="0 1", field="value 0 1", fields={"value 0 1": typed})
    assert re.search(parts(sentence), said(widget))
    assert widget.values == tutorial_widget().values
    widget.gesture(do="step", key="0 1", by="1")
    assert sentence not in said(widget)


def test_epsilon_keeps_gmap_above_zero_for_a_zero(text: Callable[[str], str], said: Callable[[Widget], str]) -> None:
    widget = tutorial_widget()
    widget.move("q3", 0)
    assert widget.geometric == pytest.approx(gMAP.of([1, 0.5, 0]))
    assert "q3 counts as ε = 0.00001 in gMAP." in text(widget.picture)
    widget.gesture(do="epsilon", value="1/100")
    assert widget.epsilon == Fraction(1, 100)
    assert widget.geometric == pytest.approx(gMAP(epsilon=0.01).of([1, 0.5, 0]))
    assert said(widget) == (
        "gMAP now counts each query as at least 0.01. gMAP was 0.017, now 0.171 (× 10.0). MAP stays at 0.5."
    )
    widget.gesture(do="epsilon", value="")
    assert widget.geometric == 0
    assert "gMAP was 0.171, now 0." in said(widget)
    widget.choose(epsilon=0.001)
    assert widget.geometric == pytest.approx(gMAP(epsilon=0.001).of([1, 0.5, 0]))


def test_epsilon_argument_is_among_the_choices_and_restored_by_reset() -> None:
    widget = tutorial_widget(epsilon=0.0005)
    widget.choose(epsilon=None)
    assert 'data-value="1/2000"' in widget.picture
    widget.gesture(do="reset")
    assert widget.epsilon == Fraction(1, 2000)


def test_equations_use_the_numbers_of_the_picture(text: Callable[[str], str]) -> None:
    widget = widgets.Means({"q1": 0.46, "q2": "1/3", "q3": 1})
    assert re.findall(r'value="([^"]*)"', widget.picture)[:3] == ["0.46", "1/3", "1"]
    assert "MAP = (0.46 + 1/3 + 1) / 3" in text(widget.picture)
    assert "gMAP = (0.46 · 1/3 · 1)^(1/3)" in text(widget.picture)
    assert explain(gMAP, ["0.46", "23/50", 0.46]).equation == "gMAP = (0.46 · 23/50 · 0.46)^(1/3) = 23/50 = 0.46"


def test_median_and_harmonic_mean_appear_on_demand(text: Callable[[str], str], said: Callable[[Widget], str]) -> None:
    widget = tutorial_widget()
    assert "harmonic mean" not in text(widget.picture)
    widget.gesture(do="more")
    shown = text(widget.picture)
    assert "harmonic mean = 3 / (1 / 1 + 1 / 0.5 + 1 / 0.1) = 3/13 = 0.2308" in shown
    assert "median = 1/2 = 0.5" in shown
    widget.move("q3", 0)
    assert "harmonic mean = 0" in text(widget.picture)
    assert said(widget).endswith("The harmonic mean was 0.231, now 0. The median stays at 0.5.")
    widget.gesture(do="more")
    assert "harmonic mean =" not in text(widget.picture)


def test_gmap_and_map_order_two_systems_differently(text: Callable[[str], str]) -> None:
    widget = two_systems()
    a, b = widget.of("System A"), widget.of("System B")
    assert (a.mean, b.mean, a.root, b.root) == (Fraction(31, 60), Fraction(7, 15), Fraction(3, 10), Fraction(2, 5))
    shown = text(widget.picture)
    assert "MAP ranks System A first; gMAP ranks System B first." in shown
    assert "System B: gMAP = (0.8 · 0.4 · 0.2)^(1/3) = 0.064^(1/3) = 2/5 = 0.4" in shown
    widget.gesture(do="step", key="0 2", by="2")
    widget.move("q3", 0.2, system="System A")
    assert "MAP ranks System A first; gMAP ranks System A first." in text(widget.picture)
    assert widget.of("System B") == b, "the other system stays"
    widget.move("q3", 0.05, system="System A")
    widget.move("q1", 0.7, system="System A")
    widget.move("q2", 0.65, system="System A")
    assert "MAP ranks both equal" in text(widget.picture)


def test_ranks_give_mrr_and_the_reciprocal_of_the_mean_rank(
    text: Callable[[str], str], said: Callable[[Widget], str]
) -> None:
    widget = rank_widget()
    shown = text(widget.picture)
    assert "MRR = (1/1 + 1/3 + 1/2) / 3 = 11/18 = 0.6111" in shown
    assert "1 / mean rank = 1 / ((1 + 3 + 2) / 3) = 1/2 = 0.5" in shown
    assert widget.mean == Fraction(11, 18)
    assert widget.ranks == {"q1": 1, "q2": 3, "q3": 2}
    widget.move("q2", 2)
    assert said(widget) == (
        "You moved q2 from rank 3 to rank 2. MRR was 0.611, now 0.667 (+9.1%). 1 / mean rank was 0.5, now 0.6 (+20%)."
    )


def test_query_without_a_hit_adds_nothing_to_mrr_and_has_no_mean_rank(
    text: Callable[[str], str], said: Callable[[Widget], str]
) -> None:
    widget = rank_widget()
    widget.move("q2", 0)
    assert widget.ranks["q2"] == 0
    assert widget.mean == Fraction(1, 2)
    shown = text(widget.picture)
    assert "MRR = (1/1 + 0 + 1/2) / 3 = 1/2 = 0.5" in shown
    assert "1 / mean rank is not defined: 1 query has no rank" in shown
    assert "1 / mean rank was 0.5, now not defined." in said(widget)


def test_ranks_are_stepped_and_dragged_one_by_one_down_to_not_found() -> None:
    widget = widgets.Means([2], mean=MRR @ 3)
    seen = []
    for by in (-1, -1, -1, 1, 1, 1, 1):
        widget.gesture(do="step", key="0 0", by=by)
        seen.append(widget.ranks["q1"])
    assert seen == [3, 0, 0, 3, 2, 1, 1]
    for at, rank in ((0.45, 2), (0.4, 3), (0.1, 0), (0.9, 1)):
        widget.gesture(do="slide", key="0 0", at=at)
        assert widget.ranks["q1"] == rank


def test_reset_restores_every_dot(said: Callable[[Widget], str]) -> None:
    widget = two_systems()
    widget.move("q1", 0.1, system="System B")
    widget.gesture(do="epsilon", value="1/100")
    widget.gesture(do="reset")
    assert widget.of("System B") == two_systems().of("System B")
    assert said(widget) == said(two_systems()) == "Move one dot, and watch which mean reacts."


def test_dots_have_labels_with_query_system_and_value() -> None:
    assert (
        'role="slider" tabindex="0" data-slide="1 2" data-focus="dot 1 2" aria-label="q3, System B"'
        in two_systems().picture
    )
    assert 'aria-valuetext="rank 3"' in rank_widget().picture
    widget = rank_widget()
    widget.move("q2", 0)
    assert 'aria-valuetext="not found"' in widget.picture


def test_floats_become_the_intended_fractions(text: Callable[[str], str]) -> None:
    widget = widgets.Means(np.array([0.1, 323 / 480, 1 / 3]))
    assert list(widget.values.values()) == [Fraction(1, 10), Fraction(323, 480), Fraction(1, 3)]
    odd = widgets.Means([0.6728391234567])
    assert float(odd.values["q1"]) == 0.6728391234567
    assert "MAP = (0.6728) / 1 = 0.6728" in text(odd.picture)


def test_names_are_escaped(text: Callable[[str], str]) -> None:
    evil = '"><script>alert(1)</script>'
    widget = widgets.Means({evil: {evil: 0.5}, "B": {evil: 0.0}})
    widget.move(evil, 0.2, system=evil)
    widget.gesture(do="epsilon", value="1/100")
    assert "<script>" not in widget.picture
    assert f"{evil} of B counts as ε" in text(widget.picture)


def test_dots_of_many_queries_are_stacked_in_columns() -> None:
    widget = widgets.Means([0, 0.039, 0.04, 1, *[0.5] * 20])
    dots = [dot.attributes for dot in widget.draw().find(css_class="grain")]
    assert [dot["style"] for dot in dots[:3]] == ["left:2%;--up:0", "left:2%;--up:1", "left:6%;--up:0"]
    assert dots[-1] == {"class": "grain", "style": "left:98%;--up:0", "title": "q4: 1"}
    assert (
        "3 from 0 to 0.2, 0 from 0.2 to 0.4, 20 from 0.4 to 0.6, 0 from 0.6 to 0.8 and 1 from 0.8 to 1"
        in widget.picture
    )
    assert not [*widget.draw().find(css_class="dot")]


def test_held_dot_follows_the_pointer_after_more_means_are_shown() -> None:
    widget = tutorial_widget()
    widget.gesture(do="grab", key="0 2")
    widget.gesture(do="more")
    widget.gesture(do="slide", key="0 2", at=0.4)
    assert widget.values["q3"] == Fraction(2, 5)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: widgets.Means([]), "dots are shown for 1 to 200 queries; given: 0"),
        (lambda: widgets.Means({}), "dots are shown for 1 to 200 queries; given: 0"),
        (lambda: widgets.Means([0.5] * 201), "dots are shown for 1 to 200 queries; given: 201"),
        (lambda: widgets.Means({"A": [0.5] * 21, "B": [0.5] * 21}), "1 to 20 queries; given: 21"),
        (lambda: widgets.Means({"A": [1], "B": [1], "C": [1]}), "dots are shown for one or two systems; given: 3"),
        (lambda: widgets.Means({"A": [1], "B": [1, 1]}), "the same queries in the same order; given: q1 and q1, q2"),
        (lambda: widgets.Means([1.5]), "values of AP must be between 0 and 1; given for q1: 1.5"),
        (
            lambda: widgets.Means([float("nan")]),
            "a value must be one number per query, such as 0.5 or '1/3'; given for q1: nan",
        ),
        (
            lambda: widgets.Means([None]),
            "a value must be one number per query, such as 0.5 or '1/3'; given for q1: None",
        ),
        (lambda: widgets.Means(0.5), "values must be one number per query, such as [1, 0.5, 0.1]; given: 0.5"),
        (lambda: widgets.Means("0.5"), "values must be one number per query, such as [1, 0.5, 0.1]; given: '0.5'"),
        (lambda: widgets.Means([1], mean=gMAP), "dots are shown for MAP (with gMAP beside it) or for MRR; given: gMAP"),
        (lambda: widgets.Means([1], mean=RR), "dots are shown for MAP (with gMAP beside it) or for MRR; given: RR"),
        (lambda: widgets.Means([1], mean="MAPP"), "'MAPP'"),
        (lambda: widgets.Means([1], epsilon=0), "epsilon must be above 0 and below 1, or None; given: 0"),
        (lambda: widgets.Means([1], step=2), "a step must be above 0 and below 1; given: 2"),
        (lambda: widgets.Means([1.5], mean=MRR), "1 to 10 … q1: 1.5"),
        (lambda: widgets.Means([6], mean=MRR @ 5), "MRR@5 … 1 to 5"),
        (lambda: tutorial_widget().move("q9", 1), "'q9'"),
        (lambda: tutorial_widget().ranks, "shows values of AP, not ranks; make it with mean=MRR"),
        (lambda: two_systems().move("q1", 1), "this picture shows System A and System B; say which system is meant"),
        (lambda: two_systems().mean, "this picture shows System A and System B; say which system is meant"),
        (lambda: two_systems().move("q1", 1, system="C"), "'C'"),
        (lambda: tutorial_widget().choose(epsilon=1), "epsilon must be above 0 and below 1, or None; given: 1"),
    ],
)
def test_means_refuses_bad_input_in_one_sentence(make: object, sentence: str) -> None:
    with pytest.raises(InputError, match=parts(sentence)):
        make()  # type: ignore[operator]


def test_means_equal_those_of_the_measures(text: Callable[[str], str]) -> None:
    rng = np.random.default_rng(4)
    for _ in range(50):
        values = [round(float(value), 2) for value in rng.random(5)]
        widget = widgets.Means(values)
        shown = text(widget.picture)
        assert float(widget.mean) == pytest.approx(MAP.of(values), abs=1e-12)
        assert f" = {decimal(widget.mean)}gMAP = " in shown
        assert f" = {decimal(gMAP.of(values))}" in shown


def test_missing_value_of_a_report_is_refused_in_one_sentence() -> None:
    widget = widgets.Means({"q1": "1/2", "q2": 1})
    widget.gesture(do="commit", key="0 1", field="value 0 1", fields={})
    assert 'class="problem"' in widget.picture


def test_rows_of_two_systems_are_closer() -> None:
    assert [str(make().draw().attributes["class"]) for make in (tutorial_widget, two_systems)] == ["means", "means two"]  # type: ignore[union-attr]


def test_mean_lines_keep_their_nodes_while_they_move_or_are_undefined() -> None:
    widget, shapes = widgets.Means({"q1": 2, "q2": 2, "q3": 9}, mean=MRR), set()
    for rank in (9, 10, 0, 10, 1):
        widget.move("q3", rank)
        lines = [one for scale in widget.draw().find("span", "track") for one in scale.find("i", "line")]
        assert [bool(one.attributes["hidden"]) for one in lines] == [rank == 0 and "mean1" in str(one) for one in lines]
        shapes.add(tuple(str(one.attributes["class"]) for one in lines))
    assert len(shapes) == 1
