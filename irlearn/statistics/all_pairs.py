"""All pairs of systems by every procedure, in one table: what is significant depends on what is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from irlearn.errors import InputError
from irlearn.formulas import Division, Equation, Line, Number, Product, Sentence
from irlearn.statistics.arrays import ALPHA, FloatArray, check_share
from irlearn.statistics.corrections import Correction, benjamini_hochberg, bonferroni, holm
from irlearn.statistics.letter_display import group_letters, highest_first
from irlearn.statistics.randomized import Progress, RandomizedTukey, randomized_tukey_hsd
from irlearn.statistics.results import WorkedResult, as_typed, in_short
from irlearn.statistics.score_matrix import ScoreMatrix
from irlearn.statistics.ties import TOLERANCE
from irlearn.statistics.tukey import How, PairsResult, tukey_hsd
from irlearn.text.english import comma_list, count_noun
from irlearn.text.numbers import fixed
from irlearn.text.tables import to_pandas

if TYPE_CHECKING:
    import pandas

_NAMED = 5  # pairs named in a note


class Kind(NamedTuple):
    """A procedure: its name in words, and what it keeps at alpha."""

    title: str
    bounds: str


_EACH, _ANY = "each pair's false alarm", "any false alarm"
PROCEDURES: Mapping[str, Kind] = {
    "t": Kind("paired t, uncorrected", _EACH),
    "bonferroni": Kind("paired t, Bonferroni", _ANY),
    "holm": Kind("paired t, Holm", _ANY),
    "benjamini-hochberg": Kind("paired t, Benjamini-Hochberg", "the share of false alarms"),
    "one-way": Kind("Tukey HSD, one-way ANOVA", f"{_ANY}, topics as chance"),
    "two-way": Kind("Tukey HSD, two-way ANOVA", _ANY),
    "closed-form": Kind("randomised Tukey HSD, closed form", _ANY),
    "randomised": Kind("randomised Tukey HSD, permutations", _ANY),
}
"""The procedures by their names, in the order of the table."""

_CORRECTIONS: Mapping[str, Callable[..., Correction]] = {
    "bonferroni": bonferroni,
    "holm": holm,
    "benjamini-hochberg": benjamini_hochberg,
}
_CLOSED: Mapping[str, How] = {"one-way": "one-way", "two-way": "two-way", "closed-form": "randomised"}


class Procedure(NamedTuple):
    """What one procedure says of all pairs.

    `pvalues` (systems x systems) are corrected as the procedure does it, 1 on the diagonal and nan where there is none;
    `threshold` is how far two means must be apart, None where that differs from pair to pair.
    """

    name: str
    kind: Kind
    pvalues: FloatArray
    significant: NDArray[np.bool_]
    threshold: float | None = None

    @property
    def found(self) -> int:
        """How many pairs differ significantly."""
        return int(self.significant.sum()) // 2


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class AllPairs(WorkedResult):
    """All pairs of systems by several procedures.

    `procedures` has what each said, by its name; `names` and `means` have one entry a system, in the order given.
    `randomised` is the result of the permutations, None where none were asked for.
    """

    names: tuple[str, ...]
    means: FloatArray
    topics: int
    alpha: float
    procedures: Mapping[str, Procedure]
    randomised: RandomizedTukey | None = None

    @property
    def compared(self) -> int:
        """How many pairs there are."""
        return len(self.names) * (len(self.names) - 1) // 2

    @property
    def title(self) -> str:
        """How many pairs of how many systems."""
        systems, topics = count_noun(len(self.names), "system"), count_noun(self.topics, "topic")
        return f"{count_noun(self.compared, 'pair')} of {systems} on {topics}, alpha {self.alpha:g}"

    def of(self, name: str) -> Procedure:
        """What the procedure of this name says. Raises `InputError` for one that is not there.

        >>> all_pairs([[0.3, 0.2], [0.5, 0.1], [0.9, 0.8]]).of("tukey")
        Traceback (most recent call last):
        ...
        irlearn.errors.InputError: there is no procedure 'tukey' here; the procedures are t, bonferroni, holm, benjamini-hochberg, one-way, two-way and closed-form
        """  # noqa: E501 - one sentence
        if name in self.procedures:
            return self.procedures[name]
        if name in PROCEDURES:
            raise InputError("there were no permutations; give permutations=10_000 to all_pairs")
        raise InputError(f"there is no procedure {name!r} here; the procedures are {comma_list([*self.procedures])}")

    def letters(self, name: str) -> tuple[str, ...]:
        """Each system's groups by one procedure: those that share a letter do not differ significantly."""
        return group_letters(self.means, self.of(name).significant)

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """A row a procedure: how many pairs it calls different, beyond which difference, and what it keeps at alpha."""
        rows = self.procedures.values()
        return {
            "procedure": [one.kind.title for one in rows],
            "significant pairs": [f"{one.found:,}" for one in rows],
            "threshold": ["" if one.threshold is None else fixed(one.threshold, 4) for one in rows],
            "keeps at alpha": [one.kind.bounds for one in rows],
        }

    @property
    def equations(self) -> tuple[Line, ...]:
        """How many pairs there are, and how many false alarms that would make without a correction."""
        count = len(self.names)
        alarms = self.alpha * self.compared
        return (
            Equation("pairs", (Product(count, Division(Number(count) - 1, 2)), Number(self.compared))),
            Sentence(
                "were no system better, tests without a correction would give ",
                Product(as_typed(self.alpha), self.compared),
                " = ",
                in_short(alarms),
                " false alarms on average",
            ),
        )

    def to_frame(self) -> pandas.DataFrame:
        """A row a pair, the largest difference first: both systems, and the p-value of each procedure.

        Raises `InputError` without pandas.
        """
        places = np.array(highest_first(self.means))
        one, other = (places[side] for side in np.triu_indices(len(places), 1))
        apart = self.means[one] - self.means[other]
        order = np.argsort(-apart, kind="stable")
        one, other = one[order], other[order]
        return to_pandas(
            {
                "higher": [self.names[place] for place in one],
                "lower": [self.names[place] for place in other],
                "difference": apart[order],
                **{name: found.pvalues[one, other] for name, found in self.procedures.items()},
            }
        )

    def __repr__(self) -> str:
        found = ", ".join(f"{name} {one.found:,}" for name, one in self.procedures.items())
        return f"<AllPairs: of {count_noun(self.compared, 'pair')} {found}>"


