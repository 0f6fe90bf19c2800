"""Tests of all pairs of systems by several procedures, in one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.errors import InputError
from irlearn.formulas import Division, Equation, Line, Number, Product, Sentence
from irlearn.formulas.page import Block, Note, Prose, Table
from irlearn.statistics.arrays import ALPHA, FloatArray, check_share
from irlearn.statistics.corrections import Correction, benjamini_hochberg, bonferroni, holm
from irlearn.statistics.lazy_scipy import special
from irlearn.statistics.letter_display import group_letters, highest_first, in_short as few_letters, letter_groups
from irlearn.statistics.randomized import Progress, RandomizedTukey, randomized_tukey_hsd
from irlearn.statistics.results import WorkedResult, as_typed, in_short
from irlearn.statistics.score_matrix import ScoreMatrix
from irlearn.statistics.ties import TOLERANCE
from irlearn.statistics.tukey import How, PairsResult, tukey_hsd
from irlearn.text.english import comma_list, count_noun
from irlearn.text.numbers import fixed, readable, score_texts
from irlearn.text.tables import to_pandas

if TYPE_CHECKING:
    import pandas

_MOST_NAMED = 5  # the largest number of pairs that a note names


class Kind(NamedTuple):
    """A kind of procedure: its name in words, and the error that it bounds by alpha."""

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
    "closed-form": Kind("randomized Tukey HSD, closed form", _ANY),
    "randomized": Kind("randomized Tukey HSD, permutations", _ANY),
}
"""The kinds of procedures by their ids, in the order of the table."""

_CORRECTIONS: Mapping[str, Callable[..., Correction]] = {
    "bonferroni": bonferroni,
    "holm": holm,
    "benjamini-hochberg": benjamini_hochberg,
}
_CLOSED: Mapping[str, How] = {"one-way": "one-way", "two-way": "two-way", "closed-form": "randomized"}


class Procedure(NamedTuple):
    """The result of a procedure for all pairs.

    `pvalues` (systems x systems) are corrected by the procedure; they are 1 on the diagonal and NaN if they are not
    defined. `threshold` is the difference beyond which means differ significantly; None if the pairs have different
    thresholds.
    """

    name: str
    kind: Kind
    pvalues: FloatArray
    significant: NDArray[np.bool_]
    threshold: float | None = None

    @property
    def found(self) -> int:
        """The number of significant pairs."""
        return int(self.significant.sum()) // 2


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class AllPairs(WorkedResult):
    """The results of several procedures for all pairs of systems.

    Attributes
    ----------
    names : tuple of str
        The systems.
    means : ndarray, shape (S,)
        The mean score of each system.
    topics : int
        The number of topics.
    alpha : float
        The significance level.
    procedures : mapping of str to Procedure
        The result of each procedure by its id.
    randomized : RandomizedTukey or None
        The result of the randomized Tukey HSD test; None if `permutations` was not given.
    """

    names: tuple[str, ...]
    means: FloatArray
    topics: int
    alpha: float
    procedures: Mapping[str, Procedure]
    randomized: RandomizedTukey | None = None

    @property
    def compared(self) -> int:
        """The number of pairs."""
        return len(self.names) * (len(self.names) - 1) // 2

    @property
    def title(self) -> str:
        """The numbers of pairs, systems and topics."""
        systems, topics = count_noun(len(self.names), "system"), count_noun(self.topics, "topic")
        return f"{count_noun(self.compared, 'pair')} of {systems} on {topics}, alpha {self.alpha:g}"

    def of(self, name: str) -> Procedure:
        """Return the result of a procedure.

        Parameters
        ----------
        name : str
            The id of the procedure, such as "holm".

        Returns
        -------
        Procedure

        Raises
        ------
        InputError
            If there is no procedure with this id, or if the procedure needs permutations and `permutations` was not
            given.

        Examples
        --------
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
        """Return the letters of each system by a procedure; systems that share a letter do not differ significantly.

        Parameters
        ----------
        name : str
            The id of the procedure.

        Returns
        -------
        letters : tuple of str
            The letters of each system, computed by `group_letters`.

        Raises
        ------
        InputError
            If there is no procedure with this id.
        """
        return group_letters(self.means, self.of(name).significant)

    def group_blocks(self, name: str, *, direction: int = 1, noun: str = "system") -> list[Block]:
        """Return a table of the means with the letters of a procedure, the best first, and a note on the letters.

        `direction` is -1 if lower scores are better; `noun` is the word for a system.

        >>> from irlearn.formulas.page import to_text
        >>> print(to_text(all_pairs([[0.3, 0.2], [0.5, 0.3], [0.9, 0.7]], names=["A", "B"]).group_blocks("holm")))
        system    mean    groups
        A       0.5667    a
        B       0.4000    b
        <BLANKLINE>
        Systems that share a letter do not differ significantly.
        """
        procedure, means = self.of(name), score_texts(self.means)
        groups = letter_groups(direction * self.means, procedure.significant)
        rows = [[self.names[i], means[i], few_letters(groups[i])] for i in highest_first(direction * self.means)]
        apart = (
            "" if procedure.threshold is None else f": their means are at most {readable(procedure.threshold)} apart"
        )
        return [
            Table("", [noun, "mean", "groups"], rows, left=frozenset({0, 2})),
            Note(f"{noun.capitalize()}s that share a letter do not differ significantly{apart}."),
        ]

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document, with groups by the randomized Tukey HSD test."""
        title, *others = super().blocks()
        *_, procedure = self.procedures.values()
        groups = self.group_blocks(procedure.name)
        return [title, Prose(f"Means, and groups by {procedure.kind.title}"), *groups, *others]

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row per procedure: the number of significant pairs, the threshold, and the error that alpha bounds."""
        rows = self.procedures.values()
        return {
            "procedure": [procedure.kind.title for procedure in rows],
            "significant pairs": [f"{procedure.found:,}" for procedure in rows],
            "threshold": ["" if procedure.threshold is None else fixed(procedure.threshold, 4) for procedure in rows],
            "keeps at alpha": [procedure.kind.bounds for procedure in rows],
        }

    @property
    def equations(self) -> tuple[Line, ...]:
        """The number of pairs, and the number of false alarms to expect from uncorrected tests if no pair differs."""
        count = len(self.names)
        alarms = self.alpha * self.compared
        return (
            Equation("pairs", (Product(count, Division(Number(count) - 1, 2)), Number(self.compared))),
            Sentence(
                "if no system were better, tests without a correction would give ",
                Product(as_typed(self.alpha), self.compared),
                " = ",
                in_short(alarms),
                " false alarms on average",
            ),
        )

    def to_frame(self) -> pandas.DataFrame:
        """Return one row per pair, the largest difference first: both systems, their difference and all p-values.

        Returns
        -------
        pandas.DataFrame

        Raises
        ------
        InputError
            If pandas is not installed.
        """
        systems = np.array(highest_first(self.means))
        higher, lower = (systems[ranks] for ranks in np.triu_indices(len(systems), 1))
        differences = self.means[higher] - self.means[lower]
        order = np.argsort(-differences, kind="stable")
        higher, lower = higher[order], lower[order]
        return to_pandas(
            {
                "higher": [self.names[system] for system in higher],
                "lower": [self.names[system] for system in lower],
                "difference": differences[order],
                **{name: procedure.pvalues[higher, lower] for name, procedure in self.procedures.items()},
            }
        )

    def __repr__(self) -> str:
        counts = ", ".join(f"{name} {procedure.found:,}" for name, procedure in self.procedures.items())
        return f"<AllPairs: of {count_noun(self.compared, 'pair')} {counts}>"


