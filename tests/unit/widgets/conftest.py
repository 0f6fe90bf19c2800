"""Fixtures of the tests of widgets: readers of pictures, and runs."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from page_text import tree

from irlearn import AP, MRR, Ranking, byhand, course, widgets
from irlearn.datasets import Document, Topic
from irlearn.simulation.collections import two_runs
from irlearn.studies import leaderboard
from irlearn.studies.adjudication import pool_runs
from irlearn.studies.extremes import matrix
from irlearn.widgets.core.base import Widget

Reads = Callable[[str], str]
Says = Callable[[Widget], str]


def pieces(html: str) -> list[str]:
    """The text between the tags; of a formula what a screen reader says."""
    found: list[str] = []
    parser = HTMLParser()
    parser.handle_data = found.append  # type: ignore[method-assign]
    parser.feed(re.sub(r'<span class="formula"[^>]* aria-label="([^"]*)">.*?</span>', r"\1", html))
    return found


@pytest.fixture(scope="session")
def text() -> Reads:
    """What a reader reads of HTML: `text("<b>a</b>b")` is "ab"."""
    return lambda html: re.sub(r"\s+", " ", "".join(pieces(html)))


@pytest.fixture(scope="session")
def words() -> Reads:
    """The same with a space at each tag, so that the cells of a table stand apart: `words("<b>a</b>b")` is "a b"."""
    return lambda html: re.sub(r"\s+", " ", " ".join(pieces(html)))


@pytest.fixture(scope="session")
def said(text: Reads) -> Says:
    """What a widget says after a gesture, which the page's live region repeats."""

    def read(widget: Widget) -> str:
        found = re.search(r"<p data-said[^>]*>(.*?)</p>", widget.picture)
        assert found
        return text(found[1])

    return read


@pytest.fixture(scope="session")
def well_formed() -> Callable[[str], list[str]]:
    """Check that each tag of HTML is closed and each key for the focus is its own; gives the keys."""

    def check(html: str) -> list[str]:
        opened: list[str] = []
        keys: list[str] = []

        class Checker(HTMLParser):
            def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
                names = [name for name, _ in attrs]
                assert len(names) == len(set(names)), (tag, names)
                assert tag != "text" or ("x" in names) == ("y" in names), f"a text with half a place: {attrs}"
                keys.extend(str(value) for name, value in attrs if name == "data-focus")
                if tag != "input":
                    opened.append(tag)

            def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
                self.handle_starttag(tag, attrs)
                if tag != "input":
                    opened.pop()

            def handle_endtag(self, tag: str) -> None:
                assert opened.pop() == tag

        Checker().feed(html)
        assert opened == []
        assert len(keys) == len(set(keys)), sorted(key for key in keys if keys.count(key) > 1)
        return keys

    return check


UNSAID = ("do", "enter", "focus", "focus-next", "fixed", "if-typed")  # data that the page keeps to itself


def _reports(it: Widget) -> list[dict[str, object]]:
    """What the page would report for each control of the picture, with the fields as they stand there."""
    found: list[dict[str, object]] = []
    names: list[tuple[str, str]] = []
    for node in tree(it.picture).walk():
        said = node.attributes
        data = {name[5:]: value for name, value in said.items() if name.startswith("data-")}
        details = {k: v for k, v in data.items() if k not in UNSAID}
        if node.tag == "input" and "name" in said:
            names.append((said["name"], said.get("value", "")))
        if "disabled" not in said and "do" in data:
            found.append({"do": data["do"], **details})
        if "enter" in data:
            found.append({"do": data["enter"], **details})
        if "slide" in data:
            key = data["slide"]
            found.extend([{"do": "grab", "key": key}, {"do": "slide", "key": key, "at": 0.4}])
            found.extend([{"do": "step", "key": key, "by": 1}, {"do": "drop", "key": key}])
        if "grid" in data:
            key, last = data["grid"], int(data["cells"]) - 1
            found.extend([{"do": "go", "key": key, "down": 1, "right": 0}])
            found.extend([{"do": "point", "key": key, "row": row, "column": last} for row in (0, last)])
        if "file" in data:
            sent = {"name": "my file", "size": 1, "at": 0, "base64": "eA=="}
            found.append({"do": data["file"], "key": data["key"], **sent})
        if "drag" in data:
            key = data["card"]
            found.extend([{"do": "grab", "key": key}, {"do": "place", "key": key, "to": 1}])
            found.extend([{"do": "toggle", "key": key}, {"do": "drop", "key": key}])
    return [{"fields": dict(names), **one} for one in found]


