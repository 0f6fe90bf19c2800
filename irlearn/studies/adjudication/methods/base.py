"""What every method of adjudication is: a value that is started on a topic, and a strategy that asks and learns."""

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
_NEAR = 1e-12  # scores that differ by less, as a share of the larger one, are tied


@dataclass(frozen=True)
class Option:
    """An option of a method: its default, a line on what it chooses, and what it may be: texts, or a range."""

    default: Any
    description: str
    allowed: tuple[str, ...] = ()
    least: float = -math.inf
    most: float = math.inf

    def read(self, what: str, value: Any) -> Any:
        """The value, checked; text that holds a number is one. Raises `InputError`."""
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
    """What to judge next, and why: the number of the document, the run it is taken from (None where no single run
    decided), a sentence, and the score by which it won.
    """

    document: int
    run: str | None
    reason: str
    score: float


@dataclass(frozen=True, eq=False)
class State:
    """What a strategy knows after some judgments.

    `columns` hold one value a contributing run: such as "priority", "weight", "mean", and always "next", the rank of
    the run's next unjudged document (0 where none is left). `documents` hold one value a pooled document. `order` are
    the unjudged documents, the one to be judged next first, as far as that is settled without further judgments.
    """

    columns: dict[str, NDArray[Any]]
    documents: dict[str, NDArray[Any]]
    order: NDArray[np.intp]


class Strategy:
    """A method at work on one topic: `choose` says what to judge next and why, `learn` takes the judgment in.

    `choose` may be asked again before the judgment and says the same. Whatever is learned, chosen or not, counts. A
    subclass defines `pick`, `reason`, and, where judgments matter, `apply_judgment`; it draws only from `self.rng`.
    """

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, *, ties: str = "random") -> None:
        self.topic = topic
        self.rng = rng
        self.ties = ties
        self.number = 0  # judgments so far
        self._seen = bytearray(topic.size)
        self.judged = np.frombuffer(self._seen, dtype=np.bool_)
        """Whether each pooled document was judged."""
        self._next: int | None = None

    def next(self) -> int:
        """The number of the document to judge next, without the words. Raises `InputError` where all are judged."""
        if self._next is None:
            if self.number >= self.topic.size:
                raise InputError(f"all {self.topic.size} pooled documents of topic {self.topic.query_id} are judged")
            self._next = self.pick()
        return self._next

    def choose(self) -> Choice:
        """What to judge next, and why."""
        document = self.next()
        return Choice(document, self.run, self.reason(document), self.score(document))

    def learn(self, document: int, relevant: bool) -> None:
        """Take in the judgment of a document. Raises `InputError` for one that is not pooled, or was judged already."""
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
        """The documents in the order in which they are judged, where the judgments are those of `truth`."""
        order = np.empty(budget, dtype=np.intp)
        for place in range(budget):
            document = order[place] = self.next()
            self.learn(document, truth[document])
        return order

    @property
    def state(self) -> State:
        """What it knows now."""
        order = self.candidates()  # first: what is drawn for the next choice belongs to the columns
        return State({**self.columns(), "next": self.next_ranks()}, self.scores(), order)

    # what a method defines

    run: str | None = None
    """The run from which the next document is taken."""

    def pick(self) -> int:
        """An unjudged document."""
        raise NotImplementedError

    def reason(self, document: int) -> str:
        """Why it is this document's turn, as a sentence."""
        raise NotImplementedError

    def score(self, document: int) -> float:  # noqa: ARG002 - what has no scores
        """The score by which the document won; nan where there is none."""
        return math.nan

    def apply_judgment(self, document: int, relevant: bool) -> None:
        """What the judgment changes."""

    def columns(self) -> dict[str, NDArray[Any]]:
        """One value a contributing run, by name."""
        return {}

    def scores(self) -> dict[str, NDArray[Any]]:
        """One value a pooled document, by name."""
        return {}

    def candidates(self) -> NDArray[np.intp]:
        """The unjudged documents, the next one first, as far as that is settled."""
        return np.array([self.next()] if self.number < self.topic.size else [], dtype=np.intp)

    # what methods share

    def best(self, values: NDArray[Any]) -> tuple[int, int]:
        """The place of the largest value, among equals as `ties` says; and how many are equal to it."""
        top = float(values[values.argmax()])
        tied = (values >= top - _NEAR * abs(top)).nonzero()[0]
        among = len(tied)
        return int(tied[0 if among == 1 or self.ties == "id" else int(self.rng.random() * among)]), among

    def next_ranks(self) -> NDArray[np.intp]:
        """The rank of the next unjudged document of each contributing run, 0 where none is left."""
        heads = self.topic.heads
        open_ = (heads >= 0) & ~self.judged[heads]
        return np.where(open_.any(axis=1), np.argmax(open_, axis=1) + 1, 0)

    def document_id(self, document: int) -> str:
        """The id of a document."""
        return self.topic.doc_ids[document]

    def tie_break_text(self, among: int, what: str) -> str:
        """How a tie was broken, as the end of a sentence; empty where there was none."""
        if among < 2:
            return ""
        how = "it was drawn" if self.ties == "random" else "it is the first"
        return f"; {how} among {count_noun(among, what)} that are equal"


