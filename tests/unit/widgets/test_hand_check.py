"""Test the widget HandCheck with measures, tests, rankings and scores."""

from __future__ import annotations

import re

import pytest
from message_parts import parts

from irlearn import AP, MAP, InputError, Ranking, nDCG, widgets
from irlearn.byhand.explain_quantity import explain
from irlearn.byhand.paired_tests import Binomial, SignedRank, SignTest
from irlearn.byhand.parse_question import kinds_of
from irlearn.cli import main
from irlearn.measures import MEASURES, Measure

FIVE = "0.28 0.30 0.38 0.29 0.23 | 0.35 0.20 0.40 0.33 0.24"
"""The tutorial's five queries: A wins 1, B wins 4."""


def read(widget: widgets.Widget) -> str:
    """What a reader reads, without tags; of a formula what a screen reader says."""
    said = re.sub(r'<span class="formula"[^>]* aria-label="([^"]*)">.*?</span>', r"\1", widget.picture)
    return re.sub(r"\s+", " ", re.sub(r"<style>.*?</style>|<[^>]+>", " ", said))


def fields(**typed: str) -> dict[str, str]:
    given = {"measure": "AP", "ranking": "1 1 1 0 1 1 0 1 0 0", "relevant": "8", "missed": "", "answer": ""}
    return {**given, **typed}


def sheet() -> widgets.HandCheck:
    return widgets.HandCheck(AP, "1 1 1 0 1 1 0 1 0 0", relevant=8)


def test_wrong_answer_shows_its_mistake_and_not_the_right_value() -> None:
    widget = sheet()
    assert "Check a hand calculation: AP" in read(widget)
    assert "In all, 8 documents are relevant." in read(widget)
    widget.gesture(do="check", fields=fields(answer="0.897"))
    assert "Not yet. You divided by the 6 relevant documents that were retrieved, not by all 8." in read(widget)
    assert "/ 6 = 323/360 = 0.8972" in read(widget)
    assert '<mrow class="differs"><mn>6</mn></mrow>' in widget.picture
    assert "Underlined: where it differs. 0.897 stands for any value from 0.8965 to 0.8975." in read(widget)
    assert "323/480" not in widget.picture
    widget.gesture(do="steps")
    assert "AP = (1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 8 = 323/480 = 0.6729" in read(widget)
    widget.gesture(do="steps")
    assert "323/480" not in widget.picture
    widget.gesture(do="check", fields=fields(answer="323/480"))
    assert "323/480 is right." in read(widget)


def test_another_measure_and_ranking_clear_the_verdict() -> None:
    widget = sheet()
    widget.check("0.897")
    widget.gesture(do="set", fields=fields(measure="P@5", ranking="RRNNR", relevant="", answer="0.897"))
    assert (repr(widget.measure), widget.data, widget.verdict) == ("P@5", Ranking.parse("1 1 0 0 1"), None)
    widget.gesture(do="check", fields=fields(measure="RR", ranking="relevant at 3, 4 of 6", relevant="", answer="1/3"))
    assert "Your RR" in read(widget)
    assert "1/3 is right." in read(widget)


def test_graded_measure_has_a_field_for_missed_grades() -> None:
    widget = widgets.HandCheck(nDCG, "3 2 0 1", missed="3")
    assert "Missed grades" in read(widget)
    assert "Relevant in all" not in read(widget)
    assert "Grades that the list misses: 3." in read(widget)
    widget.gesture(do="check", fields={"measure": "nDCG", "ranking": "3 2 0 1", "missed": "3", "answer": "0.985"})
    assert "You built the ideal ranking from the retrieved documents only." in read(widget)
    assert 'class="differs"' in widget.picture
    widget.gesture(do="set", fields={"measure": "AP", "ranking": "3 2 0 1", "missed": "3"})
    assert "Relevant in all" in read(widget), "the field follows the measure"


