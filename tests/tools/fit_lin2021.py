"""Fit ten runs to the figures of tables 1 and 2 of Lin et al. (2021).

All that the tables print about two runs follows from one table of counts: how many queries have their relevant
document at rank x in run A and at rank y in run B (0 where a run does not find it). One objective decides what they
do not print. `typical_shape` is the shape of a run of which only the averages of the tables are known. Each table of
counts should be as near as possible (least Kullback-Leibler divergence, added over the rows) to that of two independent
runs of that shape, and yield the printed figures:

- percentages, means, and differences within their rounding;
- p-values as printed, but for two that no ten runs reach (see `irlearn.studies.leaderboard.impossible`). Those are as
  near as they are worth: a distance of d in ln p costs (d / UNIT)² / 2, where a nat of divergence over all queries
  costs 1.

The reconstruction has four steps:

1. The shape of R1. How many queries it answers is settled by the percentages (`counts`). Almost all figures compare R1
   with another run, and given R1's rank the other ranks need not depend on each other. So one fit finds the
   probabilities of R1's ranks together with the nine distributions of the other runs' ranks given R1's (`first_run`).
   It is a sequence of convex problems: where a figure is no linear function of the table (the ranks of a rank test, the
   mean in a t-test), it is replaced by its tangent at the last solution; each problem is solved by Newton's method on
   its dual. R1's divergence counts nine times, since it is part of nine tables.
2. One run after the other. R1 gets that shape in whole queries. For each other run the same fit is made again with the
   actual ranks of R1, for R10 with those of R1 and R9 at once; R9 and R10 get whole counts of answers.
3. A draw of each run from its fit, with the seed.
4. A polish: of many thousand random changes of the rank of one query, or of two or three queries, the one is taken
   that lowers the sum of squared distances from the printed figures the most; again, until every figure is within its
   tolerance or nothing helps. The two p-values that cannot be reached are kept where the fit has them. A run that stays
   further than `NEAR` is drawn and polished again, up to `DRAWS` times, and the nearest is kept.

The prior of a row is two independent runs, so where the tables leave a choice, the fit makes runs independent: the
correlation of RR between R1 and another run is -0.11 to 0.02. The runs are therefore no evidence for or against aligned
queries. The printed figures are: they allow no correlation of RR above 0.20 to 0.31, depending on the row (see
`irlearn.studies.leaderboard.printed_bounds.largest_correlation`), and a fit from a prior in which 60% of the queries
keep R1's rank ends at -0.11 to 0.02 too (`first_run` with `alike`).

Run `python tests/tools/reconstruct_lin2021.py` to do it again; it takes some minutes, and with the same seed, the same
versions of NumPy and SciPy, and linear algebra in one thread gives the same runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, special, stats

from irlearn.simulation.leaderboard import QUERIES, PrintedFigure, printed

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
Flags = NDArray[np.bool_]

SIDE = 101
"""Ranks 1 to 100, and 0 for a relevant document that is not found."""

_RANK = np.arange(SIDE, dtype=np.float64)
_RR = np.concatenate([[0.0], 1 / _RANK[1:]])
_X, _Y = np.meshgrid(_RANK, _RANK, indexing="ij")
_RX, _RY = np.meshgrid(_RR, _RR, indexing="ij")
_BOTH = (_X > 0) & (_Y > 0)
_ALL = np.ones_like(_BOTH)
_LINEAR = np.stack(
    [
        (_X > 0) & (_Y == 0),
        (_X == 0) & (_Y > 0),
        _BOTH * _X,
        _BOTH * _Y,
        _BOTH * _RX,
        _BOTH * _RY,
        _BOTH * (_X - _Y) ** 2,
        _BOTH * (_RX - _RY) ** 2,
        _RY - _RX,
        (_RY - _RX) ** 2,
    ],
    axis=-1,
).astype(np.float64)
MEANS = {"esl_a": _X, "esl_b": _Y, "both_rr_a": _RX, "both_rr_b": _RY}
"""The means on the queries that both answer: what is averaged."""

RANKED = ("both_esl_signed_rank", "both_rr_signed_rank", "rr_signed_rank", "rr_rank_sum")
PAIRED: dict[str, tuple[Floats, Flags, tuple[str, ...]]] = {
    "both_esl_paired_t": (_Y - _X, _BOTH, ("esl_b", "esl_a")),
    "both_rr_paired_t": (_RY - _RX, _BOTH, ("both_rr_b", "both_rr_a")),
    "rr_paired_t": (_RY - _RX, _ALL, ("delta",)),
}
"""The paired t-tests: of what differences, on which queries, and the printed mean difference (or its two means)."""

ASKED = 2 + len(MEANS) + 1 + len(PAIRED) + len(RANKED)
"""How many figures a row asks a fit for; of the four percentages two follow from the others."""

GIVE_WAY = frozenset({("R4", "both_rr_paired_t"), ("R5", "both_esl_paired_t")})
"""The p-values, by run B and column, that cannot be reached together with the others."""

UNIT = 0.001
"""A distance in ln p, 0.1% of a p-value, that counts as one unit: the polish brings p-values so near.

