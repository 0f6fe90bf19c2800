"""What the widget of a pool holds: the systems, the depth of the pool, and the gestures that change them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from irlearn.byhand.terms import exact_value
from irlearn.collection import pooling
from irlearn.errors import InputError
from irlearn.measures import AP, Measure, P
from irlearn.ranking import Ranking
from irlearn.widgets.core.base import Way, Widget, action
from irlearn.widgets.core.fields import check_count
from irlearn.widgets.core.parts import TopicLike, of_one_topic, require_type, topic_of

_SYSTEMS = 5


class PoolState(Widget):
    """The state of a pool widget, and the gestures that change it."""

    def __init__(
        self,
        topic: TopicLike,
        runs: Mapping[str, str | Iterable[str]],
        *,
        new: str,
        depth: int = 2,
        measures: Sequence[Measure | str] = (P @ 3, AP),
    ) -> None:
        self._topic = topic_of("a pool widget", topic)
        self._truth = self._topic.judgments
        require_type("a pool widget", Mapping, runs, "datasets.software_runs()")
        self._runs = {name: pooling.doc_ids_of(name, run) for name, run in runs.items()}
        self._new = new
        self._check()
        self._deepest = max(len(self._runs[name]) for name in self._others)
        self._measures = tuple(of_one_topic(measure, "a pool widget") for measure in measures)
        if not self._measures:
            raise InputError("a pool widget needs at least one measure, such as P @ 3")
        self._shown = 0
        self._added = self._contributes = False
        self._depth = self._allowed(depth)
        self._entered: tuple[str, ...] = ()
        self._message = ""
        super().__init__()

    def _check(self) -> None:
        if self._new not in self._runs:
            raise InputError(f"no run is called {self._new!r}; the runs are {', '.join(self._runs) or 'none'}")
        if not 2 <= len(self._runs) <= _SYSTEMS:
            raise InputError(
                f"a pool widget shows 2 to {_SYSTEMS} systems, the new one among them; given: {len(self._runs)}"
            )
        for name, doc_ids in self._runs.items():
            unknown = [doc_id for doc_id in doc_ids if doc_id not in self._truth]
            if unknown or not doc_ids:
                held = f"{unknown[0]!r}, which the topic does not have" if unknown else "no document"
                raise InputError(f"the run {name!r} holds {held}")
        unjudged = [doc_id for doc_id, grade in self._truth.items() if grade < 0]
        if unjudged:
            raise InputError(
                f"the topic has no judgment of {', '.join(unjudged)}; a pool is compared with complete ones"
            )

    # the state

    @property
    def depth(self) -> int:
        """The depth of the pool, from 1 to the length of the longest contributing run."""
        return self._depth

    @depth.setter
    def depth(self, depth: int) -> None:
        before = self.documents
        self._depth = self._allowed(depth)
        self._tell(f"Depth {self._depth}.", before)

    @property
    def added(self) -> bool:
        """Whether the new system is shown."""
        return self._added

    @added.setter
    def added(self, added: bool) -> None:
        before = self.documents
        self._added = bool(added)
        self._contributes = self._contributes and self._added
        self._tell(f"The {in_prose(self._new)} is {'scored' if added else 'removed'}.", before)

    @property
    def contributes(self) -> bool:
        """Whether the new system's documents enter the pool, too; setting this to True adds the system."""
        return self._contributes

    @contributes.setter
    def contributes(self, contributes: bool) -> None:
        before = self.documents
        self._contributes = bool(contributes)
        self._added = self._added or self._contributes
        self._tell(f"The {in_prose(self._new)} is {'pooled' if contributes else 'not pooled'}.", before)

    def _tell(self, what: str, before: Sequence[str]) -> None:
        """Say what was done and what it did to the pool, mark what entered, and show it all."""
        self._entered = tuple(doc_id for doc_id in self.documents if doc_id not in before)
        self._message = f"{what} {_moved(before, self.documents)}"
        self.refresh()

    @property
    def measure(self) -> Measure:
        """The measure whose scores are shown."""
        return self._measures[self._shown]

    @measure.setter
    def measure(self, measure: Measure | str) -> None:
        wanted = of_one_topic(measure, "a pool widget")
        if wanted not in self._measures:
            raise InputError(f"this pool offers {', '.join(map(repr, self._measures))}; given: {wanted!r}")
        self._shown, self._entered = self._measures.index(wanted), ()
        self._message = f"The scores are {wanted!r}."
        self.refresh()

    @property
    def pool(self) -> pooling.Pool:
        """The pool as it is now: each document with the systems that brought it."""
        return pooling.pool({name: self._runs[name] for name in self._pooled_systems}, self._depth)

    @property
    def documents(self) -> tuple[str, ...]:
        """The ids of the pool's documents, in the order in which they enter it."""
        return self.pool.doc_ids

    @property
    def judgments(self) -> dict[str, int]:
        """The pool's documents with their grades: all that this pool knows about relevance."""
        return self.pool.judge(self._truth)

    @property
    def scores(self) -> dict[str, dict[str, Fraction | float]]:
        """Each shown system's score, `pooled` and `complete`: a fraction, or a float where logarithms remain in it."""
        return {
            name: {
                "pooled": _score(self.measure, self.ranking(name)),
                "complete": _score(self.measure, self.ranking(name, complete=True)),
            }
            for name in self._systems
        }

    def ranking(self, system: str, *, complete: bool = False) -> Ranking:
        """A system's list as the pool's judgments see it (-1 where unjudged), or as complete judgments do."""
        if system not in self._runs:
            raise InputError(f"no run is called {system!r}; the runs are {', '.join(self._runs)}")
        return pooling.judged_ranking(self._runs[system], self._truth if complete else self.judgments)

    @property
    def _others(self) -> list[str]:
        return [name for name in self._runs if name != self._new]

    @property
    def _systems(self) -> list[str]:
        return [*self._others, self._new] if self._added else self._others

    @property
    def _pooled_systems(self) -> list[str]:
        return [*self._others, self._new] if self._contributes else self._others

    def _allowed(self, depth: int) -> int:
        if isinstance(depth, bool) or not isinstance(depth, int) or not 1 <= depth <= self._deepest:
            raise InputError(f"the depth of this pool goes from 1 to {self._deepest}; given: {depth!r}")
        return depth

    # gestures

    @action
    def on_deepen(self, by: Way) -> None:
        """Make the pool deeper or shallower by one."""
        depth = self._depth + by
        if 1 <= depth <= self._deepest:
            self.depth = depth

    @action
    def on_add(self) -> None:
        """Show the new system, or take it away."""
        self.added = not self._added

    @action
    def on_contribute(self) -> None:
        """Let the new system's documents into the pool, or keep them out."""
        self.contributes = not self._contributes

    @action
    def on_measure(self, index: int) -> None:
        """Show the scores by another measure."""
        self.measure = self._measures[check_count(index, "a measure", 0, len(self._measures) - 1)]

    on_reset = Widget.on_reset


def _score(measure: Measure, ranking: Ranking) -> Fraction | float:
    exact = exact_value(measure, ranking)
    return round(measure.of(ranking), 12) if exact is None else exact  # rounded: equal scores must compare equal


def _moved(before: Sequence[str], after: Sequence[str]) -> str:
    """What entered the pool, or left it."""
    entered = [doc_id for doc_id in after if doc_id not in before]
    left = [doc_id for doc_id in before if doc_id not in after]
    if entered:
        return f"Into the pool: {', '.join(entered)}."
    return f"Out of the pool: {', '.join(left)}." if left else "The pool stays as it was."


def in_prose(name: str) -> str:
    """A name within a sentence: “New system” is written “new system”, “BM25” stays.

    >>> in_prose("New system"), in_prose("BM25")
    ('new system', 'BM25')
    """
    return name[0].lower() + name[1:] if name[1:2].islower() else name
