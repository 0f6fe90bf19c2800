"""Traits of widgets: observing, setting, linking, holding, saving and restoring."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import traitlets
from gestures import Page
from ipywidgets import FloatSlider, HBox, IntSlider, Output, Tab, VBox, interactive_output
from widget_scenes import SCENES

from irlearn import AP, MRR, InputError, Ranking, datasets, widgets
from irlearn.widgets import Widget
from irlearn.widgets.core.play import PlayWidget
from irlearn.widgets.core.traits import Computed, is_same

PLAYED = sorted(name for name, scene in SCENES.items() if issubclass(getattr(widgets, scene.widget), PlayWidget))
NEEDED = {"compared": ["judgments"]}
"""Traits without which another trait cannot have every value."""
INVALID = [None, "no such value", -(10**9), object(), [object()], float("nan"), {"no": "key"}, ()]


def _own_changes(widget: Widget) -> list[Any]:
    """Return the list to which the changes of the traits of the widget's state are appended."""
    changes: list[Any] = []
    widget.observe(lambda change: changes.append(change) if change.name in widget._state_traits else None)
    return changes


def _values(widget: Widget) -> dict[str, Any]:
    values = {}
    for name in widget._state_traits:
        try:
            values[name] = getattr(widget, name)
        except InputError:
            values[name] = None
    return values


def _assign(widget: Widget, **values: Any) -> None:
    for name, value in values.items():
        setattr(widget, name, value)


def _board(grades: str = "1 0 1 0") -> widgets.RankingBoard:
    return widgets.RankingBoard(grades, focus=AP)


@pytest.mark.parametrize("name", SCENES)
def test_gesture_reports_each_changed_trait_once(name: str) -> None:
    widget = SCENES[name].make()
    page, changes = Page(widget), _own_changes(widget)
    for gesture in SCENES[name].gestures:
        changes.clear()
        before = _values(widget)
        page.make(gesture)
        after = _values(widget)
        changed = [name for name in after if not is_same(before[name], after[name])]
        assert sorted(change.name for change in changes) == sorted(changed), str(gesture)
        for change in changes:
            assert is_same(change.old, before[change.name])
            assert is_same(change.new, after[change.name])


@pytest.mark.parametrize("name", SCENES)
def test_trait_of_the_state_is_documented_with_its_type(name: str) -> None:
    for trait in SCENES[name].make()._state_traits.values():
        if isinstance(trait, Computed):
            assert trait.__doc__
            assert trait.help
            assert trait.info_text != "any value" or trait.name == "value"


@pytest.mark.parametrize("name", PLAYED)
def test_state_survives_json_and_restores_the_picture(name: str) -> None:
    scene = SCENES[name]
    widget = scene.make()
    assert isinstance(widget, PlayWidget)
    page = Page(widget)
    for gesture in scene.gestures:
        page.make(gesture)
    state = json.loads(json.dumps(widget.state()))
    assert state == copy.deepcopy(widget.state())
    again = scene.make()
    assert isinstance(again, PlayWidget)
    again._set_state(state)
    assert again.state() == state
    other = type(widget).__name__
    with pytest.raises(InputError, match=f"the state of a {other} has no 'speed'"):
        again._set_state({**state, "speed": 1})
    assert again.state() == state


@pytest.mark.parametrize("name", PLAYED)
def test_invalid_value_of_a_trait_changes_nothing(name: str) -> None:
    widget = SCENES[name].make()
    assert isinstance(widget, PlayWidget)
    picture, values, is_drawn = widget.picture, _values(widget), False
    for trait in widget.settable_traits:
        for value in INVALID:
            before, error = getattr(widget, trait), None
            try:
                setattr(widget, trait, value)
            except traitlets.TraitError as refusal:
                error = refusal
            if error is not None:
                assert isinstance(error, InputError)
                assert "\n" not in str(error)
                assert is_same(getattr(widget, trait), before)
            else:  # The value is allowed, such as None for no epsilon.
                is_drawn = True
                setattr(widget, trait, before)
                values = _values(widget)
    assert all(is_same(values[name], value) for name, value in _values(widget).items())
    assert is_drawn or widget.picture == picture


@pytest.mark.parametrize("name", SCENES)
def test_trait_that_follows_cannot_be_set(name: str) -> None:
    widget = SCENES[name].make()
    for trait in widget._state_traits:
        if trait not in widget.settable_traits:
            with pytest.raises(traitlets.TraitError, match=f"{trait} follows from the state"):
                setattr(widget, trait, 0)


