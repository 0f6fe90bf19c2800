"""Results of adjudication methods on a collection, computed once and shared by the widgets that show them."""

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
from irlearn.widgets.core.parts import captioned_table
from irlearn.widgets.core.traits import computed

Collection: TypeAlias = PooledRuns | SimulatedCollection | tuple[Any, Any] | None
"""Pooled runs, a simulated collection, or judgments and runs as `evaluate` takes them; None: `classroom()`."""

_SEED = 1  # seed of each method's ties and random draws
_BUDGETS = 10
_STEPS = tuple(digit * 10**power for power in range(5) for digit in (1, 2, 5))
_SHARE = 2 / 3  # the largest budget, as a share of the size of the median pool
_START = 10  # default judgments per topic
_CACHED = 2  # the number of cached collections: the collection of the lessons and one of the learner's own


class PoolResults:
    """A collection with ten budgets and the results of each method, computed on first use.

    `budgets` are judgments per topic, in even steps of 1, 2 or 5 times a power of ten, up to two thirds of the median
    pool. A method runs only once, up to the largest budget; the results at smaller budgets follow from its first
    judgments. A pool that is smaller than the budget is judged completely.

    >>> from irlearn import AP
    >>> shared = pool_results()
    >>> shared.budgets
    (5, 10, 15, 20, 25, 30, 35, 40, 45, 50)
    >>> shared.found("mtf", 10, AP) is pool_results().found("mtf", 10, AP)
    True
    """

    def __init__(self, pooled: PooledRuns) -> None:
        self.pooled, self.budgets = pooled, _budgets(pooled)
        self._orders: dict[str, tuple[Method, LowCost]] = {}
        self._results: dict[tuple[LowCost, int, Measure], Discrimination] = {}

    @property
    def methods(self) -> Mapping[str, Method]:
        """All methods by name, including those that the user has registered."""
        return METHODS

    def order(self, method: str) -> LowCost:
        """Return the judgments of a method up to the largest budget; run a method again if it was registered again."""
        current_method = find_method(method)
        if method not in self._orders or self._orders[method][0].begin is not current_method.begin:
            low_cost = adjudicate(self.pooled, current_method, self.budgets[-1], rng=_SEED, beyond="whole")
            self._orders[method] = current_method, low_cost
        return self._orders[method][1]

    def found(self, method: str, budget: int, measure: Measure) -> Discrimination:
        """Return the significant differences that a method keeps and invents at a budget, by a measure."""
        low_cost = self.order(method)
        key = low_cost, budget, measure
        if key not in self._results:
            self._results[key] = discriminate(self.pooled, low_cost.at(budget), measure)
        return self._results[key]

    def by_gold(self, measure: AnyMeasure) -> tuple[str, ...]:
        """Return the runs by their means on the complete pools, the best first."""
        pool_measure = measure_on(measure, self.pooled.rel)
        means = scores_of(gold(self.pooled), pool_measure).mean(axis=0)
        order = np.argsort(means if pool_measure.better == "lower" else -means, kind="stable")
        return tuple(self.pooled.names[index] for index in order.tolist())

    def describe(self) -> str:
        """Describe the collection in a sentence."""
        prefix = "A simulated collection: " if self.pooled is _classroom() else ""
        counts = f"{count_noun(len(self.pooled.names), 'run')}, {count_noun(len(self.pooled.topics), 'topic')}"
        return f"{prefix}{counts}, about {round(float(np.mean(self.pooled.sizes)))} documents in each pool."


def pool_results(collection: Collection = None) -> PoolResults:
    """Return the results on a collection, shared by its widgets; raise InputError if it is not a collection."""
    return _cached_results(_pooled(collection))


@lru_cache(maxsize=_CACHED)
def _cached_results(pooled: PooledRuns) -> PoolResults:
    return PoolResults(pooled)


@lru_cache(maxsize=1)
def _classroom() -> PooledRuns:
    return _pool_simulated(classroom())


def _pool_simulated(simulated: SimulatedCollection) -> PooledRuns:
    return pool_runs(simulated.qrels, simulated.runs, depth=simulated.depth)


