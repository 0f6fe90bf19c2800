"""The function `report` and its result, a page about runs that can be sent."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

from irlearn.atomic_write import write_atomically
from irlearn.collection.reading import is_collection
from irlearn.errors import InputError
from irlearn.evaluation import AnyMeasure, Missing
from irlearn.formulas.page import Block, Heading, Page, Table
from irlearn.formulas.page_formats import to_html
from irlearn.report import sections
from irlearn.report.methods import InputFile, latex_sections, method_sections, provenance_sections
from irlearn.report.study import Study, study_runs
from irlearn.statistics import ALPHA
from irlearn.text.english import count_noun
from irlearn.text.html import Element
from irlearn.text.numbers import json_number


@dataclass(frozen=True, eq=False, repr=False)
class Report(Page):
    """A report on runs. A notebook displays it, and `save` writes it as one HTML file.

    Attributes
    ----------
    study : Study
        The numbers of the report.
    files : tuple of InputFile
        The files that were read.
    command : str or None
        The command line that made the report.
    """

    study: Study
    files: tuple[InputFile, ...] = ()
    command: str | None = None

    @property
    def title(self) -> str:
        """The runs and the number of queries."""
        queries = count_noun(len(self.study.scores.queries), "query")
        runs = [*self.study.runs]
        return f"{' and '.join(runs)} on {queries}" if len(runs) == 2 else f"{len(runs)} runs on {queries}"

    def blocks(self) -> list[Block]:
        """Return the sections of the report."""
        return [*self._blocks]

    @cached_property
    def _blocks(self) -> list[Block]:
        study = self.study
        scores, tests = sections.score_sections(study), sections.test_sections(study)
        tables = [block for block in (*scores, *tests) if isinstance(block, Table)]
        return [
            Heading(self.title, 1),
            *sections.lead(study),
            *scores,
            *sections.query_sections(study),
            *tests,
            *sections.deciding_sections(study),
            *sections.topic_sections(study),
            *sections.pair_sections(study),
            *sections.luck_sections(study),
            *sections.outcome_sections(study),
            *sections.pool_sections(study),
            *sections.note_sections(study),
            *sections.convention_sections(study),
            *method_sections(study),
            *latex_sections(tables),
            *provenance_sections(self.files, self.command),
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the numbers of the report as plain data."""
        study = self.study
        return {
            "runs": [*study.runs],
            "measures": [*map(repr, study.measures)],
            "queries": [*study.scores.queries],
            "missing": study.missing,
            "alpha": ALPHA,
            "permutations": study.permutations,
            "seed": study.seed,
            "scores": {
                run: {
                    repr(measure): [*map(json_number, study.scores.of(run, measure).tolist())]
                    for measure in study.scores.measures
                }
                for run in study.runs
            },
            "comparisons": [
                {**comparison.to_json(), "notes": [*comparison.notes], "version": version("irlearn")}
                for family in study.comparisons.values()
                for comparison in family
            ],
            "significant": [
                comparison.run_b for comparison in study.comparisons[study.primary] if study.is_significant(comparison)
            ],
            "deciding": [
                {**query._asdict(), "pvalue_without": json_number(query.pvalue_without)} for query in study.deciding
            ],
            "largest_difference": study.largest,
            "pairs": None if study.pairs is None else _pairs_json(study),
            "luck": None
            if study.luck is None
            else {
                "expected_maximum": study.luck.expected_maximum,
                "maximum_95": study.luck.upper,
                "probability": study.luck_probability,
            },
            "outcomes": [outcomes.to_dict() for outcomes in study.outcomes],
            "depth": study.depth,
            "outside_the_pool": study.outsiders,
            "notes": {run: [*notes] for run, notes in study.scores.notes.items()},
            "files": [file._asdict() for file in self.files],
            "command": self.command,
            "version": version("irlearn"),
        }

    def to_html(self) -> str:
        """Return the report as a complete HTML document, which also holds the numbers as JSON."""
        numbers = json.dumps(self.to_json(), ensure_ascii=False).replace("<", "\\u003c")
        script = Element("script")(type="application/json", id="irlearn-report")[numbers]
        return to_html(self.blocks(), title=self.title, width="62rem", after=script)

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> Path:
        """Write the report as an HTML file.

        Parameters
        ----------
        path : path
            The file.
        force : bool, default False
            Whether to replace an existing file.

        Returns
        -------
        pathlib.Path
            The file.

        Raises
        ------
        InputError
            If the file exists and `force` is False.
        OSError
            If the file cannot be written.
        """
        target = Path(path)
        if target.exists() and not force:
            raise InputError(f"{target} exists already; give another name, or force=True to replace it")
        write_atomically(target, self.to_html().encode())
        return target

    def __repr__(self) -> str:
        return f"Report: {self.title}"


def report(
    qrels: Any,
    runs: Any,
    measures: AnyMeasure | Iterable[AnyMeasure] = "AP",
    *,
    missing: Missing | None = None,
    permutations: int = 100_000,
    seed: int = 1,
    progress: Callable[[float], None] | None = None,
) -> Report:
    """Compare runs with the first run, and return a report to read, to display in a notebook, or to save and send.

    Parameters
    ----------
    qrels : Qrels or any source that `read_qrels` accepts
        The judgments.
    runs : dict or iterable of Run or any source that `read_run` accepts
        The runs, 2 to 100. The others are compared with the first one, such as a baseline.
    measures : measure or iterable of measures, default "AP"
        The measures. The first one is the primary measure, whose tests decide; choose it before seeing any score.
    missing : {'zero', 'drop'}, optional
        Whether a query that a run lacks counts as 0 or is left out; required if the runs have different queries.
    permutations : int, default 100_000
        The number of permutations of each test, if not all can be counted.
    seed : int, default 1
        The seed of all random numbers.
    progress : callable, optional
        A function that is called with the share of the shuffles of all pairs that are done, from 0 to 1.

    Returns
    -------
    Report

    Raises
    ------
    InputError
        If the data cannot be read or compared.

    Examples
    --------
    >>> qrels = {"q1": {"a": 1}, "q2": {"b": 1}, "q3": {"c": 1}}
    >>> bm25 = {"q1": {"a": 2, "x": 1}, "q2": {"x": 2, "b": 1}, "q3": {"x": 2, "c": 1}}
    >>> neural = {"q1": {"a": 2, "x": 1}, "q2": {"b": 2, "x": 1}, "q3": {"c": 2, "x": 1}}
    >>> result = report(qrels, {"bm25": bm25, "neural": neural})
    >>> result
    Report: bm25 and neural on 3 queries
    >>> str(result).splitlines()[3].partition(" (")[0]
    'By AP, neural is 0.3333 higher than bm25 on average'
    """
    held = [*runs] if isinstance(runs, Iterable) and not isinstance(runs, Mapping) and not is_collection(runs) else runs
    study = study_runs(qrels, held, measures, missing=missing, permutations=permutations, seed=seed, progress=progress)
    sources = [held] if is_collection(held) else [*(held.values() if isinstance(held, Mapping) else held)]
    files = [InputFile.of(path) for path in (qrels, *sources) if isinstance(path, str | os.PathLike)]
    return Report(study, tuple(files))


def _pairs_json(study: Study) -> dict[str, Any]:
    pairs = study.pairs
    assert pairs is not None
    chosen = pairs.of("randomized")
    return {
        "procedure": chosen.name,
        "threshold": chosen.threshold,
        "runs": [
            {"run": run, "mean": mean, "groups": letters}
            for run, mean, letters in zip(pairs.names, pairs.means.tolist(), pairs.letters("randomized"), strict=True)
        ],
    }
