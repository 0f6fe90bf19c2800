"""Test the five widgets of the significance lessons in real browsers: mouse, keys, announcements and layout."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import TimeoutError as TooLate
from scipy import stats

from irlearn import datasets, widgets
from irlearn.simulation.leaderboard import reconstruction
from irlearn.studies import leaderboard
from irlearn.text.numbers import p_drawn
from irlearn.widgets.core.base import Widget

LIVE = ".irlearn:not(.irlearn-static)"
WIDE = {"width": 1280, "height": 900}
CHANGED = {"q6": "0.31", "q8": "0.31", "q9": "0.35"}
CELLS = [
    f"""
from irlearn import datasets, widgets
from irlearn.simulation.leaderboard import reconstruction
nine, runs = datasets.nine_queries(), reconstruction()
widgets.PairedScores(nine["System A"], {{**nine["System B"], **{CHANGED}}}, test="sign")""",
    "widgets.Scales((2, 6), (3, 7))",
    'widgets.Outcomes(runs["R1"], runs["R4"], names=("R1", "R4"))',
    'widgets.Alignment(runs["R1"], runs["R4"])',
    'widgets.Criteria(runs, multiplicity=10, note="R1 to R10 are a reconstruction.")',
]
LOOKS = ["paired", "scales", "outcomes", "alignment", "builder"]
IN_EACH_FRONT_END = (
    "test_paired_scores_dragged_score_updates_five_p_values",
    "test_paired_scores_works_by_keyboard",
    "test_scales_moves_ranks_by_mouse_and_keyboard",
    "test_paired_scores_marks_are_large_enough_for_touch",
)
"""Tests of mouse, keyboard and touch, which depend on the front end; all other tests run in a single front end."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "page" in metafunc.fixturenames:
        beyond = [pytest.param(one, marks=pytest.mark.sweep) for one in ("notebook", "voila")]
        front_ends = ["lab", *beyond] if metafunc.function.__name__ in IN_EACH_FRONT_END else ["lab"]
        metafunc.parametrize("page", front_ends, indirect=True, scope="module")


@pytest.fixture(scope="module")
def page(
    request: pytest.FixtureRequest,
    demo_folder: Path,
    write_notebook: Callable[[Path, Sequence[str]], None],
    show: Callable[[str, str], AbstractContextManager[Any]],
) -> Iterator[Any]:
    """Open a page with the five widgets, once for all tests of a front end."""
    write_notebook(demo_folder / "significance.ipynb", CELLS)
    with show(request.param, "significance") as page:
        page.set_default_timeout(30_000)
        page.locator(f"{LIVE} .builder").wait_for()
        yield page


@pytest.fixture(scope="module")
def runs() -> Mapping[str, Any]:
    return {name: np.asarray(ranks, int) for name, ranks in reconstruction().items()}


def widget(page: Any, look: str) -> Any:
    return page.locator(f"{LIVE} .{look}")


def control(page: Any, look: str, key: str) -> Any:
    """Return the control with this focus key."""
    return page.locator(f'{LIVE} .{look} [data-focus="{key}"]')


def is_focused(page: Any, key: str) -> None:
    """Wait until the element with this key has the focus, even after a redraw."""
    page.wait_for_function("key => document.activeElement.dataset.focus === key", arg=key)


# Paired scores.


def shown_p(page: Any, title: str) -> str:
    row = widget(page, "paired").locator("table.tests tr", has=page.get_by_role("button", name=title, exact=True))
    text: str = row.locator("td strong").first.inner_text()
    return text


@cache
def scipy_pvalues(b_on_q1: float) -> dict[str, float]:
    """Return SciPy's p-values of the five tests on nine queries, each by full enumeration or its formula."""
    nine = datasets.nine_queries()
    a = np.array([float(Fraction(str(score))) for score in nine["System A"].values()])
    b = np.array([float(Fraction(str(score))) for score in ({**nine["System B"], **CHANGED}).values()])
    b[0] = b_on_q1
    gaps = np.round(a - b, 6)
    every = stats.PermutationMethod(n_resamples=100_000)
    swapped = stats.permutation_test(
        (a, b), lambda x, y, axis: np.mean(x - y, axis=axis), permutation_type="samples", n_resamples=100_000
    )
    return {
        "Sign": stats.binomtest(int((gaps > 0).sum()), int((gaps != 0).sum())).pvalue,
        "Wilcoxon signed-rank": stats.wilcoxon(gaps[gaps != 0], method=every).pvalue,
        "Wilcoxon rank-sum": stats.mannwhitneyu(a, b, method=every).pvalue,
        "Paired t": stats.ttest_rel(a, b).pvalue,
        "Permutation": swapped.pvalue,
    }


