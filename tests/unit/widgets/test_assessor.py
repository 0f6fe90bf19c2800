"""Test the widget Assessor."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from message_parts import parts

from irlearn import InputError, datasets, widgets


def assessor_with_judgments(relevant: str, **options: str) -> widgets.Assessor:
    """Return an assessor who has judged all ten documents."""
    widget = widgets.Assessor(datasets.software(), **options)
    for number in range(1, 11):
        widget.gesture(do="judge", key=f"d{number}", grade=str(int(f"d{number}" in relevant.split())))
    return widget


def test_other_judgments_are_hidden_until_compare(text: Callable[[str], str]) -> None:
    widget = assessor_with_judgments("d2 d5 d9 d10 d8")
    assert "the tutorial:" not in text(widget.picture)
    assert "10 of 10 judged, 5 of them relevant" in text(widget.picture)
    widget.gesture(do="compare")
    shown = text(widget.picture)
    assert "You agree on 8 of 10 documents. You agree more often than by chance." in shown
    assert "d9 · the tutorial: not you differ" in shown
    assert "d6 · the tutorial: relevant you differ" in shown
    assert shown.count("you differ") == 2
    assert "5/10 · 5/10 + 5/10 · 5/10 = 1/2" in shown
    assert "= (8/10 − 1/2) / (1 − 1/2) = 3/5 = 0.6" in shown
    widget.gesture(do="compare")
    assert "the tutorial:" not in text(widget.picture), "the same button hides them"


def test_other_judgments_of_unjudged_documents_stay_hidden(text: Callable[[str], str]) -> None:
    widget = widgets.Assessor(datasets.software())
    widget.judge("d2", 1)
    widget.judge("d7", 1)
    widget.compare()
    shown = text(widget.picture)
    assert "d6 · you: not judged" in shown
    assert shown.count("· the tutorial:") == 2
    assert widget.agreement.share == Fraction(1, 2)


def test_pressing_the_same_button_again_takes_a_judgment_back(text: Callable[[str], str]) -> None:
    widget = widgets.Assessor(datasets.software())
    widget.gesture(do="judge", key="d5", grade="1")
    widget.gesture(do="judge", key="d2", grade="0")
    assert widget.judgments == {"d2": 0, "d5": 1}, "in the order of the topic"
    widget.gesture(do="judge", key="d2", grade="1")
    assert widget.judgments == {"d2": 1, "d5": 1}
    widget.gesture(do="judge", key="d2", grade="1")
    assert widget.judgments == {"d5": 1}
    assert "“Writing Unit Tests with pytest”: not judged." in text(widget.picture)


def test_comparison_follows_a_changed_judgment(text: Callable[[str], str]) -> None:
    widget = assessor_with_judgments("d2 d5 d6 d8 d9")
    widget.compare()
    assert widget.agreement.kappa == Fraction(3, 5)
    widget.gesture(do="judge", key="d9", grade="0")
    assert "You agree on 9 of 10" in text(widget.picture)
    widget.gesture(do="judge", key="d10", grade="1")
    assert "You agree fully." in text(widget.picture)
    assert "(10/10 − 1/2) / (1 − 1/2) = 1" in text(widget.picture)


@pytest.mark.parametrize(
    ("relevant", "words"),
    [
        ("d1 d3 d4 d7 d9", "You agree less often than by chance."),
        ("", "You agree as often as by chance."),
    ],
)
def test_agreement_is_reported_with_agreement_by_chance(relevant: str, words: str, text: Callable[[str], str]) -> None:
    widget = assessor_with_judgments(relevant)
    widget.compare()
    assert re.search(parts(words), text(widget.picture))


def test_kappa_is_not_defined_if_chance_always_agrees(text: Callable[[str], str]) -> None:
    widget = widgets.Assessor(datasets.software())
    widget.judge("d2", 1)
    widget.compare()
    assert widget.agreement.kappa is None
    assert "Cohen's kappa would divide by 1 − 1 = 0, so it is not defined." in text(widget.picture)


def test_compare_needs_a_judgment() -> None:
    widget = widgets.Assessor(datasets.software())
    assert re.search(r'data-do="compare"[^>]* disabled>', widget.picture)
    widget.gesture(do="compare")
    assert widget.agreement is None
    assert "You agree" not in widget.picture
    widget.judge("d2", 1)
    widget.compare()
    widget.judge("d2", -1)
    assert "You agree" not in widget.picture, "the last judgment was taken back"


def test_topic_holds_the_learners_judgments() -> None:
    topic = assessor_with_judgments("d1 d2").topic
    assert [document.doc_id for document in topic.documents if document.grade == 1] == ["d1", "d2"]
    assert widgets.Assessor(datasets.software()).topic.documents[0].grade == -1
    pool = widgets.Pool(topic, datasets.software_runs(), new="New system")
    assert pool.judgments == {"d2": 1, "d5": 0, "d10": 0, "d9": 0}


def test_graded_topic_is_compared_as_relevant_or_not() -> None:
    widget = widgets.Assessor(datasets.software(graded=True))
    widget.judge("d2", 1)
    widget.judge("d1", 0)
    assert widget.agreement.kappa == 1


def test_reset_takes_all_judgments_back(text: Callable[[str], str]) -> None:
    widget = assessor_with_judgments("d2")
    widget.compare()
    widget.gesture(do="reset")
    assert widget.judgments == {}
    assert "the tutorial:" not in text(widget.picture)
    assert "0 of 10 judged" in text(widget.picture)


def test_buttons_name_their_document_and_their_state() -> None:
    picture = assessor_with_judgments("d2").picture
    assert 'aria-pressed="true" aria-label="Writing Unit Tests with pytest: relevant"' in picture
    assert 'aria-pressed="false" aria-label="Writing Unit Tests with pytest: not relevant"' in picture


def test_need_and_assessor_name_are_shown_and_escaped(text: Callable[[str], str]) -> None:
    widget = assessor_with_judgments("d2", need="How to <b>test</b>", other="Ann & Bob")
    widget.compare()
    assert "How to &lt;b&gt;test&lt;/b&gt;" in widget.picture
    assert "d1 · Ann & Bob: not" in text(widget.picture)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda widget: widget.judge("d11", 1), "the topic has no document 'd11'; it has d1, d2"),
        (
            lambda widget: widget.judge("d1", 2),
            "a judgment is 1 (relevant), 0 (not relevant) or -1 (taken back); given: 2",
        ),
        (lambda widget: widget.compare(), "there is nothing to compare yet; judge at least one document first"),
        (lambda _: widgets.Assessor(datasets.Topic("q", ())), "an assessor needs a topic with at least one document"),
        (lambda widget: setattr(widget, "judgment", 1), "'judgment' … judgments"),
    ],
)
def test_assessor_refuses_bad_input_in_one_sentence(make: object, sentence: str) -> None:
    with pytest.raises(InputError, match=parts(sentence)):
        make(widgets.Assessor(datasets.software()))  # type: ignore[operator]
