"""Test `irlearn score`: measures, missing queries, and its inputs."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
from pathlib import Path

import pytest
import pytrec_eval
from message_parts import parts

from irlearn import AP, evaluate, parse_measure, read_scores
from irlearn.cli import main
from irlearn.errors import InputError
from irlearn.measures.counts import OFFICIAL

SMALL = ("qrels.txt", "bm25.run", "neural.run")
THEIRS = {"AP": "map", "gMAP": "gm_map", "Rprec": "Rprec", "Bpref": "bpref", "RR": "recip_rank"}


@pytest.fixture
def files(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the small example files and a run that lacks a query; it is also the current folder."""
    for source in (root / "tests" / "data").iterdir():
        (tmp_path / source.name).write_bytes(source.read_bytes())
    monkeypatch.chdir(tmp_path)
    lines = Path("bm25.run").read_text().splitlines()
    Path("part.run").write_text("\n".join(line for line in lines if not line.startswith("q2 ")) + "\n")
    return tmp_path


def records(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[tuple[str, str], float]:
    """Return the values of a run by query and measure."""
    assert main(["score", *arguments, "--format", "json"]) == 0
    return {(row["query"], row["measure"]): row["value"] for row in json.loads(capsys.readouterr().out)}


def trec_eval(qrels: str, run: str) -> tuple[dict[str, dict[str, float]], dict[str, float]]:
    """trec_eval's official measures, by query and over all, under irlearn's names."""
    with Path(qrels).open() as judged, Path(run).open() as retrieved:
        grades, scores = pytrec_eval.parse_qrel(judged), pytrec_eval.parse_run(retrieved)
    names = {"num_q", "num_ret", "num_rel", "num_rel_ret", "iprec_at_recall", "P", *THEIRS.values()}
    found = pytrec_eval.RelevanceEvaluator(grades, names).evaluate(scores)
    ours = {name: _theirs(name) for name in OFFICIAL}
    topics = {query: {name: of[their] for name, their in ours.items()} for query, of in found.items()}
    means = {
        name: pytrec_eval.compute_aggregated_measure(their, [of[their] for of in found.values()])
        for name, their in ours.items()
    }
    return topics, means


def _theirs(name: str) -> str:
    start, _, cutoff = name.partition("@")
    return {"IPrec": f"iprec_at_recall_{cutoff}0", "P": f"P_{cutoff}"}.get(start) or THEIRS.get(name, name)


def named(text: str) -> object:
    return text if text.startswith("num_") else parse_measure(text)


def test_official_set_agrees_with_trec_eval(files, capsys):
    for run in SMALL[1:]:
        found = records(capsys, "qrels.txt", run, "-m", "official", "--per-query")
        topics, means = trec_eval("qrels.txt", run)
        assert [name for query, name in found if query == "all"] == [repr_of(name) for name in OFFICIAL]
        for query, of in [*topics.items(), ("all", means)]:
            for name, value in of.items():
                if name == "IPrec@0.7":  # trec_eval wants 0.7 * 3 + 0.9 documents, which floats make 2.9999: see README
                    continue
                if name != "gMAP" or query == "all":  # trec_eval gives a topic's logarithm
                    assert found[query, repr_of(name)] == pytest.approx(value, abs=1e-12), (query, name)


def repr_of(name: str) -> str:
    return name if name.startswith("num_") else repr(parse_measure(name))


def test_official_table_has_a_row_for_each_measure(files, capsys):
    assert main(["score", *SMALL, "-m", "official"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[:4]] == [
        ["measure", "bm25", "neural"], ["queries", "3", "3"], ["num_q", "3", "3"], ["num_ret", "11", "11"],
    ]  # fmt: skip
    assert len(lines) == 2 + len(OFFICIAL)


def test_measure_option_accepts_several_cutoffs(files, capsys):
    assert main(["score", *SMALL, "-m", "P@1,2, 5", "-m", "nDCG(dcg='exp-log2')@5,10", "-m", "P@5"]) == 0
    head = capsys.readouterr().out.splitlines()[0].split()
    assert head == ["run", "queries", "P@1", "P@2", "P@5", "nDCG(dcg='exp-log2')@5", "nDCG(dcg='exp-log2')@10"]
    assert main(["score", *SMALL, "-m", "P@5,x"]) == 2
    assert main(["score", *SMALL, "-m", "P@5,"]) == 2


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (["AP,P@10"], "AP P@10"),
        (["AP P@10"], "AP P@10"),
        (["AP, P@10 ,RR"], "AP P@10 RR"),
        (["P@1,2,5"], "P@1 P@2 P@5"),
        (["AP,P@5,10,nDCG@10,20"], "AP P@5 P@10 nDCG@10 nDCG@20"),
        (["AP P@5,10 RR"], "AP P@5 P@10 RR"),
        (["IPrec@0.1,.5,AP"], "IPrec@0.1 IPrec@0.5 AP"),
        (
            ["nDCG(gains={0: 0, 1: 3, 2: 4})@5,10 , AP(rel=2)"],
            "nDCG(gains={0:0,1:3,2:4})@5 nDCG(gains={0:0,1:3,2:4})@10 AP(rel=2)",
        ),
        (["IPrec(levels=(0.2, 0.5), rel=2) num_ret"], "IPrec(levels=[0.2,0.5],rel=2) num_ret"),
        (["num_rel,mean nDCG@5, hit rate@3", "AP,num_rel"], "num_rel mean_nDCG@5 Success@3 AP"),
        (["\uff30\uff20\uff15\uff0c\uff11\uff10"], "P@5 P@10"),
    ],
)
def test_measure_option_accepts_lists_with_commas_or_spaces(files, capsys, typed, read):
    options = [word for text in typed for word in ("-m", text)]
    found = [name for query, name in records(capsys, "qrels.txt", "bm25.run", *options) if query == "all"]
    assert [named(name) for name in found] == [named(name.replace("mean_", "mean ")) for name in read.split()]


