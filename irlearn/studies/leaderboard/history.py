"""The MS MARCO document ranking leaderboard over time (figure 1 of Lin et al., 2021), and its states of the art.

Source: https://github.com/microsoft/MSMARCO-Document-Ranking-Submissions, CC BY 4.0.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import accumulate, pairwise
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from irlearn.collection.sources import open_source
from irlearn.errors import InputError
from irlearn.formulas.page import Block, Page, Table
from irlearn.text.english import count_noun
from irlearn.text.numbers import fixed
from irlearn.text.tables import to_pandas

if TYPE_CHECKING:
    import pandas

LAST_DAY = date(2021, 2, 15)
"""The middle of February 2021, where figure 1 of Lin et al. (2021) ends."""

_FILE = Path(__file__).with_name("states_of_the_art.csv")
_COLUMNS = ("id", "date", "", "description", "team", "MRR@100 (Dev)", "MRR@100 (Eval)")
_TROPHY = "🏆"


@dataclass(frozen=True)
class Submission:
    """A run on the leaderboard, with MRR@100 on the 5,193 dev and the 5,793 eval queries.

    The eval scores are those of the public leaderboard, whose script altered them slightly to keep the judgments
    secret. The paper uses the true scores.

    Attributes
    ----------
    day : date
        Day of the submission.
    id : str
        Id of the submission.
    description, team : str
        Description of the run, and its authors.
    dev, eval : float
        MRR@100 on the dev and the eval queries; `dev` is NaN if the leaderboard has none.
    state_of_the_art : bool
        Whether the run was the best on the eval queries when it was submitted.
    name : str
        Name of the run in Lin et al. (2021), R1 to R10, or an empty text.

    Examples
    --------
    >>> history()[0].name, history()[0].eval
    ('R1', 0.368)
    """

    day: date
    id: str
    description: str
    team: str
    dev: float
    eval: float
    state_of_the_art: bool = True
    name: str = ""


def history(until: date = LAST_DAY) -> tuple[Submission, ...]:
    """Return the states of the art of the leaderboard up to a day, from an embedded file.

    As in the paper, the team of R1, R5, R6 and R7 is the same.

    Parameters
    ----------
    until : date, optional
        The last day, by default the middle of February 2021; up to then the runs are R1 to R10.

    Returns
    -------
    tuple of Submission

    Examples
    --------
    >>> [(run.name, run.eval) for run in history()][-2:]
    [('R9', 0.405), ('R10', 0.416)]
    >>> len(history(date(2022, 12, 31)))
    17
    """
    runs = []
    rows = csv.DictReader(_FILE.read_text(encoding="utf-8").splitlines())
    for number, row in enumerate(rows, start=1):
        day = date.fromisoformat(row["date"])
        name = f"R{number}" if day <= LAST_DAY else ""
        scores = float(row["dev"]), float(row["eval"])
        runs.append(Submission(day, row["id"], row["description"], row["team"], *scores, name=name))
    return tuple(run for run in runs if run.day <= until)


def read_leaderboard(path: str | PathLike[str], until: date | None = None) -> tuple[Submission, ...]:
    """Read the submissions in the leaderboard's own CSV file, in the order of their days.

    Rows without a score on the eval queries are left out. `state_of_the_art` is True for submissions with a trophy.

    Parameters
    ----------
    path : str or path
        Path of the file, for example of `datasets.fetch("msmarco_doc/leaderboard.csv")`.
    until : date, optional
        The last day; `LAST_DAY` keeps the submissions in figure 1 of Lin et al. (2021).

    Returns
    -------
    tuple of Submission

    Raises
    ------
    InputError
        If the file is not the leaderboard's, or a line cannot be read.
    """
    reader = csv.DictReader(io.StringIO(open_source(path).text(), newline=""))
    missing = [column for column in _COLUMNS if column not in (reader.fieldnames or [])]
    if missing:
        raise InputError(f"{path}, line 1: the leaderboard's file has a column {missing[0]!r}, but this one has none")
    known = {run.id: run.name for run in history()}
    runs = []
    for row in reader:
        if not (row["MRR@100 (Eval)"] or "").strip():
            continue
        try:
            runs.append(
                Submission(
                    date.fromisoformat(row["date"].replace("/", "-")),
                    row["id"],
                    row["description"],
                    row["team"],
                    _mrr(row["MRR@100 (Dev)"]) if row["MRR@100 (Dev)"].strip() else math.nan,
                    _mrr(row["MRR@100 (Eval)"]),
                    state_of_the_art=row[""] == _TROPHY,
                    name=known.get(row["id"], ""),
                )
            )
        except (AttributeError, TypeError, ValueError):
            raise InputError(
                f"{path}, line {reader.line_num}: a submission has a date such as 2020/08/27 and scores from 0 to 1 "
                f"such as 0.368; given: {row['date']!r}, {row['MRR@100 (Dev)']!r}, {row['MRR@100 (Eval)']!r}"
            ) from None
    return tuple(sorted((run for run in runs if until is None or run.day <= until), key=lambda run: run.day))


def fetched(until: date = LAST_DAY) -> tuple[Submission, ...]:
    """Return all submissions up to a day if the leaderboard's file was downloaded, else the embedded states of the art.

    Nothing is downloaded.

    Parameters
    ----------
    until : date, optional
        The last day.

    Returns
    -------
    tuple of Submission

    Raises
    ------
    InputError
        If the file exists and cannot be read.

    Examples
    --------
    >>> {"R1", "R10"} <= {run.name for run in fetched()}
    True
    """
    from irlearn.datasets import available  # The import of pooch is slow, and only this function needs it.

    try:
        path = available()["msmarco_doc/leaderboard.csv"].path
    except InputError:  # This machine has no folder for data.
        return history(until)
    return read_leaderboard(path, until) if path.is_file() else history(until)


def _mrr(cell: str) -> float:
    score = float(cell)
    if not 0 <= score <= 1:
        raise ValueError(cell)
    return score


@dataclass(frozen=True, repr=False)
class Timeline(Page):
    """A leaderboard over time: its submissions in the order of their days, as in figure 1 of Lin et al. (2021).

    Attributes
    ----------
    submissions : tuple of Submission

    Examples
    --------
    >>> line = timeline(history())
    >>> line
    Timeline of 10 submissions in 168 days, 10 states of the art
    >>> line.days_between
    (11, 2, 27, 6, 8, 7, 67, 18, 21)
    """

    submissions: tuple[Submission, ...]

    @property
    def states_of_the_art(self) -> tuple[Submission, ...]:
        """The submissions that beat all earlier ones on the eval queries, as the leaderboard marks them."""
        return tuple(run for run in self.submissions if run.state_of_the_art)

    @property
    def best(self) -> tuple[float, ...]:
        """The highest MRR@100 on the eval queries up to each submission."""
        return tuple(accumulate((run.eval for run in self.submissions), max))

    def before(self, run: Submission) -> Submission | None:
        """Return the run that was the best on the eval queries before a submission; None for the first submission.

        Parameters
        ----------
        run : Submission
            A submission of this leaderboard.

        Returns
        -------
        Submission or None
        """
        earlier = self.submissions[: self.submissions.index(run)]
        return max(earlier, key=lambda submission: submission.eval) if earlier else None

    @property
    def days(self) -> int:
        """Number of days from the first submission to the last, including both."""
        return (self.submissions[-1].day - self.submissions[0].day).days + 1

    @property
    def days_between(self) -> tuple[int, ...]:
        """Days from each state of the art to the next."""
        return tuple((after.day - before.day).days for before, after in pairwise(self.states_of_the_art))

    @property
    def gains(self) -> tuple[float, ...]:
        """Gain of each state of the art over the previous one, in MRR@100 on the eval queries."""
        return tuple(round(after.eval - before.eval, 6) for before, after in pairwise(self.states_of_the_art))

    def to_frame(self) -> pandas.DataFrame:
        """Return a pandas `DataFrame` with a row for each submission."""
        return to_pandas([{**vars(run), "best": best} for run, best in zip(self.submissions, self.best, strict=True)])

    def __repr__(self) -> str:
        return (
            f"Timeline of {count_noun(len(self.submissions), 'submission')} in {count_noun(self.days, 'day')}, "
            f"{count_noun(len(self.states_of_the_art), 'state')} of the art"
        )

    def blocks(self) -> list[Block]:
        """Return the states of the art as a table: days since the previous one, scores, gain on the eval queries."""
        days = ["", *map(str, self.days_between)]
        gains = ["", *(f"+{fixed(gain, 3)}" for gain in self.gains)]
        rows = [
            [run.name or run.id, str(run.day), after, fixed(run.dev, 3), fixed(run.eval, 3), gain]
            for run, after, gain in zip(self.states_of_the_art, days, gains, strict=False)
        ]
        return [Table(repr(self), ["run", "day", "days after", "dev", "eval", "gain"], rows, left=2)]


def timeline(submissions: Iterable[Submission]) -> Timeline:
    """Return the leaderboard over time.

    Parameters
    ----------
    submissions : iterable of Submission
        In any order, for example those of `history` or of `read_leaderboard`.

    Returns
    -------
    Timeline

    Raises
    ------
    InputError
        If there is no submission.

    Examples
    --------
    >>> print(timeline(history(date(2020, 9, 30))))
    Timeline of 3 submissions in 14 days, 3 states of the art
    run  day         days after    dev   eval    gain
    R1   2020-08-27              0.413  0.368
    R2   2020-09-07          11  0.426  0.370  +0.002
    R3   2020-09-09           2  0.434  0.382  +0.012
    """
    runs = tuple(sorted(submissions, key=lambda run: run.day))
    if not runs:
        raise InputError("a leaderboard over time needs a submission, and there is none; is `until` too early?")
    return Timeline(runs)
