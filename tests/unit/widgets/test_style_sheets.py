"""Test the style of widgets: focus ring, font sizes, colors, and the size of scripts and sheets."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import numpy as np
import pytest
from color_vision import MACHADO, contrast, lab, linear

from irlearn import AP, MAP, Measure, P, R, datasets, measures, plots, precision_recall, widgets
from irlearn.palette import DARK_PAGE, LIGHT, color_class
from irlearn.text.html import Element
from irlearn.widgets.core.base import Widget

STYLES = Path(widgets.__file__).parent / "styles"
SHEETS = {path.stem: path.read_text("utf-8") for path in STYLES.glob("*.css")}
THEMES = {"light": LIGHT, "dark": LIGHT | DARK_PAGE}
GROUNDS = ("ground", "raised", "touched")
HUES = ("hue-p", "hue-r", "hue-ap")
EVERY = [one for name in dir(widgets) if isinstance(one := getattr(widgets, name), type) and one is not Widget]
TOKENS = {"--t-small": "12px", "--t-text": "14px", "--t-ask": "15px", "--t-head": "17px", "--t-sum": "15px"}


@pytest.mark.parametrize("theme", THEMES)
def test_focus_ring_contrasts_with_every_background(theme: str) -> None:
    look = THEMES[theme]
    rings = re.findall(r"outline: 3px solid var\(--([a-z]+)\)", SHEETS["base"])
    assert rings == ["attention"]
    for ground in GROUNDS:
        assert contrast(look["attention"], look[ground]) >= 3, ground


@pytest.mark.parametrize("theme", THEMES)
def test_measure_colors_contrast_with_backgrounds_and_each_other(theme: str) -> None:
    look = THEMES[theme]
    for one, ground in itertools.product(HUES, GROUNDS):
        assert contrast(look[one], look[ground]) >= 4.5, (one, ground)
    for eye, matrix in MACHADO.items():
        seen = {color: lab(np.array(matrix) @ linear(look[color])) for color in (*HUES, "a", "b")}
        for one, other in itertools.combinations(seen, 2):
            if one in HUES:  # the two systems differ by their marks and lines, too
                assert np.linalg.norm(seen[one] - seen[other]) > 13, (eye, one, other)


def test_only_three_measures_have_colors() -> None:
    assert {name for name in LIGHT if name.startswith("hue")} == set(HUES)
    every = [value for value in vars(measures).values() if isinstance(value, Measure)]
    assert len(every) > 15
    assert {repr(measure): color_class(measure) for measure in every if color_class(measure)} == {
        "P": "hue-p",
        "R": "hue-r",
        "AP": "hue-ap",
    }
    assert [color_class(measure) for measure in (P @ 5, R(rel=2), AP @ 10, MAP)] == [
        "hue-p",
        "hue-r",
        "hue-ap",
        "hue-ap",
    ]
    used = {(name, color) for name, sheet in SHEETS.items() for color in re.findall(r"var\(--(hue-[a-z]+)", sheet)}
    assert used == {(name, color) for name in ("base", "walk") for color in HUES}


def test_font_sizes_are_the_five_tokens() -> None:
    assert dict(re.findall(r"(--t-[a-z]+): (\w+);", SHEETS["base"])) == TOKENS
    allowed = {"inherit", *(f"var({token})" for token in TOKENS)}
    found = {
        (name, size)
        for name, sheet in SHEETS.items()
        for size in re.findall(r"(?<![\w-])font-size:\s*([^;}]+)", sheet)
        if size.strip() not in allowed
    }
    rare = {
        ("base", "75%"),
        *(("walk", size) for size in ("21px", "14px")),
        ("precision_recall", "21px"),
    }  # of letters, drawings
    assert found == rare
    short = {size for sheet in SHEETS.values() for size in re.findall(r"(?<![\w-])font:\s*([^;}]+)", sheet)}
    assert {font.split(" ")[0] for font in short} <= allowed
    drawn = "".join(path.read_text("utf-8") for path in STYLES.parent.rglob("*.py"))
    assert not re.search(r"font[-_]size", drawn)


def heads(drawn: Element, look: str) -> list[str]:
    return [element.text for element in drawn.find(css_class=look)]


def test_boards_and_charts_show_each_measure_in_its_color() -> None:
    board = widgets.RankingBoard("1 0 1", measures=(P @ 2, R @ 2, "F@2", "RR", "nDCG"), curve=True).draw()
    for look, measure, axis in (("hue-p", "P@2", "precision (0 to 1)"), ("hue-r", "R@2", "recall (0 to 1)")):
        row, label = heads(board, look)
        assert (row.split()[0], label) == (measure, axis)
    assert [row.split()[0] for row in heads(board, "hue-ap")] == ["AP"]
    curve = widgets.PrecisionRecall("1 0 1").draw()
    assert heads(curve, "hue-p") == ["precision (0 to 1)", "interpolated precision"]
    assert heads(curve, "hue-r") == ["recall (0 to 1)", "recall"]
    ax = plots.draw_precision_recall(precision_recall(datasets.ten_ranks()))
    assert [axis.label.get_color() for axis in (ax.xaxis, ax.yaxis)] == [LIGHT["hue-r"], LIGHT["hue-p"]]


@pytest.mark.parametrize("widget", EVERY, ids=lambda one: one.__name__)
def test_script_and_style_sheets_are_smaller_than_50_kb(widget: type[Widget]) -> None:
    assert len((str(widget._esm) + str(widget._css)).encode()) < 50_000


def test_boards_accept_titles_with_grades() -> None:
    own = [("How to sow", 2), ("Lawns", 0), ("Pruning", 1)]
    board = widgets.RankingBoard(own)
    board.move("Pruning", 1)
    assert board.ranking.grades == (1, 2, 0)
    assert [element.text for element in board.draw().find("div", "title")] == ["Pruning", "How to sow", "Lawns"]
    gains, curve = widgets.GradedRanking(own), widgets.PrecisionRecall(own)
    assert gains.ranking.documents == ("How to sow", "Lawns", "Pruning")
    assert "1 at recall 0.5, 0.667 at recall 1" in curve.draw().text
    matrix = widgets.ConfusionMatrix(own, retrieved="d1 d3")
    assert matrix.counts == {"tp": 2, "fp": 0, "fn": 0, "tn": 1}
    assert widgets.Assessor(own).topic.documents[0].title == "How to sow"
    assert set(widgets.Pool(own, {"A": "d1 d2", "B": "d3", "C": "d2"}, new="C").judgments) == {"d1", "d2", "d3"}
