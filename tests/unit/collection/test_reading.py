from __future__ import annotations

import gzip
import json
import pickle
import random
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
import pytest
import pytrec_eval
from hypothesis import example, given, strategies as st

from irlearn import InputError, evaluate
from irlearn.collection import (
    Qrels,
    Run,
    data_checks as oddities,
    join,
    joining,
    read_qrels,
    read_run,
    trec_text as text,
)
from irlearn.collection.decimals import read_decimals
from irlearn.collection.ids import PAD, padded, words_of

Write = Callable[..., Path]

PLAIN = "1 Q0 a 1 3.5 t\n1 Q0 b 2 2.5 t\n2 Q0 a 1 -1e-3 t\n"
SCORES = {"1": {"a": 3.5, "b": 2.5}, "2": {"a": -0.001}}
GRADES = {"1": {"a": 2, "b": 0}, "2": {"c": 1}}


@pytest.mark.parametrize(
    "content",
    [
        PLAIN,
        PLAIN.rstrip("\n"),
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace(" ", "\t"),
        PLAIN.replace(" ", " \t  ").replace("\n", "  \n\n \n"),
        "\n\n  " + PLAIN.replace("\n", "\n   "),
        "\ufeff" + PLAIN,
        gzip.compress(PLAIN.encode(), mtime=0),
        gzip.compress(PLAIN[:15].encode(), mtime=0) + gzip.compress(PLAIN[15:].encode(), mtime=0),
        json.dumps(SCORES),
        "\ufeff\n" + json.dumps(SCORES, indent=1),
        gzip.compress(json.dumps(SCORES).encode(), mtime=0),
        (
            '{"query_id": "1", "doc_id": "a", "score": 3.5}\n{"query_id": "1", "doc_id": "b", "score": 2.5}\n\n'
            '{"query_id": "2", "doc_id": "a", "score": -1e-3}\n'
        ),
        (
            '{"query-id": 1, "corpus-id": "a", "score": 3.5}\r\n{"query-id": 1, "corpus-id": "b", "score": 2.5}\r\n'
            '{"query-id": 2, "corpus-id": "a", "score": -0.001}'
        ),
        (
            '[{"qid": 1, "docno": "a", "score": 3.5},\n {"qid": 1, "docno": "b", "score": 2.5},\n'
            ' {"qid": 2, "docno": "a", "score": -0.001}]'
        ),
        '{"1": {"a": 3.5, "b": 2.5}}\n{"2": {"a": -0.001}}\n',
        '{"1": {"a": 3.5}}\n{"2": {"a": -0.001}}\n{"1": {"b": 2.5}}\n',
        "query_id,doc_id,score\n1,a,3.5\n1,b,2.5\n2,a,-1e-3\n",
        "\ufeffqid\tdocno\tsim\r\n1\ta\t3.5\r\n1\tb\t2.5\r\n2\ta\t-1e-3",
        'Topic;"DocID";rank;Score\n1;"a";1;3.5\n1;b;2;2.5\n\n2;a;1;-1e-3\n',
        "query_id\tQ0\tdoc_id\trank\tscore\ttag\n1\tQ0\ta\t1\t3.5\tt\n1\tQ0\tb\t2\t2.5\tt\n2\tQ0\ta\t1\t-1e-3\tt\n",
        "2 Q0 a 1 -1e-3 t\n1 Q0 b 1 2.5 t\n2 Q0 a 1 -0.001 t\n1 Q0 a 2 3.5 t\n",
    ],
)
def test_read_run_accepts_every_format(write: Write, content: str | bytes) -> None:
    run = read_run(write(content))
    assert run.to_dict() == SCORES
    assert len(run) == 3
    assert run.ranked("1") == ("a", "b")


