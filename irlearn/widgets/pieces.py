"""What several widgets refuse, in the same words."""

from __future__ import annotations

from irlearn.errors import InputError
from irlearn.measures import Mean, Measure, as_measure


def of_one_topic(measure: Measure | str, where: str) -> Measure:
    """The measure that is given, as a value or by its name; a mean over topics is refused."""
    found = as_measure(measure)
    if isinstance(found, Mean):
        raise InputError(f"{found!r} is a mean over topics; {where} shows one topic: use {found.measure!r}")
    return found
