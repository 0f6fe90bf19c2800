"""Test ranking boards, curves and contingency tables."""

from __future__ import annotations

import random
import re
from html.parser import HTMLParser

import pytest
from message_parts import parts

from irlearn import (
    AP,
    ESL,
    MAP,
    RR,
    InputError,
    P,
    R,
    Ranking,
    byhand,
    course,
    datasets,
    define,
    explain,
    nDCG,
    widgets,
)
from irlearn.byhand.paired_tests import Binomial, PairedT, SignedRank, SignTest
from irlearn.measures import DCG, RBP, Bpref, F, Measure, Rprec
from irlearn.measures.base import Better
from irlearn.measures.registry import MEASURES
from irlearn.text.html import Element, cached_drawing
from irlearn.widgets.play import ranking_board

FIVE = ([0.28, 0.30, 0.38, 0.29, 0.23], [0.35, 0.20, 0.40, 0.33, 0.24])
"""The tutorial's five queries: A wins 1, B wins 4."""


def board(**options: object) -> widgets.RankingBoard:
    topic = datasets.software()
    return widgets.RankingBoard(topic.ranked("d2 d9 d5 d10 d1 d6"), missed=topic, **options)  # type: ignore[arg-type]


def touched(widget: widgets.RankingBoard) -> list[Element]:
    """The terms of the sum that are marked."""
    return [term for term in terms(widget) if "touched" in term.attributes["class"].split()]


def terms(widget: widgets.RankingBoard) -> list[Element]:
    """The terms of the sum as they are drawn, where logarithms are among them followed by their decimals."""
    return list(widget.draw().find("mrow", "term"))


def text(html: str) -> str:
    """What a reader reads, without tags; of a formula what a screen reader says."""
    pieces: list[str] = []
    parser = HTMLParser()
    parser.handle_data = pieces.append  # type: ignore[method-assign]
    parser.feed(re.sub(r'<span class="formula"[^>]* aria-label="([^"]*)">.*?</span>', r"\1", html))
    return re.sub(r"\s+", " ", "".join(pieces))


ALL = {
    "board": board,
    "curve": lambda: widgets.PrecisionRecall(datasets.ten_ranks()),
    "crossing": lambda: widgets.PrecisionRecall(datasets.crossing()),
    "matrix": lambda: widgets.ConfusionMatrix(datasets.software(), retrieved="d2 d5 d9 d10"),
    "number": lambda: widgets.Prediction("P@4?", P @ 4, Ranking.parse("1 1 0 1")),
    "test": lambda: widgets.Prediction("What is p?", SignTest(), FIVE),
    "sheet": lambda: widgets.HandCheck("W(signed-rank)", FIVE),
    "walk": lambda: widgets.Walk(datasets.ten_ranks(), area=True),
    "choice": lambda: widgets.Prediction("Which?", choices=["A", "B"], answer="A", because="So it is."),
}


