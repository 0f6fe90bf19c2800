"""The function `solve`, which works out several measures on a ranking with all the tables that homework asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple, TypeVar, overload

from irlearn.byhand.calculation import SeveralCalculations
from irlearn.byhand.explain_quantity import explain
from irlearn.byhand.mean_derivation import explain_mean
from irlearn.byhand.measure_derivation import Derivation, Reach, grade_text, reach
from irlearn.byhand.terms import digits
from irlearn.errors import InputError
from irlearn.formulas import Listed, Number, Ratio
from irlearn.formulas.page import Block, Cell, Formulas, Heading, Page, Prose, Table
from irlearn.measures import MEASURES, IPrec, Mean, Measure, as_measure, parse_measures
from irlearn.measures.graded import CumulatedGain, DiscountedCumulatedGain
from irlearn.measures.precision_recall_curve import InterpolatedPrecision
from irlearn.ranking import Ranking, RankingLike, as_ranking, is_several
from irlearn.text.numbers import decimal

_Row = TypeVar("_Row")
_SHORT = 30
"""The most characters of a fraction in the table of results."""
_ROWS = 30
"""The most rows of a table; a longer table omits ranks without a relevant document or a gain."""


class RankRow(NamedTuple):
    """A rank of a list, with precision and recall as (numerator, denominator)."""

    rank: int
    grade: int
    relevant: bool
    found: int
    precision: tuple[int, int]
    recall: tuple[int, int]


@dataclass(frozen=True, repr=False)
class Sheet(Page):
    """The solution of an assignment: measures of one ranking with tables of the ranks.

    For binary measures there are precision and recall at each rank, the precision-recall points, and the interpolated
    precision at the 11 recall levels. For measures of gains there are the gain, the discount and the sums so far. The
    sheet prints as plain text, shows in a notebook, and can be written as Markdown, LaTeX, HTML or plain data.

    Attributes
    ----------
    ranking : Ranking
        The ranking.
    derivations : tuple of Derivation
        The derivation of each measure.
    left_out : tuple of str
        Sentences about the measures that are not defined on this ranking, if all measures were asked for.

    Examples
    --------
    >>> from irlearn import AP, P, Ranking, solve
    >>> sheet = solve([P, AP], Ranking.parse("1 0 1", relevant=3))
    >>> sheet
    <Sheet of P, AP on Ranking.parse('1 0 1', missed='1')>
    >>> [f"{row.found}/{row.rank}" for row in sheet.ranks()]
    ['1/1', '1/2', '2/3']
    """

    ranking: Ranking
    derivations: tuple[Derivation, ...]
    left_out: tuple[str, ...] = ()

    @property
    def measures(self) -> tuple[Measure, ...]:
        return tuple(derivation.measure for derivation in self.derivations)

    @cached_property
    def rels(self) -> tuple[int, ...]:
        """The lowest relevant grades of the binary measures."""
        return tuple(dict.fromkeys(measure.rel for measure in self.measures if measure.basis == "relevance"))

    @cached_property
    def gains(self) -> tuple[DiscountedCumulatedGain, ...]:
        """The gains and discounts of the measures, each as a DCG without a cutoff."""
        discounted = [
            DiscountedCumulatedGain(**measure.options)
            for measure in self.measures
            if isinstance(measure, DiscountedCumulatedGain)
        ]
        if not discounted and any(isinstance(measure, CumulatedGain) for measure in self.measures):
            return (DiscountedCumulatedGain(),)
        return tuple(dict.fromkeys(discounted))

    def ranks(self, rel: int = 1) -> tuple[RankRow, ...]:
        """Return each rank with its precision and recall; documents from grade `rel` on are relevant."""
        hits = [grade >= rel for grade in self.ranking.grades]
        relevant = int(self.ranking.arrays.relevant(rel))
        return tuple(
            RankRow(rank, grade, hit, found, (found, rank), (found, relevant))
            for rank, (grade, hit, found) in enumerate(
                zip(self.ranking.grades, hits, accumulate(map(int, hits)), strict=True), start=1
            )
        )

    def levels(self, rel: int = 1) -> tuple[Reach, ...]:
        """Return, for each of the 11 recall levels, the rank that reaches it and the highest precision from there."""
        parts = IPrec(rel=rel).parts()
        return tuple(reach(part, self.ranking) for part in parts if isinstance(part, InterpolatedPrecision))

    @property
    def title(self) -> str:
        relevant = int(self.ranking.arrays.relevant(1))
        return f"Solved sheet: {len(self.ranking)} retrieved, {relevant} relevant in all"

    def blocks(self) -> list[Block]:
        grades, missed = (_listed(values) for values in (self.ranking.grades, self.ranking.missed))
        blocks: list[Block] = [
            Heading(self.title, 1),
            Prose(f"Grades from rank 1 down: {grades}."),
            Prose(f"Grades of the judged documents that the list misses: {missed}." if missed else ""),
            Prose(self.ranking.echo),
            Prose(self.ranking.note),
            Heading("Results"),
            Table("", ["measure", "fraction", "decimal"], [_result(derivation) for derivation in self.derivations]),
            *map(Prose, self.left_out),
        ]
        for rel in self.rels:
            blocks += self._binary_blocks(rel)
        for gain in self.gains:
            blocks += self._gain_blocks(gain)
        for derivation in self.derivations:
            measure = derivation.measure
            blocks += [
                Heading(f"{measure!r}, {measure.title}"),
                Prose(f"{measure.formula}."),
                Formulas(derivation.equations),
                Prose(derivation.why),
            ]
        return blocks

    def _binary_blocks(self, rel: int) -> list[Block]:
        rows = self.ranks(rel)
        graded = rel > 1 or max(self.ranking.judged, default=0) > 1
        whose = f" (relevant: grade {rel} or more)" if graded else ""
        shown, note = _shown(rows, [row for row in rows if row.relevant], "a relevant document")
        points = [row for row in rows if row.relevant][:_ROWS]
        return [
            Heading(f"Precision and recall at each rank{whose}"),
            Prose(note),
            Table(
                "",
                ["rank", *(["grade"] if graded else []), "relevant", "found so far", "precision", "", "recall", ""],
                [_rank_cells(row, graded=graded) for row in shown],
                frozenset(place for place, row in enumerate(shown) if row.relevant),
            ),
            Heading(f"Precision-recall points{whose}"),
            Prose(
                "There is one point for each relevant document that was found."
                if points
                else "No relevant document was found."
            ),
            Table(
                "",
                ["rank", "recall", "", "precision", ""],
                [[str(row.rank), *_share(row.recall), *_share(row.precision)] for row in points],
            ),
            Heading(f"Interpolated precision at the 11 recall levels{whose}"),
            Prose(
                "The interpolated precision at a recall level is the highest precision at the ranks where recall is at "
                "that level or above, or 0 if the list never reaches the level. Between two relevant documents "
                "precision only falls, so it is enough to look at the ranks of relevant documents."
            ),
            Table(
                "",
                ["recall", "takes", "reached", "interpolated", "", "the highest of"],
                [_level_cells(level) for level in self.levels(rel)],
            ),
        ]

    def _gain_blocks(self, measure: DiscountedCumulatedGain) -> list[Block]:
        gains = measure.terms(self.ranking.exact).numerators.tolist()
        rows = [*zip(explain(measure, self.ranking).steps, gains, accumulate(gains), strict=True)]
        shown, note = _shown(rows, [row for row in rows if row[1]], "a gain")
        return [
            Heading(f"Gain and discount at each rank (gain: {measure.gain_words}; discount: {measure.discount_words})"),
            Prose(note),
            Table(
                "",
                ["rank", "grade", "gain", "gains so far", "discount", "gain / discount", "DCG so far"],
                [
                    [str(step.rank), grade_text(step.grade), str(gain), str(total)]
                    + [decimal(one) for one in (measure.discount_at(step.rank), step.value, step.running)]
                    for step, gain, total in shown
                ],
                frozenset(place for place, (_, gain, _) in enumerate(shown) if gain),
            ),
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the sheet as plain data: the ranking, the measures left out, and each derivation under "measures"."""
        return {
            "ranking": {
                "grades": list(self.ranking.grades),
                "missed": list(self.ranking.missed),
                "documents": list(self.ranking.documents),
            },
            "left_out": list(self.left_out),
            "measures": [derivation.to_json() for derivation in self.derivations],
        }

    def __repr__(self) -> str:
        ranking = repr(self.ranking) if len(self.ranking) <= _ROWS else f"a ranking of {len(self.ranking)}"
        return f"<Sheet of {', '.join(map(repr, self.measures))} on {ranking}>"