@pytest.mark.parametrize(
    ("ranking", "relevant", "answer", "told"),
    [
        ("1 0 1 | 0 1 1", "3 2", "41/72", "is right"),
        ("1 0 1 | 0 1 1", "3, 2", "0.7083", "In each query, as in query 1: You divided by the 2 relevant documents"),
        ("values 1 0.5 0.1", "", "0.368", "geometric"),
    ],
)
def test_mean_over_queries_is_checked(ranking: str, relevant: str, answer: str, told: str) -> None:
    widget = widgets.HandCheck("MAP", ranking, relevant=relevant)
    widget.gesture(do="check", fields=fields(measure="MAP", ranking=ranking, relevant=relevant, answer=answer))
    assert re.search(parts(told), read(widget))


def test_ranking_object_is_accepted() -> None:
    widget = widgets.HandCheck(AP, Ranking.parse("1 (0 1) 0", relevant=4))
    assert widget.data == Ranking.parse("1 (0 1) 0", relevant=4)
    assert "Ranks 2 to 3 are tied." in read(widget)
    graded = Ranking.parse("3 0 U", missed="2 1")
    assert widgets.HandCheck(nDCG, graded).data == graded
    assert widgets.HandCheck(AP(rel=2), graded).data == graded


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"measure": "APP"}, "'APP' … AP"),
        ({"ranking": "1 x 1"}, "The ranking '1 x 1' has 'x' at rank 2; write a grade (0, 1, 2, ...), R, N or U"),
        ({"ranking": ""}, "The ranking is empty;"),
        ({"relevant": "2"}, "6 relevant documents … 2"),
        ({"relevant": "some"}, "'some'"),
        ({"relevant": "8 7"}, "AP has one ranking and takes one number of relevant documents; given: 2."),
        ({"measure": "MAP", "relevant": "6 7"}, "One ranking takes one number of relevant documents; given: 2."),
        ({"measure": "ESL", "ranking": "0 0", "relevant": "0"}, "ESL is not defined on this ranking"),
        ({"answer": "half"}, "'half'"),
        ({"answer": " "}, "Type your AP first."),
        ({"answer": "1/0"}, "'1/0' divides by 0"),
    ],
)
def test_invalid_fields_show_one_sentence_and_change_nothing(typed: dict[str, str], sentence: str) -> None:
    widget = sheet()
    before = widget.measure, widget.data
    widget.gesture(do="check", fields=fields(**{"answer": "0.5", **typed}))
    assert re.search(parts(sentence), read(widget).replace("&#x27;", "'"))
    assert (widget.measure, widget.data) == before
    assert widget.verdict is None
    assert widget.picture.count("data-said") == 1


def test_constructor_refuses_invalid_input() -> None:
    with pytest.raises(InputError, match="a Ranking already says what is relevant"):
        widgets.HandCheck(AP, Ranking.parse("1 0"), relevant=3)
    widget = widgets.HandCheck(MAP, "values 1 0.5")
    with pytest.raises(InputError, match="no measure is called"):
        widget.set("MAPP", "values 1 0.5")
    assert widget.measure == MAP


def test_long_list_is_drawn_to_rank_40_and_the_rest_is_counted() -> None:
    widget = widgets.HandCheck("P@10", "10" * 40)
    assert widget.picture.count('<button class="hit"') + widget.picture.count('<button class="miss"') == 40
    assert "and 40 more" in read(widget)


def test_typed_markup_is_escaped() -> None:
    widget = sheet()
    widget.gesture(do="check", fields=fields(measure='<b onclick="x">', answer="<i>"))
    assert "<b onclick" not in widget.picture
    assert "<i>" not in widget.picture


# significance tests


def shown(widget: widgets.HandCheck) -> dict[str, str]:
    """The fields as they are drawn: what each is called, and what stands in it."""
    found = re.findall(r'<label[^>]*>([^<]+) <input [^>]*?name="(\w+)"[^>]*?value="([^"]*)"', widget.picture)
    return {name: f"{label}: {value}" for label, name, value in found}


def of_scores(**typed: str) -> dict[str, str]:
    return {"measure": "sign", "scores": FIVE, "answer": "", **typed}


