"""Checks for oddities that do not prevent the use of a run or qrels; each yields a note."""

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

_NAMED = 5  # The largest number of queries that a note names.
_BLOCK = 1 << 18  # Number of scores that are rounded at once.
_INVISIBLE_CHARACTERS = (  # Blanks of all kinds, and marks, joiners and variation selectors.
    "\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f"
    "\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0"
)
_INVISIBLE, _INVISIBLE_IN_TEXT = f"[\x00-\x20{_INVISIBLE_CHARACTERS}]", f"[{_INVISIBLE_CHARACTERS}]"


def comments_note(comments: int) -> str:
    """Return the note on lines that were left out because they begin with #.

    >>> comments_note(1), comments_note(2)
    ('1 line that begins with # was left out', '2 lines that begin with # were left out')
    """
    begin = "begins" if comments == 1 else "begin"
    return Note(f"{count_noun(comments, 'line')} that {begin} with # {_was(comments)} left out", "comments")


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def queries_with_rank_conflicts(
    queries: Sequence[str],
    heads: NDArray[np.intp],
    hashes: NDArray[np.uint64],
    values: NDArray[np.float64],
    ranks: NDArray[np.uint64],
) -> list[str]:
    """Return the queries in which a document of higher score has a worse rank in the column of ranks.

    `queries[i]` begins at row `heads[i]`; only the order of `ranks` matters. Equal scores, a column with the same
    number in all rows, and lines that repeat a document cause no conflict.
    """
    in_order: NDArray[np.bool_] = values[1:] <= values[:-1]
    in_order &= ranks[1:] >= ranks[:-1]
    repeated = [number for number, (a, b) in enumerate(pairwise(queries), start=1) if a == b]
    edges = np.delete(heads, repeated)[1:]
    in_order[edges - 1] = True
    contiguous = len(set(queries)) == len(edges) + 1
    if (in_order.all() and contiguous) or (ranks == ranks[0]).all():
        return []
    index: dict[str, int] = {}
    numbers = np.array([index.setdefault(query, len(index)) for query in queries], dtype=np.intp)
    of_row = np.repeat(numbers, np.diff(heads, append=len(values)))
    rows = np.arange(len(values))
    if contiguous:  # Only the queries with two rows out of order need to be checked.
        rows = np.flatnonzero(np.isin(of_row, of_row[1:][~in_order]))
    rows = rows[np.unique(hash_in_query(hashes[rows], of_row[rows]), return_index=True)[1]]
    rows = rows[np.lexsort((ranks[rows], -values[rows], of_row[rows]))]
    drops = (ranks[rows[1:]] < ranks[rows[:-1]]) & (of_row[rows[1:]] == of_row[rows[:-1]])
    names = list(index)
    return [names[number] for number in np.unique(of_row[rows[1:][drops]]).tolist()]


def ranks_note(queries: Sequence[str]) -> str:
    """Return the note on queries whose ranks contradict their scores."""
    where = count_noun(len(queries), "query")
    names = first_names(queries, _NAMED)
    return Note(f"the ranks contradict the scores in {where} ({names}): the scores count, as in trec_eval", "ranks")


def float32_ties(table: Table) -> tuple[int, int]:
    """Return the numbers of documents, and of their queries, whose different scores are equal as 32-bit floats.

    The rows of each query must be in the order of their scores.
    """
    values = table.values
    near = np.empty(len(values) - 1, dtype=bool)
    for start in range(0, len(near), _BLOCK):
        with np.errstate(over="ignore"):
            short = values[start : start + _BLOCK + 1].astype(np.float32)
        near[start : start + _BLOCK] = short[1:] == short[:-1]
    near[table.offsets[1:-1] - 1] = False
    lower = np.flatnonzero(near)
    different = values[lower + 1] != values[lower]
    if not different.any():
        return 0, 0
    groups = np.cumsum(np.diff(lower, prepend=lower[0]) != 1)  # Groups of documents with equal 32-bit scores.
    lower = lower[np.isin(groups, groups[different])]
    rows = np.union1d(lower, lower + 1)
    return len(rows), len(np.unique(table.query_of(rows)))


