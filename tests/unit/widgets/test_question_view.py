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
    return [str(element.attributes["aria-label"]) for element in shown.find("span", "formula")]


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
def test_wrong_calculation_is_highlighted_where_it_differs(
    measure: Measure | Mean, given: Ranking, answer: str, marked: list[str]
) -> None:
    verdict = check(measure, given, answer)
    assert verdict.outcome == ("other definition" if measure == P @ 5 else "wrong rule")  # set_P divides so
    shown = verdict.typeset()
    assert [element.text for element in shown.find("mrow", "differs")] == marked
    assert ("Underlined: where it differs." in shown.text) == bool(marked)
    for line in verdict.diagnoses[0].lines:
        assert line in read_out(shown), "the line itself is not changed"


def test_first_matching_mistake_is_written_out_and_the_rest_are_folded() -> None:
    verdict = check(AP, Ranking.parse("0 1 0 1", relevant=3), "0.500")
    first, *rest = verdict.diagnoses
    assert len(rest) > 1
    (folded,) = verdict.typeset().find("details")
    assert next(folded.find("summary")).text == f"{len(rest)} other ways to get this number"
    messages = [diagnosis.message for diagnosis in rest]
    assert [element.text for element in folded.find("p") if element.text in messages] == messages
    assert first.message in verdict.headline
    before = read_out(verdict.typeset())[: len(first.lines)]
    assert before == list(first.lines), "with its formula"
    assert set(before).isdisjoint(read_out(folded)) or first.lines == rest[0].lines
    assert f"{len(rest)} other ways to get this number." in str(verdict).splitlines(), "no shell can fold"
    assert not any(message in str(verdict) for message in messages)


def test_answers_with_few_digits_may_be_truncated() -> None:
    verdict = check(AP, Ranking.parse("0 0 1 1 0", relevant=3), "0.2")
    for part in ("after one digit", "it is 0.3.", "any of six known mistakes also gives 0.2"):
        assert part in verdict.typeset().text


@pytest.mark.parametrize(
    ("measure", "text", "relevant", "more"),
    [
        (R, "1", 2, "4 other ways to get this number"),
        (AP, "1 1", 3, "4 other ways to get this number"),
        (AP, "1", 2, "7 other ways to get this number"),
    ],
)
def test_count_of_folded_mistakes_agrees_in_number(measure: Measure, text: str, relevant: int, more: str) -> None:
    verdict = check(measure, Ranking.parse(text, relevant=relevant), "1")
    assert more in verdict.typeset().text
    assert int(more.split()[0]) == len(verdict.folded_diagnoses) == len(verdict.diagnoses) - 1


def test_ambiguous_answer_shows_no_wrong_calculation() -> None:
    note = check(AP, TEN, "0.7").typeset()
    assert not list(note.find("math"))
    assert note.attributes["class"] == "irlearn-verdict cannot-tell"


def test_mean_is_drawn_as_its_rankings_or_values() -> None:
    rankings = (Ranking.parse("1 0", relevant=2), Ranking.parse("0 1"))
    shown = div[draw_given(MAP, rankings)]
    assert len(list(shown.find("div", "ranks"))) == 2
    assert "In all, 2 documents are relevant." in shown.text
    assert "In all, 1 document is relevant." in shown.text
    values = div[draw_given(MAP, tuple(check(MAP, [1, "1/2"], "1").question.data))]  # type: ignore[arg-type]
    assert list(values.find("div", aria_label="query 1: 1, query 2: 1/2"))


def test_grades_are_drawn_as_numbers_and_as_relevant_from_rel_up() -> None:
    shown = div[draw_given(AP(rel=2), Ranking.parse("3 1 U 2", missed="2"))]
    (row,) = shown.find("div", "ranks")
    kinds = [(element.attributes["class"], next(element.find("span", "cell")).text) for element in row.children]  # type: ignore[union-attr]
    assert kinds == [("hit", "3"), ("miss", "1"), ("unjudged", "?"), ("hit", "2")]
    assert "In all, 3 documents are relevant (grade 2 or more). Grades that the list misses: 2." in shown.text
    assert list(shown.find(aria_label="rank 1: grade 3; rank 2: grade 1; rank 3: unjudged; rank 4: grade 2"))


def test_scores_are_a_table_of_systems_by_queries() -> None:
    shown = div[draw_given(SignTest(), ([0.5, 0.25, 0.1], [1, "1/3", 0]))]
    rows = list(shown.find("tr"))
    assert len(rows) == 3
    assert [element.text for element in rows[0].find("th", scope="col")] == ["system", "q1", "q2", "q3"]
    assert [
        [(element.attributes["class"], element.text) for element in row.find("th", scope="row")] for row in rows[1:]
    ] == [
        [("a", "A")],
        [("b", "B")],
    ]
    assert [[element.text for element in row.find("td")] for row in rows[1:]] == [
        ["0.50", "0.25", "0.10"],
        ["1.00", "1/3", "0.00"],
    ]
    (box,) = shown.find(aria_label="Scores of A and B on 3 queries")
    assert "tabindex" not in box.attributes, "three queries fit"


