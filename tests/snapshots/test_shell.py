"""What each command of the shell prints on a terminal of 80 columns: results, help and refusals."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from random import Random

import pytest
from snapshot_text import round_numbers
from syrupy.assertion import SnapshotAssertion

from irlearn.cli import main

COMMANDS = {
    "explain": """
        AP '1 1 1 0 1 1 0 1 0 0' --relevant 8
        nDCG@5 '3 2 1 2 3'
        P,R,F 'relevant at 1, 3 of 5; 4 relevant in all'
        MAP '1 0 1 | 0 1' --relevant 2,3
        signed-rank '0.28 0.30 0.38 0.29 0.23 | 0.35 0.20 0.40 0.33 0.24'
        binomial '4 of 5'
        AP 1 0 1
        -m AP -m P@3 '1 0 1'
        ESL '1 (0 1) 0'
        AP '1 x'
        APP '1 0'
        AP
        MAP '1 0'

        AP '1 0' --relevant x
        AP '1 0' --relevant 0
        AP '1 0' --format pdf
        AP '1 0' --format csv
        nDCG '3 0 2' --missed 3
        P,AP '1 0 1' --format csv
        AP '1 0 1' --format json
        sign '1 2'
        origin 'best .303 of 103, se .0114'
        expected-maximum 'systems 100, mean .2, se .027' --format csv
        origin 'best .303 of 103, sd .0806'
        origin 'best .303 of 103, se .0114' --relevant 2
        orgin 'best .303 of 103, se .0114'
        --nothing
    """,
    "check": """
        AP '1 1 1 0 1 1 0 1 0 0' 0.897 --relevant 8
        AP '1 1 1 0 1 1 0 1 0 0' 67.3% --relevant 8
        MAP '1 0 1 | 0 1' 0.667 --relevant 3,2
        gMAP 'values 1 0.5 0.1' 0.533
        sign '0.28 0.30 0.38 0.29 0.23 | 0.35 0.20 0.40 0.33 0.24' 0.1875
        AP '1 1 1 0 1 1 0 1 0 0' 0.897 --relevant 8 --solution
        AP '1 0 1' nan
        AP '1 0 1' -50%
        AP '1 0 1'
        --file answers.csv
        --file nowhere.csv
        --file answers.csv --format csv
        --file bad.csv
        't(paired-t)' '0.28 0.30 0.38 0.29 0.23 | 0.35 0.20 0.40 0.33 0.24' -0.5
        AP '1 0 1' 0.83 --format json
        thresholds 'systems 103, mean .2, se .0114' .2188
    """,
    "score": """
        qrels.txt first.run
        qrels.txt first.run second.run -m AP -m nDCG@3
        qrels.txt first.run -m 'AP(rel=2)' --per-query
        qrels.txt nowhere.run
        qrels.txt
        qrels.txt first.run -m APP
        qrels.txt odd.run
        qrels.txt first.run first.run
        qrels.txt first.run -m MAP -m gMAP
        qrels.txt first.run --format csv --output qrels.txt
        first.run qrels.txt
    """,
    "compare": """
        qrels.txt first.run second.run
        qrels.txt first.run second.run -m AP -m nDCG@3
        qrels.txt first.run second.run odd.run
        qrels.txt first.run second.run --alternative greater
        qrels.txt first.run first.run
        qrels.txt first.run second.run --missing drop
        qrels.txt first.run second.run --permutations 0
        qrels.txt first.run
    """,
    "diff": """
        qrels.txt first.run second.run
        qrels.txt first.run second.run -m nDCG@3 --query q1
        qrels.txt first.run second.run --query q2
        qrels.txt first.run odd.run -m P@3
        qrels.txt first.run odd.run --query q12
        qrels.txt first.run second.run -m ESL --query q3 --format csv
        qrels.txt first.run second.run -m RR --format csv
        qrels.txt first.run second.run --query q1 --format json
        qrels.txt first.run second.run --query q1 --format latex
        qrels.txt first.run second.run --query q21
        qrels.txt first.run second.run --query 7
        qrels.txt first.run first.run
        qrels.txt first.run second.run -m gMAP
        qrels.txt first.run second.run -m num_ret
        qrels.txt first.run second.run -m AP,P@3
        qrels.txt first.run nowhere.run
        qrels.txt first.run
        judged.txt first.run runs/second.run -m P@2
        qrels.txt first.run second.run --output qrels.txt
    """,
    "outcomes": """
        one.txt first.run second.run
        one.txt first.run second.run --cutoff 2 --multiplicity 10
        qrels.txt first.run second.run
        qrels.txt first.run second.run --first-relevant
        one.txt first.run second.run odd.run
        one.txt first.run second.run --cutoff 0
    """,
    "adjudicate": """
        judged.txt runs --budget 4 --depth 8
        judged.txt runs --budget 4 --depth 8 --method all --seed 3
        judged.txt runs --budget 2,4 --depth 8 --method 'mtf,mm(gamma=0.5)' -m AP,P@3 --rel 2 --repetitions 2
        judged.txt runs --budget 4 --depth 8 --method ts --format json
        judged.txt runs --budget 4 --depth 8 --method random -m infAP --repetitions 2 --format csv
        judged.txt runs --budget 40 --depth 8
        judged.txt runs --budget 40 --depth 3 --beyond whole --r-from gold --empty drop --tau a
        judged.txt runs/first.run --budget 4
        judged.txt runs odd.run --budget 4 --skip-broken
        judged.txt runs broken.run --budget 4
        judged.txt runs broken.run --budget 4 --depth 8 --skip-broken
        judged.txt nowhere --budget 4
        judged.txt runs --method best
        judged.txt runs --budget 0
        judged.txt runs --alpha 2
        judged.txt runs --qrels-out judged.txt
        judged.txt runs --budget 2,4 --depth 8 --qrels-out low.txt
        judged.txt runs --depth 8 --leave-one-out -m AP,P@5
        judged.txt runs --depth 8 --leave-one-out --budget 4 --method mtf --format csv
        judged.txt runs --depth 8 --leave-one-out --groups judged.txt
        judged.txt runs --depth 8 --leave-one-out --resume sweep.jsonl
    """,
    "extremes": """
        --mean .2 --se .0114 --systems 103 --best .303
        --mean .2 --se .0114 --systems 103
        --mean .2 --se .0114 --systems 103 --best .303 --correlation 0.5
        --mean .2 --systems 103
        scores.csv
        scores.csv --samples 50 --seed 3 --format json
        means.csv --topics 50
        means.csv --topics 50 --format csv
        means.csv
        qrels.txt first.run second.run odd.run -m P@3 --samples 50
        qrels.txt first.run
        first.run
        nowhere.csv
        --mean 2 --se .0114 --systems 103
        --mean .2 --se .0114 --systems 1

    """,
    "exercises": """
        --lesson 05
        --lesson 5 --format csv
        --lesson 08
        sign-test:2:4
        ap:2:7 --solution
        f:1:3 --format csv
        app:2:7
        ap
        --solution
    """,
    "worksheet": """
        ap:1 rr:2:7 --students roster.csv --output hw
        ap --students roster.csv --output hw
        ap --students twice.csv --output new
        ap --students nameless.csv --output new
        nDCG APP --students roster.csv --output new
        ap --students roster.csv --output new/hw
        ap --output new
    """,
    "conventions": """
        qrels.txt first.run
        qrels.txt odd.run -m nDCG@3,RBP
        qrels.txt first.run --format json
        qrels.txt first.run second.run -m 'AP(rel=2)' --format csv
        qrels.txt first.run -m num_ret
        qrels.txt nowhere.run
    """,
    "schema": """
        scores
        score --output judged.txt
    """,
}
"""Every command with arguments as they are typed."""


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_files()


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> Iterator[str]:
    """Generate what a command prints, its exit status, and its messages."""
    try:
        status: object = main(arguments)
    except SystemExit as stopped:
        status = stopped.code
    printed, messages = capsys.readouterr()
    yield from round_numbers(printed.replace(version("irlearn"), "VERSION")).split("\n")
    yield f"status {status}"
    yield from filter(None, messages.split("\n"))


@pytest.mark.parametrize("command", COMMANDS)
def test_command(command: str, snapshot: SnapshotAssertion, capsys: pytest.CaptureFixture[str]) -> None:
    lines = []
    for arguments in map(str.strip, COMMANDS[command].strip().split("\n")):
        lines += [f"# irlearn {command} {arguments}".rstrip(), *output(capsys, command, *shlex.split(arguments))]
    assert lines == snapshot


def test_schema(snapshot: SnapshotAssertion, capsys: pytest.CaptureFixture[str]) -> None:
    """The descriptions in the schema of each command; `irlearn schema` prints the rest as it is in the package."""
    lines = []
    for arguments in ((), ("score",)):
        *printed, status = output(capsys, "schema", *arguments)
        schema = json.loads("\n".join(printed))
        lines += [f"# irlearn schema {' '.join(arguments)}".rstrip(), schema["title"], schema["description"], status]
        lines += [f"{name}: {part.get('description', '')}" for name, part in schema["$defs"].items()]
    assert lines == snapshot


@pytest.mark.parametrize("command", ["", *COMMANDS, "lessons"])
def test_help(command: str, snapshot: SnapshotAssertion, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([*filter(None, (command,)), "--help"])
    assert list(help_entries(capsys.readouterr().out)) == snapshot


def help_entries(text: str) -> Iterator[str]:
    """Generate the lines of a help text, one for each option, without the usage: it depends on Python's version."""
    entries: list[str] = []
    for line in text.partition("\n\n")[2].split("\n"):
        if line.startswith("    ") and entries and entries[-1].startswith("  "):
            entries[-1] += f" {line.strip()}"
        else:
            entries.append(line)
    for entry in entries:
        words = "  " * entry.startswith("  ") + " ".join(entry.split())
        yield re.sub(r"(-\w) ([A-Z@]+), (--[\w-]+) \2", r"\1, \3 \2", words)


