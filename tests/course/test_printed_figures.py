"""Test figures quoted from papers against `tests/data/printed.json`, a list copied from the papers.

The list holds printed figures by paper and place, exactly as printed. Tables used by the package are compared cell by
cell. In lessons, courses, instructor's pages, README, reference and docstrings, each number of a sentence that names a
paper, its tables or its runs must be a figure of that paper, up to rounding, or be listed in `OWN`.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from lesson_pages import ANY, PAGES, cells, instructor, says, told, value
from paths import ROOT

from irlearn import datasets
from irlearn.course.lessons import LESSONS
from irlearn.simulation.leaderboard import COLUMNS, printed
from irlearn.studies import extremes
from irlearn.text.numbers import fixed

PRINTED = json.loads((ROOT / "tests" / "data" / "printed.json").read_text(encoding="utf-8"))
TUTORIAL, LIN, CARTERETTE, OTERO = PRINTED
PAPER = {
    **dict.fromkeys(list(PAGES)[:8], TUTORIAL), **dict.fromkeys(("08", "09", "10", "11"), LIN),
    "12": CARTERETTE, "13": OTERO, "14": OTERO,
}  # fmt: skip


class Figure(NamedTuple):
    """A printed figure: its place, its meaning and its text."""

    where: str
    what: str
    text: str

    @property
    def exact(self) -> Fraction:
        """Return the printed number."""
        return value(self.text.lower())[0]


@cache
def figures(paper: str) -> tuple[Figure, ...]:
    """Return all figures of a paper."""
    return tuple(
        Figure(where, what, text)
        for where, found in PRINTED[paper].items()
        for what, texts in found.items()
        if what  # the names of a table's columns
        for text in ([texts] if isinstance(texts, str) else texts)
    )


# Tables used by the package.


def test_printed_tables_of_lin_2021_equal_the_packaged_tables():
    assert len(printed()) == 10
    for runs, row in printed().items():
        first, second = (PRINTED[LIN][table][" ".join(runs)] for table in ("table 1", "table 2"))
        assert second[0] == first[0], "both tables print the difference"
        assert [row[name].text for name in COLUMNS] == [text.removesuffix("%") for text in (*first, *second[1:])]


def test_printed_tables_of_carterette_2015_equal_the_packaged_tables():
    names = {"Robust 04": "Robust ’04"}
    for row in extremes.collections():
        second, third = (PRINTED[CARTERETTE][table][names.get(row.name, row.name)] for table in ("table 2", "table 3"))
        assert [str(row.n), *(fixed(one, 4) for one in row[2:])] == [*second, *third[:3]]
    assert len(extremes.collections()) == len(PRINTED[CARTERETTE]["table 2"]) - 1


PLACES = {"figure 1": "section 2", "figure 3": "section 3.1"}
"""The sections that describe a figure in words."""


def table_3_figure(what: str) -> Figure:
    name, _, end = what.partition(", ")
    row = PRINTED[CARTERETTE]["table 3"][name.replace("Robust 04", "Robust ’04")]
    return Figure("table 3", what, row[["µ₀", "lower end"].index(end)])


def test_figures_beside_recomputed_values_equal_the_paper(real_data, monkeypatch):
    monkeypatch.setenv("IRLEARN_DATA", str(real_data))
    compared = extremes.compare_with_paper(extremes.load("trec/adhoc7_ap.csv", tell=lambda _: None)).figures
    kept = {(one.where, one.what): one for one in figures(CARTERETTE)}
    assert len(compared) == 27
    for one in compared:
        copied = (
            table_3_figure(one.what) if one.where == "table 3" else kept[PLACES.get(one.where, one.where), one.what]
        )
        assert value(fixed(one.printed, one.places)) == value(copied.text), one


def test_tutorial_data_equal_the_printed_data():
    of = PRINTED[TUTORIAL]
    assert [*map(str, datasets.ten_ranks().grades)] == of["PR curve"]["relevances"]
    assert sum(grade > 0 for grade in datasets.ten_ranks().judged) == int(of["PR curve"]["relevant"])
    assert [*datasets.three_queries().values()] == [*map(Fraction, of["MAP"]["AP of the queries"])]
    assert [*map(str, datasets.three_ranks().values())] == of["MRR"]["ranks"]
    assert [*map(str, datasets.five_grades().grades)] == of["nDCG"]["grades"]
    for system, letter in zip(datasets.nine_queries().values(), "AB", strict=True):
        assert [*system.values()] == [*map(Fraction, of["significance"][letter])]
    assert sum(one.grade for one in datasets.software().documents) == int(of["Cranfield example"]["relevant documents"])
    assert f"with the scores {', '.join(of['nDCG']['scores of the run'])}." in " ".join(
        one.source for one in cells("06") if one.id == "tutorial"
    )


# Quotations.

NAMES = re.compile(
    r"\b(?:papers?|Carterette|Otero|Lin (?:et al\.|and others)|[Tt]utorial|[Tt]able [123]|[Ff]igure [123])\b"
)
ALSO = re.compile(r"\b(?:prints?|printed|TREC-7|its examples?|R\d+)\b")
"""Words that mark a quotation on a page; docstrings use them mostly in other senses."""
NO_FIGURES = re.compile(
    r"\b(?:[Tt]ables?|[Ss]ections?|[Ll]essons?|[Ff]igures?|TREC|Robust|Learning) ?-?\d+(?:\.\d)?(?:(?:,| and| to) \d+)*"
    r"|\b(?:19|20)\d\d\b|```.*?```|`[^`]*`|<[^>]+>|\]\([^)]*\)|\b[RF]\d+\b|nDCG@\d+|^\*\*\d\.\*\*",
    re.DOTALL,
)
SENTENCE = re.compile(r"(?<=[.?!;])\s+|\n| \| ")

OWN: list[tuple[str, str, str]] = [
    ("0[346]i?", r"\b[Pp]apers report .*|AP 1/2 and 1", "papers that are made up"),
    ("01", "by chance you agree on 1/2", "worked out"),
    ("05i", "nDCG@1 of the tutorial's list is 1, and nDCG@3 is 0.808", "worked out"),
    ("05", "log2", "a base"),
    ("04", r"has MAP 0\.249 on the fifty topics of TREC-7", "worked out from the public matrix of AP"),
    ("14", "With 5 judgments and AP, NTCIR and Hedge invent 26%", "worked out from the recorded results"),
    ("04", r"CC BY-SA 4\.0", "the version of a license"),
    ("12", "a lower end of 0.2379", "worked out; the paper prints 0.2378"),
    ("0[89]|1[01]", r"\b0\.05\b", "the level that p-values are compared with"),
    ("09i?", r"0\.012( above R2)?|0\.011(, the others 0\.002 to 0\.006)?", "gains on the public leaderboard"),
    ("09i?", "together 25%|about 25%:", "the sum of two figures"),
    (
        "09",
        r"Only R\d+ answers [\d,]+ queries and only R\d+ answers [\d,]+: p = [\d.e−]+",
        "the reconstruction's queries",
    ),
    ("09i?", r"R4 (?:answers|leads) .*?\b(?:279|101 by 1\.86, at 200 by 6\.62)", "the reconstruction's queries"),
    ("09", r"(?:With a miss )?at rank .*|R1 with 101, R4 with 200.*", "the reconstruction's means"),
    (
        "09",
        r"MRR is 0\.3966 for R1 and 0\.4145 for R4|R4's lead hardly changes, 0\.0174 and 0\.0176",
        "the reconstruction's means",
    ),
    ("10i", r"phi is 0\.04 to 0\.05 in five of the nine rows, which is above 0\.026", "worked out"),
    ("11", r"R5 before R7 is significant, with p = 0\.0078", "of the reconstruction"),
    ("09|1[01]i?", r"\bto 10\b|\bfor 10\b|\bby 10\b|at 10\b|from 10 to 1\b", "the number of tests, of rows"),
    ("10", r"10 · (0\.\d+) = 0\.\d+|ten times", "ten times a figure"),
    ("10", "phi from 0.24 to 0.95", "of six real pairs"),
    (
        "10",
        r"at 0\.20 R4 is only just found, with 0\.0179 against 0\.0177",
        "a correlation of the board, and worked out",
    ),
    ("10i", "R9, 46-fold|correlation of 0", "worked out"),
    ("11", "With 45 tests .* leaves 22 pairs undecided instead of 23", "of the reconstruction"),
    ("12i?", r"\b182\b|92\.0%|99\.4%|0\.253", "worked out"),
    ("10i?", r"[Pp]hi (?:is )?at least 0\.07|where 95% of the shuffles lie within 0\.026 of 0", "worked out"),
    ("11i?", "with 1, 10 or 45 tests", "of the reconstruction"),
    ("12", "1.8%, 6.6%, 7.9%, 8.4% and 5.6%|4.0%, 6.6%, 7.9%, 8.3% and 5.3%", "worked out"),
    ("12", r"for 2, 10, 100 and 1,000 systems it passes 0\.2152, 0\.2415, 0\.2677 and 0\.2875", "worked out"),
    (
        "1[24]i?",
        r"\b16 (?:runs|of TREC-7's)|\d+% to \d+% of the splits|τ is 0\.\d+ to 0\.\d+ here and 0\.\d+ to 0\.\d+",
        "by resampled topics, by splits, or by sweeps",
    ),
    ("14", r"τ is 0\.\d+ to 0\.\d+ here \(.*?\) and 0\.\d+ to 0\.\d+ on the .*? \(10 to 40\)", "by sweeps"),
    ("12", "0.61|by 0.023 according to TREC-7's own scores", "of the public matrix"),
    ("14", "with pools of depth 10", "of irlearn's sweep"),
    ("13i", "30 systems marks .* at 0.05", "a paper that is made up"),
    ("code", r"\.0005|within 1%", "how near is near"),
    ("code", r"2015, 3\.1|R ?\+ ?10\b|bpref-10 of the same paper", "a section, and a measure's name"),
    ("code", r"8/15|0\.3684|11/18|p = 3/8", "the tutorial's, worked out exactly"),
]
"""Figures by page that do not come from the paper named in the sentence, with their source."""


@cache
def pages() -> tuple[tuple[str, str], ...]:
    """Return each text that may quote a paper, with its page."""
    return tuple(read())


def read() -> Iterator[tuple[str, str]]:
    """Yield each text that may quote a paper, after its lesson number, with an `i` for the instructor's page."""
    for lesson in PAGES:
        for cell in cells(lesson):
            if not cell.code:
                yield lesson, cell.source
            yield from ((lesson, text) for part in cell.parts for text in told(part))
        yield from ((f"{lesson}i", line) for line in instructor(lesson))
    for page in (ROOT / "README.md", *sorted((ROOT / "lessons" / "reference").glob("*.md"))):
        yield page.stem, page.read_text(encoding="utf-8")
    for path in sorted((ROOT / "irlearn").rglob("*.py")):
        yield from (("code", text) for text in docstrings(path))


