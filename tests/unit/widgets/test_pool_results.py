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
from irlearn.widgets.play.pool_results import judged

Says = Callable[[Widget], str]
MAKE = (widgets.BudgetRace, widgets.PairMatrix, widgets.RandomPool)


@pytest.fixture(scope="module")
def few() -> PooledRuns:
    """Four runs on three topics, pools of four to six documents."""
    rng = np.random.default_rng(5)
    documents = [f"d{n}" for n in range(8)]
    qrels = {q: {one: int(rng.random() < 0.4) for one in documents} for q in ("1", "2", "3")}
    lists = {f"run {n}": {q: rng.permutation(documents).tolist() for q in qrels} for n in range(4)}
    runs = {name: {q: {d: -i for i, d in enumerate(docs)} for q, docs in of.items()} for name, of in lists.items()}
    return pool_runs(qrels, runs, depth=2)


@pytest.fixture(scope="module")
def dl21(real_data: Any) -> PooledRuns:
    """The 63 runs of DL 2021 with their pools to depth 10."""
    packed = np.load(real_data / "dl21" / "passage_63runs_top100.npz")
    grades = np.split(packed["rel"], np.cumsum(packed["nd"])[:-1])
    names, topics = packed["names"].tolist(), packed["topics"].tolist()
    return pool_arrays(packed["D"], grades, names, topics, depth=10, rel=2)


@pytest.fixture(scope="module")
def made() -> SimulatedCollection:
    """The collection of the lessons as it is made."""
    return classroom()


@pytest.fixture(scope="module")
def truth(made: SimulatedCollection) -> np.ndarray:
    """AP by all judgments, topics x runs."""
    return by_evaluate(made.qrels, made)


@cache
def studentized(runs: int) -> float:
    """The 95% point of the studentized range."""
    return float(stats.studentized_range.ppf(0.95, runs, np.inf))


def threshold(scores: np.ndarray) -> float:
    """The closed form of the randomised Tukey HSD, with SciPy's quantile."""
    topics, runs = scores.shape
    return float(studentized(runs) * math.sqrt(scores.var(axis=1, ddof=1).sum()) / topics)


def by_evaluate(qrels: Any, made: SimulatedCollection) -> np.ndarray:
    """AP, topics x runs, by `evaluate`; a topic without a relevant document is 0."""
    found = evaluate(qrels, made.runs, [AP])
    per_run = [dict(zip(found.queries, found.of(run.name, AP), strict=True)) for run in made.runs]
    return np.array([[one.get(query, 0.0) for one in per_run] for query in made.query_ids])


KINDS = {(True, True): "AA AD", (True, False): "MAG MDG", (False, True): "MAL MDL", (False, False): "PA PD"}


def outcome_of(gaps: Sequence[float], limits: Sequence[float]) -> str:
    """What a pair is, by its differences and the thresholds of gold and of the cheap judgments."""
    gold, low = (0.0 if abs(gap) < 1e-12 else gap for gap in gaps)
    return KINDS[abs(gold) > limits[0], abs(low) > limits[1]].split()[int(gold * low < 0)]


def outcomes_by_hand(*scores: np.ndarray) -> dict[tuple[int, int], str]:
    """The outcome of each pair of runs, one after the other."""
    limits = [threshold(one) for one in scores]
    pairs = itertools.combinations(range(scores[0].shape[1]), 2)
    return {(a, b): outcome_of([(one[:, a] - one[:, b]).mean() for one in scores], limits) for a, b in pairs}


# the race


def test_a_row_is_what_evaluate_scipy_and_a_loop_over_pairs_find(made: SimulatedCollection, truth: np.ndarray) -> None:
    it = widgets.BudgetRace(budget=15)
    for method in ("mtf", "random"):
        low = adjudicate(it.judged.pooled, method, 50, rng=1, beyond="whole").at(15)
        scores = truth, by_evaluate(low.qrels(), made)
        row = it.rows[method]
        assert row.counts == {**dict.fromkeys(OUTCOMES, 0), **Counter(outcomes_by_hand(*scores).values())}
        means = [one.mean(axis=0) for one in scores]
        assert row.tau == pytest.approx(stats.kendalltau(*means).statistic)
        assert row.relevant == sum(value > 0 for of in low.qrels().to_dict().values() for value in of.values())


