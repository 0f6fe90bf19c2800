"""Test the view of a question: the marked difference in a calculation, and the drawing of rankings."""

from __future__ import annotations

import pytest

from irlearn import AP, CG, DCG, MAP, F, P, R, Ranking, byhand, check, gMAP, nDCG, widgets
from irlearn.byhand.paired_tests import Binomial, PairedT, SignedRank, SignTest
from irlearn.byhand.parse_question import kinds_of
from irlearn.measures import Mean, Measure
from irlearn.text.html import Element, div, html_of, text_of
from irlearn.text.markdown import markdown_text, shown
from irlearn.widgets.lesson.question_view import draw_given, draw_question, understood

TEN = Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8)
GRADED = Ranking.parse("3 2 0 1", missed="3")


def read_out(shown: Element) -> list[str]:
    """The formulas as a screen reader has them."""
    return [str(one.attributes["aria-label"]) for one in shown.find("span", "formula")]


@pytest.mark.parametrize(
    ("measure", "given", "answer", "marked"),
    [
        (AP, TEN, "0.897", ["6"]),
        (AP, TEN, "5.383", []),  # not divided: nothing is there that should not be
        (AP, Ranking.parse("0 1 1 0 1", relevant=4), "0.3333", []),  # every term differs
        (nDCG, GRADED, "0.985", ["2/log2(3)", "1/log2(4)"]),
        (P @ 5, Ranking.parse("1 0 1"), "0.667", ["3", "3"]),  # two mistakes
        (F, Ranking.parse("1 1 0 1", relevant=5), "0.675", []),  # another formula
        (gMAP, [1, 0.5, 0.1], "0.533", []),  # another way of adding up
    ],
    ids=["divisor", "no divisor", "each rank", "ideal", "two mistakes", "formula", "mean"],
)
def test_a_wrong_calculation_is_marked_where_it_differs(
    measure: Measure | Mean, given: Ranking, answer: str, marked: list[str]
) -> None:
    verdict = check(measure, given, answer)
    assert verdict.outcome == ("other definition" if measure == P @ 5 else "wrong rule")  # set_P divides so
    shown = verdict.typeset()
    assert [one.text for one in shown.find("mrow", "differs")] == marked
    assert ("Underlined: where it differs." in shown.text) == bool(marked)
    for line in verdict.diagnoses[0].lines:
        assert line in read_out(shown), "the line itself is not changed"


def test_of_many_mistakes_that_fit_one_is_written_out_and_the_rest_is_folded() -> None:
    verdict = check(AP, Ranking.parse("0 1 0 1", relevant=3), "0.500")
    first, *rest = verdict.diagnoses
    assert len(rest) > 1
    (folded,) = verdict.typeset().find("details")
    assert next(folded.find("summary")).text == f"{len(rest)} other ways to this number"
    messages = [one.message for one in rest]
    assert [one.text for one in folded.find("p") if one.text in messages] == messages
    assert first.message in verdict.headline
    before = read_out(verdict.typeset())[: len(first.lines)]
    assert before == list(first.lines), "with its formula"
    assert set(before).isdisjoint(read_out(folded)) or first.lines == rest[0].lines
    assert f"{len(rest)} other ways to this number." in str(verdict).splitlines(), "no shell can fold"
    assert not any(message in str(verdict) for message in messages)


def test_few_digits_may_be_cut_off_too() -> None:
    verdict = check(AP, Ranking.parse("0 0 1 1 0", relevant=3), "0.2")
    assert "You cut off after one digit; rounded, it is 0.3." in verdict.typeset().text
    assert "any of six known mistakes gives 0.2, too" in verdict.typeset().text


