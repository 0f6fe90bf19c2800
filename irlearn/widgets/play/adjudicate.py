"""The adjudication: a learner judges a pool with a method or alone, and sees who finds relevant documents first."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError, quoted
from irlearn.studies.adjudication import (
    METHODS,
    Adjudication,
    Choice,
    Judgment,
    Method,
    PooledRuns,
    PooledTopic,
    State,
    find_method,
    pool_arrays,
    pool_runs,
)
from irlearn.studies.adjudication.session import seed_of, topic_rng
from irlearn.text.english import as_sentence, comma_list, count_noun
from irlearn.text.html import (
    Content,
    Element,
    b,
    button,
    cached_drawing,
    caption,
    details,
    div,
    i,
    path,
    span,
    strong,
    summary,
    table,
    tbody,
    td,
    tfoot,
    th,
    thead,
    tr,
)
from irlearn.text.numbers import fixed, general, percent as in_percent, readable, true_minus
from irlearn.widgets.charts.axes import drawing
from irlearn.widgets.core.actions import Fields, action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import Field, Share, choice_buttons, css_percent, labeled_field, toggle_button
from irlearn.widgets.core.parts import document_token, repeat_buttons
from irlearn.widgets.core.traits import computed

_RUNS, _RANKS = 8, 10  # the largest number of runs and of their ranks that a board shows
_LISTS = {
    "lex1": "20 10 5 17 9 24 11 18",
    "lex2": "20 10 5 17 16 11 3 12",
    "lex3": "20 10 3 17 24 25 12 8",
    "exp1": "20 14 7 3 5 18 10 11",
    "exp2": "20 7 3 14 8 10 15 18",
    "vec1": "6 7 2 4 11 19 5 23",
    "vec2": "7 2 6 3 19 4 1 22",
    "man1": "21 22 3 7 16 23 10 13",
}
_RELEVANT = (1, 2, 3, 7, 10, 13, 16, 21, 22, 23)
"""Relevant documents of the eight generated runs of four kinds.

The runs that match words share a mistake at rank 1, and most of what the manual run finds is found by few others, as in
real pools.
"""

_QUERY = "16"  # The ties and draws of this query under the widget's seed are near the mean over seeds.
Column = NDArray[Any]
Label = tuple[str, ...]
"""Lines of the label to the left of the runs' states."""

_CURVE, _CURVE_HEIGHT = 32, 100  # number of points of a density curve, and height of its drawing
_LEAST_PEAK = 2.0  # the least height of the vertical axis, so that a flat density does not fill the drawing
_DRAW = "● draw"
_OPEN_MARKS = {"asked": ("?", "asked for next"), "next": ("▸", "next of its run"), "": ("", "")}
_LONGEST = 4  # characters of an ID on a card
_SEPARATORS = "_-.:/"  # characters that separate the parts of an ID
_STEPS = 3  # least number of rungs below the first one
_LANE_HEIGHT = 10  # height of the drawing of a lane, in its own units
_DOT, _LANE_WIDTH = 7.0, 190.0  # pixels of a dot and of a narrow lane
_LEFT = 0.62  # share of the axis; a line that ends further right has its label on the left
_APART = 0.12  # least distance of two labels, as a share of the height, so that they do not overlap
_TICKS = 5
_RACE = ("mtf", "hedge", "mm", "ts", "ntcir", "depth", "rrf", "random")
_BATCHES = {1: "Judge the next", 10: "Judge ten"}


def teaching_topic() -> PooledTopic:
    """Return a generated topic: 8 runs of 4 kinds hold 25 documents in their first eight ranks, 10 of them relevant.

    >>> topic = teaching_topic()
    >>> topic.size, int(topic.relevant.sum()), topic.doc_ids[:3], topic.names[-1]
    (25, 10, ('d1', 'd2', 'd3'), 'man1')
    """
    lists = np.array([[int(number) - 1 for number in run.split()] for run in _LISTS.values()])
    grades = np.zeros(lists.max() + 1, dtype=int)
    grades[np.array(_RELEVANT) - 1] = 1
    ids = [f"d{index + 1}" for index in range(len(grades))]
    return pool_arrays(lists[:, np.newaxis], [grades], [*_LISTS], [_QUERY], depth=lists.shape[1], doc_ids=[ids]).topics[
        0
    ]