def test_table_that_scrolls_on_a_narrow_page_takes_the_focus() -> None:
    (box,) = div[draw_given(PairedT(), ([0.1] * 6, [0.2] * 6))].find(tabindex="0")
    assert box.attributes["aria-label"] == "Scores of A and B on 6 queries"


@pytest.mark.parametrize(
    "asked", [test(statistic) for test in kinds_of("test").values() for statistic in test.statistics], ids=repr
)
def test_label_names_the_number_of_a_test_in_words(asked: SignTest) -> None:
    assert asked.short_name == asked.subject.removeprefix("the ") == asked.phrase.removeprefix("the ")
    assert ((AP @ 5).short_name, MAP.subject) == ("AP@5", "MAP")


def test_scores_are_drawn_instead_of_stated_unless_the_question_omits_them() -> None:
    task = byhand.exercise("signed-rank", 1)
    words, shown = draw_question(task)
    assert html_of(shown) == html_of(draw_given(task.quantity, task.data))
    cells = [element.text for element in div[shown].find("td")]
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


def test_wrong_calculation_of_a_test_is_highlighted_where_it_differs() -> None:
    five = ([0.28, 0.30, 0.38, 0.29, 0.23], [0.35, 0.20, 0.40, 0.33, 0.24])
    verdict = check(SignedRank("W"), five, "10")
    assert verdict.outcome == "wrong rule"
    assert verdict.diagnoses[0].lines[-1] in read_out(verdict.typeset())


def test_ranks_in_a_text_wrap_only_between_groups_of_five() -> None:
    (short,) = div[shown("The list is 1 0 1 U, of which 2 are judged.")].find("code")
    assert (short.text, list(short.find("span"))) == ("1 0 1 U", [])
    for text in ("1 0 1 0 1 " * 4, "1 0 1 0 1 " * 5):
        for written in (f"It is {text.strip()}.", markdown_text(f"It is `{text.strip()}`.")):
            (said,) = div[shown(written)].find("code")
            assert said.text == text.strip()
            groups = [element.text for element in said.find("span")]
            assert groups == (["1 0 1 0 1"] * 5 if len(text) > 40 else [])
    said = div[shown("2 + 3 = 5, 0.5 of 3")]
    assert (said.text, list(said.find("code"))) == ("2 + 3 = 5, 0.5 of 3", [])


def test_cells_of_more_than_20_ranks_are_in_groups_of_five() -> None:
    for ranks, sizes in ((20, []), (22, [5, 5, 5, 5, 2])):
        (row,) = div[draw_given(AP, Ranking([1, 0] * (ranks // 2)))].find("div", "ranks")
        assert [len(list(five.find("span", "cell"))) for five in row.find("span", "five")] == sizes
        assert [element.text for element in row.find("span", "number")] == [str(rank + 1) for rank in range(ranks)]


@pytest.mark.parametrize("topic", ["criteria", "cg", "signed-rank", "ap", "pair-outcome"])
def test_answer_formats_are_explained_unless_whole_numbers_are_asked_for(topic: str) -> None:
    task = byhand.exercise(topic, seed=1)
    told = understood(task.quantity, *task.further_quantities)
    assert bool(told) == ("whole number" not in task.question)
    assert told.count("You can type") <= 1


def test_answer_formats_are_explained_for_numbers_beside_whole_numbers() -> None:
    assert understood(CG @ 2, P @ 2) == understood(P @ 2) != understood(CG @ 2) == ""


def test_percentage_is_offered_only_for_numbers_up_to_one() -> None:
    assert all(answer in understood(AP) for answer in ("13/30", "0.433", "43.3%"))
    assert "0.433" in understood(DCG)
    assert "43.3%" not in understood(DCG)
    assert understood(DCG, AP) == understood(AP), "said once, for all that are asked"


def test_example_answer_has_the_digits_that_are_asked_for() -> None:
    assert all(answer in understood(AP, places=4) for answer in ("13/30", "0.4333", "43.33%"))
    task = byhand.exercise("t-interval", seed=1)
    assert "four digits" in task.question
    assert "0.4333" in widgets.Exercise(task).picture


def test_question_about_a_set_draws_no_order():
    question, picture = draw_question(byhand.exercise("f", 2))
    assert "29 documents, and 12 of them are relevant" in question
    assert picture is None
    assert draw_question(byhand.exercise("f", 1, level=3))[1] is not None, "a cutoff needs the order"
    listed = byhand.Exercise("own", P, Ranking([1, 0] * 10), "What is its precision?")
    assert draw_question(listed)[1] is not None, "the text states no counts"
