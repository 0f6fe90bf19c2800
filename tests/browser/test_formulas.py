"""Test the layout of formulas in a browser: lines do not overlap, and fraction bars do not cut digits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from browser_checks import reaching_out

from irlearn import AP, Ranking, datasets, explain, nDCG, widgets
from irlearn.course.lessons import LESSONS
from irlearn.formulas import Equation, Number, Power, Ratio, Root, Sentence
from irlearn.text.html import html_of, p
from irlearn.text.markdown import shown
from irlearn.widgets.core.base import Widget

NINE = datasets.nine_queries()
GRADED = Ranking.parse("3 2 0 1 2")
TOPIC = datasets.software()
WIDGETS: dict[str, Callable[[], Widget]] = {
    "gains": lambda: widgets.GradedRanking(GRADED),
    "board": lambda: widgets.RankingBoard(TOPIC.ranked("d2 d9 d5 d10 d1 d6"), missed=TOPIC),
    **{
        test: lambda test=test: widgets.PairedScores(NINE["System A"], NINE["System B"], test=test)
        for test in ("sign", "wilcoxon-signed-rank", "paired-t", "permutation")
    },
}
PAGES = {
    **{look: lambda make=make: drawn(make()) for look, make in WIDGETS.items()},
    "explain AP": lambda: explain(AP, Ranking.parse("1 0 1 0 1"))._repr_html_(),
    "explain nDCG": lambda: explain(nDCG @ 5, GRADED)._repr_html_(),
    "a page of its own": lambda: explain(nDCG @ 5, GRADED).to_html(),
}


def drawn(shown: Widget) -> str:
    """Return the still picture of a widget with its styles."""
    return f'<style>{shown._css}</style><div class="irlearn">{shown.picture}</div>'


@pytest.fixture(params=PAGES)
def formulas(request: pytest.FixtureRequest, page: Any) -> Any:
    """Open a page with only the picture of a widget or a calculation."""
    page.set_content("<!DOCTYPE html>" + PAGES[request.param]().removeprefix("<!DOCTYPE html>"))
    return page


def test_formula_lines_and_fraction_bars_do_not_overlap_digits(formulas: Any) -> None:
    assert formulas.locator("math").count() > 1
    assert formulas.evaluate(MEETING) == []


def test_formula_brackets_are_as_tall_as_the_list_inside(page: Any) -> None:
    asked = widgets.Exercise(next(part for part in LESSONS["11"].parts if part.id == "both-answer"))
    asked.check("10; 0.859")
    page.set_content(f"<!DOCTYPE html>{drawn(asked)}")
    heights = page.locator(".group mo, .group mn").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().height)"
    )
    assert len(heights) > 3
    assert max(heights) < 20


@pytest.mark.parametrize("test", ["wilcoxon-signed-rank", "permutation", "sign"])
def test_null_distribution_labels_do_not_overlap(page: Any, test: str) -> None:
    for query in ("q6", "q8", "q9"):
        for score in ("0.1", "0.4", "0.7", "1"):
            shown = widgets.PairedScores(NINE["System A"], {**NINE["System B"], "q2": "0.5", query: score}, test=test)
            page.set_content(f"<!DOCTYPE html>{drawn(shown)}")
            assert page.evaluate(OVERLAPPING) == [], (query, score)


def test_formula_sums_wrap_also_in_fractions_and_never_before_a_sign(page: Any) -> None:
    ranks = explain("spearman", "scores 6 5 4 4 2 1 | 4 6 3 3 2 0")
    mean = explain("MAP", [f"0.{one}5" for one in range(1, 10)])
    lines = [p("equation")[one.typeset()] for one in (*ranks.equations, *mean.equations)]
    said = Sentence("One over two and more, ", Ratio(1, 2) + Ratio(1, 3), ", is less than ", Power(2, 5), "; so it is.")
    style = widgets.Walk("1 0 1")._css
    page.set_content(
        f'<!doctype html><style>{style}</style><div class="irlearn">{html_of([lines, p[said.mathml()]])}</div>'
    )
    assert page.locator("math").count() > 10
    for width in (330, 640):
        page.evaluate("width => { document.querySelector('.irlearn').style.width = `${width}px`; }", width)
        assert reaching_out(page, ".irlearn", "svg") == [], width
    found = [page.evaluate(BEGINNING, width) for width in range(150, 420)]
    assert [at for at, signs in enumerate(found) if signs] == []


def test_no_line_begins_with_the_sign_after_a_ranking(page: Any) -> None:
    style = widgets.Prediction("What is AP of 1 0 1?", AP, Ranking.parse("1 0 1"))._css
    asked = p[shown("Five are relevant. You read down the list 1 0 1 1 0. How often does precision fall?")]
    page.set_content(f'<!doctype html><style>{style}</style><div class="irlearn">{html_of([asked])}</div>')
    assert page.locator("code").evaluate("one => getComputedStyle(one).display") == "inline-block"
    found = [page.evaluate(BEGINNING, width) for width in range(150, 640)]
    assert [at for at, signs in enumerate(found) if signs] == []


def test_root_sign_is_as_tall_as_the_fractions_below_it(page: Any) -> None:
    quarter, third = Ratio(1, 4), Ratio(1, 3)
    lines = [p("equation")[Equation("s", [Root(one), Number(1)]).typeset()] for one in (quarter, quarter + third)]
    page.set_content(f'<!doctype html><style>{widgets.Walk("1 0 1")._css}</style><div class="irlearn">{html_of(lines)}')
    found = page.locator("msqrt").evaluate_all(ROOTS)
    assert len(found) == 2
    for sign, below, bars in found:
        assert sign >= below > 20
        assert len(set(bars)) == 1, "the fractions are beside each other"


ROOTS = """all => all.map((root) => {
  const tops = [...root.querySelectorAll('mfrac')].map((one) => one.getBoundingClientRect().top);
  return [parseFloat(getComputedStyle(root, '::before').height),
    root.querySelector('mfrac').getBoundingClientRect().height, tops];
})"""

BEGINNING = """(width) => {
  document.querySelector('.irlearn').style.width = `${width}px`;
  const { left } = document.querySelector('p:last-child').getBoundingClientRect(), found = [];
  const walk = document.createTreeWalker(document.querySelector('p:last-child'), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const sign = document.createRange();
    sign.selectNodeContents(walk.currentNode);
    sign.setEnd(walk.currentNode, 1);
    const box = sign.getBoundingClientRect();
    if (/[.,;]/.test(sign.toString()) && box.width && box.left < left + 2) found.push(sign.toString());
  }
  return found;
}"""


OVERLAPPING = """() => [...document.querySelectorAll('svg.null')].flatMap((svg) => {
  const words = [...svg.querySelectorAll('text')].map((one) => [one.textContent, one.getBoundingClientRect()]);
  return words.flatMap(([text, a], place) => words.slice(place + 1)
    .filter(([, b]) => a.width && a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom)
    .map(([other]) => `${text} meets ${other}`));
})"""

MEETING = """() => {
  const wrong = [];
  const reach = (node) => {
    const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT), tops = [], bottoms = [];
    while (walk.nextNode()) {
      const signs = document.createRange();
      signs.selectNodeContents(walk.currentNode);
      for (const box of signs.getClientRects()) if (box.width) { tops.push(box.top); bottoms.push(box.bottom); }
    }
    return { top: Math.min(...tops), bottom: Math.max(...bottoms) };
  };
  const apart = (one, other) => {
    if (reach(one).bottom > reach(other).top + 0.1) wrong.push(`${one.textContent} over ${other.textContent}`);
  };
  for (const line of document.querySelectorAll('.equation, .line')) {
    if (line.nextElementSibling) apart(line, line.nextElementSibling);
  }
  for (const fraction of document.querySelectorAll('mfrac')) apart(...fraction.children);
  return wrong;
}"""