@pytest.mark.parametrize(
    "content",
    [
        "1 0 a 2\n1 0 b 0\n2 0 c 1\n",
        "1 a 2\n1 b 0\n2 c 1\n",
        "\ufeff1\t0\ta\t2\r\n1\t0\tb\t0\r\n2\t0\tc\t1",
        json.dumps(GRADES),
        "query-id\tcorpus-id\tscore\n1\ta\t2\n1\tb\t0\n2\tc\t1\n",
        "qid,docno,label\n1,a,2\n1,b,0\n2,c,1.0\n",
        (
            '{"query_id": "1", "doc_id": "a", "relevance": 2, "iteration": "0"}\n'
            '{"query_id": "1", "doc_id": "b", "relevance": 0, "iteration": "0"}\n'
            '{"query_id": "2", "doc_id": "c", "relevance": 1, "iteration": "0"}\n'
        ),
        (
            '{"query-id": "1", "corpus-id": "a", "score": 2}\n{"query-id": "1", "corpus-id": "b", "score": 0.0}\n'
            '{"query-id": "2", "corpus-id": "c", "score": 1.0}\n'
        ),
    ],
)
def test_read_qrels_accepts_every_format(write: Write, content: str | bytes) -> None:
    qrels = read_qrels(write(content))
    assert qrels.to_dict() == GRADES
    assert qrels.queries == ("1", "2")
    assert repr(qrels) == "Qrels(2 queries, 3 judgments)"


def test_ms_marco_run_keeps_its_ranks_in_any_line_order(write: Write) -> None:
    run = read_run(write("7 b 2\n7 a 1\n8 c 1\n7 c 10\n"))
    assert run.ranked("7") == ("a", "b", "c")
    assert run.scores_of("7") == {"a": -1, "b": -2, "c": -10}
    assert run.notes == ()


@pytest.mark.parametrize("dtype", ["object", "str", "string"])
def test_data_frames_are_read_with_every_string_type(dtype: str) -> None:
    frame = pd.DataFrame({"qid": ["1", "1", "2"], "docno": ["a", "b", "a"], "score": [3.5, 2.5, -0.001]})
    frame = frame.astype({"qid": dtype, "docno": dtype})
    assert read_run(frame, name="x").to_dict() == SCORES
    frame = pd.DataFrame({"query": [1, 1, 2], "doc": ["a", "b", "c"], "rel": [2, 0, 1]})
    assert read_qrels(frame.astype({"doc": dtype})).to_dict() == GRADES


def test_dicts_are_read_with_every_number_type() -> None:
    given = {"1": {"a": np.float32(3.5), "b": np.int64(2)}, 2: {"c": 1}}
    assert read_run(given, name="x").to_dict() == {"1": {"a": 3.5, "b": 2}, "2": {"c": 1}}
    assert repr(read_run(given, name="x")) == "Run('x', 2 queries, 3 documents)"


def test_json_of_one_record_is_read_as_a_record(write: Write) -> None:
    assert read_run(write('{"query_id": "1", "doc_id": "a", "score": 2}')).to_dict() == {"1": {"a": 2}}
    assert read_run(write('{\n "qid": 1,\n "docid": "a",\n "rank": 1\n}')).to_dict() == {"1": {"a": -1}}
    assert read_run(write('{"query": {"doc": 1}, "document": {"score": 2}}')).queries == ("query", "document")


def test_lists_of_documents_are_rankings_or_relevant_documents(write: Write) -> None:
    for ranking in (["b", "a"], ("b", "a")):
        assert Run({"q1": ranking, "q2": {"c": 0.5}}).to_dict() == {"q1": {"b": -1, "a": -2}, "q2": {"c": 0.5}}
    assert read_run(write('{"q1": ["b", "a"]}')).ranked("q1") == ("b", "a")
    assert Run({"q1": [("a", 2), ("b", 3.5)]}).to_dict() == {"q1": {"b": 3.5, "a": 2}}
    for relevant in (["b", "a"], {"b", "a"}, frozenset("ab"), ("a", "b"), [("a", 1), ("b", 1)]):
        assert Qrels({"q1": relevant, "q2": {"c": 2}}).to_dict() == {"q1": {"a": 1, "b": 1}, "q2": {"c": 2}}
    scores = evaluate({"q1": ["a"]}, {"one": {"q1": ["b", "a"]}, "two": {"q1": ["a", "b"]}}, "RR")
    assert scores.values.tolist() == [[[0.5]], [[1.0]]]