def wait_for_score(page: Any, key: str, value: str) -> None:
    page.wait_for_function(
        "([selector, value]) => document.querySelector(selector).getAttribute('aria-valuenow') === value",
        arg=[f"{LIVE} .paired [data-slide='{key}']", value],
    )


def test_paired_scores_dragged_score_updates_five_p_values(page: Any, heard: Callable[[Any, str], None]) -> None:
    before = scipy_pvalues(0.35)
    assert float(shown_p(page, "Sign")) == pytest.approx(before["Sign"], rel=5e-3)
    dot = widget(page, "paired").locator("[data-slide='1 0']")
    dot.scroll_into_view_if_needed()
    held, track = dot.bounding_box(), widget(page, "paired").locator("[data-track]").first.bounding_box()
    middle = held["y"] + held["height"] / 2
    page.mouse.move(held["x"] + held["width"] / 2, middle)
    page.mouse.down()
    page.mouse.move(track["x"] + 0.4 * track["width"], middle, steps=3)
    page.mouse.move(track["x"] + 0.2 * track["width"], middle + 30, steps=6)
    wait_for_score(page, "1 0", "0.2")
    page.mouse.up()
    after = scipy_pvalues(0.2)
    assert len({round(p, 6) for p in after.values()}) == 5, "five tests that differ"
    for title, pvalue in after.items():
        assert float(shown_p(page, title)) == pytest.approx(pvalue, rel=5e-3), title
    was, now = (f"{found['Paired t']:.3f}" for found in (before, after))
    heard(page, "You moved B on q1 from 0.35 to 0.20.")
    heard(page, f"Paired t p was {was}, now {now}")
    page.mouse.move(track["x"], middle)
    assert widget(page, "paired").locator("[data-slide='1 0']").get_attribute("aria-valuenow") == "0.2", "let go"


def test_paired_scores_works_by_keyboard(
    page: Any,
    focused: Callable[[Any], str],
    tab_to: Callable[..., None],
    heard: Callable[[Any, str], None],
) -> None:
    assert widget(page, "paired").locator(".hint kbd").all_inner_texts() == ["←", "→", "↑", "↓"]
    control(page, "paired", "reset").focus()
    page.keyboard.press("Enter")
    heard(page, "Move one score, and watch which tests react.")
    seen = [focused(page)]
    for _ in range(4):
        page.keyboard.press("Tab")
        seen.append(focused(page))
    assert seen == ["reset", "pick 0", "dot 0 0", "dot 1 0", "pick 1"], "in the order in which they are read"

    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowRight")
    wait_for_score(page, "1 0", "0.36")
    is_focused(page, "dot 1 0")
    page.keyboard.press("ArrowRight")
    wait_for_score(page, "1 0", "0.37")
    heard(page, "You moved B on q1 from 0.35 to 0.37.")
    assert float(shown_p(page, "Paired t")) == pytest.approx(scipy_pvalues(0.37)["Paired t"], rel=5e-3)
    page.keyboard.press("ArrowUp")
    is_focused(page, "dot 0 0")

    # The number field beside the sliders.
    tab_to(page, "score 1", 40)
    assert control(page, "paired", "score 1").get_attribute("aria-label") == "B on q1"
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("1/2")
    page.keyboard.press("Enter")
    wait_for_score(page, "1 0", "0.5")
    is_focused(page, "score 1")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("0,5")
    page.keyboard.press("Enter")
    heard(page, "decimal comma")

    # Change the test, alpha and the number of tests: the state is shown as text, and the focus stays.
    tab_to(page, "made")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    heard(page, "Significant at α = 0.05, corrected for 10 tests:")
    is_focused(page, "made")
    adjusted = widget(page, "paired").locator("table.tests tr", has_text="Paired t").locator("td").nth(1).inner_text()
    assert float(adjusted) == pytest.approx(min(10 * scipy_pvalues(0.5)["Paired t"], 1), rel=5e-3)
    tab_to(page, "test paired-t")
    page.keyboard.press("Enter")
    heard(page, "Paired t: ")
    is_focused(page, "test paired-t")
    assert control(page, "paired", "test paired-t").get_attribute("aria-pressed") == "true"
    picture = widget(page, "paired").locator("figure").get_by_role("img")
    assert picture.count() == 1
    name = re.sub(r"\s+", " ", picture.get_attribute("aria-label"))
    null = "Paired t test, null distribution of t, if the differences are normal, with mean 0: found"
    assert name.startswith(f"{null} {shown_t(0.5)}")


