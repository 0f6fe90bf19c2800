"""One small run under the conventions of several tools, side by side."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from copy import deepcopy

from irlearn.conventions import CASES, Convention, ConventionCase, ConventionScore, case, compare, golden
from irlearn.errors import InputError
from irlearn.text.html import Content, Element, button, div, h3, li, ol, p, span, strong, td, th, tr
from irlearn.text.markdown import typeset_plain
from irlearn.text.numbers import decimal, general, true_minus
from irlearn.widgets.core.base import Widget, action
from irlearn.widgets.core.fields import pressed
from irlearn.widgets.core.parts import RESET, captioned

_PARTED = 0.25  # how far below its neighbour a document falls that was tied at first
_SHOWN = 4  # buttons for cases; the rest stand behind "more"


class _Topic:
    """One query's list as it lies now: documents by place, the score of each place, and which places are tied."""

    def __init__(self, documents: Mapping[str, float]) -> None:
        scores = list(documents.values())
        self.documents = list(documents)
        self.tied = [place > 0 and scores[place] == scores[place - 1] for place in range(len(scores))]
        self.levels: list[float] = []  # the score that each place has when it is not tied
        for place, value in enumerate(scores):
            self.levels.append(self.levels[-1] - _PARTED if self.tied[place] else value)
        self.dropped = False

    @property
    def scores(self) -> dict[str, float]:
        """The documents in the order of the input, each with its score."""
        values: list[float] = []
        for place, tied in enumerate(self.tied):
            values.append(values[-1] if tied else self.levels[place])
        return dict(zip(self.documents, values, strict=True))

    def swap(self, place: int) -> None:
        """Exchange the documents at a place and above it; the scores stay where they are."""
        above, below = self.documents[place - 1], self.documents[place]
        self.documents[place - 1 : place + 1] = [below, above]


