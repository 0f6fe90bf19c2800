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
    deep_learning_2021,
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


SHOWN = ("depth", "ntcir", "mtf", "hedge", "mm", "ts", "random")


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


def real(method: str, depth: int, name: str, budget: int = SAMPLE, measure: str = "AP(rel=2)") -> float:
    """Return a recorded mean of a method on the passages of Deep Learning 2021."""
    return deep_learning_2021(depth).of(method, budget, measure).mean[name]


def leaders(depth: int, budget: int) -> list[str]:
    """Return the methods of the widget's tables that keep the largest whole percentage of the passages' pairs."""
    kept = {method: real(method, depth, "recall", budget) for method in SHOWN}
    most = f"{max(kept.values()):.0%}"
    return sorted((method for method in SHOWN if f"{kept[method]:.0%}" == most), key=kept.__getitem__, reverse=True)


@cache
def sampled() -> float:
    """Return mean AP of all runs with the widget's first random sample, as a share of mean AP with the whole pool."""
    low = adjudicate(pool_results().pooled, "random", SAMPLE, rng=1000)
    return float(scores_of(low, AP).mean() / scores_of(gold(pool_results().pooled), AP).mean())


@cache
def outsider() -> Outsider:
    """Return the first manual run, with a pool made without both manual runs."""
    return leave_group_out(pool_results().pooled, {"manual": ["manA1", "manA2"]}).outsiders[0]


def both(method: str, depth: int) -> list[tuple[str, int, str]]:
    """Return the arguments of `real` for the pairs kept and the claims invented."""
    return [(method, depth, name) for name in ("recall", "bias")]