Asked = str | Measure | Mean | Iterable[Measure | Mean | str]


@overload
def solve(measures: Asked, ranking: RankingLike) -> Sheet: ...
@overload
def solve(measures: Asked, ranking: Iterable[Ranking]) -> SeveralCalculations: ...
def solve(measures: Asked, ranking: RankingLike | Iterable[Ranking]) -> Sheet | SeveralCalculations:
    """Work out measures on a ranking, or means on the rankings of several queries.

    Parameters
    ----------
    measures : Measure, Mean, str or iterable of these
        The measures, or "all" for every measure of the package that is defined on the ranking. For a single ranking, a
        mean is replaced by its measure.
    ranking : Ranking, str, list of int or iterable of Ranking
        The ranking, or the ranking of each query. With several queries all measures must be means, such as
        `mean P@5`.

    Returns
    -------
    Sheet or SeveralCalculations
        The solved sheet of one ranking; for several queries the derivation of each mean.

    Raises
    ------
    InputError
        If a measure cannot be read or is not defined on the input.

    Examples
    --------
    >>> from irlearn import AP, P, R, Ranking
    >>> ranking = Ranking.parse("relevant at 1, 3, 4, 6 and 9 of 10, 7 are relevant in all")
    >>> sheet = solve([P, R, AP], ranking)
    >>> [str(derivation.fraction) for derivation in sheet.derivations]
    ['1/2', '5/7', '131/252']
    >>> [str(level.value) for level in sheet.levels()]
    ['1', '1', '3/4', '3/4', '3/4', '2/3', '5/9', '5/9', '0', '0', '0']
    """
    if is_several(ranking):
        return _solve_means(measures, [as_ranking(query) for query in ranking])
    ranking = as_ranking(ranking)
    if isinstance(measures, str) and measures.strip().lower() == "all":
        derivations, left_out = [], []
        for measure in MEASURES.values():
            try:
                derivations.append(explain(measure, ranking))
            except InputError as error:
                left_out.append(f"{measure!r} is left out: {error}.")
        return Sheet(ranking, tuple(derivations), tuple(left_out))
    chosen = dict.fromkeys(measure.per_query for measure in _listed_measures(measures))
    return Sheet(ranking, tuple(explain(measure, ranking) for measure in chosen))


