"""Each sentence in which a typed text is refused, whole and word for word.

`refused.txt` has a line for what is asked and typed, with `\\n` for a line end, and a line for all that is said.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from typed_rankings import value

from irlearn import InputError
from irlearn.byhand import parse_quantity
from irlearn.parsing.grade_notation import _HINTS, _REFUSALS

LINES = [line for line in Path(__file__).with_name("refused.txt").read_text("utf-8").splitlines() if line[:1] != "#"]
EXAMPLE = "AA 12 AD 1 MAG 6 MAL 4 MDG 1 MDL 3 PA 25 PD 14"
NAMED = "write each number once with its name, as in"
KEYS = "the names are runs, relevant, judged, played, run, document, after, beta and gamma"
LONG_OR_NO_TEXT = [
    ("AP", "1 0 " * 300_000, "the ranking has 1,200,000 signs; the longest that is read has 1,000,000"),
    ("AP", "1 0 " * 50_001, "the ranking has 100,002 ranks; the longest that is read has 100,000"),
    (
        "AP",
        "long text " * 2_001,
        "the text has 20,010 characters; the longest that is read as words has 20,000",
    ),
    (
        "MAP",
        " | ".join(["1 0"] * 10_001),
        "the text holds 10,001 queries; at most 10,000 are read; score files of them",
    ),
    (
        "MAP",
        f"values {'1 ' * 500_001}",
        "the numbers have 1,000,002 signs; the longest list that is read has 1,000,000",
    ),
    ("origin", "1 " * 201, f"the numbers have 402 signs; {NAMED} 'N 103, best .303, se .0114'"),
    ("discrimination", "AA 9" * 101, f"the numbers have 404 signs; {NAMED} '{EXAMPLE}'"),
    ("bandit-posterior", "A: d1 " * 500, "the runs have 3,000 signs; the longest text that is read has 2,500"),
    ("kappa", "1 " * 10_001, "the judgments have 20,002 signs; at most 20,000 are read"),
    ("bandit-posterior", {"luck": 1}, f"'luck' is not understood; {KEYS}"),
    ("bandit-posterior", {"runs": 3}, "'runs' is a list of runs, each a list of documents; given: 3"),
    ("origin", {"luck": 1}, f"'luck' is not understood; {NAMED} 'N 103, best .303, se .0114'"),
    ("origin", {"best": 1, "top": 1}, "the best value is given twice in 'best 1, top 1'; give it once"),
]


def rows_of_the_file() -> Iterator[tuple[str, str, str]]:
    for line, said in zip(LINES[::2], LINES[1::2], strict=True):
        measure, _, typed = line.partition(":")
        plain = re.sub(r"\\(?:[nt]|u\w{4})", lambda sign: ast.literal_eval(f"'{sign[0]}'"), typed[1:])
        yield measure, plain, said.strip()


ROWS = [*rows_of_the_file(), *LONG_OR_NO_TEXT]


@pytest.mark.parametrize(
    ("measure", "typed", "sentence"), ROWS, ids=[f"{measure} {str(typed)[:40]}" for measure, typed, _ in ROWS]
)
def test_refusals_are_one_printable_sentence(measure, typed, sentence):
    with pytest.raises(InputError) as refusal:
        parse_quantity(measure).read(typed) if isinstance(typed, Mapping) else value(measure, typed)
    assert str(refusal.value) == sentence
    assert sentence.isprintable()


def test_every_refusal_of_marks_is_shown():
    said = [sentence for *_, sentence in ROWS]
    texts = [*_REFUSALS.values(), *(hint for _, hint in _HINTS)]
    longest = [max(re.split(r"{\w+}", text), key=len) for text in texts]
    assert [part for part in longest if not any(part in sentence for sentence in said)] == []