A larger unit leaves the two that give way further from print, a smaller one bends the runs more for them: of R5's ESL
and R4's RR, the first fit reaches p = 0.58 and 0.43 with 0.01, 0.68 and 0.43 with 0.002, 0.72 and 0.42 with 0.001, 0.75
and 0.42 with 0.0005. All other figures are met with each."""

REACH = 0.9
"""How far, in half widths of its rounding, a fit may move a figure from the middle; the rest is room for the draw."""

DRAWS = 6
"""How often a run is drawn and polished at most."""

NEAR = 25.0
"""The sum of squared distances, in units, at which a run need not be drawn again: one p-value off by 0.5%, say."""

ROUNDS = 60
"""How many convex problems a fit solves; the last ones change p-values by less than one part in 100,000."""


def _levels(differences: Floats) -> tuple[Counts, Floats]:
    """Which absolute differences are equal, numbered upward from 0 for no difference, and the signs."""
    exact = np.round(differences, 12)
    _, level = np.unique(np.abs(exact), return_inverse=True)
    return level.reshape(differences.shape), np.sign(exact)


_UPWARD = np.concatenate([[0], np.arange(SIDE - 1, 0, -1)])
"""Ranks in the order of their RR: not found, 100, 99, ..., 1."""

_RANKED_DIFFERENCES = (
    (*_levels(_Y - _X), _BOTH),
    (*_levels(_RY - _RX), _BOTH),
    (*_levels(_RY - _RX), _ALL),
)


def ranked_features(table: Floats) -> tuple[Floats, Floats]:
    """For each cell what a query in it adds to the four rank statistics, and the statistics' standard deviations.

    `table` holds counts, shape (101, 101). The first three are signed ranks of y - x (ESL and RR on the queries both
    answer, RR on all), positive where B's number is larger, with zeros dropped; the last is the share of A's RR that
    B's exceeds, less its mean. A statistic over its standard deviation is the z of the test.
    """
    features = np.empty((SIDE, SIDE, 4))
    deviations = np.empty(4)
    for column, (level, sign, where) in enumerate(_RANKED_DIFFERENCES):
        tied, middle = _middle_ranks(table, level, where)
        features[..., column] = np.where(where, sign * middle[level], 0)
        deviations[column] = np.sqrt(_signed_variance(tied))
    others = table.sum(axis=1)[_UPWARD]
    exceeded = np.empty(SIDE)
    exceeded[_UPWARD] = np.cumsum(others) - others / 2
    n = table.sum()
    features[..., 3] = exceeded[np.newaxis, :] - n / 2
    deviations[3] = np.sqrt(n * n * (2 * n + 1) / 12)
    return features, deviations


def _middle_ranks(table: Floats, level: Counts, where: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """For each level of absolute difference how many queries have it (none counted at 0), and their middle rank."""
    tied = np.bincount(level[where], weights=table[where], minlength=int(level.max()) + 1).astype(np.float64)
    tied[0] = 0
    middle = np.cumsum(tied) - (tied - 1) / 2
    middle[0] = 0
    return tied, middle


def _signed_variance(tied: Floats) -> float:
    """The variance of the sum of signed ranks with these ties, if signs were coins."""
    n = tied.sum()
    return float(n * (n + 1) * (2 * n + 1) / 6 - np.maximum(tied**3 - tied, 0).sum() / 12)


def ranked_slopes(table: Floats) -> tuple[Floats, Floats, Floats]:
    """As `ranked_features`, but what one more query in a cell changes, the ranks of all others included.

    Returns the slopes of the four statistics and of the first three variances, shape (101, 101, 7), and the four
    statistics and the four variances at this table.
    """
    features, deviations = ranked_features(table)
    at = np.einsum("xy,xyk->k", table, features)
    slopes = np.zeros((SIDE, SIDE, 7))
    others = table.sum(axis=0)[_UPWARD]
    exceeding = np.empty(SIDE)
    exceeding[_UPWARD] = others.sum() - np.cumsum(others) + others / 2
    slopes[..., 3] = features[..., 3] + (exceeding - others.sum() / 2)[:, np.newaxis]
    for column, (level, sign, where) in enumerate(_RANKED_DIFFERENCES):
        tied, _ = _middle_ranks(table, level, where)
        net = np.bincount(level[where], weights=(table * sign)[where], minlength=len(tied))
        above = net[::-1].cumsum()[::-1] - net / 2
        moved = where & (sign != 0)
        slopes[..., column] = features[..., column] + np.where(moved, above[level] + sign / 2, 0)
        slopes[..., 4 + column] = np.where(moved, tied.sum() ** 2 - (tied**2 / 4)[level], 0)
    return slopes, at, deviations**2


@dataclass(frozen=True)
class _Asked:
    """What a row asks of a table of expected counts, as linear functions near one table, in sums over queries.

    `features`, shape (101, 101, figures): what a query in a cell adds. `target`: the wanted sums. `width`: how far the
    sum may be away, 0 where it may not. `softness`: the squared distance that counts as one unit, 0 where any is too
    much. `pvalues`: those of this table.
    """

    features: Floats
    target: Floats
    width: Floats
    softness: Floats
    pvalues: dict[str, float]


@dataclass(frozen=True)
class Goal:
    """What one row of the tables asks of two runs: printed figures, and how many queries run A answers."""

    run_a: str
    run_b: str
    figures: Mapping[str, PrintedFigure]
    answered: int
    counts_fixed: tuple[int, int] | None = None
    reached: dict[str, float] = field(default_factory=dict)
    """The p-values that give way, as the last fit has them."""

    def gives_way(self, name: str) -> bool:
        return self.run_a == "R1" and (self.run_b, name) in GIVE_WAY

    def bounds(self, name: str) -> tuple[float, float]:
        """The range of `a_only` or `b_only` in queries that agrees with all four percentages."""
        low, high = self._queries(name)
        if name == "a_only":
            others = self._queries("both")
            return max(low, self.answered - others[1]), min(high, self.answered - others[0])
        others = self._queries("neither")
        rest = QUERIES - self.answered
        return max(low, rest - others[1]), min(high, rest - others[0])

    def _queries(self, name: str) -> tuple[float, float]:
        figure = self.figures[name]
        return (figure.value - figure.half_unit) * QUERIES / 100, (figure.value + figure.half_unit) * QUERIES / 100

    def z(self) -> Floats:
        """The z of the four rank tests, with the sign of the difference of the mean RR.

        A p-value does not say which run is better. Where mean ESL and mean RR disagree (R5, R6), the signed ranks of
        ESL go with RR: ranks and reciprocal ranks order two runs alike on each query.
        """
        figures = self.figures
        better = np.sign(figures["both_rr_b"].value - figures["both_rr_a"].value)
        signs = np.array([-better, better, 1, 1])
        return np.asarray(signs * stats.norm.isf(np.array([figures[column].value for column in RANKED]) / 2))

    def asked(self, table: Floats, unit: float = UNIT) -> _Asked:
        """The figures as linear functions near this table; `unit` is the distance in ln p that counts as one."""
        features = np.zeros((SIDE, SIDE, ASKED))
        target, width, softness = np.zeros((3, ASKED))
        pvalues = {}
        for column, name in enumerate(("a_only", "b_only")):
            features[..., column] = _LINEAR[..., column]
            low, high = self.bounds(name)
            target[column], width[column] = (low + high) / 2, REACH * (high - low) / 2
            if self.counts_fixed is not None:
                target[column], width[column] = self.counts_fixed[column], 0
        both = float(table[_BOTH].sum())
        for column, (name, number) in enumerate(MEANS.items(), start=2):
            figure = self.figures[name]
            features[..., column] = _BOTH * (number - figure.value)
            width[column] = REACH * figure.half_unit * both
        delta = self.figures["delta"]
        features[..., 6] = _RY - _RX
        target[6], width[6] = QUERIES * delta.value, QUERIES * REACH * delta.half_unit
        for column, name in enumerate(PAIRED, start=7):
            features[..., column], target[column], softness[column], pvalues[name] = self._paired(table, name, unit)
        slopes, at, variances = ranked_slopes(table)
        deviations = np.sqrt(variances)
        for number, (name, z) in enumerate(zip(RANKED, self.z(), strict=True)):
            slope = slopes[..., number].copy()
            if number < 3:
                slope -= z / (2 * deviations[number]) * slopes[..., 4 + number]
            features[..., 10 + number] = slope
            target[10 + number] = (table * slope).sum() - (at[number] - z * deviations[number])
            pvalues[name] = float(2 * stats.norm.sf(abs(at[number] / deviations[number])))
        return _Asked(features, target, width, softness, pvalues)

    def _paired(self, table: Floats, name: str, unit: float) -> tuple[Floats, float, float, float]:
        """The feature, the target, and the softness of a paired t-test, and its p-value now.

        The t of n differences with sum D fixes their sum of squares: it is D² / n · (1 + (n - 1) / t²). The tangent to
        that is taken at the D that is nearest to this table's and agrees with the printed means. A p-value that gives
        way has its tangent in ln p instead.
        """
        difference, where, means = PAIRED[name]
        figure = self.figures[name]
        n = float(table[where].sum())
        present = float((table * difference)[where].sum())
        squares = float((table * difference**2)[where].sum())
        printed_difference = self.figures[means[0]].value - sum(self.figures[other].value for other in means[1:])
        half = REACH * sum(self.figures[other].half_unit for other in means)
        total = float(np.clip(present, n * (printed_difference - half), n * (printed_difference + half)))
        variance = (squares - present**2 / n) / (n - 1)
        p = float(2 * stats.t.sf(abs(present) / np.sqrt(n * variance), n - 1))
        t = float(stats.t.isf(figure.value / 2, n - 1))
        shift, softness = 0.0, 0.0
        if self.gives_way(name):
            spread = squares - total**2 / n
            t = abs(total) / np.sqrt(n * spread / (n - 1))
            now = 2 * stats.t.sf(t, n - 1)
            rise = stats.t.pdf(t, n - 1) * t / (now * spread)  # of ln p with the sum of squares
            shift = float(np.log(figure.value / now) / rise)
            softness = float((unit / rise) ** 2)
        factor = (1 + (n - 1) / t**2) / n
        fewer = (
            total**2 * (1 - 1 / t**2) / n**2 if where is _BOTH else 0.0
        )  # what one more query takes from D² · factor
        feature = np.where(where, difference**2 - 2 * factor * total * difference + fewer, 0)
        return feature, float(fewer * n - factor * total**2 + shift), softness, p


def _table(partner: Counts, share: Floats, drawn: Floats) -> Floats:
    """The expected table of counts of (partner's rank, new run's rank)."""
    table = np.zeros((SIDE, SIDE))
    np.add.at(table, partner, QUERIES * share[:, np.newaxis] * drawn)
    return table


@dataclass(frozen=True)
class Fit:
    """The distributions nearest to the prior that meet the figures.

    `share`, shape (contexts,), sums to 1. `drawn` holds for each new run the probabilities of its ranks in each
    context, shape (contexts, 101). `cost` is the objective: the divergence in nats over all queries, and half the
    squared distance in units of each p-value that gives way. `pvalues` maps (run A, run B, column) to the p reached.
    """

    share: Floats
    drawn: tuple[Floats, ...]
    cost: float
    pvalues: dict[tuple[str, str, str], float]


def fit(
    groups: Sequence[Sequence[Goal]],
    contexts: Counts,
    share: Floats,
    prior: Floats,
    *,
    free: Flags | None = None,
    rounds: int = ROUNDS,
) -> Fit:
    """For each new run and context the distribution of its rank that meets its goals and is nearest to the prior.

    `groups` holds the goals of each new run; `contexts`, shape (contexts, goals), the partner's rank in each goal;
    `share` how many of the queries have that context. Where `free` is true, shares may change: they too become those
    nearest to `share`, with the same total, and their divergence counts once for each new run. `prior` has shape
    (101,), or (contexts, 101) where it depends on the context. Raises `ArithmeticError` where nothing is found.
    """
    free = np.zeros(len(share), dtype=bool) if free is None else free
    drawn = [np.broadcast_to(prior, (len(share), SIDE)) for _ in groups]
    start, theta, scale = share, np.zeros(0), np.zeros(0)
    for turn in range(rounds + 1):
        # the distance that counts as one unit falls from 10% to UNIT in the first half of the rounds
        unit = max(UNIT, 0.1 * (10 * UNIT) ** (2 * turn / ROUNDS))
        asked = [
            [goal.asked(_table(partner, share, given), unit) for goal, partner in zip(goals, contexts.T, strict=True)]
            for goals, given in zip(groups, drawn, strict=True)
        ]
        if turn == rounds:
            break
        features = [
            np.concatenate([row.features[partner] for row, partner in zip(rows, contexts.T, strict=True)], axis=-1)
            for rows in asked
        ]
        rescaled = np.concatenate(
            [
                np.sqrt(np.einsum("c,cy,cyk->k", share, given, feature**2))
                for given, feature in zip(drawn, features, strict=True)
            ]
        )
        theta = theta * rescaled / scale if turn else np.zeros(len(rescaled))
        scale = rescaled
        target, width, softness = (
            np.concatenate([getattr(row, name) for rows in asked for row in rows])
            for name in ("target", "width", "softness")
        )
        # what must hold is soft at first, so that the first tangents, taken far away, do no harm
        hardening = np.where(width > 0, 0, 10 ** (-2 - turn / 4))
        problem = _Problem(
            tuple(feature / part for feature, part in zip(features, np.split(scale, len(groups)), strict=True)),
            prior,
            start,
            free,
            target / scale / QUERIES,
            width / scale / QUERIES,
            np.maximum(np.maximum(softness / scale**2 / QUERIES, hardening), 1e-12),
        )
        theta, share, drawn = problem.solve(theta)
    cost = len(groups) * QUERIES * float((share[free] * np.log(share[free] / start[free])).sum())
    pvalues = {}
    for goals, rows, given in zip(groups, asked, drawn, strict=True):
        divergence = special.rel_entr(given, prior).sum(axis=1)
        cost += QUERIES * float(share @ divergence)
        for goal, row in zip(goals, rows, strict=True):
            for name, p in row.pvalues.items():
                pvalues[goal.run_a, goal.run_b, name] = p
                if goal.gives_way(name):
                    goal.reached[name] = p
                    cost += float(np.log(p / goal.figures[name].value) / UNIT) ** 2 / 2
    if not np.isfinite(cost):
        raise ArithmeticError("the fit found no distributions that meet the figures; begin nearer to independent runs")
    return Fit(share, tuple(drawn), cost, pvalues)


@dataclass(frozen=True)
class _Problem:
    """One convex problem: the least divergence under linear conditions, for each query.

    A condition with a width keeps within it by a logarithmic barrier of one nat; one with a softness costs half its
    squared distance in units.
    """

    features: tuple[Floats, ...]
    prior: Floats
    share: Floats
    free: Flags
    target: Floats
    width: Floats
    softness: Floats

    def solve(self, theta: Floats) -> tuple[Floats, Floats, list[Floats]]:
        """Newton's method with backtracking on the dual; gives the multipliers, the shares, and the distributions."""
        height, share, drawn = self._dual(theta)
        while height > self._dual(np.zeros_like(theta))[0]:  # the last solution is of no use here: go back from it
            theta = theta / 2
            height, share, drawn = self._dual(theta)
        for _ in range(100):
            slope, curve = self._derivatives(theta, share, drawn)
            step = np.linalg.solve(curve, slope)
            gain, length = float(slope @ step), 1.0
            while length > 1e-9:
                lower, share_there, drawn_there = self._dual(theta - length * step)
                if lower <= height - 1e-4 * length * gain:
                    break
                length /= 2
            else:
                break
            theta, height, share, drawn = theta - length * step, lower, share_there, drawn_there
            if gain < 1e-13:
                break
        return theta, share, drawn

    def _parts(self) -> list[slice]:
        """Where each new run's multipliers are."""
        ends = np.cumsum([feature.shape[-1] for feature in self.features]).tolist()
        return [slice(begin, end) for begin, end in zip([0, *ends], ends, strict=False)]

    def _dual(self, theta: Floats) -> tuple[float, Floats, list[Floats]]:
        """The dual to be made least, and the shares and distributions that belong to these multipliers."""
        drawn, total = [], np.zeros(len(self.share))
        for feature, part in zip(self.features, self._parts(), strict=True):
            energy = np.log(self.prior) + feature @ theta[part]
            top = energy.max(axis=1, keepdims=True)
            weight = np.exp(energy - top)
            sums = weight.sum(axis=1, keepdims=True)
            total += (np.log(sums) + top)[:, 0]
            drawn.append(weight / sums)
        share, free = self.share.copy(), self.free
        height = float(share[~free] @ total[~free])
        if free.any():
            whole = share[free].sum()
            energy = np.log(share[free] / whole) + total[free] / len(drawn)
            weight = np.exp(energy - energy.max())
            height += float(whole * len(drawn) * (np.log(weight.sum()) + energy.max()))
            share[free] = whole * weight / weight.sum()
        push = QUERIES * self.width * theta
        at = push / (1 + np.sqrt(1 + push**2))
        barrier = (push * at + np.log1p(-(at**2))).sum() / QUERIES
        return height + float(barrier - theta @ self.target + self.softness / 2 @ theta**2), share, drawn

    def _derivatives(self, theta: Floats, share: Floats, drawn: Sequence[Floats]) -> tuple[Floats, Floats]:
        root = np.sqrt(1 + (QUERIES * self.width * theta) ** 2)
        at = QUERIES * self.width * theta / (1 + root)
        curve = np.diag(self.softness + QUERIES * self.width**2 / (root * (1 + root)))
        mean = np.concatenate([np.einsum("cy,cyk->ck", *pair) for pair in zip(drawn, self.features, strict=True)], 1)
        slope = share @ mean - self.target + self.softness * theta + self.width * at
        for feature, given, part in zip(self.features, drawn, self._parts(), strict=True):
            flat = feature.reshape(-1, feature.shape[-1])
            weighted = flat * (given * share[:, np.newaxis]).reshape(-1, 1)
            curve[part, part] += weighted.T @ flat - (mean[:, part] * share[:, np.newaxis]).T @ mean[:, part]
        if self.free.any():
            moved, weight = mean[self.free], share[self.free]
            middle = weight @ moved
            curve += ((moved * weight[:, np.newaxis]).T @ moved - np.outer(middle, middle) / weight.sum()) / len(drawn)
        return slope, curve