def all_pairs(
    scores: ArrayLike,
    *,
    alpha: float = ALPHA,
    permutations: int | None = None,
    rng: np.random.Generator | int = 1,
    names: Iterable[str] | None = None,
    progress: Progress | None = None,
) -> AllPairs:
    """All pairs of systems by paired t tests, raw and corrected, and by Tukey's tests, in one table.

    `scores` are topics x systems, at least 2 of each. With `permutations` the randomised Tukey HSD is there too, else
    its closed form alone; `rng` and `progress` are its. Where two systems differ by the same on every topic, as
    identical runs do, t is not defined: p is nan, the pair is not counted as significant, and the corrections are made
    for the tests that there are. Raises `InputError` for fewer than 2 topics or systems, and for nan.

    >>> scores = [[0.3, 0.2, 0.1], [0.5, 0.4, 0.3], [0.9, 0.8, 0.8], [0.4, 0.4, 0.2]]
    >>> found = all_pairs(scores, names=["A", "B", "C"])
    >>> found
    <AllPairs: of 3 pairs t 1, bonferroni 1, holm 1, benjamini-hochberg 1, one-way 0, two-way 2, closed-form 1>
    >>> found.of("t").pvalues.round(4)[0].tolist()
    [1.0, 0.0577, 0.006]
    """
    alpha = check_share(alpha, "alpha")
    matrix = ScoreMatrix.of(scores, names)
    raw = paired_t_pvalues(matrix)
    upper = np.triu_indices(matrix.systems, 1)
    defined = np.isfinite(raw[upper])
    rows, columns = (side[defined] for side in upper)
    found = {"t": _procedure("t", raw, raw <= alpha)}
    for name, correct in _CORRECTIONS.items():
        pvalues, significant = np.where(np.isnan(raw), np.nan, 1.0), np.zeros(raw.shape, dtype=bool)
        if len(rows):
            corrected = correct(raw[rows, columns], alpha=alpha)
            pvalues[rows, columns] = pvalues[columns, rows] = corrected.adjusted
            significant[rows, columns] = significant[columns, rows] = corrected.significant
        found[name] = _procedure(name, pvalues, significant)
    results: dict[str, PairsResult] = {
        name: tukey_hsd(scores, alpha=alpha, names=matrix.names, how=how) for name, how in _CLOSED.items()
    }
    randomised = None
    if permutations is not None:
        randomised = randomized_tukey_hsd(
            scores, permutations, alpha=alpha, rng=rng, names=matrix.names, progress=progress
        )
        results["randomised"] = randomised
    for name, result in results.items():
        found[name] = _procedure(name, result.pvalues, result.significant, result.threshold)
    without = [(int(upper[0][place]), int(upper[1][place])) for place in np.flatnonzero(~defined)]
    return AllPairs(
        names=matrix.names,
        means=matrix.means,
        topics=matrix.topics,
        alpha=alpha,
        procedures=found,
        randomised=randomised,
        notes=(*_undefined(without, matrix), *(randomised.notes if randomised else ())),
    )


