"""The parts of lesson 01: how do we know a search engine is good?"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

from irlearn import datasets
from irlearn.collection.assessors import Agreement
from irlearn.collection.pooling import judged_ranking, pool
from irlearn.derivation import explain
from irlearn.exercises.calculation import Exercise
from irlearn.exercises.course.vocabulary import by, choice, guess, plan, play, right, sign, task, wrong
from irlearn.exercises.parts import Option, Variant
from irlearn.measures import AP, Judged, P
from irlearn.numbers import signed
from irlearn.ranking import Ranking
from irlearn.words import counted

_NEW = "New system"
_RUNS = datasets.software_runs()
_POOLED = {name: run for name, run in _RUNS.items() if name != _NEW}
_TRUTH = datasets.software().judgments
_DEPTH = 2
_FIFTH = "d8 d9 d6 d2"
_TWO = Agreement(both=8, first_only=1, second_only=1, neither=0)


def _seen(run: str | tuple[str, ...]) -> Ranking:
    """A run as the pool of the three systems sees it."""
    return judged_ranking(run, pool(_POOLED, _DEPTH).judge(_TRUTH))


def _brings(name: str) -> str:
    return f"{name} brings {' and '.join(_POOLED[name][:_DEPTH])}"


def _cost(depth: int) -> int:
    """How many judgments a pool of the three systems costs."""
    return len(pool(_POOLED, depth).doc_ids)


def _at_depth_one(name: str) -> Ranking:
    """A run as a pool of the three systems to depth 1 sees it."""
    return judged_ranking(_RUNS[name], pool(_POOLED, 1).judge(_TRUTH))


def _perfect(name: str) -> Option:
    """The option that this system has AP 1 by a pool to depth 1."""

    def says() -> str:
        seen, known = (explain(AP, one) for one in (_at_depth_one(name), judged_ranking(_RUNS[name], _TRUTH)))
        return f"By this pool its AP is {seen.fraction}, by complete judgments {known.fraction}."

    return Option(name, lambda: AP.of(_at_depth_one(name)) == 1, says)


def _judged_only(ranking: Ranking) -> Fraction:
    """Precision by Ana's rule: of the judged documents alone."""
    judged = [grade for grade in ranking.grades if grade >= 0]
    return Fraction(sum(judged), len(judged))


_RIGHT = next(
    depth for depth in range(_DEPTH, 6) if all(doc_id in pool(_POOLED, depth).doc_ids for doc_id in _RUNS[_NEW][:3])
)
_SOME, _WORST, _BEST = (Ranking.parse(text) for text in ("U 0 U 1", "0 0 0 1", "1 0 1 1"))
_fewer = by(lambda: sign(len(pool(_RUNS, _DEPTH).doc_ids) - _cost(_RIGHT)))


def _place(name: str) -> int:
    scores = {one: (P @ 3).of(_seen(run)) for one, run in _RUNS.items()}
    return 1 + sum(score > scores[name] for score in scores.values())


def _kappa(text: str, holds: Callable[[Fraction], bool], feedback: str) -> Option:
    """An option about the kappa of the two assessors."""
    return Option(text, lambda: _TWO.kappa is not None and holds(_TWO.kappa), feedback)


def _agreement(assessor: Any) -> Agreement:
    """The learner's agreement with the tutorial; of nothing while nothing is judged."""
    return assessor.agreement or Agreement(0, 0, 0, 0)


def _agreed_on_all(assessor: Any) -> int | None:
    """On how many documents the learner agrees with the tutorial; None while one of them is not judged."""
    found = _agreement(assessor)
    return found.agreed if found.documents == len(_TRUTH) else None


def _fell(agreed: list[int | None]) -> bool:
    """Whether the learner came to agree on fewer documents, counted where all of them were judged."""
    return any(after < before for before, after in pairwise(one for one in agreed if one is not None))


def _agreed(assessor: Any) -> str:
    """The learner's agreement in words."""
    found = _agreement(assessor)
    if not assessor.compared or found.documents < len(_TRUTH):
        return "Each document gets one of the two judgments, and the button below them compares."
    return f"You agree on {found.agreed} of {found.documents}. Chance would agree on {found.by_chance} of them."


_AT_FIRST, _ONE_LOST = (Agreement(5 - lost, 0, lost, 5).kappa or 0 for lost in (0, 1))
_costs = by(lambda: len(pool(_POOLED, _DEPTH).doc_ids))

_KAPPA = guess(
    "nine-of-ten",
    "Two assessors judge the same ten documents. Each calls nine of them relevant, and they agree on eight. "
    "How large is kappa?",
    _kappa("about 0.8", lambda kappa: kappa > 0.6, "This is the agreement itself. Kappa takes away what chance gives."),
    _kappa("about 0.4", lambda kappa: 0.2 < kappa < 0.6, "Who calls almost everything relevant often agrees by luck."),
    _kappa("0", lambda kappa: kappa == 0, "It would be 0 if they agreed just as often as chance does."),
    _kappa("below 0", lambda kappa: kappa < 0, "They agree on less than two people would who judge at random."),
    because=lambda: (
        f"At random they would agree on 9/10 · 9/10 + 1/10 · 1/10 = {_TWO.by_chance} of the documents. They "
        f"agree on {_TWO.share}. Kappa is ({_TWO.share} − {_TWO.by_chance}) / "
        f"(1 − {_TWO.by_chance}) = {signed(_TWO.kappa or 0, 3)}."
    ),
)

