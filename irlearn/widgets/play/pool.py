"""A pool that can be made deeper, and a new system whose documents it never held."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from irlearn.byhand.terms import exact_value
from irlearn.collection import pooling
from irlearn.errors import InputError
from irlearn.measures import AP, Judged, Measure, P
from irlearn.palette import color_class
from irlearn.ranking import Ranking
from irlearn.text.english import count_noun
from irlearn.text.html import (
    Content,
    Element,
    b,
    button,
    caption,
    div,
    h3,
    i,
    line,
    p,
    span,
    strong,
    svg,
    table,
    tbody,
    td,
    th,
    thead,
    tr,
)
from irlearn.text.numbers import decimal
from irlearn.widgets.core.base import Way, Widget, action
from irlearn.widgets.core.fields import check_count, choices, pressed, steps
from irlearn.widgets.core.parts import RESET, TopicLike, captioned, document_token, of_one_topic, require_type, topic_of

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


_ROW = 26  # height of a row of the two orders in pixels, which the lines between them need to know
_BETWEEN = 90
_BY = ("pooled", "complete")


class Pool(PoolState):
    """Several systems' rankings of one topic, the pool of them to a depth, and what it makes of each system's score.

    `topic` has complete judgments; `runs` name each system's documents from rank 1 down; `new` names the system that
    was not there when the pool was made. The pool's documents are judged as the topic judges them, all others count
    as not relevant; beside these scores stand those by complete judgments. `measures` are offered as buttons, the
    first is shown at first; `depth` is where the pool starts.

    The state is read with `depth`, `added`, `contributes` and `measure`, which can be set as the buttons do, and with
    `documents`, `judgments`, `scores` and `ranking`.

    >>> from irlearn import datasets, widgets
    >>> pool = widgets.Pool(datasets.software(), datasets.software_runs(), new="New system")
    >>> pool.judgments
    {'d2': 1, 'd5': 1, 'd10': 1, 'd9': 0}
    >>> pool.added = True
    >>> pool.scores["New system"]
    {'pooled': Fraction(1, 3), 'complete': Fraction(1, 1)}
    >>> pool.depth = 5
    >>> pool.scores["New system"]
    {'pooled': Fraction(1, 1), 'complete': Fraction(1, 1)}
    """

    styles = ("document_tokens", "pool")

    def draw(self) -> Element:
        """The rankings with the depth of the pool, its documents, and the systems in their two orders."""
        return div("pool")[
            div("title")[
                h3[f"Query: {self._topic.query}"],
                p("hint")["Above the dashed line all is judged. What is unjudged (?) counts as not relevant."],
            ],
            self._draw_controls(),
            div("pool-body")[
                self._draw_runs(),
                div("pool-scores")[self._draw_scores(), p(data_said=True)[self._message, " ", self._verdict()]],
                self._draw_documents(),
            ],
        ]

    def _draw_controls(self) -> list[Element]:
        names = "shallower", "deeper"
        add = f"{'Remove' if self._added else 'Add'} the {in_prose(self._new)}"
        less, more = steps("deepen", names, names, less=self._depth > 1, more=self._depth < self._deepest)
        contribute = pressed("contribute", "contribute", on=self._contributes)
        judgments = self.judgments
        found, relevant = (sum(grade >= 1 for grade in grades.values()) for grades in (judgments, self._truth))
        return [
            div("row")[
                span("stepper", role="group", aria_label="depth of the pool")[less, b[f"depth {self._depth}"], more],
                button(data_do="add", data_focus="add")[add],
                contribute[f"Pool it too: {'yes' if self._contributes else 'no'}"] if self._added else None,
                RESET,
            ],
            p[
                strong[count_noun(len(judgments), "judgment")],
                f" instead of {len(self._truth)}; ",
                strong[f"{found} of {relevant}"],
                " relevant documents found.",
            ],
        ]

    def _draw_runs(self) -> Element:
        heads = [
            th(scope="col")[name, span("small")["pooled" if name in self._pooled_systems else "not pooled"]]
            for name in self._systems
        ]
        judgments = self.judgments
        longest = max(len(self._runs[name]) for name in self._systems)
        rows = [
            tr[th(scope="row")[rank], [self._draw_cell(name, rank, judgments) for name in self._systems]]
            for rank in range(1, longest + 1)
        ]
        foot = tr[th(scope="row")["pool"], (self._draw_brought(name, longest) for name in self._systems)]
        return captioned("runs", "the systems' rankings", [th(scope="col")["rank"], heads], rows, foot)

    def _draw_brought(self, name: str, longest: int) -> Element:
        """What a system was the first to bring into the pool: a mark for each, which falls from its rank."""
        brought = {one.doc_id: one.ranks[name] for one in self.pool.documents if name == next(iter(one.ranks))}
        marks = (
            document_token(doc_id, f"--up:{longest + 1 - rank}", relevant=self._truth[doc_id] >= 1)
            for doc_id, rank in brought.items()
        )
        return td[marks, span("visually-hidden")[", ".join(brought)]] if brought else td

    def _draw_cell(self, name: str, rank: int, judgments: Mapping[str, int]) -> Element:
        if rank > len(self._runs[name]):
            return td
        doc_id = self._runs[name][rank - 1]
        looks = [_look(judgments.get(doc_id))]
        if name in self._pooled_systems:
            looks += ["inside"] * (rank <= self._depth)
        looks += ["entered"] * (doc_id in self._entered)
        cell = td(" ".join(looks), title=self._topic.document(doc_id).title)
        lined = name in self._pooled_systems and rank == 1  # its line glides down from there
        below = i("depth", style=f"--down:{self._depth - 1}") if lined else None
        return cell[_mark(judgments.get(doc_id)), " ", doc_id, below]

    def _draw_documents(self) -> Element:
        judgments, shorts = self.judgments, _shorts(self._runs)
        by_id = {document.doc_id: document.title for document in self._topic.documents}
        brought = {
            one.doc_id: ", ".join(shorts[name] for name in self._runs if name in one.ranks)
            for one in self.pool.documents
        }
        rows = [
            tr(_look(judgments.get(doc_id)) + " entered" * (doc_id in self._entered))[
                td[_mark(judgments.get(doc_id))],
                td("id")[doc_id],
                th(scope="row")[by_id[doc_id]],
                td[brought.get(doc_id, "unjudged")],
            ]
            for doc_id in [*brought, *(doc_id for doc_id in by_id if doc_id not in brought)]
        ]
        return table("pooled")[
            caption("visually-hidden")["the documents, those of the pool first"],
            thead("visually-hidden")[tr[td, td, th(scope="col")["document"], th(scope="col")["brought by"]]],
            tbody[rows],
        ]

    def _draw_scores(self) -> list[Element]:
        scores = self.scores
        orders = {which: _order({name: both[which] for name, both in scores.items()}) for which in _BY}
        buttons = choices("measure", dict(enumerate(map(repr, self._measures))), self._shown, argument="index")
        before, after = (self._draw_order(which, order, scores) for which, order in orders.items())
        return [
            div("row scored", role="group", aria_label="score by")[span["Score by"], buttons],
            div("orders")[before, self._draw_lines(*orders.values()), after],
        ]

    def _draw_order(self, which: str, order: Mapping[str, int], scores: Mapping[str, Mapping[str, Any]]) -> Element:
        """The systems in one of the two orders; by the pool's judgments, with the share that is judged."""
        words, known, judged = "complete judgments", len(self._truth), None
        if which == "pooled":
            words, known = "the pool's judgments", len(self.judgments)
            judged = Judged @ self.measure.cutoff if self.measure.cutoff else Judged
        rows = [
            tr("new" if name == self._new else None)[
                td[place],
                th(scope="row")[name],
                _numbers(scores[name][which]),
                td("judged")[_fraction_of(judged, self.ranking(name))] if judged else None,
            ]
            for name, place in order.items()
        ]
        heads = [
            td,
            th(scope="col")["system"],
            th(color_class(self.measure), scope="col", colspan=2)[repr(self.measure)],
        ]
        return table("plain")[
            caption[f"By {words} ", span("small")[f"{known} of {len(self._truth)}"]],
            thead[tr[heads, th("judged", scope="col")[repr(judged)] if judged else None]],
            tbody[rows],
        ]

    def _draw_lines(self, left: Mapping[str, int], right: Mapping[str, int]) -> Element:
        """Each system's way from one order to the other: lines that cross are pairs that change places."""

        def y(order: Mapping[str, int], name: str) -> str:
            return f"{list(order).index(name) * _ROW + _ROW / 2:g}"

        ways = [
            line("new" if name == self._new else None, x1=6, x2=_BETWEEN - 6, y1=y(left, name), y2=y(right, name))
            for name in left
        ]
        said = "; ".join(f"{name}: place {left[name]}, then place {right[name]}" for name in left)
        height = len(left) * _ROW
        size = {"style": f"width:{_BETWEEN}px;height:{height}px", "viewBox": f"0 0 {_BETWEEN} {height}"}
        return svg(role="img", aria_label=said, **size, preserveAspectRatio="none")[ways]

    def _verdict(self) -> str:
        """What the two orders say about the new system or, before it is there, about the others."""
        scores = self.scores
        same = all(both["pooled"] == both["complete"] for both in scores.values())
        if same:
            return f"By {self.measure!r} the pool's judgments give every system the score that complete judgments give."
        if not self._added:
            return _kept_order(scores)
        top = self._runs[self._new][: self.measure.cutoff]
        lost = [doc_id for doc_id in top if doc_id not in self.judgments]
        wronged = [doc_id for doc_id in lost if self._truth[doc_id] >= 1]
        beats = {which: sum(scores[self._new][which] > scores[name][which] for name in self._others) for which in _BY}
        first = f"first {len(top)}" if self.measure.cutoff else f"{len(top)} documents"
        others = len(self._others)
        return (
            f"Unjudged among the {in_prose(self._new)}'s {first}: {', '.join(lost) or 'none'}; "
            f"relevant among these: {', '.join(wronged) or 'none'}. "
            f"By {self.measure!r} it beats {beats['pooled']} of {others} systems by the pool's judgments, "
            f"{beats['complete']} of {others} by complete judgments."
        )


