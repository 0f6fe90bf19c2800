"""Resume codes: a few signs that say which parts of a lesson are done, and in which a slip of the finger is noticed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from irlearn.errors import InputError

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The 32 signs of base32 after Crockford (2002): no I, L or O, which look like 1 and 0, and no U."""

_PREFIX = "1R"  # how "IR" reads once I is taken for 1
_FORGIVEN = str.maketrans("OIL", "011")
_IGNORED = re.compile(r"[\s\-\u2010-\u2015\u2212]")  # blanks, hyphens, and the dashes that word processors make of them
_GROUP = 4
_BITS = 5  # in a sign
_VERSION = 10  # bits
_CHECKS = 2
_LONGEST = 31  # of a code that two check signs over 32 elements protect
_HEAD = len(_PREFIX) + 2 + 2  # the prefix, the lesson, the version
_MOST_SHOWN = 40  # signs of what was typed, in a sentence
MOST_PARTS = (_LONGEST - _HEAD - _CHECKS) * _BITS


@dataclass(frozen=True)
class PartList:
    """The parts that a lesson has, or had once, in their order; a resume code says which of them are done.

    >>> once = PartList("09", ("same-mrr", "which-pair", "turn-1"))
    >>> once.digest, once.number
    ('89a5effb', 550)
    """

    lesson: str
    ids: tuple[str, ...]

    @property
    def digest(self) -> str:
        """Eight signs that are equal for equal lists, on every machine."""
        return hashlib.sha256("\n".join([self.lesson, *self.ids]).encode()).hexdigest()[:8]

    @property
    def number(self) -> int:
        """The digest as a resume code holds it, in ten bits."""
        return int(self.digest, 16) >> 22


def write_code(lesson: str, version: int, done: Sequence[bool]) -> str:
    """The resume code of a lesson of which the parts marked in `done` are done.

    `lesson` is two signs of the alphabet, `version` a number below 1024. Two check signs, of a Reed-Solomon code
    over the field of 32 elements (Reed and Solomon, 1960), make any two codes differ in three signs at least: so any
    one or two wrong signs are noticed, and two neighbours that changed places are two wrong signs.

    >>> write_code("03", 700, [True, False, True, False, False, False, False])
    'IR03-NWM0-16'
    """
    bits = "".join("1" if it else "0" for it in done)
    bits = f"{version:010b}" + bits + "0" * (-len(bits) % _BITS)
    body = [ALPHABET.index(sign) for sign in _PREFIX + lesson]
    body += [int(bits[start : start + _BITS], 2) for start in range(0, len(bits), _BITS)]
    code = "".join(ALPHABET[value] for value in [*body, *_remainder([*body, 0, 0])])
    code = "I" + code[1:]
    return "-".join(code[start : start + _GROUP] for start in range(0, len(code), _GROUP))


def read_code(text: str, lesson: str, version: int, parts: int) -> tuple[bool, ...]:
    """Which of the `parts` parts of this lesson a resume code says are done.

    Small letters, blanks, hyphens, and I, L or O for 1 and 0 are understood. Raises `InputError` where the code is
    mistyped, of another lesson, or of another version of this lesson.

    >>> read_code("irO3 nwmo l6", "03", 700, 7)
    (True, False, True, False, False, False, False)
    >>> read_code("IR03-NWN0-16", "03", 700, 7)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: 'IR03-NWN0-16' is not a resume code: a sign of it was mistyped or left out; copy it again
    """
    found, bits = _parsed(text)
    if found != lesson:
        raise InputError(f"this code is for lesson {found}; open lesson {found}, for this is lesson {lesson}")
    if int(bits[:_VERSION], 2) != version:
        raise InputError(
            f"this code is for another version of lesson {lesson}, so its parts cannot be told; "
            "use the copy of the lesson in which it was made"
        )
    done, rest = bits[_VERSION : _VERSION + parts], bits[_VERSION + parts :]
    if len(done) < parts or len(rest) >= _BITS or "1" in rest:
        raise _mistyped(text)
    return tuple(bit == "1" for bit in done)


def lesson_of_code(text: str) -> tuple[str, int]:
    """The lesson that a resume code is for, and the number of its version; `InputError` where it is mistyped.

    >>> lesson_of_code("irO3 nwmo l6")
    ('03', 700)
    """
    lesson, bits = _parsed(text)
    return lesson, int(bits[:_VERSION], 2)


def _parsed(text: str) -> tuple[str, str]:
    """The lesson of a code, and its bits: those of the version, then one a part, then zeros."""
    code = _IGNORED.sub("", text).upper().translate(_FORGIVEN)
    if not code:
        raise InputError("no resume code was given; it looks like IR03-7K2F-9Q")
    if not code.startswith(_PREFIX):
        raise InputError(f"{_short(text)!r} is not a resume code; it begins with IR and looks like IR03-7K2F-9Q")
    values = [ALPHABET.find(sign) for sign in code[: _LONGEST + 1]]
    if not _HEAD + _CHECKS <= len(code) <= _LONGEST or -1 in values or any(_remainder(values)):
        raise _mistyped(text)
    bits = "".join(f"{value:05b}" for value in values[len(_PREFIX) + 2 : -_CHECKS])
    return code[len(_PREFIX) : len(_PREFIX) + 2], bits


def _mistyped(text: str) -> InputError:
    return InputError(f"{_short(text)!r} is not a resume code: a sign of it was mistyped or left out; copy it again")


def _short(text: str) -> str:
    text = text.strip()
    return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "…"


def _remainder(values: Iterable[int]) -> tuple[int, int]:
    """What remains of the polynomial with these coefficients, divided by (x + 1)(x + 2) = x² + 3x + 2."""
    high = low = 0
    for value in values:
        high, low = low ^ _times(high, 3), value ^ _times(high, 2)
    return high, low


def _times(one: int, other: int) -> int:
    """The product in the field of 32 elements, whose polynomial is x⁵ + x² + 1."""
    product = 0
    for bit in range(_BITS):
        if other >> bit & 1:
            product ^= one << bit
    for bit in range(2 * _BITS - 2, _BITS - 1, -1):
        if product >> bit & 1:
            product ^= 0b100101 << (bit - _BITS)
    return product