def typical_shape() -> Floats:
    """The probabilities of ranks 0 (not found) to 100 in a run of which only the averages of the tables are known.

    The share that is not found, the mean ESL, and the mean RR are averages of the printed figures over both runs of the
    ten rows. Of all shapes with these, it is the one with the most entropy, so nothing else is assumed.

    >>> shape = typical_shape()
    >>> shape.shape, round(float(shape[0]), 3)
    ((101,), 0.167)
    """
    rows = printed().values()

    def average(*names: str) -> float:
        return float(np.mean([row[name].value for row in rows for name in names]))

    missed = (average("neither") + average("a_only", "b_only")) / 100
    found = _RANK > 0
    esl, rr = average("esl_a", "esl_b"), average("both_rr_a", "both_rr_b")
    features = np.stack([~found, found * (_RANK - esl), found * (_RR - rr)], axis=-1)
    problem = _Problem(
        (features[np.newaxis],),
        np.full(SIDE, 1 / SIDE),
        np.ones(1),
        np.zeros(1, dtype=bool),
        np.array([missed, 0, 0]),
        np.zeros(3),
        np.full(3, 1e-12),
    )
    _, _, (drawn,) = problem.solve(np.zeros(3))
    return np.asarray(drawn[0])


WHOLE = ("R9", "R10")
"""The runs that get whole counts of answers before anything is fitted, since three rows have to agree on them."""