@pytest.mark.parametrize(
    ("measure", "text", "relevant", "more"),
    [
        (R, "1", 2, "4 other ways to this number"),
        (AP, "1 1", 3, "4 other ways to this number"),
        (AP, "1", 2, "7 other ways to this number"),
    ],
)
def test_the_mistakes_that_are_counted_agree_in_number(measure: Measure, text: str, relevant: int, more: str) -> None:
    verdict = check(measure, Ranking.parse(text, relevant=relevant), "1")
    assert more in verdict.typeset().text
    assert int(more.split()[0]) == len(verdict.folded_diagnoses) == len(verdict.diagnoses) - 1


def test_an_answer_that_may_be_right_shows_no_wrong_calculation() -> None:
    note = check(AP, TEN, "0.7").typeset()
    assert not list(note.find("math"))
    assert note.attributes["class"] == "irlearn-verdict cannot-tell"


def test_a_mean_is_drawn_as_its_rankings_or_its_values() -> None:
    rankings = (Ranking.parse("1 0", relevant=2), Ranking.parse("0 1"))
    shown = div[draw_given(MAP, rankings)]
    assert len(list(shown.find("div", "ranks"))) == 2
    assert "In all, 2 documents are relevant." in shown.text
    assert "In all, 1 document is relevant." in shown.text
    values = div[draw_given(MAP, tuple(check(MAP, [1, "1/2"], "1").question.data))]  # type: ignore[arg-type]
    assert list(values.find("div", aria_label="query 1: 1, query 2: 1/2"))


def test_grades_are_drawn_as_numbers_and_from_rel_up_as_relevant() -> None:
    shown = div[draw_given(AP(rel=2), Ranking.parse("3 1 U 2", missed="2"))]
    (row,) = shown.find("div", "ranks")
    kinds = [(one.attributes["class"], next(one.find("span", "cell")).text) for one in row.children]  # type: ignore[union-attr]
    assert kinds == [("hit", "3"), ("miss", "1"), ("unjudged", "?"), ("hit", "2")]
    assert "In all, 3 documents are relevant (grade 2 or more). Grades that the list misses: 2." in shown.text
    assert list(shown.find(aria_label="rank 1: grade 3; rank 2: grade 1; rank 3: unjudged; rank 4: grade 2"))


def test_scores_are_a_table_with_a_row_for_each_system_and_a_column_for_each_query() -> None:
    shown = div[draw_given(SignTest(), ([0.5, 0.25, 0.1], [1, "1/3", 0]))]
    rows = list(shown.find("tr"))
    assert len(rows) == 3
    assert [one.text for one in rows[0].find("th", scope="col")] == ["system", "q1", "q2", "q3"]
    assert [[(one.attributes["class"], one.text) for one in row.find("th", scope="row")] for row in rows[1:]] == [
        [("a", "A")],
        [("b", "B")],
    ]
    assert [[one.text for one in row.find("td")] for row in rows[1:]] == [
        ["0.50", "0.25", "0.10"],
        ["1.00", "1/3", "0.00"],
    ]
    (box,) = shown.find(aria_label="Scores of A and B on 3 queries")
    assert "tabindex" not in box.attributes, "three queries fit"


def test_the_keys_reach_a_table_that_scrolls_on_a_narrow_page() -> None:
    (box,) = div[draw_given(PairedT(), ([0.1] * 6, [0.2] * 6))].find(tabindex="0")
    assert box.attributes["aria-label"] == "Scores of A and B on 6 queries"


@pytest.mark.parametrize(
    "asked", [kind(one) for kind in kinds_of("test").values() for one in kind.statistics], ids=repr
)
def test_a_label_names_the_number_of_a_test_in_words(asked: SignTest) -> None:
    assert asked.short_name == asked.subject.removeprefix("the ") == asked.phrase.removeprefix("the ")
    assert ((AP @ 5).short_name, MAP.subject) == ("AP@5", "MAP")


