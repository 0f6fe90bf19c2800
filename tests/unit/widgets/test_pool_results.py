"""Test the widgets BudgetRace, PairMatrix and RandomPool against plain implementations."""

from __future__ import annotations

import itertools
import math
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

import numpy as np
import pytest
from color_vision import MACHADO, contrast, lab, linear
from message_parts import parts
from scipy import stats

from irlearn import AP, InputError, P, evaluate, widgets
from irlearn.palette import DARK_PAGE, LIGHT, OUTCOMES
from irlearn.simulation.collections import classroom
from irlearn.simulation.simulated import SimulatedCollection
from irlearn.studies.adjudication import METHODS, PooledRuns, adjudicate, pool_arrays, pool_runs, register, scores_of
from irlearn.text.english import comma_list
from irlearn.text.numbers import fixed
from irlearn.widgets.core.base import Widget
from irlearn.widgets.play.budget_race import spread
from irlearn.widgets.play.pool_results import pool_results

Says = Callable[[Widget], str]
MAKE = (widgets.BudgetRace, widgets.PairMatrix, widgets.RandomPool)


@pytest.fixture(scope="module")
def small_pools() -> PooledRuns:
    """Return four runs on three topics, with pools of four to six documents."""
    rng = np.random.default_rng(5)
    documents = [f"d{n}" for n in range(8)]
    qrels = {q: {document: int(rng.random() < 0.4) for document in documents} for q in ("1", "2", "3")}
    lists = {f"run {n}": {q: rng.permutation(documents).tolist() for q in qrels} for n in range(4)}
    runs = {name: {q: {d: -i for i, d in enumerate(docs)} for q, docs in of.items()} for name, of in lists.items()}
    return pool_runs(qrels, runs, depth=2)


@pytest.fixture(scope="module")
def dl21(real_data: Any) -> PooledRuns:
    """Return the 63 runs of DL 2021 with their pools to depth 10."""
    packed = np.load(real_data / "dl21" / "passage_63runs_top100.npz")
    grades = np.split(packed["rel"], np.cumsum(packed["nd"])[:-1])
    names, topics = packed["names"].tolist(), packed["topics"].tolist()
    return pool_arrays(packed["D"], grades, names, topics, depth=10, rel=2)


@pytest.fixture(scope="module")
def default_collection() -> SimulatedCollection:
    """Return the collection of the lessons."""
    return classroom()


@pytest.fixture(scope="module")
def ap_of_gold(default_collection: SimulatedCollection) -> np.ndarray:
    """Return AP by all judgments, topics x runs."""
    return ap_by_evaluate(default_collection.qrels, default_collection)


@cache
def studentized_point(runs: int) -> float:
    """Return the 95% point of the studentized range."""
    return float(stats.studentized_range.ppf(0.95, runs, np.inf))


def tukey_threshold_by_scipy(scores: np.ndarray) -> float:
    """Return the closed form of the randomized Tukey HSD threshold with SciPy's quantile."""
    topics, runs = scores.shape
    return float(studentized_point(runs) * math.sqrt(scores.var(axis=1, ddof=1).sum()) / topics)


def ap_by_evaluate(qrels: Any, default_collection: SimulatedCollection) -> np.ndarray:
    """Return AP, topics x runs, by `evaluate`; a topic without a relevant document is 0."""
    found = evaluate(qrels, default_collection.runs, [AP])
    per_run = [dict(zip(found.queries, found.of(run.name, AP), strict=True)) for run in default_collection.runs]
    return np.array([[run_scores.get(query, 0.0) for run_scores in per_run] for query in default_collection.query_ids])


KINDS = {(True, True): "AA AD", (True, False): "MAG MDG", (False, True): "MAL MDL", (False, False): "PA PD"}


def outcome_of(gaps: Sequence[float], limits: Sequence[float]) -> str:
    """Return the outcome of a pair from its differences and the thresholds of gold and of few judgments."""
    gold, low = (0.0 if abs(gap) < 1e-12 else gap for gap in gaps)
    return KINDS[abs(gold) > limits[0], abs(low) > limits[1]].split()[int(gold * low < 0)]


def outcomes_by_hand(*scores: np.ndarray) -> dict[tuple[int, int], str]:
    """Return the outcome of each pair of runs in order."""
    limits = [tukey_threshold_by_scipy(run_scores) for run_scores in scores]
    pairs = itertools.combinations(range(scores[0].shape[1]), 2)
    return {
        (a, b): outcome_of([(run_scores[:, a] - run_scores[:, b]).mean() for run_scores in scores], limits)
        for a, b in pairs
    }


