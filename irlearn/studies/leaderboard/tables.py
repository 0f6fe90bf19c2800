"""Many runs against a baseline, in the shape of tables 1 and 2 of Lin et al. (2021)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from numpy.typing import ArrayLike

from irlearn.errors import InputError
from irlearn.simulation.leaderboard import COLUMNS, P_VALUES, PrintedFigure, printed, reconstruction
from irlearn.statistics import ALPHA
from irlearn.studies.leaderboard.outcomes import Outcomes, outcomes
from irlearn.studies.leaderboard.printed_bounds import Impossible as Impossible, impossible as impossible
from irlearn.text.numbers import fixed, p_value, percent
from irlearn.text.tables import Captioned, TableReport, table_of, text_table, to_pandas

if TYPE_CHECKING:
    import pandas

PAPER_TESTS = {
    "rr_rank_sum": ("mrr", "wilcoxon-rank-sum"),
    "rr_signed_rank": ("mrr", "wilcoxon-signed-rank"),
    "rr_paired_t": ("mrr", "paired-t"),
    "both_esl_signed_rank": ("esl", "wilcoxon-signed-rank"),
    "both_esl_paired_t": ("esl", "paired-t"),
    "both_rr_signed_rank": ("rr", "wilcoxon-signed-rank"),
    "both_rr_paired_t": ("rr", "paired-t"),
}
"""The p-values of tables 1 and 2, and the tests of `Outcomes` that they come from."""

_MRR = ("rr_rank_sum", "rr_signed_rank", "rr_paired_t")
_BOTH = ("both_esl_signed_rank", "both_esl_paired_t", "both_rr_signed_rank", "both_rr_paired_t")


@dataclass(frozen=True, repr=False)
class Table(TableReport):
    """Pairs of runs, one row each: the differences of MRR and their tests (table 1), and the outcomes (table 2).

    `rows` holds the `Outcomes` of each pair. P-values are raw; a star marks those that are significant with the
    multiplicity. `note` says what the runs are where they are no real ones.

    >>> runs = {"old": [1, 2, 0, 4, 1], "new": [1, 1, 3, 2, 0], "newer": [1, 1, 2, 1, 5]}
    >>> made = table(runs, "old")
    >>> made
    Table of 2 pairs on 5 queries
    >>> print(made.text_of_outcomes())
    A    B      neither  A only  B only  both  ESL A  ESL B  p WSR    p t    RR A    RR B  p WSR    p t
    old  new         0%     20%     20%   60%   2.33   1.33  0.500  0.225  0.5833  0.8333  0.500  0.225
    old  newer       0%      0%     20%   80%   2.00   2.00      1      1  0.6875  0.8000      1  0.764
    """

    rows: tuple[Outcomes, ...]
    note: str = ""
    _left: ClassVar[int] = 2

    def row(self, run_a: str, run_b: str) -> Outcomes:
        """The outcomes of one pair."""
        for found in self.rows:
            if (found.run_a, found.run_b) == (run_a, run_b):
                return found
        pairs = ", ".join(f"{found.run_a} and {found.run_b}" for found in self.rows)
        raise InputError(f"the table has no row for {run_a} and {run_b}; it has {pairs}")

    def to_frame(self) -> pandas.DataFrame:
        """One row a pair, as a pandas `DataFrame`; the columns are those of `values`, and the three verdicts."""
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
        """Table 1 as aligned text: the difference of MRR, and three tests on RR over all queries."""
        return text_table(*self._differences(), left=self._left)

    def text_of_outcomes(self) -> str:
        """Table 2 as aligned text: the outcomes in percent, ESL and RR where both answer, and their tests."""
        return text_table(*self._outcomes(), left=self._left)

    def __repr__(self) -> str:
        return f"Table of {len(self.rows)} pairs on {self.rows[0].queries} queries"

    def _tables(self) -> list[Captioned]:
        return [
            ("Difference of MRR, and tests on RR over all queries", *self._differences()),
            ("Outcomes, and tests where both answer", *self._outcomes()),
        ]

    def _remarks(self) -> list[str]:
        one = self.rows[0]
        key = (
            f"p-values are raw; * significant at {one.alpha:g} with {one.multiplicity} comparisons (Bonferroni). "
            "WRS rank-sum, WSR signed-rank, t paired t."
        )
        return [key, self.note] if self.note else [key]

    def _differences(self) -> tuple[list[str], list[list[str]]]:
        header = ["A", "B", "ΔMRR", "p WRS", "p WSR", "p t"]
        rows = [
            [row.run_a, row.run_b, fixed(row.delta, 4), *(_marked(row, *PAPER_TESTS[name]) for name in _MRR)]
            for row in self.rows
        ]
        return header, rows

    def _outcomes(self) -> tuple[list[str], list[list[str]]]:
        header = ["A", "B", "neither", "A only", "B only", "both", "ESL A", "ESL B", "p WSR", "p t", "RR A", "RR B"]
        header += ["p WSR", "p t"]
        rows = []
        for row in self.rows:
            shares = [percent(Fraction(count, row.queries), 0) for count in row.counts.values()]
            marked = [_marked(row, *PAPER_TESTS[name]) for name in _BOTH]
            esl = [fixed(row.esl_a, 2), fixed(row.esl_b, 2)]
            rr = [fixed(row.rr_a, 4), fixed(row.rr_b, 4)]
            rows.append([row.run_a, row.run_b, *shares, *esl, *marked[:2], *rr, *marked[2:]])
        return header, rows


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
    """Every run against the baseline, and the pairs in `also`; tables 1 and 2 of Lin et al. (2021) in one.

    `ranks` maps names to the rank of each query's relevant document (0 where it was not found), the queries in the same
    order. `multiplicity` is the number of comparisons to correct for, by default the number of rows.

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
    """The numbers of a row of tables 1 and 2, under the names of `irlearn.simulation.leaderboard.COLUMNS`.

    >>> from irlearn.simulation.leaderboard import COLUMNS
    >>> tuple(values(table({"old": [1, 2, 0], "new": [1, 1, 4]}, "old").rows[0])) == COLUMNS
    True
    """
    tested = {name: row.pvalue(*test) for name, test in PAPER_TESTS.items()}
    share = 100 / row.queries
    return {
        "delta": row.delta,
        **{name: tested[name] for name in _MRR},
        "neither": row.neither * share,
        "a_only": row.a_only * share,
        "b_only": row.b_only * share,
        "both": row.both * share,
        "esl_a": row.esl_a,
        "esl_b": row.esl_b,
        **{name: tested[name] for name in _BOTH[:2]},
        "both_rr_a": row.rr_a,
        "both_rr_b": row.rr_b,
        **{name: tested[name] for name in _BOTH[2:]},
    }


