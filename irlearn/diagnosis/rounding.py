"""A right rule spoiled: digits cut off, roundings on the way, too few digits for the result."""

from __future__ import annotations

from fractions import Fraction

from irlearn.diagnosis.answers import FLOAT_ROOM, Answer
from irlearn.diagnosis.question import Question, halves_up
from irlearn.diagnosis.verdict import Diagnosis
from irlearn.kinds.rules import Number
from irlearn.words import counted, in_words

CUT = "cut-off"
"""The id of the right number whose last digits were cut off, however many are left."""


EARLY = "rounded-early"
"""The id of a right calculation with numbers rounded, or cut off, before its end."""


def spoiled_by_rounding(question: Question, typed: Answer) -> tuple[Diagnosis, ...]:
    """The right rule spoiled by cutting digits off, by rounding on the way, or by too few digits; all that fit."""
    if typed.places is None:
        return _too_coarse(question, typed)
    places, found = typed.places, []
    if is_cut_off(question.right, typed):
        cut = f"{typed.text} was cut off, not rounded: the next digit rounds its last one up."
        found.append(Diagnosis(CUT, cut))
    for digits in range(1, min(places, _ROUGHLY) + 1):
        if not _within_reach(question, typed, digits):
            break  # and more digits reach less far
        ends = question.rounded_on_the_way(digits)
        if found:  # where digits may have been cut off, a half that was rounded down is no second cause
            ends = [halves_up(value, places) for value in ends]
        if any(typed.fits(value) for value in ends):
            early = f"You rounded to {counted(digits, 'digit')} on the way. {_keep(question, places, digits)}"
            found.append(Diagnosis(EARLY, early))
            break
        if digits > 1 and not found and any(map(typed.fits, question.cut_on_the_way(digits))):
            early = f"You cut numbers off behind {counted(digits, 'digit')} on the way. Round, and keep more of them."
            found.append(Diagnosis(EARLY, early))
            break
    return tuple(found)


def _within_reach(question: Question, typed: Answer, digits: int) -> bool:
    """Whether roundings on the way to so many digits could end near the answer; quickly, in floats."""
    if not question.by_hand:
        return False
    low, high = question.context.bounds(10.0**-digits)  # which cutting moves a number by
    room = _AND_MORE * float(typed.room) + _NOISE * abs(float(typed.value))
    return low - room <= float(typed.value) <= high + room


_AND_MORE, _NOISE = 3, 1e-6  # rooms, of which a result that is itself rounded takes two


def is_cut_off(right: Number, typed: Answer) -> bool:
    """Whether an answer that is not right holds the first digits of the right number, which goes on behind them.

    >>> from irlearn.diagnosis import read_answer
    >>> [is_cut_off(Fraction(2, 3), read_answer(text)) for text in ("0.66", "0.65")]
    [True, False]
    >>> is_cut_off(Fraction("0.67"), read_answer("0.66"))  # a unit off, and nothing behind it
    False
    """
    if typed.calculated or typed.printed or not typed.room:
        return False
    exact = Fraction(right)
    unit = min(2 * typed.room, Fraction(1, 10 ** (typed.places or 0)))
    noise = 0 if isinstance(right, Fraction) else FLOAT_ROOM * abs(exact)
    return noise < abs(exact) - abs(typed.value) < unit - noise and exact * typed.value >= 0


def almost(typed: Answer, spoiled: tuple[Diagnosis, ...]) -> str:
    """The headline of an answer whose rule is right; of several causes it asserts none.

    What was only cut off is said to be right as far as it goes.
    """
    if len(spoiled) == 1:
        return f"{'' if spoiled[0].id == CUT else 'Almost. '}{spoiled[0].message}"
    causes = " Or: ".join(one.message for one in spoiled)
    return f"Almost. {typed.text} comes about in {in_words(len(spoiled))} ways. {causes}"


_ROUGHLY = 4  # digits that are too few on the way


def _too_coarse(question: Question, typed: Answer) -> tuple[Diagnosis, ...]:
    """A whole number or a fraction for a value that is none but lies near."""
    right: Number = question.right
    whole = typed.value.denominator == 1
    near = abs(typed.value - Fraction(right)) <= (Fraction(1, 2) if whole else Fraction(1, 100))
    if whole and abs(float(right)) > 1 and Fraction(right).denominator > 1 and near:
        what = "the value is no whole number"
    elif not whole and isinstance(right, float) and near:
        what = "this value is no fraction"
    else:
        return ()
    return (Diagnosis("too-few-digits", f"{typed.text} is near, but {what}. Give three digits after the point."),)


def _keep(question: Question, places: int, digits: int) -> str:
    """How many digits to keep on the way for a result that is right at its places, or at more that are asked for."""
    places = max(places, question.places or 0)
    wanted = f"For {counted(places, 'digit')} in the result" if places else "For a whole number"
    exact = isinstance(question.right, Fraction)
    needed = digits_needed(question, places)
    if needed is None:
        return f"{wanted} {'work with fractions' if exact else 'keep all the digits that you have'}."
    return f"{wanted} keep at least {max(needed, digits + 1)} on the way{', or fractions' if exact else ''}."


def digits_needed(question: Question, places: int) -> int | None:
    """The fewest digits on the way that, as all larger numbers of them, end in the right result, rounded halves up.

    None where no number of digits is sure to.
    """
    right, last = Fraction(question.right), places + _SURE
    wanted, ends = halves_up(right, places), {kept: question.rounded_on_the_way(kept) for kept in range(last + 1)}
    scaled = right * 10**places + Fraction(1, 2)
    margin = min(scaled % 1, -scaled % 1) / 10**places
    ending = all(value == right for kept in range(last - _FAR, last + 1) for value in ends[kept])  # more add nothing
    if not ends[last] or (margin < Fraction(1, 10 ** (places + _FAR)) and not ending):
        return None
    needed = last
    while needed > 0 and all(halves_up(value, places) == wanted for value in ends[needed - 1]):
        needed -= 1
    return needed


_SURE, _FAR = 10, 4  # beyond the places: digits that are tried; digits in which a safe value is off the next rounding
