"""Test the widget Scales."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from irlearn import ESL, RR, InputError, Ranking, widgets
from irlearn.widgets.core.base import Widget


@pytest.mark.parametrize("ranks", [((1, 9), (4, 6)), ((5, 5), (5, 5)), ((1, 1), (10, 10))])
def test_picture_is_well_formed_with_unique_focus_keys(
    ranks: tuple[tuple[int, int], tuple[int, int]], well_formed: Callable[[str], list[str]]
) -> None:
    widget = widgets.Scales(*ranks)
    assert well_formed(widget.picture)
    assert widget.picture in widget.static()


def test_three_pairs_of_equal_mean_esl_have_three_mean_rrs(text: Callable[[str], str]) -> None:
    found = {pair: widgets.Scales(pair).rr("A") for pair in ((1, 9), (4, 6), (5, 5))}
    assert {pair: round(float(rr), 4) for pair, rr in found.items()} == {(1, 9): 0.5556, (4, 6): 0.2083, (5, 5): 0.2}
    assert {widgets.Scales(pair).esl("A") for pair in found} == {5}
    shown = text(widgets.Scales().picture)
    for pair, rr in (("(1, 9)", "0.5556"), ("(4, 6)", "0.2083"), ("(5, 5)", "0.2")):
        assert f"{pair}5{rr}" in shown.replace(" ", "").replace(pair.replace(" ", ""), pair)


def test_means_equal_those_of_the_measures_for_all_pairs_of_ranks() -> None:
    for ranks in product(range(1, 11), repeat=2):
        widget = widgets.Scales(ranks)
        rankings = [Ranking.parse("0 " * (rank - 1) + "1") for rank in ranks]
        assert float(widget.esl("A")) == sum(ESL.of(ranking) for ranking in rankings) / 2
        assert float(widget.rr("A")) == pytest.approx(sum(RR.of(ranking) for ranking in rankings) / 2)


def test_step_moves_one_rank_and_reports_both_means_before_and_after(said: Callable[[Widget], str]) -> None:
    widget = widgets.Scales()
    widget.gesture(do="step", system="A", query="1", by="1")
    assert widget.a == (1, 10)
    assert said(widget) == (
        "A has ranks (1, 10): mean ESL was 5, now 5.5; mean RR was 0.5556, now 0.55. "
        "Mean ESL ranks B first, mean RR ranks A first. They disagree. This is disagreement number 1."
    )


def test_ranks_stay_within_one_and_ten() -> None:
    widget = widgets.Scales()
    widget.gesture(do="step", system="A", query="0", by="-1")
    assert widget.a == (1, 9)
    for _ in range(6):
        widget.gesture(do="step", system="B", query="1", by="1")
    assert widget.b == (4, 10)
    assert 'aria-label="B, q2: one rank later" aria-disabled="true"' in widget.picture


def test_disagreements_with_other_ranks_of_a_are_recorded(
    text: Callable[[str], str], said: Callable[[Widget], str]
) -> None:
    widget = widgets.Scales()
    assert widget.found == ()
    assert "Found" not in text(widget.picture)
    widget.place("A", (1, 10))
    widget.place("A", (10, 1))
    assert widget.found == (((1, 10), (4, 6)),)
    widget.gesture(do="take", pair="5 5")
    assert widget.found == (((1, 10), (4, 6)),), "one press with the same ranks of A is no second case"
    assert said(widget).endswith(
        "They disagree. A case like this one has been counted already, so change the ranks of A."
    )
    assert "Found 1: A (1, 10) and B (4, 6)." in text(widget.picture)
    widget.place("A", (1, 9))
    widget.place("B", (4, 5))
    assert widget.found == (((1, 10), (4, 6)), ((1, 9), (4, 5)))
    assert "Found 2: A (1, 10) and B (4, 6); A (1, 9) and B (4, 5)." in text(widget.picture)


def test_swapped_systems_are_the_same_case() -> None:
    widget = widgets.Scales((1, 10), (4, 6))
    widget.place("A", (3, 8))
    widget.place("B", (1, 10))
    counted = len(widget.found)
    widget.place("A", (6, 4))
    assert len(widget.found) == counted


@pytest.mark.all
def test_recorded_disagreements_are_disagreements() -> None:
    widget = widgets.Scales()
    for a, b in product(product(range(1, 11, 3), repeat=2), repeat=2):
        widget.place("A", a)
        widget.place("B", b)
    assert widget.found
    for a, b in widget.found:
        esl, rr = sum(a) - sum(b), sum(Fraction(1, r) for r in a) - sum(Fraction(1, r) for r in b)
        assert esl * rr > 0, "a longer search and a higher RR, or the reverse"


def test_pressing_a_row_gives_b_ranks_with_the_same_mean_esl_as_a(said: Callable[[Widget], str]) -> None:
    widget = widgets.Scales((3, 9))
    assert re.findall(r'data-pair="(\d+ \d+)"', widget.picture) == ["2 10", "3 9", "4 8", "5 7", "6 6"]
    widget.gesture(do="take", pair="6 6")
    assert widget.b == (6, 6)
    assert widget.verdicts == ("", "A")
    assert "do not contradict each other" in said(widget)


def test_reset_forgets_the_disagreements() -> None:
    widget = widgets.Scales()
    widget.place("A", (1, 10))
    widget.gesture(do="reset")
    assert (widget.a, widget.b, widget.found) == ((1, 9), (4, 6), ())


@pytest.mark.parametrize(
    ("make", "given"),
    [
        (lambda: widgets.Scales((0, 9)), "(0, 9)"),
        (lambda: widgets.Scales((1, 11)), "(1, 11)"),
        (lambda: widgets.Scales((1, 2, 3)), "(1, 2, 3)"),
        (lambda: widgets.Scales("19"), "'19'"),
        (lambda: widgets.Scales((1, 2.5)), "(1, 2.5)"),
        (lambda: widgets.Scales((1, 2), 5), "5"),
    ],
)
def test_invalid_ranks_are_refused_in_one_sentence(make: Callable[[], object], given: str) -> None:
    with pytest.raises(InputError, match=re.escape(f"whole numbers from 1 to 10, such as (1, 9); given: {given}")):
        make()


def test_unknown_system_is_refused() -> None:
    with pytest.raises(InputError, match="'C'"):
        widgets.Scales().place("C", (1, 2))


@pytest.mark.all
def test_agreement_of_both_means_is_not_reported_as_a_counted_case(said: Callable[[Widget], str]) -> None:
    widget = widgets.Scales()
    for a, b in product(product(range(1, 11, 3), repeat=2), repeat=2):
        widget.place("A", a)
        widget.place("B", b)
        esl, rr = sum(a) - sum(b), sum(Fraction(1, r) for r in b) - sum(Fraction(1, r) for r in a)
        assert ("counted" in said(widget)) <= (esl * rr < 0)
