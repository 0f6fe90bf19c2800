"""What a task waits for, as words: `thrown >= 10000 and systems = 100`, or the name of a deed that takes its way.

A condition compares public names of the widget, or a measure of its ranking, with a number, a word, a list, or another
of its names, `it.name`; a measure is met to the digits that are written. What stands in what is found by name stands
behind a point: `counts.fn`; `shown.count` is how many are shown. `not` before a name asks that it is false,
0 or empty. With `then` between them, conditions must have held one after the other since the task was shown; with
`also`, at some moments, in any order.

What a task tells has numbers in braces, which are worked out when they are shown. `{AP of 1 0 1, 5 relevant}` is the
calculation as `explain` writes it, `{value of AP of A}` its value alone, and `{AP of it}` that of the list in the
widget; `{it.best:4}` is what the widget holds, with four digits after the point, `{it.best:3g}` with three significant
ones, `{it.share:1%}` in percent; a name alone is a sentence from beside the widgets. Braces in code, in formulas and
behind a backslash are braces.
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
    """What was done: `is_done` is given the widget, or with `observe` the list of what that gave on the way."""

    observe: Callable[[Any], Any] | None
    is_done: Callable[[Any], bool]


NAMED_CONDITIONS: dict[str, Condition] = {}
"""Each deed by its name in a lesson's text; they stand beside the widgets that they look at, which register them."""
NAMED_MESSAGES: dict[str, Callable[[Any], str | None]] = {}
"""What is told of a widget and takes a sentence of its own, by its name in braces; None while there is nothing."""


def condition(text: str, widget: type | None = None) -> Condition:
    """When a task is done, as a lesson's text says it; a name that the `widget` lacks is an `InputError`.

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
            raise InputError(f"no deed is called {quoted(text)}; {did_you_mean(text, NAMED_CONDITIONS, 'there are')}")
        return Condition(
            lambda it: NAMED_CONDITIONS[text].observe(it),  # type: ignore[misc]
            lambda seen: NAMED_CONDITIONS[text].is_done(seen),
        )
    if re.search(r" or | AND | OR |;", text):
        raise InputError(f"a condition has 'and', 'not', 'then' and 'also', and nothing else; given: {quoted(text)}")
    between = " also " if " also " in text else " then "
    moments = [[_clause(one.strip(), widget) for one in moment.split(" and ")] for moment in text.split(between)]
    if len(moments) == 1:
        return Condition(None, lambda it: all(clause(it) for clause in moments[0]))
    return Condition(
        lambda it: tuple(all(clause(it) for clause in moment) for moment in moments),
        (lambda seen: all(map(any, zip(*seen, strict=True)))) if between == " also " else _in_order,
    )


def _in_order(seen: Sequence[tuple[bool, ...]]) -> bool:
    """Whether each moment held after the one before it."""
    reached = 0
    for held in seen:
        reached += reached < len(held) and held[reached]
    return reached == len(seen[0])


def _checks(rule: str, widget: type | None) -> Condition:
    """Two numbers checked: a colleague's, for which the check names this wrong rule, and then the right one."""
    if rule not in MISCONCEPTIONS:
        near = did_you_mean(rule, MISCONCEPTIONS, "", most=2).partition("?")
        known = f"{near[0]}?" if near[1] else "`irlearn check` tells the id of a mistake with --format json"
        raise InputError(f"no wrong rule has the id {quoted(rule)}; {known}")
    if widget is not None:
        require_attribute(widget, "verdict")

    def sees(sheet: Any) -> tuple[bool, tuple[str, ...]]:
        verdict = sheet.verdict
        return (verdict.conclusive, tuple(one.id for one in verdict.diagnoses)) if verdict is not None else (False, ())

    return Condition(sees, lambda seen: seen[-1][0] and any(rule in rules for _, rules in seen))


def _clause(text: str, widget: type | None) -> Test:
    """One comparison, or a name that has to hold."""
    found = COMPARED.fullmatch(text)
    if not found:
        wanted = not text.startswith("not ")
        name = text.removeprefix("not ").strip()
        _check_name(name, widget, text)
        return lambda it: bool(attribute_value(it, name)) == wanted
    name, compare, value = found["name"], BY[found["by"]], found["value"]
    if re.search(r"[<>=!]", value):
        raise InputError(f"a comparison is one of {', '.join(BY)}; given: {quoted(text)}")
    if name[0].isupper() or re.split(r"[@(]", name)[0] in MEASURES:
        score = None if " of " in name else parse_measure(name)
        if not isinstance(score, Measure):
            raise InputError(f"a condition takes a measure of the widget's one ranking, as RR; given: {quoted(name)}")
        if widget is not None:
            require_attribute(widget, "ranking")
        if not NUMBER.fullmatch(value):
            raise InputError(f"{name} compares with a number such as 0.5 or 1/2, with a point; given: {quoted(value)}")
        places = len(value.partition(".")[2])  # a measure is met to the digits that are written
        met: Callable[[Fraction], Fraction] = partial(round, ndigits=places) if places else Fraction
        return lambda it: compare(met(_number(score.of(it.ranking))), Fraction(value))
    _check_name(name, widget, text)
    if value.startswith("it."):
        _check_name(value[3:], widget, text)
        return lambda it: bool(_compare(compare, attribute_value(it, name), attribute_value(it, value[3:])))
    if found["by"][0] in "<>" and not NUMBER.fullmatch(value):
        raise InputError(f"{quoted(found['by'])} compares with a number; given: {quoted(value)}")
    return lambda it: _holds(compare, attribute_value(it, name), value)


