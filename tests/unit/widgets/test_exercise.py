"""Test the widget Exercise: verdicts, hints, variants, the solution, and saved state."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from message_parts import parts

from irlearn import AP, MAP, InputError, Ranking, byhand, widgets
from irlearn.course.lesson_parts import GeneratedExercise
from irlearn.course.progress import Progress
from irlearn.text.html import Element

TEN = byhand.Exercise("ten", AP, Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8), "AP of the ten ranks?")


def read(widget: widgets.Widget) -> str:
    """What a reader reads, without tags; of a formula what a screen reader says."""
    said = re.sub(r'<span class="formula"[^>]* aria-label="([^"]*)">.*?</span>', r"\1", widget.picture)
    said = re.sub(r'<span style="white-space:nowrap">(.*?)</span>', r"\1", said)
    return re.sub(r"\s+", " ", re.sub(r"<style>.*?</style>|<[^>]+>", " ", said))


def said(widget: widgets.Widget) -> list[str]:
    """What the live region reads out: the first element of the kind."""
    drawn = widget.draw()
    assert isinstance(drawn, Element)
    return [element.text for element in drawn.find(data_said=True)]


def progress(folder: Path | None = None) -> Progress:
    return Progress("03", ["turn-1", "ten"], folder)


def type_in(widget: widgets.Widget, answer: str) -> None:
    widget.gesture(do="check", fields={"answer": answer})


def test_wrong_answer_shows_its_misconception_and_not_the_right_value() -> None:
    widget = widgets.Exercise(TEN)
    assert (widget.state, widget.verdict) == ("open", None)
    type_in(widget, "0.897")
    assert widget.state == "tried"
    assert "Not yet. You divided by the 6 relevant documents that were retrieved, not by all 8." in read(widget)
    assert 'aria-label="AP = (1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 6 = 323/360 = 0.8972"' in widget.picture
    assert '<mrow class="differs"><mn>6</mn></mrow>' in widget.picture
    for value in ("323/480", "0.673", "0.6729", "/ 8"):
        assert value not in widget.picture
    assert said(widget) == ["Not yet. You divided by the 6 relevant documents that were retrieved, not by all 8."]


def test_right_answer_completes_an_exercise_for_good() -> None:
    widget = widgets.Exercise(TEN)
    type_in(widget, "67.29%")
    assert widget.state == "done"
    assert "✓ done" in widget.picture
    type_in(widget, "0.1")
    assert widget.state == "done", "a later mistake takes nothing away"


def test_answer_that_a_known_mistake_also_gives_is_not_called_right() -> None:
    widget = widgets.Exercise(TEN)
    type_in(widget, "0.7")
    assert widget.verdict is not None
    assert widget.verdict.undecided
    assert widget.state == "tried"
    assert "Give two more digits, or a fraction." in read(widget)
    assert "is right" not in read(widget)
    type_in(widget, "0.673")
    assert widget.state == "done"
    assert "0.673 is right." in read(widget)


def test_right_answer_with_too_few_digits_counts_only_if_it_is_exact() -> None:
    widget = widgets.Exercise(byhand.exercise("f", 328))  # 6/13
    type_in(widget, "0.46")
    assert widget.state == "tried"
    assert "Give three digits after the point." in read(widget)
    assert "is right" not in read(widget)
    widget = widgets.Exercise(byhand.exercise("recall-at-k", 34))  # 1/5
    type_in(widget, "0.2")
    assert widget.state == "done"


def test_exercise_done_with_fewer_digits_in_an_earlier_version_stays_done(tmp_path: Path) -> None:
    kept = progress(tmp_path)
    kept.record("turn-1", "done", "0.46", seed=328, hints=0, shown=False, solved=328, answered=328)
    widget = widgets.Exercise(GeneratedExercise("turn-1", "f", seed=1), progress=kept)
    assert (widget.exercise.seed, widget.state) == (328, "done")
    assert "does not count" not in widget.picture


def test_answer_that_is_not_a_number_shows_a_sentence_and_changes_nothing() -> None:
    widget = widgets.Exercise(TEN)
    type_in(widget, "0.897")
    type_in(widget, "about half")
    assert re.search("'about half'", said(widget)[0])
    assert 'aria-invalid="true"' in widget.picture
    assert "data-fixed" not in widget.picture, "the page keeps what was typed"
    widget.gesture(do="hint")
    assert "'about half'" in read(widget), "no older verdict comes back beside a hint"
    assert "retrieved, not" not in read(widget)
    type_in(widget, "")
    assert said(widget)[0] == "The answer must be a number; write it as 13/30, 0.433 or 43.3%."
    type_in(widget, "0.673")
    assert "aria-invalid" not in widget.picture


def test_field_with_an_invalid_number_is_marked_among_several() -> None:
    widget = widgets.Exercise(GeneratedExercise("turn-1", "sign-test", level=2, seed=36))
    widget.gesture(do="check", fields={"answer": "3", "answer-1": "abc"})
    assert re.findall(r'<input[^>]* name="(answer[^"]*)"[^>]* aria-invalid="true"', widget.picture) == ["answer-1"]


def test_hints_appear_one_after_another_and_stay() -> None:
    widget = widgets.Exercise(GeneratedExercise("turn-1", "ap", seed=2))
    count = len(widget.exercise.hints)
    assert f"Hint 1 of {count}" in read(widget)
    widget.gesture(do="hint")
    assert widget.hints == widget.exercise.hints[:1]
    assert said(widget) == [widget.exercise.hints[0]]
    type_in(widget, "0.5")
    assert widget.hints == widget.exercise.hints[:1], "a check takes no hint away"
    for _ in range(count):
        widget.gesture(do="hint")
    assert widget.hints == widget.exercise.hints
    assert "No more hints" in read(widget)
    assert widget.hint() is False
    assert widget.state == "tried"


def test_hint_returns_whether_there_was_another_hint() -> None:
    widget = widgets.Exercise(GeneratedExercise("turn-1", "ap", seed=2))
    count = len(widget.exercise.hints)
    assert [widget.hint() for _ in range(count + 2)] == [True] * count + [False, False]


def test_another_variant_has_an_empty_field() -> None:
    widget = widgets.Exercise(GeneratedExercise("turn-1", "ap", seed=2))
    first = widget.exercise
    widget.hint()
    type_in(widget, first.reference_answer)
    widget.gesture(do="another")
    assert widget.exercise.question == GeneratedExercise("", "ap", seed=3).question
    assert (widget.state, widget.hints, widget.verdict) == ("open", (), None)
    assert "variant 3" in widget.picture
    assert re.search(r'name="answer"[^>]*data-fixed[^>]*value=""', widget.picture), "the page empties its field"
    widget.gesture(do="hint")
    assert "data-fixed" not in widget.picture, "and then keeps what is typed"


def test_fixed_exercise_has_no_other_variant() -> None:
    widget = widgets.Exercise(TEN)
    assert "Another one" not in widget.picture
    widget.gesture(do="another")
    assert widget.exercise == TEN
    with pytest.raises(InputError, match="'ten' was written by hand, so there is no other of its kind"):
        widget.another()


def test_solution_is_shown_only_after_a_try() -> None:
    widget = widgets.Exercise(TEN)
    assert "Show the solution" not in widget.picture, "a button that can do nothing yet is not there"
    widget.gesture(do="solution")
    widget.gesture(do="solution")
    assert widget.state == "open"
    assert not widget.show_solution()
    assert "0.6729" not in widget.picture
    type_in(widget, "no number")
    assert "Show the solution" not in widget.picture, "that was no try"
    type_in(widget, "0.123")
    assert widget.state == "tried"
    assert "Show the solution" in widget.picture
    widget.gesture(do="solution")
    assert widget.state == "shown"
    assert "solution shown" in read(widget)
    assert "Show the solution" not in widget.picture
    assert said(widget)[0] == "AP = (1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 8 = 323/480 = 0.6729", "it is read out"
    assert "AP = (1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 8 = 323/480 = 0.6729" in read(widget)
    tried = widgets.Exercise(TEN)
    type_in(tried, "0.5")
    tried.gesture(do="solution")
    assert tried.state == "shown"


def test_solution_leaves_the_problem_of_an_invalid_answer() -> None:
    widget = widgets.Exercise(TEN)
    type_in(widget, "0.5")
    type_in(widget, "no number")
    problem = said(widget)
    widget.gesture(do="solution")
    assert problem[0] in read(widget)


def test_answer_after_the_solution_does_not_complete_the_exercise() -> None:
    kept = progress()
    widget = widgets.Exercise(GeneratedExercise("turn-1", "ap"), progress=kept)
    type_in(widget, "0.123456")
    widget.gesture(do="solution")
    type_in(widget, widget.exercise.reference_answer)
    assert (widget.state, kept.state("turn-1")) == ("shown", "tried")
    assert "You had seen the solution, so this does not count as done. Another variant will." in read(widget)
    widget.gesture(do="another")
    type_in(widget, widget.exercise.reference_answer)
    assert (widget.state, kept.state("turn-1")) == ("done", "done")


def test_solution_after_completion_keeps_the_exercise_done() -> None:
    kept = progress()
    widget = widgets.Exercise(TEN, progress=kept)
    type_in(widget, "323/480")
    widget.gesture(do="solution")
    assert (widget.state, kept.state("ten")) == ("done", "done")
    assert "each rank" in read(widget) or "rank" in read(widget)


def test_new_exercise_and_a_hint_record_nothing(tmp_path: Path) -> None:
    widget = widgets.Exercise(GeneratedExercise("turn-1", "ap"), progress=progress(tmp_path))
    widget.hint()
    widget.static()
    assert list(tmp_path.iterdir()) == []


def test_exercise_restores_its_recorded_state(tmp_path: Path) -> None:
    widget = widgets.Exercise(GeneratedExercise("turn-1", "ap"), progress=progress(tmp_path))
    widget.another()
    widget.hint()
    wrong = widget.exercise.wrong[0][0]
    type_in(widget, wrong)
    again = widgets.Exercise(GeneratedExercise("turn-1", "ap"), progress=progress(tmp_path))
    assert again.exercise == widget.exercise, "the same variant"
    assert (again.state, again.hints) == ("tried", widget.hints)
    assert f'value="{wrong}"' in again.picture
    assert again.verdict is not None
    assert again.verdict.headline in read(again).replace("&#x27;", "'")
    type_in(again, again.exercise.reference_answer)
    assert widgets.Exercise(GeneratedExercise("turn-1", "ap"), progress=progress(tmp_path)).state == "done"


def test_recorded_answer_to_another_variant_is_not_restored(tmp_path: Path) -> None:
    widget = widgets.Exercise(GeneratedExercise("turn-1", "ap"), progress=progress(tmp_path))
    type_in(widget, widget.exercise.reference_answer)
    widget.another()
    again = widgets.Exercise(GeneratedExercise("turn-1", "ap"), progress=progress(tmp_path))
    assert (again.exercise.seed, again.state, again.verdict) == (2, "open", None)
    assert "You have done this part before." in read(again)


def test_shown_solution_is_restored(tmp_path: Path) -> None:
    widget = widgets.Exercise(TEN, progress=progress(tmp_path))
    widget.check("0.123")
    assert widget.show_solution()
    again = widgets.Exercise(TEN, progress=progress(tmp_path))
    assert again.state == "shown"
    assert "323/480" in again.picture


def test_exercise_follows_a_reset_and_a_resume_code() -> None:
    kept = progress()
    widget = widgets.Exercise(TEN, progress=kept)
    type_in(widget, "323/480")
    code = kept.code
    kept.reset()
    assert (widget.state, widget.verdict) == ("open", None)
    assert re.search(r'name="answer"[^>]*data-fixed[^>]*value=""', widget.picture)
    kept.resume(code)
    assert "You have done this part before." in read(widget)


def test_edited_progress_file_does_no_harm_to_an_exercise() -> None:
    kept = progress()
    kept.record("ten", "tried", "nonsense", seed="x", hints="many", answered=0, shown="yes")
    widget = widgets.Exercise(TEN, progress=kept)
    assert (widget.state, widget.hints) == ("open", ())
    kept.record("turn-1", "done", "1/2", seed=-3, answered=-3, solved=True)
    assert widgets.Exercise(GeneratedExercise("turn-1", "ap"), progress=kept).exercise.seed == 1


def test_rankings_of_a_mean_are_drawn_but_its_values_are_not() -> None:
    widget = widgets.Exercise(GeneratedExercise("turn-1", "mrr-ranks"))
    assert "ranks" not in re.findall(r'<ol class="(\w+)', widget.picture)
    rankings = widgets.Exercise(GeneratedExercise("turn-1", "map"))
    assert rankings.picture.count('<div class="ranks"') == len(rankings.exercise.data)  # type: ignore[arg-type]


def test_cells_of_a_ranking_have_labels_for_screen_readers() -> None:
    widget = widgets.Exercise(byhand.Exercise("u", AP, Ranking.parse("1 U 0", relevant=2), "AP?"))
    assert 'aria-label="rank 1: relevant; rank 2: unjudged; rank 3: not relevant"' in widget.picture
    assert "In all, 2 documents are relevant. ✓ relevant, · not relevant, ? unjudged." in read(widget)


def test_still_picture_of_an_exercise_has_no_answer() -> None:
    widget = widgets.Exercise(byhand.Exercise("m", MAP, (TEN.data, TEN.data), "MAP of both?"))  # type: ignore[arg-type]
    still = widget.static()
    assert "MAP of both?" in still
    assert 'name="answer"' in still
    assert "323/480" not in still
    assert "0.67" not in still


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: widgets.Exercise("ap"), "an exercise is an irlearn.byhand.Exercise or Variant; given: 'ap'"),  # type: ignore[arg-type]
        (
            lambda: widgets.Exercise(TEN, part="tem", progress=progress()),
            "'tem' … ten",
        ),
        (
            lambda: widgets.Exercise(GeneratedExercise("turn-1", "ap", level=9)),
            "the level of an exercise is 1, 2 or 3; given: 9",
        ),
    ],
)
def test_exercise_refuses_invalid_arguments_in_one_sentence(make: object, sentence: str) -> None:
    with pytest.raises(InputError, match=parts(sentence)):
        make()  # type: ignore[operator]


@pytest.mark.parametrize("topic", ["sign-test", "signed-rank", "rank-sum", "paired-t"])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_scores_of_a_test_are_drawn_as_a_table_instead_of_text(topic: str, level: int) -> None:
    widget = widgets.Exercise(GeneratedExercise("turn-1", topic, level=level))
    task = widget.exercise
    ask = re.findall(r'<p class="ask">(.*?)</p>', widget.picture)[0]
    assert not re.search(r"\d\.\d", ask), "the scores left the words"
    assert "  " not in ask
    cells = re.findall(r"<td>(.*?)</td>", widget.picture)
    assert cells == re.findall(r"0\.\d\d", task.question)
    assert task.question in widget.static(), "the words in full are the name of the field"
    widget.gesture(do="another")
    assert re.findall(r"<td>(.*?)</td>", widget.picture) == re.findall(r"0\.\d\d", widget.exercise.question)


@pytest.mark.parametrize(
    ("topic", "level", "label"),
    [
        ("sign-test", 2, "Your p-value of the sign test"),
        ("signed-rank", 1, "Your smaller rank sum W"),
        ("rank-sum", 1, "Your U of A"),
        ("paired-t", 2, "Your t of A − B"),
        ("binomial", 2, "Your p-value of the binomial test"),
        ("ap", 2, "Your AP"),
    ],
)
def test_answer_field_has_a_label_in_words(topic: str, level: int, label: str) -> None:
    widget = widgets.Exercise(GeneratedExercise("turn-1", topic, level=level))
    assert f"<label>{label} <input" in widget.picture
    first, *more = widget.exercise.names
    type_in(widget, "; ".join(["half", *("1" for _ in more)]))
    (refusal,) = said(widget)
    assert "'half'" in refusal
    assert not more or refusal.startswith(f"{first[:1].upper()}{first[1:]}: ")
    assert "data-fixed" not in widget.picture
    type_in(widget, widget.exercise.reference_answer)
    assert widget.state == "done"


def test_counts_of_a_binomial_test_stay_in_the_question() -> None:
    widget = widgets.Exercise(GeneratedExercise("turn-1", "binomial"))
    assert widget.exercise.question in re.sub("<.*?>", "", widget.picture)
    assert "<table" not in widget.picture


def test_wrong_answer_after_completion_says_that_the_exercise_is_done() -> None:
    widget = widgets.Exercise(byhand.exercise("f", 328))  # 6/13
    type_in(widget, "6/13")
    assert "all the same" not in read(widget)
    type_in(widget, "0.46")
    assert "Give three digits after the point. The exercise still counts as done." in read(widget)
    type_in(widget, "1/2")
    assert read(widget).count("Not yet. ") == read(widget).count("The exercise still counts as done.") == 1
    assert widget.state == "done"


def test_several_numbers_typed_in_one_field_are_split_into_their_fields() -> None:
    widget = widgets.Lesson("01", folder=None).part("turn-1")
    widget.gesture(do="check", fields={"answer": "0.286; 0.286", "answer-1": ""})
    fields = list(widget.draw().find("input"))
    assert [element.attributes["value"] for element in fields] == ["0.286", "0.286"]
    assert {element.attributes["data-fixed"] for element in fields} == {"unless-typed"}
    widget.gesture(do="check", fields={"answer": "6/7; x", "answer-1": "0.286"})
    assert {element.attributes["data-fixed"] for element in widget.draw().find("input")} == {False}, (
        "what is wrong stays to be mended"
    )
    widget.gesture(do="check", fields={"answer": "6/7", "answer-1": "2/7"})
    assert "✓ done" in widget.picture