def first_run(prior: Floats, *, alike: float = 0.0, rounds: int = ROUNDS) -> Fit:
    """The shape of R1, and those of R2 to R10 given R1's rank, that make each row nearest to two runs of the prior.

    `share` of the result holds the probabilities of R1's ranks, `drawn` those of R2 to R10. What R9 and R10 print of
    each other is left to later. The runs of the prior are independent; with `alike` (0 to 1, but not 1) they keep R1's
    rank on that share of the queries, to see what the figures leave of a likeness (see `correlations`).
    """
    answered, only_counts = counts()
    rows = printed()
    share = np.concatenate([[1 - answered / QUERIES], answered / QUERIES * prior[1:] / prior[1:].sum()])
    groups = [
        [Goal(*pair, rows[pair], answered, only_counts[pair] if pair[1] in WHOLE else None)]
        for pair in rows
        if pair[0] == "R1"
    ]
    given = (1 - alike) * np.tile(prior, (SIDE, 1)) + alike * np.eye(SIDE)
    return fit(groups, np.arange(SIDE)[:, np.newaxis], share, given, free=_RANK > 0, rounds=rounds)


def correlations(first: Fit) -> dict[str, float]:
    """The correlation of RR (a miss is 0) between R1 and each of R2 to R10, as `first_run` has them."""
    found = {}
    for number, drawn in enumerate(first.drawn, start=2):
        table = first.share[:, np.newaxis] * drawn
        means = first.share @ _RR, table.sum(axis=0) @ _RR
        variances = first.share @ (_RR - means[0]) ** 2, table.sum(axis=0) @ (_RR - means[1]) ** 2
        found[f"R{number}"] = float((_RR @ table @ _RR - means[0] * means[1]) / np.sqrt(variances[0] * variances[1]))
    return found