def shown_t(b_on_q1: float) -> str:
    nine = datasets.nine_queries()
    a = [float(Fraction(str(score))) for score in nine["System A"].values()]
    b = [float(Fraction(str(score))) for score in ({**nine["System B"], **CHANGED}).values()]
    b[0] = b_on_q1
    return f"{stats.ttest_rel(a, b).statistic:.4g}".replace("-", "−")


def test_paired_scores_has_large_sliders_and_any_dot_can_be_dragged(
    page: Any, heard: Callable[[Any, str], None]
) -> None:
    paired = widget(page, "paired")

    def chosen() -> tuple[str, list[str]]:
        sliders = paired.locator("[role=slider]")
        bounding_boxes = [sliders.nth(place).bounding_box() for place in range(2)]
        assert min(min(box["width"], box["height"]) for box in bounding_boxes) >= 24
        assert bounding_boxes[0]["y"] + 24 <= bounding_boxes[1]["y"], "one above the other"
        assert paired.locator("[data-slide]:not([role=slider])[aria-hidden=true]:not([tabindex])").count() == 16
        name = paired.locator(".query.touched .name").inner_text()
        return name, sliders.evaluate_all("nodes => nodes.map(node => node.dataset.slide)")

    control(page, "paired", "pick 1").click()
    heard(page, "q2: A ")
    assert chosen() == ("q2", ["0 1", "1 1"])
    control(page, "paired", "dot 1 1").focus()
    page.keyboard.press("ArrowDown")
    is_focused(page, "dot 0 2")
    assert chosen() == ("q3", ["0 2", "1 2"])

    other, track = paired.locator("[data-slide='0 5']"), paired.locator("[data-track]").first.bounding_box()
    box = other.bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.down()
    page.mouse.move(track["x"] + 0.8 * track["width"], middle, steps=5)
    heard(page, "to 0.80.")
    assert (chosen()[0], other.bounding_box()["y"]) == ("q3", box["y"]), "nothing moves under the hand"
    page.mouse.up()
    is_focused(page, "dot 0 5")
    assert chosen() == ("q6", ["0 5", "1 5"])
    control(page, "paired", "reset").click()
    heard(page, "Move one score, and watch which tests react.")
    assert chosen()[0] == "q1"


# Two scales.


def means_of(ranks: tuple[int, int]) -> tuple[float, float]:
    return float(np.mean(ranks)), float(np.mean([1 / rank for rank in ranks]))


