"""The pool: a learner sees how a pool's depth changes the scores of systems, above all the score of a new system."""

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
from irlearn.widgets.core.fields import check_count, choice_buttons, step_buttons, toggle_button
from irlearn.widgets.core.parts import (
    RESET,
    TopicLike,
    captioned_table,
    document_token,
    require_type,
    single_topic_measure,
    topic_of,
)
from irlearn.widgets.core.play import PlayWidget
from irlearn.widgets.core.traits import computed

_SYSTEMS = 5
_ROW = 26  # pixels; the lines between the two orders depend on this height of a row
_BETWEEN = 90  # pixels between the two orders
_SOURCES = ("pooled", "complete")


class Pool(PlayWidget):
    """Several systems' rankings of a topic, the pool of their first ranks, and its effect on each system's score.

    A learner makes the pool deeper, adds a new system that did not contribute to the pool, lets it contribute, and
    compares the scores by the pool's judgments with those by complete judgments. Documents outside the pool count as
    not relevant.

    Parameters
    ----------
    topic : Topic or sequence of (str, int)
        The topic with complete judgments, or titles with grades.
    runs : mapping of str to (str or iterable of str)
        The document IDs of each system from rank 1 down, for 2 to 5 systems.
    new : str
        The name of the new system.
    depth : int, optional
        The initial depth of the pool.
    measures : sequence of Measure or str, optional
        The measures that are offered; the first is shown first.
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    depth : int
        The depth of the pool; it can be set.
    added, contributes : bool
        Whether the new system is shown, and whether its documents enter the pool; both can be set.
    measure : Measure
        The measure of the scores; it can be set.
    pool : irlearn.collection.pooling.Pool
        The pooled documents with the systems that contributed them.
    documents : tuple of str
        The IDs of the pooled documents.
    judgments : dict of str to int
        The grades of the pooled documents by ID.
    scores : dict
        Each shown system's "pooled" and "complete" score.

    Methods
    -------
    ranking(system, *, complete=False)
        Return a system's list with the grades of the pool or of complete judgments.

    Raises
    ------
    InputError
        If a run is empty or holds an unknown document, a judgment is missing, or the depth is out of range.

    Examples
    --------
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

    def __init__(
        self,
        topic: TopicLike,
        runs: Mapping[str, str | Iterable[str]],
        *,
        new: str,
        depth: int = 2,
        measures: Sequence[Measure | str] = (P @ 3, AP),
        state: Mapping[str, Any] | None = None,
    ) -> None:
        self._topic = topic_of("a pool widget", topic)
        self._truth = self._topic.judgments
        require_type("a pool widget", Mapping, runs, "datasets.software_runs()")
        self._runs = {name: pooling.doc_ids_of(name, run) for name, run in runs.items()}
        self._new = new
        self._check_runs()
        self._deepest = max(len(self._runs[name]) for name in self._others)
        self._measures = tuple(single_topic_measure(measure, "a pool widget") for measure in measures)
        if not self._measures:
            raise InputError("a pool widget needs at least one measure, such as P @ 3")
        self._measure_index = 0
        self._added = self._contributes = False
        self._depth = self._check_depth(depth)
        self._entered: tuple[str, ...] = ()
        self._message = ""
        super().__init__(state)

    def _check_runs(self) -> None:
        if self._new not in self._runs:
            raise InputError(f"no run is called {self._new!r}; the runs are {', '.join(self._runs) or 'none'}")
        if not 2 <= len(self._runs) <= _SYSTEMS:
            raise InputError(
                f"a pool widget shows 2 to {_SYSTEMS} systems, the new one among them; given: {len(self._runs)}"
            )
        for name, doc_ids in self._runs.items():
            unknown = [doc_id for doc_id in doc_ids if doc_id not in self._truth]
            if unknown or not doc_ids:
                problem = f"{unknown[0]!r}, which the topic does not have" if unknown else "no document"
                raise InputError(f"the run {name!r} holds {problem}")
        unjudged = [doc_id for doc_id, grade in self._truth.items() if grade < 0]
        if unjudged:
            raise InputError(
                f"the topic has no judgment of {', '.join(unjudged)}; the pool is compared with complete judgments"
            )

    # State

    @computed
    def depth(self) -> int:
        """The depth of the pool, from 1 to the length of the longest contributing run."""
        return self._depth

    @depth.setter
    def _set_depth(self, depth: int) -> None:
        """Change the depth of the pool."""
        before = self.documents
        self._depth = self._check_depth(depth)
        self._report(f"Depth {self._depth}.", before)

    @computed
    def added(self) -> bool:
        """Whether the new system is shown."""
        return self._added

    @added.setter
    def _set_added(self, added: bool) -> None:
        """Show or remove the new system."""
        before = self.documents
        self._added = bool(added)
        self._contributes = self._contributes and self._added
        self._report(f"The {in_prose(self._new)} is {'now scored' if added else 'removed'}.", before)

    @computed
    def contributes(self) -> bool:
        """Whether the new system's documents enter the pool, too; setting this to True adds the system."""
        return self._contributes

    @contributes.setter
    def _set_contributes(self, contributes: bool) -> None:
        """Let the new system's documents enter the pool, which shows the system, or remove them."""
        before = self.documents
        self._contributes = bool(contributes)
        self._added = self._added or self._contributes
        self._report(f"The {in_prose(self._new)} is {'now pooled' if contributes else 'no longer pooled'}.", before)

    def _report(self, action_words: str, before: Sequence[str]) -> None:
        """Describe an action and its effect on the pool, mark the documents that entered, and redraw."""
        self._entered = tuple(doc_id for doc_id in self.documents if doc_id not in before)
        self._message = f"{action_words} {_pool_change(before, self.documents)}"
        self.refresh()

    @computed
    def measure(self) -> Measure:
        """The measure whose scores are shown."""
        return self._measures[self._measure_index]

    @measure.setter
    def _set_measure(self, measure: Measure | str) -> None:
        """Score the systems by another of the offered measures."""
        wanted = single_topic_measure(measure, "a pool widget")
        if wanted not in self._measures:
            raise InputError(f"this pool offers {', '.join(map(repr, self._measures))}; given: {wanted!r}")
        self._measure_index, self._entered = self._measures.index(wanted), ()
        self._message = f"The systems are now scored by {wanted!r}."
        self.refresh()

    @computed
    def pool(self) -> pooling.Pool:
        """The pool: each document with the systems that contributed it."""
        return pooling.pool({name: self._runs[name] for name in self._pooled_systems}, self._depth)

    @computed
    def documents(self) -> tuple[str, ...]:
        """IDs of the pooled documents in the order in which they enter the pool."""
        return self.pool.doc_ids

    @computed
    def judgments(self) -> dict[str, int]:
        """Grades of the pooled documents; the pool has no other judgments."""
        return self.pool.judge(self._truth)

    @computed
    def scores(self) -> dict[str, dict[str, Fraction | float]]:
        """Each shown system's scores by the pool's and by complete judgments; a float if a score is irrational."""
        return {
            name: {
                "pooled": _score(self.measure, self.ranking(name)),
                "complete": _score(self.measure, self.ranking(name, complete=True)),
            }
            for name in self._systems
        }

    def ranking(self, system: str, *, complete: bool = False) -> Ranking:
        """Return a system's list with the grades of the pool (-1 for unjudged documents), or of complete judgments.

        Parameters
        ----------
        system : str
            The name of the system.
        complete : bool, optional
            Whether the complete judgments are used.

        Returns
        -------
        Ranking
            The graded list.

        Raises
        ------
        InputError
            If there is no such system.
        """
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

    def _check_depth(self, depth: int) -> int:
        if isinstance(depth, bool) or not isinstance(depth, int) or not 1 <= depth <= self._deepest:
            raise InputError(f"the depth of this pool goes from 1 to {self._deepest}; given: {depth!r}")
        return depth

    # Gestures

    @action
    def on_deepen(self, by: Way) -> None:
        """Make the pool deeper or shallower by one rank."""
        depth = self._depth + by
        if 1 <= depth <= self._deepest:
            self.depth = depth

    @action
    def on_add(self) -> None:
        """Show or remove the new system."""
        self.added = not self._added

    @action
    def on_contribute(self) -> None:
        """Add the new system's documents to the pool, or remove them."""
        self.contributes = not self._contributes

    @action
    def on_measure(self, index: int) -> None:
        """Show the scores by another measure."""
        self._set_measure(self._measures[check_count(index, "a measure", 0, len(self._measures) - 1)])

    on_reset = Widget.on_reset

    # Drawing

    def draw(self) -> Element:
        return div("pool")[
            div("title")[
                h3[f"Query: {self._topic.query}"],
                p("hint")[
                    "Every document above the dashed line is judged. Unjudged documents (?) count as not relevant."
                ],
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
        add_label = f"{'Remove' if self._added else 'Add'} the {in_prose(self._new)}"
        less, more = step_buttons("deepen", names, names, less=self._depth > 1, more=self._depth < self._deepest)
        contribute_button = toggle_button("contribute", "contribute", on=self._contributes)
        judgments = self.judgments
        found_count, relevant_count = (
            sum(grade >= 1 for grade in grades.values()) for grades in (judgments, self._truth)
        )
        return [
            div("row")[
                span("stepper", role="group", aria_label="depth of the pool")[less, b[f"depth {self._depth}"], more],
                button(data_do="add", data_focus="add")[add_label],
                contribute_button[f"Pool it too: {'yes' if self._contributes else 'no'}"] if self._added else None,
                RESET,
            ],
            p[
                strong[count_noun(len(judgments), "judgment")],
                f" instead of {len(self._truth)}; ",
                strong[f"{found_count} of {relevant_count}"],
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
        foot = tr[th(scope="row")["pool"], (self._draw_contribution(name, longest) for name in self._systems)]
        return captioned_table("runs", "the systems' rankings", [th(scope="col")["rank"], heads], rows, foot)

    def _draw_contribution(self, name: str, longest: int) -> Element:
        """Draw a mark for each document that a system contributed first; the marks fall from the documents' ranks."""
        ranks_by_document = {
            document.doc_id: document.ranks[name]
            for document in self.pool.documents
            if name == next(iter(document.ranks))
        }
        marks = (
            document_token(doc_id, f"--up:{longest + 1 - rank}", relevant=self._truth[doc_id] >= 1)
            for doc_id, rank in ranks_by_document.items()
        )
        return td[marks, span("visually-hidden")[", ".join(ranks_by_document)]] if ranks_by_document else td

    def _draw_cell(self, name: str, rank: int, judgments: Mapping[str, int]) -> Element:
        if rank > len(self._runs[name]):
            return td
        doc_id = self._runs[name][rank - 1]
        css_classes = [_css_class(judgments.get(doc_id))]
        if name in self._pooled_systems:
            css_classes += ["inside"] * (rank <= self._depth)
        css_classes += ["entered"] * (doc_id in self._entered)
        cell = td(" ".join(css_classes), title=self._topic.document(doc_id).title)
        starts_line = name in self._pooled_systems and rank == 1  # The line of the depth glides down from rank 1.
        depth_line = i("depth", style=f"--down:{self._depth - 1}") if starts_line else None
        return cell[_mark(judgments.get(doc_id)), " ", doc_id, depth_line]

    def _draw_documents(self) -> Element:
        judgments, short_names = self.judgments, _short_names(self._runs)
        titles = {document.doc_id: document.title for document in self._topic.documents}
        contributors = {
            document.doc_id: ", ".join(short_names[name] for name in self._runs if name in document.ranks)
            for document in self.pool.documents
        }
        rows = [
            tr(_css_class(judgments.get(doc_id)) + " entered" * (doc_id in self._entered))[
                td[_mark(judgments.get(doc_id))],
                td("id")[doc_id],
                th(scope="row")[titles[doc_id]],
                td[contributors.get(doc_id, "unjudged")],
            ]
            for doc_id in [*contributors, *(doc_id for doc_id in titles if doc_id not in contributors)]
        ]
        return table("pooled")[
            caption("visually-hidden")["the documents, those of the pool first"],
            thead("visually-hidden")[tr[td, td, th(scope="col")["document"], th(scope="col")["contributed by"]]],
            tbody[rows],
        ]

    def _draw_scores(self) -> list[Element]:
        scores = self.scores
        orders = {
            source: _places({name: scores_by_source[source] for name, scores_by_source in scores.items()})
            for source in _SOURCES
        }
        buttons = choice_buttons(
            "measure", dict(enumerate(map(repr, self._measures))), self._measure_index, argument="index"
        )
        pooled_table, complete_table = (self._draw_order(source, order, scores) for source, order in orders.items())
        return [
            div("row scored", role="group", aria_label="score by")[span["Score by"], buttons],
            div("orders")[pooled_table, self._draw_lines(*orders.values()), complete_table],
        ]

    def _draw_order(self, source: str, order: Mapping[str, int], scores: Mapping[str, Mapping[str, Any]]) -> Element:
        """Draw the systems in one of the two orders; by the pool's judgments, with the judged share."""
        source_words, judgment_count, judged_measure = "complete judgments", len(self._truth), None
        if source == "pooled":
            source_words, judgment_count = "the pool's judgments", len(self.judgments)
            judged_measure = Judged @ self.measure.cutoff if self.measure.cutoff else Judged
        rows = [
            tr("new" if name == self._new else None)[
                td[position],
                th(scope="row")[name],
                _draw_score(scores[name][source]),
                td("judged")[_judged_fraction(judged_measure, self.ranking(name))] if judged_measure else None,
            ]
            for name, position in order.items()
        ]
        heads = [
            td,
            th(scope="col")["system"],
            th(color_class(self.measure), scope="col", colspan=2)[repr(self.measure)],
        ]
        return table("plain")[
            caption[f"By {source_words} ", span("small")[f"{judgment_count} of {len(self._truth)}"]],
            thead[tr[heads, th("judged", scope="col")[repr(judged_measure)] if judged_measure else None]],
            tbody[rows],
        ]

    def _draw_lines(self, left: Mapping[str, int], right: Mapping[str, int]) -> Element:
        """Draw a line for each system between the two orders; lines cross where two systems change places."""

        def y(order: Mapping[str, int], name: str) -> str:
            return f"{list(order).index(name) * _ROW + _ROW / 2:g}"

        lines = [
            line("new" if name == self._new else None, x1=6, x2=_BETWEEN - 6, y1=y(left, name), y2=y(right, name))
            for name in left
        ]
        description = "; ".join(
            f"{name}: place {left[name]} by pooled judgments, {right[name]} by complete judgments" for name in left
        )
        height = len(left) * _ROW
        size = {"style": f"width:{_BETWEEN}px;height:{height}px", "viewBox": f"0 0 {_BETWEEN} {height}"}
        return svg(role="img", aria_label=description, **size, preserveAspectRatio="none")[lines]

    def _verdict(self) -> str:
        """Describe what the two orders say about the new system or, before it is added, about the others."""
        scores = self.scores
        is_same = all(
            scores_by_source["pooled"] == scores_by_source["complete"] for scores_by_source in scores.values()
        )
        if is_same:
            return (
                f"By {self.measure!r}, the pool's judgments give every system the same score as complete judgments do."
            )
        if not self._added:
            return _order_sentence(scores)
        top = self._runs[self._new][: self.measure.cutoff]
        unjudged = [doc_id for doc_id in top if doc_id not in self.judgments]
        unjudged_relevant = [doc_id for doc_id in unjudged if self._truth[doc_id] >= 1]
        beaten_counts = {
            source: sum(scores[self._new][source] > scores[name][source] for name in self._others)
            for source in _SOURCES
        }
        head_words = f"first {len(top)}" if self.measure.cutoff else f"{len(top)} documents"
        other_count = len(self._others)
        return (
            f"Unjudged among the {in_prose(self._new)}'s {head_words}: {', '.join(unjudged) or 'none'}; "
            f"of these, relevant: {', '.join(unjudged_relevant) or 'none'}. "
            f"By {self.measure!r}, it beats {beaten_counts['pooled']} of {other_count} systems with "
            f"the pool's judgments and {beaten_counts['complete']} of {other_count} with complete judgments."
        )


def _short_names(names: Iterable[str]) -> dict[str, str]:
    """Return short names: the letter of “System A”, or else the first word; full names if two would be equal.

    >>> _short_names(["System A", "System B", "New system"])
    {'System A': 'A', 'System B': 'B', 'New system': 'New'}
    """
    words_by_name = {name: name.split() or [name] for name in names}
    short = {name: words[-1] if len(words[-1]) == 1 else words[0] for name, words in words_by_name.items()}
    return short if len(set(short.values())) == len(short) else {name: name for name in short}


def _css_class(grade: int | None) -> str:
    return "unjudged" if grade is None else "relevant" if grade >= 1 else "judged"


def _mark(grade: int | None) -> Content:
    symbols = {"unjudged": ("?", "unjudged"), "relevant": ("✓", "relevant"), "judged": ("·", "not relevant")}
    symbol, word = symbols[_css_class(grade)]
    return [span("mark", aria_hidden="true")[symbol], span("visually-hidden")[word]]


def _draw_score(score: Fraction | float) -> Content:
    """Draw a score as a fraction and a decimal in two cells."""
    fraction = str(score) if isinstance(score, Fraction) and score.denominator > 1 else ""
    return [td("fraction")[fraction], td[strong[decimal(score, 3)]]]


def _judged_fraction(measure: Measure, ranking: Ranking) -> str:
    """Format the judged share of a ranking as an unreduced fraction."""
    top = ranking.grades[: measure.cutoff]
    return f"{sum(grade >= 0 for grade in top)}/{len(top)}"


def _places(scores: Mapping[str, Fraction | float]) -> dict[str, int]:
    """Return the systems in descending order of score, each with its place; equal scores share a place."""
    best = sorted(scores, key=lambda name: -scores[name])
    return {name: 1 + sum(other_score > scores[name] for other_score in scores.values()) for name in best}


def _order_sentence(scores: Mapping[str, Mapping[str, Fraction | float]]) -> str:
    pooled, complete = (
        _places({name: scores_by_source[source] for name, scores_by_source in scores.items()}) for source in _SOURCES
    )
    if pooled == complete:
        return "The scores differ from those with complete judgments, but the order of the systems is the same."
    return "The scores differ from those with complete judgments, and so does the order of the systems."


def _score(measure: Measure, ranking: Ranking) -> Fraction | float:
    exact = exact_value(measure, ranking)
    # Equal scores must compare equal, so floats are rounded.
    return round(measure.of(ranking), 12) if exact is None else exact


def _pool_change(before: Sequence[str], after: Sequence[str]) -> str:
    """Describe which documents entered or left the pool."""
    entered = [doc_id for doc_id in after if doc_id not in before]
    removed = [doc_id for doc_id in before if doc_id not in after]
    if entered:
        return f"Into the pool: {', '.join(entered)}."
    return f"Out of the pool: {', '.join(removed)}." if removed else "The pool has not changed."


def in_prose(name: str) -> str:
    """Return a name as it is written within a sentence: “New system” becomes “new system”, “BM25” stays.

    >>> in_prose("New system"), in_prose("BM25")
    ('new system', 'BM25')
    """
    return name[0].lower() + name[1:] if name[1:2].islower() else name
