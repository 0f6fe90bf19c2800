"""Each sentence in which the room refuses what was typed, whole and word for word; and that none is left out.

`refused.txt` has a line for what is asked and typed, with `\\n` for a line end, and a line for all that is told.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from traceback import walk_tb

import pytest
from typed_rankings import value

from irlearn import InputError, reading
from irlearn.byhand.parse_question import parse_quantity
from irlearn.errors import quoted
from irlearn.reading import UnreadError
from irlearn.reading.lexicon import data

ROOM = Path(reading.__file__).parent
LINES = [line for line in Path(__file__).with_name("refused.txt").read_text("utf-8").splitlines() if line[:1] != "#"]
EXAMPLE = "AA 12 AD 1 MAG 6 MAL 4 MDG 1 MDL 3 PA 25 PD 14"
NAMED = "write each number once with its name, as in"
KEYS = "the names are runs, relevant, judged, played, run, document, after, beta and gamma"
LONG = "is not understood: it is too long for a wording; write one mark a rank, such as '1 0 1 0; 4 relevant in all'"
DIGITS = "which has too many digits for a number; write one mark a rank, such as '1 0 1 0; 4 relevant in all'"
LONG_OR_NO_TEXT = [
    ("AP", "1 0 " * 300_000, "the ranking has 1,200,000 signs; the longest that is read has 1,000,000"),
    ("AP", "1 0 " * 50_001, "the ranking has 100,002 ranks; the longest that is read has 100,000"),
    ("AP", "long " * 601, f"the wording '{'long ' * 15}long…' (3,004 signs) {LONG}"),
    ("AP", f"the {'x' * 251}", f"the wording 'the {'x' * 75}…' (255 signs) {LONG}"),
    (
        "MAP",
        f"values {'1 ' * 500_001}",
        "the numbers have 1,000,002 signs; the longest list that is read has 1,000,000",
    ),
    ("origin", "1 " * 201, f"the numbers have 402 signs; {NAMED} 'N 103, best .303, se .0114'"),
    ("discrimination", "AA 9" * 101, f"the numbers have 404 signs; {NAMED} '{EXAMPLE}'"),
    ("bandit-posterior", "A: d1 " * 500, "the runs have 3,000 signs; the longest text that is read has 2,500"),
    ("kappa", "1 " * 10_001, "the judgments have 20,002 signs; at most 20,000 are read"),
    (
        "AP",
        f"relevant {'9' * 301}",
        f"the wording 'relevant {'9' * 70}…' (310 signs) is not understood at '{'9' * 79}…' (301 signs), {DIGITS}",
    ),
    ("bandit-posterior", {"luck": 1}, f"'luck' is not understood; {KEYS}"),
    ("bandit-posterior", {"runs": 3}, "'runs' is a list of runs, each a list of documents; given: 3"),
    ("origin", {"luck": 1}, f"'luck' is not understood; {NAMED} 'N 103, best .303, se .0114'"),
    ("origin", {"best": 1, "top": 1}, "the best value is given twice in 'best 1, top 1'; give it once"),
]


def rows_of_the_file() -> Iterator[tuple[str, str, str]]:
    for line, said in zip(LINES[::2], LINES[1::2], strict=True):
        measure, _, typed = line.partition(":")
        yield (
            measure,
            re.sub(r"\\(?:[nt]|u\w{4})", lambda sign: ast.literal_eval(f"'{sign[0]}'"), typed[1:]),
            said.strip(),
        )


ROWS = [*rows_of_the_file(), *LONG_OR_NO_TEXT]
ASKED = {"AP": "ranks", "nDCG": "grades", "P": "sets", "ESL": "levels", "MRR": "first_hits", "MAP": "queries"}


@cache
def raises() -> dict[tuple[str, int], ast.Raise]:
    """Each line of a statement of the room that raises a new error."""
    trees = {path.name: ast.parse(path.read_text("utf-8")) for path in ROOM.glob("*.py")}
    found = [(name, node) for name, tree in trees.items() for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    return {(name, line): one for name, one in found if one.exc for line in range(one.lineno, one.end_lineno + 1)}


def is_told(error: BaseException, said: str) -> bool:
    """Whether what stopped the reading is what a person reads, and was not passed over."""
    if isinstance(error, UnreadError):
        return re.search(f"is not understood(?: at {re.escape(quoted(error.word))}|: it)", said) and error.why in said
    return str(error) in said


@cache
def refused(place: int) -> tuple[str, frozenset[ast.Raise]]:
    """What a person is told of a row, and the statements that raised it."""
    measure, typed, _ = ROWS[place]
    with pytest.raises(InputError) as refusal:
        parse_quantity(measure).read(typed) if isinstance(typed, Mapping) else value(measure, typed)
    error, found = refusal.value, set[ast.Raise]()
    while error:
        frames = walk_tb(error.__traceback__) if is_told(error, str(refusal.value)) else ()
        paths = [(Path(frame.f_code.co_filename), line) for frame, line in frames]
        found |= {raises()[at] for path, line in paths if path.parent == ROOM and (at := (path.name, line)) in raises()}
        error = error.__context__
    return str(refusal.value), frozenset(found)


def words_of(node: ast.AST) -> Iterator[str]:
    """The words that stand in a statement that raises, and those that it takes from the lexicon by their key."""
    if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in ("asks", "no"):
        part = "asks" if isinstance(node.func, ast.Name) else "ranks"
        keys = [one.value for one in node.args[:2] if isinstance(one, ast.Constant)]
        yield from (text for key in keys for text, *_ in Formatter().parse(data()[part][key]))
    elif isinstance(node, ast.Constant):
        yield str(node.value)
    else:
        for child in ast.iter_child_nodes(node):
            yield from words_of(child)


@pytest.mark.parametrize("place", range(len(ROWS)), ids=[str(typed)[:40] for _, typed, _ in ROWS])
def test_a_refusal_is_told_word_for_word(place):
    said, _ = refused(place)
    assert said == ROWS[place][2]
    assert said.isprintable()


def test_no_refusal_of_the_room_is_left_out():
    told = [refused(place) for place in range(len(ROWS))]
    missing = [
        (name, line, words)
        for (name, line), node in raises().items()
        for words in {*filter(re.compile("[a-z].* | .*[a-z]").search, words_of(node)), ""}
        if not any(node in met and words in said for said, met in told)
    ]
    assert missing == []


def test_no_question_and_no_hint_of_the_lexicon_is_left_out():
    told = [said for *_, said in ROWS]
    asked = {**data()["asks"], **data()["ranks"]}
    hints = dict(asked.pop("hints"))
    longest = [max((text for text, *_ in Formatter().parse(said)), key=len) for said in asked.values()]
    assert [words for words in (*longest, *hints.values()) if not any(words in said for said in told)] == []


@pytest.mark.parametrize("measure", ASKED)
def test_each_form_that_a_refusal_can_show_is_shown_where_it_is_asked_for(measure):
    told = [said for asked, _, said in ROWS if asked == measure]
    forms = data()["forms"][ASKED[measure]].values()
    assert [form for form in forms if not any(said.endswith(f"; write {form}") for said in told)] == []