@pytest.mark.parametrize("name", ALL)
def test_widgets_draw_well_formed_html_live_and_still(name: str) -> None:
    widget = ALL[name]()
    opened: list[str] = []

    class Checker(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            names = [key for key, _ in attrs]
            assert len(names) == len(set(names)), (tag, names)
            if tag not in ("input", "line"):
                opened.append(tag)

        def handle_endtag(self, tag: str) -> None:
            if tag != "line":
                assert opened.pop() == tag

    Checker().feed(widget.picture)
    assert opened == []
    assert widget.picture in widget.static()
    assert "irlearn-static" in widget.static()


@pytest.mark.parametrize("name", ALL)
def test_unknown_attribute_is_refused_with_the_nearest_name(name: str) -> None:
    widget = ALL[name]()
    with pytest.raises(InputError, match=f"{type(widget).__name__} has no 'pictur'; did you mean picture"):
        widget.pictur = "x"
    with pytest.raises(TypeError, match="unexpected keyword argument 'color'"):
        type(widget)("x", color="red")  # type: ignore[call-arg]


def test_invented_gesture_changes_nothing() -> None:
    widget = board()
    before = widget.picture
    widget.gesture(do="draw_money")
    assert widget.picture == before


def test_board_shows_the_values_of_the_measures() -> None:
    shown = text(board().picture)
    assert "AP = (1/1 + 2/3 + 3/4 + 4/6) / 5 = 37/60 = 0.6167" in shown
    assert "P@53/50.600" in shown.replace(" ", "")
    assert "relevant, not retrieved✓ Static Analysis with ruff" in shown


def test_step_moves_a_document_and_announces_the_change() -> None:
    widget = board()
    widget.gesture(do="step", key="d5", by="-1")
    assert widget.ranking.documents == ("d2", "d5", "d9", "d10", "d1", "d6")
    assert "You moved “The Practical Test Pyramid” from rank 3 to rank 2. AP was 0.617, now 0.683." in text(
        widget.picture
    )
    assert "+0.066" in text(widget.picture), "between the numbers that are shown"
    widget.gesture(do="step", key="d2", by="-1")
    assert widget.ranking.documents[0] == "d2", "the first document cannot go higher"


def test_drag_compares_with_the_state_at_its_beginning() -> None:
    widget = board()
    was = AP.of(widget.ranking)
    widget.gesture(do="grab", key="d6")
    for place in (4, 3, 2, 1, 0):
        widget.gesture(do="place", key="d6", to=place)
    widget.gesture(do="drop", key="d6")
    now = AP.of(widget.ranking)
    assert widget.ranking.documents == ("d6", "d2", "d9", "d5", "d10", "d1")
    assert f"from rank 6 to rank 1. AP was {was:.3f}, now {now:.3f}." in text(widget.picture)
    widget.gesture(do="step", key="d6", by="1")
    assert f"AP stays at {now:.3f}" in text(widget.picture), "two relevant documents changed places"


def test_click_on_a_mark_changes_relevance_and_the_total() -> None:
    widget = board()
    widget.gesture(do="toggle", key="d9")
    assert widget.ranking.grades == (1, 1, 1, 1, 0, 1)
    assert int(widget.ranking.arrays.relevant(1)) == 6
    widget.gesture(do="toggle", key="d9")
    assert widget.ranking.grades == (1, 0, 1, 1, 0, 1)


def test_click_cycles_through_grades_on_a_graded_board() -> None:
    topic = datasets.software(graded=True)
    widget = widgets.RankingBoard(topic.ranked("d2 d9 d6"), missed=topic, measures=[nDCG @ 3], focus=nDCG @ 3)
    seen = []
    for _ in range(3):
        widget.gesture(do="toggle", key="d9")
        seen.append(widget.ranking.grades[1])
    assert seen == [1, 2, 0]
    assert "IDCG@3 = 2/log2(2) + 2/log2(3) + 2/log2(4)" in text(widget.picture)


def test_missed_document_can_be_added_and_reset() -> None:
    widget = board()
    widget.gesture(do="retrieve", key="d8")
    assert widget.ranking.documents[-1] == "d8"
    assert "relevant, not retrieved" not in text(widget.picture)
    widget.gesture(do="reset")
    assert widget.ranking == board().ranking


def test_focused_measure_decides_which_terms_the_cards_show() -> None:
    widget = board(measures=[AP, P @ 3, ESL], focus=AP)
    widget.gesture(do="focus", index="1")
    shown = text(widget.picture)
    assert "P@3 = (1 + 1) / 3 = 2/3 = 0.6667" in shown
    assert "P@3 stops here" in shown
    widget.gesture(do="focus", index="2")
    assert "ESL = 1 = 1" not in text(widget.picture)
    assert "ESL = 1" in text(widget.picture)


@pytest.mark.parametrize(
    ("better", "look"), [("higher", "up"), ("lower", "down"), ("neither", None)], ids=["higher", "lower", "neither"]
)
def test_rise_looks_better_only_for_measures_where_more_is_better(better: Better, look: str | None) -> None:
    words = {"title": "a sum", "formula": "Sum = the sum of all", "why": "It adds up.", "better": better}
    measure = define("Summed", lambda top, rel=2: top.hits(rel), options={"rel": "the lowest"}, range=(0, 9), **words)
    widget = widgets.RankingBoard(Ranking([2, 1, 0]), measures=[measure], focus=measure, max_grade=2)
    try:
        assert [card.attributes["class"] for card in widget.draw().find("li", "relevant")] == ["card relevant"], (
            "its own rel"
        )
        widget.judge("document 2", 2)
        (changed,) = [element for row in widget.draw().find("td", "change") for element in row.find("span")]
        assert (changed.text, changed.attributes.get("class")) == ("+1", look)
    finally:
        del MEASURES["Summed"]


@pytest.mark.parametrize("measure", [P @ 5, R, F, AP, RR, nDCG @ 5, DCG, ESL, RBP, Bpref, Rprec], ids=repr)
def test_bars_keep_their_scale_in_every_order(measure: Measure) -> None:
    rng = random.Random(11)
    widget = widgets.RankingBoard(
        Ranking([2, 0, 1, 0, 1, 0], judged=[2, 2, 1, 1, 0, 0, 0]), measures=[measure], focus=measure
    )
    scales = set()
    for _ in range(40):
        steps = explain(measure, widget.ranking).steps
        bars = widget._state.bars(measure)
        scales |= {round(bars[step.document] / step.contribution, 9) for step in steps if step.document in bars}
        assert all(0 < share <= 1 + 1e-12 for share in bars.values())
        widget.move(f"document {rng.randint(1, 6)}", rng.randint(1, 6))
    assert len(scales) == 1


def test_changed_bar_keeps_a_ghost_until_the_next_gesture() -> None:
    widget = widgets.RankingBoard(Ranking.parse("0 1 1 1 0 1 1 0 0 1", relevant=8), measures=[AP], focus=AP)
    assert ghosts(widget) == []
    widget.gesture(do="step", key="document 6", by=-1)
    assert ghosts(widget) == ["document 6"], "no other bar changes"
    widget.gesture(do="grab", key="document 2")
    for place in (2, 3, 4, 9):
        widget.gesture(do="place", key="document 2", to=place)
    widget.gesture(do="drop", key="document 2")
    assert ghosts(widget) == [f"document {n}" for n in (3, 4, 6, 7, 10, 2)], "from where the drag began"
    widget.gesture(do="step", key="document 8", by=1)
    assert ghosts(widget) == [], "two that are not relevant"
    widget.gesture(do="step", key="document 6", by=-1)
    widget.gesture(do="reset")
    assert ghosts(widget) == []


def ghosts(widget: widgets.RankingBoard) -> list[str]:
    """The documents whose bars are drawn as they were, too."""
    return [
        card.attributes["data-card"] for card in widget.draw().find("li", "card") if any(card.find("span", "ghost"))
    ]


def test_shown_change_is_the_difference_of_the_shown_values() -> None:
    rng = random.Random(11)
    widget = widgets.RankingBoard(Ranking([int(rng.random() < 0.4) for _ in range(60)]), measures=[AP, nDCG], focus=AP)
    for _ in range(60):
        was = widget.ranking
        widget.move(f"document {rng.randint(1, 60)}", rng.randint(1, 60))
        for measure, row in zip((AP, nDCG), widget.draw().find("tr"), strict=True):
            *_, number, changed = (cell.text for cell in row.find("td"))
            before, now = measure.of(was), measure.of(widget.ranking)
            assert bool(changed) == (abs(before - now) > 5e-13)
            if changed:
                places = len(number.partition(".")[2])
                change = round(now, places) - round(before, places)
                assert float(changed.replace("−", "-")) == pytest.approx(change, abs=1e-9)
                assert change


def test_greater_esl_looks_worse() -> None:
    widget = widgets.RankingBoard(Ranking.parse("1 0 1"), measures=[RR, ESL], focus=ESL)
    widget.move("document 1", 2)
    looks = [element.attributes["class"] for row in widget.draw().find("tr") for element in row.find("span")]
    assert looks == ["down", "down"]
    widget.move("document 1", 1)
    looks = [element.attributes["class"] for row in widget.draw().find("tr") for element in row.find("span")]
    assert looks == ["up", "up"]


def test_step_on_a_long_board_draws_only_changed_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    plain = ranking_board._draw_document.__wrapped__.__wrapped__
    counting = cached_drawing(lambda at, *rest: drawn.append(at.place) or plain(at, *rest))
    monkeypatch.setattr(ranking_board, "_draw_document", counting)
    widget = widgets.RankingBoard(Ranking.parse("1 0 " * 100))
    assert drawn == [*range(200)]
    drawn.clear()
    widget.gesture(do="step", key="document 150", by=1)
    assert drawn == [149, 150], "two cards change places, and neither adds anything"
    drawn.clear()
    widget.gesture(do="step", key="document 150", by=-1)
    assert set(drawn) <= {149, 150}, "and now what they were is drawn, too"


@pytest.mark.parametrize("ranks", ["0 0", "0"])
def test_board_says_that_esl_is_not_defined(ranks: str) -> None:
    widget = widgets.RankingBoard(Ranking.parse(ranks, relevant=1), measures=[ESL, RR], focus=ESL)
    assert "ESL is not defined" in text(widget.picture)
    assert terms(widget) == []


@pytest.mark.parametrize("measure", [P @ 5, R @ 5, F @ 5, AP @ 5, Rprec, Bpref, DCG @ 5, nDCG @ 5, RBP @ 5], ids=repr)
def test_term_of_the_moved_document_is_highlighted(measure: Measure) -> None:
    for rank in range(1, 6):
        widget = widgets.RankingBoard(Ranking.parse("1 1 0 1 1", missed="1 0"), measures=[measure], focus=measure)
        widget.move("document 5", rank)
        steps = explain(measure, widget.ranking).steps
        adding = [step for step in steps if step.value]
        drawn, decimals = terms(widget)[: len(adding)], terms(widget)[len(adding) :]
        assert [term.text for term in drawn] == [step.term for step in adding]
        assert len(decimals) == (len(adding) if "DCG" in repr(measure) else 0)
        looks = {step.rank: term.attributes["class"] for step, term in zip(adding, drawn, strict=True)}
        assert looks == {step.rank: "term touched" if step.rank == rank else "term" for step in adding}


def test_document_without_contribution_highlights_no_term() -> None:
    widget = widgets.RankingBoard(Ranking.parse("1 1 0 1 1"), measures=[P @ 5], focus=P @ 5)
    widget.move("document 3", 2)
    assert touched(widget) == []
    widget = widgets.RankingBoard(Ranking([1] * 20), measures=[AP], focus=AP)
    for rank in range(1, 21):
        widget.move("document 7", rank)
        written = [f"{rank}/{rank}"] if rank <= 4 or rank >= 19 else []
        assert [term.text for term in touched(widget)] == written, "the middle of a long sum is left out"


@pytest.mark.parametrize("measure", [P @ 5, R @ 5, AP, RR, nDCG @ 5, nDCG(dcg="exp-log2") @ 3, ESL])
def test_board_ends_with_the_derivation(measure: object) -> None:
    widget = board(measures=[measure], focus=measure)
    assert explain(measure, widget.ranking).equation in text(widget.picture)  # type: ignore[arg-type]


def test_titles_with_markup_are_escaped() -> None:
    evil = datasets.Document('a"b', "<script>alert(1)</script> & more", 1)
    widget = widgets.RankingBoard([evil])
    assert "<script>" not in widget.picture
    widget.gesture(do="toggle", key='a"b')
    assert widget.ranking.grades == (0,)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: widgets.RankingBoard([]), "a board needs a ranking with at least one document"),
        (lambda: widgets.RankingBoard(Ranking.parse("1"), focus=MAP), "MAP is a mean over topics"),
        (lambda: widgets.RankingBoard(Ranking.parse("1"), focus="APP"), "'APP'"),
        (lambda: widgets.RankingBoard([datasets.Document("d", "t", 1)] * 2), "given twice: d"),
        (lambda: board().move("d99", 1), "the list holds no document 'd99'; it holds d2, d9"),
        (lambda: board().move("d2", 7), "ranks go from 1 to 6; given: 7"),
        (lambda: board().judge("d2", 5), "grades on this board go from -1"),
        (lambda: board().retrieve("d1"), "'d1'"),
        (lambda: widgets.PrecisionRecall({}), "shows one or two systems; given: 0"),
        (lambda: widgets.ConfusionMatrix(datasets.software(), retrieved="d11"), "the topic has no document 'd11'"),
        (lambda: widgets.Prediction("?"), "asks for a number"),
        (lambda: widgets.Prediction("?", ESL, Ranking.parse("0")), "ESL is not defined on this ranking"),
        (lambda: widgets.Prediction("?", "sign", "0.1 0.2"), "sign test … |"),
        (lambda: widgets.Prediction("?", "sign", ([0.1, 0.2], [0.1])), "2 of A and 1 of B"),
        (lambda: widgets.Prediction("?", "sign", ([0.1, 0.2], [0.1, 0.2])), "2 differences … zero"),
        (lambda: widgets.Prediction("?", "sing", FIVE), "'sing' … sign"),
        (lambda: widgets.Prediction("?", choices=["A"], answer="B"), "'B' is not among the choices: A"),
    ],
)
def test_widgets_refuse_invalid_arguments_in_one_sentence(make: object, sentence: str) -> None:
    with pytest.raises(InputError, match=parts(sentence)):
        make()  # type: ignore[operator]


