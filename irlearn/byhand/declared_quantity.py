"""Numbers that are worked out by hand as declarations, and what is made of them.

A kind of number is a subclass of `DeclaredQuantity` with its `steps`, each with a formula, and its `case_type`: what a
question states, and the parts of the formulas. From these come the derivation and the numbers of wrong rules, which are
other formulas of a step: `replacing(expected=lambda c: Ratio(1, c.kinds))`.
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

from irlearn.byhand.misconceptions import FACTS_BY_QUANTITY, Facts, Number, QuestionFacts, Rounded, Rule, WrongFormula
from irlearn.byhand.quantity import HandQuantity, QuantityInput, SignificanceDerivation, sentences_by_row
from irlearn.byhand.question_words import WORDINGS, DeclaredWording, LazyFacts
from irlearn.byhand.terms import typed
from irlearn.formulas import Line, Node
from irlearn.formulas.short_numbers import calculation, equation, in_short
from irlearn.text.english import comma_list
from irlearn.text.numbers import fixed

_ALL = 17  # digits of a float
_UNREAD = -1  # of numbers that are worked with and not written, which is quicker


@dataclass(frozen=True)
class Step:
    """A number of a calculation: its formula on a case, and its bounds.

    It can be asked for where the words beside its kind say why it is made so. `label` is how its equation begins;
    `depends_on` are the steps that it is made of, whose lines stand before it unless it is `shown_alone`;
    `rounded_steps` are the steps that hands round on the way to it, alone or together. With `row_labels` it is a number
    for each of what these are called, and its formula gives a list.
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
    """The steps of another kind, some with other fields."""
    return tuple(replace(one, **fields.get(one.name, {})) for one in steps)


