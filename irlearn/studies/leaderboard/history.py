"""The MS MARCO document ranking leaderboard over time (figure 1 of Lin et al., 2021), and its states of the art."""

from __future__ import annotations

import csv
import math
from dataclasses import dataclass
from datetime import date
from os import PathLike
from pathlib import Path

from irlearn.collection.sources import open_source
from irlearn.errors import InputError

CITATION = (
    "MS MARCO document ranking leaderboard, CC BY 4.0, "
    "https://github.com/microsoft/MSMARCO-Document-Ranking-Submissions"
)

LAST_DAY = date(2021, 2, 15)
"""The middle of February 2021, where figure 1 of Lin et al. (2021) ends."""

_FILE = Path(__file__).with_name("states_of_the_art.csv")
_COLUMNS = ("id", "date", "", "description", "team", "MRR@100 (Dev)", "MRR@100 (Eval)")
_TROPHY = "🏆"


@dataclass(frozen=True)
class Submission:
    """A run on the leaderboard: its day, its id, who sent it, MRR@100 on the 5,193 dev and the 5,793 eval queries.

    `dev` is nan where the leaderboard gives none. `name` is what Lin et al. (2021) call it (R1 to R10), or empty. The
    eval scores are those of the public leaderboard, whose script altered them a little to keep the judgments secret;
    the paper uses the true ones.

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
    """The states of the art of the leaderboard up to a day, embedded; R1 to R10 up to the middle of February 2021.

    The team of R1, R5, R6 and R7 is the same, as the paper says. Source: the leaderboard (CC BY 4.0).

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


def read_leaderboard(path: str | PathLike[str]) -> tuple[Submission, ...]:
    """Every submission of the leaderboard's own CSV file, in the order of the days.

    `state_of_the_art` marks those with a trophy. Rows without a score on the eval queries are left out. Raises
    `InputError` where the file is not the leaderboard's or a line cannot be read.
    """
    lines = open_source(Path(path)).text().splitlines()
    reader = csv.DictReader(lines)
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
                    float(row["MRR@100 (Dev)"]) if row["MRR@100 (Dev)"].strip() else math.nan,
                    float(row["MRR@100 (Eval)"]),
                    state_of_the_art=row[""] == _TROPHY,
                    name=known.get(row["id"], ""),
                )
            )
        except (AttributeError, TypeError, ValueError):
            raise InputError(
                f"{path}, line {reader.line_num}: a submission has a date such as 2020/08/27 and scores such as 0.368; "
                f"given: {row['date']!r}, {row['MRR@100 (Dev)']!r}, {row['MRR@100 (Eval)']!r}"
            ) from None
    return tuple(sorted(runs, key=lambda run: run.day))
