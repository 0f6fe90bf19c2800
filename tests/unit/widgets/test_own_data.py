"""Test the widget with a lesson's own data, the predictions about them, and files that cannot be used."""

from __future__ import annotations

import gzip
import io
import random
import zipfile
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from scipy import stats

from irlearn import AP, InputError, evaluate, widgets
from irlearn.course import Progress
from irlearn.course.lessons import LESSONS

ABOUT_DATA = ("more-wins", "significant", "largest-share", "without-it")
NAMES = ("my.qrels", "old.run", "new.run")
SIMULATED = "The lesson uses “baseline” (A) and “new” (B) on 25 queries."


def run_of(queries: range, seed: int) -> str:
    rng = random.Random(seed)
    lines = []
    for query in queries:
        order = rng.sample(range(6), 6)
        lines += [f"q{query} Q0 d{document} {rank} {10 - rank} x\n" for rank, document in enumerate(order, 1)]
    return "".join(lines)


QUERIES = range(1, 21)
QRELS = "".join(f"q{query} 0 d{document} {int(document < 2)}\n" for query in QUERIES for document in range(6))
OLD, NEW = run_of(QUERIES, 1), run_of(QUERIES, 2)
FIRST = "".join(line for line in QRELS.splitlines(keepends=True) if line.startswith("q1 "))


def zipped(name: str, text: str) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(name, text)
    return content.getvalue()