@pytest.mark.parametrize(
    ("test", "label", "answer", "told"),
    [
        ("p(sign)", "p-value of the sign test", "3/8", "3/8 is right."),
        ("sign", "p-value of the sign test", "3/16", "Not yet. You took one tail."),
        ("wins(sign)", "number of wins of A", "4", "Not yet. You counted the wins of B."),
        ("W(signed-rank)", "smaller rank sum W", "10", "Not yet. You gave the larger of the two sums."),
        ("signed-rank", "p-value of the signed-rank test", "0.625", "0.625 is right."),
        ("U(rank-sum)", "U of A", "14", "Not yet. You gave U of B."),
        ("t(paired-t)", "t of A − B", "-0.277", "−0.277 is right."),
        ("t(paired-t)", "t of A − B", "0.277", "Not yet. You took B − A"),
    ],
)
def test_significance_test_is_checked_like_a_measure(test: str, label: str, answer: str, told: str) -> None:
    widget = widgets.HandCheck(test, FIVE)
    assert f"Check a hand calculation: {label} " in read(widget)
    assert f"Your {label} " in read(widget)
    assert shown(widget) == {
        "measure": f"Test: {test}",
        "scores": f"Scores of A | scores of B: {FIVE}",
        "answer": f"Your {label}: ",
    }
    widget.gesture(do="check", fields=of_scores(measure=test, answer=answer))
    assert re.search(parts(told), read(widget))
    solution = widget.verdict.solution.equations[-1].spoken if widget.verdict is not None else ""
    close = solution.replace("^", " ^ ")  # a power is raised
    assert (close in read(widget)) == widget.verdict.correct  # a right answer is told why; a wrong one has to ask
    widget.gesture(do="steps")
    assert solution in read(widget)


@pytest.mark.parametrize(
    "measure", [*MEASURES.values(), *(MEASURES[name](rel=2) for name in ("AP", "Bpref"))], ids=repr
)
def test_ranking_object_is_shown_as_text_with_the_field_that_its_measure_needs(measure: Measure) -> None:
    given = Ranking([2, 0, 1, -1, 3], [3, 2, 2, 1, 0, 0], ties=[1, 2, 1, 1] if measure.name == "ESL" else ())
    widget = widgets.HandCheck(measure, given)
    assert ("relevant" in shown(widget), "missed" in shown(widget)) == (
        measure.takes_relevant,
        not measure.takes_relevant,
    )
    assert isinstance(widget.data, Ranking)
    assert (widget.data.grades, widget.data.ties) == (given.grades, given.ties)
    assert measure.of(widget.data) == pytest.approx(measure.of(given), nan_ok=True)


def test_significance_test_accepts_the_inputs_of_the_shell(capsys: pytest.CaptureFixture[str]) -> None:
    for test, given, answer in (("sign", FIVE, "3/16"), ("W(signed-rank)", FIVE, "10"), ("binomial", "4 of 5", "0.19")):
        assert main(["check", test, given, answer]) == 1
        said = capsys.readouterr().out.splitlines()
        assert said[0] in str(widgets.HandCheck(test, given).check(answer))


def test_binomial_test_accepts_counts() -> None:
    widget = widgets.HandCheck("binomial", "4 of 5")
    assert shown(widget)["counts"] == "Successes and trials: 4 of 5"
    assert "Of 5 trials 4 are successes." in read(widget)
    widget.gesture(do="check", fields={"measure": "binomial", "counts": "1 of 5", "answer": "3/8"})
    assert "Of 5 trials 1 is a success." in read(widget)
    assert "3/8 is right." in read(widget)


def test_criterion_accepts_a_row_for_each_challenger() -> None:
    widget = widgets.HandCheck("criteria", [(12, 30, 0.008, 5.1, 4.25, 0.3), (9, 31, 0.001, 5.1, 6.2, 0.001)])
    assert shown(widget)["rows"] == "Challengers: 12 30 0.008 5.1 4.25 0.300 | 9 31 0.001 5.1 6.20 0.001"
    widget.gesture(
        do="check", fields={"measure": "both-improved(criteria)", "rows": shown(widget)["rows"][13:], "answer": "2"}
    )
    assert "Not yet. You counted challengers with a gain on one side." in read(widget)
    widget.gesture(do="check", fields={"measure": "criteria", "rows": "12 30 0.008 5.1", "answer": "2"})
    assert "2 to 30 challengers, six numbers each; given: 1" in read(widget)