def normalized_id(text: str) -> str:
    r"""Return an id as it looks: in composed form, without invisible characters, and with blanks of one kind.

    >>> normalized_id("\ufeffcafe\u0301\u200b\u00a0") == normalized_id("caf\u00e9")
    True
    """
    if text.isascii() and text.isprintable() and " " not in text:
        return text
    visible = "".join(
        " " if character.isspace() else "" if re.match(_INVISIBLE, character) else character for character in text
    )
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", visible)).strip()


def lookalike_pairs(first: Iterable[str], second: Iterable[str]) -> list[tuple[str, str]]:
    r"""Return the pairs of different ids, one from each sequence, that look the same.

    >>> lookalike_pairs(["q1", "q2"], ["q1\ufeff", "q2"])
    [('q1', 'q1\ufeff')]
    """
    first_ids, second_ids = list(first), list(second)
    if not any(_is_odd("".join(ids), _INVISIBLE) for ids in (first_ids, second_ids)):
        return []
    by_look: dict[str, list[str]] = {}
    for name in dict.fromkeys(first_ids):
        by_look.setdefault(normalized_id(name), []).append(name)
    return [
        (name, other)
        for other in dict.fromkeys(second_ids)
        for name in by_look.get(normalized_id(other), ())
        if name != other
    ]


def _is_odd(text: str, invisible: str) -> bool:
    """Return whether a text contains invisible characters, or letters that can be encoded in two ways."""
    if text.isascii() and text.isprintable() and " " not in text:
        return False
    return bool(re.search(invisible, text)) or not unicodedata.is_normalized("NFC", text)


def odd_ids(ids: Ids) -> tuple[Places, list[str]]:
    """Return the rows whose id differs from its normalized form, and the normalized ids of these rows."""
    none = np.empty(0, dtype=np.intp)
    buffer = ids.buffer
    if ids.plain:
        return none, []
    if not _is_odd(buffer[PAD:-PAD].decode(errors="ignore"), _INVISIBLE if ids.packed else _INVISIBLE_IN_TEXT):
        return none, []
    raw = np.frombuffer(buffer, dtype=np.uint8)
    suspects = np.flatnonzero((raw > 126) | (raw < 33)) if ids.packed else np.flatnonzero(raw > 126)
    order = np.argsort(ids.starts, kind="stable")
    indices = np.searchsorted(ids.starts[order], suspects, side="right") - 1
    indices = np.unique(indices[indices >= 0])
    rows, looks = [], []
    for row in np.sort(order[indices]).tolist():
        name = ids.bytes_at(row).decode(errors="replace")
        look = normalized_id(name)
        if look != name:
            rows.append(row)
            looks.append(look)
    return np.array(rows, dtype=np.intp), looks


def alike_documents(first: Table, second: Table) -> Iterator[tuple[str, str, str]]:
    """Yield a query with two ids of its documents, one from each table, that differ but look the same."""
    seen = set()
    for table, other_table, swapped in ((first, second, False), (second, first, True)):
        rows, looks = odd_ids(table.documents)
        if not len(rows):
            continue
        other_rows, other_looks = odd_ids(other_table.documents)
        odd = {
            (other_table.queries[number], look): row
            for row, look, number in zip(
                other_rows.tolist(), other_looks, other_table.query_of(other_rows).tolist(), strict=True
            )
        }
        numbers = np.array([other_table.index.get(query, -1) for query in table.queries], dtype=np.intp)
        topics = table.query_of(rows)
        keys = hash_in_query(other_table.hashes, other_table.query_numbers)
        wanted = hash_in_query(Ids.encode(looks).hashes(), numbers[topics])
        order = np.argsort(keys)
        places = order[np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)]
        for row, look, topic, place, same in zip(
            rows.tolist(), looks, topics.tolist(), places.tolist(), (keys[places] == wanted).tolist(), strict=True
        ):
            query, name = table.queries[topic], table.documents.texts([row])[0]
            others = []
            if same and other_table.documents.bytes_at(place) == look.encode():
                others.append(look)
            if (query, look) in odd:
                others.append(other_table.documents.texts([odd[query, look]])[0])
            for other in others:
                pair = (query, *((other, name) if swapped else (name, other)))
                if other != name and frozenset(pair) not in seen:
                    seen.add(frozenset(pair))
                    yield pair


