"""Expected correct options and numbers of lesson 14, with the outcomes of Otero, Parapar and Ferro (2023)."""

from __future__ import annotations

import json
from functools import cache
from statistics import fmean

from lesson_pages import value
from paths import TESTS

from irlearn import AP
from irlearn.simulation.published import PUBLISHED
from irlearn.studies.adjudication import (
    METHODS,
    Discrimination,
    Outsider,
    adjudicate,
    gold,
    leave_group_out,
    scores_of,
)
from irlearn.widgets.play.pool_results import pool_results

PRINTED = json.loads((TESTS / "data" / "printed.json").read_text(encoding="utf-8"))
RESULTS = PRINTED["Otero, Parapar and Ferro (2023), as summarized"]["key results"]
LEAST, MOST = (value(text)[0] for text in RESULTS["bias at low budgets"])
JUDGED, RELEVANT = (PUBLISHED[what] for what in ("documents judged", "relevant documents"))
FEW, SAMPLE, SOME, MANY = 5, 10, 20, 50  # judgments a topic
TOGETHER, LEARNING = ("ntcir", "rrf", "borda", "combmnz", "condorcet"), ("mtf", "mm", "mm-ns", "ts", "ts-ns")


def found(method: str, budget: int) -> Discrimination:
    """Return `discriminate` of a method on the lesson's collection, with `budget` judgments per topic."""
    return pool_results().found(method, budget, AP)


def invented(method: str, budget: int) -> int:
    """Count pairs that the method, but not gold, calls significant."""
    one = found(method, budget)
    return one.AD + one.MAL + one.MDL


def claimed(method: str, budget: int) -> int:
    """Count pairs that the method calls significant."""
    return found(method, budget).AA + invented(method, budget)


def missed(method: str, budget: int) -> int:
    """Count gold's significant pairs that the method does not call significant."""
    one = found(method, budget)
    return one.MAG + one.MDG


def by_gold() -> int:
    """Count pairs that are significant by gold."""
    return int(found("ntcir", FEW).gold_significant.sum()) // 2


def bias(methods: tuple[str, ...], budget: int) -> float:
    """Return the mean bias of some methods."""
    return fmean(found(one, budget).bias for one in methods)


def leader(what: str) -> str:
    """Return the method that leads by tau, or by kept pairs, at the budget of a sample."""
    return max(METHODS, key=lambda one: getattr(found(one, SAMPLE), what))


def taus() -> list[float]:
    """Return the lowest and highest τ over all methods except Random and over the matrix's budgets."""
    all_of = [found(one, budget).tau for one in METHODS if one != "random" for budget in (FEW, MANY)]
    return [min(all_of), max(all_of)]


@cache
def sampled() -> float:
    """Return mean AP of all runs with the widget's first random sample, as a share of mean AP with the whole pool."""
    low = adjudicate(pool_results().pooled, "random", SAMPLE, rng=1000)
    return float(scores_of(low, AP).mean() / scores_of(gold(pool_results().pooled), AP).mean())


@cache
def outsider() -> Outsider:
    """Return the first manual run, with a pool made without both manual runs."""
    return leave_group_out(pool_results().pooled, {"manual": ["manA1", "manA2"]}).outsiders[0]


