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


def test_new_widget_takes_at_most_sixty_lines() -> None:
    assert len(FILE.read_text(encoding="utf-8").splitlines()) <= 60


def test_sliders_of_a_new_widget_follow_drags_keys_and_typed_values(
    made: Callable[..., Any], said: Callable[[Widget], str]
) -> None:
    widget = made()
    assert said(widget) == "F is 0.18, the arithmetic mean 0.5."
    widget.gesture(do="slide", key="recall", at=0.91)
    assert widget.recall == Fraction(9, 10)
    widget.gesture(do="step", key="precision", by=-1)
    widget.gesture(do="commit", field="recall", fields={"recall": "1/3"})
    assert (widget.precision, widget.recall) == (Fraction(17, 20), Fraction(1, 3))
    assert said(widget) == "F is 0.479, the arithmetic mean 0.592."
    widget.gesture(do="commit", field="recall", fields={"recall": "1.2"})
    assert re.search(parts("recall … 1.2"), said(widget))
    assert widget.recall == Fraction(1, 3)
    widget.gesture(do="reset")
    assert widget.f == Fraction(9, 50)


def test_fields_of_a_new_widget_are_checked_and_observable(made: Callable[..., Any]) -> None:
    widget, seen = made(recall=1), []
    widget.observe(lambda change: seen.append(change.new), "recall")
    widget.recall = 0.5
    assert seen == [Fraction(1, 2)]
    with pytest.raises(InputError, match=r"precision.*2"):
        widget.precision = 2
    with pytest.raises(InputError, match=r"'recal'.*recall"):
        made(recal=1)


def test_picture_of_a_new_widget_is_well_formed_live_and_still(
    made: Callable[..., Any], well_formed: Callable[[str], list[str]]
) -> None:
    widget = made()
    for at in (0, 0.35, 1):
        widget.gesture(do="slide", key="recall", at=at)
        widget.gesture(do="slide", key="precision", at=at)
        assert len(well_formed(widget.picture)) == 5, "two dots, two fields and a button"
        (dot,) = widget.draw().find("circle", "a")
        assert (dot.attributes["cx"], dot.attributes["cy"]) == (46 + 380 * at, 14 + 270 * (1 - at))
        assert widget.picture in widget.static()


def test_style_sheets_use_only_defined_colors() -> None:
    room = ROOT / "irlearn" / "widgets"
    sheets = "".join(path.read_text("utf-8") for path in room.glob("styles/*.css"))
    drawn = "".join(path.read_text("utf-8") for path in room.rglob("*.py"))
    declared = {*LIGHT, *re.findall(r"--([a-z-]+):", sheets + drawn)}
    assert {name for name in re.findall(r"var\(--([a-z-]+)", sheets) if not name.startswith("jp-")} <= declared
    assert set(DARK) < set(LIGHT)
    light, dark = RankingBoard._css.split("body[data-jp-theme-light", 1)
    assert f"--relevant:{LIGHT['relevant']};" in light.replace(": ", ":")
    assert f"--relevant:{DARK['relevant']};" in dark.replace(": ", ":")