class Arms(Strategy):
    """A strategy that takes a run, an arm, and judges that run's next unjudged document.

    `remaining` counts the unjudged documents of each run. One that has none is "dropped" at once; or it stays among the
    others until it is taken, and is then dropped and another one is "redrawn" in its place.
    """

    def __init__(
        self, topic: PooledTopic, rng: np.random.Generator, *, exhausted: str = "dropped", ties: str = "random"
    ) -> None:
        super().__init__(topic, rng, ties=ties)
        self.exhausted = exhausted
        self.remaining = topic.lengths.copy()
        self.arm = -1
        self.among = 1  # runs that were equal to the one that was taken
        self._lists = topic.heads.tolist()
        self._at = [0] * len(self._lists)
        self._dropped: NDArray[np.bool_] | None = None if self.remaining.all() else self.remaining == 0

    def open_values(self, values: Floats) -> Floats:
        """The values of runs, minus infinity for those that are dropped."""
        return values if self._dropped is None else np.where(self._dropped, -np.inf, values)

    def skipped_runs_text(self, values: Floats) -> str:
        """Name the runs with a higher value that have no document left, as a part of a sentence."""
        names = [self.topic.names[run] for run in np.flatnonzero((self.remaining == 0) & (values > values[self.arm]))]
        return f", as {comma_list(names)} {'has' if len(names) == 1 else 'have'} no document left" if names else ""

    def choose_arm(self) -> tuple[int, int]:
        """The run to take among those that are not dropped, and how many were equal to it."""
        raise NotImplementedError

    def pick(self) -> int:
        """The next unjudged document of the run that is taken."""
        while True:
            self.arm, self.among = self.choose_arm()
            if self.remaining[self.arm]:
                return self.next_of(self.arm)
            gone = np.arange(len(self.remaining)) == self.arm
            self._dropped = gone if self._dropped is None else self._dropped | gone

    def next_of(self, arm: int) -> int:
        """The next unjudged document of a run that has one."""
        documents, at, seen = self._lists[arm], self._at[arm], self._seen
        while seen[documents[at]]:
            at += 1
        self._at[arm] = at
        return int(documents[at])

    def apply_judgment(self, document: int, relevant: bool) -> None:
        """Count down what is left of every run that holds the document, then learn."""
        holders = self.topic.holders[document]
        self.remaining -= holders
        if self.exhausted == "dropped" and np.count_nonzero(self.remaining) < len(self.remaining):
            self._dropped = self.remaining == 0
        self.update(document, relevant, holders)

    def update(self, document: int, relevant: bool, holders: NDArray[np.bool_]) -> None:
        """What the judgment changes, given who holds the document."""
        raise NotImplementedError

    @property
    def run(self) -> str | None:  # type: ignore[override]  # it depends on the arm
        """The run that was taken."""
        return self.topic.names[self.arm] if self.arm >= 0 else None