def docstrings(path: Path) -> Iterator[str]:
    """Yield the docstrings of a module without their examples, and attribute docstrings."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            text = re.sub(r">>>.*?(?:\n\s*\n|$)", "", node.value.value, flags=re.DOTALL)
            yield re.sub(r"\s+", " ", text)


@cache
def quoted_sentences() -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Return sentences that name a paper: page, sentence, and the numbers not listed in `OWN`."""
    found = {}
    for page, text in pages():
        for sentence in SENTENCE.split(text):
            if not (NAMES.search(sentence) or (page[:2] in PAPER and ALSO.search(sentence))):
                continue
            rest = sentence
            for where, own, _ in OWN:
                if re.fullmatch(where, page):
                    rest = re.sub(own, " ", rest)
            found[page, sentence] = tuple(ANY.findall(NO_FIGURES.sub(" ", rest)))
    return tuple((page, sentence, numbers) for (page, sentence), numbers in found.items() if numbers)


def candidates(page: str, sentence: str) -> list[Figure]:
    """Return figures that a sentence may quote; from tables 1 and 2 only rows of the runs that the sentence names."""
    papers = [PAPER[page[:2]]] if page[:2] in PAPER else list(PRINTED)
    runs = set(re.findall(r"\bR\d+\b", sentence)) - {"R1"}
    return [
        one
        for paper in papers
        for one in figures(paper)
        if not (runs and one.where in ("table 1", "table 2") and paper == LIN) or one.what.split()[-1] in runs
    ]


