"""What the asking widgets share: where a wrong calculation is marked, and how a ranking is drawn."""

from __future__ import annotations

import re

import pytest

from irlearn import AP, MAP, F, P, Ranking, check, exercises, gMAP, nDCG
from irlearn.derivation import TESTS, Binomial, PairedT, SignedRank, SignTest
from irlearn.measures import Mean, Measure
from irlearn.widgets.asking import draw_given, draw_question, draw_verdict, label_of, spoken_of

TEN = Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8)
GRADED = Ranking.parse("3 2 0 1", missed="3")


@pytest.mark.parametrize(
    ("measure", "given", "answer", "marked"),
    [
        (AP, TEN, "0.897", ["6"]),
        (AP, TEN, "5.383", []),  # not divided: nothing is there that should not be
        (AP, Ranking.parse("0 1 1 0 1", relevant=4), "0.3333", []),  # every term differs
        (nDCG, GRADED, "0.985", ["2/log2", "1/log2"]),
        (P @ 5, Ranking.parse("1 0 1 0"), "0.5", ["4", "4"]),  # two mistakes
        (F, Ranking.parse("1 1 0 1", relevant=5), "0.675", []),  # another formula
        (gMAP, [1, 0.5, 0.1], "0.533", []),  # another way of adding up
    ],
    ids=["divisor", "no divisor", "each rank", "ideal", "two mistakes", "formula", "mean"],
)
def test_a_wrong_calculation_is_marked_where_it_differs(
    measure: Measure | Mean, given: Ranking, answer: str, marked: list[str]
) -> None:
    verdict = check(measure, given, answer)
    assert verdict.outcome == "wrong rule"
    shown = draw_verdict(verdict)
    assert re.findall(r"<mark>(.*?)</mark>", shown) == marked
    assert ("Underlined: where it differs." in shown) == bool(marked)
    for line in verdict.diagnoses[0].lines:
        assert line in re.sub(r"<[^>]+>", "", shown), "the line itself is not changed"


def test_of_many_mistakes_that_fit_three_are_written_out_and_the_rest_is_counted() -> None:
    verdict = check(AP, Ranking.parse("0 0 1 1 0", relevant=3), "0.2")
    shown = draw_verdict(verdict)
    rest = len(verdict.diagnoses) - 3
    assert rest > 0
    assert shown.count("<p>Or: ") == 2
    assert re.search(rf"{rest} more mistakes? fits? this number", shown)


def test_a_right_answer_shows_no_wrong_calculation() -> None:
    shown = draw_verdict(check(AP, TEN, "0.7"))
    assert 'class="equation"' not in shown
    assert 'class="verdict right"' in shown


def test_a_mean_is_drawn_as_its_rankings_or_its_values() -> None:
    rankings = (Ranking.parse("1 0", relevant=2), Ranking.parse("0 1"))
    shown = draw_given(MAP, rankings)
    assert shown.count('<ol class="ranks"') == 2
    assert "2 documents are relevant in all." in shown
    assert "1 document is relevant in all." in shown
    values = draw_given(MAP, tuple(check(MAP, [1, "1/2"], "1").question.given))  # type: ignore[arg-type]
    assert 'aria-label="query 1: 1, query 2: 1/2"' in values


def test_grades_are_drawn_as_numbers_and_from_rel_up_as_relevant() -> None:
    shown = draw_given(AP(rel=2), Ranking.parse("3 1 U 2", missed="2"))
    kinds = re.findall(r'<li class="(\w+)"><span class="cell">(.)', shown)
    assert kinds == [("hit", "3"), ("miss", "1"), ("unjudged", "?"), ("hit", "2")]
    assert "3 documents are relevant in all (grade 2 or more). Missed by the list: grades 2." in shown
    assert 'aria-label="rank 1: grade 3; rank 2: grade 1; rank 3: unjudged; rank 4: grade 2"' in shown


def test_scores_are_a_table_with_a_row_for_each_system_and_a_column_for_each_query() -> None:
    shown = draw_given(SignTest(), ([0.5, 0.25, 0.1], [1, "1/3", 0]))
    rows = re.findall(r"<tr>(.*?)</tr>", shown)
    assert len(rows) == 3
    assert re.findall(r'<th scope="col">(?:<span class="visually-hidden">)?(\w+)', rows[0]) == [
        "system",
        "q1",
        "q2",
        "q3",
    ]
    assert re.findall(r'<th scope="row" class="(\w)">(\w)</th>', "".join(rows[1:])) == [("a", "A"), ("b", "B")]
    assert [re.findall(r"<td>(.*?)</td>", row) for row in rows[1:]] == [
        ["0.50", "0.25", "0.10"],
        ["1.00", "1/3", "0.00"],
    ]
    assert 'aria-label="Scores of A and B on 3 queries"' in shown
    assert "tabindex" not in shown, "three queries fit"


def test_the_keys_reach_a_table_that_scrolls_on_a_narrow_page() -> None:
    shown = draw_given(PairedT(), ([0.1] * 6, [0.2] * 6))
    assert 'tabindex="0"' in shown
    assert 'data-lm-suppress-shortcuts="true"' in shown, "JupyterLab takes the arrow keys from anything else"


@pytest.mark.parametrize("asked", [test(one) for test in TESTS.values() for one in test.statistics], ids=repr)
def test_a_label_names_the_number_of_a_test_in_words(asked: SignTest) -> None:
    assert label_of(asked) == spoken_of(asked).removeprefix("the ") == asked.spoken.removeprefix("the ")
    assert (label_of(AP @ 5), spoken_of(MAP)) == ("AP@5", "MAP")


def test_the_scores_of_a_question_are_drawn_once_and_only_where_the_question_states_them() -> None:
    task = exercises.exercise("signed-rank", 1)
    words, shown = draw_question(task)
    assert shown == draw_given(task.asked, task.given)
    for text in re.findall(r"<td>(.*?)</td>", shown):
        assert text in task.question
        assert text not in words
    assert words.startswith(("Systems A and B have these scores", "Two systems have these AP values"))
    assert " queries. Leave out differences of 0." in words
    other = exercises.Exercise("x", SignTest(), SignTest().read(([1, 0, 0], [0, 1, 1])), "B wins two of three. p?")
    assert draw_question(other) == (other.question, "")
    counts = exercises.exercise("binomial", 1)
    assert draw_question(counts) == (counts.question, "")


def test_counts_are_drawn_as_a_sentence() -> None:
    assert "4 of 5 trials are successes." in draw_given(Binomial(), (4, 5))
    assert "1 of 1 trial is a success." in draw_given(Binomial(), (1, 1))


def test_a_wrong_calculation_of_a_test_is_marked_where_it_differs() -> None:
    five = ([0.28, 0.30, 0.38, 0.29, 0.23], [0.35, 0.20, 0.40, 0.33, 0.24])
    verdict = check(SignedRank("W"), five, "10")
    assert verdict.outcome == "wrong rule"
    assert verdict.diagnoses[0].lines[-1] in re.sub(r"<[^>]+>", "", draw_verdict(verdict))