class FixedOrder(Strategy):
    """A strategy whose order is settled before the first judgment: by `keys`, the most important first, high first."""

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, *, ties: str = "random") -> None:
        super().__init__(topic, rng, ties=ties)
        self.sorted_by = self.keys()
        last = rng.random(topic.size) if ties == "random" else np.arange(topic.size)
        self.order = np.lexsort([last, *(-key for key in reversed(self.sorted_by))])
        self._at = 0

    def keys(self) -> list[NDArray[Any]]:
        """What the documents are sorted by."""
        raise NotImplementedError

    def pick(self) -> int:
        """The first unjudged document of the order."""
        while self._seen[self.order[self._at]]:
            self._at += 1
        return int(self.order[self._at])

    def follow(self, truth: Sequence[bool], budget: int) -> NDArray[np.intp]:
        """The order itself, as far as the budget goes."""
        if self.number:
            return super().follow(truth, budget)
        return self.order[:budget].copy()

    def score(self, document: int) -> float:
        """The most important key."""
        return float(self.sorted_by[0][document]) if self.sorted_by else math.nan

    def equals(self, document: int) -> int:
        """How many unjudged documents are tied with this one, itself among them."""
        equal = ~self.judged
        for key in self.sorted_by:
            equal &= key == key[document]
        return int(np.count_nonzero(equal))

    def scores(self) -> dict[str, NDArray[Any]]:
        """The most important key of each document."""
        return {"score": self.sorted_by[0]} if self.sorted_by else {}

    def candidates(self) -> NDArray[np.intp]:
        """What is left of the order."""
        return np.asarray(self.order[~self.judged[self.order]])


@dataclass(frozen=True, repr=False)
class Method:
    """A method of adjudication as a value: `name` is what to type, `title` what it is called, `source` who proposed it.

    `reconstructed` says what is not from the original paper. `settings` are its options; `method(gamma=0.5)` is the
    same with other ones, `options` what holds now. `random` says whether it draws even where nothing is tied; ties are
    drawn by all methods unless `ties="id"`.

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
        """Its own options, and those that all methods have."""
        return {**self.settings, **self.common}

    @property
    def options(self) -> dict[str, Any]:
        """The options as they are chosen, by name."""
        return {name: option.default for name, option in self.all_settings.items()} | dict(self.chosen)

    @property
    def draws(self) -> bool:
        """Whether two runs with other random numbers may differ: it draws, or breaks ties so."""
        return self.random or self.options["ties"] == "random"

    @property
    def about(self) -> str:
        """What it is on a few lines: its name, its source, what was reconstructed, its options."""
        lines = [
            f"{self.name}({name}={option.default!r}): {option.description}"
            for name, option in self.all_settings.items()
        ]
        return "\n".join([self.title, f"Source: {self.source}", self.reconstructed, *lines])

    def __call__(self, **options: Any) -> Method:
        """The same method with other options. Raises `InputError` for one that there is not, or a wrong value."""
        chosen = dict(self.chosen)
        for name, value in options.items():
            if name not in self.all_settings:
                raise InputError(
                    f"{self.name} has no option {quoted(name)}; {did_you_mean(name, self.all_settings, 'it takes')}"
                )
            chosen[name] = self.all_settings[name].read(f"{name} of {self.name}", value)
        ordered = tuple(
            (name, chosen[name])
            for name, one in self.all_settings.items()
            if chosen.get(name, one.default) != one.default
        )
        return replace(self, chosen=ordered)

    def start(self, topic: PooledTopic, rng: np.random.Generator | int, **options: Any) -> Strategy:
        """The method at work on a topic; `rng` is a generator or a seed."""
        chosen = self(**options) if options else self
        return chosen.begin(topic, generator(rng, "adjudication"), **chosen.options)

    def __repr__(self) -> str:
        """What to type to get this method."""
        inside = ", ".join(f"{name}={value!r}" for name, value in self.chosen)
        return f"{self.name}({inside})" if inside else self.name
