"""Test what all results of statistics have in common."""

from __future__ import annotations

import dataclasses
import html
import re
import subprocess
import sys

import numpy as np
import pytest

from irlearn import statistics
from irlearn.formulas import Equation, Node, Sentence
from irlearn.text.html import text_of

A, B = [0.5, 0.25, 0.75, 0.5, 0.9], [0.25, 0.5, 0.25, 0.5, 0.1]
RESULTS = [
    statistics.sign_test(A, B),
    statistics.wilcoxon_signed_rank(A, B),
    statistics.wilcoxon_signed_rank(A, B, method="approx"),
    statistics.paired_t(A, B),
    statistics.wilcoxon_rank_sum(A, B),
    statistics.wilcoxon_rank_sum(A, B, method="approx", continuity=True),
    statistics.unpaired_t(A, B),
    statistics.unpaired_t(A, B, pooled=True),
    statistics.permutation_test(A, B),
    statistics.permutation_test(A, B, method="sampled", permutations=99, rng=1),
    statistics.permutation_test(A, B, method="approx"),
    statistics.binomial_test(2, 7),
    statistics.t_interval(A, B),
    statistics.bootstrap_interval(A, B, resamples=99, rng=1),
    statistics.cohens_dz(A, B),
    statistics.cliffs_delta(A, B),
    statistics.effect_sizes(A, B),
    statistics.holm([0.01, 0.2]),
    statistics.kendall_tau(A, B),
    statistics.tau_ap(A, B),
    statistics.rank_biased_overlap("abc", "bca"),
    statistics.topics_needed(0.1, 0.2),
    statistics.error_rates(A, B, topics=4, trials=5, rng=1),
]
TESTS = [result for result in RESULTS if isinstance(result, statistics.Result)]


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: type(result).__name__)
def test_results_are_frozen_and_print_their_calculation(result):
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.notes = ()
    assert repr(result).startswith(f"<{type(result).__name__}: ")
    assert "\n" not in repr(result)
    assert "np." not in str(result)
    assert result.lines[-1] in str(result)
    shown = result._repr_html_()
    assert len(re.findall('<table class="plain(?: stacks)?">', shown)) == 1
    assert next(result.typeset().find("strong")).text.replace("−", "-") == result.title
    with pytest.raises(TypeError):
        iter(result)


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: type(result).__name__)
def test_results_are_written_as_markdown_latex_and_html(result):
    _, rows = result.table()
    markdown, latex, page = result.to_markdown(), result.to_latex(), result.to_html()
    assert markdown.count("\n| ") == len(rows) + 2  # the header, and the rule below it
    assert latex.partition(r"\midrule")[2].count(r"\\") - latex.partition(r"\bottomrule")[2].count(r"\\") == len(rows)
    assert page.count("<tr>") == len(rows) + 1
    assert f"<title>{html.escape(result.title, quote=False)}</title>" in page
    calculated = [line for line in result.equations if isinstance(line, Equation)]
    said = [result.heading, *(line for line in result.equations if isinstance(line, Sentence))]
    calculated += [part for one in said for part in one.parts if isinstance(part, Node)]
    assert markdown.count("$") == 2 * len(calculated) + latex.count(r"\$")
    for note in result.notes:
        assert note.split()[-1] in page


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: type(result).__name__)
def test_results_have_minus_signs_in_html_and_hyphens_in_plain_text(result):
    page = re.sub(r"<(style|title)>.*?</\1>|<[^>]*>", "", result.to_html(), flags=re.DOTALL)
    for drawn in (text_of(result.typeset()), page):
        shown = re.sub(r"\{[^}]*\}", "", drawn)  # what is no style
        assert not re.search(r"-(?![A-Za-z])", shown), "a hyphen joins letters"
    assert "−" not in str(result)


@pytest.mark.parametrize("result", TESTS, ids=lambda result: type(result).__name__)
def test_test_results_have_an_id_a_direction_and_a_null_distribution(result):
    assert result.test in {
        "sign", "wilcoxon-signed-rank", "wilcoxon-rank-sum", "paired-t", "unpaired-t", "permutation", "binomial",
    }  # fmt: skip
    assert result.direction == (-1 if result.test == "binomial" else 1)
    null = result.null
    assert np.all(np.diff(null.support) > 0)
    assert np.all(null.heights >= 0)
    assert null.support.shape == null.heights.shape == null.extreme.shape
    assert repr(null).startswith("<NullDistribution: ")
    assert 0 < result.pvalue <= 1
    assert result.method


def test_result_table_shows_thirty_rows_and_the_frame_all():
    a = np.random.default_rng(1).random(50)
    result = statistics.paired_t(a, a[::-1] + 0.1)
    assert len(result.table()[1]) == 30
    assert len(result.to_frame()) == 50


def test_statistics_load_only_the_needed_parts_of_scipy_when_they_are_used(shell_environment):
    code = (
        "import sys; from irlearn import statistics as s; print('scipy' in sys.modules); s.paired_t([1, 2], [0, 3]); "
        "print('scipy.special' in sys.modules, 'scipy.stats' in sys.modules)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], env=shell_environment, capture_output=True, text=True, check=True
    )
    assert found.stdout == "False\nTrue False\n"


@pytest.mark.parametrize(
    ("kind", "called"), [("probabilities", "probabilities"), ("histogram", "bars"), ("density", "points of a density")]
)
def test_null_distribution_repr_counts_its_elements(kind, called):
    null = statistics.NullDistribution(np.arange(3.0), np.array([0.25, 0.5, 0.25]), kind, 1.0, 1.0, 1.0, 1.0)
    assert repr(null) == f"<NullDistribution: 3 {called} from 0 to 2, observed 1>"


@pytest.mark.parametrize("result", TESTS, ids=lambda result: type(result).__name__)
def test_null_distribution_equals_itself_and_is_hashable(result):
    null = result.null
    assert {null: 1}[null] == 1
    assert null != dataclasses.replace(null)


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: type(result).__name__)
def test_result_style_applies_to_its_own_elements_only(result):
    drawn = result.typeset()
    (written,) = drawn.find("style")
    style = "".join(map(str, written.children))
    while (outer := re.sub(r"\{[^{}]*\}", ";", style)) != style:  # Rules may be nested.
        style = outer
    selectors = [selector for selector in style.split(";") if selector]
    assert selectors
    assert all(re.match(rf"\.{drawn.attributes['class']}(?![\w-])", selector) for selector in selectors)
