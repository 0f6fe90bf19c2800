"""Test the notes on odd data, and encodings, pipes and hostile files."""

from __future__ import annotations

import gzip
import io
import json
import os
import random
import threading
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import pytrec_eval

from irlearn import RR, evaluate, read_scores
from irlearn.collection import Qrels, Run, join, read_qrels, read_run, trec_text
from irlearn.errors import InputError

Write = Callable[..., Path]

GENEROUS = 10.0
"""Seconds: the bound is 2, but the machine may be busy."""


def ranks_note(queries: int, named: str) -> str:
    which = "1 query" if queries == 1 else f"{queries} queries"
    return f"the ranks contradict the scores in {which} ({named}): the scores count, as in trec_eval"


@pytest.mark.parametrize(
    ("lines", "note"),
    [
        ("1 Q0 a 1 3 t|1 Q0 b 2 2 t|2 Q0 a 1 3 t", None),
        ("1 Q0 a 1 2 t|1 Q0 b 2 3 t|2 Q0 a 1 3 t", ranks_note(1, "1")),
        ("1 Q0 a 1 5 t|1 Q0 b 3 1 t|1 Q0 c 2 3 t", None),
        ("1 Q0 a 2 5 t|1 Q0 b 3 1 t|1 Q0 c 1 3 t", ranks_note(1, "1")),
        ("1 Q0 a 3 5 t|1 Q0 b 1 5 t|1 Q0 c 2 4 t", ranks_note(1, "1")),
        ("1 Q0 a 2 5 t|1 Q0 b 1 5 t|1 Q0 c 3 4 t", None),
        ("1 Q0 a 0 2 t|1 Q0 b 0 3 t", None),
        ("1 Q0 a 9 4 t|1 Q0 b 10 3 t", None),
        ("1 Q0 a x 2 t|1 Q0 b a 3 t", None),
        ("1 Q0 a 1 2 t|2 Q0 b 1 3 t|1 Q0 c 2 9 t|2 Q0 d 2 9 t", ranks_note(2, "1, 2")),
    ],
)
def test_rank_conflicts_with_scores_are_noted(write: Write, lines: str, note: str | None) -> None:
    noted = [said for said in read_run(write(lines.replace("|", "\n"))).notes if "contradict" in said]
    assert noted == ([note] if note else [])
    header = "query_id,Q0,doc_id,rank,score,tag\n"
    table = header + lines.replace(" ", ",").replace("|", "\n")
    assert [said for said in read_run(write(table)).notes if "contradict" in said] == noted