def _shorts(names: Iterable[str]) -> dict[str, str]:
    """A short word for each system: the letter of “System A”, else the first word; whole names where two are alike.

    >>> _shorts(["System A", "System B", "New system"])
    {'System A': 'A', 'System B': 'B', 'New system': 'New'}
    """
    words = {name: name.split() or [name] for name in names}
    short = {name: split[-1] if len(split[-1]) == 1 else split[0] for name, split in words.items()}
    return short if len(set(short.values())) == len(short) else {name: name for name in short}


def _look(grade: int | None) -> str:
    return "unjudged" if grade is None else "relevant" if grade >= 1 else "judged"


def _mark(grade: int | None) -> Content:
    signs = {"unjudged": ("?", "unjudged"), "relevant": ("✓", "relevant"), "judged": ("·", "not relevant")}
    sign, word = signs[_look(grade)]
    return [span("mark", aria_hidden="true")[sign], span("visually-hidden")[word]]


def _numbers(score: Fraction | float) -> Content:
    """A score as a fraction and a decimal, in two cells."""
    fraction = str(score) if isinstance(score, Fraction) and score.denominator > 1 else ""
    return [td("fraction")[fraction], td[strong[decimal(score, 3)]]]


def _fraction_of(measure: Measure, ranking: Ranking) -> str:
    """A share as it was counted, not reduced: 3/3."""
    top = ranking.grades[: measure.cutoff]
    return f"{sum(grade >= 0 for grade in top)}/{len(top)}"


def _order(scores: Mapping[str, Fraction | float]) -> dict[str, int]:
    """The systems from the best score down, each with its place; equal scores share a place."""
    best = sorted(scores, key=lambda name: -scores[name])
    return {name: 1 + sum(other > scores[name] for other in scores.values()) for name in best}


def _kept_order(scores: Mapping[str, Mapping[str, Fraction | float]]) -> str:
    pooled, complete = (_order({name: both[which] for name, both in scores.items()}) for which in _BY)
    if pooled == complete:
        return "The scores differ from those by complete judgments; the order of the systems is the same."
    return "The scores differ from those by complete judgments, and so do the places of the systems."
