"""Every class in the HTML of a widget has a style, and every class of a style sheet is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import page_text
import pytest
from gestures import Page
from widget_scenes import SCENES

from irlearn import widgets

HERE = Path(widgets.__file__).parent
UNSTYLED = {  # these tell tests and the page's code what an element is
    "counts", "differs", "exercise", "formula", "group", "hand-check", "left", "line", "miss", "no", "open",
    "other-definition", "past", "plot", "query", "result", "right", "scroll", "shown", "told", "tools", "tried",
    "unknown", "ways", "why", "wrong-rule",
}  # fmt: skip
RARE = {  # the gestures of the scenes do not reach these states
    "as", "before", "close", "committed", "curve", "empty", "ending", "finished", "five", "held", "lacking", "long",
    "many", "more", "none", "note", "onward", "split", "too-few-digits", "tried", "unjudged", "yes",
}  # fmt: skip
ON_THE_PAGE = {
    "irlearn-fold",
    "irlearn-presented",
    "jp-Cell",
    "jp-Cell-inputWrapper",
    "jp-CodeCell",
    "jp-Collapser",
    "jp-Placeholder",
    "jp-RenderedMarkdown",
    "jp-mod-active",
    "widget-hbox",
    "irlearn",
    "irlearn-lesson",
    "irlearn-live",
    "irlearn-static",
    "irlearn-stopped",
    "dataframe",
    "irlearn-sheet",
    "jp-MarkdownOutput",
    "jp-OutputArea-child",
    "jp-OutputArea-output",
    "jp-RenderedHTMLCommon",
    "jupyter-widgets",
    "moves",
}  # outside of the widget, and the last only for a moment after a gesture


@dataclass
class Visit:
    """The classes and roles that a widget has in the course of the gestures of a scene, and its style sheets."""

    sheets: tuple[str, ...] = ()
    classes: set[str] = field(default_factory=set)
    roles: set[tuple[str, str]] = field(default_factory=set)


@cache
def visit(name: str) -> Visit:
    page = Page(SCENES[name].make())
    seen = Visit(page.widget.styles)
    for gesture in (None, *SCENES[name].gestures):
        if gesture is not None:
            page.make(gesture)
        seen.classes |= page.classes
        seen.roles |= page.roles
    return seen


@cache
def styled(sheet: str) -> frozenset[str]:
    """Return the classes for which a style sheet has rules."""
    text = re.sub(r"/\*.*?\*/", "", (HERE / "styles" / f"{sheet}.css").read_text(encoding="utf-8"), flags=re.DOTALL)
    rules = re.sub(r"\{[^{}]*\}", "{}", text)
    return frozenset(re.findall(r"\.([a-zA-Z][\w-]*)", rules))


@pytest.mark.parametrize("name", SCENES)
def test_class_of_a_widget_has_a_style(name: str) -> None:
    known = set().union(*map(styled, ("base", "tasks", *visit(name).sheets)))
    assert sorted(visit(name).classes - known - UNSTYLED) == [], "a class without a style: a typing error, or UNSTYLED"


SHEETS = sorted(path.stem for path in (HERE / "styles").glob("*.css") if path.stem != "sliders")  # for new widgets


def visits() -> Iterator[Visit]:
    return map(visit, SCENES)


@pytest.mark.parametrize("sheet", SHEETS)
def test_class_of_a_style_sheet_is_used_by_a_widget_with_the_sheet(sheet: str) -> None:
    shared = ("base", "tasks", "progress")  # the last is for the whole page of a lesson
    used = set().union(*(seen.classes for seen in visits() if sheet in (*shared, *seen.sheets)))
    assert sorted(styled(sheet) - used - RARE - ON_THE_PAGE) == [], f"{sheet}.css has a rule that no widget needs"


def test_unstyled_classes_are_used() -> None:
    used = set().union(*(seen.classes for seen in visits()))
    assert sorted(UNSTYLED - used) == []


ROLES = {"alert", "application", "group", "img", "list", "listitem", "note", "presentation", "progressbar", "radio"}
ROLES |= {"radiogroup", "region", "slider", "status", "button", "table", "toolbar", "none"}
SCOPES = {"row", "col", "rowgroup", "colgroup"}


@pytest.mark.parametrize("name", SCENES)
def test_roles_are_known_and_table_headings_have_a_scope(name: str) -> None:
    for attribute, value in visit(name).roles:
        assert value in (ROLES if attribute == "role" else SCOPES), f"{attribute}: {value!r}"


def test_meaningful_classes_have_a_style() -> None:
    """Snapshots write these classes before the text, as in `{low}`."""
    known = set().union(*map(styled, SHEETS))
    assert sorted(page_text.MEANINGFUL_CLASSES - known - UNSTYLED) == []
