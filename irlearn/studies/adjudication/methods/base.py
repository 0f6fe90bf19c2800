"""Base classes of methods: `Method` holds a name and options, and `Strategy` chooses the documents of one topic."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError, quoted
from irlearn.statistics.arrays import generator
from irlearn.studies.adjudication.pools import PooledTopic
from irlearn.text.english import comma_list, count_noun, did_you_mean
from irlearn.text.numbers import general

Floats = NDArray[np.float64]
_NEAR = 1e-12  # Scores that differ by less than this share of the larger score are tied.


@dataclass(frozen=True)
class Option:
    """An option of a method.

    Attributes
    ----------
    default : Any
        The default value.
    description : str
        Description of the effect of the option, on one line.
    allowed : tuple of str
        The allowed texts; empty for a number.
    least, most : float
        Range of a number.
    """

    default: Any
    description: str
    allowed: tuple[str, ...] = ()
    least: float = -math.inf
    most: float = math.inf

    def read(self, what: str, value: Any) -> Any:
        """Return the checked value, converting text to a number; raise `InputError` for a value that is not allowed."""
        if self.allowed:
            if value in self.allowed:
                return value
            raise InputError(f"{what} must be {' or '.join(map(repr, self.allowed))}; given: {quoted(value)}")
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = math.nan
        if isinstance(value, bool) or not self.least <= number <= self.most:
            raise InputError(
                f"{what} must be a number from {general(self.least)} to {general(self.most)}; given: {quoted(value)}"
            )
        return number


TIES = Option("random", "among equals, draw at 'random' (with rng) or take the first by 'id'", ("random", "id"))


@dataclass(frozen=True)
class Choice:
    """The next document to judge, and the reason for it.

    Attributes
    ----------
    document : int
        Number of the document.
    run : str or None
        The run from which it is taken; None if no single run decided.
    reason : str
        The reason as a sentence.
    score : float
        The score by which the document won; NaN if there is none.
    """

    document: int
    run: str | None
    reason: str
    score: float


@dataclass(frozen=True, eq=False)
class State:
    """The knowledge of a strategy after some judgments.

    Attributes
    ----------
    columns : dict
        Arrays with a value for each contributing run, such as "priority", "weight" and "mean", and always "next", the
        rank of the run's next unjudged document (0 if none is left).
    documents : dict
        Arrays with a value for each pooled document.
    order : ndarray of int
        The unjudged documents, the next one first, as far as the order does not depend on further judgments.
    """

    columns: dict[str, NDArray[Any]]
    documents: dict[str, NDArray[Any]]
    order: NDArray[np.intp]


class Strategy:
    """A method at work on one topic: `choose` returns the next document with a reason, `learn` processes its judgment.

    Repeated calls of `choose` before the judgment return the same choice. `learn` also accepts documents that were not
    chosen. A subclass defines `pick`, `reason` and, if judgments matter, `apply_judgment`; it draws only from
    `self.rng`.

    Parameters
    ----------
    topic : PooledTopic
        The topic.
    rng : numpy.random.Generator
        The generator.
    ties : {"random", "id"}, optional
        Whether ties are broken at random, or by the first run or the lowest id.
    """

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, *, ties: str = "random") -> None:
        self.topic = topic
        self.rng = rng
        self.ties = ties
        self.number = 0
        """Number of judgments so far."""
        self._seen = bytearray(topic.size)
        self.judged = np.frombuffer(self._seen, dtype=np.bool_)
        """Whether each pooled document was judged."""
        self._next: int | None = None

    def next(self) -> int:
        """Return the number of the next document; raise `InputError` if all are judged."""
        if self._next is None:
            if self.number >= self.topic.size:
                raise InputError(f"all {self.topic.size} pooled documents of topic {self.topic.query_id} are judged")
            self._next = self.pick()
        return self._next

    def choose(self) -> Choice:
        """Return the next document with the reason; raise `InputError` if all are judged."""
        document = self.next()
        return Choice(document, self.run, self.reason(document), self.score(document))

    def learn(self, document: int, relevant: bool) -> None:
        """Process the judgment of a document.

        Parameters
        ----------
        document : int
            Number of an unjudged document of the pool.
        relevant : bool
            The judgment.

        Raises
        ------
        InputError
            If the document is not pooled, or was judged already.
        """
        if not 0 <= document < self.topic.size or self._seen[document]:
            raise InputError(
                f"document {document} is not one of the unjudged documents of the pool of {self.topic.size} of topic "
                f"{self.topic.query_id}"
            )
        self._seen[document] = 1
        self.number += 1
        self.apply_judgment(document, relevant)
        self._next = None

    def follow(self, truth: Sequence[bool], budget: int) -> NDArray[np.intp]:
        """Return the documents in the order of judging, up to a budget, if the judgments are those in `truth`."""
        order = np.empty(budget, dtype=np.intp)
        for number in range(budget):
            document = order[number] = self.next()
            self.learn(document, truth[document])
        return order

    @property
    def state(self) -> State:
        """The current `State`."""
        order = self.candidates()  # Called first, because this draws the values that `columns` contains.
        return State({**self.columns(), "next": self.next_ranks()}, self.scores(), order)

    # Subclasses override the following attribute and methods.

    run: str | None = None
    """The run from which the next document is taken."""

    def pick(self) -> int:
        """Return an unjudged document."""
        raise NotImplementedError

    def reason(self, document: int) -> str:
        """Return the reason for the choice of a document, as a sentence."""
        raise NotImplementedError

    def score(self, document: int) -> float:  # noqa: ARG002 - the default has no scores
        """Return the score by which the document won; NaN if there is none."""
        return math.nan

    def apply_judgment(self, document: int, relevant: bool) -> None:
        """Update the strategy after a judgment."""

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return arrays with a value for each contributing run, by name."""
        return {}

    def scores(self) -> dict[str, NDArray[Any]]:
        """Return arrays with a value for each pooled document, by name."""
        return {}

    def candidates(self) -> NDArray[np.intp]:
        """Return the unjudged documents, the next one first, as far as the order is settled."""
        return np.array([self.next()] if self.number < self.topic.size else [], dtype=np.intp)

    # Subclasses use the following methods.

    def best(self, values: NDArray[Any]) -> tuple[int, int]:
        """Return the index of the largest value, with ties broken as `ties` says, and the number of equal values."""
        top = float(values[values.argmax()])
        tied = (values >= top - _NEAR * abs(top)).nonzero()[0]
        count = len(tied)
        return int(tied[0 if count == 1 or self.ties == "id" else int(self.rng.random() * count)]), count

    def next_ranks(self) -> NDArray[np.intp]:
        """Return the rank of each contributing run's next unjudged document, or 0 for a run without such a document."""
        heads = self.topic.heads
        unjudged = (heads >= 0) & ~self.judged[heads]
        return np.where(unjudged.any(axis=1), np.argmax(unjudged, axis=1) + 1, 0)

    def document_id(self, document: int) -> str:
        """Return the id of a document."""
        return self.topic.doc_ids[document]

    def tie_break_text(self, among: int, what: str) -> str:
        """Return how a tie was broken, as the end of a sentence; an empty text if there was no tie."""
        if among < 2:
            return ""
        how = "it was drawn" if self.ties == "random" else "it is the first"
        return f"; {how} among {count_noun(among, what)} that are equal"


