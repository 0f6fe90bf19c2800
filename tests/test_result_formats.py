"""Test that every result with blocks is written in every format."""

from __future__ import annotations

import csv
import html
import importlib
import json
import pkgutil
import re
from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from io import StringIO
from typing import Any

import numpy as np
import pytest
import table_cells as cells

import irlearn
from irlearn import AP, RR, P, Ranking, Run, datasets, evaluate, explain, precision_recall, solve, statistics
from irlearn.conventions import IRLEARN, compare, score
from irlearn.course.own_functions import OwnFunctions
from irlearn.formulas.page import Figure, Note, Page, Table, has_content, texts_of
from irlearn.formulas.page_formats import to_html
from irlearn.formulas.tree import Node
from irlearn.formulas.writers import latex_text
from irlearn.report import diff, report
from irlearn.simulation.collections import simulate
from irlearn.simulation.published import beside_published
from irlearn.studies import extremes, leaderboard
from irlearn.studies.adjudication import adjudicate, discriminate, inferred_ap, leave_group_out, pool_arrays
from irlearn.studies.adjudication.sweep import sweep
from irlearn.studies.leaderboard.independence import independence
from irlearn.studies.leaderboard.power import power
from irlearn.studies.leaderboard.printed_bounds import largest_correlations
from irlearn.text.tables import unguarded

A, B, C = [0.5, 0.25, 0.75, 0.5, 0.9], [0.25, 0.5, 0.25, 0.5, 0.1], [0.1, 0.3, 0.2, 0.6, 0.4]
SCORES = np.array([A, B, C]).T
RANKING = Ranking([1, 0, 1], [1, 0, 1])
QRELS = {"q1": {"d1": 1, "d2": 0}, "q2": {"d2": 1}, "q3": {"d1": 1}}
PLAIN, HOSTILE = "plain", r"""=<b>&"_%$\|*`#{}"""


def named_runs(name: str) -> list[Run]:
    orders = {name: "12", f"{name}2": "21"}
    return [
        Run.from_dict({query: {f"d{n}": -place for place, n in enumerate(order)} for query in QRELS}, name=run)
        for run, order in orders.items()
    ]


def evaluated(name: str) -> irlearn.Scores:
    return evaluate(QRELS, named_runs(name), [AP, RR])


def ranks(name: str) -> dict[str, list[int]]:
    return {f"{name}{n}": [1, 3, 0, 2, 5, n] for n in (1, 2, 4)}


