"""Results of tests, effect sizes, intervals and corrections, as they are printed and as a notebook shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import example_inputs
import page_text
import pytest
from snapshot_text import round_numbers, text_or_refusal
from syrupy.assertion import SnapshotAssertion

from irlearn import statistics

Results = Iterator[tuple[str, Callable[[], Any]]]
SIDES: tuple[dict[str, Any], ...] = ({"alternative": "greater"}, {"alternative": "less"})


def paired_scores() -> dict[str, tuple[list[float], list[float]]]:
    """Return scores of two systems: few and many, with ties, without differences."""
    pairs = list(example_inputs.paired_scores())
    random = Random("200 queries")
    a = [round(random.betavariate(1, 3), 4) for _ in range(200)]
    b = [min(max(round(score + random.gauss(0.01, 0.1), 4), 0.0), 1.0) for score in a]
    floats = {
        name: ([float(score) for score in pairs[place][0]], [float(score) for score in pairs[place][1]])
        for name, place in {"five queries": 0, "ten queries with ties": 3, "25 queries": 16}.items()
    }
    return {
        **floats,
        "200 queries": (a, b),
        "no difference": ([0.5, 0.25], [0.5, 0.25]),
        "two queries": ([1.0, 0.0], [0.0, 1.0]),
    }


def compared(test: Callable[..., Any], *options: dict[str, Any]) -> Results:
    """Generate results of a test on all scores, and with each set of options on some."""
    pairs = paired_scores()
    for name, (a, b) in pairs.items():
        if len(a) <= 10:
            yield name, partial(test, a, b)
        else:
            yield f"{name}, without the table", lambda: test(a, b).lines  # noqa: B023
    for place, chosen in enumerate(options):
        name = ("five queries", "25 queries", "ten queries with ties")[place % 3]
        yield f"{name}, {chosen}", lambda: test(*pairs[name], **chosen).lines  # noqa: B023


def binomial_tests() -> Results:
    for successes, trials in islice(example_inputs.success_counts(), 6):
        yield f"{successes} of {trials}", partial(statistics.binomial_test, successes, trials)
    yield "4 of 5, 1/3", lambda: statistics.binomial_test(4, 5, probability="1/3")  # type: ignore[arg-type]
    yield "4 of 5, greater", lambda: statistics.binomial_test(4, 5, probability=0.2, alternative="greater")
    yield "4 of 5, less", lambda: statistics.binomial_test(4, 5, alternative="less")
    yield "5213 of 10001", lambda: statistics.binomial_test(5213, 10001)


def corrections() -> Results:
    lists = ([0.01, 0.04, 0.03], [0.0294, 1.0, 0.05, 2e-14], [0.5], [1e-310, 0.2])
    for correct in (statistics.bonferroni, statistics.holm, statistics.benjamini_hochberg):
        for pvalues in lists:
            yield f"{correct.__name__} {pvalues}", partial(correct, pvalues)
        yield f"{correct.__name__} at 0.01, named", partial(correct, lists[0], alpha=0.01, names=["R2", "R3", "R4"])
    yield "bonferroni of ten tests", lambda: statistics.bonferroni([0.004, 0.02], tests=10)


def effect_sizes() -> Results:
    sizes = (
        statistics.cohens_dz, statistics.cohens_d, statistics.hedges_g, statistics.rank_biserial,
        statistics.cliffs_delta, statistics.vargha_delaney,
    )  # fmt: skip
    pairs = paired_scores()
    for size in sizes:
        for name in ("five queries", "no difference"):
            yield f"{size.__name__}, {name}", partial(size, *pairs[name])
    for name in ("five queries", "200 queries", "no difference", "two queries"):
        yield f"effect_sizes, {name}", partial(statistics.effect_sizes, *pairs[name])


def intervals() -> Results:
    pairs = paired_scores()
    for name in ("five queries", "200 queries", "no difference", "two queries"):
        yield f"t interval, {name}", partial(statistics.t_interval, *pairs[name])
    yield "t interval, five queries, A", lambda: statistics.t_interval(pairs["five queries"][0])
    yield "t interval, five queries, 99%", lambda: statistics.t_interval(*pairs["five queries"], level=0.99)
    for method in ("bca", "percentile"):
        for name in ("five queries", "25 queries", "no difference"):
            yield (
                f"bootstrap interval, {name}, {method}",
                partial(statistics.bootstrap_interval, *pairs[name], method=method, resamples=200, rng=1),
            )


def rank_correlations() -> Results:
    lists: list[tuple[list[Any], list[Any]]] = [
        ([3, 2, 1], [1, 2, 3]), ([1, 2, 2, 4], [1, 3, 2, 4]), ([1, 1], [1, 2]), ([0.3, 0.2], [0.1, 0.4]),
    ]  # fmt: skip
    random = Random("orders")
    lists.append(([random.randint(1, 9) for _ in range(8)], [random.randint(1, 9) for _ in range(8)]))
    for x, y in lists:
        for variant in ("a", "b"):
            yield f"tau-{variant} {x} {y}", partial(statistics.kendall_tau, x, y, variant=variant)
        names = [chr(ord("A") + place) for place in range(len(x))]
        yield f"tau AP {x} {y}", partial(statistics.tau_ap, x, y, names=names)
    yield "tau AP without names", lambda: statistics.tau_ap([3, 2, 1], [1, 2, 3])
    for first, second in (("a b c d", "b a e c"), ("a b", "a b c d e f"), ("a", "b")):
        yield f"rbo {first} | {second}", partial(statistics.rank_biased_overlap, first.split(), second.split(), p=0.9)


def power() -> Results:
    for difference, deviation in ((0.05, 0.1), (0.01, 0.2)):
        yield f"topics, {difference} {deviation}", partial(statistics.topics_needed, difference, deviation)
    yield "topics, power", lambda: statistics.topics_needed(0.05, 0.1, alpha=0.01, power=0.9)
    yield "topics, one-sided", lambda: statistics.topics_needed(0.05, 0.1, sides="one-sided")
    a, b = paired_scores()["ten queries with ties"]
    yield "error rates", lambda: statistics.error_rates(a, b, topics=3, trials=60, rng=1)


RESULTS: dict[str, Callable[[], Results]] = {
    "sign test": partial(compared, statistics.sign_test, *SIDES),
    "signed-rank test": partial(
        compared, statistics.wilcoxon_signed_rank, *SIDES,
        {"zeros": "pratt"}, {"zeros": "pratt", "method": "approx"}, {"method": "approx"},
        {"method": "approx", "continuity": True}, {"method": "approx", "alternative": "greater"},
    ),
    "rank-sum test": partial(
        compared, statistics.wilcoxon_rank_sum, *SIDES,
        {"method": "approx"}, {"method": "approx", "continuity": True},
        {"method": "approx", "tie_correction": False}, {"method": "exact"},
    ),
    "paired t test": partial(compared, statistics.paired_t, *SIDES, {"level": 0.9}),
    "unpaired t test": partial(compared, statistics.unpaired_t, *SIDES, {"pooled": True}),
    "permutation test": partial(
        compared, statistics.permutation_test, *SIDES,
        {"method": "approx"}, {"method": "sampled", "permutations": 999, "rng": 1},
    ),
    "binomial test": binomial_tests,
    "corrections": corrections,
    "effect sizes": effect_sizes,
    "intervals": intervals,
    "rank correlations": rank_correlations,
    "power": power,
}  # fmt: skip


@pytest.mark.parametrize("name", RESULTS)
def test_results(name: str, snapshot: SnapshotAssertion) -> None:
    lines = []
    for heading, make in RESULTS[name]():
        lines += text_or_refusal(heading, make)
    first = next(iter(RESULTS[name]()))[1]()
    lines += ["# in a notebook", *map(round_numbers, page_text.shown(page_text.tree(first._repr_html_())))]
    assert lines == snapshot
