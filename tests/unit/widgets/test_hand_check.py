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


def test_the_sketch_the_answer_is_traced_to_its_mistake_and_the_right_value_is_not_told() -> None:
    it = sheet()
    assert "Check a hand calculation: AP" in read(it)
    assert "In all, 8 documents are relevant." in read(it)
    it.gesture(do="check", fields=fields(answer="0.897"))
    assert "Not yet. You divided by the 6 relevant documents that were retrieved, not by all 8." in read(it)
    assert "/ 6 = 323/360 = 0.8972" in read(it)
    assert '<mrow class="differs"><mn>6</mn></mrow>' in it.picture
    assert "Underlined: where it differs. 0.897 stands for any value from 0.8965 to 0.8975." in read(it)
    assert "323/480" not in it.picture
    it.gesture(do="steps")
    assert "AP = (1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 8 = 323/480 = 0.6729" in read(it)
    it.gesture(do="steps")
    assert "323/480" not in it.picture
    it.gesture(do="check", fields=fields(answer="323/480"))
    assert "323/480 is right." in read(it)


def test_another_measure_and_ranking_are_taken_over_and_clear_the_verdict() -> None:
    it = sheet()
    it.check("0.897")
    it.gesture(do="set", fields=fields(measure="P@5", ranking="RRNNR", relevant="", answer="0.897"))
    assert (repr(it.measure), it.data, it.verdict) == ("P@5", Ranking.parse("1 1 0 0 1"), None)
    it.gesture(do="check", fields=fields(measure="RR", ranking="relevant at 3, 4 of 6", relevant="", answer="1/3"))
    assert "Your RR" in read(it)
    assert "1/3 is right." in read(it)


def test_a_measure_of_grades_asks_for_the_grades_that_the_list_misses() -> None:
    it = widgets.HandCheck(nDCG, "3 2 0 1", missed="3")
    assert "Missed grades" in read(it)
    assert "Relevant in all" not in read(it)
    assert "Grades that the list misses: 3." in read(it)
    it.gesture(do="check", fields={"measure": "nDCG", "ranking": "3 2 0 1", "missed": "3", "answer": "0.985"})
    assert "You built the ideal from the retrieved documents only." in read(it)
    assert 'class="differs"' in it.picture
    it.gesture(do="set", fields={"measure": "AP", "ranking": "3 2 0 1", "missed": "3"})
    assert "Relevant in all" in read(it), "the field follows the measure"


@pytest.mark.parametrize(
    ("ranking", "relevant", "answer", "told"),
    [
        ("1 0 1 | 0 1 1", "3 2", "41/72", "is right"),
        ("1 0 1 | 0 1 1", "3, 2", "0.7083", "In each query, as in query 1: You divided by the 2 relevant documents"),
        ("values 1 0.5 0.1", "", "0.368", "geometric"),
    ],
)
def test_means_over_queries_are_checked_too(ranking: str, relevant: str, answer: str, told: str) -> None:
    it = widgets.HandCheck("MAP", ranking, relevant=relevant)
    it.gesture(do="check", fields=fields(measure="MAP", ranking=ranking, relevant=relevant, answer=answer))
    assert re.search(parts(told), read(it))


def test_a_ranking_is_given_as_a_value_too() -> None:
    it = widgets.HandCheck(AP, Ranking.parse("1 (0 1) 0", relevant=4))
    assert it.data == Ranking.parse("1 (0 1) 0", relevant=4)
    assert "Ranks 2 to 3 are tied." in read(it)
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
def test_bad_input_is_one_sentence_and_takes_nothing_over(typed: dict[str, str], sentence: str) -> None:
    it = sheet()
    before = it.measure, it.data
    it.gesture(do="check", fields=fields(**{"answer": "0.5", **typed}))
    assert re.search(parts(sentence), read(it).replace("&#x27;", "'"))
    assert (it.measure, it.data) == before
    assert it.verdict is None
    assert it.picture.count("data-said") == 1