def _check_names(ranks: Mapping[str, ArrayLike], pairs: Sequence[tuple[str, str]]) -> None:
    for pair in pairs:
        for name in pair:
            if name not in ranks:
                raise InputError(f"there is no run {name!r}; the runs are {', '.join(ranks)}")


def _marked(row: Outcomes, on: str, test: str) -> str:
    return p_value(row.pvalue(on, test)) + ("*" if row.significant(on, test) else "")


NOTE = (
    "These are reconstructed runs, fitted to the printed figures of Lin et al. (2021); the judgments of the real "
    "queries are not public."
)
CLOSE = 0.01
"""A p-value agrees where it is within this share of the printed one."""


@dataclass(frozen=True)
class Cell:
    """One cell of tables 1 and 2: the printed figure, and the number from the reconstructed runs.

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
        """Whether the recomputed number would be printed just so."""
        return self.printed.holds(self.recomputed)

    @property
    def factor(self) -> float:
        """The recomputed p-value divided by the printed one; nan for what is no p-value."""
        return self.recomputed / self.printed.value if self.column in P_VALUES else math.nan

    @property
    def agrees(self) -> bool:
        """Whether the printed digits hold, or a p-value is within 1% of the printed one."""
        return self.holds or abs(self.factor - 1) <= CLOSE


@dataclass(frozen=True, repr=False, eq=False)
class Comparison(TableReport):
    """All cells of tables 1 and 2, printed beside recomputed, and the recomputed table itself.

    >>> found = compare_with_paper()
    >>> found
    Comparison of 160 cells: 158 agree
    >>> [(cell.run_b, cell.column) for cell in found.disagreeing]
    [('R4', 'both_rr_paired_t'), ('R5', 'both_esl_paired_t')]
    """

    cells: tuple[Cell, ...]
    table: Table

    def of(self, run_a: str, run_b: str, column: str) -> Cell:
        """One cell; the columns are those of `irlearn.simulation.leaderboard.COLUMNS`."""
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
        """One row a cell, as a pandas `DataFrame`: run_a, run_b, column, printed, recomputed, factor, agrees."""
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

    def __str__(self) -> str:
        parts = [f"{caption}\n{text_table(header, rows, left=2)}" for caption, header, rows in self._tables()]
        return "\n\n".join([*parts, *self._remarks()])

    def _repr_html_(self) -> str:
        """What differs, and why; the figures that lessons ask about, as printed; all cells one click away."""
        from irlearn.text.html import details, div, html_of, p, summary

        few = [table_of(header, rows, caption=caption, left=2) for caption, header, rows in self._reduced()]
        return html_of(
            div("irlearn-paper")[
                few[0],
                [p[reason] for reason in self._reasons()],
                few[1],
                p[NOTE],
                details[
                    summary[f"All {len(self.cells)} figures, printed and recomputed"],
                    [table_of(header, rows, caption=caption, left=2) for caption, header, rows in self._tables()],
                    p[_KEY],
                ],
            ]
        )

    def _reduced(self) -> list[Captioned]:
        """The cells that do not agree, and table 1 as it is printed beside who answers and who ranks better."""
        pairs = dict.fromkeys((cell.run_a, cell.run_b) for cell in self.cells)
        differ = [
            [
                *pair,
                "".join("●" if cell.agrees else "○" for cell in cells),
                ", ".join(_NAMES.get(cell.column, cell.column) for cell in cells if not cell.agrees),
                ", ".join(cell.printed.text for cell in cells if not cell.agrees),
                ", ".join(cell.printed.written(cell.recomputed) for cell in cells if not cell.agrees),
            ]
            for pair in pairs
            for cells in [[self.of(*pair, column) for column in COLUMNS]]
        ]
        rows = [[*pair, *(self.of(*pair, column).printed.text for column in _ASKED)] for pair in pairs]
        return [
            (
                f"{len(self.disagreeing)} of {len(self.cells)} figures differ (○)",
                ["A", "B", "figures", "differs", "printed", "recomputed"],
                differ,
            ),
            ("As printed: table 1, p-values on RR; from table 2, percent and ESL", ["A", "B", *_ASKED.values()], rows),
        ]

    def _tables(self) -> list[Captioned]:
        """Three tables of cells `printed → recomputed`; where the printed digits hold, they stand once."""
        pairs = dict.fromkeys((cell.run_a, cell.run_b) for cell in self.cells)
        columns, found = iter(COLUMNS), []
        for caption, titles in _TITLES.items():
            here = list(islice(columns, len(titles)))
            rows = [[*pair, *(_text(self.of(*pair, column)) for column in here)] for pair in pairs]
            found.append((caption, ["A", "B", *titles], rows))
        return found

    def _remarks(self) -> list[str]:
        return [_KEY, *self._reasons(), NOTE]

    def _reasons(self) -> list[str]:
        """Why the printed figures cannot all hold."""
        return [f"{cell.run_a} and {cell.run_b}: {cell.reason}" for cell in impossible()]


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
"""What the three tables are called, and how people read `COLUMNS`."""

_NAMES = {
    "both_rr_paired_t": "p of paired t on RR where both answer",
    "both_esl_paired_t": "p of paired t on ESL where both answer",
}
"""How people read the figures that cannot all hold."""

_ASKED = {
    "delta": "difference", "rr_rank_sum": "rank-sum", "rr_signed_rank": "signed-rank", "rr_paired_t": "paired t",
    "a_only": "only A", "b_only": "only B", "esl_a": "ESL A", "esl_b": "ESL B",
}  # fmt: skip
"""The columns that lessons ask about, and how people read them."""


def compare_with_paper(ranks: Mapping[str, ArrayLike] | None = None) -> Comparison:
    """Tables 1 and 2 of Lin et al. (2021) recomputed from ten runs, by default the reconstructed ones, cell by cell.

    `ranks` maps R1 to R10 to the rank of each query's relevant document (1 to 100, or 0). Takes well under 2 seconds.
    """
    made = table(reconstruction() if ranks is None else ranks, "R1", also=[("R9", "R10")], note=NOTE)
    cells = []
    for (run_a, run_b), figures in printed().items():
        recomputed = values(made.row(run_a, run_b))
        cells += [Cell(run_a, run_b, column, figures[column], recomputed[column]) for column in COLUMNS]
    return Comparison(tuple(cells), made)


def _text(cell: Cell) -> str:
    if cell.holds:
        return cell.printed.text
    recomputed = cell.printed.written(cell.recomputed, finer=cell.column not in P_VALUES)
    return f"{cell.printed.text} → {recomputed}" + ("" if cell.agrees else " ≠")