def test_scales_moves_ranks_by_mouse_and_keyboard(page: Any, heard: Callable[[Any, str], None]) -> None:
    def shown(system: str) -> list[float]:
        row = widget(page, "scales").locator("table.ranks tbody tr", has_text=system)
        return [float(text) for text in row.locator("td strong").all_inner_texts()]

    assert shown("A") == pytest.approx(means_of((2, 6)), abs=5e-5)
    widget(page, "scales").get_by_role("button", name="A, q1: one rank earlier").click()
    heard(page, "A has ranks (1, 6): mean ESL was 4, now 3.5; mean RR was 0.3333, now 0.5833.")
    assert shown("A") == pytest.approx(means_of((1, 6)), abs=5e-5)
    widget(page, "scales").get_by_role("button", name="give B the ranks 3 and 4").click()
    heard(page, "B has ranks (3, 4)")
    assert shown("B") == pytest.approx(means_of((3, 4)), abs=5e-5)
    assert control(page, "scales", "take 3 4").get_attribute("aria-pressed") == "true"
    alt = widget(page, "scales").get_by_role("img").get_attribute("aria-label")
    assert "A at ranks (1, 6), mean ESL 3.5, mean RR 0.5833; B at ranks (3, 4), mean ESL 3.5, mean RR 0.2917" in alt

    assert widget(page, "scales").locator(".hint kbd").all_inner_texts() == ["Tab", "Enter"]
    control(page, "scales", "− A 0").focus()
    page.keyboard.press("Enter")
    heard(page, "A stays at ranks (1, 6).")
    is_focused(page, "− A 0")
    for key in ("+ A 0", "− A 1", "+ A 1"):
        page.keyboard.press("Tab")
        is_focused(page, key)
    for rank in (7, 8, 9):
        page.keyboard.press(" ")
        heard(page, f"A has ranks (1, {rank})")
        is_focused(page, "+ A 1")
    assert shown("A") == pytest.approx(means_of((1, 9)), abs=5e-5)
    heard(page, "Mean ESL ranks B first, mean RR ranks A first. They disagree. This is disagreement number 3.")


# The outcomes of two runs.


def test_outcomes_follows_the_cutoff_the_cost_of_a_miss_and_the_number_of_tests(
    page: Any,
    runs: Mapping[str, Any],
    tab_to: Callable[..., None],
    heard: Callable[[Any, str], None],
) -> None:
    a, b = runs["R1"], runs["R4"]
    area = widget(page, "outcomes").get_by_role("img")
    table = widget(page, "outcomes").locator("table.means")

    def row(number: int) -> tuple[list[str], list[str]]:
        """Return both numbers of a row and its p-values."""
        found = table.locator("tr:not(.part)").nth(number)
        numbers = found.locator("td:not(.p)").all_inner_texts()[:2]
        pvalues = found.locator("td.p").all_inner_texts()
        return numbers, [re.sub(r"^.* p\s+|\s*✓", "", text).strip() for text in pvalues]

    # By mouse: a smaller cutoff.
    widget(page, "outcomes").get_by_role("button", name="cutoff: less").click()
    heard(page, "Cutoff 50: both answer")
    answers_a, answers_b = ((ranks > 0) & (ranks <= 50) for ranks in (a, b))
    both = answers_a & answers_b
    counts = {"only R1": answers_a & ~answers_b, "both": both, "only R4": answers_b & ~answers_a}
    for words, which in counts.items():
        assert f"{words} {which.sum():,} (" in area.get_attribute("aria-label")
    numbers, pvalues = row(1)
    assert numbers == [f"{ranks[both].mean():.2f}" for ranks in (a, b)]
    assert pvalues == [
        p_drawn(stats.wilcoxon(a[both], b[both], method="approx").pvalue),
        p_drawn(t_test(a[both], b[both])),
    ]
    one, other = (int(counts[words].sum()) for words in ("only R1", "only R4"))
    assert row(3) == ([f"{one:,}", f"{other:,}"], [p_drawn(stats.binomtest(other, one + other).pvalue)])

    # By keyboard: a cost for a miss, and a correction for ten tests.
    assert widget(page, "outcomes").locator(".hint kbd").all_inner_texts() == ["Enter", "Tab"]
    control(page, "outcomes", "cutoff −").focus()
    tab_to(page, "miss")
    assert control(page, "outcomes", "miss").get_attribute("aria-label") == "a miss counts as rank"
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("150")
    page.keyboard.press("Enter")
    heard(page, "A miss counts as rank 150.")
    is_focused(page, "miss")
    paid_a, paid_b = np.where(answers_a, a, 150), np.where(answers_b, b, 150)
    numbers, pvalues = row(4)
    assert numbers == [f"{paid_a.mean():.2f}", f"{paid_b.mean():.2f}"]
    assert pvalues == [p_drawn(stats.wilcoxon(paid_a, paid_b, method="approx").pvalue), p_drawn(t_test(paid_a, paid_b))]
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("50")
    page.keyboard.press("Enter")
    heard(page, "51 to 1000000")
    control(page, "outcomes", "tests +").focus()
    page.keyboard.press("Enter")
    heard(page, "A p-value of at most 0.05/2 = 0.0250 is significant.")
    is_focused(page, "tests +")
    tab_to(page, "reset")
    page.keyboard.press("Enter")
    heard(page, "Change a number, and watch the means, the tests and the criteria.")
    assert control(page, "outcomes", "cutoff").input_value() == "100"