def test_curve_follows_the_board() -> None:
    widget = board()
    curve = widgets.PrecisionRecall(widget)
    assert "the mean over the 11 levels is 0.667" in text(curve.picture)
    widget.gesture(do="step", key="d5", by="-1")
    assert "Precision is 1 at recall 0.2, 1 at recall 0.4" in text(curve.picture)


def test_two_curves_are_compared_in_words() -> None:
    shown = text(widgets.PrecisionRecall(datasets.crossing()).picture)
    assert "System A is ahead at recall 0, 0.1, 0.2, 0.3, 0.4 and 0.5; System B is ahead at recall 0.6" in shown


def test_curves_without_levels_show_and_describe_points_only() -> None:
    curve = widgets.PrecisionRecall({"A": "1 0 1", "B": "0 0 0 1"}, levels=False)
    said = "Precision of A is 1 at recall 0.5, 0.667 at recall 1. Precision of B is 0.25 at recall 1."
    assert f'aria-label="{said}"' in curve.picture
    assert said not in text(curve.picture)
    assert "steps" not in curve.picture
    assert "levels" not in curve.picture
    nothing = widgets.PrecisionRecall({"A": "1", "B": "0 0"}, levels=False)
    assert "Precision of B is not drawn: no relevant document is in the list." in nothing.picture


