"""Conditions of tasks, such as `thrown >= 10000 and systems = 100`, and texts with numbers in braces.

A condition compares public attributes of the widget, or a measure of its ranking, with a number, a word, a list, or
another attribute, `it.name`. A measure is first rounded to as many digits as the number in the condition has. An
attribute of an attribute, or an entry of a mapping, is written after a point: `counts.fn`; `shown.count` is the number
of items in `shown`. `not` before a name requires that its value is false, 0 or empty. With `then` between them,
conditions must have held one after the other since the task was shown; with `also`, they must have held at some time,
in any order. A single hyphenated word is the name of a condition in `NAMED_CONDITIONS`.

The feedback of a task has numbers in braces, which are computed when it is shown. `{AP of 1 0 1, 5 relevant}` is the
calculation as `explain` writes it. `{value of AP of A}` is only the value of AP, and `{AP of it}` is the calculation
for the widget's ranking. `{it.best:4}` is an attribute of the widget with four decimals, `{it.best:3g}` with three
significant digits, `{it.share:1%}` as a percentage. A hyphenated word is the name of a message in `NAMED_MESSAGES`.
Braces in code, in formulas and after a backslash are ordinary characters.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from fractions import Fraction
from functools import partial
from inspect import getattr_static
from numbers import Real
from typing import Any, NamedTuple

from irlearn.byhand.catalogue import MISCONCEPTIONS
from irlearn.byhand.explain_quantity import explain
from irlearn.byhand.parse_question import parse_quantity
from irlearn.course.lesson_data import LessonData
from irlearn.errors import InputError, quoted
from irlearn.measures import Measure
from irlearn.measures.registry import MEASURES, parse_measure
from irlearn.text.english import did_you_mean
from irlearn.text.markdown import FORMULA, escaped, markdown_text
from irlearn.text.numbers import decimal, fixed, general, percent, true_minus

Test = Callable[[Any], bool]
COMPARED = re.compile(r"(?P<name>[^<>=!]+?) *(?P<by>>=|<=|!=|>|<|=) *(?P<value>.+)")
_NAME = re.compile(r"[a-z]\w*(\.[^.]+)*")
NUMBER = re.compile(r"-?\d+(\.\d+|/[1-9]\d*)?")
BY: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne, ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt
}  # fmt: skip


class Condition(NamedTuple):
    """A condition. `is_done` takes the widget, or with `observe` the list of all observations that it returned."""

    observe: Callable[[Any], Any] | None
    is_done: Callable[[Any], bool]


NAMED_CONDITIONS: dict[str, Condition] = {}
"""The conditions that are too complex for a comparison, by the names that lessons use. Widgets register their own."""
NAMED_MESSAGES: dict[str, Callable[[Any], str | None]] = {}
"""Functions of a widget that return a sentence about its state, or None if there is nothing to say, by name."""


def condition(text: str, widget: type | None = None) -> Condition:
    """Compile the condition of a task.

    Parameters
    ----------
    text
        The condition as a lesson's file states it.
    widget
        The class of the widget, to check the names in the condition; without it they are not checked.

    Raises
    ------
    InputError
        If the text is no condition, or if the widget lacks a name.

    Examples
    --------
    >>> from types import SimpleNamespace as Machine
    >>> many = condition("systems = 10 and thrown >= 100 then systems = 1000")
    >>> seen = [many.observe(Machine(systems=systems, thrown=100)) for systems in (10, 100, 1000)]
    >>> many.is_done(seen[:2]), many.is_done(seen)
    (False, True)
    """
    word, _, rule = text.partition(" ")
    if word == "checks":
        return _checks(rule.strip(), widget)
    if re.fullmatch(r"[a-z]+(-[a-z]+)+", text):
        if widget is not None and text not in NAMED_CONDITIONS:
            raise InputError(
                f"no condition is called {quoted(text)}; {did_you_mean(text, NAMED_CONDITIONS, 'there are')}"
            )
        return Condition(
            lambda it: NAMED_CONDITIONS[text].observe(it),  # type: ignore[misc]
            lambda seen: NAMED_CONDITIONS[text].is_done(seen),
        )
    if re.search(r" or | AND | OR |;", text):
        raise InputError(f"a condition has 'and', 'not', 'then' and 'also', and nothing else; given: {quoted(text)}")
    separator = " also " if " also " in text else " then "
    moments = [
        [_clause(clause.strip(), widget) for clause in moment.split(" and ")] for moment in text.split(separator)
    ]
    if len(moments) == 1:
        return Condition(None, lambda it: all(clause(it) for clause in moments[0]))
    return Condition(
        lambda it: tuple(all(clause(it) for clause in moment) for moment in moments),
        _at_any_time if separator == " also " else _in_order,
    )


def _at_any_time(observations: Sequence[tuple[bool, ...]]) -> bool:
    """Return whether each moment's clauses held in some observation."""
    return all(map(any, zip(*observations, strict=True)))