@pytest.fixture(autouse=True)
def nothing_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the files that another test has chosen."""
    monkeypatch.setattr(widgets.OwnData, "_chosen", None)


def choose(data: widgets.OwnData, files: tuple[str | bytes, ...], names: tuple[str, ...] = NAMES) -> widgets.OwnData:
    """Send three files as the page does."""
    for key, (name, file) in enumerate(zip(names, files, strict=True)):
        content = file.encode() if isinstance(file, str) else file
        data.gesture(do="piece", key=key, name=name, size=len(content), at=0, base64=b64encode(content).decode())
    return data


def written(folder: Path, files: tuple[str | bytes, ...], names: tuple[str, ...] = NAMES) -> list[Path]:
    paths = [folder / name for name in names]
    for path, file in zip(paths, files, strict=True):
        path.write_bytes(file.encode() if isinstance(file, str) else file)
    return paths


def test_simulated_collection_is_used_without_files(words):
    data = widgets.OwnData()
    a, b = evaluate(data.qrels, data.runs, AP).values[:, :, 0]
    test = stats.ttest_rel(b, a)
    assert (data.leader, data.other, data.wins_leader, data.wins_other) == ("new", "baseline", 11, 12)
    assert (data.p, data.low, data.high) == pytest.approx((test.pvalue, *test.confidence_interval(0.95)))
    assert data.changes
    assert "The simulated collection: “baseline” (A) and “new” (B) on 25 queries." in words(data.picture)


def test_chosen_files_and_paths_give_the_same_data(tmp_path, words):
    by_path = widgets.OwnData(*written(tmp_path, (QRELS, OLD, NEW)))
    chosen = choose(widgets.OwnData(), (QRELS, OLD, gzip.compress(NEW.encode())))
    assert repr(chosen) == repr(by_path)
    assert "Your files: “old” (A) and “new” (B) on 20 queries." in words(chosen.picture)
    assert [run.name for run in chosen.runs] == ["old", "new"]
    a, b = evaluate(by_path.qrels, by_path.runs, AP).values[:, :, 0]
    assert chosen.p == pytest.approx(stats.ttest_rel(a, b).pvalue)
    assert chosen.wins_leader + chosen.wins_other <= 20


def test_simulated_collection_can_be_used_again():
    simulated = repr(widgets.OwnData())
    data = choose(widgets.OwnData(), (QRELS, OLD, NEW))
    data.gesture(do="teaching")
    assert repr(data) == repr(widgets.OwnData()) == simulated
    assert repr(choose(data, (QRELS, OLD, NEW))) != simulated


def test_chosen_files_stay_when_the_cell_is_run_again(tmp_path):
    chosen = choose(widgets.OwnData(), (QRELS, OLD, NEW))
    again = widgets.OwnData()
    assert repr(again) == repr(chosen)
    choose(again, (QRELS, OLD, QRELS))
    assert repr(widgets.OwnData()) == repr(chosen)
    paths = written(tmp_path, (QRELS, NEW, OLD))
    assert repr(widgets.OwnData(*paths)) != repr(chosen) == repr(widgets.OwnData()), "paths are for one widget"
    again.gesture(do="teaching")
    assert repr(widgets.OwnData()) != repr(chosen)


WRONG: dict[str, tuple[tuple[str | bytes, ...], str]] = {
    "a run of other topics": ((QRELS, OLD, NEW.replace("q", "t")), "have no query in common"),
    "judgments of other topics": ((QRELS.replace("q", "t"), OLD, NEW), "have no query in common"),
    "a run without a judged document": ((QRELS, OLD, NEW.replace(" d", " x")), "have no document in common"),
    "judgments without a relevant document": ((QRELS.replace(" 1\n", " 0\n"), OLD, NEW), "“old” is judged relevant"),
    "one topic": ((FIRST, OLD, NEW), "the judgments need 3 queries or more; given: 1"),
    "judgments and run exchanged": ((OLD, QRELS, NEW), "looks like a TREC run"),
    "judgments as a run": ((QRELS, OLD, QRELS), "looks like a TREC qrels file"),
    "a file cut off": ((QRELS, OLD, NEW[:-9]), "is the file cut short?"),
    "a gzip file cut off": ((QRELS, OLD, gzip.compress(NEW.encode())[:60]), "the gzip file is cut short"),
    "binary": ((QRELS, OLD, bytes(range(256))), "does not occur in text"),
    "blank": ((QRELS, OLD, b"  \n"), "new.run: is empty"),
    "a score that is no number": ((QRELS, OLD, NEW.replace(" 9 x", " NaN x")), "the score 'NaN' is not a number"),
    "a document twice": ((QRELS, OLD, f"{NEW}q1 Q0 d1 7 1 x\n"), "holds document d1 twice"),
    "a spreadsheet": ((QRELS, OLD, zipped("xl/workbook.xml", "<x/>")), "is a ZIP archive"),
    "a ZIP archive": ((zipped("my.qrels", QRELS), OLD, NEW), "is a ZIP archive"),
    "a web page": ((QRELS, OLD, "<!doctype html><b>404</b>\n"), "a TREC run has 6 columns"),
    "the same run twice": ((QRELS, OLD, OLD), "all 20 differences are zero"),
    "scores": ((QRELS, OLD, "topic,a,b\nq1,0.3,0.2\n"), "there is no column doc_id"),
}


@pytest.mark.parametrize(("files", "reason"), WRONG.values(), ids=WRONG)
def test_wrong_files_give_one_sentence_and_leave_the_data_as_they_are(files, reason, tmp_path):
    for data in (widgets.OwnData(*written(tmp_path, files)), choose(widgets.OwnData(), files)):
        assert reason in data.message
        assert data.message.startswith("Not yet: ")
        assert data.message.endswith(SIMULATED)
        assert repr(data) == repr(widgets.OwnData())
    own = choose(widgets.OwnData(), (QRELS, OLD, NEW))
    before = repr(own)
    assert reason in choose(own, files).message
    assert repr(own) == before, "files that were used before stay in use"
    assert repr(choose(own, (QRELS, NEW, OLD))) != before, "the right files can be chosen afterwards"


def test_empty_file_is_refused_by_its_field(words):
    data = widgets.OwnData()
    data.gesture(do="piece", key=2, name="new.run", size=0, at=0, base64="")
    assert "'new.run' is empty; choose another file." in words(data.picture)
    assert repr(data) == repr(widgets.OwnData())


def test_windows_1252_and_missing_queries_are_used_with_a_note_of_the_scores():
    run = "".join(line for line in NEW.splitlines(keepends=True) if not line.startswith("q7 "))
    data = choose(widgets.OwnData(), (QRELS, OLD, run.replace(" d5", " dé").encode("cp1252")))
    notes = " ".join(evaluate(data.qrels, data.runs, AP).notes["new"])
    assert "read as Windows-1252" in notes
    assert "1 query of the qrels (q7) is missing from the run: counted as 0" in notes


def test_missing_path_is_named(tmp_path):
    qrels, old, _ = written(tmp_path, (QRELS, OLD, NEW))
    message = widgets.OwnData(qrels, old).message
    assert message == f"Not yet: the path of the second run is missing. {SIMULATED}"
    assert "there is no such file" in widgets.OwnData(qrels, old, tmp_path / "none.run").message


def test_runs_with_the_same_file_name_are_distinguished():
    data = choose(widgets.OwnData(), (QRELS, OLD, NEW), ("my.qrels", "old.run", "old.run"))
    assert [run.name for run in data.runs] == ["old", "old 2"]


@pytest.mark.parametrize("exchanged", [False, True])
def test_predictions_have_one_right_option_for_each_data(exchanged):
    files = (QRELS, NEW, OLD) if exchanged else (QRELS, OLD, NEW)
    lesson, data = widgets.Lesson("15", folder=None), choose(widgets.OwnData(), files)
    for part in ABOUT_DATA:
        prediction = LESSONS["15"].part(part).with_data(data)
        assert sum(option.is_right for option in prediction.wrapped.options) == 1, part
        shown = lesson.part(part, data)
        shown.commit(prediction.reference_answer)
        assert shown.right
    why = LESSONS["15"].part("significant").with_data(data).why
    assert why.startswith(f"p is {data.p:.2g}, and the 95% interval")


@pytest.mark.parametrize("seed", range(40))
def test_predictions_have_one_right_option_for_random_data(seed):
    from irlearn.simulation.collections import two_runs

    data = widgets.OwnData(*two_runs(rng=seed))
    for part in ABOUT_DATA:
        options = LESSONS["15"].part(part).with_data(data).wrapped.options
        assert sum(option.is_right for option in options) == 1, part


def test_options_marked_in_the_lesson_are_right_for_the_simulated_collection():
    for part in ABOUT_DATA:
        plain = LESSONS["15"].part(part)
        assert plain.with_data(widgets.OwnData()).wrapped == plain.wrapped


def test_prediction_is_asked_again_for_other_data(tmp_path):
    lesson, data = widgets.Lesson("15", tmp_path), widgets.OwnData()
    lesson.part("more-wins", data).commit("the other run")
    assert [outcome.is_right for outcome in lesson.predictions()] == [True]
    assert widgets.Lesson("15", tmp_path).part("more-wins", data).right
    choose(data, (QRELS, OLD, NEW))
    again = lesson.part("more-wins", data)
    assert again.committed is None
    assert "You have already committed to an answer." in again.picture
    assert not lesson.predictions()
    again.commit("both win as many")
    assert lesson.predictions()[0].predicted == "both win as many"
    assert Progress("15", LESSONS["15"].ids, tmp_path).state("more-wins") == "done"


@pytest.mark.parametrize("part", ["overlap", "five-measures", "turn-1"])
def test_part_that_is_not_about_data_refuses_data(part):
    with pytest.raises(InputError, match="not about data"):
        widgets.Lesson("15", folder=None).part(part, widgets.OwnData())


def test_data_without_a_value_are_refused():
    class Nothing: ...

    data: Any = Nothing()
    with pytest.raises(InputError, match="wins_leader"):
        LESSONS["15"].part("more-wins").with_data(data)
