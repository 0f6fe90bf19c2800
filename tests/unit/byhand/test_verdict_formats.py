"""Test that the shell, a notebook and a widget show the same verdict."""

from __future__ import annotations

from hypothesis import given, strategies as st

from irlearn import AP, F, P, Ranking, check, gMAP, nDCG, widgets
from irlearn.byhand.paired_tests import SignedRank
from irlearn.byhand.verdict import DIFFERS, FoldedMistakes, SmallPrint, Verdict, to_text
from irlearn.formulas import marked_parts
from irlearn.formulas.page import Formulas, Prose
from irlearn.text.html import Element

SCORES = ([0.28, 0.30, 0.38, 0.29, 0.23], [0.35, 0.20, 0.40, 0.33, 0.24])


def read(node: Element | str) -> str:
    """What is read of an element: of a formula what a screen reader says, of a style nothing."""
    if isinstance(node, str):
        return node
    if node.tag == "style":
        return ""
    if node.attributes.get("class") == "formula":
        return str(node.attributes["aria-label"])
    inline = any(isinstance(one, Element) and (one.tag == "sub" or "style" in one.attributes) for one in node.children)
    return ("" if inline else " ").join(map(read, node.children))


def told(verdict: Verdict) -> str:
    """What the note says, without what plain text has no use for: what is underlined, and what is folded.

    Of that it has the count, unless the headline does.
    """
    text = " ".join(read(verdict.typeset()).split()).replace("−", "-")
    for folded in verdict.typeset().find("details"):
        ways = next(folded.find("summary")).text
        text = text.replace(f"{' '.join(read(folded).split())} ", f"{ways}. " if "other" in ways else "", 1)
    return text.replace(f"{DIFFERS} ", "", 1)


@given(
    grades=st.lists(st.integers(0, 2), min_size=1, max_size=10),
    missed=st.lists(st.integers(1, 2), max_size=3),
    measure=st.sampled_from([AP, P @ 3, F, nDCG]),
    answer=st.one_of(
        st.decimals(0, 1, places=2).map(str), st.decimals(0, 1, places=1).map(str), st.sampled_from(["1/2", "5/6", "1"])
    ),
)
def test_shell_notebook_and_widget_say_the_same(grades, missed, measure, answer):
    ranking = Ranking(grades, [*grades, *missed])
    verdict = check(measure, ranking, answer)
    assert told(verdict) == " ".join(str(verdict).split()).replace("−", "-")
    it = widgets.HandCheck(measure, ranking)
    it.check(answer)
    assert str(verdict.typeset(announced=True)) in it.picture


def test_a_calculation_is_marked_in_the_blocks_and_reads_as_it_did():
    for asked, about, answer in (
        (AP, Ranking.parse("1 0 1", relevant=4), "0.833"),
        (nDCG, Ranking.parse("3 2 0 1", missed="3"), "0.985"),
        (SignedRank("W"), SCORES, "10"),
        (gMAP, ["1", "0.5", "0.1"], "0.533"),
    ):
        verdict = check(asked, about, answer)
        blocks = verdict.blocks()
        lines = [line for block in blocks if isinstance(block, Formulas) for line in block.lines]
        assert list(map(str, lines)) == [line for one in verdict.explained_diagnoses for line in one.lines]
        (small,) = (block for block in blocks if isinstance(block, SmallPrint))
        assert bool(small.legend) == any(map(marked_parts, lines))
        assert DIFFERS not in str(verdict)


def test_plain_text_has_no_use_for_what_is_drawn_alone():
    assert to_text([Prose(""), FoldedMistakes(0, ()), SmallPrint(legend=DIFFERS)]) == ""
    others = [FoldedMistakes(1, (Prose("So."),)), FoldedMistakes(2, (Prose("So."), Prose("Thus.")), is_first=True)]
    assert to_text([*others, SmallPrint("1 is exact.", DIFFERS)]) == "1 other way to get this number.\n1 is exact."


def test_of_a_list_that_nobody_works_out_by_hand_the_right_calculation_is_not_worked_out():
    verdict = check(AP, Ranking([int(rank % 3 == 0) for rank in range(2000)]), "0.5")
    assert str(verdict)
    assert "solution" not in vars(verdict)
