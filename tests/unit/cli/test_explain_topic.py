"""Test `irlearn explain MEASURE --qrels Q --run R --query ID`: the derivation for one topic of a real run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from irlearn import evaluate
from irlearn.cli import main


@pytest.fixture
def files(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the small example files and a run that lacks a query; it is also the current one."""
    for source in (root / "tests" / "data").iterdir():
        (tmp_path / source.name).write_bytes(source.read_bytes())
    monkeypatch.chdir(tmp_path)
    lines = Path("bm25.run").read_text().splitlines()
    Path("part.run").write_text("\n".join(line for line in lines if not line.startswith("q2 ")) + "\n")
    return tmp_path


def asked(measure: str, run: str, query: str) -> list[str]:
    return ["explain", measure, "--qrels", "qrels.txt", "--run", run, "--query", query]


@pytest.mark.parametrize("run", ["bm25.run", "neural.run", "part.run"])
@pytest.mark.parametrize("measure", ["AP", "nDCG@10", "RR", "P@5", "Bpref", "AP(rel=2)"])
def test_explain_of_each_topic_agrees_with_score(files, capsys, run, measure):
    scores = evaluate("qrels.txt", run, measure)
    for query, value in zip(scores.queries, scores.of(scores.runs[0], measure), strict=True):
        assert main([*asked(measure, run, query), "--format", "json"]) == 0
        assert json.loads(capsys.readouterr().out)["value"] == pytest.approx(value, abs=1e-15)


def test_explain_of_a_topic_shows_documents_with_their_ranks(files, capsys):
    assert main(asked("AP", "bm25.run", "q2")) == 0
    out = capsys.readouterr().out
    assert "Query q2 of bm25. Tied in score, and so ordered by descending document id: 2 of its 3 documents." in out
    assert "   2        d5      1   1/2  0.5000\n" in out
    assert "AP = (1/2 + 2/3) / 2 = 7/12 = 0.5833\n" in out
    assert main([*asked("AP", "bm25.run", "q2"), "--format", "json"]) == 0
    assert [step["document"] for step in json.loads(capsys.readouterr().out)["steps"]] == ["d6", "d5", "d8"]


def test_explain_reports_a_run_without_the_query(files, capsys):
    assert main(asked("AP", "part.run", "q2")) == 0
    out = capsys.readouterr().out
    assert "Query q2 of part. part retrieves nothing for this query." in out
    assert "AP = " in out


@pytest.mark.parametrize("how", ["text", "markdown", "latex", "html", "csv"])
@pytest.mark.parametrize("measure", ["AP", "P,AP", "all"])
def test_explain_writes_a_topic_in_each_format_and_as_a_sheet(files, capsys, how, measure):
    assert main([*asked(measure, "bm25.run", "q1"), "--format", how]) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (asked("MAP", "bm25.run", "q1"), "MAP is a mean over topics, but --query is one topic; give AP"),
        (asked("sign", "bm25.run", "q1"), "sign is not a measure of one topic; give a measure, such as AP"),
        (asked("AP", "bm25.run", "q9"), "the qrels have no query 'q9'; their queries are q1, q2, q3"),
        (asked("AP", "none.run", "q1"), "none.run: there is no such file"),
        (asked("AP", "bm25.run", "q1")[:-2], "needs all of --qrels QRELS, --run RUN and --query ID"),
        ([*asked("AP", "bm25.run", "q1"), "1 0 1"], "leave out the ranking and its options"),
        ([*asked("AP", "bm25.run", "q1"), "--relevant", "3"], "leave out the ranking and its options"),
        (["explain", "AP"], "required: RANKING"),
    ],
)
def test_explain_of_a_topic_rejects_bad_input_in_one_sentence(files, capsys, words, sentence):
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert sentence in err


def test_explain_of_a_topic_reports_unjudged_documents(files, capsys):
    Path("odd.run").write_text("q1 Q0 d99 1 3 odd\nq1 Q0 d1 2 2 odd\n")
    assert main(asked("P@2", "odd.run", "q1")) == 0
    assert "Query q1 of odd. Unjudged, with grade ?: 1 of its 2 documents.\n" in capsys.readouterr().out
    assert main([*asked("P@2", "odd.run", "q1"), "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["run"], told["query"]) == ("odd", "q1")
