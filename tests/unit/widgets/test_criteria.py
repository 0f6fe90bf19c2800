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


def criteria(**options: object) -> widgets.Criteria:
    runs = {"R1": A, "R2": B, "R3": [max(rank - 1, 1) if rank else 0 for rank in B]}
    return widgets.Criteria(runs, **options)  # type: ignore[arg-type]


ALL = {
    "criteria": criteria,
    "criteria, long names": lambda: widgets.Criteria({"bm25 base": A, "<neural>": B}),
}


@pytest.mark.parametrize("name", ALL)
def test_the_picture_is_well_formed_with_unique_keys_for_the_focus(
    name: str, words: Callable[[str], str], well_formed: Callable[[str], list[str]]
) -> None:
    it = ALL[name]()
    it.gesture(do="build")
    it.gesture(do="more")
    it.gesture(do="tests", by="1")
    assert well_formed(it.picture)
    assert "nan" not in words(it.picture)
    assert it.picture in it.static()


@pytest.mark.parametrize("tests", [1, 2, 3, 5, 10, 40, 1000])
def test_a_tick_stands_behind_a_p_value_that_is_significant_after_the_correction_and_behind_no_other(
    tests: int,
) -> None:
    rng = np.random.default_rng(3)
    first = np.where(rng.random(60) < 0.3, 0, rng.integers(1, 40, 60))
    second = np.where(rng.random(60) < 0.1, 0, np.maximum(first - rng.integers(-3, 9, 60), 1))
    it = widgets.Criteria({"R1": first, "R2": second}, multiplicity=tests)
    alone = outcomes(first, second, cutoff=100)
    kinds = {"answered": "binomial", **dict.fromkeys(("esl", "rr", "mrr"), it.criterion.test)}
    pvalues = [alone.pvalue(on, test) for on, test in kinds.items()]
    cells = list(it.draw().find("td", "p"))
    assert [bool(list(cell.find("b", "yes"))) for cell in cells] == [pvalue * tests <= 0.05 for pvalue in pvalues]


def test_higher_mrr_gives_a_linear_order(words: Callable[[str], str]) -> None:
    it = criteria()
    assert it.preferences.order == ("R3", "R2", "R1")
    assert "A linear order : R3 > R2 > R1" in words(it.picture)


def test_presets_and_choices_are_the_same_criteria(said: Callable[[Widget], str]) -> None:
    it = criteria()
    it.gesture(do="preset", value=str(list(CRITERIA).index("do no harm")))
    assert it.criterion == CRITERIA["do no harm"]
    it.gesture(do="harmless")
    assert it.criterion.name == "your own"
    it.gesture(do="answered", value="3")
    it.gesture(do="ranking", value="3")
    assert it.criterion == CRITERIA["both improved"]
    assert "Asked of B: a gain in queries answered, a gain in ESL on both." in said(it)


def offered(it: widgets.Criteria) -> set[str]:
    return set(re.findall(r'data-do="(\w+)"', it.picture)) - {"row", "column", "pair"}


def test_what_a_criterion_is_built_from_waits_behind_a_button(said: Callable[[Widget], str]) -> None:
    it = criteria()
    assert offered(it) == {"preset", "build", "more"}
    assert it.picture.count('data-do="preset"') == 5
    assert 'data-focus="build" aria-expanded="false"' in it.picture
    it.gesture(do="build")
    assert offered(it) == {"preset", "build", "more", "answered", "ranking", "harmless"}
    assert ": no<" not in it.picture, "a button says what it asks for, and is pressed where it asks for it"
    assert 'data-focus="build" aria-expanded="true"' in it.picture
    it.gesture(do="build")
    assert offered(it) == {"preset", "build", "more"}

    it.gesture(do="build")
    it.gesture(do="preset", value=str(list(CRITERIA).index("both improved")))
    it.gesture(do="answered", value="0")
    assert "Asked of B: a gain in ESL on both." in said(it)
    it.gesture(do="build")
    assert "harmless" in offered(it), "what is asked stays in sight where no preset says it"
    assert said(it).startswith("This criterion is your own, so what it is put together from stays in sight.")


def test_the_builder_is_open_wherever_the_criterion_is_no_preset() -> None:
    own = Criterion("mine", answered="better")
    it = criteria(criterion=own)
    assert "harmless" in offered(it)
    it = criteria(criterion=Criterion("by another name", answered="better", ranking="better"))
    assert it.criterion.name == "both improved"
    assert "harmless" not in offered(it)
    it.criterion = own
    assert "harmless" in offered(it)


