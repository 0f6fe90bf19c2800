"""Options that no input could make good are refused before any file is read."""

from __future__ import annotations

import pytest

from irlearn.cli import main

ADJUDICATE, EXTREMES = ["adjudicate", "none.txt", "a.run", "b.run"], ["extremes", "none.txt", "a.run", "b.run"]
OUTCOMES, COMPARE = ["outcomes", "none.txt", "a.run", "b.run"], ["compare", "none.txt", "a.run", "b.run"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([*ADJUDICATE, "--alpha", "2"], "alpha must lie between 0 and 1"),
        ([*ADJUDICATE, "--alpha", "nan"], "alpha must lie between 0 and 1"),
        ([*ADJUDICATE, "--seed", "-1"], "seed must be a whole number of at least 0; given: -1"),
        ([*ADJUDICATE, "--repetitions", "0"], "repetitions must be a whole number of at least 1; given: 0"),
        ([*ADJUDICATE, "--jobs", "0"], "the number of workers (-1 for one a core), must be a whole number"),
        ([*ADJUDICATE, "--budget", "5,0"], "a budget, judgments a topic, must be a whole number of at least 1"),
        ([*ADJUDICATE, "--depth", "0"], "the depth of a pool must be a whole number, 1 or more"),
        ([*ADJUDICATE, "--depth", "10", "--rank", "5"], "rank must reach the depth of the pool, 10, or further"),
        ([*EXTREMES, "--samples", "0"], "the number of samples must be a whole number of at least 1"),
        ([*EXTREMES, "--seed", "-1"], "--seed must be 0 or more; given: -1"),
        ([*EXTREMES, "--correlation", "1"], "must be at least 0 and below 1"),
        ([*EXTREMES, "--systems", "0"], "the number of systems N must be a whole number of at least 1"),
        ([*EXTREMES, "--se", "0"], "the standard error must be above 0"),
        ([*EXTREMES, "--best", "2"], "--best is 2, but AP lies from 0 to 1"),
        ([*OUTCOMES, "--cutoff", "0"], "the cutoff must be a whole number, 1 or more; given: 0"),
        ([*OUTCOMES, "--multiplicity", "0"], "the multiplicity must be a whole number, 1 or more; given: 0"),
        ([*COMPARE, "--seed", "-1"], "--seed must be 0 or more; given: -1"),
        ([*COMPARE, "--permutations", "0"], "--permutations must lie between 1 and 1,000,000,000; given: 0"),
        ([*COMPARE, "--all-pairs", "--permutations", "999999999"], "permutations must be at most 100,000,000"),
        (["score", "none.txt", "a.run", "--digits", "99"], "--digits must lie between 0 and 17; given: 99"),
        (["score", "none.txt", "a.run", "--sort", "RR", "-m", "AP"], "--sort takes 'run' or a measure that is scored"),
    ],
)
def test_a_wrong_option_is_refused_although_the_files_are_not_there(capsys, words, sentence):
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert sentence in err
    assert "none.txt" not in err