class Arms(Strategy):
    """Base class of strategies that take a run (an arm of a bandit) and judge its next unjudged document.

    `remaining` counts the unjudged documents of each run. With `exhausted="dropped"`, a run is dropped as soon as it
    has no unjudged document. With "redrawn", it is dropped only when it is taken, and another run is taken in its
    place.
    """

    def __init__(
        self, topic: PooledTopic, rng: np.random.Generator, *, exhausted: str = "dropped", ties: str = "random"
    ) -> None:
        super().__init__(topic, rng, ties=ties)
        self.exhausted = exhausted
        self.remaining = topic.lengths.copy()
        self.arm = -1
        self.among = 1
        """Number of runs that were equal to the run that was taken."""
        self._lists = topic.heads.tolist()
        self._positions = [0] * len(self._lists)
        self._dropped: NDArray[np.bool_] | None = None if self.remaining.all() else self.remaining == 0

    def open_values(self, values: Floats) -> Floats:
        """Return the values of runs, with minus infinity for dropped runs."""
        return values if self._dropped is None else np.where(self._dropped, -np.inf, values)

    def skipped_runs_text(self, values: Floats) -> str:
        """Name the runs with a higher value that have no document left, as a part of a sentence."""
        names = [self.topic.names[run] for run in np.flatnonzero((self.remaining == 0) & (values > values[self.arm]))]
        return f", as {comma_list(names)} {'has' if len(names) == 1 else 'have'} no document left" if names else ""

    def choose_arm(self) -> tuple[int, int]:
        """Return the run to take among those that are not dropped, and the number of runs equal to it."""
        raise NotImplementedError

    def pick(self) -> int:
        while True:
            self.arm, self.among = self.choose_arm()
            if self.remaining[self.arm]:
                return self.next_of(self.arm)
            gone = np.arange(len(self.remaining)) == self.arm
            self._dropped = gone if self._dropped is None else self._dropped | gone

    def next_of(self, arm: int) -> int:
        """Return the next unjudged document of a run that has one."""
        documents, position, seen = self._lists[arm], self._positions[arm], self._seen
        while seen[documents[position]]:
            position += 1
        self._positions[arm] = position
        return int(documents[position])

    def apply_judgment(self, document: int, relevant: bool) -> None:
        """Count down the remaining documents of every run that has the document, then `update`."""
        holders = self.topic.holders[document]
        self.remaining -= holders
        if self.exhausted == "dropped" and np.count_nonzero(self.remaining) < len(self.remaining):
            self._dropped = self.remaining == 0
        self.update(document, relevant, holders)

    def update(self, document: int, relevant: bool, holders: NDArray[np.bool_]) -> None:
        """Update the values of runs after a judgment; `holders` says which runs have the document."""
        raise NotImplementedError

    @property
    def run(self) -> str | None:  # type: ignore[override]  # A property replaces the attribute.
        """The run that was taken."""
        return self.topic.names[self.arm] if self.arm >= 0 else None


