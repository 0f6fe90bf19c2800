"""Lesson 14, which documents to judge: what it asks. The outcomes are those of Otero, Parapar and Ferro (2023)."""

from __future__ import annotations

from functools import cache
from statistics import fmean
from typing import Any

from irlearn import AP
from irlearn.exercises.course.vocabulary import by, find, guess, plan, play, right, task, wrong
from irlearn.exercises.parts import Variant
from irlearn.numbers import fixed, percent
from irlearn.simulation.collections import classroom
from irlearn.simulation.published import PUBLISHED
from irlearn.studies.adjudication import (
    METHODS,
    Discrimination,
    LowCost,
    Outsider,
    PooledRuns,
    adjudicate,
    discriminate,
    gold,
    leave_group_out,
    pool_runs,
    scores_of,
)
from irlearn.words import counted

_JUDGED, _RELEVANT = (int(PUBLISHED[what]) for what in ("documents judged", "relevant documents"))
_OWN = 10  # documents that the learner judges
_FEW, _SAMPLE, _SOME, _MANY = 5, 10, 20, 50
"""Judgments a topic that the lesson stands at; the second is that of a random sample, too."""
COLLECTIONS, BETTER_TAU, FEWER_KEPT, OTHER_LEADER = 40, 39, 37, 40
"""Collections made as the lesson's is, from the seeds 1 to 40: in how many MM has a better τ than NTCIR with 20
judgments a topic, in how many it keeps fewer significant differences, and in how many another method leads by τ than in
what is kept, with 10. tests/studies/test_classroom_findings.py counts them.
"""
REAL_TAUS = 0.76, 0.95
"""The least and the highest τ of all methods but Random on the passages of Deep Learning 2021, with 10 to 40 judgments
a topic and pools of depth 10; counted in the same test.
"""
_TOGETHER, _LEARNING = ("ntcir", "rrf", "borda", "combmnz", "condorcet"), ("mtf", "mm", "mm-ns", "ts", "ts-ns")
"""Methods that add up what all runs say of a document, and those that follow the runs that were right."""


@cache
def _pooled() -> PooledRuns:
    """The simulated collection of the lesson, pooled."""
    made = classroom()
    return pool_runs(made.qrels, made.runs, depth=made.depth)


@cache
def _judged(method: str) -> LowCost:
    """What a method judges on the lesson's collection, up to the largest budget."""
    return adjudicate(_pooled(), method, _MANY)


@cache
def _found(method: str, budget: int) -> Discrimination:
    """What a method keeps of the differences on the lesson's collection, with so many judgments a topic."""
    return discriminate(_pooled(), _judged(method).at(budget), AP)


def _title(method: str) -> str:
    return METHODS[method].title


_share = by(lambda: round(100 * _RELEVANT / _JUDGED))


def _after_share() -> str:
    return (
        f"{_RELEVANT:,} of {_JUDGED:,}, {percent(_RELEVANT / _JUDGED, 1)}. So there is much to be saved: by judging "
        "first what is likely to be relevant."
    )


# one topic


def _raced(it: Any) -> str:
    if not it.own:
        return "Methods find more than chance does, as runs agree on relevant documents more than on others."
    best = max(it.race, key=it.race.get)
    return (
        f"You found {counted(it.own_relevant, 'relevant document')} with {it.own}. After as many judgments as the "
        f"longer board has, {_title(best)} has {it.race[best]}."
    )


def _remembered(_: Any) -> str:
    return (
        "With γ = 0 only the last judged document of a run counts, so that a run whose next documents are relevant is "
        "followed at once, and dropped at once: the bandit is not stationary. Those are MM-NS and TS-NS."
    )


# from documents to differences


def _invented(_: Any) -> str:
    few = _found("ntcir", _FEW)
    return (
        f"{few.MAL + few.MDL} of the {few.AA + few.AD + few.MAL + few.MDL} pairs that {_FEW} judgments a topic call "
        f"significant are not so by gold. Turned round (AD): {few.AD or 'none'}."
    )


