"""The check of an answer: `check` returns a verdict with the causes of a wrong number."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from irlearn.byhand.answers import CUT, FLOAT_ROOM, Answer, read_answer
from irlearn.byhand.explain_quantity import Asked, explain
from irlearn.byhand.hand_quantity import HandQuantity
from irlearn.byhand.misconceptions import Number
from irlearn.byhand.parse_question import read_question
from irlearn.byhand.possible_slips import MOST_HINTS, Hint, slips_for, two_changes_for
from irlearn.byhand.question import Question, WrongAnswer, halves_up, same
from irlearn.byhand.verdict import COARSE, OPEN, OTHER, PERHAPS, RIGHT, ROUNDED, UNKNOWN, WRONG, Diagnosis, Verdict
from irlearn.measures import Measure
from irlearn.measures.means import Mean
from irlearn.quantity import Quantity
from irlearn.ranking import Ranking
from irlearn.text.english import count_noun, number_word
from irlearn.text.numbers import decimal, fixed

_ROUND_AT_THE_END = "The rule is right, so round only once, at the end."


Calculation = Quantity | str
Typed = str | float | Fraction | Decimal


def check(measure: Calculation, ranking: Asked, answer: Typed, *, relevant: Any = None, missed: Any = "") -> Verdict:
    """Check an answer to a hand calculation.

    An answer is right if the value rounds to its digits. An answer of seven or more digits is also right if a program
    may print it for the value.

    Parameters
    ----------
    measure : Measure, Mean, HandQuantity or str
        The quantity, or its notation, such as "nDCG@10" or "sign".
    ranking : Ranking, str or sequence
        The input: for a measure a ranking, its text, or its grades; for a mean (MAP, gMAP, MRR) a ranking or a value
        of each query; for a test such as `irlearn.byhand.SignTest()` the scores of A and those of B.
    answer : str or number
        The answer, such as "13/30", "0.433", ".43", "43.3%", "5.383/8" or 0.433.
    relevant : int or list of int, optional
        The number of relevant documents, or the number for each query, as in `explain`.
    missed : str or sequence of int, optional
        The grades of the judged documents that the list misses, as in `explain`.

    Returns
    -------
    Verdict
        Whether the answer is right, and otherwise the wrong rules that give this number.

    Raises
    ------
    InputError
        If the answer is not a number, or if the quantity is not defined on this input.

    Examples
    --------
    >>> from irlearn import AP, MAP
    >>> check(AP, "1 0 1", "5/6"), check(AP, [1, 0, 1], "5/6")
    (<right>, <right>)
    >>> check(MAP, [1, 0.5, 0.1], "0.368")
    <wrong rule: map-geometric-mean>
    >>> from irlearn.byhand import SignTest
    >>> print(check(SignTest(), ([0.28, 0.30, 0.38, 0.29, 0.23], [0.35, 0.20, 0.40, 0.33, 0.24]), "0.1875").headline)
    Not yet. You took one tail. A two-sided p-value also counts differences that are as large in the other direction.
    >>> check(AP, "1 0 1", "about half")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: 'about half' is not a number; write it as 13/30, 0.433 or 43.3%
    """
    return check_question(make_question(measure, ranking, relevant=relevant, missed=missed), answer)


def check_question(question: Question, answer: Typed) -> Verdict:
    """Check one of several answers to a question, whose wrong numbers are computed only once.

    Parameters
    ----------
    question : Question
        The question, from `make_question`.
    answer : str or number
        The answer, as in `check`.

    Returns
    -------
    Verdict
        The verdict.

    Raises
    ------
    InputError
        If the answer is not a number.

    Examples
    --------
    >>> question = make_question("AP", "1 0 1")
    >>> check_question(question, "5/6"), check_question(question, "5/9").diagnoses[0].id
    (<right>, 'ap-over-list')
    """
    answer = question.quantity.normalized(answer) if isinstance(answer, str) else answer
    typed = read_answer(answer, share=question.quantity.range == (0, 1))
    if typed not in question.verdicts:
        if len(question.verdicts) >= _MOST_VERDICTS:
            question.verdicts.clear()
        question.verdicts[typed] = _verdict(question, typed)
    return question.verdicts[typed]


_MOST_VERDICTS = 1000
"""The most verdicts in the cache of a question."""


def _verdict(question: Question, typed: Answer) -> Verdict:
    is_exact = typed.is_exactly(question.right_value)
    if not is_exact and (typed.is_calculation or typed.is_program_output):
        # A calculation or a number with all digits must be exactly right, so one that is only near is wrong.
        exactly_fitting = [mistake for mistake in question.mistakes if typed.is_exactly(mistake.value)]
        if exactly_fitting:
            return _wrong(question, typed, exactly_fitting, ())
    values_of_shares = question.values_of_stated_shares
    if any(map(typed.is_rounding_of, (question.right_value, *values_of_shares[:1]))):
        return _right(question, typed, is_exact=is_exact)
    fitting, roundings = _fitting(question, typed), spoiled_by_rounding(question, typed)
    is_sure = any(
        mistake.is_definition or typed.is_exactly(mistake.value) for mistake in fitting if not mistake.is_rare
    )
    if fitting and (is_sure or CUT not in [rounding.id for rounding in roundings]):
        return _wrong(question, typed, fitting, () if typed.places is None else roundings)
    if values_of_shares:
        _, lowest, highest = values_of_shares
        if lowest - typed.tolerance <= typed.value <= highest + typed.tolerance:
            return _right(question, typed, is_exact=is_exact)  # Any value in this range fits the stated shares.
    if roundings and typed.value.denominator == 1 and typed.places is None:
        return Verdict(question, typed, COARSE, (), roundings[0].message, "")
    changes = two_changes_for(question, typed)
    if changes and roundings:
        return _two_changes(question, typed, changes, roundings[0])
    if roundings:
        return _rounded_early(question, typed, fitting, roundings)
    finding, advice = _unknown(question, typed)
    hints = (*changes, *slips_for(question, typed))[:MOST_HINTS]
    if hints:
        return Verdict(question, typed, PERHAPS, (), hints[0].message, advice, hints)
    return Verdict(question, typed, UNKNOWN, (), finding, advice)


def _rounded_early(
    question: Question, typed: Answer, fitting: list[WrongAnswer], roundings: tuple[Diagnosis, ...]
) -> Verdict:
    finding = almost(typed, roundings)
    advice = "" if typed.has_few_digits or typed.places is None else _ROUND_AT_THE_END
    if fitting:  # because these mistakes are as likely as rounding
        more = _in_full(question, typed) if typed.has_few_digits else _likeliest_first(typed, fitting)[0].message
        finding, advice = f"{finding} But {_any_of(fitting).lower()} also gives {typed.text}. {more}", ""
    return Verdict(question, typed, ROUNDED, (*roundings, *map(_diagnosis, fitting)), finding, advice)


def _two_changes(question: Question, typed: Answer, changes: tuple[Hint, ...], rounding: Diagnosis) -> Verdict:
    """Return the verdict on an answer that two changes give, and rounding the right calculation as well."""
    if rounding.id == CUT:
        finding = f"{rounding.message} Or perhaps {changes[0].sentence_end}."
        return Verdict(question, typed, ROUNDED, (rounding,), finding, "")
    rounded = rounding.message.partition(". ")[0]
    hints = (*changes[: MOST_HINTS - 1], Hint(rounding.id, rounded[0].lower() + rounded[1:]))
    return Verdict(question, typed, PERHAPS, (), changes[0].message, _unknown(question, typed)[1], hints)


def make_question(measure: Calculation, ranking: Asked, **judged: Any) -> Question:
    """Return the question whose answers `check_question` checks.

    Parameters
    ----------
    measure : Measure, Mean, HandQuantity or str
        The quantity or its notation, as in `check`.
    ranking : Ranking, str or sequence
        The input, as in `check`.
    **judged
        `relevant` and `missed`, as in `check`.

    Returns
    -------
    Question
        The question, with values in place of texts.

    Raises
    ------
    InputError
        If the quantity is not defined on this input.
    """
    return Question(*read_question(measure, ranking, **judged))


def _right(question: Question, typed: Answer, *, is_exact: bool) -> Verdict:
    """Return the verdict on an answer that the right value rounds to. Mistakes may round to the answer as well."""
    places = question.places
    has_too_few_digits = not is_exact and places is not None and typed.tolerance > Fraction(1, 2 * 10**places)
    close: list[WrongAnswer] = []
    if not is_exact:
        close = _likeliest_first(typed, [mistake for mistake in _fitting(question, typed) if not mistake.is_rare])
    if close and not all(mistake.is_definition for mistake in close):
        diagnoses = tuple(map(_diagnosis, close))
        vague = typed.has_few_digits and len(close) > 1
        finding = _cannot_tell(question, typed, close, vague=vague)
        return Verdict(question, typed, OPEN, diagnoses, finding, "", ambiguous=vague)
    if has_too_few_digits:
        finding = f"{typed.text} agrees with the right answer so far. Give {_after_the_point(question, typed)}."
        return Verdict(question, typed, COARSE, (), finding, "")
    advice, asked = "", question.quantity
    if isinstance(asked, HandQuantity):  # The number of wins is a count, so it has no equation.
        advice = asked.why if asked.statistic == "wins" else explain(asked, question.data).equations[-1].spoken
    if typed.tolerance and abs(Fraction(question.right_value)) - abs(typed.value) == typed.tolerance:
        halfway = "The exact value is halfway between two roundings, and both of them are accepted."
        advice = f"{advice} {halfway}".strip()
    if close:
        also = f"Another convention also gives {typed.text}: {close[0].message}"
        advice = f"{advice.removesuffix('.')}. {also}" if advice else also
    return Verdict(question, typed, RIGHT, (), f"{typed.text} is right.", advice)


def _cannot_tell(question: Question, typed: Answer, close: Sequence[WrongAnswer], *, vague: bool) -> str:
    """Return the finding about an answer to which both the right value and mistakes round."""
    missing = (question.places or 0) - (typed.places or 0)
    telling = _more_digits(typed, [question.right_value], [mistake.value for mistake in close])
    more = max(telling, missing)
    would_tell = [f"{number_word(more)} more {'digit' if more == 1 else 'digits'}"] if telling else []
    would_tell += ["a fraction"] if isinstance(question.right_value, Fraction) else []
    ask_for = f" Give {', or '.join(would_tell)}." if would_tell else ""
    kind, count = _kind(close), len(close)
    others = f"{_any_of(close).lower()} both" if count == 1 else f"{number_word(count)} {_kind(close, known=True)}s all"
    example = "" if vague else f" {f'The {kind}' if count == 1 else f'One of the {kind}s'}: {close[0].message}"
    return f"{typed.text} is too coarse: the right answer and {others} round to it.{ask_for}{example}"


def _kind(fitting: Sequence[WrongAnswer], *, known: bool = False) -> str:
    """Return the common noun for mistakes and other definitions; with `known`, a mistake is called known."""
    kinds = {mistake.is_definition for mistake in fitting}
    mistake = "known mistake" if known else "mistake"
    return "other rule" if len(kinds) > 1 else "other definition" if kinds == {True} else mistake


def _wrong(question: Question, typed: Answer, fitting: list[WrongAnswer], roundings: tuple[Diagnosis, ...]) -> Verdict:
    """Return the verdict on an answer that known mistakes give. Rounding the right number may give it as well."""
    fitting = _likeliest_first(typed, fitting)
    first, diagnoses = fitting[0], tuple(map(_diagnosis, fitting))
    telling_digits = _tells_apart(typed, [mistake.value for mistake in fitting])
    advice = f"{telling_digits} {_why(question.quantity, first)}".strip()
    if not first.is_definition:
        sure = sum(not mistake.is_rare and typed.is_exactly(mistake.value) for mistake in fitting) or 1
        diagnoses = (*diagnoses[:sure], *roundings, *diagnoses[sure:])
    has_digits_asked_for = question.places is not None and (typed.places or 0) >= question.places
    is_likely = (not first.is_rare and has_digits_asked_for) or typed.is_exactly(first.value)
    can_be_told_apart = len(diagnoses) > 1 and bool(telling_digits or roundings)
    only_definitions = first.is_definition and all(mistake.is_definition or mistake.is_rare for mistake in fitting)
    vague = typed.has_few_digits and (can_be_told_apart or not is_likely) and not only_definitions
    finding, advice = (_too_short(question, typed, fitting, roundings), "") if vague else (first.message, advice)
    if CUT in [diagnosis.id for diagnosis in diagnoses]:
        begins = f"{typed.text} is also how the right answer begins. If you cut it off there, round instead."
        advice = f"{advice} {begins}".strip()
    outcome = OTHER if first.is_definition and not vague else WRONG
    return Verdict(question, typed, outcome, diagnoses, finding, advice, ambiguous=vague)


def _too_short(
    question: Question, typed: Answer, fitting: Sequence[WrongAnswer], roundings: Sequence[Diagnosis]
) -> str:
    """Return the finding about an answer with few digits that several mistakes give."""
    early = ", and so does rounding too early" * (EARLY in [rounding.id for rounding in roundings])
    return f"{_any_of(fitting)} gives {typed.text}{early}. {_in_full(question, typed)}"


def _any_of(fitting: Sequence[WrongAnswer]) -> str:
    """Return the subject of a sentence about mistakes, such as "Either of two known mistakes"."""
    kind, count = _kind(fitting, known=True), len({mistake.id for mistake in fitting})
    if count == 1:
        return f"An{kind}" if kind.startswith("other") else f"A {kind}"
    return f"{'Either' if count == 2 else 'Any'} of {number_word(count)} {kind}s"


def _in_full(question: Question, typed: Answer) -> str:
    """Return the request to type a short answer with more digits."""
    if question.places is not None and 10**question.places * abs(typed.value) >= _THREE_DIGITS:
        digits = _after_the_point(question, typed)
    else:
        digits = "three digits" if 10 * abs(typed.value) >= 1 else "three digits after the zeros"
    return f"Type your answer with {digits}{', or as a fraction' * isinstance(question.right_value, Fraction)}."


_THREE_DIGITS = 100
"""The smallest whole number with three digits, from which on an answer is no longer short."""


def _why(asked: Quantity, mistake: WrongAnswer) -> str:
    """Return why the right rule holds.

    A mistake in the value of a query needs the reason of the measure; a mistake in averaging needs that of the mean.
    """
    if isinstance(asked, Mean) and mistake.misconception.measure != asked.name:
        return asked.per_query.why
    return asked.why


def _fitting(question: Question, typed: Answer) -> list[WrongAnswer]:
    """Return the mistakes whose number rounds to the answer, the likeliest first."""
    return [mistake for mistake in question.mistakes if typed.fits(mistake.value)]


def _likeliest_first(typed: Answer, fitting: Sequence[WrongAnswer]) -> list[WrongAnswer]:
    """Return mistakes in the order in which they are shown; if a mistake has several variants, only the first.

    Mistakes whose number is exactly the answer, and those that are often posted, come before others. Rare ones come
    last.
    """

    def sort_key(mistake: WrongAnswer) -> tuple[bool | int, ...]:
        misconception = mistake.misconception
        is_likely = misconception.is_posted or typed.is_exactly(mistake.value)
        return mistake.is_rare, not is_likely, *misconception.sort_key

    ordered = sorted(fitting, key=sort_key)
    return list({mistake.id: mistake for mistake in reversed(ordered)}.values())[::-1]


def _diagnosis(mistake: WrongAnswer) -> Diagnosis:
    evidence = mistake.misconception.evidence
    return Diagnosis(mistake.id, mistake.message, mistake.working().equations, mistake.value, evidence, mistake.is_rare)


def _tells_apart(typed: Answer, values: Sequence[Number]) -> str:
    """Return the sentence about the digits that would tell values apart; empty if further digits would not help."""
    different = [value for index, value in enumerate(values) if not any(same(value, other) for other in values[:index])]
    more = _more_digits(typed, *([value] for value in different)) if len(different) > 1 else 0
    ways = "these ways" if len(different) == len(values) else "some of these ways"
    digits = f"{number_word(more).capitalize()} more {'digit' if more == 1 else 'digits'}"
    return f"{digits} would tell {ways} apart." if more else ""


def _more_digits(typed: Answer, *groups: Sequence[Number]) -> int:
    """Return how many more digits separate the rounded values of the groups; 0 if `_MOST_DIGITS` are too few."""
    for more in range(1, _MOST_DIGITS + 1):
        places = (typed.places or 0) + more
        roundings = [set[int]().union(*(_roundings(value, places) for value in group)) for group in groups]
        if sum(map(len, roundings)) == len(set[int]().union(*roundings)):
            return more
    return 0


def _roundings(value: Number, places: int) -> set[int]:
    """Return the roundings of a value in units of the last digit: two if the value is halfway between them."""
    exact, tolerance = Fraction(value) * 10**places, FLOAT_ROOM * 10**places
    return {math.floor(exact + Fraction(1, 2) + tolerance), math.ceil(exact - Fraction(1, 2) - tolerance)}


_MOST_DIGITS = 4
"""The most additional digits that a message asks for to tell values apart."""


def _unknown(question: Question, typed: Answer) -> tuple[str, str]:
    """Return the finding and the advice about an answer without a known cause."""
    asked, value = question.quantity, typed.value
    is_notation = isinstance(asked, Measure | Mean)  # Only a word is capitalized, not a notation such as nDCG.
    name = asked.subject if is_notation else asked.subject[0].upper() + asked.subject[1:]
    low, high = asked.range
    if high < math.inf and not low <= value <= high:
        twice = value > high and isinstance(question.data, Ranking) and max(question.data.grades, default=0) > 0
        asks = " Did you count a document twice?" if twice else ""
        finding = f"{name} is always between {low:g} and {high:g}, but {typed.text} is not.{asks}"
    elif value < min(low, 0):
        finding = f"{name} is never below {min(low, 0):g}."
    else:
        finding = f"No known mistake gives {typed.text}."
    return finding, f"Start again from the first step: {_first_step(question)}"


def _first_step(question: Question) -> str:
    asked = question.quantity
    if isinstance(asked, HandQuantity):
        return asked.first_step
    if isinstance(asked, Measure):
        assert isinstance(question.data, Ranking)
        return _first_step_of_measure(asked, question.data, question.right_value)
    assert isinstance(asked, Mean)
    first = question.data[0] if isinstance(question.data, tuple) else None
    if isinstance(first, Ranking):
        return (
            f"{asked.measure!r} of query 1. There, {_first_step_of_measure(asked.measure, first, question.right_value)}"
        )
    if asked.epsilon is None:
        return "count the queries, then add their values."
    return "multiply the values, then take the root."


def _first_step_of_measure(measure: Measure, ranking: Ranking, right: Number) -> str:
    """Return the first step of a calculation, unless it would give the right number away."""
    if measure.first_step:
        return measure.first_step
    if len(ranking) > _MOST_RANKS or len(ranking.judged) > _MOST_JUDGED:
        return f"write down what each rank adds. {measure.formula}."
    derivation = explain(measure, ranking)
    nonzero_steps = [step for step in derivation.steps if step.value]
    if len(nonzero_steps) < _FEWEST_TERMS or any(math.isclose(step.value, right) for step in nonzero_steps):
        return f"write down what each rank adds. {measure.formula}."
    first = nonzero_steps[0]
    value = decimal(first.value if first.fraction is None else first.fraction)
    return f"rank {first.rank} adds {first.term}{f' = {value}' if value != first.term else ''}."


_MOST_RANKS, _MOST_JUDGED = 200, 2000
"""The longest list, in ranks and judged documents, whose first term is worked out for the advice."""
_FEWEST_TERMS = 2
"""The fewest nonzero terms for which the first term is shown; a single term would be nearly the answer."""


EARLY = "rounded-early"
"""The id of the diagnosis that intermediate results were rounded or cut off."""


def spoiled_by_rounding(question: Question, typed: Answer) -> tuple[Diagnosis, ...]:
    """Return the ways in which rounding the right calculation gives the answer.

    Digits of the result may have been cut off, intermediate results rounded or cut off, or too few digits typed.
    """
    if typed.places is None:
        return _too_coarse(question, typed)
    places, diagnoses = typed.places, list[Diagnosis]()
    if is_cut_off(question.right_value, typed):
        diagnoses.append(Diagnosis(CUT, _cut_off(question, typed)))
    for digits in range(1, min(places, _MOST_ROUGH_DIGITS) + 1):
        if not _within_reach(question, typed, digits):
            break  # Rounding to more digits changes the result even less.
        results = question.rounded_results(digits)
        if diagnoses:  # A half that was rounded down looks like digits cut off, which is already a cause.
            results = [halves_up(value, places) for value in results]
        if any(typed.fits(value) for value in results):
            early = (
                f"You rounded intermediate results to {count_noun(digits, 'digit')}. {_keep(question, places, digits)}"
            )
            diagnoses.append(Diagnosis(EARLY, early))
            break
        if digits > 1 and not diagnoses and any(map(typed.fits, question.truncated_results(digits))):
            early = (
                f"You cut intermediate results off after {count_noun(digits, 'digit')}. "
                "Round them instead, and keep more digits."
            )
            diagnoses.append(Diagnosis(EARLY, early))
            break
    return tuple(diagnoses)


def _cut_off(question: Question, typed: Answer) -> str:
    """Return the message about a cut-off answer: its digits, the rounded number, and the digits to give."""
    hundred, places = 100**typed.is_percentage, (typed.places or 0) - 2 * typed.is_percentage
    rounded = fixed(hundred * halves_up(abs(Fraction(question.right_value)), typed.places or 0), places)
    sign, unit = "-" * (typed.value < 0 or question.right_value < 0), "%" * typed.is_percentage
    written = f"{sign}{rounded}{unit}".replace(".", "," if "," in typed.text else ".")
    after = f"after {number_word(places)} {'digit' if places == 1 else 'digits'}" if places else "at the decimal point"
    wanted = (question.places or 0) - (typed.places or 0)
    more = f" Give {_after_the_point(question, typed)}." * (wanted > 0)
    return f"You cut the number off {after} instead of rounding it. Rounded, it is {written}.{more}"


def _after_the_point(question: Question, typed: Answer) -> str:
    """Return the number of digits that the question asks for, in words; three by default."""
    wanted = (3 if question.places is None else question.places) - 2 * typed.is_percentage
    return f"{number_word(wanted)} {'digit' if wanted == 1 else 'digits'} after the point"


def _within_reach(question: Question, typed: Answer, digits: int) -> bool:
    """Return whether rounding intermediate results to these digits could give the answer. Computed in floats."""
    if not question.is_hand_computable:
        return False
    low, high = question.facts.rounding_bounds(10.0**-digits)  # Cutting off changes a number by less than this.
    tolerance = _TOLERANCES * float(typed.tolerance) + _RELATIVE_TOLERANCE * abs(float(typed.value))
    return low - tolerance <= float(typed.value) <= high + tolerance


_TOLERANCES = 3
"""The margin in tolerances of the answer; two tolerances are needed if the result is rounded, too."""
_RELATIVE_TOLERANCE = 1e-6


def is_cut_off(right: Number, typed: Answer) -> bool:
    """Return whether a wrong answer consists of the first digits of the right number.

    >>> from irlearn.byhand import read_answer
    >>> [is_cut_off(Fraction(2, 3), read_answer(text)) for text in ("0.66", "0.65")]
    [True, False]
    >>> is_cut_off(Fraction("0.67"), read_answer("0.66"))  # no further digits were cut off
    False
    """
    if typed.is_calculation or typed.is_program_output or not typed.tolerance:
        return False
    exact = Fraction(right)
    unit = min(2 * typed.tolerance, Fraction(1, 10 ** (typed.places or 0)))
    tolerance = 0 if isinstance(right, Fraction) else FLOAT_ROOM * abs(exact)
    return tolerance < abs(exact) - abs(typed.value) < unit - tolerance and exact * typed.value >= 0


def almost(typed: Answer, roundings: tuple[Diagnosis, ...]) -> str:
    """Return the finding about an answer by the right rule with one or more possible roundings."""
    if len(roundings) == 1:
        return f"{'' if roundings[0].id == CUT else 'Almost. '}{roundings[0].message}"
    causes = " Or: ".join(rounding.message for rounding in roundings)
    return f"Almost. There are {number_word(len(roundings))} ways to get {typed.text}. Either: {causes}"


_MOST_ROUGH_DIGITS = 4
"""The most digits of intermediate results that count as rounding too early."""


def _too_coarse(question: Question, typed: Answer) -> tuple[Diagnosis, ...]:
    """Return the diagnosis of a whole number or a fraction that is near the right value but not equal to it."""
    right: Number = question.right_value
    whole = typed.value.denominator == 1
    near = abs(typed.value - Fraction(right)) <= (Fraction(1, 2) if whole else Fraction(1, 100))
    if whole and abs(float(right)) > 1 and Fraction(right).denominator > 1 and near:
        what = f"{typed.text} is near, but a rounded whole number does not show whether your rule is right."
    elif not whole and isinstance(right, float) and near:
        what = f"{typed.text} is near, but the right value is not a fraction."
    else:
        return ()
    return (Diagnosis("too-few-digits", f"{what} Give {_after_the_point(question, typed)}."),)


def _keep(question: Question, places: int, digits: int) -> str:
    """Return the advice on how many digits of intermediate results to keep for a right result."""
    places = max(places, question.places or 0)
    wanted = f"For a result with {count_noun(places, 'digit')}," if places else "For a whole number,"
    exact = isinstance(question.right_value, Fraction)
    needed = digits_needed(question, places)
    if needed is None:
        return f"{wanted} {'work with fractions' if exact else 'keep all the digits that you have'}."
    return (
        f"{wanted} keep at least {max(needed, digits + 1)} digits in each step{', or use fractions' if exact else ''}."
    )


def digits_needed(question: Question, places: int) -> int | None:
    """Return the fewest digits of intermediate results from which the result is always right, also with more digits.

    The result is rounded to `places` with halves up. Return None if no number of digits is certain to suffice.
    """
    right, most = Fraction(question.right_value), places + _TRIED_DIGITS
    rounded_right = halves_up(right, places)
    results = {digits: question.rounded_results(digits) for digits in range(most + 1)}
    scaled = right * 10**places + Fraction(1, 2)
    distance_to_half = min(scaled % 1, -scaled % 1) / 10**places
    is_stable = all(value == right for digits in range(most - _SAFE_DIGITS, most + 1) for value in results[digits])
    if not results[most] or (distance_to_half < Fraction(1, 10 ** (places + _SAFE_DIGITS)) and not is_stable):
        return None
    needed = most
    while needed > 0 and all(halves_up(value, places) == rounded_right for value in results[needed - 1]):
        needed -= 1
    return needed


_TRIED_DIGITS = 10
"""The largest number of digits to try, beyond the digits of the result."""
_SAFE_DIGITS = 4
"""The number of digits, beyond the digits of the result, to which the right value must differ from a half."""