@pytest.mark.parametrize("name", PLAYED)
def test_linked_twins_follow_each_other_without_loops(name: str) -> None:
    scene = SCENES[name]
    for trait in scene.make().settable_traits:
        first, second = scene.make(), scene.make()
        linked = (*NEEDED.get(trait, ()), trait)
        initial = {name: getattr(first, name) for name in linked}
        for name in linked:
            traitlets.link((first, name), (second, name))
        page, calls = Page(first), [0]
        second.observe(lambda _, calls=calls: calls.append(calls.pop() + 1), names=trait)
        # The source of thresholds is also "hand" for each mean and standard error, which this link does not carry over.
        gestures = [gesture for gesture in scene.gestures if trait != "null" or gesture.control in ("reveal", "null")]
        for count, gesture in enumerate(gestures, start=1):
            page.make(gesture)
            assert is_same(getattr(first, trait), getattr(second, trait)), (trait, str(gesture))
            assert calls[0] <= count, (trait, str(gesture))
        _assign(second, **initial)
        assert is_same(getattr(first, trait), getattr(second, trait)), trait


@pytest.mark.parametrize("name", SCENES)
def test_widget_works_in_containers_and_closes(name: str) -> None:
    widget = SCENES[name].make()
    boxes = [HBox([widget]), VBox([widget]), Tab([widget])]
    assert all(box.children[0] is widget for box in boxes)
    widget.layout.width = "50%"
    assert widget.layout.width == "50%"
    widget.close()
    for gesture in SCENES[name].gestures[:1]:
        Page(widget).make(gesture)  # A report that arrives late raises no error.


def test_drag_is_reported_when_the_document_is_dropped() -> None:
    board = _board()
    changes = _own_changes(board)
    key = board.ranking.documents[0]
    board.gesture(do="grab", key=key)
    for rank in (1, 2, 3):
        board.gesture(do="place", key=key, to=rank)
    assert not changes
    board.gesture(do="drop", key=key)
    assert sorted(change.name for change in changes) == ["ranking", "scores", "value"]
    assert next(change.new for change in changes if change.name == "ranking") == Ranking.parse("0 1 0 1")


def test_drag_that_returns_reports_nothing() -> None:
    board = _board()
    changes, key = _own_changes(board), board.ranking.documents[0]
    for report in ({"do": "grab"}, {"do": "place", "to": 2}, {"do": "place", "to": 0}, {"do": "drop"}):
        board.gesture(key=key, **report)
    assert not changes


def test_swap_of_equal_documents_is_reported() -> None:
    board = _board("1 1 0")
    changes = _own_changes(board)
    board.move("document 1", 2)
    assert {change.name for change in changes} == {"value", "ranking"}


def test_hold_reports_and_draws_once_and_a_refused_value_undoes_the_block() -> None:
    board = _board()
    changes, drawn = _own_changes(board), []
    board.observe(lambda change: drawn.append(change.new), names="picture")
    with board.hold_trait_notifications():
        board.ranking = "0 0 1"
        board.ranking = "1 0 0"
        assert not changes
    assert len(drawn) == 1
    assert [change.new for change in changes if change.name == "ranking"] == [Ranking.parse("1 0 0")]
    changes.clear()
    with pytest.raises(traitlets.TraitError), board.hold_trait_notifications():
        _assign(board, ranking="0 0 1", focus="nDCG@1000")
    assert board.ranking == Ranking.parse("1 0 0")
    assert not changes
    machine = widgets.LuckMachine()
    with pytest.raises(traitlets.TraitError), machine.hold_trait_notifications():
        _assign(machine, systems=7, sd=-1)
    assert machine.systems == widgets.LuckMachine().systems


def test_unobserved_handler_is_not_called() -> None:
    board = _board()
    calls: list[Any] = []
    board.observe(calls.append, names=["ranking"])
    board.unobserve(calls.append, names=["ranking"])
    board.ranking = "0 1"
    assert not calls


def test_value_set_by_an_observer_is_reported_too() -> None:
    board = _board("0 1 1")
    seen: list[Ranking] = []

    def first_is_relevant(change: Any) -> None:
        seen.append(change.new)
        if not change.new.grades[0]:
            board.ranking = "1 " + " ".join(map(str, change.new.grades[1:]))

    board.observe(first_is_relevant, names="ranking")
    board.ranking = "0 0 1"
    assert seen == [Ranking.parse("0 0 1"), Ranking.parse("1 0 1")]