def spelled_otherwise(judged: Sequence[str], retrieved: Sequence[str]) -> tuple[str, str] | None:
    """Return a judged and a retrieved id if both sequences surely spell the same ids in different ways, else None.

    >>> spelled_otherwise(["D1", "D2"], ["d2", "d7"]), spelled_otherwise(["7", "8"], ["doc7"])
    (('D2', 'd2'), ('7', 'doc7'))
    >>> spelled_otherwise(["d1", "d2"], ["d3"])
    """
    loosely = {_loosely(name): name for name in reversed(judged)}
    for name in retrieved:
        if _loosely(name) in loosely:
            return loosely[_loosely(name)], name
    for form in (_shape, _frame):
        judged_forms, retrieved_forms = set(map(form, judged)), set(map(form, retrieved))
        # Ids that are words, such as cat and dog, share no pattern from which a spelling could be inferred.
        words = form is _frame and (
            2 * len(judged_forms) > len(set(judged)) or 2 * len(retrieved_forms) > len(set(retrieved))
        )
        if judged_forms.isdisjoint(retrieved_forms) and not words:
            return judged[0], retrieved[0]
    return None


def _loosely(name: str) -> str:
    """Return an id without parts that tools change: case, blanks, punctuation, leading zeros, the suffix of a file."""
    bare = re.sub(r"\.(?:txt|html?|xml|json|gz|pdf)$", "", normalized_id(name).casefold())
    return re.sub(r"(?<![0-9])0+(?=[0-9])", "", re.sub(r"[\W_]+", "", bare)) or name


def _shape(name: str) -> str:
    """Return an id with each run of small letters, of capitals and of digits as one character."""
    return re.sub(r"[A-Z]+", "A", re.sub(r"[0-9]+", "0", re.sub(r"[^\W\dA-Z_]+", "a", name)))


def _frame(name: str) -> str:
    """Return an id with each run of digits as one zero."""
    return re.sub(r"[0-9]+", "0", name)


def lookalike_notes(first: Table, second: Table | None = None) -> Iterator[str]:
    """Yield a note on queries, and one on documents, whose ids look the same but differ.

    With one table, both ids are in this table. With two tables (the qrels and the run), one id is in each table.
    """
    other = first if second is None else second
    pairs: list[tuple[str, ...]] = [*lookalike_pairs(first.queries, other.queries)]
    if second is None:
        pairs = [*dict.fromkeys(tuple(sorted(pair)) for pair in pairs)]
    else:  # An id that both tables contain is matched, so its lookalikes do no harm.
        pairs = [
            (mine, other_id) for mine, other_id in pairs if mine not in second.index and other_id not in first.index
        ]
    if pairs:
        yield _alike_note("queries", pairs[0], len(pairs), second)
    documents = list(alike_documents(first, other))
    if documents:
        query, *pair = documents[0]
        pair = sorted(pair) if second is None else pair
        yield f"{_alike_note('documents', pair, len(documents), second)}, in query {shown(query)}"


def _alike_note(what: str, pair: Sequence[str], pairs: int, second: Table | None) -> str:
    first_id, second_id = (ascii(name) for name in pair)
    both = f"{first_id} and {second_id}" if second is None else f"{first_id} of the qrels and {second_id} of the run"
    more = f" (and {count_noun(pairs - 1, 'other pair')})" if pairs > 1 else ""
    return f"the {what} {both}{more} look alike and count as different"
