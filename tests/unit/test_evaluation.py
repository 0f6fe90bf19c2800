from __future__ import annotations

import io
import os
import re
import subprocess
import sys

import ir_measures
import numpy as np
import pandas as pd
import polars as pl
import pytest
from message_parts import parts

from irlearn import AP, ESL, MAP, RR, InputError, P, Qrels, Run, evaluate, gMAP, nDCG, parse_measure, read_scores

QRELS = {"q1": {"a": 1, "b": 0}, "q2": {"c": 2}, "q3": {"x": 1}}
A = Run.from_dict({"q1": {"a": 2, "b": 1}, "q2": {"z": 2, "c": 1}}, name="a")
B = Run.from_dict({"q1": {"b": 2, "a": 1}, "q2": {"c": 1}, "q3": {"x": 1}}, name="b")


@pytest.fixture
def scores():
    return evaluate(QRELS, [A, B], [AP, gMAP, "ESL"])


def test_scores_values_are_systems_by_topics_by_measures(scores):
    assert scores.values.shape == (2, 3, 3)
    assert scores.values.dtype == np.float64
    assert (scores.runs, scores.queries, scores.measures) == (("a", "b"), ("q1", "q2", "q3"), (AP, gMAP, ESL))


def test_scores_of_follows_the_order_of_the_qrels(scores):
    assert scores.of("a", AP).tolist() == scores.of("a", "gMAP").tolist() == [1, 0.5, 0]
    assert scores.of("b", MAP).tolist() == [0.5, 1, 1]


def test_scores_mean_is_arithmetic_or_geometric_and_skips_undefined_topics(scores):
    assert scores.mean("a", AP) == scores.mean("a", MAP) == 0.5
    assert scores.mean("a", gMAP) == pytest.approx((1 * 0.5 * 0.00001) ** (1 / 3))
    assert scores.mean("a", ESL) == 1.5
    assert scores.means().tolist() == [[scores.mean(run, m) for m in scores.measures] for run in scores.runs]


def test_scores_notes_describe_unusual_data(scores):
    assert any("q3" in note and "missing" in note for note in scores.notes["a"])
    assert "missing" in str(scores)
    assert "missing" in scores._repr_html_()


def test_scores_are_not_a_sequence_and_have_a_plain_repr(scores):
    with pytest.raises(TypeError):
        iter(scores)
    assert repr(scores) == "Scores of 2 runs on 3 topics: AP, gMAP, ESL"


def test_scores_to_frame_without_pandas_says_what_to_install(scores, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError, match=r"pip install 'irlearn\[frames\]'"):
        scores.to_frame()


def test_evaluate_accepts_one_run_and_one_measure():
    assert evaluate(Qrels.from_dict(QRELS), A, RR).of("a", RR).tolist() == [1, 0.5, 0]


def test_evaluate_scores_a_repeated_measure_once():
    assert evaluate(QRELS, A, [AP, "AP"]).measures == (AP,)


def test_evaluate_accepts_a_generator_of_runs():
    assert evaluate(QRELS, (run for run in (A, B)), P @ 1).means().tolist() == [[pytest.approx(1 / 3)], [2 / 3]]


def test_evaluate_progress_ends_at_1_for_each_run():
    seen: list[float] = []
    evaluate(QRELS, [A, B], AP, progress=seen.append)
    assert seen == [1, 1]


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: evaluate(QRELS, [A, A], AP), "two runs are called 'a'; give each its own name"),
        (lambda: evaluate(QRELS, [], AP), "there is no run to score"),
        (lambda: evaluate(QRELS, A, []), "there is no measure to score by"),
        (lambda: evaluate(QRELS, A, "nDGC@10"), "'nDGC@10' … nDCG@10"),
        (lambda: evaluate(QRELS, A, [len]), "a measure is a value such as AP"),
        (lambda: evaluate(QRELS, [5], AP), "data frame"),
        (lambda: evaluate(QRELS, A, AP).of("c", AP), "there is no run 'c' here; the runs are a"),
        (lambda: evaluate(QRELS, A, AP).of("a", nDCG), "nDCG was not scored here; there is AP"),
    ],
)
def test_evaluate_rejects_input_that_cannot_be_scored(call, sentence):
    with pytest.raises(InputError) as error:
        call()
    assert re.search(parts(sentence), str(error.value))