def write_files() -> None:
    """Write small collections and a class's answers into the working directory."""
    random = Random("files")
    queries = [f"q{number}" for number in range(1, 13)]
    judged = {query: {f"d{number}": random.choice([0, 0, 1, 2]) for number in range(6)} for query in queries}
    _write("qrels.txt", [f"{query} 0 {doc} {grade}" for query, docs in judged.items() for doc, grade in docs.items()])
    _write("one.txt", [f"{query} 0 d{random.randrange(6)} 1" for query in queries])
    for name, asked in (("first", queries), ("second", queries), ("odd", [*queries[:9], "q99"])):
        lines = []
        for query in asked:
            ranked = random.sample([f"d{number}" for number in range(9)], random.randint(3, 7))
            scores = sorted((random.randrange(40) / 8 for _ in ranked), reverse=True)
            lines += [
                f"{query} Q0 {doc} {n} {s} {name}" for n, (doc, s) in enumerate(zip(ranked, scores, strict=True), 1)
            ]
        _write(f"{name}.run", lines)
    answers = [
        "student,measure,ranking,answer,relevant,missed,exercise",
        "Ana,AP,1 0 1,5/6,,,",
        "Ben,AP,1 0 1,0.5,4,,",
        "Cem,,,0.5,,,ap:2:7",
        "Dua,MAP,1 0 1 | 0 1,0.7,,,",
        "Eva,AP,1 x 1,0.5,,,",
        "Fay,AP,1 0 1,half,,,",
        "Gil,AP,1 0 1,,,,",
    ]
    _write("answers.csv", answers)
    _write("roster.csv", ["student,name", "s1,Ana", "s2,Ben"])
    _write("twice.csv", ["student,name", "s1,Ana", "s1,Ben"])
    _write("nameless.csv", ["student,group", "s1,A"])
    _write_runs(random)
    _write("bad.csv", ["student,ranking", "Ana,1 0 1"])


