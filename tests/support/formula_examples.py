"""Lines of many calculations, for tests of each output format."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import example_inputs

from irlearn import InputError, explain
from irlearn.byhand import parse_quantity
from irlearn.formulas import Line

FEW, MANY = 1, 4


def cases() -> Iterator[tuple[str, object]]:
    """Generate notations of quantities, and inputs."""
    rankings = [ranking for kind in example_inputs.rankings().values() for ranking in kind]
    for plain, *variants in example_inputs.MEASURES.values():
        for notation in (plain, *variants):
            count = MANY if notation == plain else FEW
            yield from ((notation, ranking) for ranking in Random(f"formulas of {notation}").sample(rankings, count))
        yield plain, example_inputs.rankings()["long"][0]
    inputs = list(example_inputs.mean_inputs())
    for plain, *variants in example_inputs.MEANS.values():
        yield from product((plain,), inputs)
        yield from ((notation, inputs[place]) for notation in variants for place in (1, 5, 9, 13))
    for notation in example_inputs.TESTS:
        binomial = "binomial" in notation
        yield from product((notation,), example_inputs.success_counts() if binomial else example_inputs.paired_scores())
    for notations, texts in example_inputs.BEST_OF_MANY.values():
        yield from product(notations, texts)


def lines() -> Iterator[Line]:
    """Generate the lines of calculations, each once."""
    found: dict[str, Line] = {}
    for notation, value in cases():
        try:
            found |= {str(line): line for line in explain(parse_quantity(notation), value).equations}  # type: ignore[call-overload]
        except InputError:
            continue
    yield from found.values()