def test_the_sentence_says_what_is_behind_the_best_tau(said: Says) -> None:
    it = widgets.BudgetRace()
    for budget in it.judged.budgets:
        it.budget = budget
        best = max(it.rows.values(), key=lambda one: one.tau)
        claims = best.AA + best.AD + best.MAL + best.MDL
        words = said(it)
        tied = [it.title_of(name) for name, one in it.rows.items() if one.tau == best.tau]
        has = f"{comma_list(tied)} {'has' if len(tied) == 1 else 'have'} the best τ, {best.tau:.3f}; {tied[0]} keeps"
        assert f"{has} {best.AA} of the {it.gold_pairs} significant pairs" in words
        assert f"{100 * best.bias:.0f}% of its {claims} claims are invented" in words
        most = max(one.AA for one in it.rows.values())
        assert (f"{most}." in words.split("invented.")[1]) == (most > best.AA)


def test_the_best_of_each_column_and_no_other_has_a_mark(words: Callable[[str], str]) -> None:
    it = widgets.BudgetRace(budget=5)
    table = it.picture.split('class="standings plain"')[1]
    rows = [re.findall(r"<td.*?</td>", row) for row in re.findall(r"<tr.*?</tr>", table)[1:]]
    values = [[float(words(cell).replace("best:", "").strip("▸ –") or "nan") for cell in row] for row in rows]
    marked = [["best: " in cell for cell in row] for row in rows]
    for column in range(6):
        known = [row[column] for row in values if not math.isnan(row[column])]
        best = min(known) if column == 4 else max(known)  # bias is better where it is less
        assert [row[column] for row in marked] == [row[column] == best for row in values]


def test_a_race_goes_along_its_budgets_until_all_is_put_back() -> None:
    it = widgets.BudgetRace(view="bias", budget=20)
    looked = [(it.view, it.budget)]
    for gesture in (
        {"do": "budget", "by": "1"},
        {"do": "budget", "value": "50"},
        {"do": "view", "value": "relevant"},
        {"do": "budget", "by": "1"},  # there is none
        {"do": "commit", "field": "budget", "fields": {"budget": "5"}},
        {"do": "reset"},
    ):
        it.gesture(**gesture)
        looked.append((it.view, it.budget))
    assert looked == [("bias", 20), ("bias", 25), ("bias", 50), *[("relevant", 50)] * 2, ("relevant", 5), ("bias", 20)]


def test_a_pressed_method_is_lit_until_it_is_pressed_again() -> None:
    it = widgets.BudgetRace()
    lit = re.compile(r'<path class="course lit"')
    press = re.compile(r'data-do="method" data-value="([^"]*)" data-focus="method hedge"')
    assert (it.method, lit.findall(it.picture)) == ("", [])
    for method in ("hedge", ""):
        it.gesture(do="method", value=press.findall(it.picture)[0])
        assert it.method == method
        assert len(lit.findall(it.picture)) == bool(method)


def test_each_line_stands_where_its_values_are() -> None:
    it = widgets.BudgetRace(view="relevant")
    found = it.judged.found("mm", 50, AP).relevant
    ticks = re.findall(r'<span class="y" style="bottom:([\d.]+)%">([\d,]+)</span>', it.picture)
    (low_at, low), (high_at, high) = ((float(at), int(text.replace(",", ""))) for at, text in (ticks[0], ticks[-1]))
    per = (high - low) / (high_at - low_at)
    lines = re.findall(r'<path class="course[^"]*" d="M[^"]*L(\d+) ([\d.]+)"', it.picture)
    assert len(lines) == len(METHODS)
    ends = [low + (100 - float(y) / 10 - low_at) * per for _, y in lines]
    assert min(abs(end - found) for end in ends) < 1


def test_the_line_of_a_method_that_learns_is_solid_and_that_of_a_fixed_order_broken() -> None:
    drawn = [one.attributes["class"] for one in widgets.BudgetRace(view="relevant").draw().find("path")]
    looks = [str(look).split() for look in drawn if "course" in str(look)]
    learn = {"mtf", "hedge", "mm", "mm-ns", "ts", "ts-ns"}
    assert sum("fixed" not in look for look in looks) == len(learn & set(METHODS))


def test_names_keep_their_order_and_their_distance() -> None:
    rng = random.Random(2)
    for _ in range(200):
        places = [rng.choice((rng.random() * 100, 50.0)) for _ in range(rng.randrange(1, 14))]
        found = spread(places, 5.2)
        assert all(0 <= one <= 100 for one in found)
        for (at, name), (after, later) in itertools.pairwise(sorted(zip(places, found, strict=True))):
            assert later - name >= 5.2 - 1e-6 or at == after
        assert all(abs(a - b) >= 5.2 - 1e-6 for a, b in itertools.pairwise(sorted(found)))


