"""The strip of a hand check: a ranking as buttons, one for each rank, which change the ranking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from irlearn.measures import Mean, Measure
from irlearn.parsing.grade_notation import spell
from irlearn.ranking import UNJUDGED, Ranking
from irlearn.text.english import count_noun
from irlearn.text.html import Content, Element, button, div, li, ol, p, span
from irlearn.widgets.core.fields import check_count, step_button, step_buttons
from irlearn.widgets.lesson.question_view import about, in_fives, is_plain, ranks_of

EMPTY = (0,) * 5
"""The grades of a list to begin with."""
_GRADES = 3  # the highest grade that a press can set, unless the list has a higher one


class Texts(NamedTuple):
    """The texts of the fields that a measure needs: the ranking, the relevant and the missed documents."""

    ranking: str
    relevant: str
    missed: str


def pressed(measure: Measure, ranking: Ranking, rank: int) -> Ranking:
    """Return the ranking after a press on a rank, which gives the document at that rank the next mark or grade.

    After the highest grade the document is not relevant. Documents that the list misses stay missed.

    >>> from irlearn import AP, nDCG
    >>> pressed(AP, Ranking.parse("1 0"), 2).grades, pressed(nDCG, Ranking.parse("3 U"), 1).grades
    ((1, 1), (0, -1))
    """
    check_count(rank, "a rank", 1, len(ranking))
    highest = 1 if is_plain(measure, ranking) else max([_GRADES, *ranking.judged])
    before = ranking.grades[rank - 1]
    grade = 0 if before == highest or (before == UNJUDGED and highest > 1) else max(before, 0) + 1
    return _with_grades(ranking, [*ranking.grades[: rank - 1], grade, *ranking.grades[rank:]], ranking.ties)


def resized(ranking: Ranking, by: int) -> Ranking:
    """Return the ranking with another rank at its end that is not relevant (`by` 1), or without its last rank."""
    if by > 0:
        return _with_grades(ranking, [*ranking.grades, 0], [*ranking.ties, 1] if ranking.ties else ())
    *ties, last = ranking.ties or (1,)
    return _with_grades(
        ranking, ranking.grades[:-1], [*ties, *([last - 1] if last > 1 else [])] if ranking.ties else ()
    )


def _with_grades(ranking: Ranking, grades: Sequence[int], ties: Sequence[int]) -> Ranking:
    return Ranking(grades, [*(grade for grade in grades if grade >= 0), *ranking.missed], ties=ties)


def typed(measure: Measure, lists: Sequence[Ranking], before: Texts, were: Sequence[Ranking]) -> Texts:
    """Return the texts of the fields for changed rankings.

    A typed number of relevant documents is kept unless the changed list contains more relevant documents. `before`
    holds the texts before the change, and `were` holds the rankings before the change.

    >>> from irlearn import AP
    >>> typed(AP, [Ranking.parse("1 1 0")], Texts("d1 yes, d2 no, d3 no", "1", ""), [Ranking.parse("1 0 0")])
    Texts(ranking='1 1 0', relevant='2', missed='')
    """
    ranking = " | ".join(spell(changed.grades, changed.ties) for changed in lists)
    if not measure.takes_relevant:
        if before.missed and before.missed.count("|") == len(lists) - 1:
            return Texts(ranking, "", before.missed)
        missed = [spell(changed.missed, what="missed") for changed in lists]
        return Texts(ranking, "", " | ".join(missed) if any(missed) else "")
    if not before.relevant.strip(", ") and not any(earlier.missed for earlier in were):
        return Texts(ranking, "", "")
    totals = [
        max(_count_relevant(earlier.judged), _count_relevant(changed.grades))
        for earlier, changed in zip(were, lists, strict=True)
    ]
    return Texts(ranking, " ".join(map(str, totals)), "")


def _count_relevant(grades: Sequence[int]) -> int:
    return sum(grade >= 1 for grade in grades)


def says(measure: Measure, ranking: Ranking, rank: int) -> str:
    """Return a sentence about the present mark or grade of a rank."""
    words = ranks_of(measure, ranking)[rank - 1].words
    return f"Rank {rank} {'now has' if words.startswith('grade') else 'is now'} {words}."


def draw_strip(asked: Measure | Mean, lists: Sequence[Ranking], titles: Sequence[Sequence[str]]) -> Content:
    """Draw each ranking as a strip of buttons, with its titles if there are any, and buttons that change its length."""
    measure = asked.per_query
    strips = [
        [_draw_ranks(measure, ranking, query, names), _draw_length(len(ranking), query, len(lists))]
        for query, (ranking, names) in enumerate(zip(lists, titles, strict=True))
    ]
    if not isinstance(asked, Mean):
        return [about(measure, lists[0]), strips]
    more = step_button("queries", "+", 1, "Add a query", "more", other=len(lists) > 1, query=len(lists))
    return [
        div("queries")[
            (
                div("query", role="group", aria_label=f"Query {number}")[
                    span("who")[f"Query {number}"], about(measure, ranking), strip
                ]
                for number, (ranking, strip) in enumerate(zip(lists, strips, strict=True), start=1)
            )
        ],
        p("stepper small")[span[count_noun(len(lists), "query")], more],
    ]


def _draw_ranks(measure: Measure, ranking: Ranking, query: int, titles: Sequence[str]) -> Element:
    shown_ranks = ranks_of(measure, ranking)
    rank_titles = [titles[index] if index < len(titles) else "" for index in range(len(shown_ranks))]
    cells = [
        button(
            shown.css_class,
            data_do="mark",
            data_query=query,
            data_index=rank,
            data_focus=f"rank {query} {rank}",
            aria_label=f"rank {rank}, {', '.join(filter(None, (title, shown.words)))}",
        )[shown.cell, title and span("title")[title]]
        for rank, (shown, title) in enumerate(zip(shown_ranks, rank_titles, strict=True), start=1)
    ]
    if any(rank_titles):
        return ol("ranks strip titled")[(li[cell] for cell in cells)]
    rest = len(ranking) - len(shown_ranks)
    return div("ranks strip", role="group", aria_label="the list, rank by rank; press a rank to change it")[
        in_fives(cells), rest > 0 and span("more")[f"and {rest} more"]
    ]


def _draw_length(ranks: int, query: int, queries: int) -> Element:
    """Draw the number of ranks between − and +, and the button that removes the query if there are several."""
    labels, keys = ("one rank fewer", "one rank more"), (f"shorter {query}", f"longer {query}")
    minus, plus = step_buttons("resize", labels, keys, less=ranks > 1, query=query)
    remove = step_button("queries", "Remove query", -1, f"remove query {query + 1}", f"without {query}", query=query)
    return p("stepper small")[minus, span[count_noun(ranks, "rank")], plus, queries > 1 and remove]
