"""Test that the JSON of each command is described by `irlearn schema`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from message_parts import parts

from irlearn.cli import _COMMANDS, main
from irlearn.cli.schema import schema_of

SCORED = ["score", "qrels.txt", "bm25.run", "neural.run", "-m", "AP", "-m", "ESL", "-m", "num_ret", "--per-query"]
COMPARED = ["compare", "qrels.txt", "bm25.run", "neural.run"]
OUTCOMES = ["outcomes", "qrels.txt", "bm25.run", "neural.run", "--first-relevant"]
LUCK = ["extremes", "--mean", "0.2", "--se", "0.0114", "--systems", "103"]
WORDS: list[tuple[str, list[str]]] = [
    ("score", SCORED),
    ("compare", COMPARED),
    ("compare", [*COMPARED, "-m", "AP", "-m", "RR"]),
    ("compare --all-pairs", [*COMPARED, "third.run", "--all-pairs", "--permutations", "200"]),
    ("compare --all-pairs", [*COMPARED, "--all-pairs", "-m", "AP", "-m", "RR", "--procedure", "two-way"]),
    ("outcomes", OUTCOMES),
    ("outcomes", [*OUTCOMES, "third.run"]),
    ("report", ["report", "qrels.txt", "bm25.run", "neural.run"]),
    ("report", ["report", "qrels.txt", "bm25.run", "neural.run", "third.run", "--permutations", "200"]),
    ("diff", ["diff", "qrels.txt", "bm25.run", "neural.run"]),
    ("diff", ["diff", "qrels.txt", "bm25.run", "neural.run", "--query", "q1", "-m", "nDCG@2"]),
    ("extremes", LUCK),
    ("extremes", [*LUCK, "--best", "0.303"]),
    ("extremes", ["extremes", "means.csv", "--topics", "50"]),
    ("extremes", ["extremes", "qrels.txt", "bm25.run", "neural.run", "third.run", "--samples", "50"]),
    ("adjudicate", ["adjudicate", "qrels.txt", "bm25.run", "neural.run", "--budget", "1,2", "--beyond", "whole"]),
    ("adjudicate --leave-one-out", ["adjudicate", "qrels.txt", "bm25.run", "neural.run", "--leave-one-out"]),
    ("conventions", ["conventions", "qrels.txt", "bm25.run"]),
    ("conventions", ["conventions", "qrels.txt", "bm25.run", "neural.run", "-m", "AP,RBP"]),
    ("explain", ["explain", "AP", "1 0 1"]),
    ("explain", ["explain", "AP,nDCG@2", "2 0 1"]),
    ("explain", ["explain", "MAP", "1 0 1 | 0 1"]),
    ("explain", ["explain", "MAP", "values 1 0.5"]),
    ("explain", ["explain", "gMAP", "values 1 0.5"]),
    ("explain", ["explain", "mean P@2,MAP", "1 0 1 | 0 1"]),
    ("explain", ["explain", "all", "2 0 U 1"]),
    ("explain", ["explain", "ESL,F", "0 0 0", "--relevant", "1"]),
    *(("explain", ["explain", test, "0.28 0.30 0.38 | 0.35 0.20 0.40"]) for test in ("sign", "W(signed-rank)")),
    ("explain", ["explain", "p(paired-t, greater)", "0.28 0.30 0.38 | 0.35 0.20 0.40"]),
    ("explain", ["explain", "binomial", "4 of 5"]),
    ("explain", ["explain", "kappa", "20 5 | 10 15"]),
    ("explain", ["explain", "tau-ap", "A B C D | B A C D"]),
    ("explain", ["explain", "origin", "best .303 of 103, se .0114"]),
    ("explain", ["explain", "expected-maximum", "systems 10, mean 0.2, se 0.01"]),
    ("explain", ["explain", "AP", "--qrels", "qrels.txt", "--run", "bm25.run", "--query", "q1"]),
    ("explain", ["explain", "all", "--qrels", "qrels.txt", "--run", "bm25.run", "--query", "q1"]),
    ("check", ["check", "AP", "1 0 1", "0.5"]),
    ("check", ["check", "AP", "1 0 1", "0.913"]),
    ("check", ["check", "nDCG@3", "3 2 1", "1"]),
    ("check", ["check", "sign", "0.28 0.30 0.38 | 0.35 0.20 0.40", "0.5"]),
    ("check", ["check", "--file", "answers.csv"]),
    ("check", ["check", "--file", "answers.csv", "--solution"]),
    ("check", ["check", "--file", "class.csv"]),
    ("exercises", ["exercises"]),
    ("exercises", ["exercises", "rr:2:1"]),
    ("exercises", ["exercises", "ap:2:7", "--solution"]),
]


@pytest.fixture
def files(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for source in (root / "tests" / "data").iterdir():
        (tmp_path / source.name).write_bytes(source.read_bytes())
    monkeypatch.chdir(tmp_path)
    lines = [line.split() for line in Path("bm25.run").read_text().splitlines()]
    swapped = (f"{q} Q0 {d} {rank} {-float(score)} third" for q, _, d, rank, score, _ in lines)
    Path("third.run").write_text("\n".join(swapped) + "\n")
    Path("means.csv").write_text("run,mean\na,0.2\nb,0.3\nc,0.25\nd,0.4\n")
    Path("class.csv").write_text("name,ap:2:1,rr:2:1,p:1:1\nana,0.5,1/2; 1/4,0.3\nbo,,x,1\n")
    Path("answers.csv").write_text("student,measure,ranking,answer\nana,AP,1 0 1,0.5\nbo,AP,?!,0.5\n")


@pytest.mark.parametrize(("name", "words"), WORDS, ids=[" ".join(words)[:60] for _, words in WORDS])
def test_json_of_each_command_matches_its_schema(files, capsys, name, words):
    assert main([*words, "--format", "json"]) in (0, 1, 2)
    written = json.loads(capsys.readouterr().out)
    schema = schema_of(name)
    jsonschema.Draft202012Validator(schema).validate(written)
    assert undescribed(written, schema, schema) == []


def undescribed(written: Any, schema: Any, whole: Any) -> list[str]:
    """The keys that a schema with properties does not name; of several that may hold, the first that does is asked."""
    return [*_undescribed(written, schema, whole)]


def _undescribed(written: Any, schema: Any, whole: Any) -> Iterator[str]:
    named: dict[str, Any] = {}
    for definition in _together(written, schema, whole):
        named |= definition.get("properties", {})
        if isinstance(written, list) and "items" in definition:
            for each in written:
                yield from _undescribed(each, definition["items"], whole)
    if isinstance(written, dict) and named:
        for key, value in written.items():
            if key not in named:
                yield key
            yield from _undescribed(value, named.get(key, {}), whole)


def _together(written: Any, schema: Any, whole: Any) -> Iterator[Any]:
    """A schema, what it refers to, and the alternative that holds."""
    yield schema
    if "$ref" in schema:
        yield from _together(
            written, whole["$defs"][schema["$ref"].removeprefix("#/$defs/").replace("%20", " ")], whole
        )
    for alternative in schema.get("anyOf", []):
        if jsonschema.Draft202012Validator({**alternative, "$defs": whole["$defs"]}).is_valid(written):
            yield from _together(written, alternative, whole)
            return


def test_schema_is_valid_and_rejects_other_data(capsys):
    assert main(["schema"]) == 0
    every = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator.check_schema(every)
    described = {name for name, definition in every["$defs"].items() if "description" in definition}
    assert {name for name, _ in WORDS} == described
    for command in _COMMANDS:
        with pytest.raises(SystemExit):
            main([command, "--help"])
        writes = re.search(r"--format \{[^}]*json", capsys.readouterr().out)
        assert bool(writes) == (command in described), command
    score = jsonschema.Draft202012Validator(schema_of("score"))
    row = {"run": "a", "query": "all", "measure": "AP", "value": 0.5}
    assert score.is_valid([row, {**row, "value": None}])
    assert not score.is_valid([{**row, "value": "0.5"}])
    assert not score.is_valid([{"run": "a", "query": "all", "measure": "AP"}])
    assert not score.is_valid(row)


def test_schema_of_an_unknown_command_suggests_a_similar_name(capsys):
    assert main(["schema", "scores"]) == 2
    assert re.search(parts("'scores' … score"), capsys.readouterr().err)
