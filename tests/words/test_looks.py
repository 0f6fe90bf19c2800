"""What a picture wears and what a style sheet knows: each class of one is a class of the other, over all walks."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from frozen import pictures, reading

from irlearn import widgets

HERE = Path(widgets.__file__).parent
MARKS = {  # what tells a reader of the page, or a test in a browser, what an element is; no style asks for it
    "counts", "differs", "exercise", "formula", "group", "hand-check", "left", "line", "miss", "no", "open",
    "past", "plot", "query", "result", "right", "shown", "told", "tools", "tried",
    "unknown", "ways", "why", "wrong-rule",
}  # fmt: skip
RARE = {  # what the walks do not come to: held by the hand, narrow or long, empty, tried, significant
    "as", "before", "close", "committed", "curve", "empty", "ending", "finished", "five", "held", "lacking", "long",
    "many", "more", "none", "note", "onward", "split", "too-few-digits", "tried", "unjudged", "yes",
}  # fmt: skip
PAGE = {
    "jp-Cell-inputWrapper",
    "jp-CodeCell",
    "jp-Collapser",
    "jp-Placeholder",
    "jp-RenderedMarkdown",
    "jp-mod-active",
    "irlearn",
    "irlearn-lesson",
    "irlearn-live",
    "irlearn-static",
    "irlearn-stopped",
    "dataframe",
    "irlearn-paper",
    "irlearn-result",
    "irlearn-sheet",
    "irlearn-tables",
    "jp-MarkdownOutput",
    "jp-OutputArea-child",
    "jp-OutputArea-output",
    "jp-RenderedHTMLCommon",
    "jupyter-widgets",
    "moves",
}  # around the picture, the last for a while after a gesture


@cache
def classes(sheet: str) -> frozenset[str]:
    """The classes that the rules of a style sheet ask for."""
    text = re.sub(r"/\*.*?\*/", "", (HERE / "styles" / f"{sheet}.css").read_text(encoding="utf-8"), flags=re.DOTALL)
    rules = re.sub(r"\{[^{}]*\}", "{}", text)
    return frozenset(re.findall(r"\.([a-zA-Z][\w-]*)", rules))


@pytest.mark.parametrize("title", pictures.SCENES)
def test_each_class_that_is_worn_is_one_that_a_style_knows(title):
    walk = pictures.walked(title)
    known = set().union(*map(classes, ("base", "tasks", *walk.sheets)))
    assert sorted(walk.looks - known - MARKS) == [], "a look that no style has: a slip, or one of MARKS"


SHEETS = sorted(path.stem for path in (HERE / "styles").glob("*.css") if path.stem != "sliders")  # for new widgets


@pytest.mark.parametrize("sheet", SHEETS)
def test_each_class_that_a_style_knows_is_worn_by_one_who_brings_it(sheet):
    of_all = ("base", "tasks", "progress")  # the last dresses a lesson's whole page
    walks = [walk for walk in map(pictures.walked, pictures.SCENES) if sheet in (*of_all, *walk.sheets)]
    worn = set().union(*(walk.looks for walk in walks))
    assert sorted(classes(sheet) - worn - RARE - PAGE) == [], f"{sheet}.css has a rule for what no picture wears"


def test_no_mark_is_left_that_is_worn_no_more():
    worn = set().union(*(pictures.walked(title).looks for title in pictures.SCENES))
    assert sorted(MARKS - worn) == []


ROLES = {"alert", "application", "group", "img", "list", "listitem", "note", "presentation", "progressbar", "radio"}
ROLES |= {"radiogroup", "region", "slider", "status", "button", "table", "toolbar", "none"}


@pytest.mark.parametrize("title", pictures.SCENES)
def test_a_screen_reader_knows_each_role_and_what_each_head_of_a_table_is_the_head_of(title):
    for what, told in pictures.walked(title).roles:
        assert told in (ROLES if what == "role" else {"row", "col", "rowgroup", "colgroup"}), f"{what}: {told!r}"


def test_each_look_that_is_read_is_one_that_a_style_knows():
    """What pictures tell by weight or colour is frozen with their words, `{low}` before them."""
    known = set().union(*map(classes, SHEETS))
    assert sorted(reading.LOOKS - known - MARKS) == []
