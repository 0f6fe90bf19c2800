"""Test rankings."""

from __future__ import annotations

import re
import subprocess
import sys
import time

import pytest
from message_parts import parts

from irlearn import InputError, Ranking

HOMEWORK = Ranking.parse("1 0 1 1 0 1 0 0 1 0", relevant=7)


@pytest.mark.parametrize(
    "words",
    [
        "relevant at 1, 3, 4, 6, 9 of 10; 7 relevant in all",
        "relevant documents are at ranks 1, 3, 4, 6 and 9 of 10, 7 are relevant in all",
        "Relevant documents are at ranks 1, 3, 4, 6, and 9 of 10. 7 are relevant in all.",
        "the relevant documents were found at positions 1, 3, 4, 6 and 9 out of 10; 7 relevant documents in total",
        "relevant documents at rank 1, 3, 4, 6 and 9 in the top 10; there are 7 relevant documents in total",
        "The relevant documents appear at ranks 1, 3, 4, 6 & 9 of a list of 10 and 7 documents are relevant",
        "relevant at ranks 1, 3, 4, 6, 9 of 10 retrieved, 7 relevant",
        "at 1, 3, 4, 6, 9 of 10, with 7 relevant documents in the collection",
        "positions: 1,3,4,6,9 of 10; a total of 7 relevant",
        "relevant in ranks 1, 3, 4, 6, 9 of the first 10 results; 7 relevant overall",
        "ranks 1 3 4 6 9 of 10; R = 7",
        "Relevant documents stand at ranks 1, 3, 4, 6 and 9 of 10. In all, 7 documents are relevant.",
        "Relevant documents are at ranks 1, 3, 4, 6 and 9 of 10. In all, 7 documents are relevant.",
    ],
)
def test_ranking_parse_reads_the_wording_of_homework(words):
    assert Ranking.parse(words) == HOMEWORK


def test_ranking_parse_without_a_total_counts_the_listed_documents():
    assert Ranking.parse("relevant at 1, 3 of 4") == Ranking.parse("1 0 1 0")
    assert Ranking.parse("relevant at 1, 3 of 4", relevant=5) == Ranking.parse("1 0 1 0", relevant=5)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("relevant at 1, 3", "how long the list is … 'relevant at 1, 3 of 10'"),
        ("documents at ranks one and two of 10", "is not understood"),
        ("relevant at 1, 11 of 10", "names rank 11; ranks go from 1 to 10"),
        ("relevant at 0, 1 of 10", "names rank 0; ranks go from 1 to 10"),
        ("relevant at 2, 2 of 10", "names rank 2 twice"),
        ("relevant at 1, 2, 3 of 4; 2 relevant in all", "3 relevant documents … 2"),
        ("relevant at 1 of 200000", "100,000"),
    ],
)
def test_ranking_parse_rejects_wordings_that_are_not_a_ranking(words, part):
    with pytest.raises(InputError) as refusal:
        Ranking.parse(words)
    assert re.search(parts(part), str(refusal.value))
    assert "\n" not in str(refusal.value)


def test_ranking_parse_rejects_two_different_totals():
    with pytest.raises(InputError, match="says 7 relevant in all, but relevant=8 was given"):
        Ranking.parse("relevant at 1 of 3; R = 7", relevant=8)


@pytest.mark.parametrize(
    "words", ["are " * 3000, "relevant " * 3000, "relevant at " + "1, " * 5000, "at 1 of 1" + " in all" * 3000 + "x"]
)
def test_ranking_parse_rejects_long_texts_quickly(words):
    start = time.process_time()
    with pytest.raises(InputError):
        Ranking.parse(words)
    assert time.process_time() - start < 1


@pytest.mark.parametrize("value", [10, 0.5, None, "101", len])
def test_ranking_rejects_values_that_are_not_grades(value):
    with pytest.raises(InputError, match="ranking"):
        Ranking(value, [1])
    if not isinstance(value, str):
        with pytest.raises(InputError, match="missed"):
            Ranking.parse("1 0", missed=value)


def test_ranking_imports_the_text_reader_only_to_parse(shell_environment):
    code = (
        "import sys, irlearn; read = lambda: [one for one in sys.modules if one.startswith('irlearn.parsing')]; "
        "irlearn.AP.of(irlearn.Ranking([1, 0])); irlearn.evaluate({'q': {'d': 1}}, {'q': {'d': 0.5}}, ['AP']); "
        "print(read()); irlearn.Ranking.parse('1 0'); print('irlearn.parsing.grade_notation' in read())"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], env=shell_environment, capture_output=True, text=True, check=True
    )
    assert process.stdout == "[]\nTrue\n"