def topic_to_show(source: Any) -> tuple[PooledTopic, str]:
    """Return the topic that is shown, and a phrase that describes it and what was left out.

    `source` is None for the generated topic, a `PooledTopic`, `PooledRuns` (the first topic is taken), or a pair of
    qrels and runs; raise InputError for anything else. The first eight runs and the first ten ranks are kept.

    >>> runs = {name: {"q1": {doc: -at for at, doc in enumerate(ids)}} for name, ids in {"A": "ab", "B": "bc"}.items()}
    >>> topic_to_show(({"q1": {"a": 1}, "q2": {"a": 1}}, runs))[1]
    'topic q1, 2 runs to rank 2'
    """
    if source is None:
        topic = teaching_topic()
        return topic, count_noun(len(topic.names), "generated run")
    position_words = ""
    if isinstance(source, tuple) and len(source) == 2:
        source = pool_runs(*source, depth=_RANKS)
    if isinstance(source, PooledRuns):
        position_words = f", the first of {len(source.topics)}" if len(source.topics) > 1 else ""
        source = source.topics[0]
    if not isinstance(source, PooledTopic):
        raise InputError(
            "Adjudicate needs a topic of pooled runs: give pool_runs(qrels, runs, depth=10), one of its topics, "
            f"or (qrels, runs); given: {quoted(source)}"
        )
    all_runs = len(source.names)
    topic = _cut(source)
    runs_words = (
        f"the first {len(topic.names)} of {all_runs} runs"
        if len(topic.names) < all_runs
        else count_noun(all_runs, "run")
    )
    return topic, f"topic {topic.query_id}{position_words}, {runs_words} to rank {topic.heads.shape[1]}"


def _cut(topic: PooledTopic) -> PooledTopic:
    """Return the part of a topic that is shown, with the pool of that part."""
    if len(topic.names) <= _RUNS and topic.heads.shape[1] <= _RANKS:
        return topic
    lists = topic.heads[:_RUNS, :_RANKS]
    return pool_arrays(
        lists[:, np.newaxis],
        [topic.grades],
        topic.names[:_RUNS],
        [topic.query_id],
        depth=_RANKS,
        rel=topic.rel,
        doc_ids=[topic.doc_ids],
    ).topics[0]


class _MethodField(Field):
    """The name of a method: the eight of the race as buttons, the others under “more”."""

    def check_for(self, widget: Any, value: Any) -> str:
        """Return the name of the method; raise InputError if it cannot judge the topic."""
        method = find_method(value)
        if method.chosen and method != widget._configured.get(method.name):
            raise InputError(
                f"give a method's options when you create the widget, as in Adjudicate(method={str(value)!r})"
            )
        widget._hits(widget._with_gamma(method))
        return method.name

    def control(self, value: str) -> Element:
        other_methods = {name: method.title for name, method in METHODS.items() if name not in _RACE}
        return span("methods")[
            choice_buttons("method", {name: METHODS[name].title for name in _RACE}, value),
            details(open=value in other_methods)[
                summary(data_focus="more")["more"], span("methods")[choice_buttons("method", other_methods, value)]
            ],
        ]