def test_a_method_of_ones_own_runs_along_and_is_judged_anew_when_it_is_another() -> None:
    def first(topic: Any, judged: Any, _: Any) -> int:
        return next(one for one in range(topic.size) if one not in judged)

    def last(topic: Any, judged: Any, _: Any) -> int:
        return next(one for one in reversed(range(topic.size)) if one not in judged)

    try:
        register("my-way", first, title="My way")
        it = widgets.BudgetRace()
        found = it.rows["my-way"]
        assert "My way" in it.picture
        register("my-way", last, title="My way", replace=True)
        assert it.rows["my-way"] is not found
        assert it.rows["mtf"] is widgets.BudgetRace().rows["mtf"]
    finally:
        METHODS.pop("my-way", None)
    assert "my-way" not in widgets.BudgetRace().rows


# the triangle


def test_the_counts_are_those_of_a_loop_over_the_pairs_and_each_pair_has_its_own(
    made: SimulatedCollection, truth: np.ndarray
) -> None:
    it = widgets.PairMatrix(method="hedge", budget=20)
    low = adjudicate(it.judged.pooled, "hedge", 50, rng=1, beyond="whole").at(20)
    scores = truth, by_evaluate(low.qrels(), made)
    found = outcomes_by_hand(*scores)
    assert it.counts == {**dict.fromkeys(OUTCOMES, 0), **Counter(found.values())}
    means = dict(zip(made.names, truth.mean(axis=0), strict=True))
    assert list(it.names) == sorted(it.names, key=lambda name: -means[name])
    for pair in itertools.islice(found, 0, None, 7):
        it.pair = made.names[pair[0]], made.names[pair[1]]
        assert it.outcome == found[pair]


def test_cells_are_drawn_above_the_diagonal_by_outcome_with_a_mark_each() -> None:
    it = widgets.PairMatrix()
    for outcome, count in it.counts.items():
        look = outcome.lower()
        grounds = re.findall(rf'<path class="{look}" d="([^"]*)"', it.picture)
        marks = re.findall(rf'<path class="{look} sign" d="(M[^"]*)"', it.picture.split('class="legend plain"')[0])
        corners = [(float(y), float(x)) for path in grounds for x, y in re.findall(r"M([\d.]+) ([\d.]+)h\.92", path)]
        assert len(corners) == count
        assert sum(path.count("M") for path in marks) == count
        assert all(x > y for y, x in corners)


def test_arrow_keys_and_presses_choose_a_pair_and_nothing_lies_below_the_diagonal(said: Says) -> None:
    it = widgets.PairMatrix()
    names = it.names
    assert it.pair == names[:2]
    go = partial(it.gesture, do="go", key="pairs")
    go(down=0, right=1)
    go(down=1, right=0)
    assert it.pair == (names[1], names[2])
    for _ in range(2):
        go(down=1, right=0)  # onto the diagonal
        go(down=-1, right=0)
    assert it.pair == (names[0], names[2])
    it.gesture(do="point", key="pairs", row=3, column=9)
    it.gesture(do="point", key="pairs", row=9, column=3)
    it.gesture(do="point", key="pairs", row=3, column=99)
    assert it.pair == (names[3], names[9])
    assert said(it).startswith(f"{it.outcome}, ")
    assert names[3] in said(it)
    it.pair = names[9], names[0]
    assert it.pair == (names[0], names[9])


def test_the_sentence_of_a_pair_has_both_differences_and_both_thresholds(said: Says) -> None:
    it = widgets.PairMatrix(budget=10)
    found = it.result
    for pair in (it.names[:2], (it.names[1], it.names[-1]), (it.names[0], it.names[-1])):
        it.pair = pair
        one, other = (found.names.index(name) for name in it.pair)
        for means, limit, sure in (
            (found.gold_means, found.gold_threshold, found.gold_significant),
            (found.low_means, found.low_threshold, found.low_significant),
        ):
            gap = abs(means[one] - means[other])
            assert f"by {gap:.4f}, {'' if sure[one, other] else 'not '}more than {limit:.4f}" in said(it)
            assert sure[one, other] == (gap > limit)


def test_a_lit_outcome_pales_the_others_until_it_is_pressed_again() -> None:
    it = widgets.PairMatrix()
    it.gesture(do="lit", value="MAG")
    assert it.lit == "MAG"
    assert 'class="mag"' in it.picture
    assert 'class="mag pale"' not in it.picture
    assert 'class="aa pale"' in it.picture
    pressed = re.findall(r'data-do="lit" data-value="([^"]*)" data-focus="lit MAG"', it.picture)
    it.gesture(do="lit", value=pressed[0])
    assert it.lit == ""
    assert "pale" not in it.picture


