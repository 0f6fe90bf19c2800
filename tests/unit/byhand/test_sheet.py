"""Test solved sheets of graded, empty and long lists."""

from __future__ import annotations

import json
import math
import re
import time
from html.parser import HTMLParser
from time import process_time

import pytest

from irlearn import AP, CG, ERR, MAP, MRR, InputError, P, R, Ranking, explain, nDCG, solve
from irlearn.measures import MEASURES, Mean

HOMEWORK = Ranking.parse("relevant documents are at ranks 1, 3, 4, 6 and 9 of 10, 7 are relevant in all")


def table_under(text: str, heading: str) -> list[list[str]]:
    """The cells of the plain-text table under a heading, split where two spaces or more stand."""
    after = text.split(f"{heading}\n", 1)[1].strip().split("\n\n")
    table = next(part for part in after if part.splitlines()[0].startswith(("rank", "recall", "measure", " ")))
    return [re.split(r"  +", line.strip()) for line in table.splitlines()[1:]]


def test_the_table_of_ranks_holds_the_steps_that_homework_asks_for():
    rows = solve([P, R], HOMEWORK).ranks()
    assert [row.found for row in rows] == [1, 1, 2, 3, 3, 4, 4, 4, 5, 5]
    assert [row.precision for row in rows][2:6] == [(2, 3), (3, 4), (3, 5), (4, 6)]
    assert rows[-1].recall == (5, 7)
    assert [row.rank for row in rows if row.relevant] == [1, 3, 4, 6, 9]


