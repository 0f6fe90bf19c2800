"""Decimal numbers in a text, read a column at a time and rounded as Python's `float` rounds them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from irlearn.collection.ids import Places

_DOT, _MINUS, _PLUS = b".-+"
_MOST_DIGITS = 24  # three words of eight, if the first one is below 1000 so that a 64-bit integer holds them
_MOST_DECIMALS = 22  # 10**22 is the last power of ten that float64 holds exactly
_MOST_SPELLINGS = 24
_MOST_IN_VAIN = 2
_EXACT = np.uint64(2**53)
_SPLIT = 2.0**27 + 1  # halves a float64 into two of 26 bits


def _word(value: int) -> np.uint64:
    return np.uint64(value)


_ZEROS, _HIGH_BITS, _ABOVE_NINE = _word(0x30 * 0x0101010101010101), _word(0x8080808080808080), _word(0x7676767676767676)
_LAST = np.array([(1 << 64) - (1 << 8 * (8 - size)) for size in range(9)], dtype=np.uint64)  # the last `size` bytes
_STEPS = tuple(
    (_word(mask), _word(factor), _word(shift))
    for mask, factor, shift in (
        (0x0F0F0F0F0F0F0F0F, 10 * (1 << 8) + 1, 8),  # digits to pairs, pairs to fours, fours to eight
        (0x00FF00FF00FF00FF, 100 * (1 << 16) + 1, 16),
        (0x0000FFFF0000FFFF, 10_000 * (1 << 32) + 1, 32),
    )
)


def read_decimals(
    chunk: NDArray[np.uint8], words: NDArray[np.uint64], starts: Places, ends: Places
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The plainly spelled numbers (`12`, `-3.5`, `.25`) of a column, and the rows whose spelling needs a closer look.

    Row `i` is spelled by `chunk[starts[i]:ends[i]]`; `words[p]` is the word of eight bytes before place `p` of the
    chunk. A number whose digits form an integer of at most 2**53 is that integer over an exact power of ten, which
    is correctly rounded; up to 19 digits, the remainder of the division decides. All else (exponents, more digits, no
    number at all) is left to the caller.
    """
    first = chunk[starts]
    minus = first == _MINUS
    signed = minus | (first == _PLUS)
    if signed.any():
        starts = starts + signed
    else:
        minus = None
    values = np.zeros(len(starts))
    rows: NDArray[np.int64] | None = None  # None while every row is still to be read
    closer, in_vain = [], 0
    for _ in range(_MOST_SPELLINGS):
        some = (starts, ends) if rows is None else (starts[rows], ends[rows])
        if not some[0].size:
            break
        spelling = chunk[some[0][0] : some[1][0]].tobytes()
        decimals = len(spelling) - 1 - spelling.rfind(b".") if b"." in spelling else None
        found, good = _read_spelled(chunk, words, *some, decimals)
        if rows is None and good.all():
            values, rows = found, np.empty(0, dtype=np.int64)
            break
        rows = np.arange(len(starts)) if rows is None else rows
        values[rows[good]] = found[good]
        if not good[0]:
            closer.append(rows[:1])
            good[0] = True
            in_vain += 1
        rows = rows[~good]
        if in_vain > _MOST_IN_VAIN:  # a column of exponents, say: no spelling will do
            break
    if rows is not None:
        closer.append(rows)
    if minus is not None:
        np.negative(values, out=values, where=minus)
    return values, np.sort(np.concatenate(closer)) if closer else np.empty(0, dtype=np.int64)


def order_of_wholes(words: NDArray[np.uint64], starts: Places, ends: Places) -> NDArray[np.uint64] | None:
    """Words that stand in the order of the whole numbers of a column, or None where some have over eight digits.

    The places are those of `read_decimals`. A word holds the digits as text, so that `are_wholes` can tell whether
    they are digits.
    """
    digits = ends - starts
    if digits.max(initial=0) > 8:
        return None
    text: NDArray[np.uint64] = words[ends]
    text &= _LAST[digits]
    return text.byteswap(inplace=True) if np.little_endian else text


def are_wholes(order: NDArray[np.uint64]) -> bool:
    """Whether the words of `order_of_wholes` were whole numbers.

    >>> are_wholes(np.array([0x3132], dtype=np.uint64)), are_wholes(np.array([0x312E35], dtype=np.uint64))
    (True, False)
    """
    signs = order.view(np.uint8)
    return bool(((signs == 0) | ((signs >= 0x30) & (signs <= 0x39))).all())


def _read_spelled(
    chunk: NDArray[np.uint8], words: NDArray[np.uint64], starts: Places, ends: Places, decimals: int | None
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The numbers with just so many digits behind the dot (None: no dot), and which rows are spelled so."""
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
    """Integers of more than 53 bits over a power of ten, and where that is surely rounded correctly.

    The quotient of the rounded integer is mended by what the division left over, known to twice the precision (Dekker
    1971). Only a result that seems to lie halfway between two float64 stays undecided.
    """
    rounded = mantissa.astype(np.float64)
    lost = (mantissa - rounded.astype(np.uint64)).view(np.int64)  # wraps around where it was rounded up
    quotient = rounded / power
    product = quotient * power
    upper, power_upper = (x * _SPLIT - (x * _SPLIT - x) for x in (quotient, np.float64(power)))
    lower, power_lower = quotient - upper, power - power_upper
    error = ((upper * power_upper - product) + upper * power_lower + lower * power_upper) + lower * power_lower
    mend = ((rounded - product) - error + lost) / power
    result = quotient + mend
    missed = np.abs(mend - (result - quotient)) / np.spacing(result)
    sure: NDArray[np.bool_] = (np.abs(missed - 0.5) > 1e-6) & (np.abs(missed - 0.25) > 1e-6)  # 0.25: below 2**n
    return result, sure


def _eight_digits(
    words: NDArray[np.uint64], ends: Places, digits: NDArray[np.int64], number: int, decimals: int | None
) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Digits `8 * number` and on, counted from the right, as an integer; and whether they are all digits."""
    behind_dot = 8 if decimals is None else min(max(decimals - 8 * number, 0), 8)

    def window(distance: int) -> NDArray[np.uint64]:
        found: NDArray[np.uint64] = words[ends - distance if number == 0 else np.maximum(ends - distance, 0)]
        return found

    if behind_dot == 8:
        text = window(8 * number)
    else:
        text = window(8 * number + 1)  # one further left, over the dot
        if behind_dot:
            text &= ~_LAST[behind_dot]
            text |= window(8 * number) & _LAST[behind_dot]
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