@pytest.fixture(scope="session")
def reports() -> Callable[[Widget], list[dict[str, object]]]:
    """What the page would report for each control of a widget's picture, with the fields as they stand there."""
    return _reports


@pytest.fixture
def every_widget(tmp_path: Path) -> Callable[[str], dict[str, Widget]]:
    """Every widget there is, in each of its forms, by a name of its own; `text` stands in every text it is given."""

    def make(text: str) -> dict[str, Widget]:
        ids = [f"{text}{number}" for number in range(5)]
        topic = Topic(f"query {text}", tuple(Document(one, f"title {one}", n % 2) for n, one in enumerate(ids)))
        a, b = [1, 4, 0, 2, 9, 0, 3, 1], [2, 1, 3, 0, 1, 0, 5, 1]
        ranking = Ranking([1, 0, 1], [1, 0, 1, 1], documents=ids[:3])
        graded = Ranking([3, 1, 2], [3, 2, 1], documents=ids[:3])
        one = course.Quiz(
            "one", f"ask {text}", (course.Option(f"a {text}", True, f"so {text}"), course.Option("b", False))
        )
        several = course.Quiz("several", one.question, one.options, several=True)
        asked = byhand.Exercise("number", AP, Ranking.parse("1 0 1"), f"ask {text}", hints=(f"hint {text}",))
        parts = ["one", "several", "number", "turn", "typed"]
        kept = course.Progress("03", parts, tmp_path / "there is no such folder" / text.replace("/", ""))
        for part in parts[:3]:
            kept.record(part, "tried", answer=text)
        known = course.Progress("03", parts, None)
        (tmp_path / "03.progress.json").write_text(json.dumps({"lesson": text, "parts": {}}))
        scores = matrix([[(7 * n + row**2) % 10 / 10 for n in range(5)] for row in range(9)], ids)
        held = [ids[n % 3 :] + ids[: n % 2] for n in range(5)]
        pooled = pool_runs(
            {query: {one: n % 2 for n, one in enumerate(ids)} for query in "123"},
            {
                name: {key: {one: -n for n, one in enumerate(dict.fromkeys(docs))} for key in "123"}
                for name, docs in zip(ids, held, strict=True)
            },
            depth=3,
        )
        board = widgets.RankingBoard(topic.ranked(" ".join(ids[:4])), missed=topic, title=text, curve=True)
        qrels, *runs = two_runs()
        lists = {f"{text}{n}": {"q1": {one: -abs(place - n) for place, one in enumerate(ids)}} for n in range(3)}
        return {
            "Adjudicate": widgets.Adjudicate(({"q1": {ids[0]: 1, ids[3]: 2}}, lists)),
            "Alignment": widgets.Alignment(a, b, names=(ids[0], ids[1])),
            "BudgetRace": widgets.BudgetRace(pooled, budget=2),
            "BudgetTables": widgets.BudgetTables(),
            "Assessor": widgets.Assessor(topic, need=text, other=text),
            "ConfusionMatrix": widgets.ConfusionMatrix(topic, retrieved=ids[0]),
            "ToolConventions": widgets.ToolConventions(),
            "Criteria": widgets.Criteria(dict(zip(ids, (a, b, a[::-1]), strict=False)), note=text),
            "Detective": widgets.Detective({f"{text}{n}": (9 - n) / 20 for n in range(9)}, sd=0.03),
            "Detective of a matrix": widgets.Detective(scores),
            "Exercise": widgets.Exercise(asked, progress=kept),
            "Exercise, generated": widgets.Exercise(course.GeneratedExercise("turn", "ap"), progress=known),
            "GradedRanking": widgets.GradedRanking(graded, missed="2 1", title=text),
            "HandCheck": widgets.HandCheck(),
            "HandCheck of a test": widgets.HandCheck("sign"),
            "History": widgets.History(
                [replace(run, id=text, description=text, team=text, name=text) for run in leaderboard.history()]
            ),
            "ImprovementCases": widgets.ImprovementCases({ids[0]: a, ids[1]: b}, [(ids[0], ids[1])], note=text),
            "Lesson": widgets.Lesson("03", tmp_path),
            "LuckMachine": widgets.LuckMachine(seed=3),
            "Means": widgets.Means({ids[0]: {text: "1/2", "q": 1}, ids[1]: {text: 0.3, "q": 0}}, title=text),
            "Means of ranks": widgets.Means({text: 2, "q": 0}, mean=MRR),
            "Outcomes": widgets.Outcomes(a, b, names=(ids[0], ids[1]), note=text),
            "OwnData": widgets.OwnData(qrels, *(replace(run, name=f"{text} {run.name}") for run in runs)),
            "OwnFiles": widgets.OwnFiles(lambda *files: " ".join([text, *(file.name for file in files)]), lambda: None),
            "OwnQuery": widgets.OwnQuery(),
            "PairMatrix": widgets.PairMatrix(pooled, budget=2),
            "PairedScores": widgets.PairedScores([0.1, 0.4], [0.3, 0.2], ids[:2], systems=(text, "B"), title=text),
            "OutcomeCorrelation": widgets.OutcomeCorrelation(),
            "Permutations": widgets.Permutations([[0.1, 0.4, 0.3], [0.5, 0.2, 0.9]], ids[:3]),
            "Pool": widgets.Pool(
                topic, {f"run {n}": ids[n : n + 3] for n in range(2)} | {f"run {text}": ids}, new=f"run {text}"
            ),
            "Power": widgets.Power(),
            "PrecisionRecall": widgets.PrecisionRecall({ids[0]: ranking, ids[1]: ranking}, title=text),
            "PrecisionRecall of a board": widgets.PrecisionRecall(board),
            "Prediction of a choice": widgets.Prediction(course.Prediction(one, f"why {text}"), progress=kept),
            "Prediction of a number": widgets.Prediction(course.Prediction(asked, f"why {text}"), progress=known),
            "Progress": widgets.Progress(kept, names={"one": text}),
            "Quiz": widgets.Quiz(one, progress=known),
            "Quiz of several": widgets.Quiz(several, progress=known),
            "RankingBoard": board,
            "RandomPool": widgets.RandomPool(pooled, budget=2),
            "BestSoFar": widgets.BestSoFar(dict(zip(ids, (0.2, 0.1, 0.3, 0.25, 0.4), strict=True))),
            "Result": widgets.Result(Topic(text, topic.documents), ["one"], kept),
            "RunRanx": widgets.RunRanx(python=""),
            "Scales": widgets.Scales(title=text),
            "SplitHalf": widgets.SplitHalf(scores),
            "Walk": widgets.Walk(Ranking([1, 0, 1], [1, 0, 1, 1], documents=ids[:3]), area=True, title=text),
            "Workbench": widgets.Workbench(),
        }

    return make


@pytest.fixture(scope="session")
def large() -> dict[str, np.ndarray]:
    """Ten runs over 5,793 queries, alike as real ones are."""
    rng = np.random.default_rng(3)
    hard = rng.normal(size=5793)
    runs = {}
    for number in range(10):
        ranks = np.exp(1.2 + 1.5 * hard + rng.normal(size=5793) - 0.05 * number).astype(int) + 1
        runs[f"R{number + 1}"] = np.where(ranks > 100, 0, ranks)
    return runs


@pytest.fixture
def msmarco(real_data: Path) -> dict[str, np.ndarray]:
    """The ranks of two real runs over the 513 MS MARCO queries."""
    with (real_data / "msmarco_doc" / "dev_513q_ranks.csv").open() as lines:
        rows = list(csv.DictReader(lines))
    return {name: np.array([int(row[name]) for row in rows]) for name in ("bm25base", "bm25tuned")}
