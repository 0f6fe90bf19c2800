"""One small run under the conventions of several tools, side by side."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from html import escape

from irlearn.conventions import CASES, Case, Convention, Outcome, case, compare, golden
from irlearn.errors import InputError
from irlearn.notation import decimal
from irlearn.widgets.base import Widget, action

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


class Conventions(Widget):
    """One small run, and beside it the number that each tool gives it, with the choice that made the difference.

    `cases` are the keys of the cases to choose from (see `irlearn.conventions.CASES`), separated by spaces; all of them
    when left out. The run can be changed: two neighbours swapped or tied, a query dropped. Where it is the case's own,
    the numbers that the tools really gave stand beside the computed ones.

    >>> from irlearn import widgets
    >>> board = widgets.Conventions("ties missing-query")
    >>> {name: decimal(outcome.value) for name, outcome in board.outcomes.items()}
    {'irlearn': '0.5000', 'trec_eval': '0.5000', 'ir_measures': '0.5000', 'ranx': '1.000', 'scikit-learn': '0.3333'}
    """

    def __init__(self, cases: str | Iterable[str] = "") -> None:
        keys = cases.split() if isinstance(cases, str) else list(cases)
        self._cases = tuple(case(key) for key in keys) or CASES
        self._more = False
        self._take(self._cases[0])
        super().__init__()

    def _take(self, chosen: Case) -> None:
        self._case = chosen
        self._topics = {query: _Topic(documents) for query, documents in chosen.run.items()}
        self._worked_out()
        numbers = len({_number(found) for found in self._outcomes.values()})
        self._said = f"{chosen.name}: these {len(chosen.rows)} rows give {numbers} different answers."
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
    def outcomes(self) -> dict[str, Outcome]:
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
        """The list of a query, which has a document at the place, if there is one, and another above it."""
        if query not in self._topics:
            raise InputError(f"the run has no query {query!r}; it has {', '.join(self._topics)}")
        most = len(self._topics[query].documents)
        if place is not None and not 1 <= place < most:
            raise InputError(f"a rank with one above it goes from 2 to {most}; given: {place + 1}")
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
            self._focus = name
            self._said = f"The steps are those of {self._focus}."

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
            self._said = "A run keeps one query at least."
            return
        topic.dropped = not topic.dropped
        self._change(f"The run {'lacks' if topic.dropped else 'answers'} query {query} now.")

    @action
    def on_reset(self) -> None:
        """Put the run of the case back."""
        focus = self._focus
        self._take(self._case)
        self._focus = focus
        self._said = "The run is back as it was."

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
        self._said = f"{what} {changes + '.' if moved else 'No number changes.'}"

    # the picture

    def draw(self) -> str:
        """The run and the steps of one row on the left, the table of the tools on the right."""
        return (
            '<div class="conventions">'
            f"{self._draw_cases()}<h3>{escape(self._case.name)}: {escape(self._case.measure)}</h3>"
            f'<p class="ask">{escape(self._case.question)}</p>'
            f'<div class="sides"><div class="given">{self._draw_run()}</div><div class="tools">{self._draw_table()}'
            f"{self._draw_steps()}</div></div></div>"
        )

    def _draw_cases(self) -> str:
        if len(self._cases) == 1:
            return ""
        shown = self._cases if self._more else self._cases[:_SHOWN]
        if self._case not in shown:
            shown = (*shown, self._case)
        buttons = "".join(
            f'<button data-do="case" data-key="{one.key}" data-focus="case {one.key}" '
            f'aria-pressed="{str(one is self._case).lower()}">{escape(one.name)}</button>'
            for one in shown
        )
        if len(self._cases) > _SHOWN:
            word = "Fewer cases" if self._more else f"All {len(self._cases)} cases"
            buttons += (
                f'<button data-do="more" data-focus="more" aria-expanded="{str(self._more).lower()}">{word}</button>'
            )
        return f'<div class="row choose" role="group" aria-label="cases">{buttons}</div>'

    def _draw_run(self) -> str:
        several = len(self._case.qrels) > 1
        topics = "".join(self._draw_topic(query, topic, several=several) for query, topic in self._topics.items())
        lacking = [query for query in self._case.qrels if query not in self._topics]
        topics += "".join(
            f'<p class="lacking">Query {escape(query)}: not in the run. {self._judged(query)}</p>' for query in lacking
        )
        return (
            f'<p class="small">The run, in the order of its file. {self._key()}</p>{topics}'
            '<div class="row"><button data-do="reset" data-focus="reset"'
            f"{'' if self._edited else ' disabled'}>Start again</button></div><p data-said>{escape(self._said)}</p>"
        )

    @property
    def _graded(self) -> bool:
        return any(grade not in (0, 1) for judged in self._case.qrels.values() for grade in judged.values())

    def _key(self) -> str:
        return "Each document has a grade." if self._graded else "✓ is relevant."

    def _judged(self, query: str) -> str:
        relevant = [document for document, grade in self._case.qrels[query].items() if grade > 0]
        return f"Relevant: {escape(', '.join(relevant) or 'none')}."

    def _draw_topic(self, query: str, topic: _Topic, *, several: bool) -> str:
        scores, rows = topic.scores, []
        for place, document in enumerate(topic.documents):
            grade = self._case.qrels.get(query, {}).get(document, 0)
            sign, word = ("✓", "relevant") if grade > 0 else ("·", "not relevant")
            if self._graded:
                sign, word = f"grade {grade}".replace("-", "−"), ""
            keys = f'data-query="{escape(query, quote=True)}" data-place="{place}"'
            name, off = f"{escape(query, quote=True)} {place}", " disabled" if topic.dropped else ""
            tied = topic.tied[place]
            above = escape(topic.documents[place - 1], quote=True) if place else ""
            buttons = (
                f'<button data-do="swap" {keys} data-focus="swap {name}"{off} '
                f'aria-label="swap {escape(document, quote=True)} with {above}">⇅ swap</button>'
                f'<button data-do="tie" {keys} data-focus="tie {name}"{off} aria-pressed="{str(tied).lower()}" '
                f'aria-label="{escape(document, quote=True)} tied with {above}">= '
                f"{'tied' if tied else 'tie'}</button>"
                if place
                else ""
            )
            rows.append(
                f'<li class="{"relevant" if grade > 0 else ""}"><strong>{escape(document)}</strong>'
                f'<span class="sign">{sign}<span class="visually-hidden"> {word}</span></span>'
                f'<span class="score">score {scores[document]:.9g}</span><span class="pair">{buttons}</span></li>'
            )
        head = ""
        if several:
            action = "Bring it back" if topic.dropped else "Drop it"
            head = (
                f'<p class="query"><strong>Query {escape(query)}</strong>'
                f"<span>{'dropped' if topic.dropped else ''}</span>"
                f'<button data-do="drop_query" data-query="{escape(query, quote=True)}" '
                f'data-focus="drop {escape(query, quote=True)}" aria-label="{action.lower()}: query {escape(query)}">'
                f"{action}</button></p>"
            )
        missed = [
            document
            for document, grade in self._case.qrels.get(query, {}).items()
            if grade > 0 and document not in topic.documents
        ]
        note = f'<p class="small">Relevant, not retrieved: {escape(", ".join(missed))}</p>' if missed else ""
        look = "topic dropped" if topic.dropped else "topic"
        label = f"the list of query {escape(query, quote=True)}"
        return f'<div class="{look}">{head}<ol aria-label="{label}">{"".join(rows)}</ol>{note}</div>'

    def _draw_table(self) -> str:
        base = self._outcomes["irlearn"]
        rows = "".join(self._draw_row(row, self._outcomes[row.name], base) for row in self._case.rows)
        return (
            f'<table><caption class="visually-hidden">{escape(self._case.measure)} by tool; press a tool to see its '
            'steps</caption><thead><tr><th scope="col">as computed by</th>'
            f'<th scope="col">{escape(self._case.measure)}</th><th scope="col">the choice that makes it differ</th>'
            f"</tr></thead><tbody>{rows}</tbody></table>"
        )

    def _draw_row(self, row: Convention, outcome: Outcome, base: Outcome) -> str:
        apart = not outcome.same_as(base)
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
        really = (
            f'<span class="really" title="{escape(said.call, quote=True)}">{escape(str(said))}</span>' if said else ""
        )
        focused = row.name == self._focus
        look = " ".join(word for word, holds in (("focus", focused), ("apart", apart)) if holds)
        return (
            f'<tr class="{look}"><th scope="row"><button data-do="row" data-name="{escape(row.name, quote=True)}" '
            f'data-focus="row {escape(row.name, quote=True)}" aria-pressed="{str(focused).lower()}">'
            f'{escape(row.name)}</button></th><td class="value">{_written(outcome)}</td>'
            f'<td class="why"><span>{escape(why)}</span>{really}</td></tr>'
        )

    def _draw_steps(self) -> str:
        outcome = self._outcomes[self._focus]
        lines = "".join(f"<p>{escape(line)}</p>" for line in outcome.lines or (outcome.problem,))
        head = f"The steps of {escape(self._focus)}. Press another name to see its steps."
        return f'<div class="steps"><p class="small">{head}</p>{lines}</div>'


def _number(outcome: Outcome) -> str:
    return "no number" if math.isnan(outcome.value) else decimal(outcome.fraction or outcome.value, 3)


def _written(outcome: Outcome) -> str:
    """The number, its fraction first where it has a short one."""
    if math.isnan(outcome.value):
        return '<span class="none">no number</span>'
    shown = decimal(outcome.value if outcome.fraction is None else outcome.fraction, 4)
    if outcome.fraction is None or outcome.fraction.denominator == 1:
        return f"<strong>{shown}</strong>"
    return f'<span class="fraction">{outcome.fraction}</span> <strong>{shown}</strong>'