RIGHT = {
    "relevant-share": lambda: f"about {RELEVANT / JUDGED:.0%}",
    "matrix/more": lambda: {
        (True, False): "only missed pairs",
        (True, True): "missed pairs and invented ones",
        (False, False): "none: 50 judgments are enough",
    }[missed("ntcir", MANY) > 0, invented("ntcir", MANY) > 0],
    "whose-method": lambda: {
        ("ntcir", "ntcir"): "NTCIR keeps more, and invents more",
        ("ntcir", "mm"): "NTCIR keeps more, MM invents more",
        ("mm", "ntcir"): "MM keeps more, NTCIR invents more",
        ("mm", "mm"): "MM keeps more, and invents more",
    }[
        max(("mm", "ntcir"), key=lambda one: found(one, SOME).AA),
        max(("mm", "ntcir"), key=lambda one: invented(one, SOME)),
    ],
    "race/bias": lambda: {
        TOGETHER: "of those that let all runs vote, such as Borda",
        LEARNING: "of those that learn which runs are right, such as MM",
        ("random",): "of Random",
    }[max((TOGETHER, LEARNING, ("random",)), key=lambda methods: bias(methods, SAMPLE))],
    "race/no-merit": lambda: {True: "it claims hardly anything"}[
        claimed("random", SAMPLE) < min(claimed(one, FEW) for one in METHODS if one != "random")
    ],
    "fair-sample": lambda: {
        1: "it falls to about a fifth",
        2: "it falls to about a half",
        5: "it stays: each document had the same chance",
    }[round(5 * sampled())],
    "outsider": lambda: str(outsider().rank_without),
}
TOLD = [
    ("about 5%", lambda: [RELEVANT / JUDGED]),
    ("4,728 of 86,830, 5.4%.", lambda: [RELEVANT, JUDGED, RELEVANT / JUDGED]),
    (
        "39 of the 79 pairs that 5 judgments a topic call significant",
        lambda: [invented("ntcir", FEW), claimed("ntcir", FEW), FEW],
    ),
    ("The pool has 124 documents a topic", lambda: [pool_results().pooled.sizes.mean()]),
    (
        "Missed are 17 instead of 73, invented 7 instead of 39.",
        lambda: [count("ntcir", budget) for count in (missed, invented) for budget in (MANY, FEW)],
    ),
    ("NTCIR keeps 77 of the 113, MM 68.", lambda: [found("ntcir", SOME).AA, by_gold(), found("mm", SOME).AA]),
    (
        "NTCIR claims more: 97 pairs, of which 20 are invented; of MM's 80 it is 12.",
        lambda: [count(one, SOME) for one in ("ntcir", "mm") for count in (claimed, invented)],
    ),
    (
        "MM has the best τ, 0.813, and keeps 57 of the 113.",
        lambda: [found("mm", SAMPLE).tau, found("mm", SAMPLE).AA, by_gold()] if leader("tau") == "mm" else [],
    ),
    (
        "CombMNZ keeps 62 of the 113, with a τ of 0.647.",
        lambda: (
            [found("combmnz", SAMPLE).AA, by_gold(), found("combmnz", SAMPLE).tau] if leader("AA") == "combmnz" else []
        ),
    ),
    ("τ is 0.50 to 0.97 here (5 to 50 judgments)", lambda: [*taus(), FEW, MANY]),
    ("where the paper says above 0.9.", lambda: [value(RESULTS["τ above"])[0]]),
    (
        "Invented are here, on average, 35% of what NTCIR, RRF, Borda, CombMNZ and Condorcet claim, and 17% of",
        lambda: [bias(TOGETHER, SAMPLE), bias(LEARNING, SAMPLE)],
    ),
    ("With 50 judgments it is 6% and 4%.", lambda: [MANY, bias(TOGETHER, MANY), bias(LEARNING, MANY)]),
    ("The paper has 25% to 50% at its smallest budgets.", lambda: [LEAST, MOST]),
    (
        "Random claims 1 pair, and keeps 1 of the 113.",
        lambda: [claimed("random", SAMPLE), found("random", SAMPLE).AA, by_gold()],
    ),
    ("Ten of some 124 documents of each pool", lambda: [pool_results().pooled.sizes.mean()]),
    ("In the first sample below it is 20% of what", lambda: [sampled()]),
    (
        "From rank 2 to 6: 75 relevant documents",
        lambda: [outsider().rank, outsider().rank_without, outsider().unique],
    ),
    ("manA1 has rank 2 of 25.", lambda: [outsider().rank, len(pool_results().pooled.names)]),
]
GIVEN = [
    ("Over 200 collections made alike it is 25% and 6%", "tests/course/test_classroom_findings.py"),
    ("it was, typically 23%.", "tests/course/test_classroom_findings.py"),
    ("about 25% So many", "made up, as a wrong option"),
    ("about 50% Then any", "made up, as a wrong option"),
    ("0.76 to 0.95 on the passages of Deep Learning 2021", "tests/course/test_classroom_findings.py"),
]