def _solve_means(measures: Asked, rankings: list[Ranking]) -> SeveralCalculations:
    chosen = _listed_measures(measures)
    for measure in chosen:
        if isinstance(measure, Measure):
            raise InputError(
                f"{measure!r} is computed for one ranking; for {len(rankings)} rankings ask for a mean, such as "
                f"{Mean.over(measure)!r}"
            )
    return SeveralCalculations(tuple(explain_mean(mean, rankings) for mean in chosen if isinstance(mean, Mean)))


def _listed_measures(measures: Asked) -> tuple[Measure | Mean, ...]:
    if isinstance(measures, str):
        listed = list(parse_measures(measures))
    else:
        listed = [as_measure(one) for one in (measures if isinstance(measures, Iterable) else [measures])]
    if not listed:
        raise InputError("there is no measure to compute; give one or more, such as AP or 'nDCG@10'")
    return tuple(dict.fromkeys(listed))


def _shown(rows: Sequence[_Row], relevant_rows: list[_Row], what: str) -> tuple[list[_Row], str]:
    """Return the rows of a table, and a sentence about rows that are left out, which is empty for a short list."""
    if len(rows) <= _ROWS:
        return list(rows), ""
    shown = relevant_rows[:_ROWS]
    part = "the first " * (len(shown) < len(relevant_rows)) + str(len(shown))
    return shown, f"Of {len(rows)} ranks, {len(relevant_rows)} have {what}; the table shows {part} of them."


def _listed(grades: tuple[int, ...]) -> str:
    words = " ".join(map(grade_text, grades[:_ROWS]))
    return f"{words} ... ({len(grades)} in all)" if len(grades) > _ROWS else words


def _share(pair: tuple[int, int]) -> list[Cell]:
    return [Ratio(*pair), decimal(pair[0] / pair[1])] if pair[1] else ["0", ""]


def _rank_cells(row: RankRow, *, graded: bool) -> list[Cell]:
    grade = [grade_text(row.grade)] if graded else []
    relevant = "?" if row.grade < 0 else "yes" if row.relevant else "no"
    return [str(row.rank), *grade, relevant, str(row.found), *_share(row.precision), *_share(row.recall)]


def _level_cells(level: Reach) -> list[Cell]:
    reached = "never" if level.first is None else f"from rank {level.first}"
    value, shown = Number(level.value), decimal(level.value)
    highest = Listed(*level.listed) if level.best else ""
    return [level.level, f"{level.needed} of {level.relevant}", reached, value, shown * (shown != str(value)), highest]


def _result(derivation: Derivation) -> list[Cell]:
    fraction = derivation.fraction
    short = fraction is not None and fraction.denominator > 1 and len(digits(fraction) or "") in range(1, _SHORT + 1)
    value = derivation.value if fraction is None else fraction
    return [repr(derivation.measure), Number(fraction) if short and fraction is not None else "", decimal(value)]
