from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from irlearn import InputError, evaluate, read_qrels, read_run

Write = Callable[..., Path]

TEXT = (
    [("301", "0", "FBIS3-10082", "1"), ("301", "0", "FBIS3-10169", "0"), ("302", "0", "FR-1", "1"),
     ("302", "0", "FR-2", "2")],
    [("301", "Q0", "FBIS3-10082", "1", "9", "b"), ("302", "Q0", "FR-2", "1", "9", "b")],
)  # fmt: skip
LETTERS = (
    [("q1", "0", "d3", "1"), ("q1", "0", "d4", "0"), ("q2", "0", "d5", "2"), ("q2", "0", "d3", "0")],
    [("q1", "Q0", "d4", "1", "9", "x"), ("q1", "Q0", "d3", "2", "8", "x"), ("q2", "Q0", "d5", "1", "7", "x"),
     ("q2", "Q0", "d9", "2", "6", "x")],
)  # fmt: skip
NUMBERS = (
    [("1048585", "0", "7187158", "1"), ("1048585", "0", "7187160", "0"), ("2", "0", "4339068", "1")],
    [("1048585", "Q0", "7187160", "1", "9.5", "b"), ("1048585", "Q0", "7187158", "2", "8.5", "b"),
     ("2", "Q0", "4339068", "1", "7", "b")],
)  # fmt: skip
ONE_EACH = (
    [("2", "0", "4339068", "1"), ("3", "0", "4339069", "1")],
    [("2", "Q0", "4339068", "1", "7.5", "bm25"), ("3", "Q0", "4339069", "1", "6.5", "bm25")],
)  # fmt: skip


def lines(rows: Sequence[Sequence[Any]], order: Sequence[int], separator: str = " ") -> str:
    return "".join(separator.join(str(row[place]) for place in order) + "\n" for row in rows)


def score(write: Write, qrels: str, run: str) -> list[float]:
    scores = evaluate(write(qrels, "a.qrels"), write(run, "a.run"), "AP, nDCG@10, P@1, RR")
    return scores.means()[0].tolist()


@pytest.mark.parametrize("collection", [TEXT, LETTERS, NUMBERS, ONE_EACH], ids=["text", "letters", "numbers", "one"])
@pytest.mark.parametrize("widths", [(4, 6), (3, 3)])
def test_other_column_orders_are_rejected_or_give_the_same_scores(
    write: Write, collection: tuple[list[tuple[str, ...]], list[tuple[str, ...]]], widths: tuple[int, int]
) -> None:
    qrels, run = collection
    if widths == (3, 3):
        qrels, run = [(row[0], row[2], row[3]) for row in qrels], [(row[0], row[2], row[3]) for row in run]
    standard = [tuple(range(width)) for width in widths]
    right = score(write, lines(qrels, standard[0]), lines(run, standard[1]))
    tried = refusals = 0
    for half in (0, 1):
        for order in list(permutations(standard[half]))[:: 1 if widths[half] < 6 else 7]:
            tried += 1
            orders = [order if place == half else standard[place] for place in (0, 1)]
            try:
                values = score(write, lines(qrels, orders[0]), lines(run, orders[1]))
            except InputError:
                refusals += order != standard[half]
            else:
                assert values == right, orders
    assert refusals > 0.75 * tried - 2  # Some orders have the right columns in place.


def test_qrels_of_ir_datasets_without_header_are_rejected_in_one_sentence(write: Write) -> None:
    path = write(lines(TEXT[0], (0, 2, 3, 1), "\t"), "qrels.tsv")
    with pytest.raises(InputError) as caught:
        read_qrels(path)
    assert str(caught.value) == (
        "qrels.tsv: the columns seem to be in another order than query iteration document relevance: the third column "
        "(1 and 0) does not look like documents, and the second column (FBIS3-10082 and FBIS3-10169) does; put them in "
        "this order, or name them in a first line, such as query_id, doc_id and relevance, with tabs between"
    )
    named = write("query_id\tdoc_id\trelevance\titeration\n" + lines(TEXT[0], (0, 2, 3, 1), "\t"), "qrels.tsv")
    assert read_qrels(named).to_dict() == read_qrels(write(lines(TEXT[0], range(4)))).to_dict()


