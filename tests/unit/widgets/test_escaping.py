"""Test that markup in texts of learners, instructors and data files is escaped."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from html.parser import HTMLParser
from pkgutil import walk_packages

import pytest

from irlearn import AP, Qrels, Ranking, Run, check, evaluate, explain, widgets
from irlearn.formulas.page_formats import to_html
from irlearn.studies import leaderboard
from irlearn.text.tables import table_of
from irlearn.widgets.core.base import Widget

Make = Callable[[str], dict[str, Widget]]
Reports = Callable[[Widget], list[dict[str, object]]]
Shape = list[tuple[str, tuple[str, ...]]]

HOSTILE = [
    '"><img/src=x/onerror=alert(1)>',
    "'onmouseover='alert(1)'x='</p></table><script>alert(1)</script>",
    '"onfocus="alert(1)"autofocus="&quot;&#62;&lt;b&gt;</style><!--',
]
PLAIN = "plain"


def shape(html: str) -> Shape:
    """Every element with the names of its attributes, and that nothing in it is a comment or a declaration.

    The width of a table decides whether its box can take the focus, so `tabindex` does not count.
    """
    found: Shape = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.append((tag, tuple(name for name, _ in attrs if name != "tabindex")))

        def handle_endtag(self, tag: str) -> None:
            found.append((f"/{tag}", ()))

        def handle_comment(self, data: str) -> None:
            found.append((f"comment {data}", ()))

    Reader(convert_charrefs=True).feed(html)
    return found


def walk(widget: Widget, typed: str, reports: Reports, turns: int) -> list[Shape]:
    """The shapes of the pictures on a way through a widget, always the same way, on which a text is typed, too."""
    rng = random.Random(7)
    shapes = [shape(widget.picture)]
    for turn in range(turns):
        ways = reports(widget)
        if not ways:
            break
        chosen = rng.choice(ways)
        fields = chosen["fields"]
        assert isinstance(fields, dict)
        if fields and turn % 3:
            chosen["fields"] = dict.fromkeys(fields, typed)
        widget.gesture(**chosen)
        shapes.append(shape(widget.picture))
    return [*shapes, shape(widget.static())]


@pytest.mark.all
def test_markup_in_texts_is_escaped_in_every_widget_after_any_gestures(
    every_widget: Make, reports: Reports, much: Callable[[int], int]
) -> None:
    turns = much(60)
    wanted = {name: walk(widget, PLAIN, reports, turns) for name, widget in every_widget(PLAIN).items()}
    for hostile in HOSTILE[: much(len(HOSTILE))]:
        for name, widget in every_widget(hostile).items():
            assert walk(widget, hostile, reports, turns) == wanted[name], name


def test_random_gestures_reach_most_actions_of_the_widgets(every_widget: Make, reports: Reports) -> None:
    for name, widget in every_widget(HOSTILE[0]).items():
        do = {report["do"] for report in reports(widget)}
        assert do <= set(widget._actions), name
        assert do or name in ("HandCheck", "OwnFiles"), name  # a text and files are what they report


def test_escaping_is_tested_for_every_public_widget(every_widget: Make) -> None:
    names = [module.name for module in walk_packages(widgets.__path__, "irlearn.widgets.")]
    modules = [importlib.import_module(name) for name in names]
    classes = {value for module in modules for value in vars(module).values() if isinstance(value, type)}
    widget_classes = {cls for cls in classes if issubclass(cls, Widget)}
    finished = {
        cls
        for cls in widget_classes
        if not any(other is not cls and issubclass(other, cls) for other in widget_classes)
    }
    assert len(finished) > 20
    public = {vars(widgets).get(name) or widgets.__getattr__(name) for name in widgets.__all__}
    offered = {value for value in public if isinstance(value, type)}
    assert finished <= offered
    assert {cls.__name__ for cls in offered - {Widget}} == {
        type(widget).__name__ for widget in every_widget(PLAIN).values()
    }
    assert set(dir(widgets)) >= set(widgets.__all__)


def test_document_id_with_markup_is_reported_unchanged(every_widget: Make, reports: Reports) -> None:
    widget = every_widget(HOSTILE[0])["ConfusionMatrix"]
    toggles = [report for report in reports(widget) if report["do"] == "toggle"]
    assert [toggle["key"] for toggle in toggles] == [f"{HOSTILE[0]}{n}" for n in range(5)]
    widget.gesture(**toggles[1])
    assert "You retrieved" in widget.picture


def results(text: str) -> dict[str, str]:
    """What a notebook shows of results, sheets and tables in which a text stands wherever one can."""
    ids = [f"{text}{n}" for n in range(3)]
    qrels = Qrels.from_dict({text: {ids[0]: 1, ids[1]: 0}, f"{text}q": {ids[2]: 1}})
    runs = [
        Run.from_dict({text: {ids[0]: 0.5, ids[1]: 0.7}, f"x {text}": {ids[2]: 1.0}}, name=f"{name} {text}")
        for name in "ab"
    ]
    ranks = {one: [1, 3, 0, 2, 5, n] for n, one in enumerate(ids)}
    ranking = Ranking([1, 0, 1], [1, 0, 1], documents=ids, note=text)
    outcome = leaderboard.outcomes(*list(ranks.values())[:2], names=(ids[0], ids[1]), note=text)
    shown = {
        "scores": evaluate(qrels, runs, [AP]),
        "derivation": explain(AP, ranking),
        "verdict": check(AP, ranking, "0.3"),
        "outcomes": outcome,
        "preferences": leaderboard.preferences(ranks, leaderboard.CRITERIA["both improved"]),
        "table": leaderboard.table(ranks, ids[0], note=text),
    }
    return {
        **{name: one._repr_html_() for name, one in shown.items()},
        "cells": str(table_of([text, text], [[text, text]], caption=text, hits=(0,))),
        "page": explain(AP, ranking).to_html(),
        "title": to_html([], title=text),
    }


@pytest.mark.parametrize("hostile", HOSTILE)
def test_markup_in_texts_is_escaped_in_results_that_a_notebook_displays(hostile: str) -> None:
    wanted = results(PLAIN)
    for name, html in results(hostile).items():
        assert shape(html) == shape(wanted[name]), name
