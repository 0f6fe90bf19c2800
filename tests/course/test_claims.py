"""Test claims of lessons 00 to 07 on many cases, not only on the case shown beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

import pytest
from lesson_pages import PAGES, cells, instructor, told

from irlearn import CG, RR, P, Ranking, datasets, gMAP, nDCG, precision_recall, widgets
from irlearn.byhand.checking import check
from irlearn.byhand.dcg_variants import DCGVariant
from irlearn.byhand.hand_calculation import Exercise
from irlearn.course.lesson_parts import GeneratedExercise
from irlearn.course.lessons import LESSONS
from irlearn.measures.means import Mean
from irlearn.statistics import sign_test
from irlearn.text.html import div
from irlearn.widgets.lesson.question_view import draw_given

FIVE, MIXED = datasets.five_grades(), Ranking.parse("0 1 0 1 1 0 1 1 0 1", relevant=8)
SIXTH = Ranking.parse("0 0 0 0 0 1 0 1")
RELEVANT = 3
HERE = [lesson for lesson in LESSONS if lesson <= "07"]


def ranking_of(grades: Iterable[int]) -> Ranking:
    """Return a ranking for a query with three relevant documents in total."""
    return Ranking.parse(" ".join(map(str, grades)), relevant=RELEVANT)


LISTS = [ranking_of(one) for one in product((0, 1), repeat=5) if 0 < sum(one) <= RELEVANT]
EARLY, LATE = ranking_of([0, 0, 1, 1, 1]), ranking_of(int(rank in (2, 10, 20)) for rank in range(1, 21))


def found(ranking: Ranking) -> list[int]:
    """Return the number of relevant documents retrieved at each depth, up to the longest list."""
    return [sum(ranking.grades[:depth]) for depth in range(21)]


def finds_before(a: Ranking, b: Ranking) -> bool:
    """Return True if A retrieves the first, second and every further relevant document before B."""
    here, there = (precision_recall(one).relevant_ranks for one in (a, b))
    return len(here) >= len(there) and all(x < y for x, y in zip(here, there, strict=False))


@cache
def curve(ranking: Ranking) -> tuple[Fraction, ...]:
    """Return interpolated precision at the recall levels."""
    return precision_recall(ranking).interpolated


def ahead_is_higher() -> bool:
    pairs = [(a, b) for a in LISTS for b in LISTS if finds_before(a, b)]
    return len(pairs) > 50 and all(
        all(x > y for x, y in zip(curve(a), curve(b), strict=True) if x)
        and all(x >= y for x, y in zip(found(a), found(b), strict=True))
        for a, b in pairs
    )


def higher_is_not_ahead() -> bool:
    higher = all(x > y for x, y in zip(curve(EARLY), curve(LATE), strict=True))
    return higher and found(LATE)[2] == 1 and found(EARLY)[2] == 0


def cross(one: Sequence[Fraction | int], other: Sequence[Fraction | int]) -> bool:
    """Return True if each sequence is above the other at some position."""
    return {1, -1} <= {(x > y) - (x < y) for x, y in zip(one, other, strict=True)}


def crossed_is_ahead_in_turn() -> bool:
    crossed = [(a, b) for a, b in combinations(LISTS, 2) if cross(curve(a), curve(b))]
    return len(crossed) > 10 and all(cross(found(a), found(b)) for a, b in crossed)


def doubling_loses() -> bool:
    """Return True if gMAP of 4 to 50 queries falls when an AP goes from 0.1 to 0.01 and three others double."""
    others = [(three, rest) for three in product((0.01, 0.1, 0.3, 0.5), repeat=3) for rest in (0, 1, 46)]
    return all(
        gMAP.of([0.01, *(2 * value for value in three), *[0.3] * rest]) < gMAP.of([0.1, *three, *[0.3] * rest])
        for three, rest in others
    )


def leaving_out_raises_nothing() -> bool:
    def shorter(grades: tuple[int, ...]) -> list[Ranking]:
        return [Ranking([*grades[:place], *grades[place + 1 :]]) for place in range(len(grades))]

    lists = [grades for length in range(2, 6) for grades in product((0, 1), repeat=length)]
    return not any((P @ 5).of(one) > (P @ 5).of(Ranking(list(grades))) for grades in lists for one in shorter(grades))


def ends(order: list[int]) -> tuple[Fraction, Fraction]:
    """Return the last point of the precision-recall curve."""
    it = precision_recall(Ranking(order, MIXED.judged))
    last = it.relevant_ranks[-1] - 1
    return it.precision[last], it.recall[last]


def brought_back() -> bool:
    """Return True if P@3 = 2/3 and RR = 1 always leave a nonrelevant document at rank 2 or 3."""
    ways = [one for one in product((0, 1), repeat=4) if sum(one[:3]) == 2 and RR.of(Ranking(list(one))) == 1]
    return len(ways) == 4 and all(one[0] and sum(one[1:3]) == 1 for one in ways)


def ndcg_of_orders(gain: str) -> list[float]:
    return [
        float(DCGVariant(gain=gain).of(Ranking(list(one), FIVE.judged)).ndcg) for one in set(permutations(FIVE.grades))
    ]


def splits() -> bool:
    """Return True if p of seven wins in eight equals the share of splits at least as uneven."""
    uneven = sum(abs(2 * sum(coins) - 8) >= 6 for coins in product((0, 1), repeat=8))
    return sign_test([1.0] + [0.0] * 7, [0.0] + [1.0] * 7).exact == Fraction(uneven, 2**8)


CLAIMS: list[tuple[str, str, Callable[[], bool]]] = [
    ("00", "Of the documents at ranks 2 and 3, exactly one is relevant", brought_back),
    (
        "00",
        "The check does not decide: it asks for one more digit, or a fraction",
        lambda: check(RR, SIXTH, "0.2").undecided and check(RR, SIXTH, "0.17").conclusive,
    ),
    ("02", "a system that returns at most k documents cannot raise P@k by leaving one out", leaving_out_raises_nothing),
    ("02", "Ana: 9/50. Ben: 1/2, as for the even result", lambda: (Fraction(9, 10) + Fraction(1, 10)) / 2 == 1 / 2),
    ("03", "A has the higher curve at each recall that it reaches", ahead_is_higher),
    ("03", "it has found at least as much as B at every depth", ahead_is_higher),
    ("03", "the second list has found a relevant document, and the first has found none", higher_is_not_ahead),
    ("03", "then each system has found more than the other at some depth", crossed_is_ahead_in_turn),
    ("03", "ends at recall 6/8 and precision 1", lambda: ends(sorted(MIXED.grades)[::-1]) == (1, Fraction(6, 8))),
    (
        "03",
        "ends at the same recall, but at precision 3/5",
        lambda: ends(sorted(MIXED.grades)) == (Fraction(3, 5), Fraction(6, 8)),
    ),
    ("04", "If one AP falls from 0.1 to 0.01, gMAP falls even if three others double", doubling_loses),
    ("05", "No order of these five comes near 0", lambda: min(ndcg_of_orders("linear")) > 0.79),
    (
        "05",
        "so d3 gains 1, although it is not relevant and should gain 0",
        lambda: (CG @ 3).of(FIVE) - (CG @ 2).of(FIVE) == 1,
    ),
    (
        "05",
        "the ideal is 3 3 3 3 3 now",
        lambda: (
            sorted([*FIVE.grades, 3, 3, 3])[::-1][:5] == [3] * 5
            and round((nDCG @ 5).of(Ranking(FIVE.grades, [*FIVE.judged, 3, 3, 3])), 3) == 0.767
        ),
    ),
    ("07", "each split that is at least as uneven as this one", splits),
]


@cache
def lesson_text(lesson: str) -> str:
    """Return the text of a lesson's cells and parts."""
    told_by = [text for part in LESSONS[lesson].parts for text in told(part)]
    return "\n".join([*(cell.source for cell in cells(lesson)), *told_by])


