"""Test that all figures can be printed in one column and in two: nothing is cut off, and no texts overlap."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import combinations

import contact_sheet
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

from irlearn import AP, InputError, Qrels, Run, evaluate, plots
from irlearn.plots.canvas import for_print
from irlearn.simulation.collections import classroom
from irlearn.statistics import all_pairs

LONG = "university-of-$somewhere$ <b>&\\alpha</b> 检索-run-{}-with-expansion"
_TOLERANCE = 1.0  # Pixels by which the boxes of two lines may overlap, because letters do not fill their boxes.
_SPACE = 2.0  # Pixels between two texts in a line.


@cache
def collection() -> tuple[Qrels, tuple[Run, ...]]:
    made = classroom()
    return made.qrels, tuple(made.runs[:6])


@cache
def scenes(names: str) -> dict[str, Callable[[Axes], Axes]]:
    qrels, runs = collection()
    return contact_sheet.scenes(qrels, [replace(run, name=names.format(run.name)) for run in runs])


NAMES = [*contact_sheet.scenes(collection()[0], [*collection()[1]])]


def texts(figure: Figure) -> Iterator[Text]:
    """Yield the texts that are visible in a figure, with the labels of the ticks within the axes."""
    for ax in figure.axes:
        for axis in (ax.xaxis, ax.yaxis):
            if axis.get_visible():
                yield axis.label
                yield from (tick.label1 for tick in axis._update_ticks() if tick.label1.get_visible())
                yield from (tick.label2 for tick in axis._update_ticks() if tick.label2.get_visible())
        yield from ax.texts
        yield from (title for title in (ax.title, ax._left_title, ax._right_title))
        yield from ax.get_legend().get_texts() if ax.get_legend() else ()


def faults(figure: Figure) -> list[str]:
    """Return what is wrong with the texts of a figure: those that leave it, and pairs that overlap."""
    with for_print():
        figure.draw_without_rendering()
    boxes = {text: text.get_window_extent() for text in texts(figure) if text.get_text().strip()}
    page = figure.bbox
    found = [
        f"{text.get_text()!r} leaves the figure"
        for text, box in boxes.items()
        if min(box.x0, box.y0) < -_TOLERANCE or box.x1 > page.x1 + _TOLERANCE or box.y1 > page.y1 + _TOLERANCE
    ]
    for (one, first), (other, second) in combinations(boxes.items(), 2):
        width = min(first.x1, second.x1) - max(first.x0, second.x0)
        height = min(first.y1, second.y1) - max(first.y0, second.y0)
        space = -_TOLERANCE if one.get_rotation() else _SPACE
        if width > -space and height > _TOLERANCE:
            found.append(f"{one.get_text()!r} and {other.get_text()!r} overlap")
    return found


@pytest.mark.parametrize(
    ("width", "names"),
    [(3.3, "{}"), pytest.param(3.3, LONG, marks=pytest.mark.all), pytest.param(7.0, "{}", marks=pytest.mark.all)],
    ids=["column", "column, long names", "page"],
)
@pytest.mark.parametrize("scene", NAMES)
def test_figure_has_no_text_that_is_cut_off_or_overlaps(scene: str, width: float, names: str) -> None:
    canvas = plots.Canvas(figsize=(width, contact_sheet.WIDTHS[width]), layout="constrained")
    ax = scenes(names)[scene](canvas.add_subplot())
    assert ax.figure is canvas
    assert faults(canvas) == []
    assert min(ax.get_window_extent().size) > 40


def test_contact_sheet_draws_every_figure() -> None:
    drawn = {name.partition(",")[0] for name in NAMES}
    assert drawn == {*plots.__all__} - {"Canvas", "save", "svg"}


@pytest.mark.parametrize(("runs", "queries"), [(1, 2), (2, 2), (2, 400), (150, 400), (1000, 2)])
def test_figures_of_any_number_of_runs_and_queries_have_room(runs: int, queries: int) -> None:
    qrels = {f"q{query}": {"d1": 1, "d2": 1} for query in range(queries)}
    lists = [{f"q{query}": {f"d{1 + (query * number) % 3}": 1} for query in range(queries)} for number in range(runs)]
    scores = evaluate(qrels, {f"run{number}": one for number, one in enumerate(lists)}, "AP")
    for ax in (plots.score_matrix(scores), plots.mean_intervals(scores), plots.query_scores(scores)):
        assert faults(ax.figure) == []
        assert max(ax.figure.get_size_inches()) < 12
    if runs == 2:
        comparison = scores.compare("run0", "run1")
        for ax in (plots.query_differences(comparison), plots.query_scatter(comparison)):
            assert faults(ax.figure) == []
    elif runs == 150:
        ax = plots.comparison_intervals(all_pairs(scores.values[:, :, 0].T, names=scores.runs))
        assert faults(ax.figure) == []


def test_wrong_arguments_are_one_sentence() -> None:
    qrels, runs = collection()
    scores = evaluate(qrels, runs[:2], "AP")
    comparison = scores.compare(*scores.runs)
    functions = [getattr(plots, name) for name in plots.__all__ if name not in ("Canvas", "draw_growth", "save")]
    others = ("Canvas", "draw_growth", "mean_precision_recall", "running_scores", "save")
    functions = [getattr(plots, name) for name in plots.__all__ if name not in others]
    wrong: list[Callable[[], object]] = [
        *(partial(function, value) for function in functions for value in ("x", 3)),
        lambda: plots.save("x", "x.pdf"),
        lambda: plots.save(plots.draw_growth(), "x.gif"),
        lambda: plots.draw_growth("x"),
        lambda: plots.query_differences(comparison, "axes"),
        lambda: plots.query_scatter(comparison, labels=-1),
        lambda: plots.score_matrix(scores, "P@10"),
        lambda: plots.query_scores(scores, "no such run"),
        lambda: plots.mean_intervals(scores, level=2),
        lambda: plots.draw_growth(sd=0),
        lambda: plots.draw_growth(least=10, most=5),
        lambda: plots.comparison_intervals(all_pairs([[1, 2], [2, 1], [3, 5]]), procedure="holm"),
        lambda: plots.difference_intervals([]),
        lambda: plots.difference_intervals([comparison, scores.compare(*scores.runs[::-1])]),
        lambda: plots.mean_precision_recall(qrels, []),
        lambda: plots.running_scores({}, AP),
        lambda: plots.running_scores("x", AP),
        lambda: plots.draw_precision_recall({}),
    ]
    for draw in wrong:
        with pytest.raises(InputError) as error:
            draw()
        assert "\n" not in str(error.value)
