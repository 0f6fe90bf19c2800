"""A hand calculation of one's own, checked: any measure or test, and the mistake that gives the number."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from irlearn.byhand.checking import check, make_question
from irlearn.byhand.explain_quantity import Asked
from irlearn.byhand.hand_calculation import label_of
from irlearn.byhand.paired_tests import SignedRank
from irlearn.byhand.parse_question import as_quantity, kinds_of, parse_input, parse_quantity
from irlearn.byhand.quantity import AGREEMENT, ALL_PAIRS, BEST, JUDGING, TEST, HandQuantity, QuantityInput
from irlearn.byhand.verdict import Verdict
from irlearn.errors import InputError, quoted
from irlearn.measures import Mean, Measure
from irlearn.parsing.grade_notation import spell
from irlearn.ranking import Ranking, as_ranking
from irlearn.text.english import as_sentence, comma_list, count_noun
from irlearn.text.html import Content, Element, button, details, div, h3, li, p, summary, ul
from irlearn.widgets.core.base import Fields, Way, Widget, action
from irlearn.widgets.core.fields import check_count, labelled
from irlearn.widgets.core.input_fields import FIELDS
from irlearn.widgets.lesson import rank_strip
from irlearn.widgets.lesson.question_view import draw_given, draw_solution, understood

_Given = Ranking | tuple[Ranking, ...] | tuple[Fraction, ...] | QuantityInput
_Stood = tuple[dict[str, str], tuple[tuple[str, ...], ...]]  # in the fields, and the titles of each list
_DIGITS = 9  # of a number of documents; more of them are no such number
_RANKING = "ranking"
"""The field that says what a measure or a mean is worked out on; those of the other kinds are in `FIELDS`."""
_RANKING_IS_AN_EXAMPLE = "This ranking is an example. Type your own over it."
_RANKING_IS_BACK = "The ranking that stood here before is back."


class HandCheck(Widget):
    """A check of a hand calculation: a measure, a ranking, a number in; right, or the mistake that gives it, out.

    A ranking that was read stands below its field as a strip of ranks: a press on one changes its mark or grade, − and
    + change its length, or how many queries there are, and one may begin with an empty list and type nothing.

    `measure` is a measure, a mean or a significance test, as a value or as its name. `ranking` is what `irlearn check`
    takes: a ranking as homework states it; for a mean, rankings with `|` between them, or `values 1 0.5 0.1`; for a
    test, the scores of A, `|`, and the scores of B; for a binomial test `4 of 5`; for a number about the best of many
    systems, numbers with their names, such as `best .303 of 103, se .0114`; where a table is asked about, its rows with
    `|` between them. It can be a `Ranking`, a list of grades or a pair of lists of scores, too; without it there is an
    example. `relevant` is how many documents are relevant in all, for a mean one number a query; `missed` are the
    grades that the list misses, for measures of grades. All can be changed in the widget: a test has a field of its own
    for its scores, and the ranking that was typed comes back with a measure. The right value is shown only when the
    steps are asked for.
    Raises `InputError` for a measure, ranking or scores that are not understood.

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

    styles = ("asks",)
    _verdict: Verdict | None
    _asked: Measure | Mean | HandQuantity
    _given: _Given
    _texts: dict[str, str]
    _answer: str
    _problem: str
    _note: str
    _steps: bool
    _titles: tuple[tuple[str, ...], ...] = ()
    _past: list[_Stood]
    _unread: dict[str, str]
    _message: str

    def __init__(
        self,
        measure: Measure | Mean | HandQuantity | str = "AP",
        ranking: str | Asked | None = None,
        relevant: int | str | None = None,
        missed: str = "",
    ) -> None:
        self._texts = dict.fromkeys(("measure", _RANKING, *(one.name for one in FIELDS), "relevant", "missed"), "")
        self._ask(measure, ranking, relevant, missed)
        super().__init__()

    @property
    def measure(self) -> Measure | Mean | HandQuantity:
        """What is worked out."""
        return self._asked

    @property
    def given(self) -> _Given:
        """What it is worked out on: a ranking, one ranking or value a query, or the scores of A and of B."""
        return self._given

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on the last answer; None before."""
        return self._verdict

    def set(
        self,
        measure: Measure | Mean | HandQuantity | str,
        ranking: str | Asked | None = None,
        relevant: int | str | None = None,
        missed: str = "",
    ) -> None:
        """Ask for something else; `InputError` where it is not understood, and then nothing changes."""
        self._ask(measure, ranking, relevant, missed)
        self.refresh()

    def check(self, answer: str) -> Verdict:
        """Check an answer, and give the verdict; `InputError` where it is no number."""
        verdict = check(self._asked, self._given, answer)
        self._verdict, self._answer, self._problem, self._note = verdict, answer, "", ""
        self.refresh()
        return verdict

    def steps(self, *, show: bool = True) -> None:
        """Show the right calculation, or hide it."""
        self._steps = show
        self.refresh()

    @action
    def on_set(self, fields: Fields) -> None:
        """Read the fields that say what is asked; or say what is wrong with them."""
        self._understood(fields)

    @action
    def on_check(self, fields: Fields) -> None:
        """Read what was typed, and check the answer; or say what is wrong, or that other scores are there now."""
        if not self._understood(fields) or self._note:
            return
        if not (answer := fields.get("answer", "")).strip():
            self._verdict, self._problem = None, f"Type your {label_of(self._asked)} first. {understood(self._asked)}"
            return
        try:
            self.check(answer)
        except InputError as error:
            self._verdict, self._problem = None, as_sentence(error)

    @action
    def on_mark(self, query: int, index: int, fields: Fields) -> None:
        """Change what stands at a rank of a list to the next mark or grade."""
        if self._up_to_date(fields):
            ranking = rank_strip.pressed(self._of_a_topic, self._list(query), index)
            self._correct(query, ranking, rank_strip.says(self._of_a_topic, ranking, index))

    @action
    def on_resize(self, query: int, by: Way, fields: Fields) -> None:
        """Make a list longer or shorter by a rank."""
        if self._up_to_date(fields) and len(self._list(query)) + by:
            ranking = rank_strip.resized(self._list(query), by)
            self._correct(query, ranking, f"The list has {count_noun(len(ranking), 'rank')} now.")

    @action
    def on_queries(self, query: int, by: Way, fields: Fields) -> None:
        """Add a query with a list in which nothing is relevant behind all others, or take one away."""
        if self._up_to_date(fields) and len(self._lists) + by:
            place = len(self._lists) if by > 0 else check_count(query, "a query", 0, len(self._lists) - 1)
            ranking, said = (Ranking(rank_strip.EMPTY), "nothing is relevant yet.") if by > 0 else (None, "taken away.")
            self._correct(place, ranking, said)

    @action
    def on_empty(self, fields: Fields) -> None:
        """Begin with a list in which nothing is relevant, to be pressed."""
        self._up_to_date(fields)
        empty = " | ".join([spell(rank_strip.EMPTY)] * max(1 + isinstance(self._asked, Mean), len(self._lists)))
        said = "Nothing is relevant yet: press the ranks that are."
        self._type((self._texts | {_RANKING: empty, "relevant": "", "missed": ""}, ()), said)

    @action
    def on_undo(self) -> None:
        """Take back the last change by hand."""
        if self._past:
            self._type(self._past[-1], "The last change is taken back.", self._past[:-1])

    @action
    def on_typed(self) -> None:
        """Take back all changes by hand, until Undo: what was typed is there again."""
        if self._past:
            self._type(self._past[0], "What you typed is back.")

    @action
    def on_steps(self) -> None:
        """Show the right calculation, or hide it."""
        self._steps = not self._steps

    def draw(self) -> Element:
        """The fields, the ranking as cells or the scores as a table, the answer with its button, and the verdict."""
        label = label_of(self._asked)
        over = bool(self._note)  # what was answered before was about other scores
        return div("asks hand-check")[
            h3[f"Check a hand calculation: {label}"],
            self._draw_fields(),
            self._draw_given(),
            div("row")[
                labelled(f"Your {label}", "answer", "check", self._answer, fixed=over),
                button("main", data_do="check", data_focus="check")["Check"],
            ],
            self._draw_answer(),
        ]

    def _draw_fields(self) -> Element:
        asked, fixed = self._asked, bool(self._message) and "unless-typed"
        texts = self._stand if fixed else self._texts
        fields = [("measure", "Test" if isinstance(asked, HandQuantity) else "Measure", 9, "measure")]
        if isinstance(asked, HandQuantity):
            field = FIELDS.of(asked)
            fields.append((field.name, field.label, 24, field.css_class))
        else:
            total = ("relevant", "Relevant in all", 6 if isinstance(asked, Mean) else 3, "relevant")
            beside = total if _takes_relevant(asked) else ("missed", "Missed grades", 6, "missed")
            fields += [(_RANKING, "Ranking", 24, _RANKING), beside]
        return div("row given")[
            (
                labelled(label, name, "set", texts[name], look=look, size=size, fixed=fixed, data_if_typed=True)
                for name, label, size, look in fields
            )
        ]

    def _draw_given(self) -> Content:
        """What is asked about: lists as strips to be corrected, all else as it is."""
        asked, lists, corrected = self._asked, self._lists, self._past and self._stand != self._past[0][0]
        if isinstance(asked, HandQuantity):
            return draw_given(asked, self._given)
        return [
            rank_strip.draw_strip(asked, lists, self._titles) if lists else draw_given(asked, self._given),
            div("row small correct")[
                "Press a rank to change it." if lists else None,
                button(data_do="undo", data_focus="undo")["Undo"] if self._past else None,
                button(data_do="typed", data_focus="typed")["Undo all"] if corrected else None,
                button(data_do="empty", data_focus="empty")["Empty list"],
            ],
            p("small", data_said=bool(self._message), hidden=not self._message)[self._message],
        ]

    def _draw_answer(self) -> Content:
        if self._problem:
            return p("problem", data_said=True)[self._problem]
        if self._note:
            return p("note", data_said=True)[self._note]
        if self._verdict is None:
            named = {about: comma_list([*kinds_of(kind)], "or") for about, kind in _ABOUT.items()}
            more = {"A statistic of a test": f"such as {SignedRank('W')!r}"} | named
            return [
                p("small")[
                    understood(self._asked),
                    " Enter in a field above takes over what you typed there. ",
                    "The first field takes a measure, such as AP, P@5 or MAP, ",
                    f"or a test: {comma_list([*kinds_of(TEST)], 'or')}.",
                ],
                details("more")[summary["More names"], ul[(li[about, ": ", names] for about, names in more.items())]],
            ]
        shows = button(data_do="steps", data_focus="steps", aria_expanded=str(self._steps).lower())
        return [
            self._verdict.typeset(said=True),
            div("row")[shows["Hide the steps" if self._steps else "Show the steps"]],
            draw_solution(self._verdict.solution) if self._steps else None,
        ]

    def _understood(self, fields: Fields) -> bool:
        """Take over what stands in the fields; or say what is wrong with it."""
        typed = self._unread | {name: text.strip() for name, text in fields.items() if name in self._texts}
        before, texts, titles = (self._asked, self._given), self._texts, self._titles
        self._message = ""
        try:
            note = self._take(typed)
        except InputError as error:
            self._verdict, self._problem, self._note, self._unread = None, as_sentence(error), "", typed
            return False
        if (self._asked, self._given) != before:
            beside = self._past and (self._asked, self._texts[_RANKING]) == (before[0], texts[_RANKING])
            self._bare([*self._past, (texts, titles)] if beside else [])
        self._problem, self._note = "", note
        return True

    # a reading that is corrected by hand

    @property
    def _lists(self) -> tuple[Ranking, ...]:
        """The rankings that are asked about, one a query; none where a number is asked of something else."""
        given = self._given if isinstance(self._given, tuple) else (self._given,)
        return tuple(one for one in given if isinstance(one, Ranking))

    def _list(self, query: int) -> Ranking:
        return self._lists[check_count(query, "a query", 0, len(self._lists) - 1)]

    @property
    def _of_a_topic(self) -> Measure:
        assert not isinstance(self._asked, HandQuantity)
        return self._asked.measure if isinstance(self._asked, Mean) else self._asked

    def _up_to_date(self, fields: Fields) -> bool:
        """Take over what was typed since; whether all of it is understood, so that its ranks can be changed."""
        new = any(text.strip() != self._stand[name] for name, text in fields.items() if name in self._texts)
        return self._understood(fields) if new else True

    @property
    def _stand(self) -> dict[str, str]:
        """What stands in the fields: what was read, or what was typed over it and refused."""
        return self._texts | self._unread

    def _correct(self, query: int, ranking: Ranking | None, said: str) -> None:
        lists, titles = [*self._lists], [*self._titles]  # with another one for a query, or one more, or one less
        lists[query : query + 1] = [] if ranking is None else [ranking]
        titles[query : query + 1] = [] if ranking is None else titles[query : query + 1] or [()]
        where = f"Query {query + 1}: " if isinstance(self._asked, Mean) else ""
        before = rank_strip.Texts(*(self._texts[name] for name in rank_strip.Texts._fields))
        known = self._lists if len(lists) == len(self._lists) else lists
        typed = rank_strip.typed(self._of_a_topic, lists, before, known)
        self._type((self._texts | typed._asdict(), tuple(titles)), where + said)

    def _type(self, stood: _Stood, said: str, past: list[_Stood] | None = None) -> None:
        """Put texts into the fields as a hand would; what is no question yet, as nothing is relevant, stands there."""
        beyond, (texts, titles) = [*([] if self._unread else self._past), (self._stand, self._titles)], stood
        self._bare(beyond if past is None else past, said)
        try:
            self._parse(parse_quantity(texts["measure"]), texts, defined=False)
        except InputError as error:  # what was refused when a hand typed it
            self._problem, self._unread = as_sentence(error), texts
        self._titles = titles if len(titles) == len(self._lists) else self._titles

    # what was typed

    def _take(self, typed: dict[str, str]) -> str:
        """Read the fields of the page; what to tell of scores or a ranking that came in for others, if any did."""
        asked = parse_quantity(typed.get("measure", self._texts["measure"]))
        shown, wanted = _field(self._asked), _field(asked)
        if wanted == shown:
            self._parse(asked, self._texts | typed)
            return ""
        over = typed.pop(shown, self._texts[shown])
        if over != self._texts[shown]:  # typed for the new measure or test, before its field was there
            self._parse(asked, self._texts | typed | {wanted: over})
            return ""
        try:
            self._parse(asked, self._texts | typed)
        except InputError:  # nothing was typed there before, or for another measure
            self._parse(asked, self._texts | typed | _example(asked))
            return FIELDS.of(asked).example if isinstance(asked, HandQuantity) else _RANKING_IS_AN_EXAMPLE
        return FIELDS.of(asked).back if isinstance(asked, HandQuantity) else _RANKING_IS_BACK

    def _ask(
        self, measure: Measure | Mean | HandQuantity | str, ranking: str | Asked | None, relevant: object, missed: str
    ) -> None:
        asked, titles = as_quantity(measure), tuple[str, ...]()
        texts = {"measure": str(measure), "relevant": "" if relevant is None else str(relevant), "missed": missed}
        if isinstance(asked, HandQuantity) and (texts["relevant"] or missed):
            raise InputError(
                f"the {asked.title} is about scores, which take no relevant or missed documents beside them"
            )
        if ranking is None:
            texts = _example(asked) | {name: text for name, text in texts.items() if text}
        elif isinstance(ranking, str):
            texts[_field(asked)] = ranking
        elif isinstance(asked, Measure) or (isinstance(asked, Mean) and isinstance(ranking, Ranking)):
            if relevant is not None or missed:
                raise InputError("a Ranking says itself what is relevant; give its text to say it apart")
            given = as_ranking(ranking)
            texts, titles = texts | _apart(asked, given), given.documents
        elif isinstance(asked, HandQuantity):
            texts[_field(asked)] = asked.input_text(asked.read(ranking))
        else:
            raise InputError(
                f"{asked!r} is checked on a text such as '1 0 1', or on one Ranking; given: {quoted(ranking)}"
            )
        self._parse(asked, self._texts | {name: text.strip() for name, text in texts.items()})
        self._bare([])
        self._titles = (titles,) if titles else tuple(one.documents for one in self._lists)

    def _parse(self, asked: Measure | Mean | HandQuantity, texts: dict[str, str], *, defined: bool = True) -> None:
        """Understand what was typed; nothing is taken over where a part of it is not understood."""
        beside: dict[str, Any] = {}
        if not isinstance(asked, HandQuantity):
            counted = _takes_relevant(asked)
            beside = {"relevant": _numbers(texts["relevant"])} if counted else {"missed": texts["missed"]}
        given = parse_input(asked, texts[_field(asked)], **beside)
        if defined:
            make_question(asked, given)  # refused now where the measure is not defined
        kept = self._titles if texts[_RANKING] == self._texts[_RANKING] else ()  # they may come from elsewhere
        self._asked, self._given, self._texts, self._unread = asked, given, texts, {}
        self._titles = kept if len(kept) == len(self._lists) else tuple(one.documents for one in self._lists)

    def _bare(self, past: list[_Stood], said: str = "") -> None:
        """Forget the answer, which was to another question; `past` is what Undo takes back."""
        self._verdict, self._past = None, past
        self._answer, self._problem, self._note, self._steps, self._message = "", "", "", False, said


_ABOUT = {
    "The best of many systems": BEST,
    "Judging within a budget": JUDGING,
    "All pairs of systems": ALL_PAIRS,
    "Agreement": AGREEMENT,
}


def _field(asked: Measure | Mean | HandQuantity) -> str:
    """The field that says what the number is worked out on."""
    return FIELDS.of(asked).name if isinstance(asked, HandQuantity) else _RANKING


def _example(asked: Measure | Mean | HandQuantity) -> dict[str, str]:
    """Something that the number can be worked out on, as it is typed."""
    if isinstance(asked, HandQuantity):
        return {_field(asked): asked.example}
    ranking = "1 0 1 | 0 1" if isinstance(asked, Mean) else "1 1 1 0 1 1 0 1 0 0"
    return {"ranking": ranking, "relevant": "", "missed": ""}


def _takes_relevant(asked: Measure | Mean) -> bool:
    """Whether the number of relevant documents says enough; else the grades that the list misses are asked for."""
    return (asked.measure if isinstance(asked, Mean) else asked).takes_relevant


def _numbers(text: str) -> int | list[int] | None:
    words = re.findall(r"[^\s,;|]+", text)
    for word in words:
        if not word.isascii() or not word.isdigit() or len(word) > _DIGITS:
            raise InputError(f"relevant in all is a whole number of documents, 0 or more; given: {word!r}")
    numbers = [int(word) for word in words]
    return None if not numbers else numbers[0] if len(numbers) == 1 else numbers


def _apart(asked: Measure | Mean, ranking: Ranking) -> dict[str, str]:
    """A ranking as it is typed: its ranks, and how many are relevant in all or the grades that the list misses."""
    typed = {"ranking": spell(ranking.grades, ranking.ties)}
    if _takes_relevant(asked):
        return typed | {"relevant": str(sum(grade >= 1 for grade in ranking.judged))}
    return typed | {"missed": spell(ranking.missed, what="missed")}