def test_the_same_in_words_names_the_missed_and_the_invented_pairs(words: Callable[[str], str]) -> None:
    it = widgets.PairMatrix()
    result = it.result.outcomes
    told = words(it.picture.split('<ul class="visually-hidden">')[1])
    for one, other in itertools.combinations(it.names, 2):
        if result[it.result.names.index(one), it.result.names.index(other)] in ("MAL", "MDL", "MDG"):
            assert f"{one} and {other}" in told


def test_a_method_may_have_options_and_a_measure_another_order(said: Says) -> None:
    it = widgets.PairMatrix(method="MM(gamma=.5)", measure=P @ 10)
    assert it.method == "mm(gamma=0.5)"
    assert "By mm(gamma=0.5) with 10 judgments" in said(it)
    assert "P@10" in it.picture
    assert set(it.names) == set(widgets.PairMatrix().names)


def test_sixty_three_systems_stay_light(dl21: PooledRuns) -> None:
    it = widgets.PairMatrix(dl21, budget=20)
    assert sum(it.counts.values()) == 1953
    assert it.gold_pairs == 757
    assert it.picture.count("<") < 400
    assert len(it.picture) < 60_000
    for _ in range(30):
        it.gesture(do="go", key="pairs", down=0, right=1)
    assert it.pair == (it.names[0], it.names[31])


# the sample


def test_the_trap_shows_hardly_any_bias_and_no_power_and_infap_mends_the_scores() -> None:
    it, rival = widgets.RandomPool(), widgets.BudgetRace().rows["mtf"]
    assert (it.draws, math.isnan(it.mean), math.isnan(it.AA)) == (0, True, True), "the prediction before it is not told"
    for _ in range(10):
        it.gesture(do="sample")
    assert it.draws == 10
    assert it.bias < 0.05 < rival.bias
    assert it.AA < it.gold_pairs / 10 < rival.AA
    low = it.mean
    it.gesture(do="estimate", value="infAP")
    assert low < it.truth / 3
    assert abs(it.mean - it.truth) < it.truth / 3
    assert 5 * it.gold_pairs / 30 < it.AA


def test_a_sample_is_scored_as_evaluate_scores_its_judgments(made: SimulatedCollection, truth: np.ndarray) -> None:
    it = widgets.RandomPool(budget=25, rng=3)
    it.gesture(do="sample")
    low = adjudicate(it.judged.pooled, "random", 25, rng=3000, beyond="whole")
    scores = truth, by_evaluate(low.qrels(), made)
    assert it.mean == pytest.approx(scores[1].mean())
    assert it.truth == pytest.approx(scores[0].mean())
    counts = Counter(outcomes_by_hand(*scores).values())
    assert counts["AA"] == it.AA
    assert it.tau == pytest.approx(stats.kendalltau(*(one.mean(axis=0) for one in scores)).statistic)
    claims = sum(counts[one] for one in ("AA", "AD", "MAL", "MDL"))
    assert it.bias == pytest.approx(1 - counts["AA"] / claims)


def test_samples_are_kept_by_budget_and_the_same_seed_gives_the_same() -> None:
    one, other = (widgets.RandomPool(rng=8) for _ in range(2))
    for it in (one, other):
        it.gesture(do="sample")
        it.gesture(do="budget", by="1")
        assert it.draws == 0
        it.gesture(do="budget", by="-1")
        assert it.draws == 1
    assert one.picture == other.picture
    third = widgets.RandomPool(rng=9)
    third.gesture(do="sample")
    assert one.picture != third.picture
    one.gesture(do="reset")
    assert (one.draws, one.estimate, one.budget) == (0, "AP", 10)


def test_before_a_sample_is_drawn_nothing_of_it_is_told(said: Says, well_formed: Callable[[str], list[str]]) -> None:
    it = widgets.RandomPool()
    first = adjudicate(it.judged.pooled, "random", it.budget, rng=1000, beyond="whole")
    told = fixed(float(scores_of(first, AP).mean()), 3)
    for value in ("AP", "infAP"):
        it.gesture(do="estimate", value=value)
        well_formed(it.picture)
        assert "No sample is drawn yet." in it.picture
        assert told not in it.picture
        assert "nan" not in it.picture
    assert said(it).startswith("No sample is drawn yet: 10 of about 124 documents")
    it.gesture(do="estimate", value="AP")
    it.gesture(do="sample")
    assert told in it.picture
    assert "No sample is drawn yet" not in it.picture


# all of them


