"""Test the figures of the leaderboard over time and of the outcomes of two runs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import combinations

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.dates import date2num
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from irlearn import InputError, plots
from irlearn.plots.canvas import label_points
from irlearn.simulation.leaderboard import reconstruction
from irlearn.studies import leaderboard

RUNS = [f"R{number}" for number in range(1, 11)]


def boxes(ax: Axes, texts: Sequence[Text]) -> list[Bbox]:
    """Return the positions of texts in the figure, in pixels, without the lines to them."""
    ax.figure.draw_without_rendering()
    return [Text.get_window_extent(text) for text in texts]


def overlapping(ax: Axes) -> list[tuple[str, str]]:
    texts = [text for text in ax.texts if text.get_text()]
    return [
        (one.get_text(), other.get_text())
        for (one, first), (other, second) in combinations(zip(texts, boxes(ax, texts), strict=True), 2)
        if first.overlaps(second)
    ]


def names(ax: Axes) -> list[Text]:
    return [text for text in ax.texts if text.get_text() in RUNS]


@pytest.fixture(params=["embedded", "figure 1", "whole file"])
def submissions(request, real_data) -> tuple[leaderboard.Submission, ...]:
    if request.param == "embedded":
        return leaderboard.history()
    until = leaderboard.LAST_DAY if request.param == "figure 1" else None
    return leaderboard.read_leaderboard(real_data / "msmarco_doc" / "leaderboard.csv", until=until)


def test_draw_leaderboard_has_points_for_eval_and_dev_scores(submissions):
    ax = plots.draw_leaderboard(submissions)
    drawn = {marker: [] for marker in "o^"}
    for line in ax.lines:
        if line.get_marker() in drawn:
            drawn[line.get_marker()] += zip(*line.get_data(), strict=True)
    assert sorted(drawn["o"]) == sorted((date2num(run.day), run.eval) for run in submissions)
    dev = [(date2num(run.day), run.dev) for run in submissions if run.dev == run.dev]
    assert sorted(drawn["^"]) == sorted(dev)
    assert len(drawn["o"]) == len(submissions)


def test_draw_leaderboard_steps_are_the_best_score_of_each_day(submissions):
    ax = plots.draw_leaderboard(submissions)
    (steps,) = [line for line in ax.lines if line.get_drawstyle() == "steps-post"]
    days, best = steps.get_data()
    assert list(days) == sorted({date2num(run.day) for run in submissions})
    expected = [max(run.eval for run in submissions if date2num(run.day) <= day) for day in days]
    np.testing.assert_allclose(best, expected)


def test_draw_leaderboard_names_states_of_the_art_without_overlaps(submissions):
    ax = plots.draw_leaderboard(submissions)
    assert [text.get_text() for text in names(ax)] == RUNS
    assert overlapping(ax) == []
    points = ax.transData.transform([(date2num(run.day), run.eval) for run in submissions])
    frame = ax.get_window_extent()
    for box in boxes(ax, names(ax)):
        assert not any(box.contains(*point) for point in points)
        assert frame.x0 <= box.x0
        assert box.x1 <= frame.x1
        assert frame.y0 <= box.y0
        assert box.y1 <= frame.y1


def test_label_points_keeps_the_order_of_the_points(submissions):
    ax = plots.draw_leaderboard(submissions)
    middles = [(box.x0 + box.x1) / 2 for box in boxes(ax, names(ax))]
    assert middles == sorted(middles)


def test_label_points_places_labels_beside_points_or_in_a_row_above():
    for far, rows in ((0.2, 0), (1e-3, 6)):
        ax = Figure(figsize=(6, 4)).add_subplot(xlim=(0, 2), ylim=(0, 1))
        points = [(0.4 + far * place, 0.5) for place in range(6)]
        label_points(ax, points, ["long"] * 6, color="black")
        assert (len(ax.lines), ax.get_ylim()[1] > 1) == (rows, rows > 0)


@pytest.mark.grid
@pytest.mark.parametrize("wide", [3, 4.5, 10])
def test_label_points_avoids_overlaps_in_narrow_and_wide_figures(submissions, wide):
    figure = Figure(figsize=(wide, 3), layout="constrained")
    assert plots.draw_leaderboard(submissions, ax := figure.add_subplot()) is ax
    if wide > 3:
        assert overlapping(ax) == []
    assert [text.get_text() for text in names(ax)] == RUNS


def test_draw_leaderboard_description_has_the_plotted_numbers(submissions):
    said = plots.draw_leaderboard(submissions).get_label()
    assert f"{len(submissions)} submissions from {submissions[0].day} to {submissions[-1].day}" in said
    for run in leaderboard.history():
        assert f"{run.name} {run.eval:.3f} on {run.day}" in said


def test_draw_leaderboard_labels_the_end_of_the_line(submissions):
    ax = plots.draw_leaderboard(submissions)
    (line,) = [line for line in ax.lines if line.get_drawstyle() == "steps-post"]
    (said,) = [text for text in ax.texts if text.get_text().startswith("state of the art")]
    assert said.xy == (line.get_xdata()[-1], line.get_ydata()[-1])


def test_draw_leaderboard_draws_one_submission_and_rejects_none():
    ax = plots.draw_leaderboard(leaderboard.history(date(2020, 8, 31)))
    ax.figure.draw_without_rendering()
    assert "1 submission from 2020-08-27 to 2020-08-27; 1 state of the art: R1" in ax.get_label()
    with pytest.raises(InputError, match="needs a submission"):
        plots.draw_leaderboard([])


@pytest.fixture(scope="module")
def found() -> leaderboard.Outcomes:
    runs = reconstruction()
    return leaderboard.outcomes(runs["R1"], runs["R2"], names=("R1", "R2"), note="R1 and R2 are reconstructed.")


def test_draw_outcomes_areas_are_proportional_to_counts(found):
    ax = plots.draw_outcomes(found)
    areas = [patch.get_width() * patch.get_height() for patch in ax.patches]
    counts = [found.a_only, found.both, found.neither, found.b_only]
    np.testing.assert_allclose(areas, np.array(counts) / found.queries, atol=0.02)
    for count, patch in zip(counts, ax.patches, strict=True):
        assert patch.get_x() >= 0
        assert patch.get_x() + patch.get_width() <= 1
        assert count > 0


def test_draw_outcomes_labels_areas_with_count_and_share(found):
    ax = plots.draw_outcomes(found)
    assert [text.get_text() for text in ax.texts] == [
        f"only R1\n{found.a_only}  {100 * found.a_only / found.queries:.1f}%",
        f"both\n{found.both:,}  {100 * found.both / found.queries:.1f}%",
        f"neither\n{found.neither}  {100 * found.neither / found.queries:.1f}%",
        f"only R2\n{found.b_only}  {100 * found.b_only / found.queries:.1f}%",
    ]
    assert overlapping(ax) == []
    assert ax.get_label().startswith("R1 and R2 on 5,793 queries, cutoff 100: only R1 answers ")
    assert f"both answer {found.both:,} (" in ax.get_label()


def test_draw_outcomes_shows_and_describes_the_note(found):
    ax = plots.draw_outcomes(found)
    assert found.note in ax.get_xlabel()
    assert ax.get_label().endswith(found.note)


@pytest.mark.parametrize("ranks", [([1, 2, 3], [0, 0, 1]), ([0, 0, 0], [0, 0, 1]), ([0, 0], [0, 0]), ([1, 1], [1, 1])])
def test_draw_outcomes_names_empty_outcomes_without_an_area(ranks):
    outcomes = leaderboard.outcomes(*ranks)
    ax = plots.draw_outcomes(outcomes)
    counts = [outcomes.a_only, outcomes.both, outcomes.neither, outcomes.b_only]
    assert len(ax.patches) == sum(count > 0 for count in counts)
    assert len(ax.texts) == 4
    assert overlapping(ax) == []


def test_draw_outcomes_keeps_long_names_inside_the_figure():
    name = "anserini-bm25-tuned-k1-4.46-b0.82-with-doc2query"
    ax = plots.draw_outcomes(leaderboard.outcomes([1, 2, 9, 0], [2, 1, 0, 5], names=(name, "neural")))
    page = ax.figure.bbox
    for box in boxes(ax, [*ax.texts, ax.xaxis.label]):
        assert page.x0 <= box.x0
        assert box.x1 <= page.x1
    assert ax.get_window_extent().width > page.width / 3


def test_draw_outcomes_rejects_other_types():
    with pytest.raises(InputError, match=r"needs the result of leaderboard.outcomes .*; given: list"):
        plots.draw_outcomes([1, 2])