# the race


def test_race_row_equals_evaluate_scipy_and_a_loop_over_pairs(
    default_collection: SimulatedCollection, ap_of_gold: np.ndarray
) -> None:
    widget = widgets.BudgetRace(budget=15)
    for method in ("mtf", "random"):
        low = adjudicate(widget.pool_results.pooled, method, 50, rng=1, beyond="whole").at(15)
        scores = ap_of_gold, ap_by_evaluate(low.qrels(), default_collection)
        row = widget.rows[method]
        assert row.counts == {**dict.fromkeys(OUTCOMES, 0), **Counter(outcomes_by_hand(*scores).values())}
        means = [run_scores.mean(axis=0) for run_scores in scores]
        assert row.tau == pytest.approx(stats.kendalltau(*means).statistic)
        assert row.relevant == sum(value > 0 for of in low.qrels().to_dict().values() for value in of.values())


def test_race_status_names_the_pairs_behind_the_best_tau(said: Says) -> None:
    widget = widgets.BudgetRace()
    for budget in widget.pool_results.budgets:
        widget.budget = budget
        best = max(widget.rows.values(), key=lambda row: row.tau)
        claims = best.AA + best.AD + best.MAL + best.MDL
        words = said(widget)
        tied = [widget.title_of(name) for name, row in widget.rows.items() if row.tau == best.tau]
        has = f"{comma_list(tied)} {'has' if len(tied) == 1 else 'have'} the best τ, {best.tau:.3f}; {tied[0]} keeps"
        assert f"{has} {best.AA} of the {widget.gold_pairs} significant pairs" in words
        assert f"{100 * best.bias:.0f}% of its {claims} claims are invented" in words
        most = max(row.AA for row in widget.rows.values())
        assert (f"{most}." in words.split("invented.")[1]) == (most > best.AA)


def test_best_value_of_each_column_alone_has_a_mark(words: Callable[[str], str]) -> None:
    widget = widgets.BudgetRace(budget=5)
    table = widget.picture.split('class="standings plain"')[1]
    rows = [re.findall(r"<td.*?</td>", row) for row in re.findall(r"<tr.*?</tr>", table)[1:]]
    values = [[float(words(cell).replace("best:", "").strip("▸ –") or "nan") for cell in row] for row in rows]
    marked = [["best: " in cell for cell in row] for row in rows]
    for column in range(6):
        known = [row[column] for row in values if not math.isnan(row[column])]
        best = min(known) if column == 4 else max(known)  # bias is better where it is less
        assert [row[column] for row in marked] == [row[column] == best for row in values]


def test_race_budgets_are_stepped_until_reset() -> None:
    widget = widgets.BudgetRace(view="bias", budget=20)
    looked = [(widget.view, widget.budget)]
    for gesture in (
        {"do": "budget", "by": "1"},
        {"do": "budget", "value": "50"},
        {"do": "view", "value": "relevant"},
        {"do": "budget", "by": "1"},  # there is none
        {"do": "commit", "field": "budget", "fields": {"budget": "5"}},
        {"do": "reset"},
    ):
        widget.gesture(**gesture)
        looked.append((widget.view, widget.budget))
    assert looked == [("bias", 20), ("bias", 25), ("bias", 50), *[("relevant", 50)] * 2, ("relevant", 5), ("bias", 20)]


def test_pressed_method_is_lit_until_it_is_pressed_again() -> None:
    widget = widgets.BudgetRace()
    lit = re.compile(r'<path class="course lit"')
    press = re.compile(r'data-do="method" data-value="([^"]*)" data-focus="method hedge"')
    assert (widget.method, lit.findall(widget.picture)) == ("", [])
    for method in ("hedge", ""):
        widget.gesture(do="method", value=press.findall(widget.picture)[0])
        assert widget.method == method
        assert len(lit.findall(widget.picture)) == bool(method)


def test_race_lines_are_at_their_values() -> None:
    widget = widgets.BudgetRace(view="relevant")
    found = widget.pool_results.found("mm", 50, AP).relevant
    ticks = re.findall(r'<span class="y" style="bottom:([\d.]+)%">([\d,]+)</span>', widget.picture)
    (low_at, low), (high_at, high) = ((float(at), int(text.replace(",", ""))) for at, text in (ticks[0], ticks[-1]))
    per = (high - low) / (high_at - low_at)
    lines = re.findall(r'<path class="course[^"]*" d="M[^"]*L(\d+) ([\d.]+)"', widget.picture)
    assert len(lines) == len(METHODS)
    ends = [low + (100 - float(y) / 10 - low_at) * per for _, y in lines]
    assert min(abs(end - found) for end in ends) < 1


