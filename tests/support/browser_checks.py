"""Check widgets on a page: live messages, focus, and overflow at several widths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from irlearn.widgets.core.base import Widget

_OUT = """([selector, unseen]) => {
  const { left, right } = document.querySelector('.irlearn').getBoundingClientRect(), out = [];
  for (const node of document.querySelectorAll(selector)) {
    if (node.closest(unseen) || !node.offsetWidth) continue;
    const box = node.getBoundingClientRect();
    if (box.left < left - 1.5 || box.right > right + 1.5) out.push(`${node.className}: ${node.textContent}`);
  }
  return out;
}"""


def spoken(page: Any, words: str) -> None:
    """Wait until a live region contains the message."""
    page.locator(".irlearn-live", has_text=words).first.wait_for(state="attached")


def is_focused(page: Any, key: str) -> None:
    """Wait until the element with this key has the focus."""
    page.wait_for_function("key => document.activeElement.dataset.focus === key", arg=key)


def at_widths(
    chromium: Any, shown: Iterable[Widget], widths: Sequence[int], *, every: int = 1
) -> Iterator[tuple[Any, int, int]]:
    """A page with each widget's picture at each width: the page, the widget's place, the width in pixels.

    With `every=2` widgets take turns: each is shown at every second width.
    """
    page = chromium.new_page(viewport={"width": 1400, "height": 900})
    for place, it in enumerate(shown):
        page.set_content(f'<style>{it._css}</style><div class="irlearn">{it.picture}</div>')
        for width in widths[place % every :: every]:
            page.evaluate("width => { document.querySelector('.irlearn').style.width = `${width}px`; }", width)
            yield page, place, width
    page.close()


def reaching_out(page: Any, part: str, unseen: str = "svg") -> list[str]:
    """Return elements of a part, such as ".luck", that overflow their widget, except elements within `unseen`."""
    return page.evaluate(_OUT, [f"{part} *", f".visually-hidden, {unseen}"])
