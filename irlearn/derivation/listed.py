"""Numbers as they are typed in a list, and as a table states them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from irlearn.errors import InputError, quoted
from irlearn.numbers import fixed
from irlearn.spelling import MOST_SIGNS


def numbers_listed(listed: str, text: str) -> list[str]:
    """The numbers of a list as they are typed, with blanks, commas, semicolons or "and" between them.

    `text` is all that was typed, of which `listed` may be a part. Raises `InputError` where a number is missing, and
    where a comma may part two numbers or be a decimal point.

    >>> numbers_listed("0.5, 1/3 and 1", "0.5, 1/3 and 1"), numbers_listed("0,5 0,25", "0,5 0,25")
    (['0.5', '1/3', '1'], ['0.5', '0.25'])
    """
    if len(text) > MOST_SIGNS:
        raise InputError(f"the numbers have {len(text):,} signs; the longest list that is read has {MOST_SIGNS:,}")
    plain = " ".join(listed.split()).rstrip(" .")
    plain = plain[1:-1].strip() if plain.startswith("[") and plain.endswith("]") else plain
    nothing = re.search(r"[,;|] ?(?:[,;|]|$)|^[,;|]", plain)
    if plain and nothing:
        raise InputError(
            f"a value is missing in {quoted(text.strip())}, beside a {nothing[0][0]!r}; "
            "leave the sign out, or write the value of each query"
        )
    words = re.split(r"[ ;|]+|,(?= )|\band\b", re.sub(r" ?/ ?", "/", plain))
    numbers = [word for word in (word.strip(",") for word in words) if word]
    return _commas_read(text, numbers) if any("," in word for word in numbers) else numbers


def _commas_read(text: str, numbers: list[str]) -> list[str]:
    """Words with commas inside: decimals where something else parts them, separate numbers where they cannot be."""
    if "." in text or "/" in text or any(word.count(",") > 1 for word in numbers):
        return [word for several in numbers for word in several.split(",") if word]
    if len(numbers) > 1 and all(re.fullmatch(r"[+-]?(?:[0-9]*,)?[0-9]+%?", word) for word in numbers):
        return [word.replace(",", ".") for word in numbers]
    raise InputError(
        f"the commas in {quoted(text.strip())} may part values or stand for decimal points; "
        "write 0.5 for a decimal and a blank between values"
    )


def score_texts(pair: Sequence[Sequence[Fraction]]) -> tuple[list[str], list[str]]:
    """The scores of A and of B as a table states them: all decimals with equally many digits, the others as fractions.

    >>> score_texts(((Fraction("0.5"), Fraction("0.25")), (Fraction(1), Fraction("2/3"))))
    (['0.50', '0.25'], ['1.00', '2/3'])
    """
    places = [_places(value) for side in pair for value in side]
    most = max((one for one in places if one is not None), default=0)
    a, b = ([fixed(value, most) if _places(value) is not None else str(value) for value in side] for side in pair)
    return a, b


def _places(value: Fraction) -> int | None:
    """The digits after the point that an exact decimal needs; None where there is none."""
    return next((places for places in range(_MOST_PLACES) if (value * 10**places).denominator == 1), None)


_MOST_PLACES = 18  # of a score that was a float