def test_constructors_accept_the_sources_of_the_readers(write: Write) -> None:
    path = write(PLAIN, "bm25.run")
    assert Run(path).name == "bm25"
    assert Run(path, name="x").name == "x"
    assert Run(Run(path), name="y").to_dict() == SCORES
    assert repr(Run({"q1": {"d2": 9.0}}, name="x")) == "Run('x', 1 query, 1 document)"
    assert Run({"q1": {"a": 1, "b": 1}}).tied == 2
    assert Qrels(GRADES).to_dict() == Qrels(Qrels(GRADES)).to_dict() == GRADES
    assert repr(Qrels(pd.DataFrame({"qid": ["1"], "docno": ["a"], "label": [2]}))) == "Qrels(1 query, 1 judgment)"
    assert pickle.loads(pickle.dumps(Run(SCORES, name="x"))).to_dict() == SCORES
    for made in (Qrels, Run):
        with pytest.raises(InputError, match="int 5"):
            made(5)


class Dataset:
    """As ir_datasets has them: what a dataset lacks is an attribute that it lacks."""

    def __init__(self, **parts: list[object]) -> None:
        for name, rows in parts.items():
            setattr(self, f"{name}_iter", lambda rows=rows: iter(rows))

    def __repr__(self) -> str:
        return "Dataset(id='toy/test')"


class TrecQrel(NamedTuple):
    query_id: str
    doc_id: str
    relevance: int
    iteration: str


class GenericScoredDoc(NamedTuple):
    query_id: str
    doc_id: str
    score: float


def test_ir_datasets_dataset_is_read_as_qrels_and_as_run() -> None:
    judged = [TrecQrel("q1", "a", 2, "0"), TrecQrel("q1", "b", 0, "0"), TrecQrel("q2", "c", 1, "0")]
    dataset = Dataset(qrels=judged, scoreddocs=[GenericScoredDoc("q1", "b", 2.5), GenericScoredDoc("q1", "a", 1.5)])
    assert (
        Qrels(dataset).to_dict()
        == read_qrels(dataset.qrels_iter()).to_dict()
        == {"q1": {"a": 2, "b": 0}, "q2": {"c": 1}}
    )
    for runs in (dataset, [dataset], {"bm25": dataset}, dataset.scoreddocs_iter()):
        assert evaluate(dataset, runs, "RR").values.tolist() == [[[0.5], [0.0]]]
    for part, read, lacks in (
        ({"scoreddocs": []}, read_qrels, "qrels"),
        ({"qrels": judged}, read_run, "scored documents"),
        ({"queries": []}, Qrels, "qrels"),
        ({"docs": []}, lambda dataset: evaluate(GRADES, dataset, "AP"), "scored documents"),
    ):
        with pytest.raises(InputError) as caught:
            read(Dataset(**part))
        assert str(caught.value) == (
            f"this dataset has no {lacks}: Dataset(id='toy/test'); give a part of it that has them"
        )


@pytest.mark.parametrize("name", ["a", "a.run", "a.txt.gz", "a.run.gz", "a.JSON", "a.trec"])
def test_run_is_named_after_its_file(write: Write, name: str) -> None:
    assert read_run(write(PLAIN, name)).name == "a"
    assert read_run(write(PLAIN, name), name="bm25").name == "bm25"


def test_repeated_lines_are_merged_with_a_note(write: Write) -> None:
    run = read_run(write("1 Q0 a 1 3 t\n2 Q0 a 1 3 t\n1 Q0 b 2 2 t\n1 Q0 a 3 3.0 t\n"))
    assert run.to_dict() == {"1": {"a": 3, "b": 2}, "2": {"a": 3}}
    assert run.notes == ("1 line repeats another one and was left out",)
    qrels = read_qrels(write("1 0 a 1\n1 0 a 1\n1 0 a 1\n1 0 b 0\n"))
    assert qrels.to_dict() == {"1": {"a": 1, "b": 0}}
    assert qrels.notes == ("2 lines repeat another one and were left out",)