class Case(QuestionFacts):
    """One question: what is asked and given, and each step, some of which may have other formulas.

    Numbers on the way are written with so many `digits`, as they are where these are 0. `case["error"]` is a step as it
    stands in another one: a number, or a list of them.
    """

    wording: ClassVar[str] = ""
    """The section `[wording.<name>]` of the TOML file beside the class, added to the sections of its base classes."""
    digits = 0
    is_changed = False
    """Whether steps have other formulas here."""
    inlined_steps: ClassVar[tuple[str, ...]] = ()
    """Steps that are written out in the next one where a wrong rule has another formula of one."""

    unrounded_steps: tuple[str, ...] = ()
    """Steps that are not rounded on the way, as nothing is worked out for them."""
    declared_facts: ClassVar[Facts] = {}
    """What sentences may mention besides the steps, and the case itself, `it`."""

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        self.quantity, self.data, self.original = asked, given, self
        self._others: Mapping[str, Callable[[Any], Any]] = {}
        self._worths: dict[str, Any] = {}
        self._changed: set[str] = set()

    @property
    def input_text(self) -> str:
        """What is given as it is typed."""
        raise NotImplementedError

    @property
    def columns(self) -> Mapping[str, Sequence[str]]:
        """What is given as a table, by column."""
        raise NotImplementedError

    @property
    def data_sentences(self) -> str:
        """What is given as a question states it."""
        raise NotImplementedError

    @property
    def sentence_tags(self) -> Iterable[str]:
        """What its sentences may be about besides the statistic."""
        return ()

    @property
    def given_steps(self) -> Mapping[str, Fraction]:
        """Steps whose values the question states, so that they have no lines."""
        return {}

    @property
    def notes(self) -> Sequence[str]:
        """What was taken for granted."""
        return ()

    def with_digits(self, digits: int) -> Self:
        """The same with so many digits on the way."""
        one = copy(self)
        one.digits = digits
        return one

    def with_formulas(self, **formulas: Callable[[Any], Any]) -> Self:
        """The same with other formulas of steps, which work on the original; nobody reads it until it is
        `written_step`.
        """
        one = copy(self)
        one._others, one._worths, one._changed, one.digits = formulas, {}, {*formulas}, _UNREAD
        one.is_changed = bool(formulas)
        return one

    def node(self, name: str) -> Any:
        """The calculation of a step, or of each of its rows."""
        if name not in self._others:
            return typed(self.given_steps[name]) if name in self.given_steps else self.quantity.step(name).formula(self)
        made = self._others[name](self.original.with_digits(self.digits))
        if made is None:
            raise _NoNumberError
        return made

    def step_value(self, name: str) -> Any:
        """What a step is worth, exact where it is a fraction, or each of its rows; as it was where nothing changed."""
        if name not in self._worths:
            same = self is not self.original and self._changed.isdisjoint((name, *self.quantity.dependencies(name)))
            unread = self if same or self.digits == _UNREAD else self.with_digits(_UNREAD)
            self._worths[name] = self.original.step_value(name) if same else _each(_value_of, unread.node(name))
        return self._worths[name]

    def __getitem__(self, name: str) -> Any:
        is_read = self.digits != _UNREAD
        is_typed = is_read and name in self.given_steps and name not in self._changed
        if is_typed or (name in self.inlined_steps and (name in self._others or (is_read and self.is_changed))):
            return self.node(name)
        return _each(self.write, self.step_value(name))

    def label(self, step: Step) -> str:
        """How the equation of a step begins."""
        return step.label or step.name

    def write(self, value: Number) -> Any:
        """A number with as many digits as are written; as it is where nobody reads it."""
        if self.digits == _UNREAD:
            return value
        exactly = isinstance(value, Fraction) and not self.digits
        return typed(value) if exactly else in_short(value, self.digits or _ALL)  # type: ignore[arg-type]  # it is one

    def written_step(self, name: str, row: int | None = None) -> Node:
        """A step, or one of its rows, with as few digits as give its value."""

        def build(digits: int) -> Node:
            made: Any = self.with_digits(digits).node(name)
            return made if row is None else made[row]  # type: ignore[no-any-return]  # a row is a node

        worth = self.step_value(name) if row is None else self.step_value(name)[row]
        return build(0) if self.quantity.is_exact else calculation(build, float(worth))

    @property
    def right_value(self) -> Number:
        try:
            return self.step_value(self.quantity.statistic)  # type: ignore[no-any-return]  # it is one
        except ZeroDivisionError:
            return math.nan

    def result(self) -> WrongFormula | None:
        """The number asked for, and how it is written; None where there is none."""
        finite = math.isfinite(self.right_value)
        return WrongFormula(self.right_value, partial(self.written_step, self.quantity.statistic)) if finite else None

    def lines(self) -> Iterator[Line]:
        """The calculation, a line a step, or a row of one."""
        last = self.quantity.final_step
        for step in (*map(self.quantity.step, () if last.shown_alone else self.quantity.dependencies(last.name)), last):
            if step.row_labels:
                for row, label in enumerate(step.row_labels(self)):
                    yield equation(label, self.written_step(step.name, row), value=self.step_value(step.name)[row])
            elif step.name not in self.given_steps or step is last:
                yield equation(self.label(step), self.written_step(step.name), value=self.step_value(step.name))

    def results_with_rounding(self, rounded: Rounded) -> Iterator[Number]:
        for names in self.quantity.final_step.rounded_steps:
            case = self.with_formulas()
            for name in (
                one for one in names if one not in self.unrounded_steps
            ):  # what it is made of is rounded by now
                case._worths[name] = _each(rounded, case.step_value(name))
                case._changed.add(name)
            if math.isfinite(case.right_value):
                yield case.right_value

    def sentence_facts(self) -> Mapping[str, Any]:
        return LazyFacts({}, lambda: self)

    def sentence_fact(self, name: str) -> object:
        return self.declared_facts[name](self) if name in self.declared_facts else _Told(self, name)