def test_scores_as_lists_are_shown_as_text_in_the_field() -> None:
    widget = widgets.HandCheck(SignTest(), ([0.5, 0.25, 1], ["1/3", 0.125, 0]))
    assert shown(widget)["scores"].endswith(": 0.500 0.250 1.000 | 1/3 0.125 0.000")
    assert widget.data == SignTest().read(([0.5, 0.25, 1], ["1/3", 0.125, 0]))
    assert shown(widgets.HandCheck(Binomial(), (4, 5)))["counts"].endswith(": 4 of 5")
    widget.set(SignedRank("W"), [[0.2, 0.4], [0.1, 0.1]])
    assert widget.measure == SignedRank("W")


@pytest.mark.parametrize(
    "asked",
    [
        "AP",
        "nDCG@10",
        "MAP",
        "sign",
        "U(rank-sum)",
        "t(paired-t)",
        "binomial",
        "criteria",
    ],
)
def test_every_quantity_has_an_example_that_can_be_calculated(asked: str) -> None:
    widget = widgets.HandCheck(asked)
    solution = explain(widget.measure, widget.data)  # type: ignore[arg-type]
    widget.gesture(do="check", fields={"answer": f"{solution.value:.6f}"})
    assert widget.verdict is not None
    assert widget.verdict.correct


def test_changing_to_a_test_shows_example_scores_and_back_restores_the_ranking() -> None:
    widget = sheet()
    widget.check("0.897")
    widget.gesture(do="set", fields=fields(measure="sign", answer="0.897"))
    assert (repr(widget.measure), widget.verdict) == ("p(sign)", None)
    assert "These scores are an example. Replace them with your own." in read(widget)
    assert shown(widget)["scores"] == f"Scores of A | scores of B: {FIVE}"
    assert list(shown(widget)) == ["measure", "scores", "answer"], "no documents are relevant or missed here"
    assert re.search(r'name="answer" data-fixed[^>]*value=""', widget.picture), (
        "that was the answer to another question"
    )

    widget.gesture(do="set", fields=of_scores(scores="1 2 3 | 3 2 2"))
    assert widget.data == SignTest().read(([1, 2, 3], [3, 2, 2]))
    assert "example" not in read(widget)
    assert "data-fixed" not in widget.picture

    widget.gesture(do="set", fields=of_scores(measure="AP", scores="1 2 3 | 3 2 2"))
    assert widget.data == Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8)
    assert "The ranking that was here before is back." in read(widget)
    assert (shown(widget)["ranking"], shown(widget)["relevant"]) == (
        "Ranking: 1 1 1 0 1 1 0 1 0 0",
        "Relevant in all: 8",
    )

    widget.gesture(do="set", fields=fields(measure="W(signed-rank)"))
    assert "The scores that were here before are back." in read(widget)
    assert shown(widget)["scores"].endswith(": 1 2 3 | 3 2 2")


def test_ranking_of_a_measure_becomes_the_query_of_a_mean() -> None:
    widget = sheet()
    widget.gesture(do="set", fields=fields(measure="sign"))
    widget.gesture(do="set", fields=of_scores(measure="MAP"))
    assert widget.data == (Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8),)
    assert "The ranking that was here before is back." in read(widget)


def test_earlier_input_that_does_not_fit_is_replaced_by_an_example() -> None:
    widget = widgets.HandCheck("sign", FIVE)
    widget.gesture(do="set", fields=of_scores(measure="nDCG"))
    assert "This ranking is an example. Replace it with your own." in read(widget)
    widget = widgets.HandCheck("nDCG", "2 1 1")  # one ranking, or the ranks of three queries
    widget.gesture(do="set", fields={"measure": "sign", "ranking": "2 1 1", "missed": ""})
    widget.gesture(do="set", fields=of_scores(measure="MAP"))
    assert widget.data == (Ranking.parse("1 0 1"), Ranking.parse("0 1"))
    assert "This ranking is an example." in read(widget)
    widget.gesture(do="set", fields={"measure": "binomial", "ranking": "1 0 1 | 0 1", "relevant": ""})
    assert "These counts are an example." in read(widget)