def test_bad_input_to_the_constructor_is_refused() -> None:
    with pytest.raises(InputError, match="a Ranking says itself what is relevant"):
        widgets.HandCheck(AP, Ranking.parse("1 0"), relevant=3)
    it = widgets.HandCheck(MAP, "values 1 0.5")
    with pytest.raises(InputError, match="no measure is called"):
        it.set("MAPP", "values 1 0.5")
    assert it.measure == MAP


def test_a_long_list_is_drawn_to_its_fortieth_rank_and_the_rest_is_counted() -> None:
    it = widgets.HandCheck("P@10", "10" * 40)
    assert it.picture.count('<button class="hit"') + it.picture.count('<button class="miss"') == 40
    assert "and 40 more" in read(it)


def test_what_is_typed_is_shown_as_text() -> None:
    it = sheet()
    it.gesture(do="check", fields=fields(measure='<b onclick="x">', answer="<i>"))
    assert "<b onclick" not in it.picture
    assert "<i>" not in it.picture


# significance tests


def shown(it: widgets.HandCheck) -> dict[str, str]:
    """The fields as they are drawn: what each is called, and what stands in it."""
    found = re.findall(r'<label[^>]*>([^<]+) <input [^>]*?name="(\w+)"[^>]*?value="([^"]*)"', it.picture)
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
        ("t(paired-t)", "t of A − B", "0.277", "Not yet. You took B − A."),
    ],
)
def test_a_test_is_checked_as_a_measure_is(test: str, label: str, answer: str, told: str) -> None:
    it = widgets.HandCheck(test, FIVE)
    assert f"Check a hand calculation: {label} " in read(it)
    assert f"Your {label} " in read(it)
    assert shown(it) == {
        "measure": f"Test: {test}",
        "scores": f"Scores of A | scores of B: {FIVE}",
        "answer": f"Your {label}: ",
    }
    it.gesture(do="check", fields=of_scores(measure=test, answer=answer))
    assert re.search(parts(told), read(it))
    solution = it.verdict.solution.equations[-1].spoken if it.verdict is not None else ""
    close = solution.replace("^", " ^ ")  # a power is raised
    assert (close in read(it)) == it.verdict.correct  # a right answer is told why; a wrong one has to ask
    it.gesture(do="steps")
    assert solution in read(it)


@pytest.mark.parametrize(
    "measure", [*MEASURES.values(), *(MEASURES[name](rel=2) for name in ("AP", "Bpref"))], ids=repr
)
def test_a_measure_is_asked_which_field_it_takes_and_a_ranking_comes_back_as_it_was(measure: Measure) -> None:
    given = Ranking([2, 0, 1, -1, 3], [3, 2, 2, 1, 0, 0], ties=[1, 2, 1, 1] if measure.name == "ESL" else ())
    it = widgets.HandCheck(measure, given)
    assert ("relevant" in shown(it), "missed" in shown(it)) == (measure.takes_relevant, not measure.takes_relevant)
    assert isinstance(it.data, Ranking)
    assert (it.data.grades, it.data.ties) == (given.grades, given.ties)
    assert measure.of(it.data) == pytest.approx(measure.of(given), nan_ok=True)


def test_a_test_takes_what_the_shell_takes(capsys: pytest.CaptureFixture[str]) -> None:
    for test, given, answer in (("sign", FIVE, "3/16"), ("W(signed-rank)", FIVE, "10"), ("binomial", "4 of 5", "0.19")):
        assert main(["check", test, given, answer]) == 1
        said = capsys.readouterr().out.splitlines()
        assert said[0] in str(widgets.HandCheck(test, given).check(answer))


def test_a_binomial_test_takes_counts() -> None:
    it = widgets.HandCheck("binomial", "4 of 5")
    assert shown(it)["counts"] == "Successes and trials: 4 of 5"
    assert "Of 5 trials 4 are successes." in read(it)
    it.gesture(do="check", fields={"measure": "binomial", "counts": "1 of 5", "answer": "3/8"})
    assert "Of 5 trials 1 is a success." in read(it)
    assert "3/8 is right." in read(it)


