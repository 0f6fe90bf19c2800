"""Calculations as they are written: of every measure, mean and hand-calculated quantity, in every format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

import example_inputs
import page_text
import pytest
from example_inputs import describe
from snapshot_text import json_lines, text_or_refusal
from syrupy.assertion import SnapshotAssertion

from irlearn import Ranking, explain, solve
from irlearn.byhand import parse_quantity

MEASURES, MEANS, BEST = example_inputs.MEASURES, example_inputs.MEANS, example_inputs.BEST_OF_MANY
FEW = 2  # inputs of a test whose calculation is written in full
MEAN_INPUTS = (0, 3, 4, 8, 14, 15)  # typed values of every form, and rankings


def derivations(cases: Iterable[tuple[str, object]]) -> Iterator[str]:
    """Generate whole calculations."""
    for notation, question in cases:
        yield from text_or_refusal(
            f"{notation} | {describe(question)}",
            lambda: str(explain(parse_quantity(notation), question)),  # noqa: B023
        )


def equations(cases: Iterable[tuple[str, object]]) -> Iterator[str]:
    """Generate the equations of calculations."""
    for notation, question in cases:
        yield from text_or_refusal(
            f"{notation} | {describe(question)}",
            lambda: explain(parse_quantity(notation), question).lines,  # noqa: B023
        )


def ranking_of_each_kind(notation: str) -> Iterator[tuple[str, Ranking]]:
    random = Random(f"derivations of {notation}")
    for kind, rankings in example_inputs.rankings().items():
        if kind != "ties" or notation.startswith("ESL"):
            yield notation, random.choice(rankings)


def example_ranking(notation: str) -> Ranking:
    """Return a short ranking, with grades for measures that use them."""
    graded = notation.startswith(("CG", "DCG", "IDCG", "nDCG", "ERR"))
    return Ranking.parse("3 0 2 1", missed="2") if graded else Ranking.parse("0 1 1 0 1", relevant=4)


@pytest.mark.parametrize("measure", MEASURES)
def test_measure(measure: str, snapshot: SnapshotAssertion) -> None:
    plain, *variants = MEASURES[measure]
    options = [notation for notation in variants if "(" in notation]
    cutoffs = [notation for notation in variants if "(" not in notation]
    assert [
        *derivations((notation, example_ranking(notation)) for notation in (plain, *cutoffs[:1], *options)),
        *equations((notation, example_ranking(notation)) for notation in cutoffs[1:]),
        *equations(ranking_of_each_kind(plain)),
        *equations((notation, example_inputs.rankings()["unjudged"][0]) for notation in variants),
    ] == snapshot


@pytest.mark.parametrize("mean", MEANS)
def test_mean(mean: str, snapshot: SnapshotAssertion) -> None:
    inputs = list(example_inputs.mean_inputs())
    plain, *variants = MEANS[mean]
    assert [
        *derivations((plain, inputs[place]) for place in MEAN_INPUTS),
        *equations((plain, inputs[place]) for place in (7, 13)),  # many
        *derivations((notation, inputs[place]) for notation, place in product(variants, (2, 9))),
    ] == snapshot


def inputs_of_test(notation: str) -> list[object]:
    return list(example_inputs.success_counts() if "binomial" in notation else example_inputs.paired_scores())


@pytest.mark.parametrize("notation", example_inputs.TESTS)
def test_significance_test(notation: str, snapshot: SnapshotAssertion) -> None:
    inputs = inputs_of_test(notation)
    if not notation.startswith("p("):
        inputs = inputs[1:4]
    assert [
        *derivations((notation, value) for value in inputs[:FEW]),
        *equations((notation, value) for value in inputs[FEW:]),
    ] == snapshot


@pytest.mark.parametrize("quantity", BEST)
def test_best_of_many(quantity: str, snapshot: SnapshotAssertion) -> None:
    notations, inputs = BEST[quantity]
    assert list(derivations(product(notations, inputs))) == snapshot


EXAMPLES: dict[str, object] = {
    **{names[0]: example_ranking(names[0]) for names in MEASURES.values()},
    **{names[0]: list(example_inputs.mean_inputs())[8] for names in MEANS.values()},
    **{notation: inputs_of_test(notation)[1] for notation in example_inputs.TESTS if notation.startswith("p(")},
    **{notations[0]: inputs[0] for notations, inputs in BEST.values()},
}


@pytest.mark.parametrize("notation", EXAMPLES)
def test_formats(notation: str, snapshot: SnapshotAssertion) -> None:
    derivation = explain(parse_quantity(notation), EXAMPLES[notation])  # type: ignore[call-overload]
    assert [
        "# Markdown",
        derivation.to_markdown(),
        "# LaTeX",
        derivation.to_latex(),
        "# HTML",
        *page_text.shown(page_text.tree(derivation.to_html())),
        "# JSON",
        *json_lines(derivation.to_json()),
    ] == snapshot


SHEETS = {
    "all": ("all", "lessons", 3),
    "unjudged": ("P,AP,Bpref", "unjudged", 0),
    "no relevant": ("P,AP,nDCG", "no relevant", 0),
    "high grades": ("AP,nDCG", "high grades", 1),
    "ties": ("AP,ESL", "ties", 0),
    "graded": ("nDCG@5,DCG@5,CG@3", "graded", 0),
}


@pytest.mark.parametrize("name", SHEETS)
def test_sheet(name: str, snapshot: SnapshotAssertion) -> None:
    measures, kind, place = SHEETS[name]
    ranking = example_inputs.rankings()[kind][place]
    assert list(text_or_refusal(f"{measures} | {describe(ranking)}", lambda: str(solve(measures, ranking)))) == snapshot


def test_sheet_formats(snapshot: SnapshotAssertion) -> None:
    sheet = solve("AP,nDCG@3", Ranking.parse("3 0 1", missed="2"))
    assert [
        "# Markdown",
        sheet.to_markdown(),
        "# LaTeX",
        sheet.to_latex(),
        "# HTML",
        *page_text.shown(page_text.tree(sheet.to_html())),
        "# JSON",
        *json_lines(sheet.to_json()),
    ] == snapshot