def test_asking_for_nothing_is_refused_and_changes_nothing(said: Callable[[Widget], str]) -> None:
    it = criteria(criterion=Criterion("mine", answered="better"))
    it.gesture(do="answered", value="0")
    assert said(it).startswith("A criterion must ask for something")
    assert it.criterion.answered == "better"


def test_the_scale_the_test_and_the_number_of_tests_outlive_a_preset() -> None:
    it = criteria()
    it.gesture(do="by", value="rr")
    it.gesture(do="test", value="paired-t")
    it.gesture(do="commit", fields={"tests": "12"}, field="tests")
    it.gesture(do="preset", value=str(list(CRITERIA).index("both significant")))
    assert (it.criterion.on, it.criterion.test, it.multiplicity) == ("rr", "paired-t", 12)
    assert it.criterion.name == "both significant"
    it.gesture(do="reset")
    assert (it.criterion, it.multiplicity) == (CRITERIA["higher MRR"], 1)


def test_multiplicity_reaches_the_verdicts(large: dict[str, np.ndarray]) -> None:
    it = widgets.Criteria({name: large[name] for name in ("R1", "R2", "R3")})
    it.criterion = CRITERIA["significantly higher MRR"]
    before = it.preferences.better.sum()
    it.multiplicity = 1000
    assert it.preferences.better.sum() < before


def test_a_cycle_is_named(words: Callable[[str], str], said: Callable[[Widget], str]) -> None:
    runs = {"R1": [1, 2, 3] * 8, "R2": [2, 3, 1] * 8, "R3": [3, 1, 2] * 8}
    rule = Criterion("mine", mrr="not significantly worse", test="wilcoxon-signed-rank")
    it = widgets.Criteria(runs, criterion=rule)
    assert len(it.preferences.cycle) >= 2
    assert "A cycle , where → is “better than”" in words(it.picture)
    drawn = next(one for one in it.draw().find("svg") if "circle" in str(one.attributes["aria-label"]))
    assert [one.text for one in drawn.find("text")] == list(it.preferences.cycle)
    assert len([*drawn.find("line")]) == len([*drawn.find("path")]) == len(it.preferences.cycle)
    assert "so no order" in said(it)


def test_a_pair_is_chosen_by_cell_by_headers_and_by_name(
    words: Callable[[str], str], said: Callable[[Widget], str]
) -> None:
    it = criteria()
    assert "B R3 against A R1" in words(it.picture)
    it.gesture(do="pair", row="1", column="0")
    assert "B R2 against A R1" in words(it.picture)
    assert said(it) == "B R2 against A R1: B is better. Asked of B: a gain in MRR. This gives a linear order."
    it.gesture(do="row", run="2")
    assert "B R3 against A R1" in words(it.picture)
    it.gesture(do="column", run="2")
    assert "B R1 against A R3" in words(it.picture)
    it.look("R2", "R3")
    assert "B R2 against A R3" in words(it.picture)
    with pytest.raises(InputError, match="'R9'"):
        it.look("R9", "R1")
    with pytest.raises(InputError, match="a pair is of two runs; given: R1 twice"):
        it.look("R1", "R1")


def test_the_note_says_what_the_runs_are() -> None:
    assert "a reconstruction" in criteria(note="R1 to R3 are a reconstruction.").picture


def test_criteria_hold_two_to_twelve_runs() -> None:
    with pytest.raises(InputError, match="2 to 12 runs; given: 1"):
        widgets.Criteria({"R1": A})
    with pytest.raises(InputError, match="2 to 12 runs; given: 13"):
        widgets.Criteria({f"R{n}": A for n in range(13)})
    with pytest.raises(InputError, match="same queries"):
        widgets.Criteria({"R1": A, "R2": B[:-1]})


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("both significant", "Both gains at once, an intersection: no further correction."),
        ("do no harm", "Either gain is enough."),
        ("both improved", ""),
        ("higher MRR", ""),
    ],
)
def test_two_tests_at_once_are_no_chance_more_and_either_of_two_is_one(
    name: str, said: str, words: Callable[[str], str]
) -> None:
    it = criteria(criterion=CRITERIA[name], multiplicity=2)
    found = [one for one in ("an intersection", "Either gain") if one in it.status_text()]
    assert said in it.status_text()
    assert len(found) == bool(said)
    assert "Pairs compared here: 3. Tests that p is corrected for: 2." in words(it.picture)