def t_test(a: Any, b: Any) -> float:
    return float(stats.ttest_rel(a, b).pvalue)


# Alignment.


def test_alignment_shuffling_changes_only_paired_results(
    page: Any,
    runs: Mapping[str, Any],
    tab_to: Callable[..., None],
    heard: Callable[[Any, str], None],
) -> None:
    a, b = runs["R1"], runs["R4"]

    def now() -> list[str]:
        return [
            re.sub(r"^now\s*", "", text)
            for text in widget(page, "alignment").locator(".line:not(.head) .cell.now").all_inner_texts()
        ]

    def expected(percent: int, seed: int) -> list[str]:
        found = leaderboard.align(a, b, share=percent / 100, rng=seed)
        tests = ("wilcoxon-rank-sum", "wilcoxon-signed-rank", "paired-t")
        alike = [f"{likeness:.2f}".replace("-", "−") for likeness in (found.phi, found.correlation)]
        return [f"{found.mrr_a:.4f}", f"{found.mrr_b:.4f}", *alike, *(p_drawn(found.pvalues[test]) for test in tests)]

    rr_a, rr_b = (np.where((ranks > 0) & (ranks <= 100), 1 / np.maximum(ranks, 1), 0) for ranks in (a, b))
    aligned = expected(0, 1)
    assert now() == aligned
    assert aligned[3].replace("−", "-") == f"{np.corrcoef(rr_a, rr_b)[0, 1]:.2f}"
    assert aligned[5] == p_drawn(stats.wilcoxon(np.round(rr_a - rr_b, 12), method="approx").pvalue)
    assert aligned[6] == p_drawn(t_test(rr_a, rr_b))

    widget(page, "alignment").get_by_role("button", name="100%").click()
    heard(page, "100% shuffled with seed 1:")
    shuffled = expected(100, 1)
    assert now() == shuffled
    assert [*shuffled[:2], shuffled[4]] == [*aligned[:2], aligned[4]], "the means and the rank-sum test stay"
    assert shuffled != aligned
    assert control(page, "alignment", "percent 100").get_attribute("aria-pressed") == "true"

    assert widget(page, "alignment").locator(".hint kbd").all_inner_texts() == ["Enter", "Tab"]
    control(page, "alignment", "percent 100").focus()
    tab_to(page, "seed +")
    page.keyboard.press(" ")
    heard(page, "100% shuffled with seed 2:")
    is_focused(page, "seed +")
    assert now() == expected(100, 2)
    page.keyboard.press("Shift+Tab")
    is_focused(page, "seed")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("77")
    page.keyboard.press("Enter")
    heard(page, "100% shuffled with seed 77:")
    assert now() == expected(100, 77)
    page.keyboard.type("7777")
    page.keyboard.press("Enter")
    heard(page, "0 to 999")
    assert now() == expected(100, 77)


# Criteria.


