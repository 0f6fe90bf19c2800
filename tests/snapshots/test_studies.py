"""Results of the leaderboard study, and the descriptions of figures for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from random import Random
from typing import Any

import example_inputs
import pytest
from snapshot_text import text_or_refusal
from syrupy.assertion import SnapshotAssertion

from irlearn import AP, Ranking, datasets, explain, nDCG, plots, precision_recall, statistics
from irlearn.studies import leaderboard

Results = Iterator[tuple[str, Callable[[], Any]]]
SMALL = {"A": [1, 0, 2], "B": [2, 1, 0], "C": [0, 2, 1]}


def first_ranks(seed: str, queries: int, runs: int) -> dict[str, list[int]]:
    """Return ranks of the first relevant document, which hard queries have in common."""
    random = Random(seed)
    hardness = [random.gauss(0, 1) for _ in range(queries)]
    ranks = {}
    for number in range(1, runs + 1):
        drawn = [int(2.7 ** (1.2 + 1.3 * hard + random.gauss(0, 1) - 0.1 * number)) + 1 for hard in hardness]
        ranks[f"R{number}"] = [rank if rank <= 100 else 0 for rank in drawn]
    return ranks


RUNS = first_ranks("studies", 60, 4)


def outcomes() -> Results:
    for cutoff, multiplicity in ((100, 1), (100, 10), (10, 1), (1, 10)):
        compare = partial(leaderboard.outcomes, RUNS["R1"], RUNS["R2"], cutoff, multiplicity=multiplicity)
        yield f"outcomes at {cutoff}, {multiplicity} tests", compare
    yield "outcomes of three queries", lambda: leaderboard.outcomes(SMALL["A"], SMALL["B"])
    yield "outcomes, nothing both answer", lambda: leaderboard.outcomes([1, 0, 2], [0, 3, 0])
    yield "table", lambda: leaderboard.table(RUNS, "R1", also=[("R3", "R4")], multiplicity=4, note="Generated runs.")
    yield "table at 10", lambda: leaderboard.table(RUNS, "R2", 10)


def preferences() -> Results:
    for name, criterion in leaderboard.CRITERIA.items():
        yield f"preferences, {name}", partial(leaderboard.preferences, RUNS, criterion)
        yield f"preferences of three, {name}", partial(leaderboard.preferences, SMALL, criterion)


def alignment() -> Results:
    yield "alignment", lambda: leaderboard.align(RUNS["R1"], RUNS["R2"])
    yield "shuffle", lambda: leaderboard.alignment_shuffle(RUNS["R1"], RUNS["R2"], repetitions=20, rng=1)
    yield "timeline", lambda: leaderboard.timeline(leaderboard.history())
    yield "timeline of two", lambda: leaderboard.timeline(leaderboard.history(date(2020, 9, 8)))
    yield "impossible", leaderboard.impossible
    yield "the paper", leaderboard.compare_with_paper


LEADERBOARD: dict[str, Callable[[], Results]] = {
    "outcomes": outcomes, "preferences": preferences, "alignment": alignment,
}  # fmt: skip


@pytest.mark.parametrize("name", LEADERBOARD)
def test_leaderboard(name: str, snapshot: SnapshotAssertion) -> None:
    lines = []
    for heading, make in LEADERBOARD[name]():
        lines += text_or_refusal(heading, lambda: (repr(result := make()), str(result)))  # noqa: B023
    assert lines == snapshot


def figures() -> Results:
    runs = first_ranks("pictures", 80, 2)
    curves = {name: precision_recall(ranking) for name, ranking in datasets.crossing().items()}
    yield "leaderboard", lambda: plots.draw_leaderboard(leaderboard.history())
    yield "outcomes", lambda: plots.draw_outcomes(leaderboard.outcomes(runs["R1"], runs["R2"]))
    yield "two curves", lambda: plots.draw_precision_recall(curves)
    for ranking in (Ranking.parse("0 1 1 0 1", relevant=4), Ranking.parse("3 0 2", missed="1"), Ranking.parse("0 0")):
        yield f"precision and recall, {ranking!r}", lambda: plots.draw_precision_recall(precision_recall(ranking))  # noqa: B023
        yield f"AP, {ranking!r}", lambda: plots.draw_contributions(explain(AP, ranking))  # noqa: B023
        yield f"nDCG, {ranking!r}", lambda: plots.draw_contributions(explain(nDCG, ranking))  # noqa: B023
    a, b = ([float(score) for score in scores] for scores in list(example_inputs.paired_scores())[3])
    for test in (
        statistics.sign_test, statistics.wilcoxon_signed_rank, statistics.wilcoxon_rank_sum, statistics.paired_t,
        statistics.permutation_test,
    ):  # fmt: skip
        yield f"null distribution of {test.__name__}", lambda: plots.draw_null(test(a, b))  # noqa: B023
    yield "interval", lambda: plots.draw_intervals({"A - B": statistics.t_interval(a, b)})


def test_figure_descriptions(snapshot: SnapshotAssertion) -> None:
    lines = []
    for heading, make in figures():
        lines += text_or_refusal(heading, lambda: str(make().get_label()))  # noqa: B023
    assert lines == snapshot