def _write_runs(random: Random) -> None:
    """Write a folder of runs with judgments, a broken run, and scores of several systems."""
    queries = [f"q{number}" for number in range(1, 7)]
    grades = {(query, doc): random.choice([0, 0, 0, 1, 2]) for query in queries for doc in range(20)}
    _write("judged.txt", [f"{query} 0 d{doc} {grade}" for (query, doc), grade in grades.items()])
    Path("runs").mkdir()
    for place, name in enumerate(("first", "second", "third", "fourth", "fifth")):
        ranked = {
            query: sorted(range(20), key=lambda doc: random.gauss(0, 1) - place / 2 * grades[query, doc])[: 12 - place]
            for query in queries
        }
        lines = [f"{query} Q0 d{doc} {n} {-n} {name}" for query in queries for n, doc in enumerate(ranked[query], 1)]
        _write(f"runs/{name}.run", lines)
    _write("broken.run", ["q1 Q0 d1 1 9 broken", "q1 Q0 d2"])
    names = [f"run{number}" for number in range(6)]
    rows = [[f"{min(random.betavariate(2, 5) + place / 40, 1):.4f}" for place in range(6)] for _ in range(12)]
    _write("scores.csv", [",".join(names), *map(",".join, rows)])
    means = [sum(map(float, column)) / 12 for column in zip(*rows, strict=True)]
    _write("means.csv", ["run,mean"] + [f"{name},{mean:.4f}" for name, mean in zip(names, means, strict=True)])


def _write(name: str, lines: list[str]) -> None:
    Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
