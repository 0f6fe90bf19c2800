"""Test the widget Assessor."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from message_parts import parts

from irlearn import InputError, datasets, widgets


def judged(relevant: str, **options: str) -> widgets.Assessor:
    """An assessor who has judged all ten documents."""
    it = widgets.Assessor(datasets.software(), **options)
    for number in range(1, 11):
        it.gesture(do="judge", key=f"d{number}", grade=str(int(f"d{number}" in relevant.split())))
    return it


def test_the_other_judgments_stay_hidden_until_they_are_compared(text: Callable[[str], str]) -> None:
    it = judged("d2 d5 d9 d10 d8")
    assert "the tutorial:" not in text(it.picture)
    assert "10 of 10 judged, 5 of them relevant" in text(it.picture)
    it.gesture(do="compare")
    shown = text(it.picture)
    assert "You agree on 8 of 10 documents. That is more than chance gives." in shown
    assert "d9 · the tutorial: not you differ" in shown
    assert "d6 · the tutorial: relevant you differ" in shown
    assert shown.count("you differ") == 2
    assert "5/10 · 5/10 + 5/10 · 5/10 = 1/2" in shown
    assert "= (8/10 − 1/2) / (1 − 1/2) = 3/5 = 0.6" in shown
    it.gesture(do="compare")
    assert "the tutorial:" not in text(it.picture), "the same button hides them"


def test_what_the_learner_has_not_judged_is_not_given_away(text: Callable[[str], str]) -> None:
    it = widgets.Assessor(datasets.software())
    it.judge("d2", 1)
    it.judge("d7", 1)
    it.compare()
    shown = text(it.picture)
    assert "d6 · you: not judged" in shown
    assert shown.count("· the tutorial:") == 2
    assert it.agreement.share == Fraction(1, 2)


def test_the_same_button_again_takes_a_judgment_back(text: Callable[[str], str]) -> None:
    it = widgets.Assessor(datasets.software())
    it.gesture(do="judge", key="d5", grade="1")
    it.gesture(do="judge", key="d2", grade="0")
    assert it.judgments == {"d2": 0, "d5": 1}, "in the order of the topic"
    it.gesture(do="judge", key="d2", grade="1")
    assert it.judgments == {"d2": 1, "d5": 1}
    it.gesture(do="judge", key="d2", grade="1")
    assert it.judgments == {"d5": 1}
    assert "“Writing Unit Tests with pytest”: not judged." in text(it.picture)


def test_the_comparison_follows_a_changed_mind(text: Callable[[str], str]) -> None:
    it = judged("d2 d5 d6 d8 d9")
    it.compare()
    assert it.agreement.kappa == Fraction(3, 5)
    it.gesture(do="judge", key="d9", grade="0")
    assert "You agree on 9 of 10" in text(it.picture)
    it.gesture(do="judge", key="d10", grade="1")
    assert "That is full agreement." in text(it.picture)
    assert "(10/10 − 1/2) / (1 − 1/2) = 1" in text(it.picture)


@pytest.mark.parametrize(
    ("relevant", "words"),
    [
        ("d1 d3 d4 d7 d9", "That is less than chance gives."),
        ("", "That is what chance gives."),
    ],
)
def test_agreement_is_told_against_chance(relevant: str, words: str, text: Callable[[str], str]) -> None:
    it = judged(relevant)
    it.compare()
    assert re.search(parts(words), text(it.picture))


def test_where_chance_agrees_always_kappa_is_said_to_be_not_defined(text: Callable[[str], str]) -> None:
    it = widgets.Assessor(datasets.software())
    it.judge("d2", 1)
    it.compare()
    assert it.agreement.kappa is None
    assert "Cohen's kappa would divide by 1 − 1 = 0: it is not defined." in text(it.picture)


def test_nothing_can_be_compared_before_anything_is_judged() -> None:
    it = widgets.Assessor(datasets.software())
    assert re.search(r'data-do="compare"[^>]* disabled>', it.picture)
    it.gesture(do="compare")
    assert it.agreement is None
    assert "You agree" not in it.picture
    it.judge("d2", 1)
    it.compare()
    it.judge("d2", -1)
    assert "You agree" not in it.picture, "the last judgment was taken back"


def test_the_learners_judgments_make_a_topic() -> None:
    topic = judged("d1 d2").topic
    assert [document.doc_id for document in topic.documents if document.grade == 1] == ["d1", "d2"]
    assert widgets.Assessor(datasets.software()).topic.documents[0].grade == -1
    pool = widgets.Pool(topic, datasets.software_runs(), new="New system")
    assert pool.judgments == {"d2": 1, "d5": 0, "d10": 0, "d9": 0}


def test_a_graded_topic_is_compared_as_relevant_or_not() -> None:
    it = widgets.Assessor(datasets.software(graded=True))
    it.judge("d2", 1)
    it.judge("d1", 0)
    assert it.agreement.kappa == 1


def test_a_reset_takes_everything_back(text: Callable[[str], str]) -> None:
    it = judged("d2")
    it.compare()
    it.gesture(do="reset")
    assert it.judgments == {}
    assert "the tutorial:" not in text(it.picture)
    assert "0 of 10 judged" in text(it.picture)


def test_each_button_says_which_document_it_judges_and_whether_it_is_pressed() -> None:
    picture = judged("d2").picture
    assert 'aria-pressed="true" aria-label="Writing Unit Tests with pytest: relevant"' in picture
    assert 'aria-pressed="false" aria-label="Writing Unit Tests with pytest: not relevant"' in picture


def test_need_and_the_other_assessors_name_are_shown_and_never_taken_for_html(text: Callable[[str], str]) -> None:
    it = judged("d2", need="How to <b>test</b>", other="Ann & Bob")
    it.compare()
    assert "How to &lt;b&gt;test&lt;/b&gt;" in it.picture
    assert "d1 · Ann & Bob: not" in text(it.picture)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda it: it.judge("d11", 1), "the topic has no document 'd11'; it has d1, d2"),
        (lambda it: it.judge("d1", 2), "a judgment is 1 (relevant), 0 (not relevant) or -1 (taken back); given: 2"),
        (lambda it: it.compare(), "there is nothing to compare yet; judge at least one document first"),
        (lambda _: widgets.Assessor(datasets.Topic("q", ())), "an assessor needs a topic with at least one document"),
        (lambda it: setattr(it, "judgment", 1), "'judgment' … judgments"),
    ],
)
def test_bad_input_is_one_sentence(make: object, sentence: str) -> None:
    with pytest.raises(InputError, match=parts(sentence)):
        make(widgets.Assessor(datasets.software()))  # type: ignore[operator]
