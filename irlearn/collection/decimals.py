"""Parser of decimal numbers that reads a column at a time and rounds as Python's `float` does."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from irlearn.collection.ids import Places

_DOT, _MINUS, _PLUS = b".-+"
_MOST_DIGITS = 24  # Three words of eight digits; the first word is below 1000, so that 64 bits hold all digits.
_MOST_DECIMALS = 22  # 10**22 is the largest power of ten that float64 represents exactly.
_MOST_SPELLINGS = 24
_MOST_FAILURES = 2
_EXACT = np.uint64(2**53)
_SPLIT = 2.0**27 + 1  # Dekker's constant, which splits a float64 into two numbers of 26 bits.


def _word(value: int) -> np.uint64:
    return np.uint64(value)


_ZEROS, _HIGH_BITS, _ABOVE_NINE = _word(0x30 * 0x0101010101010101), _word(0x8080808080808080), _word(0x7676767676767676)
_LAST = np.array([(1 << 64) - (1 << 8 * (8 - size)) for size in range(9)], dtype=np.uint64)  # Masks the last bytes.
_STEPS = tuple(
    (_word(mask), _word(factor), _word(shift))
    for mask, factor, shift in (
        # Digits are joined to pairs, pairs to groups of four, and groups to a number of eight digits.
        (0x0F0F0F0F0F0F0F0F, 10 * (1 << 8) + 1, 8),
        (0x00FF00FF00FF00FF, 100 * (1 << 16) + 1, 16),
        (0x0000FFFF0000FFFF, 10_000 * (1 << 32) + 1, 32),
    )
)


def read_decimals(
    chunk: NDArray[np.uint8], words: NDArray[np.uint64], starts: Places, ends: Places
) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Read the plainly spelled numbers (`12`, `-3.5`, `.25`) of a column, and find the rows with another spelling.

    Row `i` is spelled by `chunk[starts[i]:ends[i]]`; `words[p]` is the word of the eight bytes before position `p` of
    the chunk. Return the numbers and the rows that the caller must parse (exponents, more digits, no number at all).

    A number whose digits form an integer of at most 2**53 is that integer divided by an exact power of ten, so the
    quotient is correctly rounded. With up to 19 digits, the remainder of the division decides the rounding.
    """
    first = chunk[starts]
    minus = first == _MINUS
    signed = minus | (first == _PLUS)
    if signed.any():
        starts = starts + signed
    else:
        minus = None
    values = np.zeros(len(starts))
    rows: NDArray[np.intp] | None = None  # The rows that are still to be read; None means all rows.
    unusual, failures = [], 0
    for _ in range(_MOST_SPELLINGS):
        # Each iteration reads the remaining rows with the same number of decimals as the first of them.
        row_starts, row_ends = (starts, ends) if rows is None else (starts[rows], ends[rows])
        if not row_starts.size:
            break
        spelling = chunk[row_starts[0] : row_ends[0]].tobytes()
        decimals = len(spelling) - 1 - spelling.rfind(b".") if b"." in spelling else None
        numbers, good = _read_spelled(chunk, words, row_starts, row_ends, decimals)
        if rows is None and good.all():
            values, rows = numbers, np.empty(0, dtype=np.intp)
            break
        rows = np.arange(len(starts)) if rows is None else rows
        values[rows[good]] = numbers[good]
        if not good[0]:
            unusual.append(rows[:1])
            good[0] = True
            failures += 1
        rows = rows[~good]
        if failures > _MOST_FAILURES:  # The column has another notation throughout, such as exponents.
            break
    if rows is not None:
        unusual.append(rows)
    if minus is not None:
        np.negative(values, out=values, where=minus)
    return values, np.sort(np.concatenate(unusual)) if unusual else np.empty(0, dtype=np.intp)


def order_of_wholes(words: NDArray[np.uint64], starts: Places, ends: Places) -> NDArray[np.uint64] | None:
    """Return words in the order of the whole numbers of a column, or None if a number has more than eight digits.

    The arguments are those of `read_decimals`. A word contains the digits as text, so that `are_wholes` can check
    whether they are digits.
    """
    digits = ends - starts
    if digits.max(initial=0) > 8:
        return None
    text: NDArray[np.uint64] = words[ends]
    text &= _LAST[digits]
    return text.byteswap(inplace=True) if np.little_endian else text


