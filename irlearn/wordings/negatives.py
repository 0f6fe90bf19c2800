"""True negatives: documents that are neither relevant nor retrieved, beside a reading of the others."""

from __future__ import annotations

from dataclasses import replace

from irlearn.wordings.reading import Reading

_MOST = 10_000  # documents that are held one by one


def with_true_negatives(read: Reading | None, count: int | None) -> Reading | None:
    """A reading that knows so many judged documents besides that are not relevant, for Fallout and accuracy.

    Of very many it holds none, and leaves open what hangs on them: the size of the collection tells it.

    >>> with_true_negatives(Reading((1, 0), relevant=2), 3).missed
    (0, 0, 0)
    >>> [one.missed for one in with_true_negatives(Reading((1, 0), relevant=2), 10**6).others]
    [(0,)]
    """
    if read is None or not count:
        return read
    if count > _MOST:
        size = len(read.grades) + count + max((read.relevant or 0) - sum(read.grades), 0)
        doubt = f"{read.doubt}; for Fallout or accuracy name the collection, such as Accuracy(collection={size})"
        return replace(read, others=(*read.others, replace(read, missed=(*read.missed, 0))), doubt=doubt)
    others = tuple(replace(one, missed=(*one.missed, *[0] * count)) for one in read.others)
    return replace(read, missed=(*read.missed, *[0] * count), others=others)
