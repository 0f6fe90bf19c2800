"""Type keys into each kind of control on a page, and check that the notebook takes none of them."""

from __future__ import annotations

from typing import Any

FOCUSABLE = """() => {
  const kind = (node) => [node.closest('[class^=irlearn]').className, node.tagName, node.type,
    node.className.baseVal ?? node.className, node.getAttribute('role'), node.readOnly].join();
  const all = [...document.querySelectorAll('.jp-OutputArea [class^=irlearn]')].flatMap((root) =>
    [...root.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter(
      (node) => node.closest('[class^=irlearn]') === root && !node.disabled && node.checkVisibility()));
  return [...new Map(all.reverse().map((node) => [kind(node), node])).values()];
}"""
"""The first control of each kind."""
FOCUS = f"place => {{ window.held = ({FOCUSABLE})()[place]; held?.focus(); return document.activeElement === held; }}"
NOTEBOOK = """() => {
  const { model, mode, selectedCells } = window.jupyterapp.shell.currentWidget.content;
  const cells = [...model.cells].map((cell) => [cell.type, cell.executionCount ?? ''].join());
  return [...cells, document.querySelectorAll('.jp-Dialog').length, mode, selectedCells.length];
}"""
"""Read the notebook's model, because the page renders cells late that were not in view."""


def type_everywhere(page: Any, typed: str) -> list[str]:
    """Type into each focusable control and return the controls; the notebook must not change."""
    seen = []
    for place in range(page.evaluate(f"({FOCUSABLE})().length")):
        if not page.evaluate(FOCUS, place):
            continue
        what = page.evaluate("held.outerHTML.slice(0, 200)")
        before = page.evaluate(NOTEBOOK)
        if 'type="file"' in what:
            continue
        page.keyboard.type(typed)
        after = page.evaluate(NOTEBOOK)
        assert after == before, (what, [pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]])
        seen.append(what)
    return seen