def test_a_criterion_takes_a_row_for_each_challenger() -> None:
    it = widgets.HandCheck("criteria", [(12, 30, 0.008, 5.1, 4.25, 0.3), (9, 31, 0.001, 5.1, 6.2, 0.001)])
    assert shown(it)["rows"] == "Challengers: 12 30 0.008 5.1 4.25 0.300 | 9 31 0.001 5.1 6.20 0.001"
    it.gesture(do="check", fields={"measure": "both-improved(criteria)", "rows": shown(it)["rows"][13:], "answer": "2"})
    assert "Not yet. You counted a gain on one side." in read(it)
    it.gesture(do="check", fields={"measure": "criteria", "rows": "12 30 0.008 5.1", "answer": "2"})
    assert "2 to 30 challengers, six numbers each; given: 1" in read(it)


def test_scores_are_given_as_lists_too_and_are_then_typed_out() -> None:
    it = widgets.HandCheck(SignTest(), ([0.5, 0.25, 1], ["1/3", 0.125, 0]))
    assert shown(it)["scores"].endswith(": 0.500 0.250 1.000 | 1/3 0.125 0.000")
    assert it.data == SignTest().read(([0.5, 0.25, 1], ["1/3", 0.125, 0]))
    assert shown(widgets.HandCheck(Binomial(), (4, 5)))["counts"].endswith(": 4 of 5")
    it.set(SignedRank("W"), [[0.2, 0.4], [0.1, 0.1]])
    assert it.measure == SignedRank("W")


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
def test_without_anything_given_there_is_an_example_that_can_be_worked_out(asked: str) -> None:
    it = widgets.HandCheck(asked)
    solution = explain(it.measure, it.data)  # type: ignore[arg-type]
    it.gesture(do="check", fields={"answer": f"{solution.value:.6f}"})
    assert it.verdict is not None
    assert it.verdict.correct


def test_a_test_in_the_place_of_a_measure_brings_example_scores_and_the_ranking_comes_back() -> None:
    it = sheet()
    it.check("0.897")
    it.gesture(do="set", fields=fields(measure="sign", answer="0.897"))
    assert (repr(it.measure), it.verdict) == ("p(sign)", None)
    assert "These scores are an example. Type your own over them." in read(it)
    assert shown(it)["scores"] == f"Scores of A | scores of B: {FIVE}"
    assert list(shown(it)) == ["measure", "scores", "answer"], "no documents are relevant or missed here"
    assert re.search(r'name="answer" data-fixed[^>]*value=""', it.picture), "that was the answer to another question"

    it.gesture(do="set", fields=of_scores(scores="1 2 3 | 3 2 2"))
    assert it.data == SignTest().read(([1, 2, 3], [3, 2, 2]))
    assert "example" not in read(it)
    assert "data-fixed" not in it.picture

    it.gesture(do="set", fields=of_scores(measure="AP", scores="1 2 3 | 3 2 2"))
    assert it.data == Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8)
    assert "The ranking that stood here before is back." in read(it)
    assert (shown(it)["ranking"], shown(it)["relevant"]) == ("Ranking: 1 1 1 0 1 1 0 1 0 0", "Relevant in all: 8")

    it.gesture(do="set", fields=fields(measure="W(signed-rank)"))
    assert "The scores that stood here before are back." in read(it)
    assert shown(it)["scores"].endswith(": 1 2 3 | 3 2 2")


def test_a_ranking_that_came_before_is_the_one_query_of_a_mean() -> None:
    it = sheet()
    it.gesture(do="set", fields=fields(measure="sign"))
    it.gesture(do="set", fields=of_scores(measure="MAP"))
    assert it.data == (Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8),)
    assert "The ranking that stood here before is back." in read(it)


