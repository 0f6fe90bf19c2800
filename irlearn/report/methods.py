"""The paragraph of methods of a report, its sources, and the facts by which the report can be made again."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Iterable, Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from irlearn.formulas.page import Block, Heading, Note, Prose, Source, Table
from irlearn.formulas.page_formats import booktabs
from irlearn.report.difference import leaves_unjudged_out
from irlearn.report.study import Study
from irlearn.statistics import ALPHA
from irlearn.text.english import comma_list, count_noun, number_word
from irlearn.text.numbers import general

_SOURCES = {
    "permutation": (
        "M. D. Smucker, J. Allan and B. Carterette (2007). A comparison of statistical significance tests for "
        "information retrieval evaluation. CIKM 2007."
    ),
    "holm": (
        "S. Holm (1979). A simple sequentially rejective multiple test procedure. Scandinavian Journal of Statistics 6."
    ),
    "effect": "T. Sakai (2018). Laboratory Experiments in Information Retrieval. Springer.",
    "tukey": (
        "B. Carterette (2012). Multiple testing in statistical analysis of systems-based information retrieval "
        "experiments. ACM Transactions on Information Systems 30."
    ),
    "luck": (
        "B. Carterette (2015). The best published result is random: sequential testing and its effect on reported "
        "effectiveness. SIGIR 2015."
    ),
    "outcomes": (
        "J. Lin, D. Campos, N. Craswell, B. Mitra and E. Yilmaz (2021). Significant improvements over the state of the "
        "art? A case study of the MS MARCO document ranking leaderboard. SIGIR 2021."
    ),
    "pool": (
        "J. Zobel (1998). How reliable are the results of large-scale information retrieval experiments? SIGIR 1998."
    ),
}
_PACKAGES = ("irlearn", "numpy", "scipy", "matplotlib")


class InputFile(NamedTuple):
    """A file that a report rests on: its name, size and SHA-256."""

    name: str
    size: int
    sha256: str

    @classmethod
    def of(cls, path: str | os.PathLike[str]) -> InputFile:
        """Return the size and the hash of a file."""
        with Path(path).open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            return cls(str(path), file.tell(), digest)


def method_sections(study: Study) -> list[Block]:
    """Return a paragraph for a paper that says what was done, and its sources."""
    runs, measures = number_word(len(study.runs)), [*map(repr, study.measures)]
    others = len(study.others)
    lacked = (
        "Queries that a run lacks were left out for all runs."
        if study.missing == "drop"
        else "Queries that a run lacks count as 0."
    )
    leaving = [repr(measure) for measure in study.measures if leaves_unjudged_out(measure.per_query)]
    used = ["permutation", "effect"]
    topics, release = count_noun(len(study.scores.queries), "topic"), version("irlearn")
    compared = "each other run" if others > 1 else study.others[0]
    chosen = f"{study.permutations:,} permutations unless all could be counted, seed {study.seed}"
    sentences = [
        f"We scored {runs} runs on {topics} by {comma_list(measures)} with irlearn {release}.",
        f"Unjudged documents count as not relevant{' except by ' + comma_list(leaving) if leaving else ''}.",
        f"Ties in score are broken by document id, descending, as in trec_eval. {lacked}",
    ]
    test = f"permutation test ({chosen}, alpha {general(ALPHA)}; Smucker et al., 2007)"
    sentences.append(f"We compared {compared} with {study.first} by a two-sided paired {test}.")
    if others > 1:
        used.append("holm")
        sentences.append(
            f"The p-values of each measure were corrected by Holm (1979) for {count_noun(others, 'comparison')}; the "
            f"primary measure is {study.primary!r}."
        )
    elif len(measures) > 1:
        sentences.append(f"The primary measure is {study.primary!r}; the other measures describe.")
    sentences.append(
        "We give 95% t intervals of means and of mean differences, and d_z as the effect size (Sakai, 2018)."
    )
    if study.pairs is not None:
        used.append("tukey")
        sentences.append("All pairs of runs were compared by the randomized Tukey HSD test (Carterette, 2012).")
    if study.luck is not None:
        used.append("luck")
        sentences.append(
            "We compared the best run with the best of equally good runs by a topic bootstrap (Carterette, 2015)."
        )
    if study.outcomes:
        used.append("outcomes")
        sentences.append("Outcomes are counted and tested as by Lin et al. (2021).")
    if study.reusability is not None:
        used.append("pool")
        sentences.append("Leaving a run out of the pool follows Zobel (1998).")
    definitions = [
        f"{measure!r}: {measure.per_query.source}." for measure in study.measures if measure.per_query.source
    ]
    return [
        Heading("Methods"),
        Prose(" ".join(sentences)),
        Note(" ".join(["Definitions of the measures:", *definitions])),
        *(Note(_SOURCES[key]) for key in used),
    ]


def latex_sections(tables: Iterable[Table]) -> list[Block]:
    """Return tables as LaTeX to copy."""
    return [
        Heading("Tables for a paper"),
        *(Source(table.caption, booktabs(table.header, table.rows, left=table.left)) for table in tables),
    ]


def provenance_sections(files: Sequence[InputFile], command: str | None) -> list[Block]:
    """Return the facts by which the report can be made again."""
    blocks: list[Block] = [Heading("How this report was made")]
    if command is not None:
        blocks.append(Source("Command line", command))
    if files:
        rows = [[file.name, f"{file.size:,}", file.sha256[:16]] for file in files]
        blocks.append(Table("", ["file", "bytes", "SHA-256, first 16 digits"], rows, left=1))
    else:
        blocks.append(Prose("The data were given as Python objects."))
    versions = [f"{name} {_version(name)}" for name in _PACKAGES if _version(name)]
    made = f"{date.today().isoformat()}: {comma_list([*versions, f'Python {platform.python_version()}'])}."
    return [*blocks, Note(made)]


def _version(package: str) -> str:
    try:
        return version(package)
    except ModuleNotFoundError:
        return ""