_RANK_SUM_DEVIATION = float(np.sqrt(QUERIES * QUERIES * (2 * QUERIES + 1) / 12))


class Polish:
    """One run's ranks, with the printed figures it should yield beside its partners, and moves towards them.

    How many changes are tried, and how coarse the first stages are, decides how long it takes and how near the p-values
    come; the printed means, percentages and differences hold by the wall around them.
    """

    STAGES = (100 * UNIT, 20 * UNIT, 5 * UNIT, UNIT)
    """The distance of a p-value, as a natural logarithm, that counts as one unit, from the first stage to the last."""

    WALL = 1e4
    """What it costs that a percentage, mean or difference is a half width of rounding too far away: more than any p."""

    def __init__(
        self,
        goals: Sequence[Goal],
        partners: Sequence[Counts],
        drawn: Floats,
        contexts: Counts,
        context: Counts,
        rng: np.random.Generator,
    ) -> None:
        self.goals, self.partners, self.rng = goals, partners, rng
        self.below, self.context = np.cumsum(drawn, axis=1), context
        self.ranks = _draw(drawn, contexts, context, rng)
        self.close = self.STAGES[0]
        self._measure()

    def _measure(self) -> None:
        """Work out the sums, the slopes and the distance of the present ranks."""
        slopes, sums = [], []
        for partner in self.partners:
            table = np.bincount(partner * SIDE + self.ranks, minlength=SIDE * SIDE).reshape(SIDE, SIDE).astype(float)
            ranked, statistics, variances = ranked_slopes(table)
            slopes.append(np.concatenate([_LINEAR, ranked], axis=-1))
            sums.append(np.concatenate([np.einsum("xy,xyk->k", table, _LINEAR), statistics, variances[:3]]))
        self.slopes, self.sums = slopes, np.stack(sums)
        self._units()
        self.cost = float(self._costs(self.sums[np.newaxis])[0])

    def _units(self) -> None:
        """For each goal and test, the wanted statistic, one unit of distance, and the distance that counts as none."""
        self.wanted, self.unit, self.slack = np.empty((3, len(self.goals), 7))
        for number, goal in enumerate(self.goals):
            answered = goal.answered - self.sums[number, 0]
            for column, name in enumerate((*RANKED, *PAIRED)):
                figure = goal.figures[name]
                wanted = goal.reached.get(name, figure.value)
                if name in RANKED:
                    z = goal.z()[column]
                    fall = 2 * stats.norm.pdf(z) / wanted
                else:
                    freedom = (QUERIES if name == "rr_paired_t" else answered) - 1
                    z = stats.t.isf(wanted / 2, freedom)
                    fall = 2 * stats.t.pdf(z, freedom) / wanted
                self.wanted[number, column] = z
                self.unit[number, column] = self.close / fall
                self.slack[number, column] = 0.9 * figure.half_unit / wanted / fall

    def _costs(self, sums: Floats) -> Floats:
        """The squared distance from the printed figures for many candidate sums, shape (candidates, goals, 17)."""
        cost = np.zeros(len(sums))
        for number, goal in enumerate(self.goals):
            s = sums[:, number]
            n = goal.answered - s[:, 0]
            percent = 100 / QUERIES
            values = {
                "a_only": s[:, 0] * percent,
                "b_only": s[:, 1] * percent,
                "both": n * percent,
                "neither": (QUERIES - goal.answered - s[:, 1]) * percent,
                "esl_a": s[:, 2] / n,
                "esl_b": s[:, 3] / n,
                "both_rr_a": s[:, 4] / n,
                "both_rr_b": s[:, 5] / n,
                "delta": s[:, 8] / QUERIES,
            }
            for name, value in values.items():
                figure = goal.figures[name]
                over = np.abs(value - figure.value) / figure.half_unit - 0.95
                cost += self.WALL * np.maximum(over, 0) ** 2
            z = np.concatenate([s[:, 10:13] / np.sqrt(s[:, 14:]), s[:, 13:14] / _RANK_SUM_DEVIATION], axis=-1)
            t = [
                _paired_t(s[:, 3] - s[:, 2], s[:, 6], n),
                _paired_t(s[:, 5] - s[:, 4], s[:, 7], n),
                _paired_t(s[:, 8], s[:, 9], np.full(len(s), QUERIES)),
            ]
            reached = np.concatenate([z, np.abs(np.stack(t, axis=-1))], axis=-1)
            away = np.maximum(np.abs(reached - self.wanted[number]) - self.slack[number], 0) / self.unit[number]
            cost += (away**2).sum(axis=-1)
        return cost

    def _propose(self, count: int) -> tuple[Counts, Counts, Floats]:
        """Random queries, new ranks for them, and what each change adds to the sums."""
        queries = self.rng.integers(QUERIES, size=count)
        below = self.below[self.context[queries]]
        drawn = np.minimum((below < self.rng.random((count, 1))).sum(axis=1), SIDE - 1)
        near = np.clip(self.ranks[queries] + self.rng.integers(-3, 4, size=count), 1, SIDE - 1)
        fresh = np.where(self.rng.random(count) < 0.5, drawn, near)
        changes = [
            slope[partner[queries], fresh] - slope[partner[queries], self.ranks[queries]]
            for slope, partner in zip(self.slopes, self.partners, strict=True)
        ]
        return queries, fresh, np.stack(changes, axis=1)

    def _take(self, moves: Sequence[tuple[Counts, Counts]]) -> bool:
        """Make the first of these changes that truly lowers the distance; the features had been linearized."""
        before, cost = self.ranks, self.cost
        for queries, fresh in moves:
            self.ranks = before.copy()
            self.ranks[queries] = fresh
            self._measure()
            if self.cost < cost * (1 - 1e-6):
                return True
        self.ranks = before
        self._measure()
        return False

    def single(self, count: int = 4000) -> bool:
        """Change the rank of one query, the best of `count` random changes; whether that lowered the distance."""
        queries, fresh, changes = self._propose(count)
        best = np.argsort(self._costs(self.sums + changes))[:4]
        return self._take([(queries[[i]], fresh[[i]]) for i in best])

    def several(self, count: int = 400, kept: int = 300) -> bool:
        """Change the ranks of two or three queries: the best of all pairs of `count` random changes, and of the best
        `kept` pairs with one change more.
        """
        queries, fresh, changes = self._propose(count)
        first, second = np.triu_indices(count, 1)
        costs = self._costs(self.sums + changes[first] + changes[second])
        costs[queries[first] == queries[second]] = np.inf
        pairs = np.argpartition(costs, kept)[:kept]
        pairs = pairs[np.argsort(costs[pairs])]
        first, second = first[pairs], second[pairs]
        added = (self.sums + changes[first] + changes[second])[:, np.newaxis] + changes
        further = self._costs(added.reshape(-1, *self.sums.shape)).reshape(kept, count)
        same = (queries == queries[first][:, np.newaxis]) | (queries == queries[second][:, np.newaxis])
        further[same] = np.inf
        triples = np.argpartition(further.ravel(), 6)[:6]
        sets = [[first[n], second[n]] for n in range(6)]
        sets += [[first[n // count], second[n // count], n % count] for n in triples]
        reached = np.concatenate([costs[pairs[:6]], further.ravel()[triples]])
        return self._take([(queries[sets[n]], fresh[sets[n]]) for n in np.argsort(reached)[:6]])

    def run(self, singles: int = 1500, several: int = 400, report: Callable[[str], None] | None = None) -> Counts:
        """In each stage single changes, then joint ones, until fifteen in a row fail or all is within a unit.

        A draw that is not near after the first and coarsest stage is given up: a mean or percentage is out of reach.
        """
        for stage in self.STAGES:
            self.close = stage
            self._measure()
            for change, limit in ((self.single, singles), (self.several, several)):
                failed = 0
                for _ in range(limit):
                    if self.cost < 0.25 or failed == 15:
                        break
                    failed = 0 if change() else failed + 1
            if report is not None:
                report(f"{self.goals[0].run_b}: with p-values to {self.close:g}, distance {self.cost:.3g}")
            if self.cost > NEAR and stage == self.STAGES[0]:
                break
        self.close = self.STAGES[-1]
        self._measure()
        return self.ranks


def _paired_t(total: Floats, squares: Floats, n: Floats) -> Floats:
    """Student's t of paired differences with this sum, this sum of squares, and this number."""
    variance = (squares - total**2 / n) / (n - 1)
    return np.asarray(total / np.sqrt(n * variance))


def counts() -> tuple[int, dict[tuple[str, str], tuple[int, int]]]:
    """How many queries R1 answers, and for each pair those that only A and only B answers: nearest to the percentages.

    A linear program: the largest distance from a printed percentage is made least, given that R1, R9 and R10 answer
    the same number of queries wherever they appear.
    """
    rows = printed()
    pairs = list(rows)
    ninth, tenth = pairs.index(("R1", "R9")), pairs.index(("R1", "R10"))
    last = pairs.index(("R9", "R10"))
    size = 1 + 2 * len(pairs) + 1  # R1's answered queries, (a_only, b_only) a pair, the largest distance
    first = np.zeros(size)
    first[0] = 1

    def only(pair: int, side: int) -> Floats:
        row = np.zeros(size)
        row[1 + 2 * pair + side] = 1
        return row

    answered_ninth = first - only(ninth, 0) + only(ninth, 1)
    above, limits = [], []
    for number, pair in enumerate(pairs):
        a_only, b_only = only(number, 0), only(number, 1)
        reached = first if pair[0] == "R1" else answered_ninth
        for name, row, constant in (
            ("a_only", a_only, 0),
            ("b_only", b_only, 0),
            ("both", reached - a_only, 0),
            ("neither", -reached - b_only, 100),
        ):
            middle = rows[pair][name].value - constant
            for sign in (1, -1):
                bound = sign * row
                bound[-1] = -1
                above.append(bound)
                limits.append(sign * middle)
    tenths = (first - only(tenth, 0) + only(tenth, 1)) - (answered_ninth - only(last, 0) + only(last, 1))
    cost = np.zeros(size)
    cost[-1] = 1
    solved = optimize.linprog(
        cost, A_ub=np.array(above), b_ub=limits, A_eq=tenths[np.newaxis], b_eq=[0], method="highs"
    )
    nearest: list[int] = np.rint(solved.x * QUERIES / 100).astype(int).tolist()
    answered = nearest[0]
    only_counts = {pair: (nearest[1 + 2 * n], nearest[2 + 2 * n]) for n, pair in enumerate(pairs)}
    a_ninth, b_ninth = only_counts["R1", "R9"]
    a_tenth, b_tenth = only_counts["R1", "R10"]
    a_last, _ = only_counts["R9", "R10"]
    only_counts["R9", "R10"] = (a_last, (answered - a_tenth + b_tenth) - (answered - a_ninth + b_ninth - a_last))
    return answered, only_counts


def figures_of(table: Floats) -> dict[str, float]:
    """What a table of expected counts yields, p-values apart: the percentages, means and the difference, as printed."""
    rank, both = np.arange(1, SIDE), table[1:, 1:]
    per_cent = 100 / QUERIES
    return {
        "a_only": per_cent * float(table[1:, 0].sum()),
        "b_only": per_cent * float(table[0, 1:].sum()),
        "both": per_cent * float(both.sum()),
        "neither": per_cent * float(table[0, 0]),
        "esl_a": float(both.sum(axis=1) @ rank / both.sum()),
        "esl_b": float(both.sum(axis=0) @ rank / both.sum()),
        "both_rr_a": float(both.sum(axis=1) @ (1 / rank) / both.sum()),
        "both_rr_b": float(both.sum(axis=0) @ (1 / rank) / both.sum()),
        "delta": float((table[:, 1:].sum(axis=0) - table[1:].sum(axis=1)) @ (1 / rank)) / QUERIES,
    }


def _draw(drawn: Floats, contexts: Counts, context: Counts, rng: np.random.Generator) -> Counts:
    """One rank a query from the distribution of its context, spread evenly so as to lie near it.

    `contexts` has shape (contexts, partners), `context` says which one a query has. Misses are spread over all queries
    that the same partners answer, so that the counts of answers are within one query of the fit; ranks over the
    queries of a context.
    """
    context = context.ravel()
    shuffled = rng.random(len(context))
    answered = [partner[context] > 0 for partner in contexts.T]
    order = np.lexsort([shuffled, context, *answered])
    passed = np.empty(len(context))
    passed[order] = np.floor(np.cumsum(drawn[context[order], 0]) + rng.random())
    missed = np.zeros(len(context), dtype=bool)
    missed[order] = np.diff(passed[order], prepend=0) > 0
    order = np.lexsort([shuffled, missed, context])
    cells = 2 * context + missed
    sizes = np.bincount(cells, minlength=2 * len(contexts))
    place = np.arange(len(context)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    even = (place + rng.random(len(context))) / np.repeat(sizes, sizes)
    level = np.empty(len(context))
    level[order] = (even + np.repeat(rng.random(len(sizes)), sizes)) % 1
    found = drawn.copy()
    found[:, 0] = 0
    below = (np.cumsum(found, axis=1) / found.sum(axis=1, keepdims=True))[context]
    ranks = np.minimum((below < level[:, np.newaxis]).sum(axis=1), SIDE - 1)
    return np.where(missed, 0, np.maximum(ranks, 1))


def whole(share: Floats) -> Counts:
    """Whole queries with these shares, by largest remainders."""
    sizes = np.floor(share * QUERIES).astype(np.int64)
    fullest = np.argsort(sizes - share * QUERIES, kind="stable")
    sizes[fullest[: QUERIES - sizes.sum()]] += 1
    return sizes


def reconstruct(
    seed: int = 2021, report: Callable[[str], None] | None = None, *, several: int = 400
) -> dict[str, NDArray[np.uint8]]:
    """The ten runs: for each the rank (1 to 100, or 0) of the relevant document of each of the 5,793 queries.

    `report` is told how far each run has come. `several` limits how often the polish changes queries together.
    """
    rng = np.random.default_rng(seed)
    rows = printed()
    _, only_counts = counts()
    prior = typical_shape()
    first = first_run(prior)
    runs = {"R1": rng.permutation(np.repeat(np.arange(SIDE), whole(first.share)))}
    if report is not None:
        report(f"R1: a divergence of {first.cost:.0f} nats with all runs")
    for number in range(2, 11):
        name = f"R{number}"
        pairs = [pair for pair in rows if pair[1] == name]
        goals = [
            Goal(*pair, rows[pair], int((runs[pair[0]] > 0).sum()), only_counts[pair] if name in WHOLE else None)
            for pair in pairs
        ]
        partners = [runs[pair[0]] for pair in pairs]
        contexts, member, size = np.unique(np.stack(partners, axis=1), axis=0, return_inverse=True, return_counts=True)
        (drawn,) = fit([goals], contexts, size / QUERIES, prior).drawn
        tries: list[Polish] = []
        while not tries or (len(tries) < DRAWS and tries[-1].cost > NEAR):
            tries.append(Polish(goals, partners, drawn, contexts, member.ravel(), rng))
            tries[-1].run(several=several, report=report)
        runs[name] = min(tries, key=lambda tried: tried.cost).ranks
    return {name: ranks.astype(np.uint8) for name, ranks in runs.items()}