def test_progress_ends_at_1(write: Write) -> None:
    seen: list[float] = []
    read_run(write("".join(f"1 Q0 {n} 1 {-n} t\n" for n in range(200_000))), progress=seen.append)
    assert len(seen) > 1
    assert seen == sorted(seen)
    assert seen[-1] == 1


def test_many_chunks_and_threads_give_the_same_table(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    random.seed(1)
    ids = [f"doc-{'x' * random.randrange(40)}-{n}-é" for n in range(3000)]
    lines = [f"q{n // 300} Q0 {ids[n]} 1 {random.random() * 10 ** random.randrange(-8, 9)!r} t" for n in range(3000)]
    path = write("\n".join(lines))
    whole = read_run(path).to_dict()
    assert whole == pytrec_eval.parse_run(lines)
    monkeypatch.setattr(text, "CHUNK", 1000)
    assert read_run(path).to_dict() == whole
    monkeypatch.setattr(text, "_SEVERAL_THREADS", 0)
    assert read_run(path).to_dict() == whole


def test_memory_of_a_large_run_is_limited_to_its_columns(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = 100_000
    content = "".join(f"{row // 1000} Q0 doc{row} {row % 1000 + 1} {1e6 - row} t\n" for row in range(rows))
    path = write(content)
    for module, block in ((text, "CHUNK"), (oddities, "_BLOCK"), (joining, "_ROWS")):
        monkeypatch.setattr(module, block, 1 << 14)  # Small blocks, as for a file of millions of lines.
    qrels = Qrels.from_dict({str(query): {"doc1": 1} for query in range(100)})
    join(qrels, read_run(path))  # Excludes the memory of imports on demand.
    columns, ranks = 28 * rows, 8 * rows  # place, length, hash and value; ranks are dropped when they were compared
    tracemalloc.start()
    try:
        run = read_run(path)
        assert run.notes == ()
        assert tracemalloc.get_traced_memory()[1] < len(content) + 1.25 * (columns + ranks)
        tracemalloc.reset_peak()
        join(qrels, run)
        assert tracemalloc.get_traced_memory()[1] < len(content) + 1.25 * (columns + ranks)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("threads", [False, True])
def test_rank_conflicts_are_noted_in_every_chunk(write: Write, monkeypatch: pytest.MonkeyPatch, threads: bool) -> None:
    monkeypatch.setattr(text, "CHUNK", 64)
    monkeypatch.setattr(text, "_SEVERAL_THREADS", 0 if threads else 1 << 30)
    lines = [f"q{row // 50} Q0 d{row} {row % 50 + 1} {100 - row % 50} t\n" for row in range(200)]
    assert read_run(write("".join(lines))).notes == ()
    assert read_run(write("".join(sorted(lines, key=lambda line: line.split()[3].zfill(2))))).notes == ()  # scattered
    lines[120] = lines[120].replace(" 21 ", " 9 ")
    note = "the ranks contradict the scores in 1 query (q2): the scores count, as in trec_eval"
    assert read_run(write("".join(lines))).notes == (note,)
    assert read_run(write("".join(reversed(lines)))).notes == (note,)
    lines[3] = lines[3].replace(" 4 ", " x ")  # Ranks that are not numbers are ignored.
    assert read_run(write("".join(lines))).notes == ()


BLANK = st.text(" \t", min_size=1, max_size=3)
ID = st.text(st.characters(min_codepoint=33, exclude_categories=["Z", "C"]), min_size=1, max_size=30)
SCORE = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr), st.integers(-(10**20), 10**20).map(str),
    st.from_regex(r"\A[+-]?[0-9]{0,12}\.[0-9]{1,12}\Z"), st.from_regex(r"\A[0-9]{1,18}\.\Z"),
)  # fmt: skip


