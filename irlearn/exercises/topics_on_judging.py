"""What the topics about all pairs of systems and about which documents to judge ask: how a candidate is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from irlearn.derivation import BanditPosterior, HedgeWeight, NextJudgment, Tukey, UnblockedTukey
from irlearn.derivation.judged_runs import JudgedRuns, name_of
from irlearn.derivation.score_table import ScoreTable
from irlearn.diagnosis.context import NextJudgmentContext
from irlearn.exercises.chance import choose, draw, likely, shuffled
from irlearn.exercises.generate import Draft, Draw, redrawn, topic

Runs = list[list[int]]
Sizes = tuple[tuple[int, int, int, tuple[int, int]], ...]

# 13 many comparisons

_SYSTEMS = 3


def _table(random: Random, asked: Tukey, topics: int) -> Draft:
    """Scores with two digits: topics differ more than systems do, and one system is better than the others."""
    hard = [draw(random, 10, 60) for _ in range(topics)]
    better = shuffled(random, [draw(random, 0, 15), *[0] * (_SYSTEMS - 1)])
    rows = tuple(tuple(Fraction(one + more + draw(random, 0, 24), 100) for one in hard) for more in better)
    q = asked.quantile(ScoreTable(rows))
    return asked, asked.read(((q.exact,), *rows))


@topic("tukey", "the threshold of the blocked Tukey test for all pairs, its standard error, or q", "13", places=4)
def _(random: Random, level: int) -> Draft:
    asked = Tukey(choose(random, (("error",), ("threshold",), ("threshold", "q"))[level - 1]))
    return _table(random, asked, 3 if level == 1 else 4)


@topic("tukey-unblocked", "the same of the unblocked test, which takes easy and hard topics for noise", "13", places=4)
def _(random: Random, level: int) -> Draft:
    asked = UnblockedTukey(choose(random, (("error",), ("threshold",), ("threshold", "q"))[level - 1]))
    return _table(random, asked, 4 if level < 3 else 5)


# 14 which documents to judge


def _runs(random: Random, many: int, length: int, size: int) -> Runs:
    """Runs with some documents of a pool, whose numbers are those in which they are met."""
    lists = [shuffled(random, range(size))[:length] for _ in range(many)]
    numbers = {one: place for place, one in enumerate(shuffled(random, range(size)), start=1)}
    return [[numbers[one] for one in run] for run in lists]


def _pool(runs: Runs) -> list[int]:
    return list(dict.fromkeys(one for run in runs for one in run))


_FRONT = ((2, 5, 7, (3, 4)), (3, 6, 11, (4, 6)), (3, 7, 13, (4, 8)))
"""How many runs, their length, the documents that they are taken from, and how many are relevant, of each level."""


_MORE_FRONT = ((2, 8, 13, (3, 7)), (3, 6, 12, (4, 7)), _FRONT[2])
"""The same of the second version."""


def _moved_to_front(sizes: Sizes) -> Draw:
    def drawn(random: Random, level: int) -> Draft:
        many, length, size, (few, most) = sizes[level - 1]
        asked = NextJudgment("mean")
        for _ in range(_CANDIDATES):
            runs = _runs(random, many, length, size)
            relevant = sorted(shuffled(random, _pool(runs))[: draw(random, few, most)])
            pair = JudgedRuns(tuple(map(tuple, runs)), tuple(relevant), (), {}).pair(())
            if _tells(NextJudgmentContext(asked, pair)):
                break
        return asked, asked.read(pair)

    return drawn


topic("next-judgment", "when move-to-front pooling (MTF) judges the relevant documents of several runs", "14")(
    _moved_to_front(_FRONT)
)
redrawn("next-judgment")(_moved_to_front(_MORE_FRONT))

_CANDIDATES = 3000  # that are drawn until one tells the usual mistakes apart, before the search looks closely
_WAYS: tuple[dict[str, Any], ...] = (
    {"gain": 1},
    {"gain": -1, "loss": 0},
    {"least": -1},
    {"onward": True},
    {"known": True},
    {"again": True},
)


def _tells(context: NextJudgmentContext) -> bool:
    """Whether all wrong orders find the relevant documents at other times, and no other slip gives as much."""
    relevant, right = context.stated.relevant, context.order.order
    turns = [right.index(one) + 1 for one in relevant]
    found = {sum(turns), sum(turns) - len(turns), max(turns) * len(turns), sum(turns) * len(turns)}
    for order in _orders(context):
        number = sum(map(order.index, relevant)) + len(relevant)
        if order != right and number in found:
            return False
        found.add(number)
    return len(found) > _FEWEST


_FEWEST = 6  # numbers, four of which are always met


def _orders(context: NextJudgmentContext) -> Iterator[tuple[int, ...]]:
    for way in (context.one_by_one(), context.in_turn(), context.by_rank()):
        yield tuple(document for _, document in way)
    for options in _WAYS:
        yield context.moved(**options).order


def _signed(random: Random, documents: list[int], good: float = 0.5) -> list[str]:
    return [f"d{one}{'+' if likely(random, good) else '-'}" for one in documents]


_HEDGE = ((2, 4, 6, (2, 2)), (3, 4, 7, (2, 2)), (3, 5, 8, (3, 3)))
"""How many runs, their length, the size of the pool, and how many documents are judged, of each level."""
_MORE_HEDGE = ((2, 5, 8, (2, 3)), *_HEDGE[1:])
"""The same of the second version."""


def _hedged(sizes: Sizes) -> Draw:
    def drawn(random: Random, level: int) -> Draft:
        many, length, size, (few, most) = sizes[level - 1]
        asked = HedgeWeight("loss" if level == 1 else "weight")
        runs = _runs(random, many, length, size)
        while len(_pool(runs)) < size:
            runs = _runs(random, many, length, size)
        judged = few if few == most else draw(random, few, most)
        judgments = _signed(random, shuffled(random, _pool(runs))[:judged])
        run = name_of(draw(random, 0, many - 1))
        return asked, asked.read({"runs": runs, "judged": judgments, "run": run})

    return drawn


topic("hedge-weight", "the loss and the weight of a run in Hedge after some judgments", "14", places=4)(_hedged(_HEDGE))
redrawn("hedge-weight")(_hedged(_MORE_HEDGE))


_BANDITS = ((2, 7, 10, (6, 8)), (3, 7, 11, (5, 7)), (3, 7, 11, (6, 8)))
_MORE_BANDITS = ((2, 12, 17, (5, 17)), *_BANDITS[1:])
_GAMMAS = (("1",), ("0.5", "0.6", "0.8"), ("0.5", "0.7", "0.8", "0.9"))


def _turns(random: Random, runs: Runs, many: int) -> Iterator[tuple[int, str]]:
    """Judgments as a bandit may come to them: the first document of some run that is not judged yet, and the run."""
    judged: set[int] = set()
    for _ in range(min(many, len(_pool(runs)))):
        place = choose(random, [place for place, run in enumerate(runs) if set(run) - judged])
        document = next(one for one in runs[place] if one not in judged)
        judged.add(document)
        yield document, name_of(place)


def _played(sizes: Sizes, beside: Sequence[int] = ()) -> Draw:
    """The mean, and a beside it on these levels."""

    def drawn(random: Random, level: int) -> Draft:
        many, length, size, (few, most) = sizes[level - 1]
        mean, runs = BanditPosterior(), _runs(random, many, length, size)
        documents, played = map(list, zip(*_turns(random, runs, draw(random, few, most)), strict=True))
        stated = {"run": name_of(draw(random, 0, many - 1)), "gamma": choose(random, _GAMMAS[level - 1])}
        good = (draw(random, 2, 8) / 10,) if level in beside else ()
        given = mean.read({"runs": runs, "judged": _signed(random, documents, *good), "played": played, **stated})
        return ((BanditPosterior("a"), mean) if level in beside else mean), given

    return drawn


topic("bandit-posterior", "the mean of a run's posterior in a bandit, whatever it forgets", "14")(_played(_BANDITS))
redrawn("bandit-posterior")(_played(_MORE_BANDITS, beside=(1,)))
