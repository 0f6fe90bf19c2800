"""Small pieces that several widgets draw, and what they refuse, in the same words."""

from __future__ import annotations

from irlearn.errors import InputError
from irlearn.measures import Mean, Measure, as_measure


def arrow(sign: str, way: str, by: int, key: str, *, disabled: bool) -> str:
    """The button that moves the card `key`, which is already escaped, by so many ranks."""
    return (
        f'<button data-do="step" data-key="{key}" data-by="{by}" data-focus="{way} {key}" aria-label="move {way}"'
        f"{' disabled' if disabled else ''}>{sign}</button>"
    )


def of_one_topic(measure: Measure | str, where: str) -> Measure:
    """The measure that is given, as a value or by its name; a mean over topics is refused."""
    found = as_measure(measure)
    if isinstance(found, Mean):
        raise InputError(f"{found!r} is a mean over topics; {where} shows one topic: use {found.measure!r}")
    return found