def test_lines_of_learning_methods_are_solid_and_of_fixed_orders_broken() -> None:
    drawn = [element.attributes["class"] for element in widgets.BudgetRace(view="relevant").draw().find("path")]
    looks = [str(look).split() for look in drawn if "course" in str(look)]
    learn = {"mtf", "hedge", "mm", "mm-ns", "ts", "ts-ns"}
    assert sum("fixed" not in look for look in looks) == len(learn & set(METHODS))


def test_names_keep_their_order_and_their_distance() -> None:
    rng = random.Random(2)
    for _ in range(200):
        places = [rng.choice((rng.random() * 100, 50.0)) for _ in range(rng.randrange(1, 14))]
        found = spread(places, 5.2)
        assert all(0 <= position <= 100 for position in found)
        for (at, name), (after, later) in itertools.pairwise(sorted(zip(places, found, strict=True))):
            assert later - name >= 5.2 - 1e-6 or at == after
        assert all(abs(a - b) >= 5.2 - 1e-6 for a, b in itertools.pairwise(sorted(found)))


def test_registered_method_runs_along_and_again_when_it_is_replaced() -> None:
    def first(topic: Any, judged: Any, _: Any) -> int:
        return next(document for document in range(topic.size) if document not in judged)

    def last(topic: Any, judged: Any, _: Any) -> int:
        return next(document for document in reversed(range(topic.size)) if document not in judged)

    try:
        register("my-way", first, title="My way")
        widget = widgets.BudgetRace()
        found = widget.rows["my-way"]
        assert "My way" in widget.picture
        register("my-way", last, title="My way", replace=True)
        assert widget.rows["my-way"] is not found
        assert widget.rows["mtf"] is widgets.BudgetRace().rows["mtf"]
    finally:
        METHODS.pop("my-way", None)
    assert "my-way" not in widgets.BudgetRace().rows


# the triangle


def test_outcome_counts_equal_a_loop_over_the_pairs_and_each_pair_has_its_own(
    default_collection: SimulatedCollection, ap_of_gold: np.ndarray
) -> None:
    widget = widgets.PairMatrix(method="hedge", budget=20)
    low = adjudicate(widget.pool_results.pooled, "hedge", 50, rng=1, beyond="whole").at(20)
    scores = ap_of_gold, ap_by_evaluate(low.qrels(), default_collection)
    found = outcomes_by_hand(*scores)
    assert widget.counts == {**dict.fromkeys(OUTCOMES, 0), **Counter(found.values())}
    means = dict(zip(default_collection.names, ap_of_gold.mean(axis=0), strict=True))
    assert list(widget.names) == sorted(widget.names, key=lambda name: -means[name])
    for pair in itertools.islice(found, 0, None, 7):
        widget.pair = default_collection.names[pair[0]], default_collection.names[pair[1]]
        assert widget.outcome == found[pair]


def test_matrix_cells_are_above_the_diagonal_by_outcome_with_a_mark_each() -> None:
    widget = widgets.PairMatrix()
    for outcome, count in widget.counts.items():
        look = outcome.lower()
        grounds = re.findall(rf'<path class="{look}" d="([^"]*)"', widget.picture)
        marks = re.findall(rf'<path class="{look} sign" d="(M[^"]*)"', widget.picture.split('class="legend plain"')[0])
        corners = [(float(y), float(x)) for path in grounds for x, y in re.findall(r"M([\d.]+) ([\d.]+)h\.92", path)]
        assert len(corners) == count
        assert sum(path.count("M") for path in marks) == count
        assert all(x > y for y, x in corners)


def test_arrow_keys_and_presses_choose_pairs_above_the_diagonal_only(said: Says) -> None:
    widget = widgets.PairMatrix()
    names = widget.names
    assert widget.pair == names[:2]
    go = partial(widget.gesture, do="go", key="pairs")
    go(down=0, right=1)
    go(down=1, right=0)
    assert widget.pair == (names[1], names[2])
    for _ in range(2):
        go(down=1, right=0)  # onto the diagonal
        go(down=-1, right=0)
    assert widget.pair == (names[0], names[2])
    widget.gesture(do="point", key="pairs", row=3, column=9)
    widget.gesture(do="point", key="pairs", row=9, column=3)
    widget.gesture(do="point", key="pairs", row=3, column=99)
    assert widget.pair == (names[3], names[9])
    assert said(widget).startswith(f"{widget.outcome}, ")
    assert names[3] in said(widget)
    widget.pair = names[9], names[0]
    assert widget.pair == (names[0], names[9])


