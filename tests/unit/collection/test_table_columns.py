"""Test which columns of a table are read, and the formats of other tools."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import polars as pl
import pytest
from hypothesis import given, strategies as st

from irlearn.collection import read_qrels, read_run
from irlearn.errors import InputError

Write = Callable[..., Path]

PYTERRIER = {
    "qid": ["1", "1", "2"],
    "query": ["black cat", "black cat", "black cat"],
    "docid": [4, 9, 4],
    "docno": ["d4", "d9", "d4"],
    "score": [2.0, 1.0, 3.0],
    "rank": [0, 1, 0],
}
READ = {"1": {"d4": 2.0, "d9": 1.0}, "2": {"d4": 3.0}}
NOTED = (
    "the queries' ids are those in the column qid, not in query",
    "the documents' ids are those in the column docno, not in docid",
)


def as_csv(write: Write, columns: dict[str, list[object]]) -> object:
    return write(pd.DataFrame(columns).to_csv(index=False), "a.csv")


def as_lists(write: Write, columns: dict[str, list[object]]) -> object:
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


FORMS = [
    as_csv,
    as_lists,
    lambda _, columns: pd.DataFrame(columns),
    lambda _, columns: pl.DataFrame(columns),
    lambda _, columns: pl.DataFrame(columns).lazy(),
]


@pytest.mark.parametrize("form", FORMS)
def test_pyterrier_docno_is_preferred_to_docid(write: Write, form: Callable[..., object]) -> None:
    run = read_run(form(write, PYTERRIER), name="x")
    assert run.to_dict() == READ
    assert run.notes == NOTED


@given(order=st.permutations(list(PYTERRIER)))
def test_named_columns_are_read_in_any_order(order: list[str]) -> None:
    assert read_run(pd.DataFrame({name: PYTERRIER[name] for name in order}), name="x").to_dict() == READ


@pytest.mark.parametrize("sure", ["query_id", "qid", "topic_id", "TopicNo", "Query-ID"])
@pytest.mark.parametrize("text", ["query", "topic"])
def test_id_column_is_preferred_to_a_possible_text_column(sure: str, text: str) -> None:
    frame = pd.DataFrame({text: ["cat", "dog"], sure: [7, 8], "doc": ["a", "a"], "label": [1, 0]})
    qrels = read_qrels(frame)
    assert qrels.to_dict() == {"7": {"a": 1}, "8": {"a": 0}}
    assert qrels.notes == (f"the queries' ids are those in the column {sure}, not in {text}",)


@pytest.mark.parametrize("sure", ["doc_id", "docno", "document_id", "corpus-id", "pid"])
@pytest.mark.parametrize("text", ["doc", "document"])
def test_document_id_is_preferred_to_document_text(sure: str, text: str) -> None:
    frame = pd.DataFrame({"qid": [1, 1], text: ["a cat", "cat"], sure: ["x", "y"], "rel": [1, 0]})
    assert read_qrels(frame).to_dict() == {"1": {"x": 1, "y": 0}}


def test_column_without_blanks_is_chosen_as_id() -> None:
    frame = pd.DataFrame({"query": ["cats and dogs", "mice"], "topic": [301, 302], "doc": ["x", "x"], "rel": [1, 2]})
    qrels = read_qrels(frame)
    assert qrels.queries == ("301", "302")
    assert qrels.notes == ("the queries' ids are those in the column topic, not in query",)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"qid": ["1"], "docid": ["x"], "docno": ["y"], "score": [1.0]},
         "the documents' ids may be in the column docid ('x') or in docno ('y')"),
        ({"qid": ["1"], "docid": ["x"], "docno": ["7"], "score": [1.0]},
         "the documents' ids may be in the column docid ('x') or in docno ('7')"),
        ({"qid": ["1"], "pid": ["x"], "docid": ["y"], "score": [1.0]},
         "the documents' ids may be in the column docid ('y') or in pid ('x')"),
        ({"qid": ["1"], "query_id": ["2"], "doc": ["y"], "score": [1.0]},
         "the queries' ids may be in the column query_id ('2') or in qid ('1')"),
        ({"query": ["cats"], "topic": ["c1"], "doc": ["y"], "score": [1.0]},
         "the queries' ids may be in the column query ('cats') or in topic ('c1')"),
    ],
)  # fmt: skip
def test_two_candidate_columns_are_rejected_in_one_sentence(
    write: Write, form: Callable[..., object], columns: dict[str, list[object]], said: str
) -> None:
    with pytest.raises(InputError) as caught:
        read_run(form(write, columns), name="x")
    assert f"{said}, which differ; leave one of the two out, or give it another name" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_two_columns_with_one_name_are_rejected() -> None:
    frame = pd.DataFrame([["1", "a", 1.0, 2.0]], columns=["qid", "docno", "score", "score"])
    with pytest.raises(InputError, match=re.escape("the scores may be in the column score (1.0) or in score (2.0)")):
        read_run(frame)


def test_equal_candidate_columns_give_no_note() -> None:
    frame = pd.DataFrame({"qid": [1, 2], "query_id": [1, 2], "docid": ["a", "b"], "docno": ["a", "b"], "rel": [1, 0]})
    assert read_qrels(frame).notes == ()


# Spreadsheets.


def test_empty_columns_at_the_end_are_ignored(write: Write) -> None:
    run = read_run(write("query_id,doc_id,score,,\n1,a,3,,\n1,b,2,\n1,c,1\n,,,,\n"))
    assert run.to_dict() == {"1": {"a": 3, "b": 2, "c": 1}}


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c"])
def test_unicode_line_separators_do_not_end_a_line(write: Write, sign: str) -> None:
    if sign == "\x1c":
        with pytest.raises(InputError, match="byte 0x1c does not occur in text"):
            read_run(write(f"query_id,doc_id,score\n1,a{sign}b,3\n"))
        return
    assert read_run(write(f"query_id,doc_id,score\n1,a{sign}b,3\n")).ranked("1") == (f"a{sign}b",)
    if sign > "\x7f":
        assert read_run(write(f"1 Q0 a{sign}b 1 3 t\n1 Q0 c 2 2 t\n")).ranked("1") == (f"a{sign}b", "c")


# Comments.


@pytest.mark.parametrize(
    ("content", "left_out"),
    [
        ("# run 1 of bm25\n#1 Q0 x\n1 Q0 a 1 3 t\n  # 2 more\n1 Q0 b 2 2 t\n", 3),
        ("# query Q0 doc rank score tag\n1 Q0 a 1 3 t\n1 Q0 b 2 2 t\n", 1),
        ("# made by\nquery_id,doc_id,score\n# it's \"x\n1,a,3\n#\n1,b,2\n", 3),
        ("#query_id\tdoc_id\tscore\n1\ta\t3\n1\tb\t2\n", 1),
        ("# ranks\n1 a 1\n1 b 2\n", 1),
    ],
)
def test_comments_are_skipped_and_counted(write: Write, content: str, left_out: int) -> None:
    run = read_run(write(content))
    assert run.ranked("1") == ("a", "b")
    lines = "1 line that begins with # was" if left_out == 1 else f"{left_out} lines that begin with # were"
    assert run.notes == (f"{lines} left out",)


def test_id_may_begin_with_a_hash_if_all_columns_fit(write: Write) -> None:
    assert read_run(write("#1 Q0 a 1 3 t\n#1 Q0 #b 2 2 t\n")).to_dict() == {"#1": {"a": 3, "#b": 2}}
    assert read_qrels(write("#1 0 a 1\n")).to_dict() == {"#1": {"a": 1}}
    assert read_run(write("query_id,doc_id,score\n#1,a,3\n")).to_dict() == {"#1": {"a": 3}}


def test_line_numbers_are_correct_after_comments(write: Write) -> None:
    for content in ("# a\n1 Q0 a 1 3 t\n# b\n1 Q0 b 2 x t\n", "# a\nquery_id,doc_id,score\n# b\n1,a,x\n"):
        with pytest.raises(InputError, match=r"a\.run, line 4.*'x'"):
            read_run(write(content))


def test_file_of_comments_is_reported_as_such(write: Write) -> None:
    with pytest.raises(InputError, match="every line begins with # and counts as a comment"):
        read_run(write("# a\n#b\n"))


# Three columns: ranks or scores.


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("1 a 3.5\n1 b 2\n", "they are not whole numbers"),
        ("1 a 35\n1 b 25\n", "query 1 has no rank 1"),
        ("1 a 12\n1 b 7\n2 c 5\n2 d 1\n", "query 1 has no rank 1"),
        ("1 a -1\n1 b -7\n", "some are below 0"),
        ("1 a 25\n1 b 25\n1 c 3\n", "two documents of a query share a number"),
    ],
)
def test_three_columns_with_scores_are_read_as_scores(write: Write, content: str, reason: str) -> None:
    run = read_run(write(content))
    assert run.ranked("1")[:2] in {("a", "b"), ("b", "a")}
    assert run.scores_of("1")["a"] >= run.scores_of("1")["b"]
    assert f"the third column was read as scores, not ranks: {reason}" in run.notes


@pytest.mark.parametrize("content", ["1 a 3\n1 b 2\n1 c 1\n", "1 a 1\n1 b 2\n2 c 2\n2 d 3\n", "1 a 2\n1 b 3\n"])
def test_ambiguous_ranks_or_scores_are_rejected(write: Write, content: str) -> None:
    with pytest.raises(InputError, match=r"^a\.run: its third column may hold ranks or scores, since .* say which in"):
        read_run(write(content))


@pytest.mark.parametrize("content", ["1 a 1\n1 b 0\n1 c 1\n", "1 a 0\n1 b 1\n1 c 2\n", "1 a 1\n1 b 1\n"])
def test_qrels_as_run_and_ranks_from_0_are_rejected(write: Write, content: str) -> None:
    with pytest.raises(InputError, match=r"is this a qrels file\?$|is not a whole number of 1 or more"):
        read_run(write(content))
