"""How exercises are worded: what is asked, the ranking in one of the ways homework states it, the rounding, hints.

Hints go in steps from what to write down first to one step before the answer, and never tell the answer.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, islice
from operator import attrgetter
from random import Random
from typing import Any, ClassVar

from irlearn.byhand.explain_quantity import explain
from irlearn.byhand.hand_calculation import Asked, name_of
from irlearn.byhand.misconceptions import Facts
from irlearn.byhand.paired_tests import ENDS, Binomial, PairedT, RankSum, SignedRank, SignTest
from irlearn.byhand.portable_random import choose
from irlearn.byhand.quantity import HandQuantity, QuantityInput
from irlearn.byhand.question import Given
from irlearn.byhand.question_words import WHOLE, WORDINGS as WORDINGS, LazyFacts, QuestionText, Wording, rounded_to
from irlearn.byhand.ranking_facts import RankingFacts, value_of
from irlearn.measures import Measure
from irlearn.measures.means import Mean
from irlearn.ranking import UNJUDGED, Ranking
from irlearn.text.english import comma_list, count_noun, number_word
from irlearn.text.numbers import Typed, decimal, degrees, fixed, power, rank_text


def question_for(random: Random, asked: Asked | tuple[Asked, ...], given: Given, places: int = 3) -> QuestionText:
    """The question in plain words; `random` chooses how the ranking is stated. `asked` may be several numbers.

    >>> from irlearn import AP
    >>> print(question_for(Random("b"), AP, Ranking.parse("1 0 1", relevant=4)).text)
    The search of a library returns 3 documents, rank 1 first: 1 0 1 (1 relevant, 0 not relevant).
    In all, 4 documents are relevant. What is AP, the average precision?
    Give three digits after the point, or a fraction.
    """
    every = asked if isinstance(asked, tuple) else (asked,)
    question, last = question_sentence(every, places), every[-1]
    if isinstance(last, HandQuantity):
        told = [WORDINGS.of(one).definition(one) for one in every if isinstance(one, HandQuantity)]
        before = "".join(f"{one} " for one in dict.fromkeys(told) if one and one != told[-1])
        return WORDINGS.of(last).compose(random, last, last.read(given), before + question)
    if isinstance(last, Mean):
        return QuestionText(_of_mean(random, last, given, question))  # type: ignore[arg-type]  # a mean has several of them
    assert isinstance(given, Ranking)
    told = []  # what a learner has to be told to work it out: options, and conventions that tools differ in
    for one in every:
        assert isinstance(one, Measure)
        told += [f"A document is relevant from grade {one.rel} up."] if one.rel > 1 else []
        told += [*([f"Count as {one.reference_tool} does."] if one.tools_differ(given) else []), *one.question_notes]
    sentences = [*_retrieved(random, last, given), *dict.fromkeys(told)]
    return QuestionText(f"{' '.join(sentences)} {question}")


def question_sentence(asked: Sequence[Asked], places: int) -> str:
    """The question itself, and the rounding.

    >>> from irlearn import RR, P
    >>> question_sentence([RR, P @ 5], 3)
    'What are RR, the reciprocal rank, and P@5, the precision at cutoff 5? Give each with three digits after the point
    unless it is exact.'
    """
    if len(asked) == 1:
        return f"What is {quantity_phrase(asked[0])}? {rounding(asked[0], places)}"
    *before, last = map(quantity_phrase, asked)
    return f"What are {', '.join(before)}, and {last}? {rounding_of_all(asked, places)}"


def rounding_of_all(asked: Sequence[Asked], places: int) -> str:
    """The sentence that states the rounding of several numbers."""
    whole = all(rounding(one, places) == WHOLE for one in asked)
    digits = f"{number_word(places)} digits after the point"
    return "Give whole numbers." if whole else f"Give each with {digits} unless it is exact."


def quantity_phrase(asked: Asked) -> str:
    """The measure, or the number of a test, as a question names it.

    >>> from irlearn import AP, F, IPrec, MAP
    >>> quantity_phrase(AP @ 5), quantity_phrase(F(beta=2)), quantity_phrase(IPrec @ 0.3), quantity_phrase(MAP)
    ('AP@5, the average precision at cutoff 5', 'F with β = 2', 'IPrec@0.3, the interpolated precision at recall 0.3',
    'MAP, the mean average precision')
    """
    if isinstance(asked, HandQuantity):
        return WORDINGS.of(asked).quantity_phrase(asked)
    if isinstance(asked, Mean):
        return f"{asked.name}{f'@{asked.measure.cutoff}' if asked.measure.cutoff else ''}, the {asked.title}"
    return asked.phrase


def rounding(asked: Asked, places: int) -> str:
    """The sentence that states the rounding."""
    if isinstance(asked, HandQuantity):
        return WORDINGS.of(asked).rounding(asked, places)
    if isinstance(asked, Mean):
        return rounded_to(places, fraction=asked.epsilon is None)
    return WHOLE if asked.value_type == "whole" else rounded_to(places, fraction=asked.value_type != "logarithm")


def relevant_in_all(relevant: int) -> str:
    """How many documents are relevant, found or not; no sentence begins with a digit, which could end the one before.

    >>> relevant_in_all(1), relevant_in_all(8)
    ('In all, 1 document is relevant', 'In all, 8 documents are relevant')
    """
    return f"In all, {count_noun(relevant, 'document is', 'documents are')} relevant"


def _retrieved(random: Random, asked: Measure, ranking: Ranking) -> list[str]:
    """What the system returned, in one of the ways exercises state it, and what was judged besides."""
    who = choose(random, ("A system returns", "A search engine returns", "The search of a library returns"))
    hits = [str(rank) for rank, grade in enumerate(ranking.grades, start=1) if grade > 0]
    states = {"digits": _digits, "letters": _letters}
    if ranking.ties or _tells_grades(asked, ranking):
        way = "tied" if ranking.ties else "grades"
    elif len(ranking) > _LISTED and not asked.needs_order and not asked.cutoff:
        way = "counted"
    else:  # of no more than the ranks of the relevant documents only where they say it all
        ranks = [] if UNJUDGED in ranking.grades or not hits else ["ranks" if len(hits) > 1 else "rank"]
        way = choose(random, [*states, *ranks])
    listed, legend = states.get(way, _digits)(ranking)
    missed, judged = ranking.missed, len(ranking.judged)
    relevant = sum(grade > 0 for grade in ranking.judged)
    return _LISTS.sentences(
        "before", asked, about={way, _besides(asked, ranking)},
        who=who, count=count_noun(len(ranking), "document"), length=len(ranking),
        listed=_tied(ranking) if ranking.ties else listed, legend=legend, found=len(hits), ranks=comma_list(hits),
        missed=len(missed), grades=comma_list([*map(str, missed)]), relevant=relevant, others=judged - relevant,
        was="was" if relevant == 1 else "were", are="is" if relevant == 1 else "are", in_all=relevant_in_all(relevant),
        judged=count_noun(judged, "document was", "documents were"), documents=count_noun(judged, "document"),
    )  # fmt: skip


_LISTS = Wording("ranking")


def _besides(asked: Measure, ranking: Ranking) -> str:
    """What has to be told of documents that the list misses."""
    missed = ranking.missed
    if asked.basis == "judgments":
        return "judgments"
    if _tells_grades(asked, ranking):
        return ("none", "one")[len(missed)] if len(missed) < 2 else "several"
    if asked.needs == "grades":
        return "judged"
    return "relevant" if 0 not in missed else "unjudged" if UNJUDGED in ranking.grades else "collection"


_LISTED = 15  # documents; of a longer list the relevant ones are counted, where only their number counts

_State = Callable[[Ranking], tuple[str, str]]
"""A way to state a ranking: what stands at the ranks, and what the signs mean."""


def _tells_grades(asked: Measure, ranking: Ranking) -> bool:
    """Whether the grades must be told, not only what is relevant."""
    return asked.basis == "grades" or (asked.basis == "relevance" and max(ranking.judged, default=0) > 1)


def _digits(ranking: Ranking) -> tuple[str, str]:
    unjudged = ", ? not judged" if UNJUDGED in ranking.grades else ""
    return _graded(ranking), f"1 relevant, 0 not relevant{unjudged}"


def _letters(ranking: Ranking) -> tuple[str, str]:
    unjudged = ", U not judged" if UNJUDGED in ranking.grades else ""
    letters = "".join("U" if grade < 0 else "R" if grade else "N" for grade in ranking.grades)
    return letters, f"R relevant, N not relevant{unjudged}"


def _graded(ranking: Ranking) -> str:
    return " ".join("?" if grade < 0 else str(grade) for grade in ranking.grades)


def _tied(ranking: Ranking) -> str:
    grades = map(str, ranking.grades)
    groups = [" ".join(islice(grades, size)) for size in ranking.ties]
    return " ".join(f"({one})" if " " in one else one for one in groups)


# means over queries, of which each is a ranking or a value

_MEANS = Wording("mean")


def _mean(mean: Mean, given: Sequence[Any]) -> tuple[set[str], dict[str, Any]]:
    """What has to be told of a mean, and the facts of its sentences."""
    rankings = [one for one in given if isinstance(one, Ranking)]
    values = [Typed(value_of(mean.measure, one)) for one in rankings] or [*map(Typed, given)]
    least = Typed(repr(mean.epsilon or 0))
    raised, texts = [max(one, least) for one in values], [*map(str, values)]
    how = "arithmetic" if mean.epsilon is None else "geometric"
    sort = "rankings" if rankings else "reciprocal" if mean.measure.value_type == "reciprocal" else "values"
    about = {sort, how, f"{how}-{sort}", *(["floor", f"floor-{sort}"] if raised != values else [])}
    facts = {"queries": len(given), "name": repr(mean.measure), "values": comma_list(texts), "sum": " + ".join(texts)}
    return about, facts | {"factors": " · ".join(map(str, raised)), "least": least}


def _of_mean(random: Random, mean: Mean, given: Sequence[Any], asked: str) -> str:
    about, facts = _mean(mean, given)
    if "rankings" in about:
        state = choose(random, (_digits, _letters))
        listed = [f"{state(one)[0]}, {sum(grade > 0 for grade in one.judged)} relevant in all" for one in given]
        facts |= {"many": number_word(len(given)), "legend": state(given[0])[1]}
    else:
        listed = [f"rank {one.denominator}" if one else "none found" for one in given]
    head, between = ("Query", ": ") if "rankings" in about else ("query", ", ")
    each = head + "; query".join(f" {number}{between}{one}" for number, one in enumerate(listed, start=1))
    return " ".join([*_MEANS.sentences("before", mean, about=about, listed=each, **facts), asked])


# hints


def hints_for(asked: Asked | tuple[Asked, ...], given: Given) -> tuple[str, ...]:
    """Three or four hints, each nearer to the answer than the one before; of several numbers those of each.

    >>> from irlearn import AP
    >>> for hint in hints_for(AP, Ranking.parse("1 0 1", relevant=4)):
    ...     print(hint)
    Write down the ranks of the relevant documents: 1 and 3. AP adds one term for each of them.
    The term is the precision at that rank: the relevant documents so far, divided by the rank.
    All 4 relevant documents divide the sum, found or not.
    The sum is 1/1 + 2/3. One division is left.
    """
    every = asked if isinstance(asked, tuple) else (asked,)
    each = [_of_one(one, given, [other for other in every if other != one]) for one in every]
    if len(every) == 1:
        return each[0]
    met = Counter(chain.from_iterable(each))  # behind the name of its number stands a hint that is of no other one
    named = zip(every, each, strict=True)
    return tuple(
        dict.fromkeys(hint if met[hint] > 1 else f"{name_of(one)}: {hint}" for one, hints in named for hint in hints)
    )


def _of_one(asked: Asked, given: Any, others: Sequence[Asked]) -> tuple[str, ...]:
    """The hints of one number, which tell none of the others."""
    if isinstance(asked, HandQuantity):
        return WORDINGS.of(asked).hints_with_others(asked, asked.read(given), others)
    if isinstance(asked, Mean):
        about, facts = _mean(asked, given)
        begun = " ".join(hints_for(asked.measure, given[0])[:2]) if "rankings" in about else " "
        begun = begun[0].lower() + begun[1:]
        return tuple(_MEANS.sentences("hints", asked, about=about, begun=begun, **facts))
    assert isinstance(given, Ranking)
    context = RankingFacts(asked, given)
    facts = LazyFacts(
        _FACTS, lambda: context, context.sentence_facts() | {"points": ", ".join(_points(context, others))}
    )
    return tuple(hint.format_map(facts) for hint in asked.hints(given))


def _divides(context: RankingFacts) -> str:
    one = context.relevant == 1
    return "the one relevant document divides" if one else f"all {context.relevant} relevant documents divide"


def _points(context: RankingFacts, others: Sequence[Asked]) -> Iterator[str]:
    """Recall and precision at each relevant document; a precision that is asked for, too, only by its name."""
    cut = {one.cutoff: one for one in others if isinstance(one, Measure)}
    for n, rank in enumerate(context.hit_ranks, start=1):
        other = cut.get(rank)
        asked = other is not None and value_of(other, context.ranking) == Fraction(n, rank)
        yield f"{n}/{context.relevant} and {name_of(other) if other and asked else f'{n}/{rank}'}"


_FACTS: Facts = {
    "unjudged": lambda of: (
        "A document that nobody judged counts as not relevant. "
        if of.measure.basis == "relevance" and UNJUDGED in of.ranking.grades
        else ""
    ),
    "hit_ranks": lambda of: comma_list([str(rank) for rank in of.hit_ranks if rank <= of.k]) or "none",
    "divides": _divides,
    "Divides": lambda context: _divides(context).capitalize(),
    "divided": lambda of: (
        f" Their sum is divided by: {of.measure.divisor_meaning}." if of.measure.divisor_meaning else ""
    ),
    "formula": attrgetter("measure.formula"),
    "terms": lambda of: " + ".join(one.term for one in explain(of.measure, of.ranking).steps if one.value) or "0",
    "values": lambda of: (
        comma_list([decimal(one.value if one.fraction is None else one.fraction) for one in steps])
        if len(steps := [one for one in explain(of.measure, of.ranking).steps if one.value]) > 1
        else "one term only"
    ),
    "parts": lambda of: ", ".join(decimal(one.value) for one in explain(of.measure, of.ranking).parts),
    "gains": lambda context: " ".join(map(str, replace(context, exact=True).gains)),
    "ideal": lambda context: " ".join(map(str, replace(context, exact=True).ideal)),
    "judged_there": lambda context: sum(grade >= 0 for grade in context.cut_list.grades.tolist()),
    "not_relevant": lambda context: int(context.full_list.not_relevant(context.rel)),
    "least": lambda context: min(context.relevant, int(context.full_list.not_relevant(context.rel))),
}


# tests of the scores of A and of B, or of counts


def _ranks(ranks: Iterable[Fraction]) -> str:
    return comma_list([rank_text(rank) for rank in ranks]) or "none"


def _of_sign(of: Any, *, above: bool) -> str:
    """The ranks of the differences above 0, or of those below."""
    return _ranks(rank for one, rank in zip(of.differences, of.ranks, strict=True) if (one > 0) == above)


class OfScores(Wording):
    """The words of a test of two lists of scores, two-sided."""

    facts: ClassVar[Facts] = {
        "all": lambda of: f"{power(2, of.counted)} = {2**of.counted}",
        "ways": lambda of: comma_list([str(math.comb(of.counted, count)) for count in range(of.fewer + 1)]),
        "plus": lambda of: _of_sign(of, above=True),
        "minus": lambda of: _of_sign(of, above=False),
        "smaller": lambda of: rank_text(min(of.sums)),
        "twice": lambda of: 2 * of.n,
        "ranks": lambda of: _ranks(of.pooled_ranks[: of.n]),
        "least": lambda of: f"{of.n} · {of.n + 1} / 2 = {of.n * (of.n + 1) // 2}",
        "low": lambda of: rank_text(min(of.u, of.n**2 - of.u)),
        "choices": lambda of: math.comb(2 * of.n, of.n),
        "mean": lambda of: fixed(of.moments[0], 5),
        "deviation": lambda of: fixed(of.moments[1], 5),
        "fewer": lambda of: of.n - 1,
        "freedom": lambda of: degrees(of.n - 1),
        "quantile": lambda of: fixed(of.quantile(), 4),
    }

    def data_sentences(self, asked: Any, pair: QuantityInput) -> str:
        """What A has, then what B has."""
        a, b = map(", ".join, asked.score_columns(pair))
        return f"A: {a}. B: {b}."

    def quantity_phrase(self, asked: HandQuantity) -> str:
        """The p-value as two-sided, a statistic with its test; an end of an interval is named in full."""
        p = asked.phrase.removeprefix("the ")
        if asked.statistic == "p":
            return f"the {'' if p.startswith('one-sided') else 'two-sided '}{p}"
        return asked.phrase if asked.statistic in ENDS else f"{asked.phrase} in the {asked.title}"


class OfT(OfScores):
    """The words of the paired t test, no number of which is exact."""

    accepts_fraction = False


class OfCounts(OfScores):
    """The words of the binomial test, whose numbers stand in its sentences."""

    states_values_apart = False

    def data_sentences(self, asked: Binomial, pair: QuantityInput) -> str:  # noqa: ARG002
        """The trials and the successes."""
        (successes,), (trials,) = pair
        are = "is a success" if successes == 1 else "are successes"
        return f"Of {count_noun(int(trials), 'trial')} {successes} {are}."


for _kind, _wording in ((SignTest, OfScores), (SignedRank, OfScores), (RankSum, OfScores), (PairedT, OfT)):
    WORDINGS(_kind)(_wording(_kind.name))
WORDINGS(Binomial)(OfCounts("binomial"))