_ASSESSOR = play(
    "assessor",
    task(
        "all",
        "Judge all ten documents. Then compare.",
        lambda assessor: assessor.compared and len(assessor.judgments) == len(_TRUTH),
        told=_agreed,
    ),
    task(
        "disagree",
        "Change one judgment on which you agreed. What happens to kappa?",
        _fell,
        sees=_agreed_on_all,
        told=f"It falls, each time by {_AT_FIRST - _ONE_LOST}. The tutorial calls half of the documents relevant, so "
        f"chance agrees on {Agreement(5, 0, 0, 5).by_chance} of them, whatever you do.",
    ),
    task(
        "all-not",
        "Judge all ten documents as not relevant.",
        lambda assessor: list(assessor.judgments.values()) == [0] * len(_TRUTH),
        wrong("Kappa counts relevant documents only", "It counts both: agreement on what is not relevant, too."),
        right(
            "Chance agrees on as many",
            "Who judges everything as not relevant agrees on each document that the other calls not relevant, "
            "without a look at any.",
        ),
        wrong("Half agreed is half right", "Then kappa would be 1/2. Kappa takes away what chance gives."),
        asks="You agree on five of ten now, and kappa is 0. Why?",
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
        "Of the new system's three, only d2 was judged.",
    ),
    Option("last", lambda: _place(_NEW) == len(_RUNS), "Nobody judged d8 and d6, so they count as not relevant."),
    because=lambda: (
        f"By the pool: {explain(P @ 3, _seen(_RUNS[_NEW])).equation}, against "
        f"{explain(P @ 3, _seen(_RUNS['System A'])).fraction} for A, B and C. "
        f"By complete judgments: {explain(P @ 3, judged_ranking(_RUNS[_NEW], _TRUTH)).equation}. "
        f"One of its three documents was judged: {explain(Judged @ 3, _seen(_RUNS[_NEW])).equation}."
    ),
)

_POOL = play(
    "pool",
    task(
        "deeper",
        "Add the new system. Make the pool deeper, step by step, until the P@3 of the new system is right.",
        lambda pool: (
            pool.added
            and not pool.contributes
            and pool.scores[_NEW]["pooled"] == pool.scores[_NEW]["complete"]
            and pool.measure == P @ 3
        ),
        told=lambda _: (
            f"Depth {_RIGHT}, with {_cost(_RIGHT)} judgments. The step to depth {_DEPTH + 1} costs "
            f"{counted(_cost(_DEPTH + 1) - _cost(_DEPTH), 'judgment')} and changes no score."
        ),
    ),
    task(
        "pool-it-too",
        f"Go back to depth {_DEPTH}, and press Pool it too.",
        lambda pool: pool.depth == _DEPTH and pool.contributes,
        _fewer("fewer", -1, lambda: f"{len(pool(_RUNS, _DEPTH).doc_ids)} judgments, against {_cost(_RIGHT)} before."),
        _fewer("as many", 0, "Read the line above the rankings: it counts the judgments."),
        _fewer("more", 1, "Read the line above the rankings: it counts the judgments."),
        asks="Its P@3 is right again. How many judgments does that cost, against task 1?",
    ),
    task(
        "perfect",
        "Score by AP, with depth 1, and without the new system in the pool.",
        lambda pool: pool.measure == AP and pool.depth == 1 and not pool.contributes,
        *map(_perfect, _POOLED),
        asks="Which system has the perfect score?",
        told="A pool this shallow can even favour a system that is in it: it knows few relevant documents.",
    ),
)

_WHOSE = guess(
    "whose-rule",
    "The pool has judged two of the four documents, one of them as relevant. Later somebody judges the other two. "
    "Whose P@4 can rise then, or stay, but never fall?",
    wrong("Ana's", "Ana divides by what is judged. If neither is relevant, she divides by 4, and no longer by 2."),
    right("Ben's", "What is unjudged counts as 0 already. A judgment makes it 1 or leaves it at 0, and 4 divides."),
    wrong("both", "Ana's divisor grows with each judgment. What she adds above the line may be 0."),
    wrong("neither", "An unjudged document counts as 0 for Ben. No judgment can make it count for less."),
    because=lambda: (
        f"Ana: {_judged_only(_SOME)} now, and between {_judged_only(_WORST)} and {_judged_only(_BEST)} in the end. "
        f"Ben: {explain(P @ 4, _SOME).fraction} now, and between {explain(P @ 4, _WORST).fraction} and "
        f"{explain(P @ 4, _BEST).fraction}."
    ),
)

_MISTAKE = Exercise(
    "leaving-out",
    P @ 4,
    _seen(_FIFTH),
    "The fifth system returns d8, d9, d6 and d2. The pool has judged d9 (not relevant) and d2 (relevant); "
    "d8 and d6 are unjudged. What is P@4? Give three digits after the point, or a fraction.",
    (
        "Write down what the pool knows at each rank: unjudged, not relevant, unjudged, relevant.",
        "P@4 divides by 4, whatever is known about the four documents.",
        "An unjudged document adds what a document that is not relevant adds.",
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
        "By complete judgments your P@10 lies between 0.30 and 0.75. The other system's 0.42 lies in between.",
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
    _ASSESSOR,
    _COST,
    _PLACE,
    _POOL,
    _WHOSE,
    _MISTAKE,
    Variant("turn-1", "judged", seed=1),
    Variant("turn-2", "pooled-precision", seed=1, level=1),
    Variant("turn-3", "bpref", seed=20, level=1),
    _OLD,
)
