"""Test statements of lessons 00 to 03, and that lesson 00 reveals no answers of the others."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st
from lesson_pages import PAGES
from run_lessons import look_first, run

from irlearn import F, P, R, Ranking, datasets, widgets
from irlearn.byhand.terms import exact_value

RANKINGS = st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(0, 6)).filter(lambda one: sum(one[:2]))


@given(RANKINGS, st.sampled_from([0.5, 1.0, 2.0, 10.0]))
def test_f_lies_between_precision_and_recall_as_explained(counts, beta):
    found, wrong, missed = counts
    ranking = Ranking([1] * found + [0] * wrong, [1] * (found + missed) + [0] * wrong)
    p, r, f = (exact_value(one, ranking) or Fraction(0) for one in (P, R, F(beta=beta)))
    assert (min(p, r) <= f <= max(p, r)) or (f == 0 and p * r == 0)
    if beta == 1:
        assert f <= (p + r) / 2
        assert f <= 2 * min(p, r)
    elif p != r and f:
        nearer = abs(f - r) <= abs((exact_value(F, ranking) or 0) - r)
        assert nearer == (beta > 1), "β above 1 moves it toward recall, below 1 towards precision"


def test_f_explanation_depends_on_beta():
    assert "at most twice the smaller" in F.why
    assert "β = 2 moves it toward recall" in F(beta=2).why
    assert "β = 0.5 moves it toward precision" in F(beta=0.5).why


def test_confusion_matrix_shows_0_of_0_as_undefined():
    it = widgets.ConfusionMatrix(datasets.software())
    assert it.picture.count("0/0") == it.picture.count("0/0, which has no value") == 1


@pytest.mark.parametrize("retrieved", ["", "d1 d2", "d2 d5 d9 d10", "d2 d5 d6 d8 d10"])
def test_confusion_matrix_lists_each_document_in_its_cell(retrieved):
    it = widgets.ConfusionMatrix(datasets.software(), retrieved=retrieved)
    cells = [cell.split("<")[0] for cell in it.picture.split('<span class="ids">')[1:]]
    assert [len(cell.replace("–", "").split()) for cell in cells] == [
        it.counts[one] for one in ("tp", "fn", "fp", "tn")
    ]
    assert sorted(" ".join(cells).replace("–", "").split()) == sorted(datasets.software().judgments)


def test_first_lesson_shows_no_documents_that_lesson_01_asks_to_judge():
    first, software = (
        {one.title for one in topic.documents} for topic in (datasets.first_topic(), datasets.software())
    )
    assert not first & software


def test_assessor_withdrawn_judgment_is_not_a_disagreement():
    truth = datasets.software().judgments
    it = widgets.Lesson("01", folder=None).play("assessor", widgets.Assessor(datasets.software()))
    it.judge("d1", 0)
    assert "You agree on" not in it._tasks.shown.answer(it), "nothing is told of the tutorial's judgments yet"
    for doc_id, grade in truth.items():
        it.judge(doc_id, grade)
    it.compare()
    it.gesture(do="task", what="show", index=1)
    it.judge("d1", -1)
    it.judge("d1", 0)
    assert it._tasks.done == ("all",)
    it.judge("d1", -1)
    it.judge("d1", 1)
    assert it._tasks.done == ("all", "disagree")


@pytest.mark.parametrize(("moves", "done"), [([(9, 8)], False), ([(1, 2)], False), ([(2, 3)], True), ([(2, 5)], False)])
def test_swap_task_requires_two_adjacent_relevant_documents(moves, done):
    board = widgets.RankingBoard(Ranking.parse("0 1 1 1 0 1 1 0 0 1", relevant=8))
    it = look_first(widgets.Lesson("03", folder=None).play("ap-board", board))
    it.gesture(do="task", what="show", index=1)
    for here, there in moves:
        it.move(f"document {here}", there)
    assert bool(it._tasks._attempt.task_done) == done, (
        "8 and 9 are not relevant, 1 and 2 differ, and 5 stands between 2 and 6"
    )


def test_swap_task_accepts_a_swap_in_two_moves():
    board = widgets.RankingBoard(Ranking.parse("1 0 1", relevant=8))
    it = look_first(widgets.Lesson("03", folder=None).play("ap-board", board))
    it.gesture(do="task", what="show", index=1)
    it.move("document 3", 1)
    assert not it._tasks._attempt.task_done
    it.move("document 1", 3)
    assert it._tasks._attempt.task_done


def test_missed_documents_feedback_states_the_value_in_the_widget():
    board = widgets.GradedRanking(datasets.five_grades(), min_grade=1, orders=False)
    it = look_first(widgets.Lesson("05", folder=None).play("gains", board))
    it.gesture(do="task", what="show", index=1)
    it.choose(missed="3 3 3")
    assert it._tasks.done == ("missed",)
    assert it._tasks.shown.feedback.split(" = ")[-1].rstrip(".") == repr(it).split(" = ")[-1].rstrip(">")


def test_functions_of_lesson_02_are_not_written_yet_and_right_as_in_the_tutorial(tmp_path):
    (shown,) = (it for where, it in run(PAGES["02"], tmp_path / "lesson") if where == "02 write-compare")
    assert str(shown).count("not written yet") == 3
    retrieved, relevant = {"d2", "d5", "d9", "d10"}, {"d2", "d5", "d6", "d8", "d10"}
    hits, result = len(retrieved & relevant), datasets.software().ranking("d2 d5 d9 d10")
    precision, recall = hits / len(retrieved), hits / len(relevant)
    f_score = (2**2 + 1) * precision * recall / (2**2 * precision + recall)
    written = widgets.Lesson("02", folder=None).compare(
        (P, result, precision), (R, result, recall), (F(beta=2), result, f_score)
    )
    assert str(written).count("✓") == 3
