"""Test the widget Criteria."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest

from irlearn import InputError, widgets
from irlearn.studies.leaderboard import CRITERIA, Criterion, outcomes
from irlearn.widgets.core.base import Widget

A = [1, 2, 9, 0, 4, 30, 0, 3, 1, 12, 7, 0]
B = [2, 1, 3, 5, 0, 8, 0, 2, 1, 6, 3, 44]


def make_criteria(**options: object) -> widgets.Criteria:
    runs = {"R1": A, "R2": B, "R3": [max(rank - 1, 1) if rank else 0 for rank in B]}
    return widgets.Criteria(runs, **options)  # type: ignore[arg-type]


ALL = {
    "criteria": make_criteria,
    "criteria, long names": lambda: widgets.Criteria({"bm25 base": A, "<neural>": B}),
}


@pytest.mark.parametrize("name", ALL)
def test_picture_is_well_formed_with_unique_focus_keys(
    name: str, words: Callable[[str], str], well_formed: Callable[[str], list[str]]
) -> None:
    widget = ALL[name]()
    widget.gesture(do="build")
    widget.gesture(do="more")
    widget.gesture(do="tests", by="1")
    assert well_formed(widget.picture)
    assert "nan" not in words(widget.picture)
    assert widget.picture in widget.static()


@pytest.mark.parametrize("tests", [1, 2, 3, 5, 10, 40, 1000])
def test_tick_marks_exactly_the_p_values_that_are_significant_after_correction(
    tests: int,
) -> None:
    rng = np.random.default_rng(3)
    first = np.where(rng.random(60) < 0.3, 0, rng.integers(1, 40, 60))
    second = np.where(rng.random(60) < 0.1, 0, np.maximum(first - rng.integers(-3, 9, 60), 1))
    widget = widgets.Criteria({"R1": first, "R2": second}, multiplicity=tests)
    alone = outcomes(first, second, cutoff=100)
    kinds = {"answered": "binomial", **dict.fromkeys(("esl", "rr", "mrr"), widget.criterion.test)}
    pvalues = [alone.pvalue(on, test) for on, test in kinds.items()]
    cells = list(widget.draw().find("td", "p"))
    assert [bool(list(cell.find("b", "yes"))) for cell in cells] == [pvalue * tests <= 0.05 for pvalue in pvalues]


def test_higher_mrr_gives_a_linear_order(words: Callable[[str], str]) -> None:
    widget = make_criteria()
    assert widget.preferences.order == ("R3", "R2", "R1")
    assert "A linear order : R3 > R2 > R1" in words(widget.picture)


def test_presets_equal_the_criteria_composed_from_their_parts(said: Callable[[Widget], str]) -> None:
    widget = make_criteria()
    widget.gesture(do="preset", value=str(list(CRITERIA).index("do no harm")))
    assert widget.criterion == CRITERIA["do no harm"]
    widget.gesture(do="harmless")
    assert widget.criterion.name == "your own"
    widget.gesture(do="answered", value="3")
    widget.gesture(do="ranking", value="3")
    assert widget.criterion == CRITERIA["both improved"]
    assert "B must show: a gain in queries answered, a gain in ESL on both." in said(widget)


def offered_buttons(widget: widgets.Criteria) -> set[str]:
    return set(re.findall(r'data-do="(\w+)"', widget.picture)) - {"row", "column", "pair"}


def test_parts_of_a_criterion_appear_on_demand(said: Callable[[Widget], str]) -> None:
    widget = make_criteria()
    assert offered_buttons(widget) == {"preset", "build", "more"}
    assert widget.picture.count('data-do="preset"') == 5
    assert 'data-focus="build" aria-expanded="false"' in widget.picture
    widget.gesture(do="build")
    assert offered_buttons(widget) == {"preset", "build", "more", "answered", "ranking", "harmless"}
    assert ": no<" not in widget.picture, "a button says what it asks for, and is pressed where it asks for it"
    assert 'data-focus="build" aria-expanded="true"' in widget.picture
    widget.gesture(do="build")
    assert offered_buttons(widget) == {"preset", "build", "more"}

    widget.gesture(do="build")
    widget.gesture(do="preset", value=str(list(CRITERIA).index("both improved")))
    widget.gesture(do="answered", value="0")
    assert "B must show: a gain in ESL on both." in said(widget)
    widget.gesture(do="build")
    assert "harmless" in offered_buttons(widget), "what is asked stays in sight where no preset says it"
    assert said(widget).startswith("This is your own criterion, so its building blocks stay visible.")


def test_parts_stay_visible_for_a_criterion_without_preset() -> None:
    own = Criterion("mine", answered="better")
    widget = make_criteria(criterion=own)
    assert "harmless" in offered_buttons(widget)
    widget = make_criteria(criterion=Criterion("by another name", answered="better", ranking="better"))
    assert widget.criterion.name == "both improved"
    assert "harmless" not in offered_buttons(widget)
    widget.criterion = own
    assert "harmless" in offered_buttons(widget)


def test_criterion_without_conditions_is_refused_and_changes_nothing(said: Callable[[Widget], str]) -> None:
    widget = make_criteria(criterion=Criterion("mine", answered="better"))
    widget.gesture(do="answered", value="0")
    assert said(widget).startswith("A criterion must ask for something")
    assert widget.criterion.answered == "better"


def test_scale_test_and_number_of_tests_survive_a_preset() -> None:
    widget = make_criteria()
    widget.gesture(do="by", value="rr")
    widget.gesture(do="test", value="paired-t")
    widget.gesture(do="commit", fields={"tests": "12"}, field="tests")
    widget.gesture(do="preset", value=str(list(CRITERIA).index("both significant")))
    assert (widget.criterion.on, widget.criterion.test, widget.multiplicity) == ("rr", "paired-t", 12)
    assert widget.criterion.name == "both significant"
    widget.gesture(do="reset")
    assert (widget.criterion, widget.multiplicity) == (CRITERIA["higher MRR"], 1)


def test_multiplicity_changes_the_verdicts(large: dict[str, np.ndarray]) -> None:
    widget = widgets.Criteria({name: large[name] for name in ("R1", "R2", "R3")})
    widget.criterion = CRITERIA["significantly higher MRR"]
    before = widget.preferences.better.sum()
    widget.multiplicity = 1000
    assert widget.preferences.better.sum() < before


def test_cycle_is_named(words: Callable[[str], str], said: Callable[[Widget], str]) -> None:
    runs = {"R1": [1, 2, 3] * 8, "R2": [2, 3, 1] * 8, "R3": [3, 1, 2] * 8}
    rule = Criterion("mine", mrr="not significantly worse", test="wilcoxon-signed-rank")
    widget = widgets.Criteria(runs, criterion=rule)
    assert len(widget.preferences.cycle) >= 2
    assert "A cycle , where → is “better than”" in words(widget.picture)
    drawn = next(element for element in widget.draw().find("svg") if "cycle" in str(element.attributes["aria-label"]))
    assert [element.text for element in drawn.find("text")] == list(widget.preferences.cycle)
    assert len([*drawn.find("line")]) == len([*drawn.find("path")]) == len(widget.preferences.cycle)
    assert "so there is no order" in said(widget)


def test_pair_is_chosen_by_cell_by_headers_and_by_name(
    words: Callable[[str], str], said: Callable[[Widget], str]
) -> None:
    widget = make_criteria()
    assert "B R3 against A R1" in words(widget.picture)
    widget.gesture(do="pair", row="1", column="0")
    assert "B R2 against A R1" in words(widget.picture)
    assert said(widget) == "B R2 against A R1: B is better. B must show: a gain in MRR. This gives a linear order."
    widget.gesture(do="row", run="2")
    assert "B R3 against A R1" in words(widget.picture)
    widget.gesture(do="column", run="2")
    assert "B R1 against A R3" in words(widget.picture)
    widget.look("R2", "R3")
    assert "B R2 against A R3" in words(widget.picture)
    with pytest.raises(InputError, match="'R9'"):
        widget.look("R9", "R1")
    with pytest.raises(InputError, match="a pair needs two different runs; given: R1 twice"):
        widget.look("R1", "R1")


def test_note_describes_the_runs() -> None:
    assert "a reconstruction" in make_criteria(note="R1 to R3 are a reconstruction.").picture


def test_criteria_accepts_two_to_twelve_runs() -> None:
    with pytest.raises(InputError, match="2 to 12 runs; given: 1"):
        widgets.Criteria({"R1": A})
    with pytest.raises(InputError, match="2 to 12 runs; given: 13"):
        widgets.Criteria({f"R{n}": A for n in range(13)})
    with pytest.raises(InputError, match="same queries"):
        widgets.Criteria({"R1": A, "R2": B[:-1]})


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("both significant", "Both gains are needed at once, so p needs no further correction."),
        ("do no harm", "Either gain is enough."),
        ("both improved", ""),
        ("higher MRR", ""),
    ],
)
def test_combination_note_distinguishes_both_gains_from_either_gain(
    name: str, said: str, words: Callable[[str], str]
) -> None:
    widget = make_criteria(criterion=CRITERIA[name], multiplicity=2)
    found = [phrase for phrase in ("Both gains", "Either gain") if phrase in widget.status_text()]
    assert said in widget.status_text()
    assert len(found) == bool(said)
    assert "Pairs compared here: 3. Number of tests in the correction of p: 2." in words(widget.picture)
