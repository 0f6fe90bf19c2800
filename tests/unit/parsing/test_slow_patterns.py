"""A search for patterns that take too long: tokens of every kind, repeated, before an ending that none of them expects.

A pattern with one quantifier inside another takes a time that doubles with each token, and one with three in a row
takes the cube of the length. Both are met by repeating a token and ending with something else. Seconds are of the
processor, so that a busy machine does not matter, and a text that takes longer is given up.
"""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import cycle, islice, product
from typing import Any

import pytest
from typed_rankings import refusal_of

from irlearn import InputError, check
from irlearn.byhand.parse_question import all_quantities, parse_input, parse_quantity
from irlearn.cli import main

NUMBERS = ["926666", "1", "0", "12", "0.5", ".5", "1/2", "50%", "1e5", "-1", "+1", "1,5", "1.", "1)", "1st"]
MARKS = ["R", "RN", "✓", "✗", "+", "-", "?", "U", "yes", "not relevant", "1098(relevant)", "(1 0)", "[1 0]", "[[1]]"]
NAMES = ["d1", "D_1", "d1: 2", "d1=1", "d1 (1)", "d1-", "a.b", "'d1'", '"a b"', "http://a=b", "#1", "A:", "{d1}"]
WORDS = ["relevant", "a", "and", "of 10", "rank 1:", "q1:", "query 1", "TP 3", "k = 3", "k", "best .3", "in all", "文"]
SIGNS = [*"[](){}|;:=>,._*`'\"#\\@\t\n ", "->", "...", "--", "==", "\u00a0", "é", "x" * 30]
TOKENS = [*NUMBERS, *MARKS, *NAMES, *WORDS, *SIGNS]
SEPARATORS = ["", " ", ", ", "\n", " | "]
ENDINGS = ["!", " where R means relevant", "(relevant)", ":", "]", " 0.5 zz"]
BEGINNINGS = ["", "1 0 1", "ranking: [a]"]
SHORT, LONG = 75, 1_400  # signs
KINDS = sorted(all_quantities())


class TooSlowError(BaseException):
    """A text was given up. It is no `Exception`, so that no reader takes it for a refusal."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise `TooSlowError` inside of a pattern, too, after so many seconds of the processor."""

    def give_up(*_: object) -> None:
        raise TooSlowError

    before = signal.signal(signal.SIGVTALRM, give_up)
    gc.disable()  # A collection of the whole session's objects is not the pattern's time and swallows the exception.
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        gc.enable()
        signal.signal(signal.SIGVTALRM, before)


def texts(length: int, separators: Sequence[str] = SEPARATORS, endings: int = 2) -> Iterator[str]:
    """Each token, repeated with each separator up to a length, between beginnings and endings that take turns."""
    following, beginnings = cycle(ENDINGS), cycle(BEGINNINGS)
    for token, separator in product(TOKENS, separators):
        repeated = (token + separator) * (length // len(token + separator))
        yield from (next(beginnings) + repeated + ending for ending in islice(following, endings))


def reader(asked: str) -> Callable[[str], Any]:
    """Return what reads a text for a measure or for another quantity."""
    return partial(parse_input, parse_quantity(asked))


def slow(read: Callable[[str], Any], tried: Iterator[str], seconds: float, most: int = 3) -> list[str]:
    """Return the first texts that a reader does not read or refuse in time."""
    found: list[str] = []
    for text in tried:
        try:
            with within(seconds), suppress(InputError):
                read(text)
        except TooSlowError:
            found.append(text)
        if len(found) == most:
            break
    return found


@pytest.mark.parametrize("asked", ["AP", "MAP"])
def test_rankings_have_no_pattern_of_exponential_time(asked):
    assert slow(reader(asked), texts(SHORT), 1) == []


@pytest.mark.parametrize("asked", ["AP", "MAP"])
def test_rankings_have_no_pattern_of_cubic_time(asked):
    assert slow(reader(asked), texts(LONG, ["", " "], 1), 2) == []


def test_quantities_have_no_pattern_of_exponential_time():
    assert {name: found for name in KINDS if (found := slow(reader(name), texts(SHORT), 1))} == {}


@pytest.mark.parametrize("asked", ["sign", "kappa", "kappa-fleiss", "tau", "tukey"])
def test_quantities_have_no_pattern_of_cubic_time(asked):
    assert slow(reader(asked), texts(LONG, ["", " "], 1), 2) == []


@pytest.mark.parametrize(
    "read", [lambda text: check("AP", "1 0 1", text), parse_quantity], ids=["an answer", "the name of a measure"]
)
def test_answers_and_names_have_no_slow_pattern(read):
    assert slow(read, texts(SHORT), 1) == []


PASTED_IDS = "926666  135426  506247  747730  264465  806  312058  449573  1098(relevant)  14429"
LEGEND = "RNRNNRNRNNRNRNNRNRNNRNRNNRNRNN where R means relevant"


@pytest.mark.parametrize("text", [PASTED_IDS, LEGEND])
def test_a_class_sheet_with_a_slow_row_ends_at_once(text, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "answers.csv").write_text(f'student,measure,ranking,answer\nAna,RR,"{text}",1/9\nBen,RR,0 1,1/2\n')
    with within(5):
        status = main(["check", "--file", "answers.csv"])
    assert status in (0, 1, 2)
    assert "".join(capsys.readouterr())


@pytest.mark.parametrize("text", [PASTED_IDS, LEGEND])
def test_a_pasted_list_of_ids_is_refused_at_once(text):
    with within(5):
        assert "write" in refusal_of("RR", text)