class Adjudicate(App):
    """One topic judged one document at a time by a method or by the learner, with a race of all methods.

    A learner lets a method judge the next document and reads why the method asks for it, or chooses documents to judge.
    The race compares how many relevant documents the methods find with the same number of judgments. When the method or
    gamma changes, the new method starts again and judges the same number of documents.

    Parameters
    ----------
    topic : PooledTopic, PooledRuns or tuple, optional
        A topic, pooled runs (the first topic is taken), or a pair of qrels and runs; the first 8 runs are shown to rank
        10. By default a small generated topic.
    method : Method or str, optional
        The initial method.
    gamma : float, optional
        The decay factor of the bandits MM and TS, from 0 to 1: the weight of earlier judgments is multiplied by gamma
        at each new judgment.
    rng : numpy.random.Generator or int, optional
        A seed or a generator for ties and random draws.
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    steps, relevant : int
        The number of documents that the method judged, and the number of relevant ones among them.
    last : Judgment or None
        The method's last judgment with its reason.
    own, own_relevant : int
        The number of documents that the learner judged, and the number of relevant ones among them.
    judging : {"method", "you"}
        Whose board is shown.
    race : dict of str to int
        The number of relevant documents that each method finds. All methods get the same number of judgments: that of
        the method's or the learner's board, whichever is larger.
    method, gamma
        The name of the method and the decay factor of the bandits; both can be set.

    Raises
    ------
    InputError
        If the topic, the method or gamma is not valid.

    References
    ----------
    D. Otero, J. Parapar and N. Ferro, "How discriminative are your qrels?", CIKM 2023, and the papers of the methods.

    Examples
    --------
    >>> from irlearn import widgets
    >>> board = widgets.Adjudicate(method="mm")
    >>> board.gesture(do="next", value="10")
    >>> board.gesture(do="judge", key="d2")
    >>> board.steps, board.relevant, board.own, board.own_relevant, board.race["ntcir"]
    (10, 8, 1, 1, 4)
    """

    styles = ("controls", "sliders", "document_tokens", "adjudicate")
    css_class = "adjudicate"
    heading = "Which document is judged next?"
    gamma = Share(1, "memory γ", step="1/10", what="gamma")
    method = _MethodField("mtf", "method")

    def __init__(
        self,
        topic: Any = None,
        method: Method | str = "mtf",
        *,
        gamma: float = 1.0,
        rng: np.random.Generator | int = 14,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        self._topic, self._description = topic_to_show(topic)
        self._seed = seed_of(rng)
        self._truth = self._topic.relevant[: self._topic.size].tolist()
        self._hits_by_method: dict[Method, list[bool]] = {}
        self._own_judgments: list[int] = []
        self._shows_own, self._own_column = False, 0
        resolved = find_method(method)
        self._configured = {resolved.name: resolved}
        if _leaves_gamma_open(resolved) and dict(resolved.chosen).keys() >= {"gamma"}:
            gamma = resolved.options["gamma"]
        self._running: Adjudication | None = None
        super().__init__(state=state, gamma=gamma, method=resolved)

    # State

    def _with_gamma(self, method: Method) -> Method:
        """Return the method with its given options, and with gamma if it leaves gamma open."""
        configured = self._configured.get(method.name, method)
        return configured(gamma=float(self.gamma)) if _leaves_gamma_open(configured) else configured

    def _hits(self, method: Method) -> list[bool]:
        """Return for each judgment of a method whether it finds a relevant document, over the whole pool."""
        if method not in self._hits_by_method:
            topic = self._topic
            strategy = method.start(topic, topic_rng(self._seed, topic.query_id))
            order = strategy.follow(self._truth, topic.size)
            self._hits_by_method[method] = [self._truth[document] for document in order.tolist()]
        return self._hits_by_method[method]

    @property
    def _session(self) -> Adjudication:
        """The method's session on the topic."""
        return self._running or self._replay(0)

    def _replay(self, steps: int) -> Adjudication:
        """Start the present method again and judge this many documents."""
        method = self._with_gamma(METHODS.get(self.method) or self._configured[self.method])
        self._running = Adjudication(self._topic, method, rng=self._seed)
        for _ in range(steps):
            self._running.step()
        return self._running

    @computed
    def steps(self) -> int:
        """Number of documents that the method judged."""
        return len(self._session.judgments)

    @computed
    def relevant(self) -> int:
        """Number of relevant documents that the method found."""
        return self._session.relevant

    @computed
    def last(self) -> Judgment | None:
        """The method's last judgment with its reason; None before the first judgment."""
        return self._session.judgments[-1] if self.steps else None

    @computed
    def own(self) -> int:
        """Number of documents that the learner judged."""
        return len(self._own_judgments)

    @computed
    def own_relevant(self) -> int:
        """Number of relevant documents that the learner found."""
        return sum(self._truth[document] for document in self._own_judgments)

    @computed
    def judging(self) -> str:
        """Whose board is shown, "method" or "you"."""
        return "you" if self._shows_own else "method"

    @computed
    def race(self) -> dict[str, int]:
        """Number of relevant documents found by each method with as many judgments as the board with more judgments."""
        return {name: sum(hits[: self._judgment_count]) for name, (_, hits) in self._race_hits().items()}

    @property
    def _judgment_count(self) -> int:
        return max(self.steps, self.own)

    def _race_hits(self) -> dict[str, tuple[Method, list[bool]]]:
        """Return the methods of the race and the chosen one, each with its hits."""
        names = [*_RACE, *([] if self.method in _RACE else [self.method])]
        runners = {}
        for name in names:
            method = self._with_gamma(METHODS.get(name) or self._configured[name])
            runners[name] = (method, self._hits(method))
        return runners

    # Gestures

    @action
    def on_next(self, value: Literal[1, 10]) -> None:
        """Judge the document that the method asks for, once or ten times."""
        self._shows_own = False
        for _ in range(min(value, self._session.left)):
            self._session.step()

    @action
    def on_judge(self, key: str = "", column: int = 0, fields: Fields | None = None) -> None:
        """Judge a document that the learner chose, by its card or by its ID."""
        pooled = self._topic.doc_ids[: self._topic.size]
        typed_id = (key or (fields or {}).get("own", "")).strip()
        doc_ids = {**dict(zip(card_names(self._topic), pooled, strict=True)), **dict(zip(pooled, pooled, strict=True))}
        if typed_id not in doc_ids:
            raise InputError(
                f"no list has a document {quoted(typed_id)}; type an id from the lists, such as {pooled[0]}"
            )
        document = pooled.index(doc_ids[typed_id])
        if document in self._own_judgments:
            raise InputError(f"you judged {doc_ids[typed_id]} already; choose another document")
        self._own_judgments.append(document)
        self._shows_own, self._own_column = True, column

    @action
    def on_back(self) -> None:
        """Take back the last judgment on the board that is shown."""
        if self._shows_own:
            self._own_judgments = self._own_judgments[:-1]
        elif self.steps:
            self._replay(self.steps - 1)

    @action
    def on_you(self) -> None:
        """Show the learner's own board."""
        self._shows_own = True

    def field_changed(self, name: str, was: Any) -> None:  # noqa: ARG002 - both fields have the same effect
        """Judge as many documents as before with the new method or gamma."""
        self._shows_own = False
        if self._running:
            self._replay(self.steps)

    # Drawing

    def hint(self) -> str:
        if self._shows_own:
            return "Press a document to judge it; the Tab key moves from run to run."
        return "Let a method judge, or press a document to judge it yourself."

    def note(self) -> str:
        size = f"{count_noun(self._topic.size, 'document')} in the pool, {sum(self._truth)} of them relevant"
        return f"{as_sentence(self._description)[:-1]}: {size}."

    def controls(self) -> list[Content]:
        picker = span("who", role="group", aria_label="who judges")[
            toggle_button("you", "you", on=self._shows_own)["You"],
            self._fields["method"].control("" if self._shows_own else self.method),
        ]
        judgment_count = self.own if self._shows_own else self.steps
        next_buttons = repeat_buttons("next", _BATCHES, full=not self._session.left, label="judge")
        back_button = button(data_do="back", data_focus="back", disabled=not judgment_count)["Back"]
        return [
            picker,
            [self._draw_id_field(), back_button]
            if self._shows_own
            else [next_buttons, back_button, self._draw_gamma()],
        ]

    def _draw_id_field(self) -> Element:
        return labeled_field("Press a document, or type its id", "own", "judge", "", fixed=True, look="typing")

    def _draw_gamma(self) -> Element | None:
        return self._fields["gamma"].control(self.gamma) if _leaves_gamma_open(self._session.method) else None

    def status_text(self) -> Content:
        """Describe the last judgment, the count so far, and the next document with the reason."""
        if self._shows_own:
            return self._describe_own()
        last, pool = self.last, self._topic.size
        last_words = [self._verdict(last.document), self._count_words(self.relevant, self.steps)] if last else []
        if not self._session.left:
            return [last_words, f" All {pool} documents are judged."]
        beginning = last_words or "Nothing is judged yet."
        choice = self._session.next
        return [beginning, " Next is ", b[self._document_name(choice.document)], f": {choice.reason}"]

    def _describe_own(self) -> Content:
        if not self._own_judgments:
            return "You have judged nothing yet. Where would you look first?"
        document = self._own_judgments[-1]
        method, hits = self._race_hits()[self.method]
        return [
            self._verdict(document),
            self._count_words(self.own_relevant, self.own),
            f" {method.title} found {sum(hits[: self.own])} with as many judgments.",
        ]

    def _document_name(self, document: int) -> str:
        """Return the name of a document on its card, followed by its ID if that is longer."""
        name, doc_id = card_names(self._topic)[document], self._topic.doc_ids[document]
        return name if name == doc_id else f"{name} ({doc_id})"

    def _verdict(self, document: int) -> Content:
        return strong[f"{self._document_name(document)} is {'relevant' if self._truth[document] else 'not relevant'}."]

    def _count_words(self, relevant: int, judged: int) -> str:
        return f" {relevant} of {count_noun(judged, 'judged document is', 'judged documents are')} relevant."

    def body(self) -> Element:
        return div("sides")[self._draw_board(), draw_race(self._lanes(), self._topic.size, sum(self._truth))]

    def _draw_board(self) -> Element:
        order = self._own_judgments if self._shows_own else [judgment.document for judgment in self._session.judgments]
        choice = None if self._shows_own or not self._session.left else self._session.next
        view = BoardView(
            {document: self._truth[document] for document in order},
            order[-1] if order else None,
            choice,
            self._shows_own,
            self._own_column,
        )
        return draw_board(self._topic, view, None if self._shows_own else self._session.state)

    def _lanes(self) -> list[RaceLane]:
        lanes = [
            RaceLane(
                f"{method.title} γ={readable(self.gamma)}"
                if _leaves_gamma_open(method) and self.gamma != 1
                else method.title,
                hits[: self._judgment_count],
                "picked" if name == self.method else "",
            )
            for name, (method, hits) in self._race_hits().items()
        ]
        own_lane = RaceLane("You", [self._truth[document] for document in self._own_judgments], "you")
        return [*lanes, *([own_lane] if self._own_judgments or self._shows_own else [])]


def _leaves_gamma_open(method: Method) -> bool:
    """Return whether a method is a bandit whose gamma was not set, so that earlier judgments keep their full weight."""
    gamma = method.settings.get("gamma")
    return gamma is not None and gamma.default == 1


@dataclass(frozen=True)
class BoardView:
    """The state of the documents on a board.

    `relevant` maps the index of each judged document to its relevance, and `last` is the document judged most recently.
    `choice` is the document that the method would judge next. `is_own` is true for the learner's own board; `column` is
    then the run from which the learner last picked a document.
    """

    relevant: Mapping[int, bool]
    last: int | None = None
    choice: Choice | None = None
    is_own: bool = False
    column: int = 0


def draw_board(topic: PooledTopic, view: BoardView, state: State | None) -> Element:
    """Draw the lists from rank 1, one column for each run, with the method's state of each run above them.

    >>> drawn = draw_board(teaching_topic(), BoardView({0: True, 10: False}), None)
    >>> len(list(drawn.find("td", "relevant"))), len(list(drawn.find("td", "not"))), len(list(drawn.find("th", "run")))
    (1, 4, 8)
    """
    heads = topic.heads.tolist()
    ids = card_names(topic)
    next_documents = [next((doc for doc in row if doc >= 0 and doc not in view.relevant), -1) for row in heads]
    asked_run = topic.names.index(view.choice.run) if view.choice and view.choice.run else -1
    state_label, state_cells = _run_states(topic, state, view)
    head_cells = [
        th("run turn" if run == asked_run else "run", scope="col", title=topic.names[run])[name]
        for run, name in enumerate(shortened(topic.names))
    ]
    state_name = state_label[0] if state else "number of relevant documents found"
    ranks = range(max(map(len, heads)))
    return table("lists")[
        caption("visually-hidden")[f"The lists of {len(heads)} runs from rank 1; above each list, its {state_name}"],
        thead[
            tr[td, head_cells],
            tr("state")[
                th(scope="row")[(span("draw" if line == _DRAW else None)[line] for line in state_label)], state_cells
            ],
        ],
        tbody[
            (
                tr[
                    th(scope="row")[rank + 1],
                    (
                        _draw_card(
                            ids[row[rank]], topic.doc_ids[row[rank]], row[rank], (run, rank), view, next_documents[run]
                        )
                        if rank < len(row) and row[rank] >= 0
                        else td("none")
                        for run, row in enumerate(heads)
                    ),
                ]
                for rank in ranks
            )
        ],
        tfoot(aria_hidden="true")[tr[td["pool"], td(colspan=len(heads))[_draw_pool(topic, view)]]],
    ]


def _draw_card(
    name: str, doc_id: str, document: int, position: tuple[int, int], view: BoardView, next_document: int
) -> Element:
    """Draw a document of a list: a judged one, or a button with which the learner judges it."""
    if document in view.relevant:
        return _draw_judged(name, doc_id, view.relevant[document], document == view.last)
    is_asked = view.choice is not None and view.choice.document == document
    css_class = "asked" if is_asked else "next" if document == next_document else ""
    takes_tab = view.is_own and document == next_document
    return _draw_open(name, doc_id, position, css_class, takes_tab, takes_tab and position[0] == view.column)


@cached_drawing
def _draw_judged(name: str, doc_id: str, relevant: bool, is_last: bool) -> Element:
    css_class, mark, description = ("relevant", "✓", "relevant") if relevant else ("not", "✗", "not relevant")
    return td(f"{css_class} last" if is_last else css_class, title=doc_id)[_name_and_mark(name, mark, description)]


@cached_drawing
def _draw_open(
    name: str, doc_id: str, position: tuple[int, int], css_class: str, takes_tab: bool, takes_focus: bool
) -> Element:
    """Draw the button of a document that is not judged; Tab reaches it if `takes_tab` is true."""
    run, rank = position
    card = button(
        data_do="judge",
        data_key=doc_id,
        data_column=run,
        data_focus=f"card {run} {rank}",
        tabindex="0" if takes_tab else "-1",
        data_focus_next=takes_focus,
        title=f"judge {doc_id} yourself",
    )
    return td(f"open {css_class}" if css_class else "open")[card[_name_and_mark(name, *_OPEN_MARKS[css_class])]]


def _name_and_mark(name: str, mark: str, description: str) -> Content:
    if not description:
        return b[name]
    return [b[name], span("mark", aria_hidden="true")[mark], span("visually-hidden")[f" {description}"]]


def _draw_pool(topic: PooledTopic, view: BoardView) -> Element:
    """Draw the judged documents in their order; each token falls from its card that is closest to rank 1."""
    heads, size, run_count = topic.heads, topic.size, len(topic.heads)
    first_positions = [np.argwhere(np.equal(heads.T, doc))[0].tolist() for doc in view.relevant]
    return span("strip", style=f"--size:{size}")[
        (
            document_token(
                str(doc),
                f"left:{css_percent(share)};--x:{general(100 * ((run + 0.5) / run_count - share), 3)};"
                f"--up:{len(heads.T) - rank}",
                relevant=relevant,
            )
            for index, ((doc, relevant), (rank, run)) in enumerate(
                zip(view.relevant.items(), first_positions, strict=True)
            )
            for share in [(index + 0.5) / size]
        )
    ]


def _run_states(topic: PooledTopic, state: State | None, view: BoardView) -> tuple[Label, list[Element]]:
    """Return the label and the cells of the row above the lists: the method's state or the learner's counts."""
    if state is None:
        return ("found", "judged"), _draw_own_counts(topic, view)
    for key, (label, draw) in _STATE_CELLS.items():
        if key in state.columns:
            return label, draw(state)
    return ("place", "score"), _draw_positions(topic, state)


def _draw_own_counts(topic: PooledTopic, view: BoardView) -> list[Element]:
    """Draw the number of judged documents of each run, and the number of relevant ones among them."""
    judgments_by_run = [[view.relevant[doc] for doc in row if doc in view.relevant] for row in topic.heads.tolist()]
    return [_draw_pair(str(sum(row)), f"of {len(row)}") for row in judgments_by_run]


def _draw_positions(topic: PooledTopic, state: State) -> list[Element]:
    """Draw the score of the next document of each run, and its position in the method's order."""
    positions = {doc: position for position, doc in enumerate(state.order.tolist(), start=1)}
    scores = state.documents.get("score")
    cells = []
    for row, rank in zip(topic.heads.tolist(), state.columns["next"].tolist(), strict=True):
        doc = row[rank - 1] if rank else -1
        score = true_minus(general(float(scores[doc]), 3)) if scores is not None and rank else ""
        cells.append(_draw_pair(f"{positions[doc]}." if doc in positions else "–", score))
    return cells


def _draw_priorities(state: State) -> list[Element]:
    """Draw each run on a ladder, one rung below the top for each lost priority."""
    lost_steps = [int(-value) for value in state.columns["priority"].tolist()]
    deepest = max(_STEPS, *lost_steps)
    return [
        td[
            span("rungs")[
                (i("rung", style=f"top:{css_percent(rung / deepest)}") for rung in range(deepest + 1)),
                i("stand", style=f"--at:{general(depth / deepest, 3)}"),
            ],
            b[true_minus(str(-depth))],
        ]
        for depth in lost_steps
    ]


def _draw_weights(state: State) -> list[Element]:
    """Draw each run's share of the total weight as a bar."""
    weights = state.columns["weight"].tolist()
    full_bar = max(0.5, *weights)
    return [
        td[span("bars")[i("bar", style=f"--at:{general(weight / full_bar, 3)}")], b[in_percent(weight, 0)]]
        for weight in weights
    ]


def _draw_posteriors(state: State) -> list[Element]:
    """Draw each run's Beta distribution, its mean as a line, and the value drawn from it as a dot."""
    alphas, betas, means = (state.columns[name] for name in ("a", "b", "mean"))
    curves = beta_curves(alphas, betas)
    curves /= np.maximum(curves.max(axis=1, keepdims=True), _LEAST_PEAK)
    draws = state.columns.get("draw", np.full(len(alphas), np.nan))
    return [
        td(title=f"Beta({general(alpha, 3)}, {general(beta, 3)}), mean {readable(center)}")[
            span("bell")[
                _draw_bell(curve),
                i("mean", style=f"left:{css_percent(center)}"),
                i("draw", style=f"left:{css_percent(draw)}") if math.isfinite(draw) else None,
            ],
            b[_two(center)],
            span("soft")[f"{general(round(alpha, 1))}, {general(round(beta, 1))}"],
        ]
        for alpha, beta, center, draw, curve in zip(
            alphas.tolist(), betas.tolist(), means.tolist(), draws.tolist(), curves, strict=True
        )
    ]


_STATE_CELLS: dict[str, tuple[Label, Callable[[State], list[Element]]]] = {
    "priority": (("priority",), _draw_priorities),
    "weight": (("weight",), _draw_weights),
    "draw": ((_DRAW, "mean", "a, b"), _draw_posteriors),
    "mean": (("mean", "a, b"), _draw_posteriors),
}
"""How to draw a method's state, by the first of these columns that the state has."""


def _draw_pair(upper: str, lower: str) -> Element:
    return td("pair")[b[upper], " ", span("soft")[lower]]


def _draw_bell(heights: Column) -> Element:
    points = "L".join(
        f"{index} {fixed(_CURVE_HEIGHT * (1 - height), 0)}" for index, height in enumerate(heights.tolist())
    )
    curve = path(d=f"M0 {_CURVE_HEIGHT}L{points}L{_CURVE - 1} {_CURVE_HEIGHT}z")
    return drawing(_CURVE - 1, _CURVE_HEIGHT, preserveAspectRatio="none", aria_hidden="true")[curve]


def beta_curves(alphas: Column, betas: Column) -> Column:
    """Return the densities of Beta(a, b) at the midpoints of equal parts from 0 to 1; shape (distributions, parts).

    >>> beta_curves(np.array([1.0, 3.0]), np.array([1.0, 2.0])).mean(axis=1).round(3).tolist()
    [1.0, 1.0]
    """
    x = (np.arange(_CURVE) + 0.5) / _CURVE
    log_normalizers = np.array(
        [
            math.lgamma(alpha + beta) - math.lgamma(alpha) - math.lgamma(beta)
            for alpha, beta in zip(alphas, betas, strict=True)
        ]
    )
    log_x, log_rest = np.log(x), np.log1p(-x)
    return np.asarray(
        np.exp(log_normalizers[:, np.newaxis] + np.outer(alphas - 1, log_x) + np.outer(betas - 1, log_rest))
    )


def _two(value: float) -> str:
    return fixed(value, 2)


def shortened(names: Sequence[str]) -> list[str]:
    """Return the names without their common prefix up to its last separator.

    >>> shortened(["my-run_12_3", "my-run_07_9"]), shortened(["d1", "d12"])
    (['12_3', '07_9'], ['d1', 'd12'])
    """
    common_prefix = [
        character
        for character, _ in takewhile(lambda pair: pair[0] == pair[1], zip(min(names), max(names), strict=False))
    ]
    cut = max((position for position, mark in enumerate(common_prefix, start=1) if mark in _SEPARATORS), default=0)
    return list(names) if cut == min(map(len, names)) else [name[cut:] for name in names]


def card_names(topic: PooledTopic) -> list[str]:
    """Return the names of the pooled documents on their cards: their IDs, or numbers if the IDs are too long.

    >>> from irlearn.studies.adjudication import pool_arrays
    >>> ids = [["passage_4111", "doc_17"]]
    >>> card_names(pool_arrays([[[0, 1]], [[1, 0]]], [[1, 0]], ["A", "B"], ["q"], depth=2, doc_ids=ids).topics[0])
    ['d1', 'd2']
    """
    names = shortened(topic.doc_ids[: topic.size])
    return names if max(map(len, names)) <= _LONGEST else [f"d{index + 1}" for index in range(topic.size)]


@dataclass(frozen=True)
class RaceLane:
    """A participant of the race: its name, whether each judgment found a relevant document, and its CSS class.

    `css_class` is "picked", "you" or "".
    """

    name: str
    hits: Sequence[bool]
    css_class: str = ""

    @property
    def found(self) -> int:
        """Number of relevant documents found."""
        return sum(self.hits)

    @property
    def places(self) -> list[int]:
        """Numbers of the judgments, counted from 1, that found a relevant document."""
        return [number for number, hit in enumerate(self.hits, start=1) if hit]


def draw_race(lanes: Sequence[RaceLane], size: int, relevant: int) -> Element:
    """Draw relevant documents over judgments as lines, and below them a lane for each participant, the leader first.

    If two participants found equally many, the participant that found them earlier is ahead. `size` is the number of
    pooled documents, and `relevant` is the number of relevant ones among them.

    >>> drawn = draw_race([RaceLane("MTF", [True, False]), RaceLane("you", [True, True], "you")], 4, 2)
    >>> [[cell.text for cell in row.find("td", "found")] for row in next(drawn.find("tbody")).find("tr")]
    [['2'], ['1']]
    """
    ranked_lanes = sorted(lanes, key=lambda lane: (-lane.found, sum(lane.places)))
    drawing_order = sorted(ranked_lanes, key=lambda lane: ["you", "picked", ""].index(lane.css_class), reverse=True)
    most_judgments = max(len(lane.hits) for lane in lanes)
    summary = comma_list([f"{lane.name} {lane.found}" for lane in ranked_lanes])
    ticks = range(0, size + 1, _TICKS if size <= 40 else 2 * _TICKS)
    return div("race")[
        div("title", aria_hidden="true")["relevant documents found"],
        div(
            "lines",
            role="img",
            aria_label=f"Relevant documents found with {count_noun(most_judgments, 'judgment')}: {summary}.",
        )[
            span("y top")[relevant],
            span("y")[0],
            span("chance")["by chance"],
            drawing(size, max(relevant, 1), preserveAspectRatio="none", aria_hidden="true")[
                path("chance", d=f"M0 {relevant}L{size} 0"),
                (path(lane.css_class or None, d=_race_path(lane.hits, size, relevant)) for lane in drawing_order),
            ],
            _draw_line_ends([lane for lane in lanes if lane.css_class and lane.hits], size, relevant),
        ],
        table("lanes")[
            caption("visually-hidden")[f"Relevant documents found with {count_noun(most_judgments, 'judgment')}"],
            thead[
                tr[
                    th(scope="col")["after"],
                    td("axis", aria_hidden="true")[
                        (span(style=f"left:{css_percent(tick / size)}")[tick] for tick in ticks),
                    ],
                    th("found", scope="col")["found"],
                ]
            ],
            tbody[(_draw_lane(lane, size, most_judgments) for lane in ranked_lanes)],
        ],
    ]


def _race_path(hits: Sequence[bool], size: int, relevant: int) -> str:
    """Return the SVG path of a participant: a step to the right for each judgment, and up for each relevant document.

    All paths have equally many points, so that one can glide into another: the last point is repeated.

    >>> _race_path([True], 2, 3)
    'M0 3L1 2L1 2'
    """
    found, points = 0, [f"M0 {relevant}"]
    for number, hit in enumerate(hits, start=1):
        found += hit
        points.append(f"L{number} {relevant - found}")
    return "".join(points) + f"L{len(hits)} {relevant - found}" * (size - len(hits))


def _draw_line_ends(lanes: Sequence[RaceLane], size: int, relevant: int) -> Content:
    """Draw the ends of the highlighted lines with their names, one above the other where they are close."""
    elements: list[Content] = []
    height = max(relevant, 1)
    for lane in lanes:
        x, y = len(lane.hits) / size, lane.found / height
        neighbors = [other for other in lanes if other is not lane and abs(other.found - lane.found) < _APART * height]
        is_upper = neighbors and (lane.found, lane.css_class) > max(
            (other.found, other.css_class) for other in neighbors
        )
        shift = " upper" if is_upper else " lower" if neighbors else ""
        css_class = f"{lane.css_class}{shift}{' left' if x > _LEFT else ''}"
        position = f"left:{css_percent(x)};bottom:{css_percent(y)}"
        elements += [
            i(f"head {lane.css_class}", style=position),
            span(f"head {css_class}", style=position)[f"{lane.name} {lane.found}"],
        ]
    return elements


def _draw_lane(lane: RaceLane, size: int, most_judgments: int) -> Element:
    """Draw a lane: a dot for each judgment that found a relevant document, a dash for each other, and the count."""
    description = (
        f"relevant at {comma_list([str(number) for number in lane.places])}" if lane.found else "nothing found"
    )
    return tr(lane.css_class or None, data_card=f"lane {lane.name}")[
        th(scope="row")[lane.name],
        td[
            drawing(size, _LANE_HEIGHT, preserveAspectRatio="none", aria_hidden="true")[
                path("miss", d=_dots_path(number for number, hit in enumerate(lane.hits, start=1) if not hit)),
                path(d=_dots_path(lane.places), stroke_width=general(min(_DOT, _LANE_WIDTH / size), 3)),
            ],
            span("visually-hidden")[description],
        ],
        td("found")[b[lane.found], span("soft")[f" of {len(lane.hits)}"] if len(lane.hits) < most_judgments else None],
    ]


def _dots_path(numbers: Any) -> str:
    return "".join(f"M{general(number - 0.01)} {_LANE_HEIGHT / 2}h.01" for number in numbers)
