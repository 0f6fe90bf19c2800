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
    return [one.text for one in drawn.find(data_said=True)]


def progress(folder: Path | None = None) -> Progress:
    return Progress("03", ["turn-1", "ten"], folder)


def type_in(widget: widgets.Widget, answer: str) -> None:
    widget.gesture(do="check", fields={"answer": answer})


def test_a_wrong_answer_is_told_its_rule_and_never_the_right_value() -> None:
    it = widgets.Exercise(TEN)
    assert (it.state, it.verdict) == ("open", None)
    type_in(it, "0.897")
    assert it.state == "tried"
    assert "Not yet. You divided by the 6 relevant documents that were retrieved, not by all 8." in read(it)
    assert 'aria-label="AP = (1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 6 = 323/360 = 0.8972"' in it.picture
    assert '<mrow class="differs"><mn>6</mn></mrow>' in it.picture
    for value in ("323/480", "0.673", "0.6729", "/ 8"):
        assert value not in it.picture
    assert said(it) == ["Not yet. You divided by the 6 relevant documents that were retrieved, not by all 8."]


def test_a_right_answer_is_done_and_stays_done() -> None:
    it = widgets.Exercise(TEN)
    type_in(it, "67.29%")
    assert it.state == "done"
    assert "✓ done" in it.picture
    type_in(it, "0.1")
    assert it.state == "done", "a later mistake takes nothing away"


def test_a_number_that_a_known_mistake_gives_too_is_not_called_right_and_does_not_count() -> None:
    it = widgets.Exercise(TEN)
    type_in(it, "0.7")
    assert it.verdict is not None
    assert it.verdict.undecided
    assert it.state == "tried"
    assert "0.7 cannot tell yet; two more digits or a fraction would. It fits the right rule, and " in read(it)
    assert "is right" not in read(it)
    type_in(it, "0.673")
    assert it.state == "done"
    assert "0.673 is right." in read(it)


def test_a_right_answer_with_fewer_digits_than_are_asked_for_does_not_count_unless_it_is_exact() -> None:
    it = widgets.Exercise(byhand.exercise("f", 328))  # 6/13
    type_in(it, "0.46")
    assert it.state == "tried"
    assert "0.46 fits so far. Give three digits after the point." in read(it)
    assert "is right" not in read(it)
    it = widgets.Exercise(byhand.exercise("recall-at-k", 34))  # 1/5
    type_in(it, "0.2")
    assert it.state == "done"


def test_what_was_done_with_fewer_digits_before_they_were_asked_for_stays_done(tmp_path: Path) -> None:
    kept = progress(tmp_path)
    kept.record("turn-1", "done", "0.46", seed=328, hints=0, shown=False, solved=328, answered=328)
    it = widgets.Exercise(GeneratedExercise("turn-1", "f", seed=1), progress=kept)
    assert (it.exercise.seed, it.state) == (328, "done")
    assert "does not count" not in it.picture


def test_what_is_no_number_is_one_sentence_and_changes_nothing() -> None:
    it = widgets.Exercise(TEN)
    type_in(it, "0.897")
    type_in(it, "about half")
    assert re.search("'about half'", said(it)[0])
    assert 'aria-invalid="true"' in it.picture
    assert "data-fixed" not in it.picture, "the page keeps what was typed"
    it.gesture(do="hint")
    assert "'about half'" in read(it), "no older verdict comes back beside a hint"
    assert "retrieved, not" not in read(it)
    type_in(it, "")
    assert said(it)[0] == "A number is asked for; write it as 13/30, 0.433 or 43.3%."
    type_in(it, "0.673")
    assert "aria-invalid" not in it.picture


def test_of_several_numbers_the_one_that_is_none_is_marked() -> None:
    it = widgets.Exercise(GeneratedExercise("turn-1", "sign-test", level=2, seed=36))
    it.gesture(do="check", fields={"answer": "3", "answer-1": "abc"})
    assert re.findall(r'<input[^>]* name="(answer[^"]*)"[^>]* aria-invalid="true"', it.picture) == ["answer-1"]


def test_hints_come_one_after_another_and_stay() -> None:
    it = widgets.Exercise(GeneratedExercise("turn-1", "ap", seed=2))
    count = len(it.exercise.hints)
    assert f"Hint 1 of {count}" in read(it)
    it.gesture(do="hint")
    assert it.hints == it.exercise.hints[:1]
    assert said(it) == [it.exercise.hints[0]]
    type_in(it, "0.5")
    assert it.hints == it.exercise.hints[:1], "a check takes no hint away"
    for _ in range(count):
        it.gesture(do="hint")
    assert it.hints == it.exercise.hints
    assert "No more hints" in read(it)
    assert it.hint() is False
    assert it.state == "tried"


def test_a_hint_that_is_asked_for_says_whether_there_was_one() -> None:
    it = widgets.Exercise(GeneratedExercise("turn-1", "ap", seed=2))
    count = len(it.exercise.hints)
    assert [it.hint() for _ in range(count + 2)] == [True] * count + [False, False]