def test_swapped_rank_and_score_columns_are_rejected(write: Write) -> None:
    rows = [("q", "Q0", f"d{rank}", rank, 20 - rank, "x") for rank in range(1, 9)]
    with pytest.raises(InputError, match=r"the fifth column \(1 and 2\) counts as ranks do, and the fourth"):
        read_run(write(lines(rows, (0, 1, 2, 4, 3, 5))))


SEVEN, QUERIES = range(1, 8), range(1, 4)
SHUFFLED = random.Random(1).sample(range(1, 8), 7)
RIGHT_QRELS = {
    "documents with small numbers": [(1, 0, document, document % 3) for document in SEVEN],
    "Q0 as iteration": [(1, "Q0", document, document % 3) for document in SEVEN],
    "a word as iteration": [(1, "iter", document, document % 3) for document in SEVEN],
    "a document each": [(query, 0, query, 1) for query in SEVEN],
    "nothing relevant": [(query, 0, query, 0) for query in SEVEN],
    "grades up to 70": [(1, 0, document, 10 * document) for document in SEVEN],
    "subtopics": [(1, document // 2, f"web-{document}", document % 2) for document in SEVEN],
    "one line": [(1, 0, 1, 1)],
    "three columns": [(1, document, document % 2) for document in SEVEN],
    "three columns, a document each": [(query, query, 1) for query in SEVEN],
}  # fmt: skip
RIGHT_RUNS = {
    "documents in their order": [(1, "Q0", rank, rank, 10 - rank, "x") for rank in SEVEN],
    "ranks of 0": [(1, "Q0", rank, 0, 10 - rank, "x") for rank in SEVEN],
    "ranks from 0": [(query, "Q0", rank, rank - 1, 10 - rank, "x") for query in QUERIES for rank in SEVEN],
    "no order": [(1, "Q0", document, rank, 9 - rank, "x") for document, rank in zip(SEVEN, SHUFFLED, strict=True)],
    "worst first": [(1, "Q0", f"d{rank}", 8 - rank, rank, "x") for rank in SEVEN],
    "by rank": [(query, "Q0", f"d{rank}", rank, 9 - rank, "x") for rank in SEVEN for query in QUERIES],
    "by rank, all of rank 1": [(query, "Q0", f"d{rank}", 1, 9 - rank, "x") for rank in SEVEN for query in QUERIES],
    "a document each": [(query, "Q0", query, 1, query, "bm25") for query in SEVEN],
    "one score": [(query, "Q0", rank, rank, 0, "x") for query in QUERIES for rank in SEVEN],
    "high whole scores": [(query, "Q0", rank * 7919, rank, 5000 - rank, "x") for query in QUERIES for rank in SEVEN],
    "no ranks": [(query, "Q0", f"d{rank}", "-", -rank, "x") for query in QUERIES for rank in SEVEN],
    "three columns": [(query, rank, rank) for query in QUERIES for rank in SEVEN],
    "three columns with scores": [(query, rank, 9.5 - rank) for query in QUERIES for rank in SEVEN],
    "three columns with scores by rank": [(query, f"d{rank}", 9.5 - rank) for rank in SEVEN for query in QUERIES],
}


@pytest.mark.parametrize("rows", RIGHT_QRELS.values(), ids=RIGHT_QRELS)
def test_column_order_of_correct_qrels_is_accepted(write: Write, rows: list[tuple[Any, ...]]) -> None:
    assert len(read_qrels(write(lines(rows, range(len(rows[0])))))) == len(rows)


@pytest.mark.parametrize("rows", RIGHT_RUNS.values(), ids=RIGHT_RUNS)
def test_column_order_of_a_correct_run_is_accepted(write: Write, rows: list[tuple[Any, ...]]) -> None:
    assert len(read_run(write(lines(rows, range(len(rows[0])))))) == len(rows)
