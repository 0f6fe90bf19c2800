"""Test every registered measure against its definition, written anew with loops and fractions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import given, strategies as st
from ranking_strategies import rankings

from irlearn import Ranking, explain
from irlearn.measures import MEASURES, Measure

Number = Fraction | float
UNDEFINED = math.nan


def over(above: Number, below: Number) -> Number:
    """Return a quotient, or 0 if the divisor is 0."""
    return Fraction(above) / below if below and not isinstance(above, float) else above / below if below else 0


def hits(measure: Measure, ranking: Ranking, depth: int | None = None) -> list[int]:
    return [int(grade >= measure.rel) for grade in ranking.grades[:depth]]


def relevant(measure: Measure, ranking: Ranking) -> int:
    return sum(grade >= measure.rel for grade in ranking.judged)


def precision(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    return over(sum(hits(measure, ranking, k)), k or len(ranking))


def recall(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    return over(sum(hits(measure, ranking, k)), relevant(measure, ranking))


def f_measure(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    p, r, weight = precision(measure, ranking, k), recall(measure, ranking, k), Fraction(measure.beta) ** 2
    return over((1 + weight) * p * r, weight * p + r)


def ap_of(listed: list[int], divisor: int) -> Number:
    precisions = [Fraction(sum(listed[:rank]), rank) for rank, hit in enumerate(listed, 1) if hit]
    return over(sum(precisions, Fraction(0)), divisor)


def average_precision(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    read, there = k or len(ranking), relevant(measure, ranking)
    divisor = {"R": there, "k": read, "min": min(read, there)}[measure.divisor]
    if measure.ties == "listed":
        return ap_of(hits(measure, ranking, k), divisor)
    listed, total = hits(measure, ranking), Fraction(0)  # each pair of ranks, with the chance that both are hits
    ends = list(accumulate(ranking.ties or [1] * len(ranking)))
    group = [next(place for place, end in enumerate(ends) if rank < end) for rank in range(len(listed))]
    size, found = Counter(group), Counter(g for g, hit in zip(group, listed, strict=True) if hit)
    for rank in range(len(listed[:k])):
        n, r = size[group[rank]], found[group[rank]]
        for above in range(rank + 1):
            m, s = size[group[above]], found[group[above]]
            both = Fraction(r, n) if above == rank else Fraction(r, n) * Fraction(s, m)
            if above != rank and group[above] == group[rank]:
                both = Fraction(r * (r - 1), n * (n - 1))
            total += both / (rank + 1)
    return over(total, divisor)


def bound(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    """Return the grades of the list with missed documents at their ranks."""
    listed, there = hits(measure, ranking), relevant(measure, ranking)
    lacking, places = there - sum(listed), []
    if measure.name == "MaxAP":
        unjudged = [place for place, grade in enumerate(ranking.grades) if grade < 0]
        places = [*unjudged, *range(len(listed), len(listed) + lacking)][:lacking]
    elif measure.collection:
        places = list(range(measure.collection - lacking, measure.collection))
    listed = [*listed, *[0] * (max(places, default=-1) + 1 - len(listed))]
    return ap_of([int(hit or place in places) for place, hit in enumerate(listed)], there)


def known(measure: Measure, ranking: Ranking) -> int:
    return measure.collection or len(ranking) + len(ranking.missed)


def fallout(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    wrong = sum(not hit for hit in hits(measure, ranking, k))
    return over(wrong, known(measure, ranking) - relevant(measure, ranking))


def accuracy(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    listed, everything = hits(measure, ranking, k), known(measure, ranking)
    mistakes = listed.count(0) + relevant(measure, ranking) - sum(listed)
    return over(everything - mistakes, everything)


def rbp_residual(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    p, read = Fraction(repr(measure.p)), ranking.grades[:k]
    return 1 - sum(((1 - p) * p**place for place, grade in enumerate(read) if grade >= 0), Fraction(0))


def search_in_vain(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    every = expected_search_length(measure, ranking, k)
    return every if isinstance(every, float) else every - measure.wanted


def normalized_err(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    best = Ranking(sorted(ranking.judged, reverse=True))
    return over(expected_reciprocal_rank(measure, ranking, k), expected_reciprocal_rank(measure, best, k))


def reciprocal_rank(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    listed = hits(measure, ranking, k)
    return Fraction(1, listed.index(1) + 1) if 1 in listed else 0


def r_precision(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    there = relevant(measure, ranking)
    return over(sum(hits(measure, ranking, there)), there)


def success(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    return int(1 in hits(measure, ranking, k))


def judged(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    read = ranking.grades[:k]
    return over(sum(grade >= 0 for grade in read), len(read))


def binary_preference(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    r = relevant(measure, ranking)
    n = sum(0 <= grade < measure.rel for grade in ranking.judged)
    below = {"min": min(n, r), "R": r, "R+10": r + 10}[measure.divisor]
    total, above = Fraction(0), 0
    for grade in ranking.grades:
        if grade >= measure.rel:
            total += 1 - Fraction(min(above, r if measure.divisor == "min" else below), below) if above else 1
        above += 0 <= grade < measure.rel
    return over(total, r)


def rank_biased_precision(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    p = Fraction(repr(measure.p))
    return sum(((1 - p) * p**place for place, hit in enumerate(hits(measure, ranking, k)) if hit), Fraction(0))


def expected_reciprocal_rank(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    total, going_on = Fraction(0), Fraction(1)
    for rank, grade in enumerate(ranking.grades[:k], 1):
        stop = Fraction(2 ** max(grade, 0) - 1, 2**measure.max_grade)
        total += going_on * stop / rank
        going_on *= 1 - stop
    return total


def expected_search_length(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    """Weight each possible rank of the last wanted document among its ties by its probability."""
    wanted, read = measure.wanted, 0
    ends = list(accumulate(ranking.ties or [1] * len(ranking)))
    for start, end in zip([0, *ends], ends, strict=False):
        found = sum(hits(measure, ranking)[start:end])
        if found < wanted:
            wanted, read = wanted - found, end
            continue
        if k is not None and end > k:
            return UNDEFINED
        size = end - start
        ways = {
            place: math.comb(place - 1, wanted - 1) * math.comb(size - place, found - wanted)
            for place in range(1, size + 1)
        }
        assert sum(ways.values()) == math.comb(size, found)
        return read + Fraction(sum(place * count for place, count in ways.items()), math.comb(size, found))
    return UNDEFINED


def gain(measure: Measure, grade: int) -> int:
    own = getattr(measure, "gains", None)
    if own is not None and grade >= 0:
        return int(grade > 0) if own == "binary" else dict(own)[grade] if own != "shifted" else max(grade - 1, 0)
    return 2 ** max(grade, 0) - 1 if getattr(measure, "dcg", "log2") == "exp-log2" else max(grade, 0)


def discounted(measure: Measure, grades: tuple[int, ...]) -> float:
    late = measure.discount == "log2"
    discounts = [math.log2(rank + 1) if late else max(math.log2(rank), 1) for rank in range(1, len(grades) + 1)]
    return math.fsum(gain(measure, grade) / below for grade, below in zip(grades, discounts, strict=True))


def cumulated_gain(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    return sum(gain(measure, grade) for grade in ranking.grades[:k])


def discounted_gain(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    return discounted(measure, ranking.grades[:k])


def ideal_gain(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    return discounted(measure, tuple(sorted(ranking.judged, reverse=True))[:k])


def normalized_gain(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    return over(discounted_gain(measure, ranking, k), ideal_gain(measure, ranking, k))


def interpolated(measure: Measure, ranking: Ranking, k: int | None) -> Number:
    levels = measure.levels or [Fraction(step, 10) for step in range(11)]
    levels = levels if measure.recall is None else [measure.recall]
    there, listed, best = relevant(measure, ranking), hits(measure, ranking), []
    for level in levels:
        found = list(enumerate(accumulate(listed), 1)) if there else []
        reached = [Fraction(n, rank) for rank, n in found if Fraction(n, there) >= level]
        best.append(max(reached, default=Fraction(0)) if measure.interpolate else reached[0] if reached else 0)
    return sum(best, Fraction(0)) / len(levels)


ORACLES: dict[str, Callable[[Measure, Ranking, int | None], Number]] = {
    "P": precision,
    "R": recall,
    "F": f_measure,
    "AP": average_precision,
    "RR": reciprocal_rank,
    "Rprec": r_precision,
    "Success": success,
    "Judged": judged,
    "Bpref": binary_preference,
    "RBP": rank_biased_precision,
    "ERR": expected_reciprocal_rank,
    "ESL": expected_search_length,
    "CG": cumulated_gain,
    "DCG": discounted_gain,
    "IDCG": ideal_gain,
    "nDCG": normalized_gain,
    "IPrec": interpolated,
    "Fallout": fallout,
    "Accuracy": accuracy,
    "MaxAP": bound,
    "MinAP": bound,
    "RBPres": rbp_residual,
    "nERR": normalized_err,
    "CooperESL": search_in_vain,
}

HAND = {  # of grades 2 U 0 1 0 3, and 1 0 missed: relevant at 1, 4 and 6 of 6, four of them in all
    "P": "3/6",
    "R": "3/4",
    "F": "2 * 3 / (6 + 4)",
    "AP": "(1/1 + 2/4 + 3/6) / 4",
    "RR": "1/1",
    "Rprec": "2/4",
    "Success": "1",
    "Judged": "5/6",
    "Bpref": "((1 - 0/3) + (1 - 1/3) + (1 - 2/3)) / 4",
    "RBP": "0.2 * (1 + 0.8**3 + 0.8**5)",
    "ERR": "3/16 / 1 + 13/16 * 1/16 / 4 + 13/16 * 15/16 * 7/16 / 6",
    "ESL": "1",
    "CG": "2 + 1 + 3",
    "DCG": "2 + 1/log2(5) + 3/log2(7)",
    "IDCG": "3 + 2/log2(3) + 1/log2(4) + 1/log2(5)",
    "nDCG": "(2 + 1/log2(5) + 3/log2(7)) / (3 + 2/log2(3) + 1/log2(4) + 1/log2(5))",
    "IPrec": "(3 * 1 + 5 * 1/2 + 0) / 11",
    "Fallout": "3/4",
    "Accuracy": "(3 + 1) / 8",
    "MaxAP": "(1/1 + 2/2 + 3/4 + 4/6) / 4",
    "MinAP": "(1/1 + 2/4 + 3/6) / 4",
    "RBPres": "0.2 * 0.8 + 0.8**6",
    "nERR": "(3/16 + 13/16 * 1/16 / 4 + 13/16 * 15/16 * 7/16 / 6) / (7/16 + 9/16 * 3/16 / 2 + "
    "9/16 * 13/16 / 16 / 3 + 9/16 * 13/16 * 15/16 / 16 / 4)",
    "CooperESL": "0",
}
DCGS = {
    "dcg": st.just("log2"),
    "gains": st.sampled_from(["linear", "exponential", "binary", "shifted", {1: 2, 2: 2, 3: 7, 4: 50}]),
    "discount": st.sampled_from(["log2", "log2-rank"]),
}
SIZES = {"collection": st.none() | st.integers(60, 200)}
OPTIONS = {
    "AP": {"divisor": st.sampled_from(["R", "k", "min"]), "ties": st.sampled_from(["listed", "expected"])},
    "Bpref": {"divisor": st.sampled_from(["min", "R", "R+10"])},
    "Fallout": SIZES,
    "Accuracy": SIZES,
    "MinAP": SIZES,
    "RBPres": {"p": st.sampled_from([0.5, 0.8, 0.95])},
    "nERR": {"max_grade": st.integers(4, 6)},
    "CooperESL": {"wanted": st.integers(1, 5)},
    "F": {"beta": st.sampled_from([0.5, 1.0, 2.0])},
    "RBP": {"p": st.sampled_from([0.5, 0.8, 0.95])},
    "ERR": {"max_grade": st.integers(4, 6)},
    "ESL": {"wanted": st.integers(1, 5)},
    "DCG": DCGS,
    "IDCG": DCGS,
    "nDCG": DCGS,
    "IPrec": {
        "recall": st.none() | st.fractions(0, 1, max_denominator=12),
        "levels": st.none() | st.sampled_from([[0.2, 0.5, 0.8], [0.25, 0.5, 0.75]]),
        "interpolate": st.booleans(),
    },
}
each = pytest.mark.parametrize("name", MEASURES)


def test_measures_all_have_a_definition_and_a_value_by_hand():
    assert set(ORACLES) == set(HAND) == set(MEASURES)
    options = {name: {one.name for one in measure.option_fields} for name, measure in MEASURES.items()}
    assert {name: drawn - {"rel"} for name, drawn in options.items() if drawn - {"rel"}} == {
        name: set(drawn) for name, drawn in OPTIONS.items()
    }


@each
def test_measure_equals_the_value_by_hand(name):
    found = explain(MEASURES[name], Ranking([2, -1, 0, 1, 0, 3], [2, 0, 1, 0, 3, 1, 0]))
    assert found.value == pytest.approx(eval(HAND[name], {"log2": math.log2}), rel=1e-12)


@pytest.mark.grid
@each
@given(ranking=rankings(), rel=st.integers(1, 3), data=st.data())
def test_measure_equals_its_definition(name, ranking, rel, data):
    measure, ends = MEASURES[name], list(accumulate(ranking.ties)) or [1]
    cutoff = data.draw(st.none() | st.integers(1, 45) | st.sampled_from(ends), "cutoff, often where ties end")
    chosen = {option: data.draw(values, option) for option, values in OPTIONS.get(name, {}).items()}
    if chosen.get("recall") is not None:
        chosen["levels"] = None
    measure = measure(**chosen, **({"rel": rel} if "rel" in {one.name for one in measure.option_fields} else {}))
    depth = cutoff if measure.takes_cutoff else None
    right = ORACLES[name](measure, ranking, depth)
    measure = measure @ depth if depth else measure
    assert measure.of(ranking) == pytest.approx(float(right), rel=1e-12, abs=1e-12, nan_ok=True)
    fraction = explain(measure, ranking).fraction
    assert (
        fraction is None or fraction == pytest.approx(right, rel=1e-12)
        if isinstance(right, float)
        else fraction == right
    )