def _in_order(observations: Sequence[tuple[bool, ...]]) -> bool:
    """Return whether the clauses of the moments held one after the other, each in a later observation."""
    reached = 0
    for holds in observations:
        reached += reached < len(holds) and holds[reached]
    return reached == len(observations[0])


def _checks(misconception: str, widget: type | None) -> Condition:
    """Return the condition that the learner checked a wrong number with this diagnosis, and then the right number."""
    if misconception not in MISCONCEPTIONS:
        suggestion, found, _ = did_you_mean(misconception, MISCONCEPTIONS, "", most=2).partition("?")
        hint = f"{suggestion}?" if found else "`irlearn check` tells the id of a mistake with --format json"
        raise InputError(f"no misconception has the id {quoted(misconception)}; {hint}")
    if widget is not None:
        require_attribute(widget, "verdict")

    def observe(sheet: Any) -> tuple[bool, tuple[str, ...]]:
        verdict = sheet.verdict
        if verdict is None:
            return False, ()
        return verdict.conclusive, tuple(diagnosis.id for diagnosis in verdict.diagnoses)

    def is_done(observations: Sequence[tuple[bool, tuple[str, ...]]]) -> bool:
        is_right, _ = observations[-1]
        return is_right and any(misconception in diagnoses for _, diagnoses in observations)

    return Condition(observe, is_done)


def _clause(text: str, widget: type | None) -> Test:
    """Compile a comparison, or a name whose value must be true (or false, after "not")."""
    comparison = COMPARED.fullmatch(text)
    if not comparison:
        wanted = not text.startswith("not ")
        name = text.removeprefix("not ").strip().removeprefix("it.")
        _check_name(name, widget, text)
        return lambda it: bool(attribute_value(it, name)) == wanted
    name, compare, value = comparison["name"].removeprefix("it."), BY[comparison["by"]], comparison["value"]
    if re.search(r"[<>=!]", value):
        raise InputError(f"a comparison is one of {', '.join(BY)}; given: {quoted(text)}")
    if name[0].isupper() or re.split(r"[@(]", name)[0] in MEASURES:
        measure = None if " of " in name else parse_measure(name)
        if not isinstance(measure, Measure):
            raise InputError(f"a condition takes a measure of the widget's one ranking, as RR; given: {quoted(name)}")
        if widget is not None:
            require_attribute(widget, "ranking")
        if not NUMBER.fullmatch(value):
            raise InputError(f"{name} compares with a number such as 0.5 or 1/2, with a point; given: {quoted(value)}")
        places = len(value.partition(".")[2])
        # The score is rounded to the digits of the number, so that a lesson can state 0.83 for 5/6.
        rounded: Callable[[Fraction], Fraction] = partial(round, ndigits=places) if places else Fraction
        return lambda it: compare(rounded(_as_fraction(measure.of(it.ranking))), Fraction(value))
    _check_name(name, widget, text)
    if value.startswith("it."):
        _check_name(value[3:], widget, text)
        return lambda it: bool(_compare(compare, attribute_value(it, name), attribute_value(it, value[3:])))
    if comparison["by"][0] in "<>" and not NUMBER.fullmatch(value):
        raise InputError(f"{quoted(comparison['by'])} compares with a number; given: {quoted(value)}")
    return lambda it: _compare_with_text(compare, attribute_value(it, name), value)


def _check_name(name: str, widget: type | None, text: str) -> None:
    if not _NAME.fullmatch(name) or (" " in name and "." not in name):
        raise InputError(f"a condition is as 'thrown >= 10 and revealed'; given: {quoted(text)}")
    if widget is not None:
        require_attribute(widget, name.partition(".")[0])


def require_attribute(widget: type, name: str) -> None:
    """Raise `InputError` if a widget class has no such public attribute of its own."""
    own_names = []
    for known_name in dir(widget):
        attribute = None if known_name.startswith("_") else getattr_static(widget, known_name)
        if attribute is None or callable(attribute):
            continue
        # Attributes that ipywidgets and anywidget define are not for lessons.
        origin = attribute.fget if isinstance(attribute, property) else type(attribute)
        if str(origin.__module__).startswith("irlearn."):
            own_names.append(known_name)
    if name not in own_names:
        raise InputError(f"a {widget.__name__} has no {quoted(name)}; {did_you_mean(name, own_names, 'it has')}")