def test_criteria_selects_a_criterion_and_a_pair(
    page: Any,
    runs: Mapping[str, Any],
    tab_to: Callable[..., None],
    heard: Callable[[Any, str], None],
) -> None:
    pair = widget(page, "builder").locator("table.pair")
    order = widget(page, "builder").locator(".order")

    def preferred(name: str, tests: int = 10) -> leaderboard.Preferences:
        return leaderboard.preferences(runs, leaderboard.CRITERIA[name], multiplicity=tests)

    assert f"A linear order: {' > '.join(preferred('higher MRR').order)}." in order.inner_text()
    widget(page, "builder").get_by_role("button", name="both significant").click()
    undecided = len(preferred("both significant").undecided)
    heard(page, f"This decides {45 - undecided} of 45 pairs, so there is no linear order.")
    assert f"No linear order: {undecided} of 45 pairs are undecided" in order.inner_text()
    better = preferred("both significant").better
    assert widget(page, "builder").locator("table.pairs td.yes").count() == better.sum()

    # Select a cell by mouse.
    i, j = 3, 0
    widget(page, "builder").locator(f"td[data-row='{i}'][data-column='{j}']").click()
    verdict = "B is better" if better[i, j] else "A is better" if better[j, i] else "undecided"
    heard(page, f"B R4 against A R1: {verdict}.")
    a, b = runs["R1"], runs["R4"]
    both = (a > 0) & (b > 0)
    cells = {
        row.locator("th").inner_text(): row.locator("td").all_inner_texts() for row in pair.locator("tbody tr").all()
    }
    esl = stats.wilcoxon(a[both], b[both], method="approx").pvalue
    gain = int(((b > 0) & (a == 0)).sum() - ((a > 0) & (b == 0)).sum())
    assert cells["answered"][0] == f"{gain:+,}"
    assert float(cells["ESL on both"][0]) == pytest.approx(b[both].mean() - a[both].mean(), rel=5e-3)
    assert cells["ESL on both"][1].replace("✓", "").strip() == p_drawn(esl)
    assert ("✓" in cells["ESL on both"][1]) == (10 * esl <= 0.05)

    # Enter a custom criterion by keyboard.
    assert widget(page, "builder").locator(".hint kbd").all_inner_texts() == ["Tab", "Enter"]
    assert not widget(page, "builder").get_by_role("group", name="answered").count()
    control(page, "builder", "build").focus()
    page.keyboard.press("Enter")
    control(page, "builder", "answered 0").wait_for()
    is_focused(page, "build")
    assert control(page, "builder", "build").get_attribute("aria-expanded") == "true"
    for key in ("Shift+Tab", "ArrowLeft"):
        page.keyboard.press(key)
    is_focused(page, "preset 2")
    page.keyboard.press("Enter")
    heard(page, "B must show: a gain in queries answered, a gain in ESL on both.")
    tab_to(page, "answered 3")
    page.keyboard.press("Home")
    is_focused(page, "answered 0")
    page.keyboard.press("Enter")
    heard(page, "B must show: a gain in ESL on both.")
    is_focused(page, "answered 0")
    only = leaderboard.preferences(runs, leaderboard.Criterion("own", ranking="better"), multiplicity=10)
    assert widget(page, "builder").locator("table.pairs td.yes").count() == only.better.sum()
    control(page, "builder", "build").focus()
    page.keyboard.press("Enter")
    heard(page, "stays in sight")
    widget(page, "builder").get_by_role("button", name="both significant", exact=True).click()
    heard(page, f"This decides {45 - undecided} of 45 pairs, so there is no linear order.")
    control(page, "builder", "build").focus()
    page.keyboard.press("Enter")
    control(page, "builder", "answered 0").wait_for(state="detached")
    is_focused(page, "build")

    # Select another pair and the number of tests by keyboard.
    control(page, "builder", "more").focus()
    page.keyboard.press("Enter")
    control(page, "builder", "tests").wait_for()
    is_focused(page, "more")
    assert control(page, "builder", "more").get_attribute("aria-expanded") == "true"
    tab_to(page, "tests", 12)
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("1000")
    page.keyboard.press("Enter")
    heard(page, "A p-value of at most 0.05/1000 = 5e-05 is significant.")
    is_focused(page, "tests")
    undecided = len(preferred("both significant", 1000).undecided)
    assert f"{undecided} of 45 pairs are undecided" in order.inner_text()
    tab_to(page, "column 1", 12)
    page.keyboard.press("Enter")
    heard(page, "B R4 against A R2:")
    is_focused(page, "column 1")
    tab_to(page, "row 0", 12)
    page.keyboard.press(" ")
    heard(page, "B R1 against A R2:")
    is_focused(page, "row 0")
    assert pair.locator("caption").inner_text().startswith("B R1 against A R2: ")