def test_label_of_a_curve_is_below_its_end_where_another_curve_goes_on_above() -> None:
    drawn = widgets.PrecisionRecall(datasets.crossing(), levels=False).draw()
    last, label = [*drawn.find("circle", "a")][-1].attributes, next(drawn.find("text", "a")).attributes
    assert label["y"] == last["cy"] + 22


def test_interpolation_can_be_hidden() -> None:
    curve = widgets.PrecisionRecall(datasets.ten_ranks())
    assert "steps" in curve.picture
    curve.gesture(do="interpolate")
    assert "steps" not in curve.picture
    assert 'aria-pressed="false"' in curve.picture


def test_board_without_measures_shows_the_curve_with_bars_of_its_heights() -> None:
    board = widgets.RankingBoard("0 1 1", measures=[], curve=True)
    drawn = board.draw()
    assert not any([*drawn.find("table"), *drawn.find(css_class="equation")])
    assert [element.attributes["style"] for element in drawn.find(css_class="bar")] == [
        "width:30%",
        "width:40%",
    ]  # 1/2 and 2/3 of 60%
    board.move("document 2", 1)
    assert "Precision is 1 at recall 0.5" in board.draw().text


def test_confusion_matrix_without_beta_offers_no_weights() -> None:
    matrix = widgets.ConfusionMatrix(datasets.software(), retrieved="d1 d2")
    assert "β" not in matrix.draw().text
    assert "β = 2" in widgets.ConfusionMatrix(datasets.software(), retrieved="d1 d2", beta=2).draw().text