def test_scores_typed_together_with_a_test_are_accepted_in_the_ranking_field() -> None:
    widget = sheet()
    widget.gesture(do="check", fields=fields(measure="sign", ranking="0.1 0.2 0.4 | 0.3 0.1 0.1", answer="1"))
    assert widget.data == SignTest().read((["0.1", "0.2", "0.4"], ["0.3", "0.1", "0.1"]))
    assert "1 is right." in read(widget)
    widget.gesture(do="set", fields=of_scores(measure="AP", scores="RNR"))
    assert widget.data == Ranking.parse("RNR", relevant=8)


def test_answer_is_not_checked_on_data_that_were_not_shown() -> None:
    widget = sheet()
    widget.gesture(do="check", fields=fields(measure="sign", answer="3/8"))
    assert widget.verdict is None
    assert "These scores are an example." in read(widget)
    widget.gesture(do="check", fields=of_scores(answer="3/8"))
    assert "3/8 is right." in read(widget)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"measure": "sing"}, "'sing' … sign"),
        ({"measure": "W"}, "W is the statistic of a signed-rank test; write W(signed-rank)."),
        ({"measure": "W(sign)"}, "Of a sign test p or wins can be asked for; given: 'W'."),
        ({"scores": "0.1 0.2"}, "The sign test takes the scores of A, then |, then the scores of B, such as"),
        ({"scores": ""}, "The sign test takes the scores of A, then |, then the scores of B, such as"),
        ({"scores": "0.1 0.2 | 0.1"}, "2 of A and 1"),
        ({"scores": "0.1 x | 0.1 1"}, "'x'"),
        ({"scores": "0.1 1 | 0.1 1"}, "All 2 differences are zero: the two systems score the same on every query"),
        ({"scores": "0.1 | 0.2"}, "A test is computed by hand on 2 to 30 queries; given: 1;"),
        ({"scores": " ".join("1" * 31) + "|" + " ".join("2" * 31)}, "30 queries … 31"),
        ({"measure": "binomial", "scores": "6 of 5"}, "Successes and trials"),
        ({"measure": "AP", "scores": "0.5 0.4 | 0.1 0.2"}, "AP … 2 rankings"),
        ({"answer": "half"}, "'half'"),
        ({"answer": ""}, "Type your p-value of the sign test first."),
    ],
)
def test_invalid_scores_show_one_sentence_and_change_nothing(typed: dict[str, str], sentence: str) -> None:
    widget = widgets.HandCheck("sign", FIVE)
    before, drawn = (widget.measure, widget.data), shown(widget)
    widget.gesture(do="check", fields=of_scores(**{"answer": "0.5", **typed}))
    assert re.search(parts(sentence), read(widget).replace("&#x27;", "'"))
    assert (widget.measure, widget.data, widget.verdict) == (*before, None)
    assert widget.picture.count("data-said") == 1
    assert shown(widget) == drawn
    assert "data-fixed" not in widget.picture, "the page keeps what was typed"


@pytest.mark.parametrize(
    ("measure", "ranking", "beside", "sentence"),
    [
        ("sign", FIVE, {"relevant": 3}, "the sign test is about scores, so it takes no relevant or missed documents"),
        ("sign", FIVE, {"missed": "1"}, "the sign test is about scores, so it takes no relevant or missed documents"),
        ("sign", Ranking.parse("1 0"), {}, "sign test … two lists"),
        ("sign", [[0.1, 0.2], [0.3]], {}, "2 of A and 1 of B"),
        ("MAP", [1, 0.5], {}, "MAP needs a text such as '1 0 1', or one Ranking"),
        (3, FIVE, {}, "a measure is a value such as AP"),
    ],
)
def test_scores_without_a_defined_test_are_refused(
    measure: str, ranking: str, beside: dict[str, str], sentence: str
) -> None:
    with pytest.raises(InputError, match=parts(sentence)):
        widgets.HandCheck(measure, ranking, **beside)  # type: ignore[arg-type]


