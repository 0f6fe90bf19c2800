"""Test that markup in texts of learners, instructors and data files is escaped."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from html.parser import HTMLParser
from pkgutil import iter_modules

import pytest

from irlearn import AP, Qrels, Ranking, Run, check, evaluate, explain, widgets
from irlearn.formulas.page import to_html
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
    """Every element with the names of its attributes, and that nothing in it is a comment or a declaration."""
    found: Shape = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.append((tag, tuple(name for name, _ in attrs)))

        def handle_endtag(self, tag: str) -> None:
            found.append((f"/{tag}", ()))

        def handle_comment(self, data: str) -> None:
            found.append((f"comment {data}", ()))

    Reader(convert_charrefs=True).feed(html)
    return found


def walk(it: Widget, typed: str, reports: Reports, turns: int) -> list[Shape]:
    """The shapes of the pictures on a way through a widget, always the same way, on which a text is typed, too."""
    rng = random.Random(7)
    shapes = [shape(it.picture)]
    for turn in range(turns):
        ways = reports(it)
        if not ways:
            break
        chosen = rng.choice(ways)
        fields = chosen["fields"]
        assert isinstance(fields, dict)
        if fields and turn % 3:
            chosen["fields"] = dict.fromkeys(fields, typed)
        it.gesture(**chosen)
        shapes.append(shape(it.picture))
    return [*shapes, shape(it.static())]


@pytest.mark.all
def test_no_text_becomes_markup_in_any_widget_on_any_way_through_it(
    every_widget: Make, reports: Reports, much: Callable[[int], int]
) -> None:
    turns = much(60)
    wanted = {name: walk(it, PLAIN, reports, turns) for name, it in every_widget(PLAIN).items()}
    for hostile in HOSTILE[: much(len(HOSTILE))]:
        for name, it in every_widget(hostile).items():
            assert walk(it, hostile, reports, turns) == wanted[name], name


def test_the_way_through_the_widgets_comes_by_most_of_what_they_do(every_widget: Make, reports: Reports) -> None:
    for name, it in every_widget(HOSTILE[0]).items():
        do = {one["do"] for one in reports(it)}
        assert do <= set(it._actions), name
        assert do or name in ("HandCheck", "OwnFiles"), name  # a text and files are what they report


def test_every_widget_that_there_is_can_be_imported_and_is_among_them(every_widget: Make) -> None:
    modules = [importlib.import_module(f"irlearn.widgets.{one.name}") for one in iter_modules(widgets.__path__)]
    kinds = {one for module in modules for one in vars(module).values() if isinstance(one, type)}
    there = {one for one in kinds if issubclass(one, Widget)}
    finished = {one for one in there if not any(other is not one and issubclass(other, one) for other in there)}
    public = {vars(widgets).get(name) or widgets.__getattr__(name) for name in widgets.__all__}
    offered = {one for one in public if isinstance(one, type)}
    assert finished <= offered
    assert {one.__name__ for one in offered - {Widget}} == {type(it).__name__ for it in every_widget(PLAIN).values()}
    assert set(dir(widgets)) >= set(widgets.__all__)


def test_a_document_keeps_its_id_whatever_stands_in_it(every_widget: Make, reports: Reports) -> None:
    it = every_widget(HOSTILE[0])["ConfusionMatrix"]
    toggles = [one for one in reports(it) if one["do"] == "toggle"]
    assert [one["key"] for one in toggles] == [f"{HOSTILE[0]}{n}" for n in range(5)]
    it.gesture(**toggles[1])
    assert "You retrieved" in it.picture


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
def test_no_text_becomes_markup_in_what_a_notebook_shows_of_a_result(hostile: str) -> None:
    wanted = results(PLAIN)
    for name, html in results(hostile).items():
        assert shape(html) == shape(wanted[name]), name
