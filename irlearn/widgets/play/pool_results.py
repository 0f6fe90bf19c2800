"""What the widgets on judging pools share: a collection, and what each method makes of each budget, worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar, TypeAlias

import numpy as np

from irlearn.errors import InputError
from irlearn.evaluation import AnyMeasure
from irlearn.measures import Measure
from irlearn.simulation.collections import classroom
from irlearn.simulation.simulated import SimulatedCollection
from irlearn.studies.adjudication import (
    METHODS,
    Discrimination,
    LowCost,
    Method,
    PooledRuns,
    adjudicate,
    discriminate,
    find_method,
    gold,
    pool_runs,
    scores_of,
)
from irlearn.studies.adjudication.low_cost import measure_on
from irlearn.text.english import comma_list, count_noun
from irlearn.text.html import Content, Element, div
from irlearn.widgets.core.actions import Way, action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import Field, Stepped, check_count, read_whole, stepper
from irlearn.widgets.core.parts import captioned

Collection: TypeAlias = PooledRuns | SimulatedCollection | tuple[Any, Any] | None
"""Pooled runs, a simulated collection, or judgments and runs as `evaluate` takes them; None: `classroom()`."""

_SEED = 1  # of every method's own chance: ties, draws
_BUDGETS = 10
_STEPS = tuple(digit * 10**power for power in range(5) for digit in (1, 2, 5))
_SHARE = 2 / 3  # of the median pool that the largest budget judges at most
_START = 10  # judgments a topic, where nothing else is asked for
_KEPT = 2  # collections whose results are kept: that of the lessons, and the learner's own


class Judged:
    """A collection and ten budgets, and what each method makes of each, worked out when it is first asked for.

    `budgets` are judgments a topic, in even steps of 1, 2 or 5, up to two thirds of the median pool. A method runs
    once, to the largest budget, which holds all smaller ones; a pool that is smaller is judged whole.

    >>> from irlearn import AP
    >>> shared = judged()
    >>> shared.budgets
    (5, 10, 15, 20, 25, 30, 35, 40, 45, 50)
    >>> shared.found("mtf", 10, AP) is judged().found("mtf", 10, AP)
    True
    """

    def __init__(self, pooled: PooledRuns) -> None:
        self.pooled, self.budgets = pooled, _budgets(pooled)
        self._orders: dict[str, tuple[Method, LowCost]] = {}
        self._known: dict[tuple[LowCost, int, Measure], Discrimination] = {}

    @property
    def methods(self) -> Mapping[str, Method]:
        """All methods by their names, those of one's own, too."""
        return METHODS

    def order(self, method: str) -> LowCost:
        """What a method judges to the largest budget; it is run anew where it was registered anew."""
        wanted = find_method(method)
        if method not in self._orders or self._orders[method][0].begin is not wanted.begin:
            low = adjudicate(self.pooled, wanted, self.budgets[-1], rng=_SEED, beyond="whole")
            self._orders[method] = wanted, low
        return self._orders[method][1]

    def found(self, method: str, budget: int, measure: Measure) -> Discrimination:
        """Which differences a method keeps and invents by a measure, with so many judgments a topic."""
        low = self.order(method)
        key = low, budget, measure
        if key not in self._known:
            self._known[key] = discriminate(self.pooled, low.at(budget), measure)
        return self._known[key]

    def by_gold(self, measure: AnyMeasure) -> tuple[str, ...]:
        """The runs by their means on the whole pools, the best first."""
        wanted = measure_on(measure, self.pooled.rel)
        means = scores_of(gold(self.pooled), wanted).mean(axis=0)
        order = np.argsort(means if wanted.better == "lower" else -means, kind="stable")
        return tuple(self.pooled.names[place] for place in order.tolist())

    def says(self) -> str:
        """What the collection is."""
        made = "A simulated collection: " if self.pooled is _classroom() else ""
        many = f"{count_noun(len(self.pooled.names), 'run')}, {count_noun(len(self.pooled.topics), 'topic')}"
        return f"{made}{many}, some {round(float(np.mean(self.pooled.sizes)))} documents a pool."


def judged(collection: Collection = None) -> Judged:
    """The results on a collection, the same for every widget that shows it. Raises `InputError` for what is none."""
    return _kept(_pooled(collection))


@lru_cache(maxsize=_KEPT)
def _kept(pooled: PooledRuns) -> Judged:
    return Judged(pooled)


@lru_cache(maxsize=1)
def _classroom() -> PooledRuns:
    return _of_simulated(classroom())


