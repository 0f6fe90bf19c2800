"""The tool conventions: a learner edits a small run and sees where the scores of several tools differ."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from irlearn.conventions import CASES, Convention, ConventionCase, ConventionScore, case, compare, golden
from irlearn.errors import InputError
from irlearn.text.html import Content, Element, button, div, h3, li, ol, p, span, strong, td, th, tr
from irlearn.text.markdown import typeset_plain
from irlearn.text.numbers import decimal, general, true_minus
from irlearn.widgets.core.base import Widget, action
from irlearn.widgets.core.fields import toggle_button
from irlearn.widgets.core.parts import RESET, captioned_table
from irlearn.widgets.core.play import PlayWidget
from irlearn.widgets.core.traits import computed

_GAP = 0.25  # difference between the scores of two initially tied documents after they are separated
_SHOWN = 4  # number of cases with a button; the button "more" shows the other cases


class _Topic:
    """The list of a query as it is now: the documents by index, the score at each index, and the ties."""

    def __init__(self, documents: Mapping[str, float]) -> None:
        scores = list(documents.values())
        self.documents = list(documents)
        self.tied = [index > 0 and scores[index] == scores[index - 1] for index in range(len(scores))]
        self.levels: list[float] = []  # the score at each index if no documents are tied
        for index, value in enumerate(scores):
            self.levels.append(self.levels[-1] - _GAP if self.tied[index] else value)
        self.dropped = False

    @property
    def scores(self) -> dict[str, float]:
        """Documents in the order of the input with their scores."""
        values: list[float] = []
        for index, tied in enumerate(self.tied):
            values.append(values[-1] if tied else self.levels[index])
        return dict(zip(self.documents, values, strict=True))

    def swap(self, place: int) -> None:
        """Exchange the document at an index with the document above it; the scores keep their positions."""
        above, below = self.documents[place - 1], self.documents[place]
        self.documents[place - 1 : place + 1] = [below, above]


class ToolConventions(PlayWidget):
    """A small run and the score that each tool gives it, with the convention that makes the difference.

    A learner chooses a case, swaps or ties neighboring documents, drops a query, and sees for which tools the score
    changes. Pressing a tool shows its calculation. As long as the run is unchanged, the numbers that the tools printed
    are shown beside the computed ones.

    Parameters
    ----------
    cases : str or iterable of str, optional
        The keys of the cases to choose from, separated by spaces (see `irlearn.conventions.CASES`); by default all
        cases.
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    case : str
        The key of the chosen case.
    run : dict of str to dict
        The run as it is now: a score for each document by query.
    outcomes : dict of str to ConventionScore
        The result of each row of the table.

    Methods
    -------
    show(key)
        Choose another case.
    swap(query, rank)
        Swap the document at a rank with the document above.
    tie(query, rank)
        Tie the document at a rank with the document above, or separate the two.
    drop(query)
        Drop a query from the run, or restore it.

    Raises
    ------
    InputError
        If there is no such case.

    Examples
    --------
    >>> from irlearn import widgets
    >>> board = widgets.ToolConventions("ties missing-query")
    >>> {name: decimal(outcome.value) for name, outcome in board.outcomes.items()}
    {'irlearn': '0.5000', 'trec_eval': '0.5000', 'ir_measures': '0.5000', 'ranx': '1.000', 'scikit-learn': '0.3333'}
    """

    styles = ("tool_conventions",)

    def __init__(self, cases: str | Iterable[str] = "", *, state: Mapping[str, Any] | None = None) -> None:
        keys = cases.split() if isinstance(cases, str) else list(cases)
        self._cases = tuple(case(key) for key in keys) or CASES
        self._more = False
        self._choose_case(self._cases[0])
        super().__init__(state)

    def _choose_case(self, case: ConventionCase) -> None:
        self._case = case
        self._topics = {query: _Topic(documents) for query, documents in case.run.items()}
        self._compute()
        answer_count = len({_number_text(outcome) for outcome in self._outcomes.values()})
        self._message = f"{case.name}: these {len(case.rows)} rows give {answer_count} different answers."
        differing = {
            name: outcome for name, outcome in self._outcomes.items() if not outcome.same_as(self._outcomes["irlearn"])
        }
        with_steps = [name for name, outcome in differing.items() if outcome.lines]
        self._focus = next(iter([*with_steps, *differing]), "irlearn")

    def _compute(self) -> None:
        case = self._case
        results = compare(case.measure, case.qrels, self.run, case.rows)
        self._outcomes = {name: outcome for name, (outcome, _) in results.items()}
        self._differences = {name: differences for name, (_, differences) in results.items()}

    @computed
    def case(self) -> str:
        """Key of the chosen case."""
        return self._case.key

    @case.setter
    def _set_case(self, key: str) -> None:
        self.on_case(key)

    @computed
    def run(self) -> dict[str, dict[str, float]]:
        """The run as it is now."""
        return {query: topic.scores for query, topic in self._topics.items() if not topic.dropped}

    @property
    def _edited(self) -> bool:
        """Whether the run differs from the run of the case, in content or in order."""
        theirs = [(query, list(documents.items())) for query, documents in self._case.run.items()]
        return [(query, list(documents.items())) for query, documents in self.run.items()] != theirs

    @computed
    def outcomes(self) -> dict[str, ConventionScore]:
        """Result of each row of the table for the run as it is now."""
        return dict(self._outcomes)

    def show(self, key: str) -> None:
        """Choose another case.

        Parameters
        ----------
        key : str
            The key of a case.

        Raises
        ------
        InputError
            If the widget does not offer the case.
        """
        self.on_case(key)
        self.refresh()

    def swap(self, query: str, rank: int) -> None:
        """Swap the document at a rank with the document above.

        Parameters
        ----------
        query : str
            The ID of a query.
        rank : int
            A rank from 2 to the length of the list.

        Raises
        ------
        InputError
            If there is no such query or rank.
        """
        self.on_swap(query, rank - 1)
        self.refresh()

    def tie(self, query: str, rank: int) -> None:
        """Tie the document at a rank with the document above, or separate the two.

        Parameters
        ----------
        query : str
            The ID of a query.
        rank : int
            A rank from 2 to the length of the list.

        Raises
        ------
        InputError
            If there is no such query or rank.
        """
        self.on_tie(query, rank - 1)
        self.refresh()

    def drop(self, query: str) -> None:
        """Drop a query from the run, or restore it; the last query stays.

        Parameters
        ----------
        query : str
            The ID of a query.

        Raises
        ------
        InputError
            If there is no such query.
        """
        self.on_drop_query(query)
        self.refresh()

    def _copy_topic(self, query: str, place: int | None = None) -> _Topic:
        """Replace the list of a query by a copy that can be changed, and return the copy."""
        if query not in self._topics:
            raise InputError(f"the run has no query {query!r}; it has {', '.join(self._topics)}")
        last_rank = len(self._topics[query].documents)
        if place is not None and not 1 <= place < last_rank:
            raise InputError(f"a rank with one above it goes from 2 to {last_rank}; given: {place + 1}")
        self._topics = {**self._topics, query: deepcopy(self._topics[query])}
        return self._topics[query]

    # Gestures

    @action
    def on_case(self, key: str) -> None:
        """Choose another case."""
        matches = [candidate for candidate in self._cases if candidate.key == key]
        if not matches:
            raise InputError(
                f"there is no case {key!r} here; there is {', '.join(candidate.key for candidate in self._cases)}"
            )
        self._choose_case(matches[0])

    @action
    def on_more(self) -> None:
        """Show the buttons of all cases, or only the first ones."""
        self._more = not self._more

    @action
    def on_row(self, name: str) -> None:
        """Show the calculation of another row."""
        if name in self._outcomes:
            self._focus, self._message = name, ""

    @action
    def on_swap(self, query: str, place: int) -> None:
        """Swap a document with the document above."""
        topic = self._copy_topic(query, place)
        topic.swap(place)
        above, below = topic.documents[place - 1 : place + 1]
        self._change(f"You put {above} above {below}" + (", but the two are tied." if topic.tied[place] else "."))

    @action
    def on_tie(self, query: str, place: int) -> None:
        """Tie a document with the document above, or separate the two."""
        topic = self._copy_topic(query, place)
        topic.tied[place] = not topic.tied[place]
        above, below = topic.documents[place - 1 : place + 1]
        effect = "now have the same score" if topic.tied[place] else "now have different scores"
        self._change(f"{above} and {below} {effect}.")

    @action
    def on_drop_query(self, query: str) -> None:
        """Drop a query from the run, or restore it."""
        topic = self._copy_topic(query)
        remaining = [name for name, other in self._topics.items() if not other.dropped]
        if not topic.dropped and remaining == [query]:
            self._message = "A run must keep at least one query."
            return
        topic.dropped = not topic.dropped
        self._change(f"The run now {'lacks' if topic.dropped else 'answers'} query {query}.")

    on_reset = Widget.on_reset

    def _change(self, action_words: str) -> None:
        before = self._outcomes
        self._compute()
        changed_names: dict[str, list[str]] = {}
        for name, outcome in self._outcomes.items():
            if not outcome.same_as(before[name]):
                changed_names.setdefault(
                    f"{_number_text(before[name])}\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}{_number_text(outcome)}", []
                ).append(name)
        changes = "; ".join(f"{', '.join(names)}: {change}" for change, names in changed_names.items())
        self._message = f"{action_words} {changes + '.' if changed_names else 'No number changes.'}"

    # Drawing

    def draw(self) -> Element:
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
        shown_cases = self._cases if self._more else self._cases[:_SHOWN]
        if self._case not in shown_cases:
            shown_cases = (*shown_cases, self._case)
        more_button = button(data_do="more", data_focus="more", aria_expanded=str(self._more).lower())
        return div("row choose", role="group", aria_label="cases")[
            [
                toggle_button("case", f"case {case.key}", on=case is self._case, key=case.key)[case.name]
                for case in shown_cases
            ],
            more_button["Fewer cases" if self._more else f"All {len(self._cases)} cases"]
            if len(self._cases) > _SHOWN
            else None,
        ]

    def _draw_run(self) -> Content:
        missing_queries = {
            query: ", ".join(document for document, grade in grades.items() if grade > 0)
            for query, grades in self._case.qrels.items()
            if query not in self._topics
        }
        legend = "Each document has a grade." if self._graded else "✓ is relevant."
        return [
            p("small")[f"The run, in the order of its file. {legend}"],
            [self._draw_topic(query, topic) for query, topic in self._topics.items()],
            [
                p("lacking")[f"Query {query}: not in the run. Relevant: {relevant or 'none'}."]
                for query, relevant in missing_queries.items()
            ],
            div("row")[RESET],
            p(data_said=bool(self._message))[typeset_plain(self._message)],
        ]

    @property
    def _graded(self) -> bool:
        return any(grade not in (0, 1) for judged in self._case.qrels.values() for grade in judged.values())

    def _draw_topic(self, query: str, topic: _Topic) -> Element:
        grades = self._case.qrels.get(query, {})
        missed = [document for document, grade in grades.items() if grade > 0 and document not in topic.documents]
        action = "Bring it back" if topic.dropped else "Drop it"
        drop_button = button(data_do="drop_query", data_query=query, data_focus=f"drop {query}")
        head = p("query")[
            strong[f"Query {query}"],
            span["dropped" if topic.dropped else ""],
            drop_button(aria_label=f"{action.lower()}: query {query}")[action],
        ]
        return div("topic dropped" if topic.dropped else "topic")[
            head if len(self._case.qrels) > 1 else None,
            ol(aria_label=f"the list of query {query}")[
                [self._draw_document(query, topic, index) for index in range(len(topic.documents))]
            ],
            p("small")[f"Relevant, not retrieved: {', '.join(missed)}"] if missed else None,
        ]

    def _draw_document(self, query: str, topic: _Topic, index: int) -> Element:
        document = topic.documents[index]
        grade = self._case.qrels.get(query, {}).get(document, 0)
        symbol, word = ("✓", "relevant") if grade > 0 else ("·", "not relevant")
        if self._graded:
            symbol, word = true_minus(f"grade {grade}"), ""
        return li("relevant" if grade > 0 else None)[
            strong[document],
            span("sign")[symbol, span("visually-hidden")[f" {word}"]],
            span("score")[f"score {general(topic.scores[document], 9)}"],
            span("pair")[_draw_buttons(query, topic, index) if index else None],
        ]

    def _draw_table(self) -> Element:
        measure, base = self._case.measure, self._outcomes["irlearn"]
        heads = "as computed by", measure, "the choice that makes it differ"
        return captioned_table(
            "",
            f"{measure} by tool; press a tool to see its steps",
            [th(scope="col")[head] for head in heads],
            [self._draw_row(row, self._outcomes[row.name], base) for row in self._case.rows],
        )

    def _draw_row(self, row: Convention, outcome: ConventionScore, base: ConventionScore) -> Element:
        is_different, is_focused = not outcome.same_as(base), row.name == self._focus
        differences = self._differences[row.name]
        reason = " ".join(difference.rule for difference in differences)
        if row.name == "irlearn":
            options = dict.fromkeys(
                difference.option for row_differences in self._differences.values() for difference in row_differences
            )
            reason = " ".join(map(row.rule, options))
        elif math.isnan(outcome.value) and not differences:
            reason = outcome.problem
        elif not is_different:
            reason = "as irlearn"
        tool_result = None if self._edited else golden(self._case.key, row.name)
        return tr(" ".join(["focus"] * is_focused + ["apart"] * is_different))[
            th(scope="row")[
                toggle_button("row", f"row {row.name}", on=is_focused, name=row.name)[typeset_plain(row.name)]
            ],
            td("value")[_draw_number(outcome)],
            td("why")[
                span[typeset_plain(reason)],
                span("really", title=tool_result.call)[str(tool_result)] if tool_result else None,
            ],
        ]

    def _draw_steps(self) -> Element:
        outcome = self._outcomes[self._focus]
        return div("steps")[
            p("small", data_said=not self._message)[
                f"Step by step: {self._focus}. Press another name to see its steps."
            ],
            [p("equation")[line.typeset()] for line in outcome.equations] or p[outcome.problem],
        ]


def _draw_buttons(query: str, topic: _Topic, index: int) -> Content:
    """Draw the buttons that swap or tie a document with the document above."""
    above, document, is_tied = topic.documents[index - 1], topic.documents[index], topic.tied[index]
    swap_button = button(data_do="swap", data_query=query, data_place=index, data_focus=f"swap {query} {index}")
    tie_button = toggle_button("tie", f"tie {query} {index}", on=is_tied, query=query, place=index)
    return [
        swap_button(disabled=topic.dropped, aria_label=f"swap {document} with {above}")["⇅ swap"],
        tie_button(disabled=topic.dropped, aria_label=f"{document} tied with {above}")[
            "= tied" if is_tied else "= tie"
        ],
    ]


def _number_text(outcome: ConventionScore) -> str:
    return "no number" if math.isnan(outcome.value) else decimal(outcome.fraction or outcome.value, 3)


def _draw_number(outcome: ConventionScore) -> Content:
    """Draw the score, after its fraction if it has one."""
    if math.isnan(outcome.value):
        return span("none")["no number"]
    number = strong[decimal(outcome.value if outcome.fraction is None else outcome.fraction, 4)]
    has_fraction = outcome.fraction is not None and outcome.fraction.denominator > 1
    return [span("fraction")[outcome.fraction], " ", number] if has_fraction else number