class _Told(NamedTuple):
    """A step that a sentence mentions: `{error}` as others are made of it, `{error:5}` with digits, `{error:made}`."""

    case: Case
    name: str

    def __format__(self, how: str) -> str:
        if not how:
            return str(self.case[self.name])
        if how == "made":
            return str(self.case.node(self.name))
        worth = self.case.step_value(self.name)
        return comma_list([fixed(float(one), int(how)) for one in (worth if isinstance(worth, list) else [worth])])


def replacing(**formulas: Callable[[Any], Any]) -> Rule:
    """What a wrong rule computes that has other formulas of some steps; None of a formula: it does not apply.

    It is about those numbers that are made of one of these steps.
    """

    def rule(case: Case) -> WrongFormula | None:
        if formulas.keys().isdisjoint((case.quantity.statistic, *case.quantity.dependencies(case.quantity.statistic))):
            return None
        with suppress(_NoNumberError):
            return case.with_formulas(**formulas).result()
        return None

    return rule


class _NoNumberError(Exception):
    """A formula does not apply."""


def _each(make: Callable[[Any], Any], one: Any) -> Any:
    return [*map(make, one)] if isinstance(one, list) else make(one)


def _value_of(one: Node | Number) -> Number:
    if not isinstance(one, Node):
        return one
    return one.value if one.exact is None else one.exact


@dataclass(frozen=True, repr=False)
class DeclaredQuantity(HandQuantity):
    """A kind of number that is declared; the first of its `statistics` is asked for where none is named.

    `is_exact` where numbers on the way are fractions, which are written as such; `derivation_title` where the title of
    a derivation calls it otherwise than a sentence. Of its exercises `accepts_fraction` says whether the right number
    may be given as one, `states_values_apart` whether what is stated stands between its words, `answer_format` how an
    answer may be typed that is no number.
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
        tells = sentences_by_row(inspect.getfile(cls), "why")
        cls.statistics = tuple(one.name for one in cls.steps if (cls.name, one.name) in tells)
        WORDINGS(cls)(DeclaredWording(cls))

    def __post_init__(self) -> None:
        object.__setattr__(self, "statistic", self.statistic or self.statistics[0])
        super().__post_init__()

    def step(self, name: str) -> Step:
        """A step by its name."""
        return next(one for one in self.steps if one.name == name)

    @classmethod
    @cache
    def dependencies(cls, name: str) -> tuple[str, ...]:
        """The steps that one is made of, each behind those that it is made of itself."""
        steps = next(one.depends_on for one in cls.steps if one.name == name)
        return tuple(dict.fromkeys(inner for one in steps for inner in (*cls.dependencies(one), one)))

    @property
    def final_step(self) -> Step:
        """The step that is asked for."""
        return self.step(self.statistic)

    @property
    def label(self) -> str:
        return self.final_step.label or self.statistic

    @property
    def range(self) -> tuple[float, float]:
        return self.final_step.low, self.final_step.high

    def make_case(self, pair: QuantityInput) -> Any:
        """The case of what was read."""
        return self.case_type(self, pair)

    def parse(self, text: str) -> QuantityInput:
        return self.read(text)

    def input_text(self, pair: QuantityInput) -> str:
        return str(self.make_case(pair).input_text)

    def explain(self, pair: QuantityInput) -> QuantityWorked:
        from irlearn.statistics.results import StatedNumbers  # SciPy waits until a number is worked out

        case = self.make_case(pair)
        return QuantityWorked(self, pair, StatedNumbers(rows=case.columns, notes=tuple(case.notes)))  # type: ignore[arg-type]  # it has cells and notes


@FACTS_BY_QUANTITY(DeclaredQuantity)
def _facts(quantity: DeclaredQuantity, data: QuantityInput, exact: bool) -> Case:  # noqa: ARG001 - a case is always exact
    return quantity.make_case(quantity.read(data))  # type: ignore[no-any-return]  # it is one


@dataclass(frozen=True, repr=False, eq=False)
class QuantityWorked(SignificanceDerivation):
    """A declared number worked out."""

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