def test_pair_status_has_both_differences_and_both_thresholds(said: Says) -> None:
    widget = widgets.PairMatrix(budget=10)
    found = widget.result
    for pair in (widget.names[:2], (widget.names[1], widget.names[-1]), (widget.names[0], widget.names[-1])):
        widget.pair = pair
        one, other = (found.names.index(name) for name in widget.pair)
        for means, limit, sure in (
            (found.gold_means, found.gold_threshold, found.gold_significant),
            (found.low_means, found.low_threshold, found.low_significant),
        ):
            gap = abs(means[one] - means[other])
            assert f"by {gap:.4f}, {'above' if sure[one, other] else 'below'} the threshold {limit:.4f}" in said(widget)
            assert sure[one, other] == (gap > limit)


def test_lit_outcome_pales_the_others_until_it_is_pressed_again() -> None:
    widget = widgets.PairMatrix()
    widget.gesture(do="lit", value="MAG")
    assert widget.lit == "MAG"
    assert 'class="mag"' in widget.picture
    assert 'class="mag pale"' not in widget.picture
    assert 'class="aa pale"' in widget.picture
    pressed = re.findall(r'data-do="lit" data-value="([^"]*)" data-focus="lit MAG"', widget.picture)
    widget.gesture(do="lit", value=pressed[0])
    assert widget.lit == ""
    assert "pale" not in widget.picture


def test_hidden_list_names_the_missed_and_the_invented_pairs(words: Callable[[str], str]) -> None:
    widget = widgets.PairMatrix()
    result = widget.result.outcomes
    told = words(widget.picture.split('<ul class="visually-hidden">')[1])
    for first, second in itertools.combinations(widget.names, 2):
        if result[widget.result.names.index(first), widget.result.names.index(second)] in ("MAL", "MDL", "MDG"):
            assert f"{first} and {second}" in told


def test_method_options_and_other_measures_are_accepted(said: Says) -> None:
    widget = widgets.PairMatrix(method="MM(gamma=.5)", measure=P @ 10)
    assert widget.method == "mm(gamma=0.5)"
    assert "By mm(gamma=0.5) with 10 judgments" in said(widget)
    assert "P@10" in widget.picture
    assert set(widget.names) == set(widgets.PairMatrix().names)


def test_matrix_of_sixty_three_systems_stays_small(dl21: PooledRuns) -> None:
    widget = widgets.PairMatrix(dl21, budget=20)
    assert sum(widget.counts.values()) == 1953
    assert widget.gold_pairs == 757
    assert widget.picture.count("<") < 400
    assert len(widget.picture) < 60_000
    for _ in range(30):
        widget.gesture(do="go", key="pairs", down=0, right=1)
    assert widget.pair == (widget.names[0], widget.names[31])


# the sample


def test_random_pool_shows_little_bias_little_power_and_repaired_scores_by_infap() -> None:
    widget, rival = widgets.RandomPool(), widgets.BudgetRace().rows["mtf"]
    assert (widget.draws, math.isnan(widget.mean), math.isnan(widget.AA)) == (0, True, True), (
        "the prediction before it is not told"
    )
    for _ in range(10):
        widget.gesture(do="sample")
    assert widget.draws == 10
    assert widget.bias < 0.05 < rival.bias
    assert widget.AA < widget.gold_pairs / 10 < rival.AA
    low = widget.mean
    widget.gesture(do="estimate", value="infAP")
    assert low < widget.truth / 3
    assert abs(widget.mean - widget.truth) < widget.truth / 3
    assert 5 * widget.gold_pairs / 30 < widget.AA


