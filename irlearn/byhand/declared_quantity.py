"""Quantities that are declared as steps with formulas, and their derivations and wrong rules.

A quantity is a subclass of `DeclaredQuantity` with `steps` and a `case_type`. The case has the parsed input and the
values that the formulas use. The derivation follows from the formulas. A wrong rule has another formula for a step:
`replacing(expected=lambda c: Ratio(1, c.kinds))`.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, partial
from typing import Any, ClassVar, NamedTuple, Self

from irlearn.byhand.hand_quantity import HandQuantity, QuantityInput, SignificanceDerivation, sentences_by_row
from irlearn.byhand.misconceptions import FACTS_BY_QUANTITY, Facts, Number, QuestionFacts, Rounded, Rule, WrongFormula
from irlearn.byhand.question_words import WORDINGS, DeclaredWording, LazyFacts
from irlearn.byhand.terms import typed
from irlearn.formulas import Line, Node
from irlearn.formulas.short_numbers import calculation, equation, in_short
from irlearn.text.english import comma_list
from irlearn.text.numbers import fixed

_ALL = 17
"""The digits of a float."""
_UNREAD = -1
"""The `digits` of a case whose numbers are computed but not written, which is faster."""


@dataclass(frozen=True)
class Step:
    """A step of a calculation.

    A question can ask for a step if the TOML file of the quantity has a reason ("why") for the step.

    Attributes
    ----------
    name : str
        The name.
    formula : callable
        A function that returns the formula of the step on a case; a list of formulas if there are `row_labels`.
    label : str
        The left side of the equation; by default the name.
    low, high : float
        The lowest and the highest possible value.
    depends_on : tuple of str
        The steps that the formula uses. Their lines precede the line of this step, unless it is `shown_alone`.
    shown_alone : bool
        Whether the derivation has only the line of this step.
    rounded_steps : tuple of tuple of str
        The groups of earlier steps that people round together before they compute this step.
    row_labels : callable or None
        A function that returns the labels of the rows, for a step that has a number in each row.
    """

    name: str
    formula: Callable[[Any], Any]
    label: str = ""
    low: float = 0.0
    high: float = math.inf
    depends_on: tuple[str, ...] = ()
    shown_alone: bool = False
    rounded_steps: tuple[tuple[str, ...], ...] = ()
    row_labels: Callable[[Any], Sequence[str]] | None = None


def steps_with(steps: tuple[Step, ...], **fields: Mapping[str, Any]) -> tuple[Step, ...]:
    """Return the steps of another quantity, some of them with other fields."""
    return tuple(replace(step, **fields.get(step.name, {})) for step in steps)


class Case(QuestionFacts):
    """The facts of a question about a declared quantity, with the value of each step.

    `case["error"]` is a step as other formulas contain it: a number, or a list of numbers. Intermediate results are
    written with `digits` significant digits, or in full if `digits` is 0.
    """

    wording: ClassVar[str] = ""
    """The section `[wording.<name>]` of the TOML file next to the module, added to the sections of the base classes."""
    digits = 0
    is_changed = False
    """Whether some steps have other formulas than the quantity."""
    inlined_steps: ClassVar[tuple[str, ...]] = ()
    """Steps whose formulas are written inside the next step if a wrong rule changes one of them."""

    unrounded_steps: tuple[str, ...] = ()
    """Steps that are not rounded, because their values are part of the input."""
    declared_facts: ClassVar[Facts] = {}
    """Functions that return what sentences may mention in addition to the steps and to the case itself, `it`."""

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        self.quantity, self.data, self.original = asked, given, self
        self._other_formulas: Mapping[str, Callable[[Any], Any]] = {}
        self._values: dict[str, Any] = {}
        self._changed_steps: set[str] = set()

    @property
    def input_text(self) -> str:
        """The input as it is typed."""
        raise NotImplementedError

    @property
    def columns(self) -> Mapping[str, Sequence[str]]:
        """The input as the columns of a table."""
        raise NotImplementedError

    @property
    def data_sentences(self) -> str:
        """The input as sentences of a question."""
        raise NotImplementedError

    @property
    def sentence_tags(self) -> Iterable[str]:
        """The tags of sentences to use in addition to the statistic."""
        return ()

    @property
    def given_steps(self) -> Mapping[str, Fraction]:
        """The steps whose values the question states, so that they have no lines."""
        return {}

    @property
    def notes(self) -> Sequence[str]:
        """The assumptions."""
        return ()

    def with_digits(self, digits: int) -> Self:
        """Return a copy whose intermediate results are written with these digits."""
        case = copy(self)
        case.digits = digits
        return case

    def with_formulas(self, **formulas: Callable[[Any], Any]) -> Self:
        """Return a copy with some formulas replaced. They receive the original case.

        Only `written_step` formats the numbers of the copy.
        """
        case = copy(self)
        case._other_formulas, case._values, case._changed_steps, case.digits = formulas, {}, {*formulas}, _UNREAD
        case.is_changed = bool(formulas)
        return case

    def node(self, name: str) -> Any:
        """Return the formula of a step, or the formulas of its rows."""
        if name not in self._other_formulas:
            return typed(self.given_steps[name]) if name in self.given_steps else self.quantity.step(name).formula(self)
        formula = self._other_formulas[name](self.original.with_digits(self.digits))
        if formula is None:
            raise _NoNumberError
        return formula

    def step_value(self, name: str) -> Any:
        """Return the value of a step, or the values of its rows, as fractions if they are exact."""
        if name not in self._values:
            same = self is not self.original and self._changed_steps.isdisjoint(
                (name, *self.quantity.dependencies(name))
            )
            unread = self if same or self.digits == _UNREAD else self.with_digits(_UNREAD)
            self._values[name] = self.original.step_value(name) if same else _each(_value_of, unread.node(name))
        return self._values[name]

    def __getitem__(self, name: str) -> Any:
        is_read = self.digits != _UNREAD
        is_typed = is_read and name in self.given_steps and name not in self._changed_steps
        if is_typed or (name in self.inlined_steps and (name in self._other_formulas or (is_read and self.is_changed))):
            return self.node(name)
        return _each(self.write, self.step_value(name))

    def label(self, step: Step) -> str:
        """Return the left side of the equation of a step."""
        return step.label or step.name

    def write(self, value: Number) -> Any:
        """Return a number as it is written in a formula, or unchanged if the case is only computed."""
        if self.digits == _UNREAD:
            return value
        exactly = isinstance(value, Fraction) and not self.digits
        return typed(value) if exactly else in_short(value, self.digits or _ALL)  # type: ignore[arg-type]  # it is one

    def written_step(self, name: str, row: int | None = None) -> Node:
        """Return the formula of a step, or of a row, with the fewest digits that give its value."""

        def build(digits: int) -> Node:
            formula: Any = self.with_digits(digits).node(name)
            return formula if row is None else formula[row]  # type: ignore[no-any-return]  # a row is a node

        value = self.step_value(name) if row is None else self.step_value(name)[row]
        return build(0) if self.quantity.is_exact else calculation(build, float(value))

    @property
    def right_value(self) -> Number:
        try:
            return self.step_value(self.quantity.statistic)  # type: ignore[no-any-return]  # it is one
        except ZeroDivisionError:
            return math.nan

    def result(self) -> WrongFormula | None:
        """Return the quantity as a wrong calculation; None if it is not a finite number."""
        finite = math.isfinite(self.right_value)
        return WrongFormula(self.right_value, partial(self.written_step, self.quantity.statistic)) if finite else None

    def lines(self) -> Iterator[Line]:
        """Yield the equation of each step, or of each of its rows."""
        last = self.quantity.final_step
        before = () if last.shown_alone else self.quantity.dependencies(last.name)
        for step in (*map(self.quantity.step, before), last):
            if step.row_labels:
                for row, label in enumerate(step.row_labels(self)):
                    yield equation(label, self.written_step(step.name, row), value=self.step_value(step.name)[row])
            elif step.name not in self.given_steps or step is last:
                yield equation(self.label(step), self.written_step(step.name), value=self.step_value(step.name))

    def results_with_rounding(self, rounded: Rounded) -> Iterator[Number]:
        for names in self.quantity.final_step.rounded_steps:
            case = self.with_formulas()
            for name in names:  # The steps on which a step depends are rounded before it.
                if name in self.unrounded_steps:
                    continue
                case._values[name] = _each(rounded, case.step_value(name))
                case._changed_steps.add(name)
            if math.isfinite(case.right_value):
                yield case.right_value

    def sentence_facts(self) -> Mapping[str, Any]:
        return LazyFacts({}, lambda: self)

    def sentence_fact(self, name: str) -> object:
        return self.declared_facts[name](self) if name in self.declared_facts else _StepInSentence(self, name)


class _StepInSentence(NamedTuple):
    """A step that a sentence mentions.

    `{error}` is the step as other formulas contain it, `{error:5}` its value with digits, `{error:made}` its formula.
    """

    case: Case
    name: str

    def __format__(self, form: str) -> str:
        if not form:
            return str(self.case[self.name])
        if form == "made":
            return str(self.case.node(self.name))
        value = self.case.step_value(self.name)
        values = value if isinstance(value, list) else [value]
        return comma_list([fixed(float(row), int(form)) for row in values])


def replacing(**formulas: Callable[[Any], Any]) -> Rule:
    """Return a wrong rule that replaces the formulas of some steps.

    It applies to quantities that depend on one of these steps, unless a formula returns None.
    """

    def rule(case: Case) -> WrongFormula | None:
        statistic = case.quantity.statistic
        if formulas.keys().isdisjoint((statistic, *case.quantity.dependencies(statistic))):
            return None
        with suppress(_NoNumberError):
            return case.with_formulas(**formulas).result()
        return None

    return rule


class _NoNumberError(Exception):
    """A replaced formula does not apply to a case."""


def _each(function: Callable[[Any], Any], value: Any) -> Any:
    """Apply a function to a value, or to each element of a list."""
    return [*map(function, value)] if isinstance(value, list) else function(value)


def _value_of(formula: Node | Number) -> Number:
    if not isinstance(formula, Node):
        return formula
    return formula.value if formula.exact is None else formula.exact


@dataclass(frozen=True, repr=False)
class DeclaredQuantity(HandQuantity):
    """A quantity that is declared as steps. Its default statistic is the first of its `statistics`.

    Attributes
    ----------
    derivation_title : str
        The title of a derivation, if it is not the phrase.
    is_exact : bool
        Whether intermediate results are written as fractions.
    accepts_fraction : bool
        Whether an exercise accepts a fraction as the answer.
    states_values_apart : bool
        Whether a question states the input between its other sentences.
    answer_format : str
        How to type an answer that is not a number.
    steps : tuple of Step
        The steps, in any order.
    case_type : type of Case
        The class of its cases.
    """

    statistic: str = ""

    has_own_statistic_names = False
    derivation_title: ClassVar[str] = ""
    is_exact: ClassVar[bool] = False
    accepts_fraction: ClassVar[bool] = True
    states_values_apart: ClassVar[bool] = True
    answer_format: ClassVar[str] = ""
    steps: ClassVar[tuple[Step, ...]] = ()
    case_type: ClassVar[type[Case]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        reasons = sentences_by_row(inspect.getfile(cls), "why")
        cls.statistics = tuple(step.name for step in cls.steps if (cls.name, step.name) in reasons)
        WORDINGS(cls)(DeclaredWording(cls))

    def __post_init__(self) -> None:
        object.__setattr__(self, "statistic", self.statistic or self.statistics[0])
        super().__post_init__()

    def step(self, name: str) -> Step:
        """Return a step by its name."""
        return next(step for step in self.steps if step.name == name)

    @classmethod
    @cache
    def dependencies(cls, name: str) -> tuple[str, ...]:
        """Return the steps that a step depends on, directly or through others, in the order of the calculation."""
        direct = next(step.depends_on for step in cls.steps if step.name == name)
        return tuple(
            dict.fromkeys(inner for step_name in direct for inner in (*cls.dependencies(step_name), step_name))
        )

    @property
    def final_step(self) -> Step:
        """The step of the statistic."""
        return self.step(self.statistic)

    @property
    def label(self) -> str:
        return self.final_step.label or self.statistic

    @property
    def range(self) -> tuple[float, float]:
        return self.final_step.low, self.final_step.high

    def make_case(self, pair: QuantityInput) -> Any:
        """Return the case of parsed input."""
        return self.case_type(self, pair)

    def parse(self, text: str) -> QuantityInput:
        return self.read(text)

    def input_text(self, pair: QuantityInput) -> str:
        return str(self.make_case(pair).input_text)

    def explain(self, pair: QuantityInput) -> QuantityWorked:
        from irlearn.statistics.results import StatedNumbers  # Importing SciPy is slow.

        case = self.make_case(pair)
        return QuantityWorked(self, pair, StatedNumbers(rows=case.columns, notes=tuple(case.notes)))  # type: ignore[arg-type]  # it has cells and notes


@FACTS_BY_QUANTITY(DeclaredQuantity)
def _facts(quantity: DeclaredQuantity, data: QuantityInput, exact: bool) -> Case:  # noqa: ARG001 - a case is always exact
    return quantity.make_case(quantity.read(data))  # type: ignore[no-any-return]  # it is one


@dataclass(frozen=True, repr=False, eq=False)
class QuantityWorked(SignificanceDerivation):
    """The derivation of a declared quantity."""

    measure: DeclaredQuantity

    @cached_property
    def case(self) -> Case:
        return self.measure.make_case(self.data)  # type: ignore[no-any-return]  # it is one

    @property
    def right_value(self) -> Number:
        return self.case.right_value

    @property
    def title(self) -> str:
        return self.measure.derivation_title or self.measure.phrase

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        return tuple(self.case.lines())
