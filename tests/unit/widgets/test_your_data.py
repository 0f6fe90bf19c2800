"""Test a learner's own runs and judgments in the widgets of the lessons."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from irlearn import AP, evaluate, widgets

Files = tuple[Path, Path, Path]


def written(folder: Path, queries: int, several: bool = False) -> Files:
    """Judgments and two runs as TREC files."""
    rng = random.Random(queries)
    qrels, old, new = folder / "mine.qrels", folder / "old.run", folder / "new.run"
    names = [f"q{number}" for number in range(1, queries + 1)]
    qrels.write_text("".join(f"{q} 0 d1 1\n{q} 0 d2 0\n" + f"{q} 0 d3 1\n" * several for q in names))
    for path in (old, new):
        lines = []
        for q in names:
            order = rng.sample(["d1", "d2", "d3", "d4"], 4)
            lines += [f"{q} Q0 {one} {rank} {10 - rank} {path.stem}\n" for rank, one in enumerate(order, 1)]
        path.write_text("".join(lines))
    return qrels, old, new


@pytest.fixture
def files(tmp_path: Path) -> Iterator[Callable[..., Files]]:
    return lambda queries=60, several=False: written(tmp_path, queries, several)


@pytest.mark.parametrize("queries", [2, 60, 600])
def test_three_paths_give_widgets_with_the_learners_data(files, queries):
    qrels, old, new = files(queries)
    seen = widgets.own_runs(str(qrels), str(old), str(new), show="all")
    paired, outcomes, alignment = seen.widgets
    scores = evaluate(qrels, [old, new], AP)
    assert [float(score) for score in paired.a.values()] == pytest.approx(scores.of("old", AP).tolist())
    assert [float(score) for score in paired.b.values()] == pytest.approx(scores.of("new", AP).tolist())
    assert list(paired.a) == list(scores.queries)
    assert set(paired.pvalues) <= {"sign", "wilcoxon-signed-rank", "wilcoxon-rank-sum", "paired-t", "permutation"}
    assert outcomes.result.queries == queries
    assert alignment.aligned.mrr_a == pytest.approx(outcomes.result.mrr_a)
    assert "old" in outcomes.picture
    assert "new" in outcomes.picture
    assert not seen.problem


def test_shown_widgets_can_be_chosen(files):
    given = files()
    kinds = {show: [type(shown).__name__ for shown in widgets.own_runs(*given, show=show).widgets] for show in
             ("scores", "outcomes", "alignment")}  # fmt: skip
    assert kinds == {"scores": ["PairedScores"], "outcomes": ["Outcomes"], "alignment": ["Alignment"]}


@pytest.mark.parametrize("show", ["scores", "outcomes", "alignment", "all"])
def test_heading_says_how_the_runs_are_compared(files, show):
    """Outcomes and alignment go by ranks, whatever the measure of the scores is."""
    heading = widgets.own_runs(*files(), show=show).notes[0]
    assert heading.startswith("“old” and “new” on 60 queries, by ")
    assert ("by AP" in heading) == (show in ("scores", "all"))
    assert ("by the rank of the first relevant document" in heading) == (show != "scores")


def test_several_relevant_documents_are_noted_by_the_outcomes(files):
    (outcomes,) = widgets.own_runs(*files(several=True), show="outcomes").widgets
    assert "60 queries of 60 have several relevant documents" in outcomes.picture


def test_own_run_that_lacks_a_query_counts_0_with_a_note(files):
    qrels, old, new = files()
    new.write_text("".join(line for line in new.read_text().splitlines(keepends=True) if not line.startswith("q7 ")))
    seen = widgets.own_runs(qrels, old, new)
    assert seen.widgets[0].b["q7"] == 0
    assert "“new”: 1 query of the qrels (q7) is missing from the run: counted as 0." in repr(seen)


@pytest.mark.parametrize("lacks", [(0,), (1, 2), (0, 2)])
def test_missing_path_is_named_and_nothing_is_shown(files, lacks):
    given = [None if place in lacks else path for place, path in enumerate(files())]
    seen = widgets.own_runs(*given)
    assert seen.widgets == ()
    named = ["the judgments", "the first run", "the second run"]
    assert [name in seen.problem.split("The path of")[1] for name in named] == [place in lacks for place in range(3)]


def test_unreadable_file_gives_a_sentence_and_no_widget(files, tmp_path):
    qrels, old, new = files()
    empty = tmp_path / "empty.run"
    empty.write_text("")
    for wrong, words in [
        ((tmp_path / "no.run", old), "no.run: there is no such file"),
        ((old, empty), "empty.run"),
        ((old, qrels), "mine.qrels"),
        ((old, tmp_path), "is a directory"),
    ]:
        for _ in range(2):
            seen = widgets.own_runs(qrels, *wrong)
            assert seen.widgets == ()
            assert words in seen.problem
            assert seen.problem.endswith("Nothing is shown until all three files can be read.")
            assert seen._repr_html_().startswith("<p>")
    assert widgets.own_runs(qrels, old, new).widgets


def test_runs_with_the_same_file_name_are_distinguished(files, tmp_path):
    qrels, old, new = files()
    folder = tmp_path / "second"
    folder.mkdir()
    other = new.rename(folder / "old.run")
    assert repr(widgets.own_runs(qrels, old, other)).startswith("“old” and “old 2” on 60 queries, by AP.")


@pytest.mark.parametrize("asked", [{"show": "toys"}, {"cutoff": 0}, {"measure": "APP"}, {"measure": "DCG"}])
def test_invalid_option_gives_a_sentence(files, asked):
    seen = widgets.own_runs(*files(), **asked)
    assert seen.widgets == () or asked == {"measure": "DCG"}
    assert bool(seen.problem) == (seen.widgets == ())


def test_notes_are_displayed_before_the_widgets(files, monkeypatch):
    import IPython.display

    shown = []
    monkeypatch.setattr(IPython.display, "publish_display_data", lambda data, *_, **__: shown.append(data))
    widgets.own_runs(*files(), show="all")._ipython_display_()
    assert shown[0]["text/plain"].startswith("“old” and “new” on 60 queries")
    assert "<p>“old” and “new” on 60 queries" in shown[0]["text/html"]
    assert sum("irlearn-static" in data.get("text/html", "") for data in shown) == 3
