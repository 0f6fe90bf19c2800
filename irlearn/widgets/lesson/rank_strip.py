"""A list that was read as buttons, a rank each, so that the reading is corrected by hand and not by other words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from irlearn.measures import Mean, Measure
from irlearn.parsing.grade_notation import spell
from irlearn.ranking import UNJUDGED, Ranking
from irlearn.text.english import count_noun
from irlearn.text.html import Content, Element, button, div, li, ol, p, span
from irlearn.widgets.core.fields import check_count, step_button, steps
from irlearn.widgets.lesson.question_view import about, in_fives, is_plain, ranks_of

EMPTY = (0,) * 5
"""The list that one begins with who types no word."""
_GRADES = 3  # the highest grade that a press comes to, where the list has no higher one


class Texts(NamedTuple):
    """What stands in the fields beside a measure: the lists, and what is relevant beside them."""

    ranking: str
    relevant: str
    missed: str


def pressed(measure: Measure, ranking: Ranking, rank: int) -> Ranking:
    """The list with the next mark or grade at a rank; after the last comes "not relevant", and after that the first.

    What the list misses stays missed.

    >>> from irlearn import AP, nDCG
    >>> pressed(AP, Ranking.parse("1 0"), 2).grades, pressed(nDCG, Ranking.parse("3 U"), 1).grades
    ((1, 1), (0, -1))
    """
    check_count(rank, "a rank", 1, len(ranking))
    top = 1 if is_plain(measure, ranking) else max([_GRADES, *ranking.judged])
    now = ranking.grades[rank - 1]
    grade = 0 if now == top or (now == UNJUDGED and top > 1) else max(now, 0) + 1
    return _with(ranking, [*ranking.grades[: rank - 1], grade, *ranking.grades[rank:]], ranking.ties)


def resized(ranking: Ranking, by: int) -> Ranking:
    """The list with one more rank at its end, not relevant, or without its last."""
    if by > 0:
        return _with(ranking, [*ranking.grades, 0], [*ranking.ties, 1] if ranking.ties else ())
    *ties, last = ranking.ties or (1,)
    return _with(ranking, ranking.grades[:-1], [*ties, *([last - 1] if last > 1 else [])] if ranking.ties else ())


def _with(ranking: Ranking, grades: Sequence[int], ties: Sequence[int]) -> Ranking:
    return Ranking(grades, [*(grade for grade in grades if grade >= 0), *ranking.missed], ties=ties)


def typed(measure: Measure, lists: Sequence[Ranking], before: Texts, were: Sequence[Ranking]) -> Texts:
    """The fields as they are typed for these lists, which `were` others before.

    A total that was said stays, unless more than so many are found now.

    >>> from irlearn import AP
    >>> typed(AP, [Ranking.parse("1 1 0")], Texts("d1 yes, d2 no, d3 no", "1", ""), [Ranking.parse("1 0 0")])
    Texts(ranking='1 1 0', relevant='2', missed='')
    """
    ranking = " | ".join(spell(one.grades, one.ties) for one in lists)
    if not measure.takes_relevant:
        kept = [before.missed] if before.missed and before.missed.count("|") == len(lists) - 1 else []
        lost = kept or [spell(one.missed, what="missed") for one in lists]
        return Texts(ranking, "", " | ".join(lost) if any(lost) else "")
    if not before.relevant.strip(", ") and not any(one.missed for one in were):
        return Texts(ranking, "", "")
    totals = [max(_relevant(was.judged), _relevant(now.grades)) for was, now in zip(were, lists, strict=True)]
    return Texts(ranking, " ".join(map(str, totals)), "")


def _relevant(grades: Sequence[int]) -> int:
    return sum(grade >= 1 for grade in grades)


def says(measure: Measure, ranking: Ranking, rank: int) -> str:
    """What stands at a rank now, in a sentence."""
    words = ranks_of(measure, ranking)[rank - 1].words
    return f"Rank {rank} is {'of ' * words.startswith('grade')}{words} now."


def draw_strip(asked: Measure | Mean, lists: Sequence[Ranking], titles: Sequence[Sequence[str]]) -> Content:
    """Each list as buttons that change its marks, with − and + for its length, and titles where they were given."""
    measure = asked.measure if isinstance(asked, Mean) else asked
    drawn = [
        [_draw_ranks(measure, ranking, place, names), _draw_length(len(ranking), place, len(lists))]
        for place, (ranking, names) in enumerate(zip(lists, titles, strict=True))
    ]
    if not isinstance(asked, Mean):
        return [about(measure, lists[0]), drawn]
    more = step_button("queries", "+", 1, "one query more", "more", other=len(lists) > 1, query=len(lists))
    return [
        div("queries")[
            (
                div("query", role="group", aria_label=f"Query {place}")[
                    span("who")[f"Query {place}"], about(measure, ranking), one
                ]
                for place, (ranking, one) in enumerate(zip(lists, drawn, strict=True), start=1)
            )
        ],
        p("stepper small")[span[count_noun(len(lists), "query")], more],
    ]


def _draw_ranks(measure: Measure, ranking: Ranking, place: int, titles: Sequence[str]) -> Element:
    shown = ranks_of(measure, ranking)
    named = [titles[at] if at < len(titles) else "" for at in range(len(shown))]
    cells = [
        button(
            one.css_class,
            data_do="mark",
            data_query=place,
            data_index=rank,
            data_focus=f"rank {place} {rank}",
            aria_label=f"rank {rank}, {', '.join(filter(None, (title, one.words)))}",
        )[one.cell, title and span("title")[title]]
        for rank, (one, title) in enumerate(zip(shown, named, strict=True), start=1)
    ]
    if any(named):
        return ol("ranks strip titled")[(li[cell] for cell in cells)]
    return div("ranks strip", role="group", aria_label="the list, rank by rank; press a rank to change it")[
        in_fives(cells), (rest := len(ranking) - len(shown)) > 0 and span("more")[f"and {rest} more"]
    ]


def _draw_length(ranks: int, place: int, lists: int) -> Element:
    said, keys = ("one rank less", "one rank more"), (f"shorter {place}", f"longer {place}")
    minus, plus = steps("resize", said, keys, less=ranks > 1, query=place)
    away = step_button("queries", "Remove query", -1, f"remove query {place + 1}", f"without {place}", query=place)
    return p("stepper small")[minus, span[count_noun(ranks, "rank")], plus, lists > 1 and away]
