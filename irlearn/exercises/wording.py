"""How exercises are worded: what is asked, the ranking in one of the ways homework states it, the rounding."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import NamedTuple

from irlearn.derivation.best_of_many import BestOfMany
from irlearn.derivation.binomial import Binomial
from irlearn.derivation.criteria import BetterBy, columns_of
from irlearn.derivation.fourfold import Phi, WhoAnswers
from irlearn.derivation.significance import ENDS, Pair, PairedT, RankSum, SignedRank, Significance, SignTest
from irlearn.exercises.chance import choose
from irlearn.exercises.worded_best import stated_best, worded_best
from irlearn.measures import Measure
from irlearn.measures.means import Mean
from irlearn.numbers import degrees, fixed
from irlearn.ranking import UNJUDGED, Ranking
from irlearn.words import counted, in_a_row, in_words


class Worded(NamedTuple):
    """A question as it is read; and its words without the scores that it states, empty where it states none."""

    text: str
    words: str = ""


def question_for(
    random: Random,
    asked: Measure | Mean | Significance,
    given: Ranking | tuple[Ranking, ...] | tuple[Fraction, ...] | Pair,
    places: int = 3,
) -> Worded:
    """The question in plain words; `random` chooses how the ranking is stated.

    >>> from irlearn import AP
    >>> print(question_for(Random("b"), AP, Ranking.parse("1 0 1", relevant=4)).text)
    The search of a library returns 3 documents, rank 1 first: 1 0 1 (1 relevant, 0 not relevant).
    In all, 4 documents are relevant. What is AP, the average precision?
    Give three digits after the point, or a fraction.
    """
    if isinstance(asked, Significance):
        return _of_scores(random, asked, asked.read(given), places)
    if isinstance(asked, Mean):
        return Worded(_of_mean(random, asked, given, places))  # type: ignore[arg-type]  # a mean has several of them
    assert isinstance(given, Ranking)
    sentences = [_retrieved(random, asked, given), *_in_all(asked, given), *_definition(asked, given)]
    return Worded(f"{' '.join(sentences)} What is {what(asked)}? {rounding(asked, places)}")


def what(asked: Measure | Mean | Significance) -> str:
    """The measure, or the number of a test, as a question names it.

    >>> from irlearn import AP, F, IPrec, MAP
    >>> what(AP @ 5), what(F(beta=2)), what(IPrec @ 0.3), what(MAP)
    ('AP@5, the average precision at cutoff 5', 'F with β = 2', 'IPrec@0.3, the interpolated precision at recall 0.3',
    'MAP, the mean average precision')
    """
    if isinstance(asked, Significance):
        if isinstance(asked, WhoAnswers | Phi | BetterBy | BestOfMany) or asked.statistic in ENDS:
            return asked.spoken
        two_sided = f"the two-sided {asked.spoken.removeprefix('the ')}"
        return two_sided if asked.statistic == "p" else f"{asked.spoken} in the {asked.title}"
    if isinstance(asked, Mean):
        return f"{asked.name}{f'@{asked.measure.cutoff}' if asked.measure.cutoff else ''}, the {asked.title}"
    return asked.spoken


def rounding(asked: Measure | Mean | Significance, places: int) -> str:
    """The sentence that states the rounding."""
    if isinstance(asked, Significance) and asked.statistic in ("wins", "W", "U"):
        return "Give the exact number."
    if isinstance(asked, BetterBy) or (isinstance(asked, Measure) and asked.gives == "whole"):
        return "Give a whole number."
    digits = f"Give {in_words(places)} digits after the point"
    logs = isinstance(asked, Measure) and asked.gives == "logarithm"
    roots = isinstance(asked, Mean) and asked.epsilon is not None
    tails = isinstance(asked, PairedT | Phi | BestOfMany)
    return f"{digits}." if logs or roots or tails else f"{digits}, or a fraction."


def in_all(relevant: int) -> str:
    """How many documents are relevant, found or not; no sentence begins with a digit, which could end the one before.

    >>> in_all(1), in_all(8)
    ('In all, 1 document is relevant', 'In all, 8 documents are relevant')
    """
    return f"In all, {counted(relevant, 'document is', 'documents are')} relevant"


def value_text(value: Fraction) -> str:
    """A value of one query as a question states it: a decimal where one ends within five places, else a fraction.

    >>> value_text(Fraction("0.85")), value_text(Fraction(2, 3)), value_text(Fraction("0.00001"))
    ('0.85', '2/3', '0.00001')
    """
    scaled = value * 10**5
    if scaled.denominator > 1:
        return str(value)
    digits = f"{int(scaled) // 10**5}.{int(scaled) % 10**5:05d}"
    return digits.rstrip("0").rstrip(".")


def stated_scores(asked: Significance, pair: Pair) -> str:
    """What a test is asked about, in the sentences of a question, for which widgets draw a table.

    >>> stated_scores(SignTest(), SignTest().read(([0.5, 0.25, "1/3"], [1, 0, 0.5])))
    'A: 0.50, 0.25, 1/3. B: 1.00, 0.00, 0.50.'
    >>> stated_scores(Binomial(), Binomial().read((4, 5)))
    'Of 5 trials 4 are successes.'
    """
    if isinstance(asked, Binomial):
        (successes,), (trials,) = pair
        return (
            f"Of {counted(int(trials), 'trial')} {successes} {'is a success' if successes == 1 else 'are successes'}."
        )
    if isinstance(asked, Phi):
        neither, a_only, b_only, both = asked.counts(pair)
        return f"Both answer {both} queries, only A {a_only}, only B {b_only}, neither {neither}."
    if isinstance(asked, BetterBy):
        rows = zip(*columns_of(asked.rows(pair)).values(), strict=True)
        return " ".join(f"Challenger {row[0]}: {', '.join(row[1:4])}; {', '.join(row[4:])}." for row in rows)
    if isinstance(asked, BestOfMany):
        return stated_best(asked, pair)
    a, b = (", ".join(side) for side in given_texts(asked, pair))
    return f"A: {a}. B: {b}."


def given_texts(asked: Significance, pair: Pair) -> tuple[list[str], list[str]]:
    """What a comparison is asked about as a table states it: scores, or ranks with a dash where there is none.

    >>> given_texts(WhoAnswers(), WhoAnswers().read(([1, 0], [12, 3])))
    (['1', '–'], ['12', '3'])
    """
    if not isinstance(asked, WhoAnswers):
        return score_texts(pair)
    a, b = ([str(rank) if rank else "–" for rank in side] for side in pair)
    return a, b


def with_scores(asked: Significance, pair: Pair, before: str, after: str = "") -> Worded:
    """A question that states scores between its words."""
    words = filter(None, [before, after])
    return Worded(" ".join(filter(None, [before, stated_scores(asked, pair), after])), " ".join(words))


def _retrieved(random: Random, asked: Measure, ranking: Ranking) -> str:
    """What the system returned, in one of the ways exercises state it."""
    who = choose(random, ("A system returns", "A search engine returns", "The search of a library returns"))
    count = counted(len(ranking), "document")
    if ranking.ties:
        return (
            f"{who} {count}, some of them tied, the best first: {_tied(ranking)} (1 relevant, 0 not relevant). "
            "Documents in parentheses are tied and are read in random order."
        )
    if _tells_grades(asked, ranking):
        return f"{who} {count} with these grades, rank 1 first: {_graded(ranking)}."
    ways: list[_State | None] = [_digits, _letters]
    if UNJUDGED not in ranking.grades and any(ranking.grades):
        ways.append(None)  # the ranks of the relevant documents alone
    state = choose(random, ways)
    if state:
        listed, legend = state(ranking)
        return f"{who} {count}, rank 1 first: {listed} ({legend})."
    hits = [str(rank) for rank, grade in enumerate(ranking.grades, start=1) if grade > 0]
    many = "Relevant documents stand at ranks" if len(hits) > 1 else "A relevant document stands at rank"
    return f"{who} {count}. {many} {in_a_row(hits)} of {len(ranking)}."


_State = Callable[[Ranking], tuple[str, str]]
"""A way to state a ranking: what stands at the ranks, and what the signs mean."""


def _tells_grades(asked: Measure, ranking: Ranking) -> bool:
    """Whether the grades must be told, not only what is relevant."""
    return asked.sees == "grades" or (asked.sees == "relevance" and max(ranking.judged, default=0) > 1)


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
    words, start = [], 0
    for size in ranking.ties:
        group = " ".join(map(str, ranking.grades[start : start + size]))
        words.append(f"({group})" if size > 1 else group)
        start += size
    return " ".join(words)


def _in_all(asked: Measure, ranking: Ranking) -> list[str]:
    """What was judged besides the documents of the list."""
    missed = ranking.missed
    if asked.sees == "judgments":
        return [f"For this query {counted(len(ranking.judged), 'document was', 'documents were')} judged in all."]
    if _tells_grades(asked, ranking):
        if not missed:
            return ["Every judged document is in the list."]
        if len(missed) == 1:
            return [f"It misses one judged document, of grade {missed[0]}."]
        return [f"It misses {len(missed)} judged documents, of grades {in_a_row([str(grade) for grade in missed])}."]
    relevant = sum(grade > 0 for grade in ranking.judged)
    told, others = f"{in_all(relevant)}.", len(ranking.judged) - relevant
    if asked.asks == "grades":
        told = f"In all, {relevant} {'was' if relevant == 1 else 'were'} judged relevant and {others} not relevant."
    elif 0 in missed:
        documents, are = counted(len(ranking.judged), "document"), "is" if relevant == 1 else "are"
        told = f"The collection holds {documents}, and {relevant} of them {are} relevant."
    return [told]


def _definition(asked: Measure, ranking: Ranking) -> list[str]:
    """What a learner has to be told to work the measure out: its options, and conventions that tools differ in."""
    told = [f"A document is relevant from grade {asked.rel} up."] if asked.rel > 1 else []
    told += [f"Count as {asked.follows} does."] if asked.disputed(ranking) else []
    return [*told, *asked.stated]


def _of_scores(random: Random, asked: Significance, pair: Pair, places: int) -> Worded:
    """The scores of two systems, or the counts of a binomial test."""
    question = f"What is {what(asked)}? {rounding(asked, places)}"
    if isinstance(asked, Binomial):
        successes, trials = int(pair[0][0]), int(pair[1][0])
        told = choose(
            random,
            (
                f"Of {trials} queries that only one of two systems answers, A answers {successes}.",
                f"Two systems differ on {trials} queries: {successes} are better with A, the others with B.",
            ),
        )
        return Worded(f"{told} Without a difference each is as likely as the other. {question}")
    if isinstance(asked, BestOfMany):
        return Worded(f"{worded_best(random, asked, pair)} {question}")
    if isinstance(asked, Phi):
        defined = (
            "Phi is both · neither − only A · only B, divided by the root of a product of four: what A answers, what "
            "it does not, and the same of B."
        )
        return Worded(f"Two systems are run on the same queries. {stated_scores(asked, pair)} {defined} {question}")
    if isinstance(asked, WhoAnswers):
        told = choose(random, ("A system answers a query", "A query counts as answered"))
        before = (
            f"These are the ranks of the first relevant document on {len(pair[0])} queries, – where none was found."
        )
        return with_scores(asked, pair, before, f"{told} where that rank is {asked.cutoff} or less. {question}")
    if isinstance(asked, BetterBy):
        told = choose(random, ("A leaderboard's first run A has", "A run A, the best so far, has"))
        before = (
            f"{told} {len(pair)} challengers, each called B here. The numbers of each are the queries that only A "
            "answers, those that only B answers, p; ESL of A and of B where both answer, p."
        )
        return with_scores(asked, pair, before, f"{_CRITERIA[asked.statistic].format(len(pair))} {question}")
    told = choose(random, ("Two systems have these AP values", "Systems A and B have these scores"))
    convention = "Leave out differences of 0. " if isinstance(asked, SignedRank | SignTest) else ""
    if isinstance(asked, RankSum):
        convention = "Ignore that the scores are paired. "
    if isinstance(asked, SignedRank | RankSum) and asked.statistic == "p":
        convention += "Count all cases, without an approximation. "
    if asked.statistic in ENDS:
        convention = f"Student's t with {quantile_text(len(pair[0]))}. "
    return with_scores(asked, pair, f"{told} on the same {len(pair[0])} queries.", f"{convention}{question}")


_CORRECTED = "Correct each p-value for the {} comparisons by Bonferroni, at 0.05."
_CRITERIA = {
    "both-improved": "By “both improved” B answers more, and its ESL is lower.",
    "both-significant": f"By “both significant” B gains on both sides, and each gain is significant. {_CORRECTED}",
    "do-no-harm": f"By “do no harm” one side is a significant gain, and no side is a significant loss. {_CORRECTED}",
}


def quantile_text(queries: int) -> str:
    """The degrees of freedom of Student's t, and the quantile that a 95% interval takes.

    >>> quantile_text(9)
    '8 degrees of freedom is above 2.3060 with probability 0.025'
    """
    from irlearn.statistics.null import t_quantile  # SciPy waits until it is needed

    quantile = fixed(t_quantile(0.025, queries - 1), 4)
    return f"{degrees(queries - 1)} is above {quantile} with probability 0.025"


def _of_mean(random: Random, mean: Mean, given: tuple[Ranking, ...] | tuple[Fraction, ...], places: int) -> str:
    asked = f"What is {what(mean)}? {rounding(mean, places)}"
    rankings = [one for one in given if isinstance(one, Ranking)]
    values = [one for one in given if isinstance(one, Fraction)]
    epsilon = ""
    least = Fraction(repr(mean.epsilon or 0))
    if any(value < least for value in values):
        epsilon = f"A value below {value_text(least)} is raised to it. "
    if rankings:
        state = choose(random, (_digits, _letters))
        _, legend = state(rankings[0])
        listed = "; ".join(
            f"query {number}: {state(one)[0]}, {sum(grade > 0 for grade in one.judged)} relevant in all"
            for number, one in enumerate(rankings, start=1)
        )
        many = in_words(len(rankings))
        return f"A system answers {many} queries; rank 1 stands first ({legend}). Q{listed[1:]}. {asked}"
    if mean.measure.gives == "reciprocal":
        ranks = [str(value.denominator) if value else "" for value in values]
        listed = "; ".join(
            f"query {number}, {f'rank {rank}' if rank else 'none found'}" for number, rank in enumerate(ranks, start=1)
        )
        return f"The first relevant document of each query stands at these ranks: {listed}. {asked}"
    listed = in_a_row([value_text(value) for value in values])
    return f"A system's AP on {len(values)} queries is {listed}. {epsilon}{asked}"
