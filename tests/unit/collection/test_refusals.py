"""Test the message about each kind of bad input."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from message_parts import parts

from irlearn.collection import Qrels, Run, join, read_qrels, read_run
from irlearn.errors import InputError

Write = Callable[..., Path]

EMPTY = "a.run … empty"
PACKED = gzip.compress(b"1 Q0 a 1 2.5 t\n" * 50, mtime=0)


def refused(read: Callable[[Path], object], path: Path) -> str:
    with pytest.raises(InputError) as caught:
        read(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def score_line(score: str) -> str:
    return f"1 Q0 a 1 2.5 t\n\n1 Q0 b 2 {score} t\n"


RUNS = [
    ("1 Q0 a 1 2.5 t\n1 Q0 b 2 2.5\n",
     "a.run, line 2 … 5 … '1 Q0 b 2 2.5'"),
    ("1 Q0 a 1 2.5 t\n1 Q0 b\n1 Q0 c 1 2.5 t\n", "a.run, line 2 … 3 … '1 Q0 b'"),
    ("1 Q0 a 1 2.5 t\n1 Q0 b c 2 2.5 t\n1 Q0 c 1 2.5 t\n",
     "a.run, line 2 … 7 … '1 Q0 b c 2 2.5 t'"),
    ("1 2 3 4 5\n", "a.run, line 1 … 5 … '1 2 3 4 5'"),
    (score_line("abc"), "a.run, line 3 … 'abc'"),
    (score_line("1_000"), "a.run, line 3 … '1_000'"),
    (score_line("0x10"), "a.run, line 3 … '0x10'"),
    (score_line("1.2.3"), "a.run, line 3 … '1.2.3'"),
    (score_line("."), "a.run, line 3 … '.'"),
    (score_line("-"), "a.run, line 3 … '-'"),
    (score_line("٣"), "a.run, line 3 … '٣'"),
    (score_line("2,5"), "a.run, line 3 … '2,5' … comma"),
    (score_line("NaN"), "a.run, line 3 … 'NaN'"),
    (score_line("-inf"), "a.run, line 3 … '-inf'"),
    (score_line("1e999"), "a.run, line 3 … '1e999'"),
    ("1 Q0 a 1 2.5 t\n1 Q0 b 2 2 t\n1 Q0 a 3 1 t\n",
     "a.run, lines 1 and 3 … query 1 … document a … 2.5 and 1"),
    ("", EMPTY),
    ("\n \r\n", EMPTY),
    (b"\xef\xbb\xbf", EMPTY),
    (gzip.compress(b"", mtime=0), EMPTY),
    ("{}", EMPTY),
    ("1 0 a 1\n",
     ("a.run, line 1: looks like a TREC qrels file (query iteration document relevance), but a TREC run "
     "(query Q0 document rank score tag) is expected here; given: '1 0 a 1'")),
    ("1 a 1\n1 b 1\n",
     "a.run, lines 1 and 2 … query 1 … rank 1"),
    ("1 a 0\n",
     ("a.run, line 1: the rank '0' is not a whole number of 1 or more; three columns are read as an MS MARCO run: "
     "query document rank")),
    (b"1 Q0 a 1 2.5 t\n1 Q0 \x00 1 2.5 t\n", "a.run, line 2 … 0x00"),
    (bytes(range(256)), "a.run, line 1 … 0x00"),
    (b"\x89PNG\r\n\x1a\n" + bytes(range(20)), "a.run, line 2 … 0x1a"),
    (b'{"1": \x00}', "a.run, line 1 … 0x00"),
    (b"1 Q0 \xc3\xa9 1 2.5 t\n1 Q0 \xe9 1 2.5 t\n",  # all but one letter are UTF-8: the file is damaged
     "a.run, line 2: byte 6 of the line is 0xe9, which is not UTF-8; save the file in the encoding UTF-8"),
    (b"1 Q0 \x81 1 2.5 t\n",
     "a.run, line 1: byte 6 of the line is 0x81, which is not UTF-8; save the file in the encoding UTF-8"),
    ("1 Q0 a 1 2.5 t\n".encode("utf-16")[:-1],
     ("a.run: begins as UTF-16 but does not continue in this encoding; is the file cut short? "
     "Save it in the encoding UTF-8")),
    (PACKED[:-9], "a.run: the gzip file is cut short; copy or download it again"),
    (PACKED[:20] + b"abc" + PACKED[23:],
     "a.run: the gzip file is corrupt (CRC check failed); copy or download it again"),
    ('{"1": {"a": 2,\n "b": }}',
     'a.run, line 2, column 7: is not JSON: Expecting value; expected is {"query": {"document": score}}'),
    ('{"1": {"a": 2, "a": 3.5}}',
     "a.run … query 1 … document a … 2 and 3.5"),
    ("[1, 2]", "a.run: must be a dict {query: {document: score}}; given: list [1, 2]"),
    ('{"1": [2]}',
     ("a.run, query 1: must hold a dict {document: score} or a list of documents in the order of their ranks, as text; "
      "given: list [2]")),
    ('{"1": 2}',
     "a.run, query 1 … int 2"),
    ('{"query_id": "1", "doc_id": "a", "score": 2}\n\n{"query_id": "1", "doc_id": "b", "score": null}\n',
     "a.run, line 3 … 'None'"),
    ('{"query_id": "1", "doc_id": "a", "score": 2}\n{"query_id": "1", "doc_id": "b"}\n',
     ("a.run, line 2: has no score, which the first one has; "
      "given: dict {'doc_id': 'b', 'query_id': '1'}")),
    ('{"query_id": "1", "doc_id": "a", "score": 2}\n{"query_id": "1", "doc_id": "a", "score": 3}\n',
     "a.run, lines 1 and 2 … query 1 … document a … 2 and 3"),
    ('{"query_id": "1", "doc_id": "a", "score": 2}\n{"query_id": \n',
     'a.run, line 2, column 14: is not JSON: Expecting value; expected is {"query": {"document": score}}'),
    ('{"query_id": "1", "doc_id": "a", "relevance": 2}\n',
     ("a.run: there is no column score among query_id, doc_id, relevance; with its relevances it looks like a qrels "
      "file given as run")),
    ('{"1": {"a": "x"}}', "a.run, query 1, document a … 'x'"),
    ('{"1": {"a": NaN}}', "a.run, query 1, document a … 'nan'"),
    ('{"1": {"a": null}}', "a.run, query 1, document a … 'None'"),
    ('{"1": {"": 1}}', "a.run, query 1: a document id is ''; ids are text or whole numbers, and not empty"),
    ("query_id,doc_id\n1,a\n",
     "a.run, line 1: there is no column score among query_id, doc_id; name it score or sim or similarity"),
    ("qid,docno,label\n1,a,1\n",
     ("a.run, line 1: there is no column score among qid, docno, label; with its relevances it looks like a qrels file "
     "given as run")),
    ("query_id,score,rank\n1,2.5,1\n",
     "a.run, line 1: there is no column doc_id among query_id, score, rank; name it doc_id or doc or docid or docno"),
    ("query_id,doc_id,score\n1,a,2.5\n\n1,b,x\n", "a.run, line 4 … 'x'"),
    ("query_id,doc_id,score\n1,a,2.5\n1,a,3\n",
     "a.run, lines 2 and 3 … query 1 … document a … 2.5 and 3"),
    ("query_id,doc_id,score\n1,a\n", "a.run, line 2: has 2 columns, the header has 3: query_id,doc_id,score"),
    ("query_id,doc_id,score\n", "a.run … header"),
    ('query_id,doc_id,score\n1,"a,3\n', "a.run, line 2: is not CSV: unexpected end of data"),
]  # fmt: skip

QRELS = [
    ("1 0 a 1\n1 0 b 0.5\n", "a.run, line 2 … relevance '0.5'"),
    ("1 0 a 1\n1 0 b x\n", "a.run, line 2 … relevance 'x'"),
    ("1 0 a 1\n1 0 b 99999999999\n", "a.run, line 2 … relevance '99999999999'"),
    ("1 0 a 1\n1 0 a 0\n", "a.run, lines 1 and 2 … query 1 … document a … 1 and 0"),
    ("1 Q0 a 1 2.5 t\n",
     ("a.run, line 1: looks like a TREC run (query Q0 document rank score tag), but a TREC qrels file "
     "(query iteration document relevance) is expected here; given: '1 Q0 a 1 2.5 t'")),
    ("".join(f"1 d{rank} {rank}\n" for rank in range(1, 12)),
     ("a.run: looks like an MS MARCO run given as qrels, since its third column counts 1, 2, 3, ... in each query; "
     "qrels have the columns query document relevance")),
    ("qid,docno,score\n1,a,1\n",
     ("a.run, line 1: there is no column relevance among qid, docno, score; with its scores it looks like a run file "
     "given as qrels")),
    ('{"1": {"a": 0.5}}', "a.run, query 1, document a … relevance '0.5'"),
    ('{"1": [1, 0]}',
     ("a.run, query 1: must hold a dict {document: relevance} or a set or list of documents, as text; "
      "given: list [1, 0]")),
    ('{"query_id": "1", "doc_id": "a", "relevance": "1"}\n',
     "a.run, line 1: the relevance '1' is text; give a number, which is written without quotes"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "sentence"), RUNS)
def test_bad_run_is_rejected_in_one_sentence(write: Write, content: str | bytes, sentence: str) -> None:
    assert re.search(parts(sentence), refused(read_run, write(content)))


@pytest.mark.parametrize(("content", "sentence"), QRELS)
def test_bad_qrels_are_rejected_in_one_sentence(write: Write, content: str | bytes, sentence: str) -> None:
    assert re.search(parts(sentence), refused(read_qrels, write(content)))


def test_error_names_the_line_in_a_later_chunk(write: Write) -> None:
    lines = [f"{n // 1000} Q0 doc{n} 1 {-n} t" for n in range(500_000)]
    lines[417_233] += " more"
    lines[417_234] += " more"
    assert refused(read_run, write("\n".join(lines))).startswith("a.run, line 417234: ")


BAD_CELLS = [
    ("d", float("nan"), "query q2, document d … 'nan'"),
    ("d", float("inf"), "query q2, document d … 'inf'"),
    ("d", 10**400, "query q2, document d … 'inf'"),
    ("d", True, "query q2, document d … 'True'"),
    ("d", np.bool_(True), f"query q2, document d … '{np.bool_(True)!r}'"),
    ("d", None, "query q2, document d … 'None'"),
    ("d", "x", "query q2, document d … 'x'"),
    ("d", "1.5", "query q2, document d: the score '1.5' is text; give a number, which is written without quotes"),
    ("d", [1.0], "query q2, document d … '[1.0]'"),
    ("d", 1 + 2j, "query q2, document d … '(1+2j)'"),
    ("", 1.0, "query q2 … document id … ''"),
    (1.5, 1.0, "query q2 … document id … 1.5"),
    (True, 1.0, "query q2 … document id … True"),
    (None, 1.0, "query q2 … document id … None"),
    (b"d", 1.0, "query q2 … document id … b'd'"),
    ("d\ud800", 1.0, "the id 'd\\ud800' cannot be written in UTF-8"),
    ("d" * 10_001, 1.0, "the id of the document has 10,001 bytes; the longest that is read has 10,000"),
]  # fmt: skip


@pytest.mark.parametrize(("document", "score", "sentence"), BAD_CELLS)
@pytest.mark.parametrize("place", [0, 10, 20])
def test_dict_with_a_bad_id_or_score_is_rejected_at_any_position(
    document: Any, score: Any, sentence: str, place: int
) -> None:
    cells: list[tuple[Any, Any]] = [(f"é{number}", float(number)) for number in range(20)]
    cells.insert(place, (document, score))
    with pytest.raises(InputError) as caught:
        Run.from_dict({"q1": {"a": 1.5, "b": 2}, "q2": dict(cells), "q3": {"c": 0.5}}, name="x")
    assert str(caught.value).startswith("the run 'x'")
    assert re.search(parts(sentence), str(caught.value))


def test_dict_keeps_ids_of_every_kind() -> None:
    ids = ["a", "b\n", "b", "b\tc", "\x00", "a\x00", "\n", " ", "é", "e\u0301", "文", "😀", "x" * 10_000]
    run = {query: {name: len(ids) - place + 0.5 for place, name in enumerate(ids)} for query in ("q1", "q\n", "é")}
    assert Run.from_dict(run).to_dict() == run
    assert Run.from_dict({1: {7: 2, 8: np.float32(1.5), 9: Fraction(1, 4)}}).to_dict() == {
        "1": {"7": 2, "8": 1.5, "9": 0.25}
    }
    with pytest.raises(InputError, match="holds document 1 twice, with score 2 and 3"):
        Run.from_dict({"q": {1: 2.0, "1": 3.0}})
    assert Run.from_dict({1: {"a": 2.0}, "q": {}, "1": {"b": 1.0}}).to_dict() == {"1": {"a": 2.0, "b": 1.0}}


def test_set_of_documents_is_rejected_as_a_ranking() -> None:
    sentence = (
        "must hold a dict {document: score} or a list of documents in the order of their ranks, as text; given: set"
    )
    with pytest.raises(InputError, match=re.escape(sentence)):
        Run({"q1": {"a"}})


def test_readers_reject_other_types(write: Write) -> None:
    write("")
    assert refused(read_run, Path("b.run")) == "b.run: there is no such file"
    Path("folder").mkdir()
    assert refused(read_run, Path("folder")) == "folder: is a directory; give a file"
    assert "null" in refused(read_run, Path("a\0b"))
    for given, what in ((5, "int 5"), (None, "NoneType None"), ([1], "list [1]"), (b"a.run", "bytes b'a.run'")):
        with pytest.raises(InputError, match=rf"{re.escape(what)}$"):
            read_run(given)


def test_file_without_permission_is_rejected(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("1 Q0 a 1 2.5 t\n")
    path.chmod(0)
    if os.access(path, os.R_OK):  # The superuser may read everything.

        def denied(*_: object, **__: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr("builtins.open", denied)
    assert refused(read_run, path) == "a.run: cannot be read, permission denied; change its permissions or copy it"


def test_join_rejects_no_common_query_with_examples(write: Write) -> None:
    qrels, run = read_qrels(write("q1 0 a 1\n", "q.txt")), read_run(write("1 Q0 a 1 2.5 t\n"))
    sentence = (
        "q.txt and a.run have no query in common: the first one of the qrels is 'q1', the first one of the run is "
        "'1'; are the ids written the same way?"
    )
    with pytest.raises(InputError, match=re.escape(sentence)):
        join(qrels, run)


def test_unknown_query_is_rejected() -> None:
    qrels, run = Qrels.from_dict({"1": {"a": 1}}), Run.from_dict({"1": {"a": 1}})
    for ask in (qrels.of, run.ranked, run.scores_of, join(qrels, run).ranking):
        with pytest.raises(InputError, match="no query '2'"):
            ask("2")


def test_binary_file_is_reported_for_any_number_of_words(tmp_path):
    path = tmp_path / "binary"
    for words in range(1, 8):
        path.write_bytes(b" ".join([b"a\x04b"] * words) + b"\n")
        with pytest.raises(InputError, match="byte 0x04 does not occur in text"):
            read_qrels(path)
        with pytest.raises(InputError, match="byte 0x04 does not occur in text"):
            read_run(path)
