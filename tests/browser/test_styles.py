"""Test that a widget looks the same alone and beside other widgets, with their style sheets loaded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from widget_scenes import SCENES

from irlearn import widgets
from irlearn.widgets.core.base import _style

SHEETS = sorted(path.stem for path in (Path(widgets.__file__).parent / "styles").glob("*.css"))
BOXES = """() => [...document.querySelectorAll('.irlearn *')].map((node) => {
  const { x, y, width, height } = node.getBoundingClientRect();
  const { color, fontSize, fontWeight } = getComputedStyle(node);
  const box = [x, y, width, height].map(Math.round);
  return `${node.nodeName}.${node.getAttribute('class')} ${box} ${color} ${fontSize} ${fontWeight}`;
})"""


@pytest.mark.all
def test_style_sheets_do_not_affect_other_widgets(page: Any, much: Callable[[int], int]) -> None:
    every = _style(tuple(name for name in SHEETS if name not in ("base", "tasks")))
    for name, scene in [*SCENES.items()][:: 1 if much(5) == 5 else 3]:
        it = scene.make()
        page.set_content(f'<style id="style"></style><div class="irlearn" style="width:900px">{it.picture}</div>')
        page.evaluate("(css) => { document.querySelector('#style').textContent = css; }", it._css)
        alone = page.evaluate(BOXES)
        page.evaluate("(css) => { document.querySelector('#style').textContent = css; }", f"{every}{it._css}")
        assert page.evaluate(BOXES) == alone, name