@cache
def pooled(name: str = "run") -> Any:
    order = np.argsort(-np.random.default_rng(3).random((4, 5, 12)), axis=2)
    grades = [np.arange(12) % 3 // 2] * 5
    return pool_arrays(order, grades, [f"{name}{n}" for n in range(4)], [f"q{n}" for n in range(5)], depth=4)


NAMED: dict[str, Callable[[str], Page]] = {
    "scores": evaluated,
    "comparison": lambda name: evaluated(name).compare(name, f"{name}2"),
    "all pairs": lambda name: statistics.all_pairs(SCORES, names=[name, "b", "c"]),
    "all pairs, randomized": lambda name: statistics.all_pairs(SCORES, names=[name, "b", "c"], permutations=20),
    "Tukey": lambda name: statistics.tukey_hsd(SCORES, names=[name, "b", "c"]),
    "randomized Tukey": lambda name: statistics.randomized_tukey_hsd(SCORES, 50, names=[name, "b", "c"]),
    "Holm": lambda name: statistics.holm([0.01, 0.2], names=[name, "b"]),
    "tau": lambda name: statistics.kendall_tau(A[:3], B[:3], names=[name, "b", "c"]),
    "tau AP": lambda name: statistics.tau_ap(A[:3], [0.3, 0.2, 0.1], names=[name, "b", "c"]),
    "outcomes": lambda name: leaderboard.outcomes(*[*ranks(name).values()][:2], names=(f"{name}1", f"{name}2")),
    "table": lambda name: leaderboard.table(ranks(name), f"{name}1", note="Note."),
    "preferences": lambda name: leaderboard.preferences(ranks(name), leaderboard.CRITERIA["higher MRR"]),
    "thresholds": lambda name: extremes.thresholds([0.29, 0.31, 0.36], 0.02, mean=0.3, names=[name, "b", "c"]),
    "topic bootstrap": lambda name: extremes.topic_bootstrap(extremes.matrix(SCORES, [name, "b", "c"]), 100),
    "winner": lambda name: extremes.winner(extremes.matrix(SCORES, [name, "b", "c"])),
    "records": lambda name: extremes.records([0.2, 0.3, 0.25], 0.25, 0.01, names=[name, "b", "c"]),
    "difference": lambda name: diff(QRELS, *named_runs(name)),
    "difference of a query": lambda name: diff(QRELS, *named_runs(name), query="q1"),
    "report": lambda name: report(QRELS, named_runs(name), permutations=50),
    "reuse": lambda name: leave_group_out(pooled(name), {"ours": [f"{name}0"]}, method="random", budget=4, seed=1),
}  # fmt: skip
OTHERS: dict[str, Callable[[], Page]] = {
    "derivation": lambda: explain(AP, RANKING),
    "several": lambda: solve(["MAP", "gMAP"], [RANKING, RANKING]),
    "mean": lambda: explain("MAP", [RANKING, RANKING]),
    "significance": lambda: explain("p(sign)", "A: 0.3 0.4 0.6\nB: 0.2 0.5 0.9"),
    "quantity": lambda: explain("kappa", "20 5 10 15"),
    "sheet": lambda: solve([P, AP], RANKING),
    "curve": lambda: precision_recall(RANKING),
    "convention": lambda: score("RR", QRELS, {"q1": {"d1": 1.0}}),
    "conventions": lambda: compare("RR", {"q": {"m": 1}}, {"q": {"m": 2, "z": 1}}, [IRLEARN]),
    "own functions": lambda: OwnFunctions([(AP, RANKING, None), (RR, RANKING, 0.5)]),
    "topic": datasets.first_topic,
    "available": datasets.available,
    "simulated": lambda: simulate(systems=6, topics=5, families=2, rng=1),
    "published": lambda: beside_published(simulate(systems=6, topics=5, families=2, rng=1)),
    "sign test": lambda: statistics.sign_test(A, B),
    "signed rank": lambda: statistics.wilcoxon_signed_rank(A, B),
    "rank sum": lambda: statistics.wilcoxon_rank_sum(A, B),
    "paired t": lambda: statistics.paired_t(A, B),
    "unpaired t": lambda: statistics.unpaired_t(A, B),
    "permutation": lambda: statistics.permutation_test(A, B),
    "binomial": lambda: statistics.binomial_test(2, 7),
    "t interval": lambda: statistics.t_interval(A, B),
    "bootstrap": lambda: statistics.bootstrap_interval(A, B, resamples=99, rng=1),
    "effect": lambda: statistics.cohens_dz(A, B),
    "effects": lambda: statistics.effect_sizes(A, B),
    "overlap": lambda: statistics.rank_biased_overlap("abc", "bca"),
    "topics": lambda: statistics.topics_needed(0.1, 0.2),
    "topics for many": lambda: statistics.topics_needed_for_many(0.8, 3),
    "error rates": lambda: statistics.error_rates(A, B, topics=4, trials=5, rng=1),
    "contingency": lambda: statistics.ContingencyTable(neither=5, a_only=4, b_only=2, both=9),
    "inferred AP": lambda: inferred_ap([1, 0, 1]),
    "discrimination": lambda: discriminate(pooled(), adjudicate(pooled(), "random", 3, rng=1)),
    "sweep": lambda: sweep(pooled(), ["random"], [3], seed=5),
    "alignment": lambda: leaderboard.alignment_shuffle([1, 2, 0, 3, 0], [1, 0, 2, 4, 0], rng=1, repetitions=20),
    "timeline": lambda: leaderboard.timeline(leaderboard.history()),
    "independence": independence,
    "power": lambda: power(0, 0.6),
    "bounds": largest_correlations,
    "Lin": leaderboard.compare_with_paper,
    "judged": lambda: extremes.judge_on_truth(trials=5, rng=6),
    "origin": lambda: extremes.origin(0.303, 40, 0.0114),
    "split half": lambda: extremes.split_half(extremes.matrix(SCORES, ["a", "b", "c"]), 50),
    "gumbel": lambda: extremes.gumbel_errors(extremes.Maximum(20, 0.3, 0.01)),
    "Carterette": extremes.compare_with_paper,
}
RESULTS = {**{name: (lambda make=make: make(PLAIN)) for name, make in NAMED.items()}, **OTHERS}


@cache
def made(name: str) -> Page:
    return RESULTS[name]()


def classes(base: type) -> Iterator[type]:
    for derived in base.__subclasses__():
        yield derived
        yield from classes(derived)


def test_every_class_of_results_has_an_example() -> None:
    for module in pkgutil.walk_packages(irlearn.__path__, "irlearn."):
        if not re.search("__main__|widgets|plots|cli|site", module.name):
            importlib.import_module(module.name)
    without_blocks = {"StatedNumbers"}  # The numbers of a question, of which only the cells are used.
    concrete = {one for one in classes(Page) if not one.__subclasses__() and one.__module__.startswith("irlearn.")}
    examples = {type(made(name)) for name in RESULTS}
    assert {one.__name__ for one in concrete - examples} == without_blocks


def simplified(rows: list[cells.Row]) -> list[list[str]]:
    return [[" ".join(cell.replace("−", "-").replace("\xa0", " ").split()) for cell in row.values()] for row in rows]


_COMMANDS = {r"\textbackslash{}": "\u29f5", r"\textasciicircum{}": "\u02c6"}
_SIGNS = str.maketrans("\\^", "\u29f5\u02c6")
"""Signs that take the place of a backslash and a circumflex, which `of_latex` takes for commands."""


class _Balanced(HTMLParser):
    """A parser that raises if an element is not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:  # noqa: ARG002
        if tag not in ("meta", "br", "img", "input", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def parse_html(text: str) -> None:
    parser = _Balanced()
    parser.feed(text)
    parser.close()
    assert not parser.open


@pytest.mark.parametrize("name", RESULTS)
def test_result_has_the_same_tables_in_every_format(name: str) -> None:
    result = made(name)
    tables = [block for block in result.blocks() if isinstance(block, Table) and has_content(block)]
    latex = result.to_latex()
    for command, sign in _COMMANDS.items():
        latex = latex.replace(command, sign)
    latex = re.sub(r"\\frac\{(\\text\{B\} - \\text\{A\})\}\{(\d+)\}", r"(\1) / \2", latex)  # A heading of `diff`.
    readers: dict[str, tuple[str, cells.Written]] = {
        "to_markdown": (result.to_markdown(), cells.of_markdown),
        "to_latex": (latex, cells.of_latex),
        "to_html": (result.to_html(), cells.of_html),
        "text": (str(result), cells.of_text),
    }
    parse_html(result.to_html())
    parse_html(result._repr_html_())
    assert json.loads(json.dumps(result.to_json(), allow_nan=False)) is not None
    parts = result.to_csv().split("\n\n") if tables else []
    for table, text in zip(tables, parts, strict=True):
        header, rows = texts_of(table)
        assert [[*map(unguarded, row)] for row in csv.reader(StringIO(text))] == [header, *rows]
        for how, (written, read) in readers.items():
            wanted = cells.grid(*texts_of(table))
            if how == "to_latex":
                wanted = [
                    {name.translate(_SIGNS): cell.translate(_SIGNS) for name, cell in row.items()} for row in wanted
                ]
            found = read(written, wanted)
            for row, cells_of_row, expected in zip(table.rows, simplified(found), simplified(wanted), strict=True):
                compared = [place for place, cell in enumerate(row) if not isinstance(cell, Node)]
                assert [cells_of_row[place] for place in compared] == [expected[place] for place in compared], how


@pytest.mark.parametrize("name", NAMED)
def test_result_escapes_names_in_every_format(name: str) -> None:
    result = NAMED[name](HOSTILE)
    assert HOSTILE in str(result)
    for page in (result.to_html(), result._repr_html_()):
        parse_html(page)
        assert HOSTILE not in page
        assert html.escape(HOSTILE, quote=False) in page
    assert latex_text(HOSTILE) in result.to_latex()
    assert r"\<b\>&" in result.to_markdown()
    assert HOSTILE not in result.to_markdown()
    cells_of_tables = [
        cell for block in result.blocks() if isinstance(block, Table) for row in block.rows for cell in row
    ]
    rows = [*csv.reader(StringIO(result.to_csv()))]
    assert not any(cell.startswith("=") for row in rows for cell in row)
    assert {str(cell) for cell in cells_of_tables if HOSTILE in str(cell)} <= {
        unguarded(cell) for row in rows for cell in row
    }
    assert HOSTILE in json.dumps(result.to_json(), ensure_ascii=False).replace(r"\"", '"').replace(r"\\", "\\")


def test_note_and_figure_escape_their_words() -> None:
    page = to_html([Note(HOSTILE), Figure("<svg></svg>", HOSTILE, HOSTILE)], title=HOSTILE)
    parse_html(page)
    assert HOSTILE not in page
    assert page.count(html.escape(HOSTILE, quote=False)) == 3
    assert f'aria-label="{html.escape(HOSTILE)}"' in page