@pytest.mark.parametrize(("lesson", "phrase", "holds"), CLAIMS, ids=[phrase[:40] for _, phrase, _ in CLAIMS])
def test_lesson_claims_are_in_the_text_and_hold(lesson, phrase, holds):
    assert phrase in lesson_text(lesson)
    assert holds()


def calculations() -> list[Exercise]:
    """Return each hand calculation of these lessons in its first variant."""
    parts = [part for lesson in HERE for part in LESSONS[lesson].parts]
    wrapped = [getattr(part, "wrapped", part) for part in parts]
    return [getattr(part, "exercise", part) for part in wrapped if isinstance(part, Exercise | GeneratedExercise)]


def test_exercise_field_label_names_the_quantity_of_the_question():
    named = [one for one in calculations() if not hasattr(one.quantity, "statistic")]
    assert len(named) > 25
    assert [
        one.id for one in named if "@" in one.quantity.short_name and one.quantity.short_name not in one.question
    ] == []


def test_binary_judgments_are_drawn_the_same_for_every_quantity():
    drawn = 0
    for one in calculations():
        measure = one.quantity.measure if isinstance(one.quantity, Mean) else one.quantity
        if not isinstance(one.data, Ranking) or measure.basis == "grades" or max(one.data.judged, default=0) > 1:
            continue
        drawn += 1
        shown = {cell.text for cell in div[draw_given(one.quantity, one.data)].find("span", "cell")}
        assert shown <= {"✓", "·", "?"}, one.id
        assert "grades" not in div[draw_given(one.quantity, one.data)].text, one.id
    assert drawn > 10


def test_lesson_answers_are_restored_only_from_their_folder(tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
    turn = widgets.Lesson("00", here).part("turn-1")
    turn.check(turn.exercise.reference_answer)
    assert widgets.Lesson("00", here).part("turn-1").state == "done"
    assert widgets.Lesson("00", there).part("turn-1").state == "open"


def test_lesson_01_diagnoses_precision_without_unjudged_documents():
    (fifth,) = [part for part in LESSONS["01"].parts if part.id == "leaving-out"]
    assert isinstance(fifth, Exercise)
    assert fifth.feedback_on("1/2") == ("p-unjudged-left-out",)
    assert len(fifth.feedback_on("1/3")) <= 3


@pytest.mark.parametrize("lesson", PAGES)
def test_gain_formula_uses_one_notation(lesson):
    pages = [*(cell.source for cell in cells(lesson)), *instructor(lesson)]
    assert [text for text in pages if "2^grade" in text] == []


def test_lesson_00_introduces_the_tutorial_before_mentioning_it():
    named = [cell for cell in cells("00") if "**the tutorial**" in cell.source]
    assert len(named) == 1
    assert "*Systematic evaluation for information retrieval: MAP and nDCG*" in named[0].source
    assert "the tutorial" not in lesson_text("00").replace("**the tutorial**", "")
