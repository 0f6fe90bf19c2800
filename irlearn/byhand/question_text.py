"""The text of questions and their hints, for measures, means and significance tests.

The first hint says how to begin, and the last ends one step before the answer. No hint gives the answer.
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
from irlearn.byhand.hand_quantity import QuantityInput
from irlearn.byhand.measure_derivation import Step
from irlearn.byhand.misconceptions import Facts
from irlearn.byhand.paired_tests import ENDS, Binomial, PairedT, RankSum, SignedRank, SignTest
from irlearn.byhand.portable_random import choose
from irlearn.byhand.question import Given
from irlearn.byhand.question_words import WHOLE, WORDINGS as WORDINGS, LazyFacts, QuestionText, Wording, rounded_to
from irlearn.byhand.ranking_facts import RankingFacts, value_of
from irlearn.measures import Measure
from irlearn.measures.means import Mean
from irlearn.quantity import Quantity
from irlearn.ranking import UNJUDGED, Ranking
from irlearn.text.english import comma_list, count_noun, number_word
from irlearn.text.numbers import Typed, decimal, degrees, fixed, power, rank_text


def question_for(random: Random, asked: Quantity | tuple[Quantity, ...], given: Given, places: int = 3) -> QuestionText:
    """Return the text of a question about one or more quantities; `random` chooses the form of the ranking.

    >>> from irlearn import AP
    >>> print(question_for(Random("b"), AP, Ranking.parse("1 0 1", relevant=4)).text)
    A library's search returns 3 documents, rank 1 first: 1 0 1 (1 relevant, 0 not relevant).
    In all, 4 documents are relevant. What is AP, the average precision?
    Give three digits after the point, or a fraction.
    """
    quantities = asked if isinstance(asked, tuple) else (asked,)
    return WORDINGS.of(quantities[-1]).question(random, quantities, given, question_sentence(quantities, places))


def question_sentence(asked: Sequence[Quantity], places: int) -> str:
    """Return the sentence that asks for the quantities, with the rounding.

    >>> from irlearn import RR, P
    >>> question_sentence([RR, P @ 5], 3)
    'What are RR, the reciprocal rank, and P@5, the precision at cutoff 5? Give each with three digits after the point
    unless it is exact.'
    """
    if len(asked) == 1:
        return f"What is {quantity_phrase(asked[0])}? {rounding(asked[0], places)}"
    *before, last = phrases = [*map(quantity_phrase, asked)]
    comma = "," * (len(phrases) > _PAIR or any("," in phrase for phrase in phrases))
    return f"What are {', '.join(before)}{comma} and {last}? {rounding_of_all(asked, places)}"


_PAIR = 2
"""The most phrases that are joined without a comma, unless they contain a comma themselves."""


def rounding_of_all(asked: Sequence[Quantity], places: int) -> str:
    """Return the sentence that states the rounding of several numbers."""
    whole = all(rounding(quantity, places) == WHOLE for quantity in asked)
    digits = f"{number_word(places)} digits after the point"
    return "Give whole numbers." if whole else f"Give each with {digits} unless it is exact."


def quantity_phrase(asked: Quantity) -> str:
    """Return the name of a quantity in a question.

    >>> from irlearn import AP, F, IPrec, MAP
    >>> quantity_phrase(AP @ 5), quantity_phrase(F(beta=2)), quantity_phrase(IPrec @ 0.3), quantity_phrase(MAP)
    ('AP@5, the average precision at cutoff 5', 'F with β = 2', 'IPrec@0.3, the interpolated precision at recall 0.3',
    'MAP, the mean average precision')
    """
    return WORDINGS.of(asked).quantity_phrase(asked)


def rounding(asked: Quantity, places: int) -> str:
    """Return the sentence that states the rounding."""
    return WORDINGS.of(asked).rounding(asked, places)


def relevant_in_all(relevant: int) -> str:
    """Return the number of relevant documents in words that begin with a letter, as a sentence should.

    >>> relevant_in_all(1), relevant_in_all(8)
    ('In all, 1 document is relevant', 'In all, 8 documents are relevant')
    """
    return f"In all, {count_noun(relevant, 'document is', 'documents are')} relevant"


def _retrieved(random: Random, asked: Measure, ranking: Ranking) -> list[str]:
    """Return the sentences about the ranking, in one of several forms, and about the judgments."""
    who = choose(random, ("A system returns", "A search engine returns", "A library's search returns"))
    hits = [str(rank) for rank, grade in enumerate(ranking.grades, start=1) if grade > 0]
    states = {"digits": _digits, "letters": _letters}
    if ranking.ties or _tells_grades(asked, ranking):
        way = "tied" if ranking.ties else "grades"
    elif is_counted(asked, ranking):
        way = "counted"
    else:  # State only the ranks of the relevant documents if these determine the list.
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
    """Return the tag of the sentence about the documents that the list misses."""
    missed = ranking.missed
    if asked.basis == "judgments":
        return "judgments"
    if _tells_grades(asked, ranking):
        return ("none", "one")[len(missed)] if len(missed) < 2 else "several"
    if asked.needs == "grades":
        return "judged"
    return "relevant" if 0 not in missed else "unjudged" if UNJUDGED in ranking.grades else "collection"


_LISTED = 15
"""The longest list that is stated rank by rank if only the number of relevant documents matters."""


def is_counted(asked: Measure, ranking: Ranking) -> bool:
    """Return whether a question states numbers of documents in place of a long list, whose order does not matter."""
    states_list = ranking.ties or _tells_grades(asked, ranking)
    return len(ranking) > _LISTED and not asked.needs_order and not asked.cutoff and not states_list


_State = Callable[[Ranking], tuple[str, str]]
"""A function that returns the marks of the ranks, and their legend."""


def _tells_grades(asked: Measure, ranking: Ranking) -> bool:
    """Return whether a question must state grades, not only which documents are relevant."""
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


def _mean(mean: Mean, given: Sequence[Any]) -> tuple[set[str], dict[str, Any]]:
    """Return the tags of the sentences about a mean, and their facts."""
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
    return " ".join([*WORDINGS.of(mean).sentences("before", mean, about=about, listed=each, **facts), asked])


def hints_for(asked: Quantity | tuple[Quantity, ...], given: Given) -> tuple[str, ...]:
    """Return three or four hints for each quantity, each nearer to the answer than the one before.

    >>> from irlearn import AP
    >>> for hint in hints_for(AP, Ranking.parse("1 0 1", relevant=4)):
    ...     print(hint)
    Write down the ranks of the relevant documents: 1 and 3. AP adds one term for each of these ranks.
    Each term is the precision at that rank: the number of relevant documents so far, divided by the rank.
    Divide the sum by 4, the number of all relevant documents, found or not.
    The sum is 1/1 + 2/3. Only the division is left.
    """
    quantities = asked if isinstance(asked, tuple) else (asked,)
    hints_by_quantity = [
        WORDINGS.of(quantity).hints_with_others(quantity, given, [other for other in quantities if other != quantity])
        for quantity in quantities
    ]
    if len(quantities) == 1:
        return hints_by_quantity[0]
    counts = Counter(chain.from_iterable(hints_by_quantity))
    return tuple(  # A hint of one quantity alone begins with the name of that quantity.
        dict.fromkeys(
            hint if counts[hint] > 1 else f"{quantity.answer_label}: {hint}"
            for quantity, hints in zip(quantities, hints_by_quantity, strict=True)
            for hint in hints
        )
    )


class MeasureWording(Wording):
    """The wording of questions about a measure of one ranking."""

    def question(self, random: Random, quantities: Sequence[Any], data: Any, question: str) -> QuestionText:
        notes = []  # the options, and conventions that differ between tools
        for measure in quantities:
            if measure.rel > 1:
                notes.append(f"A document is relevant from grade {measure.rel} up.")
            if measure.tools_differ(data):
                notes.append(f"Follow the convention of {measure.reference_tool}.")
            notes += measure.question_notes
        return QuestionText(" ".join([*_retrieved(random, quantities[-1], data), *dict.fromkeys(notes), question]))

    def rounding(self, asked: Any, places: int) -> str:
        if asked.value_type == "whole":
            return WHOLE
        return rounded_to(places, fraction=asked.value_type != "logarithm")

    def hints_with_others(self, asked: Any, data: Any, others: Sequence[Any]) -> tuple[str, ...]:
        facts = RankingFacts(asked, data)
        more = facts.sentence_facts() | {"points": "; ".join(_points(facts, others))}
        return tuple(hint.format_map(LazyFacts(_FACTS, lambda: facts, more)) for hint in asked.hints(data))


class MeanWording(Wording):
    """The wording of questions about a mean over queries."""

    def question(self, random: Random, quantities: Sequence[Any], data: Any, question: str) -> QuestionText:
        return QuestionText(_of_mean(random, quantities[-1], data, question))

    def rounding(self, asked: Any, places: int) -> str:
        return rounded_to(places, fraction=asked.epsilon is None)

    def hints_with_others(self, asked: Any, data: Any, others: Sequence[Any]) -> tuple[str, ...]:  # noqa: ARG002
        about, facts = _mean(asked, data)
        begun = " ".join(hints_for(asked.measure, data[0])[:2]) if "rankings" in about else " "
        begun = begun[0].lower() + begun[1:]
        return tuple(self.sentences("hints", asked, about=about, begun=begun, **facts))


WORDINGS(Measure)(MeasureWording())
WORDINGS(Mean)(MeanWording("mean"))


def _divides(context: RankingFacts) -> str:
    one = context.relevant == 1
    return "1, the one relevant document" if one else f"{context.relevant}, the number of all relevant documents"


def _points(context: RankingFacts, others: Sequence[Quantity]) -> Iterator[str]:
    """Yield recall and precision at each relevant document; a precision that is also asked for appears as its name."""
    cut = {one.cutoff: one for one in others if isinstance(one, Measure)}
    for n, rank in enumerate(context.hit_ranks, start=1):
        other = cut.get(rank)
        asked = other is not None and value_of(other, context.ranking) == Fraction(n, rank)
        yield f"{n}/{context.relevant} and {other.answer_label if other and asked else f'{n}/{rank}'}"


def _nonzero_steps(facts: RankingFacts) -> list[Step]:
    return [step for step in explain(facts.measure, facts.ranking).steps if step.value]


def _term_values(facts: RankingFacts) -> str:
    """Return the values of the terms as a list in words; a single term is withheld, because it is nearly the answer."""
    steps = _nonzero_steps(facts)
    if len(steps) < 2:
        return "one term only"
    return comma_list([decimal(step.value if step.fraction is None else step.fraction) for step in steps])


_FACTS: Facts = {
    "unjudged": lambda facts: (
        "An unjudged document counts as not relevant. "
        if facts.measure.basis == "relevance" and UNJUDGED in facts.ranking.grades
        else ""
    ),
    "hit_ranks": lambda facts: comma_list([str(rank) for rank in facts.hit_ranks if rank <= facts.k]) or "none",
    "divides": _divides,
    "divided": lambda facts: (
        f" The divisor of their sum: {facts.measure.divisor_meaning}." if facts.measure.divisor_meaning else ""
    ),
    "formula": attrgetter("measure.formula"),
    "terms": lambda facts: " + ".join(step.term for step in _nonzero_steps(facts)) or "0",
    "values": _term_values,
    "parts": lambda facts: ", ".join(decimal(part.value) for part in explain(facts.measure, facts.ranking).parts),
    "gains": lambda facts: " ".join(map(str, replace(facts, exact=True).gains)),
    "ideal": lambda facts: " ".join(map(str, replace(facts, exact=True).ideal)),
    "judged_there": lambda facts: sum(grade >= 0 for grade in facts.cut_list.grades.tolist()),
    "not_relevant": lambda facts: int(facts.full_list.not_relevant(facts.rel)),
    "least": lambda facts: min(facts.relevant, int(facts.full_list.not_relevant(facts.rel))),
}


def _ranks(ranks: Iterable[Fraction]) -> str:
    return comma_list([rank_text(rank) for rank in ranks]) or "none"


def _of_sign(of: Any, *, above: bool) -> str:
    """Return the ranks of the positive or of the negative differences."""
    return _ranks(rank for one, rank in zip(of.differences, of.ranks, strict=True) if (one > 0) == above)


class OfScores(Wording):
    """The wording of a test of two lists of scores."""

    facts: ClassVar[Facts] = {
        "all": lambda facts: f"{power(2, facts.counted)} = {2**facts.counted}",
        "ways": lambda facts: comma_list([str(math.comb(facts.counted, count)) for count in range(facts.fewer + 1)]),
        "plus": lambda facts: _of_sign(facts, above=True),
        "minus": lambda facts: _of_sign(facts, above=False),
        "smaller": lambda facts: rank_text(min(facts.sums)),
        "twice": lambda facts: 2 * facts.n,
        "ranks": lambda facts: _ranks(facts.pooled_ranks[: facts.n]),
        "least": lambda facts: f"{facts.n} · {facts.n + 1} / 2 = {facts.n * (facts.n + 1) // 2}",
        "low": lambda facts: rank_text(min(facts.u, facts.n**2 - facts.u)),
        "choices": lambda facts: math.comb(2 * facts.n, facts.n),
        "mean": lambda facts: fixed(facts.moments[0], 5),
        "deviation": lambda facts: fixed(facts.moments[1], 5),
        "fewer": lambda facts: facts.n - 1,
        "freedom": lambda facts: degrees(facts.n - 1),
        "quantile": lambda facts: fixed(facts.quantile(), 4),
    }

    def data_sentences(self, asked: Any, pair: QuantityInput) -> str:
        """Return the scores of A and of B in two sentences."""
        a, b = map(", ".join, asked.score_columns(pair))
        return f"A: {a}. B: {b}."

    def quantity_phrase(self, asked: Any) -> str:
        """Return the name of the quantity, with "two-sided" for a p-value and with the test for a statistic."""
        p = asked.phrase.removeprefix("the ")
        if asked.statistic == "p":
            return f"the {'' if p.startswith('one-sided') else 'two-sided '}{p}"
        return asked.phrase if asked.statistic in ENDS else f"{asked.phrase} in the {asked.title}"


class OfT(OfScores):
    """The wording of the paired t test, whose numbers are not fractions."""

    accepts_fraction = False


class OfCounts(OfScores):
    """The wording of the binomial test, whose input is part of its sentences."""

    states_values_apart = False

    def data_sentences(self, asked: Binomial, pair: QuantityInput) -> str:  # noqa: ARG002
        """Return the numbers of trials and successes in a sentence."""
        (successes,), (trials,) = pair
        are = "is a success" if successes == 1 else "are successes"
        return f"Of {count_noun(int(trials), 'trial')} {successes} {are}."


for _kind, _wording in ((SignTest, OfScores), (SignedRank, OfScores), (RankSum, OfScores), (PairedT, OfT)):
    WORDINGS(_kind)(_wording(_kind.name))
WORDINGS(Binomial)(OfCounts("binomial"))