def test_read_scores_reads_named_topics(tmp_path):
    path = tmp_path / "rr.csv"
    path.write_bytes(b"\xef\xbb\xbftopic,bm25,neural\r\n301,0.25,0.5\r\n\r\n302,1,0\r\n")
    scores = read_scores(path, RR)
    assert (scores.runs, scores.queries, scores.measures) == (("bm25", "neural"), ("301", "302"), (RR,))
    assert scores.of("bm25", RR).tolist() == [0.25, 1]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a,b\n1\n", "line 2"),
        ("a,b\n1,x\n", "line 2 … score … 'x'"),
        ("a,b\n1,nan\n", "line 2 … score … 'nan'"),
        ("a,a\n1,1\n", "line 1"),
        ("a,b\n", "no scores"),
        ("topic,a\n1,1\n1,1\n", "a topic has two lines"),
        ("", "is empty"),
    ],
)
def test_read_scores_rejects_files_that_cannot_be_read(tmp_path, text, sentence):
    path = tmp_path / "s.csv"
    path.write_text(text)
    with pytest.raises(InputError) as error:
        read_scores(path)
    assert re.search(parts(sentence), str(error.value))
    assert str(path) in str(error.value)


NESTED = {"q1": {"a": 2.0, "b": 1.0}, "q2": {"z": 2.0, "c": 1.0}}


def as_records(nested, record):
    return [record(query, doc, score) for query, scores in nested.items() for doc, score in scores.items()]


def all_forms(tmp_path):
    """The same run in everything that a run may be."""
    rows = [(query, doc, score) for query, scores in NESTED.items() for doc, score in scores.items()]
    columns = {name: [row[place] for row in rows] for place, name in enumerate(("query_id", "doc_id", "score"))}
    path = tmp_path / "bm25.run"
    path.write_text("".join(f"{query} Q0 {doc} 1 {score} t\n" for query, doc, score in rows))
    return {
        "Run": Run.from_dict(NESTED),
        "dict": NESTED,
        "path": path,
        "text of a path": str(path),
        "open file": io.StringIO(path.read_text()),
        "open bytes": io.BytesIO(path.read_bytes()),
        "pandas": pd.DataFrame(columns),
        "Polars": pl.DataFrame(columns),
        "dicts": [dict(zip(columns, row, strict=True)) for row in rows],
        "ir_measures": [ir_measures.ScoredDoc(*row) for row in rows],
    }


FORMS = ["Run", "dict", "path", "text of a path", "open file", "open bytes", "pandas", "Polars", "dicts", "ir_measures"]


@pytest.mark.parametrize("form", FORMS)
def test_evaluate_accepts_a_run_in_every_form(tmp_path, form):
    wanted = evaluate(QRELS, A, [AP, RR]).values.tolist()
    for wrap in (lambda run: run, lambda run: [run], lambda run: iter([run]), lambda run: {"mine": run}):
        run = all_forms(tmp_path)[form]
        scores = evaluate(QRELS, wrap(run), [AP, RR])
        assert scores.values.tolist() == wanted
        assert scores.runs in {("run",), ("run 1",), ("bm25",), ("mine",)}
    assert scores.runs == ("mine",)


def test_evaluate_names_runs_of_all_forms(tmp_path):
    forms = all_forms(tmp_path)
    assert list(forms) == FORMS
    named = evaluate(QRELS, forms, AP)
    assert named.runs == tuple(forms)
    scores = evaluate(QRELS, list(forms.values())[:4] + list(forms.values())[6:], AP)
    twice = f"{tmp_path.name}/bm25.run"  # the same path, once as a text
    assert scores.runs == ("run", "run 2", twice, f"{twice}'", "run 5", "run 6", "run 7", "run 8")
    assert len({tuple(row) for row in scores.values[:, :, 0].tolist()}) == 1


def test_evaluate_names_files_of_equal_name_by_their_folders(tmp_path):
    for folder in ("bm25", "neural"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "output.run").write_text("q1 Q0 a 1 2 t\n")
    paths = [tmp_path / folder / "output.run" for folder in ("bm25", "neural")]
    assert evaluate(QRELS, paths, AP).runs == ("bm25/output.run", "neural/output.run")
    assert len(set(evaluate(QRELS, iter(paths), AP).runs)) == 2