def test_what_came_before_for_a_measure_and_cannot_be_had_for_this_one_yields_to_an_example() -> None:
    it = widgets.HandCheck("sign", FIVE)
    it.gesture(do="set", fields=of_scores(measure="nDCG"))
    assert "This ranking is an example. Type your own over it." in read(it)
    it = widgets.HandCheck("nDCG", "2 1 1")  # one ranking, or the ranks of three queries
    it.gesture(do="set", fields={"measure": "sign", "ranking": "2 1 1", "missed": ""})
    it.gesture(do="set", fields=of_scores(measure="MAP"))
    assert it.data == (Ranking.parse("1 0 1"), Ranking.parse("0 1"))
    assert "This ranking is an example." in read(it)
    it.gesture(do="set", fields={"measure": "binomial", "ranking": "1 0 1 | 0 1", "relevant": ""})
    assert "These counts are an example." in read(it)


def test_scores_typed_together_with_the_test_are_taken_before_their_field_is_there() -> None:
    it = sheet()
    it.gesture(do="check", fields=fields(measure="sign", ranking="0.1 0.2 0.4 | 0.3 0.1 0.1", answer="1"))
    assert it.data == SignTest().read((["0.1", "0.2", "0.4"], ["0.3", "0.1", "0.1"]))
    assert "1 is right." in read(it)
    it.gesture(do="set", fields=of_scores(measure="AP", scores="RNR"))
    assert it.data == Ranking.parse("RNR", relevant=8)


def test_an_answer_is_not_checked_on_scores_that_were_not_seen() -> None:
    it = sheet()
    it.gesture(do="check", fields=fields(measure="sign", answer="3/8"))
    assert it.verdict is None
    assert "These scores are an example." in read(it)
    it.gesture(do="check", fields=of_scores(answer="3/8"))
    assert "3/8 is right." in read(it)


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
        ({"scores": "0.1 | 0.2"}, "A test is worked out by hand on 2 to 30 queries; given: 1;"),
        ({"scores": " ".join("1" * 31) + "|" + " ".join("2" * 31)}, "30 queries … 31"),
        ({"measure": "binomial", "scores": "6 of 5"}, "Successes and trials"),
        ({"measure": "AP", "scores": "0.5 0.4 | 0.1 0.2"}, "AP … 2 rankings"),
        ({"answer": "half"}, "'half'"),
        ({"answer": ""}, "Type your p-value of the sign test first."),
    ],
)
def test_bad_input_to_a_test_is_one_sentence_and_takes_nothing_over(typed: dict[str, str], sentence: str) -> None:
    it = widgets.HandCheck("sign", FIVE)
    before, drawn = (it.measure, it.data), shown(it)
    it.gesture(do="check", fields=of_scores(**{"answer": "0.5", **typed}))
    assert re.search(parts(sentence), read(it).replace("&#x27;", "'"))
    assert (it.measure, it.data, it.verdict) == (*before, None)
    assert it.picture.count("data-said") == 1
    assert shown(it) == drawn
    assert "data-fixed" not in it.picture, "the page keeps what was typed"


@pytest.mark.parametrize(
    ("measure", "ranking", "beside", "sentence"),
    [
        ("sign", FIVE, {"relevant": 3}, "the sign test is about scores, which take no relevant or missed documents"),
        ("sign", FIVE, {"missed": "1"}, "the sign test is about scores, which take no relevant or missed documents"),
        ("sign", Ranking.parse("1 0"), {}, "sign test … two lists"),
        ("sign", [[0.1, 0.2], [0.3]], {}, "2 of A and 1 of B"),
        ("MAP", [1, 0.5], {}, "MAP is checked on a text such as '1 0 1', or on one Ranking"),
        (3, FIVE, {}, "a measure is a value such as AP"),
    ],
)
def test_scores_that_no_test_can_be_made_of_are_refused(
    measure: str, ranking: str, beside: dict[str, str], sentence: str
) -> None:
    with pytest.raises(InputError, match=parts(sentence)):
        widgets.HandCheck(measure, ranking, **beside)  # type: ignore[arg-type]


