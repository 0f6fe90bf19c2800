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
    ],
)
def test_the_wording_of_homework_is_read(words):
    assert Ranking.parse(words) == HOMEWORK


def test_without_a_total_the_listed_documents_are_all_that_is_relevant():
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
def test_a_wording_that_does_not_make_a_ranking_is_refused_in_one_sentence(words, part):
    with pytest.raises(InputError) as refusal:
        Ranking.parse(words)
    assert re.search(parts(part), str(refusal.value))
    assert "\n" not in str(refusal.value)


def test_two_totals_that_differ_are_refused():
    with pytest.raises(InputError, match="says 7 relevant in all, but relevant=8 was given"):
        Ranking.parse("relevant at 1 of 3; R = 7", relevant=8)


@pytest.mark.parametrize(
    "words", ["are " * 3000, "relevant " * 3000, "relevant at " + "1, " * 5000, "at 1 of 1" + " in all" * 3000 + "x"]
)
def test_a_long_text_that_is_no_ranking_is_refused_at_once(words):
    start = time.process_time()
    with pytest.raises(InputError):
        Ranking.parse(words)
    assert time.process_time() - start < 1


@pytest.mark.parametrize("given", [10, 0.5, None, "101", len])
def test_what_is_no_list_of_grades_is_refused_in_a_sentence(given):
    with pytest.raises(InputError, match="ranking"):
        Ranking(given, [1])
    if not isinstance(given, str):
        with pytest.raises(InputError, match="missed"):
            Ranking.parse("1 0", missed=given)


def test_no_text_is_read_before_one_is_parsed(shell_environment):
    code = (
        "import sys, irlearn; read = lambda: [one for one in sys.modules if one.startswith('irlearn.parsing')]; "
        "irlearn.AP.of(irlearn.Ranking([1, 0])); irlearn.evaluate({'q': {'d': 1}}, {'q': {'d': 0.5}}, ['AP']); "
        "print(read()); irlearn.Ranking.parse('1 0'); print('irlearn.parsing.grade_notation' in read())"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], env=shell_environment, capture_output=True, text=True, check=True
    )
    assert found.stdout == "[]\nTrue\n"