def test_sample_score_equals_evaluate_on_its_judgments(
    default_collection: SimulatedCollection, ap_of_gold: np.ndarray
) -> None:
    widget = widgets.RandomPool(budget=25, rng=3)
    widget.gesture(do="sample")
    low = adjudicate(widget.pool_results.pooled, "random", 25, rng=3000, beyond="whole")
    scores = ap_of_gold, ap_by_evaluate(low.qrels(), default_collection)
    assert widget.mean == pytest.approx(scores[1].mean())
    assert widget.truth == pytest.approx(scores[0].mean())
    counts = Counter(outcomes_by_hand(*scores).values())
    assert counts["AA"] == widget.AA
    assert widget.tau == pytest.approx(stats.kendalltau(*(one.mean(axis=0) for one in scores)).statistic)
    claims = sum(counts[one] for one in ("AA", "AD", "MAL", "MDL"))
    assert widget.bias == pytest.approx(1 - counts["AA"] / claims)


def test_samples_are_kept_by_budget_and_repeated_by_the_seed() -> None:
    one, other = (widgets.RandomPool(rng=8) for _ in range(2))
    for widget in (one, other):
        widget.gesture(do="sample")
        widget.gesture(do="budget", by="1")
        assert widget.draws == 0
        widget.gesture(do="budget", by="-1")
        assert widget.draws == 1
    assert one.picture == other.picture
    third = widgets.RandomPool(rng=9)
    third.gesture(do="sample")
    assert one.picture != third.picture
    one.gesture(do="reset")
    assert (one.draws, one.estimate, one.budget) == (0, "AP", 10)


def test_random_pool_shows_nothing_before_the_first_sample(said: Says, well_formed: Callable[[str], list[str]]) -> None:
    widget = widgets.RandomPool()
    first = adjudicate(widget.pool_results.pooled, "random", widget.budget, rng=1000, beyond="whole")
    told = fixed(float(scores_of(first, AP).mean()), 3)
    for value in ("AP", "infAP"):
        widget.gesture(do="estimate", value=value)
        well_formed(widget.picture)
        assert "No sample is drawn yet." in widget.picture
        assert told not in widget.picture
        assert "nan" not in widget.picture
    assert said(widget).startswith("No sample has been drawn yet. Each sample will judge 10 of about 124 documents")
    widget.gesture(do="estimate", value="AP")
    widget.gesture(do="sample")
    assert told in widget.picture
    assert "No sample is drawn yet" not in widget.picture


# all of them


def test_results_are_shared_and_kept_for_two_collections_only(small_pools: PooledRuns) -> None:
    first = widgets.BudgetRace().pool_results
    assert all(make().pool_results is first for make in MAKE)
    assert first.budgets == tuple(range(5, 51, 5))
    assert widgets.RandomPool(small_pools).pool_results is widgets.PairMatrix(small_pools).pool_results
    assert widgets.RandomPool(small_pools).pool_results.budgets[0] == 1
    assert pool_results(first.pooled) is first


def test_own_qrels_and_runs_are_pooled(default_collection: SimulatedCollection) -> None:
    for make in MAKE:
        widget = make((default_collection.qrels, default_collection.runs[:4]))  # type: ignore[operator]
        assert len(widget.pool_results.pooled.names) == 4
        assert "A simulated collection" not in widget.picture
    assert len(widgets.PairMatrix(default_collection).names) == len(default_collection.names)


def test_pool_without_a_relevant_document_is_drawn(said: Says, well_formed: Callable[[str], list[str]]) -> None:
    lists = {"A": "abcdef", "B": "bcdefa", "C": "fedcba"}
    runs = {name: {q: {d: -i for i, d in enumerate(docs)} for q in "12"} for name, docs in lists.items()}
    barren = pool_runs({q: dict.fromkeys("abcdef", 0) for q in "12"}, runs, depth=3)
    race, matrix, trap = widgets.BudgetRace(barren), widgets.PairMatrix(barren), widgets.RandomPool(barren)
    assert "no relevant document is found" in said(race)
    assert said(matrix).startswith("PA, found by neither. By gold, A and B are equal")
    trap.gesture(do="sample")
    assert math.isnan(trap.bias)
    assert "without a claim there is no bias" in said(trap)
    for widget in (race, matrix, trap):
        for view in ("bias", "relevant"):
            widget.gesture(do="view", value=view)
        well_formed(widget.picture)