def test_another_one_is_the_next_variant_with_an_empty_field() -> None:
    it = widgets.Exercise(GeneratedExercise("turn-1", "ap", seed=2))
    first = it.exercise
    it.hint()
    type_in(it, first.reference_answer)
    it.gesture(do="another")
    assert it.exercise.question == GeneratedExercise("", "ap", seed=3).question
    assert (it.state, it.hints, it.verdict) == ("open", (), None)
    assert "variant 3" in it.picture
    assert re.search(r'name="answer"[^>]*data-fixed[^>]*value=""', it.picture), "the page empties its field"
    it.gesture(do="hint")
    assert "data-fixed" not in it.picture, "and then keeps what is typed"


def test_a_fixed_exercise_has_no_other() -> None:
    it = widgets.Exercise(TEN)
    assert "Another one" not in it.picture
    it.gesture(do="another")
    assert it.exercise == TEN
    with pytest.raises(InputError, match="'ten' was written by hand, so there is no other of its kind"):
        it.another()


def test_the_solution_asks_for_one_try() -> None:
    it = widgets.Exercise(TEN)
    assert "Show the solution" not in it.picture, "a button that can do nothing yet is not there"
    it.gesture(do="solution")
    it.gesture(do="solution")
    assert it.state == "open"
    assert not it.show_solution()
    assert "0.6729" not in it.picture
    type_in(it, "no number")
    assert "Show the solution" not in it.picture, "that was no try"
    type_in(it, "0.123")
    assert it.state == "tried"
    assert "Show the solution" in it.picture
    it.gesture(do="solution")
    assert it.state == "shown"
    assert "solution shown" in read(it)
    assert "Show the solution" not in it.picture
    assert said(it)[0] == "AP = (1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 8 = 323/480 = 0.6729", "it is read out"
    assert "AP = (1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 8 = 323/480 = 0.6729" in read(it)
    tried = widgets.Exercise(TEN)
    type_in(tried, "0.5")
    tried.gesture(do="solution")
    assert tried.state == "shown"


def test_what_is_answered_after_the_solution_does_not_count_as_done() -> None:
    kept = progress()
    it = widgets.Exercise(GeneratedExercise("turn-1", "ap"), progress=kept)
    type_in(it, "0.123456")
    it.gesture(do="solution")
    type_in(it, it.exercise.reference_answer)
    assert (it.state, kept.state("turn-1")) == ("shown", "tried")
    assert "The solution was shown before, so this does not count as done. Another one does." in read(it)
    it.gesture(do="another")
    type_in(it, it.exercise.reference_answer)
    assert (it.state, kept.state("turn-1")) == ("done", "done")


def test_the_solution_after_it_is_done_takes_nothing_away() -> None:
    kept = progress()
    it = widgets.Exercise(TEN, progress=kept)
    type_in(it, "323/480")
    it.gesture(do="solution")
    assert (it.state, kept.state("ten")) == ("done", "done")
    assert "each rank" in read(it) or "rank" in read(it)


def test_making_it_records_nothing_and_a_hint_alone_neither(tmp_path: Path) -> None:
    it = widgets.Exercise(GeneratedExercise("turn-1", "ap"), progress=progress(tmp_path))
    it.hint()
    it.static()
    assert list(tmp_path.iterdir()) == []


def test_it_begins_again_where_the_progress_says(tmp_path: Path) -> None:
    it = widgets.Exercise(GeneratedExercise("turn-1", "ap"), progress=progress(tmp_path))
    it.another()
    it.hint()
    wrong = it.exercise.wrong[0][0]
    type_in(it, wrong)
    again = widgets.Exercise(GeneratedExercise("turn-1", "ap"), progress=progress(tmp_path))
    assert again.exercise == it.exercise, "the same variant"
    assert (again.state, again.hints) == ("tried", it.hints)
    assert f'value="{wrong}"' in again.picture
    assert again.verdict is not None
    assert again.verdict.headline in read(again).replace("&#x27;", "'")
    type_in(again, again.exercise.reference_answer)
    assert widgets.Exercise(GeneratedExercise("turn-1", "ap"), progress=progress(tmp_path)).state == "done"


def test_the_answer_to_another_variant_is_not_put_under_this_one(tmp_path: Path) -> None:
    it = widgets.Exercise(GeneratedExercise("turn-1", "ap"), progress=progress(tmp_path))
    type_in(it, it.exercise.reference_answer)
    it.another()
    again = widgets.Exercise(GeneratedExercise("turn-1", "ap"), progress=progress(tmp_path))
    assert (again.exercise.seed, again.state, again.verdict) == (2, "open", None)
    assert "This part was done before." in read(again)


def test_a_shown_solution_is_there_again(tmp_path: Path) -> None:
    it = widgets.Exercise(TEN, progress=progress(tmp_path))
    it.check("0.123")
    assert it.show_solution()
    again = widgets.Exercise(TEN, progress=progress(tmp_path))
    assert again.state == "shown"
    assert "323/480" in again.picture


def test_it_follows_a_reset_and_a_resume_code() -> None:
    kept = progress()
    it = widgets.Exercise(TEN, progress=kept)
    type_in(it, "323/480")
    code = kept.code
    kept.reset()
    assert (it.state, it.verdict) == ("open", None)
    assert re.search(r'name="answer"[^>]*data-fixed[^>]*value=""', it.picture)
    kept.resume(code)
    assert "This part was done before." in read(it)