def test_best_of_many_systems_accepts_named_numbers() -> None:
    widget = sheet()
    widget.gesture(do="set", fields=fields(measure="origin"))
    assert shown(widget)["named"] == "Numbers with their names: best .303 of 103, se .0114"
    assert "These numbers are an example." in read(widget)
    widget.gesture(do="check", fields={"measure": "origin", "named": "N=31 s=.0108 max=.4033", "answer": ".3942"})
    assert "Not yet. You took Φ⁻¹(0.8), the quantile of one system." in read(widget)
    assert "<msup" in widget.picture
    widget.gesture(do="check", fields={"measure": "origin", "named": "N=31 s=.0108 max=.4033", "answer": ".3769"})
    assert ".3769 is right." in read(widget)
    widget.gesture(do="set", fields={"measure": "origin", "named": "N=31 max=.4033"})
    assert "needs the standard error, too; write it as 'best .303 of 103, se .0114'" in read(widget)
    assert shown(widgets.HandCheck("all-inside", {"N": 9, "z": 2}))["named"].endswith(": systems 9, z 2")


def test_pairs_of_systems_and_outcome_counts_have_their_own_fields() -> None:
    widget = widgets.HandCheck("MAL(pair-outcome)", "0.05 0.06 | 0.10 0.08 | -0.03 -0.09 | 0.04 -0.07 | 0.02 0.07")
    assert "3 0.04 −0.07" in read(widget)
    assert "By gold a difference is significant above 0.05, by low-cost judgments above 0.06." in read(widget)
    assert widget.check("2, 4").correct
    assert widget.check("2").diagnoses[0].id == "pair-outcome-counted"
    widget.gesture(do="set", fields=fields(measure="discrimination"))
    assert shown(widget)["outcomes"].startswith("Counts of the eight outcomes: AA 12 AD 1")
    assert "These counts are an example. Replace them with your own." in read(widget)
    widget.gesture(
        do="check", fields={"measure": "bias(discrimination)", "outcomes": "12 1 6 4 2 3 25 13", "answer": ".600"}
    )
    assert "Not yet. This is the precision. The bias is 1 − precision." in read(widget)
    widget.gesture(do="set", fields=fields(measure="pair-outcome"))
    assert "The pairs that were here before are back." in read(widget)
    assert shown(widgets.HandCheck("discrimination", (12, 1, 6, 4, 2, 3, 25, 13)))["outcomes"].endswith("PD 13")


def test_rare_names_of_quantities_are_folded() -> None:
    widget = widgets.HandCheck()
    _, folded = widget.picture.split('<details class="more">')
    beside, behind = widget.picture.replace(folded, ""), folded.partition("</details>")[0]
    assert all(name in beside for name in ("P@5", "MAP", *kinds_of("test")))
    for group in ("best", "judging", "all pairs", "agreement"):
        for name in kinds_of(group):
            assert name in behind
            assert name not in beside


@pytest.mark.parametrize(
    ("measure", "ranking"), [("nDCG", "3 2 0, missed 3 1"), ("AP", "1 0 1, 5 relevant"), ("sign", "0.5 0.2 | 0.3 0.4")]
)
def test_examples_of_the_page_about_own_lessons_can_be_typed(root, measure, ranking) -> None:
    page = (root / "lessons" / "instructor" / "your_own_lesson.md").read_text(encoding="utf-8")
    assert f"`{ranking}`" in page
    widget = sheet()
    widget.gesture(do="set", fields=fields(measure=measure, ranking=ranking, relevant=""))
    assert 'class="problem"' not in widget.picture
    assert widget.check(str(explain(measure, widget.data).value)).correct


def test_list_with_missed_grades_is_changed_by_hand() -> None:
    widget = widgets.HandCheck(nDCG, "3 2 0, missed 3 1")
    widget.gesture(do="mark", query=0, index=3, fields=fields(measure="nDCG", ranking="3 2 0, missed 3 1", relevant=""))
    assert widget.data == Ranking.parse("3 2 1", missed="3 1")


def test_empty_query_is_drawn_and_extended_by_hand() -> None:
    widget = widgets.HandCheck(MAP, "1 0 1 | | 0 1")
    assert "3 queries" in read(widget)
    widget.gesture(do="resize", query=1, by=1, fields=fields(measure="MAP", ranking="1 0 1 | | 0 1", relevant=""))
    assert widget.data == (Ranking.parse("1 0 1"), Ranking([0]), Ranking.parse("0 1"))
