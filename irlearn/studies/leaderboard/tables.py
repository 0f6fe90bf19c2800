"""Tables 1 and 2 of Lin et al. (2021): for any runs, and recomputed beside the printed figures.

`table` compares many runs with a baseline, in the shape of the paper's tables. `compare_with_paper` compares the table
of the reconstructed runs with the printed figures, cell by cell.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from irlearn.errors import InputError
from irlearn.formulas.page import Block, Note, Page, Table as TableBlock, to_text
from irlearn.simulation.leaderboard import COLUMNS, P_VALUES, PrintedFigure, printed, reconstruction
from irlearn.statistics import ALPHA
from irlearn.studies.leaderboard.outcomes import Outcomes, outcomes
from irlearn.studies.leaderboard.printed_bounds import Impossible as Impossible, impossible as impossible
from irlearn.text.numbers import fixed, p_value, percent
from irlearn.text.tables import to_pandas

if TYPE_CHECKING:
    import pandas

    from irlearn.text.html import Element

PAPER_TESTS = {
    "rr_rank_sum": ("mrr", "wilcoxon-rank-sum"),
    "rr_signed_rank": ("mrr", "wilcoxon-signed-rank"),
    "rr_paired_t": ("mrr", "paired-t"),
    "both_esl_signed_rank": ("esl", "wilcoxon-signed-rank"),
    "both_esl_paired_t": ("esl", "paired-t"),
    "both_rr_signed_rank": ("rr", "wilcoxon-signed-rank"),
    "both_rr_paired_t": ("rr", "paired-t"),
}
"""The columns of p-values in tables 1 and 2, and the tests of `Outcomes` that belong to them."""

CLOSE = 0.01
"""A p-value agrees if it is within this share of the printed one."""

NOTE = (
    "These are reconstructed runs, fitted to the printed figures of Lin et al. (2021); the judgments of the real "
    "queries are not public."
)

_MRR = ("rr_rank_sum", "rr_signed_rank", "rr_paired_t")
_BOTH = ("both_esl_signed_rank", "both_esl_paired_t", "both_rr_signed_rank", "both_rr_paired_t")
_KEY = (
    "A figure that stands alone is recomputed just as printed; else printed → recomputed. ≠ marks those that are "
    f"further apart than rounding, or {percent(CLOSE)} for a p-value."
)

_TITLES = {
    "Table 1: MRR B − MRR A, and p-values of tests on RR over all queries": (
        "difference", "rank-sum", "signed-rank", "paired t",
    ),
    "Table 2: outcomes in percent; ESL where both answer, and p-values of tests on it": (
        "neither", "only A", "only B", "both", "ESL A", "ESL B", "signed-rank", "paired t",
    ),
    "Table 2: RR where both answer, and p-values of tests on it": ("RR A", "RR B", "signed-rank", "paired t"),
}  # fmt: skip
"""Captions of the three tables, with the titles of their columns in the order of `COLUMNS`."""

_NAMES = {
    "both_rr_paired_t": "p of paired t on RR where both answer",
    "both_esl_paired_t": "p of paired t on ESL where both answer",
}
"""Names of the figures that cannot all be true."""

_ASKED = {
    "delta": "difference", "rr_rank_sum": "rank-sum", "rr_signed_rank": "signed-rank", "rr_paired_t": "paired t",
    "a_only": "only A", "b_only": "only B", "esl_a": "ESL A", "esl_b": "ESL B",
}  # fmt: skip
"""The columns that lessons ask about, with their titles."""


@dataclass(frozen=True, repr=False)
class Table(Page):
    """A table of pairs of runs with the differences of MRR and their tests (table 1) and the outcomes (table 2).

    P-values are raw; a star marks those that are significant with the multiplicity.

    Attributes
    ----------
    rows : tuple of Outcomes
        The outcomes of each pair.
    note : str
        A remark on the runs if they are not real, or an empty text.

    Examples
    --------
    >>> runs = {"old": [1, 2, 0, 4, 1], "new": [1, 1, 3, 2, 0], "newer": [1, 1, 2, 1, 5]}
    >>> pairs = table(runs, "old")
    >>> pairs
    Table of 2 pairs on 5 queries
    >>> print(pairs.text_of_outcomes())
    A    B      neither  A only  B only  both  ESL A  ESL B  p WSR    p t    RR A    RR B  p WSR    p t
    old  new         0%     20%     20%   60%   2.33   1.33  0.500  0.225  0.5833  0.8333  0.500  0.225
    old  newer       0%      0%     20%   80%   2.00   2.00      1      1  0.6875  0.8000      1  0.764
    """

    rows: tuple[Outcomes, ...]
    note: str = ""

    def row(self, run_a: str, run_b: str) -> Outcomes:
        """Return the outcomes of a pair of runs.

        Parameters
        ----------
        run_a, run_b : str
            Names of the runs.

        Returns
        -------
        Outcomes

        Raises
        ------
        InputError
            If the table has no such row.
        """
        for row in self.rows:
            if (row.run_a, row.run_b) == (run_a, run_b):
                return row
        pairs = ", ".join(f"{row.run_a} and {row.run_b}" for row in self.rows)
        raise InputError(f"the table has no row for {run_a} and {run_b}; it has {pairs}")

    def to_frame(self) -> pandas.DataFrame:
        """Return a pandas `DataFrame` with a row for each pair.

        The columns are those of `values` and the three verdicts.
        """
        return to_pandas(
            [
                {
                    "run_a": row.run_a,
                    "run_b": row.run_b,
                    **values(row),
                    **row.verdicts,
                }
                for row in self.rows
            ]
        )

    def text_of_differences(self) -> str:
        """Return table 1 as aligned text: the difference of MRR, and three tests on RR over all queries."""
        return to_text([self._differences()])

    def text_of_outcomes(self) -> str:
        """Return table 2 as aligned text: the outcomes in percent, ESL and RR where both answer, and their tests."""
        return to_text([self._outcomes()])

    def __repr__(self) -> str:
        return f"Table of {len(self.rows)} pairs on {self.rows[0].queries} queries"

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        first = self.rows[0]
        key = (
            f"p-values are raw; * significant at {first.alpha:g} with {first.multiplicity} comparisons (Bonferroni). "
            "WRS rank-sum, WSR signed-rank, t paired t."
        )
        return [
            self._differences("Difference of MRR, and tests on RR over all queries"),
            self._outcomes("Outcomes, and tests where both answer"),
            Note(key),
            Note(self.note),
        ]

    def _differences(self, caption: str = "") -> TableBlock:
        header = ["A", "B", "ΔMRR", "p WRS", "p WSR", "p t"]
        rows = [
            [row.run_a, row.run_b, fixed(row.delta, 4), *(_marked(row, *PAPER_TESTS[name]) for name in _MRR)]
            for row in self.rows
        ]
        return TableBlock(caption, header, rows, left=2)

    def _outcomes(self, caption: str = "") -> TableBlock:
        header = ["A", "B", "neither", "A only", "B only", "both", "ESL A", "ESL B", "p WSR", "p t", "RR A", "RR B"]
        header += ["p WSR", "p t"]
        rows = []
        for row in self.rows:
            shares = [percent(Fraction(count, row.queries), 0) for count in row.counts.values()]
            marked = [_marked(row, *PAPER_TESTS[name]) for name in _BOTH]
            esl = [fixed(row.esl_a, 2), fixed(row.esl_b, 2)]
            rr = [fixed(row.rr_a, 4), fixed(row.rr_b, 4)]
            rows.append([row.run_a, row.run_b, *shares, *esl, *marked[:2], *rr, *marked[2:]])
        return TableBlock(caption, header, rows, left=2)


def table(
    ranks: Mapping[str, ArrayLike],
    baseline: str,
    cutoff: int = 100,
    *,
    also: Iterable[tuple[str, str]] = (),
    multiplicity: int | None = None,
    alpha: float = ALPHA,
    note: str = "",
) -> Table:
    """Compare every run with the baseline, and the pairs in `also`, as in tables 1 and 2 of Lin et al. (2021).

    Parameters
    ----------
    ranks : dict
        Maps the name of each run to the rank of each query's relevant document (from 1; 0 if it was not found). All
        runs have the queries in the same order.
    baseline : str
        Name of the baseline.
    cutoff : int, optional
        Ranks beyond the cutoff count as not found.
    also : iterable of tuple, optional
        Further pairs of run names.
    multiplicity : int, optional
        Number of comparisons for which each p-value is corrected, by default the number of rows.
    alpha : float, optional
        Level of significance.
    note : str, optional
        A remark on the runs, shown with the table.

    Returns
    -------
    Table

    Raises
    ------
    InputError
        If a name is unknown, there is only one run, or the ranks or options cannot be used.

    Examples
    --------
    >>> table({"old": [1, 2, 0], "new": [1, 1, 4]}, "old").rows
    (Outcomes('old', 'new': neither 0, only A 0, only B 1, both 2),)
    """
    if baseline not in ranks:
        raise InputError(f"there is no run {baseline!r} to compare with; the runs are {', '.join(ranks)}")
    pairs = [(baseline, name) for name in ranks if name != baseline] + list(also)
    if not pairs:
        raise InputError("there is only one run; give two or more")
    _check_names(ranks, pairs)
    count = len(pairs) if multiplicity is None else multiplicity
    rows = tuple(outcomes(ranks[a], ranks[b], cutoff, names=(a, b), multiplicity=count, alpha=alpha) for a, b in pairs)
    return Table(rows, note)


def values(row: Outcomes) -> dict[str, float]:
    """Return the numbers of a row of tables 1 and 2, named as in `irlearn.simulation.leaderboard.COLUMNS`.

    >>> from irlearn.simulation.leaderboard import COLUMNS
    >>> tuple(values(table({"old": [1, 2, 0], "new": [1, 1, 4]}, "old").rows[0])) == COLUMNS
    True
    """
    pvalues = {name: row.pvalue(*test) for name, test in PAPER_TESTS.items()}
    percent_per_query = 100 / row.queries
    return {
        "delta": row.delta,
        **{name: pvalues[name] for name in _MRR},
        "neither": row.neither * percent_per_query,
        "a_only": row.a_only * percent_per_query,
        "b_only": row.b_only * percent_per_query,
        "both": row.both * percent_per_query,
        "esl_a": row.esl_a,
        "esl_b": row.esl_b,
        **{name: pvalues[name] for name in _BOTH[:2]},
        "both_rr_a": row.rr_a,
        "both_rr_b": row.rr_b,
        **{name: pvalues[name] for name in _BOTH[2:]},
    }


@dataclass(frozen=True)
class Cell:
    """A cell of tables 1 and 2: the printed figure, and the number from the reconstructed runs.

    Attributes
    ----------
    run_a, run_b : str
        Names of the runs.
    column : str
        Name of the column.
    printed : PrintedFigure
        The printed figure.
    recomputed : float
        The number from the reconstructed runs.

    Examples
    --------
    >>> cell = Cell("R1", "R2", "esl_a", PrintedFigure("6.99"), 6.9874)
    >>> cell.holds, cell.agrees
    (True, True)
    """

    run_a: str
    run_b: str
    column: str
    printed: PrintedFigure
    recomputed: float

    @property
    def holds(self) -> bool:
        """Whether the recomputed number has the printed digits."""
        return self.printed.holds(self.recomputed)

    @property
    def factor(self) -> float:
        """The recomputed p-value divided by the printed one; NaN for other figures."""
        return self.recomputed / self.printed.value if self.column in P_VALUES else math.nan

    @property
    def agrees(self) -> bool:
        """Whether the printed digits hold, or a p-value is within 1% of the printed one."""
        return self.holds or abs(self.factor - 1) <= CLOSE


@dataclass(frozen=True, repr=False, eq=False)
class Comparison(Page):
    """All cells of tables 1 and 2, printed and recomputed, with the recomputed table itself.

    Attributes
    ----------
    cells : tuple of Cell
        The cells.
    table : Table
        The recomputed table.

    Examples
    --------
    >>> comparison = compare_with_paper()
    >>> comparison
    Comparison of 160 cells: 158 agree
    >>> [(cell.run_b, cell.column) for cell in comparison.disagreeing]
    [('R4', 'both_rr_paired_t'), ('R5', 'both_esl_paired_t')]
    """

    cells: tuple[Cell, ...]
    table: Table

    def of(self, run_a: str, run_b: str, column: str) -> Cell:
        """Return a cell; the columns are those of `irlearn.simulation.leaderboard.COLUMNS`.

        Parameters
        ----------
        run_a, run_b : str
            Names of the runs.
        column : str
            Name of the column.

        Returns
        -------
        Cell

        Raises
        ------
        InputError
            If the tables have no such cell.
        """
        for cell in self.cells:
            if (cell.run_a, cell.run_b, cell.column) == (run_a, run_b, column):
                return cell
        raise InputError(
            f"the tables have no cell {column!r} for {run_a} and {run_b}; the columns are {', '.join(COLUMNS)}"
        )

    @property
    def disagreeing(self) -> tuple[Cell, ...]:
        """The cells that do not agree."""
        return tuple(cell for cell in self.cells if not cell.agrees)

    def to_frame(self) -> pandas.DataFrame:
        """Return a pandas `DataFrame` with a row for each cell.

        The columns are run_a, run_b, column, printed, recomputed, factor and agrees.
        """
        return to_pandas(
            [
                {
                    "run_a": cell.run_a,
                    "run_b": cell.run_b,
                    "column": cell.column,
                    "printed": cell.printed.text,
                    "recomputed": cell.recomputed,
                    "factor": cell.factor,
                    "agrees": cell.agrees,
                }
                for cell in self.cells
            ]
        )

    def __repr__(self) -> str:
        return f"Comparison of {len(self.cells)} cells: {len(self.cells) - len(self.disagreeing)} agree"

    def blocks(self) -> list[Block]:
        """Return three tables of cells `printed → recomputed`; a figure appears once if its printed digits hold."""
        pairs = dict.fromkeys((cell.run_a, cell.run_b) for cell in self.cells)
        remaining, blocks = iter(COLUMNS), []
        for caption, titles in _TITLES.items():
            columns = list(islice(remaining, len(titles)))
            rows = [[*pair, *(_text(self.of(*pair, column)) for column in columns)] for pair in pairs]
            blocks.append(TableBlock(caption, ["A", "B", *titles], rows, left=2))
        return [*blocks, *map(Note, [_KEY, *self._reasons(), NOTE])]

    def typeset(self) -> Element:
        """Return the differences and their reasons, and the printed figures that lessons ask about.

        All other cells are in an expandable part.
        """
        from irlearn.formulas.page_formats import typeset
        from irlearn.text.html import details, div, summary

        differing, asked = self._reduced()
        head = summary[f"All {len(self.cells)} figures, printed and recomputed"]
        return div[
            typeset([differing, *map(Note, self._reasons()), asked, Note(NOTE)]),
            details[head, typeset([*self.blocks()[: len(_TITLES)], Note(_KEY)])],
        ]

    def _reduced(self) -> tuple[TableBlock, TableBlock]:
        """Return a table of the cells that do not agree, and one of the printed figures that lessons ask about."""
        pairs = dict.fromkeys((cell.run_a, cell.run_b) for cell in self.cells)
        differences = []
        for pair in pairs:
            cells = [self.of(*pair, column) for column in COLUMNS]
            disagreeing = [cell for cell in cells if not cell.agrees]
            differences.append(
                [
                    *pair,
                    "".join("●" if cell.agrees else "○" for cell in cells),
                    ", ".join(_NAMES.get(cell.column, cell.column) for cell in disagreeing),
                    ", ".join(cell.printed.text for cell in disagreeing),
                    ", ".join(cell.printed.written(cell.recomputed) for cell in disagreeing),
                ]
            )
        rows = [[*pair, *(self.of(*pair, column).printed.text for column in _ASKED)] for pair in pairs]
        caption = f"{len(self.disagreeing)} of {len(self.cells)} figures differ (○)"
        printed = "As printed: table 1, p-values on RR; from table 2, percent and ESL"
        return (
            TableBlock(caption, ["A", "B", "figures", "differs", "printed", "recomputed"], differences, left=2),
            TableBlock(printed, ["A", "B", *_ASKED.values()], rows, left=2),
        )

    def _reasons(self) -> list[str]:
        """Return the reasons why the printed figures cannot all be true."""
        return [f"{cell.run_a} and {cell.run_b}: {cell.reason}" for cell in impossible()]


def compare_with_paper(ranks: Mapping[str, ArrayLike] | None = None) -> Comparison:
    """Recompute tables 1 and 2 of Lin et al. (2021) from ten runs, beside the printed figures.

    The computation takes well under 2 seconds.

    Parameters
    ----------
    ranks : dict, optional
        Maps R1 to R10 to the rank of each query's relevant document (1 to 100, or 0). The default is the reconstructed
        runs.

    Returns
    -------
    Comparison
    """
    pairs = table(reconstruction() if ranks is None else ranks, "R1", also=[("R9", "R10")], note=NOTE)
    cells = []
    for (run_a, run_b), figures in printed().items():
        recomputed = values(pairs.row(run_a, run_b))
        cells += [Cell(run_a, run_b, column, figures[column], recomputed[column]) for column in COLUMNS]
    return Comparison(tuple(cells), pairs)


def _check_names(ranks: Mapping[str, ArrayLike], pairs: Sequence[tuple[str, str]]) -> None:
    for pair in pairs:
        for name in pair:
            if name not in ranks:
                raise InputError(f"there is no run {name!r}; the runs are {', '.join(ranks)}")


def _marked(row: Outcomes, on: str, test: str) -> str:
    """Return the p-value of a test as text, with a star if it is significant."""
    return p_value(row.pvalue(on, test)) + ("*" if row.significant(on, test) else "")


def _text(cell: Cell) -> str:
    if cell.holds:
        return cell.printed.text
    recomputed = cell.printed.written(cell.recomputed, finer=cell.column not in P_VALUES)
    return f"{cell.printed.text} → {recomputed}" + ("" if cell.agrees else " ≠")