# All five widgets.


def test_significance_controls_have_names_and_are_large_enough(page: Any) -> None:
    for look in LOOKS:
        assert widget(page, look).evaluate(NAMELESS) == [], look
    assert widget(page, "paired").locator("[data-slide]").count() == 18
    assert widget(page, "paired").get_by_role("slider").count() == 2, "the marks of the chosen query; others are picked"
    assert widget(page, "paired").locator("input[name^=score]").count() == 2, "a number box for each mark of a query"


@pytest.mark.parametrize("width", [1024, 640, 600, 580, 380])
def test_significance_widgets_do_not_overflow_at_any_width(page: Any, width: int) -> None:
    browser = page.locator("#jp-left-stack")
    hidden = browser.count() and browser.is_visible()
    if hidden:
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Control+b")
        browser.wait_for(state="hidden")
    page.set_viewport_size({"width": width, "height": 700})
    try:
        page.wait_for_function(f"(looks) => ({OVER})(looks).length === 0", arg=LOOKS, timeout=5_000)
    except TooLate:
        pytest.fail(f"over the edge at {width} pixels: {page.evaluate(OVER, LOOKS)[:8]}")
    finally:
        page.set_viewport_size(WIDE)
        if hidden:  # the page is that of other tests, too
            page.keyboard.press("Control+b")
            browser.wait_for(state="visible")


def test_significance_outputs_have_no_scroll_bars_in_jupyterlab(page: Any) -> None:
    for look in LOOKS:
        widget(page, look).scroll_into_view_if_needed()
        held, shown = widget(page, look).evaluate(
            "node => [node.closest('.jp-OutputArea-output')].flatMap((o) => [o.scrollHeight, o.clientHeight])"
        )
        assert held <= shown, look


WIDTHS = [540, 553, 560, 565, 577, 592, 600, 640, 664, 760, 780, 873, 1000]