@pytest.mark.parametrize("seed", range(20))
def test_rank_conflicts_are_found_at_any_position(write: Write, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    rng = random.Random(seed)
    rows = [(q, d, rng.randrange(1, 9), rng.randrange(5)) for q in range(3) for d in range(rng.randrange(1, 6))]
    if seed % 2:
        rng.shuffle(rows)
    wrong = {
        q for q, _, rank, score in rows for p, _, other, lower in rows if p == q and score > lower and rank > other
    }
    if len({rank for _, _, rank, _ in rows}) == 1:
        wrong = set()
    monkeypatch.setattr(trec_text, "CHUNK", rng.choice([20, 60, 10_000]))
    run = read_run(write("".join(f"q{q} Q0 d{d} {rank} {score} t\n" for q, d, rank, score in rows)))
    noted = [said for said in run.notes if "contradict" in said]
    names = [query for query in run.queries if query in {f"q{q}" for q in wrong}]
    assert noted == ([ranks_note(len(names), ", ".join(names))] if names else [])


def test_float32_ties_are_counted() -> None:
    run = Run.from_dict({"q": {"a": 16777217, "b": 16777216, "c": 1}, "r": {"a": 1.00000001, "b": 1.0, "c": 1.0}})
    assert run.notes[-1] == (
        "5 documents of 2 queries have scores that only 64-bit floats tell apart: trec_eval 9 rounds them to 32 bits "
        "and ranks the documents by id"
    )
    assert not Run.from_dict({"q": {"a": 1e39, "b": 1.0, "c": 1.0}}).notes[1:]


@pytest.mark.parametrize("seed", range(10))
def test_float32_ties_note_reports_a_different_order_in_trec_eval_9(seed: int) -> None:
    rng = random.Random(seed)
    scores = {f"d{n}": 1 + rng.randrange(20) * rng.choice([1e-9, 1e-3]) for n in range(8)}
    run, noted = Run.from_dict({"q": scores}), False
    noted = any("64-bit" in note for note in run.notes)
    for document in scores:
        qrels = {"q": {document: 1}}
        theirs = pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate({"q": scores})["q"]["recip_rank"]
        assert noted or evaluate(qrels, run, RR).of("run", RR)[0] == pytest.approx(theirs)
    short = {float(np.float32(score)) for score in scores.values()}
    assert noted == (len(short) < len(set(scores.values())))


def test_json_note_names_repeated_keys(write: Write) -> None:
    run = read_run(write('{"1": {"a": 1}, "2": {"c": 1, "c": 1}, "1": {"b": 2}}'))
    assert run.to_dict() == {"1": {"b": 2, "a": 1}, "2": {"c": 1}}
    assert run.notes[:2] == (
        "the JSON names the key '1' more than once: all that it holds was read",
        "the JSON names the key 'c' of query 2 more than once: all that it holds was read",
    )
    with pytest.raises(InputError, match="query 1 holds document a twice, with score 2 and 3"):
        read_run(write('{"1": {"a": 2}, "1": {"a": 3}}'))


def test_qrels_note_reports_a_query_called_all() -> None:
    (note,) = Qrels.from_dict({"all": {"a": 1}}).notes
    assert note.startswith("a query is called all, as the row of the mean is")
    assert note in join(Qrels.from_dict({"all": {"a": 1}}), Run.from_dict({"all": {"a": 1}})).notes


LOOKS = {
    "a byte-order mark": "\ufeffx1",
    "a blank of no width": "x\u200b1",
    "a joiner": "x1\u2060",
    "a no-break space": "x1\u00a0",
    "a soft hyphen": "x\u00ad1",
    "a mark of direction": "\u200ex1",
    "a variation selector": "x1\ufe0f",
}


@pytest.mark.parametrize("odd", [*LOOKS.values(), "x1 ", " x1"], ids=[*LOOKS, "a blank behind", "a blank before"])
def test_lookalike_note_names_both_ids(odd: str) -> None:
    both = f"{min('x1', odd)!a} and {max('x1', odd)!a} look alike and count as different"
    assert f"the queries {both}" in Qrels.from_dict({"x1": {"a": 1}, odd: {"a": 1}}).notes
    assert f"the documents {both}, in query q" in Run.from_dict({"q": {"x1": 1, odd: 2}}).notes
    qrels = Qrels.from_dict({"q": {"x1": 1, "y": 1}, "x1": {"a": 1}})
    run = Run.from_dict({"q": {odd: 1, "y": 2}, odd: {"a": 1}})
    notes = join(qrels, run).notes
    across = f"'x1' of the qrels and {odd!a} of the run look alike and count as different"
    assert {f"the queries {across}", f"the documents {across}, in query q"} <= set(notes)
    with pytest.raises(InputError, match="look alike and count as different"):
        join(Qrels.from_dict({"x1": {"a": 1}}), Run.from_dict({odd: {"a": 1}}))
    with pytest.raises(InputError, match=r"have no document in common.*look alike and count as different"):
        join(Qrels.from_dict({"q": {"x1": 1}}), Run.from_dict({"q": {odd: 1}}))


def test_lookalike_pairs_include_composed_and_decomposed_letters(write: Write) -> None:
    qrels = read_qrels(write("q1 0 caf\u00e9 1\nq1 0 b 0\n", "q.txt"))
    run = read_run(write("q1 Q0 b 1 3 t\nq1 Q0 cafe\u0301 2 2 t\n"))
    (note,) = [note for note in join(qrels, run).notes if "alike" in note]
    assert note == (
        r"the documents 'caf\xe9' of the qrels and 'cafe\u0301' of the run look alike and count as different, "
        "in query q1"
    )
    same = read_run(write("q1 Q0 b 1 3 t\nq1 Q0 caf\u00e9 2 2 t\n"))
    assert not [note for note in join(qrels, same).notes if "alike" in note]


def test_normalized_id_keeps_ids_in_other_scripts(write: Write) -> None:
    names = ["文書", "документ", "Ångström", "naïve", "हिन्दी", "日本語"]
    content = "".join(f"q Q0 {name} {rank} {-rank} t\n" for rank, name in enumerate(names, start=1))
    assert read_run(write(content)).notes == ()


# Encodings.

TEXT = "1 Q0 caf\u00e9 1 3 t\n1 Q0 b 2 2 t\n"


@pytest.mark.parametrize(
    ("content", "note"),
    [
        (TEXT.encode("utf-16"), "was read as UTF-16"),
        (TEXT.encode("utf-16-be").join([b"\xfe\xff", b""]), "was read as UTF-16"),
        (TEXT.encode("utf-16-le"), "was read as UTF-16"),
        (TEXT.replace("\n", "\r\n").encode("utf-16"), "was read as UTF-16"),
        (TEXT.encode("utf-32"), "was read as UTF-32"),
        (gzip.compress(TEXT.encode("utf-16"), mtime=0), "was read as UTF-16"),
        (TEXT.encode("cp1252"), "is not UTF-8 and was read as Windows-1252, which holds all of Latin-1"),
        (TEXT.encode("latin-1"), "is not UTF-8 and was read as Windows-1252, which holds all of Latin-1"),
        (json.dumps({"1": {"caf\u00e9": 3, "b": 2}}, ensure_ascii=False).encode("utf-16"), "was read as UTF-16"),
        ("query_id\tdoc_id\tscore\r\n1\tcaf\u00e9\t3\r\n1\tb\t2\r\n".encode("utf-16"), "was read as UTF-16"),
        ("query_id;doc_id;score\r\n1;caf\u00e9;3\r\n1;b;2\r\n".encode("cp1252"),
         "is not UTF-8 and was read as Windows-1252, which holds all of Latin-1"),
    ],
)  # fmt: skip
def test_files_of_windows_and_spreadsheets_are_read_with_a_note(write: Write, content: bytes, note: str) -> None:
    run = read_run(write(content))
    assert run.to_dict() == {"1": {"caf\u00e9": 3, "b": 2}}
    assert run.notes == (note,)


def test_windows_1252_euro_sign_is_decoded(write: Write) -> None:
    assert read_run(write("1 Q0 \u20ac5\u2026 1 3 t\n".encode("cp1252"))).ranked("1") == ("\u20ac5\u2026",)


def test_line_ends_of_old_macintoshes_are_read(write: Write) -> None:
    assert len(read_run(write("1 Q0 a 1 3 t\r1 Q0 b 2 2 t\r"))) == 2
    assert len(read_run(write("query_id,doc_id,score\r1,a,3\r1,b,2\r"))) == 2


def test_no_break_space_is_part_of_an_id_and_named_if_it_separates(write: Write) -> None:
    assert read_run(write("1 Q0 a\u00a0b 1 3 t\n1 Q0 c 2 2 t\n")).ranked("1") == ("a\u00a0b", "c")
    for content in ("1\u00a0Q0 a 1 3 t\n", "1\u00a0Q0\u00a0a 1 3 t\n", "1 Q0 b 1 3 t\n1\u00a0Q0 a 1 3 t\n"):
        with pytest.raises(InputError, match=r"; a no-break space is no blank: type plain spaces$"):
            read_run(write(content))


# Open files.


def test_open_files_are_read_in_text_and_binary_mode(write: Write) -> None:
    path = write("1 Q0 a 1 3 t\n", "bm25.run")
    with path.open() as as_text, path.open("rb") as as_bytes:
        assert (read_run(as_text).name, read_run(as_bytes).name) == ("bm25", "bm25")
    assert read_run(io.StringIO("1 Q0 a 1 3 t\n")).name == "run"
    assert read_qrels(io.BytesIO(gzip.compress(b"1 0 a 1\n", mtime=0))).to_dict() == {"1": {"a": 1}}


def test_unreadable_file_is_rejected(write: Write) -> None:
    path = write("1 Q0 a 1 3 t\n")
    with path.open() as closed:
        pass
    with pytest.raises(InputError, match=r"a\.run: cannot be read \(I/O operation on closed file\.?\)"):
        read_run(closed)
    with path.open("a") as for_writing, pytest.raises(InputError, match=r"cannot be read \(not readable\)"):
        read_run(for_writing)
    write(b"1 Q0 \xff 1 3 t\n")
    with path.open(encoding="utf-8") as wrong, pytest.raises(InputError, match="is not written in utf-8, as which"):
        read_run(wrong)


def test_content_of_a_file_given_as_path_is_rejected() -> None:
    with pytest.raises(InputError, match=r"if it is the file's content, give io\.StringIO\(text\)"):
        read_run("1 Q0 a 1 3 t\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_pipe_is_read_with_a_writer_and_rejected_without(write: Write) -> None:
    os.mkfifo("pipe")

    def slowly() -> None:
        with Path("pipe").open("w") as pipe:
            pipe.write("1 Q0 a 1 3 t\n")
            pipe.flush()
            time.sleep(0.2)
            pipe.write("1 Q0 b 2 2 t\n")

    writer = threading.Thread(target=slowly)
    writer.start()
    assert read_run("pipe").ranked("1") == ("a", "b")
    writer.join()
    with pytest.raises(InputError, match="pipe: is a pipe that nothing writes to; give a file"):
        read_run("pipe")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no devices here")
def test_endless_device_is_rejected() -> None:
    with pytest.raises(InputError, match=r"^/dev/zero: is a device; give a file$"):
        read_run("/dev/zero")


# Hostile content.

LONG = 10_000_000
HOSTILE: dict[str, Callable[[], bytes]] = {
    "a document of 10 MB": lambda: b"1 Q0 " + b"a" * LONG + b" 1 3 t\n",
    "a query of 10 MB": lambda: b"a" * LONG + b" Q0 a 1 3 t\n",
    "a word of 10 MB": lambda: b"a" * LONG,
    "a comment of 10 MB": lambda: b"#" * LONG,
    "a score of 10 MB": lambda: b"1 Q0 a 1 " + b"1" * LONG + b" t\n",
    "a score of 20,000 digits and a letter": lambda: b"1 Q0 a 1 " + b"1" * 20_000 + b"x t\n",
    "a score of 20,000 dots": lambda: b"1 Q0 a 1 " + b"." * 20_000 + b" t\n",
    "millions of words": lambda: b"1 " * (LONG // 2),
    "a key of 10 MB": lambda: b'{"1": {"' + b"a" * LONG + b'": 1}}',
    "a cell of 10 MB": lambda: b"query_id,doc_id,score\n1," + b"a" * LONG + b",2\n",
    "a header of 10 MB": lambda: b"query_id,doc_id,score" + b"," * LONG + b"\n",
    "depth in lists": lambda: b"[" * 100_000 + b"]" * 100_000,
    "some depth in lists": lambda: b"[" * 900 + b"]" * 900,
    "depth in objects": lambda: b'{"a": ' * 50_000 + b"1" + b"}" * 50_000,
    "4,301 digits": lambda: b'{"1": {"a": ' + b"9" * 4301 + b"}}",
    "an exponent": lambda: b'{"1": {"a": 1e99999999999}}',
    "infinity": lambda: b'{"1": {"a": Infinity}}',
    "not a number": lambda: b'{"1": {"a": NaN}}',
    "text for a number": lambda: b'{"1": {"a": "1.5"}}',
    "half a character": lambda: b'{"1": {"\\ud800": 1.5}}',
    "a gzip bomb": lambda: zlib.compress(b"1 Q0 a 1 3 t\n" * 8_000_000, wbits=31),
    "gzip in gzip": lambda: gzip.compress(gzip.compress(b"1 Q0 a 1 3 t\n", mtime=0), mtime=0),
    "gzip and no more": lambda: b"\x1f\x8b",
    "gzip and something else": lambda: gzip.compress(b"1 Q0 a 1 3 t\n", mtime=0) + b"something else",
    "half of UTF-16": lambda: "1 Q0 a 1 3 t\n".encode("utf-16")[:-1],
    "a terminal's commands": lambda: b"1 Q0 a 1 \x1b[2J t\n",
    "a terminal's commands in CSV": lambda: b"query_id,doc_id,score\n1,\x1b[2J,x\n",
    "a quote without end": lambda: b'query_id,doc_id,score\n1,"a,3\n' * 1000,
}


@pytest.mark.grid
@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("read", [read_run, read_qrels])
def test_hostile_content_is_rejected_in_one_short_sentence(
    write: Write, name: str, read: Callable[[Path], object]
) -> None:
    path = write(HOSTILE[name]())
    start = time.process_time()
    with pytest.raises(InputError) as caught:
        read(path)
    assert time.process_time() - start < GENEROUS
    said = str(caught.value)
    assert said.isprintable()
    assert len(said) < 600


WHOLE = (
    b"1 Q0 a 1 3 t\n1 Q0 b 2 2 t\n2 Q0 c 1 1 t\n", b"1 0 a 1\n1 0 b 0\n", b"1 a 1\n1 b 2\n",
    b"query_id,doc_id,score\n1,a,3\n1,b,2\n", b"qid\tdocno\tlabel\n1\ta\t3\n",
    b'{"1": {"a": 2, "b": 1}, "2": {"c": 1}}',
    b"topic,a,b\n1,0.5,1\n2,1,0\n", "1 Q0 \u00e9 1 3 t\n".encode(), "1 Q0 \u00e9 1 3 t\n".encode("utf-16"),
)  # fmt: skip
SPLINTERS = (
    *(bytes([code]) for code in b"\0\xff\xfe\x85#\n\r,\t \"'{}[;-\v\x1b"),
    *(b"1e999", b"nan", b"9" * 400, b"\x1f\x8b", b"all", b"null", b"docid,docno,", b"\\ud800", b"\xed\xa0\x80"),
    *(sign.encode() for sign in "\ufeff\u00a0\u200b\u2028\u0301"),
)


def damaged(rng: random.Random) -> bytes:
    """Return a file in some format with parts of others, changed bytes, and lost or repeated parts."""
    content = rng.choice(WHOLE)
    for _ in range(rng.randrange(1, 6)):
        place, way = rng.randrange(len(content) + 1), rng.randrange(4)
        before, behind = content[:place], content[place:]
        if way == 0:
            content = before + rng.choice(SPLINTERS) * rng.choice([1, 1, 2, 50]) + behind
        elif way == 1:
            content = before + behind[rng.randrange(1, 6) :]
        elif way == 2:
            content = before + bytes([rng.randrange(256)]) + behind[1:]
        else:
            content += content
    return content[:20_000]


@pytest.mark.parametrize("seed", range(5))
def test_damaged_files_are_read_or_rejected_in_one_sentence(write: Write, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(100):
        path = write(damaged(rng))
        for read in (read_run, read_qrels, read_scores):
            said = messages(read, path)
            assert all(map(str.isprintable, said)), path.read_bytes()
            assert all(len(sentence) < 600 for sentence in said)


def messages(read: Callable[[Path], object], path: Path) -> list[str]:
    """Return the messages about a file: the error or the notes."""
    try:
        result = read(path)
    except InputError as error:
        return [str(error)]
    return list(result.notes) if isinstance(result, Run | Qrels) else []


def test_repeated_blanks_separate_columns_once(write: Write) -> None:
    assert len(read_run(write("1 Q0 a 1" + " " * 20_000 + "3 t\n"))) == 1


def test_text_in_place_of_a_number_is_reported_as_text(write: Write) -> None:
    for given in (write('{"1": {"a": "1.5"}}'), {"1": {"a": "1.5"}}):
        with pytest.raises(
            InputError, match=r"the score '1\.5' is text; give a number, which is written without quotes"
        ):
            read_run(given)


@pytest.mark.parametrize(
    "given",
    [
        {"q": {"a": 10**5000}},
        {10**5000: {"a": 1}},
        {"q\ud800": {"a": 1}},
        {"q": {"a\ud800": 1}},
        {"q\x1b[2J": {"a": "x"}},
        {"q": {"\x1b[2J": None}},
        {"q": [3.5, "\x1b[2J" * 1000]},
        {"q": {"a": object()}},
        {None: {"a": 1}},
        {"q": {"": 1}},
        "x" * 5000,
        "a\x1b[31m.run",
        "\ud800.run",
    ],
)
def test_quoted_input_is_short_and_without_control_characters(given: object) -> None:
    with pytest.raises(InputError) as caught:
        read_run(given, name="x")
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400