def paired_t_pvalues(matrix: ScoreMatrix) -> FloatArray:
    """The two-sided p-values of paired t tests, systems x systems; nan where all differences are the same.

    >>> paired_t_pvalues(ScoreMatrix.of([[0.3, 0.2, 0.3], [0.5, 0.4, 0.5], [0.9, 0.6, 0.9]])).round(4).tolist()
    [[1.0, 0.1296, nan], [0.1296, 1.0, 0.1296], [nan, 0.1296, 1.0]]
    """
    steps, count = matrix.steps, matrix.topics
    sizes = np.abs(steps).max(axis=0)
    pvalues = np.ones((matrix.systems, matrix.systems))
    for place in range(matrix.systems - 1):
        apart = steps[:, place + 1 :] - steps[:, [place]]
        mean, deviation = apart.mean(axis=0), apart.std(axis=0, ddof=1)
        rounding = 0.0 if matrix.on_a_grid else 2 * TOLERANCE
        constant = np.ptp(apart, axis=0) <= rounding * np.maximum(sizes[place + 1 :], sizes[place])
        with np.errstate(divide="ignore", invalid="ignore"):
            tails = 2 * special.stdtr(count - 1, -np.abs(mean) / (deviation / np.sqrt(count)))
        pvalues[place, place + 1 :] = pvalues[place + 1 :, place] = np.where(constant, np.nan, tails)
    return pvalues


def _procedure(
    name: str, pvalues: FloatArray, significant: NDArray[np.bool_], threshold: float | None = None
) -> Procedure:
    return Procedure(name, PROCEDURES[name], pvalues, significant & ~np.eye(len(pvalues), dtype=bool), threshold)


def _undefined(without: Sequence[tuple[int, int]], matrix: ScoreMatrix) -> tuple[str, ...]:
    if not without:
        return ()
    named = [f"{matrix.names[one]} and {matrix.names[other]}" for one, other in without[:_NAMED]]
    more = ", ..." if len(without) > _NAMED else ""
    said = (
        f"t is not defined for {count_noun(len(without), 'pair')} of systems that differ by the same on every topic "
        f"({'; '.join(named)}{more}): no p-value of the t tests, which are corrected for the others."
    )
    return (said,)
