"""Test that invalid options are refused before any file is read."""

from __future__ import annotations

import argparse
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from message_parts import parts
from paths import ROOT

from irlearn import cli
from irlearn.cli import _COMMANDS, _parser, main

ADJUDICATE, EXTREMES = ["adjudicate", "none.txt", "a.run", "b.run"], ["extremes", "none.txt", "a.run", "b.run"]
OUTCOMES, COMPARE = ["outcomes", "none.txt", "a.run", "b.run"], ["compare", "none.txt", "a.run", "b.run"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([*ADJUDICATE, "--alpha", "2"], "alpha … 2.0"),
        ([*ADJUDICATE, "--alpha", "nan"], "'nan'"),
        ([*ADJUDICATE, "--seed", "-1"], "seed … -1"),
        ([*ADJUDICATE, "--repetitions", "0"], "repetitions … 0"),
        ([*ADJUDICATE, "--jobs", "0"], "number of workers (-1 for one per core)"),
        ([*ADJUDICATE, "--budget", "5,0"], "budget (judgments per topic)"),
        ([*ADJUDICATE, "--depth", "0"], "depth of a pool"),
        ([*ADJUDICATE, "--depth", "10", "--rank", "5"], "rank must reach the depth of the pool, 10, or further"),
        ([*EXTREMES, "--samples", "0"], "number of samples"),
        ([*EXTREMES, "--seed", "-1"], "--seed must be 0 or more; given: -1"),
        ([*EXTREMES, "--correlation", "1"], "0 and below 1"),
        ([*EXTREMES, "--systems", "0"], "number of systems N"),
        ([*EXTREMES, "--se", "0"], "the standard error must be above 0"),
        ([*EXTREMES, "--best", "2"], "--best is 2, but AP ranges from 0 to 1"),
        ([*OUTCOMES, "--cutoff", "0"], "cutoff … 0"),
        ([*OUTCOMES, "--multiplicity", "0"], "multiplicity … 0"),
        ([*COMPARE, "--seed", "-1"], "--seed must be 0 or more; given: -1"),
        ([*COMPARE, "--permutations", "0"], "--permutations … 0"),
        ([*COMPARE, "--all-pairs", "--permutations", "999999999"], "--permutations"),
        (["score", "none.txt", "a.run", "--digits", "99"], "--digits … 99"),
        (["score", "none.txt", "a.run", "--sort", "RR", "-m", "AP"], "--sort takes 'run' or one of the measures"),
    ],
)
def test_invalid_options_are_rejected_before_files_are_read(capsys, words, sentence):
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert re.search(parts(sentence), err)
    assert "none.txt" not in err


NUMBERS = {
    (command, action.option_strings[-1])
    for command in _COMMANDS
    for action in _parser(command)._actions
    if getattr(action.type, "__name__", "") in ("whole", "number", "_port") or action.metavar in ("N", "N,N,...")
    if action.option_strings
}
FILES = {"adjudicate": 3, "extremes": 3, "outcomes": 3, "compare": 3, "diff": 3, "score": 2}
ALONE = {
    "explain": ["explain", "AP", "1 0"],
    "check": ["check", "AP", "1 0", "1"],
    "lessons": ["lessons", "--no-browser"],
}


def refused(command, option, value):
    """The sentence that refuses an option with this value; nothing where it is allowed."""
    words = [*ALONE.get(command, [command, *["none.txt", "a.run", "b.run"][: FILES.get(command, 0)]]), option, value]
    told = StringIO()
    with redirect_stderr(told), redirect_stdout(StringIO()):
        assert main(words) == 2, words
    assert told.getvalue().count("\n") == 1
    return "" if "none.txt: " in told.getvalue() else told.getvalue()


@pytest.mark.parametrize(("command", "option"), sorted(NUMBERS))
def test_invalid_number_is_rejected_with_an_example(command, option):
    for value in ("x", "nan", "1e400", "-7", "99999999999999999999"):
        said = refused(command, option, value)
        if value in ("x", "nan"):
            assert "invalid" not in said
            assert said
        for such in re.findall(r"(?:such as|as) (-?[0-9.]*[0-9])(?! [a-z])", said):  # what is said to be good is good
            assert refused(command, option, such) == "", (said, such)