def test_board_keeps_titles_of_documents_it_knows() -> None:
    topic = datasets.software()
    board = widgets.RankingBoard(topic.ranked("d9 d2 d5"), missed=topic)
    titles = {document.doc_id: document.title for document in topic.documents}
    other = widgets.RankingBoard(topic.ranked("d2 d9 d10 d5"), missed=topic)
    board.ranking = other.ranking
    assert [document["title"] for document in board.state()["ranking"]] == [
        titles[i] for i in ["d2", "d9", "d10", "d5"]
    ]
    assert board.ranking == other.ranking
    assert {document.doc_id for document in board.missed} == {document.doc_id for document in other.missed}


def test_board_is_restored_without_its_ranking() -> None:
    board = widgets.RankingBoard(datasets.software().ranked("d9 d2 d5"), missed=datasets.software())
    board.move("d2", 1)
    again = widgets.RankingBoard(state=json.loads(json.dumps(board.state())))
    assert again.state() == board.state()
    for kind in (widgets.RankingBoard, widgets.Walk, widgets.GradedRanking, widgets.Means):
        with pytest.raises(InputError, match="saved state"):
            kind()
    with pytest.raises(InputError, match="is a mapping"):
        _board()._set_state("0 1")  # type: ignore[arg-type]


def test_reset_leads_back_to_the_arguments_not_to_the_restored_state() -> None:
    paired = widgets.PairedScores([0.1, 0.2, 0.4], [0.2, 0.4, 0.3], state={"alpha": 0.01, "a": [0.3, 0.2, 0.4]})
    assert (paired.alpha, [*paired.a.values()]) == (0.01, [Fraction(3, 10), Fraction(1, 5), Fraction(2, 5)])
    paired.gesture(do="reset")
    assert (paired.alpha, [*paired.a.values()]) == (0.05, [Fraction(1, 10), Fraction(1, 5), Fraction(2, 5)])


def test_means_take_values_of_other_queries_and_ranks() -> None:
    means = widgets.Means([0.5, 0.25])
    means.values = {"x": 1, "y": "1/3", "z": 0}
    assert (means.mean, [*means.values]) == (Fraction(4, 9), ["x", "y", "z"])
    means.move("z", 0.5)
    assert means.values["z"] == Fraction(1, 2)
    ranks = widgets.Means([1, 3, 2], mean=MRR)
    ranks.values = [2, 2, 0]
    assert ranks.mean == Fraction(1, 3)
    assert widgets.Means(mean=MRR, state=ranks.state()).ranks == {"q1": 2, "q2": 2, "q3": 0}


def test_sliders_drive_widgets_and_follow_them() -> None:
    systems, machine = IntSlider(min=1, max=200, value=20), widgets.LuckMachine()
    traitlets.link((systems, "value"), (machine, "systems"))
    assert machine.systems == 20
    machine.gesture(do="systems", by="1")
    assert systems.value == machine.systems != 20
    epsilon, means = FloatSlider(min=0.01, max=0.5, step=0.01, value=0.1), widgets.Means([0.5, 0, 1])
    traitlets.link((epsilon, "value"), (means, "epsilon"))
    epsilon.value = 0.3
    assert means.epsilon == Fraction(3, 10)
    means.epsilon = Fraction(1, 5)
    assert epsilon.value == pytest.approx(0.2)


def test_directional_link_goes_one_way() -> None:
    board, walk = _board(), widgets.Walk("0 0")
    traitlets.dlink((board, "ranking"), (walk, "ranking"))
    board.move("document 2", 1)
    assert walk.ranking == board.ranking
    walk.ranking = "1 1"
    assert board.ranking == Ranking.parse("0 1 1 0")


def test_interactive_output_passes_the_main_trait_on() -> None:
    board, machine, seen = _board(), widgets.LuckMachine(), []
    controls = {"ranking": board, "luck": machine}
    output = interactive_output(lambda ranking, luck: seen.append((ranking, luck)), controls)
    assert isinstance(output, Output)
    board.ranking = "0 1 1"
    assert seen[-1][0] == Ranking.parse("0 1 1")
    machine.systems = 9
    assert seen[-1][1]["systems"] == 9
    assert len(seen) == 3


def test_observer_that_fails_does_not_keep_the_page_waiting() -> None:
    board = _board()

    def fail(_: Any) -> None:
        raise RuntimeError("a mistake in the notebook")

    board.observe(fail, names="ranking")
    with pytest.raises(RuntimeError):
        board.gesture(do="step", key="document 1", by=1, number=7)
    assert board.answered == 7
    assert "from rank 1 to rank 2" in board.picture


def test_observed_prediction_reports_the_answer_once() -> None:
    prediction = widgets.Prediction("What is AP of 1 0 1?", AP, "1 0 1")
    changes = _own_changes(prediction)
    prediction.commit("0.5")
    assert {change.name for change in changes} == {"committed", "right", "state"}
    assert (prediction.committed, prediction.right) == ("0.5", False)