def _left(_: Any) -> str:
    few, many = _found("ntcir", _FEW), _found("ntcir", _MANY)
    return (
        f"Missed are {many.MAG + many.MDG} instead of {few.MAG + few.MDG}, invented {many.MAL + many.MDL} instead of "
        f"{few.MAL + few.MDL}."
    )


def _kept(one: Discrimination) -> str:
    return f"keeps {one.AA} of the {one.AA + one.AD + one.MAG + one.MDG}"


def _claims(one: Discrimination) -> int:
    return sum(one.counts[outcome] for outcome in ("AA", "AD", "MAL", "MDL"))


def _false(one: Discrimination) -> int:
    return sum(one.counts[outcome] for outcome in ("AD", "MAL", "MDL"))


def _whose() -> str:
    mm, ntcir = (_found(method, _SOME) for method in ("mm", "ntcir"))
    return (
        f"NTCIR {_kept(ntcir)}, MM {mm.AA}. NTCIR claims more: {_claims(ntcir)} pairs, of which {_false(ntcir)} are "
        f"invented; of MM's {_claims(mm)} it is {_false(mm)}. τ says neither. Of {COLLECTIONS} collections made like "
        f"this one MM has the better τ in {BETTER_TAU}, and keeps fewer pairs in {FEWER_KEPT}; on the passages of Deep "
        "Learning 2021 it is so, too."
    )


def _leads(race: Any) -> str:
    here, few, many = (
        {method: race.judged.found(method, budget, race.measure) for method in METHODS}
        for budget in (_SAMPLE, _FEW, _MANY)
    )
    by_tau, by_kept = (max(here, key=what) for what in (lambda name: here[name].tau, lambda name: here[name].AA))
    taus = [of[method].tau for of in (few, many) for method in METHODS if method != "random"]
    return (
        f"{_title(by_tau)} has the best τ, {fixed(here[by_tau].tau, 3)}, and {_kept(here[by_tau])}. {_title(by_kept)} "
        f"{_kept(here[by_kept])}, with a τ of {fixed(here[by_kept].tau, 3)}. The two leaders differ in {OTHER_LEADER} "
        f"of {COLLECTIONS} collections made alike. Random aside, τ is {fixed(min(taus), 2)} to {fixed(max(taus), 2)} "
        f"here ({_FEW} to {_MANY} judgments) and {REAL_TAUS[0]} to {REAL_TAUS[1]} on the passages of Deep Learning "
        "2021 (10 to 40), where the paper says above 0.9."
    )


def _biased(race: Any) -> str:
    voting, learning = (
        [
            percent(fmean(race.judged.found(method, budget, race.measure).bias for method in methods), 0)
            for budget in (_SAMPLE, _MANY)
        ]
        for methods in (_TOGETHER, _LEARNING)
    )
    return (
        f"Invented are, on average, {voting[0]} of what NTCIR, RRF, Borda, CombMNZ and Condorcet claim, and "
        f"{learning[0]} of what MTF and the bandits do. With {_MANY} judgments it is {voting[1]} and {learning[1]}. "
        "The paper has 25% to 50% at its smallest budgets."
    )


def _powerless(_: Any) -> str:
    few = _found("random", _SAMPLE)
    return f"Random claims {counted(few.AA + few.AD + few.MAL + few.MDL, 'pair')}, and {_kept(few)}."


# traps


def _sampled() -> float:
    """The mean AP of all runs by the widget's first random sample, as a share of that by the whole pool."""
    low = adjudicate(_pooled(), "random", _SAMPLE, rng=1000)
    return float(scores_of(low, AP).mean() / scores_of(gold(_pooled()), AP).mean())


_falls = by(lambda: round(4 * _sampled()))


def _after_sample() -> str:
    return (
        f"In the first sample below it is {percent(_sampled(), 0)} of what it was. A relevant document that was not "
        "drawn counts as not relevant and pushes down the precision of those that were; a topic of which none was "
        "drawn scores 0."
    )


