"""Keys typed into each kind of control on a page, and whether the notebook took one of them."""

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
"""One of each kind, the first."""
FOCUS = f"place => {{ window.held = ({FOCUSABLE})()[place]; held?.focus(); return document.activeElement === held; }}"
NOTEBOOK = """() => [
  ...[...document.querySelectorAll('.jp-Notebook .jp-Cell')].map((cell) => cell.className.match(/jp-\\w+Cell/)[0]),
  ...[...document.querySelectorAll('.jp-Notebook .jp-InputPrompt')].map((prompt) => prompt.textContent),
  document.querySelectorAll('.jp-Dialog').length,
  document.querySelector('.jp-Notebook').classList.contains('jp-mod-commandMode'),
  document.querySelectorAll('.jp-mod-selected').length]"""


def type_everywhere(page: Any, typed: str) -> list[str]:
    """Type into each thing that takes the focus; what these are. The notebook must stay as it was."""
    seen = []
    for place in range(page.evaluate(f"({FOCUSABLE})().length")):
        if not page.evaluate(FOCUS, place):
            continue
        what = page.evaluate("held.outerHTML.slice(0, 200)")
        before = page.evaluate(NOTEBOOK)
        if 'type="file"' in what:
            continue
        page.keyboard.type(typed)
        assert page.evaluate(NOTEBOOK) == before, what
        seen.append(what)
    return seen