def test_arrays_and_nan_are_compared_by_value() -> None:
    assert is_same(np.array([1.0, np.nan]), np.array([1.0, np.nan]))
    assert not is_same(np.array([1.0]), np.array([1.0, 2.0]))
    assert not is_same({"p": 0.5}, {"q": 0.5})


def test_observer_that_fails_does_not_keep_changes_from_other_observers() -> None:
    board, other, failures = _board(), _board(), 0

    def fail(_: Any) -> None:
        nonlocal failures
        failures += 1
        raise RuntimeError("a mistake in the notebook")

    traitlets.link((board, "ranking"), (other, "ranking"))
    board.observe(fail, names=["value", "scores"])
    with pytest.raises(RuntimeError, match="a mistake"):
        board.gesture(do="step", key="document 1", by=1)
    assert failures == 2
    assert other.ranking == Ranking.parse("0 1 1 0")


def test_observer_of_one_trait_that_sets_another_leaves_links_right() -> None:
    board, other = _board(), _board()
    traitlets.link((board, "ranking"), (other, "ranking"))
    changes = _own_changes(board)

    def keep_the_first_relevant(_: Any) -> None:
        board.ranking = "1 1 1 0"

    board.observe(keep_the_first_relevant, names="value")
    board.gesture(do="step", key="document 1", by=1)
    assert board.ranking == other.ranking == Ranking.parse("1 1 1 0")
    rankings = [(change.old, change.new) for change in changes if change.name == "ranking"]
    assert rankings == [(Ranking.parse("1 0 1 0"), Ranking.parse("1 1 1 0"))]


def test_gesture_made_by_code_that_holds_notifications_is_reported_at_the_end() -> None:
    board = _board()
    changes = _own_changes(board)
    with board.hold_trait_notifications():
        board.gesture(do="step", key="document 1", by=1)
        board.ranking = "0 1"
        with board.hold_trait_notifications():
            board.ranking = "0 0 1"
        assert not changes
    assert [change.new for change in changes if change.name == "ranking"] == [Ranking.parse("0 0 1")]


def test_ranking_set_during_a_drag_that_never_ends_is_reported() -> None:
    board, key = _board(), "document 1"
    changes = _own_changes(board)
    board.gesture(do="grab", key=key)
    board.gesture(do="place", key=key, to=2)
    board.ranking = "0 1"
    assert {change.name for change in changes} == {"ranking", "scores", "value"}
    changes.clear()
    with board.hold_trait_notifications():
        board.ranking = "0 0 1"
    assert {change.name for change in changes} == {"ranking", "scores", "value"}


def test_subclass_observes_by_the_decorator_of_traitlets() -> None:
    class Watched(widgets.RankingBoard):
        _seen: tuple[Any, ...] = ()

        @traitlets.observe("ranking")
        def _note(self, change: Any) -> None:
            self._seen = (*self._seen, change.old, change.new)

    board = Watched("1 0 1", focus=AP)
    assert not board._seen
    board.ranking = "0 1"
    assert board._seen == (Ranking.parse("1 0 1"), Ranking.parse("0 1"))


def test_observer_closes_the_widget() -> None:
    board = _board()
    board.observe(lambda _: board.close(), names="ranking")
    board.gesture(do="step", key="document 1", by=1)
    board.close()
    board.ranking = "0 1"
    assert board.state()["ranking"] == [
        {"doc_id": "document 1", "title": "document 1", "grade": 0},
        {"doc_id": "document 2", "title": "document 2", "grade": 1},
    ]


def test_links_of_three_boards_in_a_ring_and_of_other_classes_follow() -> None:
    boards, walk = [_board() for _ in range(3)], widgets.Walk("0 0")
    for first, second in ((0, 1), (1, 2), (2, 0)):
        traitlets.link((boards[first], "ranking"), (boards[second], "ranking"))
    traitlets.link((boards[2], "ranking"), (walk, "ranking"))
    boards[1].gesture(do="step", key="document 1", by=1)
    assert all(widget.ranking == Ranking.parse("0 1 1 0") for widget in (*boards, walk))
    walk.ranking = "1 1 1"
    assert all(board.ranking == Ranking.parse("1 1 1") for board in boards)
    graded = widgets.GradedRanking("1 0 2")
    with pytest.raises(InputError, match="grades on this board"):
        traitlets.link((graded, "ranking"), (boards[0], "ranking"))
    assert boards[0].ranking == Ranking.parse("1 1 1")