def _beside_mtf(it: Any) -> str:
    mtf = _found("mtf", it.budget)
    return (
        f"Its τ is {fixed(it.tau, 3)}, it keeps {fixed(it.AA, 1)} pairs, and its bias is {fixed(it.bias, 3)}. MTF with "
        f"as many judgments: {fixed(mtf.tau, 3)}, {mtf.AA} and {fixed(mtf.bias, 3)}."
    )


def _outsiders() -> tuple[Outsider, ...]:
    return leave_group_out(_pooled(), {"manual": ["manA1", "manA2"]}).outsiders


_drop = by(lambda: _outsiders()[0].rank_without)


def _after_outsider() -> str:
    one = _outsiders()[0]
    return (
        f"From rank {one.rank} to {one.rank_without}: {one.unique} relevant documents were judged only because of the "
        "two manual runs. Without them, they count as not relevant."
    )


PLAN = plan(
    "14",
    "Which documents to judge?",
    guess(
        "relevant-share",
        "How many of the judged documents were relevant?",
        _share("about 5%", 5),
        _share(
            "about 25%", 25, "So many may be in the first ranks of a good run. The pool goes down to rank 100 of all."
        ),
        _share("about 50%", 50, "Then any order of judging would do."),
        because=_after_share,
    ),
    play(
        "judge",
        task(
            "yourself",
            "Judge ten documents yourself: press them in the lists. Find as many relevant ones as you can.",
            lambda it: it.own >= _OWN,
            told=_raced,
        ),
        task(
            "mtf",
            "Let MTF judge ten.",
            lambda it: it.method == "mtf" and it.steps >= _OWN,
            right("after a document that is not relevant", "That lowers the priority of its run."),
            wrong("after each document", "It stays with a run as long as that pays."),
            wrong("after a relevant document", "Look at what the priorities do."),
            asks="When does it go on with another run?",
        ),
        task(
            "bandit",
            "Let MM judge ten, once with γ = 1 and once with γ = 0.",
            lambda seen: {1, 0} <= {gamma for method, gamma, steps in seen if method == "mm" and steps >= _OWN},
            wrong("nothing at all", "The last judgment is added after the rest was multiplied by γ."),
            right("a run's last judged document alone", "All before is multiplied by 0."),
            wrong("all judged documents of a run", "So it is with γ = 1."),
            sees=lambda it: (it.method, float(it.gamma), it.steps),
            asks="What does MM remember with γ = 0?",
            told=_remembered,
        ),
        task(
            "hedge",
            "Let Hedge judge ten. Then start again, and judge the next.",
            lambda it: it.method == "hedge" and it.steps >= _OWN,
            wrong("those that do not have it", "Those runs were right not to have it: they gain weight."),
            right("those that have it near the top", "The higher they had it, the more they trusted it."),
            wrong("all alike", "Compare the weights after a judgment."),
            asks="A judged document is not relevant. Which runs lose most of their weight?",
        ),
    ),
    Variant("next", "next-judgment", seed=12, level=1),
    Variant("posterior", "bandit-posterior", seed=58, level=1),
    Variant("weight", "hedge-weight", seed=1, level=1),
    play(
        "matrix",
        task(
            "invented",
            "Light what the cheap judgments invent: MAL, then MDL.",
            lambda lit: {"MAL", "MDL"} <= set(lit),
            sees=lambda it: it.lit,
            told=_invented,
        ),
        task(
            "missed",
            "Go to a pair that is missed, MAG.",
            lambda it: it.outcome == "MAG",
            right("it kept its sign, below the threshold", "Both numbers stand below the counts."),
            wrong("the other system is ahead now", "That would be MDG, or AD where both find it."),
            wrong("gold did not find it either", "Then it would be PA."),
            asks="What became of its difference?",
        ),
        task(
            "more",
            "Raise the budget to 50 judgments a topic.",
            lambda it: it.method == "ntcir" and it.budget == _MANY,
            wrong("only missed pairs", "What is relevant for sure can still be too little: look at MAL and MDL."),
            right("missed pairs and invented ones", "Neither is gone."),
            wrong("none: 50 judgments are enough", "The pool has 124 documents a topic, on average."),
            asks="Which errors are left?",
            told=_left,
        ),
    ),
    Variant("outcome", "pair-outcome", seed=1, level=1),
    Variant("precision", "discrimination", seed=2, level=1),
    guess(
        "whose-method",
        "Which of the two keeps more of gold's significant differences?",
        wrong("MM: it finds more relevant documents", "How many they are does not say which pairs they tell apart."),
        wrong(
            "MM: its order is nearer to gold's", "τ counts each pair alike, whether its difference is large or small."
        ),
        right("NTCIR"),
        wrong("both keep as many", "They judge other documents, so other differences become large."),
        because=_whose,
    ),
    play(
        "race",
        task(
            "leads",
            "Look at τ and at the share kept, both at 10 judgments.",
            lambda it: {("tau", _SAMPLE), ("recall", _SAMPLE)} <= it.seen,
            wrong("yes", "Compare the marks in the two columns."),
            right("no", "An order and its significant differences are two things."),
            asks="Does the same method lead in both?",
            told=_leads,
        ),
        task(
            "bias",
            "Look at the bias at 10 judgments.",
            lambda it: ("bias", _SAMPLE) in it.seen,
            wrong("of those that learn which runs are right, such as MM", "Press MM: it lies lower than most."),
            right("of those that let all runs vote, such as Borda", "Runs that go with the others look too good."),
            wrong("of Random", "Its line is the lowest of all."),
            asks="Of whose claims does gold confirm least?",
            told=_biased,
        ),
        find(
            "no-merit",
            "Random has hardly any bias with 10 judgments. Why is that no merit?",
            wrong("it finds too few relevant documents", "So does DepthN with 5, and it claims more."),
            right("it claims hardly anything", "A method that claims almost nothing is almost never wrong."),
            wrong("its τ is low", "Bias does not look at the order."),
            told=_powerless,
        ),
    ),
    guess(
        "fair-sample",
        "Ten of some 124 documents of each pool are drawn at random and judged. What becomes of the mean AP of all "
        "runs?",
        _falls(
            "it stays: each document had the same chance",
            4,
            "The documents were drawn fairly. AP takes those that were not drawn for not relevant.",
        ),
        _falls(
            "it falls to about a half", 2, "Further. Each relevant document that is known has lost the others above it."
        ),
        _falls("it falls to about a quarter", 1),
        wrong(
            "it rises: fewer relevant documents are known", "AP divides by fewer, and finds fewer above each of them."
        ),
        because=_after_sample,
    ),
    play(
        "trap",
        task(
            "draw",
            "Draw until there are five samples.",
            lambda it: it.draws >= 5,
            right("no: all samples say too little", "So it is a bias of the scores, and no bad luck."),
            wrong("yes: their mean comes near the whole pool's", "Compare the two means in the table."),
            asks="Does the mean of several samples mend it?",
        ),
        task(
            "inferred",
            "Score the same samples by inferred AP.",
            lambda it: it.estimate == "infAP" and it.draws > 0,
            wrong("it counts as relevant", "Then AP would come out too high."),
            right("it counts as the judged ones above it are on average", "An expected precision, instead of none."),
            wrong(
                "it is left out of the list", "That is what condensed lists do. Here it keeps its place in the count."
            ),
            asks="What does inferred AP make of a document of the pool that was not judged?",
            told=_beside_mtf,
        ),
    ),
    guess(
        "outsider",
        "manA1 has rank 2 of 25. Its pool is made again without the two manual runs, and judged whole. Which rank does "
        "it get?",
        _drop("2: a good run finds what the others find", 2, "It also finds what they do not."),
        _drop("6", 6),
        _drop("20", 20, "Most of its relevant documents are in the others' pool, too."),
        because=_after_outsider,
    ),
    Variant("turn-1", "discrimination", seed=3, level=2),
    Variant("turn-2", "bandit-posterior", seed=16, level=2),
)
