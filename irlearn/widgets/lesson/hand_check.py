"""The widget that checks a learner's own hand calculation of any quantity."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from irlearn.byhand.checking import check, make_question
from irlearn.byhand.explain_quantity import Asked
from irlearn.byhand.hand_quantity import AGREEMENT, ALL_PAIRS, BEST, JUDGING, TEST, HandQuantity, QuantityInput
from irlearn.byhand.paired_tests import SignedRank
from irlearn.byhand.parse_question import as_quantity, kinds_of, parse_input, parse_quantity
from irlearn.byhand.verdict import Verdict
from irlearn.errors import InputError, quoted
from irlearn.measures import Mean, Measure
from irlearn.parsing.grade_notation import spell
from irlearn.quantity import Quantity
from irlearn.ranking import Ranking, as_ranking
from irlearn.text.english import as_sentence, comma_list, count_noun
from irlearn.text.html import Content, Element, button, details, div, li, p, summary, ul
from irlearn.widgets.core.base import Fields, Way, Widget, action
from irlearn.widgets.core.fields import check_count, labeled_field
from irlearn.widgets.core.input_fields import FIELDS
from irlearn.widgets.core.traits import computed
from irlearn.widgets.lesson import rank_strip
from irlearn.widgets.lesson.question_view import draw_given, draw_solution, understood

_Data = Ranking | tuple[Ranking, ...] | tuple[Fraction, ...] | QuantityInput
_Entry = tuple[dict[str, str], tuple[tuple[str, ...], ...]]  # the texts of the fields, and the titles of each ranking
_DIGITS = 9  # the largest number of digits in a count of documents
_RANKING = "ranking"
"""The name of the field for the ranking of a measure or a mean; the fields of all quantities are in `FIELDS`."""
_LISTED_QUANTITIES = {
    "The best of many systems": BEST,
    "Judging within a budget": JUDGING,
    "All pairs of systems": ALL_PAIRS,
    "Agreement": AGREEMENT,
}


class HandCheck(Widget):
    """A check of a hand calculation, which names the misconception that leads to a wrong number.

    A ranking is shown as a strip of ranks below its field. A press on a rank changes its mark or grade, and − and +
    change the number of ranks or queries, so a ranking can also be entered without typing. The quantity and all data
    can be changed in the widget. Each kind of quantity has its own field. When the kind changes, the new field shows
    the text that was typed into it earlier. The right value is shown only together with the steps of the calculation.

    Parameters
    ----------
    measure : Quantity or str, default "AP"
        A measure, a mean, a significance test or another quantity, as a value or by name.
    ranking : str, Ranking or sequence, optional
        The data, in the form that `irlearn check` accepts; by default an example. A text is a ranking; for a mean,
        rankings with `|` between them, or `values 1 0.5 0.1`; for a test, the scores of A, `|`, and the scores of B;
        for a binomial test `4 of 5`; for the best of many systems, numbers with names, such as
        `best .303 of 103, se .0114`; for a table, its rows with `|` between them. Other forms are a `Ranking`, a
        list of grades, and a pair of lists of scores.
    relevant : int or str, optional
        The number of all relevant documents; for a mean a number for each query.
    missed : str, optional
        The grades of the relevant documents that the ranking misses, for measures of grades.

    Raises
    ------
    InputError
        If the measure, the ranking or the scores cannot be parsed.

    Examples
    --------
    >>> from irlearn import AP, widgets
    >>> sheet = widgets.HandCheck(AP, "1 1 1 0 1 1 0 1 0 0", relevant=8)
    >>> sheet.check("0.897")
    <wrong rule: ap-over-found>
    >>> sheet.set("P@5", "RRNNR")
    >>> sheet.check("3/5")
    <right>
    >>> sheet.set("sign", "0.28 0.30 0.38 | 0.35 0.20 0.40")
    >>> sheet.check("1/2")
    <wrong rule: sign-one-sided>

    """

    styles = ("questions",)
    _verdict: Verdict | None
    _quantity: Quantity
    _data: _Data
    _texts: dict[str, str]  # the parsed text of each field
    _answer: str
    _problem: str
    _note: str  # a note if the field shows an example or an earlier text, otherwise empty
    _steps_shown: bool
    _titles: tuple[tuple[str, ...], ...] = ()
    _past: list[_Entry]  # the entries before each change on the strip, which Undo restores
    _unread: dict[str, str]  # the typed text of each field, if it was refused
    _message: str

    def __init__(
        self,
        measure: Quantity | str = "AP",
        ranking: str | Asked | None = None,
        relevant: int | str | None = None,
        missed: str = "",
    ) -> None:
        self._texts = dict.fromkeys(("measure", *(field.name for field in FIELDS), "relevant", "missed"), "")
        self._ask(measure, ranking, relevant, missed)
        super().__init__()

    @computed
    def measure(self) -> Quantity:
        """The quantity that is calculated."""
        return self._quantity

    @computed
    def data(self) -> _Data:
        """The data of the calculation: a ranking, a ranking or value for each query, or the scores of A and B."""
        return self._data

    @computed
    def verdict(self) -> Verdict | None:
        """The verdict on the last answer; None before the first."""
        return self._verdict

    def set(
        self,
        measure: Quantity | str,
        ranking: str | Asked | None = None,
        relevant: int | str | None = None,
        missed: str = "",
    ) -> None:
        """Ask for another quantity.

        Parameters
        ----------
        measure, ranking, relevant, missed
            As for the class.

        Raises
        ------
        InputError
            If one of them cannot be parsed; then nothing changes.

        """
        self._ask(measure, ranking, relevant, missed)
        self.refresh()

    def check(self, answer: str) -> Verdict:
        """Check an answer.

        Parameters
        ----------
        answer : str
            The answer as it is typed.

        Returns
        -------
        Verdict
            Whether the answer is right, or the misconceptions that give it.

        Raises
        ------
        InputError
            If the answer cannot be parsed.

        """
        verdict = check(self._quantity, self._data, answer)
        self._verdict, self._answer, self._problem, self._note = verdict, answer, "", ""
        self.refresh()
        return verdict

    def steps(self, *, show: bool = True) -> None:
        """Show or hide the right calculation.

        Parameters
        ----------
        show : bool, default True
            Whether it is shown.

        """
        self._steps_shown = show
        self.refresh()

    @action
    def on_set(self, fields: Fields) -> None:
        """Parse the fields of the question, or show why they are refused."""
        self._parse_fields(fields)

    @action
    def on_check(self, fields: Fields) -> None:
        """Parse all fields and check the answer, or show why that is not possible."""
        if not self._parse_fields(fields) or self._note:
            return
        if not (answer := fields.get("answer", "")).strip():
            self._verdict, self._problem = (
                None,
                f"Type your {self._quantity.short_name} first. {understood(self._quantity)}",
            )
            return
        try:
            self.check(answer)
        except InputError as error:
            self._verdict, self._problem = None, as_sentence(error)

    @action
    def on_mark(self, query: int, index: int, fields: Fields) -> None:
        """Change a rank of a list to the next mark or grade."""
        if self._up_to_date(fields):
            ranking = rank_strip.pressed(self._query_measure, self._list(query), index)
            self._change_list(query, ranking, rank_strip.says(self._query_measure, ranking, index))

    @action
    def on_resize(self, query: int, by: Way, fields: Fields) -> None:
        """Add a rank at the end of a list, or remove the last rank."""
        if self._up_to_date(fields) and len(self._list(query)) + by:
            ranking = rank_strip.resized(self._list(query), by)
            self._change_list(query, ranking, f"The list now has {count_noun(len(ranking), 'rank')}.")

    @action
    def on_queries(self, query: int, by: Way, fields: Fields) -> None:
        """Add a query without relevant documents at the end, or remove a query."""
        if self._up_to_date(fields) and len(self._lists) + by:
            if by > 0:
                self._change_list(len(self._lists), Ranking(rank_strip.EMPTY), "no document is relevant yet.")
            else:
                index = check_count(query, "a query", 0, len(self._lists) - 1)
                self._change_list(index, None, "removed.")

    @action
    def on_empty(self, fields: Fields) -> None:
        """Begin with a list without relevant documents."""
        self._up_to_date(fields)
        empty = " | ".join([spell(rank_strip.EMPTY)] * max(1 + isinstance(self._quantity, Mean), len(self._lists)))
        message = "No document is relevant yet. Press the relevant ranks."
        self._enter((self._texts | {_RANKING: empty, "relevant": "", "missed": ""}, ()), message)

    @action
    def on_undo(self) -> None:
        """Undo the last change on the strip."""
        if self._past:
            self._enter(self._past[-1], "The last change has been undone.", self._past[:-1])

    @action
    def on_typed(self) -> None:
        """Undo all changes on the strip and restore the typed text; this can be undone, too."""
        if self._past:
            self._enter(self._past[0], "What you typed has been restored.")

    @action
    def on_steps(self) -> None:
        """Show or hide the right calculation."""
        self._steps_shown = not self._steps_shown

    def draw(self) -> Element:
        label = self._quantity.short_name
        has_other_data = bool(self._note)  # With a note, the data are new, so the last answer does not belong to them.
        is_given = self._tasks is not None  # The tasks are about the given data, which therefore cannot be changed.
        return div("asks hand-check")[
            self.draw_head(f"Check a hand calculation: {label}"),
            draw_given(self._quantity, self._data) if is_given else [self._draw_fields(), self._draw_data()],
            div("row")[
                labeled_field(f"Your {label}", "answer", "check", self._answer, fixed=has_other_data),
                button("main", data_do="check", data_focus="check")["Check"],
            ],
            self._draw_answer(),
        ]

    def hint(self) -> str:
        return understood(self._quantity) if self._tasks else ""

    def _draw_fields(self) -> Element:
        asked, fixed = self._quantity, bool(self._message) and "unless-typed"
        texts = self._displayed_texts if fixed else self._texts
        fields = [("measure", "Test" if isinstance(asked, HandQuantity) else "Measure", 9, "measure")]
        field = FIELDS.of(asked)
        fields.append((field.name, field.label, 24, field.css_class))
        if isinstance(asked, Measure | Mean):
            total = ("relevant", "Relevant in all", 6 if isinstance(asked, Mean) else 3, "relevant")
            missed = ("missed", "Missed grades", 6, "missed")
            fields.append(total if asked.per_query.takes_relevant else missed)
        return div("row given")[
            (
                labeled_field(label, name, "set", texts[name], look=look, size=size, fixed=fixed, data_if_typed=True)
                for name, label, size, look in fields
            )
        ]

    def _draw_data(self) -> Content:
        """Draw the data: rankings as strips that can be changed, other data without controls."""
        asked, lists = self._quantity, self._lists
        changed = self._past and self._displayed_texts != self._past[0][0]
        if not isinstance(asked, Measure | Mean):
            return draw_given(asked, self._data)
        return [
            rank_strip.draw_strip(asked, lists, self._titles) if lists else draw_given(asked, self._data),
            div("row small correct")[
                "Press a rank to change it." if lists else None,
                button(data_do="undo", data_focus="undo")["Undo"] if self._past else None,
                button(data_do="typed", data_focus="typed")["Undo all"] if changed else None,
                button(data_do="empty", data_focus="empty")["Empty list"],
            ],
            p("small", data_said=bool(self._message), hidden=not self._message)[self._message],
        ]

    def _draw_answer(self) -> Content:
        if self._problem:
            return p("problem", data_said=True)[self._problem]
        if self._note:
            return p("note", data_said=True)[self._note]
        if self._verdict is None and self._tasks:
            return None
        if self._verdict is None:
            names = {title: comma_list([*kinds_of(kind)], "or") for title, kind in _LISTED_QUANTITIES.items()}
            more = {"A statistic of a test": f"such as {SignedRank('W')!r}"} | names
            return [
                p("small")[
                    understood(self._quantity),
                    " Press Enter in a field above to apply what you typed there. ",
                    "The first field takes a measure, such as AP, P@5 or MAP, ",
                    f"or a test: {comma_list([*kinds_of(TEST)], 'or')}.",
                ],
                details("more")[summary["More names"], ul[(li[title, ": ", listed] for title, listed in more.items())]],
            ]
        toggle = button(data_do="steps", data_focus="steps", aria_expanded=str(self._steps_shown).lower())
        return [
            self._verdict.typeset(announced=True),
            div("row")[toggle["Hide the steps" if self._steps_shown else "Show the steps"]],
            draw_solution(self._verdict.solution, self.first_shown) if self._steps_shown else None,
        ]

    def _parse_fields(self, fields: Fields) -> bool:
        """Parse the fields of the question. Return False, and show why, if they are refused."""
        typed = self._unread | {name: text.strip() for name, text in fields.items() if name in self._texts}
        before, texts, titles = (self._quantity, self._data), self._texts, self._titles
        self._message = ""
        try:
            note = self._parse_typed(typed)
        except InputError as error:
            self._verdict, self._problem, self._note, self._unread = None, as_sentence(error), "", typed
            return False
        if (self._quantity, self._data) != before:
            same_ranking = self._past and (self._quantity, self._texts[_RANKING]) == (before[0], texts[_RANKING])
            self._forget_answer([*self._past, (texts, titles)] if same_ranking else [])
        self._problem, self._note = "", note
        return True

    @property
    def _lists(self) -> tuple[Ranking, ...]:
        """The rankings of the queries; empty if the data are something else."""
        data = self._data if isinstance(self._data, tuple) else (self._data,)
        return tuple(ranking for ranking in data if isinstance(ranking, Ranking))

    def _list(self, query: int) -> Ranking:
        return self._lists[check_count(query, "a query", 0, len(self._lists) - 1)]

    @property
    def _query_measure(self) -> Measure:
        assert isinstance(self._quantity, Measure | Mean)
        return self._quantity.per_query

    def _up_to_date(self, fields: Fields) -> bool:
        """Parse text that was typed since the last gesture. Return False if the text is refused.

        The ranks of a refused text cannot be changed.
        """
        shown = self._displayed_texts
        is_new = any(text.strip() != shown[name] for name, text in fields.items() if name in self._texts)
        return self._parse_fields(fields) if is_new else True

    @property
    def _displayed_texts(self) -> dict[str, str]:
        """The texts in the fields: the refused texts if there are any, otherwise the parsed texts."""
        return self._texts | self._unread

    def _change_list(self, query: int, ranking: Ranking | None, message: str) -> None:
        """Replace the ranking of a query; None removes the query, and an index after the last adds one."""
        lists, titles = [*self._lists], [*self._titles]
        lists[query : query + 1] = [] if ranking is None else [ranking]
        titles[query : query + 1] = [] if ranking is None else titles[query : query + 1] or [()]
        where = f"Query {query + 1}: " if isinstance(self._quantity, Mean) else ""
        before = rank_strip.Texts(*(self._texts[name] for name in rank_strip.Texts._fields))
        earlier_lists = self._lists if len(lists) == len(self._lists) else lists
        typed = rank_strip.typed(self._query_measure, lists, before, earlier_lists)
        self._enter((self._texts | typed._asdict(), tuple(titles)), where + message)

    def _enter(self, entry: _Entry, message: str, past: list[_Entry] | None = None) -> None:
        """Put texts into the fields, even if they are no valid question, such as a list without relevant documents.

        `past` are the earlier entries for Undo; by default the present entry is added to them.
        """
        if past is None:
            past = [*([] if self._unread else self._past), (self._displayed_texts, self._titles)]
        texts, titles = entry
        self._forget_answer(past, message)
        try:
            self._parse(parse_quantity(texts["measure"]), texts, defined=False)
        except InputError as error:  # Undo can restore an entry whose texts had been refused.
            self._problem, self._unread = as_sentence(error), texts
        self._titles = titles if len(titles) == len(self._lists) else self._titles

    def _parse_typed(self, typed: dict[str, str]) -> str:
        """Parse the input fields. Return a note if an example or an earlier input was filled in."""
        asked = parse_quantity(typed.get("measure", self._texts["measure"]))
        shown, wanted = FIELDS.of(self._quantity).name, FIELDS.of(asked).name
        if wanted == shown:
            self._parse(asked, self._texts | typed)
            return ""
        text = typed.pop(shown, self._texts[shown])
        if text != self._texts[shown]:
            # The learner typed data for the new quantity into the old field, before the new field was drawn.
            self._parse(asked, self._texts | typed | {wanted: text})
            return ""
        try:
            self._parse(asked, self._texts | typed)
        except InputError:  # The new field is empty, or its earlier text does not fit the new quantity.
            self._parse(asked, self._texts | typed | _example(asked))
            return FIELDS.of(asked).example
        return FIELDS.of(asked).back

    def _ask(self, measure: Quantity | str, ranking: str | Asked | None, relevant: object, missed: str) -> None:
        """Ask for a quantity of some data; the arguments have the same form as in the constructor."""
        asked, titles = as_quantity(measure), tuple[str, ...]()
        texts = {"measure": str(measure), "relevant": "" if relevant is None else str(relevant), "missed": missed}
        if isinstance(asked, HandQuantity) and (texts["relevant"] or missed):
            raise InputError(f"the {asked.title} is about scores, so it takes no relevant or missed documents")
        if ranking is None:
            texts = _example(asked) | {name: text for name, text in texts.items() if text}
        elif isinstance(ranking, str):
            texts[FIELDS.of(asked).name] = ranking
        elif isinstance(asked, Measure) or (isinstance(asked, Mean) and isinstance(ranking, Ranking)):
            if relevant is not None or missed:
                raise InputError(
                    "a Ranking already says what is relevant; leave out relevant and missed, or give it as text"
                )
            parsed = as_ranking(ranking)
            texts, titles = texts | _field_texts(asked, parsed), parsed.documents
        elif isinstance(asked, HandQuantity):
            texts[FIELDS.of(asked).name] = asked.input_text(asked.read(ranking))
        else:
            raise InputError(f"{asked!r} needs a text such as '1 0 1', or one Ranking; given: {quoted(ranking)}")
        self._parse(asked, self._texts | {name: text.strip() for name, text in texts.items()})
        self._forget_answer([])
        self._titles = (titles,) if titles else tuple(ranking.documents for ranking in self._lists)

    def _parse(self, asked: Quantity, texts: dict[str, str], *, defined: bool = True) -> None:
        """Parse the texts of the fields, and store them if all can be parsed.

        With `defined`, a question whose answer is undefined is refused, too.
        """
        options: dict[str, Any] = {}
        if isinstance(asked, Measure | Mean):
            counted = asked.per_query.takes_relevant
            options = {"relevant": _numbers(texts["relevant"])} if counted else {"missed": texts["missed"]}
        data = parse_input(asked, texts[FIELDS.of(asked).name], **options)
        if defined:
            make_question(asked, data)  # This raises InputError if the quantity is undefined for the data.
        # Titles of an unchanged text are kept, because they may come from a Ranking and not from the text.
        kept = self._titles if texts[_RANKING] == self._texts[_RANKING] else ()
        self._quantity, self._data, self._texts, self._unread = asked, data, texts, {}
        self._titles = kept if len(kept) == len(self._lists) else tuple(ranking.documents for ranking in self._lists)

    def _forget_answer(self, past: list[_Entry], message: str = "") -> None:
        """Forget the answer to the earlier question, and set the entries that Undo restores."""
        self._verdict, self._past = None, past
        self._answer, self._problem, self._note, self._steps_shown, self._message = "", "", "", False, message


def _example(asked: Quantity) -> dict[str, str]:
    """Return the text of each field for the example of a quantity."""
    other_fields = {"relevant": "", "missed": ""} if isinstance(asked, Measure | Mean) else {}
    return {FIELDS.of(asked).name: asked.example} | other_fields


def _numbers(text: str) -> int | list[int] | None:
    words = re.findall(r"[^\s,;|]+", text)
    for word in words:
        if not word.isascii() or not word.isdigit() or len(word) > _DIGITS:
            raise InputError(f"relevant in all must be a whole number of documents, 0 or more; given: {word!r}")
    numbers = [int(word) for word in words]
    return None if not numbers else numbers[0] if len(numbers) == 1 else numbers


def _field_texts(asked: Measure | Mean, ranking: Ranking) -> dict[str, str]:
    """Return the texts of the fields for a ranking."""
    typed = {"ranking": spell(ranking.grades, ranking.ties)}
    if asked.per_query.takes_relevant:
        return typed | {"relevant": str(sum(grade >= 1 for grade in ranking.judged))}
    return typed | {"missed": spell(ranking.missed, what="missed")}