def _pooled(collection: Collection) -> PooledRuns:
    if collection is None:
        return _classroom()
    if isinstance(collection, PooledRuns):
        return collection
    if isinstance(collection, SimulatedCollection):
        return _pool_simulated(collection)
    if isinstance(collection, tuple) and len(collection) == 2:
        return pool_runs(*collection)
    raise InputError(
        "a collection must be the result of pool_runs, as in pool_runs(qrels, runs, depth=100), or the pair "
        "(qrels, runs); "
        f"given: {type(collection).__name__}"
    )


def _budgets(pooled: PooledRuns) -> tuple[int, ...]:
    largest_step = float(np.median(pooled.sizes)) * _SHARE / _BUDGETS
    step = max((candidate for candidate in _STEPS if candidate <= largest_step), default=1)
    return tuple(range(step, min(_BUDGETS * step, int(pooled.sizes.max())) + 1, step))


class _Budget(Stepped):
    """The number of judgments per topic: one of the widget's budgets, or any number up to the largest."""

    def check_for(self, widget: Any, value: Any) -> int:
        budgets = widget.pool_results.budgets
        if widget.between:
            return check_count(value, self.what, 1, budgets[-1])
        if isinstance(value, bool) or value not in budgets:
            raise InputError(f"{self.what} must be {comma_list([*map(str, budgets)], 'or')}; given: {value}")
        return int(value)

    def check(self, value: Any) -> Any:
        """Return the value unchanged; `check_for` checks it against the widget."""
        return value

    def read(self, text: str) -> Any:
        """Parse a whole number; return other text unchanged, which `check_for` rejects."""
        return read_whole(text)


class MethodName(Field):
    """The name of a method, as `find_method` reads it; if `none` is true, an empty text stands for no method."""

    def __init__(self, start: str, label: str, *, none: bool = False) -> None:
        self.none = none
        super().__init__(start, label)

    def check(self, value: Any) -> str:
        return "" if self.none and value == "" else repr(find_method(value))


class PoolResultsApp(App):
    """Base of the widgets on the judgments of a collection, with a budget of judgments per topic.

    The buttons − and + set the previous and the next of the collection's ten budgets; if `between` is true, other
    budgets can be typed. Raise InputError if the collection, the measure or the budget is not valid.
    """

    styles = ("controls", "pool_results")
    css_class = "judged"
    between: ClassVar[bool] = True
    budget = _Budget(1, "judgments per topic", what="the budget")

    def __init__(self, collection: Collection, measure: AnyMeasure, budget: int | None, **state: Any) -> None:
        self._pool_results = pool_results(collection)
        self._measure = measure_on(measure, self._pool_results.pooled.rel)
        start = min(_START, self._pool_results.budgets[-1]) if budget is None else budget
        super().__init__(budget=start, **state)

    @computed
    def pool_results(self) -> PoolResults:
        """The collection with its results."""
        return self._pool_results

    @computed
    def measure(self) -> Measure:
        """The measure that scores the runs."""
        return self._measure

    @computed
    def gold_pairs(self) -> int:
        """Number of pairs of runs that differ significantly on the complete pools."""
        return int(np.count_nonzero(self.found(next(iter(self.pool_results.methods))).gold_significant)) // 2

    def found(self, method: str) -> Discrimination:
        """Return the differences that a method keeps and invents at the present budget."""
        return self.pool_results.found(method, self.budget, self.measure)

    @action
    def on_budget(self, by: Way | None = None, value: int | None = None) -> None:
        """Go to the next or the previous budget, or to the pressed one."""
        if by is not None:
            next_budgets = [
                candidate for candidate in self.pool_results.budgets[::by] if (candidate - self.budget) * by > 0
            ]
            self.budget = next_budgets[0] if next_budgets else self.budget
        elif value is not None:
            self.budget = value

    def title_of(self, method: str) -> str:
        """Return the title of a method, or its notation if it has options."""
        resolved = find_method(method)
        return method if resolved.chosen else resolved.title

    def stepper(self) -> Element:
        """Draw the budget between − and +, with a field."""
        budgets = self.pool_results.budgets
        less, more = self.budget > budgets[0], self.budget < budgets[-1]
        return stepper("budget", "judgments per topic", str(self.budget), less=less, more=more)

    def note(self) -> str:
        return (
            f"{self.pool_results.describe()} Significance: {self.measure!r}, randomized Tukey HSD (closed form) at 5%."
        )


def in_words(title: str, heads: Content, rows: Content) -> Element:
    """Draw the content of a picture as a table for screen readers."""
    return div("visually-hidden")[captioned_table("", title, heads, rows)]
