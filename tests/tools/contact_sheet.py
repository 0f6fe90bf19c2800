"""Draw all plots at the width of one column and of two columns, and join them into one image.

`python tests/tools/contact_sheet.py SHEET.png [QRELS RUN RUN RUN ...]` takes the data of the plots of queries from TREC
files, or else from a simulated collection. The other plots have data of the papers or generated data.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.image import imread

from irlearn import AP, Qrels, Run, datasets, evaluate, explain, join, plots, precision_recall, read_qrels, read_run
from irlearn.simulation.collections import classroom
from irlearn.simulation.scores import simulate_scores
from irlearn.statistics import all_pairs, paired_t, randomized_tukey_hsd, sign_test, t_interval
from irlearn.studies import adjudication, extremes, leaderboard

WIDTHS = {3.3: 2.4, 7.0: 3.4}
"""Width and height of a figure in inches: one column and two columns."""


def scenes(judged: Qrels, read: list[Run]) -> dict[str, Callable[[Axes], Axes]]:
    """Return a function for each plot, which draws it on given axes."""
    scores = evaluate(judged, read, ["AP", "nDCG@10"])
    pair = scores.compare(scores.runs[0], scores.runs[1])
    matrix = scores.values[:, :, 0].T
    pairs = all_pairs(matrix, names=scores.runs, permutations=2000)
    joined = join(judged, read[0])
    longest = max(joined.queries, key=lambda query: sum(grade > 0 for grade in joined.ranking(query).grades))
    intervals = {run: t_interval(scores.of(run, AP), scores.of(scores.runs[0], AP)) for run in scores.runs[1:]}
    pooled = adjudication.pool_runs(judged, read, depth=20)
    budgets = [2, 5, 10, 20]
    comparisons = [
        scores.compare(scores.runs[0], run, measure) for measure in scores.measures for run in scores.runs[1:4]
    ]
    one_method = adjudication.sweep(pooled, ["mtf"], budgets)
    methods = adjudication.sweep(pooled, ["mtf", "random", "mm"], budgets)
    contributions = {
        run.name: [step.contribution for step in explain(AP, join(judged, run).ranking(longest)).steps]
        for run in read[:2]
    }
    curves = {name: precision_recall(ranking) for name, ranking in datasets.crossing().items()}
    outcomes = leaderboard.outcomes([1, 2, 9, 0, 4, 30], [2, 1, 3, 5, 0, 8], cutoff=20, names=scores.runs[:2])
    return {
        "query_differences": lambda ax: plots.query_differences(pair, ax),
        "query_scatter": lambda ax: plots.query_scatter(pair, ax),
        "score_matrix": lambda ax: plots.score_matrix(scores, AP, ax),
        "mean_intervals": lambda ax: plots.mean_intervals(scores, AP, ax),
        "query_scores": lambda ax: plots.query_scores(scores, ax=ax),
        "difference_intervals": lambda ax: plots.difference_intervals(comparisons, ax),
        "comparison_intervals": lambda ax: plots.comparison_intervals(pairs, ax, measure=AP),
        "mean_precision_recall": lambda ax: plots.mean_precision_recall(judged, read[:3], ax),
        "adjudication_by_budget": lambda ax: plots.adjudication_by_budget(one_method, ax),
        "adjudication_by_budget, three methods": lambda ax: plots.adjudication_by_budget(methods, ax),
        "draw_contributions": lambda ax: plots.draw_contributions(explain(AP, "1 0 1 1 0 0 1"), ax),
        "draw_contributions, long": lambda ax: plots.draw_contributions(explain(AP, joined.ranking(longest)), ax),
        "running_scores": lambda ax: plots.running_scores(contributions, AP, ax),
        "draw_growth": lambda ax: plots.draw_growth(ax),
        "draw_intervals": lambda ax: plots.draw_intervals(intervals, ax),
        "draw_leaderboard": lambda ax: plots.draw_leaderboard(leaderboard.history(), ax),
        "draw_maximum": lambda ax: plots.draw_maximum(extremes.Maximum(100, 0.2, 0.027), ax),
        "draw_null": lambda ax: plots.draw_null(sign_test([1] * 7 + [0, 0], [0] * 7 + [1, 1]), ax),
        "draw_null, density": lambda ax: plots.draw_null(paired_t(matrix[:, 0], matrix[:, 1]), ax),
        "draw_origin": lambda ax: plots.draw_origin(extremes.origin(0.303, 103, 0.0114), ax),
        "draw_outcomes": lambda ax: plots.draw_outcomes(outcomes, ax),
        "draw_precision_recall": lambda ax: plots.draw_precision_recall(curves, ax),
        "draw_quantiles": lambda ax: plots.draw_quantiles(simulate_scores(rng=1), matrix, ax),
        "draw_records": lambda ax: plots.draw_records(extremes.records(np.mean(matrix, axis=0)), ax),
        "draw_tukey": lambda ax: plots.draw_tukey(randomized_tukey_hsd(matrix, 2000, names=scores.runs), ax),
    }


def contact_sheet(path: Path, qrels: Qrels, runs: list[Run], *, dpi: int = 110) -> None:
    """Write the sheet: a row for each plot, with a column for each width."""
    drawn = scenes(qrels, runs)
    heights = [max(WIDTHS.values()) + 0.3] * len(drawn)
    sheet = Figure(figsize=(sum(WIDTHS) + 0.6, sum(heights)), facecolor="#d0d0d0")
    top = sum(heights)
    for (name, draw), height in zip(drawn.items(), heights, strict=True):
        top -= height
        left = 0.2
        sheet.text(left / sheet.get_figwidth(), (top + height - 0.2) / sum(heights), name, size=9)
        for width, tall in WIDTHS.items():
            canvas = plots.Canvas(figsize=(width, tall), layout="constrained", facecolor="white")
            draw(canvas.add_subplot())
            image = io.BytesIO()
            canvas.savefig(image, format="png", dpi=dpi)
            image.seek(0)
            place = (left / sheet.get_figwidth(), (top + height - 0.3 - tall) / sum(heights))
            ax = sheet.add_axes((*place, width / sheet.get_figwidth(), tall / sum(heights)))
            ax.imshow(imread(image), aspect="auto", interpolation="none")
            ax.axis("off")
            left += width + 0.2
    sheet.savefig(path, dpi=dpi)


if __name__ == "__main__":
    if len(sys.argv) == 2:
        collection = classroom()
        contact_sheet(Path(sys.argv[1]), collection.qrels, [*collection.runs[:10]])
    elif len(sys.argv) > 5:
        contact_sheet(Path(sys.argv[1]), read_qrels(sys.argv[2]), [*map(read_run, sys.argv[3:])])
    else:
        sys.exit(__doc__)