BUDGETS = "5, 10, 15, 20, 25, 30, 35, 40, 45 or 50"
RUNS = (
    "manA2, manA1, expB1, expB2, expC2, expC3, expA2, expA1, expC1, lexA1, expA3, vecC1, vecA1, lexA2, lexC2, lexA3, "
    "lexC1, lexC3, vecB1, vecB3, vecB2, lexB1, lexB4, lexB2, lexB3"
)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: widgets.BudgetRace(budget=12), f"the budget must be {BUDGETS}; given: 12"),
        (lambda: widgets.BudgetRace(budget=True), f"the budget must be {BUDGETS}; given: True"),
        (
            lambda: widgets.BudgetRace(view="AA"),
            "view must be tau, recall, precision, bias or relevant; given: 'AA'",
        ),
        (
            lambda: widgets.BudgetRace("qrels.txt"),
            (
                "a collection must be the result of pool_runs, as in pool_runs(qrels, runs, depth=100), or the pair "
                "(qrels, runs); given: str"
            ),
        ),
        (lambda: widgets.BudgetRace(measure="APP"), "'APP' … AP"),
        (
            lambda: widgets.BudgetRace(measure="gMAP"),
            "Tukey's test compares arithmetic means, and gMAP is a geometric one; give AP",
        ),
        (lambda: widgets.PairMatrix(method="mft"), "'mft' … mtf"),
        (lambda: widgets.PairMatrix(budget=51), "budget … 51"),
        (
            lambda: widgets.PairMatrix(pair=("manA1", "manA1")),
            "a pair is two systems, such as ('manA2', 'manA1'); given: ('manA1', 'manA1')",
        ),
        (lambda: widgets.PairMatrix(pair=("manA1", "manA9")), "'manA9' … manA2"),
        (lambda: widgets.PairMatrix(pair=("manA1", "?")), f"no run is called '?'; there are {RUNS}"),
        (
            lambda: widgets.PairMatrix(pair="manA1"),  # type: ignore[arg-type]
            "a pair is two systems, such as ('manA2', 'manA1'); given: 'manA1'",
        ),
        (lambda: widgets.RandomPool(budget=0), "budget … 0"),
        (
            lambda: widgets.RandomPool(rng=-1),
            "seed … -1",
        ),
    ],
)
def test_invalid_arguments_are_refused_in_one_sentence(make: Callable[[], Widget], sentence: str) -> None:
    with pytest.raises(InputError) as complaint:
        make()
    assert re.search(parts(sentence), str(complaint.value))


def test_mistyped_value_is_refused_and_changes_nothing(said: Says) -> None:
    for make, limits in zip(MAKE, ("5, 10, 15", "from 1 to 50", "from 1 to 50"), strict=True):
        widget = make()
        for typed in ("51", "0", "x", "1/3"):
            widget.gesture(do="commit", field="budget", fields={"budget": typed})
            assert re.search(parts(limits), said(widget)) or repr(typed) in said(widget)
            assert widget.budget == 10
    no_ways: list[dict[str, object]] = [
        {"do": "go", "key": "x", "down": 1, "right": 0},
        {"do": "go", "key": "pairs", "down": 7, "right": 0},
        {"do": "point", "key": "pairs", "row": "a", "column": 1},
        {"do": "lit", "value": None},
    ]
    widget = widgets.PairMatrix()
    before = widget.picture
    for way in no_ways:
        widget.gesture(**way)
        assert widget.picture == before


@pytest.mark.all
@pytest.mark.parametrize("seed", range(3))
def test_any_sequence_of_gestures_draws_well_formed_pictures(
    small_pools: PooledRuns, reports: Any, well_formed: Callable[[str], list[str]], seed: int
) -> None:
    rng = random.Random(seed)
    for widget in (*(make() for make in MAKE), *(make(small_pools, budget=2) for make in MAKE)):  # type: ignore[operator]
        for _ in range(15):
            widget.gesture(**rng.choice(reports(widget)))
            assert len(well_formed(widget.picture)) >= 4
            assert widget.picture in widget.static()


# the colors


@pytest.mark.parametrize(("theme", "ground"), [(LIGHT, "#ffffff"), (LIGHT | DARK_PAGE, "#111111")])
def test_outcome_colors_are_distinct_for_every_color_vision_and_have_marks(theme: dict[str, str], ground: str) -> None:
    colors = {one: theme[one.lower()] for one in OUTCOMES}
    for eye, matrix in MACHADO.items():
        seen = {one: lab(np.array(matrix) @ linear(color)) for one, color in colors.items()}
        for one, other in itertools.combinations(seen, 2):
            assert np.linalg.norm(seen[one] - seen[other]) > 17, (eye, one, other)
    for one, color in colors.items():
        assert contrast(color, theme[f"on-{one.lower()}"]) >= 4.4, one
        assert contrast(color, ground) >= 3 or contrast(ground, theme[f"on-{one.lower()}"]) >= 4.5, one