@given(
    st.dictionaries(st.tuples(ID, ID), st.tuples(SCORE, BLANK), min_size=1, max_size=30),
    st.sampled_from(["\n", "\r\n", "\n\n", " \n"]),
)
def test_unusual_whitespace_and_numbers_are_read_as_in_pytrec_eval(
    tmp_path_factory: pytest.TempPathFactory, rows: dict[tuple[str, str], tuple[str, str]], end: str
) -> None:
    lines = [gap.join([query, "Q0", doc, "1", score, "tag"]) for (query, doc), (score, gap) in rows.items()]
    path = tmp_path_factory.mktemp("runs") / "a.run"
    path.write_bytes(end.join(lines).encode())
    if lines[0].lstrip().startswith(("{", "[")) or text_is_header(lines[0]):
        return
    if any(line.lstrip().startswith("#") for line in lines):  # A note counts comments.
        return
    assert read_run(path).to_dict() == pytrec_eval.parse_run(lines)


def text_is_header(line: str) -> bool:
    from irlearn.collection.columns import separator_of_header

    return separator_of_header(line) is not None


@given(st.lists(SCORE, min_size=1, max_size=40))
def test_numbers_equal_python_floats_to_the_last_bit(spelled: list[str]) -> None:
    joined = " ".join(spelled).encode()
    buffer = padded(len(joined))
    buffer[PAD : PAD + len(joined)] = joined
    lengths = np.array([len(number) for number in spelled])
    ends = np.cumsum(lengths + 1) - 1
    chunk = np.frombuffer(buffer, dtype=np.uint8, offset=PAD)
    values, closer = read_decimals(chunk, words_of(buffer, PAD - 8), ends - lengths, ends)
    read = np.setdiff1d(np.arange(len(spelled)), closer)
    expected = np.array([float(number) for number in spelled])
    assert values[read].tobytes() == expected[read].tobytes()
    for row in closer.tolist():  # Exponents, many digits, or halfway between two floats.
        digits = spelled[row].lstrip("+-").replace(".", "")
        assert len(closer) > 2 or not digits.isdigit() or len(digits) > 15


@given(st.integers(2**53, 10**19 - 1), st.integers(1, 19))
@example(2**53 + 1, 1)
@example(5 * (2**53 + 1), 1)
@example(9007199254740993 * 10, 1)
@example(4503599627370497 * 1000 + 500, 3)
def test_long_numbers_are_rounded_once(mantissa: int, decimals: int) -> None:
    digits = f"{mantissa:025d}"
    number = f"{digits[:-decimals]}.{digits[-decimals:]}".lstrip("0")
    assert _read(number) == float(number)


def _read(number: str) -> float:
    buffer = padded(len(number))
    buffer[PAD : PAD + len(number)] = number.encode()
    ends = np.array([len(number)])
    values, closer = read_decimals(
        np.frombuffer(buffer, dtype=np.uint8, offset=PAD), words_of(buffer, PAD - 8), ends - len(number), ends
    )
    return float(number) if closer.size else float(values[0])


def test_reading_needs_numpy_alone() -> None:
    code = (
        "import sys, irlearn.collection; "
        "print([m for m in ('pandas', 'json', 'csv', 'gzip', 'concurrent.futures') if m in sys.modules])"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "pandas" not in loaded
    assert "csv" not in loaded


def test_ms_marco_qrels_are_read(data: Path) -> None:
    qrels = read_qrels(data / "msmarco_doc" / "qrels.dev.txt")
    assert len(qrels.queries) == len(qrels) == 5193
    assert qrels.of("2") == {"D1650436": 1}
    assert qrels.notes == ()


def test_dl21_qrels_are_read_as_in_pytrec_eval(data: Path) -> None:
    path = data / "dl21" / "qrels.dl21-passage.txt.gz"
    with gzip.open(path, "rt") as file:
        assert read_qrels(path).to_dict() == pytrec_eval.parse_qrel(file)


def test_to_dict_returns_the_input() -> None:
    assert Run.from_dict(Run.from_dict(SCORES).to_dict()).to_dict() == SCORES
    assert Qrels.from_dict(GRADES).to_dict() == GRADES