def test_confusion_matrix_without_beta_writes_f_as_2pr() -> None:
    assert "2 · P · R / (P + R)" in widgets.ConfusionMatrix(datasets.software(), retrieved="d1 d2").draw().text


def test_confusion_matrix_counts_retrieved_documents() -> None:
    widget = widgets.ConfusionMatrix(datasets.software(), retrieved="d2 d5 d9 d10")
    assert "TP / (TP + FP) = 3/43/40.750" in text(widget.picture)
    widget.gesture(do="toggle", key="d6")
    assert widget.counts == {"tp": 4, "fp": 1, "fn": 1, "tn": 4}
    widget.gesture(do="beta", value="2.0")
    assert "recall now counts twice as much as precision" in text(widget.picture)
    for key in ("d2", "d5", "d9", "d10", "d6"):
        widget.gesture(do="toggle", key=key)
    assert widget.counts == {"tp": 0, "fp": 0, "fn": 5, "tn": 5}
    assert "0/0, which has no value and counts as00" in text(widget.picture), "nothing retrieved: 0, as trec_eval"
    assert "d2 d5 d6 d8 d10" in text(widget.picture), "each document stands in its cell"


@pytest.mark.parametrize(
    ("typed", "right"),
    [
        ("0.75", True),
        ("3/4", True),
        ("75%", True),
        (".8", True),
        ("0.8", True),
        ("0.7", False),  # as a known mistake gives 0.7, too
        ("0.74", False),
        ("1", False),
        ("0", False),
    ],
)
def test_prediction_is_right_to_its_digits(typed: str, right: bool) -> None:
    widget = widgets.Prediction("P@4?", P @ 4, Ranking.parse("1 1 0 1"))
    assert "3/4" not in widget.picture, "the answer is not shown before the commitment"
    widget.gesture(do="commit", fields={"prediction": typed})
    assert widget.right is right
    said = f"You predicted {typed}, and you were right." if right else f"You predicted {typed}; P@4 is 3/4 = 0.75."
    assert said in text(widget.picture)
    assert "= 3/4 = 0.75" in text(widget.picture), "the calculation says it, too"
    assert text(widget.picture).count("3/4 = 0.75") == 2 - right, "a right answer is told once"
    widget.gesture(do="reset")
    assert widget.right is None


