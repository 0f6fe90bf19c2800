"""What is odd about runs and judgments and usable all the same: found at the cost of a glance, said in a note."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from irlearn.collection.ids import PAD, Ids, Places, hash_in_query
from irlearn.collection.table import Table, first_names, shown
from irlearn.text.english import Note, count_noun

_NAMED = 5
_BLOCK = 1 << 18  # scores that are rounded at once
_STRANGE = (  # blanks of all kinds, and what is not seen at all: marks, joiners, variation selectors
    "\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f"
    "\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0"
)
_UNSEEN, _UNSEEN_IN_TEXT = f"[\x00-\x20{_STRANGE}]", f"[{_STRANGE}]"


def comments_note(comments: int) -> str:
    """How many lines were left out because they begin with #.

    >>> comments_note(1), comments_note(2)
    ('1 line that begins with # was left out', '2 lines that begin with # were left out')
    """
    begin = "begins" if comments == 1 else "begin"
    return Note(f"{count_noun(comments, 'line')} that {begin} with # {_was(comments)} left out", "comments")


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def queries_with_rank_conflicts(
    queries: Sequence[str],
    heads: NDArray[np.int64],
    hashes: NDArray[np.uint64],
    values: NDArray[np.float64],
    ranks: NDArray[np.uint64],
) -> list[str]:
    """The queries in which a document of higher score has a lower place by the column of ranks.

    `queries[i]` begins at row `heads[i]`; `ranks` need only be ordered as the ranks are. Equal scores contradict
    nothing, and neither does a column that holds one number throughout, or a line that repeats a document.
    """
    down: NDArray[np.bool_] = values[1:] <= values[:-1]
    down &= ranks[1:] >= ranks[:-1]
    again = [number for number, (a, b) in enumerate(pairwise(queries), start=1) if a == b]
    edges = np.delete(heads, again)[1:]
    down[edges - 1] = True
    once = len(set(queries)) == len(edges) + 1
    if (down.all() and once) or (ranks == ranks[0]).all():
        return []
    index: dict[str, int] = {}
    numbers = np.array([index.setdefault(query, len(index)) for query in queries], dtype=np.int64)
    of_row = np.repeat(numbers, np.diff(heads, append=len(values)))
    rows = np.arange(len(values))
    if once:  # no query comes back: only those with a step upwards need a closer look
        rows = np.flatnonzero(np.isin(of_row, of_row[1:][~down]))
    rows = rows[np.unique(hash_in_query(hashes[rows], of_row[rows]), return_index=True)[1]]
    rows = rows[np.lexsort((ranks[rows], -values[rows], of_row[rows]))]
    drops = (ranks[rows[1:]] < ranks[rows[:-1]]) & (of_row[rows[1:]] == of_row[rows[:-1]])
    names = list(index)
    return [names[number] for number in np.unique(of_row[rows[1:][drops]]).tolist()]


def ranks_note(queries: Sequence[str]) -> str:
    """The note about queries whose ranks contradict their scores."""
    where = count_noun(len(queries), "query")
    names = first_names(queries, _NAMED)
    return Note(f"the ranks contradict the scores in {where} ({names}): the scores count, as in trec_eval", "ranks")


def float32_ties(table: Table) -> tuple[int, int]:
    """How many documents of how many queries have scores that are equal as 32-bit floats and differ as 64-bit ones.

    The rows of each query are in the order of their scores.
    """
    values = table.values
    near = np.empty(len(values) - 1, dtype=bool)
    for start in range(0, len(near), _BLOCK):
        with np.errstate(over="ignore"):
            short = values[start : start + _BLOCK + 1].astype(np.float32)
        near[start : start + _BLOCK] = short[1:] == short[:-1]
    near[table.offsets[1:-1] - 1] = False
    lower = np.flatnonzero(near)
    apart = values[lower + 1] != values[lower]
    if not apart.any():
        return 0, 0
    groups = np.cumsum(np.diff(lower, prepend=lower[0]) != 1)  # of documents that 32 bits do not tell apart
    lower = lower[np.isin(groups, groups[apart])]
    rows = np.union1d(lower, lower + 1)
    return len(rows), len(np.unique(table.query_of(rows)))


def normalized_id(text: str) -> str:
    r"""An id as it looks: composed, without what is not seen, and with blanks of one kind.

    >>> normalized_id("\ufeffcafe\u0301\u200b\u00a0") == normalized_id("caf\u00e9")
    True
    """
    if text.isascii() and text.isprintable() and " " not in text:
        return text
    seen = "".join(" " if sign.isspace() else "" if re.match(_UNSEEN, sign) else sign for sign in text)
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", seen)).strip()


def lookalike_pairs(first: Iterable[str], second: Iterable[str]) -> list[tuple[str, str]]:
    r"""Pairs of ids, one from each, that look the same and are not.

    >>> lookalike_pairs(["q1", "q2"], ["q1\ufeff", "q2"])
    [('q1', 'q1\ufeff')]
    """
    ones, others = list(first), list(second)
    if not any(_is_odd("".join(names), _UNSEEN) for names in (ones, others)):
        return []
    known: dict[str, list[str]] = {}
    for one in dict.fromkeys(ones):
        known.setdefault(normalized_id(one), []).append(one)
    return [
        (one, other) for other in dict.fromkeys(others) for one in known.get(normalized_id(other), ()) if one != other
    ]


def _is_odd(text: str, unseen: str) -> bool:
    """Whether a text holds what is not seen, or letters that may be written in two ways."""
    if text.isascii() and text.isprintable() and " " not in text:
        return False
    return bool(re.search(unseen, text)) or not unicodedata.is_normalized("NFC", text)


def odd_ids(ids: Ids) -> tuple[Places, list[str]]:
    """The rows whose id is not what it looks like, and what each looks like."""
    none = np.empty(0, dtype=np.int64)
    buffer = ids.buffer
    if ids.plain:
        return none, []
    if not _is_odd(buffer[PAD:-PAD].decode(errors="ignore"), _UNSEEN if ids.packed else _UNSEEN_IN_TEXT):
        return none, []
    raw = np.frombuffer(buffer, dtype=np.uint8)
    strange = np.flatnonzero((raw > 126) | (raw < 33)) if ids.packed else np.flatnonzero(raw > 126)
    order = np.argsort(ids.starts, kind="stable")
    found = np.searchsorted(ids.starts[order], strange, side="right") - 1
    found = np.unique(found[found >= 0])
    rows, looks = [], []
    for row in np.sort(order[found]).tolist():
        name = ids.bytes_at(row).decode(errors="replace")
        look = normalized_id(name)
        if look != name:
            rows.append(row)
            looks.append(look)
    return np.array(rows, dtype=np.int64), looks


def alike_documents(first: Table, second: Table) -> Iterator[tuple[str, str, str]]:
    """Documents of one query, one in each table, whose ids look the same and are not: the query and both ids."""
    seen = set()
    for here, there, swapped in ((first, second, False), (second, first, True)):
        rows, looks = odd_ids(here.documents)
        if not len(rows):
            continue
        other_rows, other_looks = odd_ids(there.documents)
        odd = {
            (there.queries[number], look): row
            for row, look, number in zip(
                other_rows.tolist(), other_looks, there.query_of(other_rows).tolist(), strict=True
            )
        }
        numbers = np.array([there.index.get(query, -1) for query in here.queries], dtype=np.int64)
        topics = here.query_of(rows)
        keys = hash_in_query(there.hashes, there.query_numbers)
        wanted = hash_in_query(Ids.encode(looks).hashes(), numbers[topics])
        order = np.argsort(keys)
        places = order[np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)]
        for row, look, topic, place, same in zip(
            rows.tolist(), looks, topics.tolist(), places.tolist(), (keys[places] == wanted).tolist(), strict=True
        ):
            query, name = here.queries[topic], here.documents.texts([row])[0]
            others = []
            if same and there.documents.bytes_at(place) == look.encode():
                others.append(look)
            if (query, look) in odd:
                others.append(there.documents.texts([odd[query, look]])[0])
            for other in others:
                pair = (query, *((other, name) if swapped else (name, other)))
                if other != name and frozenset(pair) not in seen:
                    seen.add(frozenset(pair))
                    yield pair


def spelled_otherwise(judged: Sequence[str], retrieved: Sequence[str]) -> tuple[str, str] | None:
    """Return one id of each where those of one side are surely written otherwise than those of the other, or None.

    >>> spelled_otherwise(["D1", "D2"], ["d2", "d7"]), spelled_otherwise(["7", "8"], ["doc7"])
    (('D2', 'd2'), ('7', 'doc7'))
    >>> spelled_otherwise(["d1", "d2"], ["d3"])
    """
    loosely = {_loosely(name): name for name in reversed(judged)}
    for name in retrieved:
        if _loosely(name) in loosely:
            return loosely[_loosely(name)], name
    for form in (_shape, _frame):
        here, there = set(map(form, judged)), set(map(form, retrieved))
        # words of their own, such as cat and dog, say nothing about how ids are written
        words = form is _frame and (2 * len(here) > len(set(judged)) or 2 * len(there) > len(set(retrieved)))
        if here.isdisjoint(there) and not words:
            return judged[0], retrieved[0]
    return None


def _loosely(name: str) -> str:
    """An id without what tools change: case, blanks and signs, zeros in front, the suffix of a file."""
    bare = re.sub(r"\.(?:txt|html?|xml|json|gz|pdf)$", "", normalized_id(name).casefold())
    return re.sub(r"(?<![0-9])0+(?=[0-9])", "", re.sub(r"[\W_]+", "", bare)) or name


def _shape(name: str) -> str:
    """An id with each stretch of small letters, of capitals and of digits as one sign."""
    return re.sub(r"[A-Z]+", "A", re.sub(r"[0-9]+", "0", re.sub(r"[^\W\dA-Z_]+", "a", name)))


def _frame(name: str) -> str:
    return re.sub(r"[0-9]+", "0", name)


def lookalike_notes(first: Table, second: Table | None = None) -> Iterator[str]:
    """A note on the queries, and one on the documents, whose ids look the same and are not.

    With one table, those in it; with two (the qrels and the run), those of which each holds one.
    """
    other = first if second is None else second
    pairs: list[tuple[str, ...]] = [*lookalike_pairs(first.queries, other.queries)]
    if second is None:
        pairs = [*dict.fromkeys(tuple(sorted(pair)) for pair in pairs)]
    else:  # what both hold is matched, whatever it looks like
        pairs = [(one, two) for one, two in pairs if one not in second.index and two not in first.index]
    if pairs:
        yield _alike_note("queries", pairs[0], len(pairs), second)
    documents = list(alike_documents(first, other))
    if documents:
        query, *pair = documents[0]
        pair = sorted(pair) if second is None else pair
        yield f"{_alike_note('documents', pair, len(documents), second)}, in query {shown(query)}"


def _alike_note(what: str, pair: Sequence[str], pairs: int, second: Table | None) -> str:
    one, two = (ascii(name) for name in pair)
    who = f"{one} of the qrels and {two} of the run" if second is not None else f"{one} and {two}"
    more = f" (and {count_noun(pairs - 1, 'other pair')})" if pairs > 1 else ""
    return f"the {what} {who}{more} look alike and count as different"
