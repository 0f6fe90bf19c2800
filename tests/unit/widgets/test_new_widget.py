"""Test that a new widget is one short file."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from message_parts import parts
from paths import ROOT

from irlearn import InputError
from irlearn.palette import DARK, LIGHT
from irlearn.widgets import RankingBoard
from irlearn.widgets.core.base import Widget

FILE = Path(__file__).with_name("harmonic_mean_widget.py")


@pytest.fixture(scope="module")
def made() -> Callable[..., Any]:
    spec = importlib.util.spec_from_file_location("harmonic_mean_widget", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["harmonic_mean_widget"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Harmonic  # type: ignore[no-any-return]


def test_it_takes_at_most_sixty_lines() -> None:
    assert len(FILE.read_text(encoding="utf-8").splitlines()) <= 60


def test_its_sliders_follow_the_hand_the_keys_and_what_is_typed(
    made: Callable[..., Any], said: Callable[[Widget], str]
) -> None:
    it = made()
    assert said(it) == "F is 0.18, the arithmetic mean 0.5."
    it.gesture(do="slide", key="recall", at=0.91)
    assert it.recall == Fraction(9, 10)
    it.gesture(do="step", key="precision", by=-1)
    it.gesture(do="commit", field="recall", fields={"recall": "1/3"})
    assert (it.precision, it.recall) == (Fraction(17, 20), Fraction(1, 3))
    assert said(it) == "F is 0.479, the arithmetic mean 0.592."
    it.gesture(do="commit", field="recall", fields={"recall": "1.2"})
    assert re.search(parts("recall … 1.2"), said(it))
    assert it.recall == Fraction(1, 3)
    it.gesture(do="reset")
    assert it.f == Fraction(9, 50)


def test_its_fields_are_checked_and_can_be_watched(made: Callable[..., Any]) -> None:
    it, seen = made(recall=1), []
    it.observe(lambda change: seen.append(change.new), "recall")
    it.recall = 0.5
    assert seen == [Fraction(1, 2)]
    with pytest.raises(InputError, match=r"precision.*2"):
        it.precision = 2
    with pytest.raises(InputError, match=r"'recal'.*recall"):
        made(recal=1)


def test_its_picture_is_well_formed_and_drawn_everywhere(
    made: Callable[..., Any], well_formed: Callable[[str], list[str]]
) -> None:
    it = made()
    for at in (0, 0.35, 1):
        it.gesture(do="slide", key="recall", at=at)
        it.gesture(do="slide", key="precision", at=at)
        assert len(well_formed(it.picture)) == 5, "two dots, two fields and a button"
        (dot,) = it.draw().find("circle", "a")
        assert (dot.attributes["cx"], dot.attributes["cy"]) == (46 + 380 * at, 14 + 270 * (1 - at))
        assert it.picture in it.static()


def test_a_style_names_no_colour_that_there_is_not() -> None:
    room = ROOT / "irlearn" / "widgets"
    sheets = "".join(path.read_text("utf-8") for path in room.glob("styles/*.css"))
    drawn = "".join(path.read_text("utf-8") for path in room.rglob("*.py"))
    declared = {*LIGHT, *re.findall(r"--([a-z-]+):", sheets + drawn)}
    assert {name for name in re.findall(r"var\(--([a-z-]+)", sheets) if not name.startswith("jp-")} <= declared
    assert set(DARK) < set(LIGHT)
    light, dark = RankingBoard._css.split("body[data-jp-theme-light", 1)
    assert f"--relevant: {LIGHT['relevant']};" in light
    assert f"--relevant: {DARK['relevant']};" in dark