def test_a_fraction_too_long_to_be_read_is_left_out_of_the_results():
    for ranks, fraction in ((4, True), (12_000, False)):
        rows = table_under(str(solve([AP], Ranking([1, 0] * (ranks // 2)))), "Results")
        assert [len(row) for row in rows] == [3 if fraction else 2]
        assert max(map(len, rows[0])) < 20


def test_a_table_scrolls_on_a_narrow_page():
    shown = solve([AP], HOMEWORK)._repr_html_()
    assert shown.count('<div class="scroll"') == shown.count("<table") > 1


def test_the_interpolated_precision_at_eleven_levels_by_hand():
    levels = solve(AP, HOMEWORK).levels()
    expected = ["1", "1", "3/4", "3/4", "3/4", "2/3", "5/9", "5/9", "0", "0", "0"]
    assert [str(level.value) for level in levels] == expected
    assert [level.needed for level in levels] == [0, 1, 2, 3, 3, 4, 5, 5, 6, 7, 7]
    assert [level.first for level in levels] == [1, 1, 3, 4, 4, 6, 9, 9, None, None, None]


def test_the_text_holds_the_same_tables():
    text = str(solve("P,R,F,nDCG,IPrec,AP", HOMEWORK))
    ranks = table_under(text, "Precision and recall at each rank\n---------------------------------")
    assert ranks[3] == ["4", "yes", "3", "3/4", "0.7500", "3/7", "0.4286"]
    levels = table_under(text, "Interpolated precision at the 11 recall levels\n" + "-" * 46)
    assert levels[3] == ["0.3", "3 of 7", "from rank 4", "3/4", "0.75", "3/4, 4/6, 5/9"]
    results = table_under(text, "Results\n-------")
    assert results == [
        ["P", "1/2", "0.5"],
        ["R", "5/7", "0.7143"],
        ["F", "10/17", "0.5882"],
        ["nDCG", "0.7114"],
        ["IPrec", "217/396", "0.5480"],
        ["AP", "131/252", "0.5198"],
    ]


def test_the_gains_of_a_graded_list_by_hand():
    sheet = solve(nDCG @ 5, Ranking.parse("3 2 1 2 3"))
    assert sheet.rels == ()
    rows = table_under(
        str(sheet), "Gain and discount at each rank (gain: the grade; discount: log2(rank + 1))\n" + "-" * 74
    )
    assert [row[3] for row in rows] == ["3", "5", "6", "8", "11"]
    assert [float(row[4]) for row in rows] == pytest.approx([math.log2(rank + 1) for rank in range(1, 6)], abs=5e-4)
    whole = 3 + 2 / math.log2(3) + 1 / 2 + 2 / math.log2(5) + 3 / math.log2(6)
    assert float(rows[-1][6]) == pytest.approx(whole, abs=5e-4) == pytest.approx(6.784, abs=5e-4)


def test_the_exponential_gain_gets_a_table_of_its_own():
    tables = str(solve([nDCG, nDCG(dcg="exp-log2")], Ranking.parse("3 0"))).split("Gain and discount at each rank")[1:]
    first = [re.search(r"^ +1 +3 +(\d+) ", table, re.MULTILINE) for table in tables]
    assert [found and found[1] for found in first] == ["3", "7"]


def test_each_line_between_relevant_and_not_gets_tables_of_its_own():
    sheet = solve([AP, AP(rel=2)], Ranking.parse("1 2", missed="2"))
    assert sheet.rels == (1, 2)
    assert [row.relevant for row in sheet.ranks(2)] == [False, True]
    assert "Precision and recall at each rank (relevant: grade 2 or more)" in str(sheet)


def test_a_measure_of_gains_alone_needs_no_table_of_precision():
    assert "recall" not in str(solve(CG, Ranking.parse("1 2")))
    assert "discount" not in str(solve(P, Ranking.parse("1 0")))


def test_all_is_every_measure_in_the_lessons_order():
    assert solve("all", HOMEWORK).measures == tuple(MEASURES.values())


def test_all_leaves_out_what_does_not_take_the_grades_and_says_so():
    sheet = solve("all", Ranking.parse("9 1"))
    assert ERR not in sheet.measures
    left_out = [
        f"{name} is left out: {name} raises 2 to the grade and takes grades up to 4; given: 9."
        for name in ("ERR", "nERR")
    ]
    assert sheet.left_out == tuple(left_out)
    assert sheet.left_out[0] in str(sheet).replace("\n", " ")


def test_measures_are_values_or_names_each_once():
    assert solve(["AP", AP, "P@5"], HOMEWORK).measures == solve("AP,P@5", HOMEWORK).measures == (AP, P @ 5)


@pytest.mark.parametrize(
    ("measures", "part"),
    [
        ([], "no measure"),
        ("AP,,P", "comma"),
        ("AP,Q", "'Q'"),
        ([3], "a measure is a value such as AP, or a text such as 'nDCG@10'; given: 3"),
        (3, "given: 3"),
    ],
)
def test_what_is_no_sheet_is_refused_in_one_sentence(measures, part):
    with pytest.raises(InputError) as refusal:
        solve(measures, HOMEWORK)
    assert part in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_mean_over_one_query_is_its_measure():
    assert solve("MAP,AP,mean P@5", HOMEWORK).measures == (AP, P @ 5)
    assert solve(MAP, HOMEWORK).measures == (AP,)


def test_several_means_over_the_same_queries_are_worked_out_one_after_another():
    queries = [Ranking.parse("1 0 1"), Ranking.parse("0 1"), Ranking.parse("0 0", relevant=2)]
    means = [MAP, MRR, Mean.over(P @ 2)]
    several = solve("MAP, MRR, mean P@2", queries)
    assert several == solve(means, queries)
    assert str(several) == "\n\n".join(str(explain(one, queries)) for one in means)
    assert [one["fraction"] for one in several.to_json()["measures"]] == ["4/9", "1/2", "1/3"]
    for text in (several.to_markdown(), several.to_latex(), several.to_html()):
        assert all(repr(one) in text for one in means)
    with pytest.raises(InputError, match="for 3 rankings ask for a mean, such as MAP"):
        solve("MAP,AP", queries)


def test_a_heading_is_of_the_same_level_in_each_form():
    sheet = solve("AP, nDCG@3", HOMEWORK)
    markdown = [len(signs) for signs in re.findall(r"^(#+) ", sheet.to_markdown(), re.MULTILINE)]
    latex = [1 + subs.count("sub") for subs in re.findall(r"^\\((?:sub)*)section\*\{", sheet.to_latex(), re.MULTILINE)]
    assert markdown == latex == [int(level) for level in re.findall(r"<h([1-6])>", sheet.to_html())]
    assert markdown[0] == 1
    assert set(markdown[1:]) == {2}


def test_each_rule_of_the_style_in_a_notebook_is_for_sheets_alone():
    (style,) = re.findall("<style>(.*?)</style>", solve("AP", HOMEWORK)._repr_html_(), re.DOTALL)
    while (outer := re.sub(r"\{[^{}]*\}", ";", style)) != style:  # Rules may be nested.
        style = outer
    selectors = style.split(";")
    assert [one for one in selectors if one.strip() and not one.strip().startswith(".irlearn-sheet")] == []


def test_a_sheet_wants_a_ranking():
    with pytest.raises(InputError, match="has 'about' at rank 1"):
        solve("AP", "about half")


def test_the_json_holds_the_ranking_and_each_derivation():
    stored = json.loads(json.dumps(solve("AP,nDCG@5,IPrec", HOMEWORK).to_json()))
    assert [one["measure"] for one in stored["measures"]] == ["AP", "nDCG@5", "IPrec"]
    assert stored["measures"][0]["fraction"] == "131/252"
    assert stored["ranking"]["missed"] == [1, 1]


class Outline(HTMLParser):
    """What an HTML page is made of, and whether its tags close."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag, attrs):  # noqa: ARG002 - the parser's own signature
        self.seen.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_html_page_is_whole_and_needs_no_other_file():
    source = solve("all", HOMEWORK).to_html()
    outline = Outline()
    outline.feed(source)
    assert outline.open == []
    assert [outline.seen.count(tag) for tag in ("html", "title", "body", "main", "h1")] == [1, 1, 1, 1, 1]
    assert outline.seen.count("math") > 30
    assert not re.search(r"https?:|src=|href=|<script", source)


def test_the_notebook_shows_tables_with_headers_and_drawn_formulas_with_their_text():
    markup = solve([AP, nDCG], HOMEWORK)._repr_html_()
    outline = Outline()
    outline.feed(markup)
    assert outline.open == []
    assert markup.count("<math") > 10
    assert "<h1" not in markup
    assert 'aria-label="AP = (1/1 + 2/3 + 3/4 + 4/6 + 5/9) / 7 = 131/252 = 0.5198"' in markup
    assert markup.count('<tr class="hit">') == 10


def test_the_markdown_has_a_row_for_each_rank_and_formulas_between_dollars():
    source = solve("P,AP", HOMEWORK).to_markdown()
    assert "|    4 |      yes |            3 |       3/4 | 0.7500 |    3/7 | 0.4286 |" in source
    assert r"$\text{AP} = \frac{\frac{1}{1} + \frac{2}{3}" in source
    rows = [line for line in source.splitlines() if line.startswith("|")]
    tables = re.split(r"\n\n", source)
    for table in (part for part in tables if part.startswith("|")):
        assert len({line.count("|") for line in table.splitlines()}) == 1
    assert len(rows) > 30


def test_a_list_without_relevant_documents_has_a_sheet_too():
    text = str(solve("all", Ranking.parse("0 0 U")))
    assert "No relevant document was found." in text
    assert "AP = 0, because its divisor is 0 (relevant documents)" in text
    assert "ESL is not defined" in text


@pytest.mark.all
def test_a_thousand_ranks_make_a_sheet_that_can_be_read():
    ranking = Ranking([1, 0, 2, 0] * 250, [1] * 300 + [2] * 300 + [0] * 500)
    start = time.process_time()
    sheet = solve("all", ranking)
    text, page, latex = str(sheet), sheet.to_html(), sheet.to_latex()
    assert time.process_time() - start < 6
    assert "Of 1000 ranks, 500 have a relevant document; the table shows the first 30 of them." in text
    assert max(map(len, text.splitlines())) < 300
    assert len(text.splitlines()) < 420
    assert len(page) < 150_000
    assert len(latex) < 60_000
    assert repr(sheet).endswith("on a ranking of 1000>")
    assert len(sheet.to_json()["measures"][0]["steps"]) == 1000


def test_an_unjudged_document_is_marked_as_such():
    rows = table_under(str(solve(P, Ranking.parse("1 U 0"))), "Precision and recall at each rank\n" + "-" * 33)
    assert [row[1] for row in rows] == ["yes", "?", "no"]


def test_a_million_relevant_documents_are_worked_out_at_once():
    start = process_time()
    told = str(solve("all", Ranking.parse("1 0 1 1", relevant=1_000_000)))
    assert process_time() - start < 0.9
    assert "AP = (1/1 + 2/3 + 3/4) / 1000000 = " in told
    graded = Ranking([2, 0, -1, 1], [3, 2, 2, 1, 1, 1, 0, 0])
    assert graded.missed == (3, 2, 1, 1, 0)