def all_pairs(
    scores: ArrayLike,
    *,
    alpha: float = ALPHA,
    permutations: int | None = None,
    rng: np.random.Generator | int = 1,
    names: Iterable[str] | None = None,
    progress: Progress | None = None,
) -> AllPairs:
    """Test all pairs of systems by paired t tests, raw and corrected, and by Tukey's tests.

    If two systems differ by the same amount on all topics, such as by 0 for identical runs, t is not defined. The
    p-value is then NaN, the pair is not significant, and the corrections count only the pairs with a p-value.

    Parameters
    ----------
    scores : array_like or sequence of sequences of Fraction, shape (T, S)
        The scores, topics x systems, at least 2 of each.
    alpha : float, default: 0.05
        The significance level, between 0 and 1.
    permutations : int, optional
        The number of permutations of the randomized Tukey HSD test; by default only its closed form is computed.
    rng : numpy.random.Generator or int, default: 1
        A generator or a seed for the permutations.
    names : iterable of str, optional
        Unique names of the systems; their numbers from 1 by default.
    progress : callable, optional
        A function that is called with the share of the permutations that are done, from 0 to 1.

    Returns
    -------
    AllPairs

    Raises
    ------
    InputError
        For fewer than 2 topics or systems, NaN, and arguments outside of their range.

    Examples
    --------
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
    procedures = {"t": _procedure("t", raw, raw <= alpha)}
    for name, correct in _CORRECTIONS.items():
        pvalues, significant = np.where(np.isnan(raw), np.nan, 1.0), np.zeros(raw.shape, dtype=bool)
        if len(rows):
            corrected = correct(raw[rows, columns], alpha=alpha)
            pvalues[rows, columns] = pvalues[columns, rows] = corrected.adjusted
            significant[rows, columns] = significant[columns, rows] = corrected.significant
        procedures[name] = _procedure(name, pvalues, significant)
    results: dict[str, PairsResult] = {
        name: tukey_hsd(scores, alpha=alpha, names=matrix.names, how=how) for name, how in _CLOSED.items()
    }
    randomized = None
    if permutations is not None:
        randomized = randomized_tukey_hsd(
            scores, permutations, alpha=alpha, rng=rng, names=matrix.names, progress=progress
        )
        results["randomized"] = randomized
    for name, result in results.items():
        procedures[name] = _procedure(name, result.pvalues, result.significant, result.threshold)
    undefined = [(int(upper[0][pair]), int(upper[1][pair])) for pair in np.flatnonzero(~defined)]
    return AllPairs(
        names=matrix.names,
        means=matrix.means,
        topics=matrix.topics,
        alpha=alpha,
        procedures=procedures,
        randomized=randomized,
        notes=(*_undefined_notes(undefined, matrix), *(randomized.notes if randomized else ())),
    )


def paired_t_pvalues(matrix: ScoreMatrix) -> FloatArray:
    """Return the two-sided p-values of paired t tests, systems x systems; NaN for pairs with constant differences.

    >>> paired_t_pvalues(ScoreMatrix.of([[0.3, 0.2, 0.3], [0.5, 0.4, 0.5], [0.9, 0.6, 0.9]])).round(4).tolist()
    [[1.0, 0.1296, nan], [0.1296, 1.0, 0.1296], [nan, 0.1296, 1.0]]
    """
    steps, count = matrix.steps, matrix.topics
    sizes = np.abs(steps).max(axis=0)
    pvalues = np.ones((matrix.systems, matrix.systems))
    for system in range(matrix.systems - 1):
        differences = steps[:, system + 1 :] - steps[:, [system]]
        mean, deviation = differences.mean(axis=0), differences.std(axis=0, ddof=1)
        rounding = 0.0 if matrix.on_a_grid else 2 * TOLERANCE
        constant = np.ptp(differences, axis=0) <= rounding * np.maximum(sizes[system + 1 :], sizes[system])
        with np.errstate(divide="ignore", invalid="ignore"):
            tails = 2 * special.stdtr(count - 1, -np.abs(mean) / (deviation / np.sqrt(count)))
        pvalues[system, system + 1 :] = pvalues[system + 1 :, system] = np.where(constant, np.nan, tails)
    return pvalues


def _procedure(
    name: str, pvalues: FloatArray, significant: NDArray[np.bool_], threshold: float | None = None
) -> Procedure:
    return Procedure(name, PROCEDURES[name], pvalues, significant & ~np.eye(len(pvalues), dtype=bool), threshold)


def _undefined_notes(pairs: Sequence[tuple[int, int]], matrix: ScoreMatrix) -> tuple[str, ...]:
    if not pairs:
        return ()
    named = [f"{matrix.names[first]} and {matrix.names[second]}" for first, second in pairs[:_MOST_NAMED]]
    more = ", ..." if len(pairs) > _MOST_NAMED else ""
    note = (
        f"t is not defined for {count_noun(len(pairs), 'pair')} of systems that differ by the same on every topic "
        f"({'; '.join(named)}{more}): no p-value of the t tests, which are corrected for the others."
    )
    return (note,)