class FixedOrder(Strategy):
    """Base class of strategies whose order is settled before the first judgment.

    Documents are sorted by `keys`, the most important key first, high values first.
    """

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, *, ties: str = "random") -> None:
        super().__init__(topic, rng, ties=ties)
        self.sorted_by = self.keys()
        tie_breaker = rng.random(topic.size) if ties == "random" else np.arange(topic.size)
        self.order = np.lexsort([tie_breaker, *(-key for key in reversed(self.sorted_by))])
        self._position = 0

    def keys(self) -> list[NDArray[Any]]:
        """Return the keys by which documents are sorted, each with a value for each pooled document."""
        raise NotImplementedError

    def pick(self) -> int:
        while self._seen[self.order[self._position]]:
            self._position += 1
        return int(self.order[self._position])

    def follow(self, truth: Sequence[bool], budget: int) -> NDArray[np.intp]:
        """Return the order up to the budget."""
        if self.number:
            return super().follow(truth, budget)
        return self.order[:budget].copy()

    def score(self, document: int) -> float:
        """Return the most important key of a document."""
        return float(self.sorted_by[0][document]) if self.sorted_by else math.nan

    def equals(self, document: int) -> int:
        """Return the number of unjudged documents that are tied with a document, including it."""
        equal = ~self.judged
        for key in self.sorted_by:
            equal &= key == key[document]
        return int(np.count_nonzero(equal))

    def scores(self) -> dict[str, NDArray[Any]]:
        """Return the most important key of each document."""
        return {"score": self.sorted_by[0]} if self.sorted_by else {}

    def candidates(self) -> NDArray[np.intp]:
        """Return the unjudged part of the order."""
        return np.asarray(self.order[~self.judged[self.order]])