def test_the_best_of_many_systems_takes_numbers_with_their_names() -> None:
    it = sheet()
    it.gesture(do="set", fields=fields(measure="origin"))
    assert shown(it)["named"] == "Numbers with their names: best .303 of 103, se .0114"
    assert "These numbers are an example." in read(it)
    it.gesture(do="check", fields={"measure": "origin", "named": "N=31 s=.0108 max=.4033", "answer": ".3942"})
    assert "Not yet. You took Φ⁻¹(0.8), the quantile of one system." in read(it)
    assert "<msup" in it.picture
    it.gesture(do="check", fields={"measure": "origin", "named": "N=31 s=.0108 max=.4033", "answer": ".3769"})
    assert ".3769 is right." in read(it)
    it.gesture(do="set", fields={"measure": "origin", "named": "N=31 max=.4033"})
    assert "needs the standard error, too; write it as 'best .303 of 103, se .0114'" in read(it)
    assert shown(widgets.HandCheck("all-inside", {"N": 9, "z": 2}))["named"].endswith(": systems 9, z 2")


def test_pairs_of_systems_and_their_counts_have_fields_of_their_own() -> None:
    it = widgets.HandCheck("MAL(pair-outcome)", "0.05 0.06 | 0.10 0.08 | -0.03 -0.09 | 0.04 -0.07 | 0.02 0.07")
    assert "3 0.04 −0.07" in read(it)
    assert "By gold a difference is significant above 0.05, by low-cost judgments above 0.06." in read(it)
    assert it.check("2, 4").correct
    assert it.check("2").diagnoses[0].id == "pair-outcome-counted"
    it.gesture(do="set", fields=fields(measure="discrimination"))
    assert shown(it)["outcomes"].startswith("Counts of the eight outcomes: AA 12 AD 1")
    assert "These counts are an example. Type your own over them." in read(it)
    it.gesture(
        do="check", fields={"measure": "bias(discrimination)", "outcomes": "12 1 6 4 2 3 25 13", "answer": ".600"}
    )
    assert "Not yet. This is the precision. The bias is what it leaves of 1." in read(it)
    it.gesture(do="set", fields=fields(measure="pair-outcome"))
    assert "The pairs that stood here before are back." in read(it)
    assert shown(widgets.HandCheck("discrimination", (12, 1, 6, 4, 2, 3, 25, 13)))["outcomes"].endswith("PD 13")


def test_the_names_that_few_need_are_folded() -> None:
    it = widgets.HandCheck()
    _, folded = it.picture.split('<details class="more">')
    beside, behind = it.picture.replace(folded, ""), folded.partition("</details>")[0]
    assert all(name in beside for name in ("P@5", "MAP", *kinds_of("test")))
    for group in ("best", "judging", "all pairs", "agreement"):
        for name in kinds_of(group):
            assert name in behind
            assert name not in beside


@pytest.mark.parametrize(
    ("measure", "ranking"), [("nDCG", "3 2 0, missed 3 1"), ("AP", "1 0 1, 5 relevant"), ("sign", "0.5 0.2 | 0.3 0.4")]
)
def test_what_the_page_about_own_lessons_says_can_be_typed(root, measure, ranking) -> None:
    page = (root / "lessons" / "instructor" / "your_own_lesson.md").read_text(encoding="utf-8")
    assert f"`{ranking}`" in page
    it = sheet()
    it.gesture(do="set", fields=fields(measure=measure, ranking=ranking, relevant=""))
    assert 'class="problem"' not in it.picture
    assert it.check(str(explain(measure, it.data).value)).correct


def test_a_list_with_missed_grades_behind_it_is_corrected_by_hand() -> None:
    it = widgets.HandCheck(nDCG, "3 2 0, missed 3 1")
    it.gesture(do="mark", query=0, index=3, fields=fields(measure="nDCG", ranking="3 2 0, missed 3 1", relevant=""))
    assert it.data == Ranking.parse("3 2 1", missed="3 1")


def test_a_query_that_retrieved_nothing_is_drawn_and_made_longer_by_hand() -> None:
    it = widgets.HandCheck(MAP, "1 0 1 | | 0 1")
    assert "3 queries" in read(it)
    it.gesture(do="resize", query=1, by=1, fields=fields(measure="MAP", ranking="1 0 1 | | 0 1", relevant=""))
    assert it.data == (Ranking.parse("1 0 1"), Ranking([0]), Ranking.parse("0 1"))
