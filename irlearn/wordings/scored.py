"""Documents in the order of their scores, and each of them once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from irlearn.errors import InputError, quoted
from irlearn.wordings.lexicon import joined, mark_of
from irlearn.wordings.reading import Reading, grade_of, of_list

NUMBER = r"-?(?:[0-9]{1,12}(?:\.[0-9]{0,12})?|\.[0-9]{1,12})"
"""A number as lists hold it, a regular expression."""


def refuse_twice(keys: Sequence[str], where: str, text: str) -> None:
    """Refuse a document that stands twice where each stands once.

    >>> refuse_twice(["d1", "d2"], "the list", "")
    """
    for key, times in Counter(keys).items():
        if times > 1:
            raise InputError(
                f"the wording {quoted(text.strip())} has {quoted(key)} twice in {where}; "
                "each document stands once in a ranking, so leave the second out"
            )


def by_score(rows: Sequence[tuple[str, int]], text: str, cutoff: int | None = None) -> Reading:
    """The reading of scores with grades, from the highest score down.

    >>> by_score([("0.3", 1), ("0.9", 0)], "").grades
    (0, 1)
    """
    numbers = [(Fraction(score), grade) for score, grade in rows]
    if {score for score, _ in numbers} <= {0, 1}:
        raise InputError(
            f"the wording {quoted(text.strip())} has scores of 0 and 1 alone, which order nothing; "
            "write the labels in the order of the list, such as '1 0 1'"
        )
    if re.search(r"(?i)\b(?:lower|lowest|smaller|smallest|ascending|increasing)\b", text):
        raise InputError(
            f"the wording {quoted(text.strip())} speaks of low scores, so their order is open; "
            "write the labels in the order of the list, such as '1 0 1'"
        )
    grades: dict[Fraction, set[int]] = {}
    for score, grade in numbers:
        grades.setdefault(score, set()).add(grade)
    for score, tied in grades.items():
        if len(tied) > 1:
            raise InputError(
                f"the wording {quoted(text.strip())} gives one score, {float(score):g}, to different grades, "
                "so their order is open; write the grades from rank 1 down, such as '1 0 1'"
            )
    order = sorted(numbers, key=lambda one: one[0], reverse=True)
    return of_list([grade for _, grade in order], cutoff=cutoff)


_SCORE = r"(?:(?:score|similarity|sim|prob(?:ability)?)\s*[=:]?\s*)?(?P<score>-?[0-9]*\.[0-9]+)"
_LABEL = (
    r"(?:(?:label|rel(?:evance)?|grade|gain|y|target)\b\s*[=:]?\s*)?"
    r"[\"']?(?P<label>[0-9]{1,2}(?![\w.])|[^\W\d_]+(?:-\w+)?|[✓✔✅☑✗✘✕✖❌☒])[\"']?"
)
_TRIPLE = re.compile(
    rf"[(\[]?\s*[\"']?(?P<key>[A-Za-z][\w\-]*)[\"']?\s*[:,]?\s*[(\[]?\s*{_SCORE}\s*[,;:]?\s*{_LABEL}\s*[)\]]{{0,2}}"
)
_FEWEST = 2


def of_triples(text: str) -> Reading | None:
    """Documents with a score and a grade or mark each, in any order.

    >>> of_triples("(d2, 0.7, 1), (d1, 0.2, 0), (d3, 0.9, 2)").grades
    (2, 1, 0)
    >>> of_triples("d1: score 0.2, label 0; d2: score 0.7, label 1").grades
    (1, 0)
    """
    body = joined(text.strip().rstrip("."))
    rows = list(_TRIPLE.finditer(body))
    if len(rows) < _FEWEST or not re.fullmatch(r"[\s,;\[\]]*", _TRIPLE.sub("", body)):
        return None
    labels = [mark_of(row["label"]) if not row["label"].isdigit() else grade_of(row["label"], text) for row in rows]
    if None in labels:
        return None
    refuse_twice([row["key"] for row in rows], "the list", text)
    return by_score([(row["score"], label or 0) for row, label in zip(rows, labels, strict=True)], text)


def of_relevant(order: Sequence[str], relevant: Sequence[str], text: str, cutoff: int | None = None) -> Reading:
    """The reading of documents in their order, of which these are relevant.

    >>> of_relevant(["b", "x"], ["b", "c"], "").missed
    (1,)
    """
    refuse_twice(relevant, "the relevant documents", text)
    refuse_twice([key for key in order if key in set(relevant)], "the list", text)
    grades = [int(key in set(relevant)) for key in order]
    return of_list(grades, missed=(1,) * (len(relevant) - sum(grades)), relevant=len(relevant), cutoff=cutoff)


def with_letters(keys: Sequence[str]) -> bool:
    """Whether not all of these are numbers.

    >>> with_letters(["d1", "2"]), with_letters(["1", "2.5"])
    (True, False)
    """
    return not all(re.fullmatch(NUMBER, key) for key in keys)
