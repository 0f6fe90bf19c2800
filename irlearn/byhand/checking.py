"""check(measure, ranking, answer) -> Verdict: which of the outcomes an answer is, and by which misconception."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from irlearn.byhand.answers import CUT, FLOAT_ROOM, Answer, read_answer
from irlearn.byhand.explain_quantity import Asked, explain
from irlearn.byhand.hints import hints_for
from irlearn.byhand.misconceptions import Number
from irlearn.byhand.parse_question import read_question
from irlearn.byhand.quantity import HandQuantity
from irlearn.byhand.question import Question, WrongAnswer, halves_up, same
from irlearn.byhand.verdict import COARSE, OPEN, OTHER, PERHAPS, RIGHT, ROUNDED, UNKNOWN, WRONG, Diagnosis, Verdict
from irlearn.measures import Measure
from irlearn.measures.means import Mean
from irlearn.quantity import Quantity
from irlearn.ranking import Ranking
from irlearn.text.english import count_noun, number_word
from irlearn.text.numbers import decimal, fixed

_SPOILED = "The rule is right. Round once, at the end."


Calculation = Quantity | str
Typed = str | float | Fraction | Decimal


def check(measure: Calculation, ranking: Asked, answer: Typed, *, relevant: Any = None, missed: Any = "") -> Verdict:
    """The verdict on a hand calculation: right, or the wrong rules that give the learner's number.

    `ranking` is one `Ranking` for a measure, its text, or a list of grades; for a mean (MAP, gMAP, MRR) one ranking or
    one value a query; for a test such as `irlearn.byhand.SignTest()` the scores of A and those of B. `answer` is
    `13/30`, `0.433`, `.43`, `43.3%`, `5.383/8`, or a number; it is right when the value rounds to its digits, and of
    seven digits and more when it is what a program may print for the value. `relevant` and `missed` are those of
    `explain`.
    Raises `InputError` where the answer is no number, or the measure is not defined here.

    >>> from irlearn import AP, MAP
    >>> check(AP, "1 0 1", "5/6"), check(AP, [1, 0, 1], "5/6")
    (<right>, <right>)
    >>> check(MAP, [1, 0.5, 0.1], "0.368")
    <wrong rule: map-geometric-mean>
    >>> from irlearn.byhand import SignTest
    >>> print(check(SignTest(), ([0.28, 0.30, 0.38, 0.29, 0.23], [0.35, 0.20, 0.40, 0.33, 0.24]), "0.1875").headline)
    Not yet. You took one tail. Two-sided, differences as large in the other direction count, too.
    >>> check(AP, "1 0 1", "about half")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: 'about half' is not a number; write it as 13/30, 0.433 or 43.3%
    """
    return check_question(make_question(measure, ranking, relevant=relevant, missed=missed), answer)


def check_question(question: Question, answer: Typed) -> Verdict:
    """The verdict on one of many answers to the same question, whose wrong numbers are then worked out once."""
    answer = question.quantity.normalized(answer) if isinstance(answer, str) else answer
    typed = read_answer(answer, share=question.quantity.range == (0, 1))
    if typed not in question.verdicts:
        if len(question.verdicts) >= _MOST_VERDICTS:
            question.verdicts.clear()
        question.verdicts[typed] = _judged(question, typed)
    return question.verdicts[typed]


_MOST_VERDICTS = 1000  # that a question remembers


def _judged(question: Question, typed: Answer) -> Verdict:
    exactly = typed.is_exactly(question.right_value)
    if not exactly and (typed.is_calculation or typed.is_program_output):
        made = [one for one in question.mistakes if typed.is_exactly(one.value)]
        if made:  # a calculation by a wrong rule, or its long number, however near it is to the right one
            return _wrong(question, typed, made, ())
    if any(map(typed.is_rounding_of, (question.right_value, *question.values_of_stated_shares[:1]))):
        return _right(question, typed, settled=exactly)
    fitting, spoiled = _fitting(question, typed), spoiled_by_rounding(question, typed)
    surer = any(one.is_definition or typed.is_exactly(one.value) for one in fitting if not one.is_rare)
    if fitting and (surer or CUT not in [one.id for one in spoiled]):
        return _wrong(question, typed, fitting, () if typed.places is None else spoiled)
    if (
        question.values_of_stated_shares
        and question.values_of_stated_shares[1] - typed.tolerance
        <= typed.value
        <= question.values_of_stated_shares[2] + typed.tolerance
    ):
        return _right(question, typed, settled=exactly)  # as far as what was given determines it
    if spoiled and typed.value.denominator == 1 and typed.places is None:
        return Verdict(question, typed, COARSE, (), spoiled[0].message, "")
    if spoiled:
        says, advice = almost(typed, spoiled), "" if typed.has_few_digits or typed.places is None else _SPOILED
        if fitting:  # as likely as a cut
            more = _in_full(question, typed) if typed.has_few_digits else _likeliest_first(typed, fitting)[0].message
            says, advice = f"{says} But {_any_of(fitting).lower()} gives {typed.text}, too. {more}", ""
        return Verdict(question, typed, ROUNDED, (*spoiled, *map(_diagnosis, fitting)), says, advice)
    says, advice = _unknown(question, typed)
    hints = hints_for(question, typed)
    if hints:
        return Verdict(question, typed, PERHAPS, (), hints[0].message, advice, hints)
    return Verdict(question, typed, UNKNOWN, (), says, advice)


def make_question(measure: Calculation, ranking: Asked, **judged: Any) -> Question:
    """The question that `check` answers: a measure of a ranking, a mean over several, or a test of two systems."""
    return Question(*read_question(measure, ranking, **judged))


def _right(question: Question, typed: Answer, *, settled: bool) -> Verdict:
    places = question.places
    coarse = not settled and places is not None and typed.tolerance > Fraction(1, 2 * 10**places)
    close = [] if settled else _likeliest_first(typed, [one for one in _fitting(question, typed) if not one.is_rare])
    if close and not all(one.is_definition for one in close):
        told = tuple(map(_diagnosis, close))
        vague = typed.has_few_digits and len(close) > 1
        return Verdict(
            question, typed, OPEN, told, _cannot_tell(question, typed, close, vague=vague), "", ambiguous=vague
        )
    if coarse:
        ask_for = f"Give {_after_the_point(question, typed)}."
        return Verdict(question, typed, COARSE, (), f"{typed.text} fits so far. {ask_for}", "")
    advice, asked = "", question.quantity
    if isinstance(asked, HandQuantity):  # wins are counted, not calculated
        advice = asked.why if asked.statistic == "wins" else explain(asked, question.data).equations[-1].spoken
    if close:
        also = f"Another convention gives {typed.text}, too: {close[0].message}"
        advice = f"{advice.removesuffix('.')}. {also}" if advice else also
    return Verdict(question, typed, RIGHT, (), f"{typed.text} is right.", advice)


def _cannot_tell(question: Question, typed: Answer, close: Sequence[WrongAnswer], *, vague: bool) -> str:
    """The headline of an answer that the right value and mistakes round to: what it fits, and what would tell."""
    fewest = (question.places or 0) - (typed.places or 0)
    more = _more_digits(typed, [question.right_value], [one.value for one in close])
    would = [f"{number_word(max(more, fewest))} more {'digit' if max(more, fewest) == 1 else 'digits'}"] if more else []
    would += ["a fraction"] if isinstance(question.right_value, Fraction) else []
    tells = f"; {' or '.join(would)} would" if would else ""
    fits = f"this {_kind(close)}" if len(close) == 1 else f"{number_word(len(close))} {_kind(close)}s"
    such = "." if vague else f"{', such as this one' * (len(close) > 1)}: {close[0].message}"
    return f"{typed.text} cannot tell yet{tells}. It fits the right rule, and it fits {fits}{such}"


def _kind(fitting: Sequence[WrongAnswer]) -> str:
    """What these are called together: mistakes, but for those that are right elsewhere."""
    kinds = {one.is_definition for one in fitting}
    return "other rule" if len(kinds) > 1 else "other definition" if kinds == {True} else "mistake"


def _wrong(question: Question, typed: Answer, fitting: list[WrongAnswer], spoiled: tuple[Diagnosis, ...]) -> Verdict:
    fitting = _likeliest_first(typed, fitting)
    first, told = fitting[0], tuple(map(_diagnosis, fitting))
    more = _tells_apart(typed, [one.value for one in fitting])
    advice = f"{more} {_why(question.quantity, first)}".strip()
    if not first.is_definition:
        sure = sum(not one.is_rare and typed.is_exactly(one.value) for one in fitting) or 1
        told = (*told[:sure], *spoiled, *told[sure:])
    as_asked = not first.is_rare and question.places is not None and (typed.places or 0) >= question.places
    apart = len(told) > 1 and bool(more or spoiled)
    vague = typed.has_few_digits and (apart or not (as_asked or typed.is_exactly(first.value)))
    vague = vague and not (first.is_definition and all(one.is_definition or one.is_rare for one in fitting))
    says, advice = (_too_short(question, typed, fitting, spoiled), "") if vague else (first.message, advice)
    if CUT in [one.id for one in told]:
        advice = f"{advice} {typed.text} also is how the right answer begins. If you cut it off, round instead.".strip()
    outcome = OTHER if first.is_definition and not vague else WRONG
    return Verdict(question, typed, outcome, told, says, advice, ambiguous=vague)


def _too_short(question: Question, typed: Answer, fitting: Sequence[WrongAnswer], spoiled: Sequence[Diagnosis]) -> str:
    """What is said of an answer whose few digits come about in several ways: how many they are, and what to type."""
    early = ", and so does rounding on the way" * (EARLY in [one.id for one in spoiled])
    return f"{_any_of(fitting)} gives {typed.text}{early}. {_in_full(question, typed)}"


def _any_of(fitting: Sequence[WrongAnswer]) -> str:
    """The subject of a sentence about an answer that these give: what they are, and how many, of which one was made."""
    kind, count = _kind(fitting).replace("mistake", "known mistake"), len({one.id for one in fitting})
    article = "An" if kind[0] == "o" else "A"
    return f"{article} {kind}" if count == 1 else f"{'Either' if count == 2 else 'Any'} of {number_word(count)} {kind}s"


def _in_full(question: Question, typed: Answer) -> str:
    """How to type a short answer, so that it tells."""
    digits = "three digits" if 10 * abs(typed.value) >= 1 else "three digits behind its zeros"
    return f"Type it with {digits}{', or as a fraction' * isinstance(question.right_value, Fraction)}."


def _why(asked: Quantity, mistake: WrongAnswer) -> str:
    """Return the reason for the right rule, which is that of the measure if each query was worked out wrongly."""
    if isinstance(asked, Mean) and mistake.misconception.measure != asked.name:
        return asked.per_query.why
    return asked.why


def _fitting(question: Question, typed: Answer) -> list[WrongAnswer]:
    """The mistakes whose number is the answer, likeliest first."""
    return [one for one in question.mistakes if typed.fits(one.value)]


def _likeliest_first(typed: Answer, fitting: Sequence[WrongAnswer]) -> list[WrongAnswer]:
    """The mistakes in the order in which they are named, each once; one may have several ways.

    What is far-fetched comes last. Of the others those come first whose very number was typed, and those that were
    posted again and again; then those whose number rounds to it.
    """

    def place(one: WrongAnswer) -> tuple[bool | int, ...]:
        known = one.misconception
        return one.is_rare, not (known.is_posted or typed.is_exactly(one.value)), *known.sort_key

    ordered = sorted(fitting, key=place)
    return list({one.id: one for one in reversed(ordered)}.values())[::-1]


def _diagnosis(mistake: WrongAnswer) -> Diagnosis:
    evidence = mistake.misconception.evidence
    return Diagnosis(mistake.id, mistake.message, mistake.working().equations, mistake.value, evidence, mistake.is_rare)


def _tells_apart(typed: Answer, values: Sequence[Number]) -> str:
    """How many digits would tell these values apart, as a sentence; empty where none would."""
    different = [one for place, one in enumerate(values) if not any(same(one, other) for other in values[:place])]
    more = _more_digits(typed, *([value] for value in different)) if len(different) > 1 else 0
    them = "the ways" if len(different) == len(values) else "some of the ways"
    digits = f"{number_word(more).capitalize()} more {'digit' if more == 1 else 'digits'}"
    return f"{digits} would tell {them} apart." if more else ""


def _more_digits(typed: Answer, *groups: Sequence[Number]) -> int:
    """How many more digits it takes until no value of a group is spelled as one of another; 0 where a few do not."""
    for more in range(1, _MOST_DIGITS + 1):
        places = (typed.places or 0) + more
        spelled = [set[int]().union(*(_spellings(value, places) for value in group)) for group in groups]
        if sum(map(len, spelled)) == len(set[int]().union(*spelled)):
            return more
    return 0


def _spellings(value: Number, places: int) -> set[int]:
    """The numbers that a value can be rounded to at these places, as multiples of the last: two for a half."""
    exact, room = Fraction(value) * 10**places, FLOAT_ROOM * 10**places
    return {math.floor(exact + Fraction(1, 2) + room), math.ceil(exact - Fraction(1, 2) - room)}


_MOST_DIGITS = 4


# of a number that no known mistake gives


def _unknown(question: Question, typed: Answer) -> tuple[str, str]:
    """What is said of it, and the first step at which to compare."""
    asked, value = question.quantity, typed.value
    is_notation = isinstance(asked, Measure | Mean)  # such as nDCG, which keeps its case
    name = asked.subject if is_notation else asked.subject[0].upper() + asked.subject[1:]
    low, high = asked.range
    if high < math.inf and not low <= value <= high:
        twice = value > high and isinstance(question.data, Ranking) and max(question.data.grades, default=0) > 0
        asks = " Did a document count twice?" if twice else ""
        says = f"{name} lies between {low:g} and {high:g}, and {typed.text} does not.{asks}"
    elif value < min(low, 0):
        says = f"{name} is never below {min(low, 0):g}."
    else:
        says = f"No mistake that is known here gives {typed.text}."
    return says, f"Compare from the first step: {_first_step(question)}"


def _first_step(question: Question) -> str:
    asked = question.quantity
    if isinstance(asked, HandQuantity):
        return asked.first_step
    if isinstance(asked, Measure):
        assert isinstance(question.data, Ranking)
        return _of_ranking(asked, question.data, question.right_value)
    assert isinstance(asked, Mean)
    first = question.data[0] if isinstance(question.data, tuple) else None
    if isinstance(first, Ranking):
        return f"{asked.measure!r} of query 1. There, {_of_ranking(asked.measure, first, question.right_value)}"
    if asked.epsilon is None:
        return "the number of queries, then the sum of their values."
    return "the product of the values, then its root."


def _of_ranking(measure: Measure, ranking: Ranking, right: Number) -> str:
    if measure.first_step:
        return measure.first_step
    if len(ranking) > _LONG or len(ranking.judged) > _MANY:
        return f"write down what each rank adds. {measure.formula}."
    derivation = explain(measure, ranking)
    adding = [step for step in derivation.steps if step.value]
    if len(adding) < _ADDING or any(math.isclose(step.value, right) for step in adding):
        return f"write down what each rank adds. {measure.formula}."
    first = adding[0]
    value = decimal(first.value if first.fraction is None else first.fraction)
    return f"rank {first.rank} adds {first.term}{f' = {value}' if value != first.term else ''}."


_LONG, _MANY = 200, 2000  # ranks, judged documents
_ADDING = 2  # a single term would be the answer, or nearly so


EARLY = "rounded-early"
"""The id of a right calculation with numbers rounded, or cut off, before its end."""


def spoiled_by_rounding(question: Question, typed: Answer) -> tuple[Diagnosis, ...]:
    """The right rule spoiled by cutting digits off, by rounding on the way, or by too few digits; all that fit."""
    if typed.places is None:
        return _too_coarse(question, typed)
    places, found = typed.places, []
    if is_cut_off(question.right_value, typed):
        found.append(Diagnosis(CUT, _cut_off(question, typed)))
    for digits in range(1, min(places, _ROUGHLY) + 1):
        if not _within_reach(question, typed, digits):
            break  # and more digits reach less far
        ends = question.rounded_results(digits)
        if found:  # where digits may have been cut off, a half that was rounded down is no second cause
            ends = [halves_up(value, places) for value in ends]
        if any(typed.fits(value) for value in ends):
            early = f"You rounded to {count_noun(digits, 'digit')} on the way. {_keep(question, places, digits)}"
            found.append(Diagnosis(EARLY, early))
            break
        if digits > 1 and not found and any(map(typed.fits, question.truncated_results(digits))):
            early = (
                f"You cut numbers off behind {count_noun(digits, 'digit')} on the way. Round, and keep more of them."
            )
            found.append(Diagnosis(EARLY, early))
            break
    return tuple(found)


def _cut_off(question: Question, typed: Answer) -> str:
    """Return the message about a cut-off answer: its digits, the rounded number, and the digits to give."""
    hundred, places = 100**typed.is_percentage, (typed.places or 0) - 2 * typed.is_percentage
    rounded = fixed(hundred * halves_up(abs(Fraction(question.right_value)), typed.places or 0), places)
    sign, unit = "-" * (typed.value < 0 or question.right_value < 0), "%" * typed.is_percentage
    written = f"{sign}{rounded}{unit}".replace(".", "," if "," in typed.text else ".")
    after = f"after {number_word(places)} {'digit' if places == 1 else 'digits'}" if places else "at the point"
    wanted = (question.places or 0) - (typed.places or 0)
    more = f" Give {_after_the_point(question, typed)}." * (wanted > 0)
    return f"You cut off {after}; rounded, it is {written}.{more}"


def _after_the_point(question: Question, typed: Answer) -> str:
    """How many digits the question wants, three unless it says so."""
    wanted = (3 if question.places is None else question.places) - 2 * typed.is_percentage
    return f"{number_word(wanted)} {'digit' if wanted == 1 else 'digits'} after the point"


def _within_reach(question: Question, typed: Answer, digits: int) -> bool:
    """Whether roundings on the way to so many digits could end near the answer; quickly, in floats."""
    if not question.is_hand_computable:
        return False
    low, high = question.facts.rounding_bounds(10.0**-digits)  # which cutting moves a number by
    room = _AND_MORE * float(typed.tolerance) + _NOISE * abs(float(typed.value))
    return low - room <= float(typed.value) <= high + room


_AND_MORE, _NOISE = 3, 1e-6  # rooms, of which a result that is itself rounded takes two


def is_cut_off(right: Number, typed: Answer) -> bool:
    """Whether an answer that is not right holds the first digits of the right number, which goes on behind them.

    >>> from irlearn.byhand import read_answer
    >>> [is_cut_off(Fraction(2, 3), read_answer(text)) for text in ("0.66", "0.65")]
    [True, False]
    >>> is_cut_off(Fraction("0.67"), read_answer("0.66"))  # a unit off, and nothing behind it
    False
    """
    if typed.is_calculation or typed.is_program_output or not typed.tolerance:
        return False
    exact = Fraction(right)
    unit = min(2 * typed.tolerance, Fraction(1, 10 ** (typed.places or 0)))
    noise = 0 if isinstance(right, Fraction) else FLOAT_ROOM * abs(exact)
    return noise < abs(exact) - abs(typed.value) < unit - noise and exact * typed.value >= 0


def almost(typed: Answer, spoiled: tuple[Diagnosis, ...]) -> str:
    """The headline of an answer whose rule is right; of several causes it asserts none.

    What was only cut off is said to be right as far as it goes.
    """
    if len(spoiled) == 1:
        return f"{'' if spoiled[0].id == CUT else 'Almost. '}{spoiled[0].message}"
    causes = " Or: ".join(one.message for one in spoiled)
    return f"Almost. {typed.text} comes about in {number_word(len(spoiled))} ways. {causes}"


_ROUGHLY = 4  # digits that are too few on the way


def _too_coarse(question: Question, typed: Answer) -> tuple[Diagnosis, ...]:
    """A whole number or a fraction for a value that is none but lies near."""
    right: Number = question.right_value
    whole = typed.value.denominator == 1
    near = abs(typed.value - Fraction(right)) <= (Fraction(1, 2) if whole else Fraction(1, 100))
    if whole and abs(float(right)) > 1 and Fraction(right).denominator > 1 and near:
        what = f"{typed.text} fits so far, but a whole number does not show whether the rule is right."
    elif not whole and isinstance(right, float) and near:
        what = f"{typed.text} is near, but this value is no fraction."
    else:
        return ()
    return (Diagnosis("too-few-digits", f"{what} Give {_after_the_point(question, typed)}."),)


def _keep(question: Question, places: int, digits: int) -> str:
    """How many digits to keep on the way for a result that is right at its places, or at more that are asked for."""
    places = max(places, question.places or 0)
    wanted = f"For {count_noun(places, 'digit')} in the result" if places else "For a whole number"
    exact = isinstance(question.right_value, Fraction)
    needed = digits_needed(question, places)
    if needed is None:
        return f"{wanted} {'work with fractions' if exact else 'keep all the digits that you have'}."
    return f"{wanted} keep at least {max(needed, digits + 1)} on the way{', or fractions' if exact else ''}."


def digits_needed(question: Question, places: int) -> int | None:
    """The fewest digits on the way that, as all larger numbers of them, end in the right result, rounded halves up.

    None where no number of digits is sure to.
    """
    right, last = Fraction(question.right_value), places + _SURE
    wanted, ends = halves_up(right, places), {kept: question.rounded_results(kept) for kept in range(last + 1)}
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