def attribute_value(it: Any, path: str) -> Any:
    """Return the value of a path of public attributes and mapping entries, such as `counts.fn`.

    `count` of a collection is the number of its items. Raise `InputError` if there is no such attribute.
    """
    for name in path.split("."):
        if isinstance(it, Mapping) and name in it:
            it = it[name]
        elif name == "count" and isinstance(it, Sized):
            it = len(it)
        elif name[0] != "_" and hasattr(it, name):
            it = getattr(it, name)
        else:
            known = [*map(str, it)] if isinstance(it, Mapping) else [known for known in dir(it) if known[0] != "_"]
            raise InputError(f"in {quoted(path)} there is no {quoted(name)}; {did_you_mean(name, known, 'there are')}")
    return it


def _compare(compare: Callable[[Any, Any], bool], value: Any, other: Any) -> bool:
    """Compare two values, numbers as fractions with small denominators, so that 0.2 equals 1/5.

    >>> _compare(operator.eq, 0.2, Fraction(1, 5))
    True
    """
    are_numbers = all(isinstance(operand, int | float | Fraction) for operand in (value, other))
    return compare(_as_fraction(value), _as_fraction(other)) if are_numbers else compare(value, other)


def _compare_with_text(compare: Callable[[Any, Any], bool], value: Any, text: str) -> bool:
    """Compare a value with the text of a condition: a list item by item, a word as text, a number as a fraction."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, Sequence) and not isinstance(value, str):
        parts = re.split(r",\s*", text) if "," in text else text.split()
        if compare not in (operator.eq, operator.ne):
            raise InputError(f"a list is compared with = or !=; given: {quoted(text)}")
        items_are_equal = all(_compare_with_text(operator.eq, *pair) for pair in zip(value, parts, strict=False))
        return (items_are_equal and len(parts) == len(value)) == (compare is operator.eq)
    if type(value) in (int, float, Fraction) and not NUMBER.fullmatch(text):
        raise InputError(f"a number is compared with a number such as 10 or 0.5; given: {quoted(text)}")
    if isinstance(value, str) or not NUMBER.fullmatch(text):
        return compare(str(value), text)
    return value is not None and compare(_as_fraction(value), Fraction(text))


def _as_fraction(value: Any) -> Fraction:
    return Fraction(value) if isinstance(value, int | Fraction) else Fraction(float(value)).limit_denominator(10**6)


# Texts with numbers in braces.

_PIECES = re.compile(rf"({FORMULA.pattern}|`[^`]+`|\\[{{}}])|\{{(?P<number>[^{{}}]*)\}}")
_ATTRIBUTE = re.compile(r"it\.(?P<name>[^:]+)(?::(?P<places>\d+)(?P<format>[g%]?))?")
_FORMATS: dict[str, Callable[[Any, int], str]] = {"": fixed, "g": general, "%": percent}

Piece = str | Callable[[Any], str | None]
"""A piece of a text, or a function of the widget that returns the piece, or None if there is no value yet."""


def compile_feedback(
    paragraphs: Sequence[str], lesson_data: LessonData, widget: type | None = None, where: str = ""
) -> str | FeedbackTemplate:
    """Compile the feedback of a task.

    Parameters
    ----------
    paragraphs
        The paragraphs as they are written. If one of them names the widget, the paragraphs are alternatives. The
        feedback is then the first paragraph in which no value is None or NaN.
    lesson_data
        The rankings and scores that the text may name.
    widget
        The class of the widget, to check the names in the text; without it they are not checked.
    where
        The file and line, for messages.

    Returns
    -------
    str or FeedbackTemplate
        A text, or a function of the widget if the text names the widget.

    Examples
    --------
    >>> compile_feedback(["It is {value of AP of 1 0 1}.", "So *there*."], LessonData())
    'It is 5/6. So there.'
    >>> from types import SimpleNamespace as Machine
    >>> best = compile_feedback(["The best has {it.best:2}.", "Nothing was thrown."], LessonData())
    >>> [best(Machine(best=score)) for score in (0.254, None, float("nan"))]
    ['The best has 0.25.', 'Nothing was thrown.', 'Nothing was thrown.']
    """
    parsed = [_parse_text(text, lesson_data, widget) for text in paragraphs]
    if any(callable(piece) for pieces in parsed for piece in pieces):
        return FeedbackTemplate(tuple(paragraphs), parsed, where)
    return markdown_text(" ".join("".join(map(str, pieces)) for pieces in parsed))


class FeedbackTemplate(NamedTuple):
    """A feedback text with values of the widget: its paragraphs as they are written, their pieces, and the location."""

    paragraphs: tuple[str, ...]
    parsed: list[list[Piece]]
    where: str

    def __call__(self, it: Any) -> str:
        """Return the first paragraph whose values all exist. If the widget is None, its values do not exist."""
        try:
            for pieces in self.parsed:
                texts = [(None if it is None else piece(it)) if callable(piece) else piece for piece in pieces]
                if None not in texts:
                    return markdown_text("".join(map(str, texts)))
        except InputError as error:
            raise InputError(f"{self.where}: {error}") from None
        return ""


def fill_text(paragraphs: Sequence[str], lesson_data: LessonData) -> str:
    """Return a text with the values of its braces. Raise `InputError` if a value depends on a widget."""
    text = compile_feedback(paragraphs, lesson_data)
    if isinstance(text, FeedbackTemplate):
        raise InputError("only what a task tells in the end may name its widget, 'it', or a sentence of it")
    return text


def _parse_text(text: str, lesson_data: LessonData, widget: type | None) -> list[Piece]:
    """Return the pieces of a text; a piece in braces becomes its value, or a function of the widget."""
    pieces: list[Piece] = []
    # The pattern has three groups, so each piece between two matches is followed by three parts of a match.
    parts: Iterator[Any] = iter([*_PIECES.split(text), "", None, None])
    for between, verbatim, _, number in zip(parts, parts, parts, parts, strict=True):
        if re.search("[{}]", between):
            raise InputError(
                f"a brace without its partner; one that is text has a backslash before it: {quoted(between)}"
            )
        pieces += [between, verbatim if number is None else _parse_braces(number.strip(), lesson_data, widget)]
    return pieces


def _parse_braces(text: str, lesson_data: LessonData, widget: type | None) -> Piece:
    """Return the value of the text in a pair of braces, or a function of the widget that returns it."""
    attribute = _ATTRIBUTE.fullmatch(text)
    if attribute:
        return _attribute_piece(attribute, widget)
    measure, of, source = text.removeprefix("value of ").partition(" of ")
    if of:
        if source == "it" and widget is not None:
            require_attribute(widget, "ranking")
        return _calculation_piece(measure, source, lesson_data, value_only=text.startswith("value of "))
    if text in NAMED_MESSAGES or (widget is None and re.fullmatch(r"[a-z]+(-[a-z]+)+", text)):
        return lambda it: None if (message := NAMED_MESSAGES[text](it)) is None else escaped(message)
    hint = did_you_mean(text, ["AP of 1 0 1", "it.…", *NAMED_MESSAGES], "there are", most=3)
    hint = "digits are as in {it.best:4}, {it.p:3g} and {it.share:1%}" if text.startswith("it.") else hint
    raise InputError(f"no number is called {quoted(f'{{{text}}}')}; {hint}")


def _attribute_piece(match: re.Match[str], widget: type | None) -> Callable[[Any], str | None]:
    """Return the function that formats an attribute of the widget as the text asks."""
    name = match["name"]
    if widget is not None:
        require_attribute(widget, name.partition(".")[0])

    def piece(it: Any) -> str | None:
        value = attribute_value(it, name)
        is_nan = value != value
        if value is None or is_nan:
            return None
        if not isinstance(value, Real if match["places"] else str | Real):
            raise InputError(f"{quoted(match[0])} gives no number or word; what it holds is named behind a point")
        text = _FORMATS[match["format"]](value, int(match["places"])) if match["places"] else str(value)
        return escaped(true_minus(text))

    return piece


def _calculation_piece(measure: str, source: str, lesson_data: LessonData, *, value_only: bool) -> Piece:
    """Return a calculation or its value as text; if the source is `it`, return a function of the widget."""
    quantity = parse_quantity(measure)

    def write(data: Any) -> str:
        derivation = explain(quantity, data)
        if not value_only:
            return escaped(derivation.equation)
        return str(derivation.fraction) if derivation.fraction is not None else decimal(derivation.value)

    return (lambda it: write(it.ranking)) if source == "it" else write(lesson_data.given(quantity, source))
