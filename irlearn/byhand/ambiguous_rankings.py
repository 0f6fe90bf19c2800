"""Parsing of texts that describe a ranking incompletely, for measures that do not need the missing part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from irlearn.errors import InputError, quoted
from irlearn.measures.base import Measure
from irlearn.measures.binary import FMeasure, Precision, Recall, ReciprocalRank, Success
from irlearn.measures.means import Mean
from irlearn.measures.user_models import ExpectedSearchLength
from irlearn.parsing import FirstHits, ParsedRanking, parse_queries, parse_ranking
from irlearn.parsing.grade_notation import spell
from irlearn.parsing.parsed_ranking import ask, of_shares
from irlearn.ranking import Ranking
from irlearn.text.english import comma_list

_MOST_RANKS = 1_000_000
"""The largest total number of ranks over all queries."""
_MORE = (1, 7)
"""Numbers of relevant documents that are tried as not found."""
OF_FIRST_HITS = (ReciprocalRank, Success)
"""Measures that depend only on the first relevant document."""
OF_SETS = (Precision, Recall, FMeasure)
"""Measures that depend only on counts of documents."""


def read_ranking(measures: Iterable[Measure], text: str, *, relevant: int | None = None, missed: str = "") -> Ranking:
    """Parse a ranking as `Ranking.parse` does, or an incomplete description that suffices for the measures.

    Raise `InputError`, with advice on what to write, if a measure depends on the missing part.

    >>> from irlearn import P, RR
    >>> read_ranking([RR], "relevant at ranks 2 and 3")
    Ranking.parse('0 1 1')
    >>> read_ranking([P], "TP 3, FP 1, FN 0").read_as.rpartition("; ")[2]
    'not stated, but irrelevant here: the order of the documents'
    """
    measures = [*measures]
    return settled(_one_of(text, measures), measures, text, relevant=relevant, missed=missed)


def _one_of(text: str, measures: Sequence[Measure]) -> ParsedRanking:
    """Parse the wording of one ranking. Raise `InputError` if it is about several queries or cannot be read."""
    try:
        return parse_ranking(text, asked_of(measures))
    except InputError:
        several = None
        with suppress(InputError):  # errors about several queries do not help with one list
            several = parse_queries(text)
        if isinstance(several, tuple) and not isinstance(several, FirstHits):
            if len(several) == 1:
                return several[0]
            raise InputError(
                f"{quoted(text.strip())} contains {len(several)} rankings, but one is asked for; "
                "ask for a mean of them, such as 'MAP' or 'mean P@5'"
            ) from None
        raise


def asked_of(measures: Sequence[Measure]) -> str:
    """Return the kind of input that measures need: "sets", "levels", "grades" or "ranks".

    >>> from irlearn import AP, P, nDCG
    >>> asked_of([P]), asked_of([nDCG]), asked_of([AP])
    ('sets', 'grades', 'ranks')
    """
    if all(isinstance(measure, OF_SETS) for measure in measures):
        return "sets"
    if all(isinstance(measure, ExpectedSearchLength) or measure.averages_over_ties for measure in measures):
        return "levels"
    return "grades" if any(measure.basis == "grades" for measure in measures) else "ranks"


def settled(
    read: ParsedRanking, measures: Iterable[Measure], text: str, *, relevant: int | None = None, missed: str = ""
) -> Ranking:
    """Return the ranking of a parsed description. Raise `InputError` if the score depends on details that it omits.

    >>> from irlearn import P
    >>> settled(parse_ranking("TP 1, FP 1"), [P], "TP 1, FP 1")
    Ranking.parse('1 0')
    """
    measures = [*measures]
    cutoffs = {measure.cutoff for measure in measures}
    if read.stated and read.cutoff is None and len(cutoffs) == 1 and None not in cutoffs:
        read = of_shares(read.stated, cutoffs.pop(), text)  # the stated shares are at the cutoff
    read = _fitting(read, relevant)
    one = Ranking.of_reading(read, text, relevant=relevant, missed=missed)
    if read.uncut:
        measures = [_uncut(measure, read.uncut, one, text) for measure in measures]
    orders = [Ranking.of_reading(other, text, relevant=relevant, missed=missed) for other in read.others]
    unknown = read.open and relevant is None
    totals = [Ranking.of_reading(replace(read, missed=(1,) * more), text, missed=missed) for more in _MORE if unknown]
    for measure in measures:
        value = measure.of(one) if orders or totals or read.cutoff else 0.0
        if any(not _same(measure.of(other), value) for other in orders):
            raise InputError(read.doubt)
        if any(not _same(measure.of(other), value) for other in totals):
            raise InputError(
                f"the wording {quoted(text.strip())} does not say how many documents are relevant in all, which "
                f"{measure!r} needs; write it after the list, such as '; 4 relevant in all', or give it as `relevant`"
            )
        if read.cutoff and read.cutoff != measure.cutoff:
            cut = measure @ read.cutoff if measure.takes_cutoff else None
            shorter = read.cutoff >= len(one) if cut is None else _same(cut.of(one), value)
            if not shorter:
                asked = repr(cut) if cut is not None else "a measure with that cutoff"
                raise InputError(
                    f"the wording {quoted(text.strip())} says k = {read.cutoff}, but {measure!r} was asked for; "
                    f"ask for {asked}, or leave the cutoff out of the wording"
                )
    told = [one.read_as]
    if read.uncut:
        told += [
            f"precision and recall are stated, but no list of {read.uncut} ranks has both",
            "F depends on these two alone",
        ]
    if read.rounded:
        told.append("the fewest documents with the stated shares, which may be rounded")
    elif orders or totals:
        left = [read.leaves] * bool(orders) + ["the number of relevant documents in all"] * bool(totals)
        told.append(f"not stated, but irrelevant here: {comma_list([each for each in left if each])}")
    object.__setattr__(one, "read_as", "; ".join(told))
    return one


def _uncut(measure: Measure, cutoff: int, ranking: Ranking, text: str) -> Measure:
    """Return the measure without its cutoff, for a ranking made up to fit a stated precision and recall.

    The ranking is longer than the cutoff, because no list of that length has both values. Raise `InputError` for a
    measure that is not computed from precision and recall alone.
    """
    if not measure.uses_only_precision_recall:
        raise InputError(
            f"the wording {quoted(text.strip())} fits no whole numbers of documents at {cutoff} ranks; ask for the "
            "measure without a cutoff, or write the counts, such as 'TP 3, FP 2, FN 1'"
        )
    return measure.for_stated_shares(ranking)


def _fitting(read: ParsedRanking, relevant: int | None) -> ParsedRanking:
    """Keep only the readings with this number of relevant documents, or all readings if none has it."""
    every = (read, *read.others)
    fits = [one for one in every if relevant is None or one.relevant in (None, relevant)]
    return replace(fits[0], others=tuple(fits[1:]), doubt=read.doubt) if 0 < len(fits) < len(every) else read


def read_rankings(mean: Mean, text: str, relevant: Sequence[int], missed: str) -> tuple[Ranking, ...]:
    """Parse the rankings of the queries, or of one query.

    >>> from irlearn import MAP, MRR
    >>> read_rankings(MAP, "[[1, 0], [0, 1]]", [], "")
    (Ranking.parse('1 0'), Ranking.parse('0 1'))
    >>> MRR.of([MRR.measure.of(one) for one in read_rankings(MRR, "ranks 1, 4, None", [], "")])
    0.4166666666666667
    """
    said = parse_queries(text, queries_beside(relevant, missed))
    if isinstance(said, FirstHits):
        return _first_hits(mean, said, text, beside=bool(relevant or missed))
    asked = "first_hits" if isinstance(mean.measure, OF_FIRST_HITS) else "queries"
    found = [parse_ranking(text, asked)] if said is None else [*said]
    _refuse_one_list(mean, found, text)
    asides = beside(found, relevant, missed)
    return tuple(_of_query(mean, number, found, text, *asides[number]) for number in range(len(found)))


def _of_query(
    mean: Mean, number: int, found: Sequence[ParsedRanking], text: str, relevant: int | None, missed: str
) -> Ranking:
    """Return the ranking of one query; an error about the marks of a ranking names the query and shows the marks."""
    one = found[number]
    if not one.plain or len(found) == 1:
        return settled(one, [mean.measure], text, relevant=relevant, missed=missed)
    try:
        return settled(one, [mean.measure], spell(one.grades, one.ties), relevant=relevant, missed=missed)
    except InputError as error:
        raise InputError(f"query {number + 1}: {error}") from None


def beside(rankings: Sequence[object], relevant: Sequence[int], missed: str) -> list[tuple[int | None, str]]:
    """Return, for each ranking, the number of relevant documents and the missed grades as text."""
    many = len(rankings)
    totals: list[int | None] = [*relevant] if relevant else [None] * many
    lost = missed.split("|") if missed else [""] * many
    for one, of, given in (("number", "relevant documents", totals), ("list", "missed grades", lost)):
        if len(given) != many:
            takes = f"one ranking takes one {one}" if many == 1 else f"{many} rankings take {many} {one}s"
            raise InputError(f"{takes} of {of}; given: {len(given)}")
    return [*zip(totals, lost, strict=True)]


def queries_beside(relevant: Sequence[int], missed: str) -> int | None:
    """Return the number of queries in `relevant` or `missed`, or None if both are empty."""
    return len(relevant) or (missed.count("|") + 1 if missed else None)


def _refuse_one_list(mean: Mean, found: Sequence[ParsedRanking], text: str) -> None:
    """Raise `InputError` for ranks of one list if the mean needs the rank of the first hit of each query."""
    one = found[0]
    ranks = [rank for rank, grade in enumerate(one.grades, start=1) if grade > 0]
    if len(found) == 1 and one.named:
        raise InputError(
            f"the wording {quoted(text.strip())} may state the grades of one list, or a rank for each query; write "
            f"'grades {' '.join(map(str, one.grades))}' for one list, or 'q1: rank 2; q2: not found' for queries"
        )
    alone = one.relevant is None or isinstance(mean.measure, OF_FIRST_HITS)
    if alone and len(found) == 1 and len(ranks) > 1 and one.leaves == "the length of the list":
        raise ask(
            text,
            f"may be the ranks of {len(ranks)} documents of one list, or a rank for each query; write 'first hits at "
            "ranks 1, 3 and 5' for queries, or 'relevant at 1, 3, 5 of 10' for one list",
        )


def _first_hits(mean: Mean, said: FirstHits, text: str, *, beside: bool) -> tuple[Ranking, ...]:
    ranks, named = said.ranks, quoted(text.strip())
    if not isinstance(mean.measure, OF_FIRST_HITS):
        raise InputError(
            f"the wording {named} states the rank of the first relevant document of each query, which is enough for "
            f"MRR or 'mean hit rate@10', and not for {mean!r}; write the rankings with | between them"
        )
    if beside:
        raise InputError("the ranks of first hits take no numbers of relevant or missed documents beside them")
    if sum(filter(None, ranks)) > _MOST_RANKS:
        raise InputError(f"the ranks in {named} add up to more than {_MOST_RANKS:,}, the most that is worked out")
    return tuple(
        Ranking([0], [1, 0], read_as="read as no hit")
        if rank is None
        else Ranking([*[0] * (rank - 1), 1], read_as=f"read as the first hit at rank {rank}")
        for rank in ranks
    )


def _same(one: float, other: float) -> bool:
    return one == other or abs(one - other) < 1e-12 or (one != one and other != other)
