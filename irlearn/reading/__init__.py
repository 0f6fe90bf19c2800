"""All that is typed or pasted is read here: rankings as people write them, queries, numbers, orders, judgments."""

from __future__ import annotations

from irlearn.errors import InputError
from irlearn.reading.literals import UnreadError as UnreadError
from irlearn.reading.reading import FirstHits as FirstHits, ParsedRanking as ParsedRanking, notation as notation


def read_wording(text: str, asked: str = "ranks", *, plain: InputError | None = None) -> ParsedRanking:
    """What a wording says of one ranking; an `InputError` with the nearest form where it is not read.

    `asked` is a key of the lexicon's forms, such as "ranks" or "first hits"; `plain` is why it is no plain list.

    >>> read_wording("ranking: [d1, d4, d2]; relevant: {d2, d8}").grades
    (0, 0, 1)
    """
    from irlearn.reading.reader import is_marks, is_worded, read_one, refusal

    if plain and is_marks(text):
        raise plain
    try:
        return read_one(text)
    except UnreadError as stopped:
        raise (plain if plain and not is_worded(text) else refusal(text, stopped, asked)) from None


def read_queries(text: str, many: int | None = None) -> tuple[ParsedRanking, ...] | FirstHits | None:
    """What a wording says of several queries, `many` where it is known: rankings, or ranks of first hits, or None.

    >>> read_queries("ranks 1, 3, 2")
    FirstHits(ranks=(1, 3, 2))
    """
    from irlearn.reading.reader import read_several

    try:
        return read_several(text, many)
    except UnreadError:
        return None