def test_the_scores_of_a_question_are_drawn_once_and_only_where_the_question_states_them() -> None:
    task = byhand.exercise("signed-rank", 1)
    words, shown = draw_question(task)
    assert html_of(shown) == html_of(draw_given(task.quantity, task.data))
    cells = [one.text for one in div[shown].find("td")]
    assert cells
    for text in cells:
        assert text in task.question
        assert text not in words
    assert words.startswith(("Systems A and B have these scores", "Two systems have these AP values"))
    assert " queries. Leave out differences of 0." in words
    other = byhand.Exercise("x", SignTest(), SignTest().read(([1, 0, 0], [0, 1, 1])), "B wins two of three. p?")
    assert draw_question(other) == (other.question, None)
    counts = byhand.exercise("binomial", 1)
    assert draw_question(counts) == (counts.question, None)


def test_counts_are_drawn_as_a_sentence() -> None:
    assert "Of 5 trials 4 are successes." in text_of(draw_given(Binomial(), (4, 5)))
    assert "Of 1 trial 1 is a success." in text_of(draw_given(Binomial(), (1, 1)))


def test_a_wrong_calculation_of_a_test_is_marked_where_it_differs() -> None:
    five = ([0.28, 0.30, 0.38, 0.29, 0.23], [0.35, 0.20, 0.40, 0.33, 0.24])
    verdict = check(SignedRank("W"), five, "10")
    assert verdict.outcome == "wrong rule"
    assert verdict.diagnoses[0].lines[-1] in read_out(verdict.typeset())


def test_ranks_in_a_text_stay_in_one_piece_and_more_than_20_break_between_groups_of_five() -> None:
    (short,) = div[shown("The list is 1 0 1 U, of which 2 are judged.")].find("code")
    assert (short.text, list(short.find("span"))) == ("1 0 1 U", [])
    for text in ("1 0 1 0 1 " * 4, "1 0 1 0 1 " * 5):
        for written in (f"It is {text.strip()}.", markdown_text(f"It is `{text.strip()}`.")):
            (said,) = div[shown(written)].find("code")
            assert said.text == text.strip()
            groups = [one.text for one in said.find("span")]
            assert groups == (["1 0 1 0 1"] * 5 if len(text) > 40 else [])
    said = div[shown("2 + 3 = 5, 0.5 of 3")]
    assert (said.text, list(said.find("code"))) == ("2 + 3 = 5, 0.5 of 3", [])


def test_the_cells_of_more_than_20_ranks_stand_in_groups_of_five() -> None:
    for ranks, sizes in ((20, []), (22, [5, 5, 5, 5, 2])):
        (row,) = div[draw_given(AP, Ranking([1, 0] * (ranks // 2)))].find("div", "ranks")
        assert [len(list(five.find("span", "cell"))) for five in row.find("span", "five")] == sizes
        assert [one.text for one in row.find("span", "number")] == [str(rank + 1) for rank in range(ranks)]


@pytest.mark.parametrize("topic", ["criteria", "cg", "signed-rank", "ap", "pair-outcome"])
def test_how_an_answer_may_be_typed_is_told_where_it_fits(topic: str) -> None:
    task = byhand.exercise(topic, seed=1)
    told = understood(task.quantity, *task.further_quantities)
    assert bool(told) == ("whole number" not in task.question)
    assert told.count("understood") <= 1


def test_whole_numbers_beside_others_do_not_hide_how_those_are_typed() -> None:
    assert understood(CG @ 2, P @ 2) == understood(P @ 2) != understood(CG @ 2) == ""


def test_a_percentage_is_offered_where_a_number_can_be_a_share_and_not_above_one() -> None:
    assert understood(AP) == "13/30, 0.433 and 43.3% are all understood."
    assert understood(DCG) == "13/30 and 0.433 are both understood."
    assert understood(DCG, AP) == understood(AP), "said once, for all that are asked"


def test_the_example_of_an_answer_has_the_digits_that_are_asked_for() -> None:
    assert understood(AP, places=4) == "13/30, 0.4333 and 43.33% are all understood."
    task = byhand.exercise("t-interval", seed=1)
    assert "four digits" in task.question
    assert "0.4333" in widgets.Exercise(task).picture