@dataclass(frozen=True, repr=False)
class Method:
    """A method of adjudication, as a value.

    Calling a method, as in `method(gamma=0.5)`, returns it with other options.

    Attributes
    ----------
    name : str
        The text that names the method.
    title : str
        Name of the method in prose.
    source : str
        The publication that proposed it.
    reconstructed : str
        The details that the original paper does not describe.
    begin : callable
        Function that returns a `Strategy`.
    settings : dict
        Maps the names of the method's own options to `Option`.
    random : bool
        Whether the method draws even without ties. All methods break ties by drawing, unless `ties="id"`.
    chosen : tuple
        The options that differ from their defaults.

    Examples
    --------
    >>> from irlearn.studies.adjudication import METHODS
    >>> METHODS["hedge"].options, METHODS["mm"](gamma=0.5), METHODS["ts"].random
    ({'beta': 0.1, 'ties': 'random'}, mm(gamma=0.5), True)
    """

    name: str
    title: str = field(compare=False)
    source: str = field(compare=False)
    reconstructed: str = field(compare=False)
    begin: Callable[..., Strategy] = field(compare=False)
    settings: Mapping[str, Option] = field(compare=False, default_factory=dict)
    random: bool = field(compare=False, default=False)
    chosen: tuple[tuple[str, Any], ...] = ()

    common: ClassVar[Mapping[str, Option]] = MappingProxyType({"ties": TIES})

    @property
    def all_settings(self) -> dict[str, Option]:
        """The method's own options and the options that all methods have."""
        return {**self.settings, **self.common}

    @property
    def options(self) -> dict[str, Any]:
        """The present values of the options, by name."""
        return {name: option.default for name, option in self.all_settings.items()} | dict(self.chosen)

    @property
    def draws(self) -> bool:
        """Whether runs with different seeds may differ, because the method draws or breaks ties by drawing."""
        return self.random or self.options["ties"] == "random"

    @property
    def about(self) -> str:
        """A description on a few lines: title, source, reconstructed details, options."""
        lines = [
            f"{self.name}({name}={option.default!r}): {option.description}"
            for name, option in self.all_settings.items()
        ]
        return "\n".join([self.title, f"Source: {self.source}", self.reconstructed, *lines])

    def __call__(self, **options: Any) -> Method:
        """Return the method with other options; raise `InputError` for an unknown option or a wrong value."""
        chosen = dict(self.chosen)
        for name, value in options.items():
            if name not in self.all_settings:
                raise InputError(
                    f"{self.name} has no option {quoted(name)}; {did_you_mean(name, self.all_settings, 'it takes')}"
                )
            chosen[name] = self.all_settings[name].read(f"{name} of {self.name}", value)
        ordered = tuple(
            (name, chosen[name])
            for name, option in self.all_settings.items()
            if chosen.get(name, option.default) != option.default
        )
        return replace(self, chosen=ordered)

    def start(self, topic: PooledTopic, rng: np.random.Generator | int, **options: Any) -> Strategy:
        """Start the method on a topic.

        Parameters
        ----------
        topic : PooledTopic
            The topic.
        rng : numpy.random.Generator or int
            Generator or seed.
        **options
            Options of the method.

        Returns
        -------
        Strategy
        """
        configured = self(**options) if options else self
        return configured.begin(topic, generator(rng, "adjudication"), **configured.options)

    def __repr__(self) -> str:
        """Return the text that names this method with its options."""
        inside = ", ".join(f"{name}={value!r}" for name, value in self.chosen)
        return f"{self.name}({inside})" if inside else self.name
