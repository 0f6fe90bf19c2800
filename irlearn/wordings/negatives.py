"""True negatives: documents that are neither relevant nor retrieved, beside a reading of the others."""

from __future__ import annotations

from dataclasses import replace

from irlearn.wordings.reading import Reading


def with_true_negatives(read: Reading | None, count: int | None) -> Reading | None:
    """A reading that knows so many judged documents besides that are not relevant, for Fallout and accuracy.

    >>> with_true_negatives(Reading((1, 0), relevant=2), 3).missed
    (0, 0, 0)
    """
    if read is None or not count:
        return read
    others = tuple(replace(one, missed=(*one.missed, *[0] * count)) for one in read.others)
    return replace(read, missed=(*read.missed, *[0] * count), others=others)