RIGHT = {
    "relevant-share": lambda: f"about {RELEVANT / JUDGED:.0%}",
    "more-judgments/more": lambda: {
        (True, False): "only missed pairs",
        (True, True): "missed pairs and invented pairs",
        (False, False): "none, because 50 judgments are enough",
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
    "tables/few": lambda: {
        ("ntcir", True): "NTCIR keeps the most but invents a quarter of its claims",
        ("ntcir", False): "one method keeps the most and invents the least",
    }[leaders(10, SAMPLE)[0], round(4 * real("ntcir", 10, "bias")) == 1],
    "tables/deeper": lambda: {
        ("ts", "mtf"): "TS and MTF",
        ("ntcir",): "NTCIR",
        ("depth",): "DepthN",
    }[tuple(leaders(50, SAMPLE))],
    "race/bias": lambda: {
        TOGETHER: "those of the methods that let all runs vote, such as Borda",
        LEARNING: "those of the methods that learn which runs are right, such as MM",
        ("random",): "those of Random",
    }[max((TOGETHER, LEARNING, ("random",)), key=lambda methods: bias(methods, SAMPLE))],
    "race/no-merit": lambda: {True: "it claims hardly anything"}[
        claimed("random", SAMPLE) < min(claimed(one, FEW) for one in METHODS if one != "random")
    ],
    "fair-sample": lambda: {
        1: "it falls to about a fifth",
        2: "it falls to about a half",
        5: "it stays the same, because each document had the same chance",
    }[round(5 * sampled())],
    "outsider": lambda: str(outsider().rank_without),
}
TOLD = [
    ("about 5%", lambda: [RELEVANT / JUDGED]),
    ("4,728 of 86,830 were relevant, which is 5.4%.", lambda: [RELEVANT, JUDGED, RELEVANT / JUDGED]),
    (
        "Of the 79 pairs that 5 judgments per topic call significant, 39 are not significant by gold.",
        lambda: [claimed("ntcir", FEW), FEW, invented("ntcir", FEW)],
    ),
    ("The pool has 124 documents per topic", lambda: [pool_results().pooled.sizes.mean()]),
    (
        "With 50 judgments 17 pairs are missed instead of 73, and 7 are invented instead of 39.",
        lambda: [MANY] + [count("ntcir", budget) for count in (missed, invented) for budget in (MANY, FEW)],
    ),
    ("NTCIR keeps 77 of the 113 pairs, and MM 68.", lambda: [found("ntcir", SOME).AA, by_gold(), found("mm", SOME).AA]),
    (
        "NTCIR claims 97 pairs, of which 20 are invented; MM claims 80, of which 12 are invented.",
        lambda: [count(one, SOME) for one in ("ntcir", "mm") for count in (claimed, invented)],
    ),
    (
        "MM has the best τ, 0.813, and keeps 57 of the 113 pairs.",
        lambda: [found("mm", SAMPLE).tau, found("mm", SAMPLE).AA, by_gold()] if leader("tau") == "mm" else [],
    ),
    (
        "CombMNZ keeps 62 of the 113, with a τ of 0.647.",
        lambda: (
            [found("combmnz", SAMPLE).AA, by_gold(), found("combmnz", SAMPLE).tau] if leader("AA") == "combmnz" else []
        ),
    ),
    ("τ is 0.50 to 0.97 here (5 to 50 judgments)", lambda: [*taus(), FEW, MANY]),
    ("The paper reports τ above 0.9.", lambda: [value(RESULTS["τ above"])[0]]),
    (
        "On average 35% of the claims of NTCIR, RRF, Borda, CombMNZ and Condorcet are invented here, and 17% of",
        lambda: [bias(TOGETHER, SAMPLE), bias(LEARNING, SAMPLE)],
    ),
    ("With 50 judgments the shares are 6% and 4% here.", lambda: [MANY, bias(TOGETHER, MANY), bias(LEARNING, MANY)]),
    ("The paper has 25% to 50% at its smallest budgets.", lambda: [LEAST, MOST]),
    (
        "Random claims a single pair, and so it keeps 1 of the 113.",
        lambda: [found("random", SAMPLE).AA, by_gold()],
    ),
    ("Ten of the 124 or so documents of each pool", lambda: [pool_results().pooled.sizes.mean()]),
    ("In the first sample below it is 20% of what", lambda: [sampled()]),
    (
        "manA1 falls from rank 2 to 6: 75 relevant documents",
        lambda: [outsider().rank, outsider().rank_without, outsider().unique],
    ),
    (
        "NTCIR keeps 77%, and 26% of its claims are invented. TS keeps 73%, with 17% invented. DepthN keeps 54%.",
        lambda: [real(*what) for what in (*both("ntcir", 10), *both("ts", 10), ("depth", 10, "recall"))],
    ),
    (
        "DepthN keeps 54% here, and MTF, MM and TS keep 69% to 73%.",
        lambda: [
            real("depth", 10, "recall"),
            *(choose(real(one, 10, "recall") for one in ("mtf", "mm", "ts")) for choose in (min, max)),
        ],
    ),
    (
        "With nDCG@10, NTCIR keeps 85% with 33% invented, and TS keeps 84% with 22% invented.",
        lambda: [
            *(real(*what, measure="nDCG@10") for what in (*both("ntcir", 10), *both("ts", 10))),
        ],
    ),
    (
        "With 5 judgments and AP, NTCIR and Hedge invent 26%: the paper has 25% to 50%",
        lambda: (
            [FEW, real("ntcir", 10, "bias", FEW), LEAST, MOST]
            if round(100 * real("ntcir", 10, "bias", FEW)) == round(100 * real("hedge", 10, "bias", FEW))
            else []
        ),
    ),
    ("Random invents nothing, but it keeps only 3%.", lambda: [real("random", 10, "recall")]),
    (
        "NTCIR keeps 60% now, where it kept 77%, and 42% of its claims are invented.",
        lambda: [real("ntcir", 50, "recall"), real("ntcir", 10, "recall"), real("ntcir", 50, "bias")],
    ),
    ("Both keep 68%.", lambda: [real("ts", 50, "recall")]),
    ("DepthN keeps 52%.", lambda: [real("depth", 50, "recall")]),
    (
        "NTCIR keeps 60%, and 42% of its claims are invented. It now counts",
        lambda: [real(*what) for what in both("ntcir", 50)],
    ),
    (
        "NTCIR finds 307 relevant documents instead of 325.",
        lambda: [real("ntcir", depth, "relevant") for depth in (50, 10)],
    ),
    ("manA1 has rank 2 of 25.", lambda: [outsider().rank, len(pool_results().pooled.names)]),
]
GIVEN = [
    (
        "over 200 collections simulated in the same way the means are 25% and 6%",
        "tests/course/test_classroom_findings.py",
    ),
    ("it was, and typically 23%.", "tests/course/test_classroom_findings.py"),
    ("about 25% A share", "made up, as a wrong option"),
    ("about 50% Then it", "made up, as a wrong option"),
    ("0.76 to 0.95 on the passages of Deep Learning 2021", "tests/course/test_classroom_findings.py"),
]
