"""The sentence that refuses each mistake in a lesson file."""

from __future__ import annotations

from pathlib import Path

from syrupy.assertion import SnapshotAssertion

from irlearn import InputError, widgets

LESSON = """# Q1 Fish

## Topic: pond
query: fish that sing

| document | title | grade |
|---|---|---|
| d1 | The singing fish | 2 |
| d2 | How to cook fish | 0 |
| d3 | Whales and songs | 1 |

A: d1 d2
B: d2 d3

## Predict: first
Which of the two, A or B, has the higher RR?

- [x] A
  > Its *first* document is relevant.
- [ ] B
  > Its first document is `d2`.

> RR of A is {value of RR of A}.

## Play: board
widget: RankingBoard

### top
Move d3 up.

done: RR = 1

Why is {RR of 0 1} less?

- [x] rank 2
- [ ] rank 3
  > Count again.

> {AP of it}.

## Work out: ap
What is AP of B?

number: AP
given: B

1. Write down the precision at rank 2.

## Work out: turn
topic: ap, level 1, seed 2

## Choose all: both
Which hold?

- [x] RR of A is 1
  if: RR of A = 1
  > Yes.
- [ ] RR of B is 1
  if: RR of B = 1
  > It is 1/2.
"""
MISTAKES = (
    ("## Predict: first", "## Predikt: first"),
    ("widget: RankingBoard", "widget: RankBoard"),
    ("RankingBoard\n", "RankingBoard\nafter: frist\n"),
    ("RankingBoard\n", "RankingBoard\nafter: first, ap\n"),
    ("RankingBoard\n", "RankingBoard\nafter: board\n"),
    ("RankingBoard\n", "RankingBoard\naftr: first\n"),
    ("done: RR = 1", "done: up-one"),
    ("done: RR = 1", "don: RR = 1"),
    ("{RR of 0 1}", "{RRR of 0 1}"),
    ("{RR of 0 1}", "{best_hundred}"),
    ("{value of RR of A}", "{value of RR of C}"),
    ("topic: ap,", "topic: app,"),
    ("number: AP", "number: APP"),
    ("given: B", "given: B2"),
    ("What is AP of B?\n", ""),
    ("done: RR = 1", "done: RRR = 1"),
    ("done: RR = 1", "Done: RR = 1"),
    ("done: RR = 1", "done: checks ap-over-fund"),
    ("Which hold?", "Which $R hold?"),
    ("Which hold?", "Which *of them hold?"),
    ("Which hold?", "Which `of them hold?"),
    ("query: fish", "Query: fish"),
    ("given: B", "given: pond"),
    ("given: B", "given: `pond/A`"),
    ("{AP of it}", "{it.ranking:2f}"),
)
"""A text of the lesson, and the text that takes its place."""


def test_mistakes(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    path = tmp_path / "my_lesson.md"
    assert [f"{mistake.strip()} -> {refusal(path, text, mistake)}" for text, mistake in MISTAKES] == snapshot


def refusal(path: Path, text: str, mistake: str) -> str:
    assert text in LESSON
    path.write_text(LESSON.replace(text, mistake, 1), encoding="utf-8")
    try:
        widgets.Lesson(path, folder=None)
    except InputError as error:
        return str(error)
    return "accepted"