@pytest.mark.parametrize("ranks", [((2, 6), (3, 7)), ((9, 10), (7, 10)), ((1, 9), (8, 9))])
def test_scales_ranks_and_pairs_with_equal_means_do_not_overlap(
    chromium: Any, ranks: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    with still(chromium, widgets.Scales(*ranks)) as page:
        for width in WIDTHS:
            ranked, pairs = bounding_boxes(page, width, ".ranks", ".pairs")
            assert ranked["right"] < pairs["left"] or ranked["bottom"] < pairs["top"], width
            assert page.evaluate(OVER, ["scales"]) == [], width
            if width >= 560:
                assert pairs["top"] < ranked["bottom"], f"beside each other at {width} pixels"


def test_paired_scores_shows_tests_beside_scores_at_lesson_width(chromium: Any) -> None:
    nine = datasets.nine_queries()
    with still(chromium, widgets.PairedScores(nine["System A"], nine["System B"])) as page:
        for width in [width for width in WIDTHS if width >= 560]:
            plot, tests, top = bounding_boxes(page, width, ".plot", "table.tests", ".paired")
            assert plot["right"] < tests["left"], width
            assert tests["bottom"] - top["top"] < 560, width
            assert page.evaluate(OVER, ["paired"]) == [], width


@contextmanager
def still(chromium: Any, shown: Widget) -> Iterator[Any]:
    """Open a page with only the still picture of a widget, for layout at many widths."""
    page = chromium.new_page(viewport=WIDE)
    page.set_content(f'<style>{shown._css}</style><div class="irlearn">{shown.picture}</div>')
    yield page
    page.close()


def bounding_boxes(page: Any, width: int, *selectors: str) -> list[dict[str, float]]:
    """Return the bounding boxes of elements and their contents in a widget of the given width."""
    page.locator(".irlearn").evaluate("(node, width) => { node.style.width = `${width}px`; }", width)
    return [page.locator(selector).first.evaluate(REACH) for selector in selectors]


REACH = """(node) => {
  const all = [node, ...node.querySelectorAll('*')];
  const drawn = all.filter((n) => !n.closest('.visually-hidden') && n.offsetWidth !== 0);
  const found = drawn.map((n) => n.getBoundingClientRect());
  const most = (side, of) => of(...found.map((box) => box[side]));
  return {
    left: most('left', Math.min), right: most('right', Math.max),
    top: most('top', Math.min), bottom: most('bottom', Math.max),
  };
}"""


def test_paired_scores_marks_are_large_enough_for_touch(page: Any) -> None:
    touch = page.context.new_cdp_session(page)
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    page.set_viewport_size({"width": 380, "height": 700})
    try:
        page.wait_for_function("matchMedia('(pointer: coarse)').matches")
        dots = widget(page, "paired").locator("[data-slide]")
        sizes = dots.evaluate_all(
            "nodes => nodes.map((n) => n.getBoundingClientRect()).map((b) => [b.width, b.height])"
        )
        assert len(sizes) == 18
        assert min(map(min, sizes)) >= 24
    finally:
        touch.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
        page.set_viewport_size(WIDE)
        touch.detach()


@pytest.mark.sweep  # axe has the same of each lesson
def test_significance_widgets_have_enough_contrast_in_both_themes(
    page: Any, set_theme: Callable[[Any, str], None], contrasts: Callable[[Any, str], dict[str, float]]
) -> None:
    for theme in ("Dark", "Light"):
        set_theme(page, theme)
        found = contrasts(page, ", ".join(f"{LIVE} .{look}" for look in LOOKS))
        assert len(found) > 200
        low = {text: round(ratio, 2) for text, ratio in found.items() if ratio < 4.5}
        assert not low, f"text below 4.5 to 1 in the {theme} theme: {low}"


NAMELESS = """(root) => {
  const wrong = [];
  for (const node of root.querySelectorAll('button, input, [role=slider], [role=img], [role=group]')) {
    const name = node.getAttribute('aria-label') ?? (node.tagName === 'BUTTON' ? node.textContent : '');
    if (!/[\\p{L}\\p{N}]/u.test(name)) wrong.push(`no name: ${node.outerHTML.slice(0, 80)}`);
    const box = node.getBoundingClientRect();
    if (node.matches('button, input') && Math.min(box.width, box.height) < 24) {
      wrong.push(`${box.width} x ${box.height}: ${node.outerHTML.slice(0, 80)}`);
    }
  }
  for (const svg of root.querySelectorAll('svg')) {
    if (!svg.closest('[role=img]')) wrong.push(`a picture without a name: ${svg.getAttribute('class')}`);
  }
  return wrong;
}"""

OVER = """(looks) => {
  const over = [], page = document.scrollingElement;
  if (page.scrollWidth > innerWidth) over.push(`the page is ${page.scrollWidth} wide`);
  for (const look of looks) {
    const root = document.querySelector(`.irlearn:not(.irlearn-static) .${look}`).closest('.irlearn');
    const edges = root.getBoundingClientRect(), style = getComputedStyle(root);
    const left = edges.left + parseFloat(style.paddingLeft) - 1.5;
    const right = edges.right - parseFloat(style.paddingRight) + 1.5;
    if (root.scrollWidth > root.clientWidth) over.push(`${look} holds ${root.scrollWidth} in ${root.clientWidth}`);
    if (edges.right > innerWidth || edges.width < 200) over.push(`${look} from ${edges.left} to ${edges.right}`);
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const node = walk.currentNode.parentElement;
      if (!walk.currentNode.data.trim() || node.closest('.visually-hidden, .long')) continue;
      const words = document.createRange();
      words.selectNodeContents(walk.currentNode);
      for (const box of words.getClientRects()) {
        if (box.left < left || box.right > right) over.push(`${look}: ${walk.currentNode.data}`);
      }
    }
    for (const node of root.querySelectorAll('button, input, svg')) {
      const box = node.getBoundingClientRect();
      if (node.closest('.long') || !box.width) continue;
      if (box.left < left || box.right > right) over.push(`${look}: ${node.outerHTML.slice(0, 60)}`);
    }
    const region = root.querySelector('.long')?.getBoundingClientRect();
    if (region && region.right > right) over.push(`${look}: the table that scrolls`);
  }
  return over;
}"""