def test_what_is_known_of_a_collection_is_shared_and_kept_for_two_collections_only(few: PooledRuns) -> None:
    first = widgets.BudgetRace().judged
    assert all(make().judged is first for make in MAKE)
    assert first.budgets == tuple(range(5, 51, 5))
    assert widgets.RandomPool(few).judged is widgets.PairMatrix(few).judged
    assert widgets.RandomPool(few).judged.budgets[0] == 1
    assert judged(first.pooled) is first


def test_qrels_and_runs_of_ones_own_are_pooled(made: SimulatedCollection) -> None:
    for make in MAKE:
        it = make((made.qrels, made.runs[:4]))  # type: ignore[operator]
        assert len(it.judged.pooled.names) == 4
        assert "A simulated collection" not in it.picture
    assert len(widgets.PairMatrix(made).names) == len(made.names)


def test_a_pool_without_a_relevant_document_is_drawn(said: Says, well_formed: Callable[[str], list[str]]) -> None:
    lists = {"A": "abcdef", "B": "bcdefa", "C": "fedcba"}
    runs = {name: {q: {d: -i for i, d in enumerate(docs)} for q in "12"} for name, docs in lists.items()}
    barren = pool_runs({q: dict.fromkeys("abcdef", 0) for q in "12"}, runs, depth=3)
    race, matrix, trap = widgets.BudgetRace(barren), widgets.PairMatrix(barren), widgets.RandomPool(barren)
    assert "no relevant document is found" in said(race)
    assert said(matrix).startswith("PA, open in both. By gold A and B are equal")
    trap.gesture(do="sample")
    assert math.isnan(trap.bias)
    assert "without a claim there is no bias" in said(trap)
    for it in (race, matrix, trap):
        for view in ("bias", "relevant"):
            it.gesture(do="view", value=view)
        well_formed(it.picture)


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
                "a collection is what pool_runs gives, as in pool_runs(qrels, runs, depth=100), or the pair "
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
def test_what_cannot_be_is_refused_in_one_sentence(make: Callable[[], Widget], sentence: str) -> None:
    with pytest.raises(InputError) as complaint:
        make()
    assert re.search(parts(sentence), str(complaint.value))


def test_what_is_typed_wrong_is_said_and_changes_nothing(said: Says) -> None:
    for make, limits in zip(MAKE, ("5, 10, 15", "from 1 to 50", "from 1 to 50"), strict=True):
        it = make()
        for typed in ("51", "0", "x", "1/3"):
            it.gesture(do="commit", field="budget", fields={"budget": typed})
            assert re.search(parts(limits), said(it)) or repr(typed) in said(it)
            assert it.budget == 10
    no_ways: list[dict[str, object]] = [
        {"do": "go", "key": "x", "down": 1, "right": 0},
        {"do": "go", "key": "pairs", "down": 7, "right": 0},
        {"do": "point", "key": "pairs", "row": "a", "column": 1},
        {"do": "lit", "value": None},
    ]
    it = widgets.PairMatrix()
    before = it.picture
    for way in no_ways:
        it.gesture(**way)
        assert it.picture == before


@pytest.mark.all
@pytest.mark.parametrize("seed", range(3))
def test_any_way_through_them_draws_a_picture_that_is_well_formed(
    few: PooledRuns, reports: Any, well_formed: Callable[[str], list[str]], seed: int
) -> None:
    rng = random.Random(seed)
    for it in (*(make() for make in MAKE), *(make(few, budget=2) for make in MAKE)):  # type: ignore[operator]
        for _ in range(15):
            it.gesture(**rng.choice(reports(it)))
            assert len(well_formed(it.picture)) >= 4
            assert it.picture in it.static()


# the colours


@pytest.mark.parametrize(("theme", "ground"), [(LIGHT, "#ffffff"), (LIGHT | DARK_PAGE, "#111111")])
def test_the_eight_colours_stay_apart_for_every_eye_and_carry_their_marks(theme: dict[str, str], ground: str) -> None:
    colours = {one: theme[one.lower()] for one in OUTCOMES}
    for eye, matrix in MACHADO.items():
        seen = {one: lab(np.array(matrix) @ linear(colour)) for one, colour in colours.items()}
        for one, other in itertools.combinations(seen, 2):
            assert np.linalg.norm(seen[one] - seen[other]) > 17, (eye, one, other)
    for one, colour in colours.items():
        assert contrast(colour, theme[f"on-{one.lower()}"]) >= 4.4, one
        assert contrast(colour, ground) >= 3 or contrast(ground, theme[f"on-{one.lower()}"]) >= 4.5, one
