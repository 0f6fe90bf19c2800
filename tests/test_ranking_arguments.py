"""Test that every public function that takes a ranking also takes its text and its grades."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest

import irlearn
from irlearn import AP, MAP, InputError, Ranking, byhand, measures, widgets

GIVEN = Ranking.parse("1 0 1")
TAKES: dict[str, Callable[[Any], object]] = {
    "irlearn.Measure.of": AP.of,
    "irlearn.Measure.contributions": lambda given: AP.contributions(given).tolist(),
    "irlearn.Measure.hints": AP.hints,
    "irlearn.explain": lambda given: str(irlearn.explain(AP, given)),
    "irlearn.check": lambda given: str(irlearn.check(AP, given, "0.83")),
    "irlearn.solve": lambda given: str(irlearn.solve("all", given)),
    "irlearn.precision_recall": lambda given: irlearn.precision_recall(given).interpolated,
    "irlearn.interpolated_precision": lambda given: irlearn.interpolated_precision(given).tolist(),
    "irlearn.byhand.exact_value": lambda given: byhand.exact_value(AP, given),
    "irlearn.byhand.make_question": lambda given: byhand.make_question(AP, given).right_value,
    "irlearn.byhand.Exercise": lambda given: byhand.Exercise("own", AP, given, "AP?").answer,
    "irlearn.widgets.GradedRanking": lambda given: widgets.GradedRanking(given).picture,
    "irlearn.widgets.Walk": lambda given: widgets.Walk(given).picture,
    "irlearn.widgets.HandCheck": lambda given: widgets.HandCheck("AP", given).data,
    "irlearn.widgets.PrecisionRecall": lambda given: widgets.PrecisionRecall(given).picture,
    "irlearn.widgets.Prediction": lambda given: widgets.Prediction("AP?", AP, given).picture,
    "irlearn.widgets.RankingBoard": lambda given: widgets.RankingBoard(given).picture,
}
"""Calls of every public function and class that takes one ranking, by its name."""
TAKES_NONE = {
    "irlearn.Derivation": "what explain gives",
    "irlearn.Sheet": "what solve gives",
    "irlearn.byhand.Question": "what make_question gives",
    "irlearn.evaluation.Mean.of": "one value a topic; tested beside",
}
HOOKS = {
    "assumption",
    "facts",
    "for_stated_shares",
    "grades",
    "scores",
    "steps",
    "terms",
    "tools_differ",
    "worked_rank_count",
}
"""Methods of measures that other code calls with a `Ranking`."""
WIDGETS_THAT_NEED_MORE = {
    "Assessor": {},
    "ConfusionMatrix": {},
    "Pool": {"runs": {"A": "d1", "B": "d2"}, "new": "B"},
    "Progress": {},
    "Criteria": {},
}
"""Widgets that need more than a ranking, and what else they are given."""
WIDGETS_OF_OWN_DOCUMENTS = ("Assessor", "ConfusionMatrix", "Pool")
NO_RANKINGS = (5, None, 0.5, True, object(), [object()], [None], {"a": 1}, {0, 1}, b"1 0", "about half")


def call_with_ranking(name: str, given: object) -> object:
    return TAKES[name](given)


@pytest.mark.parametrize("name", TAKES)
def test_ranking_argument_may_be_text_or_grades(name: str) -> None:
    assert (
        call_with_ranking(name, "1 0 1")
        == call_with_ranking(name, [1, 0, 1])
        == call_with_ranking(name, (1, 0, 1))
        == call_with_ranking(name, GIVEN)
    )


@pytest.mark.parametrize("given", NO_RANKINGS, ids=lambda given: type(given).__name__)
@pytest.mark.parametrize("name", TAKES)
def test_ranking_argument_rejects_other_values(name: str, given: object) -> None:
    if given is None and name.endswith("HandCheck"):
        return  # it brings an example
    with pytest.raises(InputError, match=r"rank") as refused:
        call_with_ranking(name, given)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", sorted(measures.MEASURES))
def test_measures_accept_the_three_forms_of_a_ranking(name: str) -> None:
    of = measures.MEASURES[name].of
    assert repr(of("1 0 1")) == repr(of([1, 0, 1])) == repr(of(GIVEN))
    mean = measures.Mean.over(measures.MEASURES[name])
    assert repr(mean.of("1 0 1")) == repr(mean.of(GIVEN))


def test_means_accept_text_and_lists_of_grades() -> None:
    for given in ("1 0 1 | 0 1", [[1, 0, 1], [0, 1]], [GIVEN, Ranking([0, 1])]):
        assert irlearn.explain(MAP, given).value == pytest.approx((5 / 6 + 1 / 2) / 2)
        assert irlearn.check(MAP, given, "2/3").correct
    assert str(irlearn.solve("MAP", ["1 0 1", "0 1"])) == str(irlearn.solve("MAP", [[1, 0, 1], Ranking([0, 1])]))


@pytest.mark.parametrize("given", [*NO_RANKINGS, "1 0 1", [1, 0, 1], GIVEN], ids=lambda given: type(given).__name__)
@pytest.mark.parametrize("name", WIDGETS_THAT_NEED_MORE)
def test_widgets_say_what_they_need_besides_a_ranking(name: str, given: object) -> None:
    if given == [1, 0, 1] and name in WIDGETS_OF_OWN_DOCUMENTS:
        return  # three documents of one's own, without titles
    with pytest.raises(InputError, match=r"needs|shows 2 to|the ranking has .* at place 1") as refused:
        getattr(widgets, name)(given, **WIDGETS_THAT_NEED_MORE[name])
    assert "\n" not in str(refused.value)


def test_ranking_arguments_are_all_covered() -> None:
    found: dict[str, Any] = {}
    for package in (irlearn, *(getattr(irlearn, name) for name in irlearn._PACKAGES)):
        for name in dir(package):
            function = getattr(package, name)
            if (
                not name.startswith("_")
                and callable(function)
                and not any(function is other for other in found.values())
            ):
                found[f"{package.__name__}.{name}"] = function
    for name, function in [*found.items()]:
        if inspect.isclass(function) and issubclass(function, measures.Measure | measures.Mean):
            found |= {
                f"{name}.{own}": getattr(function, own) for own in vars(function) if own[0] != "_" and own not in HOOKS
            }
    taking = {name for name, function in found.items() if takes_a_ranking(function)}
    assert {name for name in taking if not name.startswith("irlearn.ranking.")} == {*TAKES, *TAKES_NONE}


def takes_a_ranking(one: object) -> bool:
    try:
        parameters = inspect.signature(one).parameters.values()  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False
    return any(
        re.search(r"\bRanking|\b(Asked|Given)\b", str(each.annotation)) or each.name == "ranking" for each in parameters
    )