def test_evaluate_accepts_a_text_with_several_measures():
    of = {"q1": {"a": 1, "b": 1}}, {"r": {"q1": {"a": 2.0, "c": 1.0}}}
    for asked in ("AP, P@1,2", "AP P@1 P@2", ["AP P@1", "P@2"], ["AP, P@1", parse_measure("P@2"), "AP"]):
        assert [*map(repr, evaluate(*of, asked).measures)] == ["AP", "P@1", "P@2"]
    assert len(evaluate(*of, "official, AP").measures) == len(OFFICIAL)
    for bad in ("", " ", ",", "AP,", "10", "AP,10", "AP @", "AP," * 4000, "x" * 10_000_000):
        with pytest.raises(InputError) as caught:
            evaluate(*of, bad)
        assert len(str(caught.value)) < 500, bad


def test_score_help_lists_all_measures(capsys):
    with pytest.raises(SystemExit):
        main(["score", "--help"])
    out = capsys.readouterr().out
    assert all(f"\n  {name} " in out for name in ("P", "nDCG", "gMAP", "num_rel_ret", "official"))


def test_score_tables_show_the_number_of_queries(files, capsys):
    assert main(["score", *SMALL, "--per-query"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:3] for line in lines if " all " in line] == [["bm25", "all", "3"], ["neural", "all", "3"]]


def test_missing_query_counts_as_0_or_is_dropped():
    qrels = {"q1": {"a": 1}, "q2": {"a": 1, "b": 1}}
    run = {"q1": {"a": 2.0, "b": 1.0}}
    measures = ["AP", "num_q", "num_ret", "num_rel"]
    zero, drop = (evaluate(qrels, {"r": run}, measures, missing=how) for how in ("zero", "drop"))
    assert zero.means().tolist() == [[0.5, 2, 2, 3]]
    assert drop.means().tolist() == [[1, 1, 2, 1]]
    assert drop.missing_queries == {"r": frozenset({"q2"})}
    assert "counted as 0" in zero.notes["r"][0]
    assert "left out" in drop.notes["r"][0]
    with pytest.raises(InputError, match="missing must be 'zero' or 'drop'; given: 'none'"):
        evaluate(qrels, {"r": run}, AP, missing="none")


def test_dropped_queries_agree_with_trec_eval_without_c(files, capsys):
    found = records(capsys, "qrels.txt", "part.run", "-m", "official", "--missing", "drop", "--per-query")
    _, means = trec_eval("qrels.txt", "part.run")
    assert {query for query, _ in found} == {"q1", "q3", "all"}
    for name in ("AP", "gMAP", "num_q", "num_ret", "num_rel", "num_rel_ret", "P@5"):
        assert found["all", name] == pytest.approx(means[name]), name
    assert main(["score", "qrels.txt", "part.run", "bm25.run", "--missing", "drop"]) == 0
    out, err = capsys.readouterr()
    assert [line.split()[:2] for line in out.splitlines()[1:]] == [["part", "2"], ["bm25", "3"]]
    assert "part.run: 1 query of the qrels (q2) is missing from the run: left out" in err
    assert main(["score", "qrels.txt", "part.run", "bm25.run", "--missing", "drop", "--per-query"]) == 0
    assert "part  all 2 " in capsys.readouterr().out