def windows_words(line):
    """The words of a line as cmd.exe and a program's C library part them: only double quotes quote."""
    assert not re.search(r"[|&<>^%]", re.sub('"[^"]*"', "", line)), "cmd.exe obeys these signs"
    return [word.replace('"', "") for word in re.findall(r'(?:[^\s"]|"[^"]*")+', line)]


EXAMPLES = [
    line.strip()
    for command in _COMMANDS
    for line in _parser(command).epilog.splitlines()
    if line.strip().startswith(f"irlearn {command} ")
]
EXAMPLES += [
    line.removeprefix("$ ")
    for page in (ROOT / "README.md", *(ROOT / "lessons" / "reference").glob("*.md"))
    for line in page.read_text(encoding="utf-8").splitlines()
    if re.match(rf"(?:\$ )?irlearn (?:{'|'.join(_COMMANDS)}) ", line)
]


@pytest.mark.parametrize("line", EXAMPLES)
def test_help_examples_are_parsed_alike_by_all_shells(line):
    _, command, *words = shlex.split(line)
    assert windows_words(line) == ["irlearn", command, *words]
    assert isinstance(_parser(command).parse_intermixed_args(words), argparse.Namespace)


@pytest.mark.parametrize("command", ["extremes", "adjudicate", "score", "compare", "outcomes"])
def test_notes_of_the_same_kind_are_combined_and_can_be_suppressed(command, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    qrels = Path("qrels.txt")
    qrels.write_text("".join(f"q{q} 0 d{d} {int(d % 3 == q % 3)}\n" for q in range(6) for d in range(6)))
    runs = [Path(f"run{number}.run") for number in range(7)]
    for number, run in enumerate(runs):
        lines = ((q, (number + d * (1 + number % 2)) % 7, d) for q in range(5) for d in range(5))
        run.write_text("".join(f"q{q} Q0 d{doc} {place + 1} {9 - place} x\n" for q, doc, place in lines))
    more = ["--budget", "3", "--depth", "4"] if command == "adjudicate" else []
    words = [command, str(qrels), *map(str, runs), *more]
    words += ["--cutoff", "5", "--missing", "zero", "--first-relevant"] if command == "outcomes" else []
    words += ["--missing", "zero"] if command == "compare" else []
    assert main(words) == 0
    said = capsys.readouterr().err
    if command != "adjudicate":
        assert f"{runs[0]}: " in said
        assert f"alike: 6 other files ({runs[1]}, {runs[2]}, {runs[3]}, ...)" in said
    assert 1 <= said.count("\n") <= 3
    assert main([*words, "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def single_options():
    """Yield each option of each command that holds one value or none, with a value that it takes."""
    for name in cli._COMMANDS:
        for action in cli._parser(name)._actions:
            if action.option_strings and isinstance(action, cli._Once):
                values = [] if action.nargs == 0 else [str((action.choices or ["1"])[0])]
                yield name, action.option_strings[-1], values


@pytest.mark.parametrize(("command", "option", "value"), [*single_options()])
def test_repeated_option_is_rejected(command, option, value, capsys):
    assert main([command, option, *value, option, *value]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"irlearn: {option} is given twice")
    assert err.endswith(f"; give it once; see irlearn {command} --help\n")


def test_explain_rejects_a_second_run_and_names_both(capsys):
    given = ["--qrels", "tests/data/qrels.txt", "--run", "tests/data/bm25.run", "--query", "440"]
    assert main(["explain", "AP", *given, "--run", "tests/data/neural.run"]) == 2
    assert "--run is given twice, with 'tests/data/bm25.run' and 'tests/data/neural.run'" in capsys.readouterr().err


def test_repeatable_option_is_accepted_twice(capsys):
    assert main(["explain", "-m", "AP", "--measure", "RR", "1 0 1", "--format", "csv"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["AP,0.8333333333333333,5/6", "RR,1.0,1"]