class ToolConventions(Widget):
    """One small run, and beside it the number that each tool gives it, with the choice that made the difference.

    `cases` are the keys of the cases to choose from (see `irlearn.conventions.CASES`), separated by
    spaces; all of them
    when left out. The run can be changed: two neighbours swapped or tied, a query dropped. Where it is the case's own,
    the numbers that the tools really gave stand beside the computed ones.

    >>> from irlearn import widgets
    >>> board = widgets.ToolConventions("ties missing-query")
    >>> {name: decimal(outcome.value) for name, outcome in board.outcomes.items()}
    {'irlearn': '0.5000', 'trec_eval': '0.5000', 'ir_measures': '0.5000', 'ranx': '1.000', 'scikit-learn': '0.3333'}
    """

    styles = ("tool_conventions",)

    def __init__(self, cases: str | Iterable[str] = "") -> None:
        keys = cases.split() if isinstance(cases, str) else list(cases)
        self._cases = tuple(case(key) for key in keys) or CASES
        self._more = False
        self._take(self._cases[0])
        super().__init__()

    def _take(self, chosen: ConventionCase) -> None:
        self._case = chosen
        self._topics = {query: _Topic(documents) for query, documents in chosen.run.items()}
        self._worked_out()
        numbers = len({_number(found) for found in self._outcomes.values()})
        self._message = f"{chosen.name}: these {len(chosen.rows)} rows give {numbers} different answers."
        apart = {name: one for name, one in self._outcomes.items() if not one.same_as(self._outcomes["irlearn"])}
        steps = [name for name, one in apart.items() if one.lines]
        self._focus = next(iter([*steps, *apart]), "irlearn")

    def _worked_out(self) -> None:
        one = self._case
        found = compare(one.measure, one.qrels, self.run, one.rows)
        self._outcomes = {name: outcome for name, (outcome, _) in found.items()}
        self._differences = {name: made for name, (_, made) in found.items()}

    @property
    def case(self) -> str:
        """The key of the case that is shown."""
        return self._case.key

    @property
    def run(self) -> dict[str, dict[str, float]]:
        """The run as it lies now."""
        return {query: topic.scores for query, topic in self._topics.items() if not topic.dropped}

    @property
    def _edited(self) -> bool:
        """Whether the run is another one than the case's, in what it holds or in its order."""
        theirs = [(query, list(documents.items())) for query, documents in self._case.run.items()]
        return [(query, list(documents.items())) for query, documents in self.run.items()] != theirs

    @property
    def outcomes(self) -> dict[str, ConventionScore]:
        """What each row of the table gives for the run as it lies now."""
        return dict(self._outcomes)

    def show(self, key: str) -> None:
        """Show another case."""
        self.on_case(key)
        self.refresh()

    def swap(self, query: str, rank: int) -> None:
        """Swap the document at a rank (2 or more) with the one above it."""
        self.on_swap(query, rank - 1)
        self.refresh()

    def tie(self, query: str, rank: int) -> None:
        """Tie the document at a rank (2 or more) with the one above it, or part the two."""
        self.on_tie(query, rank - 1)
        self.refresh()

    def drop(self, query: str) -> None:
        """Drop a query from the run, or bring it back."""
        self.on_drop_query(query)
        self.refresh()

    def _topic(self, query: str, place: int | None = None) -> _Topic:
        """Put a copy in the place of a query's list, to be changed; the list has a document at and above `place`."""
        if query not in self._topics:
            raise InputError(f"the run has no query {query!r}; it has {', '.join(self._topics)}")
        most = len(self._topics[query].documents)
        if place is not None and not 1 <= place < most:
            raise InputError(f"a rank with one above it goes from 2 to {most}; given: {place + 1}")
        self._topics = {**self._topics, query: deepcopy(self._topics[query])}
        return self._topics[query]

    # gestures

    @action
    def on_case(self, key: str) -> None:
        """Show another case."""
        found = [one for one in self._cases if one.key == key]
        if not found:
            raise InputError(f"there is no case {key!r} here; there is {', '.join(c.key for c in self._cases)}")
        self._take(found[0])

    @action
    def on_more(self) -> None:
        """Show the buttons of all cases, or only the first ones."""
        self._more = not self._more

    @action
    def on_row(self, name: str) -> None:
        """Show the steps of another row."""
        if name in self._outcomes:
            self._focus, self._message = name, ""

    @action
    def on_swap(self, query: str, place: int) -> None:
        """Swap a document with the one above it."""
        topic = self._topic(query, place)
        topic.swap(place)
        above, below = topic.documents[place - 1 : place + 1]
        self._change(f"You put {above} above {below}" + (", but they are tied." if topic.tied[place] else "."))

    @action
    def on_tie(self, query: str, place: int) -> None:
        """Tie a document with the one above it, or part them."""
        topic = self._topic(query, place)
        topic.tied[place] = not topic.tied[place]
        above, below = topic.documents[place - 1 : place + 1]
        how = "have the same score now" if topic.tied[place] else "have different scores now"
        self._change(f"{above} and {below} {how}.")

    @action
    def on_drop_query(self, query: str) -> None:
        """Drop a query from the run, or bring it back."""
        topic = self._topic(query)
        left = [name for name, other in self._topics.items() if not other.dropped]
        if not topic.dropped and left == [query]:
            self._message = "A run keeps one query at least."
            return
        topic.dropped = not topic.dropped
        self._change(f"The run {'lacks' if topic.dropped else 'answers'} query {query} now.")

    on_reset = Widget.on_reset

    def _change(self, what: str) -> None:
        before = self._outcomes
        self._worked_out()
        moved: dict[str, list[str]] = {}
        for name, now in self._outcomes.items():
            if not now.same_as(before[name]):
                moved.setdefault(
                    f"{_number(before[name])}\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}{_number(now)}", []
                ).append(name)
        changes = "; ".join(f"{', '.join(names)}: {change}" for change, names in moved.items())
        self._message = f"{what} {changes + '.' if moved else 'No number changes.'}"

    # the picture

    def draw(self) -> Element:
        """The run and the steps of one row on the left, the table of the tools on the right."""
        return div("conventions")[
            self._draw_cases(),
            h3[f"{self._case.name}: {self._case.measure}"],
            p("ask")[self._case.question],
            div("sides")[
                div("given")[self._draw_run(), self._draw_steps()],
                div("tools")[self._draw_table()],
            ],
        ]

    def _draw_cases(self) -> Element | None:
        if len(self._cases) == 1:
            return None
        shown = self._cases if self._more else self._cases[:_SHOWN]
        if self._case not in shown:
            shown = (*shown, self._case)
        more = button(data_do="more", data_focus="more", aria_expanded=str(self._more).lower())
        return div("row choose", role="group", aria_label="cases")[
            [pressed("case", f"case {one.key}", on=one is self._case, key=one.key)[one.name] for one in shown],
            more["Fewer cases" if self._more else f"All {len(self._cases)} cases"]
            if len(self._cases) > _SHOWN
            else None,
        ]

    def _draw_run(self) -> Content:
        lacking = {
            query: ", ".join(document for document, grade in judged.items() if grade > 0)
            for query, judged in self._case.qrels.items()
            if query not in self._topics
        }
        key = "Each document has a grade." if self._graded else "✓ is relevant."
        return [
            p("small")[f"The run, in the order of its file. {key}"],
            [self._draw_topic(query, topic) for query, topic in self._topics.items()],
            [
                p("lacking")[f"Query {query}: not in the run. Relevant: {relevant or 'none'}."]
                for query, relevant in lacking.items()
            ],
            div("row")[RESET],
            p(data_said=bool(self._message))[typeset_plain(self._message)],
        ]

    @property
    def _graded(self) -> bool:
        return any(grade not in (0, 1) for judged in self._case.qrels.values() for grade in judged.values())

    def _draw_topic(self, query: str, topic: _Topic) -> Element:
        judged = self._case.qrels.get(query, {})
        missed = [document for document, grade in judged.items() if grade > 0 and document not in topic.documents]
        action = "Bring it back" if topic.dropped else "Drop it"
        drop = button(data_do="drop_query", data_query=query, data_focus=f"drop {query}")
        head = p("query")[
            strong[f"Query {query}"],
            span["dropped" if topic.dropped else ""],
            drop(aria_label=f"{action.lower()}: query {query}")[action],
        ]
        return div("topic dropped" if topic.dropped else "topic")[
            head if len(self._case.qrels) > 1 else None,
            ol(aria_label=f"the list of query {query}")[
                [self._draw_document(query, topic, place) for place in range(len(topic.documents))]
            ],
            p("small")[f"Relevant, not retrieved: {', '.join(missed)}"] if missed else None,
        ]

    def _draw_document(self, query: str, topic: _Topic, place: int) -> Element:
        document = topic.documents[place]
        grade = self._case.qrels.get(query, {}).get(document, 0)
        sign, word = ("✓", "relevant") if grade > 0 else ("·", "not relevant")
        if self._graded:
            sign, word = true_minus(f"grade {grade}"), ""
        return li("relevant" if grade > 0 else None)[
            strong[document],
            span("sign")[sign, span("visually-hidden")[f" {word}"]],
            span("score")[f"score {general(topic.scores[document], 9)}"],
            span("pair")[_pair(query, topic, place) if place else None],
        ]

    def _draw_table(self) -> Element:
        measure, base = self._case.measure, self._outcomes["irlearn"]
        heads = "as computed by", measure, "the choice that makes it differ"
        return captioned(
            "",
            f"{measure} by tool; press a tool to see its steps",
            [th(scope="col")[head] for head in heads],
            [self._draw_row(row, self._outcomes[row.name], base) for row in self._case.rows],
        )

    def _draw_row(self, row: Convention, outcome: ConventionScore, base: ConventionScore) -> Element:
        apart, focused = not outcome.same_as(base), row.name == self._focus
        found = self._differences[row.name]
        why = " ".join(difference.rule for difference in found)
        if row.name == "irlearn":
            options = dict.fromkeys(one.option for others in self._differences.values() for one in others)
            why = " ".join(map(row.rule, options))
        elif math.isnan(outcome.value) and not found:
            why = outcome.problem
        elif not apart:
            why = "as irlearn"
        said = None if self._edited else golden(self._case.key, row.name)
        return tr(" ".join(["focus"] * focused + ["apart"] * apart))[
            th(scope="row")[pressed("row", f"row {row.name}", on=focused, name=row.name)[typeset_plain(row.name)]],
            td("value")[_written(outcome)],
            td("why")[span[typeset_plain(why)], span("really", title=said.call)[str(said)] if said else None],
        ]

    def _draw_steps(self) -> Element:
        outcome = self._outcomes[self._focus]
        return div("steps")[
            p("small", data_said=not self._message)[
                f"The steps of {self._focus}. Press another name to see its steps."
            ],
            [p("equation")[line.typeset()] for line in outcome.equations] or p[outcome.problem],
        ]


def _pair(query: str, topic: _Topic, place: int) -> Content:
    """The buttons that swap or tie a document with the one above it."""
    above, document, tied = topic.documents[place - 1], topic.documents[place], topic.tied[place]
    swap = button(data_do="swap", data_query=query, data_place=place, data_focus=f"swap {query} {place}")
    tie = pressed("tie", f"tie {query} {place}", on=tied, query=query, place=place)
    return [
        swap(disabled=topic.dropped, aria_label=f"swap {document} with {above}")["⇅ swap"],
        tie(disabled=topic.dropped, aria_label=f"{document} tied with {above}")["= tied" if tied else "= tie"],
    ]


def _number(outcome: ConventionScore) -> str:
    return "no number" if math.isnan(outcome.value) else decimal(outcome.fraction or outcome.value, 3)


def _written(outcome: ConventionScore) -> Content:
    """The number, its fraction first where it has a short one."""
    if math.isnan(outcome.value):
        return span("none")["no number"]
    shown = strong[decimal(outcome.value if outcome.fraction is None else outcome.fraction, 4)]
    short = outcome.fraction is not None and outcome.fraction.denominator > 1
    return [span("fraction")[outcome.fraction], " ", shown] if short else shown