def test_quoted_figures_are_printed_in_the_named_paper():
    wrong = [
        f"{page}: {number} in {sentence!r}"
        for page, sentence, numbers in quoted_sentences()
        for number in numbers
        if not any(says(number, one.exact) for one in candidates(page, sentence))
    ]
    assert wrong == [], "copy the figure into tests/data/printed.json with its place, or say in OWN whose it is"


def test_unnamed_pair_of_lesson_10_is_a_row_of_table_2():
    row = [text.removesuffix("%") for text in PRINTED[LIN]["table 2"]["R1 R10"][1:5]]
    assert f"Pair Y: {', '.join(row)}." in LESSONS["10"].part("which-pair").question


def test_quoted_sentences_are_found_for_each_paper():
    counts = {paper: sum(PAPER.get(page[:2]) == paper for page, _, _ in quoted_sentences()) for paper in PRINTED}
    assert counts[TUTORIAL] >= 5
    assert counts[LIN] >= 20
    assert counts[CARTERETTE] >= 12
    assert counts[OTERO] >= 2


@pytest.mark.parametrize(("where", "own", "whose"), OWN, ids=[own for _, own, _ in OWN])
def test_figures_excluded_from_quotation_checks_are_still_in_use(where, own, whose):
    assert whose
    assert any(re.search(own, text) for page, text in pages() if re.fullmatch(where, page))


@pytest.mark.parametrize(
    ("page", "sentence", "number"),
    [
        ("12", "Table 3 prints 0.2512.", "0.2512"),
        ("10", "In table 1, p of R4 is 0.000461.", "0.000461"),
        ("09", "Table 2: only R2 10%.", "10%"),
    ],
)
def test_quoted_figure_of_another_row_is_detected(page, sentence, number):
    assert not any(says(number, one.exact) for one in candidates(page, sentence))
