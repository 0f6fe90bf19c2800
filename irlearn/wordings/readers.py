"""The forms of a wording, tried one after another."""

from __future__ import annotations

import re
from dataclasses import replace

from irlearn.errors import InputError
from irlearn.spelling import FOLDED, read_grades
from irlearn.wordings.lines import of_ranks, of_table, of_trec
from irlearn.wordings.lists import of_annotated, of_marks, of_sections
from irlearn.wordings.prose import (
    FirstHits as FirstHits,
    first_hits as _first_hits,
    of_counts,
    of_places,
    of_quality,
    total_behind,
)
from irlearn.wordings.reading import MOST_PASTED, MOST_WORDED, Reading
from irlearn.wordings.sections import several

_FORMS = (of_counts, of_quality, of_table, of_ranks, of_sections, of_annotated, of_marks, of_places)


def read_wording(text: str) -> Reading | None:
    """What a wording says of one ranking; None where no form reads it, an `InputError` where it is doubtful.

    >>> read_wording("relevant: {d2, d8}; ranking: [d2, d4, d8]").grades
    (1, 0, 1)
    >>> read_wording("a poem") is None
    True
    """
    if len(text) > MOST_PASTED:
        return None
    body = text.translate(FOLDED).strip()
    topics = of_trec(body)
    if topics:
        return topics[0] if len(topics) == 1 else None
    if len(body) > MOST_WORDED:
        return None
    body = re.sub(r"[<⟨〈]\s*([^<>⟨⟩〈〉]{1,400}?)\s*[>⟩〉]", r"[\1]", body)
    head, total = total_behind(body)
    if total is not None and of_quality(body) is None and of_counts(body) is None:
        read = _of_forms(head) or _plain(head)
        if read is not None and not read.missed and read.relevant in (None, total):
            others = tuple(replace(other, relevant=total, open=False) for other in read.others)
            return replace(read, relevant=total, open=False, others=others)
    return _of_forms(body)


def _of_forms(body: str) -> Reading | None:
    for form in _FORMS:
        read = form(body)
        if read is not None:
            return read
    return None


def _plain(body: str) -> Reading | None:
    try:
        grades, ties = read_grades(body)
    except InputError:
        return None
    return Reading(tuple(grades)) if max(ties, default=1) == 1 and len(grades) > 1 else None


def readings_of(text: str) -> tuple[Reading, ...] | FirstHits | None:
    """What a wording says of several queries: their rankings, or the ranks of their first hits.

    >>> [one.grades for one in readings_of("[[1, 0], [0, 1]]")]
    [(1, 0), (0, 1)]
    >>> readings_of("ranks 1, 3, 2")
    FirstHits(ranks=(1, 3, 2))
    """
    if len(text) > MOST_PASTED:
        return None
    body = text.translate(FOLDED).strip()
    topics = of_trec(body)
    if topics and len(topics) > 1:
        return tuple(topics)
    if len(body) > MOST_WORDED:
        return None
    lists = list(several(body))
    if lists:
        try:
            return tuple(Reading(tuple(read_grades(f"[{one}]").grades)) for one in lists)
        except InputError:
            return None
    return _first_hits(body)
