"""Test that a page can send a widget its declared gestures only."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import pytest

from irlearn import Ranking, widgets
from irlearn.widgets.core.base import Fields, Way, Widget, action

Make = Callable[[str], dict[str, Widget]]
Reports = Callable[[Widget], list[dict[str, Any]]]

WRONG = [None, True, math.nan, math.inf, [], ["d1"], {}, {"a": 1}, [1], 10**30, "9" * 4000, "x" * 60_000]
GARBAGE = [*WRONG, -3, 99, 0, 1, 2, 0.5, -1e308, "", " ", "0", "1", "-1", "99", "nan", "1e400", "0 0", "0 99", "-1 -1"]
GARBAGE += ["__class__", "\ud800", "\x00", "١", "1_0", "/", "1/0", "<b>", "9" * 400, "1e99999", "d1", "A", "on"]


def state(widget: Widget) -> tuple[str, str]:
    """All that a gesture could change."""
    theirs = {"_trait_values", "_holding_sync"}  # of traitlets and ipywidgets
    return widget.picture, repr(sorted((name, value) for name, value in vars(widget).items() if name not in theirs))


def undeclared(widget: Widget) -> list[object]:
    """Names that no page of ours reports: every method of ipywidgets that begins with `on_`, and worse."""
    theirs = {name[3:] for name in dir(widget) if name.startswith("on_")} - set(widget._actions)
    return [*sorted(theirs), "draw", "refresh", "_refuse", "__init__", "on_step", "", None, 3, [], {}, True, "x" * 9999]


def test_undeclared_gesture_does_nothing(every_widget: Make) -> None:
    for name, widget in every_widget("d").items():
        before = state(widget)
        asked = undeclared(widget)
        assert {"msg", "trait_change", "widget_constructed"} <= {
            message for message in asked if isinstance(message, str)
        }
        for do in asked:
            widget.gesture(do=do)
            widget.gesture(do=do, key="d0", by=1, to=1, index=0, fields={}, callback="x", remove=True)
        widget.gesture()
        assert state(widget) == before, name


def test_report_that_is_not_a_dict_does_nothing(
    every_widget: Make, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, widget in every_widget("d").items():
        before = state(widget)
        for content in (None, [], ["do"], "do", 3, 0.5, True, {}, {"do": None}, {"self": 1, "do": "msg"}, {"said": {}}):
            widget._handle_custom_msg(content, [])
        assert state(widget) == before, name
    assert caplog.records == []
    assert capsys.readouterr().err == ""


def test_widget_reaches_the_page_together_with_its_picture(every_widget: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes in a second message, a page that is busy may lose: JupyterLab showed a gap."""
    told: list[Any] = []

    def opened(data: dict[str, Any], **_: Any) -> SimpleNamespace:
        if "picture" in data["state"]:  # a widget, and neither its layout nor its script or styles
            told.append(data["state"]["picture"])
        return SimpleNamespace(comm_id="1", kernel=None, on_msg=lambda _: None, close=lambda: None)

    monkeypatch.setattr("ipywidgets.widgets.widget.comm.create_comm", opened)
    made = every_widget("d")
    assert len(told) >= len(made)
    assert all(told)


def test_wrong_missing_or_additional_arguments_change_nothing(every_widget: Make, reports: Reports) -> None:
    for name, widget in every_widget("d").items():
        for report in reports(widget):
            details = {key: value for key, value in report.items() if key not in ("do", "fields")}
            before = state(widget)
            widget.gesture(**report, extra=1)
            widget.gesture(**{**report, "fields": ["d"]})
            widget.gesture(**{**report, "fields": {"answer": 3}})
            for key in details:
                if not widget._actions[report["do"]].optional:
                    widget.gesture(**{one: value for one, value in report.items() if one != key})
                for wrong in WRONG[:9]:
                    widget.gesture(**{**report, key: wrong})
            assert state(widget) == before, (name, report)


@pytest.mark.all
def test_random_reports_raise_no_error(every_widget: Make, reports: Reports, much: Callable[[int], int]) -> None:
    rng = random.Random(9)
    for widget in every_widget("d").values():
        for _ in range(much(80)):
            ways = reports(widget)
            report = (
                dict(rng.choice(ways)) if ways and rng.random() < 0.6 else {"do": rng.choice(sorted(widget._actions))}
            )
            for key in widget._actions[report["do"]].annotations:
                if key not in report or rng.random() < 0.5:
                    report[key] = rng.choice(GARBAGE)
                    if key == "fields":
                        there = sorted({name for way in ways for name in way["fields"]})
                        report[key] = {name: rng.choice(GARBAGE) for name in there if rng.random() < 0.8}
            widget.gesture(**report)
            assert len(widget.picture) < 500_000


@pytest.mark.parametrize("to", [99, -3, 3, "99", "-3", None, 1.5, [0], True])
@pytest.mark.parametrize("do", ["place", "step"])
def test_card_cannot_move_beyond_the_ranks(do: str, to: object) -> None:
    ranking = Ranking([2, 1, 0], documents=["a", "b", "c"])
    for widget in (widgets.RankingBoard(ranking), widgets.GradedRanking(ranking)):
        widget.gesture(do=do, key="b", **{{"place": "to", "step": "by"}[do]: to})
        assert widget.ranking == ranking


def test_text_that_is_too_long_is_refused_with_a_message() -> None:
    widget = widgets.HandCheck()
    widget.gesture(do="check", fields={"answer": "1" * 30_000})
    assert "A field takes at most 20,000 characters; given: 30,000; shorten it." in widget.picture
    assert widget.verdict is None
    widget.gesture(do="check", fields={"answer": "0.1"})
    assert "20,000" not in widget.picture, "said once"


class Declared(Widget):
    """A widget whose gestures take all kinds of arguments."""

    def __init__(self) -> None:
        self._heard: list[object] = []
        super().__init__()

    @action
    def on_all(self, by: Way, name: str, at: float, of: Annotated[int, range(1, 4)], fields: Fields) -> None:
        self._heard += [by, name, at, of, fields]

    @action
    def on_maybe(self, index: int | None = None, kind: Literal["a", "b"] = "a") -> None:
        self._heard += [index, kind]

    def on_hidden(self) -> None:
        self._heard += ["hidden"]

    def draw(self) -> str:
        return str(len(self._heard))


class Heir(Declared):
    """A widget that writes an action over without declaring it again."""

    def on_maybe(self, index: int | None = None, kind: Literal["a", "b"] = "a") -> None:
        self._heard += ["again", index, kind]

    @action
    def on_more(self) -> None:
        self._heard += ["more"]


def test_arguments_are_parsed_by_their_annotations() -> None:
    widget = Declared()
    widget.gesture(do="all", by="-1", name="d", at="0.5", of=3, fields={"answer": "1"})
    widget.gesture(do="maybe", fields={"answer": "1"})
    widget.gesture(do="maybe", index="7", kind="b")
    widget.gesture(do="maybe", kind="c")
    widget.gesture(do="all", by=-1, name="d", at=0.5, of=4, fields={})
    widget.gesture(do="hidden")
    assert widget._heard == [-1, "d", 0.5, 3, {"answer": "1"}, None, "a", 7, "b"]


def test_subclass_inherits_actions_that_it_does_not_override() -> None:
    widget = Heir()
    for do in ("maybe", "hidden", "more"):
        widget.gesture(do=do)
    assert (set(widget._actions), widget._heard) == ({"all", "more", "task"}, ["more"])
