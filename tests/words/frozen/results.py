"""Families: what the statistics say of their results, the studies of theirs, and the conventions of a small run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from random import Random
from typing import Any

from frozen import grid, reading
from frozen.golden import Family
from irlearn import (
    AP,
    InputError,
    conventions,
    datasets,
    explain,
    nDCG,
    plots as views,
    precision_recall as curve,
    statistics,
)
from irlearn.studies import leaderboard

Floats = list[float]
Made = Callable[[], Any]


def families() -> Iterator[Family]:
    """What results say."""
    for name, cases in _RESULTS.items():
        yield Family(f"results of {name}", partial(_texts, cases))
    yield Family("notebook view of results", _notebook, loose=True)
    yield Family("studies", partial(_texts, _studies))
    yield Family("pictures in words", _pictures)
    yield Family("conventions", _conventions)


def _texts(cases: Callable[[], Iterator[tuple[str, Made]]]) -> Iterator[str]:
    for name, make in cases():
        yield f"# {name}"
        try:
            made = make()
        except InputError as error:
            yield f"refused: {error}"
        else:
            yield _rounded(repr(made))
            yield _rounded(str(made))


def _rounded(text: str) -> str:
    """Round each long float to 12 digits, because OpenBLAS sums in another order on other processors."""
    return re.sub(r"\b\d+\.\d{9,}(e[-+]\d+)?", lambda number: format(float(number[0]), ".12g"), text)


def _pairs(*, long: bool = True) -> Iterator[tuple[str, Floats, Floats]]:
    """Paired scores as floats, short ones and, where they are wanted, 200 of them."""
    for number, (a, b) in enumerate(grid.scores(), start=1):
        yield f"scores {number}", [float(score) for score in a], [float(score) for score in b]
    if long:
        random = Random("words: 200 queries")
        a = [round(random.betavariate(1, 3), 4) for _ in range(200)]
        yield "200 queries", a, [min(max(round(score + random.gauss(0.01, 0.1), 4), 0.0), 1.0) for score in a]
    yield "no difference", [0.5, 0.25], [0.5, 0.25]
    yield "two queries", [1.0, 0.0], [0.0, 1.0]


def _tested(test: Callable[..., Any], *options: dict[str, Any]) -> Callable[[], Iterator[tuple[str, Made]]]:
    """A test on all scores of the grid, and with each set of options on some."""

    def cases() -> Iterator[tuple[str, Made]]:
        for name, a, b in _pairs():
            yield name, partial(test, a, b)
        for place, chosen in enumerate(options):
            for name, a, b in list(_pairs())[place :: max(3, len(options))]:
                yield f"{name}, {chosen}", partial(test, a, b, **chosen)

    return cases


def _of_a(test: Callable[..., Any], *options: dict[str, Any]) -> Callable[[], Iterator[tuple[str, Made]]]:
    """The same for an interval, of one list and of the differences of two."""

    def cases() -> Iterator[tuple[str, Made]]:
        for name, a, b in _pairs():
            yield f"{name}, A", partial(test, a)
            yield name, partial(test, a, b)
        for place, chosen in enumerate(options):
            yield from ((f"{name}, {chosen}", partial(test, a, b, **chosen)) for name, a, b in list(_pairs())[place::4])

    return cases


_SIDES: tuple[dict[str, Any], ...] = ({"alternative": "greater"}, {"alternative": "less"})


def _binomial() -> Iterator[tuple[str, Made]]:
    for k, n in grid.counts():
        for chosen in (
            {},
            {"probability": "1/3"},
            {"probability": 0.2, "alternative": "greater"},
            {"alternative": "less"},
        ):
            yield f"{k} of {n}, {chosen}", partial(statistics.binomial_test, k, n, **chosen)  # type: ignore[arg-type]
    yield "5213 of 10001", lambda: statistics.binomial_test(5213, 10001)


def _corrected() -> Iterator[tuple[str, Made]]:
    lists = ([0.01, 0.04, 0.03], [0.0294, 1.0, 0.05, 2e-14], [0.5], [0.0125, 0.025, 0.05, 0.0125], [1e-310, 0.2])
    for pvalues in lists:
        names = [f"R{number}" for number in range(2, 2 + len(pvalues))]
        for correct in (statistics.bonferroni, statistics.holm, statistics.benjamini_hochberg):
            yield f"{correct.__name__} {pvalues}", partial(correct, pvalues)
            yield f"{correct.__name__} {pvalues} at 0.01, named", partial(correct, pvalues, alpha=0.01, names=names)
    yield "bonferroni of ten tests", lambda: statistics.bonferroni([0.004, 0.02], tests=10)


def _orders() -> Iterator[tuple[str, Made]]:
    random = Random("words: orders")
    lists = [([3, 2, 1], [1, 2, 3]), ([1, 2, 2, 4], [1, 3, 2, 4]), ([0.3, 0.2], [0.1, 0.4]), ([1, 1], [1, 2])]
    lists += [([random.randint(1, 9) for _ in range(8)], [random.randint(1, 9) for _ in range(8)]) for _ in range(4)]
    for x, y in lists:
        for variant in ("a", "b"):
            yield f"tau-{variant} {x} {y}", partial(statistics.kendall_tau, x, y, variant=variant)
        yield f"tau AP {x} {y}", partial(statistics.tau_ap, x, y)
        names = [chr(ord("A") + place) for place in range(len(x))]
        yield f"tau AP {x} {y}, named", partial(statistics.tau_ap, x, y, names=names)
    for first, second in (("a b c d", "b a e c"), ("a b", "a b c d e f"), ("a", "b"), ("a b c", "a b c")):
        for p in (0.9, 0.5):
            yield (
                f"rbo {first} | {second}, {p}",
                partial(statistics.rank_biased_overlap, first.split(), second.split(), p=p),
            )


def _power() -> Iterator[tuple[str, Made]]:
    for difference, deviation in ((0.05, 0.1), (0.5, 1.0), (0.01, 0.2), (0.3, 0.1)):
        for chosen in ({}, {"alpha": 0.01, "power": 0.9}, {"sides": "one-sided"}):
            yield (
                f"{difference} {deviation} {chosen}",
                partial(
                    statistics.topics_needed,
                    difference,
                    deviation,
                    **chosen,  # type: ignore[arg-type]
                ),
            )
    for name, a, b in list(_pairs(long=False))[3:6]:
        yield f"rates, {name}", partial(statistics.error_rates, a, b, topics=3, trials=60, rng=1)


_RESULTS: dict[str, Callable[[], Iterator[tuple[str, Made]]]] = {
    "the sign test": _tested(statistics.sign_test, *_SIDES),
    "the signed-rank test": _tested(
        statistics.wilcoxon_signed_rank,
        *_SIDES,
        {"zeros": "pratt"},
        {"zeros": "pratt", "method": "approx"},
        {"method": "approx"},
        {"method": "approx", "continuity": True},
        {"method": "approx", "alternative": "greater"},
    ),
    "the rank-sum test": _tested(
        statistics.wilcoxon_rank_sum,
        *_SIDES,
        {"method": "approx"},
        {"method": "approx", "continuity": True},
        {"method": "approx", "tie_correction": False},
        {"method": "exact"},
    ),
    "the paired t test": _tested(statistics.paired_t, *_SIDES, {"level": 0.9}),
    "the unpaired t test": _tested(statistics.unpaired_t, *_SIDES, {"pooled": True}),
    "the permutation test": _tested(
        statistics.permutation_test, *_SIDES, {"method": "approx"}, {"method": "sampled", "permutations": 999, "rng": 1}
    ),
    "the binomial test": _binomial,
    "corrections": _corrected,
    "effect sizes": lambda: (
        (f"{size.__name__}, {name}", partial(size, a, b))
        for size in (
            statistics.cohens_dz,
            statistics.cohens_d,
            statistics.hedges_g,
            statistics.rank_biserial,
            statistics.cliffs_delta,
            statistics.vargha_delaney,
            statistics.effect_sizes,
        )
        for name, a, b in list(_pairs())[::3]
    ),
    "t intervals": _of_a(statistics.t_interval, {"level": 0.99}),
    "bootstrap intervals": lambda: (
        (f"{name}, {method}", partial(statistics.bootstrap_interval, a, b, method=method, resamples=200, rng=1))
        for name, a, b in list(_pairs())[::3]
        for method in ("bca", "percentile")
    ),
    "orders": _orders,
    "power": _power,
}


def _notebook() -> Iterator[str]:
    for name, cases in _RESULTS.items():
        for case, make in list(cases())[::25]:
            yield f"# {name}: {case}"
            try:
                yield from reading.shown(reading.tree(make()._repr_html_()))  # what a notebook shows
            except InputError as error:
                yield f"refused: {error}"


# studies and pictures


def _ranks(seed: str, queries: int, runs: int) -> dict[str, list[int]]:
    random = Random(f"words: {seed}")
    hard = [random.gauss(0, 1) for _ in range(queries)]
    made = {}
    for number in range(1, runs + 1):
        ranks = [int(2.7 ** (1.2 + 1.3 * one + random.gauss(0, 1) - 0.1 * number)) + 1 for one in hard]
        made[f"R{number}"] = [rank if rank <= 100 else 0 for rank in ranks]
    return made


def _studies() -> Iterator[tuple[str, Made]]:
    small = {"A": [1, 0, 2], "B": [2, 1, 0], "C": [0, 2, 1]}
    runs = _ranks("studies", 60, 4)
    for cutoff in (100, 10, 1):
        for multiplicity in (1, 10):
            yield (
                f"outcomes at {cutoff}, {multiplicity} tests",
                partial(leaderboard.outcomes, runs["R1"], runs["R2"], cutoff, multiplicity=multiplicity),
            )
    yield "outcomes of three queries", lambda: leaderboard.outcomes(small["A"], small["B"])
    yield "outcomes, nothing both answer", lambda: leaderboard.outcomes([1, 0, 2], [0, 3, 0])
    yield "table", lambda: leaderboard.table(runs, "R1", also=[("R3", "R4")], multiplicity=4, note="Made runs.")
    yield "table at 10", lambda: leaderboard.table(runs, "R2", 10)
    for name, criterion in leaderboard.CRITERIA.items():
        yield f"preferences, {name}", partial(leaderboard.preferences, runs, criterion)
        yield f"preferences of three, {name}", partial(leaderboard.preferences, small, criterion)
    yield "alignment", lambda: leaderboard.align(runs["R1"], runs["R2"])
    yield "shuffle", lambda: leaderboard.alignment_shuffle(runs["R1"], runs["R2"], repetitions=20, rng=1)
    yield "timeline", lambda: leaderboard.timeline(leaderboard.history())
    yield "timeline of two", lambda: leaderboard.timeline(leaderboard.history(date(2020, 9, 8)))
    yield "impossible", leaderboard.impossible
    yield "the paper", leaderboard.compare_with_paper


def _pictures() -> Iterator[str]:
    """What views say that they draw."""
    runs = _ranks("pictures", 80, 2)
    rankings = [
        ranking for kind in ("lessons", "graded", "no relevant", "unjudged") for ranking in grid.rankings()[kind]
    ]
    drawn: list[tuple[str, Made]] = [
        ("leaderboard", lambda: views.draw_leaderboard(leaderboard.history())),
        ("outcomes", lambda: views.draw_outcomes(leaderboard.outcomes(runs["R1"], runs["R2"]))),
        ("two curves", lambda: views.draw_precision_recall({n: curve(one) for n, one in datasets.crossing().items()})),
    ]
    for ranking in rankings[:9:4]:
        drawn += [
            (f"precision and recall, {ranking!r}", lambda ranking=ranking: views.draw_precision_recall(curve(ranking))),
            (f"AP, {ranking!r}", lambda ranking=ranking: views.draw_contributions(explain(AP, ranking))),
            (f"nDCG, {ranking!r}", lambda ranking=ranking: views.draw_contributions(explain(nDCG, ranking))),
        ]
    tests: Sequence[Callable[..., Any]] = (
        statistics.sign_test, statistics.wilcoxon_signed_rank, statistics.wilcoxon_rank_sum, statistics.paired_t,
        statistics.permutation_test,
    )  # fmt: skip
    for name, a, b in (list(_pairs())[3], list(_pairs())[-3]):
        for test in tests:
            drawn.append((f"null of {test.__name__}, {name}", lambda test=test, a=a, b=b: views.draw_null(test(a, b))))
        drawn.append(
            (f"interval, {name}", lambda a=a, b=b: views.draw_intervals({"A - B": statistics.t_interval(a, b)}))
        )
    for name, make in drawn:
        yield f"# {name}"
        try:
            yield str(make().get_label())
        except InputError as error:
            yield f"refused: {error}"


# conventions


def _conventions() -> Iterator[str]:
    for convention in conventions.PRESETS.values():
        yield f"# {convention.name}"
        yield from (f"{option}: {convention.rule(option)}" for option in convention.choices)
    for case in conventions.CASES:
        yield f"# {case.key}: {case.name}"
        yield case.question
        for row in case.rows:
            found = conventions.score(case.measure, case.qrels, case.run, row)
            yield f"{row.name}: {found.equation}"
            yield from (f"  {line}" for line in found.lines)
            yield from (
                f"  {one.option}: {one.rule}"
                for one in conventions.differences(case.measure, case.qrels, case.run, row)
            )
            gave = conventions.golden(case.key, row.name)
            yield f"  {gave}" if gave else "  no record"
