"""One topic judged document by document: what a method asks for and why, and who finds the relevant documents first."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from irlearn.errors import InputError, quoted
from irlearn.studies.adjudication import METHODS, Adjudication, Judgment, Method, find_method
from irlearn.studies.adjudication.session import seed_of, topic_rng
from irlearn.text.english import as_sentence, count_noun
from irlearn.text.html import Content, Element, b, button, details, div, span, strong, summary
from irlearn.text.numbers import readable
from irlearn.widgets.core.actions import Fields, action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import Field, Share, choices, labelled, pressed
from irlearn.widgets.core.parts import repeat_buttons
from irlearn.widgets.play.adjudicate_board import Seen, card_names, draw_board
from irlearn.widgets.play.adjudicate_race import RaceLane, draw_race
from irlearn.widgets.play.adjudicate_topic import topic_to_show

_RACE = ("mtf", "hedge", "mm", "ts", "ntcir", "depth", "rrf", "random")
_BATCHES = {1: "Judge the next", 10: "Judge ten"}


class _Picked(Field):
    """A method by its name: the eight of the race at once, the others behind “more”."""

    def validate(self, widget: Any, value: Any) -> str:
        """The name of a method that can judge the topic."""
        method = find_method(value)
        if method.chosen and method != widget._given.get(method.name):
            raise InputError(f"a method's options are given when the widget is made; Adjudicate(method={str(value)!r})")
        widget._hits(widget._with_gamma(method))
        return method.name

    def control(self, value: str) -> Element:
        """Buttons of which one is pressed."""
        others = {name: one.title for name, one in METHODS.items() if name not in _RACE}
        return span("methods")[
            choices("method", {name: METHODS[name].title for name in _RACE}, value),
            details(open=value in others)[
                summary(data_focus="more")["more"], span("methods")[choices("method", others, value)]
            ],
        ]


class Adjudicate(App):
    """One topic, one judgment at a time: a method chooses, or the learner, and all methods race beside them.

    `topic` is a `PooledTopic`, `PooledRuns` (the first topic is taken) or a pair of qrels and runs; the first 8 runs
    to rank 10 are shown. By default it is a small made one. `method` is a method's name; `gamma` (0 to 1) is how much
    the bandits MM and TS keep at each judgment of what they learned. `rng` is a seed or a generator.

    `steps` judgments were made by the method, which found `relevant` ones, the `last` a `Judgment` with its `reason`.
    `own` judgments were made by the learner, who found `own_relevant`; `judging` says whose board is shown, "method"
    or "you". `race` has the relevant documents that each method found after as many judgments as the longer of both
    took. A new method or gamma judges as many documents anew. Raises `InputError`.

    Source: Otero, Parapar and Ferro, "How discriminative are your qrels?", CIKM 2023, and the methods' own papers.

    >>> from irlearn import widgets
    >>> it = widgets.Adjudicate(method="mm")
    >>> it.gesture(do="next", value="10")
    >>> it.gesture(do="judge", key="d2")
    >>> it.steps, it.relevant, it.own, it.own_relevant, it.race["ntcir"]
    (10, 8, 1, 1, 4)
    """

    styles = ("controls", "sliders", "tokens", "adjudicate")
    css_class = "adjudicate"
    heading = "Which document is judged next?"
    gamma = Share(1, "memory γ", step="1/10", what="gamma")
    method = _Picked("mtf", "method")

    def __init__(
        self,
        topic: Any = None,
        method: Method | str = "mtf",
        *,
        gamma: float = 1.0,
        rng: np.random.Generator | int = 14,
    ) -> None:
        self._topic, self._told = topic_to_show(topic)
        self._seed = seed_of(rng)
        self._truth = self._topic.relevant[: self._topic.size].tolist()
        self._found: dict[Method, list[bool]] = {}
        self._own: list[int] = []
        self._mine, self._column = False, 0
        given = find_method(method)
        self._given = {given.name: given}
        if _keeps_all(given) and dict(given.chosen).keys() >= {"gamma"}:
            gamma = given.options["gamma"]
        self._work: Adjudication | None = None
        super().__init__(gamma=gamma, method=given)

    # the state

    def _with_gamma(self, method: Method) -> Method:
        """The method as it is used: with the options that were given, and with gamma where it leaves that open."""
        chosen = self._given.get(method.name, method)
        return chosen(gamma=float(self.gamma)) if _keeps_all(chosen) else chosen

    def _hits(self, method: Method) -> list[bool]:
        """Whether each judgment that a method makes finds a relevant document, down to the last of the pool."""
        if method not in self._found:
            topic = self._topic
            strategy = method.start(topic, topic_rng(self._seed, topic.query_id))
            order = strategy.follow(self._truth, topic.size)
            self._found[method] = [self._truth[document] for document in order.tolist()]
        return self._found[method]

    @property
    def _session(self) -> Adjudication:
        """The method at work on the topic."""
        return self._work or self._replay(0)

    def _replay(self, steps: int) -> Adjudication:
        """Judge so many documents by the present method, from the first."""
        method = self._with_gamma(METHODS.get(self.method) or self._given[self.method])
        self._work = Adjudication(self._topic, method, rng=self._seed)
        for _ in range(steps):
            self._work.step()
        return self._work

    @property
    def steps(self) -> int:
        """How many documents the method judged."""
        return len(self._session.judgments)

    @property
    def relevant(self) -> int:
        """How many relevant documents the method found."""
        return self._session.relevant

    @property
    def last(self) -> Judgment | None:
        """The method's last judgment, with its reason; None before the first."""
        return self._session.judgments[-1] if self.steps else None

    @property
    def own(self) -> int:
        """How many documents the learner judged."""
        return len(self._own)

    @property
    def own_relevant(self) -> int:
        """How many relevant documents the learner found."""
        return sum(self._truth[document] for document in self._own)

    @property
    def judging(self) -> str:
        """Whose board is shown: "method" or "you"."""
        return "you" if self._mine else "method"

    @property
    def race(self) -> dict[str, int]:
        """How many relevant documents each method found after as many judgments as were made here at most."""
        return {name: sum(hits[: self._longest]) for name, (_, hits) in self._runners().items()}

    @property
    def _longest(self) -> int:
        return max(self.steps, self.own)

    def _runners(self) -> dict[str, tuple[Method, list[bool]]]:
        """The methods of the race, and the one that is picked, with what they find."""
        names = [*_RACE, *([] if self.method in _RACE else [self.method])]
        found = {}
        for name in names:
            method = self._with_gamma(METHODS.get(name) or self._given[name])
            found[name] = (method, self._hits(method))
        return found

    # gestures

    @action
    def on_next(self, value: Literal[1, 10]) -> None:
        """Judge what the method asks for, once or ten times."""
        self._mine = False
        for _ in range(min(value, self._session.left)):
            self._session.step()

    @action
    def on_judge(self, key: str = "", column: int = 0, fields: Fields | None = None) -> None:
        """Judge a document of the learner's choice: of a card in a list, or by its id."""
        pooled = self._topic.doc_ids[: self._topic.size]
        typed = (key or (fields or {}).get("own", "")).strip()
        known = {**dict(zip(card_names(self._topic), pooled, strict=True)), **dict(zip(pooled, pooled, strict=True))}
        if typed not in known:
            raise InputError(f"no list holds a document {quoted(typed)}; type an id as the lists have it, {pooled[0]}")
        document = pooled.index(known[typed])
        if document in self._own:
            raise InputError(f"you judged {known[typed]} already; take another document")
        self._own.append(document)
        self._mine, self._column = True, column

    @action
    def on_back(self) -> None:
        """Take back the last judgment on the board that is shown."""
        if self._mine:
            self._own = self._own[:-1]
        elif self.steps:
            self._replay(self.steps - 1)

    @action
    def on_you(self) -> None:
        """Show the learner's own board."""
        self._mine = True

    def field_changed(self, name: str, was: Any) -> None:  # noqa: ARG002 - each of the fields does the same
        """Judge as many documents as before, by another method or with another gamma."""
        self._mine = False
        if self._work:
            self._replay(self.steps)

    # the picture

    def hint(self) -> str:
        """What there is, and what is done."""
        topic = self._topic
        size = f"{count_noun(topic.size, 'document')} in their pool, {sum(self._truth)} relevant"
        way = "Let a method judge, or press a document to judge it yourself."
        if self._mine:
            way = "Press a document; the Tab key goes to the next one of each run."
        return f"{as_sentence(self._told)[:-1]}: {size}. {way}"

    def controls(self) -> list[Content]:
        """Who judges, and the buttons of the one who does."""
        picker = span("who", role="group", aria_label="who judges")[
            pressed("you", "you", on=self._mine)["You"],
            self._fields["method"].control("" if self._mine else self.method),
        ]
        begun = self.own if self._mine else self.steps
        steps = repeat_buttons("next", _BATCHES, full=not self._session.left, label="judge")
        back = button(data_do="back", data_focus="back", disabled=not begun)["Back"]
        return [
            picker,
            [self._typing(), back] if self._mine else [steps, back, self._gamma()],
        ]

    def _typing(self) -> Element:
        return labelled("Press a document, or type its id", "own", "judge", "", fixed=True, look="typing")

    def _gamma(self) -> Element | None:
        return self._fields["gamma"].control(self.gamma) if _keeps_all(self._session.method) else None

    def status_text(self) -> Content:
        """The last judgment and what it makes in all, and what is asked for next, and why."""
        if self._mine:
            return self._says_own()
        last, pool = self.last, self._topic.size
        done = [self._verdict(last.document), self._so_far(self.relevant, self.steps)] if last else []
        if not self._session.left:
            return [done, f" All {pool} documents are judged."]
        begins = done or "Nothing is judged yet."
        asked = self._session.next
        return [begins, " Next is ", b[self._called(asked.document)], f": {asked.reason}"]

    def _says_own(self) -> Content:
        if not self._own:
            return "You have judged nothing yet. Where would you look first?"
        document = self._own[-1]
        method, hits = self._runners()[self.method]
        return [
            self._verdict(document),
            self._so_far(self.own_relevant, self.own),
            f" {method.title} found {sum(hits[: self.own])} with as many.",
        ]

    def _called(self, document: int) -> str:
        """What a document is called on its card, and its id where that is longer."""
        name, full = card_names(self._topic)[document], self._topic.doc_ids[document]
        return name if name == full else f"{name} ({full})"

    def _verdict(self, document: int) -> Content:
        return strong[f"{self._called(document)} is {'relevant' if self._truth[document] else 'not relevant'}."]

    def _so_far(self, found: int, judged: int) -> str:
        return f" {found} of {count_noun(judged, 'judged document is', 'judged documents are')} relevant."

    def body(self) -> Element:
        """The lists, and the race."""
        return div("sides")[self._board(), draw_race(self._lanes(), self._topic.size, sum(self._truth))]

    def _board(self) -> Element:
        order = self._own if self._mine else [one.document for one in self._session.judgments]
        asked = None if self._mine or not self._session.left else self._session.next
        seen = Seen(
            {document: self._truth[document] for document in order},
            order[-1] if order else None,
            asked,
            self._mine,
            self._column,
        )
        return draw_board(self._topic, seen, None if self._mine else self._session.state)

    def _lanes(self) -> list[RaceLane]:
        lanes = [
            RaceLane(
                f"{method.title} γ={readable(self.gamma)}" if _keeps_all(method) and self.gamma != 1 else method.title,
                hits[: self._longest],
                "picked" if name == self.method else "",
            )
            for name, (method, hits) in self._runners().items()
        ]
        mine = RaceLane("You", [self._truth[document] for document in self._own], "you")
        return [*lanes, *([mine] if self._own or self._mine else [])]


def _keeps_all(method: Method) -> bool:
    """Whether a method has a gamma that its name leaves open: a bandit that keeps all unless it is told otherwise."""
    gamma = method.settings.get("gamma")
    return gamma is not None and gamma.default == 1