def test_an_edited_progress_file_does_no_harm() -> None:
    kept = progress()
    kept.record("ten", "tried", "nonsense", seed="x", hints="many", answered=0, shown="yes")
    it = widgets.Exercise(TEN, progress=kept)
    assert (it.state, it.hints) == ("open", ())
    kept.record("turn-1", "done", "1/2", seed=-3, answered=-3, solved=True)
    assert widgets.Exercise(GeneratedExercise("turn-1", "ap"), progress=kept).exercise.seed == 1


def test_values_of_a_mean_are_not_drawn_because_the_question_may_state_them_otherwise() -> None:
    it = widgets.Exercise(GeneratedExercise("turn-1", "mrr-ranks"))
    assert "ranks" not in re.findall(r'<ol class="(\w+)', it.picture)
    rankings = widgets.Exercise(GeneratedExercise("turn-1", "map"))
    assert rankings.picture.count('<div class="ranks"') == len(rankings.exercise.data)  # type: ignore[arg-type]


def test_the_cells_say_in_words_what_they_show() -> None:
    it = widgets.Exercise(byhand.Exercise("u", AP, Ranking.parse("1 U 0", relevant=2), "AP?"))
    assert 'aria-label="rank 1: relevant; rank 2: unjudged; rank 3: not relevant"' in it.picture
    assert "In all, 2 documents are relevant. ✓ relevant, · not relevant, ? unjudged." in read(it)


def test_the_still_picture_asks_and_does_not_answer() -> None:
    it = widgets.Exercise(byhand.Exercise("m", MAP, (TEN.data, TEN.data), "MAP of both?"))  # type: ignore[arg-type]
    still = it.static()
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
def test_bad_input_is_one_sentence(make: object, sentence: str) -> None:
    with pytest.raises(InputError, match=parts(sentence)):
        make()  # type: ignore[operator]


@pytest.mark.parametrize("topic", ["sign-test", "signed-rank", "rank-sum", "paired-t"])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_scores_of_a_test_are_a_table_in_the_place_of_running_text(topic: str, level: int) -> None:
    it = widgets.Exercise(GeneratedExercise("turn-1", topic, level=level))
    task = it.exercise
    ask = re.findall(r'<p class="ask">(.*?)</p>', it.picture)[0]
    assert not re.search(r"\d\.\d", ask), "the scores left the words"
    assert "  " not in ask
    cells = re.findall(r"<td>(.*?)</td>", it.picture)
    assert cells == re.findall(r"0\.\d\d", task.question)
    assert task.question in it.static(), "the words in full are the name of the field"
    it.gesture(do="another")
    assert re.findall(r"<td>(.*?)</td>", it.picture) == re.findall(r"0\.\d\d", it.exercise.question)


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
def test_the_field_is_called_in_words(topic: str, level: int, label: str) -> None:
    it = widgets.Exercise(GeneratedExercise("turn-1", topic, level=level))
    assert f"<label>{label} <input" in it.picture
    first, *more = it.exercise.names
    type_in(it, "; ".join(["half", *("1" for _ in more)]))
    (refusal,) = said(it)
    assert "'half'" in refusal
    assert not more or refusal.startswith(f"{first[:1].upper()}{first[1:]}: ")
    assert "data-fixed" not in it.picture
    type_in(it, it.exercise.reference_answer)
    assert it.state == "done"


def test_the_counts_of_a_binomial_test_stay_in_the_words() -> None:
    it = widgets.Exercise(GeneratedExercise("turn-1", "binomial"))
    assert it.exercise.question in re.sub("<.*?>", "", it.picture)
    assert "<table" not in it.picture


def test_what_is_not_right_after_it_is_done_says_that_it_is_done_all_the_same() -> None:
    it = widgets.Exercise(byhand.exercise("f", 328))  # 6/13
    type_in(it, "6/13")
    assert "all the same" not in read(it)
    type_in(it, "0.46")
    assert "Give three digits after the point. The exercise is done all the same." in read(it)
    type_in(it, "1/2")
    assert read(it).count("Not yet. ") == read(it).count("The exercise is done all the same.") == 1
    assert it.state == "done"


def test_several_numbers_that_were_typed_in_one_field_stand_in_a_field_each() -> None:
    it = widgets.Lesson("01", folder=None).part("turn-1")
    it.gesture(do="check", fields={"answer": "0.286; 0.286", "answer-1": ""})
    fields = list(it.draw().find("input"))
    assert [one.attributes["value"] for one in fields] == ["0.286", "0.286"]
    assert {one.attributes["data-fixed"] for one in fields} == {"unless-typed"}
    it.gesture(do="check", fields={"answer": "6/7; x", "answer-1": "0.286"})
    assert {one.attributes["data-fixed"] for one in it.draw().find("input")} == {False}, (
        "what is wrong stays to be mended"
    )
    it.gesture(do="check", fields={"answer": "6/7", "answer-1": "2/7"})
    assert "✓ done" in it.picture
