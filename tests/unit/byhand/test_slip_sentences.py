"""Test that following the sentence of a hint gives the number that it explains."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import log2
from typing import Any

import pytest

from irlearn import AP, MAP, Ranking, nDCG
from irlearn.byhand.checking import check_question, make_question
from irlearn.byhand.possible_slips import GUESS_KINDS

ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"]


def ap(grades: list[int], judged: list[int], k: int | None = None) -> float:
    hits = [rank for rank, grade in enumerate(grades[:k], 1) if grade > 0]
    return sum(n / rank for n, rank in enumerate(hits, 1)) / sum(grade > 0 for grade in judged)


def dcg(grades: list[int]) -> float:
    return sum(grade / log2(rank + 1) for rank, grade in enumerate(grades, 1))


def ndcg(grades: list[int], judged: list[int], k: int | None = None) -> float:
    return dcg(grades[:k]) / dcg(sorted(judged, reverse=True)[:k])


class Listed:
    """A list, what was judged, and how its score is worked out."""

    def __init__(self, grades: list[int], missed: list[int], score: Callable[..., float], k: int | None) -> None:
        self.grades, self.judged, self.score, self.k = grades, [*grades, *missed], score, k
        top, ideal = grades[:k], sorted(self.judged, reverse=True)[:k]
        hits = [rank for rank, grade in enumerate(top, 1) if grade]
        if score is ap:
            self.terms, self.below = [n / rank for n, rank in enumerate(hits, 1)], [float(sum(map(bool, self.judged)))]
        else:
            self.terms = [grade / log2(rank + 1) for rank, grade in enumerate(top, 1) if grade]
            self.below = [grade / log2(rank + 1) for rank, grade in enumerate(ideal, 1) if grade]

    def of(self, grades: list[int], judged: list[int], k: int | None = None) -> float:
        return self.score(grades, judged, k or self.k)

    def slipped(self, ideal: bool, change: Callable[[list[float]], float]) -> float:
        return sum(self.terms) / change(self.below) if ideal else change(self.terms) / sum(self.below)


def _grade(it: Listed, named: str | None) -> int:
    return int(named) if named else 1


def _fewer(it: Listed, grade: int) -> list[int]:
    judged = list(it.judged)
    judged.remove(grade)
    return judged


def _taken(it: Listed, rank: int, grade: int) -> float:
    grades = [*it.grades[: rank - 1], grade, *it.grades[rank:]]
    spare = list(it.judged)
    missed = spare[len(it.grades) :]
    lowest = min(one for one in it.judged if one)
    extra = [0] if not grade or lowest in missed else [lowest]
    return it.of(grades, [*it.judged, *extra])


def _without(place: str) -> Callable[[list[float]], float]:
    return lambda terms: sum(terms) - terms[ORDINALS.index(place)]


def _instead(written: str, place: str) -> Callable[[list[float]], float]:
    above, below = written.split("/")
    worth = float(above) / (log2(int(re.findall(r"\((\d+)\)", below)[0])) if "log2" in below else float(below))
    return lambda terms: sum(terms) - terms[ORDINALS.index(place)] + worth


LISTS: dict[str, Callable[..., float]] = {
    r"(in the ideal )?you left out your (\w+) term": lambda it, ideal, at: it.slipped(bool(ideal), _without(at)),
    r"(in the ideal )?you took ([\d/ log()]+) as your (\w+) term": lambda it, ideal, written, at: it.slipped(
        bool(ideal), _instead(written, at)
    ),
    r"you counted one relevant document(?: of grade (\d))? too many": lambda it, grade: it.of(
        it.grades, [*it.judged, _grade(it, grade)]
    ),
    r"you counted one relevant document(?: of grade (\d))? too few": lambda it, grade: it.of(
        it.grades, _fewer(it, _grade(it, grade))
    ),
    r"you counted the document at rank (\d+) as not relevant": lambda it, rank: _taken(it, int(rank), 0),
    r"you counted the document at rank (\d+) as relevant": lambda it, rank: _taken(
        it, int(rank), min(one for one in it.judged if one)
    ),
}
SCALES: dict[str, Callable[[float], float]] = {
    "a percent sign is missing": lambda right: 100 * right,
    "the decimal point is one place too far to the right": lambda right: 10 * right,
    "the decimal point is one place too far to the left": lambda right: right / 10,
    "you divided by 100 once too often": lambda right: right / 100,
    "you gave 1 minus the value": lambda right: 1 - right,
    "your fraction is upside down": lambda right: 1 / right,
}


def guesses(asked: Any, given: Any) -> list[tuple[str, str, float]]:
    """What every kind of hint may say of a question: the kind, the sentence and the number."""
    question = make_question(asked, given)
    typed = check_question(question, "1.2345").answer
    return [
        (one.id, guess.sentence_end, guess.value) for one in GUESS_KINDS for guess in one.guesses_for(question, typed)
    ]


def check(
    found: list[tuple[str, str, float]], it: Any, ways: dict[str, Callable[..., float]], right: float
) -> set[str]:
    """The kinds whose sentences were done, each with the number that it comes to."""
    done = set()
    for identity, says, value in found:
        for pattern, way in ways.items():
            if match := re.fullmatch(pattern, says):
                assert value == pytest.approx(way(it, *match.groups()), abs=1e-9), says
                done.add(identity)
        if says in SCALES:
            assert value == pytest.approx(SCALES[says](right), abs=1e-9), says
            done.add(identity)
    return done


SLIPS = {"scale", "term-left-out", "term-of-next-rank", "term-of-rank-above", "one-relevant-more"}
SLIPS |= {"one-judged-wrong"}


@pytest.mark.parametrize(
    ("asked", "grades", "missed", "score", "k"),
    [
        (AP, [1, 0, 1, 1, 0, 1, 0, 0], [1, 1], ap, None),
        (AP @ 5, [0, 1, 1, 0, 1, 1, 0], [1, 1, 1], ap, 5),
        (nDCG @ 4, [2, 0, 3, 1, 0], [3, 2], ndcg, 4),
    ],
)
def test_a_slip_in_a_list_comes_to_the_number_that_it_explains(
    asked: Any, grades: list[int], missed: list[int], score: Callable[..., float], k: int | None
) -> None:
    it = Listed(grades, missed, score, k)
    right = it.of(grades, it.judged)
    assert float(asked.of(Ranking(grades, it.judged))) == pytest.approx(right)
    found = guesses(asked, Ranking(grades, it.judged))
    assert check(found, it, LISTS, right) == SLIPS
    told = {identity for identity, _, _ in found}
    single = {says for identity, says, _ in found if identity in SLIPS}
    assert all(any(re.fullmatch(one, says) for one in LISTS) or says in SCALES for says in single), "each is done"
    assert told >= {"rounded", "rounded-finely"}


def test_a_query_that_went_wrong_comes_to_the_number_that_it_explains() -> None:
    values = [0.31, 0.47, 0.92, 0.15]
    ways: dict[str, Callable[..., float]] = {
        r"you left out your (\w+) query, but counted it in the divisor": lambda it, at: (
            (sum(it) - it[ORDINALS.index(at)]) / 4
        ),
        r"you left out your (\w+) query": lambda it, at: (sum(it) - it[ORDINALS.index(at)]) / 3,
        r"you added your (\w+) query twice": lambda it, at: (sum(it) + it[ORDINALS.index(at)]) / 4,
    }
    found = guesses(MAP, tuple(map(str, values)))
    assert check(found, values, ways, sum(values) / 4) == {"scale", "query-left-out"}
    assert sum(identity == "query-left-out" for identity, _, _ in found) == 12


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        (AP, Ranking.parse("1 0 1 1 0 1", relevant=7)),
        (nDCG @ 4, Ranking.parse("2 0 3 1", missed="3 2")),
        (MAP, ("0.31", "0.47")),
    ],
)
def test_no_hint_tells_the_right_number(asked: Any, given: Any) -> None:
    right = float(make_question(asked, given).right_value)
    for identity, says, _ in guesses(asked, given):
        numbers = [float(one) for one in re.findall(r"\d*\.\d+", says)]
        assert not any(abs(one - right) < 5e-4 for one in numbers), (identity, says)
