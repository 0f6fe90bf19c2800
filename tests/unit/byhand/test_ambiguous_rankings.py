"""Test the messages that refuse ambiguous or contradictory rankings.

`ambiguous_rankings_refused.txt` has a line for what is asked and typed, and below it a line for all that is told.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from traceback import extract_tb

import pytest
from typed_rankings import value

from irlearn import InputError
from irlearn.byhand import ambiguous_rankings

FILE = Path(ambiguous_rankings.__file__)
_, *LINES = Path(__file__).with_name("ambiguous_rankings_refused.txt").read_text("utf-8").splitlines()
HITS = "the ranks of first hits take no numbers of relevant or missed documents beside them"
MORE = "query 2: the ranking '0 1' holds 1 relevant documents, more than the 0 relevant in all"
ROWS = [
    *((*typed.split(": ", 1), {}, told.strip()) for typed, told in zip(LINES[::2], LINES[1::2], strict=True)),
    ("MAP", "[[1, 0], [0, 1]]", {"relevant": [1, 2, 3]}, "2 rankings take 2 numbers of relevant documents; given: 3"),
    ("MAP", "[[1, 0], [0, 1]]", {"missed": "1"}, "2 rankings take 2 lists of missed grades; given: 1"),
    ("MRR", "q1: rank 2; q2: not found", {"relevant": [1, 2]}, HITS),
    ("MAP", "1 0 | 0 1", {"relevant": [2, 0]}, MORE),
]


@cache
def refused(place: int) -> tuple[str, frozenset[int]]:
    """What a person is told of a row, and the lines of the file that it went through."""
    measure, text, beside, _ = ROWS[place]
    with pytest.raises(InputError) as refusal:
        value(measure, text, **beside)
    error = refusal.value
    return str(error), frozenset(at.lineno for at in extract_tb(error.__traceback__) if at.filename == str(FILE))


@pytest.mark.parametrize("place", range(len(ROWS)), ids=[f"{asked} {text[:40]}" for asked, text, *_ in ROWS])
def test_a_refusal_is_told_word_for_word(place):
    assert refused(place)[0] == ROWS[place][-1]


def test_no_refusal_is_left_out():
    """But for the question that stands in the lexicon: the room that reads asks it."""
    met = frozenset.union(*(refused(place)[1] for place in range(len(ROWS))))
    tree = ast.parse(FILE.read_text("utf-8"))
    raised = [node for node in ast.walk(tree) if isinstance(node, ast.Raise) and "InputError(" in ast.unparse(node)]
    missing = [one for one in raised if met.isdisjoint(range(one.lineno, one.end_lineno + 1))]
    assert [said for said in map(ast.unparse, missing) if "clarification(" not in said] == []