def _check_name(name: str, widget: type | None, text: str) -> None:
    if not _NAME.fullmatch(name) or (" " in name and "." not in name):
        raise InputError(f"a condition is as 'thrown >= 10 and revealed'; given: {quoted(text)}")
    if widget is not None:
        require_attribute(widget, name.partition(".")[0])


def require_attribute(widget: type, name: str) -> None:
    """An `InputError` where a widget has no such public name."""
    known = ((one, getattr_static(widget, one)) for one in dir(widget) if not one.startswith("_"))
    written = ((one, it.fget if isinstance(it, property) else type(it)) for one, it in known if not callable(it))
    own = [one for one, by in written if str(by.__module__).startswith("irlearn.")]
    if name not in own:
        raise InputError(f"a {widget.__name__} has no {quoted(name)}; {did_you_mean(name, own, 'it has')}")


def attribute_value(it: Any, path: str) -> Any:
    """What a public name of a widget, or of what it holds, is now; `count` of a collection is how much it holds."""
    for name in path.split("."):
        if isinstance(it, Mapping) and name in it:
            it = it[name]
        elif name == "count" and isinstance(it, Sized):
            it = len(it)
        elif name[0] != "_" and hasattr(it, name):
            it = getattr(it, name)
        else:
            has_ = [*map(str, it)] if isinstance(it, Mapping) else [one for one in dir(it) if one[0] != "_"]
            raise InputError(f"in {quoted(path)} there is no {quoted(name)}; {did_you_mean(name, has_, 'there are')}")
    return it


def _compare(compare: Callable[[Any, Any], bool], one: Any, other: Any) -> bool:
    """Whether two values compare so, numbers to six digits.

    >>> _compare(operator.eq, 0.2, Fraction(1, 5))
    True
    """
    numbers = all(isinstance(value, int | float | Fraction) for value in (one, other))
    return compare(_number(one), _number(other)) if numbers else compare(one, other)


