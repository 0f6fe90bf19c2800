"""Test the examples and the table of the reference page on widgets in your own notebook."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import matplotlib as mpl
import pytest
from paths import LESSONS_FOLDER

from irlearn import Ranking, widgets
from irlearn.widgets import Widget

PAGE = (LESSONS_FOLDER / "reference" / "widgets.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"^## ([^\n]*)\n(?:(?!^## ).)*?^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
CLASSES = {
    name: kind
    for name in widgets.__all__
    if isinstance(kind := getattr(widgets, name), type) and issubclass(kind, Widget) and kind is not Widget
}


def run(heading: str) -> dict[str, Any]:
    """Run an example and return its variables, with the value of the last line as `shown`."""
    mpl.use("agg")
    *lines, last = EXAMPLES[heading].splitlines()
    variables: dict[str, Any] = {}
    exec("\n".join([*lines, f"shown = {last}"]), variables)
    return variables


def names(traits: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in traits) or "none"


def test_widgets_page_has_five_examples() -> None:
    assert len(EXAMPLES) == PAGE.count("```python") == 5


def test_widgets_page_plots_a_value_after_each_move() -> None:
    example = run("A board with a plot")
    board, history = example["board"], example["history"]
    key = board.ranking.documents[1]
    board.gesture(do="grab", key=key)
    board.gesture(do="place", key=key, to=0)
    assert len(history) == 1
    board.gesture(do="drop", key=key)
    assert history == pytest.approx([(1 / 2 + 2 / 3 + 3 / 5) / 4, (1 + 2 / 3 + 3 / 5) / 4])
    assert example["shown"].children == (board, example["output"])


def test_widgets_page_links_two_boards_in_both_directions() -> None:
    example = run("Two boards of one list")
    left, right = example["first"], example["second"]
    left.move("document 2", 1)
    assert right.ranking == Ranking.parse("1 0 1 0 1, 4 relevant")
    right.move("document 3", 1)
    assert left.ranking == right.ranking == Ranking.parse("1 1 0 0 1, 4 relevant")
    example["connection"].unlink()
    left.move("document 5", 1)
    assert left.ranking != right.ranking


def test_widgets_page_slider_moves_all_scores_of_a_system() -> None:
    example = run("Paired scores driven by a slider")
    paired, shift = example["paired"], example["shift"]
    before = [*paired.b.values()], paired.pvalues["paired-t"]
    shift.value = 0.1
    assert [float(score) for score in paired.b.values()] == [round(float(score) + 0.1, 2) for score in before[0]]
    assert max(score.denominator for score in paired.b.values()) <= 100
    assert paired.pvalues["paired-t"] < 0.05 < before[1]
    assert [float(score) for score in paired.a.values()] == example["scores_a"]


def test_widgets_page_shows_the_board_after_the_prediction() -> None:
    example = run("Observe a prediction")
    assert example["answer"].layout.display == "none"
    example["prediction"].commit("0.5")
    assert example["answer"].layout.display == ""


def test_widgets_page_dashboard_has_two_tabs_and_its_walk_follows() -> None:
    example = run("A dashboard in Voilà")
    assert example["shown"].titles == ("One list", "Many systems")
    example["board"].ranking = "1 1 1, 4 relevant"
    assert example["walk"].ranking == Ranking.parse("1 1 1, 4 relevant")


def test_widgets_page_table_lists_the_traits_of_every_widget() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*) \| (.*) \|$", PAGE, re.MULTILINE)
    expected = []
    for name, kind in sorted(CLASSES.items()):
        traits = {trait: declared.read_only for trait, declared in kind._state_traits.items() if trait != "value"}
        settable = names(trait for trait, read_only in traits.items() if not read_only)
        expected.append((name, settable, names(trait for trait, read_only in traits.items() if read_only)))
    assert rows == expected