def test_prediction_that_is_not_a_number_is_refused() -> None:
    widget = widgets.Prediction("P@4?", P @ 4, Ranking.parse("1 1 0 1"))
    widget.gesture(do="commit", fields={"prediction": "0.7.5"})
    assert widget.committed is None
    assert "'0.7.5'" in text(widget.picture)
    widget.gesture(do="commit", fields={"prediction": "3/0"})
    assert "'3/0' divides by 0" in text(widget.picture)


def test_wrong_prediction_shows_the_mistake_that_gives_it() -> None:
    widget = widgets.Prediction("AP?", AP, Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8))
    widget.gesture(do="commit", fields={"prediction": "0,897"})
    shown = text(widget.picture)
    assert "You predicted 0,897; AP is 323/480 = 0.673. You divided by the 6 relevant documents" in shown
    assert '<mrow class="differs"><mn>6</mn></mrow>' in widget.picture
    widget.commit("0.95")
    assert "You predicted 0.95; AP is 323/480 = 0.673. Your prediction is 0.28 too high." in text(widget.picture)
    widget.commit("0.7")
    assert "The two agree to the digits you gave, but five known mistakes give the same digits." in text(widget.picture)
    widget.commit("0.67")
    assert "The two agree to the digits you gave, but a known mistake gives the same digits: You took the area" in text(
        widget.picture
    )


def test_mean_over_queries_can_be_predicted() -> None:
    widget = widgets.Prediction("MAP?", MAP, [1, "1/2", "1/10"])
    widget.commit("0.368")
    assert "MAP is 8/15 = 0.533." in text(widget.picture)
    assert "geometric" in text(widget.picture)


