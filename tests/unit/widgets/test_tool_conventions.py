"""Test the widget ToolConventions."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction

import pytest

from irlearn import InputError
from irlearn.conventions import CASES, case, golden
from irlearn.widgets import ToolConventions
from irlearn.widgets.core.base import Widget

KEYS = [one.key for one in CASES]


def outcome_fractions(widget: ToolConventions) -> dict[str, Fraction | None]:
    return {name: outcome.fraction for name, outcome in widget.outcomes.items()}


@pytest.mark.parametrize("key", KEYS)
def test_every_case_shows_each_rows_name_number_and_the_tools_printed_number(
    key: str, words: Callable[[str], str]
) -> None:
    shown = words(ToolConventions(key).picture)
    for row in case(key).rows:
        assert row.name.replace(" ", "") in shown.replace(" ", ""), "with blanks at tags, too"
        really = golden(key, row.name)
        assert really is None or str(really) in shown


@pytest.mark.parametrize("key", KEYS)
def test_html_of_every_case_is_well_formed_with_unique_focus_keys(
    key: str, well_formed: Callable[[str], list[str]]
) -> None:
    widget = ToolConventions(key)
    well_formed(widget.picture)
    for button in re.findall(r"<button[^>]*>", widget.picture):
        assert "data-do=" in button
        assert "data-focus=" in button


def test_case_buttons_beyond_the_first_appear_on_demand() -> None:
    widget = ToolConventions()
    assert widget.picture.count('data-do="case"') == 4
    widget.gesture(do="more")
    assert widget.picture.count('data-do="case"') == len(CASES)
    widget.gesture(do="case", key="below-zero")
    widget.gesture(do="more")
    assert widget.picture.count('data-do="case"') == 5, "the case that is shown keeps its button"


def test_single_case_has_no_case_buttons() -> None:
    assert 'data-do="case"' not in ToolConventions("gain").picture


def test_separating_tied_documents_makes_the_tools_agree(said: Callable[[Widget], str]) -> None:
    widget = ToolConventions("ties")
    assert outcome_fractions(widget) == {
        "irlearn": Fraction(1, 2),
        "trec_eval": Fraction(1, 2),
        "ir_measures": Fraction(1, 2),
        "ranx": Fraction(1),
        "scikit-learn": Fraction(1, 3),
    }
    widget.tie("1", 2)
    widget.tie("1", 3)
    assert set(outcome_fractions(widget).values()) == {Fraction(1)}
    assert said(widget) == "a and z now have different scores. No number changes."


def test_swap_within_a_tie_changes_only_the_tool_that_uses_the_input_order(
    said: Callable[[Widget], str],
) -> None:
    widget = ToolConventions("ties")
    widget.gesture(do="swap", query="1", place="1")
    assert list(widget.run["1"]) == ["a", "m", "z"]
    assert said(widget) == "You put a above m, but the two are tied. ranx: 1 → 0.5."


def test_swap_leaves_the_scores_in_place() -> None:
    widget = ToolConventions("float32")
    widget.swap("1", 2)
    assert widget.run == {"1": {"b": 1.00000001, "a": 1.0}}
    assert outcome_fractions(widget)["trec_eval"] == Fraction(1, 2)


def test_tie_of_two_documents_changes_the_numbers_and_reports_the_change(words: Callable[[str], str]) -> None:
    widget = ToolConventions("short-list missed")
    widget.show("missed")
    widget.tie("1", 3)
    shown = words(widget.picture)
    assert "Only retrieved documents are known" in shown
    assert widget.outcomes["trec_eval"].lines[0] == "order: a ✓, c ✓, b"


def test_dropped_query_counts_as_0_is_left_out_or_stops_the_tool(
    words: Callable[[str], str], said: Callable[[Widget], str]
) -> None:
    widget = ToolConventions("empty-query")
    widget.drop("2")
    numbers = {name: outcome.value for name, outcome in widget.outcomes.items()}
    assert (numbers["irlearn"], numbers["trec_eval"]) == (0.5, 1.0)
    assert math.isnan(numbers["ranx"])
    shown = words(widget.picture)
    assert "The tool stops if the run and the qrels have different queries." in shown
    assert "ranx: 0.5 → no number" in said(widget)
    widget.drop("2")
    assert widget.outcomes["ranx"].value == 0.5


def test_last_query_cannot_be_dropped(said: Callable[[Widget], str]) -> None:
    widget = ToolConventions("missing-query")
    widget.drop("1")
    assert widget.run == {"1": {"a": 2.0, "x": 1.0}}
    assert said(widget) == "A run must keep at least one query."


def test_printed_numbers_of_tools_are_shown_only_for_the_unchanged_run(words: Callable[[str], str]) -> None:
    widget = ToolConventions("ties")
    assert "ranx 0.3" in words(widget.picture)
    widget.swap("1", 2)
    assert "gave" not in words(widget.picture)
    widget.swap("1", 2)
    assert "ranx 0.3" in words(widget.picture), "it is the case's own run again"
    widget.tie("1", 2)
    widget.gesture(do="reset")
    assert widget.run == case("ties").run
    assert "ranx 0.3" in words(widget.picture)


def test_steps_are_those_of_the_pressed_row(words: Callable[[str], str]) -> None:
    widget = ToolConventions("missed")
    assert "Step by step: scikit-learn" in words(widget.picture), "the first one that differs"
    widget.gesture(do="row", name="trec_eval")
    shown = words(widget.picture)
    assert "Step by step: trec_eval. Press another name to see its steps. AP = (1/1 + 2/3) / 4 = 5/12 = 0.4167" in shown


def test_first_steps_are_those_of_a_differing_row_with_a_number(words: Callable[[str], str]) -> None:
    assert "Step by step: no epsilon (SciPy's gmean)." in words(ToolConventions("gmap").picture)


def test_irlearn_row_states_its_own_convention(words: Callable[[str], str]) -> None:
    assert "Documents with equal scores are sorted by document id, z before a." in words(
        ToolConventions("ties").picture
    )


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: ToolConventions("tie"), "'tie'"),
        (lambda: ToolConventions("ties").show("gain"), "there is no case 'gain' here; there is ties"),
        (lambda: ToolConventions("ties").swap("1", 1), "a rank with one above it goes from 2 to 3; given: 1"),
        (lambda: ToolConventions("ties").tie("9", 2), "the run has no query '9'; it has 1"),
        (lambda: ToolConventions("ties").drop("9"), "the run has no query '9'; it has 1"),
    ],
)
def test_unknown_names_are_refused_in_one_sentence(make: object, sentence: str) -> None:
    with pytest.raises(InputError, match=re.escape(sentence)):
        make()  # type: ignore[operator]


@pytest.mark.parametrize("key", KEYS)
def test_run_documents_carry_their_own_judgments(key: str) -> None:
    one, drawn = case(key), ToolConventions(key).draw()
    graded = max(grade for judged in one.qrels.values() for grade in judged.values()) > 1
    for query, lying in zip(one.run, drawn.find("ol"), strict=True):  # type: ignore[union-attr]
        for item in lying.find("li"):
            grade = one.qrels.get(query, {}).get(next(item.find("strong")).text, 0)
            sign = next(item.find("span", "sign")).text
            assert (item.attributes.get("class") == "relevant") == (grade > 0)
            if not graded:
                assert sign == ("✓ relevant" if grade > 0 else "· not relevant")