def _of_simulated(made: SimulatedCollection) -> PooledRuns:
    return pool_runs(made.qrels, made.runs, depth=made.depth)


def _pooled(collection: Collection) -> PooledRuns:
    if collection is None:
        return _classroom()
    if isinstance(collection, PooledRuns):
        return collection
    if isinstance(collection, SimulatedCollection):
        return _of_simulated(collection)
    if isinstance(collection, tuple) and len(collection) == 2:
        return pool_runs(*collection)
    raise InputError(
        "a collection is what pool_runs gives, as in pool_runs(qrels, runs, depth=100), or the pair (qrels, runs); "
        f"given: {type(collection).__name__}"
    )


def _budgets(pooled: PooledRuns) -> tuple[int, ...]:
    most = float(np.median(pooled.sizes)) * _SHARE / _BUDGETS
    step = max((one for one in _STEPS if one <= most), default=1)
    return tuple(range(step, min(_BUDGETS * step, int(pooled.sizes.max())) + 1, step))


class _Budget(Stepped):
    """How many documents a topic are judged: one of the budgets of a widget, or any up to the largest."""

    def validate(self, widget: Any, value: Any) -> int:
        """A budget that the widget can show."""
        budgets = widget.judged.budgets
        if widget.between:
            return check_count(value, self.what, 1, budgets[-1])
        if isinstance(value, bool) or value not in budgets:
            raise InputError(f"{self.what} must be {comma_list([*map(str, budgets)], 'or')}; given: {value}")
        return int(value)

    def check(self, value: Any) -> Any:
        """What the widget checks."""
        return value

    def read(self, text: str) -> Any:
        """The whole number that was typed, or the text, which is then refused."""
        return read_whole(text)


class MethodName(Field):
    """A method by its name, as `find_method` reads it; an empty text for none, where that may be."""

    def __init__(self, start: str, label: str, *, none: bool = False) -> None:
        self.none = none
        super().__init__(start, label)

    def check(self, value: Any) -> str:
        """The name of a method as it is written."""
        return "" if self.none and value == "" else repr(find_method(value))


class JudgedApp(App):
    """A widget on the judgments of a collection: `judged` is what is shared, `budget` the judgments a topic.

    − and + go along the ten budgets of the collection; where `between` is set, those between them may be typed.
    `measure` scores the runs. Raises `InputError` for what is no collection, no measure, or a budget beyond the range.
    """

    styles = ("controls", "pool_results")
    css_class = "judged"
    between: ClassVar[bool] = True
    budget = _Budget(1, "judgments a topic", what="the budget")

    def __init__(self, collection: Collection, measure: AnyMeasure, budget: int | None, **state: Any) -> None:
        self._judged = judged(collection)
        self._measure = measure_on(measure, self._judged.pooled.rel)
        start = min(_START, self._judged.budgets[-1]) if budget is None else budget
        super().__init__(budget=start, **state)

    @property
    def judged(self) -> Judged:
        """The collection, and what is known of it."""
        return self._judged

    @property
    def measure(self) -> Measure:
        """What the runs are scored by."""
        return self._measure

    @property
    def gold_pairs(self) -> int:
        """How many pairs of runs differ significantly by the whole pools."""
        return int(np.count_nonzero(self.found(next(iter(self.judged.methods))).gold_significant)) // 2

    def found(self, method: str) -> Discrimination:
        """What a method keeps and invents with the present budget."""
        return self.judged.found(method, self.budget, self.measure)

    @action
    def on_budget(self, by: Way | None = None, value: int | None = None) -> None:
        """Go to the next budget up or down, or to one that is pressed."""
        if by is not None:
            beyond = [one for one in self.judged.budgets[::by] if (one - self.budget) * by > 0]
            self.budget = beyond[0] if beyond else self.budget
        elif value is not None:
            self.budget = value

    def title_of(self, method: str) -> str:
        """What a method is called; one with options of its own as it is written."""
        found = find_method(method)
        return method if found.chosen else found.title

    def stepper(self) -> Element:
        """The budget between − and +, and to be typed."""
        budgets = self.judged.budgets
        less, more = self.budget > budgets[0], self.budget < budgets[-1]
        return stepper("budget", "judgments a topic", str(self.budget), less=less, more=more)

    def note(self) -> str:
        """What the collection is, and when a difference counts."""
        return f"{self.judged.says()} Significant: {self.measure!r}, randomised Tukey HSD (closed form), 5%."


def in_words(words: str, heads: Content, rows: Content) -> Element:
    """A picture as a table, for a screen reader."""
    return div("visually-hidden")[captioned("", words, heads, rows)]
