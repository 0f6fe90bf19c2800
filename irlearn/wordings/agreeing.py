"""Lists that say one thing twice, or the best order beside the list: taken where they agree."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from irlearn.wordings.lexicon import mark_of
from irlearn.wordings.reading import Reading, of_list
from irlearn.wordings.sections import Section

_WHOLE = r"[0-9]{1,2}(?:\.0*)?"


def grades_in(one: Section) -> list[int] | None:
    """The grade that stands with each document of a list; of a list with some marks only, the others have none.

    >>> from irlearn.wordings.sections import items_of
    >>> grades_in(Section(items=items_of("a (3), b (0)"))), grades_in(Section(items=items_of("a (hit), b")))
    ([3, 0], [1, 0])
    """
    marks = [mark_of(item.value) if item.value else 0 for item in one.items]
    values = [item.value for item in one.items]
    if (
        None not in marks
        and any(values)
        and (all(values) or 0 not in [m for m, v in zip(marks, values, strict=True) if v])
    ):
        return [mark or 0 for mark in marks]
    return [int(float(value)) for value in values] if all(re.fullmatch(_WHOLE, value) for value in values) else None


def of_agreeing(ranked: Section, judged: Section) -> Reading | None:
    """A list with its own grades or marks, beside the relevant documents or the grades of all: they must agree.

    >>> from irlearn.wordings.sections import sections_of
    >>> of_agreeing(*sections_of("[b (1), x (0)]; {b, c}")).missed
    (1,)
    """
    own = grades_in(ranked)
    if own is None or len(set(ranked.keys)) < len(ranked.keys) or len(set(judged.keys)) < len(judged.keys):
        return None
    said = grades_in(judged) if judged.pairs else [1] * len(judged.items)
    if said is None or any(item.value for item in judged.items) != judged.pairs or any(one < 0 for one in own + said):
        return None
    grades = dict(zip(judged.keys, said, strict=True))
    if own != [grades.get(key, 0) for key in ranked.keys]:
        return None
    return of_list(own, missed=tuple(grade for key, grade in grades.items() if key not in set(ranked.keys)))


def is_best_of(best: Sequence[str], grades: Sequence[str]) -> bool:
    """Whether a list of numbers holds the same grades as another, the highest first.

    >>> is_best_of(["3", "1", "0"], ["1", "3", "0"]), is_best_of(["3", "2"], ["2", "1"])
    (True, False)
    """
    if not all(re.fullmatch(_WHOLE, one) for one in [*best, *grades]):
        return False
    first, second = ([int(float(one)) for one in numbers] for numbers in (best, grades))
    return first == sorted(second, reverse=True)


def holds(judged: Sequence[str], grades: Sequence[str]) -> bool:
    """Whether these numbers hold every grade above 0 of a list.

    >>> holds(["3", "2", "2"], ["2", "0", "3"])
    True
    """
    numbers = all(re.fullmatch(_WHOLE, one) for one in [*judged, *grades])
    return numbers and not {one for one in (Counter(map(float, grades)) - Counter(map(float, judged))) if one}
