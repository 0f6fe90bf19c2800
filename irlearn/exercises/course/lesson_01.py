"""The parts of lesson 01: how do we know a search engine is good?"""

from __future__ import annotations

from fractions import Fraction

from irlearn import datasets
from irlearn.collection.assessors import Agreement
from irlearn.collection.pooling import judged_ranking, pool
from irlearn.derivation import explain
from irlearn.exercises.calculation import Exercise
from irlearn.exercises.course.vocabulary import by, choice, guess, plan, right, wrong
from irlearn.exercises.parts import Option, Variant
from irlearn.measures import Judged, P
from irlearn.ranking import Ranking

_NEW = "New system"
_RUNS = datasets.software_runs()
_POOLED = {name: run for name, run in _RUNS.items() if name != _NEW}
_TRUTH = datasets.software().judgments
_DEPTH = 2
_FIFTH = "d2 d8 d9 d6"
_TWO = Agreement(both=4, first_only=1, second_only=1, neither=4)


def _seen(run: str | tuple[str, ...]) -> Ranking:
    """A run as the pool of the three systems sees it."""
    return judged_ranking(run, pool(_POOLED, _DEPTH).judge(_TRUTH))


def _brings(name: str) -> str:
    return f"{name} brings {' and '.join(_POOLED[name][:_DEPTH])}"


def _place(name: str) -> int:
    scores = {one: (P @ 3).of(_seen(run)) for one, run in _RUNS.items()}
    return 1 + sum(score > scores[name] for score in scores.values())


_kappa, _costs = by(lambda: _TWO.kappa), by(lambda: len(pool(_POOLED, _DEPTH).doc_ids))

_KAPPA = guess(
    "two-assessors",
    "Two assessors judge the same ten documents. Each calls five relevant. They agree on eight documents. "
    "What is Cohen’s kappa?",
    _kappa("4/5", Fraction(4, 5), "This is the agreement itself, 8 of 10. Kappa takes away what chance would give."),
    _kappa(
        "3/5",
        Fraction(3, 5),
        lambda: (
            f"At random they would agree on 5/10 · 5/10 + 5/10 · 5/10 = {_TWO.by_chance}. "
            f"The agreement beyond chance is {_TWO.share} − {_TWO.by_chance}, and at most 1 − {_TWO.by_chance} "
            f"could be beyond it: {_TWO.kappa}."
        ),
    ),
    _kappa(
        "3/10",
        Fraction(3, 10),
        "This is the agreement beyond chance, 4/5 − 1/2. Kappa divides it by the most that could be beyond chance.",
    ),
)

_COST = guess(
    "pool-cost",
    "Systems A, B and C are pooled to depth 2. How many documents does somebody have to judge?",
    _costs("4 documents", 4, "Systems that find the same documents share the cost of judging them."),
    _costs(
        "6 documents", 6, "Three systems times two ranks is 6. But a document that two systems return is judged once."
    ),
    _costs("10 documents", 10, "This is the whole collection. A pool spares most of it."),
    because=lambda: (
        f"{'; '.join(_brings(name) for name in _POOLED)}. "
        f"These are {len(pool(_POOLED, _DEPTH).doc_ids)} different documents."
    ),
)

_PLACE = guess(
    "new-system",
    "The new system was built after the pool. Its first three documents are d8, d6 and d2, and all three are relevant. "
    "Where does it stand among the four systems by P@3, with the judgments of the pool of A, B and C to depth 2?",
    Option(
        "first",
        lambda: _place(_NEW) == 1,
        "It would be first if somebody had judged d8 and d6. The pool never held them.",
    ),
    Option(
        "level with A, B and C",
        lambda: 1 < _place(_NEW) < len(_RUNS),
        "A, B and C have two judged relevant documents each in the first three ranks. "
        "Of the new system’s three, only d2 was judged.",
    ),
    Option("last", lambda: _place(_NEW) == len(_RUNS), "Nobody judged d8 and d6, so they count as not relevant."),
    because=lambda: (
        f"By the pool: {explain(P @ 3, _seen(_RUNS[_NEW])).equation}, against "
        f"{explain(P @ 3, _seen(_RUNS['System A'])).fraction} for A, B and C. "
        f"By complete judgments: {explain(P @ 3, judged_ranking(_RUNS[_NEW], _TRUTH)).equation}. "
        f"One of its three documents was judged: {explain(Judged @ 3, _seen(_RUNS[_NEW])).equation}."
    ),
)

_MISTAKE = Exercise(
    "leaving-out",
    P @ 4,
    _seen(_FIFTH),
    "A fifth system returns d2, d8, d9 and d6. The pool has judged d2 (relevant) and d9 (not relevant); "
    "d8 and d6 are unjudged. What is P@4? Give three digits after the point, or a fraction.",
    (
        "Write down what the pool knows at each rank: relevant, unjudged, not relevant, unjudged.",
        "P@4 divides by 4, whatever is known about the four documents.",
        "An unjudged document adds what a document that is not relevant adds.",
    ),
)

_BOUND = choice(
    "more-judgments",
    "Later somebody judges the unjudged documents of a list, too. What can that do to its P@k?",
    wrong(
        "lower it or leave it, never raise it",
        "An unjudged document counts as 0 already. No judgment can make it count for less.",
    ),
    wrong(
        "raise it or lower it",
        "This holds for AP, whose divisor grows with each new relevant document. P@k always divides by k.",
    ),
    right(
        "raise it or leave it, never lower it",
        "An unjudged document counts as 0 already. A judgment makes it 1 or leaves it at 0, and k stays the same. "
        "So P@k by a pool is a lower bound. This does not hold for every measure: "
        "AP divides by the known relevant documents, and their number grows.",
    ),
    wrong(
        "nothing, for unjudged documents were left out",
        "They were not left out. They counted as not relevant, and k counted them.",
    ),
)

_OLD = choice(
    "old-collection",
    "Your new system has P@10 = 0.30 and Judged@10 = 0.55 on an old collection. The best system that was pooled there "
    "has P@10 = 0.42 and Judged@10 = 1. What do you conclude?",
    wrong(
        "my system is worse",
        "45% of what your system shows first is unjudged and counts as not relevant. "
        "If all of it were relevant, P@10 would be 0.30 + 0.45 = 0.75.",
    ),
    wrong(
        "my system is better",
        "It may be. By complete judgments its P@10 lies between 0.30 and 0.75, and 0.42 lies in between.",
    ),
    right(
        "these judgments cannot tell; the unjudged documents have to be judged first",
        "By complete judgments your P@10 lies between 0.30 and 0.75. The other system’s 0.42 lies in between.",
    ),
    wrong(
        "I leave the unjudged documents out and report the higher number",
        "That assumes that the unjudged documents are relevant as often as the judged ones. Nobody has looked.",
    ),
)

PLAN = plan(
    "01",
    "How do we know a search engine is good?",
    _KAPPA,
    _COST,
    _PLACE,
    _MISTAKE,
    _BOUND,
    Variant("turn-1", "judged", seed=1),
    Variant("turn-2", "pooled-precision", seed=1, level=1),
    Variant("turn-3", "bpref", seed=20, level=1),
    _OLD,
)