@pytest.mark.parametrize("given", [FIVE, "0.28 0.30 0.38 0.29 0.23 | 0.35 0.20 0.40 0.33 0.24"])
def test_significance_test_can_be_predicted_on_shown_scores(given: object) -> None:
    widget = widgets.Prediction("What is the p-value?", "sign", given)  # type: ignore[arg-type]
    assert text(widget.picture).startswith("What is the p-value?")
    assert widget.picture.count("<td>") == 10
    assert "3/8" not in widget.picture
    widget.gesture(do="commit", fields={"prediction": "often"})
    assert "'often'" in text(widget.picture)
    assert widget.committed is None
    widget.gesture(do="commit", fields={"prediction": "3/16"})
    shown = text(widget.picture)
    assert "You predicted 3/16; the p-value of the sign test is 3/8 = 0.375. You took one tail." in shown
    assert "p = 2 · P(at most 1 of 5) = 2 · (1 + 5) / 2^5 = 2 · 6/32 = 3/8 = 0.375" in shown
    widget.commit("0.375")
    assert widget.right


@pytest.mark.parametrize(
    ("asked", "given", "prediction", "told"),
    [
        (SignedRank("W"), FIVE, "10", "the smaller rank sum W is 5."),
        (PairedT("t"), FIVE, "1", "t of A − B is −0.277. Your prediction is 1.3 too high."),
        (Binomial(), (4, 5), "0.9", "the p-value of the binomial test is 3/8 = 0.375."),
    ],
)
def test_numbers_of_a_test_are_named_in_words(asked: object, given: object, prediction: str, told: str) -> None:
    widget = widgets.Prediction("How much?", asked, given)  # type: ignore[arg-type]
    widget.commit(prediction)
    assert f"You predicted {prediction}; {told}" in text(widget.picture)


def test_prediction_of_a_plan_may_ask_for_a_test() -> None:
    task = byhand.exercise("rank-sum", 2).numbers[1]
    widget = widgets.Prediction(course.Prediction(task))
    assert widget.picture.count("<td>") == 2 * len(task.data[0])  # type: ignore[index, arg-type]
    widget.commit(task.reference_answer)
    assert widget.right
    assert f"You predicted {task.reference_answer}, and you were right." in text(widget.picture)
    widget.commit("0.9999")
    assert "the p-value of the rank-sum test is" in text(widget.picture)


def test_predicted_option_shows_its_feedback_and_that_of_the_right_option() -> None:
    options = (course.Option("A", True, "A is so."), course.Option("B", False, "B is not."))
    widget = widgets.Prediction(course.Prediction(course.Quiz("ab", "Which?", options), "That is why."))
    widget.commit("B")
    assert "The answer is “A”.B is not.A is so.That is why." in text(widget.picture)
    several = course.Prediction(course.Quiz("ab", "Which?", options, several=True))
    with pytest.raises(InputError, match="the question 'ab' has several; make it a quiz"):
        widgets.Prediction(several)


def test_predicted_option_may_be_explained_by_a_derivation():
    widget = widgets.Prediction("Which?", choices=["A", "B"], answer="B", because=explain(RR, Ranking.parse("0 1")))
    assert "RR" not in widget.picture
    widget.gesture(do="commit", index="0")
    assert widget.right is False
    assert "You predicted “A”. The answer is “B”." in text(widget.picture)
    assert "RR = 1/2 = 0.5" in text(widget.picture)


@pytest.mark.parametrize("documents", [3, 7, 8, 30])
def test_board_of_more_than_seven_documents_has_lower_cards(documents):
    board = widgets.RankingBoard(Ranking(([1, 0] * 15)[:documents])).picture
    assert re.search(r'<div class="(board[ \w]*)">', board)[1] == ("board many" if documents > 7 else "board")


def test_unknown_widget_raises_attribute_error_with_its_name():
    with pytest.raises(AttributeError, match=r"module 'irlearn\.widgets' has no attribute 'Boards'"):
        widgets.Boards  # noqa: B018


def test_card_is_one_tab_stop():
    """Its keys do what its buttons do: a list of ten was forty stops."""
    for widget in (widgets.RankingBoard("1 0 1 0"), widgets.GradedRanking("3 2 1 0")):
        cards = [element for element in widget.draw().find("li") if "data-card" in element.attributes]
        assert [str(element.attributes["tabindex"]) for element in cards] == ["0"] * 4
        assert {str(element.attributes["tabindex"]) for card in cards for element in card.find("button")} == {"-1"}