def are_wholes(order: NDArray[np.uint64]) -> bool:
    """Return whether the words of `order_of_wholes` are whole numbers.

    >>> are_wholes(np.array([0x3132], dtype=np.uint64)), are_wholes(np.array([0x312E35], dtype=np.uint64))
    (True, False)
    """
    characters = order.view(np.uint8)
    return bool(((characters == 0) | ((characters >= 0x30) & (characters <= 0x39))).all())


def _read_spelled(
    chunk: NDArray[np.uint8], words: NDArray[np.uint64], starts: Places, ends: Places, decimals: int | None
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the numbers with `decimals` digits after the point (None: no point), and which rows have this form."""
    digits = ends - starts
    good: NDArray[np.bool_] = digits > 0
    if decimals is not None:
        good &= digits > decimals
        digits -= 1
        good &= digits > 0
        good &= chunk[np.maximum(ends - (1 + decimals), 0)] == _DOT
    good &= digits <= _MOST_DIGITS
    if decimals is not None and decimals > _MOST_DECIMALS:
        return np.zeros(len(starts)), np.zeros(len(starts), dtype=bool)
    longest = int(digits.max(where=good, initial=0))
    mantissa = np.zeros(len(starts), dtype=np.uint64)
    for number in range(-(-longest // 8)):
        eight, plain = _eight_digits(words, ends, digits, number, decimals)
        good &= plain
        if number == 2:
            good &= eight < 1000
        eight *= _word(10 ** (8 * number))
        mantissa += eight
    values = mantissa.astype(np.float64)
    if decimals:
        values /= 10.0**decimals
        long = np.flatnonzero(mantissa > _EXACT)
        if long.size:
            values[long], sure = _long_quotients(mantissa[long], 10.0**decimals)
            good[long] &= sure
    return values, good


def _long_quotients(mantissa: NDArray[np.uint64], power: float) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Divide integers of more than 53 bits by a power of ten; return also which quotients are surely rounded correctly.

    The remainder, known to twice the precision (Dekker 1971), corrects the quotient of the rounded integer. A result
    that seems to lie halfway between two float64 numbers remains undecided.
    """
    rounded = mantissa.astype(np.float64)
    lost = (mantissa - rounded.astype(np.uint64)).view(np.int64)  # The subtraction wraps around after rounding up.
    quotient = rounded / power
    product = quotient * power
    upper, power_upper = (x * _SPLIT - (x * _SPLIT - x) for x in (quotient, np.float64(power)))
    lower, power_lower = quotient - upper, power - power_upper
    error = ((upper * power_upper - product) + upper * power_lower + lower * power_upper) + lower * power_lower
    correction = ((rounded - product) - error + lost) / power
    result = quotient + correction
    missed = np.abs(correction - (result - quotient)) / np.spacing(result)
    # The spacing is half as large just below a power of two, so 0.25 may be halfway as well.
    sure: NDArray[np.bool_] = (np.abs(missed - 0.5) > 1e-6) & (np.abs(missed - 0.25) > 1e-6)
    return result, sure


def _eight_digits(
    words: NDArray[np.uint64], ends: Places, digits: NDArray[np.intp], number: int, decimals: int | None
) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Return eight digits of each row as an integer, and which rows have only digits there.

    The digits are `8 * number` to `8 * number + 7`, counted from the right.
    """
    after_point = 8 if decimals is None else min(max(decimals - 8 * number, 0), 8)

    def window(distance: int) -> NDArray[np.uint64]:
        window_words: NDArray[np.uint64] = words[ends - distance if number == 0 else np.maximum(ends - distance, 0)]
        return window_words

    if after_point == 8:
        text = window(8 * number)
    else:
        text = window(8 * number + 1)  # One byte further left, to skip the decimal point.
        if after_point:
            text &= ~_LAST[after_point]
            text |= window(8 * number) & _LAST[after_point]
    text ^= _ZEROS
    if digits.min() < 8 * number + 8:
        text &= _LAST[np.clip(digits - 8 * number, 0, 8)]
    odd = text + _ABOVE_NINE
    odd |= text
    odd &= _HIGH_BITS
    plain: NDArray[np.bool_] = odd == 0
    for mask, factor, shift in _STEPS:
        text &= mask
        text *= factor
        text >>= shift
    return text, plain