def test_quiet_option_suppresses_notes(files, capsys):
    for command in (["score"], ["compare"], ["compare", "--all-pairs"]):
        assert main([*command, *SMALL, "--quiet"]) == 0
        assert capsys.readouterr().err == ""


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("packed", [False, True])
def test_score_reads_qrels_or_a_run_from_standard_input(files, capsys, monkeypatch, place, packed):
    words = ["qrels.txt", "bm25.run"]
    assert main(["score", *words, "--format", "csv"]) == 0
    expected = capsys.readouterr().out
    content = Path(words[place]).read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(content) if packed else content)))
    words[place] = "-"
    assert main(["score", *words, "--format", "csv"]) == 0
    assert capsys.readouterr().out == (expected.replace("bm25,", "stdin,") if place else expected)


def test_standard_input_is_read_once(files, capsys, monkeypatch):
    assert main(["score", "-", "-"]) == 2
    assert "- is standard input, which can be the qrels or one run" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", None)
    assert main(["score", "-", "bm25.run"]) == 2
    assert "- is standard input, but it is closed" in capsys.readouterr().err


def test_sort_option_takes_a_measure_or_names(files, capsys):
    def order(*words: str) -> list[str]:
        assert main(["score", "qrels.txt", "part.run", "bm25.run", "neural.run", "--format", "csv", *words]) == 0
        return list(dict.fromkeys(line.split(",")[0] for line in capsys.readouterr().out.splitlines()[1:]))

    assert order() == ["part", "bm25", "neural"]
    assert order("--sort", "MAP") == ["neural", "bm25", "part"]
    assert order("--sort", "run") == ["bm25", "neural", "part"]
    assert order("-m", "ESL", "--sort", "ESL")[0] == "neural"  # lower is better
    assert main(["score", *SMALL, "--sort", "P@7"]) == 2
    assert "--sort takes 'run' or one of the measures" in capsys.readouterr().err


def test_digits_option_changes_only_tables(files, capsys):
    assert main(["score", *SMALL, "-m", "AP", "-m", "num_ret", "--digits", "6"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == ["bm25", "3", "0.416667", "11"]
    assert main(["score", *SMALL, "--digits", "99"]) == 2
    assert re.search(parts("--digits … 99"), capsys.readouterr().err)


def test_wide_csv_has_a_row_for_each_query_and_is_read_back(files, capsys):
    assert main(["score", *SMALL, "-m", "AP", "--format", "wide", "--output", "ap.csv"]) == 0
    scores = evaluate("qrels.txt", list(SMALL[1:]), AP)
    assert read_scores("ap.csv").values.tolist() == scores.values.tolist()
    assert main(["score", *SMALL, "-m", "AP", "-m", "P@5,10", "--format", "wide"]) == 0
    head, *rows = csv.reader(io.StringIO(capsys.readouterr().out))
    assert head[:4] == ["query", "bm25 AP", "bm25 P@5", "bm25 P@10"]
    assert [row[0] for row in rows] == ["q1", "q2", "q3"]


def test_score_csv_quotes_a_name_with_a_comma(files, capsys):
    Path("bm25.run").rename("bm,25.run")
    assert main(["score", "qrels.txt", "bm,25.run", "-m", "AP", "--format", "csv"]) == 0
    _, row = csv.reader(io.StringIO(capsys.readouterr().out))
    assert row[0] == "bm,25"


def test_score_tables_in_markdown_and_latex(files, capsys):
    Path("bm25.run").rename("bm_25.run")
    words = ["score", "qrels.txt", "bm_25.run", "neural.run", "-m", "AP", "--format"]
    assert main([*words, "markdown"]) == 0
    assert capsys.readouterr().out == (
        "| run    | queries |     AP |\n"
        "| :----- | ------: | -----: |\n"
        "| bm\\_25 |       3 | 0.4167 |\n"
        "| neural |       3 | 0.9167 |\n"
    )
    assert main([*words, "latex"]) == 0
    assert capsys.readouterr().out.splitlines()[1:6] == [
        r"\begin{tabular}{lrr}", r"\toprule", r"run & queries & AP \\", r"\midrule", r"bm\_25 & 3 & 0.4167 \\",
    ]  # fmt: skip