def test_evaluate_accepts_qrels_in_every_form(tmp_path):
    rows = [(query, doc, grade) for query, judged in QRELS.items() for doc, grade in judged.items()]
    path = tmp_path / "q.txt"
    path.write_text("".join(f"{query} 0 {doc} {grade}\n" for query, doc, grade in rows))
    wanted = evaluate(QRELS, A, AP).values.tolist()
    for qrels in (
        path,
        io.StringIO(path.read_text()),
        pl.DataFrame(
            {"qid": [row[0] for row in rows], "docno": [row[1] for row in rows], "label": [row[2] for row in rows]}
        ),
        [ir_measures.Qrel(*row, "0") for row in rows],
        iter([ir_measures.Qrel(*row) for row in rows]),
    ):
        assert evaluate(qrels, A, AP).values.tolist() == wanted


@pytest.mark.all
def test_evaluate_accepts_objects_of_ranx():
    """Importing ranx compiles for half a minute; without compiling it takes seconds."""
    code = (
        "import warnings; warnings.simplefilter('ignore')\n"
        "import ranx\n"
        "from irlearn import evaluate\n"
        f"qrels, run = ranx.Qrels({QRELS!r}), ranx.Run({NESTED!r}, name='bm25')\n"
        "scores = evaluate(qrels, run, 'AP')\n"
        "print(scores.runs, dict(zip(scores.queries, scores.of('bm25', 'AP').tolist())))\n"
        "print(evaluate(qrels, [run, ranx.Run(run.to_dict())], 'AP').runs)\n"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    process = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert process.stdout == "('bm25',) {'q1': 1.0, 'q2': 0.5, 'q3': 0.0}\n('bm25', 'run 2')\n"


@pytest.mark.parametrize(
    ("ir_measure", "notation"),
    [
        (ir_measures.nDCG @ 10, "nDCG@10"),
        (ir_measures.nDCG(dcg="exp-log2") @ 5, "nDCG(dcg='exp-log2')@5"),
        (ir_measures.nDCG(gains={1: 3, 2: 7}) @ 5, "nDCG(gains={0: 0, 1: 3, 2: 7})@5"),
        (ir_measures.AP(rel=2) @ 100, "AP(rel=2)@100"),
        (ir_measures.MAP, "AP"),
        (ir_measures.SetP, "P"),
        (ir_measures.SetR, "R"),
        (ir_measures.SetF, "F"),
        (ir_measures.RBP(p=0.5, rel=1), "RBP(p=0.5)"),
        (ir_measures.IPrec @ 0.3, "IPrec@0.3"),
        (ir_measures.Bpref, "Bpref"),
        (ir_measures.Rprec, "Rprec"),
        (ir_measures.ERR @ 20, "ERR@20"),
        (ir_measures.Judged @ 10, "Judged@10"),
        (ir_measures.Success(rel=2) @ 5, "Success(rel=2)@5"),
    ],
    ids=lambda measure: measure if isinstance(measure, str) else "",
)
def test_evaluate_accepts_measures_of_ir_measures(ir_measure, notation):
    scores = evaluate(QRELS, A, ir_measure)
    assert scores.measures == (parse_measure(notation),)
    assert scores.mean("a", ir_measure) == evaluate(QRELS, A, notation).mean("a", notation) or notation == "ESL"


@pytest.mark.parametrize(
    ("measure", "sentence"),
    [
        (ir_measures.alpha_nDCG @ 10, "irlearn has no measure like alpha_nDCG@10 of ir_measures; it has P, R, F"),
        (ir_measures.RBP, "RBP of ir_measures weights by the grade, which irlearn's RBP does not; give RBP(rel=1)"),
        (ir_measures.SetF(beta=2.0), "SetF(beta=2.0) of ir_measures gives its beta to trec_eval, which takes it for"),
        (
            ir_measures.nDCG(gains={1: 3}) @ 5,
            "gains={0: 0, 1: 3} has no gain for grade 2, which a document has; add it",
        ),
        (ir_measures.AP(judged_only=True), "irlearn has no measure like AP(judged_only=True) of ir_measures: "),
        (ir_measures.NumRet, "irlearn has no measure like NumRet of ir_measures; it has P, R, F"),
    ],
    ids=repr,
)
def test_evaluate_rejects_measures_that_only_ir_measures_has(measure, sentence):
    with pytest.raises(InputError) as error:
        evaluate(QRELS, A, measure)
    assert re.search(parts(sentence), str(error.value))


EXPECTED = "a file's path, an open file, a dict of dicts, a data frame or records are expected; given: "


@pytest.mark.parametrize("value", [5, None, 2.5, b"a.run", object, AP])
def test_evaluate_names_a_value_that_is_not_a_run(value):
    for wrong in (lambda: evaluate(QRELS, value, AP), lambda: evaluate(QRELS, [A, value], AP)):
        with pytest.raises(InputError) as error:
            wrong()
        assert str(error.value).startswith(f"{EXPECTED}{type(value).__name__}")
    with pytest.raises(InputError) as error:
        evaluate(value, A, AP)
    assert str(error.value).startswith(f"{EXPECTED}{type(value).__name__}")


def test_read_scores_reads_the_csv_of_spreadsheets(tmp_path):
    path = tmp_path / "s.csv"
    for content in (
        b"topic,a,b,,\n1,0.5,1,,\n2,1,0,,\n,,,,\n",
        b"topic;a;b\r\n1;0.5;1\r\n2;1;0\r\n",
        "topic\ta\tb\n1\t0.5\t1\n2\t1\t0\n".encode("utf-16"),
        b"# made by hand\ntopic,a,b\n1,0.5,1\n# and more\n2,1,0\n",
        b"topic,a,b\r1,0.5,1\r2,1,0\r",
    ):
        path.write_bytes(content)
        scores = read_scores(path)
        assert (scores.runs, scores.queries) == (("a", "b"), ("1", "2"))
        assert scores.values[:, :, 0].tolist() == [[0.5, 1], [1, 0]]
        assert bool(scores.notes) == content.startswith((b"#", b"\xff\xfe"))


def test_read_scores_keeps_a_semicolon_in_a_header_with_commas(tmp_path):
    path = tmp_path / "s.csv"
    path.write_text("topic,BM25;k1=1.2,neural\n1,0.5,1\n", encoding="utf-8")
    assert read_scores(path).runs == ("BM25;k1=1.2", "neural")


@pytest.mark.parametrize("sign", ["\u2028", "\x85", "\x0b", "\x0c"])
def test_read_scores_ends_lines_only_at_line_ends(tmp_path, sign):
    path = tmp_path / "s.csv"
    path.write_text(f"topic,a\nx{sign}y,0.5\n", encoding="utf-8", newline="")
    assert read_scores(path).queries == (f"x{sign}y",)


@pytest.mark.parametrize("cell", ["1_000", "0x1", "inf", "1e999", "9" * 5000, "\x1b[2J", "\u0663"])
def test_read_scores_accepts_numbers_as_in_runs(tmp_path, cell):
    path = tmp_path / "s.csv"
    path.write_text(f"a\n{cell}\n", encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_scores(path)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 400


def test_read_scores_rejects_a_missing_file(tmp_path):
    with pytest.raises(InputError, match="there is no such file"):
        read_scores(tmp_path / "none.csv")


def test_from_ir_measures_keeps_the_cutoff_or_recall_level():
    requested = [ir_measures.P @ 5, ir_measures.IPrec @ 0.3]
    assert [repr(measure) for measure in evaluate(QRELS, A, requested).measures] == ["P@5", "IPrec@0.3"]


def test_evaluate_reads_dictionaries_without_a_python_call_per_document():
    queries, documents = 40, 500
    run = {f"q{query}": {f"d{number}": number / 7 for number in range(documents)} for query in range(queries)}
    qrels = {query: {f"d{number}": number % 3 for number in range(100)} for query in run}
    calls = 0

    def count(frame, event, argument):
        nonlocal calls
        calls += event == "call"

    for runs in (run, {"one": run, "two": run}):
        evaluate(qrels, runs, "AP")  # imports what is loaded at need
        calls = 0
        sys.setprofile(count)
        try:
            evaluate(qrels, runs, "AP")
        finally:
            sys.setprofile(None)
        assert 100 < calls < queries * documents / 2