def _holds(compare: Callable[[Any, Any], bool], value: Any, text: str) -> bool:
    """Whether a value compares so with what was written: a list as a list, a word as a word, a number to its digits."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, Sequence) and not isinstance(value, str):
        parts = re.split(r",\s*", text) if "," in text else text.split()
        if compare not in (operator.eq, operator.ne):
            raise InputError(f"a list is compared with = or !=; given: {quoted(text)}")
        alike = all(_holds(operator.eq, *pair) for pair in zip(value, parts, strict=False))
        return (alike and len(parts) == len(value)) == (compare is operator.eq)
    if type(value) in (int, float, Fraction) and not NUMBER.fullmatch(text):
        raise InputError(f"a number is compared with a number such as 10 or 0.5; given: {quoted(text)}")
    if isinstance(value, str) or not NUMBER.fullmatch(text):
        return compare(str(value), text)
    return value is not None and compare(_number(value), Fraction(text))


def _number(value: Any) -> Fraction:
    return Fraction(value) if isinstance(value, int | Fraction) else Fraction(float(value)).limit_denominator(10**6)


# texts with numbers in braces

_PIECES = re.compile(rf"({FORMULA.pattern}|`[^`]+`|\\[{{}}])|\{{(?P<number>[^{{}}]*)\}}")
_HELD = re.compile(r"it\.(?P<name>[^:]+)(?::(?P<places>\d+)(?P<as>[g%]?))?")
_AS: dict[str, Callable[[Any, int], str]] = {"": fixed, "g": general, "%": percent}

Piece = str | Callable[[Any], str | None]
"""A part of a text, or what works it out of the widget."""


def compile_feedback(
    paragraphs: Sequence[str], lesson_data: LessonData, widget: type | None = None, where: str = ""
) -> str | FeedbackTemplate:
    """What is told in the end: a text, or a function of the widget where one of its numbers is the widget's.

    Then it is the first of the paragraphs all numbers of which are there already, neither None nor nan.

    >>> compile_feedback(["It is {value of AP of 1 0 1}.", "So *there*."], LessonData())
    'It is 5/6. So there.'
    >>> from types import SimpleNamespace as Machine
    >>> best = compile_feedback(["The best has {it.best:2}.", "Nothing was thrown."], LessonData())
    >>> [best(Machine(best=score)) for score in (0.254, None, float("nan"))]
    ['The best has 0.25.', 'Nothing was thrown.', 'Nothing was thrown.']
    """
    parsed = [_parsed(text, lesson_data, widget) for text in paragraphs]
    if any(callable(piece) for pieces in parsed for piece in pieces):
        return FeedbackTemplate(tuple(paragraphs), parsed, where)
    return markdown_text(" ".join("".join(map(str, pieces)) for pieces in parsed))


class FeedbackTemplate(NamedTuple):
    """A text that is filled with what a widget holds: its paragraphs as they are written, their pieces, and where."""

    paragraphs: tuple[str, ...]
    parsed: list[list[Piece]]
    where: str

    def __call__(self, it: Any) -> str:
        """The first of the paragraphs all numbers of which are there; without a widget, `None`, none of its are."""
        try:
            for pieces in self.parsed:
                said = [(None if it is None else piece(it)) if callable(piece) else piece for piece in pieces]
                if None not in said:
                    return markdown_text("".join(map(str, said)))
        except InputError as error:
            raise InputError(f"{self.where}: {error}") from None
        return ""


def fill_text(paragraphs: Sequence[str], lesson_data: LessonData) -> str:
    """A text all numbers of which are there when the file is read."""
    found = compile_feedback(paragraphs, lesson_data)
    if isinstance(found, FeedbackTemplate):
        raise InputError("only what a task tells in the end may name its widget, 'it', or a sentence of it")
    return found


def _parsed(text: str, lesson_data: LessonData, widget: type | None) -> list[Piece]:
    """The pieces of a text, those in braces worked out, or as functions of the widget."""
    pieces: list[Piece] = []
    parts: Iterator[Any] = iter([*_PIECES.split(text), "", None, None])
    for between, kept, _, number in zip(parts, parts, parts, parts, strict=True):
        if re.search("[{}]", between):
            raise InputError(
                f"a brace without its partner; one that is text has a backslash before it: {quoted(between)}"
            )
        pieces += [between, kept if number is None else _braced(number.strip(), lesson_data, widget)]
    return pieces


def _braced(text: str, lesson_data: LessonData, widget: type | None) -> Piece:
    """What stands in braces."""
    held = _HELD.fullmatch(text)
    if held:
        return _held(held, widget)
    left, of, given = text.removeprefix("value of ").partition(" of ")
    if of:
        if given == "it" and widget is not None:
            require_attribute(widget, "ranking")
        return _worked_out(left, given, lesson_data, alone=text.startswith("value of "))
    if text in NAMED_MESSAGES or (widget is None and re.fullmatch(r"[a-z]+(-[a-z]+)+", text)):
        return lambda it: None if (said := NAMED_MESSAGES[text](it)) is None else escaped(said)
    hint = did_you_mean(text, ["AP of 1 0 1", "it.…", *NAMED_MESSAGES], "there are", most=3)
    hint = "digits are as in {it.best:4}, {it.p:3g} and {it.share:1%}" if text.startswith("it.") else hint
    raise InputError(f"no number is called {quoted(f'{{{text}}}')}; {hint}")


def _held(found: re.Match[str], widget: type | None) -> Callable[[Any], str | None]:
    """What the widget holds, rounded as the text asks."""
    name = found["name"]
    if widget is not None:
        require_attribute(widget, name.partition(".")[0])

    def said(it: Any) -> str | None:
        value = attribute_value(it, name)
        if value is None or value != value:  # nan: not there yet, either
            return None
        if not isinstance(value, Real if found["places"] else str | Real):
            raise InputError(f"{quoted(found[0])} gives no number or word; what it holds is named behind a point")
        return escaped(true_minus(_AS[found["as"]](value, int(found["places"])) if found["places"] else str(value)))

    return said


def _worked_out(measure: str, given: str, lesson_data: LessonData, *, alone: bool) -> Piece:
    """A calculation, or its value; of `it`, of the list that the widget holds when it is shown."""
    asked = parse_quantity(measure)

    def said(of: Any) -> str:
        derived = explain(asked, of)
        if not alone:
            return escaped(derived.equation)
        return str(derived.fraction) if derived.fraction is not None else decimal(derived.value)

    return (lambda it: said(it.ranking)) if given == "it" else said(lesson_data.given(asked, given))
